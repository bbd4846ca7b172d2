//! What is to be counted, of which any range of games can be counted anywhere; and the parts put
//! together.

use crate::errors::wrong;
use crate::game::Game;
use crate::players::{Entrants, lent, opponents, seated};
use crate::work::{Wanted, work};
use cardrun::game::Game as Rules;
use cardrun::runner::{
    AnyPart, Apart, Comparison, Following, Looks, Observing, Part, Ranges, Simulation, Tally,
    Tournament, Version, Watcher, Whole, seed_of_game,
};
use pyo3::prelude::*;
use std::sync::Arc;

/// A simulation, a comparison or a tournament, of no games as yet.
#[pyclass(module = "cardrun", frozen)]
pub struct Job {
    counted: Arc<Counted>,
    seed: u64,
    /// What it was made of, to be made again elsewhere.
    made_of: MadeOf,
}

/// Its kind, the versions of the game by name, who plays.
struct MadeOf {
    kind: String,
    versions: Vec<(String, Py<Game>)>,
    players: Vec<String>,
    looks: Looks,
    restrict: Vec<String>,
}

/// Everything that makes a [`Job`]: kind, versions, players, seed, whether games are looked at
/// closely, games played on to see who leads, whether all versions are held against each other,
/// restrictions.
type Parts =
    (String, Vec<(String, Py<Game>)>, Vec<String>, u64, bool, Option<u32>, bool, Vec<String>);

enum Counted {
    Simulation { game: Rules, entrants: Entrants, looks: Looks },
    Comparison { versions: Vec<(String, Rules, Entrants)>, looks: Looks },
    Tournament { game: Rules, entrants: Entrants },
}

impl Counted {
    fn simulation(game: &Bound<'_, Game>, players: &[String], looks: Looks) -> PyResult<Counted> {
        let (py, game) = (game.py(), game.get());
        let rules = if looks.choices { game.closely(py)? } else { game.rules.clone() };
        if looks.lead == Some(0) && rules.program().score.is_none() {
            return Err(wrong("these rules have no score to go by: expected a number above 0"));
        }
        let entrants = seated(players, None, &rules)?;
        Ok(Counted::Simulation { game: rules, entrants, looks })
    }

    /// Versions by their names, the first being what the others are held against; behind them the
    /// first once more under each restriction.
    fn comparison(
        versions: &[(String, Bound<'_, Game>)],
        players: &[String],
        restrict: &[String],
        looks: Looks,
    ) -> PyResult<Counted> {
        let seats = |game: &Bound<'_, Game>| game.get().rules.program().seats;
        let [(first, basis), ..] = versions else { return Err(wrong(TOO_FEW)) };
        if versions.len() + restrict.len() < 2 {
            return Err(wrong(TOO_FEW));
        }
        if versions.windows(2).any(|two| seats(&two[0].1) != seats(&two[1].1)) {
            return Err(wrong("games are compared that have the same number of seats"));
        }
        let version = |name: String, game: &Bound<'_, Game>, restriction: Option<&str>| {
            let rules = game.get().rules.clone();
            let entrants = seated(players, restriction, &rules)?;
            Ok((name, rules, entrants))
        };
        let plain = versions.iter().map(|(name, game)| version(name.clone(), game, None));
        let restricted =
            restrict.iter().map(|text| version(format!("{first}, {text}"), basis, Some(text)));
        let versions = plain.chain(restricted).collect::<PyResult<_>>()?;
        Ok(Counted::Comparison { versions, looks })
    }

    /// Everybody who is named against everybody else.
    fn tournament(game: &Bound<'_, Game>, players: &[String]) -> PyResult<Counted> {
        let game = game.get().rules.clone();
        let entrants = opponents(players, &game)?;
        Ok(Counted::Tournament { game, entrants })
    }

    /// How many of what the watcher counts so many games are.
    fn items(&self, games: u64) -> u64 {
        match self {
            Counted::Simulation { looks, .. } => games * (1 + u64::from(looks.lead.is_some())),
            Counted::Comparison { .. } => games,
            Counted::Tournament { entrants, .. } => {
                let others = entrants.len() as u64;
                games * (others * others.saturating_sub(1) / 2)
            }
        }
    }

    /// Plays the games from one number to before another, and counts.
    fn part(&self, range: Range, seed: u64, wanted: &Wanted) -> AnyPart {
        let goes_on = |done: u64| wanted.goes_on(done);
        let watcher: Option<Watcher<'_>> = Some(&goes_on);
        let Range { first, games, jobs } = range;
        match self {
            Counted::Simulation { game, entrants, looks } => {
                let seats = lent(entrants);
                let simulation =
                    Simulation { game, first, games, seed, seats: &seats, jobs, watcher };
                AnyPart::Simulation(Box::new(simulated(&simulation, *looks)))
            }
            Counted::Comparison { versions, looks } => {
                let versions = versions.iter().map(|(name, game, entrants)| Version {
                    name: name.clone(),
                    game,
                    seats: lent(entrants),
                });
                let (versions, looks) = (versions.collect(), *looks);
                let comparison =
                    Comparison { versions, first, deals: games, seed, jobs, watcher, looks };
                AnyPart::Comparison(Box::new(comparison.part()))
            }
            Counted::Tournament { game, entrants } => {
                let entrants = lent(entrants);
                let tournament =
                    Tournament { game, entrants, first, deals: games, seed, jobs, watcher };
                AnyPart::Tournament(Box::new(tournament.part()))
            }
        }
    }
}

/// Games by their numbers, and on how many threads: 0 for as many as there are processors.
#[derive(Clone, Copy)]
struct Range {
    first: u64,
    games: u64,
    jobs: usize,
}

fn simulated(simulation: &Simulation<'_>, looks: Looks) -> Part {
    let (tally, measures) = if looks.choices {
        let (tally, observing) = simulation.count::<(Tally, Observing)>();
        (tally, Some(observing.measures))
    } else {
        (simulation.run(), None)
    };
    let &Simulation { game, seats, first, games, seed, jobs, watcher } = simulation;
    // They are the same games once more.
    let goes_on = |done: u64| watcher.is_none_or(|watcher| watcher(games + done));
    let watcher: Option<Watcher<'_>> = Some(&goes_on);
    let following =
        |playouts| Following { game, seats, first, games, seed, playouts, jobs, watcher };
    let lead = looks.lead.map(|playouts| following(playouts).count().0);
    Part { setup: simulation.setup(), tally, measures, lead }
}

const TOO_FEW: &str = "a comparison takes two versions, or one and a restriction";

impl Job {
    /// Counts the games and says what the counts say. `tell` is called with how much is done, of
    /// [`Job::items`].
    pub fn whole(
        &self,
        py: Python<'_>,
        games: u64,
        jobs: usize,
        tell: Py<PyAny>,
    ) -> PyResult<Whole> {
        Ok(self.counted(py, Range { first: 0, games, jobs }, Some(tell))?.whole())
    }

    /// How much there is to be done for so many games.
    pub fn items(&self, games: u64) -> u64 {
        self.counted.items(games)
    }

    fn counted(&self, py: Python<'_>, range: Range, tell: Option<Py<PyAny>>) -> PyResult<AnyPart> {
        let (counted, seed) = (self.counted.clone(), self.seed);
        work(py, tell, move |wanted| counted.part(range, seed, wanted))
    }
}

#[pymethods]
impl Job {
    /// `kind`: `simulation`, `comparison` or `tournament`. `lead`: follows who leads, by so many
    /// games played on at random; 0 for by the score. `restrict`: the first version of a comparison
    /// once more for each of these.
    #[new]
    #[pyo3(signature = (kind, versions, players, seed=1, measure=false, lead=None,
        all_pairs=false, restrict=Vec::new()))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    pub fn new(
        py: Python<'_>,
        kind: &str,
        versions: Vec<(String, Py<Game>)>,
        players: Vec<String>,
        seed: u64,
        measure: bool,
        lead: Option<u32>,
        all_pairs: bool,
        restrict: Vec<String>,
    ) -> PyResult<Job> {
        let looks = Looks { choices: measure, lead, all_pairs };
        let bound: Vec<(String, Bound<'_, Game>)> =
            versions.iter().map(|(name, game)| (name.clone(), game.bind(py).clone())).collect();
        let counted = match (kind, bound.as_slice()) {
            ("simulation", [(_, game)]) => Counted::simulation(game, &players, looks)?,
            ("comparison", versions) => Counted::comparison(versions, &players, &restrict, looks)?,
            ("tournament", [(_, game)]) => Counted::tournament(game, &players)?,
            _ => return Err(wrong(format!("expected a kind and its games, found `{kind}`"))),
        };
        let made_of = MadeOf { kind: kind.to_owned(), versions, players, looks, restrict };
        Ok(Job { counted: Arc::new(counted), seed, made_of })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let MadeOf { kind, versions, players, looks, restrict } = &self.made_of;
        let versions = versions.iter().map(|(name, game)| (name.clone(), game.clone_ref(py)));
        let Looks { choices, lead, all_pairs } = *looks;
        let parts = (
            kind.clone(),
            versions.collect(),
            players.clone(),
            self.seed,
            choices,
            lead,
            all_pairs,
            restrict.clone(),
        );
        Ok((py.import("cardrun._restore")?.getattr("job")?, parts))
    }

    /// Whether players think, or every option is tried: then a game may take long.
    #[getter]
    fn thinks(&self) -> bool {
        let thinks = |entrants: &Entrants| entrants.iter().any(|one| !one.is_random());
        match &*self.counted {
            Counted::Simulation { entrants, looks, .. } => looks.lead.is_some() || thinks(entrants),
            Counted::Comparison { versions, looks } => {
                looks.lead.is_some() || versions.iter().any(|(.., entrants)| thinks(entrants))
            }
            Counted::Tournament { entrants, .. } => thinks(entrants),
        }
    }

    /// The seed of a game, with which it can be played again.
    fn seed_of(&self, game: u64) -> u64 {
        seed_of_game(self.seed, game)
    }

    /// Plays so many games from a number on: their report as JSON, without times.
    #[pyo3(signature = (first, games, jobs=0))]
    fn part(&self, py: Python<'_>, first: u64, games: u64, jobs: usize) -> PyResult<String> {
        let part = self.counted(py, Range { first, games, jobs }, None)?;
        py.detach(|| serde_json::to_string(&part.whole()).map_err(|error| wrong(error.to_string())))
    }
}

/// Reports of parts, added up.
#[pyclass(module = "cardrun", name = "Parts")]
#[derive(Default)]
pub struct Sum {
    part: Option<AnyPart>,
}

#[pymethods]
impl Sum {
    #[new]
    fn new() -> Sum {
        Sum::default()
    }

    /// Adds a report in JSON, of games that are not counted yet.
    fn add(&mut self, py: Python<'_>, report: &str) -> PyResult<()> {
        py.detach(|| {
            let part = AnyPart::read(report).map_err(wrong)?;
            self.part = Some(match &self.part {
                Some(sum) => sum.clone().merged(part).map_err(|apart| wrong(words(&apart)))?,
                None => part,
            });
            Ok(())
        })
    }

    /// The numbers of the games that are counted, in runs from one number to before another.
    #[getter]
    fn played(&self) -> Vec<(u64, u64)> {
        let played = match &self.part {
            Some(AnyPart::Simulation(part)) => part.tally.played.clone(),
            Some(AnyPart::Comparison(part)) => part.counts.played.clone(),
            Some(AnyPart::Tournament(part)) => {
                let first = part.pairs.first();
                first.map(|pair| pair.played.clone()).unwrap_or_default()
            }
            None => Ranges::default(),
        };
        played.runs().to_vec()
    }

    /// The report as the command writes it; none of no parts.
    #[pyo3(signature = (seconds=0.0))]
    fn report(&self, py: Python<'_>, seconds: f64) -> PyResult<Option<String>> {
        let Some(part) = &self.part else { return Ok(None) };
        py.detach(|| {
            let whole = part.clone().whole().timed(seconds);
            let text = serde_json::to_string_pretty(&whole);
            text.map(|text| Some(text + "\n")).map_err(|error| wrong(error.to_string()))
        })
    }
}

/// The page with charts that the command makes of a report in JSON.
#[pyfunction]
pub fn page(py: Python<'_>, report: &str) -> PyResult<String> {
    py.detach(|| Ok(cardrun::cli::page(&AnyPart::read(report).map_err(wrong)?.whole())))
}

fn words(apart: &Apart) -> String {
    match apart {
        Apart::Kind => "it is a report of another kind".to_owned(),
        Apart::Field { field, one, other } => {
            format!("it is no part of the same run: expected the {field} `{one}`, found `{other}`")
        }
        Apart::SameGames(from, to) => format!("the games {from}..{to} are counted already"),
        Apart::Measured => "it was measured in another way".to_owned(),
    }
}
