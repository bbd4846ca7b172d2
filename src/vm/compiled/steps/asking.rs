//! Steps that ask, where dice answer, and those that run what was chosen.

use super::{BODY_ENDS, PLAINLY, Step, step};
use crate::program::code::{MenuEntry, Op, Pc, Settlement, Site, SiteKind};
use crate::program::{Domain, Need};
use crate::value::Seat;
use crate::vm::ask::{ASKED, FINISHED, LEFT, MOST_OPTIONS, PASSED, SITE_WORDS, TO_RUN, value_at};
use crate::vm::compiled::members::Members;
use crate::vm::compiled::{Compiler, NumFn, SetCode, SetFn, TestFn};
use crate::vm::eval::Eval;
use crate::vm::frame::HEADER;
use crate::vm::run::FUEL;

/// What to do with a choice of one of a menu's actions: the unit to run, and its parameters' places, in the seat's part and in the
/// unit's frame.
struct Body {
    unit: u32,
    start: Pc,
    words: u16,
    /// Its first step, where it runs straight to its end: where it asks nobody and calls nothing.
    leaf: Option<Step>,
    values: Vec<(usize, usize)>,
}

impl Eval<'_> {
    /// Runs the body of a choice by one seat, whose part of the site's memory begins there. Where the body ends it goes on at `back`.
    #[inline(always)]
    fn run_leaf(&mut self, leaf: &Step, body: &Body, part: usize, me: i32, back: Pc) -> Pc {
        let (caller, top) = (self.me, self.state.control.top as usize);
        let locals = std::mem::replace(&mut self.locals, top + HEADER);
        self.me = me;
        self.pass_values(body, part);
        let pc = leaf.call(self);
        let ended = pc == BODY_ENDS || self.run_on_leaf(pc) == BODY_ENDS;
        (self.locals, self.me) = (locals, caller);
        if ended {
            // What a frame leaves behind must not tell states apart that are the same.
            self.state.clear_nums(top + HEADER, body.words.into());
            return back;
        }
        self.give_frame(body.unit, me, back)
    }

    /// Goes on with a body that is longer than its first chain of steps.
    #[cold]
    fn run_on_leaf(&mut self, mut pc: Pc) -> Pc {
        while let Some(step) = self.compiled.and_then(|compiled| compiled.steps().get(pc as usize)) {
            pc = step.call(self);
        }
        pc
    }

    /// Leaves the rest of a body to the machine, which needs the frame.
    #[cold]
    fn give_frame(&mut self, unit: u32, me: i32, back: Pc) -> Pc {
        let pc = self.state.control.pc;
        let pushed = self.push(unit, back, me, self.active);
        debug_assert!(pushed.is_ok(), "there was room");
        self.state.control.pc = pc;
        PLAINLY
    }

    #[inline]
    fn pass_values(&mut self, body: &Body, part: usize) {
        for &(from, to) in &body.values {
            let value = self.state.num(part + from);
            self.state.set_num(self.locals + to, value);
        }
    }
}

impl<M: Members> Compiler<'_, M> {
    pub(super) fn asks(&mut self, pc: Pc, number: u32) -> Option<Step> {
        let site = &self.program.sites[number as usize];
        match site.kind {
            SiteKind::Window(_) => self.opens_window(pc, site),
            SiteKind::Alone | SiteKind::Together => self.asks_menu(pc, number, site),
        }
    }

    /// A window that nobody can use is not opened; any other is left to the machine.
    fn opens_window(&mut self, pc: Pc, site: &Site) -> Option<Step> {
        let mut entries: Vec<Vec<TestFn>> = Vec::new();
        for entry in &site.menu {
            let action = &self.program.actions[entry.action as usize];
            let mut tests = Vec::new();
            for need in action.needs.iter().filter(|need| need.public && need.for_all) {
                tests.push(self.sure_test(need.test)?.function());
            }
            if tests.is_empty() || !entry.arguments.is_empty() {
                return None;
            }
            entries.push(tests);
        }
        // Seats that are known cannot be missing.
        let seats = match self.sure_set(site.seats)? {
            SetCode::Const(_) => None,
            seats => Some(seats.function()),
        };
        let no_option = self.jump(pc, site.no_option);
        // Mostly it is the first condition of the only action that does not hold.
        let first = entries.first()?.first()?.clone();
        let alone = entries.len() == 1;
        Some(step(move |e| {
            e.afresh();
            if let Some(seats) = &seats {
                seats.call(e);
            }
            let opens = first.call(e);
            let open = (opens || !alone) && entries.iter().any(|tests| tests.iter().all(|test| test.call(e)));
            match (e.is_well(), open) {
                (false, _) => e.plainly(pc),
                (true, false) => no_option.call(e),
                (true, true) => {
                    e.state.control.pc = pc;
                    PLAINLY
                }
            }
        }))
    }

    /// A menu of actions with one parameter at most: options are counted, and the dice choose one of them.
    fn asks_menu(&mut self, pc: Pc, number: u32, site: &Site) -> Option<Step> {
        if site.menu.len() > MENU {
            return None;
        }
        let mut entries = Vec::new();
        for entry in &site.menu {
            entries.push(self.entry(entry)?);
        }
        let menu = Menu {
            entries,
            may: site.may,
            done_when: match site.done_when {
                _ if !site.repeats => None,
                Some(test) => Some(Some(self.sure_test(test)?.function())),
                None => Some(None),
            },
        };
        // All who choose act: there is nothing else to settle.
        if self.program.code.get(pc as usize + 1) != Some(&Op::Settle { site: number }) {
            return None;
        }
        match menu.any_of() {
            Some(set) => self.asks_each(pc, site, move |e, seat| choose_member(e, &set, seat)),
            None => self.asks_each(pc, site, move |e, seat| menu.choose(e, seat)),
        }
    }

    /// Lets the dice choose for each seat that is asked, and goes on with what was chosen.
    fn asks_each(
        &mut self,
        pc: Pc,
        site: &Site,
        choose: impl Fn(&mut Eval<'_>, Seat) -> Result<Option<Pick>, GivenUp> + Send + Sync + 'static,
    ) -> Option<Step> {
        let seats = self.sure_set(site.seats)?;
        let (alone, words) = (site.kind == SiteKind::Alone, usize::from(site.seat_words));
        let (memory, no_option) = (usize::from(site.memory), self.jump(pc, site.no_option));
        let settled = self.onward(pc + 2);
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let mut left: M = match &seats {
                SetCode::Const(seats) => *seats,
                SetCode::At(at) => M::of(e.state.set(*at)),
                SetCode::Within(within) => within.members(e.state),
                SetCode::Fn(function) => function.call(e),
            };
            let (memory, caller) = (e.locals + memory, e.me);
            let (mut asked, mut takers, mut leaves) = (0u32, 0u32, 0);
            while let Some(seat) = left.take_first() {
                e.me = i32::from(seat);
                let chosen = choose(e, seat);
                e.me = caller;
                let Ok(chosen) = chosen else { return e.plainly(pc) };
                let place = if alone { 0 } else { seat as usize };
                let part = e.state.nums_mut(memory + SITE_WORDS as usize + place * words, words);
                let (what, entered, value) = match chosen {
                    None => (0, 0, 0),
                    Some(Pick::Entry(entry, value)) => {
                        takers |= 1 << seat;
                        (entry as i32 + 1, i32::from(value.is_some()), value.unwrap_or(0))
                    }
                    Some(Pick::Pass | Pick::Done) => {
                        leaves = i32::from(alone);
                        (if chosen == Some(Pick::Pass) { PASSED } else { FINISHED }, 0, 0)
                    }
                };
                asked |= u32::from(chosen.is_some()) << seat;
                match part {
                    [a, b, c] => (*a, *b, *c) = (what, entered, value),
                    [a, b, more @ ..] => {
                        (*a, *b) = (what, entered);
                        more.fill(0);
                        if let Some(first) = more.first_mut() {
                            *first = value;
                        }
                    }
                    _ => return e.plainly(pc),
                }
            }
            if !e.is_well() {
                return e.plainly(pc);
            }
            e.state.set_num(memory + ASKED, asked as i32);
            e.state.set_num(memory + LEFT, leaves);
            e.state.set_num(memory + TO_RUN, takers as i32);
            if asked == 0 {
                return no_option.call(e);
            }
            settled.call(e)
        }))
    }

    /// `None`: values that others depend on, and those that the caller gives, are left to the machine.
    fn entry(&mut self, entry: &MenuEntry) -> Option<Entry<M>> {
        let action = &self.program.actions[entry.action as usize];
        if !entry.arguments.is_empty() || entry.once.is_some() {
            return None;
        }
        let optional = match action.optional {
            Some(test) => Some(self.sure_test(test)?.function()),
            None => None,
        };
        let needs = self.conditions(&action.needs)?;
        let values = match action.parameters.as_slice() {
            [] => Values::None,
            [only] if only.by_place || only.default_none => return None,
            [only] => {
                let mut tests = self.conditions(&only.needs)?;
                if only.narrowed.is_none() {
                    tests.extend(self.conditions(&only.filters)?);
                }
                let domain = match (only.narrowed, only.domain) {
                    (Some(narrowed), Domain::Set(_)) => Domain::Set(narrowed),
                    (_, domain) => domain,
                };
                match domain {
                    Domain::Set(set) if tests.is_empty() => Values::Members(self.sure_set(set)?.function()),
                    Domain::Set(set) => Values::Where(self.sure_set(set)?.function(), only.temp.into(), tests),
                    Domain::Range { from, to } if tests.is_empty() => {
                        Values::Range(self.sure_num(from)?.function::<M>(), self.sure_num(to)?.function::<M>())
                    }
                    Domain::Range { .. }
                    | Domain::Given(..)
                    | Domain::Subset { .. }
                    | Domain::Family(_)
                    | Domain::Bag { .. } => return None,
                }
            }
            _ => return None,
        };
        Some(Entry { needs, optional, values })
    }

    fn conditions(&mut self, needs: &[Need]) -> Option<Vec<TestFn>> {
        needs.iter().map(|need| Some(self.sure_test(need.test)?.function())).collect()
    }

    pub(super) fn next_choice(&mut self, pc: Pc, site: u32, done: Pc) -> Option<Step> {
        let site = &self.program.sites[site as usize];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return None;
        }
        let bodies: Vec<Option<Body>> = site.menu.iter().map(|entry| self.body(entry.action)).collect();
        let (memory, part_words) = (usize::from(site.memory), usize::from(site.seat_words));
        let alone = site.kind == SiteKind::Alone;
        let done = self.jump(pc, done);
        Some(step(move |e| {
            let memory = e.locals + memory;
            loop {
                let left = e.state.num(memory + TO_RUN) as u32;
                if left == 0 {
                    return done.call(e);
                }
                let seat = left.trailing_zeros();
                let place = if alone { 0 } else { seat as usize };
                let part = memory + SITE_WORDS as usize + place * part_words;
                let entry = usize::try_from(e.state.num(part) - 1).ok();
                let Some(Some(body)) = entry.and_then(|entry| bodies.get(entry)) else { return e.plainly(pc) };
                if !e.has_room(body.words) {
                    return e.plainly(pc);
                }
                let me = seat as i32;
                e.state.set_num(memory + TO_RUN, (left & (left - 1)) as i32);
                if let Some(leaf) = &body.leaf {
                    match e.run_leaf(leaf, body, part, me, pc) {
                        to if to == pc => continue,
                        to => return to,
                    }
                }
                if e.push(body.unit, pc, me, e.active).is_err() {
                    e.state.set_num(memory + TO_RUN, left as i32);
                    return e.plainly(pc);
                }
                e.pass_values(body, part);
                return body.start;
            }
        }))
    }

    /// `None`: values that the caller gives are left to the machine.
    fn body(&mut self, action: u16) -> Option<Body> {
        let action = &self.program.actions[action as usize];
        let unit = action.unit?;
        let program = self.program;
        let info = &program.units[unit as usize];
        let mut values = Vec::new();
        for (i, (parameter, &(local, carrier))) in action.parameters.iter().zip(&info.parameters).enumerate() {
            if matches!(parameter.domain, Domain::Given(..)) {
                return None;
            }
            let from = value_at(action, 0, i);
            values.extend((0..usize::from(carrier.words())).map(|word| (from + word, local as usize + word)));
        }
        let (start, words) = (info.start, info.words);
        let leaf = self.leaf(start).and_then(|end| {
            self.make(start..end);
            self.made[start as usize].as_ref().map(|(step, _)| step.clone())
        });
        Some(Body { unit, start, words, leaf, values })
    }

    /// The end of code that runs to the first return behind it without anything that needs a frame of its own.
    fn leaf(&self, start: Pc) -> Option<Pc> {
        let rest = &self.program.code[start as usize..];
        let end = rest.iter().position(|op| *op == Op::Return)?;
        let straight = rest[..end].iter().all(|op| match *op {
            Op::Jump(to) | Op::JumpUnless { to, .. } => (start..=start + end as Pc).contains(&to),
            Op::SetLocal { .. }
            | Op::SetLocalSet { .. }
            | Op::Move { .. }
            | Op::Turn { .. }
            | Op::Reveal { .. }
            | Op::MarkCards { .. }
            | Op::MarkSlots { .. }
            | Op::SetCardMark { .. }
            | Op::SetSlotMark { .. }
            | Op::SetVariable { .. }
            | Op::AddVariable { .. } => true,
            Op::Draw { movement } => self.program.movements[movement as usize].refill.is_none(),
            Op::Call { .. }
            | Op::Return
            | Op::Answer { .. }
            | Op::EnterPhase { .. }
            | Op::EndPhase { .. }
            | Op::EndGame { .. }
            | Op::SetLocalList { .. }
            | Op::TakeAnswer { .. }
            | Op::NextMember { .. }
            | Op::NextSeat { .. }
            | Op::NextNumber { .. }
            | Op::NextWord { .. }
            | Op::SetMe { .. }
            | Op::SetTurn { .. }
            | Op::SetActive { .. }
            | Op::Advance { .. }
            | Op::Shuffle { .. }
            | Op::ShuffleAll { .. }
            | Op::SetVariableOf { .. }
            | Op::SetListVariable { .. }
            | Op::SwapCards { .. }
            | Op::SwapSlots { .. }
            | Op::Join { .. }
            | Op::Split { .. }
            | Op::Gather
            | Op::ReverseTurns
            | Op::Ask { .. }
            | Op::Settle { .. }
            | Op::NextChoice { .. }
            | Op::Watch => false,
        });
        straight.then_some(start + end as Pc + 1)
    }
}

/// The most entries of a menu whose options are counted here.
const MENU: usize = 8;

/// What a seat chooses from: the options of the entries in their order, then passing, then being done.
struct Menu<M> {
    entries: Vec<Entry<M>>,
    may: bool,
    /// For a menu that repeats: when it may be left, if not always.
    done_when: Option<Option<TestFn>>,
}

struct Entry<M> {
    needs: Vec<TestFn>,
    optional: Option<TestFn>,
    values: Values<M>,
}

/// The values of an action's only parameter.
enum Values<M> {
    None,
    Members(SetFn<M>),
    /// The members for which, bound to the temp, all tests hold.
    Where(SetFn<M>, usize, Vec<TestFn>),
    Range(NumFn, NumFn),
}

#[derive(Clone, Copy, PartialEq)]
enum Pick {
    Entry(usize, Option<i32>),
    Pass,
    Done,
}

/// One entry's values as they are now.
#[derive(Clone, Copy)]
enum Offered<M> {
    Alone,
    Members(M),
    From(i32),
}

/// A term came to trouble, or the dice answer no more.
struct GivenUp;

/// One of the members of a set, which are all that there is to choose from.
#[inline(always)]
fn choose_member<M: Members>(e: &mut Eval<'_>, set: &SetFn<M>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
    let members = set.call(e);
    let count = members.count();
    if !e.is_well() || count > MOST_OPTIONS {
        return Err(GivenUp);
    }
    let mut chosen = 0;
    if count > 1 {
        chosen = e.scratch.answer(seat, count).ok_or(GivenUp)?;
        e.scratch.fuel = FUEL;
    }
    Ok(members.nth(chosen).map(|member| Pick::Entry(0, Some(member.into()))))
}

impl<M: Members> Menu<M> {
    /// The set whose members are all that there is to choose from, if it is so simple.
    fn any_of(&self) -> Option<SetFn<M>> {
        let [Entry { needs, optional: None, values: Values::Members(set) }] = self.entries.as_slice() else {
            return None;
        };
        (needs.is_empty() && !self.may && self.done_when.is_none()).then(|| set.clone())
    }

    /// What the dice choose for `me`; `None` without any option.
    #[inline(always)]
    fn choose(&self, e: &mut Eval<'_>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
        match self.entries.as_slice() {
            [only] => {
                let mut may_pass = self.may;
                let offers = only.offers(e, &mut may_pass);
                self.choose_among(e, seat, &[offers], may_pass)
            }
            entries => {
                let mut offered = [(0, Offered::<M>::Alone); MENU];
                let mut may_pass = self.may;
                for (entry, offers) in entries.iter().zip(&mut offered) {
                    *offers = entry.offers(e, &mut may_pass);
                }
                self.choose_among(e, seat, &offered[..entries.len()], may_pass)
            }
        }
    }

    #[inline(always)]
    fn choose_among(
        &self,
        e: &mut Eval<'_>,
        seat: Seat,
        offered: &[(usize, Offered<M>)],
        may_pass: bool,
    ) -> Result<Option<Pick>, GivenUp> {
        let total: usize = offered.iter().map(|(count, _)| count).sum();
        let may_stop = match &self.done_when {
            Some(Some(test)) if total > 0 => test.call(e),
            Some(_) => total > 0,
            None => false,
        };
        if !e.is_well() || total > MOST_OPTIONS {
            return Err(GivenUp);
        }
        let options = match total {
            0 => return Ok(None),
            _ => total + usize::from(may_pass) + usize::from(may_stop),
        };
        let mut left = 0;
        if options > 1 {
            left = e.scratch.answer(seat, options).ok_or(GivenUp)?;
            e.scratch.fuel = FUEL;
        }
        for (i, &(count, offer)) in offered.iter().enumerate() {
            if left < count {
                let value = match offer {
                    Offered::Alone => None,
                    Offered::Members(members) => members.nth(left).map(i32::from),
                    Offered::From(first) => Some(first + left as i32),
                };
                return Ok(Some(Pick::Entry(i, value)));
            }
            left -= count;
        }
        Ok(Some(if may_pass && left == 0 { Pick::Pass } else { Pick::Done }))
    }
}

impl<M: Members> Entry<M> {
    /// How many options, and which.
    #[inline(always)]
    fn offers(&self, e: &mut Eval<'_>, may_pass: &mut bool) -> (usize, Offered<M>) {
        if !self.needs.iter().all(|need| need.call(e)) {
            return (0, Offered::Alone);
        }
        if let Some(test) = &self.optional {
            *may_pass |= test.call(e);
        }
        match &self.values {
            Values::None => (1, Offered::Alone),
            Values::Members(set) => {
                let members = set.call(e);
                (members.count(), Offered::Members(members))
            }
            Values::Where(set, temp, tests) => {
                let mut members = set.call(e);
                let mut left = members;
                while let Some(one) = left.take_first() {
                    e.bind_temp(*temp, i32::from(one));
                    if !e.looks() || !tests.iter().all(|test| test.call(e)) {
                        members.remove(one);
                    }
                }
                (members.count(), Offered::Members(members))
            }
            Values::Range(from, to) => {
                let (from, to) = (from.call(e), to.call(e));
                (usize::try_from(i64::from(to) - i64::from(from) + 1).unwrap_or(0), Offered::From(from))
            }
        }
    }
}
