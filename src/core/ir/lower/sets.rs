//! Sets.

use super::{Left, Lowered, Lowering, NO_TEMP, Worth};
use crate::ir::build::Num;
use crate::ir::{
    Binary, Helper, Inst, Lies, Masks, Measure, Place, Reg, SetBinary, SetPlace, Terminator, Type,
};
use crate::program::Instance;
use crate::program::ids::WalkId;
use crate::program::terms::{Directions, Local, NumId, Set, SetId, Temp, TestId, Walk};
use crate::program::walk::Term;
use crate::tabletop::ids::{MarkId, ZoneId};
use crate::value::{Bits, NONE, Narrow, Slot, TeamId};

impl Lowering<'_> {
    /// A set term.
    pub(crate) fn set(&mut self, id: SetId) -> Lowered<Reg> {
        if let Some(Worth::Set(known)) = self.remembered(Term::Set(id)) {
            return Ok(known);
        }
        let set = self.set_term(id)?;
        self.remember(Term::Set(id), Worth::Set(set));
        Ok(set)
    }

    fn set_term(&mut self, id: SetId) -> Lowered<Reg> {
        match self.program.terms.sets[id] {
            Set::Const(known) => Ok(self.b.set_constant(self.program.constants[known].clone())),
            Set::Temp(temp) => self.recalled_set(temp),
            Set::Local(local) => self.local_set(local),
            Set::One(member) => {
                let member = self.num(member)?;
                Ok(self.one(member))
            }
            Set::SlotCards { slot } => {
                let slot = self.num(slot)?;
                self.cards_of_slot(slot)
            }
            Set::ZoneCards { zone, owner } => self.zone_cards(zone, owner),
            Set::CardsAt { at } => Ok(self.b.set_load(SetPlace::State(at))),
            Set::CardsOfAll { at, owners } => Ok(self.cards_of_all(at, owners)),
            Set::CardsOf { at, owners, owner } => self.cards_of(at, owners, owner),
            Set::CardsIn(slots) => self.cards_in(slots),
            Set::TopsOf(slots) => self.tops_of(slots),
            Set::FaceUp => Ok(self.face_up()),
            Set::CardFlagged { mark } | Set::SlotFlagged { mark } => Ok(self.flagged(mark)),
            Set::WithAttribute { table, value } => {
                let value = self.num(value)?;
                self.cards_with(table, value).ok_or(Left)
            }
            Set::Union(a, b) => self.both_sets(SetBinary::Union, a, b),
            Set::Minus(a, b) => self.both_sets(SetBinary::Minus, a, b),
            Set::Both(a, b) => self.both_sets(SetBinary::Both, a, b),
            Set::If { test, then, otherwise } => {
                let test = self.test(test)?;
                self.either_set(test, |l| l.set(then), |l| l.set(otherwise))
            }
            Set::Bind { temp, value, then } => {
                let value = self.num(value)?;
                self.with(temp, value, |l| l.set(then))
            }
            Set::Filter { set, temp, test } => self.filtered(set, temp, test, true),
            Set::Image { set, temp, value } => self.image(set, temp, value),
            Set::UnionOver { set, temp, value } => self.union_over(set, temp, value),
            Set::Ties { set, temp, value, least } => self.ties(set, temp, value, least),
            Set::Ends { set, count, last: false } if self.is_one(count) => self.first_of(set),
            Set::Players if self.program.playing.is_none() => Ok(self.all_seats()),
            Set::SeatsOfTeam(team) => self.seats_of_team(team),
            Set::OtherTeams(team) => self.other_teams(team),
            Set::Neighbours { slot, directions } => self.neighbours(slot, directions),
            Set::Walk(walk) if self.has_fixed_slots() => self.walk(walk),
            Set::Reached { from, temp, step } => self.reached(from, temp, step),
            Set::ZoneSlots { zone, owner } => {
                let owner = self.owner(owner, self.program.zones[zone].owners)?;
                Ok(self.slots_of_owner(zone, owner))
            }
            Set::ZoneSlotsOf { zone, owners } => {
                self.of_owners(zone, owners, |l, owner| Ok(l.slots_of_owner(zone, owner)))
            }
            Set::ZoneCardsOf { zone, owners } => {
                self.of_owners(zone, owners, |l, owner| l.cards_of_owner(zone, owner))
            }
            Set::TopCards { .. }
            | Set::TiesBy { .. }
            | Set::Ends { .. }
            | Set::BottomCards { .. }
            | Set::UnionFamily(_)
            | Set::OnlyFamily(_)
            | Set::FirstFamily(_)
            | Set::BestFamily { .. }
            | Set::Players
            | Set::Walk(_)
            | Set::OfList(_)
            | Set::Script(_) => self.set_by_machine(id),
            Set::RandomOf { .. } => Err(Left),
        }
    }

    fn set_by_machine(&mut self, id: SetId) -> Lowered<Reg> {
        self.left_to_machine(Term::Set(id))?;
        let number = self.b.constant(super::set_number(id));
        let to = self.b.register(Type::Set);
        self.b.call_with(Helper::SetTerm, [number], to);
        Ok(to)
    }

    fn local_set(&mut self, local: Local) -> Lowered<Reg> {
        match self.place_of(local)? {
            Place::Local(at) => Ok(self.b.set_load(SetPlace::Local(at))),
            _ => Err(Left),
        }
    }

    pub(crate) fn face_up(&mut self) -> Reg {
        self.b.set_load(SetPlace::State(self.program.memory.face_up.to_u32()))
    }

    /// All cards, or all slots, that a mark stands on.
    pub(crate) fn flagged(&mut self, mark: MarkId) -> Reg {
        self.b.set_load(SetPlace::State(self.program.marks[mark].at))
    }

    /// The set of the first member of another one.
    fn first_of(&mut self, set: SetId) -> Lowered<Reg> {
        let set = self.set(set)?;
        let first = self.b.measure(Measure::First, set);
        Ok(self.one(first))
    }

    fn all_seats(&mut self) -> Reg {
        self.b.set_constant(Bits::below(self.program.seats.into()))
    }

    fn other_teams(&mut self, team: NumId) -> Lowered<Reg> {
        let team = self.num(team)?;
        let all = self.b.set_constant(Bits::below(self.program.teams.into()));
        let one = self.one(team);
        Ok(self.b.set_binary(SetBinary::Minus, all, one))
    }

    /// The set into which `fill` puts members.
    fn gathered(&mut self, fill: impl FnOnce(&mut Self, Reg) -> Lowered<()>) -> Lowered<Reg> {
        let empty = self.b.set_constant(Bits::EMPTY);
        let all = self.b.set_variable(empty);
        fill(self, all)?;
        Ok(all)
    }

    /// Adds the members of another set to one in a variable.
    fn add_all(&mut self, to: Reg, more: Reg) {
        let from = self.b.set_binary(SetBinary::Union, to, more);
        self.b.emit(Inst::SetCopy { to, from });
    }

    /// The cards of several slots.
    fn cards_in(&mut self, slots: SetId) -> Lowered<Reg> {
        let slots = self.set(slots)?;
        self.gathered(|l, all| {
            l.each(slots, NO_TEMP, |l, slot| {
                let cards = l.b.set_load(SetPlace::Indexed(0, slot.reg));
                l.add_all(all, cards);
                Ok(())
            })
        })
    }

    /// The topmost cards of several slots.
    fn tops_of(&mut self, slots: SetId) -> Lowered<Reg> {
        let slots = self.set(slots)?;
        self.gathered(|l, all| {
            l.each(slots, NO_TEMP, |l, slot| {
                let top = l.b.lies(Lies::Top, slot);
                l.b.emit(Inst::Insert { set: all, member: top.reg });
                Ok(())
            })
        })
    }

    /// What a value comes to for each member of a set.
    fn image(&mut self, set: SetId, temp: Temp, value: NumId) -> Lowered<Reg> {
        self.gathered(|l, image| {
            l.fold(set, temp, |l, _| {
                let value = l.num(value)?;
                l.b.emit(Inst::Insert { set: image, member: value.reg });
                Ok(())
            })
        })
    }

    /// What a set comes to for each member of another one, all together.
    fn union_over(&mut self, set: SetId, temp: Temp, value: SetId) -> Lowered<Reg> {
        self.gathered(|l, union| {
            l.fold(set, temp, |l, _| {
                let value = l.set(value)?;
                l.add_all(union, value);
                Ok(())
            })
        })
    }

    /// The cards of so many slots or zones, whose sets lie one behind the other in the state.
    fn cards_of_all(&mut self, at: u32, owners: u8) -> Reg {
        let mut all = self.b.set_load(SetPlace::State(at));
        for owner in 1..u32::from(owners) {
            let of_owner = self.b.set_load(SetPlace::State(at + owner));
            all = self.b.set_binary(SetBinary::Union, all, of_owner);
        }
        all
    }

    /// The seats of a team; none of none.
    fn seats_of_team(&mut self, team: NumId) -> Lowered<Reg> {
        let team = self.num(team)?;
        let of = |team: TeamId| Bits::from(self.program.seats_of_team(team));
        let sets = TeamId::all(self.program.teams).map(of).collect();
        Ok(self.mask_of(Masks::from_zero(sets), team))
    }

    /// The slots beside a slot, in some directions; none of none.
    fn neighbours(&mut self, slot: NumId, directions: Directions) -> Lowered<Reg> {
        let slots = (0..self.program.memory.fixed_slots).map(Slot::new);
        let sets = slots.map(|slot| self.program.neighbours(slot, directions)).collect();
        let slot = self.num(slot)?;
        Ok(self.mask_of(Masks::from_zero(sets), slot))
    }

    /// Where walks end.
    fn walk(&mut self, id: WalkId) -> Lowered<Reg> {
        let Walk { steps, from, .. } = self.program.terms.walks[id];
        let (steps, from) = (self.num(steps)?, self.num(from)?);
        let open = self.open_cells(id)?;
        let somewhere = self.b.compare(Binary::Below, from, self.program.memory.slots.to_i32());
        self.either_set(
            somewhere,
            |l| {
                let ends = l.b.set_variable(open);
                l.b.call_with(Helper::Walk, [from, steps], ends);
                Ok(ends)
            },
            |l| Ok(l.b.set_constant(Bits::EMPTY)),
        )
    }

    /// The cells that are open to walks: found out once on a way, where that is the same for all
    /// candidates.
    pub(crate) fn open_cells(&mut self, id: WalkId) -> Lowered<Reg> {
        if let Some(&open) = self.known.open.get(&id) {
            return Ok(open);
        }
        let program = self.program;
        let Walk { from, temp, through, .. } = program.terms.walks[id];
        let beside = |slot: usize| -> Bits {
            let instance = program.slots[slot].instance;
            let slots = (0..program.memory.fixed_slots).map(Slot::new);
            slots.filter(|slot| program.slots[slot.index()].instance == instance).collect()
        };
        let cells = (0..program.memory.fixed_slots).map(beside).collect();
        let at = self.num(from)?;
        let cells = self.mask_of(Masks::from_zero(cells), at);
        let open = self.narrowed(cells, temp, through, true)?;
        let is_closed = |l: &mut Self, term: Term| {
            l.facts.of(program, term).free.iter().all(|free| *free == temp)
        };
        if is_closed(self, Term::Num(from)) && is_closed(self, Term::Test(through)) {
            self.known.open.insert(id, open);
        }
        Ok(open)
    }

    fn is_one(&self, number: NumId) -> bool {
        self.program.terms.nums[number] == crate::program::terms::Num::Const(1)
    }

    fn both_sets(&mut self, op: SetBinary, left: SetId, right: SetId) -> Lowered<Reg> {
        let (left, right) = (self.set(left)?, self.set(right)?);
        Ok(self.b.set_binary(op, left, right))
    }

    /// The set of one of so many owners, whose sets follow each other from a place on.
    fn cards_of(&mut self, at: u32, owners: u8, owner: NumId) -> Lowered<Reg> {
        let owner = self.owner(owner, owners)?;
        Ok(self.b.set_load(match owner.known {
            Some(owner) => SetPlace::State(at + owner.to_u32()),
            None => SetPlace::Indexed(at, owner.reg),
        }))
    }

    /// The cards of a slot; none of none.
    fn cards_of_slot(&mut self, slot: Num) -> Lowered<Reg> {
        if let Some(slot) = slot.known {
            return Ok(match u32::try_from(slot) {
                Ok(slot) => self.b.set_load(SetPlace::State(slot)),
                Err(_) => self.b.set_constant(Bits::EMPTY),
            });
        }
        let inside = self.b.compare(Binary::Below, slot, self.program.memory.slots.to_i32());
        self.either_set(
            inside,
            |l| Ok(l.b.set_load(SetPlace::Indexed(0, slot.reg))),
            |l| Ok(l.b.set_constant(Bits::EMPTY)),
        )
    }

    /// The slots of a zone of an owner, who is one of the zone's.
    fn slots_of_owner(&mut self, zone: ZoneId, owner: Num) -> Reg {
        let instances = self.program.instances_of(zone);
        let rows: Option<Vec<i32>> =
            instances.iter().map(|instance| instance.row.map(i32::from)).collect();
        match rows {
            Some(rows) => {
                let at = self.program.memory.row_slots.to_i32();
                let at = self.looked_up(rows.into_iter().map(|row| at + row).collect(), owner);
                self.set_at(at)
            }
            None => {
                let slots =
                    |instance: &Instance| Bits::run(instance.first_slot.number(), instance.slots);
                self.mask_of(Masks::from_zero(instances.iter().map(slots).collect()), owner)
            }
        }
    }

    /// What a zone comes to over several owners.
    fn of_owners(
        &mut self,
        zone: ZoneId,
        owners: SetId,
        mut of: impl FnMut(&mut Self, Num) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        let owners = self.set(owners)?;
        self.are_below(owners, self.program.zones[zone].owners);
        self.gathered(|l, all| {
            l.each(owners, NO_TEMP, |l, owner| {
                let set = of(l, owner)?;
                l.add_all(all, set);
                Ok(())
            })
        })
    }

    /// What is reached from the members of a set, step by step.
    fn reached(&mut self, from: SetId, temp: Temp, step: SetId) -> Lowered<Reg> {
        let from = self.set(from)?;
        let empty = self.b.set_constant(Bits::EMPTY);
        let (waiting, reached) = (self.b.set_variable(from), self.b.set_variable(empty));
        let (head, behind) = (self.b.block(), self.b.block());
        self.b.jump(head);
        self.b.switch_to(head);
        let any = self.b.measure(Measure::Any, waiting);
        self.b.go_on_if(any, behind);
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::TakeFirst { to, set: waiting });
        let (one, member) = (self.b.constant(1), self.b.value_of(to, true));
        self.b.spend(one);
        let beside = self.with(temp, member, |l| l.set(step))?;
        let new = self.b.set_binary(SetBinary::Minus, beside, reached);
        self.add_all(reached, new);
        self.add_all(waiting, new);
        self.b.jump(head);
        self.b.switch_to(behind);
        Ok(reached)
    }

    fn zone_cards(&mut self, zone: ZoneId, owner: NumId) -> Lowered<Reg> {
        let owner = self.owner(owner, self.program.zones[zone].owners)?;
        self.cards_of_owner(zone, owner)
    }

    /// The cards of a zone of an owner, who is one of the zone's.
    fn cards_of_owner(&mut self, zone: ZoneId, owner: Num) -> Lowered<Reg> {
        let instances = self.program.instances_of(zone);
        let at: Vec<i32> = instances.iter().map(|instance| instance.cards_at.to_i32()).collect();
        let at = self.looked_up(at, owner);
        Ok(self.set_at(at))
    }

    /// The set of the state with this number.
    fn set_at(&mut self, at: Num) -> Reg {
        self.b.set_load(match at.known {
            Some(at) => SetPlace::State(at.to_u32()),
            None => SetPlace::Indexed(0, at.reg),
        })
    }

    /// A set from one of two ways.
    pub(crate) fn either_set(
        &mut self,
        test: Num,
        then: impl FnOnce(&mut Self) -> Lowered<Reg>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        match test.known {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let to = self.b.register(Type::Set);
        let (yes, no, behind) = (self.b.block(), self.b.block(), self.b.block());
        self.b.end(Terminator::If { test: test.reg, then: yes, otherwise: no });
        self.b.switch_to(yes);
        let from = self.on_a_way(then)?;
        self.b.emit(Inst::SetCopy { to, from });
        self.b.jump(behind);
        self.b.switch_to(no);
        let from = self.on_a_way(otherwise)?;
        self.b.emit(Inst::SetCopy { to, from });
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(to)
    }

    /// The members of which a condition comes out as `wanted`: by whole sets where the condition
    /// says so much, else one after the other.
    pub(crate) fn filtered(
        &mut self,
        set: SetId,
        temp: Temp,
        test: TestId,
        wanted: bool,
    ) -> Lowered<Reg> {
        let set = self.set(set)?;
        let count = self.b.measure(Measure::Count, set);
        self.b.spend(count);
        self.narrowed(set, temp, test, wanted)
    }

    /// All members that tie for the best value; a value that is none does not count.
    fn ties(&mut self, set: SetId, temp: Temp, value: NumId, least: bool) -> Lowered<Reg> {
        let (none, empty) = (self.b.constant(NONE), self.b.set_constant(Bits::EMPTY));
        let (best, tied) = (self.b.variable(none), self.b.set_variable(empty));
        let better = if least { Binary::Less } else { Binary::Greater };
        self.fold(set, temp, |l, member| {
            let value = l.num(value)?;
            let (skip, there) = (l.b.block(), l.b.is_some(value));
            l.b.go_on_if(there, skip);
            let so_far = l.b.value_of(best, false);
            let first = l.b.compare(Binary::Equal, so_far, NONE);
            let beats = l.b.binary(better, value, so_far);
            let wins = l.b.binary(Binary::Or, first, beats);
            let new = l.b.select(wins, value, so_far);
            let same = l.b.binary(Binary::Equal, value, so_far);
            l.b.set(best, new);
            let with = l.and_one(tied, member);
            let alone = l.one(member);
            let (kept, behind) = (l.b.block(), l.b.block());
            let (beaten, added) = (l.b.block(), l.b.block());
            l.b.end(Terminator::If { test: wins.reg, then: beaten, otherwise: kept });
            l.b.switch_to(beaten);
            l.b.emit(Inst::SetCopy { to: tied, from: alone });
            l.b.jump(behind);
            l.b.switch_to(kept);
            l.b.end(Terminator::If { test: same.reg, then: added, otherwise: behind });
            l.b.switch_to(added);
            l.b.emit(Inst::SetCopy { to: tied, from: with });
            l.b.jump(behind);
            l.b.switch_to(behind);
            l.b.jump(skip);
            l.b.switch_to(skip);
            Ok(())
        })?;
        Ok(tied)
    }
}
