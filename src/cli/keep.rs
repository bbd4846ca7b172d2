//! The record of a game in play: a file that grows with every choice, so that whatever happens the game can be resumed.

use super::Failure;
use super::words::Words;
use crate::game::Play;
use crate::record::{About, Record, Writer};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A record's file, opened for writing at its end.
pub struct RecordFile {
    pub path: PathBuf,
    pub file: File,
}

/// Where `--record` says. A file that is there already is not written over: it may be somebody's game.
pub fn create(path: &Path, words: &Words) -> Result<RecordFile, Failure> {
    open_new(path).map_err(|error| {
        let key = if error.kind() == io::ErrorKind::AlreadyExists { "record-exists" } else { "record-not-written" };
        let values = [("path", path.display().to_string().into()), ("reason", error.to_string().into())];
        Failure::Usage(words.with(key, &values))
    })
}

pub fn not_written(error: &io::Error, words: &Words) -> String {
    words.with("record-lost", &[("reason", error.to_string().into())])
}

fn open_new(path: &Path) -> io::Result<RecordFile> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    Ok(RecordFile { path: path.to_path_buf(), file })
}

/// In the user's data folder: `cardrun/records/alkekan-7.jsonl`, and `-2`, `-3` … behind it where there is one already.
/// Where that cannot be, the game is played without a record, and says so.
pub fn create_in_data_folder(game: &str, seed: u64, words: &Words) -> Option<RecordFile> {
    let created = data_folder().and_then(|folder| {
        std::fs::create_dir_all(&folder)?;
        first_free(&folder, &format!("{game}-{seed}"))
    });
    if let Err(error) = &created {
        eprintln!("{}", words.with("no-record", &[("reason", error.to_string().into())]));
    }
    created.ok()
}

fn data_folder() -> io::Result<PathBuf> {
    let none = || io::Error::new(io::ErrorKind::NotFound, "there is no data folder");
    Ok(dirs::data_dir().ok_or_else(none)?.join("cardrun").join("records"))
}

fn first_free(folder: &Path, stem: &str) -> io::Result<RecordFile> {
    for n in 1.. {
        let name = if n == 1 { format!("{stem}.jsonl") } else { format!("{stem}-{n}.jsonl") };
        match open_new(&folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other,
        }
    }
    unreachable!("the names do not end")
}

/// Writes down what happens.
pub struct Keeper {
    pub path: PathBuf,
    writer: Writer<File>,
}

impl Keeper {
    pub fn begin(record: RecordFile, play: &Play, about: &About) -> io::Result<Self> {
        Ok(Keeper { path: record.path, writer: Writer::begin(record.file, play, about)? })
    }

    /// Goes on behind the lines of a record that was read, without what may be torn behind them.
    pub fn resume(path: &Path, record: &Record, play: &Play) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        file.set_len(record.bytes as u64)?;
        file.seek(SeekFrom::End(0))?;
        if !record.terminated {
            file.write_all(b"\n")?;
        }
        let writer = Writer::resume(file, play, &record.about(), record.lines.len())?;
        Ok(Keeper { path: path.to_path_buf(), writer })
    }

    /// Writes what is new.
    pub fn keep(&mut self, play: &Play) -> io::Result<()> {
        self.writer.append(play)
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::Language;
    use super::*;

    #[test]
    fn a_record_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = first_free(folder.path(), "whist-7").unwrap();
        assert_eq!(first.path.file_name().unwrap(), "whist-7.jsonl");
        assert_eq!(first_free(folder.path(), "whist-7").unwrap().path.file_name().unwrap(), "whist-7-2.jsonl");
        let Err(Failure::Usage(message)) = create(&first.path, &Words::new(Language::En)) else {
            panic!("written over")
        };
        assert!(message.contains("cardrun resume"), "{message}");
    }
}
