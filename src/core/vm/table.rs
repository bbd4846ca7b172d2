//! What statements do at the table: moving, turning, shuffling, marking. Each is one event,
//! whatever it touches.

use super::eval::{Eval, Evaluated};
use super::events::{Arrival, Event, Lies, Moved, Trace};
use super::fault::FaultKind;
use super::label;
use super::run::{Machine, THERE};
use super::state::PileEnd;
use crate::program::code::{Movement, Pc, Refilling};
use crate::program::ids::MovementId;
use crate::program::terms::{ListId, Num, NumId, SetId};
use crate::program::{BAG_WORDS, Zone};
use crate::tabletop::ids::{MarkId, OwnerId, VariableId, ZoneId};
use crate::value::{Bits, Card, NONE, Narrow, Seat, SeatSet, Slot};

impl<T: Trace> Machine<'_, T> {
    // ---------------------------------------------------------------------------------------------
    // moving

    #[inline(never)]
    pub(super) fn do_move(&mut self, movement: MovementId) -> Evaluated<()> {
        let program = self.eval.program;
        let movement = &program.movements[movement];
        let Some((&first, others)) = movement.sources.split_first() else { return Ok(()) };
        let cards = self.eval().set(first)?;
        if cards.is_empty() && others.is_empty() {
            return Ok(());
        }
        if let Some(only) = cards.only()
            && others.is_empty()
        {
            let to = self.place(movement.to, &cards)?;
            self.move_single(Card::from_number(only), to, movement);
            return Ok(());
        }
        self.with_packet(|machine, packet| machine.move_several(movement, cards, others, packet))
    }

    /// `cards`, then those of the other sources.
    fn move_several(
        &mut self,
        movement: &Movement,
        cards: Bits,
        others: &[SetId],
        packet: &mut Vec<Card>,
    ) -> Evaluated<()> {
        let mut all = cards.clone();
        let mut parts = vec![cards];
        for &source in others {
            let cards = self.eval().set(source)? - &all;
            parts.push(cards.clone());
            all |= cards;
        }
        if all.is_empty() {
            return Ok(());
        }
        let to = self.place(movement.to, &all)?;
        for cards in parts {
            self.eval.gather_packet(cards, to, movement, packet);
        }
        if movement.turned {
            packet.reverse();
        }
        self.move_packet(packet, all, to, movement);
        Ok(())
    }

    /// Gives `work` an empty packet of cards, in memory that is used again and again.
    fn with_packet<R>(&mut self, work: impl FnOnce(&mut Self, &mut Vec<Card>) -> R) -> R {
        let mut packet = std::mem::take(&mut self.eval.scratch.packet);
        packet.clear();
        let result = work(self, &mut packet);
        self.eval.scratch.packet = packet;
        result
    }

    /// The cards of a slot from the bottom up.
    pub(super) fn stack_of(&self, slot: Slot) -> Vec<Card> {
        self.eval.state.stack(slot).collect()
    }

    /// The slot that a move goes to, opened if it is a new one; a fault when there is none, or no
    /// room.
    fn place(&mut self, to: NumId, cards: &Bits) -> Evaluated<Slot> {
        let program = self.eval.program;
        let slot = match program.terms.nums[to] {
            Num::NewSlot { zone, owner } => return self.new_slot(zone, owner, cards),
            Num::Const(slot) => slot,
            _ => self.eval().num(to)?,
        };
        let Some(slot) = Slot::from_word(slot) else { return Err(self.no_place(to)) };
        self.with_room(slot, cards)
    }

    /// Where cards go: to a slot that was opened for them, or to the place `to`.
    fn place_or(&mut self, opened: Option<Slot>, to: NumId, cards: &Bits) -> Evaluated<Slot> {
        match opened {
            Some(slot) => self.with_room(slot, cards),
            None => self.place(to, cards),
        }
    }

    /// A slot, if it is there and has room for cards.
    fn with_room(&mut self, slot: Slot, cards: &Bits) -> Evaluated<Slot> {
        let capacity = self.eval.capacity(slot).ok_or(FaultKind::NoPlace)?;
        let Some(capacity) = capacity else { return Ok(slot) };
        let after = (self.eval.state.cards_in(slot) | cards).len();
        if after > usize::from(capacity) { Err(FaultKind::SlotFull) } else { Ok(slot) }
    }

    /// Why there is no place to go to: its owner is none, or it has no such slot.
    #[cold]
    fn no_place(&mut self, to: NumId) -> FaultKind {
        match self.eval.program.terms.nums[to] {
            Num::OwnSlot { owner, .. } | Num::ZoneSlot { owner, .. }
                if self.eval().num(owner) == Ok(NONE) =>
            {
                FaultKind::Nobody
            }
            _ => FaultKind::NoPlace,
        }
    }

    fn new_slot(&mut self, zone: ZoneId, owner: NumId, cards: &Bits) -> Evaluated<Slot> {
        let capacity = self.eval.program.zones[zone].capacity;
        if capacity.is_some_and(|capacity| cards.len() > usize::from(capacity)) {
            return Err(FaultKind::SlotFull);
        }
        let owner = OwnerId::from_word(self.eval().num(owner)?).ok_or(FaultKind::Nobody)?;
        let instance = self.eval.program.instance(zone, owner);
        self.eval.state.open_slot(self.eval.program, instance, None).ok_or(FaultKind::RowsFull)
    }

    fn move_packet(&mut self, packet: &[Card], all: Bits, to: Slot, movement: &Movement) {
        self.eval.spend_on_cards(packet.len());
        if !self.knowing && !T::TELLS {
            return self.move_all_unseen(packet, &all, to, movement);
        }
        let program = self.eval.program;
        let mut sources = Bits::EMPTY;
        for &card in packet {
            if let Some(slot) = self.eval.state.slot_of(card) {
                sources.insert(slot);
            }
        }
        if self.knowing {
            for from in sources.of() {
                let leaving = self.eval.state.cards_in(from) & &all;
                let seen = leaving.of().fold(SeatSet::EVERY, |seen, card| {
                    seen & self.eval.seen(card, from, to, movement)
                });
                self.eval.state.lose_sight(program, &leaving, (from, to), movement.by_place, seen);
            }
        }
        for &card in packet {
            self.move_card(card, to, movement);
        }
        for from in sources.of() {
            self.left(from);
        }
        if self.knowing {
            self.eval.state.look_at_top(program, to);
        }
    }

    #[inline]
    fn move_single(&mut self, card: Card, to: Slot, movement: &Movement) {
        if self.knowing || T::TELLS {
            self.move_packet(&[card], Bits::one(card), to, movement);
        } else {
            self.move_unseen(card, to, movement);
        }
    }

    /// Moves cards, one after the other, where nobody keeps knowledge and nobody is told. The set
    /// `all` has them all, and may have more that lie nowhere.
    fn move_all_unseen(&mut self, packet: &[Card], all: &Bits, to: Slot, movement: &Movement) {
        let m = &self.eval.program.memory;
        if !m.plain_slots || movement.turned || packet.len() != all.len() {
            packet.iter().for_each(|&card| self.move_unseen(card, to, movement));
            return;
        }
        let up = movement.face_up.unwrap_or_else(|| self.eval.faces_up_in(to));
        self.eval.state.carry_each(packet, all, to, movement.end());
        self.eval.state.put_members(m.face_up, all, up);
    }

    /// Moves a card where nobody keeps knowledge and nobody is told.
    fn move_unseen(&mut self, card: Card, to: Slot, movement: &Movement) {
        let up = self.eval.side(card, to, movement);
        self.eval.carry_unseen(card, to, movement.end(), up);
    }

    pub(super) fn move_card(&mut self, card: Card, to: Slot, movement: &Movement) {
        let program = self.eval.program;
        let m = &program.memory;
        let Some(from) = self.eval.state.slot_of(card) else { return };
        let seen = match self.knowing || T::TELLS {
            true => self.eval.seen(card, from, to, movement),
            false => SeatSet::EMPTY,
        };
        let up = self.eval.side(card, to, movement);
        if T::TELLS {
            let arrival = if movement.under { Arrival::Under } else { Arrival::OnTop };
            self.tell_move(card, from, to, up, arrival, seen);
        }
        self.eval.state.relocate(program, card, to, movement.end());
        self.eval.state.put_member(m.face_up, card, up);
        if self.knowing {
            self.eval.state.learn(m, card, seen);
        }
    }

    pub(super) fn tell_move(
        &mut self,
        card: Card,
        from: Slot,
        to: Slot,
        face_up: bool,
        arrival: Arrival,
        seen_by: SeatSet,
    ) {
        let program = self.eval.program;
        let (Some(a), Some(b)) =
            (self.eval.state.instance_of(program, from), self.eval.state.instance_of(program, to))
        else {
            return;
        };
        // Slots of rows are not of the program, and none of them stays empty.
        let opens = arrival == Arrival::Reopening
            || program.slots.get(to.index()).is_none() && self.eval.state.count_in(to) == 0;
        let (from_index, to_index) = (self.told_index(from, to), self.told_index(to, to));
        let (from, to) = (a, b);
        self.tell(|_| {
            Event::Move(Moved {
                card,
                from,
                from_index,
                to,
                to_index,
                face_up,
                under: arrival == Arrival::Under,
                swaps: arrival == Arrival::Swapped,
                opens,
                seen_by,
            })
        });
    }

    /// The number of a slot within its zone, from 0. Slots of rows that have lost their cards are
    /// closed once all cards of a move have left; who reads of one card after the other cannot know
    /// where a move ends, so for them those slots are gone at once.
    fn told_index(&mut self, slot: Slot, to: Slot) -> u16 {
        let program = self.eval.program;
        if program.slots.get(slot.index()).is_some() {
            return self.eval().slot_index(slot).to_u16();
        }
        let state = &*self.eval.state;
        let Some(instance) = state.instance_of(program, slot) else { return 0 };
        let before = state.slots_of(program, instance).take_while(|&other| other != slot);
        before.filter(|&other| other == to || state.count_in(other) > 0).count().to_u16()
    }

    /// After cards have left a slot.
    pub(super) fn left(&mut self, from: Slot) {
        let program = self.eval.program;
        if self.knowing {
            self.eval.state.forget_empty(&program.memory, from);
            self.eval.state.look_at_top(program, from);
        }
        if self.eval.state.count_in(from) == 0 {
            self.eval.state.close_slot(program, from);
        }
    }

    /// Takes the topmost cards. When they do not suffice and the pile has a `refill`, that runs
    /// first, for the rest.
    #[inline(never)]
    pub(super) fn do_draw(&mut self, movement: MovementId, pc: Pc) -> Evaluated<Pc> {
        let program = self.eval.program;
        let movement = &program.movements[movement];
        // After a refill the draw takes what it owes, and no more than is there.
        let owed = movement.refill.as_ref().map_or(0, |refill| self.eval.get_local(refill.owed));
        let wanted = match movement.count {
            _ if owed > 0 => owed,
            Some(count) => self.eval().num(count)?.max(0),
            None => 0,
        };
        let opened = match movement.refill {
            Some(Refilling { opened: Some(local), .. }) if owed > 0 => {
                Slot::from_word(self.eval.get_local(local))
            }
            _ => None,
        };
        let (taken, to) = match wanted {
            0 => (0, opened),
            _ => self.draw_cards(movement, wanted.to_usize(), opened)?,
        };
        let short = wanted - taken.to_i32();
        match movement.refill {
            Some(Refilling { unit, owed: local, owner, opened }) if short > 0 && owed == 0 => {
                let me = owner.map_or(Ok(self.eval.me), |owner| self.eval().num(owner))?;
                self.eval.set_local(local, short);
                if let Some(opened) = opened {
                    self.eval.set_local(opened, to.map_or(NONE, Slot::word));
                }
                self.eval.push(unit, pc, me, self.eval.active)?;
                Ok(THERE)
            }
            Some(Refilling { owed: local, .. }) => {
                self.eval.set_local(local, 0);
                Ok(pc.next())
            }
            None => Ok(pc.next()),
        }
    }

    /// Moves so many of the topmost cards, or all, to the slot that was opened for them, if one
    /// was; how many there were, and where they went.
    fn draw_cards(
        &mut self,
        movement: &Movement,
        wanted: usize,
        opened: Option<Slot>,
    ) -> Evaluated<(usize, Option<Slot>)> {
        let cards = self.eval().set(movement.sources[0])?;
        if wanted == 1
            && let Some(top) = self.single_top(&cards)
        {
            let to = self.place_or(opened, movement.to, &Bits::one(top))?;
            self.move_single(top, to, movement);
            return Ok((1, Some(to)));
        }
        self.with_packet(|machine, packet| {
            machine.topmost(&cards, wanted, packet);
            if packet.is_empty() {
                return Ok((0, opened));
            }
            let drawn: Bits = packet.iter().copied().collect();
            let to = machine.place_or(opened, movement.to, &drawn)?;
            machine.move_packet(packet, drawn, to, movement);
            Ok((packet.len(), Some(to)))
        })
    }

    /// The top card of the pile in which all these cards lie, if it is one of them.
    fn single_top(&self, cards: &Bits) -> Option<Card> {
        let slot = self.eval.state.slot_of(cards.first_of()?)?;
        let top = self.eval.state.top(slot).filter(|&top| cards.contains(top))?;
        cards.is_subset(&self.eval.state.cards_in(slot)).then_some(top)
    }

    /// The topmost of these cards, the top first, and pile by pile in the order of their places:
    /// which pile comes first must not tell what lies there.
    fn topmost(&mut self, cards: &Bits, count: usize, packet: &mut Vec<Card>) {
        let slots: Bits = cards.of().filter_map(|card| self.eval.state.slot_of(card)).collect();
        if slots.len() > 1 {
            for slot in self.in_row_order(&slots) {
                self.add_topmost(slot, cards, count, packet);
            }
        } else if let Some(slot) = slots.first_of() {
            self.add_topmost(slot, cards, count, packet);
        }
    }

    /// Adds the topmost of these cards that lie in a slot, until there are `count`.
    fn add_topmost(&self, slot: Slot, cards: &Bits, count: usize, packet: &mut Vec<Card>) {
        let mut next = self.eval.state.top(slot);
        while let Some(card) = next.filter(|_| packet.len() < count) {
            if cards.contains(card) {
                packet.push(card);
            }
            next = self.eval.state.below(card);
        }
    }

    #[inline(never)]
    pub(super) fn shuffle(&mut self, slot: Slot) {
        let program = self.eval.program;
        self.with_packet(|machine, packet| {
            // From the top: the first item of the shuffle is the top card.
            packet.extend(machine.eval.state.downwards(slot));
            machine.eval.spend_on_cards(packet.len());
            if packet.len() > 1 {
                machine.generator().shuffle(packet);
                machine.arrange(slot, packet);
                machine.rehearse(slot, packet);
                machine.eval.state.reorder(slot, packet);
            }
            if machine.knowing {
                machine.eval.state.forget_order(program, slot);
                machine.eval.state.look_at_top(program, slot);
            }
            let Some(instance) = machine.eval.state.instance_of(program, slot) else { return };
            machine.tell(|_| Event::Shuffle { instance, slot, order: packet.as_slice().into() });
        });
    }

    /// Brings the cards of a pile into the order that they came to in the game that is rehearsed,
    /// if one is. The packet lies with its top first.
    fn rehearse(&mut self, slot: Slot, packet: &mut [Card]) {
        let Some(mut rehearsal) = self.eval.scratch.rehearsal.take() else { return };
        let place = label::slot(self.eval.program, self.eval.state, slot);
        rehearsal.arrange(self.eval.program, &place, packet);
        self.eval.scratch.rehearsal = Some(rehearsal);
    }

    /// Puts the cards of an arranged pile on top. The packet lies with its top first.
    fn arrange(&self, slot: Slot, packet: &mut [Card]) {
        let instance = self.eval.state.instance_of(self.eval.program, slot);
        let Some((_, wanted)) =
            self.eval.program.stacked.iter().find(|(i, _)| Some(*i) == instance)
        else {
            return;
        };
        let place = |card: &Card| wanted.iter().position(|w| w == card).unwrap_or(usize::MAX);
        packet.sort_by_key(place);
    }

    // ---------------------------------------------------------------------------------------------
    // showing

    #[inline(never)]
    pub(super) fn turn(&mut self, cards: SetId, up: bool) -> Evaluated<()> {
        let program = self.eval.program;
        let m = &program.memory;
        let cards = self.eval().set(cards)?;
        self.eval.spend_on_cards(cards.len());
        for card in cards.of() {
            let Some(slot) = self.eval.state.slot_of(card) else { continue };
            let Some(instance) = self.eval.state.instance_of(program, slot) else { continue };
            if self.eval.state.is_face_up(m, card) == up {
                continue;
            }
            self.eval.state.put_member(m.face_up, card, up);
            let is_top = self.eval.state.top(slot) == Some(card);
            let seen_by = self.eval.state.viewers(program, instance, up, is_top, None);
            if self.knowing {
                self.eval.state.learn(m, card, seen_by);
            }
            let lies = self.lies(slot, card);
            self.tell(|_| Event::Turn { card, instance, lies, up, seen_by });
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn reveal(&mut self, cards: SetId, to: SetId) -> Evaluated<()> {
        let seats = self.eval().set(to)?.into();
        let cards = self.eval().set(cards)?;
        self.eval.spend_on_cards(cards.len());
        for card in cards.of() {
            if self.knowing {
                self.eval.state.learn(&self.eval.program.memory, card, seats);
            }
            let slot = self.eval.state.slot_of(card);
            let lies = slot.map(|slot| self.lies(slot, card)).unwrap_or_default();
            self.tell(|machine| {
                let (program, state) = (machine.eval.program, &machine.eval.state);
                let instance = slot.and_then(|slot| state.instance_of(program, slot));
                Event::Reveal { card, instance, lies, to: seats }
            });
        }
        Ok(())
    }

    /// Where a card of a slot lies, as far as whoever sees it there can tell, for what is told.
    fn lies(&mut self, slot: Slot, card: Card) -> Lies {
        if !T::TELLS {
            return Lies::default();
        }
        let index = self.told_index(slot, slot);
        let (program, state) = (self.eval.program, &self.eval.state);
        let has_order = state.count_in(slot) > 1 && !program.is_unordered(slot);
        let height = || state.stack(slot).position(|one| one == card);
        let height = has_order.then(height).flatten().map(|below| below.to_u16() + 1);
        Lies { index, height }
    }

    // ---------------------------------------------------------------------------------------------
    // marks and variables

    #[inline(never)]
    pub(super) fn mark_flags(&mut self, things: SetId, mark: MarkId, on: bool) -> Evaluated<()> {
        for thing in self.eval().set(things)? {
            let at = self.eval.program.marks[mark].at.to_usize();
            if self.eval.state.has(at, thing) != on {
                self.eval.state.put_member(at, thing, on);
                self.tell_mark(thing, mark, i32::from(on));
            }
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn mark_values(
        &mut self,
        things: SetId,
        mark: MarkId,
        value: NumId,
    ) -> Evaluated<()> {
        let value = self.eval().num(value)?;
        for thing in self.eval().set(things)? {
            let at = self.eval.program.marks[mark].at.to_usize() + usize::from(thing);
            if self.eval.state.num(at) != value {
                self.eval.state.set_num(at, value);
                self.tell_mark(thing, mark, value);
            }
        }
        Ok(())
    }

    pub(super) fn tell_mark(&mut self, thing: u16, mark: MarkId, value: i32) {
        if !T::TELLS {
            return;
        }
        let program = self.eval.program;
        let info = &program.marks[mark];
        let instance_of = |machine: &Self, slot| machine.eval.state.instance_of(program, slot);
        if info.of_slots {
            let slot = Slot::from_number(thing);
            let Some(instance) = instance_of(self, slot) else { return };
            let cards = self.eval.state.stack(slot);
            let known_by = cards.fold(SeatSet::EVERY, |seats, card| seats & self.knowers(card));
            let index = self.told_index(slot, slot);
            self.tell(|_| Event::MarkSlot { slot, instance, index, mark, value, known_by });
            return;
        }
        let card = Card::from_number(thing);
        let Some(slot) = self.eval.state.slot_of(card) else { return };
        let Some(instance) = instance_of(self, slot) else { return };
        let (index, known_by) = (self.told_index(slot, slot), self.knowers(card));
        self.tell(|_| Event::MarkCard { card, instance, index, mark, value, known_by });
    }

    pub(super) fn knowers(&self, card: Card) -> SeatSet {
        let m = &self.eval.program.memory;
        Seat::all(self.eval.program.seats)
            .filter(|&seat| self.eval.state.knows(m, seat, card))
            .collect()
    }

    /// Gives a variable a value, and tells of it where it had another. `owner` is whose value it
    /// is: the number from 0 of a seat, of a team or of a word of a list, of whichever the variable
    /// has one for each; 0 where the table has one. A number that none of them has is a fault.
    #[inline(never)]
    pub(super) fn set_variable(
        &mut self,
        variable: VariableId,
        owner: i32,
        value: i32,
    ) -> Evaluated<()> {
        let info = &self.eval.program.variables[variable];
        let owner = info.owner(owner).ok_or(FaultKind::Nobody)?;
        let at = info.place(owner);
        if self.eval.state.num(at) != value {
            self.eval.state.set_num(at, value);
            self.tell(|_| Event::Set { variable, owner, value });
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn set_bag(
        &mut self,
        variable: VariableId,
        owner: NumId,
        value: ListId,
    ) -> Evaluated<()> {
        let info = &self.eval.program.variables[variable];
        let owner = info.owner(self.eval().num(owner)?).ok_or(FaultKind::Nobody)?;
        let words = self.eval().list(value)?;
        if words.as_slice().len() >= BAG_WORDS.to_usize() {
            return Err(FaultKind::TooManyValues);
        }
        if self.eval.state.bag(info, owner) == words.as_slice() {
            return Ok(());
        }
        self.eval.state.set_bag(info, owner, words.as_slice());
        self.tell(|_| Event::SetBag { variable, owner, words: words.as_slice().into() });
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------
    // gathering

    /// Every card back where the layout had it, in the order of the decks; all marks cleared.
    #[inline(never)]
    pub(super) fn gather(&mut self) {
        let program = self.eval.program;
        self.tell(|machine| Event::Gather(machine.eval.places_of_all().into()));
        for start in &program.start_cards {
            let instance = program.instance(start.zone, start.owner);
            let to = program.instances[instance].first_slot;
            let back = Movement::plain(None, PileEnd::Bottom, false);
            self.move_packet(&start.cards, start.all.clone(), to, &back);
        }
        for mark in &program.marks {
            self.eval.state.clear_mark(&program.memory, mark);
        }
    }
}

impl Movement {
    /// How cards travel that the runtime moves by itself; whence and where to are its own business.
    pub(super) fn plain(face_up: Option<bool>, end: PileEnd, by_place: bool) -> Self {
        Movement {
            sources: Vec::new(),
            count: None,
            to: NumId::new(0),
            face_up,
            under: end == PileEnd::Bottom,
            turned: false,
            by_place,
            refill: None,
        }
    }

    /// The end of a stack at which the cards arrive.
    #[inline]
    pub(super) const fn end(&self) -> PileEnd {
        PileEnd::of(self.under)
    }
}

impl Eval<'_> {
    /// Each card of the decks, and the number of its place within its zone.
    fn places_of_all(&self) -> Vec<(Card, u16)> {
        let cards = self.program.start_cards.iter().flat_map(|start| &start.cards);
        let index =
            |card: Card| self.state.slot_of(card).map_or(0, |slot| self.slot_index(slot).to_u16());
        cards.map(|&card| (card, index(card))).collect()
    }

    /// The zone of a slot of a row.
    fn row_zone(&self, slot: Slot) -> Option<&Zone> {
        let instance = self.state.instance_of(self.program, slot)?;
        Some(&self.program.zones[self.program.instances[instance].zone])
    }

    /// Adds cards to a packet in the order in which they arrive: slot by slot, which everybody
    /// sees.
    pub(super) fn gather_packet(
        &mut self,
        cards: Bits,
        to: Slot,
        movement: &Movement,
        packet: &mut Vec<Card>,
    ) {
        let slots: Bits = cards.of().filter_map(|card| self.state.slot_of(card)).collect();
        for slot in slots.of() {
            self.add_to_packet((slot, to), self.state.cards_in(slot) & &cards, movement, packet);
        }
    }

    /// Seats that see the card where it lies or where it comes to lie.
    pub(super) fn seen(&self, card: Card, from: Slot, to: Slot, movement: &Movement) -> SeatSet {
        let (program, state) = (self.program, &*self.state);
        let m = &program.memory;
        let was_up = state.is_face_up(m, card);
        let is_top = state.top(from) == Some(card);
        let before = state
            .instance_of(program, from)
            .map_or(SeatSet::EMPTY, |i| state.viewers(program, i, was_up, is_top, None));
        before | self.seen_there(to, self.side(card, to, movement), movement)
    }

    /// Seats that see a card once it has come to lie there with this side up.
    pub(super) fn seen_there(&self, to: Slot, up: bool, movement: &Movement) -> SeatSet {
        let (program, state) = (self.program, &*self.state);
        let on_top = !movement.under || state.count_in(to) == 0;
        state.instance_of(program, to).map_or(SeatSet::EMPTY, |i| {
            state.viewers(program, i, up, on_top, Seat::from_word(self.me))
        })
    }

    /// Which side of the card is up once it has arrived.
    #[inline]
    pub(super) fn side(&self, card: Card, to: Slot, movement: &Movement) -> bool {
        if let Some(up) = movement.face_up {
            return up;
        }
        if movement.turned {
            return !self.state.is_face_up(&self.program.memory, card);
        }
        self.faces_up_in(to)
    }

    /// The most cards that a slot may hold, where there is such a number; `None` for a pool slot in
    /// nobody's row.
    #[inline]
    pub(super) fn capacity(&self, slot: Slot) -> Option<Option<u16>> {
        match self.program.slots.get(slot.index()) {
            Some(info) => Some(info.capacity),
            None => self.row_zone(slot).map(|zone| zone.capacity),
        }
    }

    /// Whether a card comes to lie there face up when nothing is said.
    #[inline]
    pub(super) fn faces_up_in(&self, slot: Slot) -> bool {
        match self.program.slots.get(slot.index()) {
            Some(info) => info.faces_up,
            None => self.row_zone(slot).is_some_and(Zone::faces_up),
        }
    }

    /// Moves a card where nobody keeps knowledge and nobody is told.
    #[inline]
    pub(super) fn carry_unseen(&mut self, card: Card, to: Slot, end: PileEnd, up: bool) {
        let program = self.program;
        if program.memory.plain_slots {
            self.state.carry(card, to, end);
            self.state.put_member(program.memory.face_up, card, up);
            return;
        }
        let emptied = self.state.relocate(program, card, to, end);
        self.state.put_member(program.memory.face_up, card, up);
        if let Some(emptied) = emptied {
            self.state.close_slot(program, emptied);
        }
    }
}
