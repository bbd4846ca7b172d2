//! The intermediate language: what a game's units do, as small operations on typed registers.
//!
//! A [`Routine`] is a unit of a [`Program`](crate::program::Program) for games that nobody looks
//! into: playouts, in which dice answer for the seats. It is a graph of [`Block`]s. Every operation
//! is one step of a machine; loops, short circuits and none as an operand are spelled out.
//!
//! What a routine does not do itself it leaves to the machine that runs the program's code, by a
//! *side exit*: before a statement has changed anything, the routine returns and names the place in
//! the code where the machine goes on. Faults, rare cases and statements that are not lowered are
//! side exits, so that they are told in one way.
//!
//! - [`lower`] makes routines of a program; `build` helps it.
//! - [`print()`] writes them as text; [`verify`] says whether they are well formed.
//! - The machine runs them in [`vm`](crate::vm): by interpretation, or as native code.

mod build;
mod lower;
mod print;
mod verify;

use crate::program::code::Pc;
use crate::program::ids::{MovementId, UnitId};
use crate::program::terms::{NumId, SetId, Temp, TestId};
use crate::tabletop::ids::{AttributeId, IdVec, PhaseId, ids};
use crate::value::{Bits, Seat};
pub use lower::lower;
pub use print::print;
pub use verify::verify;

/// What a card counts in a number of cards that a slot is added to: more than there are slots.
pub(crate) const PER_CARD: i32 = Bits::ROOM as i32;

ids! {
    /// A virtual register. It may be written more than once.
    pub(crate) Reg(u32);
    /// A block of a routine.
    pub(crate) BlockId(u32);
    /// A frame of a unit that runs inside another one's routine.
    pub(crate) FrameId(u32);
}

/// All routines of a program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub(crate) routines: IdVec<UnitId, Routine>,
    pub(crate) tallies: Vec<Tally>,
}

/// What is worked out aside from the course of a game: numbers by seat, or a set.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    pub of: Tallied,
    /// Has one entry, and no frame. A side exit leaves the whole question to the machine.
    pub routine: Routine,
}

/// What a tally is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tallied {
    /// A number for every side, as its captain sees it: the score, or what a position is worth.
    Number(NumId),
    /// Whether something holds for who acts, 1 or 0, as if it were the first seat's number. Temps
    /// that it does not bind itself stand in the working memory.
    Test(TestId),
    /// The members of a set, for who acts, with temps as for a test.
    Set(SetId),
}

/// One unit, or a tally.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routine {
    /// Where the machine may enter, the unit's first instruction first. Each begins a block.
    pub(crate) entries: Vec<(Pc, BlockId)>,
    pub(crate) blocks: IdVec<BlockId, Block>,
    pub(crate) registers: IdVec<Reg, Type>,
    pub(crate) frames: IdVec<FrameId, Frame>,
    /// Registers that are read only behind a test that holds where they were written: [`verify`]
    /// does not see that.
    pub(crate) guarded: Vec<Reg>,
}

/// The frame of a unit that runs inside the routine of whoever calls it. Its locals lie where they
/// always would, but of its header nothing is written before a side exit, when the machine wants to
/// see it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// In whose frame it is called; `None` for the routine's own.
    pub(crate) caller: Option<FrameId>,
    pub(crate) unit: UnitId,
    /// Where the caller goes on.
    pub(crate) back: Pc,
    /// The seat whose business it is.
    pub(crate) me: Reg,
    /// How many words its first local lies behind that of the routine's own frame.
    pub(crate) at: u32,
}

impl Routine {
    /// The frames from the outermost one that is called inside the routine to this one.
    pub(crate) fn frames_to(&self, frame: Option<FrameId>) -> Vec<&Frame> {
        let inner = frame.map(|frame| &self.frames[frame]);
        let mut frames: Vec<&Frame> =
            std::iter::successors(inner, |frame| frame.caller.map(|caller| &self.frames[caller]))
                .collect();
        frames.reverse();
        frames
    }

    /// How many words the first local of the frame that a block runs in lies behind that of the
    /// routine's own.
    pub(crate) fn locals_of(&self, block: BlockId) -> u32 {
        self.blocks[block].frame.map_or(0, |frame| self.frames[frame].at)
    }
}

/// Operations in a row.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The instruction that a side exit of this block leads to.
    pub(crate) pc: Pc,
    /// The frame that it runs in, whose locals its operations speak of; `None` for the routine's
    /// own.
    pub(crate) frame: Option<FrameId>,
    pub(crate) insts: Vec<Inst>,
    pub(crate) end: Terminator,
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A scalar, 32 bits. A condition is 0 or 1.
    Num,
    /// A set of members.
    Set,
}

/// Where a number of the state lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At a fixed place among the state's numbers.
    State(u32),
    /// As many words behind a fixed place as the register says, which is known to be in range.
    Indexed(u32, Reg),
    /// At a fixed place behind the first local of the running frame.
    Local(u32),
    /// As many words behind a fixed place in the running frame as the register says, which is known
    /// to be in range.
    LocalIndexed(u32, Reg),
}

impl Place {
    /// The place that lies so many `words` further.
    fn behind(self, words: u32) -> Place {
        match self {
            Place::State(at) => Place::State(at + words),
            Place::Indexed(at, by) => Place::Indexed(at + words, by),
            Place::Local(at) => Place::Local(at + words),
            Place::LocalIndexed(at, by) => Place::LocalIndexed(at + words, by),
        }
    }
}

/// Where a set of the state lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetPlace {
    /// At a fixed place among the state's sets.
    State(u32),
    /// As many sets behind a fixed place as the register says, which is known to be in range.
    Indexed(u32, Reg),
    /// In the running frame, four words of 64 bits behind the first local. Members that a register
    /// has no room for are a side exit.
    Local(u32),
}

/// A number that the machine keeps beside the state's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// The seat whose business it is.
    Me,
    /// The seat whose turn it is.
    Active,
    /// What the last unit answered.
    Answer,
    /// 1 where turns go backwards.
    Backwards,
    /// 1 where dice answer for the seats.
    Dice,
}

/// What of the control a routine sets; the rest only the machine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// The seat whose business it is.
    Me,
    /// The seat whose turn it is.
    Active,
    /// What the last unit answered.
    Answer,
}

/// An operation on two numbers that comes to something whatever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    And,
    Or,
    /// Wraps.
    Add,
    /// Wraps.
    Subtract,
    /// Wraps.
    Multiply,
    /// By less than 32 bits.
    ShiftLeft,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Less, both as numbers without a sign.
    Below,
    Min,
    Max,
}

/// An operation on two numbers that are not none. A result that is no number is a side exit, and so
/// is a division by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    Add,
    Subtract,
    Multiply,
    /// Rounds down.
    Divide,
    /// Has the sign of the divisor.
    Remainder,
}

/// An operation on two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetBinary {
    Union,
    Minus,
    Both,
}

/// A number of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Count,
    /// The smallest member, else none.
    First,
    /// The greatest member, else none.
    Last,
    /// The only member, else none.
    Only,
    /// 1 where it has a member.
    Any,
}

/// What is known of a card or a slot by where cards lie. Of none and of what is no card or slot it
/// is none, and no card lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lies {
    /// The slot of a card.
    SlotOf,
    /// The uppermost card of a slot.
    Top,
    /// The uppermost card of a slot that is known to have one.
    Uppermost,
    /// The undermost card of a slot.
    Bottom,
    /// How many cards a slot has.
    CardsIn,
}

/// What the machine does for a routine: more than an operation, and never the routine's statement
/// as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Helper {
    /// Works out a scalar term: its number.
    NumTerm,
    /// Works out a condition: its number.
    TestTerm,
    /// Works out a set term: its number. Leaves it as its set.
    SetTerm,
    /// Which of so many options (more than one) a seat takes: seat, options.
    Pick,
    /// The next seat that plays: seat.
    NextSeat,
    /// Whether a phase runs: phase.
    Runs,
    /// 1 where there is room: slot, cards.
    Room,
    /// Moves one card to where there is room: movement, card, slot.
    MoveCard,
    /// Moves the cards of a set to where there is room: movement, slot. A side exit where one
    /// of them lies there.
    MoveSet,
    /// Moves all cards of a slot to another with room: movement, slot from, slot to.
    MoveSlot,
    /// Moves so many topmost cards of a pile to another slot with room: movement, pile, slot and
    /// how many, in one number ([`PER_CARD`] × cards + slot).
    MoveTop,
    /// Shuffles a slot: slot.
    Shuffle,
    /// Lists the options of an entry of a menu for `me`: site, entry, who comes to the menu. Twice
    /// as many as there are, and 1 more where one may pass by the entry. A side exit is a fault.
    ListEntry,
    /// Enters an option that was listed, and whatever has to be chosen then: site, entry, which. A
    /// side exit is a fault, or the dice answer no more.
    TakeListed,
    /// The member of a set that so many precede in the order of options: action,
    /// parameter, how many.
    NthInPlace,
    /// Where walks of so many steps end: slot from, steps. Makes of the cells of a set that are
    /// open those where one ends.
    Walk,
    /// The best pairing of the first set with the second: pairing.
    BestPairing,
}

impl Helper {
    /// All helpers, in the order of their numbers.
    #[cfg(feature = "native")]
    pub(crate) const ALL: [Helper; 17] = [
        Helper::NumTerm,
        Helper::TestTerm,
        Helper::SetTerm,
        Helper::Pick,
        Helper::NextSeat,
        Helper::Runs,
        Helper::Room,
        Helper::MoveCard,
        Helper::MoveSet,
        Helper::MoveSlot,
        Helper::MoveTop,
        Helper::Shuffle,
        Helper::ListEntry,
        Helper::TakeListed,
        Helper::NthInPlace,
        Helper::Walk,
        Helper::BestPairing,
    ];

    /// Whether it looks at the frames of all units that run.
    pub(crate) fn needs_frames(self) -> bool {
        match self {
            Helper::Runs | Helper::ListEntry | Helper::TakeListed => true,
            Helper::SetTerm
            | Helper::NumTerm
            | Helper::TestTerm
            | Helper::Pick
            | Helper::NextSeat
            | Helper::Room
            | Helper::MoveCard
            | Helper::MoveSet
            | Helper::MoveSlot
            | Helper::MoveTop
            | Helper::NthInPlace
            | Helper::Shuffle
            | Helper::Walk
            | Helper::BestPairing => false,
        }
    }

    /// What it does with the sets that it is called with, if it has any.
    pub(crate) fn uses_set(self) -> Option<Buffer> {
        match self {
            Helper::SetTerm => Some(Buffer::Written),
            Helper::MoveSet | Helper::NthInPlace => Some(Buffer::Read),
            Helper::BestPairing => Some(Buffer::ReadTwo),
            Helper::Walk => Some(Buffer::Changed),
            Helper::NumTerm
            | Helper::TestTerm
            | Helper::Pick
            | Helper::NextSeat
            | Helper::Runs
            | Helper::Room
            | Helper::MoveCard
            | Helper::MoveSlot
            | Helper::MoveTop
            | Helper::Shuffle
            | Helper::ListEntry
            | Helper::TakeListed => None,
        }
    }

    /// Whether it is given what is in its sets.
    pub(crate) fn takes_sets(self) -> bool {
        self.uses_set().is_some_and(|buffer| buffer != Buffer::Written)
    }

    /// Whether it leaves another set in place of its first.
    pub(crate) fn leaves_set(self) -> bool {
        matches!(self.uses_set(), Some(Buffer::Written | Buffer::Changed))
    }
}

/// What a helper does with its set, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffer {
    Read,
    ReadTwo,
    Written,
    Changed,
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inst {
    Const {
        to: Reg,
        value: i32,
    },
    Copy {
        to: Reg,
        from: Reg,
    },
    Read {
        to: Reg,
        of: Control,
    },
    /// Of `Me` and `Active` the running frame keeps the same.
    Write {
        of: Written,
        from: Reg,
    },
    /// Makes a seat `me` for an evaluation; the running frame keeps its own.
    Impersonate {
        seat: Reg,
    },
    Load {
        to: Reg,
        from: Place,
    },
    Store {
        to: Place,
        from: Reg,
    },
    /// Sets so many numbers from a place on to 0.
    Clear {
        at: Place,
        words: u32,
    },
    Binary {
        op: Binary,
        to: Reg,
        left: Reg,
        right: Reg,
    },
    Checked {
        op: Checked,
        to: Reg,
        left: Reg,
        right: Reg,
    },
    /// One of two numbers, by a condition.
    Select {
        to: Reg,
        test: Reg,
        then: Reg,
        otherwise: Reg,
    },
    /// What is printed on a card, else none.
    Attribute {
        to: Reg,
        table: AttributeId,
        card: Reg,
    },
    /// An entry of a table by a number that is in range.
    Lookup {
        to: Reg,
        table: Vec<i32>,
        index: Reg,
    },
    Lies {
        to: Reg,
        what: Lies,
        of: Reg,
        /// It is not negative, and less than this, where that is known.
        limit: Option<i32>,
    },
    /// The number of the lowest bit that is set, of a number that has one.
    LowestBit {
        to: Reg,
        of: Reg,
    },
    /// The number of the highest bit that is set, of a number that has one.
    HighestBit {
        to: Reg,
        of: Reg,
    },

    SetConst {
        to: Reg,
        set: Bits,
    },
    SetCopy {
        to: Reg,
        from: Reg,
    },
    /// One of two sets, by a condition.
    SetSelect {
        to: Reg,
        test: Reg,
        then: Reg,
        otherwise: Reg,
    },
    SetLoad {
        to: Reg,
        from: SetPlace,
    },
    SetStore {
        to: SetPlace,
        from: Reg,
    },
    SetBinary {
        op: SetBinary,
        to: Reg,
        left: Reg,
        right: Reg,
    },
    /// The set of one member: of none, and of what cannot be a member, the empty set.
    One {
        to: Reg,
        member: Reg,
    },
    /// Adds a member, as `One` has it.
    Insert {
        set: Reg,
        member: Reg,
    },
    /// Takes the smallest member out of a set that has one.
    TakeFirst {
        to: Reg,
        set: Reg,
    },
    /// The member that so many smaller ones precede, of a set that has more than so many.
    Nth {
        to: Reg,
        set: Reg,
        n: Reg,
    },
    Measure {
        to: Reg,
        what: Measure,
        set: Reg,
    },
    Contains {
        to: Reg,
        set: Reg,
        member: Reg,
    },
    SameSet {
        to: Reg,
        left: Reg,
        right: Reg,
    },
    Subset {
        to: Reg,
        left: Reg,
        right: Reg,
    },

    /// Lets helpers see a temp.
    Bind {
        temp: Temp,
        from: Reg,
    },
    /// The number in a temp that the machine has bound.
    Recall {
        to: Reg,
        temp: Temp,
    },
    /// The set in a temp that the machine has bound.
    SetRecall {
        to: Reg,
        temp: Temp,
    },
    /// The set of a table that a number stands for.
    MaskOf {
        to: Reg,
        masks: Box<Masks>,
        index: Reg,
    },

    /// Pays for `amount` looks at candidates; a side exit where no fuel is left.
    Spend {
        amount: Reg,
    },
    /// Has the machine do something. A side exit where it cannot.
    Call {
        helper: Helper,
        to: Option<Reg>,
        arguments: [Option<Reg>; 3],
        sets: [Option<Reg>; 2],
    },
    /// Moves a card to an end of a slot, where slots are nothing but their cards, and turns it.
    Carry {
        card: Reg,
        /// The slot whose uppermost card it is, where that is known.
        from: Option<Reg>,
        to: Reg,
        under: bool,
        up: bool,
    },
    /// A side exit where there is no room for a unit's frame. Nothing is changed.
    Room {
        unit: UnitId,
    },
    /// Runs a unit in a frame of its own, for which there is room, to its end.
    Run {
        unit: UnitId,
        back: Pc,
        me: Reg,
        arguments: Vec<Argument>,
    },
    /// What a tally comes to for one seat.
    Tally {
        seat: Seat,
        from: Reg,
    },
    /// What the tally of a set comes to.
    SetTally {
        from: Reg,
    },
    /// The tally has the scores with which the game ends.
    Scored,
    /// Adds 1 to the numbers of a phase's begins.
    CountUp {
        at: u32,
    },
    /// Notes that a phase begins, for who asks how often it did.
    Enters {
        phase: PhaseId,
    },
}

/// How far an operation reaches beyond its registers and the state's memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Inside,
    /// It may be a side exit by what the game is like.
    MayExit,
    /// It may be one, and looks at the frames of all units that run.
    Frames,
}

impl Inst {
    /// Whether the operation looks at the frames of all units that run.
    fn needs_frames(&self) -> bool {
        self.reach() == Reach::Frames
    }

    /// Whether the operation may be a side exit by what the game is like.
    fn may_exit(&self) -> bool {
        self.reach() != Reach::Inside
    }

    fn reach(&self) -> Reach {
        match self {
            Inst::Run { .. } => Reach::Frames,
            Inst::Call { helper, .. } if helper.needs_frames() => Reach::Frames,
            Inst::Checked { .. }
            | Inst::One { .. }
            | Inst::Insert { .. }
            | Inst::SetLoad { from: SetPlace::Local(_), .. }
            | Inst::Call { .. }
            | Inst::Room { .. } => Reach::MayExit,
            Inst::Const { .. }
            | Inst::Copy { .. }
            | Inst::Read { .. }
            | Inst::Write { .. }
            | Inst::Impersonate { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Clear { .. }
            | Inst::Binary { .. }
            | Inst::Select { .. }
            | Inst::Attribute { .. }
            | Inst::Lookup { .. }
            | Inst::Lies { .. }
            | Inst::LowestBit { .. }
            | Inst::HighestBit { .. }
            | Inst::SetConst { .. }
            | Inst::SetCopy { .. }
            | Inst::SetSelect { .. }
            | Inst::SetLoad { from: SetPlace::State(_) | SetPlace::Indexed(..), .. }
            | Inst::SetStore { .. }
            | Inst::SetBinary { .. }
            | Inst::TakeFirst { .. }
            | Inst::Nth { .. }
            | Inst::Measure { .. }
            | Inst::Contains { .. }
            | Inst::SameSet { .. }
            | Inst::Subset { .. }
            | Inst::MaskOf { .. }
            | Inst::Bind { .. }
            | Inst::Recall { .. }
            | Inst::SetRecall { .. }
            | Inst::Spend { .. }
            | Inst::Carry { .. }
            | Inst::Tally { .. }
            | Inst::SetTally { .. }
            | Inst::Scored
            | Inst::CountUp { .. }
            | Inst::Enters { .. } => Reach::Inside,
        }
    }
}

/// A set for each number: what cards have an attribute, or one less than it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Masks {
    /// The number that the first set is of.
    pub(crate) first: i32,
    pub(crate) sets: Vec<Bits>,
    pub(crate) none: Bits,
    pub(crate) below: Bits,
    pub(crate) above: Bits,
}

impl Masks {
    /// Masks with a set for each number from 0 on, and none for any other number.
    fn from_zero(sets: Vec<Bits>) -> Masks {
        Masks { first: 0, sets, none: Bits::EMPTY, below: Bits::EMPTY, above: Bits::EMPTY }
    }

    /// The set of a number.
    pub(crate) fn of(&self, number: i32) -> Bits {
        let index = usize::try_from(i64::from(number) - i64::from(self.first));
        match index {
            _ if number == crate::value::NONE => self.none.clone(),
            Err(_) => self.below.clone(),
            Ok(index) => self.sets.get(index).unwrap_or(&self.above).clone(),
        }
    }
}

/// What a unit is given, in the first words of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Num {
        local: u32,
        from: Reg,
    },
    Set {
        local: u32,
        from: Reg,
    },
    /// Some words, from a place of the caller on.
    Words {
        local: u32,
        from: Place,
        words: u32,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Terminator {
    Jump(BlockId),
    If {
        test: Reg,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Leaves the block's instruction to the machine.
    Exit,
    /// Drops the frame; the caller goes on.
    Return,
    /// A tally is complete.
    Tallied,
    /// Not yet known; `verify` refuses it.
    Open,
}

/// Movements by number, for helpers.
pub(crate) fn movement_number(id: MovementId) -> i32 {
    id.index().try_into().unwrap_or(i32::MAX)
}

/// Phases by number, for helpers.
pub(crate) fn phase_number(id: PhaseId) -> i32 {
    id.index().try_into().unwrap_or(i32::MAX)
}
