//! A game, frozen: what the checker made of a layout and its rules, ready to run and shared between
//! threads.
//!
//! Nothing here changes while games are played; all that changes is a [`State`](crate::vm::State),
//! whose shape is fixed here by [`Memory`].

mod actions;
pub(crate) mod alike;
pub mod code;
mod depth;
pub(crate) mod drawing;
pub(crate) mod ids;
mod lots;
pub(crate) mod narrowing;
mod places;
pub(crate) mod sums;
mod table;
pub mod terms;
pub(crate) mod tune;
pub(crate) mod walk;

use crate::source::{Sources, Span};
use crate::tabletop::ids::{
    ActionId, AttributeId, DeckId, IdVec, InstanceId, MarkId, OrderId, OwnerId, PhaseId, ScriptId,
    SentenceId, VariableId, WordListId, ZoneId,
};
use crate::text::Text;
use crate::value::{Bits, Card, NONE, Narrow, Seat, SeatSet, Slot, TeamId};
use code::{CallSite, Ending, Movement, Op, Pc, Saying, Site};
use ids::{
    CallId, ConstantId, CourseId, EndingId, GroupId, MovementId, PairingId, RowMark, SayingId,
    ShapeId, SiteId, UnitId,
};
use narrowing::Sizes;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use terms::{Local, NumId, Temp, Terms, TestId};

pub(crate) use actions::Compared;
pub use actions::{Action, Domain, Look, Need, Parameter, Whose};
pub use places::{Instance, Key, Keys, OwnedBy, SlotInfo, Zone};

/// Work that may be done between two choices where nobody says otherwise: far more than any game
/// needs, and well under a second.
pub(crate) const FUEL: i64 = 4_000_000;

/// A whole game for one set of option values.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The file's name without its ending.
    pub id: String,
    pub sources: Sources,
    /// A digest of what plays, whatever the files look like that say it: records belong to it.
    pub rules_hash: String,
    /// What plays, part by part, each with a digest of what it says.
    pub parts: Vec<(Part, String, u64)>,
    /// A digest of all files of the game, letter by letter: records of earlier versions have it.
    pub files_hash: String,
    pub title: Text,
    pub notes: Text,
    /// The rules for people, in Markdown; `{hand_size}` stands for what an option is set to.
    pub how_to_play: Text,
    /// What each option is set to, in file order.
    pub options: Vec<OptionValue>,
    pub seats: u8,
    /// The numbers of seats that the game can have.
    pub seats_allowed: Vec<u8>,
    /// The team of each seat; a seat of its own where there are no teams.
    pub team_of: Vec<TeamId>,
    pub teams: u8,
    /// The first seat of each seat's team.
    pub captain_of: Vec<Seat>,
    pub cooperative: bool,
    pub lists: IdVec<WordListId, WordList>,
    pub cards: Vec<CardInfo>,
    pub attributes: IdVec<AttributeId, Attribute>,
    pub zones: IdVec<ZoneId, Zone>,
    pub instances: IdVec<InstanceId, Instance>,
    pub slots: Vec<SlotInfo>,
    pub marks: IdVec<MarkId, Mark>,
    pub variables: IdVec<VariableId, Variable>,
    pub orders: IdVec<OrderId, Order>,
    pub scripts: IdVec<ScriptId, ScriptSignature>,
    pub phases: IdVec<PhaseId, Phase>,
    pub actions: IdVec<ActionId, Action>,
    pub watches: Vec<Watch>,
    pub refills: Vec<Refill>,
    pub playing: Option<Playing>,
    pub score: Option<Score>,
    /// Beside what all see: the cards that somebody has to know who wants to work a score out.
    pub score_looks: Vec<Look>,
    pub score_parts: ScoreParts,
    /// The rows of tables that were lowered, where they are followed.
    pub rows: Vec<TableRow>,
    /// How rows came out that were asked when the game was loaded, by mark.
    pub rows_at_load: IdVec<RowMark, u8>,
    /// How good a position is for the side of `me`, more being better: for players that think, and
    /// nobody else.
    pub hint: Option<NumId>,
    pub terms: Terms,
    pub constants: IdVec<ConstantId, Bits>,
    pub code: IdVec<Pc, Op>,
    /// The place of each instruction, beside it.
    pub spans: IdVec<Pc, Span>,
    /// Which phases an instruction belongs to, beside it: a place in `courses`.
    pub course_of: IdVec<Pc, CourseId>,
    /// Phases that run inside each other without frames, the outermost first.
    pub courses: IdVec<CourseId, Vec<PhaseId>>,
    pub units: IdVec<UnitId, Unit>,
    pub calls: IdVec<CallId, CallSite>,
    pub movements: IdVec<MovementId, Movement>,
    pub endings: IdVec<EndingId, Ending>,
    pub sayings: IdVec<SayingId, Saying>,
    /// The slots that are a step of a walk away from each; empty where nothing walks.
    pub steps: Vec<Bits>,
    /// Pairings in which a pair comes to the same whenever it is asked.
    pub constant_pairings: IdVec<PairingId, bool>,
    /// Of shapes that rules declare, which of their formulas it is: each use of one is lowered for
    /// itself.
    pub shape_formulas: BTreeMap<ShapeId, usize>,
    /// Of each shape the first one that says the same.
    pub shapes_alike: IdVec<ShapeId, ShapeId>,
    /// Shapes in which a card has the same part in every position.
    pub constant_forms: IdVec<ShapeId, bool>,
    /// How many cards the sets of each shape have, where that is the same in every position.
    pub sizes: IdVec<ShapeId, Option<Sizes>>,
    pub sites: IdVec<SiteId, Site>,
    /// Sentences: reasons, prompts, the `why` of needs.
    pub sentences: IdVec<SentenceId, String>,
    /// Texts for people by name or sentence.
    pub texts: BTreeMap<String, Text>,
    /// What is told of who has chosen an action, by the action.
    pub told: BTreeMap<String, Text>,
    /// How the table is drawn.
    pub drawing: drawing::Drawing,
    pub memory: Memory,
    /// The unit of the phase `game`.
    pub start: UnitId,
    pub start_cards: Vec<StartCards>,
    /// Of each card the first one that is printed alike; nothing where no two cards are.
    pub first_copies: Box<[Card]>,
    /// Piles that are arranged: whenever one is shuffled, these of its cards come to lie on top,
    /// the first uppermost.
    pub stacked: Vec<(InstanceId, Vec<Card>)>,
    /// Work that may be done between two choices.
    pub fuel: i64,
    /// How many temps the terms have.
    pub temps: usize,
}

/// A sort of parts that a game is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The seats, their teams, and whether all win together: without a name.
    Seats,
    List,
    Option,
    Card,
    Zone,
    Pawn,
    Mark,
    Variable,
    Phase,
    Action,
    /// Any other declaration of the rules.
    Rule,
    /// All functions of the script: without a name.
    Script,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    pub name: String,
    pub value: OptionSetting,
    pub default: OptionSetting,
    pub text: Text,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionSetting {
    Flag(bool),
    Number(i32),
    Word(String),
}

/// A type of words: suits, ranks of a pack, categories, the values of an option.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordList {
    pub name: String,
    pub words: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardInfo {
    /// In ASCII, as records name it.
    pub name: String,
    /// Which deck of the layout it is of, and which of the deck's copies.
    pub deck: DeckId,
    /// Whether it is of a standard pack, whose flags are worked out of rank and suit.
    pub of_pack: bool,
    /// What it is called in a language, where that is not its name.
    pub text: Text,
    /// What it says to people: its effect, its story.
    pub says: Text,
}

/// A printed attribute: one value a card, none where the card has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: String,
    pub kind: ValueKind,
    pub values: Vec<i32>,
    /// The cards of each value that occurs, rising by value.
    pub cards_by_value: Vec<(i32, Bits)>,
    /// A number that stands in the names of all cards that have one: nobody needs it told beside.
    pub(crate) in_names: bool,
}

impl Attribute {
    pub(crate) fn new(name: String, kind: ValueKind, values: Vec<i32>) -> Self {
        let mut by_value: BTreeMap<i32, Bits> = BTreeMap::new();
        for (card, &value) in values.iter().enumerate() {
            by_value.entry(value).or_default().insert(Card::new(card));
        }
        let cards_by_value = by_value.into_iter().collect();
        Attribute { name, kind, values, cards_by_value, in_names: false }
    }

    #[inline]
    pub(crate) fn cards_with(&self, value: i32) -> Bits {
        match self.cards_by_value.binary_search_by_key(&value, |(v, _)| *v) {
            Ok(i) => self.cards_by_value[i].1.clone(),
            Err(_) => Bits::EMPTY,
        }
    }
}

/// What a scalar or a set of scalars stands for: how it is shown, recorded and given to scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueKind {
    Number,
    Flag,
    /// A word of the list with this number.
    Word(WordListId),
    Card,
    Slot,
    Player,
    Team,
    Text,
}

#[derive(Clone, Debug)]
pub struct Mark {
    pub name: String,
    pub of_slots: bool,
    pub kind: ValueKind,
    pub default: i32,
    /// Known to those who know the card, instead of to all.
    pub secret: bool,
    pub copy_on_split: bool,
    pub any_on_join: bool,
    /// For a flag: which set of the state; else the first of its numbers.
    pub at: u32,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub keys: Keys,
    pub kind: ValueKind,
    /// A bag of words: a list instead of a scalar.
    pub bag: bool,
    /// A pawn's cell rather than a declared variable.
    pub pawn: bool,
    pub at: u32,
    /// How many values it has: one for each of its keys.
    pub owners: u8,
    /// One for each key.
    pub defaults: Vec<i32>,
    pub fixed: bool,
    pub resets: Option<PhaseId>,
    pub text: Text,
}

impl Variable {
    /// All keys, by their numbers, in their order.
    pub(crate) fn each_owner(&self) -> impl Iterator<Item = OwnerId> + use<> {
        (0..self.owners).map(OwnerId::from_number)
    }

    /// What its value with this number is for.
    pub(crate) fn key(&self, number: OwnerId) -> Key {
        match self.keys {
            Keys::Owners(per) => Key::Owner(OwnedBy::new(per, number)),
            Keys::Words(list) => Key::Word(list, number.index()),
        }
    }

    /// What records and scenarios call its value with this number: `leader`, `total.1`,
    /// `price.red`.
    pub(crate) fn value_name(
        &self,
        lists: &IdVec<WordListId, WordList>,
        number: OwnerId,
    ) -> String {
        let key = self.key(number);
        match (key, key.word(lists)) {
            (_, Some(word)) => format!("{}.{word}", self.name),
            (Key::Owner(owner), None) => owner.of(&self.name),
            (Key::Word(..), None) => self.name.clone(),
        }
    }

    /// The owner that a scalar names, where the variable has a value for it.
    #[inline]
    pub(crate) fn owner(&self, word: i32) -> Option<OwnerId> {
        OwnerId::from_word(word).filter(|owner| owner.number() < self.owners)
    }

    /// Where among the numbers of a state that of an owner begins.
    #[inline]
    pub(crate) fn place(&self, owner: OwnerId) -> usize {
        self.at.to_usize() + owner.index() * self.words().to_usize()
    }

    /// Numbers of the state that one value takes.
    pub(crate) fn words(&self) -> u32 {
        if self.bag { BAG_WORDS } else { 1 }
    }
}

/// The length and up to 16 words of a bag.
pub(crate) const BAG_WORDS: u32 = 17;

/// A declared order: its values, the lowest first.
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub(crate) name: String,
    pub(crate) rungs: Vec<i32>,
    pub(crate) cycle: bool,
}

impl Order {
    fn rung(&self, value: i32) -> Option<usize> {
        self.rungs.iter().position(|&r| r == value)
    }

    /// Whether `a` beats `b`: in a cycle only the next rung beats.
    pub(crate) fn above(&self, a: i32, b: i32) -> bool {
        let (Some(a), Some(b)) = (self.rung(a), self.rung(b)) else { return false };
        if self.cycle { (b + 1) % self.rungs.len() == a } else { a > b }
    }
}

#[derive(Clone, Debug)]
pub struct ScriptSignature {
    pub name: String,
    pub parameters: usize,
    pub returns: ValueKind,
    pub set: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Phase {
    pub name: String,
    /// Its name in the rules.
    pub(crate) span: Span,
    /// Where its number lies in the state.
    pub number_at: u32,
    /// Phases whose numbers start anew when this one is entered.
    pub children: Vec<PhaseId>,
    pub resets: Vec<VariableId>,
}

/// In which of the three forms a value travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Carrier {
    Num,
    Set,
    List,
}

/// Words of a watch: there are fewer players, and fewer teams.
pub(crate) const WATCH_WORDS: u8 = 32;

#[derive(Clone, Debug)]
pub struct Watch {
    pub(crate) name: String,
    pub(crate) phase: Option<PhaseId>,
    pub(crate) test: TestId,
    /// Tried for each of these, in their order from a seat; else for the table.
    pub(crate) each: Option<WatchEach>,
    pub(crate) unit: UnitId,
    /// One word for each owner: whether it held when last tried.
    pub(crate) at: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct WatchEach {
    pub(crate) teams: bool,
    pub(crate) from: Option<NumId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Refill {
    pub(crate) zone: ZoneId,
    pub(crate) unit: UnitId,
}

#[derive(Clone, Copy, Debug)]
pub struct Playing {
    pub(crate) temp: Temp,
    pub(crate) test: TestId,
}

/// A row of a table, and by what one knows that it was the one that held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    pub(crate) table: String,
    pub(crate) span: Span,
    /// The condition that comes out so when it holds: its own, or the one before, for the row that
    /// is left over.
    pub(crate) mark: RowMark,
    pub(crate) holds: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Score {
    pub(crate) value: NumId,
    /// What decides between equal values: a group, compared from the left.
    pub(crate) ties: Option<GroupId>,
    pub(crate) lowest_wins: bool,
    /// What the rules say it is.
    pub(crate) span: Span,
}

/// What a score is the sum of, where it is a sum of which terms have names.
#[derive(Clone, Debug, Default)]
pub struct ScoreParts {
    pub(crate) named: Vec<ScorePart>,
    /// Whether there are terms without a name beside them.
    pub(crate) rest: bool,
}

impl ScoreParts {
    pub(crate) fn are_none(&self) -> bool {
        self.named.is_empty() && !self.rest
    }
}

/// A formula or a variable that the score adds, or subtracts (`negative`).
#[derive(Clone, Debug)]
pub(crate) struct ScorePart {
    pub(crate) name: String,
    pub(crate) negative: bool,
    pub(crate) value: NumId,
    /// Beside what all see: the cards that somebody has to know who wants to work it out.
    pub(crate) looks: Vec<Look>,
}

/// A callable piece of code: a phase, an action's body, an effect, a watch's body.
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub start: Pc,
    pub parameters: Vec<(Local, Carrier)>,
    /// Words that its frame needs beside the header.
    pub words: u16,
    /// The cards that its frame remembers, and where.
    pub(crate) held: Vec<Held>,
    pub phase: Option<PhaseId>,
    pub span: Span,
}

/// Cards that a frame remembers while its unit is at one of some instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) local: Local,
    pub(crate) what: Holding,
    /// The first of the instructions, and the first behind them.
    pub(crate) from: Pc,
    pub(crate) to: Pc,
}

/// How a frame remembers cards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holding {
    Card,
    Cards,
    /// What seats have chosen at a site.
    Choices(SiteId),
    /// The frame waits for an answer, a card or not, and the local has the one that was given
    /// before.
    Answer {
        is_card: bool,
    },
}

/// Cards that lie in a zone when a game begins, and go back there by `gather`.
#[derive(Clone, Debug)]
pub struct StartCards {
    pub zone: ZoneId,
    pub owner: OwnerId,
    pub cards: Vec<Card>,
    /// The cards as a set.
    pub(crate) all: Bits,
}

/// Where everything lies in a state: first positions in its runs of sets and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    pub cards: usize,
    /// Slots that are always there, then the pool for rows.
    pub slots: usize,
    pub fixed_slots: usize,
    pub rows: usize,
    pub seats: u8,
    /// Words of 64 members that a set of the state has, and one in a register of a routine: members
    /// beyond are side exits.
    pub set_words: usize,
    /// There are more cards, slots or words of a list than [`Bits::NEAR`].
    pub is_vast: bool,
    /// Slots are nothing but their cards: see [`Program::has_plain_slots`].
    pub plain_slots: bool,

    /// The first ones are the cards of each slot.
    pub sets: usize,
    /// The cards of each zone with several slots lie from here to `face_up`.
    pub instance_cards: usize,
    pub face_up: usize,
    pub in_game: usize,
    /// The slots of each row.
    pub row_slots: usize,
    pub flags: usize,
    pub(crate) known: usize,
    /// `seats × slots`.
    pub(crate) may: usize,

    pub nums: usize,
    pub stack: usize,
    /// Words of the stack.
    pub depth: usize,
}

impl Memory {
    /// Words of a frame that a value takes.
    #[inline]
    pub(crate) const fn words_of(&self, carrier: Carrier) -> u16 {
        match carrier {
            Carrier::Num => 1,
            // Two words for each 64 members.
            Carrier::Set if self.is_vast => (Bits::ROOM / 32) as u16,
            Carrier::Set => (Bits::NEAR / 32) as u16,
            Carrier::List => BAG_WORDS as u16,
        }
    }

    /// The number of the set of the cards of which a seat knows where they lie.
    #[inline]
    pub const fn known(&self, seat: Seat) -> usize {
        self.known + seat.index()
    }

    /// The number of the set of the cards that, for all a seat knows, could be among those in a
    /// slot whose faces it does not know.
    #[inline]
    pub const fn may(&self, seat: Seat, slot: Slot) -> usize {
        self.may + seat.index() * self.slots + slot.index()
    }

    /// The numbers of the sets of what a seat thinks possible, slot by slot.
    #[inline]
    pub(crate) const fn may_in_each(&self, seat: Seat) -> Range<usize> {
        let first = self.may + seat.index() * self.slots;
        first..first + self.slots
    }

    /// Whether some zone has several slots, and so a set of its own.
    #[inline]
    pub(crate) fn has_wide_zones(&self) -> bool {
        self.face_up > self.instance_cards
    }
}

impl Program {
    /// Whether two cards are printed alike.
    pub(crate) fn are_copies(&self, one: Card, other: Card) -> bool {
        self.first_copy(one) == self.first_copy(other)
    }

    /// The first of the cards that are printed as this one is.
    pub fn first_copy(&self, card: Card) -> Card {
        self.first_copies.get(card.index()).copied().unwrap_or(card)
    }

    /// All cards that are printed as this one is, by rising number, where some cards have copies.
    pub(crate) fn copies(&self, card: Card) -> impl Iterator<Item = Card> {
        let first = self.first_copy(card);
        let numbered = self.first_copies.iter().enumerate().skip(first.index());
        numbered.filter(move |(_, of)| **of == first).map(|(number, _)| Card::new(number))
    }

    /// Whether some cards are printed alike.
    pub(crate) fn has_copies(&self) -> bool {
        !self.first_copies.is_empty()
    }

    /// The first shape that says the same as this one.
    pub(crate) fn alike(&self, shape: ShapeId) -> ShapeId {
        self.shapes_alike.get(shape).copied().unwrap_or(shape)
    }

    /// What is printed on cards; formulas that were worked out for each card have no name.
    pub(crate) fn printed(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| !attribute.name.is_empty())
    }

    /// The phases that may be what people call a round: the one named `round`; else those that
    /// stand directly in the phase `game`.
    pub fn rounds(&self) -> Vec<PhaseId> {
        if let Some(round) = self.named_round() {
            return vec![round];
        }
        self.parts().to_vec()
    }

    /// Whether this and an `other` program count the same things as rounds: phases named `round`
    /// are not what stands in for them where none has that name.
    pub fn counts_rounds_as(&self, other: &Program) -> bool {
        self.named_round().is_some() == other.named_round().is_some()
            && !self.rounds().is_empty()
            && !other.rounds().is_empty()
    }

    fn named_round(&self) -> Option<PhaseId> {
        self.phases.find(|phase| phase.name == "round")
    }

    /// What the phase `game` is made of.
    fn parts(&self) -> &[PhaseId] {
        let game = self.units.get(self.start).and_then(|unit| unit.phase);
        game.map_or(&[], |game| &self.phases[game].children)
    }

    /// The number of a constant set, which is added where there is none like it.
    pub(crate) fn constant(&mut self, bits: Bits) -> ConstantId {
        let known = self.constants.iter().position(|c| *c == bits);
        ConstantId::new(known.unwrap_or_else(|| {
            self.constants.push(bits);
            self.constants.len() - 1
        }))
    }

    /// The word of a list that a scalar stands for.
    pub(crate) fn word_of(&self, list: WordListId, value: i32) -> Option<&String> {
        self.lists[list].words.get(usize::try_from(value).ok()?)
    }

    /// An attribute of a card as its table has it, in no language; `name` is its name. `None` for
    /// what is no attribute, an empty text for a card without it.
    pub(crate) fn raw_attribute(&self, card: Card, attribute: &str) -> Option<String> {
        if attribute == "name" {
            return Some(self.cards.get(card.index())?.name.clone());
        }
        let attribute = self.attributes.iter().find(|known| known.name == attribute)?;
        let value = attribute.values.get(card.index()).copied().filter(|value| *value != NONE);
        let word = |value: i32| match attribute.kind {
            ValueKind::Word(list) => self.word_of(list, value).cloned().unwrap_or_default(),
            ValueKind::Text => self.sentence_of(value).cloned().unwrap_or_default(),
            ValueKind::Flag => if value == 1 { &attribute.name } else { "" }.to_owned(),
            ValueKind::Number
            | ValueKind::Card
            | ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team => value.to_string(),
        };
        Some(value.map(word).unwrap_or_default())
    }

    /// The sentence that a scalar stands for.
    pub(crate) fn sentence_of(&self, value: i32) -> Option<&String> {
        self.sentences.get(SentenceId::from_word(value)?)
    }

    pub fn sentence(&self, id: SentenceId) -> &str {
        &self.sentences[id]
    }

    /// The phases of its unit that an instruction belongs to, the outermost first.
    pub(crate) fn courses_at(&self, pc: Pc) -> &[PhaseId] {
        let course = self.course_of.get(pc).and_then(|&course| self.courses.get(course));
        course.map_or(&[], Vec::as_slice)
    }

    /// A text for people: of a name or sentence, in a language, else the name itself with its
    /// underscores as blanks.
    pub fn text<'a>(&'a self, name: &'a str, language: &str) -> Cow<'a, str> {
        match self.texts.get(name).and_then(|text| text.get(language)) {
            Some(text) => text.into(),
            None if name.contains('_') => name.trim_matches('_').replace('_', " ").into(),
            None => name.into(),
        }
    }

    #[inline]
    pub fn team(&self, seat: Seat) -> TeamId {
        self.team_of[seat.index()]
    }

    pub(crate) fn seats_of_team(&self, team: TeamId) -> SeatSet {
        Seat::all(self.seats).filter(|&seat| self.team(seat) == team).collect()
    }

    /// The seats whose place in a zone it is; `None` of the table.
    pub(crate) fn owners(&self, instance: &Instance) -> Option<SeatSet> {
        match self.owned_by(instance) {
            OwnedBy::Table => None,
            OwnedBy::Player(seat) => Some(SeatSet::of(seat)),
            OwnedBy::Team(team) => Some(self.seats_of_team(team)),
        }
    }

    /// The first seat of a team.
    pub(crate) fn captain(&self, team: TeamId) -> Seat {
        Seat::new(self.team_of.iter().position(|&t| t == team).unwrap_or(0))
    }

    /// Whether a seat is the first one of its team.
    #[inline]
    pub(crate) fn is_captain(&self, seat: Seat) -> bool {
        self.captain_of[seat.index()] == seat
    }
}
