//! What a table is drawn with: how large, in how many columns, what is lit.

use super::canvas::Lights;
use crate::cli::screen::Pen;

/// How large cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardSize {
    /// A box of several lines; on a board as many lines of a cell.
    Large,
    /// A box with the short name; on a board all that is printed, as far as there is room.
    Medium,
    /// A word in a line; on a board as few lines as can be.
    Small,
}

/// What the table is drawn with.
#[derive(Clone, Copy)]
pub(crate) struct Brush<'a> {
    pub(crate) pen: Pen<'a>,
    /// How large cards beside boards are.
    pub(crate) size: CardSize,
    /// How large cards on boards are.
    pub(crate) cells: CardSize,
    /// Boards have no lines between their rows, and places stand behind the names of their owners.
    pub(crate) dense: bool,
    /// Rows of places show what they have room for although nothing lies there.
    pub(crate) vacant: bool,
    pub(crate) columns: u16,
    pub(crate) lights: Lights<'a>,
}
