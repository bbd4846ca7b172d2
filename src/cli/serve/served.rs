//! What a page at one seat is sent, as text: for whoever compares what seats are given.

use super::guest::{Guest, Spot};
use super::wire::Around;
use crate::game::Play;
use crate::value::Seat;
use crate::view::Language;
use tokio::sync::mpsc::{Receiver, channel};

/// A page at a seat, or of whoever looks on. It remembers what it was sent.
pub struct Served {
    guest: Guest,
    waiting: Receiver<String>,
}

impl Served {
    /// The page of a seat, in French, that was sent nothing yet; without a seat, of whoever looks
    /// on.
    pub fn new(seat: Option<Seat>) -> Served {
        let (out, waiting) = channel(1);
        let spot = seat.map_or(Spot::Rail, Spot::Seat);
        let guest = Guest::new(0, spot, Language::Fr, out);
        Served { guest, waiting }
    }

    /// What is sent when the game stands as in `play`: nothing where it looks as before.
    pub fn sent(&mut self, play: &Play) -> String {
        self.guest.show(play, &Around::default());
        self.waiting.try_recv().unwrap_or_default()
    }
}
