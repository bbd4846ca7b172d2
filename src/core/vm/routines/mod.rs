//! Routines at work: units in the intermediate language, for games that nobody looks into.
//!
//! The machine enters a routine where one of its entries is, and goes on by itself where the
//! routine came to a side exit: see [`crate::ir`].

mod entries;
mod helpers;
mod interpret;
#[cfg(feature = "native")]
mod native;

use super::eval::{Eval, Evaluated};
use crate::ir::{Module, Tallied, lower};
use crate::program::Program;
use crate::program::code::Pc;
use crate::program::ids::UnitId;
use crate::program::terms::{NumId, SetId, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::IdVec;
use crate::value::Bits;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A program's routines, and where each is entered.
#[derive(Debug, Default)]
pub(crate) struct Routines {
    module: Module,
    entries: IdVec<Pc, Option<Entry>>,
    /// Which tally tells a number, a condition, or a set.
    numbers: Vec<(NumId, usize)>,
    tests: IdVec<TestId, Option<usize>>,
    sets: IdVec<SetId, Option<usize>>,
    /// Their machine code, if this machine can run it.
    #[cfg(feature = "native")]
    native: Option<native::Native>,
}

/// What makes playouts of a program quick: its routines, once they pay.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    engine: Engine,
    routines: OnceLock<Routines>,
    /// Instructions that were done without routines.
    work: AtomicU64,
}

/// Instructions that are done one after the other before routines are made: some milliseconds,
/// about what it takes to make them.
const PAYS: u64 = 50_000;

impl Quick {
    /// What makes playouts quick on one `engine`, nothing of it made yet.
    pub(crate) fn new(engine: Engine) -> Self {
        Quick { engine, ..Quick::default() }
    }

    /// The routines, once they pay.
    #[inline]
    pub(super) fn routines(&self) -> Option<&Routines> {
        self.routines.get()
    }

    /// Notes so many instructions that the machine did one after the other where routines might
    /// have. Once they are so many that routines pay, these are made.
    #[inline]
    pub(super) fn worked(&self, program: &Program, instructions: u64) {
        if self.routines.get().is_none()
            && self.work.fetch_add(instructions, Ordering::Relaxed) + instructions >= PAYS
        {
            self.warm_up(program);
        }
    }

    /// Makes the routines now.
    pub(crate) fn warm_up(&self, program: &Program) {
        self.routines.get_or_init(|| Routines::new(program, self.engine));
    }
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
    pub(crate) fn new(program: &Program, engine: Engine) -> Self {
        let module = lower(program);
        debug_assert_eq!(crate::ir::verify(&module), Ok(()));
        let mut entries: IdVec<Pc, _> = vec![None; program.code.len()].into();
        for unit in module.routines.ids() {
            for (number, &(pc, _)) in module.routines[unit].entries.iter().enumerate() {
                entries[pc] = Some(Entry { unit, number });
            }
        }
        let mut numbers = Vec::new();
        let mut tests: IdVec<TestId, _> = vec![None; program.terms.tests.len()].into();
        let mut sets: IdVec<SetId, _> = vec![None; program.terms.sets.len()].into();
        for (number, tally) in module.tallies.iter().enumerate() {
            match tally.of {
                Tallied::Test(test) => tests[test] = Some(number),
                Tallied::Set(set) => sets[set] = Some(number),
                Tallied::Number(counted) => numbers.push((counted, number)),
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
            numbers,
            tests,
            sets,
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
    #[inline]
    pub(super) fn run_routines(&mut self, routines: &Routines) {
        while self.state.control.over.is_none()
            && let Some(entry) = routines.entry(self.state.control.pc)
            && self.run_routine(routines, entry) == Ran::ToItsEnd
        {}
    }

    /// Works out a number for every side, which then stands in the tally, by seat; false where
    /// there is no routine for it, or it came to a side exit.
    #[inline]
    pub(super) fn tally(&mut self, routines: &Routines, number: NumId) -> bool {
        let known = routines.numbers.iter().find(|(of, _)| *of == number);
        known.is_some_and(|&(_, place)| self.tally_at(routines, place))
    }

    /// Whether something holds for who acts, in the temps that are bound: by a routine where there
    /// is one that comes to its end.
    pub(super) fn condition(&mut self, test: TestId) -> Evaluated<bool> {
        match self.told(Term::Test(test)) {
            true => Ok(self.scratch.tally[0] != 0),
            false => self.test(test),
        }
    }

    /// The members of a set in the same way.
    pub(super) fn members(&mut self, set: SetId) -> Evaluated<Bits> {
        match self.told(Term::Set(set)) {
            true => Ok(self.scratch.told.clone()),
            false => self.set(set),
        }
    }

    /// Whether there is a routine for a term that has told it now.
    fn told(&mut self, term: Term) -> bool {
        let Some(routines) = self.routines else { return false };
        let place = match term {
            Term::Test(test) => routines.tests[test],
            Term::Set(set) => routines.sets[set],
            Term::Num(_) | Term::List(_) | Term::Family(_) => None,
        };
        let Some(place) = place else { return false };
        let (me, active, locals) = (self.me, self.active, self.locals);
        let told = self.tally_at(routines, place);
        (self.me, self.active, self.locals) = (me, active, locals);
        told
    }

    /// Works out the tally of this number in the module; whether that came to its end.
    #[inline]
    fn tally_at(&mut self, routines: &Routines, place: usize) -> bool {
        #[cfg(feature = "native")]
        if let Some(native) = &routines.native {
            return self.tally_native(native, place);
        }
        self.interpret_tally(routines, place)
    }

    #[inline]
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
        self.load_frame();
        Ran::Until
    }
}
