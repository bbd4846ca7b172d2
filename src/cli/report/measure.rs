//! What is compared, in words, and in which unit it is shown.

use super::sides;
use crate::cli::text::Messages;
use crate::runner::{Compare, Compared, Measure};
use crate::value::Seat;

/// What a measure is multiplied by, the unit behind it, and how many digits it has.
pub(crate) fn scale(measure: &Measure) -> (f64, &'static str, usize) {
    if measure.is_share() { (100.0, " %", 1) } else { (1.0, "", 2) }
}

/// How many digits an interval is written with that leaves zero out, so that neither of its ends
/// looks like zero.
pub(crate) fn digits_apart(low: f64, high: f64, digits: usize) -> usize {
    let nearest = low.abs().min(high.abs());
    let leaves_zero_out = low * high > 0.0;
    let looks_like_zero = |digits: &usize| {
        let half = 0.5 * 10f64.powi(-i32::try_from(*digits).unwrap_or(0));
        leaves_zero_out && nearest < half
    };
    (digits..digits + MOST_MORE).find(|digits| !looks_like_zero(digits)).unwrap_or(digits)
}

/// Digits that are worth it.
const MOST_MORE: usize = 4;

/// What a measure of these versions is called; `seats` where it is about some. Where players move
/// round the table, a seat is nobody's, and a player has the name that it has in each version.
pub(crate) fn name(
    compared: &Compared,
    versions: &[&Compare],
    measure: &Measure,
    seats: &[Seat],
    messages: &Messages,
) -> String {
    let together = versions.iter().any(|version| version.setup.cooperative);
    let is_turned = compared.rotations > 1;
    match measure {
        Measure::Win(_) if together => messages.say("compare-win-together"),
        Measure::Score(_) if together => messages.say("compare-score-together"),
        Measure::Win(_) if is_turned => sides::said("compare-seat-win", seats, messages),
        Measure::Win(_) => sides::said("compare-win", seats, messages),
        Measure::PlayerWin(_) => {
            let players = |version: &&Compare| {
                let names = seats.iter().filter_map(|seat| version.setup.seats.get(seat.index()));
                let mut names: Vec<String> = names.cloned().collect();
                names.dedup();
                sides::in_a_row(&names, messages)
            };
            let mut names: Vec<String> = versions.iter().map(players).collect();
            names.dedup();
            let values =
                [("name", names.join(" / ").into()), ("n", sides::numbers(seats, messages).into())];
            messages.with("compare-player-win", &values)
        }
        Measure::Draw => messages.say("compare-draw"),
        Measure::Score(_) if is_turned => sides::said("compare-seat-score", seats, messages),
        Measure::Score(_) => sides::said("compare-score", seats, messages),
        Measure::Margin => messages.say("compare-margin"),
        Measure::Decisions => messages.say("compare-decisions"),
        Measure::Rounds => messages.say("compare-rounds"),
        Measure::Options => messages.say("compare-options"),
        Measure::DecisionShare => messages.say("compare-decision-share"),
        Measure::Chosen(action) => {
            messages.with("compare-chosen", &[("action", action.as_str().into())])
        }
        Measure::Drama => messages.say("compare-drama"),
        Measure::LeadChanges => messages.say("compare-lead-changes"),
        Measure::Settled => messages.say("compare-settled"),
        Measure::OptionSpread => messages.say("compare-option-spread"),
        Measure::Coolness => messages.say("compare-coolness"),
    }
}
