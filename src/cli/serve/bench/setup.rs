//! Of which game a rehearsal is, and with which options: what is kept beside its record, so that an
//! option which nobody has set follows the files.

use super::wire::Version;
use crate::cli::args::SettingArgs;
use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::setup::load::load_quietly;
use crate::cli::setup::position::laid;
use crate::cli::text::Messages;
use crate::game::Game;
use crate::record::Position;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A game, and what was set of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub path: PathBuf,
    pub variant: Option<String>,
    pub options: BTreeMap<String, String>,
    pub seats: usize,
    /// Where it begins, if not at the beginning.
    pub position: Option<Position>,
}

impl Setup {
    /// The same game as another variant and with other options.
    pub(crate) fn with(&self, Version { variant, options }: Version) -> Setup {
        Setup { variant, options, ..self.clone() }
    }

    /// The game in its files as they are now.
    ///
    /// # Errors
    /// What is wrong with the files, or with what was set.
    pub(crate) fn load(&self, messages: &Messages) -> Result<Game, Failure> {
        self.load_as(false, messages)
    }

    /// The game in its files as they are now: see [`Setup::load`]. With `follows_rows` its plays
    /// remember which rows of tables held.
    pub(crate) fn load_as(&self, follows_rows: bool, messages: &Messages) -> Result<Game, Failure> {
        let args = SettingArgs::of(self.variant.as_deref(), &self.options);
        let seats = Some(self.seats);
        let (file, game) = load_quietly(&self.path, &args, seats, follows_rows, messages)?;
        let failed = |problems| Failure::Game(Box::new(problems), file);
        laid(game, self.position.as_ref()).map_err(failed)
    }

    /// The layout.
    pub(crate) fn file(&self) -> GameFile {
        GameFile::named(&self.path)
    }
}
