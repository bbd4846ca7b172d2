//! Lays a position out: what tests of rules begin with. The flow stays where it stopped; cards,
//! marks and knowledge are new.

use super::state::{PileEnd, State};
use crate::program::{BAG_WORDS, Mark, Program, ValueKind, Variable};
use crate::tabletop::ids::{InstanceId, OwnerId};
use crate::value::{Bits, Card, Narrow, Seat, Slot};

/// A card of a position: where it lies, and with which side up where its zone's own way is not
/// meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    pub card: Card,
    pub slot: Slot,
    pub up: Option<bool>,
}

impl State {
    /// Puts these cards on a cleared table where they belong, the top ones first, and all others of
    /// the game where `rest` says, by the zone that the game began with them in; else into that
    /// zone. Seats know the cards that they see; any other may lie wherever they see none.
    pub fn arrange(
        &mut self,
        program: &Program,
        laid: &[Laid],
        rest: impl Fn(InstanceId) -> Option<Slot>,
    ) {
        for one in laid {
            self.lay(program, *one);
        }
        let is_laid = |card: Card| laid.iter().any(|one| one.card == card);
        for start in &program.start_cards {
            let began = program.instance(start.zone, start.owner);
            let slot = rest(began).unwrap_or(program.instances[began].first_slot);
            for &card in start.cards.iter().filter(|card| !is_laid(**card)) {
                self.lay(program, Laid { card, slot, up: None });
            }
        }
        self.know_what_is_seen(program);
    }

    /// Lays `cards` on top of a slot, the first uppermost. Of cards that lay there the order is
    /// forgotten, as by a shuffle; where others come in, nobody remembers anything.
    pub(crate) fn stack_on(&mut self, program: &Program, slot: Slot, cards: &[Card]) {
        let are_here = cards.iter().all(|&card| self.slot_of(card) == Some(slot));
        for &card in cards.iter().rev() {
            self.relocate(program, card, slot, PileEnd::Top);
            self.set_side(program, Laid { card, slot, up: None });
        }
        if are_here {
            self.forget_order(program, slot);
            self.look_at_top(program, slot);
        } else {
            self.know_what_is_seen(program);
        }
    }

    /// Sets a variable, or a pawn's place.
    pub(crate) fn set_owned(&mut self, variable: &Variable, owner: OwnerId, value: i32) {
        self.set_num(variable.place(owner), value);
    }

    /// Fills a bag of words.
    pub(crate) fn set_bag(&mut self, variable: &Variable, owner: OwnerId, words: &[i32]) {
        let place = self.nums_mut(variable.place(owner), BAG_WORDS.to_usize());
        place.fill(0);
        place[0] = words.len().to_i32();
        place[1..=words.len()].copy_from_slice(words);
    }

    /// The words in a bag.
    pub(crate) fn bag(&self, variable: &Variable, owner: OwnerId) -> &[i32] {
        self.list_at(variable.place(owner))
    }

    /// The values of a list that is kept at a place: its length, then its items.
    pub(crate) fn list_at(&self, at: usize) -> &[i32] {
        self.nums(at + 1, self.num(at).clamp(0, BAG_WORDS.cast_signed() - 1).to_usize())
    }

    /// What a variable is set to.
    pub(crate) fn owned(&self, variable: &Variable, owner: OwnerId) -> i32 {
        self.num(variable.place(owner))
    }

    /// Marks a card or a slot.
    pub fn set_mark(&mut self, mark: &Mark, thing: u16, value: i32) {
        match mark.kind {
            ValueKind::Flag => self.put_member(mark.at.to_usize(), thing, value == 1),
            _ => self.set_num(mark.at.to_usize() + usize::from(thing), value),
        }
    }

    /// What a card or a slot is marked with.
    pub fn mark_of(&self, mark: &Mark, thing: u16) -> i32 {
        match mark.kind {
            ValueKind::Flag => i32::from(self.has(mark.at.to_usize(), thing)),
            _ => self.num(mark.at.to_usize() + usize::from(thing)),
        }
    }

    /// Takes all cards off the table and clears all marks. Rows have no slots then.
    pub fn clear_table(&mut self, program: &Program) {
        for card in self.set(program.memory.in_game).of::<Card>() {
            let slot = self.take(program, card);
            if let Some(slot) = slot.filter(|&slot| self.count_in(slot) == 0) {
                self.close_slot(program, slot);
            }
        }
        for mark in &program.marks {
            self.clear_mark(&program.memory, mark);
        }
    }

    /// A new slot at the right end of a row; none where the zone is no row, or no more slots are
    /// left.
    pub fn open_in_row(&mut self, program: &Program, instance: InstanceId) -> Option<Slot> {
        self.open_slot(program, instance, None)
    }

    fn lay(&mut self, program: &Program, laid: Laid) {
        self.put(program, laid.card, laid.slot, PileEnd::Bottom);
        self.set_side(program, laid);
    }

    fn set_side(&mut self, program: &Program, laid: Laid) {
        let zone = self.instance_of(program, laid.slot).map(|i| program.instances[i].zone);
        let own = zone.is_some_and(|zone| program.zones[zone].faces_up());
        self.put_member(program.memory.face_up, laid.card, laid.up.unwrap_or(own));
    }

    /// Nobody remembers what came before.
    fn know_what_is_seen(&mut self, program: &Program) {
        let m = &program.memory;
        for seat in Seat::all(program.seats) {
            let all = self.set(m.in_game);
            let seen: Bits =
                all.of().filter(|&card| self.lies_in_sight(program, seat, card)).collect();
            self.assign(m.known(seat), &seen);
            for slot in (0..m.slots).map(Slot::new) {
                let hides = !self.cards_in(slot).is_subset(&seen);
                let may = if hides { &all - &seen } else { Bits::EMPTY };
                self.assign(m.may(seat, slot), &may);
            }
        }
    }
}
