//! Players by the names that the command knows: `random`, `greedy`, `mcts:500`, `mcts:200ms`,
//! `random never call`.

use crate::errors::wrong;
use cardrun::game::Game;
use cardrun::players::{Entrant, Kind, Tools, WrongKind};
use cardrun::runner::{Restricted, Rule};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// Those who play, one for each seat or one for all.
pub type Entrants = Vec<Box<dyn Entrant>>;

pub fn all(names: &[String], game: &Game) -> PyResult<Entrants> {
    names.iter().map(|name| one(name, game)).collect()
}

/// As the engine takes them.
pub fn lent(entrants: &[Box<dyn Entrant>]) -> Vec<&dyn Entrant> {
    entrants.iter().map(|entrant| &**entrant).collect()
}

pub fn one(name: &str, game: &Game) -> PyResult<Box<dyn Entrant>> {
    let parts: Vec<&str> = name.split_whitespace().collect();
    let [kind, rest @ ..] = parts.as_slice() else { return Err(wrong("a player has no name")) };
    let plain = plain(kind)?;
    match rest {
        [] => Ok(plain),
        [rule, action] => restricted(plain, rule, action, game),
        _ => Err(no_restriction(name)),
    }
}

fn plain(name: &str) -> PyResult<Box<dyn Entrant>> {
    match Kind::parse(name) {
        Ok(Kind::Exec { .. }) | Err(WrongKind::NoCommand) => Err(wrong(
            "programs that play are started by the command alone: here ask them yourself, and \
             `apply` what they answer",
        )),
        Ok(kind) => Ok(kind.entrant(&tools())),
        Err(WrongKind::Thinking) => Err(wrong(format!(
            "expected a number of iterations or a time behind `mcts:`, found `{name}`"
        ))),
        Err(WrongKind::Unknown) => {
            Err(wrong(format!("expected `random`, `greedy` or `mcts:500`, found `{name}`")))
        }
    }
}

fn restricted(
    inner: Box<dyn Entrant>,
    rule: &str,
    action: &str,
    game: &Game,
) -> PyResult<Box<dyn Entrant>> {
    let known = [Rule::Never, Rule::Always].into_iter().find(|known| known.word() == rule);
    let rule = known.ok_or_else(|| no_restriction(&format!("{rule} {action}")))?;
    if !game.program().actions.iter().any(|known| known.name == action) {
        return Err(wrong(format!("this game has no action `{action}`")));
    }
    Ok(Box::new(Restricted { inner, rule, action: action.to_owned() }))
}

fn no_restriction(found: &str) -> PyErr {
    wrong(format!("expected a player such as `random never ACTION`, found `{found}`"))
}

fn tools() -> Tools {
    let begun = Instant::now();
    let launch = |_: &str, _| Err("programs are started by the command alone".to_owned());
    Tools { clock: Arc::new(move || begun.elapsed()), launch: Arc::new(launch) }
}
