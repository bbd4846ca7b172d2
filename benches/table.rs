//! Playouts a second on one core, beside the same games written by hand where there are any, as a
//! table.
//!
//! Games are timed in chunks so short that most are over before the machine turns to something
//! else; the same chunks several times, and in turn with games by hand. Of each chunk's times the
//! median counts: whatever else the machine does then falls on few of them, and on both alike.

#[path = "reference/mod.rs"]
#[allow(dead_code, reason = "a test looks at the rest of it")]
mod by_hand;
#[path = "../tests/it/common/folder.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod folder;

use by_hand::{Chance, Played, alkekan, classics};
use cardrun::game::{Game, Settings};
use cardrun::runner::{Ended, Playouts, Random, Simulation, seed_of_game};
use std::hint::black_box;
use std::time::Instant;

/// Chunks of a game, and how often each is timed.
const CHUNKS: u64 = 100;
const ROUNDS: usize = 9;
/// About how long a chunk takes.
const NANOSECONDS: f64 = 400_000.0;

/// Plays one game by hand, for its first player's score.
type ByHand = fn(&mut Chance) -> i32;

/// Games by their names, with a variant; and by whom they are written by hand.
const GAMES: [(&str, Option<&str>, Option<ByHand>); 14] = [
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
    // What can be chosen is found among thousands of sets of cards.
    ("../benches/games/one_against_two", None, None),
    ("../benches/games/tiles", None, None),
];

fn first(played: Played) -> i32 {
    played.scores[0]
}

/// What is played by hand has no cries: the same study's variant of the game, which has none
/// either, is compared as well.
const WITHOUT_CRIES: &str = "../docs/studies/alkekan/no_call";

fn main() {
    // `cargo test --all-targets` runs benchmarks too, to see that they start.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Whoever names games wants these alone.
    let named: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_wanted = |name: &str| named.is_empty() || named.iter().any(|it| name.contains(it));
    println!(
        "{:<24}{:>14}{:>14}{:>14}{:>8}{:>14}{:>8}",
        "game", "playouts/s", "ns/decision", "by hand", "ratio", "remembered/s", "ratio"
    );
    for (name, variant, by_hand) in GAMES.into_iter().filter(|(name, ..)| is_wanted(name)) {
        let settings = Settings { variant: variant.map(str::to_owned), ..Settings::default() };
        println!("{}", row(name, &folder::load(name, &settings), by_hand));
    }
    if named.is_empty() {
        println!("\nalkekan with two jobs: {:.2} times as fast as with one", two_jobs());
    }
}

fn row(name: &str, game: &Game, by_hand: Option<ByHand>) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    // Each game is timed several times: none may be remembered.
    let (mut playouts, mut played, mut decisions) =
        (Playouts::new(game, &[&Random]).without_recall(), 0, 0);
    let mut interpreted = |number| {
        let finished = playouts.play(seed_of_game(1, number));
        assert!(matches!(finished.ended, Ended::Over(_)), "{name}: game {number} did not end");
        (played, decisions) = (played + 1, decisions + finished.decisions);
    };
    let mut chance = Chance::new(1);
    let mut by_hand = by_hand.map(|play| {
        move |_| {
            black_box(play(&mut chance));
        }
    });
    let games = in_chunk(&mut interpreted);
    let games_by_hand = by_hand.as_mut().map_or(0, |play| in_chunk(play));
    let (mut ours, mut theirs) = (vec![Vec::new(); CHUNKS as usize], Vec::new());
    for _ in 0..ROUNDS {
        for (chunk, times) in (0..CHUNKS).zip(&mut ours) {
            times.push(nanoseconds(&mut || {
                (chunk * games..(chunk + 1) * games).for_each(&mut interpreted)
            }));
            if let Some(play) = &mut by_hand {
                theirs.push(nanoseconds(&mut || (0..games_by_hand).for_each(&mut *play)));
            }
        }
    }
    let ours = ours.into_iter().map(median).sum::<f64>() / (CHUNKS * games) as f64;
    let each = ours * played as f64 / decisions as f64;
    let row = format!("{name:<24}{:>14}{each:>14.0}", thousands(1e9 / ours));
    let theirs = (!theirs.is_empty()).then(|| median(theirs) / games_by_hand as f64);
    let beside =
        |ours: f64| theirs.map_or(String::new(), |theirs| format!("{:>8.1}", ours / theirs));
    let by_hand = theirs.map_or(String::new(), |theirs| thousands(1e9 / theirs));
    let remembered = remembering(game)
        .map_or(String::new(), |each| format!("{:>14}{:>8}", thousands(1e9 / each), beside(each)));
    format!("{row}{by_hand:>14}{:>8}{remembered}", beside(ours))
}

/// Games of a simulation that is to show what remembering them gives, and so many that tell whether
/// any comes again.
const MANY: u64 = 1_000_000;
const FEW: u64 = 2_000;

/// Nanoseconds of one of many games of a simulation, in which those that come again are not played
/// again; `None` where none does.
fn remembering(game: &Game) -> Option<f64> {
    fn play(playouts: &mut Playouts<'_>, numbers: std::ops::Range<u64>) -> u64 {
        for number in numbers {
            let finished = playouts.play(seed_of_game(2, number));
            assert!(matches!(finished.ended, Ended::Over(_)), "game {number} did not end");
        }
        playouts.recalled()
    }
    let mut playouts = Playouts::new(game, &[&Random]);
    if play(&mut playouts, 0..FEW) == 0 {
        return None;
    }
    let all = nanoseconds(&mut || {
        black_box(play(&mut playouts, FEW..MANY));
    });
    Some(all / (MANY - FEW) as f64)
}

/// How many games make a chunk. The first ones are played to warm up.
fn in_chunk(play: &mut dyn FnMut(u64)) -> u64 {
    let tries = (0..9).map(|_| nanoseconds(&mut || (0..50).for_each(&mut *play)));
    (NANOSECONDS * 50.0 / median(tries.collect())).ceil() as u64
}

#[allow(clippy::disallowed_methods, reason = "a benchmark has a clock")]
fn nanoseconds(work: &mut dyn FnMut()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_nanos() as f64
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Of simulations as the command makes them.
fn two_jobs() -> f64 {
    let game = folder::load("alkekan", &Settings::default());
    let simulation = |jobs, games| Simulation {
        game: &game,
        first: 0,
        games,
        seed: 1,
        seats: &[],
        jobs,
        watcher: None,
    };
    let run = |jobs| nanoseconds(&mut || drop(black_box(simulation(jobs, 20_000).run())));
    median((0..5).map(|_| run(1) / run(2)).collect())
}

/// Three digits that mean something, and a space before each three.
fn thousands(rate: f64) -> String {
    let unit = 10f64.powf((rate.log10() - 2.0).floor().max(0.0));
    let digits = format!("{:.0}", (rate / unit).round() * unit);
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(" ")
}
