//! Asking: the menu of a choice, who is asked, and how it is settled.

use super::{Aside, AskKind, Asking};
use crate::diagnostic::Diagnostic;
use crate::lower::Lowering;
use crate::lower::arguments::{ArgumentType, Known};
use crate::lower::names::Meaning;
use crate::lower::value::Value;
use crate::program::code::{MenuEntry, Op, Pc, Settlement, Site, SiteKind};
use crate::program::ids::SiteId;
use crate::program::terms::{Local, Num, Set, SetId, Test, TestId};
use crate::program::walk::Term;
use crate::program::{Holding, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{Call, Settling};
use crate::value::Narrow;
use crate::vm::{LEFT_WORD, ONCE_WORD, SITE_WORDS, seat_words};

/// The most actions of a menu: a choice names one of them in 8 bits.
const MOST_ENTRIES: usize = 256;

/// The most groups of a menu that are used once: each has a bit of a word.
const MOST_ONCE: usize = 32;

impl Lowering {
    /// The code of one menu:
    /// `Ask, Settle, bodies: NextChoice → …, (again if it repeats)`.
    pub(super) fn ask(&mut self, asking: Asking<'_>, aside: Aside<'_>) {
        let uses = self.uses_me.len();
        let seats = self.asked_seats(&asking, aside);
        let asks = self.uses_me.split_off(uses);
        let beyond_me = seats.is_some_and(|seats| self.is_beyond_me(seats));
        let Some(menu) = self.menu(&asking, beyond_me) else { return };
        self.uses_me.extend(asks);
        let Some(seats) = seats else { return };
        let Some(kind) = self.site_kind(&asking, aside) else { return };
        self.warn_of_choices(&asking, aside, &menu);
        if let Some(by) = aside.by {
            self.warn_of_the_asked(seats, by.span);
        }
        let uses = self.uses_me.len();
        let done_when = match asking.done_when {
            Some(condition) => match self.without_draws(|low| low.test(condition)) {
                Some(test) => {
                    self.warn_of_the_done(test, condition.span);
                    Some(test)
                }
                None => return,
            },
            None => None,
        };
        if aside.by.is_some() {
            // Whoever is asked is the player here.
            self.uses_me.truncate(uses);
        }
        let span = asking.span;
        let words = seat_words(
            &self.program.memory,
            menu.iter().map(|entry| &self.program.actions[entry.action]),
        );
        let parts = if asking.kind == AskKind::Alone { 1 } else { u32::from(self.program.seats) };
        let name = if asking.choices.len() == 1 {
            asking.choices[0].0.name.node.clone()
        } else {
            self.unit_name()
        };
        let prompt = self.sentence(&name);
        let (may, repeats) = (asking.may, asking.repeats);
        self.scoped(|low| {
            let memory = low.local(u32::from(SITE_WORDS) + u32::from(words) * parts);
            let site = Site {
                kind,
                seats,
                menu,
                may,
                repeats,
                done_when,
                memory,
                seat_words: words,
                prompt,
                no_option: Pc::default(),
            };
            let site = low.program.sites.push(site);
            low.note_site(site);
            low.hold(memory, Holding::Choices(site));
            low.emit_asking(site, memory, repeats, aside, span);
        });
    }

    fn emit_asking(
        &mut self,
        site: SiteId,
        memory: Local,
        repeats: bool,
        aside: Aside<'_>,
        span: Span,
    ) {
        if repeats || self.program.sites[site].menu.iter().any(|entry| entry.once.is_some()) {
            // Groups used once are fresh whenever the menu is entered anew.
            let zero = self.constant(0);
            self.emit(Op::SetLocal { local: memory.behind(ONCE_WORD), value: zero }, span);
        }
        // What has been done once was possible, though nothing more may be.
        let done = (repeats && aside.or_else.is_some()).then(|| self.local(1));
        self.note_done(done, false, span);
        self.warn_of_what_it_hangs_on();
        let ask = self.emit(Op::Ask { site }, span);
        self.emit(Op::Settle { site }, span);
        let bodies = self.emit(Op::NextChoice { site, done: Pc::new(0) }, span);
        self.land(bodies);
        self.note_done(done, true, span);
        if repeats {
            let left = self.n(Num::Local(memory.behind(LEFT_WORD)));
            let test = self.t(Test::IsTrue(left));
            self.emit(Op::JumpUnless { test, to: ask }, span);
        }
        match aside.or_else {
            None => self.program.sites[site].no_option = self.here(),
            Some(call) => {
                let over = self.emit(Op::Jump(Pc::new(0)), span);
                self.program.sites[site].no_option = self.here();
                let nothing_done = done.map(|done| {
                    let done = self.n(Num::Local(done));
                    let done = self.t(Test::IsTrue(done));
                    let nothing = self.t(Test::Not(done));
                    self.emit(Op::JumpUnless { test: nothing, to: Pc::new(0) }, span)
                });
                // Of several that were asked it is nobody's business but the asker's.
                let by = aside.by.filter(|by| match self.typed.value(by) {
                    Some(value) => matches!(value, Value::Num(_)),
                    None => true,
                });
                self.call_step(call, false, Aside { by, ..Aside::default() }, call.name.span);
                self.land(over);
                if let Some(jump) = nothing_done {
                    self.land(jump);
                }
            }
        }
    }

    /// Notes whether something has been done of a menu that is asked again and again.
    fn note_done(&mut self, done: Option<Local>, yes: bool, span: Span) {
        if let Some(local) = done {
            let value = self.constant(yes.into());
            self.emit(Op::SetLocal { local, value }, span);
        }
    }

    /// The phase, effect or action whose body is being written, wherever its code stands.
    fn unit_name(&self) -> String {
        let unit = || &self.program.units[self.flow.unit.id].name;
        self.flow.inlined.last().unwrap_or_else(unit).clone()
    }

    /// `beyond_me`: others than `me` are asked as well.
    fn menu(&mut self, asking: &Asking<'_>, beyond_me: bool) -> Option<Vec<MenuEntry>> {
        let (entries, groups) =
            (asking.choices.len(), asking.choices.iter().map(|(_, once)| *once));
        let groups = groups.flatten().max().map_or(0, |last| last + 1);
        for (found, most, what) in
            [(entries, MOST_ENTRIES, "actions"), (groups, MOST_ONCE, "`once`")]
        {
            if found > most {
                let message = format!("expected at most {most} {what} in one menu, found {found}");
                self.error("many-choices", asking.span, message);
                return None;
            }
        }
        let mut menu = Vec::new();
        let mut whole = true;
        for (call, once) in &asking.choices {
            match self.menu_entry(call, once.map(Narrow::to_u8), beyond_me) {
                Some(entry) => menu.push(entry),
                None => whole = false,
            }
        }
        if menu.is_empty() && whole {
            self.error("no-choice", asking.span, "nothing is left to choose from here");
            return None;
        }
        whole.then_some(menu)
    }

    fn menu_entry(&mut self, call: &Call, once: Option<u8>, beyond_me: bool) -> Option<MenuEntry> {
        let Some(Meaning::Action(action)) = self.names.get(&call.name.node) else {
            match self.names.get(&call.name.node) {
                Some(Meaning::Phase(_) | Meaning::Effect(_)) => {
                    let message =
                        format!("`{}` is no action: players choose among actions", call.name.node);
                    self.error("no-action", call.name.span, message);
                }
                Some(_) | None => self.unknown_step(call),
            }
            return None;
        };
        self.names.used.insert(call.name.node.clone());
        let called = self.called(action, call)?;
        // They are worked out whenever it is asked what can be chosen, and for the body.
        let arguments: Option<Vec<_>> = self.without_draws(|low| {
            called.arguments.iter().map(|argument| low.argument_of(argument)).collect()
        });
        let arguments = arguments?;
        let open = arguments
            .iter()
            .rev()
            .fold(0, |open, (_, given)| open << 1 | u32::from(given.is_open()));
        let to_asked = |given: &ArgumentType| match given.known {
            // `me` knows what it chose.
            Known::MeAlone if !beyond_me => ArgumentType { known: Known::Unsaid, ..*given },
            // It may know what not all know.
            Known::NotAll => ArgumentType { known: Known::Unsaid, ..*given },
            Known::Everybody | Known::Unsaid | Known::MeAlone => *given,
        };
        let types: Vec<ArgumentType> = arguments.iter().map(|(_, given)| to_asked(given)).collect();
        let told = self.problems.len();
        let action = self.action_for(action, &called, types);
        self.where_none_is_given(told, &arguments, &called.arguments);
        let action = action?;
        let arguments = arguments.into_iter().map(|(argument, _)| argument).collect();
        Some(MenuEntry { action, arguments, open, once })
    }

    fn asked_seats(&mut self, asking: &Asking<'_>, aside: Aside<'_>) -> Option<SetId> {
        match (asking.kind, aside.by) {
            (AskKind::Alone, Some(by)) => {
                let who = self.one_player(by)?;
                Some(self.s(Set::One(who)))
            }
            (AskKind::Alone, None) => {
                if !self.flow.unit.me_known {
                    self.note_me(asking.span, true);
                }
                let me = self.n(Num::Me);
                Some(self.s(Set::One(me)))
            }
            (AskKind::Together | AskKind::Window, None) => Some(self.s(Set::Players)),
            (AskKind::Together | AskKind::Window, Some(by)) => {
                let value = self.expr(by);
                let (set, kind) = self.as_set(value.clone(), by.span)?;
                if kind != ValueKind::Team {
                    return self.as_players(value, by.span);
                }
                // A team is asked through its first seat.
                Some(self.with_temp(|low, temp| {
                    let team = low.n(Num::Temp(temp));
                    let value = low.n(Num::Captain(team));
                    low.s(Set::Image { set, temp, value })
                }))
            }
        }
    }

    fn site_kind(&mut self, asking: &Asking<'_>, aside: Aside<'_>) -> Option<SiteKind> {
        if asking.kind != AskKind::Window {
            self.useless_settling(aside, asking.span);
            return Some(if asking.kind == AskKind::Alone {
                SiteKind::Alone
            } else {
                SiteKind::Together
            });
        }
        Some(SiteKind::Window(match aside.settling {
            Some(Settling::Random) => Settlement::Random,
            Some(Settling::Everyone) => Settlement::Everyone,
            Some(Settling::TurnOrder { from: None }) => Settlement::TurnOrder { from: None },
            Some(Settling::TurnOrder { from: Some(from) }) => {
                let first = self.player(from)?;
                self.warn_of_a_secret_number(first, from.span);
                Settlement::TurnOrder { from: Some(first) }
            }
            None => {
                let problem = Diagnostic::error(
                    "unsettled",
                    asking.span,
                    "who is heard when several interrupt at once?",
                );
                self.report(problem.help(
                    "say it: `settled by random`, `settled by turn order` or `settled by all`",
                ));
                return None;
            }
        }))
    }

    /// Who is asked must not tell it either. Who has a turn may: rulebooks pass over those who
    /// cannot go on.
    fn warn_of_the_asked(&mut self, seats: SetId, span: Span) {
        if !self.may_be_told(Term::Set(seats)) {
            self.leaks(span);
        }
    }

    /// Whether an end is offered must not tell who chooses of cards that it does not see.
    fn warn_of_the_done(&mut self, done_when: TestId, span: Span) {
        let unseen = self.unseen(&self.dark_temps, &[], &[done_when]);
        if unseen.tests.contains(&done_when) {
            self.leaks(span);
        }
    }

    /// Who is asked must not tell who has a choice: nobody is asked who has none. Of one alone it
    /// is told by passing, of several by whom the others wait for. What happens then is said by
    /// `else`, and a window asks in any case.
    fn warn_of_choices(&mut self, asking: &Asking<'_>, aside: Aside<'_>, menu: &[MenuEntry]) {
        let action = |entry: &MenuEntry| &self.program.actions[entry.action];
        let optional = asking.may || menu.iter().any(|entry| action(entry).optional.is_some());
        let openly = menu.iter().any(|entry| self.flow.openly_possible.contains(&entry.action));
        if openly || self.program.seats == 1 || aside.or_else.is_some() {
            return;
        }
        let name = &asking.choices[0].0.name.node;
        let may = if asking.may { "may " } else { "" };
        let (tells, window, step) = match asking.kind {
            AskKind::Alone if optional => (
                "whoever passes tells that there was a choice",
                "by me settled by turn order",
                format!("{may}{name}"),
            ),
            AskKind::Together => (
                "all see whom they wait for",
                "by players settled by all",
                format!("together {may}{name}"),
            ),
            AskKind::Alone | AskKind::Window => return,
        };
        let words = format!(
            "who could do this depends on cards that not everybody sees, and nobody is asked who cannot: {tells}"
        );
        let help = format!(
            "`window {name} {window}` asks in any case; where everybody may know it, say what happens to who cannot: \
             `{step} else …`"
        );
        self.report(Diagnostic::warning("leaks", asking.span, words).help(help));
    }
}
