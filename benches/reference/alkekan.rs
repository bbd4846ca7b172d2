//! The Woods of Alkekan without its cries.

use super::{Chance, Pack, Played, every_suit};

/// Cards 0 to 51 are four runs of ace to king (clubs, spades, diamonds, hearts), 52 and 53 the
/// jokers. Sets of cards are masks.
const BLACK: u64 = (1 << 26) - 1;
const RED: u64 = BLACK << 26;
const NUMBERS: u64 = every_suit((1 << 10) - 1);
const JOKERS: u64 = 0b11 << 52;
const HAND: usize = 4;

pub fn alkekan(chance: &mut Chance) -> Played {
    let mut pack = Pack::<54>::new(std::array::from_fn(|card| card as u8));
    let (mut hands, mut purses) = ([[0u8; HAND]; 2], [0u64; 2]);
    for card in hands.as_flattened_mut() {
        *card = pack.draw(chance);
    }
    let mut decisions = 0;
    loop {
        let encounter = pack.draw(chance);
        let chosen = [0, 1].map(|_| chance.below(HAND as u32) as usize);
        decisions += 2;
        let bids = [0, 1].map(|player| rank(hands[player][chosen[player]]));
        if let Some(taker) = taker(encounter, bids) {
            purses[taker] |= 1 << encounter;
        }
        if pack.left == 0 {
            return Played {
                scores: [0, 1].map(|seat| score(purses[seat] | left(hands[seat], chosen[seat]))),
                decisions,
            };
        }
        // 54 cards are two hands, fifteen times an encounter and two cards drawn, and a last
        // encounter.
        for player in [0, 1] {
            hands[player][chosen[player]] = pack.draw(chance);
        }
    }
}

/// What of a hand has not been played in the last encounter.
fn left(hand: [u8; HAND], played: usize) -> u64 {
    (0..HAND).filter(|&at| at != played).fold(0, |cards, at| cards | 1 << hand[at])
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
    let sings = card & NUMBERS == 0;
    let strength = |bid: u8| (bid == worth, sings && bid == 1, bid);
    Some(usize::from(strength(two) > strength(one)))
}

/// What all cards of a purse come to.
pub fn score(purse: u64) -> i32 {
    let jokers = match (purse & JOKERS).count_ones() {
        0 => 0,
        1 => 15,
        _ => -15,
    };
    let (mut worths, mut count) = ([0i32; 40], 0);
    let mut add = |cards: u64, worth: i32| {
        let more = (purse & cards).count_ones() as usize;
        worths[count..count + more].fill(worth);
        count += more;
        more
    };
    let thieves =
        (0..10).rev().map(|rank| add(BLACK & every_suit(1 << rank), -rank - 1)).sum::<usize>();
    for rank in 0..10 {
        add(RED & every_suit(1 << rank), rank + 1);
    }
    let worths = &worths[..count];
    worths.iter().sum::<i32>() + best_magic(worths, thieves, purse) + jokers
}

/// What magic adds at best. A card of magic multiplies what it acts on by -2 (king), -1 (jack) or 1
/// (queen), and nothing acts on the rest. The greatest sum of products pairs rising factors with
/// rising worths: of more factors than cards, the lowest go to thieves and the highest to
/// treasures.
fn best_magic(worths: &[i32], thieves: usize, purse: u64) -> i32 {
    let of_rank = |rank: u64| (purse & every_suit(1 << (rank - 1))).count_ones() as usize;
    let (jacks, queens, kings) = (of_rank(11), of_rank(12), of_rank(13));
    let idle = worths.len().saturating_sub(jacks + queens + kings);
    let spare = kings + jacks + idle + queens - worths.len();
    let factor = |at: usize| match at {
        _ if at < kings => -2,
        _ if at < kings + jacks => -1,
        _ if at < kings + jacks + idle => 0,
        _ => 1,
    };
    let pairs = worths.iter().enumerate();
    pairs.map(|(at, worth)| worth * factor(if at < thieves { at } else { at + spare })).sum()
}
