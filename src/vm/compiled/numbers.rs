//! Scalars as closures.

use super::members::Members;
use super::{Compiler, NumCode, NumFn, SetCode, TestCode, entry, with_num, with_set, with_test};
use crate::program::ids::{GroupId, PairingId, ScriptCallId};
use crate::program::terms::{Num, NumId, Pairing, ScriptArgument, SetId, Temp};
use crate::program::walk::Term;
use crate::tabletop::ids::{AttributeId, ZoneId};
use crate::value::{NONE, Narrow, Slot, number};
use crate::vm::eval::{Eval, Leader, SCALAR_ARGUMENTS};
use crate::vm::fault::FaultKind;
use std::sync::Arc;

impl<M: Members> Compiler<'_, M> {
    /// `None`: left to the plain method.
    pub(super) fn num_code(&mut self, id: NumId) -> Option<NumCode> {
        Some(match self.program.terms.nums[id] {
            Num::Const(value) => NumCode::Const(value),
            Num::Temp(temp) => match self.fixed.iter().rev().find(|(fixed, _)| *fixed == temp) {
                Some(&(_, member)) => NumCode::Const(member),
                None => NumCode::Temp(temp),
            },
            Num::Local(local) => NumCode::Local(local.index()),
            Num::Me => self.acting.me().map_or(NumCode::Me, NumCode::Const),
            Num::Active => NumCode::new(|e| e.active),
            Num::Variable { at } => NumCode::At(at.to_usize()),
            Num::OwnedVariable { at, owner: thing } => self.stored(at, thing),
            Num::CardMark { mark, card: thing } | Num::SlotMark { mark, slot: thing } => {
                self.stored(self.program.marks[mark].at, thing)
            }
            Num::Attribute { table, card } => self.attribute(table, card),
            Num::PhaseNumber { phase } => {
                NumCode::At(self.program.phases[phase].number_at.to_usize())
            }
            Num::If { test, then, otherwise } => {
                let test = match self.test(test) {
                    TestCode::Const(holds) => {
                        return Some(self.num(if holds { then } else { otherwise }));
                    }
                    test => test,
                };
                let (then, otherwise) = (self.num(then), self.num(otherwise));
                with_test!(test, test => with_num!(then, then => with_num!(otherwise, otherwise => {
                    NumCode::new(move |e| if test(e) { then(e) } else { otherwise(e) })
                })))
            }
            Num::Default { value, fallback } => {
                let (value, fallback) =
                    (self.num(value).function::<M>(), self.num(fallback).function::<M>());
                NumCode::new(move |e| match value.call(e) {
                    NONE => fallback.call(e),
                    value => value,
                })
            }
            Num::Flag(test) => {
                let test = self.test(test).function();
                NumCode::new(move |e| i32::from(test.call(e)))
            }
            Num::Bind { temp, value, then } => {
                let (value, then) =
                    (self.num(value).function::<M>(), self.num(then).function::<M>());
                NumCode::new(move |e| {
                    let value = value.call(e);
                    e.bind_temp(temp, value);
                    then.call(e)
                })
            }
            Num::Add(a, b) => self.arithmetic(a, b, i32::checked_add),
            Num::Subtract(a, b) => self.arithmetic(a, b, i32::checked_sub),
            Num::Multiply(a, b) => self.arithmetic(a, b, i32::checked_mul),
            Num::Min(a, b) => self.arithmetic(a, b, |a, b| Some(a.min(b))),
            Num::Max(a, b) => self.arithmetic(a, b, |a, b| Some(a.max(b))),
            Num::Negate(a) => match self.num(a) {
                // None is the only number without a negative.
                NumCode::Const(value) => NumCode::Const(value.wrapping_neg()),
                value => with_num!(value, value => NumCode::new(move |e| value(e).wrapping_neg())),
            },
            Num::Count(set) => {
                with_set!(self.set(set), set => NumCode::new(move |e| set(e).count() as i32))
            }
            Num::The(set) => with_set!(self.set(set), set => NumCode::new(move |e| set(e).only())),
            Num::First(set) => with_set!(self.set(set), set => NumCode::new(move |e| {
                set(e).first().map_or(NONE, i32::from)
            })),
            Num::OnlyCard { slot } => {
                if let Some(at) = self.constant_slot(slot) {
                    return Some(NumCode::new(move |e| M::of(e.state.set(at)).only()));
                }
                match self.num(slot) {
                    NumCode::Temp(temp) => NumCode::InTemp(temp),
                    slot => with_num!(slot, slot => NumCode::new(move |e| {
                        let slot = slot(e);
                        e.only_in::<M>(slot)
                    })),
                }
            }
            Num::OwnSlot { first, owners, owner } => match self.num(owner) {
                NumCode::Const(owner) if (0..i32::from(owners)).contains(&owner) => {
                    NumCode::Const(first.word() + owner)
                }
                NumCode::Me => NumCode::SlotOfMe(first.word(), owners.into()),
                owner => with_num!(owner, owner => NumCode::new(move |e| {
                    let owner = owner(e);
                    e.owned(owner, first.word(), owners.into())
                })),
            },
            Num::SumOver { set, temp, value } => self.sum_over(set, temp, value),
            Num::SumAttribute { set, table } => {
                let table = self.table(table);
                with_set!(self.set(set), set => NumCode::new(move |e| {
                    let (mut left, mut sum) = (set(e), 0);
                    while let Some(card) = left.take_first() {
                        let value = table[card as usize];
                        match i32::checked_add(sum, if value == NONE { 0 } else { value }) {
                            Some(next) => sum = next,
                            None => e.fail(FaultKind::Overflow),
                        }
                    }
                    e.number(Some(sum))
                }))
            }
            Num::HighestOver { set, temp, value } => {
                self.extreme(set, temp, value, |value, best| value > best)
            }
            Num::LowestOver { set, temp, value } => {
                self.extreme(set, temp, value, |value, best| value < best)
            }
            Num::Most { set, temp, keys, least } => {
                let [key] = self.program.terms.groups[keys][..] else {
                    return self.most_of_keys(set, temp, keys, least);
                };
                if least {
                    self.most(set, temp, key, |value, best| value < best)
                } else {
                    self.most(set, temp, key, |value, best| value > best)
                }
            }
            Num::Next { seat, forward } => {
                with_num!(self.num(seat), seat => NumCode::new(move |e| {
                    let seat = seat(e);
                    let next = e.next_seat(seat, forward);
                    e.settle(next, NONE)
                }))
            }
            Num::Script(call) => return self.script(call),
            Num::BestPairing(pairing) => self.best_pairing(pairing),
            Num::Top { slot } => {
                self.of_slot(slot, |e, slot| e.state.top(slot).map_or(NONE, i32::from))
            }
            Num::Bottom { slot } => {
                self.of_slot(slot, |e, slot| e.state.bottom(slot).map_or(NONE, i32::from))
            }
            Num::SlotOf { card } => with_num!(self.num(card), card => NumCode::new(move |e| {
                let card = u8::try_from(card(e)).ok();
                card.and_then(|card| e.state.slot_of(card)).map_or(NONE, Slot::word)
            })),
            Num::OwnerOf { slot } => self.of_slot(slot, |e, slot| {
                let instance = e.state.instance_of(e.program, slot);
                instance.map_or(NONE, |instance| e.program.instances[instance].owner.into())
            }),
            Num::Column { slot } => self.place_in_zone(slot, |(_, column)| column + 1),
            Num::Row { slot } => self.place_in_zone(slot, |(row, _)| row + 1),
            Num::ZoneSlot { zone, owner, index } => return self.zone_slot(zone, owner, index),
            Num::Divide(..)
            | Num::Remainder(..)
            | Num::CountList(_)
            | Num::Last(_)
            | Num::NewSlot { .. }
            | Num::TeamOf(_)
            | Num::Captain(_)
            | Num::SumList(_)
            | Num::HighestList(_)
            | Num::LowestList(_)
            | Num::MostBy { .. }
            | Num::MostList { .. }
            | Num::BestPacking(_)
            | Num::Roll { .. }
            | Num::RandomOf { .. }
            | Num::CountFamily(_)
            | Num::SumFamily { .. }
            | Num::ExtremeFamily { .. }
            | Num::FormOf { .. } => return None,
        })
    }

    /// A call of a script whose arguments are scalars.
    fn script(&mut self, call: ScriptCallId) -> Option<NumCode> {
        let arguments = &self.program.terms.calls[call].arguments;
        if arguments.len() > SCALAR_ARGUMENTS {
            return None;
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(match *argument {
                ScriptArgument::Num(value) => self.num(value),
                ScriptArgument::Flag(test) => {
                    let test = self.test(test).function();
                    NumCode::new(move |e| i32::from(test.call(e)))
                }
                ScriptArgument::Card(_)
                | ScriptArgument::Cards(_)
                | ScriptArgument::Set(_)
                | ScriptArgument::List(_)
                | ScriptArgument::Zone { .. }
                | ScriptArgument::Slot(_) => return None,
            });
        }
        match values.len() {
            1 => self.remembered_script::<1>(call, values),
            2 => self.remembered_script::<2>(call, values),
            3 => self.remembered_script::<3>(call, values),
            _ => self.remembered_script::<SCALAR_ARGUMENTS>(call, values),
        }
    }

    /// A script whose result so many scalars determine.
    fn remembered_script<const N: usize>(
        &mut self,
        call: ScriptCallId,
        mut values: Vec<NumCode>,
    ) -> Option<NumCode> {
        values.resize(N, NumCode::Const(NONE));
        let values: [NumCode; N] = values.try_into().ok()?;
        let script = self.program.terms.calls[call].script;
        Some(NumCode::new(move |e| {
            let mut key = [NONE; SCALAR_ARGUMENTS];
            for (scalar, value) in key.iter_mut().zip(&values) {
                *scalar = value.read::<M>(e);
            }
            if let Some(result) = e.remembered_result(script, &key) {
                return result;
            }
            let call = &e.program.terms.calls[call];
            e.fallback(NONE, |e| e.remembered_call(call, key))
        }))
    }

    /// The best pairing of two sets, for which every pair is worked out.
    fn best_pairing(&mut self, pairing: PairingId) -> NumCode {
        let Pairing { left, left_temp, right, right_temp, value } =
            self.program.terms.pairings[pairing];
        let of_the_pair_alone =
            self.sharing.is_of_nothing_but(Term::Num(value), [left_temp, right_temp]);
        let (left, right) = (self.set(left).function(), self.set(right).function());
        with_num!(self.num(value), value => NumCode::new(move |e| {
            let (left, right) = (left.call(e).bits(), right.call(e).bits());
            let best = e.pair_up(left, right, |e, x, y| {
                if of_the_pair_alone && let Some(gain) = e.known_gain(pairing, x, y) {
                    return Ok(gain);
                }
                e.bind_pair((left_temp, x), (right_temp, y));
                let gain = value(e);
                if of_the_pair_alone && e.is_well() {
                    e.remember_gain(pairing, x, y, gain);
                }
                Ok(gain)
            });
            e.settle(best, NONE)
        }))
    }

    /// The set of the state that holds a slot's cards, where the slot is known.
    fn constant_slot(&mut self, slot: NumId) -> Option<usize> {
        match self.num(slot) {
            NumCode::Const(slot) => usize::try_from(slot).ok(),
            _ => None,
        }
    }

    fn table(&self, table: AttributeId) -> Arc<[i32]> {
        self.program.attributes[table].values.as_slice().into()
    }

    fn attribute(&mut self, table: AttributeId, card: NumId) -> NumCode {
        let table = self.table(table);
        // The attribute of the only card of a place is asked more than any other.
        if let Num::The(set) = self.program.terms.nums[card] {
            return match self.set(set) {
                SetCode::At(at) => NumCode::OfOnly(table, at),
                set => with_set!(set, set => NumCode::new(move |e| entry(&table, set(e).only()))),
            };
        }
        if let Num::OnlyCard { slot } = self.program.terms.nums[card]
            && let Some(at) = self.constant_slot(slot)
        {
            return NumCode::OfOnly(table, at);
        }
        match self.num(card) {
            NumCode::Temp(temp) => NumCode::OfTemp(table, temp),
            NumCode::InTemp(temp) => NumCode::OfInTemp(table, temp),
            NumCode::Const(card) => NumCode::Const(entry(&table, card)),
            card => with_num!(card, card => NumCode::new(move |e| entry(&table, card(e)))),
        }
    }

    fn stored(&mut self, at: u32, thing: NumId) -> NumCode {
        let first = at.to_usize();
        match self.num(thing) {
            NumCode::Const(thing) => u8::try_from(thing)
                .map_or(NumCode::Const(NONE), |thing| NumCode::At(first + usize::from(thing))),
            NumCode::Me => NumCode::StoredOfMe(first),
            NumCode::Temp(temp) => NumCode::StoredOfTemp(first, temp),
            thing => with_num!(thing, thing => NumCode::new(move |e| {
                let thing = thing(e);
                e.stored_of(first, thing)
            })),
        }
    }

    fn arithmetic(
        &mut self,
        a: NumId,
        b: NumId,
        f: impl Fn(i32, i32) -> Option<i32> + Copy + Send + Sync + 'static,
    ) -> NumCode {
        let (a, b) = (self.num(a), self.num(b));
        if let (&NumCode::Const(a), &NumCode::Const(b)) = (&a, &b)
            && let Some(result) = number(f(a, b)).filter(|_| a != NONE && b != NONE)
        {
            return NumCode::Const(result);
        }
        with_num!(a, a => with_num!(b, b => NumCode::new(move |e| {
            let (a, b) = (a(e), b(e));
            if a == NONE || b == NONE {
                return NONE;
            }
            e.number(f(a, b))
        })))
    }

    fn sum_over(&mut self, set: SetId, temp: Temp, value: NumId) -> NumCode {
        let (value, temp) = (self.num(value).function::<M>(), temp);
        with_set!(self.set(set), set => NumCode::new(move |e| {
            let (mut left, mut sum) = (set(e), 0i32);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                let value = value.call(e);
                match sum.checked_add(if value == NONE { 0 } else { value }) {
                    Some(next) => sum = next,
                    None => e.fail(FaultKind::Overflow),
                }
                if !e.looks() {
                    break;
                }
            }
            e.number(Some(sum))
        }))
    }

    fn of_slot(
        &mut self,
        slot: NumId,
        f: impl Fn(&Eval<'_>, Slot) -> i32 + Copy + Send + Sync + 'static,
    ) -> NumCode {
        with_num!(self.num(slot), slot => NumCode::new(move |e| {
            Slot::from_word(slot(e)).map_or(NONE, |slot| f(e, slot))
        }))
    }

    /// Something of a slot's row and column, which are known of slots that are always there.
    fn place_in_zone(
        &mut self,
        slot: NumId,
        f: impl Fn((i32, i32)) -> i32 + Copy + Send + Sync + 'static,
    ) -> NumCode {
        let places = (0..self.program.slots.len())
            .map(|slot| self.program.position(Slot::new(slot)).map_or(NONE, f));
        let places: Arc<[i32]> = places.collect();
        with_num!(self.num(slot), slot => {
            let places = Arc::clone(&places);
            NumCode::new(move |e| {
                let Some(slot) = Slot::from_word(slot(e)) else { return NONE };
                match places.get(slot.index()) {
                    Some(&place) => place,
                    None => e.position(slot).map_or(NONE, f),
                }
            })
        })
    }

    /// `None`: slots of rows are found by going along the row.
    fn zone_slot(&mut self, zone: ZoneId, owner: NumId, index: NumId) -> Option<NumCode> {
        let program = self.program;
        let owners = i32::from(program.zones[zone].owners);
        let of_owner = |owner: i32| &program.instances[program.instance(zone, owner.to_u8())];
        if (0..owners).any(|owner| of_owner(owner).row.is_some()) {
            return None;
        }
        let firsts: Arc<[(i32, i32)]> = (0..owners)
            .map(|owner| (of_owner(owner).first_slot.word(), of_owner(owner).slots.into()))
            .collect();
        let owner = self.num(owner).function::<M>();
        Some(with_num!(self.num(index), index => {
            let (owner, firsts) = (owner.clone(), Arc::clone(&firsts));
            NumCode::new(move |e| {
                let (owner, index) = (owner.call(e), index(e));
                match usize::try_from(owner).ok().and_then(|owner| firsts.get(owner)) {
                    Some(&(first, slots)) if index >= 1 && index <= slots => first + index - 1,
                    Some(_) => NONE,
                    None => {
                        e.fail(FaultKind::Nobody);
                        NONE
                    }
                }
            })
        }))
    }

    /// The member whose keys beat every other's, compared from the first, else none.
    fn most_of_keys(
        &mut self,
        set: SetId,
        temp: Temp,
        keys: GroupId,
        least: bool,
    ) -> Option<NumCode> {
        const MOST_KEYS: usize = 4;
        let group = &self.program.terms.groups[keys];
        if group.len() > MOST_KEYS {
            return None;
        }
        let keys: Vec<NumFn> = group.iter().map(|&key| self.num(key).function::<M>()).collect();
        let (temp, sign) = (temp.index(), if least { -1 } else { 1 });
        Some(with_set!(self.set(set), set => {
            let keys = keys.clone();
            NumCode::new(move |e| {
                let (mut left, mut leader) = (set(e), Leader::NOBODY);
                while let Some(one) = left.take_first() {
                    e.bind_temp(Temp::new(temp), i32::from(one));
                    let mut values = [0i64; MOST_KEYS];
                    let mut known = true;
                    for (value, key) in values.iter_mut().zip(&keys) {
                        let key = key.call(e);
                        known &= key != NONE;
                        *value = i64::from(key) * sign;
                    }
                    if known {
                        leader.meet(values, i32::from(one), |value, best| value > best);
                    }
                    if !e.looks() {
                        break;
                    }
                }
                leader.holder()
            })
        }))
    }

    fn extreme(
        &mut self,
        set: SetId,
        temp: Temp,
        value: NumId,
        better: impl Fn(i32, i32) -> bool + Copy + Send + Sync + 'static,
    ) -> NumCode {
        let (value, temp) = (self.num(value).function::<M>(), temp);
        with_set!(self.set(set), set => NumCode::new(move |e| {
            let (mut left, mut best) = (set(e), NONE);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                let value = value.call(e);
                if value != NONE && (best == NONE || better(value, best)) {
                    best = value;
                }
                if !e.looks() {
                    break;
                }
            }
            best
        }))
    }

    /// The member whose key beats every other's, else none.
    fn most(
        &mut self,
        set: SetId,
        temp: Temp,
        key: NumId,
        better: impl Fn(i32, i32) -> bool + Copy + Send + Sync + 'static,
    ) -> NumCode {
        let set = self.set(set);
        if let Some(keys) = self.unrolled(&set, temp, |compiler| compiler.num(key).function::<M>())
        {
            return NumCode::new(move |e| {
                let mut leader = Leader::NOBODY;
                for (member, key) in &keys {
                    e.bind_temp(temp, *member);
                    let value = key.call(e);
                    if value != NONE {
                        leader.meet(value, *member, better);
                    }
                }
                leader.holder()
            });
        }
        let (key, temp) = (self.num(key).function::<M>(), temp);
        with_set!(set, set => NumCode::new(move |e| {
            let (mut left, mut leader) = (set(e), Leader::NOBODY);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                let value = key.call(e);
                if value != NONE {
                    leader.meet(value, i32::from(one), better);
                }
                if !e.looks() {
                    break;
                }
            }
            leader.holder()
        }))
    }
}
