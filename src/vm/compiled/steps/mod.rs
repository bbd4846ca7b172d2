//! Instructions as closures, for games that nobody looks into: no knowledge is kept, nothing is
//! told, and dice may answer for the seats. What an instruction means is said by the machine that
//! runs it plainly; a step does the same, or leaves it to the machine. It does so before it changes
//! anything, so that what fails plainly fails as it should.

mod asking;
mod choosing;
mod doing;
mod laying;
mod looping;
mod moving;

use super::acting::{Acting, ByActor};
use super::members::Members;
use super::{Code, Compiler, NumCode, SetCode, TestCode, TestFn, with_num, with_set};
use crate::program::code::{Argument, Op, Pc};
use crate::program::ids::{CallId, UnitId};
use crate::program::terms::{Local, NumId, SetId, Test, TestId};
use crate::tabletop::ids::{IdVec, PhaseId, VariableId};
use crate::value::{NONE, Narrow, Seat, added};
use crate::vm::eval::Eval;
use crate::vm::frame::{ACTIVE, HEADER, ME};
use crate::vm::run::THERE;

/// Does what an instruction says, and what those behind it say as far as they follow in the code;
/// says where to go on.
pub(in crate::vm) type Step = Code<Pc>;

/// Not a place in the code: the machine has to run the instruction that the state's program counter
/// says.
pub(in crate::vm) const PLAINLY: Pc = Pc::from_number(u32::MAX - 1);

/// Not a place in the code: a unit has come to its end that a step ran, which goes on itself.
const UNIT_ENDS: Pc = Pc::from_number(u32::MAX - 2);

/// Steps that follow each other are called each by the one before: so many at most, for the sake of
/// the machine's own stack.
const LONGEST_CHAIN: u8 = 64;

/// How far a unit ran.
enum Ran {
    ToItsEnd,
    /// The game goes on at another place, with the unit's frame or without.
    Until(Pc),
    /// There was no room for its frame, or no fuel.
    NotAtAll,
}

fn step(does: impl Fn(&mut Eval<'_>) -> Pc + Send + Sync + 'static) -> Step {
    Code::new(does)
}

impl Eval<'_> {
    /// Leaves an instruction to the machine; what a closure found amiss is found again there.
    #[cold]
    fn plainly(&mut self, pc: Pc) -> Pc {
        self.scratch.trouble = None;
        self.state.control.pc = pc;
        PLAINLY
    }

    /// Ready for another evaluation: nothing is remembered of the last one.
    #[inline]
    fn afresh(&mut self) {
        self.scratch.stamp += 1;
    }

    /// Runs a unit in a frame of its own, for which there is room, and at whose end the caller goes
    /// on at `back`.
    #[inline(always)]
    fn run_unit(
        &mut self,
        (unit, words): (UnitId, u16),
        back: Pc,
        me: i32,
        body: impl FnOnce(&mut Self) -> Pc,
    ) -> Ran {
        self.scratch.fuel -= 1;
        if self.scratch.fuel < 0 {
            return Ran::NotAtAll;
        }
        let (frame, top) = (self.state.control.frame, self.state.control.top);
        let (caller, active, locals, nested) = (self.me, self.active, self.locals, self.nested);
        let (start, used) = (top.to_usize(), HEADER + usize::from(words));
        let header = [frame.cast_signed(), back.word(), unit.word(), me, active];
        self.state.nums_mut(start, HEADER).copy_from_slice(&header);
        self.state.control.frame = top;
        self.state.control.top = top + used.to_u32();
        (self.me, self.locals, self.nested) = (me, start + HEADER, start + HEADER);
        let to = body(self);
        self.nested = nested;
        if to != UNIT_ENDS {
            return Ran::Until(to);
        }
        // What a frame leaves behind must not tell states apart that are the same.
        self.state.clear_nums(start, used);
        (self.state.control.frame, self.state.control.top) = (frame, top);
        (self.me, self.active, self.locals) = (caller, active, locals);
        Ran::ToItsEnd
    }

    #[inline]
    pub(in crate::vm::compiled) fn is_well(&self) -> bool {
        self.scratch.trouble.is_none()
    }

    /// Goes back in the code, which costs fuel.
    #[inline]
    fn back(&mut self, pc: Pc, to: Pc) -> Pc {
        self.scratch.fuel -= 1;
        if self.scratch.fuel < 0 { self.plainly(pc) } else { to }
    }
}

impl<M: Members> Compiler<'_, M> {
    /// A step for each instruction, for each who can act.
    pub(super) fn steps(&mut self) -> Vec<IdVec<Pc, Step>> {
        for unit in 0..self.program.units.len() {
            self.make_unit(UnitId::new(unit));
        }
        self.make(0..self.program.code.len());
        let tables = self.made.drain(..);
        tables.map(|table| table.into_iter().flatten().map(|(step, _)| step).collect()).collect()
    }

    /// Makes the steps of a unit, if they are not made or being made already.
    fn make_unit(&mut self, unit: UnitId) {
        let (end, is_begun) = &mut self.units[unit];
        if !std::mem::replace(is_begun, true) {
            let code = self.program.units[unit].start.index()..end.index();
            self.make(code);
        }
    }

    /// Steps for these instructions, the last one first: each goes on with those behind it.
    fn make(&mut self, code: std::ops::Range<usize>) {
        for pc in code.rev().map(Pc::new) {
            for table in 0..self.actors.len() {
                if self.made[table][pc].is_some() {
                    continue;
                }
                let outer = std::mem::take(&mut self.longest);
                let made = self
                    .acting(self.actors[table], |compiler| compiler.step(pc))
                    .unwrap_or_else(|| {
                        step(move |e| {
                            e.state.control.pc = pc;
                            PLAINLY
                        })
                    });
                self.made[table][pc] = Some((made, self.longest + 1));
                self.longest = outer;
            }
        }
    }

    /// Goes on further down in the code with the same seat: at once, where the chain does not get
    /// too long.
    fn onward(&mut self, to: Pc) -> Step {
        self.onward_as(self.acting, to)
    }

    fn onward_as(&mut self, acting: Acting, to: Pc) -> Step {
        match self.step_of(acting, to) {
            Some((next, length)) if *length < LONGEST_CHAIN => {
                let (next, length) = (next.clone(), *length);
                self.longest = self.longest.max(length);
                next
            }
            Some(_) | None => step(move |_| to),
        }
    }

    /// This seat, where steps are made for each.
    fn seat(&self, seat: Seat) -> Acting {
        let seat = Acting::Seat(seat);
        if self.actors.contains(&seat) { seat } else { Acting::Anyone }
    }

    /// The step that was made of an instruction for somebody, if it was.
    fn step_of(&self, acting: Acting, pc: Pc) -> Option<&(Step, u8)> {
        let table = self.actors.iter().position(|&actor| actor == acting)?;
        self.made[table].get(pc)?.as_ref()
    }

    /// Goes on further down in the code with whoever then acts.
    fn onward_by_actor(&mut self, to: Pc) -> ByActor {
        ByActor(self.actors.clone().into_iter().map(|acting| self.onward_as(acting, to)).collect())
    }

    /// Goes on anywhere in the code.
    fn jump(&mut self, pc: Pc, to: Pc) -> Step {
        if to <= pc { step(move |e| e.back(pc, to)) } else { self.onward(to) }
    }

    fn jump_by_actor(&mut self, pc: Pc, to: Pc) -> ByActor {
        if to <= pc {
            ByActor([step(move |e| e.back(pc, to))].into())
        } else {
            self.onward_by_actor(to)
        }
    }

    /// `None`: left to the machine.
    fn step(&mut self, pc: Pc) -> Option<Step> {
        let next = self.onward(pc.next());
        Some(match self.program.code[pc] {
            Op::Jump(to) => self.jump(pc, to),
            Op::JumpUnless { test, to } => {
                let (mut next, mut other, mut test) = (next, self.jump(pc, to), test);
                while let Test::Not(contrary) = self.program.terms.tests[test] {
                    test = contrary;
                    std::mem::swap(&mut next, &mut other);
                }
                let test = match self.sure_test(test)? {
                    TestCode::Const(holds) => return Some(if holds { next } else { other }),
                    TestCode::Between(range) => {
                        return Some(step(move |e| {
                            if range.holds(e) { next.call(e) } else { other.call(e) }
                        }));
                    }
                    TestCode::Fn(test) => test,
                };
                step(move |e| {
                    e.afresh();
                    let holds = test.call(e);
                    match (e.is_well(), holds) {
                        (false, _) => e.plainly(pc),
                        (true, true) => next.call(e),
                        (true, false) => other.call(e),
                    }
                })
            }
            Op::Call { call } => return self.call(pc, call),
            Op::Return => step(|e| {
                if e.locals == e.nested {
                    return UNIT_ENDS;
                }
                let back = e.pop();
                if e.state.control.over.is_some() { THERE } else { back }
            }),
            Op::Answer { value } => with_num!(self.sure_num(value)?, value => step(move |e| {
                e.afresh();
                let value = value(e);
                if !e.is_well() {
                    return e.plainly(pc);
                }
                e.state.control.answer = value;
                next.call(e)
            })),
            Op::TakeAnswer { local } => step(move |e| {
                let answer = std::mem::replace(&mut e.state.control.answer, NONE);
                e.set_local(local, answer);
                next.call(e)
            }),
            Op::EnterPhase { phase } => return self.enter_phase(pc, phase),

            Op::SetLocal { local, value } => match self.sure_num(value)? {
                value if value.is_safe() => step(move |e| {
                    let value = value.read::<M>(e);
                    e.set_local(local, value);
                    next.call(e)
                }),
                value => with_num!(value, value => step(move |e| {
                    e.afresh();
                    let value = value(e);
                    if !e.is_well() {
                        return e.plainly(pc);
                    }
                    e.set_local(local, value);
                    next.call(e)
                })),
            },
            Op::SetLocalSet { local, value } => return self.set_local_set(pc, local, value),
            Op::NextMember { set, member, done } => self.next_member(pc, set, member, done),
            Op::NextSeat { set, from, as_me, done } => self.next_seat(pc, (set, from), as_me, done),
            Op::NextNumber { member, last, done } => self.next_number(pc, member, last, done),
            Op::SetMe { local } => {
                let next = self.onward_by_actor(pc.next());
                step(move |e| {
                    e.set_me(local);
                    next.call(e)
                })
            }
            Op::SetTurn { local } => {
                let next = self.onward_by_actor(pc.next());
                step(move |e| {
                    e.me = e.get_local(local);
                    e.active = e.me;
                    let frame = e.frame();
                    e.state.set_num(frame + ME, e.me);
                    e.state.set_num(frame + ACTIVE, e.active);
                    next.call(e)
                })
            }
            Op::SetActive { value } => with_num!(self.sure_num(value)?, value => step(move |e| {
                e.afresh();
                let active = value(e);
                if !e.is_well() {
                    return e.plainly(pc);
                }
                e.active = active;
                let frame = e.frame();
                e.state.set_num(frame + ACTIVE, active);
                next.call(e)
            })),
            Op::Advance { local } if self.program.playing.is_none() => {
                let last = i32::from(self.program.seats) - 1;
                step(move |e| {
                    let seat = match (e.get_local(local), e.state.control.backwards) {
                        (seat, _) if !(0..=last).contains(&seat) => NONE,
                        (seat, false) if seat == last => 0,
                        (seat, false) => seat + 1,
                        (0, true) => last,
                        (seat, true) => seat - 1,
                    };
                    e.set_local(local, seat);
                    next.call(e)
                })
            }
            Op::Advance { local } => step(move |e| {
                e.afresh();
                let seat = e.get_local(local);
                match e.next_seat(seat, true) {
                    Ok(seat) => e.set_local(local, seat),
                    Err(_) => return e.plainly(pc),
                }
                next.call(e)
            }),

            Op::Move { movement } => return self.moves(pc, movement),
            Op::Draw { movement } => return self.draws(pc, movement),
            Op::Shuffle { slot } => return self.shuffles(pc, slot),
            Op::Turn { cards, up } => return self.turns(pc, cards, up),
            Op::Reveal { cards, to } => {
                // Nobody keeps what is shown; it must only be there to be shown.
                let (cards, to) = (self.sure_set(cards)?.function(), self.sure_set(to)?.function());
                step(move |e| {
                    e.afresh();
                    to.call(e);
                    cards.call(e);
                    if e.is_well() { next.call(e) } else { e.plainly(pc) }
                })
            }
            Op::MarkCards { cards: things, mark, on }
            | Op::MarkSlots { slots: things, mark, on } => {
                let at = self.program.marks[mark].at.to_usize();
                with_set!(self.sure_set(things)?, things => step(move |e| {
                    e.afresh();
                    let things = things(e).bits();
                    if !e.is_well() {
                        return e.plainly(pc);
                    }
                    let marked = e.state.set_mut(at);
                    *marked = if on { *marked | things } else { *marked - things };
                    next.call(e)
                }))
            }
            Op::SetCardMark { cards: things, mark, value }
            | Op::SetSlotMark { slots: things, mark, value } => {
                self.set_marks(pc, self.program.marks[mark].at.to_usize(), things, value)?
            }
            Op::SetVariable { variable, owner, value } => {
                return self.set_variable(pc, variable, owner, value, false);
            }
            Op::AddVariable { variable, owner, value } => {
                return self.set_variable(pc, variable, owner, value, true);
            }
            Op::Ask { site } => return self.asks(pc, site),
            Op::NextChoice { site, done } => return self.next_choice(pc, site, done),

            Op::EndPhase { .. }
            | Op::EndGame { .. }
            | Op::SetLocalList { .. }
            | Op::NextWord { .. }
            | Op::ShuffleAll { .. }
            | Op::SetVariableOf { .. }
            | Op::AddVariableOf { .. }
            | Op::SetListVariable { .. }
            | Op::SwapCards { .. }
            | Op::SwapSlots { .. }
            | Op::Join { .. }
            | Op::Split { .. }
            | Op::Gather
            | Op::ReverseTurns
            | Op::Settle { .. } => return None,
            Op::Watch => return self.watches(pc),
        })
    }

    /// Goes on where no watch has become true or false; else they are left to the machine.
    fn watches(&mut self, pc: Pc) -> Option<Step> {
        struct Watched {
            phase: Option<PhaseId>,
            /// For whom it is asked, where is kept whether it held, and what is asked; once for
            /// whoever acts where nobody is named.
            of: Vec<(Option<i32>, usize, TestFn)>,
        }
        let program = self.program;
        let next = self.onward(pc.next());
        let mut watched = Vec::new();
        for watch in &program.watches {
            let owners = match watch.each {
                None => vec![None],
                Some(each) if each.teams => {
                    (0..program.teams).map(|team| Some(program.captain(team))).collect()
                }
                Some(_) => (0..program.seats).map(Some).collect(),
            };
            let mut of = Vec::new();
            for (place, owner) in owners.into_iter().enumerate() {
                let asked = owner.map_or(self.acting, |seat| self.seat(seat));
                let test =
                    self.acting(asked, |compiler| compiler.sure_test(watch.test))?.function();
                of.push((owner.map(i32::from), watch.at.to_usize() + place, test));
            }
            watched.push(Watched { phase: watch.phase, of });
        }
        Some(step(move |e| {
            let caller = e.me;
            // Watches of one phase stand together.
            let mut asked = (None, true);
            for watch in &watched {
                if watch.phase != asked.0 {
                    asked = (watch.phase, watch.phase.is_none_or(|phase| e.runs(phase)));
                }
                if !asked.1 {
                    continue;
                }
                for (me, at, test) in &watch.of {
                    e.afresh();
                    e.me = me.unwrap_or(caller);
                    let holds = test.call(e);
                    if !e.is_well() || i32::from(holds) != e.state.num(*at) {
                        e.me = caller;
                        return e.plainly(pc);
                    }
                }
            }
            e.me = caller;
            next.call(e)
        }))
    }

    // Terms that draw are left to the machine: a step that gives up must not have drawn.

    fn sure_num(&mut self, id: NumId) -> Option<NumCode> {
        (!self.sharing.draws_num(id)).then(|| self.num(id))
    }

    fn sure_set(&mut self, id: SetId) -> Option<SetCode<M>> {
        (!self.sharing.draws_set(id)).then(|| self.set(id))
    }

    fn sure_test(&mut self, id: TestId) -> Option<TestCode> {
        (!self.sharing.draws_test(id)).then(|| self.test(id))
    }

    fn enter_phase(&mut self, pc: Pc, phase: PhaseId) -> Option<Step> {
        let next = self.onward(pc.next());
        let program = self.program;
        if program.watches.iter().any(|watch| watch.phase == Some(phase)) {
            return None;
        }
        let info = &program.phases[phase];
        let number_at = info.number_at.to_usize();
        let mut resets: Vec<(usize, i32)> = Vec::new();
        resets.extend(
            info.children.iter().map(|&child| (program.phases[child].number_at.to_usize(), 0)),
        );
        for variable in info.resets.iter().map(|&variable| &program.variables[variable]) {
            let words = variable.words().to_usize();
            let places = (0..).map(|owner| variable.at.to_usize() + owner * words);
            resets.extend(places.zip(variable.defaults.iter().copied()));
        }
        // Who plays games without looking into them asks only for rounds.
        let counted = self.rounds[phase];
        Some(match (counted, resets.as_slice()) {
            (false, []) => step(move |e| {
                e.state.count_up(number_at);
                next.call(e)
            }),
            (false, &[(at, value)]) => step(move |e| {
                e.state.count_up(number_at);
                e.state.set_num(at, value);
                next.call(e)
            }),
            _ => step(move |e| {
                e.state.count_up(number_at);
                for &(at, value) in &resets {
                    e.state.set_num(at, value);
                }
                if counted {
                    e.scratch.enters(phase);
                }
                next.call(e)
            }),
        })
    }

    fn call(&mut self, pc: Pc, call: CallId) -> Option<Step> {
        enum Given<M> {
            Num(NumCode),
            Set(SetCode<M>),
        }
        let program = self.program;
        let site = &program.calls[call];
        let unit = &program.units[site.unit];
        let mut gives: Vec<Code<()>> = Vec::new();
        for (argument, &(local, _)) in site.arguments.iter().zip(&unit.parameters) {
            let given = match *argument {
                Argument::Num(value) => Given::Num(self.sure_num(value)?),
                Argument::Set(value) => Given::Set(self.sure_set(value)?),
                Argument::List(_) => return None,
            };
            let place = move |e: &Eval<'_>| e.state.control.top.to_usize() + HEADER + local.index();
            gives.push(match given {
                Given::Num(value) => with_num!(value, value => Code::new(move |e: &mut Eval<'_>| {
                    let value = value(e);
                    let at = place(e);
                    e.state.set_num(at, value);
                })),
                Given::Set(value) => with_set!(value, value => Code::new(move |e: &mut Eval<'_>| {
                    let value = value(e);
                    let at = place(e);
                    value.store(e.state, at);
                })),
            });
        }
        let by = match site.by {
            Some(by) => self.sure_num(by)?,
            None => self.acting.me().map_or(NumCode::Me, NumCode::Const),
        };
        self.make_unit(site.unit);
        let (next, body) = (self.onward(pc.next()), self.onward_by_actor(unit.start));
        let (frame, words) = ((site.unit, unit.words), unit.words);
        // Somebody is meant: nobody is a fault.
        let somebody = site.by.is_some();
        if somebody && matches!(by, NumCode::Const(NONE)) {
            return None;
        }
        if let (NumCode::Const(me), []) = (&by, gives.as_slice()) {
            let (me, body) = (*me, body.of(*me)?.clone());
            return Some(step(move |e| {
                if !e.has_room(words) {
                    return e.plainly(pc);
                }
                match e.run_unit(frame, pc.next(), me, |e| body.call(e)) {
                    Ran::ToItsEnd => next.call(e),
                    Ran::Until(to) => to,
                    Ran::NotAtAll => e.plainly(pc),
                }
            }));
        }
        Some(with_num!(by, by => step(move |e| {
            if !e.has_room(words) {
                return e.plainly(pc);
            }
            e.afresh();
            let me = by(e);
            gives.iter().for_each(|give| give.call(e));
            if !e.is_well() || somebody && me == NONE {
                return e.plainly(pc);
            }
            match e.run_unit(frame, pc.next(), me, |e| body.call(e)) {
                Ran::ToItsEnd => next.call(e),
                Ran::Until(to) => to,
                Ran::NotAtAll => e.plainly(pc),
            }
        })))
    }

    fn set_local_set(&mut self, pc: Pc, local: Local, value: SetId) -> Option<Step> {
        let value = self.sure_set(value)?;
        if let Some(loops) = self.each_seat(pc, local, &value) {
            return Some(loops);
        }
        let next = self.onward(pc.next());
        Some(with_set!(value, value => step(move |e| {
            e.afresh();
            let value = value(e);
            if !e.is_well() {
                return e.plainly(pc);
            }
            let at = e.local(local);
            value.store(e.state, at);
            next.call(e)
        })))
    }

    fn set_marks(&mut self, pc: Pc, at: usize, things: SetId, value: NumId) -> Option<Step> {
        let next = self.onward(pc.next());
        let (things, value) = (self.sure_set(things)?, self.sure_num(value)?.function::<M>());
        Some(with_set!(things, things => step(move |e| {
            e.afresh();
            let (value, mut left) = (value.call(e), things(e));
            if !e.is_well() {
                return e.plainly(pc);
            }
            while let Some(thing) = left.take_first() {
                e.state.set_num(at + thing as usize, value);
            }
            next.call(e)
        })))
    }

    fn set_variable(
        &mut self,
        pc: Pc,
        variable: VariableId,
        owner: NumId,
        value: NumId,
        adds: bool,
    ) -> Option<Step> {
        let next = self.onward(pc.next());
        let info = &self.program.variables[variable];
        let (at, owners) = (info.at.to_usize(), i32::from(info.owners));
        let (owner, value) = (self.sure_num(owner)?, self.sure_num(value)?);
        if let NumCode::Const(owner) = owner
            && (0..owners).contains(&owner)
        {
            let at = at + owner.to_usize();
            return Some(with_num!(value, value => step(move |e| {
                e.afresh();
                let value = value(e);
                let old = if adds { e.state.num(at) } else { NONE };
                match added(old, value).filter(|_| e.is_well()) {
                    Some(new) => e.state.set_num(at, new),
                    None => return e.plainly(pc),
                }
                next.call(e)
            })));
        }
        let owner = owner.function::<M>();
        Some(with_num!(value, value => step(move |e| {
            e.afresh();
            let (owner, value) = (owner.call(e), value(e));
            if !e.is_well() || !(0..owners).contains(&owner) {
                return e.plainly(pc);
            }
            let at = at + owner as usize;
            let old = if adds { e.state.num(at) } else { NONE };
            match added(old, value) {
                Some(new) => e.state.set_num(at, new),
                None => return e.plainly(pc),
            }
            next.call(e)
        })))
    }
}
