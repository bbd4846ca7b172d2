//! Statements: what happens at the table, and what a body remembers.

use super::Lowering;
use super::arguments::{ArgumentType, Known};
use super::assignments::Target;
use super::names::Meaning;
use super::value::{Owner, Scalar, Value, ZoneValue};
use crate::diagnostic::Diagnostic;
use crate::program::code::{Argument, Change, Ending, EndingKind, Movement, Op, SaidValue, Saying};
use crate::program::ids::Pc;
use crate::program::terms::{Local, Num, NumId, Set, SetId, Test};
use crate::program::walk::Term;
use crate::program::{Carrier, Held, Holding, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Block, Course, Expr, ExprKind, LetValue, Name, Outcome, Placing, Statement, StatementKind,
};
use crate::tabletop::ids::ZoneId;
use crate::tabletop::{Per, Shape};
use crate::text::{no_places, places, unclosed};
use crate::value::{Bits, Narrow};

impl Lowering {
    pub(crate) fn block(&mut self, block: &Block) {
        self.scoped(|low| {
            let mut ended: Option<Span> = None;
            for statement in block {
                if let Some(end) = ended.take() {
                    let problem = Diagnostic::warning(
                        "never-reached",
                        statement.span,
                        "this is never reached",
                    );
                    low.report(problem.also(end, "nothing goes on after this"));
                }
                low.statement(statement);
                if ends(statement) {
                    ended = Some(statement.span);
                }
            }
        });
    }

    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.node {
            StatementKind::Let { name, value } => self.let_value(name, value, span),
            StatementKind::Set { target, value } => self.set_statement(target, value, span),
            StatementKind::Add { amount, target } => self.add(amount, target, span),
            StatementKind::Move { sources, to, placing } => {
                self.move_statement(sources, to, *placing, span)
            }
            StatementKind::Draw { count, from, to, placing } => {
                self.draw(count, from, to, *placing, span)
            }
            StatementKind::Shuffle { zones } => {
                zones.iter().for_each(|zone| self.shuffle(zone, span))
            }
            StatementKind::Rotate { zones, by } => self.rotate(zones, by, span),
            StatementKind::Turn { up, cards } => {
                if let Some(cards) = self.cards(cards) {
                    self.event(Change::Turn { cards, up: *up }, span);
                }
            }
            StatementKind::Reveal { cards, to } => {
                let (cards, value) = (self.cards(cards), self.expr(to));
                if let (Some(cards), Some(to)) = (cards, self.as_players(value, to.span)) {
                    self.event(Change::Reveal { cards, to }, span);
                }
            }
            StatementKind::Say { text, to } => self.say(text, to.as_ref(), span),
            StatementKind::Mark { on, things, mark } => {
                self.mark_statement(*on, things, mark, span)
            }
            StatementKind::Swap { a, b } => self.swap(a, b, span),
            StatementKind::Join { slots, name } => self.join(slots, name, span),
            StatementKind::Split { slot } => {
                let value = self.expr(slot);
                if let Some(of) = self.as_slot(&value, slot.span)
                    && self.is_of_a_row(of, slot.span)
                {
                    self.event(Change::Split { slot: of }, span);
                }
            }
            StatementKind::Gather => self.event(Change::Gather, span),
            StatementKind::Do(step) => self.step(step),
            StatementKind::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_ref(), span)
            }
            StatementKind::Each { each, body } => self.each(each, span, |low| low.block(body)),
            StatementKind::AtOnce(block) => self.at_once(block, span),
            StatementKind::Answer(value) => self.answer(value, span),
            StatementKind::ReverseTurns => self.event(Change::ReverseTurns, span),
            StatementKind::End { name, outcome, reason } => {
                self.end(name, outcome.as_ref(), reason.as_ref(), span)
            }
        }
    }

    // ---------------------------------------------------------------------------------------------
    // let, if, answer

    fn let_value(&mut self, name: &Name, value: &LetValue, span: Span) {
        self.check_local(name);
        if let LetValue::Expr(expr) = value
            && matches!(*expr.node, ExprKind::None)
        {
            self.error(
                "wrong-type",
                expr.span,
                "`none` alone is nothing to remember: none of what?",
            );
            self.bindings.push((name.node.clone(), Value::Poison));
            return;
        }
        match value {
            LetValue::Expr(expr) => {
                let Some((argument, kind)) = self.argument_of(expr) else {
                    self.bindings.push((name.node.clone(), Value::Poison));
                    return;
                };
                let maybe = self.typed.may_be_none(expr);
                let local = self.local(self.program.memory.words_of(kind.carrier).into());
                self.hold_value(local, kind.carrier, kind.kind);
                self.emit(store(local, argument), span);
                let value = match self.local_value(local, kind) {
                    Value::Num(scalar) => Value::Num(Scalar { maybe, ..scalar }),
                    other => other,
                };
                self.bindings.push((name.node.clone(), value));
            }
            LetValue::Step(step) => {
                let (before, local) = (self.local(1), self.local(1));
                // What was answered before is no answer to this, and stays one to whoever asked.
                self.emit(Op::TakeAnswer { local: before }, span);
                let from = self.here();
                let outer = self.flow.answered.take();
                let outer_mixed = std::mem::take(&mut self.flow.mixed);
                let outer_secret = std::mem::take(&mut self.flow.answers_in_secret);
                self.flow.unheard = false;
                self.step(step);
                self.emit(Op::TakeAnswer { local }, span);
                let to = self.here();
                let kept = self.n(Num::Local(before));
                self.emit(Op::Answer { value: kept }, span);
                let heard = std::mem::replace(&mut self.flow.answered, outer);
                if std::mem::replace(&mut self.flow.mixed, outer_mixed) {
                    let message = "what runs here answers with values of several kinds";
                    let problem = Diagnostic::error("wrong-type", step.span, message);
                    self.report(
                        problem.help("let each of them answer alike: all with a card, say"),
                    );
                }
                let is_secret = std::mem::replace(&mut self.flow.answers_in_secret, outer_secret);
                let Some(kind) = heard else {
                    self.no_answer(step.span);
                    self.bindings.push((name.node.clone(), Value::Poison));
                    return;
                };
                let what = Holding::Answer { is_card: kind == ValueKind::Card };
                self.flow.unit.held.push(Held { local: before, what, from, to });
                self.hold_value(local, Carrier::Num, kind);
                let known = if is_secret { Known::NotAll } else { Known::Unsaid };
                let answer = ArgumentType { carrier: Carrier::Num, kind, known, maybe: true };
                let value = self.local_value(local, answer);
                self.bindings.push((name.node.clone(), value));
            }
        }
    }

    fn no_answer(&mut self, span: Span) {
        if self.flow.answers_badly {
            return;
        }
        let (words, help) = if self.flow.unheard {
            (
                "what runs here is in the midst of itself and has not answered so far",
                "let it `answer …` before this",
            )
        } else {
            ("nothing in this step answers", "an action or effect answers with `answer …`")
        };
        self.report(Diagnostic::error("no-answer", span, words).help(help));
    }

    fn if_statement(
        &mut self,
        condition: &Expr,
        then: &Block,
        otherwise: Option<&Block>,
        span: Span,
    ) {
        if then.is_empty() && otherwise.is_none_or(|otherwise| otherwise.is_empty()) {
            let words = "nothing happens here, whether this holds or not";
            self.report(Diagnostic::warning("does-nothing", condition.span, words));
        }
        let Some(test) = self.test(condition) else {
            self.guarded(condition, true, |low| low.block(then));
            if let Some(otherwise) = otherwise {
                self.guarded(condition, false, |low| low.block(otherwise));
            }
            return;
        };
        let jump = self.jump_unless(test, condition.span);
        self.hanging_on(Term::Test(test), condition.span, |low| {
            low.guarded(condition, true, |low| low.block(then));
            let Some(otherwise) = otherwise else { return low.land(jump) };
            let over = low.emit(Op::Jump(Pc::new(0)), span);
            low.land(jump);
            low.guarded(condition, false, |low| low.block(otherwise));
            low.land(over);
        });
    }

    fn at_once(&mut self, block: &Block, span: Span) {
        let mut steps = Vec::new();
        steps_of(block, &mut steps);
        for step in steps {
            let problem = Diagnostic::error(
                "choice-at-once",
                step,
                "what happens at once cannot stop for a step",
            );
            self.report(
                problem
                    .also(Span { end: span.start + 7, ..span }, "all of this block is one event"),
            );
        }
        let outer = std::mem::replace(&mut self.flow.unit.in_at_once, true);
        self.block(block);
        self.flow.unit.in_at_once = outer;
        if self.flow.flows.has_watches && !outer {
            self.emit(Op::Watch, span);
        }
    }

    fn answer(&mut self, value: &Expr, span: Span) {
        let lowered = self.expr(value);
        let Some(scalar) = self.as_scalar(lowered, None, value.span) else {
            self.flow.answers_badly = true;
            return;
        };
        if let Some(before) = self.flow.unit.answers
            && before != scalar.kind
        {
            let (a, b) = (
                super::value::one(before, &self.program.lists),
                super::value::one(scalar.kind, &self.program.lists),
            );
            self.error(
                "wrong-type",
                value.span,
                format!("this answers with {b}, and elsewhere with {a}"),
            );
        }
        self.note_answer(scalar.kind);
        let is_told = self.program.seats == 1 || self.may_be_told(Term::Num(scalar.id));
        self.flow.answers_in_secret |= self.hangs_on_secrets() || !is_told;
        self.emit(Op::Answer { value: scalar.id }, span);
    }

    // ---------------------------------------------------------------------------------------------
    // moving

    fn move_statement(&mut self, sources: &[Expr], to: &Expr, placing: Placing, span: Span) {
        if let [pawn] = sources
            && let Some(target) = self.pawn(pawn)
        {
            return self.move_pawn(target, to, span);
        }
        let mut sets = Vec::new();
        let mut by_place = true;
        for source in sources {
            let Some(cards) = self.cards(source) else { continue };
            by_place &= self.is_by_place(cards);
            sets.push(cards);
        }
        if sets.len() != sources.len() {
            return;
        }
        let Some(to) = self.place(to) else { return };
        self.movement(
            Movement {
                sources: sets,
                count: None,
                to,
                face_up: placing.face_up,
                under: placing.under,
                turned: placing.turned,
                by_place,
                refill: None,
            },
            span,
        );
    }

    /// A pawn stands in one zone of the layout and never leaves it.
    fn move_pawn(&mut self, target: Target, to: &Expr, span: Span) {
        let (variable, owner) = match target {
            Target::Variable { variable, owner } => (variable, Owner::One(owner)),
            Target::Variables { variable, owners } => (variable, Owner::Several(owners)),
            Target::CardMark { .. } | Target::SlotMark { .. } => return,
        };
        let Some(&home) = self.pawn_zones.get(&variable) else { return };
        let place = self.expr(to);
        if let Value::Zone(zone) = place
            && zone.zone != home
        {
            let name = self.program.zones[home].name.clone();
            self.error(
                "wrong-type",
                to.span,
                format!("this pawn stands on `{name}`: it moves to a slot of `{name}`"),
            );
            return;
        }
        self.set_variable(variable, owner, (place, to), span);
    }

    pub(super) fn movement(&mut self, movement: Movement, span: Span) {
        self.check_side(&movement, span);
        let draws = movement.count.is_some();
        let movement = self.program.movements.push(movement);
        let op = if draws { Op::Draw { movement } } else { Change::Move { movement }.into() };
        self.event(op, span);
        if self.opens(movement) {
            for source in self.program.movements[movement].sources.clone() {
                self.note_shown(source);
            }
        }
    }

    /// Notes that everybody has seen the cards that a local keeps.
    fn note_shown(&mut self, cards: SetId) {
        let kept = match self.program.terms.sets[cards] {
            Set::One(card) => self.local_of(Argument::Num(card)),
            _ => self.local_of(Argument::Set(cards)),
        };
        if let Some(local) = kept {
            self.note_open(local, true);
        }
    }

    /// A pawn is moved by moving its name.
    fn pawn(&mut self, expr: &Expr) -> Option<Target> {
        let name = match &*expr.node {
            ExprKind::Name { name, arguments: None } => name,
            ExprKind::Of { part, .. } => match &*part.node {
                ExprKind::Name { name, arguments: None } => name,
                _ => return None,
            },
            _ => return None,
        };
        match self.names.get(&name.node) {
            Some(Meaning::Variable(variable)) if self.program.variables[variable].pawn => {
                self.target(expr, None)
            }
            Some(_) | None => None,
        }
    }

    /// Whether everybody can follow the cards by their place: the top of a pile.
    pub(super) fn is_by_place(&self, cards: SetId) -> bool {
        match self.program.terms.sets[cards] {
            Set::TopCards { .. } => true,
            Set::One(card) => self.is_card_by_place(card),
            _ => false,
        }
    }

    fn is_card_by_place(&self, card: NumId) -> bool {
        matches!(self.program.terms.nums[card], Num::Top { .. } | Num::Bottom { .. })
    }

    /// Where cards go.
    pub(super) fn place(&mut self, to: &Expr) -> Option<NumId> {
        match self.expr(to) {
            Value::Poison => None,
            Value::NewSlot { zone, owner } => Some(self.n(Num::NewSlot { zone, owner })),
            Value::Zone(zone) => self.zone_place(zone, to.span),
            Value::None => {
                self.wrong(&Value::None, "a place", to.span);
                None
            }
            other => {
                self.not_at_an_end(&other, to);
                self.as_slot(&other, to.span)
            }
        }
    }

    /// A card as a destination is the place where it lies, and what comes there comes on top of
    /// all: `to bottom of deck` would say something else.
    fn not_at_an_end(&mut self, value: &Value, to: &Expr) {
        let Value::Num(Scalar { id, kind: ValueKind::Card, .. }) = *value else { return };
        if !self.is_card_by_place(id) {
            return;
        }
        let message = "expected a place, found the card at one end of it";
        let problem = Diagnostic::error("wrong-placing", to.span, message);
        let ExprKind::Of { whole, .. } = &*to.node else { return self.report(problem) };
        let place = self.program.sources.text(whole.span).to_owned();
        self.report(problem.help(match self.program.terms.nums[id] {
            Num::Bottom { .. } => format!("below all others is `to {place} under`"),
            _ => format!("cards come on top by themselves: `to {place}`"),
        }));
    }

    fn zone_place(&mut self, zone: ZoneValue, span: Span) -> Option<NumId> {
        if let Some(slot) = self.zone_slot(zone) {
            return Some(slot);
        }
        let name = self.program.zones[zone.zone].name.clone();
        let problem = match zone.owner {
            Owner::Several(_) => Diagnostic::error(
                "which-place",
                span,
                format!("whose `{name}`? cards go to one place"),
            ),
            Owner::One(_) => Diagnostic::error(
                "which-place",
                span,
                format!("`{name}` has several slots: which one?"),
            )
            .help(format!("`slot(n) of {name}`, or `new of {name}` for a row")),
        };
        self.report(problem);
        None
    }

    fn shuffle(&mut self, zone: &Expr, span: Span) {
        match self.expr(zone) {
            Value::Poison => {}
            Value::Zone(value) if self.program.zones[value.zone].is_single() => match value.owner {
                Owner::One(_) => {
                    if let Some(slot) = self.zone_slot(value) {
                        self.event(Change::Shuffle { slot }, span);
                    }
                }
                Owner::Several(owners) => {
                    self.event(Change::ShuffleAll { zone: value.zone, owners }, span)
                }
            },
            other => match self.try_scalar(&other, Some(ValueKind::Slot)) {
                Some(slot) => self.event(Change::Shuffle { slot: slot.id }, span),
                None => self.wrong(&other, "a pile", zone.span),
            },
        }
    }

    fn rotate(&mut self, zones: &Expr, by: &Expr, span: Span) {
        let (value, by) = (self.expr(zones), self.sure_number(by));
        if value.is_poison() {
            return;
        }
        let fixed = |low: &Self, zone: ZoneId| {
            let zone = &low.program.zones[zone];
            zone.shape != Shape::Row && zone.per != Per::Table
        };
        match (value, by) {
            (Value::Zone(ZoneValue { zone, owner: Owner::Several(owners), .. }), Some(by))
                if fixed(self, zone) =>
            {
                self.event(Change::Rotate { zone, owners, by }, span);
            }
            (_, None) => {}
            (Value::Zone(zone), _) => self.not_rotated(zone, zones.span),
            (other, _) => {
                self.wrong(&other, "a zone of several players, such as `hand of all`,", zones.span)
            }
        }
    }

    /// A row, or the zone of a single owner.
    fn not_rotated(&mut self, zone: ZoneValue, span: Span) {
        let of = &self.program.zones[zone.zone];
        let name = &of.name;
        let (wanted, found, help) = match of.per {
            _ if of.shape == Shape::Row => ("of a fixed shape", format!("`{name}`, a row"), None),
            Per::Table => ("of several players", format!("`{name}`, which is the table's"), None),
            Per::Player | Per::Team => (
                "of several players",
                format!("`{name}` of only one"),
                Some(format!("write `rotate {name} of all by …`")),
            ),
        };
        let message = format!("expected a zone {wanted}, found {found}");
        let mut problem = Diagnostic::error("wrong-type", span, message);
        problem.help = help;
        self.report(problem);
    }

    /// What is said names what is there already, so that saying it cannot fail.
    fn say(&mut self, text: &Name, to: Option<&Expr>, span: Span) {
        let to = match to {
            Some(expr) => {
                let value = self.expr(expr);
                self.as_players(value, expr.span)
            }
            None => Some(self.constant_set(Bits::below(usize::from(self.program.seats)))),
        };
        let mut values: Vec<SaidValue> = Vec::new();
        for (at, name) in places(&text.node) {
            // Behind the sign of the text, and that of the place.
            let start = text.span.start + (at + 2).to_u32();
            let span = Span { start, end: start + name.len().to_u32(), ..text.span };
            if values.iter().all(|value| value.name != name) {
                values.extend(self.said_value(&Spanned::new(name.to_owned(), span)));
            }
        }
        for (at, inside) in no_places(&text.node) {
            self.no_place(inside, Span { start: text.span.start + (at + 1).to_u32(), ..text.span });
        }
        if let Some(at) = unclosed(&text.node) {
            let start = text.span.start + (at + 1).to_u32();
            let place = Span { start, end: start + 1, ..text.span };
            let problem = Diagnostic::error("cannot-be-said", place, "this `{` is not closed");
            self.report(problem.help("name what is to be said: `{card}`"));
        }
        let sentence = self.sentence(&text.node);
        let saying = self.program.sayings.push(Saying { sentence, values });
        if let Some(to) = to {
            self.emit(Change::Say { saying, to }.into(), span);
        }
    }

    /// Warns of a number that is written out and does nothing: `draw 0 from deck to hand`.
    pub(super) fn warn_of_nothing(&mut self, number: &Expr) {
        let is_nothing = match &*number.node {
            ExprKind::Number(number) => *number == 0,
            ExprKind::Negate(number) => matches!(&*number.node, ExprKind::Number(_)),
            _ => false,
        };
        if is_nothing {
            let words = "with this number nothing happens";
            self.report(Diagnostic::warning("does-nothing", number.span, words));
        }
    }

    /// What stands in brackets and is no name cannot be said.
    fn no_place(&mut self, inside: &str, from: Span) {
        let end = from.start + (inside.len() + 2).to_u32();
        let span = Span { end, ..from };
        let words = format!("expected a name in brackets, found `{inside}`");
        let problem = Diagnostic::error("cannot-be-said", span, words);
        let name = inside.trim();
        self.report(match places(&format!("{{{name}}}")).next() {
            Some(_) => problem.help(format!("write `{{{name}}}`")),
            None if name.is_empty() => problem.help("name what is to be said: `{card}`"),
            None => problem
                .help(format!("name it first: `let said = {name}`, and write `{{said}}` here")),
        });
    }

    fn said_value(&mut self, place: &Name) -> Option<SaidValue> {
        let name = ExprKind::Name { name: place.clone(), arguments: None };
        let (argument, ArgumentType { kind, .. }) =
            self.argument_of(&Spanned::new(Box::new(name), place.span))?;
        if let Argument::Num(value) = argument
            && self.is_at_hand(value)
        {
            return Some(SaidValue { name: place.node.clone(), kind, value });
        }
        let words = format!(
            "expected a parameter, a `let` or a variable of the table with a single value, found \
             `{}`",
            place.node
        );
        let name = &place.node;
        let help = match argument {
            Argument::Num(_) => format!("name what it comes to first: `let said = {name}`"),
            Argument::Set(_) | Argument::List(_) => {
                format!("of several, say how many: `let said = count {name}`")
            }
        };
        self.report(Diagnostic::error("cannot-be-said", place.span, words).help(help));
        None
    }

    /// Whether a scalar is only read, and cannot fail.
    fn is_at_hand(&self, id: NumId) -> bool {
        match self.program.terms.nums[id] {
            Num::Const(_) | Num::Local(_) | Num::Me | Num::Active | Num::Variable { .. } => true,
            Num::Flag(test) => match self.program.terms.tests[test] {
                Test::Const(_) => true,
                Test::IsTrue(id) => self.is_at_hand(id),
                _ => false,
            },
            _ => false,
        }
    }

    fn swap(&mut self, a: &Expr, b: &Expr, span: Span) {
        let (x, y) = (self.expr(a), self.expr(b));
        if x.is_poison() || y.is_poison() {
            return;
        }
        if let (Value::Zone(one), Value::Zone(other)) = (&x, &y)
            && (self.holds_many(*one) || self.holds_many(*other))
            && let (Some(a), Some(b)) = (self.zone_slot(*one), self.zone_slot(*other))
        {
            return self.event(Change::SwapSlots { a, b }, span);
        }
        if self.is_place(&x) && self.is_place(&y) {
            if let (Some(a), Some(b)) = (self.own_slot(&x, a.span), self.own_slot(&y, b.span)) {
                self.event(Change::SwapSlots { a, b }, span);
            }
            return;
        }
        let (x, y) =
            (self.as_kind(x, ValueKind::Card, a.span), self.as_kind(y, ValueKind::Card, b.span));
        if let (Some(a), Some(b)) = (x, y) {
            let by_place = [a, b].into_iter().all(|card| self.is_card_by_place(card));
            self.event(Change::SwapCards { a, b, by_place }, span);
        }
    }

    /// Whether a value is a slot, or a zone that stands for its one slot of any number of cards.
    fn is_place(&self, value: &Value) -> bool {
        match value {
            Value::Zone(zone) => self.holds_many(*zone),
            Value::OneOfZones(_) => true,
            Value::Num(scalar) => scalar.kind == ValueKind::Slot,
            _ => false,
        }
    }

    /// The slot that a value is or stands for.
    fn own_slot(&mut self, value: &Value, span: Span) -> Option<NumId> {
        match value {
            Value::Zone(zone) => self.zone_slot(*zone),
            _ => self.as_slot(value, span),
        }
    }

    /// Whether a zone has one slot for any number of cards.
    pub(super) fn holds_many(&self, zone: ZoneValue) -> bool {
        matches!(self.program.zones[zone.zone].shape, Shape::Set | Shape::Pile)
    }

    /// Whether a slot may be one of a row; else it is told that it is none.
    fn is_of_a_row(&mut self, slot: NumId, span: Span) -> bool {
        let zone = self.zone_of_place(slot, self.flow.unit.ops.len());
        let Some(zone) = zone.filter(|&zone| self.program.zones[zone].shape != Shape::Row) else {
            return true;
        };
        let name = self.program.zones[zone].name.clone();
        let problem = Diagnostic::error(
            "no-row",
            span,
            format!("only a slot of a zone of shape `row` is split, and `{name}` is none"),
        );
        self.report(problem);
        false
    }

    fn join(&mut self, slots: &Expr, name: &Name, span: Span) {
        self.check_local(name);
        let value = self.expr(slots);
        let Some(slots) = self.as_slots(value, slots.span) else { return };
        let local = self.local(1);
        self.event(Change::Join { slots, local }, span);
        let id = self.n(Num::Local(local));
        self.bindings.push((name.node.clone(), Value::num(id, ValueKind::Slot)));
    }

    // ---------------------------------------------------------------------------------------------
    // end

    fn end(&mut self, name: &Name, outcome: Option<&Outcome>, reason: Option<&Name>, span: Span) {
        self.names.used.insert(name.node.clone());
        if let Some(reason) = reason
            && let Some((at, place)) = places(&reason.node).next()
        {
            let start = reason.span.start + (at + 1).to_u32();
            let end = start + (place.len() + 2).to_u32();
            let message = format!("`{{{place}}}` is not filled in behind `end`");
            let problem =
                Diagnostic::error("fixed-text", Span { start, end, ..reason.span }, message);
            self.report(problem.help("tell it before, with `say`, whose places are filled in"));
        }
        let reason = reason.map(|reason| self.sentence(&reason.node));
        if name.node == "game" {
            let Some(outcome) = self.ending(outcome, span) else { return };
            self.leave_at_once(span);
            let end = self.program.endings.push(Ending { outcome, reason });
            self.emit(Op::EndGame { end }, span);
            return;
        }
        if outcome.is_some() {
            self.error("wrong-ending", span, "only the game is won, lost or drawn: `end game won`");
        }
        let Some(Meaning::Phase(phase)) = self.names.get(&name.node) else {
            return self.unknown_phase(&name.node, name.span);
        };
        self.warn_of_what_ends_a_phase();
        self.leave_at_once(span);
        self.emit(Op::EndPhase { phase, reason }, span);
    }

    /// Tries the watches where a block that happens at once is left in its midst.
    fn leave_at_once(&mut self, span: Span) {
        if self.is_quiet() {
            self.emit(Op::Watch, span);
        }
    }

    fn ending(&mut self, outcome: Option<&Outcome>, span: Span) -> Option<EndingKind> {
        if let Some(Outcome::Lost { by: Some(by) } | Outcome::Won { by: Some(by) }) = outcome
            && matches!(*by.node, ExprKind::None)
        {
            let message = "expected whoever wins or loses, found nobody";
            let problem = Diagnostic::error("wrong-ending", by.span, message);
            self.report(problem.help("nobody wins with `end game drawn`"));
            return None;
        }
        Some(match outcome {
            None => EndingKind::Counted,
            Some(Outcome::Lost { by: Some(by) }) => EndingKind::Lost { by: Some(self.player(by)?) },
            Some(Outcome::Lost { by: None }) => {
                // Together, and alone, there is no need to say who loses.
                if !self.program.cooperative && self.program.seats > 1 {
                    self.note_me(span, false);
                }
                EndingKind::Lost { by: None }
            }
            Some(Outcome::Drawn) => EndingKind::Drawn,
            Some(Outcome::Won { by: Some(by) }) => EndingKind::Won { by: self.player(by)? },
            Some(Outcome::Won { by: None }) => {
                // Together there is no need to say who wins.
                if !self.program.cooperative {
                    self.note_me(span, false);
                }
                EndingKind::Won { by: self.n(Num::Me) }
            }
        })
    }
}

fn store(local: Local, argument: Argument) -> Op {
    match argument {
        Argument::Num(value) => Op::SetLocal { local, value },
        Argument::Set(value) => Op::SetLocalSet { local, value },
        Argument::List(value) => Op::SetLocalList { local, value },
    }
}

/// Whether nothing goes on after a statement.
fn ends(statement: &Statement) -> bool {
    let block_ends = |block: &Block| block.last().is_some_and(ends);
    match statement.node.course() {
        Course::Ends(_) => true,
        Course::Branches { then, otherwise: Some(otherwise) } => {
            block_ends(then) && block_ends(otherwise)
        }
        Course::Branches { otherwise: None, .. }
        | Course::Happens
        | Course::Notes
        | Course::Runs(_)
        | Course::Loops { .. }
        | Course::AtOnce(_) => false,
    }
}

/// The places of all steps in a block.
fn steps_of(block: &Block, found: &mut Vec<Span>) {
    for statement in block {
        match statement.node.course() {
            Course::Runs(_) => found.push(statement.span),
            Course::Branches { then, otherwise } => {
                steps_of(then, found);
                otherwise.iter().for_each(|block| steps_of(block, found));
            }
            Course::Loops { body, .. } => steps_of(body, found),
            // What stands in a block of its own is told of that one.
            Course::AtOnce(_) | Course::Happens | Course::Notes | Course::Ends(_) => {}
        }
    }
}
