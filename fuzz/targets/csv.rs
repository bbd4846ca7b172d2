//! Any bytes as a table of cards.

use super::{cut, look_at, table, text};
use cardrun::diagnostic::Problems;
use cardrun::game::Settings;
use cardrun::source::Sources;

const LAYOUT: &str = "
seats: 2
lists: { colours: [red, green, blue] }
decks: { tiles: { cards: cards.csv, attributes: { colour: colours, worth: 0..9, big: flag, words: text } } }
zones: { bag: { holds: tiles, shape: pile, seen_by: nobody } }
rules: |
  phase game { shuffle bag }
  score = sum worth over bag + count (bag where colour is red)
";

pub fn run(bytes: &[u8]) {
    let text = text(bytes);
    let mut sources = Sources::default();
    let id = sources.add("cards.csv", &*text);
    let (_, problems) = cardrun::layout::read_cards(id, &text);
    if !problems.is_empty() {
        return look_at(&Problems::new(sources, problems));
    }
    let files = [("tiles.yaml", LAYOUT.as_bytes()), ("cards.csv", cut(bytes))];
    match table::load(&files, &Settings::default()) {
        Ok(game) => look_at(game.problems()),
        Err(problems) => look_at(&problems),
    }
}
