//! What lines of a record say. The order of the fields is the order in the file. Seats and teams
//! are counted from 1.

use crate::game::{Decided, Plain};
use crate::vm::{Outcome, RandomKind};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The format that this program writes, and the only one that it reads.
pub(crate) const FORMAT: u32 = 1;

/// One line. Zones are named as `deck`, `hand.1`, `board.2.3`; cards by name and number; in the
/// record of one seat, cards that the seat did not see are `?` with the number -1.
///
/// `seen`, where it stands, lists the seats that saw which card it was; without it, all did.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    Game(Header),
    /// What lies in a zone before the game begins, the top first. Face up where everybody sees the
    /// zone.
    Start {
        zone: String,
        order: Vec<String>,
        face: Face,
    },
    /// The new order, the top first; empty in the record of a seat that does not see it.
    Shuffle {
        zone: String,
        order: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Vec<u8>>,
    },
    /// One of `n` outcomes, counted from 1, seats and places in their order; two seats draw lots by
    /// a coin. Of a card its number. What was drawn blindly is null in the record of one seat.
    Random {
        kind: RandomName,
        n: u32,
        result: Option<i32>,
    },
    Move {
        card: String,
        id: i32,
        from: String,
        to: String,
        /// The number of the place within its zone, from 0.
        slot: u16,
        face: Face,
        #[serde(default, skip_serializing_if = "is_false")]
        under: bool,
        /// It takes the place of the card that takes its own, in the line before or behind.
        #[serde(default, skip_serializing_if = "is_false")]
        swaps: bool,
        /// The place was not there before: it comes into the row, and those behind it move up.
        #[serde(default, skip_serializing_if = "is_false")]
        opens: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Vec<u8>>,
    },
    Turn {
        card: String,
        id: i32,
        /// In the record of a seat its place.
        zone: String,
        /// In the record of a seat, where several cards lie there in an order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<u16>,
        face: Face,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Vec<u8>>,
    },
    Reveal {
        card: String,
        id: i32,
        /// In the record of a seat the place of the card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// As of a card that turns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<u16>,
        to: Vec<u8>,
    },
    Offer {
        n: u64,
        seats: Vec<u8>,
        prompt: String,
        options: BTreeMap<SeatKey, Vec<String>>,
        /// Only one seat is left to choose where several might, so that the others do not hear what
        /// it chooses.
        #[serde(default, skip_serializing_if = "is_false")]
        secret: bool,
    },
    Choice {
        n: u64,
        seat: u8,
        value: String,
    },
    /// In the record of one seat, what somebody else chose, as all heard it: `ask 3 7`; a card is
    /// `?`.
    Said {
        seat: u8,
        value: String,
    },
    /// Something was said by the rules: a text with places, and what these stand for.
    Say {
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        values: Vec<SaidLine>,
        /// The seats that were told, if not all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Vec<u8>>,
    },
    /// A mark of a card, or of a slot.
    Mark {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<String>,
        mark: String,
        value: Plain,
        /// Where a marked card lies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// Only who knows the card knows the mark.
        #[serde(default, skip_serializing_if = "is_false")]
        secret: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Vec<u8>>,
    },
    /// A variable of the table (`seat` is null), of a seat, of a team or of a word of a list; or a
    /// pawn, whose value is its place.
    Set {
        var: String,
        seat: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
        value: Plain,
    },
    Reverse {
        backwards: bool,
    },
    Phase {
        name: String,
        number: i32,
    },
    EndPhase {
        name: String,
        reason: String,
    },
    /// What a seat chose where several could, for all to see; `counts`: whether it is heard.
    Taken {
        seat: u8,
        action: String,
        counts: bool,
    },
    End(Outcome),
    Fault {
        code: String,
        message: String,
        file: String,
        line: usize,
    },
    /// Somebody has decided what chance does next, where a game is tried out: the `result` of the
    /// next die, coin or lot that can give it, or the cards that come off a pile next.
    Decided(Decided),
    /// Everything behind the line `to` of the file, from 1, was taken back: the game stands again
    /// where it stood there.
    Back {
        to: usize,
    },
}

/// What a place of a text stands for that was said.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SaidLine {
    pub(crate) name: String,
    pub(crate) value: Plain,
    /// Of a card: the seats that know which one it is, if not all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seen: Option<Vec<u8>>,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Header {
    pub format: u32,
    pub game: String,
    /// The version of the program that wrote it.
    pub cardrun: String,
    pub rules_hash: String,
    /// Null in the record of one seat: it would tell all cards.
    pub seed: Option<u64>,
    pub options: Table,
    /// Who played: a name for each seat.
    pub seats: Vec<String>,
    pub cards: Vec<CardLine>,
    /// The game file and the variant, as they were given. The file's name is as it is, whatever it
    /// has in it: what would steer a terminal is to be left out where it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The game was taken up in other rules: what chance did is not told by the seed, but by the
    /// lines.
    #[serde(default, skip_serializing_if = "is_false")]
    pub recorded_chance: bool,
    /// The game was tried out: somebody chose for others, saw all hands, or decided what chance
    /// does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rehearsal: bool,
    /// The position where the game began, if it was not the beginning. Null in the record of one
    /// seat: it would tell all cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// In the record of one seat: which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_seat: Option<u8>,
}

/// The position of a scenario.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// What the scenario is called.
    pub name: String,
    /// The file of scenarios, letter by letter.
    pub scenarios: String,
}

/// A card: its number, its name, then its printed attributes, suit and rank first.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CardLine {
    pub id: i32,
    pub name: String,
    #[serde(flatten)]
    pub attributes: Table,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    Up,
    Down,
}

impl Face {
    pub(crate) fn of(up: bool) -> Face {
        if up { Face::Up } else { Face::Down }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RandomName {
    Coin,
    Die,
    Card,
    Choice,
}

impl From<RandomKind> for RandomName {
    fn from(kind: RandomKind) -> RandomName {
        match kind {
            RandomKind::Coin => RandomName::Coin,
            RandomKind::Die => RandomName::Die,
            RandomKind::Card => RandomName::Card,
            RandomKind::Choice => RandomName::Choice,
        }
    }
}

impl From<RandomName> for RandomKind {
    fn from(name: RandomName) -> RandomKind {
        match name {
            RandomName::Coin => RandomKind::Coin,
            RandomName::Die => RandomKind::Die,
            RandomName::Card => RandomKind::Card,
            RandomName::Choice => RandomKind::Choice,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A seat as the name of a field: `"1"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatKey(pub(crate) u8);

impl Serialize for SeatKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SeatKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map(SeatKey)
            .map_err(|_| D::Error::custom(format!("`{text}` is no seat's number")))
    }
}

/// Names and values, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(pub Vec<(String, Plain)>);

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TableVisitor)
    }
}

struct TableVisitor;

impl<'de> Visitor<'de> for TableVisitor {
    type Value = Table;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table, A::Error> {
        let mut table = Table::default();
        while let Some(entry) = map.next_entry()? {
            table.0.push(entry);
        }
        Ok(table)
    }
}
