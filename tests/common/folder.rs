//! The games of this repository, and playing them at random.

use cardrun::game::{Game, Play, Settings};
use cardrun::vm::Generator;
use std::path::{Path, PathBuf};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games")
}

/// The layouts of the folder, so that a new game is tested from its first day.
#[allow(clippy::disallowed_methods, reason = "a test reads the games from their folder")]
pub fn names() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("a folder with games");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = files.filter_map(|file| file.strip_suffix(".yaml").map(String::from)).collect();
    names.sort();
    assert!(names.len() >= 5, "games are missing: {names:?}");
    names
}

/// The variants that lie over games of the folder: `variants/court_of_spies`.
#[allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "not all tests look at variants, and they read them from their folder"
)]
pub fn variants() -> Vec<String> {
    let files = std::fs::read_dir(folder().join("variants")).expect("a folder with variants");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        files.filter_map(|file| Some(format!("variants/{}", file.strip_suffix(".yaml")?))).collect();
    names.sort();
    assert!(names.len() >= 2, "variants are missing: {names:?}");
    names
}

#[allow(clippy::disallowed_methods, reason = "a test reads the games from their folder")]
pub fn bytes(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(folder().join(file)).map_err(|error| error.to_string())
}

pub fn text(file: &str) -> String {
    String::from_utf8(bytes(file).expect("a file of a game")).expect("text in UTF-8")
}

pub fn load(name: &str, settings: &Settings) -> Game {
    match Game::load(&format!("{name}.yaml"), &bytes, settings) {
        Ok(game) => game,
        Err(problems) => panic!("{name} with {settings:?}: {problems:?}"),
    }
}

/// Lets a seat that is asked take any of its options. False when nobody is asked.
pub fn step(play: &mut Play, generator: &mut Generator) -> bool {
    let pending = play.pending();
    if pending.is_empty() {
        return false;
    }
    let seat = pending[generator.below(pending.len() as u32) as usize];
    let option = generator.below(play.option_count(seat) as u32) as usize;
    play.apply(seat, option).expect("an option that was offered");
    true
}
