//! Actions: parameters and where their values come from, needs, the body.
#![deny(clippy::wildcard_enum_match_arm)]

use super::flow::DeclaredAction;
use super::flow::{ArgumentType, Known};
use super::possible::Called;
use super::value::{Scalar, Value};
use super::{Lowering, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{List, Num, NumId, Set, SetId, Temp, Test, TestId};
use crate::program::walk::{Reads, Term, any, parts, reads};
use crate::program::{Carrier, Compared, Domain, Look, Need, Parameter, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{self, Amount, Clause, ExprKind, Name, ParameterSource, SourceFilter};
use crate::tabletop::ids::{ActionId, ZoneId};
use crate::tabletop::{Per, Viewers};
use crate::value::Narrow;
use crate::vm::{BAG_OF, BAG_SIZE, Choice};

/// Where cards that can be chosen come from.
enum Origin {
    /// A zone, of an owner or of several.
    Zone(ZoneId, Option<NumId>),
    Temp(Temp),
}

/// Parameters lie in temps of their own, out of the way of what their caller evaluates.
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
            self.arity(&text.name.node, given, types.len(), span);
            return None;
        }
        let index = self.program.actions.next_id();
        self.program.actions.push(crate::program::Action {
            name: text.name.node.clone(),
            free: false,
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
        let falls_back = |parameter: &Parameter| {
            let written =
                text.parameters.iter().find(|written| written.name.node == parameter.name);
            written
                .and_then(|written| written.source.as_ref())
                .is_some_and(|source| source.default.is_some())
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

    fn parameters(&mut self, text: &ast::Action, types: &[ArgumentType]) -> Vec<Parameter> {
        let mut types = types.iter().enumerate();
        let mut parameters = Vec::new();
        for parameter in &text.parameters {
            self.check_name(&parameter.name);
            let temp = self.take_temp();
            let made = match &parameter.source {
                None => {
                    types.next().map(|(place, of)| self.given(&parameter.name, temp, place, of))
                }
                Some(source) => self.chosen(&parameter.name, temp, source),
            };
            let Some(made) = made else {
                // What depends on it is not looked at: its error is known.
                self.bindings.push((parameter.name.node.clone(), Value::Poison));
                continue;
            };
            let value = self.parameter_value(&made);
            self.seen_temps.extend((parameter.source.is_some() && !made.by_place).then_some(temp));
            self.bindings.push((parameter.name.node.clone(), value));
            parameters.push(made);
        }
        parameters
    }

    /// A parameter that has its value from who names the action, the argument at this place.
    fn given(&mut self, name: &Name, temp: Temp, place: usize, of: &ArgumentType) -> Parameter {
        match of.known {
            Known::Everybody => {
                self.open_temps.push(temp);
                self.seen_temps.push(temp);
            }
            Known::Unsaid => {}
            Known::MeAlone => self.dark_temps.push(temp),
        }
        self.parameter(name, temp, Domain::Given(place.to_u8(), of.carrier), of.kind)
    }

    fn parameter(&self, name: &Name, temp: Temp, domain: Domain, kind: ValueKind) -> Parameter {
        Parameter {
            name: name.node.clone(),
            temp,
            domain,
            kind,
            filters: Vec::new(),
            needs: Vec::new(),
            narrowed: None,
            default_none: false,
            bags: None,
            number: 0,
            alone: false,
            narrowing: None,
            by_place: false,
            in_order: false,
            looks: Vec::new(),
        }
    }

    /// A parameter of a player's choosing, in the terms of the conditions that follow.
    pub(super) fn parameter_value(&mut self, parameter: &Parameter) -> Value {
        match parameter.domain.carrier() {
            Carrier::Num => {
                let id = self.n(Num::Temp(parameter.temp));
                if parameter.kind == ValueKind::Flag {
                    return Value::Test(self.t(crate::program::terms::Test::IsTrue(id)));
                }
                Value::maybe_if(id, parameter.kind, parameter.default_none)
            }
            Carrier::Set => Value::Set(self.s(Set::Temp(parameter.temp)), parameter.kind),
            Carrier::List => {
                Value::List(self.program.terms.list(List::Temp(parameter.temp)), parameter.kind)
            }
        }
    }

    /// A parameter hides nothing: a name that has a meaning already would be read in two ways.
    fn check_name(&mut self, name: &Name) {
        if self.bound(&name.node).is_some() {
            self.error(
                "name-twice",
                name.span,
                format!("`{}` stands twice among the parameters", name.node),
            );
        }
        self.check_shadow(name);
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

    pub(super) fn chosen(
        &mut self,
        name: &Name,
        temp: Temp,
        source: &ParameterSource,
    ) -> Option<Parameter> {
        let value = self.expr(&source.set);
        if value.is_poison() {
            return None;
        }
        if let Value::Range { from, to } = value {
            return self.chosen_number(name, temp, source, from, to);
        }
        if let Value::Family(family, kind) = value {
            return self.chosen_set(name, temp, source, family, kind);
        }
        if self.is_no_source(&value, &source.set) {
            return None;
        }
        let (mut set, kind) = self.as_set(value, source.set.span)?;
        let mut filters = Vec::new();
        for filter in &source.filters {
            // Of one card the parameter's own name is the candidate's too, so that conditions can
            // nest.
            let (own, subset) =
                if source.amount.is_none() { (Some(name), None) } else { (None, Some(name)) };
            match self.with_members_of(subset, |low| low.source_filter(filter, own, temp, kind)) {
                // Without a reason to show, what is filtered out need not be looked at again.
                Some(need) if need.why.is_none() && source.amount.is_none() => {
                    set = self.filter_set(set, kind, temp, need.test)
                }
                Some(need) => filters.push(need),
                // Its error is known; what the parameter is does not depend on it.
                None => {}
            }
        }
        let default_none =
            source.default.as_ref().is_some_and(|default| matches!(*default.node, ExprKind::None));
        if let Some(default) = source.default.as_ref().filter(|_| !default_none) {
            set = self.with_fallback(source, default, (set, kind, temp), &mut filters)?;
        }
        let domain = match &source.amount {
            None => Domain::Set(set),
            Some(amount) => self.subset(amount, source, set, kind)?,
        };
        let by_place = kind == ValueKind::Slot
            || (kind == ValueKind::Card && !self.chooser_sees(Term::Set(set)));
        if source.in_order && !matches!(domain, Domain::Subset { .. }) {
            self.error(
                "wrong-type",
                source.set.span,
                "only several things, as in `2.. of hand`, are chosen in order",
            );
            return None;
        }
        let narrowed = (!filters.is_empty()).then(|| {
            filters.iter().fold(set, |set, filter| self.filter_set(set, kind, temp, filter.test))
        });
        let in_order = source.in_order;
        let plain = self.parameter(name, temp, domain, kind);
        Some(Parameter { filters, narrowed, by_place, in_order, default_none, ..plain })
    }

    /// Reports numbers where a set to choose from is expected.
    fn is_no_source(&mut self, value: &Value, source: &ast::Expr) -> bool {
        let is_number =
            |value: &Value| matches!(value, Value::Num(Scalar { kind: ValueKind::Number, .. }));
        let text = self.program.sources.text(source.span);
        let help = match (value, &*source.node) {
            (Value::Tuple(members), _) if members.iter().all(is_number) => {
                format!("numbers are chosen from a range: `from (1..20) where it in {text}`")
            }
            (value, ExprKind::Of { part, whole }) if is_number(value) => {
                let [part, whole] = [part, whole].map(|expr| self.program.sources.text(expr.span));
                format!("how many of a set is a number in brackets: `({part}) of {whole}`")
            }
            _ => return false,
        };
        let words = format!("expected a set, found {}", value.describe(&self.program.lists));
        self.report(Diagnostic::error("wrong-type", source.span, words).help(help));
        true
    }

    /// What is chosen from when nothing is left of the source: then its filters do not count.
    fn with_fallback(
        &mut self,
        source: &ParameterSource,
        default: &ast::Expr,
        (set, kind, temp): (SetId, ValueKind, Temp),
        filters: &mut [Need],
    ) -> Option<SetId> {
        let value = self.expr(default);
        if value.is_poison() {
            return None;
        }
        if let Value::Num(Scalar { kind: ValueKind::Number, .. }) | Value::Test(_) = value {
            let found = value.describe(&self.program.lists);
            let words = format!(
                "this `default` says what is chosen from instead: expected a set, found {found}"
            );
            let problem = Diagnostic::error("wrong-type", default.span, words);
            self.report(
                problem.help("what it belongs to stands in brackets: `where rank > (highest … over … default 0)`"),
            );
            return None;
        }
        let (fallback, other) = self.as_set(value, default.span)?;
        if kind != other {
            let message = "`default` needs the same sort of members on both sides";
            self.error("wrong-type", source.set.span.to(default.span), message);
            return None;
        }
        let narrowed =
            filters.iter().fold(set, |set, need| self.filter_set(set, kind, temp, need.test));
        let some = self.t(Test::Any(narrowed));
        let nothing = self.t(Test::Not(some));
        for need in filters {
            need.test = self.t(Test::Or(nothing, need.test));
        }
        // All members stand in the source when each has its reason to be refused.
        Some(if set == fallback {
            set
        } else {
            self.s(Set::If { test: some, then: set, otherwise: fallback })
        })
    }

    fn chosen_number(
        &mut self,
        name: &Name,
        temp: Temp,
        source: &ParameterSource,
        from: crate::program::terms::NumId,
        to: crate::program::terms::NumId,
    ) -> Option<Parameter> {
        if let Some(amount) = &source.amount {
            self.error("wrong-type", amount.span, "numbers are chosen one at a time");
            return None;
        }
        if let Some(default) = &source.default {
            self.error(
                "wrong-type",
                default.span,
                "numbers are chosen from a range, which has no `default`",
            );
            return None;
        }
        let mut parameter =
            self.parameter(name, temp, Domain::Range { from, to }, ValueKind::Number);
        for filter in &source.filters {
            parameter.filters.push(self.source_filter(
                filter,
                Some(name),
                temp,
                ValueKind::Number,
            )?);
        }
        Some(parameter)
    }

    /// One of a family's sets: its `where`s are conditions on the whole set.
    fn chosen_set(
        &mut self,
        name: &Name,
        temp: Temp,
        source: &ParameterSource,
        family: crate::program::terms::FamilyId,
        kind: ValueKind,
    ) -> Option<Parameter> {
        if let Some(amount) = &source.amount {
            let message =
                "this is a choice among whole sets already, so no number can stand before it";
            self.error("wrong-type", amount.span, message);
            return None;
        }
        let value = Value::Set(self.s(Set::Temp(temp)), kind);
        let mut needs = Vec::new();
        for filter in &source.filters {
            let names = vec![(name.node.clone(), value.clone())];
            let test = self.with_bindings(names, |low| {
                low.with_subject_set(value.clone(), |low| low.test(&filter.condition))
            });
            needs.extend(test.map(|test| {
                self.need(test, filter.why.as_ref(), (filter.condition.span, &filter.condition))
            }));
        }
        let by_place = kind == ValueKind::Slot
            || (kind == ValueKind::Card && !self.chooser_sees(Term::Family(family)));
        Some(Parameter {
            needs,
            by_place,
            ..self.parameter(name, temp, Domain::Family(family), kind)
        })
    }

    fn source_filter(
        &mut self,
        filter: &SourceFilter,
        name: Option<&Name>,
        temp: Temp,
        kind: ValueKind,
    ) -> Option<Need> {
        let id = self.n(Num::Temp(temp));
        let names =
            name.map(|name| (name.node.clone(), Value::num(id, kind))).into_iter().collect();
        let test = self.with_bindings(names, |low| {
            low.with_thing(Thing { id, kind, role: Role::It }, |low| low.test(&filter.condition))
        })?;
        let written = (filter.condition.span, &filter.condition);
        Some(self.need(test, filter.why.as_ref(), written))
    }

    /// A condition that has just been lowered, and stands at this span.
    fn need(
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

    fn subset(
        &mut self,
        amount: &Amount,
        source: &ParameterSource,
        set: crate::program::terms::SetId,
        kind: ValueKind,
    ) -> Option<Domain> {
        let least = self.sure_number(&amount.least)?;
        let most = match &amount.most {
            // An exact number is written once, and looked at once.
            Some(most) if *most == amount.least => Some(least),
            Some(most) => Some(self.sure_number(most)?),
            None => None,
        };
        if !source.repeated {
            return Some(Domain::Subset { set, least, most });
        }
        let ValueKind::Word(list) = kind else {
            self.error(
                "wrong-type",
                source.set.span,
                "only words of a list can be chosen with repetition",
            );
            return None;
        };
        if self.program.lists[list].words.len() > BAG_OF {
            self.error(
                "list-too-long",
                source.set.span,
                format!("words are chosen with repetition from lists of at most {BAG_OF}"),
            );
            return None;
        }
        if self.static_num(least).is_some_and(|n| n > BAG_SIZE) {
            self.error(
                "out-of-range",
                amount.span,
                format!("at most {BAG_SIZE} words are chosen with repetition"),
            );
        }
        Some(Domain::Bag { set, count: least })
    }

    /// Whether the seat that chooses surely sees all that it chooses from.
    fn chooser_sees(&self, source: Term) -> bool {
        self.comes_from(source, &|origin| match origin {
            Origin::Zone(zone, Some(owner)) => self.sees_zone(zone, owner),
            Origin::Zone(zone, None) => super::named::all_see(&self.program.zones[zone]),
            Origin::Temp(temp) => self.seen_temps.contains(&temp),
        })
    }

    /// Whether nobody but the seat that chooses surely sees any of what it chooses from.
    fn is_private(&self, source: Term) -> bool {
        self.comes_from(source, &|origin| {
            let Origin::Zone(zone, Some(owner)) = origin else { return false };
            let zone = &self.program.zones[zone];
            let mine = zone.per == Per::Player && self.program.terms.nums[owner] == Num::Me;
            [zone.up, zone.down]
                .into_iter()
                .all(|viewers| viewers == Viewers::Nobody || (mine && viewers == Viewers::Owner))
        })
    }

    /// Whether all members of a set surely come from where it `fits`.
    fn comes_from(&self, source: Term, fits: &dyn Fn(Origin) -> bool) -> bool {
        match source {
            Term::Set(set) => self.members_come_from(set, fits),
            Term::Num(_) | Term::Test(_) | Term::List(_) | Term::Family(_) => {
                let mut parts = parts(&self.program.terms, source).into_iter();
                parts.all(|part| match part {
                    Term::Set(_) | Term::Family(_) => self.comes_from(part, fits),
                    Term::Num(_) | Term::Test(_) | Term::List(_) => true,
                })
            }
        }
    }

    /// What is narrowed down to something that fits does fit. What was worked out elsewhere may be
    /// anything.
    fn members_come_from(&self, set: SetId, fits: &dyn Fn(Origin) -> bool) -> bool {
        match self.program.terms.sets[set] {
            Set::ZoneCards { zone, owner } => fits(Origin::Zone(zone, Some(owner))),
            Set::Temp(temp) => fits(Origin::Temp(temp)),
            Set::ZoneCardsOf { zone, .. } => fits(Origin::Zone(zone, None)),
            Set::Both(one, other) => {
                self.members_come_from(one, fits) || self.members_come_from(other, fits)
            }
            Set::Union(one, other) | Set::If { then: one, otherwise: other, .. } => {
                self.members_come_from(one, fits) && self.members_come_from(other, fits)
            }
            Set::Minus(whole, _)
            | Set::Filter { set: whole, .. }
            | Set::Ties { set: whole, .. }
            | Set::TiesBy { set: whole, .. }
            | Set::Ends { set: whole, .. }
            | Set::RandomOf { set: whole, .. }
            | Set::Bind { then: whole, .. }
            | Set::UnionOver { value: whole, .. } => self.members_come_from(whole, fits),
            Set::UnionFamily(family)
            | Set::OnlyFamily(family)
            | Set::FirstFamily(family)
            | Set::BestFamily { family, .. } => self.comes_from(Term::Family(family), fits),
            Set::SlotCards { .. }
            | Set::CardsIn(_)
            | Set::TopsOf(_)
            | Set::TopCards { .. }
            | Set::BottomCards { .. }
            | Set::CardsAt { .. }
            | Set::CardsOf { .. }
            | Set::CardsOfAll { .. }
            | Set::Const(_)
            | Set::Local(_)
            | Set::One(_)
            | Set::FaceUp
            | Set::CardFlagged { .. }
            | Set::WithAttribute { .. }
            | Set::Image { .. }
            | Set::Reached { .. }
            | Set::ZoneSlots { .. }
            | Set::ZoneSlotsOf { .. }
            | Set::SlotFlagged { .. }
            | Set::Players
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::Neighbours { .. }
            | Set::Walk(_)
            | Set::OfList(_)
            | Set::Script(_) => false,
        }
    }

    fn sees_zone(&self, zone: ZoneId, owner: NumId) -> bool {
        let zone = &self.program.zones[zone];
        let nums = &self.program.terms.nums;
        let mine = nums[owner] == Num::Me
            || matches!(nums[owner], Num::TeamOf(seat) if nums[seat] == Num::Me);
        let sees =
            |viewers: Viewers| viewers == Viewers::All || (mine && viewers == Viewers::Owner);
        sees(zone.up) && sees(zone.down)
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

    /// In a body: parameters that may be none, and those that could not be made sense of.
    fn bind_the_rest(&mut self, all: &[String], maybe: &[bool]) {
        for ((_, value), maybe) in self.bindings.iter_mut().zip(maybe) {
            if let Value::Num(scalar) = value {
                scalar.maybe = *maybe;
            }
        }
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
        // What is chosen may be chosen in secret.
        let known = |domain: Domain| match domain {
            Domain::Given(place, _) => match types.get(usize::from(place)) {
                Some(given) if given.is_open() => Known::Everybody,
                Some(_) | None => Known::Unsaid,
            },
            Domain::Set(set) | Domain::Subset { set, .. } if self.is_private(Term::Set(set)) => {
                Known::MeAlone
            }
            Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => Known::Unsaid,
        };
        let of_body = |p: &Parameter| ArgumentType {
            carrier: p.domain.carrier(),
            kind: p.kind,
            known: known(p.domain),
        };
        let parameters: Vec<(String, ArgumentType)> =
            action.parameters.iter().map(|p| (p.name.clone(), of_body(p))).collect();
        let maybe: Vec<bool> = action.parameters.iter().map(|p| p.default_none).collect();
        let domains: Vec<Domain> = action.parameters.iter().map(|p| p.domain).collect();
        let broken: Vec<String> = text.parameters.iter().map(|p| p.name.node.clone()).collect();
        self.lower_unit(unit, &parameters, true, None, |low| {
            low.bind_the_rest(&broken, &maybe);
            let locals = low.program.units[unit].parameters.clone();
            for ((local, _), domain) in locals.into_iter().zip(domains) {
                low.note_source(local, domain);
                if let Domain::Range { .. } | Domain::Set(_) = domain {
                    low.flow.unit.chosen.insert(local);
                }
            }
            low.hooked(&text.name.node, |low| low.block(&block));
        });
        self.hear(unit);
    }
}
