//! A game is played while its files are edited: it stays where it was, or goes back to the last
//! choice that the rules still allow, and is never lost.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common::place::Place;
use crate::rehearsed::{LAYOUT, RULES};
use std::io::{Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A game with somebody at it, and somebody else at its files.
struct Table {
    child: Child,
    output: ChildStdout,
    read: String,
}

impl Table {
    fn begin(place: &Place) -> Table {
        let words = "duel.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch";
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(words.split(' '))
            .current_dir(place.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command");
        let output = child.stdout.take().expect("its output");
        Table { child, output, read: String::new() }
    }

    /// What is written up to `words`, which come sooner or later.
    fn until(&mut self, words: &str) -> String {
        loop {
            if let Some(at) = self.read.find(words) {
                let rest = self.read.split_off(at + words.len());
                return std::mem::replace(&mut self.read, rest);
            }
            let mut bytes = [0; 4096];
            let n = self.output.read(&mut bytes).expect("output");
            assert!(n > 0, "the game ended before `{words}`: {}", self.read);
            self.read.push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
    }

    /// Takes the first option whenever there is a choice, up to the end.
    fn play_out(&mut self) {
        while !self.read.contains("Scores: ") {
            self.answer("1");
            let before = self.read.len();
            while !self.read[before..].contains("\n> ") && !self.read.contains("Scores: ") {
                let mut bytes = [0; 4096];
                let n = self.output.read(&mut bytes).expect("output");
                assert!(n > 0, "the game ended without scores: {}", self.read);
                self.read.push_str(&String::from_utf8_lossy(&bytes[..n]));
            }
        }
    }

    fn answer(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("its input");
        input.write_all(format!("{line}\n").as_bytes()).expect("an open game");
    }
}

#[test]
fn a_designers_evening() {
    let place = Place::new();
    place.file("duel.yaml", LAYOUT);
    place.file("duel.rules", RULES);
    let mut table = Table::begin(&place);
    table.until("\n> ");
    table.answer("1");
    table.until("\n> ");

    // A comment changes nothing that plays.
    place.file("duel.rules", &format!("// The duel.\n{RULES}"));
    let told = table.until("\n> ");
    assert!(told.contains("what plays is the same"), "{told}");

    // A rule.
    let rules = RULES.replace("rank > 1", "rank > 0");
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(told.contains("Changed: action play."), "{told}");
    assert!(told.contains("2 of 2 choices were made again."), "{told}");

    // A typo: the message stands beside the game, which stays as it was.
    place.file("duel.rules", &rules.replace("roll 6", "rol 6"));
    let told = table.until("\n> ");
    assert!(told.contains("error["), "{told}");
    assert!(told.contains("goes on in the rules as they were before"), "{told}");

    // A phase is renamed.
    let rules = rules.replace("round", "trick");
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(told.contains("New: phase trick.") && told.contains("Gone: phase round."), "{told}");

    // What the player chose first is forbidden now: the game stands at that choice again.
    let first = first_choice(&place);
    let forbids = format!("rank is not {} why \"not this one\"", &first[..1]);
    let rules = rules.replace("rank > 0 why \"too low\"", &forbids);
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(
        told.contains(&format!("you cannot choose `play {first}` any more: not this one"))
            || told
                .contains(&format!("player 1 cannot choose `play {first}` any more: not this one")),
        "{told}"
    );
    assert!(told.contains("this forbids it") && told.contains("duel.rules:4"), "{told}");

    // And allowed again.
    let rules = rules.replace(&forbids, "rank > 0 why \"too low\"");
    place.file("duel.rules", &rules);
    table.until("Changed: action play.");
    table.until("\n> ");

    // Cards come in; those that were dealt stay where they are.
    let layout = LAYOUT.replace("rank in 2..9", "rank in 2..10");
    place.file("duel.yaml", &layout);
    let told = table.until("\n> ");
    assert!(told.contains("New: card 10S, card 10H, card 10D, card 10C."), "{told}");

    // An option.
    place.file("duel.yaml", &layout.replace("max: 5, default: 3", "max: 6, default: 4"));
    let told = table.until("\n> ");
    assert!(told.contains("Changed: option cards_each."), "{told}");

    // And it is played to its end; the last record follows from the rules as they are.
    table.play_out();
    assert!(table.child.wait().expect("an end").success());
    let records = std::fs::read_dir(place.folder.path()).expect("a folder");
    let names =
        records.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    let last =
        names.filter(|name| name.ends_with(".jsonl")).max_by_key(|name| (name.len(), name.clone()));
    let last = last.expect("a record");
    assert_eq!(last, "a-8.jsonl");
    place.run(&format!("replay {last} --verify")).ends(0);
}

/// The card that the first player played first.
fn first_choice(place: &Place) -> String {
    let record = place.text("a.jsonl");
    let choice = record.lines().find(|line| line.contains("\"type\":\"choice\",\"n\":1,"));
    let value = choice.and_then(|line| line.split("play ").nth(1)).expect("a choice");
    value.split('"').next().expect("a card").to_owned()
}
