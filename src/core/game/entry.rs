//! What a log is made of: what happened, what was asked and chosen; and what is not taken into it.

use crate::tabletop::ids::SentenceId;
use crate::value::Seat;
use crate::vm::label::Step;
use crate::vm::{Event, Fault, Outcome};
use compact_str::CompactString;

/// One thing that happened, or was asked or chosen. Seats are counted from 0 here.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Event(Event),
    /// The game stands still: these seats choose among these labels.
    Offer {
        number: u32,
        /// What the choice is called.
        prompt: SentenceId,
        options: Offered,
        /// Several choose at the same time: what others choose is not heard.
        secret: bool,
    },
    Choice {
        number: u32,
        seat: Seat,
        /// Where in the log it was offered, and which of the options there it is.
        offer: u32,
        option: u32,
        step: Box<Step>,
    },
    /// Somebody has decided what chance does next.
    Decided(Box<Decided>),
    /// A single option, taken unasked: an offer and its choice in one.
    Forced {
        number: u32,
        seat: Seat,
        step: Box<Step>,
        secret: bool,
    },
    End(Box<Outcome>),
    Fault(Fault),
}

/// A game has many entries, and there may be many games at rest.
const _: () = assert!(size_of::<Entry>() <= 32);

/// What the options of each seat are called, in their order; in one text, since there may be many
/// games at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered(Box<str>);

impl Offered {
    /// No name has more than one line, and none is empty.
    const BETWEEN: &str = "\n";
    const BETWEEN_SEATS: &str = "\n\n";

    /// Before the labels of a seat stands a letter: that of the first seat comes behind this one.
    const BEFORE: u8 = b'@';

    /// The labels of at least one option for each of these seats.
    pub(crate) fn of(asked: impl Iterator<Item = (Seat, Vec<CompactString>)>) -> Offered {
        let of_seat = |(seat, labels): (Seat, Vec<CompactString>)| {
            let letter = char::from(Offered::BEFORE + seat.shown());
            format!("{letter}{}", labels.join(Offered::BETWEEN))
        };
        let of_seats: Vec<String> = asked.map(of_seat).collect();
        Offered(of_seats.join(Offered::BETWEEN_SEATS).into())
    }

    /// The seats that are asked, and the labels of each.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, impl Iterator<Item = &str>)> {
        self.0.split(Offered::BETWEEN_SEATS).filter_map(|of_seat| {
            let mut letters = of_seat.chars();
            let number = u8::try_from(letters.next()?).ok()?.checked_sub(Offered::BEFORE)?;
            Some((Seat::from_shown(number)?, letters.as_str().split(Offered::BETWEEN)))
        })
    }

    /// What an `option` of a `seat` is called; `None` where it was not offered.
    pub(crate) fn label(&self, seat: Seat, option: usize) -> Option<&str> {
        self.iter().find(|(of, _)| *of == seat).and_then(|(_, mut labels)| labels.nth(option))
    }
}

impl Entry {
    /// Whose choice an entry is, and what was chosen, whether it was taken unasked or not; `None`
    /// for any other entry.
    pub fn step(&self) -> Option<(Seat, &Step)> {
        match self {
            Entry::Choice { seat, step, .. } | Entry::Forced { seat, step, .. } => {
                Some((*seat, step))
            }
            Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::Decided(_)
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    /// Who has chosen, by an entry that is a choice which somebody was asked for; `None` for any
    /// other entry.
    pub fn chooser(&self) -> Option<Seat> {
        match self {
            Entry::Choice { seat, .. } => Some(*seat),
            Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::Decided(_)
            | Entry::Forced { .. }
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    /// What was offered, by an entry that is an offer; `None` for any other entry.
    pub(crate) fn offered(&self) -> Option<&Offered> {
        match self {
            Entry::Offer { options, .. } => Some(options),
            Entry::Event(_)
            | Entry::Choice { .. }
            | Entry::Decided(_)
            | Entry::Forced { .. }
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }

    /// What happened, by an entry that is an event; `None` for any other entry.
    pub fn event(&self) -> Option<&Event> {
        match self {
            Entry::Event(event) => Some(event),
            Entry::Offer { .. }
            | Entry::Choice { .. }
            | Entry::Decided(_)
            | Entry::Forced { .. }
            | Entry::End(_)
            | Entry::Fault(_) => None,
        }
    }
}

/// What somebody decides of what chance does next, where a game is tried out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Decided {
    /// The next die, coin or lot that has so many outcomes falls so, from 1.
    Lot { result: u32 },
    /// The named cards come off a pile next, the first uppermost. The pile is named as in records.
    Cards { zone: String, order: Vec<String> },
}

/// Why something cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// No place of this name has cards that lie in a pile.
    NoPile(String),
    /// There is no such card in the pile.
    NotThere(String),
    /// Other things could be chosen then than are offered.
    OtherOptions,
}

/// Why a choice was not taken. The game is as it was, but for `Fault`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The seat has nothing to choose now.
    NotAsked,
    NoSuchOption,
    /// The rules have failed, now or before. A choice that made them fail stands in the log, and
    /// the fault behind it.
    Fault(Fault),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::NotAsked => f.write_str("this seat has nothing to choose now"),
            Refused::NoSuchOption => f.write_str("there is no such option"),
            Refused::Fault(fault) => write!(f, "the rules failed: {}", fault.kind.words()),
        }
    }
}

impl std::error::Error for Refused {}
