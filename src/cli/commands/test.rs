//! `cardrun test`: plays the scenarios of files and folders.

use crate::cli::args::{SettingArgs, TestArgs};
use crate::cli::host::files::{self, GameFile, Unread};
use crate::cli::host::{Done, Failure, put, tell};
use crate::cli::report::diagnostics;
use crate::cli::session::retold;
use crate::cli::setup::load::load_with;
use crate::cli::setup::position::laid;
use crate::cli::setup::settings::settings;
use crate::cli::text::{Messages, TermStyle, spelt_path};
use crate::diagnostic::Problems;
use crate::game::{Game, Settings};
use crate::record::{self, End, against};
use crate::scenario::{self, Scenario, ScenarioFile, Word};
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
            let path = [("path", spelt_path(path).into())];
            return Err(Failure::Usage(messages.with("test-none", &path)));
        }
    }
    let mut counts = Counts::default();
    for path in &files {
        test_file(path, messages, &mut counts)?;
    }
    let Counts { ok, failed, games, unusable } = counts;
    put(&format!(
        "{}\n",
        messages.with("test-counts", &[("ok", ok.into()), ("n", (ok + failed).into())])
    ))?;
    match (unusable, failed + games) {
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
    /// Files whose game has errors.
    games: usize,
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
        .map_err(|error| Unread::from(error).words(messages))
        .map_err(|why| Failure::Usage(unreadable(path, &why, messages)))?;
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    for path in &inside {
        // A link may lead to where it lies.
        let is_folder = path.is_dir() && !path.is_symlink();
        if is_folder || (files::is_layout(path) && !is_other(path)) {
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

fn unreadable(path: &Path, why: &str, messages: &Messages) -> String {
    let values = [("path", spelt_path(path).into()), ("why", why.to_owned().into())];
    messages.with("test-unreadable", &values)
}

/// What a scenario came to that is not as it says: what is told of it, and whether it says, or
/// names, what cannot be used.
struct Wrong {
    text: String,
    unusable: bool,
}

/// Plays the scenarios of a file. One that cannot be read, or whose game has errors, does not keep
/// the others from being played.
fn test_file(path: &Path, messages: &Messages, counts: &mut Counts) -> Done {
    let place = GameFile::named(path);
    let (sources, file) = match read_scenarios(path, messages) {
        Ok(read) => read,
        Err(told) => {
            tell(&told);
            counts.unusable = true;
            return Ok(());
        }
    };
    let name = |one: &Scenario| format!("{}: {}", spelt_path(path), one.name);
    let game_path = place.folder.join(&file.game.node);
    if let Some(why) = unknown_setting(&game_path, &file, messages) {
        tell(&format!("{} {}\n", messages.say("error"), unreadable(path, &why, messages)));
        counts.unusable = true;
        return Ok(());
    }
    let game = match load(&game_path, &file) {
        Ok(game) => game,
        Err(problems) => {
            let names: Vec<String> = file.scenarios.iter().map(name).collect();
            let game = GameFile::named(&game_path);
            return no_game(&names, &problems, &game, messages, counts);
        }
    };
    for one in &file.scenarios {
        let outcome = match &one.record {
            Some(record) => of_record(&place, &file, &game, (record, one.events), messages),
            None => scenario::run(&game, &file, one).map_err(|problem| Wrong {
                unusable: !scenario::is_failure(&problem),
                text: diagnostics::diagnostic(
                    &problem,
                    &sources,
                    &place,
                    TermStyle::of_output(),
                    messages,
                ),
            }),
        };
        put_outcome(&name(one), outcome.is_ok(), messages)?;
        match outcome {
            Ok(()) => counts.ok += 1,
            Err(wrong) => {
                counts.failed += 1;
                counts.unusable |= wrong.unusable;
                put(&wrong.text)?;
            }
        }
    }
    Ok(())
}

/// The scenarios of a file, with its text; what is told where it cannot be read.
fn read_scenarios(path: &Path, messages: &Messages) -> Result<(Sources, ScenarioFile), String> {
    let wrong =
        |why: String| format!("{} {}\n", messages.say("error"), unreadable(path, &why, messages));
    let text = files::read_text(path).map_err(|why| wrong(why.words(messages)))?;
    let place = GameFile::named(path);
    let mut sources = Sources::default();
    let source = sources.add(place.name.clone(), text.clone());
    let (file, problems) = scenario::read(source, &text);
    match file.filter(|_| problems.is_empty()) {
        Some(file) => Ok((sources, file)),
        None => {
            let problems = Problems::new(sources, problems);
            Err(diagnostics::problems(&problems, &place, TermStyle::of_errors(), messages))
        }
    }
}

fn put_outcome(name: &str, is_ok: bool, messages: &Messages) -> Done {
    let key = if is_ok { "test-ok" } else { "test-failed" };
    put(&format!("{}\n", messages.with(key, &[("name", name.into())])))
}

/// Tells that scenarios fail whose game has errors, and once what is wrong with the game.
fn no_game(
    scenarios: &[String],
    problems: &Problems,
    game: &GameFile,
    messages: &Messages,
    counts: &mut Counts,
) -> Done {
    scenarios.iter().try_for_each(|name| put_outcome(name, false, messages))?;
    counts.failed += scenarios.len();
    counts.games += 1;
    counts.unusable |= files::are_of_no_file(problems);
    put(&diagnostics::problems(problems, game, TermStyle::of_output(), messages))
}

/// Whether a game takes the course of a record; what became of it, if not. `events`: whether all
/// that happened must happen again.
fn of_record(
    place: &GameFile,
    file: &ScenarioFile,
    game: &Game,
    (record, events): (&Word, bool),
    messages: &Messages,
) -> Result<(), Wrong> {
    let style = TermStyle::of_output();
    let path = place.folder.join(&record.node);
    let otherwise = |text: String| Wrong { text, unusable: false };
    let unreadable =
        |why: String| Wrong { text: unreadable(&path, &why, messages) + "\n", unusable: true };
    let bytes = files::read(&path, MOST_RECORD).map_err(|why| unreadable(why.words(messages)))?;
    let record = record::read(&bytes).map_err(|error| unreadable(error.to_string()))?;
    let game = laid(game.clone(), record.header.position.as_ref()).map_err(|problems| {
        otherwise(diagnostics::problems(&problems, &GameFile::named(&path), style, messages))
    })?;
    let retold = against(&game, &record, None);
    if retold.end == End::Same {
        let other = record::other_event(&retold.play, &record).filter(|_| events);
        return other.map_or(Ok(()), |other| {
            let values = [
                ("line", other.line.into()),
                ("was", other.expected.into()),
                ("is", other.found.into()),
            ];
            Err(otherwise(messages.with("test-other-event", &values) + "\n"))
        });
    }
    let rules = GameFile::named(&place.folder.join(&file.game.node));
    Err(otherwise(retold::text(&retold, &rules, style, messages)))
}

/// What the head of a file of scenarios sets that the game has not, or not so, in words.
fn unknown_setting(path: &Path, file: &ScenarioFile, messages: &Messages) -> Option<String> {
    files::may_be_layout(path).ok()?;
    let Settings { variant, options, seats, .. } = &file.settings;
    let options = options.iter().map(|(name, value)| (name, value));
    let args = SettingArgs::of(variant.as_deref(), options);
    match settings(&GameFile::open(path).ok()?, &args, seats.map(usize::from), messages) {
        Err(Failure::Usage(why)) => Some(why),
        Ok(_) | Err(_) => None,
    }
}

fn load(path: &Path, file: &ScenarioFile) -> Result<Game, Problems> {
    files::may_be_layout(path)?;
    load_with(&GameFile::open(path)?, &file.settings)
}
