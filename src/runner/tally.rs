//! Counts of many games, in whole numbers: so that sums are the same in whatever order they are made.

use super::playout::{Ended, Finished};
use super::report::{Failure, Rate, Report, Series, Spread};
use crate::game::{Game, Plain};
use crate::program::Program;
use crate::vm::{Fault, Outcome};
use std::collections::BTreeMap;

/// What was counted of some games. Memory does not grow with their number.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    pub games: u64,
    /// Games that came to an end; all below but the failures is counted among these.
    pub finished: u64,
    /// By seat.
    wins: Vec<u64>,
    draws: u64,
    /// By seat; empty without a score in the rules.
    scores: Vec<Moments>,
    decisions: Histogram,
    /// For each phase that may be what people call a round.
    rounds: Vec<(u16, Histogram)>,
    reasons: BTreeMap<String, u64>,
    timeouts: u64,
    faults: u64,
    stuck: u64,
    /// Of all failures, that of the game with the lowest number.
    failure: Option<Failure>,
}

impl Tally {
    /// Of no games.
    pub fn new(game: &Game) -> Self {
        let program = game.program();
        Tally {
            games: 0,
            finished: 0,
            wins: vec![0; program.seats as usize],
            draws: 0,
            scores: vec![Moments::default(); if program.score.is_some() { program.seats as usize } else { 0 }],
            decisions: Histogram::default(),
            rounds: round_phases(program).into_iter().map(|phase| (phase, Histogram::default())).collect(),
            reasons: BTreeMap::new(),
            timeouts: 0,
            faults: 0,
            stuck: 0,
            failure: None,
        }
    }

    /// Counts the game with number `k`.
    pub fn add(&mut self, game: &Game, k: u64, seed: u64, played: Finished) {
        self.games += 1;
        match &played.ended {
            Ended::Over(outcome) => self.over(game.program(), outcome, &played),
            Ended::TimedOut => self.timeouts += 1,
            Ended::Failed(fault) => {
                self.faults += 1;
                self.fail(failure(game, k, seed, fault));
            }
            Ended::Stuck(seat, stuck) => {
                self.stuck += 1;
                let message = format!("seat {}: {stuck}", seat + 1);
                self.fail(Failure { game: k, seed, code: "player".into(), message, file: String::new(), line: 0 });
            }
        }
    }

    fn over(&mut self, program: &Program, outcome: &Outcome, played: &Finished) {
        self.finished += 1;
        for &seat in &outcome.winners {
            self.wins[seat as usize - 1] += 1;
        }
        // In a cooperative game nobody's win is everybody's loss.
        self.draws += u64::from(outcome.winners.is_empty() && !program.cooperative);
        for (moments, &score) in self.scores.iter_mut().zip(&outcome.scores) {
            moments.add(score);
        }
        self.decisions.add(played.decisions);
        for (phase, histogram) in &mut self.rounds {
            histogram.add(u64::from(played.entered[*phase as usize]));
        }
        *self.reasons.entry(reason(outcome)).or_default() += 1;
    }

    fn fail(&mut self, failure: Failure) {
        if self.failure.as_ref().is_none_or(|first| failure.game < first.game) {
            self.failure = Some(failure);
        }
    }

    /// Both together, of one game's program.
    pub fn merged(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.finished += other.finished;
        self.draws += other.draws;
        self.timeouts += other.timeouts;
        self.faults += other.faults;
        self.stuck += other.stuck;
        self.wins.iter_mut().zip(other.wins).for_each(|(a, b)| *a += b);
        self.scores.iter_mut().zip(other.scores).for_each(|(a, b)| a.merge(b));
        self.decisions.merge(other.decisions);
        self.rounds.iter_mut().zip(other.rounds).for_each(|(a, b)| a.1.merge(b.1));
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        other.failure.into_iter().for_each(|failure| self.fail(failure));
        self
    }

    /// What the counts say. `seats`: a name for each.
    pub fn report(&self, game: &Game, seats: Vec<String>, seed: u64) -> Report {
        let program = game.program();
        // Of the phases that may be rounds, the one that came most often.
        let rounds = self.rounds.iter().rev().max_by_key(|(_, histogram)| histogram.sum());
        Report {
            games: self.games,
            seats,
            seed,
            options: program.options.iter().map(|o| (o.name.clone(), Plain::of_option(&o.value))).collect(),
            wins: self.wins.clone(),
            win_rates: self.wins.iter().map(|&wins| Rate::of(wins, self.finished)).collect(),
            draws: self.draws,
            draw_rate: Rate::of(self.draws, self.finished),
            scores: self.scores.iter().map(Moments::spread).collect(),
            decisions: self.decisions.series(),
            rounds: rounds.map(|(_, histogram)| histogram.series()).unwrap_or_default(),
            round_phase: rounds.map(|(phase, _)| program.phases[*phase as usize].name.clone()),
            end_reasons: self.reasons.clone(),
            timeouts: self.timeouts,
            faults: self.faults,
            stuck: self.stuck,
            failure: self.failure.clone(),
            seconds: 0.0,
            playouts_per_second: 0.0,
        }
    }
}

/// Why a game ended, as reports call it.
fn reason(outcome: &Outcome) -> String {
    if outcome.reason.is_empty() { "end of the game".into() } else { outcome.reason.clone() }
}

fn failure(game: &Game, k: u64, seed: u64, fault: &Fault) -> Failure {
    let sources = &game.program().sources;
    let file = sources.iter().find(|(id, _)| *id == fault.span.source).map(|(_, source)| source.name.clone());
    Failure {
        game: k,
        seed,
        code: fault.kind.code().into(),
        message: game.fault_words(fault),
        file: file.unwrap_or_default(),
        line: sources.line_column(fault.span).0,
    }
}

/// The phase named `round`; else those that stand directly in the phase `game`.
fn round_phases(program: &Program) -> Vec<u16> {
    let number = |found: usize| found as u16;
    if let Some(round) = program.phases.iter().position(|phase| phase.name == "round") {
        return vec![number(round)];
    }
    let game = program.units.get(program.start as usize).and_then(|unit| unit.phase);
    game.map(|game| program.phases[game as usize].children.clone()).unwrap_or_default()
}

/// Numbers of which mean and deviation are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moments {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    fn add(&mut self, value: i32) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    fn merge(&mut self, other: Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn spread(&self) -> Spread {
        Spread::of(self.n, self.sum, self.squares)
    }
}

/// How often each number came.
#[derive(Clone, Debug, Default, PartialEq)]
struct Histogram(BTreeMap<u64, u64>);

impl Histogram {
    fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    fn merge(&mut self, other: Histogram) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    fn sum(&self) -> i128 {
        self.0.iter().map(|(&value, &count)| i128::from(value) * i128::from(count)).sum()
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    fn series(&self) -> Series {
        let squares = self.0.iter().map(|(&v, &count)| i128::from(v) * i128::from(v) * i128::from(count)).sum();
        let spread = Spread::of(self.count(), self.sum(), squares);
        Series { mean: spread.mean, sd: spread.sd, p95: self.quantile(95) }
    }

    /// The smallest value that so many percent of all do not exceed.
    fn quantile(&self, percent: u64) -> u64 {
        let wanted = (u128::from(self.count()) * u128::from(percent)).div_ceil(100);
        let mut so_far = 0u128;
        for (&value, &count) in &self.0 {
            so_far += u128::from(count);
            if so_far >= wanted {
                return value;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(values: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn quantiles_are_values_that_came() {
        assert_eq!(histogram(1..=100).quantile(95), 95);
        assert_eq!(histogram([3]).quantile(95), 3);
        assert_eq!(histogram(1..=10).quantile(95), 10);
        assert_eq!(histogram([]).quantile(95), 0);
    }

    #[test]
    fn deviations_are_those_of_a_sample() {
        let series = histogram([2, 4, 4, 4, 5, 5, 7, 9]).series();
        assert_eq!((series.mean, series.sd), (5.0, (32.0f64 / 7.0).sqrt()));
    }

    #[test]
    fn the_order_of_merging_makes_no_difference() {
        let mut a = histogram([1, 2]);
        let mut b = histogram([2, 3]);
        a.merge(b.clone());
        b.merge(histogram([1, 2]));
        assert_eq!(a, b);
    }
}
