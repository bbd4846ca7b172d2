//! The command `cardrun`. What a person types comes in here, and what a person reads goes out:
//! files, terminal, environment and clock are used nowhere else in the program.
//!
//! Each room may name those above it, and none below; `tests/it/architecture.rs` reads the imports.
//!
//! - [`args`]: the command line.
//! - [`text`]: messages in two languages, and lines that fit a terminal.
//! - [`host`]: files, terminal, other programs, Ctrl-C, exit statuses.
//! - [`report`]: reports and problems, in all their forms.
//! - [`setup`]: from what was typed to a game and those who play it.
//! - [`screen`]: a game in words and lines for one seat, which is given what that seat may know and
//!   nothing else.
//! - [`session`]: one game with people at the terminal.
//! - [`commands`]: what each command does.
#![allow(
    clippy::disallowed_methods,
    reason = "the ban on files, terminal, environment and clock is for all other modules"
)]

mod args;
mod commands;
mod host;
mod report;
mod screen;
mod session;
mod setup;
mod text;

use args::{Cli, Command};
use clap::Parser;
use commands::{check, compare, graph, merge, play, replay, resume, sim, solve, test, tournament};
use host::{Done, Failure, tell};
use report::diagnostics;
use std::ffi::OsString;
use std::process::ExitCode;
use text::messages::Words;
use text::style::Look;

pub use session::seat_screen::Screen;

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

/// Says why a command failed, where that has not been said, and gives its exit status.
fn fail(failure: Failure, words: &Words) -> ExitCode {
    let status = ExitCode::from(failure.status());
    let error = |message: String| tell(&format!("{} {message}\n", words.say("error")));
    match failure {
        Failure::Game(problems, file) => {
            tell(&diagnostics::problems(&problems, &file, Look::of_errors(), words));
        }
        Failure::Usage(message) => error(message),
        Failure::Output(reason) => {
            error(words.with("output-lost", &[("reason", reason.to_string().into())]));
        }
        Failure::Told | Failure::Unusable | Failure::Rules => {}
    }
    status
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
