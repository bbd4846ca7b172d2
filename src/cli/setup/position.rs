//! Positions that scenarios set up: a game begins there, when it is played and when its record is
//! read.

use super::settings::layers;
use crate::cli::host::files::{self, GameFile};
use crate::cli::host::record_file::is_record;
use crate::cli::host::{Done, Failure};
use crate::cli::text::{Messages, path_for_shell, spelt_path};
use crate::diagnostic::{Diagnostic, Problems};
use crate::game::{Game, Settings};
use crate::record::Position;
use crate::scenario::{self, Scenario, ScenarioFile};
use crate::source::Sources;
use std::path::{Path, PathBuf};

/// A position as it was asked for on the command line.
pub(crate) struct SetUp {
    pub(crate) position: Position,
    pub(crate) settings: Settings,
    path: PathBuf,
    /// The layout of the game that the scenario is of.
    game: PathBuf,
}

impl SetUp {
    /// Reads `FILE`, or `FILE#NAME` where the file has several scenarios; the first one where none
    /// is named. A file that has all of the text for its name is meant before any other.
    pub(crate) fn read(asked: &str, messages: &Messages) -> Result<SetUp, Failure> {
        let (path, name) = match asked.rsplit_once('#') {
            Some((path, name)) if !Path::new(asked).is_file() => (Path::new(path), Some(name)),
            Some(_) | None => (Path::new(asked), None),
        };
        SetUp::of(path, name, messages)
    }

    /// Reads the scenario with this `name` of a file; the first one where none is named.
    pub(crate) fn of(
        path: &Path,
        name: Option<&str>,
        messages: &Messages,
    ) -> Result<SetUp, Failure> {
        let unreadable = |why: String| {
            let values = [("path", spelt_path(path).into()), ("why", why.into())];
            Failure::Usage(messages.with("test-unreadable", &values))
        };
        let text = files::read_text(path).map_err(|why| unreadable(why.words(messages)))?;
        if is_record(&text) {
            let values =
                [("path", spelt_path(path).into()), ("typed", path_for_shell(path).into())];
            return Err(Failure::Usage(messages.with("position-is-record", &values)));
        }
        let wrong = |problems| Failure::Game(Box::new(problems), GameFile::named(path));
        let file = parsed(&GameFile::named(path).name, &text).map_err(wrong)?;
        let known: Vec<&str> = file.scenarios.iter().map(|one| one.name.as_str()).collect();
        let found = known.iter().copied().find(|known| name.is_none_or(|name| *known == name));
        let Some(found) = found else {
            let values = [
                ("path", spelt_path(path).into()),
                ("name", name.unwrap_or_default().into()),
                ("known", known.join(", ").into()),
            ];
            return Err(Failure::Usage(messages.with("position-unknown", &values)));
        };
        let position = Position { name: found.to_owned(), scenarios: text.clone() };
        let settings = file.settings.clone();
        let place = GameFile::named(path);
        let game = place.folder.join(&file.game.node);
        Ok(SetUp { position, settings, path: path.to_path_buf(), game })
    }

    /// Whether the scenario is of the game of a `file`, or of one that it lies over.
    ///
    /// # Errors
    /// It is of another game.
    pub(crate) fn is_of(&self, file: &GameFile, messages: &Messages) -> Done {
        let whole = |path: &Path| path.canonicalize().ok();
        let here = file.layout();
        // That there is no such game is said by whoever loads it.
        if whole(here).is_none() {
            return Ok(());
        }
        let own = whole(&self.game);
        let same = |name: &String| own.is_some() && whole(&file.place_of(name)) == own;
        if layers(file).iter().any(same) {
            return Ok(());
        }
        let values = [
            ("game", spelt_path(here).into()),
            ("own", spelt_path(&self.game).into()),
            ("path", spelt_path(&self.path).into()),
        ];
        Err(Failure::Usage(messages.with("position-of-other", &values)))
    }

    /// The game that begins at the position.
    pub(crate) fn lay(&self, game: &Game) -> Result<Game, Failure> {
        let file = GameFile::named(&self.path);
        lay(game, &self.position, &file.name)
            .map_err(|problems| Failure::Game(Box::new(problems), file))
    }
}

/// The game that begins at a position, if one is said.
pub(crate) fn laid(game: Game, position: Option<&Position>) -> Result<Game, Problems> {
    match position {
        Some(position) => lay(&game, position, &position.name),
        None => Ok(game),
    }
}

/// The game that begins at a position, whose scenarios are called `name` where something is wrong
/// with them.
fn lay(game: &Game, position: &Position, name: &str) -> Result<Game, Problems> {
    let text = &position.scenarios;
    let file = parsed(name, text)?;
    let mut sources = Sources::default();
    let source = sources.add(name, text.clone());
    let named = |one: &&Scenario| one.name == position.name;
    let Some(scenario) = file.scenarios.iter().find(named) else {
        let span = crate::source::Span::new(source, 0, 0);
        let message = format!("expected a scenario called `{}`, found none", position.name);
        let problem = Diagnostic::error("yaml-missing-key", span, message);
        return Err(Problems::new(sources, vec![problem]));
    };
    scenario::set_up(game, &file, scenario)
        .map_err(|problem| Problems::new(sources, vec![*problem]))
}

fn parsed(name: &str, text: &str) -> Result<ScenarioFile, Problems> {
    let mut sources = Sources::default();
    let source = sources.add(name.to_owned(), text.to_owned());
    let (file, problems) = scenario::read(source, text);
    match file.filter(|_| problems.is_empty()) {
        Some(file) => Ok(file),
        None => Err(Problems::new(sources, problems)),
    }
}
