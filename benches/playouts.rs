//! How fast games are played, copied, imagined and loaded, on one core. `reference` is the Woods of Alkekan without its cries,
//! written by hand for this one game: what the interpreter is to be measured against, in the same run.

#[path = "reference/classics.rs"]
mod classics;
#[path = "../tests/common/folder.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod folder;
#[path = "../tests/common/playout.rs"]
mod playout;

use cardrun::game::{Game, Play, Settings};
use cardrun::value::Seat;
use cardrun::vm::{Generator, Silent};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout::play;

fn main() {
    check_reference();
    divan::main();
}

// ------------------------------------------------------------------------------------------------------- the interpreter

/// Games of one measurement: single ones differ too much.
const GAMES: u64 = 20;

/// Playouts with scores, as a search or a simulation plays them.
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

#[divan::bench(args = folder::names())]
fn playout(bencher: Bencher<'_, '_>, name: &str) {
    bench_playouts(bencher, &folder::load(name, &Settings::default()));
}

/// The game of the reference: nobody is ever asked whether to cry.
fn without_cries() -> Game {
    let rules = folder::text("alkekan.rules");
    let cut =
        rules.replace("= meet, listen, choose, listen, unveil, listen, settle,", "= meet, choose, unveil, settle,");
    assert_ne!(cut, rules, "the course of a round stands elsewhere now");
    let (layout, script) = (folder::text("alkekan.yaml"), folder::text("alkekan.rhai"));
    let files = [("alkekan.yaml", layout.as_str()), ("alkekan.rules", &cut), ("alkekan.rhai", &script)];
    Game::from_strings(&files, &Settings::default()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[divan::bench]
fn playout_alkekan_without_cries(bencher: Bencher<'_, '_>) {
    bench_playouts(bencher, &without_cries());
}

fn classic(name: &str) -> Game {
    let read = |file: &str| folder::bytes(&format!("classics/{file}"));
    let variant = (name == "hearts").then(|| "one_deal".to_owned());
    let settings = Settings { variant, ..Settings::default() };
    Game::load(&format!("{name}.yaml"), &read, &settings).unwrap_or_else(|problems| panic!("{problems}"))
}

#[divan::bench(args = ["kuhn_poker", "leduc_poker", "goofspiel", "crazy_eights", "hearts"])]
fn playout_classic(bencher: Bencher<'_, '_>, name: &str) {
    bench_playouts(bencher, &classic(name));
}

/// A game by hand, for its first player's score.
type ByHand = fn(&mut Generator) -> i32;

const BY_HAND: [(&str, ByHand); 3] =
    [("kuhn_poker", classics::kuhn_poker), ("leduc_poker", classics::leduc_poker), ("goofspiel", classics::goofspiel)];

#[divan::bench(args = BY_HAND.map(|(name, _)| name))]
fn reference_classic(bencher: Bencher<'_, '_>, name: &str) {
    let (_, by_hand) = BY_HAND.into_iter().find(|(known, _)| *known == name).expect("one of the list");
    let mut generator = Generator::new(1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            black_box(by_hand(&mut generator));
        }
    });
}

/// A game in the middle, and whose choice it is.
fn half_played(name: &str) -> (Play, Seat) {
    let game = folder::load(name, &Settings::default());
    let mut play = Play::new(&game, 1);
    let mut generator = Generator::new(1);
    for _ in 0..20 {
        assert!(folder::step(&mut play, &mut generator), "{name} is over too soon");
    }
    let seat = play.pending().first().copied().unwrap_or(0);
    (play, seat)
}

#[divan::bench(args = folder::names())]
fn clone_state(bencher: Bencher<'_, '_>, name: &str) {
    let (play, _) = half_played(name);
    bencher.bench_local(|| black_box(play.state().clone()));
}

#[divan::bench(args = folder::names())]
fn clone_state_into(bencher: Bencher<'_, '_>, name: &str) {
    let (play, _) = half_played(name);
    let mut copy = play.state().clone();
    bencher.bench_local(|| black_box(&mut copy).clone_from(black_box(play.state())));
}

#[divan::bench(args = folder::names())]
fn determinize(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    let mut generator = Generator::new(2);
    bencher.bench_local(|| black_box(play.determinize(seat, &mut generator)));
}

#[divan::bench(args = folder::names())]
fn observe(bencher: Bencher<'_, '_>, name: &str) {
    let (play, seat) = half_played(name);
    bencher.bench_local(|| black_box(play.observe(seat)));
}

#[divan::bench(args = folder::names())]
fn load(bencher: Bencher<'_, '_>, name: &str) {
    bencher.bench_local(|| black_box(folder::load(name, &Settings::default())));
}

// --------------------------------------------------------------------------------------------------------- partitions

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

// --------------------------------------------------------------------------------------------------------- the reference

#[divan::bench]
fn reference_alkekan_without_cries(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for _ in 0..GAMES {
            seed += 1;
            black_box(reference(seed).scores);
        }
    });
}

/// Cards 0 to 51 are four runs of ace to king (clubs, spades, diamonds, hearts), 52 and 53 the jokers. Sets of cards are masks.
const SUIT: u64 = (1 << 13) - 1;
const BLACK: u64 = SUIT | SUIT << 13;
const JOKERS: u64 = 0b11 << 52;
const NUMBERS: u64 = every_suit((1 << 10) - 1);
const MAGIC: u64 = every_suit(0b111 << 10);
const CARDS: u8 = 54;

const fn every_suit(ranks: u64) -> u64 {
    ranks | ranks << 13 | ranks << 26 | ranks << 39
}

struct Finished {
    scores: [i32; 2],
    encounters: u32,
}

fn reference(seed: u64) -> Finished {
    let (mut chance, mut choices) = (Generator::new(seed), Generator::stream(seed, 1));
    let mut deck: [u8; CARDS as usize] = std::array::from_fn(|card| card as u8);
    chance.shuffle(&mut deck);
    let mut deck = deck.into_iter();
    let mut hands = [0u64; 2];
    let mut purses = [0u64; 2];
    let mut encounters = 0;
    fill(&mut hands, &mut deck);
    while let Some(encounter) = deck.next() {
        encounters += 1;
        let bids = [0, 1].map(|player| rank(lay(&mut hands[player], &mut choices)));
        if let Some(taker) = taker(encounter, bids) {
            purses[taker] |= 1 << encounter;
        }
        fill(&mut hands, &mut deck);
    }
    Finished { scores: [0, 1].map(|player| score(purses[player] | hands[player])), encounters }
}

fn fill(hands: &mut [u64; 2], deck: &mut impl Iterator<Item = u8>) {
    for hand in hands {
        while hand.count_ones() < 4
            && let Some(card) = deck.next()
        {
            *hand |= 1 << card;
        }
    }
}

/// Takes any card out of a hand.
fn lay(hand: &mut u64, choices: &mut Generator) -> u8 {
    let mut left = *hand;
    for _ in 0..choices.below(hand.count_ones()) {
        left &= left - 1;
    }
    let card = left.trailing_zeros() as u8;
    *hand &= !(1 << card);
    card
}

/// Ace 1 to king 13, jokers 0.
fn rank(card: u8) -> u8 {
    if card >= 52 { 0 } else { card % 13 + 1 }
}

fn taker(encounter: u8, [one, two]: [u8; 2]) -> Option<usize> {
    let (card, worth) = (1u64 << encounter, rank(encounter));
    if one == two {
        return None;
    }
    if card & NUMBERS & BLACK != 0 {
        return match (one == worth, two == worth) {
            (true, _) => Some(1),
            (_, true) => Some(0),
            _ if one.max(two) > worth => None,
            _ => Some(usize::from(two < one)),
        };
    }
    // The worth itself beats everything, and on magic and jokers the ace all the rest.
    let sings = card & (MAGIC | JOKERS) != 0;
    let strength = |bid: u8| (bid == worth, sings && bid == 1, bid);
    Some(usize::from(strength(two) > strength(one)))
}

fn score(purse: u64) -> i32 {
    let jokers = match (purse & JOKERS).count_ones() {
        0 => 0,
        1 => 15,
        _ => -15,
    };
    let mut worths = [0i32; 40];
    let mut count = 0;
    for_each(purse & NUMBERS, |card| {
        let worth = i32::from(rank(card));
        worths[count] = if 1u64 << card & BLACK != 0 { -worth } else { worth };
        count += 1;
    });
    let worths = &mut worths[..count];
    worths.sort_unstable();
    worths.iter().sum::<i32>() + best_magic(worths, purse & MAGIC) + jokers
}

fn for_each(mut cards: u64, mut each: impl FnMut(u8)) {
    while cards != 0 {
        each(cards.trailing_zeros() as u8);
        cards &= cards - 1;
    }
}

/// What magic adds at best. A card of magic multiplies what it acts on by -2 (king), -1 (jack) or 1 (queen), and nothing acts on
/// the rest. The greatest sum of products pairs rising factors with rising worths: of more factors than cards, the lowest go to
/// thieves and the highest to treasures.
fn best_magic(worths: &[i32], magic: u64) -> i32 {
    let of_rank = |rank: u64| (magic & every_suit(1 << (rank - 1))).count_ones() as usize;
    let (jacks, queens, kings) = (of_rank(11), of_rank(12), of_rank(13));
    let idle = worths.len().saturating_sub(jacks + queens + kings);
    let all = kings + jacks + idle + queens;
    let factor = |at: usize| match at {
        _ if at < kings => -2,
        _ if at < kings + jacks => -1,
        _ if at < kings + jacks + idle => 0,
        _ => 1,
    };
    let thieves = worths.partition_point(|&worth| worth < 0);
    let spare = all - worths.len();
    let pairs = worths.iter().enumerate();
    pairs.map(|(at, worth)| worth * factor(if at < thieves { at } else { at + spare })).sum()
}

/// The reference plays the same game: the rulebook's example, sixteen encounters, and scores as the interpreter's on average.
fn check_reference() {
    let card = |suit: u8, rank: u8| 1u64 << (suit * 13 + rank - 1);
    let (clubs, spades, diamonds, hearts) = (0, 1, 2, 3);
    let magic = card(clubs, 11) | card(clubs, 12) | card(spades, 13) | card(hearts, 13);
    assert_eq!(score(card(hearts, 3) | card(hearts, 5) | card(diamonds, 8) | magic | 1 << 52), 28);
    let games = 4_000;
    let mean = |scores: &dyn Fn(u64) -> [i32; 2]| {
        f64::from((0..games).map(|seed| scores(seed).iter().sum::<i32>()).sum::<i32>()) / (2 * games) as f64
    };
    let by_hand = mean(&|seed| {
        let finished = reference(seed);
        assert_eq!(finished.encounters, 16);
        finished.scores
    });
    let game = without_cries();
    let interpreted = {
        let runtime = std::cell::RefCell::new(game.runtime());
        mean(&|seed| {
            let mut runtime = runtime.borrow_mut();
            let (mut state, _) = runtime.start(Generator::new(seed), &mut Silent);
            play(&mut runtime, &mut state, seed);
            let scores = runtime.scores(&mut state).expect("scores");
            [scores[0], scores[1]]
        })
    };
    // The deviation of a score is 17, so that of these means 0.2.
    assert!((by_hand - interpreted).abs() < 1.2, "{by_hand} by hand, {interpreted} interpreted");
}
