//! The studies of `docs/studies`: each number of their tables comes of a command that stands there.

#![allow(clippy::disallowed_methods, reason = "a test reads documents of the project")]

use crate::common::folder;
use crate::common::markdown;

use std::collections::BTreeSet;
use std::process::Command;

/// The words of a command, of which some stand in quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = |(number, part): (usize, &str)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(words).collect()
}

/// The numbers with a point in a text.
fn decimals(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let numbers = text.split(|c: char| !is_part(c)).flat_map(|part| part.split(".."));
    numbers.filter(|part| part.contains('.') && part.parse::<f64>().is_ok()).collect()
}

/// What the commands of a page answer, one after the other.
fn answers(page: &str, text: &str) -> String {
    let blocks = markdown::blocks(page, text);
    let consoles = blocks.iter().filter(|block| block.language() == "console");
    let lines = consoles.flat_map(|block| block.text.lines());
    let commands = lines.filter_map(|line| line.strip_prefix("cardrun "));
    let run = |command: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_cardrun"));
        let run = run.args(words(command)).current_dir(folder::root()).output();
        let output = run.expect("the command runs");
        assert!(output.status.success(), "{page}: {command}");
        String::from_utf8(output.stdout).expect("a text")
    };
    commands.map(run).collect()
}

#[test]
#[ignore = "takes long: see `just studies`"]
fn studies_say_what_comes_of_their_commands() {
    let mut wrong = Vec::new();
    for page in ["alkekan.md", "douhar.md", "six_lots.md"] {
        let text = std::fs::read_to_string(folder::root().join("docs/studies").join(page));
        let text = text.expect("a study");
        let answers = answers(page, &text);
        let known = decimals(&answers);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('|')) {
            let strange: Vec<&str> = decimals(line).difference(&known).copied().collect();
            if !strange.is_empty() {
                wrong.push(format!("{page}:{number}: {strange:?} comes of no command"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_and_numbers_are_read_as_they_stand() {
    assert_eq!(words(r#"sim a.yaml --restrict "seat 1 never call""#).len(), 4);
    assert_eq!(
        decimals("| 5 | -1.62 (-2.66..-0.59) * |"),
        BTreeSet::from(["1.62", "2.66", "0.59"])
    );
}
