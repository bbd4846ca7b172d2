//! Conditions: numbers that are 0 or 1.

use super::{Left, Lowered, Lowering, Worth};
use crate::ir::build::Num;
use crate::ir::{Binary, Helper, Inst, Measure, Type};
use crate::program::ids::GroupId;
use crate::program::terms::{Comparison, List, NumId, SetId, Temp, Test, TestId};
use crate::program::walk::Term;
use crate::value::{NONE, Narrow};

impl Lowering<'_> {
    /// A condition.
    pub(crate) fn test(&mut self, id: TestId) -> Lowered<Num> {
        if let Some(Worth::Num(known)) = self.remembered(Term::Test(id)) {
            return Ok(known);
        }
        let value = self.test_term(id)?;
        self.remember(Term::Test(id), Worth::Num(value));
        Ok(value)
    }

    fn test_term(&mut self, id: TestId) -> Lowered<Num> {
        match self.program.terms.tests[id] {
            Test::Const(value) => Ok(self.b.constant(value.into())),
            Test::IsTrue(value) => {
                let value = self.num(value)?;
                Ok(self.b.compare(Binary::Equal, value, 1))
            }
            Test::IsNone(value) => self.is_none(value),
            Test::Compare { op, left, right } => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                Ok(self.compared(op, left, right))
            }
            Test::InRange { value, from, to } => self.in_range(value, from, to),
            Test::Above { order, left, right } => self.above(order, left, right),
            Test::Not(test) => {
                let test = self.test(test)?;
                Ok(self.b.not(test))
            }
            Test::And(a, b) => {
                let (first, no) = (self.test(a)?, self.b.constant(0));
                self.either(first, |l| l.test(b), |_| Ok(no))
            }
            Test::Or(a, b) => {
                let (first, yes) = (self.test(a)?, self.b.constant(1));
                self.either(first, |_| Ok(yes), |l| l.test(b))
            }
            Test::If { test, then, otherwise } => {
                let test = self.test(test)?;
                self.either(test, |l| l.test(then), |l| l.test(otherwise))
            }
            Test::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.with(temp, value, |l| l.test(then))
            }
            Test::In { value, set } => {
                let (value, set) = (self.num(value)?, self.set(set)?);
                Ok(self.b.contains(set, value))
            }
            Test::Any(set) => self.measured(Measure::Any, set),
            Test::Exists { set, temp, test } => self.exists(set, temp, test, true),
            Test::ForAll { set, temp, test } => self.for_all(set, temp, test),
            Test::SameSet(left, right) => self.same_set(left, right),
            Test::Subset(left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                Ok(self.subset(left, right))
            }
            Test::FaceUp { card } => {
                let (card, up) = (self.num(card)?, self.face_up());
                Ok(self.b.contains(up, card))
            }
            Test::CardFlag { mark, card: thing } | Test::SlotFlag { mark, slot: thing } => {
                let (thing, marked) = (self.num(thing)?, self.flagged(mark));
                Ok(self.b.contains(marked, thing))
            }
            Test::Playing(seat) if self.program.playing.is_none() => {
                let seat = self.num(seat)?;
                Ok(self.b.compare(Binary::Below, seat, self.program.seats.into()))
            }
            Test::InList { value, list } => match self.program.terms.lists[list] {
                List::Tuple(group) => self.in_tuple(value, group),
                _ => self.test_by_machine(id),
            },
            Test::Playing(_)
            | Test::ExistsInList { .. }
            | Test::ForAllInList { .. }
            | Test::CompareLists { .. }
            | Test::IsShape { .. }
            | Test::AnyFamily(_)
            | Test::ForAllFamily { .. }
            | Test::InFamily { .. } => self.test_by_machine(id),
            Test::Row { .. } => Err(Left),
        }
    }

    fn is_none(&mut self, value: NumId) -> Lowered<Num> {
        let value = self.num(value)?;
        Ok(match value.some {
            true => self.b.constant(0),
            false => self.b.compare(Binary::Equal, value, NONE),
        })
    }

    /// Whether a value that is not none lies between two others, or is one of them.
    fn in_range(&mut self, value: NumId, from: NumId, to: NumId) -> Lowered<Num> {
        let (value, from, to) = (self.num(value)?, self.num(from)?, self.num(to)?);
        let (there, above) =
            (self.b.is_some(value), self.b.binary(Binary::GreaterEqual, value, from));
        let below = self.b.binary(Binary::LessEqual, value, to);
        let inside = self.b.binary(Binary::And, above, below);
        Ok(self.b.binary(Binary::And, there, inside))
    }

    fn same_set(&mut self, left: SetId, right: SetId) -> Lowered<Num> {
        let (left, right) = (self.set(left)?, self.set(right)?);
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::SameSet { to, left, right });
        Ok(self.b.value_of(to, true))
    }

    /// Whether a value that is not none is among a few others.
    fn in_tuple(&mut self, value: NumId, group: GroupId) -> Lowered<Num> {
        let value = self.num(value)?;
        let program = self.program;
        let mut among = self.b.constant(0);
        for &other in &program.terms.groups[group] {
            let other = self.num(other)?;
            let same = self.b.binary(Binary::Equal, value, other);
            among = self.b.binary(Binary::Or, among, same);
        }
        let there = self.b.is_some(value);
        Ok(self.b.binary(Binary::And, there, among))
    }

    fn test_by_machine(&mut self, id: TestId) -> Lowered<Num> {
        self.left_to_machine(Term::Test(id))?;
        let number = self.b.constant(id.index().to_i32());
        let holds = self.b.call(Helper::TestTerm, [number]);
        Ok(Num { some: true, ..holds })
    }

    /// A comparison; with none on a side only equality means something.
    pub(crate) fn compared(&mut self, op: Comparison, left: Num, right: Num) -> Num {
        let (binary, sure) = match op {
            Comparison::Equal => return self.b.binary(Binary::Equal, left, right),
            Comparison::NotEqual => return self.b.binary(Binary::NotEqual, left, right),
            // None is the smallest of all numbers.
            Comparison::Less => (Binary::Less, left),
            Comparison::LessEqual => (Binary::LessEqual, left),
            Comparison::Greater => (Binary::Greater, right),
            Comparison::GreaterEqual => (Binary::GreaterEqual, right),
        };
        let holds = self.b.binary(binary, left, right);
        if sure.some {
            return holds;
        }
        let there = self.b.is_some(sure);
        self.b.binary(Binary::And, holds, there)
    }

    /// Whether all members of a set are in another one.
    pub(crate) fn subset(&mut self, left: crate::ir::Reg, right: crate::ir::Reg) -> Num {
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::Subset { to, left, right });
        self.b.value_of(to, true)
    }

    fn for_all(&mut self, set: SetId, temp: Temp, test: TestId) -> Lowered<Num> {
        // No member of which it does not hold.
        let any = self.exists(set, temp, test, false)?;
        Ok(self.b.not(any))
    }

    /// Whether a condition comes out as `wanted` of some member of a set. A few members that are
    /// known are asked one after the other, where they cannot be told by a set of those that it
    /// holds of.
    fn exists(&mut self, set: SetId, temp: Temp, test: TestId, wanted: bool) -> Lowered<Num> {
        let members = self.set(set)?;
        let count = self.b.measure(Measure::Count, members);
        self.b.spend(count);
        if self.few(members).is_none() || !self.is_asked_of_each(temp, test) {
            let found = self.narrowed(members, temp, test, wanted)?;
            return Ok(self.b.measure(Measure::Any, found));
        }
        let mut any = self.b.constant(0);
        self.each(members, temp, |l, _| {
            let holds = l.test(test)?;
            let found = if wanted { holds } else { l.b.not(holds) };
            any = l.b.binary(Binary::Or, any, found);
            Ok(())
        })?;
        Ok(any)
    }

    /// Whether one value stands above another in a declared order: by a table of all pairs.
    fn above(
        &mut self,
        order: crate::tabletop::ids::OrderId,
        left: NumId,
        right: NumId,
    ) -> Lowered<Num> {
        let order = &self.program.orders[order];
        let least = order.rungs.iter().copied().min().unwrap_or(0);
        let most = order.rungs.iter().copied().max().unwrap_or(0);
        let width = i64::from(most) - i64::from(least) + 1;
        if !(1..=64).contains(&width) {
            return Err(Left);
        }
        let values = least..=most;
        let table: Vec<i32> = values
            .clone()
            .flat_map(|a| values.clone().map(move |b| (a, b)))
            .map(|(a, b)| order.above(a, b).into())
            .collect();
        let width = width.to_i32();
        let (left, right) = (self.num(left)?, self.num(right)?);
        let from = self.b.constant(least);
        let (left, right) = (
            self.b.binary(Binary::Subtract, left, from),
            self.b.binary(Binary::Subtract, right, from),
        );
        let (one, other) = (
            self.b.compare(Binary::Below, left, width),
            self.b.compare(Binary::Below, right, width),
        );
        let inside = self.b.binary(Binary::And, one, other);
        let no = self.b.constant(0);
        let (left, right) = (self.b.select(inside, left, no), self.b.select(inside, right, no));
        let width = self.b.constant(width);
        let row = self.b.binary(Binary::Multiply, left, width);
        let at = self.b.binary(Binary::Add, row, right);
        let holds = self.looked_up(table, at);
        Ok(self.b.select(inside, holds, no))
    }
}
