//! Steps: what comes when, and who is asked.

mod asking;

use super::Lowering;
use super::names::Meaning;
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::program::code::{Argument, Op, Pc};
use crate::program::terms::{FamilyId, List, ListId, Local, Num, NumId, Set, SetId, Test, TestId};
use crate::program::walk::{self, Term};
use crate::program::{Carrier, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{Call, Choice, Each, Expr, Settling, Step, StepKind};

/// What stands behind a step: for whom, how a race is settled, what happens without an option.
#[derive(Clone, Copy, Default)]
struct Aside<'a> {
    by: Option<&'a Expr>,
    settling: Option<&'a Settling>,
    or_else: Option<&'a Call>,
}

/// A menu being asked.
struct Asking<'a> {
    choices: Vec<(&'a Call, Option<usize>)>,
    may: bool,
    repeats: bool,
    done_when: Option<&'a Expr>,
    kind: AskKind,
    span: Span,
}

#[derive(Clone, Copy, PartialEq)]
enum AskKind {
    Alone,
    Together,
    Window,
}

impl<'a> Asking<'a> {
    /// A menu that is asked once, and that nobody may pass.
    fn new(kind: AskKind, choices: Vec<(&'a Call, Option<usize>)>, span: Span) -> Asking<'a> {
        Asking { choices, may: false, repeats: false, done_when: None, kind, span }
    }
}

impl Lowering {
    pub(super) fn step(&mut self, step: &Step) {
        self.step_with(step, Aside::default());
    }

    /// A comma where a `|` is meant leaves a choice among one.
    fn warn_of_one_choice(&mut self, choices: &[Choice], span: Span) {
        let [Choice { calls, .. }] = choices else { return };
        let [Call { name, .. }] = calls.as_slice() else { return };
        let name = &name.node;
        let problem = Diagnostic::warning(
            "one-choice",
            span,
            format!("expected several choices, found `{name}` alone"),
        );
        self.report(problem.help(format!(
            "`|` stands between them: `one of {name} | …`; behind a comma stands what comes next"
        )));
    }

    fn step_with<'a>(&mut self, step: &'a Step, aside: Aside<'a>) {
        let span = step.span;
        match &step.node {
            StepKind::Sequence(steps) => {
                self.as_one(aside, span, |low| steps.iter().for_each(|step| low.step(step)));
            }
            StepKind::Call(call) => self.call_step(call, false, aside, span),
            StepKind::May(call) => self.call_step(call, true, aside, span),
            StepKind::Together { may, call } => {
                let asking = Asking::new(AskKind::Together, vec![(call, None)], span);
                self.ask(Asking { may: *may, ..asking }, aside);
            }
            StepKind::OneOf { may, choices } => {
                self.warn_of_one_choice(choices, span);
                let asking = Asking::new(AskKind::Alone, entries(choices), span);
                self.ask(Asking { may: *may, ..asking }, aside);
            }
            StepKind::AnyOf { choices, done_when } => {
                let asking = Asking::new(AskKind::Alone, entries(choices), span);
                let done_when = done_when.as_ref();
                self.ask(Asking { repeats: true, done_when, ..asking }, aside);
            }
            StepKind::Window { choices } => {
                let asking = Asking::new(AskKind::Window, entries(choices), span);
                self.ask(Asking { may: true, ..asking }, aside);
            }
            StepKind::Times { times, step } => {
                self.as_one(aside, span, |low| low.times(times, step, span));
            }
            StepKind::Turns { filters, from, step } => {
                self.as_one(aside, span, |low| low.turns(filters, from, step, None, span));
            }
            StepKind::Each { each, step } => {
                self.as_one(aside, span, |low| low.each(each, span, |low| low.step(step)));
            }
            StepKind::Until { step, condition } => {
                self.as_one(aside, span, |low| low.until(step, condition, span));
            }
            StepKind::OnlyIf { step, condition } => {
                let Some(test) = self.test(condition) else { return };
                self.warn_of_secrets(test, condition.span);
                let jump = self.jump_unless(test, condition.span);
                self.guarded(condition, true, |low| low.step_with(step, aside));
                self.land(jump);
            }
            StepKind::By { step, who } => self.step_with(step, Aside { by: Some(who), ..aside }),
            StepKind::Settled { step, how } => {
                self.step_with(step, Aside { settling: Some(how), ..aside })
            }
            StepKind::OrElse { step, call } => {
                self.step_with(step, Aside { or_else: Some(call), ..aside })
            }
        }
    }

    /// What stands in brackets, several steps or a loop, as one step: with what stands behind the
    /// brackets.
    fn as_one(&mut self, aside: Aside<'_>, span: Span, body: impl FnOnce(&mut Self)) {
        self.useless_settling(aside, span);
        if aside.or_else.is_some() {
            let message = "`else` belongs to an action or a menu, and these brackets hold neither";
            self.no_action(message.into(), span);
        }
        let Some(by) = aside.by else { return body(self) };
        let Some(who) = self.one_player(by) else { return };
        self.as_player(who, span, body);
    }

    /// Tells of an `else` behind what nobody chooses.
    fn no_action(&mut self, message: String, span: Span) {
        self.report(
            Diagnostic::error("no-action", span, message)
                .help("one of two is done in a block: `if … { do this } else { do that }`"),
        );
    }

    fn useless_settling(&mut self, aside: Aside<'_>, span: Span) {
        if aside.settling.is_some() {
            self.error("settled-nothing", span, "only a `window` is settled: nobody can race here");
        }
    }

    /// The player by whom a step is done that only one can do.
    fn one_player(&mut self, by: &Expr) -> Option<NumId> {
        let value = self.expr(by);
        if !matches!(value, Value::Set(_, ValueKind::Player)) {
            return self.as_kept(value, ValueKind::Player, by.span).map(|scalar| scalar.id);
        }
        let found = value.describe(&self.program.lists);
        let message = format!("a player is wanted here, and this is {found}");
        let problem = Diagnostic::error("wrong-type", by.span, message);
        self.report(
            problem.help("one after the other is `each player: …`, all at once `together …`"),
        );
        None
    }

    /// Runs code with another player as `me`, and then again with the one from before.
    fn as_player(&mut self, who: NumId, span: Span, body: impl FnOnce(&mut Self)) {
        self.scoped(|low| {
            let (before, new) = (low.local(1), low.local(1));
            let me = low.n(Num::Me);
            low.emit(Op::SetLocal { local: before, value: me }, span);
            low.emit(Op::SetLocal { local: new, value: who }, span);
            low.emit(Op::SetMe { local: new, somebody: true }, span);
            low.knowing_me(body);
            low.emit(Op::SetMe { local: before, somebody: false }, span);
        });
    }

    // ---------------------------------------------------------------------------------------------
    // calls

    fn call_step(&mut self, call: &Call, may: bool, aside: Aside<'_>, span: Span) {
        match self.names.get(&call.name.node) {
            Some(Meaning::Action(_)) => {
                let asking = Asking::new(AskKind::Alone, vec![(call, None)], span);
                self.ask(Asking { may, ..asking }, aside);
            }
            Some(Meaning::Phase(_) | Meaning::Effect(_)) => {
                self.useless_settling(aside, span);
                if may || aside.or_else.is_some() {
                    let word = if may { "may" } else { "else" };
                    let message =
                        format!("`{word}` belongs to an action, and `{}` is none", call.name.node);
                    match may {
                        true => self.report(Diagnostic::error("no-action", span, message)),
                        false => self.no_action(message, span),
                    }
                }
                let by = match aside.by {
                    Some(by) => match self.one_player(by) {
                        Some(who) => Some(who),
                        None => return,
                    },
                    None if self.inline(call, span) => return,
                    None => None,
                };
                self.call_unit(call, by, span);
            }
            Some(_) | None => self.unknown_step(call),
        }
    }

    fn unknown_step(&mut self, call: &Call) {
        let name = &call.name;
        if self.names.get(&name.node).is_none()
            && (self.names.is_clashing(&name.node) || self.removed_name(&name.node, name.span))
        {
            return;
        }
        let flows = &self.flow.flows;
        let message = match self.names.get(&name.node) {
            Some(_) => {
                format!(
                    "`{}` is nothing that can happen: a step names a phase, an action or an effect",
                    name.node
                )
            }
            None => format!("there is no phase, action or effect called `{}`", name.node),
        };
        let phases = flows.phases.iter().map(|p| p.name.node.as_str());
        let actions = flows.actions.iter().map(|a| a.name.node.as_str());
        let effects = flows.effects.iter().map(|e| e.name.node.as_str());
        let known: Vec<&str> = phases.chain(actions).chain(effects).collect();
        let problem = Diagnostic::error("unknown-step", name.span, message);
        self.report(match name.node.as_str() {
            "together" => problem.help(
                "`together` stands before one action, `together act`; its first parameter may say \
                 what is done: `action act(deed from deeds, …)` with `lists: { deeds: [lay, take] }`",
            ),
            name => problem.did_you_mean(name, known),
        });
    }

    // ---------------------------------------------------------------------------------------------
    // loops

    fn until(&mut self, step: &Step, condition: &Expr, span: Span) {
        if let StepKind::Turns { filters, from, step } = &step.node {
            return self.turns(filters, from, step, Some(condition), span);
        }
        self.warn_of_counted(step, condition);
        self.flow.unit.shown.clear();
        let start = self.here();
        // `until C` goes on while C does not hold.
        let Some(test) = self.test(condition) else { return self.step(step) };
        self.warn_of_secrets(test, condition.span);
        self.note_loop(test, condition, step);
        let goes_on = self.t(Test::Not(test));
        let jump = self.jump_unless(goes_on, condition.span);
        self.step(step);
        self.emit(Op::Jump(start), span);
        self.land(jump);
    }

    /// Warns of `3 times: play until C`, which plays three times between two looks at the
    /// condition.
    fn warn_of_counted(&mut self, step: &Step, condition: &Expr) {
        let StepKind::Times { .. } = step.node else { return };
        // In brackets it is said what is repeated.
        let between = Span { start: step.span.end, end: condition.span.start, ..step.span };
        if self.program.sources.text(between).contains(')') {
            return;
        }
        let words = "all passes are done, and done again, until this holds";
        let problem = Diagnostic::warning("counted-until", condition.span, words);
        self.report(problem.also(step.span, "this is done as a whole").help(
            "to stop sooner, `end` the phase that this is in, or give each pass an `if`; if it is \
             meant so: `(3 times: …) until …`",
        ));
    }

    /// A condition that is false before play is false for ever.
    fn note_loop(&mut self, test: crate::program::terms::TestId, condition: &Expr, step: &Step) {
        if self.static_test(test) == Some(false) {
            let found = super::EndlessLoop {
                span: condition.span,
                step: step.clone(),
                condition: Some(condition.span),
            };
            self.loops.push(found);
        }
    }

    fn times(&mut self, times: &Expr, step: &Step, span: Span) {
        self.warn_of_nothing(times);
        let Some(last_value) = self.sure_number(times) else { return };
        self.warn_of_a_secret_number(last_value, times.span);
        self.scoped(|low| {
            let (count, last) = (low.local(1), low.local(1));
            let zero = low.constant(0);
            low.emit(Op::SetLocal { local: count, value: zero }, span);
            low.emit(Op::SetLocal { local: last, value: last_value }, span);
            let start = low.emit(Op::NextNumber { member: count, last, done: Pc::new(0) }, span);
            low.step(step);
            low.emit(Op::Jump(start), span);
            low.land(start);
        });
    }

    fn turns(
        &mut self,
        filters: &[Expr],
        from: &Expr,
        step: &Step,
        until: Option<&Expr>,
        span: Span,
    ) {
        let Some(first) = self.player(from) else { return };
        self.warn_of_a_secret_number(first, from.span);
        if until.is_none() {
            self.loops.push(super::EndlessLoop { span, step: step.clone(), condition: None });
        }
        self.scoped(|low| {
            let (seat, me, active) = (low.local(1), low.local(1), low.local(1));
            low.remember_player(me, active, span);
            let zero = low.constant(0);
            let first = low.n(Num::Default { value: first, fallback: zero });
            low.emit(Op::SetLocal { local: seat, value: first }, span);
            low.flow.unit.shown.clear();
            let start = low.here();
            let exit = until.and_then(|condition| {
                let uses = low.uses_me.len();
                let test = low.test(condition)?;
                low.forget_asked_by_can(uses, condition.span);
                low.uses_me.iter_mut().skip(uses).for_each(|used| used.between_turns = true);
                low.warn_of_secrets(test, condition.span);
                low.note_loop(test, condition, step);
                let goes_on = low.t(Test::Not(test));
                Some(low.jump_unless(goes_on, condition.span))
            });
            let (skips, hidden) = low.skip_seat(seat, filters, span);
            let asks_me = low.asks_me(start);
            low.emit(Op::SetTurn { local: seat }, span);
            let turn = |low: &mut Self| low.knowing_me(|low| low.step(step));
            match hidden {
                Some((test, span)) => low.hanging_on(Term::Test(test), span, turn),
                None => turn(low),
            }
            if asks_me {
                // In the head `me` is who it was before the turns.
                low.emit(Op::SetMe { local: me, somebody: false }, span);
            }
            for skip in skips {
                low.land(skip);
            }
            low.emit(Op::Advance { local: seat }, span);
            low.emit(Op::Jump(start), span);
            if let Some(exit) = exit {
                low.land(exit);
            }
            low.restore_player(me, active, span);
        });
    }

    /// What actions ask of a player goes without saying where `can` stands without one: of the uses
    /// since then those in the condition are left, and those of `can`.
    fn forget_asked_by_can(&mut self, since: usize, condition: Span) {
        let uses = self.uses_me.split_off(since);
        let is_can = |span: Span| self.program.sources.text(span).starts_with("can ");
        let all = !uses.iter().any(|used| is_can(used.span));
        let is_left = |span: Span| all || is_can(span) || condition.covers(span);
        let left: Vec<_> = uses.into_iter().filter(|used| is_left(used.span)).collect();
        self.uses_me.extend(left);
    }

    /// Whether a condition that has been written since is about `me`.
    fn asks_me(&self, since: Pc) -> bool {
        let ops = &self.flow.unit.ops.as_slice()[since.index()..];
        let is_me = |term| matches!(term, Term::Num(id) if self.program.terms.nums[id] == Num::Me);
        ops.iter().any(|op| match *op {
            Op::JumpUnless { test, .. } => {
                walk::any(&self.program.terms, Term::Test(test), &mut { is_me })
            }
            _ => false,
        })
    }

    fn remember_player(&mut self, me: Local, active: Local, span: Span) {
        let (now_me, now_active) = (self.n(Num::Me), self.n(Num::Active));
        self.emit(Op::SetLocal { local: me, value: now_me }, span);
        self.emit(Op::SetLocal { local: active, value: now_active }, span);
    }

    fn restore_player(&mut self, me: Local, active: Local, span: Span) {
        let value = self.n(Num::Local(active));
        self.emit(Op::SetActive { value }, span);
        self.emit(Op::SetMe { local: me, somebody: false }, span);
    }

    /// Jumps over the turn of a seat that does not take part, or for which a filter does not hold.
    fn skip_seat(
        &mut self,
        seat: Local,
        filters: &[Expr],
        span: Span,
    ) -> (Vec<Pc>, Option<(TestId, Span)>) {
        let id = self.n(Num::Local(seat));
        let (mut skips, mut hidden) = (Vec::new(), None);
        let plays = self.t(Test::Playing(id));
        skips.push(self.jump_unless(plays, span));
        for filter in filters {
            let thing = super::Thing { id, kind: ValueKind::Player, role: super::Role::It };
            if let Some(test) = self.with_thing(thing, |low| low.test(filter)) {
                self.warn_of_same(test, id, filter);
                skips.push(self.jump_unless(test, filter.span));
                if hidden.is_none() && !self.may_be_open(Term::Test(test)) {
                    hidden = Some((test, filter.span));
                }
            }
        }
        (skips, hidden)
    }

    /// Once for each member, which are fixed when the loop begins.
    pub(super) fn each(&mut self, each: &Each, span: Span, body: impl FnOnce(&mut Self)) {
        if matches!(each.name.node.as_str(), "player" | "team") {
            return self.each_owner(each, span, body);
        }
        self.check_local(&each.name);
        let Some(set) = &each.set else {
            let message = format!(
                "each `{}` of what? only `player` and `team` go without `in`",
                each.name.node
            );
            self.error("each-of-what", each.name.span, message);
            return;
        };
        let value = match each.filters.as_slice() {
            [] => self.expr(set),
            filters => {
                let value = self.expr(set);
                self.filter_value(value, Some(&each.name), filters, set.span)
            }
        };
        if let Some(from) = &each.from {
            return match self.try_set(&value) {
                Some((set, kind @ (ValueKind::Player | ValueKind::Team))) => {
                    self.each_in_seat_order(each, set, kind, span, false, body)
                }
                _ if value.is_poison() => {}
                _ => {
                    let message = "only players and teams are gone through from one of them on";
                    self.error("wrong-type", from.span, message);
                }
            };
        }
        match value {
            Value::Range { from, to } => self.each_number(each, from, to, span, body),
            Value::List(list, kind) => self.each_entry(each, list, kind, span, body),
            Value::Poison => {}
            Value::Family(family, kind) => {
                match self.are_disjoint(family) {
                    true => self.each_set(each, family, kind, span, body),
                    false => {
                        let message = "these sets can have members in common, and a loop goes over disjoint ones";
                        let problem = Diagnostic::error("several-sets", set.span, message);
                        self.report(problem.help(
                            "take one at a time (`first of …`), or all members: `cards of …`",
                        ));
                    }
                }
            }
            other => {
                // Numbers make no set: they are gone through as they are written.
                if let Some((list, ValueKind::Number)) = self.try_list(&other) {
                    return self.each_entry(each, list, ValueKind::Number, span, body);
                }
                let Some((set, kind)) = self.as_set(other, set.span) else { return };
                self.each_member(each, set, kind, span, body);
            }
        }
    }

    /// `each player`, `each team`: in turn order, each as `me`.
    fn each_owner(&mut self, each: &Each, span: Span, body: impl FnOnce(&mut Self)) {
        let teams = each.name.node == "team";
        let all = match &each.set {
            Some(set) => {
                let value = self.expr(set);
                if teams {
                    self.as_set(value, set.span).map(|(set, _)| set)
                } else {
                    self.as_players(value, set.span)
                }
            }
            None if teams => {
                Some(self.constant_set(crate::value::Bits::below(usize::from(self.program.teams))))
            }
            None => Some(self.s(Set::Players)),
        };
        let Some(mut all) = all else { return };
        let kind = if teams { ValueKind::Team } else { ValueKind::Player };
        for filter in &each.filters {
            let (test, temp) =
                self.with_candidate(kind, None, |low, temp| (low.test(filter), temp));
            let Some(test) = test else { return };
            let candidate = self.n(Num::Temp(temp));
            self.warn_of_same(test, candidate, filter);
            all = self.filter_set(all, kind, temp, test);
        }
        self.each_in_seat_order(each, all, kind, span, true, body);
    }

    fn each_in_seat_order(
        &mut self,
        each: &Each,
        set: SetId,
        kind: ValueKind,
        span: Span,
        as_me: bool,
        body: impl FnOnce(&mut Self),
    ) {
        let from = match &each.from {
            Some(from) => match self.num(from, kind) {
                Some(from) => from,
                None => return,
            },
            None => self.constant(0),
        };
        let over = over(each, span);
        self.scoped(|low| {
            let (left, cursor, before) = (low.set_local(), low.local(1), low.local(1));
            let me = low.n(Num::Me);
            low.emit(Op::SetLocal { local: before, value: me }, span);
            low.emit(Op::SetLocalSet { local: left, value: set }, span);
            low.emit(Op::SetLocal { local: cursor, value: from }, span);
            let of_team = kind == ValueKind::Team;
            let next = Op::NextSeat {
                set: left,
                from: cursor,
                as_me: as_me && !of_team,
                done: Pc::new(0),
            };
            let start = low.emit(next, span);
            let owner = low.n(Num::Local(cursor));
            if as_me {
                if of_team {
                    let (captain, value) = (low.local(1), low.n(Num::Captain(owner)));
                    low.emit(Op::SetLocal { local: captain, value }, span);
                    low.emit(Op::SetMe { local: captain, somebody: false }, span);
                }
                low.told_by_order(set, from, over, |low| low.knowing_me(body));
            } else {
                low.note_open(cursor, low.is_open(Argument::Set(set)));
                low.bindings.push((each.name.node.clone(), Value::num(owner, kind)));
                let before = low.meant_me;
                low.told_by_order(set, from, over, body);
                low.note_beside_me(each, before);
            }
            low.emit(Op::Jump(start), span);
            low.land(start);
            if as_me {
                low.emit(Op::SetMe { local: before, somebody: false }, span);
            }
        });
    }

    /// Lowers what is done for the members of a set, from one of them on: everybody sees for whom,
    /// and in which order.
    fn told_by_order(&mut self, set: SetId, from: NumId, span: Span, body: impl FnOnce(&mut Self)) {
        self.hanging_on(Term::Set(set), span, |low| match low.is_drawn_openly(from) {
            true => body(low),
            false => low.hanging_on(Term::Num(from), span, body),
        });
    }

    /// Whether it is drawn by lot right here, among what everybody knows: it tells of nothing that
    /// was before.
    fn is_drawn_openly(&self, number: NumId) -> bool {
        matches!(self.program.terms.nums[number], Num::RandomOf { lot, .. } if lot.open)
    }

    fn each_member(
        &mut self,
        each: &Each,
        set: SetId,
        kind: ValueKind,
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        self.scoped(|low| {
            let (left, member) = (low.set_local(), low.local(1));
            low.hold_value(left, Carrier::Set, kind);
            low.hold_value(member, Carrier::Num, kind);
            low.emit(Op::SetLocalSet { local: left, value: set }, span);
            let start = low.emit(Op::NextMember { set: left, member, done: Pc::new(0) }, span);
            let id = low.n(Num::Local(member));
            low.note_open(member, low.is_open(Argument::Set(set)));
            low.bindings.push((each.name.node.clone(), Value::num(id, kind)));
            let (first, before) = (low.flow.unit.ops.len(), low.meant_me);
            let over = over(each, span);
            low.hanging_on(Term::Set(set), over, body);
            if matches!(kind, ValueKind::Player | ValueKind::Team) {
                low.note_beside_me(each, before);
            }
            if kind == ValueKind::Card {
                low.warn_of_the_order(set, member, first, over);
            }
            low.emit(Op::Jump(start), span);
            low.land(start);
        });
    }

    /// Notes a loop over players or teams in which `me` is meant; `before`: how often it was meant
    /// before.
    fn note_beside_me(&mut self, each: &Each, before: usize) {
        if self.meant_me > before {
            self.beside_me.insert(each.name.span);
        }
    }

    /// Once for each of several disjoint sets, which are fixed when the loop begins.
    fn each_set(
        &mut self,
        each: &Each,
        family: FamilyId,
        kind: ValueKind,
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        self.scoped(|low| {
            let (left, part) = (low.set_local(), low.set_local());
            low.hold_value(left, Carrier::Set, kind);
            low.hold_value(part, Carrier::Set, kind);
            let all = low.s(Set::UnionFamily(family));
            low.emit(Op::SetLocalSet { local: left, value: all }, span);
            let (of_left, of_part) = (low.s(Set::Local(left)), low.s(Set::Local(part)));
            low.flow.unit.shown.clear();
            let rest = low.family_over(family, of_left);
            let next = low.s(Set::FirstFamily(rest));
            let start = low.emit(Op::SetLocalSet { local: part, value: next }, span);
            let some = low.t(Test::Any(of_part));
            let done = low.jump_unless(some, span);
            let without = low.s(Set::Minus(of_left, of_part));
            low.emit(Op::SetLocalSet { local: left, value: without }, span);
            low.note_open(part, low.is_open(Argument::Set(all)));
            low.bindings.push((each.name.node.clone(), Value::Set(of_part, kind)));
            low.hanging_on(Term::Set(all), over(each, span), body);
            low.emit(Op::Jump(start), span);
            low.land(done);
        });
    }

    fn each_number(
        &mut self,
        each: &Each,
        from: NumId,
        to: NumId,
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        self.scoped(|low| {
            let (member, last) = (low.local(1), low.local(1));
            let one = low.constant(1);
            let before = low.n(Num::Subtract(from, one));
            low.emit(Op::SetLocal { local: member, value: before }, span);
            low.emit(Op::SetLocal { local: last, value: to }, span);
            let start = low.emit(Op::NextNumber { member, last, done: Pc::new(0) }, span);
            let id = low.n(Num::Local(member));
            low.note_open(
                member,
                low.is_open(Argument::Num(before)) && low.is_open(Argument::Num(to)),
            );
            low.bindings.push((each.name.node.clone(), Value::num(id, ValueKind::Number)));
            let over = over(each, span);
            low.hanging_on(Term::Num(before), over, |low| {
                low.hanging_on(Term::Num(to), over, body);
            });
            low.emit(Op::Jump(start), span);
            low.land(start);
        });
    }

    /// Once for each entry of a list, in its order; what is there more than once comes so often.
    fn each_entry(
        &mut self,
        each: &Each,
        list: ListId,
        kind: ValueKind,
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        self.scoped(|low| {
            let (entries, cursor, member) = (
                low.local(low.program.memory.words_of(Carrier::List).into()),
                low.local(1),
                low.local(1),
            );
            let zero = low.constant(0);
            low.emit(Op::SetLocalList { local: entries, value: list }, span);
            low.emit(Op::SetLocal { local: cursor, value: zero }, span);
            let start =
                low.emit(Op::NextWord { list: entries, cursor, member, done: Pc::new(0) }, span);
            let id = low.n(Num::Local(member));
            low.note_open(member, low.is_open(Argument::List(list)));
            low.bindings.push((each.name.node.clone(), Value::num(id, kind)));
            // None is no entry that anything could be done with.
            if !low.has_only_constants(list) {
                let none = low.t(Test::IsNone(id));
                let some = low.t(Test::Not(none));
                low.emit(Op::JumpUnless { test: some, to: start }, span);
            }
            low.hanging_on(Term::List(list), over(each, span), body);
            low.emit(Op::Jump(start), span);
            low.land(start);
        });
    }

    /// Whether what a list holds is known before any game is played.
    fn has_only_constants(&mut self, list: ListId) -> bool {
        let List::Tuple(group) = self.program.terms.lists[list] else { return false };
        let entries = self.program.terms.groups[group].clone();
        entries.into_iter().all(|entry| self.static_num(entry).is_some())
    }

    // ---------------------------------------------------------------------------------------------
    // what players may hear

    /// Whether somebody is asked, and whether a loop ends, must not tell what is hidden.
    fn warn_of_secrets(&mut self, condition: TestId, span: Span) {
        if !self.is_public(condition) {
            self.leaks(span);
        }
    }

    /// How often something is done, and with whom it begins, must not tell it either.
    fn warn_of_a_secret_number(&mut self, number: NumId, span: Span) {
        if !self.is_drawn_openly(number) && !self.may_be_told(Term::Num(number)) {
            self.leaks(span);
        }
    }

    /// Warns of what looks at cards that not all see where everybody sees what comes of it.
    pub(crate) fn leaks(&mut self, span: Span) {
        let words =
            "this looks at cards that not everybody sees, so that what happens next tells of them";
        self.report(Diagnostic::warning("leaks", span, words).help(
            "decide by what lies open: counts, face-up cards, marks, variables; whether somebody can do something is asked \
             by `ACTION else OTHER`",
        ));
    }
}

/// Where it is written over what a loop goes, from its set to its conditions.
fn over(each: &Each, span: Span) -> Span {
    let set = each.set.as_ref().map(|set| set.span);
    let all = each.filters.iter().chain(&each.from).map(|expr| expr.span);
    set.into_iter().chain(all).reduce(Span::to).unwrap_or(span)
}

/// The entries of a menu with the numbers of their `once` groups.
fn entries(choices: &[Choice]) -> Vec<(&Call, Option<usize>)> {
    let mut groups = 0..;
    let entries = choices.iter().flat_map(|choice| {
        let group = choice.once.then(|| groups.next()).flatten();
        choice.calls.iter().map(move |call| (call, group))
    });
    entries.collect()
}
