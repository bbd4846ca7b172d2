//! Families: several sets of cards, one after the other.

use super::best::BestKey;
use super::search::{Limits, Search};
use super::shapes::Wanted;
use super::{Eval, Evaluated};
use crate::program::ids::GroupId;
use crate::program::terms::{Family, FamilyId, ListId, NumId, SetId, Temp, TestId};
use crate::value::{Bits, NONE, Values, number};
use crate::vm::fault::FaultKind;
use std::cmp::Ordering;

/// What is done with each set; whether to go on.
pub(in crate::vm) type Visit<'v> = dyn FnMut(&mut Eval<'_>, Bits) -> Evaluated<bool> + 'v;

impl Eval<'_> {
    /// Goes through a family's sets, each once; false when the visit ended it.
    pub(in crate::vm) fn each_set(
        &mut self,
        id: FamilyId,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        match self.program.terms.families[id] {
            Family::Shaped { shape, set } => {
                let set = self.set(set)?;
                self.each_shaped(shape, &set, &Wanted::ANY, visit)
            }
            Family::Subsets { set, least, most, total } => {
                let sizes = self.sizes_between(least, most)?;
                let limits = Limits::new(self, sizes, total)?;
                Search::of_cards(limits, self.set(set)?, &Wanted::ANY).run(self, true, visit)
            }
            Family::Filter { family, temp, test } => self.each_set(family, &mut |e, one| {
                e.scratch.sets[temp] = one.clone();
                if e.test(test)? { visit(e, one) } else { Ok(true) }
            }),
            Family::Groups { set, temp, key } => self.each_group(set, temp, key, visit),
            Family::Parts(packing) => {
                let parts = self.best_parts(packing)?;
                self.each_of(&parts, visit)
            }
            Family::Ties { family, temp, ranking, least } => {
                let best = self.best_sets((family, temp), self.ranking(ranking), least)?;
                self.each_of(&best, visit)
            }
        }
    }

    fn each_of(&mut self, sets: &[Bits], visit: &mut Visit<'_>) -> Evaluated<bool> {
        for one in sets {
            if !visit(self, one.clone())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_group(
        &mut self,
        set: SetId,
        temp: Temp,
        key: NumId,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let mut groups: Vec<(i32, Bits)> = Vec::new();
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            let value = self.num(key)?;
            match groups.iter_mut().find(|(with, _)| *with == value) {
                _ if value == NONE => {}
                Some((_, group)) => group.insert(one),
                None => groups.push((value, Bits::one(one))),
            }
        }
        groups.sort_unstable_by_key(|(value, _)| *value);
        for (_, group) in groups {
            if !visit(self, group)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    // ---- folds

    pub(super) fn count_family(&mut self, family: FamilyId) -> Evaluated<i32> {
        let mut count = 0;
        self.each_set(family, &mut |_, _| {
            count += 1;
            Ok(true)
        })?;
        Ok(count)
    }

    /// A value of each set, none left out.
    fn each_value(
        &mut self,
        (family, temp, value): (FamilyId, Temp, NumId),
        mut take: impl FnMut(i32) -> Evaluated<()>,
    ) -> Evaluated<()> {
        self.each_set(family, &mut |e, one| {
            e.scratch.sets[temp] = one;
            match e.num(value)? {
                NONE => Ok(true),
                value => take(value).map(|()| true),
            }
        })?;
        Ok(())
    }

    pub(super) fn sum_family(&mut self, over: (FamilyId, Temp, NumId)) -> Evaluated<i32> {
        let mut sum = 0i32;
        self.each_value(over, |value| {
            sum = sum.checked_add(value).ok_or(FaultKind::Overflow)?;
            Ok(())
        })?;
        number(Some(sum)).ok_or(FaultKind::Overflow)
    }

    pub(super) fn extreme_family(
        &mut self,
        over: (FamilyId, Temp, NumId),
        least: bool,
    ) -> Evaluated<i32> {
        let mut best = NONE;
        self.each_value(over, |value| {
            best = match best {
                NONE => value,
                best if least => best.min(value),
                best => best.max(value),
            };
            Ok(())
        })?;
        Ok(best)
    }

    pub(super) fn map_family(&mut self, over: (FamilyId, Temp, NumId)) -> Evaluated<Values> {
        let mut values = Values::new();
        self.each_value(over, |value| {
            if values.push(value) { Ok(()) } else { Err(FaultKind::TooManyValues) }
        })?;
        Ok(values)
    }

    /// Whether the family has a set that `wanted` holds of.
    pub(in crate::vm) fn some_set(
        &mut self,
        family: FamilyId,
        mut wanted: impl FnMut(&mut Eval<'_>, Bits) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        Ok(!self.each_set(family, &mut |e, one| Ok(!wanted(e, one)?))?)
    }

    pub(super) fn all_sets_are(
        &mut self,
        family: FamilyId,
        temp: Temp,
        test: TestId,
    ) -> Evaluated<bool> {
        let other = self.some_set(family, |e, one| {
            e.scratch.sets[temp] = one;
            Ok(!e.test(test)?)
        })?;
        Ok(!other)
    }

    pub(in crate::vm) fn in_family(&mut self, set: &Bits, family: FamilyId) -> Evaluated<bool> {
        match self.program.terms.families[family] {
            // What a shape's cards are need not be looked for among all of them.
            Family::Shaped { shape, set: of } => {
                Ok(set.is_subset(&self.set(of)?) && self.is_shape(shape, set)?)
            }
            Family::Filter { family, temp, test } => {
                let is_in = self.in_family(set, family)?;
                self.scratch.sets[temp].clone_from(set);
                Ok(is_in && self.test(test)?)
            }
            Family::Subsets { .. }
            | Family::Groups { .. }
            | Family::Parts(_)
            | Family::Ties { .. } => self.some_set(family, |_, one| Ok(one == *set)),
        }
    }

    pub(in crate::vm) fn union_of(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut union = Bits::EMPTY;
        self.each_set(family, &mut |_, one| {
            union |= one;
            Ok(true)
        })?;
        Ok(union)
    }

    pub(super) fn only_set(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut found = Vec::new();
        self.each_set(family, &mut |_, one| {
            found.push(one);
            Ok(found.len() < 2)
        })?;
        Ok(if let [only] = found.as_slice() { only.clone() } else { Bits::EMPTY })
    }

    pub(super) fn first_set(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut first = Bits::EMPTY;
        self.each_set(family, &mut |_, one| {
            first = one;
            Ok(false)
        })?;
        Ok(first)
    }

    /// The set whose keys are greater than every other's.
    pub(super) fn best_set(
        &mut self,
        over: (FamilyId, Temp),
        keys: (GroupId, Option<ListId>),
        least: bool,
    ) -> Evaluated<Bits> {
        let best = self.best_sets(over, keys, least)?;
        Ok(if let [only] = best.as_slice() { only.clone() } else { Bits::EMPTY })
    }

    /// The sets whose keys no other's exceed, in the order of the family.
    fn best_sets(
        &mut self,
        (family, temp): (FamilyId, Temp),
        keys: (GroupId, Option<ListId>),
        least: bool,
    ) -> Evaluated<Vec<Bits>> {
        let (mut best, mut tied) = (BestKey::new(least), Vec::new());
        self.each_set(family, &mut |e, one| {
            e.scratch.sets[temp] = one.clone();
            match best.meet(e.keys(keys)?) {
                Ordering::Less => {}
                Ordering::Equal => tied.push(one),
                Ordering::Greater => tied = vec![one],
            }
            Ok(true)
        })?;
        Ok(tied)
    }

    /// What members are compared by: numbers, then perhaps a list.
    pub(super) fn keys(&mut self, (keys, list): (GroupId, Option<ListId>)) -> Evaluated<Values> {
        let mut key = self.group(keys)?;
        if let Some(list) = list {
            let whole = self.list(list)?.as_slice().iter().all(|&value| key.push(value));
            return if whole { Ok(key) } else { Err(FaultKind::TooManyValues) };
        }
        Ok(key)
    }
}
