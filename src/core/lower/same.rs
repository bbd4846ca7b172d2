//! Comparisons that always come out alike. Of a thing with itself, which mostly come of a bare name
//! that belongs to the candidate and was meant to be somebody else's: `any p in players where count
//! hand of p > count hand`. And of an option with a number beyond all that it can be set to.

use super::names::Meaning;
use super::value::Value;
use super::{Lowering, Role};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Comparison, TestId};
use crate::program::walk::{Reads, Term, any, is_static, reads};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

impl Lowering {
    /// Warns where both sides of a comparison are one and the same. `test` is the comparison,
    /// `span` where it stands.
    pub(super) fn warn_of_itself(
        &mut self,
        op: Comparison,
        (a, b): (&Value, &Value),
        test: TestId,
        span: Span,
    ) {
        if !is_same(a, b) || !self.varies(test) || !self.means_the_same_everywhere(test) {
            return;
        }
        let always = match op {
            Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual => "always",
            Comparison::NotEqual | Comparison::Less | Comparison::Greater => "never",
        };
        let words = format!("both sides are one and the same here, so that this {always} holds");
        let problem = Diagnostic::warning("always-same", span, words);
        let of_candidate = self.things.iter().any(|thing| thing.role == Role::It);
        self.report_of_use(if of_candidate {
            problem.help("a name without an owner is the candidate's; say whose is meant: `hand of me`, `rank of card`")
        } else {
            problem
        });
    }

    /// Warns where a number stands beside another one, or beside an option, and the comparison
    /// comes out alike for whatever the option can be set to. `span` is where the comparison
    /// stands.
    pub(super) fn warn_of_range(&mut self, op: Comparison, left: &Expr, right: &Expr, span: Span) {
        if let (ExprKind::Number(a), ExprKind::Number(b)) = (&*left.node, &*right.node) {
            let always = if op.holds(*a, *b) { "always" } else { "never" };
            let words = format!("both sides are numbers here, so that this {always} holds");
            return self.report_of_use(Diagnostic::warning("always-same", span, words));
        }
        let (op, name, number) = match (&*left.node, &*right.node) {
            (ExprKind::Name { name, arguments: None }, ExprKind::Number(number)) => {
                (op, name, *number)
            }
            (ExprKind::Number(number), ExprKind::Name { name, arguments: None }) => {
                (op.turned(), name, *number)
            }
            _ => return,
        };
        let Some(Meaning::Option(option)) = self.names.get(&name.node) else { return };
        let Some(&(least, most)) = self.option_ranges.get(&option) else { return };
        // What holds at both ends holds between them, but where the number itself is meant.
        let is_order = !matches!(op, Comparison::Equal | Comparison::NotEqual);
        let holds = |value: i32| op.holds(value, number);
        let is_alike = holds(least) == holds(most);
        if least >= most || !is_alike || !is_order && (least..=most).contains(&number) {
            return;
        }
        let always = if holds(least) { "always" } else { "never" };
        let words =
            format!("`{}` can be {least} to {most}, so that this {always} holds", name.node);
        self.report_of_use(
            Diagnostic::warning("always-same", span, words)
                .help("`min` and `max` of the option say what it can be set to"),
        );
    }

    /// Whether a test looks at the game as it stands, without drawing: what options alone decide
    /// may well be the same.
    fn varies(&self, test: TestId) -> bool {
        let draws = |term: Term| reads(&self.program, term) == Reads::Chance;
        !is_static(&self.program, Term::Test(test), &mut Vec::new())
            && !any(&self.program.terms, Term::Test(test), &mut |term| draws(term))
    }

    /// A formula is read at each of its uses, and what is the same at one of them need not be so at
    /// another. Only its own candidates are the same at all.
    fn means_the_same_everywhere(&self, test: TestId) -> bool {
        let own = |term: Term| matches!(reads(&self.program, term), Reads::Temp(temp) if temp >= self.formula_temps);
        self.open.is_empty() || any(&self.program.terms, Term::Test(test), &mut |term| own(term))
    }
}

/// Whether two values are worked out in the same way.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Num(a), Value::Num(b)) => a.id == b.id,
        (Value::Test(a), Value::Test(b)) => a == b,
        (Value::Set(a, _), Value::Set(b, _)) => a == b,
        (Value::List(a, _), Value::List(b, _)) => a == b,
        (Value::Zone(a), Value::Zone(b)) => a.zone == b.zone && a.owner == b.owner,
        (Value::OneOfZones(a), Value::OneOfZones(b)) => a.slot == b.slot,
        (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        _ => false,
    }
}
