//! Chance that nobody can foresee, from the system.

use std::hash::{BuildHasher, Hasher};

/// Bits of a seed: as many as numbers in JSON keep everywhere. Whoever knows a hand could find a
/// shorter one by dealing with all that there are.
const SEED_BITS: u32 = 53;

/// A seed. The keys of a hash map come from the system's own source of chance.
pub(crate) fn random_seed() -> u64 {
    let chance = std::collections::hash_map::RandomState::new().build_hasher().finish();
    chance >> (u64::BITS - SEED_BITS)
}
