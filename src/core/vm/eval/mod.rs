//! Evaluates terms: reads the state, and changes nothing of it but that a draw advances its
//! generator. (Frames and choices, too, are written down with what an evaluation has at hand; that
//! stands in `frame` and `decide`.)

mod best;
mod combine;
mod families;
mod fitting;
mod lists;
mod numbers;
mod partition;
mod parts;
mod scripts;
mod search;
mod sets;
mod shapes;
pub(super) mod sums;
mod tests;

use super::dice::Dice;
use super::events::{Event, RandomKind};
use super::fault::FaultKind;
use super::generator::{Draw, Generator};
use super::history::History;
use super::host::Host;
use super::rehearsal::Rehearsal;
use super::routines::Routines;
use super::state::State;
use crate::program::Program;
use crate::program::code::Site;
use crate::program::ids::{PairingId, RowMark, ShapeId};
use crate::program::terms::{Lot, Lots, NumId, Temp};
use crate::tabletop::ids::{IdVec, InstanceId, OwnerId, PhaseId, ZoneId};
use crate::value::{Bits, Card, NONE, Narrow, Seat};
pub(crate) use parts::MOST_KEYS;
use scripts::Memo;
use std::sync::Arc;

pub(super) type Evaluated<T> = Result<T, FaultKind>;

/// Memory for evaluating, used again and again: so that a move allocates nothing. What scripts
/// answered is remembered here. From one evaluation to the next it carries no meaning but what
/// whoever runs one game has set for it, or asks of it: see [`Scratch::leave_game`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(super) nums: IdVec<Temp, i32>,
    pub(super) sets: IdVec<Temp, Bits>,
    pub(super) lists: lists::Lists,
    pub(super) fuel: i64,
    /// Draws that have not been told yet.
    pub(super) draws: Vec<Event>,
    pub(super) options: Vec<super::ask::Choice>,
    /// Options by entry of a menu, where a routine has them listed.
    pub(super) entries: Vec<Vec<super::ask::Choice>>,
    /// What went wrong where a routine came to a side exit.
    pub(super) fault: Option<FaultKind>,
    pub(super) counted: super::counted::Counted,
    /// What a tally came to, by seat, or of a set.
    pub(super) tally: Vec<i32>,
    /// The tally has the scores with which the game ended that was run last.
    pub(super) scored: bool,
    pub(super) told: Bits,
    /// What one evaluation found out, for itself alone.
    pub(super) found: Option<super::ask::Found>,
    /// Cards on their way.
    pub(super) packet: Vec<Card>,
    /// Cards that are shuffled: never fewer than were shuffled at once before.
    pub(super) shuffled: Vec<Card>,
    /// How often each phase was entered since somebody last asked. Games that nobody looks into
    /// count only what may be a round.
    pub(crate) entered: IdVec<PhaseId, u32>,
    /// How the conditions of tables' rows came out so far, where they are followed: see
    /// [`Scratch::rows`].
    rows: IdVec<RowMark, u8>,
    /// Who answers for the seats at once, if anybody does.
    pub(crate) dice: Option<Dice>,
    /// Whether a seat that chooses alone is asked for a single option, too, instead of taking it
    /// unasked.
    pub(super) asks_all: bool,
    /// Whether whole shapes are left out where sets of cards are chosen that meet conditions, or
    /// each set is tried.
    pub(super) narrows: bool,
    /// What chance did in another game, where it is to do so again.
    pub(super) rehearsal: Option<Box<Rehearsal>>,
    /// The history of the game, where it is followed.
    pub(super) history: Option<History>,
    memo: Memo,
    assignment: combine::AssignmentScratch,
    /// By pairing.
    pair_gains: IdVec<PairingId, combine::PairGains>,
    /// What cards are in shapes, where that is the same in every position.
    parts: IdVec<ShapeId, Option<Arc<parts::Parts>>>,
}

impl Scratch {
    pub(crate) fn new(program: &Program) -> Self {
        let temps = program.temps.max(1);
        Scratch {
            nums: vec![NONE; temps].into(),
            sets: vec![Bits::EMPTY; temps].into(),
            draws: Vec::with_capacity(8),
            options: Vec::with_capacity(64),
            entered: vec![0; program.phases.len()].into(),
            tally: vec![0; program.seats.into()],
            packet: Vec::with_capacity(program.memory.cards),
            shuffled: vec![Card::default(); program.memory.cards],
            ..Scratch::default()
        }
    }

    /// Whether chance is still to do what it did in another game, or what somebody has decided.
    pub(crate) fn is_rehearsing(&self) -> bool {
        self.rehearsal.is_some()
    }

    /// Forgets what belongs to one game alone, before another one is run in this memory.
    pub(crate) fn leave_game(&mut self) {
        self.dice = None;
        self.asks_all = false;
        self.rehearsal = None;
        self.history = None;
        self.rows.fill(0);
    }

    /// Makes room for so many temps: while a program is lowered they become more.
    fn has_temps(&mut self, temps: usize) {
        if self.nums.len() < temps {
            self.nums.resize(temps, NONE);
            self.sets.resize(temps, Bits::EMPTY);
        }
    }

    #[inline]
    pub(super) fn enters(&mut self, phase: PhaseId) {
        let times = &mut self.entered[phase];
        *times = times.wrapping_add(1);
    }

    /// How the conditions of rows came out, by mark: 1 if one did not hold some time, 2 if it did,
    /// 3 for both.
    pub(crate) fn rows(&self) -> &IdVec<RowMark, u8> {
        &self.rows
    }

    pub(super) fn row(&mut self, mark: RowMark, holds: bool) {
        if self.rows.len() <= mark.index() {
            self.rows.resize(mark.index() + 1, 0);
        }
        self.rows[mark] |= 1 << u8::from(holds);
    }

    /// Adds how often each phase was entered, and counts from 0 again.
    pub(crate) fn drain_entered(&mut self, into: &mut [u32]) {
        for (sum, times) in into.iter_mut().zip(&mut self.entered) {
            *sum += std::mem::take(times);
        }
    }
}

/// One evaluation: for whom, in which frame, with what memory.
pub(super) struct Eval<'a> {
    pub(crate) program: &'a Program,
    /// Terms only draw from its generator; frames and choices are written into it.
    pub(crate) state: &'a mut State,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) host: &'a dyn Host,
    /// What conditions are asked of that are routines, where there are any.
    pub(crate) routines: Option<&'a Routines>,
    pub(crate) me: i32,
    pub(crate) active: i32,
    /// First word of the running frame's locals.
    pub(crate) locals: usize,
}

impl Eval<'_> {
    /// Spends fuel for one look at a candidate, so that no expression runs without end.
    #[inline]
    pub(super) fn spend(&mut self) -> Evaluated<()> {
        self.spend_for_each(1)
    }

    /// Spends fuel for a look at each of so many `candidates` at once.
    #[inline]
    pub(super) fn spend_for_each(&mut self, candidates: usize) -> Evaluated<()> {
        self.scratch.fuel -= candidates.to_i64();
        if self.scratch.fuel < 0 { Err(FaultKind::OutOfFuel) } else { Ok(()) }
    }

    /// Spends fuel for something that is done to so many cards. Where there is too little of it the
    /// rules are stopped on their next way back.
    #[inline]
    pub(super) fn spend_on_cards(&mut self, cards: usize) {
        self.scratch.fuel -= cards.to_i64();
    }

    /// Spends fuel for work on a table of so many `words` that was done in one go: a unit for 16 of
    /// them, and one more.
    pub(super) fn spend_on(&mut self, words: usize) -> Evaluated<()> {
        self.scratch.fuel -= words.to_i64() / 16;
        self.spend()
    }

    /// Which of so many options a seat takes, where it is answered for. A single one is no choice:
    /// it takes nothing from the dice, in a window neither.
    #[inline]
    pub(super) fn answer(&mut self, seat: Seat, options: usize) -> Option<usize> {
        let dice = self.scratch.dice.as_mut()?;
        if options == 1 {
            return Some(0);
        }
        let taken = dice.answer(seat, options)?;
        if self.scratch.history.is_some() {
            self.follow(seat, Draw { results: options.to_u32(), result: taken.to_u32() });
        }
        Some(taken)
    }

    /// Which of so many options of a site a seat takes, where it is answered for or none is asked.
    #[inline]
    pub(super) fn taken(&mut self, site: &Site, seat: Seat, options: usize) -> Option<usize> {
        if site.takes_unasked(options) { Some(0) } else { self.answer(seat, options) }
    }

    #[cold]
    fn follow(&mut self, seat: Seat, answer: Draw) {
        if let Some(history) = &mut self.scratch.history {
            history.drawn(self.state.generator.noted());
            history.answered(seat, answer);
        }
    }

    /// Draws one of `n` outcomes of this `kind`, from 0.
    pub(super) fn lot(&mut self, kind: RandomKind, n: u32) -> u32 {
        let index = self.state.generator.below(n);
        match &mut self.scratch.rehearsal {
            Some(rehearsal) => rehearsal.lot(kind, n, index),
            None => index,
        }
    }

    /// Draws one of `members`: its number among them, from 0. Records tell of it as `lot` says.
    pub(super) fn draw(&mut self, lot: Lot, members: &Bits) -> u32 {
        let n = members.len().to_u32();
        let kind = lot.kind(n);
        if kind != RandomKind::Card {
            return self.lot(kind, n);
        }
        let index = self.state.generator.below(n);
        match &mut self.scratch.rehearsal {
            Some(rehearsal) => rehearsal.card(self.program, members, index),
            None => index,
        }
    }

    #[inline]
    fn bind(&mut self, temp: Temp, value: i32) {
        self.scratch.nums[temp] = value;
    }

    /// The instance of a zone that a seat or team has; that of none is none.
    #[inline]
    fn instance(&mut self, zone: ZoneId, owner: NumId) -> Evaluated<Option<InstanceId>> {
        let owner = self.owner(owner, self.program.zones[zone].owners)?;
        Ok(owner.map(|owner| self.program.instance(zone, owner)))
    }

    /// One of so many seats or teams; none, or a fault where there is no such one.
    #[inline]
    fn owner(&mut self, owner: NumId, owners: u8) -> Evaluated<Option<OwnerId>> {
        match self.num(owner)? {
            NONE => Ok(None),
            owner if (0..i32::from(owners)).contains(&owner) => {
                Ok(Some(OwnerId::from_number(owner.to_u8())))
            }
            _ => Err(FaultKind::Nobody),
        }
    }
}

impl Lot {
    /// What records call the drawing of one of `n`.
    pub(super) fn kind(self, n: u32) -> RandomKind {
        match self.of {
            Lots::Cards => RandomKind::Card,
            Lots::Sides if n == 2 => RandomKind::Coin,
            Lots::Sides | Lots::Others => RandomKind::Choice,
        }
    }
}

/// A scalar as a member of a set; none and anything out of range is no member.
#[inline]
pub(super) fn member(value: i32) -> Option<u16> {
    u16::try_from(value).ok().filter(|&member| usize::from(member) < Bits::ROOM)
}

/// A scalar as a card; none and anything out of range is no card.
#[inline]
pub(super) fn card(value: i32) -> Option<Card> {
    member(value).map(Card::from_number)
}

/// Evaluates terms that read nothing of a game: for what the checker works out when a game is
/// loaded.
pub(crate) struct StaticEval {
    state: State,
    scratch: Scratch,
}

impl StaticEval {
    pub(crate) fn new() -> Self {
        let blank = Program::default();
        StaticEval { state: State::new(&blank, Generator::new(0)), scratch: Scratch::new(&blank) }
    }

    /// How rows came out that were asked here: see [`Scratch::rows`].
    pub(crate) fn rows(&self) -> &IdVec<RowMark, u8> {
        self.scratch.rows()
    }

    /// Evaluates with a temp bound to a value. `None` when it faults.
    pub(crate) fn num(
        &mut self,
        program: &Program,
        term: NumId,
        bound: Option<(Temp, i32)>,
    ) -> Option<i32> {
        self.eval(program, bound).num(term).ok()
    }

    pub(crate) fn test(
        &mut self,
        program: &Program,
        term: crate::program::terms::TestId,
        bound: Option<(Temp, i32)>,
    ) -> Option<bool> {
        self.eval(program, bound).test(term).ok()
    }

    /// Evaluates a condition of a packed bag.
    pub(crate) fn test_of_bag(
        &mut self,
        program: &Program,
        term: crate::program::terms::TestId,
        temp: Temp,
        bag: i32,
    ) -> Option<bool> {
        self.scratch.lists.bind(temp, super::ask::unpack_bag(bag));
        self.eval(program, None).test(term).ok()
    }

    pub(crate) fn set(
        &mut self,
        program: &Program,
        term: crate::program::terms::SetId,
    ) -> Option<Bits> {
        self.eval(program, None).set(term).ok()
    }

    fn eval<'a>(&'a mut self, program: &'a Program, bound: Option<(Temp, i32)>) -> Eval<'a> {
        self.scratch.fuel = 1_000_000;
        self.scratch.has_temps(program.temps);
        if let Some((temp, value)) = bound {
            self.scratch.nums[temp] = value;
        }
        Eval {
            program,
            state: &mut self.state,
            scratch: &mut self.scratch,
            host: &super::host::NoScripts,
            routines: None,
            me: NONE,
            active: NONE,
            locals: 0,
        }
    }
}
