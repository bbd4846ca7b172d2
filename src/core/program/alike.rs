//! Actions that look alike where they are seen from outside.
#![deny(clippy::wildcard_enum_match_arm)]

use super::code::Shows;
use super::ids::UnitId;
use super::terms::NumId;
use super::{Action, Program, ValueKind};
use std::collections::BTreeSet;

/// Marks the actions of which one does not see by where their card goes that it was they: another
/// one of the same menu has a card, too, and sends cards to the same place.
pub(crate) fn mark_like_actions(program: &mut Program) {
    let code = program.code_of_units();
    let sent_to = |unit: UnitId| -> BTreeSet<NumId> {
        let ops = &program.code.as_slice()[code[unit].clone()];
        let movement = |shows: Shows| match shows {
            Shows::ByPlace(movement) => Some(program.movements[movement].to),
            Shows::Nothing | Shows::Something => None,
        };
        ops.iter().filter_map(|op| movement(op.shows())).collect()
    };
    let sent: Vec<BTreeSet<NumId>> = program
        .actions
        .iter()
        .map(|action| action.unit.filter(|_| has_card(action)).map(sent_to).unwrap_or_default())
        .collect();
    let mut alike = BTreeSet::new();
    for site in &program.sites {
        let actions = || site.menu.iter().map(|entry| entry.action);
        for (one, other) in actions().flat_map(|one| actions().map(move |other| (one, other))) {
            let is_other = program.actions[one].name != program.actions[other].name;
            if is_other && !sent[one.index()].is_disjoint(&sent[other.index()]) {
                alike.insert(one);
            }
        }
    }
    for action in alike {
        program.actions[action].has_like = true;
    }
}

/// Whether somebody who chooses an action chooses a card with it.
fn has_card(action: &Action) -> bool {
    action.chosen(0).any(|parameter| parameter.kind == ValueKind::Card)
}
