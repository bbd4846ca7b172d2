//! `is` and `in`: whether something is of a kind, has a shape, equals one of several, is in a set.

use super::names::Meaning;
use super::value::{Scalar, Value};
use super::{Lowering, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::terms::{Comparison, Num, SetId, Test, TestId};
use crate::program::walk::{Reads, Term, any, reads};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Expr, ExprKind, Likeness, PatternValue};

impl Lowering {
    pub(super) fn is(&mut self, value: &Expr, not: bool, what: &Likeness) -> Value {
        let subject = self.expr(value);
        if subject.is_poison() {
            return Value::Poison;
        }
        let test = match what {
            Likeness::None => self.is_none(&subject, value.span),
            Likeness::Empty => self.is_empty(&subject, value.span),
            Likeness::OneOf(alternatives) => self.worked_out_once(&subject, |low, subject| {
                low.is_one_of(subject, alternatives, value.span)
            }),
            Likeness::Value(likeness) => self.is_like(&subject, likeness, value.span),
        };
        match test {
            Some(test) if not => Value::Test(self.t(Test::Not(test))),
            Some(test) => Value::Test(test),
            None => Value::Poison,
        }
    }

    fn is_none(&mut self, subject: &Value, span: Span) -> Option<TestId> {
        if (subject.is_zone() || matches!(subject, Value::Set(..)))
            && self.try_scalar(subject, None).is_none()
        {
            self.error("wrong-type", span, "a set is never none, but it can be empty: `is empty`");
            return None;
        }
        let scalar = self.as_scalar(subject.clone(), None, span)?;
        Some(self.t(Test::IsNone(scalar.id)))
    }

    fn is_empty(&mut self, subject: &Value, span: Span) -> Option<TestId> {
        if let Some((list, _)) = self.try_list(subject) {
            let count = self.n(Num::CountList(list));
            let zero = self.constant(0);
            return Some(self.t(Test::Compare { op: Comparison::Equal, left: count, right: zero }));
        }
        let set = match subject {
            Value::Zone(zone) => self.zone_cards(*zone),
            _ => self.as_set(subject.clone(), span)?.0,
        };
        let any = self.t(Test::Any(set));
        Some(self.t(Test::Not(any)))
    }

    /// `X is K`: of kind K, or equal to it.
    pub(crate) fn is_like(
        &mut self,
        subject: &Value,
        likeness: &Expr,
        span: Span,
    ) -> Option<TestId> {
        self.note_number(Comparison::Equal, subject, likeness);
        if let ExprKind::Name { name, arguments: None } = &*likeness.node
            && self.bound(&name.node).is_none()
            && let Some(test) = self.is_kind(subject, &name.node, likeness.span)
        {
            return test;
        }
        if let ExprKind::Tuple(members) = &*likeness.node
            && let [only] = members.as_slice()
        {
            // `is (a or b)` with kinds on both sides.
            return self.with_subject(subject, span, |low| low.test(only));
        }
        let other = self.expr(likeness);
        if other.is_poison() {
            return None;
        }
        let test = self.comparison(Comparison::Equal, subject, &other);
        if test.is_none() {
            self.cannot_compare(subject, &other, likeness, likeness, span.to(likeness.span));
        }
        test
    }

    /// Whether the subject is of a kind; the outer `None` when the name is no condition on things.
    pub(crate) fn is_kind(
        &mut self,
        subject: &Value,
        name: &str,
        span: Span,
    ) -> Option<Option<TestId>> {
        if let Some(shape) = self.shape_called(name) {
            return Some(self.has_shape(subject, shape, span));
        }
        if name == "face_up" {
            return Some(self.with_subject(subject, span, |low| {
                let value = low.face_up(span);
                low.as_test(value, span)
            }));
        }
        let asks = match self.names.get(name)? {
            Meaning::Formula(formula) => self.is_condition(formula),
            Meaning::Attribute(attribute) => {
                self.program.attributes[attribute].kind == ValueKind::Flag
            }
            Meaning::Mark(mark) => self.program.marks[mark].kind == ValueKind::Flag,
            Meaning::Variable(variable) => self.program.variables[variable].kind == ValueKind::Flag,
            Meaning::List(_)
            | Meaning::Option(_)
            | Meaning::Facing(_)
            | Meaning::Zone(_)
            | Meaning::Phase(_)
            | Meaning::Action(_)
            | Meaning::Effect(_)
            | Meaning::Watch => false,
        };
        let of_one = !matches!(self.names.get(name), Some(Meaning::Formula(_)));
        asks.then(|| {
            if of_one && matches!(subject, Value::Set(..)) && self.as_thing(subject).is_none() {
                self.wrong(subject, "a single thing", span);
                return None;
            }
            self.with_subject(subject, span, |low| {
                let value = low.name(name, None, span);
                low.as_test(value, span)
            })
        })
    }

    /// Lowers a condition that is asked of one thing.
    fn with_subject<R>(
        &mut self,
        subject: &Value,
        span: Span,
        body: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Option<R> {
        if let Value::Set(..) = subject
            && self.try_scalar(subject, None).is_none()
        {
            // What belongs to one card is nobody's here: a card of the surroundings must not be
            // taken for it.
            let outer = self.things.clone();
            self.things.retain(|thing| thing.role == Role::Me);
            let result = self.with_subject_set(subject.clone(), body);
            self.things = outer;
            return result;
        }
        let Some(thing) = self.as_thing(subject) else {
            self.wrong(subject, "a single thing", span);
            return None;
        };
        self.with_thing(
            Thing { role: if thing.role == Role::Me { Role::Me } else { Role::It }, ..thing },
            body,
        )
    }

    /// A test of a value that is held against several others: one that draws is drawn once.
    fn worked_out_once(
        &mut self,
        subject: &Value,
        test: impl FnOnce(&mut Self, &Value) -> Option<TestId>,
    ) -> Option<TestId> {
        let &Value::Num(scalar) = subject else { return test(self, subject) };
        let draws = |term| reads(&self.program, term) == Reads::Chance;
        if !any(&self.program.terms, Term::Num(scalar.id), &mut { draws }) {
            return test(self, subject);
        }
        self.with_temp(|low, temp| {
            let id = low.n(Num::Temp(temp));
            let then = test(low, &Value::Num(Scalar { id, ..scalar }))?;
            Some(low.t(Test::Bind { temp, value: scalar.id, then }))
        })
    }

    fn is_one_of(
        &mut self,
        subject: &Value,
        alternatives: &[Spanned<PatternValue>],
        span: Span,
    ) -> Option<TestId> {
        let mut any: Option<TestId> = None;
        for alternative in alternatives {
            let test = self.matches(subject, alternative, span)?;
            any = Some(match any {
                None => test,
                Some(before) => self.t(Test::Or(before, test)),
            });
        }
        any
    }

    /// Whether a value fits one alternative of a pattern: a number, a range, a word, a kind.
    pub(crate) fn matches(
        &mut self,
        subject: &Value,
        pattern: &Spanned<PatternValue>,
        span: Span,
    ) -> Option<TestId> {
        match &pattern.node {
            PatternValue::Number(n) => {
                self.note_printed(subject, (*n, *n), pattern.span);
                let left = self.as_kind(subject.clone(), ValueKind::Number, span)?;
                let right = self.constant(*n);
                Some(self.t(Test::Compare { op: Comparison::Equal, left, right }))
            }
            PatternValue::Range { from, to } => {
                let (first, last) = (*from, to.unwrap_or(i32::MAX));
                // Rows may stand for cards that other packs have; an ace that counts more than a
                // king is in none of these.
                if first == 1 {
                    self.note_printed(subject, (first, last), pattern.span);
                }
                let value = self.as_kind(subject.clone(), ValueKind::Number, span)?;
                let (from, to) = (self.constant(first), self.constant(last));
                Some(self.t(Test::InRange { value, from, to }))
            }
            PatternValue::Named { from, to } => {
                let value = self.as_kind(subject.clone(), ValueKind::Number, span)?;
                let first = self.end_of_range(from, pattern.span)?;
                let last = match to {
                    Some(to) => self.end_of_range(to, pattern.span)?,
                    None => i32::MAX,
                };
                if last < first {
                    let turned = format!("{}..{from}", to.as_deref().unwrap_or_default());
                    let problem =
                        Diagnostic::error("out-of-range", pattern.span, "this range is empty");
                    self.report(problem.help(format!("the lower one comes first: `{turned}`")));
                    return None;
                }
                let (from, to) = (self.constant(first), self.constant(last));
                Some(self.t(Test::InRange { value, from, to }))
            }
            PatternValue::Word(word) => {
                if let Some(test) = self.is_kind(subject, word, pattern.span) {
                    return test;
                }
                let scalar = self.as_scalar(subject.clone(), None, span)?;
                let word = Value::Word(word.clone());
                let fits = self.try_scalar(&word, Some(scalar.kind)).is_some();
                if !fits && self.tells_words(&word, subject, pattern.span) {
                    return None;
                }
                let right = self.as_kind(word, scalar.kind, pattern.span)?;
                Some(self.t(Test::Compare { op: Comparison::Equal, left: scalar.id, right }))
            }
        }
    }

    /// An end of a range: a number, or a word that stands for one.
    fn end_of_range(&mut self, end: &str, span: Span) -> Option<i32> {
        let number = self.number_of(end);
        if number.is_none() {
            let message = format!("a range goes from number to number, and `{end}` is no number");
            let problem = Diagnostic::error("wrong-type", span, message);
            self.report(problem.help("several words are alternatives: `jack | queen | king`"));
        }
        number
    }

    pub(super) fn is_in(&mut self, value: &Expr, not: bool, set: &Expr) -> Value {
        let subject = self.expr(value);
        if let Value::Word(word) = &subject
            && self.unknown_candidate(word, value.span)
        {
            return Value::Poison;
        }
        let set_value = self.expr(set);
        if subject.is_poison() || set_value.is_poison() {
            return Value::Poison;
        }
        if let ExprKind::Range { from, to: Some(to) } = &*set.node
            && let (ExprKind::Number(from), ExprKind::Number(to)) = (&*from.node, &*to.node)
        {
            self.note_printed(&subject, (*from, *to), set.span);
        }
        match self.membership(&subject, &set_value, value.span, set) {
            Some(test) if not => Value::Test(self.t(Test::Not(test))),
            Some(test) => Value::Test(test),
            None => Value::Poison,
        }
    }

    fn membership(
        &mut self,
        subject: &Value,
        set: &Value,
        span: Span,
        written: &Expr,
    ) -> Option<TestId> {
        if let Value::Range { from, to } = set {
            let value = self.as_kind(subject.clone(), ValueKind::Number, span)?;
            return Some(self.t(Test::InRange { value, from: *from, to: *to }));
        }
        if let Value::Tuple(members) = set {
            return self.worked_out_once(subject, |low, subject| {
                low.in_tuple(subject, members, span, written)
            });
        }
        if let Value::List(list, kind) = set {
            let value = self.as_kind(subject.clone(), *kind, span)?;
            return Some(self.t(Test::InList { value, list: *list }));
        }
        if let Value::Family(family, kind) = set {
            let (family, kind) = (*family, *kind);
            let (part, part_kind) = self.as_set(subject.clone(), span)?;
            if part_kind != kind {
                self.wrong(subject, "a set of the same sort", span);
                return None;
            }
            return Some(self.t(Test::InFamily { set: part, family }));
        }
        let (set, kind) = self.as_set(set.clone(), written.span)?;
        if let Some(part) = self.part_of(subject, kind) {
            return Some(self.t(Test::Subset(part, set)));
        }
        let value = self.as_kind(subject.clone(), kind, span)?;
        Some(self.t(Test::In { value, set }))
    }

    /// A subject of several members of a kind: a set, or a zone that is more than one place for a
    /// card.
    fn part_of(&mut self, subject: &Value, kind: ValueKind) -> Option<SetId> {
        match (subject, kind) {
            (Value::Set(part, of), kind) if *of == kind => Some(*part),
            (Value::Zone(zone), ValueKind::Slot) if self.zone_slot(*zone).is_none() => {
                Some(self.zone_slots(*zone))
            }
            (_, ValueKind::Card) if self.try_scalar(subject, None).is_none() => {
                self.cards_of_zone(subject)
            }
            _ => None,
        }
    }

    fn in_tuple(
        &mut self,
        subject: &Value,
        members: &[Value],
        span: Span,
        written: &Expr,
    ) -> Option<TestId> {
        let mut any = None;
        for (at, member) in members.iter().enumerate() {
            let Some(test) = self.comparison(Comparison::Equal, subject, member) else {
                let place = match &*written.node {
                    ExprKind::Tuple(places) => places.get(at).map(|place| place.span),
                    _ => None,
                };
                let place = place.unwrap_or(span);
                if !self.tells_words(member, subject, place) {
                    self.wrong(member, "something of the same sort", place);
                }
                return None;
            };
            any = Some(match any {
                None => test,
                Some(before) => self.t(Test::Or(before, test)),
            });
        }
        any
    }
}
