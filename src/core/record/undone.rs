//! What was taken back in a record: every course that the game took, and those to which it can still
//! be gone forward.

use super::line::Line;
use super::read::Record;
use super::replay::replay_lines;
use crate::game::{Game, Play};

/// A course of a game: lines with their numbers in the record.
pub(super) type Numbered = Vec<(usize, Line)>;

/// The game in the rules of a record as it stood whenever something was taken back, and as it
/// stands.
pub(super) fn courses(record: &Record) -> Vec<Numbered> {
    let file = record.file_lines();
    let begins = file.iter().rposition(|line| matches!(line, Line::Game(_))).unwrap_or(0);
    let (mut courses, mut course) = (Vec::new(), Numbered::new());
    for (i, line) in file.iter().enumerate().skip(begins) {
        match line {
            Line::Back { to } => {
                courses.push(course.clone());
                course.retain(|(number, _)| number <= to);
            }
            _ => course.push((i + 1, line.clone())),
        }
    }
    courses.push(course);
    courses
}

/// The games from which somebody has gone back in a record of this game, and from which nobody has
/// gone another way since; the last one last. What was taken back before the rules were edited is
/// not among them.
pub fn undone(game: &Game, record: &Record) -> Vec<Play> {
    let mut courses = courses(record);
    let stands = courses.pop().unwrap_or_default();
    let mut undone: Vec<Numbered> = Vec::new();
    let mut later = vec![stands];
    // What was left last is looked at first.
    for course in courses.into_iter().rev() {
        let goes_on = later.iter().all(|other| is_beginning(other, &course));
        let is_new = later.iter().all(|other| other.len() < course.len());
        if goes_on && is_new {
            undone.push(course.clone());
        }
        later.push(course);
    }
    undone.reverse();
    undone.into_iter().filter_map(|course| replay_lines(game, record, course).ok()).collect()
}

/// Whether a course begins with all that happened in the other one.
fn is_beginning(other: &Numbered, course: &Numbered) -> bool {
    let both = other.iter().zip(course);
    other.len() <= course.len() && both.into_iter().all(|((_, was), (_, is))| was == is)
}
