//! Places: zones, their slots, and how slots lie to each other.

use super::ids::UnitId;
use super::terms::Directions;
use super::{Program, WordList};
use crate::tabletop::ids::{AttributeId, IdVec, InstanceId, OwnerId, WordListId, ZoneId};
use crate::tabletop::{Per, Shape, Viewers};
use crate::value::{Bits, Narrow, Seat, Slot, TeamId};

#[derive(Clone, Debug)]
pub struct Zone {
    pub name: String,
    pub per: Per,
    pub shape: Shape,
    pub up: Viewers,
    pub down: Viewers,
    pub capacity: Option<u16>,
    /// The instances of the owners, in their order, are numbered from here.
    pub first_instance: InstanceId,
    pub owners: u8,
    /// Attributes by which it is sorted for display.
    pub sort: Vec<AttributeId>,
    /// The unit that refills it when a draw comes short.
    pub refill: Option<UnitId>,
}

impl Zone {
    /// Whether a card comes here face up when nothing is said.
    pub(crate) fn faces_up(&self) -> bool {
        matches!(self.up, Viewers::All | Viewers::Top)
            && matches!(self.down, Viewers::All | Viewers::Top)
    }

    /// Whether its cards lie in no order: in which they came, not everybody saw.
    pub fn is_unordered(&self) -> bool {
        self.shape == Shape::Set && !(self.up == Viewers::All && self.down == Viewers::All)
    }

    pub(crate) fn is_single(&self) -> bool {
        self.shape.is_single()
    }

    /// Whether each of several owners lays one card there and holds none: a trick, or bids.
    pub(crate) fn is_trick(&self) -> bool {
        let lies = matches!(self.down, Viewers::All | Viewers::Nobody);
        self.shape == Shape::One && self.owners > 1 && self.up == Viewers::All && lies
    }

    /// Rows and columns as seen: (1, n) for numbered slots.
    pub(crate) fn grid(&self, lists: &IdVec<WordListId, WordList>) -> Option<(u16, u16)> {
        match &self.shape {
            Shape::Set | Shape::Pile | Shape::One | Shape::Row => None,
            Shape::Slots(n) => Some((1, *n)),
            Shape::Grid(rows, columns) => Some((*rows, *columns)),
            Shape::List(list) => {
                lists.iter().find(|l| &l.name == list).map(|l| (1, l.words.len().to_u16()))
            }
        }
    }
}

/// Whose a zone or a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedBy {
    /// There is one for all.
    Table,
    Team(TeamId),
    Player(Seat),
}

impl OwnedBy {
    /// The owner with this number of what there is one `per` each.
    #[inline]
    pub fn new(per: Per, owner: OwnerId) -> OwnedBy {
        match per {
            Per::Table => OwnedBy::Table,
            Per::Team => OwnedBy::Team(TeamId::from_number(owner.number())),
            Per::Player => OwnedBy::Player(Seat::from_number(owner.number())),
        }
    }

    /// The number by which people speak of the owner, from 1; `None` of the table.
    pub fn shown(self) -> Option<u8> {
        match self {
            OwnedBy::Table => None,
            OwnedBy::Team(team) => Some(team.shown()),
            OwnedBy::Player(seat) => Some(seat.shown()),
        }
    }

    /// What records and scenarios call something of this owner: `hand.1`, `deck`.
    pub(crate) fn of(self, name: &str) -> String {
        self.shown().map_or_else(|| name.to_owned(), |number| format!("{name}.{number}"))
    }
}

/// What there is one value of a variable for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    Owners(Per),
    /// The words of a list.
    Words(WordListId),
}

impl Keys {
    /// Of a variable that has a single value.
    pub(crate) const TABLE: Keys = Keys::Owners(Per::Table);
}

/// What one value of a variable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Owner(OwnedBy),
    /// A word of a list, by its place there.
    Word(WordListId, usize),
}

impl Key {
    /// The number by which records and players speak of it, from 1; `None` of the table.
    pub fn shown(self) -> Option<u8> {
        match self {
            Key::Owner(owner) => owner.shown(),
            Key::Word(_, place) => Some(place.to_u8() + 1),
        }
    }

    /// The word that it is.
    pub(crate) fn word(self, lists: &IdVec<WordListId, WordList>) -> Option<&str> {
        match self {
            Key::Owner(_) => None,
            Key::Word(list, place) => lists[list].words.get(place).map(String::as_str),
        }
    }
}

/// A zone of one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    pub zone: ZoneId,
    pub owner: OwnerId,
    /// Its first slot; slots of a row come from the common pool instead.
    pub first_slot: Slot,
    pub slots: u16,
    /// Which set of the state holds all its cards.
    pub cards_at: u32,
    /// Which row it is, for a row.
    pub row: Option<u16>,
    /// How many slots a line of a grid has; other zones have one line at most.
    pub columns: Option<u16>,
}

/// A slot that is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotInfo {
    pub(crate) instance: InstanceId,
    /// Its number in the zone, from 0.
    pub(crate) index: u16,
    /// Which set of the state holds the cards of its whole zone, where the zone has more slots than
    /// this one.
    pub(crate) whole: Option<u32>,
    /// Its zone's most cards a slot, and whether a card comes there face up when nothing is said.
    pub(crate) capacity: Option<u16>,
    pub(crate) faces_up: bool,
    /// Whether its cards lie in no order.
    pub(crate) unordered: bool,
}

impl SlotInfo {
    /// What is known of a slot before its zone is.
    pub(crate) fn new(instance: InstanceId, index: u16) -> Self {
        SlotInfo { instance, index, whole: None, capacity: None, faces_up: false, unordered: false }
    }
}

/// North, south, west, east, then the diagonals.
const EIGHT: [(i32, i32); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Program {
    /// Whether a slot is a `set`, which is no stack.
    pub(crate) fn is_set(&self, slot: Slot) -> bool {
        let zone = |slot: &SlotInfo| self.instances[slot.instance].zone;
        self.slots
            .get(slot.index())
            .is_some_and(|slot| self.zones[ZoneId::new(zone(slot).index())].shape == Shape::Set)
    }

    /// Whether the cards of a slot lie in no order. Slots of rows are stacks.
    #[inline]
    pub(crate) fn is_unordered(&self, slot: Slot) -> bool {
        self.slots.get(slot.index()).is_some_and(|slot| slot.unordered)
    }

    /// Whether slots are nothing but their cards: none opens or closes, has marks, or goes with
    /// others to make a zone.
    pub(crate) fn has_plain_slots(&self) -> bool {
        let m = &self.memory;
        m.slots == m.fixed_slots
            && !m.has_wide_zones()
            && !self.marks.iter().any(|mark| mark.of_slots)
    }

    /// Row and column, from 0, of the slot with this number within its zone.
    pub(crate) fn place_of(&self, instance: InstanceId, index: i32) -> (i32, i32) {
        match self.instances[instance].columns {
            Some(columns) => (index / i32::from(columns), index % i32::from(columns)),
            None => (0, index),
        }
    }

    /// Row and column, from 0, of a slot that is always there.
    pub(crate) fn position(&self, slot: Slot) -> Option<(i32, i32)> {
        let info = self.slots.get(slot.index())?;
        Some(self.place_of(info.instance, info.index.into()))
    }

    /// The slots beside one of a grid (or of numbered slots); none for any other.
    pub(crate) fn neighbours(&self, slot: Slot, directions: Directions) -> Bits {
        let Some(info) = self.slots.get(slot.index()) else { return Bits::EMPTY };
        let instance = &self.instances[info.instance];
        let Some((rows, columns)) = self.zones[instance.zone].grid(&self.lists) else {
            return Bits::EMPTY;
        };
        let (rows, columns) = (i32::from(rows), i32::from(columns));
        let (row, column) = (i32::from(info.index) / columns, i32::from(info.index) % columns);
        let steps: &[(i32, i32)] = match directions {
            Directions::Orthogonal => &EIGHT[..4],
            Directions::Diagonal => &EIGHT[4..],
            Directions::All => &EIGHT,
        };
        steps
            .iter()
            .map(|(down, right)| (row + down, column + right))
            .filter(|(r, c)| (0..rows).contains(r) && (0..columns).contains(c))
            .map(|(r, c)| instance.first_slot.behind((r * columns + c).to_u16()))
            .collect()
    }

    /// The slots that are a step of a walk away from one.
    #[inline]
    pub(crate) fn steps_from(&self, slot: Slot) -> Bits {
        match self.steps.get(slot.index()) {
            Some(known) => known.clone(),
            None => self.neighbours(slot, Directions::Orthogonal),
        }
    }

    pub fn instance(&self, zone: ZoneId, owner: OwnerId) -> InstanceId {
        InstanceId::new(self.zones[zone].first_instance.index() + owner.index())
    }

    /// Whose a zone is.
    #[inline]
    pub fn owned_by(&self, instance: &Instance) -> OwnedBy {
        OwnedBy::new(self.zones[instance.zone].per, instance.owner)
    }

    /// The seat that an instance of a zone belongs to, of a team its first one; none where it is
    /// the table's.
    pub(crate) fn owning_seat(&self, instance: InstanceId) -> Option<Seat> {
        match self.owned_by(&self.instances[instance]) {
            OwnedBy::Player(seat) => Some(seat),
            OwnedBy::Team(team) => Some(self.captain(team)),
            OwnedBy::Table => None,
        }
    }

    /// A zone's instances, in the order of their owners.
    pub(crate) fn instances_of(&self, zone: ZoneId) -> &[Instance] {
        let Zone { first_instance: first, owners, .. } = self.zones[zone];
        &self.instances.as_slice()[first.index()..first.index() + usize::from(owners)]
    }

    /// The name in records of a zone of one owner: `hand.1`, `deck`.
    pub fn instance_name(&self, instance: InstanceId) -> String {
        let i = &self.instances[instance];
        self.owned_by(i).of(&self.zones[i.zone].name)
    }
}
