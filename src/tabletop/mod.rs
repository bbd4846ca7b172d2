//! The words for what lies on a table: the ids of its things, whose a zone is, its shape, who sees
//! what lies in it, how it is drawn. A layout writes them, a program keeps them, the runtime goes by them.

pub mod ids;

/// Whose something is: one for all, one a team, one a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Per {
    #[default]
    Table,
    Team,
    Player,
}

/// How a zone holds its cards.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    Slots(u8),
    /// Rows and columns.
    Grid(u8, u8),
    /// One slot for each word of a list (`shape: suits`).
    List(String),
}

/// Who sees a card that lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Whether and how something is drawn on the screen of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Drawn {
    /// Where its owner's part of the table is.
    #[default]
    Always,
    /// Drawn, but its changes are not told.
    Shown,
    /// Not drawn, but its changes are told.
    Told,
    /// Neither drawn nor told of.
    Never,
    /// The zones of all owners as one board, slot against slot.
    Across,
    /// A pile with all its cards, the top one last.
    Spread,
    /// What has this mark is crossed out on a board.
    Crossed,
}

impl Drawn {
    pub fn on_the_table(self) -> bool {
        matches!(
            self,
            Drawn::Always | Drawn::Shown | Drawn::Across | Drawn::Spread | Drawn::Crossed
        )
    }

    pub fn in_the_story(self) -> bool {
        matches!(self, Drawn::Always | Drawn::Told | Drawn::Across | Drawn::Spread | Drawn::Crossed)
    }
}
