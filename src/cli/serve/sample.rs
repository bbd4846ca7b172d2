//! A game for the tests of this room: two people hold two cards each, and lay one after the other.

use crate::game::{Game, Settings};

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
    game("")
}

/// Everybody lays a card, or passes.
pub(crate) fn laying_or_passing() -> Game {
    game("optional")
}

fn game(manner: &str) -> Game {
    let text = LAYING.replace("MANNER", manner);
    Game::from_strings(&[("laying.yaml", &text)], &Settings::default())
        .expect("a game without errors")
}
