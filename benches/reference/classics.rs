//! The classics by hand, by uniformly random choices: what the interpreter is to be measured against. Each gives the first
//! player's score.

use cardrun::vm::Generator;

fn draw<const N: usize>(cards: &mut [u8; N], left: usize, chance: &mut Generator) -> u8 {
    let at = chance.below(left as u32) as usize;
    let card = cards[at];
    cards[at] = cards[left - 1];
    card
}

pub fn kuhn_poker(chance: &mut Generator) -> i32 {
    let mut pack = [11, 12, 13];
    let (mine, other) = (draw(&mut pack, 3, chance), draw(&mut pack, 2, chance));
    let won = if mine > other { 1 } else { -1 };
    let mut yes = || chance.below(2) == 1;
    match (yes(), yes()) {
        (true, true) => 2 * won,
        (true, false) => 1,
        (false, false) => won,
        (false, true) => {
            if yes() {
                2 * won
            } else {
                -1
            }
        }
    }
}

pub fn leduc_poker(chance: &mut Generator) -> i32 {
    let mut pack = [11, 11, 12, 12, 13, 13];
    let hands = [draw(&mut pack, 6, chance), draw(&mut pack, 5, chance)];
    let (mut staked, mut board) = ([1, 1], 0);
    for raise in [2, 4] {
        let (mut raised, mut called, mut me) = (0, 0, 0);
        while called < if raised == 0 { 2 } else { 1 } {
            let owing = staked[me] < staked[1 - me];
            let options = 1 + u32::from(owing) + u32::from(raised < 2);
            match chance.below(options) + u32::from(!owing) {
                0 => return if me == 0 { -staked[0] } else { staked[1] },
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
            board = draw(&mut pack, 4, chance);
        }
    }
    let strength = hands.map(|card| (card == board, card));
    match strength[0].cmp(&strength[1]) {
        std::cmp::Ordering::Greater => staked[1],
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -staked[0],
    }
}

pub fn goofspiel(chance: &mut Generator) -> i32 {
    let suit: [u8; 13] = std::array::from_fn(|at| at as u8 + 1);
    let (mut prizes, mut mine, mut others, mut won) = (suit, suit, suit, 0);
    for left in (1..=13).rev() {
        let prize = draw(&mut prizes, left, chance);
        if draw(&mut mine, left, chance) > draw(&mut others, left, chance) {
            won += i32::from(prize);
        }
    }
    won
}
