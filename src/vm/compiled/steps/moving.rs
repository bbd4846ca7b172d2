//! Steps that move and turn cards.

use super::{Step, step};
use crate::program::SlotInfo;
use crate::program::code::{Movement, Op, Pc};
use crate::program::ids::MovementId;
use crate::program::terms::{Local, Num, NumId, Set, SetId};
use crate::value::{Card, NONE, Narrow, Slot};
use crate::vm::compiled::members::Members;
use crate::vm::compiled::{Compiler, NumCode, SetCode, with_num, with_set};
use crate::vm::eval::Eval;
use crate::vm::state::End;

/// How a movement's cards come to lie, as far as that is known when the game is loaded.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Arrival {
    end: End,
    /// `None`: as cards lie in the place they come to.
    face_up: Option<bool>,
    room: Room,
    /// Slots are nothing but their cards: none has marks, or goes with others to make a zone.
    plain: bool,
    /// The set of all cards that lie face up.
    faces: usize,
}

/// How many cards there can be where a movement goes.
#[derive(Clone, Copy, PartialEq)]
enum Room {
    Endless,
    Cards(u8),
    /// To be asked of the slot.
    Unknown,
}

impl Arrival {
    /// Which side is up, for the commonest arrivals: plainly and on top.
    pub fn plainly_on_top(self) -> Option<bool> {
        self.face_up.filter(|_| self.plain && self.end == End::Top)
    }

    /// The same arrival, of which the compiler knows so much.
    #[inline(always)]
    pub fn known(self, face_up: bool) -> Self {
        Arrival { end: End::Top, face_up: Some(face_up), plain: true, ..self }
    }
}

/// Writes `$body` for the commonest arrivals, each known to the compiler, and once for all others,
/// with `$known` as what says which it is.
macro_rules! with_arrival {
    ($arrival:expr, $known:ident => $body:expr) => {{
        let arrival = $arrival;
        match arrival.plainly_on_top() {
            Some(true) => {
                let $known = move || arrival.known(true);
                $body
            }
            Some(false) => {
                let $known = move || arrival.known(false);
                $body
            }
            None => {
                let $known = move || arrival;
                $body
            }
        }
    }};
}

pub(super) use with_arrival;

/// All that comes of a choice of a card: it goes to a place that is known, without any frame.
pub(super) struct MovesChosen {
    pub to: i32,
    pub arrival: Arrival,
    run: MovesCard,
}

type MovesCard = Box<dyn Fn(&mut Eval<'_>, i32) -> bool + Send + Sync>;

impl MovesChosen {
    /// False: it has done nothing.
    #[inline(always)]
    pub fn run(&self, e: &mut Eval<'_>, card: i32) -> bool {
        (self.run)(e, card)
    }
}

impl Eval<'_> {
    /// The slot that so many cards can go to; `None` where there is none, or perhaps no room.
    #[inline(always)]
    fn roomy(&self, slot: i32, cards: usize, arrival: Arrival) -> Option<Slot> {
        let slot = Slot::from_word(slot)?;
        let most = match arrival.room {
            Room::Endless => return Some(slot),
            Room::Cards(most) => most,
            Room::Unknown => match self.capacity(slot)? {
                None => return Some(slot),
                Some(most) => most,
            },
        };
        (self.state.count_in(slot) + cards <= most.into()).then_some(slot)
    }

    /// A card goes somewhere. False: there is no such card, or no room for it.
    #[inline(always)]
    pub(super) fn goes<M: Members>(&mut self, card: i32, to: i32, arrival: Arrival) -> bool {
        let (Ok(card), Some(to)) = (Card::try_from(card), self.roomy(to, 1, arrival)) else {
            return false;
        };
        self.arrive::<M>(card, to, arrival);
        true
    }

    #[inline(always)]
    fn arrive<M: Members>(&mut self, card: Card, to: Slot, arrival: Arrival) {
        let up = self.side_up(to, arrival);
        if arrival.plain {
            self.arrive_plainly::<M>(card, to, arrival, up);
        } else {
            self.carry_unseen(card, to, arrival.end, up);
        }
    }

    /// Moves cards one after the other, as long as there is a next one.
    #[inline(always)]
    fn arrive_each<M: Members>(
        &mut self,
        mut next: impl FnMut(&Self) -> Option<Card>,
        to: Slot,
        arrival: Arrival,
        up: bool,
    ) {
        if arrival.plain {
            while let Some(card) = next(self) {
                self.arrive_plainly::<M>(card, to, arrival, up);
            }
        } else {
            while let Some(card) = next(self) {
                self.carry_unseen(card, to, arrival.end, up);
            }
        }
    }

    #[inline(always)]
    fn arrive_plainly<M: Members>(&mut self, card: Card, to: Slot, arrival: Arrival, up: bool) {
        self.state.carry::<M>(card, to, arrival.end);
        let faces = self.state.set_mut(arrival.faces);
        if up {
            M::put_in(faces, card);
        } else {
            M::take_out(faces, card);
        }
    }

    /// Moves all that lies in a slot, the lowest card first.
    #[inline(always)]
    fn arrive_whole<M: Members>(&mut self, slot: Slot, to: Slot, arrival: Arrival, up: bool) {
        if !arrival.plain || arrival.end == End::Bottom {
            return self.arrive_each::<M>(|e| e.state.bottom(slot), to, arrival, up);
        }
        let cards = self.state.carry_all::<M>(slot, to);
        let faces = self.state.set_mut(arrival.faces);
        if up {
            cards.put_all_in(faces);
        } else {
            cards.take_all_out(faces);
        }
    }

    #[inline(always)]
    fn side_up(&self, to: Slot, arrival: Arrival) -> bool {
        arrival.face_up.unwrap_or_else(|| self.faces_up_in(to))
    }

    /// Moves several cards, slot by slot, in each from the bottom up. False where one of them lies
    /// in the slot that all go to, and nothing is done.
    fn arrive_all<M: Members>(
        &mut self,
        cards: M,
        to: Slot,
        arrival: Arrival,
        movement: MovementId,
    ) -> bool {
        let (mut left, mut slots) = (cards, M::EMPTY);
        while let Some(card) = left.take_first() {
            match self.state.slot_of(card).map(|slot| M::one(slot.number())) {
                Some(Some(slot)) => slots = slots.union(slot),
                Some(None) => return false,
                None => {}
            }
        }
        if slots.contains(to.number()) {
            return false;
        }
        if slots.bits().of().any(|slot| self.program.is_unordered(slot)) {
            self.arrive_in_packet::<M>(cards, to, arrival, movement);
            return true;
        }
        while let Some(slot) = slots.take_first().map(Slot::from_number) {
            let mut leaving = M::of(&self.state.cards_in(slot)).both(cards);
            let mut next =
                if leaving.only() == NONE { self.state.bottom(slot) } else { leaving.first() };
            while let Some(card) = next.filter(|_| !leaving.is_empty()) {
                next = self.state.above(card);
                if leaving.contains(card) {
                    leaving.remove(card);
                    self.arrive::<M>(card, to, arrival);
                }
            }
        }
        true
    }
}

impl Eval<'_> {
    /// Moves cards of which some lay in no order.
    fn arrive_in_packet<M: Members>(
        &mut self,
        cards: M,
        to: Slot,
        arrival: Arrival,
        movement: MovementId,
    ) {
        let mut packet = std::mem::take(&mut self.scratch.packet);
        packet.clear();
        let program = self.program;
        let movement = &program.movements[movement];
        self.gather_packet(cards.bits(), to, movement, &mut packet);
        for &card in &packet {
            self.arrive::<M>(card, to, arrival);
        }
        self.scratch.packet = packet;
    }
}

impl<M: Members> Compiler<'_, M> {
    fn arrival(&self, movement: &Movement) -> Arrival {
        let program = self.program;
        let (face_up, room) = match self.known_destination(movement.to) {
            Some(slot) => (
                Some(movement.face_up.unwrap_or(slot.faces_up)),
                slot.capacity.map_or(Room::Endless, Room::Cards),
            ),
            None => (movement.face_up, Room::Unknown),
        };
        Arrival {
            end: if movement.under { End::Bottom } else { End::Top },
            face_up,
            room,
            plain: program.has_plain_slots(),
            faces: program.memory.face_up,
        }
    }

    /// One of the slots that a movement can go to, where these are all of one zone.
    fn known_destination(&self, to: NumId) -> Option<&SlotInfo> {
        let first = match self.program.terms.nums[to] {
            Num::Const(slot) => usize::try_from(slot).ok()?,
            Num::OwnSlot { first, .. } => first.index(),
            _ => return None,
        };
        self.program.slots.get(first)
    }

    /// Where a movement goes; `None` for slots that are opened by going there.
    fn destination(&mut self, to: NumId) -> Option<NumCode> {
        match self.program.terms.nums[to] {
            Num::NewSlot { .. } => None,
            _ => self.sure_num(to),
        }
    }

    pub(super) fn moves(&mut self, pc: Pc, number: MovementId) -> Option<Step> {
        let movement = &self.program.movements[number];
        let [source] = movement.sources[..] else { return self.moves_from_several(pc, number) };
        let next = self.onward(pc.next());
        if movement.turned {
            return None;
        }
        let to = self.destination(movement.to)?;
        let slot_of = |at: u32| {
            u8::try_from(at)
                .ok()
                .map(Slot::from_number)
                .filter(|slot| slot.index() < self.program.memory.fixed_slots)
        };
        let terms = &self.program.terms;
        match terms.sets[source] {
            Set::One(card) => return self.moves_card(pc, movement, card),
            Set::CardsAt { at } if slot_of(at).is_some() => {
                let slot = slot_of(at)?;
                return Some(moves_slot::<M>(
                    (pc, number),
                    next,
                    to,
                    self.arrival(movement),
                    move |_| Some(slot),
                ));
            }
            Set::CardsOfAll { at, owners } if slot_of(at + u32::from(owners) - 1).is_some() => {
                let first = slot_of(at)?;
                return Some(moves_slots::<M>(
                    (pc, number),
                    next,
                    to,
                    self.arrival(movement),
                    (first, owners),
                ));
            }
            Set::CardsOf { at, owners, owner } if slot_of(at + u32::from(owners) - 1).is_some() => {
                let (first, arrival) = (slot_of(at)?, self.arrival(movement));
                match self.sure_num(owner)? {
                    NumCode::Const(owner) if (0..i32::from(owners)).contains(&owner) => {
                        let slot = first.behind(owner.to_u8());
                        return Some(moves_slot::<M>((pc, number), next, to, arrival, move |_| {
                            Some(slot)
                        }));
                    }
                    NumCode::Me => {
                        let mine = move |e: &Eval<'_>| {
                            Some(first.behind(u8::try_from(e.me).ok().filter(|&me| me < owners)?))
                        };
                        return Some(moves_slot::<M>((pc, number), next, to, arrival, mine));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        let (source, arrival) = (self.sure_set(source)?, self.arrival(movement));
        Some(with_set!(source, source => with_num!(to, to => step(move |e| {
            e.afresh();
            let cards = source(e);
            if cards.is_empty() && e.is_well() {
                return next.call(e);
            }
            let to = to(e);
            match e.roomy(to, cards.count(), arrival) {
                Some(to) if e.is_well() => match cards.only() {
                    NONE if e.arrive_all(cards, to, arrival, number) => next.call(e),
                    NONE => e.plainly(pc),
                    only => {
                        e.arrive::<M>(only as Card, to, arrival);
                        next.call(e)
                    }
                },
                Some(_) | None => e.plainly(pc),
            }
        }))))
    }

    /// Moves a card that is said by what it is.
    fn moves_card(&mut self, pc: Pc, movement: &Movement, card: NumId) -> Option<Step> {
        let next = self.onward(pc.next());
        let (card, to, arrival) =
            (self.sure_num(card)?, self.destination(movement.to)?, self.arrival(movement));
        // A card that was chosen goes mostly to a place that is known.
        if let (&NumCode::Local(card), &NumCode::Const(to)) = (&card, &to) {
            return Some(with_arrival!(arrival, arrival => step(move |e| {
                let card = e.state.num(e.locals + card);
                if e.goes::<M>(card, to, arrival()) { next.call(e) } else { e.plainly(pc) }
            })));
        }
        Some(with_num!(card, card => with_num!(to, to => step(move |e| {
            e.afresh();
            let card = card(e);
            if card == NONE && e.is_well() {
                return next.call(e);
            }
            let to = to(e);
            let room = e.roomy(to, 1, arrival).filter(|_| e.is_well());
            let (Ok(card), Some(to)) = (Card::try_from(card), room) else { return e.plainly(pc) };
            e.arrive::<M>(card, to, arrival);
            next.call(e)
        }))))
    }

    /// What comes of a choice, where it is only that the chosen card goes to a place that is known.
    pub(super) fn moves_chosen(&mut self, start: Pc, chosen: Local) -> Option<MovesChosen> {
        let [Op::Move { movement }, Op::Return] =
            self.program.code.as_slice().get(start.index()..start.index() + 2)?
        else {
            return None;
        };
        let movement = &self.program.movements[*movement];
        let &[source] = movement.sources.as_slice() else { return None };
        let Set::One(card) = self.program.terms.sets[source] else { return None };
        if movement.turned || self.program.terms.nums[card] != Num::Local(chosen) {
            return None;
        }
        let Some(NumCode::Const(to)) = self.destination(movement.to) else { return None };
        let arrival = self.arrival(movement);
        let run: MovesCard = with_arrival!(arrival, known => Box::new(move |e: &mut Eval<'_>, card| e.goes::<M>(card, to, known())));
        Some(MovesChosen { to, arrival, run })
    }

    /// Cards of one source arrive before those of the next.
    fn moves_from_several(&mut self, pc: Pc, number: MovementId) -> Option<Step> {
        let movement = &self.program.movements[number];
        if movement.turned || movement.under || movement.sources.is_empty() {
            return None;
        }
        let next = self.onward(pc.next());
        let mut sources = Vec::new();
        for &source in &movement.sources {
            sources.push(self.sure_set(source)?.function());
        }
        let (to, arrival) =
            (self.destination(movement.to)?.function::<M>(), self.arrival(movement));
        Some(step(move |e| {
            e.afresh();
            let all = sources.iter().fold(M::EMPTY, |all, source| all.union(source.call(e)));
            if all.is_empty() && e.is_well() {
                return next.call(e);
            }
            let to = to.call(e);
            let Some(to) = e.roomy(to, all.count(), arrival).filter(|_| e.is_well()) else {
                return e.plainly(pc);
            };
            if all.both(M::of(&e.state.cards_in(to))) != M::EMPTY {
                return e.plainly(pc);
            }
            // Once some have gone the sources may say something else: they are asked for all that
            // have not.
            let mut parts = [M::EMPTY; 8];
            let Some(parts) = parts.get_mut(..sources.len()) else { return e.plainly(pc) };
            let mut before = M::EMPTY;
            for (part, source) in parts.iter_mut().zip(&sources) {
                *part = source.call(e).minus(before);
                before = before.union(*part);
            }
            for part in parts.iter().filter(|part| !part.is_empty()) {
                e.arrive_all(*part, to, arrival, number);
            }
            next.call(e)
        }))
    }

    /// Only from a pile whose place is known: its topmost cards, the top first.
    pub(super) fn draws(&mut self, pc: Pc, movement: MovementId) -> Option<Step> {
        let movement = &self.program.movements[movement];
        let SetCode::At(at) = self.sure_set(*movement.sources.first()?)? else { return None };
        let pile = u8::try_from(at)
            .ok()
            .map(Slot::from_number)
            .filter(|slot| slot.index() < self.program.memory.fixed_slots)?;
        let (count, to) = (self.sure_num(movement.count?)?, self.destination(movement.to)?);
        let (refills, arrival, turned) =
            (movement.refill.is_some(), self.arrival(movement), movement.turned);
        if turned {
            return None;
        }
        let next = self.onward(pc.next());
        if let NumCode::Const(1) = count {
            return Some(with_arrival!(arrival, arrival => with_num!(to, to => step(move |e| {
                let top = e.state.top(pile);
                if e.state.control.owed > 0 || (top.is_none() && refills) {
                    return e.plainly(pc);
                }
                let Some(top) = top else { return next.call(e) };
                e.afresh();
                let to = to(e);
                let room = e.roomy(to, 1, arrival()).filter(|&to| to != pile && e.is_well());
                let Some(to) = room else { return e.plainly(pc) };
                e.arrive::<M>(top, to, arrival());
                next.call(e)
            }))));
        }
        Some(
            with_arrival!(arrival, arrival => with_num!(count, count => with_num!(to, to => step(move |e| {
                if e.state.control.owed > 0 {
                    return e.plainly(pc);
                }
                e.afresh();
                let wanted = count(e).max(0) as usize;
                let taken = wanted.min(e.state.count_in(pile));
                if !e.is_well() || (taken < wanted && refills) {
                    return e.plainly(pc);
                }
                if taken == 0 {
                    return next.call(e);
                }
                let to = to(e);
                let Some(to) = e.roomy(to, taken, arrival()).filter(|&to| to != pile && e.is_well()) else { return e.plainly(pc) };
                let up = e.side_up(to, arrival());
                let mut left = taken;
                let top = |e: &Eval<'_>| {
                    left = left.checked_sub(1)?;
                    e.state.top(pile)
                };
                e.arrive_each::<M>(top, to, arrival(), up);
                next.call(e)
            })))),
        )
    }

    /// A pile whose place is known. One that somebody has stacked is left to the machine.
    pub(super) fn shuffles(&mut self, pc: Pc, slot: NumId) -> Option<Step> {
        let NumCode::Const(slot) = self.sure_num(slot)? else { return None };
        let slot = Slot::from_word(slot)?;
        let next = self.onward(pc.next());
        Some(step(move |e| {
            if !e.program.stacked.is_empty() {
                return e.plainly(pc);
            }
            let mut cards = std::mem::take(&mut e.scratch.packet);
            cards.clear();
            // From the top: the first item of the shuffle is the top card.
            cards.extend(e.state.downwards(slot));
            if cards.len() > 1 {
                e.state.generator.shuffle(&mut cards);
                e.state.reorder(slot, cards.iter().rev().copied());
            }
            e.scratch.packet = cards;
            next.call(e)
        }))
    }

    pub(super) fn turns(&mut self, pc: Pc, cards: SetId, up: bool) -> Option<Step> {
        let m = &self.program.memory;
        let (face_up, in_game) = (m.face_up, m.in_game);
        let next = self.onward(pc.next());
        Some(with_set!(self.sure_set(cards)?, cards => step(move |e| {
            e.afresh();
            let cards = cards(e).both(M::of(e.state.set(in_game)));
            if !e.is_well() {
                return e.plainly(pc);
            }
            let turned = e.state.set_mut(face_up);
            if up {
                cards.put_all_in(turned);
            } else {
                cards.take_all_out(turned);
            }
            next.call(e)
        })))
    }
}

/// Moves all that lies in a slot.
fn moves_slot<M: Members>(
    (pc, number): (Pc, MovementId),
    next: Step,
    to: NumCode,
    arrival: Arrival,
    slot: impl Fn(&Eval<'_>) -> Option<Slot> + Copy + Send + Sync + 'static,
) -> Step {
    with_arrival!(arrival, arrival => with_num!(to, to => step(move |e| {
        let Some(slot) = slot(e) else { return e.plainly(pc) };
        let cards = e.state.count_in(slot);
        if cards == 0 {
            return next.call(e);
        }
        e.afresh();
        let to = to(e);
        let room = e.roomy(to, cards, arrival()).filter(|&to| e.is_well() && to != slot);
        let Some(to) = room else { return e.plainly(pc) };
        if e.program.is_unordered(slot) {
            e.arrive_in_packet::<M>(M::of(&e.state.cards_in(slot)), to, arrival(), number);
            return next.call(e);
        }
        let up = e.side_up(to, arrival());
        e.arrive_whole::<M>(slot, to, arrival(), up);
        next.call(e)
    })))
}

/// Moves all that lies in the slots from one to before another, slot by slot.
fn moves_slots<M: Members>(
    (pc, number): (Pc, MovementId),
    next: Step,
    to: NumCode,
    arrival: Arrival,
    (first, owners): (Slot, u8),
) -> Step {
    with_arrival!(arrival, arrival => with_num!(to, to => step(move |e| {
        let slots = first.run(owners);
        let cards = slots.clone().map(|slot| e.state.count_in(slot)).sum::<usize>();
        if cards == 0 {
            return next.call(e);
        }
        e.afresh();
        let to = to(e);
        let room = e.roomy(to, cards, arrival()).filter(|to| e.is_well() && !slots.clone().any(|slot| slot == *to));
        let Some(to) = room else { return e.plainly(pc) };
        if slots.clone().any(|slot| e.program.is_unordered(slot)) {
            let cards = slots.fold(M::EMPTY, |cards, slot| cards.union(M::of(&e.state.cards_in(slot))));
            e.arrive_in_packet::<M>(cards, to, arrival(), number);
            return next.call(e);
        }
        let up = e.side_up(to, arrival());
        for slot in slots {
            e.arrive_whole::<M>(slot, to, arrival(), up);
        }
        next.call(e)
    })))
}
