//! The history of a game: what chance gave and what dice answered, one after the other. Nothing
//! else tells two games of the same rules apart.

use super::generator::Draw;
use crate::value::Seat;

/// Who decides how a game goes on: chance, or whoever holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    Chance,
    Seat(Seat),
}

/// Who was asked for one of so many results, each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    steps: Vec<(Mover, Draw)>,
    /// How many of the draws that the game's chance has noted are among them.
    drawn: usize,
}

impl History {
    /// Steps that are followed at most: longer games do not come again.
    pub(crate) const LONGEST: usize = 1 << 12;

    /// Ready for another game.
    pub(super) fn restart(&mut self) {
        self.steps.clear();
        self.drawn = 0;
    }

    /// What chance has given since.
    pub(super) fn drawn(&mut self, noted: &[Draw]) {
        let new = noted.get(self.drawn..).unwrap_or_default();
        self.steps.extend(new.iter().map(|&draw| (Mover::Chance, draw)));
        self.drawn = noted.len();
    }

    pub(super) fn answered(&mut self, seat: Seat, answer: Draw) {
        if self.steps.len() <= History::LONGEST {
            self.steps.push((Mover::Seat(seat), answer));
        }
    }

    /// From the first to the last; `None` of a game that was too long to be followed to its end.
    pub(crate) fn steps(&self) -> Option<&[(Mover, Draw)]> {
        (self.steps.len() <= History::LONGEST).then_some(&self.steps)
    }
}
