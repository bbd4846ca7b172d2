//! Who acts, where that is known: what is said of `me` is then at a known place. Closures of scores
//! are made once for each seat.

use crate::value::Seat;

/// Whom closures are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acting {
    /// Whoever it is: `me` is asked each time.
    Anyone,
    Seat(Seat),
}

/// Of games with more seats, closures are made for anyone alone.
pub(super) const MOST_SEATS: usize = 6;

impl Acting {
    /// The value of `me`, where it is known.
    pub fn me(self) -> Option<i32> {
        match self {
            Acting::Anyone => None,
            Acting::Seat(seat) => Some(seat.into()),
        }
    }

    /// The place among all that closures can be made for.
    pub fn index(self) -> usize {
        match self {
            Acting::Anyone => 0,
            Acting::Seat(seat) => 1 + usize::from(seat),
        }
    }
}
