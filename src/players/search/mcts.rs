//! Information set Monte Carlo tree search: the single-observer variant of Cowling, Powley and Whitehouse (2012), "Information Set
//! Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2).
//!
//! Each iteration deals the cards that the seat does not know anew, goes down one tree that serves all these worlds, adds one node,
//! plays on at random, and tells the nodes on its way what came of it. Where several seats choose at once each selects for itself,
//! without knowing what the others take (decoupled selection); the tree then branches by what they took together. A choice in several
//! steps is as many levels of the tree. Chance is drawn anew each time, and is no level of the tree.

use super::identity::{Identity, Key, mix};
use super::playout;
use super::reward::Rewards;
use super::tree::{NodeId, Tree};
use crate::game::Game;
use crate::players::{Entrant, Player, Stuck, View};
use crate::value::Seat;
use crate::vm::{Choice, Fault, Generator, Runtime, Scratch, Silent, State, Stop};
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
    pub const ITERATIONS: u32 = 1000;
}

impl Entrant for Mcts {
    fn name(&self) -> String {
        match &self.budget {
            Budget::Iterations(n) => format!("mcts:{n}"),
            Budget::Time(time, _) => format!("mcts:{}ms", time.as_millis()),
        }
    }

    fn player(&self, game: &Game, _seat: Seat, generator: Generator) -> Box<dyn Player> {
        let memory = Memory {
            identity: Identity::new(game.program()),
            generator,
            tree: Tree::default(),
            rewards: Rewards::default(),
            path: Vec::new(),
            root: Vec::new(),
            keys: Vec::new(),
            choices: Vec::new(),
        };
        Box::new(Searcher { budget: self.budget.clone(), memory, world: None, scratch: Scratch::default() })
    }
}

/// Plays one seat of one game.
struct Searcher {
    budget: Budget,
    memory: Memory,
    world: Option<State>,
    scratch: Scratch,
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
    /// Those of the choice at hand.
    keys: Vec<Key>,
    choices: Vec<Choice>,
}

impl Player for Searcher {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        let options = view.options();
        if options < 2 {
            return Ok(0);
        }
        let game = view.game();
        let mut world = self.world.take().unwrap_or_else(|| view.imagine_state(&mut self.memory.generator));
        let mut search = Search {
            view,
            options,
            seat: view.seat(),
            runtime: game.runtime_with(std::mem::take(&mut self.scratch)),
            world: &mut world,
            memory: &mut self.memory,
        };
        let chosen = search.run(&self.budget);
        self.scratch = search.runtime.into_scratch();
        self.world = Some(world);
        Ok(chosen)
    }
}

/// Deals that are tried for one world in which the seat is asked what it is really asked.
const MOST_DEALS: usize = 16;
/// Choices on the way down. No tree is as deep; a game that goes round in circles might be.
const MOST_DEPTH: usize = 1_000;
/// Iterations between two looks at the clock.
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
        self.memory.tree.clear();
        self.memory.rewards.clear();
        self.memory.root.clear();
        match budget {
            Budget::Iterations(n) => (0..*n).for_each(|_| self.iterate()),
            Budget::Time(time, clock) => {
                let end = clock() + *time;
                while clock() < end {
                    (0..CLOCK_EVERY).for_each(|_| self.iterate());
                }
            }
        }
        self.best()
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
        let program = self.view.game().program();
        // What fails in an imagined game is worth nothing to anybody: the true game tells of it when it comes to that.
        let outcome = self.play();
        let hints = match &outcome {
            Ok(None) => self.runtime.hints(self.world).unwrap_or_default(),
            Ok(Some(_)) | Err(_) => Vec::new(),
        };
        let Memory { rewards, tree, path, .. } = &mut *self.memory;
        match outcome.ok().flatten() {
            Some(outcome) => rewards.of_outcome(program, &outcome),
            None => rewards.of_position(program, &hints),
        }
        for &(node, seat) in path.iter() {
            tree.learn(node, rewards.of_seats[seat as usize]);
        }
    }

    /// Down the tree, and on at random to the end.
    fn play(&mut self) -> Result<Option<crate::vm::Outcome>, Fault> {
        self.runtime.knowing = self.memory.identity.blind;
        self.descend()?;
        self.runtime.knowing = false;
        playout::play_out(&mut self.runtime, self.world, &mut self.memory.generator)?;
        self.runtime.outcome(self.world)
    }

    // ---- worlds

    /// Deals until the seat has the options that it really has, and everybody asked has some. False where no deal will do.
    fn imagine(&mut self) -> bool {
        for _ in 0..MOST_DEALS {
            self.view.imagine_into(&mut self.memory.generator, self.world);
            if self.own_options_fit() && self.others_can_choose() {
                return true;
            }
        }
        // What the seat knows may be told by no deal that was tried: then one with the right options must do.
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
        let others = self.world.pending() & !(1 << self.seat);
        members(others).all(|seat| matches!(self.runtime.options(self.world, seat), Ok(options) if !options.is_empty()))
    }

    /// Fills `choices` and `keys` with what a seat can choose.
    fn list(&mut self, seat: Seat) -> Result<(), Fault> {
        let program = self.view.game().program();
        let Memory { identity, keys, choices, .. } = &mut *self.memory;
        choices.clear();
        choices.extend_from_slice(self.runtime.options(self.world, seat)?);
        keys.clear();
        if let Some(site) = self.runtime.site(self.world) {
            keys.extend(choices.iter().map(|choice| identity.key(program, self.world, site, seat, choice)));
        }
        Ok(())
    }

    // ---- the tree

    fn descend(&mut self) -> Result<(), Fault> {
        let mut node = Tree::ROOT;
        for _ in 0..MOST_DEPTH {
            if self.world.pending() == 0 && self.runtime.run(self.world, &mut Silent)? == Stop::Over {
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

    /// Lets all who are asked choose; answers the node behind their choices, and whether something was new on the way.
    fn stop_at(&mut self, node: NodeId) -> Result<(NodeId, bool), Fault> {
        let pending = self.world.pending();
        let (mut fresh, mut together, mut last) = (false, TOGETHER, node);
        for seat in members(pending) {
            let part = self.part(node, pending, seat);
            let (leaf, new) = self.choose(part, seat)?;
            fresh |= new;
            together = mix(together, u64::from(leaf));
            last = leaf;
        }
        if pending.count_ones() == 1 {
            return Ok((last, fresh));
        }
        let (node, new) = self.memory.tree.child(node, together);
        Ok((node, fresh || new))
    }

    /// Where a seat's own choices begin: nobody sees what the others take at the same time.
    fn part(&mut self, node: NodeId, pending: u32, seat: Seat) -> NodeId {
        match pending.count_ones() {
            1 => node,
            _ => self.memory.tree.child(node, PART_OF + u64::from(seat)).0,
        }
    }

    /// All steps of a seat's choice.
    fn choose(&mut self, from: NodeId, seat: Seat) -> Result<(NodeId, bool), Fault> {
        let mut node = from;
        while self.world.pending() >> seat & 1 == 1 {
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

fn members(seats: u32) -> impl Iterator<Item = Seat> {
    (0..32).filter(move |seat| seats >> seat & 1 == 1)
}
