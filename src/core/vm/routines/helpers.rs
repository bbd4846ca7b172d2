//! What routines have done for them: see [`Helper`].

use crate::ir::{Helper, PER_CARD};
use crate::program::code::{Movement, Site};
use crate::program::ids::{MovementId, PairingId, SiteId};
use crate::program::terms::{NumId, SetId, TestId};
use crate::tabletop::ids::{ActionId, PhaseId};
use crate::value::{Bits, Card, Narrow, Seat, Slot};
use crate::vm::eval::Eval;

impl Eval<'_> {
    /// Does what a `helper` is for, with its arguments and its sets, of which it may leave another
    /// in place of the first. `None` is a side exit: of the game nothing has been changed but what
    /// the helpers that answer, list options or move cards had done by then.
    #[inline(always)]
    pub(super) fn help(
        &mut self,
        helper: Helper,
        [a, b, c]: [i32; 3],
        [set, second]: &mut [Bits; 2],
    ) -> Option<i32> {
        match helper {
            Helper::NumTerm => self.num(NumId::new(a.to_usize())).ok(),
            Helper::TestTerm => self.test(TestId::new(a.to_usize())).ok().map(i32::from),
            Helper::SetTerm => {
                *set = self.set(SetId::new(a.to_usize())).ok()?;
                Some(0)
            }
            Helper::Pick => {
                let taken = self.answer(Seat::from_word(a)?, b.to_usize())?;
                self.scratch.fuel = self.program.fuel;
                Some(taken.to_i32())
            }
            Helper::NextSeat => self.next_seat(a, true).ok(),
            Helper::Runs => Some(self.runs(PhaseId::new(a.to_usize())).into()),
            Helper::Room => Some(self.has_place(a, b).into()),
            Helper::MoveCard => {
                let (card, to) = (Card::from_word(b)?, Slot::from_word(c)?);
                self.arrives(movement(self, a), card, to);
                Some(0)
            }
            Helper::MoveSet => {
                self.set_arrives(movement(self, a), set.clone(), Slot::from_word(b)?)
            }
            Helper::MoveSlot => {
                let (from, to) = (Slot::from_word(b)?, Slot::from_word(c)?);
                self.slot_arrives(movement(self, a), from, to);
                Some(0)
            }
            Helper::MoveTop => {
                let (pile, to) = (Slot::from_word(b)?, Slot::from_word(c % PER_CARD)?);
                for _ in 0..c / PER_CARD {
                    let top = self.state.top(pile)?;
                    self.arrives(movement(self, a), top, to);
                }
                Some(0)
            }
            Helper::Shuffle => {
                let slot = Slot::from_word(a).filter(|slot| slot.index() < self.slots())?;
                self.shuffles(slot);
                Some(0)
            }
            Helper::ListEntry => {
                let listed = self.list_entry(site(self, a), b.to_usize(), c);
                self.or_exit(listed)
            }
            Helper::TakeListed => {
                let taken = self.take_listed(site(self, a), b.to_usize(), c.to_usize());
                self.or_exit(taken)?.map(|()| 0)
            }
            Helper::NthInPlace => {
                let action = &self.program.actions[ActionId::new(a.to_usize())];
                let parameter = &action.parameters[b.to_usize()];
                self.nth_in_order(set, parameter, c.to_usize()).map(i32::from)
            }
            Helper::BestPairing => {
                self.best_pairing_of(PairingId::new(a.to_usize()), set, second).ok()
            }
            Helper::Walk => {
                let from = Slot::from_word(a)?;
                *set = self.ends_of_walks(from, b, set.clone()).ok()?;
                Some(0)
            }
        }
    }

    fn slots(&self) -> usize {
        self.program.memory.slots
    }

    /// Whether there is a slot, and room for so many more cards.
    fn has_place(&self, slot: i32, cards: i32) -> bool {
        let Some(slot) = Slot::from_word(slot).filter(|slot| slot.index() < self.slots()) else {
            return false;
        };
        match self.capacity(slot) {
            None => false,
            Some(None) => true,
            Some(Some(most)) => self.state.count_in(slot) + cards.to_usize() <= most.into(),
        }
    }

    /// A card comes to lie where a movement takes it, where there is room.
    fn arrives(&mut self, movement: &Movement, card: Card, to: Slot) {
        let up = movement.face_up.unwrap_or_else(|| self.faces_up_in(to));
        self.carry_unseen(card, to, movement.end(), up);
    }

    /// Lets all cards of a slot arrive, the lowest one first; those that lie in no order in an
    /// order of their own.
    fn slot_arrives(&mut self, movement: &Movement, from: Slot, to: Slot) {
        if self.program.is_unordered(from) {
            let mut packet = std::mem::take(&mut self.scratch.packet);
            packet.clear();
            self.add_to_packet((from, to), self.state.cards_in(from), movement, &mut packet);
            packet.iter().for_each(|&card| self.arrives(movement, card, to));
            self.scratch.packet = packet;
            return;
        }
        if self.program.memory.plain_slots && !movement.under {
            let up = movement.face_up.unwrap_or_else(|| self.faces_up_in(to));
            let cards = self.state.carry_all(from, to);
            self.state.put_members(self.program.memory.face_up, &cards, up);
            return;
        }
        while let Some(card) = self.state.bottom(from) {
            self.arrives(movement, card, to);
        }
    }

    /// Several cards, slot by slot, in each from the bottom up.
    fn set_arrives(&mut self, movement: &Movement, cards: Bits, to: Slot) -> Option<i32> {
        let slots: Bits = cards.of().filter_map(|card| self.state.slot_of(card)).collect();
        if slots.contains(to.number()) {
            return None;
        }
        if slots.of().any(|slot: Slot| self.program.is_unordered(slot)) {
            self.packet_arrives(movement, cards, to);
            return Some(0);
        }
        for slot in slots.of::<Slot>() {
            let mut leaving = self.state.cards_in(slot) & &cards;
            let mut next = self.state.bottom(slot);
            while let Some(card) = next.filter(|_| !leaving.is_empty()) {
                next = self.state.above(card);
                if leaving.contains(card) {
                    leaving.remove(card);
                    self.arrives(movement, card, to);
                }
            }
        }
        Some(0)
    }

    /// Cards of which some lay in no order.
    fn packet_arrives(&mut self, movement: &Movement, cards: Bits, to: Slot) {
        let mut packet = std::mem::take(&mut self.scratch.packet);
        packet.clear();
        self.gather_packet(cards, to, movement, &mut packet);
        for &card in &packet {
            self.arrives(movement, card, to);
        }
        self.scratch.packet = packet;
    }

    /// Shuffles a pile that nobody has stacked.
    fn shuffles(&mut self, slot: Slot) {
        let count = self.state.count_in(slot);
        let shuffled = &mut self.scratch.shuffled;
        if shuffled.len() < count {
            shuffled.resize(count, Card::default());
        }
        let cards = &mut shuffled[..count];
        self.scratch.fuel -= count.to_i64();
        // From the top: the first item of the shuffle is the top card.
        self.state.list_from_top(slot, cards);
        self.state.generator.shuffle(cards);
        self.state.reorder(slot, cards);
    }
}

/// The movement with this number.
fn movement<'p>(e: &Eval<'p>, number: i32) -> &'p Movement {
    &e.program.movements[MovementId::new(number.to_usize())]
}

fn site<'p>(eval: &Eval<'p>, number: i32) -> &'p Site {
    &eval.program.sites[SiteId::new(number.to_usize())]
}
