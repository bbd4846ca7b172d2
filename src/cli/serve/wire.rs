//! What pages say to a table, and what they are told. All of it is JSON, a message a frame.

use super::guide::GuidePage;
use super::message::Message;
use crate::cli::args;
use crate::value::{Seat, SeatSet};
use crate::view::{self, Frame, Laid, Language, News, Now, Phrase};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// What a page says. The first thing is [`Said::Hello`], and nothing after it is. As that has a
/// key, it is not to be printed.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Said {
    /// Who wants in: a table, by its name, and the key of a place at it.
    Hello { table: String, key: String, language: Tongue },
    /// An option of a decision, by the numbers that the page was told.
    Choose { decision: u64, option: usize },
    /// Why something cannot be chosen, as a person writes it.
    Why { answer: String },
    /// The last choice of this seat is to be taken back.
    Undo {},
    /// Whether this seat agrees that another one takes back its choice.
    Agree { yes: bool },
    /// What the player at this seat is called.
    Name { name: String },
    /// The rules for people.
    Rules {},
    /// A link, to be drawn for the camera of another device.
    Draw { link: String },
}

/// A language in which a page can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tongue {
    En,
    Fr,
}

impl From<Tongue> for Language {
    fn from(tongue: Tongue) -> Language {
        match tongue {
            Tongue::En => Language::En,
            Tongue::Fr => Language::Fr,
        }
    }
}

impl From<Tongue> for args::Language {
    fn from(tongue: Tongue) -> args::Language {
        Language::from(tongue).into()
    }
}

/// A seat as pages name it: a number from 1, which may be one of too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct SeatNumber(NonZeroU8);

impl SeatNumber {
    /// The seat with this number among so many, if there is one.
    pub(crate) fn among(self, seats: usize) -> Option<Seat> {
        Seat::from_shown(self.0.get()).filter(|seat| seat.index() < seats)
    }
}

/// What a page is told.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Told<'a> {
    Table(Standing<'a>),
    /// What was said last has not been done.
    Refused(Refusal),
    /// Why something cannot be chosen; null where there is nothing to say.
    Why {
        answer: &'a str,
        why: Option<Phrase>,
    },
    /// Where the pictures on cards are.
    Pictures(String),
    Rules(GuidePage),
    /// A link as SVG; null where it is too long.
    Drawn(Option<String>),
    /// The connection ends, and need not be tried again.
    Closed(Farewell),
}

/// The game as it stands, for one page.
#[derive(Serialize)]
pub(crate) struct Standing<'a> {
    /// The number of the decision that the seat is asked for, by which it answers.
    pub decision: Option<u64>,
    #[serde(flatten)]
    pub around: &'a Around,
    /// This seat is asked whether a choice may be taken back.
    pub agree: bool,
    pub view: &'a Now,
}

/// What is beside the standing in a message: of the game, and of what lies on the table, what the
/// page has not been sent, or not so.
#[derive(Serialize)]
struct Beside<'a> {
    /// Seconds that are left until this seat has passed, where it may. A standing does not become
    /// another one by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<&'a Frame>,
    /// What has happened since the last message.
    story: &'a [view::Told],
    laid: &'a Laid,
}

/// What is at a table beside the game, for all to see.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Around {
    /// Why the game does not go on, if it does not.
    pub(crate) halt: Option<Halt>,
    /// What the players are called, by seat; empty where one has no name.
    pub(crate) names: Vec<String>,
    /// The seat that wants to take back its last choice, from 1.
    pub(crate) asks: Option<u8>,
    /// The seats for which bots play because nobody is there, from 1.
    pub(crate) stood_in: Vec<u8>,
    /// How often each player has taken back a choice that the others had seen, by seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) taken_back: Vec<u32>,
    /// How often the game has taken another course.
    #[serde(skip)]
    pub(crate) course: u64,
    /// Seconds that each seat still has for its choice; nothing where no time is kept.
    #[serde(skip)]
    pub(crate) left: Vec<Option<u32>>,
    /// The seats that have still to agree.
    #[serde(skip)]
    pub(crate) agree: SeatSet,
}

/// Why a game does not go on before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Halt {
    /// The rules failed.
    Fault,
    /// More happened than a record may have.
    Endless,
    /// A bot cannot go on.
    Stuck,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refusal {
    /// The seat is not asked for this decision, or not any more.
    Stale,
    NoSuchOption,
    /// Whoever looks on chooses nothing.
    NotSeated,
    /// The record cannot be written, so that the game waits.
    Unkept,
    /// There is nothing to take back.
    NothingToUndo,
    /// What was before is not taken back while several choose at the same time.
    UndoLater,
    /// Somebody else wants to take back a choice, and has not been answered yet.
    UndoPending,
    /// Somebody does not agree that a choice is taken back.
    NotAgreed,
    /// A name has neither a letter nor a digit.
    NoName,
    /// A name says where somebody sits.
    NameOfSeat,
    /// Somebody else at the table is called so.
    NameTaken,
    /// It is no message that a page would send.
    Unreadable,
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Farewell {
    /// There is no such table, or the key is none of it.
    NoEntry,
    /// Too many pages of this link look at this table.
    Full,
    /// The owner has closed the table.
    Gone,
    /// The owner has given the place another key.
    Renewed,
    /// It cannot be opened as things are; why was told before.
    Unopened,
}

impl Told<'_> {
    /// The message as it is sent.
    pub(crate) fn message(&self) -> Message {
        Message::of(self)
    }
}

/// A standing, as it is [sent](Told::message), with the time that is left and what is new beside
/// it.
pub(crate) fn with_beside(standing: Message, time: Option<u32>, news: &News) -> Message {
    let News { frame, story, laid, .. } = news;
    standing.and(&Beside { time, frame: frame.as_ref(), story, laid })
}
