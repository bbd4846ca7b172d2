//! A command at a terminal. A pseudo-terminal stands in for one; what is waited for is a screen.
#![allow(clippy::disallowed_methods, reason = "tests start the command and end it")]

use super::place::Place;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use vt100::{MouseProtocolMode, Parser, Screen};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/");

/// Pieces of output in which a screen must come.
const MOST_READS: usize = 2_000;

/// After so long without a byte something hangs.
const HANGS: Duration = Duration::from_secs(120);

/// A command at a terminal.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    pub parser: Parser,
    /// How the terminal was set before.
    before: String,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    pub fn start(place: &Place, words: &str, (columns, rows): (u16, u16)) -> Terminal {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let before = settings(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cardrun"));
        command.args(words.replace("games/", GAMES).split(' '));
        command.cwd(place.folder.path());
        for (name, value) in
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")]
        {
            command.env(name, value);
        }
        command.env("XDG_DATA_HOME", place.path("data"));
        let child = pair.slave.spawn_command(command).unwrap();
        // The terminal ends with the command.
        drop(pair.slave);
        let keys = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (read, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if read.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = Parser::new(rows, columns, 0);
        Terminal { master: pair.master, child, keys, output, parser, before }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads on until the screen is as it is waited for.
    pub fn until(&mut self, is_there: impl Fn(&Screen) -> bool) -> String {
        for _ in 0..MOST_READS {
            if is_there(self.parser.screen()) {
                return self.text();
            }
            match self.output.recv_timeout(HANGS) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(_) => break,
            }
        }
        panic!("this did not come:\n{}", self.text());
    }

    pub fn until_says(&mut self, words: &str) -> String {
        self.until(|screen| screen.contents().contains(words))
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// Presses the left button at the first place where this stands.
    pub fn click(&mut self, words: &str) {
        let (row, column) = self.place(words);
        self.press(&format!(
            "\u{1b}[<0;{};{}M\u{1b}[<0;{};{}m",
            column + 1,
            row + 1,
            column + 1,
            row + 1
        ));
    }

    /// The row and the column of a text.
    fn place(&self, words: &str) -> (usize, usize) {
        let text = self.text();
        let found = text.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(words)?;
            Some((row, line[..at].chars().count()))
        });
        found.unwrap_or_else(|| panic!("no {words} in\n{text}"))
    }

    /// Waits until the command has ended; the terminal must be as it was. Gives what was written
    /// last, and the exit status.
    pub fn end(mut self) -> (String, u32) {
        while let Ok(bytes) = self.output.recv_timeout(HANGS) {
            self.parser.process(&bytes);
        }
        let status = self.child.wait().unwrap();
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the other screen is left");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert!(!screen.bracketed_paste());
        assert_eq!(settings(&*self.master), self.before, "the terminal is set as before");
        (self.text(), status.exit_code())
    }

    /// Waits until a signal has stopped the command.
    pub fn until_stopped(&self) {
        let id = self.child.process_id().and_then(|id| Pid::from_raw(id.try_into().unwrap()));
        let is_stopped = WaitIdOptions::STOPPED | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(id.unwrap()), is_stopped).unwrap();
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }
}

fn settings(master: &(dyn MasterPty + Send)) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has settings"))
}
