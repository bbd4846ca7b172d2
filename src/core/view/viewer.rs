//! Who is told of things, and what it was asked about them: whoever else would have given the same
//! answers is told the same.

use crate::game::Eyes;
use crate::value::{Seat, SeatSet};
use std::cell::Cell;

/// Who is told of things.
#[derive(Clone, Copy)]
pub(crate) struct Viewer<'a> {
    /// Who is "you".
    seat: Option<Seat>,
    /// The seats whose eyes are used: what is told has been seen by all of them. None:
    /// everything is told.
    eyes: SeatSet,
    asked: Option<&'a Asked>,
}

/// What was asked about a viewer that is one seat.
#[derive(Clone)]
pub(crate) struct Asked {
    /// The seats of which it was asked whether they are the viewer.
    seats: Cell<SeatSet>,
    /// The seats that saw all that the viewer was found to have seen.
    seen: Cell<SeatSet>,
    /// The seats that saw something that the viewer was found not to have seen.
    unseen: Cell<SeatSet>,
}

impl Viewer<'_> {
    pub(crate) fn of(eyes: Eyes) -> Viewer<'static> {
        let (seat, eyes) = match eyes {
            Eyes::Seat(seat) => (Some(seat), SeatSet::of(seat)),
            Eyes::Together(eyes) => (None, eyes),
            Eyes::All => (None, SeatSet::EMPTY),
        };
        Viewer { seat, eyes, asked: None }
    }

    /// This viewer, taking note of what it is asked.
    pub(crate) fn noting(self, asked: &Asked) -> Viewer<'_> {
        Viewer { asked: Some(asked), ..self }
    }

    /// The one seat that looks.
    pub(crate) fn seat(self) -> Option<Seat> {
        self.seat
    }

    /// Whether this seat is "you".
    pub(crate) fn is(self, seat: Seat) -> bool {
        if let Some(asked) = self.asked {
            asked.seats.set(asked.seats.get() | SeatSet::of(seat));
        }
        self.seat == Some(seat)
    }

    /// Whether somebody is "you", as for any seat that looks alone.
    pub(crate) fn is_somebody(self) -> bool {
        self.seat.is_some()
    }

    /// Whether everything is told, as for no seat that looks alone.
    pub(crate) fn sees_everything(self) -> bool {
        self.eyes.is_empty()
    }

    /// Whether what these seats saw may be told.
    pub(crate) fn sees(self, seen_by: SeatSet) -> bool {
        let sees = seen_by & self.eyes == self.eyes;
        match self.asked {
            Some(asked) if sees => asked.seen.set(asked.seen.get() & seen_by),
            Some(asked) => asked.unseen.set(asked.unseen.get() | seen_by),
            None => {}
        }
        sees
    }
}

impl Asked {
    /// Nothing that a viewer has been asked yet.
    pub(crate) fn nothing() -> Asked {
        Asked { seats: Cell::default(), seen: Cell::new(SeatSet::EVERY), unseen: Cell::default() }
    }

    /// Whether `one` seat, which was asked, has given the answers of the `other` one, too.
    pub(crate) fn is_same(&self, one: Seat, other: Seat) -> bool {
        let has = |seats: &Cell<SeatSet>, seat: Seat| seats.get().contains(seat);
        let is_named = has(&self.seats, one) || has(&self.seats, other);
        one == other || !is_named && has(&self.seen, other) && !has(&self.unseen, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_answers_otherwise_is_told_otherwise() {
        let [me, other, third, fourth] = [0, 1, 2, 3].map(Seat::new);
        let (asked, viewer) = (Asked::nothing(), Viewer::of(Eyes::Seat(me)));
        assert!(
            viewer.noting(&asked).sees(SeatSet::first(3))
                && !viewer.noting(&asked).sees(SeatSet::of(third))
        );
        assert!(asked.is_same(me, me) && asked.is_same(me, other));
        // It has seen what was not seen; it has not seen what was.
        assert!(!asked.is_same(me, third) && !asked.is_same(me, fourth));
        assert!(!viewer.noting(&asked).is(other));
        assert!(!asked.is_same(me, other));
    }

    #[test]
    fn nobody_is_told_what_you_did() {
        let [me, other] = [0, 1].map(Seat::new);
        let asked = Asked::nothing();
        assert!(Viewer::of(Eyes::Seat(me)).noting(&asked).is(me));
        assert!(asked.is_same(me, me) && !asked.is_same(me, other));
    }
}
