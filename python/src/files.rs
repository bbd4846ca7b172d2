//! The files of a game, read from beside its layout and kept: a game can be loaded again from them
//! elsewhere.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// More than any file of a game may have.
const MOST_BYTES: u64 = 4 << 20;

/// Endings of the files that a game can be made of.
const ENDINGS: [&str; 6] = ["yaml", "yml", "rules", "csv", "rhai", "md"];

/// The files that a game was read from, by the names that its layout gives them.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The layout.
    pub main: String,
    /// Where files are looked for that are not here; none for texts.
    pub folder: Option<PathBuf>,
    pub known: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// A layout in a folder, nothing of which is read yet.
    pub fn of_path(path: &Path) -> Files {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Files { main: name, folder: Some(folder), known: BTreeMap::new() }
    }

    /// The file as whoever named the layout knows it.
    pub fn path(&self, name: &str) -> String {
        match &self.folder {
            Some(folder) => folder.join(name).display().to_string(),
            None => name.to_owned(),
        }
    }

    /// A reader that keeps in `read` what it has read.
    pub fn reader<'a>(
        &'a self,
        read: &'a RefCell<BTreeMap<String, Vec<u8>>>,
    ) -> impl Fn(&str) -> Result<Vec<u8>, String> + 'a {
        move |name: &str| {
            let bytes = self.bytes(name)?;
            read.borrow_mut().insert(name.to_owned(), bytes.clone());
            Ok(bytes)
        }
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        if let Some(bytes) = self.known.get(name) {
            return Ok(bytes.clone());
        }
        let Some(folder) = &self.folder else { return Err("there is no such file".into()) };
        let path = folder.join(name);
        if name != self.main {
            for_games(Path::new(name), &path)?;
        }
        read(&path)
    }
}

/// Only files that are made for games can be named by a layout, also where a link leads to them.
fn for_games(name: &Path, path: &Path) -> Result<(), String> {
    if name.has_root() || name.is_absolute() {
        return Err("files of a game are named by their way from the layout's folder".into());
    }
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if has_ending(path) && has_ending(&real) {
        return Ok(());
    }
    let endings: Vec<String> = ENDINGS.iter().map(|ending| format!("`.{ending}`")).collect();
    Err(format!("files of a game end in {}", endings.join(", ")))
}

fn has_ending(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let about = std::fs::metadata(path).map_err(|error| words(&error))?;
    if !about.is_file() {
        return Err(if about.is_dir() { "it is a folder" } else { "it is no file" }.into());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| words(&error))?;
    // The file may grow while it is read.
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| words(&error))?;
    match u64::try_from(bytes.len()) {
        Ok(length) if length <= MOST_BYTES => Ok(bytes),
        Ok(_) | Err(_) => Err(format!("it is larger than {} MB", MOST_BYTES >> 20)),
    }
}

fn words(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "reading it is not permitted",
        // The kinds are the system's, and more than we can have words for.
        _ => "the system cannot read it",
    }
}
