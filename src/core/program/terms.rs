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
pub(crate) use super::ids::{Local, Temp};
pub(crate) use super::table::Found;
use super::table::{Operand, composite_ids, composites, reads, terms, visit};
use crate::tabletop::ids::{AttributeId, IdVec, MarkId, OrderId, PhaseId, ScriptId, ZoneId};
use crate::value::Slot;
use std::collections::HashMap;

terms! {
    /// A scalar.
    enum Num(NumId, nums, num) {
        Const(value: i32) => Nothing;
        Temp(temp: Temp) => Temp;
        Local(local: Local) => State;
        /// The seat whose business it is.
        Me => State;
        /// The seat whose turn it is.
        Active => State;
        /// A variable of the table.
        Variable { at: u32 } => State;
        /// A variable a seat or team has.
        OwnedVariable { at: u32, owner: NumId } => State;
        /// A printed attribute of a card, from the table of that attribute.
        Attribute { table: AttributeId, card: NumId } => Nothing;
        /// A mark that is no flag.
        CardMark { mark: MarkId, card: NumId } => State;
        SlotMark { mark: MarkId, slot: NumId } => State;
        /// Passes of a phase begun since its parent was entered.
        PhaseNumber { phase: PhaseId } => State;
        Add(left: NumId, right: NumId) => Nothing;
        Subtract(left: NumId, right: NumId) => Nothing;
        Multiply(left: NumId, right: NumId) => Nothing;
        /// Rounds down.
        Divide(left: NumId, right: NumId) => Nothing;
        /// Never negative for a positive divisor.
        Remainder(left: NumId, right: NumId) => Nothing;
        Negate(value: NumId) => Nothing;
        Min(left: NumId, right: NumId) => Nothing;
        Max(left: NumId, right: NumId) => Nothing;
        If { test: TestId, then: NumId, otherwise: NumId } => Nothing;
        Default { value: NumId, fallback: NumId } => Nothing;
        /// 1 for yes, 0 for no.
        Flag(test: TestId) => Nothing;
        /// Evaluates `value` into a temp, then `then`.
        Bind { temp: Temp, value: NumId, then: NumId } => Nothing;
        Count(set: SetId) => Nothing;
        CountList(list: ListId) => Nothing;
        /// The only member, else none.
        The(set: SetId) => Nothing;
        /// The first member in the set's order, else none.
        First(set: SetId) => Nothing;
        Last(set: SetId) => Nothing;
        /// The only card of a slot, else none.
        OnlyCard { slot: NumId } => State;
        Top { slot: NumId } => State;
        Bottom { slot: NumId } => State;
        /// Where a card lies; none outside the game.
        SlotOf { card: NumId } => State;
        /// The seat or team whose zone a slot belongs to.
        OwnerOf { slot: NumId } => State;
        /// Number of a slot within its zone, from 1; in a grid, its column.
        Column { slot: NumId } => State;
        Row { slot: NumId } => State;
        /// Slot `index` (from 1) of a zone; none outside it.
        ZoneSlot { zone: ZoneId, owner: NumId, index: NumId } => State;
        /// The only slot of an owner's zone: so many behind the first owner's.
        OwnSlot { first: Slot, owners: u8, owner: NumId } => State;
        /// A new last slot of a row: only as the place of a move.
        NewSlot { zone: ZoneId, owner: NumId } => State;
        TeamOf(seat: NumId) => Nothing;
        /// The first seat of a team.
        Captain(team: NumId) => Nothing;
        /// The seat or team of this number, counted from 1, of so many; a fault beyond them.
        Numbered { number: NumId, of: u8 } => Nothing;
        /// The seat after (or before) this one among those who play.
        Next { seat: NumId, forward: bool } => State;
        SumOver { set: SetId, temp: Temp, value: NumId } => Nothing;
        /// The sum of a table's values over a set of cards.
        SumAttribute { set: SetId, table: AttributeId } => Nothing;
        HighestOver { set: SetId, temp: Temp, value: NumId } => Nothing;
        LowestOver { set: SetId, temp: Temp, value: NumId } => Nothing;
        SumList(list: ListId) => Nothing;
        HighestList(list: ListId) => Nothing;
        LowestList(list: ListId) => Nothing;
        /// The member whose keys (a group) beat every other member's, else none.
        Most { set: SetId, temp: Temp, keys: GroupId, least: bool } => Nothing;
        /// The member whose key lies above every other member's in a declared order, else none.
        MostBy { set: SetId, temp: Temp, key: NumId, order: OrderId } => Nothing;
        /// The member whose keys and list of values, compared from the left, beat every other
        /// member's, else none.
        MostList { set: SetId, temp: Temp, ranking: RankingId, least: bool } => Nothing;
        /// The largest sum over pairings.
        BestPairing(pairing: PairingId) => Nothing;
        /// The largest sum over disjoint combinations.
        BestPacking(packing: PackingId) => Nothing;
        /// How many sets a family has.
        CountFamily(family: FamilyId) => Nothing;
        SumFamily { family: FamilyId, temp: Temp, value: NumId } => Nothing;
        /// The greatest (or, `least`, the smallest) value of a family's sets.
        ExtremeFamily { family: FamilyId, temp: Temp, value: NumId, least: bool } => Nothing;
        /// Which alternative of a shape a set of cards has, from 1: the last that fits; else none.
        FormOf { set: SetId, shape: ShapeId } => Nothing;
        Script(call: ScriptCallId) => State;
        /// Draws: 1 to `sides`.
        Roll { sides: NumId } => Chance;
        /// Draws: one member.
        RandomOf { set: SetId, lot: Lot } => Chance;
    }

    /// A yes or no.
    enum Test(TestId, tests, test) {
        Const(value: bool) => Nothing;
        /// A scalar that is a flag.
        IsTrue(value: NumId) => Nothing;
        Compare { op: Comparison, left: NumId, right: NumId } => Nothing;
        IsNone(value: NumId) => Nothing;
        Not(test: TestId) => Nothing;
        And(left: TestId, right: TestId) => Nothing;
        Or(left: TestId, right: TestId) => Nothing;
        If { test: TestId, then: TestId, otherwise: TestId } => Nothing;
        /// The condition of a table's row, which tells how it came out: only where rows are
        /// followed.
        Row { mark: RowMark, test: TestId } => Nothing;
        Bind { temp: Temp, value: NumId, then: TestId } => Nothing;
        In { value: NumId, set: SetId } => Nothing;
        InList { value: NumId, list: ListId } => Nothing;
        /// The value lies between two numbers, or is one of them.
        InRange { value: NumId, from: NumId, to: NumId } => Nothing;
        Any(set: SetId) => Nothing;
        Exists { set: SetId, temp: Temp, test: TestId } => Nothing;
        ForAll { set: SetId, temp: Temp, test: TestId } => Nothing;
        ExistsInList { list: ListId, temp: Temp, test: TestId } => Nothing;
        ForAllInList { list: ListId, temp: Temp, test: TestId } => Nothing;
        SameSet(left: SetId, right: SetId) => Nothing;
        Subset(left: SetId, right: SetId) => Nothing;
        /// Two lists, compared from the left.
        CompareLists { op: Comparison, left: ListId, right: ListId } => Nothing;
        /// A lies directly above B in a declared order, or anywhere above when the order is no
        /// cycle.
        Above { order: OrderId, left: NumId, right: NumId } => Nothing;
        FaceUp { card: NumId } => State;
        CardFlag { mark: MarkId, card: NumId } => State;
        SlotFlag { mark: MarkId, slot: NumId } => State;
        Playing(seat: NumId) => State;
        /// The cards have the shape.
        IsShape { set: SetId, shape: ShapeId } => Nothing;
        AnyFamily(family: FamilyId) => Nothing;
        ForAllFamily { family: FamilyId, temp: Temp, test: TestId } => Nothing;
        /// The set is one of the family's.
        InFamily { set: SetId, family: FamilyId } => Nothing;
    }

    /// A set of cards, slots, seats, teams or words.
    enum Set(SetId, sets, set) {
        Const(constant: ConstantId) => Nothing;
        Temp(temp: Temp) => Temp;
        Local(local: Local) => State;
        One(member: NumId) => Nothing;
        /// The cards of one slot.
        SlotCards { slot: NumId } => State;
        /// The cards of a seat's, a team's or the table's zone.
        ZoneCards { zone: ZoneId, owner: NumId } => State;
        /// The cards of a zone whose owner is known: the set of the state at `at`.
        CardsAt { at: u32 } => State;
        /// The cards of an owner's zone, where the owners' sets follow each other from `at` on.
        CardsOf { at: u32, owners: u8, owner: NumId } => State;
        /// The cards of all owners of a zone.
        CardsOfAll { at: u32, owners: u8 } => State;
        /// The cards of a zone over several seats or teams.
        ZoneCardsOf { zone: ZoneId, owners: SetId } => State;
        /// The slots of a zone: of a row, those there are; elsewhere all.
        ZoneSlots { zone: ZoneId, owner: NumId } => State;
        ZoneSlotsOf { zone: ZoneId, owners: SetId } => State;
        /// All cards of a set of slots.
        CardsIn(slots: SetId) => State;
        /// The top card of each slot of a set.
        TopsOf(slots: SetId) => State;
        /// The topmost `count` cards of a slot.
        TopCards { slot: NumId, count: NumId } => State;
        FaceUp => State;
        CardFlagged { mark: MarkId } => State;
        SlotFlagged { mark: MarkId } => State;
        /// All cards whose attribute equals the value.
        WithAttribute { table: AttributeId, value: NumId } => Nothing;
        Union(left: SetId, right: SetId) => Nothing;
        Minus(left: SetId, right: SetId) => Nothing;
        Both(left: SetId, right: SetId) => Nothing;
        If { test: TestId, then: SetId, otherwise: SetId } => Nothing;
        Bind { temp: Temp, value: NumId, then: SetId } => Nothing;
        Filter { set: SetId, temp: Temp, test: TestId } => Nothing;
        /// The set of values of the members.
        Image { set: SetId, temp: Temp, value: NumId } => Nothing;
        /// The union of the members' sets.
        UnionOver { set: SetId, temp: Temp, value: SetId } => Nothing;
        /// What `step` leads to from the members, from there on, and so forth; the members
        /// themselves
        /// only where a step leads to them.
        Reached { from: SetId, temp: Temp, step: SetId } => Nothing;
        /// All members that tie for the best (or, `least`, the worst) value.
        Ties { set: SetId, temp: Temp, value: NumId, least: bool } => Nothing;
        /// All members that tie for the best (or, `least`, the worst) values of a group, compared
        /// from
        /// the left.
        TiesBy { set: SetId, temp: Temp, ranking: RankingId, least: bool } => Nothing;
        /// The first (or last) `count` members.
        Ends { set: SetId, count: NumId, last: bool } => Nothing;
        /// The undermost `count` cards of a slot.
        BottomCards { slot: NumId, count: NumId } => State;
        /// All members of a family's sets together.
        UnionFamily(family: FamilyId) => Nothing;
        /// The only set of a family, else none of anything.
        OnlyFamily(family: FamilyId) => Nothing;
        FirstFamily(family: FamilyId) => Nothing;
        /// The set whose values beat every other set's, else none of anything.
        BestFamily { family: FamilyId, temp: Temp, ranking: RankingId, least: bool } => Nothing;
        /// The seats that take part.
        Players => State;
        SeatsOfTeam(team: NumId) => Nothing;
        /// The teams other than this one.
        OtherTeams(team: NumId) => Nothing;
        Neighbours { slot: NumId, directions: Directions } => State;
        Walk(walk: WalkId) => State;
        /// The words of a list that occur in it.
        OfList(list: ListId) => Nothing;
        Script(call: ScriptCallId) => State;
        /// Draws: `count` different members, or all.
        RandomOf { set: SetId, count: NumId, lot: Lot } => Chance;
    }

    /// A few numbers in order.
    enum List(ListId, lists, list) {
        /// A group of scalars.
        Tuple(group: GroupId) => Nothing;
        Temp(temp: Temp) => Temp;
        Local(local: Local) => State;
        /// A variable that holds a bag of words.
        Variable { at: u32, owner: NumId } => State;
        Map { set: SetId, temp: Temp, value: NumId } => Nothing;
        /// From the highest.
        Sorted(list: ListId) => Nothing;
        /// The different values of a list that are not none, rising.
        Distinct(list: ListId) => Nothing;
        Filter { list: ListId, temp: Temp, test: TestId } => Nothing;
        MapList { list: ListId, temp: Temp, value: NumId } => Nothing;
        If { test: TestId, then: ListId, otherwise: ListId } => Nothing;
        Numbers { from: NumId, to: NumId } => Nothing;
        /// The different values of the members: the most frequent first, of those as frequent the
        /// greatest first.
        Commonest { set: SetId, temp: Temp, value: NumId } => Nothing;
        /// The first (or last) `count` values.
        Ends { list: ListId, count: NumId, last: bool } => Nothing;
        MapFamily { family: FamilyId, temp: Temp, value: NumId } => Nothing;
    }

    /// Several sets of one kind of members. A candidate is a set: it lies among the temps for
    /// sets.
    enum Family(FamilyId, families, family) {
        /// The subsets of some cards that have a shape.
        Shaped { set: SetId, shape: ShapeId } => Nothing;
        /// All subsets of so many members, whose total, if one is given, fits.
        Subsets {
            set: SetId,
            least: NumId,
            most: Option<NumId>,
            total: Option<TotalId>,
        } => Nothing;
        Filter { family: FamilyId, temp: Temp, test: TestId } => Nothing;
        /// The members with the same value together; those without one are left out.
        Groups { set: SetId, temp: Temp, key: NumId } => Nothing;
        /// The combinations of a best packing.
        Parts(packing: PackingId) => Nothing;
        /// The sets that no other one beats.
        Ties { family: FamilyId, temp: Temp, ranking: RankingId, least: bool } => Nothing;
    }
}

/// What a term reads besides the terms it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Constants and printed attributes alone.
    Nothing,
    Temp(Temp),
    /// Something of the game as it stands.
    State,
    /// The generator.
    Chance,
}

composite_ids!(
    GroupId in groups,
    PairingId in pairings,
    PackingId in packings,
    ShapeId in shapes,
    TotalId in totals,
    RankingId in rankings,
    WalkId in walks,
    ScriptCallId in calls,
);

/// A drawing of lots, as records tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    pub(crate) of: Lots,
    /// Whether everybody can work out among what is drawn.
    pub(crate) open: bool,
}

/// What is drawn by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lots {
    Cards,
    /// Seats or teams.
    Sides,
    Others,
}

impl Lots {
    pub(crate) fn of(kind: ValueKind) -> Lots {
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
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    /// The comparison that comes to the same with its sides exchanged.
    pub(crate) fn turned(self) -> Self {
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
    pub(crate) fn holds(self, left: i32, right: i32) -> bool {
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

composites! {
    /// `best VALUE pairing x in LEFT with y in RIGHT`.
    #[derive(Clone, Debug)]
    pub(crate) struct Pairing {
        pub(crate) left: SetId,
        pub(crate) left_temp: Temp,
        pub(crate) right: SetId,
        pub(crate) right_temp: Temp,
        pub(crate) value: NumId,
    }

    /// `best NAME over S`.
    #[derive(Clone, Debug)]
    pub(crate) struct Packing {
        pub(crate) set: SetId,
        /// Each combination; its tests look at the card in the temp.
        pub(crate) groups: Vec<PackingGroup>,
        pub(crate) temp: Temp,
    }

    /// One card of each kind or the cards of a shape, and what they are worth together. A shape's
    /// cards lie in `temp`.
    #[derive(Clone, Debug)]
    pub(crate) struct PackingGroup {
        pub(crate) kinds: Vec<TestId>,
        pub(crate) shape: Option<ShapeId>,
        pub(crate) temp: Temp,
        pub(crate) value: NumId,
    }

    /// Which cards belong together.
    #[derive(Clone, Debug)]
    pub(crate) enum Shape {
        Form(form: Form),
        /// One of several shapes.
        AnyOf(shapes: Vec<ShapeId>),
        /// Disjoint cards of each of several shapes.
        Together(shapes: Vec<ShapeId>),
    }

    /// What cards of one form have in common, and how many they are. Every number is asked of the
    /// card in the temp.
    #[derive(Clone, Debug)]
    pub(crate) struct Form {
        pub(crate) least: NumId,
        pub(crate) most: Option<NumId>,
        pub(crate) temp: Temp,
        pub(crate) same: Vec<NumId>,
        pub(crate) different: Vec<NumId>,
        /// Values that follow each other without a gap.
        pub(crate) sequence: Option<NumId>,
        /// How many cards there are of each value that occurs, and the value.
        pub(crate) each: Option<(NumId, NumId)>,
        pub(crate) card: Option<TestId>,
        pub(crate) wild: Option<Wild>,
        pub(crate) total: Option<TotalId>,
    }

    /// How many of the cards may be wild, and which may: these stand for any others.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Wild {
        pub(crate) least: NumId,
        pub(crate) most: Option<NumId>,
        pub(crate) test: TestId,
    }

    /// What members are compared by: a group of numbers from the left, then perhaps a list.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Ranking {
        pub(crate) keys: GroupId,
        pub(crate) list: Option<ListId>,
    }

    /// A sum over the members of a subset, and what it is compared with.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Total {
        pub(crate) temp: Temp,
        pub(crate) value: NumId,
        pub(crate) op: Comparison,
        pub(crate) than: NumId,
    }

    /// `walk N from CELL through C`.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Walk {
        pub(crate) steps: NumId,
        pub(crate) from: NumId,
        pub(crate) temp: Temp,
        pub(crate) through: TestId,
    }

    /// A call of a script's function.
    #[derive(Clone, Debug)]
    pub(crate) struct ScriptCall {
        pub(crate) script: ScriptId,
        pub(crate) arguments: Vec<ScriptArgument>,
    }

    #[derive(Clone, Copy, Debug)]
    pub(crate) enum ScriptArgument {
        Num { value: NumId, kind: ValueKind },
        Flag(test: TestId),
        /// As a map of its attributes.
        Card(card: NumId),
        Cards(set: SetId),
        Set { set: SetId, kind: ValueKind },
        List { list: ListId, kind: ValueKind },
        /// As an array of its slots, row by row.
        Zone { zone: ZoneId, owner: NumId },
        /// As the slot's number within its zone, from 0.
        Slot(slot: NumId),
    }
}

impl Packing {
    /// Different kinds that the combinations of one packing may have.
    pub(crate) const MOST_KINDS: usize = 64;

    /// The different kinds, in the order in which they first stand there.
    pub(crate) fn kinds(&self) -> Vec<TestId> {
        let mut kinds = Vec::new();
        for &kind in self.groups.iter().flat_map(|group| &group.kinds) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}
