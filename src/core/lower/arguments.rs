//! Arguments: values as they are handed to phases, effects and actions, and what is known of them
//! before any game is played.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use super::value::{Scalar, Value};
use crate::diagnostic::Diagnostic;
use crate::program::code::Argument;
use crate::program::terms::{Local, Num, Set};
use crate::program::walk::Term;
use crate::program::{Carrier, ValueKind};
use crate::source::Span;
use crate::syntax::ast::Expr;

/// What is known of an argument before any game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ArgumentType {
    pub(crate) carrier: Carrier,
    pub(crate) kind: ValueKind,
    pub(crate) known: Known,
    /// It is a number that may be none, and cannot be counted with then.
    pub(crate) maybe: bool,
}

/// Who knows the value of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Known {
    Everybody,
    /// Everybody or not: that is not known before any game is played.
    Unsaid,
    /// Surely not everybody: it comes of cards that not all see.
    NotAll,
    /// At most `me`, surely.
    MeAlone,
}

impl ArgumentType {
    pub(crate) fn is_open(self) -> bool {
        self.known == Known::Everybody
    }
}

impl Lowering {
    pub(super) fn argument_of(&mut self, expr: &Expr) -> Option<(Argument, ArgumentType)> {
        let value = self.expr(expr);
        let (argument, (carrier, kind)) = self.carry(&value, expr.span)?;
        let known = if self.is_open(argument) {
            Known::Everybody
        } else if !self.may_be_open(term_of(argument)) {
            Known::NotAll
        } else if !self.may_be_told(term_of(argument)) {
            Known::MeAlone
        } else {
            Known::Unsaid
        };
        let maybe =
            matches!(value, Value::Num(Scalar { kind: ValueKind::Number, maybe: true, .. }));
        Some((argument, ArgumentType { carrier, kind, known, maybe }))
    }

    /// The local that an argument is handed on from as it is.
    pub(super) fn local_of(&self, argument: Argument) -> Option<Local> {
        let terms = &self.program.terms;
        if let Argument::Num(id) = argument
            && let Num::Local(local) = terms.nums[id]
        {
            Some(local)
        } else if let Argument::Set(id) = argument
            && let Set::Local(local) = terms.sets[id]
        {
            Some(local)
        } else {
            None
        }
    }

    /// A value as it travels to a unit or a local.
    fn carry(&mut self, value: &Value, span: Span) -> Option<(Argument, (Carrier, ValueKind))> {
        match value {
            Value::Poison => None,
            Value::Set(set, kind) => Some((Argument::Set(*set), (Carrier::Set, *kind))),
            Value::List(list, kind) => Some((Argument::List(*list), (Carrier::List, *kind))),
            Value::Zone(zone) => match self.try_scalar(value, None) {
                Some(Scalar { id, kind, .. }) => Some((Argument::Num(id), (Carrier::Num, kind))),
                None => {
                    let (set, kind) = self.zone_members(*zone);
                    Some((Argument::Set(set), (Carrier::Set, kind)))
                }
            },
            // Which of them it is, is what was asked.
            Value::OneOfZones(zones) => {
                Some((Argument::Num(zones.slot), (Carrier::Num, ValueKind::Slot)))
            }
            Value::Family(..) => {
                let message = "these are several sets, and one value is wanted here";
                let problem = Diagnostic::error("several-sets", span, message);
                self.report(
                    problem.help("take one (`first of …`, `most … over …`), count them, or all members: `cards of …`"),
                );
                None
            }
            Value::Tuple(_) | Value::Range { .. } => {
                if let Some((set, kind)) = self.try_set(value) {
                    return Some((Argument::Set(set), (Carrier::Set, kind)));
                }
                match self.try_list(value) {
                    Some((list, kind)) => Some((Argument::List(list), (Carrier::List, kind))),
                    None => {
                        self.wrong(value, "a value", span);
                        None
                    }
                }
            }
            Value::None => {
                let id = self.constant(crate::value::NONE);
                Some((Argument::Num(id), (Carrier::Num, ValueKind::Number)))
            }
            Value::Num(_)
            | Value::Test(_)
            | Value::NewSlot { .. }
            | Value::Word(_)
            | Value::Text(_)
            | Value::Empty => {
                let scalar = self.as_scalar(value.clone(), None, span)?;
                Some((Argument::Num(scalar.id), (Carrier::Num, scalar.kind)))
            }
        }
    }

    /// Tells of the problems from `told` on, which lowering for these arguments brought, which of
    /// them is none.
    pub(super) fn where_none_is_given(
        &mut self,
        told: usize,
        given: &[(Argument, ArgumentType)],
        written: &[Expr],
    ) {
        let maybe = written.iter().zip(given).find(|(_, (_, of))| of.maybe);
        let Some((argument, _)) = maybe else { return };
        for problem in self.problems.iter_mut().skip(told).filter(|it| it.code == "maybe-none") {
            problem.also.push((argument.span, "this is handed on, and can be none".to_owned()));
        }
    }
}

/// The term that an argument is.
pub(super) fn term_of(argument: Argument) -> Term {
    match argument {
        Argument::Num(id) => Term::Num(id),
        Argument::Set(id) => Term::Set(id),
        Argument::List(id) => Term::List(id),
    }
}
