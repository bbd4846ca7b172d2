//! A few numbers in order.

use super::{Eval, Evaluated};
use crate::program::BAG_WORDS;
use crate::program::terms::{List, ListId, NumId, SetId, Temp, TestId};
use crate::value::{NONE, Narrow, Values};
use crate::vm::fault::FaultKind;

/// The lists that temps are bound to: few, and each too large to keep a place for every temp.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists(Vec<(Temp, Values)>);

impl Lists {
    /// The list of a temp; an empty one where it has none.
    pub(crate) fn of(&self, temp: Temp) -> Values {
        let bound = self.0.iter().find(|(known, _)| *known == temp);
        bound.map_or(Values::new(), |&(_, values)| values)
    }

    /// Binds a temp to a list, in the place of the one it had.
    pub(crate) fn bind(&mut self, temp: Temp, values: Values) {
        match self.0.iter_mut().find(|(known, _)| *known == temp) {
            Some((_, bound)) => *bound = values,
            None => self.0.push((temp, values)),
        }
    }
}

/// The different values of a list, rising.
#[inline]
fn distinct(mut values: Values) -> Values {
    let values = values.as_mut_slice();
    values.sort_unstable();
    let mut distinct = Values::new();
    let firsts = values.chunk_by(|a, b| a == b).map(|equal| equal[0]);
    distinct.extend(firsts.filter(|&value| value != NONE));
    distinct
}

impl Eval<'_> {
    pub(crate) fn list(&mut self, id: ListId) -> Evaluated<Values> {
        match self.program.terms.lists[id] {
            List::Tuple(group) => self.group(group),
            List::Temp(temp) => Ok(self.scratch.lists.of(temp)),
            List::Local(local) => Ok(self.stored_list(self.locals + local.index())),
            List::Variable { at, owner } => {
                let owner = usize::try_from(self.num(owner)?).ok();
                let stored = |owner| self.stored_list(at.to_usize() + owner * BAG_WORDS.to_usize());
                Ok(owner.map_or(Values::new(), stored))
            }
            List::Map { set, temp, value } => self.map_members(set, temp, value),
            List::Sorted(list) => {
                let mut values = Values::new();
                values.extend(
                    self.list(list)?.as_slice().iter().copied().filter(|&value| value != NONE),
                );
                values.as_mut_slice().sort_unstable_by(|a, b| b.cmp(a));
                Ok(values)
            }
            List::Distinct(list) => Ok(distinct(self.list(list)?)),
            List::Filter { list, temp, test } => self.filter_list(list, temp, test),
            List::MapList { list, temp, value } => {
                let mut values = self.list(list)?;
                for item in values.as_mut_slice() {
                    self.spend()?;
                    self.bind(temp, *item);
                    *item = self.num(value)?;
                }
                Ok(values)
            }
            List::If { test, then, otherwise } => {
                let branch = if self.test(test)? { then } else { otherwise };
                self.list(branch)
            }
            List::Numbers { from, to } => {
                let mut values = Values::new();
                for n in self.num(from)?..=self.num(to)? {
                    if !values.push(n) {
                        return Err(FaultKind::TooManyValues);
                    }
                }
                Ok(values)
            }
            List::Commonest { set, temp, value } => self.commonest(set, temp, value),
            List::Ends { list, count, last } => {
                let (list, count) = (self.list(list)?, self.num(count)?.max(0).to_usize());
                let values = list.as_slice();
                let skipped = if last { values.len().saturating_sub(count) } else { 0 };
                let mut ends = Values::new();
                ends.extend(values.iter().skip(skipped).take(count).copied());
                Ok(ends)
            }
            List::MapFamily { family, temp, value } => self.map_family((family, temp, value)),
        }
    }

    /// The different values, those that most members have first, of these the greatest first.
    fn commonest(&mut self, set: SetId, temp: Temp, value: NumId) -> Evaluated<Values> {
        let mut counted: Vec<(u32, i32)> = Vec::new();
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            let value = self.num(value)?;
            match counted.iter_mut().find(|(_, known)| *known == value) {
                _ if value == NONE => {}
                Some((count, _)) => *count += 1,
                None => counted.push((1, value)),
            }
        }
        counted.sort_unstable_by(|a, b| b.cmp(a));
        let mut values = Values::new();
        for (_, value) in counted {
            if !values.push(value) {
                return Err(FaultKind::TooManyValues);
            }
        }
        Ok(values)
    }

    /// A list that is kept in the state.
    pub(in crate::vm) fn stored_list(&self, at: usize) -> Values {
        let mut values = Values::new();
        values.extend(self.state.list_at(at).iter().copied());
        values
    }

    fn map_members(&mut self, set: SetId, temp: Temp, value: NumId) -> Evaluated<Values> {
        let mut values = Values::new();
        for member in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(member));
            let value = self.num(value)?;
            if !values.push(value) {
                return Err(FaultKind::TooManyValues);
            }
        }
        Ok(values)
    }

    fn filter_list(&mut self, list: ListId, temp: Temp, test: TestId) -> Evaluated<Values> {
        let mut kept = Values::new();
        for &value in self.list(list)?.as_slice() {
            self.spend()?;
            self.bind(temp, value);
            if self.test(test)? {
                kept.extend([value]);
            }
        }
        Ok(kept)
    }
}
