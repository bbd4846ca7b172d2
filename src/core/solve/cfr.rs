//! Counterfactual regret minimization, in the form CFR+ (Tammelin 2014, "Solving Large Imperfect
//! Information Games Using CFR+"; Bowling, Burch, Johanson and Tammelin 2015): regrets never fall
//! below nothing, the players take turns in learning, and later iterations count for more in the
//! average, which is the strategy.

use super::Aim;
use super::tree::{Node, Tree};
use crate::value::{Fraction, Narrow, Seat};
use std::ops::Range;

/// Strategies for both seats, by option of all information sets, and how good they are.
pub(super) struct Solved {
    pub(crate) strategy: Vec<f64>,
    /// For the first seat.
    pub(crate) value: f64,
    pub(crate) exploitability: f64,
    pub(crate) iterations: u32,
}

/// The seats of both sides.
const SEATS: [Seat; 2] = [Seat::FIRST, Seat::new(1)];

/// Iterations between two looks at how good the strategies are, at first.
const LOOK_EVERY: u32 = 20;

pub(super) fn solve(tree: &Tree, aim: &Aim) -> Solved {
    let mut learner = Learner::new(tree);
    let mut iterations = 0;
    loop {
        let until = aim.iterations.min(iterations + LOOK_EVERY.max(iterations / 4));
        while iterations < until {
            iterations += 1;
            learner.iterate(iterations);
        }
        let strategy = learner.average();
        let exploitability = exploitability(tree, &strategy);
        if exploitability <= aim.exploitability || iterations >= aim.iterations {
            return Solved {
                value: value(tree, &strategy, Tree::ROOT),
                strategy,
                exploitability,
                iterations,
            };
        }
    }
}

/// How a position is come to while a seat learns.
#[derive(Clone, Copy)]
struct Way {
    /// The seat that learns.
    learner: Seat,
    /// How likely it is by the choices of this seat, and by everything else.
    own: f64,
    others: f64,
    /// What the iteration counts for in the average.
    weight: f64,
}

struct Learner<'a> {
    tree: &'a Tree,
    /// By option: what not having taken it always has cost so far, what it cost in this iteration,
    /// the strategy that follows, and the sum of all strategies.
    regrets: Vec<f64>,
    news: Vec<f64>,
    current: Vec<f64>,
    sum: Vec<f64>,
    /// Values of options on the way down.
    stack: Vec<f64>,
}

impl<'a> Learner<'a> {
    fn new(tree: &'a Tree) -> Self {
        let nothing = vec![0.0; tree.options()];
        let (regrets, news, current) = (nothing.clone(), nothing.clone(), nothing.clone());
        let mut learner = Learner { tree, regrets, news, current, sum: nothing, stack: Vec::new() };
        learner.match_regrets();
        learner
    }

    fn iterate(&mut self, iteration: u32) {
        for seat in SEATS {
            self.news.fill(0.0);
            let weight = f64::from(iteration);
            self.walk(Tree::ROOT, Way { learner: seat, own: 1.0, others: 1.0, weight });
            for (regret, news) in self.regrets.iter_mut().zip(&self.news) {
                *regret = (*regret + news).max(0.0);
            }
            self.match_regrets();
        }
    }

    /// Options are taken in proportion to their regrets.
    fn match_regrets(&mut self) {
        for set in &self.tree.sets {
            let regrets = &self.regrets[set.range()];
            let sum: f64 = regrets.iter().sum();
            let even = 1.0 / regrets.len().to_f64();
            for (share, regret) in self.current[set.range()].iter_mut().zip(regrets) {
                *share = if sum > 0.0 { regret / sum } else { even };
            }
        }
    }

    /// The value of a position for the seat that learns, which takes new regrets from what is
    /// behind it.
    fn walk(&mut self, node: usize, way: Way) -> f64 {
        // Neither regrets nor the average come of what both seats keep away from. What the other
        // one alone keeps away from still belongs to the average.
        if way.own == 0.0 && way.others == 0.0 {
            return 0.0;
        }
        let tree = self.tree;
        match tree.nodes[node] {
            Node::End { payoff } if way.learner == Seat::FIRST => payoff,
            Node::End { payoff } => -payoff,
            Node::Chance { first, count } => {
                let each = first.to_usize()..(first + count).to_usize();
                each.map(|at| {
                    let likely = tree.likelihoods[at];
                    let way = Way { others: way.others * likely, ..way };
                    likely * self.walk(tree.children[at].to_usize(), way)
                })
                .sum()
            }
            Node::Choice { set, first } => {
                let set = &tree.sets[set.to_usize()];
                let children = tree.children_of(first, set.range().len());
                match set.seat == way.learner {
                    true => self.choose(set.range(), children, way),
                    false => self.let_choose(set.range(), children, way),
                }
            }
        }
    }

    /// The value of a position where the other seat chooses.
    fn let_choose(&mut self, options: Range<usize>, children: &[u32], way: Way) -> f64 {
        options
            .zip(children)
            .map(|(option, child)| {
                let share = self.current[option];
                let way = Way { others: way.others * share, ..way };
                share * self.walk(child.to_usize(), way)
            })
            .sum()
    }

    /// The value of a position where the seat that learns chooses, which regrets what it did not
    /// take as often as others let it come so far.
    fn choose(&mut self, options: Range<usize>, children: &[u32], way: Way) -> f64 {
        let base = self.stack.len();
        let mut value = 0.0;
        for (option, child) in options.clone().zip(children) {
            let share = self.current[option];
            let worth = self.walk(child.to_usize(), Way { own: way.own * share, ..way });
            self.stack.push(worth);
            value += share * worth;
        }
        for (i, option) in options.enumerate() {
            self.news[option] += way.others * (self.stack[base + i] - value);
            self.sum[option] += way.weight * way.own * self.current[option];
        }
        self.stack.truncate(base);
        value
    }

    fn average(&self) -> Vec<f64> {
        let mut strategy = self.sum.clone();
        for set in &self.tree.sets {
            let shares = &mut strategy[set.range()];
            let (sum, even) = (shares.iter().sum::<f64>(), 1.0 / shares.len().to_f64());
            shares
                .iter_mut()
                .for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
        }
        strategy
    }
}

/// What the first seat wins on average.
fn value(tree: &Tree, strategy: &[f64], node: usize) -> f64 {
    match tree.nodes[node] {
        Node::End { payoff } => payoff,
        Node::Chance { first, count } => {
            let each = first.to_usize()..(first + count).to_usize();
            each.map(|at| {
                tree.likelihoods[at] * value(tree, strategy, tree.children[at].to_usize())
            })
            .sum()
        }
        Node::Choice { set, first } => {
            let options = tree.sets[set.to_usize()].range();
            let children = tree.children_of(first, options.len());
            options
                .zip(children)
                .map(|(option, &child)| strategy[option] * value(tree, strategy, child.to_usize()))
                .sum()
        }
    }
}

/// The mean of what each seat would win by the best answer to the other's strategy: nothing in an
/// equilibrium.
fn exploitability(tree: &Tree, strategy: &[f64]) -> f64 {
    let best: f64 =
        SEATS.map(|seat| Answer::new(tree, strategy, seat).value(Tree::ROOT)).iter().sum();
    best / 2.0
}

/// What each seat wins with a strategy against the best answer of the other.
pub(super) fn conceded(tree: &Tree, strategy: &[f64]) -> [f64; 2] {
    let [first, second] = SEATS;
    [second, first].map(|other| -Answer::new(tree, strategy, other).value(Tree::ROOT))
}

/// The best answer of a seat to a strategy of the other.
struct Answer<'a> {
    tree: &'a Tree,
    strategy: &'a [f64],
    seat: Seat,
    /// By information set of the seat: its positions, and how likely each is when the seat does
    /// what it can to get there.
    positions: Vec<Vec<(u32, f64)>>,
    /// By information set, once it is known.
    best: Vec<Option<usize>>,
    values: Vec<f64>,
}

impl<'a> Answer<'a> {
    fn new(tree: &'a Tree, strategy: &'a [f64], seat: Seat) -> Self {
        let sets = tree.sets.len();
        let values = vec![f64::NAN; tree.len()];
        let mut answer = Answer {
            tree,
            strategy,
            seat,
            positions: vec![Vec::new(); sets],
            best: vec![None; sets],
            values,
        };
        answer.reach(Tree::ROOT, 1.0);
        answer
    }

    fn reach(&mut self, node: usize, likely: f64) {
        let tree = self.tree;
        match tree.nodes[node] {
            Node::End { .. } => {}
            Node::Chance { first, count } => {
                for at in first.to_usize()..(first + count).to_usize() {
                    self.reach(tree.children[at].to_usize(), likely * tree.likelihoods[at]);
                }
            }
            Node::Choice { set, first } => {
                let info = &tree.sets[set.to_usize()];
                let own = info.seat == self.seat;
                if own {
                    self.positions[set.to_usize()].push((node.to_u32(), likely));
                }
                for (i, option) in info.range().enumerate() {
                    let share = if own { 1.0 } else { self.strategy[option] };
                    self.reach(tree.children[first.to_usize() + i].to_usize(), likely * share);
                }
            }
        }
    }

    fn value(&mut self, node: usize) -> f64 {
        if self.values[node].is_nan() {
            self.values[node] = self.work_out(node);
        }
        self.values[node]
    }

    fn work_out(&mut self, node: usize) -> f64 {
        let tree = self.tree;
        match tree.nodes[node] {
            Node::End { payoff } if self.seat == Seat::FIRST => payoff,
            Node::End { payoff } => -payoff,
            Node::Chance { first, count } => {
                let each = first.to_usize()..(first + count).to_usize();
                each.map(|at| tree.likelihoods[at] * self.value(tree.children[at].to_usize())).sum()
            }
            Node::Choice { set, first } if tree.sets[set.to_usize()].seat == self.seat => {
                let best = self.best_option(set.to_usize());
                self.value(tree.children[first.to_usize() + best].to_usize())
            }
            Node::Choice { set, first } => {
                let options = tree.sets[set.to_usize()].range();
                let children = tree.children_of(first, options.len());
                options
                    .zip(children)
                    .map(|(option, &child)| self.strategy[option] * self.value(child.to_usize()))
                    .sum()
            }
        }
    }

    /// The option that is best over all positions of a set: they cannot be told apart.
    fn best_option(&mut self, set: usize) -> usize {
        if let Some(best) = self.best[set] {
            return best;
        }
        let mut best = (0, f64::NEG_INFINITY);
        for option in 0..self.tree.sets[set].options.len() {
            let worth = self.worth(set, option);
            if worth > best.1 {
                best = (option, worth);
            }
        }
        self.best[set] = Some(best.0);
        best.0
    }

    fn worth(&mut self, set: usize, option: usize) -> f64 {
        let mut worth = 0.0;
        for i in 0..self.positions[set].len() {
            let (node, likely) = self.positions[set][i];
            if let Node::Choice { first, .. } = self.tree.nodes[node.to_usize()] {
                worth +=
                    likely * self.value(self.tree.children[first.to_usize() + option].to_usize());
            }
        }
        worth
    }
}
