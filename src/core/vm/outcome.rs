//! How a game ended, or stands.

use super::eval::Eval;
use super::fault::{Fault, FaultKind};
use super::play::Runtime;
use super::routines::Quick;
use super::state::State;
use crate::program::terms::NumId;
use crate::program::{Look, Program, Score, ScorePart, ScoreParts};
use crate::value::{NONE, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The end of a game, by seat. Seats of a team share everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// In points as the rules count them; empty when the rules have no `score`.
    pub scores: Vec<i32>,
    /// What the scores are made of, where the rules name parts of them; they add up to the scores.
    /// Empty in games that are only simulated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartScores>,
    /// The places of the sides, teams being one each: 1 is best; equal ranks are shared, and the
    /// next one is left out.
    pub ranks: Vec<u32>,
    /// Seats from 1. None wins a drawn game.
    pub winners: Vec<u8>,
    /// The sentence of the rules that ended the game; empty when it ran its course.
    pub reason: String,
}

/// What one part of the score comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PartScores<T = i32> {
    /// As the rules name it; empty for all that has no name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// By seat.
    pub(crate) scores: Vec<T>,
}

impl Runtime<'_> {
    /// What the scores are made of as things stand, the part without a name last; empty where the
    /// rules name no parts. The state stays as it is.
    pub(crate) fn score_parts(&mut self, state: &mut State) -> Result<Vec<PartScores>, Fault> {
        let program = self.program;
        let ScoreParts { named, rest } = &program.score_parts;
        let mut left = if *rest { self.scores(state)? } else { Vec::new() };
        let mut parts = Vec::new();
        for part in named {
            let mut scores = Vec::new();
            self.of_each(state, Some(part.value), &mut scores)?;
            scores.iter_mut().for_each(|score| *score = part.signed(*score));
            left.iter_mut().zip(&scores).for_each(|(left, &part)| *left = left.wrapping_sub(part));
            parts.push(PartScores { name: part.name.clone(), scores });
        }
        if *rest {
            parts.push(PartScores { name: String::new(), scores: left });
        }
        Ok(parts)
    }

    /// What the scores are made of as far as `looker` can work it out, the part without a name
    /// last; empty where the rules name no parts. See [`Runtime::scores_known_to`].
    pub(crate) fn score_parts_known_to(
        &mut self,
        state: &mut State,
        looker: Seat,
    ) -> Vec<PartScores<Option<i32>>> {
        let program = self.program;
        let ScoreParts { named, rest } = &program.score_parts;
        let mut left = if *rest { self.scores_known_to(state, looker) } else { Vec::new() };
        let mut parts = Vec::new();
        for part in named {
            let mut scores = self.known_to(state, looker, part.value, &part.looks);
            scores.iter_mut().flatten().for_each(|score| *score = part.signed(*score));
            for (left, part) in left.iter_mut().zip(&scores) {
                *left = left.zip(*part).map(|(left, part)| left.wrapping_sub(part));
            }
            parts.push(PartScores { name: part.name.clone(), scores });
        }
        if *rest {
            parts.push(PartScores { name: String::new(), scores: left });
        }
        parts
    }

    /// Every seat's score as things stand; empty without a `score` in the rules. The state stays as
    /// it is.
    ///
    /// # Errors
    /// The rules of the score fail.
    pub fn scores(&mut self, state: &mut State) -> Result<Vec<i32>, Fault> {
        let mut scores = Vec::new();
        self.of_each(state, self.program.score.map(|score| score.value), &mut scores)?;
        Ok(scores)
    }

    /// The scores, by seat, that `looker` can work out as things stand: it knows all cards that
    /// they count. Whether it does hangs on nothing that it does not know, and a score that fails
    /// is none. Empty without a `score` in the rules. The state stays as it is.
    pub(crate) fn scores_known_to(&mut self, state: &mut State, looker: Seat) -> Vec<Option<i32>> {
        let program = self.program;
        let Some(score) = program.score else { return Vec::new() };
        self.known_to(state, looker, score.value, &program.score_looks)
    }

    /// A number of every seat's side, where `looker` knows the cards that it `looks` at.
    fn known_to(
        &mut self,
        state: &mut State,
        looker: Seat,
        number: NumId,
        looks: &[Look],
    ) -> Vec<Option<i32>> {
        let program = self.program;
        let is_known = |state: &State, of: Seat| {
            looks.iter().all(|&look| state.knows_all(program, looker, look, of))
        };
        let mut known = Vec::new();
        for &captain in &program.captain_of {
            if !is_known(state, captain) {
                known.push(None);
                continue;
            }
            self.scratch.fuel = program.fuel;
            let mut eval = self.looking_at(state);
            eval.me = captain.word();
            let value = eval.num(number).ok();
            known.push(value.map(or_zero));
        }
        known
    }

    /// What the rules say each seat's position is worth to it (`value = …`), more being better;
    /// empty where they say nothing. The state stays as it is.
    pub(crate) fn hints(&mut self, state: &mut State) -> Result<Vec<i32>, Fault> {
        let mut hints = Vec::new();
        self.of_each(state, self.program.hint, &mut hints)?;
        Ok(hints)
    }

    /// A number of every seat's side; none of them is 0.
    #[inline]
    fn of_each(
        &mut self,
        state: &mut State,
        number: Option<NumId>,
        values: &mut Vec<i32>,
    ) -> Result<(), Fault> {
        values.clear();
        let Some(number) = number else { return Ok(()) };
        self.scratch.fuel = self.program.fuel;
        let routines = self.quick.and_then(Quick::routines);
        let mut eval = self.looking_at(state);
        let program = eval.program;
        if routines.is_some_and(|routines| eval.tally(routines, number)) {
            self.read_tally(values);
            return Ok(());
        }
        for &captain in &program.captain_of {
            eval.me = captain.word();
            let value = eval.num(number);
            values.push(or_zero(value.map_err(|kind| fault(program, kind))?));
        }
        Ok(())
    }

    /// What the tally says of every seat's side.
    #[inline]
    fn read_tally(&self, values: &mut Vec<i32>) {
        let captains = &self.program.captain_of;
        values.resize(captains.len(), 0);
        for (value, captain) in values.iter_mut().zip(captains) {
            *value = or_zero(self.scratch.tally[captain.index()]);
        }
    }

    /// What every seat is ranked by, the greatest first: its score, and what the rules name to
    /// decide between equal ones.
    fn keys(&mut self, state: &mut State, scores: &[i32], keys: &mut Keys) -> Result<(), Fault> {
        keys.all.clear();
        let Some(score) = self.program.score else { return Ok(()) };
        let program = self.program;
        let signed = |value: i32| score.signed(or_zero(value));
        let mut eval = self.looking_at(state);
        for (seat, &points) in scores.iter().enumerate() {
            keys.all.push(signed(points));
            if let Some(ties) = score.ties {
                eval.me = eval.program.captain_of[seat].word();
                let values = eval.group(ties).map_err(|kind| fault(program, kind))?;
                keys.all.extend(values.as_slice().iter().map(|&value| signed(value)));
            }
        }
        keys.width = keys.all.len() / scores.len().max(1);
        Ok(())
    }

    /// Works terms out as the game stands.
    fn looking_at<'e>(&'e mut self, state: &'e mut State) -> Eval<'e> {
        Eval {
            program: self.program,
            state,
            scratch: &mut self.scratch,
            host: self.host,
            routines: None,
            me: NONE,
            active: NONE,
            locals: self.program.memory.stack,
        }
    }

    /// The outcome of a game that is over; `None` before.
    ///
    /// # Errors
    /// The rules of the score fail.
    pub fn outcome(&mut self, state: &mut State) -> Result<Option<Outcome>, Fault> {
        let mut outcome = Outcome::default();
        self.scratch.scored = false;
        Ok(self.outcome_of_run(state, &mut outcome)?.then_some(outcome))
    }

    /// Writes the outcome of the game that was run last, to whose `state` nothing has happened
    /// since, into the memory of another `outcome`: its scores may stand in the tally. False, and
    /// that one means nothing, where the game is not over.
    ///
    /// # Errors
    /// The rules of the score fail.
    #[inline]
    pub fn outcome_of_run(
        &mut self,
        state: &mut State,
        outcome: &mut Outcome,
    ) -> Result<bool, Fault> {
        let Some(over) = state.control.over else { return Ok(false) };
        let program = self.program;
        if self.scratch.scored {
            self.read_tally(&mut outcome.scores);
        } else {
            self.of_each(state, program.score.map(|score| score.value), &mut outcome.scores)?;
        }
        match (over.winners, program.score) {
            (Some(winners), _) => rank(&mut outcome.ranks, program, |seat| winners.contains(seat)),
            (None, None) => rank(&mut outcome.ranks, program, |_| ()),
            // All are one side, and have one score.
            (None, Some(_)) if program.cooperative => rank(&mut outcome.ranks, program, |_| ()),
            (None, Some(score)) if score.ties.is_none() => {
                let scores = &outcome.scores;
                rank(&mut outcome.ranks, program, |seat| score.signed(scores[seat.index()]));
            }
            (None, Some(_)) => {
                let mut keys = std::mem::take(&mut self.keys);
                let known = self.keys(state, &outcome.scores, &mut keys);
                if known.is_ok() {
                    rank(&mut outcome.ranks, program, |seat| keys.of(seat));
                }
                self.keys = keys;
                known?;
            }
        }
        let winning = match over.winners {
            Some(winners) => winners,
            None if program.score.is_none() => SeatSet::EMPTY,
            None if program.cooperative => SeatSet::first(program.seats),
            None => best_seats(program, &outcome.ranks),
        };
        outcome.winners.clear();
        for seat in winning {
            outcome.winners.push(seat.shown());
        }
        outcome.reason.clear();
        if let Some(reason) = over.reason.and_then(|reason| program.sentences.get(reason)) {
            outcome.reason.push_str(reason);
        }
        Ok(true)
    }
}

/// A number; none counts as 0.
fn or_zero(value: i32) -> i32 {
    if value == NONE { 0 } else { value }
}

/// A fault of the score, which stands where the rules say what it is.
#[cold]
fn fault(program: &Program, kind: FaultKind) -> Fault {
    Fault { kind, span: program.score.map(|score| score.span).unwrap_or_default() }
}

impl ScorePart {
    /// What the part adds to the score.
    fn signed(&self, value: i32) -> i32 {
        if self.negative { value.wrapping_neg() } else { value }
    }
}

impl Score {
    /// A score as a key: the greatest is best.
    fn signed(self, points: i32) -> i64 {
        if self.lowest_wins { -i64::from(points) } else { points.into() }
    }
}

/// What every seat is ranked by, as many numbers for each.
#[derive(Debug, Default)]
pub(super) struct Keys {
    all: Vec<i64>,
    width: usize,
}

impl Keys {
    fn of(&self, seat: Seat) -> &[i64] {
        let from = seat.index() * self.width;
        &self.all[from..from + self.width]
    }
}

/// The seats of the first rank; nobody when they are of several sides, as a draw between sides is
/// nobody's win.
#[inline]
fn best_seats(program: &Program, ranks: &[u32]) -> SeatSet {
    let (mut winners, mut sides) = (0u32, 0u32);
    for seat in Seat::all(program.seats) {
        let first = u32::from(ranks[seat.index()] == 1);
        winners |= first << seat.number();
        sides |= first << program.team(seat).number();
    }
    SeatSet::from_bits(if sides.is_power_of_two() { winners } else { 0 })
}

/// Ranks from 1, the greatest key first: each is behind all sides with a greater one, for which
/// their captains stand.
#[inline]
fn rank<K: Ord>(ranks: &mut Vec<u32>, program: &Program, key: impl Fn(Seat) -> K) {
    ranks.resize(program.seats.into(), 1);
    ranks.fill(1);
    for seat in Seat::all(program.seats) {
        for other in Seat::all(seat.number()) {
            let (behind, ahead) = match key(seat).cmp(&key(other)) {
                Ordering::Less => (seat, other),
                Ordering::Equal => continue,
                Ordering::Greater => (other, seat),
            };
            ranks[behind.index()] += u32::from(program.is_captain(ahead));
        }
    }
}
