//! The whole tree of a game: every result of chance, every choice, every end; and which positions a
//! seat cannot tell apart.
//!
//! Positions belong to one information set when the same seat has seen the same and chosen the same
//! at each of its choices so far, and sees the same and is offered the same now. So seats remember
//! all they did and saw when it was their turn (perfect recall), whatever the game itself keeps on
//! the table.

use super::{Payoff, Unsolved};
use crate::game::{Drawn, Game, Known, Observation, Plain, drawn};
use crate::value::{Narrow, Seat};
use crate::vm::{Choice, Fault, Generator, Runtime, Silent, State, Stop, Tape};
use std::collections::HashMap;
use std::ops::Range;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// Its children in `children`, each as likely as `likelihoods` says.
    Chance { first: u32, count: u32 },
    /// One child for each option of the information set.
    Choice { set: u32, first: u32 },
    /// What the first seat wins.
    End { payoff: f64 },
}

/// Where a seat knows the same.
#[derive(Clone, Debug)]
pub(crate) struct InfoSet {
    pub(crate) seat: Seat,
    /// The labels of the options.
    pub(crate) options: Vec<String>,
    /// Where its options begin among those of all sets.
    first: u32,
    /// The seat's information set before this, and what it chose there.
    before: Option<(u32, u32)>,
    seen: Observation,
    /// One of the positions, where somebody wants to play from there.
    pub(super) state: Option<State>,
}

impl InfoSet {
    pub(super) fn range(&self) -> Range<usize> {
        self.first.to_usize()..self.first.to_usize() + self.options.len()
    }
}

/// A game as a tree.
pub(crate) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    /// Beside the children; those of choices have none.
    pub(super) likelihoods: Vec<f64>,
    pub(crate) sets: Vec<InfoSet>,
    pub(super) payoff: Payoff,
    /// What both payoffs together come to in every end, halved; 0 where they are no scores.
    pub(super) half_sum: f64,
}

/// Positions above another one. No game that is small enough is as deep, and the stack of a thread,
/// of 2 MiB as a rule, has room for those that are.
const MOST_DEPTH: usize = 500;

/// Choices of a single option that follow each other.
const MOST_FORCED: usize = 100_000;

impl Tree {
    /// The root is the first position.
    pub(super) const ROOT: usize = 0;

    /// Enumerates a game of two players against each other.
    pub(crate) fn of(game: &Game, most: usize) -> Result<Tree, Unsolved> {
        Tree::grown(game, most, false)
    }

    /// Enumerates a game of two players against each other, and keeps a position of each
    /// information set.
    pub(super) fn with_states(game: &Game, most: usize) -> Result<Tree, Unsolved> {
        Tree::grown(game, most, true)
    }

    fn grown(game: &Game, most: usize, keeps_states: bool) -> Result<Tree, Unsolved> {
        let program = game.program();
        if program.seats != 2 || program.cooperative {
            return Err(Unsolved::NotTwoSides {
                seats: program.seats,
                cooperative: program.cooperative,
            });
        }
        let mut grower = Grower {
            game,
            runtime: game.runtime(),
            most,
            keeps_states,
            nodes: Vec::new(),
            children: Vec::new(),
            likelihoods: Vec::new(),
            sets: Vec::new(),
            options: 0,
            known: HashMap::new(),
            ends: Vec::new(),
            last: [None; 2],
            depth: 0,
        };
        grower.grow()?;
        Ok(grower.finish())
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many options all information sets have together.
    pub(super) fn options(&self) -> usize {
        self.sets.last().map_or(0, |set| set.range().end)
    }

    pub(super) fn children_of(&self, first: u32, count: usize) -> &[u32] {
        &self.children[first.to_usize()..first.to_usize() + count]
    }

    /// What the seat sees and did before, in few words.
    pub(crate) fn situation(&self, set: usize) -> String {
        let info = &self.sets[set];
        let mut words: Vec<String> = cards(&info.seen);
        words.extend(variables(&info.seen));
        let chosen = self.chosen_before(info);
        if !chosen.is_empty() {
            words.push(format!("after {}", chosen.join(", ")));
        }
        words.join("; ")
    }

    fn chosen_before(&self, info: &InfoSet) -> Vec<&str> {
        let mut chosen = Vec::new();
        let mut before = info.before;
        while let Some((set, option)) = before {
            let info = &self.sets[set.to_usize()];
            chosen.push(info.options[option.to_usize()].as_str());
            before = info.before;
        }
        chosen.reverse();
        chosen
    }
}

/// `hand.1 KS QH`, of the zones in which the seat knows a card.
fn cards(seen: &Observation) -> Vec<String> {
    let zones = seen.zones.iter().map(|zone| {
        let cards =
            zone.slots.iter().flat_map(|slot| &slot.cards).filter_map(|card| match &card.known {
                Known::Card { card, .. } => Some(card.as_str()),
                Known::Hidden { .. } => None,
            });
        (zone.name.as_str(), cards.collect::<Vec<_>>())
    });
    zones
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(name, cards)| format!("{name} {}", cards.join(" ")))
        .collect()
}

/// `staked.1 2`, of the variables that hold something.
fn variables(seen: &Observation) -> Vec<String> {
    let held = seen.variables.iter().filter_map(|variable| {
        let value = match &variable.value {
            Plain::Nothing | Plain::Flag(false) | Plain::Number(0) => return None,
            Plain::Flag(true) => String::new(),
            Plain::Number(number) => format!(" {number}"),
            Plain::Word(word) => format!(" {word}"),
            Plain::Words(words) => format!(" {}", words.join("+")),
        };
        let number = || variable.owner.map(|owner| owner.to_string());
        let of = variable.word.clone().or_else(number);
        let owner = of.map(|of| format!(".{of}")).unwrap_or_default();
        Some(format!("{}{owner}{value}", variable.name))
    });
    held.collect()
}

/// What makes positions one information set.
#[derive(PartialEq, Eq, Hash)]
struct Knowledge {
    seat: Seat,
    before: Option<(u32, u32)>,
    seen: Observation,
    options: Vec<String>,
}

/// An end's scores, the higher the better, and who won: 1 the first seat, -1 the other, 0 nobody.
struct End {
    node: usize,
    scores: Option<[f64; 2]>,
    victory: f64,
}

impl End {
    /// Whether the score says who has won. Rules may end a game otherwise.
    fn goes_by_scores(&self) -> bool {
        self.scores.is_some_and(|[a, b]| a.partial_cmp(&b) == self.victory.partial_cmp(&0.0))
    }

    fn sum(&self) -> f64 {
        self.scores.map_or(0.0, |[a, b]| a + b)
    }

    /// What the first seat wins, without its half of what both share.
    fn worth(&self, payoff: Payoff) -> f64 {
        match (payoff, self.scores) {
            (Payoff::Score | Payoff::NegatedScore | Payoff::Difference, Some([a, b])) => {
                (a - b) / 2.0
            }
            (Payoff::Victory, _) | (_, None) => self.victory,
        }
    }
}

/// What players of a game with these ends want more of, and half of what they always share.
fn payoff(ends: &[End], lowest_wins: bool) -> (Payoff, f64) {
    if !ends.iter().all(End::goes_by_scores) {
        return (Payoff::Victory, 0.0);
    }
    let first = ends.first().map_or(0.0, End::sum);
    match (ends.iter().all(|end| end.sum() == first), lowest_wins) {
        (true, false) => (Payoff::Score, first / 2.0),
        (true, true) => (Payoff::NegatedScore, first / 2.0),
        (false, _) => (Payoff::Difference, 0.0),
    }
}

struct Grower<'a> {
    game: &'a Game,
    runtime: Runtime<'a>,
    most: usize,
    keeps_states: bool,
    nodes: Vec<Node>,
    children: Vec<u32>,
    likelihoods: Vec<f64>,
    sets: Vec<InfoSet>,
    options: usize,
    known: HashMap<Knowledge, u32>,
    ends: Vec<End>,
    /// By seat: its last information set on the way here, and what it chose there.
    last: [Option<(u32, u32)>; 2],
    depth: usize,
}

impl Grower<'_> {
    fn grow(&mut self) -> Result<(), Unsolved> {
        let (blank, _) = self.runtime.start(Generator::of_tape(Tape::default()), &mut Silent);
        let results = self.results(|runtime, tape| {
            let mut state = blank.clone();
            let stop = runtime.restart(&mut state, Generator::of_tape(tape), &mut Silent);
            stop.map(|stop| (state, stop))
        })?;
        self.fork(results).map(drop)
    }

    fn add(&mut self, node: Node) -> Result<u32, Unsolved> {
        let (positions, information_sets) = (self.nodes.len(), self.sets.len());
        if positions >= self.most {
            return Err(Unsolved::TooLarge { positions, information_sets });
        }
        if self.depth > MOST_DEPTH {
            return Err(Unsolved::TooDeep { moves: MOST_DEPTH });
        }
        self.nodes.push(node);
        Ok(positions.to_u32())
    }

    /// Room for the children of a node.
    fn room(&mut self, count: usize) -> u32 {
        let first = self.children.len();
        self.children.resize(first + count, 0);
        self.likelihoods.resize(first + count, 1.0);
        first.to_u32()
    }

    /// The position that the game comes to with each of these results of chance.
    fn fork(&mut self, results: Vec<Drawn>) -> Result<u32, Unsolved> {
        let results = match <[Drawn; 1]>::try_from(results) {
            Ok([only]) => return self.position(only),
            Err(results) => results,
        };
        let first = self.room(results.len());
        let node = self.add(Node::Chance { first, count: results.len().to_u32() })?;
        self.depth += 1;
        for (i, result) in results.into_iter().enumerate() {
            self.likelihoods[first.to_usize() + i] = result.likelihood;
            self.children[first.to_usize() + i] = self.position(result)?;
        }
        self.depth -= 1;
        Ok(node)
    }

    fn results(
        &mut self,
        run: impl Fn(&mut Runtime<'_>, Tape) -> Result<(State, Stop), Fault>,
    ) -> Result<Vec<Drawn>, Unsolved> {
        let (positions, information_sets) = (self.nodes.len(), self.sets.len());
        let most = self.most.saturating_sub(positions);
        let results = drawn(&mut self.runtime, most, run).map_err(failed(self.game))?;
        results.ok_or(Unsolved::TooMuchChance { results: most, positions, information_sets })
    }

    /// The position in which the game stands, or the next one after it in which something forks.
    /// Where several have to choose at once the lowest seat does so first, and the others see
    /// nothing of it.
    fn position(&mut self, mut at: Drawn) -> Result<u32, Unsolved> {
        for _ in 0..=MOST_FORCED {
            let chooses = match at.stop {
                Stop::Over => None,
                Stop::Decide(seats) => seats.lowest(),
            };
            let Some(seat) = chooses else { return self.end(&mut at.state) };
            let options = self.runtime.options(&mut at.state, seat);
            let options = options.map_err(failed(self.game))?.to_vec();
            let only = match options.as_slice() {
                [] => Choice::PASS,
                [only] => *only,
                several => return self.choice(&at.state, seat, several),
            };
            match <[Drawn; 1]>::try_from(self.behind(&at.state, seat, &only)?) {
                Ok([next]) => at = next,
                Err(results) => return self.fork(results),
            }
        }
        Err(Unsolved::TooDeep { moves: MOST_FORCED })
    }

    fn choice(&mut self, state: &State, seat: Seat, options: &[Choice]) -> Result<u32, Unsolved> {
        let set = self.set(state, seat, options);
        let first = self.room(options.len());
        let node = self.add(Node::Choice { set, first })?;
        let before = self.last[seat.index()];
        self.depth += 1;
        for (i, option) in options.iter().enumerate() {
            self.last[seat.index()] = Some((set, i.to_u32()));
            let results = self.behind(state, seat, option)?;
            self.children[first.to_usize() + i] = self.fork(results)?;
        }
        self.depth -= 1;
        self.last[seat.index()] = before;
        Ok(node)
    }

    /// What comes of a choice, with each result that chance can have.
    fn behind(
        &mut self,
        state: &State,
        seat: Seat,
        choice: &Choice,
    ) -> Result<Vec<Drawn>, Unsolved> {
        let mut next = state.clone();
        let chosen = self.runtime.choose(&mut next, seat, choice, &mut Silent);
        chosen.map_err(failed(self.game))?;
        let pending = next.pending();
        if !pending.is_empty() {
            let stop = Stop::Decide(pending);
            return Ok(vec![Drawn { state: next, stop, likelihood: 1.0 }]);
        }
        self.results(|runtime, tape| {
            let mut state = next.clone();
            state.reseed(Generator::of_tape(tape));
            let stop = runtime.run(&mut state, &mut Silent);
            stop.map(|stop| (state, stop))
        })
    }

    fn set(&mut self, state: &State, seat: Seat, options: &[Choice]) -> u32 {
        let labels = state.labels(self.game.program(), seat, options);
        let knowledge = Knowledge {
            seat,
            before: self.last[seat.index()],
            seen: self.game.observe(state, seat),
            options: labels.into_iter().map(Into::into).collect(),
        };
        if let Some(&set) = self.known.get(&knowledge) {
            return set;
        }
        let set = self.sets.len().to_u32();
        self.sets.push(InfoSet {
            seat,
            options: knowledge.options.clone(),
            first: self.options.to_u32(),
            before: knowledge.before,
            seen: knowledge.seen.clone(),
            state: self.keeps_states.then(|| state.clone()),
        });
        self.options += options.len();
        self.known.insert(knowledge, set);
        set
    }

    fn end(&mut self, state: &mut State) -> Result<u32, Unsolved> {
        let outcome = self.runtime.outcome(state).map_err(failed(self.game))?;
        let node = self.add(Node::End { payoff: 0.0 })?;
        let winners =
            outcome.as_ref().map(|outcome| outcome.winners.as_slice()).unwrap_or_default();
        let won = |number: u8| if winners.contains(&number) { 1.0 } else { 0.0 };
        let lowest_wins = self.lowest_wins();
        let points = |score: i32| if lowest_wins { -f64::from(score) } else { f64::from(score) };
        let scores = match outcome.as_ref().map(|outcome| outcome.scores.as_slice()) {
            Some([a, b]) => Some([points(*a), points(*b)]),
            Some(_) | None => None,
        };
        self.ends.push(End { node: node.to_usize(), scores, victory: won(1) - won(2) });
        Ok(node)
    }

    fn lowest_wins(&self) -> bool {
        self.game.program().score.is_some_and(|score| score.lowest_wins)
    }

    /// What the ends are worth is known only when all are.
    fn finish(mut self) -> Tree {
        let (payoff, half_sum) = payoff(&self.ends, self.lowest_wins());
        for end in &self.ends {
            self.nodes[end.node] = Node::End { payoff: end.worth(payoff) };
        }
        let Grower { nodes, children, likelihoods, sets, .. } = self;
        Tree { nodes, children, likelihoods, sets, payoff, half_sum }
    }
}

fn failed(game: &Game) -> impl Fn(Fault) -> Unsolved {
    move |fault| Unsolved::Fault(game.fault_words(&fault))
}
