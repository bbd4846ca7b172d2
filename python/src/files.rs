//! The files of a game, read from beside its layout and kept: a game can be loaded again from them
//! elsewhere.

use cardrun::cli::GameFile;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
        let GameFile { folder, name } = GameFile::named(path);
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
        match &self.folder {
            Some(folder) => GameFile { folder: folder.clone(), name: self.main.clone() }.read(name),
            None => Err("there is no such file".into()),
        }
    }
}
