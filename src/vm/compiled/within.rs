//! Sets that are places together, narrowed by what is known of cards: the commonest of all.

use super::members::Members;
use super::{Code, SetFn, TestCode};
use crate::vm::eval::Eval;
use crate::vm::state::State;

/// The commonest sets of all: places together, narrowed by what is known of cards.
#[derive(Clone)]
pub(super) struct Within<M> {
    pub one_of: Vec<usize>,
    pub all_of: Vec<usize>,
    pub constant: Option<M>,
}

impl<M: Members> Within<M> {
    #[inline]
    pub fn members(&self, state: &State) -> M {
        let mut members = M::EMPTY;
        for &at in &self.one_of {
            members = members.union(M::of(state.set(at)));
        }
        if let Some(constant) = self.constant {
            members = members.both(constant);
        }
        for &at in &self.all_of {
            members = members.both(M::of(state.set(at)));
        }
        members
    }

    /// Makes a closure around what works these members out; the commonest of them know how many
    /// places they look at.
    pub fn inside<A: Around<M>>(&self, around: A) -> A::Made {
        match (&self.one_of[..], &self.all_of[..]) {
            (&[a], &[]) => self.of_places([a], [], around),
            (&[a], &[x]) => self.of_places([a], [x], around),
            (&[a, b], &[]) => self.of_places([a, b], [], around),
            (&[a, b], &[x]) => self.of_places([a, b], [x], around),
            (&[a, b, c], &[x]) => self.of_places([a, b, c], [x], around),
            _ => {
                let within = self.clone();
                around.make(move |e| within.members(e.state))
            }
        }
    }

    fn of_places<const ONE: usize, const ALL: usize, A: Around<M>>(
        &self,
        one_of: [usize; ONE],
        all_of: [usize; ALL],
        around: A,
    ) -> A::Made {
        let places = move |e: &Eval<'_>| {
            let one = one_of.iter().fold(M::EMPTY, |one, &at| one.union(M::of(e.state.set(at))));
            all_of.iter().fold(one, |all, &at| all.both(M::of(e.state.set(at))))
        };
        match self.constant {
            Some(constant) => around.make(move |e| places(e).both(constant)),
            None => around.make(places),
        }
    }
}

/// What is made around a set that is worked out without a call.
pub(super) trait Around<M> {
    type Made;
    fn make(self, members: impl Fn(&Eval<'_>) -> M + Send + Sync + 'static) -> Self::Made;
}

/// The set itself.
pub(super) struct Itself;

impl<M: Members> Around<M> for Itself {
    type Made = SetFn<M>;
    fn make(self, members: impl Fn(&Eval<'_>) -> M + Send + Sync + 'static) -> SetFn<M> {
        Code::new(move |e: &mut Eval<'_>| members(e))
    }
}

/// Whether it has exactly one member.
pub(super) struct IsOne;

impl<M: Members> Around<M> for IsOne {
    type Made = TestCode;
    fn make(self, members: impl Fn(&Eval<'_>) -> M + Send + Sync + 'static) -> TestCode {
        TestCode::new(move |e| members(e).is_single())
    }
}

/// Whether it has any member.
pub(super) struct IsAny;

impl<M: Members> Around<M> for IsAny {
    type Made = TestCode;
    fn make(self, members: impl Fn(&Eval<'_>) -> M + Send + Sync + 'static) -> TestCode {
        TestCode::new(move |e| !members(e).is_empty())
    }
}
