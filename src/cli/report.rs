//! A simulation's report in lines, for the terminal.

use super::look::pad;
use super::words::Words;
use crate::game::Plain;
use crate::runner::{RAN_OUT, Rate, Report, Series, Setup, Spread};

/// Says a reason of the rules in the reader's language.
pub type Told<'a> = &'a dyn Fn(&str) -> String;

pub fn text(report: &Report, told: Told<'_>, words: &Words) -> String {
    let mut lines = vec![heading(report, words)];
    if !report.setup.options.is_empty() {
        lines.push(options(&report.setup));
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
    lines.extend(ends(report, told, words));
    if report.seconds > 0.0 {
        let speed =
            [("seconds", format!("{:.2}", report.seconds)), ("speed", format!("{:.0}", report.playouts_per_second))];
        lines.push(String::new());
        lines.push(words.with("sim-speed", &speed.map(|(name, value)| (name, value.into()))));
    }
    lines.join("\n") + "\n"
}

/// What was played by whom.
pub fn heading(report: &Report, words: &Words) -> String {
    let setup = &report.setup;
    words.with(
        "sim-title",
        &[
            ("n", report.games.into()),
            ("title", setup.title(words.code()).to_owned().into()),
            ("seed", setup.seed.to_string().into()),
            ("seats", setup.seats.join(", ").into()),
        ],
    )
}

pub fn options(setup: &Setup) -> String {
    let options = setup.options.iter().map(|(name, value)| format!("{name}={}", plain(value)));
    options.collect::<Vec<_>>().join(" ")
}

fn seat_line(report: &Report, seat: usize, words: &Words) -> String {
    let player = words.with("player", &[("n", (seat + 1).into())]);
    let wins = words.with("sim-wins", &[("rate", rate(&report.win_rates[seat]).into())]);
    let score = report.scores.get(seat).map(|score| words.with("sim-score", &[("spread", spread(score).into())]));
    format!("{}  {}  {}", pad(&player, 9), pad(&wins, 34), score.unwrap_or_default()).trim_end().to_owned()
}

/// `48.3 % (45.2 to 51.4)`
pub fn rate(rate: &Rate) -> String {
    format!("{:.1} % ({:.1}-{:.1})", 100.0 * rate.rate, 100.0 * rate.low, 100.0 * rate.high)
}

pub fn spread(spread: &Spread) -> String {
    format!("{:.2} ({:.2}..{:.2}; sd {:.2})", spread.mean, spread.ci95[0], spread.ci95[1], spread.sd)
}

pub fn series(series: &Series, words: &Words) -> String {
    let values =
        [("mean", format!("{:.2}", series.mean)), ("sd", format!("{:.2}", series.sd)), ("p95", series.p95.to_string())];
    words.with("sim-series", &values.map(|(name, value)| (name, value.into())))
}

/// How games ended, the commonest first; nothing where all ran their course.
fn ends(report: &Report, told: Told<'_>, words: &Words) -> Vec<String> {
    let mut reasons: Vec<(&String, &u64)> = report.end_reasons.iter().collect();
    reasons.sort_by_key(|(reason, n)| (std::cmp::Reverse(**n), reason.as_str()));
    let told = |reason: &str| if reason == RAN_OUT { words.say("sim-ran-its-course") } else { told(reason) };
    let mut lines: Vec<String> = reasons.iter().map(|(reason, n)| format!("  {:>8}  {}", n, told(reason))).collect();
    let failed = [("sim-timeouts", report.timeouts), ("sim-faults", report.faults), ("sim-stuck", report.stuck)];
    lines.extend(failed.iter().filter(|(_, n)| *n > 0).map(|(key, n)| format!("  {n:>8}  {}", words.say(key))));
    lines.insert(0, words.say("sim-ends"));
    lines
}

pub fn plain(value: &Plain) -> String {
    match value {
        Plain::Flag(flag) => flag.to_string(),
        Plain::Number(number) => number.to_string(),
        Plain::Word(word) => word.clone(),
        Plain::Words(words) => words.join("+"),
        Plain::Nothing => String::new(),
    }
}
