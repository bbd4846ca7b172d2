//! Players by the names that the command knows: `random`, `greedy`, `mcts:500`, `mcts:200ms`,
//! `random never call`, `exec:python3 player.py`.

use crate::errors::wrong;
use cardrun::cli::tools;
use cardrun::game::Game;
use cardrun::players::{Entrant, Kind, WrongKind};
use cardrun::runner::{Restricted, Rule};
use pyo3::prelude::*;

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
    let words: Vec<&str> = name.split_whitespace().collect();
    if let [kind @ .., rule, action] = words.as_slice()
        && let Some(rule) = rule_called(rule)
        && !kind.is_empty()
    {
        return restricted(plain(&kind.join(" "))?, rule, action, game);
    }
    match words.as_slice() {
        [] => Err(wrong("a player has no name")),
        [_] => plain(name.trim()),
        [program, ..] if program.starts_with("exec:") => plain(name.trim()),
        _ => Err(wrong(format!("expected a player such as `random never ACTION`, found `{name}`"))),
    }
}

fn plain(name: &str) -> PyResult<Box<dyn Entrant>> {
    match Kind::parse(name) {
        Ok(kind) => Ok(kind.entrant(&tools())),
        Err(WrongKind::Thinking) => Err(wrong(format!(
            "expected a number of iterations or a time behind `mcts:`, found `{name}`"
        ))),
        Err(WrongKind::NoCommand) => {
            Err(wrong(format!("expected a command behind `exec:`, found `{name}`")))
        }
        Err(WrongKind::Unknown) => Err(wrong(format!(
            "expected `random`, `greedy`, `mcts:500` or `exec:COMMAND`, found `{name}`"
        ))),
    }
}

fn rule_called(word: &str) -> Option<Rule> {
    [Rule::Never, Rule::Always].into_iter().find(|rule| rule.word() == word)
}

fn restricted(
    inner: Box<dyn Entrant>,
    rule: Rule,
    action: &str,
    game: &Game,
) -> PyResult<Box<dyn Entrant>> {
    if !game.program().actions.iter().any(|known| known.name == action) {
        return Err(wrong(format!("this game has no action `{action}`")));
    }
    Ok(Box::new(Restricted { inner, rule, action: action.to_owned() }))
}
