//! What never comes about in games played at random, and was meant to: actions that nobody can ever
//! take, and scores that are always equal.

use super::observe::Subject;
use super::playout::{Ended, Finished};
use super::{Count, Ranges, SEED_OF_CHECKS, Simulation, Watcher};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::program::code::{Op, Pc};
use crate::program::terms::Num;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Of fewer games nothing can be said.
const FEWEST: u64 = 10;

/// Warnings of what never comes about in so many `games` of random players: one for each action
/// that menus offer and nobody can take, and one where all scores are equal. The `watcher` may end
/// the search early; nothing is said then.
pub fn never(game: &Game, games: u64, watcher: Option<Watcher<'_>>) -> Vec<Diagnostic> {
    let seed = SEED_OF_CHECKS;
    let simulation = Simulation { game, first: 0, games, seed, seats: &[], jobs: 1, watcher };
    let seen: Seen = simulation.count();
    if games < FEWEST || seen.played.len() < games {
        return Vec::new();
    }
    let impossible = seen.never_possible(game, games);
    impossible.into_iter().chain(seen.always_level(game, games)).collect()
}

/// What came about in some games.
#[derive(Default)]
struct Seen {
    played: Ranges,
    /// Actions that somebody could take, by their names.
    possible: BTreeSet<String>,
    /// In how many games somebody was asked here, by the instructions that ask.
    asked: BTreeMap<Pc, u64>,
    /// Games that ended with equal scores, and with no winner.
    level: u64,
}

impl Seen {
    /// Actions that a menu had in most games, and that nobody could take in any.
    fn never_possible(&self, game: &Game, games: u64) -> Vec<Diagnostic> {
        let program = game.program();
        let mut never: BTreeMap<&str, (u64, Span)> = BTreeMap::new();
        for (&at, &asked) in &self.asked {
            let Op::Ask { site } = program.code[at] else { continue };
            let actions =
                program.sites[site].menu.iter().map(|entry| &program.actions[entry.action]);
            for action in actions.filter(|action| !self.possible.contains(&action.name)) {
                let (most, _) = never.entry(&action.name).or_insert((0, action.span));
                *most = asked.max(*most);
            }
        }
        let often = never.into_iter().filter(|(_, (asked, _))| asked * 2 > games);
        let problem = |(name, (asked, span)): (&str, (u64, Span))| {
            let words = format!("in {games} games at random nobody could ever take `{name}`");
            Diagnostic::warning("never-possible", span, words).help(format!(
                "it stood in a menu in {asked} of them; in play, `why {name}` tells what forbids it"
            ))
        };
        often.map(problem).collect()
    }

    /// That all sides of all games were equal, by a score that is no number written out.
    fn always_level(&self, game: &Game, games: u64) -> Option<Diagnostic> {
        let program = game.program();
        let score = program.score.filter(|_| program.seats > 1 && !program.cooperative)?;
        let is_written_out = matches!(program.terms.nums[score.value], Num::Const(_));
        (self.level == games && !is_written_out).then(|| {
            let words = format!("in {games} games at random all scores were equal at the end");
            Diagnostic::warning("always-level", score.span, words)
                .help("does anything that happens change what is counted here?")
        })
    }
}

impl Count for Seen {
    const OBSERVES: bool = true;

    fn new(_game: &Game) -> Self {
        Seen::default()
    }

    fn add(&mut self, game: &Game, _k: u64, _seed: u64, played: &Finished) {
        if let Ended::Over(outcome) = &played.ended {
            let first = outcome.scores.first();
            let is_level = outcome.scores.iter().all(|score| Some(score) == first);
            self.level += u64::from(is_level && outcome.winners.is_empty());
        }
        let Some(observed) = &played.observed else { return };
        self.possible.extend(observed.forced_actions.iter().cloned());
        self.possible.extend(observed.fates.keys().filter_map(|subject| match subject {
            Subject::Action(name) => Some(name.clone()),
            Subject::Card(_) | Subject::Value(_) => None,
        }));
        let code = &game.program().code;
        let ran = observed.ran.iter().enumerate().filter(|(_, ran)| **ran);
        let asks = ran.map(|(at, _)| Pc::new(at)).filter(|&at| matches!(code[at], Op::Ask { .. }));
        asks.for_each(|at| *self.asked.entry(at).or_default() += 1);
    }

    fn close(&mut self, played: Ranges) {
        self.played = std::mem::take(&mut self.played).joined(played);
    }

    fn merged(mut self, other: Self) -> Self {
        self.close(other.played);
        self.possible.extend(other.possible);
        for (at, games) in other.asked {
            *self.asked.entry(at).or_default() += games;
        }
        self.level += other.level;
        self
    }
}
