//! Cards that change places.

use super::body::{Body, Memory, offset};
use crate::ir::Reg;
use crate::value::{NONE, Narrow};
use crate::vm::places::{Link, NODE};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

const NODE_BYTES: usize = NODE * size_of::<i32>();

/// How many bytes a link lies from the begin of its node.
fn link_bytes(link: Link) -> usize {
    link as usize * size_of::<i32>()
}

impl Body<'_> {
    /// A link of a card, by the address of its node: see [`Body::node_of`].
    pub(super) fn link(&mut self, node: Value, link: Link) -> Value {
        self.load(Memory::Numbers, node, link_bytes(link))
    }

    /// A link of the slot whose number a card has: its node is the next one.
    pub(super) fn link_of_slot(&mut self, node: Value, link: Link) -> Value {
        self.load(Memory::Numbers, node, NODE_BYTES + link_bytes(link))
    }

    /// The address of the node of the card with this number.
    pub(super) fn node_of(&mut self, number: Value) -> Value {
        let memory = self.base().memory;
        self.behind(memory, number, i64::from((2 * NODE_BYTES).trailing_zeros()))
    }

    /// Links two nodes, one above the other.
    fn tie(&mut self, upper: Value, lower: Value) {
        let (memory, shift) = (self.base().memory, i64::from(NODE_BYTES.trailing_zeros()));
        let at = self.behind(memory, upper, shift);
        self.store(Memory::Numbers, lower, at, link_bytes(Link::Below));
        let at = self.behind(memory, lower, shift);
        self.store(Memory::Numbers, upper, at, link_bytes(Link::Above));
    }

    /// The bit that a card has in its word of a set.
    fn bit_of(&mut self, card: Value) -> Value {
        let (one, wide) = (self.word(1), self.b.ins().uextend(types::I64, card));
        self.b.ins().ishl(one, wide)
    }

    /// Moves a card to an end of a slot, and turns it.
    pub(super) fn carry(&mut self, card: Reg, from: Option<Reg>, to: Reg, under: bool, up: bool) {
        let from = from.map(|from| self.num(from));
        let (card, to) = (self.num(card), self.num(to));
        self.leaves(card, from);
        self.comes_to(card, to, under, up);
    }

    /// Takes a card from where it lies, if it does; where it is known to be the uppermost one of a
    /// slot, this is `from`.
    fn leaves(&mut self, card: Value, from: Option<Value>) {
        let at_card = self.node_of(card);
        if let Some(from) = from {
            let (lid, lower) = (self.lid(from), self.link(at_card, Link::Below));
            self.tie(lid, lower);
            return self.is_less(card, from);
        }
        let from = self.link(at_card, Link::Lies);
        let (taken, gone) = (self.b.create_block(), self.b.create_block());
        let nowhere = self.b.ins().icmp_imm(IntCC::Equal, from, i64::from(NONE));
        self.b.ins().brif(nowhere, gone, &[], taken, &[]);
        self.b.switch_to_block(taken);
        let (upper, lower) = (self.link(at_card, Link::Above), self.link(at_card, Link::Below));
        self.tie(upper, lower);
        self.is_less(card, from);
        self.b.ins().jump(gone, &[]);
        self.b.switch_to_block(gone);
    }

    /// A card is no more one of a slot's.
    fn is_less(&mut self, card: Value, from: Value) {
        let (at_from, bit) = (self.node_of(from), self.bit_of(card));
        self.counts(at_from, -1);
        let set = self.set_at(from);
        self.mark(set, 0, card, bit, false);
    }

    /// The node of a slot with this number.
    fn lid(&mut self, slot: Value) -> Value {
        let doubled = self.b.ins().ishl_imm(slot, 1);
        self.b.ins().bor_imm(doubled, 1)
    }

    /// Puts a card that lies nowhere at an end of a slot, and turns it.
    fn comes_to(&mut self, card: Value, to: Value, under: bool, up: bool) {
        let (sets, bit) = (self.base().sets, self.bit_of(card));
        let (node, at_card) = (self.b.ins().ishl_imm(card, 1), self.node_of(card));
        let lid = self.lid(to);
        let at_lid = self.node_of(to);
        if under {
            let upper = self.link_of_slot(at_lid, Link::Above);
            self.tie(upper, node);
            self.tie(node, lid);
        } else {
            let lower = self.link_of_slot(at_lid, Link::Below);
            self.tie(lid, node);
            self.tie(node, lower);
        }
        self.counts(at_lid, 1);
        self.store(Memory::Numbers, to, at_card, link_bytes(Link::Lies));
        let set = self.set_at(to);
        self.mark(set, 0, card, bit, true);
        self.mark(sets, self.program.memory.face_up.to_u32(), card, bit, up);
    }

    /// One card more in the slot whose node is the next one, or one less.
    fn counts(&mut self, node: Value, by: i64) {
        let old = self.link_of_slot(node, Link::Lies);
        let new = self.b.ins().iadd_imm(old, by);
        self.store(Memory::Numbers, new, node, NODE_BYTES + link_bytes(Link::Lies));
    }

    /// Makes a card a member of a set, or takes it out. The card is given with the bit that it has
    /// in its word; the set is as many sets behind that address.
    fn mark(&mut self, sets: Value, set: u32, card: Value, bit: Value, on: bool) {
        let at = if self.words == 1 {
            sets
        } else {
            let word = self.b.ins().ushr_imm(card, 6);
            self.behind(sets, word, 3)
        };
        let (bytes, memory) = (offset(self.set_bytes(set)), Memory::Sets.flags());
        // Written so that reading, changing and writing is one instruction.
        let mask = if on { bit } else { self.b.ins().bnot(bit) };
        let old = self.b.ins().load(types::I64, memory, at, bytes);
        let new = if on { self.b.ins().bor(old, mask) } else { self.b.ins().band(old, mask) };
        self.b.ins().store(memory, new, at, bytes);
    }
}
