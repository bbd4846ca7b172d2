//! What a comparison comes to: counts of deals, in whole numbers, so that parts can be put
//! together; and what they say.

use super::compare::Looks;
use super::lead::UNIT;
use super::merge::{Apart, differing};
use super::ranges::Ranges;
use super::report::Setup;
use super::standings::pairs;
use super::stats::{Moments, Spread, Z95};
use crate::value::Fraction;
use serde::{Deserialize, Serialize};

/// What is compared. Seats and players are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    pub looks: Looks,
    /// The counts from which all of the above follows: what merging adds up.
    pub counts: DealCounts,
}

/// Two versions beside the first, by their numbers, counted from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedPair {
    pub one: usize,
    pub other: usize,
    /// What `other` has more than `one`, by measure.
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
    /// The value less the first version's, deal by deal; none for the first version itself.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealCounts {
    pub played: Ranges,
    /// Deals played that did not come to an end in every version.
    pub unfinished: u64,
    /// By version, the deals that did not come to an end in it; empty where none is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<Failing>,
    /// By version, then by measure.
    values: Vec<Vec<Moments>>,
    /// By pair of versions, then by measure.
    differences: Vec<Vec<Moments>>,
}

/// The deals of a version that came to no end, by what kept them from it; in the order of places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failing {
    pub(crate) causes: Vec<Cause>,
}

/// What kept some deals from their end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// Where in the rules; empty where no rule failed.
    pub file: String,
    pub line: usize,
    /// The code of the fault, [`ENDLESS`](super::Failure::ENDLESS),
    /// [`OVERLONG`](super::Failure::OVERLONG) or [`OF_A_PLAYER`](super::Failure::OF_A_PLAYER).
    pub code: String,
    pub message: String,
    pub deals: u64,
}

impl Cause {
    fn place(&self) -> (&str, usize, &str) {
        (&self.file, self.line, &self.code)
    }
}

impl Failing {
    /// How many deals.
    pub fn deals(&self) -> u64 {
        self.causes.iter().map(|cause| cause.deals).sum()
    }

    /// What keeps most of them from their end.
    pub fn commonest(&self) -> Option<&Cause> {
        self.causes.iter().rev().max_by_key(|cause| cause.deals)
    }

    fn add(&mut self, cause: Cause) {
        match self.causes.binary_search_by(|known| known.place().cmp(&cause.place())) {
            Ok(at) => {
                let known = &mut self.causes[at];
                known.deals += cause.deals;
                // The same one in whatever order they are added.
                known.message = known.message.clone().min(cause.message);
            }
            Err(at) => self.causes.insert(at, cause),
        }
    }
}

/// The deals of a comparison that were played by one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedPart {
    /// By version: its name, and what it is.
    pub versions: Vec<(String, Setup)>,
    pub measures: Vec<Measure>,
    pub looks: Looks,
    pub rotations: u64,
    pub seed: u64,
    pub counts: DealCounts,
}

/// A deal's sums over its games, by measure; `None` where a game has no such number, as a drawn one
/// has no winner who was behind.
pub(super) type Values = Vec<Option<i64>>;

/// The quantile of the normal distribution behind which 80 % lie.
const Z80: f64 = 0.841_621_233_572_914;

impl Difference {
    /// This difference with its interval cut to what is possible of a measure.
    fn possible(mut self, measure: &Measure) -> Difference {
        if measure.is_share() {
            self.spread.ci95 = self.spread.ci95.map(|end| end.clamp(-1.0, 1.0));
        }
        self
    }

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

impl Compared {
    /// Deals that were played, whether they came to an end or not.
    pub fn played(&self) -> u64 {
        self.counts.played.len()
    }
}

impl ComparedPart {
    /// From the JSON of a [`Compared`].
    ///
    /// # Errors
    /// What of it is no such report, in words.
    pub(crate) fn read(json: &str) -> Result<ComparedPart, String> {
        let Written { rotations, seed, versions, looks, counts } =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        let measures = |version: &WrittenVersion| -> Vec<Measure> {
            version.measures.iter().map(|one| one.measure.clone()).collect()
        };
        let shared = versions.first().map(measures).unwrap_or_default();
        let fits = |rows: &[Vec<Moments>], n: usize| {
            rows.len() == n && rows.iter().all(|row| row.len() == shared.len())
        };
        if !versions.iter().all(|version| measures(version) == shared)
            || !fits(&counts.values, versions.len())
            || !fits(&counts.differences, pairs(versions.len()).count())
        {
            return Err("its counts are not those of its versions and measures".into());
        }
        let seats = versions.iter().map(|version| version.setup.seats.len() as u64).min();
        if !(1..=seats.unwrap_or(1)).contains(&rotations) {
            return Err("its games are not those of its seats".into());
        }
        if !counts.is_sound(&shared, rotations) {
            return Err("its counts are not those of its deals".into());
        }
        let versions = versions.into_iter().map(|version| (version.name, version.setup)).collect();
        Ok(ComparedPart { versions, measures: shared, looks, rotations, seed, counts })
    }

    /// Merges two parts of one comparison.
    ///
    /// # Errors
    /// Why they are no parts of one comparison.
    pub fn merged(self, other: ComparedPart) -> Result<ComparedPart, Apart> {
        let names = |part: &ComparedPart| -> Vec<String> {
            part.versions.iter().map(|(name, _)| name.clone()).collect()
        };
        if names(&self) != names(&other) {
            let [one, other] = [&self, &other].map(|part| names(part).join("; "));
            return Err(Apart::Field { field: "versions", one, other });
        }
        let setups = self.versions.iter().zip(&other.versions);
        if let Some(apart) = setups.filter_map(|((_, a), (_, b))| differing(a, b)).next() {
            return Err(apart);
        }
        if (self.looks, self.rotations, &self.measures)
            != (other.looks, other.rotations, &other.measures)
        {
            return Err(Apart::Measured);
        }
        if let Some((from, to)) = self.counts.played.common(&other.counts.played) {
            return Err(Apart::SameGames(from, to));
        }
        Ok(ComparedPart { counts: self.counts.merged(other.counts), ..self })
    }

    /// What the counts say.
    pub fn compared(self) -> Compared {
        let by = self.rotations.to_f64();
        let counts = &self.counts;
        let measured = |number: usize, i: usize, measure: &Measure| Measured {
            measure: measure.clone(),
            n: counts.values[number][i].n,
            value: counts.values[number][i].spread().over(by * measure.unit()),
            // Pairs with the first version stand first.
            difference: number.checked_sub(1).map(|pair| {
                let moments = &counts.differences[pair][i];
                Difference::of(moments, by * measure.unit()).possible(measure)
            }),
        };
        let measures = |number: usize| {
            let all = self.measures.iter().enumerate();
            all.map(|(i, measure)| measured(number, i, measure)).collect()
        };
        let versions = self.versions.iter().enumerate().map(|(number, (name, setup))| Compare {
            name: name.clone(),
            setup: setup.clone(),
            measures: measures(number),
        });
        Compared {
            deals: counts.finished(),
            unfinished: counts.unfinished,
            rotations: self.rotations,
            seed: self.seed,
            versions: versions.collect(),
            pairs: if self.looks.all_pairs { self.other_pairs(by) } else { Vec::new() },
            seconds: 0.0,
            looks: self.looks,
            counts: self.counts,
        }
    }

    /// Every two versions of which neither is the first.
    fn other_pairs(&self, by: f64) -> Vec<ComparedPair> {
        let all = pairs(self.versions.len()).zip(&self.counts.differences);
        let difference = |(moments, measure): (&Moments, &Measure)| {
            Difference::of(moments, by * measure.unit()).possible(measure)
        };
        let others = all.filter(|((one, _), _)| *one > 0);
        others
            .map(|((one, other), moments)| ComparedPair {
                one,
                other,
                differences: moments.iter().zip(&self.measures).map(difference).collect(),
            })
            .collect()
    }
}

/// A [`Compared`], as far as its counts follow from it.
#[derive(Deserialize)]
struct Written {
    rotations: u64,
    seed: u64,
    versions: Vec<WrittenVersion>,
    looks: Looks,
    counts: DealCounts,
}

#[derive(Deserialize)]
struct WrittenVersion {
    name: String,
    setup: Setup,
    measures: Vec<WrittenMeasure>,
}

#[derive(Deserialize)]
struct WrittenMeasure {
    measure: Measure,
}

impl DealCounts {
    /// The counts of no deals, for so many `versions` and `measures`.
    pub(super) fn nothing(versions: usize, measures: usize) -> DealCounts {
        let none = |n: usize| vec![vec![Moments::default(); measures]; n];
        DealCounts {
            played: Ranges::default(),
            unfinished: 0,
            failing: Vec::new(),
            values: none(versions),
            differences: none(pairs(versions).count()),
        }
    }

    /// Deals that came to an end in every version.
    pub(crate) fn finished(&self) -> u64 {
        self.played.len().saturating_sub(self.unfinished)
    }

    /// Adds a deal: the values of each version. That it was played is for the caller to say, in
    /// `played`.
    pub(super) fn add(&mut self, deal: &[Values]) {
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

    /// Adds a deal that did not come to an end in every version: by version, why not.
    pub(super) fn add_unfinished(&mut self, causes: Vec<Option<Cause>>) {
        self.unfinished += 1;
        self.failing.resize(causes.len(), Failing::default());
        for (failing, cause) in self.failing.iter_mut().zip(causes) {
            cause.into_iter().for_each(|cause| failing.add(cause));
        }
    }

    /// Whether the counts can be those of its deals, with as many rows as there are versions and
    /// pairs of them, each of so many games a deal.
    fn is_sound(&self, measures: &[Measure], rotations: u64) -> bool {
        let Some(finished) = self.played.len().checked_sub(self.unfinished) else { return false };
        let deals = |failing: &Failing| -> u128 {
            failing.causes.iter().map(|cause| u128::from(cause.deals)).sum()
        };
        let unfinished = u128::from(self.unfinished);
        let causes_are_sound = (self.failing.is_empty() || self.failing.len() == self.values.len())
            && self.failing.iter().all(|failing| deals(failing) <= unfinished);
        let is_possible = |(moments, measure): (&Moments, &Measure)| {
            let most = i128::from(moments.n) * i128::from(rotations) * measure.unit() as i128;
            moments.n <= finished
                && moments.is_sound()
                && (!measure.is_share() || (0..=most).contains(&moments.sum))
        };
        let mut both = pairs(self.values.len()).zip(&self.differences);
        let is_of_both = |((one, other), row): ((usize, usize), &Vec<Moments>)| {
            let values = self.values[one].iter().zip(&self.values[other]);
            row.iter().zip(values).all(|(moments, (one, other))| {
                moments.n <= one.n.min(other.n) && moments.is_sound()
            })
        };
        causes_are_sound
            && self.values.iter().all(|row| row.iter().zip(measures).all(is_possible))
            && both.all(is_of_both)
    }

    /// Merges the counts of different deals, of the same versions and measures.
    #[must_use]
    pub fn merged(mut self, other: DealCounts) -> DealCounts {
        self.played = self.played.joined(other.played);
        self.unfinished += other.unfinished;
        self.failing.resize(self.failing.len().max(other.failing.len()), Failing::default());
        for (failing, other) in self.failing.iter_mut().zip(other.failing) {
            other.causes.into_iter().for_each(|cause| failing.add(cause));
        }
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
