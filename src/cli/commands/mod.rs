//! The commands, a module each. Every one has a `run`, which is given its arguments and the
//! messages in the language that was asked for.
//!
//! - For who plays: [`play`], [`rules`], [`resume`], [`replay`], [`plays`].
//! - For who writes a game: [`check`], [`about`] (`check --about`), [`graph`], [`dump`], [`test`],
//!   [`bless`], [`watch`].
//! - For who measures: [`sim`], [`merge`], [`compare`], [`tournament`], [`solve`].

mod about;
pub(crate) mod bless;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod dump;
pub(crate) mod graph;
pub(crate) mod merge;
pub(crate) mod play;
pub(crate) mod plays;
pub(crate) mod replay;
pub(crate) mod resume;
pub(crate) mod rules;
pub(crate) mod sim;
pub(crate) mod solve;
pub(crate) mod test;
pub(crate) mod tournament;
pub(crate) mod watch;
