//! What pages of the workbench say, and what they are told.

use super::figures::Figures;
use super::news::News;
use crate::cli::report::places::Place;
use crate::cli::serve::guide::GuidePage;
use crate::cli::serve::message::Message;
use crate::cli::serve::shelf::GameCard;
use crate::cli::serve::wire::{Farewell, Halt, Refusal, SeatNumber, Tongue};
use crate::view::{Phrase, View};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a page says. The first thing is [`Said::Hello`], and nothing after it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Said {
    /// Who wants in: a rehearsal, by its name, and the key of the server's owner.
    Hello { table: String, key: String, language: Tongue },
    /// From where the page looks: `eyes` are a seat's, or all; `from` is the seat at the near side;
    /// `at` is a stop of the game so far, or where it stands.
    Look { eyes: Option<SeatNumber>, from: Option<SeatNumber>, at: Option<usize> },
    /// An option of a decision of a seat, by the numbers that the page was told.
    Choose { decision: u64, seat: SeatNumber, option: usize },
    /// Back to before the last decision that was made here.
    Undo {},
    /// Forward again.
    Redo {},
    /// The game goes on from a stop.
    Go { at: usize },
    /// The game goes on as another variant and with other options.
    Set(Version),
    /// Who chooses for a seat from now on: `human` is whoever is before the page.
    Seat { seat: SeatNumber, kind: String },
    /// What chance does next: a number, or cards.
    Chance { words: String },
    /// Why a seat cannot choose something, as a person writes it.
    Why { seat: SeatNumber, answer: String },
    /// What the choice brought about that led to where the page looks.
    Explain {},
    /// The rules for people.
    Rules {},
    /// Games are to be counted.
    Count(Wanted),
    /// No more games are to be counted.
    Enough {},
    /// The last count as a page of its own.
    Report {},
}

/// Games that are to be counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// One, or two that are compared.
    pub(crate) versions: Vec<Version>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// One for each seat, or one for all.
    pub(crate) players: Vec<String>,
}

/// A version of the game as it is now.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    pub variant: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// What a page is told.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Told<'a> {
    Bench(Box<Standing<'a>>),
    /// What can be set before games are counted.
    Game {
        card: &'a GameCard,
        variant: Option<&'a str>,
        options: &'a BTreeMap<String, String>,
    },
    /// What an edit did, or what is wrong with it.
    News(&'a News),
    /// The numbers of the versions before an edit and after it.
    Numbers(&'a Figures),
    /// How far a count is.
    Counted(&'a Figures),
    /// A report can be read under this name.
    Report(&'a str),
    Why(Why<'a>),
    Explained(Vec<Explained>),
    Rules(GuidePage),
    /// What was said last has not been done.
    Refused(Refusal),
    /// Why something that was asked for has not been done, in words.
    Denied(String),
    /// What chance does next, as somebody has decided it; in words.
    Decided(String),
    /// The connection ends, and need not be tried again.
    Closed(Farewell),
}

/// The game as it is looked at.
#[derive(Serialize)]
pub(crate) struct Standing<'a> {
    /// The stop that is looked at, and how many there are behind the first one.
    pub at: usize,
    pub of: usize,
    /// The game is looked at as it stands now.
    pub live: bool,
    /// Null for all.
    pub eyes: Option<u8>,
    /// The seat at the near side.
    pub from: u8,
    /// Who chooses for each seat.
    pub seats: &'a [String],
    /// The seats for which somebody before a page has to choose now.
    pub asked: Vec<u8>,
    /// The number of the decision for which the view has a menu.
    pub decision: Option<u64>,
    pub undo: bool,
    pub redo: bool,
    /// The choice that led here.
    pub chosen: Option<Chosen>,
    pub halt: Option<Halt>,
    /// Why the rules failed.
    pub fault: Option<String>,
    /// Files of the game are looked after.
    pub watched: bool,
    pub view: &'a View,
}

/// A choice that was made.
#[derive(Serialize)]
pub(crate) struct Chosen {
    pub(crate) seat: u8,
    pub(crate) text: Phrase,
}

/// Why something cannot be chosen.
#[derive(Serialize)]
pub(crate) struct Why<'a> {
    pub(crate) answer: &'a str,
    /// Null where it can be chosen, and where nothing is known that keeps one from it; where
    /// nothing is called so, that.
    pub(crate) why: Option<Phrase>,
    /// The conditions of the rules that forbid it.
    pub(crate) places: Vec<Place>,
    /// It can be chosen.
    pub(crate) offered: bool,
}

/// What happened by one place in the rules.
#[derive(Serialize)]
pub(crate) struct Explained {
    pub sentences: Vec<Phrase>,
    pub place: Option<Place>,
}

impl Told<'_> {
    /// The message as it is sent.
    pub(crate) fn message(&self) -> Message {
        Message::of(self)
    }
}
