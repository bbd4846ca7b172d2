//! The scenarios of the games, and what is said of files of scenarios with mistakes: each file of
//! `cases/scenario` is one.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

use crate::common;
use cardrun::diagnostic::{Diagnostic, Problems};
use cardrun::game::{Game, ReadFile};
use cardrun::scenario;
use cardrun::source::Sources;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What is wrong with a file of scenarios whose game lies in this folder.
fn problems(name: &str, text: &str, folder: &Path) -> Problems {
    let mut sources = Sources::default();
    let source = sources.add(name, text);
    let (file, mut list) = scenario::read(source, text);
    if let Some(file) = file.filter(|_| list.is_empty()) {
        let path = folder.join(&file.game.node);
        let beside = path.parent().expect("a folder").to_path_buf();
        let read: ReadFile<'_> =
            &|name| std::fs::read(beside.join(name)).map_err(|error| error.to_string());
        let main = path.file_name().expect("a file").to_string_lossy().into_owned();
        let game = Game::load(&main, read, &file.settings).expect("the game has no errors");
        assert!(!file.scenarios.is_empty(), "{name} has no scenarios");
        list = file
            .scenarios
            .iter()
            .filter_map(|one| scenario::run(&game, &file, one).err())
            .map(|d| *d)
            .collect();
    }
    Problems::new(sources, list)
}

fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            yaml_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            found.push(path);
        }
    }
}

#[test]
fn the_games_do_as_their_scenarios_say() {
    let mut files = Vec::new();
    yaml_files(&root().join("games/tests"), &mut files);
    files.sort();
    assert!(files.len() > 5, "scenarios are missing");
    let wrong: String = files
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a text");
            problems(&path.display().to_string(), &text, path.parent().expect("a folder"))
                .to_string()
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong}");
}

/// Small games that show one construct of the language each.
#[test]
fn the_language_does_as_its_scenarios_say() {
    let mut files = Vec::new();
    yaml_files(&root().join("tests/cases/language/scenarios"), &mut files);
    assert!(files.len() >= 5, "scenarios are missing");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let found = problems(&path.display().to_string(), &text, path.parent().expect("a folder"));
        assert!(found.list.is_empty(), "{found}");
    }
}

#[test]
fn the_example_of_the_page_does_as_it_says() {
    let page = std::fs::read_to_string(root().join("docs/testing.md")).expect("the page");
    let example = page
        .split("```yaml scenario\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("an example");
    let found = problems("testing.md", example, &root().join("games/tests/six_lots"));
    assert!(found.list.is_empty(), "{found}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut files = Vec::new();
    yaml_files(&root().join("tests/cases/scenario"), &mut files);
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let found = problems(&format!("{name}.yaml"), &text, &root().join("games/tests/six_lots"));
        assert!(!found.list.is_empty(), "nothing is wrong with {name}");
        let said: String = found.list.iter().map(|d| line(d, &found.sources)).collect();
        common::snapshots(|| {
            insta::assert_snapshot!(format!("scenario_{name}"), format!("{text}\n----\n{said}"))
        });
    }
}

fn line(problem: &Diagnostic, sources: &Sources) -> String {
    let (line, column) = sources.line_column(problem.span);
    let help = problem.help.as_ref().map(|help| format!("  help: {help}\n")).unwrap_or_default();
    format!("{line}:{column} {}: {}\n{help}", problem.code, problem.message)
}
