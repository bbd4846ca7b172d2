//! The games of this repository, and playing them at random.

use cardrun::game::{Game, Play, Settings};
use cardrun::vm::Generator;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

pub fn folder() -> PathBuf {
    root().join("games")
}

/// The layouts of the folder, so that a new game is tested from its first day.
#[allow(clippy::disallowed_methods, reason = "a test reads the games from their folder")]
pub fn names() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("a folder with games");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(".yaml").map(String::from)).collect();
    names.sort();
    assert!(names.len() >= 5, "games are missing: {names:?}");
    names
}

/// Where layouts lie that are whole games: the games with their classics and variants, the variants
/// of studies, the small games that prove parts of the language and its numbered rules, and those
/// that try what is quick.
const FOLDERS: [&str; 9] = [
    "games",
    "games/classics",
    "games/variants",
    "docs/studies/alkekan",
    "docs/studies/six_lots",
    "tests/cases/language",
    "tests/cases/quick",
    "tests/cases/semantics",
    "tests/cases/shapes",
];

/// Every game file of the repository, from its root and without `.yaml`: `games/classics/hearts`.
#[allow(clippy::disallowed_methods, reason = "a test reads the games from their folders")]
pub fn all() -> Vec<String> {
    let mut names = Vec::new();
    for folder in FOLDERS {
        let before = names.len();
        let files = std::fs::read_dir(root().join(folder)).expect("a folder with layouts");
        let files =
            files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        names.extend(
            files.filter_map(|file| Some(format!("{folder}/{}", file.strip_suffix(".yaml")?))),
        );
        assert!(names.len() > before, "{folder} is empty");
    }
    names.sort();
    names
}

#[allow(clippy::disallowed_methods, reason = "a test reads the games from their folder")]
pub fn bytes(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(folder().join(file)).map_err(|error| error.to_string())
}

pub fn text(file: &str) -> String {
    String::from_utf8(bytes(file).expect("a file of a game")).expect("text in UTF-8")
}

/// A game of the folder: `alkekan`, `classics/hearts`.
pub fn load(name: &str, settings: &Settings) -> Game {
    load_from_root(&format!("games/{name}"), settings)
}

/// Any game file of the repository: `games/classics/hearts`.
pub fn load_from_root(name: &str, settings: &Settings) -> Game {
    #[allow(clippy::disallowed_methods, reason = "a test reads the games from their folders")]
    let read = |file: &str| std::fs::read(root().join(file)).map_err(|error| error.to_string());
    match Game::load(&format!("{name}.yaml"), &read, settings) {
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
