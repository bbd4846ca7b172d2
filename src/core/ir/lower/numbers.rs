//! Scalars.

use super::{Left, Lowered, Lowering, NO_TEMP, Worth};
use crate::ir::build::{Builder, Num};
use crate::ir::{
    Binary, Checked, Control, Helper, Inst, Lies, Measure, Place, Reg, SetBinary, Type,
};
use crate::program::ids::GroupId;
use crate::program::terms::{self, NumId, Pairing, SetId, Temp};
use crate::program::walk::Term;
use crate::tabletop::ids::AttributeId;
use crate::value::{Bits, NONE, Narrow, Seat, Slot, TeamId};

/// Members of a known set for each of which a loop's body stands once: players, mostly.
const MOST_UNROLLED: usize = 6;

impl Lowering<'_> {
    /// A scalar term.
    pub(crate) fn num(&mut self, id: NumId) -> Lowered<Num> {
        if let Some(Worth::Num(known)) = self.remembered(Term::Num(id)) {
            return Ok(known);
        }
        let value = self.num_term(id)?;
        self.remember(Term::Num(id), Worth::Num(value));
        Ok(value)
    }

    fn num_term(&mut self, id: NumId) -> Lowered<Num> {
        use terms::Num as T;
        Ok(match self.program.terms.nums[id] {
            T::Const(value) => self.b.constant(value),
            T::Temp(temp) => {
                let bound = self.temps.iter().rev().find(|(known, _)| *known == temp);
                match bound {
                    Some(&(_, value)) => value,
                    None => self.recalled(temp)?,
                }
            }
            T::Local(local) => {
                let place = self.place_of(local)?;
                self.b.load(place)
            }
            T::Me => self.own(),
            T::Active => self.b.read(Control::Active),
            T::Variable { at } => self.b.load(Place::State(at)),
            T::OwnedVariable { at, owner } => {
                let owners = self.owners_of(at);
                self.stored(at, owner, owners)?
            }
            T::CardMark { mark, card: thing } => {
                self.stored(self.program.marks[mark].at, thing, self.program.memory.cards)?
            }
            T::SlotMark { mark, slot: thing } => {
                self.stored(self.program.marks[mark].at, thing, self.program.memory.slots)?
            }
            T::Attribute { table, card } => self.attribute(table, card)?,
            T::PhaseNumber { phase } => {
                self.b.load_some(Place::State(self.program.phases[phase].number_at))
            }
            T::If { test, then, otherwise } => {
                let test = self.test(test)?;
                self.either(test, |l| l.num(then), |l| l.num(otherwise))?
            }
            T::Default { value, fallback } => {
                let value = self.num(value)?;
                let there = self.b.is_some(value);
                let present = Num { some: true, ..value };
                self.either(there, |_| Ok(present), |l| l.num(fallback))?
            }
            T::Flag(test) => self.test(test)?,
            T::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.with(temp, value, |l| l.num(then))?
            }
            T::Add(a, b) => self.checked(Checked::Add, a, b)?,
            T::Subtract(a, b) => self.checked(Checked::Subtract, a, b)?,
            T::Multiply(a, b) => self.checked(Checked::Multiply, a, b)?,
            T::Divide(a, b) => self.checked(Checked::Divide, a, b)?,
            T::Remainder(a, b) => self.checked(Checked::Remainder, a, b)?,
            T::Min(a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                // None is the smallest of all numbers.
                let least = self.b.binary(Binary::Min, a, b);
                Num { some: a.some && b.some, ..least }
            }
            T::Max(a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                let most = self.b.binary(Binary::Max, a, b);
                self.none_of_none(most, a, b)
            }
            T::Negate(a) => {
                let a = self.num(a)?;
                let zero = self.b.constant(0);
                // None is the only number without a negative: it stays none.
                let negative = self.b.binary(Binary::Subtract, zero, a);
                Num { some: a.some, ..negative }
            }
            T::Count(set) => self.measured(Measure::Count, set)?,
            T::The(set) => self.measured(Measure::Only, set)?,
            T::First(set) => self.measured(Measure::First, set)?,
            T::Last(set) => self.measured(Measure::Last, set)?,
            T::OnlyCard { slot } => self.only_card(slot)?,
            T::Top { slot } => self.lies(Lies::Top, slot)?,
            T::Bottom { slot } => self.lies(Lies::Bottom, slot)?,
            T::SlotOf { card } => self.lies(Lies::SlotOf, card)?,
            T::OwnerOf { slot } => {
                let program = self.program;
                self.of_fixed_slot(slot, |slot| {
                    let instance = program.slots[slot.index()].instance;
                    program.owning_seat(instance).map_or(NONE, Seat::word)
                })?
            }
            T::Column { slot } => self.of_position(slot, |(_, column)| column + 1)?,
            T::Row { slot } => self.of_position(slot, |(row, _)| row + 1)?,
            T::ZoneSlot { zone, owner, index } => self.zone_slot(zone, owner, index)?,
            T::OwnSlot { first, owners, owner } => {
                let owner = self.owner(owner, owners)?;
                let first = self.b.constant(first.word());
                self.b.binary(Binary::Add, first, owner)
            }
            T::TeamOf(seat) => {
                let (program, seat) = (self.program, self.num(seat)?);
                let teams = Seat::all(program.seats).map(|seat| program.team(seat).word());
                self.looked_up(teams.collect(), seat)
            }
            T::Captain(team) => {
                let (program, team) = (self.program, self.num(team)?);
                let seats = TeamId::all(program.teams).map(|team| program.captain(team).word());
                self.looked_up(seats.collect(), team)
            }
            T::Numbered { number, of } => self.numbered(number, of)?,
            T::Next { seat, forward } => {
                let seat = self.num(seat)?;
                self.next_player(seat, forward)?
            }
            T::SumOver { set, temp, value } => self.sum_over(set, temp, |l| l.num(value))?,
            T::SumAttribute { set, table } => self.sum_attribute(set, table)?,
            T::HighestOver { set, temp, value } => {
                self.extreme(Binary::Greater, set, temp, value)?
            }
            T::LowestOver { set, temp, value } => self.extreme(Binary::Less, set, temp, value)?,
            T::Most { set, temp, keys, least } => self.most(set, temp, keys, least)?,
            T::NewSlot { .. }
            | T::CountList(_)
            | T::SumList(_)
            | T::HighestList(_)
            | T::LowestList(_)
            | T::MostBy { .. }
            | T::MostList { .. }
            | T::BestPacking(_)
            | T::CountFamily(_)
            | T::SumFamily { .. }
            | T::ExtremeFamily { .. }
            | T::FormOf { .. }
            | T::Script(_) => {
                self.left_to_machine(Term::Num(id))?;
                let number = self.b.constant(id.index().to_i32());
                self.b.call(Helper::NumTerm, [number])
            }
            T::BestPairing(pairing) => {
                self.left_to_machine(Term::Num(id))?;
                let Pairing { left, right, .. } = self.program.terms.pairings[pairing];
                let (left, right) = (self.set(left)?, self.set(right)?);
                let number = self.b.constant(pairing.index().to_i32());
                self.b.call_of(Helper::BestPairing, [number], [left, right])
            }
            T::Roll { .. } | T::RandomOf { .. } => return Err(Left),
        })
    }

    /// What is printed on a card; none of none.
    fn attribute(&mut self, table: AttributeId, card: NumId) -> Lowered<Num> {
        let card = self.num(card)?;
        let values = &self.program.attributes[table].values;
        if let Some(card) = card.known {
            let value = usize::try_from(card).ok().and_then(|card| values.get(card));
            return Ok(self.b.constant(value.copied().unwrap_or(NONE)));
        }
        let some = card.some && !values.contains(&NONE);
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::Attribute { to, table, card: card.reg });
        Ok(self.b.value_of(to, some))
    }

    /// The card of a slot that has no other; else none.
    fn only_card(&mut self, slot: NumId) -> Lowered<Num> {
        let slot = self.num(slot)?;
        let (count, top) = (self.b.lies(Lies::CardsIn, slot), self.b.lies(Lies::Top, slot));
        let only = self.b.compare(Binary::Equal, count, 1);
        let none = self.b.constant(NONE);
        Ok(self.b.select(only, top, none))
    }

    /// The one of so many that people speak of by a number; a side exit where there is none.
    fn numbered(&mut self, number: NumId, of: u8) -> Lowered<Num> {
        let (number, one) = (self.num(number)?, self.b.constant(1));
        let place = self.b.binary(Binary::Subtract, number, one);
        let inside = self.b.compare(Binary::Below, place, of.into());
        self.b.exit_unless(inside);
        Ok(Num { some: true, limit: Some(of.into()), ..place })
    }

    /// A number from one of two ways.
    pub(crate) fn either(
        &mut self,
        test: Num,
        then: impl FnOnce(&mut Self) -> Lowered<Num>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<Num>,
    ) -> Lowered<Num> {
        match test.known {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let none = self.b.constant(NONE);
        let to = self.b.variable(none);
        let (yes, no, behind) = (self.b.block(), self.b.block(), self.b.block());
        self.b.end(crate::ir::End::If { test: test.reg, then: yes, otherwise: no });
        self.b.switch_to(yes);
        let first = self.on_a_way(then)?;
        self.b.set(to, first);
        self.b.jump(behind);
        self.b.switch_to(no);
        let second = self.on_a_way(otherwise)?;
        self.b.set(to, second);
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(self.b.value_of(to, first.some && second.some))
    }

    /// An owner, who has to be one of so many: else a side exit.
    pub(crate) fn owner(&mut self, owner: NumId, owners: u8) -> Lowered<Num> {
        let owner = self.num(owner)?;
        match owner.known {
            Some(known) if (0..i32::from(owners)).contains(&known) => {}
            Some(_) => return Err(Left),
            None => {
                let inside = self.b.compare(Binary::Below, owner, owners.into());
                self.b.exit_unless(inside);
            }
        }
        Ok(Num { some: true, limit: Some(owners.into()), ..owner })
    }

    /// How many owners a variable has that lies at this place.
    fn owners_of(&self, at: u32) -> usize {
        let variable = self.program.variables.iter().find(|variable| variable.at == at);
        variable.map_or(1, |variable| variable.owners.into())
    }

    /// What is stored of each of so many things from a place on; none of none.
    fn stored(&mut self, at: u32, thing: NumId, things: usize) -> Lowered<Num> {
        let thing = self.num(thing)?;
        match thing.known {
            Some(known) if usize::try_from(known).is_ok_and(|known| known < things) => {
                return Ok(self.b.load(Place::State(at + known.to_u32())));
            }
            Some(NONE) => return Ok(self.b.constant(NONE)),
            Some(_) => return Err(Left),
            None => {}
        }
        let inside = self.b.compare(Binary::Below, thing, things.to_i32());
        let none = self.b.constant(NONE);
        self.b.either(inside, |b| Ok(b.load(Place::Indexed(at, thing.reg))), |_| Ok(none))
    }

    /// An entry of a table; none outside it.
    pub(crate) fn looked_up(&mut self, table: Vec<i32>, index: Num) -> Num {
        if let Some(known) = index.known {
            let entry = usize::try_from(known).ok().and_then(|known| table.get(known));
            return self.b.constant(entry.copied().unwrap_or(NONE));
        }
        let some = index.some && !table.contains(&NONE);
        let inside = self.b.compare(Binary::Below, index, table.len().to_i32());
        let zero = self.b.constant(0);
        let none = self.b.constant(NONE);
        let safe = self.b.select(inside, index, zero);
        let to = self.b.register(Type::Num);
        if table.is_empty() {
            return none;
        }
        self.b.emit(Inst::Lookup { to, table, index: safe.reg });
        let entry = self.b.value_of(to, false);
        let entry = self.b.select(inside, entry, none);
        Num { some, ..entry }
    }

    fn lies(&mut self, what: Lies, of: NumId) -> Lowered<Num> {
        let of = self.num(of)?;
        Ok(self.b.lies(what, of))
    }

    /// What is fixed for each slot that is always there; none of none. Slots of rows are left.
    fn of_fixed_slot(&mut self, slot: NumId, what: impl Fn(Slot) -> i32) -> Lowered<Num> {
        let m = &self.program.memory;
        if m.slots != m.fixed_slots {
            return Err(Left);
        }
        let table: Vec<i32> = (0..m.fixed_slots).map(Slot::new).map(what).collect();
        let slot = self.num(slot)?;
        Ok(self.looked_up(table, slot))
    }

    /// What is known by the row and the column of a slot, from 0; none where it has no place.
    fn of_position(&mut self, slot: NumId, what: impl Fn((i32, i32)) -> i32) -> Lowered<Num> {
        let program = self.program;
        self.of_fixed_slot(slot, |slot| program.position(slot).map_or(NONE, &what))
    }

    fn zone_slot(
        &mut self,
        zone: crate::tabletop::ids::ZoneId,
        owner: NumId,
        index: NumId,
    ) -> Lowered<Num> {
        let program = self.program;
        let instances = program.instances_of(zone);
        if instances.iter().any(|instance| instance.row.is_some()) {
            return Err(Left);
        }
        let owner = self.owner(owner, program.zones[zone].owners)?;
        let first: Vec<i32> = instances.iter().map(|instance| instance.first_slot.word()).collect();
        let slots = instances.first().map_or(0, |instance| i32::from(instance.slots));
        let index = self.num(index)?;
        let first = self.looked_up(first, owner);
        let one = self.b.constant(1);
        let index = self.b.binary(Binary::Subtract, index, one);
        let inside = self.b.compare(Binary::Below, index, slots);
        let slot = self.b.binary(Binary::Add, first, index);
        let none = self.b.constant(NONE);
        Ok(self.b.select(inside, slot, none))
    }

    pub(crate) fn measured(&mut self, what: Measure, set: SetId) -> Lowered<Num> {
        let set = self.set(set)?;
        Ok(self.b.measure(what, set))
    }

    /// What two numbers come to: none if one of them is.
    fn checked(&mut self, op: Checked, left: NumId, right: NumId) -> Lowered<Num> {
        let (left, right) = (self.num(left)?, self.num(right)?);
        if matches!(op, Checked::Divide | Checked::Remainder)
            && right.known.is_none_or(|right| right == 0)
        {
            let divides = self.b.compare(Binary::NotEqual, right, 0);
            self.b.exit_unless(divides);
        }
        let compute = |b: &mut Builder| Ok::<Num, Left>(b.checked(op, left, right));
        if left.some && right.some {
            return compute(&mut self.b);
        }
        let (one, other) = (self.b.is_some(left), self.b.is_some(right));
        let both = self.b.binary(Binary::And, one, other);
        let none = self.b.constant(NONE);
        self.b.either(both, compute, |_| Ok(none))
    }

    /// The number `value`, or none where one of two other numbers is.
    fn none_of_none(&mut self, value: Num, left: Num, right: Num) -> Num {
        if left.some && right.some {
            return Num { some: true, ..value };
        }
        let (one, other) = (self.b.is_some(left), self.b.is_some(right));
        let both = self.b.binary(Binary::And, one, other);
        let none = self.b.constant(NONE);
        self.b.select(both, value, none)
    }

    /// The sum of what members come to, of whom none are left out.
    fn sum_over(
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
    fn sum_attribute(&mut self, set: SetId, table: AttributeId) -> Lowered<Num> {
        let values = self.program.attributes[table].values.clone();
        self.sum_over(set, NO_TEMP, |l| {
            let &(_, card) = l.temps.last().ok_or(Left)?;
            Ok(l.looked_up(values.clone(), card))
        })
    }

    fn extreme(&mut self, better: Binary, set: SetId, temp: Temp, value: NumId) -> Lowered<Num> {
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
    fn most(&mut self, set: SetId, temp: Temp, keys: GroupId, least: bool) -> Lowered<Num> {
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
}
