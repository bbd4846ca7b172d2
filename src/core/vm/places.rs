//! Where the cards lie. The cards of a slot make a ring of links, which the slot itself closes
//! between its top and its bottom card: so a card comes and goes without asking whether it is the
//! first, the last or the only one.

use super::state::End;
use crate::value::{Card, NOTHING, Narrow, Slot};
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// Numbers of cards and of slots are bytes.
const BYTES: usize = 1 << u8::BITS;

/// As many nodes as there can be: arrays of this length need no bounds to be checked.
const NODES: usize = 2 * BYTES;

/// Every card's slot, and every slot's cards from top to bottom.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Places {
    /// What lies above a card; for a slot, its bottom card. Apart from what lies below: a processor
    /// waits where it reads at once what it has just written in two halves.
    #[serde(with = "BigArray")]
    above: [Node; NODES],
    /// What lies below a card; for a slot, its top card.
    #[serde(with = "BigArray")]
    below: [Node; NODES],
    /// The slot a card lies in, [`NOTHING`] for one that lies nowhere; for a slot, how many cards
    /// it has.
    #[serde(with = "BigArray")]
    lies: [u8; NODES],
    /// The nodes in use, all before this one.
    used: usize,
}

impl Clone for Places {
    fn clone(&self) -> Self {
        Places { above: self.above, below: self.below, lies: self.lies, used: self.used }
    }

    fn clone_from(&mut self, other: &Self) {
        // What is not in use is alike.
        let used = self.used.max(other.used).min(NODES);
        self.above[..used].copy_from_slice(&other.above[..used]);
        self.below[..used].copy_from_slice(&other.below[..used]);
        self.lies[..used].copy_from_slice(&other.lies[..used]);
        self.used = other.used;
    }
}

/// A card or a slot: even for cards, odd for slots, so that those in use stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
struct Node(u16);

impl Node {
    #[inline(always)]
    fn card(card: Card) -> Node {
        Node(u16::from(card) << 1)
    }

    #[inline(always)]
    fn slot(slot: Slot) -> Node {
        Node(u16::from(slot.number()) << 1 | 1)
    }

    /// Its place in the arrays.
    #[inline(always)]
    fn at(self) -> usize {
        usize::from(self.0) % NODES
    }

    /// `None` for a slot.
    #[inline(always)]
    fn as_card(self) -> Option<Card> {
        (self.0 & 1 == 0).then_some((self.0 >> 1).to_u8())
    }
}

impl Places {
    /// So many cards, none of them anywhere, and so many slots.
    pub fn new(cards: usize, slots: usize) -> Self {
        let alone = std::array::from_fn(|node| Node(node.to_u16()));
        let lies = std::array::from_fn(|node| if node % 2 == 0 { NOTHING } else { 0 });
        Places { above: alone, below: alone, lies, used: 2 * cards.max(slots) }
    }

    /// The slot a card lies in; `None` for one that lies nowhere.
    #[inline]
    pub fn slot_of(&self, card: Card) -> Option<Slot> {
        let slot = self.lies[Node::card(card).at()];
        (slot != NOTHING).then_some(Slot::from_number(slot))
    }

    #[inline]
    pub fn count_in(&self, slot: Slot) -> usize {
        self.lies[Node::slot(slot).at()].into()
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
        self.above[Node::card(card).at()].as_card()
    }

    #[inline]
    pub fn below(&self, card: Card) -> Option<Card> {
        self.below[Node::card(card).at()].as_card()
    }

    /// Takes a card out of its slot, which it says.
    #[inline(always)]
    pub fn take(&mut self, card: Card) -> Option<Slot> {
        let slot = self.slot_of(card)?;
        let at = Node::card(card).at();
        self.link(self.above[at], self.below[at]);
        self.lies[Node::slot(slot).at()] -= 1;
        self.lies[at] = NOTHING;
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
        self.lies[lid.at()] += 1;
        self.lies[Node::card(card).at()] = slot.number();
    }

    /// Where the links above, the links below and the slots of cards lie, for machine code: by
    /// node, two for each card, the card's and behind it that of the slot with its number.
    #[cfg(feature = "native")]
    pub fn pointers(&mut self) -> (*mut u16, *mut u16, *mut u8) {
        (self.above.as_mut_ptr().cast(), self.below.as_mut_ptr().cast(), self.lies.as_mut_ptr())
    }

    /// Puts all cards of a slot on top of those of another one, in their order.
    #[inline(always)]
    pub fn put_all_on(&mut self, from: Slot, to: Slot) {
        let (old, new) = (Node::slot(from), Node::slot(to));
        let mut card = self.top(from);
        if card.is_none() || from == to {
            return;
        }
        let (top, bottom) = (self.below[old.at()], self.above[old.at()]);
        self.link(bottom, self.below[new.at()]);
        self.link(new, top);
        self.link(old, old);
        self.lies[new.at()] += std::mem::take(&mut self.lies[old.at()]);
        while let Some(moved) =
            card.filter(|&card| self.lies[Node::card(card).at()] == from.number())
        {
            self.lies[Node::card(moved).at()] = to.number();
            card = self.below(moved);
        }
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

    /// Makes this copy one in which cards have changed their names: card `c` becomes card
    /// `names[c]`. The places stay.
    pub fn rename(&mut self, old: &Places, names: &[Card; BYTES]) {
        let renamed =
            |node: Node| node.as_card().map_or(node, |card| Node::card(names[usize::from(card)]));
        for at in 0..old.used {
            let new = renamed(Node(at.to_u16())).at();
            (self.above[new], self.below[new]) = (renamed(old.above[at]), renamed(old.below[at]));
            self.lies[new] = old.lies[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(number: usize) -> Slot {
        Slot::new(number)
    }

    fn from_top(places: &Places, slot: Slot) -> Vec<Card> {
        std::iter::successors(places.top(slot), |&card| places.below(card)).collect()
    }

    fn from_bottom(places: &Places, slot: Slot) -> Vec<Card> {
        std::iter::successors(places.bottom(slot), |&card| places.above(card)).collect()
    }

    #[test]
    fn cards_come_and_go_at_both_ends_and_between() {
        let mut places = Places::new(10, 6);
        places.put(7, slot(2), End::Top);
        places.put(8, slot(2), End::Top);
        places.put(9, slot(2), End::Bottom);
        assert_eq!(
            (from_top(&places, slot(2)), from_bottom(&places, slot(2))),
            (vec![8, 7, 9], vec![9, 7, 8])
        );
        assert_eq!(places.take(7), Some(slot(2)));
        assert_eq!((places.take(7), places.slot_of(7), places.count_in(slot(2))), (None, None, 2));
        places.put(7, slot(0), End::Bottom);
        assert_eq!((from_top(&places, slot(2)), from_top(&places, slot(0))), (vec![8, 9], vec![7]));
        assert_eq!(
            (places.take(8), places.take(9), places.top(slot(2)), places.bottom(slot(2))),
            (Some(slot(2)), Some(slot(2)), None, None)
        );
    }

    #[test]
    fn whole_slots_go_on_top_of_others() {
        let mut places = Places::new(10, 6);
        for (card, at) in [(1, 0), (2, 0), (3, 0), (7, 4), (8, 4)] {
            places.put(card, slot(at), End::Top);
        }
        places.put_all_on(slot(0), slot(4));
        assert_eq!(
            (from_bottom(&places, slot(4)), from_top(&places, slot(4))),
            (vec![7, 8, 1, 2, 3], vec![3, 2, 1, 8, 7])
        );
        assert_eq!(
            (
                places.count_in(slot(0)),
                places.count_in(slot(4)),
                places.top(slot(0)),
                places.bottom(slot(0))
            ),
            (0, 5, None, None)
        );
        assert_eq!(
            (1..4).map(|card| places.slot_of(card)).collect::<Vec<_>>(),
            vec![Some(slot(4)); 3]
        );
        // Into an empty slot, of an empty slot, and where they are.
        places.put_all_on(slot(4), slot(5));
        places.put_all_on(slot(0), slot(5));
        places.put_all_on(slot(5), slot(5));
        assert_eq!(
            (from_bottom(&places, slot(5)), places.count_in(slot(5)), places.count_in(slot(4))),
            (vec![7, 8, 1, 2, 3], 5, 0)
        );
    }

    #[test]
    fn a_new_order_and_new_names_keep_the_ring_whole() {
        let mut places = Places::new(10, 6);
        for card in 0..4 {
            places.put(card, slot(5), End::Top);
        }
        places.reorder(slot(5), [2, 0, 3, 1]);
        assert_eq!(
            (from_bottom(&places, slot(5)), from_top(&places, slot(5))),
            (vec![2, 0, 3, 1], vec![1, 3, 0, 2])
        );
        let mut names: [Card; BYTES] = std::array::from_fn(|card| card as Card);
        names[..4].copy_from_slice(&[1, 2, 3, 0]);
        let old = places.clone();
        places.rename(&old, &names);
        assert_eq!(
            (from_bottom(&places, slot(5)), places.slot_of(0)),
            (vec![3, 1, 0, 2], Some(slot(5)))
        );
    }
}
