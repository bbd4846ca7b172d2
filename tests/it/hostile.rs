//! Files of games and records from somebody else: nothing in them steers the terminal, reads other
//! files, or keeps the program busy for ever.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common::place::Place;
use cardrun::game::{Game, Settings};
use std::fmt::Write;
use std::process::Command;

const SMALL: &str = "
seats: 2
decks: { pack: { standard: 52 } }
zones: { deck: { holds: pack, shape: pile, seen_by: nobody } }
rules: |
  phase game = each player: bid
  action bid(n from 1..3) { shuffle deck }
";

fn place_with(name: &str, text: &str) -> Place {
    let place = Place::new();
    place.file(name, text);
    place
}

// ---- terminals

#[test]
fn characters_that_steer_a_terminal_are_refused_and_shown_as_pictures() {
    for (title, code) in [
        ("\\e[2J\\e]0;x\\a", "U+001B"),
        ("\\x9b", "U+009B"),
        ("\\u202e", "U+202E"),
        ("\u{202e}", "U+202E"),
    ] {
        let place = place_with("a.yaml", &format!("title: \"{title}\"{SMALL}"));
        let told = place.run("check a.yaml --lang en").ends(1);
        assert!(told.out.contains("control-character") && told.out.contains(code), "{}", told.out);
        assert!(!told.out.contains(['\u{1b}', '\u{202e}']), "{:?}", told.out);
        for line in ["play a.yaml", "sim a.yaml --games 1", "check --about a.yaml"] {
            let told = place.run(line).ends(1);
            assert!(
                !format!("{}{}", told.out, told.err).contains(['\u{1b}', '\u{9b}', '\u{202e}']),
                "{:?}",
                told.err
            );
        }
    }
    let place = place_with("a.yaml", SMALL);
    place.file(
        "a.rules",
        "phase game = each player: bid\naction bid(n from 1..3 why \"\u{1b}[2J\") { shuffle deck }",
    );
    place.file("b.yaml", &SMALL.replace("rules: |", "rules: a.rules\nnotes: |"));
    assert!(place.run("check b.yaml --lang en").ends(1).out.contains("control-character"));
}

/// Letters of all languages are texts, and so are marks that join letters or say which way a place
/// runs.
#[test]
fn other_characters_are_texts() {
    let place =
        place_with("a.yaml", &format!("title: \"قطة \u{200f}👩\u{200d}🚀\u{200c} \\t é\"{SMALL}"));
    place.run("check a.yaml").ends(0);
}

#[test]
fn what_a_record_says_does_not_steer_the_terminal() {
    let place = place_with("a.yaml", SMALL);
    place.answer("play a.yaml --seed 1 --record r.jsonl --seats human,random", "1\n").ends(0);
    let record =
        place.text("r.jsonl").replace("\"file\":\"a.yaml\"", "\"file\":\"\\u001b[2J\\u202e.yaml\"");
    place.file("bad.jsonl", &record);
    for line in ["replay bad.jsonl", "resume bad.jsonl", "replay bad.jsonl --verify"] {
        let told = place.run(line);
        assert!(told.status != 0 && !told.err.contains(['\u{1b}', '\u{202e}']), "{:?}", told.err);
    }
}

#[test]
fn what_a_program_answers_does_not_steer_the_terminal() {
    let place = place_with("a.yaml", SMALL);
    let mut play = Command::new(env!("CARGO_BIN_EXE_cardrun"));
    let bot = r"exec:sh -c 'while read l; do case $l in *choose*) printf \\033[2J\\n;; esac; done',random";
    let told =
        place.run_as(play.args(["play", "a.yaml", "--seats", bot, "--lang", "en"]), "").ends(1);
    assert!(told.out.contains("answered") && !told.out.contains('\u{1b}'), "{:?}", told.out);
}

// ---- other files

#[test]
fn a_game_cannot_show_what_stands_in_other_files() {
    let secret = "token: s3cret-word";
    let outside = place_with("id_rsa", secret);
    let path = outside.path("id_rsa").display().to_string();
    let place = place_with("id_rsa", secret);
    std::os::unix::fs::symlink(place.path("id_rsa"), place.path("link.yaml")).unwrap();
    for text in [
        format!("extends: {path}"),
        "extends: id_rsa".into(),
        "extends: link.yaml".into(),
        "extends: /proc/self/environ".into(),
        SMALL.replace("rules: |", "rules: id_rsa\nnotes: |"),
        SMALL.replace("{ standard: 52 }", &format!("{{ cards: {path} }}")),
        format!("{SMALL}\nscripts: id_rsa"),
    ] {
        place.file("a.yaml", &text);
        let told = place.run("check a.yaml --lang en").ends(1);
        assert!(told.out.contains("files of a game"), "{text}\n{}", told.out);
        assert!(!told.out.contains("s3cret-word"), "{}", told.out);
    }
    place.file("t.yaml", "game: id_rsa\nscenarios: {}");
    assert!(!place.run("test t.yaml").err.contains("s3cret-word"));
}

#[test]
fn a_pipe_or_a_device_is_not_waited_for() {
    let place = place_with("a.yaml", &SMALL.replace("rules: |", "rules: f.rules\nnotes: |"));
    assert!(Command::new("mkfifo").arg(place.path("f.rules")).status().unwrap().success());
    let told = place.run("check a.yaml --lang en").ends(1);
    assert!(told.out.contains("a device or a pipe"), "{}", told.out);
    for line in [
        "check f.rules",
        "play f.rules",
        "replay f.rules",
        "merge f.rules f.rules",
        "test f.rules",
        "check /dev/zero",
    ] {
        let told = place.run(&format!("{line} --lang en"));
        assert!(
            told.status != 0 && format!("{}{}", told.out, told.err).contains("a device or a pipe"),
            "{line}"
        );
    }
}

/// A file of two gigabytes, all of them nothing, is refused by its length.
#[test]
fn a_file_that_is_too_large_is_not_read() {
    let place = place_with("a.yaml", &SMALL.replace("rules: |", "rules: big.rules\nnotes: |"));
    std::fs::File::create(place.path("big.rules")).unwrap().set_len(2 << 30).unwrap();
    let told = place.run("check a.yaml --lang en").ends(1);
    assert!(told.out.contains("larger than 4 MB"), "{}", told.out);
    let told = place.run("replay big.rules --lang en").ends(2);
    assert!(told.err.contains("larger than 256 MB"), "{}", told.err);
}

#[test]
fn a_line_without_an_end_is_no_answer() {
    let place = place_with("a.yaml", SMALL);
    let told = place.answer("play a.yaml --seed 1 --lang en", &"1".repeat(1 << 20)).ends(0);
    assert!(told.out.contains("cardrun resume"), "{}", told.out);
}

// ---- long lines, many problems

#[test]
fn a_problem_far_out_in_a_line_is_drawn() {
    let place = place_with(
        "a.yaml",
        &format!("{{ title: \"{}\", bogus: 1, seats: 2 }}", "x".repeat(70_000)),
    );
    let told = place.run("check a.yaml --lang en").ends(1);
    assert!(told.out.contains("a.yaml:1:70014") && told.out.len() < 5_000, "{}", told.out);
}

#[test]
fn a_file_of_problems_is_told_in_short() {
    let unused: String = (0..5_000).map(|i| format!("  let x{i} = {i}\n")).collect();
    let place = place_with("a.yaml", &format!("{SMALL}{unused}"));
    let told = place.run("check a.yaml --lang en").ends(0);
    assert!(told.out.contains("more problems") && told.out.len() < 200_000, "{}", told.out.len());
}

/// Work that would grow with the square of a file is done once for each of its parts, or refused.
#[test]
fn large_files_are_checked_at_once() {
    let words: String = (0..40_000).map(|i| format!("w{i}, ")).collect();
    let flags: String =
        (0..500).map(|i| format!("  f{i}: {{ type: flag, default: no }}\n")).collect();
    let variants: String = (0..5_000).map(|i| format!("  v{i}: {{ options: {{}} }}\n")).collect();
    let columns: String = (0..100_000).map(|i| format!(",c{i}")).collect();
    let place = place_with("cards.csv", &format!("name{columns}\nx{}\n", ",1".repeat(100_000)));
    for (text, told) in [
        (format!("{SMALL}lists: {{ big: [{words}] }}"), "a.yaml: "),
        (format!("options:\n{flags}{SMALL}"), "too-many-settings"),
        (format!("options: {{ o: {{ type: [{words}] }} }}{SMALL}"), "too-many-settings"),
        (format!("variants:\n{variants}{SMALL}"), "too-many-settings"),
        (SMALL.replace("{ standard: 52 }", "{ cards: cards.csv }"), "csv-too-large"),
    ] {
        place.file("a.yaml", &text);
        let said = place.run("check a.yaml --lang en");
        assert!(said.out.contains(told), "{told}: {}", said.out);
    }
}

// ---- numbers

fn two_seats(rules: &str) -> String {
    let mut text = SMALL.split("rules: |").next().unwrap_or_default().to_owned();
    let _ = write!(
        text,
        "variables: {{ w: {{ type: number }}, big: {{ type: number, default: 100000 }}, bag: {{ type: bag of cats }} }}\nlists: {{ cats: [a, b, c] }}\nrules: |\n"
    );
    rules.lines().for_each(|line| text += &format!("  {line}\n"));
    text
}

/// The product of the ranges is a multiple of 2^64.
#[test]
fn more_options_than_can_be_counted_are_too_many() {
    for ranges in [[65_536; 4], [34_724, 27_905, 49_477, 384_773]] {
        let [a, b, c, d] = ranges;
        let rules = format!(
            "phase game = bid by seat(1)\naction bid(a from 1..{a}, b from 1..{b}, c from 1..{c}, d from 1..{d}) {{ set w to a }}"
        );
        let place = place_with("a.yaml", &two_seats(&rules));
        for line in ["sim a.yaml --games 1", "play a.yaml --seats random,random"] {
            let told = place.run(&format!("{line} --lang en")).ends(3);
            assert!(told.err.contains("too-many-options"), "{}", told.err);
        }
    }
}

#[test]
fn the_least_number_is_a_fault_and_not_none() {
    let place = place_with(
        "a.yaml",
        &two_seats("phase game = spoil\neffect spoil { set w to 0 - 2147483647 - 1 }"),
    );
    for line in ["sim a.yaml --games 1", "play a.yaml --seats random,random"] {
        assert!(place.run(line).ends(3).err.contains("number-overflow"));
    }
    let adds = "phase game = spoil\neffect spoil { set w to 0 - 2147483647; add 0 - 1 to w }";
    assert!(
        place_with("a.yaml", &two_seats(adds))
            .run("sim a.yaml --games 1")
            .ends(3)
            .err
            .contains("number-overflow")
    );
}

#[test]
fn a_bag_too_large_is_a_fault() {
    let rules = "phase game = bid by seat(1)\naction bid(quota from (big) of cats repeated) { set bag to quota }";
    assert!(
        place_with("a.yaml", &two_seats(rules))
            .run("sim a.yaml --games 1")
            .ends(3)
            .err
            .contains("out-of-range")
    );
}

// ---- what is written of a game

/// Effects that each do the next one twice, so many levels deep.
fn doubling(levels: usize, bottom: &str) -> String {
    let level = |n: usize| format!("effect e{n} {{ do e{0}; do e{0} }}\n", n + 1);
    let effects: String = (0..levels).map(level).collect();
    two_seats(&format!("phase game {{ do e0 }}\n{effects}effect e{levels} {{ {bottom} }}"))
}

/// What takes ever so long to write out, or to run, or to write down, has an end.
#[test]
fn effects_that_double_have_an_end() {
    let place = place_with("a.yaml", &doubling(40, ""));
    place.file("b.yaml", &doubling(40, "add 1 to w"));
    for line in [
        "sim a.yaml --games 1 --lang en",
        "sim a.yaml --games 1 --engine interpreted --lang en",
        "sim b.yaml --games 1 --lang en",
        "play b.yaml --plain --seats random,random --record b.jsonl --lang en",
    ] {
        let told = place.run(line);
        assert!(told.err.contains("no-end"), "{line}: {}", told.err);
    }
    let record = std::fs::metadata(place.path("b.jsonl")).unwrap();
    assert!(record.len() < 100 << 20, "{}", record.len());
}

/// What is given up when it is written down is given up in a simulation, too.
#[test]
fn many_events_are_as_well_written_down() {
    let rules =
        "phase game { each a in 1..60 { each b in 1..60 { each c in 1..60 { add 1 to w } } } }";
    let place = place_with("a.yaml", &two_seats(rules));
    place.run("sim a.yaml --games 1 --records kept").ends(0);
    place.run("replay kept/a-0.jsonl --verify").ends(0);
    assert!(place.text("kept/a-0.jsonl").contains("\"type\":\"end\""));
}

/// A loop without an end is written down as far as anybody could want to read.
#[test]
fn the_record_of_an_endless_loop_has_an_end() {
    let place = place_with(
        "a.yaml",
        &two_seats("phase game = 99999999 times: go\nphase go { add 1 to w }"),
    );
    let told = place.run("sim a.yaml --games 1 --records kept --lang en").ends(3);
    assert!(told.err.contains("no-end"), "{}", told.err);
    let record = std::fs::metadata(place.path("kept/a-0.jsonl")).unwrap();
    assert!(record.len() < 100 << 20, "{}", record.len());
    place.run("replay kept/a-0.jsonl --verify").ends(0);
}

/// To write out what runs what takes room on the stack of whoever loads the game.
#[test]
fn what_runs_one_another_too_deep_is_told() {
    let effects: String =
        (0..5_000).map(|n| format!("  effect e{n} {{ do e{} }}\n", n + 1)).collect();
    let able: String =
        (0..5_000).map(|n| format!("  action a{n} needs x: can a{}\n", n + 1)).collect();
    let phases: String = (0..5_000).map(|n| format!("  phase p{n} = p{}\n", n + 1)).collect();
    for (begins, rules, code) in [
        ("e0", effects + "  effect e5000 { }\n", "nested-too-deep"),
        ("p0", phases + "  phase p5000 { }\n", "nested-too-deep"),
        ("each player: a0", able + "  action a5000\n", "formulas-too-large"),
    ] {
        tells_of(code, begins, &rules);
    }
}

/// What is given to a formula and used twice there doubles with each formula that is given it.
#[test]
fn formulas_that_double_what_they_are_given_are_told() {
    let formulas: String =
        (0..30).map(|n| format!("  let f{n}(a) = f{}(a + a)\n", n + 1)).collect();
    let phase = "  phase sum_up { let n = f0(number of round) }\n  phase round { }\n";
    let rules = format!("{formulas}  let f30(a) = a + a\n{phase}");
    tells_of("formulas-too-large", "round, sum_up", &rules);
}

#[test]
fn what_keeps_more_than_there_is_memory_for_is_told() {
    let lets: String = (0..9_000).map(|n| format!("    let all_{n} = players\n")).collect();
    tells_of("too-much-at-once", "keep", &format!("  phase keep {{\n{lets}  }}\n"));
}

/// Rules that begin so have a problem of this code.
fn tells_of(code: &str, begins: &str, rules: &str) {
    let text = format!("seats: 2\nrules: |\n  phase game = {begins}\n{rules}  score = 0\n");
    let problems =
        Game::from_strings(&[("deep.yaml", &*text)], &Settings::default()).err().expect("too much");
    assert!(problems.list.iter().any(|problem| problem.code == code), "{:?}", problems.list[0]);
}
