//! A page at the workbench: what it looks at.

use super::wire::Told;
use crate::cli::serve::socket::Outbox;
use crate::cli::serve::wire::Farewell;
use crate::value::Seat;
use crate::view::Language;

/// One page.
pub(crate) struct Guest {
    pub(crate) id: u64,
    pub(crate) language: Language,
    outbox: Outbox,
    /// With whose eyes it looks; with all where none is said.
    pub(crate) eyes: Option<Seat>,
    /// The seat at the near side, as long as no other one has to choose.
    pub(crate) from: Seat,
    /// The stop that it looks at; where the game stands if none is said.
    pub(crate) at: Option<usize>,
    /// What it was sent last of the game.
    last: Vec<u8>,
}

impl Guest {
    /// A page that looks at all hands of the game as it stands. Whoever reads slower than `outbox`
    /// holds messages is given up.
    pub(crate) fn new(id: u64, language: Language, outbox: Outbox) -> Guest {
        Guest { id, language, outbox, eyes: None, from: Seat::FIRST, at: None, last: Vec::new() }
    }

    /// Tells it something; false where nobody reads any more.
    pub(crate) fn tell(&mut self, told: &Told<'_>) -> bool {
        self.outbox.put(told.message())
    }

    /// Shows it the game, if it looks otherwise than before; false where nobody reads any more.
    pub(crate) fn show(&mut self, told: &Told<'_>) -> bool {
        let message = told.message();
        if *message == *self.last {
            return true;
        }
        self.last = message.to_vec();
        self.outbox.put(message)
    }

    /// Says why the connection ends; it ends with the guest.
    pub(crate) fn dismiss(&mut self, farewell: Farewell) {
        self.tell(&Told::Closed(farewell));
    }
}
