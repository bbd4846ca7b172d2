//! What players imagine and try: worlds dealt anew, random games played to their ends, a tree of what came of them.

mod identity;
mod mcts;
mod playout;
mod reward;
mod tree;

pub use mcts::{Budget, Clock, Mcts};
pub(crate) use playout::play_out;
pub(super) use playout::{complete, step};
pub(crate) use reward::rank;
pub(super) use reward::{hinted, margin};
