//! What has been told at a desk, by who looked: what one person has read is not shown to another.

use crate::cli::screen::Pen;
use crate::cli::screen::story::{Part, parts};
use crate::view::View;
use std::collections::BTreeMap;

/// Lines that are kept.
const MOST: usize = 2_000;

/// A line of a story.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    Text(String),
    /// A board as it stood before it was cleared, in lines that are not broken.
    Board(Vec<String>),
}

/// What one person, or all who look on, have been told.
#[derive(Default)]
struct Told {
    lines: Vec<Line>,
    /// What has happened since, which will be told again with what comes.
    since: Vec<Line>,
}

/// All stories by who looks; none for several together.
#[derive(Default)]
pub(crate) struct Stories {
    told: BTreeMap<Option<u8>, Told>,
}

impl Stories {
    /// Tells the story of a view.
    pub(crate) fn tell(&mut self, pen: Pen<'_>) {
        let lines = lines(pen);
        let told = self.told.entry(pen.view.seat).or_default();
        told.since.clear();
        told.lines.extend(lines);
        let from = told.lines.len().saturating_sub(MOST);
        told.lines.drain(..from);
    }

    /// Takes the story of a view for what has happened since something was told last.
    pub(crate) fn follow(&mut self, pen: Pen<'_>) {
        let lines = lines(pen);
        self.told.entry(pen.view.seat).or_default().since = lines;
    }

    /// Adds lines to the story of who looks at a view, or of nobody in particular.
    pub(crate) fn add(&mut self, view: Option<&View>, lines: &[String]) {
        let told = self.told.entry(view.and_then(|view| view.seat)).or_default();
        let lines = lines.iter().filter(|line| !line.is_empty()).cloned();
        told.lines.extend(lines.map(Line::Text));
    }

    /// The lines of the story for whoever looks at a view.
    pub(crate) fn of(&self, view: &View) -> Vec<&Line> {
        let told = self.told.get(&view.seat);
        told.into_iter().flat_map(|told| told.lines.iter().chain(&told.since)).collect()
    }
}

/// The story of a view in lines; of boards that were cleared it is told as they stood.
pub(crate) fn lines(pen: Pen<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for part in parts(pen) {
        match part {
            Part::Told(told) => lines.extend(told.into_iter().map(Line::Text)),
            Part::Board(board) => {
                let title = pen.messages.say("as-it-stood");
                lines.push(Line::Board([vec![title], board].concat()));
            }
        }
    }
    lines
}
