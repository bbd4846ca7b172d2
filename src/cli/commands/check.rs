//! `cardrun check`: everything that is wrong with some games, at once.

use super::about;
use crate::cli::args::{CheckArgs, CheckFormat};
use crate::cli::host::files::{GameFile, are_of_no_file};
use crate::cli::host::{Done, Failure, put};
use crate::cli::report::diagnostics;
use crate::cli::text::{Messages, TermStyle, spelt_path};
use crate::diagnostic::{Diagnostic, Problems};
use crate::game::{Game, Settings};
use crate::runner::{Observing, PartKind, Simulation, Watcher, failing, never};
use crate::source::Sources;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn run(args: &CheckArgs, messages: &Messages) -> Done {
    if args.about {
        return about::run(args, messages);
    }
    let found: Vec<(GameFile, Vec<Problems>)> =
        args.games.iter().map(|path| check(path, args.play)).collect();
    match args.format {
        CheckFormat::Text => tell(&found, messages)?,
        CheckFormat::Json => tell_programs(&found)?,
    }
    let problems = || found.iter().flat_map(|(_, parts)| parts);
    match (problems().any(are_of_no_file), problems().any(Problems::has_errors)) {
        (true, _) => Err(Failure::Unusable),
        (false, true) => Err(Failure::Told),
        (false, false) => Ok(()),
    }
}

/// Games of one file are played no longer than this.
const LONGEST: Duration = Duration::from_secs(2);

/// What is wrong with a game as it stands, then what is wrong only with one of its settings; with
/// what so many `games` at random of each come upon.
fn check(path: &Path, games: u32) -> (GameFile, Vec<Problems>) {
    let file = GameFile::named(path);
    if let Err(problems) = GameFile::open(path) {
        return (file, vec![problems]);
    }
    let read = |name: &str| file.read(name);
    let start = Instant::now();
    let in_time = |_| start.elapsed() < LONGEST;
    let impossible: RefCell<BTreeSet<String>> = RefCell::default();
    let play = |game: &Game, setting: &str| {
        let mut found = failing(game, games.into(), Some(&in_time));
        let mut impossible = impossible.borrow_mut();
        // To look closely takes several times as long, and tells of most settings the same.
        if setting.is_empty() && found.is_empty() {
            found = never(game, games.into(), Some(&in_time));
            let sources = &game.problems().sources;
            let actions = found.iter().filter_map(|it| action_of(it, sources));
            impossible.extend(actions.map(str::to_owned));
        } else if !impossible.is_empty() {
            let possible = possible(game, games.into(), &in_time);
            impossible.retain(|action| !possible.contains(action));
        }
        found
    };
    let mut parts = Vec::new();
    let found = Game::check(&file.name, &read, &Settings::default(), &play);
    let impossible = impossible.borrow();
    for (setting, mut problems) in found {
        let Problems { sources, list, .. } = &mut problems;
        list.retain(|it| action_of(it, sources).is_none_or(|action| impossible.contains(action)));
        for problem in problems.list.iter_mut().filter(|_| !setting.is_empty()) {
            problem.message = format!("with `{setting}`: {}", problem.message);
        }
        parts.push(problems);
    }
    (file, parts)
}

/// The action that nobody could take, where a problem says so.
fn action_of<'s>(problem: &Diagnostic, sources: &'s Sources) -> Option<&'s str> {
    (problem.code == "never-possible").then(|| sources.text(problem.span))
}

/// The actions that somebody could take in so many `games` at random.
fn possible(game: &Game, games: u64, in_time: Watcher<'_>) -> BTreeSet<String> {
    let of_checks =
        Simulation { game, first: 0, games, seed: 1, seats: &[], jobs: 1, watcher: Some(in_time) };
    let Observing { measures, .. } = of_checks.count();
    let offered = measures.actions.into_iter().filter(|(_, how)| how.offered > 0);
    let rules = measures.rules.into_iter();
    let taken = rules.filter(|part| part.kind == PartKind::Action && part.games > 0);
    offered.map(|(name, _)| name).chain(taken.map(|part| part.name)).collect()
}

fn tell(found: &[(GameFile, Vec<Problems>)], messages: &Messages) -> Done {
    let style = TermStyle::of_output();
    for (file, parts) in found {
        let mut left = diagnostics::MOST_DRAWN;
        for problems in parts {
            for d in problems.list.iter().take(left) {
                put(&diagnostics::diagnostic(d, &problems.sources, file, style, messages))?;
            }
            left = left.saturating_sub(problems.list.len());
        }
        let all: Vec<Diagnostic> = parts.iter().flat_map(|p| p.list.iter().cloned()).collect();
        put(&diagnostics::more(all.len(), messages))?;
        let counts =
            diagnostics::counts(&all, messages).unwrap_or_else(|| messages.say("no-problems"));
        put(&format!("{}: {counts}\n", spelt_path(file.layout())))?;
    }
    Ok(())
}

fn tell_programs(found: &[(GameFile, Vec<Problems>)]) -> Done {
    let flat = |(file, parts): &'_ (GameFile, Vec<Problems>)| {
        parts
            .iter()
            .flat_map(|p| diagnostics::flat(p, file))
            .map(|f| serde_json::json!(f))
            .collect::<Vec<_>>()
    };
    let all: Vec<serde_json::Value> = found.iter().flat_map(flat).collect();
    put(&(serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"))
}
