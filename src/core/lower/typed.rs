//! The typed tree: what each expression of the rules came to, by the place where it is written.
//!
//! An expression is lowered where it is used, and its type is found on the way. Whoever asks for
//! the type later (a lint, a message, an editor) reads it here instead of lowering it again. The
//! body of a formula is lowered at each use; the tree has the value of the latest.

use super::value::{Scalar, Value};
use crate::program::terms::TestId;
use crate::source::Span;
use crate::syntax::ast::Expr;
use std::collections::HashMap;

/// Values of expressions that have been lowered, by their spans.
#[derive(Default)]
pub(crate) struct TypedTree {
    values: HashMap<Span, Value>,
}

impl TypedTree {
    /// Notes the `value` of the expression at `span`, in place of an earlier one.
    pub(crate) fn note(&mut self, span: Span, value: &Value) {
        self.values.insert(span, value.clone());
    }

    /// The value of `expr`; `None` before it is lowered.
    pub(crate) fn value(&self, expr: &Expr) -> Option<&Value> {
        self.values.get(&expr.span)
    }

    /// Whether `expr` is a scalar that may be none.
    pub(crate) fn is_maybe_scalar(&self, expr: &Expr) -> bool {
        matches!(self.value(expr), Some(Value::Num(Scalar { maybe: true, .. })))
    }

    /// Whether `expr` may be none, used as a scalar.
    pub(crate) fn may_be_none(&self, expr: &Expr) -> bool {
        self.is_maybe_scalar(expr)
            || self.value(expr).is_some_and(|it| it.is_zone() || matches!(it, Value::None))
    }

    /// The test that `expr` came to, if it is a condition.
    pub(crate) fn test(&self, expr: &Expr) -> Option<TestId> {
        match self.value(expr)? {
            Value::Test(test) => Some(*test),
            _ => None,
        }
    }
}
