//! Comparisons of a thing with itself. Most come of a bare name that belongs to the candidate and
//! was meant to be somebody else's: `any p in players where count hand of p > count hand`.

use super::value::Value;
use super::{Lowering, Role};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Comparison, TestId};
use crate::program::walk::{Reads, Term, any, is_static, reads};
use crate::source::Span;

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
