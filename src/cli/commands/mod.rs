//! The commands, a module each. Every one has a `run`, which is given its arguments and the
//! messages in the language that was asked for.
//!
//! - For who plays: [`play`], [`rules`], [`resume`], [`replay`], [`plays`].
//! - For who writes a game: [`check`], [`about`] (`check --about`), [`graph`], [`dump`], [`test`],
//!   [`bless`], [`watch`].
//! - For who measures: [`sim`], [`merge`], [`compare`], [`tournament`], [`solve`].

mod about;
pub mod bless;
pub mod check;
pub mod compare;
pub mod dump;
pub mod graph;
pub mod merge;
pub mod play;
pub mod plays;
pub mod replay;
pub mod resume;
pub mod rules;
pub mod sim;
pub mod solve;
pub mod test;
pub mod tournament;
pub mod watch;
