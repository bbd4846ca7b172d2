//! Everybody against everybody, home and away on the same deals: who is how much stronger.
//!
//! Strength is Elo's (1978): 400 points are odds of ten to one. Ratings are the most likely ones
//! under the model of Bradley and Terry (1952), a draw being half a win for each; their intervals
//! come from how the results of deals vary, so that draws and luck count as they are.

use super::playout::{Ended, Playouts, seed_of_game};
use super::stats::{Moments, Rate, Spread, Z95};
use super::{CHUNK, Entrant, Parts, Watch, Watcher};
use crate::game::Game;
use crate::value::Fraction;
use serde::Serialize;

/// A game of two sides, and who plays it.
pub struct Tournament<'a> {
    pub game: &'a Game,
    pub entrants: Vec<&'a dyn Entrant>,
    /// Deals for each pair: each is played twice, the sides changed.
    pub deals: u64,
    pub seed: u64,
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    pub entrants: Vec<Standing>,
    pub pairs: Vec<Pair>,
    pub seed: u64,
    pub seconds: f64,
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
    pub unfinished: u64,
    #[serde(skip)]
    deals: Moments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Results {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn win_rate(&self) -> Rate {
        Rate::of(self.wins, self.games())
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

#[derive(Clone, Debug, Default)]
struct Counts {
    home: Results,
    away: Results,
    deals: Moments,
    unfinished: u64,
}

impl Counts {
    fn merged(mut self, other: Counts) -> Counts {
        self.home = self.home.merged(other.home);
        self.away = self.away.merged(other.away);
        self.deals.merge(other.deals);
        self.unfinished += other.unfinished;
        self
    }
}

/// Points that a deal is worth: two games of two points.
const POINTS: f64 = 4.0;

impl Tournament<'_> {
    pub fn run(&self) -> Standings {
        let n = self.entrants.len();
        let pairs = (0..n).flat_map(|first| (first + 1..n).map(move |second| (first, second)));
        let pairs: Vec<Pair> = pairs.map(|(first, second)| self.pair(first, second)).collect();
        let ratings = ratings(n, &pairs);
        let standing = |(number, entrant): (usize, &&dyn Entrant)| {
            let (games, score) = total(number, &pairs);
            let (elo, half) = ratings[number];
            Standing { name: entrant.name(), elo, elo_ci95: [elo - half, elo + half], score, games }
        };
        let entrants = self.entrants.iter().enumerate().map(standing).collect();
        Standings { entrants, pairs, seed: self.seed, seconds: 0.0 }
    }

    fn pair(&self, first: usize, second: usize) -> Pair {
        let (home, away) = (self.table(first, second), self.table(second, first));
        let watch = Watch::new(self.watcher);
        let goes_on = || watch.goes_on();
        let playouts = |seats| Playouts::new(self.game, seats).while_wanted(&goes_on);
        let memory = || (playouts(&home), playouts(&away));
        let piece = |(home, away): &mut (Playouts<'_>, Playouts<'_>), from: u64, to: u64| {
            let mut counts = Counts::default();
            for k in from..to {
                let seed = seed_of_game(self.seed, k);
                match (self.points(home, seed, 0), self.points(away, seed, 1)) {
                    (Points::Stopped, _) | (_, Points::Stopped) => return (counts, false),
                    (Points::Of(at_home), Points::Of(out)) => {
                        counts.home.add(at_home);
                        counts.away.add(out);
                        counts.deals.add(at_home + out);
                    }
                    (Points::Unfinished, _) | (_, Points::Unfinished) => counts.unfinished += 1,
                }
                watch.count();
            }
            (counts, goes_on())
        };
        let thinks = [first, second].iter().any(|&number| !self.entrants[number].is_random());
        let size = if thinks { 1 } else { CHUNK };
        let parts = Parts { first: 0, items: self.deals, size, jobs: self.jobs };
        let counts = parts.work(memory, piece, Counts::default, Counts::merged);
        let score = counts.deals.spread().over(POINTS);
        let Counts { home, away, deals, unfinished } = counts;
        Pair { first, second, home, away, score, unfinished, deals }
    }

    /// One entrant on the first side, another on the second.
    fn table(&self, first: usize, second: usize) -> Vec<&dyn Entrant> {
        let program = self.game.program();
        (0..program.seats)
            .map(|seat| self.entrants[if program.team(seat) == 0 { first } else { second }])
            .collect()
    }

    /// What the game with this `seed` gives to a `side`.
    fn points(&self, playouts: &mut Playouts<'_>, seed: u64, side: u8) -> Points {
        let outcome = match &playouts.play(seed).ended {
            Ended::Over(outcome) => outcome,
            Ended::Stopped => return Points::Stopped,
            Ended::TimedOut | Ended::Failed(_) | Ended::Stuck(..) => return Points::Unfinished,
        };
        let won = outcome.winners.first().map(|seat| self.game.program().team(seat - 1) == side);
        Points::Of(match won {
            Some(true) => 2,
            Some(false) => 0,
            None => 1,
        })
    }
}

/// What a game gives to a side.
enum Points {
    /// 2 for a win, 1 for a draw.
    Of(i64),
    /// The game did not come to an end.
    Unfinished,
    /// Somebody did not want to wait for it.
    Stopped,
}

/// An entrant's games and score in all.
fn total(number: usize, pairs: &[Pair]) -> (u64, f64) {
    let mine = pairs.iter().filter(|pair| pair.first == number || pair.second == number);
    let (mut games, mut points) = (0, 0.0);
    for pair in mine {
        let won = pair.deals.sum.to_f64() / 2.0;
        let n = 2 * pair.deals.n;
        games += n;
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
    let deals = pair.deals.n.to_f64() + 1.0;
    (deals, (pair.deals.sum.to_f64() / POINTS + 0.5) / deals)
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
        let seen = pair.deals.spread().sd / POINTS;
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

/// By Gauss and Jordan. The matrix is positive definite: every pair has met.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[i].clone();
        for (j, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            debug_assert!(j != i);
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
        let none = Results::default();
        let score = moments.spread().over(POINTS);
        Pair { first, second, home: none, away: none, score, unfinished: 0, deals: moments }
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
