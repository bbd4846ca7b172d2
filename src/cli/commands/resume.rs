//! `cardrun resume`: goes on with a game where its record ends.

use super::play::play_out;
use crate::cli::args::ResumeArgs;
use crate::cli::host::record_file::{self, RecordWriter};
use crate::cli::host::terminal::Terminal;
use crate::cli::host::{Done, Failure};
use crate::cli::session::Session;
use crate::cli::setup::recorded::{differs, open};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, spelt_out};
use crate::players::Kind;
use crate::record::replay;
use std::path::Path;

pub fn run(args: &ResumeArgs, messages: &Messages) -> Done {
    let recorded = open(&args.record, args.game.as_deref(), messages)?;
    let kinds = kinds(args, &recorded.record.header.seats, messages)?;
    let play = replay(&recorded.game, &recorded.record)
        .map_err(|difference| Failure::Usage(differs(&args.record, &difference, messages)))?;
    let keeper = RecordWriter::resume(&args.record, &recorded.record, &play)
        .map_err(|error| Failure::Usage(record_file::refused(&args.record, &error, messages)))?;
    let seed = play.seed().unwrap_or_default();
    let session = Session::new(play, kinds, seed, messages, Terminal::standard(), Some(keeper));
    play_out(session, &recorded.file)
}

/// Who sits where: as it was said on the command line, else as the record says. A record may come
/// from anywhere, so a program is started only if it was said.
fn kinds(
    args: &ResumeArgs,
    recorded: &[String],
    messages: &Messages,
) -> Result<Vec<SeatKind>, Failure> {
    if args.seats.is_empty() {
        let recorded: Vec<String> = recorded.iter().map(|name| spelt_out(name)).collect();
        let kinds = SeatKind::parse(&recorded, messages)?;
        return match kinds.iter().position(is_program) {
            Some(seat) => Err(Failure::Usage(program_in_record(
                &args.record,
                &recorded[seat],
                &kinds,
                seat,
                messages,
            ))),
            None => Ok(kinds),
        };
    }
    if args.seats.len() != recorded.len() {
        let values = [("given", args.seats.len().into()), ("seats", recorded.len().into())];
        return Err(Failure::Usage(messages.with("resume-seats", &values)));
    }
    SeatKind::parse(&args.seats, messages)
}

fn is_program(kind: &SeatKind) -> bool {
    match kind {
        SeatKind::Bot(Kind::Exec { .. }) => true,
        SeatKind::Human
        | SeatKind::Bot(Kind::Random | Kind::Greedy | Kind::Mcts(_) | Kind::MctsFor(_)) => false,
    }
}

/// That a program stands in a record, and what to type instead. The program's command is shown, and
/// left out of what can be typed.
fn program_in_record(
    path: &Path,
    recorded: &str,
    kinds: &[SeatKind],
    seat: usize,
    messages: &Messages,
) -> String {
    let name =
        |kind: &SeatKind| if is_program(kind) { "exec:…".to_owned() } else { kind.to_string() };
    let seats: Vec<String> = kinds.iter().map(name).collect();
    let values = [
        ("path", spelt_out(&path.display().to_string()).into()),
        ("n", (seat + 1).into()),
        ("kind", recorded.into()),
        ("seats", seats.join(",").into()),
    ];
    messages.with("program-in-record", &values)
}
