//! Instructions of fixed games, counted by callgrind and kept in `benches/instructions.txt`: a
//! change that makes games slower is a change of that file, to be seen in review. Counts are the
//! same in every run, whatever else the machine does, but not with another compiler or another kind
//! of processor: they are compared only where these are those of the file.

use crate::common::thorough;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// More than this in a hundred is a change.
const TOLERANCE: u64 = 5;

/// The two profiles are counted apart: the ordinary tests have the one, `just instructions` the
/// other as well.
const PROFILE: usize = if cfg!(debug_assertions) { 0 } else { 1 };

#[derive(Clone, PartialEq, Debug)]
struct Row {
    game: String,
    games: u64,
    /// In the profiles `dev` and `release`.
    counts: [u64; 2],
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt")
}

/// The compiler's line, and the rows.
fn read(text: &str) -> (Option<&str>, Vec<Row>) {
    let compiler = text.lines().find_map(|line| line.strip_prefix("# compiler: "));
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let game = words.next().expect("a game").to_owned();
        let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
        Row { game, games: number(), counts: [number(), number()] }
    });
    (compiler, rows.collect())
}

fn written(compiler: &str, rows: &[Row]) -> String {
    let mut text = format!(
        "# Instructions of `cardrun sim games/GAME.yaml --games N --seed 1 --jobs 1`, loading included, counted by callgrind.
# `cargo test --test it instructions` compares them within {TOLERANCE}%; `just instructions` writes them anew.
# compiler: {compiler}
# {:<23}{:>7}{:>13}{:>13}\n",
        "GAME", "N", "dev", "release"
    );
    for Row { game, games, counts: [dev, release] } in rows {
        let _ = writeln!(text, "{game:<25}{games:>7}{dev:>13}{release:>13}");
    }
    text
}

/// What the compiler says of itself: its version, and the machine it compiles for. `None` where
/// there is none.
fn compiler() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "))?;
    Some(format!("{}, {host}", text.lines().next()?))
}

fn count(row: &Row) -> u64 {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            env!("CARGO_BIN_EXE_cardrun"),
            "sim",
        ])
        .arg(root.join(format!("games/{}.yaml", row.game)))
        .args(["--seed", "1", "--jobs", "1", "--games", &row.games.to_string()])
        .output()
        .expect("valgrind");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {told}", row.game);
    let collected =
        told.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok());
    collected.unwrap_or_else(|| panic!("callgrind counts nothing: {told}"))
}

/// Said even where nobody asked for what tests print: who sees the test pass must not think that it
/// has compared anything.
fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "\nskipped, nothing was counted: {why}");
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test reads and writes a file of the project")]
fn games_take_as_many_instructions_as_before() {
    let text = std::fs::read_to_string(file()).expect("the counts");
    let (counted_with, mut rows) = read(&text);
    assert_eq!(
        written(counted_with.expect("a compiler"), &rows),
        text,
        "the file is not as it is written"
    );
    let anew = std::env::var("CARDRUN_COUNT_ANEW").is_ok();
    let Some(compiler) = compiler() else {
        return skip("there is no rustc here to ask for its version");
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        return skip("valgrind is not installed");
    }
    if !anew && counted_with != Some(&compiler) {
        return skip(&format!(
            "the counts are of another compiler than {compiler}: see `just instructions`"
        ));
    }
    if !anew && rows.iter().any(|row| row.counts[PROFILE] == 0) {
        return skip("a game has not been counted in this profile yet: see `just instructions`");
    }
    // Every day some of the games: a slower way is rarely one game's alone.
    if !anew {
        rows = rows.into_iter().step_by(thorough::of([3, 1])).collect();
    }
    let counts: Vec<u64> = rows.par_iter().map(count).collect();
    if anew {
        rows.iter_mut().zip(counts).for_each(|(row, count)| row.counts[PROFILE] = count);
        return std::fs::write(file(), written(&compiler, &rows)).expect("a file to write to");
    }
    let changed: Vec<String> =
        rows.iter().zip(counts).filter_map(|(row, now)| change(row, now)).collect();
    assert!(
        changed.is_empty(),
        "\n{}\nIf so it shall be: `just instructions`.",
        changed.join("\n")
    );
}

/// In words, where a game takes far more or far fewer instructions than before.
fn change(row: &Row, now: u64) -> Option<String> {
    let before = row.counts[PROFILE];
    let changed = now.abs_diff(before) * 100 > before * TOLERANCE;
    changed.then(|| {
        format!("{}: {now} instructions, and not {before}: {:+.1}%", row.game, percent(now, before))
    })
}

fn percent(now: u64, before: u64) -> f64 {
    (now as f64 / before as f64 - 1.0) * 100.0
}

#[test]
fn a_change_of_more_than_five_percent_is_one() {
    let row = Row { game: "a".into(), games: 1, counts: [1000, 1000] };
    assert_eq!([951, 1000, 1050].map(|now| change(&row, now)), [None, None, None]);
    assert_eq!(change(&row, 1060).as_deref(), Some("a: 1060 instructions, and not 1000: +6.0%"));
    assert!(change(&row, 940).is_some());
}
