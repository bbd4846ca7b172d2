//! Operations on numbers, and all others by what they are about.

use super::Context;
use super::body::{Base, Body, Memory, fixed, offset};
use crate::ir::{Binary, Checked, Control, Helper, Inst, Lies, Place, Reg, Written};
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::program::terms::Temp;
use crate::tabletop::ids::{AttributeId, PhaseId};
use crate::value::{NONE, Narrow, Seat};
use crate::vm::frame::{ACTIVE, HEADER, ME};
use crate::vm::places::Link;
use crate::vm::state::Control as StateControl;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value, types};
use std::mem::offset_of;

impl Body<'_> {
    pub(super) fn inst(&mut self, pc: Pc, inst: &Inst) {
        let (to, value) = match *inst {
            Inst::Const { to, value } => (to, self.constant(value)),
            Inst::Copy { to, from } => (to, self.num(from)),
            Inst::Read { to, of } => (to, self.control(of)),
            Inst::Load { to, from } => (to, self.num_load(from)),
            Inst::Recall { to, temp } => (to, self.recall(temp)),
            Inst::Binary { op, to, left, right } => (to, self.binary(op, left, right)),
            Inst::Checked { op, to, left, right } => (to, self.checked(pc, op, left, right)),
            Inst::Select { to, test, then, otherwise } => (to, self.select(test, then, otherwise)),
            Inst::Attribute { to, table, card } => (to, self.attribute(table, card)),
            Inst::Lookup { to, ref table, index } => (to, self.lookup(table, index)),
            Inst::Lies { to, what, of, limit } => (to, self.lies(what, of, limit)),
            Inst::LowestBit { to, of } => (to, self.lowest_bit(of)),
            Inst::HighestBit { to, of } => (to, self.highest_bit(of)),
            Inst::Nth { to, set, n } => (to, self.nth(set, n)),
            Inst::Measure { to, what, set } => (to, self.measure(what, set)),
            Inst::Contains { to, set, member } => (to, self.contains(set, member)),
            Inst::SameSet { to, left, right } => (to, self.same_set(left, right)),
            Inst::Subset { to, left, right } => (to, self.subset(left, right)),
            Inst::Write { of, from } => return self.set_control(of, from),
            Inst::Impersonate { seat } => return self.impersonate(seat),
            Inst::Store { to, from } => return self.num_store(to, from),
            Inst::Clear { at, words } => return self.clear_from(at, words),
            Inst::Bind { temp, from } => return self.bind(temp, from),
            Inst::SetConst { to, ref set } => return self.set_const(to, set),
            Inst::SetCopy { to, from } => return self.set_copy(to, from),
            Inst::SetLoad { to, from } => return self.set_load(pc, to, from),
            Inst::SetStore { to, from } => return self.set_store(to, from),
            Inst::SetRecall { to, temp } => return self.set_recall(to, temp),
            Inst::SetSelect { to, test, then, otherwise } => {
                return self.set_select(to, test, then, otherwise);
            }
            Inst::SetBinary { op, to, left, right } => {
                return self.set_binary(op, to, left, right);
            }
            Inst::One { to, member } => return self.set_of_one(pc, to, member),
            Inst::Insert { set, member } => return self.insert(pc, set, member),
            Inst::TakeFirst { to, set } => return self.take_first(to, set),
            Inst::MaskOf { to, ref masks, index } => return self.mask_of(to, masks, index),
            Inst::Spend { amount } => return self.spend(pc, amount),
            Inst::Call { helper: Helper::Pick, to: Some(to), arguments, sets: _ } => {
                return self.pick(pc, to, arguments);
            }
            Inst::Call { helper, to, arguments, sets } => {
                return self.call(pc, helper, to, arguments, sets);
            }
            Inst::Carry { card, from, to, under, up } => {
                return self.carry(card, from, to, under, up);
            }
            Inst::Room { unit } => return self.room(pc, unit),
            Inst::Run { unit, back, me, ref arguments } => {
                return self.run(unit, back, me, arguments);
            }
            Inst::Tally { seat, from } => return self.tally(seat, from),
            Inst::SetTally { from } => return self.set_tally(from),
            Inst::Scored => return self.scored(),
            Inst::CountUp { at } => return self.count_up(at),
            Inst::Enters { phase } => return self.enters(phase),
        };
        self.put(to, value);
    }

    fn num_load(&mut self, from: Place) -> Value {
        let (memory, from, at) = self.place(from);
        self.b.ins().load(types::I32, memory, from, at)
    }

    fn num_store(&mut self, to: Place, from: Reg) {
        let (memory, to, at) = self.place(to);
        let value = self.num(from);
        self.b.ins().store(memory, value, to, at);
    }

    /// Sets so many numbers from a place on to 0.
    fn clear_from(&mut self, at: Place, words: u32) {
        let (memory, from, at) = self.place(at);
        let first = usize::try_from(i64::from(at)).unwrap_or(0);
        self.clear(memory, from, first, words.to_usize());
    }

    fn recall(&mut self, temp: Temp) -> Value {
        let temps = self.address(offset_of!(Context, temps));
        self.load(Memory::Machine, temps, temp.index() * size_of::<i32>())
    }

    fn bind(&mut self, temp: Temp, from: Reg) {
        let (temps, value) = (self.address(offset_of!(Context, temps)), self.num(from));
        self.store(Memory::Machine, value, temps, temp.index() * size_of::<i32>());
    }

    fn impersonate(&mut self, seat: Reg) {
        let seat = self.num(seat);
        self.b.def_var(self.me, seat);
    }

    fn tally(&mut self, seat: Seat, from: Reg) {
        let (value, tally) = (self.num(from), self.address(offset_of!(Context, tally)));
        self.store(Memory::Machine, value, tally, seat.index() * size_of::<i32>());
    }

    fn scored(&mut self) {
        let (yes, context) = (self.constant(1), self.base().context);
        self.store(Memory::Machine, yes, context, offset_of!(Context, scored));
    }

    fn select(&mut self, test: Reg, then: Reg, otherwise: Reg) -> Value {
        let [test, then, otherwise] = [test, then, otherwise].map(|reg| self.num(reg));
        self.b.ins().select(test, then, otherwise)
    }

    fn lowest_bit(&mut self, of: Reg) -> Value {
        let of = self.num(of);
        self.b.ins().ctz(of)
    }

    fn highest_bit(&mut self, of: Reg) -> Value {
        let of = self.num(of);
        let (highest, above) = (self.constant(31), self.b.ins().clz(of));
        self.b.ins().isub(highest, above)
    }

    /// Takes so much of the fuel; without enough of it, it is a side exit.
    fn spend(&mut self, pc: Pc, amount: Reg) {
        let (memory, context) = (Memory::Machine.flags(), self.base().context);
        let at = offset(offset_of!(Context, fuel));
        let amount = self.num(amount);
        let amount = self.b.ins().sextend(types::I64, amount);
        let left = self.b.ins().load(types::I64, memory, context, at);
        let left = self.b.ins().isub(left, amount);
        self.b.ins().store(memory, left, context, at);
        let none = self.b.ins().icmp_imm(IntCC::SignedLessThan, left, 0);
        self.exit_if(pc, none);
    }

    /// A side exit where the stack has no room for a frame of the unit.
    fn room(&mut self, pc: Pc, unit: UnitId) {
        let m = &self.program.memory;
        let needed = HEADER + usize::from(self.program.units[unit].words);
        let most = (m.stack + m.depth).checked_sub(needed);
        let top = self.control_field(offset_of!(StateControl, top));
        let full = match most {
            Some(most) => {
                let most = most.to_i64();
                self.b.ins().icmp_imm(IntCC::UnsignedGreaterThan, top, most)
            }
            None => self.b.ins().iconst(types::I8, 1),
        };
        self.exit_if(pc, full);
    }

    /// Adds 1 to a number of the state.
    fn count_up(&mut self, at: u32) {
        let (memory, from, at) = self.place(Place::State(at));
        self.one_more(memory, from, at);
    }

    /// Notes that a phase begins.
    fn enters(&mut self, phase: PhaseId) {
        let entered = self.address(offset_of!(Context, entered));
        let at = offset(phase.index() * size_of::<u32>());
        self.one_more(Memory::Machine.flags(), entered, at);
    }

    /// One more of something that is counted.
    fn one_more(&mut self, memory: MemFlags, from: Value, at: Offset32) {
        let old = self.b.ins().load(types::I32, memory, from, at);
        let new = self.b.ins().iadd_imm(old, 1);
        self.b.ins().store(memory, new, from, at);
    }

    pub(super) fn control_field(&mut self, field: usize) -> Value {
        let control = self.base().control;
        self.load(Memory::Machine, control, field)
    }

    fn control(&mut self, of: Control) -> Value {
        let Base { context, control, .. } = self.base();
        match of {
            Control::Me => self.b.use_var(self.me),
            Control::Active => self.load(Memory::Machine, context, offset_of!(Context, active)),
            Control::Answer => {
                self.load(Memory::Machine, control, offset_of!(StateControl, answer))
            }
            Control::Backwards => {
                let at = offset(offset_of!(StateControl, backwards));
                self.b.ins().uload8(types::I32, Memory::Machine.flags(), control, at)
            }
            Control::Dice => self.load(Memory::Machine, context, offset_of!(Context, dice)),
        }
    }

    /// Bytes that a word of the running frame's header lies before its first local.
    pub(super) fn header(word: usize) -> Offset32 {
        Offset32::new(-((HEADER - word) * size_of::<i32>()).to_i32())
    }

    fn set_control(&mut self, of: Written, from: Reg) {
        let Base { context, control, locals, .. } = self.base();
        let value = self.num(from);
        match of {
            Written::Me => {
                self.b.def_var(self.me, value);
                self.b.ins().store(Memory::Frames.flags(), value, locals, Self::header(ME));
            }
            Written::Active => {
                self.store(Memory::Machine, value, context, offset_of!(Context, active));
                self.b.ins().store(Memory::Frames.flags(), value, locals, Self::header(ACTIVE));
            }
            Written::Answer => {
                self.store(Memory::Machine, value, control, offset_of!(StateControl, answer))
            }
        }
    }

    /// A condition as a number, 0 or 1.
    pub(super) fn flag(&mut self, test: Value) -> Value {
        self.b.ins().uextend(types::I32, test)
    }

    fn binary(&mut self, op: Binary, left: Reg, right: Reg) -> Value {
        let (left, right) = (self.num(left), self.num(right));
        let code = match op {
            Binary::And => return self.b.ins().band(left, right),
            Binary::Or => return self.b.ins().bor(left, right),
            Binary::Add => return self.b.ins().iadd(left, right),
            Binary::Subtract => return self.b.ins().isub(left, right),
            Binary::Multiply => return self.b.ins().imul(left, right),
            Binary::ShiftLeft => return self.b.ins().ishl(left, right),
            Binary::Min => return self.b.ins().smin(left, right),
            Binary::Max => return self.b.ins().smax(left, right),
            Binary::Equal => IntCC::Equal,
            Binary::NotEqual => IntCC::NotEqual,
            Binary::Less => IntCC::SignedLessThan,
            Binary::LessEqual => IntCC::SignedLessThanOrEqual,
            Binary::Greater => IntCC::SignedGreaterThan,
            Binary::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
            Binary::Below => IntCC::UnsignedLessThan,
        };
        let test = self.b.ins().icmp(code, left, right);
        self.flag(test)
    }

    fn checked(&mut self, pc: Pc, op: Checked, left: Reg, right: Reg) -> Value {
        let (left, right) = (self.num(left), self.num(right));
        let left = self.b.ins().sextend(types::I64, left);
        let right = self.b.ins().sextend(types::I64, right);
        let wide = match op {
            Checked::Add => self.b.ins().iadd(left, right),
            Checked::Subtract => self.b.ins().isub(left, right),
            Checked::Multiply => self.b.ins().imul(left, right),
            Checked::Divide | Checked::Remainder => {
                let quotient = self.b.ins().sdiv(left, right);
                let product = self.b.ins().imul(quotient, right);
                let rest = self.b.ins().isub(left, product);
                // Rounds down: one less where something is left over that has another sign than the
                // divisor.
                let signs = self.b.ins().bxor(rest, right);
                let differ = self.b.ins().icmp_imm(IntCC::SignedLessThan, signs, 0);
                let over = self.b.ins().icmp_imm(IntCC::NotEqual, rest, 0);
                let rounds = self.b.ins().band(differ, over);
                if op == Checked::Divide {
                    let one = self.b.ins().uextend(types::I64, rounds);
                    self.b.ins().isub(quotient, one)
                } else {
                    let more = self.b.ins().iadd(rest, right);
                    self.b.ins().select(rounds, more, rest)
                }
            }
        };
        let value = self.b.ins().ireduce(types::I32, wide);
        // None is no number, and everything beyond it is too far.
        let least = self.b.ins().iadd_imm(wide, i64::from(i32::MAX));
        let wrong =
            self.b.ins().icmp_imm(IntCC::UnsignedGreaterThan, least, 2 * i64::from(i32::MAX));
        self.exit_if(pc, wrong);
        value
    }

    /// What is printed on a card; none where it is none.
    fn attribute(&mut self, table: AttributeId, card: Reg) -> Value {
        let (values, card) = (&self.program.attributes[table].values, self.num(card));
        // Whatever is no card finds what stands behind the last one.
        let last = self.constant(values.len().to_i32());
        let values = self.tables.nums(&[values, &[NONE][..]].concat());
        let index = self.b.ins().umin(card, last);
        self.entry(values, index)
    }

    fn lookup(&mut self, table: &[i32], index: Reg) -> Value {
        let (table, index) = (self.tables.nums(table), self.num(index));
        self.entry(table, index)
    }

    /// An entry of the table at an address.
    fn entry(&mut self, table: i64, index: Value) -> Value {
        let table = self.word(table.cast_unsigned());
        let at = self.behind(table, index, 2);
        self.b.ins().load(types::I32, fixed(), at, offset(0))
    }

    fn lies(&mut self, what: Lies, of: Reg, limit: Option<i32>) -> Value {
        let of = self.num(of);
        let m = &self.program.memory;
        let things = if what == Lies::SlotOf { m.cards } else { m.slots };
        let none = self.constant(if what == Lies::CardsIn { 0 } else { NONE });
        if things == 0 {
            return none;
        }
        if limit.is_some_and(|limit| limit.to_usize() <= things) {
            return self.lies_there(what, of);
        }
        let inside = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, of, things.to_i64());
        let zero = self.constant(0);
        let of = self.b.ins().select(inside, of, zero);
        let value = self.lies_there(what, of);
        self.b.ins().select(inside, value, none)
    }

    /// What is known, by where cards lie, of a card or a slot that is known to be one.
    fn lies_there(&mut self, what: Lies, of: Value) -> Value {
        let node = self.node_of(of);
        match what {
            Lies::SlotOf => self.link(node, Link::Lies),
            Lies::CardsIn => self.link_of_slot(node, Link::Lies),
            Lies::Uppermost => {
                let found = self.link_of_slot(node, Link::Below);
                self.b.ins().ushr_imm(found, 1)
            }
            Lies::Top | Lies::Bottom => {
                let link = if what == Lies::Top { Link::Below } else { Link::Above };
                let found = self.link_of_slot(node, link);
                let card = self.b.ins().ushr_imm(found, 1);
                let (none, is_slot) = (self.constant(NONE), self.b.ins().band_imm(found, 1));
                self.b.ins().select(is_slot, none, card)
            }
        }
    }
}
