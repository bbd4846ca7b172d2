//! Ids of what a program is made of, and nobody but the machine speaks of.

use crate::tabletop::ids::ids;

ids! {
    /// Where in the code: the place of an instruction.
    Pc(u32);
    /// A callable piece of code.
    UnitId(u32);
    /// A call of a unit, with its arguments.
    CallId(u32);
    /// A `move` or a `draw`.
    MovementId(u32);
    /// A way in which the game ends.
    EndingId(u32);
    /// What is said to seats.
    SayingId(u32);
    /// A place in the flow where seats choose.
    SiteId(u32);
    /// Phases that run inside each other without frames.
    CourseId(u16);
    /// The condition of a table's row whose outcome is followed.
    RowMark(u32);
    /// A set that never changes.
    ConstantId(u32);
    /// Scalars that belong together.
    GroupId(u32);
    /// A best pairing.
    PairingId(u32);
    /// A best packing.
    PackingId(u32);
    /// A shape of cards.
    ShapeId(u32);
    /// A total of a subset.
    TotalId(u32);
    /// What members are compared by.
    RankingId(u32);
    /// A walk from cell to cell.
    WalkId(u32);
    /// A call of a script's function.
    ScriptCallId(u32);
    /// Where a candidate, a parameter or a formula's argument lies while an expression is
    /// evaluated.
    Temp(u16);
    /// The first word of a local, counted from the base of its frame.
    Local(u16);
}

impl Local {
    /// The local that comes behind one of so many words.
    #[inline]
    pub const fn behind(self, words: u16) -> Self {
        Local::from_number(self.number() + words)
    }
}

impl Temp {
    /// The temp behind this one.
    #[inline]
    pub const fn next(self) -> Self {
        Temp::from_number(self.number() + 1)
    }
}

impl Pc {
    /// No place in the code: where a unit returns to that nobody called. It is the word -1.
    pub const NOWHERE: Pc = Pc::from_number(u32::MAX);

    /// The place before this one; `None` at the beginning.
    #[inline]
    pub fn before(self) -> Option<Self> {
        self.number().checked_sub(1).map(Pc::from_number)
    }

    /// The place behind this one.
    #[inline]
    pub const fn next(self) -> Self {
        Pc::from_number(self.number() + 1)
    }

    /// The place in a program's code of what stands here in code that begins at `base`.
    #[inline]
    pub const fn behind(self, base: Pc) -> Self {
        Pc::from_number(base.number() + self.number())
    }
}
