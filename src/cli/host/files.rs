//! The files of a game, read from beside its layout: the only place where game files are read.

use crate::cli::text::{Messages, spelt_path};
use crate::diagnostic::{Diagnostic, Problems};
use crate::source::{Sources, Span, stem, without_steering};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// More than any file of a game may have: what each may have is said where it is read.
pub(crate) const MOST_BYTES: u64 = 4 << 20;

/// Endings of layouts, and of files of scenarios.
const LAYOUTS: [&str; 2] = ["yaml", "yml"];

/// Endings of the other files that a game can be made of.
const BESIDE_LAYOUTS: [&str; 4] = ["rules", "csv", "rhai", "md"];

/// Endings of files of a game that no report has.
const OF_GAMES: [&str; 4] = ["yaml", "yml", "rules", "rhai"];

/// The code of a file that was named and cannot be read.
const UNREADABLE: &str = "file-unreadable";

/// Why a file of a game cannot be its layout.
const NO_LAYOUT: &str = "layouts end in `.yaml`";

/// The files that games were read from so far.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A game's layout file: its folder, and its name in it. All other names of the game are relative
/// to the folder.
#[derive(Clone, Debug)]
pub struct GameFile {
    pub folder: PathBuf,
    pub name: String,
    /// Where the layout is: its name need not be UTF-8.
    layout: PathBuf,
    /// The names by which files were asked for, found or not.
    asked: Arc<Mutex<BTreeSet<String>>>,
}

impl GameFile {
    /// A file that can be read. The problem, if it cannot, has no text to point into.
    pub fn open(path: &Path) -> Result<GameFile, Problems> {
        let is_layout = || match has_ending(path, &BESIDE_LAYOUTS) {
            true => Err(NO_LAYOUT.to_owned()),
            false => Ok(()),
        };
        let opened = || File::open(path).map_err(|error| Unread::from(error).to_string());
        match is_regular(path)
            .map_err(|why| why.to_string())
            .and_then(|()| is_layout())
            .and_then(|()| opened())
        {
            Ok(_) => Ok(GameFile::named(path)),
            Err(reason) => Err(unreadable(path, &reason)),
        }
    }

    /// Where a game would be, whether or not there is one.
    pub fn named(path: &Path) -> GameFile {
        let (folder, name) = match path.file_name() {
            Some(name) => (
                path.parent().map(Path::to_path_buf).unwrap_or_default(),
                name.to_string_lossy().into_owned(),
            ),
            // A folder such as `.` or `..` has no other name.
            None => (PathBuf::new(), path.display().to_string()),
        };
        GameFile { folder, name, layout: path.to_path_buf(), asked: Arc::default() }
    }

    /// What the layout is called, without its ending: the name by which records and reports know
    /// the game.
    pub(crate) fn stem(&self) -> String {
        without_steering(stem(&self.name))
    }

    /// What the game is called where its layout gives it no title.
    pub(crate) fn title_instead(&self) -> String {
        self.stem().replace('_', " ")
    }

    /// The names of the files that have been asked for by now, whether or not they could be read:
    /// mending one of them may mend the game.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().map(|asked| asked.iter().cloned().collect()).unwrap_or_default()
    }

    /// A file of the game, by the name that the layout gives it. Such a name may have been written
    /// by somebody else than who reads what is said about the file: only files that are made for
    /// games can be named.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.place_of(name);
        if let Ok(mut asked) = self.asked.lock() {
            asked.insert(name.to_owned());
        }
        if name != self.name {
            for_games(Path::new(name), &path)?;
        }
        let bytes = read(&path, MOST_BYTES).map_err(|why| why.to_string())?;
        if let (Ok(real), Ok(mut known)) = (std::fs::canonicalize(&path), READ.lock()) {
            known.insert(real);
        }
        Ok(bytes)
    }

    /// Where a file of the game is, by the name that the layout gives it.
    pub(crate) fn place_of(&self, name: &str) -> PathBuf {
        if name == self.name { self.layout.clone() } else { self.folder.join(name) }
    }

    /// Where the layout is.
    pub(crate) fn layout(&self) -> &Path {
        &self.layout
    }

    /// The file as whoever typed the command knows it.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

/// Why a file cannot be read. Whoever finds something wrong with a game says it in English, and
/// commands in their language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// The system does not let it be read.
    System(ErrorKind),
    /// A pipe or a device may make whoever reads it wait for ever.
    NoFile,
    /// It has more bytes than these.
    Large(u64),
    /// It is no text in UTF-8.
    NoText,
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        Unread::System(error.kind())
    }
}

impl Unread {
    /// The words for it.
    pub(crate) fn words(&self, messages: &Messages) -> String {
        messages.say(match self {
            Unread::System(ErrorKind::NotFound) => "unread-missing",
            Unread::System(ErrorKind::PermissionDenied) => "unread-forbidden",
            Unread::System(ErrorKind::IsADirectory) => "unread-folder",
            Unread::System(ErrorKind::NotADirectory) => "unread-no-folder",
            // The kinds are the system's, and more than we can have words for.
            Unread::System(_) => "unread-system",
            Unread::NoFile => "unread-no-file",
            Unread::Large(most) => {
                let (n, unit) = size(*most);
                let values = [("n", n.to_string().into()), ("unit", unit.into())];
                return messages.with("unread-large", &values);
            }
            Unread::NoText => "unread-no-text",
        })
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&Messages::english()))
    }
}

/// What went wrong where something was written or listened to; the system's own words where there
/// are no others.
pub(crate) fn reason(error: &io::Error, messages: &Messages) -> String {
    // Words that we have found ourselves are good as they are.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    messages.say(match error.kind() {
        ErrorKind::NotFound => "system-missing",
        ErrorKind::PermissionDenied => "system-forbidden",
        ErrorKind::IsADirectory => "unread-folder",
        ErrorKind::NotADirectory => "unread-no-folder",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "system-full",
        ErrorKind::FileTooLarge => "system-large",
        ErrorKind::ReadOnlyFilesystem => "system-read-only",
        ErrorKind::AlreadyExists => "system-exists",
        ErrorKind::AddrInUse => "system-address-taken",
        ErrorKind::AddrNotAvailable => "system-address-elsewhere",
        // The kinds are the system's, and more than we can have words for.
        _ => return error.to_string(),
    })
}

/// Reads a file of at most so many bytes, without waiting for one that never ends.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    is_regular(path)?;
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(Unread::Large(most)),
        false => Ok(bytes),
    }
}

/// Reads a text as long as a file of a game may be.
pub(crate) fn read_text(path: &Path) -> Result<String, Unread> {
    let bytes = read(path, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|_| Unread::NoText)
}

/// A number of bytes as people say it: in KB or MB, rounded down.
fn size(bytes: u64) -> (u64, &'static str) {
    match bytes >> 20 {
        0 => (bytes >> 10, "kb"),
        millions => (millions, "mb"),
    }
}

fn is_regular(path: &Path) -> Result<(), Unread> {
    let about = std::fs::metadata(path)?;
    match (about.is_file(), about.is_dir()) {
        (true, _) => Ok(()),
        (false, true) => Err(Unread::System(ErrorKind::IsADirectory)),
        (false, false) => Err(Unread::NoFile),
    }
}

/// Whether a file is one of those that games are made of, also where a link leads to it.
fn for_games(name: &Path, path: &Path) -> Result<(), String> {
    if name.has_root() || name.is_absolute() {
        return Err("files of a game are named by their way from the layout's folder".into());
    }
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let is_of_games = |path| is_layout(path) || has_ending(path, &BESIDE_LAYOUTS);
    if is_of_games(path) && is_of_games(&real) {
        return Ok(());
    }
    let endings = LAYOUTS.iter().chain(&BESIDE_LAYOUTS);
    let endings: Vec<String> = endings.map(|ending| format!("`.{ending}`")).collect();
    Err(format!("files of a game end in {}", endings.join(", ")))
}

/// Whether a file ends like a layout, as files of scenarios do, too.
pub(crate) fn is_layout(path: &Path) -> bool {
    has_ending(path, &LAYOUTS)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension()
        .is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether there is a file that a game was read from, or that ends like one of a game alone.
pub(crate) fn is_of_game(path: &Path) -> bool {
    let Ok(real) = std::fs::canonicalize(path) else { return false };
    let is_read = || READ.lock().is_ok_and(|known| known.contains(&real));
    real.is_file() && (has_ending(&real, &OF_GAMES) || is_read())
}

/// Refuses a layout that was not named by whoever typed the command, where it does not end like
/// one.
pub(crate) fn may_be_layout(path: &Path) -> Result<(), Problems> {
    match is_layout(path) {
        true => Ok(()),
        false => Err(unreadable(path, NO_LAYOUT)),
    }
}

/// Whether a file that was named cannot be read: then nothing is known of the game.
pub(crate) fn are_of_no_file(problems: &Problems) -> bool {
    problems.list.iter().any(|problem| problem.code == UNREADABLE)
}

fn unreadable(path: &Path, reason: &str) -> Problems {
    let folder = path.is_dir();
    let mut sources = Sources::default();
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let source = sources.add(name, "");
    let message = format!("`{}` cannot be read: {reason}", spelt_path(path));
    let problem = Diagnostic::error(UNREADABLE, Span::new(source, 0, 0), message);
    let problem = match (folder, similar(path)) {
        (true, _) => problem.help("name the game's layout file, which ends in `.yaml`"),
        (false, Some(near)) => problem.help(format!("did you mean `{near}`?")),
        (false, None) => problem,
    };
    Problems::new(sources, vec![problem])
}

/// A layout in the same folder with nearly this name.
fn similar(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).ok()?;
    let mut names: Vec<String> =
        entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| is_layout(Path::new(name)));
    names.sort();
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    names.retain(|name| *name != wanted);
    let other_ending = path.with_extension("yaml").file_name()?.to_string_lossy().into_owned();
    let with_ending = [format!("{wanted}.yaml"), other_ending];
    let near = names.iter().find(|name| with_ending.contains(name)).map(String::as_str);
    let near =
        near.or_else(|| crate::diagnostic::nearest(&wanted, names.iter().map(String::as_str)))?;
    Some(spelt_path(&path.with_file_name(near)))
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
        std::fs::write(folder.path().join("whist.rules"), "phase game = x").unwrap();
        let (message, layout) = help(&folder.path().join("whist.rules"));
        assert!(message.ends_with("layouts end in `.yaml`"), "{message}");
        assert!(layout.unwrap().ends_with("whist.yaml`?"));
    }

    #[test]
    fn a_folder_has_the_name_it_was_given() {
        for path in [".", "..", "games/.."] {
            let file = GameFile::named(Path::new(path));
            assert_eq!(file.path(&file.name), path);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_layout_is_read_whatever_it_is_called() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe.yaml"));
        std::fs::write(&path, "seats: 2").unwrap();
        let game = GameFile::open(&path).unwrap();
        assert_eq!(game.read(&game.name).unwrap(), b"seats: 2");
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
