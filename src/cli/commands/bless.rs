//! `cardrun bless`: makes a scenario of a record, so that `cardrun test` holds the rules to it.

use super::resume::no_choice;
use crate::cli::args::BlessArgs;
use crate::cli::host::files::{self, GameFile};
use crate::cli::host::{Done, Failure, put, record_file, tell};
use crate::cli::report::output::Beside;
use crate::cli::session::retold;
use crate::cli::setup::recorded::{Recorded, dropped, open, renamed, settings};
use crate::cli::text::{Messages, TermStyle, path_for_shell, spelt_path};
use crate::record::{End, Line, Record, Retold};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

pub(crate) fn run(args: &BlessArgs, messages: &Messages) -> Done {
    let mut recorded = open(&args.record, args.game.as_deref(), messages)?;
    let all = recorded.record.choices();
    if let Some(until) = args.until.filter(|until| *until > all) {
        return Err(no_choice("--until", 1..=all, until, messages));
    }
    let (retold, called_otherwise) = recorded.record.retell(&recorded.game, args.until);
    let text = cut(&recorded.record, args.until);
    let told = dropped(&recorded, messages).into_iter();
    let told = told.chain(renamed(&called_otherwise, |_| true, messages));
    told.for_each(|told| tell(&format!("{told}\n")));
    holds(&retold, &recorded.file, messages)?;
    let folder = args.into.clone().unwrap_or_else(|| recorded.file.folder.join("tests"));
    let stem = args.record.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let scenario = scenario(&recorded, &folder, &stem)?;
    let files = [("jsonl", &text), ("yaml", &scenario)]
        .map(|(ending, text)| (folder.join(format!("{stem}.{ending}")), text));
    let named = |path: &Path| ("path", spelt_path(path).into());
    if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Failure::Usage(messages.with("bless-exists", &[named(there)])));
    }
    let failed = |path: &Path, error: io::Error| {
        let values = [named(path), ("reason", files::reason(&error, messages).into())];
        Failure::Usage(messages.with("bless-failed", &values))
    };
    std::fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    write_new(&files).map_err(|(path, error)| failed(path, error))?;
    let [_, (path, _)] = &files;
    let typed = [("typed", path_for_shell(path).into())];
    put(&(messages.with("bless-done", &typed) + "\n"))
}

/// Fails where the rules do something else than a record, which was `retold` in them: only what
/// they do now can be blessed.
fn holds(retold: &Retold, file: &GameFile, messages: &Messages) -> Done {
    if retold.end == End::Same {
        return Ok(());
    }
    tell(&retold::text(retold, file, TermStyle::of_errors(), messages));
    Err(Failure::Usage(messages.say("bless-differs")))
}

/// The lines of a record up to so many choices.
fn cut(record: &Record, until: Option<usize>) -> String {
    let mut text = String::new();
    let mut choices = 0;
    for line in &record.lines {
        let _ = writeln!(text, "{line}");
        choices += usize::from(matches!(line, Line::Choice { .. }));
        if until.is_some_and(|until| choices >= until) {
            break;
        }
    }
    text
}

/// A file of scenarios with one that is the record, for a game with its options.
fn scenario(recorded: &Recorded, folder: &Path, stem: &str) -> Result<String, Failure> {
    let Recorded { record, file, dropped, .. } = recorded;
    let game = seen_from(folder, file.layout()).map_err(Failure::Output)?;
    let mut settings = settings(record);
    // What cannot be set any more would make a test that cannot be read.
    settings.options.retain(|(name, value)| !dropped.contains(&format!("{name}={value}")));
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = format!("game: {}\n", quoted(&game.display().to_string()));
    if let Some(variant) = &settings.variant {
        let _ = writeln!(text, "variant: {}", quoted(variant));
    }
    if let Some(seats) = settings.seats {
        let _ = writeln!(text, "seats: {seats}");
    }
    if !settings.options.is_empty() {
        let options =
            settings.options.iter().map(|(name, value)| format!("{name}: {}", quoted(value)));
        let _ = writeln!(text, "options: {{ {} }}", options.collect::<Vec<_>>().join(", "));
    }
    let (name, record) = (quoted(stem), quoted(&format!("{stem}.jsonl")));
    let _ = writeln!(text, "scenarios:\n  - name: {name}\n    record: {record}\n    events: same");
    Ok(text)
}

/// A file as it is named from a folder, so that both may be moved together; in full where they have
/// nothing in common. The folder need not be there yet.
fn seen_from(folder: &Path, file: &Path) -> io::Result<PathBuf> {
    let (folder, file) = (whole(folder)?, whole(file)?);
    let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if !folder.components().take(common).any(|part| matches!(part, Component::Normal(_))) {
        return Ok(file);
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    Ok(up.chain(file.components().skip(common)).collect())
}

/// A path from the root, as far as it is there without links and `..`.
fn whole(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    Ok(match there {
        // Behind a file that is there nothing may stand, not even a slash.
        Some((above, whole)) if above == path => whole,
        Some((above, whole)) => whole.join(path.strip_prefix(above).unwrap_or(Path::new(""))),
        None => path,
    })
}

/// Writes files that are not there yet, all of them or none; else the one that cannot be written,
/// and why.
fn write_new<'f>(files: &'f [(PathBuf, &String)]) -> Result<(), (&'f Path, io::Error)> {
    let mut whole = Vec::new();
    for (path, text) in files {
        let written = Beside::of(path).and_then(|mut beside| {
            beside.write_all(text.as_bytes())?;
            Ok(beside)
        });
        whole.push(written.map_err(|error| (path.as_path(), error))?);
    }
    for (n, beside) in whole.into_iter().enumerate() {
        if let Err(error) = beside.take_place() {
            files[..n].iter().for_each(|(path, _)| record_file::forget(path));
            return Err((&files[n].0, error));
        }
    }
    Ok(())
}
