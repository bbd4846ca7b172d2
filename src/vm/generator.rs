//! The one source of chance: a named, portable generator with our own range and shuffle, whose results never change between
//! releases of a library.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// Xoshiro256++ (Blackman and Vigna 2018), seeded from 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    pub fn new(seed: u64) -> Self {
        Generator(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A generator for the `k`-th of many games under one seed: independent of how many games there are.
    pub fn stream(seed: u64, k: u64) -> Self {
        // SplitMix64's finalizer (Steele, Lea, Flood 2014) spreads neighbouring pairs of seed and number over all 64 bits.
        let mut z = seed ^ k.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Generator::new(z ^ (z >> 31))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each equally likely (Lemire 2019, with rejection). `n` = 0 gives 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.bits() as u32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n.max(1);
            while (product as u32) < threshold {
                product = u64::from(self.bits() as u32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Fisher and Yates, from the last item down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
