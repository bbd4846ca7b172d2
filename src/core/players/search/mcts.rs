//! Information set Monte Carlo tree search: the single-observer variant of Cowling, Powley and
//! Whitehouse (2012), "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
//! Intelligence and AI in Games 4(2).
//!
//! Each iteration deals the cards that the seat does not know anew, goes down one tree that serves
//! all these worlds, adds one node, plays on at random, and tells the nodes on its way what came of
//! it. Where several seats choose at once each selects for itself, without knowing what the others
//! take (decoupled selection); the tree then branches by what they took together. A choice in
//! several steps is as many levels of the tree. Chance is drawn anew each time, and is no level of
//! the tree.

use super::foresight::{Horizon, Lookahead, WORLDS};
use super::identity::{Identity, Key, mix};
use super::playout;
use super::reward::{Rewards, hinted};
use super::tree::{NodeId, Tree};
use super::whole::{School, Whole, draw};
use crate::game::Game;
use crate::players::{Entrant, Player, Stuck, View};
use crate::value::{Fraction, Seat, SeatSet};
use crate::vm::{Choice, Fault, Generator, Outcome, Runtime, Scratch, Silent, State, Stop};
use std::sync::Arc;
use std::time::Duration;

/// Tells how much time has gone by since some moment in the past. The core has no clock of its own.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// How long a choice may be thought about.
#[derive(Clone)]
pub enum Budget {
    Iterations(u32),
    /// By the clock: what is chosen then depends on how fast the machine is.
    Time(Duration, Clock),
}

/// Searches; see the module.
#[derive(Clone)]
pub struct Mcts {
    pub budget: Budget,
}

impl Mcts {
    /// Iterations where nobody says how many.
    pub(crate) const ITERATIONS: u32 = 1000;
}

impl Entrant for Mcts {
    fn name(&self) -> String {
        match &self.budget {
            Budget::Iterations(n) => format!("mcts:{n}"),
            Budget::Time(time, _) => format!("mcts:{}ms", time.as_millis()),
        }
    }

    fn player(&self, game: &Game, _seat: Seat, generator: Generator) -> Box<dyn Player> {
        Box::new(self.searcher(game, generator))
    }
}

impl Mcts {
    /// What the search would choose for the seat that looks, as far as this seat can know.
    pub fn advise(&self, view: &View<'_>, generator: Generator) -> Advice {
        self.searcher(view.game(), generator).advise(view)
    }

    fn searcher(&self, game: &Game, generator: Generator) -> Searcher {
        let memory = Memory {
            identity: Identity::new(game.program()),
            generator,
            tree: Tree::default(),
            rewards: Rewards::default(),
            path: Vec::new(),
            root: Vec::new(),
            keys: Vec::new(),
            choices: Vec::new(),
            lesson: Lesson::Untried,
        };
        Searcher { budget: self.budget.clone(), memory, world: None, scratch: None }
    }
}

/// What a search would choose, and how sure it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Counted from 0.
    pub option: usize,
    /// By option, its share of the games that were tried; in a game so small that it is looked
    /// through as a whole, with which chance each should be chosen.
    pub shares: Vec<f32>,
}

/// Plays one seat of one game.
struct Searcher {
    budget: Budget,
    memory: Memory,
    world: Option<State>,
    scratch: Option<Box<Scratch>>,
}

/// What is used again from one iteration to the next, and from one choice to the next.
struct Memory {
    identity: Identity,
    generator: Generator,
    tree: Tree,
    rewards: Rewards,
    /// The nodes of this iteration, and who chose them.
    path: Vec<(NodeId, Seat)>,
    /// The options that are searched for the best.
    root: Vec<Key>,
    /// The options of the choice at hand.
    keys: Vec<Key>,
    choices: Vec<Choice>,
    lesson: Lesson,
}

/// What was learnt of a game as a whole.
enum Lesson {
    /// Whether the game is small enough is not known yet.
    Untried,
    TooLarge,
    Learnt(Whole),
}

impl Player for Searcher {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        if view.options() < 2 {
            return Ok(0);
        }
        Ok(self.search(view, |search, budget| search.run(budget)))
    }
}

impl Searcher {
    fn advise(&mut self, view: &View<'_>) -> Advice {
        if view.options() < 2 {
            return Advice { option: 0, shares: vec![1.0] };
        }
        self.search(view, |search, budget| match search.think(budget) {
            Some(shares) => Advice { option: largest(&shares), shares },
            None => Advice { option: search.best(), shares: search.shares() },
        })
    }

    fn search<R>(
        &mut self,
        view: &View<'_>,
        look: impl FnOnce(&mut Search<'_>, &Budget) -> R,
    ) -> R {
        let options = view.options();
        let game = view.game();
        let mut world =
            self.world.take().unwrap_or_else(|| view.imagine_state(&mut self.memory.generator));
        let mut search = Search {
            view,
            options,
            seat: view.seat(),
            runtime: game.runtime_with(self.scratch.take()),
            world: &mut world,
            memory: &mut self.memory,
        };
        let found = look(&mut search, &self.budget);
        self.scratch = Some(search.runtime.into_scratch());
        self.world = Some(world);
        found
    }
}

/// How many iterations what one step of thought says of an option counts for.
const FORESIGHT: f32 = 4.0;
/// Choices at random after which a game is broken off where the rules say what positions are worth.
const VALUED_CHOICES: u64 = 40;
/// Games at random before the first search.
const CALIBRATION: usize = 8;
/// Deals that are tried for one world in which the seat is asked what it is really asked.
const MOST_DEALS: usize = 16;
/// Choices on the way down. No tree is as deep; a game that goes round in circles might be.
const MOST_DEPTH: usize = 1_000;
/// Iterations between two looks at the clock, and at whether anybody still waits.
const CLOCK_EVERY: u32 = 16;
/// Keys that are no option's: a seat's own part of a common choice, and what all took together.
const PART_OF: Key = 0x5ea7 << 32;
const TOGETHER: Key = 0x7063 << 32;

/// One search for one choice.
struct Search<'a> {
    view: &'a View<'a>,
    options: usize,
    seat: Seat,
    runtime: Runtime<'a>,
    world: &'a mut State,
    memory: &'a mut Memory,
}

impl Search<'_> {
    fn run(&mut self, budget: &Budget) -> usize {
        match self.think(budget) {
            Some(shares) => draw(&shares, &mut self.memory.generator),
            None => self.best(),
        }
    }

    /// Searches. In a small game, with which chance a strategy for the whole of it takes each
    /// option.
    fn think(&mut self, budget: &Budget) -> Option<Vec<f32>> {
        self.memory.tree.clear();
        self.memory.root.clear();
        let end = match budget {
            Budget::Iterations(_) => Duration::ZERO,
            Budget::Time(time, clock) => clock() + *time,
        };
        if let Some(shares) = self.whole_game(budget, end) {
            return Some(shares);
        }
        self.look_ahead(budget, end);
        let mut done = 0_u32;
        while self.goes_on(budget, end, done) {
            self.iterate();
            done = done.wrapping_add(1);
        }
        None
    }

    /// Whether to think on after so many iterations: within the budget, and while it is wanted.
    fn goes_on(&self, budget: &Budget, end: Duration, done: u32) -> bool {
        let looks_up = done.is_multiple_of(CLOCK_EVERY);
        match budget {
            Budget::Iterations(n) => done < *n && (!looks_up || self.view.is_wanted()),
            Budget::Time(_, clock) => !looks_up || clock() < end && self.view.is_wanted(),
        }
    }

    /// How often each option was tried, as its share of all tries; all alike where the search found
    /// no world to search in.
    fn shares(&mut self) -> Vec<f32> {
        let even = vec![1.0 / self.options.to_f32(); self.options];
        if self.memory.root.len() != self.options {
            return even;
        }
        let part = self.part(Tree::ROOT, self.view.pending(), self.seat);
        let Memory { tree, root, .. } = &mut *self.memory;
        let visits = tree.visits(part, root);
        let all: u32 = visits.iter().sum();
        if all == 0 { even } else { visits.iter().map(|n| n.to_f32() / all.to_f32()).collect() }
    }

    /// The option chosen most often; any of them where the search found no world to search in.
    fn best(&mut self) -> usize {
        if self.memory.root.len() != self.options {
            return self.memory.generator.pick(self.options);
        }
        let part = self.part(Tree::ROOT, self.view.pending(), self.seat);
        let Memory { tree, root, .. } = &mut *self.memory;
        tree.most_visited(part, root)
    }

    fn iterate(&mut self) {
        self.memory.path.clear();
        if !self.imagine() {
            return;
        }
        // What fails in an imagined game is worth nothing to anybody: the true game tells of it
        // when it comes to that.
        let outcome = self.play().ok().flatten();
        self.reward(outcome.as_ref());
        let Memory { rewards, tree, path, .. } = &mut *self.memory;
        tree.witness(rewards.of_seats[self.seat.index()]);
        for &(node, seat) in path.iter() {
            tree.learn(node, rewards.of_seats[seat.index()]);
        }
    }

    fn reward(&mut self, outcome: Option<&Outcome>) {
        let program = self.view.game().program();
        let hints = self.runtime.hints(self.world).unwrap_or_default();
        self.memory.rewards.learn(program, self.seat, outcome, &hints);
    }

    /// Down the tree, and on at random to the end.
    fn play(&mut self) -> Result<Option<Outcome>, Fault> {
        self.runtime.knowing = self.memory.identity.blind;
        self.descend()?;
        self.play_on()
    }

    fn play_on(&mut self) -> Result<Option<Outcome>, Fault> {
        self.runtime.knowing = false;
        let most = match self.view.game().program().hint {
            Some(_) => VALUED_CHOICES,
            None => playout::MOST_CHOICES,
        };
        playout::play_on(&mut self.runtime, self.world, &mut self.memory.generator, most)?;
        self.runtime.outcome(self.world)
    }

    /// With which chance a strategy for the whole of a small game takes each option here. Nothing
    /// where the game is not small, or never came here.
    fn whole_game(&mut self, budget: &Budget, end: Duration) -> Option<Vec<f32>> {
        if !self.imagine() {
            return None;
        }
        let Memory { lesson, identity, generator, rewards, .. } = &mut *self.memory;
        let game = self.view.game();
        let mut school = School { game, runtime: &mut self.runtime, identity, generator, rewards };
        let program = game.program();
        let mut fits = true;
        if matches!(lesson, Lesson::Untried) {
            *lesson = match !program.cooperative && school.is_small(self.world.clone()) {
                true => Lesson::Learnt(Whole::default()),
                false => Lesson::TooLarge,
            };
        }
        let Lesson::Learnt(known) = lesson else { return None };
        let mut game = self.world.clone();
        match budget {
            Budget::Iterations(n) => {
                let enough = known.ends.saturating_add(*n);
                for _ in 0..*n {
                    fits = school.learn(known, &mut game);
                    if !fits || known.ends >= enough || !self.view.is_wanted() {
                        break;
                    }
                }
            }
            Budget::Time(_, clock) => {
                while fits && clock() < end && self.view.is_wanted() {
                    fits = school.learn(known, &mut game);
                }
            }
        }
        if !fits {
            *lesson = Lesson::TooLarge;
            return None;
        }
        let shares = school.strategy(known, self.world, self.seat)?;
        (shares.len() == self.options).then_some(shares)
    }

    /// What `greedy` would think of the options is what they are expected to come to, until it is
    /// known better.
    fn look_ahead(&mut self, budget: &Budget, end: Duration) {
        let program = self.view.game().program();
        if !self.imagine() {
            return;
        }
        let hints = self.runtime.hints(self.world).unwrap_or_default();
        self.memory.rewards.begin(hinted(program, &hints, self.seat).unwrap_or(0.0));
        if self.memory.rewards.is_blank() {
            (0..CALIBRATION).for_each(|_| self.calibrate());
        }
        // Half of the time is for the search itself.
        let is_time = || match budget {
            Budget::Iterations(_) => true,
            Budget::Time(time, clock) => clock() + *time / 2 < end,
        };
        let view = self.view;
        let mut lookahead = Lookahead {
            view,
            runtime: &mut self.runtime,
            generator: &mut self.memory.generator,
            goes_on: &|| is_time() && view.is_wanted(),
        };
        let (worlds, all) = (lookahead.worlds(), Vec::from_iter(0..self.options));
        let Some(values) = lookahead.values(&worlds, &all, Horizon::NextTurn) else { return };
        let middle = median(&values);
        let part = self.part(Tree::ROOT, self.view.pending(), self.seat);
        let Memory { rewards, tree, root, .. } = &mut *self.memory;
        let ahead: Vec<f32> = values
            .iter()
            .map(|value| rewards.promise(program, (value - middle) / WORLDS.to_f32()))
            .collect();
        if ahead.iter().any(|&ahead| ahead != 0.0) {
            tree.expect(part, root, &ahead, FORESIGHT);
        }
    }

    /// One game at random, to learn how far apart the ends are.
    fn calibrate(&mut self) {
        if self.imagine()
            && let Ok(outcome) = self.play_on()
        {
            self.reward(outcome.as_ref());
        }
    }

    // ---- worlds

    /// Deals until the seat has the options that it really has, and everybody asked has some. False
    /// where no deal will do.
    fn imagine(&mut self) -> bool {
        for _ in 0..MOST_DEALS {
            self.view.imagine_into(&mut self.memory.generator, self.world);
            if self.own_options_fit() && self.others_can_choose() {
                return true;
            }
        }
        // What the seat knows may be told by no deal that was tried: then one with the right
        // options must do.
        self.own_options_fit()
    }

    fn own_options_fit(&mut self) -> bool {
        if self.list(self.seat).is_err() || self.memory.keys.len() != self.options {
            return false;
        }
        let Memory { root, keys, .. } = &mut *self.memory;
        if root.is_empty() {
            root.clone_from(keys);
        }
        root == keys
    }

    fn others_can_choose(&mut self) -> bool {
        let others = self.world.pending().without(self.seat);
        others.iter().all(|seat| matches!(self.runtime.options(self.world, seat), Ok(options) if !options.is_empty()))
    }

    /// Fills `choices` and `keys` with what a seat can choose.
    fn list(&mut self, seat: Seat) -> Result<(), Fault> {
        let program = self.view.game().program();
        let Memory { identity, keys, choices, .. } = &mut *self.memory;
        choices.clear();
        choices.extend_from_slice(self.runtime.options(self.world, seat)?);
        keys.clear();
        if let Some(site) = self.world.site(program) {
            keys.extend(
                choices.iter().map(|choice| identity.key(program, self.world, site, seat, choice)),
            );
        }
        Ok(())
    }

    // ---- the tree

    fn descend(&mut self) -> Result<(), Fault> {
        let mut node = Tree::ROOT;
        for _ in 0..MOST_DEPTH {
            if self.world.pending().is_empty()
                && self.runtime.run(self.world, &mut Silent)? == Stop::Over
            {
                return Ok(());
            }
            let (next, fresh) = self.stop_at(node)?;
            if fresh {
                return Ok(());
            }
            node = next;
        }
        Ok(())
    }

    /// Lets all who are asked choose; answers the node behind their choices, and whether something
    /// was new on the way.
    fn stop_at(&mut self, node: NodeId) -> Result<(NodeId, bool), Fault> {
        let pending = self.world.pending();
        let (mut fresh, mut together, mut last) = (false, TOGETHER, node);
        for seat in pending {
            let part = self.part(node, pending, seat);
            let (leaf, new) = self.choose(part, seat)?;
            fresh |= new;
            together = mix(together, u64::from(leaf));
            last = leaf;
        }
        if pending.len() == 1 {
            return Ok((last, fresh));
        }
        let (node, new) = self.memory.tree.child(node, together);
        Ok((node, fresh || new))
    }

    /// Where a seat's own choices begin: nobody sees what the others take at the same time.
    fn part(&mut self, node: NodeId, pending: SeatSet, seat: Seat) -> NodeId {
        match pending.len() {
            1 => node,
            _ => self.memory.tree.child(node, PART_OF + u64::from(seat.number())).0,
        }
    }

    /// All steps of a seat's choice.
    fn choose(&mut self, from: NodeId, seat: Seat) -> Result<(NodeId, bool), Fault> {
        let mut node = from;
        while self.world.pending().contains(seat) {
            self.list(seat)?;
            let Memory { tree, keys, generator, choices, path, .. } = &mut *self.memory;
            if keys.is_empty() {
                self.runtime.choose(self.world, seat, &Choice::PASS, &mut Silent)?;
                return Ok((node, true));
            }
            let selected = tree.select(node, keys, generator);
            node = selected.node;
            path.push((node, seat));
            self.runtime.choose(self.world, seat, &choices[selected.option], &mut Silent)?;
            if selected.fresh {
                playout::complete(&mut self.runtime, self.world, seat, generator)?;
                return Ok((node, true));
            }
        }
        Ok((node, false))
    }
}

/// The first option that has as large a share as any.
fn largest(shares: &[f32]) -> usize {
    let larger = |best: usize, option: usize| {
        if shares[option] > shares[best] { option } else { best }
    };
    (0..shares.len()).fold(0, larger)
}

fn median(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
