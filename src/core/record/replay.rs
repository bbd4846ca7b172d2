//! Plays a record again: its choices are made anew, and every other line is worked out from them
//! and compared.

use super::against::rehearsal;
use super::line::{CardLine, Header, Line};
use super::read::Record;
use super::scribe::{About, header, lines, opening};
use super::undone::courses;
use crate::game::{Game, Plain, Play, Refused};
use crate::program::ValueKind;
use crate::value::Seat;
use crate::vm::Outcome;
use std::collections::BTreeSet;

/// A record that the game agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Lines that follow the rules, those included that were taken back.
    pub lines: usize,
    /// Lines that cannot be checked: they are of rules that were edited since, or of more courses
    /// than are played again.
    pub unchecked: usize,
    /// [Choices](Play::choices) up to where the record ends.
    pub choices: u64,
    /// Whether it goes to the end of the game, or to the fault of its rules.
    pub complete: bool,
}

/// The first line in which a record differs from what the game says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// From 1.
    pub line: usize,
    pub expected: String,
    pub found: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for Difference {}

/// The game as it stood at the end of the record: to go on from there.
///
/// # Errors
/// The first line that is not as the game says.
pub fn replay(game: &Game, record: &Record) -> Result<Play, Difference> {
    follow(game, record)
}

/// The game at the end of one course that it took in a record: lines with their numbers in it.
pub(super) fn replay_lines(
    game: &Game,
    record: &Record,
    course: &[usize],
) -> Result<Play, Difference> {
    let file = record.file_lines();
    let (numbers, lines) = (course.to_vec(), course.iter().map(|n| file[n - 1].clone()).collect());
    let header = record.header.clone();
    let record = Record { header, lines, numbers, whole: Vec::new(), notice: None, ..*record };
    follow(game, &record)
}

/// Lines of courses that were taken back, of which more are not played again.
const MOST_LINES_AGAIN: usize = 2_000_000;

/// Checks every line of a record, also of what was taken back in it.
///
/// # Errors
/// The first line that is not as the game says.
pub fn verify(game: &Game, record: &Record) -> Result<Verified, Difference> {
    let play = follow(game, record)?;
    let complete = matches!(record.lines.last(), Some(Line::End(_) | Line::Fault { .. }));
    let file = record.file_lines();
    let mut checked: BTreeSet<usize> = record.numbers.iter().copied().collect();
    let mut again = 0;
    for course in courses(record) {
        // What came last is new, or nothing is.
        let is_new = course.last().is_some_and(|last| !checked.contains(last));
        if is_new && again + course.len() <= MOST_LINES_AGAIN {
            again += course.len();
            replay_lines(game, record, &course)?;
            checked.extend(course);
        }
    }
    // A line that goes back says nothing but where.
    let is_back = |line: &&Line| matches!(line, Line::Back { .. });
    let lines = checked.len() + file.iter().filter(is_back).count();
    let unchecked = file.len() - lines;
    Ok(Verified { lines, unchecked, choices: play.choices(), complete })
}

impl Record {
    /// What the record says beside the game.
    pub fn about(&self) -> About {
        let Header { seats, file, variant, recorded_chance, rehearsal, position, .. } =
            self.header.clone();
        About { seats, file, variant, recorded_chance, rehearsal, position }
    }
}

fn follow(game: &Game, record: &Record) -> Result<Play, Difference> {
    let seed = same_game(game, record)?;
    let mut play = match record.header.recorded_chance {
        true => Play::rehearsed(game, seed, rehearsal(record)),
        false => Play::new(game, seed),
    };
    // The version that wrote the record may be another.
    let first = [Line::Game(record.header.clone())].into_iter();
    let mut cursor = Cursor { record, at: 0 };
    cursor.compare(first.chain(opening(&play, &record.about()).into_iter().skip(1)))?;
    let mut entries = 0;
    loop {
        let new = play.log()[entries..].iter().flat_map(|entry| lines(&play, entry));
        cursor.compare(new)?;
        entries = play.log().len();
        match record.lines.get(cursor.at) {
            Some(line) => cursor.choose(&mut play, line)?,
            None => return Ok(play),
        }
    }
}

/// The first thing that happened in a record and does not happen in a `play` of its choices, or the
/// other way round: moves, marks, chance, phases, all but what could be chosen. A record that was
/// cut short says nothing of what comes behind it.
pub fn other_event(play: &Play, record: &Record) -> Option<Difference> {
    let log = play.log().iter().flat_map(|entry| lines(play, entry));
    let mut now = opening(play, &record.about()).into_iter().chain(log).filter(is_event);
    let numbered = record.lines.iter().zip(&record.numbers);
    for (was, &line) in numbered.filter(|(was, _)| is_event(was)) {
        let is = now.next();
        if is.as_ref().is_none_or(|is| !says(was, is)) {
            let found = is.map_or_else(|| "nothing".to_owned(), |is| is.to_string());
            return Some(Difference { line, expected: was.to_string(), found });
        }
    }
    let is_whole = matches!(record.lines.last(), Some(Line::End(_) | Line::Fault { .. }));
    let more = now.next().filter(|_| is_whole)?;
    let line = record.numbers.last().copied().unwrap_or_default();
    Some(Difference { line, expected: "nothing".to_owned(), found: more.to_string() })
}

/// Whether a line tells what happened on the table.
fn is_event(line: &Line) -> bool {
    match line {
        Line::Game(_)
        | Line::Offer { .. }
        | Line::Choice { .. }
        | Line::Said { .. }
        | Line::End(_)
        | Line::Fault { .. }
        | Line::Decided(_)
        | Line::Back { .. } => false,
        Line::Start { .. }
        | Line::Shuffle { .. }
        | Line::Random { .. }
        | Line::Move { .. }
        | Line::Turn { .. }
        | Line::Reveal { .. }
        | Line::Say { .. }
        | Line::Mark { .. }
        | Line::Set { .. }
        | Line::Reverse { .. }
        | Line::Phase { .. }
        | Line::EndPhase { .. }
        | Line::Taken { .. } => true,
    }
}

/// Whether a line of a record says what is expected. It may be of a version that told no parts of a
/// score, or nothing of swaps.
fn says(found: &Line, expected: &Line) -> bool {
    match (found, expected) {
        (Line::End(was), Line::End(is)) if was.parts.is_empty() => {
            *was == Outcome { parts: Vec::new(), ..is.clone() }
        }
        (
            Line::Say { values: was, to: told, text: _ },
            Line::Say { values: is, to: tells, text: _ },
        ) => (was, told) == (is, tells),
        (Line::Move { swaps: false, .. }, Line::Move { swaps: true, .. }) => {
            let mut is = expected.clone();
            if let Line::Move { swaps, .. } = &mut is {
                *swaps = false;
            }
            *found == is
        }
        _ => found == expected,
    }
}

struct Cursor<'a> {
    record: &'a Record,
    /// How many lines agree.
    at: usize,
}

impl Cursor<'_> {
    /// Compares with the lines that come next; a record may end anywhere.
    fn compare(&mut self, expected: impl Iterator<Item = Line>) -> Result<(), Difference> {
        for expected in expected {
            let Some(found) = self.record.lines.get(self.at) else { return Ok(()) };
            if !says(found, &expected) {
                return Err(self.difference(expected.to_string(), found));
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Makes a choice, or decides what chance does next.
    fn choose(&self, play: &mut Play, line: &Line) -> Result<(), Difference> {
        if let Line::Decided(decided) = line {
            let impossible = |_| self.difference("what can be decided here".into(), line);
            return play.decide(decided).map_err(impossible);
        }
        if play.pending().is_empty() {
            return Err(self.difference("no further line".into(), line));
        }
        let Line::Choice { seat, value, .. } = line else {
            return Err(self.difference("a choice".into(), line));
        };
        // Seats are counted from 1 in records; 0 is nobody's.
        let Some(seat) = Seat::from_shown(*seat) else { return Err(self.not_asked(play, line)) };
        match play.apply_label(seat, value) {
            // A choice that makes the rules fail is as good as any: the fault comes in the lines
            // behind it.
            Ok(()) | Err(Refused::Fault(_)) => Ok(()),
            Err(Refused::NotAsked) => Err(self.not_asked(play, line)),
            Err(Refused::NoSuchOption) => {
                Err(self.difference(format!("one of {}", options(play, seat)), line))
            }
        }
    }

    /// The difference where a line has a choice of a seat that is not to choose.
    fn not_asked(&self, play: &Play, found: &Line) -> Difference {
        self.difference(format!("a choice of seat {}", asked(play)), found)
    }

    fn difference(&self, expected: String, found: &Line) -> Difference {
        let line = self.record.numbers.get(self.at).copied().unwrap_or(self.at + 1);
        Difference { line, expected, found: found.to_string() }
    }
}

fn asked(play: &Play) -> String {
    play.pending().iter().map(|seat| seat.shown().to_string()).collect::<Vec<_>>().join(" or ")
}

fn options(play: &Play, seat: Seat) -> String {
    play.options(seat).join(", ")
}

/// Whether the record is of this game with these options; its seed.
fn same_game(game: &Game, record: &Record) -> Result<u64, Difference> {
    let here = header(game, record.header.seed, &record.about());
    let there = &record.header;
    let differ = |what: &str, expected: String, found: String| {
        Err(Difference {
            line: 1,
            expected: format!("{what} {expected}"),
            found: format!("{what} {found}"),
        })
    };
    if let Some(seat) = there.as_seat {
        return differ("the record", "of all seats".into(), format!("of seat {seat} alone"));
    }
    // An option that there is not was never set; records of earlier rules may lack one.
    let is_same = here.rules_hash != there.rules_hash || here.options == there.options;
    if !is_of(game, record) || !is_same {
        return if here.game != there.game {
            differ("game", here.game, there.game.clone())
        } else if here.options != there.options {
            differ("options", json(&here.options), json(&there.options))
        } else {
            differ("rules_hash", here.rules_hash, there.rules_hash.clone())
        };
    }
    if there.seats.len() != usize::from(game.program().seats) {
        return differ("seats", game.program().seats.to_string(), there.seats.len().to_string());
    }
    if here.cards.len() != there.cards.len() {
        return differ("cards", here.cards.len().to_string(), there.cards.len().to_string());
    }
    if let Some((here, there)) =
        here.cards.iter().zip(&there.cards).find(|(here, there)| !is_same_card(game, here, there))
    {
        return differ("card", json(here), json(there));
    }
    match there.seed {
        Some(seed) => Ok(seed),
        None => differ("seed", "a number".into(), "null".into()),
    }
}

/// Whether a record is of the rules of this game. Records of earlier versions have a digest of the
/// game's files.
pub fn is_of(game: &Game, record: &Record) -> bool {
    let program = game.program();
    [&program.rules_hash, &program.files_hash].contains(&&record.header.rules_hash)
}

/// Whether it is the card that was recorded: its texts may be others. Records of earlier versions
/// leave out the flags that are true of a card.
fn is_same_card(game: &Game, here: &CardLine, there: &CardLine) -> bool {
    let printed = &game.program().attributes;
    let is_text =
        |name: &str| printed.iter().any(|one| one.name == name && one.kind == ValueKind::Text);
    let is_flag = |value: &Plain| matches!(value, Plain::Flag(_));
    let plays = |card: &CardLine| {
        let values = card.attributes.0.iter().filter(|(name, _)| !is_text(name));
        values.cloned().collect::<Vec<_>>()
    };
    let (mut here_plays, there_plays) = (plays(here), plays(there));
    let mut is_same = here_plays == there_plays;
    here_plays.retain(|(_, value)| !is_flag(value));
    is_same |= here_plays == there_plays;
    (here.id, &here.name) == (there.id, &there.name) && is_same
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
