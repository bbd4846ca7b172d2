//! What the rules mention, whatever the options: found in the rules as written, with every page, so
//! that it is the same for all settings. What a part mentions, it may use; what nothing mentions,
//! nothing uses.
#![deny(clippy::wildcard_enum_match_arm)]

mod others;
mod rules;

use crate::layout::model::{
    AttributeType, DeckDefinition, PawnDefinition, ValueType, VariableDefinition, VariablePer,
    ZoneDefinition,
};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::tabletop::Shape;
use crate::text::places;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) use others::{OwnBesideTheirs, OwnForOthers};
pub(crate) use rules::{Body, Rules};

/// What a stretch of rules mentions and does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) names: BTreeSet<String>,
    /// Phases, actions and effects that its steps name.
    pub(crate) calls: BTreeSet<String>,
    /// Actions that several may choose at the same time.
    pub(crate) chosen_together: BTreeSet<String>,
    /// Reasons and other sentences for players, and where they stand.
    pub(crate) sentences: BTreeMap<String, Span>,
    /// It can end a phase or the game.
    pub(crate) ends: bool,
    /// The phases that it ends, where they are named.
    pub(crate) ended: Vec<Name>,
    /// It can change something at the table.
    pub(crate) changes: bool,
    pub(crate) loops: Vec<Loop>,
    /// What names the places that cards are moved to, and what may be handed on as such a place.
    pub(crate) places: BTreeSet<String>,
    pub(crate) handed_on: BTreeSet<String>,
    /// Names that `set` and `add` write to.
    pub(crate) set: BTreeSet<String>,
    /// Zones that cards are taken from.
    pub(crate) sources: Vec<Name>,
    /// Zones of which cards are taken as they lie: from the top, say, or blindly.
    pub(crate) drawn_from: Vec<Name>,
    /// What is shuffled, once for each place of the rules that does so, or drawn lots among.
    pub(crate) mixed: Vec<String>,
    /// Zones that a block draws from before it shuffles them.
    pub(crate) drawn_too_early: Vec<Name>,
    /// `reveal X`, and at once a `move X … face down`.
    pub(crate) shown_too_early: Vec<Span>,
    /// Counts of slots without a condition, and the zone whose slots they are.
    pub(crate) counted_slots: Vec<(Span, Name)>,
    /// What a `let` keeps and no statement behind it looks at.
    pub(crate) unread: Vec<Name>,
    /// What a loop goes over, where what it does names none of it.
    pub(crate) unnamed: Vec<Name>,
    /// What stands where `draw` says from where.
    pub(crate) drawn: BTreeSet<String>,
    /// Variables that are set to something that is not made of themselves alone.
    pub(crate) set_anew: BTreeSet<String>,
    /// Single cards, or so many, drawn from what somebody else has.
    pub(crate) drawn_from_another: Vec<DrawnFromAnother>,
    pub(crate) own_for_others: Vec<OwnForOthers>,
    pub(crate) own_beside_theirs: Vec<OwnBesideTheirs>,
    /// Places whose cards are turned, or come to lie, face up or face down.
    pub(crate) sided: Vec<Sided>,
    /// What is thrown again by an `else if` that asks of the same throw.
    pub(crate) thrown_again: Vec<Span>,
    /// What a single card of a shape has in common with itself.
    pub(crate) common_of_one: Vec<Span>,
}

/// `draw N from ZONE of WHO to PLACE`.
#[derive(Clone, Debug)]
pub(crate) struct DrawnFromAnother {
    pub(crate) zone: Name,
    pub(crate) count: Span,
    pub(crate) from: Span,
    pub(crate) to: Span,
}

/// A statement that says which side of cards is up.
#[derive(Clone, Debug)]
pub(crate) struct Sided {
    pub(crate) zone: Name,
    pub(crate) up: bool,
    /// The cards that are turned where they lie, or the place where they come to lie.
    pub(crate) what: Span,
    pub(crate) turns: bool,
}

/// `STEP until CONDITION`.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) condition: Span,
    pub(crate) looks_at: BTreeSet<String>,
    pub(crate) step: BTreeSet<String>,
    /// The step itself does something, apart from what it calls.
    pub(crate) changes: bool,
}

/// The variable or mark that a statement writes to.
fn target_name(target: &Expr) -> Option<&str> {
    if let ExprKind::Of { part, .. } = &*target.node {
        return target_name(part);
    }
    let ExprKind::Name { name, .. } = &*target.node else { return None };
    Some(&name.node)
}

impl Facts {
    fn add(&mut self, other: &Facts) {
        self.names.extend(other.names.iter().cloned());
        self.calls.extend(other.calls.iter().cloned());
        self.chosen_together.extend(other.chosen_together.iter().cloned());
        for (sentence, &span) in &other.sentences {
            self.sentences.entry(sentence.clone()).or_insert(span);
        }
        self.ends |= other.ends;
        self.ended.extend(other.ended.iter().cloned());
        self.changes |= other.changes;
        self.loops.extend(other.loops.iter().cloned());
        self.places.extend(other.places.iter().cloned());
        self.handed_on.extend(other.handed_on.iter().cloned());
        self.set.extend(other.set.iter().cloned());
        self.sources.extend(other.sources.iter().cloned());
        self.drawn_from.extend(other.drawn_from.iter().cloned());
        self.mixed.extend(other.mixed.iter().cloned());
        self.drawn_too_early.extend(other.drawn_too_early.iter().cloned());
        self.shown_too_early.extend(&other.shown_too_early);
        self.counted_slots.extend(other.counted_slots.iter().cloned());
        self.unread.extend(other.unread.iter().cloned());
        self.unnamed.extend(other.unnamed.iter().cloned());
        self.drawn.extend(other.drawn.iter().cloned());
        self.set_anew.extend(other.set_anew.iter().cloned());
        self.drawn_from_another.extend(other.drawn_from_another.iter().cloned());
        self.own_for_others.extend(other.own_for_others.iter().cloned());
        self.own_beside_theirs.extend(other.own_beside_theirs.iter().cloned());
        self.sided.extend(other.sided.iter().cloned());
        self.thrown_again.extend(&other.thrown_again);
        self.common_of_one.extend(&other.common_of_one);
    }

    pub(crate) fn of_step(step: &Step) -> Facts {
        let mut facts = Facts::default();
        facts.step(step);
        facts
    }

    fn of_block(block: &Block) -> Facts {
        let mut facts = Facts::default();
        facts.block(block);
        facts
    }

    pub(crate) fn of_expr(expr: &Expr) -> Facts {
        let mut facts = Facts::default();
        facts.expr(expr);
        facts
    }

    fn name(&mut self, name: &Name) {
        self.names.insert(name.node.clone());
    }

    fn sentence(&mut self, sentence: Option<&Name>) {
        if let Some(sentence) = sentence {
            self.sentences.entry(sentence.node.clone()).or_insert(sentence.span);
        }
    }

    // ---- the layout

    /// A list by its name, or a word of it by its singular.
    fn list(&mut self, name: &str) {
        self.names.extend([name.to_string(), format!("{name}s")]);
    }

    fn deck(&mut self, deck: &DeckDefinition) {
        deck.only.iter().for_each(|only| self.expr(only));
        for (_, kind) in &deck.attributes {
            if let AttributeType::Words(list) = &kind.node {
                self.list(list);
            }
        }
    }

    fn zone(&mut self, zone: &ZoneDefinition) {
        zone.holds.iter().for_each(|holds| self.expr(holds));
        if let Some(Shape::List(list)) = zone.shape.as_ref().map(|shape| &shape.node) {
            self.list(list);
        }
    }

    fn pawn(&mut self, pawn: &PawnDefinition) {
        pawn.zone.iter().for_each(|zone| self.name(zone));
    }

    fn variable(&mut self, variable: &VariableDefinition) {
        if let Some(VariablePer::List(list)) = variable.per.as_ref().map(|per| &per.node) {
            self.list(list);
        }
        self.value_type(variable.kind.as_ref().map(|kind| &kind.node));
    }

    fn value_type(&mut self, kind: Option<&ValueType>) {
        if let Some(ValueType::Word(list) | ValueType::WordAlso(list, _) | ValueType::Bag(list)) =
            kind
        {
            self.list(list);
        }
    }

    // ---- declarations

    fn declaration(&mut self, declaration: &Declaration) {
        match &declaration.node {
            DeclarationKind::Kind { value, .. }
            | DeclarationKind::Let { value, .. }
            | DeclarationKind::Score { value, .. }
            | DeclarationKind::ValueHint { value } => {
                self.expr(value);
            }
            DeclarationKind::Playing { condition } => self.expr(condition),
            DeclarationKind::Table(table) => {
                table.subjects.iter().for_each(|subject| self.expr(subject));
                self.rows(&table.rows);
            }
            DeclarationKind::Order { attribute, .. } => self.name(attribute),
            DeclarationKind::Combinations { rows, .. } => {
                for row in rows {
                    row.kinds.iter().for_each(|kind| self.name(kind));
                    self.expr(&row.value);
                }
            }
            DeclarationKind::Shape { shape, .. } => self.shape(shape),
            DeclarationKind::Script { returns, .. } => self.list(&returns.name.node),
            DeclarationKind::Prove { claim, why, .. } => {
                self.expr(claim);
                self.sentence(why.as_ref());
            }
            DeclarationKind::Phase { body: PhaseBody::Flow(step), .. } => self.step(step),
            DeclarationKind::Phase { body: PhaseBody::Block(block), .. }
            | DeclarationKind::Effect { body: block, .. }
            | DeclarationKind::Refill { body: block, .. } => self.block(block),
            DeclarationKind::Action(action) => self.action(action),
            DeclarationKind::Watch(watch) => {
                self.expr(&watch.condition);
                watch.each.iter().flat_map(|each| &each.from).for_each(|from| self.expr(from));
                self.block(&watch.body);
            }
            DeclarationKind::When { .. }
            | DeclarationKind::Replace(_)
            | DeclarationKind::Remove { .. }
            | DeclarationKind::ExtendTable { .. }
            | DeclarationKind::ExtendAction { .. }
            | DeclarationKind::ExtendPhase { .. }
            | DeclarationKind::Hook { .. } => {}
        }
    }

    fn shape(&mut self, shape: &crate::syntax::ast::Shape) {
        match &shape.node {
            ShapeKind::Named(name) => self.name(name),
            ShapeKind::AnyOf(shapes) | ShapeKind::Together(shapes) => {
                shapes.iter().for_each(|shape| self.shape(shape))
            }
            ShapeKind::Form(form) => {
                self.expr(&form.amount.least);
                form.amount.most.iter().chain(&form.card).for_each(|expr| self.expr(expr));
                form.common.iter().for_each(|common| self.common(&common.node));
                let is_one = *form.amount.least.node == ExprKind::Number(1)
                    && form.amount.most.as_ref() == Some(&form.amount.least);
                let alike = form.common.iter().filter(|common| {
                    is_one && matches!(common.node, Common::Same(_) | Common::Different(_))
                });
                self.common_of_one.extend(alike.map(|common| common.span));
            }
        }
    }

    /// What the cards of a form have in common.
    fn common(&mut self, common: &Common) {
        match common {
            Common::Same(value) | Common::Different(value) | Common::Sequence(value) => {
                self.expr(value);
            }
            Common::Each { count: a, value: b } | Common::Total { value: a, than: b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            Common::Wild { amount, card } => {
                self.expr(&amount.least);
                amount.most.iter().chain([card]).for_each(|expr| self.expr(expr));
            }
        }
    }

    fn rows(&mut self, rows: &Rows) {
        match rows {
            Rows::Conditions(rows) => {
                for row in rows {
                    row.condition.iter().for_each(|condition| self.expr(condition));
                    self.expr(&row.value);
                }
            }
            Rows::Patterns(rows) => {
                for row in rows {
                    row.patterns.iter().flatten().for_each(|pattern| self.pattern(&pattern.node));
                    row.condition.iter().for_each(|condition| self.expr(condition));
                    self.expr(&row.value);
                }
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Anything => {}
            Pattern::OneOf(values) => {
                values.iter().for_each(|value| self.pattern_value(&value.node))
            }
        }
    }

    fn pattern_value(&mut self, value: &PatternValue) {
        match value {
            PatternValue::Word(word) => {
                self.names.insert(word.clone());
            }
            PatternValue::Named { from, to } => {
                self.names.extend([from].into_iter().chain(to).cloned());
            }
            PatternValue::Number(_) | PatternValue::Range { .. } => {}
        }
    }

    fn action(&mut self, action: &Action) {
        for source in action.parameters.iter().filter_map(|parameter| parameter.source.as_ref()) {
            self.source(source);
        }
        self.clauses(&action.clauses);
        action.body.iter().for_each(|body| self.block(body));
    }

    fn source(&mut self, source: &ParameterSource) {
        if let Some(amount) = &source.amount {
            self.expr(&amount.least);
            amount.most.iter().for_each(|most| self.expr(most));
        }
        match zone_of(&source.set) {
            Some(zone) => {
                self.sources.push(zone.clone());
                if source.filters.is_empty() {
                    self.drawn_from.push(zone.clone());
                }
            }
            None => self.hand_on(&source.set),
        }
        self.expr(&source.set);
        for filter in &source.filters {
            self.expr(&filter.condition);
            self.sentence(filter.why.as_ref());
        }
        source.default.iter().for_each(|default| self.expr(default));
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            match clause {
                Clause::Need { condition, why, .. } => {
                    self.expr(condition);
                    self.sentence(why.as_ref());
                }
                Clause::Optional { condition, .. } => {
                    condition.iter().for_each(|condition| self.expr(condition))
                }
            }
        }
    }

    // ---- steps

    fn step(&mut self, step: &Step) {
        match &step.node {
            StepKind::Sequence(steps) => steps.iter().for_each(|step| self.step(step)),
            StepKind::Call(call) | StepKind::May(call) => self.call(call),
            StepKind::Together { call, .. } => {
                self.chosen_together.insert(call.name.node.clone());
                self.call(call);
            }
            StepKind::OneOf { choices, .. } => self.choices(choices),
            StepKind::Window { choices } => {
                let calls = choices.iter().flat_map(|choice| &choice.calls);
                self.chosen_together.extend(calls.map(|call| call.name.node.clone()));
                self.choices(choices);
            }
            StepKind::AnyOf { choices, done_when } => {
                self.choices(choices);
                done_when.iter().for_each(|condition| self.expr(condition));
            }
            StepKind::Times { times, step } => {
                self.expr(times);
                self.step(step);
            }
            StepKind::Turns { filters, from, step } => {
                filters.iter().for_each(|filter| self.expr(filter));
                self.expr(from);
                self.step(step);
            }
            StepKind::Each { each, step } => {
                self.each(each);
                self.step(step);
            }
            StepKind::Until { step, condition } => self.until(step, condition),
            StepKind::OnlyIf { step, condition } => {
                self.expr(condition);
                self.step(step);
            }
            StepKind::By { step, who } => {
                self.expr(who);
                self.step(step);
            }
            StepKind::Settled { step, how } => {
                match how {
                    Settling::TurnOrder { from } => from.iter().for_each(|from| self.expr(from)),
                    Settling::Random | Settling::Everyone => {}
                }
                self.step(step);
            }
            StepKind::OrElse { step, call } => {
                self.step(step);
                self.call(call);
            }
        }
    }

    fn until(&mut self, step: &Step, condition: &Expr) {
        let inner = Facts::of_step(step);
        let mut looks = Facts::default();
        looks.expr(condition);
        self.loops.push(Loop {
            condition: condition.span,
            looks_at: looks.names.clone(),
            step: inner.names.clone(),
            changes: inner.changes || inner.ends,
        });
        self.add(&inner);
        self.add(&looks);
    }

    fn each(&mut self, each: &Each) {
        if let Some(set) = &each.set {
            self.expr(set);
            self.hand_on(set);
        }
        each.filters.iter().chain(&each.from).for_each(|expr| self.expr(expr));
    }

    fn choices(&mut self, choices: &[Choice]) {
        choices.iter().flat_map(|choice| &choice.calls).for_each(|call| self.call(call));
    }

    fn call(&mut self, call: &Call) {
        self.name(&call.name);
        self.calls.insert(call.name.node.clone());
        for argument in &call.arguments {
            self.expr(argument);
            self.hand_on(argument);
        }
    }

    // ---- statements

    /// What each statement does is worked out once: blocks stand in each other.
    fn block(&mut self, block: &Block) {
        let each: Vec<Facts> = block.iter().map(Facts::of_statement).collect();
        each.iter().for_each(|facts| self.add(facts));
        let early = block.windows(2).enumerate().filter(|(i, pair)| {
            // What is shuffled among others is to be forgotten.
            let mixed = matches!(
                block.get(i + 2).map(|next| &next.node),
                Some(StatementKind::Shuffle { .. })
            );
            shown_then_hidden(&pair[0].node, &pair[1].node) && !mixed
        });
        self.shown_too_early.extend(early.map(|(_, pair)| pair[0].span));
        self.unread_lets(block, &each);
        self.draws_before_shuffling(block, &each);
    }

    fn of_statement(statement: &Statement) -> Facts {
        let mut facts = Facts::default();
        facts.statement(statement);
        facts
    }

    /// Notes the zones that this block draws from, and then shuffles without anything coming back.
    fn draws_before_shuffling(&mut self, block: &Block, each: &[Facts]) {
        for (at, statement) in block.iter().enumerate() {
            let StatementKind::Shuffle { zones } = &statement.node else { continue };
            let before = &each[..at];
            for zone in zones.iter().filter_map(zone_of) {
                let is_left = before.iter().all(|facts| {
                    !facts.places.contains(&zone.node)
                        && !facts.mixed.contains(&zone.node)
                        && facts.calls.is_empty()
                });
                let mut drawn = before.iter().flat_map(|facts| &facts.drawn_from);
                let drawn = drawn.find(|drawn| drawn.node == zone.node).filter(|_| is_left);
                self.drawn_too_early.extend(drawn.cloned());
            }
        }
    }

    /// Notes what this block keeps and does not look at afterwards.
    fn unread_lets(&mut self, block: &Block, each: &[Facts]) {
        let mut behind: BTreeSet<&str> = BTreeSet::new();
        for (statement, facts) in block.iter().zip(each).rev() {
            if let StatementKind::Let { name, value: LetValue::Expr(_) } = &statement.node
                && !behind.contains(name.node.as_str())
            {
                self.unread.push(name.clone());
            }
            behind.extend(facts.names.iter().map(String::as_str));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let node = &statement.node;
        if let StatementKind::Move { sources, to, .. } = node {
            for source in sources {
                self.taken_from(source);
                self.drawn_from.extend(end_of(source).cloned());
            }
            self.place(to);
        } else if let StatementKind::Draw { count, from, to, .. } = node {
            self.expr(count);
            self.taken_from(from);
            self.drawn_from.extend(zone_of(from).cloned());
            self.place(to);
        } else {
            node.expressions().into_iter().for_each(|expr| self.expr(expr));
        }
        if let StatementKind::Set { target, .. } | StatementKind::Add { target, .. } = node {
            self.set.extend(target_name(target).map(str::to_owned));
        }
        self.traps(node);
        if let StatementKind::Let { value: LetValue::Expr(value), .. } = node {
            self.hand_on(value);
        } else if let StatementKind::Mark { mark, .. } = node {
            self.name(mark);
        } else if let StatementKind::Each { each, body } = node {
            self.each(each);
            self.beside_theirs(each, body);
        } else if let StatementKind::Say { text, .. } = node {
            self.sentence(Some(text));
            places(&text.node).for_each(|(_, place)| self.names.extend([place.to_owned()]));
        } else if let StatementKind::End { reason, .. } = node {
            self.sentence(reason.as_ref());
        }
        if matches!(node, StatementKind::Shuffle { .. }) {
            node.expressions().into_iter().for_each(|zone| self.mix(zone));
        }
        match node.course() {
            Course::Happens => self.changes = true,
            Course::Notes => {}
            Course::Runs(step) => self.step(step),
            Course::Branches { then, otherwise } => {
                self.block(then);
                otherwise.into_iter().for_each(|block| self.block(block));
            }
            Course::Loops { each, body } => self.loops_over(each, &Facts::of_block(body)),
            Course::AtOnce(body) => self.block(body),
            Course::Ends(phase) => {
                (self.changes, self.ends) = (true, true);
                self.ended.push(phase.clone());
            }
        }
    }

    /// What is easily read in another way than it is meant.
    fn traps(&mut self, node: &StatementKind) {
        match node {
            StatementKind::Set { target, value } => {
                let Some(name) = target_name(target) else { return };
                if !is_made_of(value, name) {
                    self.set_anew.insert(name.to_owned());
                }
                self.of_another(target, value);
            }
            StatementKind::Draw { count, from, to, placing } => {
                self.drawn.extend(Facts::of_expr(from).names);
                if let ExprKind::Of { part, whole } = &*from.node
                    && let ExprKind::Name { name: zone, arguments: None } = &*part.node
                    && !matches!(&*whole.node, ExprKind::All)
                    && !names_me(whole)
                {
                    let (count, from, to) = (count.span, from.span, to.span);
                    let zone = zone.clone();
                    self.drawn_from_another.push(DrawnFromAnother { zone, count, from, to });
                }
                self.laid(to, placing);
            }
            StatementKind::Move { to, placing, .. } => self.laid(to, placing),
            StatementKind::Turn { up, cards } => {
                let sided = |zone: &Name| Sided {
                    zone: zone.clone(),
                    up: *up,
                    what: cards.span,
                    turns: true,
                };
                self.sided.extend(zone_of(cards).map(sided));
            }
            StatementKind::If { condition, otherwise: Some(otherwise), .. } => {
                let [Statement { node: StatementKind::If { condition: next, .. }, .. }] =
                    otherwise.as_slice()
                else {
                    return;
                };
                let thrown = thrown(condition);
                let again = self::thrown(next);
                self.thrown_again.extend(
                    again.into_iter().filter(|again| thrown.contains(again)).map(|e| e.span),
                );
            }
            StatementKind::If { otherwise: None, .. }
            | StatementKind::Let { .. }
            | StatementKind::Add { .. }
            | StatementKind::Shuffle { .. }
            | StatementKind::Rotate { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Say { .. }
            | StatementKind::Mark { .. }
            | StatementKind::Swap { .. }
            | StatementKind::Join { .. }
            | StatementKind::Split { .. }
            | StatementKind::Gather
            | StatementKind::Do(_)
            | StatementKind::Each { .. }
            | StatementKind::AtOnce(_)
            | StatementKind::Answer(_)
            | StatementKind::ReverseTurns
            | StatementKind::End { .. } => {}
        }
    }

    /// Notes a place where cards come to lie by their side.
    fn laid(&mut self, to: &Expr, placing: &Placing) {
        let Some(up) = placing.face_up.filter(|_| !placing.turned) else { return };
        let sided = |zone: &Name| Sided { zone: zone.clone(), up, what: to.span, turns: false };
        self.sided.extend(zone_of(to).map(sided));
    }

    fn taken_from(&mut self, source: &Expr) {
        self.sources.extend(zone_of(source).cloned());
        self.expr(source);
    }

    fn place(&mut self, to: &Expr) {
        let mut place = Facts::default();
        place.expr(to);
        self.places.extend(place.names.iter().cloned());
        self.add(&place);
    }

    fn mix(&mut self, zone: &Expr) {
        self.mixed.extend(Facts::of_expr(zone).names);
    }

    fn hand_on(&mut self, expr: &Expr) {
        let mut given = Facts::default();
        given.expr(expr);
        self.handed_on.extend(given.names);
    }

    // ---- expressions

    fn expr(&mut self, expr: &Expr) {
        match &*expr.node {
            ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Flag(_)
            | ExprKind::None
            | ExprKind::Empty
            | ExprKind::All => {}
            ExprKind::Can(call) => self.call(call),
            ExprKind::Name { name, arguments } => {
                self.name(name);
                for argument in arguments.iter().flatten() {
                    self.expr(argument);
                }
            }
            ExprKind::Of { part: a, whole: b }
            | ExprKind::Default { value: a, fallback: b }
            | ExprKind::Arithmetic { left: a, right: b, .. }
            | ExprKind::Compare { left: a, right: b, .. }
            | ExprKind::In { value: a, set: b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Where { set, conditions } => {
                self.expr(set);
                conditions.iter().for_each(|condition| self.expr(condition));
            }
            ExprKind::Fold(fold) => {
                fold.value.iter().for_each(|value| self.expr(value));
                self.expr(&fold.set);
                let counts = matches!(fold.kind, FoldKind::Count | FoldKind::Any | FoldKind::No);
                if let Some(zone) = slots_of(&fold.set).filter(|_| counts) {
                    self.counted_slots.push((fold.set.span, zone.clone()));
                }
            }
            ExprKind::Pairing { value, left, right } => {
                [value, &left.1, &right.1].into_iter().for_each(|e| self.expr(e))
            }
            ExprKind::Packing { combinations, set } | ExprKind::Parts { combinations, set } => {
                self.name(combinations);
                self.expr(set);
            }
            ExprKind::Groups { set, key } => [set, key].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Walk { steps, from, through } => {
                [steps, from, through].into_iter().for_each(|e| self.expr(e))
            }
            ExprKind::Reached { from, step } => [from, step].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Negate(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Roll { sides } => self.expr(sides),
            ExprKind::Random { amount, set } => {
                self.mix(set);
                if let Some(amount) = amount {
                    self.expr(&amount.least);
                    amount.most.iter().for_each(|most| self.expr(most));
                }
                self.expr(set);
            }
            ExprKind::Tuple(members) | ExprKind::And(members) | ExprKind::Or(members) => {
                members.iter().for_each(|member| self.expr(member));
            }
            ExprKind::Range { from, to } => {
                self.expr(from);
                to.iter().for_each(|to| self.expr(to));
            }
            ExprKind::Is { value, what, .. } => {
                self.expr(value);
                match what {
                    Likeness::Empty | Likeness::None => {}
                    Likeness::OneOf(values) => {
                        values.iter().for_each(|value| self.pattern_value(&value.node))
                    }
                    Likeness::Value(value) => self.expr(value),
                }
            }
            ExprKind::If { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|e| self.expr(e));
            }
        }
    }
}

/// Whether an expression is `me`.
fn names_me(expr: &Expr) -> bool {
    matches!(&*expr.node, ExprKind::Name { name, arguments: None } if name.node == "me")
}

/// Whether a value is that of a variable, or the one next to it: none, where that is none.
fn is_made_of(value: &Expr, variable: &str) -> bool {
    let is_name = |expr: &Expr, wanted: &[&str]| {
        matches!(&*expr.node, ExprKind::Name { name, arguments: None }
            if wanted.contains(&name.node.as_str()))
    };
    if let ExprKind::Of { part, whole } = &*value.node {
        let is_next = is_name(part, &["next", "previous"]);
        return is_name(part, &[variable]) || is_next && is_made_of(whole, variable);
    }
    is_name(value, &[variable])
}

/// The throws and the draws by lot that a comparison asks of, as they are written.
fn thrown(condition: &Expr) -> Vec<&Expr> {
    let ExprKind::Compare { left, right, .. } = &*condition.node else { return Vec::new() };
    let is_thrown = |expr: &&Expr| {
        let whole = if let ExprKind::Of { whole, .. } = &*expr.node { whole } else { expr };
        matches!(&*whole.node, ExprKind::Roll { .. } | ExprKind::Random { .. })
    };
    [left, right].into_iter().filter(is_thrown).collect()
}

/// Whether what is shown by one statement is at once laid face down by the next, both by the same
/// plain name.
fn shown_then_hidden(shows: &StatementKind, moves: &StatementKind) -> bool {
    let StatementKind::Reveal { cards, .. } = shows else { return false };
    let StatementKind::Move { sources, placing: Placing { face_up: Some(false), .. }, .. } = moves
    else {
        return false;
    };
    let plain = |expr: &Expr| {
        let ExprKind::Name { name, arguments: None } = &*expr.node else { return None };
        Some(name.node.clone())
    };
    plain(cards)
        .is_some_and(|shown| sources.iter().any(|source| plain(source).as_ref() == Some(&shown)))
}

/// The zone of which an expression is several slots: `slots of Z`, `cells of Z`, `slot(2) of Z of
/// all`.
fn slots_of(expr: &Expr) -> Option<&Name> {
    let ExprKind::Of { part, whole } = &*expr.node else { return None };
    let ExprKind::Name { name, arguments } = &*part.node else { return None };
    match (name.node.as_str(), arguments, &*whole.node) {
        ("slots" | "cells", None, _) => zone_of(whole),
        ("slot", Some(_), ExprKind::Of { whole: owners, .. }) if *owners.node == ExprKind::All => {
            zone_of(whole)
        }
        _ => None,
    }
}

/// The zone of which an expression takes cards from one end: `top of Z`, `bottom(2) of Z of all`.
fn end_of(expr: &Expr) -> Option<&Name> {
    let ExprKind::Of { part, whole } = &*expr.node else { return None };
    let ExprKind::Name { name, .. } = &*part.node else { return None };
    matches!(name.node.as_str(), "top" | "bottom" | "nth").then(|| zone_of(whole)).flatten()
}

/// The zone whose cards an expression is made of, where it names one and nothing else.
fn zone_of(expr: &Expr) -> Option<&Name> {
    match &*expr.node {
        ExprKind::Name { name, arguments: None } => Some(name),
        ExprKind::Of { part, whole } => {
            let ExprKind::Name { name, arguments } = &*part.node else { return None };
            match name.node.as_str() {
                "top" | "bottom" | "nth" | "first" | "last" | "cards" => zone_of(whole),
                _ => arguments.is_none().then_some(name),
            }
        }
        ExprKind::Where { set, .. } | ExprKind::Random { set, .. } => zone_of(set),
        ExprKind::Tuple(members) => match members.as_slice() {
            [only] => zone_of(only),
            _ => None,
        },
        ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Flag(_)
        | ExprKind::None
        | ExprKind::Empty
        | ExprKind::All
        | ExprKind::Name { .. }
        | ExprKind::Default { .. }
        | ExprKind::Fold(_)
        | ExprKind::Pairing { .. }
        | ExprKind::Packing { .. }
        | ExprKind::Parts { .. }
        | ExprKind::Groups { .. }
        | ExprKind::Walk { .. }
        | ExprKind::Reached { .. }
        | ExprKind::Roll { .. }
        | ExprKind::Can(_)
        | ExprKind::Range { .. }
        | ExprKind::Arithmetic { .. }
        | ExprKind::Negate(_)
        | ExprKind::Compare { .. }
        | ExprKind::And(_)
        | ExprKind::Or(_)
        | ExprKind::Not(_)
        | ExprKind::Is { .. }
        | ExprKind::In { .. }
        | ExprKind::If { .. } => None,
    }
}
