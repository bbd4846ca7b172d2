//! The files of a game, read from beside its layout: the only place where game files are read.

use crate::diagnostic::{Diagnostic, Problems};
use crate::source::{Sources, Span};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A game's layout file: its folder, and its name in it. All other names of the game are relative to the folder.
#[derive(Clone, Debug)]
pub struct GameFile {
    pub folder: PathBuf,
    pub name: String,
}

impl GameFile {
    /// A file that can be read. The problem, if it cannot, has no text to point into.
    pub fn open(path: &Path) -> Result<GameFile, Problems> {
        match std::fs::read(path) {
            Ok(_) => Ok(GameFile::named(path)),
            Err(error) => Err(unreadable(path, &error)),
        }
    }

    /// Where a game would be, whether or not there is one.
    pub fn named(path: &Path) -> GameFile {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        GameFile { folder: path.parent().map(Path::to_path_buf).unwrap_or_default(), name }
    }

    /// A file of the game, by the name that the layout gives it.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.folder.join(name)).map_err(|error| words(&error).to_owned())
    }

    /// The file as whoever typed the command knows it.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Problems {
    let folder = path.is_dir();
    let reason = if folder { "it is a folder" } else { words(error) };
    let mut sources = Sources::default();
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let source = sources.add(name, "");
    let message = format!("`{}` cannot be read: {reason}", path.display());
    let problem = Diagnostic::error("file-unreadable", Span::new(source, 0, 0), message);
    let problem = match (folder, similar(path)) {
        (true, _) => problem.help("name the game's layout file, which ends in `.yaml`"),
        (false, Some(near)) => problem.help(format!("did you mean `{near}`?")),
        (false, None) => problem,
    };
    Problems::new(sources, vec![problem])
}

/// What went wrong with a file, without the system's own words and numbers.
pub fn words(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "reading it is not permitted",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "part of its path is a file, not a folder",
        // The kinds are the system's, and more than we can have words for.
        _ => "the system cannot read it",
    }
}

/// A layout in the same folder with nearly this name.
fn similar(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).ok()?;
    let mut names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".yaml") || name.ends_with(".yml"));
    names.sort();
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let with_ending = format!("{wanted}.yaml");
    let near = names.iter().find(|n| **n == with_ending).map(String::as_str);
    let near = near.or_else(|| crate::diagnostic::nearest(&wanted, names.iter().map(String::as_str)))?;
    Some(path.with_file_name(near).display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help(path: &Path) -> (String, Option<String>) {
        let problems = GameFile::open(path).unwrap_err();
        (problems.list[0].message.clone(), problems.list[0].help.clone())
    }

    #[test]
    fn what_cannot_be_read_is_named_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("whist.yaml"), "seats: 4").unwrap();
        let (message, near) = help(&folder.path().join("wist.yaml"));
        assert!(message.ends_with("there is no such file"), "{message}");
        assert!(near.unwrap().ends_with("whist.yaml`?"));
        assert!(help(&folder.path().join("whist")).1.unwrap().ends_with("whist.yaml`?"));
        assert!(help(folder.path()).0.ends_with("it is a folder"));
    }

    #[test]
    fn other_files_are_read_from_beside_the_layout() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.yaml"), "seats: 2").unwrap();
        std::fs::write(folder.path().join("a.rules"), "phase game = x").unwrap();
        let game = GameFile::open(&folder.path().join("a.yaml")).unwrap();
        assert_eq!(game.name, "a.yaml");
        assert_eq!(game.read("a.rules").unwrap(), b"phase game = x");
        assert_eq!(game.read("b.rules").unwrap_err(), "there is no such file");
    }
}
