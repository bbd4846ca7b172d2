//! How a table is drawn: what a layout says for people's eyes alone. No rule reads it, and nothing
//! in a state depends on it.

use crate::tabletop::ids::{AttributeId, DeckId, IdVec, MarkId, VariableId, ZoneId};
use crate::tabletop::{Display, MarkDisplay, ZoneDisplay};

/// All that a layout says of drawing.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// By deck, in the order of the layout.
    pub faces: IdVec<DeckId, Face>,
    /// By zone.
    pub zones: IdVec<ZoneId, ZoneDrawing>,
    /// By variable; pawns come last, and are always drawn.
    pub variables: IdVec<VariableId, Display>,
    /// By mark.
    pub marks: IdVec<MarkId, MarkDisplay>,
}

/// How the cards of a deck are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// The attributes that stand at the corners, row by row.
    pub corners: Option<[AttributeId; 4]>,
    /// The mark that says whose a card on a board is: a player's or a team's.
    pub owner: Option<MarkId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZoneDrawing {
    pub drawn: ZoneDisplay,
    /// The zone in whose board this one is drawn, slot beside slot.
    pub beside: Option<ZoneId>,
}
