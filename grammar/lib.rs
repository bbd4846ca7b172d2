//! The parser that follows from `rules.pest`, in a crate of its own: it is compiled once, beside
//! everything else, however often the rest changes.

use pest::Parser;
use pest::error::Error;

#[derive(pest_derive::Parser)]
#[grammar = "rules.pest"]
struct Grammar;

pub type Pair<'t> = pest::iterators::Pair<'t, Rule>;
pub type Pairs<'t> = pest::iterators::Pairs<'t, Rule>;

/// Parses a whole text by one rule.
pub fn parse(rule: Rule, text: &str) -> Result<Pairs<'_>, Error<Rule>> {
    Grammar::parse(rule, text)
}
