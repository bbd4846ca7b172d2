//! Scalars.

use super::best::only;
use super::{Eval, Evaluated, card, member};
use crate::program::ids::{GroupId, RankingId, ShapeId};
use crate::program::terms::{Lot, Num, NumId, SetId, Temp};
use crate::tabletop::ids::{AttributeId, InstanceId, OrderId, PhaseId, ZoneId};
use crate::value::{
    Card, Member, NONE, Narrow, Seat, Slot, TeamId, Values, floor_divide, floor_remainder, number,
};
use crate::vm::events::{Event, RandomKind};
use crate::vm::fault::FaultKind;
use std::cmp::Ordering::{self, Greater, Less};

impl Eval<'_> {
    /// What a scalar term says, part by part: the definition of every term's meaning.
    pub(in crate::vm) fn num(&mut self, id: NumId) -> Evaluated<i32> {
        match self.program.terms.nums[id] {
            Num::Const(value) => Ok(value),
            Num::Temp(temp) => Ok(self.scratch.nums[temp]),
            Num::Local(local) => Ok(self.state.num(self.locals + local.index())),
            Num::Me => Ok(self.me),
            Num::Active => Ok(self.active),
            Num::Variable { at } => Ok(self.state.num(at.to_usize())),
            Num::OwnedVariable { at, owner } => self.stored(at, owner),
            Num::CardMark { mark, card } => self.stored(self.program.marks[mark].at, card),
            Num::SlotMark { mark, slot } => self.stored(self.program.marks[mark].at, slot),
            Num::Attribute { table, card } => self.printed(table, card),
            Num::PhaseNumber { phase } => Ok(self.begins_of(phase)),
            Num::Flag(test) => Ok(i32::from(self.test(test)?)),
            Num::If { test, then, otherwise } => {
                let branch = if self.test(test)? { then } else { otherwise };
                self.num(branch)
            }
            Num::Default { value, fallback } => match self.num(value)? {
                NONE => self.num(fallback),
                value => Ok(value),
            },
            Num::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.bind(temp, value);
                self.num(then)
            }
            Num::Add(a, b) => self.arithmetic(a, b, i32::checked_add),
            Num::Subtract(a, b) => self.arithmetic(a, b, i32::checked_sub),
            Num::Multiply(a, b) => self.arithmetic(a, b, i32::checked_mul),
            Num::Divide(a, b) => self.division(a, b, floor_divide),
            Num::Remainder(a, b) => self.division(a, b, floor_remainder),
            Num::Min(a, b) => self.arithmetic(a, b, |a, b| Some(a.min(b))),
            Num::Max(a, b) => self.arithmetic(a, b, |a, b| Some(a.max(b))),
            Num::Negate(a) => self.negative(a),
            Num::Count(set) => Ok(self.set(set)?.len().to_i32()),
            Num::The(set) => Ok(only(self.set(set)?)),
            Num::First(set) => Ok(some(self.set(set)?.first())),
            Num::Last(set) => Ok(some(self.set(set)?.last())),
            Num::SumOver { set, temp, value } => self.sum_over(set, temp, value),
            Num::SumAttribute { set, table } => self.sum_attribute(set, table),
            Num::HighestOver { set, temp, value } => self.extreme(set, temp, value, Greater),
            Num::LowestOver { set, temp, value } => self.extreme(set, temp, value, Less),
            Num::Most { set, temp, keys, least } => self.most(set, temp, keys, least),
            Num::MostBy { set, temp, key, order } => self.most_by(set, temp, key, order),
            Num::MostList { set, temp, ranking, least } => self.ranked(set, temp, ranking, least),
            Num::BestPairing(pairing) => self.best_pairing(pairing),
            Num::BestPacking(packing) => self.best_packing(packing),
            Num::FormOf { shape, set } => self.form_of_set(shape, set),
            Num::CountList(list) => Ok(self.list(list)?.as_slice().len().to_i32()),
            Num::SumList(list) => sum(self.list(list)?.as_slice().iter().copied()),
            Num::HighestList(list) => Ok(present(&self.list(list)?).max().unwrap_or(NONE)),
            Num::LowestList(list) => Ok(present(&self.list(list)?).min().unwrap_or(NONE)),
            Num::CountFamily(family) => self.count_family(family),
            Num::SumFamily { family, temp, value } => self.sum_family((family, temp, value)),
            Num::ExtremeFamily { family, temp, value, least } => {
                self.extreme_family((family, temp, value), least)
            }
            Num::OnlyCard { slot } => self.of_slot(slot, |e, s| e.only_card(s)),
            Num::Top { slot } => self.of_slot(slot, |e, s| some(e.state.top(s))),
            Num::Bottom { slot } => self.of_slot(slot, |e, s| some(e.state.bottom(s))),
            Num::SlotOf { card } => self.slot_of(card),
            Num::OwnerOf { slot } => self.of_slot(slot, |e, s| e.owner_of(s)),
            Num::Column { slot } => self.of_position(slot, |(_, column)| column + 1),
            Num::Row { slot } => self.of_position(slot, |(row, _)| row + 1),
            Num::ZoneSlot { zone, owner, index } => self.zone_slot(zone, owner, index),
            Num::OwnSlot { first, owners, owner } => self.own_slot(first, owners, owner),
            // A new slot is opened by the move that goes there; as a value it is none.
            Num::NewSlot { .. } => Ok(NONE),
            Num::TeamOf(seat) => self.team_of(seat),
            Num::Captain(team) => self.captain(team),
            Num::Numbered { number, of } => self.numbered(number, of),
            Num::Next { seat, forward } => {
                let seat = self.num(seat)?;
                self.next_seat(seat, forward)
            }
            Num::Script(call) => self.script_number(call),
            Num::Roll { sides } => self.roll(sides),
            Num::RandomOf { set, lot } => self.random_of(set, lot),
        }
    }

    /// How often a phase has begun.
    #[inline(always)]
    fn begins_of(&self, phase: PhaseId) -> i32 {
        self.state.num(self.program.phases[phase].number_at.to_usize())
    }

    /// What is printed on a card.
    #[inline(always)]
    fn printed(&mut self, table: AttributeId, of: NumId) -> Evaluated<i32> {
        Ok(match card(self.num(of)?) {
            Some(card) => self.program.attributes[table].values[card.index()],
            None => NONE,
        })
    }

    #[inline(always)]
    fn negative(&mut self, a: NumId) -> Evaluated<i32> {
        match self.num(a)? {
            NONE => Ok(NONE),
            value => number(value.checked_neg()).ok_or(FaultKind::Overflow),
        }
    }

    /// The card of a slot that has no other.
    #[inline(always)]
    fn only_card(&self, slot: Slot) -> i32 {
        if self.state.count_in(slot) == 1 { some(self.state.top(slot)) } else { NONE }
    }

    #[inline(always)]
    fn slot_of(&mut self, of: NumId) -> Evaluated<i32> {
        Ok(match card(self.num(of)?) {
            Some(card) => self.state.slot_of(card).map_or(NONE, Slot::word),
            None => NONE,
        })
    }

    /// The seat that a slot belongs to.
    #[inline(always)]
    fn owner_of(&self, slot: Slot) -> i32 {
        match self.state.instance_of(self.program, slot) {
            Some(instance) => self.program.owning_seat(instance).map_or(NONE, Seat::word),
            None => NONE,
        }
    }

    /// The slot of an owner, where the slots of so many follow each other.
    #[inline(always)]
    fn own_slot(&mut self, first: Slot, owners: u8, owner: NumId) -> Evaluated<i32> {
        let owner = self.owner(owner, owners)?;
        Ok(owner.map_or(NONE, |owner| first.word() + owner.word()))
    }

    #[inline(always)]
    fn team_of(&mut self, seat: NumId) -> Evaluated<i32> {
        Ok(match Seat::from_word(self.num(seat)?) {
            Some(seat) if seat.number() < self.program.seats => self.program.team(seat).word(),
            _ => NONE,
        })
    }

    #[inline(always)]
    fn captain(&mut self, team: NumId) -> Evaluated<i32> {
        Ok(match TeamId::from_word(self.num(team)?) {
            Some(team) if team.number() < self.program.teams => self.program.captain(team).word(),
            _ => NONE,
        })
    }

    /// The one of so many that people speak of by a number.
    #[inline(always)]
    fn numbered(&mut self, number: NumId, of: u8) -> Evaluated<i32> {
        match self.num(number)? {
            number if (1..=i32::from(of)).contains(&number) => Ok(number - 1),
            _ => Err(FaultKind::NoSuchSeat),
        }
    }

    #[inline(always)]
    fn sum_attribute(&mut self, set: SetId, table: AttributeId) -> Evaluated<i32> {
        let attribute = &self.program.attributes[table].values;
        sum(self.set(set)?.of().map(|card: Card| attribute[card.index()]))
    }

    #[inline(always)]
    fn most(&mut self, set: SetId, temp: Temp, keys: GroupId, least: bool) -> Evaluated<i32> {
        Ok(only(self.best_members((set, temp), least, |e| e.group(keys))?))
    }

    /// The member whose keys and list of values beat every other's.
    #[inline(always)]
    fn ranked(
        &mut self,
        set: SetId,
        temp: Temp,
        ranking: RankingId,
        least: bool,
    ) -> Evaluated<i32> {
        let ranking = self.ranking(ranking);
        Ok(only(self.best_members((set, temp), least, |e| e.keys(ranking))?))
    }

    #[inline(always)]
    fn form_of_set(&mut self, shape: ShapeId, set: SetId) -> Evaluated<i32> {
        let set = self.set(set)?;
        self.form_of(shape, &set)
    }

    fn roll(&mut self, sides: NumId) -> Evaluated<i32> {
        let sides = self.num(sides)?;
        if sides < 1 {
            return Err(FaultKind::OutOfRange);
        }
        let n = sides.cast_unsigned();
        let kind = if n == 2 { RandomKind::Coin } else { RandomKind::Die };
        let result = 1 + self.lot(kind, n).to_i32();
        self.scratch.draws.push(Event::Random { kind, n, result, open: true });
        Ok(result)
    }

    fn arithmetic(
        &mut self,
        a: NumId,
        b: NumId,
        f: impl Fn(i32, i32) -> Option<i32>,
    ) -> Evaluated<i32> {
        let (a, b) = (self.num(a)?, self.num(b)?);
        of_both(a, b, f)
    }

    fn division(
        &mut self,
        a: NumId,
        b: NumId,
        f: impl Fn(i32, i32) -> Option<i32>,
    ) -> Evaluated<i32> {
        let (a, b) = (self.num(a)?, self.num(b)?);
        if b == 0 { Err(FaultKind::DivisionByZero) } else { of_both(a, b, f) }
    }

    /// What is stored of each of several things from a place on.
    fn stored(&mut self, at: u32, thing: NumId) -> Evaluated<i32> {
        Ok(match member(self.num(thing)?) {
            Some(thing) => self.state.num(at.to_usize() + usize::from(thing)),
            None => NONE,
        })
    }

    #[inline]
    fn of_slot(&mut self, slot: NumId, f: impl Fn(&Self, Slot) -> i32) -> Evaluated<i32> {
        Ok(match Slot::from_word(self.num(slot)?) {
            Some(slot) => f(self, slot),
            None => NONE,
        })
    }

    /// What is known by the row and the column of a slot; none where it has no place.
    fn of_position(&mut self, slot: NumId, f: impl Fn((i32, i32)) -> i32) -> Evaluated<i32> {
        self.of_slot(slot, |e, slot| e.position(slot).map_or(NONE, &f))
    }

    /// Row and column of a slot within its zone, from 0.
    pub(in crate::vm) fn position(&self, slot: Slot) -> Option<(i32, i32)> {
        let instance = self.state.instance_of(self.program, slot)?;
        Some(self.program.place_of(instance, self.index(instance, slot)?))
    }

    /// Number of a slot within its zone, from 0.
    pub(super) fn index(&self, instance: InstanceId, slot: Slot) -> Option<i32> {
        match self.program.slots.get(slot.index()) {
            Some(info) => Some(i32::from(info.index)),
            None => self
                .state
                .slots_of(self.program, instance)
                .position(|s| s == slot)
                .map(|i| i.to_i32()),
        }
    }

    /// Number of a slot within its zone, from 0; 0 for a slot of no zone.
    pub(in crate::vm) fn slot_index(&self, slot: Slot) -> i32 {
        self.state
            .instance_of(self.program, slot)
            .and_then(|instance| self.index(instance, slot))
            .unwrap_or(0)
    }

    fn zone_slot(&mut self, zone: ZoneId, owner: NumId, index: NumId) -> Evaluated<i32> {
        let instance = self.instance(zone, owner)?;
        let index = self.num(index)?;
        let Some(instance) = instance else { return Ok(NONE) };
        let info = self.program.instances[instance];
        if info.row.is_none() {
            let inside = index >= 1 && index <= i32::from(info.slots);
            return Ok(if inside { info.first_slot.word() + index - 1 } else { NONE });
        }
        // None, like every number below 1, is the number of no slot.
        let before = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
        let slot = before.and_then(|n| self.state.slots_of(self.program, instance).nth(n));
        Ok(slot.map_or(NONE, Slot::word))
    }

    /// The next seat in turn order that takes part; this one itself when it is the only one.
    pub(in crate::vm) fn next_seat(&mut self, seat: i32, forward: bool) -> Evaluated<i32> {
        let seats = i32::from(self.program.seats);
        if seat < 0 || seat >= seats {
            return Ok(NONE);
        }
        let step = if forward != self.state.control.backwards { 1 } else { seats - 1 };
        if self.program.playing.is_none() {
            return Ok(if seat + step < seats { seat + step } else { seat + step - seats });
        }
        let (playing, mut next) = (self.playing()?, seat);
        for _ in 0..seats {
            next = (next + step) % seats;
            if playing.contains(next.to_u8()) {
                return Ok(next);
            }
        }
        Ok(NONE)
    }

    fn sum_over(&mut self, set: SetId, temp: Temp, value: NumId) -> Evaluated<i32> {
        let mut sum = 0i32;
        for member in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(member));
            match self.num(value)? {
                NONE => {}
                value => sum = sum.checked_add(value).ok_or(FaultKind::Overflow)?,
            }
        }
        number(Some(sum)).ok_or(FaultKind::Overflow)
    }

    fn extreme(
        &mut self,
        set: SetId,
        temp: Temp,
        value: NumId,
        wanted: Ordering,
    ) -> Evaluated<i32> {
        let mut best = NONE;
        for member in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(member));
            let value = self.num(value)?;
            if value != NONE && (best == NONE || value.cmp(&best) == wanted) {
                best = value;
            }
        }
        Ok(best)
    }

    /// The scalars of a group, in order.
    pub(in crate::vm) fn group(&mut self, group: GroupId) -> Evaluated<Values> {
        let mut values = Values::new();
        for i in 0..self.program.terms.groups[group].len() {
            let value = self.num(self.program.terms.groups[group][i])?;
            if !values.push(value) {
                return Err(FaultKind::TooManyValues);
            }
        }
        Ok(values)
    }

    /// The member that by a declared order is above every other one. A member whose `key` is none
    /// does not count.
    fn most_by(&mut self, set: SetId, temp: Temp, key: NumId, order: OrderId) -> Evaluated<i32> {
        let mut keys = Vec::new();
        for member in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(member));
            let value = self.num(key)?;
            if value != NONE {
                keys.push((member, value));
            }
        }
        let order = &self.program.orders[order];
        let beats_all = |&&(member, key): &&(u16, i32)| {
            keys.iter().all(|&(other, than)| member == other || order.above(key, than))
        };
        Ok(keys.iter().find(beats_all).map_or(NONE, |&(member, _)| i32::from(member)))
    }

    fn random_of(&mut self, set: SetId, lot: Lot) -> Evaluated<i32> {
        let set = self.set(set)?;
        let count = set.len().to_u32();
        if count <= 1 {
            return Ok(some(set.first()));
        }
        let index = self.draw(lot, &set);
        let result = some(set.nth(index.to_usize()));
        self.drew(lot, count, index, result);
        Ok(result)
    }
}

#[inline]
fn some(member: Option<impl Member>) -> i32 {
    member.map_or(NONE, |member| i32::from(member.number()))
}

/// What two numbers come to: none if one of them is, a fault where no number is the result.
fn of_both(a: i32, b: i32, f: impl Fn(i32, i32) -> Option<i32>) -> Evaluated<i32> {
    if a == NONE || b == NONE {
        return Ok(NONE);
    }
    number(f(a, b)).ok_or(FaultKind::Overflow)
}

/// The values that are not none.
fn present(values: &Values) -> impl Iterator<Item = i32> {
    values.as_slice().iter().copied().filter(|&value| value != NONE)
}

/// The sum of the values that are not none.
fn sum(values: impl Iterator<Item = i32>) -> Evaluated<i32> {
    number(values.filter(|&value| value != NONE).try_fold(0i32, i32::checked_add))
        .ok_or(FaultKind::Overflow)
}
