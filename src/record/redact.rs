//! The record of one seat: what it saw while the game was played, and nothing more.

use super::line::{Header, Line, RandomName, SeatKey};
use crate::game::said;
use crate::program::Program;
use crate::value::Seat;

/// What a seat (from 0) may see of a full record, in the same format. Cards that it did not see are `?` with the number -1; offers
/// and choices are its own alone, and numbered anew, since gaps would tell of the others'. Of what somebody else chose alone stands
/// what all heard. What is left cannot be replayed.
pub fn redact(program: &Program, lines: &[Line], seat: Seat) -> Vec<Line> {
    let mut redactor = Redactor { program, seat: seat.saturating_add(1), offers: 0, asked: Asked::Several };
    lines.iter().enumerate().filter_map(|(i, line)| redactor.line(line, &lines[i + 1..])).collect()
}

struct Redactor<'p> {
    program: &'p Program,
    /// From 1, as in the lines.
    seat: u8,
    offers: u64,
    asked: Asked,
}

/// Who was asked last.
#[derive(Clone, Copy)]
enum Asked {
    /// What they choose is seen by what comes of it.
    Several,
    One {
        /// There was nothing to choose.
        forced: bool,
    },
}

impl Redactor<'_> {
    /// `behind`: the lines after this one.
    fn line(&mut self, line: &Line, behind: &[Line]) -> Option<Line> {
        Some(match line {
            Line::Game(header) => Line::Game(Header { seed: None, as_seat: Some(self.seat), ..header.clone() }),
            Line::Shuffle { zone, order, seen } => {
                let order = if self.saw(seen) { order.clone() } else { Vec::new() };
                Line::Shuffle { zone: zone.clone(), order, seen: None }
            }
            Line::Random { kind, n, result } => Line::Random { kind: *kind, n: *n, result: public(*kind, *result) },
            Line::Move { card, id, from, to, slot, face, under, opens, seen } => {
                let (card, id) = self.card(card, *id, seen);
                let (from, to) = (from.clone(), to.clone());
                Line::Move { card, id, from, to, slot: *slot, face: *face, under: *under, opens: *opens, seen: None }
            }
            Line::Turn { card, id, zone, face, seen } => {
                let (card, id) = self.card(card, *id, seen);
                Line::Turn { card, id, zone: zone.clone(), face: *face, seen: None }
            }
            Line::Reveal { card, id, to } => {
                let shown = to.contains(&self.seat);
                return shown.then(|| Line::Reveal { card: card.clone(), id: *id, to: vec![self.seat] });
            }
            Line::Offer { prompt, options, seats, secret, .. } => {
                let forced = options.values().all(|labels| labels.len() == 1);
                self.asked = if seats.len() == 1 && !secret { Asked::One { forced } } else { Asked::Several };
                let own = options.get(&SeatKey(self.seat))?;
                self.offers += 1;
                let options = [(SeatKey(self.seat), own.clone())].into();
                let (n, seats) = (self.offers, vec![self.seat]);
                Line::Offer { n, seats, prompt: prompt.clone(), options, secret: false }
            }
            Line::Choice { seat, value, .. } => {
                if *seat == self.seat {
                    return Some(Line::Choice { n: self.offers, seat: *seat, value: value.clone() });
                }
                let Asked::One { forced } = self.asked else { return None };
                let last = self.last_step(behind);
                Line::Said { seat: *seat, value: said::said(self.program, value, last, forced)? }
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
            | Line::Said { .. }
            | Line::Taken { .. }
            | Line::End(_)
            | Line::Fault { .. } => line.clone(),
        })
    }

    /// The last of the steps with which a choice goes on.
    fn last_step<'l>(&self, behind: &'l [Line]) -> Option<&'l str> {
        let steps = behind.iter().map_while(|line| match line {
            Line::Offer { .. } => Some(None),
            Line::Choice { value, .. } if said::is_step(self.program, value) => Some(Some(value.as_str())),
            _ => None,
        });
        steps.flatten().last()
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
