//! Routines at work: units in the intermediate language, for games that nobody looks into.
//!
//! The machine enters a routine where one of its entries is, and goes on by itself where the
//! routine came to a side exit: see [`crate::ir`].

mod helpers;
mod interpret;
#[cfg(feature = "native")]
mod native;

use super::eval::Eval;
use crate::ir::{Module, lower};
use crate::program::Program;
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;

/// A program's routines, and where each is entered.
#[derive(Debug, Default)]
pub struct Routines {
    module: Module,
    entries: IdVec<Pc, Option<Entry>>,
    /// Their machine code, if this machine can run it.
    #[cfg(feature = "native")]
    native: Option<native::Native>,
}

/// How games are played that nobody looks into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// As machine code, where there is some for this machine, else interpreted.
    #[default]
    Native,
    Interpreted,
}

/// Where a routine is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    unit: UnitId,
    /// Which of the routine's entries it is.
    number: usize,
}

/// How far a routine ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    /// Its frame is gone, and the caller goes on.
    ToItsEnd,
    /// To a side exit: the frames are those of what was running, and the machine goes on where the
    /// program counter is.
    Until,
}

impl Routines {
    /// The routines of a program, to be interpreted or run as machine code.
    pub fn new(program: &Program, engine: Engine) -> Self {
        let module = lower(program);
        debug_assert_eq!(crate::ir::verify(&module), Ok(()));
        let mut entries: IdVec<Pc, _> = vec![None; program.code.len()].into();
        for unit in module.routines.ids() {
            for (number, &(pc, _)) in module.routines[unit].entries.iter().enumerate() {
                entries[pc] = Some(Entry { unit, number });
            }
        }
        #[cfg(not(feature = "native"))]
        let _ = engine;
        Routines {
            #[cfg(feature = "native")]
            native: (engine == Engine::Native)
                .then(|| native::Native::new(program, &module))
                .flatten(),
            module,
            entries,
        }
    }

    /// Whether a routine is entered at a place in the code.
    #[inline]
    pub(super) fn is_entered(&self, pc: Pc) -> bool {
        self.entry(pc).is_some()
    }

    /// The routine that is entered at a place in the code, and where.
    #[inline]
    fn entry(&self, pc: Pc) -> Option<Entry> {
        self.entries.get(pc).copied().flatten()
    }
}

impl Eval<'_> {
    /// Runs what is running in routines, frame by frame, to a side exit or to the end of the game.
    pub(super) fn run_routines(&mut self, routines: &Routines) {
        while self.state.control.over.is_none()
            && let Some(entry) = routines.entry(self.state.control.pc)
            && self.run_routine(routines, entry) == Ran::ToItsEnd
        {}
    }

    fn run_routine(&mut self, routines: &Routines, Entry { unit, number }: Entry) -> Ran {
        #[cfg(feature = "native")]
        if let Some(native) = &routines.native {
            return self.run_native(native, unit, number);
        }
        let (_, block) = routines.module.routines[unit].entries[number];
        self.interpret(routines, unit, block)
    }

    /// A side exit: the machine does the instruction at `pc`.
    fn exits(&mut self, pc: Pc) -> Ran {
        self.state.control.pc = pc;
        self.scratch.trouble = None;
        self.load_frame();
        Ran::Until
    }
}
