//! Parameters of actions: what each can be, and where that comes from.

#![deny(clippy::wildcard_enum_match_arm)]

use super::arguments::{ArgumentType, Known};
use super::value::{Scalar, Value};
use super::{Lowering, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{List, Num, NumId, Set, SetId, Temp, Test};
use crate::program::walk::{Term, parts};
use crate::program::{Carrier, Domain, Need, Parameter, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{self, Amount, Expr, ExprKind, Name, ParameterSource, SourceFilter};
use crate::tabletop::ids::ZoneId;
use crate::tabletop::{Per, Viewers};
use crate::value::Narrow;
use crate::vm::{BAG_OF, BAG_SIZE};

/// Where cards that can be chosen come from.
enum Origin {
    /// A zone, of an owner or of several.
    Zone(ZoneId, Option<NumId>),
    Temp(Temp),
}

impl Lowering {
    pub(super) fn parameters(
        &mut self,
        text: &ast::Action,
        types: &[ArgumentType],
    ) -> Vec<Parameter> {
        let mut types = types.iter().enumerate();
        let mut parameters = Vec::new();
        // What a source asks on the way must not stand where a parameter behind it is given.
        let temps: Vec<Temp> = text.parameters.iter().map(|_| self.take_temp()).collect();
        for (parameter, temp) in text.parameters.iter().zip(temps) {
            self.check_name(&parameter.name);
            let given = if parameter.source.is_none() { types.next() } else { None };
            let made = match &parameter.source {
                None => given.map(|(place, of)| self.given(&parameter.name, temp, place, of)),
                Some(source) => self.chosen(&parameter.name, temp, source),
            };
            let Some(made) = made else {
                // What depends on it is not looked at: its error is known.
                self.bindings.push((parameter.name.node.clone(), Value::Poison));
                continue;
            };
            let value = match (self.parameter_value(&made), given) {
                (Value::Num(scalar), Some((_, of))) => {
                    Value::Num(Scalar { maybe: of.maybe, ..scalar })
                }
                (value, _) => value,
            };
            self.seen_temps.extend((parameter.source.is_some() && !made.by_place).then_some(temp));
            self.bindings.push((parameter.name.node.clone(), value));
            parameters.push(made);
        }
        parameters
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

    /// A parameter that has its value from who names the action, the argument at this place.
    fn given(&mut self, name: &Name, temp: Temp, place: usize, of: &ArgumentType) -> Parameter {
        match of.known {
            Known::Everybody => {
                self.open_temps.push(temp);
                self.seen_temps.push(temp);
            }
            Known::Unsaid | Known::NotAll => {}
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
            sums: Vec::new(),
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

    pub(super) fn chosen(
        &mut self,
        name: &Name,
        temp: Temp,
        source: &ParameterSource,
    ) -> Option<Parameter> {
        if let Some((amount, set)) =
            self.named_amount(&source.set).filter(|_| source.amount.is_none())
        {
            let span = amount.span;
            let amount = Some(Amount { least: amount.clone(), most: Some(amount), span });
            let so_many = ParameterSource { amount, set, ..source.clone() };
            return self.chosen(name, temp, &so_many);
        }
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
        if source.repeated && source.amount.is_none() {
            return self.tell_of_repeated(&source.set);
        }
        self.warn_of_places(name, &value, source.set.span);
        let (set, kind) = self.as_set(value, source.set.span)?;
        let (mut set, mut filters) = self.source_filters(name, temp, source, (set, kind));
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
        let fixed = source.fixed.as_ref();
        let needs =
            fixed.and_then(|fixed| self.source_filter(fixed, Some(name), temp, kind)).into_iter();
        let needs = needs.collect();
        let plain = self.parameter(name, temp, domain, kind);
        Some(Parameter { filters, needs, narrowed, by_place, in_order, default_none, ..plain })
    }

    /// Warns where what is called a card is one of several piles or sets of cards: `card from
    /// (discard, hand)`.
    fn warn_of_places(&mut self, name: &Name, source: &Value, span: Span) {
        let Value::Tuple(places) = source else { return };
        let has_many = |place: &Value| matches!(place, Value::Zone(zone) if self.holds_many(*zone));
        if !name.node.starts_with("card") || !places.iter().all(has_many) {
            return;
        }
        let text = self.program.sources.text(span);
        let together = text.trim_matches(['(', ')']).replace(", ", " + ");
        let message =
            format!("`{}` is one of these places here, with all that lies there", name.node);
        let problem = Diagnostic::warning("place-for-card", span, message);
        self.report_of_use(problem.help(format!("their cards are `{together}`")));
    }

    /// What is left of a source by those of its filters that give no reason, and the others.
    fn source_filters(
        &mut self,
        name: &Name,
        temp: Temp,
        source: &ParameterSource,
        (mut set, kind): (SetId, ValueKind),
    ) -> (SetId, Vec<Need>) {
        let mut filters = Vec::new();
        // Of one card the parameter's own name is the candidate's too, so that conditions can nest.
        let (own, subset) =
            if source.amount.is_none() { (Some(name), None) } else { (None, Some(name)) };
        for filter in &source.filters {
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
        (set, filters)
    }

    /// Reports numbers where a set to choose from is expected.
    fn is_no_source(&mut self, value: &Value, source: &ast::Expr) -> bool {
        let is_number =
            |value: &Value| matches!(value, Value::Num(Scalar { kind: ValueKind::Number, .. }));
        let text = self.program.sources.text(source.span);
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let help = if let Value::List(_, ValueKind::Number) = value
            && text.contains(" where ")
        {
            let without = inside.map_or("1..9 where …", str::trim);
            format!("numbers are chosen from a range, without brackets: `from {without}`")
        } else if let Value::Tuple(members) = value
            && members.iter().all(is_number)
        {
            let range = range_of(text).unwrap_or_else(|| "1..20".to_owned());
            format!("numbers are chosen from a range: `from ({range}) where it in {text}`")
        } else {
            return false;
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
        if let Some(default) = &source.default {
            let message = "this is a choice among whole sets, which has no `default`";
            self.error("wrong-type", default.span, message);
            return None;
        }
        if source.in_order {
            let message = "this is a choice among whole sets, which are chosen in no order";
            self.error("wrong-type", source.set.span, message);
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

    /// Tells that words which may repeat need an amount.
    fn tell_of_repeated<T>(&mut self, set: &Expr) -> Option<T> {
        let help = if let ExprKind::Of { part, whole } = &*set.node {
            let (amount, words) = (self.written(part.span), self.written(whole.span));
            format!(
                "an amount that is no number stands in brackets: `({amount}) of {words} repeated`"
            )
        } else {
            "write `2 of … repeated` or `1..3 of … repeated`".to_owned()
        };
        let message = "how many words? they may repeat";
        self.report(Diagnostic::error("wrong-type", set.span, message).help(help));
        None
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
        let Some(most) = most else {
            let problem = Diagnostic::error(
                "wrong-type",
                amount.span,
                "how many words at most? they may repeat, so there is no end to them",
            );
            self.report(problem.help("write a range: `1..3 of … repeated`"));
            return None;
        };
        if self.static_num(most).is_some_and(|n| n > BAG_SIZE) {
            self.error(
                "out-of-range",
                amount.span,
                format!("at most {BAG_SIZE} words are chosen with repetition"),
            );
        }
        Some(Domain::Bag { set, least, most })
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
    pub(super) fn is_private(&self, source: Term) -> bool {
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
}

/// The range of numbers that are written out: `18..22` of `(18, 20, 22)`.
fn range_of(text: &str) -> Option<String> {
    let numbers = text.trim().strip_prefix('(')?.strip_suffix(')')?.split(',');
    let numbers: Vec<i32> = numbers.map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    Some(format!("{}..{}", numbers.iter().min()?, numbers.iter().max()?))
}
