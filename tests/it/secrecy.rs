//! What a seat may not know reaches it nowhere: two games that it cannot tell apart give it the
//! same record, word for word, whatever lies in the others' hands and whichever of their cards they
//! take.

use cardrun::game::{Eyes, Game, Play, Settings, said};
use cardrun::record::{About, Line, Writer, read, redact, verify};
use cardrun::value::{Seat, Slot};
use cardrun::view::{self, Language, Lexicon, Looking, Narration, Past, Told, View};
use cardrun::vm::Generator;

fn game(text: &str) -> Game {
    Game::from_strings(&[("case.yaml", text)], &Settings::default()).expect("a game without errors")
}

/// A game whose deck is dealt from these cards on.
fn dealt(text: &str, cards: &str) -> Play {
    let cards: Vec<&str> = cards.split(' ').collect();
    Play::new(&game(text).stacked("deck", &cards).expect("cards of the deck"), 5)
}

fn record_of(play: &Play, seat: Seat) -> Vec<String> {
    let seats = vec!["random".into(); usize::from(play.game().program().seats)];
    let about = About { seats, ..About::default() };
    redact(play, &about, seat).iter().map(Line::to_string).collect()
}

fn heard_by(play: &Play, seat: Seat) -> Vec<String> {
    said::heard(play.game().program(), play.log(), seat)
        .into_iter()
        .map(|heard| heard.said)
        .collect()
}

/// All that a seat is given of the others: its record, what it hears, and what it sees.
fn told(play: &Play, seat: Seat) -> (Vec<String>, Vec<String>, String) {
    let seen = serde_json::to_string(&play.observe(seat)).expect("an observation");
    (record_of(play, seat), heard_by(play, seat), seen)
}

fn choose(play: &mut Play, labels: &[(usize, &str)]) {
    for &(seat, label) in labels {
        let seat = Seat::new(seat);
        play.apply_label(seat, label)
            .unwrap_or_else(|refused| panic!("{label}: {refused}; {:?}", play.options(seat)));
    }
}

const SHOWN: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S and rank <= 5" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  fan:  { shape: row, seen_by: { up: all, down: nobody } }
rules: |
  phase game = spread, ask by seat(2)
  phase spread {
    move bottom of deck to new of fan face down
    move bottom of deck to new of fan face down
    reveal top(2) of deck to seat(2)
    turn up slot(2) of fan
  }
  action ask(k from 1..2)
  score = 0
"#;

/// The record of a seat says of a card that it is shown, or that turns, where that card lies: as it
/// had seen. Whoever was not shown it reads nothing of that.
#[test]
fn where_a_shown_card_lies_is_told_to_whom_it_is_shown() {
    let play = Play::new(&game(SHOWN), 5);
    let of = |seat, kind: &str| {
        let lines = record_of(&play, Seat::new(seat)).into_iter();
        lines.filter(|line| line.contains(kind)).collect::<Vec<_>>()
    };
    let shown = of(1, r#""type":"reveal""#);
    assert!(shown[0].contains(r#""card":"2S","id":0,"zone":"deck","height":2"#), "{shown:?}");
    assert!(shown[1].contains(r#""card":"3S","id":1,"zone":"deck","height":1"#), "{shown:?}");
    assert!(of(0, r#""type":"reveal""#).is_empty());
    for seat in [0, 1] {
        assert!(of(seat, r#""type":"turn""#)[0].contains(r#""zone":"fan.2","face":"up""#));
    }
}

const GATHERED: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  out:  { per: player, seen_by: nobody }
variables: { tally: { per: player, type: number } }
rules: |
  phase game = deal, each player: fold_card, again
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action fold_card(c from hand) { move c to out face down }
  phase again { gather; shuffle deck }
  score = tally
"#;

#[test]
fn what_is_gathered_tells_of_no_hidden_card() {
    let after = |cards: &str| {
        let mut play = dealt(GATHERED, cards);
        let first = play.options(Seat::new(0))[0].clone();
        choose(&mut play, &[(0, &first), (1, "fold_card 5S")]);
        record_of(&play, Seat::new(1))
    };
    let told = after("2S 4S 6S 3S 5S 7S");
    assert_eq!(told, after("9S 10S KS 3S 5S 7S"));
    let own = told.iter().filter(|line| line.contains(r#""from":"hand.2","to":"deck""#));
    assert_eq!(own.count(), 2, "own cards are named: {told:#?}");
}

const TURNED: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: { up: all, down: owner } }
marks: { tired: { of: card, type: flag, seen_by: all } }
variables: { tally: { per: player, type: number } }
rules: |
  phase game = deal, each player: wait
  phase deal {
    shuffle deck
    each player { draw 3 from deck to hand face down }
    mark hand of all as tired
  }
  action wait { add 1 to tally }
  score = tally
"#;

#[test]
fn what_is_marked_at_once_tells_of_no_hidden_card() {
    let low = record_of(&dealt(TURNED, "2S 4S 6S 3S 5S 7S"), Seat::new(1));
    assert_eq!(low, record_of(&dealt(TURNED, "9S 10S KS 3S 5S 7S"), Seat::new(1)));
    assert_eq!(low.iter().filter(|line| line.contains(r#""mark":"tired""#)).count(), 6, "{low:#?}");
}

const FORCED: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  table: { shape: pile, seen_by: nobody }
rules: |
  phase game = deal, each player: lay
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action lay(c from hand where red) { move c to table face down }
  score = count hand
"#;

#[test]
fn a_choice_that_is_none_is_heard_like_any_other() {
    let forced = dealt(FORCED, "2H 3S 4S 2D 3D 4C");
    let mut chosen = dealt(FORCED, "2H 3H 4S 2D 3D 4C");
    choose(&mut chosen, &[(0, "lay 2H")]);
    assert_eq!(forced.pending(), [1].map(Seat::new), "the first had nothing to choose");
    assert_eq!(told(&forced, Seat::new(1)), told(&chosen, Seat::new(1)));
    assert_eq!(heard_by(&forced, Seat::new(1)), ["lay ?"]);
}

const LOTS: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  pool: { shape: pile, seen_by: all }
  out:  { per: player, seen_by: nobody }
rules: |
  phase game = deal, lose, open, each player: keep
  phase deal { shuffle deck; each player { draw 5 from deck to hand } }
  phase lose {
    let one = random (hand of seat(1) where red)
    if one is not none { move one to out of seat(1) face down }
    let who = random (players where any (hand where suit = S))
    if who is none { draw 1 from deck to pool }
  }
  phase open { let who = random players; draw 1 from deck to hand of who }
  action keep(c from hand) { move c to out face down }
  score = count hand
"#;

#[test]
fn lots_among_hidden_cards_are_drawn_unseen() {
    let deals = ["2H 3S 4S 5S 6S 7S 8S 9S 10S JS", "2H 3H 4D 5C 6C 7S 8S 9S 10S JS"];
    let played = deals.map(|cards| dealt(LOTS, cards));
    // Chance stands where it stands: only what is told before whoever is drawn in the open is
    // compared.
    let before = |play: &Play| {
        let lines = record_of(play, Seat::new(1));
        let open =
            lines.iter().position(|line| line.contains(r#""name":"open""#)).expect("the phase");
        lines[..open].to_vec()
    };
    assert_eq!(before(&played[0]), before(&played[1]));
    let coins = |play: &Play| {
        record_of(play, Seat::new(1))
            .iter()
            .filter(|line| line.contains(r#""kind":"coin""#))
            .count()
    };
    assert_eq!(coins(&played[0]), 1, "among all players lots are drawn in the open");
}

const SPIES: &str = r#"
seats: 2
decks: { court: { cards: [ { name: spy }, { name: pass }, { name: enough }, { name: "spy 3" }, { name: king, copies: 4 } ] } }
zones:
  deck: { holds: court, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, seen_by: nobody }
rules: |
  phase game = deal, bury by seat(1), spy by seat(1), bury by seat(2)
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action bury(some from 2 of hand) { move some to away face down }
  action spy(n from 1..3) { set tally to n }
  score = count hand
variables: { tally: { per: player, type: number } }
"#;

#[test]
fn a_hidden_card_that_is_called_like_an_action_is_not_heard() {
    let cards = "spy pass enough king king king king";
    let after = |labels: &[&str]| {
        let mut play = dealt(SPIES, cards);
        labels.iter().for_each(|label| choose(&mut play, &[(0, label)]));
        choose(&mut play, &[(0, "spy 2")]);
        (record_of(&play, Seat::new(1)), heard_by(&play, Seat::new(1)))
    };
    let plain = after(&["king", "enough"]);
    assert_eq!(plain, after(&["spy", "pass"]));
    assert_eq!(plain, after(&["pass", "king"]));
    assert_eq!(plain.1, ["bury", "spy 2"]);
}

#[test]
fn the_way_out_keeps_its_word() {
    let text = SPIES.replace("some from 2 of hand", "some from 1..3 of hand");
    let mut play = dealt(&text, "spy pass enough king king king king");
    choose(&mut play, &[(0, "king")]);
    assert_eq!(play.options(Seat::new(0)), ["spy", "pass", "enough~2", "enough"]);
    choose(&mut play, &[(0, "enough~2")]);
    assert!(
        play.options(Seat::new(0)).contains(&"enough".to_owned()),
        "{:?}",
        play.options(Seat::new(0))
    );
    choose(&mut play, &[(0, "enough")]);
    assert_eq!(
        play.observe(Seat::new(1))
            .zones
            .iter()
            .find(|zone| zone.name == "away.1")
            .map(|zone| zone.slots[0].cards.len()),
        Some(2)
    );
}

const COPIES: &str = r#"
seats: 2
decks: { d: { cards: [ { name: Jade, copies: 4 }, { name: Onyx, copies: 4 } ] } }
zones:
  deck: { holds: d, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, seen_by: nobody }
variables: { tally: { per: player, type: number } }
rules: |
  phase game = deal, each player: bury
  phase deal { shuffle deck; each player { draw 2 from deck to hand } }
  action bury(card from hand, n from 1..2) { add n to tally; move card to away face down }
  score = tally
"#;

#[test]
fn what_is_heard_does_not_tell_of_copies() {
    let mut twins = dealt(COPIES, "Jade Jade Onyx Onyx");
    let mut others = dealt(COPIES, "Jade Onyx Jade Onyx");
    choose(&mut twins, &[(0, "bury Jade 2~2")]);
    choose(&mut others, &[(0, "bury Jade 2")]);
    assert_eq!(heard_by(&twins, Seat::new(1)), heard_by(&others, Seat::new(1)));
    assert_eq!(heard_by(&others, Seat::new(1)), ["bury ? 2"]);
}

/// Several are asked, and one of them chooses in steps: what the others answered is as secret as it
/// would be without.
const ASKED_AT_ONCE: &str = r#"
seats: 3
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, seen_by: nobody }
rules: |
  phase game = deal, window (claim | bury) by (seat(1), seat(2), seat(3)) settled by random, each player: lay
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action claim(n from 1..3) { draw n from deck to hand }
  action bury(some from 2 of hand) { move some to away face down }
  action lay(c from hand) { move c to away face down }
  score = count hand
"#;

#[test]
fn steps_of_one_do_not_open_what_others_answer() {
    let mut play = dealt(ASKED_AT_ONCE, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS");
    choose(&mut play, &[(1, "bury"), (1, "5S"), (1, "6S"), (0, "claim 2")]);
    assert_eq!(heard_by(&play, Seat::new(2)), Vec::<String>::new());
    assert!(record_of(&play, Seat::new(2)).iter().all(|line| !line.contains("said")));
}

const LAID: &str = r#"
seats: 3
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all, drawn: spread }
  pile: { shape: pile, seen_by: nobody }
rules: |
  phase game = deal, lay
  phase deal {
    shuffle deck
    draw 5 from deck to hand of seat(1)
    draw 4 from deck to hand of seat(2)
    reveal hand of seat(2) to seat(3)
  }
  phase lay { move hand of seat(1) to heap; move hand of seat(2) to pile }
  score = count hand
"#;

/// The cards that a zone holds, from the bottom up.
fn stack(play: &Play, zone: &str) -> Vec<String> {
    let program = play.game().program();
    let instance =
        program.instances.ids().find(|&i| program.instance_name(i) == zone).expect("a zone");
    let slots: Vec<Slot> = play.state().slots_of(program, instance).collect();
    let cards = slots.iter().flat_map(|&slot| play.state().stack(slot));
    cards.map(|card| program.cards[card.index()].name.clone()).collect()
}

#[test]
fn cards_of_a_hand_arrive_in_no_order_that_tells_when_they_were_drawn() {
    let dealt_so = ["KS", "3S", "9S", "2S", "7S", "JS", "4S", "10S", "5S"];
    let game = game(LAID).stacked("deck", &dealt_so).expect("cards of the deck");
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let play = Play::new(&game, seed);
        assert_eq!(
            stack(&play, "heap"),
            ["2S", "3S", "7S", "9S", "KS"],
            "in the open they come in card order"
        );
        orders.insert(stack(&play, "pile"));
        // Who was shown the cards knows which lie there, and not how.
        let seen = play.observe(Seat::new(2));
        let pile = seen.zones.iter().find(|zone| zone.name == "pile").expect("the pile");
        assert!(
            pile.slots[0].cards.iter().all(|card| card.known == cardrun::game::Known::HIDDEN),
            "{pile:?}"
        );
        let world = play.determinize(Seat::new(2), &mut Generator::new(seed));
        let mut there = stack(&world, "pile");
        there.sort();
        assert_eq!(there, ["10S", "4S", "5S", "JS"]);
    }
    assert!(orders.len() > 15, "{orders:?}");
}

const BLIND: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: { up: all, down: owner } }
rules: |
  phase game = deal, take by seat(1)
  phase deal { shuffle deck; draw 5 from deck to hand of seat(2) face down; turn up hand of seat(2) where rank = 12 }
  action take(card from hand of seat(2)) { move card to hand face down }
  score = count hand
"#;

#[test]
fn cards_that_the_chooser_does_not_see_are_offered_in_no_order() {
    let game =
        game(BLIND).stacked("deck", &["KS", "QS", "9S", "2S", "7S"]).expect("cards of the deck");
    let (mut first, mut offered) = (std::collections::BTreeMap::<String, u32>::new(), None);
    for seed in 0..60 {
        let play = Play::new(&game, seed);
        assert_eq!(
            play.options(Seat::new(0)),
            ["take QS", "take hand.2#1", "take hand.2#2", "take hand.2#3", "take hand.2#4"]
        );
        let one = play.decision(Seat::new(0)).expect("it is asked").options[1].choice.values[0];
        *first.entry(game.program().cards[one as usize].name.clone()).or_default() += 1;
        // Asked again the same is the same.
        assert_eq!(play.decision(Seat::new(0)), play.decision(Seat::new(0)));
        offered.get_or_insert(play.options(Seat::new(0)));
    }
    assert!(first.len() == 4 && first.values().all(|&n| n >= 5), "{first:?}");
}

const PRINTED: &str = r#"
seats: 1
decks:
  tarot:
    cards: [ { name: one, oudler: yes, worth: 9 }, { name: two, worth: 1 } ]
    attributes: { oudler: flag, worth: 1..9 }
zones: { deck: { holds: tarot, shape: pile, seen_by: nobody }, hand: { per: player, seen_by: owner } }
rules: |
  phase game = deal, keep by seat(1)
  phase deal { draw 2 from deck to hand of seat(1) }
  action keep(card from hand where (oudler or worth > 0)) { move card to deck }
  score = count hand
"#;

#[test]
fn flags_of_cards_are_in_the_first_line() {
    let first = record_of(&Play::new(&game(PRINTED), 1), Seat::new(0)).remove(0);
    assert!(
        first.contains(
            r#"{"id":0,"name":"one","oudler":true,"worth":9},{"id":1,"name":"two","worth":1}"#
        ),
        "{first}"
    );
}

#[test]
fn records_without_the_flags_of_cards_are_read() {
    let game = game(PRINTED);
    let play = Play::new(&game, 1);
    let seats = vec!["human".into()];
    let about = About { seats, ..About::default() };
    let bytes =
        Writer::begin(Vec::new(), &play, &about).expect("memory takes everything").into_inner();
    let text = String::from_utf8(bytes).expect("letters");
    let earlier = text.replace(r#","oudler":true"#, "");
    assert_ne!(earlier, text);
    let record = read(earlier.as_bytes()).expect("a record");
    verify(&game, &record).unwrap_or_else(|difference| panic!("{difference}"));
    let other = read(text.replace(r#""worth":9"#, r#""worth":8"#).as_bytes()).expect("a record");
    assert!(verify(&game, &other).is_err());
}

const GIVEN: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: { up: all, down: owner } }
  laid: { shape: pile, seen_by: all }
variables: { dummy: { type: player } }
rules: |
  phase game = deal, begin
  phase deal { shuffle deck; draw 3 from deck to hand of seat(2) face up; set dummy to seat(2) }
  phase begin { do lay(dummy, rank of top of deck) by seat(1) }
  action lay(who, limit, card from hand of who where limit > 0) { move card to laid }
  score = count hand
"#;

#[test]
fn what_the_caller_gives_is_told_where_everybody_can_work_it_out() {
    let play = dealt(GIVEN, "KS 2S 9S 5S");
    let decision = play.decision(Seat::new(0)).expect("it is asked");
    let labels: Vec<&str> = decision.options.iter().map(|offer| offer.label.as_str()).collect();
    assert_eq!(labels, ["lay 2S", "lay 9S", "lay KS"], "in card order, not as they were dealt");
    for offer in &decision.options {
        let given: Vec<(u8, &str)> =
            offer.given.iter().map(|given| (given.parameter, given.word.as_str())).collect();
        assert_eq!(given, [(0, "2")], "who, and not what lies on top of the deck");
    }
}

const WORKED_OUT: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
rules: |
  phase game = deal, choose
  phase deal { shuffle deck; draw 6 from deck to hand of seat(2) }
  phase choose { let some = random 4 of hand of seat(2); do take(some) by seat(1) }
  action take(some, card from some) { move card to hand face down }
  score = count hand
"#;

#[test]
fn hidden_cards_that_were_worked_out_before_are_offered_in_no_order() {
    let game = game(WORKED_OUT);
    let mut lowest_first = 0;
    for seed in 0..60 {
        let play = Play::new(&game, seed);
        let cards: Vec<i32> = play
            .decision(Seat::new(0))
            .expect("it is asked")
            .options
            .iter()
            .map(|offer| offer.choice.values[0])
            .collect();
        assert_eq!(cards.len(), 4);
        lowest_first += u32::from(cards.iter().min() == cards.first());
    }
    assert!((5..30).contains(&lowest_first), "the lowest came first {lowest_first} times");
}

const BENT: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  out:  { per: player, seen_by: nobody }
marks: { bent: { of: card, type: flag, seen_by: all } }
rules: |
  phase game = deal, bend by seat(1), one of steal | rest by seat(2)
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action bend(card from hand) { mark card as bent }
  action steal(card from hand of others where bent) { move card to out face down }
  action rest
"#;

/// Numbers of cards in no order are those of the observation, and tell no more.
#[test]
fn a_hidden_card_with_an_open_mark_has_the_number_under_which_it_is_seen() {
    for bent in ["2S", "3S", "4S", "5S"] {
        let mut play = dealt(BENT, "2S 3S 4S 5S 6S 7S 8S 9S");
        choose(&mut play, &[(0, &format!("bend {bent}"))]);
        let seen = play.observe(Seat::new(1));
        let hand = seen.zones.iter().find(|zone| zone.name == "hand.1").expect("a hand");
        let cards = &hand.slots[0].cards;
        let place = cards.iter().position(|card| !card.marks.is_empty()).expect("a bent card");
        assert_eq!(
            play.options(Seat::new(1)),
            [format!("steal hand.1#{}", place + 1), "rest".into()]
        );
        assert_eq!(place, 3, "the bent card comes last, whichever it is");
    }
}

const COUNTED: &str = r#"
seats: 2
decks: { pack: { standard: 52, only: "suit = S and rank in 2..9" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
variables: { tally: { per: player, type: number } }
rules: |
  phase game = deal, 2 times: (each player: lay)
  phase deal { shuffle deck; each player { draw 2 from deck to hand } }
  action lay(card from hand) { move card to heap; add rank of card to tally }
  score = SCORE
"#;

/// Whether each seat can work out its own score and the other's, after so many choices.
fn scores_known(score: &str, choices: usize) -> [[bool; 2]; 2] {
    let mut play = dealt(&COUNTED.replace("SCORE", score), "2S 3S 4S 5S 6S 7S 8S 9S");
    for _ in 0..choices {
        let Some(&seat) = play.pending().first() else { break };
        play.apply(seat, 0).expect("an option");
    }
    [0, 1].map(Seat::new).map(|seat| {
        let known = play.scores_known_to(seat);
        let true_ones = known.iter().zip(play.scores());
        assert!(
            true_ones.into_iter().all(|(known, score)| known.is_none_or(|known| known == score))
        );
        [0, 1].map(|of| known[of].is_some())
    })
}

#[test]
fn a_score_is_told_to_who_knows_all_that_it_counts() {
    let (all, own, none) = ([[true; 2]; 2], [[true, false], [false, true]], [[false; 2]; 2]);
    assert_eq!(scores_known("tally", 0), all);
    assert_eq!(scores_known("count hand", 0), all);
    assert_eq!(scores_known("sum rank over hand", 0), own);
    assert_eq!(scores_known("sum rank over hand of all", 0), none);
    assert_eq!(scores_known("sum rank over hand of all", 4), all, "no hand is left");
    assert_eq!(scores_known("rank of top of deck default 0", 0), none);
    assert_eq!(scores_known("rank of top of heap default 0", 1), all);
}

const SAID: &str = r#"
seats: 3
decks: { pack: { standard: 52, only: "suit = S" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
texts:
  "{me} offers {gift} and {n} more.":
    { en: "{me} offers {gift} and {n} more.", fr: "{me} offre {gift} et {n} de plus." }
rules: |
  phase game = deal, begin
  phase deal { shuffle deck; draw 2 from deck to hand of seat(1) }
  phase begin { do offer(1) by seat(1) }
  action offer(n, gift from hand) {
    say "{me} offers {gift} and {n} more."
    say "A word for the third." to seat(3)
  }
  score = count hand
"#;

#[test]
fn what_is_said_is_said_to_those_whom_it_is_for_and_names_no_card_that_they_do_not_know() {
    let mut play = dealt(SAID, "KS 2S");
    choose(&mut play, &[(0, "offer KS")]);
    let said = |seat: Seat| -> Vec<String> {
        record_of(&play, seat).into_iter().filter(|line| line.contains("\"say\"")).collect()
    };
    let line = |gift: &str| {
        format!(
            r#"{{"type":"say","text":"{{me}} offers {{gift}} and {{n}} more.","values":[{{"name":"me","value":1}},{{"name":"gift","value":"{gift}"}},{{"name":"n","value":1}}]}}"#
        )
    };
    let third = r#"{"type":"say","text":"A word for the third."}"#;
    assert_eq!(said(Seat::new(0)), [line("KS")]);
    assert_eq!(said(Seat::new(1)), [line("?")]);
    assert_eq!(said(Seat::new(2)), [line("?"), third.to_owned()]);
}

#[test]
fn what_is_said_is_told_in_the_language_of_who_hears_it() {
    let mut play = dealt(SAID, "KS 2S");
    choose(&mut play, &[(0, "offer KS")]);
    let story = |language| {
        let (lexicon, past) = (Lexicon::new(language), Past::default());
        let (play, eyes, narration) = (&play, Eyes::Seat(Seat::new(1)), Narration::Live);
        let view = View::of(&Looking { play, lexicon: &lexicon, eyes, past: &past, narration });
        let lines = view.story.iter().map(|told| match told {
            Told::Sentence(sentence) => sentence.text(),
            _ => String::new(),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let (english, french) = (story(Language::En), story(Language::Fr));
    assert!(english.contains("Player 1 offers a hidden card and 1 more."), "{english}");
    assert!(french.contains("Joueur 1 offre une carte cachée et 1 de plus."), "{french}");
}

const REMEMBERED: &str = r#"
seats: 3
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  done: { shape: pile, seen_by: all }
variables: { noted: { type: card } }
rules: |
  phase game = deal, remember
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  phase remember {
    let upper = top of deck
    let pair = (top(3) of deck) where it is not upper
    set noted to nth(4) of deck
    do hold(nth(5) of deck)
    move upper to done face up
    move noted to done face up
    move pair to done face up
  }
  effect hold(lower) {
    each one in top(6) of deck - top(5) of deck {
      let answered = do answer_and_ask
      move lower to done face up
      move one to done face up
      move answered to done face up
    }
  }
  effect answer_and_ask {
    answer nth(7) of deck
    let counted = do count_and_ask
    if counted != 6 { answer nth(1) of deck }
  }
  effect count_and_ask {
    answer 6
    do together pick
  }
  action pick(card from hand) {
    if me is seat(1) { do guess by seat(2) }
    move card to done face up
  }
  action guess(n from 1..2)
  score = 0
"#;

/// What rules remember of hidden cards tells whoever imagines the game nothing of them: a `let`, a
/// variable, a parameter, a loop, what others have chosen and not yet shown.
#[test]
fn what_is_remembered_of_hidden_cards_is_imagined_too() {
    let worlds = |others: &str, deck: &str, third: &str| -> Vec<Vec<String>> {
        let mut play = dealt(REMEMBERED, &format!("{others} 5S 6S 7S {third} {deck}"));
        for seat in [0, 1, 2] {
            play.apply(Seat::new(seat), 0).expect("a card");
        }
        let seat = Seat::new(1);
        assert_eq!(play.options(seat), ["guess 1", "guess 2"]);
        let world = |seed: u64| {
            let mut world = play.determinize(seat, &mut Generator::new(seed));
            world.apply(seat, 0).expect("an option");
            stack(&world, "done")
        };
        (0..20).map(world).collect()
    };
    let found = worlds("2S 3S 4S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D");
    assert_eq!(found, worlds("2H 3H 4H", "2D 3D 4D 5D 6D 7D 8D", "2S 3S 4S"));
    let lowest: std::collections::BTreeSet<&String> = found.iter().map(|done| &done[0]).collect();
    assert!(lowest.len() > 10, "{lowest:?}");
    assert!(found.iter().all(|done| done.len() == 10 && done.contains(&"5S".to_owned())));
}

const PUT_AWAY: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, shape: pile, seen_by: nobody }
rules: |
  phase game = deal, put_away by seat(2), put_away by seat(1)
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action put_away(cards_away from 1..3 of hand) { move cards_away to away }
  score = 0
"#;

fn steps(play: &Play, eyes: Eyes) -> usize {
    let lexicon = &Lexicon::new(Language::En);
    let (mut steps, mut heard) = (0, 0);
    play.clone().asking_all().retraced(play.log().len(), |play, chooser| {
        let past = &Past::told(heard);
        let looking = Looking { play, lexicon, eyes, past, narration: Narration::Again };
        if view::is_step(&looking, chooser) {
            (steps, heard) = (steps + 1, view::told_so_far(play));
        }
    });
    steps
}

/// Whoever goes through a record as a seat sees it comes to stand where that seat hears something,
/// however many cards others have chosen one by one.
#[test]
fn steps_tell_not_how_much_others_choose_unseen() {
    let steps = |choices: &[&str], eyes: Eyes| {
        let mut play = Play::new(&game(PUT_AWAY), 3);
        for &label in choices {
            let seat = play.pending()[0];
            let options = play.options(seat);
            let option = options.iter().position(|option| option == label).unwrap_or(0);
            play.apply(seat, option).expect("an option");
        }
        steps(&play, eyes)
    };
    let (one, three) = (["", "enough", ""], ["", "", "", ""]);
    let of_first = Eyes::Seat(Seat::new(0));
    assert_eq!(steps(&one[..2], of_first), steps(&three[..3], of_first));
    assert!(steps(&one[..2], Eyes::All) < steps(&three[..3], Eyes::All));
}

const PUT_ONE: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, shape: pile, seen_by: nobody }
rules: |
  phase game = deal, put by seat(2), put by seat(1), MANNER
  phase deal { each player { draw 3 from deck to hand } }
  action put(card from hand where red default hand) { move card to away face down }
  score = 0
"#;

/// So it does where others had a single option, alone or at the same time as somebody else.
#[test]
fn steps_tell_not_whether_others_had_a_choice() {
    for manner in ["put by seat(2)", "together put"] {
        let text = PUT_ONE.replace("MANNER", manner);
        let steps = |theirs: &str| {
            let mut play = dealt(&text, &format!("2S 3S 4S {theirs}"));
            while let Some(&seat) = play.pending().first() {
                play.apply(seat, 0).expect("an option");
            }
            steps(&play, Eyes::Seat(Seat::new(0)))
        };
        let counts = ["5H 6S 7C", "5S 6S 7C", "5H 6H 7C"].map(steps);
        assert_eq!(counts, [counts[0]; 3], "{manner}");
        assert!(counts[0] > 1, "{counts:?}");
    }
}

const PUT_TOGETHER: &str = r#"
seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  away: { per: player, shape: one, seen_by: face }
rules: |
  phase game = deal, together put
  phase deal { each player { draw 2 from deck to hand } }
  action put(card from hand where red default hand) {
    reveal card to me
    move card to away face down
  }
  score = 0
"#;

/// What a seat is told of its own choice is the same, whether another one had a choice at the same
/// time or a single option.
#[test]
fn the_story_tells_not_whether_others_had_a_choice() {
    let story = |theirs: &str, narration: Narration| {
        let mut play = dealt(PUT_TOGETHER, &format!("2S 3S {theirs}"));
        let (own, other) = (Seat::new(0), Seat::new(1));
        choose(&mut play, &[(0, "put 2S")]);
        if play.pending().contains(&other) {
            play.apply(other, 0).expect("an option");
        }
        let (lexicon, past) = (Lexicon::new(Language::En), Past::default());
        let (play, eyes) = (&play, Eyes::Seat(own));
        let looking = Looking { play, lexicon: &lexicon, eyes, past: &past, narration };
        let told = view::story(&looking, play.log().len());
        told.iter().map(|sentence| sentence.text().to_string()).collect::<Vec<_>>()
    };
    for narration in [Narration::Live, Narration::Again] {
        let (forced, free) = (story("4H 5S", narration), story("4S 5S", narration));
        assert_eq!(forced, free);
        assert!(forced.iter().any(|sentence| sentence.contains("away")), "{forced:?}");
    }
}

const THERE_AND_BACK: &str = r#"
seats: 1
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  pool: { seen_by: all }
rules: |
  phase game = go_round
  phase go_round {
    draw 2 from deck to pool
    move pool to deck
    draw 3 from deck to pool
  }
  score = 0
"#;

/// Cards that go and come back are told in that order.
#[test]
fn the_story_keeps_the_order_of_cards_that_come_back() {
    let play = dealt(THERE_AND_BACK, "2S 3S 4S");
    let (lexicon, past, narration) =
        (Lexicon::new(Language::En), Past::default(), Narration::Again);
    let (play, eyes) = (&play, Eyes::All);
    let looking = Looking { play, lexicon: &lexicon, eyes, past: &past, narration };
    let told = view::story(&looking, play.log().len());
    let told: Vec<String> = told.iter().map(|sentence| sentence.text().to_string()).collect();
    let [.., out, back, again] = &told[..] else { panic!("{told:?}") };
    assert!(out.contains("deck → pool") && back.contains("pool → deck"), "{told:?}");
    assert!(again.contains("deck → pool"), "{told:?}");
}
