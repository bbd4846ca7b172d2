//! Calls: of helpers, and of other routines with frames of their own.

use super::body::{Base, Body, Memory, offset, words_at};
use super::{Context, ENDED, helper_name};
use crate::ir::{Argument, FrameId, Helper, Reg};
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::value::Narrow;
use crate::vm::frame::{ACTIVE, HEADER};
use crate::vm::state::Control as StateControl;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{FuncRef, InstBuilder, MemFlags, Value, types};
use cranelift_module::{FuncId, Module as _};
use std::mem::offset_of;

impl Body<'_> {
    /// Where a helper finds its first set, or its second.
    fn buffer(number: usize) -> usize {
        offset_of!(Context, buffers) + number * size_of::<[u64; 4]>()
    }

    /// Writes a set where a helper finds it.
    fn fill_buffer(&mut self, number: usize, words: Vec<Value>) {
        let (context, zero) = (self.base().context, self.word(0));
        let words = words.into_iter().chain(std::iter::repeat(zero)).take(4);
        for (place, word) in words.enumerate() {
            let at = offset(Self::buffer(number) + 8 * place);
            self.b.ins().store(Memory::Machine.flags(), word, context, at);
        }
    }

    pub(super) fn reference(&mut self, id: FuncId) -> FuncRef {
        match self.called.get(&id) {
            Some(&known) => known,
            None => {
                let reference = self.jit.declare_func_in_func(id, self.b.func);
                self.called.insert(id, reference);
                reference
            }
        }
    }

    pub(super) fn calls(&mut self, name: &str, [a, b, c]: [Value; 3]) -> Value {
        let (function, context) = (self.reference(self.helpers[name]), self.base().context);
        let call = self.b.ins().call(function, &[context, a, b, c]);
        self.b.inst_results(call)[0]
    }

    pub(super) fn call(
        &mut self,
        pc: Pc,
        helper: Helper,
        to: Option<Reg>,
        arguments: [Option<Reg>; 3],
        sets: [Option<Reg>; 2],
    ) {
        let given = arguments.map(|argument| match argument {
            Some(reg) => self.num(reg),
            None => self.constant(0),
        });
        if helper.takes_sets() {
            for (number, set) in sets.into_iter().flatten().enumerate() {
                let words = self.set(set);
                self.fill_buffer(number, words);
            }
        }
        self.gives_back();
        let result = self.calls(&helper_name(helper), given);
        let failed = self.b.ins().ushr_imm(result, 32);
        self.exit_if(pc, failed);
        if let Some(to) = to {
            let value = self.b.ins().ireduce(types::I32, result);
            self.put(to, value);
        }
        if let Some(set) = sets[0].filter(|_| helper.leaves_set()) {
            let context = self.base().context;
            let words: Vec<Value> = (0..4)
                .map(|word| {
                    let at = offset(Self::buffer(0) + 8 * word);
                    self.b.ins().load(types::I64, Memory::Machine.flags(), context, at)
                })
                .collect();
            if let Some(beyond) = self.joined(words[self.words..].to_vec()) {
                let beyond = self.b.ins().icmp_imm(IntCC::NotEqual, beyond, 0);
                self.exit_if(pc, beyond);
            }
            self.put_set(set, words[..self.words].to_vec());
        }
    }

    /// Lets whoever is called see what the function keeps for itself: who acts, and the locals of
    /// the frame that runs, where there are several.
    fn gives_back(&mut self) {
        let Base { context, locals, .. } = self.base();
        let me = self.b.use_var(self.me);
        self.store(Memory::Machine, me, context, offset_of!(Context, me));
        if self.routine.frames.is_empty() {
            return;
        }
        let locals = self.b.ins().iadd_imm(locals, self.locals_at.to_i64() * 4);
        self.store(Memory::Machine, locals, context, offset_of!(Context, locals));
    }

    /// Writes down the headers of the frames from the outermost one that is called inside the
    /// function to this one, which is on top then.
    pub(super) fn writes_frames(&mut self, frame: Option<FrameId>) {
        let frames = self.routine.frames_to(frame);
        let Some(last) = frames.last() else { return };
        let Base { context, control, locals, .. } = self.base();
        let own = self.control_field(offset_of!(StateControl, frame));
        let active = self.load(Memory::Machine, context, offset_of!(Context, active));
        let mut caller = own;
        for frame in &frames {
            let me = self.num(frame.me);
            let (back, unit) = (self.constant(frame.back.word()), self.constant(frame.unit.word()));
            let first = (frame.at.to_usize() - HEADER) * size_of::<i32>();
            for (word, value) in [caller, back, unit, me, active].into_iter().enumerate() {
                self.store(Memory::Frames, value, locals, first + word * size_of::<i32>());
            }
            caller = self.b.ins().iadd_imm(own, frame.at.to_i64());
        }
        self.store(Memory::Machine, caller, control, offset_of!(StateControl, frame));
        let words = HEADER + usize::from(self.program.units[last.unit].words);
        let top = self.b.ins().iadd_imm(caller, words.to_i64());
        self.store(Memory::Machine, top, control, offset_of!(StateControl, top));
    }

    pub(super) fn clear(&mut self, memory: MemFlags, from: Value, at: usize, words: usize) {
        let (zero, half) = (self.word(0), self.constant(0));
        for pair in 0..words / 2 {
            self.b.ins().store(memory, zero, from, offset(at + 8 * pair));
        }
        if words % 2 == 1 {
            self.b.ins().store(memory, half, from, offset(at + 4 * (words - 1)));
        }
    }

    pub(super) fn run(&mut self, unit: UnitId, back: Pc, me: Reg, arguments: &[Argument]) {
        let Base { context, control, locals, memory, .. } = self.base();
        let top = self.control_field(offset_of!(StateControl, top));
        let frame = self.control_field(offset_of!(StateControl, frame));
        let base = self.behind(memory, top, 2);
        let base = self.b.ins().iadd_imm(base, (self.nums * size_of::<i32>()).to_i64());
        let (me, active) =
            (self.num(me), self.load(Memory::Machine, context, offset_of!(Context, active)));
        let (back, number) = (self.constant(back.word()), self.constant(unit.word()));
        for (word, value) in [frame, back, number, me, active].into_iter().enumerate() {
            self.store(Memory::Frames, value, base, word * size_of::<i32>());
        }
        let frames = Memory::Frames.flags();
        let callees = self.b.ins().iadd_imm(base, (HEADER * size_of::<i32>()).to_i64());
        for argument in arguments {
            match *argument {
                Argument::Num { local, from } => {
                    let value = self.num(from);
                    self.b.ins().store(frames, value, callees, words_at(local));
                }
                Argument::Set { local, from } => {
                    let words = self.set(from);
                    let zero = self.word(0);
                    let words = words.into_iter().chain(std::iter::repeat(zero)).take(4);
                    for (number, word) in words.enumerate() {
                        let at = local.to_usize() * size_of::<i32>() + 8 * number;
                        self.b.ins().store(frames, word, callees, offset(at));
                    }
                }
                Argument::Words { local, from, words } => {
                    let (memory, from, at) = self.place(from);
                    for word in 0..words {
                        let at = at.try_add_i64(4 * i64::from(word)).unwrap_or(at);
                        let value = self.b.ins().load(types::I32, memory, from, at);
                        self.b.ins().store(frames, value, callees, words_at(local + word));
                    }
                }
            }
        }
        self.store(Memory::Machine, top, control, offset_of!(StateControl, frame));
        let words = HEADER + usize::from(self.program.units[unit].words);
        let new = self.b.ins().iadd_imm(top, words.to_i64());
        self.store(Memory::Machine, new, control, offset_of!(StateControl, top));
        self.store(Memory::Machine, me, context, offset_of!(Context, me));
        let function = self.reference(self.functions[unit]);
        let entry = self.constant(0);
        let call = self.b.ins().call(function, &[context, entry, callees]);
        let ran = self.b.inst_results(call)[0];
        let (exit, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(ran, exit, &[], on, &[]);
        self.b.switch_to_block(exit);
        self.b.set_cold_block(exit);
        self.b.ins().return_(&[ran]);
        self.b.switch_to_block(on);
        self.store(Memory::Machine, locals, context, offset_of!(Context, locals));
        let active =
            self.b.ins().load(types::I32, Memory::Frames.flags(), locals, Self::header(ACTIVE));
        self.store(Memory::Machine, active, context, offset_of!(Context, active));
    }

    pub(super) fn returns(&mut self) {
        let Base { control, locals, .. } = self.base();
        let frame = self.control_field(offset_of!(StateControl, frame));
        let caller = self.b.ins().load(types::I32, Memory::Frames.flags(), locals, Self::header(0));
        let back = self.b.ins().load(types::I32, Memory::Frames.flags(), locals, Self::header(1));
        let start = self.b.ins().iadd_imm(locals, -(HEADER * size_of::<i32>()).to_i64());
        // What a frame leaves behind must not tell states apart that are the same.
        let words = HEADER + self.frame_words;
        self.clear(Memory::Frames.flags(), start, 0, words);
        self.store(Memory::Machine, frame, control, offset_of!(StateControl, top));
        self.store(Memory::Machine, caller, control, offset_of!(StateControl, frame));
        self.store(Memory::Machine, back, control, offset_of!(StateControl, pc));
        self.ends();
    }

    /// Comes to the end of the function.
    pub(super) fn ends(&mut self) {
        let ended = self.b.ins().iconst(types::I32, ENDED);
        self.b.ins().return_(&[ended]);
    }
}
