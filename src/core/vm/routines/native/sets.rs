//! Operations on sets: as many words as the cards of the game take.

use super::Context;
use super::body::{Body, Memory, fixed, offset};
use crate::ir::{Masks, Measure, Reg, SetBinary, SetPlace};
use crate::program::code::Pc;
use crate::program::terms::Temp;
use crate::value::{Bits, NONE, Narrow};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FuncInstBuilder;
use std::mem::offset_of;

impl Body<'_> {
    pub(super) fn set_const(&mut self, to: Reg, set: &Bits) {
        let words = set.near()[..self.words].iter().map(|&word| self.word(word)).collect();
        self.put_set(to, words);
    }

    pub(super) fn set_copy(&mut self, to: Reg, from: Reg) {
        let words = self.set(from);
        self.put_set(to, words);
    }

    pub(super) fn set_select(&mut self, to: Reg, test: Reg, then: Reg, otherwise: Reg) {
        let test = self.num(test);
        let words = self
            .word_by_word(then, otherwise, |b, then, otherwise| b.select(test, then, otherwise));
        self.put_set(to, words);
    }

    pub(super) fn set_binary(&mut self, op: SetBinary, to: Reg, left: Reg, right: Reg) {
        let words = self.word_by_word(left, right, |b, left, right| match op {
            SetBinary::Union => b.bor(left, right),
            SetBinary::Minus => b.band_not(left, right),
            SetBinary::Both => b.band(left, right),
        });
        self.put_set(to, words);
    }

    pub(super) fn set_load(&mut self, pc: Pc, to: Reg, from: SetPlace) {
        let (memory, address, at) = self.set_place(from);
        let words = (0..self.words)
            .map(|word| self.b.ins().load(types::I64, memory, address, offset(at + 8 * word)))
            .collect();
        if let SetPlace::Local(_) = from {
            let beyond: Vec<Value> = (self.words..4)
                .map(|word| self.b.ins().load(types::I64, memory, address, offset(at + 8 * word)))
                .collect();
            if let Some(any) = self.joined(beyond) {
                let any = self.b.ins().icmp_imm(IntCC::NotEqual, any, 0);
                self.exit_if(pc, any);
            }
        }
        self.put_set(to, words);
    }

    /// The set in a temp: its members all are near, and those words come first.
    pub(super) fn set_recall(&mut self, to: Reg, temp: Temp) {
        let sets = self.address(offset_of!(Context, set_temps));
        let at = temp.index() * size_of::<Bits>();
        let memory = Memory::Machine.flags();
        let words = (0..self.words)
            .map(|word| self.b.ins().load(types::I64, memory, sets, offset(at + 8 * word)))
            .collect();
        self.put_set(to, words);
    }

    /// What a tally tells: all its near words, and it has no others.
    pub(super) fn set_tally(&mut self, from: Reg) {
        let told = self.address(offset_of!(Context, told));
        let mut words = self.set(from);
        words.resize(4, self.word(0));
        for (word, value) in words.into_iter().enumerate() {
            self.b.ins().store(Memory::Machine.flags(), value, told, offset(8 * word));
        }
    }

    pub(super) fn set_store(&mut self, to: SetPlace, from: Reg) {
        let (memory, address, at) = self.set_place(to);
        let words = self.set(from);
        for (word, value) in words.into_iter().enumerate() {
            self.b.ins().store(memory, value, address, offset(at + 8 * word));
        }
        if let SetPlace::Local(_) = to {
            let zero = self.word(0);
            for word in self.words..4 {
                self.b.ins().store(memory, zero, address, offset(at + 8 * word));
            }
        }
    }

    /// The set whose words are each what `of` makes of two sets' words in its place.
    fn word_by_word(
        &mut self,
        left: Reg,
        right: Reg,
        of: impl Fn(FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) -> Vec<Value> {
        let (left, right) = (self.set(left), self.set(right));
        left.into_iter().zip(right).map(|(left, right)| of(self.b.ins(), left, right)).collect()
    }

    /// The union of all words in one, 0 where all are 0.
    pub(super) fn joined(&mut self, words: Vec<Value>) -> Option<Value> {
        words.into_iter().reduce(|a, b| self.b.ins().bor(a, b))
    }

    pub(super) fn same_set(&mut self, left: Reg, right: Reg) -> Value {
        let differ = self.word_by_word(left, right, |b, left, right| b.bxor(left, right));
        self.is_empty(differ)
    }

    pub(super) fn subset(&mut self, left: Reg, right: Reg) -> Value {
        let rest = self.word_by_word(left, right, |b, left, right| b.band_not(left, right));
        self.is_empty(rest)
    }

    fn is_empty(&mut self, words: Vec<Value>) -> Value {
        let zero = self.word(0);
        let all = self.joined(words).unwrap_or(zero);
        let empty = self.b.ins().icmp_imm(IntCC::Equal, all, 0);
        self.flag(empty)
    }

    pub(super) fn set_of_one(&mut self, pc: Pc, to: Reg, member: Reg) {
        let words = self.one(pc, member);
        self.put_set(to, words);
    }

    /// Adds a member to a set.
    pub(super) fn insert(&mut self, pc: Pc, set: Reg, member: Reg) {
        let (old, one) = (self.set(set), self.one(pc, member));
        let words = old.into_iter().zip(one).map(|(old, one)| self.b.ins().bor(old, one)).collect();
        self.put_set(set, words);
    }

    /// The words of the set of one member; a side exit where it is a member without room.
    fn one(&mut self, pc: Pc, member: Reg) -> Vec<Value> {
        let member = self.num(member);
        let room = 64 * self.words.to_i64();
        let beyond = self.b.ins().iadd_imm(member, -room);
        let rest = Bits::ROOM.to_i64() - room;
        let wide = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, beyond, rest);
        self.exit_if(pc, wide);
        self.bit(member)
    }

    /// The words with the bit of a member, none for a number that is no member.
    pub(super) fn bit(&mut self, member: Value) -> Vec<Value> {
        let (one, zero) = (self.word(1), self.word(0));
        let wide = self.b.ins().uextend(types::I64, member);
        let bit = self.b.ins().ishl(one, wide);
        (0..self.words.to_i64())
            .map(|word| {
                let within = self.b.ins().iadd_imm(member, -64 * word);
                let inside = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, within, 64);
                self.b.ins().select(inside, bit, zero)
            })
            .collect()
    }

    pub(super) fn take_first(&mut self, to: Reg, set: Reg) {
        let words = self.set(set);
        let mut member = None;
        let mut left = Vec::new();
        for (number, &word) in words.iter().enumerate().rev() {
            let first = self.b.ins().ctz(word);
            let first = self.b.ins().iadd_imm(first, 64 * number.to_i64());
            member = Some(match member {
                None => first,
                Some(later) => {
                    let any = self.b.ins().icmp_imm(IntCC::NotEqual, word, 0);
                    self.b.ins().select(any, first, later)
                }
            });
        }
        let mut before: Option<Value> = None;
        for &word in &words {
            let less = self.b.ins().iadd_imm(word, -1);
            let rest = self.b.ins().band(word, less);
            left.push(match before {
                None => rest,
                Some(before) => self.b.ins().select(before, word, rest),
            });
            before = Some(match before {
                None => word,
                Some(before) => self.b.ins().bor(before, word),
            });
        }
        if let Some(member) = member {
            let member = self.b.ins().ireduce(types::I32, member);
            self.put(to, member);
        }
        self.put_set(set, left);
    }

    /// The member that so many smaller ones precede; there is one.
    pub(super) fn nth(&mut self, set: Reg, n: Reg) -> Value {
        let (words, n) = (self.set(set), self.num(n));
        let (mut word, mut left, mut before) = (words[0], n, self.constant(0));
        for (number, &next) in words.iter().enumerate().skip(1) {
            // The words so far, of which only the last may have it.
            let count = self.count(&[word]);
            let is_further = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, left, count);
            let rest = self.b.ins().isub(left, count);
            let further = self.constant((64 * number).to_i32());
            word = self.b.ins().select(is_further, next, word);
            left = self.b.ins().select(is_further, rest, left);
            before = self.b.ins().select(is_further, further, before);
        }
        let function = self.reference(self.nth_bit);
        let call = self.b.ins().call(function, &[word, left]);
        let place = self.b.inst_results(call)[0];
        self.b.ins().iadd(place, before)
    }

    pub(super) fn count(&mut self, words: &[Value]) -> Value {
        let counts: Vec<Value> = words.iter().map(|&word| self.b.ins().popcnt(word)).collect();
        let zero = self.word(0);
        let count = counts.into_iter().reduce(|a, b| self.b.ins().iadd(a, b)).unwrap_or(zero);
        self.b.ins().ireduce(types::I32, count)
    }

    pub(super) fn measure(&mut self, what: Measure, set: Reg) -> Value {
        let words = self.set(set);
        match what {
            Measure::Count => self.count(&words),
            Measure::Any => {
                let zero = self.word(0);
                let all = self.joined(words).unwrap_or(zero);
                let any = self.b.ins().icmp_imm(IntCC::NotEqual, all, 0);
                self.flag(any)
            }
            Measure::First => self.end(&words, false),
            Measure::Last => self.end(&words, true),
            Measure::Only => {
                let (count, first) = (self.count(&words), self.end(&words, false));
                let none = self.constant(NONE);
                let single = self.b.ins().icmp_imm(IntCC::Equal, count, 1);
                self.b.ins().select(single, first, none)
            }
        }
    }

    /// The smallest member, or the greatest one; none of an empty set.
    pub(super) fn end(&mut self, words: &[Value], last: bool) -> Value {
        let mut found = self.constant(NONE);
        let mut numbered: Vec<(usize, Value)> = words.iter().copied().enumerate().collect();
        if !last {
            numbered.reverse();
        }
        for (number, word) in numbered {
            let at = if last {
                let zeros = self.b.ins().clz(word);
                let high = self.word(63);
                self.b.ins().isub(high, zeros)
            } else {
                self.b.ins().ctz(word)
            };
            let at = self.b.ins().iadd_imm(at, 64 * number.to_i64());
            let at = self.b.ins().ireduce(types::I32, at);
            let any = self.b.ins().icmp_imm(IntCC::NotEqual, word, 0);
            found = self.b.ins().select(any, at, found);
        }
        found
    }

    pub(super) fn contains(&mut self, set: Reg, member: Reg) -> Value {
        let (words, member) = (self.set(set), self.num(member));
        let (mut found, wide) = (self.word(0), self.b.ins().uextend(types::I64, member));
        for (number, &word) in words.iter().enumerate() {
            let within = self.b.ins().iadd_imm(member, -64 * number.to_i64());
            let inside = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, within, 64);
            let bit = self.b.ins().ushr(word, wide);
            let zero = self.word(0);
            let bit = self.b.ins().select(inside, bit, zero);
            found = self.b.ins().bor(found, bit);
        }
        let found = self.b.ins().band_imm(found, 1);
        self.b.ins().ireduce(types::I32, found)
    }

    /// The set of a table that a number stands for.
    pub(super) fn mask_of(&mut self, to: Reg, masks: &Masks, index: Reg) {
        let index = self.num(index);
        let mut all = vec![&masks.below];
        all.extend(&masks.sets);
        all.extend([&masks.above, &masks.none]);
        let none = all.len() - 1;
        let table: Vec<u64> =
            all.iter().flat_map(|set| set.near()[..self.words].to_vec()).collect();
        let table = self.tables.words(table);
        let wide = self.b.ins().sextend(types::I64, index);
        let number = self.b.ins().iadd_imm(wide, 1 - i64::from(masks.first));
        let (low, high) = (self.word(0), self.word(u64::try_from(none - 1).unwrap_or(0)));
        let number = self.b.ins().smax(number, low);
        let number = self.b.ins().smin(number, high);
        let missing = self.b.ins().icmp_imm(IntCC::Equal, wide, i64::from(NONE));
        let last = self.word(u64::try_from(none).unwrap_or(0));
        let number = self.b.ins().select(missing, last, number);
        let number = self.b.ins().imul_imm(number, 8 * self.words.to_i64());
        let table = self.word(table.cast_unsigned());
        let at = self.b.ins().iadd(table, number);
        let words = (0..self.words)
            .map(|word| self.b.ins().load(types::I64, fixed(), at, offset(8 * word)))
            .collect();
        self.put_set(to, words);
    }
}
