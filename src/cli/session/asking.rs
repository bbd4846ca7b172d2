//! A person is asked, and the change of hands between two people.

use super::Session;
use super::desk::{Asked, Asking};
use crate::value::Seat;
use std::io;

impl Session<'_> {
    /// The option that a person chooses, unless the person leaves, or the rules are edited.
    pub fn ask(&mut self, seat: Seat) -> io::Result<Asked> {
        if !self.play.pending().contains(&seat) {
            return Ok(Asked::Leaves);
        }
        if self.at != Some(seat) && !self.hand_over(seat)? {
            return Ok(Asked::Leaves);
        }
        let view = self.look(seat);
        let Some(menu) = &view.menu else { return Ok(Asked::Leaves) };
        let again = std::mem::take(&mut self.again);
        if !menu.goes_on && !again {
            self.past[usize::from(seat)] = view.past.clone();
            self.desk.tell(&view)?;
            self.desk.show(&view)?;
        }
        if !again {
            self.tell_numbers()?;
        }
        let lexicon = self.messages.lexicon();
        let mut has_changed;
        let edited = match &mut self.edited {
            Some(edited) => {
                has_changed = || edited.watcher.has_changed();
                Some(&mut has_changed as &mut dyn FnMut() -> bool)
            }
            None => None,
        };
        let (play, counting) = (&self.play, self.counting.as_ref());
        let asking =
            &mut Asking { seat, view: &view, menu, again, play, lexicon, edited, counting };
        self.desk.choose(asking)
    }

    /// Lets another person come to the desk. False when nobody does.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        self.at = Some(seat);
        if self.humans().count_ones() < 2 {
            return Ok(true);
        }
        self.desk.clear()?;
        let n = seat + 1;
        if !self.desk.is_typed() {
            self.say("hand-over-line", &[("n", n.into())])?;
            return Ok(true);
        }
        let prompt = self.messages.with("hand-over", &[("n", n.into())]);
        let came = self.desk.ask(&prompt)?.is_some();
        self.desk.clear()?;
        Ok(came)
    }
}
