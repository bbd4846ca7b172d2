//! Steps that ask, where dice answer, and those that run what was chosen.

use super::{BODY_ENDS, PLAINLY, Step, step};
use crate::program::code::{Op, Pc, Settlement, Site, SiteKind};
use crate::program::terms::SetId;
use crate::program::{Domain, Parameter};
use crate::value::Seat;
use crate::vm::ask::{ASKED, LEFT, SEAT_WORDS, SITE_WORDS, TO_RUN, value_at};
use crate::vm::compiled::members::Members;
use crate::vm::compiled::{Compiler, TestFn};
use crate::vm::eval::Eval;
use crate::vm::frame::HEADER;
use crate::vm::run::FUEL;

/// What to do with a choice of one of a menu's actions: the unit to run, and its parameters' places, in the seat's part and in the
/// unit's frame.
struct Body {
    unit: u32,
    start: Pc,
    words: u16,
    /// It runs straight to its end: it asks nobody and calls nothing.
    is_leaf: bool,
    values: Vec<(usize, usize)>,
}

impl Eval<'_> {
    /// Runs the body of a choice by one seat, whose part of the site's memory begins there. Where the body ends it goes on at `back`.
    #[inline]
    fn run_leaf(&mut self, body: &Body, part: usize, me: i32, back: Pc) -> Pc {
        let (caller, top) = (self.me, self.state.control.top as usize);
        let locals = std::mem::replace(&mut self.locals, top + HEADER);
        self.me = me;
        self.pass_values(body, part);
        let mut pc = body.start;
        let steps = self.compiled.map_or(&[][..], |compiled| compiled.steps());
        while let Some(step) = steps.get(pc as usize) {
            pc = step(self);
        }
        let words = usize::from(body.words);
        if pc == BODY_ENDS {
            // What a frame leaves behind must not tell states apart that are the same.
            self.state.clear_nums(top + HEADER, words);
            (self.locals, self.me) = (locals, caller);
            return back;
        }
        // The machine has to go on: it needs the frame.
        let pc = self.state.control.pc;
        (self.locals, self.me) = (locals, caller);
        let pushed = self.push(body.unit, back, me, self.active);
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

    /// Lets the dice choose one of a set's members. `None` when they cannot.
    #[inline]
    fn chosen_member<M: Members>(&mut self, seat: Seat, members: M) -> Option<u8> {
        match members.count() {
            1 => members.first(),
            count => {
                let n = self.scratch.answer(seat, count)?;
                members.nth(n)
            }
        }
    }
}

impl<M: Members> Compiler<'_, M> {
    pub(super) fn asks(&mut self, pc: Pc, number: u32) -> Option<Step> {
        let site = &self.program.sites[number as usize];
        match site.kind {
            SiteKind::Window(_) => self.opens_window(pc, site),
            SiteKind::Alone | SiteKind::Together => self.asks_for_member(pc, number, site),
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
        let (seats, no_option) = (self.sure_set(site.seats)?.function(), site.no_option);
        Some(step(move |e| {
            e.afresh();
            seats.call(e);
            let open = entries.iter().any(|tests| tests.iter().all(|test| test.call(e)));
            match (e.is_well(), open) {
                (false, _) => e.plainly(pc),
                (true, false) => e.jump(pc, no_option),
                (true, true) => {
                    e.state.control.pc = pc;
                    PLAINLY
                }
            }
        }))
    }

    /// The commonest choice of all: one member of a set, which nobody may pass.
    fn asks_for_member(&mut self, pc: Pc, number: u32, site: &Site) -> Option<Step> {
        let id = self.only_source(site)?;
        let (seats, source) = (self.sure_set(site.seats)?.function(), self.sure_set(id)?.function());
        let alone = site.kind == SiteKind::Alone;
        let memory = usize::from(site.memory);
        // All who choose act: there is nothing to settle.
        let settled = self.program.code.get(pc as usize + 1) == Some(&Op::Settle { site: number });
        let next = if settled { pc + 2 } else { pc + 1 };
        Some(step(move |e| {
            if e.scratch.dice.is_none() {
                return e.plainly(pc);
            }
            e.afresh();
            let mut left = seats.call(e);
            let (memory, caller, mut all) = (e.locals + memory, e.me, 0u32);
            while let Some(seat) = left.take_first() {
                e.me = i32::from(seat);
                let members = source.call(e);
                e.me = caller;
                if !e.is_well() {
                    return e.plainly(pc);
                }
                let place = if alone { 0 } else { seat as usize };
                let part = memory + SITE_WORDS as usize + place * PART;
                let part = e.state.nums_mut(part, PART);
                if members.is_empty() {
                    part.fill(0);
                    continue;
                }
                let Some(member) = e.chosen_member(seat, members) else { return e.plainly(pc) };
                let part = memory + SITE_WORDS as usize + place * PART;
                e.state.nums_mut(part, PART).copy_from_slice(&[1, 1, i32::from(member)]);
                all |= 1 << seat;
            }
            if !e.is_well() || all == 0 {
                return e.plainly(pc);
            }
            e.scratch.fuel = FUEL;
            e.state.set_num(memory + ASKED, all as i32);
            e.state.set_num(memory + LEFT, 0);
            e.state.set_num(memory + TO_RUN, if settled { all as i32 } else { 0 });
            next
        }))
    }

    /// The source of the only parameter of the only action, which everybody may take whose turn it is, and nobody may pass.
    fn only_source(&self, site: &Site) -> Option<SetId> {
        let [entry] = site.menu.as_slice() else { return None };
        let action = &self.program.actions[entry.action as usize];
        let open = !site.may && !site.repeats && site.seat_words as usize == PART;
        let free = action.needs.is_empty() && action.optional.is_none() && entry.once.is_none();
        match action.parameters.as_slice() {
            [Parameter { domain: Domain::Set(set), .. }] if open && free && action.parameters[0].is_plain() => {
                Some(*set)
            }
            _ => None,
        }
    }

    pub(super) fn next_choice(&mut self, pc: Pc, site: u32, done: Pc) -> Option<Step> {
        let site = &self.program.sites[site as usize];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return None;
        }
        let bodies: Vec<Option<Body>> = site.menu.iter().map(|entry| self.body(entry.action)).collect();
        let (memory, part_words) = (usize::from(site.memory), usize::from(site.seat_words));
        let alone = site.kind == SiteKind::Alone;
        Some(step(move |e| {
            let memory = e.locals + memory;
            let left = e.state.num(memory + TO_RUN) as u32;
            if left == 0 {
                return done;
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
            if body.is_leaf {
                return e.run_leaf(body, part, me, pc);
            }
            if e.push(body.unit, pc, me, e.active).is_err() {
                e.state.set_num(memory + TO_RUN, left as i32);
                return e.plainly(pc);
            }
            e.pass_values(body, part);
            body.start
        }))
    }

    /// `None`: values that the caller gives are left to the machine.
    fn body(&self, action: u16) -> Option<Body> {
        let action = &self.program.actions[action as usize];
        let unit = action.unit?;
        let info = &self.program.units[unit as usize];
        let mut values = Vec::new();
        for (i, (parameter, &(local, carrier))) in action.parameters.iter().zip(&info.parameters).enumerate() {
            if matches!(parameter.domain, Domain::Given(..)) {
                return None;
            }
            let from = value_at(action, 0, i);
            values.extend((0..usize::from(carrier.words())).map(|word| (from + word, local as usize + word)));
        }
        Some(Body { unit, start: info.start, words: info.words, is_leaf: self.is_leaf(info.start), values })
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

/// Words of a seat's part where one member is chosen.
const PART: usize = SEAT_WORDS as usize + 1;
