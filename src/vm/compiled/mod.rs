//! Terms as closures: each term of a program becomes one, with the closures of its parts, its tables and its places inside. To
//! work a term out is then to call it.
//!
//! What a term means is said by [`Eval`]'s `plain_…` methods. Closures exist for the terms that games spend their time on; every
//! other term, and every draw, is a closure that asks the plain method.

mod members;
mod numbers;
mod sets;
mod shared;
mod tests;

use super::eval::{Eval, Evaluated};
use super::fault::FaultKind;
use crate::program::Program;
use crate::program::terms::{NumId, SetId, TestId};
use crate::value::{Bits, NONE};
use members::Members;
use shared::Sharing;
use std::sync::Arc;

type NumFn = Arc<dyn Fn(&mut Eval<'_>) -> i32 + Send + Sync>;
type TestFn = Arc<dyn Fn(&mut Eval<'_>) -> bool + Send + Sync>;
type SetFn<M> = Arc<dyn Fn(&mut Eval<'_>) -> M + Send + Sync>;

/// A program's terms as closures, made once for each game that is loaded.
#[derive(Default)]
pub struct Compiled {
    nums: Vec<NumFn>,
    tests: Vec<TestFn>,
    sets: Vec<SetFn<Bits>>,
    /// How many results are remembered while one thing is worked out.
    remembered: usize,
}

impl Compiled {
    pub fn new(program: &Program) -> Self {
        let m = &program.memory;
        if m.cards <= 64 && m.slots <= 64 { Compiler::<u64>::new(program).all() } else { Compiler::<Bits>::new(program).all() }
    }

    pub(super) fn remembered(&self) -> usize {
        self.remembered
    }
}

/// Why a closure's result does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    Fault(FaultKind),
    /// A member had no room in the narrow sets: the plain methods have to say.
    TooWide,
}

impl Eval<'_> {
    /// A scalar.
    #[inline]
    pub fn num(&mut self, id: NumId) -> Evaluated<i32> {
        let Some(compiled) = self.compiled else { return self.plain_num(id) };
        let value = compiled.nums[id.0 as usize](self);
        match self.scratch.trouble.take() {
            None => Ok(value),
            Some(Trouble::Fault(kind)) => Err(kind),
            Some(Trouble::TooWide) => self.plain_num(id),
        }
    }

    /// A condition.
    #[inline]
    pub fn test(&mut self, id: TestId) -> Evaluated<bool> {
        let Some(compiled) = self.compiled else { return self.plain_test(id) };
        let value = compiled.tests[id.0 as usize](self);
        match self.scratch.trouble.take() {
            None => Ok(value),
            Some(Trouble::Fault(kind)) => Err(kind),
            Some(Trouble::TooWide) => self.plain_test(id),
        }
    }

    /// A set.
    #[inline]
    pub fn set(&mut self, id: SetId) -> Evaluated<Bits> {
        let Some(compiled) = self.compiled else { return self.plain_set(id) };
        let value = compiled.sets[id.0 as usize](self);
        match self.scratch.trouble.take() {
            None => Ok(value),
            Some(Trouble::Fault(kind)) => Err(kind),
            Some(Trouble::TooWide) => self.plain_set(id),
        }
    }

    /// The value, or none and the trouble kept for whoever asked first.
    #[inline]
    fn settle<T>(&mut self, value: Evaluated<T>, nothing: T) -> T {
        value.unwrap_or_else(|kind| {
            self.fail(kind);
            nothing
        })
    }

    #[cold]
    fn fail(&mut self, kind: FaultKind) {
        self.scratch.trouble.get_or_insert(Trouble::Fault(kind));
    }

    /// A look at one candidate; false when the work has to end.
    #[inline]
    fn looks(&mut self) -> bool {
        self.scratch.fuel -= 1;
        if self.scratch.fuel < 0 {
            self.fail(FaultKind::OutOfFuel);
        }
        self.scratch.fuel >= 0
    }

    #[inline]
    fn bind_temp(&mut self, temp: usize, value: i32) {
        self.scratch.nums[temp] = value;
    }

    /// A stored set in the width of this program's closures.
    #[inline]
    fn fit<M: Members>(&mut self, set: &Bits) -> M {
        let narrow = M::of(set);
        if narrow.bits() != *set {
            self.scratch.trouble.get_or_insert(Trouble::TooWide);
        }
        narrow
    }

    #[inline]
    fn insert<M: Members>(&mut self, set: &mut M, member: i32) {
        let Ok(member) = u8::try_from(member) else { return };
        match M::one(member) {
            Some(one) => *set = set.union(one),
            None => {
                self.scratch.trouble.get_or_insert(Trouble::TooWide);
            }
        }
    }
}

/// A scalar's code. The simplest are known by what they are, so that what uses them need not call them.
#[derive(Clone)]
enum NumCode {
    Const(i32),
    Temp(usize),
    Fn(NumFn),
}

#[derive(Clone)]
enum TestCode {
    Const(bool),
    Fn(TestFn),
}

#[derive(Clone)]
enum SetCode<M> {
    Const(M),
    /// A set of the state.
    At(usize),
    Fn(SetFn<M>),
}

/// Writes `$body` once for each form that a scalar's code has, with `$value` as what works it out.
macro_rules! with_num {
    ($code:expr, $value:ident => $body:expr) => {
        match $code {
            NumCode::Const(constant) => {
                let $value = move |_: &mut Eval<'_>| constant;
                $body
            }
            NumCode::Temp(temp) => {
                let $value = move |e: &mut Eval<'_>| e.scratch.nums[temp];
                $body
            }
            NumCode::Fn(function) => {
                let $value = move |e: &mut Eval<'_>| function(e);
                $body
            }
        }
    };
}

/// The same for a set's code.
macro_rules! with_set {
    ($code:expr, $value:ident => $body:expr) => {
        match $code {
            SetCode::Const(constant) => {
                let $value = move |_: &mut Eval<'_>| constant;
                $body
            }
            SetCode::At(at) => {
                let $value = move |e: &mut Eval<'_>| M::of(e.state.set(at));
                $body
            }
            SetCode::Fn(function) => {
                let $value = move |e: &mut Eval<'_>| function(e);
                $body
            }
        }
    };
}

use {with_num, with_set};

impl NumCode {
    fn new(f: impl Fn(&mut Eval<'_>) -> i32 + Send + Sync + 'static) -> Self {
        NumCode::Fn(Arc::new(f))
    }

    fn function(self) -> NumFn {
        with_num!(self, value => Arc::new(value))
    }
}

impl TestCode {
    fn new(f: impl Fn(&mut Eval<'_>) -> bool + Send + Sync + 'static) -> Self {
        TestCode::Fn(Arc::new(f))
    }

    fn function(self) -> TestFn {
        match self {
            TestCode::Const(value) => Arc::new(move |_| value),
            TestCode::Fn(function) => function,
        }
    }
}

impl<M: Members> SetCode<M> {
    fn new(f: impl Fn(&mut Eval<'_>) -> M + Send + Sync + 'static) -> Self {
        SetCode::Fn(Arc::new(f))
    }

    fn function(self) -> SetFn<M> {
        with_set!(self, value => Arc::new(value))
    }
}

/// Makes closures out of terms, each once.
struct Compiler<'p, M> {
    program: &'p Program,
    sharing: Sharing,
    nums: Vec<Option<NumCode>>,
    tests: Vec<Option<TestCode>>,
    sets: Vec<Option<SetCode<M>>>,
    remembered: usize,
}

impl<'p, M: Members> Compiler<'p, M> {
    fn new(program: &'p Program) -> Self {
        let terms = &program.terms;
        Compiler {
            program,
            sharing: Sharing::of(program),
            nums: vec![None; terms.nums.len()],
            tests: vec![None; terms.tests.len()],
            sets: vec![None; terms.sets.len()],
            remembered: 0,
        }
    }

    fn all(mut self) -> Compiled {
        let terms = &self.program.terms;
        let nums = (0..terms.nums.len()).map(|i| self.num(NumId(i as u32)).function()).collect();
        let tests = (0..terms.tests.len()).map(|i| self.test(TestId(i as u32)).function()).collect();
        let sets = (0..terms.sets.len()).map(|i| widened(self.set(SetId(i as u32)))).collect();
        Compiled { nums, tests, sets, remembered: self.remembered }
    }

    fn num(&mut self, id: NumId) -> NumCode {
        if let Some(code) = &self.nums[id.0 as usize] {
            return code.clone();
        }
        let plain = || NumCode::new(move |e| {
            let value = e.plain_num(id);
            e.settle(value, NONE)
        });
        let code = if self.sharing.draws_num(id) { plain() } else { self.num_code(id).unwrap_or_else(plain) };
        let code = if self.sharing.is_shared(id) { self.remember(code) } else { code };
        self.nums[id.0 as usize] = Some(code.clone());
        code
    }

    fn test(&mut self, id: TestId) -> TestCode {
        if let Some(code) = &self.tests[id.0 as usize] {
            return code.clone();
        }
        let plain = || TestCode::new(move |e| {
            let value = e.plain_test(id);
            e.settle(value, false)
        });
        let code = if self.sharing.draws_test(id) { plain() } else { self.test_code(id).unwrap_or_else(plain) };
        self.tests[id.0 as usize] = Some(code.clone());
        code
    }

    fn set(&mut self, id: SetId) -> SetCode<M> {
        if let Some(code) = &self.sets[id.0 as usize] {
            return code.clone();
        }
        let plain = || SetCode::new(move |e| {
            let value = e.plain_set(id);
            let value = e.settle(value, Bits::EMPTY);
            e.fit(&value)
        });
        let code = if self.sharing.draws_set(id) { plain() } else { self.set_code(id).unwrap_or_else(plain) };
        self.sets[id.0 as usize] = Some(code.clone());
        code
    }

    /// Works a scalar out once for all who ask in one evaluation.
    fn remember(&mut self, code: NumCode) -> NumCode {
        let NumCode::Fn(function) = code else { return code };
        let place = self.remembered;
        self.remembered += 1;
        NumCode::new(move |e| {
            let (stamp, me) = (e.scratch.stamp, e.me);
            let known = e.scratch.remembered[place];
            if known.stamp == stamp && known.me == me {
                return known.value;
            }
            let value = function(e);
            e.scratch.remembered[place] = Remembered { stamp, me, value };
            value
        })
    }
}

/// A scalar worked out in the evaluation with this stamp, for this seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Remembered {
    stamp: u64,
    me: i32,
    value: i32,
}

fn widened<M: Members>(code: SetCode<M>) -> SetFn<Bits> {
    with_set!(code, value => Arc::new(move |e: &mut Eval<'_>| value(e).bits()))
}
