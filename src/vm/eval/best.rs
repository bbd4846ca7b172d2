//! Who is best: the one home of what `most`, `least` and `ties of` mean by it.

use super::{Eval, Evaluated};
use crate::program::terms::{SetId, Temp};
use crate::value::{Bits, NONE, Values};
use std::cmp::Ordering;

/// What members are compared by, and the key that no member has.
pub(in crate::vm) trait Key: Copy + PartialEq {
    const NOBODYS: Self;
}

impl Key for i32 {
    const NOBODYS: i32 = NONE;
}

impl<const N: usize> Key for [i64; N] {
    const NOBODYS: [i64; N] = [i64::MIN; N];
}

/// The member with the best key of those met so far; none while several share that key.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Leader<K> {
    best: K,
    holder: i32,
}

impl<K: Key> Leader<K> {
    pub const NOBODY: Self = Leader { best: K::NOBODYS, holder: NONE };

    /// Meets `member`, whose `key` is not none; `better` says whether the first of two keys is
    /// better than the second.
    #[inline(always)]
    pub fn meet(&mut self, key: K, member: i32, better: impl Fn(K, K) -> bool) {
        if self.best == K::NOBODYS || better(key, self.best) {
            *self = Leader { best: key, holder: member };
        } else if key == self.best {
            self.holder = NONE;
        }
    }

    #[inline(always)]
    pub fn holder(self) -> i32 {
        self.holder
    }
}

/// The best of several keys, each some values that are compared from the left.
pub(super) struct BestKey {
    least: bool,
    best: Option<Values>,
}

impl BestKey {
    /// The greatest of the keys to come or, with `least`, the smallest.
    pub fn new(least: bool) -> Self {
        BestKey { least, best: None }
    }

    /// Compares `key` with the best so far, and keeps it if it is better. A key that contains none
    /// is behind every other.
    pub fn meet(&mut self, key: Values) -> Ordering {
        if key.as_slice().contains(&NONE) {
            return Ordering::Less;
        }
        let order = self.best.as_ref().map_or(Ordering::Greater, |best| {
            let order = key.as_slice().cmp(best.as_slice());
            if self.least { order.reverse() } else { order }
        });
        if order == Ordering::Greater {
            self.best = Some(key);
        }
        order
    }
}

impl Eval<'_> {
    /// The members of `set` whose key no other's exceeds; or, with `least`, whose key exceeds no
    /// other's.
    pub(super) fn best_members(
        &mut self,
        (set, temp): (SetId, Temp),
        least: bool,
        mut key: impl FnMut(&mut Self) -> Evaluated<Values>,
    ) -> Evaluated<Bits> {
        let (mut best, mut tied) = (BestKey::new(least), Bits::EMPTY);
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            match best.meet(key(self)?) {
                Ordering::Less => {}
                Ordering::Equal => tied.insert(one),
                Ordering::Greater => tied = Bits::one(one),
            }
        }
        Ok(tied)
    }
}

/// The only member, else none.
pub(super) fn only(members: Bits) -> i32 {
    if members.len() == 1 { members.first().map_or(NONE, i32::from) } else { NONE }
}
