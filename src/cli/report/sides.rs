//! Seats that are told of as one: those of a team, where all of it have the same numbers. Programs
//! read the numbers of each seat.

use crate::cli::text::Messages;
use crate::runner::{Compare, Compared, Measure, Setup};
use crate::value::Seat;

/// The seats of each row: those of a side that `are_alike` share one.
pub(crate) fn rows(setup: &Setup, are_alike: impl Fn(Seat, Seat) -> bool) -> Vec<Vec<Seat>> {
    let mut rows: Vec<Vec<Seat>> = Vec::new();
    for (seat, side) in (0..).map(Seat::new).zip(&setup.sides) {
        let alike = |row: &&mut Vec<Seat>| {
            let first = row.first().copied();
            first.is_some_and(|first| setup.sides[first.index()] == *side && are_alike(first, seat))
        };
        match rows.iter_mut().find(alike) {
            Some(row) => row.push(seat),
            None => rows.push(vec![seat]),
        }
    }
    rows
}

/// What the row of each measure is about: no seats where it is about the game; nothing
/// where the row of another one tells it.
pub(crate) fn of_measures(compared: &Compared) -> Vec<Option<Vec<Seat>>> {
    let Some(first) = compared.versions.first() else { return Vec::new() };
    let mut rows: Vec<Option<Vec<Seat>>> = Vec::new();
    for (i, measured) in first.measures.iter().enumerate() {
        let Some(seat) = seat(&measured.measure) else {
            rows.push(Some(Vec::new()));
            continue;
        };
        let told = (0..i).find(|&j| {
            rows[j].is_some() && compared.versions.iter().all(|version| tell_one(version, j, i))
        });
        match told.and_then(|j| rows[j].as_mut()) {
            Some(seats) => {
                seats.push(seat);
                rows.push(None);
            }
            None => rows.push(Some(vec![seat])),
        }
    }
    rows
}

/// Whether two measures say the same of two seats of one side.
fn tell_one(version: &Compare, one: usize, other: usize) -> bool {
    let [one, other] = [one, other].map(|number| &version.measures[number]);
    let are_of_a_kind =
        std::mem::discriminant(&one.measure) == std::mem::discriminant(&other.measure);
    let side =
        |measure: &Measure| seat(measure).and_then(|seat| version.setup.sides.get(seat.index()));
    are_of_a_kind
        && side(&one.measure).is_some()
        && side(&one.measure) == side(&other.measure)
        && (&one.value, &one.difference) == (&other.value, &other.difference)
}

fn seat(measure: &Measure) -> Option<Seat> {
    match measure {
        Measure::Win(seat) | Measure::PlayerWin(seat) | Measure::Score(seat) => {
            Seat::from_shown(*seat)
        }
        _ => None,
    }
}

/// `player 2`, `players 1 and 3`
pub(crate) fn name(seats: &[Seat], messages: &Messages) -> String {
    said("player", seats, messages)
}

/// The message `key` about a seat, and `KEY-team` about several.
pub(crate) fn said(key: &str, seats: &[Seat], messages: &Messages) -> String {
    let n = [("n", numbers(seats, messages).into())];
    match seats {
        [_, _, ..] => messages.with(&format!("{key}-team"), &n),
        _ => messages.with(key, &n),
    }
}

/// `2`, `1 and 3`, `1, 3 and 5`
pub(crate) fn numbers(seats: &[Seat], messages: &Messages) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.shown().to_string()).collect();
    in_a_row(&numbers, messages)
}

/// Words with an “and” before the last.
pub(crate) fn in_a_row(words: &[String], messages: &Messages) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => {
            format!("{} {} {last}", before.join(", "), messages.say("and"))
        }
        words => words.concat(),
    }
}
