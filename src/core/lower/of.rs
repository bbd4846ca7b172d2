//! `X of Y`: `Y` becomes the nearest thing, and `X` is read there.

use super::names::Meaning;
use super::value::{Owner, Scalar, Value, ZoneValue};
use super::{Lowering, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Directions, List, Num, NumId, Set, SetId, Temp};
use crate::program::{Keys, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::tabletop::ids::{VariableId, WordListId, ZoneId};
use crate::tabletop::{Per, Shape};
use crate::value::Bits;

impl Lowering {
    pub(crate) fn of(&mut self, part: &Expr, whole: &Expr, span: Span) -> Value {
        if let ExprKind::Name { name, arguments } = &*part.node {
            if self.bound(&name.node).is_some() && !self.names_a_number(&name.node) {
                return self.of_a_local(name, whole);
            }
            if let Some(value) = self.part_named(&name.node, arguments.as_deref(), whole, span) {
                return value;
            }
        }
        if let Some((variable, list)) = self.variable_of_words_named(part) {
            return self.read_of_words((variable, list), part, whole);
        }
        match &*part.node {
            ExprKind::Number(_) => return self.subsets(part, Some(part), whole),
            ExprKind::Range { from, to } => return self.subsets(from, to.as_ref(), whole),
            ExprKind::Name { name, arguments: None } => {
                if let Some(shape) = self.shape_called(&name.node) {
                    return self.shaped(shape, whole, span);
                }
            }
            _ => {}
        }
        let (whole_value, free) = match &*whole.node {
            ExprKind::All => return self.of_all(part, whole.span),
            // A formula may ask for it several times.
            _ if self.is_formula(part) => {
                self.put_in(|low| low.without_draws(|low| low.expr(whole)))
            }
            _ => self.put_in(|low| low.expr(whole)),
        };
        if self.is_an_amount(part) && !self.wants_an_owner(part, &whole_value) {
            return self.so_many_of(part, whole_value, whole);
        }
        match &whole_value {
            Value::Poison => Value::Poison,
            Value::None => Value::None,
            Value::Set(set, kind) => self.of_set(part, (*set, *kind), whole),
            // Players that are written out: `hand of (seat(1), seat(2))`.
            Value::Tuple(_) => match self.try_set(&whole_value) {
                Some(members) => self.of_set(part, members, whole),
                None => self.of_nothing(&whole_value, whole),
            },
            Value::Zone(zone) if self.zone_slot(*zone).is_none() => {
                let members = self.zone_members(*zone);
                self.of_set(part, members, whole)
            }
            _ => match self.as_thing(&whole_value) {
                Some(thing) if self.has_no(part, thing.kind, whole) => Value::Poison,
                Some(thing) => self.of_one(part, thing, &whole_value, free),
                None => self.of_nothing(&whole_value, whole),
            },
        }
    }

    /// Reports `card of hand` where `card` is a parameter: a value with a name is the same, whoever
    /// is named as its owner.
    fn of_a_local(&mut self, part: &Name, whole: &Expr) -> Value {
        let owner = self.written(whole.span);
        let message =
            format!("`{}` is one value that has its name here: it has no owner", part.node);
        let help = match &*part.node {
            "card" => {
                format!("the cards of a place are its name alone: `{owner}`, `random {owner}`")
            }
            _ => format!("leave out `of {owner}`, or give the local another name"),
        };
        self.report(Diagnostic::error("no-owner", part.span.to(whole.span), message).help(help));
        Value::Poison
    }

    /// Whether an expression is a number that nobody owns, so that `n + 1 of hand` are so many
    /// cards: it is made of numbers, of locals, and of options and variables of the table.
    fn is_an_amount(&self, expr: &Expr) -> bool {
        match &*expr.node {
            ExprKind::Number(_) => true,
            ExprKind::Name { name, arguments: None } => self.names_a_number(&name.node),
            ExprKind::Arithmetic { left, right, .. } => {
                self.is_an_amount(left) && self.is_an_amount(right)
            }
            _ => false,
        }
    }

    /// Whether a number is asked of players that is no local's: of a variable the table's an owner
    /// was meant, and not so many players.
    fn wants_an_owner(&self, amount: &Expr, whole: &Value) -> bool {
        let kind = match whole {
            Value::Num(scalar) => scalar.kind,
            Value::Set(_, kind) => *kind,
            _ => return false,
        };
        let is_unbound = match &*amount.node {
            ExprKind::Name { name, .. } => self.bound(&name.node).is_none(),
            _ => false,
        };
        is_unbound && matches!(kind, ValueKind::Player | ValueKind::Team)
    }

    /// `n of hand`: all subsets of so many members. A single thing has none.
    fn so_many_of(&mut self, amount: &Expr, value: Value, whole: &Expr) -> Value {
        match (&*amount.node, &value) {
            (ExprKind::Name { name, .. }, Value::Num(_)) if self.bound(&name.node).is_some() => {
                self.of_a_local(name, whole)
            }
            _ => self.subsets_in(amount, Some(amount), value, whole.span),
        }
    }

    /// What members have that `whole` comes to.
    fn of_set(&mut self, part: &Expr, (set, kind): (SetId, ValueKind), whole: &Expr) -> Value {
        if self.has_no(part, kind, whole) {
            return Value::Poison;
        }
        self.of_members(part, set, kind)
    }

    /// What a thing has that `whole` comes to. `free`: the first temp that this needs none of.
    fn of_one(&mut self, part: &Expr, thing: Thing, whole: &Value, free: Temp) -> Value {
        let maybe = matches!(whole, Value::Num(Scalar { maybe: true, .. }));
        let told = self.problems.len();
        let outer = std::mem::take(&mut self.cards_asked);
        let value = self.above(free, |low| low.of_thing(part, thing));
        let asks_its_card = self.cards_asked.remove(&thing.id);
        self.cards_asked.extend(outer);
        if asks_its_card
            && !value.is_poison()
            && let Some(cards) = self.cards_of_pile(whole)
        {
            self.problems.truncate(told);
            return self.of_members(part, cards, ValueKind::Card);
        }
        match value {
            // What nothing has is nothing.
            Value::Num(scalar) => Value::Num(Scalar { maybe: scalar.maybe || maybe, ..scalar }),
            Value::Word(word) => {
                self.wrong(&Value::Word(word), "something that it has", part.span);
                Value::Poison
            }
            other => other,
        }
    }

    /// Reports that `whole` comes to what can have nothing.
    fn of_nothing(&mut self, value: &Value, whole: &Expr) -> Value {
        self.wrong(value, "a thing that has something", whole.span);
        Value::Poison
    }

    /// Whether this is the name of a formula.
    fn is_formula(&self, part: &Expr) -> bool {
        let ExprKind::Name { name, .. } = &*part.node else { return false };
        matches!(self.names.get(&name.node), Some(Meaning::Formula(_)))
    }

    /// A bare name of a variable that has a value for each word of a list.
    fn variable_of_words_named(&self, part: &Expr) -> Option<(VariableId, WordListId)> {
        let ExprKind::Name { name, arguments: None } = &*part.node else { return None };
        let Some(Meaning::Variable(variable)) = self.names.get(&name.node) else { return None };
        match self.program.variables[variable].keys {
            Keys::Words(list) => Some((variable, list)),
            Keys::Owners(_) => None,
        }
    }

    /// `price of red`; `price of colours` are the values of several words.
    fn read_of_words(
        &mut self,
        (variable, list): (VariableId, WordListId),
        part: &Expr,
        whole: &Expr,
    ) -> Value {
        self.names.used.insert(self.program.variables[variable].name.clone());
        let kind = ValueKind::Word(list);
        if matches!(*whole.node, ExprKind::All) {
            let words = Bits::below(self.program.lists[list].words.len());
            let all = self.constant_set(words);
            return self.of_members(part, all, kind);
        }
        match self.expr(whole) {
            Value::Set(words, of) if of == kind => self.of_members(part, words, kind),
            value => {
                let Some(word) = self.as_kept(value, kind, whole.span) else {
                    return Value::Poison;
                };
                match self.variable_of_owner(variable, word.id) {
                    Value::Num(scalar) => {
                        Value::Num(Scalar { maybe: scalar.maybe || word.maybe, ..scalar })
                    }
                    other => other,
                }
            }
        }
    }

    /// The cards of a zone with a single slot for any number of them: what is asked of a card is
    /// asked of each of them there.
    fn cards_of_pile(&mut self, whole: &Value) -> Option<SetId> {
        match whole {
            Value::Zone(zone) if self.holds_many(*zone) => Some(self.zone_cards(*zone)),
            Value::OneOfZones(_) if self.try_scalar(whole, None).is_none() => {
                self.cards_of_zone(whole)
            }
            _ => None,
        }
    }

    /// A bare name that such things never have: read in the surroundings it would mean something
    /// else than it says.
    fn has_no(&mut self, part: &Expr, kind: ValueKind, whole: &Expr) -> bool {
        let ExprKind::Name { name, arguments: None } = &*part.node else { return false };
        let player = matches!(kind, ValueKind::Player | ValueKind::Team);
        self.warn_of_the_tables(name, whole.span);
        let card = matches!(kind, ValueKind::Card | ValueKind::Slot);
        let per = |per: Per| per != Per::Table;
        let (fits, has) = match self.names.get(&name.node) {
            Some(Meaning::Attribute(_)) => (card, "a card"),
            Some(Meaning::Mark(mark)) if self.program.marks[mark].of_slots => (card, "a slot"),
            Some(Meaning::Mark(_)) => (card, "a card"),
            Some(Meaning::Zone(zone)) if per(self.program.zones[zone].per) => (player, "a player"),
            Some(Meaning::Variable(variable)) => match self.program.variables[variable].keys {
                Keys::TABLE | Keys::Words(_) => return false,
                Keys::Owners(_) => (player, "a player"),
            },
            _ => return false,
        };
        if !fits {
            let what = super::value::one(kind, &self.program.lists);
            let problem = crate::diagnostic::Diagnostic::error(
                "whose",
                part.span,
                format!("`{}` belongs to {has}", name.node),
            );
            let mut problem = problem.also(whole.span, format!("this is {what}"));
            if let (ExprKind::Number(n), "a player") = (&*whole.node, has) {
                problem.help = self.instead_of_number(*n, has);
            }
            self.report(problem);
        }
        !fits
    }

    /// Warns where an owner is named of what the table has: it is the same, whoever is named. Most
    /// come of one `per` that was left out, so that the first such place stands for all.
    pub(super) fn warn_of_the_tables(&mut self, part: &Name, owner: Span) {
        let is_the_tables = match self.names.get(&part.node) {
            Some(Meaning::Zone(zone)) => self.program.zones[zone].per == Per::Table,
            Some(Meaning::Variable(variable)) => {
                self.program.variables[variable].keys == Keys::TABLE
            }
            Some(_) | None => false,
        };
        if !is_the_tables || !self.tables_owned.insert(part.node.clone()) {
            return;
        }
        let message = format!("`{}` is the table's: it has no owner", part.node);
        let help = "leave out whose it is; or `per: player` gives each player their own";
        let problem = Diagnostic::warning("no-owner", owner, message).help(help);
        self.report_of_use(match self.names.span(&part.node) {
            Some(declared) => problem.also(declared, "here it has no `per`"),
            None => problem,
        });
    }

    fn of_thing(&mut self, part: &Expr, thing: Thing) -> Value {
        self.with_thing(thing, |low| low.expr(part))
    }

    /// `hand of all`: of every seat (or team) together.
    fn of_all(&mut self, part: &Expr, all: Span) -> Value {
        if let ExprKind::Name { name, arguments: None } = &*part.node
            && let Some(Meaning::Zone(zone)) = self.names.get(&name.node)
        {
            self.names.used.insert(name.node.clone());
            self.warn_of_the_tables(name, all);
            let owners = Bits::below(usize::from(self.program.zones[zone].owners));
            let owners = self.constant_set(owners);
            return Value::Zone(ZoneValue { zone, owner: Owner::Several(owners) });
        }
        let (owners, kind) = match self.is_of_teams(part) {
            true => (self.program.teams, ValueKind::Team),
            false => (self.program.seats, ValueKind::Player),
        };
        let all = self.constant_set(Bits::below(usize::from(owners)));
        self.of_members(part, all, kind)
    }

    /// Whether this names a variable that each team has, once for all its players.
    fn is_of_teams(&self, part: &Expr) -> bool {
        let ExprKind::Name { name, arguments: None } = &*part.node else { return false };
        let Some(&Meaning::Variable(variable)) = self.names.get(&name.node).as_ref() else {
            return false;
        };
        self.program.variables[variable].keys == Keys::Owners(Per::Team)
    }

    /// What `part` is of several things: the union of what each has, or the set of the values.
    fn of_members(&mut self, part: &Expr, set: SetId, kind: ValueKind) -> Value {
        let role =
            if matches!(kind, ValueKind::Player | ValueKind::Team) { Role::Me } else { Role::It };
        if let Some(zone) = self.zone_of_members(part, set, kind) {
            return zone;
        }
        let (value, temp) = self.with_temp(|low, temp| {
            let id = low.n(Num::Temp(temp));
            (low.with_thing(Thing { id, kind, role }, |low| low.expr(part)), temp)
        });
        match &value {
            Value::Poison => Value::Poison,
            Value::Num(Scalar { kind: ValueKind::Number, id, .. }) => {
                let list = List::Map { set, temp, value: *id };
                Value::List(self.program.terms.list(list), ValueKind::Number)
            }
            Value::Num(Scalar { id, kind, .. }) => {
                Value::Set(self.s(Set::Image { set, temp, value: *id }), *kind)
            }
            _ => match self.try_set(&value) {
                Some((each, kind)) => {
                    Value::Set(self.s(Set::UnionOver { set, temp, value: each }), kind)
                }
                None => {
                    self.wrong(
                        &value,
                        "something that several things can have together",
                        part.span,
                    );
                    Value::Poison
                }
            },
        }
    }

    /// A zone of several seats or teams stays a zone.
    fn zone_of_members(&mut self, part: &Expr, set: SetId, kind: ValueKind) -> Option<Value> {
        let ExprKind::Name { name, arguments: None } = &*part.node else { return None };
        let Some(Meaning::Zone(zone)) = self.names.get(&name.node) else { return None };
        let per = self.program.zones[zone].per;
        let owners = match (per, kind) {
            (Per::Player, ValueKind::Player) | (Per::Team, ValueKind::Team) => set,
            (Per::Team, ValueKind::Player) => self.teams_of(set),
            (Per::Player, ValueKind::Team) => self.as_players(Value::Set(set, kind), part.span)?,
            _ => return None,
        };
        self.names.used.insert(name.node.clone());
        Some(Value::Zone(ZoneValue { zone, owner: Owner::Several(owners) }))
    }

    // ---------------------------------------------------------------------------------------------
    // parts with names of their own

    /// Parts that the language names: `top of`, `slot(2) of`, `next of`, `cards of` …
    fn part_named(
        &mut self,
        name: &str,
        arguments: Option<&[Expr]>,
        whole: &Expr,
        span: Span,
    ) -> Option<Value> {
        let arguments = arguments.unwrap_or(&[]);
        Some(match (name, arguments) {
            ("cards", []) => {
                let value = self.expr(whole);
                match value {
                    Value::Family(family, kind) => {
                        Value::Set(self.s(Set::UnionFamily(family)), kind)
                    }
                    value => self.cards_of(value, whole.span),
                }
            }
            ("slots" | "cells", []) => {
                let value = self.expr(whole);
                match self.as_slots(value, whole.span) {
                    Some(set) => Value::Set(set, ValueKind::Slot),
                    None => Value::Poison,
                }
            }
            ("tops", []) => {
                let value = self.expr(whole);
                match self.as_slots(value, whole.span) {
                    Some(set) => Value::Set(self.s(Set::TopsOf(set)), ValueKind::Card),
                    None => Value::Poison,
                }
            }
            ("new", []) => self.new_slot(whole, span),
            ("slot", [index]) => self.numbered_slot(index, whole, span),
            ("top" | "bottom", [count]) => self.end_cards(name, count, whole),
            ("top" | "bottom", []) => self.end_of_stack(name, whole),
            ("nth", [count]) => self.nth(count, whole),
            ("first" | "last", []) => self.end_of_set(name, whole),
            ("first" | "last", [count]) => self.ends(name == "last", count, whole),
            ("ties", []) => self.ties(whole, span),
            ("next" | "previous", []) => match self.player(whole) {
                Some(seat) => Value::num(
                    self.n(Num::Next { seat, forward: name == "next" }),
                    ValueKind::Player,
                ),
                None => Value::Poison,
            },
            ("owner" | "column" | "row" | "slot", []) => self.place_part(name, whole, span),
            ("number", []) => self.phase_number(whole, span),
            ("neighbours", []) => self.neighbours(whole, Directions::All),
            ("orthogonals", []) => self.neighbours(whole, Directions::Orthogonal),
            ("diagonals", []) => self.neighbours(whole, Directions::Diagonal),
            ("distinct", []) => self.distinct(whole),
            _ => return None,
        })
    }

    fn cards_of(&mut self, value: Value, span: Span) -> Value {
        if value.is_poison() {
            return Value::Poison;
        }
        match self.as_cards(value, span) {
            Some(set) => Value::Set(set, ValueKind::Card),
            None => Value::Poison,
        }
    }

    /// A slot: of a zone its only one, of a card the one in which it lies.
    pub(crate) fn as_slot(&mut self, value: &Value, span: Span) -> Option<NumId> {
        match value {
            Value::Num(Scalar { id, kind: ValueKind::Card, .. }) => {
                Some(self.n(Num::SlotOf { card: *id }))
            }
            Value::Set(set, ValueKind::Slot) => Some(self.n(Num::The(*set))),
            _ => self.as_kind(value.clone(), ValueKind::Slot, span),
        }
    }

    fn zone_named(&mut self, whole: &Expr, span: Span) -> Option<ZoneValue> {
        match self.expr(whole) {
            Value::Zone(zone) => Some(zone),
            Value::Poison => None,
            other => {
                self.wrong(&other, "a zone", span);
                None
            }
        }
    }

    fn new_slot(&mut self, whole: &Expr, span: Span) -> Value {
        let Some(zone) = self.zone_named(whole, whole.span) else { return Value::Poison };
        if self.program.zones[zone.zone].shape != Shape::Row {
            return self.error("no-row", span, "only a zone of shape `row` gets new slots");
        }
        match zone.owner {
            Owner::One(owner) => Value::NewSlot { zone: zone.zone, owner },
            Owner::Several(_) => {
                self.error("whose", span, "whose? a new slot belongs to one player's zone")
            }
        }
    }

    fn numbered_slot(&mut self, index: &Expr, whole: &Expr, span: Span) -> Value {
        let number = self.expr(index);
        let Some(zone) = self.zone_named(whole, whole.span) else { return Value::Poison };
        self.is_a_slot_of(zone.zone, index);
        let Some(index) = self.slot_index(number, zone.zone, index.span) else {
            return Value::Poison;
        };
        if self.program.zones[zone.zone].is_single() {
            return self.error(
                "no-slots",
                span,
                "this zone has a single slot, so its slots have no numbers",
            );
        }
        match zone.owner {
            Owner::One(owner) => {
                let id = self.n(Num::ZoneSlot { zone: zone.zone, owner, index });
                Value::maybe(id, ValueKind::Slot)
            }
            Owner::Several(owners) => self.with_temp(|low, temp| {
                let owner = low.n(Num::Temp(temp));
                let value = low.n(Num::ZoneSlot { zone: zone.zone, owner, index });
                let slots = low.s(Set::Image { set: owners, temp, value });
                Value::Set(slots, ValueKind::Slot)
            }),
        }
    }

    /// Reports a written number that no slot of a zone has.
    fn is_a_slot_of(&mut self, zone: ZoneId, number: &Expr) {
        let zone = &self.program.zones[zone];
        let most = match zone.shape {
            Shape::Slots(slots) => i32::from(slots),
            Shape::Grid(rows, columns) => i32::from(rows) * i32::from(columns),
            Shape::Set | Shape::Pile | Shape::One | Shape::Row | Shape::List(_) => return,
        };
        let found = match &*number.node {
            ExprKind::Number(found) => *found,
            ExprKind::Negate(below) => match *below.node {
                ExprKind::Number(found) => -found,
                _ => return,
            },
            _ => return,
        };
        if !(1..=most).contains(&found) {
            let message =
                format!("`{}` has {most} slots, and none with the number {found}", zone.name);
            self.error("out-of-range", number.span, message);
        }
    }

    /// The list whose words name the slots of a zone, if they are named.
    fn list_of_slots(&self, zone: ZoneId) -> Option<WordListId> {
        let Shape::List(list) = &self.program.zones[zone].shape else { return None };
        self.program.lists.iter().position(|l| &l.name == list).map(WordListId::new)
    }

    /// The number of a slot, from 1; in a zone with a slot for each word of a list, the word.
    fn slot_index(&mut self, value: Value, zone: ZoneId, span: Span) -> Option<NumId> {
        if let Some(list) = self.list_of_slots(zone)
            && self.try_scalar(&value, Some(ValueKind::Word(list))).is_some()
        {
            let word = self.as_kept(value, ValueKind::Word(list), span)?;
            let one = self.constant(1);
            return Some(self.n(Num::Add(word.id, one)));
        }
        let scalar = self.as_scalar(value, Some(ValueKind::Number), span)?;
        Some(scalar.id)
    }

    fn end_cards(&mut self, name: &str, count: &Expr, whole: &Expr) -> Value {
        let count = self.sure_number(count);
        let value = self.expr(whole);
        match (count, self.stack(name, &value, whole.span)) {
            (Some(count), Some(slot)) if name == "top" => {
                Value::Set(self.s(Set::TopCards { slot, count }), ValueKind::Card)
            }
            (Some(count), Some(slot)) => {
                Value::Set(self.s(Set::BottomCards { slot, count }), ValueKind::Card)
            }
            _ => Value::Poison,
        }
    }

    /// The card that lies under so many less one: what one topmost card more adds.
    fn nth(&mut self, count: &Expr, whole: &Expr) -> Value {
        // It is asked for twice.
        let count = self.without_draws(|low| low.sure_number(count));
        let value = self.expr(whole);
        let (Some(count), Some(slot)) = (count, self.stack("nth", &value, whole.span)) else {
            return Value::Poison;
        };
        let one = self.constant(1);
        let above = self.n(Num::Subtract(count, one));
        let (upto, above) =
            (self.s(Set::TopCards { slot, count }), self.s(Set::TopCards { slot, count: above }));
        let card = self.s(Set::Minus(upto, above));
        Value::maybe(self.n(Num::First(card)), ValueKind::Card)
    }

    fn end_of_stack(&mut self, name: &str, whole: &Expr) -> Value {
        let value = self.expr(whole);
        if value.is_poison() {
            return Value::Poison;
        }
        let Some(slot) = self.stack(name, &value, whole.span) else { return Value::Poison };
        let id =
            if name == "top" { self.n(Num::Top { slot }) } else { self.n(Num::Bottom { slot }) };
        Value::maybe(id, ValueKind::Card)
    }

    /// The slot whose `top` or `bottom` is meant. Cards that a `where` has picked out lie in no
    /// stack of their own.
    fn stack(&mut self, name: &str, value: &Value, span: Span) -> Option<NumId> {
        if let Value::Set(_, ValueKind::Card) = value {
            let message = format!(
                "`{name}` is asked of a place, and this is a set of cards, which has no order"
            );
            let help = "write `first of …` or `random …` for one of these cards; `top of deck` is the topmost of the pile";
            self.report(Diagnostic::error("wrong-type", span, message).help(help));
            return None;
        }
        self.as_slot(value, span)
    }

    fn end_of_set(&mut self, name: &str, whole: &Expr) -> Value {
        let value = self.expr(whole);
        if let (Value::Family(family, kind), "first") = (&value, name) {
            return Value::Set(self.s(Set::FirstFamily(*family)), *kind);
        }
        if let Value::List(list, kind) = value {
            // The highest of a single entry is that entry, and of none there is none.
            let count = self.constant(1);
            let end = List::Ends { list, count, last: name == "last" };
            let end = self.program.terms.list(end);
            return Value::maybe(self.n(Num::HighestList(end)), kind);
        }
        self.warn_of_an_end_of_a_pile((name, None), (&value, whole.span));
        let Some((set, kind)) = self.as_set(value, whole.span) else { return Value::Poison };
        let id = if name == "first" { self.n(Num::First(set)) } else { self.n(Num::Last(set)) };
        Value::maybe(id, kind)
    }

    /// Warns of the `first of` a pile, or so many: of a set it is the lowest, however its cards
    /// lie.
    pub(super) fn warn_of_an_end_of_a_pile(
        &mut self,
        (name, count): (&str, Option<Span>),
        whole: (&Value, Span),
    ) {
        let (Value::Zone(ZoneValue { zone, .. }), span) = (whole.0, whole.1) else { return };
        if self.program.zones[*zone].shape != Shape::Pile {
            return;
        }
        let text = |span: Span| self.program.sources.text(span);
        let (of, count) = (text(span), count.map_or(String::new(), |at| format!("({})", text(at))));
        let words = format!("`{name} of` goes by the order of the cards, not by how they lie");
        let help = format!("as they lie it is `bottom{count} of {of}` or `top{count} of {of}`");
        self.report(Diagnostic::warning("end-of-pile", span, words).help(help));
    }

    fn place_part(&mut self, name: &str, whole: &Expr, span: Span) -> Value {
        let value = self.expr(whole);
        if value.is_poison() {
            return Value::Poison;
        }
        let thing = match &value {
            Value::Set(set, kind @ (ValueKind::Card | ValueKind::Slot)) => {
                Some(Thing { id: self.n(Num::The(*set)), kind: *kind, role: Role::It })
            }
            _ => self.as_thing(&value),
        };
        match thing {
            Some(thing) if matches!(thing.kind, ValueKind::Card | ValueKind::Slot) => {
                self.part_of_thing(name, thing)
            }
            Some(_) | None => {
                self.wrong(&value, "a card or a slot", span);
                Value::Poison
            }
        }
    }

    /// `owner`, `column`, `row`, `slot` of a card or a slot.
    pub(crate) fn part_of_thing(&mut self, name: &str, thing: Thing) -> Value {
        let slot = match thing.kind {
            ValueKind::Card => self.n(Num::SlotOf { card: thing.id }),
            _ => thing.id,
        };
        match name {
            "owner" => {
                let owner = self.n(Num::OwnerOf { slot });
                let zone = self.zone_of_place(slot, self.flow.unit.ops.len());
                match zone.map(|zone| self.program.zones[zone].per) {
                    Some(Per::Team) => Value::num(self.n(Num::TeamOf(owner)), ValueKind::Team),
                    Some(Per::Table) => Value::maybe(owner, ValueKind::Player),
                    Some(Per::Player) | None => Value::num(owner, ValueKind::Player),
                }
            }
            "column" => Value::num(self.n(Num::Column { slot }), ValueKind::Number),
            "row" => Value::num(self.n(Num::Row { slot }), ValueKind::Number),
            _ => Value::maybe(slot, ValueKind::Slot),
        }
    }

    fn phase_number(&mut self, whole: &Expr, span: Span) -> Value {
        let ExprKind::Name { name, .. } = &*whole.node else {
            return self.error(
                "wrong-type",
                span,
                "`number of` is asked of a phase: `number of round`",
            );
        };
        match self.names.get(&name.node) {
            Some(Meaning::Phase(phase)) => {
                self.names.used.insert(name.node.clone());
                Value::num(self.n(Num::PhaseNumber { phase }), ValueKind::Number)
            }
            Some(_) | None => {
                self.no_phase_to_number(name);
                Value::Poison
            }
        }
    }

    /// `number of hand`: what is no phase; of a set, how many there are is asked in another way.
    fn no_phase_to_number(&mut self, name: &Name) {
        let is_set = matches!(self.names.get(&name.node), Some(Meaning::Zone(_)))
            || matches!(&*name.node, "players" | "others" | "opponents" | "teams");
        if let Some(problem) = self.no_such_phase(&name.node, name.span) {
            self.report(match is_set {
                true => problem.help(format!("how many there are is `count {}`", name.node)),
                false => problem,
            });
        }
    }

    fn neighbours(&mut self, whole: &Expr, directions: Directions) -> Value {
        let value = self.expr(whole);
        if value.is_poison() {
            return Value::Poison;
        }
        match self.as_slot(&value, whole.span) {
            Some(slot) => Value::Set(self.s(Set::Neighbours { slot, directions }), ValueKind::Slot),
            None => Value::Poison,
        }
    }

    /// Numbers, each once.
    fn distinct(&mut self, whole: &Expr) -> Value {
        let value = self.expr(whole);
        match self.try_list(&value) {
            Some((list, ValueKind::Number)) => {
                Value::List(self.program.terms.list(List::Distinct(list)), ValueKind::Number)
            }
            Some(_) | None => match self.as_set(value, whole.span) {
                Some((set, kind)) => Value::Set(set, kind),
                None => Value::Poison,
            },
        }
    }
}
