//! Assignments: `set`, `add`, `mark`, and what they write to.

use super::Lowering;
use super::names::Meaning;
use super::value::{Owner, Value};
use crate::diagnostic::Diagnostic;
use crate::program::code::{Argument, Change};
use crate::program::terms::{List, Num, NumId, Set, SetId};
use crate::program::walk::Term;
use crate::program::{Keys, Mark, ValueKind, Variable};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::tabletop::Per;
use crate::tabletop::ids::{MarkId, VariableId, WordListId};
use crate::value::Bits;

/// What `set` and `add` write to.
pub(super) enum Target {
    Variable { variable: VariableId, owner: NumId },
    Variables { variable: VariableId, owners: SetId },
    CardMark { mark: MarkId, cards: SetId },
    SlotMark { mark: MarkId, slots: SetId },
}

impl Lowering {
    /// What changes; `value` is what it is to become, where that says of which type it is.
    pub(super) fn target(&mut self, target: &Expr, value: Option<&Expr>) -> Option<Target> {
        match &*target.node {
            ExprKind::Name { name, arguments: None } => {
                self.names.used.insert(name.node.clone());
                match self.names.get(&name.node) {
                    Some(Meaning::Variable(variable)) => self.own_variable(variable, name.span),
                    Some(Meaning::Mark(mark)) => self.own_mark(mark, name),
                    Some(_) | None => self.no_target(name, value),
                }
            }
            ExprKind::Of { part, whole } => {
                let ExprKind::Name { name, arguments: None } = &*part.node else {
                    return self.no_target_at(part.span);
                };
                self.names.used.insert(name.node.clone());
                match self.names.get(&name.node) {
                    Some(Meaning::Variable(variable)) => self.variable_of(name, variable, whole),
                    Some(Meaning::Mark(mark)) => {
                        let value = self.expr(whole);
                        self.mark_target(mark, value, whole.span)
                    }
                    Some(_) | None => self.no_target(name, value),
                }
            }
            _ => self.no_target_at(target.span),
        }
    }

    /// A mark of the nearest card or slot.
    fn own_mark(&mut self, mark: MarkId, name: &Name) -> Option<Target> {
        let thing = self.nearest_thing(|kind| matches!(kind, ValueKind::Card | ValueKind::Slot));
        let Some(thing) = thing else {
            self.whose(&name.node, "a card or a slot", name.span);
            return None;
        };
        let set = self.s(Set::One(thing.id));
        self.mark_target(mark, Value::Set(set, thing.kind), name.span)
    }

    fn no_target(&mut self, name: &Name, value: Option<&Expr>) -> Option<Target> {
        if self.bound(&name.node).is_some() {
            let problem = Diagnostic::error(
                "no-variable",
                name.span,
                format!("`{}` keeps its value to the end of its block", name.node),
            );
            self.report(problem.help("what changes is a variable of the layout"));
            return None;
        }
        let variables = self.program.variables.iter().map(|v| v.name.clone());
        let known = variables.chain(self.program.marks.iter().map(|m| m.name.clone())).collect();
        let what = "variable or mark";
        let problem = self.no_such("no-variable", what, &name.node, name.span, known)?;
        let is_new = problem.help.is_none() && self.names.get(&name.node).is_none();
        let kind = value.filter(|_| is_new).map(|value| self.type_of(value));
        let kind = kind.unwrap_or_else(|| "number".to_owned());
        // What was not declared is told once, and not of each use.
        if is_new {
            self.names.doubt(&name.node);
        }
        self.report(if name.node == "score" {
            problem.help("the score is a formula, `score = …`: keep what it counts in a variable")
        } else if let "me" | "active" = name.node.as_str() {
            problem.help(
                "whose turn it is goes by `turns`; what another player is to do stands with `by`: \
                 `do play by next of me`",
            )
        } else if matches!(self.names.get(&name.node), Some(Meaning::Zone(_))) {
            problem.help(format!("cards go there by `move`: `move card to {}`", name.node))
        } else if is_new {
            problem.help(format!(
                "what changes is declared in the layout: `variables: {{ {}: {{ type: {kind} }} }}`",
                name.node
            ))
        } else {
            problem
        });
        None
    }

    /// The type of a variable that could have this value, as a layout names it.
    fn type_of(&mut self, value: &Expr) -> String {
        let value = self.expr(value);
        let kind = match &value {
            Value::Word(word) => {
                let mut lists = self.program.lists.iter();
                let list = lists.find(|list| list.words.contains(word));
                return list.map_or_else(|| "number".to_owned(), |list| list.name.clone());
            }
            Value::Test(_) => ValueKind::Flag,
            Value::Num(scalar) => scalar.kind,
            _ => ValueKind::Number,
        };
        match kind {
            ValueKind::Flag => "flag".to_owned(),
            ValueKind::Player => "player".to_owned(),
            ValueKind::Team => "team".to_owned(),
            ValueKind::Card => "card".to_owned(),
            ValueKind::Word(list) => self.program.lists[list].name.clone(),
            ValueKind::Number | ValueKind::Slot | ValueKind::Text => "number".to_owned(),
        }
    }

    fn no_target_at(&mut self, span: Span) -> Option<Target> {
        self.error(
            "no-variable",
            span,
            "only a variable or a mark can be set: `set points to …`, `set held of card to …`",
        );
        None
    }

    fn own_variable(&mut self, variable: VariableId, span: Span) -> Option<Target> {
        self.check_fixed(variable, span)?;
        let owner = self.nearest_key(variable, span)?;
        Some(Target::Variable { variable, owner })
    }

    fn check_fixed(&mut self, variable: VariableId, span: Span) -> Option<()> {
        if self.program.variables[variable].fixed {
            self.error(
                "fixed-variable",
                span,
                "this variable is fixed in the layout and never changes",
            );
            return None;
        }
        Some(())
    }

    fn variable_of(&mut self, name: &Name, variable: VariableId, whole: &Expr) -> Option<Target> {
        self.check_fixed(variable, whole.span)?;
        self.warn_of_the_tables(name, whole.span);
        let Variable { keys, owners, .. } = self.program.variables[variable];
        if matches!(*whole.node, ExprKind::All) {
            let owners = self.constant_set(Bits::below(usize::from(owners)));
            return Some(Target::Variables { variable, owners });
        }
        let value = self.expr(whole);
        let per = match keys {
            Keys::Owners(per) => per,
            Keys::Words(list) => return self.variable_of_words((variable, list), value, whole),
        };
        let several = match &value {
            Value::Set(set, kind) => Some((*set, *kind)),
            Value::Tuple(_) => self.try_set(&value),
            _ => None,
        };
        if let Some((set, kind)) = several {
            let owners = match (per, kind) {
                (Per::Team, ValueKind::Team) | (Per::Player, ValueKind::Player) => set,
                (Per::Player, ValueKind::Team) => {
                    self.as_players(Value::Set(set, kind), whole.span)?
                }
                (Per::Team, ValueKind::Player) => self.teams_of(set),
                _ => {
                    self.wrong(&Value::Set(set, kind), "players", whole.span);
                    return None;
                }
            };
            return Some(Target::Variables { variable, owners });
        }
        let thing =
            self.as_thing(&value).filter(|t| matches!(t.kind, ValueKind::Player | ValueKind::Team));
        let Some(thing) = thing else {
            self.wrong(&value, "a player or a team", whole.span);
            return None;
        };
        let owner = self.owner_for(per, thing);
        Some(Target::Variable { variable, owner })
    }

    /// The teams of seats, each once.
    pub(super) fn teams_of(&mut self, seats: SetId) -> SetId {
        self.with_temp(|low, temp| {
            let seat = low.n(Num::Temp(temp));
            let value = low.n(Num::TeamOf(seat));
            low.s(Set::Image { set: seats, temp, value })
        })
    }

    fn variable_of_words(
        &mut self,
        (variable, list): (VariableId, WordListId),
        value: Value,
        whole: &Expr,
    ) -> Option<Target> {
        match value {
            Value::Set(owners, ValueKind::Word(of)) if of == list => {
                Some(Target::Variables { variable, owners })
            }
            value => {
                let owner = self.as_kept(value, ValueKind::Word(list), whole.span)?.id;
                Some(Target::Variable { variable, owner })
            }
        }
    }

    fn mark_target(&mut self, mark: MarkId, value: Value, span: Span) -> Option<Target> {
        if self.program.marks[mark].of_slots {
            Some(Target::SlotMark { mark, slots: self.as_slots(value, span)? })
        } else {
            Some(Target::CardMark { mark, cards: self.as_cards(value, span)? })
        }
    }

    pub(super) fn set_statement(&mut self, target: &Expr, value: &Expr, span: Span) {
        let Some(target) = self.target(target, Some(value)) else { return };
        self.store_in(target, value, span);
    }

    fn store_in(&mut self, target: Target, value: &Expr, span: Span) {
        match target {
            Target::Variable { variable, owner } => {
                let lowered = self.expr(value);
                let info = &self.program.variables[variable];
                if info.bag {
                    return self.set_bag(variable, owner, info.kind, (lowered, value), span);
                }
                self.set_variable(variable, Owner::One(owner), (lowered, value), span);
            }
            Target::Variables { variable, owners } => {
                let lowered = self.expr(value);
                self.set_variable(variable, Owner::Several(owners), (lowered, value), span);
            }
            Target::CardMark { mark, cards } => {
                let kind = self.program.marks[mark].kind;
                if self.flag_needs_mark(kind, span) {
                    return;
                }
                if let Some(number) = self.num(value, kind) {
                    self.warn_of_named_card(mark, number, value.span);
                    self.event(Change::SetCardMark { cards, mark, value: number }, span);
                }
            }
            Target::SlotMark { mark, slots } => {
                let kind = self.program.marks[mark].kind;
                if self.flag_needs_mark(kind, span) {
                    return;
                }
                if let Some(number) = self.num(value, kind) {
                    self.warn_of_named_card(mark, number, value.span);
                    self.event(Change::SetSlotMark { slots, mark, value: number }, span);
                }
            }
        }
    }

    /// Sets a variable of its owners to what an expression was lowered to. One that begins as a
    /// number is always a number.
    pub(super) fn set_variable(
        &mut self,
        variable: VariableId,
        owner: Owner,
        (lowered, value): (Value, &Expr),
        span: Span,
    ) {
        let kind = self.program.variables[variable].kind;
        let Some(scalar) = self.as_kept(lowered, kind, value.span) else { return };
        let defaults = &self.program.variables[variable].defaults;
        if matches!(kind, ValueKind::Number | ValueKind::Flag)
            && !defaults.contains(&crate::value::NONE)
        {
            self.not_none(scalar, value);
        }
        let new = scalar.id;
        if let Owner::One(owner) = owner
            && self.is_value_of(new, variable, owner)
        {
            let words = "this is its value already";
            self.report(Diagnostic::warning("does-nothing", value.span, words));
        }
        if kind == ValueKind::Card && self.tells_a_card(new) {
            let words =
                "everybody sees the variable, and so which card it is; not everybody does now";
            self.report(Diagnostic::warning("leaks", value.span, words).help(
                "show the card first, or let it lie in a zone of its own that only some see",
            ));
        }
        let op = match owner {
            Owner::One(owner) => Change::SetVariable { variable, owner, value: new },
            Owner::Several(owners) => Change::SetVariableOf { variable, owners, value: new },
        };
        self.event(op, span);
    }

    /// Warns where a mark that everybody sees names a card that not everybody knows.
    fn warn_of_named_card(&mut self, mark: MarkId, card: NumId, span: Span) {
        let Mark { kind, secret, .. } = self.program.marks[mark];
        if kind == ValueKind::Card && !secret && self.tells_a_card(card) {
            let words = "everybody sees the mark, and so which card it is; not everybody does now";
            self.report(
                Diagnostic::warning("leaks", span, words)
                    .help("show the card first: `reveal … to all`"),
            );
        }
    }

    /// Whether a number is that which an owner has of a variable.
    fn is_value_of(&self, number: NumId, variable: VariableId, owner: NumId) -> bool {
        let own = self.program.variables[variable].at;
        match self.program.terms.nums[number] {
            Num::Variable { at } => at == own,
            Num::OwnedVariable { at, owner: of } => at == own && of == owner,
            _ => false,
        }
    }

    /// Whether a card is surely one that not everybody knows.
    fn tells_a_card(&self, card: NumId) -> bool {
        let value = Argument::Num(card);
        let is_secret =
            || self.local_of(value).is_some_and(|local| self.flow.unit.secret.contains(&local));
        !self.is_open(value) && (is_secret() || !self.may_be_open(Term::Num(card)))
    }

    fn flag_needs_mark(&mut self, kind: ValueKind, span: Span) -> bool {
        if kind == ValueKind::Flag {
            let problem = Diagnostic::error(
                "wrong-type",
                span,
                "a mark that is a yes or no is not set to a value",
            );
            self.report(problem.help("`mark X as tapped`, `unmark X as tapped`"));
        }
        kind == ValueKind::Flag
    }

    fn set_bag(
        &mut self,
        variable: VariableId,
        owner: NumId,
        kind: ValueKind,
        (lowered, value): (Value, &Expr),
        span: Span,
    ) {
        let lowered = match lowered {
            Value::Empty => {
                let group = self.group(Vec::new());
                Value::List(self.program.terms.list(List::Tuple(group)), kind)
            }
            other => other,
        };
        match lowered {
            Value::Poison => {}
            Value::List(list, found) if found == kind => {
                self.event(Change::SetListVariable { variable, owner, value: list }, span)
            }
            other => self.wrong(&other, "a bag of words", value.span),
        }
    }

    /// `add points to 2`.
    fn is_reversed(&mut self, amount: &Expr, target: &Expr) -> bool {
        let is_number = matches!(&*target.node, ExprKind::Number(_));
        let part = match &*amount.node {
            ExprKind::Of { part, .. } => part,
            _ => amount,
        };
        let is_variable = match &*part.node {
            ExprKind::Name { name, .. } => {
                matches!(self.names.get(&name.node), Some(Meaning::Variable(_)))
            }
            _ => false,
        };
        if is_number && is_variable {
            let message = "only to a variable can something be added";
            let problem = Diagnostic::error("no-variable", target.span, message);
            let (to, what) = (self.written(amount.span), self.written(target.span));
            self.report(problem.help(format!("write `add {what} to {to}`")));
        }
        is_number && is_variable
    }

    pub(super) fn add(&mut self, amount: &Expr, target: &Expr, span: Span) {
        if self.is_reversed(amount, target) {
            return;
        }
        let Some(target_value) = self.target(target, None) else { return };
        let variable = match target_value {
            Target::Variable { variable, .. } | Target::Variables { variable, .. } => variable,
            Target::CardMark { .. } | Target::SlotMark { .. } => {
                self.error(
                    "no-variable",
                    target.span,
                    "only to variables can something be added, not to marks",
                );
                return;
            }
        };
        if self.program.variables[variable].kind != ValueKind::Number {
            self.error("wrong-type", target.span, "only to a number can something be added");
            return;
        }
        if matches!(*amount.node, ExprKind::Number(0)) {
            self.warn_of_nothing(amount);
        }
        let Some(value) = self.sure_number(amount) else { return };
        match target_value {
            Target::Variable { owner, .. } => {
                self.event(Change::AddVariable { variable, owner, value }, span);
            }
            Target::Variables { owners, .. } => {
                self.event(Change::AddVariableOf { variable, owners, value }, span)
            }
            Target::CardMark { .. } | Target::SlotMark { .. } => {}
        }
    }

    pub(super) fn mark_statement(&mut self, on: bool, things: &Expr, mark: &Name, span: Span) {
        let Some(Meaning::Mark(id)) = self.names.get(&mark.node) else {
            let marks = self.program.marks.iter().map(|m| m.name.clone()).collect();
            self.unknown("unknown-mark", "mark", &mark.node, mark.span, marks);
            return;
        };
        self.names.used.insert(mark.node.clone());
        if self.program.marks[id].kind != ValueKind::Flag {
            let problem =
                Diagnostic::error("wrong-type", mark.span, format!("`{}` has a value", mark.node));
            self.report(problem.help(format!("`set {} of … to …`", mark.node)));
            return;
        }
        let value = self.expr(things);
        match self.mark_target(id, value, things.span) {
            Some(Target::CardMark { mark, cards }) => {
                self.event(Change::MarkCards { cards, mark, on }, span)
            }
            Some(Target::SlotMark { mark, slots }) => {
                self.event(Change::MarkSlots { slots, mark, on }, span)
            }
            Some(Target::Variable { .. } | Target::Variables { .. }) | None => {}
        }
    }
}
