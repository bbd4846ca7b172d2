//! The flow as the runtime runs it: small instructions of one size. Spans lie in a side table, not
//! here.

use super::ValueKind;
pub use super::ids::Pc;
use super::ids::{CallId, EndingId, MovementId, SayingId, SiteId, UnitId};
use super::table::{Target, changes, needs, operations, runs, shows};
use super::terms::{ListId, Local, NumId, SetId, TestId};
use crate::tabletop::ids::{ActionId, MarkId, PhaseId, SentenceId, VariableId, ZoneId};

/// Words of a site's memory before the seats' parts.
pub const SITE_WORDS: u16 = 4;
/// Words of a seat's part before its values.
pub const SEAT_WORDS: u16 = 2;

/// Offsets into a site's memory.
pub const ASKED: usize = 0;
pub const TO_RUN: usize = 1;
pub const ONCE: usize = 2;
pub const LEFT: usize = 3;
/// The same two for the code that resets and reads them.
pub const ONCE_WORD: u16 = ONCE as u16;
pub const LEFT_WORD: u16 = LEFT as u16;

/// What stands in the first word of a seat's part: nothing yet, or an entry's number and 1, or one
/// of these.
pub const UNDECIDED: i32 = 0;
pub const PASSED: i32 = -1;
pub const FINISHED: i32 = -2;

/// The most options that a decision may have.
pub const MOST_OPTIONS: usize = 20_000;

/// Words of a frame of the stack before its locals.
pub const FRAME_HEADER: usize = 5;

operations! {
    /// One instruction. Its size is pinned by a test.
    enum Op {
        Jump(to: Pc) => NoFrame, Nothing;
        JumpUnless { test: TestId, to: Pc } => NoFrame, Nothing;
        /// Runs a unit with the arguments of a call site, then goes on behind.
        Call { call: CallId } => Frame, Unit;
        /// Leaves the unit.
        Return => Frame, Nothing;
        /// What a unit answers to `let x = do …`.
        Answer { value: NumId } => Frame, Nothing;
        /// Records that a phase begins: its number, its children's numbers, the variables that it
        /// resets.
        EnterPhase { phase: PhaseId } => Frame, Nothing;
        EndPhase { phase: PhaseId, reason: Option<SentenceId> } => Frame, Nothing;
        EndGame { end: EndingId } => Frame, Nothing;

        SetLocal { local: Local, value: NumId } => NoFrame, Nothing;
        SetLocalSet { local: Local, value: SetId } => NoFrame, Nothing;
        SetLocalList { local: Local, value: ListId } => Frame, Nothing;
        /// Puts the unit's last answer into a local.
        TakeAnswer { local: Local } => Frame, Nothing;

        /// Takes the next member (in the set's order) out of the set at `set` into `member`, or
        /// jumps.
        NextMember { set: Local, member: Local, done: Pc } => Frame, Nothing;
        /// The same in seat order from the seat at `from`, which then moves on and, if said so,
        /// becomes `me`.
        NextSeat { set: Local, from: Local, as_me: bool, done: Pc } => Frame, Nothing;
        /// Counts up from `member` to the number at `last`, or jumps.
        NextNumber { member: Local, last: Local, done: Pc } => Frame, Nothing;
        /// Takes the next word of the list at `list` (its position at `cursor`), or jumps.
        NextWord { list: Local, cursor: Local, member: Local, done: Pc } => Frame, Nothing;
        /// Makes the seat (or the team's first seat) at the local `me`.
        SetMe { local: Local } => Frame, Nothing;
        /// Makes the seat at the local `active` and `me`.
        SetTurn { local: Local } => Frame, Nothing;
        SetActive { value: NumId } => Frame, Nothing;
        /// Passes the turn: the next playing seat in turn order.
        Advance { local: Local } => Frame, Nothing;

        /// Moves cards off a pile, which may have to be refilled on the way.
        Draw { movement: MovementId } => NoFrame, Refill;
        /// Does something to the table.
        Change(change: Change) => OfChange, Nothing;

        /// Asks the seats of a site; goes on when all have chosen.
        Ask { site: SiteId } => Frame, Nothing;
        /// Once all have chosen: whose choices count.
        Settle { site: SiteId } => Frame, Nothing;
        /// Runs the body of the next choice made at the site, or jumps when all are done.
        NextChoice { site: SiteId, done: Pc } => Frame, Bodies;
        /// Tries the watches; behind every event of a game that has any.
        Watch => Frame, Watches;
    }
}

changes! {
    /// What a statement does to the table, or lets seats know. The rules go on behind it.
    enum Change {
        Move { movement: MovementId } => NoFrame, ByPlace;
        Shuffle { slot: NumId } => Frame, Nothing;
        /// Shuffles each zone of a set of owners.
        ShuffleAll { zone: ZoneId, owners: SetId } => Frame, Nothing;
        /// The cards of a zone of each of several owners go so many owners further.
        Rotate { zone: ZoneId, owners: SetId, by: NumId } => Frame, Something;
        Turn { cards: SetId, up: bool } => NoFrame, Something;
        Reveal { cards: SetId, to: SetId } => NoFrame, Something;
        /// Tells seats something. Cards that they do not know are not named to them.
        Say { saying: SayingId, to: SetId } => NoFrame, Nothing;
        MarkCards { cards: SetId, mark: MarkId, on: bool } => NoFrame, Nothing;
        MarkSlots { slots: SetId, mark: MarkId, on: bool } => NoFrame, Nothing;
        SetCardMark { cards: SetId, mark: MarkId, value: NumId } => NoFrame, Something;
        SetSlotMark { slots: SetId, mark: MarkId, value: NumId } => NoFrame, Something;
        SetVariable { variable: VariableId, owner: NumId, value: NumId } => NoFrame, Something;
        SetVariableOf { variable: VariableId, owners: SetId, value: NumId } => Frame, Something;
        SetListVariable { variable: VariableId, owner: NumId, value: ListId } => Frame, Something;
        AddVariable { variable: VariableId, owner: NumId, value: NumId } => NoFrame, Something;
        /// Adds the same amount for each owner, or for none where one of the sums is too large.
        AddVariableOf { variable: VariableId, owners: SetId, value: NumId } => Frame, Something;
        SwapCards { a: NumId, b: NumId } => Frame, Something;
        SwapSlots { a: NumId, b: NumId } => Frame, Something;
        Join { slots: SetId, local: Local } => Frame, Something;
        Split { slot: NumId } => Frame, Something;
        Gather => Frame, Something;
        ReverseTurns => Frame, Nothing;
    }
}

impl From<Change> for Op {
    fn from(change: Change) -> Op {
        Op::Change(change)
    }
}

/// Whether seats may come to know by a change which cards lie where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    Nothing,
    Something,
    /// What is seen where the cards of a movement go.
    ByPlace(MovementId),
}

/// Whether an instruction needs a frame of its unit's own: one that asks, calls, loops, or goes by
/// whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    NoFrame,
    Frame,
}

/// The units that an instruction may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    Nothing,
    /// That of a call.
    Unit(CallId),
    /// The bodies of the actions of a menu.
    Bodies(SiteId),
    /// What refills the pile of a draw.
    Refill(MovementId),
    Watches,
}

/// A call of a unit: the arguments, and for whom.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub unit: UnitId,
    pub arguments: Vec<Argument>,
    /// `None`: the caller's `me`.
    pub by: Option<NumId>,
}

/// A value given to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    Num(NumId),
    Set(SetId),
    List(ListId),
}

/// A `move` or a `draw`.
#[derive(Clone, Debug)]
pub struct Movement {
    pub sources: Vec<SetId>,
    /// For a draw: how many, and the pile.
    pub count: Option<NumId>,
    pub to: NumId,
    pub face_up: Option<bool>,
    pub under: bool,
    pub turned: bool,
    /// Everybody can follow which cards these are by their place (a draw, the top of a pile),
    /// though not by their faces.
    pub by_place: bool,
    /// Runs when a draw comes short.
    pub refill: Option<UnitId>,
}

impl Movement {
    /// How cards travel that the runtime moves by itself; whence and where to are its own business.
    pub fn plain(face_up: Option<bool>, under: bool, by_place: bool) -> Self {
        Movement {
            sources: Vec::new(),
            count: None,
            to: NumId::new(0),
            face_up,
            under,
            turned: false,
            by_place,
            refill: None,
        }
    }
}

/// What is said by `say`.
#[derive(Clone, Debug)]
pub struct Saying {
    /// A template: `{name}` stands for a value.
    pub sentence: SentenceId,
    /// What its places stand for. None of these can fail to be worked out.
    pub values: Vec<SaidValue>,
}

/// What a place of a saying stands for.
#[derive(Clone, Debug)]
pub struct SaidValue {
    pub name: String,
    pub kind: ValueKind,
    pub value: NumId,
}

/// How a game ends by `end game`.
#[derive(Clone, Debug)]
pub struct Ending {
    pub outcome: EndingKind,
    pub reason: Option<SentenceId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// This seat and its team; in a cooperative game all.
    Won {
        by: NumId,
    },
    /// All others win; without anybody, nobody does.
    Lost {
        by: Option<NumId>,
    },
    Drawn,
    /// By score.
    Counted,
}

/// A place in the flow where seats choose.
#[derive(Clone, Debug)]
pub struct Site {
    pub kind: SiteKind,
    /// Who is asked.
    pub seats: SetId,
    pub menu: Vec<MenuEntry>,
    /// Passing is possible whatever the action says.
    pub may: bool,
    /// "done" is possible: a menu that repeats.
    pub repeats: bool,
    pub done_when: Option<TestId>,
    /// First word of the site's own memory in its unit's frame; its size follows from the menu and
    /// the seats.
    pub memory: Local,
    /// Words of memory for each seat's choice.
    pub seat_words: u16,
    /// What the decision is called in prompts and records.
    pub prompt: SentenceId,
    /// Where to go when nobody has an option.
    pub no_option: Pc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// One seat, the current one.
    Alone,
    /// Several in secret; all bodies run, in seat order.
    Together,
    /// Anybody may interrupt.
    Window(Settlement),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    Random,
    TurnOrder { from: Option<NumId> },
    Everyone,
}

#[derive(Clone, Debug)]
pub struct MenuEntry {
    pub action: ActionId,
    pub arguments: Vec<Argument>,
    /// The arguments that everybody can work out, a bit each: the others are not told.
    pub open: u32,
    /// Which `once` group it belongs to: a bit in the site's memory.
    pub once: Option<u8>,
}
