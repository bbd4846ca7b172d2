//! From a rules text to what was written (`ast`). Names are not looked up here, and pest does not
//! leave this module.
//!
//! `code` looks at the text without parsing it (brackets, lines, declarations), `grammar` parses
//! it, `recover` does so one declaration after the other when the file as a whole does not parse,
//! `parse` turns what the grammar found into the `ast`, `strays` finds what could be read in two
//! ways, `errors` says what is wrong.

pub mod ast;
mod code;
mod errors;
mod grammar;
mod parse;
mod recover;
mod strays;

use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use code::Code;
use parse::Builder;

pub(crate) use errors::called_in_packs;

/// What was written in a file, and everything that is wrong with its syntax, sorted by place.
/// Declarations that do not parse are missing in the result or lack the statements at fault; all
/// others are there.
pub fn parse_file(source: SourceId, text: &str) -> (ast::File, Vec<Diagnostic>) {
    parse_inline(source, text, 0)
}

/// What was written in rules that stand in another file, `offset` bytes behind its start, and
/// everything that is wrong with its syntax, as [`parse_file`] tells it.
pub(crate) fn parse_inline(
    source: SourceId,
    text: &str,
    offset: usize,
) -> (ast::File, Vec<Diagnostic>) {
    let code = if offset == 0 { Code::new(text) } else { Code::inside(text) };
    let mut builder = Builder::new(source, offset, &code);
    let file = match grammar::file(&code, 0, &code.joined) {
        Ok(pairs) => ast::File { declarations: builder.declarations(pairs) },
        Err(_) => recover::file(&mut builder),
    };
    (file, builder.into_problems())
}

/// Whether the language keeps this word for itself: nothing can be called so.
pub(crate) fn is_reserved(word: &str) -> bool {
    grammar::is_reserved(word)
}

/// One condition, set or value that stands alone, `offset` bytes behind the start of its source.
pub fn parse_expression(
    source: SourceId,
    text: &str,
    offset: usize,
) -> Result<ast::Expr, Diagnostic> {
    let code = Code::new(text);
    let mut builder = Builder::new(source, offset, &code);
    let expression = match grammar::lone_expression(&code) {
        Ok(pair) => builder.expression(pair),
        Err(fault) => return Err(errors::explain(&builder, &fault)),
    };
    match builder.into_problems().into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(expression),
    }
}
