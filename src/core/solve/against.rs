//! What a player concedes: the strategy that it plays, told by asking it many times in each
//! information set, and the best answer to it.

use super::tree::Tree;
use super::{Payoff, Strategy, Unsolved, cfr, options};
use crate::game::{Game, Play, Refused};
use crate::players::{Entrant, View};
use crate::vm::Generator;
use serde::Serialize;
use std::num::NonZeroU32;

/// How a player is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How often it is asked in each information set, each time anew.
    pub samples: NonZeroU32,
    pub seed: u64,
    /// Positions after which a game is too large.
    pub positions: usize,
}

/// What a player wins against whoever knows how it plays.
#[derive(Clone, Debug, Serialize)]
pub struct Conceded {
    pub player: String,
    pub payoff: Payoff,
    pub samples: u32,
    pub seed: u64,
    /// By the seat it sits in: its mean payoff against the best answer.
    pub values: [f64; 2],
    pub positions: usize,
    pub information_sets: usize,
    /// How often it took each option.
    pub strategies: Vec<Strategy>,
}

/// Asks a player in every information set of a game, as if it had just sat down there, and works
/// out the best answer to it.
///
/// # Errors
/// What keeps the game from being written down as a tree, and [`Unsolved::Stuck`] where the player
/// cannot go on, or takes an option that there is not.
pub fn against(game: &Game, entrant: &dyn Entrant, look: &Look) -> Result<Conceded, Unsolved> {
    let tree = Tree::with_states(game, look.positions)?;
    let samples = look.samples.get();
    let mut shares = vec![0.0; tree.options()];
    for (number, info) in tree.sets.iter().enumerate() {
        let Some(state) = &info.state else { continue };
        let play = Play::at(game, state.clone());
        let Some(view) = View::new(&play, info.seat) else { continue };
        for sample in 0..samples {
            let stream = number as u64 * u64::from(samples) + u64::from(sample);
            let mut player = entrant.player(game, info.seat, Generator::stream(look.seed, stream));
            let chosen = player.choose(&view).map_err(|stuck| Unsolved::Stuck(stuck.0))?;
            let share = shares[info.range()].get_mut(chosen);
            let share = share.ok_or_else(|| Unsolved::Stuck(Refused::NoSuchOption.to_string()))?;
            *share += 1.0 / f64::from(samples);
        }
    }
    let strategies = tree.sets.iter().enumerate().map(|(set, info)| Strategy {
        seat: info.seat.shown(),
        situation: tree.situation(set),
        options: options(info, &shares[info.range()]),
    });
    Ok(Conceded {
        player: entrant.name(),
        payoff: tree.payoff,
        samples,
        seed: look.seed,
        values: cfr::conceded(&tree, &shares).map(|value| tree.half_sum + value),
        positions: tree.len(),
        information_sets: tree.sets.len(),
        strategies: strategies.collect(),
    })
}
