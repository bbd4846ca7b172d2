//! A loaded game.

use crate::arguments::{Layout, games, natural, natural_if_any, progress, texts};
use crate::errors::{RulesError, of_problems, told, wrong};
use crate::files::Files;
use crate::job::Job;
use crate::plain::plain;
use crate::state::State;
use crate::work::work;
use cardrun::game::{Game as Rules, Plain, Play, Settings};
use cardrun::solve::{Aim, solve};
use cardrun::vm::Generator;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A game with its options fixed.
#[pyclass(module = "cardrun", frozen)]
pub struct Game {
    pub rules: Rules,
    /// What it was read from, all of it.
    files: Files,
    settings: Settings,
}

/// What a game can be made from elsewhere: the layout's name, its folder, its files, options,
/// seats, variant.
type Parts<'py> = (
    String,
    Option<PathBuf>,
    Vec<(String, Bound<'py, PyBytes>)>,
    Vec<(String, String)>,
    Option<u8>,
    Option<String>,
);

impl Game {
    fn read(py: Python<'_>, files: Files, settings: Settings) -> PyResult<Game> {
        let read = RefCell::new(BTreeMap::new());
        let loaded = Rules::load(&files.layout.name, &files.reader(&read), &settings);
        match loaded {
            Ok(rules) => {
                let mut files = files;
                files.known.extend(read.into_inner());
                Ok(Game { rules, files, settings })
            }
            Err(problems) => Err(of_problems(py, &problems, |name| files.layout.path(name))?),
        }
    }

    fn read_path(py: Python<'_>, path: &Path, settings: Settings) -> PyResult<Game> {
        match Files::of_path(path) {
            Ok(files) => Game::read(py, files, settings),
            Err(problems) => Err(of_problems(py, &problems, |_| path.display().to_string())?),
        }
    }

    /// The rules of this game, so loaded that its games are looked at closely.
    pub fn closely(&self, py: Python<'_>) -> PyResult<Rules> {
        let settings = Settings { follows_rows: true, ..self.settings.clone() };
        Ok(Game::read(py, self.files.clone(), settings)?.rules)
    }

    /// The layout's file, as records name it.
    pub fn file(&self) -> String {
        self.files.layout.path(&self.files.layout.name)
    }

    pub fn variant_name(&self) -> Option<String> {
        self.settings.variant.clone()
    }
}

#[pymethods]
impl Game {
    /// Loads a game: from a layout's path, or from its text, which has more than one line. Further
    /// files of a text are given by name.
    #[staticmethod]
    #[pyo3(signature = (path_or_text, *, options=None, seats=None, variant=None, files=None))]
    fn load(
        py: Python<'_>,
        path_or_text: Layout,
        options: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = natural_if_any)] seats: Option<u8>,
        variant: Option<String>,
        files: Option<BTreeMap<String, String>>,
    ) -> PyResult<Game> {
        let options = options.map(|options| written(&options)).transpose()?.unwrap_or_default();
        let settings = Settings { seats, variant, options, follows_rows: false };
        match path_or_text {
            Layout::Text(text) if text.contains('\n') => {
                Game::read(py, Files::of_text(text, files.unwrap_or_default()), settings)
            }
            Layout::Text(_) | Layout::Path(_) if files.is_some() => {
                Err(wrong("files by name go with the text of a layout, not with its path"))
            }
            Layout::Text(path) => Game::read_path(py, Path::new(&path), settings),
            Layout::Path(path) => Game::read_path(py, &path, settings),
        }
    }

    /// A game that was pickled.
    #[staticmethod]
    fn _of_parts(py: Python<'_>, parts: Parts<'_>) -> PyResult<Game> {
        let (name, folder, known, options, seats, variant) = parts;
        let known = known.into_iter().map(|(name, text)| (name, text.as_bytes().to_vec()));
        let files = Files::of_parts(name, folder, known.collect());
        Game::read(py, files, Settings { seats, variant, options, follows_rows: false })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Parts<'py>,))> {
        let known = self.files.known.iter();
        let known = known.map(|(name, text)| (name.clone(), PyBytes::new(py, text))).collect();
        let Settings { seats, variant, options, .. } = self.settings.clone();
        let (name, folder) = (self.files.layout.name.clone(), self.files.folder());
        let folder = folder.map(Path::to_path_buf);
        let restore = py.import("cardrun._restore")?.getattr("game")?;
        Ok((restore, ((name, folder, known, options, seats, variant),)))
    }

    /// This game with other options beside those it has; with other seats and another variant where
    /// they are given.
    #[pyo3(signature = (*, options=None, seats=None, variant=None))]
    fn changed(
        &self,
        py: Python<'_>,
        options: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = natural_if_any)] seats: Option<u8>,
        variant: Option<String>,
    ) -> PyResult<Game> {
        let mut settings = self.settings.clone();
        let changed = options.map(|options| written(&options)).transpose()?.unwrap_or_default();
        settings.options.retain(|(name, _)| changed.iter().all(|(other, _)| other != name));
        settings.options.extend(changed);
        settings.seats = seats.or(settings.seats);
        settings.variant = variant.or(settings.variant);
        Game::read(py, self.files.clone(), settings)
    }

    fn __repr__(&self) -> String {
        format!("<cardrun.Game {}, {} seats>", self.id(), self.seats())
    }

    /// The layout's file name without its ending.
    #[getter]
    fn id(&self) -> String {
        self.rules.program().id.clone()
    }

    /// In English, or in the language that serves for all.
    #[getter]
    fn title(&self) -> String {
        let program = self.rules.program();
        program.title.get("en").unwrap_or(&program.id).to_owned()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.rules.program().seats
    }

    #[getter]
    fn variant(&self) -> Option<String> {
        self.variant_name()
    }

    /// The value of every option.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options = self.rules.program().options.iter();
        let values: BTreeMap<&str, Plain> =
            options.map(|option| (option.name.as_str(), Plain::of_option(&option.value))).collect();
        plain(py, &values)
    }

    /// Warnings and notices.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, self.rules.problems(), |name| self.files.layout.path(name))
    }

    /// A new game at its first choice.
    fn start(slf: Bound<'_, Self>, #[pyo3(from_py_with = natural)] seed: u64) -> State {
        let rules = slf.get().rules.clone();
        let play = slf.py().detach(|| Play::new(&rules, seed));
        State { play, game: slf.unbind() }
    }

    /// All games that can begin, each with how likely it is, as `State.branches` gives them.
    #[pyo3(signature = (*, most=10_000, seed=1))]
    fn beginnings(
        slf: Bound<'_, Self>,
        #[pyo3(from_py_with = natural)] most: usize,
        #[pyo3(from_py_with = natural)] seed: u64,
    ) -> PyResult<Vec<(f64, State)>> {
        let rules = slf.get().rules.clone();
        let begun = slf.py().detach(|| {
            Play::beginnings(&rules, most, |number| Generator::stream(seed, number as u64))
        });
        let begun = begun.map_err(|fault| RulesError::new_err(rules.fault_words(&fault)))?;
        State::each(slf.py(), slf.as_unbound(), begun, most)
    }

    /// Plays many games, and says what `cardrun sim --format json` says. `progress`: a line tells
    /// how far it is where that takes a while; silent when `False`; a function is called with what
    /// is `done`, of how many `games`, in how many `seconds`.
    #[pyo3(signature = (games, *, seed=1, players=Vec::new(), measure=false, lead=None, jobs=0,
        progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn sim<'py>(
        slf: Bound<'py, Self>,
        #[pyo3(from_py_with = games)] games: u64,
        #[pyo3(from_py_with = natural)] seed: u64,
        #[pyo3(from_py_with = texts)] players: Vec<String>,
        measure: bool,
        #[pyo3(from_py_with = natural_if_any)] lead: Option<u32>,
        #[pyo3(from_py_with = natural)] jobs: usize,
        #[pyo3(from_py_with = progress)] progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let versions = vec![(String::new(), slf.unbind())];
        let none = Vec::new();
        let job = Job::new(py, "simulation", versions, players, seed, measure, lead, false, none)?;
        counted(py, "Report", &job, games, jobs, progress)
    }

    /// Plays this game and another on the same deals, and says what `cardrun compare --format json`
    /// says. `restrict`: this game once more for each of them, where a seat never or always takes
    /// an action (`seat 1 never call`); then there need be no other. `progress` as of `sim`.
    #[pyo3(signature = (other, games, *, seed=1, players=Vec::new(), measure=false, lead=None,
        names=("first".to_owned(), "second".to_owned()), restrict=Vec::new(), jobs=0,
        progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn compare<'py>(
        slf: Bound<'py, Self>,
        other: Option<Bound<'py, Game>>,
        #[pyo3(from_py_with = games)] games: u64,
        #[pyo3(from_py_with = natural)] seed: u64,
        #[pyo3(from_py_with = texts)] players: Vec<String>,
        measure: bool,
        #[pyo3(from_py_with = natural_if_any)] lead: Option<u32>,
        names: (String, String),
        #[pyo3(from_py_with = texts)] restrict: Vec<String>,
        #[pyo3(from_py_with = natural)] jobs: usize,
        #[pyo3(from_py_with = progress)] progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if other.is_some() && names.0 == names.1 {
            return Err(wrong(format!("expected two names, found `{}` twice", names.0)));
        }
        let mut versions = vec![(names.0, slf.unbind())];
        versions.extend(other.map(|other| (names.1, other.unbind())));
        let kind = "comparison";
        let job = Job::new(py, kind, versions, players, seed, measure, lead, false, restrict)?;
        counted(py, "Comparison", &job, games, jobs, progress)
    }

    /// Lets everybody play everybody, and says what `cardrun tournament --format json` says.
    /// `progress` as of `sim`.
    #[pyo3(signature = (entrants, games, *, seed=1, jobs=0, progress=None))]
    fn tournament<'py>(
        slf: Bound<'py, Self>,
        #[pyo3(from_py_with = texts)] entrants: Vec<String>,
        #[pyo3(from_py_with = games)] games: u64,
        #[pyo3(from_py_with = natural)] seed: u64,
        #[pyo3(from_py_with = natural)] jobs: usize,
        #[pyo3(from_py_with = progress)] progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let versions = vec![(String::new(), slf.unbind())];
        let none = Vec::new();
        let job = Job::new(py, "tournament", versions, entrants, seed, false, None, false, none)?;
        counted(py, "Standings", &job, games, jobs, progress)
    }

    /// Solves a small game of two players, and says what `cardrun solve --format json` says.
    #[pyo3(signature = (*, exploitability=0.001, iterations=100_000, positions=400_000))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        exploitability: f64,
        #[pyo3(from_py_with = natural)] iterations: u32,
        #[pyo3(from_py_with = natural)] positions: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        if exploitability.is_nan() || exploitability < 0.0 {
            return Err(wrong(format!(
                "expected an exploitability of 0 or more, found {exploitability}"
            )));
        }
        let (aim, rules) = (Aim { exploitability, iterations, positions }, self.rules.clone());
        match work(py, None, move |_| solve(&rules, &aim))? {
            Ok(solution) => report(py, "Solution", &solution),
            Err(unsolved) => Err(PyRuntimeError::new_err(unsolved.to_string())),
        }
    }
}

/// Counts so many games, and gives the report as the class of `cardrun._reports` that is called so.
fn counted<'py>(
    py: Python<'py>,
    class: &str,
    job: &Job,
    games: u64,
    jobs: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let begun = Instant::now();
    let watch = py.import("cardrun._progress")?.getattr("Watch")?;
    let watch = watch.call1((progress, job.items(games)))?;
    let whole = job.whole(py, games, jobs, watch.getattr("tell")?.unbind());
    watch.call_method1("end", (whole.is_ok(),))?;
    report(py, class, &whole?.timed(begun.elapsed().as_secs_f64()))
}

/// Plain data as the class of `cardrun._reports` that is called so.
fn report<'py>(py: Python<'py>, class: &str, told: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("cardrun._reports")?.getattr(class)?.call1((plain(py, told)?,))
}

/// Options as they are written on the command line.
fn written(options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, String)>> {
    let one = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let value = match value.cast::<PyBool>() {
            Ok(flag) => flag.is_true().to_string(),
            Err(_) => value.str()?.to_string(),
        };
        Ok((name.extract()?, value))
    };
    options.iter().map(one).collect()
}
