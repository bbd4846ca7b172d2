//! A file that does not parse: one declaration after the other, and in a broken one past the
//! statement at fault, so that all mistakes of a file are shown at once.

use super::ast;
use super::code::{Code, HEADINGS};
use super::errors;
use super::grammar::{self, Fault};
use super::parse::Builder;
use std::ops::Range;

/// Mistakes in one declaration that are more than enough to read.
const MOST_IN_A_PIECE: usize = 20;
/// Mistakes in one file that are more than enough to read.
const MOST_IN_A_FILE: usize = 50;

/// Larger declarations are not parsed again and again.
const LARGEST_PATCHED: usize = 32 * 1024;

pub(super) fn file(builder: &mut Builder) -> ast::File {
    let mut file = ast::File::default();
    for piece in builder.code.pieces() {
        if builder.problem_count() < MOST_IN_A_FILE {
            file.declarations.extend(declarations(builder, piece));
        }
    }
    file
}

/// The declarations of one piece. Where a heading stands behind the mistake after all, the parse
/// starts again there.
fn declarations(builder: &mut Builder, mut piece: Range<usize>) -> Vec<ast::Declaration> {
    let mut found = Vec::new();
    loop {
        let fault =
            match grammar::file(builder.code, piece.start, &builder.code.joined[piece.clone()]) {
                Ok(pairs) => {
                    found.extend(builder.at(piece.start).declarations(pairs));
                    return found;
                }
                Err(fault) => fault,
            };
        report(builder, &fault, piece.clone());
        if let Some(declarations) = patched(builder, piece.clone(), &fault) {
            found.extend(declarations);
            return found;
        }
        match builder.code.next_heading(fault.at().max(piece.start + 1)..piece.end) {
            Some(at) if builder.problem_count() < MOST_IN_A_FILE => piece.start = at,
            Some(_) | None => return found,
        }
    }
}

/// Reports a fault, unless it comes from a name that has been told to be none.
fn report(builder: &mut Builder, fault: &Fault, piece: Range<usize>) {
    let (code, at) = (builder.code, fault.at());
    let found = code.found_text(at);
    let before = code.word_before(at).and_then(|before| code.text.get(before)).unwrap_or("");
    if [found, before].iter().any(|word| builder.no_names.contains(word)) {
        return;
    }
    let problem = errors::explain_in(builder, fault, piece);
    if problem.code == "reserved-name" && (HEADINGS.contains(&before) || before == "each") {
        builder.no_names.push(found);
    }
    builder.report(problem);
}

/// The piece without the statements at fault, each of which is reported; `None` when that does not
/// make it parse.
fn patched(
    builder: &mut Builder,
    piece: Range<usize>,
    first: &Fault,
) -> Option<Vec<ast::Declaration>> {
    let code = builder.code;
    let mut text = code.joined[piece.clone()].to_owned();
    let mut at = first.at();
    for _ in 0..MOST_IN_A_PIECE {
        let statement = next_patch(code, piece.clone(), at)?;
        blank(&mut text, statement.start - piece.start..statement.end - piece.start);
        match grammar::file(code, piece.start, &text) {
            Ok(pairs) => return Some(builder.at(piece.start).declarations(pairs)),
            Err(fault) if fault.at() <= at || is_end_of_block(code, &fault) => return None,
            Err(fault) => {
                at = fault.at();
                report(builder, &fault, piece.clone());
            }
        }
    }
    None
}

fn next_patch(code: &Code, piece: Range<usize>, at: usize) -> Option<Range<usize>> {
    (piece.len() <= LARGEST_PATCHED).then(|| code.statement_around(piece, at)).flatten()
}

/// A table that lost its only row is no mistake of its own.
fn is_end_of_block(code: &Code, fault: &Fault) -> bool {
    code.text.get(fault.at()..).is_some_and(|rest| rest.starts_with('}'))
}

/// Blanks of the same length, so that all places stay what they are. Line ends stay too.
fn blank(text: &mut String, range: Range<usize>) {
    let blanks: String =
        text[range.clone()].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range, &blanks);
}
