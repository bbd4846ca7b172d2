//! Scalars.

use super::{Left, Lowered, Lowering, Worth};
use crate::ir::build::{Builder, Num};
use crate::ir::{Binary, Checked, Control, Helper, Inst, Lies, Measure, Place, Terminator, Type};
use crate::program::terms::{self, NumId, Temp, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::{AttributeId, MarkId, PhaseId, ZoneId};
use crate::value::{NONE, Narrow, Seat, Slot, TeamId};

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
        match self.program.terms.nums[id] {
            T::Const(value) => Ok(self.b.constant(value)),
            T::Temp(temp) => self.bound(temp),
            T::Local(local) => Ok(self.b.load(self.place_of(local)?)),
            T::Me => Ok(self.own()),
            T::Active => Ok(self.b.read(Control::Active)),
            T::Variable { at } => Ok(self.b.load(Place::State(at))),
            T::OwnedVariable { at, owner } => self.stored(at, owner, self.owners_of(at)),
            T::CardMark { mark, card } => self.marked(mark, card, self.program.memory.cards),
            T::SlotMark { mark, slot } => self.marked(mark, slot, self.program.memory.slots),
            T::Attribute { table, card } => self.attribute(table, card),
            T::PhaseNumber { phase } => Ok(self.begins_of(phase)),
            T::Flag(test) => self.test(test),
            T::If { test, then, otherwise } => self.chosen(test, then, otherwise),
            T::Default { value, fallback } => self.or_fallback(value, fallback),
            T::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.with(temp, value, |l| l.num(then))
            }
            T::Add(a, b) => self.checked(Checked::Add, a, b),
            T::Subtract(a, b) => self.checked(Checked::Subtract, a, b),
            T::Multiply(a, b) => self.checked(Checked::Multiply, a, b),
            T::Divide(a, b) => self.checked(Checked::Divide, a, b),
            T::Remainder(a, b) => self.checked(Checked::Remainder, a, b),
            T::Min(a, b) => self.least(a, b),
            T::Max(a, b) => self.greatest(a, b),
            T::Negate(a) => self.negative(a),
            T::Count(set) => self.measured(Measure::Count, set),
            T::The(set) => self.measured(Measure::Only, set),
            T::First(set) => self.measured(Measure::First, set),
            T::Last(set) => self.measured(Measure::Last, set),
            T::SumOver { set, temp, value } => self.sum_over(set, temp, |l| l.num(value)),
            T::SumAttribute { set, table } => self.sum_attribute(set, table),
            T::HighestOver { set, temp, value } => self.extreme(Binary::Greater, set, temp, value),
            T::LowestOver { set, temp, value } => self.extreme(Binary::Less, set, temp, value),
            T::Most { set, temp, keys, least } => self.most(set, temp, keys, least),
            T::BestPairing(pairing) => self.best_pairing(id, pairing),
            T::OnlyCard { slot } => self.only_card(slot),
            T::Top { slot } => self.lies(Lies::Top, slot),
            T::Bottom { slot } => self.lies(Lies::Bottom, slot),
            T::SlotOf { card } => self.lies(Lies::SlotOf, card),
            T::Column { slot } => self.of_position(slot, |(_, column)| column + 1),
            T::Row { slot } => self.of_position(slot, |(row, _)| row + 1),
            T::ZoneSlot { zone, owner, index } => self.zone_slot(zone, owner, index),
            T::OwnSlot { first, owners, owner } => self.own_slot(first, owners, owner),
            T::OwnerOf { slot } => self.owner_of(slot),
            T::TeamOf(seat) => self.team_of(seat),
            T::Captain(team) => self.captain(team),
            T::Numbered { number, of } => self.numbered(number, of),
            T::Next { seat, forward } => {
                let seat = self.num(seat)?;
                self.next_player(seat, forward)
            }
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
            | T::Script(_) => self.num_by_machine(id),
            T::Roll { .. } | T::RandomOf { .. } => Err(Left),
        }
    }

    fn num_by_machine(&mut self, id: NumId) -> Lowered<Num> {
        self.left_to_machine(Term::Num(id))?;
        let number = self.b.constant(id.index().to_i32());
        Ok(self.b.call(Helper::NumTerm, [number]))
    }

    // ---- what is held

    /// What a temp is bound to, here or by the machine.
    fn bound(&mut self, temp: Temp) -> Lowered<Num> {
        match self.temps.iter().rev().find(|(known, _)| *known == temp) {
            Some(&(_, value)) => Ok(value),
            None => self.recalled(temp),
        }
    }

    /// What a mark says of one of so many things.
    fn marked(&mut self, mark: MarkId, thing: NumId, things: usize) -> Lowered<Num> {
        self.stored(self.program.marks[mark].at, thing, things)
    }

    /// How often a phase has begun.
    fn begins_of(&mut self, phase: PhaseId) -> Num {
        self.b.load_some(Place::State(self.program.phases[phase].number_at))
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

    // ---- one of two

    /// One of two terms, by a condition.
    fn chosen(&mut self, test: TestId, then: NumId, otherwise: NumId) -> Lowered<Num> {
        let test = self.test(test)?;
        self.either(test, |l| l.num(then), |l| l.num(otherwise))
    }

    /// A value, or where it is none another.
    fn or_fallback(&mut self, value: NumId, fallback: NumId) -> Lowered<Num> {
        let value = self.num(value)?;
        let there = self.b.is_some(value);
        let present = Num { some: true, ..value };
        self.either(there, |_| Ok(present), |l| l.num(fallback))
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
        self.b.end(Terminator::If { test: test.reg, then: yes, otherwise: no });
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

    // ---- arithmetic

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

    fn least(&mut self, a: NumId, b: NumId) -> Lowered<Num> {
        let (a, b) = (self.num(a)?, self.num(b)?);
        // None is the smallest of all numbers.
        let least = self.b.binary(Binary::Min, a, b);
        Ok(Num { some: a.some && b.some, ..least })
    }

    fn greatest(&mut self, a: NumId, b: NumId) -> Lowered<Num> {
        let (a, b) = (self.num(a)?, self.num(b)?);
        let most = self.b.binary(Binary::Max, a, b);
        Ok(self.none_of_none(most, a, b))
    }

    fn negative(&mut self, a: NumId) -> Lowered<Num> {
        let a = self.num(a)?;
        let zero = self.b.constant(0);
        // None is the only number without a negative: it stays none.
        let negative = self.b.binary(Binary::Subtract, zero, a);
        Ok(Num { some: a.some, ..negative })
    }

    // ---- cards and slots

    /// The card of a slot that has no other; else none.
    fn only_card(&mut self, slot: NumId) -> Lowered<Num> {
        let slot = self.num(slot)?;
        let (count, top) = (self.b.lies(Lies::CardsIn, slot), self.b.lies(Lies::Top, slot));
        let only = self.b.compare(Binary::Equal, count, 1);
        let none = self.b.constant(NONE);
        Ok(self.b.select(only, top, none))
    }

    fn lies(&mut self, what: Lies, of: NumId) -> Lowered<Num> {
        let of = self.num(of)?;
        Ok(self.b.lies(what, of))
    }

    /// Whether all slots are always there: none is one of a row.
    pub(crate) fn has_fixed_slots(&self) -> bool {
        let m = &self.program.memory;
        m.slots == m.fixed_slots
    }

    /// What is fixed for each slot that is always there; none of none. Slots of rows are left.
    fn of_fixed_slot(&mut self, slot: NumId, what: impl Fn(Slot) -> i32) -> Lowered<Num> {
        if !self.has_fixed_slots() {
            return Err(Left);
        }
        let slots = 0..self.program.memory.slots;
        let table: Vec<i32> = slots.map(Slot::new).map(what).collect();
        let slot = self.num(slot)?;
        Ok(self.looked_up(table, slot))
    }

    /// What is known by the row and the column of a slot, from 0; none where it has no place.
    fn of_position(&mut self, slot: NumId, what: impl Fn((i32, i32)) -> i32) -> Lowered<Num> {
        let program = self.program;
        self.of_fixed_slot(slot, |slot| program.position(slot).map_or(NONE, &what))
    }

    fn zone_slot(&mut self, zone: ZoneId, owner: NumId, index: NumId) -> Lowered<Num> {
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

    /// The slot of an owner, where the slots of so many follow each other.
    fn own_slot(&mut self, first: Slot, owners: u8, owner: NumId) -> Lowered<Num> {
        let owner = self.owner(owner, owners)?;
        let first = self.b.constant(first.word());
        Ok(self.b.binary(Binary::Add, first, owner))
    }

    // ---- seats and teams

    /// The seat that a slot belongs to.
    fn owner_of(&mut self, slot: NumId) -> Lowered<Num> {
        let program = self.program;
        self.of_fixed_slot(slot, |slot| {
            let instance = program.slots[slot.index()].instance;
            program.owning_seat(instance).map_or(NONE, Seat::word)
        })
    }

    fn team_of(&mut self, seat: NumId) -> Lowered<Num> {
        let (program, seat) = (self.program, self.num(seat)?);
        let teams = Seat::all(program.seats).map(|seat| program.team(seat).word());
        Ok(self.looked_up(teams.collect(), seat))
    }

    fn captain(&mut self, team: NumId) -> Lowered<Num> {
        let (program, team) = (self.program, self.num(team)?);
        let seats = TeamId::all(program.teams).map(|team| program.captain(team).word());
        Ok(self.looked_up(seats.collect(), team))
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

    /// The one of so many that people speak of by a number; a side exit where there is none.
    fn numbered(&mut self, number: NumId, of: u8) -> Lowered<Num> {
        let (number, one) = (self.num(number)?, self.b.constant(1));
        let place = self.b.binary(Binary::Subtract, number, one);
        let inside = self.b.compare(Binary::Below, place, of.into());
        self.b.exit_unless(inside);
        Ok(Num { some: true, limit: Some(of.into()), ..place })
    }
}
