//! Any bytes as the layout of a game, which may lie over another one and have a table of cards.

use super::{cut, look_at, table};
use cardrun::game::Settings;

const RULES: &str = "phase game { shuffle deck }\nscore = count hand";
const CARDS: &str = "name,copies,colour,worth\nRuby,2,rose,5\nSky,1,,1\n";

pub fn run(bytes: &[u8]) {
    let files = [
        (table::NAMES[0], cut(bytes)),
        (table::NAMES[1], RULES.as_bytes()),
        ("base.yaml", table::LAYOUT.as_bytes()),
        ("base.rules", RULES.as_bytes()),
        ("cards.csv", CARDS.as_bytes()),
    ];
    match table::load(&files, &Settings::default()) {
        Ok(game) => look_at(game.problems()),
        Err(problems) => look_at(&problems),
    }
}
