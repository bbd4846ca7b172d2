//! What is fast gives the same records as the reference, in every game file of the repository, with
//! every number of seats and every value of every option.

use crate::common::reference;
use crate::common::setups;
use crate::common::thorough;

use rayon::prelude::*;
use reference::{Engines, Runtimes};
use setups::{Setup, setups};
use std::collections::BTreeMap;

/// Games of each setting at most.
const GAMES: u64 = 1_000;

/// Choices of one game file, all its settings together, that are enough for every day; and where
/// the suite is thorough.
const ENOUGH: [usize; 2] = [60_000, 400_000];

/// The fewest games of one game file, all its settings together, for every day; and where the suite
/// is thorough.
const LEAST: [u64; 2] = [100, GAMES];

/// How many games were compared, of a game file of so many settings.
fn compare(setup: &Setup, (enough, least): (usize, u64), settings: usize) -> u64 {
    let enough = enough / settings;
    let engines = Engines::of(&setup.game);
    let (mut runtimes, mut choices) = (Runtimes::of(&engines), 0);
    for seed in 0..GAMES {
        match runtimes.compare(seed) {
            Ok(compared) => {
                assert!(compared.is_over, "{}, seed {seed}: the game has no end", setup.words());
                choices += compared.choices;
            }
            Err(what) => panic!("{}, seed {seed}: {what}", setup.words()),
        }
        if choices >= enough && seed + 1 >= least.div_ceil(settings as u64) {
            return seed + 1;
        }
    }
    GAMES
}

/// Compares in each game file as many choices as are enough, spread evenly over its settings.
fn compare_all((enough, least): (usize, u64)) {
    let setups = setups();
    let of_file = |name: &str| setups.iter().filter(|setup| setup.name == name).count();
    let played =
        setups.par_iter().map(|setup| compare(setup, (enough, least), of_file(&setup.name)));
    let played: Vec<u64> = played.collect();
    let mut files = BTreeMap::<&str, u64>::new();
    for (setup, games) in setups.iter().zip(played) {
        *files.entry(&setup.name).or_default() += games;
    }
    for (file, games) in files {
        assert!(games >= least, "{file}: only {games} games");
        println!("{file}: {games} games of {} settings", of_file(file));
    }
}

#[test]
fn what_is_fast_plays_as_the_reference() {
    compare_all((thorough::of(ENOUGH), thorough::of(LEAST)));
}

/// All 1,000 games of the longest as well, which takes minutes: `just reference`.
#[test]
#[ignore = "takes minutes: see `just reference`"]
fn what_is_fast_plays_as_the_reference_in_a_thousand_games_of_each() {
    compare_all((usize::MAX, GAMES));
}
