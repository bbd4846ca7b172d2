//! What a session shows: what a seat sees, and what all people at the desk may see together.

use super::Session;
use crate::game::Eyes;
use crate::value::Seat;
use crate::view::{Looking, Narration, Past, View};

impl Session<'_> {
    /// What a seat sees, and what has happened since it was told last.
    pub(super) fn look(&self, seat: Seat) -> View {
        let view = self.look_with(Eyes::Seat(seat), &self.past[seat.index()]);
        if self.reveals { view.revealed(&self.play, self.messages.lexicon()) } else { view }
    }

    /// What the people at the desk may see while none of them is asked; where nobody plays, what
    /// all players know.
    pub(super) fn look_on(&self) -> View {
        match self.people().as_slice() {
            [seat] => self.look(*seat),
            people => self.look_together(people),
        }
    }

    fn look_together(&self, people: &[Seat]) -> View {
        let seats = self.kinds.len() as u8;
        let eyes = match people {
            [] => self.desk.watches().map_or_else(|| Eyes::of_onlooker(seats), Eyes::Seat),
            people => Eyes::Together(people.iter().copied().collect()),
        };
        // What several people saw last is not one view.
        let told = people.iter().map(|seat| self.past[seat.index()].entries()).max().unwrap_or(0);
        self.look_with(eyes, &Past::told(told))
    }

    fn look_with(&self, eyes: Eyes, past: &Past) -> View {
        let (play, lexicon, narration) = (&self.play, self.messages.lexicon(), Narration::Live);
        View::of(&Looking { play, lexicon, eyes, past, narration })
    }

    fn people(&self) -> Vec<Seat> {
        self.humans().iter().collect()
    }
}
