//! What a condition makes sure of where it holds: behind `if taker is not none`, `taker` is there.
//!
//! Only values with a name of their own count, a `let` or a parameter: they stay what they are
//! while something is done. A variable may be set in the midst of it.

use super::Lowering;
use super::value::{Scalar, Value};
use crate::syntax::ast::{Expr, ExprKind, Likeness};

impl Lowering {
    /// Lowers what is done or worked out only where a condition comes out as `holds`: what is sure
    /// to be there then cannot be none.
    pub(super) fn guarded<R>(
        &mut self,
        condition: &Expr,
        holds: bool,
        lower: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let mut sure = Vec::new();
        self.note_sure(condition, holds, &mut sure);
        self.with_bindings(sure, lower)
    }

    /// Notes the locals that are not none where a condition comes out as `holds`.
    pub(super) fn note_sure(&self, condition: &Expr, holds: bool, sure: &mut Vec<(String, Value)>) {
        match &*condition.node {
            ExprKind::Is { value, not, what: Likeness::None } if *not == holds => {
                let ExprKind::Name { name, arguments: None } = &*value.node else { return };
                if let Some(Value::Num(scalar)) = self.bound(&name.node) {
                    let there = Value::Num(Scalar { maybe: false, ..*scalar });
                    sure.push((name.node.clone(), there));
                }
            }
            ExprKind::Not(inner) => self.note_sure(inner, !holds, sure),
            ExprKind::Tuple(members) if members.len() == 1 => {
                self.note_sure(&members[0], holds, sure)
            }
            ExprKind::And(members) if holds => {
                members.iter().for_each(|member| self.note_sure(member, true, sure))
            }
            ExprKind::Or(members) if !holds => {
                members.iter().for_each(|member| self.note_sure(member, false, sure))
            }
            _ => {}
        }
    }
}
