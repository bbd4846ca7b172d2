//! A recorded game: its record, the game it is of, and the game as it stood at the end of the
//! record.

use super::load::load_with;
use super::position::laid;
use crate::cli::host::files::{self, GameFile};
use crate::cli::host::{Failure, tell};
use crate::cli::text::{Messages, spelt_out};
use crate::diagnostic::Problems;
use crate::game::{Game, Plain, Settings};
use crate::record::{Difference, Record, is_of, read};
use std::path::{Path, PathBuf};

/// The largest record that is read: a game of the longest there are is a tenth of it.
const MOST_BYTES: u64 = 256 << 20;

/// A record with its game.
pub(crate) struct Recorded {
    pub(crate) record: Record,
    pub(crate) file: GameFile,
    pub(crate) game: Game,
}

/// Reads a record and loads its game. `game`: where it lies, if it is not where the record says.
pub(crate) fn open(
    path: &Path,
    game: Option<&Path>,
    messages: &Messages,
) -> Result<Recorded, Failure> {
    let record = read_record(path, messages)?;
    match game {
        Some(game) => load_at(game.to_path_buf(), record),
        None => match find_game(path, &record) {
            Some(game) => load_named(game, record),
            None => Err(without_game(path, &record, "record-without-game", messages)),
        },
    }
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
        let game = file.and_then(|file| load(&file, &record).ok());
        game.is_some_and(|game| is_of(&game, &record))
    };
    match find_game(path, &record) {
        Some(game) => load_named(game, record),
        None => match games.iter().find(is_there) {
            Some(game) => load_at(game.clone(), record),
            None => Err(without_game(path, &record, "serve-without-game", messages)),
        },
    }
}

/// Why a record cannot be read, in words.
pub(crate) fn unreadable(path: &Path, reason: String, messages: &Messages) -> String {
    let path = path.display().to_string();
    messages.with("record-unreadable", &[("path", path.into()), ("reason", reason.into())])
}

/// The failure where the game of a record is not where the record says, by the message `key`.
fn without_game(path: &Path, record: &Record, key: &str, messages: &Messages) -> Failure {
    let game = record.header.file.clone().unwrap_or_else(|| record.header.game.clone());
    let path = path.display().to_string();
    Failure::Usage(messages.with(key, &[("game", game.into()), ("path", path.into())]))
}

fn read_record(path: &Path, messages: &Messages) -> Result<Record, Failure> {
    let name = path.display().to_string();
    let wrong = |reason: String| Failure::Usage(unreadable(path, reason, messages));
    let bytes = files::read(path, MOST_BYTES).map_err(wrong)?;
    if bytes.is_empty() {
        return Err(Failure::Usage(messages.with("record-empty", &[("path", name.into())])));
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

/// A record with the game that it names.
fn load_named(game_path: PathBuf, record: Record) -> Result<Recorded, Failure> {
    files::may_be_layout(&game_path)
        .map_err(|problems| Failure::Game(Box::new(problems), GameFile::named(&game_path)))?;
    load_at(game_path, record)
}

/// A record with the game of a layout.
fn load_at(game_path: PathBuf, record: Record) -> Result<Recorded, Failure> {
    let failed = |problems| Failure::Game(Box::new(problems), GameFile::named(&game_path));
    let file = GameFile::open(&game_path).map_err(failed)?;
    let game = load(&file, &record).map_err(failed)?;
    Ok(Recorded { record, file, game })
}

/// The game with the options of the record. Options that it has no more, or whose values it does
/// not know any more, are what they are without being set: the rules have changed then.
pub(crate) fn load(file: &GameFile, record: &Record) -> Result<Game, Problems> {
    let settings = settings(record);
    let game = load_with(file, &settings).or_else(|problems| {
        let mut known = settings.clone();
        known.options.retain(|option| {
            let alone = Settings { options: vec![option.clone()], ..Settings::default() };
            load_with(file, &alone).is_ok()
        });
        match known.options.len() == settings.options.len() {
            true => Err(problems),
            false => load_with(file, &known).map_err(|_| problems),
        }
    })?;
    laid(game, record.header.position.as_ref())
}

/// Where the record says, as seen from here or from the record.
fn find_game(record_path: &Path, record: &Record) -> Option<PathBuf> {
    let file = record.header.file.clone().unwrap_or_else(|| format!("{}.yaml", record.header.game));
    let beside = record_path.parent().map(|folder| folder.join(&file));
    std::iter::once(PathBuf::from(&file)).chain(beside).find(|path| path.is_file())
}

/// All options as they were, whatever the game's defaults are by now.
pub(crate) fn settings(record: &Record) -> Settings {
    let value = |value: &Plain| match value {
        Plain::Flag(flag) => flag.to_string(),
        Plain::Number(number) => number.to_string(),
        Plain::Word(word) => word.clone(),
        Plain::Words(messages) => messages.join("+"),
        Plain::Nothing => String::new(),
    };
    let header = &record.header;
    Settings {
        seats: u8::try_from(header.seats.len()).ok(),
        variant: header.variant.clone(),
        options: header
            .options
            .0
            .iter()
            .map(|(name, setting)| (name.clone(), value(setting)))
            .collect(),
        follows_rows: false,
    }
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
    if !is_of(&recorded.game, &recorded.record) && header.game == recorded.game.program().id {
        return other_rules(path, &recorded.file, messages);
    }
    messages.with(
        if difference.line == 1 { "record-of-other" } else { "record-differs" },
        &[
            ("path", path.display().to_string().into()),
            ("line", difference.line.into()),
            ("expected", difference.expected.as_str().into()),
            ("found", difference.found.as_str().into()),
        ],
    )
}

/// Words for a game whose rules have changed since it was recorded, and what can be done.
pub(crate) fn other_rules(path: &Path, file: &GameFile, messages: &Messages) -> String {
    let game = file.folder.join(&file.name);
    let values = [
        ("path", spelt_out(&path.display().to_string()).into()),
        ("game", spelt_out(&game.display().to_string()).into()),
    ];
    messages.with("record-of-other-rules", &values)
}
