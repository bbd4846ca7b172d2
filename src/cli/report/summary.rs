//! A simulation's report in lines, for the terminal.

use crate::cli::text::{Messages, pad};
use crate::game::Plain;
use crate::runner::{
    LeadMeans, Leads, MOST_CHOICES, Measures, PartKind, PartRates, RAN_OUT, Rate, Report, RulePart,
    Series, Setup, Sides, Spread, Use,
};
use std::collections::BTreeMap;

/// Says a reason of the rules in the reader's language.
pub(crate) type Told<'a> = &'a dyn Fn(&str) -> String;

pub(crate) fn text(report: &Report, told: Told<'_>, messages: &Messages) -> String {
    let mut lines = results(report, told, messages);
    if let Some(measured) = &report.measures {
        lines.extend(measures(report, measured, messages));
    }
    if let Some(lead) = &report.lead {
        lines.push(String::new());
        lines.extend(leads(lead, messages));
    }
    lines.extend(speed(report, messages));
    lines.join("\n") + "\n"
}

/// Without what close looks told.
pub(crate) fn summary(report: &Report, told: Told<'_>, messages: &Messages) -> String {
    let mut lines = results(report, told, messages);
    lines.extend(speed(report, messages));
    lines.join("\n") + "\n"
}

fn results(report: &Report, told: Told<'_>, messages: &Messages) -> Vec<String> {
    let mut lines = vec![heading(report, messages)];
    if !report.setup.options.is_empty() {
        lines.push(options(&report.setup));
    }
    lines.push(String::new());
    lines.extend(sides(report, messages));
    lines.push(String::new());
    lines.push(decisions(report, messages));
    lines.extend(rounds(report, messages));
    lines.extend(ends(report, told, messages));
    lines
}

/// What each seat won and scored. Where all win and lose together that is one line, and there are
/// no draws.
fn sides(report: &Report, messages: &Messages) -> Vec<String> {
    if report.setup.cooperative {
        return vec![side_line(report, 0, &messages.say("sim-together"), messages)];
    }
    let player = |seat: usize| messages.with("player", &[("n", (seat + 1).into())]);
    let seats = 0..report.wins.len();
    let mut lines: Vec<String> =
        seats.map(|seat| side_line(report, seat, &player(seat), messages)).collect();
    lines.push(messages.with("sim-draws", &[("rate", rate(&report.draw_rate).into())]));
    lines
}

fn speed(report: &Report, messages: &Messages) -> Vec<String> {
    if report.seconds <= 0.0 {
        return Vec::new();
    }
    let speed = [
        ("seconds", format!("{:.2}", report.seconds)),
        ("speed", format!("{:.0}", report.playouts_per_second)),
    ];
    vec![
        String::new(),
        messages.with("sim-speed", &speed.map(|(name, value)| (name, value.into()))),
    ]
}

pub(crate) fn decisions(report: &Report, messages: &Messages) -> String {
    messages.with("sim-decisions", &[("series", series(&report.decisions, messages).into())])
}

pub(crate) fn rounds(report: &Report, messages: &Messages) -> Option<String> {
    let phase = report.round_phase.as_deref()?;
    Some(messages.with(
        "sim-rounds",
        &[("phase", phase.into()), ("series", series(&report.rounds, messages).into())],
    ))
}

// ---- measures

/// Lines of each list of cards or actions.
const SHOWN: usize = 5;

fn measures(report: &Report, measured: &Measures, messages: &Messages) -> Vec<String> {
    let mut lines = vec![String::new(), branching(measured, messages)];
    lines.extend(parts(measured, messages));
    for (key, uses, side) in
        [("held", &measured.cards, held as fn(&Use) -> Sides), ("taken", &measured.actions, taken)]
    {
        let list = extremes(uses, side, measured.sides.win_rate());
        if !list.is_empty() {
            lines.push(messages.say(&format!("sim-{key}")));
            lines.extend(list);
        }
    }
    lines.extend([String::new(), covered(measured, report.games, messages)]);
    lines.extend(measured.never().into_iter().map(|part| never(part, messages)));
    lines
}

/// What the scores are made of; nothing where the rules name no parts of them.
pub(crate) fn parts(measures: &Measures, messages: &Messages) -> Vec<String> {
    let line = |part: PartRates| {
        let name = match part.name.as_str() {
            "" => messages.say("sim-other-points"),
            name => name.to_owned(),
        };
        let share = part.share.map_or("-".into(), |share| format!("{:.1} %", 100.0 * share));
        let values = [("share", share.into()), ("spread", spread(&part.points).into())];
        format!("  {} {}", pad(&name, 24), messages.with("sim-part", &values))
    };
    let mut lines: Vec<String> = measures.parts.rates().into_iter().map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, messages.say("sim-parts"));
    }
    lines
}

pub(crate) fn branching(measures: &Measures, messages: &Messages) -> String {
    messages.with(
        "sim-branching",
        &[
            ("series", series(&measures.branching(), messages).into()),
            ("most", measures.options.max().to_string().into()),
            ("share", rate(&measures.decision_share()).into()),
        ],
    )
}

fn held(one: &Use) -> Sides {
    one.held
}

fn taken(one: &Use) -> Sides {
    one.taken
}

/// Those with which one wins most and least often, of those whose interval leaves out what all win.
fn extremes(uses: &BTreeMap<String, Use>, side: fn(&Use) -> Sides, base: Rate) -> Vec<String> {
    let clear = |sides: &Sides| sides.n > 0 && !sides.win_rate().contains(base.rate);
    let mut list: Vec<(&String, Sides)> =
        uses.iter().map(|(name, one)| (name, side(one))).collect();
    list.retain(|(_, sides)| clear(sides));
    list.sort_by(|a, b| b.1.win_rate().rate.total_cmp(&a.1.win_rate().rate).then(a.0.cmp(b.0)));
    let skipped = SHOWN..list.len().saturating_sub(SHOWN);
    let shown = list.iter().enumerate().filter(|(i, _)| !skipped.contains(i));
    shown
        .map(|(_, (name, sides))| {
            format!("  {} {}  n {}", pad(name, 24), rate(&sides.win_rate()), sides.n)
        })
        .collect()
}

/// What there is to say of who led, a line each, and the course of coolness.
fn leads(lead: &Leads, messages: &Messages) -> Vec<String> {
    let mut lines = lead_means(lead, messages);
    let course = LeadMeans::from(lead).course;
    let tenths =
        lead.course.iter().zip(&course).enumerate().filter(|(_, (moments, _))| moments.n > 0);
    let tenths = tenths.map(|(i, (moments, mean))| {
        let tenth = pad(&messages.with("lead-tenth", &[("n", (i + 1).into())]), 10);
        format!("  {tenth} {}  n {}", pad(&share(mean), 22), moments.n)
    });
    let tenths: Vec<String> = tenths.collect();
    if !tenths.is_empty() {
        lines.push(messages.say("lead-course"));
        lines.extend(tenths);
    }
    lines
}

/// Measures of the whole course, a line each.
pub(crate) fn lead_means(lead: &Leads, messages: &Messages) -> Vec<String> {
    let by = match lead.by_score {
        true => messages.say("lead-by-score"),
        false => messages.with("lead-by-playouts", &[("n", lead.playouts.into())]),
    };
    let said = |key: &str, value: String| messages.with(key, &[("spread", value.into())]);
    let means = LeadMeans::from(lead);
    let mut lines = vec![
        messages.with("lead-of", &[("n", lead.drama.n.into()), ("by", by.into())]),
        said("lead-drama", spread(&means.drama)),
        said("lead-changes", spread(&means.changes)),
        said("lead-settled", share(&means.settled)),
        said("lead-spread", spread(&means.spread)),
    ];
    lines.extend(means.coolness.map(|coolness| said("lead-coolness", share(&coolness))));
    lines
}

/// How much of the rules came up.
pub(crate) fn covered(measures: &Measures, games: u64, messages: &Messages) -> String {
    let all = measures.rules.len();
    let never = measures.rules.iter().filter(|part| part.games == 0).count();
    let key = if never == 0 { "sim-all-covered" } else { "sim-covered" };
    messages.with(key, &[("n", games.into()), ("all", all.into()), ("up", (all - never).into())])
}

fn never(part: &RulePart, messages: &Messages) -> String {
    let kind = if part.kind == PartKind::Line {
        String::new()
    } else {
        messages.say(kind(part.kind)) + " "
    };
    format!("  {}:{}: {kind}{}", part.file, part.line, part.name)
}

/// The message that names a kind of part.
pub(crate) fn kind(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Phase => "part-phase",
        PartKind::Action => "part-action",
        PartKind::Effect => "part-effect",
        PartKind::Watch => "part-watch",
        PartKind::Row => "part-row",
        PartKind::Line => "part-line",
    }
}

/// What was played by whom.
pub(crate) fn heading(report: &Report, messages: &Messages) -> String {
    let setup = &report.setup;
    messages.with(
        "sim-title",
        &[
            ("n", report.games.into()),
            ("title", setup.title(messages.code()).to_owned().into()),
            ("seed", setup.seed.to_string().into()),
            ("seats", setup.seats.join(", ").into()),
        ],
    )
}

pub(crate) fn options(setup: &Setup) -> String {
    let options = setup.options.iter().map(|(name, value)| format!("{name}={}", plain(value)));
    options.collect::<Vec<_>>().join(" ")
}

/// What a seat won and scored, or all of a side, which is called `name`.
fn side_line(report: &Report, seat: usize, name: &str, messages: &Messages) -> String {
    let wins = messages.with("sim-wins", &[("rate", rate(&report.win_rates[seat]).into())]);
    let score = report
        .scores
        .get(seat)
        .map(|score| messages.with("sim-score", &[("spread", spread(score).into())]));
    format!("{}  {}  {}", pad(name, 9), pad(&wins, 34), score.unwrap_or_default())
        .trim_end()
        .to_owned()
}

/// `48.3 % (45.2 to 51.4)`
pub(crate) fn rate(rate: &Rate) -> String {
    format!("{:.1} % ({:.1}-{:.1})", 100.0 * rate.rate, 100.0 * rate.low, 100.0 * rate.high)
}

/// A share that every game has.
fn share(spread: &Spread) -> String {
    let [low, high] = spread.ci95.map(|end| 100.0 * end);
    format!("{:.1} % ({low:.1}-{high:.1})", 100.0 * spread.mean)
}

pub(crate) fn spread(spread: &Spread) -> String {
    format!(
        "{:.2} ({:.2}..{:.2}; sd {:.2})",
        spread.mean, spread.ci95[0], spread.ci95[1], spread.sd
    )
}

pub(crate) fn series(series: &Series, messages: &Messages) -> String {
    let values = [
        ("mean", format!("{:.2}", series.mean)),
        ("sd", format!("{:.2}", series.sd)),
        ("p95", series.p95.to_string()),
    ];
    messages.with("sim-series", &values.map(|(name, value)| (name, value.into())))
}

/// How games ended, the commonest first; nothing where all ran their course.
fn ends(report: &Report, told: Told<'_>, messages: &Messages) -> Vec<String> {
    let mut reasons: Vec<(&String, &u64)> = report.end_reasons.iter().collect();
    reasons.sort_by_key(|(reason, n)| (std::cmp::Reverse(**n), reason.as_str()));
    let told = |reason: &str| {
        if reason == RAN_OUT { messages.say("sim-ran-its-course") } else { told(reason) }
    };
    let mut lines: Vec<String> =
        reasons.iter().map(|(reason, n)| format!("  {:>8}  {}", n, told(reason))).collect();
    lines.extend(failed(report, messages).map(|(why, n)| format!("  {n:>8}  {why}")));
    lines.insert(0, messages.say("sim-ends"));
    lines
}

/// Why games came to no end, with how many, where any did.
pub(crate) fn failed(
    report: &Report,
    messages: &Messages,
) -> impl Iterator<Item = (String, u64)> + use<> {
    let went_on = messages.with("sim-timeouts", &[("most", MOST_CHOICES.into())]);
    [
        (went_on, report.timeouts),
        (messages.say("sim-faults"), report.faults),
        (messages.say("sim-stuck"), report.stuck),
    ]
    .into_iter()
    .filter(|(_, n)| *n > 0)
}

pub(crate) fn plain(value: &Plain) -> String {
    match value {
        Plain::Flag(flag) => flag.to_string(),
        Plain::Number(number) => number.to_string(),
        Plain::Word(word) => word.clone(),
        Plain::Words(messages) => messages.join("+"),
        Plain::Nothing => String::new(),
    }
}
