//! How a table is drawn: what a layout says for people's eyes alone. No rule reads it, and nothing
//! in a state depends on it.

use crate::tabletop::ids::{AttributeId, DeckId, IdVec, MarkId, VariableId, ZoneId};
use crate::tabletop::{Colour, Display, MarkDisplay, ZoneDisplay};
use crate::text::Text;

/// All that a layout says of drawing.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// By deck, in the order of the layout.
    pub(crate) faces: IdVec<DeckId, Face>,
    /// By zone.
    pub(crate) zones: IdVec<ZoneId, ZoneDrawing>,
    /// By variable; pawns come last, and are always drawn.
    pub(crate) variables: IdVec<VariableId, Display>,
    /// By mark.
    pub(crate) marks: IdVec<MarkId, MarkDisplay>,
}

/// How the cards of a deck are drawn. Templates name attributes of the card: `"{value} of {kind}"`;
/// `{name}` is the card's own name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Face {
    /// The attributes that stand at the corners, row by row.
    pub corners: Option<[AttributeId; 4]>,
    /// The mark that says whose a card on a board is: a player's or a team's.
    pub owner: Option<MarkId>,
    /// What a card is called: a template; empty where it is called by its name.
    pub title: Text,
    /// What it is called where there is little room: a template.
    pub short: Text,
    /// The attributes that stand beside its name; `None` for all that are not in it.
    pub shows: Option<Vec<AttributeId>>,
    /// What the card says: a template; empty where each card says its own.
    pub says: Text,
    /// A sign that stands for it: a template.
    pub symbol: Text,
    /// A picture, by its way from the layout's folder: a template.
    pub picture: Text,
    pub colour: FaceColour,
}

/// The colour of the cards of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum FaceColour {
    /// The colour of the card's suit, or none.
    #[default]
    Own,
    All(Colour),
    /// By the words of an attribute, in the order of their list.
    ByWord(AttributeId, Vec<Colour>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ZoneDrawing {
    pub(crate) drawn: ZoneDisplay,
    /// The zone in whose board this one is drawn, slot beside slot.
    pub(crate) beside: Option<ZoneId>,
}
