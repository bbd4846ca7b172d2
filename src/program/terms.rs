//! Expressions as the runtime evaluates them: typed terms in flat tables, each addressed by an id
//! of its own type.
//!
//! A term never stops and never changes the game, so it needs no place of its own in the state;
//! only the few marked *draws* use the generator, and the checker lets them stand in statements
//! alone. What a scalar means (a number, a card, a seat) was settled by the checker: here it is an
//! `i32`, or [`NONE`](crate::value::NONE).

use super::ValueKind;
use super::ids::{
    ConstantId, GroupId, PackingId, PairingId, RankingId, RowMark, ScriptCallId, ShapeId, TotalId,
    WalkId,
};
pub use super::ids::{Local, Temp};
use crate::tabletop::ids::{AttributeId, IdVec, MarkId, OrderId, PhaseId, ScriptId, ZoneId, ids};
use std::collections::HashMap;

macro_rules! term_ids {
    ($($(#[$doc:meta])* $id:ident => $term:ident, $table:ident, $add:ident;)*) => {
        ids! {
            $($(#[$doc])* $id(u32);)*
        }

        /// All terms of a program. Terms that say the same are one: so that what is said twice need
        /// be worked out but once.
        #[derive(Clone, Debug, Default)]
        pub struct Terms {
            $(pub $table: IdVec<$id, $term>,)*
            /// Runs of scalars that belong together: the members of a tuple, the keys of a
            /// comparison, a script's arguments.
            pub groups: IdVec<GroupId, Vec<NumId>>,
            pub pairings: IdVec<PairingId, Pairing>,
            pub packings: IdVec<PackingId, Packing>,
            pub shapes: IdVec<ShapeId, Shape>,
            pub totals: IdVec<TotalId, Total>,
            pub rankings: IdVec<RankingId, Ranking>,
            pub walks: IdVec<WalkId, Walk>,
            pub calls: IdVec<ScriptCallId, ScriptCall>,
            said: Said,
        }

        /// The terms there are, each with its place.
        #[derive(Clone, Debug, Default)]
        struct Said {
            $($table: HashMap<$term, $id>,)*
        }

        impl Terms {
            $(
                pub fn $add(&mut self, term: $term) -> $id {
                    let Terms { $table: terms, said, .. } = self;
                    *said.$table.entry(term).or_insert_with(|| terms.push(term))
                }
            )*
        }
    };
}

term_ids! {
    /// A scalar.
    NumId => Num, nums, num;
    /// A yes or no.
    TestId => Test, tests, test;
    /// A set of cards, slots, seats, teams or words.
    SetId => Set, sets, set;
    /// A few numbers in order.
    ListId => List, lists, list;
    /// Several sets of one kind of members.
    FamilyId => Family, families, family;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Num {
    Const(i32),
    Temp(Temp),
    Local(Local),
    /// The seat whose business it is.
    Me,
    /// The seat whose turn it is.
    Active,
    /// A variable of the table.
    Variable {
        at: u32,
    },
    /// A variable a seat or team has.
    OwnedVariable {
        at: u32,
        owner: NumId,
    },
    /// A printed attribute of a card, from the table of that attribute.
    Attribute {
        table: AttributeId,
        card: NumId,
    },
    /// A mark that is no flag.
    CardMark {
        mark: MarkId,
        card: NumId,
    },
    SlotMark {
        mark: MarkId,
        slot: NumId,
    },
    /// Passes of a phase begun since its parent was entered.
    PhaseNumber {
        phase: PhaseId,
    },
    Add(NumId, NumId),
    Subtract(NumId, NumId),
    Multiply(NumId, NumId),
    /// Rounds down.
    Divide(NumId, NumId),
    /// Never negative for a positive divisor.
    Remainder(NumId, NumId),
    Negate(NumId),
    Min(NumId, NumId),
    Max(NumId, NumId),
    If {
        test: TestId,
        then: NumId,
        otherwise: NumId,
    },
    Default {
        value: NumId,
        fallback: NumId,
    },
    /// 1 for yes, 0 for no.
    Flag(TestId),
    /// Evaluates `value` into a temp, then `then`.
    Bind {
        temp: Temp,
        value: NumId,
        then: NumId,
    },
    Count(SetId),
    CountList(ListId),
    /// The only member, else none.
    The(SetId),
    /// The first member in the set's order, else none.
    First(SetId),
    Last(SetId),
    /// The only card of a slot, else none.
    OnlyCard {
        slot: NumId,
    },
    Top {
        slot: NumId,
    },
    Bottom {
        slot: NumId,
    },
    /// Where a card lies; none outside the game.
    SlotOf {
        card: NumId,
    },
    /// The seat or team whose zone a slot belongs to.
    OwnerOf {
        slot: NumId,
    },
    /// Number of a slot within its zone, from 1; in a grid, its column.
    Column {
        slot: NumId,
    },
    Row {
        slot: NumId,
    },
    /// Slot `index` (from 1) of a zone; none outside it.
    ZoneSlot {
        zone: ZoneId,
        owner: NumId,
        index: NumId,
    },
    /// The only slot of an owner's zone: so many behind the first owner's.
    OwnSlot {
        first: u8,
        owners: u8,
        owner: NumId,
    },
    /// A new last slot of a row: only as the place of a move.
    NewSlot {
        zone: ZoneId,
        owner: NumId,
    },
    TeamOf(NumId),
    /// The first seat of a team.
    Captain(NumId),
    /// The seat after (or before) this one among those who play.
    Next {
        seat: NumId,
        forward: bool,
    },
    SumOver {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    /// The sum of a table's values over a set of cards.
    SumAttribute {
        set: SetId,
        table: AttributeId,
    },
    HighestOver {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    LowestOver {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    SumList(ListId),
    HighestList(ListId),
    LowestList(ListId),
    /// The member whose keys (a group) beat every other member's, else none.
    Most {
        set: SetId,
        temp: Temp,
        keys: GroupId,
        least: bool,
    },
    /// The same by a declared order.
    MostBy {
        set: SetId,
        temp: Temp,
        key: NumId,
        order: OrderId,
    },
    /// The same over the members' lists of values, compared from the left.
    MostList {
        set: SetId,
        temp: Temp,
        ranking: RankingId,
        least: bool,
    },
    /// The largest sum over pairings.
    BestPairing(PairingId),
    /// The largest sum over disjoint combinations.
    BestPacking(PackingId),
    /// How many sets a family has.
    CountFamily(FamilyId),
    SumFamily {
        family: FamilyId,
        temp: Temp,
        value: NumId,
    },
    /// The greatest (or, `least`, the smallest) value of a family's sets.
    ExtremeFamily {
        family: FamilyId,
        temp: Temp,
        value: NumId,
        least: bool,
    },
    /// Which alternative of a shape a set of cards has, from 1: the last that fits; else none.
    FormOf {
        shape: ShapeId,
        set: SetId,
    },
    Script(ScriptCallId),
    /// Draws: 1 to `sides`.
    Roll {
        sides: NumId,
    },
    /// Draws: one member.
    RandomOf {
        set: SetId,
        lot: Lot,
    },
}

/// A drawing of lots, as records tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    pub of: Lots,
    /// Whether everybody can work out among what is drawn.
    pub open: bool,
}

/// What is drawn by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lots {
    Cards,
    /// Seats or teams.
    Sides,
    Others,
}

impl Lots {
    pub fn of(kind: ValueKind) -> Lots {
        match kind {
            ValueKind::Card => Lots::Cards,
            ValueKind::Player | ValueKind::Team => Lots::Sides,
            ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Word(_)
            | ValueKind::Slot
            | ValueKind::Text => Lots::Others,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    Const(bool),
    /// A scalar that is a flag.
    IsTrue(NumId),
    Compare {
        op: Comparison,
        left: NumId,
        right: NumId,
    },
    IsNone(NumId),
    Not(TestId),
    And(TestId, TestId),
    Or(TestId, TestId),
    If {
        test: TestId,
        then: TestId,
        otherwise: TestId,
    },
    /// The condition of a table's row, which tells how it came out: only where rows are followed.
    Row {
        mark: RowMark,
        test: TestId,
    },
    Bind {
        temp: Temp,
        value: NumId,
        then: TestId,
    },
    In {
        value: NumId,
        set: SetId,
    },
    InList {
        value: NumId,
        list: ListId,
    },
    /// Both ends count.
    InRange {
        value: NumId,
        from: NumId,
        to: NumId,
    },
    Any(SetId),
    Exists {
        set: SetId,
        temp: Temp,
        test: TestId,
    },
    ForAll {
        set: SetId,
        temp: Temp,
        test: TestId,
    },
    ExistsInList {
        list: ListId,
        temp: Temp,
        test: TestId,
    },
    ForAllInList {
        list: ListId,
        temp: Temp,
        test: TestId,
    },
    SameSet(SetId, SetId),
    Subset(SetId, SetId),
    /// Two lists, compared from the left.
    CompareLists {
        op: Comparison,
        left: ListId,
        right: ListId,
    },
    /// A lies directly above B in a declared order, or anywhere above when the order is no cycle.
    Above {
        order: OrderId,
        left: NumId,
        right: NumId,
    },
    FaceUp {
        card: NumId,
    },
    CardFlag {
        mark: MarkId,
        card: NumId,
    },
    SlotFlag {
        mark: MarkId,
        slot: NumId,
    },
    Playing(NumId),
    /// The cards have the shape.
    IsShape {
        shape: ShapeId,
        set: SetId,
    },
    AnyFamily(FamilyId),
    ForAllFamily {
        family: FamilyId,
        temp: Temp,
        test: TestId,
    },
    /// The set is one of the family's.
    InFamily {
        set: SetId,
        family: FamilyId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    Const(ConstantId),
    Temp(Temp),
    Local(Local),
    One(NumId),
    /// The cards of one slot.
    SlotCards {
        slot: NumId,
    },
    /// The cards of a seat's, a team's or the table's zone.
    ZoneCards {
        zone: ZoneId,
        owner: NumId,
    },
    /// The same where the owner is known: a set of the state.
    CardsAt {
        at: u32,
    },
    /// The same where the owners' sets follow each other.
    CardsOf {
        at: u32,
        owners: u8,
        owner: NumId,
    },
    /// The cards of all owners of a zone.
    CardsOfAll {
        at: u32,
        owners: u8,
    },
    /// The cards of a zone over several seats or teams.
    ZoneCardsOf {
        zone: ZoneId,
        owners: SetId,
    },
    /// The slots of a zone: of a row, those there are; elsewhere all.
    ZoneSlots {
        zone: ZoneId,
        owner: NumId,
    },
    ZoneSlotsOf {
        zone: ZoneId,
        owners: SetId,
    },
    /// All cards of a set of slots.
    CardsIn(SetId),
    /// The top card of each slot of a set.
    TopsOf(SetId),
    /// The topmost `count` cards of a slot.
    TopCards {
        slot: NumId,
        count: NumId,
    },
    FaceUp,
    CardFlagged {
        mark: MarkId,
    },
    SlotFlagged {
        mark: MarkId,
    },
    /// All cards whose attribute equals the value.
    WithAttribute {
        table: AttributeId,
        value: NumId,
    },
    /// A variable that holds cards in a set: a list's word mask.
    Union(SetId, SetId),
    Minus(SetId, SetId),
    Both(SetId, SetId),
    If {
        test: TestId,
        then: SetId,
        otherwise: SetId,
    },
    Bind {
        temp: Temp,
        value: NumId,
        then: SetId,
    },
    Filter {
        set: SetId,
        temp: Temp,
        test: TestId,
    },
    /// The set of values of the members.
    Image {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    /// The union of the members' sets.
    UnionOver {
        set: SetId,
        temp: Temp,
        value: SetId,
    },
    /// What `step` leads to from the members, from there on, and so forth; the members themselves
    /// only where a step leads to them.
    Reached {
        from: SetId,
        temp: Temp,
        step: SetId,
    },
    /// All members that tie for the best (or, `least`, the worst) value.
    Ties {
        set: SetId,
        temp: Temp,
        value: NumId,
        least: bool,
    },
    /// All members that tie for the best (or, `least`, the worst) values of a group, compared from
    /// the left.
    TiesBy {
        set: SetId,
        temp: Temp,
        ranking: RankingId,
        least: bool,
    },
    /// The first (or last) `count` members.
    Ends {
        set: SetId,
        count: NumId,
        last: bool,
    },
    /// The undermost `count` cards of a slot.
    BottomCards {
        slot: NumId,
        count: NumId,
    },
    /// All members of a family's sets together.
    UnionFamily(FamilyId),
    /// The only set of a family, else none of anything.
    OnlyFamily(FamilyId),
    FirstFamily(FamilyId),
    /// The set whose values beat every other set's, else none of anything.
    BestFamily {
        family: FamilyId,
        temp: Temp,
        ranking: RankingId,
        least: bool,
    },
    /// The seats that take part.
    Players,
    SeatsOfTeam(NumId),
    /// The teams other than this one.
    OtherTeams(NumId),
    Neighbours {
        slot: NumId,
        directions: Directions,
    },
    Walk(WalkId),
    /// The words of a list that occur in it.
    OfList(ListId),
    Script(ScriptCallId),
    /// Draws: `count` different members, or all.
    RandomOf {
        set: SetId,
        count: NumId,
        lot: Lot,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// A group of scalars.
    Tuple(GroupId),
    Temp(Temp),
    Local(Local),
    /// A variable that holds a bag of words.
    Variable {
        at: u32,
        owner: NumId,
    },
    Map {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    /// From the highest.
    Sorted(ListId),
    /// The different values of a list that are not none, rising.
    Distinct(ListId),
    Filter {
        list: ListId,
        temp: Temp,
        test: TestId,
    },
    MapList {
        list: ListId,
        temp: Temp,
        value: NumId,
    },
    If {
        test: TestId,
        then: ListId,
        otherwise: ListId,
    },
    Numbers {
        from: NumId,
        to: NumId,
    },
    /// The different values of the members: the most frequent first, of those as frequent the
    /// greatest first.
    Commonest {
        set: SetId,
        temp: Temp,
        value: NumId,
    },
    /// The first (or last) `count` values.
    Ends {
        list: ListId,
        count: NumId,
        last: bool,
    },
    MapFamily {
        family: FamilyId,
        temp: Temp,
        value: NumId,
    },
}

/// A family's candidate is a set: it lies among the temps for sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The subsets of some cards that have a shape.
    Shaped {
        shape: ShapeId,
        set: SetId,
    },
    /// All subsets of so many members, whose total, if one is given, fits.
    Subsets {
        set: SetId,
        least: NumId,
        most: Option<NumId>,
        total: Option<TotalId>,
    },
    Filter {
        family: FamilyId,
        temp: Temp,
        test: TestId,
    },
    /// The members with the same value together; those without one are left out.
    Groups {
        set: SetId,
        temp: Temp,
        key: NumId,
    },
    /// The combinations of a best packing.
    Parts(PackingId),
    /// The sets that no other one beats.
    Ties {
        family: FamilyId,
        temp: Temp,
        ranking: RankingId,
        least: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    /// The same comparison with its sides exchanged.
    pub fn turned(self) -> Self {
        match self {
            Comparison::Equal | Comparison::NotEqual => self,
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
        }
    }

    /// Whether the comparison holds; with none on a side only equality means something.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        use crate::value::NONE;
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right && left != NONE,
            Comparison::LessEqual => left <= right && left != NONE,
            Comparison::Greater => left > right && right != NONE,
            Comparison::GreaterEqual => left >= right && right != NONE,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directions {
    Orthogonal,
    Diagonal,
    All,
}

/// `best VALUE pairing x in LEFT with y in RIGHT`.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub left: SetId,
    pub left_temp: Temp,
    pub right: SetId,
    pub right_temp: Temp,
    pub value: NumId,
}

/// `best NAME over S`.
#[derive(Clone, Debug)]
pub struct Packing {
    pub set: SetId,
    /// Each combination; its tests look at the card in the temp.
    pub groups: Vec<PackingGroup>,
    pub temp: Temp,
}

/// One card of each kind or the cards of a shape, and what they are worth together. A shape's cards
/// lie in `temp`.
#[derive(Clone, Debug)]
pub struct PackingGroup {
    pub kinds: Vec<TestId>,
    pub shape: Option<ShapeId>,
    pub temp: Temp,
    pub value: NumId,
}

/// Which cards belong together.
#[derive(Clone, Debug)]
pub enum Shape {
    Form(Form),
    /// One of several shapes.
    AnyOf(Vec<ShapeId>),
    /// Disjoint cards of each of several shapes.
    Together(Vec<ShapeId>),
}

/// So many cards with something in common. Every number is asked of the card in the temp.
#[derive(Clone, Debug)]
pub struct Form {
    pub least: NumId,
    pub most: Option<NumId>,
    pub temp: Temp,
    pub card: Option<TestId>,
    pub same: Vec<NumId>,
    pub different: Vec<NumId>,
    /// Values that follow each other without a gap.
    pub sequence: Option<NumId>,
    /// So many cards of each value that occurs.
    pub each: Option<(NumId, NumId)>,
    pub total: Option<TotalId>,
    pub wild: Option<Wild>,
}

/// So many of the cards may be such that stand for any others.
#[derive(Clone, Copy, Debug)]
pub struct Wild {
    pub least: NumId,
    pub most: Option<NumId>,
    pub test: TestId,
}

/// What members are compared by: a group of numbers from the left, then perhaps a list.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    pub keys: GroupId,
    pub list: Option<ListId>,
}

/// A sum over the members of a subset, and what it is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub temp: Temp,
    pub value: NumId,
    pub op: Comparison,
    pub than: NumId,
}

/// `walk N from CELL through C`.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub steps: NumId,
    pub from: NumId,
    pub temp: Temp,
    pub through: TestId,
}

/// A call of a script's function.
#[derive(Clone, Debug)]
pub struct ScriptCall {
    pub script: ScriptId,
    pub arguments: Vec<ScriptArgument>,
}

#[derive(Clone, Copy, Debug)]
pub enum ScriptArgument {
    Num(NumId),
    Flag(TestId),
    /// As a map of its attributes.
    Card(NumId),
    Cards(SetId),
    Set(SetId),
    List(ListId),
    /// As an array of its slots, row by row.
    Zone {
        zone: ZoneId,
        owner: NumId,
    },
    /// As the slot's number within its zone, from 0.
    Slot(NumId),
}
