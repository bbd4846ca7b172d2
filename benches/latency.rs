//! How long a person waits. From a save to the table: until a game in progress stands on the screen
//! again, after a file of it was saved, for the largest game that comes with the program. From a
//! key to the screen: until what a key points at is seen, on a full screen with many cards. Median
//! and 99th percentile, of the command itself.
#![allow(clippy::disallowed_methods, reason = "a bench writes the files that the command reads")]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    save::measure()?;
    #[cfg(unix)]
    key::measure()?;
    Ok(())
}

fn games() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games")
}

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let milliseconds = |share: usize| at(share).as_secs_f64() * 1e3;
    println!("{what}: median {:.1} ms, 99 % within {:.1} ms", milliseconds(50), milliseconds(99));
}

mod save {
    use super::{Done, Instant, games, tell};
    use std::io::{Read, Write};
    use std::process::{ChildStdout, Command, Stdio};

    const GAME: &str = "attaque_du_roi";
    /// Choices that are made before the first edit, each to be made again after every edit.
    const CHOICES: usize = 30;
    const EDITS: usize = 100;

    pub fn measure() -> Done {
        let folder = tempfile::tempdir()?;
        for entry in std::fs::read_dir(games())? {
            let name = entry?.file_name();
            if name.to_string_lossy().starts_with(GAME) {
                std::fs::copy(games().join(&name), folder.path().join(&name))?;
            }
        }
        let rules = folder.path().join(format!("{GAME}.rules"));
        let text = std::fs::read_to_string(&rules)?;
        let line =
            format!("{GAME}.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(line.split(' '))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
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
        println!("{GAME}, {CHOICES} choices made again, {EDITS} saves");
        tell("from save to table", times);
        Ok(())
    }

    /// Reads up to the next question.
    fn question(output: &mut ChildStdout) -> Done {
        let (mut read, mut bytes) = (Vec::new(), [0; 4096]);
        while !read.ends_with(b"\n> ") {
            let n = output.read(&mut bytes)?;
            if n == 0 {
                return Err("the game ended before the next question".into());
            }
            read.extend_from_slice(&bytes[..n]);
        }
        Ok(())
    }
}

#[cfg(unix)]
mod key {
    use super::{Done, Instant, games, tell};
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;
    use vt100::Parser;

    const GAME: &str = "classics/hearts.yaml";
    const SIZE: PtySize = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    const KEYS: usize = 500;
    /// Points at the card to the right or to the left, and what stands there then.
    const STEPS: [(&str, &str); 2] = [("\u{1b}[C", "┏2"), ("\u{1b}[D", "┏1")];

    pub fn measure() -> Done {
        let folder = tempfile::tempdir()?;
        let pair = native_pty_system().openpty(SIZE)?;
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cardrun"));
        command.arg(games().join(GAME));
        command.args(["--seed", "3", "--lang", "en", "--record", "a.jsonl"]);
        command.cwd(folder.path());
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")] {
            command.env(name, value);
        }
        let mut child = pair.slave.spawn_command(command)?;
        drop(pair.slave);
        let (mut keys, mut output) = (pair.master.take_writer()?, pair.master.try_clone_reader()?);
        let mut parser = Parser::new(SIZE.rows, SIZE.cols, 0);
        until(&mut parser, &mut output, STEPS[1].1)?;
        let mut times = Vec::with_capacity(KEYS);
        for (key, seen) in STEPS.iter().cycle().take(KEYS) {
            let begun = Instant::now();
            keys.write_all(key.as_bytes())?;
            keys.flush()?;
            until(&mut parser, &mut output, seen)?;
            times.push(begun.elapsed());
        }
        keys.write_all(b"q")?;
        keys.flush()?;
        while output.read(&mut [0; 4096]).is_ok_and(|n| n > 0) {}
        child.wait()?;
        println!("{GAME}, {} columns, {} rows, {KEYS} keys", SIZE.cols, SIZE.rows);
        tell("from key to screen", times);
        Ok(())
    }

    /// Reads until this stands on the screen.
    fn until(parser: &mut Parser, output: &mut Box<dyn Read + Send>, words: &str) -> Done {
        let mut bytes = [0; 4096];
        while !parser.screen().contents().contains(words) {
            match output.read(&mut bytes)? {
                0 => return Err("the command ended".into()),
                n => parser.process(&bytes[..n]),
            }
        }
        Ok(())
    }
}
