//! Ids of what a program is made of, and nobody but the machine speaks of.

use crate::tabletop::ids::ids;

ids! {
    /// Where in the code: the place of an instruction.
    pub Pc(u32);
    /// A callable piece of code.
    pub UnitId(u32);
    /// A call of a unit, with its arguments.
    pub CallId(u32);
    /// A `move` or a `draw`.
    pub MovementId(u32);
    /// A way in which the game ends.
    pub EndingId(u32);
    /// What is said to seats.
    pub SayingId(u32);
    /// A place in the flow where seats choose.
    pub SiteId(u32);
    /// Phases that run inside each other without frames.
    pub CourseId(u16);
    /// The condition of a table's row whose outcome is followed.
    pub RowMark(u32);
    /// A set that never changes.
    pub ConstantId(u32);
    /// Scalars that belong together.
    pub GroupId(u32);
    /// A best pairing.
    pub PairingId(u32);
    /// A best packing.
    pub PackingId(u32);
    /// A shape of cards.
    pub ShapeId(u32);
    /// A total of a subset.
    pub TotalId(u32);
    /// What members are compared by.
    pub RankingId(u32);
    /// A walk from cell to cell.
    pub WalkId(u32);
    /// A call of a script's function.
    pub ScriptCallId(u32);
    /// Where a candidate, a parameter or a formula's argument lies while an expression is
    /// evaluated.
    pub Temp(u16);
    /// The first word of a local, counted from the base of its frame.
    pub Local(u16);
}

impl Local {
    /// The local that comes behind one of so many words.
    #[inline]
    pub(crate) const fn behind(self, words: u16) -> Self {
        Local::from_number(self.number() + words)
    }
}

impl Temp {
    /// The temp behind this one.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Temp::from_number(self.number() + 1)
    }
}

impl Pc {
    /// No place in the code: where a unit returns to that nobody called. It is the word -1.
    pub(crate) const NOWHERE: Pc = Pc::from_number(u32::MAX);

    /// The place before this one; `None` at the beginning.
    #[inline]
    pub(crate) fn before(self) -> Option<Self> {
        self.number().checked_sub(1).map(Pc::from_number)
    }

    /// The place behind this one.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Pc::from_number(self.number() + 1)
    }

    /// The place in a program's code of what stands here in code that begins at `base`.
    #[inline]
    pub(crate) const fn behind(self, base: Pc) -> Self {
        Pc::from_number(base.number() + self.number())
    }
}
