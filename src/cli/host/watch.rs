//! The files of a game while somebody edits them.

use super::files::{self, GameFile};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// How long to wait between two looks.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

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
}

impl Watcher {
    /// Watches the files called `names` of a game that has just been loaded.
    pub(crate) fn new(game: &GameFile, names: impl Iterator<Item = String>) -> Watcher {
        let watched = |name: String| {
            let path = game.folder.join(name);
            let bytes = files::read(&path, files::MOST_BYTES).ok();
            Watched { stamp: stamp(&path), path, bytes }
        };
        Watcher { files: names.map(watched).collect(), unsettled: false }
    }

    /// The same, if it watches all these files; else one that does. Begun before the game was
    /// loaded, it misses nothing that was saved meanwhile.
    pub(crate) fn covering(self, game: &GameFile, names: impl Iterator<Item = String>) -> Watcher {
        let names: Vec<String> = names.collect();
        let watches = |name: &String| {
            let path = game.folder.join(name);
            self.files.iter().any(|file| file.path == path)
        };
        if names.iter().all(watches) { self } else { Watcher::new(game, names.into_iter()) }
    }

    /// Whether some file says something else than when the game was loaded, and nobody is writing
    /// any more. A file that is not there just now is about to be replaced.
    pub(crate) fn has_changed(&mut self) -> bool {
        let moved = self.files.iter_mut().filter_map(|file| file.has_moved().then_some(())).count();
        if moved > 0 {
            self.unsettled = true;
            return false;
        }
        std::mem::take(&mut self.unsettled) && self.files.iter_mut().any(Watched::says_other)
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

    fn says_other(&mut self) -> bool {
        files::read(&self.path, files::MOST_BYTES)
            .is_ok_and(|bytes| self.bytes.as_ref() != Some(&bytes))
    }
}

fn stamp(path: &PathBuf) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
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
}
