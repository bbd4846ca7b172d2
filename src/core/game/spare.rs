//! Memory in which things about a game are worked out, kept from one time to the next: all who look
//! at games of one kind, or keep many of them at rest, share what one of them needs at a time.

use super::Game;
use crate::vm::{Runtime, Scratch, State};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memories of each kind that are kept: one for each thread that works something out now, where
/// that are few.
const MOST_KEPT: usize = 8;

/// Memory that nobody uses at the moment.
#[derive(Default)]
pub(crate) struct Spare {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    #[expect(clippy::vec_box, reason = "they are handed on in their boxes")]
    scratches: Vec<Box<Scratch>>,
    states: Vec<State>,
}

impl Spare {
    /// Working memory for whoever runs the game, where some is spare.
    pub(crate) fn scratch(&self) -> Option<Box<Scratch>> {
        self.kept().scratches.pop()
    }

    /// Takes back working memory, whose content means nothing any more.
    pub(crate) fn keep(&self, mut scratch: Box<Scratch>) {
        scratch.leave_game();
        let scratches = &mut self.kept().scratches;
        if scratches.len() < MOST_KEPT {
            scratches.push(scratch);
        }
    }

    fn copy(&self, state: &State) -> State {
        let copy = self.kept().states.pop();
        match copy {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }

    fn keep_copy(&self, copy: State) {
        let states = &mut self.kept().states;
        if states.len() < MOST_KEPT {
            states.push(copy);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Game {
    /// Works something out about a state of this game. What `work` does to the state it is given
    /// goes with it.
    pub(super) fn work_out<R>(
        &self,
        state: &State,
        work: impl FnOnce(&mut Runtime<'_>, &mut State) -> R,
    ) -> R {
        let mut copy = self.spare.copy(state);
        let mut runtime = self.runtime_with(self.spare.scratch());
        let result = work(&mut runtime, &mut copy);
        self.spare.keep(runtime.into_scratch());
        self.spare.keep_copy(copy);
        result
    }
}
