//! How a game ended, in words.

use super::model::Over;
use super::names::Names;
use super::phrase::Phrase;
use crate::value::Seat;
use crate::vm::Outcome;

/// Who won, with which scores, and why the game ended.
pub fn over(names: &Names<'_>, outcome: &Outcome) -> Over {
    let reason = || names.lexicon.with("reason", [("reason", names.text(&outcome.reason).into())]);
    Over {
        winners: outcome.winners.clone(),
        scores: outcome.scores.clone(),
        verdict: verdict(names, outcome),
        tally: tally(names, &outcome.scores),
        reason: (!outcome.reason.is_empty()).then(reason),
    }
}

fn verdict(names: &Names<'_>, outcome: &Outcome) -> Phrase {
    let lexicon = names.lexicon;
    let seats: Vec<Seat> = outcome.winners.iter().map(|n| n - 1).collect();
    match (seats.as_slice(), names.program.cooperative) {
        ([], true) => lexicon.say("lost-together"),
        (_, true) => lexicon.say("won-together"),
        ([], false) => lexicon.say("draw"),
        ([one], false) if names.viewer == Some(*one) => lexicon.say("you-win"),
        ([one], false) => lexicon.with("wins", [("who", names.player(*one).into())]).capital(),
        (several, false) => {
            let list = Phrase::join(several.iter().map(|seat| names.player(*seat)), ", ");
            lexicon.with("win", [("who", list.into())]).capital()
        }
    }
}

/// In a cooperative game all have the same.
fn tally(names: &Names<'_>, scores: &[i32]) -> Option<Phrase> {
    let first = scores.first()?;
    let number = super::names::number;
    let one =
        |(seat, score): (usize, &i32)| names.player(seat as Seat).then(" ").then(number(*score));
    let list = match names.program.cooperative {
        true => number(*first),
        false => Phrase::join(scores.iter().enumerate().map(one), ", "),
    };
    Some(names.lexicon.with("scores", [("list", list.into())]))
}
