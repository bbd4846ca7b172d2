//! A designer's hour, as `tests/cases/hour` tells it: a new game, edited while it is played, at a
//! terminal. The game is never lost.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests save the files that the command reads")]

use crate::common::place::Place;
use crate::common::terminal::Terminal;

const HOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/hour/hour.txt");

/// Choices in which a game must come to its end.
const MOST_CHOICES: usize = 30;

/// What stands there when the game is over.
const OVER: &str = "The game is over. Save a file | u takes back";

/// What somebody does, with the lines that belong to it.
struct Deed<'h> {
    verb: &'h str,
    words: &'h str,
    lines: Vec<&'h str>,
}

fn deeds(hour: &str) -> Vec<Deed<'_>> {
    let mut deeds: Vec<Deed<'_>> = Vec::new();
    for line in hour.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (deeds.last_mut(), line.starts_with(['|', '-', '+'])) {
            (Some(deed), true) => deed.lines.push(line),
            (None, true) => panic!("a text of no file: {line}"),
            (_, false) => {
                let (verb, words) = line.split_once(' ').unwrap_or((line, ""));
                deeds.push(Deed { verb, words, lines: Vec::new() });
            }
        }
    }
    deeds
}

/// Somebody at a terminal, and at the files beside it.
struct Designer<'p> {
    place: &'p Place,
    /// Line by line, or on the full screen.
    plain: bool,
    terminal: Option<Terminal>,
}

impl Designer<'_> {
    fn does(&mut self, deed: &Deed<'_>) {
        match deed.verb {
            "file" => {
                let text: Vec<&str> = deed.lines.iter().map(|line| &line[2..]).collect();
                self.place.file(deed.words, &(text.join("\n") + "\n"));
            }
            "edit" => self.edit(deed),
            "start" => {
                let plain = if self.plain { " --plain" } else { "" };
                let words = format!("{}{plain}", deed.words);
                self.terminal = Some(Terminal::start(self.place, &words, (100, 40)));
            }
            "type" => self.types(deed.words),
            "see" => self.sees(deed.words),
            "end" => self.plays_out(),
            verb => panic!("expected a deed, found {verb}"),
        }
    }

    /// Lines that begin with `-` become those that begin with `+` behind them.
    fn edit(&self, deed: &Deed<'_>) {
        let mut text = self.place.text(deed.words);
        let mut lines = deed.lines.iter().peekable();
        while let Some(old) = lines.next() {
            let mut new = Vec::new();
            while let Some(line) = lines.next_if(|line| line.starts_with('+')) {
                new.push(&line[2..]);
            }
            let old = &old[2..];
            assert_eq!(text.matches(old).count(), 1, "{old} in\n{text}");
            text = text.replace(old, &new.join("\n"));
        }
        self.place.file(deed.words, &text);
    }

    fn at(&mut self) -> &mut Terminal {
        self.terminal.as_mut().expect("a command that was started")
    }

    /// A line; on the full screen whatever lies over the table is closed first, and a command
    /// stands behind another sign than an answer.
    fn types(&mut self, line: &str) {
        let is_command = ["undo", "redo", "branch", "explain", "q"].contains(&line);
        let lead = if is_command { ':' } else { '/' };
        let keys = if self.plain { format!("{line}\n") } else { format!("x{lead}{line}\r") };
        self.at().press(&keys);
    }

    /// Waits until one of these stands on the screen.
    fn sees(&mut self, words: &str) {
        self.at().until(|screen| is_there(&screen.contents(), words));
    }

    /// Takes the first option again and again, up to the end of the game.
    fn plays_out(&mut self) {
        for _ in 0..MOST_CHOICES {
            let before = self.at().text();
            self.types("1");
            let now = self.at().until(|screen| screen.contents() != before);
            if is_there(&now, OVER) {
                return;
            }
        }
        self.sees(OVER);
    }
}

/// Whether one of these, between bars, stands on a screen.
fn is_there(screen: &str, words: &str) -> bool {
    let screen = flat(screen);
    words.split(" | ").any(|words| screen.contains(words))
}

/// A text as it reads, however it is broken into lines and framed.
fn flat(text: &str) -> String {
    let text = text.replace(['│', '╭', '╮', '╰', '╯', '─'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plays the hour; gives what stood on the terminal in the end.
fn play(plain: bool) -> String {
    let place = Place::new();
    let mut designer = Designer { place: &place, plain, terminal: None };
    let hour = std::fs::read_to_string(HOUR).expect("an hour");
    deeds(&hour).iter().for_each(|deed| designer.does(deed));
    let (text, status) = designer.terminal.expect("a command that was started").end();
    assert_eq!(status, 0, "{text}");
    for record in ["trek.jsonl", "trek-2.jsonl"] {
        place.run(&format!("replay {record} --verify")).ends(0);
    }
    text
}

#[test]
fn an_hour_line_by_line() {
    let text = play(true);
    assert!(text.contains("The record of the game: trek-2.jsonl"), "{text}");
}

#[test]
fn an_hour_on_the_full_screen() {
    let text = play(false);
    assert!(text.contains("The record of the game: trek-2.jsonl"), "{text}");
}

/// There are ten edits while the game goes on, and more when it is over.
#[test]
fn the_hour_has_its_edits() {
    let hour = std::fs::read_to_string(HOUR).expect("an hour");
    let deeds = deeds(&hour);
    let end = deeds.iter().position(|deed| deed.verb == "end").expect("an end");
    let edits = |deeds: &[Deed<'_>]| deeds.iter().filter(|deed| deed.verb == "edit").count();
    assert_eq!((edits(&deeds[..end]), edits(&deeds[end..])), (10, 1));
}
