//! Steps that ask, where dice answer, and those that run what was chosen.

use super::{PLAINLY, Ran, Step, UNIT_ENDS, step};
use crate::program::code::{MenuEntry, Op, Pc, Settlement, Site, SiteKind};
use crate::program::terms::TestId;
use crate::program::{Domain, Need};
use crate::value::Seat;
use crate::vm::ask::{ASKED, FINISHED, LEFT, MOST_OPTIONS, PASSED, SITE_WORDS, TO_RUN, value_at};
use crate::vm::compiled::acting::Acting;
use crate::vm::compiled::members::Members;
use crate::vm::compiled::narrow::Narrow;
use crate::vm::compiled::{Compiler, NumFn, SetCode, TestCode, TestFn};
use crate::vm::eval::Eval;
use crate::vm::frame::HEADER;
use crate::vm::run::FUEL;

/// What comes of a choice of one of a menu's actions.
enum Doing {
    Nothing,
    Runs(Body),
    /// Something that is left to the machine.
    Unknown,
}

/// The unit to run, and its parameters' places, in the seat's part and in the unit's frame.
struct Body {
    unit: u32,
    words: u16,
    first: Step,
    /// Whether it runs straight to its end: whether it asks nobody and calls nothing. It then needs no frame.
    leaf: bool,
    values: Vec<(usize, usize)>,
}

/// Where a site keeps who chose what.
#[derive(Clone, Copy)]
struct Memory {
    /// Behind the frame's first local.
    at: usize,
    seat_words: usize,
    alone: bool,
}

impl Memory {
    fn of(site: &Site) -> Memory {
        Memory { at: site.memory.into(), seat_words: site.seat_words.into(), alone: site.kind == SiteKind::Alone }
    }

    /// The part of a seat.
    #[inline(always)]
    fn part(self, seat: Seat) -> usize {
        let place = if self.alone { 0 } else { usize::from(seat) };
        self.at + SITE_WORDS as usize + place * self.seat_words
    }
}

impl Eval<'_> {
    /// Runs a body that needs no frame, once its values have been passed. False: the rest is left to the machine, which is to give
    /// it the frame.
    #[inline(always)]
    fn run_leaf(&mut self, body: &Body, me: i32, pass: impl FnOnce(&mut Self)) -> bool {
        let (caller, top) = (self.me, self.state.control.top as usize);
        let (locals, nested) = (self.locals, self.nested);
        (self.me, self.locals, self.nested) = (me, top + HEADER, top + HEADER);
        pass(self);
        let pc = body.first.call(self);
        let ended = pc == UNIT_ENDS || self.run_on_leaf(pc) == UNIT_ENDS;
        (self.me, self.locals, self.nested) = (caller, locals, nested);
        if ended {
            // What a frame leaves behind must not tell states apart that are the same.
            self.state.clear_nums(top + HEADER, body.words.into());
        }
        ended
    }

    /// Goes on with a body that is longer than its first chain of steps.
    #[cold]
    fn run_on_leaf(&mut self, mut pc: Pc) -> Pc {
        while let Some(step) = self.compiled.and_then(|compiled| compiled.steps(self.me).get(pc as usize)) {
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

    /// Runs what comes of a choice. `others`: writes down what others chose, before the body gets a frame.
    #[inline(always)]
    fn run_choice(
        &mut self,
        body: &Body,
        value: Option<i32>,
        me: i32,
        back: Pc,
        others: impl FnOnce(&mut Self),
    ) -> Ran {
        if !self.has_room(body.words) {
            return Ran::NotAtAll;
        }
        if body.leaf {
            if self.run_leaf(body, me, |e| e.pass_value(body, value)) {
                return Ran::ToItsEnd;
            }
            others(self);
            return Ran::Until(self.give_frame(body.unit, me, back));
        }
        others(self);
        self.run_unit((body.unit, body.words), back, me, |e| {
            e.pass_value(body, value);
            body.first.call(e)
        })
    }

    /// Passes to a body what was entered in a seat's part.
    #[inline(always)]
    fn pass_values(&mut self, body: &Body, part: usize) {
        for &(from, to) in &body.values {
            let value = self.state.num(part + from);
            self.state.set_num(self.locals + to, value);
        }
    }

    /// Passes to a body the only value that was chosen.
    #[inline(always)]
    fn pass_value(&mut self, body: &Body, value: Option<i32>) {
        if let (Some(value), Some(&(_, to))) = (value, body.values.first()) {
            self.state.set_num(self.locals + to, value);
        }
    }

    /// Writes down what seats chose who have still to be run, for the machine to run.
    #[inline(never)]
    fn enter_picks(&mut self, memory: Memory, picks: &[(Seat, Option<Pick>)]) {
        let mut takers = 0u32;
        for &(seat, pick) in picks {
            if let Some(Pick::Entry(entry, value)) = pick {
                takers |= 1 << seat;
                let part = self.locals + memory.part(seat);
                self.enter_pick(part, memory.seat_words, (i32::from(entry) + 1, value));
            }
        }
        self.state.set_num(self.locals + memory.at + TO_RUN, takers as i32);
    }

    /// Writes into a seat's part of so many words what it chose, and with which value.
    #[inline(always)]
    fn enter_pick(&mut self, part: usize, words: usize, (what, value): (i32, Option<i32>)) {
        let (entered, value) = (i32::from(value.is_some()), value.unwrap_or(0));
        match self.state.nums_mut(part, words) {
            [a, b, c] => (*a, *b, *c) = (what, entered, value),
            [a, b, more @ ..] => {
                (*a, *b) = (what, entered);
                more.fill(0);
                if let Some(first) = more.first_mut() {
                    *first = value;
                }
            }
            _ => debug_assert!(false, "a part has two words at least"),
        }
    }

    /// One of so many options.
    #[inline(always)]
    fn pick(&mut self, seat: Seat, options: usize) -> Result<usize, GivenUp> {
        if options < 2 {
            return Ok(0);
        }
        let chosen = self.scratch.answer(seat, options).ok_or(GivenUp)?;
        self.scratch.fuel = FUEL;
        Ok(chosen)
    }
}

/// A seat that is asked and known: what it chooses from, and what comes of it.
struct Known<M> {
    seat: Seat,
    chooser: Chooser<M>,
    doings: Vec<Doing>,
}

/// The most seats asked at once for which steps are made for each.
const MOST_KNOWN: usize = 6;

/// A site at which seats are asked that are known.
struct AskedKnown {
    pc: Pc,
    /// The place in the code where the machine runs what was chosen.
    back: Pc,
    memory: Memory,
    repeats: bool,
    no_option: Step,
    done: Step,
}

impl AskedKnown {
    fn alone<M: Members>(self, known: Vec<Known<M>>) -> Option<Step> {
        let AskedKnown { pc, back, memory, repeats, no_option, done } = self;
        let [Known { seat, chooser, doings }] = <[Known<M>; 1]>::try_from(known).ok()?;
        let me = i32::from(seat);
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let caller = std::mem::replace(&mut e.me, me);
            let chosen = chooser.choose(e, seat);
            e.me = caller;
            let Ok(chosen) = chosen else { return e.plainly(pc) };
            if repeats {
                let left = matches!(chosen, Some(Pick::Pass | Pick::Done));
                e.state.set_num(e.locals + memory.at + LEFT, i32::from(left));
            }
            let (entry, value) = match chosen {
                None => return no_option.call(e),
                Some(Pick::Pass | Pick::Done) => return done.call(e),
                Some(Pick::Entry(entry, value)) => (entry, value),
            };
            let Some(Doing::Runs(body)) = doings.get(usize::from(entry)) else { return done.call(e) };
            match e.run_choice(body, value, me, back, |_| ()) {
                Ran::ToItsEnd => done.call(e),
                Ran::Until(to) => to,
                Ran::NotAtAll => {
                    e.enter_picks(memory, &[(seat, chosen)]);
                    e.plainly(back)
                }
            }
        }))
    }

    fn together<M: Members, const SEATS: usize>(self, known: Vec<Known<M>>) -> Option<Step> {
        let AskedKnown { pc, back, memory, no_option, done, .. } = self;
        let known = <[Known<M>; SEATS]>::try_from(known).ok()?;
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let caller = e.me;
            let mut picks = [(0, None); SEATS];
            for (pick, one) in picks.iter_mut().zip(&known) {
                e.me = one.seat.into();
                let Ok(chosen) = one.chooser.choose(e, one.seat) else {
                    e.me = caller;
                    return e.plainly(pc);
                };
                *pick = (one.seat, chosen);
            }
            e.me = caller;
            if picks.iter().all(|(_, pick)| pick.is_none()) {
                return no_option.call(e);
            }
            for (i, one) in known.iter().enumerate() {
                let Some(Pick::Entry(entry, value)) = picks[i].1 else { continue };
                let Some(Doing::Runs(body)) = one.doings.get(usize::from(entry)) else { continue };
                let others = |e: &mut Eval<'_>| e.enter_picks(memory, &picks[i + 1..]);
                match e.run_choice(body, value, one.seat.into(), back, others) {
                    Ran::ToItsEnd if body.leaf => {}
                    Ran::ToItsEnd => e.enter_picks(memory, &[]),
                    Ran::Until(to) => return to,
                    Ran::NotAtAll => {
                        e.enter_picks(memory, &picks[i..]);
                        return e.plainly(back);
                    }
                }
            }
            done.call(e)
        }))
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
        // Mostly it is the first condition of the only action that does not hold.
        let mut open: Option<(TestFn, Option<TestFn>)> = None;
        for entry in &site.menu {
            let action = &self.program.actions[entry.action as usize];
            let tests: Vec<TestId> =
                action.needs.iter().filter(|need| need.public && need.for_all).map(|need| need.test).collect();
            if !entry.arguments.is_empty() {
                return None;
            }
            let (&first, others) = tests.split_first()?;
            let (first, others) = (self.sure_test(first)?.function(), self.all_of(others)?);
            open = Some(match open {
                None => (first, others),
                Some((test, also)) => {
                    let holds = |test: TestFn, also: Option<TestFn>| {
                        move |e: &mut Eval<'_>| test.call(e) && also.as_ref().is_none_or(|also| also.call(e))
                    };
                    let (one, other) = (holds(test, also), holds(first, others));
                    (TestFn::new(move |e: &mut Eval<'_>| one(e) || other(e)), None)
                }
            });
        }
        let (first, others) = open?;
        // Seats that are known cannot be missing.
        let seats = match self.sure_set(site.seats)? {
            SetCode::Const(_) => None,
            seats => Some(seats.function()),
        };
        let no_option = self.jump(pc, site.no_option);
        Some(step(move |e| {
            e.afresh();
            if let Some(seats) = &seats {
                seats.call(e);
            }
            let open = first.call(e) && others.as_ref().is_none_or(|others| others.call(e));
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

    /// That all of these hold; `Some(None)` of none.
    #[allow(clippy::option_option, reason = "what is left to the machine, and what always holds")]
    fn all_of(&mut self, tests: &[TestId]) -> Option<Option<TestFn>> {
        let mut all: Option<TestFn> = None;
        // The first one is asked first, and by the outermost closure.
        for &test in tests.iter().rev() {
            let test = self.sure_test(test)?.function();
            all = Some(match all {
                None => test,
                Some(others) => TestFn::new(move |e: &mut Eval<'_>| test.call(e) && others.call(e)),
            });
        }
        Some(all)
    }

    /// A menu of actions with one parameter at most: options are counted, and the dice choose one of them.
    fn asks_menu(&mut self, pc: Pc, number: u32, site: &Site) -> Option<Step> {
        // All who choose act: there is nothing else to settle.
        if self.program.code.get(pc as usize + 1) != Some(&Op::Settle { site: number }) {
            return None;
        }
        let seats = self.sure_set(site.seats)?;
        if let (SetCode::Const(seats), Some(Op::NextChoice { done, .. })) =
            (&seats, self.program.code.get(pc as usize + 2))
            && let Some(known) = self.known(site, *seats)
        {
            return self.asks_known(pc, site, known, *done);
        }
        self.asks_each(pc, site, seats)
    }

    /// What is known of each of these seats, where all is.
    fn known(&mut self, site: &Site, mut seats: M) -> Option<Vec<Known<M>>> {
        if seats.count() > MOST_KNOWN {
            return None;
        }
        let mut known = Vec::new();
        while let Some(seat) = seats.take_first() {
            let acting = self.seat(seat);
            if acting == Acting::Anyone {
                return None;
            }
            let (chooser, doings) =
                self.acting(acting, |compiler| Some((compiler.chooser(site)?, compiler.doings(site))))?;
            if doings.iter().any(|doing| matches!(doing, Doing::Unknown)) {
                return None;
            }
            known.push(Known { seat, chooser, doings });
        }
        Some(known)
    }

    /// Lets the dice choose for seats that are known, and runs what was chosen.
    fn asks_known(&mut self, pc: Pc, site: &Site, known: Vec<Known<M>>, done: Pc) -> Option<Step> {
        // The place in the code where the machine runs what was chosen.
        let back = pc + 2;
        let (no_option, done) = (self.jump(pc, site.no_option), self.jump(back, done));
        let asked = AskedKnown { pc, back, memory: Memory::of(site), repeats: site.repeats, no_option, done };
        match known.len() {
            1 => asked.alone(known),
            2 => asked.together::<M, 2>(known),
            3 => asked.together::<M, 3>(known),
            4 => asked.together::<M, 4>(known),
            5 => asked.together::<M, 5>(known),
            _ => asked.together::<M, MOST_KNOWN>(known),
        }
    }

    /// Lets the dice choose for each seat that is asked, and goes on with what was chosen.
    fn asks_each(&mut self, pc: Pc, site: &Site, seats: SetCode<M>) -> Option<Step> {
        let choosers = self.for_each_asked(|compiler| compiler.chooser(site))?;
        let (memory, no_option) = (Memory::of(site), self.jump(pc, site.no_option));
        let settled = self.onward(pc + 2);
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let mut left = seats.read(e);
            let caller = e.me;
            let (mut asked, mut takers, mut leaves) = (0u32, 0u32, 0);
            while let Some(seat) = left.take_first() {
                let Some(chooser) = choosers.get(usize::from(seat)).or(choosers.first()) else { break };
                e.me = i32::from(seat);
                let chosen = chooser.choose(e, seat);
                e.me = caller;
                let Ok(chosen) = chosen else { return e.plainly(pc) };
                let pick = match chosen {
                    None => (0, None),
                    Some(Pick::Entry(entry, value)) => {
                        takers |= 1 << seat;
                        (i32::from(entry) + 1, value)
                    }
                    Some(Pick::Pass | Pick::Done) => {
                        leaves = i32::from(memory.alone);
                        (if chosen == Some(Pick::Pass) { PASSED } else { FINISHED }, None)
                    }
                };
                asked |= u32::from(chosen.is_some()) << seat;
                let part = e.locals + memory.part(seat);
                e.enter_pick(part, memory.seat_words, pick);
            }
            if !e.is_well() {
                return e.plainly(pc);
            }
            let at = e.locals + memory.at;
            e.state.set_num(at + ASKED, asked as i32);
            e.state.set_num(at + LEFT, leaves);
            e.state.set_num(at + TO_RUN, takers as i32);
            if asked == 0 {
                return no_option.call(e);
            }
            settled.call(e)
        }))
    }

    /// Something for each seat that can be asked, or once for anyone.
    fn for_each_asked<T>(&mut self, mut make: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let seats: Vec<Acting> = self.actors.iter().copied().filter(|&acting| acting != Acting::Nobody).collect();
        seats.into_iter().map(|acting| self.acting(acting, &mut make)).collect()
    }

    /// `None`: what is not so simple is left to the machine.
    fn chooser(&mut self, site: &Site) -> Option<Chooser<M>> {
        if site.menu.len() > MENU {
            return None;
        }
        if !site.may
            && !site.repeats
            && let Some(among) = self.among(site)?
        {
            return Some(Chooser::Among(among));
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
        Some(match menu.any_of() {
            Some(set) => Chooser::Member(set),
            None => Chooser::Menu(menu),
        })
    }

    /// A menu of actions without parameters, each condition of which is asked once whoever has it; `Some(None)` for another menu.
    #[allow(clippy::option_option, reason = "a menu that cannot be made here, and one of another kind")]
    fn among(&mut self, site: &Site) -> Option<Option<Among>> {
        let mut among = Among { all: 0, tests: Vec::new() };
        let mut known: Vec<TestId> = Vec::new();
        for (i, entry) in site.menu.iter().enumerate() {
            let action = &self.program.actions[entry.action as usize];
            if !action.parameters.is_empty()
                || action.optional.is_some()
                || !entry.arguments.is_empty()
                || entry.once.is_some()
            {
                return Some(None);
            }
            among.all |= 1 << i;
            for need in &action.needs {
                match (known.iter().position(|&test| test == need.test), self.sure_test(need.test)?) {
                    (Some(place), _) => among.tests[place].1 |= 1 << i,
                    (None, test) => {
                        known.push(need.test);
                        among.tests.push((test, 1 << i));
                    }
                }
            }
        }
        for (test, of) in &among.tests {
            if let TestCode::Const(false) = test {
                among.all &= !of;
            }
        }
        among.tests.retain(|(test, _)| matches!(test, TestCode::Fn(_)));
        Some(Some(among))
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
                let filters = if only.narrowed.is_none() { only.filters.as_slice() } else { &[] };
                let tests: Vec<TestId> = only.needs.iter().chain(filters).map(|need| need.test).collect();
                if tests.iter().any(|&test| self.sharing.draws_test(test)) {
                    return None;
                }
                let domain = match (only.narrowed, only.domain) {
                    (Some(narrowed), Domain::Set(_)) => Domain::Set(narrowed),
                    (_, domain) => domain,
                };
                match domain {
                    Domain::Set(set) if tests.is_empty() => Values::Members(self.sure_set(set)?),
                    Domain::Set(set) => Values::Where(self.sure_set(set)?, self.narrowing_by_all(only.temp, &tests)),
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

    /// The conditions that are not always met.
    fn conditions(&mut self, needs: &[Need]) -> Option<Vec<TestFn>> {
        let mut tests = Vec::new();
        for need in needs {
            match self.sure_test(need.test)? {
                TestCode::Const(true) => {}
                test => tests.push(test.function()),
            }
        }
        Some(tests)
    }

    pub(super) fn next_choice(&mut self, pc: Pc, site: u32, done: Pc) -> Option<Step> {
        let site = &self.program.sites[site as usize];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return None;
        }
        let doings = self.for_each_asked(|compiler| Some(compiler.doings(site)))?;
        let memory = Memory::of(site);
        let done = self.jump(pc, done);
        Some(step(move |e| {
            loop {
                let to_run = e.locals + memory.at + TO_RUN;
                let left = e.state.num(to_run) as u32;
                if left == 0 {
                    return done.call(e);
                }
                let seat = left.trailing_zeros() as Seat;
                let (me, part) = (i32::from(seat), e.locals + memory.part(seat));
                let entry = usize::try_from(e.state.num(part) - 1).ok();
                let doings = doings.get(usize::from(seat)).or(doings.first());
                let body = match doings.zip(entry).and_then(|(doings, entry)| doings.get(entry)) {
                    Some(Doing::Runs(body)) if e.has_room(body.words) => Some(body),
                    Some(Doing::Nothing) => None,
                    Some(Doing::Runs(_) | Doing::Unknown) | None => return e.plainly(pc),
                };
                e.state.set_num(to_run, (left & (left - 1)) as i32);
                let Some(body) = body else { continue };
                if body.leaf {
                    if e.run_leaf(body, me, |e| e.pass_values(body, part)) {
                        continue;
                    }
                    return e.give_frame(body.unit, me, pc);
                }
                let ran = e.run_unit((body.unit, body.words), pc, me, |e| {
                    e.pass_values(body, part);
                    body.first.call(e)
                });
                match ran {
                    Ran::ToItsEnd => {}
                    Ran::Until(to) => return to,
                    Ran::NotAtAll => {
                        e.state.set_num(to_run, left as i32);
                        return e.plainly(pc);
                    }
                }
            }
        }))
    }

    /// What comes of each of a menu's actions, for whom closures are being made.
    fn doings(&mut self, site: &Site) -> Vec<Doing> {
        site.menu.iter().map(|entry| self.doing(entry.action)).collect()
    }

    /// Unknown: values that the caller gives are left to the machine.
    fn doing(&mut self, action: u16) -> Doing {
        let action = &self.program.actions[action as usize];
        let Some(unit) = action.unit else { return Doing::Nothing };
        let info = &self.program.units[unit as usize];
        let mut values = Vec::new();
        for (i, (parameter, &(local, carrier))) in action.parameters.iter().zip(&info.parameters).enumerate() {
            if matches!(parameter.domain, Domain::Given(..)) {
                return Doing::Unknown;
            }
            let from = value_at(action, 0, i);
            values.extend((0..usize::from(carrier.words())).map(|word| (from + word, local as usize + word)));
        }
        self.make_unit(unit);
        let leaf = self.is_leaf(info.start);
        let first = self.onward(info.start);
        Doing::Runs(Body { unit, words: info.words, first, leaf, values })
    }

    /// Whether code runs to the first return behind it without anything that needs a frame of its own.
    fn is_leaf(&self, start: Pc) -> bool {
        let rest = &self.program.code[start as usize..];
        let Some(end) = rest.iter().position(|op| *op == Op::Return) else { return false };
        rest[..end].iter().all(|op| match *op {
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
        })
    }
}

/// The most entries of a menu whose options are counted here.
const MENU: usize = 8;

/// What a seat chooses from.
enum Chooser<M> {
    /// One of the members of a set.
    Member(SetCode<M>),
    Among(Among),
    Menu(Menu<M>),
}

/// Actions without parameters.
struct Among {
    /// A bit for each, but for those that are never offered.
    all: u32,
    /// What must hold, and for which of them.
    tests: Vec<(TestCode, u32)>,
}

/// The options of the entries in their order, then passing, then being done.
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
    Members(SetCode<M>),
    /// The members that are not taken out.
    Where(SetCode<M>, Narrow<M>),
    Range(NumFn, NumFn),
}

#[derive(Clone, Copy, PartialEq)]
enum Pick {
    Entry(u8, Option<i32>),
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

impl<M: Members> Chooser<M> {
    /// What the dice choose for `me`; `None` without any option.
    #[inline(always)]
    fn choose(&self, e: &mut Eval<'_>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
        match self {
            Chooser::Member(set) => choose_member(e, set, seat),
            Chooser::Among(among) => among.choose(e, seat),
            Chooser::Menu(menu) => menu.choose(e, seat),
        }
    }
}

#[inline(always)]
fn choose_member<M: Members>(e: &mut Eval<'_>, set: &SetCode<M>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
    let members = set.read(e);
    let count = members.count();
    if !e.is_well() || count > MOST_OPTIONS {
        return Err(GivenUp);
    }
    let chosen = e.pick(seat, count)?;
    Ok(members.nth(chosen).map(|member| Pick::Entry(0, Some(member.into()))))
}

impl Among {
    #[inline(always)]
    fn choose(&self, e: &mut Eval<'_>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
        let mut open = self.all;
        for (test, of) in &self.tests {
            if let TestCode::Fn(test) = test
                && open & of != 0
                && !test.call(e)
            {
                open &= !of;
            }
        }
        if !e.is_well() {
            return Err(GivenUp);
        }
        if open == 0 {
            return Ok(None);
        }
        for _ in 0..e.pick(seat, open.count_ones() as usize)? {
            open &= open - 1;
        }
        Ok(Some(Pick::Entry(open.trailing_zeros() as u8, None)))
    }
}

impl<M: Members> Menu<M> {
    /// The set whose members are all that there is to choose from, if it is so simple.
    fn any_of(&self) -> Option<SetCode<M>> {
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
        let mut left = e.pick(seat, options)?;
        for (i, &(count, offer)) in offered.iter().enumerate() {
            if left < count {
                let value = match offer {
                    Offered::Alone => None,
                    Offered::Members(members) => members.nth(left).map(i32::from),
                    Offered::From(first) => Some(first + left as i32),
                };
                return Ok(Some(Pick::Entry(i as u8, value)));
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
                let members = set.read(e);
                (members.count(), Offered::Members(members))
            }
            Values::Where(set, narrow) => {
                let members = set.read(e);
                let members = narrow.of_all(e, members);
                (members.count(), Offered::Members(members))
            }
            Values::Range(from, to) => {
                let (from, to) = (from.call(e), to.call(e));
                (usize::try_from(i64::from(to) - i64::from(from) + 1).unwrap_or(0), Offered::From(from))
            }
        }
    }
}
