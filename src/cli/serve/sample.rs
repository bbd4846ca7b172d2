//! A game for the tests of this room: two people hold two cards each, and lay one after the other;
//! and a table at which it is played.

use super::disk::Disk;
use super::house::House;
use super::table::Begun;
use crate::cli::host::record_file::{RecordFile, RecordWriter};
use crate::cli::setup::settings::SeatKind;
use crate::game::{Game, Play, Settings};
use crate::record::About;
use std::path::Path;
use std::time::Duration;

const LAYING: &str = "
seats: 2
decks: { pack: { standard: 32 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: all }
rules: |
  phase game = deal, each player: lay
  phase deal { shuffle deck; each player { draw 2 from deck to hand } }
  action lay(card from hand) MANNER { move card to heap }
  score = 0
";

/// Everybody lays a card.
pub(crate) fn laying() -> Game {
    game(&[])
}

/// Everybody lays a card, or passes.
pub(crate) fn laying_or_passing() -> Game {
    game(&[("MANNER", "optional")])
}

/// Everybody lays a card at the same time, and then one after the other; the second seat has a
/// single card.
pub(crate) fn laying_together() -> Game {
    let deal = "draw 2 from deck to hand of seat(1); draw 1 from deck to hand of seat(2)";
    game(&[
        ("each player: lay", "together lay, each player: lay"),
        ("each player { draw 2 from deck to hand }", deal),
    ])
}

/// Everybody lays a card or passes, first one after the other, then at the same time, then one
/// after the other.
pub(crate) fn laying_around_together() -> Game {
    game(&[
        ("each player: lay", "each player: lay, together lay, each player: lay"),
        ("draw 2", "draw 4"),
        ("MANNER", "optional"),
    ])
}

/// Everybody lays both cards, each time at the same time as the other.
pub(crate) fn laying_out() -> Game {
    game(&[("each player: lay", "together lay, together lay")])
}

/// Everybody lays two cards at once, one after the other.
pub(crate) fn laying_pairs() -> Game {
    game(&[("lay(card from hand)", "lay(card from 2 of hand)"), ("draw 2", "draw 4")])
}

/// What a table of two people begins with, whose record is in a folder.
pub(crate) fn begun(game: &Game, house: House, folder: &Path) -> Begun {
    let play = Play::new_asking_all(game, 3);
    let path = folder.join("table.jsonl");
    let file = std::fs::File::create(&path).expect("a file");
    let about = About { seats: vec!["human".into(), "human".into()], ..About::default() };
    let record = RecordWriter::begin(RecordFile { path, file }, &play, &about)
        .expect("room for the beginning");
    let kinds = vec![SeatKind::Human, SeatKind::Human];
    let keep_house = Box::new(|_: &House| Ok(()));
    let took = Duration::ZERO;
    Begun { play, took, kinds, record, disk: Disk::default(), house, keep_house }
}

fn game(changes: &[(&str, &str)]) -> Game {
    let all = changes.iter().chain([&("MANNER", "")]);
    let text = all.fold(LAYING.to_owned(), |text, (was, is)| text.replace(was, is));
    Game::from_strings(&[("laying.yaml", &text)], &Settings::default())
        .expect("a game without errors")
}
