//! How a game ended, in words.

use super::model::{Over, Part};
use super::names::Names;
use super::phrase::Phrase;
use crate::value::Seat;
use crate::vm::{Outcome, PartScores};
use compact_str::CompactString;

/// Who won, with which scores, made of which parts, as far as they are known, and why the game
/// ended.
pub(crate) fn over(
    names: &Names<'_>,
    outcome: &Outcome,
    known: Vec<PartScores<Option<i32>>>,
) -> Over {
    let reason = || names.lexicon.with("reason", [("reason", names.text(&outcome.reason).into())]);
    Over {
        winners: outcome.winners.clone(),
        scores: outcome.scores.clone(),
        verdict: verdict(names, outcome),
        tally: tally(names, &outcome.scores),
        players: heads(names),
        parts: parts(names, known.into_iter()),
        reason: (!outcome.reason.is_empty()).then(reason),
    }
}

fn verdict(names: &Names<'_>, outcome: &Outcome) -> Phrase {
    let lexicon = names.lexicon;
    let seats: Vec<Seat> = outcome.winners.iter().filter_map(|&n| Seat::from_shown(n)).collect();
    let alone = names.program.seats == 1 && names.viewer.is_somebody();
    match (seats.as_slice(), names.program.cooperative) {
        ([], true) if alone => lexicon.say("you-lose"),
        (_, true) if alone => lexicon.say("you-win"),
        ([], true) => lexicon.say("lost-together"),
        (_, true) => lexicon.say("won-together"),
        ([], false) => lexicon.say("draw"),
        ([one], false) if names.viewer.is(*one) => lexicon.say("you-win"),
        ([one], false) => lexicon.with("wins", [("who", names.player(*one).into())]).capital(),
        (several, false) => {
            let with_you = several.iter().any(|&seat| names.viewer.is(seat));
            let key = if with_you { "win-with-you" } else { "win" };
            lexicon.with(key, [("who", all_of(names, several).into())]).capital()
        }
    }
}

/// `player 1, player 2 and player 4`
fn all_of(names: &Names<'_>, seats: &[Seat]) -> Phrase {
    let players = |seats: &[Seat]| {
        Phrase::join(seats.iter().map(|&seat| names.player(seat)).collect::<Vec<_>>(), ", ")
    };
    match seats {
        [before @ .., last] if !before.is_empty() => {
            let and = format!(" {} ", names.lexicon.text("and", &[]));
            Phrase::join([players(before), names.player(*last)], &and)
        }
        seats => players(seats),
    }
}

/// The scores by player, in words; in a cooperative game one, which all have. Nothing without a
/// score.
fn tally(names: &Names<'_>, scores: &[i32]) -> Option<Phrase> {
    scores.first()?;
    let list = by_seat(names, scores.iter().map(|&score| Some(score)));
    Some(names.lexicon.with("scores", [("list", list.into())]))
}

/// The players by seat; none where all have the same.
fn heads(names: &Names<'_>) -> Vec<Phrase> {
    let seats = if names.program.cooperative { 0 } else { names.program.seats };
    Seat::all(seats).map(|seat| names.player(seat)).collect()
}

/// `you (15), player 2 (?)`; those of a team who have the same stand together: `you and player 3
/// (15)`.
fn by_seat(names: &Names<'_>, scores: impl Iterator<Item = Option<i32>>) -> Phrase {
    let number = |score: Option<i32>| score.map_or("?".into(), super::names::number);
    let mut scores = Seat::all(names.program.seats).zip(scores);
    if names.program.cooperative {
        return scores.next().map(|(_, score)| number(score)).unwrap_or_default();
    }
    let team = |seat: Seat| names.program.team(seat);
    let mut sides: Vec<(Vec<Seat>, Option<i32>)> = Vec::new();
    for (seat, score) in scores {
        let same = |(seats, of): &&mut (Vec<Seat>, _)| *of == score && team(seats[0]) == team(seat);
        match sides.iter_mut().find(same) {
            Some((seats, _)) => seats.push(seat),
            None => sides.push((vec![seat], score)),
        }
    }
    let one = |(seats, score): (Vec<Seat>, _)| {
        all_of(names, &seats).then(" (").then(number(score)).then(")")
    };
    Phrase::join(sides.into_iter().map(one), ", ")
}

/// What scores are made of, in words.
pub(crate) fn parts(
    names: &Names<'_>,
    parts: impl Iterator<Item = PartScores<Option<i32>>>,
) -> Vec<Part> {
    let told = |PartScores { name, scores }| {
        let text = Phrase::plain(match name.as_str() {
            "" => names.lexicon.text("other-points", &[]),
            name => part_name(names, name),
        });
        let list = by_seat(names, scores.iter().copied());
        let values = [("name", text.clone().into()), ("value", list.into())];
        let told = names.lexicon.with("thing", values);
        Part { name: Some(name).filter(|name| !name.is_empty()), text, scores, told }
    };
    parts.map(told).collect()
}

/// What people call a formula, or a variable.
fn part_name(names: &Names<'_>, name: &str) -> CompactString {
    match names.program.variables.iter().find(|variable| variable.name == name) {
        Some(variable) => names.of(&variable.text, name),
        None => names.text(name),
    }
}

/// Parts at the end, when all is told.
pub(crate) fn all_known(part: &PartScores) -> PartScores<Option<i32>> {
    PartScores { name: part.name.clone(), scores: part.scores.iter().copied().map(Some).collect() }
}
