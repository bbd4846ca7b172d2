//! A person is asked, and the change of hands between two people.

use super::command::Command;
use super::desk::{Asked, Asking, Beside};
use super::{AtDesk, Put, Session};
use crate::cli::rehearsal::edited::Edited;
use crate::cli::rehearsal::retracing::is_open;
use crate::game::{Entry, Eyes};
use crate::value::{Seat, SeatSet};
use std::io;

impl Session<'_> {
    /// The option that a person chooses, unless the person leaves, or the rules are edited.
    pub(crate) fn ask(&mut self, seat: Seat) -> io::Result<Asked> {
        if !self.play.pending().contains(&seat) {
            return Ok(Asked::Leaves);
        }
        if self.at_desk.seat != Some(seat) && !self.hand_over(seat)? {
            return Ok(Asked::Leaves);
        }
        self.passed_over.seats.retain(|(of, _)| *of != seat);
        let view = self.look(seat);
        let Some(menu) = &view.menu else { return Ok(Asked::Leaves) };
        let again = std::mem::take(&mut self.at_desk.stands) == Some(Put::Question(seat));
        // Whoever goes on with a choice in several steps has the table before them, but for a game
        // that is taken up there.
        if !(again || menu.goes_on && self.at_desk.has_shown) {
            self.at_desk.has_shown = true;
            self.past[seat.index()] = view.past.clone();
            self.desk.tell(&view)?;
            self.desk.show(&view)?;
        }
        if !again {
            self.tell_numbers()?;
        }
        let cooperative = self.play.game().program().cooperative;
        let shared = self.humans().len() > 1 && !self.rehearsal && !cooperative;
        let lexicon = self.messages.lexicon();
        let play = &self.play;
        let edited = has_changed(&mut self.edited);
        let beside = Beside { edited, counting: self.counting.as_ref() };
        let asking = &mut Asking { seat, view: &view, menu, again, shared, play, lexicon, beside };
        self.desk.choose(asking)
    }

    /// The person who has to be called to the desk before `person` is asked, though there is
    /// nothing to choose: who is called, and in which order, must not tell who had a choice. Of
    /// several who choose at the same time the lowest seat comes first.
    pub(super) fn next_passed_over(&mut self, person: Option<Seat>) -> Option<Seat> {
        let (humans, pending) = (self.humans(), self.play.pending());
        let log = self.play.log();
        // Of the choice at hand nothing has come yet.
        let at_hand = log.iter().rposition(|entry| entry.event().is_some()).map_or(0, |at| at + 1);
        for (at, entry) in log.iter().enumerate().skip(self.passed_over.looked_through) {
            let is_called = |(of, known): &(Seat, usize), seat: Seat| {
                *of == seat && (*known < at_hand) == (at < at_hand)
            };
            if let Entry::Forced { seat, step, .. } = entry
                && !step.goes_on()
                // Who has still to choose for what was begun is asked for that.
                && !is_open(&self.play, *seat)
                && humans.contains(*seat)
                // Whoever is still asked needs no call.
                && !pending.contains(seat)
                && self.at_desk.seat != Some(*seat)
                && !self.passed_over.seats.iter().any(|known| is_called(known, *seat))
            {
                self.passed_over.seats.push((*seat, at));
            }
        }
        self.passed_over.looked_through = log.len();
        if humans.len() < 2 {
            self.passed_over.seats.clear();
        }
        let (next, at) = *self.passed_over.seats.first()?;
        let seats = self.play.game().program().seats;
        let still_chooses = at >= at_hand
            && self.play.look(Eyes::of_onlooker(seats)).choosing.contains(&next.shown());
        if still_chooses && person.is_some_and(|person| person < next) {
            return None;
        }
        self.passed_over.seats.remove(0);
        Some(next)
    }

    /// Calls somebody whose only option was taken. False when nobody comes.
    pub(super) fn call_up(&mut self, seat: Seat) -> io::Result<bool> {
        if !self.hand_over(seat)? {
            return Ok(false);
        }
        let view = self.look(seat);
        self.past[seat.index()] = view.past.clone();
        self.desk.tell(&view)?;
        if !self.desk.is_typed() {
            return Ok(true);
        }
        let prompt = self.messages.say("passed-over");
        Ok(self.desk.ask(&prompt)?.is_some())
    }

    /// Lets another person come to the desk. False when nobody does.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        self.at_desk = AtDesk { seat: Some(seat), has_shown: false, ..self.at_desk };
        if self.humans().len() < 2 {
            return Ok(true);
        }
        self.desk.clear()?;
        let n = seat.shown();
        if !self.desk.is_typed() {
            self.say("hand-over-line", &[("n", n.into())])?;
            return self.tell_news(SeatSet::of(seat)).map(|()| true);
        }
        let came = self.says_who_comes(n)?;
        self.desk.clear()?;
        self.tell_news(SeatSet::of(seat))?;
        Ok(came)
    }

    /// Waits until somebody says that they are player `n`: a key that was pressed twice, or held
    /// down, shows nobody the cards of another. False when nobody comes, or somebody leaves.
    fn says_who_comes(&mut self, n: u8) -> io::Result<bool> {
        let mut prompt = self.messages.with("hand-over", &[("n", n.into())]);
        while let Some(said) = self.desk.ask(&prompt)? {
            prompt = self.messages.with("hand-over-again", &[("n", n.into())]);
            if said.trim() == n.to_string() {
                return Ok(true);
            }
            if Command::read(&said) == Some(Command::Leave) {
                return Ok(false);
            }
        }
        Ok(false)
    }
}

/// Says whether the files of a game have changed, where they may.
pub(crate) fn has_changed<'e>(
    edited: &'e mut Option<Edited<'_>>,
) -> Option<Box<dyn FnMut() -> bool + 'e>> {
    let edited = edited.as_mut()?;
    Some(Box::new(|| edited.watcher.has_changed()))
}
