//! The record of a game, one JSON object a line: log, save file, replay and regression test, and
//! what an outside referee checks.
//!
//! Writing goes to any [`std::io::Write`], reading comes from bytes: files are somebody else's
//! business. The same game, seed and choices give the same bytes.
#![deny(clippy::wildcard_enum_match_arm)]

mod against;
mod course;
mod line;
mod read;
mod redact;
mod renamed;
mod replay;
mod scribe;
mod undone;
mod write;

pub use against::{End, OtherOptions, Place, RefusedChoice, Retold, against};
pub use line::{CardLine, Face, Header, Line, Position, RandomName, SeatKey, Table};
pub use read::{ReadError, Record, read};
pub use redact::{redact, redact_first, redact_record};
pub use renamed::Renamed;
pub use replay::{Difference, Verified, is_of, other_event, replay, verify};
pub use scribe::{About, opening, told};
pub use undone::{cut_short, undone};
pub use write::{Told, Writer};
