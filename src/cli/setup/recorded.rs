//! A recorded game: its record, the game it is of, and the game as it stood at the end of the
//! record.

use super::load::load_with;
use super::position::laid;
use super::settings;
use crate::cli::args::SettingArgs;
use crate::cli::host::files::{self, GameFile};
use crate::cli::host::{Failure, tell};
use crate::cli::text::{Messages, path_for_shell, spelt_out, spelt_path};
use crate::diagnostic::Problems;
use crate::game::{Game, Settings};
use crate::record::{Difference, Record, Renamed, is_of, read};
use crate::value::Seat;
use std::path::{Path, PathBuf};

/// The largest record that is read: a game of the longest there are is a tenth of it.
const MOST_BYTES: u64 = 256 << 20;

/// A record with its game.
pub(crate) struct Recorded {
    pub(crate) record: Record,
    pub(crate) file: GameFile,
    pub(crate) game: Game,
    /// What was set when it was played, `name=value`, and cannot be any more.
    pub(crate) dropped: Vec<String>,
}

/// Reads a record and loads its game. `game`: where it lies, if it is not where the record says.
pub(crate) fn open(
    path: &Path,
    game: Option<&Path>,
    messages: &Messages,
) -> Result<Recorded, Failure> {
    open_with(path, game, &[], messages)
}

/// Reads a record and loads its game: see [`open`]. `set`: options that are set otherwise than they
/// were, each `name=value`.
pub(crate) fn open_with(
    path: &Path,
    game: Option<&Path>,
    set: &[String],
    messages: &Messages,
) -> Result<Recorded, Failure> {
    let record = read_record(path, messages)?;
    let place = match game {
        Some(game) => game.to_path_buf(),
        None => {
            let place = find_game(path, &record)
                .ok_or_else(|| without_game(path, &record, "record-without-game", messages))?;
            may_be_layout(&place)?;
            place
        }
    };
    load_at(&place, record, set, messages)
}

/// Reads a record and loads its game: where the record says, or where one of these `games` has its
/// rules, as it may lie elsewhere by now.
#[cfg(feature = "serve")]
pub(crate) fn open_among(
    path: &Path,
    games: &[PathBuf],
    messages: &Messages,
) -> Result<Recorded, Failure> {
    let record = read_record(path, messages)?;
    let is_there = |game: &&PathBuf| {
        let file = GameFile::open(game).ok();
        let loaded = file.and_then(|file| load(&file, &record, &[]).ok());
        loaded.is_some_and(|(game, _)| is_of(&game, &record))
    };
    let place = match find_game(path, &record) {
        Some(place) => {
            may_be_layout(&place)?;
            place
        }
        None => match games.iter().find(is_there) {
            Some(place) => place.clone(),
            None => return Err(without_game(path, &record, "serve-without-game", messages)),
        },
    };
    load_at(&place, record, &[], messages)
}

/// A record with the game of a layout, of whose options these are `set` otherwise.
fn load_at(
    place: &Path,
    record: Record,
    set: &[String],
    messages: &Messages,
) -> Result<Recorded, Failure> {
    let failed = |problems| Failure::Game(Box::new(problems), GameFile::named(place));
    let file = GameFile::open(place).map_err(failed)?;
    let (set, variant) = (set.to_vec(), record.header.variant.clone());
    let args = SettingArgs { set, variant, ..SettingArgs::default() };
    let set = match args.set.is_empty() {
        true => Vec::new(),
        false => settings::settings(&file, &args, None, messages)?.options,
    };
    let (game, dropped) = load(&file, &record, &set).map_err(failed)?;
    Ok(Recorded { record, file, game, dropped })
}

/// Why a record cannot be read, in words.
pub(crate) fn unreadable(path: &Path, reason: String, messages: &Messages) -> String {
    let path = spelt_path(path);
    messages.with("record-unreadable", &[("path", path.into()), ("reason", reason.into())])
}

/// The failure where the game of a record is not where the record says, by the message `key`.
fn without_game(path: &Path, record: &Record, key: &str, messages: &Messages) -> Failure {
    let game = spelt_out(record.header.file.as_ref().unwrap_or(&record.header.game));
    let path = spelt_path(path);
    Failure::Usage(messages.with(key, &[("game", game.into()), ("path", path.into())]))
}

fn read_record(path: &Path, messages: &Messages) -> Result<Record, Failure> {
    let name = spelt_path(path);
    let wrong = |reason: String| Failure::Usage(unreadable(path, reason, messages));
    let bytes = files::read(path, MOST_BYTES).map_err(|why| wrong(why.words(messages)))?;
    if bytes.is_empty() {
        let values = [("path", name.into()), ("typed", path_for_shell(path).into())];
        return Err(Failure::Usage(messages.with("record-empty", &values)));
    }
    let record = read(&bytes).map_err(|error| wrong(error.to_string()))?;
    if let Some(seat) = record.header.as_seat {
        return Err(Failure::Usage(
            messages.with("record-of-seat", &[("path", name.into()), ("n", seat.into())]),
        ));
    }
    if let Some(notice) = &record.notice {
        tell(&format!("{name}: {notice}\n"));
    }
    Ok(record)
}

/// Refuses a file that a record names and that is no layout, unread.
fn may_be_layout(place: &Path) -> Result<(), Failure> {
    files::may_be_layout(place)
        .map_err(|problems| Failure::Game(Box::new(problems), GameFile::named(place)))
}

/// The game with the options of the record, but for those that are `set` otherwise. Options that it
/// has no more, or whose values it does not know any more, are what they are without being set: the
/// rules have changed then. Gives those, too, each `name=value`.
pub(crate) fn load(
    file: &GameFile,
    record: &Record,
    set: &[(String, String)],
) -> Result<(Game, Vec<String>), Problems> {
    let mut settings = settings(record);
    settings.options.retain(|(name, _)| set.iter().all(|(given, _)| given != name));
    settings.options.extend_from_slice(set);
    let mut dropped = Vec::new();
    let game = load_with(file, &settings).or_else(|problems| {
        let is_known = |option: &(String, String)| {
            let alone = Settings { options: vec![option.clone()], ..Settings::default() };
            load_with(file, &alone).is_ok()
        };
        let (known, unknown) = settings.options.iter().cloned().partition(is_known);
        let known = Settings { options: known, ..settings };
        let unknown: Vec<(String, String)> = unknown;
        if unknown.is_empty() {
            return Err(problems);
        }
        dropped = unknown.iter().map(|(name, value)| format!("{name}={value}")).collect();
        load_with(file, &known).map_err(|_| problems)
    })?;
    Ok((laid(game, record.header.position.as_ref())?, dropped))
}

/// Where the record says, as seen from here or from the record.
fn find_game(record_path: &Path, record: &Record) -> Option<PathBuf> {
    let file = record.header.file.clone().unwrap_or_else(|| format!("{}.yaml", record.header.game));
    let beside = record_path.parent().map(|folder| folder.join(&file));
    std::iter::once(PathBuf::from(&file)).chain(beside).find(|path| path.is_file())
}

/// All options as they were, whatever the game's defaults are by now.
pub(crate) fn settings(record: &Record) -> Settings {
    let header = &record.header;
    Settings {
        seats: u8::try_from(header.seats.len()).ok(),
        variant: header.variant.clone(),
        options: header
            .options
            .0
            .iter()
            .map(|(name, setting)| (name.clone(), setting.spelled()))
            .collect(),
        follows_rows: false,
    }
}

/// Words for what was set when a game was played and cannot be any more, if anything.
pub(crate) fn dropped(recorded: &Recorded, messages: &Messages) -> Option<String> {
    let options = recorded.dropped.join(", ");
    let told = || messages.with("record-dropped", &[("options", options.as_str().into())]);
    (!options.is_empty()).then(told)
}

/// Words for the actions that are called otherwise than when a game was played, a line each: those
/// of choices that somebody `sees`.
pub(crate) fn renamed(
    all: &[Renamed],
    sees: impl Fn(Seat) -> bool,
    messages: &Messages,
) -> Vec<String> {
    let words = |renamed: &Renamed| {
        let values = [("was", renamed.was.as_str().into()), ("is", renamed.is.as_str().into())];
        messages.with("against-renamed", &values)
    };
    all.iter().filter(|renamed| sees(renamed.by)).map(words).collect()
}

/// Why a record cannot be gone on with. Its first line says what was played; behind it the rules
/// are those of the record.
pub(crate) fn differs(
    path: &Path,
    recorded: &Recorded,
    difference: &Difference,
    messages: &Messages,
) -> String {
    let header = &recorded.record.header;
    if header.game != recorded.game.program().id {
        let values = [
            ("path", spelt_path(path).into()),
            ("there", header.game.as_str().into()),
            ("here", recorded.game.program().id.as_str().into()),
        ];
        return messages.with("record-of-another", &values);
    }
    if !is_of(&recorded.game, &recorded.record) {
        return other_rules(path, &recorded.file, messages);
    }
    messages.with(
        if difference.line == 1 { "record-of-other" } else { "record-differs" },
        &[
            ("path", spelt_path(path).into()),
            ("line", difference.line.into()),
            ("expected", difference.expected.as_str().into()),
            ("found", difference.found.as_str().into()),
        ],
    )
}

/// Words for a game whose rules have changed since it was recorded, and what can be done.
pub(crate) fn other_rules(path: &Path, file: &GameFile, messages: &Messages) -> String {
    let values = [
        ("path", spelt_path(path).into()),
        ("typed", path_for_shell(path).into()),
        ("game", path_for_shell(file.layout()).into()),
    ];
    messages.with("record-of-other-rules", &values)
}
