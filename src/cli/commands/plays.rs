//! `cardrun plays`: the games of a layout that were kept, and whether they still go through.

use crate::cli::args::PlaysArgs;
use crate::cli::host::files;
use crate::cli::host::files::GameFile;
use crate::cli::host::record_file::data_folder;
use crate::cli::host::{Done, Failure, put};
use crate::cli::setup::recorded::load;
use crate::cli::text::{Messages, pad, spelt_out, width};
use crate::record::{End, Line, Record, Retold, against, read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The largest record that is looked into for a list.
const MOST_BYTES: u64 = 16 << 20;

pub fn run(args: &PlaysArgs, messages: &Messages) -> Done {
    let failed = |problems| Failure::Game(Box::new(problems), GameFile::named(&args.game));
    let file = GameFile::open(&args.game).map_err(failed)?;
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => data_folder().map_err(Failure::Output)?,
    };
    let mut kept = kept(&folder, &file);
    kept.sort_by_key(|kept| std::cmp::Reverse(kept.written));
    if kept.is_empty() {
        let values = [("folder", spelt_out(&folder.display().to_string()).into())];
        return put(&(messages.with("plays-none", &values) + "\n"));
    }
    let rows: Vec<[String; 6]> = kept.iter().map(|kept| row(kept, &file, messages)).collect();
    put(&table(&heads(messages), &rows))
}

/// A record of the game.
struct Kept {
    path: PathBuf,
    written: SystemTime,
    record: Record,
}

/// The records of a folder that are of this game. What is no record, or is one that cannot be read,
/// is somebody else's.
fn kept(folder: &Path, file: &GameFile) -> Vec<Kept> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let records = entries.filter_map(|entry| {
        let path = entry.path();
        let is_record = path.extension().is_some_and(|ending| ending == "jsonl");
        let written = entry.metadata().and_then(|about| about.modified());
        let bytes = if is_record { files::read(&path, MOST_BYTES).ok()? } else { return None };
        let record = read(&bytes).ok().filter(|record| is_of_file(record, file))?;
        Some(Kept { path, written: written.unwrap_or(SystemTime::UNIX_EPOCH), record })
    });
    records.collect()
}

/// Whether a record was played with this file, or with one of its name.
fn is_of_file(record: &Record, file: &GameFile) -> bool {
    let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
    record.header.game == stem && record.header.as_seat.is_none()
}

fn heads(messages: &Messages) -> [String; 6] {
    ["when", "who", "choices", "result", "now", "record"]
        .map(|key| messages.say(&format!("plays-{key}")))
}

fn row(kept: &Kept, file: &GameFile, messages: &Messages) -> [String; 6] {
    let Kept { path, written, record } = kept;
    let seats: Vec<String> = record.header.seats.iter().map(|name| spelt_out(name)).collect();
    let choices = record.lines.iter().filter(|line| matches!(line, Line::Choice { .. })).count();
    let now = match load(file, record) {
        Ok(game) => state(&against(&game, record, usize::MAX), messages),
        Err(_) => messages.say("plays-not-loaded"),
    };
    [
        age(*written, messages),
        seats.join(","),
        choices.to_string(),
        result(record, messages),
        now,
        spelt_out(&path.display().to_string()),
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

/// Rows under their heads, in columns as wide as their widest text.
fn table(heads: &[String; 6], rows: &[[String; 6]]) -> String {
    let wide = |column: usize| {
        rows.iter().chain([heads]).map(|row| width(&row[column])).max().unwrap_or(0)
    };
    let line = |row: &[String; 6]| {
        let cells: Vec<String> = (0..6).map(|column| pad(&row[column], wide(column))).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    [heads].into_iter().chain(rows).map(line).collect()
}
