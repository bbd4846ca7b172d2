//! What a file of scenarios says. Names are as written: whether the game has them is found out with
//! the game at hand.

use crate::game::Settings;
use crate::source::{Span, Spanned};

/// A word of the file and its place.
pub type Word = Spanned<String>;

#[derive(Clone, Debug)]
pub struct ScenarioFile {
    /// The game's layout, relative to this file.
    pub game: Word,
    pub settings: Settings,
    pub seed: u64,
    pub scenarios: Vec<Scenario>,
}

#[derive(Clone, Debug, Default)]
pub struct Scenario {
    pub name: String,
    pub span: Span,
    /// Where the position is laid out; without it the game is played from its start.
    pub at: Option<At>,
    pub cards: Vec<(Word, Vec<Side>)>,
    /// Where all other cards go: those that began in a zone, or all.
    pub rest: Vec<(Option<Word>, Word)>,
    pub set: Vec<(Word, Vec<Word>)>,
    /// What comes off a pile next, the top first.
    pub stack: Vec<(Word, Vec<Word>)>,
    pub play: Vec<Step>,
    /// A record, relative to the file: the game must take its course. Then nothing else is said.
    pub record: Option<Word>,
    /// All that happened in the record must happen again, and not its end alone.
    pub events: bool,
}

/// The first choice after a phase has begun, of a seat, with an action among its options: whatever
/// of these is said.
#[derive(Clone, Debug, Default)]
pub struct At {
    pub(crate) span: Span,
    pub(crate) phase: Option<Word>,
    /// The how-manieth time in the game that the phase has begun.
    pub(crate) number: Option<u32>,
    pub(crate) action: Option<Word>,
    /// From 1.
    pub(crate) seat: Option<u8>,
}

/// Cards of a zone that lie with the same side up; none said: as the zone does it.
#[derive(Clone, Debug)]
pub struct Side {
    pub(crate) up: Option<bool>,
    pub(crate) cards: Vec<Word>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub span: Span,
    pub kind: StepKind,
}

/// A seat, counted from 1, and options as records write them.
pub(super) type SeatLabels = (u8, Vec<Word>);

/// What a step says; seats are counted from 1.
#[derive(Clone, Debug)]
pub enum StepKind {
    Choose {
        seat: u8,
        label: String,
    },
    /// What the first die after the next choice shows.
    Roll(i32),
    Sees(Vec<Word>),
    Expect(Vec<(Word, Vec<String>)>),
    /// Exactly these options.
    Offered(Vec<SeatLabels>),
    NotOffered(Vec<SeatLabels>),
    /// None of these can be chosen, because of what has these words in it.
    Refused(Vec<SeatLabels>, Option<String>),
}
