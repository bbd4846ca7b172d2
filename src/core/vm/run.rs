//! Runs the flow until somebody has to choose, the game is over, or the rules fail.

use super::eval::{Eval, Evaluated, Scratch};
use super::events::{Event, Trace};
use super::fault::{Fault, FaultKind};
use super::frame::{ACTIVE, HEADER, UNIT, store_list};
use super::generator::Generator;
use super::host::Host;
use super::routines::{Quick, Routines};
use super::state::{Over, State};
use crate::program::code::{Argument, CallSite, EndingKind, Op, Pc};
use crate::program::ids::{CallId, EndingId, UnitId};
use crate::program::terms::{Local, NumId};
use crate::program::{Program, WATCH_WORDS};
use crate::tabletop::ids::{PhaseId, SentenceId};
use crate::value::{NONE, Narrow, Seat, SeatSet, TeamId};

/// Why a run came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The seats that have to choose.
    Decide(SeatSet),
    Over,
}

/// Stands for no place in the code: the operation has set where the game goes on itself, or has
/// stopped it.
pub(super) const THERE: Pc = Pc::from_number(u32::MAX);

/// A state, and what is needed to move it on.
pub(crate) struct Machine<'a, T: Trace> {
    /// What works out terms, in the running frame: it knows the program and the state.
    pub(super) eval: Eval<'a>,
    /// What playouts that nobody looks into run in; `None`: instructions one after the other.
    quick: Option<&'a Quick>,
    pub(crate) trace: &'a mut T,
    /// Whether knowledge is kept. Playouts that nobody observes do without.
    pub(crate) knowing: bool,
}

impl<'a, T: Trace> Machine<'a, T> {
    #[inline]
    pub(crate) fn new(
        program: &'a Program,
        quick: Option<&'a Quick>,
        state: &'a mut State,
        scratch: &'a mut Scratch,
        host: &'a dyn Host,
        trace: &'a mut T,
        knowing: bool,
    ) -> Self {
        let routines = quick.filter(|_| !T::COVERS).and_then(Quick::routines);
        let eval =
            Eval { program, state, scratch, host, routines, me: NONE, active: NONE, locals: 0 };
        let mut machine = Machine { eval, quick, trace, knowing };
        machine.eval.load_frame();
        machine
    }

    /// Begins the game: the frame of the phase `game`, and nothing run yet.
    pub(crate) fn begin(&mut self) -> Result<(), Fault> {
        let m = &self.eval.program.memory;
        self.eval.state.control.top = m.stack.to_u32();
        self.eval.state.control.frame = m.stack.to_u32();
        self.eval.scratch.fuel = self.eval.program.fuel;
        self.eval
            .push(self.eval.program.start, Pc::NOWHERE, NONE, NONE)
            .map_err(|kind| self.fault(kind))
    }

    /// Runs to the next stop. At a fault the state is as it was before the statement that failed,
    /// but for what a `split` had moved when there was no more room, and what watches had done
    /// before one of them failed.
    pub(crate) fn run(&mut self) -> Result<Stop, Fault> {
        self.eval.scratch.fuel = self.eval.program.fuel;
        self.eval.scratch.draws.clear();
        self.eval.scratch.scored = false;
        let result = self.run_on();
        result.map_err(|kind| self.fault(kind))
    }

    fn fault(&self, kind: FaultKind) -> Fault {
        Fault {
            kind,
            span: self
                .eval
                .program
                .spans
                .get(self.eval.state.control.pc)
                .copied()
                .unwrap_or_default(),
        }
    }

    #[inline]
    fn run_on(&mut self) -> Evaluated<Stop> {
        // Where nobody looks, units run in routines.
        let quick = self.quick.filter(|_| !self.knowing && !T::TELLS && !T::COVERS);
        let mut instructions = 0;
        let stop = self.run_with(quick.and_then(Quick::routines), &mut instructions);
        if let Some(quick) = quick {
            quick.worked(self.eval.program, instructions);
        }
        stop
    }

    #[inline]
    fn run_with(&mut self, routines: Option<&Routines>, instructions: &mut u64) -> Evaluated<Stop> {
        loop {
            if !self.eval.state.control.pending.is_empty() {
                return Ok(Stop::Decide(self.eval.state.control.pending));
            }
            if let Some(routines) = routines {
                self.eval.run_routines(routines);
                if let Some(kind) = self.eval.scratch.fault.take() {
                    return Err(kind);
                }
            }
            if self.eval.state.control.over.is_some() {
                return Ok(Stop::Over);
            }
            self.steps(routines, instructions)?;
        }
    }

    /// Does instructions one after the other, up to one that stops the game or leads elsewhere, or
    /// to where a routine is entered.
    #[inline(never)]
    fn steps(&mut self, routines: Option<&Routines>, instructions: &mut u64) -> Evaluated<()> {
        // An instruction that says where to go on has stopped nothing. The program counter moves
        // on only when it succeeds.
        let mut pc = self.eval.state.control.pc;
        while pc != THERE {
            self.eval.state.control.pc = pc;
            if T::COVERS {
                self.trace.runs(pc);
            }
            *instructions += 1;
            pc = self.instruction(self.eval.program.code[pc], pc)?;
            if T::TELLS {
                self.tell_draws();
            } else if !self.eval.scratch.draws.is_empty() {
                self.eval.scratch.draws.clear();
            }
            if pc != THERE && routines.is_some_and(|routines| routines.is_entered(pc)) {
                self.eval.state.control.pc = pc;
                break;
            }
        }
        Ok(())
    }

    /// Every way back costs fuel, and so does every call: no other code runs without end.
    #[inline]
    fn spend(&mut self) -> Evaluated<()> {
        self.eval.scratch.fuel -= 1;
        if self.eval.scratch.fuel < 0 || self.trace.is_full() {
            Err(FaultKind::OutOfFuel)
        } else {
            Ok(())
        }
    }

    pub(super) fn jump(&mut self, from: Pc, to: Pc) -> Evaluated<Pc> {
        if to <= from {
            self.spend()?;
        }
        Ok(to)
    }

    /// Does what an instruction says; where to go next, or [`THERE`].
    #[inline]
    fn instruction(&mut self, op: Op, pc: Pc) -> Evaluated<Pc> {
        match op {
            Op::Jump(to) => return self.jump(pc, to),
            Op::JumpUnless { test, to } => {
                return if self.eval().test(test)? { Ok(pc.next()) } else { self.jump(pc, to) };
            }
            Op::Call { call } => return self.call(call, pc.next()),
            Op::Return => {
                self.eval.pop();
                return Ok(THERE);
            }
            Op::Answer { value } => self.eval.state.control.answer = self.eval().num(value)?,
            Op::EnterPhase { phase } => self.enter_phase(phase),
            Op::EndPhase { phase, reason } => return self.end_phase(phase, reason),
            Op::EndGame { end } => {
                self.end_game(end)?;
                return Ok(THERE);
            }

            Op::SetLocal { local, value } => {
                let value = self.eval().num(value)?;
                self.eval.set_local(local, value);
            }
            Op::SetLocalSet { local, value } => {
                let value = self.eval().set(value)?;
                let at = self.eval.local(local);
                self.eval.store_set(at, &value);
            }
            Op::SetLocalList { local, value } => {
                let value = self.eval().list(value)?;
                let at = self.eval.local(local);
                store_list(self.eval.state, at, value.as_slice())?;
            }
            Op::TakeAnswer { local } => {
                let answer = std::mem::replace(&mut self.eval.state.control.answer, NONE);
                self.eval.set_local(local, answer);
            }

            Op::NextMember { set, member, done } => {
                return Ok(if self.eval.next_member(set, member) { pc.next() } else { done });
            }
            Op::NextSeat { set, from, as_me, done } => {
                if !self.eval.next_in_seat_order(set, from) {
                    return Ok(done);
                }
                if as_me {
                    self.eval.set_me(from);
                }
            }
            Op::NextNumber { member, last, done } => {
                return Ok(if self.next_number(member, last)? { pc.next() } else { done });
            }
            Op::NextWord { list, cursor, member, done } => {
                return Ok(self.next_word(list, cursor, member, done, pc));
            }
            Op::SetMe { local, somebody } => {
                if somebody && self.eval.get_local(local) == NONE {
                    return Err(FaultKind::Nobody);
                }
                self.eval.set_me(local);
            }
            Op::SetTurn { local } => {
                self.eval.set_me(local);
                self.set_active(self.eval.me);
            }
            Op::SetActive { value } => {
                let seat = self.eval().num(value)?;
                self.set_active(seat);
            }
            Op::Advance { local } => {
                let seat = self.eval.get_local(local);
                let next = self.eval().next_seat(seat, true)?;
                self.eval.set_local(local, next);
            }

            Op::Draw { movement } => return self.do_draw(movement, pc),
            Op::Change(change) => self.change(change)?,
            Op::Ask { site } => return self.ask(site, pc),
            Op::Settle { site } => self.settle(site)?,
            Op::NextChoice { site, done } => return self.next_choice(site, done, pc),
            Op::Watch => return self.try_watches(pc),
        }
        Ok(pc.next())
    }

    /// Makes a seat the one whose turn it is.
    #[inline(always)]
    fn set_active(&mut self, seat: i32) {
        self.eval.active = seat;
        self.eval.state.set_num(self.eval.frame() + ACTIVE, seat);
    }

    /// Goes on to the next number of a loop, if there is one.
    #[inline(always)]
    fn next_number(&mut self, member: Local, last: Local) -> Evaluated<bool> {
        let next = self.eval.get_local(member).checked_add(1).ok_or(FaultKind::Overflow)?;
        let is_one = next <= self.eval.get_local(last);
        if is_one {
            self.eval.set_local(member, next);
        }
        Ok(is_one)
    }

    /// Ready for another evaluation: what the last one found out is forgotten.
    #[inline]
    pub(super) fn eval(&mut self) -> &mut Eval<'a> {
        self.eval.scratch.found = None;
        &mut self.eval
    }

    pub(super) fn generator(&mut self) -> &mut Generator {
        &mut self.eval.state.generator
    }

    pub(super) fn me(&self) -> Option<Seat> {
        Seat::from_word(self.eval.me)
    }

    fn tell_draws(&mut self) {
        if self.eval.scratch.draws.is_empty() {
            return;
        }
        for draw in self.eval.scratch.draws.drain(..) {
            if T::TELLS {
                self.trace.tell(draw);
            }
        }
    }

    /// Draws are told before what comes of them.
    pub(super) fn tell(&mut self, event: impl FnOnce(&Self) -> Event) {
        if T::TELLS {
            self.tell_draws();
            let event = event(self);
            self.trace.tell(event);
        }
    }

    // ---------------------------------------------------------------------------------------------
    // frames

    #[inline(never)]
    fn call(&mut self, call: CallId, back: Pc) -> Evaluated<Pc> {
        if self.trace.is_full() {
            return Err(FaultKind::OutOfFuel);
        }
        let program = self.eval.program;
        let site = &program.calls[call];
        let me = match site.by {
            Some(by) => match self.eval().num(by)? {
                NONE => return Err(FaultKind::Nobody),
                me => me,
            },
            None => self.eval.me,
        };
        self.call_unit(site, back, me)?;
        Ok(THERE)
    }

    /// Evaluates the arguments in the caller's frame into the callee's, before `me` changes.
    fn call_unit(&mut self, site: &CallSite, back: Pc, me: i32) -> Evaluated<()> {
        let unit = &self.eval.program.units[site.unit];
        let base = self.eval.state.control.top.to_usize() + HEADER;
        if !self.eval.has_room(unit.words) {
            return Err(FaultKind::TooDeep);
        }
        for (argument, (local, _)) in site.arguments.iter().zip(&unit.parameters) {
            if let Err(fault) = self.pass(*argument, base + local.index()) {
                // What was passed before must not tell states apart that are the same.
                self.eval.state.clear_nums(base, usize::from(unit.words));
                return Err(fault);
            }
        }
        self.eval.push(site.unit, back, me, self.eval.active)
    }

    pub(super) fn pass(&mut self, argument: Argument, at: usize) -> Evaluated<()> {
        match argument {
            Argument::Num(value) => {
                let value = self.eval().num(value)?;
                self.eval.state.set_num(at, value);
            }
            Argument::Set(value) => {
                let value = self.eval().set(value)?;
                self.eval.store_set(at, &value);
            }
            Argument::List(value) => {
                let value = self.eval().list(value)?;
                store_list(self.eval.state, at, value.as_slice())?;
            }
        }
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------
    // phases

    fn enter_phase(&mut self, phase: PhaseId) {
        let program = self.eval.program;
        let info = &program.phases[phase];
        let number = self.eval.state.num(info.number_at.to_usize()) + 1;
        self.eval.state.set_num(info.number_at.to_usize(), number);
        for &child in &info.children {
            self.eval.state.set_num(program.phases[child].number_at.to_usize(), 0);
        }
        for &variable in &info.resets {
            self.eval.state.reset_variable(&program.variables[variable]);
        }
        if !program.watches.is_empty() {
            self.arm_watches(phase);
        }
        self.eval.scratch.enters(phase);
        self.tell(|_| Event::Phase { phase, number });
    }

    /// The watches of a phase have not held yet.
    fn arm_watches(&mut self, phase: PhaseId) {
        for watch in self.eval.program.watches.iter().filter(|watch| watch.phase == Some(phase)) {
            self.eval.state.nums_mut(watch.at.to_usize(), WATCH_WORDS.into()).fill(0);
        }
    }

    #[inline(never)]
    fn end_phase(&mut self, phase: PhaseId, reason: Option<SentenceId>) -> Evaluated<Pc> {
        if !self.eval.runs(phase) {
            return Err(FaultKind::PhaseNotRunning);
        }
        self.tell(|_| Event::EndPhase { phase, reason });
        loop {
            let unit = self.eval.state.num(self.eval.frame() + UNIT).to_usize();
            self.eval.pop();
            if self.eval.program.units[UnitId::new(unit)].phase == Some(phase) {
                return Ok(THERE);
            }
        }
    }

    #[inline(never)]
    fn end_game(&mut self, end: EndingId) -> Evaluated<()> {
        let program = self.eval.program;
        let ending = &program.endings[end];
        let all = SeatSet::first(program.seats);
        let winners = match ending.outcome {
            EndingKind::Won { .. } if program.cooperative => Some(all),
            EndingKind::Won { by } => Some(self.side_of(by)?),
            EndingKind::Lost { .. } if program.cooperative => Some(SeatSet::EMPTY),
            EndingKind::Lost { by: Some(by) } => Some(all - self.side_of(by)?),
            EndingKind::Lost { by: None } => Some(match self.me() {
                Some(me) => all - program.seats_of_team(program.team(me)),
                None => SeatSet::EMPTY,
            }),
            EndingKind::Drawn => Some(SeatSet::EMPTY),
            EndingKind::Counted => None,
        };
        self.eval.state.control.over = Some(Over { winners, reason: ending.reason });
        self.eval.clear_locals();
        Ok(())
    }

    fn side_of(&mut self, by: NumId) -> Evaluated<SeatSet> {
        let seat = Seat::from_word(self.eval().num(by)?).ok_or(FaultKind::Nobody)?;
        Ok(self.eval.program.seats_of_team(self.eval.program.team(seat)))
    }

    // ---------------------------------------------------------------------------------------------
    // loops

    fn next_word(&mut self, list: Local, cursor: Local, into: Local, done: Pc, pc: Pc) -> Pc {
        let at = self.eval.local(list);
        let position = self.eval.get_local(cursor).to_usize();
        let Some(&word) = self.eval().stored_list(at).as_slice().get(position) else { return done };
        self.eval.set_local(into, word);
        self.eval.set_local(cursor, position.to_i32() + 1);
        pc.next()
    }

    // ---------------------------------------------------------------------------------------------
    // watches

    /// Runs the first watch that has become true; it comes back here for the others.
    #[inline(never)]
    fn try_watches(&mut self, pc: Pc) -> Evaluated<Pc> {
        let program = self.eval.program;
        for watch in &program.watches {
            if watch.phase.is_some_and(|phase| !self.eval.runs(phase)) {
                continue;
            }
            let Some(each) = watch.each else {
                if self.becomes_true(watch, 0, self.eval.me)? {
                    self.eval.push(watch.unit, pc, self.eval.me, self.eval.active)?;
                    return Ok(THERE);
                }
                continue;
            };
            for (owner, me) in self.watch_order(each)? {
                if self.becomes_true(watch, owner, me.word())? {
                    self.eval.push(watch.unit, pc, me.word(), self.eval.active)?;
                    return Ok(THERE);
                }
            }
        }
        Ok(pc.next())
    }

    fn becomes_true(
        &mut self,
        watch: &crate::program::Watch,
        owner: usize,
        me: i32,
    ) -> Evaluated<bool> {
        let holds = self.keeping_me(|eval| {
            eval.me = me;
            eval.test(watch.test)
        })?;
        let at = watch.at.to_usize() + owner;
        let held = self.eval.state.num(at) == 1;
        self.eval.state.set_num(at, i32::from(holds));
        Ok(holds && !held)
    }

    /// The owners in their order from a seat on, each with the seat that is `me` for it.
    fn watch_order(&mut self, each: crate::program::WatchEach) -> Evaluated<Vec<(usize, Seat)>> {
        let program = self.eval.program;
        let from = match each.from {
            Some(from) => self.eval().num(from)?.max(0).to_u8(),
            None => 0,
        };
        let order = |first: u8, count: u8| (0..count).map(move |i| (first + i) % count);
        Ok(if each.teams {
            let first = program.team(Seat::from_number(from.min(program.seats - 1)));
            let teams = order(first.number(), program.teams).map(TeamId::from_number);
            teams.map(|team| (team.index(), program.captain(team))).collect()
        } else {
            order(from, program.seats).map(Seat::from_number).map(|s| (s.index(), s)).collect()
        })
    }
}
