//! The pictures on cards. A page asks for one by the name that the game has for it, and nothing
//! that it says is made into the name of a file: it is looked for among those of the game's own
//! cards.

use crate::program::Program;
use crate::view::{Language, Lexicon, pictures};
use std::path::{Path, PathBuf};

/// Bytes that a picture may have.
pub(crate) const MOST_BYTES: u64 = 4 << 20;

/// Endings of pictures, and of what kind they are.
const KINDS: [(&str, &str); 7] = [
    ("avif", "image/avif"),
    ("gif", "image/gif"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("webp", "image/webp"),
];

/// The file of a picture in the folder of a game's layout: only one that is on a card of the game,
/// and lies in this folder or below, also where links lead.
pub(crate) fn file(program: &Program, folder: &Path, name: &str) -> Option<PathBuf> {
    let languages = [Language::En, Language::Fr];
    let of_game = |language| pictures(program, Lexicon::shared(language)).contains(name);
    if !languages.into_iter().any(of_game) {
        return None;
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = std::fs::canonicalize(folder).ok()?;
    let file = std::fs::canonicalize(folder.join(name)).ok()?;
    (file.starts_with(&folder) && kind(&file).is_some()).then_some(file)
}

/// What kind of picture a file is, by its ending.
pub(crate) fn kind(file: &Path) -> Option<&'static str> {
    let ending = file.extension()?.to_str()?;
    let known = KINDS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    known.map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Settings};

    const GAME: &str = "
seats: 1
decks:
  court:
    cards: [{ name: Ada }, { name: Bo }, { name: Cy }, { name: Di }]
    face: { picture: 'art/{name}.png' }
zones: { deck: { holds: court, shape: pile, seen_by: nobody } }
rules: |
  phase game = deal
  phase deal { shuffle deck }
  score = 0
";

    /// Names of files elsewhere lead nowhere, and neither do links that lead there.
    #[cfg(unix)]
    #[test]
    fn only_pictures_of_the_game_are_found() {
        let game = Game::from_strings(&[("court.yaml", GAME)], &Settings::default())
            .expect("a game without errors");
        let place = tempfile::tempdir().expect("a folder");
        let (folder, secret) = (place.path().join("game"), place.path().join("secret.png"));
        std::fs::create_dir_all(folder.join("art")).expect("a folder");
        for file in [&folder.join("art/Ada.png"), &folder.join("art/Eve.png"), &secret] {
            std::fs::write(file, "a picture").expect("a file");
        }
        std::fs::write(folder.join("art/notes.txt"), "a text").expect("a file");
        let link = |to: &Path, name| std::os::unix::fs::symlink(to, folder.join(name));
        link(&secret, "art/Cy.png").expect("a link");
        link(&folder.join("art/notes.txt"), "art/Di.png").expect("a link");
        let found = |name| file(game.program(), &folder, name).is_some();
        assert!(found("art/Ada.png"));
        // One that is on no card, one that is not there, links, and ways that lead elsewhere.
        for name in [
            "art/Eve.png",
            "art/Bo.png",
            "art/Cy.png",
            "art/Di.png",
            "art/notes.txt",
            "../secret.png",
            "art/../art/Ada.png",
            "/etc/passwd",
            "",
        ] {
            assert!(!found(name), "{name}");
        }
    }
}
