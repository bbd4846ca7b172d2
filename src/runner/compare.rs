//! Versions of a game on the same deals: what a change does, with the chance of the deal taken out as far as it goes.
//!
//! Game number k has the same seed in every version. Where the players at the table differ, each deal is played once for each way
//! of moving them round the table, so that nobody gains by a seat; what is counted is then the sum over these games of one deal.

use super::playout::{Ended, Finished, Playouts, seed_of_game};
use super::report::Setup;
use super::stats::{Moments, Spread, Z95};
use super::tally::{is_draw, round_phases};
use super::{CHUNK, Entrant, Parts, Watcher};
use crate::game::Game;
use crate::vm::Outcome;
use serde::Serialize;

/// One version: a game with its options, and who plays it.
pub struct Version<'a> {
    pub name: String,
    pub game: &'a Game,
    /// One for each seat.
    pub seats: Vec<&'a dyn Entrant>,
}

/// Versions with the same number of seats, to be played on the same deals. The first is what the others are held against.
pub struct Comparison<'a> {
    pub versions: Vec<Version<'a>>,
    pub first: u64,
    pub deals: u64,
    pub seed: u64,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

/// What is compared. Seats and players are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Wins of a seat.
    Win(u8),
    /// Wins of whoever sits at this seat when nobody has been moved.
    PlayerWin(u8),
    Draw,
    Score(u8),
    /// The best side's score less the second best one's.
    Margin,
    Decisions,
    /// How often the busiest of the phases that may be rounds was entered.
    Rounds,
}

impl Measure {
    /// Whether it is a share of games.
    pub fn is_share(self) -> bool {
        match self {
            Measure::Win(_) | Measure::PlayerWin(_) | Measure::Draw => true,
            Measure::Score(_) | Measure::Margin | Measure::Decisions | Measure::Rounds => false,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Deals that came to an end in every version: what all numbers are about.
    pub deals: u64,
    /// Deals that did not.
    pub unfinished: u64,
    /// Games of each version a deal.
    pub rotations: u64,
    pub seed: u64,
    pub versions: Vec<Compare>,
    pub seconds: f64,
}

/// One version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compare {
    pub name: String,
    pub setup: Setup,
    pub measures: Vec<Measured>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    pub measure: Measure,
    pub value: Spread,
    /// This less the first version's, deal by deal; none for the first one itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    #[serde(flatten)]
    pub spread: Spread,
    /// The interval leaves zero out.
    pub is_clear: bool,
    /// Deals that it would take beyond those played to show a difference as large as this one with a chance of 80 %; none where it
    /// is clear, or where there is no difference at all.
    pub deals_missing: Option<u64>,
}

/// Counts of some deals.
#[derive(Clone, Debug, PartialEq)]
struct Counts {
    deals: u64,
    unfinished: u64,
    /// By version, then by measure.
    values: Vec<Vec<Moments>>,
    differences: Vec<Vec<Moments>>,
}

/// The quantile of the normal distribution behind which 80 % lie.
const Z80: f64 = 0.841_621_233_572_914;

impl Difference {
    fn of(moments: &Moments, rotations: f64) -> Difference {
        let spread = moments.spread().over(rotations);
        let is_clear = spread.ci95[0] > 0.0 || spread.ci95[1] < 0.0;
        let wanted = ((Z95 + Z80) * spread.sd / spread.mean).powi(2).ceil();
        let missing = (wanted - moments.n as f64).max(1.0);
        let deals_missing = (!is_clear && wanted.is_finite()).then_some(missing as u64);
        Difference { spread, is_clear, deals_missing }
    }
}

impl Comparison<'_> {
    pub fn run(&self) -> Compared {
        let measures = self.measures();
        let rotations = self.rotations();
        let nothing = || self.nothing(measures.len());
        let tables: Vec<Vec<Vec<&dyn Entrant>>> =
            self.versions.iter().map(|version| turned(version, rotations)).collect();
        let memory = || {
            let pairs = self.versions.iter().zip(&tables);
            pairs.map(|(version, tables)| playouts(version, tables)).collect::<Vec<_>>()
        };
        let done = std::sync::atomic::AtomicU64::new(0);
        let piece = |memory: &mut Vec<Vec<Playouts<'_>>>, from: u64, to: u64| {
            let mut counts = nothing();
            for k in from..to {
                let seed = seed_of_game(self.seed, k);
                let deal: Option<Vec<Vec<i64>>> =
                    (self.versions.iter().zip(memory.iter_mut())).map(|(v, p)| values(v, p, seed, &measures)).collect();
                counts.add(deal);
            }
            let played = done.fetch_add(to - from, std::sync::atomic::Ordering::Relaxed) + to - from;
            (counts, self.watcher.is_none_or(|watcher| watcher(played)))
        };
        let parts = Parts { first: self.first, items: self.deals, size: CHUNK, jobs: self.jobs };
        let counts = parts.work(memory, piece, nothing, Counts::merged);
        self.compared(&counts, &measures, rotations as u64)
    }

    fn seats(&self) -> u8 {
        self.versions.iter().map(|version| version.game.program().seats).min().unwrap_or(0)
    }

    /// How often a deal is played: once for each way round the table, where that makes a difference.
    fn rotations(&self) -> usize {
        let all_alike = |version: &Version<'_>| version.seats.windows(2).all(|pair| pair[0].name() == pair[1].name());
        if self.versions.iter().all(all_alike) { 1 } else { usize::from(self.seats()) }
    }

    fn measures(&self) -> Vec<Measure> {
        let programs = || self.versions.iter().map(|version| version.game.program());
        let seats = 1..=self.seats();
        let mut measures: Vec<Measure> = seats.clone().map(Measure::Win).collect();
        if self.rotations() > 1 {
            measures.extend(seats.clone().map(Measure::PlayerWin));
        }
        if programs().all(|program| !program.cooperative) {
            measures.push(Measure::Draw);
        }
        if programs().all(|program| program.score.is_some()) {
            measures.extend(seats.map(Measure::Score));
            measures.extend(programs().all(|program| program.teams > 1).then_some(Measure::Margin));
        }
        measures.push(Measure::Decisions);
        measures.extend(programs().all(|program| !round_phases(program).is_empty()).then_some(Measure::Rounds));
        measures
    }

    fn nothing(&self, measures: usize) -> Counts {
        let moments = vec![vec![Moments::default(); measures]; self.versions.len()];
        Counts { deals: 0, unfinished: 0, values: moments.clone(), differences: moments }
    }

    fn compared(&self, counts: &Counts, measures: &[Measure], rotations: u64) -> Compared {
        let by = rotations as f64;
        let version = |(number, version): (usize, &Version<'_>)| {
            let measured = |(i, &measure): (usize, &Measure)| Measured {
                measure,
                value: counts.values[number][i].spread().over(by),
                difference: (number > 0).then(|| Difference::of(&counts.differences[number][i], by)),
            };
            let seats = version.seats.iter().map(|seat| seat.name()).collect();
            Compare {
                name: version.name.clone(),
                setup: Setup::of(version.game, seats, self.seed),
                measures: measures.iter().enumerate().map(measured).collect(),
            }
        };
        Compared {
            deals: counts.deals,
            unfinished: counts.unfinished,
            rotations,
            seed: self.seed,
            versions: self.versions.iter().enumerate().map(version).collect(),
            seconds: 0.0,
        }
    }
}

/// Who sits where, for each way round the table.
fn turned<'a>(version: &Version<'a>, rotations: usize) -> Vec<Vec<&'a dyn Entrant>> {
    let turn = |by: usize| {
        let mut seats = version.seats.clone();
        seats.rotate_right(by % version.seats.len().max(1));
        seats
    };
    (0..rotations).map(turn).collect()
}

fn playouts<'t>(version: &'t Version<'_>, tables: &'t [Vec<&'t dyn Entrant>]) -> Vec<Playouts<'t>> {
    tables.iter().map(|seats| Playouts::new(version.game, seats)).collect()
}

/// One deal in one version: each measure's sum over the ways round the table; nothing where a game did not end.
fn values(version: &Version<'_>, playouts: &mut [Playouts<'_>], seed: u64, measures: &[Measure]) -> Option<Vec<i64>> {
    let mut sums = vec![0; measures.len()];
    for (turn, playouts) in playouts.iter_mut().enumerate() {
        let played = playouts.play(seed);
        let Ended::Over(outcome) = &played.ended else { return None };
        for (sum, &measure) in sums.iter_mut().zip(measures) {
            *sum += value(version.game, &played, outcome, turn, measure);
        }
    }
    Some(sums)
}

fn value(game: &Game, played: &Finished, outcome: &Outcome, turn: usize, measure: Measure) -> i64 {
    let program = game.program();
    let wins = |seat: usize| i64::from(outcome.winners.contains(&(seat as u8 + 1)));
    match measure {
        Measure::Win(seat) => wins(usize::from(seat) - 1),
        Measure::PlayerWin(player) => wins((usize::from(player) - 1 + turn) % usize::from(program.seats)),
        Measure::Draw => i64::from(is_draw(program, outcome)),
        Measure::Score(seat) => i64::from(outcome.scores.get(usize::from(seat) - 1).copied().unwrap_or(0)),
        Measure::Margin => margin(game, outcome),
        Measure::Decisions => played.decisions as i64,
        Measure::Rounds => {
            let times = round_phases(program).into_iter().map(|phase| i64::from(played.entered[usize::from(phase)]));
            times.max().unwrap_or(0)
        }
    }
}

fn margin(game: &Game, outcome: &Outcome) -> i64 {
    let program = game.program();
    let of_team = |team| outcome.scores.get(usize::from(program.captain(team))).copied().unwrap_or(0);
    let mut scores: Vec<i64> = (0..program.teams).map(|team| i64::from(of_team(team))).collect();
    scores.sort_unstable();
    if program.score.is_none_or(|score| !score.lowest_wins) {
        scores.reverse();
    }
    if scores.len() > 1 { (scores[0] - scores[1]).abs() } else { 0 }
}

impl Counts {
    /// Adds a deal: the values of each version, where all of them ended.
    fn add(&mut self, deal: Option<Vec<Vec<i64>>>) {
        let Some(deal) = deal else {
            self.unfinished += 1;
            return;
        };
        self.deals += 1;
        for (number, values) in deal.iter().enumerate() {
            for (i, &value) in values.iter().enumerate() {
                self.values[number][i].add(value);
                self.differences[number][i].add(value - deal[0][i]);
            }
        }
    }

    fn merged(mut self, other: Counts) -> Counts {
        self.deals += other.deals;
        self.unfinished += other.unfinished;
        let merge = |to: &mut Vec<Vec<Moments>>, from: Vec<Vec<Moments>>| {
            let pairs = to.iter_mut().flatten().zip(from.into_iter().flatten());
            pairs.for_each(|(to, from)| to.merge(from));
        };
        merge(&mut self.values, other.values);
        merge(&mut self.differences, other.differences);
        self
    }
}
