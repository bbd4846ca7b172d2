//! Runs routines operation by operation: what every operation means.

use super::{Ran, Routines};
use crate::ir::{
    Argument, Block, BlockId, Control, Helper, Inst, Lies, Place, Reg, Routine, SetBinary,
    SetPlace, Terminator, Type, Written,
};
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use crate::value::{Bits, Card, NONE, Narrow, Slot, number};
use crate::vm::eval::{self, Eval};
use crate::vm::frame::{ACTIVE, HEADER, ME};
use crate::vm::state::PileEnd;

/// The machine is to do the block's instruction.
struct SideExit;

/// What the registers of a running routine hold.
struct Registers {
    nums: IdVec<Reg, i32>,
    sets: IdVec<Reg, Bits>,
}

impl Registers {
    fn new(types: &IdVec<Reg, Type>) -> Self {
        Registers { nums: vec![0; types.len()].into(), sets: vec![Bits::EMPTY; types.len()].into() }
    }
}

/// Where a routine came to.
enum Came {
    Return,
    Tallied,
    /// A unit that it ran came to a side exit.
    Until,
    /// A side exit, to this instruction.
    Exit(Pc),
}

impl Eval<'_> {
    /// Runs a unit from one of its blocks on to its end, in its frame, which is on top.
    pub(super) fn interpret(&mut self, routines: &Routines, unit: UnitId, from: BlockId) -> Ran {
        self.scratch.scored = false;
        match self.steps_through(routines, &routines.module.routines[unit], from) {
            Came::Return => {
                self.pop();
            }
            Came::Tallied => debug_assert!(false, "a unit tallies nothing"),
            Came::Until => return Ran::Until,
            Came::Exit(pc) => return self.exits(pc),
        }
        Ran::ToItsEnd
    }

    /// Works out the tally of this number in the module; whether that came to its end.
    pub(super) fn interpret_tally(&mut self, routines: &Routines, number: usize) -> bool {
        let routine = &routines.module.tallies[number].routine;
        matches!(self.steps_through(routines, routine, routine.entries[0].1), Came::Tallied)
    }

    fn steps_through(&mut self, routines: &Routines, routine: &Routine, from: BlockId) -> Came {
        let mut registers = Registers::new(&routine.registers);
        let (mut at, own) = (from, self.locals);
        loop {
            let block = &routine.blocks[at];
            self.locals = own + routine.locals_of(at).to_usize();
            for inst in &block.insts {
                match self.does(routines, &mut registers, inst) {
                    Ok(Ran::ToItsEnd) => {}
                    Ok(Ran::Until) => return Came::Until,
                    Err(SideExit) => return self.leaves(routine, block, &registers),
                }
            }
            at = match block.end {
                Terminator::Jump(to) => to,
                Terminator::If { test, then, otherwise } => {
                    if registers.nums[test] == 0 {
                        otherwise
                    } else {
                        then
                    }
                }
                Terminator::Return => return Came::Return,
                Terminator::Tallied => return Came::Tallied,
                Terminator::Exit | Terminator::Open => {
                    return self.leaves(routine, block, &registers);
                }
            };
        }
    }

    /// A side exit: writes down the frames that are not there yet.
    fn leaves(&mut self, routine: &Routine, block: &Block, r: &Registers) -> Came {
        let active = self.active;
        for frame in routine.frames_to(block.frame) {
            self.frame_for(frame.unit, frame.back, r.nums[frame.me], active);
        }
        Came::Exit(block.pc)
    }

    fn does(
        &mut self,
        routines: &Routines,
        r: &mut Registers,
        inst: &Inst,
    ) -> Result<Ran, SideExit> {
        let width = self.program.memory.set_words * 64;
        match *inst {
            Inst::Const { to, value } => r.nums[to] = value,
            Inst::Copy { to, from } => r.nums[to] = r.nums[from],
            Inst::Read { to, of } => r.nums[to] = self.control(of),
            Inst::Write { of, from } => self.set_control(of, r.nums[from]),
            Inst::Impersonate { seat } => self.me = r.nums[seat],
            Inst::Load { to, from } => r.nums[to] = self.state.num(self.at(r, from)),
            Inst::Store { to, from } => {
                let at = self.at(r, to);
                self.state.set_num(at, r.nums[from]);
            }
            Inst::Clear { at, words } => {
                let at = self.at(r, at);
                self.state.clear_nums(at, words.to_usize());
            }
            Inst::Binary { op, to, left, right } => {
                r.nums[to] = op.of(r.nums[left], r.nums[right]);
            }
            Inst::Checked { op, to, left, right } => {
                let result = op.of(r.nums[left], r.nums[right]);
                r.nums[to] = number(result).ok_or(SideExit)?;
            }
            Inst::Select { to, test, then, otherwise } => {
                r.nums[to] = r.nums[if r.nums[test] == 0 { otherwise } else { then }];
            }
            Inst::Attribute { to, table, card } => {
                let values = &self.program.attributes[table].values;
                let card = usize::try_from(r.nums[card]).ok();
                r.nums[to] = card.and_then(|card| values.get(card)).copied().unwrap_or(NONE);
            }
            Inst::Lookup { to, ref table, index } => {
                r.nums[to] = table[r.nums[index].to_usize()];
            }
            Inst::Lies { to, what, of, .. } => r.nums[to] = self.lies(what, r.nums[of]),
            Inst::LowestBit { to, of } => {
                r.nums[to] = r.nums[of].trailing_zeros().cast_signed();
            }
            Inst::HighestBit { to, of } => {
                r.nums[to] = 31 - r.nums[of].leading_zeros().cast_signed();
            }
            Inst::SetConst { to, ref set } => r.sets[to] = set.clone(),
            Inst::SetSelect { to, test, then, otherwise } => {
                r.sets[to] = r.sets[if r.nums[test] == 0 { otherwise } else { then }].clone();
            }
            Inst::SetCopy { to, from } => r.sets[to] = r.sets[from].clone(),
            Inst::SetLoad { to, from } => {
                let set = self.load_set(r, from);
                r.sets[to] = set_within(set, width)?;
            }
            Inst::SetStore { to, from } => self.save_set(r, to, &r.sets[from]),
            Inst::SetBinary { op, to, left, right } => {
                r.sets[to] = op.of(&r.sets[left], &r.sets[right]);
            }
            Inst::One { to, member } => {
                r.sets[to] = Bits::EMPTY;
                insert(&mut r.sets[to], r.nums[member], width)?;
            }
            Inst::Insert { set, member } => insert(&mut r.sets[set], r.nums[member], width)?,
            Inst::TakeFirst { to, set } => {
                let first = r.sets[set].first();
                r.nums[to] = first.map_or(NONE, i32::from);
                if let Some(first) = first {
                    r.sets[set].remove(first);
                }
            }
            Inst::Nth { to, set, n } => {
                r.nums[to] = r.sets[set].nth(r.nums[n].to_usize()).map_or(NONE, i32::from);
            }
            Inst::Measure { to, what, set } => r.nums[to] = what.of(&r.sets[set]),
            Inst::Contains { to, set, member } => {
                let member = eval::member(r.nums[member]);
                r.nums[to] = member.is_some_and(|member| r.sets[set].contains(member)).into();
            }
            Inst::SameSet { to, left, right } => {
                r.nums[to] = (r.sets[left] == r.sets[right]).into();
            }
            Inst::Subset { to, left, right } => {
                r.nums[to] = r.sets[left].is_subset(&r.sets[right]).into();
            }
            Inst::MaskOf { to, ref masks, index } => r.sets[to] = masks.of(r.nums[index]),
            Inst::Bind { temp, from } => self.scratch.nums[temp] = r.nums[from],
            Inst::Recall { to, temp } => r.nums[to] = self.scratch.nums[temp],
            Inst::SetRecall { to, temp } => r.sets[to].clone_from(&self.scratch.sets[temp]),
            Inst::Spend { amount } => {
                self.scratch.fuel -= r.nums[amount].to_i64();
                if self.scratch.fuel < 0 {
                    return Err(SideExit);
                }
            }
            Inst::Call { helper, to, arguments, sets } => {
                let result = self.calls(r, helper, arguments, sets)?;
                if let Some(to) = to {
                    r.nums[to] = result;
                }
            }
            Inst::Carry { card, to, under, up, from: _ } => {
                let (card, to) = (r.nums[card], r.nums[to]);
                let card = Card::from_word(card).ok_or(SideExit)?;
                let to = Slot::from_word(to).ok_or(SideExit)?;
                self.carry_unseen(card, to, PileEnd::of(under), up);
            }
            Inst::Room { unit } => {
                if !self.has_room(self.program.units[unit].words) {
                    return Err(SideExit);
                }
            }
            Inst::Run { unit, back, me, ref arguments } => {
                let locals = self.state.control.top.to_usize() + HEADER;
                arguments.iter().for_each(|&argument| self.give(r, argument, locals));
                self.frame_for(unit, back, r.nums[me], self.active);
                let first = routines.module.routines[unit].entries[0].1;
                return Ok(self.interpret(routines, unit, first));
            }
            Inst::SetTally { from } => self.scratch.told.clone_from(&r.sets[from]),
            Inst::Scored => self.scratch.scored = true,
            Inst::Tally { seat, from } => self.scratch.tally[seat.index()] = r.nums[from],
            Inst::CountUp { at } => self.state.count_up(at.to_usize()),
            Inst::Enters { phase } => self.scratch.enters(phase),
        }
        Ok(Ran::ToItsEnd)
    }

    /// Calls a helper, and takes the set that it leaves; what it answers.
    fn calls(
        &mut self,
        r: &mut Registers,
        helper: Helper,
        arguments: [Option<Reg>; 3],
        sets: [Option<Reg>; 2],
    ) -> Result<i32, SideExit> {
        let given = arguments.map(|argument| argument.map_or(0, |reg| r.nums[reg]));
        let mut buffers = sets.map(|set| match set.filter(|_| helper.takes_sets()) {
            Some(set) => r.sets[set].clone(),
            None => Bits::EMPTY,
        });
        let result = self.help(helper, given, &mut buffers).ok_or(SideExit)?;
        if let Some(set) = sets[0].filter(|_| helper.leaves_set()) {
            let [left, _] = buffers;
            r.sets[set] = set_within(left, self.program.memory.set_words * 64)?;
        }
        Ok(result)
    }

    /// Gives an argument to the frame whose locals begin at a place.
    fn give(&mut self, r: &Registers, argument: Argument, locals: usize) {
        match argument {
            Argument::Num { local, from } => {
                self.state.set_num(locals + local.to_usize(), r.nums[from]);
            }
            Argument::Set { local, from } => {
                self.store_set(locals + local.to_usize(), &r.sets[from]);
            }
            Argument::Words { local, from, words } => {
                let from = self.at(r, from);
                for word in 0..words.to_usize() {
                    let value = self.state.num(from + word);
                    self.state.set_num(locals + local.to_usize() + word, value);
                }
            }
        }
    }

    fn control(&self, of: Control) -> i32 {
        let control = &self.state.control;
        match of {
            Control::Me => self.me,
            Control::Active => self.active,
            Control::Answer => control.answer,
            Control::Backwards => control.backwards.into(),
            Control::Dice => self.scratch.dice.is_some().into(),
        }
    }

    fn set_control(&mut self, of: Written, value: i32) {
        let frame = self.frame();
        match of {
            Written::Me => {
                self.me = value;
                self.state.set_num(frame + ME, value);
            }
            Written::Active => {
                self.active = value;
                self.state.set_num(frame + ACTIVE, value);
            }
            Written::Answer => self.state.control.answer = value,
        }
    }

    fn at(&self, r: &Registers, place: Place) -> usize {
        match place {
            Place::State(at) => at.to_usize(),
            Place::Indexed(at, by) => at.to_usize() + r.nums[by].to_usize(),
            Place::Local(at) => self.locals + at.to_usize(),
            Place::LocalIndexed(at, by) => self.locals + at.to_usize() + r.nums[by].to_usize(),
        }
    }

    fn load_set(&self, r: &Registers, place: SetPlace) -> Bits {
        match place {
            SetPlace::State(at) => self.state.set(at.to_usize()),
            SetPlace::Indexed(at, by) => self.state.set(at.to_usize() + r.nums[by].to_usize()),
            SetPlace::Local(at) => self.stored_set(self.locals + at.to_usize()),
        }
    }

    fn save_set(&mut self, r: &Registers, place: SetPlace, set: &Bits) {
        match place {
            SetPlace::State(at) => self.state.assign(at.to_usize(), set),
            SetPlace::Indexed(at, by) => {
                self.state.assign(at.to_usize() + r.nums[by].to_usize(), set);
            }
            SetPlace::Local(at) => self.store_set(self.locals + at.to_usize(), set),
        }
    }

    fn lies(&self, what: Lies, of: i32) -> i32 {
        let m = &self.program.memory;
        let of = usize::try_from(of).ok();
        let slot = of.filter(|&slot| slot < m.slots).map(Slot::new);
        let some = |card: Option<Card>| card.map_or(NONE, Card::word);
        match what {
            Lies::SlotOf => {
                let card = of.filter(|&card| card < m.cards).map(Card::new);
                card.and_then(|card| self.state.slot_of(card)).map_or(NONE, Slot::word)
            }
            Lies::Top | Lies::Uppermost => some(slot.and_then(|slot| self.state.top(slot))),
            Lies::Bottom => some(slot.and_then(|slot| self.state.bottom(slot))),
            Lies::CardsIn => slot.map_or(0, |slot| self.state.count_in(slot).to_i32()),
        }
    }
}

/// The set, where all its members have room.
fn set_within(set: Bits, width: usize) -> Result<Bits, SideExit> {
    if (&set - Bits::below(width)).is_empty() { Ok(set) } else { Err(SideExit) }
}

/// Adds a member. None, and what cannot be a member, adds nothing.
fn insert(set: &mut Bits, member: i32, width: usize) -> Result<(), SideExit> {
    match eval::member(member) {
        None => Ok(()),
        Some(member) if usize::from(member) < width => {
            set.insert(member);
            Ok(())
        }
        Some(_) => Err(SideExit),
    }
}

impl SetBinary {
    fn of(self, left: &Bits, right: &Bits) -> Bits {
        match self {
            SetBinary::Union => left | right,
            SetBinary::Minus => left - right,
            SetBinary::Both => left & right,
        }
    }
}
