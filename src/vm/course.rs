//! The course of a game: what chance gave and what dice answered, one after the other. Nothing else tells two games of the same rules
//! apart.

use super::generator::Draw;
use crate::value::Seat;

/// What decides how a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Chance,
    Seat(Seat),
}

/// Who was asked for one of so many results, each time.
#[derive(Clone, Debug, Default)]
pub struct Course {
    steps: Vec<(Asked, Draw)>,
    /// How many of the draws that the game's chance has noted are among them.
    drawn: usize,
}

impl Course {
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
        self.steps.push((Asked::Seat(seat), answer));
    }

    pub fn steps(&self) -> &[(Asked, Draw)] {
        &self.steps
    }
}
