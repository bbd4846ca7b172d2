//! The records of the games of a simulation.

use crate::cli::args::SimArgs;
use crate::cli::host::{Done, Failure, record_file};
use crate::cli::report::output;
use crate::cli::text::{Messages, spelt_path};
use crate::game::{Game, Play};
use crate::record::{About, Writer};
use crate::runner::Entrant;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the record of a game of the simulation is kept.
fn record_path(folder: &Path, game: &Game, number: u64) -> PathBuf {
    folder.join(format!("{}-{number}.jsonl", game.program().id))
}

/// Refuses to write over records of an earlier run, before anything is played.
pub(super) fn may_be_kept(args: &SimArgs, game: &Game, messages: &Messages) -> Done {
    let Some(folder) = &args.records else { return Ok(()) };
    let mut paths = (args.games.0..args.games.1).map(|number| record_path(folder, game, number));
    // A folder that is not there, or empty, takes all names at once.
    let is_new = std::fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
    match paths.find(|path| !is_new && path.symlink_metadata().is_ok()) {
        Some(path) => {
            let path = spelt_path(&path);
            Err(Failure::Usage(messages.with("sim-records-there", &[("path", path.into())])))
        }
        None => Ok(()),
    }
}

/// Writes down the games of a simulation while they are played.
pub(super) struct Records<'a> {
    game: &'a Game,
    pub(super) folder: &'a Path,
    about: About,
    kept: AtomicU64,
    failed: Mutex<Option<io::Error>>,
}

impl<'a> Records<'a> {
    /// Records in a `folder`, which is made where there is none.
    pub(super) fn begin(
        args: &'a SimArgs,
        game: &'a Game,
        seats: &[&dyn Entrant],
        folder: &'a Path,
    ) -> io::Result<Records<'a>> {
        let no_folder = |error| match folder.exists() && !folder.is_dir() {
            true => io::ErrorKind::NotADirectory.into(),
            false => error,
        };
        std::fs::create_dir_all(folder).map_err(no_folder)?;
        let about = About {
            seats: seats.iter().map(|seat| seat.name()).collect(),
            file: Some(record_file::found_from_anywhere(&args.game)),
            variant: args.setting.variant.clone(),
            ..About::default()
        };
        Ok(Records { game, folder, about, kept: AtomicU64::new(0), failed: Mutex::new(None) })
    }

    /// Keeps the game with this number; none behind one that could not be written.
    pub(super) fn keep(&self, number: u64, play: &Play) {
        if self.failed().is_some() {
            return;
        }
        match self.write(&record_path(self.folder, self.game, number), play) {
            Ok(()) => drop(self.kept.fetch_add(1, Ordering::Relaxed)),
            Err(error) => drop(self.failed().get_or_insert(error)),
        }
    }

    fn write(&self, path: &Path, play: &Play) -> io::Result<()> {
        let file = io::BufWriter::new(output::Beside::of(path)?);
        Writer::begin(file, play, &self.about)?.into_inner().into_inner()?.take_place()
    }

    fn failed(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games were kept.
    pub(super) fn end(self) -> io::Result<u64> {
        let failed = self.failed().take();
        failed.map_or(Ok(self.kept.into_inner()), Err)
    }
}
