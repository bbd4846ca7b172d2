//! Solves small games of two players: the whole tree of a game, what each player knows where it
//! chooses, and strategies against which neither can do better.
//!
//! `tree` enumerates; `cfr` finds the strategies; `against` tells what a player concedes who plays
//! otherwise; the rest says what came of it. A game that has too many positions is refused, with
//! the number of those that were counted.

mod against;
mod cfr;
mod tree;

use crate::game::Game;
use serde::Serialize;
use std::fmt;

pub use against::{Conceded, Look, against};
pub(crate) use tree::{InfoSet, Tree};

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The exploitability to come to: both players together could win at most twice this by playing
    /// otherwise.
    pub exploitability: f64,
    pub iterations: u32,
    /// Positions after which a game is too large.
    pub positions: usize,
}

impl Default for Aim {
    fn default() -> Self {
        Aim { exploitability: 0.001, iterations: 100_000, positions: 400_000 }
    }
}

/// What a game is worth, and how to play it.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// What the payoffs are counted in.
    pub payoff: Payoff,
    /// By seat.
    pub values: [f64; 2],
    /// How much a best answer wins on average against these strategies, over what they win: the
    /// mean of both seats (half of what the literature calls NashConv).
    pub exploitability: f64,
    pub iterations: u32,
    pub positions: usize,
    pub information_sets: usize,
    pub strategies: Vec<Strategy>,
}

/// What players want more of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Payoff {
    /// Their score, of which all ends have the same sum.
    Score,
    /// Their score with the other sign, as the lowest wins; all ends have the same sum of scores.
    NegatedScore,
    /// Half the difference of the scores, more than 0 for the better one, as their sum is not the
    /// same in all ends: the game itself is not zero-sum.
    Difference,
    /// 1 for a win, -1 for a defeat, 0 for neither: the rules count no score, or have an end in
    /// which the winner is not who the score says.
    Victory,
}

/// How to choose where a seat knows this much.
#[derive(Clone, Debug, Serialize)]
pub struct Strategy {
    /// From 1.
    pub seat: u8,
    /// What it sees, and what it chose before.
    pub situation: String,
    pub options: Vec<Share>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Share {
    pub option: String,
    pub probability: f64,
}

/// Why a game cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Not two players against each other.
    NotTwoSides { seats: u8, cooperative: bool },
    /// More positions than allowed; as far as they were counted.
    TooLarge { positions: usize, information_sets: usize },
    /// More `moves` that follow each other, choices and results of chance, than a small game has:
    /// it may have no end.
    TooDeep { moves: usize },
    /// Chance alone has more `results` between two choices than there may still be positions.
    TooMuchChance { results: usize, positions: usize, information_sets: usize },
    /// The rules fail somewhere, in words.
    Fault(String),
    /// The player that was asked could not go on, in words.
    Stuck(String),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::NotTwoSides { cooperative: true, .. } => f.write_str(
                "only games of two players against each other can be solved: in this one all win or lose together",
            ),
            Unsolved::NotTwoSides { seats, .. } => {
                write!(f, "only games of two players can be solved: this one is played by {seats}")
            }
            Unsolved::TooLarge { positions, information_sets } => write!(
                f,
                "this game is too large to be solved: more than {positions} positions and {information_sets} information sets"
            ),
            Unsolved::TooDeep { moves } => write!(
                f,
                "this game can last too long to be solved, or has no end: more than {moves} choices or results of chance follow each other"
            ),
            Unsolved::TooMuchChance { results, positions, information_sets } => write!(
                f,
                "this game is too large to be solved: chance alone, such as a shuffle of many cards, has more than {results} results \
                 (counted before it: {positions} positions, {information_sets} information sets)"
            ),
            Unsolved::Fault(words) => write!(f, "the rules failed: {words}"),
            Unsolved::Stuck(words) => write!(f, "the player could not go on: {words}"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// Solves a game as far as the aim says.
///
/// # Errors
/// It is no game of two players against each other, it is too large, or its rules fail.
pub fn solve(game: &Game, aim: &Aim) -> Result<Solution, Unsolved> {
    let tree = Tree::of(game, aim.positions)?;
    let solved = cfr::solve(&tree, aim);
    let strategies = tree.sets.iter().enumerate().map(|(set, info)| Strategy {
        seat: info.seat.shown(),
        situation: tree.situation(set),
        options: options(info, &solved.strategy[info.range()]),
    });
    let strategies = strategies.collect();
    Ok(Solution {
        payoff: tree.payoff,
        values: [tree.half_sum + solved.value, tree.half_sum - solved.value],
        exploitability: solved.exploitability,
        iterations: solved.iterations,
        positions: tree.len(),
        information_sets: tree.sets.len(),
        strategies,
    })
}

fn options(info: &InfoSet, shares: &[f64]) -> Vec<Share> {
    let each = info.options.iter().zip(shares);
    each.map(|(option, &probability)| Share { option: option.clone(), probability }).collect()
}
