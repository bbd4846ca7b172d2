//! A few numbers of a game before an edit and after it: who wins, draws, how long it takes. Only
//! what is a difference is called one.

use super::summary::{too_many_choices, too_much_written};
use super::{measure, sides};
use crate::cli::text::{Messages, pad, width};
use crate::runner::{Cause, Compare, Compared, Failing, Failure, Measure, Measured, Spread};
use crate::view::fault_words;

/// Fewer deals than these are too few to tell a difference.
const FEW: u64 = 20;

/// The numbers in lines: of two versions on the same deals, the one before first; or of one alone.
/// That games come to no end stands before all others.
pub(crate) fn lines(compared: &Compared, messages: &Messages) -> Vec<String> {
    let [first, rest @ ..] = compared.versions.as_slice() else { return Vec::new() };
    let last = rest.last();
    let mut lines = failing(compared, messages);
    if compared.deals > 0 {
        lines.extend(rows(compared, first, last, messages));
    }
    let is_clear = |measured: &Measured| measured.difference.is_some_and(|one| one.is_clear);
    let shown = |measured: &&Measured| is_shown(&measured.measure);
    let few = is_too_few(compared);
    if last.is_some() && few {
        lines.push(messages.with("numbers-few", &[("n", compared.deals.into())]));
    } else if last.is_some_and(|last| !last.measures.iter().filter(shown).any(is_clear)) {
        let key = if fails_otherwise(compared) { "numbers-none-else" } else { "numbers-none" };
        lines.push(messages.say(key));
    }
    lines
}

/// Whether so few deals came to an end that nothing can be said of what they make.
pub(crate) fn is_too_few(compared: &Compared) -> bool {
    compared.deals < FEW
}

/// Whether more or fewer deals come to an end in the last version than in the first.
fn fails_otherwise(compared: &Compared) -> bool {
    let deals = |failing: Option<&Failing>| failing.map_or(0, Failing::deals);
    let failing = &compared.counts.failing;
    failing.len() > 1 && deals(failing.first()) != deals(failing.last())
}

/// How many deals came to no end in each version, and what keeps most of them from it.
pub(crate) fn failing(compared: &Compared, messages: &Messages) -> Vec<String> {
    let (first, last) = match compared.counts.failing.as_slice() {
        [] => return Vec::new(),
        [one] => (None, one),
        [first, .., last] => (Some(first), last),
    };
    let all = ("all", compared.played().into());
    let mut lines = vec![match first {
        Some(first) => {
            let values = [("was", first.deals().into()), ("is", last.deals().into()), all];
            messages.with("numbers-failing-both", &values)
        }
        None => messages.with("numbers-failing", &[("n", last.deals().into()), all]),
    }];
    let told = |cause: &Cause, key: &str| {
        messages.with(key, &[("cause", self::cause(cause, messages).into())])
    };
    match (last.commonest(), first.and_then(Failing::commonest)) {
        (Some(cause), _) => lines.push(told(cause, "numbers-cause")),
        (None, Some(cause)) => lines.push(told(cause, "numbers-cause-before")),
        (None, None) => {}
    }
    lines
}

/// What kept games from their end, with its place in the rules.
pub(crate) fn cause(cause: &Cause, messages: &Messages) -> String {
    let Cause { file, line, code, message, .. } = cause;
    match code.as_str() {
        Failure::ENDLESS => too_many_choices(messages),
        Failure::OVERLONG => too_much_written(messages),
        Failure::OF_A_PLAYER => format!("{}: {message}", messages.say("sim-stuck")),
        _ => {
            let message = fault_words(messages.lexicon(), code, message);
            format!("{file}:{line}: {message} [{code}]")
        }
    }
}

fn rows(
    compared: &Compared,
    first: &Compare,
    last: Option<&Compare>,
    messages: &Messages,
) -> Vec<String> {
    let few = is_too_few(compared);
    let mut players = first.setup.seats.clone();
    players.dedup();
    let values = [("n", compared.deals.into()), ("players", players.join(", ").into())];
    let key = if last.is_some() { "numbers-both" } else { "numbers-one" };
    let mut lines = vec![messages.with(key, &values)];
    let shown = |measured: &&Measured| is_shown(&measured.measure);
    let versions: Vec<&Compare> = std::iter::once(first).chain(last).collect();
    let rows: Vec<[String; 4]> = first
        .measures
        .iter()
        .enumerate()
        .zip(sides::of_measures(compared))
        .filter(|((_, measured), _)| shown(measured))
        .filter_map(|(measured, seats)| Some((measured, seats?)))
        .map(|((i, was), seats)| {
            let is = last.and_then(|last| last.measures.get(i));
            let name = measure::name(compared, &versions, &was.measure, &seats, messages);
            [
                name,
                mean(was, messages),
                is.map(|is| mean(is, messages)).unwrap_or_default(),
                is.filter(|_| !few).and_then(|is| change(is, messages)).unwrap_or_default(),
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

fn mean(measured: &Measured, messages: &Messages) -> String {
    let (by, unit, digits) = measure::scale(&measured.measure);
    messages.decimal(by * measured.value.mean, digits) + unit
}

/// How much more or less it is now, with the interval; nothing where that is no clear difference.
fn change(measured: &Measured, messages: &Messages) -> Option<String> {
    let difference = measured.difference.filter(|difference| difference.is_clear)?;
    let (by, _, digits) = measure::scale(&measured.measure);
    let Spread { mean, ci95, .. } = difference.spread;
    let [low, high] = ci95.map(|end| by * end);
    let digits = measure::digits_apart(low, high, digits);
    let [mean, low, high] = [by * mean, low, high].map(|value| messages.signed(value, digits));
    Some(format!("{mean} ({low}..{high})"))
}
