//! Routines as machine code, by Cranelift.
//!
//! One function for each unit: it is given the [`Context`], which of the routine's entries it
//! begins at, and where the locals of its frame lie. It comes back with [`ENDED`] when its frame is
//! gone, and with [`EXITED`] at a side exit, with the program counter set.
//!
//! The only unsafe code of the project is here: functions that were just written are called, and
//! they read and write the state's memory. That they stay inside it follows from what the program
//! says of its memory and from the operations' own terms: each place that is read or written lies
//! in a run of the state whose length the program fixes, and each number that is added to a place
//! is compared with that length first, by an operation that the lowering puts before it.
#![allow(unsafe_code, reason = "machine code is called, and given the state's memory")]

use super::Ran;
use crate::ir::{
    Argument, Binary, Block, BlockId, Buffer, Checked, Control, End, Helper, Inst, Lies, Masks,
    Measure, Module, Place, Reg, Routine, SetBinary, SetPlace, Type,
};
use crate::program::Program;
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use crate::value::{Bits, NONE, NOTHING, Narrow};
use crate::vm::eval::Eval;
use crate::vm::frame::{ACTIVE, HEADER, ME};
use crate::vm::state::{Control as StateControl, Pointers};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::{
    AbiParam, Block as Code, FuncRef, InstBuilder, MemFlags, Signature, TrapCode, UserFuncName,
    Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module as _};
use std::collections::HashMap;
use std::mem::offset_of;

/// What a function answers.
const ENDED: i64 = 0;
const EXITED: i64 = 1;

/// What machine code knows of the game it runs.
#[repr(C)]
struct Context {
    nums: *mut i32,
    sets: *mut Bits,
    above: *mut u16,
    below: *mut u16,
    lies: *mut u8,
    control: *mut StateControl,
    fuel: *mut i64,
    temps: *mut i32,
    eval: *mut (),
    /// The running frame's first local.
    locals: *mut i32,
    buffer: [u64; 4],
    me: i32,
    active: i32,
    dice: i32,
}

type Function = unsafe extern "C" fn(*mut Context, i32, *mut i32) -> i32;
type HelperFunction = unsafe extern "C" fn(*mut Context, i32, i32, i32) -> i64;

/// The machine code of a program's routines.
pub struct Native {
    /// `None` once the memory is given back.
    module: Option<JITModule>,
    functions: IdVec<UnitId, Function>,
    /// Tables that the code reads, at places that it knows.
    _tables: Tables,
}

// SAFETY: the code and the tables are never changed once they are made, and whoever runs the code
// brings the memory that it writes.
unsafe impl Send for Native {}
// SAFETY: as above.
unsafe impl Sync for Native {}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").field("functions", &self.functions.len()).finish()
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are private to `self`, which nobody runs any more.
            unsafe { module.free_memory() }
        }
    }
}

#[derive(Default)]
struct Tables {
    nums: Vec<Box<[i32]>>,
    words: Vec<Box<[u64]>>,
}

impl Tables {
    fn nums(&mut self, table: &[i32]) -> i64 {
        let known = self.nums.iter().position(|known| **known == *table).unwrap_or_else(|| {
            self.nums.push(table.into());
            self.nums.len() - 1
        });
        self.nums[known].as_ptr() as i64
    }

    fn words(&mut self, table: Vec<u64>) -> i64 {
        let known = self.words.iter().position(|known| **known == *table).unwrap_or_else(|| {
            self.words.push(table.into());
            self.words.len() - 1
        });
        self.words[known].as_ptr() as i64
    }
}

impl Native {
    /// Writes the machine code of a program's routines; `None` where this machine cannot run it.
    pub fn new(program: &Program, module: &Module) -> Option<Native> {
        // What the law tests have not been run on is left to the interpreter.
        if !cfg!(all(target_arch = "x86_64", target_endian = "little")) {
            return None;
        }
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        for (helper, address) in helpers() {
            builder.symbol(helper_name(helper), address as *const u8);
        }
        builder.symbol("nth", nth as *const u8);
        builder.symbol("nth_of_word", nth_of_word as *const u8);
        let mut writer = Writer::new(program, module, JITModule::new(builder))?;
        for unit in module.routines.ids() {
            writer.unit(unit)?;
        }
        writer.finish()
    }
}

impl Eval<'_> {
    /// Runs a unit from one of its entries on to its end, in its frame, which is on top.
    pub(super) fn run_native(&mut self, native: &Native, unit: UnitId, entry: usize) -> Ran {
        let Pointers { nums, sets, above, below, lies, control } = self.state.pointers();
        let mut context = Context {
            nums,
            sets,
            above,
            below,
            lies,
            control,
            fuel: &raw mut self.scratch.fuel,
            temps: self.scratch.nums.as_mut_slice().as_mut_ptr(),
            eval: (&raw mut *self).cast(),
            locals: nums.wrapping_add(self.locals),
            buffer: [0; 4],
            me: self.me,
            active: self.active,
            dice: self.scratch.dice.is_some().into(),
        };
        let function = native.functions[unit];
        let locals = context.locals;
        // SAFETY: the function was written for this very program, whose state this is; the context
        // lives as long as it runs, and nobody else looks at the state meanwhile but its helpers.
        let ran = unsafe { function(&raw mut context, entry.to_i32(), locals) };
        if i64::from(ran) == EXITED {
            let pc = self.state.control.pc;
            return self.exits(pc);
        }
        self.come_back();
        Ran::ToItsEnd
    }
}

/// Does what a helper is for: its number in the lower half, 1 in the upper for a side exit.
unsafe extern "C" fn help<const HELPER: usize>(
    context: *mut Context,
    a: i32,
    b: i32,
    c: i32,
) -> i64 {
    // SAFETY: the context is that of the call that runs, which nothing else looks at meanwhile.
    let context = unsafe { &mut *context };
    // SAFETY: the evaluation waits for the machine code, and has been given to it whole.
    let eval = unsafe { &mut *context.eval.cast::<Eval<'_>>() };
    (eval.me, eval.active) = (context.me, context.active);
    // SAFETY: the locals lie among the numbers, whose first one `nums` is.
    eval.locals = unsafe { context.locals.offset_from(context.nums) }.cast_unsigned();
    let helper = const { Helper::ALL[HELPER] };
    let helped = if helper.uses_set().is_none() {
        let mut nothing = Bits::EMPTY;
        eval.help(helper, [a, b, c], &mut nothing)
    } else {
        let mut set = Bits::from_words(context.buffer);
        let helped = eval.help(helper, [a, b, c], &mut set);
        context.buffer = set.words();
        helped
    };
    match helped {
        Some(value) => i64::from(value.cast_unsigned()),
        None => 1 << 32,
    }
}

/// The bit of a word that so many lower ones precede, of a word that has more than so many.
extern "C" fn nth_of_word(mut word: u64, n: i32) -> i32 {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros().cast_signed()
}

/// The member of the set in the buffer that so many smaller ones precede.
unsafe extern "C" fn nth(context: *mut Context, n: i32, _: i32, _: i32) -> i64 {
    // SAFETY: the context is that of the call that runs, which nothing else looks at meanwhile.
    let context = unsafe { &mut *context };
    let member = Bits::from_words(context.buffer).nth(n.to_usize());
    i64::from(member.map_or(NONE, i32::from).cast_unsigned())
}

fn helper_name(helper: Helper) -> String {
    format!("{helper:?}")
}

/// Each helper, with the function that has it done.
fn helpers() -> [(Helper, HelperFunction); Helper::ALL.len()] {
    let functions: [HelperFunction; Helper::ALL.len()] = [
        help::<0>, help::<1>, help::<2>, help::<3>, help::<4>, help::<5>, help::<6>, help::<7>,
        help::<8>, help::<9>, help::<10>, help::<11>, help::<12>,
    ];
    std::array::from_fn(|i| (Helper::ALL[i], functions[i]))
}

/// Writes functions.
struct Writer<'p> {
    program: &'p Program,
    module: &'p Module,
    jit: JITModule,
    tables: Tables,
    functions: IdVec<UnitId, FuncId>,
    helpers: HashMap<String, FuncId>,
    shared: FunctionBuilderContext,
}

impl<'p> Writer<'p> {
    fn new(program: &'p Program, module: &'p Module, mut jit: JITModule) -> Option<Self> {
        let pointer = types::I64;
        let convention = CallConv::triple_default(jit.isa().triple());
        let signature = |parameters: &[types::Type], result| {
            let mut signature = Signature::new(convention);
            signature.params.extend(parameters.iter().map(|&of| AbiParam::new(of)));
            signature.returns.push(AbiParam::new(result));
            signature
        };
        let of_unit = signature(&[pointer, types::I32, pointer], types::I32);
        let of_helper = signature(&[pointer, types::I32, types::I32, types::I32], types::I64);
        let mut functions = Vec::new();
        for unit in module.routines.ids() {
            let name = format!("unit{}", unit.index());
            functions.push(jit.declare_function(&name, Linkage::Local, &of_unit).ok()?);
        }
        let mut helpers = HashMap::new();
        for name in Helper::ALL.iter().map(|&helper| helper_name(helper)).chain(["nth".into()]) {
            let id = jit.declare_function(&name, Linkage::Import, &of_helper).ok()?;
            helpers.insert(name, id);
        }
        let of_word = signature(&[types::I64, types::I32], types::I32);
        let id = jit.declare_function("nth_of_word", Linkage::Import, &of_word).ok()?;
        helpers.insert("nth_of_word".into(), id);
        Some(Writer {
            program,
            module,
            jit,
            tables: Tables::default(),
            functions: functions.into(),
            helpers,
            shared: FunctionBuilderContext::new(),
        })
    }

    fn unit(&mut self, unit: UnitId) -> Option<()> {
        let id = self.functions[unit];
        let mut context = self.jit.make_context();
        context.func.signature = self.jit.declarations().get_function_decl(id).signature.clone();
        context.func.name = UserFuncName::user(0, id.as_u32());
        let routine = &self.module.routines[unit];
        let builder = FunctionBuilder::new(&mut context.func, &mut self.shared);
        let mut body = Body {
            program: self.program,
            routine,
            words: self.module.set_words,
            unit,
            jit: &mut self.jit,
            tables: &mut self.tables,
            functions: &self.functions,
            helpers: &self.helpers,
            called: HashMap::new(),
            b: builder,
            variables: IdVec::default(),
            blocks: IdVec::default(),
            exits: HashMap::new(),
            base: None,
        };
        body.write();
        body.b.finalize();
        self.jit.define_function(id, &mut context).ok()?;
        self.jit.clear_context(&mut context);
        Some(())
    }

    fn finish(mut self) -> Option<Native> {
        self.jit.finalize_definitions().ok()?;
        let functions = self.functions.iter().map(|&id| {
            let code = self.jit.get_finalized_function(id);
            // SAFETY: the code was written with this signature.
            unsafe { std::mem::transmute::<*const u8, Function>(code) }
        });
        let functions = functions.collect::<Vec<_>>().into();
        Some(Native { functions, module: Some(self.jit), _tables: self.tables })
    }
}

/// Addresses that a whole function uses.
#[derive(Clone, Copy)]
struct Base {
    context: Value,
    locals: Value,
    nums: Value,
    sets: Value,
    control: Value,
}

/// One function being written.
struct Body<'w> {
    program: &'w Program,
    routine: &'w Routine,
    words: usize,
    unit: UnitId,
    jit: &'w mut JITModule,
    tables: &'w mut Tables,
    functions: &'w IdVec<UnitId, FuncId>,
    helpers: &'w HashMap<String, FuncId>,
    called: HashMap<FuncId, FuncRef>,
    b: FunctionBuilder<'w>,
    /// For each register one variable, or one for each word of a set.
    variables: IdVec<Reg, Vec<Variable>>,
    blocks: IdVec<BlockId, Code>,
    /// The block that leaves a function at an instruction.
    exits: HashMap<Pc, Code>,
    base: Option<Base>,
}

/// Memory that is there.
fn there() -> MemFlags {
    MemFlags::new().with_notrap()
}

fn offset(bytes: usize) -> Offset32 {
    Offset32::new(bytes.to_i32())
}

fn words_at(at: u32) -> Offset32 {
    offset(at.to_usize() * size_of::<i32>())
}

impl Body<'_> {
    fn write(&mut self) {
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
        let mut exits: Vec<(Pc, Code)> = self.exits.drain().collect();
        exits.sort_unstable_by_key(|&(pc, _)| pc);
        for (pc, block) in exits {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            let (base, pc) = (self.base(), self.constant(pc.word()));
            self.b.ins().store(there(), pc, base.control, offset(offset_of!(StateControl, pc)));
            let exited = self.b.ins().iconst(types::I32, EXITED);
            self.b.ins().return_(&[exited]);
        }
        self.b.seal_all_blocks();
    }

    fn base(&self) -> Base {
        match self.base {
            Some(base) => base,
            None => unreachable!("a function begins with its addresses"),
        }
    }

    fn prologue(&mut self) {
        let first = self.b.create_block();
        self.b.append_block_params_for_function_params(first);
        self.b.switch_to_block(first);
        let &[context, entry, locals] = self.b.block_params(first) else {
            unreachable!("a function has three parameters")
        };
        let mut address = |field| {
            let flags = there().with_readonly().with_can_move();
            self.b.ins().load(types::I64, flags, context, offset(field))
        };
        let nums = address(offset_of!(Context, nums));
        let sets = address(offset_of!(Context, sets));
        let control = address(offset_of!(Context, control));
        self.base = Some(Base { context, locals, nums, sets, control });
        self.b.ins().store(there(), locals, context, offset(offset_of!(Context, locals)));
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

    fn block(&mut self, id: BlockId) {
        let Block { pc, insts, end } = &self.routine.blocks[id];
        self.b.switch_to_block(self.blocks[id]);
        for inst in insts {
            self.inst(*pc, inst);
        }
        match *end {
            End::Jump(to) => {
                self.b.ins().jump(self.blocks[to], &[]);
            }
            End::If { test, then, otherwise } => {
                let test = self.num(test);
                self.b.ins().brif(test, self.blocks[then], &[], self.blocks[otherwise], &[]);
            }
            End::Exit => {
                let exit = self.exit(*pc);
                self.b.ins().jump(exit, &[]);
            }
            End::Return => self.returns(),
            End::Open => {
                self.b.ins().trap(TrapCode::unwrap_user(1));
            }
        }
    }

    fn exit(&mut self, pc: Pc) -> Code {
        *self.exits.entry(pc).or_insert_with(|| self.b.create_block())
    }

    /// Leaves the function where a value is not 0.
    fn exit_if(&mut self, pc: Pc, test: Value) {
        let (exit, on) = (self.exit(pc), self.b.create_block());
        self.b.ins().brif(test, exit, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    // ---- registers and memory

    fn constant(&mut self, value: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value.cast_unsigned()))
    }

    fn word(&mut self, value: u64) -> Value {
        self.b.ins().iconst(types::I64, value.cast_signed())
    }

    fn num(&mut self, reg: Reg) -> Value {
        self.b.use_var(self.variables[reg][0])
    }

    fn put(&mut self, reg: Reg, value: Value) {
        self.b.def_var(self.variables[reg][0], value);
    }

    fn set(&mut self, reg: Reg) -> Vec<Value> {
        let variables = self.variables[reg].clone();
        variables.into_iter().map(|variable| self.b.use_var(variable)).collect()
    }

    fn put_set(&mut self, reg: Reg, words: Vec<Value>) {
        for (variable, word) in self.variables[reg].clone().into_iter().zip(words) {
            self.b.def_var(variable, word);
        }
    }

    fn load(&mut self, from: Value, at: usize) -> Value {
        self.b.ins().load(types::I32, there(), from, offset(at))
    }

    fn store(&mut self, value: Value, to: Value, at: usize) {
        self.b.ins().store(there(), value, to, offset(at));
    }

    /// An address, and so many bytes from it, of a number of the state.
    fn place(&mut self, place: Place) -> (Value, Offset32) {
        let base = self.base();
        let (from, at, by) = match place {
            Place::State(at) => (base.nums, at, None),
            Place::Indexed(at, by) => (base.nums, at, Some(by)),
            Place::Local(at) => (base.locals, at, None),
            Place::LocalIndexed(at, by) => (base.locals, at, Some(by)),
        };
        let from = match by {
            None => from,
            Some(by) => {
                let by = self.num(by);
                self.behind(from, by, 2)
            }
        };
        (from, words_at(at))
    }

    /// An address that lies a number, shifted, behind another.
    fn behind(&mut self, from: Value, by: Value, shift: i64) -> Value {
        let by = self.b.ins().uextend(types::I64, by);
        let by = if shift == 0 { by } else { self.b.ins().ishl_imm(by, shift) };
        self.b.ins().iadd(from, by)
    }

    fn set_place(&mut self, place: SetPlace) -> (Value, usize) {
        let base = self.base();
        match place {
            SetPlace::State(at) => (base.sets, at.to_usize() * size_of::<Bits>()),
            SetPlace::Indexed(at, by) => {
                let by = self.num(by);
                (self.behind(base.sets, by, 5), at.to_usize() * size_of::<Bits>())
            }
            SetPlace::Local(at) => (base.locals, at.to_usize() * size_of::<i32>()),
        }
    }

    fn address(&mut self, field: usize) -> Value {
        let context = self.base().context;
        let flags = there().with_readonly().with_can_move();
        self.b.ins().load(types::I64, flags, context, offset(field))
    }

    // ---- operations

    fn inst(&mut self, pc: Pc, inst: &Inst) {
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
                let (seat, context) = (self.num(seat), self.base().context);
                self.store(seat, context, offset_of!(Context, me));
            }
            Inst::Load { to, from } => {
                let (from, at) = self.place(from);
                let value = self.b.ins().load(types::I32, there(), from, at);
                self.put(to, value);
            }
            Inst::Store { to, from } => {
                let (to, at) = self.place(to);
                let value = self.num(from);
                self.b.ins().store(there(), value, to, at);
            }
            Inst::Clear { at, words } => {
                let (from, at) = self.place(at);
                let first = usize::try_from(i64::from(at)).unwrap_or(0);
                self.clear(from, first, words.to_usize());
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
                let values = &self.program.attributes[table].values;
                let (table, length) = (self.tables.nums(values), values.len());
                let card = self.num(card);
                let value = self.entry(table, card, length);
                self.put(to, value);
            }
            Inst::Lookup { to, ref table, index } => {
                let table = self.tables.nums(table);
                let (table, index) = (self.word(table.cast_unsigned()), self.num(index));
                let at = self.behind(table, index, 2);
                let flags = there().with_readonly().with_can_move();
                let value = self.b.ins().load(types::I32, flags, at, offset(0));
                self.put(to, value);
            }
            Inst::Lies { to, what, of } => {
                let of = self.num(of);
                let value = self.lies(what, of);
                self.put(to, value);
            }
            Inst::LowestBit { to, of } => {
                let of = self.num(of);
                let value = self.b.ins().ctz(of);
                self.put(to, value);
            }
            Inst::SetConst { to, set } => {
                let words = set.words()[..self.words].iter().map(|&word| self.word(word)).collect();
                self.put_set(to, words);
            }
            Inst::SetCopy { to, from } => {
                let words = self.set(from);
                self.put_set(to, words);
            }
            Inst::SetLoad { to, from } => self.set_load(pc, to, from),
            Inst::SetStore { to, from } => self.set_store(to, from),
            Inst::SetBinary { op, to, left, right } => {
                let (left, right) = (self.set(left), self.set(right));
                let words = left.into_iter().zip(right);
                let words = words.map(|(left, right)| self.set_binary(op, left, right)).collect();
                self.put_set(to, words);
            }
            Inst::Below { to, number } => {
                let number = self.num(number);
                let words = self.below(number);
                self.put_set(to, words);
            }
            Inst::One { to, member } => {
                let words = self.one(pc, member);
                self.put_set(to, words);
            }
            Inst::Insert { set, member } => {
                let (old, one) = (self.set(set), self.one(pc, member));
                let words = old.into_iter().zip(one).map(|(a, b)| self.b.ins().bor(a, b)).collect();
                self.put_set(set, words);
            }
            Inst::TakeFirst { to, set } => self.take_first(to, set),
            Inst::Nth { to, set, n } => {
                let (words, n) = (self.set(set), self.num(n));
                if let &[word] = words.as_slice() {
                    let function = self.reference(self.helpers["nth_of_word"]);
                    let call = self.b.ins().call(function, &[word, n]);
                    let value = self.b.inst_results(call)[0];
                    return self.put(to, value);
                }
                self.fill_buffer(words);
                let value = self.calls("nth", [n, n, n]);
                let value = self.b.ins().ireduce(types::I32, value);
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
                let words: Vec<(Value, Value)> = left.into_iter().zip(right).collect();
                let differ = words.into_iter().map(|(a, b)| self.b.ins().bxor(a, b)).collect();
                let value = self.is_empty(differ);
                self.put(to, value);
            }
            Inst::Subset { to, left, right } => {
                let (left, right) = (self.set(left), self.set(right));
                let words: Vec<(Value, Value)> = left.into_iter().zip(right).collect();
                let rest = words.into_iter().map(|(a, b)| self.b.ins().band_not(a, b)).collect();
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
                self.store(value, temps, temp.index() * size_of::<i32>());
            }
            Inst::Spend { amount } => {
                let (fuel, amount) = (self.address(offset_of!(Context, fuel)), self.num(amount));
                let amount = self.b.ins().sextend(types::I64, amount);
                let left = self.b.ins().load(types::I64, there(), fuel, offset(0));
                let left = self.b.ins().isub(left, amount);
                self.b.ins().store(there(), left, fuel, offset(0));
                let none = self.b.ins().icmp_imm(IntCC::SignedLessThan, left, 0);
                self.exit_if(pc, none);
            }
            Inst::Call { helper, to, arguments, set } => self.call(pc, helper, to, arguments, set),
            Inst::Carry { card, to, under, up } => {
                let (card, to) = (self.num(card), self.num(to));
                self.carry(card, to, under, up);
            }
            Inst::Room { unit } => {
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
            Inst::Run { unit, back, me, ref arguments } => self.run(unit, back, me, arguments),
            Inst::CountUp { at } => {
                let (from, at) = self.place(Place::State(at));
                let old = self.b.ins().load(types::I32, there(), from, at);
                let new = self.b.ins().iadd_imm(old, 1);
                self.b.ins().store(there(), new, from, at);
            }
        }
    }

    fn control_field(&mut self, field: usize) -> Value {
        let control = self.base().control;
        self.load(control, field)
    }

    fn control(&mut self, of: Control) -> Value {
        let Base { context, control, .. } = self.base();
        match of {
            Control::Me => self.load(context, offset_of!(Context, me)),
            Control::Active => self.load(context, offset_of!(Context, active)),
            Control::Answer => self.load(control, offset_of!(StateControl, answer)),
            Control::Backwards => {
                let at = offset(offset_of!(StateControl, backwards));
                self.b.ins().uload8(types::I32, there(), control, at)
            }
            Control::Owed => self.load(control, offset_of!(StateControl, owed)),
            Control::Dice => self.load(context, offset_of!(Context, dice)),
        }
    }

    /// Bytes that a word of the running frame's header lies before its first local.
    fn header(word: usize) -> Offset32 {
        Offset32::new(-((HEADER - word) * size_of::<i32>()).to_i32())
    }

    fn set_control(&mut self, of: Control, value: Value) {
        let Base { context, control, locals, .. } = self.base();
        match of {
            Control::Me => {
                self.store(value, context, offset_of!(Context, me));
                self.b.ins().store(there(), value, locals, Self::header(ME));
            }
            Control::Active => {
                self.store(value, context, offset_of!(Context, active));
                self.b.ins().store(there(), value, locals, Self::header(ACTIVE));
            }
            Control::Answer => self.store(value, control, offset_of!(StateControl, answer)),
            Control::Owed => self.store(value, control, offset_of!(StateControl, owed)),
            Control::Backwards => {
                let at = offset(offset_of!(StateControl, backwards));
                self.b.ins().istore8(there(), value, control, at);
            }
            Control::Dice => self.store(value, context, offset_of!(Context, dice)),
        }
    }

    /// A condition as a number, 0 or 1.
    fn flag(&mut self, test: Value) -> Value {
        self.b.ins().uextend(types::I32, test)
    }

    fn binary(&mut self, op: Binary, left: Value, right: Value) -> Value {
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

    fn checked(&mut self, pc: Pc, op: Checked, left: Value, right: Value) -> Value {
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
    fn entry(&mut self, table: i64, index: Value, length: usize) -> Value {
        let inside = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, index, length.to_i64());
        let (zero, none) = (self.constant(0), self.constant(NONE));
        if length == 0 {
            return none;
        }
        let index = self.b.ins().select(inside, index, zero);
        let table = self.word(table.cast_unsigned());
        let at = self.behind(table, index, 2);
        let flags = there().with_readonly().with_can_move();
        let entry = self.b.ins().load(types::I32, flags, at, offset(0));
        self.b.ins().select(inside, entry, none)
    }

    fn lies(&mut self, what: Lies, of: Value) -> Value {
        let m = &self.program.memory;
        let things = if what == Lies::SlotOf { m.cards } else { m.slots };
        let none = self.constant(if what == Lies::CardsIn { 0 } else { NONE });
        if things == 0 {
            return none;
        }
        let inside = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, of, things.to_i64());
        let zero = self.constant(0);
        let of = self.b.ins().select(inside, of, zero);
        let value = match what {
            Lies::SlotOf => {
                let lies = self.address(offset_of!(Context, lies));
                let at = self.behind(lies, of, 1);
                let slot = self.b.ins().uload8(types::I32, there(), at, offset(0));
                let nowhere = self.b.ins().icmp_imm(IntCC::Equal, slot, i64::from(NOTHING));
                self.b.ins().select(nowhere, none, slot)
            }
            Lies::CardsIn => {
                let lies = self.address(offset_of!(Context, lies));
                let at = self.behind(lies, of, 1);
                self.b.ins().uload8(types::I32, there(), at, offset(1))
            }
            Lies::Top | Lies::Bottom => {
                let links = match what {
                    Lies::Top => offset_of!(Context, below),
                    _ => offset_of!(Context, above),
                };
                let links = self.address(links);
                // The node of a slot is the one behind that of the card with its number.
                let at = self.behind(links, of, 2);
                let node = self.b.ins().uload16(types::I32, there(), at, offset(2));
                let card = self.b.ins().ushr_imm(node, 1);
                let odd = self.b.ins().band_imm(node, 1);
                self.b.ins().select(odd, none, card)
            }
        };
        self.b.ins().select(inside, value, none)
    }

    fn set_load(&mut self, pc: Pc, to: Reg, from: SetPlace) {
        let (address, at) = self.set_place(from);
        let words = (0..self.words)
            .map(|word| self.b.ins().load(types::I64, there(), address, offset(at + 8 * word)))
            .collect();
        if let SetPlace::Local(_) = from {
            let beyond: Vec<Value> = (self.words..4)
                .map(|word| self.b.ins().load(types::I64, there(), address, offset(at + 8 * word)))
                .collect();
            if let Some(any) = self.joined(beyond) {
                let any = self.b.ins().icmp_imm(IntCC::NotEqual, any, 0);
                self.exit_if(pc, any);
            }
        }
        self.put_set(to, words);
    }

    fn set_store(&mut self, to: SetPlace, from: Reg) {
        let (address, at) = self.set_place(to);
        let words = self.set(from);
        for (word, value) in words.into_iter().enumerate() {
            self.b.ins().store(there(), value, address, offset(at + 8 * word));
        }
        if let SetPlace::Local(_) = to {
            let zero = self.word(0);
            for word in self.words..4 {
                self.b.ins().store(there(), zero, address, offset(at + 8 * word));
            }
        }
    }

    fn set_binary(&mut self, op: SetBinary, left: Value, right: Value) -> Value {
        match op {
            SetBinary::Union => self.b.ins().bor(left, right),
            SetBinary::Minus => self.b.ins().band_not(left, right),
            SetBinary::Both => self.b.ins().band(left, right),
        }
    }

    /// All words in one, 0 where all are 0.
    fn joined(&mut self, words: Vec<Value>) -> Option<Value> {
        words.into_iter().reduce(|a, b| self.b.ins().bor(a, b))
    }

    fn is_empty(&mut self, words: Vec<Value>) -> Value {
        let zero = self.word(0);
        let all = self.joined(words).unwrap_or(zero);
        let empty = self.b.ins().icmp_imm(IntCC::Equal, all, 0);
        self.flag(empty)
    }

    /// The words of the set of one member; a side exit where it is a member without room.
    fn one(&mut self, pc: Pc, member: Reg) -> Vec<Value> {
        let member = self.num(member);
        if self.words < 4 {
            let room = 64 * self.words.to_i64();
            let beyond = self.b.ins().iadd_imm(member, -room);
            let wide = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, beyond, 256 - room);
            self.exit_if(pc, wide);
        }
        self.bit(member)
    }

    /// The words with the bit of a member, none for a number that is no member.
    fn bit(&mut self, member: Value) -> Vec<Value> {
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

    /// The words with the bits of all members below a number, which is not negative.
    fn below(&mut self, number: Value) -> Vec<Value> {
        let (one, zero, all) = (self.word(1), self.word(0), self.word(u64::MAX));
        let wide = self.b.ins().uextend(types::I64, number);
        let bit = self.b.ins().ishl(one, wide);
        let part = self.b.ins().iadd_imm(bit, -1);
        (0..self.words.to_i64())
            .map(|word| {
                let within = self.b.ins().iadd_imm(number, -64 * word);
                let beyond = self.b.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, within, 64);
                let before = self.b.ins().icmp_imm(IntCC::SignedLessThanOrEqual, within, 0);
                let word = self.b.ins().select(beyond, all, part);
                self.b.ins().select(before, zero, word)
            })
            .collect()
    }

    fn take_first(&mut self, to: Reg, set: Reg) {
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

    fn count(&mut self, words: &[Value]) -> Value {
        let counts: Vec<Value> = words.iter().map(|&word| self.b.ins().popcnt(word)).collect();
        let zero = self.word(0);
        let count = counts.into_iter().reduce(|a, b| self.b.ins().iadd(a, b)).unwrap_or(zero);
        self.b.ins().ireduce(types::I32, count)
    }

    fn measure(&mut self, what: Measure, words: &[Value]) -> Value {
        match what {
            Measure::Count => self.count(words),
            Measure::Any => {
                let empty = self.is_empty(words.to_vec());
                self.b.ins().bxor_imm(empty, 1)
            }
            Measure::First => self.end(words, false),
            Measure::Last => self.end(words, true),
            Measure::Only => {
                let (count, first) = (self.count(words), self.end(words, false));
                let none = self.constant(NONE);
                let single = self.b.ins().icmp_imm(IntCC::Equal, count, 1);
                self.b.ins().select(single, first, none)
            }
        }
    }

    /// The smallest member, or the greatest one; none of an empty set.
    fn end(&mut self, words: &[Value], last: bool) -> Value {
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

    fn contains(&mut self, words: &[Value], member: Value) -> Value {
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

    fn mask_of(&mut self, masks: &Masks, index: Value) -> Vec<Value> {
        let mut all = vec![masks.below];
        all.extend(&masks.sets);
        all.extend([masks.above, masks.none]);
        let none = all.len() - 1;
        let table: Vec<u64> =
            all.iter().flat_map(|set| set.words()[..self.words].to_vec()).collect();
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
        let flags = there().with_readonly().with_can_move();
        (0..self.words)
            .map(|word| self.b.ins().load(types::I64, flags, at, offset(8 * word)))
            .collect()
    }

    // ---- calls

    fn fill_buffer(&mut self, words: Vec<Value>) {
        let (context, zero) = (self.base().context, self.word(0));
        let words = words.into_iter().chain(std::iter::repeat(zero)).take(4);
        for (number, word) in words.enumerate() {
            let at = offset(offset_of!(Context, buffer) + 8 * number);
            self.b.ins().store(there(), word, context, at);
        }
    }

    fn reference(&mut self, id: FuncId) -> FuncRef {
        match self.called.get(&id) {
            Some(&known) => known,
            None => {
                let reference = self.jit.declare_func_in_func(id, self.b.func);
                self.called.insert(id, reference);
                reference
            }
        }
    }

    fn calls(&mut self, name: &str, [a, b, c]: [Value; 3]) -> Value {
        let (function, context) = (self.reference(self.helpers[name]), self.base().context);
        let call = self.b.ins().call(function, &[context, a, b, c]);
        self.b.inst_results(call)[0]
    }

    fn call(
        &mut self,
        pc: Pc,
        helper: Helper,
        to: Option<Reg>,
        arguments: [Option<Reg>; 3],
        set: Option<Reg>,
    ) {
        let given = arguments.map(|argument| match argument {
            Some(reg) => self.num(reg),
            None => self.constant(0),
        });
        if let (Some(Buffer::Read), Some(set)) = (helper.uses_set(), set) {
            let words = self.set(set);
            self.fill_buffer(words);
        }
        let result = self.calls(&helper_name(helper), given);
        let failed = self.b.ins().ushr_imm(result, 32);
        self.exit_if(pc, failed);
        if let Some(to) = to {
            let value = self.b.ins().ireduce(types::I32, result);
            self.put(to, value);
        }
        if let (Some(Buffer::Written), Some(set)) = (helper.uses_set(), set) {
            let context = self.base().context;
            let words: Vec<Value> = (0..4)
                .map(|word| {
                    let at = offset(offset_of!(Context, buffer) + 8 * word);
                    self.b.ins().load(types::I64, there(), context, at)
                })
                .collect();
            if let Some(beyond) = self.joined(words[self.words..].to_vec()) {
                let beyond = self.b.ins().icmp_imm(IntCC::NotEqual, beyond, 0);
                self.exit_if(pc, beyond);
            }
            self.put_set(set, words[..self.words].to_vec());
        }
    }

    fn clear(&mut self, from: Value, at: usize, words: usize) {
        let (zero, half) = (self.word(0), self.constant(0));
        for pair in 0..words / 2 {
            self.b.ins().store(there(), zero, from, offset(at + 8 * pair));
        }
        if words % 2 == 1 {
            self.b.ins().store(there(), half, from, offset(at + 4 * (words - 1)));
        }
    }

    fn run(&mut self, unit: UnitId, back: Pc, me: Reg, arguments: &[Argument]) {
        let Base { context, control, locals, nums, .. } = self.base();
        let top = self.control_field(offset_of!(StateControl, top));
        let frame = self.control_field(offset_of!(StateControl, frame));
        let base = self.behind(nums, top, 2);
        let (me, active) = (self.num(me), self.load(context, offset_of!(Context, active)));
        let (back, number) = (self.constant(back.word()), self.constant(unit.word()));
        for (word, value) in [frame, back, number, me, active].into_iter().enumerate() {
            self.store(value, base, word * size_of::<i32>());
        }
        let callees = self.b.ins().iadd_imm(base, (HEADER * size_of::<i32>()).to_i64());
        for argument in arguments {
            match *argument {
                Argument::Num { local, from } => {
                    let value = self.num(from);
                    self.b.ins().store(there(), value, callees, words_at(local));
                }
                Argument::Set { local, from } => {
                    let words = self.set(from);
                    let zero = self.word(0);
                    let words = words.into_iter().chain(std::iter::repeat(zero)).take(4);
                    for (number, word) in words.enumerate() {
                        let at = local.to_usize() * size_of::<i32>() + 8 * number;
                        self.b.ins().store(there(), word, callees, offset(at));
                    }
                }
                Argument::Words { local, from, words } => {
                    let (from, at) = self.place(from);
                    for word in 0..words {
                        let at = at.try_add_i64(4 * i64::from(word)).unwrap_or(at);
                        let value = self.b.ins().load(types::I32, there(), from, at);
                        self.b.ins().store(there(), value, callees, words_at(local + word));
                    }
                }
            }
        }
        self.store(top, control, offset_of!(StateControl, frame));
        let words = HEADER + usize::from(self.program.units[unit].words);
        let new = self.b.ins().iadd_imm(top, words.to_i64());
        self.store(new, control, offset_of!(StateControl, top));
        self.store(me, context, offset_of!(Context, me));
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
        self.b.ins().store(there(), locals, context, offset(offset_of!(Context, locals)));
        let me = self.b.ins().load(types::I32, there(), locals, Self::header(ME));
        self.store(me, context, offset_of!(Context, me));
        let active = self.b.ins().load(types::I32, there(), locals, Self::header(ACTIVE));
        self.store(active, context, offset_of!(Context, active));
    }

    fn returns(&mut self) {
        let Base { control, locals, .. } = self.base();
        let frame = self.control_field(offset_of!(StateControl, frame));
        let caller = self.b.ins().load(types::I32, there(), locals, Self::header(0));
        let back = self.b.ins().load(types::I32, there(), locals, Self::header(1));
        let start = self.b.ins().iadd_imm(locals, -(HEADER * size_of::<i32>()).to_i64());
        // What a frame leaves behind must not tell states apart that are the same.
        let words = HEADER + usize::from(self.program.units[self.unit].words);
        self.clear(start, 0, words);
        self.store(frame, control, offset_of!(StateControl, top));
        self.store(caller, control, offset_of!(StateControl, frame));
        self.store(back, control, offset_of!(StateControl, pc));
        let ended = self.b.ins().iconst(types::I32, ENDED);
        self.b.ins().return_(&[ended]);
    }

    // ---- cards

    /// Links two nodes, one above the other.
    fn link(&mut self, (above, below): (Value, Value), upper: Value, lower: Value) {
        let at = self.behind(below, upper, 1);
        self.b.ins().istore16(there(), lower, at, offset(0));
        let at = self.behind(above, lower, 1);
        self.b.ins().istore16(there(), upper, at, offset(0));
    }

    fn carry(&mut self, card: Value, to: Value, under: bool, up: bool) {
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
    fn counts(&mut self, lies: Value, slot: Value, by: i64) {
        let at = self.behind(lies, slot, 1);
        let old = self.b.ins().uload8(types::I32, there(), at, offset(1));
        let new = self.b.ins().iadd_imm(old, by);
        self.b.ins().istore8(there(), new, at, offset(1));
    }

    /// Sets a bit of a word in memory, or clears it.
    fn mark(&mut self, at: Value, bytes: usize, bit: Value, on: bool) {
        let old = self.b.ins().load(types::I64, there(), at, offset(bytes));
        let new = if on { self.b.ins().bor(old, bit) } else { self.b.ins().band_not(old, bit) };
        self.b.ins().store(there(), new, at, offset(bytes));
    }
}
