//! A table with something of everything, and a game at it.

use cardrun::diagnostic::Problems;
use cardrun::game::{Game, Settings};
use std::sync::LazyLock;

/// A layout without rules. They stand in `table.rules`.
pub const LAYOUT: &str = include_str!("table/table.yaml");
/// The rules of a short game at the table.
pub const RULES: &str = include_str!("table/table.rules");
/// Names of the two files.
pub const NAMES: [&str; 2] = ["table.yaml", "table.rules"];

/// Work between two choices: some milliseconds.
const FUEL: i64 = 20_000;

/// The short game.
pub static GAME: LazyLock<Game> =
    LazyLock::new(|| with_settings(&Settings::default()).expect("the game of the table"));

/// The short game with other settings.
pub fn with_settings(settings: &Settings) -> Result<Game, Problems> {
    load(&[(NAMES[0], LAYOUT.as_bytes()), (NAMES[1], RULES.as_bytes())], settings)
}

/// A game at the table by these rules.
pub fn with_rules(rules: &[u8]) -> Result<Game, Problems> {
    load(&[(NAMES[0], LAYOUT.as_bytes()), (NAMES[1], rules)], &Settings::default())
}

/// A game of these files, the first being the layout, that soon runs out of fuel.
pub fn load(files: &[(&str, &[u8])], settings: &Settings) -> Result<Game, Problems> {
    let find = |name: &str| match files.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => Ok(bytes.to_vec()),
        None => Err("there is no such file".to_string()),
    };
    Game::load(files[0].0, &find, settings).map(|game| game.with_fuel(FUEL))
}
