//! What chance did in another game, to be done again as far as it can be: so that a game can be
//! taken up in rules that have changed since.

use super::events::RandomKind;
use crate::program::Program;
use crate::value::{Bits, Card, Narrow};
use std::collections::{HashMap, VecDeque};

/// Results of chance that wait for their turn. What does not fit is left to the generator, of which
/// the same is used up either way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rehearsal {
    /// By the name of a place, the orders of its shuffles: names of cards, the top first.
    orders: HashMap<String, VecDeque<Vec<String>>>,
    /// Results from 1 of dice, coins and lots, by their kind and the number of outcomes.
    lots: HashMap<(RandomKind, u32), VecDeque<u32>>,
    /// Names of cards that were drawn blindly.
    cards: VecDeque<String>,
    /// Results from 1 that somebody has decided, of whatever is thrown or drawn next with as many
    /// outcomes.
    decided: VecDeque<u32>,
}

impl Rehearsal {
    /// The next shuffle of `place` gave this `order`: names of cards, the top first.
    pub(crate) fn shuffled(&mut self, place: &str, order: &[String]) {
        self.orders.entry(place.to_owned()).or_default().push_back(order.to_vec());
    }

    /// The next die, coin or lot of this `kind` with `n` outcomes gave `result`, from 1.
    pub(crate) fn threw(&mut self, kind: RandomKind, n: u32, result: u32) {
        self.lots.entry((kind, n)).or_default().push_back(result);
    }

    /// The next card that was drawn blindly was called `name`.
    pub(crate) fn drew(&mut self, name: &str) {
        self.cards.push_back(name.to_owned());
    }

    /// Decides that the next die, coin or lot that can, gives `result`, from 1.
    pub(super) fn decide(&mut self, result: u32) {
        self.decided.push_back(result);
    }

    /// Which of `n` outcomes comes next, from 0; `index` where nothing is known of it.
    pub(super) fn lot(&mut self, kind: RandomKind, n: u32, index: u32) -> u32 {
        let rehearsed = self.lots.get_mut(&(kind, n)).and_then(VecDeque::pop_front);
        let decided = self.decided.front().filter(|result| (1..=n).contains(result)).copied();
        if decided.is_some() {
            self.decided.pop_front();
        }
        decided
            .or(rehearsed)
            .filter(|result| (1..=n).contains(result))
            .map_or(index, |result| result - 1)
    }

    /// Which of `members` is drawn next, as its number among them; `index` where nothing is known
    /// of it. A card that is not among them was drawn from what is no more.
    pub(super) fn card(&mut self, program: &Program, members: &Bits, index: u32) -> u32 {
        let Some(name) = self.cards.pop_front() else { return index };
        let drawn = |card: &Card| program.cards[card.index()].name == name;
        // The same card, where the generator draws one of several of this name.
        let own = members.nth(index.to_usize()).map(Card::from_number);
        match own.filter(drawn) {
            Some(_) => index,
            None => members.of().position(|card| drawn(&card)).map_or(index, |at| at.to_u32()),
        }
    }

    /// Brings the cards of `place`, the top first, into the order of its next shuffle. Cards that
    /// were not there then stay where the generator has put them. Copies of one name stay in the
    /// order of the generator: a record tells orders by names.
    pub(super) fn arrange(&mut self, program: &Program, place: &str, packet: &mut [Card]) {
        let Some(order) = self.orders.get_mut(place).and_then(VecDeque::pop_front) else { return };
        let name = |card: &Card| program.cards[card.index()].name.as_str();
        let names: Vec<&str> = packet.iter().map(name).collect();
        let mut is_left = vec![true; names.len()];
        let take = |wanted: &String| {
            let at = (0..names.len()).find(|&at| is_left[at] && names[at] == wanted)?;
            is_left[at] = false;
            Some(names[at])
        };
        let kept: Vec<&str> = order.iter().filter_map(take).collect();
        let mut kept = kept.into_iter();
        let mut dealt = packet.to_vec();
        for ((card, &own), is_left) in packet.iter_mut().zip(&names).zip(is_left) {
            let wanted = if is_left { own } else { kept.next().unwrap_or(own) };
            if let Some(first) = dealt.iter().position(|card| name(card) == wanted) {
                *card = dealt.remove(first);
            }
        }
    }
}
