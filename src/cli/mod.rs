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
//! - [`rehearsal`]: a game that is tried out, whoever shows it.
//! - [`screen`]: a game in words and lines for one seat, which is given what that seat may know and
//!   nothing else.
//! - [`session`]: one game with people at the terminal.
//! - `serve`: tables in the browser; where the feature of that name is on.
//! - [`fullscreen`]: the same on the whole screen of a terminal.
//! - [`commands`]: what each command does.
#![allow(
    clippy::disallowed_methods,
    reason = "the ban on files, terminal, environment and clock is for all other modules"
)]

mod args;
mod commands;
mod fullscreen;
mod host;
mod rehearsal;
mod report;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod setup;
mod text;

use crate::game::Game;
use crate::runner::{Entrant, Whole};
use args::{Cli, Command, Language};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, ValueEnum};
use commands::{
    bless, check, compare, dump, graph, merge, play, plays, replay, resume, rules, sim, solve,
    test, tournament, watch,
};
use fluent_bundle::FluentValue;
use host::{Done, Failure, files, tell};
use report::html::{self, Style};
use report::{comparison, diagnostics, standings};
use setup::entrants::{Restriction, Spec};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use text::{Messages, TermStyle};

pub use fullscreen::probe::FullScreen;
pub use host::files::GameFile;
#[cfg(feature = "serve")]
pub use serve::served::Served;
pub use session::seat_screen::Screen;

/// Runs the command with these arguments, the program's name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    host::outlive_limits();
    ExitCode::from(status(arguments))
}

/// A report as one page that needs nothing else, in the language of the environment.
pub fn page(whole: &Whole) -> String {
    let messages = Messages::of(None);
    match whole {
        Whole::Simulation(report) => {
            html::page(report, &|reason| reason.to_owned(), Style::Inside, &messages)
        }
        Whole::Comparison(compared) => comparison::page(compared, Style::Inside, &messages),
        Whole::Tournament(played) => standings::page(played, None, &messages),
    }
}

/// Who plays a game, by seat, as `--players` names them, under a `--restrict` or none; in words why
/// not.
pub fn seated(names: &[String], restriction: Option<&str>, game: &Game) -> Seated {
    let messages = Messages::of(None);
    let seated = || {
        let restriction = restriction.map(|text| Restriction::of_seat(text, game, &messages));
        let specs = Spec::parse_all(names, &messages)?;
        Spec::seated(&specs, restriction.transpose()?.as_ref(), game, &messages)
    };
    seated().map_err(in_words)
}

/// Who takes part in a tournament, as `--entrants` names them; in words why not.
pub fn opponents(names: &[String], game: &Game) -> Seated {
    let messages = Messages::of(None);
    let specs = Spec::parse_all(names, &messages);
    specs.and_then(|specs| Spec::opponents(&specs, game, &messages)).map_err(in_words)
}

/// Players, or in the language of the environment why there are none.
pub(crate) type Seated = Result<Vec<Box<dyn Entrant>>, String>;

fn in_words(failure: Failure) -> String {
    match failure {
        Failure::Usage(words) => words,
        Failure::Game(problems, _) => problems.to_string(),
        Failure::Output(error) => error.to_string(),
        Failure::Told | Failure::Unusable | Failure::Rules => String::new(),
    }
}

/// A message of the command in a language, `fr` or `en`, or in that of the environment; the key
/// itself where there is no such message. Values that are numbers are counted.
pub fn message(language: Option<&str>, key: &str, values: &[(String, String)]) -> String {
    let language = language.and_then(|code| Language::from_str(code, true).ok());
    let values: Vec<(&str, FluentValue<'_>)> = values
        .iter()
        .map(|(name, value)| (name.as_str(), FluentValue::try_number(value)))
        .collect();
    Messages::of(language).with(key, &values)
}

/// Runs the command as [`main`] does, and gives its exit status as a number: for programs that have
/// this command within them.
pub fn status(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = args::with_play(arguments);
    if let Some(args::NoCommand { word, near }) = args::no_command(&arguments) {
        let messages = Messages::of(None);
        let said = match near {
            Some(near) => {
                messages.with("no-command", &[("word", word.into()), ("near", near.into())])
            }
            None => messages.with(
                "no-command-near",
                &[("word", word.into()), ("all", args::COMMANDS.join(", ").into())],
            ),
        };
        return fail(Failure::Usage(said), &messages);
    }
    let command = parsed(arguments).command;
    let messages = Messages::of(command.language());
    match run(command, &messages) {
        Ok(()) => 0,
        Err(failure) => fail(failure, &messages),
    }
}

/// What the arguments say; where they say nothing, the program ends with what is wrong. That a
/// misspelt option could be a value is never what was meant.
fn parsed(arguments: Vec<OsString>) -> Cli {
    // A number below 0 is told so, and not taken for an option that there is not.
    let command = Cli::command().mut_subcommands(|one| one.allow_negative_numbers(true));
    let matches = command.clone().try_get_matches_from(arguments);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|error| error.format(&mut command.clone())).unwrap_or_else(|mut error| {
        if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
            tips.retain(|tip| !tip.to_string().contains("' as a value, use '"));
            if !tips.is_empty() {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
            }
        }
        let status = error.exit_code();
        let written = error.print().and_then(|()| io::stdout().flush());
        match host::written(written) {
            Ok(()) => std::process::exit(status),
            Err(failure) => std::process::exit(fail(failure, &Messages::of(None)).into()),
        }
    })
}

fn run(command: Command, messages: &Messages) -> Done {
    match command {
        Command::Play(args) => play::run(&args, messages),
        Command::Rules(args) => rules::run(&args, messages),
        Command::Check(args) => check::run(&args, messages),
        Command::Watch(args) => watch::run(&args, messages),
        Command::Plays(args) => plays::run(&args, messages),
        Command::Bless(args) => bless::run(&args, messages),
        Command::Resume(args) => resume::run(&args, messages),
        Command::Replay(args) => replay::run(&args, messages),
        Command::Sim(args) => sim::run(&args, messages),
        Command::Solve(args) => solve::run(&args, messages),
        Command::Merge(args) => merge::run(&args, messages),
        Command::Compare(args) => compare::run(&args, messages),
        Command::Tournament(args) => tournament::run(&args, messages),
        Command::Graph(args) => graph::run(&args, messages),
        Command::Dump(args) => dump::run(&args, messages),
        Command::Test(args) => test::run(&args, messages),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, messages),
    }
}

/// Says why a command failed, where that has not been said, and gives its exit status.
fn fail(failure: Failure, messages: &Messages) -> u8 {
    let status = failure.status();
    let error = |message: String| tell(&format!("{} {message}\n", messages.say("error")));
    match failure {
        Failure::Game(problems, file) => {
            tell(&diagnostics::problems(&problems, &file, TermStyle::of_errors(), messages));
        }
        Failure::Usage(message) => error(message),
        Failure::Output(reason) => {
            error(
                messages
                    .with("output-lost", &[("reason", files::reason(&reason, messages).into())]),
            );
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
