//! Conditions as closures.

use super::members::Members;
use super::{
    Between, Code, Compiler, IsAny, IsOne, NumCode, SetCode, TestCode, TestFn, entry, with_num,
    with_set, with_test,
};
use crate::program::terms::{Comparison, Local, Num, NumId, SetId, Temp, Test, TestId};
use crate::program::walk::Term;
use crate::value::{NONE, Narrow};
use crate::vm::eval::Eval;

/// Writes `$body` for each form that attributes are read in, and for all others: attributes are
/// compared more than anything.
macro_rules! with_attribute {
    ($code:expr, $value:ident => $body:expr) => {
        match $code {
            NumCode::OfTemp(table, temp) => {
                let $value = move |e: &mut Eval<'_>| entry(&table, e.scratch.nums[temp]);
                $body
            }
            NumCode::OfOnly(table, at) => {
                let $value = move |e: &mut Eval<'_>| entry(&table, M::of(e.state.set(at)).only());
                $body
            }
            NumCode::OfInTemp(table, temp) => {
                let $value = move |e: &mut Eval<'_>| entry(&table, e.only_in::<M>(e.scratch.nums[temp]));
                $body
            }
            code => with_num!(code, $value => $body),
        }
    };
}

/// A comparison that knows which it is.
fn compares(
    op: Comparison,
    left: impl Fn(&Eval<'_>) -> i32 + Copy + Send + Sync + 'static,
    right: impl Fn(&Eval<'_>) -> i32 + Copy + Send + Sync + 'static,
) -> TestCode {
    macro_rules! comparison {
        ($($op:ident),*) => {
            match op {
                $(Comparison::$op => TestCode::new(move |e| Comparison::$op.holds(left(e), right(e))),)*
            }
        };
    }
    comparison!(Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual)
}

/// Whether a number lies in its range, of some; or, not `wanted`, whether all do.
fn any_of(ranges: &[Between], wanted: bool) -> TestCode {
    match *ranges {
        [] => TestCode::Const(!wanted),
        [only] => TestCode::Between(only),
        [a, b] if wanted => TestCode::new(move |e| a.holds(e) || b.holds(e)),
        [a, b] => TestCode::new(move |e| a.holds(e) && b.holds(e)),
        _ => {
            let ranges: Box<[Between]> = ranges.into();
            TestCode::new(move |e| ranges.iter().any(|range| range.holds(e) == wanted) == wanted)
        }
    }
}

impl<M: Members> Compiler<'_, M> {
    /// `None`: left to the plain method.
    pub(super) fn test_code(&mut self, id: TestId) -> Option<TestCode> {
        Some(match self.program.terms.tests[id] {
            Test::Const(value) => TestCode::Const(value),
            Test::IsTrue(value) => self.is_number(value, 1),
            Test::IsNone(value) => self.is_number(value, NONE),
            Test::Compare { op, left, right } => self.comparison(op, left, right),
            Test::Not(test) => match self.test(test) {
                TestCode::Const(holds) => TestCode::Const(!holds),
                TestCode::Between(between) => TestCode::Between(between.not()),
                TestCode::Fn(test) => TestCode::new(move |e| !test.call(e)),
            },
            Test::And(a, b) => match self.test(a) {
                TestCode::Const(false) => TestCode::Const(false),
                TestCode::Const(true) => self.test(b),
                a => match self.test(b) {
                    TestCode::Const(true) => a,
                    b => {
                        with_test!(a, a => with_test!(b, b => TestCode::new(move |e| a(e) && b(e))))
                    }
                },
            },
            Test::Or(a, b) => match self.test(a) {
                TestCode::Const(true) => TestCode::Const(true),
                TestCode::Const(false) => self.test(b),
                a => match self.test(b) {
                    TestCode::Const(false) => a,
                    b => {
                        with_test!(a, a => with_test!(b, b => TestCode::new(move |e| a(e) || b(e))))
                    }
                },
            },
            Test::If { test, then, otherwise } => match self.test(test) {
                TestCode::Const(holds) => self.test(if holds { then } else { otherwise }),
                test => {
                    let (then, otherwise) =
                        (self.test(then).function(), self.test(otherwise).function());
                    with_test!(test, test => {
                        TestCode::new(move |e| if test(e) { then.call(e) } else { otherwise.call(e) })
                    })
                }
            },
            Test::Bind { temp, value, then } => {
                let (value, then) = (self.num(value).function::<M>(), self.test(then).function());
                TestCode::new(move |e| {
                    let value = value.call(e);
                    e.bind_temp(temp, value);
                    then.call(e)
                })
            }
            Test::In { value, set } => self.membership(value, set),
            Test::InRange { value, from, to } => {
                let (from, to) = (self.num(from).function::<M>(), self.num(to).function::<M>());
                with_num!(self.num(value), value => TestCode::new(move |e| {
                    let value = value(e);
                    value != NONE && value >= from.call(e) && value <= to.call(e)
                }))
            }
            Test::Any(set) => match self.set(set) {
                SetCode::Within(within) => within.inside(IsAny),
                set => with_set!(set, set => TestCode::new(move |e| !set(e).is_empty())),
            },
            Test::Exists { set, temp, test } => self.exists(set, temp, test, true),
            Test::ForAll { set, temp, test } => self.exists(set, temp, test, false),
            Test::SameSet(a, b) => {
                let (a, b) = (self.set(a).function(), self.set(b).function());
                TestCode::new(move |e| a.call(e) == b.call(e))
            }
            Test::Subset(a, b) => {
                let (a, b) = (self.set(a).function(), self.set(b).function());
                TestCode::new(move |e| {
                    let a = a.call(e);
                    a.is_empty() || a.minus(b.call(e)).is_empty()
                })
            }
            Test::FaceUp { card } => self.flag(self.program.memory.face_up, card),
            Test::CardFlag { mark, card: thing } | Test::SlotFlag { mark, slot: thing } => {
                self.flag(self.program.marks[mark].at.to_usize(), thing)
            }
            Test::Row { .. }
            | Test::InList { .. }
            | Test::ExistsInList { .. }
            | Test::ForAllInList { .. }
            | Test::CompareLists { .. }
            | Test::Above { .. }
            | Test::Playing(_)
            | Test::IsShape { .. }
            | Test::AnyFamily(_)
            | Test::ForAllFamily { .. }
            | Test::InFamily { .. } => return None,
        })
    }

    fn is_number(&mut self, value: NumId, wanted: i32) -> TestCode {
        match self.num(value) {
            NumCode::Const(value) => TestCode::Const(value == wanted),
            NumCode::At(at) => Between::compared(Comparison::Equal, at, wanted),
            value => with_num!(value, value => TestCode::new(move |e| value(e) == wanted)),
        }
    }

    fn comparison(&mut self, op: Comparison, left: NumId, right: NumId) -> TestCode {
        let (left, right) = match (self.is_count(left), self.is_count(right)) {
            (Some(set), _) => return self.counted(op, set, right),
            (_, Some(set)) => return self.counted(op.turned(), set, left),
            (None, None) => (self.num(left), self.num(right)),
        };
        if let (&NumCode::Const(left), &NumCode::Const(right)) = (&left, &right) {
            return TestCode::Const(op.holds(left, right));
        }
        match (&left, &right) {
            (&NumCode::At(left), &NumCode::At(right)) => {
                return compares(op, move |e| e.state.num(left), move |e| e.state.num(right));
            }
            (&NumCode::At(left), &NumCode::Const(right)) => {
                return Between::compared(op, left, right);
            }
            (&NumCode::Const(left), &NumCode::At(right)) => {
                return Between::compared(op.turned(), right, left);
            }
            (&NumCode::Local(left), &NumCode::Const(right)) => {
                return compares(op, move |e| e.get_local(Local::new(left)), move |_| right);
            }
            _ => {}
        }
        TestCode::Fn(match op {
            Comparison::Equal => with_attribute!(left, left => with_attribute!(right, right => {
                TestFn::new(move |e: &mut Eval<'_>| left(e) == right(e))
            })),
            Comparison::NotEqual
            | Comparison::Less
            | Comparison::LessEqual
            | Comparison::Greater
            | Comparison::GreaterEqual => with_num!(left, left => with_num!(right, right => {
                TestFn::new(move |e: &mut Eval<'_>| {
                    let left = left(e);
                    op.holds(left, right(e))
                })
            })),
        })
    }

    /// The set that is counted, by a term that is not said twice.
    fn is_count(&self, value: NumId) -> Option<SetId> {
        match self.program.terms.nums[value] {
            Num::Count(set) if !self.sharing.is_shared(Term::Num(value)) => Some(set),
            _ => None,
        }
    }

    fn counted(&mut self, op: Comparison, set: SetId, with: NumId) -> TestCode {
        // One member is easier to see than to count.
        match (op, self.num(with), self.set(set)) {
            (Comparison::Equal, NumCode::Const(1), SetCode::Within(within)) => within.inside(IsOne),
            (Comparison::Equal, NumCode::Const(1), set) => {
                with_set!(set, set => TestCode::new(move |e| set(e).is_single()))
            }
            (op, with, set) => with_set!(set, set => TestCode::new(move |e| {
                let count = set(e).count() as i32;
                op.holds(count, with.read::<M>(e))
            })),
        }
    }

    fn membership(&mut self, value: NumId, set: SetId) -> TestCode {
        let (only, set) = (self.only_of(value), self.set(set));
        // Most often it is asked what the only card of a place is.
        if let (Some(place), SetCode::Const(set)) = (&only, &set) {
            let (place, set) = (place.clone(), *set);
            return with_set!(place, place => TestCode::new(move |e| {
                let place = place(e);
                !place.both(set).is_empty() && place.is_single()
            }));
        }
        let value = self.num(value);
        with_num!(value, value => with_set!(set, set => TestCode::new(move |e| {
            let value = value(e);
            value != NONE && set(e).has(value)
        })))
    }

    /// The set whose only member a scalar is.
    fn only_of(&mut self, value: NumId) -> Option<SetCode<M>> {
        match self.program.terms.nums[value] {
            Num::The(set) => Some(self.set(set)),
            _ => None,
        }
    }

    fn flag(&mut self, at: usize, thing: NumId) -> TestCode {
        with_num!(self.num(thing), thing => TestCode::new(move |e| {
            let thing = u8::try_from(thing(e));
            thing.is_ok_and(|thing| e.state.set(at).contains(thing))
        }))
    }

    /// Whether some member's test comes out as `wanted`; for all, whether none comes out as the
    /// contrary.
    fn exists(&mut self, set: SetId, temp: Temp, test: TestId, wanted: bool) -> TestCode {
        let set = self.set(set);
        if let Some(tests) = self.unrolled(&set, temp, |compiler| compiler.test(test)) {
            if let Some(ranges) =
                tests.iter().map(|(_, test)| test.between()).collect::<Option<Vec<Between>>>()
            {
                return any_of(&ranges, wanted);
            }
            if let (SetCode::Const(all), Some(compared)) = (&set, self.compared(&set, temp, test)) {
                let all = *all;
                return TestCode::new(move |e| {
                    let holding = compared.holding::<M>(e);
                    if wanted { !holding.is_empty() } else { holding == all }
                });
            }
            let tests: Vec<(i32, TestFn)> =
                tests.into_iter().map(|(member, test)| (member, test.function())).collect();
            return TestCode::new(move |e| {
                for (member, test) in &tests {
                    e.bind_temp(temp, *member);
                    if test.call(e) == wanted {
                        return wanted;
                    }
                }
                !wanted
            });
        }
        let narrow = self.narrowing(temp, test);
        TestCode::Fn(if wanted {
            Code::around(set, narrow, |_, kept| !kept.is_empty())
        } else {
            Code::around(set, narrow, |set, kept| set == kept)
        })
    }
}
