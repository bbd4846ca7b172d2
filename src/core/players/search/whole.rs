//! Strategies for games so small that the same situations come again and again: learnt by playing
//! whole games from their start, with counterfactual regret minimization by external sampling
//! (Lanctot, Waugh, Zinkevich and Bowling 2009, "Monte Carlo Sampling for Regret Minimization in
//! Extensive Games"). Where knowledge is hidden the best play takes one option now and another
//! then. A search from the position at hand cannot learn in what proportions, for they depend on
//! what the others believe, and so on what a seat would have done with other cards.
//!
//! In each game one seat tries all its options, and the others take theirs as their regrets say;
//! seats take turns in this. What is played in the end is the average of all strategies, later ones
//! counting for more.

use super::identity::{Identity, mix};
use super::reward::Rewards;
use crate::game::Game;
use crate::value::{Fraction, Narrow, Seat};
use crate::vm::{Choice, Fault, Generator, Runtime, Silent, State, Stop};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// Choices by which it is found out whether a game is small, and how often the same situation must
/// come among them on average.
const SAMPLE: u32 = 96;
const OFTEN: u32 = 4;
/// Choices on the way down. A small game is not as deep.
const MOST_DEPTH: u32 = 200;
/// Ways in which one seat can choose in a game while all others choose as they do: as many are
/// tried in each game that it learns from. In a small game there are not as many.
const MOST_WAYS: u32 = 4096;

/// What was learnt of one game, by what the seat that is asked sees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whole {
    sets: HashMap<u64, Set>,
    /// Games in which somebody learnt.
    games: u32,
    /// Ends seen.
    pub(crate) ends: u32,
    /// Ends that may be seen before the game at hand is given up.
    most: u32,
}

/// What is known of the options at an information set: by option, what not having taken it always
/// has cost so far, and the sum of the strategies.
#[derive(Clone, Debug)]
struct Set {
    regrets: Vec<f32>,
    sum: Vec<f32>,
}

impl Set {
    /// The chance of each option, in proportion to what not taking it has cost.
    fn strategy(&self) -> impl Iterator<Item = f32> + '_ {
        let cost: f32 = self.regrets.iter().map(|regret| regret.max(0.0)).sum();
        let even = 1.0 / self.regrets.len().to_f32();
        self.regrets
            .iter()
            .map(move |regret| if cost > 0.0 { regret.max(0.0) / cost } else { even })
    }
}

/// Why a game in which somebody learns came to no end.
enum Cut {
    /// It fails, and teaches nothing.
    Failed,
    /// There are too many ways to choose in it.
    TooWide,
}

impl From<Fault> for Cut {
    fn from(_: Fault) -> Cut {
        Cut::Failed
    }
}

/// What learning needs at hand.
pub(crate) struct School<'a, 'r> {
    pub(crate) game: &'a Game,
    pub(crate) runtime: &'a mut Runtime<'r>,
    pub(crate) identity: &'a Identity,
    pub(crate) generator: &'a mut Generator,
    pub(crate) rewards: &'a mut Rewards,
}

impl School<'_, '_> {
    /// Whether random games come to the same situations again and again, and offer each seat few
    /// ways through them.
    pub(crate) fn is_small(&mut self, blank: State) -> bool {
        let mut seen = HashSet::new();
        let (mut choices, mut ways) = (0, 1);
        let mut state = blank;
        self.new_game(&mut state);
        for _ in 0..SAMPLE {
            let sampled = self.sample(&mut state, &mut seen, (&mut choices, &mut ways));
            let Ok(more) = sampled else { return false };
            if choices >= SAMPLE || seen.len().to_u32() * OFTEN > SAMPLE {
                break;
            }
            if !more {
                self.new_game(&mut state);
            }
        }
        choices > 0 && seen.len().to_u32() * OFTEN <= choices && ways <= MOST_WAYS
    }

    /// One random game, or as much of it as is needed; whether it goes on. Counts its `choices`,
    /// and notes the most `ways` that a seat has had to choose.
    fn sample(
        &mut self,
        state: &mut State,
        seen: &mut HashSet<u64>,
        (choices, most_ways): (&mut u32, &mut u32),
    ) -> Result<bool, Fault> {
        let mut ways = vec![1_u32; usize::from(self.game.program().seats)];
        while *choices < SAMPLE {
            let Some(seat) = self.next(state)? else { return Ok(false) };
            let options = self.options(state, seat)?;
            if options.len() > 1 {
                *choices += 1;
                seen.insert(self.situation(state, seat, &options));
                let of_seat = &mut ways[seat.index()];
                *of_seat = of_seat.saturating_mul(options.len().to_u32());
                *most_ways = (*most_ways).max(*of_seat);
            }
            let chosen = if options.is_empty() {
                Choice::PASS
            } else {
                options[self.generator.pick(options.len())]
            };
            self.runtime.choose(state, seat, &chosen, &mut Silent)?;
        }
        Ok(true)
    }

    /// Who chooses next; nobody where the game is over.
    fn next(&mut self, state: &mut State) -> Result<Option<Seat>, Fault> {
        if state.pending().is_empty() && self.runtime.run(state, &mut Silent)? == Stop::Over {
            return Ok(None);
        }
        Ok(state.pending().lowest())
    }

    /// One game for each seat to learn from; whether the game still looks small. What fails in an
    /// imagined game teaches nothing.
    pub(crate) fn learn(&mut self, whole: &mut Whole, state: &mut State) -> bool {
        whole.games += 1;
        Seat::all(self.game.program().seats).all(|seat| {
            self.new_game(state);
            whole.most = whole.ends.saturating_add(MOST_WAYS);
            !matches!(self.walk(whole, state, seat, 0), Err(Cut::TooWide))
        })
    }

    /// How often each option is to be taken where the game stands; nothing where no game came here.
    pub(crate) fn strategy(
        &mut self,
        whole: &Whole,
        state: &mut State,
        seat: Seat,
    ) -> Option<Vec<f32>> {
        let options = self.options(state, seat).ok()?;
        let set = whole.sets.get(&self.situation(state, seat, &options))?;
        let sum: f32 = set.sum.iter().sum();
        (sum > 0.0).then(|| set.sum.iter().map(|share| share / sum).collect())
    }

    fn new_game(&mut self, state: &mut State) {
        // A fault at the start is met again where the game is gone on with.
        let _ = self.runtime.restart(state, Generator::new(self.generator.bits()), &mut Silent);
    }

    /// What the learner wins from here.
    fn walk(
        &mut self,
        whole: &mut Whole,
        state: &mut State,
        learner: Seat,
        mut depth: u32,
    ) -> Result<f32, Cut> {
        loop {
            let next = self.next(state)?.filter(|_| depth < MOST_DEPTH);
            let Some(seat) = next else { return self.end(whole, state, learner) };
            depth += 1;
            let options = self.options(state, seat)?;
            if options.len() < 2 {
                let only = options.first().copied().unwrap_or(Choice::PASS);
                self.runtime.choose(state, seat, &only, &mut Silent)?;
                continue;
            }
            let situation = self.situation(state, seat, &options);
            let nothing =
                || Set { regrets: vec![0.0; options.len()], sum: vec![0.0; options.len()] };
            let set = whole.sets.entry(situation).or_insert_with(nothing);
            let strategy: Vec<f32> = set.strategy().collect();
            if seat == learner {
                return self.try_all(
                    whole,
                    state,
                    learner,
                    &options,
                    (situation, &strategy),
                    depth,
                );
            }
            for (sum, share) in set.sum.iter_mut().zip(&strategy) {
                *sum += whole.games.to_f32() * share;
            }
            let chosen = draw(&strategy, self.generator);
            self.runtime.choose(state, seat, &options[chosen], &mut Silent)?;
        }
    }

    fn try_all(
        &mut self,
        whole: &mut Whole,
        state: &State,
        learner: Seat,
        options: &[Choice],
        (situation, strategy): (u64, &[f32]),
        depth: u32,
    ) -> Result<f32, Cut> {
        let mut worth = Vec::with_capacity(options.len());
        for option in options {
            let mut next = state.clone();
            self.runtime.choose(&mut next, learner, option, &mut Silent)?;
            worth.push(self.walk(whole, &mut next, learner, depth)?);
        }
        let mean = worth.iter().zip(strategy).map(|(worth, share)| worth * share).sum();
        if let Some(set) = whole.sets.get_mut(&situation) {
            set.regrets.iter_mut().zip(worth).for_each(|(regret, worth)| *regret += worth - mean);
        }
        Ok(mean)
    }

    fn end(&mut self, whole: &mut Whole, state: &mut State, learner: Seat) -> Result<f32, Cut> {
        if whole.ends >= whole.most {
            return Err(Cut::TooWide);
        }
        whole.ends += 1;
        let outcome = self.runtime.outcome(state)?;
        let hints = self.runtime.hints(state)?;
        self.rewards.learn(self.game.program(), learner, outcome.as_ref(), &hints);
        Ok(self.rewards.of_seats[learner.index()])
    }

    fn options(&mut self, state: &mut State, seat: Seat) -> Result<Vec<Choice>, Fault> {
        Ok(self.runtime.options(state, seat)?.to_vec())
    }

    /// A number for what the seat sees, and what it is offered.
    fn situation(&mut self, state: &State, seat: Seat, options: &[Choice]) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.observe(state, seat).hash(&mut hasher);
        let seen = hasher.finish();
        let program = self.game.program();
        let Some(site) = state.site(program) else { return seen };
        options.iter().fold(seen, |key, choice| {
            mix(key, self.identity.key(program, state, site, seat, choice))
        })
    }
}

/// An option as often as its share says.
pub(crate) fn draw(shares: &[f32], generator: &mut Generator) -> usize {
    const STEPS: u32 = 1 << 24;
    let mut left = generator.below(STEPS).to_f32() / STEPS.to_f32();
    for (option, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return option;
        }
    }
    shares.iter().rposition(|&share| share > 0.0).unwrap_or(0)
}
