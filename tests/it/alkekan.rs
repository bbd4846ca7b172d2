//! The Woods of Alkekan: the examples of its rulebook played with arranged decks, what the rulebook
//! leaves open as the notes of the game rule it, and whole games beside a second implementation of
//! the rules.

use crate::common::alkekan as rulebook;
use crate::common::folder;
use cardrun::Seat;

use cardrun::game::{Entry, Game, Play, Settings};
use cardrun::runner::Playouts;
use cardrun::vm::{Event, Generator, RandomKind};
use std::collections::BTreeSet;

// -------------------------------------------------------------------------------------------------
// the table

/// A game, with names for what lies where. Player A of the rulebook is seat 1, player B seat 2.
#[derive(Clone)]
struct Table {
    play: Play,
}

impl Table {
    fn new(game: &Game, seed: u64) -> Self {
        Table { play: Play::new(game, seed) }
    }

    /// The hands as given, then the first encounter, then what player 1 and player 2 draw, the next
    /// encounter and so on.
    fn arranged(one: &str, two: &str, rest: &str) -> Self {
        Self::arranged_with_seed(one, two, rest, 1)
    }

    fn arranged_with_seed(one: &str, two: &str, rest: &str, seed: u64) -> Self {
        let deck: Vec<&str> =
            [one, two, rest].iter().flat_map(|cards| cards.split_whitespace()).collect();
        let table = Self::new(&game().stacked("deck", &deck).expect("cards of the pack"), seed);
        assert_eq!((table.hand(1), table.hand(2)), (sorted(one), sorted(two)));
        table
    }

    /// The cards of a zone from the bottom up, hidden ones too.
    fn cards(&self, zone: &str) -> Vec<String> {
        let (program, state) = (self.play.game().program(), self.play.state());
        let named = program.instances.ids().find(|&i| program.instance_name(i) == zone);
        let slots = state.slots_of(program, named.expect("a zone of the game"));
        let cards = slots.flat_map(|slot| state.stack(slot).collect::<Vec<_>>());
        cards.map(|card| program.cards[card.index()].name.clone()).collect()
    }

    fn hand(&self, seat: u8) -> Vec<String> {
        sorted_cards(self.cards(&format!("hand.{seat}")))
    }

    fn purse(&self, seat: u8) -> Vec<String> {
        sorted_cards(self.cards(&format!("purse.{seat}")))
    }

    fn encounter(&self) -> Option<String> {
        self.cards("encounter").pop()
    }

    fn has(&self, zone: &str, card: &str) -> bool {
        self.cards(zone).iter().any(|c| c == card)
    }

    fn choose(&mut self, seat: u8, label: &str) {
        let chooses = Seat::from_shown(seat).expect("a seat");
        if let Err(refused) = self.play.apply_label(chooses, label) {
            panic!("seat {seat}, {label}: {refused}; offered {:?}", self.play.options(chooses));
        }
    }

    /// Both lay down a card.
    fn lay(&mut self, one: &str, two: &str) {
        self.choose(1, &format!("play {one}"));
        self.choose(2, &format!("play {two}"));
    }

    /// Whether both may cry now, or keep silent.
    fn may_call(&self) -> bool {
        let window = self.play.pending() == [0, 1].map(Seat::new)
            && self.play.options(Seat::new(0)) == ["call", "pass"];
        assert!(
            !window || self.play.options(Seat::new(1)) == ["call", "pass"],
            "a cry is open to both, whatever they hold"
        );
        window
    }

    fn keep_silent(&mut self) {
        assert!(self.may_call(), "nobody may cry here");
        self.choose(1, "pass");
        self.choose(2, "pass");
    }

    /// One player cries, the other keeps silent.
    fn call(&mut self, seat: u8) {
        assert!(self.may_call(), "nobody may cry here");
        self.choose(seat, "call");
        self.choose(3 - seat, "pass");
    }

    /// Nobody cries, and both play the first card that does not have this beginning.
    fn finish_without(mut self, keep: &str) -> Self {
        while !self.play.pending().is_empty() {
            if self.may_call() {
                self.keep_silent();
            } else {
                let seat = self.play.pending()[0];
                let labels = self.play.options(seat);
                let label = labels
                    .iter()
                    .find(|label| !label.starts_with(&format!("play {keep}")))
                    .unwrap_or(&labels[0]);
                self.choose(seat.shown(), &label.clone());
            }
        }
        self
    }

    /// Where in the log a card arrived in a zone.
    fn arrival(&self, card: &str, zone: &str) -> usize {
        let program = self.play.game().program();
        let arrives = |entry: &Entry| match entry {
            Entry::Event(Event::Move(moved)) => {
                program.cards[moved.card.index()].name == card
                    && program.instance_name(moved.to) == zone
            }
            _ => false,
        };
        self.play
            .log()
            .iter()
            .rposition(arrives)
            .unwrap_or_else(|| panic!("{card} never came to {zone}"))
    }

    /// What the players cried, and whether it counted; in the order of the log.
    fn cries(&self) -> Vec<(u8, bool)> {
        let taken = |entry: &Entry| match entry {
            Entry::Event(Event::Taken { seat, counts, .. }) => Some((seat.shown(), *counts)),
            _ => None,
        };
        self.play.log().iter().filter_map(taken).collect()
    }

    fn coins(&self) -> usize {
        let coin = |entry: &&Entry| {
            matches!(entry, Entry::Event(Event::Random { kind: RandomKind::Coin, .. }))
        };
        self.play.log().iter().filter(coin).count()
    }
}

fn game() -> Game {
    folder::load("alkekan", &Settings::default())
}

fn with_hands_of(cards: u8) -> Game {
    let options = vec![("hand_size".to_string(), cards.to_string())];
    folder::load("alkekan", &Settings { options, ..Settings::default() })
}

fn sorted(cards: &str) -> Vec<String> {
    sorted_cards(cards.split_whitespace().map(String::from).collect())
}

fn sorted_cards(mut cards: Vec<String>) -> Vec<String> {
    cards.sort();
    cards
}

#[derive(Debug, PartialEq)]
enum Goes {
    ToA,
    ToB,
    Away,
}
use Goes::{Away, ToA, ToB};

/// Where the encounter goes when A and B lay these cards, and nobody cries.
fn meets(encounter: &str, a: &str, b: &str) -> Goes {
    let spare = ["2S", "2C", "4S", "4C", "6S", "6C", "8S", "8C", "9S"];
    let used = |card: &str| [encounter, a, b].contains(&card);
    let mut spare = spare.into_iter().filter(|card| !used(card));
    let mut hand =
        |card: &str| format!("{card} {}", spare.by_ref().take(3).collect::<Vec<_>>().join(" "));
    let mut table = Table::arranged(&hand(a), &hand(b), encounter);
    assert_eq!(table.encounter().as_deref(), Some(encounter));
    while table.may_call() {
        table.keep_silent();
    }
    table.lay(a, b);
    while table.may_call() {
        table.keep_silent();
    }
    for played in [a, b] {
        assert!(table.has("discard", played), "{played} is discarded once it has acted");
    }
    match ["purse.1", "purse.2", "discard"].map(|zone| table.has(zone, encounter)) {
        [true, false, false] => ToA,
        [false, true, false] => ToB,
        [false, false, true] => Away,
        other => panic!("{encounter} lies in {other:?}"),
    }
}

// -------------------------------------------------------------------------------------------
// treasures, thieves, magic

#[test]
fn treasures_go_to_their_own_value_or_to_the_higher_card() {
    assert_eq!(meets("9H", "8S", "2S"), ToA);
    assert_eq!(meets("7D", "KS", "7S"), ToB);
    assert_eq!(meets("2D", "6S", "6C"), Away);
    assert_eq!(meets("7D", "7S", "KS"), ToA);
    assert_eq!(meets("9H", "2S", "8S"), ToB);
}

#[test]
fn thieves_go_to_the_opponent_of_their_value_or_to_the_lower_card() {
    assert_eq!(meets("3S", "2S", "7S"), Away);
    assert_eq!(meets("7C", "5S", "4S"), ToB);
    assert_eq!(meets("7C", "4S", "5S"), ToA);
    assert_eq!(meets("7C", "7S", "4S"), ToB);
    assert_eq!(meets("7C", "4S", "7S"), ToA);
    // The exact value comes before the higher card.
    assert_eq!(meets("7C", "7S", "KS"), ToB);
    assert_eq!(meets("7C", "KS", "7S"), ToA);
    assert_eq!(meets("7C", "KS", "QS"), Away);
}

#[test]
fn the_song_of_the_sorcerer() {
    assert_eq!(meets("JC", "KS", "AS"), ToB);
    assert_eq!(meets("QD", "QS", "AS"), ToA);
    assert_eq!(meets("KD", "AS", "QS"), ToA);
    assert_eq!(meets("KD", "AS", "KS"), ToB);
    assert_eq!(meets("JC", "10S", "9H"), ToA);
}

#[test]
fn an_ace_beats_all_but_the_other_joker_on_a_joker() {
    assert_eq!(meets("Joker1", "KS", "AS"), ToB);
    assert_eq!(meets("Joker1", "AS", "Joker2"), ToB);
    assert_eq!(meets("Joker1", "Joker2", "KS"), ToA);
    assert_eq!(meets("Joker1", "KS", "2S"), ToA);
}

#[test]
fn elsewhere_an_ace_is_a_one_and_a_joker_a_nought() {
    assert_eq!(meets("5H", "AS", "3S"), ToB);
    assert_eq!(meets("AH", "AS", "KS"), ToA);
    assert_eq!(meets("5C", "AS", "3S"), ToA);
    assert_eq!(meets("AC", "AS", "KS"), ToB);
    assert_eq!(meets("5H", "Joker1", "AS"), ToB);
    assert_eq!(meets("5C", "Joker1", "AS"), ToA);
    assert_eq!(meets("KD", "Joker1", "2S"), ToB);
}

#[test]
fn equal_cards_discard_whatever_lies_there() {
    assert_eq!(meets("7C", "7S", "7H"), Away);
    assert_eq!(meets("7D", "7S", "7H"), Away);
    assert_eq!(meets("KD", "KS", "KH"), Away);
    assert_eq!(meets("KD", "AS", "AH"), Away);
    assert_eq!(meets("Joker1", "AS", "AH"), Away);
    assert_eq!(meets("Joker1", "QS", "QH"), Away);
    assert_eq!(meets("10C", "2S", "2H"), Away);
    assert_eq!(meets("5H", "Joker1", "Joker2"), Away);
}

#[test]
fn an_encounter_is_settled_as_the_rulebook_says_whatever_is_laid() {
    let cards: Vec<String> = game().program().cards.iter().map(|card| card.name.clone()).collect();
    let mut generator = Generator::new(3);
    for _ in 0..300 {
        let mut drawn = cards.clone();
        generator.shuffle(&mut drawn);
        let [encounter, a, b] = [0, 1, 2].map(|i| drawn[i].clone());
        let expected = match rulebook::taker(&encounter, &[a.clone(), b.clone()]) {
            None => Away,
            Some(0) => ToA,
            Some(_) => ToB,
        };
        assert_eq!(meets(&encounter, &a, &b), expected, "{encounter} between {a} and {b}");
    }
}

// -------------------------------------------------------------------------------------------------
// dealing, the end

#[test]
fn player_1_is_dealt_to_first_and_draws_first() {
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "9H 10S 10C 6H");
    table.lay("8S", "2C");
    assert_eq!(table.hand(1), sorted("2S 3S 4S 10S"));
    assert_eq!(table.hand(2), sorted("3C 4C 5C 10C"));
    assert_eq!(table.encounter().as_deref(), Some("6H"));
    assert_eq!(table.purse(1), sorted("9H"));
}

#[test]
fn cards_are_laid_in_secret_and_discarded_for_all_to_see() {
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "9H 10S 10C 6H");
    let before = table.play.observe(Seat::new(1));
    table.choose(1, "play 8S");
    assert_eq!(
        table.play.observe(Seat::new(1)),
        before,
        "what A has laid down, and that A has, is not to be seen"
    );
    table.choose(2, "play 2C");
    // A seat that nobody has sees what everybody does.
    let everybody = table.play.observe(Seat::new(9));
    let discard = everybody.zones.iter().find(|zone| zone.name == "discard").expect("a discard");
    assert!(discard.slots[0].cards.iter().all(|card| card.face_up && card.known.id().is_some()));
    assert_eq!(discard.slots[0].cards.len(), 2);
}

#[test]
fn hands_of_2_to_6_make_17_to_14_encounters() {
    for (cards, encounters) in [(2, 17), (3, 16), (4, 16), (5, 15), (6, 14)] {
        let game = with_hands_of(cards);
        let mut playouts = Playouts::new(&game, &[]);
        for seed in 0..20 {
            assert_eq!(playouts.play(seed).rounds, [encounters], "hands of {cards}");
        }
    }
}

#[test]
fn ten_thousand_games_have_sixteen_encounters() {
    let game = game();
    let mut playouts = Playouts::new(&game, &[]);
    for seed in 0..10_000 {
        let finished = playouts.play(seed);
        assert!(matches!(finished.ended, cardrun::runner::Ended::Over(_)), "{finished:?}");
        assert_eq!(finished.rounds, [16], "seed {seed}");
    }
}

/// A whole game: the hands, then for every round the encounter and what A and B lay. All draw what
/// they lay next; A keeps two kings and `kept`, B keeps `others`.
struct Whole {
    kept: &'static str,
    others: &'static str,
    rounds: [[&'static str; 3]; 16],
}

/// A ends with the purse of the rulebook's example, B with 4, 1, a queen, a joker and two thieves
/// of 1.
const EXAMPLE: Whole = Whole {
    kept: "Joker1",
    others: "Joker2 AS AC",
    rounds: [
        ["3H", "4S", "2S"],
        ["5H", "6S", "2C"],
        ["8D", "9S", "3S"],
        ["JC", "KD", "3C"],
        ["QC", "QD", "KC"],
        ["4C", "5S", "5C"],
        ["6C", "7S", "7C"],
        ["JS", "8S", "8C"],
        ["9C", "10S", "10C"],
        ["QS", "2D", "2H"],
        ["AD", "3D", "4D"],
        ["4H", "5D", "6D"],
        ["6H", "7D", "7H"],
        ["8H", "9D", "9H"],
        ["JD", "10D", "10H"],
        ["QH", "JH", "AH"],
    ],
};

impl Whole {
    fn play(&self) -> Table {
        let [first, rest @ ..] = &self.rounds;
        let one = format!("KS KH {} {}", self.kept, first[1]);
        let two = format!("{} {}", self.others, first[2]);
        let mut deck = vec![first[0]];
        for [encounter, a, b] in rest {
            deck.extend([a, b, encounter]);
        }
        let mut table = Table::arranged(&one, &two, &deck.join(" "));
        for [encounter, a, b] in self.rounds {
            assert_eq!(table.encounter().as_deref(), Some(encounter));
            table.round(a, b);
        }
        assert!(table.play.outcome().is_some(), "sixteen encounters are a game");
        table
    }
}

impl Table {
    /// Both lay a card, and nobody cries before or after.
    fn round(&mut self, a: &str, b: &str) {
        while self.may_call() {
            self.keep_silent();
        }
        self.lay(a, b);
        while self.may_call() && self.has("played.1", a) {
            self.keep_silent();
        }
    }
}

#[test]
fn the_example_of_the_count_is_28_points() {
    let table = EXAMPLE.play();
    assert_eq!(table.purse(1), sorted("3H 5H 8D JC QC KS KH Joker1"));
    assert_eq!(table.purse(2), sorted("AD 4H QH Joker2 AS AC"));
    let outcome = table.play.outcome().expect("an end");
    assert_eq!(outcome.scores, [28, 22]);
    assert_eq!((outcome.winners, outcome.ranks), (vec![1], vec![1, 2]));
    assert!(
        table.hand(1).is_empty() && table.hand(2).is_empty(),
        "the last hands are in the purses"
    );
}

#[test]
fn two_jokers_that_nobody_called_are_15_points_each() {
    // The first joker is met and won by A; B keeps the second to the end.
    let mut whole = Whole { kept: "3H", ..EXAMPLE };
    whole.rounds[0][0] = "Joker1";
    let table = whole.play();
    assert_eq!(table.purse(1), sorted("3H 5H 8D JC QC KS KH Joker1"));
    let scores = table.play.outcome().expect("an end").scores;
    assert_eq!(scores, [28, 22]);
    assert_eq!(scores[1] - rulebook::best_magic(&table.purse(2)), 15);
}

#[test]
fn both_jokers_in_one_purse_cost_15_points() {
    // A wins the first joker and keeps the second one.
    let mut whole = Whole { kept: "Joker2", others: "3H AS AC", ..EXAMPLE };
    whole.rounds[0][0] = "Joker1";
    let table = whole.play();
    assert_eq!(table.purse(1), sorted("5H 8D JC QC KS KH Joker1 Joker2"));
    // Two cards of the four have to be used up: the queen on the 8, the jack on the 5.
    assert_eq!(table.play.outcome().expect("an end").scores[0], 16 - 15);
}

// -------------------------------------------------------------------------------------------------
// counting purses

/// A game by the rules of counting, over once the purses of `a` and `b` are dealt; and the purses.
fn count(a: &str, b: &str) -> (Play, [Vec<String>; 2]) {
    let rules = folder::text("alkekan.rules");
    let cut = rules.replace(
        "phase game  = setup, fill_hands, round until deck is empty, last_hands\nphase setup { shuffle deck }",
        &format!(
            "phase game = deal_purses\nphase deal_purses {{ shuffle deck\n draw {} from deck to purse of seat(1)\n draw {} from deck to purse of seat(2) }}",
            sorted(a).len(),
            sorted(b).len()
        ),
    );
    assert_ne!(cut, rules, "the course of the game stands elsewhere now");
    let (layout, script) = (folder::text("alkekan.yaml"), folder::text("alkekan.rhai"));
    let guides = ["alkekan.fr.md", "alkekan.en.md"].map(|name| (name, folder::text(name)));
    let mut files =
        vec![("alkekan.yaml", layout.as_str()), ("alkekan.rules", &cut), ("alkekan.rhai", &script)];
    files.extend(guides.iter().map(|(name, text)| (*name, text.as_str())));
    let game = match Game::from_strings(&files, &Settings::default()) {
        Ok(game) => game,
        Err(problems) => panic!("{problems:?}"),
    };
    let deck: Vec<&str> = [a, b].iter().flat_map(|cards| cards.split_whitespace()).collect();
    let table = Table::new(&game.stacked("deck", &deck).expect("cards of the pack"), 1);
    let purses = [table.purse(1), table.purse(2)];
    assert_eq!(purses, [sorted(a), sorted(b)]);
    (table.play, purses)
}

fn points(purse: &str) -> i32 {
    let (play, purses) = count(purse, "");
    let outcome = play.outcome().expect("an end");
    assert_eq!(outcome.scores, [rulebook::score(&purses[0], None), 0], "{purse}");
    outcome.scores[0]
}

#[test]
fn magic_is_used_as_well_as_it_can_be_and_must_be_used() {
    assert_eq!(points("3H 5H 8D JC QC KS KH Joker1"), 28);
    assert_eq!(points("AD 8H"), 9);
    assert_eq!(points("3S 7C"), -10);
    // A queen that finds a thief alone, a jack and a king that find a treasure alone.
    assert_eq!(points("5C QH"), -10);
    assert_eq!(points("5H JS"), 0);
    assert_eq!(points("5H KS"), -5);
    assert_eq!(points("5H 7C KS"), 12);
    assert_eq!(points("10H 9S JH KH QH"), 29);
    // More magic than there are cards to use it on: the best of it.
    assert_eq!(points("9C JH QH KH"), 9);
    assert_eq!(points("9H JH QH KH"), 18);
    // Magic has no use on jokers and on magic.
    assert_eq!(points("JH QH KH"), 0);
    assert_eq!(points("QH Joker1"), 15);
    assert_eq!(points("QH KS Joker1 Joker2"), -15);
    assert_eq!(points(""), 0);
}

#[test]
fn equal_scores_are_a_draw() {
    let (play, _) = count("8H 3D", "9H 2D");
    let outcome = play.outcome().expect("an end");
    assert_eq!((outcome.scores, outcome.ranks), (vec![11, 11], vec![1, 1]));
    assert!(outcome.winners.is_empty());
}

#[test]
fn any_two_purses_are_counted_as_the_rulebook_says() {
    let game = game();
    let names: Vec<String> = game.program().cards.iter().map(|card| card.name.clone()).collect();
    let mut generator = Generator::new(11);
    for _ in 0..60 {
        let mut deck = names.clone();
        generator.shuffle(&mut deck);
        let (a, b) = (generator.below(20) as usize, generator.below(20) as usize);
        let (play, purses) = count(&deck[..a].join(" "), &deck[a..a + b].join(" "));
        let expected = purses.map(|purse| rulebook::score(&purse, None));
        assert_eq!(play.outcome().expect("an end").scores, expected);
    }
}

// -------------------------------------------------------------------------------------------------
// the Alkekan

#[test]
fn no_joker_no_cry() {
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "9H");
    assert!(!table.may_call());
    assert_eq!(table.play.options(Seat::new(0)).len(), 4);
    assert!(table.play.why_not(Seat::new(0), "call").is_some());
    table.lay("8S", "2C");
    assert_eq!(table.purse(1), ["9H"], "the round went on without a stop");
}

#[test]
fn a_joker_that_is_met_may_be_called_twice_and_not_once_the_cards_are_turned() {
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "Joker1 10S 10C 6H");
    table.keep_silent();
    assert!(!table.may_call(), "one window when it appears");
    table.lay("8S", "2C");
    assert_eq!(
        (table.cards("played.1"), table.cards("played.2")),
        (vec!["8S".into()], vec!["2C".into()])
    );
    table.keep_silent();
    assert!(!table.may_call());
    assert_eq!((table.purse(1), table.encounter().as_deref()), (sorted("Joker1"), Some("6H")));
}

#[test]
fn a_joker_that_is_played_may_be_called_once_before_the_encounter_is_settled() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker1 3C 4C 5C", "9H 10S 10C 6H");
    table.lay("8S", "Joker1");
    assert_eq!(table.encounter().as_deref(), Some("9H"));
    table.keep_silent();
    assert!(!table.may_call());
    assert_eq!(table.purse(1), ["9H"]);
    assert!(table.has("discard", "Joker1"), "a joker that nobody calls is discarded like any card");
}

#[test]
fn two_jokers_in_sight_cannot_be_called() {
    let mut both_played = Table::arranged("Joker2 2S 3S 4S", "Joker1 3C 4C 5C", "9H 10S 10C 6H");
    both_played.lay("Joker2", "Joker1");
    assert_eq!(both_played.encounter().as_deref(), Some("6H"), "nobody was asked");
    let mut met_and_played = Table::arranged("Joker2 2S 3S 4S", "2C 3C 4C 5C", "Joker1 10S 10C 6H");
    met_and_played.keep_silent();
    met_and_played.lay("Joker2", "2C");
    // Face down it is not in sight yet.
    met_and_played.keep_silent();
    assert_eq!(met_and_played.encounter().as_deref(), Some("6H"), "nobody was asked again");
    assert_eq!(met_and_played.purse(1), ["Joker1"]);
}

#[test]
fn nothing_can_be_called_once_a_joker_lies_in_a_purse() {
    let mut table = Table::arranged("8S Joker2 3S 4S", "2C 3C 4C 5C", "Joker1 10S 10C 6H 9S 9C 7H");
    table.keep_silent();
    table.lay("8S", "2C");
    table.keep_silent();
    assert_eq!(table.purse(1), ["Joker1"]);
    table.lay("Joker2", "3C");
    assert_eq!(table.encounter().as_deref(), Some("7H"), "nobody was asked");
}

#[test]
fn a_right_cry_on_a_joker_that_is_met() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker2 3C 4C 5C", "Joker1 10S 10C 6H");
    table.keep_silent();
    table.lay("8S", "Joker2");
    table.call(1);
    assert_eq!(table.purse(1), ["Joker1"]);
    assert_eq!(sorted_cards(table.cards("discard")), sorted("8S Joker2"));
    assert!(table.arrival("Joker1", "purse.1") < table.arrival("8S", "discard"));
    assert!(table.arrival("Joker1", "purse.1") < table.arrival("Joker2", "discard"));
    assert_eq!((table.hand(1), table.hand(2)), (sorted("2S 3S 4S 10S"), sorted("3C 4C 5C 10C")));
    assert_eq!((table.encounter().as_deref(), table.may_call()), (Some("6H"), false));
    assert_eq!(table.play.scores(), [15, 0]);
}

#[test]
fn the_joker_that_was_kept_from_a_right_cry_is_worth_nothing() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker2 3C 4C 5C", "Joker1 10S 10C 6H");
    table.keep_silent();
    table.lay("8S", "3C");
    table.call(1);
    let table = table.finish_without("Joker");
    assert!(table.purse(2).contains(&"Joker2".to_string()));
    let expected = [1, 2].map(|seat| rulebook::score(&table.purse(seat), Some("Joker1")));
    assert_eq!(table.play.outcome().expect("an end").scores, expected);
    assert_eq!(expected[1], rulebook::best_magic(&table.purse(2)));
}

#[test]
fn after_a_cry_both_jokers_are_worth_15_points_together() {
    // A calls wrongly for the joker that is met, and B, who wins it, has the other one in the end.
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "Joker1 10S Joker2 6H");
    table.keep_silent();
    table.lay("8S", "2C");
    table.call(1);
    assert!(table.hand(2).contains(&"Joker2".to_string()));
    let table = table.finish_without("Joker");
    let purse = table.purse(2);
    assert!(purse.contains(&"Joker1".to_string()) && purse.contains(&"Joker2".to_string()));
    assert_eq!(table.play.outcome().expect("an end").scores[1], rulebook::best_magic(&purse) + 15);
}

#[test]
fn a_bluff_that_nobody_falls_for() {
    // A plays a joker, and cries: but B does not have the other one.
    let mut table = Table::arranged("Joker1 2S 3S 4S", "2C 3C 4C 5C", "9H 10S 10C 6H");
    table.lay("Joker1", "2C");
    table.call(1);
    assert_eq!(table.purse(2), sorted("9H Joker1"));
    assert!(table.purse(1).is_empty());
    assert!(
        table.arrival("9H", "purse.2") < table.arrival("Joker1", "purse.2"),
        "the encounter is settled first"
    );
    assert_eq!(table.cards("discard"), ["2C"]);
    assert_eq!(table.play.scores(), [0, 9 + 15]);
}

#[test]
fn a_played_joker_counts_nought_whoever_wins_the_cry() {
    // B is right, and the thief still goes to A, whose joker is the lower card.
    let mut table = Table::arranged("Joker1 Joker2 3S 4S", "2C 3C 4C 5C", "9S 10S 10C 6H");
    table.lay("Joker1", "2C");
    table.call(2);
    assert_eq!((table.purse(1), table.purse(2)), (sorted("9S"), sorted("Joker1")));
    assert!(table.arrival("9S", "purse.1") < table.arrival("Joker1", "purse.2"));
    // From now on the other joker is worth nothing, and cannot be called.
    table.lay("Joker2", "3C");
    assert!(!table.may_call());
    assert!(table.encounter().is_some());
    assert_eq!(table.play.scores()[1], rulebook::score(&table.purse(2), Some("Joker1")));
}

#[test]
fn a_joker_called_before_any_card_is_laid_costs_each_a_card_of_their_choice() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker2 3C 4C 5C", "Joker1 10S 10C 6H");
    table.call(1);
    assert_eq!((table.purse(1), table.encounter()), (sorted("Joker1"), None));
    let before = table.play.observe(Seat::new(1));
    table.choose(1, "play 2S");
    assert_eq!(table.play.observe(Seat::new(1)), before, "this too is chosen in secret");
    table.choose(2, "play Joker2");
    assert_eq!(sorted_cards(table.cards("discard")), sorted("2S Joker2"));
    let seen = table.play.observe(Seat::new(9));
    let discard = seen.zones.iter().find(|zone| zone.name == "discard").expect("a discard");
    assert!(discard.slots[0].cards.iter().all(|card| card.face_up && card.known.id().is_some()));
    assert_eq!(
        (table.hand(1).len(), table.hand(2).len(), table.encounter().as_deref()),
        (4, 4, Some("6H"))
    );
}

/// A cries over a joker that is met, with the other one here: whether A was right.
fn is_right(one: &str, two: &str, rest: &str, laid: Option<[&str; 2]>) -> bool {
    let mut table = Table::arranged(one, two, rest);
    if let Some([a, b]) = laid {
        table.keep_silent();
        table.lay(a, b);
    }
    table.call(1);
    assert_eq!(table.has("purse.1", "Joker1"), !table.has("purse.2", "Joker1"));
    table.has("purse.1", "Joker1")
}

#[test]
fn only_the_opponents_hand_and_hidden_card_make_a_cry_right() {
    let (one, two, with, away) =
        ("8S 2S 3S 4S", "2C 3C 4C 5C", "Joker2 3C 4C 5C", "Joker2 2S 3S 4S");
    assert!(is_right(one, with, "Joker1", None), "in the opponent's hand");
    assert!(is_right(one, with, "Joker1", Some(["8S", "3C"])), "in the opponent's hand still");
    assert!(is_right(one, with, "Joker1", Some(["8S", "Joker2"])), "the opponent's hidden card");
    assert!(!is_right(one, two, "Joker1 Joker2", None), "on top of the deck");
    assert!(!is_right(one, two, "Joker1", Some(["8S", "2C"])), "somewhere in the deck");
    assert!(!is_right(away, two, "Joker1", None), "in the caller's own hand");
    assert!(!is_right(away, two, "Joker1", Some(["Joker2", "2C"])), "the caller's own hidden card");
}

#[test]
fn a_joker_in_the_discard_makes_a_cry_wrong() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker2 3C 4C 5C", "9H 10S 10C Joker1");
    table.lay("8S", "Joker2");
    table.keep_silent();
    assert!(table.has("discard", "Joker2"));
    table.call(1);
    assert_eq!(table.purse(2), ["Joker1"]);
}

#[test]
fn a_played_joker_is_called_by_its_owner_too() {
    let mut right = Table::arranged("Joker1 2S 3S 4S", "Joker2 3C 4C 5C", "9H");
    right.lay("Joker1", "3C");
    right.call(1);
    assert_eq!((right.purse(1), right.purse(2)), (sorted("Joker1"), sorted("9H")));
    let mut other = Table::arranged("Joker1 2S 3S 4S", "Joker2 3C 4C 5C", "9H");
    other.lay("Joker1", "3C");
    other.call(2);
    assert_eq!(
        (other.purse(1), other.purse(2)),
        (sorted("Joker1"), sorted("9H")),
        "B has the other one: wrong"
    );
}

#[test]
fn a_cry_is_secret_until_both_have_decided() {
    let mut table = Table::arranged("8S 2S 3S 4S", "Joker2 3C 4C 5C", "Joker1");
    let before = table.play.observe(Seat::new(1));
    table.choose(1, "call");
    assert_eq!(table.play.observe(Seat::new(1)), before);
    assert_eq!(table.play.options(Seat::new(1)), ["call", "pass"]);
    assert!(table.cries().is_empty());
}

#[test]
fn a_coin_decides_between_two_cries_and_both_are_public() {
    let mut heard = BTreeSet::new();
    for seed in 0..40 {
        let mut table = Table::arranged_with_seed("8S 2S 3S 4S", "Joker2 3C 4C 5C", "Joker1", seed);
        table.choose(1, "call");
        table.choose(2, "call");
        let cries = table.cries();
        assert_eq!(cries.len(), 2, "the void cry is told as well");
        assert_eq!(table.coins(), 1);
        let counted: Vec<u8> =
            cries.iter().filter(|(_, counts)| *counts).map(|(seat, _)| *seat).collect();
        assert_eq!(counted.len(), 1);
        heard.insert(counted[0]);
        // A is right, B is wrong, so the joker is A's whoever was heard: B holds the other one.
        assert_eq!(table.purse(1), ["Joker1"]);
    }
    assert_eq!(heard, BTreeSet::from([1, 2]), "both are heard now and then");
}

#[test]
fn of_two_cries_the_one_that_was_heard_counts() {
    for seed in 0..20 {
        let mut table = Table::arranged_with_seed("8S 2S 3S 4S", "2C 3C 4C 5C", "Joker1", seed);
        table.choose(2, "call");
        table.choose(1, "call");
        let heard = table.cries().into_iter().find(|(_, counts)| *counts).expect("one is heard").0;
        assert_eq!(
            table.purse(3 - heard),
            ["Joker1"],
            "both are wrong, and the one who was heard pays"
        );
    }
}

#[test]
fn a_single_cry_needs_no_coin() {
    let mut table = Table::arranged("8S 2S 3S 4S", "2C 3C 4C 5C", "Joker1");
    table.call(2);
    assert_eq!((table.cries(), table.coins()), (vec![(2, true)], 0));
}

// ---------------------------------------------------------------------------------------------
// whole games, side by side

/// Follows a game with the rulebook in hand.
#[derive(Default)]
struct Referee {
    purses: [Vec<String>; 2],
    /// The encounter that is still to be settled, and what was laid for it.
    open: Option<String>,
    laid: [String; 2],
    lucky: Option<String>,
    favoured: Option<usize>,
    /// Windows in this round, and how many there ought to be.
    windows: usize,
    expected_windows: usize,
    calls: usize,
    /// What each held before the last choice.
    last_hands: [Vec<String>; 2],
    last_deck: Vec<String>,
    hand_size: usize,
}

impl Referee {
    fn joker_won(&self) -> bool {
        self.purses.iter().flatten().any(|card| rulebook::is_joker(card))
    }

    /// The table stands at a choice or at its end.
    fn look(&mut self, table: &Table) {
        let here = table.encounter();
        if self.open.is_some() && here != self.open {
            self.settle();
        }
        if let Some(encounter) = here.filter(|_| self.open.is_none()) {
            let twice = rulebook::is_joker(&encounter) && !self.joker_won();
            (self.windows, self.expected_windows) = (0, if twice { 2 } else { 0 });
            self.open = Some(encounter);
        }
        let over = table.play.outcome().is_some();
        for seat in 0..2 {
            let mut expected = self.purses[seat].clone();
            if over {
                expected.extend(self.last_hand(seat));
            }
            assert_eq!(
                table.purse(seat as u8 + 1),
                sorted_cards(expected),
                "the purse of player {}",
                seat + 1
            );
        }
        self.last_deck = table.cards("deck");
        self.last_hands = [1, 2].map(|seat| table.hand(seat));
    }

    /// What is left of a hand in the end: after the last card was laid, and what the deck still had
    /// was drawn.
    fn last_hand(&mut self, seat: usize) -> Vec<String> {
        let mut hand = self.last_hands[seat].clone();
        hand.retain(|card| *card != self.laid[seat]);
        while hand.len() < self.hand_size && !self.last_deck.is_empty() {
            hand.extend(self.last_deck.pop());
        }
        hand
    }

    fn settle(&mut self) {
        assert_eq!(self.windows, self.expected_windows, "{:?} {:?}", self.open, self.laid);
        let encounter = self.open.take().expect("an encounter");
        if let Some(taker) = rulebook::taker(&encounter, &self.laid) {
            self.purses[taker].push(encounter);
        }
        if let (Some(lucky), Some(favoured)) = (&self.lucky, self.favoured.take()) {
            self.purses[favoured].push(lucky.clone());
        }
    }

    fn laid(&mut self, laid: [String; 2]) {
        let jokers = laid.iter().filter(|card| rulebook::is_joker(card)).count();
        let met = self.open.as_deref().is_some_and(rulebook::is_joker);
        if jokers == 1 && !met && self.open.is_some() && !self.joker_won() {
            self.expected_windows = 1;
        }
        self.laid = laid;
    }

    /// One cry was heard over the joker in sight, or none.
    fn called(&mut self, heard: Option<usize>, before: &Table) {
        self.windows += 1;
        let Some(caller) = heard else { return };
        self.calls += 1;
        let met = before.encounter().filter(|card| rulebook::is_joker(card));
        let lucky = met.clone().unwrap_or_else(|| {
            self.laid.iter().find(|c| rulebook::is_joker(c)).expect("a joker").clone()
        });
        let other = if lucky == "Joker1" { "Joker2" } else { "Joker1" };
        let opponent = 1 - caller;
        let right = before.has(&format!("hand.{}", opponent + 1), other)
            || met.is_some() && before.has(&format!("played.{}", opponent + 1), other);
        let favoured = if right { caller } else { opponent };
        self.lucky = Some(lucky.clone());
        if met.is_some() {
            self.purses[favoured].push(lucky);
            self.open = None;
        } else {
            self.favoured = Some(favoured);
        }
    }
}

fn follow(game: &Game, seed: u64) -> Referee {
    let mut table = Table::new(game, seed);
    let mut generator = Generator::stream(seed, 9);
    let mut referee = Referee { hand_size: table.hand(1).len(), ..Referee::default() };
    referee.look(&table);
    while !table.play.pending().is_empty() {
        let window = table.may_call();
        let before = table.clone();
        let mut labels = [0, 1].map(|seat| {
            let options = table.play.options(Seat::new(seat));
            // Seldom enough that many games go without.
            let silent = window && generator.below(3) > 0;
            let option = if silent { 1 } else { generator.below(options.len() as u32) as usize };
            options[option].clone()
        });
        let cries = table.cries().len();
        if !window {
            referee.laid([0, 1].map(|seat| labels[seat].trim_start_matches("play ").to_string()));
        }
        table.choose(1, &labels[0]);
        table.choose(2, &std::mem::take(&mut labels[1]));
        if window {
            let heard = table.cries()[cries..]
                .iter()
                .find(|(_, counts)| *counts)
                .map(|(seat, _)| *seat as usize - 1);
            referee.called(heard, &before);
        }
        referee.look(&table);
    }
    let expected = [1, 2].map(|seat| rulebook::score(&table.purse(seat), referee.lucky.as_deref()));
    assert_eq!(table.play.outcome().expect("an end").scores, expected, "seed {seed}");
    referee
}

#[test]
fn two_thousand_games_go_as_the_rulebook_says() {
    let game = game();
    let calls: usize = (0..2000).map(|seed| follow(&game, seed).calls).sum();
    assert!((200..1800).contains(&calls), "games with and without a cry: {calls}");
}

#[test]
fn larger_and_smaller_hands_go_by_the_same_rules() {
    for cards in [3, 5, 6] {
        let game = with_hands_of(cards);
        (0..100).for_each(|seed| drop(follow(&game, seed)));
    }
}
