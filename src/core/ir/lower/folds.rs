//! Scalars that are worked out of sets: measures, and folds over their members.

use super::{Left, Lowered, Lowering, NO_TEMP};
use crate::ir::build::Num;
use crate::ir::{Binary, Checked, Helper, Inst, Measure, Reg, SetBinary, Type};
use crate::program::ids::{GroupId, PairingId};
use crate::program::terms::{NumId, Pairing, SetId, Temp};
use crate::program::walk::Term;
use crate::tabletop::ids::AttributeId;
use crate::value::{Bits, NONE, Narrow};

/// Members of a known set for each of which a loop's body stands once: players, mostly.
const MOST_UNROLLED: usize = 6;

impl Lowering<'_> {
    pub(crate) fn measured(&mut self, what: Measure, set: SetId) -> Lowered<Num> {
        let set = self.set(set)?;
        Ok(self.b.measure(what, set))
    }

    /// The sum of what members come to, of whom none are left out.
    pub(crate) fn sum_over(
        &mut self,
        set: SetId,
        temp: Temp,
        mut value: impl FnMut(&mut Self) -> Lowered<Num>,
    ) -> Lowered<Num> {
        let zero = self.b.constant(0);
        let sum = self.b.variable(zero);
        self.fold(set, temp, |l, _| {
            let value = value(l)?;
            let skip = l.b.block();
            let there = l.b.is_some(value);
            l.b.go_on_if(there, skip);
            l.b.emit(Inst::Checked { op: Checked::Add, to: sum, left: sum, right: value.reg });
            l.b.jump(skip);
            l.b.switch_to(skip);
            Ok(())
        })?;
        Ok(self.b.value_of(sum, true))
    }

    /// The sum of what is printed on the cards of a set.
    pub(crate) fn sum_attribute(&mut self, set: SetId, table: AttributeId) -> Lowered<Num> {
        let values = self.program.attributes[table].values.clone();
        self.sum_over(set, NO_TEMP, |l| {
            let &(_, card) = l.temps.last().ok_or(Left)?;
            Ok(l.looked_up(values.clone(), card))
        })
    }

    pub(crate) fn extreme(
        &mut self,
        better: Binary,
        set: SetId,
        temp: Temp,
        value: NumId,
    ) -> Lowered<Num> {
        let none = self.b.constant(NONE);
        let best = self.b.variable(none);
        self.fold(set, temp, |l, _| {
            let value = l.num(value)?;
            let (so_far, there) = (l.b.value_of(best, false), l.b.is_some(value));
            let first = l.b.compare(Binary::Equal, so_far, NONE);
            let better = l.b.binary(better, value, so_far);
            let wins = l.b.binary(Binary::Or, first, better);
            let wins = l.b.binary(Binary::And, wins, there);
            let new = l.b.select(wins, value, so_far);
            l.b.set(best, new);
            Ok(())
        })?;
        Ok(self.b.value_of(best, false))
    }

    /// The member whose keys beat every other's, else none. A key with none in it does not count.
    pub(crate) fn most(
        &mut self,
        set: SetId,
        temp: Temp,
        keys: GroupId,
        least: bool,
    ) -> Lowered<Num> {
        let keys = self.program.terms.groups[keys].clone();
        if keys.is_empty() {
            return Err(Left);
        }
        let none = self.b.constant(NONE);
        let holder = self.b.variable(none);
        let best: Vec<Reg> = keys.iter().map(|_| self.b.variable(none)).collect();
        let better = if least { Binary::Less } else { Binary::Greater };
        self.fold(set, temp, |l, member| {
            let mut values = Vec::new();
            for &key in &keys {
                values.push(l.num(key)?);
            }
            let skip = l.b.block();
            let mut whole = l.b.constant(1);
            for &value in &values {
                let there = l.b.is_some(value);
                whole = l.b.binary(Binary::And, whole, there);
            }
            l.b.go_on_if(whole, skip);
            // Better in the first key that differs; the same in all of them is a tie.
            let first = l.b.value_of(best[0], false);
            let mut wins = l.b.compare(Binary::Equal, first, NONE);
            let mut ties = l.b.constant(1);
            for (&value, &best) in values.iter().zip(&best) {
                let best = l.b.value_of(best, false);
                let beats = l.b.binary(better, value, best);
                let beats = l.b.binary(Binary::And, ties, beats);
                wins = l.b.binary(Binary::Or, wins, beats);
                let same = l.b.binary(Binary::Equal, value, best);
                ties = l.b.binary(Binary::And, ties, same);
            }
            for (&value, &best) in values.iter().zip(&best) {
                let old = l.b.value_of(best, false);
                let new = l.b.select(wins, value, old);
                l.b.set(best, new);
            }
            let (old, nobody) = (l.b.value_of(holder, false), l.b.constant(NONE));
            let kept = l.b.select(ties, nobody, old);
            let kept = l.b.select(wins, member, kept);
            l.b.set(holder, kept);
            l.b.jump(skip);
            l.b.switch_to(skip);
            Ok(())
        })?;
        Ok(self.b.value_of(holder, false))
    }

    /// Does something with each member of a set, the candidate bound.
    pub(crate) fn fold(
        &mut self,
        set: SetId,
        temp: Temp,
        body: impl FnMut(&mut Self, Num) -> Lowered<()>,
    ) -> Lowered<()> {
        let set = self.set(set)?;
        let count = self.b.measure(Measure::Count, set);
        self.b.spend(count);
        self.each(set, temp, body)
    }

    /// The members of a set, where they are known and few.
    pub(crate) fn few(&self, set: Reg) -> Option<Bits> {
        self.b.known_set(set).filter(|known| known.len() <= MOST_UNROLLED)
    }

    /// Does something with each member of a set in a register, the candidate bound; the looks at
    /// its members have been paid for. Members that are known and few are done one after the other,
    /// each as a constant.
    pub(crate) fn each(
        &mut self,
        set: Reg,
        temp: Temp,
        mut body: impl FnMut(&mut Self, Num) -> Lowered<()>,
    ) -> Lowered<()> {
        if let Some(known) = self.few(set) {
            for member in known {
                let member = self.b.constant(member.into());
                self.with(temp, member, |l| body(l, member))?;
            }
            return Ok(());
        }
        let left = self.b.set_variable(set);
        let (head, behind) = (self.b.block(), self.b.block());
        self.b.jump(head);
        self.b.switch_to(head);
        let any = self.b.measure(Measure::Any, left);
        self.b.go_on_if(any, behind);
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::TakeFirst { to, set: left });
        let member = self.b.value_of(to, true);
        self.with(temp, member, |l| body(l, member))?;
        self.b.jump(head);
        self.b.switch_to(behind);
        Ok(())
    }

    /// The set of one member.
    pub(crate) fn one(&mut self, member: Num) -> Reg {
        let to = self.b.register(Type::Set);
        self.b.emit(Inst::One { to, member: member.reg });
        to
    }

    /// The union of a set and one member.
    pub(crate) fn and_one(&mut self, set: Reg, member: Num) -> Reg {
        let one = self.one(member);
        self.b.set_binary(SetBinary::Union, set, one)
    }

    /// The largest sum over pairings of two sets.
    pub(crate) fn best_pairing(&mut self, id: NumId, pairing: PairingId) -> Lowered<Num> {
        self.left_to_machine(Term::Num(id))?;
        let Pairing { left, right, .. } = self.program.terms.pairings[pairing];
        let (left, right) = (self.set(left)?, self.set(right)?);
        let number = self.b.constant(pairing.index().to_i32());
        Ok(self.b.call_of(Helper::BestPairing, [number], [left, right]))
    }
}
