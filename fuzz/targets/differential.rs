//! Games by rules that are written as the bytes decide: those that load are played by the reference
//! and by what is fast, and must come to the same.

use super::{table, written};
use crate::common::reference::{Engines, Runtimes};

/// Games of each.
const SEEDS: u64 = 2;
const MOST_CHOICES: usize = 60;

pub fn run(bytes: &[u8]) {
    compare(&written(bytes));
}

/// Plays by rules, if they load, in all ways.
pub fn compare(rules: &str) {
    let Ok(game) = table::with_rules(rules.as_bytes()) else { return };
    let engines = Engines::of(&game);
    let mut runtimes = Runtimes::of(&engines).of_at_most(MOST_CHOICES);
    for seed in 0..SEEDS {
        if let Err(what) = runtimes.compare(seed) {
            panic!("seed {seed}: {what}, by these rules:\n{rules}");
        }
    }
}
