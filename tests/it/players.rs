//! Who plays: that they see nothing they may not see, are the same under the same seed, and are as
//! good as they should be.
#![allow(clippy::disallowed_methods, reason = "what is measured is timed")]

use crate::common::duel;
use crate::common::folder;
use crate::common::thorough;

use cardrun::game::{Game, Play, Settings};
use cardrun::players::{Budget, Entrant, Greedy, Mcts, View};
use cardrun::runner::{Random, simulate};
use cardrun::value::Seat;
use cardrun::vm::Generator;
use duel::duel;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn mcts(iterations: u32) -> Mcts {
    Mcts { budget: Budget::Iterations(iterations) }
}

fn game(name: &str) -> Game {
    folder::load(name, &Settings::default())
}

/// All of the shipped games, with every number of seats.
fn games() -> Vec<(String, Game)> {
    let with = |name: &str, seats: Option<u8>| {
        folder::load(name, &Settings { seats, ..Settings::default() })
    };
    let names = folder::names().into_iter();
    let usual = names.clone().map(|name| (name.clone(), with(&name, None)));
    let teams =
        ["attaque_du_roi", "douhar"].map(|name| (format!("{name} with four"), with(name, Some(4))));
    usual.chain(teams).collect()
}

fn choice(entrant: &dyn Entrant, play: &Play, seat: Seat, seed: u64) -> usize {
    let view = View::new(play, seat).expect("a seat that is asked");
    entrant.player(play.game(), seat, Generator::new(seed)).choose(&view).expect("a choice")
}

/// Calls `look` at stops of some games played at random.
fn at_stops(game: &Game, mut look: impl FnMut(&Play, Seat, u64)) {
    for seed in 0..2 {
        let mut play = Play::new(game, seed);
        let mut generator = Generator::stream(seed, 9);
        while let Some(&seat) = play.pending().last() {
            if play.option_count(seat) > 1 && generator.below(12) == 0 {
                look(&play, seat, generator.bits());
            }
            folder::step(&mut play, &mut generator);
        }
    }
}

#[test]
fn hidden_cards_that_lie_elsewhere_change_no_choice() {
    for (name, game) in games() {
        let (mut swapped, mut tried) = (0, 0);
        at_stops(&game, |play, seat, seed| {
            let other = play.determinize(seat, &mut Generator::new(seed));
            if other.observe(seat) != play.observe(seat)
                || other.options(seat) != play.options(seat)
            {
                return;
            }
            tried += 1;
            swapped += u32::from(other.state() != play.state());
            for entrant in [&mcts(20) as &dyn Entrant, &Greedy] {
                let (here, there) =
                    (choice(entrant, play, seat, seed), choice(entrant, &other, seat, seed));
                assert_eq!(here, there, "{name}: {} at {:?}", entrant.name(), play.options(seat));
            }
        });
        assert!(tried > 3 && swapped > 0, "{name}: {swapped} of {tried} stops tell something");
    }
}

/// Hidden cards that lie elsewhere change no choice where a whole game is learnt from its start,
/// and where stakes are played for.
#[test]
fn the_other_hand_changes_no_choice_at_poker() {
    for name in ["classics/kuhn_poker", "classics/leduc_poker"] {
        let (game, mut swapped) = (game(name), 0);
        for seed in 0..12 {
            let mut play = Play::new(&game, seed);
            let mut generator = Generator::stream(seed, 9);
            while let Some(&seat) = play.pending().first() {
                let other = play.determinize(seat, &mut Generator::new(seed));
                swapped += u32::from(other.state() != play.state());
                let choices = [&play, &other].map(|play| choice(&mcts(30), play, seat, seed));
                assert_eq!(choices[0], choices[1], "{name}: {:?}", play.options(seat));
                folder::step(&mut play, &mut generator);
            }
        }
        assert!(swapped > 5, "{name}: {swapped}");
    }
}

#[test]
fn choices_depend_on_the_seed_and_not_on_the_threads() {
    for name in ["alkekan", "card_o_tresor", "classics/kuhn_poker"] {
        let game = game(name);
        let seats: [&dyn Entrant; 2] = [&mcts(8), &Random];
        let games = thorough::of([30, 70]);
        let [one, two] = [1, 2].map(|jobs| simulate(&game, games, 5, &seats, jobs));
        assert_eq!(one, two, "{name}");
        assert_ne!(
            one.scores,
            simulate(&game, games, 6, &seats, 2).scores,
            "{name}: the seed makes no difference"
        );
    }
}

#[test]
fn thinking_ends_when_its_time_is_up() {
    let ticks = Arc::new(AtomicU64::new(0));
    let clock = {
        let ticks = ticks.clone();
        Arc::new(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed)))
    };
    let timed = Mcts { budget: Budget::Time(Duration::from_millis(50), clock) };
    assert_eq!(timed.name(), "mcts:50ms");
    let play = Play::new(&game("alkekan"), 1);
    choice(&timed, &play, Seat::new(0), 1);
    assert_eq!(
        ticks.load(Ordering::Relaxed),
        51,
        "the clock is read at the start and before each piece of work"
    );
}

/// The first is better than the second, by more than chance explains.
fn beats(name: &str, one: &dyn Entrant, other: &dyn Entrant, games: u64) {
    let duel = duel(&game(name), one, other, games, 11);
    let rate = duel.rate();
    assert!(
        rate.low > 0.5,
        "{name}: {} against {}: {rate:?} of {}",
        one.name(),
        other.name(),
        duel.games
    );
}

#[test]
fn searching_beats_choosing_at_random() {
    for (name, games) in [("alkekan", 60), ("six_lots", 60), ("douhar", 12)] {
        beats(name, &mcts(20), &Random, games);
    }
}

#[test]
fn taking_the_most_points_beats_choosing_at_random() {
    for (name, games) in [("alkekan", 100), ("six_lots", 60), ("douhar", 12)] {
        beats(name, &Greedy, &Random, games);
    }
}

/// A game of two seats in which the score tells nothing before the end, and the value does. The
/// last choices are many and mean nothing.
fn valued(choices: u32, more: &str) -> Game {
    let text = format!(
        "seats: 2
{more}
zones: {{ heap: {{ shape: pile, seen_by: all }} }}
decks: {{ pack: {{ standard: 52 }} }}
variables:
  good:   {{ per: player, type: number, default: 0 }}
  rounds: {{ type: number, default: 0 }}
rules: |
  phase game = each player: begin, round until rounds >= {choices}
  phase begin = one of well | badly
  action well  {{ set good to 1 }}
  action badly {{ set good of opponent to 1 }}
  phase round = each player: one of left | right, count_up
  phase count_up {{ add 1 to rounds }}
  action left
  action right
  score = 0
  value = good
"
    );
    Game::from_strings(&[("valued.yaml", &text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list))
}

/// What an option is worth is seen at once, and a long game at random says little of it.
#[test]
fn a_short_search_among_many_options_begins_with_what_one_step_shows() {
    let text = "seats: 2
zones:
  heap: { holds: pack, shape: pile, seen_by: all }
  mine: { per: player, seen_by: all }
decks: { pack: { standard: 52 } }
variables: { luck: { per: player, type: number, default: 0 } }
rules: |
  phase game = take by seat(1), rest by seat(1), noise
  phase rest = one of left | right
  action take(card from heap) { move card to mine }
  action left
  action right
  phase noise { each player { add roll 30 to luck } }
  score = sum rank over mine + luck
";
    let game = Game::from_strings(&[("many.yaml", text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list));
    let rank = |seed: u64| {
        let play = Play::new(&game, seed);
        let taken = &play.options(Seat::new(0))[choice(&mcts(60), &play, Seat::new(0), seed)];
        let rank = taken.trim_start_matches("take ").trim_end_matches(['S', 'H', 'C', 'D']);
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
            .iter()
            .position(|r| *r == rank)
            .expect(taken)
    };
    // Counted from 0, any card has six on average.
    let ranks: Vec<usize> = (0..20).map(rank).collect();
    let mean = ranks.iter().sum::<usize>() as f64 / ranks.len() as f64;
    assert!(mean > 9.5, "{ranks:?}");
}

/// In Kuhn's poker the best play bluffs with the jack, calls with the queen now and then, and never
/// throws a king away.
#[test]
fn a_small_game_is_learnt_whole_and_played_by_chance() {
    let game = game("classics/kuhn_poker");
    let queen_called = (0..200).filter_map(|seed| called(&game, "QS", seed)).collect::<Vec<_>>();
    let share =
        queen_called.iter().filter(|&&called| called).count() as f64 / queen_called.len() as f64;
    assert!((0.15..0.55).contains(&share), "{share} of {}", queen_called.len());
    assert!((0..100).filter_map(|seed| called(&game, "KS", seed)).all(|called| called));
    assert!((0..100).filter_map(|seed| called(&game, "JS", seed)).all(|called| !called));
}

/// Whether the second player with this card calls a bet; nothing where it has another.
fn called(game: &Game, card: &str, seed: u64) -> Option<bool> {
    let mut play = Play::new(game, seed);
    let bet = play.options(Seat::new(0)).iter().position(|option| option == "bet_chips")?;
    play.apply(Seat::new(0), bet).ok()?;
    let held = format!("{:?}", play.observe(Seat::new(1)).zones);
    held.contains(card).then(|| {
        play.options(Seat::new(1))[choice(&mcts(1000), &play, Seat::new(1), seed)] == "call"
    })
}

/// Situations that come again and again make no game small in which a seat has many ways to choose.
#[test]
fn a_short_game_that_is_played_again_and_again_is_not_learnt_whole() {
    let text = "seats: 2
variables: { coin: { type: number, per: player } }
rules: |
  phase game = 40 times: (each player: one of left | right)
  action left  { set coin to 1 }
  action right { set coin to 2 }
  score = if coin = coin of opponent then 1 else 0
";
    let game = Game::from_strings(&[("coins.yaml", text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list));
    let mut play = Play::new(&game, 1);
    for _ in 0..10 {
        let seat = play.pending()[0];
        let option = choice(&mcts(8), &play, seat, 1);
        play.apply(seat, option).expect("an option that was offered");
    }
}

#[test]
fn greedy_goes_by_the_value_of_positions() {
    let game = valued(3, "");
    for seed in 0..20 {
        let play = Play::new(&game, seed);
        assert_eq!(play.options(Seat::new(0))[choice(&Greedy, &play, Seat::new(0), seed)], "well");
    }
}

#[test]
fn a_search_that_comes_to_no_end_goes_by_the_value_of_positions() {
    // More choices than a game is played on for.
    let game = valued(4000, "");
    for seed in 0..5 {
        let play = Play::new(&game, seed);
        assert_eq!(
            play.options(Seat::new(0))[choice(&mcts(12), &play, Seat::new(0), seed)],
            "well"
        );
    }
}

/// What is chosen first counts ten rounds later, and the game goes on for thousands.
#[test]
fn positions_count_where_games_are_broken_off() {
    let text = "seats: 2
zones: { heap: { shape: pile, seen_by: all } }
decks: { pack: { standard: 52 } }
variables:
  sown:   { per: player, type: flag }
  rounds: { type: number, default: 0 }
rules: |
  phase game = begin by seat(1), round until rounds >= 100000
  phase begin = one of sow | rest
  action sow  { set sown to yes }
  action rest
  phase round = each player: one of left | right, count_up
  phase count_up { add 1 to rounds }
  action left
  action right
  score = 0
  value = if sown and rounds >= 10 then 1 else 0
";
    let game = Game::from_strings(&[("sown.yaml", text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list));
    for seed in 0..5 {
        let play = Play::new(&game, seed);
        assert_eq!(play.options(Seat::new(0))[choice(&mcts(20), &play, Seat::new(0), seed)], "sow");
    }
}

/// Points that one pays to the other are what is played for: eight chances in ten of a point and
/// two of losing one are worth less than an even chance of nine.
#[test]
fn stakes_are_played_for_and_not_wins() {
    let text = "seats: 2
zones: { heap: { shape: pile, seen_by: all } }
decks: { pack: { standard: 52 } }
variables:
  chips: { per: player, type: number, default: 0 }
  pot:   { type: number, default: 0 }
  odds:  { type: number, default: 0 }
rules: |
  phase game = stake by seat(1), settle
  phase stake = one of safe | bold
  action safe { set pot to 1; set odds to 8 }
  action bold { set pot to 9; set odds to 5 }
  phase settle {
    let die = roll 10
    if die <= odds { set chips of seat(1) to pot; set chips of seat(2) to 0 - pot }
    else { set chips of seat(1) to 0 - 1; set chips of seat(2) to 1 }
  }
  score = chips
";
    let game = Game::from_strings(&[("stakes.yaml", text)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list));
    let bold = |seed: &u64| {
        let play = Play::new(&game, *seed);
        play.options(Seat::new(0))[choice(&mcts(1000), &play, Seat::new(0), *seed)] == "bold"
    };
    // A search that sees the great stake late has thought too well of the small one for a while.
    let bold = (0..40).filter(bold).count();
    assert!(bold >= 32, "{bold} of 40");
}

#[test]
fn what_all_have_counts_together_where_all_win_together() {
    // Each has as much from the other's good as from its own: nothing is to be preferred, and both
    // options are taken.
    let game = valued(3, "cooperative: true");
    let chosen = (0..40).map(|seed| {
        let play = Play::new(&game, seed);
        play.options(Seat::new(0))[choice(&Greedy, &play, Seat::new(0), seed)].clone()
    });
    assert_eq!(chosen.collect::<std::collections::BTreeSet<_>>().len(), 2);
}
