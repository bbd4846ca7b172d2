//! The small vocabulary of values: sets of members, scalars that may be none, seats, cards and
//! slots by number.

mod bits;
mod narrow;
mod seats;

use crate::tabletop::ids::ids;

pub use bits::{Bits, BitsIter, Member};
pub use narrow::{Fraction, Narrow};
pub(crate) use narrow::{halves, high_half, low_half, of_halves};
pub use seats::{SeatSet, Seats};

/// A scalar that is none. Every scalar (a number, a card, a slot, a player, a word of a list) is
/// one `i32`; none is this one.
pub const NONE: i32 = i32::MIN;

/// What was worked out, where it is a number: `None` beyond 32 bits, and for the one that means
/// [`NONE`].
#[inline]
pub(crate) fn number(result: Option<i32>) -> Option<i32> {
    result.filter(|&number| number != NONE)
}

/// The quotient of two numbers, rounded down; `None` where there is none, or it is no number.
#[inline]
pub(crate) fn floor_divide(a: i32, b: i32) -> Option<i32> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// What a division that rounds down leaves over: it has the sign of the divisor.
#[inline]
pub(crate) fn floor_remainder(a: i32, b: i32) -> Option<i32> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// A number with another added to it, which begins at nothing where there is none yet; `None` where
/// the sum is no number.
#[inline]
pub(crate) fn added(old: i32, value: i32) -> Option<i32> {
    if old == NONE { Some(value) } else { number(old.checked_add(value)) }
}

ids! {
    /// A card, by its place in the program's list of cards.
    pub Card(u16);
    /// A slot, by its number in the program's list of slots.
    pub Slot(u16);
    /// A seat, by its place round the table, from 0. People count from 1: [`Seat::shown`].
    pub Seat(u8);
    /// A team, from 0; a seat that is in none is a team of its own. People count from 1:
    /// [`TeamId::shown`].
    pub TeamId(u8);
}

/// A link that leads nowhere: no card above, no card below.
pub(crate) const NOTHING: u16 = u16::MAX;

/// What people count from 1, and programs from 0.
macro_rules! counted {
    ($($name:ident)*) => {
        $(impl $name {
            /// The first one.
            pub const FIRST: $name = $name(0);

            /// The first `count` of them, in order.
            #[inline(always)]
            pub fn all(
                count: u8,
            ) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..count).map($name)
            }

            /// The number by which people speak of it, from 1.
            #[inline(always)]
            pub const fn shown(self) -> u8 {
                self.0.saturating_add(1)
            }

            /// The one of which people speak by this number; `None` for 0.
            #[inline(always)]
            pub const fn from_shown(number: u8) -> Option<$name> {
                match number.checked_sub(1) {
                    Some(number) => Some($name(number)),
                    None => None,
                }
            }
        })*
    };
}

counted!(Seat TeamId);

impl Slot {
    /// No slot: where a link leads nowhere.
    pub(crate) const NOWHERE: Slot = Slot::from_number(NOTHING);

    /// The slot that comes so many behind this one.
    #[inline(always)]
    pub(crate) const fn behind(self, count: u16) -> Slot {
        Slot::from_number(self.number() + count)
    }

    /// The `count` slots that follow each other from this one on.
    #[inline]
    pub(crate) fn run(self, count: u16) -> impl Iterator<Item = Slot> + Clone {
        let first = self.number();
        (first..first.saturating_add(count)).map(Slot::from_number)
    }
}

/// A few numbers, in order: a tuple, a bag of words, the values of a set's members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Values {
    len: u8,
    items: [i32; Values::CAPACITY],
}

impl Values {
    pub(crate) const CAPACITY: usize = 64;

    pub(crate) const fn new() -> Self {
        Values { len: 0, items: [0; Values::CAPACITY] }
    }

    pub(crate) fn one(value: i32) -> Self {
        let mut values = Values::new();
        values.extend([value]);
        values
    }

    /// Adds one; false when there is no room.
    #[must_use]
    pub(crate) fn push(&mut self, value: i32) -> bool {
        let Some(item) = self.items.get_mut(usize::from(self.len)) else { return false };
        *item = value;
        self.len += 1;
        true
    }

    pub(crate) fn as_slice(&self) -> &[i32] {
        &self.items[..usize::from(self.len)]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [i32] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl Default for Values {
    fn default() -> Self {
        Values::new()
    }
}

impl Extend<i32> for Values {
    /// Values beyond the capacity are dropped.
    fn extend<T: IntoIterator<Item = i32>>(&mut self, values: T) {
        for value in values {
            let _ = self.push(value);
        }
    }
}
