//! Who acts, where that is known: what is said of `me` is then at a known place. Steps are made
//! once for nobody and once for each seat, and whatever lets another seat act goes on with the
//! steps of that one.

use super::steps::Step;
use crate::program::Program;
use crate::program::code::Pc;
use crate::value::{NONE, Narrow, Seat};
use crate::vm::eval::Eval;

/// Whom closures are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acting {
    /// Whoever it is: `me` is asked each time.
    Anyone,
    Nobody,
    Seat(Seat),
}

/// Of games with more seats, steps are made for anyone alone.
pub(super) const MOST_SEATS: usize = 6;

impl Acting {
    /// All for whom steps are made, in the order of their tables.
    pub fn all(program: &Program) -> Vec<Acting> {
        match program.seats {
            seats if usize::from(seats) <= MOST_SEATS => {
                std::iter::once(Acting::Nobody).chain((0..seats).map(Acting::Seat)).collect()
            }
            _ => vec![Acting::Anyone],
        }
    }

    /// The value of `me`, where it is known.
    pub fn me(self) -> Option<i32> {
        match self {
            Acting::Anyone => None,
            Acting::Nobody => Some(NONE),
            Acting::Seat(seat) => Some(seat.into()),
        }
    }

    /// The place among all that closures can be made for.
    pub fn index(self) -> usize {
        match self {
            Acting::Anyone => 0,
            Acting::Nobody => 1,
            Acting::Seat(seat) => 2 + usize::from(seat),
        }
    }
}

/// The table of whoever acts, in the order of [`Acting::all`]; of one table alone, that one.
#[inline(always)]
pub(super) fn of_actor<T>(tables: &[T], me: i32) -> Option<&T> {
    // Nobody is the smallest of all numbers.
    tables.get(me.wrapping_add(1).max(0).to_usize()).or(tables.first())
}

/// Steps with which one and the same place in the code goes on, by who acts.
pub(super) struct ByActor(pub Box<[Step]>);

impl ByActor {
    /// The step for whoever acts, where that is known.
    pub fn of(&self, me: i32) -> Option<&Step> {
        of_actor(&self.0, me)
    }

    #[inline(always)]
    pub fn call(&self, e: &mut Eval<'_>) -> Pc {
        match of_actor(&self.0, e.me) {
            Some(step) => step.call(e),
            None => unreachable!("steps are made for one at least"),
        }
    }
}
