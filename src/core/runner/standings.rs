//! What a tournament comes to: the counts of each pair's deals, in whole numbers, so that parts can
//! be put together; and how strong that makes each entrant.
//!
//! Strength is Elo's (1978): 400 points are odds of ten to one. Ratings are the most likely ones
//! under the model of Bradley and Terry (1952), a draw being half a win for each; their intervals
//! come from how the results of deals vary, so that draws and luck count as they are.

use super::merge::{Apart, differing};
use super::ranges::Ranges;
use super::report::{Failure, Setup};
use super::stats::{Moments, Rate, Spread, Z95};
use crate::value::Fraction;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    pub entrants: Vec<Standing>,
    pub pairs: Vec<Pair>,
    pub seed: u64,
    pub seconds: f64,
    /// What was played; who sat where changed from game to game.
    pub setup: Setup,
}

/// The deals of a tournament that were played by one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingsPart {
    /// The names of the entrants.
    pub entrants: Vec<String>,
    pub setup: Setup,
    /// By pair: see [`pairs`].
    pub pairs: Vec<PairCounts>,
}

/// How strong an entrant is, the mean of all being 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub name: String,
    pub elo: f64,
    /// 95 %.
    pub elo_ci95: [f64; 2],
    /// Of its games, a draw being half a one.
    pub score: f64,
    pub games: u64,
}

/// Two entrants' games. Wins and losses are the first one's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    pub first: usize,
    pub second: usize,
    pub home: Results,
    pub away: Results,
    /// The first one's score a game, with the interval of the deals' mean.
    pub score: Spread,
    /// Deals of which a game did not come to an end; nothing else here is about them.
    pub unfinished: u64,
    /// What kept them from it, and how many of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    pub played: Ranges,
    points: Moments,
}

/// Deals that did not come to an end, by who kept them from it and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Whose player could not go on; none where no player failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<usize>,
    pub deals: u64,
    /// What happened in the first of them. Its code is that of the fault, [`Failure::ENDLESS`],
    /// [`Failure::OVERLONG`] or [`Failure::OF_A_PLAYER`].
    pub first: Failure,
}

/// Counts of two entrants' deals, which can be read from a [`Pair`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PairCounts {
    pub first: usize,
    pub second: usize,
    pub played: Ranges,
    pub home: Results,
    pub away: Results,
    /// Deals of which a game did not come to an end.
    pub unfinished: u64,
    /// In the order of entrants and codes; empty where no cause is known.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// The first one's points a deal: 2 for a game that it won, 1 for a draw.
    points: Moments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// Points that a deal is worth: two games of two points.
const POINTS: f64 = 4.0;

/// Every two of so many entrants or versions, those with the first one before all others.
pub(super) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

impl Results {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn win_rate(&self) -> Rate {
        Rate::of(self.wins, self.games())
    }

    /// How many games, whatever somebody has written.
    fn all(&self) -> u128 {
        [self.wins, self.draws, self.losses].map(u128::from).iter().sum()
    }

    /// The points of all games: 2 for a win, 1 for a draw.
    fn points(&self) -> u128 {
        2 * u128::from(self.wins) + u128::from(self.draws)
    }

    /// Counts a game by its points: 2 for a win, 1 for a draw.
    fn add(&mut self, points: i64) {
        match points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn merged(self, other: Results) -> Results {
        Results {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl PairCounts {
    /// The counts of no deals between two entrants.
    pub(super) fn nothing(first: usize, second: usize) -> PairCounts {
        PairCounts {
            first,
            second,
            played: Ranges::default(),
            home: Results::default(),
            away: Results::default(),
            unfinished: 0,
            left_out: Vec::new(),
            points: Moments::default(),
        }
    }

    /// Adds a deal by the first one's points in both of its games. That it was played is for the
    /// caller to say, in `played`.
    pub(super) fn add(&mut self, home: i64, away: i64) {
        self.home.add(home);
        self.away.add(away);
        self.points.add(home + away);
    }

    /// Adds deals that did not come to an end.
    pub(super) fn leave_out(&mut self, more: LeftOut) {
        self.unfinished += more.deals;
        put_together(&mut self.left_out, more);
    }

    /// Merges the counts of different deals between the same two entrants.
    pub(super) fn merged(mut self, other: PairCounts) -> PairCounts {
        self.played = self.played.joined(other.played);
        self.home = self.home.merged(other.home);
        self.away = self.away.merged(other.away);
        self.points.merge(other.points);
        self.unfinished += other.unfinished;
        other.left_out.into_iter().for_each(|more| put_together(&mut self.left_out, more));
        self
    }

    /// Whether the counts can be those of its deals.
    fn is_sound(&self) -> bool {
        let (home, away) = (self.home.points(), self.away.points());
        let deals = u128::from(self.points.n);
        let left_out: u128 = self.left_out.iter().map(|one| u128::from(one.deals)).sum();
        self.home.all() == deals
            && self.away.all() == deals
            && deals + u128::from(self.unfinished) == self.played.len().into()
            && u128::try_from(self.points.sum) == Ok(home + away)
            && u128::try_from(self.points.squares).is_ok_and(|all| all <= 4 * (home + away))
            && self.points.is_sound()
            && left_out <= self.unfinished.into()
            && self.left_out.is_sorted_by(|one, other| cause(one) < cause(other))
    }

    fn pair(self) -> Pair {
        let score = self.points.spread().over(POINTS).of_shares();
        let PairCounts { first, second, played, home, away, unfinished, left_out, points } = self;
        Pair { first, second, home, away, score, unfinished, left_out, played, points }
    }
}

/// Who kept deals from their end, and how.
fn cause(one: &LeftOut) -> (Option<usize>, &str) {
    (one.entrant, &one.first.code)
}

/// Adds deals to those of the same cause, if there are any.
fn put_together(known: &mut Vec<LeftOut>, more: LeftOut) {
    match known.binary_search_by(|one| cause(one).cmp(&cause(&more))) {
        Ok(at) => {
            known[at].deals += more.deals;
            if more.first.game < known[at].first.game {
                known[at].first = more.first;
            }
        }
        Err(at) => known.insert(at, more),
    }
}

/// [`Standings`], as far as their counts follow from them.
#[derive(Deserialize)]
struct Written {
    entrants: Vec<WrittenEntrant>,
    pairs: Vec<PairCounts>,
    setup: Setup,
}

#[derive(Deserialize)]
struct WrittenEntrant {
    name: String,
}

impl StandingsPart {
    /// From the JSON of [`Standings`].
    ///
    /// # Errors
    /// What of it is no such report, in words.
    pub(crate) fn read(json: &str) -> Result<StandingsPart, String> {
        let Written { entrants, pairs: counts, setup } =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        if !counts.iter().map(|pair| (pair.first, pair.second)).eq(pairs(entrants.len())) {
            return Err("its pairs are not those of its entrants".into());
        }
        let mut left_out = counts.iter().flat_map(|pair| &pair.left_out);
        if left_out.any(|one| one.entrant.is_some_and(|number| number >= entrants.len())) {
            return Err("it leaves out deals of an entrant that there is not".into());
        }
        if !counts.iter().all(PairCounts::is_sound) {
            return Err("its counts are not those of its deals".into());
        }
        let entrants = entrants.into_iter().map(|one| one.name).collect();
        Ok(StandingsPart { entrants, setup, pairs: counts })
    }

    /// Merges two parts of one tournament.
    ///
    /// # Errors
    /// Why they are no parts of one tournament.
    pub(crate) fn merged(self, other: StandingsPart) -> Result<StandingsPart, Apart> {
        if self.entrants != other.entrants {
            let [one, other] = [&self, &other].map(|part| part.entrants.join(","));
            return Err(Apart::Field { field: "seats", one, other });
        }
        if let Some(apart) = differing(&self.setup, &other.setup) {
            return Err(apart);
        }
        let met = || self.pairs.iter().zip(&other.pairs);
        if let Some((from, to)) = met().find_map(|(a, b)| a.played.common(&b.played)) {
            return Err(Apart::SameGames(from, to));
        }
        let met = self.pairs.into_iter().zip(other.pairs);
        Ok(StandingsPart { pairs: met.map(|(a, b)| a.merged(b)).collect(), ..self })
    }

    /// What the counts say.
    pub(crate) fn standings(self) -> Standings {
        let pairs: Vec<Pair> = self.pairs.into_iter().map(PairCounts::pair).collect();
        let ratings = ratings(self.entrants.len(), &pairs);
        let standing = |(number, name): (usize, String)| {
            let (games, score) = total(number, &pairs);
            let (elo, half) = ratings[number];
            Standing { name, elo, elo_ci95: [elo - half, elo + half], score, games }
        };
        let entrants = self.entrants.into_iter().enumerate().map(standing).collect();
        Standings { entrants, pairs, seed: self.setup.seed, seconds: 0.0, setup: self.setup }
    }
}

impl Standings {
    /// The deals that every pair was to play: as many as the one that has played the most.
    pub fn deals(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.played.len()).max().unwrap_or(0)
    }

    /// What was left out of the games of all pairs, by who kept them from their end and how.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let mut all = Vec::new();
        let parts = self.pairs.iter().flat_map(|pair| &pair.left_out);
        parts.for_each(|part| put_together(&mut all, part.clone()));
        all
    }
}

/// An entrant's games and score in all.
fn total(number: usize, pairs: &[Pair]) -> (u64, f64) {
    let mine = pairs.iter().filter(|pair| pair.first == number || pair.second == number);
    let (mut games, mut points) = (0u64, 0.0);
    for pair in mine {
        let won = pair.points.sum.to_f64() / 2.0;
        let n = pair.points.n.saturating_mul(2);
        games = games.saturating_add(n);
        points += if pair.first == number { won } else { n.to_f64() - won };
    }
    (games, if games > 0 { points / games.to_f64() } else { 0.0 })
}

/// Elo points of one unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Each one's rating and half of the width of its interval. A drawn deal is added to each pair, so
/// that who wins always is not infinitely strong.
fn ratings(n: usize, pairs: &[Pair]) -> Vec<(f64, f64)> {
    let mut strength = vec![0.0; n];
    let mut inverse = Vec::new();
    // Newton's method: the likelihood is concave, and this few steps are far more than it needs.
    for _ in 0..50 {
        let (slope, bend) = likelihood(&strength, pairs);
        inverse = inverted(bend);
        for (i, row) in inverse.iter().enumerate() {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            strength[i] += step.clamp(-2.0, 2.0);
        }
        let mean = strength.iter().sum::<f64>() / n.max(1).to_f64();
        strength.iter_mut().for_each(|one| *one -= mean);
    }
    let spread = scores_variance(n, pairs);
    (0..n)
        .map(|i| (strength[i] * ELO, Z95 * ELO * sandwich(&inverse, &spread, i).max(0.0).sqrt()))
        .collect()
}

/// Deals of a pair and the first one's share of them, with the drawn one that is added.
fn with_prior(pair: &Pair) -> (f64, f64) {
    let deals = pair.points.n.to_f64() + 1.0;
    (deals, (pair.points.sum.to_f64() / POINTS + 0.5) / deals)
}

/// The gradient, and minus the second derivatives with the mean of all held at 0.
fn likelihood(strength: &[f64], pairs: &[Pair]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strength.len();
    let mut slope = vec![0.0; n];
    let mut bend = vec![vec![1.0 / n.max(1) as f64; n]; n];
    for pair in pairs {
        let (deals, share) = with_prior(pair);
        let expected = 1.0 / (1.0 + (strength[pair.second] - strength[pair.first]).exp());
        add_pair(&mut bend, pair, deals * expected * (1.0 - expected));
        slope[pair.first] += deals * (share - expected);
        slope[pair.second] -= deals * (share - expected);
    }
    (slope, bend)
}

/// The variance of the gradient, from how deals vary.
fn scores_variance(n: usize, pairs: &[Pair]) -> Vec<Vec<f64>> {
    let mut variance = vec![vec![0.0; n]; n];
    for pair in pairs {
        let (deals, share) = with_prior(pair);
        // Where all deals went the same way, the added one must still count.
        let seen = pair.points.spread().sd / POINTS;
        let least = share * (1.0 - share) / deals;
        add_pair(&mut variance, pair, deals * (seen * seen).max(least));
    }
    variance
}

fn add_pair(matrix: &mut [Vec<f64>], pair: &Pair, weight: f64) {
    for (i, j, sign) in [
        (pair.first, pair.first, 1.0),
        (pair.second, pair.second, 1.0),
        (pair.first, pair.second, -1.0),
        (pair.second, pair.first, -1.0),
    ] {
        matrix[i][j] += sign * weight;
    }
}

fn sandwich(inverse: &[Vec<f64>], variance: &[Vec<f64>], i: usize) -> f64 {
    let n = inverse.len();
    (0..n)
        .flat_map(|a| (0..n).map(move |b| (a, b)))
        .map(|(a, b)| inverse[i][a] * variance[a][b] * inverse[b][i])
        .sum()
}

/// The inverse of a matrix, by Gauss and Jordan. It is positive definite: every pair has met.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            other.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(first: usize, second: usize, deals: &[i64]) -> Pair {
        let mut moments = Moments::default();
        deals.iter().for_each(|&points| moments.add(points));
        PairCounts { points: moments, ..PairCounts::nothing(first, second) }.pair()
    }

    #[test]
    fn ten_to_one_is_400_points() {
        let deals: Vec<i64> = (0..110_000).map(|k| if k % 11 == 0 { 0 } else { 4 }).collect();
        let ratings = ratings(2, &[pair(0, 1, &deals)]);
        assert!((ratings[0].0 - ratings[1].0 - 400.0).abs() < 1.0, "{ratings:?}");
        assert!((ratings[0].0 + ratings[1].0).abs() < 1e-6);
    }

    #[test]
    fn equal_scores_are_equal_ratings() {
        let even = [2, 0, 4, 2, 4, 0];
        let ratings = ratings(3, &[pair(0, 1, &even), pair(0, 2, &even), pair(1, 2, &even)]);
        assert!(ratings.iter().all(|(elo, half)| elo.abs() < 1e-6 && *half > 10.0), "{ratings:?}");
    }

    #[test]
    fn who_never_loses_is_not_infinitely_strong() {
        let ratings = ratings(2, &[pair(0, 1, &[4; 50])]);
        assert!(
            ratings[0].0.is_finite() && ratings[0].1.is_finite() && ratings[0].0 > 200.0,
            "{ratings:?}"
        );
    }
}
