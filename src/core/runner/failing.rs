//! Games played at random to find the lines in which rules fail, whether they come to an end, and
//! whether anybody has a choice: what no reading of them shows.

use super::{Count, Ended, Finished, MOST_CHOICES, Ranges, SEED_OF_CHECKS, Simulation, Watcher};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::source::Span;
use std::collections::BTreeMap;

/// The problems of `game` that so many `games` of random players come upon: one for each line that
/// fails, and each way in which it does, one where games have no end, and one where nobody has a
/// choice. The `watcher` may end the search early.
pub fn failing(game: &Game, games: u64, watcher: Option<Watcher<'_>>) -> Vec<Diagnostic> {
    let seed = SEED_OF_CHECKS;
    let simulation = Simulation { game, first: 0, games, seed, seats: &[], jobs: 1, watcher };
    let Failing { played, found, endless, chosen } = simulation.count();
    let begins = || {
        let program = game.program();
        program.spans.get(program.units[program.start].start).copied().unwrap_or_default()
    };
    let is_idle = !chosen && found.is_empty() && !game.program().sites.is_empty();
    let no_choice = (is_idle && played.len() > 0).then(|| {
        let words = format!("in {} games at random nobody had anything to choose", played.len());
        Diagnostic::warning("no-decision", begins(), words)
            .help("is what ends the game, or a phase, true from the beginning?")
    });
    let no_end = endless.map(|endless| {
        let words = format!("games at random go on for ever: for more than {MOST_CHOICES} choices");
        Diagnostic::warning("no-end", begins(), words).help(endless.told(&played))
    });
    let problem = |((span, _), failed): ((Span, _), Failed)| {
        let words = format!("the rules fail here in play: {}", failed.words);
        Diagnostic::warning("fails-in-play", span, words).help(failed.told(&played))
    };
    found.into_iter().map(problem).chain(no_end).chain(no_choice).collect()
}

/// Where games have failed.
struct Failing {
    played: Ranges,
    /// By the place and the code of the fault.
    found: BTreeMap<(Span, &'static str), Failed>,
    /// Games that were given up since they did not end.
    endless: Option<Failed>,
    /// Somebody had a choice among two options or more.
    chosen: bool,
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
    fn told(&self, played: &Ranges) -> String {
        format!(
            "so they did in {} of {} games at random, first in that with the seed {}",
            self.times,
            played.len(),
            self.seed
        )
    }

    fn joined(self, other: Failed) -> Failed {
        let times = self.times + other.times;
        let first = if other.first < self.first { other } else { self };
        Failed { times, ..first }
    }
}

impl Count for Failing {
    fn new(_game: &Game) -> Self {
        Failing { played: Ranges::default(), found: BTreeMap::new(), endless: None, chosen: false }
    }

    fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished) {
        self.chosen |= played.decisions > 0;
        let new = |words| Failed { words, times: 0, first: k, seed };
        match &played.ended {
            Ended::Failed(fault) => {
                let place = (fault.span, fault.kind.code());
                let alike = self.found.entry(place);
                alike.or_insert_with(|| new(game.fault_words(fault))).times += 1;
            }
            Ended::GivenUp(_) => self.endless.get_or_insert_with(|| new(String::new())).times += 1,
            Ended::Over(_) | Ended::Stuck(..) | Ended::Stopped => {}
        }
    }

    fn close(&mut self, played: Ranges) {
        self.played = std::mem::take(&mut self.played).joined(played);
    }

    fn merged(mut self, other: Self) -> Self {
        self.close(other.played);
        self.chosen |= other.chosen;
        self.endless = match (self.endless.take(), other.endless) {
            (Some(known), Some(more)) => Some(known.joined(more)),
            (known, more) => known.or(more),
        };
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
