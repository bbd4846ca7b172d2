//! The situations that scenarios of a game set up: a rehearsal can begin at any of them. They are
//! looked for in the game's own folder and the folders in it; no name from a page leads to a file.

use crate::cli::host::Failure;
use crate::cli::host::files;
use crate::cli::setup::position::SetUp;
use crate::cli::text::Messages;
use crate::scenario;
use crate::source::Sources;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// How deep, in how many files, and in how large ones scenarios are looked for.
const DEEPEST: usize = 2;
const MOST_FILES: usize = 400;
const MOST_BYTES: u64 = 1 << 20;

/// A situation, by the file of scenarios that sets it up and its name there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    /// Relative to the folder of the game.
    file: String,
    /// Empty of a file with mistakes: what is wrong with it is told to whoever begins there.
    name: String,
}

/// All situations of the game at `path`, by file.
pub(crate) fn all(path: &Path) -> Vec<Named> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    gather(folder, 0, &mut files);
    files.sort();
    files.iter().flat_map(|file| of_file(file, folder, path)).collect()
}

/// The situation that is `wanted` of the game at `path`; `None` where the game has no such one.
///
/// # Errors
/// What is wrong with its file.
pub(crate) fn read(
    path: &Path,
    wanted: &Named,
    messages: &Messages,
) -> Option<Result<SetUp, Failure>> {
    let found = all(path).into_iter().find(|known| known == wanted)?;
    let file = path.parent().unwrap_or(Path::new("")).join(&found.file);
    Some(SetUp::of(&file, Some(&found.name), messages))
}

fn gather(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && depth < DEEPEST {
            gather(&path, depth + 1, found);
        } else if files::is_layout(&path) && found.len() < MOST_FILES {
            found.push(path);
        }
    }
}

/// The situations of a file, where it is one of scenarios of this game.
fn of_file(file: &Path, folder: &Path, game: &Path) -> Vec<Named> {
    let text = files::read(file, MOST_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(text) = text.filter(|text| text.contains("scenarios:")) else { return Vec::new() };
    let mut sources = Sources::default();
    let source = sources.add(file.display().to_string(), text.clone());
    let named = |name: String| {
        let file = file.strip_prefix(folder).unwrap_or(file).display().to_string();
        Named { file, name }
    };
    let (Some(read), problems) = scenario::read(source, &text) else {
        // Of which game it is cannot be read either.
        let game = game.file_name().map(|name| name.to_string_lossy());
        let is_named = game.is_some_and(|game| text.contains(&*game));
        return Vec::from_iter(is_named.then(|| named(String::new())));
    };
    let of = file.parent().unwrap_or(Path::new("")).join(&read.game.node);
    let same = matches!((of.canonicalize(), game.canonicalize()), (Ok(of), Ok(game)) if of == game);
    if !same {
        return Vec::new();
    }
    if !problems.is_empty() {
        return vec![named(String::new())];
    }
    let laid = read.scenarios.into_iter().filter(|one| one.record.is_none());
    laid.map(|one| named(one.name)).collect()
}
