//! `cardrun check`: everything that is wrong with some games, at once.

use super::args::{CheckArgs, CheckFormat};
use super::files::GameFile;
use super::look::Look;
use super::words::Words;
use super::{Done, Failure, about, draw, put, settings};
use crate::diagnostic::{Diagnostic, Level, Problems};
use crate::game::{Game, Settings};
use crate::source::Sources;
use std::collections::BTreeSet;
use std::path::Path;

pub fn run(args: &CheckArgs, words: &Words) -> Done {
    if args.about {
        return about::run(args, words);
    }
    let found: Vec<(GameFile, Vec<Problems>)> = args.games.iter().map(|path| check(path)).collect();
    match args.format {
        CheckFormat::Text => tell(&found, words),
        CheckFormat::Json => tell_programs(&found),
    }
    let broken = found.iter().flat_map(|(_, parts)| parts).any(Problems::has_errors);
    if broken { Err(Failure::Told) } else { Ok(()) }
}

/// What is wrong with a game as it stands, then what is wrong only with another number of seats or a variant.
fn check(path: &Path) -> (GameFile, Vec<Problems>) {
    let file = GameFile::named(path);
    if let Err(problems) = GameFile::open(path) {
        return (file, vec![problems]);
    }
    let mut parts = vec![load(&file, &Settings::default())];
    let mut said: BTreeSet<String> = parts[0].list.iter().map(|d| key(&parts[0].sources, d)).collect();
    for (name, settings) in variations(&file) {
        let Problems { sources, list } = load(&file, &settings);
        // Errors alone: with a variant, a zone or an option may well be without use.
        let errors = list.into_iter().filter(|d| d.level == Level::Error);
        let new: Vec<_> = errors.filter(|d| said.insert(key(&sources, d))).collect();
        parts.push(Problems { sources, list: new.into_iter().map(|d| under(&name, d)).collect() });
    }
    (file, parts)
}

fn load(file: &GameFile, settings: &Settings) -> Problems {
    match Game::load(&file.name, &|name| file.read(name), settings) {
        Ok(game) => game.problems().clone(),
        Err(problems) => problems,
    }
}

/// What makes two problems the same one.
fn key(sources: &Sources, d: &Diagnostic) -> String {
    let name = sources.iter().find(|(id, _)| *id == d.span.source).map_or("", |(_, s)| s.name.as_str());
    format!("{name}:{}:{}:{}:{}", d.span.start, d.span.end, d.code, d.message)
}

fn under(name: &str, d: Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("with {name}: {}", d.message), ..d }
}

/// Each further number of seats and each variant, with how to ask for it.
fn variations(file: &GameFile) -> Vec<(String, Settings)> {
    let Some(layout) = settings::layout_of(file, &file.name) else { return Vec::new() };
    let counts = layout.seats.iter().flat_map(|seats| seats.node.iter().skip(1));
    let seats = counts.map(|&n| (format!("{n} seats"), Settings { seats: Some(n), ..Settings::default() }));
    let variants = layout.variants.iter().map(|(name, _)| name.node.clone());
    let variants =
        variants.map(|name| (format!("`--variant {name}`"), Settings { variant: Some(name), ..Settings::default() }));
    seats.chain(variants).collect()
}

fn tell(found: &[(GameFile, Vec<Problems>)], words: &Words) {
    let look = Look::of_output();
    for (file, parts) in found {
        for problems in parts {
            let drawn = problems.list.iter().map(|d| draw::diagnostic(d, &problems.sources, file, look));
            put(&drawn.collect::<String>());
        }
        let all: Vec<Diagnostic> = parts.iter().flat_map(|p| p.list.iter().cloned()).collect();
        let counts = draw::counts(&all, words).unwrap_or_else(|| words.say("no-problems"));
        put(&format!("{}: {counts}\n", file.path(&file.name)));
    }
}

fn tell_programs(found: &[(GameFile, Vec<Problems>)]) {
    let flat = |(file, parts): &'_ (GameFile, Vec<Problems>)| {
        parts.iter().flat_map(|p| draw::flat(p, file)).map(|f| serde_json::json!(f)).collect::<Vec<_>>()
    };
    let all: Vec<serde_json::Value> = found.iter().flat_map(flat).collect();
    put(&(serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"));
}
