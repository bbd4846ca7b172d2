//! Two parameters of an action that come from the same source, and can so be the same thing:
//! `swap_two(a from hand, b from hand)`.

#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Temp, TestId};
use crate::program::walk::{Reads, Term, any, reads};
use crate::program::{Domain, Need, Parameter, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{Action, Block, Clause, Course, ParameterSource, Statement};
use crate::tabletop::ids::ActionId;

impl Lowering {
    /// Warns of a parameter that can be what another one is, where nothing looks at both.
    pub(super) fn warn_of_twice(
        &mut self,
        text: &Action,
        index: ActionId,
        parameters: &[Parameter],
    ) {
        let written = |parameter: &Parameter| {
            let mut all = text.parameters.iter();
            let written = all.find(|written| written.name.node == parameter.name)?;
            Some((&written.name, written.source.as_ref()?))
        };
        for (place, second) in parameters.iter().enumerate() {
            let Some((name, source)) = written(second) else { continue };
            let mut before = parameters[..place].iter();
            let first = before.find(|first| {
                written(first).is_some_and(|(_, other)| {
                    first.name != second.name
                        && self.is_same_source(other, source)
                        && self.may_overlap((first, other), (second, source), text)
                        && !self.looks_at_both(first, second, index, parameters)
                        && self.is_meant_apart((first, second), text.body.as_ref())
                })
            });
            let Some(first) = first else { continue };
            let (one, other, set) = (&first.name, &second.name, self.written(source.set.span));
            let message = format!("`{other}` can be the very thing that `{one}` is");
            let but = match set.contains(' ') {
                true => format!("({set}) - {one}"),
                false => format!("{set} - {one}"),
            };
            let apart = format!("two different ones are `{other} from {but}`");
            let help = if second.kind == ValueKind::Card && source.filters.is_empty() {
                format!("{apart}, or together `cards from 2 of {set}`")
            } else {
                apart
            };
            self.report(Diagnostic::warning("same-twice", name.span, message).help(help));
        }
    }

    /// Whether single things are chosen from what is written alike.
    fn is_same_source(&self, a: &ParameterSource, b: &ParameterSource) -> bool {
        let is_plain = |source: &ParameterSource| source.amount.is_none() && source.fixed.is_none();
        is_plain(a) && is_plain(b) && a.set == b.set
    }

    /// Whether what narrows two parameters surely leaves the same to both, or one of them is not
    /// narrowed.
    fn may_overlap(
        &self,
        (first, one): (&Parameter, &ParameterSource),
        (second, other): (&Parameter, &ParameterSource),
        text: &Action,
    ) -> bool {
        let is_free = |parameter: &Parameter, source: &ParameterSource| {
            let named = |clause: &Clause| match clause {
                Clause::Need { span, .. } => self.is_named(*span, &parameter.name),
                Clause::Optional { .. } => false,
            };
            source.filters.is_empty() && !text.clauses.iter().any(named)
        };
        is_free(first, one) || is_free(second, other)
    }

    /// Whether some condition on what is chosen looks at both.
    fn looks_at_both(
        &self,
        first: &Parameter,
        second: &Parameter,
        index: ActionId,
        parameters: &[Parameter],
    ) -> bool {
        let looks = |term: Term, temp: Temp| {
            any(&self.program.terms, term, &mut |part| {
                reads(&self.program, part) == Reads::Temp(temp)
            })
        };
        let of_test = |test: TestId, temp: Temp| looks(Term::Test(test), temp);
        let of_both =
            |need: &Need| of_test(need.test, first.temp) && of_test(need.test, second.temp);
        let needs = self.program.actions[index].needs.iter();
        let mut needs = needs.chain(parameters.iter().flat_map(|parameter| &parameter.needs));
        needs.any(of_both)
            || second.filters.iter().any(|need| of_test(need.test, first.temp))
            || matches!(second.domain, Domain::Set(set) if looks(Term::Set(set), first.temp))
    }

    /// Whether the body takes two things for granted: it compares them nowhere. Of players, some
    /// statement must be about both.
    fn is_meant_apart(
        &self,
        (first, second): (&Parameter, &Parameter),
        body: Option<&Block>,
    ) -> bool {
        let mut all = Vec::new();
        body.into_iter().for_each(|body| statements(body, &mut all));
        let both = |statement: &&Statement| {
            let expressions = statement.node.expressions();
            let names = |name: &str| expressions.iter().any(|it| self.is_named(it.span, name));
            names(&first.name) && names(&second.name)
        };
        let is_asked = |statement: &&Statement| {
            matches!(statement.node.course(), Course::Branches { .. }) && both(statement)
        };
        let is_about_both = match second.kind {
            ValueKind::Card | ValueKind::Slot => true,
            ValueKind::Player | ValueKind::Team => all.iter().any(both),
            ValueKind::Number | ValueKind::Flag | ValueKind::Word(_) | ValueKind::Text => false,
        };
        is_about_both && !all.iter().any(is_asked)
    }

    /// Whether a name stands among the words of a place.
    fn is_named(&self, span: Span, name: &str) -> bool {
        let text = self.program.sources.text(span);
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
    }
}

/// All statements of a block, those inside others too.
fn statements<'b>(block: &'b Block, found: &mut Vec<&'b Statement>) {
    for statement in block {
        found.push(statement);
        match statement.node.course() {
            Course::Branches { then, otherwise } => {
                statements(then, found);
                otherwise.into_iter().for_each(|block| statements(block, found));
            }
            Course::Loops { body, .. } | Course::AtOnce(body) => statements(body, found),
            Course::Happens | Course::Notes | Course::Runs(_) | Course::Ends(_) => {}
        }
    }
}
