//! The shipped games, loaded.

#![allow(clippy::disallowed_methods, reason = "tests read the shipped files")]

use cardrun::game::{Game, Settings};
use std::path::Path;
use std::sync::OnceLock;

/// A game, its seats, its options.
type Case = (&'static str, u8, &'static [(&'static str, &'static str)]);

/// The games, and options that change how they are played.
const GAMES: [Case; 11] = [
    ("alkekan", 2, &[]),
    ("alkekan", 2, &[("hand_size", "6")]),
    ("attaque_du_roi", 2, &[("target", "2")]),
    ("attaque_du_roi", 4, &[("target", "1"), ("mixed_deck", "true")]),
    (
        "attaque_du_roi",
        2,
        &[("target", "1"), ("discard_in_play", "true"), ("ace_as_figure", "true")],
    ),
    ("card_o_tresor", 2, &[]),
    ("douhar", 2, &[("rounds", "1")]),
    ("douhar", 4, &[("pool", "shared"), ("rounds", "1")]),
    ("douhar", 2, &[("draft", "random"), ("capture", "cascade")]),
    ("six_lots", 2, &[]),
    ("six_lots", 2, &[("final_housekeeping", "true")]),
];

/// All of them.
pub fn shipped() -> Vec<Game> {
    static SHIPPED: OnceLock<Vec<Game>> = OnceLock::new();
    let load =
        || GAMES.iter().map(|(name, seats, options)| game_with(name, *seats, options)).collect();
    SHIPPED.get_or_init(load).clone()
}

pub fn game(name: &str) -> Game {
    game_with(name, 2, &[])
}

pub fn game_with(name: &str, seats: u8, options: &[(&str, &str)]) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let read = |file: &str| std::fs::read(folder.join(file)).map_err(|error| error.to_string());
    let options =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let settings = Settings { seats: Some(seats), options, ..Settings::default() };
    Game::load(&format!("{name}.yaml"), &read, &settings)
        .unwrap_or_else(|problems| panic!("{problems}"))
}
