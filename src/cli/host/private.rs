//! Files and folders that tell all of a game: who else works at this machine cannot read them.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder, with those above it, where there is none: one that was there stays as it is.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How a file is opened for writing that is kept from others if it is new.
pub(crate) fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Sees to it that a folder keeps the names of new files. Not every system lets folders be opened,
/// and then it sees to that itself.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn others_can_read_nothing_that_is_new() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("cardrun/tables");
        make_folder(&own).expect("a folder");
        let file = own.join("7.jsonl");
        writing().create_new(true).open(&file).expect("a file");
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        let above = own.parent().expect("a folder");
        assert_eq!((mode(above), mode(&own), mode(&file)), (0o700, 0o700, 0o600));
    }
}
