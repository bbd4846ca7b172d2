//! From a save to the table: how long it takes until a game in progress stands on the screen again,
//! after a file of it was saved. Median and 99th percentile, for the largest game that comes with
//! the program, played by the command itself.
#![allow(clippy::disallowed_methods, reason = "a bench writes the files that the command reads")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const GAME: &str = "attaque_du_roi";
/// Choices that are made before the first edit, each to be made again after every edit.
const CHOICES: usize = 30;
const EDITS: usize = 100;

fn main() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for ending in ["yaml", "rules"] {
        let name = format!("{GAME}.{ending}");
        std::fs::copy(games.join(&name), folder.path().join(&name))?;
    }
    let rules = folder.path().join(format!("{GAME}.rules"));
    let text = std::fs::read_to_string(&rules)?;
    let line =
        format!("{GAME}.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch");
    let command = |line: &str| {
        Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(line.split(' '))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
    };
    let mut child = command(&line)?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Ok(());
    };
    for _ in 0..CHOICES {
        question(&mut output)?;
        writeln!(input, "1")?;
    }
    question(&mut output)?;
    let mut times = Vec::with_capacity(EDITS);
    for edit in 0..EDITS {
        let begun = Instant::now();
        std::fs::write(&rules, format!("// Edit {edit}.\n{text}"))?;
        question(&mut output)?;
        times.push(begun.elapsed());
    }
    writeln!(input, "q")?;
    child.wait()?;
    times.sort_unstable();
    let at = |share: usize| milliseconds(times[(times.len() * share / 100).min(times.len() - 1)]);
    println!("{GAME}, {CHOICES} choices made again, {EDITS} saves");
    println!("from save to table: median {} ms, 99 % within {} ms", at(50), at(99));
    Ok(())
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

/// Reads up to the next question.
fn question(output: &mut ChildStdout) -> std::io::Result<()> {
    let (mut read, mut bytes) = (Vec::new(), [0; 4096]);
    while !read.ends_with(b"\n> ") {
        let n = output.read(&mut bytes)?;
        if n == 0 {
            return Err(std::io::Error::other("the game ended before the next question"));
        }
        read.extend_from_slice(&bytes[..n]);
    }
    Ok(())
}
