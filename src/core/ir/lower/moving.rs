//! Cards on their way.

use super::{Left, Lowered, Lowering};
use crate::ir::build::Num;
use crate::ir::{
    Binary, BlockId, Helper, Inst, Lies, Measure, PER_CARD, SetBinary, SetPlace, Terminator,
    movement_number,
};
use crate::program::SlotInfo;
use crate::program::code::Movement;
use crate::program::ids::MovementId;
use crate::program::terms::{self, NumId, Set, SetId};
use crate::value::{Narrow, Slot};

impl Lowering<'_> {
    pub(crate) fn moves(&mut self, id: MovementId) -> Lowered<()> {
        let movement = &self.program.movements[id];
        if movement.turned {
            return Err(Left);
        }
        let &[source] = movement.sources.as_slice() else { return self.moves_several(id) };
        let behind = self.b.block();
        if let Set::One(card) = self.program.terms.sets[source] {
            let card = self.num(card)?;
            let there = self.b.is_some(card);
            self.b.go_on_if(there, behind);
            let to = self.destination(movement.to)?;
            self.goes(id, card, to)?;
        } else if let Some(slot) = self.whole_slot(source)? {
            let cards = self.b.lies(Lies::CardsIn, slot);
            let some = self.b.compare(Binary::NotEqual, cards, 0);
            self.b.go_on_if(some, behind);
            let to = self.destination(movement.to)?;
            let elsewhere = self.b.binary(Binary::NotEqual, to, slot);
            self.b.exit_unless(elsewhere);
            self.has_room(id, to, cards);
            self.slot_goes(id, (slot, cards), self.holds_one(source), to);
        } else if let Some(slots) = self.whole_slots(source) {
            self.moves_slots(id, &slots, behind)?;
        } else {
            let cards = self.set(source)?;
            let some = self.b.measure(Measure::Any, cards);
            self.b.go_on_if(some, behind);
            let to = self.destination(movement.to)?;
            let only = self.b.measure(Measure::Only, cards);
            let (single, several) = (self.b.is_some(only), self.b.block());
            self.b.go_on_if(single, several);
            self.goes(id, Num { some: true, ..only }, to)?;
            self.b.jump(behind);
            self.b.switch_to(several);
            let count = self.b.measure(Measure::Count, cards);
            self.has_room(id, to, count);
            let number = self.b.constant(movement_number(id));
            self.b.call_with(Helper::MoveSet, [number, to], cards);
        }
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(())
    }

    /// Slots that are always there, whose cards are all that a set is: those of all owners of a
    /// zone, whose cards lie in an order.
    fn whole_slots(&self, set: SetId) -> Option<Vec<Slot>> {
        let Set::CardsOfAll { at, owners } = self.program.terms.sets[set] else { return None };
        let slots: Vec<Slot> =
            (at..at + u32::from(owners)).map(|slot| Slot::new(slot.to_usize())).collect();
        let ordered =
            |slot: &Slot| self.program.slots.get(slot.index()).is_some_and(|slot| !slot.unordered);
        slots.iter().all(ordered).then_some(slots)
    }

    /// Moves all that lies in several slots, slot by slot.
    fn moves_slots(&mut self, id: MovementId, slots: &[Slot], behind: BlockId) -> Lowered<()> {
        let movement = &self.program.movements[id];
        let (mut all, mut counts) = (self.b.constant(0), Vec::new());
        for slot in slots {
            let slot = self.b.constant(slot.word());
            let count = self.b.lies(Lies::CardsIn, slot);
            all = self.b.binary(Binary::Add, all, count);
            counts.push((slot, count));
        }
        let some = self.b.compare(Binary::NotEqual, all, 0);
        self.b.go_on_if(some, behind);
        let to = self.destination(movement.to)?;
        for &(slot, _) in &counts {
            let elsewhere = self.b.binary(Binary::NotEqual, to, slot);
            self.b.exit_unless(elsewhere);
        }
        self.has_room(id, to, all);
        for ((slot, count), info) in counts.into_iter().zip(slots) {
            let next = self.b.block();
            let some = self.b.compare(Binary::NotEqual, count, 0);
            self.b.go_on_if(some, next);
            let one = self.program.slots[info.index()].capacity == Some(1);
            self.slot_goes(id, (slot, count), one, to);
            self.b.jump(next);
            self.b.switch_to(next);
        }
        Ok(())
    }

    /// Moves all cards of a slot, so many, to where there is room. Where slots are nothing but
    /// their cards a single one is carried: that is what most slots hold.
    fn slot_goes(&mut self, id: MovementId, (slot, count): (Num, Num), holds_one: bool, to: Num) {
        let movement = &self.program.movements[id];
        if !self.program.has_plain_slots() {
            return self.slot_is_moved(id, slot, to);
        }
        if holds_one {
            return self.top_goes(movement, slot, to);
        }
        let (several, behind) = (self.b.block(), self.b.block());
        let single = self.b.compare(Binary::Equal, count, 1);
        self.b.go_on_if(single, several);
        self.top_goes(movement, slot, to);
        self.b.jump(behind);
        self.b.switch_to(several);
        self.slot_is_moved(id, slot, to);
        self.b.jump(behind);
        self.b.switch_to(behind);
    }

    /// Has the machine move all cards of a slot.
    fn slot_is_moved(&mut self, id: MovementId, slot: Num, to: Num) {
        let number = self.b.constant(movement_number(id));
        self.b.call(Helper::MoveSlot, [number, slot, to]);
    }

    /// Carries the topmost card of a slot that has one.
    fn top_goes(&mut self, movement: &Movement, slot: Num, to: Num) {
        let card = self.b.lies(Lies::Uppermost, slot);
        self.carries(movement, card, Some(slot), to);
    }

    /// Carries a card to where there is room, `from` a slot whose topmost one it is, where that is
    /// known. Which side is up there may hang on where that is.
    fn carries(&mut self, movement: &Movement, card: Num, from: Option<Num>, to: Num) {
        let (card, from, to_reg) = (card.reg, from.map(|from| from.reg), to.reg);
        let carry = |up| Inst::Carry { card, from, to: to_reg, under: movement.under, up };
        if let Some(up) = self.side_up(movement) {
            return self.b.emit(carry(up));
        }
        let sides = self.program.slots.iter().map(|slot| slot.faces_up.into()).collect();
        let side = self.looked_up(sides, to);
        let [up, down, behind] = [(); 3].map(|()| self.b.block());
        self.b.end(Terminator::If { test: side.reg, then: up, otherwise: down });
        for (block, is_up) in [(up, true), (down, false)] {
            self.b.switch_to(block);
            self.b.emit(carry(is_up));
            self.b.jump(behind);
        }
        self.b.switch_to(behind);
    }

    /// Which side is up where a movement's cards come to lie, where that is known.
    fn side_up(&self, movement: &Movement) -> Option<bool> {
        movement.face_up.or(self.known_destination(movement).map(|slot| slot.faces_up))
    }

    /// Cards of one source arrive before those of the next.
    fn moves_several(&mut self, id: MovementId) -> Lowered<()> {
        let movement = &self.program.movements[id];
        if movement.under || movement.sources.is_empty() {
            return Err(Left);
        }
        // Once some have gone the sources may say something else: they are all asked first.
        let mut sources = Vec::new();
        for &source in &movement.sources {
            let set = self.set(source)?;
            sources.push(self.b.set_variable(set));
        }
        let mut all = sources[0];
        for &source in &sources[1..] {
            all = self.b.set_binary(SetBinary::Union, all, source);
        }
        let behind = self.b.block();
        let some = self.b.measure(Measure::Any, all);
        self.b.go_on_if(some, behind);
        let to = self.destination(movement.to)?;
        let count = self.b.measure(Measure::Count, all);
        self.has_room(id, to, count);
        let there = self.b.set_load(SetPlace::Indexed(0, to.reg));
        let there = self.b.set_binary(SetBinary::Both, there, all);
        let there = self.b.measure(Measure::Any, there);
        let elsewhere = self.b.not(there);
        self.b.exit_unless(elsewhere);
        let number = self.b.constant(movement_number(id));
        let mut before = None;
        for source in sources {
            let part = match before {
                None => source,
                Some(before) => self.b.set_binary(SetBinary::Minus, source, before),
            };
            before = Some(match before {
                None => source,
                Some(before) => self.b.set_binary(SetBinary::Union, before, source),
            });
            let (next, some) = (self.b.block(), self.b.measure(Measure::Any, part));
            self.b.go_on_if(some, next);
            self.b.call_with(Helper::MoveSet, [number, to], part);
            self.b.jump(next);
            self.b.switch_to(next);
        }
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(())
    }

    /// The slot whose cards are all that a set is, where it is one that is always there.
    fn whole_slot(&mut self, set: SetId) -> Lowered<Option<Num>> {
        let fixed = self.program.memory.fixed_slots.to_u32();
        Ok(match self.program.terms.sets[set] {
            Set::CardsAt { at } if at < fixed => Some(self.b.constant(at.cast_signed())),
            Set::CardsOf { at, owners, owner } if at + u32::from(owners) <= fixed => {
                let owner = self.owner(owner, owners)?;
                let first = self.b.constant(at.cast_signed());
                Some(self.b.binary(Binary::Add, first, owner))
            }
            _ => None,
        })
    }

    /// Whether a set is the cards of a slot that holds one at most.
    fn holds_one(&self, set: SetId) -> bool {
        let slots = match self.program.terms.sets[set] {
            Set::CardsAt { at } => at..at + 1,
            Set::CardsOf { at, owners, .. } => at..at + u32::from(owners),
            _ => return false,
        };
        let one = |slot: &SlotInfo| slot.capacity == Some(1);
        slots.into_iter().all(|at| self.program.slots.get(at.to_usize()).is_some_and(one))
    }

    /// From a pile whose place is known: its topmost cards, the top first.
    pub(crate) fn draws(&mut self, id: MovementId) -> Lowered<()> {
        let movement = &self.program.movements[id];
        let (source, count) = (*movement.sources.first().ok_or(Left)?, movement.count.ok_or(Left)?);
        let pile = self.whole_slot(source)?.filter(|_| !movement.turned).ok_or(Left)?;
        let refills = movement.refill.is_some();
        if let Some(refill) = &movement.refill {
            let owed = self.place_of(refill.owed)?;
            let owed = self.b.load(owed);
            let free = self.b.compare(Binary::Equal, owed, 0);
            self.b.exit_unless(free);
        }
        let (behind, wanted) = (self.b.block(), self.num(count)?);
        let alone = wanted.known == Some(1);
        let (wanted, have) =
            (self.b.compare(Binary::Max, wanted, 0), self.b.lies(Lies::CardsIn, pile));
        let taken = self.b.binary(Binary::Min, wanted, have);
        if refills {
            let enough = self.b.binary(Binary::GreaterEqual, have, wanted);
            self.b.exit_unless(enough);
        }
        let some = self.b.compare(Binary::NotEqual, taken, 0);
        self.b.go_on_if(some, behind);
        let to = self.destination(movement.to)?;
        let elsewhere = self.b.binary(Binary::NotEqual, to, pile);
        self.b.exit_unless(elsewhere);
        let taken = if alone { self.b.constant(1) } else { taken };
        self.has_room(id, to, taken);
        if !self.program.has_plain_slots() {
            let number = self.b.constant(movement_number(id));
            // Both in one number: helpers have three.
            let width = self.b.constant(PER_CARD);
            let high = self.b.binary(Binary::Multiply, taken, width);
            let packed = self.b.binary(Binary::Add, high, to);
            self.b.call(Helper::MoveTop, [number, pile, packed]);
        } else if alone {
            self.top_goes(movement, pile, to);
        } else {
            self.tops_go(movement, (pile, taken), to);
        }
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(())
    }

    /// Carries so many cards of a pile, one at least, one after the other, the top first.
    fn tops_go(&mut self, movement: &Movement, (pile, count): (Num, Num), to: Num) {
        let left = self.b.variable(count);
        let (next, behind) = (self.b.block(), self.b.block());
        self.b.jump(next);
        self.b.switch_to(next);
        self.top_goes(movement, pile, to);
        let one = self.b.constant(1);
        let before = self.b.value_of(left, true);
        let rest = self.b.binary(Binary::Subtract, before, one);
        self.b.set(left, rest);
        let more = self.b.compare(Binary::NotEqual, rest, 0);
        self.b.end(Terminator::If { test: more.reg, then: next, otherwise: behind });
        self.b.switch_to(behind);
    }

    /// Where a movement goes. Slots that are opened by going there are left to the machine.
    fn destination(&mut self, to: NumId) -> Lowered<Num> {
        match self.program.terms.nums[to] {
            terms::Num::NewSlot { .. } => Err(Left),
            _ => self.num(to),
        }
    }

    /// One of the slots that a movement can go to, where these are all of one zone.
    fn known_destination(&self, movement: &Movement) -> Option<&SlotInfo> {
        let first = match self.program.terms.nums[movement.to] {
            terms::Num::Const(slot) => usize::try_from(slot).ok()?,
            terms::Num::OwnSlot { first, .. } => first.index(),
            _ => return None,
        };
        self.program.slots.get(first)
    }

    /// A side exit where a movement's cards do not find a slot, or room in it.
    fn has_room(&mut self, id: MovementId, to: Num, cards: Num) {
        let movement = &self.program.movements[id];
        let known = self.known_destination(movement).map(|slot| slot.capacity);
        if known.is_none() && !self.program.has_plain_slots() {
            let room = self.b.call(Helper::Room, [to, cards]);
            return self.b.exit_unless(room);
        }
        let slots = self.program.memory.slots.to_i32();
        let inside = self.b.compare(Binary::Below, to, slots);
        self.b.exit_unless(inside);
        let to = Num { some: true, limit: Some(slots), ..to };
        let most = match known {
            Some(None) => return,
            Some(Some(most)) => self.b.constant(most.into()),
            None => {
                let most = |slot: &SlotInfo| slot.capacity.map_or(i32::MAX, i32::from);
                self.looked_up(self.program.slots.iter().map(most).collect(), to)
            }
        };
        let count = self.b.lies(Lies::CardsIn, to);
        let count = self.b.binary(Binary::Add, count, cards);
        let fits = self.b.binary(Binary::LessEqual, count, most);
        self.b.exit_unless(fits);
    }

    /// Moves one card.
    fn goes(&mut self, id: MovementId, card: Num, to: Num) -> Lowered<()> {
        let movement = &self.program.movements[id];
        let one = self.b.constant(1);
        self.has_room(id, to, one);
        let cards = self.program.memory.cards.to_i32();
        let is_card = self.b.compare(Binary::Below, card, cards);
        self.b.exit_unless(is_card);
        if self.program.has_plain_slots() {
            self.carries(movement, card, None, to);
        } else {
            let number = self.b.constant(movement_number(id));
            self.b.call(Helper::MoveCard, [number, card, to]);
        }
        Ok(())
    }
}
