//! `cardrun resume`: goes on with a game where its record ends.

use super::play::play_out;
use crate::cli::args::ResumeArgs;
use crate::cli::fullscreen;
use crate::cli::host::files::GameFile;
use crate::cli::host::record_file::{self, RecordWriter};
use crate::cli::host::{Done, Failure, tell};
use crate::cli::rehearsal::retold::lines;
use crate::cli::session::{Session, retold};
use crate::cli::setup::recorded::{Recorded, differs, dropped, open_with, other_rules, renamed};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle, path_for_shell, spelt_out, spelt_path};
use crate::game::Play;
use crate::players::Kind;
use crate::record::{About, Retold, against, is_of, replay, undone};
use crate::value::Seat;
use std::ops::RangeInclusive;
use std::path::Path;

pub(crate) fn run(args: &ResumeArgs, messages: &Messages) -> Done {
    let mut recorded = open_with(&args.record, args.game.as_deref(), &args.set, messages)?;
    let kinds = kinds(args, &recorded.record.header.seats, messages)?;
    let Resumed { play, undone, keeper, is_new } = match (args.changed, args.at) {
        (false, None) => go_on(args, &recorded, messages)?,
        (_, at) => branch(args, &mut recorded, at, &kinds, messages)?,
    };
    let is_shared = SeatKind::are_several_people(&kinds);
    let play = if is_shared { play.asking_all() } else { play };
    let seed = play.seed().unwrap_or_default();
    let desk = fullscreen::desk_for(&args.screen, false, messages);
    let mut session = Session::new(play, kinds, seed, messages, desk, Some(keeper));
    session.undone = undone;
    session.recording.unchosen = is_new && !session.humans().is_empty();
    play_out(session, &recorded.file)
}

/// That a record has no choice `n`, which was said behind an `option`; it has those in `known`.
pub(super) fn no_choice(
    option: &str,
    known: RangeInclusive<usize>,
    n: usize,
    messages: &Messages,
) -> Failure {
    let values = [
        ("option", option.into()),
        ("n", n.into()),
        ("least", (*known.start()).into()),
        ("most", (*known.end()).into()),
    ];
    Failure::Usage(messages.with("resume-no-choice", &values))
}

struct Resumed {
    play: Play,
    /// The games from which somebody has gone back, the last one last.
    undone: Vec<Play>,
    keeper: RecordWriter,
    /// The record is one of its own, in which nobody has chosen anything yet.
    is_new: bool,
}

/// The game where its record ends, which goes on in the same file.
fn go_on(args: &ResumeArgs, recorded: &Recorded, messages: &Messages) -> Result<Resumed, Failure> {
    let play = replay(&recorded.game, &recorded.record).map_err(|difference| {
        Failure::Usage(differs(&args.record, recorded, &difference, messages))
    })?;
    let refused = |error| Failure::Usage(record_file::refused(&args.record, &error, messages));
    let keeper = RecordWriter::resume(&args.record, &recorded.record, &play).map_err(refused)?;
    let undone = undone(&recorded.game, &recorded.record);
    Ok(Resumed { undone, play, keeper, is_new: false })
}

/// The game behind one of its choices, or the last that the rules still allow, in a new file beside
/// the record.
fn branch(
    args: &ResumeArgs,
    recorded: &mut Recorded,
    at: Option<usize>,
    kinds: &[SeatKind],
    messages: &Messages,
) -> Result<Resumed, Failure> {
    if !args.changed && !is_of(&recorded.game, &recorded.record) {
        return Err(Failure::Usage(other_rules(&args.record, &recorded.file, messages)));
    }
    let all = recorded.record.choices();
    if let Some(n) = at.filter(|&n| n > all) {
        return Err(no_choice("--at", 0..=all, n, messages));
    }
    let (retold, called_otherwise) = match args.changed {
        true => recorded.record.retell(&recorded.game, at),
        false => (against(&recorded.game, &recorded.record, at), Vec::new()),
    };
    let Recorded { record, file, .. } = &*recorded;
    if args.changed {
        let people = people_who_may_not_see(kinds, record.about().rehearsal);
        let sees = |seat| people.is_empty() || people == [seat];
        let before = dropped(recorded, messages).into_iter();
        let before = before.chain(renamed(&called_otherwise, sees, messages));
        before.for_each(|told| tell(&format!("{told}\n")));
        tell(&told(&retold, &people, file, messages));
    }
    let about = About {
        seats: kinds.iter().map(SeatKind::to_string).collect(),
        recorded_chance: true,
        ..record.about()
    };
    let created = record_file::create_beside(&args.record, messages)?;
    let keeper = record_file::begin(created, &retold.play, &about, messages)?;
    let values = [
        ("n", retold.choices.into()),
        ("of", all.into()),
        ("path", spelt_path(&keeper.path).into()),
    ];
    tell(&(messages.with("resume-branch", &values) + "\n"));
    Ok(Resumed { play: retold.play, undone: Vec::new(), keeper, is_new: true })
}

/// The seats of people, who are told no more than they may know; none where no person plays, or
/// the game is a rehearsal.
fn people_who_may_not_see(kinds: &[SeatKind], rehearsal: bool) -> Vec<Seat> {
    let is_person = |seat: &usize| !rehearsal && kinds[*seat] == SeatKind::Human;
    (0..kinds.len()).filter(is_person).map(Seat::new).collect()
}

/// How far the choices go in the rules as they are now: for the person who goes on, what that seat
/// may know; all of it where there are no `people`.
fn told(retold: &Retold, people: &[Seat], file: &GameFile, messages: &Messages) -> String {
    if people.is_empty() {
        return retold::text(retold, file, TermStyle::of_errors(), messages);
    }
    let sees = |seat| people == [seat];
    let style = TermStyle::of_errors();
    let course = lines(retold, sees, false, style, messages);
    let lines = course.drawn(retold.play.game(), file, style, messages);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
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
                Seat::new(seat),
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

/// Words for a record in which a program plays for `seat`, and what to type instead. The program's
/// command, `recorded`, is shown, and left out of what can be typed.
fn program_in_record(
    path: &Path,
    recorded: &str,
    kinds: &[SeatKind],
    seat: Seat,
    messages: &Messages,
) -> String {
    let name =
        |kind: &SeatKind| if is_program(kind) { "exec:…".to_owned() } else { kind.to_string() };
    let seats: Vec<String> = kinds.iter().map(name).collect();
    let values = [
        ("typed", path_for_shell(path).into()),
        ("n", seat.shown().into()),
        ("kind", recorded.into()),
        ("seats", seats.join(",").into()),
    ];
    messages.with("program-in-record", &values)
}
