//! Filters as work on whole sets: what is the same for all candidates is asked once, and what is
//! known of cards takes out many at a time. Only what is left is asked of one candidate after the
//! other.

use super::members::Members;
use super::{Code, Compiler, NumCode, SetCode, TestCode, TestFn, Trouble};
use crate::program::terms::{Comparison, Num, NumId, SetId, Temp, Test, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::AttributeId;
use crate::value::Narrow as _;
use crate::vm::eval::Eval;

/// Takes out of a set the members of which a condition does not hold.
pub(super) enum Narrow<M> {
    Nothing,
    Everything,
    /// Those that are not in a constant set, or that are.
    Within(M),
    Without(M),
    /// The same of a set of the state.
    WithinAt(usize),
    WithoutAt(usize),
    /// All or none, by something that is the same for all.
    If(TestFn),
    Fn(NarrowFn<M>),
}

type NarrowFn<M> = Box<dyn Fn(&mut Eval<'_>, M) -> M + Send + Sync>;

impl<M: Members> Narrow<M> {
    fn new(f: impl Fn(&mut Eval<'_>, M) -> M + Send + Sync + 'static) -> Self {
        Narrow::Fn(Box::new(f))
    }

    /// The members of which the condition holds. It is asked of nobody where there are none.
    #[inline]
    pub fn of(&self, e: &mut Eval<'_>, set: M) -> M {
        if set.is_empty() {
            return set;
        }
        match self {
            Narrow::Nothing => set,
            Narrow::Everything => M::EMPTY,
            Narrow::Within(members) => set.both(*members),
            Narrow::Without(members) => set.minus(*members),
            Narrow::WithinAt(at) => set.both(M::of(e.state.set(*at))),
            Narrow::WithoutAt(at) => set.minus(M::of(e.state.set(*at))),
            Narrow::If(test) => {
                if test.call(e) {
                    set
                } else {
                    M::EMPTY
                }
            }
            Narrow::Fn(narrow) => narrow(e, set),
        }
    }

    /// The same, for a whole filter. What goes wrong on the way is for the plain method to find: it
    /// may stop before it comes to it.
    #[inline]
    pub fn of_all(&self, e: &mut Eval<'_>, set: M) -> M {
        if !e.looks_at(set.count()) {
            return M::EMPTY;
        }
        let narrowed = self.of(e, set);
        if e.scratch.trouble.is_some() {
            e.scratch.trouble = Some(Trouble::TooWide);
        }
        narrowed
    }

    fn not(self) -> Narrow<M> {
        match self {
            Narrow::Nothing => Narrow::Everything,
            Narrow::Everything => Narrow::Nothing,
            Narrow::Within(members) => Narrow::Without(members),
            Narrow::Without(members) => Narrow::Within(members),
            Narrow::WithinAt(at) => Narrow::WithoutAt(at),
            Narrow::WithoutAt(at) => Narrow::WithinAt(at),
            Narrow::If(test) => Narrow::If(TestFn::new(move |e: &mut Eval<'_>| !test.call(e))),
            narrow @ Narrow::Fn(_) => Narrow::new(move |e, set: M| set.minus(narrow.of(e, set))),
        }
    }

    fn and(self, other: Narrow<M>) -> Narrow<M> {
        match (self, other) {
            (Narrow::Everything, _) => Narrow::Everything,
            (Narrow::Nothing, other) => other,
            (narrow, Narrow::Nothing) => narrow,
            (one, other) => Narrow::new(move |e, set: M| {
                let set = one.of(e, set);
                other.of(e, set)
            }),
        }
    }

    fn or(self, other: Narrow<M>) -> Narrow<M> {
        match (self, other) {
            (Narrow::Nothing, _) => Narrow::Nothing,
            (Narrow::Everything, other) => other,
            (narrow, Narrow::Everything) => narrow,
            // Mostly it is something that is the same for all which spares the look at each.
            (Narrow::If(test), other) => {
                Narrow::new(move |e, set: M| if test.call(e) { set } else { other.of(e, set) })
            }
            (one, other) => Narrow::new(move |e, set: M| {
                let kept = one.of(e, set);
                kept.union(other.of(e, set.minus(kept)))
            }),
        }
    }
}

/// Members, each with what is compared of it, and what with.
pub(super) struct Compared {
    op: Comparison,
    each: Vec<(i32, NumCode)>,
    same: NumCode,
}

impl Compared {
    /// Those for which the comparison holds.
    #[inline(always)]
    pub fn holding<M: Members>(&self, e: &mut Eval<'_>) -> M {
        let same = self.same.read::<M>(e);
        let mut holding = M::EMPTY;
        for (member, value) in &self.each {
            if self.op.holds(value.read::<M>(e), same) {
                e.insert(&mut holding, *member);
            }
        }
        holding
    }
}

impl<M: Members> Compiler<'_, M> {
    /// What a condition of a candidate takes out of a set of candidates.
    pub(super) fn narrowing(&mut self, temp: Temp, test: TestId) -> Narrow<M> {
        if !self.sharing.reads_temp(Term::Test(test), temp) {
            return match self.test(test) {
                TestCode::Const(true) => Narrow::Nothing,
                TestCode::Const(false) => Narrow::Everything,
                test => Narrow::If(test.function()),
            };
        }
        let narrowing = match self.program.terms.tests[test] {
            Test::Not(test) => Some(self.narrowing(temp, test).not()),
            Test::And(a, b) => Some(self.narrowing(temp, a).and(self.narrowing(temp, b))),
            Test::Or(a, b) => Some(self.narrowing(temp, a).or(self.narrowing(temp, b))),
            Test::If { test, then, otherwise }
                if !self.sharing.reads_temp(Term::Test(test), temp) =>
            {
                let (then, otherwise) =
                    (self.narrowing(temp, then), self.narrowing(temp, otherwise));
                Some(match self.test(test) {
                    TestCode::Const(true) => then,
                    TestCode::Const(false) => otherwise,
                    test => Narrow::new(move |e, set: M| {
                        if test.read(e) { then.of(e, set) } else { otherwise.of(e, set) }
                    }),
                })
            }
            Test::In { value, set } => self.narrowed_to(temp, value, set),
            Test::FaceUp { card } if self.is_temp(card, temp) => {
                Some(Narrow::WithinAt(self.program.memory.face_up))
            }
            Test::CardFlag { mark, card: thing } | Test::SlotFlag { mark, slot: thing }
                if self.is_temp(thing, temp) =>
            {
                Some(Narrow::WithinAt(self.program.marks[mark].at.to_usize()))
            }
            Test::Compare { op, left, right } => self.narrowed_by(temp, (op, left, right)),
            _ => None,
        };
        narrowing.unwrap_or_else(|| self.each_of(temp, test))
    }

    /// Each candidate is tried.
    fn each_of(&mut self, temp: Temp, test: TestId) -> Narrow<M> {
        let (test, temp) = (self.test(test).function(), temp);
        Narrow::new(move |e, set: M| {
            let (mut left, mut kept) = (set, set);
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                if !test.call(e) {
                    kept.remove(one);
                }
            }
            kept
        })
    }

    fn is_temp(&mut self, number: NumId, temp: Temp) -> bool {
        self.program.terms.nums[number] == Num::Temp(temp)
    }

    /// Candidates that are members of a set.
    fn narrowed_to(&mut self, temp: Temp, value: NumId, set: SetId) -> Option<Narrow<M>> {
        if !self.is_temp(value, temp) || self.sharing.reads_temp(Term::Set(set), temp) {
            return None;
        }
        Some(match self.set(set) {
            SetCode::Const(members) => Narrow::Within(members),
            SetCode::At(at) => Narrow::WithinAt(at),
            members => {
                let members = members.function();
                Narrow::new(move |e, set: M| set.both(members.call(e)))
            }
        })
    }

    /// A comparison of something of each candidate with what is the same for all, that on the left.
    fn with_the_same(
        &self,
        temp: Temp,
        op: Comparison,
        left: NumId,
        right: NumId,
    ) -> Option<(Comparison, NumId, NumId)> {
        let reads = |side: NumId| self.sharing.reads_temp(Term::Num(side), temp);
        match (reads(left), reads(right)) {
            (true, false) => Some((op, left, right)),
            (false, true) => Some((op.turned(), right, left)),
            _ => None,
        }
    }

    /// The members of a small constant set for which such a comparison holds, where what is
    /// compared is at hand.
    pub(super) fn compared(
        &mut self,
        set: &SetCode<M>,
        temp: Temp,
        test: TestId,
    ) -> Option<Compared> {
        let Test::Compare { op, left, right } = self.program.terms.tests[test] else {
            return None;
        };
        let (op, each, same) = self.with_the_same(temp, op, left, right)?;
        let each = self.unrolled(set, temp, |compiler| compiler.num(each))?;
        each.iter().all(|(_, value)| value.is_safe()).then(|| Compared {
            op,
            each,
            same: self.num(same),
        })
    }

    /// Candidates of which something compares so with what is the same for all.
    fn narrowed_by(
        &mut self,
        temp: Temp,
        (op, left, right): (Comparison, NumId, NumId),
    ) -> Option<Narrow<M>> {
        let (op, each, same) = self.with_the_same(temp, op, left, right)?;
        if let Num::Attribute { table, card } = self.program.terms.nums[each]
            && self.is_temp(card, temp)
        {
            return Some(self.narrowed_by_attribute(table, op, same));
        }
        let same = self.num(same).function::<M>();
        if self.is_temp(each, temp) && matches!(op, Comparison::Equal | Comparison::NotEqual) {
            return Some(Narrow::new(move |e, set: M| {
                let such = u8::try_from(same.call(e)).ok().and_then(M::one).unwrap_or(M::EMPTY);
                if op == Comparison::Equal { set.both(such) } else { set.minus(such) }
            }));
        }
        let (each, temp) = (self.num(each), temp);
        // What is stored of each member needs not be bound to be read.
        if let NumCode::StoredOfTemp(first, of) = each
            && of == temp
        {
            return Some(Narrow::new(move |e, set: M| {
                let (mut left, mut kept, same) = (set, set, same.call(e));
                while let Some(one) = left.take_first() {
                    if !op.holds(e.state.num(first + usize::from(one)), same) {
                        kept.remove(one);
                    }
                }
                kept
            }));
        }
        Some(Narrow::new(move |e, set: M| {
            let (mut left, mut kept, same) = (set, set, same.call(e));
            while let Some(one) = left.take_first() {
                e.bind_temp(temp, i32::from(one));
                if !op.holds(each.read::<M>(e), same) {
                    kept.remove(one);
                }
            }
            kept
        }))
    }

    /// Cards whose attribute compares so: all cards that have a value come and go together.
    fn narrowed_by_attribute(
        &mut self,
        table: AttributeId,
        op: Comparison,
        same: NumId,
    ) -> Narrow<M> {
        let values = self.program.attributes[table].values.as_slice();
        let mut by_value: Vec<(i32, M)> = Vec::new();
        for (card, &value) in values.iter().enumerate() {
            let Some(one) = u8::try_from(card).ok().and_then(M::one) else { continue };
            match by_value.iter_mut().find(|(known, _)| *known == value) {
                Some((_, cards)) => *cards = cards.union(one),
                None => by_value.push((value, one)),
            }
        }
        let with = move |same: i32| {
            let fitting = by_value.iter().filter(|(value, _)| op.holds(*value, same));
            fitting.fold(M::EMPTY, |cards, (_, more)| cards.union(*more))
        };
        match self.num(same) {
            NumCode::Const(same) => Narrow::Within(with(same)),
            same => Narrow::new(move |e, set: M| {
                let same = same.read::<M>(e);
                set.both(with(same))
            }),
        }
    }
}

impl<R> Code<R> {
    /// A closure around a set that is narrowed.
    pub(super) fn around<M: Members>(
        set: SetCode<M>,
        narrow: Narrow<M>,
        result: impl Fn(M, M) -> R + Send + Sync + 'static,
    ) -> Code<R> {
        super::with_set!(set, set => Code::new(move |e: &mut Eval<'_>| {
            let set = set(e);
            let narrowed = narrow.of_all(e, set);
            result(set, narrowed)
        }))
    }
}
