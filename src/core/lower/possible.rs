//! Calls of actions: parameters that the caller fixes, and `can`: whether an action could be taken.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use super::flow::DeclaredAction;
use super::names::Meaning;
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Family, List, Set, Temp, Test, TestId};
use crate::program::{Action, Domain, Need, Parameter, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    self, Call, CompareOp, Expr, ExprKind, Name, ParameterSource, SourceFilter,
};

/// The most parameters of an action, what its callers give it included.
const MOST_PARAMETERS: usize = u32::BITS as usize;

/// An action as it is called.
pub(super) struct Called {
    /// Its text; before each parameter that the caller fixes stands one that the caller gives.
    pub(crate) text: ast::Action,
    /// One bit for each parameter that is fixed, of [`MOST_PARAMETERS`] at most.
    pub(crate) fixed: u32,
    /// What the caller gives, in the order of the text's parameters.
    pub(crate) arguments: Vec<Expr>,
    pub(crate) span: Span,
}

impl Lowering {
    /// `play(card = c)`: the parameter `card` is chosen from the members of its source that are
    /// `c`.
    pub(super) fn called(&mut self, declared: DeclaredAction, call: &Call) -> Option<Called> {
        let mut text = self.flow.flows.actions[declared].clone();
        let span = call.name.span;
        if text.parameters.len() > MOST_PARAMETERS {
            let message = format!(
                "`{}` has {} parameters; more than {MOST_PARAMETERS} are too many",
                text.name.node,
                text.parameters.len()
            );
            self.error("many-parameters", text.name.span, message);
            return None;
        }
        let chosen = |name: &str| {
            text.parameters.iter().position(|p| p.name.node == name && p.source.is_some())
        };
        let (mut given, mut values) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            match fixed_value(argument).and_then(|(name, value)| Some((chosen(&name.node)?, value)))
            {
                Some((place, value)) => values.push((place, value.clone())),
                None => given.push(argument.clone()),
            }
        }
        let count = text.parameters.iter().filter(|p| p.source.is_none()).count();
        if given.len() != count {
            let mut named = given.iter().filter_map(fixed_value).map(|(name, _)| name);
            let is_known = |name: &Name| text.parameters.iter().any(|p| p.name.node == name.node);
            match named.find(|name| count < given.len() && !is_known(name)) {
                Some(name) => self.no_parameter(&text, name),
                None => self.arity_of_action(&text, count, given.len(), span),
            }
            return None;
        }
        let in_order = text.parameters.iter().filter(|p| p.source.is_none());
        let in_order: Vec<Name> = in_order.map(|p| p.name.clone()).collect();
        if self.tells_of_names(call, &in_order) {
            return None;
        }
        let (mut given, mut arguments, mut fixed, mut parameters) =
            (given.into_iter(), Vec::new(), 0, Vec::new());
        for (place, mut parameter) in text.parameters.into_iter().enumerate() {
            let mut of_it =
                values.iter().filter(|(fixed, _)| *fixed == place).map(|(_, value)| value);
            match (&mut parameter.source, of_it.next()) {
                (None, _) => arguments.extend(given.next()),
                (Some(_), None) => {}
                (Some(source), Some(value)) => {
                    if source.amount.is_some() || of_it.next().is_some() {
                        let message = format!("`{}` cannot be fixed here", parameter.name.node);
                        let problem = Diagnostic::error("wrong-argument", value.span, message);
                        self.report(
                            problem.help("fix parameters that take a single value, each once"),
                        );
                        return None;
                    }
                    self.warn_beyond(source, value, &parameter.name);
                    // No name of the rules has a blank.
                    let name = Spanned::new(format!("{} given", parameter.name.node), value.span);
                    match source.default {
                        // What is not permitted is not replaced by the default.
                        Some(_) => source.fixed = Some(equals(&name)),
                        None => source.filters.push(equals(&name)),
                    }
                    parameters.push(ast::Parameter { name, source: None });
                    arguments.push(value.clone());
                    fixed |= 1 << place;
                }
            }
            parameters.push(parameter);
        }
        text.parameters = parameters;
        Some(Called { text, fixed, arguments, span })
    }

    /// Warns of a number that is given for a parameter whose range does not have it.
    fn warn_beyond(&mut self, source: &ParameterSource, value: &Expr, parameter: &Name) {
        let ExprKind::Range { from, to: Some(to) } = &*source.set.node else { return };
        let (ExprKind::Number(from), ExprKind::Number(to), ExprKind::Number(number)) =
            (&*from.node, &*to.node, &*value.node)
        else {
            return;
        };
        if !(from..=to).contains(&number) {
            let message =
                format!("`{}` is one of {from}..{to}, and never {number}", parameter.node);
            let problem = Diagnostic::warning("always-empty", value.span, message);
            self.report(problem.also(source.set.span, "what it is chosen from"));
        }
    }

    /// `play(crad = c)`: nothing is called so that players choose for the action.
    fn no_parameter(&mut self, action: &ast::Action, name: &Name) {
        let chosen = action.parameters.iter().filter(|p| p.source.is_some());
        let chosen: Vec<&str> = chosen.map(|p| p.name.node.as_str()).collect();
        let message = format!("`{}` has no parameter `{}`", action.name.node, name.node);
        let problem = Diagnostic::error("wrong-argument", name.span, message);
        let problem = problem.did_you_mean(&name.node, chosen.iter().copied());
        self.report(match chosen.as_slice() {
            [only] if problem.help.is_none() => problem.help(format!("did you mean `{only}`?")),
            [_, _, ..] if problem.help.is_none() => {
                problem.help(format!("its parameters are called `{}`", chosen.join("`, `")))
            }
            _ => problem,
        });
    }

    /// Whether I could choose the action: some value of each parameter, with all that is needed.
    pub(super) fn can(&mut self, call: &Call, span: Span) -> Value {
        let name = &call.name.node;
        let Some(Meaning::Action(declared)) = self.names.get(name) else {
            let actions: Vec<String> =
                self.flow.flows.actions.iter().map(|action| action.name.node.clone()).collect();
            self.unknown("no-action", "action", name, call.name.span, actions);
            return Value::Poison;
        };
        self.names.used.insert(name.clone());
        if self.open.iter().any(|(open, _)| open == name) {
            let message =
                format!("whether `{name}` can be chosen depends on whether it can be chosen");
            return self.error("endless-formula", call.name.span, message);
        }
        let action = self.flow.flows.actions[declared].name.clone();
        if !self.may_use(&action, span) {
            return Value::Poison;
        }
        match self.nearest_owner(span) {
            Some(thing) if thing.id == self.me_id() => {}
            Some(_) => {
                let problem = Diagnostic::error(
                    "can-of-another",
                    span,
                    "`can` asks what I could do, and nobody else",
                );
                self.report(
                    problem.help("ask it where `me` is the player: in `each player`, in a turn"),
                );
                return Value::Poison;
            }
            None => {
                return self.error(
                    "nobody",
                    span,
                    "`can` asks what a player could do, and here it is no player's",
                );
            }
        }
        let Some(called) = self.called(declared, call) else { return Value::Poison };
        let (values, free): (Vec<Value>, _) =
            self.put_in(|low| low.without_draws(|low| low.exprs(&called.arguments)));
        if values.iter().any(Value::is_poison) {
            return Value::Poison;
        }
        self.above(free, |low| {
            low.opened(name, span, |low| {
                low.hidden(Vec::new(), |low| match low.possible(&called, values) {
                    Some(test) => Value::Test(test),
                    None => Value::Poison,
                })
            })
        })
    }

    /// The action's conditions, in temps beside those of who asks.
    fn possible(&mut self, called: &Called, values: Vec<Value>) -> Option<TestId> {
        let outer_draws = std::mem::replace(&mut self.draws, false);
        let temp = self.next_temp;
        let index = self.program.actions.next_id();
        self.program.actions.push(Action {
            name: called.text.name.node.clone(),
            free: false,
            has_like: false,
            parameters: Vec::new(),
            needs: Vec::new(),
            optional: None,
            unit: None,
            span: called.span,
        });
        let problems = self.problems.len();
        let parameters = self.with_frame_me(|low| {
            let parameters = low.parameters_with(&called.text, values)?;
            Some(low.clauses(&called.text, index, parameters))
        });
        // Its warnings are given where it is chosen.
        let found = self.problems.split_off(problems);
        self.problems.extend(
            found.into_iter().filter(|problem| problem.level == crate::diagnostic::Level::Error),
        );
        let needs = self.program.actions.pop().map(|action| action.needs).unwrap_or_default();
        let mut test = Some(self.t(Test::Const(true)));
        for parameter in parameters?.iter().rev() {
            let rest = test?;
            test = self.exists_value(parameter, rest, called.span);
        }
        self.set_temps(temp);
        self.draws = outer_draws;
        let rest = test?;
        let needs = self.all_of(&needs);
        Some(self.both(needs, rest))
    }

    fn parameters_with(
        &mut self,
        text: &ast::Action,
        values: Vec<Value>,
    ) -> Option<Vec<Parameter>> {
        let mut values = values.into_iter();
        let mut parameters = Vec::new();
        for parameter in &text.parameters {
            let value = match &parameter.source {
                None => values.next()?,
                Some(source) => {
                    let temp = self.take_temp();
                    let made = self.chosen(&parameter.name, temp, source)?;
                    let value = self.parameter_value(&made);
                    parameters.push(made);
                    value
                }
            };
            self.bindings.push((parameter.name.node.clone(), value));
        }
        Some(parameters)
    }

    fn all_of(&mut self, needs: &[Need]) -> TestId {
        let always = self.t(Test::Const(true));
        needs.iter().fold(always, |all, need| self.both(all, need.test))
    }

    /// Some value of a parameter, with which the rest holds.
    fn exists_value(&mut self, parameter: &Parameter, rest: TestId, span: Span) -> Option<TestId> {
        let temp = parameter.temp;
        let (filters, needs) = (self.all_of(&parameter.filters), self.all_of(&parameter.needs));
        let rest = self.both(needs, rest);
        let each = self.both(filters, rest);
        Some(match parameter.domain {
            Domain::Given(..) => rest,
            Domain::Set(set) => {
                let found = self.exists(set, parameter.kind, temp, each);
                if !parameter.default_none {
                    return Some(found);
                }
                let none = self.constant(crate::value::NONE);
                let without = self.t(Test::Bind { temp, value: none, then: rest });
                let any = self.t(Test::Any(set));
                self.t(Test::If { test: any, then: found, otherwise: without })
            }
            Domain::Range { from, to } => {
                let list = self.program.terms.list(List::Numbers { from, to });
                self.t(Test::ExistsInList { list, temp, test: each })
            }
            Domain::Subset { set, least, most } => {
                let set = self.filter_set(set, parameter.kind, temp, filters);
                let subsets =
                    self.program.terms.family(Family::Subsets { set, least, most, total: None });
                let fitting = self.filter_family(subsets, temp, rest);
                self.t(Test::AnyFamily(fitting))
            }
            Domain::Family(family) => {
                let fitting = self.filter_family(family, temp, each);
                self.t(Test::AnyFamily(fitting))
            }
            Domain::Bag { .. } => {
                let message =
                    format!("`can` cannot ask about `{}`, whose words may repeat", parameter.name);
                self.error("can-of-bags", span, message);
                return None;
            }
        })
    }

    fn exists(
        &mut self,
        set: crate::program::terms::SetId,
        kind: ValueKind,
        temp: Temp,
        test: TestId,
    ) -> TestId {
        let narrowed = self.filter_set(set, kind, temp, test);
        let test = if let Set::Filter { set, temp, test } = self.program.terms.sets[narrowed] {
            Test::Exists { set, temp, test }
        } else {
            Test::Any(narrowed)
        };
        self.t(test)
    }
}

/// `name = value`.
pub(super) fn fixed_value(argument: &Expr) -> Option<(&Name, &Expr)> {
    let ExprKind::Compare { op: CompareOp::Equal, left, right } = &*argument.node else {
        return None;
    };
    let ExprKind::Name { name, arguments: None } = &*left.node else { return None };
    Some((name, right))
}

/// `where it = NAME`.
fn equals(name: &ast::Name) -> SourceFilter {
    let reference = |word: &str| {
        let reference = Spanned::new(word.to_owned(), name.span);
        Spanned::new(Box::new(ExprKind::Name { name: reference, arguments: None }), name.span)
    };
    let (left, right) = (reference("it"), reference(&name.node));
    let condition =
        Spanned::new(Box::new(ExprKind::Compare { op: CompareOp::Equal, left, right }), name.span);
    SourceFilter { condition, why: None }
}
