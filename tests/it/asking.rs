//! Seats are asked for single options, too, where others must not be told that there was no choice:
//! what is written of the game is the same.

use crate::common::folder;
use cardrun::game::{Game, Play, Settings};
use cardrun::value::Seat;
use cardrun::vm::Generator;

/// Choices after which a game is left.
const CHOICES: u64 = 120;

const SEED: u64 = 5;

/// Takes all single options that seats are asked for, those of the last seat first; gives how many.
fn take_forced(asked: &mut Play, plain: &Play) -> usize {
    let mut taken = 0;
    while let Some(seat) = asked.pending().into_iter().rev().find(|&seat| asked.is_forced(seat)) {
        assert_eq!(asked.option_count(seat), 1);
        assert_eq!(*asked.log(), plain.log()[..asked.log().len()]);
        assert_same(&asked.resting().wakes(), asked);
        asked.apply(seat, 0).expect("an option that was offered");
        assert_same(&asked.resting().wakes(), asked);
        taken += 1;
    }
    taken
}

/// Whether a game that was made again stands where it stood.
fn assert_same(again: &Play, play: &Play) {
    assert_eq!((again.log(), again.pending()), (play.log(), play.pending()));
}

#[test]
fn all_games_come_to_the_same() {
    let mut forced = 0;
    for name in folder::all().into_iter().filter(|name| name.starts_with("games/")) {
        let game = folder::load_from_root(&name, &Settings::default());
        let mut generator = Generator::new(SEED);
        let mut plain = Play::new(&game, SEED);
        let mut asked = Play::new_asking_all(&game, SEED);
        while plain.choices() < CHOICES {
            forced += take_forced(&mut asked, &plain);
            assert_eq!(asked.log(), plain.log(), "{name}");
            assert_eq!((asked.choices(), asked.pending()), (plain.choices(), plain.pending()));
            let pending = plain.pending();
            let Some(&seat) = pending.get(generator.pick(pending.len().max(1))) else { break };
            assert!(!plain.is_forced(seat));
            let option = generator.pick(plain.option_count(seat));
            plain.apply(seat, option).expect("an option that was offered");
            asked.apply(seat, option).expect("the same option");
        }
        assert_eq!(asked.outcome(), plain.outcome(), "{name}");
    }
    assert!(forced > 30, "{forced}");
}

/// Of a single option that is asked for nothing has been chosen yet, whatever stands before it.
#[test]
fn steps_are_counted_when_they_are_made() {
    let text = "
seats: 2
decks: { pack: { standard: 32 } }
zones: { deck: { holds: pack, shape: pile, seen_by: nobody } }
rules: |
  phase game = together nod, together nod
  action nod(n from 1..1) { }
  score = 0
";
    let game = Game::from_strings(&[("nod.yaml", text)], &Settings::default()).expect("a game");
    let mut play = Play::new_asking_all(&game, SEED);
    for round in [0, 1] {
        for seat in [0, 1].map(Seat::new) {
            assert!(play.is_forced(seat));
            assert_eq!(play.steps_made(seat), round);
            play.apply(seat, 0).expect("the single option");
        }
    }
    assert!(play.outcome().is_some());
}
