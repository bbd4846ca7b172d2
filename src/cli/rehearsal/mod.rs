//! A game that is tried out, whoever shows it: its rules are edited while it is played, its hands
//! are open, somebody goes back in it, and its numbers are counted beside.
//!
//! - [`edited`]: the files of the game, and the game in what they say by now; [`retold`]: in words
//!   how that went.
//! - [`retracing`]: where one can go back to.
//! - [`chance`]: what chance shall do next.
//! - [`counting`]: games are counted in the background.
//! - [`why`]: who may see all of it, and what they are told of what cannot be chosen.

pub(crate) mod chance;
pub(crate) mod counting;
pub(crate) mod edited;
pub(crate) mod retold;
pub(crate) mod retracing;
pub(crate) mod why;
