//! Yes or no.

use super::{Eval, Evaluated, card, member};
use crate::program::terms::{Comparison, ListId, NumId, SetId, Temp, Test, TestId};
use crate::tabletop::ids::MarkId;
use crate::value::{NONE, Narrow};

impl Eval<'_> {
    /// What a condition says, part by part.
    pub(in crate::vm) fn test(&mut self, id: TestId) -> Evaluated<bool> {
        Ok(match self.program.terms.tests[id] {
            Test::Const(value) => value,
            Test::IsTrue(value) => self.num(value)? == 1,
            Test::Compare { op, left, right } => {
                let left = self.num(left)?;
                op.holds(left, self.num(right)?)
            }
            Test::IsNone(value) => self.num(value)? == NONE,
            Test::Not(test) => !self.test(test)?,
            Test::And(a, b) => self.test(a)? && self.test(b)?,
            Test::Or(a, b) => self.test(a)? || self.test(b)?,
            Test::If { test, then, otherwise } => {
                let branch = if self.test(test)? { then } else { otherwise };
                self.test(branch)?
            }
            Test::Row { mark, test } => {
                let holds = self.test(test)?;
                self.scratch.row(mark, holds);
                holds
            }
            Test::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.bind(temp, value);
                self.test(then)?
            }
            Test::In { value, set } => match member(self.num(value)?) {
                Some(value) => self.set(set)?.contains(value),
                None => false,
            },
            Test::InList { value, list } => {
                let value = self.num(value)?;
                value != NONE && self.list(list)?.as_slice().contains(&value)
            }
            Test::InRange { value, from, to } => {
                let value = self.num(value)?;
                value != NONE && value >= self.num(from)? && value <= self.num(to)?
            }
            Test::Any(set) => !self.set(set)?.is_empty(),
            Test::Exists { set, temp, test } => self.exists(set, temp, test, true)?,
            Test::ForAll { set, temp, test } => !self.exists(set, temp, test, false)?,
            Test::ExistsInList { list, temp, test } => {
                self.exists_in_list(list, temp, test, true)?
            }
            Test::ForAllInList { list, temp, test } => {
                !self.exists_in_list(list, temp, test, false)?
            }
            Test::SameSet(a, b) => self.set(a)? == self.set(b)?,
            Test::Subset(a, b) => {
                let a = self.set(a)?;
                a.is_empty() || a.is_subset(&self.set(b)?)
            }
            Test::CompareLists { op, left, right } => self.compare_lists(op, left, right)?,
            Test::Above { order, left, right } => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                self.program.orders[order].above(left, right)
            }
            Test::FaceUp { card: of } => match card(self.num(of)?) {
                Some(card) => self.state.is_face_up(&self.program.memory, card),
                None => false,
            },
            Test::CardFlag { mark, card } => self.flagged(mark, card)?,
            Test::SlotFlag { mark, slot } => self.flagged(mark, slot)?,
            Test::IsShape { shape, set } => {
                let set = self.set(set)?;
                self.is_shape(shape, &set)?
            }
            Test::AnyFamily(family) => self.some_set(family, |_, _| Ok(true))?,
            Test::ForAllFamily { family, temp, test } => self.all_sets_are(family, temp, test)?,
            Test::InFamily { set, family } => {
                let set = self.set(set)?;
                self.in_family(&set, family)?
            }
            Test::Playing(seat) => match member(self.num(seat)?) {
                Some(seat) => self.playing()?.contains(seat),
                None => false,
            },
        })
    }

    fn flagged(&mut self, mark: MarkId, thing: NumId) -> Evaluated<bool> {
        let at = self.program.marks[mark].at.to_usize();
        Ok(match member(self.num(thing)?) {
            Some(thing) => self.state.has(at, thing),
            None => false,
        })
    }

    /// Whether some member's test comes out as `wanted`.
    fn exists(&mut self, set: SetId, temp: Temp, test: TestId, wanted: bool) -> Evaluated<bool> {
        for member in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(member));
            if self.test(test)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn exists_in_list(
        &mut self,
        list: ListId,
        temp: Temp,
        test: TestId,
        wanted: bool,
    ) -> Evaluated<bool> {
        for &value in self.list(list)?.as_slice() {
            self.spend()?;
            self.bind(temp, value);
            if self.test(test)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Compares the first values that differ, as they compare alone; a list that ends first is the
    /// smaller one.
    fn compare_lists(&mut self, op: Comparison, left: ListId, right: ListId) -> Evaluated<bool> {
        let (left, right) = (self.list(left)?, self.list(right)?);
        let (left, right) = (left.as_slice(), right.as_slice());
        Ok(match left.iter().zip(right).find(|(a, b)| a != b) {
            Some((&a, &b)) => op.holds(a, b),
            None => op.holds(left.len().to_i32(), right.len().to_i32()),
        })
    }
}
