//! `cardrun test`: plays the scenarios of files and folders.

use crate::cli::args::TestArgs;
use crate::cli::host::files::{self, GameFile};
use crate::cli::host::{Done, Failure, put, tell};
use crate::cli::report::diagnostics;
use crate::cli::session::retold;
use crate::cli::setup::load::load_with;
use crate::cli::setup::position::laid;
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Problems;
use crate::game::Game;
use crate::record::{self, End, against};
use crate::scenario::{self, ScenarioFile, Word};
use crate::source::Sources;
use std::path::{Path, PathBuf};

/// The largest record that a scenario may be.
const MOST_RECORD: u64 = 16 << 20;

pub(crate) fn run(args: &TestArgs, messages: &Messages) -> Done {
    let mut files = Vec::new();
    for path in &args.files {
        let before = files.len();
        gather(path, &mut files, messages)?;
        if files.len() == before {
            let path = [("path", path.display().to_string().into())];
            return Err(Failure::Usage(messages.with("test-none", &path)));
        }
    }
    let mut counts = Counts::default();
    for path in &files {
        test_file(path, messages, &mut counts)?;
    }
    let Counts { ok, failed, unusable } = counts;
    put(&format!(
        "{}\n",
        messages.with("test-counts", &[("ok", ok.into()), ("n", (ok + failed).into())])
    ))?;
    match (unusable, failed) {
        (true, _) => Err(Failure::Unusable),
        (false, 0) => Ok(()),
        (false, _) => Err(Failure::Told),
    }
}

/// What has been played so far.
#[derive(Default)]
struct Counts {
    ok: usize,
    failed: usize,
    /// Some file, or a scenario in it, says what cannot be understood.
    unusable: bool,
}

/// The files of scenarios in a folder and its folders, by name; a path that is no folder is one.
fn gather(path: &Path, found: &mut Vec<PathBuf>, messages: &Messages) -> Done {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    let entries = std::fs::read_dir(path)
        .map_err(|error| unreadable(path, files::words(&error), messages))?;
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    for path in &inside {
        let is_yaml = path.extension().is_some_and(|end| end == "yaml");
        if path.is_dir() || (is_yaml && !is_other(path)) {
            gather(path, found, messages)?;
        }
    }
    Ok(())
}

/// Whether a file is that of a game or of something else that has no scenarios. One that cannot be
/// read is not known to be.
fn is_other(path: &Path) -> bool {
    let bytes = files::read(path, files::MOST_BYTES).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| scenario::is_other(Sources::default().add("", text.clone()), &text))
}

fn unreadable(path: &Path, why: &str, messages: &Messages) -> Failure {
    let values = [("path", path.display().to_string().into()), ("why", why.to_owned().into())];
    Failure::Usage(messages.with("test-unreadable", &values))
}

/// Plays the scenarios of a file. One that cannot be read does not keep the others from being
/// played.
fn test_file(path: &Path, messages: &Messages, counts: &mut Counts) -> Done {
    let place = GameFile::named(path);
    let bytes =
        files::read(path, files::MOST_BYTES).map_err(|why| unreadable(path, &why, messages))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable(path, "UTF-8 ?", messages))?;
    let mut sources = Sources::default();
    let source = sources.add(place.name.clone(), text.clone());
    let (file, problems) = scenario::read(source, &text);
    let Some(file) = file.filter(|_| problems.is_empty()) else {
        tell(&diagnostics::problems(
            &Problems::new(sources, problems),
            &place,
            TermStyle::of_errors(),
            messages,
        ));
        counts.unusable = true;
        return Ok(());
    };
    let game = load(&place, &file)?;
    for one in &file.scenarios {
        let name = [("name", format!("{}: {}", path.display(), one.name).into())];
        let outcome = match &one.record {
            Some(record) => of_record(&place, &file, &game, (record, one.events), messages)?,
            None => scenario::run(&game, &file, one).map_err(|problem| {
                counts.unusable |= !scenario::is_failure(&problem);
                diagnostics::diagnostic(
                    &problem,
                    &sources,
                    &place,
                    TermStyle::of_output(),
                    messages,
                )
            }),
        };
        let key = if outcome.is_ok() { "test-ok" } else { "test-failed" };
        put(&format!("{}\n", messages.with(key, &name)))?;
        match outcome {
            Ok(()) => counts.ok += 1,
            Err(text) => {
                counts.failed += 1;
                put(&text)?;
            }
        }
    }
    Ok(())
}

/// Whether a game takes the course of a record; what became of it, if not. `events`: whether all
/// that happened must happen again.
fn of_record(
    place: &GameFile,
    file: &ScenarioFile,
    game: &Game,
    (record, events): (&Word, bool),
    messages: &Messages,
) -> Result<Result<(), String>, Failure> {
    let path = place.folder.join(&record.node);
    let unreadable = |why: String| unreadable(&path, &why, messages);
    let bytes = files::read(&path, MOST_RECORD).map_err(unreadable)?;
    let record = record::read(&bytes).map_err(|error| unreadable(error.to_string()))?;
    let failed = |problems: Problems| Failure::Game(Box::new(problems), GameFile::named(&path));
    let game = laid(game.clone(), record.header.position.as_ref()).map_err(failed)?;
    let retold = against(&game, &record, usize::MAX);
    if retold.end == End::Same {
        let other = record::other_event(&retold.play, &record).filter(|_| events);
        return Ok(other.map_or(Ok(()), |other| {
            let values = [
                ("line", other.line.into()),
                ("was", other.expected.into()),
                ("is", other.found.into()),
            ];
            Err(messages.with("test-other-event", &values) + "\n")
        }));
    }
    let rules = GameFile::named(&place.folder.join(&file.game.node));
    Ok(Err(retold::text(&retold, &rules, TermStyle::of_output(), messages)))
}

fn load(place: &GameFile, file: &ScenarioFile) -> Result<Game, Failure> {
    let path = place.folder.join(&file.game.node);
    files::may_be_layout(&path)
        .map_err(|problems| Failure::Game(Box::new(problems), GameFile::named(&path)))?;
    let failed = |problems: Problems| Failure::Game(Box::new(problems), GameFile::named(&path));
    let game = GameFile::open(&path).map_err(failed)?;
    load_with(&game, &file.settings).map_err(failed)
}
