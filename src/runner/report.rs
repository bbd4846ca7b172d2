//! What a simulation tells. The fields stand in the order of the JSON.

use crate::game::Plain;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a simulation. All but the two fields about time is the same on every machine and with any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub games: u64,
    /// Who sat where.
    pub seats: Vec<String>,
    pub seed: u64,
    pub options: BTreeMap<String, Plain>,
    /// Games won, by seat. Seats of a team win together.
    pub wins: Vec<u64>,
    /// Of the games that came to an end.
    pub win_rates: Vec<Rate>,
    pub draws: u64,
    pub draw_rate: Rate,
    /// By seat; empty when the rules have no score.
    pub scores: Vec<Spread>,
    /// Choices among more than one option, a game.
    pub decisions: Series,
    /// How often the phase `round` was entered, a game; without such a phase, the busiest phase directly in `game`.
    pub rounds: Series,
    /// The phase that `rounds` counts.
    pub round_phase: Option<String>,
    /// How many games ended for which reason.
    pub end_reasons: BTreeMap<String, u64>,
    /// Games that went on for too long, that the rules failed in, and that a player could not go on in.
    pub timeouts: u64,
    pub faults: u64,
    pub stuck: u64,
    /// The first failed game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    pub seconds: f64,
    pub playouts_per_second: f64,
}

/// Half of the width of a 95 % interval in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// A share of all games, with its 95 % interval (Wilson 1927).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rate {
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

/// Mean, standard deviation (of a sample) and the 95 % interval of the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub sd: f64,
    pub ci95: [f64; 2],
}

/// A number that every game has: mean, standard deviation, and the value that 95 % of the games do not exceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    pub mean: f64,
    pub sd: f64,
    pub p95: u64,
}

/// A game that failed, to be looked at again: its number, its own seed, and what went wrong where.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    pub game: u64,
    pub seed: u64,
    pub code: String,
    pub message: String,
    pub file: String,
    pub line: usize,
}

impl Report {
    /// Adds the time that it took, in seconds.
    pub fn timed(mut self, seconds: f64) -> Self {
        self.seconds = seconds;
        self.playouts_per_second = if seconds > 0.0 { self.games as f64 / seconds } else { 0.0 };
        self
    }
}

impl Rate {
    /// `count` of `n`; of none, nothing is known.
    pub fn of(count: u64, n: u64) -> Rate {
        if n == 0 {
            return Rate { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, rate) = (n as f64, count as f64 / n as f64);
        let z2 = Z95 * Z95;
        let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
        // Where it never or always came, the interval ends there: rounding must not say otherwise.
        let low = if count == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if rate == 1.0 { 1.0 } else { (centre + half).min(1.0) };
        Rate { rate, low, high }
    }
}

impl Spread {
    /// From the number of values, their sum and the sum of their squares, all exact.
    pub fn of(n: u64, sum: i128, squares: i128) -> Spread {
        if n == 0 {
            return Spread::default();
        }
        let count = i128::from(n);
        let mean = sum as f64 / n as f64;
        let variance = match n {
            1 => 0.0,
            _ => (count * squares - sum * sum) as f64 / (n as f64 * (n - 1) as f64),
        };
        let sd = variance.max(0.0).sqrt();
        let half = Z95 * sd / (n as f64).sqrt();
        Spread { mean, sd, ci95: [mean - half, mean + half] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_textbook() {
        let rate = Rate::of(8, 10);
        assert!((rate.low - 0.490_162).abs() < 1e-5 && (rate.high - 0.943_318).abs() < 1e-5, "{rate:?}");
        let never = Rate::of(0, 10);
        assert!(never.low == 0.0 && (never.high - 0.277_533).abs() < 1e-5, "{never:?}");
    }

    #[test]
    fn no_games_are_no_numbers() {
        assert_eq!(Rate::of(0, 0), Rate { rate: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(Spread::of(0, 0, 0), Spread::default());
        assert_eq!(Spread::of(1, 5, 25), Spread { mean: 5.0, sd: 0.0, ci95: [5.0, 5.0] });
    }
}
