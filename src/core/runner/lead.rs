//! Who leads when: measures of a game's course, after Cameron Browne, "Automatic Generation and
//! Evaluation of Recombination Games" (PhD thesis, Queensland University of Technology, 2008).
//! Every decision costs a trial of each of its options, so this is a simulation of its own.
//!
//! How a side stands is what its score says; or what it can expect at the end when games are played
//! on at random from there, with what everybody at the table together knows, and nothing of what is
//! still to come. Sums are kept in millionths, so that they are exact whatever the order.

use super::measures::winning_sides;
use super::playout::{Ended, GoesOn, play_while, players_of, seed_of_game};
use super::stats::{Histogram, Moments, Spread};
use super::{Entrant, Parts, Watch, Watcher, side_of, sides};
use crate::game::{Game, Play};
use crate::players::{play_out, rank};
use crate::program::Program;
use crate::value::{Fraction, Narrow, Seat, TeamId};
use crate::vm::{Generator, Outcome, Runtime, Silent, State};
use serde::{Deserialize, Serialize};

/// Games to be followed decision by decision.
pub struct Following<'a> {
    pub game: &'a Game,
    pub seats: &'a [&'a dyn Entrant],
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    /// Games played on at random for each estimate; 0 to go by the score, as only rules with a
    /// score can.
    pub playouts: u32,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

/// Tenths of a game.
const TENTHS: usize = 10;

/// What one unit of an estimate is in sums.
pub const UNIT: f64 = 1e6;

/// Counts of followed games that one side alone won, one value a game unless said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leads {
    /// Estimates are points of the score; else what the sides can expect, from 0 to 1.
    pub by_score: bool,
    pub playouts: u32,
    /// How far behind the winner was while it was behind: the mean of the roots; 0 where it never
    /// was.
    pub drama: Moments,
    /// How often another side took the lead.
    pub changes: Histogram,
    /// The share of the game that was over when the winner took the lead for good.
    pub settled: Moments,
    /// By how much the best option was better than the worst, the mean of the game's decisions.
    pub spread: Moments,
    /// The share of decisions in which every option made the decider's lead smaller: than it was
    /// before, by the score; than it was after its own last choice, by playouts, of which the mean
    /// of the options is what was before.
    pub coolness: Moments,
    /// The coolness of each tenth of the game, of the games that have a decision in it.
    pub course: Vec<Moments>,
}

/// What the counts say, for programs: means with their intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeadMeans {
    pub games: u64,
    pub drama: Spread,
    pub changes: Spread,
    pub settled: Spread,
    pub spread: Spread,
    /// None where no decision could be held against an earlier one.
    pub coolness: Option<Spread>,
    pub course: Vec<Spread>,
}

impl From<&Leads> for LeadMeans {
    fn from(leads: &Leads) -> LeadMeans {
        let mean = |moments: &Moments| moments.spread().over(UNIT);
        LeadMeans {
            games: leads.drama.n,
            drama: mean(&leads.drama),
            changes: leads.changes.spread(),
            settled: mean(&leads.settled).of_shares(),
            spread: mean(&leads.spread),
            coolness: (leads.coolness.n > 0).then(|| mean(&leads.coolness).of_shares()),
            course: if leads.coolness.n > 0 {
                leads.course.iter().map(|tenth| mean(tenth).of_shares()).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// How the sides stand, best is highest.
type Estimate = Vec<f64>;

/// One decision of a game.
struct Step {
    before: Estimate,
    spread: f64,
    /// Whether every option made the decider's lead smaller; `None` where there is nothing to hold
    /// them against.
    cool: Option<bool>,
}

/// One game's course, in millionths but for the changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CourseMeasures {
    pub drama: i64,
    pub changes: i64,
    pub settled: i64,
    pub spread: i64,
    pub coolness: Option<i64>,
    /// Coolness of each tenth that has a decision in it.
    tenths: [Option<i64>; TENTHS],
}

impl Following<'_> {
    /// Follows the games, and counts.
    pub fn run(&self) -> Leads {
        self.count().0
    }

    /// Follows the games, and counts; with how many games were followed to their end, which are
    /// fewer where the watcher wanted no more.
    pub fn count(&self) -> (Leads, u64) {
        let watch = Watch::new(self.watcher);
        let goes_on = || watch.goes_on();
        let piece = |(): &mut (), from: u64, to: u64| {
            let (mut leads, mut followed) = (self.nothing(), 0);
            for k in from..to {
                let (ended, course) = self.follow(seed_of_game(self.seed, k), &goes_on);
                if ended == Ended::Stopped {
                    return ((leads, followed), false);
                }
                course.iter().for_each(|course| leads.add(course));
                followed += 1;
                watch.count();
            }
            ((leads, followed), goes_on())
        };
        let parts = Parts { first: self.first, items: self.games, size: 4, jobs: self.jobs };
        let merged = |(leads, n): (Leads, u64), (other, m)| (leads.merged(other), n + m);
        parts.work(|| (), piece, || (self.nothing(), 0), merged)
    }

    fn nothing(&self) -> Leads {
        let by_score = self.playouts == 0;
        Leads {
            by_score,
            playouts: self.playouts,
            course: vec![Moments::default(); TENTHS],
            ..Leads::default()
        }
    }

    /// How the game with this seed ended, and its course where one side alone won it and there was
    /// something to decide. `goes_on` is asked before each choice and each trial of an option.
    pub(super) fn follow(&self, seed: u64, goes_on: GoesOn<'_>) -> (Ended, Option<CourseMeasures>) {
        let program = self.game.program();
        let mut play = Play::unlogged(self.game, seed);
        let mut players = players_of(self.game, self.seats, seed);
        let mut rollouts =
            (self.playouts > 0).then(|| Rollouts::new(self.game, self.playouts, play.state()));
        let (mut steps, mut is_cut) = (Vec::new(), false);
        let ended = play_while(&mut play, &mut players, goes_on, |play, seat, taken| {
            if play.option_count(seat) > 1 {
                let chances = Generator::stream(seed, 1_000 + steps.len() as u64);
                let step = match &mut rollouts {
                    Some(rollouts) => rollouts.step(play, seat, taken, chances, goes_on),
                    None => Some(step(play, seat)),
                };
                is_cut |= step.is_none();
                steps.extend(step);
            }
        });
        if is_cut {
            return (Ended::Stopped, None);
        }
        let winner = match &ended {
            Ended::Over(outcome) => winner(program, outcome, self.playouts > 0),
            Ended::GivenUp(_) | Ended::Failed(_) | Ended::Stuck(..) | Ended::Stopped => None,
        };
        let last = match (&rollouts, &ended) {
            (Some(rollouts), Ended::Over(outcome)) => rollouts.shares(outcome),
            (Some(_) | None, _) => standing(&play),
        };
        let won = winner.filter(|_| !steps.is_empty());
        (ended, won.map(|winner| CourseMeasures::of(&steps, &last, winner)))
    }
}

/// The side that won alone: of several winners none is the one who was behind, or led for good.
/// Where estimates are shares of wins, the game itself is the other side of a cooperative one.
fn winner(program: &Program, outcome: &Outcome, by_wins: bool) -> Option<usize> {
    let mut sides = winning_sides(program, outcome).into_iter();
    match (sides.next(), sides.next()) {
        (Some(side), None) => Some(side.index()),
        (Some(_), Some(_)) => None,
        (None, _) => (program.cooperative && by_wins).then_some(1),
    }
}

// ---- by the score

/// A decision as the score sees it.
fn step(play: &Play, seat: Seat) -> Step {
    let side = side_of(play.game().program(), seat).index();
    let before = standing(play);
    let after = |option| {
        let mut world = play.quiet();
        world.apply(seat, option).is_ok().then(|| lead(&standing(&world), side))
    };
    let after: Vec<f64> = (0..play.option_count(seat)).filter_map(after).collect();
    Step { spread: range(&after), cool: Some(best(&after) < lead(&before, side)), before }
}

/// The score of each side, as it would be if the game ended now.
fn standing(play: &Play) -> Estimate {
    let program = play.game().program();
    let sign = if program.score.is_some_and(|score| score.lowest_wins) { -1.0 } else { 1.0 };
    let scores = play.scores();
    let of_seat = |seat: Seat| sign * f64::from(scores.get(seat.index()).copied().unwrap_or(0));
    sides(program).map(of_seat).collect()
}

// ---- by games played on at random

/// Plays on from positions of one game.
struct Rollouts<'a> {
    runtime: Runtime<'a>,
    program: &'a Program,
    playouts: u32,
    world: State,
    /// By side: how far it was ahead after its own last choice.
    own: Vec<Option<f64>>,
}

impl<'a> Rollouts<'a> {
    fn new(game: &'a Game, playouts: u32, state: &State) -> Self {
        let mut runtime = game.runtime();
        runtime.knowing = false;
        let program = game.program();
        Rollouts {
            runtime,
            program,
            playouts,
            world: state.clone(),
            own: vec![None; usize::from(program.teams)],
        }
    }

    /// Every option is tried with the same deals and chances. Random players take each as often as
    /// the others: so what could be expected before is the mean of what can be expected after.
    /// Nothing where somebody does not want to wait for it.
    fn step(
        &mut self,
        play: &Play,
        seat: Seat,
        taken: usize,
        mut chances: Generator,
        goes_on: GoesOn<'_>,
    ) -> Option<Step> {
        let side = side_of(self.program, seat).index();
        let seeds: Vec<u64> = (0..self.playouts).map(|_| chances.bits()).collect();
        let options = play.option_count(seat);
        let mut after: Vec<Estimate> = Vec::with_capacity(options);
        for option in 0..options {
            if !goes_on() {
                return None;
            }
            after.push(self.expected(play.state(), seat, (option, options), &seeds));
        }
        let before: Estimate = (0..after[0].len())
            .map(|of| after.iter().map(|estimate| estimate[of]).sum::<f64>() / options.to_f64())
            .collect();
        let leads: Vec<f64> = after.iter().map(|estimate| lead(estimate, side)).collect();
        // A choice in several steps is held against what was before all of them.
        let is_further = play.state().begun(self.program, seat).is_some();
        let cool = self.own[side].filter(|_| !is_further).map(|last| best(&leads) < last);
        self.own[side] = leads.get(taken).copied();
        Some(Step { spread: range(&leads), cool, before })
    }

    /// What each side can expect when a seat takes the first of so many options.
    fn expected(
        &mut self,
        state: &State,
        seat: Seat,
        option: (usize, usize),
        seeds: &[u64],
    ) -> Estimate {
        let mut sums = vec![0.0; self.sides()];
        for &seed in seeds {
            let outcome = self.ended(state, seat, option, Generator::new(seed));
            for (side, sum) in sums.iter_mut().enumerate() {
                *sum += outcome.as_ref().map_or(0.5, |outcome| share(self.program, outcome, side));
            }
        }
        sums.into_iter().map(|sum| sum / f64::from(self.playouts)).collect()
    }

    /// What an end is worth to each side.
    fn shares(&self, outcome: &Outcome) -> Estimate {
        (0..self.sides()).map(|side| share(self.program, outcome, side)).collect()
    }

    /// The game itself is the other side of a cooperative one.
    fn sides(&self) -> usize {
        usize::from(if self.program.cooperative { 2 } else { self.program.teams })
    }

    fn ended(
        &mut self,
        state: &State,
        seat: Seat,
        (option, options): (usize, usize),
        mut generator: Generator,
    ) -> Option<Outcome> {
        state.reopen_into(self.program, &mut generator, &mut self.world);
        // Where other cards would give other options, the true ones have to lie there.
        if self.runtime.options(&mut self.world, seat).ok()?.len() != options {
            self.world.clone_from(state);
            self.world.reseed(Generator::new(generator.bits()));
        }
        let choice = *self.runtime.options(&mut self.world, seat).ok()?.get(option)?;
        self.runtime.choose(&mut self.world, seat, &choice, &mut Silent).ok()?;
        play_out(&mut self.runtime, &mut self.world, &mut generator).ok()?;
        self.runtime.outcome(&mut self.world).ok()?
    }
}

/// What an end is worth to a side: the share of the other sides that did worse, with half of those
/// that did as well.
fn share(program: &Program, outcome: &Outcome, side: usize) -> f64 {
    match (program.cooperative, outcome.winners.is_empty()) {
        (true, won) => f64::from(u8::from(won == (side == 1))),
        (false, _) => f64::from(rank(program, outcome, program.captain(TeamId::new(side)))),
    }
}

// ---- numbers

fn best(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The best less the worst.
fn range(values: &[f64]) -> f64 {
    if values.is_empty() {
        0.0
    } else {
        best(values) - values.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// How far a side is before the best of the others; less than 0 where it is behind.
fn lead(estimate: &Estimate, side: usize) -> f64 {
    let others =
        estimate.iter().enumerate().filter(|(other, _)| *other != side).map(|(_, &value)| value);
    let best = others.fold(f64::NEG_INFINITY, f64::max);
    let own = estimate.get(side).copied().unwrap_or(0.0);
    if best.is_finite() { own - best } else { own }
}

/// The side that is before all others.
fn leader(estimate: &Estimate) -> Option<usize> {
    (0..estimate.len()).find(|&side| lead(estimate, side) > 0.0)
}

/// A number in millionths, rounded.
fn exact(value: f64) -> i64 {
    (value * UNIT).round() as i64
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut n, mut sum) = (0u32, 0.0);
    for value in values {
        n += 1;
        sum += value;
    }
    (n > 0).then(|| sum / f64::from(n))
}

impl CourseMeasures {
    /// Of a game that a side won: its decisions, and how the sides stood at the `end`.
    fn of(steps: &[Step], end: &Estimate, winner: usize) -> CourseMeasures {
        let behind = steps.iter().map(|step| -lead(&step.before, winner)).filter(|&by| by > 0.0);
        let last = steps
            .iter()
            .rposition(|step| lead(&step.before, winner) <= 0.0)
            .map_or(0, |last| last + 1);
        let coolness = |steps: &[Step]| {
            let cool = steps.iter().filter_map(|step| step.cool);
            mean(cool.map(|cool| f64::from(u8::from(cool)))).map(exact)
        };
        let at = |tenth: usize| (tenth * steps.len()).div_ceil(TENTHS);
        CourseMeasures {
            drama: exact(mean(behind.map(f64::sqrt)).unwrap_or(0.0)),
            changes: changes(steps, end),
            settled: exact(last.to_f64() / steps.len().to_f64()),
            spread: exact(mean(steps.iter().map(|step| step.spread)).unwrap_or(0.0)),
            coolness: coolness(steps),
            tenths: std::array::from_fn(|tenth| coolness(&steps[at(tenth)..at(tenth + 1)])),
        }
    }
}

impl Leads {
    fn add(&mut self, course: &CourseMeasures) {
        self.drama.add(course.drama);
        self.changes.add(course.changes);
        self.settled.add(course.settled);
        self.spread.add(course.spread);
        course.coolness.into_iter().for_each(|coolness| self.coolness.add(coolness));
        for (moments, coolness) in self.course.iter_mut().zip(course.tenths) {
            coolness.into_iter().for_each(|coolness| moments.add(coolness));
        }
    }

    /// Merges the counts of different games of one program.
    pub fn merged(mut self, other: Leads) -> Leads {
        self.drama.merge(other.drama);
        self.changes.merge(other.changes);
        self.settled.merge(other.settled);
        self.spread.merge(other.spread);
        self.coolness.merge(other.coolness);
        self.course.iter_mut().zip(other.course).for_each(|(a, b)| a.merge(b));
        self
    }

    /// Whether the counts can be those of some of so many finished games.
    pub(super) fn is_sound(&self, finished: u64) -> bool {
        let n = self.drama.n;
        let sums = [&self.drama, &self.settled, &self.spread, &self.coolness];
        n <= finished
            && self.settled.n == n
            && self.spread.n == n
            && self.changes.is_of(n)
            && self.coolness.n <= n
            && self.course.len() == TENTHS
            && self.course.iter().all(|tenth| tenth.n <= self.coolness.n)
            && self.course.iter().chain(sums).all(Moments::is_sound)
    }

    /// Whether the same things were counted.
    pub(super) fn is_like(&self, other: &Leads) -> bool {
        (self.by_score, self.playouts) == (other.by_score, other.playouts)
    }
}

/// How often another side is before all others than the one that was so last: before a decision, or
/// at the end.
fn changes(steps: &[Step], end: &Estimate) -> i64 {
    let estimates = steps.iter().map(|step| &step.before).chain([end]);
    let leaders: Vec<usize> = estimates.filter_map(leader).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count().to_i64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(leads: &[f64]) -> Vec<Step> {
        leads
            .iter()
            .map(|&one| Step { before: vec![one, 0.0], spread: 0.0, cool: Some(one > 2.0) })
            .collect()
    }

    fn leads(of: &[f64], winner: usize) -> Leads {
        let mut leads =
            Leads { by_score: true, course: vec![Moments::default(); TENTHS], ..Leads::default() };
        let end = vec![if winner == 0 { 1.0 } else { -1.0 }, 0.0];
        leads.add(&CourseMeasures::of(&steps(of), &end, winner));
        leads
    }

    #[test]
    fn who_is_never_behind_wins_without_drama() {
        let calm = leads(&[0.0, 1.0, 2.0, 3.0], 0);
        assert_eq!((calm.drama.sum, calm.changes.max(), calm.settled.sum), (0, 0, 250_000));
        assert_eq!(calm.coolness.sum, 250_000);
    }

    #[test]
    fn a_winner_from_behind_is_dramatic() {
        // Four, then one behind: roots 2 and 1.
        let late = leads(&[-4.0, -1.0, 0.0, 5.0], 0);
        assert_eq!((late.drama.sum, late.changes.max(), late.settled.sum), (1_500_000, 1, 750_000));
        let lost = leads(&[1.0, -1.0, 1.0, -1.0], 0);
        assert_eq!((lost.changes.max(), lost.settled.sum), (4, 1_000_000));
    }

    #[test]
    fn the_course_has_every_decision_once() {
        let of: Vec<f64> = (0..25).map(f64::from).collect();
        let course = leads(&of, 0).course;
        assert!(
            course.iter().all(|tenth| tenth.n == 1)
                && course[9].sum == 1_000_000
                && course[0].sum == 0,
            "{course:?}"
        );
    }
}
