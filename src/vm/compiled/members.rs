//! Sets while terms are worked out: one word where all that a game has fits into 64 numbers, else
//! the whole mask.

use crate::value::{Bits, NONE, Narrow};

/// A set of small numbers, of one width or another.
pub trait Members: Copy + PartialEq + Send + Sync + 'static {
    const EMPTY: Self;

    /// The members that this width has room for: all, in a game for which it was chosen.
    fn of(bits: &Bits) -> Self;
    fn bits(self) -> Bits;
    /// The set of one member; `None` when there is no room for it.
    fn one(member: u8) -> Option<Self>;
    fn count(self) -> usize;
    fn first(self) -> Option<u8>;
    fn take_first(&mut self) -> Option<u8>;
    fn contains(self, member: u8) -> bool;
    fn remove(&mut self, member: u8);
    /// Adds a number that this width has room for.
    fn add(&mut self, member: u8);
    fn union(self, other: Self) -> Self;
    fn both(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there is exactly one member.
    #[inline]
    fn is_single(self) -> bool {
        self.only() != NONE
    }

    /// The only member, else none.
    #[inline]
    fn only(self) -> i32 {
        let mut rest = self;
        match rest.take_first() {
            Some(only) if rest.is_empty() => i32::from(only),
            Some(_) | None => NONE,
        }
    }

    /// Whether a scalar is a member; none is not.
    #[inline]
    fn has(self, value: i32) -> bool {
        u8::try_from(value).is_ok_and(|member| self.contains(member))
    }
}

impl Members for u64 {
    const EMPTY: u64 = 0;

    #[inline]
    fn is_single(self) -> bool {
        self.is_power_of_two()
    }

    #[inline]
    fn only(self) -> i32 {
        if self.is_power_of_two() { self.trailing_zeros().cast_signed() } else { NONE }
    }

    #[inline]
    fn of(bits: &Bits) -> u64 {
        bits.low()
    }

    #[inline]
    fn bits(self) -> Bits {
        Bits::from_low(self)
    }

    #[inline]
    fn one(member: u8) -> Option<u64> {
        1u64.checked_shl(u32::from(member))
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones().to_usize()
    }

    #[inline]
    fn first(self) -> Option<u8> {
        (self != 0).then(|| self.trailing_zeros().to_u8())
    }

    #[inline]
    fn take_first(&mut self) -> Option<u8> {
        let first = self.first()?;
        *self &= *self - 1;
        Some(first)
    }

    #[inline]
    fn contains(self, member: u8) -> bool {
        member < 64 && self >> member & 1 == 1
    }

    #[inline]
    fn remove(&mut self, member: u8) {
        *self &= !1u64.checked_shl(u32::from(member)).unwrap_or(0);
    }

    #[inline]
    fn add(&mut self, member: u8) {
        *self |= 1 << (member & 63);
    }

    #[inline]
    fn union(self, other: u64) -> u64 {
        self | other
    }

    #[inline]
    fn both(self, other: u64) -> u64 {
        self & other
    }

    #[inline]
    fn minus(self, other: u64) -> u64 {
        self & !other
    }
}

impl Members for Bits {
    const EMPTY: Bits = Bits::EMPTY;

    #[inline]
    fn of(bits: &Bits) -> Bits {
        *bits
    }

    #[inline]
    fn bits(self) -> Bits {
        self
    }

    #[inline]
    fn one(member: u8) -> Option<Bits> {
        Some(Bits::one(member))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }

    #[inline]
    fn first(self) -> Option<u8> {
        Bits::first(&self)
    }

    #[inline]
    fn take_first(&mut self) -> Option<u8> {
        let first = Bits::first(self)?;
        self.remove(first);
        Some(first)
    }

    #[inline]
    fn contains(self, member: u8) -> bool {
        Bits::contains(&self, member)
    }

    #[inline]
    fn remove(&mut self, member: u8) {
        Bits::remove(self, member);
    }

    #[inline]
    fn add(&mut self, member: u8) {
        self.insert(member);
    }

    #[inline]
    fn union(self, other: Bits) -> Bits {
        self | other
    }

    #[inline]
    fn both(self, other: Bits) -> Bits {
        self & other
    }

    #[inline]
    fn minus(self, other: Bits) -> Bits {
        self - other
    }
}
