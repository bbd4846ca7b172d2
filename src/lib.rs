//! cardrun plays card games that are written as data: a YAML layout, a page of rules and, where
//! needed, a script.
//!
//! The interpreter is a crate of its own, `cardrun-core`, and its rooms are found here under their
//! names: [`game`] loads and plays, [`runner`] plays many, [`view`] says what a seat sees. `cli` is
//! the command, behind the feature of that name.
#[cfg(feature = "cli")]
pub mod cli;

pub use cardrun_core::{
    diagnostic, game, graph, ir, layout, lower, players, program, record, runner, scenario, script,
    solve, source, syntax, tabletop, text, value, view, vm,
};
