//! A few numbers of a game before an edit and after it: who wins, draws, how long it takes. Only
//! what is a difference is called one.

use super::measure;
use crate::cli::text::{Messages, pad, width};
use crate::runner::{Compared, Measure, Measured, Spread};

/// The numbers in lines: of two versions on the same deals, the one before first; or of one alone.
/// `goes_on`: more games are being counted.
pub fn lines(compared: &Compared, goes_on: bool, messages: &Messages) -> Vec<String> {
    let [first, rest @ ..] = compared.versions.as_slice() else { return Vec::new() };
    let mut players = first.setup.seats.clone();
    players.dedup();
    let values = [("n", compared.deals.into()), ("players", players.join(", ").into())];
    let last = rest.last();
    let key = if last.is_some() { "numbers-both" } else { "numbers-one" };
    let mut lines = vec![messages.with(key, &values)];
    let shown = |measured: &&Measured| is_shown(&measured.measure);
    let rows: Vec<[String; 4]> = first
        .measures
        .iter()
        .enumerate()
        .filter(|(_, measured)| shown(measured))
        .map(|(i, was)| {
            let is = last.and_then(|last| last.measures.get(i));
            let name = measure::name(first, &was.measure, messages);
            [
                name,
                mean(was),
                is.map(mean).unwrap_or_default(),
                is.and_then(change).unwrap_or_default(),
            ]
        })
        .collect();
    let wide = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let wide = [wide(0), wide(1), wide(2)];
    let right = |text: &str, wide: usize| format!("{}{text}", " ".repeat(wide - width(text)));
    lines.extend(rows.iter().map(|[name, was, is, change]| {
        let (was, is) = (right(was, wide[1]), right(is, wide[2]));
        format!("  {}  {was}  {is}  {change}", pad(name, wide[0])).trim_end().to_owned()
    }));
    if last.is_some() && rows.iter().all(|row| row[3].is_empty()) {
        lines.push(messages.say("numbers-none"));
    }
    if goes_on {
        lines.push(messages.say("numbers-more"));
    }
    lines
}

fn is_shown(measure: &Measure) -> bool {
    match measure {
        Measure::Win(_)
        | Measure::PlayerWin(_)
        | Measure::Draw
        | Measure::Decisions
        | Measure::Rounds => true,
        Measure::Score(_)
        | Measure::Margin
        | Measure::Options
        | Measure::DecisionShare
        | Measure::Chosen(_)
        | Measure::Drama
        | Measure::LeadChanges
        | Measure::Settled
        | Measure::OptionSpread
        | Measure::Coolness => false,
    }
}

fn mean(measured: &Measured) -> String {
    let (by, unit, digits) = measure::scale(&measured.measure);
    format!("{:.digits$}{unit}", by * measured.value.mean)
}

/// How much more or less it is now, with the interval; nothing where that is no clear difference.
fn change(measured: &Measured) -> Option<String> {
    let difference = measured.difference.filter(|difference| difference.is_clear)?;
    let (by, _, digits) = measure::scale(&measured.measure);
    let Spread { mean, ci95: [low, high], .. } = difference.spread;
    Some(format!("{:+.digits$} ({:+.digits$}..{:+.digits$})", by * mean, by * low, by * high))
}
