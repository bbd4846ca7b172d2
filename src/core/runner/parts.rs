//! What the named parts of a score come to over many games, and how much of the difference between
//! the sides each of them makes. Counts in whole numbers, so that they are the same in whatever
//! order they are made.

use super::sides;
use super::stats::{Moments, Spread};
use crate::program::Program;
use crate::value::{Fraction, Seat};
use crate::vm::PartScores;
use serde::{Deserialize, Serialize};

/// The parts of the scores of many games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartCounts {
    /// By side: by how much its score is greater than the others', times the number of sides.
    ahead: Vec<Moments>,
    parts: Vec<Counted>,
}

/// What was counted of one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    /// Empty for all that has no name.
    name: String,
    points: Moments,
    /// By side, of the part alone, as [`PartCounts::ahead`] is of the score.
    ahead: Vec<Moments>,
    /// By side, the sum of the products of both.
    products: Vec<i128>,
}

/// What is said of a part of the score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartRates {
    /// Empty for all that has no name.
    pub name: String,
    /// What it comes to for a side.
    pub points: Spread,
    /// How much of the difference between the scores it makes: its covariance with that difference,
    /// by the variance of the difference. The shares of all parts add up to 1. None where the
    /// scores never differ.
    pub share: Option<f64>,
}

impl PartCounts {
    /// The counts of no games.
    pub(crate) fn new(program: &Program) -> PartCounts {
        let sides = sides(program).count();
        let named = program.score_parts.named.iter().map(|part| part.name.clone());
        let rest = program.score_parts.rest.then(String::new);
        let counted = |name| Counted {
            name,
            points: Moments::default(),
            ahead: vec![Moments::default(); sides],
            products: vec![0; sides],
        };
        let parts = named.chain(rest).map(counted).collect();
        PartCounts { ahead: vec![Moments::default(); sides], parts }
    }

    /// Counts the end of one game, with its scores by seat and with what they are made of.
    pub(crate) fn add(&mut self, program: &Program, scores: &[i32], parts: &[PartScores]) {
        let scores = ahead(program, scores);
        self.ahead.iter_mut().zip(&scores).for_each(|(moments, &score)| moments.add(score));
        for (counted, part) in self.parts.iter_mut().zip(parts) {
            for seat in sides(program) {
                let points = part.scores.get(seat.index()).copied().unwrap_or(0);
                counted.points.add(points.into());
            }
            let parts = ahead(program, &part.scores);
            counted.ahead.iter_mut().zip(&parts).for_each(|(moments, &part)| moments.add(part));
            let pairs = counted.products.iter_mut().zip(parts.iter().zip(&scores));
            pairs.for_each(|(sum, (&part, &score))| *sum += i128::from(part) * i128::from(score));
        }
    }

    /// Adds the counts of other games of the same program.
    pub(crate) fn merge(&mut self, other: PartCounts) {
        self.ahead.iter_mut().zip(other.ahead).for_each(|(a, b)| a.merge(b));
        for (a, b) in self.parts.iter_mut().zip(other.parts) {
            a.points.merge(b.points);
            a.ahead.iter_mut().zip(b.ahead).for_each(|(a, b)| a.merge(b));
            a.products.iter_mut().zip(b.products).for_each(|(a, b)| *a = a.saturating_add(b));
        }
    }

    /// Whether the same things were counted, so that the counts can be added.
    pub(super) fn is_like(&self, other: &PartCounts) -> bool {
        let names = |counts: &PartCounts| -> Vec<String> {
            counts.parts.iter().map(|part| part.name.clone()).collect()
        };
        self.ahead.len() == other.ahead.len() && names(self) == names(other)
    }

    /// Whether the counts can be those of so many games; a report without any has none.
    pub(super) fn is_sound(&self, games: u64) -> bool {
        let are_of_games = |ahead: &[Moments]| {
            ahead.len() == self.ahead.len()
                && ahead.iter().all(|moments| moments.n == games && moments.is_sound())
        };
        let points = u128::from(games) * self.ahead.len() as u128;
        // After Cauchy and Schwarz; what is too large to be multiplied harms nobody.
        let are_possible = |part: &Counted| {
            let squares = part.ahead.iter().zip(&self.ahead).map(|(a, b)| (a.squares, b.squares));
            part.products.iter().zip(squares).all(|(products, (a, b))| {
                let both = products.checked_mul(*products).zip(a.checked_mul(b));
                both.is_none_or(|(of_products, of_squares)| of_products <= of_squares)
            })
        };
        let is_sound = |part: &Counted| {
            u128::from(part.points.n) == points
                && part.points.is_sound()
                && are_of_games(&part.ahead)
                && part.products.len() == self.ahead.len()
                && are_possible(part)
        };
        are_of_games(&self.ahead) && self.parts.iter().all(is_sound)
    }

    /// What is to be said of each part; nothing where the rules name none.
    pub fn rates(&self) -> Vec<PartRates> {
        let square = |moments: &Moments| moments.squares;
        let whole: f64 =
            self.ahead.iter().map(|m| covariance(m, m, square(m))).filter(|v| *v > 0.0).sum();
        let rates = |part: &Counted| {
            let sides = part.ahead.iter().zip(&self.ahead).zip(&part.products);
            let own: f64 = sides.map(|((a, b), &products)| covariance(a, b, products)).sum();
            let share = (whole > 0.0).then_some(own / whole);
            PartRates { name: part.name.clone(), points: part.points.spread(), share }
        };
        self.parts.iter().map(rates).collect()
    }
}

/// A covariance, times the number of games, of two series with the sum of their `products`.
fn covariance(one: &Moments, other: &Moments, products: i128) -> f64 {
    match i128::from(one.n) {
        0 => 0.0,
        n => {
            let exact = products.checked_mul(n).zip(one.sum.checked_mul(other.sum));
            let exact = exact.and_then(|(all, of_sums)| all.checked_sub(of_sums));
            // Sums of a report that somebody has written may be of any size.
            let all = exact.map_or_else(
                || products.to_f64() * n.to_f64() - one.sum.to_f64() * other.sum.to_f64(),
                Fraction::to_f64,
            );
            all / n.to_f64()
        }
    }
}

/// How many points each side is ahead of the mean, times the number of sides; of a single side, its
/// points.
fn ahead(program: &Program, by_seat: &[i32]) -> Vec<i64> {
    let points = |seat: Seat| i64::from(by_seat.get(seat.index()).copied().unwrap_or(0));
    let all: Vec<i64> = sides(program).map(points).collect();
    let sum: i64 = all.iter().sum();
    match i64::try_from(all.len()) {
        Ok(count) if count > 1 => all.into_iter().map(|points| points * count - sum).collect(),
        _ => all,
    }
}
