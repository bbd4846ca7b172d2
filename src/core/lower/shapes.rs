//! Shapes, subsets and groups: several sets at once.

use super::Lowering;
use super::compare::comparison_of;
use super::names::Meaning;
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::ids::{GroupId, PackingId, ShapeId, TotalId};
use crate::program::terms::{
    Comparison, Family, FamilyId, Form, List, Num, NumId, Packing, Set, SetId, Shape, Temp, Test,
    TestId, Total, Wild,
};
use crate::program::walk::Term;
use crate::source::Span;
use crate::syntax::ast::{self, Amount, Common, DeclarationKind, Expr, ExprKind, ShapeKind};
use crate::value::NONE;
use crate::vm::MOST_KEYS;

/// What cards can be compared by.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    Any,
    /// Numbers, and words in the order of their list.
    Ordered,
    Number,
}

impl Lowering {
    // ---------------------------------------------------------------------------------------------
    // declared shapes

    /// The declaration of a shape of this name, by its place among the formulas.
    pub(super) fn shape_called(&self, name: &str) -> Option<usize> {
        match self.names.get(name)? {
            Meaning::Formula(formula) => {
                matches!(self.formulas[formula].node, DeclarationKind::Shape { .. })
                    .then_some(formula)
            }
            _ => None,
        }
    }

    /// A declared shape at one of its uses.
    pub(super) fn shape_used(&mut self, formula: usize, span: Span) -> Option<ShapeId> {
        let DeclarationKind::Shape { name, shape } = self.formulas[formula].node.clone() else {
            return None;
        };
        self.names.used.insert(name.node.clone());
        if self.open.iter().any(|(open, _)| *open == name.node) {
            let message = format!("`{}` is made of itself", name.node);
            self.report(
                Diagnostic::error("endless-formula", name.span, message).also(span, "used here"),
            );
            return None;
        }
        if !self.may_use(&name, span) {
            return None;
        }
        self.open.push((name.node.clone(), span));
        let bindings = std::mem::take(&mut self.bindings);
        let lowered = self.shape(&shape);
        self.bindings = bindings;
        self.open.pop();
        if let Some(lowered) = lowered {
            self.program.shape_formulas.entry(lowered).or_insert(formula);
        }
        lowered
    }

    fn shape(&mut self, shape: &ast::Shape) -> Option<ShapeId> {
        let made = match &shape.node {
            ShapeKind::Named(name) => {
                let Some(formula) = self.shape_called(&name.node) else {
                    let known = self
                        .formulas
                        .iter()
                        .filter(|d| matches!(d.node, DeclarationKind::Shape { .. }));
                    let known = known
                        .filter_map(|d| super::names::name_of(d))
                        .map(|name| name.node.clone())
                        .collect();
                    self.unknown("unknown-name", "shape", &name.node, name.span, known);
                    return None;
                };
                return self.shape_used(formula, name.span);
            }
            ShapeKind::AnyOf(shapes) => Shape::AnyOf(self.shapes(shapes)?),
            ShapeKind::Together(shapes) => Shape::Together(self.shapes(shapes)?),
            ShapeKind::Form(form) => Shape::Form(self.form(form, shape.span)?),
        };
        Some(self.program.terms.shapes.push(made))
    }

    fn shapes(&mut self, shapes: &[ast::Shape]) -> Option<Vec<ShapeId>> {
        let shapes: Vec<Option<ShapeId>> = shapes.iter().map(|shape| self.shape(shape)).collect();
        shapes.into_iter().collect()
    }

    fn form(&mut self, form: &ast::Form, span: Span) -> Option<Form> {
        let (least, most) = self.amount_terms(&form.amount.least, form.amount.most.as_ref())?;
        self.check_amount(&form.amount, least, most);
        self.with_candidate(ValueKind::Card, None, |low, temp| {
            let card = match &form.card {
                Some(condition) => Some(low.test(condition)?),
                None => None,
            };
            let mut made = Form {
                least,
                most,
                temp,
                card,
                same: Vec::new(),
                different: Vec::new(),
                sequence: None,
                each: None,
                total: None,
                wild: None,
            };
            let mut good = true;
            for common in &form.common {
                good &= low.common(&mut made, &common.node, common.span).is_some();
            }
            if let (Some(sequence), Some((_, each))) = (made.sequence, made.each)
                && sequence != each
            {
                let problem =
                    Diagnostic::error("mixed-shape", span, "the sequence and `of each` look at different things");
                low.report(problem.help("`4.. cards, rank in sequence, 2 of each rank`: both name the same"));
                good = false;
            }
            if made.wild.is_some() && (made.each.is_some() || made.total.is_some()) {
                let message =
                    "a wild card counts nothing of its own: with `wild`, neither `sum` nor `of each` can be asked for";
                low.error("mixed-shape", span, message);
                good = false;
            }
            good.then_some(made)
        })
    }

    fn common(&mut self, form: &mut Form, common: &Common, span: Span) -> Option<()> {
        let temp = form.temp;
        match common {
            Common::Same(value) | Common::Different(value) => {
                let key = self.card_key(value, temp, Key::Any)?;
                let same = matches!(common, Common::Same(_));
                let keys = if same { &mut form.same } else { &mut form.different };
                keys.push(key);
                if keys.len() > MOST_KEYS {
                    let message = format!(
                        "more than {MOST_KEYS} things that are the same, or different, are too many"
                    );
                    self.error("mixed-shape", span, message);
                    return None;
                }
            }
            Common::Sequence(value) => {
                let key = self.card_key(value, temp, Key::Ordered)?;
                if form.sequence.replace(key).is_some() {
                    return self.twice(span, "in sequence");
                }
            }
            Common::Each { count, value } => {
                let count = self.sure_number(count)?;
                let key = self.card_key(value, temp, Key::Any)?;
                if form.each.replace((count, key)).is_some() {
                    return self.twice(span, "of each");
                }
            }
            Common::Total { value, op, than } => {
                let key = self.card_key(value, temp, Key::Number)?;
                let than = self.num(than, ValueKind::Number)?;
                if self.mentions(Term::Num(than), temp) {
                    let message = "what the sum is compared with is the same for all cards, and this looks at one of them";
                    self.error("mixed-shape", span, message);
                    return None;
                }
                if form.total.is_some() {
                    return self.twice(span, "sum");
                }
                form.total =
                    Some(self.total(Total { temp, value: key, op: comparison_of(*op), than }));
                self.leave_out_without(form, key);
            }
            Common::Wild { amount, card } => {
                let (least, most) = self.amount_terms(&amount.least, amount.most.as_ref())?;
                self.check_amount(amount, least, most);
                let test = self.test(card)?;
                if form.wild.replace(Wild { least, most, test }).is_some() {
                    return self.twice(span, "wild");
                }
            }
        }
        Some(())
    }

    /// Keeps cards out of a form that have no such value: they would add nothing to a sum.
    fn leave_out_without(&mut self, form: &mut Form, value: NumId) {
        if let Num::Attribute { table, .. } = self.program.terms.nums[value]
            && !self.program.attributes[table].values.contains(&NONE)
        {
            return;
        }
        let lacks = self.t(Test::IsNone(value));
        let has = self.t(Test::Not(lacks));
        form.card = Some(match form.card {
            Some(card) => self.t(Test::And(card, has)),
            None => has,
        });
    }

    fn twice(&mut self, span: Span, what: &str) -> Option<()> {
        self.error("mixed-shape", span, format!("`{what}` stands twice in this shape"));
        None
    }

    /// Something of a card by which cards are compared: a number, or a word of a list.
    fn card_key(&mut self, value: &Expr, temp: Temp, key: Key) -> Option<NumId> {
        let lowered = self.expr(value);
        let scalar = match lowered {
            Value::Num(scalar) if key == Key::Any => scalar,
            // The words of a list follow each other too.
            Value::Num(scalar)
                if key == Key::Ordered && matches!(scalar.kind, ValueKind::Word(_)) =>
            {
                scalar
            }
            other => {
                self.as_scalar(other, (key != Key::Any).then_some(ValueKind::Number), value.span)?
            }
        };
        if !self.mentions(Term::Num(scalar.id), temp) {
            let problem =
                Diagnostic::error("mixed-shape", value.span, "this is the same for all cards");
            self.report(problem.help("name something of a card, such as `rank` or `suit`"));
            return None;
        }
        let Some(table) = self.static_table(scalar.id, scalar.kind, temp) else {
            return Some(scalar.id);
        };
        let card = self.n(Num::Temp(temp));
        Some(self.n(Num::Attribute { table, card }))
    }

    fn amount_terms(
        &mut self,
        least: &Expr,
        most: Option<&Expr>,
    ) -> Option<(NumId, Option<NumId>)> {
        let from = self.sure_number(least)?;
        let to = match most {
            Some(most) if most == least => Some(from),
            Some(most) => Some(self.sure_number(most)?),
            None => None,
        };
        Some((from, to))
    }

    fn check_amount(&mut self, amount: &Amount, least: NumId, most: Option<NumId>) {
        let (from, to) = (self.static_num(least), most.and_then(|most| self.static_num(most)));
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            let problem = Diagnostic::error(
                "out-of-range",
                amount.span,
                "no cards are so many: this range is empty",
            );
            self.report(problem.help(format!("the smaller number comes first: `{to}..{from}`")));
        }
    }

    fn total(&mut self, total: Total) -> TotalId {
        self.program.terms.totals.push(total)
    }

    // ---------------------------------------------------------------------------------------------
    // their uses

    /// `run of hand`: all that a shape can be among some cards.
    pub(super) fn shaped(&mut self, formula: usize, whole: &Expr, span: Span) -> Value {
        let cards = self.cards(whole);
        match (self.shape_used(formula, span), cards) {
            (Some(shape), Some(set)) => Value::Family(
                self.program.terms.family(Family::Shaped { shape, set }),
                ValueKind::Card,
            ),
            _ => Value::Poison,
        }
    }

    /// `s is run`.
    pub(super) fn has_shape(
        &mut self,
        subject: &Value,
        formula: usize,
        span: Span,
    ) -> Option<TestId> {
        let name = super::names::name_of(&self.formulas[formula])
            .map(|name| name.node.clone())
            .unwrap_or_default();
        if self.shapes_one(subject, &name, span) {
            return None;
        }
        let shape = self.shape_used(formula, span);
        let set = self.as_cards(subject.clone(), span)?;
        Some(self.t(Test::IsShape { shape: shape?, set }))
    }

    /// `run(s)`: which of the alternatives these cards are.
    pub(super) fn form_number(&mut self, name: &str, arguments: &[Expr], span: Span) -> Value {
        let Some(formula) = self.shape_called(name) else { return Value::Poison };
        if arguments.len() > 1 {
            return self.arity(name, 1, arguments.len(), span);
        }
        let [cards] = arguments else {
            let problem = Diagnostic::error(
                "shape-alone",
                span,
                format!("`{name}` is a shape, and no value"),
            );
            let help =
                format!("ask `… is {name}`, take `{name} of …`, or which form it is: `{name}(…)`");
            self.report(problem.help(help));
            return Value::Poison;
        };
        let set = self.cards(cards);
        match (self.shape_used(formula, span), set) {
            (Some(shape), Some(set)) => {
                Value::maybe(self.n(Num::FormOf { shape, set }), ValueKind::Number)
            }
            _ => Value::Poison,
        }
    }

    // ---------------------------------------------------------------------------------------------
    // subsets and groups

    /// `2.. of S`: all subsets of so many members.
    pub(super) fn subsets(&mut self, least: &Expr, most: Option<&Expr>, whole: &Expr) -> Value {
        let value = self.expr(whole);
        self.subsets_in(least, most, value, whole.span)
    }

    /// All subsets of so many members of a `whole` that stands at `span`.
    pub(super) fn subsets_in(
        &mut self,
        least: &Expr,
        most: Option<&Expr>,
        whole: Value,
        span: Span,
    ) -> Value {
        let amount = self.amount_terms(least, most);
        if whole.is_poison() {
            return Value::Poison;
        }
        match (amount, self.as_set(whole, span)) {
            (Some((least, most)), Some((set, kind))) => {
                let subsets = Family::Subsets { set, least, most, total: None };
                Value::Family(self.program.terms.family(subsets), kind)
            }
            _ => Value::Poison,
        }
    }

    /// `groups of S by E`.
    pub(super) fn groups(&mut self, set: &Expr, key: &Expr) -> Value {
        let Some((set, kind)) = self.set(set) else { return Value::Poison };
        let (scalar, temp) = self.with_candidate(kind, None, |low, temp| {
            let value = low.expr(key);
            (low.as_scalar(value, None, key.span), temp)
        });
        let Some(scalar) = scalar else { return Value::Poison };
        Value::Family(self.program.terms.family(Family::Groups { set, temp, key: scalar.id }), kind)
    }

    /// A family narrowed by a condition on its sets. A sum over all subsets is searched for, and
    /// not tried out.
    pub(super) fn filter_family(&mut self, family: FamilyId, temp: Temp, test: TestId) -> FamilyId {
        if let Test::And(a, b) = self.program.terms.tests[test] {
            let narrowed = self.filter_family(family, temp, a);
            return self.filter_family(narrowed, temp, b);
        }
        if let Family::Subsets { set, least, most, total: None } =
            self.program.terms.families[family]
            && let Some(total) = self.sum_condition(test, temp)
        {
            let total = Some(self.total(total));
            return self.program.terms.family(Family::Subsets { set, least, most, total });
        }
        self.program.terms.family(Family::Filter { family, temp, test })
    }

    /// A comparison of a sum over the candidate with something that does not look at it.
    fn sum_condition(&mut self, test: TestId, temp: Temp) -> Option<Total> {
        let Test::Compare { op, left, right } = self.program.terms.tests[test] else {
            return None;
        };
        let (as_it_is, turned) = ((left, op, right), (right, op.turned(), left));
        self.total_of(as_it_is, temp).or_else(|| self.total_of(turned, temp))
    }

    /// What a sum over the candidate is compared with, where the other side does not look at it.
    fn total_of(
        &mut self,
        (sum, op, than): (NumId, Comparison, NumId),
        candidate: Temp,
    ) -> Option<Total> {
        if self.mentions(Term::Num(than), candidate) {
            return None;
        }
        let (temp, value) = match self.program.terms.nums[sum] {
            Num::SumOver { set, temp, value }
                if self.is_candidate_set(set, candidate)
                    && !self.mentions(Term::Num(value), candidate) =>
            {
                (temp, value)
            }
            Num::SumAttribute { set, table } if self.is_candidate_set(set, candidate) => self
                .with_temp(|low, temp| {
                    let card = low.n(Num::Temp(temp));
                    (temp, low.n(Num::Attribute { table, card }))
                }),
            _ => return None,
        };
        Some(Total { temp, value, op, than })
    }

    fn is_candidate_set(&self, set: SetId, temp: Temp) -> bool {
        self.program.terms.sets[set] == Set::Temp(temp)
    }

    /// Whether no member is in two of a family's sets.
    pub(super) fn are_disjoint(&self, family: FamilyId) -> bool {
        match self.program.terms.families[family] {
            Family::Groups { .. } | Family::Parts(_) => true,
            Family::Filter { family, .. } | Family::Ties { family, .. } => {
                self.are_disjoint(family)
            }
            Family::Shaped { .. } | Family::Subsets { .. } => false,
        }
    }

    /// A family of disjoint sets made of another `set`. Filters and ties are left out: they have
    /// narrowed that set before.
    pub(super) fn family_over(&mut self, family: FamilyId, set: SetId) -> FamilyId {
        let made = match self.program.terms.families[family] {
            Family::Groups { temp, key, .. } => Family::Groups { set, temp, key },
            Family::Parts(packing) => {
                let packing = Packing { set, ..self.program.terms.packings[packing].clone() };
                self.program.terms.packings.push(packing);
                Family::Parts(PackingId::new(self.program.terms.packings.len() - 1))
            }
            Family::Filter { family, .. } | Family::Ties { family, .. } => {
                return self.family_over(family, set);
            }
            other @ (Family::Shaped { .. } | Family::Subsets { .. }) => other,
        };
        self.program.terms.family(made)
    }

    // ---------------------------------------------------------------------------------------------
    // ends, scores

    /// `first(3) of S`, `last(2) of S`: of a set, or of a list.
    pub(super) fn ends(&mut self, last: bool, count: &Expr, whole: &Expr) -> Value {
        let (number, value) = (self.sure_number(count), self.expr(whole));
        let name = if last { "last" } else { "first" };
        self.warn_of_an_end_of_a_pile((name, Some(count.span)), (&value, whole.span));
        let Some(count) = number else { return Value::Poison };
        match value {
            Value::Poison => Value::Poison,
            Value::List(list, kind) => {
                Value::List(self.program.terms.list(List::Ends { list, count, last }), kind)
            }
            other => match self.as_set(other, whole.span) {
                Some((set, kind)) => Value::Set(self.s(Set::Ends { set, count, last }), kind),
                None => Value::Poison,
            },
        }
    }

    /// A score, and what decides between equal ones: `score = (E, F)`.
    pub(crate) fn score_values(&mut self, score: &Expr) -> Option<(NumId, Option<GroupId>)> {
        let ExprKind::Tuple(members) = &*score.node else {
            return Some((self.sure_number(score)?, None));
        };
        let values: Vec<Option<NumId>> =
            members.iter().map(|member| self.sure_number(member)).collect();
        let values: Vec<NumId> = values.into_iter().collect::<Option<_>>()?;
        let (&first, ties) = values.split_first()?;
        let ties = ties.to_vec();
        Some((first, (!ties.is_empty()).then(|| self.group(ties))))
    }
}
