//! Filters as work on whole sets: what is the same for all candidates is worked out once, and what
//! is known of cards takes out many at a time. Only what is left is asked of one candidate after
//! the other.

use super::{Left, Lowered, Lowering};
use crate::ir::build::Num;
use crate::ir::{Inst, Masks, Reg, SetBinary, Type};
use crate::program::terms::{self, Comparison, NumId, Temp, Test, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::AttributeId;
use crate::value::{Bits, Card, NONE};

/// The widest range of values that a table of sets is made for.
const WIDEST: i64 = 128;

impl Lowering<'_> {
    /// The members of a set of which a condition comes out as `wanted`.
    pub(crate) fn narrowed(
        &mut self,
        set: Reg,
        temp: Temp,
        test: TestId,
        wanted: bool,
    ) -> Lowered<Reg> {
        match (self.program.terms.tests[test], wanted) {
            (Test::Not(test), _) => return self.narrowed(set, temp, test, !wanted),
            (Test::And(a, b), true) | (Test::Or(a, b), false) => {
                let kept = self.narrowed(set, temp, a, wanted)?;
                return self.narrowed(kept, temp, b, wanted);
            }
            (Test::And(a, b), false) | (Test::Or(a, b), true) => {
                let kept = self.narrowed(set, temp, a, wanted)?;
                let rest = self.b.set_binary(SetBinary::Minus, set, kept);
                let more = self.narrowed(rest, temp, b, wanted)?;
                return Ok(self.b.set_binary(SetBinary::Union, kept, more));
            }
            _ => {}
        }
        if !self.reads_temp(Term::Test(test), temp) {
            let holds = self.test(test)?;
            let holds = if wanted { holds } else { self.b.not(holds) };
            let empty = self.b.set_constant(Bits::EMPTY);
            return Ok(self.b.set_select(holds, set, empty));
        }
        if let Some(mask) = self.mask(temp, test)? {
            let op = if wanted { SetBinary::Both } else { SetBinary::Minus };
            return Ok(self.b.set_binary(op, set, mask));
        }
        let empty = self.b.set_constant(Bits::EMPTY);
        let kept = self.b.set_variable(empty);
        self.each(set, temp, |l, member| {
            let holds = l.test(test)?;
            let holds = if wanted { holds } else { l.b.not(holds) };
            let none = l.b.constant(NONE);
            // None is no member.
            let member = l.b.select(holds, member, none);
            l.b.emit(Inst::Insert { set: kept, member: member.reg });
            Ok(())
        })?;
        Ok(kept)
    }

    /// Whether a condition is asked of each candidate in a temp by itself.
    pub(crate) fn is_asked_of_each(&mut self, temp: Temp, test: TestId) -> bool {
        let is_whole =
            !matches!(self.program.terms.tests[test], Test::Not(_) | Test::And(..) | Test::Or(..));
        let untold = |l: &mut Self| l.mask(temp, test)?.map_or(Ok(()), |_| Err(Left));
        is_whole && self.reads_temp(Term::Test(test), temp) && self.tried(untold).is_some()
    }

    /// The set of all that a condition on the candidate in a temp holds of, where that is a set of
    /// the state or of a table.
    fn mask(&mut self, temp: Temp, test: TestId) -> Lowered<Option<Reg>> {
        let candidate = |l: &Self, id: NumId| l.program.terms.nums[id] == terms::Num::Temp(temp);
        Ok(match self.program.terms.tests[test] {
            Test::CardFlag { mark, card: thing } | Test::SlotFlag { mark, slot: thing }
                if candidate(self, thing) =>
            {
                Some(self.flagged(mark))
            }
            Test::FaceUp { card } if candidate(self, card) => Some(self.face_up()),
            Test::In { value, set }
                if candidate(self, value) && !self.reads_temp(Term::Set(set), temp) =>
            {
                Some(self.set(set)?)
            }
            Test::Compare { op, left, right } => {
                if let Some(table) = self.attribute_of(left, temp)
                    && !self.reads_temp(Term::Num(right), temp)
                {
                    return self.compared_mask(table, op, right);
                }
                if let Some(table) = self.attribute_of(right, temp)
                    && !self.reads_temp(Term::Num(left), temp)
                {
                    return self.compared_mask(table, op.turned(), left);
                }
                if op == Comparison::Equal || op == Comparison::NotEqual {
                    let other = match (candidate(self, left), candidate(self, right)) {
                        (true, _) if !self.reads_temp(Term::Num(right), temp) => right,
                        (_, true) if !self.reads_temp(Term::Num(left), temp) => left,
                        _ => return Ok(None),
                    };
                    let other = self.num(other)?;
                    let one = self.one(other);
                    if op == Comparison::Equal {
                        return Ok(Some(one));
                    }
                    let all = self.b.set_constant(Bits::below(64 * self.words));
                    return Ok(Some(self.b.set_binary(SetBinary::Minus, all, one)));
                }
                None
            }
            Test::IsTrue(value) => match self.attribute_of(value, temp) {
                Some(table) => {
                    Some(self.b.set_constant(self.with_value(table, Comparison::Equal, 1)))
                }
                None => None,
            },
            Test::IsNone(value) => match self.attribute_of(value, temp) {
                Some(table) => {
                    Some(self.b.set_constant(self.with_value(table, Comparison::Equal, NONE)))
                }
                None => None,
            },
            _ => None,
        })
    }

    /// The attribute that a scalar is of the candidate.
    fn attribute_of(&self, id: NumId, temp: Temp) -> Option<AttributeId> {
        match self.program.terms.nums[id] {
            terms::Num::Attribute { table, card }
                if self.program.terms.nums[card] == terms::Num::Temp(temp) =>
            {
                Some(table)
            }
            _ => None,
        }
    }

    /// The cards whose attribute compares so with a value.
    fn with_value(&self, table: AttributeId, op: Comparison, value: i32) -> Bits {
        let values = self.program.attributes[table].values.iter();
        let cards = values.enumerate().filter(|&(_, &of_card)| op.holds(of_card, value));
        cards.map(|(card, _)| Card::new(card)).collect()
    }

    fn compared_mask(
        &mut self,
        table: AttributeId,
        op: Comparison,
        with: NumId,
    ) -> Lowered<Option<Reg>> {
        let with = self.num(with)?;
        if let Some(known) = with.known {
            return Ok(Some(self.b.set_constant(self.with_value(table, op, known))));
        }
        Ok(self.masks(table, op).map(|masks| self.mask_of(masks, with)))
    }

    /// The cards whose attribute is a value; `None` where its values lie too far apart.
    pub(crate) fn cards_with(&mut self, table: AttributeId, value: Num) -> Option<Reg> {
        if let Some(value) = value.known {
            return Some(self.b.set_constant(self.with_value(table, Comparison::Equal, value)));
        }
        let masks = self.masks(table, Comparison::Equal)?;
        Some(self.mask_of(masks, value))
    }

    /// For each number, the cards whose attribute compares so with it.
    fn masks(&self, table: AttributeId, op: Comparison) -> Option<Masks> {
        let values = self.program.attributes[table].values.iter().copied();
        let values = values.filter(|&value| value != NONE);
        let (first, last) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        if i64::from(last) - i64::from(first) >= WIDEST || first <= NONE + 1 || last == i32::MAX {
            return None;
        }
        let of = |value| self.with_value(table, op, value);
        Some(Masks {
            first,
            sets: (first..=last).map(of).collect(),
            none: of(NONE),
            below: of(first - 1),
            above: of(last + 1),
        })
    }

    pub(crate) fn mask_of(&mut self, masks: Masks, index: Num) -> Reg {
        if let Some(known) = index.known {
            return self.b.set_constant(masks.of(known));
        }
        let to = self.b.register(Type::Set);
        self.b.emit(Inst::MaskOf { to, masks: Box::new(masks), index: index.reg });
        to
    }
}
