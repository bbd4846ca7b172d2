//! Who is best: the one home of what `most`, `least` and `ties of` mean by it.

use super::{Eval, Evaluated};
use crate::program::terms::{SetId, Temp};
use crate::value::{Bits, NONE, Values};
use std::cmp::Ordering;

/// The best of several keys, each some values that are compared from the left.
pub(super) struct BestKey {
    least: bool,
    best: Option<Values>,
}

impl BestKey {
    /// The greatest of the keys to come or, with `least`, the smallest.
    pub(crate) fn new(least: bool) -> Self {
        BestKey { least, best: None }
    }

    /// Compares `key` with the best so far, and keeps it if it is better. A key that contains none
    /// is behind every other.
    pub(crate) fn meet(&mut self, key: Values) -> Ordering {
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
