//! The targets as a library, for the programs of `fuzz_targets`: see `targets`.

pub mod targets;

/// What the tests of the project share with the targets.
#[path = "."]
pub mod common {
    #[path = "../tests/it/common/reference.rs"]
    pub mod reference;
}
