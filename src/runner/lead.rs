//! Who leads when: measures of a game's course, after Cameron Browne, "Automatic Generation and Evaluation of Recombination Games"
//! (PhD thesis, Queensland University of Technology, 2008). Every decision costs a trial of each of its options, so this is a
//! simulation of its own.
//!
//! How a side stands is what its score says where the rules have one; else how often it wins games that are played on at random. Sums
//! are kept in millionths, so that they are exact whatever the order.

use super::playout::{Ended, MOST_CHOICES, play_watched, players_of, seed_of_game};
use super::stats::{Histogram, Moments, Spread};
use super::{Entrant, Parts, Watcher};
use crate::game::{Game, Play};

use crate::value::Seat;
use crate::vm::Generator;
use serde::{Deserialize, Serialize};

/// Games to be followed decision by decision.
pub struct Following<'a> {
    pub game: &'a Game,
    pub seats: &'a [&'a dyn Entrant],
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    /// Games played on at random for each estimate, where the rules have no score.
    pub playouts: u32,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

/// Tenths of a game.
const TENTHS: usize = 10;

/// What one unit of an estimate is in sums.
pub const UNIT: f64 = 1e6;

/// Counts of followed games that ended with a winner, one value a game unless said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leads {
    /// Estimates are points of the score, not shares of games won.
    pub by_score: bool,
    pub playouts: u32,
    /// How far behind the winner was while it was behind: the mean of the roots; 0 where it never was.
    pub drama: Moments,
    /// How often another side took the lead.
    pub changes: Histogram,
    /// The share of the game that was over when the winner took the lead for good.
    pub settled: Moments,
    /// By how much the best option was better than the worst, the mean of the game's decisions.
    pub spread: Moments,
    /// The share of decisions in which every option made the decider's lead smaller; by score alone.
    pub coolness: Moments,
    /// The same for each tenth of the game, of the games that have a decision in it.
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
    /// None where the rules have no score.
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
            settled: mean(&leads.settled),
            spread: mean(&leads.spread),
            coolness: leads.by_score.then(|| mean(&leads.coolness)),
            course: if leads.by_score { leads.course.iter().map(mean).collect() } else { Vec::new() },
        }
    }
}

/// How the sides stand, best is highest.
type Estimate = Vec<f64>;

/// One decision of a game.
struct Step {
    before: Estimate,
    spread: f64,
    cool: bool,
}

impl Following<'_> {
    pub fn run(&self) -> Leads {
        let done = std::sync::atomic::AtomicU64::new(0);
        let piece = |(): &mut (), from: u64, to: u64| {
            let mut leads = self.nothing();
            for k in from..to {
                self.follow(seed_of_game(self.seed, k), &mut leads);
            }
            let played = done.fetch_add(to - from, std::sync::atomic::Ordering::Relaxed) + to - from;
            (leads, self.watcher.is_none_or(|watcher| watcher(played)))
        };
        let parts = Parts { first: self.first, items: self.games, size: 4, jobs: self.jobs };
        parts.work(|| (), piece, || self.nothing(), Leads::merged)
    }

    fn nothing(&self) -> Leads {
        let by_score = self.game.program().score.is_some();
        Leads { by_score, playouts: self.playouts, course: vec![Moments::default(); TENTHS], ..Leads::default() }
    }

    fn follow(&self, seed: u64, leads: &mut Leads) {
        let mut play = Play::unlogged(self.game, seed);
        let mut players = players_of(self.game, self.seats, seed);
        let mut steps = Vec::new();
        let ended = play_watched(&mut play, &mut players, |play, seat, _| {
            if play.option_count(seat) > 1 {
                let chances = Generator::stream(seed, 1_000 + steps.len() as u64);
                steps.push(self.step(play, seat, chances));
            }
        });
        let Ended::Over(outcome) = ended else { return };
        let winner = outcome.winners.first().map(|seat| usize::from(self.game.program().team(seat - 1)));
        if let (Some(winner), false) = (winner, steps.is_empty()) {
            leads.add(&steps, winner);
        }
    }

    fn step(&self, play: &Play, seat: Seat, mut chances: Generator) -> Step {
        let side = usize::from(self.game.program().team(seat));
        let before = self.estimate(play, &mut chances);
        let mut after = Vec::new();
        for option in 0..play.option_count(seat) {
            let mut world = play.quiet();
            if world.apply(seat, option).is_ok() {
                after.push(lead(&self.estimate(&world, &mut chances), side));
            }
        }
        let best = after.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let worst = after.iter().copied().fold(f64::INFINITY, f64::min);
        let spread = if after.is_empty() { 0.0 } else { best - worst };
        Step { spread, cool: best < lead(&before, side), before }
    }

    fn estimate(&self, play: &Play, chances: &mut Generator) -> Estimate {
        let program = self.game.program();
        match program.score {
            Some(score) => {
                let scores = play.scores();
                let of_team = |team| f64::from(scores.get(usize::from(program.captain(team))).copied().unwrap_or(0));
                (0..program.teams).map(|team| if score.lowest_wins { -of_team(team) } else { of_team(team) }).collect()
            }
            None => self.won(play, chances),
        }
    }

    /// The share of games that each side wins when it is played on at random from here; a draw is nobody's.
    fn won(&self, play: &Play, chances: &mut Generator) -> Estimate {
        let program = self.game.program();
        let mut wins = vec![0u32; usize::from(program.teams)];
        for _ in 0..self.playouts {
            let mut world = play.reseeded(Generator::new(chances.bits()));
            while let Some(&seat) = world.pending().first().filter(|_| world.choices() < MOST_CHOICES) {
                let option = chances.pick(world.option_count(seat));
                if world.apply(seat, option).is_err() {
                    break;
                }
            }
            let winner = world.outcome().and_then(|outcome| outcome.winners.first().copied());
            if let Some(seat) = winner {
                wins[usize::from(program.team(seat - 1))] += 1;
            }
        }
        wins.into_iter().map(|wins| f64::from(wins) / f64::from(self.playouts.max(1))).collect()
    }
}

/// How far a side is before the best of the others; less than 0 where it is behind.
fn lead(estimate: &Estimate, side: usize) -> f64 {
    let others = estimate.iter().enumerate().filter(|(other, _)| *other != side).map(|(_, &value)| value);
    let best = others.fold(f64::NEG_INFINITY, f64::max);
    let own = estimate.get(side).copied().unwrap_or(0.0);
    if best.is_finite() { own - best } else { own }
}

/// The side that is before all others.
fn leader(estimate: &Estimate) -> Option<usize> {
    (0..estimate.len()).find(|&side| lead(estimate, side) > 0.0)
}

/// In millionths.
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

impl Leads {
    fn add(&mut self, steps: &[Step], winner: usize) {
        let behind = steps.iter().map(|step| -lead(&step.before, winner)).filter(|&by| by > 0.0);
        self.drama.add(exact(mean(behind.map(f64::sqrt)).unwrap_or(0.0)));
        self.changes.add(changes(steps));
        let last = steps.iter().rposition(|step| lead(&step.before, winner) <= 0.0).map_or(0, |last| last + 1);
        self.settled.add(exact(last as f64 / steps.len() as f64));
        self.spread.add(exact(mean(steps.iter().map(|step| step.spread)).unwrap_or(0.0)));
        if !self.by_score {
            return;
        }
        let share = |steps: &[Step]| mean(steps.iter().map(|step| f64::from(u8::from(step.cool))));
        self.coolness.add(exact(share(steps).unwrap_or(0.0)));
        for (tenth, moments) in self.course.iter_mut().enumerate() {
            let at = |tenth: usize| (tenth * steps.len()).div_ceil(TENTHS);
            if let Some(share) = share(&steps[at(tenth)..at(tenth + 1)]) {
                moments.add(exact(share));
            }
        }
    }

    /// Both together, of one game's program.
    pub fn merged(mut self, other: Leads) -> Leads {
        self.drama.merge(other.drama);
        self.changes.merge(other.changes);
        self.settled.merge(other.settled);
        self.spread.merge(other.spread);
        self.coolness.merge(other.coolness);
        self.course.iter_mut().zip(other.course).for_each(|(a, b)| a.merge(b));
        self
    }

    /// Whether the same things were counted.
    pub(super) fn is_like(&self, other: &Leads) -> bool {
        (self.by_score, self.playouts) == (other.by_score, other.playouts)
    }
}

/// How often another side is before all others than the one that was so last.
fn changes(steps: &[Step]) -> i64 {
    let leaders: Vec<usize> = steps.iter().filter_map(|step| leader(&step.before)).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(leads: &[f64]) -> Vec<Step> {
        leads.iter().map(|&one| Step { before: vec![one, 0.0], spread: 0.0, cool: one > 2.0 }).collect()
    }

    fn leads(of: &[f64], winner: usize) -> Leads {
        let mut leads = Leads { by_score: true, course: vec![Moments::default(); TENTHS], ..Leads::default() };
        leads.add(&steps(of), winner);
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
        assert_eq!((lost.changes.max(), lost.settled.sum), (3, 1_000_000));
    }

    #[test]
    fn the_course_has_every_decision_once() {
        let of: Vec<f64> = (0..25).map(f64::from).collect();
        let course = leads(&of, 0).course;
        assert!(
            course.iter().all(|tenth| tenth.n == 1) && course[9].sum == 1_000_000 && course[0].sum == 0,
            "{course:?}"
        );
    }
}
