//! What happened, in lines.

use super::Pen;
use super::board;
use crate::cli::text::TermStyle;
use crate::view::{Phrase, Told};

/// Something that is written of what happened.
#[derive(Debug, PartialEq)]
pub(crate) enum Part {
    Told(Vec<String>),
    Board(Vec<String>),
}

/// What has happened since the last view, and the boards that were cleared on the way.
pub(crate) fn parts(pen: Pen<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = Vec::new();
    for told in &pen.view.story {
        match told {
            Told::Sentence(sentence) => lines.push(pen.style.phrase(sentence)),
            Told::Stood(stood) => {
                parts.push(Part::Told(std::mem::take(&mut lines)));
                parts.push(Part::Board(board::stood(pen, stood)));
            }
        }
    }
    parts.push(Part::Told(lines));
    parts
}

/// Sentences alone, a line each.
pub(crate) fn lines(style: TermStyle, story: &[Phrase]) -> Vec<String> {
    story.iter().map(|sentence| style.phrase(sentence)).collect()
}
