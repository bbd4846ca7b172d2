//! The limits of `docs/security.md` are those of the code.

#![allow(clippy::disallowed_methods, reason = "a test reads files of the project")]

use std::path::Path;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `1,048,576 bytes`, `4_000_000`, `1 << 20`, `NonZeroUsize::new(20_000_000).unwrap()`.
fn number(words: &str) -> u64 {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    match words.split_once("<<") {
        Some((one, bits)) => number(one) << number(bits),
        None => digits(words).parse().unwrap_or_else(|_| panic!("no number: {words}")),
    }
}

/// The value of a constant in a file of the code.
fn constant(file: &str, name: &str) -> u64 {
    let code = text(&format!("src/core/{file}"));
    let starts = ["", "pub ", "pub(crate) ", "pub(super) "]
        .map(|visible| format!("{visible}const {name}: "));
    let line = code.lines().find(|line| starts.iter().any(|start| line.starts_with(start)));
    let (_, value) = line
        .and_then(|line| line.split_once(" = "))
        .unwrap_or_else(|| panic!("{file} has no {name}"));
    number(value)
}

#[test]
fn the_limits_are_those_of_the_code() {
    let page = text("docs/security.md");
    let (_, rest) = page.split_once("## Limits").expect("a heading");
    let rows: Vec<Vec<&str>> = rest
        .lines()
        .take_while(|line| !line.starts_with('#'))
        .filter(|line| line.contains(".rs`"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 15, "limits are missing");
    for row in rows {
        let [_, what, most, place, _] = row[..] else { panic!("no row of the table: {row:?}") };
        let words: Vec<&str> = place.split('`').filter(|word| !word.trim().is_empty()).collect();
        let [file, name] = words[..] else { panic!("no file and name: {place}") };
        assert_eq!(number(most), constant(file, name), "{what}");
    }
}
