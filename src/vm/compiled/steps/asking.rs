//! Steps that ask, where dice answer. What a seat chooses from is in `choosing`, what comes of its
//! choice in `doing`.

use super::choosing::{Chooser, Pick};
use super::doing::{Chosen, Doing};
use super::laying::Lays;
use super::{PLAINLY, Ran, Step, step};
use crate::program::code::{Op, Pc, Site, SiteKind};
use crate::program::ids::SiteId;
use crate::program::terms::TestId;
use crate::value::Seat;
use crate::vm::ask::{ASKED, FINISHED, LEFT, PASSED, SITE_WORDS, TO_RUN};
use crate::vm::compiled::acting::{Acting, MOST_SEATS};
use crate::vm::compiled::members::Members;
use crate::vm::compiled::{Compiler, SetCode, TestFn};
use crate::vm::eval::Eval;

/// Where a site keeps who chose what.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// Behind the frame's first local.
    pub at: usize,
    seat_words: usize,
    alone: bool,
}

impl Memory {
    pub fn of(site: &Site) -> Memory {
        Memory {
            at: site.memory.index(),
            seat_words: site.seat_words.into(),
            alone: site.kind == SiteKind::Alone,
        }
    }

    /// The part of a seat.
    #[inline(always)]
    pub fn part(self, seat: Seat) -> usize {
        let place = if self.alone { 0 } else { usize::from(seat) };
        self.at + usize::from(SITE_WORDS) + place * self.seat_words
    }
}

impl Eval<'_> {
    /// Does something with a seat as `me`.
    #[inline]
    fn as_seat<R>(&mut self, seat: Seat, does: impl FnOnce(&mut Self) -> R) -> R {
        let caller = std::mem::replace(&mut self.me, seat.into());
        let result = does(self);
        self.me = caller;
        result
    }

    /// Writes down what seats chose who have still to be run, for the machine to run.
    #[inline(never)]
    pub(super) fn enter_picks(&mut self, memory: Memory, picks: &[(Seat, Option<Pick>)]) {
        let mut takers = 0u32;
        for &(seat, pick) in picks {
            if let Some(Pick::Entry(entry, value)) = pick {
                takers |= 1 << seat;
                let part = self.locals + memory.part(seat);
                self.enter_pick(part, memory.seat_words, (i32::from(entry) + 1, value));
            }
        }
        self.state.set_num(self.locals + memory.at + TO_RUN, takers.cast_signed());
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
}

/// A seat that is asked and known: what it chooses from, and what comes of it.
pub(super) struct Known<M> {
    pub seat: Seat,
    pub chooser: Chooser<M>,
    pub doings: Vec<Doing>,
}

/// A seat that may be asked.
struct AskedOne<M> {
    /// Whether a window is there for it at all.
    concerned: Option<TestFn>,
    chooser: Chooser<M>,
}

/// Whether all of these seats can be asked: see [`Chooser::can_choose`].
fn all_can_choose<M: Members>(e: &mut Eval<'_>, asked: &[AskedOne<M>], mut seats: M) -> bool {
    while let Some(seat) = seats.take_first() {
        let Some(one) = asked.get(usize::from(seat)).or(asked.first()) else { return true };
        let can_choose = e.as_seat(seat, |e| {
            let concerned = one.concerned.as_ref().is_none_or(|concerned| concerned.call(e));
            if concerned { one.chooser.can_choose(e) } else { e.is_well() }
        });
        if !can_choose {
            return false;
        }
    }
    true
}

/// A site at which seats are asked that are known.
pub(super) struct AskedKnown {
    pub pc: Pc,
    /// The place in the code where the machine runs what was chosen.
    pub back: Pc,
    pub memory: Memory,
    repeats: bool,
    pub no_option: Step,
    pub done: Step,
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
            let Some(Doing::Runs(body)) = doings.get(usize::from(entry)) else {
                return done.call(e);
            };
            match e.run_choice(body, me, back, Chosen::Only(value), |_| ()) {
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
        let known = <[Known<M>; SEATS]>::try_from(known).ok()?;
        if let Some(lays) = Lays::of_all(&known) {
            return Some(self.laying(lays));
        }
        let AskedKnown { pc, back, memory, no_option, done, .. } = self;
        let surely = known.iter().skip(1).all(|one| one.chooser.always_can_choose());
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let caller = e.me;
            if !surely
                && !known.iter().all(|one| e.as_seat(one.seat, |e| one.chooser.can_choose(e)))
            {
                return e.plainly(pc);
            }
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
                match e.run_choice(body, one.seat.into(), back, Chosen::Only(value), others) {
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
    pub(super) fn asks(&mut self, pc: Pc, number: SiteId) -> Option<Step> {
        let site = &self.program.sites[number];
        match site.kind {
            SiteKind::Window(_) => self.opens_window(pc, site),
            SiteKind::Alone | SiteKind::Together => self.asks_menu(pc, number, site),
        }
    }

    /// A window that nobody can use is not opened.
    fn opens_window(&mut self, pc: Pc, site: &Site) -> Option<Step> {
        // Mostly it is the first condition of the only action that does not hold.
        let mut open: Option<(TestFn, Option<TestFn>)> = None;
        for entry in &site.menu {
            let action = &self.program.actions[entry.action];
            let tests: Vec<TestId> = action
                .needs
                .iter()
                .filter(|need| need.public && need.for_all)
                .map(|need| need.test)
                .collect();
            if !entry.arguments.is_empty() {
                return None;
            }
            let (&first, others) = tests.split_first()?;
            let (first, others) = (self.sure_test(first)?.function(), self.all_of(others)?);
            open = Some(match open {
                None => (first, others),
                Some((test, also)) => {
                    let holds = |test: TestFn, also: Option<TestFn>| {
                        move |e: &mut Eval<'_>| {
                            test.call(e) && also.as_ref().is_none_or(|also| also.call(e))
                        }
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
        let asks = self.asks_in_window(pc, site).unwrap_or_else(|| {
            step(move |e| {
                e.state.control.pc = pc;
                PLAINLY
            })
        });
        Some(step(move |e| {
            e.afresh();
            if let Some(seats) = &seats {
                seats.call(e);
            }
            let open = first.call(e) && others.as_ref().is_none_or(|others| others.call(e));
            match (e.is_well(), open) {
                (false, _) => e.plainly(pc),
                (true, false) => no_option.call(e),
                (true, true) => asks.call(e),
            }
        }))
    }

    /// Asks whoever can use a window as far as everybody can see.
    fn asks_in_window(&mut self, pc: Pc, site: &Site) -> Option<Step> {
        let seats = self.sure_set(site.seats)?;
        let asked = self.for_each_asked(|compiler| {
            let concerned = Some(compiler.concerned(site)?);
            Some(AskedOne { concerned, chooser: compiler.chooser(site)? })
        })?;
        site.may.then(|| self.asks_each(pc, site, seats, asked))
    }

    /// Whether some action of a window is possible for `me` as far as everybody can see.
    fn concerned(&mut self, site: &Site) -> Option<TestFn> {
        let mut concerned: Option<TestFn> = None;
        for entry in &site.menu {
            let action = &self.program.actions[entry.action];
            let public: Vec<TestId> =
                action.needs.iter().filter(|need| need.public).map(|need| need.test).collect();
            let open =
                self.all_of(&public)?.unwrap_or_else(|| TestFn::new(|_: &mut Eval<'_>| true));
            concerned = Some(match concerned {
                None => open,
                Some(other) => TestFn::new(move |e: &mut Eval<'_>| other.call(e) || open.call(e)),
            });
        }
        concerned
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

    /// A menu of actions with one parameter at most: options are counted, and the dice choose one
    /// of them.
    fn asks_menu(&mut self, pc: Pc, number: SiteId, site: &Site) -> Option<Step> {
        // All who choose act: there is nothing else to settle.
        if self.program.code.get(Pc::new(pc.index() + 1)) != Some(&Op::Settle { site: number }) {
            return None;
        }
        let seats = self.sure_set(site.seats)?;
        if let (SetCode::Const(seats), Some(Op::NextChoice { done, .. })) =
            (&seats, self.program.code.get(Pc::new(pc.index() + 2)))
            && let Some(known) = self.known(site, *seats)
        {
            return self.asks_known(pc, site, known, *done);
        }
        let asked = self.for_each_asked(|compiler| {
            Some(AskedOne { concerned: None, chooser: compiler.chooser(site)? })
        })?;
        Some(self.asks_each(pc, site, seats, asked))
    }

    /// What is known of each of these seats, where all is.
    fn known(&mut self, site: &Site, mut seats: M) -> Option<Vec<Known<M>>> {
        let mut known = Vec::new();
        while let Some(seat) = seats.take_first() {
            let acting = self.seat(seat);
            if acting == Acting::Anyone {
                return None;
            }
            let (chooser, doings) = self.acting(acting, |compiler| {
                Some((compiler.chooser(site)?, compiler.doings(site)))
            })?;
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
        let back = pc.next().next();
        let (no_option, done) = (self.jump(pc, site.no_option), self.jump(back, done));
        let asked = AskedKnown {
            pc,
            back,
            memory: Memory::of(site),
            repeats: site.repeats,
            no_option,
            done,
        };
        match known.len() {
            1 => asked.alone(known),
            2 => asked.together::<M, 2>(known),
            3 => asked.together::<M, 3>(known),
            4 => asked.together::<M, 4>(known),
            5 => asked.together::<M, 5>(known),
            _ => asked.together::<M, MOST_SEATS>(known),
        }
    }

    /// Lets the dice choose for each seat that is asked, and goes on with what was chosen. `asked`:
    /// for each seat, or once for anyone.
    fn asks_each(
        &mut self,
        pc: Pc,
        site: &Site,
        seats: SetCode<M>,
        asked: Vec<AskedOne<M>>,
    ) -> Step {
        let (memory, no_option) = (Memory::of(site), self.jump(pc, site.no_option));
        let window = matches!(site.kind, SiteKind::Window(_));
        // Of those who use a window it is settled whose choice counts; elsewhere everybody's does.
        let settled = self.onward(if window { pc.next() } else { pc.next().next() });
        let surely =
            asked.iter().all(|one| one.concerned.is_none() && one.chooser.always_can_choose());
        step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let mut left = seats.read(e);
            let caller = e.me;
            if !surely && !left.is_single() && !all_can_choose(e, &asked, left) {
                return e.plainly(pc);
            }
            let (mut all, mut takers, mut leaves) = (0u32, 0u32, 0);
            while let Some(seat) = left.take_first() {
                let Some(one) = asked.get(usize::from(seat)).or(asked.first()) else { break };
                e.me = i32::from(seat);
                if one.concerned.as_ref().is_some_and(|concerned| !concerned.call(e)) {
                    e.me = caller;
                    continue;
                }
                let chosen = one.chooser.choose(e, seat);
                e.me = caller;
                let Ok(chosen) = chosen else { return e.plainly(pc) };
                // In a window even passing alone is a choice.
                let chosen = chosen.or(window.then_some(Pick::Pass));
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
                all |= u32::from(chosen.is_some()) << seat;
                let part = e.locals + memory.part(seat);
                e.enter_pick(part, memory.seat_words, pick);
            }
            if !e.is_well() {
                return e.plainly(pc);
            }
            if all == 0 && window {
                return no_option.call(e);
            }
            let at = e.locals + memory.at;
            e.state.set_num(at + ASKED, all.cast_signed());
            e.state.set_num(at + LEFT, leaves);
            e.state.set_num(at + TO_RUN, if window { 0 } else { takers.cast_signed() });
            if all == 0 {
                return no_option.call(e);
            }
            settled.call(e)
        })
    }

    /// Something for each seat that can be asked, or once for anyone.
    pub(super) fn for_each_asked<T>(
        &mut self,
        mut make: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let seats: Vec<Acting> =
            self.actors.iter().copied().filter(|&acting| acting != Acting::Nobody).collect();
        seats.into_iter().map(|acting| self.acting(acting, &mut make)).collect()
    }
}
