//! What a seat may know of a game as it stands, taken out of the state: the only thing that is put on the screen.

use crate::layout::model::{Per, Shape};
use crate::program::{Program, ValueKind};
use crate::value::{Card, NONE, Seat, Slot};
use crate::vm::State;

/// The table from one seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub places: Vec<Place>,
    pub values: Vec<Value>,
    /// Phases that are running or have run, with how often.
    pub phases: Vec<(u16, i32)>,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub instance: u16,
    pub slots: Vec<Stack>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    pub slot: Slot,
    /// From the bottom up, in the order in which this seat may know them.
    pub cards: Vec<Seen>,
    /// Marks of the slot that are not at their default.
    pub marks: Vec<(u16, i32)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// `None`: this seat does not know which card it is.
    pub card: Option<Card>,
    pub face_up: bool,
    pub marks: Vec<(u16, i32)>,
}

/// A variable of one owner that has a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub variable: u16,
    pub owner: u8,
    /// One, or the words of a bag.
    pub values: Vec<i32>,
}

impl View {
    /// `eyes`: seats, a bit each; a card is shown when all of them know it.
    pub fn of(program: &Program, state: &State, eyes: u32) -> View {
        View {
            places: (0..program.instances.len()).map(|i| place(program, state, eyes, i as u16)).collect(),
            values: values(program, state),
            phases: program
                .phases
                .iter()
                .enumerate()
                .map(|(i, p)| (i as u16, state.num(p.number_at as usize)))
                .collect(),
        }
    }
}

impl Place {
    pub fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.cards.len()).sum()
    }
}

fn place(program: &Program, state: &State, eyes: u32, instance: u16) -> Place {
    let slots = state.slots_of(program, instance).map(|slot| stack(program, state, eyes, instance, slot)).collect();
    Place { instance, slots }
}

fn stack(program: &Program, state: &State, eyes: u32, instance: u16, slot: Slot) -> Stack {
    let m = &program.memory;
    let zone = &program.zones[program.instances[instance as usize].zone as usize];
    let mut cards: Vec<Seen> = state.stack(m, slot).map(|card| seen(program, state, eyes, card)).collect();
    if zone.shape == Shape::Set {
        // Cards without an order: known ones as the zone sorts them, the others behind them, so that places tell nothing.
        cards.sort_by_key(|c| (c.card.is_none(), c.card.map(|card| sort_key(program, &zone.sort, card)), c.face_up));
    }
    Stack { slot, cards, marks: marks(program, state, true, slot, |_| true) }
}

fn seen(program: &Program, state: &State, eyes: u32, card: Card) -> Seen {
    let m = &program.memory;
    let known = (0..program.seats).filter(|seat| eyes >> seat & 1 == 1).all(|seat| state.knows(m, seat, card));
    Seen {
        card: known.then_some(card),
        face_up: state.is_face_up(m, card),
        marks: marks(program, state, false, card, |secret| known || !secret),
    }
}

fn sort_key(program: &Program, sort: &[u16], card: Card) -> (Vec<i32>, Card) {
    // Without an order of its own a zone's cards stand in the order of the deck: by arrival would tell who was drawn when.
    (sort.iter().map(|&a| program.attributes[a as usize].values[card as usize]).collect(), card)
}

/// Marks of a slot or card that are not at their default, as far as they may be seen.
fn marks(
    program: &Program,
    state: &State,
    of_slots: bool,
    thing: u8,
    may_see: impl Fn(bool) -> bool,
) -> Vec<(u16, i32)> {
    let marks = program.marks.iter().enumerate().filter(|(_, mark)| mark.of_slots == of_slots && may_see(mark.secret));
    let valued = marks.filter_map(|(i, mark)| {
        let value = match mark.kind {
            ValueKind::Flag => i32::from(state.set(mark.at as usize).contains(thing)),
            _ => state.num(mark.at as usize + thing as usize),
        };
        let default = if mark.kind == ValueKind::Flag { 0 } else { mark.default };
        (value != default && value != NONE).then_some((i as u16, value))
    });
    valued.collect()
}

fn values(program: &Program, state: &State) -> Vec<Value> {
    let mut found = Vec::new();
    for (i, variable) in program.variables.iter().enumerate() {
        for owner in 0..variable.owners {
            let at = (variable.at + u32::from(owner) * variable.words()) as usize;
            let values: Vec<i32> = match variable.bag {
                true => (1..=state.num(at).max(0) as usize).map(|n| state.num(at + n)).collect(),
                false => vec![state.num(at)],
            };
            if values.iter().any(|v| *v != NONE) {
                found.push(Value { variable: i as u16, owner, values });
            }
        }
    }
    found
}

/// Which owner's part of the table a seat is: its own zones, and its team's.
pub fn is_own(program: &Program, per: Per, owner: u8, seat: Option<Seat>) -> bool {
    match (per, seat) {
        (Per::Table, _) | (_, None) => false,
        (Per::Player, Some(seat)) => owner == seat,
        (Per::Team, Some(seat)) => owner == program.team(seat),
    }
}
