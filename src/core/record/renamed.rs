//! Actions that a game calls otherwise than a record of it does.

use super::against::{End, Retold, action, against};
use super::line::Line;
use super::read::Record;
use crate::game::Game;
use crate::value::Seat;
use std::collections::BTreeSet;

/// An action that is called otherwise by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// As the record calls it.
    pub was: String,
    /// As the game does.
    pub is: String,
    /// Who chose it first in the record.
    pub by: Seat,
}

impl Record {
    /// Plays the choices of this record again in `game`, as [`against`] does, and calls actions as
    /// the game does where the record names some that the game does not have: what was renamed. An
    /// action is taken for one that the record never names, and that takes the same values where
    /// the other one was chosen first: for the only one, or for that in the same place of as many
    /// options.
    pub fn retell(&mut self, game: &Game, most: Option<usize>) -> (Retold, Vec<Renamed>) {
        let mut all = Vec::new();
        // Each is renamed once, to what the game has.
        loop {
            let retold = against(game, self, most);
            let Some(renamed) = self.renamed(&retold) else { return (retold, all) };
            self.rename_action(&renamed.was, &renamed.is);
            all.push(renamed);
        }
    }

    /// The action that a record was stopped at for want of its name.
    fn renamed(&self, retold: &Retold) -> Option<Renamed> {
        let End::Refused(choice) = &retold.end else { return None };
        let (was, values) = apart(&choice.value);
        let actions = &retold.play.game().program().actions;
        let is_action = |name: &str| actions.iter().any(|action| action.name == name);
        if matches!(was, "pass" | "done") || is_action(was) {
            return None;
        }
        let by = choice.seat()?;
        let (now, named) = (retold.play.options(by), self.actions_named());
        let fits = |option: &str| {
            let (name, with) = apart(option);
            (with == values && is_action(name) && !named.contains(name)).then(|| name.to_owned())
        };
        let place = choice.options.iter().position(|option| *option == choice.value);
        let in_place = place.filter(|_| now.len() == choice.options.len()).map(|at| &now[at]);
        let only = || {
            let mut all = now.iter().filter_map(|option| fits(option));
            all.next().filter(|_| all.next().is_none())
        };
        let is = in_place.and_then(|option| fits(option)).or_else(only)?;
        Some(Renamed { was: was.to_owned(), is, by })
    }

    /// The actions of all choices and offers.
    fn actions_named(&self) -> BTreeSet<&str> {
        let mut named = BTreeSet::new();
        for line in &self.lines {
            if let Line::Choice { value, .. } = line {
                named.insert(action(value));
            } else if let Line::Offer { options, .. } = line {
                named.extend(options.values().flatten().map(|option| action(option)));
            }
        }
        named
    }
}

/// The action of a choice, and its values.
fn apart(choice: &str) -> (&str, &str) {
    choice.split_at(action(choice).len())
}
