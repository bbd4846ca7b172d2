//! From a program's units to routines.
//!
//! Each instruction is lowered by itself. It is either lowered as a whole, or left to the machine
//! ([`Left`]): then nothing of it stands in the routine but a side exit. What can lead to a side
//! exit stands before the first thing that changes the game.

mod asking;
mod choosing;
mod facts;
mod folds;
mod inside;
mod masks;
mod moving;
mod numbers;
mod sets;
mod tests;

use super::build::{Builder, Num};
use super::{
    Argument, Binary, BlockId, Checked, Control, Helper, Inst, Measure, Module, Place, Reg,
    Routine, SetBinary, SetPlace, Tallied, Tally, Terminator, Type, Written,
};
use crate::program::code::{self, CallSite, Change, Op, Pc};
use crate::program::ids::{CallId, UnitId, WalkId};
use crate::program::terms::{Local, NumId, SetId, Temp, TestId};
use crate::program::walk::Term;
use crate::program::{Carrier, Domain, Program};
use crate::tabletop::ids::{IdVec, PhaseId, VariableId, ZoneId};
use crate::value::{Bits, NONE, Narrow, Seat, TeamId};
use facts::Facts;
use inside::Inside;
use std::collections::{BTreeSet, HashMap};

/// An instruction, or a term, that is not lowered: the machine does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left;

type Lowered<T> = Result<T, Left>;

/// All units of a program as routines, and the tallies that can be.
pub fn lower(program: &Program) -> Module {
    let words = program.memory.set_words;
    let mut lowering = Lowering::new(program, words);
    let routines = program.units.ids().map(|unit| lowering.unit(unit)).collect::<Vec<_>>();
    let numbers = program.score.iter().map(|score| score.value).chain(program.hint);
    let mut tallies: Vec<Tally> =
        numbers.filter_map(|number| lowering.tally(number).ok()).collect();
    let apart = asked_apart(program).into_iter();
    tallies.extend(apart.filter_map(|term| lowering.apart(term).ok()));
    Module { routines: routines.into(), tallies }
}

/// What the machine asks again and again where it lists options: what can be chosen, and what is
/// asked of sets that are chosen member by member.
fn asked_apart(program: &Program) -> BTreeSet<Term> {
    let mut apart = BTreeSet::new();
    for parameter in program.actions.iter().flat_map(|action| &action.parameters) {
        match parameter.domain {
            Domain::Set(set) => {
                apart.insert(Term::Set(set));
            }
            Domain::Subset { set, .. } => {
                apart.insert(Term::Set(parameter.narrowed.unwrap_or(set)));
            }
            Domain::Given(..) | Domain::Range { .. } | Domain::Family(_) | Domain::Bag { .. } => {}
        }
        if parameter.domain.carrier() == Carrier::Set {
            apart.extend(parameter.needs.iter().map(|need| Term::Test(need.test)));
        }
    }
    apart
}

/// What has fewer terms is worked out where it is asked for: to go into a routine would take
/// longer.
const LEAST_APART: usize = 6;

/// Scores of more blocks are worked out by a routine of their own alone.
const MOST_SCORED: usize = 96;

struct Lowering<'p> {
    program: &'p Program,
    facts: Facts,
    words: usize,
    b: Builder,
    /// The candidates that are bound, the innermost last.
    temps: Vec<(Temp, Num)>,
    /// Temps that the machine has bound before the routine is entered.
    standing: BTreeSet<Temp>,
    /// What terms came to that are lowered already, where the way here leads past them.
    known: Known,
    /// `me`, where the way here leads past what says or reads it.
    me: Option<Num>,
    /// In the frame of another unit: where what a body was given lies there.
    given: Option<HashMap<Local, Place>>,
    /// The unit that is being lowered, and the one inside it that is.
    unit: UnitId,
    inside: Option<Inside>,
    /// Units that came out too large for being written out inside others, or run others: it is not
    /// tried again, for each of those that they run would be tried each time.
    too_large: BTreeSet<UnitId>,
    /// Whether there is room for all frames that can be.
    is_bounded: bool,
    /// The block of each instruction of the unit.
    block_of: HashMap<Pc, BlockId>,
    /// Phases that are counted as rounds.
    rounds: IdVec<PhaseId, bool>,
    ends: HashMap<UnitId, Pc>,
}

/// What was found out on the way to where writing is.
#[derive(Clone, Debug, Default)]
struct Known {
    terms: HashMap<Term, Worth>,
    /// The cells that are open to walks.
    open: HashMap<WalkId, Reg>,
}

/// What a term came to.
#[derive(Clone, Copy, Debug)]
enum Worth {
    Num(Num),
    Set(Reg),
}

impl<'p> Lowering<'p> {
    fn new(program: &'p Program, words: usize) -> Self {
        let mut starts: Vec<Pc> = program.units.iter().map(|unit| unit.start).collect();
        starts.sort_unstable();
        let end_of = |start: Pc| {
            let behind = starts.partition_point(|&other| other <= start);
            starts.get(behind).copied().unwrap_or(Pc::new(program.code.len()))
        };
        let mut rounds: IdVec<PhaseId, bool> = vec![false; program.phases.len()].into();
        program.rounds().iter().for_each(|&phase| rounds[phase] = true);
        Lowering {
            program,
            facts: Facts::default(),
            words,
            b: Builder::default(),
            temps: Vec::new(),
            standing: BTreeSet::new(),
            known: Known::default(),
            me: None,
            given: None,
            unit: program.start,
            inside: None,
            too_large: BTreeSet::new(),
            is_bounded: program.deepest_stack().is_some(),
            block_of: HashMap::new(),
            rounds,
            ends: program
                .units
                .ids()
                .map(|unit| (unit, end_of(program.units[unit].start)))
                .collect(),
        }
    }

    fn unit(&mut self, unit: UnitId) -> Routine {
        let (start, end) = (self.program.units[unit].start, self.ends[&unit]);
        self.b = Builder::default();
        self.unit = unit;
        let code = (start.index()..end.index()).map(Pc::new);
        self.block_of = code.clone().map(|pc| (pc, self.b.block_for(pc))).collect();
        let mut entered = vec![start];
        for pc in code {
            let exits = self.instruction(pc).is_err();
            entered.extend(self.entered_behind(pc, exits));
        }
        entered.sort_unstable();
        entered.dedup();
        let entries = entered.into_iter().filter_map(|pc| Some((pc, *self.block_of.get(&pc)?)));
        self.b.routine.entries = entries.collect();
        std::mem::take(&mut self.b.routine)
    }

    /// A number worked out for every side.
    fn tally(&mut self, number: NumId) -> Lowered<Tally> {
        let first = self.begin_tally();
        self.of_each_side(number)?;
        Ok(self.end_tally(Tallied::Number(number), first))
    }

    fn of_each_side(&mut self, number: NumId) -> Lowered<()> {
        let program = self.program;
        for seat in Seat::all(program.seats).filter(|&seat| program.is_captain(seat)) {
            let me = self.b.constant(seat.word());
            self.impersonate(me);
            let from = self.num(number)?.reg;
            self.b.emit(Inst::Tally { seat, from });
        }
        Ok(())
    }

    /// The scores, where the game runs out: so that nothing has to be entered for them. What they
    /// are is asked in nobody's turn.
    fn scores(&mut self) {
        let Some(score) = self.program.score.map(|score| score.value) else { return };
        if self.unit != self.program.start
            || self.inside.is_some()
            || self.facts.of(self.program, Term::Num(score)).asks_turn
        {
            return;
        }
        let before = self.b.mark();
        let counted = self.of_each_side(score);
        // What calls for help takes so long that entering it is nothing.
        let is_short = self.b.blocks_since(&before) <= MOST_SCORED && !self.b.calls_since(&before);
        if counted.is_err() || !is_short {
            self.b.back_to(before);
        } else {
            self.b.emit(Inst::Scored);
        }
    }

    /// A condition or a set, for who acts, whose free temps the machine has bound.
    fn apart(&mut self, term: Term) -> Lowered<Tally> {
        let reading = self.facts.of(self.program, term);
        if reading.size < LEAST_APART {
            return Err(Left);
        }
        let standing = reading.free.clone();
        let first = self.begin_tally();
        self.standing = standing;
        let told = match term {
            Term::Test(test) => self.test(test).map(|holds| {
                (Tallied::Test(test), Inst::Tally { seat: Seat::FIRST, from: holds.reg })
            }),
            Term::Set(set) => {
                self.set(set).map(|from| (Tallied::Set(set), Inst::SetTally { from }))
            }
            Term::Num(_) | Term::List(_) | Term::Family(_) => Err(Left),
        };
        self.standing.clear();
        let (of, tells) = told?;
        self.b.emit(tells);
        Ok(self.end_tally(of, first))
    }

    fn begin_tally(&mut self) -> BlockId {
        self.b = Builder::default();
        self.block_of.clear();
        self.temps.clear();
        self.known = Known::default();
        self.me = None;
        let first = self.b.block_for(Pc::NOWHERE);
        self.b.switch_to(first);
        first
    }

    fn end_tally(&mut self, of: Tallied, first: BlockId) -> Tally {
        self.b.end(Terminator::Tallied);
        self.b.routine.entries = vec![(Pc::NOWHERE, first)];
        Tally { of, routine: std::mem::take(&mut self.b.routine) }
    }

    /// The places of the unit where the machine may come back to the routine, by an instruction at
    /// `pc` that the machine does itself or may have to.
    fn entered_behind(&self, pc: Pc, exits: bool) -> Vec<Pc> {
        let mut op = self.program.code[pc];
        let mut places = Vec::new();
        if let Some(&mut to) = op.target_mut()
            && (exits || to <= pc)
        {
            places.push(to);
        }
        let stops = matches!(op, Op::Ask { .. } | Op::Call { .. } | Op::Draw { .. });
        if exits || stops {
            places.push(pc.next());
        }
        if let Op::NextChoice { .. } = op {
            places.push(pc);
        }
        if let Op::Ask { site } = op {
            places.push(self.program.sites[site].no_option);
        }
        places
    }

    /// Lowers one instruction; where it cannot be, its block is a side exit.
    fn instruction(&mut self, pc: Pc) -> Lowered<()> {
        self.b.switch_to(self.block_of[&pc]);
        let before = self.b.mark();
        self.temps.clear();
        self.known = Known::default();
        self.me = self.inside.and_then(|inside| inside.me);
        let lowered = self.op(pc, self.program.code[pc]);
        if lowered.is_err() {
            self.b.back_to(before);
            self.b.end(Terminator::Exit);
        }
        lowered
    }

    fn op(&mut self, pc: Pc, op: Op) -> Lowered<()> {
        match op {
            Op::Jump(to) => return self.goes_to(to),
            Op::JumpUnless { test, to } => return self.jump_unless(pc, test, to),
            Op::Call { call } => self.call(pc, call)?,
            Op::Return => {
                self.scores();
                self.returns();
                return Ok(());
            }
            Op::Answer { value } => {
                let from = self.num(value)?.reg;
                self.b.emit(Inst::Write { of: Written::Answer, from });
            }
            Op::TakeAnswer { local } => {
                let answer = self.b.read(Control::Answer);
                let none = self.b.constant(NONE);
                self.b.emit(Inst::Write { of: Written::Answer, from: none.reg });
                self.b.store(local_place(local), answer);
            }
            Op::EnterPhase { phase } => self.enter_phase(phase)?,
            Op::SetLocal { local, value } => {
                let value = self.num(value)?;
                self.b.store(local_place(local), value);
            }
            Op::SetLocalSet { local, value } => {
                let from = self.set(value)?;
                self.b.emit(Inst::SetStore { to: SetPlace::Local(local.index().to_u32()), from });
            }
            Op::NextMember { set, member, done } => {
                return self.next_member(pc, set, member, done);
            }
            Op::NextSeat { set, from, as_me, done } => {
                return self.next_seat(pc, (set, from), as_me, done);
            }
            Op::NextNumber { member, last, done } => {
                return self.next_number(pc, member, last, done);
            }
            Op::SetMe { local, somebody } => {
                let seat = self.b.load(local_place(local));
                if somebody {
                    let is_seat = self.b.compare(Binary::Below, seat, self.program.seats.into());
                    self.b.exit_unless(is_seat);
                }
                self.acts_as(seat);
            }
            Op::SetTurn { local } => {
                let seat = self.b.load(local_place(local));
                self.b.writes_me(seat);
                self.b.emit(Inst::Write { of: Written::Active, from: seat.reg });
            }
            Op::SetActive { value } => {
                let from = self.num(value)?.reg;
                self.b.emit(Inst::Write { of: Written::Active, from });
            }
            Op::Advance { local } => {
                let seat = self.b.load(local_place(local));
                let next = self.next_player(seat, true)?;
                self.b.store(local_place(local), next);
            }
            Op::Draw { movement } => self.draws(movement)?,
            Op::Change(change) => self.change(change)?,
            Op::Ask { site } => return self.asks(pc, site),
            Op::NextChoice { site, done } => return self.next_choice(pc, site, done),
            Op::Watch => self.watches()?,
            Op::EndPhase { .. }
            | Op::EndGame { .. }
            | Op::SetLocalList { .. }
            | Op::NextWord { .. }
            | Op::Settle { .. } => return Err(Left),
        }
        self.goes_to(pc.next())
    }

    fn jump_unless(&mut self, pc: Pc, test: TestId, to: Pc) -> Lowered<()> {
        let test = self.test(test)?;
        match test.known {
            Some(0) => self.goes_to(to),
            Some(_) => self.goes_to(pc.next()),
            None => {
                let (then, otherwise) = (self.b.block(), self.b.block());
                self.b.end(Terminator::If { test: test.reg, then, otherwise });
                self.b.switch_to(then);
                self.goes_to(pc.next())?;
                self.b.switch_to(otherwise);
                self.goes_to(to)
            }
        }
    }

    /// Takes the next member out of a set of the frame, and goes on; without one, on at `done`.
    fn next_member(&mut self, pc: Pc, set: Local, member: Local, done: Pc) -> Lowered<()> {
        let at = SetPlace::Local(set.index().to_u32());
        let left = self.b.set_load(at);
        let any = self.b.measure(Measure::Any, left);
        let behind = self.b.block();
        self.b.go_on_if(any, behind);
        let first = self.b.measure(Measure::First, left);
        let left = self.b.set_variable(left);
        self.b.emit(Inst::TakeFirst { to: first.reg, set: left });
        self.b.emit(Inst::SetStore { to: at, from: left });
        self.b.store(local_place(member), first);
        self.goes_to(pc.next())?;
        self.b.switch_to(behind);
        self.goes_to(done)
    }

    /// Counts a number of the frame up to the last one, and goes on; behind that, on at `done`.
    fn next_number(&mut self, pc: Pc, member: Local, last: Local, done: Pc) -> Lowered<()> {
        let number = self.b.load(local_place(member));
        let last = self.b.load(local_place(last));
        let least = self.b.compare(Binary::NotEqual, number, i32::MAX);
        self.b.exit_unless(least);
        let more = self.b.binary(Binary::Less, number, last);
        let behind = self.b.block();
        self.b.go_on_if(more, behind);
        let one = self.b.constant(1);
        let next = self.b.binary(Binary::Add, number, one);
        self.b.store(local_place(member), next);
        self.goes_to(pc.next())?;
        self.b.switch_to(behind);
        self.goes_to(done)
    }

    /// What a statement does to the table. What is rare is left.
    fn change(&mut self, change: Change) -> Lowered<()> {
        match change {
            Change::Move { movement } => self.moves(movement)?,
            Change::Shuffle { slot } => {
                let slot = self.num(slot)?;
                self.shuffles(slot)?;
            }
            Change::Turn { cards, up } => {
                let m = &self.program.memory;
                let cards = self.set(cards)?;
                let game = self.b.set_load(SetPlace::State(m.in_game.to_u32()));
                let cards = self.b.set_binary(SetBinary::Both, cards, game);
                self.puts(cards, m.face_up.to_u32(), up);
            }
            Change::Reveal { cards, to } => {
                // Nobody keeps what is shown; it must only be there to be shown.
                self.set(to)?;
                self.set(cards)?;
            }
            // Nobody listens; there must only be somebody to be told.
            Change::Say { to, .. } => {
                self.set(to)?;
            }
            Change::MarkCards { cards: things, mark, on }
            | Change::MarkSlots { slots: things, mark, on } => {
                let things = self.set(things)?;
                self.puts(things, self.program.marks[mark].at, on);
            }
            Change::SetCardMark { cards: things, mark, value }
            | Change::SetSlotMark { slots: things, mark, value } => {
                let (value, things) = (self.num(value)?, self.set(things)?);
                let at = self.program.marks[mark].at;
                self.b.each(things, |b, thing, _| {
                    b.store(Place::Indexed(at, thing.reg), value);
                    Ok::<(), Left>(())
                })?;
            }
            Change::SetVariable { variable, owner, value } => {
                self.set_variable(variable, owner, value, false)?;
            }
            Change::AddVariable { variable, owner, value } => {
                self.set_variable(variable, owner, value, true)?;
            }
            Change::SetVariableOf { variable, owners, value } => {
                self.set_variable_of(variable, owners, value, false)?;
            }
            Change::AddVariableOf { variable, owners, value } => {
                self.set_variable_of(variable, owners, value, true)?;
            }
            Change::ShuffleAll { zone, owners } => self.shuffles_all(zone, owners)?,
            // Any other change is the machine's.
            _ => return Err(Left),
        }
        Ok(())
    }

    /// Goes on at another instruction. Back in the code it costs fuel.
    fn goes_to(&mut self, to: Pc) -> Lowered<()> {
        if to <= self.b.pc() {
            let one = self.b.constant(1);
            self.b.spend(one);
        }
        let block = *self.block_of.get(&to).ok_or(Left)?;
        self.b.jump(block);
        Ok(())
    }

    /// Adds members to a set of the state, or takes them out.
    fn puts(&mut self, members: Reg, at: u32, on: bool) {
        let old = self.b.set_load(SetPlace::State(at));
        let op = if on { SetBinary::Union } else { SetBinary::Minus };
        let from = self.b.set_binary(op, old, members);
        self.b.emit(Inst::SetStore { to: SetPlace::State(at), from });
    }

    fn enter_phase(&mut self, phase: PhaseId) -> Lowered<()> {
        let program = self.program;
        if program.watches.iter().any(|watch| watch.phase == Some(phase)) {
            return Err(Left);
        }
        let info = &program.phases[phase];
        self.b.emit(Inst::CountUp { at: info.number_at });
        let zero = self.b.constant(0);
        for &child in &info.children {
            self.b.store(Place::State(program.phases[child].number_at), zero);
        }
        for variable in info.resets.iter().map(|&variable| &program.variables[variable]) {
            for (at, &value) in
                (variable.at..).step_by(variable.words().to_usize()).zip(&variable.defaults)
            {
                let value = self.b.constant(value);
                self.b.store(Place::State(at), value);
            }
        }
        // Who plays games without looking into them asks only for rounds.
        if self.rounds[phase] {
            self.b.emit(Inst::Enters { phase });
        }
        Ok(())
    }

    fn call(&mut self, pc: Pc, call: CallId) -> Lowered<()> {
        let CallSite { unit, arguments, by } = &self.program.calls[call];
        let (unit, info) = (*unit, &self.program.units[*unit]);
        self.room_for(unit);
        let me = match *by {
            Some(by) => {
                let me = self.num(by)?;
                let somebody = self.b.is_some(me);
                self.b.exit_unless(somebody);
                me
            }
            None => self.own(),
        };
        let mut given = Vec::new();
        for (&argument, &(local, _)) in arguments.iter().zip(&info.parameters) {
            let local = local.index().to_u32();
            given.push(match argument {
                code::Argument::Num(value) => Argument::Num { local, from: self.num(value)?.reg },
                code::Argument::Set(value) => Argument::Set { local, from: self.set(value)? },
                code::Argument::List(_) => return Err(Left),
            });
        }
        let one = self.b.constant(1);
        self.b.spend(one);
        self.runs(unit, pc.next(), me, given);
        Ok(())
    }

    /// The next seat among those that are left, in turn order from the cursor, which then stands
    /// there.
    fn next_seat(
        &mut self,
        pc: Pc,
        (set, cursor): (Local, Local),
        as_me: bool,
        done: Pc,
    ) -> Lowered<()> {
        // Seats and teams are fewer than 32: they are the first half of the set's first word.
        let left = self.b.load_some(local_place(set));
        let any = self.b.compare(Binary::NotEqual, left, 0);
        let behind = self.b.block();
        self.b.go_on_if(any, behind);
        let from = self.b.load(local_place(cursor));
        let mask = self.b.constant(31);
        let from = self.b.binary(Binary::And, from, mask);
        let backwards = self.b.read(Control::Backwards);
        let (one, two, all) = (self.b.constant(1), self.b.constant(2), self.b.constant(-1));
        let seat = self.b.either(
            backwards,
            |b| {
                let behind_it = b.binary(Binary::ShiftLeft, two, from);
                let up_to = b.binary(Binary::Subtract, behind_it, one);
                let passed = b.binary(Binary::And, left, up_to);
                let there = b.compare(Binary::NotEqual, passed, 0);
                let first = b.select(there, passed, left);
                Ok(b.highest_bit(first))
            },
            |b| {
                let ahead = b.binary(Binary::ShiftLeft, all, from);
                let ahead = b.binary(Binary::And, left, ahead);
                let there = b.compare(Binary::NotEqual, ahead, 0);
                let first = b.select(there, ahead, left);
                Ok::<Num, Left>(b.lowest_bit(first))
            },
        )?;
        let bit = self.b.binary(Binary::ShiftLeft, one, seat);
        let rest = self.b.binary(Binary::Subtract, left, bit);
        self.b.store(local_place(set), rest);
        self.b.store(local_place(cursor), seat);
        if as_me {
            self.acts_as(seat);
        }
        self.goes_to(pc.next())?;
        self.b.switch_to(behind);
        self.goes_to(done)
    }

    /// The seat that comes after another in turn order, or before it.
    fn next_player(&mut self, seat: Num, forward: bool) -> Lowered<Num> {
        if self.program.playing.is_some() {
            if !forward {
                return Err(Left);
            }
            return Ok(self.b.call(Helper::NextSeat, [seat]));
        }
        let seats = i32::from(self.program.seats);
        let backwards = self.b.read(Control::Backwards);
        let (one, less) = (self.b.constant(1), self.b.constant(seats - 1));
        let step = if forward {
            self.b.select(backwards, less, one)
        } else {
            self.b.select(backwards, one, less)
        };
        let next = self.b.binary(Binary::Add, seat, step);
        let count = self.b.constant(seats);
        let over = self.b.binary(Binary::GreaterEqual, next, count);
        let round = self.b.binary(Binary::Subtract, next, count);
        let next = self.b.select(over, round, next);
        let (none, is_seat) = (self.b.constant(NONE), self.b.binary(Binary::Below, seat, count));
        Ok(self.b.select(is_seat, next, none))
    }

    fn set_variable(
        &mut self,
        variable: VariableId,
        owner: NumId,
        value: NumId,
        adds: bool,
    ) -> Lowered<()> {
        let info = &self.program.variables[variable];
        let (owner, value) = (self.num(owner)?, self.num(value)?);
        let place = match owner.known {
            Some(known) if (0..i32::from(info.owners)).contains(&known) => {
                Place::State(info.at + known.to_u32())
            }
            Some(_) => return Err(Left),
            None => {
                let inside = self.b.compare(Binary::Below, owner, i32::from(info.owners));
                self.b.exit_unless(inside);
                Place::Indexed(info.at, owner.reg)
            }
        };
        let new = if adds { self.added(place, value)? } else { value };
        self.b.store(place, new);
        Ok(())
    }

    /// Sets a variable of several owners, or adds to it. Where one of the sums is no number, none
    /// is changed.
    fn set_variable_of(
        &mut self,
        variable: VariableId,
        owners: SetId,
        value: NumId,
        adds: bool,
    ) -> Lowered<()> {
        let info = &self.program.variables[variable];
        let (at, all) = (info.at, info.owners);
        let (owners, value) = (self.set(owners)?, self.num(value)?);
        self.are_below(owners, all);
        if adds {
            self.each(owners, NO_TEMP, |l, owner| {
                l.added(Place::Indexed(at, owner.reg), value).map(|_| ())
            })?;
        }
        self.each(owners, NO_TEMP, |l, owner| {
            let place = Place::Indexed(at, owner.reg);
            let new = if adds { l.added(place, value)? } else { value };
            l.b.store(place, new);
            Ok(())
        })
    }

    /// A side exit where some members of a set are not below a number.
    pub(crate) fn are_below(&mut self, members: Reg, number: u8) {
        let all = self.b.set_constant(Bits::below(number.into()));
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::Subset { to, left: members, right: all });
        let inside = self.b.value_of(to, true);
        self.b.exit_unless(inside);
    }

    /// Shuffles a slot. Decks that were stacked are left.
    fn shuffles(&mut self, slot: Num) -> Lowered<()> {
        if !self.program.stacked.is_empty() {
            return Err(Left);
        }
        self.b.call(Helper::Shuffle, [slot]);
        Ok(())
    }

    /// Shuffles a zone of each owner.
    fn shuffles_all(&mut self, zone: ZoneId, owners: SetId) -> Lowered<()> {
        let instances = self.program.instances_of(zone);
        if instances.iter().any(|instance| instance.row.is_some()) {
            return Err(Left);
        }
        let first: Vec<i32> = instances.iter().map(|instance| instance.first_slot.word()).collect();
        let owners = self.set(owners)?;
        self.are_below(owners, self.program.zones[zone].owners);
        self.each(owners, NO_TEMP, |l, owner| {
            let slot = l.looked_up(first.clone(), owner);
            l.shuffles(slot)
        })
    }

    /// What lies at a place, and more; just that where none lies there. None more is a side exit.
    fn added(&mut self, place: Place, more: Num) -> Lowered<Num> {
        let somewhat = self.b.is_some(more);
        self.b.exit_unless(somewhat);
        let old = self.b.load(place);
        let there = self.b.is_some(old);
        self.b.either(there, |b| Ok(b.checked(Checked::Add, old, more)), |_| Ok(more))
    }

    /// Goes on where no watch has become true or false; else they are left to the machine.
    fn watches(&mut self) -> Lowered<()> {
        let program = self.program;
        let caller = self.own();
        for watch in &program.watches {
            let behind = self.b.block();
            if let Some(phase) = watch.phase {
                let phase = self.b.constant(super::phase_number(phase));
                let runs = self.b.call(Helper::Runs, [phase]);
                self.b.go_on_if(runs, behind);
            }
            let owners: Vec<Option<Seat>> = match watch.each {
                None => vec![None],
                Some(each) if each.teams => {
                    TeamId::all(program.teams).map(|team| Some(program.captain(team))).collect()
                }
                Some(_) => Seat::all(program.seats).map(Some).collect(),
            };
            // Whose turn it is first matters only where several become true; that it fails, always.
            if let Some(from) = watch.each.and_then(|each| each.from) {
                self.num(from)?;
            }
            for (place, owner) in (watch.at..).zip(owners) {
                self.known = Known::default();
                if let Some(owner) = owner {
                    let seat = self.b.constant(owner.word());
                    self.impersonate(seat);
                }
                let holds = self.test(watch.test)?;
                let held = self.b.load(Place::State(place));
                let same = self.b.binary(Binary::Equal, holds, held);
                self.b.exit_unless(same);
            }
            self.impersonate(caller);
            self.b.jump(behind);
            self.b.switch_to(behind);
        }
        Ok(())
    }

    // ---- terms

    /// Where a local lies.
    fn place_of(&self, local: Local) -> Lowered<Place> {
        match &self.given {
            None => Ok(local_place(local)),
            Some(given) => given.get(&local).copied().ok_or(Left),
        }
    }

    /// Who is `me`.
    fn own(&mut self) -> Num {
        if self.me.is_none() {
            self.me = Some(self.b.read(Control::Me));
        }
        self.me.unwrap_or_else(|| self.b.read(Control::Me))
    }

    /// Makes a seat `me` for what is worked out from here on.
    fn impersonate(&mut self, seat: Num) {
        if self.me.is_some_and(|me| me.reg == seat.reg || me.is_known_as(seat)) {
            return;
        }
        self.b.emit(Inst::Impersonate { seat: seat.reg });
        self.known = Known::default();
        self.me = Some(seat);
    }

    /// Has the machine work a term out, which sees the temps that the term reads.
    fn left_to_machine(&mut self, term: Term) -> Lowered<()> {
        let reading = self.facts.of(self.program, term);
        // The machine knows a local by the frame that is its own.
        if reading.draws || self.given.is_some() {
            return Err(Left);
        }
        for temp in reading.free.clone() {
            let bound = self.temps.iter().rev().find(|(known, _)| *known == temp);
            match (bound, self.standing.contains(&temp)) {
                (Some(&(_, value)), false) => self.b.emit(Inst::Bind { temp, from: value.reg }),
                (None, true) => {}
                // What the machine has bound is to stay.
                (Some(_), true) | (None, false) => return Err(Left),
            }
        }
        Ok(())
    }

    /// The number in a temp that the machine has bound.
    fn recalled(&mut self, temp: Temp) -> Lowered<Num> {
        self.stands(temp)?;
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::Recall { to, temp });
        Ok(self.b.value_of(to, false))
    }

    /// The set in a temp that the machine has bound.
    fn recalled_set(&mut self, temp: Temp) -> Lowered<Reg> {
        self.stands(temp)?;
        let to = self.b.register(Type::Set);
        self.b.emit(Inst::SetRecall { to, temp });
        Ok(to)
    }

    fn stands(&self, temp: Temp) -> Lowered<()> {
        self.standing.contains(&temp).then_some(()).ok_or(Left)
    }

    /// Whether a term says something else for each candidate in a temp.
    fn reads_temp(&mut self, term: Term, temp: Temp) -> bool {
        self.facts.of(self.program, term).free.contains(&temp)
    }

    /// Lowers something with a candidate bound.
    fn with<R>(&mut self, temp: Temp, value: Num, lower: impl FnOnce(&mut Self) -> R) -> R {
        self.temps.push((temp, value));
        let lowered = self.on_a_way(lower);
        self.temps.pop();
        lowered
    }

    /// Lowers something that is not always come to: what is found out on the way is forgotten
    /// behind it.
    fn on_a_way<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let (known, me) = (self.known.clone(), self.me);
        let lowered = lower(self);
        (self.known, self.me) = (known, me);
        lowered
    }

    /// What a term came to on the way here, if it says the same still.
    fn remembered(&mut self, term: Term) -> Option<Worth> {
        self.known.terms.get(&term).copied()
    }

    fn remember(&mut self, term: Term, worth: Worth) {
        // A candidate's is another for each.
        if self.facts.of(self.program, term).free.is_empty() {
            self.known.terms.insert(term, worth);
        }
    }
}

fn local_place(local: Local) -> Place {
    Place::Local(local.index().to_u32())
}

/// Words that a value of a unit's parameter takes.
fn words_of(m: &crate::program::Memory, carrier: Carrier) -> u32 {
    m.words_of(carrier).into()
}

/// A set term by its number, for helpers.
fn set_number(id: SetId) -> i32 {
    id.index().try_into().unwrap_or(i32::MAX)
}

/// A temp that no term reads.
const NO_TEMP: Temp = Temp::from_number(u16::MAX);
