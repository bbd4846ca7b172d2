//! A game as it stands: one plain value, cloned, compared, hashed and saved as a whole.
//!
//! Where everything lies in it is fixed by the program's [`Memory`]. The methods here keep the one law of the table: every
//! card of the game lies in exactly one slot, and slots know their cards.

use super::generator::Generator;
use crate::program::{Memory, Program};
use crate::value::{Bits, Card, NONE, NOTHING, Seat, Slot};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A game in progress, the interpreter's own continuation included.
///
/// Two states are equal when no sequence of choices can tell them apart: the same cards in the same places and order, the
/// same marks, variables, knowledge and generator, stopped at the same place.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    bytes: Box<[u8]>,
    sets: Box<[Bits]>,
    nums: Box<[i32]>,
    pub(super) generator: Generator,
    pub(super) control: Control,
}

/// Where the interpreter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Control {
    pub pc: u32,
    /// Base of the running frame and first free word, both in the stack.
    pub frame: u32,
    pub top: u32,
    /// What the last unit answered.
    pub answer: i32,
    pub backwards: bool,
    /// Cards that a draw still owes while the pile is refilled.
    pub owed: i32,
    /// Seats that have still to choose at the site where the game stopped.
    pub pending: u32,
    pub over: Option<Over>,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Over {
    /// `None`: the scores decide.
    pub winners: Option<u32>,
    pub reason: u16,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            bytes: self.bytes.clone(),
            sets: self.sets.clone(),
            nums: self.nums.clone(),
            generator: self.generator.clone(),
            control: self.control,
        }
    }

    /// Into the memory of a state of the same program: nothing is allocated.
    fn clone_from(&mut self, other: &Self) {
        self.bytes.clone_from(&other.bytes);
        self.sets.clone_from(&other.sets);
        // Nothing but zeros lies above the stacks.
        let used = self.control.top.max(other.control.top) as usize;
        self.nums[..used].copy_from_slice(&other.nums[..used]);
        self.generator = other.generator.clone();
        self.control = other.control;
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bytes.hash(hasher);
        self.sets.hash(hasher);
        self.nums.hash(hasher);
        self.control.hash(hasher);
    }
}

/// Which end of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Top,
    Bottom,
}

impl State {
    /// All cards in their first places, in the order of their decks, and nothing run yet.
    pub(super) fn new(program: &Program, generator: Generator) -> Self {
        let m = &program.memory;
        let mut state = State {
            bytes: vec![NOTHING; m.bytes].into(),
            sets: vec![Bits::EMPTY; m.sets].into(),
            nums: vec![0; m.nums].into(),
            generator,
            control: Control { answer: NONE, top: m.stack as u32, ..Control::default() },
        };
        state.bytes[m.slot_count..m.slot_count + m.slots].fill(0);
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
            let instance = &program.instances[program.instance(start.zone, start.owner) as usize];
            for &card in &start.cards {
                self.put(program, card, instance.first_slot, End::Bottom);
                self.sets[m.in_game].insert(card);
                self.sets[m.face_up].put(card, program.zones[start.zone as usize].faces_up());
            }
        }
        for seat in 0..m.seats {
            self.sets[m.known + seat] = self.sets[m.in_game];
        }
    }

    pub(super) fn reset_variable(&mut self, variable: &crate::program::Variable) {
        let words = variable.words() as usize;
        for (owner, &value) in variable.defaults.iter().enumerate() {
            self.nums[variable.at as usize + owner * words] = value;
        }
    }

    pub(super) fn clear_mark(&mut self, m: &Memory, mark: &crate::program::Mark) {
        if mark.kind == crate::program::ValueKind::Flag {
            self.sets[mark.at as usize] = Bits::EMPTY;
        } else {
            let count = if mark.of_slots { m.slots } else { m.cards };
            self.nums[mark.at as usize..mark.at as usize + count].fill(mark.default);
        }
    }

    // ---- numbers and sets by place

    #[inline]
    pub fn num(&self, at: usize) -> i32 {
        self.nums[at]
    }

    #[inline]
    pub(super) fn set_num(&mut self, at: usize, value: i32) {
        self.nums[at] = value;
    }

    pub(super) fn nums(&self, at: usize, count: usize) -> &[i32] {
        &self.nums[at..at + count]
    }

    pub(super) fn nums_mut(&mut self, at: usize, count: usize) -> &mut [i32] {
        &mut self.nums[at..at + count]
    }

    /// Sets a few numbers to 0: mostly two or three, for which no call is worth its while.
    #[inline]
    pub(super) fn clear_nums(&mut self, at: usize, count: usize) {
        match &mut self.nums[at..at + count] {
            [a, b] => (*a, *b) = (0, 0),
            [a, b, c] => (*a, *b, *c) = (0, 0, 0),
            more => more.fill(0),
        }
    }

    #[inline]
    pub fn set(&self, at: usize) -> &Bits {
        &self.sets[at]
    }

    #[inline]
    pub(super) fn set_mut(&mut self, at: usize) -> &mut Bits {
        &mut self.sets[at]
    }

    // ---- where cards lie

    /// The slot a card lies in; `None` outside the game.
    #[inline]
    pub fn slot_of(&self, m: &Memory, card: Card) -> Option<Slot> {
        let slot = self.bytes[m.card_slot + card as usize];
        (slot != NOTHING).then_some(slot)
    }

    #[inline]
    pub fn cards_in(&self, m: &Memory, slot: Slot) -> Bits {
        self.sets[m.slot_cards + slot as usize]
    }

    #[inline]
    pub fn count_in(&self, m: &Memory, slot: Slot) -> usize {
        self.bytes[m.slot_count + slot as usize] as usize
    }

    #[inline]
    pub fn top(&self, m: &Memory, slot: Slot) -> Option<Card> {
        let card = self.bytes[m.slot_top + slot as usize];
        (card != NOTHING).then_some(card)
    }

    pub fn bottom(&self, m: &Memory, slot: Slot) -> Option<Card> {
        let card = self.bytes[m.slot_bottom + slot as usize];
        (card != NOTHING).then_some(card)
    }

    pub fn below(&self, m: &Memory, card: Card) -> Option<Card> {
        let below = self.bytes[m.card_below + card as usize];
        (below != NOTHING).then_some(below)
    }

    pub fn above(&self, m: &Memory, card: Card) -> Option<Card> {
        let above = self.bytes[m.card_above + card as usize];
        (above != NOTHING).then_some(above)
    }

    pub fn is_face_up(&self, m: &Memory, card: Card) -> bool {
        self.sets[m.face_up].contains(card)
    }

    /// The cards of a slot from the bottom up.
    pub fn stack<'a>(&'a self, m: &'a Memory, slot: Slot) -> impl Iterator<Item = Card> + 'a {
        std::iter::successors(self.bottom(m, slot), move |&c| self.above(m, c))
    }

    /// The instance that a slot belongs to; `None` for a pool slot in nobody's row.
    pub fn instance_of(&self, program: &Program, slot: Slot) -> Option<u16> {
        let m = &program.memory;
        match program.slots.get(slot as usize) {
            Some(info) => Some(info.instance),
            None => {
                let instance = self.bytes[m.slot_instance + slot as usize - m.fixed_slots];
                (instance != NOTHING).then_some(u16::from(instance))
            }
        }
    }

    /// Takes a card out of its slot. An emptied slot of a row stays until [`State::close_slot`].
    pub(super) fn take(&mut self, program: &Program, card: Card) {
        let m = &program.memory;
        let Some(slot) = self.slot_of(m, card) else { return };
        let (above, below) = (self.bytes[m.card_above + card as usize], self.bytes[m.card_below + card as usize]);
        let top = if above == NOTHING { m.slot_top + slot as usize } else { m.card_below + above as usize };
        self.bytes[top] = below;
        let bottom = if below == NOTHING { m.slot_bottom + slot as usize } else { m.card_above + below as usize };
        self.bytes[bottom] = above;
        self.bytes[m.slot_count + slot as usize] -= 1;
        self.sets[m.slot_cards + slot as usize].remove(card);
        if let Some(at) = self.whole_zone(program, slot) {
            self.sets[at].remove(card);
        }
        self.bytes[m.card_slot + card as usize] = NOTHING;
    }

    /// Takes a card from where it lies to an end of another slot.
    pub(super) fn relocate(&mut self, program: &Program, card: Card, to: Slot, end: End) {
        self.take(program, card);
        self.put(program, card, to, end);
    }

    /// Puts a card that lies nowhere into a slot.
    pub(super) fn put(&mut self, program: &Program, card: Card, slot: Slot, end: End) {
        let m = &program.memory;
        let (c, s) = (card as usize, slot as usize);
        let (edge, link, back) = match end {
            End::Top => (m.slot_top + s, m.card_below, m.card_above),
            End::Bottom => (m.slot_bottom + s, m.card_above, m.card_below),
        };
        let neighbour = self.bytes[edge];
        self.bytes[edge] = card;
        self.bytes[link + c] = neighbour;
        self.bytes[back + c] = NOTHING;
        if neighbour == NOTHING {
            self.bytes[m.slot_top + s] = card;
            self.bytes[m.slot_bottom + s] = card;
        } else {
            self.bytes[back + neighbour as usize] = card;
        }
        self.bytes[m.slot_count + s] += 1;
        self.sets[m.slot_cards + s].insert(card);
        if let Some(at) = self.whole_zone(program, slot) {
            self.sets[at].insert(card);
        }
        self.bytes[m.card_slot + c] = slot;
    }

    /// The set that holds all cards of a slot's zone, where a zone has several slots.
    #[inline]
    fn whole_zone(&self, program: &Program, slot: Slot) -> Option<usize> {
        if let Some(info) = program.slots.get(slot as usize) {
            return info.whole.map(|at| at as usize);
        }
        let at = program.instances[self.instance_of(program, slot)? as usize].cards_at as usize;
        (at >= program.memory.instance_cards).then_some(at)
    }

    /// Puts the cards of a slot into a new order, given from the bottom up.
    pub(super) fn reorder(&mut self, m: &Memory, slot: Slot, from_bottom: &[Card]) {
        let link = |cards: &[Card], i: Option<usize>| i.and_then(|i| cards.get(i)).copied().unwrap_or(NOTHING);
        for (i, &card) in from_bottom.iter().enumerate() {
            self.bytes[m.card_below + card as usize] = link(from_bottom, i.checked_sub(1));
            self.bytes[m.card_above + card as usize] = link(from_bottom, Some(i + 1));
        }
        self.bytes[m.slot_bottom + slot as usize] = from_bottom.first().copied().unwrap_or(NOTHING);
        self.bytes[m.slot_top + slot as usize] = from_bottom.last().copied().unwrap_or(NOTHING);
    }

    /// Lets cards change their names: card `c` becomes card `names[c]`, a permutation that keeps cards outside the game. Places,
    /// sides and marks stay where they are, and what seats know goes with the places, but for `seat`'s own knowledge.
    pub(super) fn rename(&mut self, program: &Program, names: &[Card], seat: Seat) {
        let m = &program.memory;
        let renamed = |card: u8| if card == NOTHING { NOTHING } else { names[card as usize] };
        let old = self.bytes[m.card_slot..m.card_slot + 3 * m.cards].to_vec();
        for card in 0..m.cards {
            let new = names[card] as usize;
            self.bytes[m.card_slot + new] = old[card];
            self.bytes[m.card_above + new] = renamed(old[m.cards + card]);
            self.bytes[m.card_below + new] = renamed(old[2 * m.cards + card]);
        }
        for at in m.slot_top..m.slot_top + 2 * m.slots {
            self.bytes[at] = renamed(self.bytes[at]);
        }
        let own = m.may + seat as usize * m.slots..m.may + (seat as usize + 1) * m.slots;
        for at in (0..m.sets).filter(|&at| at != m.in_game && at != m.known + seat as usize && !own.contains(&at)) {
            if self.holds_cards(program, at) {
                self.sets[at] = self.sets[at].iter().map(|c| names[c as usize]).collect();
            }
        }
        self.rename_card_marks(program, names);
    }

    /// Whether a set of the state is one of cards: all are, but the flags of slots.
    fn holds_cards(&self, program: &Program, at: usize) -> bool {
        !program
            .marks
            .iter()
            .any(|mark| mark.of_slots && mark.kind == crate::program::ValueKind::Flag && mark.at as usize == at)
    }

    fn rename_card_marks(&mut self, program: &Program, names: &[Card]) {
        for mark in program.marks.iter().filter(|mark| !mark.of_slots) {
            if mark.kind != crate::program::ValueKind::Flag {
                let old = self.nums(mark.at as usize, program.memory.cards).to_vec();
                for (card, &value) in old.iter().enumerate() {
                    self.nums[mark.at as usize + names[card] as usize] = value;
                }
            }
        }
    }

    /// Two cards change places, heights and sides included.
    pub(super) fn swap_places(&mut self, program: &Program, a: Card, b: Card) {
        let m = &program.memory;
        let (Some(slot_a), Some(slot_b)) = (self.slot_of(m, a), self.slot_of(m, b)) else { return };
        let other = |card: Card| {
            if card == a {
                b
            } else if card == b {
                a
            } else {
                card
            }
        };
        let orders = [slot_a, slot_b].map(|slot| self.stack(m, slot).map(other).collect::<Vec<_>>());
        self.swap_membership(m.face_up, a, b);
        if slot_a != slot_b {
            for card in [a, b] {
                self.take(program, card);
            }
            self.put(program, b, slot_a, End::Top);
            self.put(program, a, slot_b, End::Top);
        }
        self.reorder(m, slot_a, &orders[0]);
        self.reorder(m, slot_b, &orders[1]);
    }

    fn swap_membership(&mut self, at: usize, a: Card, b: Card) {
        let (has_a, has_b) = (self.sets[at].contains(a), self.sets[at].contains(b));
        self.sets[at].put(a, has_b);
        self.sets[at].put(b, has_a);
    }

    // ---- slots of zones

    /// The slots of an instance in their order.
    pub fn slots_of<'a>(&'a self, program: &'a Program, instance: u16) -> impl Iterator<Item = Slot> + 'a {
        let m = &program.memory;
        let info = &program.instances[instance as usize];
        let fixed = info.first_slot..info.first_slot.saturating_add(if info.row.is_some() { 0 } else { info.slots });
        let first = info.row.map_or(NOTHING, |row| self.bytes[m.row_first + row as usize]);
        let row = std::iter::successors((first != NOTHING).then_some(first), move |&slot| {
            let next = self.bytes[m.slot_next + slot as usize - m.fixed_slots];
            (next != NOTHING).then_some(next)
        });
        fixed.chain(row)
    }

    /// Opens a slot in a row, behind `after` or at the end. `None` when the pool is used up.
    pub(super) fn open_slot(&mut self, program: &Program, instance: u16, after: Option<Slot>) -> Option<Slot> {
        let m = &program.memory;
        let row = program.instances[instance as usize].row? as usize;
        let free = (0..m.slots - m.fixed_slots).find(|i| self.bytes[m.slot_instance + i] == NOTHING)?;
        let slot = (m.fixed_slots + free) as Slot;
        let previous = after.unwrap_or(self.bytes[m.row_last + row]);
        let next = self.row_link(m, m.slot_next, m.row_first + row, previous);
        self.bytes[m.slot_instance + free] = instance as u8;
        self.bytes[m.slot_previous + free] = previous;
        self.bytes[m.slot_next + free] = next;
        self.set_row_link(m, m.slot_next, m.row_first + row, previous, slot);
        self.set_row_link(m, m.slot_previous, m.row_last + row, next, slot);
        Some(slot)
    }

    fn row_link(&self, m: &Memory, links: usize, edge: usize, slot: Slot) -> Slot {
        if slot == NOTHING { self.bytes[edge] } else { self.bytes[links + slot as usize - m.fixed_slots] }
    }

    fn set_row_link(&mut self, m: &Memory, links: usize, edge: usize, slot: Slot, to: Slot) {
        let at = if slot == NOTHING { edge } else { links + slot as usize - m.fixed_slots };
        self.bytes[at] = to;
    }

    /// Clears the marks of an emptied slot; a slot of a row leaves its row.
    pub(super) fn close_slot(&mut self, program: &Program, slot: Slot) {
        let m = &program.memory;
        for mark in program.marks.iter().filter(|mark| mark.of_slots) {
            if mark.kind == crate::program::ValueKind::Flag {
                self.sets[mark.at as usize].remove(slot);
            } else {
                self.nums[mark.at as usize + slot as usize] = mark.default;
            }
        }
        if (slot as usize) < m.fixed_slots {
            return;
        }
        let i = slot as usize - m.fixed_slots;
        let Some(instance) = self.instance_of(program, slot) else { return };
        let Some(row) = program.instances[instance as usize].row else { return };
        let (previous, next) = (self.bytes[m.slot_previous + i], self.bytes[m.slot_next + i]);
        self.set_row_link(m, m.slot_next, m.row_first + row as usize, previous, next);
        self.set_row_link(m, m.slot_previous, m.row_last + row as usize, next, previous);
        self.bytes[m.slot_instance + i] = NOTHING;
    }

    /// Seats that know which card this is.
    pub fn knows(&self, m: &Memory, seat: Seat, card: Card) -> bool {
        self.sets[m.known + seat as usize].contains(card)
    }
}
