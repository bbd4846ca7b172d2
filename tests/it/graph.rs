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
