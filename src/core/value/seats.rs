//! Sets of seats.

use super::{Bits, Narrow, Seat, low_half};
use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// Some of the seats.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(transparent)]
#[serde(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Every seat that a game may have.
    pub const EVERY: SeatSet = SeatSet(u32::MAX);

    /// The set of one seat alone.
    #[inline]
    pub const fn of(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.number())
    }

    /// The first `count` seats.
    #[inline]
    pub const fn first(count: u8) -> SeatSet {
        SeatSet(match count {
            0 => 0,
            _ => u32::MAX >> (32 - count),
        })
    }

    /// The seats whose bits are set.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> SeatSet {
        SeatSet(bits)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.number() & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest seat of them.
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        self.iter().next()
    }

    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.number();
    }

    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.number());
    }

    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.number()))
    }

    /// The seats, the lowest first.
    #[inline]
    pub fn iter(self) -> Seats {
        Seats(self.0)
    }
}

/// The seats of a set, the lowest first.
#[derive(Clone, Debug)]
pub struct Seats(u32);

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (seat < u32::BITS).then(|| Seat::from_number(seat.to_u8()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Seats {}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;

    #[inline]
    fn into_iter(self) -> Seats {
        self.iter()
    }
}

impl FromIterator<Seat> for SeatSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, |all, seat| all | SeatSet::of(seat))
    }
}

/// Of a set of seats that was worked out by the rules.
impl From<Bits> for SeatSet {
    #[inline]
    fn from(seats: Bits) -> SeatSet {
        SeatSet(low_half(seats.low()))
    }
}

impl From<SeatSet> for Bits {
    #[inline]
    fn from(seats: SeatSet) -> Bits {
        let mut bits = Bits::EMPTY;
        *bits.low_mut() = seats.0.into();
        bits
    }
}

impl BitOr for SeatSet {
    type Output = SeatSet;

    #[inline]
    fn bitor(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}

impl BitOrAssign for SeatSet {
    #[inline]
    fn bitor_assign(&mut self, other: SeatSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for SeatSet {
    type Output = SeatSet;

    #[inline]
    fn bitand(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }
}

impl Sub for SeatSet {
    type Output = SeatSet;

    #[inline]
    fn sub(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_is_a_set() {
        let seat = Seat::new;
        let mut some: SeatSet = [31, 0, 5].map(seat).into_iter().collect();
        assert!(some.contains(seat(5)) && some.contains(seat(31)) && !some.contains(seat(4)));
        assert_eq!(some.iter().collect::<Vec<_>>(), [0, 5, 31].map(seat));
        assert_eq!((some.len(), some.iter().len(), some.lowest()), (3, 3, Some(seat(0))));
        some.remove(seat(0));
        some.insert(seat(2));
        assert_eq!(some.without(seat(31)), SeatSet::of(seat(2)) | SeatSet::of(seat(5)));
        assert_eq!(some & SeatSet::first(5), SeatSet::of(seat(2)));
        assert_eq!(some - SeatSet::first(5), SeatSet::of(seat(5)) | SeatSet::of(seat(31)));
        assert_eq!((SeatSet::first(0), SeatSet::first(32)), (SeatSet::EMPTY, SeatSet::EVERY));
        assert!(SeatSet::EMPTY.is_empty() && SeatSet::EMPTY.lowest().is_none());
    }
}
