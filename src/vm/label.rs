//! Options in words that programs and people can read: `play 2H`, `swap_cards 3H 5D`. A card that the chooser does not know is
//! named by its place.

use super::ask::{Asked, Choice, Chosen, unpack_bag};
use super::state::State;
use crate::program::{Domain, Program, ValueKind};
use crate::value::{Card, NONE, Seat, Slot};

/// A choice as records write it. `viewer`: who must not learn more than it knows; `None` where nobody keeps knowledge.
pub(super) fn choice(
    program: &Program,
    state: &State,
    asked: Asked<'_>,
    choice: &Choice,
    viewer: Option<Seat>,
) -> String {
    let values = || choice.values[..choice.count as usize].iter();
    match choice.what {
        Chosen::Pass => "pass".into(),
        Chosen::Done => "done".into(),
        Chosen::Enough => "enough".into(),
        Chosen::Entry(entry) => {
            let action = &program.actions[asked.site.menu[entry as usize].action as usize];
            let mut words = vec![action.name.clone()];
            let chosen = action.parameters.iter().filter(|p| !matches!(p.domain, Domain::Given(..)));
            words.extend(chosen.zip(values()).map(|(p, &v)| parameter(program, state, p, v, viewer)));
            words.join(" ")
        }
        Chosen::Further | Chosen::Member(_) => {
            let entry = (state.num(asked.part) - 1).max(0) as usize;
            let action = &program.actions[asked.site.menu[entry].action as usize];
            let next = state.num(asked.part + 1) as usize;
            if let Chosen::Member(one) = choice.what {
                return value(program, state, action.parameters[next].kind, i32::from(one), viewer);
            }
            let rest = action.parameters[next..].iter().filter(|p| !matches!(p.domain, Domain::Given(..)));
            rest.zip(values()).map(|(p, &v)| parameter(program, state, p, v, viewer)).collect::<Vec<_>>().join(" ")
        }
    }
}

fn parameter(
    program: &Program,
    state: &State,
    parameter: &crate::program::Parameter,
    given: i32,
    viewer: Option<Seat>,
) -> String {
    if !matches!(parameter.domain, Domain::Bag { .. }) {
        return value(program, state, parameter.kind, given, viewer);
    }
    let words = unpack_bag(given);
    let words = words.as_slice().iter().map(|&word| value(program, state, parameter.kind, word, viewer));
    words.collect::<Vec<_>>().join("+")
}

/// One scalar in words.
pub fn value(program: &Program, state: &State, kind: ValueKind, value: i32, viewer: Option<Seat>) -> String {
    if value == NONE {
        return "none".into();
    }
    match kind {
        ValueKind::Number => value.to_string(),
        ValueKind::Flag => if value == 1 { "yes" } else { "no" }.into(),
        ValueKind::Word(list) => {
            program.lists[list as usize].words.get(value as usize).cloned().unwrap_or_else(|| value.to_string())
        }
        ValueKind::Card => card(program, state, value as Card, viewer),
        ValueKind::Slot => slot(program, state, value as Slot),
        ValueKind::Player | ValueKind::Team => (value + 1).to_string(),
        ValueKind::Text => program.sentences.get(value as usize).cloned().unwrap_or_default(),
    }
}

fn card(program: &Program, state: &State, card: Card, viewer: Option<Seat>) -> String {
    let m = &program.memory;
    let named = program.cards[card as usize].name.clone();
    match (viewer, state.slot_of(card)) {
        (Some(seat), Some(place)) if !state.knows(m, seat, card) => {
            let height = state.stack(place).position(|c| c == card).unwrap_or(0);
            format!("{}#{}", slot(program, state, place), height + 1)
        }
        (Some(_) | None, _) => named,
    }
}

/// A slot as records name it: `units.2.3` is the third slot of the second player's row, `board.2.3` row 2, column 3.
pub fn slot(program: &Program, state: &State, slot: Slot) -> String {
    let Some(instance) = state.instance_of(program, slot) else { return "nowhere".into() };
    let index = state.slots_of(program, instance).position(|s| s == slot).unwrap_or(0);
    place(program, instance, index as u8)
}

/// A place by its instance and the number of its slot.
pub fn place(program: &Program, instance: u16, index: u8) -> String {
    let zone = &program.zones[program.instances[instance as usize].zone as usize];
    let name = program.instance_name(instance);
    match zone.grid(&program.lists) {
        Some((1, _)) => format!("{name}.{}", index + 1),
        Some((_, columns)) => format!("{name}.{}.{}", index / columns + 1, index % columns + 1),
        None if zone.is_single() => name,
        None => format!("{name}.{}", index + 1),
    }
}
