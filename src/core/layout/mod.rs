//! From a layout's YAML to what it says (`model`). serde_yaml does not leave this module, nor does
//! csv.
//!
//! `tree` reads YAML, `expect` and `decode` make the model of it, `cards` reads tables of cards,
//! `overlay` lays layouts over each other, and `complete` says what a layout laid out in full still
//! lacks. Texts come in, data and problems go out.

mod cards;
mod complete;
mod decks;
mod decode;
mod elsewhere;
mod expect;
pub mod model;
mod overlay;
pub(crate) mod tree;

pub use cards::read_cards;
pub(crate) use cards::{PeopleColumn, column_of_people};
pub use complete::incomplete;
pub(crate) use decode::{MOST_SEATS, is_list, wrong_seats};
pub(crate) use elsewhere::called_elsewhere;
pub(crate) use expect::flag_in_words;
pub(crate) use overlay::folder_of;
pub use overlay::{apply_when, lay_over, place_files};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, is_steering};
use expect::Decoder;
use model::Layout;
use tree::{Node, NodeKind};

/// Reads one layout file, and all that is wrong with it by itself. The layout is what could be
/// read: with errors it is for finding further problems, not for playing. A file with `extends` may
/// leave out what is required; see [`incomplete`].
pub fn read(source: SourceId, text: &str) -> (Option<Layout>, Vec<Diagnostic>) {
    let (root, mut problems) = tree::parse(source, text);
    let empty = root.as_ref().is_none_or(|node| node.kind == NodeKind::Null);
    if empty && problems.is_empty() {
        let problem = Diagnostic::error(
            "yaml-empty",
            Span::new(source, 0, 0),
            "there is nothing in this file",
        );
        problems.push(problem.help("a layout begins with, for example, `seats: 2`"));
    }
    let layout =
        root.filter(|_| !empty).and_then(|root| decode_root(source, text, &root, &mut problems));
    crate::diagnostic::sort(&mut problems);
    (layout, problems)
}

fn decode_root(
    source: SourceId,
    text: &str,
    root: &Node,
    problems: &mut Vec<Diagnostic>,
) -> Option<Layout> {
    let mut decoder = Decoder::new(source, text);
    let layout = decode::decode(&mut decoder, root);
    problems.append(&mut decoder.problems);
    layout
}

/// The text of a file's bytes.
///
/// # Errors
/// The place of the first one that is not UTF-8.
pub fn text_of(source: SourceId, bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    let text = utf8_of(source, bytes)?;
    // Line ends of other systems are line ends.
    match text.char_indices().find(|&(_, letter)| is_steering(letter) && letter != '\r') {
        Some((at, letter)) => {
            Err(Box::new(steering(Span::new(source, at, at + letter.len_utf8()), letter)))
        }
        None => Ok(text),
    }
}

/// A character that would steer the terminal of whoever plays.
fn steering(span: Span, letter: char) -> Diagnostic {
    let message =
        format!("expected a text, found the control character U+{:04X} in it", u32::from(letter));
    Diagnostic::error("control-character", span, message)
        .help("take it out: it steers terminals and is no letter")
}

fn utf8_of(source: SourceId, bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    std::str::from_utf8(bytes).map_err(|error| {
        let span = Span::new(source, error.valid_up_to(), error.valid_up_to());
        let line = bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        let message = format!(
            "this file is not UTF-8 text: line {line} has a byte that belongs to no letter"
        );
        Box::new(
            Diagnostic::error("not-utf8", span, message).help("save it with the encoding UTF-8"),
        )
    })
}
