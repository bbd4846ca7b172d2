//! Games that are tried out: somebody chooses for other seats, sees all hands, decides what chance
//! does; and the record says so.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use crate::common::place::Place;
use crate::rehearsed::{LAYOUT, RULES, duel, game};
use cardrun::game::{Decided, Eyes, Game, Play, Settings};
use cardrun::value::{Card, Seat};
use cardrun::view::{Language, Lexicon, Looking, Narration, Past, Pointer, View};
use std::collections::BTreeSet;

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("rehearsing_{name}"), text);
}

fn typed(place: &Place, seats: &str, lines: &str, more: &str) -> String {
    let command = format!("duel.yaml --seats {seats} --seed 3 --record r.jsonl {more}");
    place.answer(&command, lines).out
}

fn header(place: &Place, n: usize) -> String {
    let text = place.text("r.jsonl");
    let mut headers = text.lines().filter(|line| line.contains("\"type\":\"game\""));
    headers.nth(n).unwrap_or_default().to_owned()
}

#[test]
fn one_chooses_for_another_seat() {
    let place = duel();
    let told = typed(&place, "human,random", "as 2\n1\n1\n1\nq\n", "--lang en");
    snapshot("as", &told);
    place.run("replay r.jsonl --verify").ends(0);
    // It was begun as a game like any other, and is a rehearsal by now.
    assert!(!header(&place, 0).contains("\"rehearsal\":true"));
    assert!(header(&place, 1).contains("\"rehearsal\":true"));
}

/// Another one is asked for now than whose options were shown.
#[test]
fn one_chooses_for_a_seat_while_another_one_is_asked() {
    let place = duel();
    place.file("duel.rules", &RULES.replace("round = each player: play", "round = together play"));
    let told = typed(&place, "random,human", "as 1\n1\n1\nq\n", "--lang en");
    snapshot("as_while_asked", &told);
    place.run("replay r.jsonl --verify").ends(0);
}

#[test]
fn all_hands_are_shown_and_hidden_again() {
    let place = duel();
    let told = typed(&place, "human,random", "reveal\n1\nreveal\nq\n", "--lang en");
    snapshot("reveal", &told);
}

#[test]
fn a_die_is_decided() {
    let place = duel();
    let told = typed(&place, "human,random", "chance 6\nchance 1\n1\nq\n", "--lang en");
    let own = told.find("The die (6 sides) shows 6.").expect("one's own die");
    let other = told.find("The die (6 sides) shows 1.").expect("the other player's die");
    assert!(own < other, "{told}");
    place.run("replay r.jsonl --verify").ends(0);
    // In other rules the dice still fall so.
    place.file("duel.rules", &RULES.replace("score = points", "score = points + 1"));
    place.run("replay r.jsonl --against duel.yaml").ends(0);
}

#[test]
fn no_die_gives_more_than_it_has_sides() {
    let place = duel();
    let told = typed(&place, "human,random", "chance 7\nchance 0\n1\nq\n", "--lang en");
    assert_eq!(told.matches("Expected a number from 1 to 6").count(), 2, "{told}");
    // A game that was not steered is no rehearsal.
    assert!(!told.contains("this game is a rehearsal"), "{told}");
}

/// Whether a card can come off a pile tells where it lies, though it does not come.
#[test]
fn where_a_card_lies_is_told_in_rehearsals_alone() {
    // One card lies in the pile, the other in the hand of whoever asks.
    for (wish, comes) in [("2S", true), ("deck 2S", true), ("4C", false), ("deck 4C", false)] {
        let lines = format!("chance {wish}\nq\n");
        let told = typed(&duel(), "human,random", &lines, "--lang en");
        let (before, after) = told.split_once("this game is a rehearsal").expect("a rehearsal");
        assert!(!before.contains("Expected"), "{told}");
        assert_eq!(!after.contains("Expected"), comes, "{told}");
    }
}

#[test]
fn what_comes_off_a_pile_is_decided() {
    let place = duel();
    let rules =
        RULES.replace("  move card to heap\n", "  move card to heap\n  draw 1 from deck to hand\n");
    place.file("duel.rules", &rules);
    let told = typed(
        &place,
        "human,random",
        "chance deck ZZ\nchance hand.1 2S\nchance 4C\nchance deck 2s 2h\n1\nq\n",
        "--lang en",
    );
    snapshot("chance_cards", &told);
    place.run("replay r.jsonl --verify").ends(0);
}

/// Piles and cards may be named as they are shown, with blanks and signs.
#[test]
fn what_comes_off_a_pile_is_named_as_it_is_shown() {
    let place = duel();
    place.file(
        "duel.yaml",
        &LAYOUT
            .replace(
                "texts: {",
                "texts: { deck: { fr: la grande pioche }, 2H: { fr: Deux de cœur },",
            )
            .replace("play: \"play {card}\"", "play: \"jouer {card}\""),
    );
    let line = "hasard La grande pioche Deux de cœur, 2♠\nhasard 2H\nhasard la petite pioche\nq\n";
    let told = typed(&place, "human,random", line, "--lang fr");
    assert!(told.contains("La suite (la grande pioche) : Deux de cœur, 2S."), "{told}");
    assert!(told.contains("La suite (la grande pioche) : Deux de cœur.\n"), "{told}");
    assert!(told.contains("et non « la petite pioche »"), "{told}");
}

#[test]
fn people_who_play_each_other_do_not_try_out() {
    let place = duel();
    let told = typed(&place, "human,human", "reveal\nas 2\nchance 6\nq\n", "--lang en");
    assert_eq!(told.matches("this needs a game that was begun").count(), 2, "{told}");
    assert!(told.contains("Player 2 is a person"), "{told}");
    let place = duel();
    let told = typed(&place, "human,human", "reveal\nq\n", "--lang fr --rehearsal");
    assert!(told.contains("Toutes les mains sont montrées"), "{told}");
    assert!(header(&place, 0).contains("\"rehearsal\":true"));
}

#[test]
fn chance_is_decided_in_rehearsals_alone() {
    let place = duel();
    typed(&place, "human,random", "chance 6\n1\nq\n", "--lang en");
    let text =
        place.text("r.jsonl").replace("\"rehearsal\":true,", "").replace(",\"rehearsal\":true", "");
    place.file("lied.jsonl", &text);
    let told = place.run("replay lied.jsonl --lang en").ends(2);
    assert!(told.err.contains("chance is decided only in a game"), "{}", told.err);
}

/// Where all hands are shown, each card is called as the seat that chooses calls it, and no other.
#[test]
fn cards_of_open_hands_are_those_that_options_point_at() {
    const COPIES: &str = "seats: 2
decks: { d: { cards: [ { name: Ant, copies: 8, n: 1 }, { name: Bee, copies: 8, n: 2 } ], \
                       attributes: { n: 1..2 } } }
zones:
  deck: { holds: d, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  won:  { per: player, seen_by: all }
rules: |
  phase game = deal, 3 times: (each player: lay)
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action lay(card from hand) { move card to won }
  score = sum n over won
";
    let game = Game::from_strings(&[("copies.yaml", COPIES)], &Settings::default());
    let mut play = Play::new(&game.expect("no errors"), 3);
    play.apply(Seat::new(0), 0).expect("an option");
    let lexicon = &Lexicon::new(Language::En);
    let (eyes, past) = (Eyes::Seat(Seat::new(1)), &Past::default());
    let looking = Looking { play: &play, lexicon, eyes, past, narration: Narration::Live };
    let view = View::of(&looking).revealed(&play, lexicon);
    let lying: Vec<(String, Card)> = view
        .places
        .iter()
        .flat_map(|place| &place.stacks)
        .flat_map(|stack| stack.cards.iter().map(|seen| (stack.record.to_string(), seen.card)))
        .filter_map(|(place, card)| Some((place, card?)))
        .collect();
    let all: BTreeSet<Card> = lying.iter().map(|(_, card)| *card).collect();
    assert_eq!((lying.len(), all.len()), (8, 8), "{lying:?}");
    for option in view.menu.expect("a choice").options {
        let [Pointer::Card(card)] = option.points[..] else { panic!("{option:?}") };
        assert!(lying.contains(&("hand.2".into(), card)), "{card:?} in {lying:?}");
    }
}

/// The table that is shown next shows nothing of the pile as it was.
#[test]
fn what_was_known_of_a_pile_is_shown_no_more() {
    let place = duel();
    let looked = "draw cards_each from deck to hand }; reveal top(2) of deck to seat(1) }";
    place.file("duel.rules", &RULES.replace("draw cards_each from deck to hand } }", looked));
    let told = typed(&place, "human,random", "chance deck 2S\n1\nq\n", "--lang en");
    snapshot("known_pile", &told);
}

/// Who has seen what lies on a pile has seen it where it lay: what is decided forgets that, as a
/// shuffle does.
#[test]
fn nobody_knows_what_comes_off_a_pile_by_what_lay_there() {
    let looked = "draw cards_each from deck to hand }; reveal top(2) of deck to seat(1) }";
    let rules = RULES.replace("draw cards_each from deck to hand } }", looked);
    let game = game(LAYOUT, &rules);
    let program = game.program();
    let mut play = Play::new(&game, 5);
    let deck = program.instances.ids().find(|&i| program.instance_name(i) == "deck");
    let slot = program.instances[deck.expect("a deck")].first_slot;
    let known = |play: &Play| {
        let knows = |&card: &Card| play.state().knows(&program.memory, Seat::new(0), card);
        play.state().stack(slot).filter(knows).count()
    };
    assert_eq!(known(&play), 2);
    let undermost = play.state().stack(slot).next().expect("a card");
    let order = vec![program.cards[undermost.index()].name.clone()];
    play.decide(&Decided::Cards { zone: "deck".into(), order }).expect("a card of the pile");
    assert_eq!(known(&play), 0);
}

/// What lies in a pile is for no seat to see.
#[test]
fn the_record_of_a_seat_says_nothing_of_what_was_decided() {
    let place = duel();
    typed(&place, "human,random", "chance deck 2S\n1\nq\n", "--lang en");
    let own = place.run("replay r.jsonl --as-seat 2 --lines").ends(0).out;
    assert!(!own.contains("\"type\":\"decided\""), "{own}");
    assert!(place.text("r.jsonl").contains("\"type\":\"decided\""));
}

const SCENARIOS: &str = "game: duel.yaml
options: { cards_each: 2 }
scenarios:
  - name: from the start
    stack: { deck: [2S, 2H, 2D, 2C] }
  - name: late
    at: { action: play, seat: 1 }
    cards: { hand.1: [9S, 8S], hand.2: [7S, 6S] }
    rest: heap
    set: { points.1: 20 }
";

/// A position of a scenario is played on from, and its record knows it.
#[test]
fn a_game_begins_at_a_position() {
    let place = duel();
    place.file("late.yaml", SCENARIOS);
    let told = typed(&place, "human,random", "1\nundo\n1\nq\n", "--from late.yaml#late --lang en");
    snapshot("from", &told);
    assert!(header(&place, 0).contains("\"rehearsal\":true"));
    // The scenario may change as it likes: the record has it.
    place.file("late.yaml", "");
    place.run("replay r.jsonl --verify").ends(0);
    place.run("replay r.jsonl --against duel.yaml").ends(0);
    let own = place.run("replay r.jsonl --as-seat 2 --lines").ends(0).out;
    assert!(!own.contains("9S, 8S"), "{own}");
}

#[test]
fn a_pile_is_stacked_from_the_start() {
    let place = duel();
    place.file("late.yaml", SCENARIOS);
    let told = typed(&place, "human,random", "1\nq\n", "--from late.yaml --lang en");
    assert!(told.contains("You: 2S 2H, deck -> hand."), "{told}");
    place.run("replay r.jsonl --verify").ends(0);
}

#[test]
fn a_position_that_is_not_there_is_told() {
    let place = duel();
    place.file("late.yaml", SCENARIOS);
    let wrong = |from: &str| place.run(&format!("duel.yaml --from {from} --lang en"));
    let told = wrong("late.yaml#early").ends(2).err;
    assert!(told.contains("from the start, late), found `early`"), "{told}");
    wrong("none.yaml").ends(2);
    place.file("late.yaml", &SCENARIOS.replace("9S", "ZZ"));
    let told = wrong("late.yaml#late").ends(1).err;
    assert!(told.contains("`ZZ` is not a card"), "{told}");
}

/// A scenario is of its game, and of one that lies over it; of no other.
#[test]
fn a_position_of_another_game_is_refused() {
    let place = duel();
    place.file("late.yaml", SCENARIOS);
    place.file("other.yaml", &LAYOUT.replace("title: Duel", "title: Another"));
    place.file("other.rules", RULES);
    let wrong = place.run("other.yaml --from late.yaml#late --lang en").ends(2).err;
    assert!(wrong.contains("expected a scenario of `other.yaml`"), "{wrong}");
    assert!(wrong.contains("`late.yaml` has those of `duel.yaml`"), "{wrong}");
    place.file("over.yaml", "extends: duel.yaml\ntitle: Over\n");
    place.answer("over.yaml --from late.yaml#late --lang en", "q\n").ends(0);
    // What is wrong with a scenario is told by its file.
    place.file("late.yaml", &SCENARIOS.replace("9S", "ZZ"));
    let wrong = place.run("duel.yaml --from late.yaml#late --lang en").ends(1).err;
    assert!(wrong.contains("late.yaml:8:"), "{wrong}");
}

/// A rehearsal that is over goes on where somebody takes something back; several people at one
/// screen are shown nothing of each other then.
#[test]
fn a_rehearsal_goes_on_after_its_end() {
    let place = duel();
    let lines = "1\n1\n1\n\n2S\nhint\nscore\nundo\n1\nback 1\n1\nq\n";
    let told = typed(&place, "human,random", lines, "--rehearsal --lang en");
    snapshot("after_its_end", &told);
    place.run("replay r.jsonl --verify").ends(0);
    let place = duel();
    let lines = "1\n1\n1\n1\n1\n1\nexplain\nback\nundo\nno\nq\n";
    let told = typed(&place, "human,human", lines, "--rehearsal --lang fr");
    assert_eq!(told.matches("cela n'est pas montré").count(), 2, "{told}");
    assert!(told.contains("n'est pas d'accord"), "{told}");
    place.run("replay r.jsonl --verify").ends(0);
}

/// A game that is no rehearsal ends with its last choice.
#[test]
fn a_game_ends_at_its_end() {
    let place = duel();
    let told = typed(&place, "human,random", "1\n1\n1\nundo\n", "--lang en");
    assert!(
        told.contains("The record of the game") && !told.contains("The game is over"),
        "{told}"
    );
}
