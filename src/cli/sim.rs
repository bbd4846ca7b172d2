//! `cardrun sim`: many games without people, and what they come to.

use super::args::{SimArgs, SimFormat};
use super::load::load;
use super::look::pad;
use super::settings;
use super::words::Words;
use super::{Done, Failure, put};
use crate::game::{Game, Plain, Play};
use crate::record::{About, Writer};
use crate::runner::{Entrant, Random, Rate, Report, Series, Simulation, Spread, play_on, seed_of_game, stream_of_seat};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Instant;

pub fn run(args: &SimArgs, words: &Words) -> Done {
    let kinds = settings::bots(&args.seats, words)?;
    let (_, game) = load(&args.game, &args.setting, (!kinds.is_empty()).then_some(kinds.len()), words)?;
    let tools = super::bots::tools();
    let entrants: Vec<Box<dyn Entrant>> = kinds.iter().map(|kind| kind.entrant(&tools)).collect();
    let mut seats: Vec<&dyn Entrant> = entrants.iter().map(|entrant| &**entrant).collect();
    seats.resize(usize::from(game.program().seats), &Random);
    let begun = Instant::now();
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: args.games,
        seed: args.seed,
        seats: &seats,
        jobs: args.jobs.and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
        watcher: None,
    };
    let report = simulation.report(&simulation.run()).timed(begun.elapsed().as_secs_f64());
    put(&match args.format {
        SimFormat::Text => text(&game, &report, words),
        SimFormat::Json => serde_json::to_string_pretty(&report).unwrap_or_default() + "\n",
        SimFormat::Csv => csv(&report),
    });
    if let Some(folder) = &args.records {
        keep_records(args, &game, &seats, folder).map_err(|error| {
            let values = [("path", folder.display().to_string().into()), ("reason", error.to_string().into())];
            Failure::Usage(words.with("record-not-written", &values))
        })?;
    }
    tell_failure(&report, words)
}

/// Rules that fail in one of many games have failed.
fn tell_failure(report: &Report, words: &Words) -> Done {
    let Some(failure) = &report.failure else { return Ok(()) };
    let values = [
        ("game", failure.game.into()),
        ("seed", failure.seed.to_string().into()),
        ("place", format!("{}:{}", failure.file, failure.line).into()),
        ("message", failure.message.as_str().into()),
        ("code", failure.code.as_str().into()),
    ];
    eprintln!("{} {}", words.say("error"), words.with("sim-failure", &values));
    Err(Failure::Rules)
}

// ---- records

/// The games once more, written down: the same seeds and chances give the same games.
fn keep_records(args: &SimArgs, game: &Game, seats: &[&dyn Entrant], folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let about = About {
        seats: seats.iter().map(|seat| seat.name()).collect(),
        file: Some(args.game.display().to_string()),
        variant: args.setting.variant.clone(),
    };
    (0..args.games).try_for_each(|k| {
        let seed = seed_of_game(args.seed, k);
        let mut play = Play::new(game, seed);
        let player = |(seat, entrant): (usize, &&dyn Entrant)| {
            entrant.player(game, seat as u8, stream_of_seat(seed, seat as u8))
        };
        let mut players: Vec<_> = seats.iter().enumerate().map(player).collect();
        play_on(&mut play, &mut players);
        let file = File::create(folder.join(format!("{}-{k}.jsonl", game.program().id)))?;
        Writer::begin(io::BufWriter::new(file), &play, &about).map(drop)
    })
}

// ---- for people

fn text(game: &Game, report: &Report, words: &Words) -> String {
    let title = game.program().title.get(words.code()).unwrap_or(&game.program().id).to_owned();
    let values = [
        ("n", report.games.into()),
        ("title", title.into()),
        ("seed", report.seed.to_string().into()),
        ("seats", report.seats.join(", ").into()),
    ];
    let mut lines = vec![words.with("sim-title", &values)];
    if !report.options.is_empty() {
        let options = report.options.iter().map(|(name, value)| format!("{name}={}", plain(value)));
        lines.push(options.collect::<Vec<_>>().join(" "));
    }
    lines.push(String::new());
    lines.extend((0..report.wins.len()).map(|seat| seat_line(report, seat, words)));
    lines.push(words.with("sim-draws", &[("rate", rate(&report.draw_rate).into())]));
    lines.push(String::new());
    lines.push(words.with("sim-decisions", &[("series", series(&report.decisions, words).into())]));
    if let Some(phase) = &report.round_phase {
        let values = [("phase", phase.as_str().into()), ("series", series(&report.rounds, words).into())];
        lines.push(words.with("sim-rounds", &values));
    }
    lines.extend(ends(game, report, words));
    let speed =
        [("seconds", format!("{:.2}", report.seconds)), ("speed", format!("{:.0}", report.playouts_per_second))];
    lines.push(String::new());
    lines.push(words.with("sim-speed", &speed.map(|(name, value)| (name, value.into()))));
    lines.join("\n") + "\n"
}

fn seat_line(report: &Report, seat: usize, words: &Words) -> String {
    let player = words.with("player", &[("n", (seat + 1).into())]);
    let wins = words.with("sim-wins", &[("rate", rate(&report.win_rates[seat]).into())]);
    let score = report.scores.get(seat).map(|score| words.with("sim-score", &[("spread", spread(score).into())]));
    format!("{}  {}  {}", pad(&player, 9), pad(&wins, 34), score.unwrap_or_default()).trim_end().to_owned()
}

/// `48.3 % (45.2 to 51.4)`
fn rate(rate: &Rate) -> String {
    format!("{:.1} % ({:.1}-{:.1})", 100.0 * rate.rate, 100.0 * rate.low, 100.0 * rate.high)
}

fn spread(spread: &Spread) -> String {
    format!("{:.2} ({:.2}..{:.2}; sd {:.2})", spread.mean, spread.ci95[0], spread.ci95[1], spread.sd)
}

fn series(series: &Series, words: &Words) -> String {
    let values =
        [("mean", format!("{:.2}", series.mean)), ("sd", format!("{:.2}", series.sd)), ("p95", series.p95.to_string())];
    words.with("sim-series", &values.map(|(name, value)| (name, value.into())))
}

/// How games ended, the commonest first; nothing where all ran their course.
fn ends(game: &Game, report: &Report, words: &Words) -> Vec<String> {
    let mut reasons: Vec<(&String, &u64)> = report.end_reasons.iter().collect();
    reasons.sort_by_key(|(reason, n)| (std::cmp::Reverse(**n), reason.as_str()));
    let told = |reason: &str| match reason {
        "" | "end of the game" => words.say("sim-ran-its-course"),
        reason => game.program().text(reason, words.code()),
    };
    let mut lines: Vec<String> = reasons.iter().map(|(reason, n)| format!("  {:>8}  {}", n, told(reason))).collect();
    let failed = [("sim-timeouts", report.timeouts), ("sim-faults", report.faults), ("sim-stuck", report.stuck)];
    lines.extend(failed.iter().filter(|(_, n)| *n > 0).map(|(key, n)| format!("  {n:>8}  {}", words.say(key))));
    lines.insert(0, words.say("sim-ends"));
    lines
}

fn plain(value: &Plain) -> String {
    match value {
        Plain::Flag(flag) => flag.to_string(),
        Plain::Number(number) => number.to_string(),
        Plain::Word(word) => word.clone(),
        Plain::Words(words) => words.join("+"),
        Plain::Nothing => String::new(),
    }
}

// ---- for spreadsheets

/// One line of names and one of values: the fields of the JSON, `scores.1.mean` for the mean of the first seat's score.
fn csv(report: &Report) -> String {
    let mut columns = Vec::new();
    flatten("", &serde_json::json!(report), &mut columns);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer
        .write_record(columns.iter().map(|(name, _)| name))
        .and_then(|()| writer.write_record(columns.iter().map(|(_, value)| value)));
    // Writing to memory does not fail.
    debug_assert!(written.is_ok());
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn flatten(name: &str, value: &serde_json::Value, columns: &mut Vec<(String, String)>) {
    let join = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
    match value {
        serde_json::Value::Object(fields) => fields.iter().for_each(|(key, v)| flatten(&join(key), v, columns)),
        serde_json::Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| flatten(&join(&(i + 1).to_string()), v, columns));
        }
        serde_json::Value::Null => columns.push((name.to_owned(), String::new())),
        serde_json::Value::String(text) => columns.push((name.to_owned(), text.clone())),
        plain @ (serde_json::Value::Bool(_) | serde_json::Value::Number(_)) => {
            columns.push((name.to_owned(), plain.to_string()));
        }
    }
}
