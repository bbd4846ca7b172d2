//! In which order a seat is told of what happens to several cards at once.
//!
//! What one statement does to several cards is one event (S15), but a log has an entry for each
//! card, in an order that goes by what the cards are. Where somebody sees only some of them, that
//! order would tell of the others.

use super::Entry;
use crate::tabletop::ids::{InstanceId, MarkId};
use crate::value::{Card, SeatSet};
use crate::vm::{CardChange, Event, Moved, OfCard};
use std::borrow::Cow;
use std::cmp::Reverse;

/// A log in which cards that are gathered, turned or marked at once come place by place: in each
/// those that are seen in card order, then those that are not. `sees` tells whether what some seats
/// saw is seen.
pub(crate) fn at_once(log: &[Entry], sees: impl Fn(SeatSet) -> bool) -> Cow<'_, [Entry]> {
    if !is_mixed(log) {
        return Cow::Borrowed(log);
    }
    let mut told = Vec::with_capacity(log.len());
    let mut rest = log;
    while let Some(first) = rest.first() {
        let count = alike(rest);
        let (now, later) = rest.split_at(count);
        rest = later;
        told.extend_from_slice(now);
        let begin = told.len() - count;
        told[begin..].sort_by_key(|entry| place(entry, &sees));
        if let Entry::Event(Event::Gather(places)) = first {
            let (moves, later) = rest.split_at(places.len().min(rest.len()));
            rest = later;
            told.extend(gathered(moves, places, &sees));
        }
    }
    Cow::Owned(told)
}

/// Whether something happens to several cards at once in a log.
fn is_mixed(log: &[Entry]) -> bool {
    let gathers = |entry: &Entry| matches!(entry, Entry::Event(Event::Gather(_)));
    log.iter().any(gathers) || log.windows(2).any(|two| alike(two) > 1)
}

/// One thing that happens to a card: what is the same for all cards to which it happens at once.
#[derive(PartialEq)]
enum Change {
    Turn(bool),
    Mark(MarkId, i32),
}

fn change(entry: &Entry) -> Option<Change> {
    match entry.event()?.of_card()?.change {
        CardChange::Turned { up, .. } => Some(Change::Turn(up)),
        CardChange::Marked { mark, value, .. } => Some(Change::Mark(mark, value)),
        CardChange::Moved(_) | CardChange::Revealed => None,
    }
}

/// How many entries from the first one on say that the same happens to a card; at least one.
fn alike(log: &[Entry]) -> usize {
    let Some(first) = log.first().and_then(change) else { return 1 };
    log.iter().take_while(|entry| change(entry).as_ref() == Some(&first)).count()
}

/// Where a card is turned or marked, as far as that is told, and which it is as far as that is
/// seen.
fn place(
    entry: &Entry,
    sees: &impl Fn(SeatSet) -> bool,
) -> Option<(InstanceId, u16, bool, Option<Card>)> {
    let OfCard { card, seen_by, change } = entry.event()?.of_card()?;
    let (instance, index) = match change {
        CardChange::Turned { instance, .. } => (instance, 0),
        CardChange::Marked { instance, index, .. } => (instance, index),
        CardChange::Moved(_) | CardChange::Revealed => return None,
    };
    let seen = sees(seen_by);
    Some((instance, index, !seen, seen.then_some(card)))
}

/// The moves of a gathering, place by place. Of a zone the last place comes first: places that lose
/// their last card may be gone then, and those behind them move down.
fn gathered(
    moves: &[Entry],
    places: &[(Card, u16)],
    sees: &impl Fn(SeatSet) -> bool,
) -> Vec<Entry> {
    let mut moves: Vec<Moved> = moves.iter().filter_map(|entry| standing(entry, places)).collect();
    let key = |moved: &Moved| {
        let seen = sees(moved.seen_by);
        (moved.from, Reverse(moved.from_index), moved.to, !seen, seen.then_some(moved.card))
    };
    moves.sort_by_key(key);
    moves.into_iter().map(|moved| Entry::Event(Event::Move(moved))).collect()
}

/// A move with the number that its place had before any card had left.
fn standing(entry: &Entry, places: &[(Card, u16)]) -> Option<Moved> {
    let Entry::Event(Event::Move(moved)) = entry else { return None };
    let (_, index) = places.iter().find(|(card, _)| *card == moved.card)?;
    Some(Moved { from_index: *index, ..*moved })
}
