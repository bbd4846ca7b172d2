//! `it` is one member at a time in most `where`s. Who writes a sum, a count or a shape of it means
//! all of them together, and would get a condition that is asked of each alone: that is an error
//! which says where such a condition stands.

use super::value::{Scalar, Value};
use super::{Lowering, Role};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Fold, FoldKind, Name};

impl Lowering {
    /// What `body` lowers is said of each member of a subset that is still to be chosen, and this
    /// is the subset's name.
    pub(super) fn with_members_of<R>(
        &mut self,
        subset: Option<&Name>,
        body: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = std::mem::replace(&mut self.members_of, subset.map(|name| name.node.clone()));
        let result = body(self);
        self.members_of = outer;
        result
    }

    /// `sum rank over it`, where `it` is a single card.
    pub(super) fn folds_one(&mut self, fold: &Fold, over: &Expr, value: &Value) -> bool {
        let ExprKind::Name { name, arguments: None } = &*over.node else { return false };
        let Some(kind) = self.candidate_alone(value).filter(|_| name.node == "it") else {
            return false;
        };
        let help = match &self.members_of {
            Some(subset) => of_all(subset, &shown(fold, subset)),
            None => match fold.value.as_ref().map(|value| &*value.node) {
                Some(ExprKind::Name { name, arguments: None }) => {
                    format!("write `{}` alone: it is that of the one", name.node)
                }
                Some(_) | None => "write the condition itself: it is asked of the one".to_owned(),
            },
        };
        self.is_one(kind, over.span, "and this looks over several", help);
        true
    }

    /// `it is run`, where `it` is a member of a subset.
    pub(super) fn shapes_one(&mut self, subject: &Value, shape: &str, span: Span) -> bool {
        let Some(kind) = self.candidate_alone(subject) else { return false };
        let Some(subset) = self.members_of.clone() else { return false };
        let help = format!(
            "choose whole shapes, `{subset} from {shape} of …`, or say it of all: `needs {subset} is {shape}`"
        );
        self.is_one(kind, span, "and a shape is several", help);
        true
    }

    /// A subset's own name among the conditions on its members.
    pub(super) fn is_chosen_member_by_member(&mut self, name: &str, span: Span) -> bool {
        let Some(subset) = self.members_of.clone().filter(|subset| subset == name) else {
            return false;
        };
        let message = format!(
            "`{name}` is not chosen yet: this `where` looks at each of its members, which are `it`"
        );
        let help = of_all(&subset, &format!("… {subset} …"));
        self.report(Diagnostic::error("one-member", span, message).help(help));
        true
    }

    /// The candidate of a `where` or a fold, if it is one thing that holds no others, as slots and
    /// teams do.
    fn candidate_alone(&self, value: &Value) -> Option<ValueKind> {
        let Value::Num(Scalar {
            id,
            kind: kind @ (ValueKind::Card | ValueKind::Player | ValueKind::Word(_)),
            ..
        }) = value
        else {
            return None;
        };
        let nearest = self.things.iter().rev().find(|thing| thing.role == Role::It)?;
        (nearest.id == *id).then_some(*kind)
    }

    fn is_one(&mut self, kind: ValueKind, span: Span, but: &str, help: String) {
        // A formula is read at each of its uses.
        if self.problems.iter().any(|problem| problem.code == "one-member" && problem.span == span)
        {
            return;
        }
        let one = super::value::one(kind, &self.program.lists);
        let problem = Diagnostic::error("one-member", span, format!("`it` is {one} here, {but}"));
        self.report_of_use(problem.help(help));
    }
}

fn of_all(subset: &str, condition: &str) -> String {
    format!(
        "what all of `{subset}` have to be together is a need, behind the brackets: `needs {condition}`"
    )
}

/// The fold as it would be said of the whole subset.
fn shown(fold: &Fold, subset: &str) -> String {
    let word = match fold.kind {
        FoldKind::Sum => "sum",
        FoldKind::Highest => "highest",
        FoldKind::Lowest => "lowest",
        FoldKind::Most => "most",
        FoldKind::Least => "least",
        FoldKind::Sorted => "sorted",
        FoldKind::Commonest => "commonest",
        FoldKind::Count => return format!("count {subset} …"),
        FoldKind::Any => return format!("any {subset} where …"),
        FoldKind::No => return format!("no {subset} where …"),
        FoldKind::AllAre => return format!("all {subset} are …"),
        FoldKind::The | FoldKind::Those => return format!("… {subset} where …"),
    };
    match fold.value.as_ref().map(|value| &*value.node) {
        Some(ExprKind::Name { name, arguments: None }) => {
            format!("{word} {} over {subset} …", name.node)
        }
        Some(_) | None => format!("{word} … over {subset} …"),
    }
}
