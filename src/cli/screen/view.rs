//! What is put on the screen of a game as it stands: made of what seats observe, and of what all
//! have seen happen.

use crate::game::{Observation, Plain, Play, SeenCard, SeenMark, SeenSlot, SeenZone};
use crate::program::{Phase, Program};
use crate::tabletop::Per;
use crate::tabletop::ids::{AttributeId, InstanceId, PhaseId, VariableId};
use crate::value::{Card, Narrow, Seat};
use crate::vm::label;

/// The table as one seat, or several together, know it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub places: Vec<Place>,
    pub values: Vec<Value>,
    /// The phases that are running and their numbers, the outermost first.
    pub course: Vec<(PhaseId, i32)>,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub instance: InstanceId,
    pub slots: Vec<Stack>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// The place as records name it: `board.2.3`.
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

impl View {
    /// What at least one of these seats knows.
    pub fn of(play: &Play, seats: &[Seat]) -> View {
        let program = play.game().program();
        let observers: Vec<Observation> = seats.iter().map(|seat| play.observe(*seat)).collect();
        let Some(first) = observers.first() else { return View::default() };
        let zones = |i: usize| observers.iter().map(|o| &o.zones[i]).collect::<Vec<_>>();
        View {
            places: (0..first.zones.len())
                .map(|i| place(program, InstanceId::new(i), &zones(i)))
                .collect(),
            values: constants(program).chain(values(program, first)).collect(),
            course: course(program, first),
        }
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

impl Place {
    pub fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.cards.len()).sum()
    }
}

fn place(program: &Program, instance: InstanceId, seen: &[&SeenZone]) -> Place {
    let slots = |i: usize| seen.iter().map(|zone| &zone.slots[i]).collect::<Vec<_>>();
    Place {
        instance,
        slots: (0..seen[0].slots.len())
            .map(|i| stack(program, instance, i.to_u8(), &slots(i)))
            .collect(),
    }
}

fn stack(program: &Program, instance: InstanceId, index: u8, seen: &[&SeenSlot]) -> Stack {
    let zone = &program.zones[program.instances[instance].zone];
    let marks = seen.iter().map(|slot| &slot.marks).max_by_key(|marks| marks.len());
    let cards = match zone.shape {
        crate::tabletop::Shape::Set => unordered(program, &zone.sort, seen),
        _ => ordered(seen),
    };
    Stack {
        name: label::place(program, instance, index),
        cards,
        marks: marks.cloned().unwrap_or_default(),
    }
}

/// Card by card from the bottom up, each from whoever knows it.
fn ordered(seen: &[&SeenSlot]) -> Vec<Seen> {
    let best = |i: usize| {
        let cards = seen.iter().map(|slot| &slot.cards[i]);
        cards.max_by_key(|card| card.known.id().is_some()).map(plain_card)
    };
    (0..seen[0].cards.len()).filter_map(best).collect()
}

fn plain_card(card: &SeenCard) -> Seen {
    Seen { card: card.known.id(), face_up: card.face_up, marks: card.marks.clone() }
}

/// All cards that somebody knows, sorted; behind them as many unknown ones as are left.
fn unordered(program: &Program, sort: &[AttributeId], seen: &[&SeenSlot]) -> Vec<Seen> {
    let mut known: Vec<Seen> = Vec::new();
    for card in seen.iter().flat_map(|slot| &slot.cards).filter(|card| card.known.id().is_some()) {
        if !known.iter().any(|other| other.card == card.known.id()) {
            known.push(plain_card(card));
        }
    }
    known.sort_by_key(|seen| seen.card.map(|card| sort_key(program, sort, card)));
    let most =
        seen.iter().max_by_key(|slot| slot.cards.iter().filter(|c| c.known.id().is_some()).count());
    let unknown = most
        .iter()
        .flat_map(|slot| &slot.cards)
        .filter(|card| card.known.id().is_none())
        .map(plain_card);
    let left = seen[0].cards.len() - known.len();
    known.extend(unknown.take(left).collect::<Vec<_>>());
    known
}

fn sort_key(program: &Program, sort: &[AttributeId], card: Card) -> (Vec<i32>, Card) {
    (sort.iter().map(|&a| program.attributes[a].values[usize::from(card)]).collect(), card)
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
            owner: owner.to_u8(),
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
