//! What those who look know of a game, by the numbers of its program: what whoever shows a game puts
//! into words. It says what an [`Observation`](super::Observation) says, and nothing beside.

use super::plain::Plain;
use crate::tabletop::ids::{MarkId, PhaseId, VariableId};
use crate::value::Card;

/// A game as those who look know it, but for what lies in its zones.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The variables that are not fixed.
    pub values: Vec<SeenValue>,
    /// The phases that are running and their numbers, the outermost first.
    pub phases: Vec<(PhaseId, i32)>,
    /// Whose turn it is, from 1.
    pub active: Option<u8>,
    /// Whether turns go round backwards.
    pub backwards: bool,
    /// Who chooses now, from 1.
    pub choosing: Vec<u8>,
    /// What this seat has already chosen in this choice, whole or in part.
    pub committed: Option<String>,
}

/// What lies in a slot, from the bottom up; in a set, which has no order, the known cards first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pile {
    pub cards: Vec<Seen>,
    pub marks: Box<[Marked]>,
}

/// A card in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// `None`: it is not known which card it is.
    pub card: Option<Card>,
    pub face_up: bool,
    pub marks: Box<[Marked]>,
}

/// A mark that is not at its default.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    pub mark: MarkId,
    pub value: Plain,
}

/// A variable of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenValue {
    pub variable: VariableId,
    /// From 0, also for variables of the table.
    pub owner: u8,
    pub value: Plain,
}
