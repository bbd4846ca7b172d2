//! The record of a game in play: a file that grows with every choice, so that whatever happens the
//! game can be resumed.

use super::{Failure, files, private};
use crate::cli::text::{Messages, path_for_shell, spelt_path};
use crate::game::Play;
use crate::record::{self, About, Record, Writer};
#[cfg(unix)]
use std::fs::Metadata;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A record's file, opened for writing at its end. Nobody else writes to it as long as it is open.
pub(crate) struct RecordFile {
    pub(crate) path: PathBuf,
    pub(crate) file: File,
}

/// Opens a new record at `path`, where `--record` says. A file that is there already is not written
/// over, as it may be somebody's game; one without a byte is nobody's.
pub(crate) fn create(path: &Path, messages: &Messages) -> Result<RecordFile, Failure> {
    created(open_new(path, OpenOptions::new().write(true)), path, messages)
}

/// Opens a new record at `path`, where nobody named it: others cannot read it.
#[cfg(feature = "serve")]
pub(crate) fn create_privately(path: &Path, messages: &Messages) -> Result<RecordFile, Failure> {
    created(open_new(path, &mut private::writing()), path, messages)
}

fn created(
    record: io::Result<RecordFile>,
    path: &Path,
    messages: &Messages,
) -> Result<RecordFile, Failure> {
    record.map_err(|error| Failure::Usage(refused(path, &error, messages)))
}

/// The whole path of a game's file: a record that has it is read in any folder.
pub(crate) fn found_from_anywhere(game: &Path) -> String {
    std::path::absolute(game).unwrap_or_else(|_| game.to_path_buf()).display().to_string()
}

/// Whether a text is the record of a game.
pub(crate) fn is_record(text: &str) -> bool {
    text.lines().next().is_some_and(|first| record::read(first.as_bytes()).is_ok())
}

/// Whether what is there begins as a record does. A pipe would make whoever reads it wait.
fn has_record(path: &Path) -> bool {
    let mut first = Vec::new();
    let mut read = || {
        let file = File::open(path)?.take(files::MOST_BYTES);
        io::BufReader::new(file).read_until(b'\n', &mut first)
    };
    path.is_file() && read().is_ok() && std::str::from_utf8(&first).is_ok_and(is_record)
}

/// Why a record's file cannot be written to.
pub(crate) fn refused(path: &Path, error: &io::Error, messages: &Messages) -> String {
    let key = match error.kind() {
        io::ErrorKind::AlreadyExists if has_record(path) => "record-exists",
        io::ErrorKind::AlreadyExists => "record-place-taken",
        io::ErrorKind::WouldBlock => "record-in-use",
        // The kinds are the system's, and more than we can have words for.
        _ => "record-not-written",
    };
    messages.with(
        key,
        &[
            ("path", spelt_path(path).into()),
            ("typed", path_for_shell(path).into()),
            ("reason", files::reason(error, messages).into()),
        ],
    )
}

/// Opens a new record; `writing` says how files are opened.
fn open_new(path: &Path, writing: &mut OpenOptions) -> io::Result<RecordFile> {
    let created = writing.create_new(true).open(path);
    let file = match created {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_empty(path) => {
            OpenOptions::new().write(true).open(path)?
        }
        other => other?,
    };
    lock(&file)?;
    // Somebody may have begun in the meantime.
    match file.metadata()?.len() {
        0 => Ok(RecordFile { path: path.to_path_buf(), file }),
        _ => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Whether a file is as a crash leaves it before anything was written.
fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.len() == 0)
}

/// Keeps others from writing, as long as the file is open. Where files cannot be locked, nobody is
/// kept from it.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
    }
}

/// Opens a new record in the user's data folder: `cardrun/records/alkekan-7.jsonl`, or with `-2`,
/// `-3` … behind its name where there is one already. Others on this machine cannot read it.
///
/// # Errors
/// In words that the game is not recorded, and why: it can be played all the same.
pub(crate) fn create_in_data_folder(
    game: &str,
    seed: u64,
    messages: &Messages,
) -> Result<RecordFile, String> {
    let created = data_folder().and_then(|folder| {
        private::make_folder(&folder)?;
        first_free(&folder, &format!("{game}-{seed}"), &mut private::writing())
    });
    created.map_err(|error| {
        messages.with("no-record", &[("reason", files::reason(&error, messages).into())])
    })
}

/// Beside `path`, whichever is free first: `evening.jsonl` where `path` is called otherwise, then
/// `evening-2.jsonl`, `evening-3.jsonl` …
pub(crate) fn create_beside(path: &Path, messages: &Messages) -> Result<RecordFile, Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_own = data_folder().is_ok_and(|own| own == folder);
    let mut writing = if is_own { private::writing() } else { OpenOptions::new() };
    created(first_free(folder, &stem, writing.write(true)), path, messages)
}

/// Begins the record of a game in its file, which goes where that cannot be done.
pub(crate) fn begin(
    file: RecordFile,
    play: &Play,
    about: &About,
    messages: &Messages,
) -> Result<RecordWriter, Failure> {
    let path = file.path.clone();
    RecordWriter::begin(file, play, about).map_err(|error| {
        forget(&path);
        Failure::Usage(refused(&path, &error, messages))
    })
}

/// Takes a record away that is not worth keeping; where that cannot be, it stays.
pub(crate) fn forget(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// A record that is not worth keeping, where there is one: it goes when the program ends, whatever
/// ends it.
static UNCHOSEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Says which record is not worth keeping, if any.
pub(crate) fn set_unchosen(path: Option<PathBuf>) {
    *UNCHOSEN.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// Takes the record away that is not worth keeping, where there is one.
pub(crate) fn forget_unchosen() {
    let unchosen = UNCHOSEN.lock().unwrap_or_else(PoisonError::into_inner).take();
    unchosen.iter().for_each(|path| forget(path));
}

/// Sees to it that the record that is not worth keeping goes when the terminal is closed, or the
/// program is told to end.
#[cfg(unix)]
pub(crate) fn forget_unchosen_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            forget_unchosen();
            super::programs::stop_all();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Sees to it that the record that is not worth keeping goes when the program is told to end.
#[cfg(not(unix))]
pub(crate) fn forget_unchosen_on_signals() {}

/// The folder in which games are kept that were not given a record of their own.
pub(crate) fn data_folder() -> io::Result<PathBuf> {
    Ok(own_folder()?.join("records"))
}

/// The folder in which the tables of a server are kept that was not given one of its own.
#[cfg(feature = "serve")]
pub(crate) fn tables_folder() -> io::Result<PathBuf> {
    Ok(own_folder()?.join("tables"))
}

fn own_folder() -> io::Result<PathBuf> {
    let none = || io::Error::new(io::ErrorKind::NotFound, "there is no data folder");
    Ok(dirs::data_dir().ok_or_else(none)?.join("cardrun"))
}

fn first_free(folder: &Path, stem: &str, writing: &mut OpenOptions) -> io::Result<RecordFile> {
    for n in 1.. {
        let name = if n == 1 { format!("{stem}.jsonl") } else { format!("{stem}-{n}.jsonl") };
        match open_new(&folder.join(name), writing) {
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::AlreadyExists | io::ErrorKind::WouldBlock
                ) => {}
            other => return other,
        }
    }
    unreachable!("the names do not end")
}

/// Writes down what happens.
pub(crate) struct RecordWriter {
    pub(crate) path: PathBuf,
    writer: Writer<File>,
    about: About,
    /// What the next lines are.
    next: Next,
    /// How many bytes the file had before the writer wrote to it.
    before: u64,
    /// Behind its last line stands what could not be written whole, nor taken back.
    is_torn: bool,
}

/// What the next lines of a record are.
enum Next {
    GoesOn,
    /// Something was taken back of what it has told.
    Back(record::Told),
    /// The game is told from its beginning once more.
    Anew,
}

impl RecordWriter {
    /// Writes the first lines. They outlast a power cut, as does the file's name.
    pub(crate) fn begin(record: RecordFile, play: &Play, about: &About) -> io::Result<Self> {
        let RecordFile { path, file } = record;
        let again = file.try_clone()?;
        // What is torn would be nobody's game, and in the way of the next one.
        let mut writer =
            Writer::begin(file, play, about).inspect_err(|_| drop(again.set_len(0)))?;
        writer.sink().sync_all()?;
        private::sync_folder(folder_of(&path));
        let (about, next) = (about.clone(), Next::GoesOn);
        Ok(RecordWriter { path, writer, about, next, before: 0, is_torn: false })
    }

    /// Goes on behind the lines of a record that was read, without what may be torn behind them.
    pub(crate) fn resume(path: &Path, record: &Record, play: &Play) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(&file)?;
        file.seek(SeekFrom::Start(record.bytes as u64))?;
        let mut torn = Vec::new();
        file.read_to_end(&mut torn)?;
        // A torn line has no end: these are lines that somebody wrote since the record was read.
        if torn.contains(&b'\n') {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        file.set_len(record.bytes as u64)?;
        file.seek(SeekFrom::End(0))?;
        if !record.terminated {
            file.write_all(b"\n")?;
        }
        let before = file.stream_position()?;
        let writer = Writer::resume(file, play, &record.about(), record)?;
        let (about, next) = (record.about(), Next::GoesOn);
        Ok(RecordWriter { path: path.to_path_buf(), writer, about, next, before, is_torn: false })
    }

    /// What the record says beside the game.
    pub(crate) fn about(&self) -> &About {
        &self.about
    }

    /// The game will not go on as it stands, which is `before`, but stand where it stood earlier:
    /// the next lines say so.
    pub(crate) fn goes_back(&mut self, before: &Play) {
        if let Next::GoesOn = self.next {
            self.next = Next::Back(self.writer.told(before, &self.about));
        }
    }

    /// The game is another one, of which `about` tells: the next lines tell it from its beginning.
    pub(crate) fn begins_anew(&mut self, about: About) {
        (self.about, self.next) = (about, Next::Anew);
    }

    /// Whether there is something new to write.
    pub(crate) fn lacks(&self, play: &Play) -> bool {
        !matches!(self.next, Next::GoesOn) || self.writer.entries() < play.log().len()
    }

    /// Writes what is new. Where that fails, what was written of it is taken back, so that it can
    /// be tried again.
    pub(crate) fn keep(&mut self, play: &Play) -> io::Result<()> {
        if self.is_torn {
            self.take_back()?;
        }
        let written = match &self.next {
            Next::GoesOn => self.writer.append(play),
            Next::Back(told) => self.writer.back(told, play, &self.about),
            Next::Anew => self.writer.anew(play, &self.about),
        };
        match written {
            Ok(()) => {
                self.next = Next::GoesOn;
                Ok(())
            }
            Err(error) => {
                self.is_torn = self.take_back().is_err();
                Err(error)
            }
        }
    }

    fn take_back(&mut self) -> io::Result<()> {
        let whole = self.before + self.writer.bytes();
        let file = self.writer.sink();
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        self.is_torn = false;
        Ok(())
    }

    /// Sees to it that what was written outlasts a power cut, and that it can be found.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.writer.sink().sync_data()?;
        match leads_to(&self.path, self.writer.sink()) {
            true => Ok(()),
            false => {
                let why = "the record was moved or removed while it was written";
                Err(io::Error::new(io::ErrorKind::NotFound, why))
            }
        }
    }

    /// Writes the whole game to another file, and goes on there.
    pub(crate) fn move_to(&mut self, path: &Path, play: &Play) -> io::Result<()> {
        *self = RecordWriter::begin(
            open_new(path, OpenOptions::new().write(true))?,
            play,
            &self.about,
        )?;
        Ok(())
    }
}

#[cfg(test)]
impl RecordWriter {
    /// This writer on a disk that has become full.
    pub(crate) fn on_a_full_disk(mut self) -> Self {
        let full =
            OpenOptions::new().write(true).open("/dev/full").expect("a device that is always full");
        *self.writer.sink() = full;
        self
    }
}

/// Whether a file that is open can be found by its path still, as far as the system tells.
#[cfg(unix)]
fn leads_to(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same =
        |one: Metadata, other: Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    match (std::fs::metadata(path), file.metadata()) {
        (Ok(found), Ok(open)) => same(found, open),
        (Err(error), _) => error.kind() != io::ErrorKind::NotFound,
        (Ok(_), Err(_)) => true,
    }
}

/// Whether a file that is open can be found by its path still: one that is open stays there.
#[cfg(not(unix))]
fn leads_to(_path: &Path, _file: &File) -> bool {
    true
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;

    #[test]
    fn a_record_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut writing = private::writing();
        let first = first_free(folder.path(), "whist-7", &mut writing).unwrap();
        (&first.file).write_all(b"{}").unwrap();
        assert_eq!(first.path.file_name().unwrap(), "whist-7.jsonl");
        assert_eq!(
            first_free(folder.path(), "whist-7", &mut writing).unwrap().path.file_name().unwrap(),
            "whist-7-2.jsonl"
        );
        let path = first.path.clone();
        drop(first);
        let Err(Failure::Usage(message)) = create(&path, &Messages::new(Language::En)) else {
            panic!("written over")
        };
        // What is no record is not offered to be gone on with.
        assert!(!message.contains("cardrun resume"), "{message}");
    }

    /// As a crash before the first line leaves it.
    #[test]
    fn an_empty_record_is_nobodys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.jsonl");
        std::fs::write(&path, "").unwrap();
        assert!(create(&path, &Messages::new(Language::En)).is_ok());
    }

    #[test]
    fn a_record_that_is_written_is_not_written_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held.jsonl");
        let held = create(&path, &Messages::new(Language::En)).unwrap();
        let Err(Failure::Usage(message)) = create(&path, &Messages::new(Language::En)) else {
            panic!("held twice")
        };
        assert!(message.contains("is being written"), "{message}");
        drop(held);
        assert!(create(&path, &Messages::new(Language::En)).is_ok());
    }
}
