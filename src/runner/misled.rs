//! Whether somebody plays worse than chance, as who goes by what a position only seems to be worth.

use super::stats::Rate;
use super::{Entrant, Random, Simulation};
use crate::game::Game;

/// Seeds of the games that are played for it: the same for each side, with and without the entrant.
const SEED: u64 = 1;

/// How often an entrant wins against players at random, and how often these win in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misled {
    pub entrant: Rate,
    pub random: Rate,
}

/// Tries whether `entrant` surely wins less often than players at random, in about so many `games`:
/// as many on each side. `None` where it does not, and in games without opponents.
pub fn is_misled(game: &Game, entrant: &dyn Entrant, games: u64) -> Option<Misled> {
    let program = game.program();
    let captains: Vec<u8> = (0..program.teams).map(|team| program.captain(team)).collect();
    if program.cooperative || captains.len() < 2 {
        return None;
    }
    let sides = u64::from(program.teams);
    let games = games.div_ceil(sides);
    let wins = |side: Option<u8>, counted: &[u8]| -> u64 {
        let seats: Vec<&dyn Entrant> = (0..program.seats)
            .map(|seat| match side {
                Some(side) if program.team(seat) == program.team(side) => entrant,
                _ => &Random as &dyn Entrant,
            })
            .collect();
        let seats = seats.as_slice();
        let (jobs, watcher) = (0, None);
        let played = Simulation { game, first: 0, games, seed: SEED, seats, jobs, watcher }.run();
        counted.iter().map(|&seat| played.wins[usize::from(seat)]).sum()
    };
    let all = games * sides;
    let won = captains.iter().map(|&captain| wins(Some(captain), &[captain])).sum();
    let (entrant, random) = (Rate::of(won, all), Rate::of(wins(None, &captains), all));
    (entrant.high < random.low).then_some(Misled { entrant, random })
}
