//! One function: its blocks, its registers and the memory that it reads and writes.

use super::writer::Tables;
use super::{Context, EXITED};
use crate::ir::{Block, BlockId, FrameId, Place, Reg, Routine, SetPlace, Terminator, Type};
use crate::program::Program;
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use crate::value::Narrow;
use crate::vm::state::Control as StateControl;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{
    AliasRegion, Block as Code, FuncRef, InstBuilder, MemFlags, Value, types,
};
use cranelift_frontend::{FunctionBuilder, Switch, Variable};
use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use std::collections::HashMap;
use std::mem::offset_of;

/// Addresses that a whole function uses.
#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) context: Value,
    pub(super) locals: Value,
    pub(super) memory: Value,
    pub(super) sets: Value,
    pub(super) control: Value,
}

/// One function being written.
pub(super) struct Body<'w> {
    pub(super) program: &'w Program,
    pub(super) routine: &'w Routine,
    pub(super) words: usize,
    /// The first number in a state's memory.
    pub(super) nums: usize,
    /// Words that a frame has besides its header; 0 where the function has no frame.
    pub(super) frame_words: usize,
    pub(super) jit: &'w mut JITModule,
    pub(super) tables: &'w mut Tables,
    pub(super) functions: &'w IdVec<UnitId, FuncId>,
    pub(super) helpers: &'w HashMap<String, FuncId>,
    /// The place of a bit in a word.
    pub(super) nth_bit: FuncId,
    pub(super) called: HashMap<FuncId, FuncRef>,
    pub(super) b: FunctionBuilder<'w>,
    /// For each register one variable, or one for each word of a set.
    pub(super) variables: IdVec<Reg, Vec<Variable>>,
    pub(super) blocks: IdVec<BlockId, Code>,
    /// The frame that what is being written runs in, and how many words its first local lies
    /// behind that of the function's own.
    pub(super) frame: Option<FrameId>,
    pub(super) locals_at: u32,
    /// The block that leaves a function at an instruction, in a frame.
    pub(super) exits: HashMap<(Pc, Option<FrameId>), Code>,
    pub(super) base: Option<Base>,
    /// Who acts: the context is told only where somebody looks.
    pub(super) me: Variable,
}

/// Memory that machine code reads and writes. None overlaps another: what is written in one leaves
/// what was read of the others as it is.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    /// The state's stack of frames.
    Frames,
    /// The state's other numbers: the links of cards, variables and marks.
    Numbers,
    /// The state's sets.
    Sets,
    /// What belongs to no state: the context and what it points to. With it the state's control.
    Machine,
}

impl Memory {
    /// How it is read and written: it is always there.
    pub(super) fn flags(self) -> MemFlags {
        let region = match self {
            Memory::Frames => None,
            Memory::Numbers => Some(AliasRegion::Heap),
            Memory::Sets => Some(AliasRegion::Table),
            Memory::Machine => Some(AliasRegion::Vmctx),
        };
        MemFlags::new().with_notrap().with_alias_region(region)
    }
}

/// How memory is read that nobody ever writes.
pub(super) fn fixed() -> MemFlags {
    MemFlags::new().with_notrap().with_readonly().with_can_move()
}

pub(super) fn offset(bytes: usize) -> Offset32 {
    Offset32::new(bytes.to_i32())
}

pub(super) fn words_at(at: u32) -> Offset32 {
    offset(at.to_usize() * size_of::<i32>())
}

impl Body<'_> {
    pub(super) fn write(&mut self) {
        let of_registers: Vec<usize> = self
            .routine
            .registers
            .iter()
            .map(|of| if *of == Type::Num { 1 } else { self.words })
            .collect();
        for (count, of) in of_registers.into_iter().zip(self.routine.registers.iter()) {
            let of = if *of == Type::Num { types::I32 } else { types::I64 };
            let variables = (0..count).map(|_| self.b.declare_var(of)).collect();
            self.variables.push(variables);
        }
        for _ in self.routine.blocks.iter() {
            let block = self.b.create_block();
            self.blocks.push(block);
        }
        self.prologue();
        for block in self.routine.blocks.ids() {
            self.block(block);
        }
        let mut exits: Vec<((Pc, Option<FrameId>), Code)> = self.exits.drain().collect();
        exits.sort_unstable_by_key(|&(at, _)| at);
        for ((pc, frame), block) in exits {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            self.writes_frames(frame);
            let (base, pc) = (self.base(), self.constant(pc.word()));
            self.store(Memory::Machine, pc, base.control, offset_of!(StateControl, pc));
            let exited = self.b.ins().iconst(types::I32, EXITED);
            self.b.ins().return_(&[exited]);
        }
        self.b.seal_all_blocks();
    }

    pub(super) fn base(&self) -> Base {
        match self.base {
            Some(base) => base,
            None => unreachable!("a function begins with its addresses"),
        }
    }

    pub(super) fn prologue(&mut self) {
        let first = self.b.create_block();
        self.b.append_block_params_for_function_params(first);
        self.b.switch_to_block(first);
        let &[context, entry, locals] = self.b.block_params(first) else {
            unreachable!("a function has three parameters")
        };
        let mut address = |field| self.b.ins().load(types::I64, fixed(), context, offset(field));
        let memory = address(offset_of!(Context, memory));
        let sets = address(offset_of!(Context, sets));
        let control = address(offset_of!(Context, control));
        self.base = Some(Base { context, locals, memory, sets, control });
        self.store(Memory::Machine, locals, context, offset_of!(Context, locals));
        let me = self.load(Memory::Machine, context, offset_of!(Context, me));
        self.b.def_var(self.me, me);
        let mut switch = Switch::new();
        let entries = &self.routine.entries;
        for (number, &(_, block)) in entries.iter().enumerate().skip(1) {
            switch.set_entry(u128::try_from(number).unwrap_or(0), self.blocks[block]);
        }
        let start = self.blocks[entries[0].1];
        if entries.len() == 1 {
            self.b.ins().jump(start, &[]);
        } else {
            switch.emit(&mut self.b, entry, start);
        }
    }

    pub(super) fn block(&mut self, id: BlockId) {
        let Block { pc, frame, insts, end } = &self.routine.blocks[id];
        self.b.switch_to_block(self.blocks[id]);
        (self.frame, self.locals_at) = (*frame, self.routine.locals_of(id));
        for inst in insts {
            self.inst(*pc, inst);
        }
        match *end {
            Terminator::Jump(to) => {
                self.b.ins().jump(self.blocks[to], &[]);
            }
            Terminator::If { test, then, otherwise } => {
                let test = self.num(test);
                self.b.ins().brif(test, self.blocks[then], &[], self.blocks[otherwise], &[]);
            }
            Terminator::Exit | Terminator::Open => {
                let exit = self.exit(*pc);
                self.b.ins().jump(exit, &[]);
            }
            Terminator::Return => self.returns(),
            Terminator::Tallied => self.ends(),
        }
    }

    pub(super) fn exit(&mut self, pc: Pc) -> Code {
        *self.exits.entry((pc, self.frame)).or_insert_with(|| self.b.create_block())
    }

    /// Leaves the function where a value is not 0.
    pub(super) fn exit_if(&mut self, pc: Pc, test: Value) {
        let (exit, on) = (self.exit(pc), self.b.create_block());
        self.b.ins().brif(test, exit, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    // ---- registers and memory

    pub(super) fn constant(&mut self, value: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value.cast_unsigned()))
    }

    pub(super) fn word(&mut self, value: u64) -> Value {
        self.b.ins().iconst(types::I64, value.cast_signed())
    }

    pub(super) fn num(&mut self, reg: Reg) -> Value {
        self.b.use_var(self.variables[reg][0])
    }

    pub(super) fn put(&mut self, reg: Reg, value: Value) {
        self.b.def_var(self.variables[reg][0], value);
    }

    pub(super) fn set(&mut self, reg: Reg) -> Vec<Value> {
        let variables = self.variables[reg].clone();
        variables.into_iter().map(|variable| self.b.use_var(variable)).collect()
    }

    pub(super) fn put_set(&mut self, reg: Reg, words: Vec<Value>) {
        for (variable, word) in self.variables[reg].clone().into_iter().zip(words) {
            self.b.def_var(variable, word);
        }
    }

    /// A number, so many bytes behind an address.
    pub(super) fn load(&mut self, memory: Memory, from: Value, at: usize) -> Value {
        self.b.ins().load(types::I32, memory.flags(), from, offset(at))
    }

    pub(super) fn store(&mut self, memory: Memory, value: Value, to: Value, at: usize) {
        self.b.ins().store(memory.flags(), value, to, offset(at));
    }

    /// Where a number of the state lies: in which memory, at what address, and how many bytes
    /// behind it.
    pub(super) fn place(&mut self, place: Place) -> (MemFlags, Value, Offset32) {
        let base = self.base();
        let (memory, from, at, by) = match place {
            Place::State(at) => (Memory::Numbers, base.memory, self.nums.to_u32() + at, None),
            Place::Indexed(at, by) => {
                (Memory::Numbers, base.memory, self.nums.to_u32() + at, Some(by))
            }
            Place::Local(at) => (Memory::Frames, base.locals, self.locals_at + at, None),
            Place::LocalIndexed(at, by) => {
                (Memory::Frames, base.locals, self.locals_at + at, Some(by))
            }
        };
        let from = match by {
            None => from,
            Some(by) => {
                let by = self.num(by);
                self.behind(from, by, 2)
            }
        };
        (memory.flags(), from, words_at(at))
    }

    /// An address that lies a number, shifted, behind another.
    pub(super) fn behind(&mut self, from: Value, by: Value, shift: i64) -> Value {
        let by = self.b.ins().uextend(types::I64, by);
        let by = if shift == 0 { by } else { self.b.ins().ishl_imm(by, shift) };
        self.b.ins().iadd(from, by)
    }

    /// How many bytes lie before a set of the state.
    pub(super) fn set_bytes(&self, at: u32) -> usize {
        at.to_usize() * self.words * size_of::<u64>()
    }

    /// The address of a set of the state.
    pub(super) fn set_at(&mut self, at: Value) -> Value {
        let (sets, bytes) = (self.base().sets, self.words * size_of::<u64>());
        if bytes.is_power_of_two() {
            return self.behind(sets, at, i64::from(bytes.trailing_zeros()));
        }
        let at = self.b.ins().uextend(types::I64, at);
        let by = self.b.ins().imul_imm(at, bytes.to_i64());
        self.b.ins().iadd(sets, by)
    }

    /// Where a set of the state lies: in which memory, at what address, and how many bytes behind
    /// it.
    pub(super) fn set_place(&mut self, place: SetPlace) -> (MemFlags, Value, usize) {
        let base = self.base();
        let (memory, address, at) = match place {
            SetPlace::State(at) => (Memory::Sets, base.sets, self.set_bytes(at)),
            SetPlace::Indexed(at, by) => {
                let by = self.num(by);
                (Memory::Sets, self.set_at(by), self.set_bytes(at))
            }
            SetPlace::Local(at) => {
                let at = (self.locals_at + at).to_usize() * size_of::<i32>();
                (Memory::Frames, base.locals, at)
            }
        };
        (memory.flags(), address, at)
    }

    pub(super) fn address(&mut self, field: usize) -> Value {
        let context = self.base().context;
        self.b.ins().load(types::I64, fixed(), context, offset(field))
    }
}
