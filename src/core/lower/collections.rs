//! `where`, draws, and the native searches.

use super::Lowering;
use super::names::Meaning;
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::program::ids::PackingId;
use crate::program::terms::{
    Family, FamilyId, List, ListId, Lot, Lots, Num, NumId, Packing, PackingGroup, Pairing, Set,
    SetId, Temp, Test, TestId, Walk,
};
use crate::program::walk::{self, Term};
use crate::program::{Keys, OptionSetting, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Amount, DeclarationKind, Expr, ExprKind, Name};
use crate::tabletop::ids::AttributeId;

/// What a fold goes over.
#[derive(Clone, Copy)]
pub(super) enum Over {
    Set(SetId, ValueKind),
    List(ListId, ValueKind),
    Family(FamilyId, ValueKind),
}

impl Over {
    pub(super) fn kind(self) -> ValueKind {
        let (Over::Set(_, kind) | Over::List(_, kind) | Over::Family(_, kind)) = self;
        kind
    }
}

impl Lowering {
    // ---------------------------------------------------------------------------------------------
    // where

    /// The candidate may have a name, beside `it`.
    pub(crate) fn filtered(
        &mut self,
        set: &Expr,
        candidate: Option<&Name>,
        conditions: &[Expr],
    ) -> Value {
        let value = self.expr(set);
        self.filter_value(value, candidate, conditions, set.span)
    }

    pub(super) fn filter_value(
        &mut self,
        value: Value,
        candidate: Option<&Name>,
        conditions: &[Expr],
        span: Span,
    ) -> Value {
        let Some(mut over) = self.over(value, span) else { return Value::Poison };
        for condition in conditions {
            let Some(narrowed) = self.narrow(over, candidate, condition) else {
                return Value::Poison;
            };
            over = narrowed;
        }
        match over {
            Over::Set(set, kind) => Value::Set(set, kind),
            Over::List(list, kind) => Value::List(list, kind),
            Over::Family(family, kind) => Value::Family(family, kind),
        }
    }

    pub(super) fn over(&mut self, value: Value, span: Span) -> Option<Over> {
        if let Value::List(list, kind) = &value {
            return Some(Over::List(*list, *kind));
        }
        if let Value::Family(family, kind) = &value {
            return Some(Over::Family(*family, *kind));
        }
        if let Some((set, kind)) = self.try_set(&value) {
            return Some(Over::Set(set, kind));
        }
        match self.try_list(&value) {
            Some((list, kind)) => Some(Over::List(list, kind)),
            None => {
                self.wrong(&value, "a set", span);
                None
            }
        }
    }

    /// `turns where me is not leader`: the players looked at are `it`, one after the other, and
    /// `me` is somebody else.
    pub(super) fn warn_of_same(&mut self, test: TestId, candidate: NumId, condition: &Expr) {
        let terms = &self.program.terms;
        let of_me = |term: Term| matches!(term, Term::Num(id) if terms.nums[id] == Num::Me);
        let asks =
            |wanted: &mut dyn FnMut(Term) -> bool| walk::any(terms, Term::Test(test), wanted);
        if asks(&mut |term| term == Term::Num(candidate)) {
            return;
        }
        if !asks(&mut |term| of_me(term)) {
            return self.warn_of_everybodys(condition);
        }
        let words = "this looks at `me` and not at the player in question: it holds for all of them, or for none";
        let problem = Diagnostic::warning("same-for-all", condition.span, words);
        self.report(problem.help("the player in question is `it`: `where it is not leader`"));
    }

    /// `players where hand of all is empty`, of which no candidate is asked.
    fn warn_of_everybodys(&mut self, condition: &Expr) {
        let written = self.written(condition.span);
        let Some((part, rest)) = written.split_once(" of all") else { return };
        if !rest.is_empty() && !rest.starts_with(' ') && !rest.starts_with(')') {
            return;
        }
        let words = "this looks at all of them together, and not at the player in question: it holds for \
             all, or for none";
        let problem = Diagnostic::warning("same-for-all", condition.span, words);
        self.report(problem.help(format!("leave out `of all`: `where {part}{rest}`")));
    }

    pub(super) fn narrow(
        &mut self,
        over: Over,
        candidate: Option<&Name>,
        condition: &Expr,
    ) -> Option<Over> {
        let name = candidate.map(|n| n.node.as_str());
        let told = self.problems.len();
        let narrowed = self.narrowed(over, name, condition);
        if narrowed.is_none() {
            self.where_it_goes_on(told, condition);
        }
        narrowed
    }

    /// Tells of the problems from `told` on, which a condition brought, that it ends earlier:
    /// `count hand where red + 1`.
    fn where_it_goes_on(&mut self, told: usize, condition: &Expr) {
        let ExprKind::Arithmetic { left, .. } = &*condition.node else { return };
        let (all, first) = (self.written(condition.span), self.written(left.span));
        let Some(rest) = all.strip_prefix(&first) else { return };
        let mut problems = self.problems.iter_mut().skip(told);
        let of_it = problems.find(|it| it.code == "wrong-type" && it.span == left.span);
        if let Some(problem) = of_it {
            problem.help =
                Some(format!("a `where` takes what stands behind it: `(… where {first}){rest}`"));
        }
    }

    fn narrowed(&mut self, over: Over, name: Option<&str>, condition: &Expr) -> Option<Over> {
        match over {
            Over::Set(set, kind) => {
                let (test, temp) =
                    self.with_candidate(kind, name, |low, temp| (low.test(condition), temp));
                if let (Some(test), ValueKind::Player | ValueKind::Team) = (test, kind) {
                    let candidate = self.n(Num::Temp(temp));
                    self.warn_of_same(test, candidate, condition);
                }
                Some(Over::Set(self.filter_set(set, kind, temp, test?), kind))
            }
            Over::List(list, kind) => {
                let (test, temp) =
                    self.with_candidate(kind, name, |low, temp| (low.test(condition), temp));
                Some(Over::List(
                    self.program.terms.list(List::Filter { list, temp, test: test? }),
                    kind,
                ))
            }
            Over::Family(family, kind) => {
                let (test, temp) =
                    self.with_set_candidate(kind, name, |low, temp| (low.test(condition), temp));
                Some(Over::Family(self.filter_family(family, temp, test?), kind))
            }
        }
    }

    /// A set narrowed by a test. What depends on the card alone is worked out now; `and` is taken
    /// apart for that.
    pub(crate) fn filter_set(
        &mut self,
        set: SetId,
        kind: ValueKind,
        temp: Temp,
        test: TestId,
    ) -> SetId {
        if kind == ValueKind::Card {
            if let Some(cards) = self.static_cards(test, temp) {
                let fixed = self.constant_set(cards);
                return self.masked(set, fixed);
            }
            if let Some(mask) = self.mask_of(test, temp) {
                return self.masked(set, mask);
            }
        }
        if kind == ValueKind::Slot
            && let Some(mask) = self.slot_mask(test, temp)
        {
            return mask(self, set);
        }
        if let Some((others, inside)) = self.is_member_of(test, temp) {
            return if inside { self.masked(set, others) } else { self.unmasked(set, others) };
        }
        if let Test::And(a, b) = self.program.terms.tests[test] {
            let narrowed = self.filter_set(set, kind, temp, a);
            return self.filter_set(narrowed, kind, temp, b);
        }
        self.s(Set::Filter { set, temp, test })
    }

    /// The members that are in the mask too. What has to be tried member by member comes last, for
    /// those that are left.
    fn masked(&mut self, set: SetId, mask: SetId) -> SetId {
        match self.program.terms.sets[set] {
            Set::Filter { set, temp, test } => {
                let set = self.masked(set, mask);
                self.s(Set::Filter { set, temp, test })
            }
            _ => self.s(Set::Both(set, mask)),
        }
    }

    /// The members that are not in the mask. What has to be tried member by member comes last, for
    /// those that are left.
    fn unmasked(&mut self, set: SetId, mask: SetId) -> SetId {
        match self.program.terms.sets[set] {
            Set::Filter { set, temp, test } => {
                let set = self.unmasked(set, mask);
                self.s(Set::Filter { set, temp, test })
            }
            _ => self.s(Set::Minus(set, mask)),
        }
    }

    /// Whether the candidate is in a set that is the same for all candidates, or is not in it.
    fn is_member_of(&self, test: TestId, temp: Temp) -> Option<(SetId, bool)> {
        use crate::program::tune::is_same_for_all;
        use crate::program::walk::Term;
        let (inner, inside) = match self.program.terms.tests[test] {
            Test::Not(inner) => (self.program.terms.tests[inner], false),
            other => (other, true),
        };
        let Test::In { value, set } = inner else { return None };
        let is_candidate = self.program.terms.nums[value] == Num::Temp(temp);
        (is_candidate && is_same_for_all(&self.program, Term::Set(set), temp))
            .then_some((set, inside))
    }

    /// Tests of a card that are a set of cards already: face up, marked, with an attribute's value.
    fn mask_of(&mut self, test: TestId, temp: Temp) -> Option<SetId> {
        use crate::program::terms::Comparison;
        use crate::program::walk::{Term, any};
        let is_candidate = |low: &Self, n: crate::program::terms::NumId| {
            low.program.terms.nums[n] == Num::Temp(temp)
        };
        match self.program.terms.tests[test] {
            Test::FaceUp { card } if is_candidate(self, card) => Some(self.s(Set::FaceUp)),
            Test::CardFlag { mark, card } if is_candidate(self, card) => {
                Some(self.s(Set::CardFlagged { mark }))
            }
            Test::Compare { op: Comparison::Equal, left, right } => {
                let (attribute, other) =
                    match (self.attribute_of(left, temp), self.attribute_of(right, temp)) {
                        (Some(table), None) => (table, right),
                        (None, Some(table)) => (table, left),
                        _ => return None,
                    };
                // A condition before it may keep it from failing: it is asked of each card then.
                let may_fail = |t: Term| match t {
                    Term::Num(id) => matches!(
                        self.program.terms.nums[id],
                        Num::Divide(..) | Num::Remainder(..) | Num::Script(_)
                    ),
                    _ => false,
                };
                let is_asked = |t: Term| {
                    may_fail(t)
                        || crate::program::walk::reads(&self.program, t)
                            == crate::program::walk::Reads::Chance
                };
                if self.mentions(Term::Num(other), temp)
                    || any(&self.program.terms, Term::Num(other), &mut { is_asked })
                {
                    return None;
                }
                Some(self.s(Set::WithAttribute { table: attribute, value: other }))
            }
            _ => None,
        }
    }

    fn attribute_of(&self, value: crate::program::terms::NumId, temp: Temp) -> Option<AttributeId> {
        let Num::Attribute { table, card } = self.program.terms.nums[value] else {
            return None;
        };
        (self.program.terms.nums[card] == Num::Temp(temp)).then_some(table)
    }

    pub(super) fn mentions(&self, term: crate::program::walk::Term, temp: Temp) -> bool {
        use crate::program::walk::{Reads, any, reads};
        any(&self.program.terms, term, &mut |t| reads(&self.program, t) == Reads::Temp(temp))
    }

    /// Tests of a slot that are a set of slots already: with a mark, without it.
    #[allow(clippy::type_complexity, reason = "one way to narrow, given to one caller")]
    fn slot_mask(
        &mut self,
        test: TestId,
        temp: Temp,
    ) -> Option<Box<dyn Fn(&mut Self, SetId) -> SetId>> {
        let flag = |low: &Self, test: TestId| match low.program.terms.tests[test] {
            Test::SlotFlag { mark, slot } if low.program.terms.nums[slot] == Num::Temp(temp) => {
                Some(mark)
            }
            _ => None,
        };
        if let Some(mark) = flag(self, test) {
            return Some(Box::new(move |low, set| {
                let marked = low.s(Set::SlotFlagged { mark });
                low.s(Set::Both(set, marked))
            }));
        }
        let Test::Not(inner) = self.program.terms.tests[test] else { return None };
        let mark = flag(self, inner)?;
        Some(Box::new(move |low, set| {
            let marked = low.s(Set::SlotFlagged { mark });
            low.s(Set::Minus(set, marked))
        }))
    }

    /// The condition that `a` and `b` both hold; one that always holds is left out.
    pub(super) fn both(&mut self, a: TestId, b: TestId) -> TestId {
        let always = self.t(Test::Const(true));
        match (a == always, b == always) {
            (true, _) => b,
            (_, true) => a,
            _ => self.t(Test::And(a, b)),
        }
    }

    // ---------------------------------------------------------------------------------------------
    // draws

    pub(crate) fn roll(&mut self, sides: &Expr, span: Span) -> Value {
        if !self.can_draw(span, "`roll`") {
            return Value::Poison;
        }
        let Some(number) = self.sure_number(sides) else { return Value::Poison };
        self.warn_of_what_it_hangs_on();
        // All are told how many sides the die has.
        if !self.is_open_once_chosen(number) {
            let words = "how many sides this die has depends on cards that not everybody sees, \
                         and all see the die";
            let help = "roll a die that everybody knows, and look at the cards when it lies";
            self.report(Diagnostic::warning("leaks", sides.span, words).help(help));
        }
        Value::num(self.n(Num::Roll { sides: number }), ValueKind::Number)
    }

    pub(crate) fn random(&mut self, amount: Option<&Amount>, set: &Expr, span: Span) -> Value {
        if !self.can_draw(span, "`random`") {
            return Value::Poison;
        }
        if let Some(amount) = amount
            && amount.most.as_ref() != Some(&amount.least)
        {
            let problem = Diagnostic::error(
                "wrong-type",
                amount.span,
                "expected how many, found several numbers",
            );
            self.report(problem.help("throw how many it is to be: `random (roll 4) of …`"));
            return Value::Poison;
        }
        let named = if amount.is_none() { self.named_amount(set) } else { None };
        let (least, set) = match (&named, amount) {
            (Some((amount, set)), _) => (Some(amount), set),
            (None, amount) => (amount.map(|amount| &amount.least), set),
        };
        let value = self.expr(set);
        if value.is_poison() {
            return Value::Poison;
        }
        if let Some(help) = self.instead_of_random(&value) {
            let found = value.describe(&self.program.lists);
            let message = format!("a set is wanted here, and this is {found}");
            self.report(Diagnostic::error("wrong-type", set.span, message).help(help));
            return Value::Poison;
        }
        let Some((set, kind)) = self.as_set(value, set.span) else { return Value::Poison };
        let lot = Lot { of: Lots::of(kind), open: self.all_know(set) };
        let Some(least) = least else {
            return Value::maybe(self.n(Num::RandomOf { set, lot }), kind);
        };
        match self.sure_number(least) {
            Some(count) => Value::Set(self.s(Set::RandomOf { set, count, lot }), kind),
            None => Value::Poison,
        }
    }

    /// `random n of S` reads like `random hand of foe`: what `n` names tells them apart.
    pub(super) fn named_amount(&self, set: &Expr) -> Option<(Expr, Expr)> {
        let (path, conditions) = match &*set.node {
            ExprKind::Where { set, conditions } => (set, Some(conditions)),
            _ => (set, None),
        };
        let ExprKind::Of { part, whole } = &*path.node else { return None };
        let ExprKind::Name { name, arguments: None } = &*part.node else { return None };
        if !self.names_a_number(&name.node) {
            return None;
        }
        let whole = match conditions {
            Some(conditions) => Spanned::new(
                Box::new(ExprKind::Where { set: whole.clone(), conditions: conditions.clone() }),
                whole.span.to(set.span),
            ),
            None => whole.clone(),
        };
        Some((part.clone(), whole))
    }

    /// Whether a name is a number's wherever it stands: a parameter, a `let`, a variable or an
    /// option for all.
    pub(super) fn names_a_number(&self, name: &str) -> bool {
        let number = ValueKind::Number;
        if let Some(value) = self.bound(name) {
            return matches!(value, Value::Num(scalar) if scalar.kind == number);
        }
        match self.names.get(name) {
            Some(Meaning::Option(option)) => {
                matches!(self.program.options[option].value, OptionSetting::Number(_))
            }
            Some(Meaning::Variable(variable)) => {
                let variable = &self.program.variables[variable];
                variable.kind == number && !variable.bag && variable.keys == Keys::TABLE
            }
            Some(_) | None => false,
        }
    }

    /// Lowers what may be worked out more than once, or when nobody expects it: chance is not to be
    /// asked there.
    pub(super) fn without_draws<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.draws, false);
        let result = lower(self);
        self.draws = outer;
        result
    }

    fn can_draw(&mut self, span: Span, what: &str) -> bool {
        if !self.draws {
            let problem = Diagnostic::error(
                "draw-in-condition",
                span,
                format!(
                    "{what} draws anew each time it is read, and what stands here may be read several times"
                ),
            );
            self.report(problem.help(
                "draw in the body of a phase, action or effect, and keep it: `let die = roll 6`",
            ));
        }
        self.draws
    }

    // ---------------------------------------------------------------------------------------------
    // native searches

    pub(crate) fn pairing(
        &mut self,
        value: &Expr,
        left: &(Name, Expr),
        right: &(Name, Expr),
    ) -> Value {
        self.check_local(&left.0);
        self.check_local(&right.0);
        let (a, b) = (self.set(&left.1), self.set(&right.1));
        let (Some((a, a_kind)), Some((b, b_kind))) = (a, b) else { return Value::Poison };
        self.with_temp(|low, left_temp| {
            low.with_temp(|low, right_temp| {
                let (x, y) = (low.n(Num::Temp(left_temp)), low.n(Num::Temp(right_temp)));
                let names = vec![
                    (left.0.node.clone(), Value::num(x, a_kind)),
                    (right.0.node.clone(), Value::num(y, b_kind)),
                ];
                let Some(value) = low.with_bindings(names, |low| low.num(value, ValueKind::Number))
                else {
                    return Value::Poison;
                };
                let pairing = low.program.terms.pairings.push(Pairing {
                    left: a,
                    left_temp,
                    right: b,
                    right_temp,
                    value,
                });
                Value::num(low.n(Num::BestPairing(pairing)), ValueKind::Number)
            })
        })
    }

    pub(crate) fn packing(&mut self, name: &Name, set: &Expr) -> Value {
        match self.packed(name, set) {
            Some(packing) => Value::num(self.n(Num::BestPacking(packing)), ValueKind::Number),
            None => Value::Poison,
        }
    }

    /// The combinations of a best packing, each as its cards.
    pub(crate) fn parts(&mut self, name: &Name, set: &Expr) -> Value {
        match self.packed(name, set) {
            Some(packing) => {
                Value::Family(self.program.terms.family(Family::Parts(packing)), ValueKind::Card)
            }
            None => Value::Poison,
        }
    }

    fn packed(&mut self, name: &Name, set: &Expr) -> Option<PackingId> {
        let Some(Meaning::Formula(formula)) = self.names.get(&name.node) else {
            return self.unknown_combinations(name);
        };
        let declaration = self.formulas[formula].clone();
        let (DeclarationKind::Combinations { rows, .. }, Some(declared)) =
            (&declaration.node, super::names::name_of(&declaration))
        else {
            return self.unknown_combinations(name);
        };
        self.names.used.insert(name.node.clone());
        let set = self.without_draws(|low| low.cards(set))?;
        if !self.may_use(declared, name.span) {
            return None;
        }
        self.open.push((name.node.clone(), name.span));
        let (groups, temp) = self.with_candidate(ValueKind::Card, None, |low, temp| {
            let groups: Vec<Option<PackingGroup>> =
                rows.iter().map(|row| low.packing_group(row, temp)).collect();
            (groups, temp)
        });
        self.open.pop();
        let groups = groups.into_iter().collect::<Option<Vec<_>>>()?;
        let packing = Packing { set, groups, temp };
        let kinds = packing.kinds().len();
        if kinds > Packing::MOST_KINDS {
            let most = Packing::MOST_KINDS;
            let message = format!("expected at most {most} different kinds, found {kinds}");
            self.error("many-kinds", name.span, message);
        }
        Some(self.program.terms.packings.push(packing))
    }

    fn unknown_combinations(&mut self, name: &Name) -> Option<PackingId> {
        let known =
            self.formulas.iter().filter(|d| matches!(d.node, DeclarationKind::Combinations { .. }));
        let known =
            known.filter_map(|d| super::names::name_of(d)).map(|name| name.node.clone()).collect();
        self.unknown("unknown-name", "`combinations`", &name.node, name.span, known);
        None
    }

    /// The worth of a combination can depend on its cards, which are `it`.
    fn packing_group(
        &mut self,
        row: &crate::syntax::ast::Combination,
        temp: Temp,
    ) -> Option<PackingGroup> {
        let shape = match row.kinds.as_slice() {
            [only] => match self.shape_called(&only.node) {
                Some(shape) => Some(self.shape_used(shape, only.span)?),
                None => None,
            },
            _ => None,
        };
        let kinds = if shape.is_some() { Vec::new() } else { self.kinds_of(row, temp)? };
        if shape.is_none() {
            let value = self.num(&row.value, ValueKind::Number)?;
            return Some(PackingGroup { kinds, shape, temp, value });
        }
        self.with_set_candidate(ValueKind::Card, None, |low, temp| {
            let value = low.num(&row.value, ValueKind::Number)?;
            Some(PackingGroup { kinds, shape, temp, value })
        })
    }

    fn kinds_of(
        &mut self,
        row: &crate::syntax::ast::Combination,
        temp: Temp,
    ) -> Option<Vec<TestId>> {
        let card = self.n(Num::Temp(temp));
        let subject = Value::num(card, ValueKind::Card);
        let mut tests = std::collections::BTreeMap::new();
        let mut kinds = Vec::new();
        for name in &row.kinds {
            // The same kind twice is one test: cards are told apart by their kinds.
            let test = match tests.get(&name.node) {
                Some(test) => *test,
                None => {
                    let test = self.of_kind(&subject, name)?;
                    tests.insert(name.node.clone(), test);
                    test
                }
            };
            kinds.push(test);
        }
        Some(kinds)
    }

    /// Whether a card is of the kind of this name; tells of a kind that there is not.
    fn of_kind(&mut self, card: &Value, name: &Name) -> Option<TestId> {
        if let Some(test) = self.is_kind(card, &name.node, name.span) {
            return test;
        }
        let kinds = self.formulas.iter().filter(|d| matches!(d.node, DeclarationKind::Kind { .. }));
        let kinds = kinds
            .filter_map(|kind| super::names::name_of(kind))
            .map(|name| name.node.clone())
            .collect();
        self.unknown("unknown-name", "kind", &name.node, name.span, kinds);
        None
    }

    pub(crate) fn walk(&mut self, steps: &Expr, from: &Expr, through: &Expr) -> Value {
        let steps = self.num(steps, ValueKind::Number);
        let from_value = self.expr(from);
        let from = self.as_slot(&from_value, from.span);
        let (test, temp) = self.with_candidate(ValueKind::Slot, None, |low, temp| {
            let subject = low.n(Num::Temp(temp));
            (low.is_like_condition(&Value::num(subject, ValueKind::Slot), through), temp)
        });
        let (Some(steps), Some(from), Some(through)) = (steps, from, test) else {
            return Value::Poison;
        };
        let walk = self.program.terms.walks.push(Walk { steps, from, temp, through });
        Value::Set(self.s(Set::Walk(walk)), ValueKind::Slot)
    }

    /// What a step leads to from cells, slots, cards or players, and on from there.
    pub(crate) fn reached(&mut self, from: &Expr, step: &Expr) -> Value {
        let start = match self.expr(from) {
            // A cell is a place here, and not the cards that lie on it.
            Value::Num(one) => Some((self.s(Set::One(one.id)), one.kind)),
            several => self.as_set(several, from.span),
        };
        let Some((from, kind)) = start else { return Value::Poison };
        let (next, temp) = self.with_candidate(kind, None, |low, temp| {
            let value = low.expr(step);
            (low.as_set(value, step.span), temp)
        });
        match next {
            Some((step, found)) if found == kind => {
                Value::Set(self.s(Set::Reached { from, temp, step }), kind)
            }
            Some((_, found)) => {
                let lists = &self.program.lists;
                let (wanted, found) =
                    (super::value::many(kind, lists), super::value::many(found, lists));
                let message =
                    format!("each step leads on from {wanted}, but this one leads to {found}");
                self.error("wrong-type", step.span, message)
            }
            None => Value::Poison,
        }
    }
}
