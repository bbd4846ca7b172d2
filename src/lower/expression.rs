//! Expressions: literals, names, arithmetic, comparisons, `is`, `in`, `if`.

use super::names::Meaning;
use super::value::{Owner, Scalar, Value, ZoneValue};
use super::{Lowering, MeUse, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::layout::model::{Per, Viewers};
use crate::program::terms::{Comparison, List, Num, NumId, Set, SetId, Test, TestId};
use crate::program::{OptionSetting, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{ArithmeticOp, CompareOp, Expr, ExprKind, Likeness, PatternValue};
use crate::value::Bits;

impl Lowering {
    pub fn expr(&mut self, expr: &Expr) -> Value {
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
            ExprKind::Name { name, arguments } => self.name(&name.node, arguments.as_deref(), name.span),
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
            ExprKind::Tuple(members) => Value::Tuple(members.iter().map(|m| self.expr(m)).collect()),
            ExprKind::Range { from, to } => self.range(from, to.as_ref(), span),
            ExprKind::Arithmetic { op, left, right } => self.arithmetic(*op, left, right),
            ExprKind::Negate(value) => match self.sure_number(value) {
                Some(id) => Value::num(self.n(Num::Negate(id)), ValueKind::Number),
                None => Value::Poison,
            },
            ExprKind::Compare { op, left, right } => self.compare(*op, left, right, span),
            ExprKind::And(members) => self.connect(members, Test::And),
            ExprKind::Or(members) => self.connect(members, Test::Or),
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
        let all = Bits::below(self.program.seats as usize);
        Value::Set(self.constant_set(all), ValueKind::Player)
    }

    fn range(&mut self, from: &Expr, to: Option<&Expr>, span: Span) -> Value {
        let Some(to) = to else {
            return self.error("open-range", span, "this range has no end; here it needs one: `1..6`");
        };
        match (self.sure_number(from), self.sure_number(to)) {
            (Some(from), Some(to)) => Value::Range { from, to },
            _ => Value::Poison,
        }
    }

    // ---------------------------------------------------------------------------------------------- names

    /// A name, with arguments where it stands like a call.
    pub fn name(&mut self, name: &str, arguments: Option<&[Expr]>, span: Span) -> Value {
        if arguments.is_none()
            && let Some(value) = self.bound(name)
        {
            return value.clone();
        }
        if let Some(value) = self.built_in(name, arguments, span) {
            return value;
        }
        if self.names.is_clashing(name) {
            return Value::Poison;
        }
        let Some(meaning) = self.names.get(name) else {
            if arguments.is_none() {
                return if self.is_chosen_member_by_member(name, span) {
                    Value::Poison
                } else {
                    Value::Word(name.to_string())
                };
            }
            self.unknown_name(name, span);
            return Value::Poison;
        };
        self.names.used.insert(name.to_string());
        match (meaning, arguments) {
            (Meaning::Formula(formula), _) => self.formula(formula, arguments.unwrap_or(&[]), span),
            (Meaning::Facing(facing), Some(arguments)) => self.facing(facing, arguments, span),
            (_, Some(_)) => self.error("no-call", span, format!("`{name}` takes nothing in brackets")),
            (Meaning::List(list), None) => {
                let all = Bits::below(self.program.lists[list as usize].words.len());
                Value::Set(self.constant_set(all), ValueKind::Word(list))
            }
            (Meaning::Option(option), None) => self.option(option),
            (Meaning::Attribute(attribute), None) => self.attribute(attribute, span),
            (Meaning::Zone(zone), None) => self.zone(zone, span),
            (Meaning::Variable(variable), None) => self.variable(variable, span),
            (Meaning::Mark(mark), None) => self.mark(mark, span),
            (Meaning::Facing(_), None) => {
                self.error("few-arguments", span, format!("`{name}` compares two places: `{name}(x, y)`"))
            }
            (Meaning::Phase(_) | Meaning::Action(_) | Meaning::Effect(_) | Meaning::Watch, None) => {
                self.error("wrong-type", span, format!("`{name}` is something that happens, not a value"))
            }
        }
    }

    /// Names that the language gives a meaning; `None` when it is not one of them, or not with these arguments.
    fn built_in(&mut self, name: &str, arguments: Option<&[Expr]>, span: Span) -> Option<Value> {
        Some(match (name, arguments) {
            ("it", None) => self.thing_value(Role::It, span),
            ("me", None) => self.thing_value(Role::Me, span),
            ("players", None) => Value::Set(self.s(Set::Players), ValueKind::Player),
            ("others", None) => {
                let me = self.owner_seat(span)?;
                let (all, me) = (self.s(Set::Players), self.s(Set::One(me)));
                Value::Set(self.s(Set::Minus(all, me)), ValueKind::Player)
            }
            ("opponent", None) => self.opponent(span),
            ("opponents", None) => {
                let me = self.owner_seat(span)?;
                let team = self.n(Num::TeamOf(me));
                let (all, mine) = (self.s(Set::Players), self.s(Set::SeatsOfTeam(team)));
                Value::Set(self.s(Set::Minus(all, mine)), ValueKind::Player)
            }
            ("side", None) => {
                let me = self.owner_seat(span)?;
                Value::num(self.n(Num::TeamOf(me)), ValueKind::Team)
            }
            ("teams", None) => {
                let all = Bits::below(self.program.teams as usize);
                Value::Set(self.constant_set(all), ValueKind::Team)
            }
            ("active", None) => Value::maybe(self.n(Num::Active), ValueKind::Player),
            ("cards", None) => {
                let in_game = self.program.start_cards.iter().flat_map(|s| s.cards.iter().copied()).collect::<Bits>();
                // What is proved is proved of what is printed, not of the copies that each owner has.
                let all = self.printed.filter(|_| self.proving).map_or(in_game, Bits::below);
                Value::Set(self.constant_set(all), ValueKind::Card)
            }
            ("face_up", None) => self.face_up(span),
            ("owner" | "column" | "row" | "slot", None) => {
                let thing = self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot));
                let Some(thing) = thing else { return Some(self.whose(name, "a card or a slot", span)) };
                self.part_of_thing(name, thing)
            }
            ("seat", Some([n])) => self.numbered(n, ValueKind::Player, self.program.seats, span),
            ("team", Some([n])) => self.numbered(n, ValueKind::Team, self.program.teams, span),
            ("min", Some([a, b])) => self.extreme_of_two(a, b, Num::Min),
            ("max", Some([a, b])) => self.extreme_of_two(a, b, Num::Max),
            ("seat" | "team" | "min" | "max", _) => {
                let wanted = if matches!(name, "seat" | "team") { "one number" } else { "two numbers" };
                self.error("few-arguments", span, format!("`{name}` takes {wanted} in brackets"))
            }
            _ => return None,
        })
    }

    fn thing_value(&mut self, role: Role, span: Span) -> Value {
        if role == Role::It
            && let Some((before, set)) = self.candidate_sets.last()
            && !self.things[(*before).min(self.things.len())..].iter().any(|thing| thing.role == Role::It)
        {
            return set.clone();
        }
        match self.things.iter().rev().find(|thing| thing.role == role).copied() {
            Some(thing) => {
                if thing.role == Role::Me && self.things.first().is_some_and(|first| first.id == thing.id) {
                    self.uses_me.push(MeUse { span, asks: false });
                }
                Value::num(thing.id, thing.kind)
            }
            None if role == Role::It => {
                let problem = Diagnostic::error(
                    "no-it",
                    span,
                    "`it` is the candidate of a `where` or an `over`, and there is none here",
                );
                self.report_of_use(problem);
                Value::Poison
            }
            None => self.error("nobody", span, "`me` is the player whose business it is, and here it is no player's"),
        }
    }

    /// The nearest player as a seat.
    fn owner_seat(&mut self, span: Span) -> Option<NumId> {
        let Some(thing) = self.nearest_owner(span) else {
            self.error("nobody", span, "this is seen from a player, and here it is no player's business");
            return Some(self.constant(0));
        };
        Some(match thing.kind {
            ValueKind::Team => self.n(Num::Captain(thing.id)),
            _ => thing.id,
        })
    }

    /// The other side: a player where each plays alone, else a team.
    fn opponent(&mut self, span: Span) -> Value {
        if self.program.teams != 2 {
            let message = format!("`opponent` is the other of two sides, and here there are {}", self.program.teams);
            return self.error("no-opponent", span, format!("{message}: use `opponents` or `others`"));
        }
        let Some(me) = self.owner_seat(span) else { return Value::Poison };
        let (one, team) = (self.constant(1), self.n(Num::TeamOf(me)));
        let other = self.n(Num::Subtract(one, team));
        if self.program.teams == self.program.seats {
            Value::num(self.n(Num::Captain(other)), ValueKind::Player)
        } else {
            Value::num(other, ValueKind::Team)
        }
    }

    fn face_up(&mut self, span: Span) -> Value {
        let Some(thing) = self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot)) else {
            return self.whose("face_up", "a card", span);
        };
        let card = self.card_of(thing);
        Value::Test(self.t(Test::FaceUp { card }))
    }

    fn numbered(&mut self, n: &Expr, kind: ValueKind, count: u8, span: Span) -> Value {
        let Some(n) = self.sure_number(n) else { return Value::Poison };
        if let Some(fixed) = self.static_num(n)
            && !(1..=i32::from(count)).contains(&fixed)
        {
            return self.error(
                "out-of-range",
                span,
                format!(
                    "there is no such {}: they go from 1 to {count}",
                    if kind == ValueKind::Team { "team" } else { "seat" }
                ),
            );
        }
        let one = self.constant(1);
        Value::num(self.n(Num::Subtract(n, one)), kind)
    }

    fn extreme_of_two(&mut self, a: &Expr, b: &Expr, make: fn(NumId, NumId) -> Num) -> Value {
        match (self.sure_number(a), self.sure_number(b)) {
            (Some(a), Some(b)) => Value::num(self.n(make(a, b)), ValueKind::Number),
            _ => Value::Poison,
        }
    }

    /// The card that a thing is, or the only one in a slot.
    pub fn card_of(&mut self, thing: Thing) -> NumId {
        match thing.kind {
            ValueKind::Slot => self.n(Num::OnlyCard { slot: thing.id }),
            _ => thing.id,
        }
    }

    pub fn whose(&mut self, name: &str, has: &str, span: Span) -> Value {
        let nearest = match self.things.last() {
            Some(thing) => {
                format!("; the nearest thing here is {}", super::value::one(thing.kind, &self.program.lists))
            }
            None => String::new(),
        };
        let problem =
            Diagnostic::error("whose", span, format!("`{name}` belongs to {has}, and there is none here{nearest}"));
        self.report_of_use(problem);
        Value::Poison
    }

    /// A problem of a formula's text that comes from where it is used: that place is shown too.
    pub(super) fn report_of_use(&mut self, problem: Diagnostic) {
        let problem = match self.open.first() {
            Some((name, used)) => problem.also(*used, format!("`{name}` is used here")),
            None => problem,
        };
        self.report(problem);
    }

    // ---------------------------------------------------------------------------------------------- what the layout names

    fn option(&mut self, option: u16) -> Value {
        let info = self.program.options[option as usize].clone();
        match info.value {
            OptionSetting::Flag(flag) => Value::Test(self.t(Test::Const(flag))),
            OptionSetting::Number(n) => {
                let id = self.constant(n);
                Value::num(id, ValueKind::Number)
            }
            OptionSetting::Word(word) => {
                let list = self.program.lists.iter().position(|l| l.name == info.name).unwrap_or(0);
                let index = self.program.lists[list].words.iter().position(|w| *w == word).unwrap_or(0);
                let id = self.constant(index as i32);
                Value::num(id, ValueKind::Word(list as u16))
            }
        }
    }

    fn attribute(&mut self, attribute: u16, span: Span) -> Value {
        let name = self.program.attributes[attribute as usize].name.clone();
        let Some(thing) = self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot)) else {
            return self.whose(&name, "a card", span);
        };
        let card = self.card_of(thing);
        let info = &self.program.attributes[attribute as usize];
        let kind = info.kind;
        let on_every_card = info.values.iter().all(|&v| v != crate::value::NONE);
        let maybe = !on_every_card || thing.kind == ValueKind::Slot;
        let id = self.n(Num::Attribute { table: attribute, card });
        if kind == ValueKind::Flag {
            Value::Test(self.t(Test::IsTrue(id)))
        } else {
            Value::Num(Scalar { id, kind, maybe })
        }
    }

    pub fn zone(&mut self, zone: u16, span: Span) -> Value {
        let per = self.program.zones[zone as usize].per;
        if per == Per::Table {
            let owner = self.constant(0);
            return Value::Zone(ZoneValue { zone, owner: Owner::One(owner) });
        }
        let Some(thing) = self.nearest_owner(span) else {
            let name = self.program.zones[zone as usize].name.clone();
            return self.whose(&name, "a player", span);
        };
        Value::Zone(self.zone_of(zone, thing))
    }

    /// A zone of a player or team; of a team, a zone that each player has is that of all its seats.
    pub fn zone_of(&mut self, zone: u16, thing: Thing) -> ZoneValue {
        let per = self.program.zones[zone as usize].per;
        if per == Per::Player && thing.kind == ValueKind::Team && self.program.teams != self.program.seats {
            return ZoneValue { zone, owner: Owner::Several(self.s(Set::SeatsOfTeam(thing.id))) };
        }
        ZoneValue { zone, owner: Owner::One(self.owner_for(per, thing)) }
    }

    fn variable(&mut self, variable: u16, span: Span) -> Value {
        let per = self.program.variables[variable as usize].per;
        if per == Per::Table {
            let owner = self.constant(0);
            return self.variable_of_owner(variable, owner);
        }
        let Some(thing) = self.nearest_owner(span) else {
            let name = self.program.variables[variable as usize].name.clone();
            return self.whose(&name, "a player", span);
        };
        let owner = self.owner_for(per, thing);
        self.variable_of_owner(variable, owner)
    }

    pub fn variable_of_owner(&mut self, variable: u16, owner: NumId) -> Value {
        let info = &self.program.variables[variable as usize];
        let (at, kind, bag, per) = (info.at, info.kind, info.bag, info.per);
        let maybe = !info.fixed && info.defaults.contains(&crate::value::NONE);
        if bag {
            return Value::List(self.program.terms.list(List::Variable { at, owner }), kind);
        }
        if let Some(value) = self.fixed_value(variable, owner) {
            let id = self.constant(value);
            return Value::num(id, kind);
        }
        let id = match per {
            Per::Table => self.n(Num::Variable { at }),
            Per::Team | Per::Player => self.n(Num::OwnedVariable { at, owner }),
        };
        if kind == ValueKind::Flag {
            Value::Test(self.t(Test::IsTrue(id)))
        } else {
            Value::Num(Scalar { id, kind, maybe })
        }
    }

    /// A fixed variable of an owner who is known before play.
    fn fixed_value(&mut self, variable: u16, owner: NumId) -> Option<i32> {
        if !self.program.variables[variable as usize].fixed {
            return None;
        }
        let owner = usize::try_from(self.static_num(owner)?).ok()?;
        self.program.variables[variable as usize].defaults.get(owner).copied()
    }

    fn mark(&mut self, mark: u16, span: Span) -> Value {
        let info = &self.program.marks[mark as usize];
        let (name, of_slots, kind) = (info.name.clone(), info.of_slots, info.kind);
        let maybe = info.default == crate::value::NONE;
        let thing = self.nearest_thing(|kind| match kind {
            ValueKind::Slot => true,
            ValueKind::Card => !of_slots,
            _ => false,
        });
        let Some(thing) = thing else {
            return self.whose(&name, if of_slots { "a slot" } else { "a card" }, span);
        };
        let card = if of_slots { thing.id } else { self.card_of(thing) };
        match (kind, of_slots) {
            (ValueKind::Flag, true) => Value::Test(self.t(Test::SlotFlag { mark, slot: thing.id })),
            (ValueKind::Flag, false) => Value::Test(self.t(Test::CardFlag { mark, card })),
            (_, true) => Value::Num(Scalar { id: self.n(Num::SlotMark { mark, slot: thing.id }), kind, maybe }),
            (_, false) => Value::Num(Scalar { id: self.n(Num::CardMark { mark, card }), kind, maybe: true }),
        }
    }

    fn facing(&mut self, facing: u16, arguments: &[Expr], span: Span) -> Value {
        let [x, y] = arguments else {
            return self.error(
                "few-arguments",
                span,
                "two places are wanted in the brackets: the one that attacks, the one that it faces",
            );
        };
        let (Some(x), Some(y)) = (self.num(x, ValueKind::Slot), self.num(y, ValueKind::Slot)) else {
            return Value::Poison;
        };
        let corners = self.facings[facing as usize];
        let card = self.n(Num::OnlyCard { slot: x });
        let values = corners.map(|table| self.n(Num::Attribute { table, card }));
        let is_above = self.order_of(Num::Row { slot: y }, Num::Row { slot: x });
        let is_left = self.order_of(Num::Column { slot: y }, Num::Column { slot: x });
        let side =
            |low: &mut Self, left: NumId, right: NumId| low.n(Num::If { test: is_left, then: left, otherwise: right });
        let (north, south) = (side(self, values[0], values[1]), side(self, values[2], values[3]));
        let id = self.n(Num::If { test: is_above, then: north, otherwise: south });
        Value::maybe(id, ValueKind::Number)
    }

    fn order_of(&mut self, smaller: Num, greater: Num) -> TestId {
        let (left, right) = (self.n(smaller), self.n(greater));
        self.t(Test::Compare { op: Comparison::Less, left, right })
    }

    // ---------------------------------------------------------------------------------------------- arithmetic, comparisons

    fn arithmetic(&mut self, op: ArithmeticOp, left: &Expr, right: &Expr) -> Value {
        let (a, b) = (self.expr(left), self.expr(right));
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        if matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract)
            && let (Some(a), Some(b)) = (self.as_set_operand(&a), self.as_set_operand(&b))
        {
            return self.set_arithmetic(op, a, b, left, right);
        }
        let (Some(a), Some(b)) = (
            self.as_scalar(a, Some(ValueKind::Number), left.span),
            self.as_scalar(b, Some(ValueKind::Number), right.span),
        ) else {
            return Value::Poison;
        };
        // What is counted with nothing is nothing; where a number is needed for sure, that is said there.
        let maybe = a.maybe || b.maybe;
        if matches!(op, ArithmeticOp::Divide | ArithmeticOp::Remainder) && self.static_num(b.id) == Some(0) {
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
    fn as_set_operand(&mut self, value: &Value) -> Option<(crate::program::terms::SetId, ValueKind)> {
        match value {
            Value::Set(..) | Value::Zone(_) => self.try_set(value),
            Value::Num(scalar) if !matches!(scalar.kind, ValueKind::Number | ValueKind::Flag | ValueKind::Team) => {
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
            let (a, b) =
                (super::value::many(a_kind, &self.program.lists), super::value::many(b_kind, &self.program.lists));
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

    fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr, span: Span) -> Value {
        let (a, b) = (self.expr(left), self.expr(right));
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        let op = match op {
            CompareOp::Equal => Comparison::Equal,
            CompareOp::NotEqual => Comparison::NotEqual,
            CompareOp::Less => Comparison::Less,
            CompareOp::LessEqual => Comparison::LessEqual,
            CompareOp::Greater => Comparison::Greater,
            CompareOp::GreaterEqual => Comparison::GreaterEqual,
        };
        match self.comparison(op, &a, &b) {
            Some(test) => Value::Test(test),
            None => self.cannot_compare(&a, &b, left, right, span),
        }
    }

    fn cannot_compare(&mut self, a: &Value, b: &Value, left: &Expr, right: &Expr, span: Span) -> Value {
        for (value, place) in [(a, left), (b, right)] {
            if matches!(value, Value::Word(_)) && self.try_scalar(value, None).is_none() {
                self.explain_word(value, if std::ptr::eq(value, a) { b } else { a }, place.span);
                return Value::Poison;
            }
        }
        if matches!(a, Value::None) || matches!(b, Value::None) {
            let problem =
                Diagnostic::error("wrong-type", span, "nothing is more or less than `none`, so this never holds");
            self.report(problem.help("ask `… is none` or `… is not none`"));
            return Value::Poison;
        }
        if let (Value::Tuple(a), Value::Tuple(b)) = (a, b) {
            return self.cannot_compare_groups(a, b, span);
        }
        let kind = |v: &Value| match v {
            Value::Num(scalar) => Some(scalar.kind),
            _ => None,
        };
        let (x, y) = (a.describe(&self.program.lists), b.describe(&self.program.lists));
        let problem = Diagnostic::error("wrong-type", span, format!("{x} and {y} cannot be compared"));
        let card_and_number = |a, b| kind(a) == Some(ValueKind::Card) && kind(b) == Some(ValueKind::Number);
        self.report(if card_and_number(a, b) || card_and_number(b, a) {
            problem.help("numbers are printed on a card: say which one, for example `rank of card`")
        } else {
            problem
        });
        Value::Poison
    }

    fn cannot_compare_groups(&mut self, a: &[Value], b: &[Value], span: Span) -> Value {
        let message = if a.len() == b.len() {
            let pairs = a.iter().zip(b).enumerate();
            let mut pairs = pairs.map(|(i, (a, b))| (i, self.flag_as_number(a), self.flag_as_number(b))).collect::<Vec<_>>();
            pairs.retain(|(_, a, b)| self.comparison(Comparison::Less, a, b).is_none());
            let lists = &self.program.lists;
            let words = |(i, a, b): &(usize, Value, Value)| {
                format!("their values no. {} are {} and {}, which cannot be compared", i + 1, a.describe(lists), b.describe(lists))
            };
            pairs.first().map(words).unwrap_or_else(|| "these groups cannot be compared".to_owned())
        } else {
            format!("one group has {} values, and the other {}", a.len(), b.len())
        };
        let problem = Diagnostic::error("wrong-type", span, message);
        self.report(problem.help("groups are compared value by value, from the left: both have the same sorts of values"));
        Value::Poison
    }

    /// A word that the other side's list does not have, or that nothing has.
    fn explain_word(&mut self, word: &Value, other: &Value, span: Span) {
        let kind = self.try_scalar(other, None).map(|s| s.kind);
        match kind {
            Some(kind @ ValueKind::Word(_)) if !matches!(other, Value::Word(_)) => {
                self.as_kind(word.clone(), kind, span);
            }
            Some(_) | None => self.wrong(word, "a value", span),
        }
    }

    /// A comparison of whatever two values they are; `None` when they cannot be compared.
    pub fn comparison(&mut self, op: Comparison, a: &Value, b: &Value) -> Option<TestId> {
        let equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
        if !equality && (matches!(a, Value::None) || matches!(b, Value::None)) {
            return None;
        }
        if matches!((a, b), (Value::Tuple(_) | Value::List(..), _) | (_, Value::Tuple(_) | Value::List(..))) {
            if let (Some((left, _)), Some((right, _))) = (self.try_list(a), self.try_list(b)) {
                return Some(self.t(Test::CompareLists { op, left, right }));
            }
            let (Value::Tuple(a), Value::Tuple(b)) = (a, b) else { return None };
            return self.compare_groups(op, a, b);
        }
        if let Some((left, right)) = self.agree(a, b) {
            let orderable = matches!(left.kind, ValueKind::Number | ValueKind::Word(_));
            return (equality || orderable).then(|| self.t(Test::Compare { op, left: left.id, right: right.id }));
        }
        let ((left, left_kind), (right, right_kind)) = (self.try_set(a)?, self.try_set(b)?);
        if !equality || left_kind != right_kind {
            return None;
        }
        let same = self.t(Test::SameSet(left, right));
        Some(if op == Comparison::Equal { same } else { self.t(Test::Not(same)) })
    }

    /// Values in brackets of which some are lists: from the left, the first that differ decide.
    fn compare_groups(&mut self, op: Comparison, a: &[Value], b: &[Value]) -> Option<TestId> {
        if a.len() != b.len() {
            return None;
        }
        let decides = match op {
            Comparison::LessEqual => Comparison::Less,
            Comparison::GreaterEqual => Comparison::Greater,
            Comparison::Equal | Comparison::NotEqual | Comparison::Less | Comparison::Greater => op,
        };
        let mut rest: Option<TestId> = None;
        for (a, b) in a.iter().zip(b).rev() {
            let (a, b) = (self.flag_as_number(a), self.flag_as_number(b));
            let Some(behind) = rest else {
                rest = Some(self.comparison(op, &a, &b)?);
                continue;
            };
            let here = self.comparison(decides, &a, &b)?;
            rest = Some(match op {
                Comparison::Equal => self.t(Test::And(here, behind)),
                Comparison::NotEqual => self.t(Test::Or(here, behind)),
                Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual => {
                    let same = self.comparison(Comparison::Equal, &a, &b)?;
                    let then = self.t(Test::And(same, behind));
                    self.t(Test::Or(here, then))
                }
            });
        }
        rest
    }

    /// Yes comes before no, as in `most`.
    fn flag_as_number(&mut self, value: &Value) -> Value {
        match value {
            Value::Test(test) => Value::num(self.n(Num::Flag(*test)), ValueKind::Number),
            other => other.clone(),
        }
    }

    /// Two values as scalars of one kind: words take the other's list, slots stand for cards, seats for teams.
    pub fn agree(&mut self, a: &Value, b: &Value) -> Option<(Scalar, Scalar)> {
        let (x, y) = (self.try_scalar(a, None), self.try_scalar(b, None));
        match (x, y) {
            (Some(x), Some(y)) if x.kind == y.kind && !matches!(a, Value::Word(_)) && !matches!(b, Value::Word(_)) => {
                return Some((x, y));
            }
            _ => {}
        }
        if let Some(x) = x.filter(|_| !matches!(a, Value::Word(_)))
            && let Some(y) = self.try_scalar(b, Some(x.kind))
        {
            return Some((x, y));
        }
        if let Some(y) = y.filter(|_| !matches!(b, Value::Word(_)))
            && let Some(x) = self.try_scalar(a, Some(y.kind))
        {
            return Some((x, y));
        }
        let (x, y) = (x?, y?);
        (x.kind == y.kind).then_some((x, y))
    }

    fn connect(&mut self, members: &[Expr], make: fn(TestId, TestId) -> Test) -> Value {
        let tests: Vec<Option<TestId>> = members.iter().map(|member| self.test(member)).collect();
        let mut tests = tests.into_iter().rev();
        let Some(Some(mut all)) = tests.next() else { return Value::Poison };
        for test in tests {
            let Some(test) = test else { return Value::Poison };
            all = self.t(make(test, all));
        }
        Value::Test(all)
    }

    // ---------------------------------------------------------------------------------------------- is, in, if, default

    fn is(&mut self, value: &Expr, not: bool, what: &Likeness) -> Value {
        let subject = self.expr(value);
        if subject.is_poison() {
            return Value::Poison;
        }
        let test = match what {
            Likeness::None => self.is_none(&subject, value.span),
            Likeness::Empty => self.is_empty(&subject, value.span),
            Likeness::OneOf(alternatives) => self.is_one_of(&subject, alternatives, value.span),
            Likeness::Value(likeness) => self.is_like(&subject, likeness, value.span),
        };
        match test {
            Some(test) if not => Value::Test(self.t(Test::Not(test))),
            Some(test) => Value::Test(test),
            None => Value::Poison,
        }
    }

    fn is_none(&mut self, subject: &Value, span: Span) -> Option<TestId> {
        if let Value::Set(..) | Value::Zone(_) = subject
            && self.try_scalar(subject, None).is_none()
        {
            self.error("wrong-type", span, "a set is never none, but it can be empty: `is empty`");
            return None;
        }
        let scalar = self.as_scalar(subject.clone(), None, span)?;
        Some(self.t(Test::IsNone(scalar.id)))
    }

    fn is_empty(&mut self, subject: &Value, span: Span) -> Option<TestId> {
        if let Some((list, _)) = self.try_list(subject) {
            let count = self.n(Num::CountList(list));
            let zero = self.constant(0);
            return Some(self.t(Test::Compare { op: Comparison::Equal, left: count, right: zero }));
        }
        let set = match subject {
            Value::Zone(zone) => self.zone_cards(*zone),
            _ => self.as_set(subject.clone(), span)?.0,
        };
        let any = self.t(Test::Any(set));
        Some(self.t(Test::Not(any)))
    }

    /// `X is K`: of kind K, or equal to it.
    pub fn is_like(&mut self, subject: &Value, likeness: &Expr, span: Span) -> Option<TestId> {
        if let ExprKind::Name { name, arguments: None } = &*likeness.node
            && self.bound(&name.node).is_none()
            && let Some(test) = self.is_kind(subject, &name.node, likeness.span)
        {
            return test;
        }
        if let ExprKind::Tuple(members) = &*likeness.node
            && let [only] = members.as_slice()
        {
            // `is (a or b)` with kinds on both sides.
            return self.with_subject(subject, span, |low| low.test(only));
        }
        let other = self.expr(likeness);
        if other.is_poison() {
            return None;
        }
        let test = self.comparison(Comparison::Equal, subject, &other);
        if test.is_none() {
            self.cannot_compare(subject, &other, likeness, likeness, span.to(likeness.span));
        }
        test
    }

    /// Whether the subject is of a kind; the outer `None` when the name is no condition on things.
    pub fn is_kind(&mut self, subject: &Value, name: &str, span: Span) -> Option<Option<TestId>> {
        if let Some(shape) = self.shape_called(name) {
            return Some(self.has_shape(subject, shape, span));
        }
        if name == "face_up" {
            return Some(self.with_subject(subject, span, |low| {
                let value = low.face_up(span);
                low.as_test(value, span)
            }));
        }
        let asks = match self.names.get(name)? {
            Meaning::Formula(formula) => self.is_condition(formula),
            Meaning::Attribute(attribute) => self.program.attributes[attribute as usize].kind == ValueKind::Flag,
            Meaning::Mark(mark) => self.program.marks[mark as usize].kind == ValueKind::Flag,
            Meaning::Variable(variable) => self.program.variables[variable as usize].kind == ValueKind::Flag,
            Meaning::List(_)
            | Meaning::Option(_)
            | Meaning::Facing(_)
            | Meaning::Zone(_)
            | Meaning::Phase(_)
            | Meaning::Action(_)
            | Meaning::Effect(_)
            | Meaning::Watch => false,
        };
        let of_one = !matches!(self.names.get(name), Some(Meaning::Formula(_)));
        asks.then(|| {
            if of_one && matches!(subject, Value::Set(..)) && self.as_thing(subject).is_none() {
                self.wrong(subject, "a single thing", span);
                return None;
            }
            self.with_subject(subject, span, |low| {
                let value = low.name(name, None, span);
                low.as_test(value, span)
            })
        })
    }

    /// Lowers a condition that is asked of one thing.
    fn with_subject<R>(&mut self, subject: &Value, span: Span, body: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        if let Value::Set(..) = subject
            && self.try_scalar(subject, None).is_none()
        {
            // What belongs to one card is nobody's here: a card of the surroundings must not be taken for it.
            let outer = self.things.clone();
            self.things.retain(|thing| thing.role == Role::Me);
            let result = self.with_subject_set(subject.clone(), body);
            self.things = outer;
            return result;
        }
        let Some(thing) = self.as_thing(subject) else {
            self.wrong(subject, "a single thing", span);
            return None;
        };
        self.with_thing(Thing { role: if thing.role == Role::Me { Role::Me } else { Role::It }, ..thing }, body)
    }

    fn is_one_of(&mut self, subject: &Value, alternatives: &[Spanned<PatternValue>], span: Span) -> Option<TestId> {
        let mut any: Option<TestId> = None;
        for alternative in alternatives {
            let test = self.matches(subject, alternative, span)?;
            any = Some(match any {
                None => test,
                Some(before) => self.t(Test::Or(before, test)),
            });
        }
        any
    }

    /// Whether a value fits one alternative of a pattern: a number, a range, a word, a kind.
    pub fn matches(&mut self, subject: &Value, pattern: &Spanned<PatternValue>, span: Span) -> Option<TestId> {
        match &pattern.node {
            PatternValue::Number(n) => {
                let left = self.as_kind(subject.clone(), ValueKind::Number, span)?;
                let right = self.constant(*n);
                Some(self.t(Test::Compare { op: Comparison::Equal, left, right }))
            }
            PatternValue::Range { from, to } => {
                let value = self.as_kind(subject.clone(), ValueKind::Number, span)?;
                let (from, to) = (self.constant(*from), self.constant(to.unwrap_or(i32::MAX)));
                Some(self.t(Test::InRange { value, from, to }))
            }
            PatternValue::Word(word) => {
                if let Some(test) = self.is_kind(subject, word, pattern.span) {
                    return test;
                }
                let scalar = self.as_scalar(subject.clone(), None, span)?;
                let right = self.as_kind(Value::Word(word.clone()), scalar.kind, pattern.span)?;
                Some(self.t(Test::Compare { op: Comparison::Equal, left: scalar.id, right }))
            }
        }
    }

    fn is_in(&mut self, value: &Expr, not: bool, set: &Expr) -> Value {
        let (subject, set_value) = (self.expr(value), self.expr(set));
        if subject.is_poison() || set_value.is_poison() {
            return Value::Poison;
        }
        match self.membership(&subject, &set_value, value.span, set.span) {
            Some(test) if not => Value::Test(self.t(Test::Not(test))),
            Some(test) => Value::Test(test),
            None => Value::Poison,
        }
    }

    fn membership(&mut self, subject: &Value, set: &Value, span: Span, set_span: Span) -> Option<TestId> {
        if let Value::Range { from, to } = set {
            let value = self.as_kind(subject.clone(), ValueKind::Number, span)?;
            return Some(self.t(Test::InRange { value, from: *from, to: *to }));
        }
        if let Value::Tuple(members) = set {
            return self.in_tuple(subject, &members.clone(), span);
        }
        if let Value::List(list, kind) = set {
            let value = self.as_kind(subject.clone(), *kind, span)?;
            return Some(self.t(Test::InList { value, list: *list }));
        }
        if let Value::Family(family, kind) = set {
            let (family, kind) = (*family, *kind);
            let (part, part_kind) = self.as_set(subject.clone(), span)?;
            if part_kind != kind {
                self.wrong(subject, "a set of the same sort", span);
                return None;
            }
            return Some(self.t(Test::InFamily { set: part, family }));
        }
        let (set, kind) = self.as_set(set.clone(), set_span)?;
        if let Value::Set(part, part_kind) = subject
            && *part_kind == kind
        {
            return Some(self.t(Test::Subset(*part, set)));
        }
        let value = self.as_kind(subject.clone(), kind, span)?;
        Some(self.t(Test::In { value, set }))
    }

    fn in_tuple(&mut self, subject: &Value, members: &[Value], span: Span) -> Option<TestId> {
        let mut any = None;
        for member in members {
            let Some(test) = self.comparison(Comparison::Equal, subject, member) else {
                self.wrong(member, "something of the same sort", span);
                return None;
            };
            any = Some(match any {
                None => test,
                Some(before) => self.t(Test::Or(before, test)),
            });
        }
        any
    }

    fn choose(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Value {
        let test = self.test(condition);
        let (a, b) = (self.expr(then), self.expr(otherwise));
        match test {
            Some(test) => self.either(test, a, b, then.span, otherwise.span),
            None => Value::Poison,
        }
    }

    /// One of two values by a test: they must be of one type. A test that is known before play leaves only one.
    pub fn either(&mut self, test: TestId, a: Value, b: Value, first: Span, second: Span) -> Value {
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        let known = self.static_test(test);
        if let (Value::Test(then), Value::Test(otherwise)) = (&a, &b) {
            let chosen = known.map(|yes| if yes { *then } else { *otherwise });
            let (then, otherwise) = (*then, *otherwise);
            return Value::Test(chosen.unwrap_or_else(|| self.t(Test::If { test, then, otherwise })));
        }
        if let (Value::Zone(x), Value::Zone(y)) = (&a, &b)
            && let (Some(x), Some(y)) = (self.zone_slot(*x), self.zone_slot(*y))
        {
            return Value::num(self.n(Num::If { test, then: x, otherwise: y }), ValueKind::Slot);
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
            return Value::List(self.program.terms.list(List::If { test, then: x, otherwise: y }), kind);
        }
        for (value, place) in [(&a, first), (&b, second)] {
            if matches!(value, Value::Word(_)) && self.try_scalar(value, None).is_none() {
                self.wrong(value, "a value", place);
                return Value::Poison;
            }
        }
        let (x, y) = (a.describe(&self.program.lists), b.describe(&self.program.lists));
        let problem = Diagnostic::error("wrong-type", second, format!("this gives {y}, and the case before it {x}"));
        self.report(problem.also(first, format!("this gives {x}")));
        Value::Poison
    }

    fn either_scalar(&mut self, test: TestId, a: &Value, b: &Value) -> Option<Scalar> {
        // A zone in one case and a slot in the other are places both.
        let place = |v: &Value| matches!(v, Value::Zone(_) | Value::Num(Scalar { kind: ValueKind::Slot, .. }));
        let (x, y) = match (a, b) {
            (Value::None, _) => {
                let y = self.try_scalar(b, place(b).then_some(ValueKind::Slot))?;
                (self.try_scalar(a, Some(y.kind))?, y)
            }
            (_, Value::None) => {
                let x = self.try_scalar(a, place(a).then_some(ValueKind::Slot))?;
                (x, self.try_scalar(b, Some(x.kind))?)
            }
            _ if place(a) && place(b) => {
                (self.try_scalar(a, Some(ValueKind::Slot))?, self.try_scalar(b, Some(ValueKind::Slot))?)
            }
            _ => self.agree(a, b)?,
        };
        let id = self.n(Num::If { test, then: x.id, otherwise: y.id });
        Some(Scalar { id, kind: x.kind, maybe: x.maybe || y.maybe })
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
            self.agree(&a, &b)
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
        Value::Num(Scalar { id, kind: x.kind, maybe: y.maybe })
    }

    /// The set, or what stands in for it when it is empty.
    pub(super) fn or_else(&mut self, set: SetId, fallback: SetId) -> SetId {
        let test = self.t(Test::Any(set));
        self.s(Set::If { test, then: set, otherwise: fallback })
    }
}

/// Whether everybody sees all cards of a zone.
pub fn all_see(zone: &crate::program::Zone) -> bool {
    zone.up == Viewers::All && zone.down == Viewers::All
}
