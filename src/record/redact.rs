//! The record of one seat: what it saw while the game was played, and nothing more.

use super::line::{Header, Line, RandomName, SeatKey};
use crate::value::Seat;

/// What a seat (from 0) may see of a full record, in the same format. Cards that it did not see are `?` with the number -1; offers
/// and choices are its own alone, and numbered anew, since gaps would tell of the others'. What is left cannot be replayed.
pub fn redact(lines: &[Line], seat: Seat) -> Vec<Line> {
    let mut redactor = Redactor { seat: seat.saturating_add(1), offers: 0 };
    lines.iter().filter_map(|line| redactor.line(line)).collect()
}

struct Redactor {
    /// From 1, as in the lines.
    seat: u8,
    offers: u64,
}

impl Redactor {
    fn line(&mut self, line: &Line) -> Option<Line> {
        Some(match line {
            Line::Game(header) => Line::Game(Header { seed: None, as_seat: Some(self.seat), ..header.clone() }),
            Line::Shuffle { zone, order, seen } => {
                let order = if self.saw(seen) { order.clone() } else { Vec::new() };
                Line::Shuffle { zone: zone.clone(), order, seen: None }
            }
            Line::Random { kind, n, result } => Line::Random { kind: *kind, n: *n, result: public(*kind, *result) },
            Line::Move { card, id, from, to, slot, face, under, seen } => {
                let (card, id) = self.card(card, *id, seen);
                let (from, to) = (from.clone(), to.clone());
                Line::Move { card, id, from, to, slot: *slot, face: *face, under: *under, seen: None }
            }
            Line::Turn { card, id, zone, face, seen } => {
                let (card, id) = self.card(card, *id, seen);
                Line::Turn { card, id, zone: zone.clone(), face: *face, seen: None }
            }
            Line::Reveal { card, id, to } => {
                let shown = to.contains(&self.seat);
                return shown.then(|| Line::Reveal { card: card.clone(), id: *id, to: vec![self.seat] });
            }
            Line::Offer { prompt, options, .. } => {
                let own = options.get(&SeatKey(self.seat))?;
                self.offers += 1;
                let options = [(SeatKey(self.seat), own.clone())].into();
                Line::Offer { n: self.offers, seats: vec![self.seat], prompt: prompt.clone(), options }
            }
            Line::Choice { seat, value, .. } => {
                let own = *seat == self.seat;
                return own.then(|| Line::Choice { n: self.offers, seat: *seat, value: value.clone() });
            }
            Line::Mark { secret: true, seen, .. } if !self.saw(seen) => return None,
            Line::Mark { card, id, slot, mark, value, zone, secret, seen } => {
                let shown = card.as_ref().map(|card| self.card(card, id.unwrap_or(-1), seen));
                Line::Mark {
                    card: shown.as_ref().map(|(card, _)| card.clone()),
                    id: id.and(shown.map(|(_, id)| id)),
                    slot: slot.clone(),
                    mark: mark.clone(),
                    value: value.clone(),
                    zone: zone.clone(),
                    secret: *secret,
                    seen: None,
                }
            }
            Line::Start { .. }
            | Line::Set { .. }
            | Line::Reverse { .. }
            | Line::Phase { .. }
            | Line::EndPhase { .. }
            | Line::Taken { .. }
            | Line::End(_)
            | Line::Fault { .. } => line.clone(),
        })
    }

    fn saw(&self, seen: &Option<Vec<u8>>) -> bool {
        seen.as_ref().is_none_or(|seats| seats.contains(&self.seat))
    }

    fn card(&self, card: &str, id: i32, seen: &Option<Vec<u8>>) -> (String, i32) {
        if self.saw(seen) { (card.to_string(), id) } else { ("?".into(), -1) }
    }
}

/// A die and a coin are thrown for all to see; which card was drawn blindly is not.
fn public(kind: RandomName, result: Option<i32>) -> Option<i32> {
    match kind {
        RandomName::Coin | RandomName::Die => result,
        RandomName::Card | RandomName::Choice => None,
    }
}
