//! Numbers of many games: counted in whole numbers, so that sums are the same in whatever order
//! they are made, and turned into shares and means with their intervals only when somebody reads
//! them.

use crate::value::{Fraction, Narrow};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Half of the width of a 95 % interval in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

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

/// A number that every game has: mean, standard deviation, and the value that 95 % of the games do
/// not exceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    pub mean: f64,
    pub sd: f64,
    pub p95: u64,
}

impl Rate {
    /// `count` of `n`; of none, nothing is known.
    pub fn of(count: u64, n: u64) -> Rate {
        if n == 0 {
            return Rate { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, rate) = (n.to_f64(), count.to_f64() / n.to_f64());
        let z2 = Z95 * Z95;
        let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
        // Where it never or always came, the interval ends there: rounding must not say otherwise.
        let low = if count == 0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if rate == 1.0 { 1.0 } else { (centre + half).min(1.0) };
        Rate { rate, low, high }
    }

    pub fn contains(&self, truth: f64) -> bool {
        (self.low..=self.high).contains(&truth)
    }
}

impl Spread {
    /// From the number of values, their sum and the sum of their squares, all exact.
    pub(crate) fn of(n: u64, sum: i128, squares: i128) -> Spread {
        if n == 0 {
            return Spread::default();
        }
        let count = i128::from(n);
        let mean = sum.to_f64() / n.to_f64();
        let variance = match n {
            1 => 0.0,
            _ => {
                let of_sums = sum.checked_mul(sum);
                let exact = count.checked_mul(squares).zip(of_sums);
                let exact = exact.and_then(|(all, of_sums)| all.checked_sub(of_sums));
                // Sums of a report that somebody has written may be of any size.
                let deviation = exact.map_or_else(
                    || n.to_f64() * squares.to_f64() - sum.to_f64() * sum.to_f64(),
                    Fraction::to_f64,
                );
                deviation / (n.to_f64() * (n - 1).to_f64())
            }
        };
        let sd = variance.max(0.0).sqrt();
        let half = Z95 * sd / (n as f64).sqrt();
        Spread { mean, sd, ci95: [mean - half, mean + half] }
    }

    /// This spread in units `by` times as large.
    pub(crate) fn over(self, by: f64) -> Spread {
        Spread { mean: self.mean / by, sd: self.sd / by, ci95: self.ci95.map(|end| end / by) }
    }

    /// Of a number that is a share in each game: the interval goes no further than shares do.
    pub(crate) fn of_shares(self) -> Spread {
        Spread { ci95: self.ci95.map(|end| end.clamp(0.0, 1.0)), ..self }
    }

    pub fn contains(&self, truth: f64) -> bool {
        (self.ci95[0]..=self.ci95[1]).contains(&truth)
    }
}

/// Numbers of which mean and deviation are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    pub n: u64,
    pub sum: i128,
    pub squares: i128,
}

impl Moments {
    pub(crate) fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    pub(crate) fn merge(&mut self, other: Moments) {
        // Counts of a report that somebody has written may be of any size.
        self.n = self.n.saturating_add(other.n);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    pub fn spread(&self) -> Spread {
        Spread::of(self.n, self.sum, self.squares)
    }

    /// Whether there can be whole numbers with this sum and this sum of squares.
    pub(super) fn is_sound(&self) -> bool {
        let (n, of_sums) = (i128::from(self.n), self.sum.checked_mul(self.sum));
        // A sum too large to be squared is too large to be compared, and harms nobody.
        let is_spread = n.checked_mul(self.squares).zip(of_sums).is_none_or(|(all, of)| of <= all);
        self.sum.unsigned_abs() <= self.squares.unsigned_abs() && self.squares >= 0 && is_spread
    }
}

/// How often each number came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<i64, u64>", into = "BTreeMap<i64, u64>")]
pub struct Histogram {
    /// Of the small ones by themselves, which nearly all are: as long as the greatest that came.
    small: Vec<u64>,
    others: BTreeMap<i64, u64>,
}

impl Histogram {
    /// Numbers from 0 to below this are counted in a row.
    const SMALL: usize = 1024;

    #[inline]
    pub fn add(&mut self, value: i64) {
        match self.small.get_mut(value.to_usize()) {
            Some(times) => *times += 1,
            None => self.add_times(value, 1),
        }
    }

    fn add_times(&mut self, value: i64, times: u64) {
        match usize::try_from(value) {
            Ok(small) if small < Histogram::SMALL => {
                if small >= self.small.len() {
                    self.small.resize(small + 1, 0);
                }
                let counted = &mut self.small[small];
                *counted = counted.saturating_add(times);
            }
            Ok(_) | Err(_) => {
                let counted = self.others.entry(value).or_default();
                *counted = counted.saturating_add(times);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: Histogram) {
        other.iter().for_each(|(value, times)| self.add_times(value, times));
    }

    /// The numbers that came, rising, and how often.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        let pairs = |(&value, &times): (&i64, &u64)| (value, times);
        let small = self.small.iter().enumerate().map(|(value, &times)| (value.to_i64(), times));
        let came = small.filter(|&(_, times)| times > 0);
        self.others.range(..0).map(pairs).chain(came).chain(self.others.range(0..).map(pairs))
    }

    pub fn sum(&self) -> i128 {
        let sums = self.iter().map(|(value, count)| i128::from(value) * i128::from(count));
        sums.fold(0, i128::saturating_add)
    }

    pub fn count(&self) -> u64 {
        self.iter().map(|(_, count)| count).fold(0, u64::saturating_add)
    }

    /// Whether it has one number of each of so many games.
    pub(super) fn is_of(&self, games: u64) -> bool {
        self.iter().map(|(_, count)| u128::from(count)).sum::<u128>() == games.into()
    }

    pub fn max(&self) -> i64 {
        self.iter().next_back().map_or(0, |(value, _)| value)
    }

    pub(crate) fn spread(&self) -> Spread {
        let square = |value| i128::from(value) * i128::from(value);
        let squares = self.iter().map(|(value, count)| square(value).saturating_mul(count.into()));
        Spread::of(self.count(), self.sum(), squares.fold(0, i128::saturating_add))
    }

    pub(crate) fn series(&self) -> Series {
        let spread = self.spread();
        Series {
            mean: spread.mean,
            sd: spread.sd,
            p95: u64::try_from(self.quantile(95)).unwrap_or(0),
        }
    }

    /// The smallest value that so many percent of all do not exceed.
    pub(crate) fn quantile(&self, percent: u64) -> i64 {
        let wanted = (u128::from(self.count()) * u128::from(percent)).div_ceil(100);
        let mut so_far = 0u128;
        for (value, count) in self.iter() {
            so_far += u128::from(count);
            if so_far >= wanted {
                return value;
            }
        }
        0
    }
}

impl From<BTreeMap<i64, u64>> for Histogram {
    fn from(counts: BTreeMap<i64, u64>) -> Self {
        let mut histogram = Histogram::default();
        counts
            .into_iter()
            .filter(|&(_, times)| times > 0)
            .for_each(|(value, times)| histogram.add_times(value, times));
        histogram
    }
}

impl From<Histogram> for BTreeMap<i64, u64> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_textbook() {
        let rate = Rate::of(8, 10);
        assert!(
            (rate.low - 0.490_162).abs() < 1e-5 && (rate.high - 0.943_318).abs() < 1e-5,
            "{rate:?}"
        );
        let never = Rate::of(0, 10);
        assert!(never.low == 0.0 && (never.high - 0.277_533).abs() < 1e-5, "{never:?}");
    }

    #[test]
    fn no_games_are_no_numbers() {
        assert_eq!(Rate::of(0, 0), Rate { rate: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(Spread::of(0, 0, 0), Spread::default());
        assert_eq!(Spread::of(1, 5, 25), Spread { mean: 5.0, sd: 0.0, ci95: [5.0, 5.0] });
    }

    fn histogram(values: impl IntoIterator<Item = i64>) -> Histogram {
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
