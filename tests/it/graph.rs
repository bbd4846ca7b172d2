//! The course of games as drawings.

use crate::common;
use cardrun::game::{Game, Settings};
use cardrun::graph::{Format, graph};
use std::path::Path;

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn shipped(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
    Game::load(name, &read, &Settings::default()).expect("a shipped game loads")
}

#[test]
fn the_course_of_alkekan() {
    let game = shipped("alkekan.yaml");
    common::snapshots(|| {
        insta::assert_snapshot!("graph_alkekan_mermaid", graph(game.program(), Format::Mermaid));
        insta::assert_snapshot!("graph_alkekan_dot", graph(game.program(), Format::Dot));
    });
}

#[test]
fn loops_menus_and_ends_of_a_match() {
    let game = shipped("attaque_du_roi.yaml");
    common::snapshots(|| {
        insta::assert_snapshot!("graph_attaque_du_roi", graph(game.program(), Format::Mermaid))
    });
}

#[test]
fn the_branches_of_one_condition() {
    let layout = "
seats: 1
decks: { pack: { standard: 52 } }
zones: { deck: { holds: pack, shape: pile, seen_by: nobody } }
variables: { tally: { type: number } }
rules: |
  phase game {
    set tally to roll 6
    if tally = 1 { do one } else if tally = 2 { do two } else if tally = 3 { do three } else { do four }
  }
  phase one { add 1 to tally }
  phase two { add 2 to tally }
  phase three { add 3 to tally }
  phase four { add 4 to tally }
  score = tally
";
    let read = |_: &str| Ok(layout.as_bytes().to_vec());
    let game = Game::load("branches.yaml", &read, &Settings::default()).expect("it loads");
    let drawn = graph(game.program(), Format::Mermaid);
    for label in ["if tally = 1", "else if tally = 2", "else if tally = 3", "else"] {
        assert!(drawn.contains(&format!(". {label}\"|")), "{label} in {drawn}");
    }
}
