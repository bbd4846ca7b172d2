//! A game as it stands: one plain value, cloned, compared, hashed and saved as a whole.
//!
//! Where its sets and numbers lie is fixed by the program's [`Memory`]. The methods here keep the
//! one law of the table: every card of the game lies in exactly one slot, and slots know their
//! cards.

use super::generator::Generator;
use super::places::{self, Places};
use crate::program::ids::Pc;
use crate::program::{Carrier, Memory, Program, ValueKind};
use crate::tabletop::ids::{InstanceId, SentenceId};
use crate::value::{
    Bits, Card, Member, NONE, NOTHING, Narrow, Seat, SeatSet, Slot, halves, of_halves,
};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A game in progress, the interpreter's own continuation included.
///
/// Two states are equal when no sequence of choices can tell them apart: the same cards in the same
/// places and order, the same marks, variables, knowledge and generator, stopped at the same place.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where the cards lie ([`Places`]), then the numbers, the stack last.
    memory: Box<[i32]>,
    /// Words of 64 members, as many for each set.
    sets: Box<[u64]>,
    parts: Parts,
    pool: Box<[RowLink]>,
    rows: Box<[RowEnds]>,
    /// From where in the pool a free slot is looked for: one that was just closed may still be
    /// named, and such a name stands for an empty slot.
    next_slot: u16,
    pub(super) generator: Generator,
    pub(super) control: Control,
}

/// Where the parts of a state's memory lie, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Parts {
    /// The first number, behind the links of [`Places`].
    pub(crate) nums: usize,
    /// How many words each set has.
    pub(crate) set_words: usize,
}

impl Parts {
    pub(crate) fn of(m: &Memory) -> Self {
        Parts { nums: places::words_of(m.cards, m.slots), set_words: m.set_words }
    }
}

/// The row that a slot of the common pool is in, and between which others; [`NOTHING`] where there
/// is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct RowLink {
    instance: u16,
    next: Slot,
    previous: Slot,
}

/// The first and the last slot of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct RowEnds {
    first: Slot,
    last: Slot,
}

impl RowLink {
    const NOWHERE: RowLink =
        RowLink { instance: NOTHING, next: Slot::NOWHERE, previous: Slot::NOWHERE };
}

/// The memory of a state, where its numbers lie in it, its sets, and where the interpreter is.
#[cfg(feature = "native")]
pub(super) struct Pointers {
    pub(crate) memory: *mut i32,
    pub(crate) nums: *mut i32,
    pub(crate) sets: *mut u64,
    pub(crate) control: *mut Control,
}

/// Where the interpreter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Control {
    pub(crate) pc: Pc,
    /// Base of the running frame and first free word, both in the stack.
    pub(crate) frame: u32,
    pub(crate) top: u32,
    /// What the last unit answered.
    pub(crate) answer: i32,
    pub(crate) backwards: bool,
    /// Seats that have still to choose at the site where the game stopped.
    pub(crate) pending: SeatSet,
    pub(crate) over: Option<Over>,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Over {
    /// `None`: the scores decide.
    pub winners: Option<SeatSet>,
    pub reason: Option<SentenceId>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            memory: self.memory.clone(),
            sets: self.sets.clone(),
            parts: self.parts,
            pool: self.pool.clone(),
            rows: self.rows.clone(),
            next_slot: self.next_slot,
            generator: self.generator.clone(),
            control: self.control,
        }
    }

    /// Into the memory of a state of the same program: nothing is allocated.
    fn clone_from(&mut self, other: &Self) {
        self.becomes(other, other.generator.clone());
    }
}

impl State {
    /// Makes this state what another one of the same program is, with a chance of its own.
    #[inline]
    pub(super) fn becomes(&mut self, other: &State, generator: Generator) {
        // Most games have none: what is empty is not worth the calls.
        if !(other.pool.is_empty() && other.rows.is_empty()) {
            self.pool.clone_from(&other.pool);
            self.rows.clone_from(&other.rows);
            self.next_slot = other.next_slot;
        }
        // Nothing but zeros lies above the stacks.
        let used = self.parts.nums + self.control.top.max(other.control.top).to_usize();
        self.memory[..used].copy_from_slice(&other.memory[..used]);
        self.sets.copy_from_slice(&other.sets);
        self.generator = generator;
        self.control = other.control;
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.memory.hash(hasher);
        self.sets.hash(hasher);
        self.pool.hash(hasher);
        self.rows.hash(hasher);
        self.next_slot.hash(hasher);
        self.control.hash(hasher);
    }
}

/// Which end of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PileEnd {
    Top,
    Bottom,
}

impl PileEnd {
    /// The end at which a card arrives that goes under the others, or does not.
    #[inline]
    pub(super) const fn of(under: bool) -> PileEnd {
        if under { PileEnd::Bottom } else { PileEnd::Top }
    }
}

impl State {
    /// The state with all cards in their first places, in the order of their decks, and nothing run
    /// yet.
    pub(super) fn new(program: &Program, generator: Generator) -> Self {
        let m = &program.memory;
        let parts = Parts::of(m);
        // All its room at once: a block that is made smaller may stay as large as it was.
        let mut memory: Vec<i32> = Vec::with_capacity(parts.nums + m.nums);
        memory.extend(places::empty(parts.nums));
        memory.resize(parts.nums + m.nums, 0);
        let mut state = State {
            memory: memory.into(),
            sets: vec![0; m.sets * parts.set_words].into(),
            parts,
            pool: vec![RowLink::NOWHERE; m.slots - m.fixed_slots].into(),
            rows: vec![RowEnds { first: Slot::NOWHERE, last: Slot::NOWHERE }; m.rows].into(),
            next_slot: 0,
            generator,
            control: Control { answer: NONE, top: m.stack.to_u32(), ..Control::default() },
        };
        for variable in &program.variables {
            state.reset_variable(variable);
        }
        for mark in &program.marks {
            state.clear_mark(m, mark);
        }
        state.lay_out(program);
        state
    }

    /// Puts every card of the game where the layout holds it.
    fn lay_out(&mut self, program: &Program) {
        let m = &program.memory;
        for start in &program.start_cards {
            let instance = &program.instances[program.instance(start.zone, start.owner)];
            for &card in &start.cards {
                self.put(program, card, instance.first_slot, PileEnd::Bottom);
                self.insert(m.in_game, card);
                self.put_member(m.face_up, card, program.zones[start.zone].faces_up());
            }
        }
        for seat in Seat::all(program.seats) {
            let all = self.set(m.in_game);
            self.assign(m.known(seat), &all);
        }
    }

    pub(super) fn reset_variable(&mut self, variable: &crate::program::Variable) {
        let words = variable.words().to_usize();
        for (owner, &value) in variable.defaults.iter().enumerate() {
            self.set_num(variable.at.to_usize() + owner * words, value);
        }
    }

    pub(super) fn clear_mark(&mut self, m: &Memory, mark: &crate::program::Mark) {
        if mark.kind == ValueKind::Flag {
            self.assign(mark.at.to_usize(), &Bits::EMPTY);
        } else {
            let count = if mark.of_slots { m.slots } else { m.cards };
            self.nums_mut(mark.at.to_usize(), count).fill(mark.default);
        }
    }

    // ---- numbers and sets by place

    #[inline]
    pub fn num(&self, at: usize) -> i32 {
        self.memory[self.parts.nums + at]
    }

    #[inline]
    pub(super) fn set_num(&mut self, at: usize, value: i32) {
        self.memory[self.parts.nums + at] = value;
    }

    /// Seats that are kept as a number.
    #[inline]
    pub(super) fn seats(&self, at: usize) -> SeatSet {
        SeatSet::from_bits(self.num(at).cast_unsigned())
    }

    #[inline]
    pub(super) fn set_seats(&mut self, at: usize, seats: SeatSet) {
        self.set_num(at, seats.bits().cast_signed());
    }

    /// One more of something that is counted.
    #[inline]
    pub(super) fn count_up(&mut self, at: usize) {
        self.memory[self.parts.nums + at] += 1;
    }

    /// A set among the numbers: its words, each in two halves.
    pub(super) fn stored_set(&self, m: &Memory, at: usize) -> Bits {
        let (pairs, _) = self.nums(at, m.words_of(Carrier::Set).into()).as_chunks();
        match *pairs {
            [a, b, c, d] => Bits::from_near([a, b, c, d].map(of_halves)),
            _ => Bits::from_words(pairs.iter().map(|&pair| of_halves(pair))),
        }
    }

    pub(super) fn store_set(&mut self, m: &Memory, at: usize, set: &Bits) {
        let (pairs, _) = self.nums_mut(at, m.words_of(Carrier::Set).into()).as_chunks_mut();
        for (at, pair) in pairs.iter_mut().enumerate() {
            *pair = halves(set.word(at));
        }
    }

    pub(super) fn nums(&self, at: usize, count: usize) -> &[i32] {
        let from = self.parts.nums + at;
        &self.memory[from..from + count]
    }

    pub(super) fn nums_mut(&mut self, at: usize, count: usize) -> &mut [i32] {
        let from = self.parts.nums + at;
        &mut self.memory[from..from + count]
    }

    /// Sets a few numbers to 0: mostly two or three, for which no call is worth its while.
    #[inline]
    pub(super) fn clear_nums(&mut self, at: usize, count: usize) {
        match self.nums_mut(at, count) {
            [a] => *a = 0,
            [a, b] => (*a, *b) = (0, 0),
            [a, b, c] => (*a, *b, *c) = (0, 0, 0),
            [a, b, c, d] => (*a, *b, *c, *d) = (0, 0, 0, 0),
            more => more.fill(0),
        }
    }

    #[inline]
    fn words_of_set(&self, at: usize) -> Range<usize> {
        let from = at * self.parts.set_words;
        from..from + self.parts.set_words
    }

    #[inline(always)]
    pub fn set(&self, at: usize) -> Bits {
        match self.sets[self.words_of_set(at)] {
            [word] => Bits::from_low(word),
            [a, b] => Bits::from_near([a, b, 0, 0]),
            [a, b, c] => Bits::from_near([a, b, c, 0]),
            [a, b, c, d] => Bits::from_near([a, b, c, d]),
            ref many => Bits::from_words(many.iter().copied()),
        }
    }

    /// All members of several sets of the state.
    #[inline]
    pub(super) fn union_of(&self, sets: impl Iterator<Item = usize>) -> Bits {
        let mut all = Bits::EMPTY;
        for at in sets {
            match self.sets[self.words_of_set(at)] {
                [word] => *all.low_mut() |= word,
                _ => all |= self.set(at),
            }
        }
        all
    }

    /// Makes a set of the state what this one is.
    #[inline]
    pub(super) fn assign(&mut self, at: usize, set: &Bits) {
        let words = self.words_of_set(at);
        for (at, word) in self.sets[words].iter_mut().enumerate() {
            *word = set.word(at);
        }
    }

    /// The word that a member has its bit in, and the bit.
    #[inline(always)]
    fn bit_of(&self, at: usize, member: impl Member) -> (usize, u64) {
        let member = member.number();
        let word = usize::from(member >> 6);
        debug_assert!(word < self.parts.set_words, "{member} is no member of any set");
        (at * self.parts.set_words + word, 1 << (member & 63))
    }

    /// Whether a set of the state has a member.
    #[inline(always)]
    pub fn has(&self, at: usize, member: impl Member) -> bool {
        let (word, bit) = self.bit_of(at, member);
        self.sets[word] & bit != 0
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, at: usize, member: impl Member) {
        let (word, bit) = self.bit_of(at, member);
        self.sets[word] |= bit;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, at: usize, member: impl Member) {
        let (word, bit) = self.bit_of(at, member);
        self.sets[word] &= !bit;
    }

    /// Makes something a member of a set of the state, or no member.
    #[inline]
    pub(super) fn put_member(&mut self, at: usize, member: impl Member, present: bool) {
        if present { self.insert(at, member) } else { self.remove(at, member) }
    }

    /// Adds the members of a set to one of the state, or takes them out of it.
    #[inline]
    pub(super) fn put_members(&mut self, at: usize, members: &Bits, present: bool) {
        let words = self.words_of_set(at);
        for (at, word) in self.sets[words].iter_mut().enumerate() {
            let members = members.word(at);
            *word = if present { *word | members } else { *word & !members };
        }
    }

    /// The parts of a state, for machine code.
    #[cfg(feature = "native")]
    pub(super) fn pointers(&mut self) -> Pointers {
        let memory = self.memory.as_mut_ptr();
        Pointers {
            memory,
            nums: memory.wrapping_add(self.parts.nums),
            sets: self.sets.as_mut_ptr(),
            control: &raw mut self.control,
        }
    }

    #[inline(always)]
    fn places(&self) -> Places<&[i32]> {
        Places::new(&self.memory)
    }

    #[inline(always)]
    fn places_mut(&mut self) -> Places<&mut [i32]> {
        Places::new(&mut self.memory)
    }

    // ---- where cards lie

    /// The slot a card lies in; `None` outside the game.
    #[inline]
    pub fn slot_of(&self, card: Card) -> Option<Slot> {
        self.places().slot_of(card)
    }

    /// The first sets of a state are the cards of its slots.
    #[inline(always)]
    pub fn cards_in(&self, slot: Slot) -> Bits {
        self.set(slot.index())
    }

    #[inline]
    pub fn count_in(&self, slot: Slot) -> usize {
        self.places().count_in(slot)
    }

    #[inline]
    pub fn top(&self, slot: Slot) -> Option<Card> {
        self.places().top(slot)
    }

    #[inline]
    pub fn bottom(&self, slot: Slot) -> Option<Card> {
        self.places().bottom(slot)
    }

    #[inline]
    pub(crate) fn below(&self, card: Card) -> Option<Card> {
        self.places().below(card)
    }

    #[inline]
    pub(crate) fn above(&self, card: Card) -> Option<Card> {
        self.places().above(card)
    }

    pub(crate) fn is_face_up(&self, m: &Memory, card: Card) -> bool {
        self.has(m.face_up, card)
    }

    /// The cards of a slot from the bottom up.
    pub fn stack(&self, slot: Slot) -> impl Iterator<Item = Card> + '_ {
        std::iter::successors(self.bottom(slot), |&card| self.above(card))
    }

    /// The cards of a slot from the top down.
    #[inline]
    pub(super) fn downwards(&self, slot: Slot) -> impl Iterator<Item = Card> + '_ {
        std::iter::successors(self.top(slot), |&card| self.below(card))
    }

    /// The instance that a slot belongs to; `None` for a pool slot in nobody's row.
    #[inline]
    pub fn instance_of(&self, program: &Program, slot: Slot) -> Option<InstanceId> {
        match program.slots.get(slot.index()) {
            Some(info) => Some(info.instance),
            None => something(self.pool_link(program, slot)?.instance)
                .map(|of| InstanceId::new(of.into())),
        }
    }

    /// The instance that a slot belongs to, and its number there, from 0; `None` for a pool slot in
    /// nobody's row.
    pub(crate) fn place_of_slot(&self, program: &Program, slot: Slot) -> Option<(InstanceId, u16)> {
        let instance = self.instance_of(program, slot)?;
        let index = self.slots_of(program, instance).position(|other| other == slot).unwrap_or(0);
        Some((instance, index.to_u16()))
    }

    /// Takes a card out of its slot, which it says. An emptied slot of a row stays until
    /// [`State::close_slot`].
    #[inline]
    pub(super) fn take(&mut self, program: &Program, card: Card) -> Option<Slot> {
        let slot = self.places_mut().take(card)?;
        self.remove(slot.index(), card);
        if let Some(at) = self.whole_zone(program, slot) {
            self.remove(at, card);
        }
        Some(slot)
    }

    /// Puts a card that lies nowhere into a slot.
    #[inline]
    pub(super) fn put(&mut self, program: &Program, card: Card, slot: Slot, end: PileEnd) {
        self.places_mut().put(card, slot, end);
        self.insert(slot.index(), card);
        if let Some(at) = self.whole_zone(program, slot) {
            self.insert(at, card);
        }
    }

    /// Takes a card from where it lies to an end of another slot; the slot that is empty now, if
    /// one is.
    pub(super) fn relocate(
        &mut self,
        program: &Program,
        card: Card,
        to: Slot,
        end: PileEnd,
    ) -> Option<Slot> {
        let from = self.take(program, card);
        self.put(program, card, to, end);
        from.filter(|&from| self.places().count_in(from) == 0)
    }

    /// Takes a card from where it lies to an end of another slot, in a game whose slots are nothing
    /// but their cards: see [`Program::has_plain_slots`].
    #[inline(always)]
    pub(super) fn carry(&mut self, card: Card, to: Slot, end: PileEnd) {
        if let Some(from) = self.places_mut().take(card) {
            self.remove(from.index(), card);
        }
        self.places_mut().put(card, to, end);
        self.insert(to.index(), card);
    }

    /// Takes `cards`, one after the other, from where they lie to an end of another slot, in a game
    /// whose slots are nothing but their cards. `all` is the set of them.
    #[inline]
    pub(super) fn carry_each(&mut self, cards: &[Card], all: &Bits, to: Slot, end: PileEnd) {
        let left: Bits = cards.iter().filter_map(|&card| self.slot_of(card)).collect();
        for from in left.of::<Slot>() {
            let lying = self.cards_in(from);
            let leaving = &lying & all;
            if leaving == lying {
                self.places_mut().empty(from);
            } else {
                for card in leaving.of() {
                    self.places_mut().take(card);
                }
            }
            self.put_members(from.index(), &leaving, false);
        }
        self.places_mut().put_each(cards, to, end);
        self.put_members(to.index(), all, true);
    }

    /// Takes all cards of a slot, in their order, onto those of another one, in a game whose slots
    /// are nothing but their cards: the set of these cards.
    #[inline(always)]
    pub(super) fn carry_all(&mut self, from: Slot, to: Slot) -> Bits {
        let cards = self.cards_in(from);
        self.places_mut().put_all_on(from, to);
        self.put_members(from.index(), &cards, false);
        self.put_members(to.index(), &cards, true);
        cards
    }

    /// The set that holds all cards of a slot's zone, where a zone has several slots.
    #[inline(always)]
    fn whole_zone(&self, program: &Program, slot: Slot) -> Option<usize> {
        if !program.memory.has_wide_zones() {
            return None;
        }
        if let Some(info) = program.slots.get(slot.index()) {
            return info.whole.map(|at| at.to_usize());
        }
        let at = program.instances[self.instance_of(program, slot)?].cards_at.to_usize();
        (at >= program.memory.instance_cards).then_some(at)
    }

    /// The cards of a slot from the top down, as many as there is room for, of which it has enough.
    #[inline]
    pub(super) fn list_from_top(&self, slot: Slot, cards: &mut [Card]) {
        self.places().list_from_top(slot, cards);
    }

    /// Puts the cards of a slot into a new order, given from the top down.
    #[inline]
    pub(super) fn reorder(&mut self, slot: Slot, from_top: &[Card]) {
        self.places_mut().reorder(slot, from_top);
    }

    /// Lays each card where one lies in an `old` state that has its name as its new one.
    pub(super) fn rename_places(&mut self, old: &State, names: &[Card]) {
        let nodes = self.parts.nums / places::NODE;
        self.places_mut().rename(&old.places(), names, nodes);
    }

    /// Two cards change places, heights and sides included.
    pub(super) fn swap_places(&mut self, program: &Program, a: Card, b: Card) {
        let m = &program.memory;
        let (Some(slot_a), Some(slot_b)) = (self.slot_of(a), self.slot_of(b)) else { return };
        let other = |card: Card| {
            if card == a {
                b
            } else if card == b {
                a
            } else {
                card
            }
        };
        let orders =
            [slot_a, slot_b].map(|slot| self.downwards(slot).map(other).collect::<Vec<_>>());
        self.swap_membership(m.face_up, a, b);
        if slot_a != slot_b {
            for card in [a, b] {
                self.take(program, card);
            }
            self.put(program, b, slot_a, PileEnd::Top);
            self.put(program, a, slot_b, PileEnd::Top);
        }
        let [order_a, order_b] = orders;
        self.reorder(slot_a, &order_a);
        self.reorder(slot_b, &order_b);
    }

    fn swap_membership(&mut self, at: usize, a: Card, b: Card) {
        let (has_a, has_b) = (self.has(at, a), self.has(at, b));
        self.put_member(at, a, has_b);
        self.put_member(at, b, has_a);
    }

    // ---- slots of zones

    /// The slots of an instance in their order.
    pub fn slots_of<'a>(
        &'a self,
        program: &'a Program,
        instance: InstanceId,
    ) -> impl Iterator<Item = Slot> + 'a {
        let info = &program.instances[instance];
        let fixed = info.first_slot.run(if info.row.is_some() { 0 } else { info.slots });
        let first = info.row.and_then(|row| somewhere(self.rows[usize::from(row)].first));
        let row =
            std::iter::successors(first, |&slot| somewhere(self.pool_link(program, slot)?.next));
        fixed.chain(row)
    }

    /// The slots of an instance as a set.
    #[inline]
    pub(super) fn slot_set(&self, program: &Program, instance: InstanceId) -> Bits {
        let info = &program.instances[instance];
        match info.row {
            Some(row) => self.set(program.memory.row_slots + usize::from(row)),
            None => Bits::run(info.first_slot.number(), info.slots),
        }
    }

    /// Opens a slot in a row, behind `after` or at the end. `None` when the pool is used up.
    pub(super) fn open_slot(
        &mut self,
        program: &Program,
        instance: InstanceId,
        after: Option<Slot>,
    ) -> Option<Slot> {
        let m = &program.memory;
        let row = usize::from(program.instances[instance].row?);
        let (before, behind) = self.pool.split_at(usize::from(self.next_slot));
        let mut links = behind.iter().chain(before).map(|link| link.instance);
        let further = links.position(|instance| instance == NOTHING)?;
        let free = (usize::from(self.next_slot) + further) % self.pool.len();
        self.next_slot = ((free + 1) % self.pool.len()).to_u16();
        let slot = Slot::new(m.fixed_slots + free);
        // What was closed may have been marked since.
        self.clear_slot_marks(program, slot);
        let previous = after.unwrap_or(self.rows[row].last);
        let next = match somewhere(previous) {
            Some(previous) => self.pool_link(program, previous)?.next,
            None => self.rows[row].first,
        };
        self.pool[free] = RowLink { instance: instance.number(), previous, next };
        *self.forward_link(program, row, previous) = slot;
        *self.backward_link(program, row, next) = slot;
        self.insert(m.row_slots + row, slot);
        Some(slot)
    }

    /// `None` for a slot that is always there.
    #[inline]
    fn pool_link(&self, program: &Program, slot: Slot) -> Option<&RowLink> {
        self.pool.get((slot.index()).checked_sub(program.memory.fixed_slots)?)
    }

    /// What leads on from a slot of a row, or to its first slot.
    fn forward_link(&mut self, program: &Program, row: usize, slot: Slot) -> &mut Slot {
        match somewhere(slot) {
            Some(slot) => &mut self.pool[slot.index() - program.memory.fixed_slots].next,
            None => &mut self.rows[row].first,
        }
    }

    /// What leads back from a slot of a row, or to its last slot.
    fn backward_link(&mut self, program: &Program, row: usize, slot: Slot) -> &mut Slot {
        match somewhere(slot) {
            Some(slot) => &mut self.pool[slot.index() - program.memory.fixed_slots].previous,
            None => &mut self.rows[row].last,
        }
    }

    /// Clears the marks of an emptied slot; a slot of a row leaves its row.
    #[inline]
    pub(super) fn close_slot(&mut self, program: &Program, slot: Slot) {
        if !program.marks.is_empty() || slot.index() >= program.memory.fixed_slots {
            self.close_marked_slot(program, slot);
        }
    }

    fn clear_slot_marks(&mut self, program: &Program, slot: Slot) {
        for mark in program.marks.iter().filter(|mark| mark.of_slots) {
            if mark.kind == ValueKind::Flag {
                self.remove(mark.at.to_usize(), slot);
            } else {
                self.set_num(mark.at.to_usize() + slot.index(), mark.default);
            }
        }
    }

    fn close_marked_slot(&mut self, program: &Program, slot: Slot) {
        let m = &program.memory;
        self.clear_slot_marks(program, slot);
        if (slot.index()) < m.fixed_slots {
            return;
        }
        let Some(instance) = self.instance_of(program, slot) else { return };
        let Some(row) = program.instances[instance].row.map(usize::from) else { return };
        let free = slot.index() - m.fixed_slots;
        let RowLink { previous, next, .. } = self.pool[free];
        *self.forward_link(program, row, previous) = next;
        *self.backward_link(program, row, next) = previous;
        self.pool[free].instance = NOTHING;
        self.remove(m.row_slots + row, slot);
    }

    /// Whether a seat knows which card this is.
    pub fn knows(&self, m: &Memory, seat: Seat, card: Card) -> bool {
        self.has(m.known(seat), card)
    }
}

/// The slot that a link leads to.
#[inline]
fn somewhere(link: Slot) -> Option<Slot> {
    (link != Slot::NOWHERE).then_some(link)
}

/// What a link leads to.
#[inline]
fn something(link: u16) -> Option<u16> {
    (link != NOTHING).then_some(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};

    const ROWS: &str = r#"
title: Rows
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  units: { per: player, shape: row, seen_by: all }
rules: |
  phase game { each player { draw 1 from deck to new of units } }
  score = 0
"#;

    #[test]
    fn the_set_of_a_rows_slots_is_the_row() {
        let game = Game::from_strings(&[("rows.yaml", ROWS)], &Settings::default()).unwrap();
        let program = game.program();
        let mut state = State::new(program, Generator::new(1));
        let of_rows: Vec<InstanceId> =
            program.instances.ids().filter(|&id| program.instances[id].row.is_some()).collect();
        let [own, others] = of_rows[..] else { panic!("two rows") };
        let is = |state: &State, row: InstanceId, slots: &[Slot]| {
            assert_eq!(state.slots_of(program, row).collect::<Vec<_>>(), slots);
            assert_eq!(
                state.slot_set(program, row),
                slots.iter().map(|slot| slot.number()).collect()
            );
        };
        let first = state.open_slot(program, own, None).unwrap();
        let last = state.open_slot(program, own, None).unwrap();
        let between = state.open_slot(program, own, Some(first)).unwrap();
        is(&state, own, &[first, between, last]);
        is(&state, others, &[]);
        state.close_slot(program, first);
        is(&state, own, &[between, last]);
        let again = state.open_slot(program, others, None).unwrap();
        assert_ne!(again, first, "a name of what was closed is one of nothing");
        is(&state, others, &[again]);
        state.close_slot(program, again);
        let all = state.pool.len() - 2;
        let reopened: Vec<Slot> =
            (0..all).map(|_| state.open_slot(program, others, None).unwrap()).collect();
        assert!(reopened.contains(&first), "what was closed is free");
        assert_eq!(state.open_slot(program, others, None), None);
        for slot in reopened {
            state.close_slot(program, slot);
        }
        is(&state, others, &[]);
        state.close_slot(program, last);
        state.close_slot(program, between);
        is(&state, own, &[]);
    }
}
