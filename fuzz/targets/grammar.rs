//! Rules that are written along the grammar, as the bytes decide, so that many of them mean
//! something.

use super::writer::Writer;
use super::{look_at, table};

pub fn run(bytes: &[u8]) {
    let rules = Writer::new(bytes).rules();
    match table::with_rules(rules.as_bytes()) {
        Ok(game) => look_at(game.problems()),
        Err(problems) => look_at(&problems),
    }
}
