//! What those who look know of a game, by the numbers of its program: what whoever shows a game
//! puts into words. It says what an [`Observation`](super::Observation) says, and nothing beside.

use super::plain::Plain;
use crate::tabletop::ids::{MarkId, OwnerId, PhaseId, VariableId};
use crate::value::Card;
use smallvec::SmallVec;
use std::ops::Deref;

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

/// The slots of a zone of one owner: of most zones one.
pub(crate) type Piles = SmallVec<[Pile; 1]>;

/// What lies in a slot, from the bottom up; in a set, which has no order, the known cards first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pile {
    pub(crate) cards: Vec<Seen>,
    pub(crate) marks: Marks,
}

/// A card in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// `None`: it is not known which card it is.
    pub(crate) card: Option<Card>,
    pub(crate) face_up: bool,
    pub(crate) marks: Marks,
}

/// The marks of a thing that are not at their defaults. Most things have none, and then they take
/// one word.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::box_collection, reason = "a list without a box would take three words")]
pub(crate) struct Marks(Option<Box<Vec<Marked>>>);

impl FromIterator<Marked> for Marks {
    fn from_iter<I: IntoIterator<Item = Marked>>(marks: I) -> Marks {
        let marks: Vec<Marked> = marks.into_iter().collect();
        Marks((!marks.is_empty()).then(|| Box::new(marks)))
    }
}

impl Deref for Marks {
    type Target = [Marked];

    fn deref(&self) -> &[Marked] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

/// A mark that is not at its default.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marked {
    pub(crate) mark: MarkId,
    pub(crate) value: Plain,
}

/// A variable of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenValue {
    pub(crate) variable: VariableId,
    pub(crate) owner: OwnerId,
    pub(crate) value: Plain,
}
