//! A record in other rules than those it was played by: its choices made again as far as they are
//! still there, with what chance did as far as it can do it again.

use super::line::{Line, RandomName, SeatKey};
use super::read::Record;
use crate::game::{Decided, Entry, Game, Play, Refused};
use crate::value::Seat;
use crate::vm::{Outcome, Rehearsal, WhyNot};
use std::collections::VecDeque;

/// How a record went in other rules.
pub struct Retold {
    /// The game as it stands behind the last choice that could be made.
    pub play: Play,
    /// How many of the record's choices were made.
    pub choices: usize,
    /// How many of them were to be made.
    pub recorded: usize,
    /// The first choice that had other options than in the record, if one had.
    pub other_options: Option<OtherOptions>,
    /// Where in the log of the play the first choice stands that is taken unasked by now, and that
    /// somebody had to make in the record, or behind its end.
    pub unasked: Option<usize>,
    pub end: End,
}

/// How far a record goes in other rules.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All choices were made, and the game stands where the record ends: in the midst of it, or at
    /// the same end.
    Same,
    /// All choices were made, and the game is over with another result than it `was`.
    OtherResult { was: Outcome, is: Outcome },
    /// All choices were made, and the game goes on where it was over.
    GoesOn { was: Outcome },
    /// The game is over before all choices were made.
    Sooner { is: Outcome },
    /// A choice is not there any more.
    Refused(RefusedChoice),
    /// The rules fail, which they did not.
    Fault,
}

/// Where a choice stands in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its line, from 1.
    pub line: usize,
    /// How manieth of all choices it is, from 1.
    pub choice: usize,
}

/// A choice of a record that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedChoice {
    /// Where it stands in the record.
    pub place: Place,
    /// Whose choice it is, from 1, as the record has it.
    pub number: u8,
    /// As the record has it: `play 2H`.
    pub value: String,
    /// The options among which it was chosen.
    pub options: Vec<String>,
    /// Why not; `None` where another seat is asked, or nobody.
    pub why: Option<WhyNot>,
    /// The seats that are asked instead.
    pub asked: Vec<Seat>,
}

impl RefusedChoice {
    /// Whose choice it is; `None` for 0, which is nobody.
    pub fn seat(&self) -> Option<Seat> {
        Seat::from_shown(self.number)
    }
}

/// A choice with other options than it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherOptions {
    /// Where it stands in the record.
    pub place: Place,
    pub seat: Seat,
    pub gained: Vec<String>,
    pub lost: Vec<String>,
}

/// Plays the choices of `record` again in `game`, up to the first that is not there: all of them,
/// or at most so many.
pub fn against(game: &Game, record: &Record, most: Option<usize>) -> Retold {
    let seed = record.header.seed.unwrap_or_default();
    let play = Play::rehearsed(game, seed, rehearsal(record));
    let choices: VecDeque<Recorded<'_>> =
        choices(record).take(most.unwrap_or(usize::MAX)).collect();
    let recorded = choices.len();
    let mut teller =
        Teller { play, entries: 0, left: choices, made: 0, other_options: None, unasked: None };
    let stopped = teller.all();
    let end = stopped.unwrap_or_else(|| teller.end(record, most));
    let Teller { play, made, other_options, unasked, .. } = teller;
    Retold { play, choices: made, recorded, other_options, unasked, end }
}

/// What chance did in a record.
pub(super) fn rehearsal(record: &Record) -> Rehearsal {
    let mut rehearsal = Rehearsal::default();
    let called = |id| record.header.cards.iter().find(|card| card.id == id);
    for line in &record.lines {
        if let Line::Shuffle { zone, order, .. } = line {
            rehearsal.shuffled(zone, order);
        } else if let Line::Random { kind, n, result: Some(result) } = line {
            match kind {
                RandomName::Card => {
                    called(*result).into_iter().for_each(|card| rehearsal.drew(&card.name));
                }
                RandomName::Coin | RandomName::Die | RandomName::Choice => {
                    rehearsal.threw((*kind).into(), *n, u32::try_from(*result).unwrap_or(0));
                }
            }
        }
    }
    rehearsal
}

/// A choice as a record has it.
struct Recorded<'r> {
    place: Place,
    /// From 1, as the record has it.
    number: u8,
    value: &'r str,
    /// The options of this seat.
    options: &'r [String],
    /// What somebody decided before of what chance does next.
    decided: Vec<&'r Decided>,
}

impl Recorded<'_> {
    /// The seat that chose; `None` for 0, which is nobody.
    fn seat(&self) -> Option<Seat> {
        Seat::from_shown(self.number)
    }

    fn is_forced(&self) -> bool {
        self.options.len() == 1
    }
}

/// The action that a choice begins with.
pub(super) fn action(value: &str) -> &str {
    value.split(' ').next().unwrap_or_default()
}

fn choices(record: &Record) -> impl Iterator<Item = Recorded<'_>> {
    let mut offers = std::collections::HashMap::new();
    let mut decided = Vec::new();
    let mut count = 0;
    record.lines.iter().zip(&record.numbers).filter_map(move |(line, &number)| {
        if let Line::Offer { n, options, .. } = line {
            offers.insert(*n, options);
        } else if let Line::Decided(what) = line {
            decided.push(what);
        }
        let Line::Choice { n, seat, value } = line else { return None };
        let options = offers.get(n).and_then(|options| options.get(&SeatKey(*seat)));
        count += 1;
        Some(Recorded {
            place: Place { line: number, choice: count },
            number: *seat,
            value,
            options: options.map_or(&[], Vec::as_slice),
            decided: std::mem::take(&mut decided),
        })
    })
}

struct Teller<'r> {
    play: Play,
    /// How many entries of the log have been looked at.
    entries: usize,
    left: VecDeque<Recorded<'r>>,
    made: usize,
    other_options: Option<OtherOptions>,
    unasked: Option<usize>,
}

impl Teller<'_> {
    /// Makes all choices that can be made; why that came to an end before the last.
    fn all(&mut self) -> Option<End> {
        loop {
            if let Some(refused) = self.pass_forced() {
                return Some(End::Refused(refused));
            }
            if self.play.fault().is_some() {
                return Some(End::Fault);
            }
            let next = self.left.pop_front()?;
            if let Some(is) = self.play.outcome() {
                return Some(End::Sooner { is });
            }
            if let Err(refused) = self.make(&next) {
                return Some(End::Refused(refused));
            }
        }
    }

    /// Makes a choice, where it can be made.
    fn make(&mut self, next: &Recorded<'_>) -> Result<(), RefusedChoice> {
        for decided in &next.decided {
            // Dice fall as they fell, and cards that are not in the pile stay where they are.
            if matches!(decided, Decided::Cards { .. }) {
                let _ = self.play.decide(decided);
            }
        }
        self.note_options(next);
        let applied = match next.seat() {
            Some(seat) => self.play.apply_label(seat, next.value),
            None => Err(Refused::NotAsked),
        };
        match applied {
            Ok(()) | Err(Refused::Fault(_)) => {}
            // There was nothing to choose, and there still is nothing.
            Err(_) if next.is_forced() => {}
            Err(Refused::NotAsked) => return Err(self.refused(next, None)),
            Err(Refused::NoSuchOption) => {
                let why = next.seat().and_then(|seat| self.play.why_not_in_full(seat, next.value));
                return Err(self.refused(next, why));
            }
        }
        self.made += 1;
        Ok(())
    }

    /// Choices that were taken unasked count as made where the record has them next. Where it has
    /// another choice of the same action, that one is not there any more.
    fn pass_forced(&mut self) -> Option<RefusedChoice> {
        let log = self.play.log();
        for (i, entry) in log.iter().enumerate().skip(self.entries) {
            let (Entry::Forced { seat, .. }, Some(label)) = (entry, self.play.label(entry)) else {
                continue;
            };
            let label = label.as_str();
            let Some(at) = self.left.iter().position(|choice| choice.seat() == Some(*seat)) else {
                if self.left.is_empty() {
                    self.unasked.get_or_insert(i);
                }
                continue;
            };
            let next = &self.left[at];
            if next.value != label && action(next.value) != action(label) {
                continue;
            }
            if next.value != label && !next.is_forced() {
                self.unasked.get_or_insert(i);
                let why = WhyNot::only(label);
                return Some(self.refused(next, Some(why)));
            }
            self.left.remove(at);
            self.made += 1;
        }
        self.entries = log.len();
        None
    }

    fn note_options(&mut self, choice: &Recorded<'_>) {
        let Some(seat) = choice.seat() else { return };
        let now = self.play.options(seat);
        if self.other_options.is_some() || now.is_empty() {
            return;
        }
        let missing = |of: &[String], there: &[String]| -> Vec<String> {
            of.iter().filter(|option| !there.contains(option)).cloned().collect()
        };
        let (gained, lost) = (missing(&now, choice.options), missing(choice.options, &now));
        if !gained.is_empty() || !lost.is_empty() {
            self.other_options = Some(OtherOptions { place: choice.place, seat, gained, lost });
        }
    }

    fn refused(&self, choice: &Recorded<'_>, why: Option<WhyNot>) -> RefusedChoice {
        RefusedChoice {
            place: choice.place,
            number: choice.number,
            value: choice.value.to_owned(),
            options: choice.options.to_vec(),
            why,
            asked: self.play.pending(),
        }
    }

    /// How the game stands once all choices were made.
    fn end(&self, record: &Record, most: Option<usize>) -> End {
        let ended = |line: &Line| {
            let Line::End(outcome) = line else { return None };
            Some(outcome.clone())
        };
        let was = record.lines.iter().find_map(ended).filter(|_| most.is_none());
        match (was, self.play.outcome()) {
            (Some(was), Some(is)) if !is_same_result(&was, &is) => End::OtherResult { was, is },
            (Some(was), None) => End::GoesOn { was },
            (None, Some(is)) if most.is_none() => End::Sooner { is },
            (Some(_) | None, _) => End::Same,
        }
    }
}

/// Whether two games ended alike. The sentence with which they ended is for people.
fn is_same_result(was: &Outcome, is: &Outcome) -> bool {
    (&was.scores, &was.ranks, &was.winners) == (&is.scores, &is.ranks, &is.winners)
}
