//! The course of a game: what chance gave and what dice answered, one after the other. Nothing else
//! tells two games of the same rules apart.

use super::generator::Draw;
use crate::value::Seat;

/// What decides how a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Chance,
    Seat(Seat),
}

/// Who was asked for one of so many results, each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    steps: Vec<(Asked, Draw)>,
    /// How many of the draws that the game's chance has noted are among them.
    drawn: usize,
}

impl Course {
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
        self.steps.extend(new.iter().map(|&draw| (Asked::Chance, draw)));
        self.drawn = noted.len();
    }

    pub(super) fn answered(&mut self, seat: Seat, answer: Draw) {
        if self.steps.len() <= Course::LONGEST {
            self.steps.push((Asked::Seat(seat), answer));
        }
    }

    /// From the first to the last; `None` of a game that was too long to be followed to its end.
    pub(crate) fn steps(&self) -> Option<&[(Asked, Draw)]> {
        (self.steps.len() <= Course::LONGEST).then_some(&self.steps)
    }
}
