//! A game is tried out: somebody chooses for other seats, sees all hands, decides what chance does.
//! The record of such a game says that it is a rehearsal.

use super::Session;
use super::command::Obeyed;
use crate::cli::rehearsal::chance::{Asked, Wishing};
use crate::cli::rehearsal::retracing::{chosen_in_secret, is_open};
use crate::record::About;
use crate::value::Seat;
use crate::view::{Past, Phrase, capital};
use std::io;

impl Session<'_> {
    /// Whether the game may be tried out: where people play each other it has to be begun as a
    /// rehearsal.
    fn may_be_rehearsed(&mut self) -> io::Result<bool> {
        let may = self.rehearsal || self.humans().len() < 2;
        if !may {
            self.say("rehearsal-several", &[])?;
        }
        Ok(may)
    }

    /// The game is a rehearsal from here on, if it was none.
    fn is_rehearsed(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.rehearsal, true) {
            return Ok(());
        }
        if let Some(record) = &mut self.recording.writer {
            let about = About { rehearsal: true, ..record.about().clone() };
            record.begins_anew(about);
        }
        self.say("rehearsal-now", &[])
    }

    /// Lets the person before the terminal, who sits at `seat`, choose for the seat with this
    /// `number` the next time that it is asked.
    pub(super) fn choose_as(&mut self, seat: Seat, number: usize) -> io::Result<Obeyed> {
        let seats = self.kinds.len();
        let other = number.checked_sub(1).filter(|other| *other < seats);
        let Some(other) = other.map(Seat::new) else {
            let values = [("n", number.into()), ("seats", seats.into())];
            return self.say("no-seat", &values).map(|()| Obeyed::Stays);
        };
        let who = capital(&self.player(other));
        if self.humans().contains(other) {
            return self.say("as-person", &[("who", who.into())]).map(|()| Obeyed::Stays);
        }
        if !self.may_be_rehearsed()? {
            return Ok(Obeyed::Stays);
        }
        self.is_rehearsed()?;
        let who = self.player(other);
        self.taken.insert(other);
        self.past[other.index()] = Past::told(self.past[seat.index()].entries());
        self.say("as-now", &[("who", who.into())])?;
        // What it has chosen in this very choice is not known to anybody yet.
        match chosen_in_secret(&self.play, other) {
            Some(entry) => {
                let play = self.play.retraced(entry, |_, _| {});
                self.moves_on();
                self.go_on_with(play);
                Ok(Obeyed::Anew)
            }
            None => Ok(Obeyed::Stays),
        }
    }

    /// Shows all hands, until it is wanted no longer.
    pub(super) fn reveal(&mut self, seat: Seat) -> io::Result<Obeyed> {
        if !self.may_be_rehearsed()? {
            return Ok(Obeyed::Stays);
        }
        self.is_rehearsed()?;
        self.reveals = !self.reveals;
        self.say(if self.reveals { "reveal-on" } else { "reveal-off" }, &[])?;
        let view = self.look(seat);
        self.desk.show(&view)?;
        Ok(Obeyed::Stays)
    }

    /// Decides what chance does next, as `wish` says.
    pub(super) fn decide(&mut self, wish: &str) -> io::Result<Obeyed> {
        if !self.may_be_rehearsed()? {
            return Ok(Obeyed::Stays);
        }
        let style = self.desk.style();
        let words = |phrase: &Phrase| style.phrase(phrase);
        let read = self.wishing(&words).read(wish);
        let told = match read {
            Err(told) => told,
            Ok(wish) => {
                // Whether it can be tells where cards lie.
                self.is_rehearsed()?;
                let (Ok(told) | Err(told)) = self.wishing(&words).decide(wish);
                told
            }
        };
        self.desk.say(&told)?;
        Ok(Obeyed::Stays)
    }

    /// Says how something is wished of chance.
    pub(super) fn misread_chance(&mut self) -> io::Result<()> {
        let style = self.desk.style();
        let told = self.wishing(&|phrase| style.phrase(phrase)).misread();
        self.desk.say(&told)
    }

    fn wishing<'w>(&'w mut self, words: &'w dyn Fn(&Phrase) -> String) -> Wishing<'w> {
        let (messages, asked) = (self.messages, Asked::AtThePrompt);
        Wishing { play: &mut self.play, messages, words, asked }
    }

    /// A choice for another seat has been made: the next one is its own again, unless it goes on in
    /// steps, or the rules have failed in it.
    pub(super) fn has_chosen(&mut self, seat: Seat) {
        if self.play.fault().is_some() {
            return;
        }
        if !is_open(&self.play, seat) {
            self.taken.remove(seat);
        }
    }
}
