//! Operations on numbers, and all others by what they are about.

use super::Context;
use super::body::{Base, Body, Memory, fixed, offset};
use crate::ir::{Binary, Checked, Control, Helper, Inst, Lies, Place, Reg, SetBinary, Written};
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::value::{NONE, Narrow};
use crate::vm::frame::{ACTIVE, HEADER, ME};
use crate::vm::places::Link;
use crate::vm::state::Control as StateControl;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value, types};
use std::mem::offset_of;

impl Body<'_> {
    pub(super) fn inst(&mut self, pc: Pc, inst: &Inst) {
        match *inst {
            Inst::Const { to, value } => {
                let value = self.constant(value);
                self.put(to, value);
            }
            Inst::Copy { to, from } => {
                let value = self.num(from);
                self.put(to, value);
            }
            Inst::Read { to, of } => {
                let value = self.control(of);
                self.put(to, value);
            }
            Inst::Write { of, from } => {
                let value = self.num(from);
                self.set_control(of, value);
            }
            Inst::Impersonate { seat } => {
                let seat = self.num(seat);
                self.b.def_var(self.me, seat);
            }
            Inst::Tally { seat, from } => {
                let (value, tally) = (self.num(from), self.address(offset_of!(Context, tally)));
                self.store(Memory::Machine, value, tally, seat.index() * size_of::<i32>());
            }
            Inst::Scored => {
                let (yes, context) = (self.constant(1), self.base().context);
                self.store(Memory::Machine, yes, context, offset_of!(Context, scored));
            }
            Inst::Load { to, from } => {
                let (memory, from, at) = self.place(from);
                let value = self.b.ins().load(types::I32, memory, from, at);
                self.put(to, value);
            }
            Inst::Store { to, from } => {
                let (memory, to, at) = self.place(to);
                let value = self.num(from);
                self.b.ins().store(memory, value, to, at);
            }
            Inst::Clear { at, words } => {
                let (memory, from, at) = self.place(at);
                let first = usize::try_from(i64::from(at)).unwrap_or(0);
                self.clear(memory, from, first, words.to_usize());
            }
            Inst::Binary { op, to, left, right } => {
                let (left, right) = (self.num(left), self.num(right));
                let value = self.binary(op, left, right);
                self.put(to, value);
            }
            Inst::Checked { op, to, left, right } => {
                let (left, right) = (self.num(left), self.num(right));
                let value = self.checked(pc, op, left, right);
                self.put(to, value);
            }
            Inst::Select { to, test, then, otherwise } => {
                let (test, then, otherwise) = (self.num(test), self.num(then), self.num(otherwise));
                let value = self.b.ins().select(test, then, otherwise);
                self.put(to, value);
            }
            Inst::Attribute { to, table, card } => {
                let (values, card) = (&self.program.attributes[table].values, self.num(card));
                let value = self.entry(values, card);
                self.put(to, value);
            }
            Inst::Lookup { to, ref table, index } => {
                let table = self.tables.nums(table);
                let (table, index) = (self.word(table.cast_unsigned()), self.num(index));
                let at = self.behind(table, index, 2);
                let value = self.b.ins().load(types::I32, fixed(), at, offset(0));
                self.put(to, value);
            }
            Inst::Lies { to, what, of, limit } => {
                let of = self.num(of);
                let value = self.lies(what, of, limit);
                self.put(to, value);
            }
            Inst::LowestBit { to, of } => {
                let of = self.num(of);
                let value = self.b.ins().ctz(of);
                self.put(to, value);
            }
            Inst::HighestBit { to, of } => {
                let of = self.num(of);
                let (highest, above) = (self.constant(31), self.b.ins().clz(of));
                let value = self.b.ins().isub(highest, above);
                self.put(to, value);
            }
            Inst::SetConst { to, ref set } => {
                let words = set.near()[..self.words].iter().map(|&word| self.word(word)).collect();
                self.put_set(to, words);
            }
            Inst::SetCopy { to, from } => {
                let words = self.set(from);
                self.put_set(to, words);
            }
            Inst::SetLoad { to, from } => self.set_load(pc, to, from),
            Inst::SetStore { to, from } => self.set_store(to, from),
            Inst::SetSelect { to, test, then, otherwise } => {
                let (test, then, otherwise) = (self.num(test), self.set(then), self.set(otherwise));
                let words = self.word_by_word(then, otherwise, |b, then, otherwise| {
                    b.select(test, then, otherwise)
                });
                self.put_set(to, words);
            }
            Inst::SetBinary { op, to, left, right } => {
                let (left, right) = (self.set(left), self.set(right));
                let words = self.word_by_word(left, right, |b, left, right| match op {
                    SetBinary::Union => b.bor(left, right),
                    SetBinary::Minus => b.band_not(left, right),
                    SetBinary::Both => b.band(left, right),
                });
                self.put_set(to, words);
            }
            Inst::One { to, member } => {
                let words = self.one(pc, member);
                self.put_set(to, words);
            }
            Inst::Insert { set, member } => {
                let (old, one) = (self.set(set), self.one(pc, member));
                let words = self.word_by_word(old, one, |b, old, one| b.bor(old, one));
                self.put_set(set, words);
            }
            Inst::TakeFirst { to, set } => self.take_first(to, set),
            Inst::Nth { to, set, n } => {
                let (words, n) = (self.set(set), self.num(n));
                let value = self.nth(&words, n);
                self.put(to, value);
            }
            Inst::Measure { to, what, set } => {
                let words = self.set(set);
                let value = self.measure(what, &words);
                self.put(to, value);
            }
            Inst::Contains { to, set, member } => {
                let (words, member) = (self.set(set), self.num(member));
                let value = self.contains(&words, member);
                self.put(to, value);
            }
            Inst::SameSet { to, left, right } => {
                let (left, right) = (self.set(left), self.set(right));
                let differ = self.word_by_word(left, right, |b, left, right| b.bxor(left, right));
                let value = self.is_empty(differ);
                self.put(to, value);
            }
            Inst::Subset { to, left, right } => {
                let (left, right) = (self.set(left), self.set(right));
                let rest = self.word_by_word(left, right, |b, left, right| b.band_not(left, right));
                let value = self.is_empty(rest);
                self.put(to, value);
            }
            Inst::MaskOf { to, ref masks, index } => {
                let index = self.num(index);
                let words = self.mask_of(masks, index);
                self.put_set(to, words);
            }
            Inst::Bind { temp, from } => {
                let (temps, value) = (self.address(offset_of!(Context, temps)), self.num(from));
                self.store(Memory::Machine, value, temps, temp.index() * size_of::<i32>());
            }
            Inst::SetTally { from } => self.set_tally(from),
            Inst::Recall { to, temp } => {
                let temps = self.address(offset_of!(Context, temps));
                let value = self.load(Memory::Machine, temps, temp.index() * size_of::<i32>());
                self.put(to, value);
            }
            Inst::SetRecall { to, temp } => self.set_recall(to, temp),
            Inst::Spend { amount } => self.spend(pc, amount),
            Inst::Call { helper: Helper::Pick, to: Some(to), arguments, sets: _ } => {
                self.pick(pc, to, arguments);
            }
            Inst::Call { helper, to, arguments, sets } => {
                self.call(pc, helper, to, arguments, sets);
            }
            Inst::Carry { card, from, to, under, up } => {
                let from = from.map(|from| self.num(from));
                let (card, to) = (self.num(card), self.num(to));
                self.leaves(card, from);
                self.comes_to(card, to, under, up);
            }
            Inst::Room { unit } => self.room(pc, unit),
            Inst::Run { unit, back, me, ref arguments } => self.run(unit, back, me, arguments),
            Inst::CountUp { at } => {
                let (memory, from, at) = self.place(Place::State(at));
                self.count_up(memory, from, at);
            }
            Inst::Enters { phase } => {
                let entered = self.address(offset_of!(Context, entered));
                let at = offset(phase.index() * size_of::<u32>());
                self.count_up(Memory::Machine.flags(), entered, at);
            }
        }
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

    /// One more of something that is counted.
    fn count_up(&mut self, memory: MemFlags, from: Value, at: Offset32) {
        let old = self.b.ins().load(types::I32, memory, from, at);
        let new = self.b.ins().iadd_imm(old, 1);
        self.b.ins().store(memory, new, from, at);
    }

    pub(super) fn control_field(&mut self, field: usize) -> Value {
        let control = self.base().control;
        self.load(Memory::Machine, control, field)
    }

    pub(super) fn control(&mut self, of: Control) -> Value {
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

    pub(super) fn set_control(&mut self, of: Written, value: Value) {
        let Base { context, control, locals, .. } = self.base();
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

    pub(super) fn binary(&mut self, op: Binary, left: Value, right: Value) -> Value {
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

    pub(super) fn checked(&mut self, pc: Pc, op: Checked, left: Value, right: Value) -> Value {
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

    /// An entry of a table; none outside it.
    fn entry(&mut self, table: &[i32], index: Value) -> Value {
        // Whatever lies outside finds what stands behind the last entry.
        let last = self.constant(table.len().to_i32());
        let table = self.tables.nums(&[table, &[NONE]].concat());
        let index = self.b.ins().umin(index, last);
        let table = self.word(table.cast_unsigned());
        let at = self.behind(table, index, 2);
        self.b.ins().load(types::I32, fixed(), at, offset(0))
    }

    pub(super) fn lies(&mut self, what: Lies, of: Value, limit: Option<i32>) -> Value {
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
