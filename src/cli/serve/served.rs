//! What a page at one seat is sent, as text: for whoever compares what seats are given.

use super::guest::{Guest, Spot};
use super::message::Message;
use super::queue::{Receiver, queue};
use super::wire::Around;
use crate::game::Play;
use crate::value::Seat;
use crate::view::{Glance, Language};

/// A page at a seat, or of whoever looks on. It remembers what it was sent.
pub struct Served {
    guest: Guest,
    around: Around,
    inbox: Receiver<Message>,
}

impl Served {
    /// The page of a seat of so many, in French, that was sent nothing yet; without a seat, of
    /// whoever looks on.
    pub fn new(seat: Option<Seat>, seats: u8) -> Served {
        let (outbox, inbox) = queue(1);
        let spot = seat.map_or(Spot::Rail, Spot::Seat);
        let guest = Guest::new(0, spot, Language::Fr, outbox);
        let names = vec![String::new(); seats.into()];
        Served { guest, around: Around { names, ..Around::default() }, inbox }
    }

    /// What is sent when the game stands as in `play`: nothing where it looks as before.
    pub fn sent(&mut self, play: &Play) -> String {
        self.guest.show(play, &self.around, &Glance::default());
        let sent = self.inbox.take();
        sent.map(|message| String::from_utf8_lossy(&message).into_owned()).unwrap_or_default()
    }
}
