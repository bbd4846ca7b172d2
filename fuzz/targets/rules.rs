//! Any bytes as the rules of a game.

use super::{cut, look_at, table};

pub fn run(bytes: &[u8]) {
    match table::with_rules(cut(bytes)) {
        Ok(game) => look_at(game.problems()),
        Err(problems) => look_at(&problems),
    }
}
