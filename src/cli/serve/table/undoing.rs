//! How choices are taken back: by agreement, or unheard while others still choose.

use super::dozing::awake;
use super::{Table, Wanted};
use crate::cli::rehearsal::retracing::{are_choosing, chosen_in_secret};
use crate::cli::serve::guest::Spot;
use crate::cli::serve::house::Due;
use crate::cli::serve::wire::{Refusal, Told};
use crate::game::Entry;
use crate::value::{Seat, SeatSet};
use std::time::Instant;

impl Table {
    /// A seat wants to take back its last choice. As long as it is one of several that choose at
    /// the same time, nobody else hears of that, whether it has chosen, has still to, or had no
    /// choice; else all other people who are there have to agree.
    pub(super) fn wants_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(entry) = chosen_in_secret(&self.play, seat) {
            self.takes_back_in_secret(seat, entry);
            return Ok(());
        }
        let entry = self.last_choice(seat).ok_or(Refusal::NothingToUndo)?;
        if are_choosing(&self.play, seat) {
            return Err(Refusal::UndoLater);
        }
        match &self.wanted {
            Some(wanted) if wanted.by == seat => {}
            Some(_) => return Err(Refusal::UndoPending),
            None => {
                let asked = |of: &Seat| *of != seat && self.is_there(*of);
                let people =
                    self.people.iter().zip((0..).map(Seat::new)).filter(|(person, _)| **person);
                let others = people.map(|(_, of)| of).filter(asked);
                let left = others.collect();
                self.wanted = Some(Wanted { by: seat, entry, left });
            }
        }
        self.agreed();
        Ok(())
    }

    pub(super) fn agrees(&mut self, seat: Seat, yes: bool) {
        let Some(wanted) = self.wanted.as_mut().filter(|w| w.left.contains(seat)) else { return };
        wanted.left.remove(seat);
        if yes {
            return self.agreed();
        }
        self.wanted = None;
        let refused = Told::Refused(Refusal::NotAgreed);
        self.guests.retain_mut(|guest| guest.tell(&refused));
        self.show();
    }

    /// A seat has made a choice instead of answering: that is its answer. One that others did not
    /// hear of when it was made is none.
    pub(super) fn chose_on(&mut self, seat: Seat) {
        let Some(Wanted { by, .. }) = self.wanted.take() else { return };
        if by != seat {
            self.refuse(by, Refusal::NotAgreed);
        }
    }

    fn refuse(&mut self, seat: Seat, refusal: Refusal) {
        let refused = Told::Refused(refusal);
        self.guests.retain_mut(|guest| guest.spot != Spot::Seat(seat) || guest.tell(&refused));
    }

    /// When all who were asked and have not answered are gone, if none of them is there.
    pub(super) fn settles_at(&self) -> Option<(Instant, Due)> {
        let left = self.wanted.as_ref()?.left;
        let gone: Option<Vec<Instant>> = left.iter().map(|of| self.waits.gone(of)).collect();
        gone?.into_iter().max().map(|at| (at, Due::Settles))
    }

    /// Some of those who were asked are not waited for any longer.
    pub(super) fn has_no_say(&mut self, who: impl Fn(&Table, Seat) -> bool) {
        let Some(left) = self.wanted.as_ref().map(|wanted| wanted.left) else {
            return self.show();
        };
        let left = left.iter().filter(|&of| !who(self, of)).collect();
        self.wanted.iter_mut().for_each(|wanted| wanted.left = left);
        self.agreed();
    }

    /// Takes the choice back if all have agreed who were asked and have not left. The game may have
    /// gone on by itself to where several choose at the same time: then it is too late, as what
    /// they choose unseen would be taken back, too.
    pub(super) fn agreed(&mut self) {
        let wanted = self.wanted.take_if(|wanted| wanted.left == SeatSet::EMPTY);
        let Some(Wanted { by, entry, .. }) = wanted else { return self.show() };
        if are_choosing(&self.play, by) {
            self.refuse(by, Refusal::UndoLater);
            return self.show();
        }
        let play = self.play.retraced(entry, |_, _| {});
        if self.people.iter().filter(|person| **person).count() > 1 {
            self.house.takes_back(by);
            self.house_has_changed();
        }
        self.record.goes_back(&self.play);
        self.play = awake(play);
        self.halt = None;
        self.bots.begin_anew(&self.play, &self.kinds);
        self.guests.iter_mut().for_each(|guest| guest.stands_anew(&self.play));
        self.goes_on();
    }

    /// Where in the log the last choice of a seat stands. Single options count, too: where the game
    /// stands before must not tell that there was no choice. But those that would be taken again
    /// unasked, so that all came to what it is, are no place to go back to.
    fn last_choice(&self, seat: Seat) -> Option<usize> {
        let log = self.play.log();
        let own = |entry: &Entry| entry.step().is_some_and(|(of, _)| of == seat);
        let mut entries = (0..log.len()).rev().filter(|&entry| own(&log[entry]));
        entries.find(|&entry| self.play.retraced(entry, |_, _| {}).log().len() < log.len())
    }

    /// Takes back what a seat has chosen while others still choose; what these have chosen stays.
    pub(super) fn takes_back_in_secret(&mut self, seat: Seat, entry: usize) {
        let mut play = self.play.retraced(entry, |_, _| {});
        for made in &self.play.log()[entry..] {
            if let (Some(of), Some(label)) = (made.chooser(), self.play.label(made))
                && of != seat
            {
                let _ = play.apply_label(of, &label);
            }
        }
        let asked = self.play.pending();
        for of in play.pending() {
            if of != seat && play.is_forced(of) && !asked.contains(&of) {
                let _ = play.apply(of, 0);
            }
        }
        self.record.goes_back(&self.play);
        self.play = awake(play);
        self.goes_on();
    }
}
