//! The words for what lies on a table: the ids of its things, whose a zone is, its shape, who sees
//! what lies in it, how it is drawn. A layout writes them, a program keeps them, the runtime goes
//! by them.

pub mod ids;

use serde::Serialize;

/// Whose something is: one for all, one a team, one a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, Serialize)]
pub enum Per {
    #[default]
    Table,
    Team,
    Player,
}

/// How a zone holds its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Shape {
    /// Cards without an order.
    Set,
    /// One ordered stack.
    Pile,
    /// At most one card.
    One,
    /// Slots that come and go.
    Row,
    /// Numbered slots.
    Slots(u16),
    /// Rows and columns.
    Grid(u16, u16),
    /// One slot for each word of a list (`shape: suits`).
    List(String),
}

impl Shape {
    /// Whether it is one slot, which is always there.
    pub(crate) fn is_single(&self) -> bool {
        matches!(self, Shape::Set | Shape::Pile | Shape::One)
    }
}

/// Who sees a card that lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Viewers {
    All,
    /// The player, or each seat of the team, whose zone it is.
    Owner,
    /// The first seat of the team whose zone it is.
    Captain,
    /// All but the owner.
    Others,
    Nobody,
    /// All see the top card, nobody the rest.
    Top,
    /// Who moved the card there.
    Placer,
}

/// Whether something is drawn on the screen of a game, and told of there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Display {
    /// Where its owner's part of the table is.
    #[default]
    Always,
    /// Drawn, but its changes are not told.
    Shown,
    /// Not drawn, but its changes are told.
    Told,
    /// Neither drawn nor told of.
    Never,
}

impl Display {
    /// Whether it is drawn on the table.
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Display::Always | Display::Shown)
    }

    /// Whether its changes are told.
    pub(crate) fn is_told(self) -> bool {
        matches!(self, Display::Always | Display::Told)
    }
}

/// How a zone is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZoneDisplay {
    /// Whether it is drawn and told of, however it is drawn.
    pub display: Display,
    /// The zones of all owners as one board, slot against slot.
    pub across: bool,
    /// How its stacks are drawn; as its shape is, where the layout does not say.
    pub stacking: Option<Stacking>,
}

/// How much is drawn of the cards that lie on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// The top card, and how many there are.
    Counted,
    /// The top card whole, and of each card below it what sticks out: its small form.
    Fanned,
    /// All cards, each whole, the top one last.
    Spread,
}

/// The colour of a card or a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    Red,
    Black,
    /// The colour of a card without a suit, of which the layout says nothing.
    #[default]
    Own,
    Orange,
    Yellow,
    Green,
    Cyan,
    Blue,
    Violet,
    Brown,
    White,
    Grey,
}

impl Colour {
    /// The colours that a layout can name.
    pub(crate) const NAMED: &[(&str, Colour)] = &[
        ("red", Colour::Red),
        ("orange", Colour::Orange),
        ("yellow", Colour::Yellow),
        ("green", Colour::Green),
        ("cyan", Colour::Cyan),
        ("blue", Colour::Blue),
        ("violet", Colour::Violet),
        ("brown", Colour::Brown),
        ("white", Colour::White),
        ("grey", Colour::Grey),
        ("black", Colour::Black),
    ];
}

/// How a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkDisplay {
    /// In words, where it is drawn.
    Plain(Display),
    /// What has it is crossed out on a board.
    Crossed,
}

impl MarkDisplay {
    /// Whether it is drawn and told of, however it is drawn.
    pub(crate) fn display(self) -> Display {
        match self {
            MarkDisplay::Plain(display) => display,
            MarkDisplay::Crossed => Display::Always,
        }
    }
}

impl Default for MarkDisplay {
    fn default() -> MarkDisplay {
        MarkDisplay::Plain(Display::default())
    }
}
