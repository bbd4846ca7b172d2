//! What a seat may know: all that a person, a bot or a web page is ever given of a game.

use super::copies::Copies;
use super::plain::Plain;
use super::sight::{Marked, Pile, Piles, Seen, SeenValue, Sight};
use crate::program::{Mark, Program};
use crate::tabletop::Shape;
use crate::tabletop::ids::{InstanceId, OwnerId, PhaseId, VariableId};
use crate::value::{Card, Narrow, Seat, SeatSet, Slot};
use crate::vm::{State, label};
use serde::Serialize;
use smallvec::SmallVec;

/// A game as one seat knows it. Two observations are equal when the seat cannot tell the games
/// apart, but for what it remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Observation {
    /// Seats and teams are counted from 1 here, as in records.
    pub seat: u8,
    pub zones: Vec<SeenZone>,
    pub variables: Vec<SeenVariable>,
    /// Whose turn it is.
    pub active: Option<u8>,
    /// Whether turns go round backwards.
    pub backwards: bool,
    /// The phases that are running, the outermost first.
    pub phases: Vec<SeenPhase>,
    /// Who chooses now. Who of these has already chosen is not told.
    pub choosing: Vec<u8>,
    /// What this seat has already chosen in this choice, whole or in part.
    pub committed: Option<String>,
    pub over: bool,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeenZone {
    /// As in records: `hand.1`, `deck`.
    pub name: String,
    /// Its name in the layout: `hand`.
    pub zone: String,
    /// A player's seat or a team's number; null for zones of the table.
    pub owner: Option<u8>,
    /// `set`, `pile`, `one`, `row`, `slots` or `grid`.
    pub shape: &'static str,
    /// Columns of a grid; 0 for other shapes.
    pub columns: u16,
    /// One for a set, a pile or a place for one card; a grid's run row by row.
    pub slots: Vec<SeenSlot>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeenSlot {
    /// From the bottom up. In a set, which has no order: the cards that the seat knows first, then
    /// the others, by their marks; where these are chosen from, they have numbers in this order.
    pub cards: Vec<SeenCard>,
    pub marks: Vec<SeenMark>,
}

/// A card in its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SeenCard {
    /// The card, as [`Copies`] numbers it, and its name; null for a card that the seat does not
    /// know.
    #[serde(flatten)]
    pub known: Known,
    pub face_up: bool,
    pub marks: Vec<SeenMark>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Known {
    Card { id: Card, card: String },
    Hidden { card: () },
}

impl Known {
    pub const HIDDEN: Known = Known::Hidden { card: () };

    pub fn id(&self) -> Option<Card> {
        match self {
            Known::Card { id, .. } => Some(*id),
            Known::Hidden { .. } => None,
        }
    }
}

/// A mark that is not at its default.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SeenMark {
    pub name: String,
    pub value: Plain,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeenVariable {
    pub(crate) name: String,
    /// A player's seat, a team's number or that of a list's word; null for variables of the table.
    pub(crate) owner: Option<u8>,
    /// The word of the list that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<String>,
    pub(crate) value: Plain,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeenPhase {
    pub name: String,
    /// How often it was entered since the phase around it was.
    pub number: i32,
}

/// Whose eyes a game is looked at with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    Seat(Seat),
    /// Several seats at one screen, or somebody who looks on: what all of them know.
    Together(SeatSet),
    /// Whatever any seat knows: for a game that is over and looked at again.
    All,
}

impl Eyes {
    /// The eyes of somebody who looks on in a game of so many `seats`: they know what everybody
    /// knows.
    pub fn of_onlooker(seats: u8) -> Eyes {
        Eyes::Together(SeatSet::first(seats.max(1)))
    }

    /// The seat that looks, where it is one alone.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Together(_) | Eyes::All => None,
        }
    }
}

pub(super) struct Observer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) eyes: Eyes,
    /// As the observation numbers who looks.
    pub(crate) number: u8,
}

impl Observer<'_> {
    /// What lies in a zone of one owner, slot by slot.
    pub(crate) fn piles(&self, instance: InstanceId) -> Piles {
        let shape = &self.program.zones[self.program.instances[instance].zone].shape;
        let slots = self.state.slots_of(self.program, instance);
        slots.map(|slot| self.pile(slot, shape)).collect()
    }

    /// The cards of a zone of one owner, as they lie.
    pub(crate) fn cards(&self, instance: InstanceId) -> impl Iterator<Item = Card> {
        self.state.slots_of(self.program, instance).flat_map(|slot| self.state.stack(slot))
    }

    /// All else that is seen, by the numbers of the program.
    pub(crate) fn sight(&self) -> Sight {
        let value = |(variable, of)| SeenValue {
            variable,
            owner: of,
            value: self.variable(&self.program.variables[variable], of),
        };
        Sight {
            values: self.changing().map(value).collect(),
            phases: self.running().collect(),
            active: self.active(),
            backwards: self.state.is_backwards(),
            choosing: self.choosing(),
            committed: self.committed(),
        }
    }

    pub(crate) fn observation(&self) -> Observation {
        let copies = self.copies();
        Observation {
            seat: self.number,
            zones: self.program.instances.ids().map(|id| self.zone(id, &copies)).collect(),
            variables: self.variables(),
            active: self.active(),
            backwards: self.state.is_backwards(),
            phases: self.phases(),
            choosing: self.choosing(),
            committed: self.committed(),
            over: self.state.is_over(),
        }
    }

    /// What the cards that are known are called.
    pub(crate) fn copies(&self) -> Copies {
        let lie = |instance| {
            let shape = &self.program.zones[self.program.instances[instance].zone].shape;
            let slots = self.state.slots_of(self.program, instance);
            slots.flat_map(|slot| self.stack(slot, shape))
        };
        let cards = self.program.instances.ids().flat_map(lie);
        Copies::of(self.program, cards.filter(|&card| self.knows(card)))
    }

    fn active(&self) -> Option<u8> {
        self.state.active().filter(|_| !self.state.is_over()).map(|seat| seat.shown())
    }

    fn choosing(&self) -> Vec<u8> {
        let choosing = self.state.choosing(self.program);
        let seats = choosing.iter();
        seats.map(|seat| seat.shown()).collect()
    }

    fn committed(&self) -> Option<String> {
        self.eyes.seat().and_then(|seat| self.state.commitment(self.program, seat))
    }

    pub(crate) fn knows(&self, card: Card) -> bool {
        let m = &self.program.memory;
        let knows = |seat: Seat| self.state.knows(m, seat, card);
        let mut seats = Seat::all(self.program.seats);
        match self.eyes {
            Eyes::Seat(seat) => knows(seat),
            Eyes::Together(eyes) => seats.all(|seat| !eyes.contains(seat) || knows(seat)),
            Eyes::All => seats.any(knows),
        }
    }

    fn zone(&self, instance: InstanceId, copies: &Copies) -> SeenZone {
        let info = &self.program.instances[instance];
        let zone = &self.program.zones[info.zone];
        let (shape, columns) = shape(&zone.shape);
        SeenZone {
            name: self.program.instance_name(instance),
            zone: zone.name.clone(),
            owner: self.program.owned_by(info).shown(),
            shape,
            columns,
            slots: self
                .state
                .slots_of(self.program, instance)
                .map(|slot| self.slot(slot, &zone.shape, copies))
                .collect(),
        }
    }

    /// The cards of a slot in the order in which they are seen.
    fn stack(&self, slot: Slot, shape: &Shape) -> SmallVec<[Card; 16]> {
        let mut stack: SmallVec<[Card; 16]> = self.state.stack(slot).collect();
        if matches!(shape, Shape::Set) {
            // In what order they came must not tell which of them is which.
            match self.program.has_copies() {
                true => stack.sort_by_cached_key(|&card| (self.rank(card), self.seen_of(card))),
                false => stack.sort_by_cached_key(|&card| self.rank(card)),
            }
        }
        stack
    }

    /// Where a card of a set comes: those that are known first, by their print, then the others, by
    /// what is seen of them.
    fn rank(&self, card: Card) -> (bool, u64) {
        match self.knows(card) {
            true => (false, u64::from(self.program.first_copy(card).number())),
            false => (true, self.state.seen_of_hidden(self.program, card)),
        }
    }

    /// By what a known card is told apart from its copies: its side and its marks. Nothing of any
    /// other.
    fn seen_of(&self, card: Card) -> Vec<i32> {
        if !self.knows(card) {
            return Vec::new();
        }
        let side = i32::from(self.state.is_face_up(&self.program.memory, card));
        let marks = self.program.marks.iter().filter(|mark| !mark.of_slots);
        std::iter::once(side)
            .chain(marks.map(|mark| self.state.mark_of(mark, card.number())))
            .collect()
    }

    fn pile(&self, slot: Slot, shape: &Shape) -> Pile {
        let stack = self.stack(slot, shape);
        let marks = |of_slots, thing, known| self.marks(of_slots, thing, known).collect();
        let seen = |&card: &Card| {
            let known = self.knows(card);
            let face_up = self.state.is_face_up(&self.program.memory, card);
            Seen { card: known.then_some(card), face_up, marks: marks(false, card.number(), known) }
        };
        let cards: Vec<Seen> = stack.iter().map(seen).collect();
        let all_known = cards.iter().all(|seen| seen.card.is_some());
        Pile { cards, marks: marks(true, slot.number(), all_known) }
    }

    fn slot(&self, slot: Slot, shape: &Shape, copies: &Copies) -> SeenSlot {
        let stack = self.stack(slot, shape);
        let all_known = stack.iter().all(|&card| self.knows(card));
        let cards = stack.into_iter().map(|card| self.card(card, copies)).collect();
        SeenSlot { cards, marks: self.named_marks(true, slot.number(), all_known) }
    }

    fn card(&self, card: Card, copies: &Copies) -> SeenCard {
        let known = self.knows(card);
        let name = || Known::Card {
            id: copies.number(self.program, card),
            card: self.program.cards[card.index()].name.clone(),
        };
        SeenCard {
            known: if known { name() } else { Known::HIDDEN },
            face_up: self.state.is_face_up(&self.program.memory, card),
            marks: self.named_marks(false, card.number(), known),
        }
    }

    fn named_marks(&self, of_slots: bool, thing: u16, known: bool) -> Vec<SeenMark> {
        let named = |Marked { mark, value }: Marked| SeenMark {
            name: self.program.marks[mark].name.clone(),
            value,
        };
        self.marks(of_slots, thing, known).map(named).collect()
    }

    fn marks(&self, of_slots: bool, thing: u16, known: bool) -> impl Iterator<Item = Marked> {
        let shown = move |mark: &Mark| mark.of_slots == of_slots && (known || !mark.secret);
        let marks =
            self.program.marks.iter().zip(self.program.marks.ids()).filter(move |(m, _)| shown(m));
        marks.filter_map(move |(mark, number)| {
            let value = self.state.mark_of(mark, thing);
            let value = (value != mark.default)
                .then(|| Plain::of(self.program, self.state, mark.kind, value))?;
            Some(Marked { mark: number, value })
        })
    }

    fn variables(&self) -> Vec<SeenVariable> {
        let named = |(variable, of)| {
            let variable = &self.program.variables[variable];
            SeenVariable {
                name: variable.name.clone(),
                owner: variable.key(of).shown(),
                word: variable.key(of).word(&self.program.lists).map(str::to_owned),
                value: self.variable(variable, of),
            }
        };
        self.changing().map(named).collect()
    }

    /// The variables that are not fixed, of each of their owners.
    fn changing(&self) -> impl Iterator<Item = (VariableId, OwnerId)> {
        let variables = self.program.variables.iter().zip(self.program.variables.ids());
        let changing = variables.filter(|(variable, _)| !variable.fixed);
        changing.flat_map(|(variable, id)| variable.each_owner().map(move |owner| (id, owner)))
    }

    fn variable(&self, variable: &crate::program::Variable, owner: OwnerId) -> Plain {
        let at = variable.place(owner);
        if !variable.bag {
            return Plain::of(self.program, self.state, variable.kind, self.state.num(at));
        }
        let word = |&word: &i32| label::value(self.program, self.state, variable.kind, word, None);
        Plain::Words(self.state.bag(variable, owner).iter().map(word).collect())
    }

    fn phases(&self) -> Vec<SeenPhase> {
        let named = |(phase, number): (PhaseId, i32)| SeenPhase {
            name: self.program.phases[phase].name.clone(),
            number,
        };
        self.running().map(named).collect()
    }

    /// The phases that are running, the outermost first, and their numbers.
    fn running(&self) -> impl Iterator<Item = (PhaseId, i32)> {
        self.state.running(self.program).into_iter().map(|phase| {
            let at = self.program.phases[phase].number_at;
            (phase, self.state.num(at.to_usize()))
        })
    }
}

fn shape(shape: &Shape) -> (&'static str, u16) {
    match shape {
        Shape::Set => ("set", 0),
        Shape::Pile => ("pile", 0),
        Shape::One => ("one", 0),
        Shape::Row => ("row", 0),
        Shape::Slots(_) | Shape::List(_) => ("slots", 0),
        Shape::Grid(_, columns) => ("grid", *columns),
    }
}
