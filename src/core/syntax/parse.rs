//! From what the grammar found to the `ast`: one function a rule. The grammar has the last word on
//! what follows what, so a part that it demands is taken with `Parts::demand`, which cannot fail; a
//! part that may be missing with `Parts::maybe`.

mod declaration;
pub(super) mod expression;
mod flow;
mod statement;

pub(super) use statement::{VERBS, verbs};

use super::ast::{self, Name};
use super::code::Code;
use super::grammar::{Pair, Pairs, Rule};
use crate::diagnostic::{self, Diagnostic};
use crate::source::{SourceId, Span, Spanned};
use std::iter::Peekable;

/// Builds the `ast` of one text and keeps what it finds wrong on the way.
pub(super) struct Builder<'t> {
    pub(crate) code: &'t Code<'t>,
    source: SourceId,
    /// Where the text begins in its source.
    offset: usize,
    /// Where the piece at work begins in the text.
    base: usize,
    /// How many amounts are being built, one inside the other.
    open_amounts: usize,
    /// Words of the language that something was to be called: where they are used again is no
    /// mistake of its own.
    pub(super) no_names: Vec<&'t str>,
    problems: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(source: SourceId, offset: usize, code: &'t Code<'t>) -> Self {
        Builder {
            code,
            source,
            offset,
            base: 0,
            open_amounts: 0,
            no_names: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// From here on pairs come from a piece of the text that begins at `base`.
    pub(crate) fn at(&mut self, base: usize) -> &mut Self {
        self.base = base;
        self
    }

    pub(crate) fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(crate) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    pub(crate) fn into_problems(mut self) -> Vec<Diagnostic> {
        diagnostic::sort(&mut self.problems);
        self.problems
    }

    /// The span of a stretch of the text.
    pub(crate) fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, self.offset + start, self.offset + end)
    }

    /// Start and end of a pair in the text, without the blanks that the grammar lets it end with.
    pub(crate) fn range(&self, pair: &Pair) -> std::ops::Range<usize> {
        let span = pair.as_span();
        let start = self.base + span.start();
        start..self.code.trim_end(start, self.base + span.end())
    }

    fn span(&self, pair: &Pair) -> Span {
        let range = self.range(pair);
        self.place(range.start, range.end)
    }

    pub(crate) fn declarations(&mut self, pairs: Pairs) -> Vec<ast::Declaration> {
        pairs
            .filter(|pair| !is_sign_or_keyword(pair.as_rule()))
            .map(|pair| self.declaration(pair))
            .collect()
    }

    fn word(&self, pair: &Pair) -> Name {
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    fn names(&self, pair: Pair) -> Vec<Name> {
        Parts::of(pair).map(|name| self.word(&name)).collect()
    }

    /// What stands between the quotes; the span has the quotes.
    fn text(&self, pair: &Pair) -> Name {
        Spanned::new(pair.as_str().trim_matches('"').to_owned(), self.span(pair))
    }

    fn why(&self, pair: Option<Pair>) -> Option<Name> {
        pair.map(|why| self.text(&Parts::of(why).demand()))
    }

    /// Reports a range that goes down: nothing lies in it.
    fn not_empty(&mut self, from: i32, to: i32, span: Span) {
        if from > to {
            let problem = Diagnostic::error("out-of-range", span, "this range is empty");
            self.report(problem.help(format!("the smaller number comes first: `{to}..{from}`")));
        }
    }

    /// Reports each part of one of these rules that comes a second time: of the two one would be
    /// lost.
    fn once_each(&mut self, parts: &[Pair], rules: &[Rule]) {
        for (place, part) in parts.iter().enumerate() {
            let rule = part.as_rule();
            let mut before = parts[..place].iter().filter(|_| rules.contains(&rule));
            if let Some(first) = before.find(|before| before.as_rule() == rule) {
                let message = "this stands here already, and of the two one would be lost";
                let problem = Diagnostic::error("said-twice", self.span(part), message);
                self.report(problem.also(self.span(first), "here it stands first"));
            }
        }
    }

    fn number(&mut self, pair: &Pair) -> i32 {
        pair.as_str().parse().unwrap_or_else(|_| {
            let problem =
                Diagnostic::error("number-too-large", self.span(pair), "this number is too large")
                    .help(format!("numbers go up to {}", i32::MAX));
            self.report(problem);
            i32::MAX
        })
    }
}

/// The parts of a rule in the order in which they are written, without the signs and keywords that
/// hold them together.
pub(super) struct Parts<'t>(Peekable<Pairs<'t>>);

impl<'t> Parts<'t> {
    pub(crate) fn of(pair: Pair<'t>) -> Self {
        Parts(pair.into_inner().peekable())
    }

    fn skip_signs(&mut self) {
        while self.0.next_if(|pair| is_sign_or_keyword(pair.as_rule())).is_some() {}
    }

    fn peek(&mut self) -> Option<Rule> {
        self.skip_signs();
        self.0.peek().map(Pair::as_rule)
    }

    /// The next part if it is of this rule.
    pub(crate) fn maybe(&mut self, rule: Rule) -> Option<Pair<'t>> {
        self.peek().filter(|next| *next == rule)?;
        self.0.next()
    }

    fn has(&mut self, rule: Rule) -> bool {
        self.maybe(rule).is_some()
    }

    /// All parts of this rule that come next.
    fn all_of(&mut self, rule: Rule) -> Vec<Pair<'t>> {
        std::iter::from_fn(|| self.maybe(rule)).collect()
    }

    /// The next part, which the grammar demands.
    pub(crate) fn demand(&mut self) -> Pair<'t> {
        self.next().expect("the grammar demands a part here")
    }
}

impl<'t> Iterator for Parts<'t> {
    type Item = Pair<'t>;

    fn next(&mut self) -> Option<Pair<'t>> {
        self.skip_signs();
        self.0.next()
    }
}

/// What stands in the grammar from `line_end` on.
fn is_sign_or_keyword(rule: Rule) -> bool {
    rule >= Rule::line_end || rule == Rule::EOI
}
