//! `cardrun resume`: goes on with a game where its record ends.

use super::args::ResumeArgs;
use super::keep::{self, Keeper};
use super::play::play_out;
use super::recorded::{differs, open};
use super::session::Session;
use super::settings::SeatKind;
use super::terminal::Terminal;
use super::words::Words;
use super::{Done, Failure};
use crate::record::replay;

pub fn run(args: &ResumeArgs, words: &Words) -> Done {
    let recorded = open(&args.record, args.game.as_deref(), words)?;
    let kinds = SeatKind::parse(&recorded.record.header.seats, words)?;
    let play = replay(&recorded.game, &recorded.record)
        .map_err(|difference| Failure::Usage(differs(&args.record, &difference, words)))?;
    let keeper = Keeper::resume(&args.record, &recorded.record, &play)
        .map_err(|error| Failure::Usage(keep::refused(&args.record, &error, words)))?;
    let seed = play.seed().unwrap_or_default();
    let session = Session::new(play, kinds, seed, words, Terminal::standard(), Some(keeper));
    play_out(session, &recorded.file)
}
