//! Scalars.

use super::best::only;
use super::{Eval, Evaluated, card, member};
use crate::program::ids::GroupId;
use crate::program::terms::{Lot, Num, NumId, SetId, Temp};
use crate::tabletop::ids::{InstanceId, MarkId, OrderId, ZoneId};
use crate::value::{
    Card, Member, NONE, Narrow, Seat, Slot, TeamId, Values, floor_divide, floor_remainder, number,
};
use crate::vm::events::{Event, RandomKind};
use crate::vm::fault::FaultKind;
use std::cmp::Ordering;

impl Eval<'_> {
    /// What a scalar term says, part by part: the definition of every term's meaning.
    pub(in crate::vm) fn num(&mut self, id: NumId) -> Evaluated<i32> {
        Ok(match self.program.terms.nums[id] {
            Num::Const(value) => value,
            Num::Temp(temp) => self.scratch.nums[temp],
            Num::Local(local) => self.state.num(self.locals + local.index()),
            Num::Me => self.me,
            Num::Active => self.active,
            Num::Variable { at } => self.state.num(at.to_usize()),
            Num::OwnedVariable { at, owner } => match member(self.num(owner)?) {
                Some(owner) => self.state.num(at.to_usize() + usize::from(owner)),
                None => NONE,
            },
            Num::Attribute { table, card: of } => match card(self.num(of)?) {
                Some(card) => self.program.attributes[table].values[card.index()],
                None => NONE,
            },
            Num::CardMark { mark, card } => self.marked(mark, card)?,
            Num::SlotMark { mark, slot } => self.marked(mark, slot)?,
            Num::PhaseNumber { phase } => {
                self.state.num(self.program.phases[phase].number_at.to_usize())
            }
            Num::If { test, then, otherwise } => {
                let branch = if self.test(test)? { then } else { otherwise };
                self.num(branch)?
            }
            Num::Default { value, fallback } => match self.num(value)? {
                NONE => self.num(fallback)?,
                value => value,
            },
            Num::Flag(test) => i32::from(self.test(test)?),
            Num::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.bind(temp, value);
                self.num(then)?
            }
            Num::Add(a, b) => self.arithmetic(a, b, i32::checked_add)?,
            Num::Subtract(a, b) => self.arithmetic(a, b, i32::checked_sub)?,
            Num::Multiply(a, b) => self.arithmetic(a, b, i32::checked_mul)?,
            Num::Divide(a, b) => self.division(a, b, floor_divide)?,
            Num::Remainder(a, b) => self.division(a, b, floor_remainder)?,
            Num::Min(a, b) => self.arithmetic(a, b, |a, b| Some(a.min(b)))?,
            Num::Max(a, b) => self.arithmetic(a, b, |a, b| Some(a.max(b)))?,
            Num::Negate(a) => match self.num(a)? {
                NONE => NONE,
                value => number(value.checked_neg()).ok_or(FaultKind::Overflow)?,
            },
            Num::Count(set) => self.set(set)?.len().to_i32(),
            Num::CountList(list) => self.list(list)?.as_slice().len().to_i32(),
            Num::The(set) => only(self.set(set)?),
            Num::First(set) => some(self.set(set)?.first()),
            Num::Last(set) => some(self.set(set)?.last()),
            Num::OnlyCard { slot } => self.of_slot(slot, |e, s| {
                if e.state.count_in(s) == 1 { some(e.state.top(s)) } else { NONE }
            })?,
            Num::Top { slot } => self.of_slot(slot, |e, s| some(e.state.top(s)))?,
            Num::Bottom { slot } => self.of_slot(slot, |e, s| some(e.state.bottom(s)))?,
            Num::SlotOf { card: of } => match card(self.num(of)?) {
                Some(card) => self.state.slot_of(card).map_or(NONE, Slot::word),
                None => NONE,
            },
            Num::OwnerOf { slot } => {
                self.of_slot(slot, |e, s| match e.state.instance_of(e.program, s) {
                    Some(instance) => e.program.owning_seat(instance).map_or(NONE, Seat::word),
                    None => NONE,
                })?
            }
            Num::Column { slot } => self.of_position(slot, |(_, column)| column + 1)?,
            Num::Row { slot } => self.of_position(slot, |(row, _)| row + 1)?,
            Num::ZoneSlot { zone, owner, index } => self.zone_slot(zone, owner, index)?,
            Num::OwnSlot { first, owners, owner } => {
                let owner = self.owner(owner, owners)?;
                owner.map_or(NONE, |owner| first.word() + owner.word())
            }
            // A new slot is opened by the move that goes there; as a value it is none.
            Num::NewSlot { .. } => NONE,
            Num::TeamOf(seat) => match Seat::from_word(self.num(seat)?) {
                Some(seat) if seat.number() < self.program.seats => self.program.team(seat).word(),
                _ => NONE,
            },
            Num::Captain(team) => match TeamId::from_word(self.num(team)?) {
                Some(team) if team.number() < self.program.teams => {
                    self.program.captain(team).word()
                }
                _ => NONE,
            },
            Num::Numbered { number, of } => match self.num(number)? {
                number if (1..=i32::from(of)).contains(&number) => number - 1,
                _ => return Err(FaultKind::NoSuchSeat),
            },
            Num::Next { seat, forward } => {
                let seat = self.num(seat)?;
                self.next_seat(seat, forward)?
            }
            Num::SumOver { set, temp, value } => self.sum_over(set, temp, value)?,
            Num::SumAttribute { set, table } => {
                let attribute = &self.program.attributes[table].values;
                sum(self.set(set)?.of().map(|card: Card| attribute[card.index()]))?
            }
            Num::HighestOver { set, temp, value } => {
                self.extreme(set, temp, value, Ordering::Greater)?
            }
            Num::LowestOver { set, temp, value } => {
                self.extreme(set, temp, value, Ordering::Less)?
            }
            Num::SumList(list) => sum(self.list(list)?.as_slice().iter().copied())?,
            Num::HighestList(list) => present(&self.list(list)?).max().unwrap_or(NONE),
            Num::LowestList(list) => present(&self.list(list)?).min().unwrap_or(NONE),
            Num::Most { set, temp, keys, least } => {
                only(self.best_members((set, temp), least, |e| e.group(keys))?)
            }
            Num::MostBy { set, temp, key, order } => self.most_by(set, temp, key, order)?,
            Num::MostList { set, temp, ranking, least } => {
                let ranking = self.ranking(ranking);
                only(self.best_members((set, temp), least, |e| e.keys(ranking))?)
            }
            Num::BestPairing(pairing) => self.best_pairing(pairing)?,
            Num::BestPacking(packing) => self.best_packing(packing)?,
            Num::CountFamily(family) => self.count_family(family)?,
            Num::SumFamily { family, temp, value } => self.sum_family((family, temp, value))?,
            Num::ExtremeFamily { family, temp, value, least } => {
                self.extreme_family((family, temp, value), least)?
            }
            Num::FormOf { shape, set } => {
                let set = self.set(set)?;
                self.form_of(shape, &set)?
            }
            Num::Script(call) => self.script_number(call)?,
            Num::Roll { sides } => self.roll(sides)?,
            Num::RandomOf { set, lot } => self.random_of(set, lot)?,
        })
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

    fn marked(&mut self, mark: MarkId, thing: NumId) -> Evaluated<i32> {
        let at = self.program.marks[mark].at.to_usize();
        Ok(match member(self.num(thing)?) {
            Some(thing) => self.state.num(at + usize::from(thing)),
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
