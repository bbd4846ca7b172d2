//! Expressions: literals, arithmetic, `and` and `or`, `if`, `default`.

use super::Lowering;
use super::formulas::TOO_LARGE;
use super::value::{OneOfZones, Scalar, Value};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::terms::{List, Num, Set, SetId, Test, TestId};
use crate::source::Span;
use crate::syntax::ast::{ArithmeticOp, Expr, ExprKind, FoldKind};
use crate::value::Bits;

/// An expression stands in so many others at most, those of formulas included: each takes room on
/// the stack.
const DEEPEST: usize = 400;

/// The word that asks something of a set and gives no set, where an operand is such an expression.
fn asked_of_a_set(operand: &Expr) -> Option<&'static str> {
    let ExprKind::Fold(fold) = &*operand.node else { return None };
    match fold.kind {
        FoldKind::Count => Some("count"),
        FoldKind::Any => Some("any"),
        FoldKind::No => Some("no"),
        FoldKind::Sum => Some("sum … over"),
        FoldKind::Highest => Some("highest … over"),
        FoldKind::Lowest => Some("lowest … over"),
        FoldKind::The
        | FoldKind::Those
        | FoldKind::AllAre
        | FoldKind::Most
        | FoldKind::Least
        | FoldKind::Sorted
        | FoldKind::Commonest => None,
    }
}

impl Lowering {
    pub(crate) fn expr(&mut self, expr: &Expr) -> Value {
        self.depth += 1;
        let value =
            if self.depth > DEEPEST { self.too_deep(expr.span) } else { self.value_of(expr) };
        self.depth -= 1;
        self.typed.note(expr.span, &value);
        value
    }

    fn too_deep(&mut self, span: Span) -> Value {
        let message = "the formulas stand too deep inside each other here";
        let problem = Diagnostic::error(TOO_LARGE, span, message);
        self.too_large(problem.help("let an effect keep a value on the way"));
        Value::Poison
    }

    fn value_of(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        match &*expr.node {
            ExprKind::Number(n) => {
                let id = self.constant(*n);
                Value::num(id, ValueKind::Number)
            }
            ExprKind::Text(text) => Value::Text(text.clone()),
            ExprKind::Flag(flag) => Value::Test(self.t(Test::Const(*flag))),
            ExprKind::None => Value::None,
            ExprKind::Empty => Value::Empty,
            ExprKind::All => self.all_seats(),
            ExprKind::Name { name, arguments } => {
                self.name(&name.node, arguments.as_deref(), name.span)
            }
            ExprKind::Of { part, whole } => self.of(part, whole, span),
            ExprKind::Where { set, conditions } => self.filtered(set, None, conditions),
            ExprKind::Default { value, fallback } => self.default(value, fallback),
            ExprKind::Fold(fold) => self.fold(fold, span),
            ExprKind::Pairing { value, left, right } => self.pairing(value, left, right),
            ExprKind::Packing { combinations, set } => self.packing(combinations, set),
            ExprKind::Parts { combinations, set } => self.parts(combinations, set),
            ExprKind::Groups { set, key } => self.groups(set, key),
            ExprKind::Walk { steps, from, through } => self.walk(steps, from, through),
            ExprKind::Reached { from, step } => self.reached(from, step),
            ExprKind::Roll { sides } => self.roll(sides, span),
            ExprKind::Can(call) => self.can(call, span),
            ExprKind::Random { amount, set } => self.random(amount.as_ref(), set, span),
            ExprKind::Tuple(members) if members.len() == 1 => self.expr(&members[0]),
            ExprKind::Tuple(members) => {
                Value::Tuple(members.iter().map(|m| self.expr(m)).collect())
            }
            ExprKind::Range { from, to } => self.range(from, to.as_ref(), span),
            ExprKind::Arithmetic { op, left, right } => self.arithmetic(*op, left, right),
            ExprKind::Negate(value) => match self.sure_number(value) {
                Some(id) => Value::num(self.n(Num::Negate(id)), ValueKind::Number),
                None => Value::Poison,
            },
            ExprKind::Compare { op, left, right } => self.compare(*op, left, right, span),
            ExprKind::And(members) => self.connect(members, "and", Test::And),
            ExprKind::Or(members) => self.connect(members, "or", Test::Or),
            ExprKind::Not(condition) => match self.test(condition) {
                Some(test) => Value::Test(self.t(Test::Not(test))),
                None => Value::Poison,
            },
            ExprKind::Is { value, not, what } => self.is(value, *not, what),
            ExprKind::In { value, not, set } => self.is_in(value, *not, set),
            ExprKind::If { condition, then, otherwise } => self.choose(condition, then, otherwise),
        }
    }

    fn all_seats(&mut self) -> Value {
        let all = Bits::below(usize::from(self.program.seats));
        Value::Set(self.constant_set(all), ValueKind::Player)
    }

    fn range(&mut self, from: &Expr, to: Option<&Expr>, span: Span) -> Value {
        let Some(to) = to else {
            return self.error(
                "open-range",
                span,
                "this range has no end; here it needs one: `1..6`",
            );
        };
        match (self.sure_number(from), self.sure_number(to)) {
            (Some(from), Some(to)) => Value::Range { from, to },
            _ => Value::Poison,
        }
    }

    fn arithmetic(&mut self, op: ArithmeticOp, left: &Expr, right: &Expr) -> Value {
        let (a, b) = (self.expr(left), self.expr(right));
        let is_known = [(&a, left), (&b, right)].map(|(value, side)| self.is_known(value, side));
        if is_known != [true, true] {
            return Value::Poison;
        }
        if matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract)
            && let (Some(a), Some(b)) = (self.as_set_operand(&a), self.as_set_operand(&b))
        {
            return self.set_arithmetic(op, a, b, left, right);
        }
        if matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract)
            && let Some(word) = asked_of_a_set(left)
            && self.as_set_operand(&b).is_some()
        {
            let sign = if op == ArithmeticOp::Add { '+' } else { '-' };
            let found = b.describe(&self.program.lists);
            let message = format!(
                "`{word}` takes what stands before the `{sign}`, and its value cannot be put together with {found}"
            );
            let problem = Diagnostic::error("wrong-type", left.span.to(right.span), message);
            self.report(
                problem.help(format!("put the whole set in brackets: `{word} (… {sign} …)`")),
            );
            return Value::Poison;
        }
        let (Some(a), Some(b)) = (
            self.as_scalar(a, Some(ValueKind::Number), left.span),
            self.as_scalar(b, Some(ValueKind::Number), right.span),
        ) else {
            return Value::Poison;
        };
        // What is counted with nothing is nothing; where a number is needed for sure, that is said
        // there.
        let maybe = a.maybe || b.maybe;
        if matches!(op, ArithmeticOp::Divide | ArithmeticOp::Remainder)
            && self.static_num(b.id) == Some(0)
        {
            return self.error("division-by-zero", right.span, "this divides by zero");
        }
        let term = match op {
            ArithmeticOp::Add => Num::Add(a.id, b.id),
            ArithmeticOp::Subtract => Num::Subtract(a.id, b.id),
            ArithmeticOp::Multiply => Num::Multiply(a.id, b.id),
            ArithmeticOp::Divide => Num::Divide(a.id, b.id),
            ArithmeticOp::Remainder => Num::Remainder(a.id, b.id),
        };
        Value::maybe_if(self.n(term), ValueKind::Number, maybe)
    }

    /// A side of `+` or `-` that is a set: zones and sets, and single things that are no numbers.
    fn as_set_operand(
        &mut self,
        value: &Value,
    ) -> Option<(crate::program::terms::SetId, ValueKind)> {
        match value {
            Value::Set(..) | Value::Zone(_) | Value::OneOfZones(_) => self.try_set(value),
            Value::Num(scalar)
                if !matches!(
                    scalar.kind,
                    ValueKind::Number | ValueKind::Flag | ValueKind::Team
                ) =>
            {
                let set = self.s(Set::One(scalar.id));
                Some((set, scalar.kind))
            }
            Value::Tuple(_) => self.try_set(value),
            _ => None,
        }
    }

    fn set_arithmetic(
        &mut self,
        op: ArithmeticOp,
        (a, a_kind): (crate::program::terms::SetId, ValueKind),
        (b, b_kind): (crate::program::terms::SetId, ValueKind),
        left: &Expr,
        right: &Expr,
    ) -> Value {
        if a_kind != b_kind {
            let (a, b) = (
                super::value::many(a_kind, &self.program.lists),
                super::value::many(b_kind, &self.program.lists),
            );
            let problem = Diagnostic::error(
                "wrong-type",
                left.span.to(right.span),
                format!("{a} and {b} cannot be put together"),
            );
            self.report(problem.also(right.span, format!("these are {b}")));
            return Value::Poison;
        }
        let set = if op == ArithmeticOp::Add { Set::Union(a, b) } else { Set::Minus(a, b) };
        Value::Set(self.s(set), a_kind)
    }

    fn connect(&mut self, members: &[Expr], word: &str, make: fn(TestId, TestId) -> Test) -> Value {
        let tests: Vec<Option<TestId>> =
            (0..members.len()).map(|at| self.connected(members, at, word)).collect();
        let mut tests = tests.into_iter().rev();
        let Some(Some(mut all)) = tests.next() else { return Value::Poison };
        for test in tests {
            let Some(test) = test else { return Value::Poison };
            all = self.t(make(test, all));
        }
        Value::Test(all)
    }

    /// One condition of several, or what goes on with the comparison before it.
    fn connected(&mut self, members: &[Expr], at: usize, word: &str) -> Option<TestId> {
        let told = self.problems.len();
        let mut sure = Vec::new();
        for before in &members[..at] {
            self.note_sure(before, word == "and", &mut sure);
        }
        let value = self.with_bindings(sure, |low| low.expr(&members[at]));
        if let Some(help) = self.instead_of_likeness(members, at, word)
            && let Some(problem) = self.problems.iter_mut().skip(told).find(|it| it.code == "whose")
        {
            problem.help = Some(help);
        }
        if let Some(help) = self.instead_of_condition(&value, members, at) {
            // What is said of the first of several words is said of all.
            if self.problems.last().is_some_and(|problem| problem.help.as_ref() == Some(&help)) {
                return None;
            }
            let found = value.describe(&self.program.lists);
            let message = format!("a condition (a yes or no) is wanted here, and this is {found}");
            let problem = Diagnostic::error("wrong-type", members[at].span, message);
            self.report(problem.help(help));
            return None;
        }
        self.as_test(value, members[at].span)
    }

    fn choose(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Value {
        let test = self.test(condition);
        let a = self.guarded(condition, true, |low| low.expr(then));
        let b = self.guarded(condition, false, |low| low.expr(otherwise));
        match test {
            Some(test) => self.either(test, a, b, then.span, otherwise.span),
            None => Value::Poison,
        }
    }

    /// One of two values by a test: they must be of one type. A test that is known before play
    /// leaves only one.
    pub(crate) fn either(
        &mut self,
        test: TestId,
        a: Value,
        b: Value,
        first: Span,
        second: Span,
    ) -> Value {
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        let known = self.static_test(test);
        if let (Value::Test(then), Value::Test(otherwise)) = (&a, &b) {
            let chosen = known.map(|yes| if yes { *then } else { *otherwise });
            let (then, otherwise) = (*then, *otherwise);
            return Value::Test(
                chosen.unwrap_or_else(|| self.t(Test::If { test, then, otherwise })),
            );
        }
        if let (Some(x), Some(y)) = (self.only_slot(&a), self.only_slot(&b)) {
            let slot = self.n(Num::If { test, then: x, otherwise: y });
            return match known {
                Some(true) => a,
                Some(false) => b,
                None => {
                    Value::OneOfZones(Box::new(OneOfZones { test, then: a, otherwise: b, slot }))
                }
            };
        }
        if let Some(scalar) = self.either_scalar(test, &a, &b) {
            return match (known, matches!(a, Value::Word(_)) || matches!(b, Value::Word(_))) {
                (Some(true), false) => a,
                (Some(false), false) => b,
                _ => Value::Num(scalar),
            };
        }
        if let (Some((x, x_kind)), Some((y, y_kind))) = (self.try_set(&a), self.try_set(&b))
            && (x_kind == y_kind || matches!(a, Value::Empty) || matches!(b, Value::Empty))
        {
            let kind = if matches!(a, Value::Empty) { y_kind } else { x_kind };
            return Value::Set(self.s(Set::If { test, then: x, otherwise: y }), kind);
        }
        if let (Some((x, kind)), Some((y, _))) = (self.try_list(&a), self.try_list(&b)) {
            return Value::List(
                self.program.terms.list(List::If { test, then: x, otherwise: y }),
                kind,
            );
        }
        for (value, place) in [(&a, first), (&b, second)] {
            if matches!(value, Value::Word(_)) && self.try_scalar(value, None).is_none() {
                self.wrong(value, "a value", place);
                return Value::Poison;
            }
        }
        let (x, y) = (a.describe(&self.program.lists), b.describe(&self.program.lists));
        let problem = Diagnostic::error(
            "wrong-type",
            second,
            format!("this gives {y}, and the case before it {x}"),
        );
        let problem = problem.also(first, format!("this gives {x}"));
        let is_condition = |value: &Value| matches!(value, Value::Test(_));
        self.report(match is_condition(&a) == is_condition(&b) {
            true => problem,
            false => problem.help(
                "a comparison behind `then` or `else` stands in brackets: `else (tally > 60)`",
            ),
        });
        Value::Poison
    }

    fn either_scalar(&mut self, test: TestId, a: &Value, b: &Value) -> Option<Scalar> {
        // A zone in one case and a slot in the other are places both.
        let place = |v: &Value| {
            v.is_zone() || matches!(v, Value::Num(Scalar { kind: ValueKind::Slot, .. }))
        };
        let (x, y) = match (a, b) {
            (Value::None, _) => {
                let y = self.try_scalar(b, place(b).then_some(ValueKind::Slot))?;
                (self.try_scalar(a, Some(y.kind))?, y)
            }
            (_, Value::None) => {
                let x = self.try_scalar(a, place(a).then_some(ValueKind::Slot))?;
                (x, self.try_scalar(b, Some(x.kind))?)
            }
            _ if place(a) && place(b) => (
                self.try_scalar(a, Some(ValueKind::Slot))?,
                self.try_scalar(b, Some(ValueKind::Slot))?,
            ),
            _ => self.alike(a, b)?,
        };
        let id = self.n(Num::If { test, then: x.id, otherwise: y.id });
        Some(Scalar { id, kind: self.wider(x.kind, y.kind), maybe: x.maybe || y.maybe })
    }

    /// Two values as scalars of one kind, or as words of two lists of which one has all words of
    /// the other.
    fn alike(&mut self, a: &Value, b: &Value) -> Option<(Scalar, Scalar)> {
        if let (Value::Num(x), Value::Num(y)) = (a, b)
            && self.share_words(x.kind, y.kind)
        {
            return Some((*x, *y));
        }
        let agreed = self.agree(a, b);
        if agreed.is_some() {
            return agreed;
        }
        let (x, y) = (self.try_scalar(a, None)?, self.try_scalar(b, None)?);
        self.share_words(x.kind, y.kind).then_some((x, y))
    }

    /// Whether both are words, and one list has all words of the other.
    fn share_words(&self, a: ValueKind, b: ValueKind) -> bool {
        matches!((a, b), (ValueKind::Word(a), ValueKind::Word(b)) if self.lists_agree(a, b))
    }

    /// Of two kinds of words the one with more of them; else the first.
    fn wider(&self, a: ValueKind, b: ValueKind) -> ValueKind {
        match (a, b) {
            (ValueKind::Word(one), ValueKind::Word(other))
                if self.program.lists[other].words.len() > self.program.lists[one].words.len() =>
            {
                b
            }
            _ => a,
        }
    }

    fn default(&mut self, value: &Expr, fallback: &Expr) -> Value {
        let (a, b) = (self.expr(value), self.expr(fallback));
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        let place = matches!(a, Value::Num(Scalar { kind: ValueKind::Slot, .. }));
        let pair = if place {
            match (self.try_scalar(&a, None), self.try_scalar(&b, Some(ValueKind::Slot))) {
                (Some(x), Some(y)) => Some((x, y)),
                _ => None,
            }
        } else {
            self.alike(&a, &b)
        };
        let Some((x, y)) = pair else {
            if let (Some((x, kind)), Some((y, other))) = (self.try_set(&a), self.try_set(&b))
                && kind == other
            {
                return Value::Set(self.or_else(x, y), kind);
            }
            for (value, place) in [(&a, value), (&b, fallback)] {
                if matches!(value, Value::Word(_)) && self.try_scalar(value, None).is_none() {
                    self.wrong(value, "a value", place.span);
                    return Value::Poison;
                }
            }
            let (x, y) = (a.describe(&self.program.lists), b.describe(&self.program.lists));
            return self.error(
                "wrong-type",
                value.span.to(fallback.span),
                format!("`default` needs the same sort on both sides: here {x}, and {y}"),
            );
        };
        let id = self.n(Num::Default { value: x.id, fallback: y.id });
        Value::Num(Scalar { id, kind: self.wider(x.kind, y.kind), maybe: y.maybe })
    }

    /// The set, or what stands in for it when it is empty.
    pub(super) fn or_else(&mut self, set: SetId, fallback: SetId) -> SetId {
        let test = self.t(Test::Any(set));
        self.s(Set::If { test, then: set, otherwise: fallback })
    }
}
