//! Plays many games and counts. Game number k depends on the game, its options, the seats, the seed and k alone: not on how many
//! games there are, nor on how many threads play them. There is no clock here: whoever has one adds the time.

mod playout;
mod report;
mod tally;

pub use crate::players::{Entrant, Player, Random, Stuck, View};
pub use playout::{Ended, Finished, MOST_CHOICES, Playouts, play_on, seed_of_game, stream_of_seat};
pub use report::{Failure, Rate, Report, Series, Spread};
pub use tally::Tally;

use crate::game::Game;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games that one piece of work plays.
const CHUNK: u64 = 64;

/// Is told how many games have been played; answers whether to go on.
pub type Watcher<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Many games to be played.
#[derive(Clone, Copy)]
pub struct Simulation<'a> {
    pub game: &'a Game,
    /// The number of the first game, and how many.
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    /// Who sits where; used over and over where there are more seats. Random players where it is empty.
    pub seats: &'a [&'a dyn Entrant],
    /// Threads; 0 for as many as there are processors.
    pub jobs: usize,
    /// A stopped simulation has played any of its games.
    pub watcher: Option<Watcher<'a>>,
}

/// Plays games 0 to `games` - 1.
pub fn simulate(game: &Game, games: u64, seed: u64, seats: &[&dyn Entrant], jobs: usize) -> Report {
    let simulation = Simulation { game, first: 0, games, seed, seats, jobs, watcher: None };
    simulation.report(&simulation.run())
}

impl Simulation<'_> {
    /// Plays, and counts. Tallies of other ranges of games can be merged into this one.
    pub fn run(&self) -> Tally {
        // A pool that cannot be made is no reason not to play.
        match rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build() {
            Ok(pool) => pool.install(|| self.play_all()),
            Err(_) => self.play_all(),
        }
    }

    /// What the tally says of these players.
    pub fn report(&self, tally: &Tally) -> Report {
        let name = |seat: u8| entrant(self.seats, seat).name();
        tally.report(self.game, (0..self.game.program().seats).map(name).collect(), self.seed)
    }

    fn play_all(&self) -> Tally {
        let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let chunk = |playouts: &mut Playouts<'_>, chunk: u64| {
            let mut tally = Tally::new(self.game);
            if stopped.load(Ordering::Relaxed) {
                return tally;
            }
            let first = self.first + chunk * CHUNK;
            for k in first..(first + CHUNK).min(self.first + self.games) {
                let seed = seed_of_game(self.seed, k);
                tally.add(self.game, k, seed, playouts.play(seed));
            }
            let played = done.fetch_add(tally.games, Ordering::Relaxed) + tally.games;
            if self.watcher.is_some_and(|watcher| !watcher(played)) {
                stopped.store(true, Ordering::Relaxed);
            }
            tally
        };
        let chunks = (0..self.games.div_ceil(CHUNK)).into_par_iter();
        let tallies = chunks.map_init(|| Playouts::new(self.game, self.seats), chunk);
        // Tallies hold whole numbers alone, so the order of merging makes no difference.
        tallies.reduce(|| Tally::new(self.game), Tally::merged)
    }
}

fn entrant<'a>(seats: &[&'a dyn Entrant], seat: u8) -> &'a dyn Entrant {
    match seats.len() {
        0 => &Random,
        n => seats[seat as usize % n],
    }
}
