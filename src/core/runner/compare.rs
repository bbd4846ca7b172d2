//! Versions of a game on the same deals: what a change does, with the chance of the deal taken out
//! as far as it goes.
//!
//! Game number k has the same seed in every version. Where the players at the table differ, each
//! deal is played once for each way of moving them round the table, so that nobody gains by a seat;
//! what is counted is then the sum over these games of one deal.

use super::compared::{Cause, Compared, ComparedPart, DealCounts, Measure, Values};
use super::lead::{CourseMeasures, Following, UNIT};
use super::observe::{Observed, Subject};
use super::playout::{Ended, Finished, GoesOn, Playouts, seed_of_game};
use super::ranges::Ranges;
use super::report::{Failure, Setup};
use super::tally::{is_draw, unfinished};
use super::{Entrant, Parts, Watch, Watcher, any_thinks};
use crate::game::Game;
use crate::program::Program;
use crate::value::{Fraction, Seat, TeamId};
use crate::vm::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One version: a game with its options, and who plays it.
pub struct Version<'a> {
    pub name: String,
    pub game: &'a Game,
    /// One for each seat.
    pub seats: Vec<&'a dyn Entrant>,
}

/// Versions with the same number of seats, to be played on the same deals. The first is what the
/// others are held against.
pub struct Comparison<'a> {
    pub versions: Vec<Version<'a>>,
    pub first: u64,
    pub deals: u64,
    pub seed: u64,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
    pub looks: Looks,
}

/// What is looked at beside the results; it takes longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looks {
    /// Options and actions.
    pub choices: bool,
    /// Who leads when: see [`Following::playouts`].
    pub lead: Option<u32>,
    /// Holds every two versions against each other, not each against the first alone.
    pub all_pairs: bool,
}

impl Comparison<'_> {
    /// Plays, and says what the counts say.
    pub fn run(&self) -> Compared {
        self.part().compared()
    }

    /// Plays, and counts. Parts of other deals can be merged with this one.
    pub fn part(&self) -> ComparedPart {
        let measures = self.measures();
        let rotations = self.rotations();
        let nothing = || DealCounts::nothing(self.versions.len(), measures.len());
        let tables: Vec<Vec<Vec<&dyn Entrant>>> =
            self.versions.iter().map(|version| turned(version, rotations)).collect();
        let watch = Watch::new(self.watcher);
        let goes_on = || watch.goes_on();
        let memory = || {
            let pairs = self.versions.iter().zip(&tables);
            let tables = pairs.map(|(version, seats)| self.playouts(version, seats, &goes_on));
            tables.collect::<Vec<_>>()
        };
        let piece = |memory: &mut Vec<Vec<Table<'_>>>, from: u64, to: u64| {
            let (mut counts, mut next) = (nothing(), from);
            while next < to {
                let seed = seed_of_game(self.seed, next);
                let versions = self.versions.iter().zip(memory.iter_mut());
                let deal: Option<Vec<Result<Values, Cause>>> =
                    versions.map(|(v, tables)| values(v, tables, seed, &measures)).collect();
                let Some(deal) = deal else { break };
                if deal.iter().all(Result::is_ok) {
                    counts.add(&deal.into_iter().flatten().collect::<Vec<_>>());
                } else {
                    counts.add_unfinished(deal.into_iter().map(Result::err).collect());
                }
                watch.count();
                next += 1;
            }
            counts.played = Ranges::one(from, next);
            (counts, next == to && goes_on())
        };
        let thinks = any_thinks(self.versions.iter().flat_map(|version| &version.seats).copied());
        let is_slow = thinks || self.looks.lead.is_some();
        let parts = Parts::of_games(self.first, self.deals, is_slow, self.jobs);
        let counts = parts.work(memory, piece, nothing, DealCounts::merged);
        let setup = |version: &Version<'_>| {
            let seats = version.seats.iter().map(|seat| seat.name()).collect();
            (version.name.clone(), Setup::of(version.game, seats, self.seed))
        };
        ComparedPart {
            versions: self.versions.iter().map(setup).collect(),
            measures,
            looks: self.looks,
            rotations: rotations as u64,
            seed: self.seed,
            counts,
        }
    }

    fn seats(&self) -> u8 {
        self.versions.iter().map(|version| version.game.program().seats).min().unwrap_or(0)
    }

    /// How often a deal is played: once for each way round the table, where that makes a
    /// difference.
    fn rotations(&self) -> usize {
        let all_alike = |version: &Version<'_>| {
            version.seats.windows(2).all(|pair| pair[0].name() == pair[1].name())
        };
        if self.versions.iter().all(all_alike) { 1 } else { usize::from(self.seats()) }
    }

    fn measures(&self) -> Vec<Measure> {
        let programs = || self.versions.iter().map(|version| version.game.program());
        // Where all win and lose together, the first seat stands for all.
        let together = programs().all(|program| program.cooperative);
        let seats = 1..=if together { 1 } else { self.seats() };
        let mut measures: Vec<Measure> = seats.clone().map(Measure::Win).collect();
        if self.rotations() > 1 && !together {
            measures.extend(seats.clone().map(Measure::PlayerWin));
        }
        if programs().all(|program| !program.cooperative) {
            measures.push(Measure::Draw);
        }
        if programs().all(|program| program.score.is_some()) {
            measures.extend(seats.map(Measure::Score));
            let apart = |program: &Program| !program.cooperative && program.teams > 1;
            measures.extend(programs().all(apart).then_some(Measure::Margin));
        }
        measures.push(Measure::Decisions);
        let of_first = |other: &Program| programs().all(|program| program.counts_rounds_as(other));
        measures.extend(programs().next().is_some_and(of_first).then_some(Measure::Rounds));
        if self.looks.choices {
            measures.extend([Measure::Options, Measure::DecisionShare]);
            measures.extend(self.common_actions().map(Measure::Chosen));
        }
        if self.looks.lead.is_some() {
            measures.extend([Measure::Drama, Measure::LeadChanges, Measure::Settled]);
            measures.extend([Measure::OptionSpread, Measure::Coolness]);
        }
        measures
    }

    /// The actions that all versions have.
    fn common_actions(&self) -> impl Iterator<Item = String> {
        let has = |version: &Version<'_>, name: &str| {
            version.game.program().actions.iter().any(|a| a.name == name)
        };
        let first =
            self.versions.first().into_iter().flat_map(|version| &version.game.program().actions);
        // An action whose values some call fixes stands there once more.
        let mut known = BTreeSet::new();
        let names = first.map(|action| action.name.clone());
        let names = names.filter(move |name| known.insert(name.clone()));
        names.filter(move |name| self.versions.iter().all(|version| has(version, name)))
    }

    fn playouts<'t>(
        &self,
        version: &'t Version<'_>,
        tables: &'t [Vec<&'t dyn Entrant>],
        goes_on: GoesOn<'t>,
    ) -> Vec<Table<'t>> {
        let following = |seats, playouts| Following {
            game: version.game,
            seats,
            first: 0,
            games: 0,
            seed: self.seed,
            playouts,
            jobs: 1,
            watcher: None,
        };
        let table = |seats: &'t Vec<&'t dyn Entrant>| Table {
            playouts: match self.looks.choices {
                true => Playouts::observing(version.game, seats),
                false => Playouts::new(version.game, seats),
            }
            .while_wanted(goes_on),
            goes_on,
            following: self.looks.lead.map(|playouts| following(seats, playouts)),
        };
        tables.iter().map(table).collect()
    }
}

/// Players at one table, in one version.
struct Table<'a> {
    playouts: Playouts<'a>,
    goes_on: GoesOn<'a>,
    following: Option<Following<'a>>,
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

/// One deal in one version: each measure's sum over the ways round the table, or what kept a game
/// of it from its end. None where somebody did not want to wait for it.
fn values(
    version: &Version<'_>,
    tables: &mut [Table<'_>],
    seed: u64,
    measures: &[Measure],
) -> Option<Result<Values, Cause>> {
    let mut sums = vec![Some(0); measures.len()];
    for (turn, table) in tables.iter_mut().enumerate() {
        let played = table.playouts.play(seed);
        let outcome = match &played.ended {
            Ended::Over(outcome) => outcome,
            Ended::Stopped => return None,
            ended => return Some(Err(cause(version.game, ended))),
        };
        let course = match &table.following {
            Some(following) => match following.follow(seed, table.goes_on) {
                (Ended::Stopped, _) => return None,
                (_, course) => course,
            },
            None => None,
        };
        let one = Played { game: version.game, played, outcome, turn, course: course.as_ref() };
        for (sum, measure) in sums.iter_mut().zip(measures) {
            *sum = sum.zip(one.value(measure)).map(|(sum, value)| sum + value);
        }
    }
    Some(Ok(sums))
}

/// What kept a game from its end.
fn cause(game: &Game, ended: &Ended) -> Cause {
    let Failure { code, message, file, line, .. } = unfinished(game, 0, 0, ended);
    Cause { file, line, code, message, deals: 1 }
}

/// One game, from which all measures are taken.
struct Played<'a> {
    game: &'a Game,
    played: &'a Finished,
    outcome: &'a Outcome,
    turn: usize,
    course: Option<&'a CourseMeasures>,
}

impl Played<'_> {
    fn value(&self, measure: &Measure) -> Option<i64> {
        let (program, outcome) = (self.game.program(), self.outcome);
        let wins = |number: u8| i64::from(outcome.winners.contains(&number));
        Some(match measure {
            Measure::Win(seat) => wins(*seat),
            Measure::PlayerWin(player) => {
                let seat = (usize::from(*player) - 1 + self.turn) % usize::from(program.seats);
                wins(Seat::new(seat).shown())
            }
            Measure::Draw => i64::from(is_draw(program, outcome)),
            Measure::Score(seat) => {
                let score = Seat::from_shown(*seat).and_then(|s| outcome.scores.get(s.index()));
                i64::from(score.copied().unwrap_or(0))
            }
            Measure::Margin => margin(self.game, outcome),
            Measure::Decisions => self.played.decisions.cast_signed(),
            Measure::Rounds => self.played.rounds.iter().copied().max().unwrap_or(0).into(),
            Measure::Options => {
                let options = &self.observed()?.options;
                part(options.sum().to_f64(), options.count().to_f64())?
            }
            Measure::DecisionShare => {
                let decisions = self.observed()?.options.count().to_f64();
                part(decisions, decisions + self.observed()?.forced.to_f64())?
            }
            Measure::Chosen(action) => {
                let fate = self.observed()?.fates.get(&Subject::Action(action.clone()));
                fate.map_or(0, |fate| fate.chosen.cast_signed())
            }
            Measure::Drama => self.course?.drama,
            Measure::LeadChanges => self.course?.changes,
            Measure::Settled => self.course?.settled,
            Measure::OptionSpread => self.course?.spread,
            Measure::Coolness => self.course?.coolness?,
        })
    }

    /// What a close look told, where one was asked for.
    fn observed(&self) -> Option<&Observed> {
        self.played.observed.as_deref()
    }
}

/// A share of something in sums; nothing of nothing.
fn part(of: f64, all: f64) -> Option<i64> {
    (all > 0.0).then(|| (of / all * UNIT).round() as i64)
}

fn margin(game: &Game, outcome: &Outcome) -> i64 {
    let program = game.program();
    let of_team = |team| outcome.scores.get(program.captain(team).index()).copied().unwrap_or(0);
    let mut scores: Vec<i64> =
        TeamId::all(program.teams).map(|team| i64::from(of_team(team))).collect();
    scores.sort_unstable();
    if program.score.is_none_or(|score| !score.lowest_wins) {
        scores.reverse();
    }
    if scores.len() > 1 { (scores[0] - scores[1]).abs() } else { 0 }
}
