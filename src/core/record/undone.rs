//! What was taken back in a record: every course that the game took, and those to which it can
//! still be gone forward.

use super::line::Line;
use super::read::{Record, read};
use super::replay::replay_lines;
use crate::game::{Game, Play};
use std::collections::VecDeque;
use std::mem::take;

/// Lines of all courses that are kept together; where there are more the oldest courses are
/// forgotten.
const MOST_KEPT: usize = 2_000_000;

/// The most games that one can go forward to; where there are more the oldest are forgotten.
const MOST_UNDONE: usize = 500;

/// The courses that a game took in the rules of a record, by the numbers of their lines: as it
/// stood whenever something was taken back, and as it stands. There may be as many as a record
/// wants.
pub(super) fn courses(record: &Record) -> impl Iterator<Item = Vec<usize>> {
    let file = record.file_lines();
    let begins = file.iter().rposition(|line| matches!(line, Line::Game(_))).unwrap_or(0);
    let (mut course, mut next) = (Vec::new(), Some(begins));
    std::iter::from_fn(move || {
        for i in next?.. {
            match file.get(i) {
                Some(Line::Back { to }) => {
                    let stood = course.clone();
                    course.truncate(course.partition_point(|number| number <= to));
                    next = Some(i + 1);
                    return Some(stood);
                }
                Some(_) => course.push(i + 1),
                None => break,
            }
        }
        next = None;
        Some(take(&mut course))
    })
}

/// The games from which somebody has gone back in a record of this game, and from which nobody has
/// gone another way since; the last one last. What was taken back before the rules were edited is
/// not among them.
pub fn undone(game: &Game, record: &Record) -> Vec<Play> {
    let (mut left, mut kept) = (VecDeque::new(), 0);
    for course in courses(record) {
        kept += course.len();
        left.push_back(course);
        while kept > MOST_KEPT && left.len() > 1 {
            kept -= left.pop_front().map_or(kept, |oldest: Vec<usize>| oldest.len());
        }
    }
    // What was left last is looked at first. Whatever came later must be a beginning of the course.
    let mut longest = left.pop_back().unwrap_or_default();
    let mut undone: Vec<Vec<usize>> = Vec::new();
    for course in left.into_iter().rev() {
        let is_longer = course.len() > longest.len();
        let (short, long) = if is_longer { (&longest, &course) } else { (&course, &longest) };
        // Somebody went another way: from there on no course before it is left.
        if undone.len() == MOST_UNDONE || !is_beginning(record, short, long) {
            break;
        }
        if is_longer {
            undone.push(course.clone());
            longest = course;
        }
    }
    undone.reverse();
    undone.into_iter().filter_map(|course| replay_lines(game, record, &course).ok()).collect()
}

/// The course of a game in the rules before the last edit, where that has cut it short: all choices
/// since the edit are its first ones, and it goes on behind them.
pub fn cut_short(record: &Record) -> Option<Record> {
    let file = record.file_lines();
    let begins = file.iter().rposition(|line| matches!(line, Line::Game(_)))?;
    let before: String = file[..begins].iter().map(|line| format!("{line}\n")).collect();
    let before = read(before.as_bytes()).ok()?;
    let (was, is) = (made(&before), made(record));
    (was.len() > is.len() && was.starts_with(&is)).then_some(before)
}

/// Who chose what, in order.
fn made(record: &Record) -> Vec<(u8, &str)> {
    let choice = |line| {
        let &Line::Choice { seat, ref value, .. } = line else { return None };
        Some((seat, value.as_str()))
    };
    record.lines.iter().filter_map(choice).collect()
}

/// Whether a course begins with all that happened in the other one.
fn is_beginning(record: &Record, other: &[usize], course: &[usize]) -> bool {
    let file = record.file_lines();
    let is_same = |(&was, &is): (&usize, &usize)| was == is || file[was - 1] == file[is - 1];
    other.len() <= course.len() && other.iter().zip(course).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of what was chosen, each time in other rules.
    fn record(courses: &[&[&str]]) -> Record {
        let header = r#"{"type":"game","format":1,"game":"g","cardrun":"0.1.0","rules_hash":"h","seed":7,"options":{},"seats":["a"],"cards":[]}"#;
        let choice = |value: &&str| {
            format!("{{\"type\":\"choice\",\"n\":1,\"seat\":1,\"value\":\"{value}\"}}\n")
        };
        let course = |course: &&[&str]| {
            format!("{header}\n{}", course.iter().map(choice).collect::<String>())
        };
        read(courses.iter().map(course).collect::<String>().as_bytes()).expect("a record")
    }

    #[test]
    fn what_an_edit_has_cut_short_is_found() {
        let cut = |courses: &[&[&str]]| cut_short(&record(courses)).map(|cut| cut.choices());
        assert_eq!(cut(&[&["a", "b", "c"], &["a"]]), Some(3));
        assert_eq!(cut(&[&["a", "b", "c"], &[]]), Some(3));
        // Somebody has chosen otherwise since, or gone on; or nothing was edited.
        assert_eq!(cut(&[&["a", "b", "c"], &["a", "c"]]), None);
        assert_eq!(cut(&[&["a", "b"], &["a", "b"]]), None);
        assert_eq!(cut(&[&["a", "b"]]), None);
    }
}
