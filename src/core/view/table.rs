//! The table as those who look know it, by the numbers of the program: what [`super::View`] is made
//! of, and what events are followed on.

use crate::game::{Observation, Plain, SeenCard, SeenMark, SeenSlot, SeenZone};
use crate::program::{Phase, Program};
use crate::tabletop::ids::{AttributeId, InstanceId, PhaseId, VariableId};
use crate::tabletop::{Per, Shape};
use crate::value::{Card, Seat};
use crate::vm::label;

/// The table as those who look know it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub zones: Vec<ZoneSeen>,
    pub values: Vec<Value>,
    /// The phases that are running and their numbers, the outermost first.
    pub course: Vec<(PhaseId, i32)>,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneSeen {
    pub instance: InstanceId,
    pub slots: Vec<Pile>,
}

/// What lies in a slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pile {
    /// As records name it: `board.2.3`.
    pub name: String,
    /// The cards from the bottom up; in a zone without an order as the zone sorts them, unknown
    /// ones last.
    pub cards: Vec<Seen>,
    pub marks: Vec<SeenMark>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// `None`: it is not known which card it is.
    pub card: Option<Card>,
    pub face_up: bool,
    pub marks: Vec<SeenMark>,
}

/// A variable of one owner that has a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub variable: VariableId,
    pub owner: u8,
    pub value: Plain,
}

impl Table {
    pub fn of(program: &Program, seen: &Observation) -> Table {
        let zone = |(instance, zone): (usize, &SeenZone)| {
            let instance = InstanceId::new(instance);
            let slots = zone.slots.iter().enumerate();
            let pile = |(i, slot)| pile(program, instance, i as u8, slot);
            ZoneSeen { instance, slots: slots.map(pile).collect() }
        };
        Table {
            zones: seen.zones.iter().enumerate().map(zone).collect(),
            values: constants(program).chain(values(program, seen)).collect(),
            course: course(program, seen),
        }
    }

    /// The pile of this name.
    pub fn pile(&self, name: &str) -> Option<&Pile> {
        self.zones.iter().flat_map(|zone| &zone.slots).find(|pile| pile.name == name)
    }

    /// Where a known card lies, as far as it is seen.
    pub fn card(&self, card: Card) -> Option<&Seen> {
        let piles = self.zones.iter().flat_map(|zone| &zone.slots);
        piles.flat_map(|pile| &pile.cards).find(|seen| seen.card == Some(card))
    }
}

/// Rounds, turns and the like: phases that have parts of their own. The parts are seen by what
/// happens in them.
pub fn is_course(phase: &Phase) -> bool {
    !phase.children.is_empty() && phase.name != "game"
}

/// Where the game is: the phases that run, as far as they are worth a heading.
fn course(program: &Program, seen: &Observation) -> Vec<(PhaseId, i32)> {
    let running = seen.phases.iter().filter_map(|phase| {
        let number = program.phases.iter().position(|known| known.name == phase.name)?;
        Some((PhaseId::new(number), phase.number))
    });
    running.filter(|(phase, _)| is_course(&program.phases[*phase])).collect()
}

impl ZoneSeen {
    pub fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.cards.len()).sum()
    }
}

fn pile(program: &Program, instance: InstanceId, index: u8, slot: &SeenSlot) -> Pile {
    let zone = &program.zones[program.instances[instance].zone];
    let mut cards: Vec<Seen> = slot.cards.iter().map(seen).collect();
    if zone.shape == Shape::Set {
        let key = |seen: &Seen| seen.card.map(|card| sort_key(program, &zone.sort, card));
        cards.sort_by_key(|seen| (seen.card.is_none(), key(seen)));
    }
    Pile { name: label::place(program, instance, index), cards, marks: slot.marks.clone() }
}

fn seen(card: &SeenCard) -> Seen {
    Seen { card: card.known.id(), face_up: card.face_up, marks: card.marks.clone() }
}

fn sort_key(program: &Program, sort: &[AttributeId], card: Card) -> (Vec<i32>, Card) {
    (sort.iter().map(|&a| program.attributes[a].values[card as usize]).collect(), card)
}

fn values<'a>(program: &'a Program, seen: &'a Observation) -> impl Iterator<Item = Value> + 'a {
    let found = seen.variables.iter().filter(|v| v.value != Plain::Nothing);
    found.filter_map(|v| {
        let variable = program.variables.find(|known| known.name == v.name)?;
        Some(Value {
            variable,
            owner: v.owner.map_or(0, |owner| owner - 1),
            value: v.value.clone(),
        })
    })
}

/// What the layout fixes for each owner is no secret, and nothing that is observed.
fn constants(program: &Program) -> impl Iterator<Item = Value> + '_ {
    let fixed = program.variables.iter().enumerate().filter(|(_, v)| v.fixed && !v.bag);
    fixed.flat_map(move |(i, v)| {
        let owners = v.defaults.iter().enumerate();
        owners.map(move |(owner, &value)| Value {
            variable: VariableId::new(i),
            owner: owner as u8,
            value: Plain::timeless(program, v.kind, value),
        })
    })
}

/// Whether something of this owner is a seat's own, or its team's.
pub fn is_own(program: &Program, per: Per, owner: u8, seat: Option<Seat>) -> bool {
    match (per, seat) {
        (Per::Table, _) | (_, None) => false,
        (Per::Player, Some(seat)) => owner == seat,
        (Per::Team, Some(seat)) => owner == program.team(seat),
    }
}
