//! Cards that change places.

use super::Context;
use super::body::{Body, offset, there};
use crate::value::{Bits, NOTHING};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::mem::offset_of;

impl Body<'_> {
    /// Links two nodes, one above the other.
    pub(super) fn link(&mut self, (above, below): (Value, Value), upper: Value, lower: Value) {
        let at = self.behind(below, upper, 1);
        self.b.ins().istore16(there(), lower, at, offset(0));
        let at = self.behind(above, lower, 1);
        self.b.ins().istore16(there(), upper, at, offset(0));
    }

    pub(super) fn carry(&mut self, card: Value, to: Value, under: bool, up: bool) {
        let above = self.address(offset_of!(Context, above));
        let below = self.address(offset_of!(Context, below));
        let lies = self.address(offset_of!(Context, lies));
        let (links, sets) = ((above, below), self.base().sets);
        let node = self.b.ins().ishl_imm(card, 1);
        let at_card = self.behind(lies, node, 0);
        let from = self.b.ins().uload8(types::I32, there(), at_card, offset(0));
        let (taken, placed) = (self.b.create_block(), self.b.create_block());
        let nowhere = self.b.ins().icmp_imm(IntCC::Equal, from, i64::from(NOTHING));
        let bit = {
            let (one, wide) = (self.word(1), self.b.ins().uextend(types::I64, card));
            self.b.ins().ishl(one, wide)
        };
        let word = self.b.ins().ushr_imm(card, 6);
        self.b.ins().brif(nowhere, placed, &[], taken, &[]);
        self.b.switch_to_block(taken);
        let at = self.behind(above, node, 1);
        let upper = self.b.ins().uload16(types::I32, there(), at, offset(0));
        let at = self.behind(below, node, 1);
        let lower = self.b.ins().uload16(types::I32, there(), at, offset(0));
        self.link(links, upper, lower);
        self.counts(lies, from, -1);
        let at = self.behind(sets, from, 5);
        let at = self.behind(at, word, 3);
        self.mark(at, 0, bit, false);
        self.b.ins().jump(placed, &[]);
        self.b.switch_to_block(placed);
        let doubled = self.b.ins().ishl_imm(to, 1);
        let lid = self.b.ins().bor_imm(doubled, 1);
        if under {
            let at = self.behind(above, lid, 1);
            let upper = self.b.ins().uload16(types::I32, there(), at, offset(0));
            self.link(links, upper, node);
            self.link(links, node, lid);
        } else {
            let at = self.behind(below, lid, 1);
            let lower = self.b.ins().uload16(types::I32, there(), at, offset(0));
            self.link(links, lid, node);
            self.link(links, node, lower);
        }
        self.counts(lies, to, 1);
        self.b.ins().istore8(there(), to, at_card, offset(0));
        let at = self.behind(sets, to, 5);
        let at = self.behind(at, word, 3);
        self.mark(at, 0, bit, true);
        let at = self.behind(sets, word, 3);
        self.mark(at, self.program.memory.face_up * size_of::<Bits>(), bit, up);
    }

    /// One card more in a slot, or one less.
    pub(super) fn counts(&mut self, lies: Value, slot: Value, by: i64) {
        let at = self.behind(lies, slot, 1);
        let old = self.b.ins().uload8(types::I32, there(), at, offset(1));
        let new = self.b.ins().iadd_imm(old, by);
        self.b.ins().istore8(there(), new, at, offset(1));
    }

    /// Sets a bit of a word in memory, or clears it.
    pub(super) fn mark(&mut self, at: Value, bytes: usize, bit: Value, on: bool) {
        let old = self.b.ins().load(types::I64, there(), at, offset(bytes));
        let new = if on { self.b.ins().bor(old, bit) } else { self.b.ins().band_not(old, bit) };
        self.b.ins().store(there(), new, at, offset(bytes));
    }
}
