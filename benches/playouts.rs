//! How fast games are played choice by choice, copied, imagined, observed and loaded, and hands
//! packed, on one core. Simulations, in which choices are answered at once, and what is written by
//! hand stand in `table.rs`.

#[path = "../tests/it/common/folder.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod folder;
#[path = "../tests/it/common/playout.rs"]
mod playout;

use cardrun::game::{Game, Play, Settings};
use cardrun::value::Seat;
use cardrun::vm::{Generator, Silent};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout::play;

fn main() {
    divan::main();
}

// -------------------------------------------------------------------------------------------------
// the interpreter

/// All but those that are over before twenty choices.
fn games() -> Vec<String> {
    let classics = ["goofspiel", "crazy_eights", "hearts"].map(|name| format!("classics/{name}"));
    folder::names().into_iter().chain(classics).collect()
}

/// Games of one measurement: single ones differ too much.
const GAMES: u64 = 20;

/// Playouts with scores, asked choice by choice.
fn bench_playouts(bencher: Bencher<'_, '_>, game: &Game) {
    let mut runtime = game.runtime();
    runtime.knowing = false;
    let (mut state, _) = runtime.start(Generator::new(0), &mut Silent);
    let mut seed = 0;
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            seed += 1;
            play(&mut runtime, &mut state, seed);
            black_box(runtime.scores(&mut state).expect("scores"));
        }
    });
}

#[divan::bench(args = games())]
fn playout(bencher: Bencher<'_, '_>, name: &str) {
    bench_playouts(bencher, &folder::load(name, &Settings::default()));
}

/// A game in the middle, and whose choice it is.
fn half_played(name: &str) -> (Play, Seat) {
    let game = folder::load(name, &Settings::default());
    let mut play = Play::new(&game, 1);
    let mut generator = Generator::new(1);
    for _ in 0..20 {
        assert!(folder::step(&mut play, &mut generator), "{name} is over too soon");
    }
    let seat = play.pending().first().copied().unwrap_or(Seat::new(0));
    (play, seat)
}

/// Copies of one measurement: a single one takes little longer than the clock does.
const COPIES: u32 = 1_000;

/// Into new memory, which is given back again.
#[divan::bench(args = games())]
fn clone_state(bencher: Bencher<'_, '_>, name: &str) {
    let (play, _) = half_played(name);
    bencher.counter(ItemsCount::new(COPIES)).bench_local(|| {
        for _ in 0..COPIES {
            black_box(black_box(play.state()).clone());
        }
    });
}

#[divan::bench(args = games())]
fn clone_state_into(bencher: Bencher<'_, '_>, name: &str) {
    let (play, _) = half_played(name);
    let mut copy = play.state().clone();
    bencher.counter(ItemsCount::new(COPIES)).bench_local(|| {
        for _ in 0..COPIES {
            black_box(&mut copy).clone_from(black_box(play.state()));
        }
    });
}

/// A world that the seat thinks possible.
#[divan::bench(args = games())]
fn determinize(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    let (program, mut generator) = (play.game().program(), Generator::new(2));
    bencher.bench_local(|| black_box(play.state().determinize(program, seat, &mut generator)));
}

/// A world that the seat thinks possible, in the memory of another, with choices and chance to come
/// forgotten: what a search does before each playout.
#[divan::bench(args = games())]
fn imagine_into(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    let (program, mut generator) = (play.game().program(), Generator::new(2));
    let mut world = play.state().clone();
    bencher.bench_local(|| {
        play.state().imagine_into(program, seat, &mut generator, black_box(&mut world))
    });
}

/// A world that the seat thinks possible, as a game that can be played on, with the options of
/// whoever is asked.
#[divan::bench(args = games())]
fn determinize_play(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    let mut generator = Generator::new(2);
    bencher.bench_local(|| black_box(play.determinize(seat, &mut generator)));
}

#[divan::bench(args = games())]
fn observe(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    bencher.bench_local(|| black_box(play.observe(seat)));
}

#[divan::bench(args = games())]
fn load(bencher: Bencher<'_, '_>, name: &str) {
    bencher.bench_local(|| black_box(folder::load(name, &Settings::default())));
}

// -------------------------------------------------------------------------------------------------
// partitions

/// Times that one measurement packs a hand.
const PARTITIONS: u64 = 1_000;

/// Hands dealt at random, each packed again and again.
fn packing(count: u32, what: &str) -> Game {
    let layout = format!(
        "
seats: 1
decks: {{ pack: {{ standard: 52, rank: {{ A: 1 }} }} }}
zones:
  deck: {{ holds: pack, shape: pile, seen_by: nobody }}
  hand: {{ seen_by: all }}
variables: {{ worth: {{ type: number }} }}
rules: |
  phase game = deal, {PARTITIONS} times: pack
  phase deal {{ shuffle deck; draw {count} from deck to hand }}
  effect pack {{ set worth to {what} }}
  shape group = 3..4 cards, same rank
  shape run   = 3.. cards, same suit, rank in sequence
  shape meld  = group or run
  combinations melds {{ meld => sum min(rank, 10) over it }}
"
    );
    Game::from_strings(&[("packing.yaml", &layout)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn bench_packing(bencher: Bencher<'_, '_>, count: u32, what: &str) {
    let game = packing(count, what);
    let mut runtime = game.runtime();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(PARTITIONS)).bench_local(|| {
        seed += 1;
        let (state, stopped) = runtime.start(Generator::new(seed), &mut Silent);
        stopped.expect("every hand can be packed");
        black_box(state);
    });
}

#[divan::bench(args = [10, 13, 20])]
fn best_partition(bencher: Bencher<'_, '_>, cards: u32) {
    bench_packing(bencher, cards, "best melds over hand");
}

#[divan::bench(args = [10, 20])]
fn count_melds(bencher: Bencher<'_, '_>, cards: u32) {
    bench_packing(bencher, cards, "count meld of hand");
}

#[divan::bench(args = [5, 10])]
fn count_fifteens(bencher: Bencher<'_, '_>, cards: u32) {
    bench_packing(bencher, cards, "count 2.. of hand where sum min(rank, 10) over it = 15");
}
