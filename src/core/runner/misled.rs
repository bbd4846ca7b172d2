//! Whether somebody plays worse than chance, as who goes by what a position only seems to be worth.

use super::stats::Rate;
use super::{Entrant, Random, Simulation, Watcher};
use crate::game::Game;
use crate::value::{Seat, TeamId};

/// Seeds of the games that are played for it: the same for each side, with and without the entrant.
const SEED: u64 = 1;

/// How often an entrant wins against players at random, and how often these win in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misled {
    pub entrant: Rate,
    pub random: Rate,
}

/// The games that show whether an entrant is misled.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    pub game: &'a Game,
    pub entrant: &'a dyn Entrant,
    /// About so many: as many on each side.
    pub games: u64,
    /// Threads; 0 for as many as there are processors.
    pub jobs: usize,
    pub watcher: Option<Watcher<'a>>,
}

impl Trial<'_> {
    /// How many games are played in all; none in games without opponents.
    pub fn items(&self) -> u64 {
        let sides = self.captains().len() as u64;
        if sides == 0 { 0 } else { self.per_side() * (sides + 1) }
    }

    /// Whether the entrant surely wins less often than players at random. `None` where it does not,
    /// where it has no opponents, and where not all games were played.
    pub fn run(&self) -> Option<Misled> {
        let captains = self.captains();
        if captains.is_empty() {
            return None;
        }
        let all = self.per_side() * captains.len() as u64;
        let mut won = 0;
        for (before, &captain) in (0..).zip(&captains) {
            won += self.wins(Some(captain), &[captain], before)?;
        }
        let of_random = self.wins(None, &captains, captains.len() as u64)?;
        let (entrant, random) = (Rate::of(won, all), Rate::of(of_random, all));
        (entrant.high < random.low).then_some(Misled { entrant, random })
    }

    /// The first player of each side; nobody where there are no opponents.
    fn captains(&self) -> Vec<Seat> {
        let program = self.game.program();
        if program.cooperative || program.teams < 2 {
            return Vec::new();
        }
        TeamId::all(program.teams).map(|team| program.captain(team)).collect()
    }

    fn per_side(&self) -> u64 {
        self.games.div_ceil(u64::from(self.game.program().teams).max(1))
    }

    /// How often these seats win where the entrant plays on one side, or on none; `before` says how
    /// many parts of the trial have been played.
    fn wins(&self, side: Option<Seat>, counted: &[Seat], before: u64) -> Option<u64> {
        let program = self.game.program();
        let seats: Vec<&dyn Entrant> = Seat::all(program.seats)
            .map(|seat| match side {
                Some(side) if program.team(seat) == program.team(side) => self.entrant,
                _ => &Random as &dyn Entrant,
            })
            .collect();
        let games = self.per_side();
        let watcher = |done: u64| self.watcher.is_none_or(|watcher| watcher(before * games + done));
        let simulation = Simulation {
            game: self.game,
            first: 0,
            games,
            seed: SEED,
            seats: &seats,
            jobs: self.jobs,
            watcher: Some(&watcher),
        };
        let played = simulation.run();
        let wins = counted.iter().map(|&seat| played.wins[seat.index()]).sum();
        (played.games() == games).then_some(wins)
    }
}
