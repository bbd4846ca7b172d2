//! The numbers by which somebody who looks is told cards of which there are several. Who sees one
//! of three equal cards, and later one of them again, must not learn whether it is the same.

use super::observe::{Eyes, Observer};
use crate::program::Program;
use crate::value::{Bits, Card};
use crate::vm::State;
use std::collections::BTreeMap;

/// What the cards that somebody knows are called: copies of a card are numbered in the order in
/// which they are seen to lie, so that the numbers say what lies where, and nothing beside. All
/// other cards go by their own numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Copies {
    /// Of cards that have copies, by their own numbers.
    numbers: BTreeMap<Card, Card>,
}

impl Copies {
    /// The numbers of the cards that are known to these eyes.
    pub(crate) fn seen(program: &Program, state: &State, eyes: Eyes) -> Copies {
        match program.has_copies() {
            true => Observer { program, state, eyes, number: 0 }.copies(),
            false => Copies::default(),
        }
    }

    /// The numbers of the `known` cards of a `program`, which come in the order in which they lie.
    pub(crate) fn of(program: &Program, known: impl IntoIterator<Item = Card>) -> Copies {
        Copies::default().after(program, known, &Bits::EMPTY)
    }

    /// The numbers of the cards that are `known` now, which come in the order in which they lie.
    /// Those of them that were `followed` on their way keep the numbers that they have.
    pub(crate) fn after(
        &self,
        program: &Program,
        known: impl IntoIterator<Item = Card>,
        followed: &Bits,
    ) -> Copies {
        if !program.has_copies() {
            return Copies::default();
        }
        let known: Vec<Card> = known.into_iter().collect();
        let kept = known.iter().filter(|&&card| followed.contains(card));
        let mut numbers: BTreeMap<Card, Card> =
            kept.filter_map(|card| Some((*card, *self.numbers.get(card)?))).collect();
        let mut taken: Bits = numbers.values().copied().collect();
        for card in known {
            numbers.entry(card).or_insert_with(|| {
                let free = program.copies(card).find(|&number| !taken.contains(number));
                let number = free.unwrap_or(card);
                taken.insert(number);
                number
            });
        }
        Copies { numbers }
    }

    /// What a card is called: the first of its copies where it is not known which one it is.
    pub(crate) fn number(&self, program: &Program, card: Card) -> Card {
        self.numbers.get(&card).copied().unwrap_or_else(|| program.first_copy(card))
    }
}
