//! Simulations, comparisons, tournaments, solutions: the command's, with the command's numbers.

use crate::errors::wrong;
use crate::players::{Entrants, all, lent};
use crate::work::{Wanted, work};
use cardrun::game::Game;
use cardrun::runner::{
    Compared, Comparison, Entrant, Following, Looks, Observing, Random, Report, Simulation,
    Standings, Tally, Tournament, Version,
};
use cardrun::solve::{Aim, Solution, solve as solve_game};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::time::Instant;

/// How many games, with which chance, played by whom, on how many threads.
pub struct Many {
    pub games: u64,
    pub seed: u64,
    pub players: Vec<String>,
    pub jobs: usize,
}

/// The players of each seat: those named, used over and over; random ones where nobody is named.
fn seated(many: &Many, game: &Game) -> PyResult<Entrants> {
    let seats = usize::from(game.program().seats);
    if many.players.is_empty() {
        return Ok((0..seats).map(|_| Box::new(Random) as Box<dyn Entrant>).collect());
    }
    if many.players.len() > seats {
        return Err(wrong(format!(
            "expected at most {seats} players, found {}",
            many.players.len()
        )));
    }
    let names: Vec<String> = many.players.iter().cycle().take(seats).cloned().collect();
    all(&names, game)
}

/// `close`: looks at every game closely. `lead`: follows who leads, by so many games played on at
/// random; 0 for by the score.
pub fn sim(
    py: Python<'_>,
    game: Game,
    many: Many,
    close: bool,
    lead: Option<u32>,
) -> PyResult<Report> {
    if lead == Some(0) && game.program().score.is_none() {
        return Err(wrong("these rules have no score to go by: expected a number above 0"));
    }
    let entrants = seated(&many, &game)?;
    work(py, move |wanted| simulate(&game, &many, &entrants, (close, lead), wanted))
}

fn simulate(
    game: &Game,
    many: &Many,
    entrants: &[Box<dyn Entrant>],
    (close, lead): (bool, Option<u32>),
    wanted: &Wanted,
) -> Report {
    let begun = Instant::now();
    let seats = lent(entrants);
    let goes_on = |_| wanted.goes_on();
    let &Many { games, seed, jobs, .. } = many;
    let watcher: Option<cardrun::runner::Watcher<'_>> = Some(&goes_on);
    let simulation = Simulation { game, first: 0, games, seed, seats: &seats, jobs, watcher };
    let (tally, measures) = if close {
        let (tally, observing) = simulation.count::<(Tally, Observing)>();
        (tally, Some(observing.measures))
    } else {
        (simulation.run(), None)
    };
    let following = |playouts| {
        let first = 0;
        Following { game, seats: &seats, first, games, seed, playouts, jobs, watcher }
    };
    let lead = lead.map(|playouts| following(playouts).count().0);
    let report = Report::of(simulation.setup(), tally, measures).with_lead(lead);
    report.timed(begun.elapsed().as_secs_f64())
}

/// Versions by their names, the first being what the others are held against.
pub fn compare(
    py: Python<'_>,
    versions: Vec<(String, Game)>,
    many: Many,
    looks: Looks,
) -> PyResult<Compared> {
    let seats = |game: &Game| game.program().seats;
    if versions.windows(2).any(|two| seats(&two[0].1) != seats(&two[1].1)) {
        return Err(wrong("games are compared that have the same number of seats"));
    }
    let entrants = versions
        .iter()
        .map(|(_, game)| seated(&many, game))
        .collect::<PyResult<Vec<Entrants>>>()?;
    work(py, move |wanted| {
        let begun = Instant::now();
        let goes_on = |_| wanted.goes_on();
        let seated = versions.iter().zip(&entrants);
        let seated = seated.map(|((name, game), entrants)| Version {
            name: name.clone(),
            game,
            seats: lent(entrants),
        });
        let comparison = Comparison {
            versions: seated.collect(),
            first: 0,
            deals: many.games,
            seed: many.seed,
            jobs: many.jobs,
            watcher: Some(&goes_on),
            looks,
        };
        let compared = comparison.run();
        Compared { seconds: begun.elapsed().as_secs_f64(), ..compared }
    })
}

/// Everybody who is named against everybody else.
pub fn tournament(py: Python<'_>, game: Game, many: Many) -> PyResult<Standings> {
    if many.players.len() < 2 {
        return Err(wrong("a tournament takes two entrants or more"));
    }
    let program = game.program();
    let sides = if program.cooperative { 1 } else { program.teams };
    if sides != 2 {
        return Err(wrong(format!("expected a game of two sides, found {sides}")));
    }
    let entrants = all(&many.players, &game)?;
    work(py, move |wanted| {
        let begun = Instant::now();
        let goes_on = |_| wanted.goes_on();
        let tournament = Tournament {
            game: &game,
            entrants: lent(&entrants),
            first: 0,
            deals: many.games,
            seed: many.seed,
            jobs: many.jobs,
            watcher: Some(&goes_on),
        };
        let standings = tournament.run();
        Standings { seconds: begun.elapsed().as_secs_f64(), ..standings }
    })
}

pub fn solve(py: Python<'_>, game: Game, aim: Aim) -> PyResult<Solution> {
    let solved = work(py, move |_| solve_game(&game, &aim))?;
    solved.map_err(|unsolved| PyRuntimeError::new_err(unsolved.to_string()))
}
