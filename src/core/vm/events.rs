//! What happens at the table, one thing after the other: what records are made of and people are
//! told.

use super::label::Step;
use crate::program::code::Pc;
use crate::program::ids::SayingId;
use crate::tabletop::ids::{
    ActionId, InstanceId, MarkId, OwnerId, PhaseId, SentenceId, VariableId,
};
use crate::value::{Card, Seat, SeatSet, Slot};

/// One thing that happened. Slots are resolved to names by the reader, with the program at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A slot was shuffled: its cards, the top first.
    Shuffle {
        instance: InstanceId,
        slot: Slot,
        order: Box<[Card]>,
    },
    /// A random outcome: one of `n`.
    Random {
        kind: RandomKind,
        n: u32,
        result: i32,
        /// Whether everybody can work out among what was drawn. Else that it was drawn, and `n`,
        /// tell of hidden cards.
        open: bool,
    },
    /// All cards are gathered: as many moves follow, in the order of the decks, one for each of
    /// these cards. With each the number of its place within its zone, as the places were before
    /// any card had left.
    Gather(Box<[(Card, u16)]>),
    Move(Moved),
    Turn {
        card: Card,
        instance: InstanceId,
        lies: Lies,
        up: bool,
        seen_by: SeatSet,
    },
    /// A card was shown where it lies. `to`: the seats that were shown it.
    Reveal {
        card: Card,
        instance: Option<InstanceId>,
        lies: Lies,
        to: SeatSet,
    },
    /// Something was said. `values`: what the places of the saying stand for, in their order.
    Say {
        saying: SayingId,
        values: Box<[Said]>,
        /// The seats that were told.
        to: SeatSet,
    },
    MarkCard {
        card: Card,
        instance: InstanceId,
        /// Which of the zone's places it lies in.
        index: u16,
        mark: MarkId,
        value: i32,
        /// Seats that know which card it is.
        known_by: SeatSet,
    },
    MarkSlot {
        slot: Slot,
        instance: InstanceId,
        index: u16,
        mark: MarkId,
        value: i32,
        /// Seats that know which cards lie there.
        known_by: SeatSet,
    },
    Set {
        variable: VariableId,
        owner: OwnerId,
        value: i32,
    },
    SetBag {
        variable: VariableId,
        owner: OwnerId,
        words: Box<[i32]>,
    },
    ReverseTurns {
        backwards: bool,
    },
    Phase {
        phase: PhaseId,
        number: i32,
    },
    /// A phase was left by `end`, for a reason.
    EndPhase {
        phase: PhaseId,
        reason: Option<SentenceId>,
    },
    /// The single option of a choice, taken without asking.
    Forced {
        seat: Seat,
        step: Box<Step>,
        /// Several choose at the same time: what others choose is not heard.
        secret: bool,
    },
    /// Choices made where several seats chose: now they are known to all.
    Taken {
        seat: Seat,
        action: ActionId,
        counts: bool,
    },
}

/// A value that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    pub(crate) value: i32,
    /// The seats that may know it: of a card those that know which one it is.
    pub(crate) known_by: SeatSet,
    /// Of a slot that is there: its zone, and its number in it.
    pub(crate) place: Option<(InstanceId, u16)>,
}

/// A card that went from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub card: Card,
    pub from: InstanceId,
    pub from_index: u16,
    pub to: InstanceId,
    pub to_index: u16,
    pub face_up: bool,
    pub under: bool,
    /// Into the place of a card that takes its own, height included.
    pub swaps: bool,
    /// Into a slot of a row that is there from this move on.
    pub opens: bool,
    /// Seats that saw which card it was.
    pub seen_by: SeatSet,
}

/// How a card comes to lie where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    OnTop,
    Under,
    /// In the place of another card, which takes its own.
    Swapped,
    /// On top in a slot of a row that its cards have been told to have left.
    Reopening,
}

/// What an event tells of one card. Whoever asks only what happens to cards need not list all other
/// events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OfCard<'e> {
    pub(crate) card: Card,
    /// Seats that saw which card it was.
    pub(crate) seen_by: SeatSet,
    pub(crate) change: CardChange<'e>,
}

/// What happened to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardChange<'e> {
    Moved(&'e Moved),
    /// It was turned where it lies.
    Turned {
        instance: InstanceId,
        up: bool,
    },
    /// It was shown, and lies where it lay.
    Revealed,
    /// A mark of it has another value.
    Marked {
        instance: InstanceId,
        /// The number of its place within the zone.
        index: u16,
        mark: MarkId,
        value: i32,
    },
}

/// Where a card lies in its zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lies {
    /// Which of the zone's places it is.
    pub index: u16,
    /// How high among several cards of a place that has an order, 1 being the undermost.
    pub height: Option<u16>,
}

impl Event {
    /// What the event tells of a single card; `None` where it is not of one. Of a gathering and of
    /// a shuffle the moves tell.
    pub(crate) fn of_card(&self) -> Option<OfCard<'_>> {
        let (card, seen_by, change) = match self {
            Event::Move(moved) => (moved.card, moved.seen_by, CardChange::Moved(moved)),
            &Event::Turn { card, instance, up, seen_by, lies: _ } => {
                (card, seen_by, CardChange::Turned { instance, up })
            }
            &Event::Reveal { card, to, .. } => (card, to, CardChange::Revealed),
            &Event::MarkCard { card, instance, index, mark, value, known_by } => {
                (card, known_by, CardChange::Marked { instance, index, mark, value })
            }
            Event::Shuffle { .. }
            | Event::Random { .. }
            | Event::Gather(_)
            | Event::Say { .. }
            | Event::MarkSlot { .. }
            | Event::Set { .. }
            | Event::SetBag { .. }
            | Event::ReverseTurns { .. }
            | Event::Phase { .. }
            | Event::EndPhase { .. }
            | Event::Forced { .. }
            | Event::Taken { .. } => return None,
        };
        Some(OfCard { card, seen_by, change })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomKind {
    Die,
    Coin,
    Card,
    Choice,
}

/// Who is told. Playouts tell nobody, and then nothing is gathered.
pub trait Trace {
    const TELLS: bool;
    fn tell(&mut self, event: Event);
    /// Whether it wants to know which instructions run: what tells of rules that never come up.
    const COVERS: bool = false;
    #[inline]
    fn runs(&mut self, _pc: Pc) {}
    /// Whether it has been told more than anybody could want to know of what happens between two
    /// choices.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// Events between two choices, as many as a record may have lines. The largest deals are hundreds.
const MOST_EVENTS: usize = 1_000_000;

/// Nobody.
pub struct Silent;

impl Trace for Silent {
    const TELLS: bool = false;
    fn tell(&mut self, _event: Event) {}
}

impl Trace for Vec<Event> {
    const TELLS: bool = true;
    fn tell(&mut self, event: Event) {
        self.push(event);
    }

    fn is_full(&self) -> bool {
        self.len() > MOST_EVENTS
    }
}
