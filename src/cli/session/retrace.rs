//! A person goes back in the game, and forward again; or leaves the record as it is and goes on in
//! another one. Where people play each other, all have to agree.

use super::command::{Obeyed, Target};
use super::{PassedOver, Session};
use crate::cli::host::record_file;
use crate::cli::rehearsal::retracing::{Made, decisions, last_decision};
use crate::cli::setup::seated::{self, bots};
use crate::cli::text::spelt_path;
use crate::game::{Entry, Play};
use crate::value::{Seat, SeatSet};
use crate::view::{self, Past, capital};
use std::io;

impl Session<'_> {
    /// Goes back to before the last decision of `seat`, which may be a step of a choice in several.
    pub(super) fn undo(&mut self, seat: Seat) -> io::Result<Obeyed> {
        // Who tries things out alone has chosen for all of these.
        let own = if self.rehearsal { self.humans() | self.taken } else { SeatSet::of(seat) };
        match last_decision(&self.play, own | SeatSet::of(seat)) {
            Some((entry, seat)) => self.go_back(seat, entry),
            None => self.say("undo-nothing", &[]).map(|()| Obeyed::Stays),
        }
    }

    /// Goes forward again to where it was gone back from last.
    pub(super) fn redo(&mut self, seat: Seat) -> io::Result<Obeyed> {
        if self.undone.is_empty() {
            return self.say("redo-nothing", &[]).map(|()| Obeyed::Stays);
        }
        if !self.all_agree(seat, "agree-redo")? {
            return Ok(Obeyed::Anew);
        }
        if let Some(play) = self.undone.pop() {
            self.moves_on();
            self.go_on_with(play);
        }
        Ok(Obeyed::Anew)
    }

    /// Goes back to before one of the decisions of `seat`; without a target, lists them.
    pub(super) fn back(&mut self, seat: Seat, target: Option<Target>) -> io::Result<Obeyed> {
        let made = decisions(&self.play, seat);
        let found = match target {
            None => return self.list_decisions(seat, &made).map(|()| Obeyed::Stays),
            Some(Target::Decision(n)) => made.get(n - 1),
            Some(Target::Round(n)) => made.iter().find(|made| made.round == n),
        };
        match (found, target) {
            (Some(found), _) => self.go_back(seat, found.entry),
            (None, Some(Target::Round(n))) => {
                self.say("back-no-round", &[("n", n.into())]).map(|()| Obeyed::Stays)
            }
            (None, _) => {
                self.say("back-none", &[("most", made.len().into())]).map(|()| Obeyed::Stays)
            }
        }
    }

    fn list_decisions(&mut self, seat: Seat, made: &[Made]) -> io::Result<()> {
        if made.is_empty() {
            return self.say("undo-nothing", &[]);
        }
        self.say("back-list", &[])?;
        let line = |(i, made): (usize, &Made)| {
            let chosen = self.chosen(seat, made.entry);
            let values =
                [("n", (i + 1).into()), ("round", made.round.into()), ("chosen", chosen.into())];
            self.messages.with("back-decision", &values)
        };
        let lines: Vec<String> = made.iter().enumerate().map(line).collect();
        lines.iter().try_for_each(|line| self.desk.say(line))
    }

    /// What a seat has chosen at a place in the log, in its own words.
    fn chosen(&self, seat: Seat, entry: usize) -> String {
        let step = self.play.log().get(entry).and_then(Entry::step).map(|(_, step)| step);
        let chosen = step.map(|step| {
            view::chosen(self.play.game().program(), self.messages.lexicon(), seat, step)
        });
        self.desk.style().phrase(&chosen.unwrap_or_default())
    }

    fn go_back(&mut self, seat: Seat, entry: usize) -> io::Result<Obeyed> {
        if !self.all_agree(seat, "agree-undo")? {
            return Ok(Obeyed::Anew);
        }
        let chosen = self.chosen(seat, entry);
        let play = self.play.retraced(entry, |_, _| {});
        self.moves_on();
        let before = self.go_on_with(play);
        self.undone.push(before);
        if self.humans().len() == 1 {
            self.say("undo-done", &[("chosen", chosen.into())])?;
        }
        Ok(Obeyed::Anew)
    }

    /// Goes on with another course of the same game, which the record tells as such. Gives the game
    /// as it stood before.
    pub(super) fn go_on_with(&mut self, play: Play) -> Play {
        let before = std::mem::replace(&mut self.play, play);
        self.bots = bots(&self.play, &self.kinds, self.seed, seated::Thought::Afresh);
        let entries = self.play.log().len();
        self.passed_over = PassedOver { looked_through: entries, ..PassedOver::default() };
        let past = if self.desk.stands_anew() { Past::default() } else { Past::told(entries) };
        self.past.fill(past);
        if let Some(record) = &mut self.recording.writer {
            record.goes_back(&before);
        }
        before
    }

    /// Goes on in a record of its own, beside the one so far.
    pub(super) fn branch(&mut self) -> io::Result<Obeyed> {
        let Some(old) = &self.recording.writer else {
            return self.say("branch-nothing", &[]).map(|()| Obeyed::Stays);
        };
        let first = self.recording.first.get_or_insert_with(|| old.path.clone());
        let about = old.about().clone();
        let begun = record_file::create_beside(first, self.messages)
            .and_then(|file| record_file::begin(file, &self.play, &about, self.messages));
        let record = match begun {
            Ok(record) => record,
            Err(failure) => {
                let why = failure.words();
                self.say("branch-not-written", &[("why", why.into())])?;
                return Ok(Obeyed::Stays);
            }
        };
        let values =
            [("path", spelt_path(&record.path).into()), ("old", spelt_path(&old.path).into())];
        let told = self.messages.with("branch-record", &values);
        self.recording.goes_on_in(record, self.messages);
        self.desk.say(&told)?;
        Ok(Obeyed::Stays)
    }

    /// Whether all others who play against `seat` at this terminal agree to what it wants, of which
    /// the message `key` tells. Each is asked without seeing anybody's cards.
    fn all_agree(&mut self, seat: Seat, key: &str) -> io::Result<bool> {
        if self.play.game().program().cooperative {
            return Ok(true);
        }
        let others = self.humans().without(seat);
        for other in others {
            self.desk.clear()?;
            self.at_desk.seat = None;
            let (who, asks) = (capital(&self.player(other)), self.player(seat));
            let question = self.messages.with(key, &[("who", who.into()), ("asks", asks.into())]);
            self.desk.say(&question)?;
            let answer = self.desk.ask(&self.messages.say("agree-prompt"))?;
            let agrees = answer
                .map(|answer| answer.to_lowercase())
                .is_some_and(|answer| ["y", "yes", "o", "oui"].contains(&answer.as_str()));
            if !agrees {
                let who = capital(&self.player(other));
                self.say("agree-refused", &[("who", who.into())])?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}
