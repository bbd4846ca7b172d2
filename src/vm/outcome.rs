//! How a game ended, or stands.

use super::eval::{Eval, Evaluated, NOT_NESTED};
use super::fault::{Fault, FaultKind};
use super::play::Runtime;
use super::run::FUEL;
use super::state::State;
use crate::program::Program;
use crate::program::terms::NumId;
use crate::value::NONE;
use serde::{Deserialize, Serialize};

/// The end of a game, by seat. Seats of a team share everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        let mut scores = Vec::new();
        self.of_each(state, self.program.score.map(|score| score.value), &mut scores)?;
        Ok(scores)
    }

    /// What the rules say each seat's position is worth to it (`value = …`), more being better; empty where they say nothing. The
    /// state stays as it is.
    pub fn hints(&mut self, state: &mut State) -> Result<Vec<i32>, Fault> {
        let mut hints = Vec::new();
        self.of_each(state, self.program.hint, &mut hints)?;
        Ok(hints)
    }

    /// A number of every seat's side; none of them is 0.
    fn of_each(&mut self, state: &mut State, number: Option<NumId>, values: &mut Vec<i32>) -> Result<(), Fault> {
        values.clear();
        let Some(number) = number else { return Ok(()) };
        self.scratch.fuel = FUEL;
        for seat in 0..self.program.seats {
            let captain = self.program.captain(self.program.team(seat));
            // What is known of whose side it is makes most of a score known.
            let value =
                self.for_seat(state, captain, |eval| match eval.compiled.and_then(|c| c.of_seat(number, captain)) {
                    Some(function) => eval.called(function, |eval| eval.plain_num(number)),
                    None => eval.num(number),
                });
            let value = value.map_err(|kind| Fault { kind, span: Default::default() })?;
            values.push(if value == NONE { 0 } else { value });
        }
        Ok(())
    }

    /// By what every seat is ranked, the greatest first: its score, and what the rules name to decide between equal ones.
    fn keys(&mut self, state: &mut State, scores: &[i32], keys: &mut Keys) -> Result<(), Fault> {
        keys.all.clear();
        let Some(score) = self.program.score else { return Ok(()) };
        let signed = |value: i32| {
            let value = if value == NONE { 0 } else { i64::from(value) };
            if score.lowest_wins { -value } else { value }
        };
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
        Ok(())
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
            nested: NOT_NESTED,
        })
    }

    /// The outcome of a game that is over; `None` before.
    pub fn outcome(&mut self, state: &mut State) -> Result<Option<Outcome>, Fault> {
        let mut outcome = Outcome::default();
        Ok(self.outcome_into(state, &mut outcome)?.then_some(outcome))
    }

    /// The same, into the memory of another outcome; false, and that one means nothing, where the game is not over.
    pub fn outcome_into(&mut self, state: &mut State, outcome: &mut Outcome) -> Result<bool, Fault> {
        let Some(over) = state.control.over else { return Ok(false) };
        let program = self.program;
        self.of_each(state, program.score.map(|score| score.value), &mut outcome.scores)?;
        let mut keys = std::mem::take(&mut self.keys);
        let known = self.keys(state, &outcome.scores, &mut keys);
        let winning = match over.winners {
            Some(winners) => winners,
            None if outcome.scores.is_empty() => 0,
            None if keys.width == 1 => best_seats(program, |seat| keys.all[seat as usize]),
            None => best_seats(program, |seat| keys.of(seat)),
        };
        outcome.ranks.clear();
        match over.winners {
            Some(_) => outcome.ranks.extend(ranks_by(program.seats, |seat| i64::from(winning >> seat & 1))),
            None if keys.width == 1 => outcome.ranks.extend(ranks_by(program.seats, |seat| keys.all[seat as usize])),
            None => outcome.ranks.extend(ranks_by(program.seats, |seat| keys.of(seat))),
        }
        self.keys = keys;
        outcome.reason.clear();
        outcome.reason.push_str(program.sentences.get(over.reason as usize).map_or("", String::as_str));
        outcome.winners.clear();
        outcome.winners.extend((0..program.seats).filter(|seat| winning >> seat & 1 == 1).map(|seat| seat + 1));
        known.map(|()| true)
    }
}

/// What every seat is ranked by, as many numbers for each.
#[derive(Debug, Default)]
pub(super) struct Keys {
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
fn best_seats<K: Ord>(program: &Program, key: impl Fn(u8) -> K) -> u32 {
    let Some(best) = (0..program.seats).map(&key).max() else { return 0 };
    let (mut winners, mut sides) = (0u32, 0u32);
    for seat in (0..program.seats).filter(|&seat| key(seat) == best) {
        winners |= 1 << seat;
        sides |= 1 << program.team(seat);
    }
    // A draw between sides is nobody's win.
    if sides.count_ones() > 1 { 0 } else { winners }
}

/// Ranks from 1, the greatest key first.
fn ranks_by<K: Ord>(seats: u8, key: impl Fn(u8) -> K) -> impl Iterator<Item = u32> {
    (0..seats).map(move |seat| 1 + (0..seats).filter(|&other| key(other) > key(seat)).count() as u32)
}
