//! A set of small numbers as a bit mask: cards, slots, seats, words.
//!
//! Nearly all games have at most [`Bits::NEAR`] of each, and their sets are four words. A set that
//! has a member beyond keeps further words elsewhere: games with many cards pay for it, and no
//! others.

use super::{Card, Narrow, Seat, Slot};
use crate::tabletop::ids::OwnerId;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Words of the members that every set has room for.
const WORDS: usize = 4;

/// Words of the members beyond them.
const MORE: usize = 60;

/// A set of numbers below [`Bits::ROOM`]. Iteration is in rising order.
///
/// Two sets with the same members are the same value: `far` is there exactly where a member is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(C)]
pub struct Bits {
    near: [u64; WORDS],
    far: Option<Box<Far>>,
}

/// The members from [`Bits::NEAR`] on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Far(#[serde(with = "BigArray")] [u64; MORE]);

/// What can be a member of a set: it has a number of its own.
pub trait Member: Copy {
    fn number(self) -> u16;
    /// What has this number, which a member of a set of such members had.
    fn from_number(number: u16) -> Self;
}

impl Member for u16 {
    #[inline(always)]
    fn number(self) -> u16 {
        self
    }

    #[inline(always)]
    fn from_number(number: u16) -> u16 {
        number
    }
}

impl Member for u8 {
    #[inline(always)]
    fn number(self) -> u16 {
        self.into()
    }

    #[inline(always)]
    fn from_number(number: u16) -> u8 {
        super::Narrow::to_u8(number)
    }
}

macro_rules! members {
    ($($name:ident $narrowed:ident),*) => {
        $(impl Member for $name {
            #[inline(always)]
            fn number(self) -> u16 {
                $name::number(self).into()
            }

            #[inline(always)]
            fn from_number(number: u16) -> $name {
                $name::from_number(number.$narrowed())
            }
        })*
    };
}

members!(Seat to_u8, OwnerId to_u8, Card to_u16, Slot to_u16);

impl Far {
    const EMPTY: Far = Far([0; MORE]);

    fn is_empty(&self) -> bool {
        self.0 == Far::EMPTY.0
    }
}

impl Bits {
    /// Members below this number cost no memory of their own.
    pub(crate) const NEAR: usize = 64 * WORDS;

    /// All members are below this number.
    pub(crate) const ROOM: usize = 64 * (WORDS + MORE);

    pub const EMPTY: Bits = Bits { near: [0; WORDS], far: None };

    #[inline(always)]
    pub(crate) fn one(member: impl Member) -> Self {
        let member = member.number();
        let (word, bit) = (usize::from(member >> 6), 1 << (member & 63));
        if word >= WORDS {
            return Bits::far_one(member);
        }
        // In registers: what was written in parts and is then read as a whole is waited for.
        let near = |at: usize| if word == at { bit } else { 0 };
        Bits::from_near([near(0), near(1), near(2), near(3)])
    }

    #[cold]
    fn far_one(member: u16) -> Self {
        let mut bits = Bits::EMPTY;
        bits.insert_far(member);
        bits
    }

    /// All numbers below `end`.
    pub(crate) fn below(end: usize) -> Self {
        Bits::run(0, end.min(Bits::ROOM) as u16)
    }

    /// The `count` numbers that follow each other from `first` on.
    #[inline]
    pub(crate) fn run(first: u16, count: u16) -> Self {
        let end = first + count;
        if usize::from(end) > Bits::NEAR {
            return (first..end).collect();
        }
        let below = |end: u16, at: u16| match end.saturating_sub(64 * at) {
            0 => 0,
            bits @ 1..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let word = |at| below(end, at) & !below(first, at);
        Bits::from_near([word(0), word(1), word(2), word(3)])
    }

    /// The members from 64 times `at` on, 64 of them.
    #[inline(always)]
    pub(crate) fn word(&self, at: usize) -> u64 {
        match self.near.get(at) {
            Some(&word) => word,
            None => self.far_word(at - WORDS),
        }
    }

    #[cold]
    fn far_word(&self, at: usize) -> u64 {
        self.far.as_ref().and_then(|far| far.0.get(at)).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub fn insert(&mut self, member: impl Member) {
        let member = member.number();
        match self.near.get_mut(usize::from(member >> 6)) {
            Some(word) => *word |= 1 << (member & 63),
            None => self.insert_far(member),
        }
    }

    /// The rest of what is gathered, from the first member on that lies beyond the near ones.
    #[cold]
    fn reaching_far(near: [u64; WORDS], first: u16, others: impl Iterator<Item = u16>) -> Self {
        let mut bits = Bits::from_near(near);
        bits.insert_far(first);
        others.for_each(|member| bits.insert(member));
        bits
    }

    #[cold]
    fn insert_far(&mut self, member: u16) {
        debug_assert!(usize::from(member) < Bits::ROOM, "{member} is no member of any set");
        let far = self.far.get_or_insert_with(|| Box::new(Far::EMPTY));
        if let Some(word) = far.0.get_mut(usize::from(member >> 6) - WORDS) {
            *word |= 1 << (member & 63);
        }
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, member: impl Member) {
        let member = member.number();
        match self.near.get_mut(usize::from(member >> 6)) {
            Some(word) => *word &= !(1 << (member & 63)),
            None => self.remove_far(member),
        }
    }

    #[cold]
    fn remove_far(&mut self, member: u16) {
        if let Some(far) = &mut self.far
            && let Some(word) = far.0.get_mut(usize::from(member >> 6) - WORDS)
        {
            *word &= !(1 << (member & 63));
            self.far.take_if(|far| far.is_empty());
        }
    }

    #[inline]
    pub fn put(&mut self, member: impl Member, present: bool) {
        if present { self.insert(member) } else { self.remove(member) }
    }

    #[inline(always)]
    pub fn contains(&self, member: impl Member) -> bool {
        let member = member.number();
        self.word(usize::from(member >> 6)) >> (member & 63) & 1 == 1
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        let [a, b, c, d] = self.near;
        let near = a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones();
        let far =
            self.far.as_ref().map_or(0, |far| far.0.iter().map(|word| word.count_ones()).sum());
        (near + far) as usize
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.near == [0; WORDS] && self.far.is_none()
    }

    #[inline(always)]
    pub(crate) fn is_subset(&self, of: &Bits) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.near, of.near);
        let beyond = a & !e | b & !f | c & !g | d & !h;
        beyond == 0
            && self
                .far
                .as_ref()
                .is_none_or(|far| (0..MORE).all(|at| far.0[at] & !of.far_word(at) == 0))
    }

    /// Whether two sets have a member in common.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Bits) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.near, other.near);
        a & e | b & f | c & g | d & h != 0
            || self
                .far
                .as_ref()
                .is_some_and(|far| (0..MORE).any(|at| far.0[at] & other.far_word(at) != 0))
    }

    /// How many words may hold members.
    #[inline]
    fn reach(&self) -> usize {
        if self.far.is_some() { WORDS + MORE } else { WORDS }
    }

    #[inline(always)]
    pub(crate) fn first(&self) -> Option<u16> {
        let mut at = 0;
        while at < self.reach() {
            let word = self.word(at);
            if word != 0 {
                return Some(number(at, word.trailing_zeros()));
            }
            at += 1;
        }
        None
    }

    /// The first member as what it stands for.
    #[inline(always)]
    pub(crate) fn first_of<M: Member>(&self) -> Option<M> {
        self.first().map(M::from_number)
    }

    /// The only member; `None` when there are more or none.
    #[inline(always)]
    pub(crate) fn only(&self) -> Option<u16> {
        let first = self.first()?;
        (self.len() == 1).then_some(first)
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<u16> {
        let at = (0..self.reach()).rev().find(|&at| self.word(at) != 0)?;
        Some(number(at, 63 - self.word(at).leading_zeros()))
    }

    /// The member that has exactly `n` smaller ones in the set.
    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Option<u16> {
        let (mut at, mut left) = (0, n);
        while at < self.reach() {
            let mut word = self.word(at);
            let count = word.count_ones() as usize;
            if left < count {
                while left > 0 {
                    (word, left) = (word & (word - 1), left - 1);
                }
                return Some(number(at, word.trailing_zeros()));
            }
            (at, left) = (at + 1, left - count);
        }
        None
    }

    #[inline(always)]
    pub fn iter(&self) -> BitsIter {
        BitsIter { left: self.clone(), at: 0 }
    }

    /// The members as what they stand for.
    #[inline]
    pub fn of<M: Member>(&self) -> impl Iterator<Item = M> + use<M> {
        self.iter().map(M::from_number)
    }

    /// The members below 64.
    #[inline]
    pub(crate) fn low(&self) -> u64 {
        self.near[0]
    }

    /// The members below 64, to be changed.
    #[inline]
    pub(crate) fn low_mut(&mut self) -> &mut u64 {
        &mut self.near[0]
    }

    /// A set of members below 64.
    #[inline(always)]
    pub(crate) fn from_low(word: u64) -> Self {
        Bits::from_near([word, 0, 0, 0])
    }

    /// The members below [`Bits::NEAR`], 64 a word.
    #[cfg(feature = "native")]
    #[inline(always)]
    pub(crate) fn near(&self) -> [u64; WORDS] {
        self.near
    }

    /// A set of members below [`Bits::NEAR`], 64 a word.
    #[inline(always)]
    pub(crate) fn from_near(near: [u64; WORDS]) -> Self {
        Bits { near, far: None }
    }

    /// All members, 64 a word: as many words as the set has.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.reach()).map(|at| self.word(at))
    }

    /// A set of these members, 64 a word.
    pub(crate) fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
        let mut bits = Bits::EMPTY;
        for (at, word) in words.into_iter().enumerate() {
            match bits.near.get_mut(at) {
                Some(near) => *near = word,
                None if word == 0 => {}
                None => {
                    let far = bits.far.get_or_insert_with(|| Box::new(Far::EMPTY));
                    far.0[at - WORDS] = word;
                }
            }
        }
        bits
    }

    // Word by word, and not by an iterator over arrays: that would be calls wherever it is not
    // inlined across the parts that the crate is compiled in.
    #[inline(always)]
    fn merge(&mut self, other: &Bits, f: impl Fn(u64, u64) -> u64) {
        let ([a, b, c, d], [e, g, h, i]) = (self.near, other.near);
        self.near = [f(a, e), f(b, g), f(c, h), f(d, i)];
        if self.far.is_some() | other.far.is_some() {
            self.merge_far(other, f);
        }
    }

    #[cold]
    #[inline(never)]
    fn merge_far(&mut self, other: &Bits, f: impl Fn(u64, u64) -> u64) {
        let far = self.far.get_or_insert_with(|| Box::new(Far::EMPTY));
        for (at, word) in far.0.iter_mut().enumerate() {
            *word = f(*word, other.far_word(at));
        }
        self.far.take_if(|far| far.is_empty());
    }
}

/// The number of the member at a bit of a word.
#[inline(always)]
fn number(word: usize, bit: u32) -> u16 {
    word as u16 * 64 + bit as u16
}

impl<M: Member> FromIterator<M> for Bits {
    #[inline]
    fn from_iter<T: IntoIterator<Item = M>>(members: T) -> Self {
        let mut members = members.into_iter().map(Member::number);
        let mut near = [0; WORDS];
        // In registers: what was written in parts and is then read as a whole is waited for.
        while let Some(member) = members.next() {
            let (word, bit) = (usize::from(member >> 6), 1 << (member & 63));
            if word >= WORDS {
                return Bits::reaching_far(near, member, members);
            }
            for (at, near) in near.iter_mut().enumerate() {
                *near |= if word == at { bit } else { 0 };
            }
        }
        Bits::from_near(near)
    }
}

impl IntoIterator for Bits {
    type Item = u16;
    type IntoIter = BitsIter;
    #[inline]
    fn into_iter(self) -> BitsIter {
        BitsIter { left: self, at: 0 }
    }
}

impl IntoIterator for &Bits {
    type Item = u16;
    type IntoIter = BitsIter;
    #[inline(always)]
    fn into_iter(self) -> BitsIter {
        self.iter()
    }
}

/// What is done word by word, between sets as they are and by reference.
macro_rules! word_by_word {
    ($($in_place:ident $assign:ident, $whole:ident $name:ident: $f:expr;)*) => {
        $(
            impl $in_place<&Bits> for Bits {
                #[inline(always)]
                fn $assign(&mut self, other: &Bits) {
                    self.merge(other, $f);
                }
            }

            impl $in_place for Bits {
                #[inline(always)]
                fn $assign(&mut self, other: Bits) {
                    self.merge(&other, $f);
                }
            }

            impl $whole<&Bits> for Bits {
                type Output = Bits;
                #[inline(always)]
                fn $name(mut self, other: &Bits) -> Bits {
                    self.merge(other, $f);
                    self
                }
            }

            impl $whole for Bits {
                type Output = Bits;
                #[inline(always)]
                fn $name(mut self, other: Bits) -> Bits {
                    self.merge(&other, $f);
                    self
                }
            }

            impl $whole<&Bits> for &Bits {
                type Output = Bits;
                #[inline(always)]
                fn $name(self, other: &Bits) -> Bits {
                    let mut result = self.clone();
                    result.merge(other, $f);
                    result
                }
            }

            impl $whole<Bits> for &Bits {
                type Output = Bits;
                #[inline(always)]
                fn $name(self, other: Bits) -> Bits {
                    let mut result = self.clone();
                    result.merge(&other, $f);
                    result
                }
            }
        )*
    };
}

word_by_word! {
    BitOrAssign bitor_assign, BitOr bitor: |a, b| a | b;
    BitAndAssign bitand_assign, BitAnd bitand: |a, b| a & b;
    SubAssign sub_assign, Sub sub: |a, b| a & !b;
}

/// The members of a [`Bits`], rising.
#[derive(Clone, Debug)]
pub struct BitsIter {
    /// The members that are still to come.
    left: Bits,
    /// The first word that may have some.
    at: usize,
}

impl Iterator for BitsIter {
    type Item = u16;
    #[inline(always)]
    fn next(&mut self) -> Option<u16> {
        while let Some(word) = self.left.near.get_mut(self.at) {
            if *word != 0 {
                let first = number(self.at, word.trailing_zeros());
                *word &= *word - 1;
                return Some(first);
            }
            self.at += 1;
        }
        if self.left.far.is_some() { self.next_far() } else { None }
    }
}

impl BitsIter {
    #[cold]
    fn next_far(&mut self) -> Option<u16> {
        let first = self.left.first()?;
        self.left.remove(first);
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of members on both sides of each border: the first, the last of a word, the last that
    /// is near, and those beyond.
    fn sets() -> Vec<Vec<u16>> {
        let borders = [0, 63, 64, 127, 128, 255, 256, 257, 1000, 1999, Bits::ROOM as u16 - 1];
        let chosen = |mask: u32| (0..11).filter(move |at| mask >> at & 1 == 1);
        let of = |mask: u32| chosen(mask).map(|at| borders[at as usize]).collect();
        (0..1 << 11).step_by(7).map(of).collect()
    }

    #[test]
    fn members_are_those_that_were_put_in() {
        for members in sets() {
            let bits: Bits = members.iter().copied().collect();
            assert_eq!(bits.iter().collect::<Vec<_>>(), members);
            assert_eq!(
                (bits.len(), bits.first(), bits.last()),
                (members.len(), members.first().copied(), members.last().copied())
            );
            assert_eq!((0..=members.len()).map(|n| bits.nth(n)).collect::<Vec<_>>(), {
                let all = members.iter().copied().map(Some);
                all.chain([None]).collect::<Vec<_>>()
            });
            assert_eq!(Bits::from_words(bits.words()), bits);
        }
    }

    #[test]
    fn what_is_done_word_by_word_is_done_member_by_member() {
        let sets = sets();
        for (a, b) in sets.iter().zip(sets.iter().rev()) {
            let [x, y] = [a, b].map(|members| members.iter().copied().collect::<Bits>());
            let only = |keep: &dyn Fn(u16) -> bool| -> Bits {
                (0..Bits::ROOM as u16).filter(|&member| keep(member)).collect()
            };
            assert_eq!(&x | &y, only(&|m| a.contains(&m) || b.contains(&m)));
            assert_eq!(&x & &y, only(&|m| a.contains(&m) && b.contains(&m)));
            assert_eq!(&x - &y, only(&|m| a.contains(&m) && !b.contains(&m)));
            assert_eq!(x.is_subset(&y), a.iter().all(|m| b.contains(m)));
            assert_eq!(x.meets(&y), a.iter().any(|m| b.contains(m)));
        }
    }

    #[test]
    fn an_emptied_set_is_the_empty_one() {
        for members in sets() {
            let mut bits: Bits = members.iter().copied().collect();
            for member in members {
                bits.remove(member);
            }
            assert_eq!((bits.is_empty(), bits), (true, Bits::EMPTY));
        }
    }

    #[test]
    fn a_run_has_its_members() {
        for (first, count) in [(0, 0), (0, 64), (5, 59), (60, 10), (3, 253), (250, 20), (300, 1)] {
            assert_eq!(Bits::run(first, count), (first..first + count).collect());
        }
    }
}
