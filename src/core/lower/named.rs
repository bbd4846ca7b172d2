//! What a name means as a value: in the language, in the layout, of the thing that is nearest.

use super::names::Meaning;
use super::value::{Owner, Scalar, Value, ZoneValue};
use super::{Lowering, PrintAsked, Role, Thing};
use crate::diagnostic::Diagnostic;
use crate::program::terms::{Comparison, List, Num, NumId, Set, Test, TestId};
use crate::program::{Keys, OptionSetting, ValueKind, WordList};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::tabletop::ids::{AttributeId, MarkId, VariableId, WordListId, ZoneId};
use crate::tabletop::{Per, Viewers};
use crate::value::{Bits, Narrow};

impl Lowering {
    /// A name, with arguments where it stands like a call.
    pub(crate) fn name(&mut self, name: &str, arguments: Option<&[Expr]>, span: Span) -> Value {
        if arguments.is_none()
            && let Some(value) = self.bound(name)
        {
            return value.clone();
        }
        if self.names.is_clashing(name) {
            return Value::Poison;
        }
        if let Some(value) = self.built_in(name, arguments, span) {
            return value;
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
        // What happens is no value, and a word of a list may be called the same.
        let happens = matches!(
            meaning,
            Meaning::Phase(_) | Meaning::Action(_) | Meaning::Effect(_) | Meaning::Watch
        );
        if happens && arguments.is_none() && self.is_word(name) {
            return Value::Word(name.to_string());
        }
        self.names.used.insert(name.to_string());
        match (meaning, arguments) {
            (Meaning::Formula(formula), _) => self.formula(formula, arguments.unwrap_or(&[]), span),
            (Meaning::Facing(facing), Some(arguments)) => self.facing(facing, arguments, span),
            (_, Some(arguments)) => self.no_call(name, meaning, arguments, span),
            (Meaning::List(list), None) => {
                let all = Bits::below(self.program.lists[list].words.len());
                Value::Set(self.constant_set(all), ValueKind::Word(list))
            }
            (Meaning::Option(option), None) => self.option(option),
            (Meaning::Attribute(attribute), None) => self.attribute(attribute, span),
            (Meaning::Zone(zone), None) => self.zone(zone, span),
            (Meaning::Variable(variable), None) => self.variable(variable, span),
            (Meaning::Mark(mark), None) => self.mark(mark, span),
            (Meaning::Facing(_), None) => self.error(
                "few-arguments",
                span,
                format!("`{name}` compares two places: `{name}(x, y)`"),
            ),
            (
                Meaning::Phase(_) | Meaning::Action(_) | Meaning::Effect(_) | Meaning::Watch,
                None,
            ) => self.error(
                "wrong-type",
                span,
                format!("`{name}` is something that happens, not a value"),
            ),
        }
    }

    /// `suit(card)`.
    fn no_call(&mut self, name: &str, meaning: Meaning, arguments: &[Expr], span: Span) -> Value {
        let message = format!("`{name}` takes nothing in brackets");
        let problem = Diagnostic::error("no-call", span, message);
        let belongs = matches!(
            meaning,
            Meaning::Attribute(_) | Meaning::Zone(_) | Meaning::Variable(_) | Meaning::Mark(_)
        );
        self.report(match arguments {
            [whole] if belongs && !matches!(&*whole.node, ExprKind::Number(_)) => {
                problem.help(format!("write `{name} of {}`", self.written(whole.span)))
            }
            _ => problem,
        });
        Value::Poison
    }

    /// Names that the language gives a meaning; `None` when it is not one of them, or not with
    /// these arguments.
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
                let all = Bits::below(usize::from(self.program.teams));
                Value::Set(self.constant_set(all), ValueKind::Team)
            }
            ("active", None) => Value::maybe(self.n(Num::Active), ValueKind::Player),
            ("cards", None) => {
                let in_game = self
                    .program
                    .start_cards
                    .iter()
                    .flat_map(|s| s.cards.iter().copied())
                    .collect::<Bits>();
                // What is proved is proved of what is printed, not of the copies that each owner
                // has.
                let all = self.printed.filter(|_| self.proving).map_or(in_game, Bits::below);
                Value::Set(self.constant_set(all), ValueKind::Card)
            }
            ("face_up", None) => self.face_up(span),
            ("owner" | "column" | "row" | "slot", None) => {
                let thing =
                    self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot));
                let Some(thing) = thing else {
                    return Some(self.whose(name, "a card or a slot", span));
                };
                self.part_of_thing(name, thing)
            }
            ("seat", Some([n])) => {
                self.numbered(n, ValueKind::Player, self.program.seats.into(), span)
            }
            ("team", Some([n])) => {
                self.numbered(n, ValueKind::Team, self.program.teams.into(), span)
            }
            ("min", Some([a, b])) => self.extreme_of_two(a, b, Num::Min),
            ("max", Some([a, b])) => self.extreme_of_two(a, b, Num::Max),
            ("seat" | "team" | "min" | "max", _) => {
                let (wanted, of_many) = match name {
                    "min" => ("two numbers", Some("lowest")),
                    "max" => ("two numbers", Some("highest")),
                    _ => ("one number", None),
                };
                let message = format!("`{name}` takes {wanted} in brackets");
                let problem = Diagnostic::error("few-arguments", span, message);
                self.report(match of_many {
                    Some(fold) => {
                        problem.help(format!("of many it is `{fold} tally over players`"))
                    }
                    None => problem,
                });
                Value::Poison
            }
            _ => return None,
        })
    }

    fn thing_value(&mut self, role: Role, span: Span) -> Value {
        if role == Role::It
            && let Some((before, set)) = self.candidate_sets.last()
            && !self.things[(*before).min(self.things.len())..]
                .iter()
                .any(|thing| thing.role == Role::It)
        {
            return set.clone();
        }
        match self.things.iter().rev().find(|thing| thing.role == role).copied() {
            Some(thing) => {
                if thing.role == Role::Me
                    && self.things.first().is_some_and(|first| first.id == thing.id)
                {
                    self.note_me(span, false);
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
            None => self.error(
                "nobody",
                span,
                "`me` is the player whose business it is, and here it is no player's",
            ),
        }
    }

    /// The nearest player as a seat.
    fn owner_seat(&mut self, span: Span) -> Option<NumId> {
        let Some(thing) = self.nearest_owner(span) else {
            self.error(
                "nobody",
                span,
                "this is seen from a player, and here it is no player's business",
            );
            return Some(self.constant(0));
        };
        Some(match thing.kind {
            ValueKind::Team => self.n(Num::Captain(thing.id)),
            _ => thing.id,
        })
    }

    /// What `opponent` means, the other of two sides: a player where each plays alone, else a team.
    fn opponent(&mut self, span: Span) -> Value {
        if self.program.teams != 2 {
            let message = format!(
                "`opponent` is the other of two sides, and here there are {}",
                self.program.teams
            );
            return self.error(
                "no-opponent",
                span,
                format!("{message}: use `opponents` or `others`"),
            );
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

    pub(super) fn face_up(&mut self, span: Span) -> Value {
        let Some(thing) =
            self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot))
        else {
            return self.whose("face_up", "a card", span);
        };
        let card = self.card_of(thing);
        Value::Test(self.t(Test::FaceUp { card }))
    }

    fn numbered(&mut self, n: &Expr, kind: ValueKind, count: u16, span: Span) -> Value {
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
        let place = match self.static_num(n) {
            Some(number) => self.constant(number - 1),
            None => self.n(Num::Numbered { number: n, of: count.to_u8() }),
        };
        Value::num(place, kind)
    }

    fn extreme_of_two(&mut self, a: &Expr, b: &Expr, make: fn(NumId, NumId) -> Num) -> Value {
        match (self.sure_number(a), self.sure_number(b)) {
            (Some(a), Some(b)) => Value::num(self.n(make(a, b)), ValueKind::Number),
            _ => Value::Poison,
        }
    }

    /// The card that a thing is, or the only one in a slot.
    pub(crate) fn card_of(&mut self, thing: Thing) -> NumId {
        match thing.kind {
            ValueKind::Slot => {
                self.cards_asked.insert(thing.id);
                self.n(Num::OnlyCard { slot: thing.id })
            }
            _ => thing.id,
        }
    }

    pub(crate) fn whose(&mut self, name: &str, has: &str, span: Span) -> Value {
        // Who has a turn is no thing that stands there.
        let nearest = match self.things.iter().skip(1).next_back() {
            Some(thing) => {
                format!(
                    "; the nearest thing here is {}",
                    super::value::one(thing.kind, &self.program.lists)
                )
            }
            None => String::new(),
        };
        let mut problem = Diagnostic::error(
            "whose",
            span,
            format!("`{name}` belongs to {has}, and there is none here{nearest}"),
        );
        if has == "a player" && nearest.is_empty() {
            problem = problem.help(format!("say whose: `{name} of all`, `{name} of seat(1)`"));
        }
        let is_card =
            |value: &Value| matches!(value, Value::Num(Scalar { kind: ValueKind::Card, .. }));
        let card = self.bindings.iter().rev().find(|(_, value)| is_card(value));
        if has == "a card" && (card.is_some() || nearest.is_empty()) {
            let all = format!("{name}s");
            let behind = match self.program.lists.iter().any(|list| list.name == all) {
                true => format!("; all there are stand in `{all}`"),
                false => String::new(),
            };
            problem = problem.help(match card {
                Some((card, _)) => format!("say of which card: `{name} of {card}`{behind}"),
                None => format!(
                    "say of which card, `{name} of top of …`, or ask each of several behind a \
                     `where`{behind}"
                ),
            });
        }
        self.report_of_use(problem);
        Value::Poison
    }

    /// Tells that a variable has a value for each word of a list, and none is named.
    fn which_word(&mut self, name: &str, list: WordListId, span: Span) {
        let WordList { name: list, words } = &self.program.lists[list];
        let message = format!("`{name}` has a value for each word of `{list}`, and none is named");
        let word = words.first().map_or("…", String::as_str);
        let help = format!("say which one: `{name} of {word}`");
        self.report_of_use(Diagnostic::error("whose", span, message).help(help));
    }

    /// A problem of a formula's text that comes from where it is used: that place is shown too.
    pub(super) fn report_of_use(&mut self, problem: Diagnostic) {
        let problem = match self.open.first() {
            Some((name, used)) => problem.also(*used, format!("`{name}` is used here")),
            None => problem,
        };
        self.report(problem);
    }

    // ---------------------------------------------------------------------------------------------
    // what the layout names

    fn option(&mut self, option: usize) -> Value {
        let info = self.program.options[option].clone();
        match info.value {
            OptionSetting::Flag(flag) => Value::Test(self.t(Test::Const(flag))),
            OptionSetting::Number(n) => {
                let id = self.constant(n);
                Value::num(id, ValueKind::Number)
            }
            OptionSetting::Word(word) => {
                let list = self.program.lists.iter().position(|l| l.name == info.name).unwrap_or(0);
                let index = self.program.lists[WordListId::new(list)]
                    .words
                    .iter()
                    .position(|w| *w == word)
                    .unwrap_or(0);
                let id = self.constant(index.to_i32());
                Value::num(id, ValueKind::Word(WordListId::new(list)))
            }
        }
    }

    fn attribute(&mut self, attribute: AttributeId, span: Span) -> Value {
        let name = self.program.attributes[attribute].name.clone();
        let Some(thing) =
            self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot))
        else {
            return self.whose(&name, "a card", span);
        };
        let card = self.card_of(thing);
        let info = &self.program.attributes[attribute];
        let kind = info.kind;
        let on_every_card = info.values.iter().all(|&v| v != crate::value::NONE);
        let maybe = !on_every_card || thing.kind == ValueKind::Slot;
        let id = self.n(Num::Attribute { table: attribute, card });
        if kind == ValueKind::Flag {
            self.prints_asked.push(PrintAsked { attribute, least: 1, most: 1, span });
            Value::Test(self.t(Test::IsTrue(id)))
        } else {
            Value::Num(Scalar { id, kind, maybe })
        }
    }

    pub(crate) fn zone(&mut self, zone: ZoneId, span: Span) -> Value {
        let per = self.program.zones[zone].per;
        if per == Per::Table {
            let owner = self.constant(0);
            return Value::Zone(ZoneValue { zone, owner: Owner::One(owner) });
        }
        let Some(thing) = self.nearest_owner(span) else {
            let name = self.program.zones[zone].name.clone();
            return self.whose(&name, "a player", span);
        };
        Value::Zone(self.zone_of(zone, thing))
    }

    /// A zone of a player or team; of a team, a zone that each player has is that of all its seats.
    pub(crate) fn zone_of(&mut self, zone: ZoneId, thing: Thing) -> ZoneValue {
        let per = self.program.zones[zone].per;
        if per == Per::Player
            && thing.kind == ValueKind::Team
            && self.program.teams != self.program.seats
        {
            return ZoneValue { zone, owner: Owner::Several(self.s(Set::SeatsOfTeam(thing.id))) };
        }
        ZoneValue { zone, owner: Owner::One(self.owner_for(per, thing)) }
    }

    fn variable(&mut self, variable: VariableId, span: Span) -> Value {
        match self.nearest_key(variable, span) {
            Some(key) => self.variable_of_owner(variable, key),
            None => Value::Poison,
        }
    }

    /// Which value of a variable its bare name means.
    pub(super) fn nearest_key(&mut self, variable: VariableId, span: Span) -> Option<NumId> {
        let info = &self.program.variables[variable];
        let name = info.name.clone();
        match info.keys {
            Keys::TABLE => Some(self.constant(0)),
            Keys::Owners(per) => match self.nearest_owner(span) {
                Some(thing) => Some(self.owner_for(per, thing)),
                None => {
                    self.whose(&name, "a player", span);
                    None
                }
            },
            Keys::Words(list) => match self.nearest_thing(|kind| kind == ValueKind::Word(list)) {
                Some(thing) => Some(thing.id),
                None => {
                    self.which_word(&name, list, span);
                    None
                }
            },
        }
    }

    pub(crate) fn variable_of_owner(&mut self, variable: VariableId, owner: NumId) -> Value {
        let info = &self.program.variables[variable];
        let (at, kind, bag, keys) = (info.at, info.kind, info.bag, info.keys);
        let maybe = !info.fixed && info.defaults.contains(&crate::value::NONE);
        if bag {
            return Value::List(self.program.terms.list(List::Variable { at, owner }), kind);
        }
        if let Some(value) = self.fixed_value(variable, owner) {
            let id = self.constant(value);
            return Value::num(id, kind);
        }
        let id = match keys {
            Keys::TABLE => self.n(Num::Variable { at }),
            Keys::Owners(_) | Keys::Words(_) => self.n(Num::OwnedVariable { at, owner }),
        };
        if kind == ValueKind::Flag {
            Value::Test(self.t(Test::IsTrue(id)))
        } else {
            Value::Num(Scalar { id, kind, maybe })
        }
    }

    /// A fixed variable of an owner who is known before play.
    fn fixed_value(&mut self, variable: VariableId, owner: NumId) -> Option<i32> {
        if !self.program.variables[variable].fixed {
            return None;
        }
        let owner = usize::try_from(self.static_num(owner)?).ok()?;
        self.program.variables[variable].defaults.get(owner).copied()
    }

    fn mark(&mut self, mark: MarkId, span: Span) -> Value {
        let info = &self.program.marks[mark];
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
            (_, true) => Value::Num(Scalar {
                id: self.n(Num::SlotMark { mark, slot: thing.id }),
                kind,
                maybe,
            }),
            // As of what is printed on it: a card has it, an empty slot has no card.
            (_, false) => Value::Num(Scalar {
                id: self.n(Num::CardMark { mark, card }),
                kind,
                maybe: maybe || thing.kind == ValueKind::Slot,
            }),
        }
    }

    fn facing(&mut self, facing: usize, arguments: &[Expr], span: Span) -> Value {
        let [x, y] = arguments else {
            return self.error(
                "few-arguments",
                span,
                "two places are wanted in the brackets: the one that attacks, the one that it faces",
            );
        };
        let (Some(x), Some(y)) = (self.num(x, ValueKind::Slot), self.num(y, ValueKind::Slot))
        else {
            return Value::Poison;
        };
        let corners = self.facings[facing];
        let card = self.n(Num::OnlyCard { slot: x });
        let values = corners.map(|table| self.n(Num::Attribute { table, card }));
        let is_above = self.order_of(Num::Row { slot: y }, Num::Row { slot: x });
        let is_left = self.order_of(Num::Column { slot: y }, Num::Column { slot: x });
        let side = |low: &mut Self, left: NumId, right: NumId| {
            low.n(Num::If { test: is_left, then: left, otherwise: right })
        };
        let (north, south) = (side(self, values[0], values[1]), side(self, values[2], values[3]));
        let id = self.n(Num::If { test: is_above, then: north, otherwise: south });
        Value::maybe(id, ValueKind::Number)
    }

    fn order_of(&mut self, smaller: Num, greater: Num) -> TestId {
        let (left, right) = (self.n(smaller), self.n(greater));
        self.t(Test::Compare { op: Comparison::Less, left, right })
    }
}

/// Whether everybody sees all cards of a zone.
pub(crate) fn all_see(zone: &crate::program::Zone) -> bool {
    zone.up == Viewers::All && zone.down == Viewers::All
}
