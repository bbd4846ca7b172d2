//! What each seat knows of the cards: kept by the runtime while the game is played, never by a
//! rule.
//!
//! For every seat the state holds two things.
//!
//! * `known`: the cards of which the seat knows where they lie. It could point at them and name
//!   them.
//! * `may`, for every slot: the cards that, for all the seat knows, could be among those in this
//!   slot whose faces it does not know. A group that is known as a set (the three cards I passed
//!   on, of which my neighbour kept one) is two slots that share these three; a statement about a
//!   slot ("no hearts here") takes cards out of its set.
//!
//! Together with the counts of the slots, which are public, they say which deals the seat thinks
//! possible: [`State::determinize`] draws one of them. The sets err on one side alone: what really
//! is the case always stays possible.

use super::generator::Generator;
use super::state::State;
use crate::program::{Instance, Look, Memory, OwnedBy, Program, Whose};
use crate::tabletop::Viewers;
use crate::tabletop::ids::InstanceId;
use crate::value::{Bits, Card, Narrow, Seat, SeatSet, Slot};

impl State {
    /// The seats that see a card which lies in a slot of this instance, with this side up.
    /// `placer` is who put it there.
    pub(crate) fn viewers(
        &self,
        program: &Program,
        instance: InstanceId,
        face_up: bool,
        is_top: bool,
        placer: Option<Seat>,
    ) -> SeatSet {
        let info = &program.instances[instance];
        let zone = &program.zones[info.zone];
        let all = SeatSet::first(program.seats);
        match if face_up { zone.up } else { zone.down } {
            Viewers::All => all,
            Viewers::Nobody => SeatSet::EMPTY,
            Viewers::Owner => program.owners(info).unwrap_or(all),
            Viewers::Captain => captain(program, info),
            Viewers::Others => all - program.owners(info).unwrap_or(all),
            Viewers::Top if is_top => all,
            Viewers::Top => SeatSet::EMPTY,
            Viewers::Placer => placer.map_or(SeatSet::EMPTY, SeatSet::of),
        }
    }

    /// The seats that see a card as it lies now; not who has put it there and alone may
    /// look at it.
    pub(crate) fn seen_in_place(&self, program: &Program, card: Card) -> SeatSet {
        let Some(slot) = self.slot_of(card) else { return SeatSet::EMPTY };
        let Some(instance) = self.instance_of(program, slot) else { return SeatSet::EMPTY };
        let is_top = self.top(slot) == Some(card);
        self.viewers(program, instance, self.is_face_up(&program.memory, card), is_top, None)
    }

    /// Whether a seat knows every card that somebody has to know who works something out for the
    /// seat `of`.
    pub(crate) fn knows_all(&self, program: &Program, seat: Seat, look: Look, of: Seat) -> bool {
        let team = program.team(of);
        let is_looked_at = |instance: &Instance| {
            let owns = match (program.owned_by(instance), look.whose) {
                (OwnedBy::Table, _) | (_, Whose::Anybodys) => true,
                (OwnedBy::Team(owner), Whose::Mine | Whose::MyTeams) => owner == team,
                (OwnedBy::Player(owner), Whose::Mine) => owner == of,
                (OwnedBy::Player(owner), Whose::MyTeams) => program.team(owner) == team,
            };
            look.zone.is_none_or(|zone| zone == instance.zone) && owns
        };
        let mut looked_at =
            program.instances.ids().zip(&program.instances).filter(|(_, i)| is_looked_at(i));
        looked_at.all(|(at, _)| {
            self.slots_of(program, at).all(|slot| self.knows_all_in(&program.memory, seat, slot))
        })
    }

    /// Whether a seat knows every card of a slot, also because no other card can lie there.
    fn knows_all_in(&self, m: &Memory, seat: Seat, slot: Slot) -> bool {
        let known = self.set(m.known(seat));
        let may = self.set(m.may(seat, slot));
        let here = self.cards_in(slot);
        here.is_subset(&known) || (may - known).is_subset(&here)
    }

    /// Notes that these `seats` now know a `card`, wherever it lies.
    pub(super) fn learn(&mut self, m: &Memory, card: Card, seats: SeatSet) {
        for seat in seats.iter() {
            if self.has(m.known(seat), card) {
                continue;
            }
            self.insert(m.known(seat), card);
            for may in m.may_in_each(seat) {
                self.remove(may, card);
            }
        }
    }

    /// Notes, before cards leave `from` for `to`, what seats no longer know that do not see it.
    /// `by_place`: everybody can follow the cards by their places.
    pub(super) fn lose_sight(
        &mut self,
        program: &Program,
        cards: &Bits,
        (from, to): (Slot, Slot),
        by_place: bool,
        seen_by: SeatSet,
    ) {
        let m = &program.memory;
        self.lose_track(program, cards, (from, to), by_place, seen_by);
        for seat in Seat::all(program.seats).filter(|&seat| !seen_by.contains(seat)) {
            let may = self.set(m.may(seat, from));
            self.put_members(m.may(seat, to), &may, true);
        }
    }

    /// Notes, before cards leave `from` for `to`, which of them seats can no longer tell from those
    /// that stay, or from each other. Where they may be now is for the caller to note.
    pub(super) fn lose_track(
        &mut self,
        program: &Program,
        cards: &Bits,
        (from, to): (Slot, Slot),
        by_place: bool,
        seen_by: SeatSet,
    ) {
        let m = &program.memory;
        let here = self.cards_in(from);
        let unordered = program.is_unordered(from);
        let followed = (by_place && !unordered) || here.is_subset(cards);
        // Cards that lay in no order lie in one from now on, which nobody knows who sees neither
        // end.
        let mixed = unordered && cards.len() > 1 && !program.is_unordered(to);
        for seat in Seat::all(program.seats) {
            if seen_by.contains(seat) {
                if !followed {
                    self.lose_copies(program, seat, cards, from);
                }
            } else if !followed || mixed {
                // A card that is seen to stay is none of those that left.
                let known =
                    (if followed { cards.clone() } else { here.clone() }) & self.set(m.known(seat));
                let lost =
                    known.of().filter(|&card| !self.lies_in_sight(program, seat, card)).collect();
                self.mix(m, seat, lost, from);
            }
        }
    }

    /// Before cards that a seat will see leave others in a slot, it does not see which copy of a
    /// card leaves: of each that it does not know, it might have been a copy that it knew there.
    /// The copy that stays is then known no more, and may be wherever the other one might have
    /// been.
    fn lose_copies(&mut self, program: &Program, seat: Seat, leaving: &Bits, slot: Slot) {
        let m = &program.memory;
        let known = m.known(seat);
        let staying = (self.cards_in(slot) - leaving) & self.set(known);
        let mut hidden: Bits =
            staying.of().filter(|&card| !self.lies_in_sight(program, seat, card)).collect();
        for card in (leaving - self.set(known)).of() {
            let copy = hidden.of().find(|&copy| program.are_copies(card, copy));
            let Some(copy) = copy else { continue };
            hidden.remove(copy);
            self.mix(m, seat, Bits::one(copy), slot);
            for may in m.may_in_each(seat) {
                if self.has(may, card) {
                    self.insert(may, copy);
                }
            }
        }
    }

    /// Whether a seat sees a card where it lies. (Of who put it there nothing is left.)
    pub(super) fn lies_in_sight(&self, program: &Program, seat: Seat, card: Card) -> bool {
        self.seen_in_place(program, card).contains(seat)
    }

    /// Cards go both ways between two slots, followed by their places: what may be in one may now
    /// be in the other.
    pub(super) fn share_doubt(&mut self, m: &Memory, a: Slot, b: Slot) {
        for seat in Seat::all(m.seats) {
            let (at_a, at_b) = (m.may(seat, a), m.may(seat, b));
            let both = self.set(at_a) | self.set(at_b);
            self.assign(at_a, &both);
            self.assign(at_b, &both);
        }
    }

    /// Notes that all cards of slots have gone from the first slot of a pair to the second: what
    /// may have been in the one may now be in the other.
    pub(super) fn carry_doubt(&mut self, m: &Memory, ways: &[(Slot, Slot)]) {
        for seat in Seat::all(m.seats) {
            let doubts: Vec<Bits> =
                ways.iter().map(|&(from, _)| self.set(m.may(seat, from))).collect();
            for (&(_, to), doubt) in ways.iter().zip(doubts) {
                self.assign(m.may(seat, to), &doubt);
            }
        }
    }

    /// A seat no longer knows which of these cards of one slot is which.
    fn mix(&mut self, m: &Memory, seat: Seat, cards: Bits, slot: Slot) {
        let forgotten = self.set(m.known(seat)) & cards;
        self.put_members(m.known(seat), &forgotten, false);
        self.put_members(m.may(seat, slot), &forgotten, true);
    }

    /// After a shuffle: who does not see the cards has lost them.
    pub(super) fn forget_order(&mut self, program: &Program, slot: Slot) {
        let m = &program.memory;
        let Some(instance) = self.instance_of(program, slot) else { return };
        let here = self.cards_in(slot);
        if here.len() < 2 {
            return;
        }
        for face_up in [true, false] {
            let side =
                if face_up { &here & self.set(m.face_up) } else { &here - self.set(m.face_up) };
            if side.is_empty() {
                continue;
            }
            let seers = self.viewers(program, instance, face_up, false, None);
            for seat in SeatSet::first(program.seats) - seers {
                self.mix(m, seat, side.clone(), slot);
            }
        }
    }

    /// When a slot is empty nothing may be in it.
    pub(super) fn forget_empty(&mut self, m: &Memory, slot: Slot) {
        if self.count_in(slot) == 0 {
            for seat in Seat::all(m.seats) {
                self.assign(m.may(seat, slot), &Bits::EMPTY);
            }
        }
    }

    /// Who sees the cards of this slot as they lie there learns them: after a new top has come to
    /// light.
    pub(super) fn look_at_top(&mut self, program: &Program, slot: Slot) {
        let m = &program.memory;
        let Some(instance) = self.instance_of(program, slot) else { return };
        let zone = &program.zones[program.instances[instance].zone];
        if zone.up != Viewers::Top && zone.down != Viewers::Top {
            return;
        }
        if let Some(card) = self.top(slot) {
            let seats = self.viewers(program, instance, self.is_face_up(m, card), true, None);
            self.learn(m, card, seats);
        }
    }

    /// A game that this seat cannot tell from the true one: the cards that it does not know are
    /// dealt anew, each to a place where it may be. Every deal that fits can come; where the seat
    /// knows nothing but counts, all are equally likely.
    ///
    /// Which deal it is depends on what the seat knows and on the generator alone: two games that
    /// the seat cannot tell apart give the same world.
    pub fn determinize(&self, program: &Program, seat: Seat, generator: &mut Generator) -> State {
        let mut world = self.clone();
        self.deal_into(program, seat, generator, &mut world);
        world
    }

    /// Deals the hidden cards of a copy of this state anew.
    pub(super) fn deal_into(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
        world: &mut State,
    ) {
        let only = SeatSet::of(seat);
        let hidden = self.hidden_cards(&program.memory, only);
        if let Some(names) = self.deal_anew(program, only, &hidden, generator) {
            world.rename(self, program, &names, &hidden, seat);
        }
    }

    /// Deals the cards of a copy of this state anew that no seat knows. What single seats know is
    /// not kept right.
    pub(super) fn deal_unknown(
        &self,
        program: &Program,
        generator: &mut Generator,
        world: &mut State,
    ) {
        let everybody = SeatSet::first(program.seats);
        let hidden = self.hidden_cards(&program.memory, everybody);
        if let Some(names) = self.deal_anew(program, everybody, &hidden, generator) {
            world.rename(self, program, &names, &hidden, Seat::FIRST);
        }
    }

    /// The cards that none of the seats knows.
    fn hidden_cards(&self, m: &Memory, seats: SeatSet) -> Bits {
        seats.iter().fold(self.set(m.in_game), |hidden, seat| hidden - self.set(m.known(seat)))
    }

    /// Which card each card turns into; `None` only if what is known were to contradict itself.
    fn deal_anew(
        &self,
        program: &Program,
        seats: SeatSet,
        hidden: &Bits,
        generator: &mut Generator,
    ) -> Option<Vec<Card>> {
        let m = &program.memory;
        // The places of hidden cards, slot by slot: an order that tells nothing of which of them
        // lies where.
        let (mut places, mut slots, mut anywhere) = (Vec::new(), Vec::new(), true);
        for slot in (0..m.slots).map(Slot::new) {
            if !self.cards_in(slot).meets(hidden) {
                continue;
            }
            anywhere &= seats.iter().all(|seat| hidden.is_subset(&self.set(m.may(seat, slot))));
            slots.push(slot);
            places.extend(self.stack(slot).filter(|&card| hidden.contains(card)));
        }
        let mut dealt: Vec<Card> = hidden.of().take(places.len()).collect();
        if !anywhere && program.has_copies() {
            // Which of several copies may lie somewhere hangs on hidden cards: an order that tells
            // nothing of that either.
            dealt.sort_by_cached_key(|&card| {
                let may = |seat, slot| self.has(m.may(seat, slot), card);
                let places = slots.iter().map(|&slot| seats.iter().all(|seat| may(seat, slot)));
                (program.first_copy(card), places.collect::<Vec<bool>>())
            });
        }
        generator.shuffle(&mut dealt);
        if !anywhere {
            let allowed: Vec<Bits> =
                places.iter().map(|&card| self.possible_at(m, seats, card)).collect();
            dealt = matching(&places, &allowed, &dealt)?;
            stir(&mut dealt, &allowed, generator);
        }
        let mut names: Vec<Card> = (0..m.cards).map(Card::new).collect();
        for (&old, &new) in places.iter().zip(&dealt) {
            names[old.index()] = new;
        }
        Some(names)
    }

    /// The cards that may lie where this hidden card lies, for all that any of the seats knows.
    fn possible_at(&self, m: &Memory, seats: SeatSet, card: Card) -> Bits {
        let mut seats = seats.iter();
        let (Some(slot), Some(first)) = (self.slot_of(card), seats.next()) else {
            return Bits::one(card);
        };
        let may = |seat: Seat| self.set(m.may(seat, slot));
        seats.fold(may(first), |all, seat| all & may(seat))
    }
}

fn captain(program: &Program, instance: &Instance) -> SeatSet {
    match program.owned_by(instance) {
        OwnedBy::Table => SeatSet::of(Seat::FIRST),
        OwnedBy::Player(seat) => SeatSet::of(seat),
        OwnedBy::Team(team) => SeatSet::of(program.captain(team)),
    }
}

/// Gives each place a different card that is allowed there: the first of `wish` that is left, or
/// else one that another place can do without (Kuhn's augmenting paths).
fn matching(places: &[Card], allowed: &[Bits], wish: &[Card]) -> Option<Vec<Card>> {
    let most = wish.iter().max().map_or(0, |&card| card.index() + 1);
    let (mut place_of, mut left) = (vec![None; most], wish.to_vec());
    for place in 0..places.len() {
        let mut tried = Bits::EMPTY;
        if let Some(first) = left.iter().position(|&card| allowed[place].contains(card)) {
            place_of[left.remove(first).index()] = Some(place);
        } else if augment(place, allowed, wish, &mut place_of, &mut tried) {
            left.retain(|card| place_of[card.index()].is_none());
        } else {
            return None;
        }
    }
    let mut dealt = places.to_vec();
    for (card, place) in place_of.iter().enumerate() {
        if let Some(place) = place {
            dealt[*place] = Card::new(card);
        }
    }
    Some(dealt)
}

fn augment(
    place: usize,
    allowed: &[Bits],
    wish: &[Card],
    place_of: &mut [Option<usize>],
    tried: &mut Bits,
) -> bool {
    for &card in wish.iter().filter(|&&card| allowed[place].contains(card)) {
        if tried.contains(card) {
            continue;
        }
        tried.insert(card);
        let free = match place_of[card.index()] {
            None => true,
            Some(other) => augment(other, allowed, wish, place_of, tried),
        };
        if free {
            place_of[card.index()] = Some(place);
            return true;
        }
    }
    false
}

/// Exchanges pairs at random where both may lie at the other's place: a walk whose resting state is
/// the even choice among deals.
fn stir(dealt: &mut [Card], allowed: &[Bits], generator: &mut Generator) {
    let n = dealt.len();
    for _ in 0..4 * n {
        let (a, b) =
            (generator.below(n.to_u32()).to_usize(), generator.below(n.to_u32()).to_usize());
        if allowed[a].contains(dealt[b]) && allowed[b].contains(dealt[a]) {
            dealt.swap(a, b);
        }
    }
}
