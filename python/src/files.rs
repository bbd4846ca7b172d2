//! The files of a game, read from beside its layout and kept: a game can be loaded again from them
//! elsewhere.

use cardrun::cli::GameFile;
use cardrun::diagnostic::Problems;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files that a game was read from, by the names that its layout gives them.
#[derive(Clone, Debug)]
pub struct Files {
    pub layout: GameFile,
    /// Whether files that are not known are looked for beside the layout; a text has no others.
    pub on_disk: bool,
    pub known: BTreeMap<String, Vec<u8>>,
}

/// What a text is called.
const TEXT: &str = "game.yaml";

impl Files {
    /// A layout in a folder, nothing of which is read yet.
    pub fn of_path(path: &Path) -> Result<Files, Problems> {
        Ok(Files { layout: GameFile::open(path)?, on_disk: true, known: BTreeMap::new() })
    }

    /// A layout that is given as a text, with all other files by name.
    pub fn of_text(text: String, others: BTreeMap<String, String>) -> Files {
        let others = others.into_iter().map(|(name, text)| (name, text.into_bytes()));
        let known = others.chain([(TEXT.to_owned(), text.into_bytes())]).collect();
        Files { layout: GameFile::named(Path::new(TEXT)), on_disk: false, known }
    }

    /// Files that were kept; with the folder that the layout was in, if it was in one.
    pub fn of_parts(
        name: String,
        folder: Option<PathBuf>,
        known: BTreeMap<String, Vec<u8>>,
    ) -> Files {
        let on_disk = folder.is_some();
        let layout = GameFile::named(&folder.unwrap_or_default().join(name));
        Files { layout, on_disk, known }
    }

    /// The folder of the layout; none of texts.
    pub fn folder(&self) -> Option<&Path> {
        self.on_disk.then_some(&*self.layout.folder)
    }

    /// A reader that keeps in `read` what it has read.
    pub fn reader<'a>(
        &'a self,
        read: &'a RefCell<BTreeMap<String, Vec<u8>>>,
    ) -> impl Fn(&str) -> Result<Vec<u8>, String> + 'a {
        move |name: &str| {
            let bytes = match self.known.get(name) {
                Some(bytes) => bytes.clone(),
                None if self.on_disk => self.layout.read(name)?,
                None => return Err("no file of this name was given with the text".into()),
            };
            read.borrow_mut().insert(name.to_owned(), bytes.clone());
            Ok(bytes)
        }
    }
}
