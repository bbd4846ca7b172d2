//! `cardrun plays`: the games of a layout that were kept, and whether they still go through.

use crate::cli::args::PlaysArgs;
use crate::cli::host::files::{self, GameFile, Unread};
use crate::cli::host::record_file::data_folder;
use crate::cli::host::{Done, Failure, put, tell};
use crate::cli::setup::load::load_with;
use crate::cli::setup::recorded::{load, settings};
use crate::cli::text::{Messages, pad, spelt_out, spelt_path, width};
use crate::game::{Game, Settings};
use crate::record::{End, Line, Record, Retold, against, is_of, read};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The largest record that is looked into for a list.
const MOST_BYTES: u64 = 16 << 20;

pub(crate) fn run(args: &PlaysArgs, messages: &Messages) -> Done {
    let failed = |problems| Failure::Game(Box::new(problems), GameFile::named(&args.game));
    let file = GameFile::open(&args.game).map_err(failed)?;
    let folder = match &args.folder {
        Some(folder) => {
            std::fs::read_dir(folder).map_err(|error| no_folder(folder, &error, messages))?;
            folder.clone()
        }
        None => data_folder().map_err(Failure::Output)?,
    };
    let mut unread = Vec::new();
    let mut versions = Versions { file: &file, known: Vec::new() };
    let mut kept = kept(&folder, &file, &mut versions, &mut unread);
    for told in unread {
        tell(&(messages.with("plays-unread", &[("reason", told.into())]) + "\n"));
    }
    kept.sort_by_key(|kept| std::cmp::Reverse(kept.written));
    if kept.is_empty() {
        let values = [("folder", spelt_path(&folder).into())];
        return put(&(messages.with("plays-none", &values) + "\n"));
    }
    let mut rows = vec![heads(messages).to_vec()];
    rows.extend(kept.iter().map(|kept| row(kept, &file, messages).to_vec()));
    if kept.iter().any(|kept| kept.elsewhere) {
        let named = |kept: &Kept| spelt_out(kept.record.header.file.as_deref().unwrap_or_default());
        let files = kept.iter().map(named);
        let files = std::iter::once(messages.say("plays-file")).chain(files);
        rows.iter_mut().zip(files).for_each(|(row, file)| row.push(file));
    }
    put(&table(&rows))
}

/// The failure where somebody named a folder in which nothing can be looked for.
fn no_folder(folder: &Path, error: &io::Error, messages: &Messages) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => messages.say("no-such-folder"),
        io::ErrorKind::NotADirectory => messages.say("no-folder-but-file"),
        // The kinds are the system's, and more than we can have words for.
        kind => Unread::System(kind).words(messages),
    };
    let values = [("path", spelt_path(folder).into()), ("why", reason.into())];
    Failure::Usage(messages.with("test-unreadable", &values))
}

/// A record of the game.
struct Kept {
    path: PathBuf,
    written: SystemTime,
    record: Record,
    /// It names another file than this one.
    elsewhere: bool,
}

/// The records of a folder that are of this game. Of those that are called like it and cannot be
/// read, why is put into `unread`: all else is somebody else's.
fn kept(
    folder: &Path,
    file: &GameFile,
    versions: &mut Versions<'_>,
    unread: &mut Vec<String>,
) -> Vec<Kept> {
    let stem = file.stem();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let records = entries.filter_map(|entry| {
        let path = entry.path();
        let is_record = path.extension().is_some_and(|ending| ending == "jsonl");
        let written = entry.metadata().and_then(|about| about.modified());
        let bytes = if is_record { files::read(&path, MOST_BYTES).ok()? } else { return None };
        let record = match read(&bytes) {
            Ok(record) => Some(record).filter(|record| record.header.as_seat.is_none())?,
            Err(error) => {
                let name = entry.file_name().to_string_lossy().into_owned();
                let called_so = name.starts_with(&stem);
                unread.extend(called_so.then(|| format!("{}: {error}", spelt_path(&path))));
                return None;
            }
        };
        let named = named_file(folder, &record);
        let is_here = named.as_deref().is_some_and(|named| is_same_file(named, file));
        if !is_here && !versions.has(&record) && !may_be_of(&record, named.as_deref(), file) {
            return None;
        }
        let written = written.unwrap_or(SystemTime::UNIX_EPOCH);
        let elsewhere = !is_here && record.header.file.is_some();
        Some(Kept { path, written, record, elsewhere })
    });
    records.collect()
}

/// The file that a record names, if it is there: as seen from here, or from the record.
fn named_file(folder: &Path, record: &Record) -> Option<PathBuf> {
    let named = record.header.file.as_deref()?;
    [PathBuf::from(named), folder.join(named)].into_iter().find(|path| path.is_file())
}

fn is_same_file(path: &Path, file: &GameFile) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    whole(path).is_some_and(|path| Some(path) == whole(file.layout()))
}

/// Whether a record of other rules may be of an earlier version of this file: it is called like it,
/// and is not of another file that is still there.
fn may_be_of(record: &Record, named: Option<&Path>, file: &GameFile) -> bool {
    record.header.game == file.stem() && named.is_none()
}

/// The game with the settings of records, each worked out once.
struct Versions<'f> {
    file: &'f GameFile,
    known: Vec<(Settings, Option<Game>)>,
}

impl Versions<'_> {
    /// Whether a record is of what this file plays, whatever the file was called then.
    fn has(&mut self, record: &Record) -> bool {
        let settings = settings(record);
        let found = self.known.iter().position(|(known, _)| *known == settings);
        let at = found.unwrap_or_else(|| {
            let game = load_with(self.file, &settings).ok();
            self.known.push((settings, game));
            self.known.len() - 1
        });
        self.known[at].1.as_ref().is_some_and(|game| is_of(game, record))
    }
}

fn heads(messages: &Messages) -> [String; 6] {
    ["when", "who", "choices", "result", "now", "record"]
        .map(|key| messages.say(&format!("plays-{key}")))
}

fn row(kept: &Kept, file: &GameFile, messages: &Messages) -> [String; 6] {
    let Kept { path, written, record, elsewhere: _ } = kept;
    let seats: Vec<String> = record.header.seats.iter().map(|name| spelt_out(name)).collect();
    let now = match load(file, record, &[]) {
        Ok((game, _)) => state(&against(&game, record, None), messages),
        Err(_) => messages.say("plays-not-loaded"),
    };
    [
        age(*written, messages),
        seats.join(","),
        record.choices().to_string(),
        result(record, messages),
        now,
        spelt_path(path),
    ]
}

/// How a recorded game ended.
fn result(record: &Record, messages: &Messages) -> String {
    match record.lines.last() {
        Some(Line::End(outcome)) if !outcome.scores.is_empty() => {
            outcome.scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" - ")
        }
        Some(Line::End(outcome)) => {
            let winners: Vec<String> = outcome.winners.iter().map(u8::to_string).collect();
            messages.with("plays-won", &[("who", winners.join(", ").into())])
        }
        Some(Line::Fault { code, .. }) => code.clone(),
        Some(_) | None => messages.say("plays-open"),
    }
}

/// How far the choices go in the rules as they are now.
fn state(retold: &Retold, messages: &Messages) -> String {
    let values = [("n", retold.choices.into()), ("of", retold.recorded.into())];
    let key = match &retold.end {
        End::Same => "plays-same",
        End::OtherResult { .. } | End::GoesOn { .. } | End::Sooner { .. } => "plays-other-end",
        End::Refused(_) => "plays-refused",
        End::Fault => "plays-fault",
    };
    messages.with(key, &values)
}

/// How long ago, in the largest unit of which at least one has passed.
fn age(written: SystemTime, messages: &Messages) -> String {
    let seconds = written.elapsed().map_or(0, |age| age.as_secs());
    let (key, n) = match seconds {
        0..60 => ("plays-now-ago", 0),
        60..3_600 => ("plays-minutes", seconds / 60),
        3_600..86_400 => ("plays-hours", seconds / 3_600),
        _ => ("plays-days", seconds / 86_400),
    };
    messages.with(key, &[("n", n.into())])
}

/// Rows in columns as wide as their widest text.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let wide = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let cells: Vec<String> =
            (0..columns).map(|column| pad(&row[column], wide(column))).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
