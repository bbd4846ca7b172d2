//! Names of files that people may give them: terminals show them and shells read them as they are.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common::place::{Place, Ran};
use crate::rehearsed::{LAYOUT, RULES, duel};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// The game of [`duel`] in one file without a title, which is then called as the file is.
fn whole() -> String {
    let rules: String = RULES.lines().map(|line| format!("  {line}\n")).collect();
    format!("{}rules: |\n{rules}", LAYOUT.replace("title: Duel\n", ""))
}

/// The command with these arguments as they are.
fn run(place: &Place, words: &[&OsStr], answers: &str) -> Ran {
    place.run_as(Command::new(env!("CARGO_BIN_EXE_cardrun")).args(words), answers)
}

/// A line that was suggested, as somebody would type it into a shell.
fn typed(place: &Place, line: &str, answers: &str) -> Ran {
    let program = "cardrun() { \"$CARDRUN\" \"$@\"; }";
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("{program}; {line}")]);
    place.run_as(shell.env("CARDRUN", env!("CARGO_BIN_EXE_cardrun")), answers)
}

/// The command that is suggested behind these words.
fn suggested(told: &str, behind: &str) -> String {
    let line = told.lines().find_map(|line| line.split_once(behind));
    let (_, command) = line.unwrap_or_else(|| panic!("no {behind:?} in {told}"));
    command.to_owned()
}

#[test]
fn a_name_that_steers_reaches_no_terminal() {
    let place = Place::new();
    let name = "k\u{1b}[31mq\u{202e}.yaml";
    place.file(name, &whole());
    let lines: [&[&str]; 8] = [
        &["check", name],
        &["check", "--about", name],
        &["sim", name, "--games", "3"],
        &["sim", name, "--games", "3", "--out", "k\u{1b}[31m.json"],
        &["rules", name],
        &["play", name, "--seed", "1", "--record", "a\u{1b}[31m.jsonl"],
        &["replay", "a\u{1b}[31m.jsonl", "--verify"],
        &["plays", name, "--folder", "."],
    ];
    for line in lines {
        let words: Vec<&OsStr> = line.iter().map(OsStr::new).collect();
        let told = run(&place, &words, "1\nexplain\nq\n").ends(0);
        let all = [told.out, told.err].concat();
        assert!(!all.contains(['\u{1b}', '\u{202e}']), "{line:?}: {all}");
    }
    // The record names its game as it is called, and is gone on with.
    let resume = ["resume", "a\u{1b}[31m.jsonl"].map(OsStr::new);
    run(&place, &resume, &"1\n".repeat(9)).ends(0);
}

/// A report may come from anybody, as a record may.
#[test]
fn a_report_that_steers_reaches_no_terminal() {
    let place = duel();
    place.run("sim duel.yaml --games 3 --out a.json").ends(0);
    let report = place.text("a.json");
    let title = report.replace("\"Duel\"", "\"\\u001b[31mDuel\"");
    assert_ne!(title, report);
    place.file("b.json", &title);
    let told = place.run("merge b.json --lang en").ends(0);
    assert!(told.out.contains("␛[31mDuel") && !told.out.contains('\u{1b}'), "{}", told.out);
}

#[test]
fn what_is_suggested_can_be_typed() {
    let place = duel();
    for name in ["it's $(touch seen) é.jsonl", "-x.jsonl", "a\tb.jsonl"] {
        let record = format!("--record={name}");
        let words = ["duel.yaml", "--seed", "3", "--lang", "en", &record].map(OsStr::new);
        let told = run(&place, &words, "1\nq\n").ends(0);
        let line = suggested(&told.out, "go on with it by: ");
        let on = typed(&place, &line, &"1\n".repeat(9)).ends(0);
        assert!(on.out.contains("player 1"), "{}", on.out);
        assert!(!place.path("seen").exists());
    }
    // A blessed game is tested by the line that is told.
    std::fs::create_dir(place.path("of d")).expect("a folder");
    let words = ["bless", "a\tb.jsonl", "--into", "of d", "--lang", "en"].map(OsStr::new);
    let told = run(&place, &words, "").ends(0);
    let line = suggested(&told.out, "From now on `");
    let (line, _) = line.split_once('`').expect("a command");
    typed(&place, line, "").ends(0);
}

/// A record starts no program: what is suggested says who plays.
#[test]
fn a_game_against_a_program_is_gone_on_with_as_it_is_told() {
    let place = duel();
    place.file("bot", "while read -r line; do case $line in *choose*) echo 0;; esac; done\n");
    let seats = "--seats=human,exec:sh bot";
    let words = ["duel.yaml", seats, "--seed", "3", "--record", "a.jsonl", "--lang", "en"];
    let told = run(&place, &words.map(OsStr::new), "q\n").ends(0);
    let line = suggested(&told.out, "go on with it by: ");
    assert_eq!(line, "cardrun resume a.jsonl --seats 'human,exec:sh bot'");
    typed(&place, &line, "q\n").ends(0);
}

#[test]
fn a_name_that_is_no_text_is_a_name() {
    let place = Place::new();
    let name = OsStr::from_bytes(b"\xff\xfe.yaml");
    if std::fs::write(place.folder.path().join(name), whole()).is_err() {
        eprintln!("there are no such names here: left out");
        return;
    }
    run(&place, &[OsStr::new("check"), name], "").ends(0);
    run(&place, &[name, OsStr::new("--seed"), OsStr::new("3")], "1\nq\n").ends(0);
}

/// Commands tell people of paths through one door, which makes them harmless.
#[test]
fn paths_are_told_through_one_door() {
    // Where a path is written into a file, or made a name by which files are found.
    const ELSEWHERE: [(&str, usize); 8] = [
        ("text/lines.rs", 1),
        ("host/record_file.rs", 1),
        ("host/files.rs", 2),
        ("serve/tables.rs", 1),
        ("serve/bench/benches.rs", 1),
        ("serve/bench/positions.rs", 2),
        ("commands/bless.rs", 1),
        ("commands/play.rs", 1),
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            let inside = path.strip_prefix(&root).expect("a file in it");
            let known = ELSEWHERE.iter().find(|(file, _)| inside == std::path::Path::new(file));
            let most = known.map_or(0, |(_, most)| *most);
            assert!(code.matches(".display()").count() <= most, "{}", inside.display());
        }
    }
}
