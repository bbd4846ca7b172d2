//! How a game ended, or stands.

use super::eval::{Eval, Evaluated};
use super::fault::{Fault, FaultKind};
use super::play::Runtime;
use super::run::FUEL;
use super::state::State;
use crate::program::Program;
use crate::program::terms::NumId;
use crate::value::NONE;
use serde::{Deserialize, Serialize};

/// The end of a game, by seat. Seats of a team share everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// In points as the rules count them; empty when the rules have no `score`.
    pub scores: Vec<i32>,
    /// 1 is best; equal ranks are shared, and the next one is left out.
    pub ranks: Vec<u32>,
    /// Seats from 1. None wins a drawn game.
    pub winners: Vec<u8>,
    /// The sentence of the rules that ended the game; empty when it ran its course.
    pub reason: String,
}

impl Runtime<'_> {
    /// Every seat's score as things stand; empty without a `score` in the rules. The state stays as it is.
    pub fn scores(&mut self, state: &mut State) -> Result<Vec<i32>, Fault> {
        self.of_each(state, self.program.score.map(|score| score.value))
    }

    /// What the rules say each seat's position is worth to it (`value = …`), more being better; empty where they say nothing. The
    /// state stays as it is.
    pub fn hints(&mut self, state: &mut State) -> Result<Vec<i32>, Fault> {
        self.of_each(state, self.program.hint)
    }

    /// A number of every seat's side; none of them is 0.
    fn of_each(&mut self, state: &mut State, number: Option<NumId>) -> Result<Vec<i32>, Fault> {
        self.scratch.fuel = FUEL;
        let Some(number) = number else { return Ok(Vec::new()) };
        let mut values = Vec::with_capacity(self.program.seats as usize);
        for seat in 0..self.program.seats {
            let captain = self.program.captain(self.program.team(seat));
            let value = self.for_seat(state, captain, |eval| eval.num(number));
            values.push(value.map_err(|kind| Fault { kind, span: Default::default() })?);
        }
        Ok(values.into_iter().map(|value| if value == NONE { 0 } else { value }).collect())
    }

    /// By what every seat is ranked, the greatest first: its score, and what the rules name to decide between equal ones.
    fn keys(&mut self, state: &mut State, scores: &[i32]) -> Result<Keys, Fault> {
        let mut keys = Keys::default();
        let Some(score) = self.program.score else { return Ok(keys) };
        let signed = |value: i32| {
            let value = if value == NONE { 0 } else { i64::from(value) };
            if score.lowest_wins { -value } else { value }
        };
        keys.all.reserve(scores.len());
        for (seat, &points) in scores.iter().enumerate() {
            keys.all.push(signed(points));
            if let Some(ties) = score.ties {
                let captain = self.program.captain(self.program.team(seat as u8));
                let values = self.for_seat(state, captain, |eval| eval.group(ties));
                let values = values.map_err(|kind| Fault { kind, span: Default::default() })?;
                keys.all.extend(values.as_slice().iter().map(|&value| signed(value)));
            }
        }
        keys.width = keys.all.len() / scores.len().max(1);
        Ok(keys)
    }

    fn for_seat<R>(
        &mut self,
        state: &mut State,
        seat: u8,
        f: impl FnOnce(&mut Eval<'_>) -> Evaluated<R>,
    ) -> Result<R, FaultKind> {
        self.scratch.stamp += 1;
        f(&mut Eval {
            program: self.program,
            compiled: self.compiled,
            state,
            scratch: &mut self.scratch,
            host: self.host,
            me: i32::from(seat),
            active: NONE,
            locals: self.program.memory.stack,
        })
    }

    /// The outcome of a game that is over; `None` before.
    pub fn outcome(&mut self, state: &mut State) -> Result<Option<Outcome>, Fault> {
        let Some(over) = state.control.over else { return Ok(None) };
        let scores = self.scores(state)?;
        let keys = self.keys(state, &scores)?;
        let winning = match over.winners {
            Some(winners) => winners,
            None if scores.is_empty() => 0,
            None => best_seats(self.program, &keys),
        };
        let ranks = match over.winners {
            Some(_) => ranks_by(self.program.seats, |seat| i64::from(winning >> seat & 1)),
            None => ranks_by(self.program.seats, |seat| keys.of(seat)),
        };
        let reason = self.program.sentences.get(over.reason as usize).cloned().unwrap_or_default();
        let winners = (0..self.program.seats).filter(|seat| winning >> seat & 1 == 1).map(|seat| seat + 1).collect();
        Ok(Some(Outcome { scores, ranks, winners, reason }))
    }
}

/// What every seat is ranked by, as many numbers for each.
#[derive(Default)]
struct Keys {
    all: Vec<i64>,
    width: usize,
}

impl Keys {
    fn of(&self, seat: u8) -> &[i64] {
        let from = seat as usize * self.width;
        &self.all[from..from + self.width]
    }
}

/// The seats with the best score; nobody when all sides are equal.
fn best_seats(program: &Program, keys: &Keys) -> u32 {
    let Some(best) = (0..program.seats).map(|seat| keys.of(seat)).max() else { return 0 };
    let (mut winners, mut sides) = (0u32, 0u32);
    for seat in (0..program.seats).filter(|&seat| keys.of(seat) == best) {
        winners |= 1 << seat;
        sides |= 1 << program.team(seat);
    }
    // A draw between sides is nobody's win.
    if sides.count_ones() > 1 { 0 } else { winners }
}

/// Ranks from 1, the greatest key first.
fn ranks_by<K: Ord>(seats: u8, key: impl Fn(u8) -> K) -> Vec<u32> {
    (0..seats).map(|seat| 1 + (0..seats).filter(|&other| key(other) > key(seat)).count() as u32).collect()
}
