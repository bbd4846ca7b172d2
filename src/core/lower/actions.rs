//! Actions: parameters and where their values come from, needs, the body.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use super::arguments::{ArgumentType, Known};
use super::flow::DeclaredAction;
use super::possible::Called;
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::terms::{Num, Temp, TestId};
use crate::program::walk::{Reads, Term, any, reads};
use crate::program::{Compared, Domain, Look, Need, Parameter};
use crate::source::Span;
use crate::syntax::ast::{self, Clause, ExprKind, Name};
use crate::tabletop::ids::ActionId;
use crate::vm::Choice;

/// Parameters lie in temps of their own, out of the way of what their caller evaluates: an
/// expression stands in 400 others at most, of which no two in a row bind one.
const FIRST_PARAMETER: Temp = Temp::new(256);

impl Lowering {
    /// The action for arguments of these types, lowered on its first use.
    pub(super) fn action_for(
        &mut self,
        declared: DeclaredAction,
        called: &Called,
        types: Vec<ArgumentType>,
    ) -> Option<ActionId> {
        let (text, span) = (&called.text, called.span);
        let key = (declared, called.fixed, types.clone());
        if let Some(&action) = self.flow.actions.get(&key) {
            if let Some(unit) = self.program.actions[action].unit {
                self.hear(unit);
            }
            return Some(action);
        }
        let given = text.parameters.iter().filter(|p| p.source.is_none()).count();
        if given != types.len() {
            self.arity_of_action(text, given, types.len(), span);
            return None;
        }
        let index = self.program.actions.next_id();
        self.program.actions.push(crate::program::Action {
            name: text.name.node.clone(),
            free: false,
            has_like: false,
            parameters: Vec::new(),
            needs: Vec::new(),
            optional: None,
            unit: None,
            span: text.name.span,
        });
        self.flow.actions.insert(key, index);
        let parameters = self.action_terms(text, index, &types);
        self.check_scalars(&text.name, &parameters);
        self.program.actions[index].parameters = parameters;
        self.action_body(text, index, &types);
        Some(index)
    }

    /// Everything that is asked before the action is chosen: lowered apart from the unit that asks.
    pub(super) fn action_terms(
        &mut self,
        text: &ast::Action,
        index: ActionId,
        types: &[ArgumentType],
    ) -> Vec<Parameter> {
        let outer_names = std::mem::take(&mut self.bindings);
        let outer_uses = std::mem::take(&mut self.uses_me);
        let outer_draws = std::mem::replace(&mut self.draws, false);
        let outer_temp = self.set_temps(FIRST_PARAMETER);
        let outer_open = std::mem::take(&mut self.open_temps);
        let outer_seen = std::mem::take(&mut self.seen_temps);
        let outer_dark = std::mem::take(&mut self.dark_temps);
        let parameters = self.with_frame_me(|low| {
            let parameters = low.parameters(text, types);
            low.clauses(text, index, parameters)
        });
        self.note_possible(text, index, &parameters);
        self.warn_of_the_unseen(text, index, &parameters);
        self.warn_of_twice(text, index, &parameters);
        let parameters = self.note_looks(index, parameters);
        self.open_temps = outer_open;
        self.seen_temps = outer_seen;
        self.dark_temps = outer_dark;
        self.set_temps(outer_temp);
        self.draws = outer_draws;
        self.uses_me = outer_uses;
        self.bindings = outer_names;
        parameters
    }

    fn note_possible(&mut self, text: &ast::Action, index: ActionId, parameters: &[Parameter]) {
        // A default does not help where some are left, and fewer than are wanted.
        let nums = &self.program.terms.nums;
        let is_for_few = |parameter: &Parameter| match parameter.domain {
            Domain::Subset { least, .. } => matches!(nums[least], Num::Const(0 | 1)),
            Domain::Given(..)
            | Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => true,
        };
        let falls_back = |parameter: &Parameter| {
            let written =
                text.parameters.iter().find(|written| written.name.node == parameter.name);
            written
                .and_then(|written| written.source.as_ref())
                .is_some_and(|source| source.default.is_some() && is_for_few(parameter))
        };
        if self.is_openly_possible(parameters, &self.program.actions[index].needs, falls_back) {
            self.flow.openly_possible.insert(index);
        }
    }

    /// What a refusal says must not tell who chooses of cards that it does not see.
    fn note_looks(&mut self, index: ActionId, mut parameters: Vec<Parameter>) -> Vec<Parameter> {
        let mut needs = std::mem::take(&mut self.program.actions[index].needs);
        for need in &mut needs {
            need.looks = self.looks_at_test(&[], need.test);
        }
        for place in 0..parameters.len() {
            let looks = self.looks_at_source(&parameters[..place], &parameters[place]);
            let so_far = &parameters[..=place];
            let of_need = |need: &Need| self.looks_at_test(so_far, need.test);
            let filters: Vec<Vec<Look>> = so_far[place].filters.iter().map(of_need).collect();
            let needs: Vec<Vec<Look>> = so_far[place].needs.iter().map(of_need).collect();
            let parameter = &mut parameters[place];
            let both = parameter.filters.iter_mut().chain(&mut parameter.needs);
            both.zip(filters.into_iter().chain(needs)).for_each(|(need, looks)| need.looks = looks);
            parameter.looks = looks;
        }
        self.program.actions[index].needs = needs;
        parameters
    }

    /// What is offered must not tell who chooses of cards that it does not see.
    fn warn_of_the_unseen(
        &mut self,
        text: &ast::Action,
        index: ActionId,
        parameters: &[Parameter],
    ) {
        let action = &self.program.actions[index];
        let conditions: Vec<TestId> =
            action.needs.iter().map(|need| need.test).chain(action.optional).collect();
        let unseen = self.unseen(&self.dark_temps, parameters, &conditions);
        let source = |place: usize| {
            let name = &parameters[place].name;
            let written = text.parameters.iter().find(|written| written.name.node == *name)?;
            let source = written.source.as_ref()?;
            let last = source.filters.last().map_or(source.set.span, |last| last.condition.span);
            Some(source.set.span.to(last))
        };
        let needs = action.needs.iter().chain(
            parameters
                .iter()
                .flat_map(|parameter| parameter.filters.iter().chain(&parameter.needs)),
        );
        let conditions = needs
            .filter(|need| unseen.tests.contains(&need.test))
            .map(|need| need.span)
            .chain(text.clauses.iter().filter_map(|clause| match clause {
                Clause::Optional { condition: Some(condition), .. } => {
                    action.optional.filter(|test| unseen.tests.contains(test))?;
                    Some(condition.span)
                }
                Clause::Optional { condition: None, .. } | Clause::Need { .. } => None,
            }));
        let spans: Vec<Span> =
            unseen.sources.iter().filter_map(|&place| source(place)).chain(conditions).collect();
        for span in spans {
            let words = "this looks at cards that who chooses does not see, so that what is \
                         offered tells of them";
            self.report(Diagnostic::warning("leaks", span, words).help(format!(
                "let it be chosen in any case, and look at the cards in the body of `{}`: \
                 `if … {{ … }}`",
                text.name.node
            )));
        }
    }

    /// A name for what a body remembers or a loop goes over.
    pub(super) fn check_local(&mut self, name: &Name) {
        if self.bound(&name.node).is_some() {
            let message = format!("`{}` is already the name of something in this body", name.node);
            let problem = Diagnostic::error("shadowed-name", name.span, message);
            self.report(
                problem.help("what a body remembers keeps its value: give this another name"),
            );
            return;
        }
        self.check_shadow(name);
    }

    /// A parameter of a formula, a phase or an effect; `before` are those that stand before it.
    pub(crate) fn check_parameter(&mut self, name: &Name, before: &[Name]) {
        if before.iter().any(|other| other.node == name.node) {
            self.error(
                "name-twice",
                name.span,
                format!("`{}` stands twice among the parameters", name.node),
            );
        }
        self.check_shadow(name);
    }

    pub(super) fn check_shadow(&mut self, name: &Name) {
        if super::names::BUILT_IN.contains(&name.node.as_str()) {
            let message = format!(
                "`{}` has a meaning of its own in the language: give this another name",
                name.node
            );
            self.error("name-taken", name.span, message);
        }
        if let (Some(first), Some(meaning)) =
            (self.names.span(&name.node), self.names.get(&name.node))
        {
            let message = format!("`{}` is already {}", name.node, meaning.words());
            let problem =
                Diagnostic::error("shadowed-name", name.span, message).also(first, "this one");
            self.report(problem.help("one name stands for one thing: give this another name"));
        }
    }

    /// A condition that has just been lowered, and stands at this span.
    pub(super) fn need(
        &mut self,
        test: TestId,
        why: Option<&Name>,
        (span, condition): (Span, &ast::Expr),
    ) -> Need {
        let mut compared = Vec::new();
        self.compared(condition, &mut compared);
        Need {
            test,
            why: why.map(|w| w.node.clone()),
            public: self.is_public(test),
            for_all: false,
            span,
            looks: Vec::new(),
            compared,
        }
    }

    /// The sides of the comparisons that a condition is made of, but for what is written as it is.
    fn compared(&self, condition: &ast::Expr, into: &mut Vec<Compared>) {
        // A condition with a name of its own, or what is asked of many things, has no sides.
        if let ExprKind::And(parts) | ExprKind::Or(parts) = &*condition.node {
            parts.iter().for_each(|part| self.compared(part, into));
        } else if let ExprKind::Not(part) = &*condition.node {
            self.compared(part, into);
        } else if let ExprKind::Compare { left, right, .. } = &*condition.node {
            self.compared_side(left, into);
            self.compared_side(right, into);
        } else if let ExprKind::Is { value, .. } | ExprKind::In { value, .. } = &*condition.node {
            self.compared_side(value, into);
        }
    }

    fn compared_side(&self, side: &ast::Expr, into: &mut Vec<Compared>) {
        let is_literal =
            matches!(&*side.node, ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::None);
        if let (false, Some(Value::Num(scalar))) = (is_literal, self.typed.value(side)) {
            let known = Compared { span: side.span, value: scalar.id, kind: scalar.kind };
            if !into.contains(&known) {
                into.push(known);
            }
        }
    }

    /// Needs are hung on the last parameter that they mention, so that they are tested as early as
    /// they can be.
    pub(super) fn clauses(
        &mut self,
        text: &ast::Action,
        index: ActionId,
        mut parameters: Vec<Parameter>,
    ) -> Vec<Parameter> {
        let mut needs = Vec::new();
        for clause in &text.clauses {
            match clause {
                Clause::Optional { condition, .. } => {
                    let test = match condition {
                        Some(condition) => self.may_pass(condition, &parameters),
                        None => Some(self.t(crate::program::terms::Test::Const(true))),
                    };
                    self.program.actions[index].optional = test;
                }
                Clause::Need { name, condition, why, span } => {
                    self.check_need(name.as_ref(), why.as_ref(), *span, &mut needs);
                    let Some(test) = self.test(condition) else { continue };
                    let need = self.need(test, why.as_ref(), (*span, condition));
                    match self.last_mentioned(test, &parameters) {
                        Some(last) => parameters[last].needs.push(need),
                        None => self.program.actions[index].needs.push(need),
                    }
                }
            }
        }
        parameters
    }

    /// Whether a player may pass is asked before anything is chosen, so it cannot depend on what
    /// is.
    fn may_pass(&mut self, condition: &ast::Expr, parameters: &[Parameter]) -> Option<TestId> {
        let test = self.test(condition)?;
        if let Some(last) = self.last_mentioned(test, parameters) {
            let message =
                format!("whether to pass is asked before `{}` is chosen", parameters[last].name);
            let problem = Diagnostic::error("optional-too-early", condition.span, message);
            self.report(problem.help("a condition for what is chosen is a need: `needs …`"));
        }
        Some(test)
    }

    /// Needs are removed by their names, and refusals show their reasons.
    fn check_need(
        &mut self,
        name: Option<&Name>,
        why: Option<&Name>,
        span: Span,
        before: &mut Vec<Name>,
    ) {
        if let Some(name) = name {
            if let Some(first) = before.iter().find(|first| first.node == name.node) {
                let problem = Diagnostic::error(
                    "name-twice",
                    name.span,
                    format!("this action has two needs called `{}`", name.node),
                );
                let problem = problem.also(first.span, "the first one");
                self.report(problem);
            }
            before.push(name.clone());
        }
        if why.is_none() {
            let problem =
                Diagnostic::warning("no-why", span, "players whom this stops are told no reason");
            self.report(problem.help("end it with `why \"…\"`"));
        }
    }

    fn last_mentioned(&self, test: TestId, parameters: &[Parameter]) -> Option<usize> {
        let chosen = parameters
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, p)| !matches!(p.domain, Domain::Given(..)));
        chosen
            .filter(|(_, p)| {
                any(&self.program.terms, Term::Test(test), &mut |t| {
                    reads(&self.program, t) == Reads::Temp(p.temp)
                })
            })
            .map(|(i, _)| i)
            .next()
    }

    fn check_scalars(&mut self, name: &Name, parameters: &[Parameter]) {
        let scalars = parameters
            .iter()
            .filter(|p| {
                !matches!(p.domain, Domain::Given(..) | Domain::Subset { .. } | Domain::Family(_))
            })
            .count();
        if scalars > Choice::SCALARS {
            let message = format!(
                "`{}` has {scalars} parameters to choose at once; more than {} are too many",
                name.node,
                Choice::SCALARS
            );
            self.error("many-parameters", name.span, message);
        }
    }

    /// Notes in a body which parameters may be none, and binds those that could not be made sense
    /// of.
    fn bind_the_rest(&mut self, all: &[String]) {
        for name in all {
            if self.bound(name).is_none() {
                self.bindings.insert(0, (name.clone(), Value::Poison));
            }
        }
    }

    pub(super) fn action_body(
        &mut self,
        text: &ast::Action,
        index: ActionId,
        types: &[ArgumentType],
    ) {
        let flows = &self.flow.flows;
        let hooked =
            flows.before.contains_key(&text.name.node) || flows.after.contains_key(&text.name.node);
        let Some(block) = text.body.clone().or(hooked.then(Vec::new)) else { return };
        let unit = self.new_unit(&text.name.node, text.name.span, None);
        self.program.actions[index].unit = Some(unit);
        let action = &self.program.actions[index];
        // What is chosen may be chosen in secret; else all but cards is said aloud.
        let is_aloud = !self.chosen_together.contains(&text.name.node);
        let known = |domain: Domain, kind: ValueKind| match domain {
            Domain::Given(place, _) => match types.get(usize::from(place)) {
                Some(given) if given.is_open() => Known::Everybody,
                Some(_) | None => Known::Unsaid,
            },
            Domain::Set(set) | Domain::Subset { set, .. } if self.is_private(Term::Set(set)) => {
                Known::MeAlone
            }
            Domain::Set(_) | Domain::Range { .. } | Domain::Bag { .. }
                if is_aloud && kind != ValueKind::Card =>
            {
                Known::Everybody
            }
            Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => Known::Unsaid,
        };
        let may_be_none = |p: &Parameter| match p.domain {
            Domain::Given(place, _) => {
                types.get(usize::from(place)).is_some_and(|given| given.maybe)
            }
            Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => p.default_none,
        };
        let of_body = |p: &Parameter| ArgumentType {
            carrier: p.domain.carrier(),
            kind: p.kind,
            known: known(p.domain, p.kind),
            maybe: may_be_none(p),
        };
        let parameters: Vec<(String, ArgumentType)> =
            action.parameters.iter().map(|p| (p.name.clone(), of_body(p))).collect();
        let domains: Vec<Domain> = action.parameters.iter().map(|p| p.domain).collect();
        let broken: Vec<String> = text.parameters.iter().map(|p| p.name.node.clone()).collect();
        self.lower_unit(unit, &parameters, true, None, |low| {
            low.bind_the_rest(&broken);
            let locals = low.program.units[unit].parameters.clone();
            for ((local, _), domain) in locals.into_iter().zip(domains) {
                low.note_source(local, domain);
                if let Domain::Range { .. } | Domain::Set(_) = domain {
                    low.flow.unit.chosen.insert(local);
                }
                if let Domain::Subset { .. } = domain {
                    low.flow.unit.counted.insert(local);
                }
            }
            low.hooked(&text.name.node, |low| low.block(&block));
        });
        self.hear(unit);
    }
}
