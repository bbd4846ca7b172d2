//! What pages look at: the game as it stands or stood, with the eyes of a seat or all hands shown,
//! and what they ask about it.

use super::{Bench, MOST_GUESTS, MOST_TOLD};
use crate::cli::rehearsal::retracing::last_decision;
use crate::cli::rehearsal::why::Sight;
use crate::cli::serve::bench::guest::Guest;
use crate::cli::serve::bench::looks;
use crate::cli::serve::bench::wire::{Chosen, Standing, Told};
use crate::cli::serve::wire::{Farewell, Refusal, SeatNumber};
use crate::cli::setup::settings::SeatKind;
use crate::game::{Entry, Eyes, Play};
use crate::value::{Seat, SeatSet};
use crate::view::{self, Looking, Narration, Past, View};

impl Bench {
    pub(super) fn comes(&mut self, mut guest: Guest) {
        if self.guests.len() >= MOST_GUESTS {
            guest.dismiss(Farewell::Full);
            return;
        }
        let language = guest.language;
        guest.tell(&self.settings(language));
        guest.tell(&Told::News(self.news.get(language)));
        self.guests.push(guest);
        self.show();
    }

    pub(super) fn tell(&mut self, id: u64, told: &Told<'_>) {
        self.guests.retain_mut(|guest| guest.id != id || guest.tell(told));
    }

    /// Shows all pages what they look at.
    pub(super) fn show(&mut self) {
        let mut guests = std::mem::take(&mut self.guests);
        guests.retain_mut(|guest| self.show_to(guest));
        self.guests = guests;
    }

    pub(super) fn show_to(&self, guest: &mut Guest) -> bool {
        let stops = self.stops();
        let last = stops.len() - 1;
        let at = guest.at.map_or(last, |at| at.min(last));
        let live = at == last;
        let past;
        let play = if live {
            &self.play
        } else {
            past = self.play.retraced(stops[at], |_, _| {});
            &past
        };
        let asked: Vec<Seat> = if live { self.asked() } else { Vec::new() };
        let near = guest.eyes.unwrap_or(match asked.first() {
            Some(first) if !asked.contains(&guest.from) => *first,
            _ => guest.from,
        });
        guest.from = near;
        let lexicon = self.messages.get(guest.language).lexicon();
        let (eyes, narration) = (Eyes::Seat(near), Narration::Live);
        let view = View::of(&Looking { play, lexicon, eyes, past: &Past::default(), narration });
        let mut view = match guest.eyes {
            Some(_) => view,
            None => view.revealed(play, lexicon),
        };
        let before = view.story.len().saturating_sub(MOST_TOLD);
        view.story.drain(..before);
        let asks = asked.contains(&near) && self.halt.is_none();
        if !asks {
            view.menu = None;
        }
        let decision = self.bots.decision(&self.play, near).filter(|_| asks);
        let chosen = at.checked_sub(1).and_then(|before| self.chosen(stops[before], lexicon));
        guest.show(&Told::Bench(Box::new(Standing {
            at,
            of: last,
            live,
            eyes: guest.eyes.map(|seat| seat.shown()),
            from: near.shown(),
            seats: &self.names,
            asked: asked.iter().map(|seat| seat.shown()).collect(),
            decision,
            undo: last_decision(&self.play, self.people()).is_some(),
            redo: !self.undone.is_empty(),
            chosen,
            halt: self.halt.filter(|_| live),
            fault: view::fault(&self.play, lexicon).filter(|_| live),
            watched: self.watched,
            view: &view,
        })))
    }

    pub(super) fn chosen(&self, entry: usize, lexicon: &view::Lexicon) -> Option<Chosen> {
        let (seat, step) = self.play.log().get(entry)?.step()?;
        let text = view::chosen(self.play.game().program(), lexicon, seat, step);
        Some(Chosen { seat: seat.shown(), text })
    }

    /// The seats that have to choose now, and for which no bot does.
    pub(super) fn asked(&self) -> Vec<Seat> {
        let mut pending = self.play.pending();
        pending.retain(|seat| self.is_person(*seat));
        pending
    }

    pub(super) fn is_person(&self, seat: Seat) -> bool {
        self.kinds.get(seat.index()) == Some(&SeatKind::Human)
    }

    /// The seats for which no bot chooses.
    pub(super) fn people(&self) -> SeatSet {
        let seats = (0..self.kinds.len()).map(Seat::new);
        seats.filter(|seat| self.is_person(*seat)).collect()
    }

    /// Where in the log one can stand: before each choice, and at the end.
    pub(super) fn stops(&self) -> Vec<usize> {
        let log = self.play.log();
        let choice = |(i, entry): (usize, &Entry)| entry.chooser().map(|_| i);
        log.iter().enumerate().filter_map(choice).chain([log.len()]).collect()
    }

    /// The game as it stood at a stop.
    pub(super) fn stood(&self, stop: usize) -> Play {
        let stops = self.stops();
        self.play.retraced(stops[stop.min(stops.len() - 1)], |_, _| {})
    }

    pub(super) fn look(
        &mut self,
        id: u64,
        (eyes, from, at): (Option<SeatNumber>, Option<SeatNumber>, Option<usize>),
    ) -> Result<(), Refusal> {
        let seat = |number| self.seat_of(number);
        let (eyes, from) = (eyes.map(seat).transpose()?, from.map(seat).transpose()?);
        let last = self.stops().len() - 1;
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.id == id) {
            guest.eyes = eyes;
            guest.from = from.unwrap_or(guest.from);
            guest.at = at.filter(|at| *at < last);
        }
        self.show();
        Ok(())
    }

    pub(super) fn why(&mut self, id: u64, seat: Seat, answer: &str) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let stops = self.stops();
        let play = guest.at.map(|at| self.stood(at.min(stops.len() - 1)));
        let messages = self.messages.get(guest.language);
        let play = play.as_ref().unwrap_or(&self.play);
        let sight = Sight::of(self.record.about().rehearsal, self.watched, self.people().len());
        let told = Told::Why(looks::why(play, messages, seat, answer, sight));
        self.tell(id, &told);
    }

    pub(super) fn explain(&mut self, id: u64) {
        let Some(guest) = self.guests.iter().find(|guest| guest.id == id) else { return };
        let stops = self.stops();
        let at = guest.at.unwrap_or(stops.len() - 1).min(stops.len() - 1);
        let lexicon = self.messages.get(guest.language).lexicon();
        let since = |from: usize| looks::explained(&self.play, lexicon, from..stops[at]);
        // Of several choices that are made at the same time the last one brings all about.
        let told = stops[..at].iter().rev().map(|from| since(*from));
        let told =
            told.take(self.kinds.len()).find(|told| told.iter().any(|one| one.place.is_some()));
        let told = told.unwrap_or_else(|| since(0));
        self.tell(id, &Told::Explained(told));
    }
}
