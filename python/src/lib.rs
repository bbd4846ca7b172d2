//! The module `cardrun._cardrun`: games, states and numbers of cardrun for Python. Seats and teams
//! are counted from 1, as in records and observations; options from 0.
#![allow(
    clippy::disallowed_methods,
    reason = "the ban on files and clocks is for the core; this is its outside, as the command is"
)]

mod arguments;
mod batch;
mod errors;
mod files;
mod game;
mod job;
mod plain;
mod players;
mod state;
mod work;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command `cardrun` with these arguments, its name first, and gives its exit status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| cardrun::cli::status(arguments))
}

/// A message of the command, as everything that is said to people: in a language, `fr` or `en`, or
/// in that of the environment.
#[pyfunction]
fn message(key: &str, language: Option<&str>, values: Vec<(String, String)>) -> String {
    cardrun::cli::message(language, key, &values)
}

#[pymodule]
fn _cardrun(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<job::Job>()?;
    module.add_class::<job::Sum>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(batch::batch_shape, module)?)?;
    module.add_function(wrap_pyfunction!(job::page, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(message, module)?)?;
    module.add("GameError", module.py().get_type::<errors::GameError>())?;
    module.add("RulesError", module.py().get_type::<errors::RulesError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
