//! What statements do with slots and all that lies in them: they change places, are joined, are
//! split.

use super::eval::{Evaluated, card};
use super::events::{Arrival, Trace};
use super::fault::FaultKind;
use super::run::Machine;
use super::state::PileEnd;
use crate::program::code::Movement;
use crate::program::terms::{Local, NumId, SetId};
use crate::program::{Mark, ValueKind};
use crate::tabletop::ids::{InstanceId, MarkId};
use crate::value::{Bits, Card, NONE, Narrow, SeatSet, Slot};

impl<T: Trace> Machine<'_, T> {
    /// Two cards change places; each takes the other's side.
    #[inline(never)]
    pub(super) fn swap_cards(&mut self, a: NumId, b: NumId, by_place: bool) -> Evaluated<()> {
        let (a, b) = (self.eval().num(a)?, self.eval().num(b)?);
        let (Some(a), Some(b)) = (card(a), card(b)) else { return Err(FaultKind::NothingThere) };
        let m = &self.eval.program.memory;
        let (Some(slot_a), Some(slot_b)) = (self.eval.state.slot_of(a), self.eval.state.slot_of(b))
        else {
            return Err(FaultKind::NothingThere);
        };
        if a == b {
            return Ok(());
        }
        // Each comes to lie as the other lies now.
        let seen = self.seen_lying(a, slot_a) | self.seen_lying(b, slot_b);
        let (up_a, up_b) = (self.eval.state.is_face_up(m, a), self.eval.state.is_face_up(m, b));
        self.tell_move(a, slot_a, slot_b, up_b, Arrival::Swapped, seen);
        self.tell_move(b, slot_b, slot_a, up_a, Arrival::Swapped, seen);
        if self.knowing && slot_a != slot_b {
            let state = &mut *self.eval.state;
            for (card, from, to) in [(a, slot_a, slot_b), (b, slot_b, slot_a)] {
                state.lose_track(self.eval.program, &Bits::one(card), (from, to), by_place, seen);
            }
            state.share_doubt(m, slot_a, slot_b);
        }
        self.eval.state.swap_places(self.eval.program, a, b);
        if self.knowing {
            for card in [a, b] {
                self.eval.state.learn(m, card, seen);
            }
        }
        Ok(())
    }

    /// Who sees a card that lies in a slot; also who put it there, if that is who acts.
    fn seen_lying(&self, card: Card, slot: Slot) -> SeatSet {
        let up = self.eval.state.is_face_up(&self.eval.program.memory, card);
        self.seen_in(slot, up, self.eval.state.top(slot) == Some(card))
    }

    /// Who sees a card in a slot with this side up.
    fn seen_in(&self, slot: Slot, up: bool, is_top: bool) -> SeatSet {
        let (program, state) = (self.eval.program, &*self.eval.state);
        let instance = state.instance_of(program, slot);
        instance.map_or(SeatSet::EMPTY, |i| state.viewers(program, i, up, is_top, self.me()))
    }

    /// Two slots change all their cards, and keep their marks. A slot of a row that comes out empty
    /// is closed.
    #[inline(never)]
    pub(super) fn swap_slots(&mut self, a: NumId, b: NumId) -> Evaluated<()> {
        let (a, b) = (self.eval().num(a)?, self.eval().num(b)?);
        let (a, b) = (Slot::from_word(a), Slot::from_word(b));
        let (Some(a), Some(b)) = (a, b) else { return Err(FaultKind::NothingThere) };
        for (from, to) in [(a, b), (b, a)] {
            let most = self.eval.capacity(to).ok_or(FaultKind::NothingThere)?;
            if most.is_some_and(|most| self.eval.state.count_in(from) > usize::from(most)) {
                return Err(FaultKind::SlotFull);
            }
        }
        if a != b {
            self.exchange(&[(a, b), (b, a)]);
            for slot in [a, b] {
                if self.eval.program.slots.get(slot.index()).is_none() {
                    self.left(slot);
                }
            }
        }
        Ok(())
    }

    /// Moves all cards of slots at the same time, each from the first slot of a pair to the second.
    /// No slot is the first or the second of two pairs. Marks of slots stay.
    pub(super) fn exchange(&mut self, ways: &[(Slot, Slot)]) {
        let program = self.eval.program;
        let m = &program.memory;
        let packets: Vec<Vec<(Card, SeatSet)>> =
            ways.iter().map(|&(from, to)| self.exchanged(from, to)).collect();
        self.eval.spend_on_cards(packets.iter().map(Vec::len).sum());
        for (n, (packet, &(from, to))) in packets.iter().zip(ways).enumerate() {
            // Who reads of one move after the other has seen a place of a row go with its last
            // card.
            let is_gone = program.slots.get(to.index()).is_none()
                && ways[..n].iter().any(|&(left, _)| left == to);
            let mut arrival = if is_gone { Arrival::Reopening } else { Arrival::OnTop };
            for &(card, seen) in packet {
                let up = self.eval.state.is_face_up(m, card);
                self.tell_move(card, from, to, up, arrival, seen);
                arrival = Arrival::OnTop;
            }
        }
        if self.knowing {
            for (packet, &(from, to)) in packets.iter().zip(ways) {
                let cards = packet.iter().map(|&(card, _)| card).collect();
                let seen = packet.iter().fold(SeatSet::EVERY, |all, &(_, seen)| all & seen);
                self.eval.state.lose_track(program, &cards, (from, to), true, seen);
            }
            self.eval.state.carry_doubt(m, ways);
        }
        for &(card, _) in packets.iter().flatten() {
            self.eval.state.take(program, card);
        }
        for (packet, &(_, to)) in packets.iter().zip(ways) {
            for &(card, seen) in packet {
                self.eval.state.put(program, card, to, PileEnd::Top);
                if self.knowing {
                    self.eval.state.learn(m, card, seen);
                }
            }
        }
    }

    /// The cards of a slot in the order in which they arrive in one that they change places with,
    /// and who sees each of them, here or there.
    fn exchanged(&mut self, from: Slot, to: Slot) -> Vec<(Card, SeatSet)> {
        let program = self.eval.program;
        let seen = |machine: &Self, card: Card, is_top: bool| {
            let up = machine.eval.state.is_face_up(&program.memory, card);
            machine.seen_lying(card, from) | machine.seen_in(to, up, is_top)
        };
        let cards = match program.is_unordered(from) {
            false => self.stack_of(from),
            true => {
                let (cards, all) = (self.eval.state.cards_in(from), SeatSet::first(program.seats));
                let open = cards.of().all(|card| seen(self, card, false) == all);
                let mut packet = Vec::with_capacity(cards.len());
                self.eval.add_unordered(cards, to, open, &mut packet);
                packet
            }
        };
        let top = cards.last().copied();
        cards.into_iter().map(|card| (card, seen(self, card, top == Some(card)))).collect()
    }

    /// Moves all cards of the slots into the leftmost one. The joined slot goes into the local.
    #[inline(never)]
    pub(super) fn join(&mut self, slots: SetId, local: Local) -> Evaluated<()> {
        let slots = self.eval().set(slots)?;
        let order = self.in_row_order(&slots);
        let Some((&first, others)) = order.split_first() else {
            return Err(FaultKind::NothingThere);
        };
        let cards = order.iter().map(|&slot| self.eval.state.count_in(slot)).sum::<usize>();
        let capacity = self.eval.capacity(first).flatten();
        if capacity.is_some_and(|capacity| cards > usize::from(capacity)) {
            return Err(FaultKind::SlotFull);
        }
        for &slot in others {
            let packet = self.stack_of(slot);
            self.join_marks(slot, first);
            self.carry(&packet, first);
            self.left(slot);
        }
        self.eval.set_local(local, first.word());
        Ok(())
    }

    /// Slots in the order of their zones, and in each in the order of the places.
    pub(super) fn in_row_order(&self, slots: &Bits) -> Vec<Slot> {
        let mut order = Vec::with_capacity(slots.len());
        let mut instances: Vec<InstanceId> =
            slots.of().filter_map(|s| self.eval.state.instance_of(self.eval.program, s)).collect();
        instances.sort_unstable();
        instances.dedup();
        for instance in instances {
            order.extend(
                self.eval
                    .state
                    .slots_of(self.eval.program, instance)
                    .filter(|&slot| slots.contains(slot)),
            );
        }
        order
    }

    /// Moves cards to another slot as they are: sides, and what is known of them by their place,
    /// stay.
    fn carry(&mut self, cards: &[Card], to: Slot) {
        self.eval.spend_on_cards(cards.len());
        let program = self.eval.program;
        let m = &program.memory;
        for &card in cards {
            let Some(from) = self.eval.state.slot_of(card) else { continue };
            let up = self.eval.state.is_face_up(m, card);
            let as_it_lies = Movement::plain(Some(up), PileEnd::Top, true);
            if self.knowing {
                let seen = self.eval.seen(card, from, to, &as_it_lies);
                self.eval.state.lose_sight(program, &Bits::one(card), (from, to), true, seen);
            }
            self.move_card(card, to, &as_it_lies);
        }
    }

    fn join_marks(&mut self, from: Slot, to: Slot) {
        for (i, mark) in
            self.eval.program.marks.iter().enumerate().filter(|(_, mark)| mark.of_slots)
        {
            let at = mark.at.to_usize();
            let kept = mark.any_on_join && mark.kind == ValueKind::Flag;
            if kept && self.eval.state.has(at, from) && !self.eval.state.has(at, to) {
                self.eval.state.insert(at, to);
                self.tell_mark(to.number(), MarkId::new(i), 1);
            }
            if !mark.any_on_join {
                self.drop_mark(mark, MarkId::new(i), to);
            }
        }
    }

    fn drop_mark(&mut self, mark: &Mark, number: MarkId, slot: Slot) {
        let at = mark.at.to_usize();
        if mark.kind == ValueKind::Flag && self.eval.state.has(at, slot) {
            self.eval.state.remove(at, slot);
            self.tell_mark(slot.number(), number, 0);
        }
        if mark.kind != ValueKind::Flag && self.eval.state.num(at + slot.index()) != mark.default {
            self.eval.state.set_num(at + slot.index(), mark.default);
            self.tell_mark(slot.number(), number, mark.default);
        }
    }

    /// One slot a card, in this slot's place and order.
    #[inline(never)]
    pub(super) fn split(&mut self, slot: NumId) -> Evaluated<()> {
        let program = self.eval.program;
        let slot = Slot::from_word(self.eval().num(slot)?).ok_or(FaultKind::NothingThere)?;
        let Some(instance) = self.eval.state.instance_of(program, slot) else {
            return Err(FaultKind::NothingThere);
        };
        let mut after = slot;
        for card in self.stack_of(slot) {
            let new = self
                .eval
                .state
                .open_slot(program, instance, Some(after))
                .ok_or(FaultKind::RowsFull)?;
            // The move first: whoever is told learns from it that the slot is there.
            self.carry(&[card], new);
            self.split_marks(slot, new);
            after = new;
        }
        self.left(slot);
        Ok(())
    }

    fn split_marks(&mut self, from: Slot, to: Slot) {
        for (i, mark) in self
            .eval
            .program
            .marks
            .iter()
            .enumerate()
            .filter(|(_, m)| m.of_slots && m.copy_on_split)
        {
            let at = mark.at.to_usize();
            if mark.kind == ValueKind::Flag {
                if self.eval.state.has(at, from) {
                    self.eval.state.insert(at, to);
                    self.tell_mark(to.number(), MarkId::new(i), 1);
                }
                continue;
            }
            let value = self.eval.state.num(at + from.index());
            self.eval.state.set_num(at + to.index(), value);
            if value != NONE {
                self.tell_mark(to.number(), MarkId::new(i), value);
            }
        }
    }
}
