//! Any bytes as the record of a game, or as what follows the beginning of a true one: read, written
//! again, replayed, cut down to what each seat saw.

use super::{cut, table};
use cardrun::game::Play;
use cardrun::record::{self, About, Line, Record};
use cardrun::value::Seat;
use std::fmt::Write;

pub fn run(bytes: &[u8]) {
    let bytes = cut(bytes);
    match bytes.first() {
        Some(b'{') | None => tried(bytes),
        Some(seed) => tried(&[opening(seed % 4).as_bytes(), &bytes[1..]].concat()),
    }
}

/// The first lines of a record of the short game.
fn opening(seed: u8) -> String {
    let play = Play::new(&table::GAME, seed.into());
    let about = About { seats: vec!["a".into(), "b".into()], ..About::default() };
    written(&record::opening(&play, &about))
}

fn written(lines: &[Line]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

fn tried(bytes: &[u8]) {
    let record = match record::read(bytes) {
        Ok(record) => record,
        Err(error) => return assert!(error.line > 0 && !error.message.is_empty()),
    };
    assert!(record.bytes <= bytes.len());
    is_read_as_written(&record.lines);
    replayed(&record);
}

fn is_read_as_written(lines: &[Line]) {
    let again = record::read(written(lines).as_bytes()).expect("a record as it was written");
    assert!(again.lines == lines && again.notice.is_none() && again.terminated);
}

fn replayed(record: &Record) {
    match record::verify(&table::GAME, record) {
        Ok(verified) => {
            let play =
                record::replay(&table::GAME, record).expect("a record that the game agrees with");
            assert_eq!((verified.lines, verified.choices), (record.lines.len(), play.choices()));
            Seat::all(table::GAME.program().seats)
                .for_each(|seat| is_cut_down(record, &play, seat));
        }
        Err(difference) => {
            assert!((1..=record.lines.len()).contains(&difference.line), "{difference}");
            assert_ne!(difference.expected, difference.found);
        }
    }
}

fn is_cut_down(record: &Record, play: &Play, seat: Seat) {
    let seen = record::redact(play, &record.about(), seat);
    for line in &seen {
        match line {
            Line::Offer { seats, .. } => assert_eq!(seats, &[seat.shown()]),
            Line::Choice { seat: of, .. } => assert_eq!(*of, seat.shown()),
            _ => {}
        }
    }
    is_read_as_written(&seen);
}
