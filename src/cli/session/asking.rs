//! A person is asked, and the change of hands between two people.

use super::Session;
use super::desk::{Asked, Asking, Beside};
use crate::cli::rehearsal::edited::Edited;
use crate::value::Seat;
use std::io;

impl Session<'_> {
    /// The option that a person chooses, unless the person leaves, or the rules are edited.
    pub(crate) fn ask(&mut self, seat: Seat) -> io::Result<Asked> {
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
        let play = &self.play;
        let edited = has_changed(&mut self.edited);
        let beside = Beside { edited, counting: self.counting.as_ref() };
        let asking = &mut Asking { seat, view: &view, menu, again, play, lexicon, beside };
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
            return self.tell_news(1 << seat).map(|()| true);
        }
        let prompt = self.messages.with("hand-over", &[("n", n.into())]);
        let came = self.desk.ask(&prompt)?.is_some();
        self.desk.clear()?;
        self.tell_news(1 << seat)?;
        Ok(came)
    }
}

/// Says whether the files of a game have changed, where they may.
pub(crate) fn has_changed<'e>(
    edited: &'e mut Option<Edited<'_>>,
) -> Option<Box<dyn FnMut() -> bool + 'e>> {
    let edited = edited.as_mut()?;
    Some(Box::new(|| edited.watcher.has_changed()))
}
