//! Games written by hand, each for itself alone, and played by uniformly random choices: what the
//! interpreter is measured against. That they play the same games `tests/it/classics.rs` shows, by
//! what is known of these.

pub mod alkekan;
pub mod classics;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The interpreter's generator without anything around it: numbers too few to matter are a little
/// more likely than others.
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u32
    }
}

/// A game that was played: the scores of the first two players, and the choices among more than one
/// option.
pub struct Played {
    pub scores: [i32; 2],
    pub decisions: u32,
}

/// Cards that are dealt in any order: each is drawn from those that are left.
struct Pack<const N: usize> {
    cards: [u8; N],
    left: usize,
}

impl<const N: usize> Pack<N> {
    fn new(cards: [u8; N]) -> Self {
        Pack { cards, left: N }
    }

    #[inline]
    fn draw(&mut self, chance: &mut Chance) -> u8 {
        let at = chance.below(self.left as u32) as usize;
        self.left -= 1;
        let card = self.cards[at];
        self.cards[at] = self.cards[self.left];
        card
    }
}

/// The cards of these ranks in four suits: runs of thirteen, clubs, diamonds, hearts, spades.
const fn every_suit(ranks: u64) -> u64 {
    ranks | ranks << 13 | ranks << 26 | ranks << 39
}
