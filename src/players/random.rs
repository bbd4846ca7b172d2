//! Takes any option with equal chance.

use super::{Entrant, Player, Stuck, View};
use crate::game::Game;
use crate::value::Seat;
use crate::vm::Generator;

/// The player that the simulation knows best: see [`Entrant::is_random`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// One of so many options. A single one costs no draw.
    #[inline]
    pub fn pick(generator: &mut Generator, options: usize) -> usize {
        if options < 2 { 0 } else { generator.below(options as u32) as usize }
    }
}

struct RandomPlayer(Generator);

impl Entrant for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn player(&self, _game: &Game, _seat: Seat, generator: Generator) -> Box<dyn Player> {
        Box::new(RandomPlayer(generator))
    }

    fn is_random(&self) -> bool {
        true
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, view: &View<'_>) -> Result<usize, Stuck> {
        Ok(Random::pick(&mut self.0, view.options()))
    }
}
