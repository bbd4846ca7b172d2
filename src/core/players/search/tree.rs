//! The tree of an information set search: what was tried after what, how often, and what came of
//! it. A node is reached by a sequence of choices, whatever the hidden cards; so one tree serves
//! all imagined worlds, and an option counts how often it was there to be chosen at all (Cowling,
//! Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search").

use super::identity::Key;
use crate::value::{Fraction, Narrow};
use crate::vm::Generator;
use std::collections::HashMap;

/// A node by its place in the tree.
pub(crate) type NodeId = u32;

const NOBODY: NodeId = NodeId::MAX;

/// How many standard deviations of the rewards trying what is little known counts for, beside
/// taking what is good: the constant of UCB1 (Auer, Cesa-Bianchi and Fischer 2002), in units that
/// fit any game.
const EXPLORATION: f32 = 2.0;

/// An option after the choices before it, or a place where several choose at once.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    first: NodeId,
    next: NodeId,
    /// How often it was chosen, and could have been.
    visits: u32,
    available: u32,
    /// What came of it for whoever chose it, added up.
    reward: f32,
    /// What was expected of it beforehand: its reward over that of the others, and how many visits
    /// this counts as.
    ahead: f32,
    weight: f32,
    /// When it was last among the options: of two options with one key the second is another node.
    stamp: u32,
}

impl Node {
    fn new(key: Key) -> Node {
        Node {
            key,
            first: NOBODY,
            next: NOBODY,
            visits: 0,
            available: 0,
            reward: 0.0,
            ahead: 0.0,
            weight: 0.0,
            stamp: 0,
        }
    }

    /// What is expected of it. `base`: the mean of what there is to choose, without what was
    /// expected beforehand. What was never tried counts as that.
    fn mean(&self, base: f32) -> f32 {
        match self.known() {
            0.0 => base,
            known => (self.reward + self.weight * (base + self.ahead)) / known,
        }
    }

    fn known(&self) -> f32 {
        self.visits.to_f32() + self.weight
    }

    /// `spread`: the standard deviation of rewards.
    fn bound(&self, base: f32, spread: f32) -> f32 {
        let chances = self.available.max(2).to_f32();
        self.mean(base) + EXPLORATION * spread * (chances.ln() / self.known().max(1.0)).sqrt()
    }
}

/// The children of a node that has many, by their keys.
#[derive(Clone, Debug, Default)]
struct Wide {
    /// Of several with one key the first.
    first: HashMap<Key, NodeId>,
    last: NodeId,
}

/// As many children for each option are looked through one after the other before they are
/// indexed.
const LOOKED_THROUGH: usize = 8;

/// A tree whose memory is used again from one search to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    wide: HashMap<NodeId, Wide>,
    stamp: u32,
    /// The nodes of the options of the last choice, in their order.
    arms: Vec<NodeId>,
    /// How many rewards the searcher had, their sum and that of their squares.
    seen: f32,
    sum: f32,
    squares: f32,
    /// The least spread that is assumed: else a search whose first option always comes to the same
    /// would never leave it.
    least: f32,
}

/// What was selected: which option, its node, and whether it had not been tried before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selected {
    pub(crate) option: usize,
    pub(crate) node: NodeId,
    pub(crate) fresh: bool,
}

impl Tree {
    pub(crate) const ROOT: NodeId = 0;

    /// Forgets everything but the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.wide.clear();
        self.nodes.push(Node::new(0));
        self.stamp = 0;
        (self.seen, self.sum, self.squares, self.least) = (0.0, 0.0, 0.0, 1e-3);
    }

    /// One more reward, by which the spread of all is known.
    pub(crate) fn witness(&mut self, reward: f32) {
        self.seen += 1.0;
        self.sum += reward;
        self.squares += reward * reward;
    }

    fn spread(&self) -> f32 {
        let n = self.seen.max(1.0);
        (self.squares / n - (self.sum / n).powi(2)).max(0.0).sqrt().max(self.least)
    }

    /// Tells beforehand what to expect of options.
    pub(crate) fn expect(&mut self, parent: NodeId, keys: &[Key], ahead: &[f32], weight: f32) {
        self.find_arms(parent, keys);
        self.least = ahead.iter().fold(self.least, |least, ahead| least.max(ahead.abs() / 2.0));
        for (&arm, &ahead) in self.arms.iter().zip(ahead) {
            let node = &mut self.nodes[arm.to_usize()];
            (node.ahead, node.weight) = (ahead, weight);
        }
    }

    /// The mean reward of the options at hand, what was expected of them being taken off.
    fn base(&self) -> f32 {
        let (mut visits, mut reward) = (0, 0.0);
        for &arm in &self.arms {
            let node = &self.nodes[arm.to_usize()];
            visits += node.visits;
            reward += node.reward - node.visits.to_f32() * node.ahead;
        }
        if visits == 0 { self.sum / self.seen.max(1.0) } else { reward / visits.to_f32() }
    }

    /// What follows a node under a key, made where it is missing; and whether it was.
    pub(crate) fn child(&mut self, parent: NodeId, key: Key) -> (NodeId, bool) {
        let mut at = self.nodes[parent.to_usize()].first;
        while at != NOBODY {
            if self.nodes[at.to_usize()].key == key {
                return (at, false);
            }
            at = self.nodes[at.to_usize()].next;
        }
        let made = self.add(key);
        self.nodes[made.to_usize()].next = self.nodes[parent.to_usize()].first;
        self.nodes[parent.to_usize()].first = made;
        if let Some(wide) = self.wide.get_mut(&parent) {
            wide.first.insert(key, made);
        }
        (made, true)
    }

    /// Takes one of the options with these keys, of which there is at least one: the one with the
    /// highest bound, any where several have the same. All of them count as available.
    pub(crate) fn select(
        &mut self,
        parent: NodeId,
        keys: &[Key],
        generator: &mut Generator,
    ) -> Selected {
        self.find_arms(parent, keys);
        for &arm in &self.arms {
            self.nodes[arm.to_usize()].available += 1;
        }
        let (base, spread) = (self.base(), self.spread());
        let (mut best, mut most, mut equals) = (0, f32::NEG_INFINITY, 1);
        for (option, &arm) in self.arms.iter().enumerate() {
            let bound = self.nodes[arm.to_usize()].bound(base, spread);
            if bound > most {
                (best, most, equals) = (option, bound, 1);
            } else if bound == most {
                equals += 1;
                if generator.below(equals) == 0 {
                    best = option;
                }
            }
        }
        let node = self.arms[best];
        Selected { option: best, node, fresh: self.nodes[node.to_usize()].visits == 0 }
    }

    /// Which of the options with these keys was chosen most often; of several the one with the
    /// better results.
    pub(crate) fn most_visited(&mut self, parent: NodeId, keys: &[Key]) -> usize {
        self.find_arms(parent, keys);
        let base = self.base();
        let most =
            self.arms.iter().map(|&arm| self.nodes[arm.to_usize()].visits).max().unwrap_or(0);
        self.highest(|node| if node.visits == most { node.mean(base) } else { f32::NEG_INFINITY })
    }

    /// How often each of the options with these keys was chosen.
    pub(crate) fn visits(&mut self, parent: NodeId, keys: &[Key]) -> Vec<u32> {
        self.find_arms(parent, keys);
        self.arms.iter().map(|&arm| self.nodes[arm.to_usize()].visits).collect()
    }

    /// What came of a node for whoever chose it.
    pub(crate) fn learn(&mut self, node: NodeId, reward: f32) {
        let node = &mut self.nodes[node.to_usize()];
        node.visits += 1;
        node.reward += reward;
    }

    fn highest(&self, value: impl Fn(&Node) -> f32) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (option, &arm) in self.arms.iter().enumerate() {
            let value = value(&self.nodes[arm.to_usize()]);
            if value > best.1 {
                best = (option, value);
            }
        }
        best.0
    }

    /// The nodes of options, in their order. Children lie in the order in which they came, which
    /// mostly is that of the options: so the search for each begins behind the one before. Where
    /// that takes long they are looked up by their keys.
    fn find_arms(&mut self, parent: NodeId, keys: &[Key]) {
        self.stamp += 1;
        self.arms.clear();
        let first = self.nodes[parent.to_usize()].first;
        let (mut at, mut last) = (first, NOBODY);
        let mut left = LOOKED_THROUGH * (keys.len() + LOOKED_THROUGH);
        for &key in keys {
            let found = match self.wide.get(&parent) {
                Some(wide) => {
                    let first = wide.first.get(&key).copied().unwrap_or(NOBODY);
                    self.find((first, NOBODY), key, &mut 0)
                }
                None => self
                    .find((at, NOBODY), key, &mut left)
                    .or_else(|| self.find((first, at), key, &mut left)),
            };
            let arm = found.unwrap_or_else(|| self.append(parent, &mut last, key));
            let node = &mut self.nodes[arm.to_usize()];
            node.stamp = self.stamp;
            at = node.next;
            self.arms.push(arm);
            if left == 0 && !self.wide.contains_key(&parent) {
                self.widen(parent);
            }
        }
    }

    /// Indexes the children of a node by their keys.
    fn widen(&mut self, parent: NodeId) {
        let mut wide = Wide { first: HashMap::new(), last: NOBODY };
        let mut at = self.nodes[parent.to_usize()].first;
        while at != NOBODY {
            let node = &self.nodes[at.to_usize()];
            wide.first.entry(node.key).or_insert(at);
            (wide.last, at) = (at, node.next);
        }
        self.wide.insert(parent, wide);
    }

    /// The first node from `at` on and before `end` with this key that is not yet among the arms.
    /// `left`: how many may be looked at until it is time for another way; it is found all the
    /// same.
    fn find(&self, (mut at, end): (NodeId, NodeId), key: Key, left: &mut usize) -> Option<NodeId> {
        while at != end && at != NOBODY {
            let node = &self.nodes[at.to_usize()];
            if node.key == key && node.stamp != self.stamp {
                return Some(at);
            }
            at = node.next;
            *left = left.saturating_sub(1);
        }
        None
    }

    /// A new last child. `last`: the last one, where it is known.
    fn append(&mut self, parent: NodeId, last: &mut NodeId, key: Key) -> NodeId {
        let made = self.add(key);
        let mut before = match (self.wide.get_mut(&parent), *last) {
            (Some(wide), _) => {
                wide.first.entry(key).or_insert(made);
                std::mem::replace(&mut wide.last, made)
            }
            (None, NOBODY) => self.nodes[parent.to_usize()].first,
            (None, last) => last,
        };
        if before == NOBODY {
            self.nodes[parent.to_usize()].first = made;
        } else {
            while self.nodes[before.to_usize()].next != NOBODY {
                before = self.nodes[before.to_usize()].next;
            }
            self.nodes[before.to_usize()].next = made;
        }
        *last = made;
        made
    }

    fn add(&mut self, key: Key) -> NodeId {
        self.nodes.push(Node::new(key));
        self.nodes.len().to_u32() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.clear();
        tree
    }

    /// Tries an option and tells what came of it.
    fn try_one(
        tree: &mut Tree,
        keys: &[Key],
        generator: &mut Generator,
        worth: impl Fn(usize) -> f32,
    ) -> usize {
        let selected = tree.select(Tree::ROOT, keys, generator);
        let reward = worth(selected.option);
        tree.learn(selected.node, reward);
        tree.witness(reward);
        selected.option
    }

    #[test]
    fn what_was_never_tried_counts_as_the_mean_of_what_was() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        // A hundred options of which one is far better: it is tried again before all the others
        // have been tried once.
        let keys: Vec<Key> = (0..100).collect();
        let worth = |option: usize| if option % 10 == 3 { 1.0 } else { 0.0 };
        let tried: Vec<usize> =
            (0..100).map(|_| try_one(&mut tree, &keys, &mut generator, worth)).collect();
        let good = tried.iter().filter(|&&option| option % 10 == 3).count();
        assert!(good > 20, "{tried:?}");
        assert_eq!(tree.most_visited(Tree::ROOT, &keys) % 10, 3);
    }

    #[test]
    fn what_is_expected_is_tried_first_and_left_on_evidence() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        let keys: Vec<Key> = (0..20).collect();
        let ahead: Vec<f32> = (0..20).map(|option| if option == 7 { 0.3 } else { 0.0 }).collect();
        tree.expect(Tree::ROOT, &keys, &ahead, 4.0);
        let worth = |option: usize| if option == 12 { 0.9 } else { 0.1 };
        assert_eq!(try_one(&mut tree, &keys, &mut generator, worth), 7);
        assert_eq!(tree.most_visited(Tree::ROOT, &keys), 7);
        (0..1000).for_each(|_| {
            try_one(&mut tree, &keys, &mut generator, worth);
        });
        assert_eq!(tree.most_visited(Tree::ROOT, &keys), 12);
    }

    /// Rewards a hundred times as large lead to the same choices.
    #[test]
    fn exploration_goes_by_the_spread_of_the_rewards() {
        let [small, large] = [1.0, 128.0].map(|scale| {
            let (mut tree, mut generator) = (tree(), Generator::new(1));
            let worth = |option: usize| scale * [0.25, 0.5, 0.125][option];
            (0..50)
                .map(|_| try_one(&mut tree, &[1, 2, 3], &mut generator, worth))
                .collect::<Vec<_>>()
        });
        assert_eq!(small[5..], large[5..]);
    }

    #[test]
    fn the_better_option_is_found() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        for _ in 0..500 {
            try_one(
                &mut tree,
                &[1, 2, 3],
                &mut generator,
                |option| if option == 1 { 0.7 } else { 0.4 },
            );
        }
        assert_eq!(tree.most_visited(Tree::ROOT, &[1, 2, 3]), 1);
        // The same options in another order, some of them missing, one of them new.
        assert_eq!(tree.most_visited(Tree::ROOT, &[4, 3, 2]), 2);
    }

    #[test]
    fn options_that_are_rarely_there_are_not_held_back_for_it() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        for i in 0..2000 {
            let keys: &[Key] = if i % 10 == 0 { &[1, 2] } else { &[1] };
            try_one(
                &mut tree,
                keys,
                &mut generator,
                |option| if keys[option] == 2 { 0.9 } else { 0.1 },
            );
        }
        let rare = tree.select(Tree::ROOT, &[2], &mut generator).node;
        assert!(tree.nodes[rare as usize].visits > 150, "{:?}", tree.nodes[rare as usize]);
    }

    #[test]
    fn options_that_look_alike_are_told_apart_by_their_order() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        for _ in 0..300 {
            try_one(&mut tree, &[5, 5], &mut generator, |option| option as f32);
        }
        assert_eq!(tree.most_visited(Tree::ROOT, &[5, 5]), 1);
    }

    /// Options of other worlds are many more than there are in one; each is found again.
    #[test]
    fn many_children_are_the_same_as_few() {
        let (mut tree, mut generator) = (tree(), Generator::new(1));
        for world in 0..40 {
            let keys: Vec<Key> = (0..100).map(|option| world * 90 + option * 7 % 100).collect();
            try_one(&mut tree, &keys, &mut generator, |_| 0.5);
        }
        assert!(tree.wide.contains_key(&Tree::ROOT));
        let mut keys = Vec::new();
        let mut at = tree.nodes[0].first;
        while at != NOBODY {
            keys.push(tree.nodes[at.to_usize()].key);
            at = tree.nodes[at.to_usize()].next;
        }
        let mut apart = keys.clone();
        apart.sort_unstable();
        apart.dedup();
        assert_eq!((keys.len(), apart.len()), (39 * 90 + 100, keys.len()));
        let twice = tree.select(Tree::ROOT, &[keys[3], keys[3]], &mut generator);
        assert_eq!(tree.visits(Tree::ROOT, &[keys[3], keys[3]]).len(), 2);
        assert_eq!(tree.arms[0], tree.wide[&Tree::ROOT].first[&keys[3]]);
        assert!(tree.arms.contains(&twice.node));
    }

    #[test]
    fn children_are_found_again() {
        let mut tree = tree();
        let (a, new) = tree.child(Tree::ROOT, 1);
        assert!(new);
        let (b, _) = tree.child(Tree::ROOT, 2);
        assert_eq!(
            (tree.child(Tree::ROOT, 1), tree.child(Tree::ROOT, 2)),
            ((a, false), (b, false))
        );
    }
}
