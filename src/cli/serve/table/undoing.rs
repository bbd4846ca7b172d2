//! How choices are taken back: by agreement, or unheard while others still choose.

use super::{Table, Wanted};
use crate::cli::rehearsal::retracing::chosen_in_secret;
use crate::cli::serve::wire::{Refusal, Told};
use crate::game::{Entry, Play};
use crate::value::Seat;

impl Table {
    /// A seat wants to take back its last choice. What others have not been told of is taken back
    /// without their hearing of it; else all other people have to agree.
    pub(super) fn wants_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(entry) = chosen_in_secret(&self.play, seat) {
            self.takes_back_in_secret(seat, entry);
            return Ok(());
        }
        // Single options count, too: where the game stands then must not tell that there was no
        // choice.
        last_choice(&self.play, seat).ok_or(Refusal::NothingToUndo)?;
        match &self.wanted {
            Some(wanted) if wanted.by == seat => return Ok(()),
            Some(_) => return Err(Refusal::UndoPending),
            None => {}
        }
        let others = self.people.iter().zip(0..).filter(|(person, of)| **person && *of != seat);
        let left = others.fold(0, |left, (_, of): (_, Seat)| left | 1 << of);
        self.wanted = Some(Wanted { by: seat, left });
        self.agreed();
        Ok(())
    }

    pub(super) fn agrees(&mut self, seat: Seat, yes: bool) {
        let Some(wanted) = self.wanted.as_mut().filter(|w| w.left >> seat & 1 == 1) else { return };
        wanted.left &= !(1 << seat);
        if yes {
            return self.agreed();
        }
        self.wanted = None;
        let refused = Told::Refused(Refusal::NotAgreed);
        self.guests.retain_mut(|guest| guest.tell(&refused));
        self.show();
    }

    /// Takes the choice back if all have agreed.
    pub(super) fn agreed(&mut self) {
        let all = self.wanted.take_if(|wanted| wanted.left == 0);
        let entry = all.and_then(|wanted| last_choice(&self.play, wanted.by));
        let Some(entry) = entry else { return self.show() };
        self.play = self.play.retraced(entry, |_, _, _| {});
        self.record.goes_back();
        self.course += 1;
        self.halt = None;
        self.pace.forget();
        self.seat_bots();
        self.guests.iter_mut().for_each(|guest| guest.stands_anew(&self.play));
        self.goes_on();
    }

    /// Takes back what a seat has chosen while others still choose; what these have chosen stays.
    pub(super) fn takes_back_in_secret(&mut self, seat: Seat, entry: usize) {
        let behind = self.play.log()[entry..].iter().filter_map(|entry| match entry {
            Entry::Choice { seat: of, label, .. } if *of != seat => Some((*of, label.clone())),
            _ => None,
        });
        let mut play = self.play.retraced(entry, |_, _, _| {});
        for (of, label) in behind {
            let _ = play.apply_label(of, &label);
        }
        self.play = play;
        self.record.goes_back();
        self.goes_on();
    }
}

/// Where in the log the last choice of a seat stands.
fn last_choice(play: &Play, seat: Seat) -> Option<usize> {
    play.log().iter().rposition(|entry| entry.step().is_some_and(|(of, _)| of == seat))
}
