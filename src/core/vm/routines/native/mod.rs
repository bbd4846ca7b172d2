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
//! is compared with that length first, by an operation that the lowering puts before it. The dice
//! that it throws are those of as many seats as the program has.
#![allow(unsafe_code, reason = "machine code is called, and given the state's memory")]

mod body;
mod calls;
mod cards;
mod operations;
mod sets;
mod throws;
mod writer;

use super::Ran;

use crate::ir::{Buffer, Helper, Module};
use crate::program::Program;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use crate::value::{Bits, Narrow};
use crate::vm::dice;
use crate::vm::eval::Eval;
use crate::vm::state::{Control as StateControl, Pointers};
use cranelift_codegen::settings;
use cranelift_codegen::settings::Configurable;
use cranelift_jit::{JITBuilder, JITModule};
use writer::{Tables, Writer};

/// What a function answers.
const ENDED: i64 = 0;
const EXITED: i64 = 1;

/// What machine code knows of the game it runs.
#[repr(C)]
struct Context {
    memory: *mut i32,
    /// The numbers, in the memory.
    nums: *mut i32,
    sets: *mut u64,
    control: *mut StateControl,
    /// What is left.
    fuel: i64,
    temps: *mut i32,
    set_temps: *const Bits,
    /// What the tally of a set comes to.
    told: *mut Bits,
    eval: *mut (),
    /// What a tally comes to, by seat.
    tally: *mut i32,
    /// How often each phase was entered.
    entered: *mut u32,
    /// The running frame's first local.
    locals: *mut i32,
    /// The sets of a helper.
    buffers: [[u64; 4]; 2],
    me: i32,
    active: i32,
    dice: i32,
    /// Whether the tally has the scores with which the game ends.
    scored: i32,
    /// What dice can be thrown by without a call.
    thrown: dice::Pointers,
}

type Function = unsafe extern "C" fn(*mut Context, i32, *mut i32) -> i32;
type HelperFunction = unsafe extern "C" fn(*mut Context, i32, i32, i32) -> i64;

/// The machine code of a program's routines.
pub(crate) struct Native {
    /// `None` once the memory is given back.
    module: Option<JITModule>,
    functions: IdVec<UnitId, Function>,
    /// In the order of the module's.
    tallies: Vec<Function>,
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

impl Native {
    /// Writes the machine code of a program's routines; `None` where this machine cannot run it.
    pub(crate) fn new(program: &Program, module: &Module) -> Option<Native> {
        // What the law tests have not been run on is left to the interpreter.
        if !cfg!(all(target_arch = "x86_64", target_endian = "little")) {
            return None;
        }
        // Sets are registers here: those of very many cards would be too many.
        if program.memory.is_vast {
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
        builder.symbol(NTH_BIT, nth_bit() as *const u8);
        let mut writer = Writer::new(program, module, JITModule::new(builder))?;
        writer.all()?;
        writer.finish()
    }
}

impl Eval<'_> {
    /// Runs a unit from one of its entries on to its end, in its frame, which is on top.
    #[inline]
    pub(super) fn run_native(&mut self, native: &Native, unit: UnitId, entry: usize) -> Ran {
        // What is followed the machine throws.
        let dice = self.scratch.dice.as_mut().filter(|_| self.scratch.history.is_none());
        let thrown = dice.map_or(dice::Pointers::NONE, |dice| dice.pointers(self.program.seats));
        if self.enter(native.functions[unit], entry, thrown) == EXITED {
            let pc = self.state.control.pc;
            return self.exits(pc);
        }
        self.come_back();
        Ran::ToItsEnd
    }

    /// Works out the tally of this number in the module; whether that came to its end.
    #[inline]
    pub(super) fn tally_native(&mut self, native: &Native, number: usize) -> bool {
        let pc = self.state.control.pc;
        let ended = self.enter(native.tallies[number], 0, dice::Pointers::NONE) == ENDED;
        self.state.control.pc = pc;
        ended
    }

    /// Calls a function: what it answers.
    #[inline]
    fn enter(&mut self, function: Function, entry: usize, thrown: dice::Pointers) -> i64 {
        let Pointers { memory, nums, sets, control } = self.state.pointers();
        let mut context = Context {
            memory,
            nums,
            sets,
            control,
            fuel: self.scratch.fuel,
            temps: self.scratch.nums.as_mut_slice().as_mut_ptr(),
            set_temps: self.scratch.sets.as_slice().as_ptr(),
            told: &raw mut self.scratch.told,
            eval: (&raw mut *self).cast(),
            tally: self.scratch.tally.as_mut_ptr(),
            entered: self.scratch.entered.as_mut_slice().as_mut_ptr(),
            locals: nums.wrapping_add(self.locals),
            buffers: [[0; 4]; 2],
            me: self.me,
            active: self.active,
            dice: self.scratch.dice.is_some().into(),
            scored: 0,
            thrown,
        };
        let locals = context.locals;
        // SAFETY: the function was written for this very program, whose state this is; the context
        // lives as long as it runs, and nobody else looks at the state meanwhile but its helpers.
        let answer = unsafe { function(&raw mut context, entry.to_i32(), locals) };
        self.scratch.fuel = context.fuel;
        self.scratch.scored = context.scored != 0;
        i64::from(answer)
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
    eval.scratch.fuel = context.fuel;
    // SAFETY: the locals lie among the numbers, whose first one `nums` is.
    eval.locals = unsafe { context.locals.offset_from(context.nums) }.cast_unsigned();
    let helper = const { Helper::ALL[HELPER] };
    let [first, second] = context.buffers;
    let mut sets = match helper.uses_set() {
        None => [Bits::EMPTY, Bits::EMPTY],
        Some(Buffer::ReadTwo) => [first, second].map(Bits::from_near),
        Some(_) => [Bits::from_near(first), Bits::EMPTY],
    };
    let helped = eval.help(helper, [a, b, c], &mut sets);
    if helper.leaves_set() {
        context.buffers[0] = sets[0].near();
    }
    context.fuel = eval.scratch.fuel;
    match helped {
        Some(value) => i64::from(value.cast_unsigned()),
        None => 1 << 32,
    }
}

/// The name of what [`nth_bit`] gives.
const NTH_BIT: &str = "nth_bit";

type BitFunction = unsafe extern "C" fn(u64, u32) -> u32;

/// The function that gives the place of the bit of a word that so many lower ones precede. Where
/// the processor can find it at once it does: a loop ends where nobody foresees it.
fn nth_bit() -> BitFunction {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        return deposited_bit;
    }
    counted_bit
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
extern "C" fn deposited_bit(word: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << n, word).trailing_zeros()
}

extern "C" fn counted_bit(word: u64, n: u32) -> u32 {
    (0..n).fold(word, |word, _| word & word.wrapping_sub(1)).trailing_zeros()
}

fn helper_name(helper: Helper) -> String {
    format!("{helper:?}")
}

/// Each helper, with the function that has it done.
fn helpers() -> [(Helper, HelperFunction); Helper::ALL.len()] {
    let functions: [HelperFunction; Helper::ALL.len()] = [
        help::<0>, help::<1>, help::<2>, help::<3>, help::<4>, help::<5>, help::<6>, help::<7>,
        help::<8>, help::<9>, help::<10>, help::<11>, help::<12>, help::<13>, help::<14>,
        help::<15>, help::<16>,
    ];
    std::array::from_fn(|i| (Helper::ALL[i], functions[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_at_the_same_place_whichever_way_it_is_found() {
        let find = nth_bit();
        for word in [1, 0b1011_0010, 1 << 63, 0x8421_0001_F00F_8001, u64::MAX] {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            for (n, place) in (0..).zip(places) {
                assert_eq!(counted_bit(word, n), place);
                // SAFETY: it was chosen for this processor.
                assert_eq!(unsafe { find(word, n) }, place);
            }
        }
    }
}
