//! Playouts a second on one core, beside the same games written by hand where there are any, as a table. Both are timed in turn, a
//! short while each, over and over: whatever else the machine does falls on both alike, and the medians tell little of it.

#[path = "reference/mod.rs"]
#[allow(dead_code, reason = "a test looks at the rest of it")]
mod by_hand;
#[path = "../tests/common/folder.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod folder;

use by_hand::{Chance, Played, alkekan, classics};
use cardrun::game::{Game, Settings};
use cardrun::runner::{Ended, Playouts, Random, Simulation, seed_of_game};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Times that each game is timed, and for how long.
const ROUNDS: usize = 15;
const WHILE: Duration = Duration::from_millis(20);

/// Plays one game by hand, for its first player's score.
type ByHand = fn(&mut Chance) -> i32;

/// Games by their names, with a variant; and by whom they are written by hand.
const GAMES: [(&str, Option<&str>, Option<ByHand>); 12] = [
    ("classics/kuhn_poker", None, Some(|chance| first(classics::kuhn_poker(chance)))),
    ("classics/leduc_poker", None, Some(|chance| first(classics::leduc_poker(chance)))),
    ("classics/goofspiel", None, Some(|chance| first(classics::goofspiel(chance)))),
    ("classics/crazy_eights", None, Some(|chance| classics::crazy_eights(chance).scores()[0])),
    ("classics/hearts", Some("one_deal"), None),
    ("alkekan", None, Some(|chance| first(alkekan::alkekan(chance)))),
    (WITHOUT_CRIES, None, Some(|chance| first(alkekan::alkekan(chance)))),
    ("six_lots", None, None),
    ("douhar", None, None),
    ("card_o_tresor", None, None),
    ("attaque_du_roi", None, None),
    ("variants/court_of_spies", None, None),
];

fn first(played: Played) -> i32 {
    played.scores[0]
}

/// What is played by hand has no cries: the same study's variant of the game, which has none either, is compared as well.
const WITHOUT_CRIES: &str = "../docs/studies/alkekan/no_call";

fn main() {
    // `cargo test --all-targets` runs benchmarks too, to see that they start.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("{:<24}{:>14}{:>14}{:>14}{:>8}", "game", "playouts/s", "ns/decision", "by hand", "ratio");
    for (name, variant, by_hand) in GAMES {
        let settings = Settings { variant: variant.map(str::to_owned), ..Settings::default() };
        println!("{}", row(name, &folder::load(name, &settings), by_hand));
    }
    println!("\nalkekan with two jobs: {:.2} times as fast as with one", two_jobs());
}

fn row(name: &str, game: &Game, by_hand: Option<ByHand>) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    let (mut playouts, mut number, mut decisions) = (Playouts::new(game, &[&Random]), 0, 0);
    let mut interpreted = || {
        let finished = playouts.play(seed_of_game(1, number));
        assert!(matches!(finished.ended, Ended::Over(_)), "{name}: game {number} did not end");
        (number, decisions) = (number + 1, decisions + finished.decisions);
    };
    let mut chance = Chance::new(1);
    let mut samples: Vec<[f64; 3]> = (0..ROUNDS)
        .map(|_| {
            let ours = nanoseconds(&mut interpreted);
            let theirs = by_hand.map_or(f64::NAN, |play| {
                nanoseconds(&mut || {
                    black_box(play(&mut chance));
                })
            });
            [ours, theirs, ours / theirs]
        })
        .collect();
    let [ours, theirs, ratio] = [0, 1, 2].map(|column| {
        samples.sort_by(|a, b| a[column].total_cmp(&b[column]));
        samples[ROUNDS / 2][column]
    });
    let each = ours * number as f64 / decisions as f64;
    let ours = format!("{name:<24}{:>14}{each:>14.0}", thousands(1e9 / ours));
    if by_hand.is_none() { ours } else { format!("{ours}{:>14}{ratio:>8.1}", thousands(1e9 / theirs)) }
}

/// How long one call takes, of as many as there is time for.
#[allow(clippy::disallowed_methods, reason = "a benchmark has a clock")]
fn nanoseconds(play: &mut dyn FnMut()) -> f64 {
    let (begun, mut calls) = (Instant::now(), 0);
    loop {
        (0..100).for_each(|_| play());
        calls += 100;
        let passed = begun.elapsed();
        if passed >= WHILE {
            return passed.as_nanos() as f64 / f64::from(calls);
        }
    }
}

/// Of simulations as the command makes them.
fn two_jobs() -> f64 {
    let game = folder::load("alkekan", &Settings::default());
    let simulation =
        |jobs, games| Simulation { game: &game, first: 0, games, seed: 1, seats: &[], jobs, watcher: None };
    let run = |jobs| nanoseconds(&mut || drop(black_box(simulation(jobs, 2_000).run())));
    let mut ratios: Vec<f64> = (0..5).map(|_| run(1) / run(2)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// Three digits that mean something, and a space before each three.
fn thousands(rate: f64) -> String {
    let unit = 10f64.powf((rate.log10() - 2.0).floor().max(0.0));
    let digits = format!("{:.0}", (rate / unit).round() * unit);
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(" ")
}
