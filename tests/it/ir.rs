//! What units become in the intermediate language.

use crate::common;
use crate::common::setups::setups;
use crate::common::thorough;
use cardrun::game::{Game, Settings};
use cardrun::ir::{lower, print, verify};
use insta::{assert_snapshot, glob};

#[test]
fn each_case_becomes_what_its_snapshot_says() {
    common::snapshots(|| {
        glob!("../cases/ir", "*.yaml", |path| {
            #[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
            let text = std::fs::read_to_string(path).expect("a case");
            let read = |_: &str| Ok(text.clone().into_bytes());
            let game = Game::load("case.yaml", &read, &Settings::default()).expect("it loads");
            let module = lower(game.program());
            verify(&module).expect("well formed");
            let written = print(game.program(), &module);
            assert_snapshot!("ir", format!("{text}\n{written}"));
        });
    });
}

/// Holds for every game file with every setting.
#[test]
fn every_games_routines_are_well_formed() {
    // Every day a part of the settings.
    for setup in setups().iter().step_by(thorough::of([5, 1])) {
        let wrong = verify(&lower(setup.game.program())).err();
        assert_eq!(wrong, None, "{}", setup.words());
    }
}
