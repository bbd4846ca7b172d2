//! The command as people and scripts meet it, in a folder of its own.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Runs in a folder of its own, which is also the home of its data.
pub struct Place {
    pub folder: TempDir,
}

pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Place { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn file(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn run(&self, line: &str) -> Ran {
        self.answer(line, "")
    }

    /// `games/` in the line stands for the games that come with the program.
    pub fn answer(&self, line: &str, answers: &str) -> Ran {
        let games = format!("{}/games/", env!("CARGO_MANIFEST_DIR"));
        let words = line.split_whitespace().map(|word| word.replace("games/", &games));
        self.run_as(Command::new(env!("CARGO_BIN_EXE_cardrun")).args(words), answers)
    }

    /// A command in this folder, with these lines as its input.
    pub fn run_as(&self, command: &mut Command, answers: &str) -> Ran {
        let mut child = command
            .current_dir(self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("LC_ALL", "en_GB.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads nothing may be gone already.
        let _ = child.stdin.take().unwrap().write_all(answers.as_bytes());
        Ran::of(child.wait_with_output().unwrap())
    }
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran {
            status: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    pub fn ends(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}\n{}", self.out, self.err);
        self
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}
