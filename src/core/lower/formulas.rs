//! Kinds, `let`s, tables, orders, scripts: written once, read as if their text stood where they are
//! used.

use super::Lowering;
use super::names::Meaning;
use super::value::{Owner, Scalar, Value};
use crate::diagnostic::Diagnostic;
use crate::program::ids::RowMark;
use crate::program::terms::{Num, ScriptArgument, ScriptCall, Set, Test, TestId};
use crate::program::walk::{Term, parts};
use crate::program::{Order, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Action, ConditionRow, DeclarationKind, Expr, ExprKind, Name, Pattern, PatternRow, Rows, Rung,
    Table,
};
use crate::tabletop::ids::ScriptId;
use crate::value::{NONE, Narrow};
use std::collections::BTreeSet;

/// The code of formulas that cannot be worked out.
pub(super) const TOO_LARGE: &str = "formulas-too-large";

/// Formulas may use each other this deep; more is a mistake that would never end.
const DEEPEST: usize = 40;

/// The most rows of a table, and words or numbers of a pattern: they are asked one after the other.
const MOST_ROWS: usize = 500;

/// The most uses of formulas that are worked out: where each formula uses another one twice, they
/// double with each.
const MOST_USES: usize = 100_000;

/// The most terms that are worked out for a formula with arguments: where each uses what it is
/// given twice for the next one, they double with each.
const LARGEST: u64 = 50_000;

impl Lowering {
    /// A formula at one of its uses.
    pub(crate) fn formula(&mut self, formula: usize, arguments: &[Expr], span: Span) -> Value {
        let declaration = self.formulas[formula].clone();
        let Some(name) = super::names::name_of(&declaration) else { return Value::Poison };
        let name = name.clone();
        if !self.may_use(&name, span) {
            return Value::Poison;
        }
        match &declaration.node {
            DeclarationKind::Kind { value, .. } => {
                self.no_arguments(&name.node, arguments, span, |low| {
                    low.opened(&name.node, span, |low| {
                        low.test(value).map_or(Value::Poison, Value::Test)
                    })
                })
            }
            DeclarationKind::Let { parameters, value, .. } => {
                let parameters: Vec<&str> = parameters.iter().map(|p| p.node.as_str()).collect();
                self.with_arguments(&name.node, &parameters, arguments, span, |low| {
                    low.opened(&name.node, span, |low| low.expr(value))
                })
            }
            DeclarationKind::Table(table) => {
                let parameters: Vec<&str> =
                    table.parameters.iter().map(|p| p.node.as_str()).collect();
                self.with_arguments(&name.node, &parameters, arguments, span, |low| {
                    low.opened(&name.node, span, |low| low.table(table))
                })
            }
            DeclarationKind::Script { .. } => self.script_call(&name.node, arguments, span),
            DeclarationKind::Order { .. } => self.error(
                "wrong-type",
                span,
                format!("`{}` is an order: `most {} over …` uses it", name.node, name.node),
            ),
            DeclarationKind::Combinations { .. } => self.error(
                "wrong-type",
                span,
                format!("`{}` are combinations: `best {} over …` uses them", name.node, name.node),
            ),
            DeclarationKind::Shape { .. } => self.form_number(&name.node, arguments, span),
            _ => Value::Poison,
        }
    }

    /// Whether what has this name can be worked out once more, at a use of it; or tells that it
    /// needs itself for it, or that it is used by others too often.
    pub(super) fn may_use(&mut self, name: &Name, span: Span) -> bool {
        let is_open = self.open.iter().any(|(open, _)| *open == name.node);
        if !is_open && self.open.len() > DEEPEST {
            let message = format!(
                "`{}` stands within more than {DEEPEST} formulas, one in another",
                name.node
            );
            let problem = Diagnostic::error(TOO_LARGE, name.span, message);
            self.too_large(problem.also(span, "used here"));
            return false;
        }
        if is_open {
            let message = format!("`{}` needs its own value to be worked out", name.node);
            let problem =
                Diagnostic::error("endless-formula", name.span, message).also(span, "used here");
            let list = self.program.lists.iter().find(|list| list.words.contains(&name.node));
            self.report(match list.map(|list| list.name.clone()) {
                // `let fish = count (hand where course = fish)`: the word of the list is hidden by
                // the name.
                Some(list) => problem.help(format!(
                    "`{}` is a word of `{list}` too, and here the formula is meant: give the formula another name",
                    name.node
                )),
                None => problem,
            });
            return false;
        }
        self.formula_uses += 1;
        if self.formula_uses > MOST_USES {
            let message = format!(
                "the formulas use each other too often for `{}` to be worked out",
                name.node
            );
            self.too_large(
                Diagnostic::error(TOO_LARGE, name.span, message).help(
                    "use it in fewer places, or let an effect keep a value that is used often",
                ),
            );
            return false;
        }
        true
    }

    pub(super) fn opened(
        &mut self,
        name: &str,
        used: Span,
        body: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        self.open.push((name.to_string(), used));
        let outer = std::mem::replace(&mut self.formula_temps, self.next_temp);
        let value = body(self);
        self.formula_temps = outer;
        self.open.pop();
        value
    }

    fn no_arguments(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
        body: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if arguments.is_empty() {
            self.hidden(Vec::new(), body)
        } else {
            self.arity_of_formula(name, 0, arguments.len(), span)
        }
    }

    pub(crate) fn arity(&mut self, name: &str, wanted: usize, found: usize, span: Span) -> Value {
        self.report(wrong_arity(name, wanted, found, span));
        Value::Poison
    }

    fn arity_of_formula(&mut self, name: &str, wanted: usize, found: usize, span: Span) -> Value {
        let problem = wrong_arity(name, wanted, found, span);
        self.report(match wanted {
            0 => problem.help(format!("of a card or a player it is `{name} of …`")),
            _ => problem,
        });
        Value::Poison
    }

    /// An action is given `found` values, and takes `wanted`: those that have no source.
    pub(super) fn arity_of_action(
        &mut self,
        action: &Action,
        wanted: usize,
        found: usize,
        span: Span,
    ) {
        let problem = wrong_arity(&action.name.node, wanted, found, span);
        let given = action.parameters.iter().filter(|parameter| parameter.source.is_none());
        let names: Vec<&str> = given.map(|parameter| parameter.name.node.as_str()).collect();
        let help = names.get(found).map(|name| match self.names.get(name) {
            Some(Meaning::Zone(_)) => format!(
                "`{name}` is a parameter of its own there; one card out of two zones is \
                 `card from {name} + …`"
            ),
            _ => format!(
                "`{name}` has no `from`, so that it is given here: `{}(…)`; what a player chooses \
                 has one: `{name} from …`",
                action.name.node
            ),
        });
        self.report(help.into_iter().fold(problem, Diagnostic::help));
    }

    pub(super) fn exprs(&mut self, all: &[Expr]) -> Vec<Value> {
        all.iter().map(|one| self.expr(one)).collect()
    }

    /// The parameters' values are worked out where the formula is used; its text then sees them and
    /// no local names.
    fn with_arguments(
        &mut self,
        name: &str,
        parameters: &[&str],
        arguments: &[Expr],
        span: Span,
        body: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if parameters.len() != arguments.len() {
            return self.arity_of_formula(name, parameters.len(), arguments.len(), span);
        }
        let (values, free): (Vec<Value>, _) =
            self.put_in(|low| low.without_draws(|low| low.exprs(arguments)));
        let given = values.iter().zip(arguments);
        let unknown = given.filter(|(value, written)| !self.is_known(value, written)).count();
        if unknown > 0 {
            return Value::Poison;
        }
        let bindings = parameters.iter().map(|p| p.to_string()).zip(values).collect();
        let value = self.above(free, |low| low.hidden(bindings, body));
        let size = value.terms().into_iter().map(|term| self.size(term)).max();
        if size.is_some_and(|size| size > LARGEST) {
            let message = format!("what `{name}` comes to here is too much to be worked out");
            self.too_large(
                Diagnostic::error(TOO_LARGE, span, message)
                    .help("let an effect keep a value that is used often"),
            );
            return Value::Poison;
        }
        value
    }

    /// Tells, once, that formulas cannot be worked out.
    pub(super) fn too_large(&mut self, problem: Diagnostic) {
        if self.problems.iter().all(|known| known.code != TOO_LARGE) {
            self.report(problem);
        }
    }

    /// How many terms are worked out for one, if each is worked out wherever it stands.
    fn size(&mut self, term: Term) -> u64 {
        if let Some(&known) = self.sizes.get(&term) {
            return known;
        }
        let parts = parts(&self.program.terms, term);
        let size =
            parts.into_iter().fold(1, |size: u64, part| size.saturating_add(self.size(part)));
        self.sizes.insert(term, size);
        size
    }

    /// Lowers a formula's text, which sees its parameters but not the names of where it is used.
    pub(super) fn hidden(
        &mut self,
        bindings: Vec<(String, Value)>,
        body: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let outer = std::mem::replace(&mut self.bindings, bindings);
        let value = body(self);
        self.bindings = outer;
        value
    }

    /// Whether a formula is a condition: a kind, or a `let` or table that gives yes or no whatever
    /// it is asked of.
    pub(crate) fn is_condition(&self, formula: usize) -> bool {
        match &self.formulas[formula].node {
            DeclarationKind::Kind { .. } => true,
            DeclarationKind::Let { parameters, value, .. } => {
                parameters.is_empty() && looks_like_condition(value)
            }
            DeclarationKind::Table(table) => {
                table.parameters.is_empty()
                    && match &table.rows {
                        Rows::Patterns(rows) => {
                            rows.iter().all(|row| looks_like_condition(&row.value))
                        }
                        Rows::Conditions(rows) => {
                            rows.iter().all(|row| looks_like_condition(&row.value))
                        }
                    }
            }
            _ => false,
        }
    }

    // ---------------------------------------------------------------------------------------------
    // tables

    pub(super) fn table(&mut self, table: &Table) -> Value {
        if self.has_too_many_rows(table) {
            return Value::Poison;
        }
        match &table.rows {
            Rows::Conditions(rows) => self.condition_table(table, rows),
            Rows::Patterns(rows) => self.pattern_table(table, rows),
        }
    }

    /// Reports a table whose rows, or the alternatives of one of its patterns, are too many.
    fn has_too_many_rows(&mut self, table: &Table) -> bool {
        let alternatives = |pattern: &Pattern| match pattern {
            Pattern::OneOf(alternatives) => alternatives.len(),
            Pattern::Anything => 1,
        };
        let most = match &table.rows {
            Rows::Conditions(rows) => rows.len(),
            Rows::Patterns(rows) => {
                let patterns = rows.iter().flat_map(|row| row.patterns.iter().flatten());
                let most = patterns.map(|pattern| alternatives(&pattern.node)).max();
                rows.len().max(most.unwrap_or(0))
            }
        };
        if most <= MOST_ROWS {
            return false;
        }
        let message = format!("{most} rows or alternatives are too many: {MOST_ROWS} are possible");
        let problem = Diagnostic::error(TOO_LARGE, table.name.span, message);
        self.report(
            problem.help("what follows a rule is a formula; what each card has is printed on it"),
        );
        true
    }

    fn condition_table(&mut self, table: &Table, rows: &[ConditionRow]) -> Value {
        self.check_otherwise(table, rows);
        let mut lowered = Vec::new();
        for row in rows {
            let test = match &row.condition {
                Some(condition) => self.test(condition),
                None => Some(self.t(Test::Const(true))),
            };
            lowered.push((test, self.expr(&row.value), row.value.span));
        }
        self.follow_rows(table, &rows.iter().map(|row| row.span).collect::<Vec<_>>(), &mut lowered);
        self.first_that_holds(lowered)
    }

    /// Lets the conditions of rows tell how they come out. The last row needs none: it is what is
    /// left over.
    fn follow_rows(
        &mut self,
        table: &Table,
        spans: &[Span],
        rows: &mut [(Option<TestId>, Value, Span)],
    ) {
        if !self.follows_rows || rows.len() < 2 {
            return;
        }
        let last = rows.len() - 1;
        for (i, (test, ..)) in rows.iter_mut().enumerate() {
            let (from, holds) = (spans[i.min(last - 1)], i < last);
            let Some(own) = *test else { return };
            // A table that is used twice is lowered twice, and its rows stay the same ones.
            let known = self
                .program
                .rows
                .iter()
                .find(|row| row.span == from && row.holds)
                .map(|row| row.mark);
            let mark = known.unwrap_or_else(|| RowMark::new(self.program.rows.len()));
            if !self.program.rows.iter().any(|row| row.span == spans[i]) {
                let table = table.name.node.clone();
                self.program.rows.push(crate::program::TableRow {
                    table,
                    span: spans[i],
                    mark,
                    holds,
                });
            }
            if holds {
                *test = Some(self.t(Test::Row { mark, test: own }));
            }
        }
    }

    /// Rows behind `otherwise` are never reached, and without it a case may be left over.
    fn check_otherwise(&mut self, table: &Table, rows: &[ConditionRow]) {
        let own = &rows[table.extended.min(rows.len())..];
        let Some(at) = own.iter().position(|row| row.condition.is_none()) else {
            if rows.iter().any(|row| row.condition.is_none()) {
                return;
            }
            let last = rows.last().map_or(table.name.span, |row| row.span);
            let message =
                format!("`{}` has no row for the case that none of these holds", table.name.node);
            self.report(
                Diagnostic::error("table-gap", table.name.span, message)
                    .also(last, "the last row")
                    .help("end it with `otherwise => …`"),
            );
            return;
        };
        if let Some(row) = own.get(at + 1) {
            let problem = Diagnostic::error(
                "never-reached",
                row.span,
                "this row is never reached: `otherwise` stands before it",
            );
            self.report(problem.also(own[at].span, "this fits every case"));
        }
    }

    fn pattern_table(&mut self, table: &Table, rows: &[PatternRow]) -> Value {
        let subjects: Vec<Value> =
            table.subjects.iter().map(|subject| self.expr(subject)).collect();
        if subjects.iter().any(Value::is_poison) {
            return Value::Poison;
        }
        self.check_cover(table, rows, &subjects);
        let mut lowered = Vec::new();
        for row in rows {
            let test = self.row_test(table, row, &subjects);
            lowered.push((test, self.expr(&row.value), row.value.span));
        }
        self.follow_rows(table, &rows.iter().map(|row| row.span).collect::<Vec<_>>(), &mut lowered);
        self.first_that_holds(lowered)
    }

    fn row_test(&mut self, table: &Table, row: &PatternRow, subjects: &[Value]) -> Option<TestId> {
        let mut all: Option<TestId> = None;
        if let Some(patterns) = &row.patterns {
            if patterns.len() != subjects.len() {
                let message = format!(
                    "this table looks at {}, and this row has {}",
                    count(subjects.len(), "value"),
                    count(patterns.len(), "pattern")
                );
                self.report(
                    Diagnostic::error("wrong-arity", row.span, message)
                        .also(table.name.span, "the table"),
                );
                return None;
            }
            for ((pattern, subject), place) in patterns.iter().zip(subjects).zip(&table.subjects) {
                let test = self.pattern(pattern, subject, place.span)?;
                all = self.conjunction(all, test);
            }
        }
        if let Some(condition) = &row.condition {
            let test = self.test(condition)?;
            all = self.conjunction(all, Some(test));
        }
        Some(all.unwrap_or_else(|| self.t(Test::Const(true))))
    }

    /// What must hold where both of these must; `None` for what always holds.
    fn conjunction(&mut self, first: Option<TestId>, second: Option<TestId>) -> Option<TestId> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.t(Test::And(first, second))),
            (one, None) | (None, one) => one,
        }
    }

    /// The test of one pattern; the inner `None` for `_`.
    fn pattern(
        &mut self,
        pattern: &Spanned<Pattern>,
        subject: &Value,
        span: Span,
    ) -> Option<Option<TestId>> {
        let Pattern::OneOf(alternatives) = &pattern.node else { return Some(None) };
        let mut any: Option<TestId> = None;
        for alternative in alternatives {
            let test = self.matches(subject, alternative, span)?;
            any = Some(any.map_or(test, |before| self.t(Test::Or(before, test))));
        }
        Some(any)
    }

    fn first_that_holds(&mut self, rows: Vec<(Option<TestId>, Value, Span)>) -> Value {
        let mut rows = rows.into_iter().rev();
        let Some((last_test, mut value, mut later)) = rows.next() else { return Value::Poison };
        if last_test.is_none() {
            value = Value::Poison;
        }
        for (test, row, span) in rows {
            value = match test {
                Some(test) => self.either(test, row, value, span, later),
                None => Value::Poison,
            };
            later = span;
        }
        value
    }

    // ---------------------------------------------------------------------------------------------
    // orders

    /// Orders are fixed before play; their rungs are words of whatever list has them all, or
    /// numbers.
    pub(crate) fn declare_orders(&mut self) {
        for declaration in self.formulas.clone() {
            if let DeclarationKind::Order { name, attribute, rungs } = &declaration.node {
                let order = self.order(name, rungs, declaration.span);
                if self.names.get(&attribute.node).is_none()
                    && self.names.span(&attribute.node).is_none()
                {
                    self.unknown_name(&attribute.node, attribute.span);
                }
                self.warn_of_order_gaps(&order, name, attribute);
                self.program.orders.push(order);
            }
        }
    }

    fn order(&mut self, name: &Name, rungs: &[Spanned<Rung>], span: Span) -> Order {
        let mut values: Vec<i32> = rungs.iter().map(|rung| self.rung(rung, rungs)).collect();
        let cycle = values.len() > 2 && values.first() == values.last();
        if cycle {
            values.pop();
        }
        self.twice_in_order(&values, rungs, span);
        if cycle && let [_, _] = values[..] {
            let message = "in a cycle of two each would be above the other";
            let problem = Diagnostic::error("order-twice", rungs[2].span, message);
            self.report(problem.help("a cycle has three or more"));
        }
        Order { name: name.node.clone(), rungs: values, cycle }
    }

    /// Warns where an order names most of the values that cards have, and leaves some out.
    fn warn_of_order_gaps(&mut self, order: &Order, name: &Name, attribute: &Name) {
        let program = &self.program;
        let Some(of) = program.attributes.iter().find(|known| known.name == attribute.node) else {
            return;
        };
        let values: BTreeSet<i32> =
            of.values.iter().copied().filter(|value| *value != NONE).collect();
        let left_out: Vec<i32> =
            values.iter().copied().filter(|value| !order.rungs.contains(value)).collect();
        if left_out.is_empty() || left_out.len() * 2 >= values.len() {
            return;
        }
        let is_rank = of.name == "rank";
        let called = |value: i32| {
            let mut words = self.number_words.iter();
            let word = words.find(|(_, number)| is_rank && **number == value);
            word.map_or_else(|| value.to_string(), |(word, _)| word.clone())
        };
        let words: Vec<String> = left_out
            .into_iter()
            .map(|value| match of.kind {
                ValueKind::Word(list) => program.word_of(list, value).cloned().unwrap_or_default(),
                _ => called(value),
            })
            .collect();
        let message = format!("`{}` leaves out `{}`", name.node, words.join("`, `"));
        let problem = Diagnostic::warning("order-gap", name.span, message);
        self.report(problem.help("a card with it is above no other, and no other above it"));
    }

    fn rung(&mut self, rung: &Spanned<Rung>, all: &[Spanned<Rung>]) -> i32 {
        match &rung.node {
            Rung::Number(n) => *n,
            Rung::Word(word) => match self.rung_word(word, all) {
                Some(value) => value,
                None => {
                    let message = format!(
                        "`{word}` is of another sort than the rest of the order, or nothing is called so"
                    );
                    self.error("unknown-word", rung.span, message);
                    crate::value::NONE
                }
            },
        }
    }

    fn rung_word(&mut self, word: &str, all: &[Spanned<Rung>]) -> Option<i32> {
        let words: Vec<&str> = all
            .iter()
            .filter_map(|rung| match &rung.node {
                Rung::Word(word) => Some(word.as_str()),
                Rung::Number(_) => None,
            })
            .collect();
        let known = |list: &crate::program::WordList| {
            words.iter().filter(|w| list.words.iter().any(|known| known == *w)).count()
        };
        // The list that has most of them, the first of several.
        let list = self
            .program
            .lists
            .iter()
            .rev()
            .max_by_key(|list| known(list))
            .filter(|list| known(list) > 0);
        let numbers = words.iter().filter(|w| self.number_words.contains_key(**w)).count();
        match list {
            Some(list) if known(list) > numbers || numbers == 0 => {
                list.words.iter().position(|w| w == word).map(|i| i.to_i32())
            }
            Some(_) | None => self.number_words.get(word).copied(),
        }
    }

    fn twice_in_order(&mut self, values: &[i32], rungs: &[Spanned<Rung>], span: Span) {
        for (i, value) in values.iter().enumerate() {
            if *value != crate::value::NONE && values[..i].contains(value) {
                let problem = Diagnostic::error(
                    "order-twice",
                    rungs[i].span,
                    "this stands twice in the order",
                );
                self.report(
                    problem.also(span, "an order names each once; a cycle ends where it began"),
                );
            }
        }
    }

    // ---------------------------------------------------------------------------------------------
    // scripts

    fn script_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Value {
        let Some(script) = self.program.scripts.iter().position(|s| s.name == name) else {
            return Value::Poison;
        };
        let signature = self.program.scripts[ScriptId::new(script)].clone();
        if signature.parameters != arguments.len() {
            return self.arity(name, signature.parameters, arguments.len(), span);
        }
        let mut given = Vec::new();
        for argument in arguments {
            // By what a script was given, too, it is remembered what came of it.
            let value = self.without_draws(|low| low.expr(argument));
            match self.script_argument(&value, argument.span) {
                Some(argument) => given.push(argument),
                None => return Value::Poison,
            }
        }
        let call = self
            .program
            .terms
            .calls
            .push(ScriptCall { script: ScriptId::new(script), arguments: given });
        if signature.set {
            return Value::Set(self.s(Set::Script(call)), signature.returns);
        }
        let id = self.n(Num::Script(call));
        match signature.returns {
            ValueKind::Flag => Value::Test(self.t(Test::IsTrue(id))),
            kind => Value::num(id, kind),
        }
    }

    fn script_argument(&mut self, value: &Value, span: Span) -> Option<ScriptArgument> {
        Some(match value {
            Value::Poison => return None,
            Value::Test(test) => ScriptArgument::Flag(*test),
            Value::Num(Scalar { id, kind: ValueKind::Card, .. }) => ScriptArgument::Card(*id),
            Value::Num(Scalar { id, kind: ValueKind::Slot, .. }) => ScriptArgument::Slot(*id),
            Value::Num(scalar) => ScriptArgument::Num { value: scalar.id, kind: scalar.kind },
            Value::Set(set, ValueKind::Card) => ScriptArgument::Cards(*set),
            Value::Set(set, kind) => ScriptArgument::Set { set: *set, kind: *kind },
            Value::List(list, kind) => ScriptArgument::List { list: *list, kind: *kind },
            Value::OneOfZones(zones) => {
                ScriptArgument::Cards(self.s(Set::SlotCards { slot: zones.slot }))
            }
            Value::Zone(zone) => match zone.owner {
                Owner::One(owner) if !self.program.zones[zone.zone].is_single() => {
                    ScriptArgument::Zone { zone: zone.zone, owner }
                }
                Owner::One(_) | Owner::Several(_) => ScriptArgument::Cards(self.zone_cards(*zone)),
            },
            Value::Tuple(_) | Value::Range { .. } => match self.try_list(value) {
                Some((list, kind)) => ScriptArgument::List { list, kind },
                None => {
                    self.wrong(value, "a value for a script", span);
                    return None;
                }
            },
            Value::Word(_) => {
                let scalar = self.as_scalar(value.clone(), None, span)?;
                ScriptArgument::Num { value: scalar.id, kind: scalar.kind }
            }
            Value::Family(..)
            | Value::NewSlot { .. }
            | Value::Text(_)
            | Value::None
            | Value::Empty => {
                self.wrong(value, "a value for a script", span);
                return None;
            }
        })
    }
}

/// Whether an expression gives yes or no, by its form alone.
fn looks_like_condition(expr: &Expr) -> bool {
    match &*expr.node {
        ExprKind::Flag(_)
        | ExprKind::Compare { .. }
        | ExprKind::And(_)
        | ExprKind::Or(_)
        | ExprKind::Not(_)
        | ExprKind::Is { .. }
        | ExprKind::In { .. }
        | ExprKind::Can(_) => true,
        ExprKind::Fold(fold) => {
            use crate::syntax::ast::FoldKind;
            matches!(fold.kind, FoldKind::Any | FoldKind::No | FoldKind::AllAre)
        }
        ExprKind::Tuple(members) => {
            matches!(members.as_slice(), [only] if looks_like_condition(only))
        }
        _ => false,
    }
}

fn count(n: usize, thing: &str) -> String {
    match n {
        0 => format!("no {thing}"),
        1 => format!("one {thing}"),
        n => format!("{n} {thing}s"),
    }
}

fn is_are(n: usize) -> String {
    match n {
        0 => "none is".into(),
        1 => "one is".into(),
        n => format!("{n} are"),
    }
}

/// The problem that `name` is given `found` values, and takes `wanted`.
fn wrong_arity(name: &str, wanted: usize, found: usize, span: Span) -> Diagnostic {
    let message = format!(
        "`{name}` takes {} in its brackets, and here {} given",
        count(wanted, "value"),
        is_are(found)
    );
    Diagnostic::error("wrong-arity", span, message)
}
