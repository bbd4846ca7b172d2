//! A set of up to 256 small numbers as a bit mask: cards, slots, seats, words.

use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

const WORDS: usize = 4;

/// A set of numbers below 256. Iteration is in rising order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Bits([u64; WORDS]);

/// What can be a member of a set: it has a number of its own.
pub trait Member: Copy {
    fn number(self) -> u8;
    fn from_number(number: u8) -> Self;
}

impl Member for u8 {
    #[inline(always)]
    fn number(self) -> u8 {
        self
    }

    #[inline(always)]
    fn from_number(number: u8) -> u8 {
        number
    }
}

impl Member for super::Slot {
    #[inline(always)]
    fn number(self) -> u8 {
        super::Slot::number(self)
    }

    #[inline(always)]
    fn from_number(number: u8) -> super::Slot {
        super::Slot::from_number(number)
    }
}

impl Bits {
    pub const EMPTY: Bits = Bits([0; WORDS]);

    pub fn one(member: impl Member) -> Self {
        let mut bits = Bits::EMPTY;
        bits.insert(member);
        bits
    }

    /// All numbers below `end`.
    pub fn below(end: usize) -> Self {
        (0..end.min(256)).map(|n| n as u8).collect()
    }

    #[inline]
    pub fn insert(&mut self, member: impl Member) {
        let member = member.number();
        self.0[(member >> 6) as usize] |= 1 << (member & 63);
    }

    #[inline]
    pub fn remove(&mut self, member: impl Member) {
        let member = member.number();
        self.0[(member >> 6) as usize] &= !(1 << (member & 63));
    }

    #[inline]
    pub fn put(&mut self, member: impl Member, present: bool) {
        if present { self.insert(member) } else { self.remove(member) }
    }

    #[inline]
    pub fn contains(&self, member: impl Member) -> bool {
        let member = member.number();
        self.0[(member >> 6) as usize] >> (member & 63) & 1 == 1
    }

    #[inline]
    pub fn len(&self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    pub fn is_subset(&self, of: &Bits) -> bool {
        (*self - *of).is_empty()
    }

    #[inline]
    pub fn first(&self) -> Option<u8> {
        let mut at = 0;
        while at < WORDS {
            if self.0[at] != 0 {
                return Some((at * 64) as u8 + self.0[at].trailing_zeros() as u8);
            }
            at += 1;
        }
        None
    }

    /// The only member; `None` when there are more or none.
    #[inline]
    pub fn only(&self) -> Option<u8> {
        let first = self.first()?;
        (self.len() == 1).then_some(first)
    }

    #[inline]
    pub fn last(&self) -> Option<u8> {
        let word = (0..WORDS).rev().find(|&w| self.0[w] != 0)?;
        Some((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8)
    }

    /// The member that has exactly `n` smaller ones in the set.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<u8> {
        let (mut at, mut left) = (0, n);
        while at < WORDS {
            let mut word = self.0[at];
            let count = word.count_ones() as usize;
            if left < count {
                while left > 0 {
                    (word, left) = (word & (word - 1), left - 1);
                }
                return Some((at * 64) as u8 + word.trailing_zeros() as u8);
            }
            (at, left) = (at + 1, left - count);
        }
        None
    }

    #[inline]
    pub fn iter(&self) -> BitsIter {
        BitsIter { words: self.0, at: 0 }
    }

    /// The members as what they stand for.
    #[inline]
    pub fn of<M: Member>(&self) -> impl Iterator<Item = M> + use<M> {
        self.iter().map(M::from_number)
    }

    /// The members below 64.
    #[inline]
    pub fn low(&self) -> u64 {
        self.0[0]
    }

    /// The same, to be changed.
    #[inline]
    pub fn low_mut(&mut self) -> &mut u64 {
        &mut self.0[0]
    }

    /// A set of members below 64.
    #[inline]
    pub fn from_low(word: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = word;
        Bits(words)
    }

    #[inline]
    pub fn words(&self) -> [u64; WORDS] {
        self.0
    }

    #[inline]
    pub fn from_words(words: [u64; WORDS]) -> Self {
        Bits(words)
    }

    // Word by word, and not by an iterator over arrays: that would be calls wherever it is not
    // inlined across the parts that the crate is compiled in.
    #[inline(always)]
    fn zip(self, other: Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        let (Bits([a, b, c, d]), Bits([e, g, h, i])) = (self, other);
        Bits([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl<M: Member> FromIterator<M> for Bits {
    fn from_iter<T: IntoIterator<Item = M>>(members: T) -> Self {
        let mut bits = Bits::EMPTY;
        for member in members {
            bits.insert(member);
        }
        bits
    }
}

impl IntoIterator for Bits {
    type Item = u8;
    type IntoIter = BitsIter;
    fn into_iter(self) -> BitsIter {
        self.iter()
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for Bits {
    type Output = Bits;
    #[inline]
    fn sub(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for Bits {
    type Output = Bits;
    #[inline]
    fn not(self) -> Bits {
        let Bits([a, b, c, d]) = self;
        Bits([!a, !b, !c, !d])
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl SubAssign for Bits {
    #[inline]
    fn sub_assign(&mut self, other: Bits) {
        *self = *self - other;
    }
}

/// The members of a [`Bits`], rising.
#[derive(Clone, Debug)]
pub struct BitsIter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for BitsIter {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        while self.at < WORDS {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some((self.at * 64) as u8 + word.trailing_zeros() as u8);
            }
            self.at += 1;
        }
        None
    }
}
