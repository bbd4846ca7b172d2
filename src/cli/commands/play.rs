//! `cardrun play`: a game in the terminal, from the deal to the last word.

use crate::cli::args::{PlayArgs, SettingArgs};
use crate::cli::fullscreen;
use crate::cli::host::chance::random_seed;
use crate::cli::host::files::GameFile;
use crate::cli::host::record_file;
use crate::cli::host::{Done, Failure, programs, put, written};
use crate::cli::rehearsal::edited::Edited;
use crate::cli::session::{Ending, Session};
use crate::cli::setup::entrants::Spec;
use crate::cli::setup::load::{load, load_quietly};
use crate::cli::setup::position::SetUp;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::Messages;
use crate::game::{Game, Play, Settings};
use crate::players::Kind;
use crate::record::About;
use crate::runner::MOST_ENTRIES;
use crate::value::Seat;

pub(crate) fn run(args: &PlayArgs, messages: &Messages) -> Done {
    let kinds = SeatKind::parse(&args.seats, messages)?;
    let from = args.from.as_ref().map(|from| SetUp::read(from, messages)).transpose()?;
    if let Some(from) = &from {
        from.is_of(&GameFile::named(&args.game), messages)?;
    }
    let wanted = from.as_ref().and_then(|from| from.settings.seats.map(usize::from));
    let asked = (!kinds.is_empty()).then_some(kinds.len()).or(wanted);
    let setting = setting(args, from.as_ref());
    let (file, game) = load(&args.game, &setting, asked, messages)?;
    let lay = |game: Game| match &from {
        Some(from) => from.lay(&game),
        None => Ok(game),
    };
    let game = lay(game)?;
    let counted_by = Spec::parse_all(&args.players, messages)?;
    Spec::check_all(&counted_by, &game, messages)?;
    let kinds = if kinds.is_empty() { one_human(game.program().seats) } else { kinds };
    let seed = args.seed.unwrap_or_else(random_seed);
    let play = match SeatKind::are_several_people(&kinds) {
        // Whoever is not asked would be seen not to have had a choice.
        true => Play::new_asking_all(&game, seed),
        false => Play::new(&game, seed),
    };
    let about = About {
        seats: kinds.iter().map(|kind| kind.to_string()).collect(),
        file: Some(file_named(args)),
        variant: setting.variant.clone(),
        rehearsal: args.rehearsal || from.is_some(),
        position: from.as_ref().map(|from| from.position.clone()),
        // A pile that a scenario stacks is not told by the seed.
        recorded_chance: from.is_some(),
    };
    let (rehearsal, seats) = (about.rehearsal, kinds.len());
    let mut unrecorded = None;
    let begin = |file| record_file::begin(file, &play, &about, messages);
    let record = match (&args.record, kinds.contains(&SeatKind::Human)) {
        (Some(path), _) => Some(begin(record_file::create(path, messages)?)?),
        // Nobody has asked for this one: the game is played without it, too.
        (None, true) => record_file::create_in_data_folder(&game.program().id, seed, messages)
            .and_then(|file| begin(file).map_err(|failure| failure.words()))
            .map_err(|why| unrecorded = Some(why))
            .ok(),
        (None, false) => None,
    };
    let again = || {
        let (_, game) = load_quietly(&args.game, &setting, Some(seats), false, messages)?;
        lay(game)
    };
    let edited = args.watch.then(|| Edited::new(file.clone(), &game, Box::new(again)));
    let desk = fullscreen::desk_for(&args.screen, args.watch, messages);
    let mut session = Session::new(play, kinds, seed, messages, desk, record);
    session.edited = edited;
    session.rehearsal = rehearsal;
    session.counted_by = counted_by;
    session.recording.refused = unrecorded;
    play_out(session, &file)
}

/// What the game is played with: as it was said, or as the scenario says where nothing was.
fn setting(args: &PlayArgs, from: Option<&SetUp>) -> SettingArgs {
    let own = &args.setting;
    match from.map(|from| &from.settings) {
        Some(Settings { variant, options, .. }) if own.set.is_empty() && own.variant.is_none() => {
            let options = options.iter().map(|(name, value)| (name, value));
            SettingArgs { engine: own.engine, ..SettingArgs::of(variant.as_deref(), options) }
        }
        Some(_) | None => own.clone(),
    }
}

/// The game's file as a record names it: as it was given, where somebody chose the record's place;
/// else the whole path, since a record in the data folder is found from anywhere.
fn file_named(args: &PlayArgs) -> String {
    match &args.record {
        Some(_) => args.game.display().to_string(),
        None => record_file::found_from_anywhere(&args.game),
    }
}

fn one_human(seats: u8) -> Vec<SeatKind> {
    Seat::all(seats)
        .map(|seat| if seat == Seat::FIRST { SeatKind::Human } else { SeatKind::Bot(Kind::Random) })
        .collect()
}

/// Greets, plays, and says how it ended.
pub(crate) fn play_out(mut session: Session<'_>, file: &GameFile) -> Done {
    resume_after_interrupt(&session);
    // The whole screen has its own way, as the terminal is to be given back.
    if !session.desk.follows() {
        record_file::forget_unchosen_on_signals();
    }
    let ending = session.greet().and_then(|()| session.run());
    let told = ending.and_then(|ending| {
        session.desk.close()?;
        match &ending {
            Ending::Over => session.say_where_it_lies(),
            Ending::Left => session.say_how_to_resume(),
            Ending::Unkept => session.say_unkept(),
            Ending::Endless => session.say("play-endless", &[("n", MOST_ENTRIES.into())]),
            Ending::Stuck(seat, stuck) => {
                let (seat, why) = (*seat, stuck.to_string());
                session.say_stuck(seat, &why).and_then(|()| session.say_how_to_resume())
            }
            Ending::Fault(fault) => session.say_fault(fault, file),
        }
        .map(|()| ending)
    });
    let ending = match told {
        Ok(ending) => ending,
        // Whoever read it has left, or cannot be told; the record has all that was chosen.
        Err(error) => {
            record_file::forget_unchosen();
            let _ = session.desk.close();
            return written(Err(error));
        }
    };
    match ending {
        Ending::Fault(_) => Err(Failure::Rules),
        Ending::Stuck(..) | Ending::Unkept | Ending::Endless => Err(Failure::Told),
        Ending::Over | Ending::Left => Ok(()),
    }
}

/// Ctrl-C is a way to leave like others: the record is complete up to the last choice at any time.
fn resume_after_interrupt(session: &Session<'_>) {
    let farewell = session.recording.farewell(session.messages);
    // With no handler Ctrl-C ends the program without a word, which is no reason not to play.
    let _ = ctrlc::set_handler(move || {
        fullscreen::terminal::give_back();
        programs::stop_all();
        let farewell = farewell.lock().map(|farewell| farewell.clone()).unwrap_or_default();
        record_file::forget_unchosen();
        let _ = put(&format!("\n{farewell}\n"));
        std::process::exit(0);
    });
}
