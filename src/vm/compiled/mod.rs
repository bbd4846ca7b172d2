//! Terms as closures: each term of a program becomes one, with the closures of its parts, its
//! tables and its places inside. To work a term out is then to call it.
//!
//! What a term means is said by [`Eval`]'s `plain_…` methods. Closures exist for the terms that
//! games spend their time on; every other term, and every draw, is a closure that asks the plain
//! method.

mod acting;
pub(super) mod members;
mod narrow;
mod numbers;
mod sets;
mod shared;
mod tests;
mod within;

use super::eval::{Eval, Evaluated};
use super::fault::FaultKind;
use super::routines::{Engine, Routines};
use crate::program::Program;
use crate::program::terms::{Comparison, Num, NumId, Set, SetId, Temp, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::{IdVec, InstanceId};
use crate::value::{Bits, NONE, Narrow, Seat, number};
use acting::{Acting, MOST_SEATS};
use members::Members;
use shared::Sharing;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use within::{IsAny, IsOne, Itself, Within};

/// So many instructions are done one after the other before routines are made: some milliseconds,
/// about what it takes to make them.
const PAYS: u64 = 100_000;

/// A closure that works something out, shared by all that have it as a part.
pub(super) struct Code<R>(Arc<Function<R>>);

type Function<R> = Box<dyn Fn(&mut Eval<'_>) -> R + Send + Sync>;

type NumFn = Code<i32>;
type TestFn = Code<bool>;
type SetFn<M> = Code<M>;

impl<R> Code<R> {
    fn new(f: impl Fn(&mut Eval<'_>) -> R + Send + Sync + 'static) -> Self {
        // The box within spares each call the way to a closure of unknown size.
        Code(Arc::new(Box::new(f)))
    }

    #[inline(always)]
    pub(super) fn call(&self, e: &mut Eval<'_>) -> R {
        (self.0)(e)
    }
}

impl<R> Clone for Code<R> {
    fn clone(&self) -> Self {
        Code(Arc::clone(&self.0))
    }
}

/// A program's terms as closures, made once for each game that is loaded.
#[derive(Default)]
pub struct Compiled {
    nums: IdVec<NumId, NumEntry>,
    tests: IdVec<TestId, TestFn>,
    sets: IdVec<SetId, SetEntry>,
    /// What is worked out for each seat by itself: the score, and what a position is worth.
    of_seats: Vec<(NumId, Vec<OfSeat>)>,
    /// How many results are remembered while one thing is worked out.
    remembered: (usize, usize),
    engine: Engine,
    routines: OnceLock<Routines>,
    /// Instructions that were done without routines.
    work: AtomicU64,
}

impl Compiled {
    /// What makes a program quick, for one engine.
    pub fn new(program: &Program, engine: Engine) -> Self {
        let m = &program.memory;
        let compiled = if m.cards <= 64 && m.slots <= 64 {
            Compiler::<u64>::new(program).all()
        } else {
            Compiler::<Bits>::new(program).all()
        };
        Compiled { engine, ..compiled }
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
    pub fn warm_up(&self, program: &Program) {
        self.routines.get_or_init(|| Routines::new(program, self.engine));
    }

    /// Scalars and sets that are remembered.
    pub(super) fn remembered(&self) -> (usize, usize) {
        self.remembered
    }

    /// A score, or what a position is worth, for each seat; `None` where closures are not
    /// made for each.
    pub(super) fn of_seats(&self, number: NumId) -> Option<&[OfSeat]> {
        self.of_seats.iter().find(|(id, _)| *id == number).map(|(_, seats)| seats.as_slice())
    }
}

/// A number of a seat's side.
pub(super) struct OfSeat {
    /// The first seat of the side, which is asked for all.
    pub captain: Seat,
    pub value: NumFn,
}

/// How statements get at a scalar: the simplest ones without any call.
enum NumEntry {
    Const(i32),
    Me,
    Local(usize),
    /// The only slot of a zone of `me`, counted from its first owner's.
    MySlot {
        first: i32,
        owners: i32,
    },
    Fn(NumFn),
}

/// The same for a set.
enum SetEntry {
    /// A set of the state.
    At(usize),
    /// A set of the state for each owner: that of `me`.
    Mine {
        at: usize,
        owners: i32,
    },
    Fn(SetFn<Bits>),
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
        match &compiled.nums[id] {
            NumEntry::Const(value) => Ok(*value),
            NumEntry::Me => Ok(self.me),
            NumEntry::Local(local) => Ok(self.state.num(self.locals + local)),
            NumEntry::MySlot { first, owners } if (0..*owners).contains(&self.me) => {
                Ok(first + self.me)
            }
            NumEntry::MySlot { .. } => Err(FaultKind::Nobody),
            NumEntry::Fn(function) => self.called(function, |e| e.plain_num(id)),
        }
    }

    /// A condition.
    #[inline]
    pub fn test(&mut self, id: TestId) -> Evaluated<bool> {
        let Some(compiled) = self.compiled else { return self.plain_test(id) };
        self.called(&compiled.tests[id], |e| e.plain_test(id))
    }

    /// A set.
    #[inline]
    pub fn set(&mut self, id: SetId) -> Evaluated<Bits> {
        let Some(compiled) = self.compiled else { return self.plain_set(id) };
        match &compiled.sets[id] {
            SetEntry::At(at) => Ok(*self.state.set(*at)),
            SetEntry::Mine { at, owners } if (0..*owners).contains(&self.me) => {
                Ok(*self.state.set(at + self.me.to_usize()))
            }
            SetEntry::Mine { .. } => Err(FaultKind::Nobody),
            SetEntry::Fn(function) => self.called(function, |e| e.plain_set(id)),
        }
    }

    /// What a closure comes to; where the narrow sets had no room, what the plain method says.
    #[inline]
    pub(super) fn called<R>(
        &mut self,
        function: &Code<R>,
        plain: impl FnOnce(&mut Self) -> Evaluated<R>,
    ) -> Evaluated<R> {
        let value = function.call(self);
        if self.scratch.trouble.is_none() { Ok(value) } else { self.troubled(plain) }
    }

    #[cold]
    fn troubled<R>(&mut self, plain: impl FnOnce(&mut Self) -> Evaluated<R>) -> Evaluated<R> {
        match self.scratch.trouble.take() {
            Some(Trouble::Fault(kind)) => Err(kind),
            Some(Trouble::TooWide) | None => plain(self),
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

    /// What a plain method comes to, as [`settle`](Self::settle) gives it. Nothing once there is
    /// trouble: the result would not count, and the closures within the method would take the
    /// trouble for their own.
    #[inline]
    fn fallback<T>(&mut self, nothing: T, plain: impl FnOnce(&mut Self) -> Evaluated<T>) -> T {
        if self.scratch.trouble.is_some() {
            return nothing;
        }
        let value = plain(self);
        self.settle(value, nothing)
    }

    /// What was worked out; a fault where it is no number.
    #[inline]
    fn number(&mut self, result: Option<i32>) -> i32 {
        number(result).unwrap_or_else(|| {
            self.fail(FaultKind::Overflow);
            NONE
        })
    }

    #[inline]
    fn is_well(&self) -> bool {
        self.scratch.trouble.is_none()
    }

    #[cold]
    fn fail(&mut self, kind: FaultKind) {
        self.scratch.trouble.get_or_insert(Trouble::Fault(kind));
    }

    /// A look at one candidate; false when the work has to end.
    #[inline]
    fn looks(&mut self) -> bool {
        self.looks_at(1)
    }

    /// Looks at so many candidates.
    #[inline]
    fn looks_at(&mut self, candidates: usize) -> bool {
        self.scratch.fuel -= candidates.to_i64();
        if self.scratch.fuel < 0 {
            self.fail(FaultKind::OutOfFuel);
        }
        self.scratch.fuel >= 0
    }

    /// What lies so far behind the first of something that each owner has; a fault for nobody.
    #[inline]
    fn owned(&mut self, owner: i32, first: i32, owners: i32) -> i32 {
        if (0..owners).contains(&owner) {
            return first + owner;
        }
        self.fail(FaultKind::Nobody);
        NONE
    }

    /// What is stored of a card, a slot or a seat; none of none.
    #[inline(always)]
    fn stored_of(&self, first: usize, thing: i32) -> i32 {
        u8::try_from(thing).map_or(NONE, |thing| self.state.num(first + usize::from(thing)))
    }

    /// The only card in a slot; none in none.
    #[inline(always)]
    fn only_in<M: Members>(&self, slot: i32) -> i32 {
        u8::try_from(slot).map_or(NONE, |slot| M::of(self.state.set(slot.into())).only())
    }

    #[inline]
    fn bind_temp(&mut self, temp: Temp, value: i32) {
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

/// A scalar's code. The simplest are known by what they are, so that what uses them need not call
/// them.
#[derive(Clone)]
enum NumCode {
    Const(i32),
    Temp(Temp),
    Me,
    /// A number of the running frame.
    Local(usize),
    /// A number of the state.
    At(usize),
    /// What is stored of a candidate: the first of such numbers, and the temp.
    StoredOfTemp(usize, Temp),
    /// What is stored of whoever is asked.
    StoredOfMe(usize),
    /// The only slot of a zone of whoever is asked: the first owner's, and how many owners there
    /// are.
    SlotOfMe(i32, i32),
    /// The attribute of a candidate: the attribute's table, and the temp.
    OfTemp(Arc<[i32]>, Temp),
    /// The attribute of the only card of a place: the table, and the place's set of the state.
    OfOnly(Arc<[i32]>, usize),
    /// The only card in the slot that is a candidate, and its attribute.
    InTemp(Temp),
    OfInTemp(Arc<[i32]>, Temp),
    Fn(NumFn),
}

#[derive(Clone)]
enum TestCode {
    Const(bool),
    Between(Between),
    Fn(TestFn),
}

/// That a number of the state lies in a range, which may go round behind the greatest number: the
/// simplest of all conditions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Between {
    at: usize,
    from: i32,
    /// How many numbers behind the first are in it too.
    behind: u32,
}

impl Between {
    /// A comparison with what is known.
    fn compared(op: Comparison, at: usize, with: i32) -> TestCode {
        // None is the smallest of all numbers, and neither less nor greater than any.
        let (from, to) = match op {
            Comparison::Equal => (with, with),
            Comparison::NotEqual => (with.wrapping_add(1), with.wrapping_sub(1)),
            _ if with == NONE => return TestCode::Const(false),
            Comparison::Less if with == NONE + 1 => return TestCode::Const(false),
            Comparison::Greater if with == i32::MAX => return TestCode::Const(false),
            Comparison::Less => (NONE + 1, with - 1),
            Comparison::LessEqual => (NONE + 1, with),
            Comparison::Greater => (with + 1, i32::MAX),
            Comparison::GreaterEqual => (with, i32::MAX),
        };
        TestCode::Between(Between { at, from, behind: to.wrapping_sub(from).cast_unsigned() })
    }

    fn not(self) -> Between {
        let from = self.from.wrapping_add(self.behind.cast_signed()).wrapping_add(1);
        // Neither a range nor what is not in it has all numbers: comparisons make none like that.
        Between { at: self.at, from, behind: u32::MAX - 1 - self.behind }
    }

    #[inline(always)]
    fn holds(self, e: &Eval<'_>) -> bool {
        e.state.num(self.at).wrapping_sub(self.from).cast_unsigned() <= self.behind
    }
}

#[derive(Clone)]
enum SetCode<M> {
    Const(M),
    /// A set of the state.
    At(usize),
    /// What is in one of some sets of the state and in all of others, and in a constant one.
    Within(Arc<Within<M>>),
    Fn(SetFn<M>),
}

/// Writes `$body` for a constant, for a closure, and once for all simpler forms of a scalar's code,
/// with `$value` as what works it out.
macro_rules! with_num {
    ($code:expr, $value:ident => $body:expr) => {
        match $code {
            NumCode::Const(constant) => {
                let $value = move |_: &mut Eval<'_>| constant;
                $body
            }
            NumCode::Fn(function) => {
                let $value = move |e: &mut Eval<'_>| function.call(e);
                $body
            }
            code => {
                let $value = move |e: &mut Eval<'_>| code.read::<M>(e);
                $body
            }
        }
    };
}

/// The same for a condition's code.
macro_rules! with_test {
    ($code:expr, $value:ident => $body:expr) => {
        match $code {
            TestCode::Between(between) => {
                let $value = move |e: &mut Eval<'_>| between.holds(e);
                $body
            }
            code => {
                let function = code.function();
                let $value = move |e: &mut Eval<'_>| function.call(e);
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
            code => {
                let function = code.function();
                let $value = move |e: &mut Eval<'_>| function.call(e);
                $body
            }
        }
    };
}

use {with_num, with_set, with_test};

/// A table's entry for a card; none for none.
#[inline]
fn entry(table: &[i32], card: i32) -> i32 {
    usize::try_from(card).ok().and_then(|card| table.get(card)).copied().unwrap_or(NONE)
}

impl NumCode {
    /// Whether it comes to something whatever happens.
    fn is_safe(&self) -> bool {
        !matches!(self, NumCode::Fn(_) | NumCode::SlotOfMe(..))
    }

    fn new(f: impl Fn(&mut Eval<'_>) -> i32 + Send + Sync + 'static) -> Self {
        NumCode::Fn(Code::new(f))
    }

    #[inline(always)]
    fn read<M: Members>(&self, e: &mut Eval<'_>) -> i32 {
        match self {
            NumCode::Const(value) => *value,
            NumCode::Temp(temp) => e.scratch.nums[*temp],
            NumCode::Me => e.me,
            NumCode::Local(local) => e.state.num(e.locals + local),
            NumCode::At(at) => e.state.num(*at),
            NumCode::StoredOfTemp(first, temp) => {
                e.stored_of(*first, e.scratch.nums[Temp::new(temp.index())])
            }
            NumCode::StoredOfMe(first) => e.stored_of(*first, e.me),
            NumCode::SlotOfMe(first, owners) => e.owned(e.me, *first, *owners),
            NumCode::OfTemp(table, temp) => entry(table, e.scratch.nums[Temp::new(temp.index())]),
            NumCode::OfOnly(table, at) => entry(table, M::of(e.state.set(*at)).only()),
            NumCode::InTemp(temp) => e.only_in::<M>(e.scratch.nums[*temp]),
            NumCode::OfInTemp(table, temp) => {
                entry(table, e.only_in::<M>(e.scratch.nums[Temp::new(temp.index())]))
            }
            NumCode::Fn(function) => function.call(e),
        }
    }

    fn function<M: Members>(self) -> NumFn {
        match self {
            NumCode::Fn(function) => function,
            code => Code::new(move |e: &mut Eval<'_>| code.read::<M>(e)),
        }
    }
}

impl TestCode {
    fn new(f: impl Fn(&mut Eval<'_>) -> bool + Send + Sync + 'static) -> Self {
        TestCode::Fn(Code::new(f))
    }

    fn function(self) -> TestFn {
        match self {
            TestCode::Const(value) => Code::new(move |_| value),
            TestCode::Between(between) => Code::new(move |e: &mut Eval<'_>| between.holds(e)),
            TestCode::Fn(function) => function,
        }
    }

    fn between(&self) -> Option<Between> {
        match self {
            TestCode::Between(between) => Some(*between),
            TestCode::Const(_) | TestCode::Fn(_) => None,
        }
    }

    #[inline(always)]
    fn read(&self, e: &mut Eval<'_>) -> bool {
        match self {
            TestCode::Const(value) => *value,
            TestCode::Between(between) => between.holds(e),
            TestCode::Fn(function) => function.call(e),
        }
    }
}

impl<M: Members> SetCode<M> {
    fn new(f: impl Fn(&mut Eval<'_>) -> M + Send + Sync + 'static) -> Self {
        SetCode::Fn(Code::new(f))
    }

    fn function(self) -> SetFn<M> {
        match self {
            SetCode::Fn(function) => function,
            SetCode::Const(constant) => Code::new(move |_: &mut Eval<'_>| constant),
            SetCode::At(at) => Code::new(move |e: &mut Eval<'_>| M::of(e.state.set(at))),
            SetCode::Within(within) => within.inside(Itself),
        }
    }

    /// As places and what narrows them, where it is that.
    fn within(&self) -> Option<Within<M>> {
        match self {
            SetCode::At(at) => {
                Some(Within { one_of: vec![*at], all_of: Vec::new(), constant: None })
            }
            SetCode::Within(within) => Some(Within::clone(within)),
            SetCode::Const(_) | SetCode::Fn(_) => None,
        }
    }
}

/// Members of a constant set for each of which closures are made: players, mostly. Of such sets
/// within each other two.
const MOST_UNROLLED: usize = 6;
const DEEPEST_UNROLLED: usize = 2;

/// Makes closures out of terms, each once.
struct Compiler<'p, M> {
    program: &'p Program,
    sharing: Sharing,
    /// Whom closures are being made for.
    acting: Acting,
    /// What was made, by whom it was made for: see [`Acting::index`].
    terms: Vec<MadeTerms<M>>,
    /// Candidates that are known where closures are made for each of a few members.
    fixed: Vec<(Temp, i32)>,
    remembered: usize,
    remembered_sets: usize,
    /// Whether closures are made for each seat.
    for_seats: bool,
}

/// Closures of terms.
struct MadeTerms<M> {
    nums: IdVec<NumId, Option<NumCode>>,
    tests: IdVec<TestId, Option<TestCode>>,
    sets: IdVec<SetId, Option<SetCode<M>>>,
}

impl<'p, M: Members> Compiler<'p, M> {
    fn new(program: &'p Program) -> Self {
        let terms = &program.terms;
        let none = || MadeTerms {
            nums: vec![None; terms.nums.len()].into(),
            tests: vec![None; terms.tests.len()].into(),
            sets: vec![None; terms.sets.len()].into(),
        };
        let for_seats = usize::from(program.seats) <= MOST_SEATS;
        let last = if for_seats { 2 + usize::from(program.seats) } else { 0 };
        Compiler {
            program,
            sharing: Sharing::of(program),
            acting: Acting::Anyone,
            terms: (0..=last).map(|_| none()).collect(),
            fixed: Vec::new(),
            remembered: 0,
            remembered_sets: 0,
            for_seats,
        }
    }

    fn all(mut self) -> Compiled {
        let terms = &self.program.terms;
        let nums = (0..terms.nums.len()).map(|i| self.num_entry(NumId::new(i))).collect();
        let tests = (0..terms.tests.len()).map(|i| self.test(TestId::new(i)).function()).collect();
        let sets = (0..terms.sets.len()).map(|i| self.set_entry(SetId::new(i))).collect();
        let numbers = [self.program.score.map(|score| score.value), self.program.hint];
        let numbers = numbers.into_iter().flatten().filter(|_| self.for_seats);
        let of_seats = numbers
            .collect::<Vec<_>>()
            .into_iter()
            .map(|number| (number, self.for_each_seat(number)))
            .collect();
        Compiled {
            nums,
            tests,
            sets,
            of_seats,
            remembered: (self.remembered, self.remembered_sets),
            ..Compiled::default()
        }
    }

    /// Makes closures with who acts known.
    fn acting<R>(&mut self, acting: Acting, make: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.acting, acting);
        let made = make(self);
        self.acting = outer;
        made
    }

    /// Closures of a number, for the side of each seat.
    fn for_each_seat(&mut self, number: NumId) -> Vec<OfSeat> {
        let captain = |seat| self.program.captain(self.program.team(seat));
        let captains: Vec<Seat> = (0..self.program.seats).map(captain).collect();
        let of_captain = |captain| OfSeat {
            captain,
            value: self
                .acting(Acting::Seat(captain), |compiler| compiler.num(number).function::<M>()),
        };
        captains.into_iter().map(of_captain).collect()
    }

    /// Where what is made of a term is kept: apart only where it depends on who acts.
    fn made_for(&self, term: Term) -> usize {
        if self.sharing.is_of_me(term) { self.acting.index() } else { 0 }
    }

    fn num_entry(&mut self, id: NumId) -> NumEntry {
        let terms = &self.program.terms;
        match terms.nums[id] {
            Num::Const(value) => NumEntry::Const(value),
            Num::Me => NumEntry::Me,
            Num::Local(local) => NumEntry::Local(local.index()),
            Num::OwnSlot { first, owners, owner } if terms.nums[owner] == Num::Me => {
                NumEntry::MySlot { first: first.word(), owners: owners.into() }
            }
            _ => NumEntry::Fn(self.num(id).function::<M>()),
        }
    }

    fn set_entry(&mut self, id: SetId) -> SetEntry {
        let terms = &self.program.terms;
        match terms.sets[id] {
            Set::CardsOf { at, owners, owner } if terms.nums[owner] == Num::Me => {
                SetEntry::Mine { at: at.to_usize(), owners: owners.into() }
            }
            _ => match self.set(id) {
                SetCode::At(at) => SetEntry::At(at),
                code => SetEntry::Fn(widened(code)),
            },
        }
    }

    fn num(&mut self, id: NumId) -> NumCode {
        let (fixed, place) = (self.is_fixed(Term::Num(id)), self.made_for(Term::Num(id)));
        if let (Some(code), false) = (&self.terms[place].nums[id], fixed) {
            return code.clone();
        }
        let plain = || NumCode::new(move |e| e.fallback(NONE, |e| e.plain_num(id)));
        let code = if self.sharing.draws_num(id) {
            plain()
        } else {
            self.num_code(id).unwrap_or_else(plain)
        };
        let code = if self.sharing.is_shared(Term::Num(id)) { self.remember(code) } else { code };
        if !fixed {
            self.terms[place].nums[id] = Some(code.clone());
        }
        code
    }

    fn test(&mut self, id: TestId) -> TestCode {
        let (fixed, place) = (self.is_fixed(Term::Test(id)), self.made_for(Term::Test(id)));
        if let (Some(code), false) = (&self.terms[place].tests[id], fixed) {
            return code.clone();
        }
        let plain = || TestCode::new(move |e| e.fallback(false, |e| e.plain_test(id)));
        let code = if self.sharing.draws_test(id) {
            plain()
        } else {
            self.test_code(id).unwrap_or_else(plain)
        };
        let code =
            if self.sharing.is_shared(Term::Test(id)) { self.remember_test(code) } else { code };
        if !fixed {
            self.terms[place].tests[id] = Some(code.clone());
        }
        code
    }

    fn set(&mut self, id: SetId) -> SetCode<M> {
        let (fixed, place) = (self.is_fixed(Term::Set(id)), self.made_for(Term::Set(id)));
        if let (Some(code), false) = (&self.terms[place].sets[id], fixed) {
            return code.clone();
        }
        let plain = || {
            SetCode::new(move |e| {
                let value = e.fallback(Bits::EMPTY, |e| e.plain_set(id));
                e.fit(&value)
            })
        };
        let code = if self.sharing.draws_set(id) {
            plain()
        } else {
            self.set_code(id).unwrap_or_else(plain)
        };
        let code =
            if self.sharing.is_shared(Term::Set(id)) { self.remember_set(code) } else { code };
        if !fixed {
            self.terms[place].sets[id] = Some(code.clone());
        }
        code
    }

    /// Whether a term says something else for each of the members that closures are being made for.
    fn is_fixed(&self, term: Term) -> bool {
        self.fixed.iter().any(|&(temp, _)| self.sharing.reads_temp(term, temp))
    }

    /// Closures for each member of a small constant set, each made with the candidate known; `None`
    /// for any other set.
    fn unrolled<C>(
        &mut self,
        set: &SetCode<M>,
        temp: Temp,
        mut code: impl FnMut(&mut Self) -> C,
    ) -> Option<Vec<(i32, C)>> {
        let SetCode::Const(mut left) = *set else { return None };
        if left.count() > MOST_UNROLLED || self.fixed.len() >= DEEPEST_UNROLLED {
            return None;
        }
        let mut codes = Vec::new();
        while let Some(member) = left.take_first() {
            self.fixed.push((temp, i32::from(member)));
            codes.push((i32::from(member), code(self)));
            self.fixed.pop();
        }
        Some(codes)
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
            let value = function.call(e);
            e.scratch.remembered[place] = Remembered { stamp, me, value };
            value
        })
    }

    /// The same for a condition.
    fn remember_test(&mut self, code: TestCode) -> TestCode {
        let TestCode::Fn(function) = code else { return code };
        let code = self.remember(NumCode::new(move |e| i32::from(function.call(e))));
        TestCode::new(move |e| code.read::<M>(e) == 1)
    }

    /// The same for a set.
    fn remember_set(&mut self, code: SetCode<M>) -> SetCode<M> {
        let SetCode::Fn(function) = code else { return code };
        let place = self.remembered_sets;
        self.remembered_sets += 1;
        SetCode::new(move |e| {
            let (stamp, me) = (e.scratch.stamp, e.me);
            let known = &e.scratch.remembered_sets[place];
            if known.stamp == stamp && known.me == me {
                return M::of(&known.set);
            }
            let set = function.call(e);
            e.scratch.remembered_sets[place] =
                RememberedSet { stamp, me, of: InstanceId::new(0), set: set.bits() };
            set
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

/// A set worked out in the evaluation with this stamp, for this seat, of something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RememberedSet {
    stamp: u64,
    me: i32,
    of: InstanceId,
    set: Bits,
}

fn widened<M: Members>(code: SetCode<M>) -> SetFn<Bits> {
    with_set!(code, value => Code::new(move |e: &mut Eval<'_>| value(e).bits()))
}
