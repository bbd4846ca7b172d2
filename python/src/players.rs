//! Players by the names that the command knows: `random`, `greedy`, `mcts:500`, `mcts:200ms`,
//! `random never call`, `exec:python3 player.py`.

use crate::errors::wrong;
use cardrun::cli;
use cardrun::game::Game;
use cardrun::players::Entrant;
use pyo3::prelude::*;

/// The players of a game, or of a tournament.
pub type Entrants = Vec<Box<dyn Entrant>>;

/// The players of each seat: those named, over and over; random ones where nobody is named.
pub fn seated(names: &[String], restriction: Option<&str>, game: &Game) -> PyResult<Entrants> {
    let seats = usize::from(game.program().seats);
    if names.len() > seats {
        return Err(wrong(format!("expected at most {seats} players, found {}", names.len())));
    }
    cli::seated(names, restriction, game).map_err(wrong)
}

/// Everybody who is named against everybody else.
pub fn opponents(names: &[String], game: &Game) -> PyResult<Entrants> {
    cli::opponents(names, game).map_err(wrong)
}

/// The entrants as the engine takes them.
pub fn lent(entrants: &[Box<dyn Entrant>]) -> Vec<&dyn Entrant> {
    entrants.iter().map(|entrant| &**entrant).collect()
}
