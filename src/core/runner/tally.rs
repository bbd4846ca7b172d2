//! Counts of many games, in whole numbers: so that sums are the same in whatever order they are
//! made, and on however many machines.

use super::playout::{Ended, Finished, Limit};
use super::ranges::Ranges;
use super::report::Failure;
use super::stats::{Histogram, Moments};
use crate::game::Game;
use crate::players::Stuck;
use crate::program::Program;
use crate::tabletop::ids::PhaseId;
use crate::value::Seat;
use crate::vm::{Fault, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was counted of some games. Memory does not grow with their number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub played: Ranges,
    /// Games that came to an end; all below but the failures is counted among these.
    pub finished: u64,
    /// By seat.
    pub wins: Vec<u64>,
    pub draws: u64,
    /// By seat; empty without a score in the rules.
    pub scores: Vec<Moments>,
    pub decisions: Histogram,
    /// For each phase that may be what people call a round.
    pub rounds: Vec<Passes>,
    /// Games that nothing in the rules ended: see [`RAN_OUT`].
    pub ran_out: u64,
    /// Of all others, by the sentence of the rules that ended them.
    pub reasons: BTreeMap<String, u64>,
    /// Games with more than [`MOST_CHOICES`](super::MOST_CHOICES), and games of which more than
    /// [`MOST_ENTRIES`](super::MOST_ENTRIES) happened that are written down.
    pub timeouts: u64,
    #[serde(default)]
    pub overlong: u64,
    pub faults: u64,
    pub stuck: u64,
    /// Of all failures, that of the game with the lowest number.
    pub failure: Option<Failure>,
}

/// How often a phase was entered, a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passes {
    pub phase: String,
    /// Its number in the program.
    number: PhaseId,
    pub times: Histogram,
}

/// The reason of a game for whose end the rules name none: it ran its course, or was ended without
/// a word.
pub const RAN_OUT: &str = "end of the game";

impl Tally {
    /// The counts of no games.
    pub(crate) fn new(game: &Game) -> Self {
        let program = game.program();
        Tally {
            played: Ranges::default(),
            finished: 0,
            wins: vec![0; program.seats as usize],
            draws: 0,
            scores: vec![
                Moments::default();
                if program.score.is_some() { program.seats as usize } else { 0 }
            ],
            decisions: Histogram::default(),
            rounds: program.rounds().into_iter().map(|phase| Passes::of(program, phase)).collect(),
            ran_out: 0,
            reasons: BTreeMap::new(),
            timeouts: 0,
            overlong: 0,
            faults: 0,
            stuck: 0,
            failure: None,
        }
    }

    pub fn games(&self) -> u64 {
        self.played.len()
    }

    /// Counts the game with number `k`; that it has been played is for the caller to say, in
    /// [`Tally::played`].
    pub(crate) fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished) {
        match &played.ended {
            Ended::Over(outcome) => self.over(game.program(), outcome, played),
            Ended::GivenUp(Limit::Choices) => self.timeouts += 1,
            Ended::GivenUp(Limit::Entries) => self.overlong += 1,
            // Whoever plays leaves it out.
            Ended::Stopped => {}
            Ended::Failed(fault) => {
                self.faults += 1;
                self.fail(failure(game, k, seed, fault));
            }
            Ended::Stuck(seat, stuck) => {
                self.stuck += 1;
                self.fail(failure_of_a_player(k, seed, *seat, stuck));
            }
        }
    }

    fn over(&mut self, program: &Program, outcome: &Outcome, played: &Finished) {
        self.finished += 1;
        for &seat in &outcome.winners {
            self.wins[usize::from(seat) - 1] += 1;
        }
        self.draws += u64::from(is_draw(program, outcome));
        for (moments, &score) in self.scores.iter_mut().zip(&outcome.scores) {
            moments.add(i64::from(score));
        }
        self.decisions.add(played.decisions.cast_signed());
        for (passes, &times) in self.rounds.iter_mut().zip(&played.rounds) {
            passes.times.add(times.into());
        }
        if outcome.reason.is_empty() {
            self.ran_out += 1;
        } else if let Some(count) = self.reasons.get_mut(&outcome.reason) {
            *count += 1;
        } else {
            self.reasons.insert(outcome.reason.clone(), 1);
        }
    }

    fn fail(&mut self, failure: Failure) {
        if self.failure.as_ref().is_none_or(|first| failure.game < first.game) {
            self.failure = Some(failure);
        }
    }

    /// Merges the counts of different games of one program.
    pub fn merged(mut self, other: Tally) -> Tally {
        self.played = self.played.joined(other.played);
        self.finished += other.finished;
        self.draws += other.draws;
        self.timeouts += other.timeouts;
        self.overlong += other.overlong;
        self.faults += other.faults;
        self.stuck += other.stuck;
        self.wins.iter_mut().zip(other.wins).for_each(|(a, b)| *a += b);
        self.scores.iter_mut().zip(other.scores).for_each(|(a, b)| a.merge(b));
        self.decisions.merge(other.decisions);
        self.rounds.iter_mut().zip(other.rounds).for_each(|(a, b)| a.times.merge(b.times));
        self.ran_out += other.ran_out;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        other.failure.into_iter().for_each(|failure| self.fail(failure));
        self
    }

    /// Whether the same things were counted, so that the counts can be added.
    pub(super) fn is_like(&self, other: &Tally) -> bool {
        let phases =
            |tally: &Tally| tally.rounds.iter().map(|passes| passes.number).collect::<Vec<_>>();
        self.wins.len() == other.wins.len()
            && self.scores.len() == other.scores.len()
            && phases(self) == phases(other)
    }

    /// Whether the counts can be those of its games.
    pub(super) fn is_sound(&self) -> bool {
        let ends = [self.finished, self.timeouts, self.overlong, self.faults, self.stuck];
        let reasons = self.reasons.values().chain([&self.ran_out]).map(|&times| u128::from(times));
        ends.into_iter().map(u128::from).sum::<u128>() == self.played.len().into()
            && reasons.sum::<u128>() == self.finished.into()
            && self.wins.iter().chain([&self.draws]).all(|&times| times <= self.finished)
            && self.scores.iter().all(|moments| moments.n == self.finished && moments.is_sound())
            && self.decisions.is_of(self.finished)
            && self.rounds.iter().all(|passes| passes.times.is_of(self.finished))
    }

    /// How often games ended for each reason.
    pub(crate) fn all_reasons(&self) -> BTreeMap<String, u64> {
        let mut reasons = self.reasons.clone();
        if self.ran_out > 0 {
            *reasons.entry(RAN_OUT.to_owned()).or_default() += self.ran_out;
        }
        reasons
    }

    /// Of the phases that may be rounds, the one that came most often.
    pub fn round(&self) -> Option<&Passes> {
        self.rounds.iter().rev().max_by_key(|passes| passes.times.sum())
    }
}

impl Passes {
    fn of(program: &Program, number: PhaseId) -> Passes {
        Passes { phase: program.phases[number].name.clone(), number, times: Histogram::default() }
    }
}

/// Why a game ended, as reports call it.
pub(crate) fn reason(outcome: &Outcome) -> &str {
    if outcome.reason.is_empty() { RAN_OUT } else { &outcome.reason }
}

/// Whether a game has no winner; never in a cooperative one, where nobody's win is everybody's
/// loss.
pub(crate) fn is_draw(program: &Program, outcome: &Outcome) -> bool {
    outcome.winners.is_empty() && !program.cooperative
}

/// What kept the game with number `k` from its end.
pub(super) fn unfinished(game: &Game, k: u64, seed: u64, ended: &Ended) -> Failure {
    let too_long = |code: &str| Failure {
        game: k,
        seed,
        code: code.into(),
        message: String::new(),
        file: String::new(),
        line: 0,
    };
    match ended {
        Ended::Failed(fault) => failure(game, k, seed, fault),
        Ended::Stuck(seat, stuck) => failure_of_a_player(k, seed, *seat, stuck),
        Ended::GivenUp(Limit::Entries) => too_long(Failure::OVERLONG),
        Ended::GivenUp(Limit::Choices) | Ended::Over(_) | Ended::Stopped => {
            too_long(Failure::ENDLESS)
        }
    }
}

/// The failure of a player in the game with number `k`.
pub(super) fn failure_of_a_player(k: u64, seed: u64, seat: Seat, stuck: &Stuck) -> Failure {
    Failure {
        game: k,
        seed,
        code: Failure::OF_A_PLAYER.into(),
        message: format!("seat {}: {stuck}", seat.shown()),
        file: String::new(),
        line: 0,
    }
}

/// The failure of the game with number `k`.
pub(super) fn failure(game: &Game, k: u64, seed: u64, fault: &Fault) -> Failure {
    let (file, line) = game.program().sources.file_and_line(fault.span);
    Failure {
        game: k,
        seed,
        code: fault.kind.code().into(),
        message: game.fault_words(fault),
        file,
        line,
    }
}
