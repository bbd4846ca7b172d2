//! A simulation's report in lines, for the terminal.

use super::sides;
use crate::cli::text::{Messages, pad, width};
use crate::runner::{
    Failure, LeadMeans, Leads, MOST_CHOICES, MOST_ENTRIES, Measures, PartKind, PartRates, RAN_OUT,
    Rate, Report, RulePart, Series, Setup, Sides, Spread, Use,
};
use crate::value::Seat;
use crate::view::fault_words;
use fluent_bundle::FluentValue;
use std::collections::BTreeMap;

/// Says a reason of the rules in the reader's language.
pub(crate) type Told<'a> = &'a dyn Fn(&str) -> String;

pub(crate) fn text(report: &Report, told: Told<'_>, messages: &Messages) -> String {
    let mut lines = results(report, told, messages);
    if let Some(measured) = &report.measures {
        lines.extend(measures(report, measured, messages));
    }
    if let Some(lead) = report.lead.as_ref().filter(|lead| lead.drama.n > 0) {
        lines.push(String::new());
        lines.extend(leads(lead, messages));
    }
    lines.extend(speed(report, messages));
    lines.join("\n") + "\n"
}

/// A report in lines, without what close looks told.
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
    // Of games none of which came to an end there is nothing to tell but why.
    if report.tally.finished > 0 {
        lines.extend(results_of_sides(report, messages));
        lines.push(String::new());
        lines.push(decisions(report, messages));
        lines.extend(rounds(report, messages));
    }
    lines.extend(ends(report, told, messages));
    lines
}

/// The room for the name of a seat.
const NAME: usize = 9;

/// What each seat won and scored, or each team whose seats have the same. Where all win and lose
/// together that is one line, and there are no draws.
fn results_of_sides(report: &Report, messages: &Messages) -> Vec<String> {
    if report.setup.cooperative {
        return vec![side_line(
            report,
            &[Seat::FIRST],
            &messages.say("sim-together"),
            NAME,
            messages,
        )];
    }
    let are_alike = |one: Seat, other: Seat| {
        let (one, other) = (one.index(), other.index());
        report.win_rates.get(one) == report.win_rates.get(other)
            && report.scores.get(one) == report.scores.get(other)
    };
    let rows = sides::rows(&report.setup, are_alike);
    let names: Vec<String> = rows.iter().map(|seats| sides::name(seats, messages)).collect();
    let wide = names.iter().map(|name| width(name)).max().unwrap_or(0).max(NAME);
    let line =
        |(seats, name): (&Vec<Seat>, &String)| side_line(report, seats, name, wide, messages);
    let mut lines: Vec<String> = rows.iter().zip(&names).map(line).collect();
    lines.push(messages.with("sim-draws", &[("rate", rate(&report.draw_rate, messages).into())]));
    lines
}

fn speed(report: &Report, messages: &Messages) -> Vec<String> {
    if report.seconds <= 0.0 {
        return Vec::new();
    }
    let speed = report.playouts_per_second;
    let speed = [
        ("seconds", messages.decimal(report.seconds, 2)),
        // Games may take longer than a second each.
        ("speed", messages.decimal(speed, if speed < 10.0 { 1 } else { 0 })),
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
    let mut lines = Vec::new();
    if report.tally.finished > 0 {
        lines.extend([String::new(), branching(measured, messages)]);
        lines.extend(parts(measured, messages));
    }
    for (key, uses, side) in
        [("held", &measured.cards, held as fn(&Use) -> Sides), ("taken", &measured.actions, taken)]
    {
        let list = extremes(uses, side, measured.sides.win_rate(), messages);
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
        let share = part.share.map_or("-".into(), |share| percent(share, messages));
        let values = [("share", share.into()), ("spread", spread(&part.points, messages).into())];
        format!("  {} {}", pad(&name, 24), messages.with("sim-part", &values))
    };
    let mut lines: Vec<String> = measures.parts.rates().into_iter().map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, messages.say("sim-parts"));
    }
    lines
}

pub(crate) fn branching(measures: &Measures, messages: &Messages) -> String {
    let [mean, sd, p95] = series_values(&measures.branching(), messages);
    let most = ("most", measures.options.max().to_string());
    let share = ("share", rate(&measures.decision_share(), messages));
    let values = [mean, sd, p95, most, share].map(|(name, value)| (name, value.into()));
    messages.with("sim-branching", &values)
}

fn held(one: &Use) -> Sides {
    one.held
}

fn taken(one: &Use) -> Sides {
    one.taken
}

/// Lines for the names in `uses` whose interval of wins leaves out the rate of all, `base`: those
/// with which one wins most and least often, the most first.
fn extremes(
    uses: &BTreeMap<String, Use>,
    side: fn(&Use) -> Sides,
    base: Rate,
    messages: &Messages,
) -> Vec<String> {
    let clear = |sides: &Sides| sides.n > 0 && !sides.win_rate().contains(base.rate);
    let mut list: Vec<(&String, Sides)> =
        uses.iter().map(|(name, one)| (name, side(one))).collect();
    list.retain(|(_, sides)| clear(sides));
    list.sort_by(|a, b| b.1.win_rate().rate.total_cmp(&a.1.win_rate().rate).then(a.0.cmp(b.0)));
    let skipped = SHOWN..list.len().saturating_sub(SHOWN);
    let shown = list.iter().enumerate().filter(|(i, _)| !skipped.contains(i));
    shown
        .map(|(_, (name, sides))| {
            format!("  {} {}  n {}", pad(name, 24), rate(&sides.win_rate(), messages), sides.n)
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
        format!("  {tenth} {}  n {}", pad(&share(mean, messages), 22), moments.n)
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
        said("lead-drama", spread(&means.drama, messages)),
        said("lead-changes", spread(&means.changes, messages)),
        said("lead-settled", share(&means.settled, messages)),
        said("lead-spread", spread(&means.spread, messages)),
    ];
    lines.extend(means.coolness.map(|coolness| said("lead-coolness", share(&coolness, messages))));
    lines
}

/// How much of the rules came up. What is said by a larger part that never did is not counted.
pub(crate) fn covered(measures: &Measures, games: u64, messages: &Messages) -> String {
    let never = measures.never().len();
    let all = measures.rules.iter().filter(|part| part.games > 0).count() + never;
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

/// A game that failed, as messages tell of it.
pub(crate) fn failure_values<'a>(
    failure: &'a Failure,
    messages: &Messages,
) -> Vec<(&'static str, FluentValue<'a>)> {
    vec![
        ("game", failure.game.into()),
        ("seed", failure.seed.to_string().into()),
        ("place", format!("{}:{}", failure.file, failure.line).into()),
        ("message", fault_words(messages.lexicon(), &failure.code, &failure.message).into()),
        ("code", failure.code.as_str().into()),
    ]
}

pub(crate) fn options(setup: &Setup) -> String {
    let options = setup.options.iter().map(|(name, value)| format!("{name}={}", value.spelled()));
    options.collect::<Vec<_>>().join(" ")
}

/// What `seats` won and scored that have the same, and are called `name`, in so `wide` a column.
fn side_line(
    report: &Report,
    seats: &[Seat],
    name: &str,
    wide: usize,
    messages: &Messages,
) -> String {
    let seat = seats[0].index();
    let key = if seats.len() > 1 { "sim-wins-team" } else { "sim-wins" };
    let wins = messages.with(key, &[("rate", rate(&report.win_rates[seat], messages).into())]);
    let score = report
        .scores
        .get(seat)
        .map(|score| messages.with("sim-score", &[("spread", spread(score, messages).into())]));
    format!("{}  {}  {}", pad(name, wide), pad(&wins, 34), score.unwrap_or_default())
        .trim_end()
        .to_owned()
}

/// `48.3 % (45.2 to 51.4)`
pub(crate) fn rate(rate: &Rate, messages: &Messages) -> String {
    share_between(rate.rate, [rate.low, rate.high], messages)
}

/// A share that every game has.
fn share(spread: &Spread, messages: &Messages) -> String {
    share_between(spread.mean, spread.ci95, messages)
}

fn share_between(share: f64, ends: [f64; 2], messages: &Messages) -> String {
    let [low, high] = ends.map(|end| messages.decimal(100.0 * end, 1));
    format!("{} ({low}-{high})", percent(share, messages))
}

/// `48.3 %`
pub(crate) fn percent(share: f64, messages: &Messages) -> String {
    format!("{} %", messages.decimal(100.0 * share, 1))
}

pub(crate) fn spread(spread: &Spread, messages: &Messages) -> String {
    let [low, high] = spread.ci95;
    let values = [("mean", spread.mean), ("low", low), ("high", high), ("sd", spread.sd)];
    let values = values.map(|(name, value)| (name, messages.decimal(value, 2).into()));
    messages.with("sim-spread", &values)
}

pub(crate) fn series(series: &Series, messages: &Messages) -> String {
    let values = series_values(series, messages);
    messages.with("sim-series", &values.map(|(name, value)| (name, value.into())))
}

fn series_values(series: &Series, messages: &Messages) -> [(&'static str, String); 3] {
    let (mean, sd) = (messages.decimal(series.mean, 2), messages.decimal(series.sd, 2));
    [("mean", mean), ("sd", sd), ("p95", series.p95.to_string())]
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

/// Why games were given up that had no end in sight.
pub(crate) fn too_many_choices(messages: &Messages) -> String {
    messages.with("sim-timeouts", &[("most", MOST_CHOICES.into())])
}

/// Why games were given up of which too much was to be written down.
pub(crate) fn too_much_written(messages: &Messages) -> String {
    messages.with("sim-overlong", &[("most", MOST_ENTRIES.into())])
}

/// Why games came to no end, with how many, where any did.
pub(crate) fn failed(
    report: &Report,
    messages: &Messages,
) -> impl Iterator<Item = (String, u64)> + use<> {
    [
        (too_many_choices(messages), report.timeouts),
        (too_much_written(messages), report.overlong),
        (messages.say("sim-faults"), report.faults),
        (messages.say("sim-stuck"), report.stuck),
    ]
    .into_iter()
    .filter(|(_, n)| *n > 0)
}
