//! Decisions: options are counted, not listed, and dice take one of them.
//!
//! Several seats may choose at one place. Nobody's dice are thrown before it is known that the
//! options of all can be counted: else the machine would ask, and throw, once more.

use super::choosing::Menu;
use super::{Known, Left, Lowered, Lowering, NO_TEMP, words_of};
use crate::ir::build::Num;
use crate::ir::{Argument, Binary, BlockId, Control, Place, Reg, Terminator};
use crate::program::Parameter;
use crate::program::code::{
    ASKED, LEFT, MenuEntry, Op, Pc, SEAT_WORDS, SITE_WORDS, Settlement, Site, SiteKind, TO_RUN,
};
use crate::program::ids::{SiteId, UnitId};
use crate::program::terms::{Local, Set, TestId};
use crate::value::Narrow;
use std::collections::HashMap;

/// The most entries of a menu whose options are counted here.
const MENU: usize = 8;

impl<'p> Lowering<'p> {
    pub(crate) fn asks(&mut self, pc: Pc, number: SiteId) -> Lowered<()> {
        let site = &self.program.sites[number];
        let window = site.is_window();
        let settles = Op::Settle { site: number };
        let code = &self.program.code;
        if (window && !site.may)
            || (!window && code.get(Pc::new(pc.index() + 1)) != Some(&settles))
            || site.menu.len() > MENU
        {
            return Err(Left);
        }
        let dice = self.b.read(Control::Dice);
        self.b.exit_unless(dice);
        let nobody = self.b.block();
        if window {
            self.opens(site, nobody)?;
        }
        let caller = self.own();
        let menu = Menu { number, site, caller };
        if !self.is_one_seat(site) {
            // Whether all can be asked: of no use where nothing can be in the way.
            let before = self.b.mark();
            self.on_a_way(|l| {
                l.each_seat(site, caller, |l, _, next| {
                    l.options(menu)?;
                    l.b.jump(next);
                    Ok(())
                })
            })?;
            if !self.b.may_exit_since(&before) {
                self.b.back_to(before);
            }
        }
        let zero = self.b.constant(0);
        let [all, takers, leaves] = [(); 3].map(|()| self.b.variable(zero));
        self.each_seat(site, caller, |l, seat, next| {
            let one = l.b.constant(1);
            let bit = l.b.binary(Binary::ShiftLeft, one, seat);
            let chosen = l.choose(menu, seat, window)?;
            l.enters(site, seat, &chosen);
            l.completes(menu, &chosen)?;
            let what = l.b.value_of(chosen.what, true);
            let chooses = l.b.compare(Binary::NotEqual, what, 0);
            l.joins(all, bit, chooses);
            let acts = l.b.compare(Binary::Greater, what, 0);
            l.joins(takers, bit, acts);
            if site.kind == SiteKind::Alone {
                let left = l.b.compare(Binary::Less, what, 0);
                l.b.set(leaves, left);
            }
            l.b.jump(next);
            Ok(())
        })?;
        let asked = self.b.value_of(all, true);
        let some = self.b.compare(Binary::NotEqual, asked, 0);
        if window {
            self.b.go_on_if(some, nobody);
        }
        let memory = site.memory.index();
        let word = |offset: usize| Place::Local((memory + offset).to_u32());
        self.b.store(word(ASKED), asked);
        let left = self.b.value_of(leaves, true);
        self.b.store(word(LEFT), left);
        let run = if window { zero } else { self.b.value_of(takers, true) };
        self.b.store(word(TO_RUN), run);
        if !window {
            self.b.go_on_if(some, nobody);
        }
        self.goes_to(if window { pc.next() } else { pc.next().next() })?;
        self.b.switch_to(nobody);
        self.goes_to(site.no_option)
    }

    /// Whether a site asks one seat at most.
    fn is_one_seat(&self, site: &Site) -> bool {
        match self.program.terms.sets[site.seats] {
            Set::One(_) => true,
            Set::Const(set) => self.program.constants[set].len() <= 1,
            _ => false,
        }
    }

    /// Adds a seat's bit to a mask where a condition holds.
    fn joins(&mut self, mask: Reg, bit: Num, test: Num) {
        let old = self.b.value_of(mask, true);
        let with = self.b.binary(Binary::Or, old, bit);
        let new = self.b.select(test, with, old);
        self.b.set(mask, new);
    }

    /// Goes to `nobody` where a window is nobody's business, as all can see.
    fn opens(&mut self, site: &Site, nobody: BlockId) -> Lowered<()> {
        let open = self.b.block();
        for entry in &site.menu {
            let needs = self.program.actions[entry.action].needs.iter();
            let tests: Vec<TestId> =
                needs.filter(|need| need.public && need.for_all).map(|need| need.test).collect();
            let next = self.b.block();
            self.on_a_way(|l| {
                for test in tests {
                    let holds = l.test(test)?;
                    l.b.go_on_if(holds, next);
                }
                l.b.jump(open);
                Ok(())
            })?;
            self.b.switch_to(next);
        }
        self.b.jump(nobody);
        self.b.switch_to(open);
        Ok(())
    }

    /// Does something with each seat that is asked as `me`; `body` is given the block that comes
    /// behind it.
    fn each_seat(
        &mut self,
        site: &Site,
        caller: Num,
        mut body: impl FnMut(&mut Self, Num, BlockId) -> Lowered<()>,
    ) -> Lowered<()> {
        let all = i32::from(self.program.seats);
        let mut asked = |l: &mut Self, seat: Num| {
            let seat = Num { some: true, limit: seat.limit.or(Some(all)), ..seat };
            l.impersonate(seat);
            let next = l.b.block();
            if site.is_window() {
                l.concerns(site, next)?;
            }
            body(l, seat, next)?;
            l.b.switch_to(next);
            l.impersonate(caller);
            Ok(())
        };
        let Set::One(seat) = self.program.terms.sets[site.seats] else {
            let seats = self.set(site.seats)?;
            return self.each(seats, NO_TEMP, asked);
        };
        let (seat, behind) = (self.num(seat)?, self.b.block());
        let somebody = self.b.is_some(seat);
        self.b.go_on_if(somebody, behind);
        let inside = self.b.compare(Binary::Below, seat, all);
        self.b.exit_unless(inside);
        asked(self, seat)?;
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(())
    }

    /// Goes to `next` where no action of a window is possible for `me`, as all can see.
    fn concerns(&mut self, site: &Site, next: BlockId) -> Lowered<()> {
        let concerned = self.b.block();
        for entry in &site.menu {
            let needs = self.program.actions[entry.action].needs.iter();
            let tests: Vec<TestId> =
                needs.filter(|need| need.public).map(|need| need.test).collect();
            let other = self.b.block();
            self.on_a_way(|l| {
                for test in tests {
                    let holds = l.test(test)?;
                    l.b.go_on_if(holds, other);
                }
                l.b.jump(concerned);
                Ok(())
            })?;
            self.b.switch_to(other);
        }
        self.b.jump(next);
        self.b.switch_to(concerned);
        Ok(())
    }

    /// The part of a site's memory that is a seat's.
    pub(super) fn part(&mut self, site: &Site, seat: Num) -> Part {
        let at = site.memory.index().to_u32() + u32::from(SITE_WORDS);
        if site.kind == SiteKind::Alone {
            return Part { at, further: None };
        }
        if let Some(known) = seat.known {
            let at = at + known.to_u32() * u32::from(site.seat_words);
            return Part { at, further: None };
        }
        let words = self.b.constant(i32::from(site.seat_words));
        Part { at, further: Some(self.b.binary(Binary::Multiply, seat, words).reg) }
    }

    /// Whether it is known where in a site's memory the part of `me`, who is asked, begins.
    pub(super) fn part_is_known(&self, site: &Site) -> bool {
        site.kind == SiteKind::Alone || self.me.is_some_and(|me| me.known.is_some())
    }

    pub(crate) fn next_choice(&mut self, pc: Pc, site: SiteId, done: Pc) -> Lowered<()> {
        let site = &self.program.sites[site];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return Err(Left);
        }
        let to_run = Place::Local((site.memory.index() + TO_RUN).to_u32());
        let left = self.b.load_some(to_run);
        let (some, behind) = (self.b.compare(Binary::NotEqual, left, 0), self.b.block());
        self.b.go_on_if(some, behind);
        let seats = i32::from(self.program.seats);
        let seat = match self.only_seat(site) {
            Some(seat) => self.b.constant(seat),
            None => Num { limit: Some(seats), ..self.b.lowest_bit(left) },
        };
        let one = self.b.constant(1);
        let rest = self.b.binary(Binary::Subtract, left, one);
        let rest = self.b.binary(Binary::And, left, rest);
        let part = self.part(site, seat);
        let entry = self.b.load_some(part.word(0));
        for (number, of_menu) in (1..).zip(&site.menu) {
            let next = self.b.block();
            let here = self.b.compare(Binary::Equal, entry, number);
            self.b.go_on_if(here, next);
            self.on_a_way(|l| l.runs_choice(pc, of_menu, (seat, part), (to_run, rest)))?;
            self.b.switch_to(next);
        }
        self.b.end(Terminator::Exit);
        self.b.switch_to(behind);
        self.goes_to(done)
    }

    /// The only seat that a site can ask, where it is known.
    fn only_seat(&mut self, site: &Site) -> Option<i32> {
        let Set::One(seat) = self.program.terms.sets[site.seats] else { return None };
        let mut known = None;
        // Nothing of it stays written.
        let _: Option<()> = self.tried(|l| {
            known = l.num(seat)?.known;
            Err(Left)
        });
        known.filter(|seat| (0..i32::from(self.program.seats)).contains(seat))
    }

    /// Runs the body of what a seat chose, and comes back for the next.
    fn runs_choice(
        &mut self,
        pc: Pc,
        entry: &MenuEntry,
        (seat, part): (Num, Part),
        (to_run, rest): (Place, Num),
    ) -> Lowered<()> {
        let action = &self.program.actions[entry.action];
        let head = self.block_of[&pc];
        let Some(unit) = action.unit else {
            self.b.store(to_run, rest);
            self.b.jump(head);
            return Ok(());
        };
        let info = &self.program.units[unit];
        if !action.parameters.iter().all(Parameter::is_chosen) {
            self.b.end(Terminator::Exit);
            return Ok(());
        }
        self.room_for(unit);
        let one = self.b.constant(1);
        self.b.spend(one);
        let (mut given, mut arguments) = (HashMap::new(), Vec::new());
        let mut from = u32::from(SEAT_WORDS);
        for (parameter, &(local, carrier)) in action.parameters.iter().zip(&info.parameters) {
            given.insert(local, part.word(from));
            arguments.push(Argument::Words {
                local: local.index().to_u32(),
                from: part.word(from),
                words: words_of(&self.program.memory, carrier),
            });
            from += words_of(&self.program.memory, parameter.domain.carrier());
        }
        let inside = self.tried(|l| l.body_inside(unit, seat, given)).is_some();
        self.b.store(to_run, rest);
        if !inside {
            self.runs(unit, pc, seat, arguments);
        }
        self.b.jump(head);
        Ok(())
    }

    /// Does what a body says in the frame of whoever runs it. Its statements stand in a row, and
    /// only the first may be left to the machine, which then has the whole choice before it: a side
    /// exit leads to the instruction that runs choices.
    fn body_inside(
        &mut self,
        unit: UnitId,
        seat: Num,
        given: HashMap<Local, Place>,
    ) -> Lowered<()> {
        let caller = self.own();
        self.impersonate(seat);
        self.given = Some(given);
        let done = self.statements(unit);
        self.given = None;
        self.impersonate(caller);
        done
    }

    fn statements(&mut self, unit: UnitId) -> Lowered<()> {
        let code = self.program.units[unit].start.index()..self.ends[&unit].index();
        let mut changed = None;
        for op in code.map(|pc| self.program.code[Pc::new(pc)]) {
            match op {
                Op::Change(change) => self.change(change)?,
                Op::Draw { movement } => self.draws(movement)?,
                Op::Return => return Ok(()),
                _ => return Err(Left),
            }
            if changed.as_ref().is_some_and(|since| self.b.may_exit_since(since)) {
                return Err(Left);
            }
            self.known = Known::default();
            changed = Some(changed.unwrap_or_else(|| self.b.mark()));
        }
        Err(Left)
    }
}

/// A seat's part of a site's memory, from the frame's first local on.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub at: u32,
    pub further: Option<Reg>,
}

impl Part {
    pub(crate) fn word(self, offset: u32) -> Place {
        match self.further {
            None => Place::Local(self.at + offset),
            Some(further) => Place::LocalIndexed(self.at + offset, further),
        }
    }
}
