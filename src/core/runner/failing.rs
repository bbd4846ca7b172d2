//! Games played at random to find the lines in which rules fail: what no reading of them shows.

use super::{Count, Ended, Finished, Ranges, Simulation, Watcher};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::source::Span;
use std::collections::BTreeMap;

/// The seed of these games: a check says the same each time.
const SEED: u64 = 1;

/// The problems of `game` that so many `games` of random players come upon: one for each line that
/// fails, and each way in which it does. The `watcher` may end the search early.
pub fn failing(game: &Game, games: u64, watcher: Option<Watcher<'_>>) -> Vec<Diagnostic> {
    let simulation = Simulation { game, first: 0, games, seed: SEED, seats: &[], jobs: 1, watcher };
    let Failing { played, found } = simulation.count();
    let problem = |((span, _), failed): ((Span, _), Failed)| {
        let words = format!("the rules fail here in play: {}", failed.words);
        Diagnostic::warning("fails-in-play", span, words).help(format!(
            "so they did in {} of {} games at random, first in that with the seed {}",
            failed.times,
            played.len(),
            failed.seed
        ))
    };
    found.into_iter().map(problem).collect()
}

/// Where games have failed.
struct Failing {
    played: Ranges,
    /// By the place and the code of the fault.
    found: BTreeMap<(Span, &'static str), Failed>,
}

/// Games that failed alike.
struct Failed {
    words: String,
    times: u64,
    /// The first of these games, and its seed.
    first: u64,
    seed: u64,
}

impl Failed {
    fn joined(self, other: Failed) -> Failed {
        let times = self.times + other.times;
        let first = if other.first < self.first { other } else { self };
        Failed { times, ..first }
    }
}

impl Count for Failing {
    fn new(_game: &Game) -> Self {
        Failing { played: Ranges::default(), found: BTreeMap::new() }
    }

    fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished) {
        let Ended::Failed(fault) = &played.ended else { return };
        let new = || Failed { words: game.fault_words(fault), times: 0, first: k, seed };
        self.found.entry((fault.span, fault.kind.code())).or_insert_with(new).times += 1;
    }

    fn close(&mut self, played: Ranges) {
        self.played = std::mem::take(&mut self.played).joined(played);
    }

    fn merged(mut self, other: Self) -> Self {
        self.close(other.played);
        for (place, failed) in other.found {
            let all = match self.found.remove(&place) {
                Some(known) => known.joined(failed),
                None => failed,
            };
            self.found.insert(place, all);
        }
        self
    }
}
