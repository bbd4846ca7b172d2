//! Plays many games and counts. Game number k depends on the game, its options, the seats, the seed
//! and k alone: not on how many games there are, nor on how many threads play them. There is no
//! clock here: whoever has one adds the time.
//!
//! `playout` plays one game, or knows from `recall` how it ends; `tally` and `rows` count games, in
//! whole numbers, so that parts can be put together (`merge`); `observe` looks at games closely,
//! for `measures` and for what `never` comes about, `parts` at what scores are made of; `lead`
//! follows who leads; `report` says what the counts say, with the statistics of `stats`. `compare`
//! holds versions of a game against each other, `tournament` players: `compared` and `standings`
//! are what that comes to.

mod compare;
mod compared;
mod failing;
mod lead;
mod measures;
mod merge;
mod misled;
mod never;
mod observe;
mod parts;
mod playout;
mod ranges;
mod recall;
mod report;
mod restrict;
mod rows;
mod standings;
mod stats;
mod tally;
mod tournament;

pub use crate::players::{Entrant, Player, Random, Stuck, View};
pub use compare::{Comparison, Looks, Version};
pub use compared::{
    Cause, Compare, Compared, ComparedPair, ComparedPart, DealCounts, Difference, Failing, Measure,
    Measured,
};
pub use failing::failing;
pub use lead::{Following, LeadMeans, Leads, UNIT};
pub use measures::{Measures, Observing, PartKind, Rates, RulePart, Sides, Use};
pub use merge::{AnyPart, Apart, Part, Whole};
pub use misled::{Misled, Trial};
pub use never::never;
pub use parts::{PartCounts, PartRates};
pub use playout::{
    Ended, Finished, Limit, MOST_CHOICES, MOST_ENTRIES, Playouts, play_on, seed_of_game,
    stream_of_seat,
};
pub use ranges::Ranges;
pub use report::{Failure, Report, Setup};
pub use restrict::{Restricted, Rule};
pub use rows::{Row, Rows};
pub use standings::{LeftOut, Pair, Results, Standing, Standings, StandingsPart};
pub use stats::{Histogram, Moments, Rate, Series, Spread};
pub use tally::{RAN_OUT, Tally};
pub use tournament::Tournament;

use crate::game::{Game, Play};
use crate::program::Program;
use crate::value::{Seat, TeamId};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The seed of games that a check plays: it says the same each time.
const SEED_OF_CHECKS: u64 = 1;

/// Games that one piece of work plays: at least, and at most where there are very many.
const CHUNK: u64 = 64;
const LARGEST_CHUNK: u64 = 512;

/// Into so many pieces fewer games are cut, so that no thread waits long for the others.
const PIECES: u64 = 64;

/// Is told how many games have been played; answers whether to go on.
pub type Watcher<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Is given each game of a simulation that was played, with its number.
pub type Keeper<'a> = &'a (dyn Fn(u64, &Play) + Sync);

/// Many games to be played.
#[derive(Clone, Copy)]
pub struct Simulation<'a> {
    pub game: &'a Game,
    /// The number of the first game, and how many.
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    /// Who sits where; used over and over where there are more seats. Random players where it is
    /// empty.
    pub seats: &'a [&'a dyn Entrant],
    /// Threads; 0 for as many as there are processors.
    pub jobs: usize,
    /// Asked before each game, and of players that think before each choice. Of a simulation that
    /// was stopped any of the games have been played.
    pub watcher: Option<Watcher<'a>>,
}

/// Counts games. The order in which parts are merged must make no difference.
pub trait Count: Send {
    /// Whether games have to be looked at closely for it, which takes several times as long.
    const OBSERVES: bool = false;
    /// The count of no games.
    fn new(game: &Game) -> Self;
    /// Counts the game with number `k`.
    fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished);
    /// Notes that the games with these numbers have been added.
    fn close(&mut self, _played: Ranges) {}
    fn merged(self, other: Self) -> Self;
}

impl Count for Tally {
    fn new(game: &Game) -> Self {
        Tally::new(game)
    }

    fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished) {
        Tally::add(self, game, k, seed, played);
    }

    fn close(&mut self, played: Ranges) {
        self.played = std::mem::take(&mut self.played).joined(played);
    }

    fn merged(self, other: Self) -> Self {
        Tally::merged(self, other)
    }
}

impl<A: Count, B: Count> Count for (A, B) {
    const OBSERVES: bool = A::OBSERVES || B::OBSERVES;

    fn new(game: &Game) -> Self {
        (A::new(game), B::new(game))
    }

    fn add(&mut self, game: &Game, k: u64, seed: u64, played: &Finished) {
        self.0.add(game, k, seed, played);
        self.1.add(game, k, seed, played);
    }

    fn close(&mut self, played: Ranges) {
        self.0.close(played.clone());
        self.1.close(played);
    }

    fn merged(self, other: Self) -> Self {
        (self.0.merged(other.0), self.1.merged(other.1))
    }
}

/// Plays games 0 to `games` - 1.
pub fn simulate(game: &Game, games: u64, seed: u64, seats: &[&dyn Entrant], jobs: usize) -> Report {
    let simulation = Simulation { game, first: 0, games, seed, seats, jobs, watcher: None };
    simulation.report(simulation.run())
}

impl Simulation<'_> {
    /// Plays, and counts. Tallies of other ranges of games can be merged into this one.
    pub fn run(&self) -> Tally {
        self.count()
    }

    /// Plays, and counts what is wanted.
    pub fn count<C: Count>(&self) -> C {
        self.count_keeping(None)
    }

    /// Plays, and counts what is wanted; a keeper is given the very games that are counted.
    pub fn count_keeping<C: Count>(&self, keeper: Option<Keeper<'_>>) -> C {
        let watch = Watch::new(self.watcher);
        let goes_on = || watch.goes_on();
        let chunk = |playouts: &mut Playouts<'_>, from: u64, to: u64| {
            let mut count = C::new(self.game);
            let mut next = from;
            while next < to {
                let seed = seed_of_game(self.seed, next);
                let played = match keeper {
                    Some(keep) => playouts.play_keeping(seed, &|play| keep(next, play)),
                    None => playouts.play(seed),
                };
                if played.ended == Ended::Stopped {
                    break;
                }
                count.add(self.game, next, seed, played);
                watch.count();
                next += 1;
            }
            count.close(Ranges::one(from, next));
            (count, next == to && goes_on())
        };
        let thinks = any_thinks(self.seats.iter().copied());
        let parts = Parts::of_games(self.first, self.games, thinks, self.jobs);
        let playouts = || {
            let playouts = match C::OBSERVES {
                true => Playouts::observing(self.game, self.seats),
                false => Playouts::new(self.game, self.seats),
            };
            playouts.while_wanted(&goes_on)
        };
        parts.work(playouts, chunk, || C::new(self.game), C::merged)
    }

    /// What the tally says of these players.
    pub fn report(&self, tally: Tally) -> Report {
        Report::of(self.setup(), tally, None)
    }

    pub fn setup(&self) -> Setup {
        let name = |seat: Seat| entrant(self.seats, seat).name();
        Setup::of(self.game, Seat::all(self.game.program().seats).map(name).collect(), self.seed)
    }
}

/// More threads than this are of no use on any machine.
const MOST_JOBS: usize = 1024;

/// Numbered items of work, cut into pieces for the threads.
struct Parts {
    first: u64,
    items: u64,
    size: u64,
    jobs: usize,
}

impl Parts {
    /// So many games or deals from the first on. Where they take long, as when somebody `thinks`,
    /// each is a piece of work: it can then be stopped soon.
    fn of_games(first: u64, items: u64, thinks: bool, jobs: usize) -> Parts {
        let size = if thinks { 1 } else { (items / PIECES).clamp(CHUNK, LARGEST_CHUNK) };
        Parts { first, items, size, jobs }
    }

    /// Does the work piece by piece and puts the results together. `piece` is given the numbers of
    /// its first item and of the one behind its last, and says too whether to go on; pieces not yet
    /// begun are then left out.
    fn work<M, R: Send>(
        &self,
        memory: impl Fn() -> M + Sync + Send,
        piece: impl Fn(&mut M, u64, u64) -> (R, bool) + Sync + Send,
        nothing: impl Fn() -> R + Sync + Send,
        merge: impl Fn(R, R) -> R + Sync + Send,
    ) -> R {
        let stopped = AtomicBool::new(false);
        let one = |memory: &mut M, number: u64| {
            let done = number * self.size;
            let size = self.size.min(self.items - done);
            let (result, goes_on) = piece(memory, self.first + done, self.first + done + size);
            if !goes_on {
                stopped.store(true, Ordering::Relaxed);
            }
            result
        };
        let pieces = self.items.div_ceil(self.size);
        let all = || {
            let pieces = (0..pieces).into_par_iter();
            // Of billions of pieces even those that are left out would take their time.
            let pieces = pieces.take_any_while(|_| !stopped.load(Ordering::Relaxed));
            pieces.map_init(&memory, one).reduce(&nothing, &merge)
        };
        // A pool that cannot be made is no reason not to play.
        let jobs = self.jobs.min(usize::try_from(pieces).unwrap_or(MOST_JOBS)).min(MOST_JOBS);
        match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
            Ok(pool) => pool.install(all),
            Err(_) => all(),
        }
    }
}

/// Counts what is done, for a watcher who may not want more.
struct Watch<'a> {
    watcher: Option<Watcher<'a>>,
    done: AtomicU64,
}

impl<'a> Watch<'a> {
    fn new(watcher: Option<Watcher<'a>>) -> Watch<'a> {
        Watch { watcher, done: AtomicU64::new(0) }
    }

    /// Whether to go on.
    fn goes_on(&self) -> bool {
        self.watcher.is_none_or(|watcher| watcher(self.done.load(Ordering::Relaxed)))
    }

    /// Counts one more that is done.
    fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether any of these players thinks, as all do but random ones.
fn any_thinks<'e>(mut entrants: impl Iterator<Item = &'e dyn Entrant>) -> bool {
    entrants.any(|entrant| !entrant.is_random())
}

/// The first seat of every side; one alone where all win or lose together.
fn sides(program: &Program) -> impl Iterator<Item = Seat> {
    let teams = if program.cooperative { 1 } else { program.teams };
    TeamId::all(teams).map(|team| program.captain(team))
}

/// The side of a seat: one is everybody's where all win or lose together.
fn side_of(program: &Program, seat: Seat) -> TeamId {
    if program.cooperative { TeamId::FIRST } else { program.team(seat) }
}

fn entrant<'a>(seats: &[&'a dyn Entrant], seat: Seat) -> &'a dyn Entrant {
    match seats.len() {
        0 => &Random,
        n => seats[seat.index() % n],
    }
}
