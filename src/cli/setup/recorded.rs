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
    let name = path.display().to_string();
    let wrong =
        |reason: String| {
            Failure::Usage(messages.with(
                "record-unreadable",
                &[("path", name.clone().into()), ("reason", reason.into())],
            ))
        };
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
    let game_path = match game {
        Some(game) => game.to_path_buf(),
        None => find_game(path, &record).ok_or_else(|| {
            let game = record.header.file.clone().unwrap_or_else(|| record.header.game.clone());
            Failure::Usage(
                messages
                    .with("record-without-game", &[("game", game.into()), ("path", name.into())]),
            )
        })?,
    };
    if game.is_none() {
        files::may_be_layout(&game_path)
            .map_err(|problems| Failure::Game(Box::new(problems), GameFile::named(&game_path)))?;
    }
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

/// That the rules have changed since a game was recorded, and what can be done.
pub(crate) fn other_rules(path: &Path, file: &GameFile, messages: &Messages) -> String {
    let game = file.folder.join(&file.name);
    let values = [
        ("path", spelt_out(&path.display().to_string()).into()),
        ("game", spelt_out(&game.display().to_string()).into()),
    ];
    messages.with("record-of-other-rules", &values)
}
