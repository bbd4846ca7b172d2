//! Kuhn's and Leduc's poker, goofspiel, crazy eights for two.

use super::{Chance, Pack, Played, every_suit};

pub fn kuhn_poker(chance: &mut Chance) -> Played {
    let mut pack = Pack::new([11, 12, 13]);
    let won = if pack.draw(chance) > pack.draw(chance) { 1 } else { -1 };
    let mut bets = || chance.below(2) == 1;
    let (score, decisions) = match (bets(), bets()) {
        (true, true) => (2 * won, 2),
        (true, false) => (1, 2),
        (false, false) => (won, 2),
        (false, true) if bets() => (2 * won, 3),
        (false, true) => (-1, 3),
    };
    Played { scores: [score, -score], decisions }
}

pub fn leduc_poker(chance: &mut Chance) -> Played {
    let mut pack = Pack::new([11, 11, 12, 12, 13, 13]);
    let hands = [pack.draw(chance), pack.draw(chance)];
    let (mut staked, mut board, mut decisions) = ([1, 1], 0, 0);
    let end = |score: i32, decisions| Played { scores: [score, -score], decisions };
    for raise in [2, 4] {
        let (mut raised, mut called, mut me) = (0, 0, 0);
        while called < if raised == 0 { 2 } else { 1 } {
            let owing = staked[me] < staked[1 - me];
            let options = 1 + u32::from(owing) + u32::from(raised < 2);
            decisions += 1;
            match chance.below(options) + u32::from(!owing) {
                0 => return end(if me == 0 { -staked[0] } else { staked[1] }, decisions),
                1 => {
                    staked[me] = staked[me].max(staked[1 - me]);
                    called += 1;
                }
                _ => {
                    staked[me] = staked[me].max(staked[1 - me]) + raise;
                    raised += 1;
                    called = 0;
                }
            }
            me = 1 - me;
        }
        if raise == 2 {
            board = pack.draw(chance);
        }
    }
    let [one, two] = hands.map(|card| (card == board, card));
    let score = match one.cmp(&two) {
        std::cmp::Ordering::Greater => staked[1],
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -staked[0],
    };
    end(score, decisions)
}

/// The last card of each plays itself.
pub fn goofspiel(chance: &mut Chance) -> Played {
    let suit: [u8; 13] = std::array::from_fn(|at| at as u8 + 1);
    let (mut prizes, mut hands) = (Pack::new(suit), [Pack::new(suit), Pack::new(suit)]);
    let mut scores = [0, 0];
    for _ in 0..13 {
        let prize = i32::from(prizes.draw(chance));
        let [one, two] = hands.each_mut().map(|hand| hand.draw(chance));
        scores[0] += if one > two { prize } else { 0 };
        scores[1] += if two > one { prize } else { 0 };
    }
    Played { scores, decisions: 24 }
}

/// How crazy eights ended: the hands as masks of cards, two to ace in each suit.
pub struct Eights {
    pub hands: [u64; 2],
    /// Cards played and drawn, passes, suits named: also where nothing else was possible.
    pub moves: u32,
}

const EIGHTS: u64 = every_suit(1 << 6);
const SUIT: u64 = (1 << 13) - 1;

pub fn crazy_eights(chance: &mut Chance) -> Eights {
    let mut pack = Pack::<52>::new(std::array::from_fn(|card| card as u8));
    let mut hands = [0u64; 2];
    let mut me = chance.below(2) as usize;
    for seat in (0..14).map(|card| card % 2) {
        hands[seat] |= 1 << pack.draw(chance);
    }
    let mut top = pack.draw(chance);
    while EIGHTS >> top & 1 == 1 {
        pack.cards[pack.left] = top;
        pack.left += 1;
        top = pack.draw(chance);
    }
    let mut called = top / 13;
    let (mut moves, mut played, mut drawn, mut passes) = (0, 0, 0, 0);
    loop {
        let fits = hands[me] & (SUIT << (13 * called) | every_suit(1 << (top % 13)) | EIGHTS);
        let cards = fits.count_ones();
        let stock = pack.left > 0;
        let may_draw = stock && drawn < 5;
        moves += 1;
        // Either a card may be drawn, or the turn may end.
        let choice = chance.below(cards + 1);
        if choice == cards && may_draw {
            hands[me] |= 1 << pack.draw(chance);
            drawn += 1;
            continue;
        }
        if choice < cards {
            top = nth(fits, choice);
            hands[me] &= !(1 << top);
            (played, passes) = (played + 1, 0);
            if hands[me] == 0 || played == 100 {
                break;
            }
            let is_eight = EIGHTS >> top & 1 == 1;
            called = if is_eight { chance.below(4) as u8 } else { top / 13 };
            moves += u32::from(is_eight);
        } else if !stock {
            passes += 1;
            if passes > 2 {
                break;
            }
        }
        (me, drawn) = (1 - me, 0);
    }
    Eights { hands, moves }
}

/// The member of a set that has so many before it.
#[inline]
fn nth(mut set: u64, before: u32) -> u8 {
    for _ in 0..before {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

impl Eights {
    /// 50 for an eight, 10 for an ace or a court card, the rank for others.
    pub fn scores(&self) -> [i32; 2] {
        self.hands.map(|hand| charge(hand, |card| i32::from(card % 13) + 2))
    }

    /// Low cards for their place in the pack, which goes rank by rank, and two.
    pub fn openspiel_scores(&self) -> [i32; 2] {
        self.hands.map(|hand| charge(hand, |card| i32::from(card % 13 * 4 + card / 13) + 2))
    }
}

fn charge(hand: u64, of_low: impl Fn(u8) -> i32) -> i32 {
    let high = every_suit(0b1111 << 9);
    let mut low = hand & !high & !EIGHTS;
    let mut sum = 50 * (hand & EIGHTS).count_ones() as i32 + 10 * (hand & high).count_ones() as i32;
    while low != 0 {
        sum += of_low(low.trailing_zeros() as u8);
        low &= low - 1;
    }
    sum
}
