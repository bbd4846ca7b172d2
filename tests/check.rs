//! Games with mistakes: each file of `cases/check/bad` is one game, its snapshot shows it with all that is said about it.
//!
//! A case is one text. A line `# ==== NAME` begins a further file of the game; a first line `# with seats=3 NAME=VALUE` gives
//! the settings that it is loaded with.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

mod common;

use cardrun::diagnostic::Problems;
use cardrun::game::{Game, Settings};
use std::time::{Duration, Instant};

/// The files of a case, the layout first.
fn files(name: &str, text: &str) -> Vec<(String, String)> {
    let mut files = vec![(name.to_string(), String::new())];
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("# ==== "), files.last_mut()) {
            (Some(name), _) => files.push((name.trim().to_string(), String::new())),
            (None, Some((_, file))) => file.push_str(line),
            (None, None) => {}
        }
    }
    files
}

fn settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    let line = text.lines().next().and_then(|line| line.strip_prefix("# with "));
    for (name, value) in line.unwrap_or("").split_whitespace().filter_map(|word| word.split_once('=')) {
        match name {
            "seats" => settings.seats = value.parse().ok(),
            "variant" => settings.variant = Some(value.to_string()),
            _ => settings.options.push((name.to_string(), value.to_string())),
        }
    }
    settings
}

fn load(files: &[(String, String)], settings: &Settings) -> Problems {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let start = Instant::now();
    let problems = match Game::from_strings(&files, settings) {
        Ok(game) => game.problems().clone(),
        Err(problems) => problems,
    };
    assert!(start.elapsed() < Duration::from_secs(1), "this took {:?}", start.elapsed());
    problems
}

/// Reads the files of a shipped game.
fn shipped(name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(format!("{}/games/{name}", env!("CARGO_MANIFEST_DIR"))).map_err(|error| error.to_string())
}

const GAMES: [&str; 5] = ["alkekan.yaml", "attaque_du_roi.yaml", "card_o_tresor.yaml", "douhar.yaml", "six_lots.yaml"];

fn rendered(problems: &Problems) -> String {
    let list = problems.list.iter();
    let shown = list.map(|d| format!("{} {}", d.level.word(), common::render(&problems.sources, std::slice::from_ref(d))));
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes() {
    let silent = std::cell::RefCell::new(Vec::new());
    insta::glob!("cases/check/bad/*.yaml", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let problems = load(&files("game.yaml", &text), &settings(&text));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if problems.list.is_empty() {
            silent.borrow_mut().push(stem.to_string());
        }
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_suffix => "",
        }, {
            insta::assert_snapshot!(format!("check_bad_{stem}"), format!("{}\n----\n{}", text.trim_end(), rendered(&problems)));
        });
    });
    assert_eq!(silent.take(), Vec::<String>::new(), "nothing is said of these mistakes");
}

#[test]
fn shipped_games_are_clean_in_all_variations() {
    for game in GAMES {
        let problems = match Game::load(game, &shipped, &Settings::default()) {
            Ok(game) => game.problems().clone(),
            Err(problems) => problems,
        };
        assert_eq!(rendered(&problems), "", "{game}");
        for (setting, problems) in Game::check_variations(game, &shipped, &Settings::default()) {
            panic!("{game} with {setting}:\n{}", rendered(&problems));
        }
    }
}
