//! The flow as the runtime runs it: small instructions of one size. Spans lie in a side table, not
//! here.

use super::ValueKind;
pub(crate) use super::ids::Pc;
use super::ids::{CallId, EndingId, MovementId, SayingId, SiteId, UnitId};
use super::table::{Target, changes, operations};
use super::terms::{ListId, Local, NumId, SetId, TestId};
use crate::tabletop::ids::{ActionId, MarkId, PhaseId, SentenceId, VariableId, ZoneId};
use crate::value::Narrow;

/// Words of a site's memory before the seats' parts.
pub(crate) const SITE_WORDS: u16 = 4;
/// Words of a seat's part before its values.
pub(crate) const SEAT_WORDS: u16 = 2;

/// Offsets into a site's memory.
pub(crate) const ASKED: usize = 0;
pub(crate) const TO_RUN: usize = 1;
pub(crate) const ONCE: usize = 2;
pub(crate) const LEFT: usize = 3;
/// [`ONCE`] and [`LEFT`] for the code that resets and reads them.
pub(crate) const ONCE_WORD: u16 = ONCE as u16;
pub(crate) const LEFT_WORD: u16 = LEFT as u16;

/// What a seat has chosen at a site: the first word of its part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nothing yet.
    Undecided,
    Passed,
    /// Left a menu that repeats.
    Finished,
    /// An entry of the menu, by its number from 0; of its values some may be missing still.
    Entry(usize),
}

impl Status {
    /// As the machine and the routines keep it.
    pub(crate) fn word(self) -> i32 {
        match self {
            Status::Undecided => 0,
            Status::Passed => -1,
            Status::Finished => -2,
            Status::Entry(number) => number.to_i32() + 1,
        }
    }

    /// What a word of [`Status::word`] means.
    pub(crate) fn of_word(word: i32) -> Status {
        match word {
            0 => Status::Undecided,
            -1 => Status::Passed,
            ..-1 => Status::Finished,
            1.. => Status::Entry(word.to_usize() - 1),
        }
    }
}

/// The most options that a decision may have.
pub(crate) const MOST_OPTIONS: usize = 20_000;

/// Words of a frame of the stack before its locals.
pub const FRAME_HEADER: usize = 5;

operations! {
    /// One instruction. Its size is pinned by a test. The columns: which units it may run, who acts
    /// behind it, what it lets seats know, and which local it gives what.
    enum Op {
        Jump(to: Pc) => Nothing, Same, Nothing, Nothing;
        JumpUnless { test: TestId, to: Pc } => Nothing, Same, Nothing, Nothing;
        /// Runs a unit with the arguments of a call site, then goes on behind.
        Call { call: CallId } => Unit(call), Same, Something, Nothing;
        /// Leaves the unit.
        Return => Nothing, Same, Nothing, Nothing;
        /// What a unit answers to `let x = do …`.
        Answer { value: NumId } => Nothing, Same, Nothing, Nothing;
        /// Records that a phase begins: its number, its children's numbers, the variables that it
        /// resets.
        EnterPhase { phase: PhaseId } => Nothing, Same, Nothing, Nothing;
        EndPhase { phase: PhaseId, reason: Option<SentenceId> } => Nothing, Same, Nothing, Nothing;
        EndGame { end: EndingId } => Nothing, Same, Nothing, Nothing;

        SetLocal { local: Local, value: NumId } => Nothing, Same, Nothing, Num(local, value);
        SetLocalSet { local: Local, value: SetId } => Nothing, Same, Nothing, Set(local, value);
        SetLocalList { local: Local, value: ListId } => Nothing, Same, Nothing, Other(local);
        /// Puts the unit's last answer into a local.
        TakeAnswer { local: Local } => Nothing, Same, Nothing, Other(local);

        /// Takes the next member (in the set's order) out of the set at `set` into `member`, or
        /// jumps.
        NextMember { set: Local, member: Local, done: Pc }
            => Nothing, Same, Nothing, Member(member, set);
        /// Takes the next seat, in seat order from the one at `from`, out of the set at `set`, or
        /// jumps. `from` moves on to it, which becomes `me` where `as_me` is so.
        NextSeat { set: Local, from: Local, as_me: bool, done: Pc }
            => Nothing, other_if(as_me), Nothing, Other(from);
        /// Counts up from `member` to the number at `last`, or jumps.
        NextNumber { member: Local, last: Local, done: Pc }
            => Nothing, Same, Nothing, Other(member);
        /// Takes the next word of the list at `list` (its position at `cursor`), or jumps.
        NextWord { list: Local, cursor: Local, member: Local, done: Pc }
            => Nothing, Same, Nothing, Other(member);
        /// Makes the seat (or the team's first seat) at the local `me`; where it is to be
        /// `somebody`, none is a fault.
        SetMe { local: Local, somebody: bool } => Nothing, Other, Nothing, Nothing;
        /// Makes the seat at the local `active` and `me`.
        SetTurn { local: Local } => Nothing, Turn, Nothing, Nothing;
        SetActive { value: NumId } => Nothing, Active, Nothing, Nothing;
        /// Passes the turn: the next playing seat in turn order.
        Advance { local: Local } => Nothing, Same, Nothing, Other(local);

        /// Moves cards off a pile, which may have to be refilled on the way.
        Draw { movement: MovementId } => Refill(movement), Same, ByPlace(movement), Nothing;
        /// Does something to the table.
        Change(change: Change) => Nothing, Same, of(change), Nothing;

        /// Asks the seats of a site; goes on when all have chosen.
        Ask { site: SiteId } => Nothing, Same, Something, Nothing;
        /// Once all have chosen: whose choices count.
        Settle { site: SiteId } => Nothing, Same, Nothing, Nothing;
        /// Runs the body of the next choice made at the site, or jumps when all are done. What it
        /// lets seats know is what the question before it does.
        NextChoice { site: SiteId, done: Pc } => Bodies(site), Same, Nothing, Nothing;
        /// Tries the watches; behind every event of a game that has any.
        Watch => Watches, Same, Something, Nothing;
    }
}

changes! {
    /// What a statement does to the table, or lets seats know. The rules go on behind it. The
    /// column: what it lets seats know.
    enum Change {
        Move { movement: MovementId } => ByPlace(movement);
        Shuffle { slot: NumId } => Nothing;
        /// Shuffles each zone of a set of owners.
        ShuffleAll { zone: ZoneId, owners: SetId } => Nothing;
        /// The cards of a zone of each of several owners go so many owners further.
        Rotate { zone: ZoneId, owners: SetId, by: NumId } => Something;
        Turn { cards: SetId, up: bool } => Something;
        Reveal { cards: SetId, to: SetId } => Something;
        /// Tells seats something. Cards that they do not know are not named to them.
        Say { saying: SayingId, to: SetId } => Nothing;
        MarkCards { cards: SetId, mark: MarkId, on: bool } => Nothing;
        MarkSlots { slots: SetId, mark: MarkId, on: bool } => Nothing;
        SetCardMark { cards: SetId, mark: MarkId, value: NumId } => Something;
        SetSlotMark { slots: SetId, mark: MarkId, value: NumId } => Something;
        SetVariable { variable: VariableId, owner: NumId, value: NumId } => Something;
        SetVariableOf { variable: VariableId, owners: SetId, value: NumId } => Something;
        SetListVariable { variable: VariableId, owner: NumId, value: ListId } => Something;
        AddVariable { variable: VariableId, owner: NumId, value: NumId } => Something;
        /// Adds the same amount for each owner, or for none where one of the sums is too large.
        AddVariableOf { variable: VariableId, owners: SetId, value: NumId } => Something;
        /// `by_place`: everybody can follow which cards these are by where they lie.
        SwapCards { a: NumId, b: NumId, by_place: bool } => Something;
        SwapSlots { a: NumId, b: NumId } => Something;
        Join { slots: SetId, local: Local } => Something;
        Split { slot: NumId } => Something;
        Gather => Something;
        ReverseTurns => Nothing;
    }
}

impl From<Change> for Op {
    fn from(change: Change) -> Op {
        Op::Change(change)
    }
}

/// Whether seats may come to know by an instruction which cards lie where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    Nothing,
    Something,
    /// What is seen where the cards of a movement go.
    ByPlace(MovementId),
}

impl Shows {
    fn of(change: Change) -> Shows {
        change.shows()
    }
}

/// Who acts behind an instruction, in the frame that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acts {
    /// Who acted before it.
    Same,
    /// Another seat of the frame, which is `me` then.
    Other,
    /// Another seat has the turn, and is `me`.
    Turn,
    /// Another seat has the turn; `me` stays who it was.
    Active,
}

impl Acts {
    fn other_if(as_me: bool) -> Acts {
        if as_me { Acts::Other } else { Acts::Same }
    }
}

/// The local that an instruction gives a value, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    Nothing,
    Num(Local, NumId),
    Set(Local, SetId),
    /// To the first local a member of the set at the second.
    Member(Local, Local),
    /// What is no card and no place.
    Other(Local),
}

/// The units that an instruction may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    Nothing,
    /// The unit of a call.
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
    pub(crate) unit: UnitId,
    pub(crate) arguments: Vec<Argument>,
    /// `None`: the caller's `me`.
    pub(crate) by: Option<NumId>,
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
    pub(crate) sources: Vec<SetId>,
    /// For a draw: how many, and the pile.
    pub(crate) count: Option<NumId>,
    pub(crate) to: NumId,
    pub(crate) face_up: Option<bool>,
    pub(crate) under: bool,
    pub(crate) turned: bool,
    /// Everybody can follow which cards these are by their place (a draw, the top of a pile),
    /// though not by their faces.
    pub(crate) by_place: bool,
    /// What refills the pile of a draw that comes short.
    pub(crate) refill: Option<Refilling>,
}

/// What runs when a draw comes short.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refilling {
    pub(crate) unit: UnitId,
    /// The cards that the draw still owes while its pile is refilled; else 0.
    pub(crate) owed: Local,
    /// Whose pile it is; `None` of the table's.
    pub(crate) owner: Option<NumId>,
    /// Where cards go to a new slot: the one that was opened before the pile was refilled.
    pub(crate) opened: Option<Local>,
}

/// What is said by `say`.
#[derive(Clone, Debug)]
pub struct Saying {
    /// A template: `{name}` stands for a value.
    pub(crate) sentence: SentenceId,
    /// What its places stand for. None of these can fail to be worked out.
    pub(crate) values: Vec<SaidValue>,
}

/// What a place of a saying stands for.
#[derive(Clone, Debug)]
pub(crate) struct SaidValue {
    pub(crate) name: String,
    pub(crate) kind: ValueKind,
    pub(crate) value: NumId,
}

/// How a game ends by `end game`.
#[derive(Clone, Debug)]
pub struct Ending {
    pub(crate) outcome: EndingKind,
    pub(crate) reason: Option<SentenceId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndingKind {
    /// The seat `by` wins, and its team; in a cooperative game all.
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
    pub(crate) kind: SiteKind,
    /// Who is asked.
    pub(crate) seats: SetId,
    pub(crate) menu: Vec<MenuEntry>,
    /// Passing is possible whatever the action says.
    pub(crate) may: bool,
    /// "done" is possible: a menu that repeats.
    pub(crate) repeats: bool,
    pub(crate) done_when: Option<TestId>,
    /// First word of the site's own memory in its unit's frame; its size follows from the menu and
    /// the seats.
    pub(crate) memory: Local,
    /// Words of memory for each seat's choice.
    pub(crate) seat_words: u16,
    /// What the decision is called in prompts and records.
    pub(crate) prompt: SentenceId,
    /// Where to go when nobody has an option.
    pub(crate) no_option: Pc,
}

impl Site {
    pub(crate) fn is_window(&self) -> bool {
        matches!(self.kind, SiteKind::Window(_))
    }

    /// Whether a seat with so many options takes one without being asked: a single one, but in a
    /// window, where even passing is asked for all to see.
    pub(crate) fn takes_unasked(&self, options: usize) -> bool {
        options == 1 && !self.is_window()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SiteKind {
    /// One seat, the current one.
    Alone,
    /// Several in secret; all bodies run, in seat order.
    Together,
    /// Anybody may interrupt.
    Window(Settlement),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settlement {
    Random,
    TurnOrder { from: Option<NumId> },
    Everyone,
}

#[derive(Clone, Debug)]
pub(crate) struct MenuEntry {
    pub(crate) action: ActionId,
    pub(crate) arguments: Vec<Argument>,
    /// The arguments that everybody can work out, a bit each: the others are not told.
    pub(crate) open: u32,
    /// Which `once` group it belongs to: a bit in the site's memory.
    pub(crate) once: Option<u8>,
}
