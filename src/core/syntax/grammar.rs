//! The only door to pest: texts go in, pairs come out, and what went wrong is a `Fault`.

use super::code::Code;
pub(super) use cardrun_grammar::{Pair, Pairs, Rule};
use pest::error::{ErrorVariant, InputLocation};
use std::num::NonZeroUsize;

/// Why a text did not parse.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// Nothing that was expected stands at this place.
    Unexpected { at: usize, expected: Vec<Rule> },
    /// Brackets or prefixes go too deep to be parsed safely; the place is where the limit was
    /// passed.
    TooDeep { at: usize },
    /// More work than any sensible text needs.
    TooLong { at: usize },
}

impl Fault {
    pub(crate) fn at(&self) -> usize {
        match self {
            Fault::Unexpected { at, .. } | Fault::TooDeep { at } | Fault::TooLong { at } => *at,
        }
    }
}

/// Far beyond what a real file needs (some hundred calls a word), and a fraction of a second.
const MOST_CALLS: NonZeroUsize = NonZeroUsize::new(20_000_000).unwrap();

/// Parses a piece of the joined text as a file; `base` is where the piece begins. Places in a fault
/// are those of the whole text, those in the pairs are the piece's own.
pub(super) fn file<'t>(code: &Code, base: usize, piece: &'t str) -> Result<Pairs<'t>, Fault> {
    Ok(parse(Rule::file, code, base, piece)?.into_inner())
}

pub(super) fn lone_expression<'c>(code: &'c Code) -> Result<Pair<'c>, Fault> {
    let pair = parse(Rule::lone_expression, code, 0, &code.joined)?;
    Ok(pair.into_inner().next().expect("the grammar gives one expression"))
}

/// Whether the language keeps this word for itself.
pub(super) fn is_reserved(word: &str) -> bool {
    cardrun_grammar::parse(Rule::lone_reserved, word).is_ok()
}

fn parse<'t>(rule: Rule, code: &Code, base: usize, piece: &'t str) -> Result<Pair<'t>, Fault> {
    if let Some(at) = code.too_deep(base..base + piece.len()) {
        return Err(Fault::TooDeep { at });
    }
    pest::set_call_limit(Some(MOST_CALLS));
    match cardrun_grammar::parse(rule, piece) {
        Ok(mut pairs) => Ok(pairs.next().expect("a parse gives the rule asked for")),
        Err(error) => Err(fault(error, base)),
    }
}

fn fault(error: pest::error::Error<Rule>, base: usize) -> Fault {
    let at = base
        + match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((start, _)) => start,
        };
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            Fault::Unexpected { at, expected: positives }
        }
        // The only error of pest's own making: the limit of calls (or of the stack) was reached.
        ErrorVariant::CustomError { .. } => Fault::TooLong { at },
    }
}
