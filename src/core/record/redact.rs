//! The record of one seat: what it saw while the game was played, and nothing more.

use super::course::Course;
use super::line::{Header, Line, RandomName, SaidLine, SeatKey};
use super::read::Record;
use super::replay::{Difference, replay_lines};
use super::scribe::{About, lines, opening};
use super::undone::courses;
use crate::game::{Entry, Game, Plain, Play, said, told};
use crate::program::Program;
use crate::value::{Card, Seat, SeatSet};
use crate::vm::{Event, Outcome, RandomKind, label};

/// What a seat (from 0) may see of a game, in the lines of a record. Cards that it did not see are
/// `?` with the number -1, and copies of a card have the number of the first; offers and choices
/// are its own alone, and numbered anew, since gaps would tell of the others'. Of what somebody
/// else chose alone stands what all heard. What is left cannot be replayed.
pub fn redact(play: &Play, about: &About, seat: Seat) -> Vec<Line> {
    redact_first(play, about, seat, play.log().len())
}

/// What a seat (from 0) had seen of a game, as [`redact`] tells it, after the first `entries`
/// entries of its log; the whole of it where the log has fewer.
pub fn redact_first(play: &Play, about: &About, seat: Seat, entries: usize) -> Vec<Line> {
    let log = &play.log()[..entries.min(play.log().len())];
    let log = told::at_once(log, |seen_by: SeatSet| seen_by.contains(seat));
    let mut redactor = Redactor { play, program: play.game().program(), seat, offers: 0 };
    let mut own: Vec<Line> =
        opening(play, about).into_iter().filter_map(|line| redactor.line(line)).collect();
    for (i, entry) in log.iter().enumerate() {
        own.extend(redactor.entry(entry, &log[i + 1..]));
    }
    own
}

/// What a seat (from 0) may see of a `record` of this game, as [`redact`] tells it, with what was
/// taken back: it has seen that, too. What was played in other rules is left out.
///
/// # Errors
/// The first line that is not as the game says.
pub fn redact_record(game: &Game, record: &Record, seat: Seat) -> Result<Vec<Line>, Difference> {
    let about = record.about();
    let (mut told, mut course) = (Vec::new(), Course::default());
    for numbers in courses(record) {
        let own = redact(&replay_lines(game, record, &numbers)?, &about, seat);
        let before = course.clone().numbers();
        let same = before.iter().zip(&own).take_while(|(n, line)| told[**n - 1] == **line).count();
        if same < before.len() {
            let to = course.last_of(same);
            told.push(Line::Back { to });
            course.back(to);
        }
        for line in own.into_iter().skip(same) {
            told.push(line);
            course.line();
        }
    }
    Ok(told)
}

struct Redactor<'p> {
    play: &'p Play,
    program: &'p Program,
    seat: Seat,
    /// How many offers this seat has had.
    offers: u64,
}

impl Redactor<'_> {
    /// `behind`: the entries after this one.
    fn entry(&mut self, entry: &Entry, behind: &[Entry]) -> Vec<Line> {
        match entry {
            Entry::Event(Event::Random { kind, open, .. }) if !is_thrown(*kind, *open) => {
                Vec::new()
            }
            Entry::Choice { seat, step, .. } | Entry::Forced { seat, step, .. }
                if *seat != self.seat =>
            {
                let said = said::said(self.program, step, behind, self.seat);
                said.map(|value| Line::Said { seat: seat.shown(), value }).into_iter().collect()
            }
            // What lies in a pile is for nobody to see.
            Entry::Decided(_) => Vec::new(),
            Entry::Event(_)
            | Entry::Offer { .. }
            | Entry::Choice { .. }
            | Entry::Forced { .. }
            | Entry::End(_)
            | Entry::Fault(_) => {
                let lines = lines(self.play, entry).into_iter();
                lines.filter_map(|line| self.line(self.by_place(entry, line))).collect()
            }
        }
    }

    /// A line of `entry`, with the place of a card that turns or is shown, and of one that this
    /// seat does not know where something is marked on it: no moves tell of it here.
    fn by_place(&self, entry: &Entry, mut line: Line) -> Line {
        match (entry, &mut line) {
            (
                Entry::Event(Event::MarkCard { instance, index, known_by, .. }),
                Line::Mark { zone, .. },
            ) if !known_by.contains(self.seat) => {
                *zone = Some(label::place(self.program, *instance, *index));
            }
            (Entry::Event(Event::Turn { instance, lies, .. }), Line::Turn { zone, height, .. }) => {
                *zone = label::place(self.program, *instance, lies.index);
                *height = lies.height;
            }
            (
                Entry::Event(Event::Reveal { instance: Some(instance), lies, .. }),
                Line::Reveal { zone, height, .. },
            ) => {
                *zone = Some(label::place(self.program, *instance, lies.index));
                *height = lies.height;
            }
            _ => {}
        }
        line
    }

    /// A value that was said, as far as this seat saw it.
    fn said(&self, SaidLine { name, value, seen }: SaidLine) -> SaidLine {
        let value = if self.saw(&seen) { value } else { Plain::Word("?".into()) };
        SaidLine { name, value, seen: None }
    }

    /// A line of the full record; of offers and choices only this seat's own come here.
    fn line(&mut self, line: Line) -> Option<Line> {
        Some(match line {
            Line::Game(header) => Line::Game(Header {
                seed: None,
                position: None,
                as_seat: Some(self.seat.shown()),
                ..header
            }),
            Line::Shuffle { zone, order, seen } => {
                let order = if self.saw(&seen) { order } else { Vec::new() };
                Line::Shuffle { zone, order, seen: None }
            }
            Line::Random { kind, n, result } => {
                Line::Random { kind, n, result: public(kind, result) }
            }
            Line::Move { card, id, from, to, slot, face, under, swaps, opens, seen } => {
                let (card, id) = self.card(card, id, &seen);
                Line::Move { card, id, from, to, slot, face, under, swaps, opens, seen: None }
            }
            Line::Turn { card, id, zone, height, face, seen } => {
                let (card, id) = self.card(card, id, &seen);
                Line::Turn { card, id, zone, height, face, seen: None }
            }
            Line::Reveal { card, id, zone, height, to } => {
                return to.contains(&self.seat.shown()).then(|| Line::Reveal {
                    card,
                    id: self.id(id),
                    zone,
                    height,
                    to: vec![self.seat.shown()],
                });
            }
            Line::Offer { prompt, mut options, .. } => {
                let own = options.remove_entry(&SeatKey(self.seat.shown()))?;
                self.offers += 1;
                let (n, seats) = (self.offers, vec![self.seat.shown()]);
                Line::Offer { n, seats, prompt, options: [own].into(), secret: false }
            }
            Line::Choice { seat, value, .. } => Line::Choice { n: self.offers, seat, value },
            Line::Say { to, .. } if !self.saw(&to) => return None,
            Line::Say { text, values, to: _ } => {
                let values = values.into_iter().map(|value| self.said(value)).collect();
                Line::Say { text, values, to: None }
            }
            Line::Mark { secret: true, seen, .. } if !self.saw(&seen) => return None,
            Line::Mark { card, id, slot, mark, value, zone, secret, seen } => {
                let shown = card.map(|card| self.card(card, id.unwrap_or(-1), &seen)).unzip();
                let (card, id) = (shown.0, id.and(shown.1));
                Line::Mark { card, id, slot, mark, value, zone, secret, seen: None }
            }
            Line::End(outcome) => Line::End(self.ended(outcome)),
            Line::Start { .. }
            | Line::Set { .. }
            | Line::Reverse { .. }
            | Line::Phase { .. }
            | Line::EndPhase { .. }
            | Line::Said { .. }
            | Line::Taken { .. }
            | Line::Fault { .. }
            | Line::Decided(_)
            | Line::Back { .. } => line,
        })
    }

    /// How the game ended, without the parts of the scores that count cards which the seat does not
    /// know.
    fn ended(&self, outcome: Outcome) -> Outcome {
        let known = self.play.score_parts_known_to(self.seat);
        let parts = outcome.parts.into_iter().zip(known);
        let parts = parts.filter(|(_, known)| known.scores.iter().all(Option::is_some));
        Outcome { parts: parts.map(|(part, _)| part).collect(), ..outcome }
    }

    fn saw(&self, seen: &Option<Vec<u8>>) -> bool {
        seen.as_ref().is_none_or(|seats| seats.contains(&self.seat.shown()))
    }

    fn card(&self, card: String, id: i32, seen: &Option<Vec<u8>>) -> (String, i32) {
        if self.saw(seen) { (card, self.id(id)) } else { ("?".into(), -1) }
    }

    /// The number of the first card that is printed as this one is: that it is the same as before,
    /// and no copy, is not for everybody to see.
    fn id(&self, id: i32) -> i32 {
        Card::from_word(id).map_or(id, |card| self.program.first_copy(card).word())
    }
}

/// Whether everybody sees that something is drawn. That lots are drawn among hidden cards, and
/// among how many, tells of them.
fn is_thrown(kind: RandomKind, open: bool) -> bool {
    match kind {
        RandomKind::Die => true,
        RandomKind::Coin | RandomKind::Card | RandomKind::Choice => open,
    }
}

/// A die and a coin are thrown for all to see; which card was drawn blindly is not.
fn public(kind: RandomName, result: Option<i32>) -> Option<i32> {
    match kind {
        RandomName::Coin | RandomName::Die => result,
        RandomName::Card | RandomName::Choice => None,
    }
}
