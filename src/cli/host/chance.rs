//! Chance that nobody can foresee, from the system.

use std::hash::{BuildHasher, Hasher};

/// A seed, short enough to be read out and typed. The keys of a hash map come from the system's own
/// source of chance.
pub(crate) fn random_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000_000
}
