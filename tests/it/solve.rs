//! Small games whose solutions are known, and games that are none of these.
#![allow(clippy::disallowed_methods, reason = "tests read the games from their folder")]

use crate::common::folder;

use cardrun::game::{Game, Settings};
use cardrun::players::{Budget, Entrant, Mcts, Player, Stuck, View};
use cardrun::solve::{Aim, Look, Payoff, Solution, Strategy, Unsolved, against, solve};
use cardrun::value::Seat;
use cardrun::vm::Generator;
use std::num::NonZeroU32;

fn classic(name: &str) -> Game {
    let read = |file: &str| folder::bytes(&format!("classics/{file}"));
    Game::load(&format!("{name}.yaml"), &read, &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn inline(layout: &str) -> Game {
    Game::from_strings(&[("inline.yaml", layout)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Two players take four open cards, one after the other; whoever has the lower sum wins.
const DRAFT: &str = "
seats: 2
decks:
  pack:
    cards: [{ name: A1, n: 1 }, { name: A3, n: 3 }, { name: B2, n: 2 }, { name: B5, n: 5 }]
    attributes: { n: number }
zones:
  hand: { holds: pack, seen_by: all }
  own: { per: player, seen_by: all }
rules: |
  phase game = each player: take, each player: take
  action take(card from hand) { move card to own }
  score lowest wins = sum n over own
";

fn solved(game: &Game) -> Solution {
    solve(game, &Aim::default()).unwrap_or_else(|unsolved| panic!("{unsolved}"))
}

/// Kuhn 1950: -1/18 for the first player, who knows one of three cards at two places each; so does
/// the second.
#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_player() {
    let solution = solved(&classic("kuhn_poker"));
    assert!((solution.values[0] + 1.0 / 18.0).abs() < 0.001, "{:?}", solution.values);
    assert!((solution.values[0] + solution.values[1]).abs() < 1e-9);
    assert!(solution.exploitability <= 0.001);
    assert_eq!((solution.information_sets, solution.payoff), (12, Payoff::Score));
    // Whoever holds the king never folds, and the jack never calls.
    for strategy in &solution.strategies {
        let share = |option: &str| {
            strategy.options.iter().find(|o| o.option == option).map(|o| o.probability)
        };
        let king = strategy.situation.contains("KS");
        let jack = strategy.situation.contains("JS");
        assert!(!king || share("fold").is_none_or(|p| p < 0.01), "{strategy:?}");
        assert!(!jack || share("call").is_none_or(|p| p < 0.01), "{strategy:?}");
    }
}

/// With the suits told apart there are 936 information sets; the value is that of Southey and
/// others' game as it is usually played.
#[test]
fn leduc_poker_has_its_known_value() {
    let solution = solved(&classic("leduc_poker"));
    assert!((solution.values[0] + 0.0856).abs() < 0.001, "{:?}", solution.values);
    assert!(solution.exploitability <= 0.001);
    assert_eq!(solution.information_sets, 936);
}

/// Both choose at once: rock, paper, scissors, where winning with the rock counts twice.
#[test]
fn choosing_at_once_is_choosing_unseen() {
    let solution = solved(&inline(
        "
seats: 2
lists: { signs: [rock, paper, scissors] }
decks: { none_of_it: { cards: [{ name: Blank }] } }
zones: { box: { holds: none_of_it, seen_by: all } }
variables: { sign: { per: player, type: signs } }
rules: |
  phase game = together show
  action show(s from signs) { set sign to s }
  let beats = sign = rock and sign of opponent = scissors or sign = paper and sign of opponent = rock or sign = scissors and sign of opponent = paper
  let worth = if sign = rock then 2 else 1
  score = (if beats then worth else 0) - (if beats of opponent then worth of opponent else 0)
",
    ));
    assert_eq!((solution.information_sets, solution.payoff), (2, Payoff::Score));
    assert!(solution.values[0].abs() < 0.002, "{:?}", solution.values);
    // The equilibrium of this matrix: rock 1/4, paper 1/2, scissors 1/4.
    for strategy in &solution.strategies {
        for (share, exact) in strategy.options.iter().zip([0.25, 0.5, 0.25]) {
            assert!((share.probability - exact).abs() < 0.02, "{strategy:?}");
        }
    }
}

/// A die is thrown after a bet on it: six results, each as likely.
#[test]
fn chance_counts_as_it_falls() {
    let solution = solved(&inline(
        "
seats: 2
decks: { none_of_it: { cards: [{ name: Blank }] } }
zones: { box: { holds: none_of_it, seen_by: all } }
variables: { bet: { type: number }, gain: { type: number } }
rules: |
  phase game = guess by seat(1), throw
  action guess(n from 1..6) { set bet to n }
  phase throw {
    let eyes = roll 6
    if eyes >= bet { set gain to bet }
  }
  score = if me is seat(1) then gain else -gain
",
    ));
    // The best bet is 3 or 4: it comes in 4 or 3 of 6 times.
    assert!((solution.values[0] - 2.0).abs() < 0.01, "{:?}", solution.values);
    assert_eq!(solution.information_sets, 1);
}

/// Four open cards are drafted, and high ones are bad. Options that a seat never takes have shares
/// of exactly 0 here: what the other one does behind them belongs to its strategy all the same.
#[test]
fn what_is_never_taken_has_a_strategy_behind_it() {
    let solution = solved(&inline(DRAFT));
    assert!(solution.exploitability < 0.001, "{solution:?}");
    // The other one should take the two: who took the lowest card and is left with the two highest
    // takes the lower one.
    let is_left = |strategy: &&Strategy| {
        strategy.situation == "hand B2 B5; own.1 A1; own.2 A3; after take A1"
    };
    let left = solution.strategies.iter().find(is_left).expect("such a situation");
    assert!(left.options[0].option == "take B2" && left.options[0].probability > 0.99, "{left:?}");
}

/// The first player gains up to three points: what a gain of three leads to, and how the score is
/// counted.
#[test]
fn payoffs_are_victories_where_the_score_does_not_say_who_wins() {
    let gains = |at_three: &str, score: &str| {
        let solution = solved(&inline(&format!(
            "
seats: 2
decks: {{ none_of_it: {{ cards: [{{ name: Blank }}] }} }}
zones: {{ box: {{ holds: none_of_it, seen_by: all }} }}
variables: {{ gain: {{ per: player, type: number }} }}
rules: |
  phase game = gain_some by seat(1)
  action gain_some(n from 1..3) {{
    set gain to n
    if n = 3 {{ end game {at_three} }}
  }}
  score {score}
"
        )));
        (solution.payoff, solution.values.map(|value| (value * 100.0).round() / 100.0))
    };
    let ends = [
        ("won", "= gain", Payoff::Difference, [1.5, -1.5]),
        ("lost", "= gain", Payoff::Victory, [1.0, -1.0]),
        ("drawn", "= gain", Payoff::Victory, [1.0, -1.0]),
        ("lost", "lowest wins = gain", Payoff::Difference, [-0.5, 0.5]),
        ("won", "lowest wins = gain", Payoff::Victory, [1.0, -1.0]),
        ("drawn", "= 0", Payoff::Score, [0.0, 0.0]),
        ("won", "= 0", Payoff::Victory, [1.0, -1.0]),
        ("won", "= gain - gain of opponent", Payoff::Score, [3.0, -3.0]),
        ("lost", "lowest wins = gain - gain of opponent", Payoff::NegatedScore, [-1.0, 1.0]),
        ("lost", "lowest wins = 4 + gain - gain of opponent", Payoff::NegatedScore, [-5.0, -3.0]),
        ("won", "= (0, gain)", Payoff::Victory, [1.0, -1.0]),
    ];
    for (at_three, score, payoff, values) in ends {
        assert_eq!(gains(at_three, score), (payoff, values), "end game {at_three}; score {score}");
    }
}

#[test]
fn what_cannot_be_solved_says_so() {
    let refused = |game: &Game| solve(game, &Aim::default()).expect_err("a refusal");
    let large = refused(&folder::load("alkekan", &Settings::default()));
    assert!(matches!(large, Unsolved::TooMuchChance { .. }), "{large}");
    let together = refused(&folder::load("card_o_tresor", &Settings::default()));
    assert!(matches!(together, Unsolved::NotTwoSides { cooperative: true, .. }), "{together}");
    let four = folder::load("douhar", &Settings { seats: Some(4), ..Settings::default() });
    assert!(matches!(refused(&four), Unsolved::NotTwoSides { seats: 4, .. }));
    let small = Aim { positions: 500, ..Aim::default() };
    let counted = solve(&classic("leduc_poker"), &small).expect_err("a refusal");
    assert!(
        matches!(counted, Unsolved::TooLarge { .. } | Unsolved::TooMuchChance { .. }),
        "{counted}"
    );
}

/// A game in which nobody ever has a choice is one position, however long it takes; one without an
/// end is given up.
#[test]
fn what_nobody_chooses_is_no_position() {
    let spins = |end: &str| {
        inline(&format!(
            "seats: 2
decks: {{ pack: {{ cards: [{{ name: A, copies: 2 }}] }} }}
zones:
  deck: {{ holds: pack, shape: pile, seen_by: nobody }}
  heap: {{ seen_by: all }}
variables: {{ n: {{ type: number }} }}
rules: |
  phase game = spin until {end}
  phase spin = count_up, window lay by all settled by all
  effect count_up {{ if n < 20000 {{ add 1 to n }} }}
  action lay(card from heap) {{ move card to deck }}
  score = n
"
        ))
    };
    let solution = solved(&spins("n = 20000"));
    assert_eq!((solution.positions, solution.information_sets), (1, 0));
    let endless = solve(&spins("n = 20001"), &Aim::default()).expect_err("a refusal");
    assert_eq!(endless, Unsolved::TooDeep { moves: 100_000 });
}

/// A game of as many choices, one after the other, as positions may lie above another one, and of
/// one more. Whoever stops ends it, so that it has few positions.
#[test]
fn what_is_too_long_is_not_called_too_large() {
    let lasts = |rounds: u32| {
        inline(&format!(
            "
seats: 2
decks: {{ none_of_it: {{ cards: [{{ name: Blank }}] }} }}
zones: {{ box: {{ holds: none_of_it, seen_by: all }} }}
variables: {{ n: {{ type: number }} }}
rules: |
  phase game = on until n = {rounds}
  phase on = one of stop | more by seat(1)
  action stop {{ end game won by seat(1) }}
  action more {{ add 1 to n }}
  score = n
"
        ))
    };
    let most = solved(&lasts(500));
    assert_eq!((most.positions, most.information_sets), (1_001, 500));
    let deep = solve(&lasts(501), &Aim::default()).expect_err("a refusal");
    assert_eq!(deep, Unsolved::TooDeep { moves: 500 });
    let large = solve(&lasts(501), &Aim { positions: 100, ..Aim::default() });
    assert!(matches!(large, Err(Unsolved::TooLarge { positions: 100, .. })), "{large:?}");
}

fn times(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("more than none")
}

/// Takes its first option, whatever it sees.
struct Meek;

impl Entrant for Meek {
    fn name(&self) -> String {
        "meek".into()
    }

    fn player(&self, _: &Game, _: Seat, _: Generator) -> Box<dyn Player> {
        Box::new(Meek)
    }
}

impl Player for Meek {
    fn choose(&mut self, _: &View<'_>) -> Result<usize, Stuck> {
        Ok(0)
    }
}

/// Who checks and folds loses the ante to whoever always bets.
#[test]
fn who_never_answers_a_bet_concedes_the_ante() {
    let look = Look { samples: times(2), seed: 1, positions: 1_000 };
    let conceded = against(&classic("kuhn_poker"), &Meek, &look)
        .unwrap_or_else(|unsolved| panic!("{unsolved}"));
    assert!(
        conceded.values.iter().all(|value| (value + 1.0).abs() < 1e-9),
        "{:?}",
        conceded.values
    );
    assert_eq!((conceded.player.as_str(), conceded.information_sets), ("meek", 12));
    assert!(conceded.strategies.iter().all(|strategy| strategy.options[0].probability == 1.0));
}

/// Takes an option that nobody offers.
struct Wild;

impl Entrant for Wild {
    fn name(&self) -> String {
        "wild".into()
    }

    fn player(&self, _: &Game, _: Seat, _: Generator) -> Box<dyn Player> {
        Box::new(Wild)
    }
}

impl Player for Wild {
    fn choose(&mut self, _: &View<'_>) -> Result<usize, Stuck> {
        Ok(7)
    }
}

#[test]
fn who_takes_what_is_not_offered_has_no_strategy() {
    let look = Look { samples: times(2), seed: 1, positions: 1_000 };
    let told = against(&classic("kuhn_poker"), &Wild, &look).expect_err("a refusal");
    assert!(matches!(told, Unsolved::Stuck(_)), "{told}");
    assert!(told.to_string().contains("no such option"), "{told}");
}

/// The game is worth -1/18 to the first player. (How close a longer search comes is in
/// `docs/players.md`.)
#[test]
fn a_search_concedes_little_in_kuhn_poker() {
    let mcts = Mcts { budget: Budget::Iterations(1_000) };
    let look = Look { samples: times(60), seed: 1, positions: 1_000 };
    let conceded = against(&classic("kuhn_poker"), &mcts, &look)
        .unwrap_or_else(|unsolved| panic!("{unsolved}"));
    let lost = [-1.0 / 18.0 - conceded.values[0], 1.0 / 18.0 - conceded.values[1]];
    assert!(
        lost.iter().all(|lost| (-1e-9..0.08).contains(lost)),
        "{lost:?}: {:?}",
        conceded.strategies
    );
}
