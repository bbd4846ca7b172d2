//! Where the cards lie. The cards of a slot make a ring of links, which the slot itself closes
//! between its top and its bottom card: so a card comes and goes without asking whether it is the
//! first, the last or the only one.

use super::state::PileEnd;
use crate::value::{Card, NONE, Narrow, Slot};
use std::ops::{Deref, DerefMut};

/// Every card's slot, and every slot's cards from top to bottom, in the memory of a state, which
/// begins with the links of each node.
pub(super) struct Places<M> {
    memory: M,
}

/// What a node's links are, in their order in memory.
#[derive(Clone, Copy)]
pub(super) enum Link {
    /// What lies above a card; for a slot, its bottom card.
    Above,
    /// What lies below a card; for a slot, its top card.
    Below,
    /// The slot that a card lies in, [`NONE`] for one that lies nowhere; for a slot, how many cards
    /// it has.
    Lies,
}

/// Words of memory that a node takes: its links, and one that fills them up.
pub(super) const NODE: usize = 4;

/// How many words it takes for so many cards and slots.
pub(super) fn words_of(cards: usize, slots: usize) -> usize {
    2 * cards.max(slots) * NODE
}

/// The links of so many words, where no card lies anywhere.
pub(super) fn empty(words: usize) -> impl Iterator<Item = i32> {
    let links = |node: i32| [node, node, if node % 2 == 0 { NONE } else { 0 }, 0];
    (0..(words / NODE).to_i32()).flat_map(links)
}

/// A card or a slot: even for cards, odd for slots, so that those in use stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node(i32);

impl Node {
    #[inline(always)]
    fn card(card: Card) -> Node {
        Node(card.word() << 1)
    }

    #[inline(always)]
    fn slot(slot: Slot) -> Node {
        Node(i32::from(slot.number()) << 1 | 1)
    }

    /// Its place among the nodes.
    #[inline(always)]
    fn at(self) -> usize {
        self.0.to_usize()
    }

    /// `None` for a slot.
    #[inline(always)]
    fn as_card(self) -> Option<Card> {
        (self.0 & 1 == 0).then_some(Card::from_number((self.0 >> 1).to_u16()))
    }
}

impl<M: Deref<Target = [i32]>> Places<M> {
    /// The places in the `memory` of a state.
    #[inline(always)]
    pub(crate) fn new(memory: M) -> Self {
        Places { memory }
    }

    #[inline(always)]
    fn link_of(&self, node: Node, link: Link) -> i32 {
        self.memory.as_chunks::<NODE>().0[node.at()][link as usize]
    }

    #[inline(always)]
    fn above_of(&self, node: Node) -> Node {
        Node(self.link_of(node, Link::Above))
    }

    #[inline(always)]
    fn below_of(&self, node: Node) -> Node {
        Node(self.link_of(node, Link::Below))
    }

    /// The slot a card lies in; `None` for one that lies nowhere.
    #[inline]
    pub(crate) fn slot_of(&self, card: Card) -> Option<Slot> {
        Slot::from_word(self.link_of(Node::card(card), Link::Lies))
    }

    #[inline]
    pub(crate) fn count_in(&self, slot: Slot) -> usize {
        self.link_of(Node::slot(slot), Link::Lies).to_usize()
    }

    #[inline]
    pub(crate) fn top(&self, slot: Slot) -> Option<Card> {
        self.below_of(Node::slot(slot)).as_card()
    }

    /// The cards of a slot from the top down, as many as there is room for, of which it has enough.
    #[inline]
    pub(crate) fn list_from_top(&self, slot: Slot, cards: &mut [Card]) {
        let mut node = Node::slot(slot);
        for place in cards {
            node = self.below_of(node);
            *place = Card::from_number((node.0 >> 1).to_u16());
        }
    }

    #[inline]
    pub(crate) fn bottom(&self, slot: Slot) -> Option<Card> {
        self.above_of(Node::slot(slot)).as_card()
    }

    #[inline]
    pub(crate) fn above(&self, card: Card) -> Option<Card> {
        self.above_of(Node::card(card)).as_card()
    }

    #[inline]
    pub(crate) fn below(&self, card: Card) -> Option<Card> {
        self.below_of(Node::card(card)).as_card()
    }
}

impl<M: DerefMut<Target = [i32]>> Places<M> {
    #[inline(always)]
    fn links(&mut self, node: Node) -> &mut [i32; NODE] {
        &mut self.memory.as_chunks_mut().0[node.at()]
    }

    #[inline(always)]
    fn lies_mut(&mut self, node: Node) -> &mut i32 {
        &mut self.links(node)[Link::Lies as usize]
    }

    /// Takes a card out of its slot, which it says.
    #[inline(always)]
    pub(crate) fn take(&mut self, card: Card) -> Option<Slot> {
        let [above, below, lies, _] = self.links(Node::card(card));
        let slot = Slot::from_word(*lies)?;
        *lies = NONE;
        let (above, below) = (Node(*above), Node(*below));
        self.link(above, below);
        *self.lies_mut(Node::slot(slot)) -= 1;
        Some(slot)
    }

    /// Leaves a slot without cards. Those that lay there are to be put somewhere else.
    #[inline(always)]
    pub(crate) fn empty(&mut self, slot: Slot) {
        let lid = Node::slot(slot);
        self.link(lid, lid);
        *self.lies_mut(lid) = 0;
    }

    /// Puts a card that lies nowhere at an end of a slot.
    #[inline(always)]
    pub(crate) fn put(&mut self, card: Card, slot: Slot, end: PileEnd) {
        let (node, lid) = (Node::card(card), Node::slot(slot));
        let [bottom, top, count, _] = self.links(lid);
        *count += 1;
        let (above, below) = match end {
            PileEnd::Top => (lid, Node(std::mem::replace(top, node.0))),
            PileEnd::Bottom => (Node(std::mem::replace(bottom, node.0)), lid),
        };
        *self.links(node) = [above.0, below.0, slot.word(), 0];
        match end {
            PileEnd::Top => self.links(below)[Link::Above as usize] = node.0,
            PileEnd::Bottom => self.links(above)[Link::Below as usize] = node.0,
        }
    }

    /// Puts cards that lie nowhere at an end of a slot, one after the other.
    pub(crate) fn put_each(&mut self, cards: &[Card], slot: Slot, end: PileEnd) {
        let lid = Node::slot(slot);
        let [bottom, top, count, _] = self.links(lid);
        *count += cards.len().to_i32();
        // A card that comes is beyond the last one, seen from the cards that lay there.
        let (mut last, beyond) = match end {
            PileEnd::Top => (Node(*top), Link::Above),
            PileEnd::Bottom => (Node(*bottom), Link::Below),
        };
        for &card in cards {
            let node = Node::card(card);
            self.links(last)[beyond as usize] = node.0;
            let (above, below) = match end {
                PileEnd::Top => (lid, last),
                PileEnd::Bottom => (last, lid),
            };
            *self.links(node) = [above.0, below.0, slot.word(), 0];
            last = node;
        }
        match end {
            PileEnd::Top => self.link(lid, last),
            PileEnd::Bottom => self.link(last, lid),
        }
    }

    /// Puts all cards of a slot on top of those of another one, in their order.
    #[inline(always)]
    pub(crate) fn put_all_on(&mut self, from: Slot, to: Slot) {
        let (old, new) = (Node::slot(from), Node::slot(to));
        let mut card = self.top(from);
        if card.is_none() || from == to {
            return;
        }
        let (top, bottom) = (self.below_of(old), self.above_of(old));
        self.link(bottom, self.below_of(new));
        self.link(new, top);
        self.link(old, old);
        let count = std::mem::take(self.lies_mut(old));
        *self.lies_mut(new) += count;
        while let Some(moved) = card
            && self.link_of(Node::card(moved), Link::Lies) == from.word()
        {
            *self.lies_mut(Node::card(moved)) = to.word();
            card = self.below(moved);
        }
    }

    /// Puts the cards of a slot into a new order, given from the top down.
    #[inline]
    pub(crate) fn reorder(&mut self, slot: Slot, from_top: &[Card]) {
        let lid = Node::slot(slot);
        let [mut above, mut node] = [lid; 2];
        for &card in from_top {
            let below = Node::card(card);
            let [up, down, ..] = self.links(node);
            (*up, *down) = (above.0, below.0);
            (above, node) = (node, below);
        }
        let [up, ..] = self.links(node);
        *up = above.0;
        self.link(node, lid);
    }

    #[inline(always)]
    fn link(&mut self, above: Node, below: Node) {
        self.links(above)[Link::Below as usize] = below.0;
        self.links(below)[Link::Above as usize] = above.0;
    }

    /// Makes this copy one in which cards have changed their names: card `c` becomes card
    /// `names[c]`. The places stay. There are so many `nodes`.
    pub(crate) fn rename(&mut self, old: &Places<&[i32]>, names: &[Card], nodes: usize) {
        let renamed =
            |node: Node| node.as_card().map_or(node, |card| Node::card(renamed(names, card)));
        for node in (0..nodes).map(|at| Node(at.to_i32())) {
            let links = [old.above_of(node), old.below_of(node)].map(|link| renamed(link).0);
            let [above, below, lies, _] = self.links(renamed(node));
            [*above, *below] = links;
            *lies = old.link_of(node, Link::Lies);
        }
    }
}

/// What a card turns into; nothing changes for a number behind all cards.
fn renamed(names: &[Card], card: Card) -> Card {
    names.get(card.index()).copied().unwrap_or(card)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: usize) -> Card {
        Card::new(number)
    }

    fn slot(number: usize) -> Slot {
        Slot::new(number)
    }

    fn places() -> Places<Box<[i32]>> {
        Places::new(empty(words_of(10, 6)).collect())
    }

    fn from_top(places: &Places<Box<[i32]>>, slot: Slot) -> Vec<usize> {
        let cards = std::iter::successors(places.top(slot), |&card| places.below(card));
        cards.map(Card::index).collect()
    }

    fn from_bottom(places: &Places<Box<[i32]>>, slot: Slot) -> Vec<usize> {
        let cards = std::iter::successors(places.bottom(slot), |&card| places.above(card));
        cards.map(Card::index).collect()
    }

    #[test]
    fn cards_come_and_go_at_both_ends_and_between() {
        let mut places = places();
        places.put(card(7), slot(2), PileEnd::Top);
        places.put(card(8), slot(2), PileEnd::Top);
        places.put(card(9), slot(2), PileEnd::Bottom);
        assert_eq!(
            (from_top(&places, slot(2)), from_bottom(&places, slot(2))),
            (vec![8, 7, 9], vec![9, 7, 8])
        );
        assert_eq!(places.take(card(7)), Some(slot(2)));
        assert_eq!(
            (places.take(card(7)), places.slot_of(card(7)), places.count_in(slot(2))),
            (None, None, 2)
        );
        places.put(card(7), slot(0), PileEnd::Bottom);
        assert_eq!((from_top(&places, slot(2)), from_top(&places, slot(0))), (vec![8, 9], vec![7]));
        assert_eq!(
            (
                places.take(card(8)),
                places.take(card(9)),
                places.top(slot(2)),
                places.bottom(slot(2))
            ),
            (Some(slot(2)), Some(slot(2)), None, None)
        );
    }

    #[test]
    fn cards_that_come_together_lie_as_if_they_came_one_by_one() {
        for end in [PileEnd::Top, PileEnd::Bottom] {
            for before in [&[][..], &[1], &[1, 2]] {
                let (mut together, mut one_by_one) = (places(), places());
                before.iter().for_each(|&number| together.put(card(number), slot(3), PileEnd::Top));
                before
                    .iter()
                    .for_each(|&number| one_by_one.put(card(number), slot(3), PileEnd::Top));
                let come = [7, 5, 6].map(card);
                together.put_each(&come, slot(3), end);
                come.into_iter().for_each(|card| one_by_one.put(card, slot(3), end));
                assert_eq!(together.memory, one_by_one.memory);
            }
        }
    }

    #[test]
    fn whole_slots_go_on_top_of_others() {
        let mut places = places();
        for (number, at) in [(1, 0), (2, 0), (3, 0), (7, 4), (8, 4)] {
            places.put(card(number), slot(at), PileEnd::Top);
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
            (1..4).map(|number| places.slot_of(card(number))).collect::<Vec<_>>(),
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
        let mut places = places();
        for number in 0..4 {
            places.put(card(number), slot(5), PileEnd::Top);
        }
        places.reorder(slot(5), &[1, 3, 0, 2].map(card));
        assert_eq!(
            (from_bottom(&places, slot(5)), from_top(&places, slot(5))),
            (vec![2, 0, 3, 1], vec![1, 3, 0, 2])
        );
        let names = [1, 2, 3, 0].map(card);
        let old = places.memory.clone();
        places.rename(&Places::new(&*old), &names, 20);
        assert_eq!(
            (from_bottom(&places, slot(5)), places.slot_of(card(0))),
            (vec![3, 1, 0, 2], Some(slot(5)))
        );
    }
}
