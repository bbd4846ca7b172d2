//! Versions of a game on the same deals: what a change does, with the chance of the deal taken out
//! as far as it goes.
//!
//! Game number k has the same seed in every version. Where the players at the table differ, each
//! deal is played once for each way of moving them round the table, so that nobody gains by a seat;
//! what is counted is then the sum over these games of one deal.

use super::lead::{Course, Following, UNIT};
use super::observe::{Observed, Subject};
use super::playout::{Ended, Finished, GoesOn, Playouts, seed_of_game};
use super::report::Setup;
use super::stats::{Moments, Spread, Z95};
use super::tally::is_draw;
use super::{CHUNK, Entrant, Parts, Watch, Watcher};
use crate::game::Game;
use crate::value::{Fraction, Narrow};
use crate::vm::Outcome;
use serde::Serialize;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Options and actions.
    pub choices: bool,
    /// Who leads when: see [`Following::playouts`].
    pub lead: Option<u32>,
    /// Holds every two versions against each other, not each against the first alone.
    pub all_pairs: bool,
}

/// What is compared. Seats and players are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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
    /// The mean number of options of a game's decisions.
    Options,
    /// The share of a game's choices that had more than one option.
    DecisionShare,
    /// How often an action was chosen where there was another option.
    Chosen(String),
    Drama,
    LeadChanges,
    Settled,
    OptionSpread,
    Coolness,
}

impl Measure {
    /// Whether it is a share, of games or of something in each of them.
    pub fn is_share(&self) -> bool {
        match self {
            Measure::Win(_)
            | Measure::PlayerWin(_)
            | Measure::Draw
            | Measure::DecisionShare
            | Measure::Settled
            | Measure::Coolness => true,
            Measure::Score(_)
            | Measure::Margin
            | Measure::Decisions
            | Measure::Rounds
            | Measure::Options
            | Measure::Chosen(_)
            | Measure::Drama
            | Measure::LeadChanges
            | Measure::OptionSpread => false,
        }
    }

    /// What one unit of it is in sums.
    fn unit(&self) -> f64 {
        match self {
            Measure::Options
            | Measure::DecisionShare
            | Measure::Drama
            | Measure::Settled
            | Measure::OptionSpread
            | Measure::Coolness => UNIT,
            Measure::Win(_)
            | Measure::PlayerWin(_)
            | Measure::Draw
            | Measure::Score(_)
            | Measure::Margin
            | Measure::Decisions
            | Measure::Rounds
            | Measure::Chosen(_)
            | Measure::LeadChanges => 1.0,
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
    /// Every two versions of which neither is the first, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<ComparedPair>,
    pub seconds: f64,
}

/// Two versions beside the first, by their numbers, counted from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedPair {
    pub one: usize,
    pub other: usize,
    /// The other less the one, by measure.
    pub differences: Vec<Difference>,
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
    /// Deals that have such a number in this version: a drawn game has no winner who was behind.
    pub n: u64,
    pub value: Spread,
    /// This less the first version's, deal by deal; none for the first one itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    #[serde(flatten)]
    pub spread: Spread,
    /// Deals that have such a number in both versions.
    pub n: u64,
    /// The interval leaves zero out.
    pub is_clear: bool,
    /// Deals that it would take beyond those played to show a difference as large as this one with
    /// a chance of 80 %, to two digits; none where it is clear, and where it is so small beside its
    /// own error that the number would only tell of chance.
    pub deals_missing: Option<u64>,
}

/// Counts of some deals.
#[derive(Clone, Debug, PartialEq)]
struct Counts {
    deals: u64,
    unfinished: u64,
    /// By version, then by measure.
    values: Vec<Vec<Moments>>,
    /// By pair of versions, then by measure.
    differences: Vec<Vec<Moments>>,
}

/// A deal's sums over its games; `None` where a game has no such number, as a drawn one has no
/// winner who was behind.
type Values = Vec<Option<i64>>;

/// The quantile of the normal distribution behind which 80 % lie.
const Z80: f64 = 0.841_621_233_572_914;

impl Difference {
    /// `by`: what one unit is in sums.
    fn of(moments: &Moments, by: f64) -> Difference {
        let spread = moments.spread().over(by);
        let is_clear = spread.ci95[0] > 0.0 || spread.ci95[1] < 0.0;
        let error = spread.sd / (moments.n as f64).sqrt();
        // A difference of less than one standard error is seen between equals two times in three,
        // and then of any size: how many deals would show it is a number without a meaning.
        let says_something = !is_clear && spread.mean.abs() >= error && error > 0.0;
        let wanted = ((Z95 + Z80) * spread.sd / spread.mean).powi(2);
        let missing = (wanted - moments.n.to_f64()).max(1.0);
        Difference {
            spread,
            n: moments.n,
            is_clear,
            deals_missing: says_something.then(|| two_digits(missing)),
        }
    }

    /// How large the true difference may be, whichever way it goes.
    pub fn at_most(&self) -> f64 {
        self.spread.ci95[0].abs().max(self.spread.ci95[1].abs())
    }
}

/// Rounded up: an estimate of an estimate has no more digits than these.
fn two_digits(number: f64) -> u64 {
    let unit = 10f64.powf((number.log10().floor() - 1.0).max(0.0));
    ((number / unit).ceil() * unit) as u64
}

/// Every two of so many versions, those with the first one before all others.
fn pairs(versions: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..versions).flat_map(move |one| (one + 1..versions).map(move |other| (one, other)))
}

impl Comparison<'_> {
    pub fn run(&self) -> Compared {
        let measures = self.measures();
        let rotations = self.rotations();
        let nothing = || self.nothing(measures.len());
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
            let mut counts = nothing();
            for k in from..to {
                let seed = seed_of_game(self.seed, k);
                let versions = self.versions.iter().zip(memory.iter_mut());
                let deal: Result<Vec<Values>, NoValues> =
                    versions.map(|(v, tables)| values(v, tables, seed, &measures)).collect();
                match deal {
                    Ok(deal) => counts.add(&deal),
                    Err(NoValues::Unfinished) => counts.unfinished += 1,
                    Err(NoValues::Stopped) => return (counts, false),
                }
                watch.count();
            }
            (counts, goes_on())
        };
        let thinks =
            self.versions.iter().flat_map(|version| &version.seats).any(|seat| !seat.is_random());
        let size = if thinks || self.looks.lead.is_some() { 1 } else { CHUNK };
        let parts = Parts { first: self.first, items: self.deals, size, jobs: self.jobs };
        let counts = parts.work(memory, piece, nothing, Counts::merged);
        self.compared(&counts, &measures, rotations as u64)
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
        measures.extend(
            programs().all(|program| !program.rounds().is_empty()).then_some(Measure::Rounds),
        );
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
        let names = first.map(|action| action.name.clone());
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

    fn nothing(&self, measures: usize) -> Counts {
        let none = |n: usize| vec![vec![Moments::default(); measures]; n];
        let versions = self.versions.len();
        Counts {
            deals: 0,
            unfinished: 0,
            values: none(versions),
            differences: none(pairs(versions).count()),
        }
    }

    fn compared(&self, counts: &Counts, measures: &[Measure], rotations: u64) -> Compared {
        let by = rotations.to_f64();
        let version = |(number, version): (usize, &Version<'_>)| {
            let measured = |(i, measure): (usize, &Measure)| Measured {
                measure: measure.clone(),
                n: counts.values[number][i].n,
                value: counts.values[number][i].spread().over(by * measure.unit()),
                // Pairs with the first version stand first.
                difference: number
                    .checked_sub(1)
                    .map(|pair| Difference::of(&counts.differences[pair][i], by * measure.unit())),
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
            pairs: if self.looks.all_pairs {
                self.other_pairs(counts, measures, by)
            } else {
                Vec::new()
            },
            seconds: 0.0,
        }
    }

    fn other_pairs(&self, counts: &Counts, measures: &[Measure], by: f64) -> Vec<ComparedPair> {
        let all =
            pairs(self.versions.len()).zip(&counts.differences).filter(|((one, _), _)| *one > 0);
        let difference =
            |(moments, measure): (&Moments, &Measure)| Difference::of(moments, by * measure.unit());
        all.map(|((one, other), moments)| ComparedPair {
            one,
            other,
            differences: moments.iter().zip(measures).map(difference).collect(),
        })
        .collect()
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

/// Why a deal has no values.
enum NoValues {
    /// A game of it did not come to an end.
    Unfinished,
    /// Somebody did not want to wait for it.
    Stopped,
}

/// One deal in one version: each measure's sum over the ways round the table.
fn values(
    version: &Version<'_>,
    tables: &mut [Table<'_>],
    seed: u64,
    measures: &[Measure],
) -> Result<Values, NoValues> {
    let mut sums = vec![Some(0); measures.len()];
    for (turn, table) in tables.iter_mut().enumerate() {
        let played = table.playouts.play(seed);
        let outcome = match &played.ended {
            Ended::Over(outcome) => outcome,
            Ended::Stopped => return Err(NoValues::Stopped),
            Ended::TimedOut | Ended::Failed(_) | Ended::Stuck(..) => {
                return Err(NoValues::Unfinished);
            }
        };
        let course = match &table.following {
            Some(following) => match following.follow(seed, table.goes_on) {
                (Ended::Stopped, _) => return Err(NoValues::Stopped),
                (_, course) => course,
            },
            None => None,
        };
        let one = Played { game: version.game, played, outcome, turn, course: course.as_ref() };
        for (sum, measure) in sums.iter_mut().zip(measures) {
            *sum = sum.zip(one.value(measure)).map(|(sum, value)| sum + value);
        }
    }
    Ok(sums)
}

/// One game, from which all measures are taken.
struct Played<'a> {
    game: &'a Game,
    played: &'a Finished,
    outcome: &'a Outcome,
    turn: usize,
    course: Option<&'a Course>,
}

impl Played<'_> {
    fn value(&self, measure: &Measure) -> Option<i64> {
        let (program, outcome) = (self.game.program(), self.outcome);
        let wins = |seat: usize| i64::from(outcome.winners.contains(&(seat.to_u8() + 1)));
        Some(match measure {
            Measure::Win(seat) => wins(usize::from(*seat) - 1),
            Measure::PlayerWin(player) => {
                wins((usize::from(*player) - 1 + self.turn) % usize::from(program.seats))
            }
            Measure::Draw => i64::from(is_draw(program, outcome)),
            Measure::Score(seat) => {
                i64::from(outcome.scores.get(usize::from(*seat) - 1).copied().unwrap_or(0))
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
    let of_team =
        |team| outcome.scores.get(usize::from(program.captain(team))).copied().unwrap_or(0);
    let mut scores: Vec<i64> = (0..program.teams).map(|team| i64::from(of_team(team))).collect();
    scores.sort_unstable();
    if program.score.is_none_or(|score| !score.lowest_wins) {
        scores.reverse();
    }
    if scores.len() > 1 { (scores[0] - scores[1]).abs() } else { 0 }
}

impl Counts {
    /// Adds a deal: the values of each version.
    fn add(&mut self, deal: &[Values]) {
        self.deals += 1;
        for (moments, values) in self.values.iter_mut().zip(deal) {
            add_all(moments, values.iter().copied());
        }
        for (moments, (one, other)) in self.differences.iter_mut().zip(pairs(deal.len())) {
            let both = deal[one].iter().zip(&deal[other]);
            add_all(
                moments,
                both.map(|(one, other)| one.zip(*other).map(|(one, other)| other - one)),
            );
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

fn add_all(moments: &mut [Moments], values: impl Iterator<Item = Option<i64>>) {
    for (moments, value) in moments.iter_mut().zip(values) {
        value.into_iter().for_each(|value| moments.add(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a hundred deals, so many that are better by one and so many that are worse.
    fn difference(better: i64, worse: i64) -> Difference {
        let mut moments = Moments::default();
        (0..100).for_each(|k| moments.add(i64::from(k < better) - i64::from(k >= 100 - worse)));
        Difference::of(&moments, 1.0)
    }

    #[test]
    fn what_is_clear_needs_no_more_deals() {
        let clear = difference(30, 10);
        assert!(clear.is_clear && clear.deals_missing.is_none(), "{clear:?}");
    }

    #[test]
    fn a_difference_that_may_be_one_says_how_many_deals_would_show_it() {
        // 0.1 with a standard error of 0.0628: (2.802 / 0.1)^2 * 0.394 = 310 deals in all.
        let open = difference(25, 15);
        assert_eq!((open.is_clear, open.deals_missing), (false, Some(210)), "{open:?}");
    }

    #[test]
    fn a_difference_within_its_error_says_no_number() {
        // 0.02 with a standard error of 0.065 would "need" 17,000 deals, and another seed any other
        // number.
        let noise = difference(22, 20);
        assert_eq!((noise.is_clear, noise.deals_missing), (false, None), "{noise:?}");
        assert!((noise.at_most() - 0.147).abs() < 0.002, "{noise:?}");
        assert_eq!(difference(0, 0).deals_missing, None);
    }

    #[test]
    fn pairs_with_the_first_stand_first() {
        assert_eq!(pairs(4).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }
}
