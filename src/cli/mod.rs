//! The command `cardrun`. What a person types comes in here, and what a person reads goes out:
//! files, terminal, environment and clock are used nowhere else in the program.
//!
//! `args` is the command line; `files` reads games; `settings` turns options and seats into what a
//! game takes; each command has a module of its name. `table`, `board`, `story`, `prompt` and
//! `menu` put a game into words and lines for one seat: they are given what that seat may know, and
//! nothing else.
#![allow(
    clippy::disallowed_methods,
    reason = "the ban on files, terminal, environment and clock is for all other modules"
)]

mod about;
mod args;
mod board;
mod bots;
mod chart;
mod check;
mod compare;
mod draw;
mod ending;
mod entrants;
mod excerpt;
mod files;
mod graph;
mod html;
mod keep;
mod label;
mod load;
mod look;
mod menu;
mod merge;
mod names;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod play;
mod progress;
mod prompt;
mod recorded;
mod replay;
mod report;
mod resume;
mod screen;
mod session;
mod settings;
mod sim;
mod solve;
mod story;
mod swept;
mod table;
mod terminal;
mod test;
mod tournament;
mod view;
mod words;

use crate::diagnostic::Problems;
use args::{Cli, Command};
use clap::Parser;
use files::GameFile;
use look::{Look, harmless};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use words::Words;

pub use screen::Screen;

/// Why a command did not do what was asked. Each has its exit status.
#[derive(Debug)]
pub(crate) enum Failure {
    /// 1: the game's files have errors.
    Game(Box<Problems>, GameFile),
    /// 1: all has been said already.
    Told,
    /// 2: what was given cannot be used, and that has been said already.
    Unusable,
    /// 2: the command was given something that it cannot take, in words.
    Usage(String),
    /// 2: what was to be said could not be written.
    Output(io::Error),
    /// 3: the rules failed while playing, in words already said.
    Rules,
}

type Done = Result<(), Failure>;

/// Runs the command with these arguments, the program's name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = args::with_play(arguments);
    if let Some(args::NoCommand { word, near }) = args::no_command(&arguments) {
        let words = Words::of(None);
        let said = match near {
            Some(near) => words.with("no-command", &[("word", word.into()), ("near", near.into())]),
            None => words.with(
                "no-command-near",
                &[("word", word.into()), ("all", args::COMMANDS.join(", ").into())],
            ),
        };
        return fail(Failure::Usage(said), &words);
    }
    let command = Cli::parse_from(arguments).command;
    let words = Words::of(command.language());
    match run(command, &words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(failure, &words),
    }
}

fn run(command: Command, words: &Words) -> Done {
    match command {
        Command::Play(args) => play::run(&args, words),
        Command::Check(args) => check::run(&args, words),
        Command::Resume(args) => resume::run(&args, words),
        Command::Replay(args) => replay::run(&args, words),
        Command::Sim(args) => sim::run(&args, words),
        Command::Solve(args) => solve::run(&args, words),
        Command::Merge(args) => merge::run(&args, words),
        Command::Compare(args) => compare::run(&args, words),
        Command::Tournament(args) => tournament::run(&args, words),
        Command::Graph(args) => graph::run(&args, words),
        Command::Test(args) => test::run(&args, words),
    }
}

fn fail(failure: Failure, words: &Words) -> ExitCode {
    match failure {
        Failure::Game(problems, file) => {
            tell(&draw::problems(&problems, &file, Look::of_errors(), words));
            ExitCode::from(1)
        }
        Failure::Told => ExitCode::from(1),
        Failure::Unusable => ExitCode::from(2),
        Failure::Usage(message) => {
            tell(&format!("{} {message}\n", words.say("error")));
            ExitCode::from(2)
        }
        Failure::Output(error) => {
            let message = words.with("output-lost", &[("reason", error.to_string().into())]);
            tell(&format!("{} {message}\n", words.say("error")));
            ExitCode::from(2)
        }
        Failure::Rules => ExitCode::from(3),
    }
}

/// Writes what people read to standard output.
fn put(text: &str) -> Done {
    put_bytes(harmless(text).as_bytes())
}

/// Writes to standard output as it is.
fn put_bytes(bytes: &[u8]) -> Done {
    let mut output = io::stdout().lock();
    written(output.write_all(bytes).and_then(|()| output.flush()))
}

/// Whether something could be written. Whoever closed standard output does not want to read more,
/// which is no failure.
fn written(result: io::Result<()>) -> Done {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes what people read to standard error. There is nowhere to tell that this cannot be done.
fn tell(text: &str) {
    let _ = io::stderr().write_all(harmless(text).as_bytes());
}

/// Snapshots of what people read lie beside all others.
#[cfg(test)]
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("cli_{name}"), text));
}
