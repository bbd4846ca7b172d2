//! Takes any option with equal chance.

use super::{Entrant, Player, Stuck, View};
use crate::game::Game;
use crate::value::Seat;
use crate::vm::Generator;

/// The player that the simulation knows best: see [`Entrant::is_random`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

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
        Ok(self.0.pick(view.options()))
    }
}
