//! Scenarios: a position, choices, and what is to come of them, written down by whoever writes the
//! rules.
//!
//! `model` is what a file says, `read` takes it from YAML, `run` plays it. Files are read by
//! whoever calls.

mod model;
mod names;
mod read;
mod run;

pub use model::{Scenario, ScenarioFile, Word};
pub use read::{is_other, read};
pub use run::{is_failure, run, set_up};
