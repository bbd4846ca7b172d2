//! What players imagine and try: worlds dealt anew, random games played to their ends, a tree of
//! what came of them.

mod foresight;
mod identity;
mod mcts;
mod playout;
mod reward;
mod tree;
mod whole;

pub(super) use foresight::{Horizon, Lookahead};
pub use mcts::{Advice, Budget, Clock, Mcts};
pub(crate) use playout::play_out;
pub(crate) use reward::rank;
