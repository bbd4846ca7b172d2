//! Loads a game as the command line wants it.

use super::settings;
use crate::cli::args::{EngineName, SettingArgs};
use crate::cli::host::files::GameFile;
use crate::cli::host::{Failure, tell};
use crate::cli::report::diagnostics;
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::{Level, Problems};
use crate::game::{Game, Settings};
use crate::source::Span;
use crate::vm::Engine;
use std::path::Path;

/// Loads the game at `path`; gives it with its file. `seats` is how many players were named, where
/// somebody said who sits where.
pub(crate) fn load(
    path: &Path,
    args: &SettingArgs,
    seats: Option<usize>,
    messages: &Messages,
) -> Result<(GameFile, Game), Failure> {
    load_as(path, args, seats, false, messages)
}

/// Loads a game as [`load`] does; with `follows_rows` its plays remember which rows of tables held.
pub(crate) fn load_as(
    path: &Path,
    args: &SettingArgs,
    seats: Option<usize>,
    follows_rows: bool,
    messages: &Messages,
) -> Result<(GameFile, Game), Failure> {
    let (file, game) = load_quietly(path, args, seats, follows_rows, messages)?;
    tell_notices(&game, &file, messages);
    Ok((file, game))
}

/// Loads a game as [`load_as`] does, and tells nobody what the settings bring about.
pub(crate) fn load_quietly(
    path: &Path,
    args: &SettingArgs,
    seats: Option<usize>,
    follows_rows: bool,
    messages: &Messages,
) -> Result<(GameFile, Game), Failure> {
    let nowhere = |problems| Failure::Game(Box::new(problems), GameFile::named(path));
    let file = GameFile::open(path).map_err(nowhere)?;
    let settings = Settings { follows_rows, ..settings::settings(&file, args, seats, messages)? };
    let game = load_with(&file, &settings).map_err(|problems| {
        match forbidden(&file, args, &problems, messages) {
            Some(why) => Failure::Usage(why),
            None => Failure::Game(Box::new(problems), file.clone()),
        }
    })?;
    let game = match args.engine {
        EngineName::Native => game,
        EngineName::Interpreted => game.with_engine(Engine::Interpreted),
    };
    Ok((file, game))
}

/// Loads the game of a file with settings that are known already.
pub(crate) fn load_with(file: &GameFile, settings: &Settings) -> Result<Game, Problems> {
    Game::load(&file.name, &|name| file.read(name), settings)
}

/// The game's own word against options that were set together. It is the setting that is wrong, not
/// the game.
fn forbidden(
    file: &GameFile,
    args: &SettingArgs,
    problems: &Problems,
    messages: &Messages,
) -> Option<String> {
    let mut errors = problems.list.iter().filter(|d| d.level == Level::Error);
    let first = errors.next().filter(|d| d.code == "forbidden-options" && !args.set.is_empty())?;
    if errors.any(|d| d.code != "forbidden-options") {
        return None;
    }
    let layout = settings::layout_of(file, &file.name);
    let found = layout
        .iter()
        .flat_map(|l| &l.forbid)
        .find(|f| (f.span.start, f.span.end) == (first.span.start, first.span.end));
    let why = found.and_then(|f| f.why.get(messages.code())).unwrap_or(&first.message);
    let condition = found.map(|f| Span { source: first.span.source, ..f.condition.span });
    let condition = condition.map_or("", |span| problems.sources.text(span));
    let options = layout.iter().flat_map(|l| &l.options).map(|(name, _)| name.node.as_str());
    let mut unnamed = options.filter(|name| condition.contains(name) && !why.contains(name));
    Some(match unnamed.next() {
        Some(_) => format!("{why} (`{condition}`)"),
        None => why.to_owned(),
    })
}

/// What the settings bring about (an option without effect) is told to who plays; warnings are for
/// who writes, and `check`.
fn tell_notices(game: &Game, file: &GameFile, messages: &Messages) {
    let problems = game.problems();
    for notice in problems.list.iter().filter(|d| d.code == "void-option") {
        let style = TermStyle::of_errors();
        tell(&diagnostics::diagnostic(notice, &problems.sources, file, style, messages));
    }
}
