//! Dice that are thrown without a call.

use super::Context;
use super::body::{Body, Memory, offset};
use crate::ir::{Helper, Reg};
use crate::program::code::Pc;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use std::mem::offset_of;

impl Body<'_> {
    /// Which of so many options, more than one, a seat takes: what [`Helper::Pick`] does, who is
    /// called for all that is rare. These are dice of which somebody notes what they give, those
    /// that answer no more, and draws that have to be made once more.
    pub(super) fn pick(&mut self, pc: Pc, to: Reg, arguments: [Option<Reg>; 3]) {
        let [Some(seat), Some(options), None] = arguments else {
            unreachable!("a seat and its options are given")
        };
        let (seat, options) = (self.num(seat), self.num(options));
        let [counting, throwing, taken, helped, behind] = [(); 5].map(|()| self.b.create_block());
        let memory = Memory::Machine.flags();
        let words = self.address(offset_of!(Context, thrown.words));
        let is_seat = i64::from(self.program.seats);
        let is_seat = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, seat, is_seat);
        let there_are = self.b.ins().icmp_imm(IntCC::NotEqual, words, 0);
        let can = self.b.ins().band(is_seat, there_are);
        self.b.ins().brif(can, counting, &[], helped, &[]);

        self.b.switch_to_block(counting);
        let left = self.address(offset_of!(Context, thrown.left));
        let answers = self.b.ins().load(types::I64, memory, left, offset(0));
        self.b.ins().brif(answers, throwing, &[], helped, &[]);

        self.b.switch_to_block(throwing);
        let (apart, wide) = (
            self.address(offset_of!(Context, thrown.apart)),
            self.b.ins().uextend(types::I64, seat),
        );
        let further = self.b.ins().imul(wide, apart);
        let stream = self.b.ins().iadd(words, further);
        let [a, b, c, d] =
            [0, 8, 16, 24].map(|at| self.b.ins().load(types::I64, memory, stream, offset(at)));
        let drawn = self.b.ins().iadd(a, d);
        let drawn = self.b.ins().rotl_imm(drawn, 23);
        let drawn = self.b.ins().iadd(drawn, a);
        let drawn = self.b.ins().ireduce(types::I32, drawn);
        let drawn = self.b.ins().uextend(types::I64, drawn);
        let count = self.b.ins().uextend(types::I64, options);
        let product = self.b.ins().imul(drawn, count);
        let low = self.b.ins().ireduce(types::I32, product);
        let again = self.b.ins().icmp(IntCC::UnsignedLessThan, low, options);
        self.b.ins().brif(again, helped, &[], taken, &[]);

        self.b.switch_to_block(taken);
        let (e, f) = (self.b.ins().bxor(c, a), self.b.ins().bxor(d, b));
        let shifted = self.b.ins().ishl_imm(b, 17);
        let next = [
            self.b.ins().bxor(a, f),
            self.b.ins().bxor(b, e),
            self.b.ins().bxor(e, shifted),
            self.b.ins().rotl_imm(f, 45),
        ];
        for (at, word) in [0, 8, 16, 24].into_iter().zip(next) {
            self.b.ins().store(memory, word, stream, offset(at));
        }
        let answers = self.b.ins().iadd_imm(answers, -1);
        self.b.ins().store(memory, answers, left, offset(0));
        let decisions = self.address(offset_of!(Context, thrown.decisions));
        let made = self.b.ins().load(types::I64, memory, decisions, offset(0));
        let made = self.b.ins().iadd_imm(made, 1);
        self.b.ins().store(memory, made, decisions, offset(0));
        let full = self.b.ins().iconst(types::I64, self.program.fuel);
        let context = self.base().context;
        self.b.ins().store(memory, full, context, offset(offset_of!(Context, fuel)));
        let place = self.b.ins().ushr_imm(product, 32);
        let place = self.b.ins().ireduce(types::I32, place);
        self.put(to, place);
        self.b.ins().jump(behind, &[]);

        self.b.switch_to_block(helped);
        self.b.set_cold_block(helped);
        self.call(pc, Helper::Pick, Some(to), arguments, [None; 2]);
        self.b.ins().jump(behind, &[]);
        self.b.switch_to_block(behind);
    }
}
