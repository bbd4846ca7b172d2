//! Where the cards lie. The cards of a slot make a ring of links, which the slot itself closes between its top and its bottom
//! card: so a card comes and goes without asking whether it is the first, the last or the only one.

use super::state::End;
use crate::value::{Card, NOTHING, Slot};
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// Numbers of cards and of slots are bytes: as long as all bytes, these arrays need no bounds to be checked.
const BYTES: usize = 1 << u8::BITS;

/// Every card's slot, and every slot's cards from top to bottom.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Places {
    /// What lies above a card; for a slot, its bottom card. Apart from what lies below: a processor waits where it reads at once
    /// what it has just written in two halves.
    #[serde(with = "BigArray")]
    above: [Node; 2 * BYTES],
    /// What lies below a card; for a slot, its top card.
    #[serde(with = "BigArray")]
    below: [Node; 2 * BYTES],
    /// [`NOTHING`] for a card that lies nowhere.
    #[serde(with = "BigArray")]
    slots: [Slot; BYTES],
    #[serde(with = "BigArray")]
    counts: [u8; BYTES],
    /// How many cards and how many slots there are.
    used: (usize, usize),
}

impl Clone for Places {
    fn clone(&self) -> Self {
        Places { above: self.above, below: self.below, slots: self.slots, counts: self.counts, used: self.used }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.used != other.used {
            *self = other.clone();
            return;
        }
        // What is not in use is alike.
        let (cards, slots) = other.used;
        let lids = BYTES..BYTES + slots;
        self.above[..cards].copy_from_slice(&other.above[..cards]);
        self.above[lids.clone()].copy_from_slice(&other.above[lids.clone()]);
        self.below[..cards].copy_from_slice(&other.below[..cards]);
        self.below[lids.clone()].copy_from_slice(&other.below[lids]);
        self.slots[..cards].copy_from_slice(&other.slots[..cards]);
        self.counts[..slots].copy_from_slice(&other.counts[..slots]);
    }
}

/// A card by its number, or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
struct Node(u16);

impl Node {
    #[inline(always)]
    fn card(card: Card) -> Node {
        Node(card.into())
    }

    #[inline(always)]
    fn slot(slot: Slot) -> Node {
        Node(BYTES as u16 + u16::from(slot))
    }

    /// Its place among the links.
    #[inline(always)]
    fn at(self) -> usize {
        self.0 as usize % (2 * BYTES)
    }

    /// `None` for a slot.
    #[inline(always)]
    fn as_card(self) -> Option<Card> {
        Card::try_from(self.0).ok()
    }
}

impl Places {
    /// So many cards, none of them anywhere, and so many slots.
    pub fn new(cards: usize, slots: usize) -> Self {
        let alone = std::array::from_fn(|node| Node(node as u16));
        Places { above: alone, below: alone, slots: [NOTHING; BYTES], counts: [0; BYTES], used: (cards, slots) }
    }

    /// The slot a card lies in; `None` for one that lies nowhere.
    #[inline]
    pub fn slot_of(&self, card: Card) -> Option<Slot> {
        let slot = self.slots[card as usize];
        (slot != NOTHING).then_some(slot)
    }

    #[inline]
    pub fn count_in(&self, slot: Slot) -> usize {
        self.counts[slot as usize].into()
    }

    #[inline]
    pub fn top(&self, slot: Slot) -> Option<Card> {
        self.below[Node::slot(slot).at()].as_card()
    }

    #[inline]
    pub fn bottom(&self, slot: Slot) -> Option<Card> {
        self.above[Node::slot(slot).at()].as_card()
    }

    #[inline]
    pub fn above(&self, card: Card) -> Option<Card> {
        self.above[card as usize].as_card()
    }

    #[inline]
    pub fn below(&self, card: Card) -> Option<Card> {
        self.below[card as usize].as_card()
    }

    /// Takes a card out of its slot, which it says.
    #[inline(always)]
    pub fn take(&mut self, card: Card) -> Option<Slot> {
        let slot = self.slot_of(card)?;
        let (above, below) = (self.above[card as usize], self.below[card as usize]);
        self.link(above, below);
        self.counts[slot as usize] -= 1;
        self.slots[card as usize] = NOTHING;
        Some(slot)
    }

    /// Puts a card that lies nowhere at an end of a slot.
    #[inline(always)]
    pub fn put(&mut self, card: Card, slot: Slot, end: End) {
        let lid = Node::slot(slot);
        let (above, below) = match end {
            End::Top => (lid, self.below[lid.at()]),
            End::Bottom => (self.above[lid.at()], lid),
        };
        self.link(above, Node::card(card));
        self.link(Node::card(card), below);
        self.counts[slot as usize] += 1;
        self.slots[card as usize] = slot;
    }

    /// Puts the cards of a slot into a new order, given from the bottom up.
    pub fn reorder(&mut self, slot: Slot, from_bottom: impl IntoIterator<Item = Card>) {
        let mut below = Node::slot(slot);
        for card in from_bottom {
            self.link(Node::card(card), below);
            below = Node::card(card);
        }
        self.link(Node::slot(slot), below);
    }

    #[inline(always)]
    fn link(&mut self, above: Node, below: Node) {
        self.below[above.at()] = below;
        self.above[below.at()] = above;
    }

    /// Makes this copy one in which cards have changed their names: card `c` becomes card `names[c]`. The places stay.
    pub fn rename(&mut self, old: &Places, names: &[Card; BYTES]) {
        let (cards, slots) = old.used;
        let renamed = |node: Node| node.as_card().map_or(node, |card| Node::card(names[card as usize]));
        for (card, &name) in names.iter().enumerate().take(cards) {
            let name = name as usize;
            (self.above[name], self.below[name]) = (renamed(old.above[card]), renamed(old.below[card]));
            self.slots[name] = old.slots[card];
        }
        for lid in BYTES..BYTES + slots {
            (self.above[lid], self.below[lid]) = (renamed(old.above[lid]), renamed(old.below[lid]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_top(places: &Places, slot: Slot) -> Vec<Card> {
        std::iter::successors(places.top(slot), |&card| places.below(card)).collect()
    }

    fn from_bottom(places: &Places, slot: Slot) -> Vec<Card> {
        std::iter::successors(places.bottom(slot), |&card| places.above(card)).collect()
    }

    #[test]
    fn cards_come_and_go_at_both_ends_and_between() {
        let mut places = Places::new(10, 6);
        places.put(7, 2, End::Top);
        places.put(8, 2, End::Top);
        places.put(9, 2, End::Bottom);
        assert_eq!((from_top(&places, 2), from_bottom(&places, 2)), (vec![8, 7, 9], vec![9, 7, 8]));
        assert_eq!(places.take(7), Some(2));
        assert_eq!((places.take(7), places.slot_of(7), places.count_in(2)), (None, None, 2));
        places.put(7, 0, End::Bottom);
        assert_eq!((from_top(&places, 2), from_top(&places, 0)), (vec![8, 9], vec![7]));
        assert_eq!((places.take(8), places.take(9), places.top(2), places.bottom(2)), (Some(2), Some(2), None, None));
    }

    #[test]
    fn a_new_order_and_new_names_keep_the_ring_whole() {
        let mut places = Places::new(10, 6);
        for card in 0..4 {
            places.put(card, 5, End::Top);
        }
        places.reorder(5, [2, 0, 3, 1]);
        assert_eq!((from_bottom(&places, 5), from_top(&places, 5)), (vec![2, 0, 3, 1], vec![1, 3, 0, 2]));
        let mut names: [Card; BYTES] = std::array::from_fn(|card| card as Card);
        names[..4].copy_from_slice(&[1, 2, 3, 0]);
        let old = places.clone();
        places.rename(&old, &names);
        assert_eq!((from_bottom(&places, 5), places.slot_of(0)), (vec![3, 1, 0, 2], Some(5)));
    }
}
