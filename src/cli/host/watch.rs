//! The files of a game while somebody edits them.

use super::files::{self, GameFile};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// How long to wait between two looks.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// Looks in a row after which a file that is missing is lost: an editor that replaces it has put
/// another one in its place by then.
const MOST_MISSED: u32 = 20;

/// Looks at files now and then: so that it works in folders of other machines too, and with editors
/// that replace files instead of writing them.
#[derive(Default)]
pub(crate) struct Watcher {
    files: Vec<Watched>,
    /// What was found by the last look was not there by the one before: somebody may be writing.
    unsettled: bool,
}

struct Watched {
    path: PathBuf,
    /// When it was written and how long it was, by the last look.
    stamp: Option<(SystemTime, u64)>,
    /// What it held when the game was loaded.
    bytes: Option<Vec<u8>>,
    /// How many looks in a row have not found it.
    missed: u32,
}

impl Watcher {
    /// Watches the files called `names` of a game that has just been loaded.
    pub(crate) fn new(game: &GameFile, names: impl Iterator<Item = String>) -> Watcher {
        let watched = |name: String| {
            let path = game.place_of(&name);
            let bytes = files::read(&path, files::MOST_BYTES).ok();
            Watched { stamp: stamp(&path), path, bytes, missed: 0 }
        };
        Watcher { files: names.map(watched).collect(), unsettled: false }
    }

    /// This watcher, if it watches all files of `game` called `names`; else a new one that does. A
    /// watcher begun before the game was loaded misses nothing that was saved meanwhile.
    pub(crate) fn covering(self, game: &GameFile, names: impl Iterator<Item = String>) -> Watcher {
        let names: Vec<String> = names.collect();
        let watches = |name: &String| {
            let path = game.place_of(name);
            self.files.iter().any(|file| file.path == path)
        };
        if names.iter().all(watches) { self } else { Watcher::new(game, names.into_iter()) }
    }

    /// Whether some file says something else than when the game was loaded, and nobody is writing
    /// any more. A file that is not there just now is about to be replaced, unless it stays away.
    pub(crate) fn has_changed(&mut self) -> bool {
        let moved = self.files.iter_mut().filter_map(|file| file.has_moved().then_some(())).count();
        if moved > 0 {
            self.unsettled = true;
            return false;
        }
        let lost = self.files.iter_mut().filter_map(|file| file.is_lost().then_some(())).count();
        let settled = std::mem::take(&mut self.unsettled);
        lost > 0 || settled && self.files.iter_mut().any(Watched::says_other)
    }
}

impl Watched {
    /// Whether the file has been written since the last look.
    fn has_moved(&mut self) -> bool {
        let now = stamp(&self.path);
        let moved = now != self.stamp;
        self.stamp = now;
        moved
    }

    /// Whether the file, which was there, has been missing for so long by this look that nobody is
    /// about to replace it.
    fn is_lost(&mut self) -> bool {
        self.missed = match (self.stamp, &self.bytes) {
            (None, Some(_)) => self.missed.saturating_add(1),
            (Some(_), _) | (None, None) => 0,
        };
        self.missed == MOST_MISSED
    }

    fn says_other(&mut self) -> bool {
        files::read(&self.path, files::MOST_BYTES)
            .is_ok_and(|bytes| self.bytes.as_ref() != Some(&bytes))
    }
}

fn stamp(path: &PathBuf) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((about.modified().ok()?, about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_counts_once_nobody_is_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rules");
        std::fs::write(&path, "one").unwrap();
        let game = GameFile::named(&folder.path().join("a.yaml"));
        let watch = || Watcher::new(&game, ["a.rules".to_owned()].into_iter());
        let mut watcher = watch();
        assert!(!watcher.has_changed());
        // Several saves in a burst are one change.
        std::fs::write(&path, "two, longer").unwrap();
        assert!(!watcher.has_changed());
        std::fs::write(&path, "three, longer still").unwrap();
        assert!(!watcher.has_changed());
        assert!(watcher.has_changed());
        // An editor that replaces the file; what it held before is no change.
        let mut watcher = watch();
        std::fs::remove_file(&path).unwrap();
        assert!(!watcher.has_changed() && !watcher.has_changed());
        std::fs::write(&path, "three, longer still").unwrap();
        assert!(!watcher.has_changed() && !watcher.has_changed());
    }

    #[test]
    fn a_file_that_stays_away_is_a_change_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rules");
        std::fs::write(&path, "one").unwrap();
        let game = GameFile::named(&folder.path().join("a.yaml"));
        let watch = || Watcher::new(&game, ["a.rules".to_owned()].into_iter());
        let mut watcher = watch();
        let changes =
            |watcher: &mut Watcher| (0..3 * MOST_MISSED).filter(|_| watcher.has_changed()).count();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(changes(&mut watcher), 1);
        // What was not there when the game was loaded is not missed, but seen when it comes.
        let mut watcher = watch();
        assert_eq!(changes(&mut watcher), 0);
        std::fs::create_dir(&path).unwrap();
        assert_eq!(changes(&mut watcher), 0);
        std::fs::remove_dir(&path).unwrap();
        std::fs::write(&path, "two").unwrap();
        assert_eq!(changes(&mut watcher), 1);
        // A folder in its place is no file.
        let mut watcher = watch();
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert_eq!(changes(&mut watcher), 1);
    }
}
