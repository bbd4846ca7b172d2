//! `cardrun sim`: many games without people, and what they come to.

mod records;

use crate::cli::args::{ReportFormat, SimArgs};
use crate::cli::host::progress::Progress;
use crate::cli::host::{Done, Failure, programs, tell};
use crate::cli::report::{html, output, summary};
use crate::cli::setup::entrants::{Spec, tell_misled};
use crate::cli::setup::load::load_as;
use crate::cli::text::Messages;
use crate::game::Play;
use crate::runner::{
    Entrant, Following, Keeper, Observing, Random, Report, Row, Rows, Simulation, Tally,
};
use records::Records;
use std::path::Path;
use std::time::Instant;

pub(crate) fn run(args: &SimArgs, messages: &Messages) -> Done {
    let format = output::format(&args.output, messages)?;
    may_be_rows(args, format, messages)?;
    if format == ReportFormat::Parquet && !cfg!(feature = "parquet") {
        return Err(Failure::Usage(messages.say("parquet-not-built")));
    }
    let specs = Spec::parse_all(&args.seats, messages)?;
    let (seats, looks) = ((!specs.is_empty()).then_some(specs.len()), looks_closely(args, format));
    let (_, game) = load_as(&args.game, &args.setting, seats, looks, messages)?;
    specs.iter().try_for_each(|spec| spec.check(&game, messages))?;
    output::may_take(args.output.out.as_deref(), messages)?;
    records::may_be_kept(args, &game, messages)?;
    let tools = programs::tools();
    let entrants: Vec<Box<dyn Entrant>> = specs.iter().map(|spec| spec.entrant(&tools)).collect();
    let seats: Vec<&dyn Entrant> = match entrants.as_slice() {
        [] => vec![&Random; usize::from(game.program().seats)],
        entrants => entrants.iter().map(|entrant| &**entrant).collect(),
    };
    let simulation = Simulation {
        game: &game,
        first: args.games.0,
        games: args.games.1 - args.games.0,
        seed: args.seed,
        seats: &seats,
        jobs: args.jobs.unwrap_or(0),
        watcher: None,
    };
    let unwritten = |folder: &Path, error| output::unwritten(folder, &error, messages);
    let records = args.records.as_ref().map(|folder| {
        Records::begin(args, &game, &seats, folder).map_err(|error| unwritten(folder, error))
    });
    let records = records.transpose()?;
    let progress = Progress::of(simulation.games);
    let (report, rows, followed) = progress.watch(|watcher| {
        let simulation = Simulation { watcher: Some(watcher), ..simulation };
        play(&simulation, records.as_ref(), args, format)
    });
    if progress.was_stopped() {
        tell(&(messages.with("sim-stopped", &[("n", report.games.into())]) + "\n"));
        if let Some(followed) = followed {
            tell(&(messages.with("sim-lead-stopped", &[("n", followed.into())]) + "\n"));
        }
    }
    let told = |reason: &str| game.program().text(reason, messages.code()).into_owned();
    let text = match format {
        ReportFormat::Text => summary::text(&report, &told, messages).into_bytes(),
        ReportFormat::Json => output::json(&report).into_bytes(),
        ReportFormat::Html => {
            html::page(&report, &told, html::Style::Inside, messages).into_bytes()
        }
        ReportFormat::Csv => table(&Rows::phases(&game), &rows).into_bytes(),
        ReportFormat::Parquet => parquet(&Rows::phases(&game), &rows)?,
    };
    // Who has the report has the records.
    let ended = |records: Records<'_>| {
        let folder = records.folder;
        records.end().map_err(|error| unwritten(folder, error))
    };
    let kept = records.map(ended).transpose();
    let short = || summary::summary(&report, &told, messages);
    output::put(&text, short, args.output.out.as_deref(), messages)?;
    if let Some(kept) = kept?.filter(|_| progress.was_stopped()) {
        tell(&(messages.with("sim-records-stopped", &[("n", kept.into())]) + "\n"));
    }
    tell_misled(&specs, &game, (report.games, simulation.jobs), &progress, messages);
    tell_failure(&report, messages)
}

/// Refuses to look closely at games of which only rows are wanted, that hold nothing of it.
fn may_be_rows(args: &SimArgs, format: ReportFormat, messages: &Messages) -> Done {
    let option = match format {
        ReportFormat::Csv | ReportFormat::Parquet if args.measure => "--measure",
        ReportFormat::Csv | ReportFormat::Parquet if args.lead.playouts(true).is_some() => "--lead",
        ReportFormat::Csv
        | ReportFormat::Parquet
        | ReportFormat::Text
        | ReportFormat::Json
        | ReportFormat::Html => return Ok(()),
    };
    Err(Failure::Usage(messages.with("sim-rows-alone", &[("option", option.into())])))
}

fn looks_closely(args: &SimArgs, format: ReportFormat) -> bool {
    args.measure || format == ReportFormat::Html
}

/// Plays, and gathers what is shown: close looks take time, and rows take memory for every game.
/// The last result is how many games were followed decision by decision, where that was asked for.
fn play(
    simulation: &Simulation<'_>,
    records: Option<&Records<'_>>,
    args: &SimArgs,
    format: ReportFormat,
) -> (Report, Vec<Row>, Option<u64>) {
    let begun = Instant::now();
    let keep = |number, play: &Play| records.iter().for_each(|records| records.keep(number, play));
    let keeper: Option<Keeper<'_>> = records.is_some().then_some(&keep);
    let (tally, measures, rows) = match (format, looks_closely(args, format)) {
        (ReportFormat::Csv | ReportFormat::Parquet, _) => {
            let (tally, rows) = simulation.count_keeping::<(Tally, Rows)>(keeper);
            (tally, None, rows.rows)
        }
        (ReportFormat::Text | ReportFormat::Json | ReportFormat::Html, true) => {
            let (tally, observing) = simulation.count_keeping::<(Tally, Observing)>(keeper);
            (tally, Some(observing.measures), Vec::new())
        }
        (ReportFormat::Text | ReportFormat::Json | ReportFormat::Html, false) => {
            (simulation.count_keeping(keeper), None, Vec::new())
        }
    };
    let lead = args.lead.playouts(simulation.game.program().score.is_some());
    let (lead, followed) = lead.map(|playouts| following(simulation, playouts).count()).unzip();
    // Where somebody wanted no more before a game was followed, there is nothing to say.
    let lead = lead.filter(|_| followed != Some(0) || simulation.games == 0);
    let report = Report::of(simulation.setup(), tally, measures).with_lead(lead);
    (report.timed(begun.elapsed().as_secs_f64()), rows, followed)
}

/// The games of a simulation once more, to be followed decision by decision.
fn following<'a>(simulation: &Simulation<'a>, playouts: u32) -> Following<'a> {
    Following {
        game: simulation.game,
        seats: simulation.seats,
        first: simulation.first,
        games: simulation.games,
        seed: simulation.seed,
        playouts,
        jobs: simulation.jobs,
        watcher: simulation.watcher,
    }
}

// ---- rows

#[cfg(feature = "parquet")]
fn parquet(phases: &[String], rows: &[Row]) -> Result<Vec<u8>, Failure> {
    crate::cli::report::parquet::file(phases, rows).map_err(Failure::Usage)
}

/// A command without it has said so before it began to play.
#[cfg(not(feature = "parquet"))]
fn parquet(_phases: &[String], _rows: &[Row]) -> Result<Vec<u8>, Failure> {
    Err(Failure::Unusable)
}

/// One row a game.
fn table(phases: &[String], rows: &[Row]) -> String {
    let seats = rows.iter().map(|row| row.ranks.len()).max().unwrap_or(0);
    let scores = rows.iter().map(|row| row.scores.len()).max().unwrap_or(0);
    let mut names: Vec<String> =
        ["game", "seed", "ended", "reason", "winners"].map(String::from).to_vec();
    names.extend((1..=seats).map(|seat| format!("rank.{seat}")));
    names.extend((1..=scores).map(|seat| format!("score.{seat}")));
    names.push("decisions".into());
    names.extend(phases.iter().cloned());
    output::csv(&names, rows.iter().map(|row| cells(row, seats, scores)))
}

/// What a game that did not end does not have is left empty.
fn cells(row: &Row, seats: usize, scores: usize) -> Vec<String> {
    fn filled<T: ToString>(values: &[T], n: usize) -> impl Iterator<Item = String> {
        (0..n).map(|i| values.get(i).map(T::to_string).unwrap_or_default())
    }
    let winners: Vec<String> = row.winners.iter().map(u8::to_string).collect();
    let mut cells = vec![
        row.game.to_string(),
        row.seed.to_string(),
        row.ended.into(),
        row.reason.clone(),
        winners.join(" "),
    ];
    cells.extend(filled(&row.ranks, seats));
    cells.extend(filled(&row.scores, scores));
    cells.push(row.decisions.to_string());
    cells.extend(row.rounds.iter().map(u32::to_string));
    cells
}

// ---- failures

/// Rules that fail in one of many games have failed; of a player that could not go on there is no
/// place in the rules.
fn tell_failure(report: &Report, messages: &Messages) -> Done {
    let Some(failure) = &report.failure else { return Ok(()) };
    let values = summary::failure_values(failure, messages);
    let of_a_player = failure.is_of_a_player();
    let key = if of_a_player { "sim-player-failure" } else { "sim-failure" };
    tell(&format!("{} {}\n", messages.say("error"), messages.with(key, &values)));
    Err(if of_a_player { Failure::Told } else { Failure::Rules })
}
