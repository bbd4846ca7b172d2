//! Cards of a `set` that some do not see lie in no order. In which order they came must not be
//! learnt from the order in which they leave, nor from the order in which they are offered: nobody
//! is to know when a card was drawn.
//!
//! A `set` that lies open to all is another thing: everybody saw in which order its cards came.

use super::eval::Eval;
use super::generator::spread;
use super::state::State;
use crate::program::Program;
use crate::program::code::Movement;
use crate::value::{Bits, Card, Seat, SeatSet, Slot};

/// See [`State::hidden_key`].
pub(super) type HiddenKey = (u64, u64, Card);

impl State {
    /// The place of a card among those of its slot that a seat does not know, from 0: of a stack
    /// its height, of cards in no order one that tells nothing, and is another for each seat and
    /// after each change.
    pub(crate) fn number_in_slot(&self, program: &Program, seat: Seat, card: Card) -> usize {
        let Some(slot) = self.slot_of(card) else { return 0 };
        if !program.is_unordered(slot) {
            return self.stack(slot).position(|one| one == card).unwrap_or(0);
        }
        let unknown = self.cards_in(slot) - self.set(program.memory.known(seat));
        let key = |one: Card| self.hidden_key(program, seat, one);
        unknown.of().filter(|&one| key(one) < key(card)).count()
    }

    /// What cards in no order are sorted by for a seat that does not see them: first by what
    /// everybody sees of them, so that which numbers the cards with a mark have tells nothing.
    pub(super) fn hidden_key(&self, program: &Program, seat: Seat, card: Card) -> HiddenKey {
        let seen = self.seen_of_hidden(program, card);
        let Some(slot) = self.slot_of(card) else { return (seen, 0, card) };
        let salt = salted(&self.cards_in(slot), u64::from(seat.number()));
        match self.generator.aside(salt) {
            Some(word) => (seen, spread(word ^ spread(u64::from(card.number()) + 1)), card),
            // Where all that chance can do is tried, the places are as the cards were dealt.
            None => {
                let place = self.stack(slot).position(|one| one == card).unwrap_or(0);
                (seen, place as u64, card)
            }
        }
    }

    /// What everybody sees of a card that is not known, as one number: its side and the marks that
    /// all see.
    pub(crate) fn seen_of_hidden(&self, program: &Program, card: Card) -> u64 {
        let marks = program.marks.iter().filter(|mark| !mark.of_slots && !mark.secret);
        let side = u64::from(self.is_face_up(&program.memory, card));
        marks.fold(side, |seen, mark| {
            let value = i64::from(self.mark_of(mark, card.number()));
            if value == i64::from(mark.default) { seen } else { spread(seen ^ value as u64) + 1 }
        })
    }
}

impl Eval<'_> {
    /// Adds the cards that leave a slot for another one to a packet, in the order in which they
    /// arrive: of a stack as they lie, from the bottom up. Cards in no order come in card order
    /// where everybody sees each of them leave or arrive, and else in an order that nobody can
    /// foretell.
    pub(super) fn add_to_packet(
        &mut self,
        (from, to): (Slot, Slot),
        leaving: Bits,
        movement: &Movement,
        packet: &mut Vec<Card>,
    ) {
        match leaving.first_of() {
            None => {}
            Some(only) if leaving.len() == 1 => packet.push(only),
            Some(_) if !self.program.is_unordered(from) => {
                packet.extend(self.state.stack(from).filter(|&card| leaving.contains(card)));
            }
            Some(_) => {
                let all = SeatSet::first(self.program.seats);
                // Where all come to lie with the same side up, everybody may see that side.
                let up = movement.face_up.unwrap_or_else(|| self.faces_up_in(to));
                let open = !movement.turned && self.seen_there(to, up, movement) == all
                    || leaving.of().all(|card| self.seen(card, from, to, movement) == all);
                self.add_unordered(leaving, to, open, packet);
            }
        }
    }

    /// Adds cards that lay in no order. `open`: everybody sees which card is which.
    pub(super) fn add_unordered(
        &mut self,
        leaving: Bits,
        to: Slot,
        open: bool,
        packet: &mut Vec<Card>,
    ) {
        let begin = packet.len();
        packet.extend(leaving.of::<Card>());
        if !open {
            self.state
                .generator
                .mix(&mut packet[begin..], salted(&leaving, u64::from(to.number())));
        }
    }
}

fn salted(cards: &Bits, salt: u64) -> u64 {
    cards.words().fold(spread(salt + 1), |salt, word| spread(salt ^ word))
}
