//! What comes of a choice: the bodies of actions, and steps that run them.

use super::asking::Memory;
use super::moving::MovesChosen;
use super::{PLAINLY, Ran, Step, UNIT_ENDS, step};
use crate::program::Domain;
use crate::program::code::{Needs, Op, Pc, Settlement, Site, SiteKind};
use crate::program::ids::{SiteId, UnitId};
use crate::tabletop::ids::ActionId;
use crate::value::Narrow;
use crate::vm::ask::{TO_RUN, value_at};
use crate::vm::compiled::Compiler;
use crate::vm::compiled::members::Members;
use crate::vm::eval::Eval;
use crate::vm::frame::HEADER;

/// What comes of a choice of one of a menu's actions.
pub(super) enum Doing {
    Nothing,
    Runs(Body),
    /// Something that is left to the machine.
    Unknown,
}

/// The unit to run, and its parameters' places, in the seat's part and in the unit's frame.
pub(super) struct Body {
    unit: UnitId,
    pub words: u16,
    first: Step,
    /// Whether it runs straight to its end: whether it asks nobody and calls nothing. It then needs
    /// no frame.
    pub leaf: bool,
    values: Vec<(usize, usize)>,
    /// The whole of it, where it is only a movement of the card that was chosen.
    pub moves: Option<MovesChosen>,
}

impl Eval<'_> {
    /// Runs a body that needs no frame, once its values have been passed. False: the rest is left
    /// to the machine, which is to give it the frame.
    #[inline(always)]
    fn run_leaf(&mut self, body: &Body, me: i32, pass: impl FnOnce(&mut Self)) -> bool {
        let (caller, top) = (self.me, self.state.control.top.to_usize());
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
        while let Some(step) = self.compiled.and_then(|compiled| compiled.step(self.me, pc)) {
            pc = step.call(self);
        }
        pc
    }

    /// Leaves the rest of a body to the machine, which needs the frame.
    #[cold]
    fn give_frame(&mut self, unit: UnitId, me: i32, back: Pc) -> Pc {
        let pc = self.state.control.pc;
        let pushed = self.push(unit, back, me, self.active);
        debug_assert!(pushed.is_ok(), "there was room");
        self.state.control.pc = pc;
        PLAINLY
    }

    /// Runs what comes of a choice. `chosen`: the only value that was chosen, or where the machine
    /// has entered what was; `others`: writes down what others chose, before the body gets a frame.
    #[inline(always)]
    pub(super) fn run_choice(
        &mut self,
        body: &Body,
        me: i32,
        back: Pc,
        chosen: Chosen,
        others: impl FnOnce(&mut Self),
    ) -> Ran {
        if !self.has_room(body.words) {
            return Ran::NotAtAll;
        }
        if let Some(moves) = &body.moves
            && let Some(card) = self.only_value(body, chosen)
            && moves.run(self, card)
        {
            return Ran::ToItsEnd;
        }
        let pass = |e: &mut Self| e.pass(body, chosen);
        if body.leaf {
            if self.run_leaf(body, me, pass) {
                return Ran::ToItsEnd;
            }
            others(self);
            return Ran::Until(self.give_frame(body.unit, me, back));
        }
        others(self);
        self.run_unit((body.unit, body.words), back, me, |e| {
            pass(e);
            body.first.call(e)
        })
    }

    /// Passes to a body what was chosen, once it has its locals.
    #[inline(always)]
    fn pass(&mut self, body: &Body, chosen: Chosen) {
        match chosen {
            Chosen::Only(value) => {
                if let (Some(value), Some(&(_, to))) = (value, body.values.first()) {
                    self.state.set_num(self.locals + to, value);
                }
            }
            Chosen::Entered(part) => {
                for &(from, to) in &body.values {
                    let value = self.state.num(part + from);
                    self.state.set_num(self.locals + to, value);
                }
            }
        }
    }

    /// The only value that was chosen.
    #[inline(always)]
    fn only_value(&self, body: &Body, chosen: Chosen) -> Option<i32> {
        match chosen {
            Chosen::Only(value) => value,
            Chosen::Entered(part) => {
                body.values.first().map(|(from, _)| self.state.num(part + from))
            }
        }
    }
}

/// What was chosen with an action.
#[derive(Clone, Copy)]
pub(super) enum Chosen {
    /// One value at most.
    Only(Option<i32>),
    /// What is entered in a seat's part, which begins here.
    Entered(usize),
}

impl<M: Members> Compiler<'_, M> {
    pub(super) fn next_choice(&mut self, pc: Pc, site: SiteId, done: Pc) -> Option<Step> {
        let site = &self.program.sites[site];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return None;
        }
        let doings = self.for_each_asked(|compiler| Some(compiler.doings(site)))?;
        let memory = Memory::of(site);
        let done = self.jump(pc, done);
        Some(step(move |e| {
            loop {
                let to_run = e.locals + memory.at + TO_RUN;
                let left = e.state.num(to_run).cast_unsigned();
                if left == 0 {
                    return done.call(e);
                }
                let seat = left.trailing_zeros().to_u8();
                let (me, part) = (i32::from(seat), e.locals + memory.part(seat));
                let entry = usize::try_from(e.state.num(part) - 1).ok();
                let doings = doings.get(usize::from(seat)).or(doings.first());
                let body = match doings.zip(entry).and_then(|(doings, entry)| doings.get(entry)) {
                    Some(Doing::Runs(body)) => Some(body),
                    Some(Doing::Nothing) => None,
                    Some(Doing::Unknown) | None => return e.plainly(pc),
                };
                e.state.set_num(to_run, (left & (left - 1)).cast_signed());
                let Some(body) = body else { continue };
                match e.run_choice(body, me, pc, Chosen::Entered(part), |_| ()) {
                    Ran::ToItsEnd => {}
                    Ran::Until(to) => return to,
                    Ran::NotAtAll => {
                        e.state.set_num(to_run, left.cast_signed());
                        return e.plainly(pc);
                    }
                }
            }
        }))
    }

    /// What comes of each of a menu's actions, for whom closures are being made.
    pub(super) fn doings(&mut self, site: &Site) -> Vec<Doing> {
        site.menu.iter().map(|entry| self.doing(entry.action)).collect()
    }

    /// Unknown: values that the caller gives are left to the machine.
    fn doing(&mut self, action: ActionId) -> Doing {
        let action = &self.program.actions[action];
        let Some(unit) = action.unit else { return Doing::Nothing };
        let info = &self.program.units[unit];
        let mut values = Vec::new();
        for (i, (parameter, &(local, carrier))) in
            action.parameters.iter().zip(&info.parameters).enumerate()
        {
            if matches!(parameter.domain, Domain::Given(..)) {
                return Doing::Unknown;
            }
            let from = value_at(action, 0, i);
            values.extend(
                (0..usize::from(carrier.words())).map(|word| (from + word, local.index() + word)),
            );
        }
        self.make_unit(unit);
        let leaf = self.is_leaf(info.start);
        let first = self.onward(info.start);
        let moves = match *info.parameters.as_slice() {
            [(local, _)] => self.moves_chosen(info.start, local),
            _ => None,
        };
        Doing::Runs(Body { unit, words: info.words, first, leaf, values, moves })
    }

    /// Whether code runs to the first return behind it without anything that needs a frame of its
    /// own.
    fn is_leaf(&self, start: Pc) -> bool {
        let rest = &self.program.code.as_slice()[start.index()..];
        let Some(end) = rest.iter().position(|op| *op == Op::Return) else { return false };
        let within = start..=Pc::new(start.index() + end);
        rest[..end].iter().all(|&(mut op)| {
            op.needs() == Needs::NoFrame
                && self.program.run_by(op).is_empty()
                && op.target_mut().is_none_or(|to| within.contains(to))
        })
    }
}
