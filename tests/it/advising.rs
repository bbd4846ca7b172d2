//! What a person is told on request: hints, why something cannot be chosen, what a choice brought
//! about.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use crate::common::place::Place;
use crate::rehearsed::{RULES, duel};

/// Low cards are forbidden as long as there are others.
fn place() -> Place {
    let place = duel();
    let rules = RULES.replace("rank > 1 why \"too low\"", "rank > 4 why \"too low\" default hand");
    place.file("duel.rules", &rules);
    place
}

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("advising_{name}"), text);
}

fn typed(place: &Place, lines: &str, more: &str) -> String {
    let command = format!("duel.yaml --seats human,random --seed 3 --record a.jsonl {more}");
    place.answer(&command, lines).out
}

#[test]
fn what_cannot_be_chosen_says_why() {
    let place = place();
    let told =
        typed(&place, "4C\nplay 2S\nwhy 4c\nwhy 2S\nwhy play 9C\nwhy ZZ\nwhy\n?\nq\n", "--lang en");
    snapshot("why", &told);
}

#[test]
fn events_are_explained() {
    let place = place();
    let told = typed(
        &place,
        "expliquer\n1\nexpliquer\nmontrer\nexpliquer\nq\n",
        "--lang fr --set cards_each=5",
    );
    snapshot("explain", &told);
    let all = place.run("replay a.jsonl --explain --lang en").ends(0).out;
    snapshot("replay_explain", &all);
    let lines = place.run("replay a.jsonl --explain --lines").ends(0).out;
    let die = lines.lines().find(|line| line.contains("\"kind\":\"die\"")).expect("a die");
    let die: serde_json::Value = serde_json::from_str(die).expect("JSON");
    assert_eq!(die["at"]["file"], "duel.rules");
    assert!(die["at"]["text"].as_str().expect("a line").starts_with("if roll 6 > 3"), "{die}");
}

#[test]
fn a_hint_says_how_sure_it_is() {
    let told = typed(&place(), "hint\nq\n", "--lang en");
    assert!(told.contains("A search would choose: play") || told.contains("A search is not sure"));
    let folder = place();
    let several =
        folder.answer("duel.yaml --seats human,human --seed 3 --lang fr", "conseil\nq\n").out;
    assert!(several.contains("il n'y a pas de"), "{several}");
}

/// Each of the five games, in both languages: before each choice why something is not there, behind
/// it what it brought about, and every other one is taken back and made again.
#[test]
fn the_five_games_are_talked_over_up_to_their_end() {
    let words = [
        ("en", "why 2S\n1\nexplain\nundo\n1\n1\n", "In a rehearsal the", "You stand again"),
        ("fr", "pourquoi 2S\n1\nexpliquer\nannuler\n1\n1\n", "Dans une", "Vous voilà de nouveau"),
    ];
    for game in ["alkekan", "six_lots", "attaque_du_roi", "douhar", "card_o_tresor"] {
        for (language, round, explained, back) in words {
            let place = Place::new();
            let line = format!("games/{game}.yaml --seed 4 --record g.jsonl --lang {language}");
            let told = place.answer(&line, &round.repeat(300)).ends(0).out;
            let times = [explained, back].map(|words| told.matches(words).count());
            assert!(times.iter().all(|times| *times > 5), "{game}: {times:?} in\n{told}");
            let verified = place.run("replay g.jsonl --verify --lang en").ends(0).out;
            assert!(verified.contains("to the end of the game"), "{game}: {verified}");
        }
    }
}

/// Six choices of several actions, most of which have conditions of their own.
const MARKET: &str = r#"
title: Market
seats: 2
decks: { pack: { standard: 52, only: "rank in 2..9" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
variables: { chips: { per: player, type: number, default: 3 } }
texts: { lay: "lay {card}", raise: "raise by {n}", buy: "buy a card", claim: "say {w}" }
lists: { words: [high, low] }
rules: |
  phase game = deal, 3 times: (each player: one of lay | sell | raise | buy | claim | give), late
  phase late = each player: rest
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  action lay(card from hand where rank > 5 why "low cards stay") { move card to heap }
  action sell(card from hand where rank = 1 why "only aces are sold") { move card to heap }
  action raise(n from 1..chips)
    needs small: n < 3 why "two at most"
  { add -1 * n to chips }
  action buy needs paid: chips > 5 why "costs six chips" { draw 1 from deck to hand }
  action claim(w from words)
    needs truth: w is not low or any hand where rank < 3 why "you cannot say low"
  { add 1 to chips }
  action give(card from heap) { move card to hand }
  action rest { add 1 to chips }
"#;

/// What is said to each line that is typed, by the line.
fn said(game: &str, options: &str, lines: &[&str]) -> Vec<String> {
    let place = Place::new();
    place.file("game.yaml", game);
    let typed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let line = format!("game.yaml --seats human,random --record g.jsonl --lang en {options}");
    let out = place.answer(&line, &format!("{typed}q\n")).out;
    let (_, answers) = out.split_once("\n> ").expect("a question");
    let mut said: Vec<String> = answers.split("\n> ").map(str::to_owned).collect();
    said.truncate(lines.len());
    said.iter().map(|said| said.lines().skip(1).collect::<Vec<_>>().join(" ")).collect()
}

/// Of all that the rules may say only that is told which applies; and what a sign on the table
/// means.
#[test]
fn reasons_that_do_not_apply_are_not_told() {
    let place = Place::new();
    let line = "games/attaque_du_roi.yaml --seed 5 --lang en --seats human,greedy --record g.jsonl";
    let told = place.answer(line, "2\n1\n1\nQH\n?\n10D\n2\n?\nq\n").ends(0).out;
    let (before, behind) = told.split_once("> ?\n").expect("a question mark");
    assert!(before.contains("done: only one figure may be in play."), "{before}");
    let first = behind.split("\n> ").next().unwrap_or_default();
    assert!(first.contains("- only one figure may be in play"), "{first}");
    assert!(!behind.contains("the deck is empty"), "{behind}");
    // A card that lies face down is on the table by now.
    assert!(!first.contains("before a card: it lies face down"), "{first}");
    assert!(behind.contains("# before a card: it lies face down"), "{behind}");
}

/// A reason is told only of the action whose words, or whose candidates, an answer names.
#[test]
fn a_reason_is_that_of_what_is_meant() {
    let told = |answer: &str| said(MARKET, "--seed 3", &[answer]).remove(0);
    for nonsense in ["zzz", "7Z", "buyer", "buy 7", "lay zzz"] {
        assert!(told(nonsense).contains("none of the options"), "{nonsense}: {}", told(nonsense));
    }
    for (answer, why) in [
        ("say low", "done: you cannot say low."),
        ("low", "done: you cannot say low."),
        ("raise 7", "done: expected a number from 1 to 3."),
        ("raise by 3", "done: two at most."),
        ("why raise by 3", "done: two at most."),
        ("why raise by 7", "done: expected a number from 1 to 3."),
        ("buy", "done: costs six chips."),
        ("why buy a card", "done: costs six chips."),
        ("4C", "done: lay ...: low cards stay; sell: only aces are sold."),
        ("lay 4c", "done: low cards stay."),
        ("sell 4C", "done: only aces are sold."),
        ("9S", "done: 9S is not among what can be chosen."),
        ("why rest", "done: \"rest\" cannot be chosen now."),
        ("why give", "done: there is nothing that could be chosen."),
        ("why sell", "done: only aces are sold."),
    ] {
        assert!(told(answer).contains(why), "{answer}: {}", told(answer));
    }
}

/// Each condition that forbids something has a line of its own, be it of one action or of several,
/// and with the same words as another one.
#[test]
fn every_condition_is_named_by_its_line() {
    let told = said(MARKET, "--seed 3", &["why 4C", "reveal", "why 4C"]);
    assert!(told[0].contains("game.yaml:16") && told[0].contains("game.yaml:17"), "{}", told[0]);
    assert!(told[2].contains("game.yaml:16 rank > 5 (rank = 4)"), "{}", told[2]);
    assert!(told[2].ends_with("game.yaml:17 rank = 1 (rank = 4)"), "{}", told[2]);
    let same = MARKET.replace("only aces are sold", "no").replace("low cards stay", "no");
    let told = said(&same, "--rehearsal --seed 3", &["why 4C"]);
    assert!(told[0].contains("done: no. ") && told[0].contains("game.yaml:17"), "{}", told[0]);
    let barren = MARKET.replace(
        "card from hand where rank = 1 why \"only aces are sold\"",
        "card from hand where rank > 4 why \"too low\" where rank < 4 why \"too high\"",
    );
    let told = said(&barren, "--seed 3", &["why sell"]);
    assert!(told[0].contains("done: too low; too high."), "{}", told[0]);
    assert_eq!(told[0].matches("game.yaml:17").count(), 1, "{}", told[0]);
    let told = said(&barren, "--rehearsal --seed 3", &["why sell"]);
    assert!(
        told[0].contains("game.yaml:17 rank > 4") && told[0].contains("rank < 4"),
        "{}",
        told[0]
    );
}

/// In a rehearsal the condition stands there with what it compares; nowhere else, as that may tell
/// of hidden cards.
#[test]
fn a_rehearsal_tells_the_values_of_a_condition() {
    let lines = ["why lay 4C", "reveal", "why lay 4C", "why low", "why raise by 3", "why buy"];
    let told = said(MARKET, "--seed 3", &lines);
    assert!(told[0].contains("action lay(card from hand where"), "{}", told[0]);
    assert!(!told[0].contains("rank = "), "{}", told[0]);
    assert!(told[2].ends_with("game.yaml:16 rank > 5 (rank = 4)"), "{}", told[2]);
    assert!(told[3].ends_with("(w = low)"), "{}", told[3]);
    assert!(told[4].ends_with("(n = 3)"), "{}", told[4]);
    assert!(told[5].ends_with("needs paid: chips > 5 why \"costs six chips\" (chips = 3)"));
}

/// Of what can be chosen it is said that it can, and by which words or number.
#[test]
fn what_can_be_chosen_is_said_to_be() {
    let lines = ["why 9C", "why lay", "why lay 9C", "why 1", "why raise", "why say"];
    let told = said(MARKET, "--seed 3", &lines);
    let can = "That can be chosen now: ";
    let options = ["lay 9C (1)", "lay 9C (1)", "lay 9C (1)", "lay 9C (1)"];
    for (told, option) in told.iter().zip(options) {
        assert_eq!(*told, format!("{can}{option}."));
    }
    assert_eq!(told[4], format!("{can}raise by 1 (2), raise by 2 (3)."));
    assert_eq!(told[5], format!("{can}say high (4)."));
}

/// Names of cards have blanks, and places have reasons, too: on a board where one card lies.
#[test]
fn names_with_blanks_and_places_have_reasons() {
    let game = r#"
title: Blanks
seats: 2
decks:
  d:
    cards: [ { name: The River Pilot, worth: 1 }, { name: The River, worth: 2 }, { name: Orseth the Undivided, worth: 3 } ]
    attributes: { worth: 1..3 }
zones:
  hand:  { per: player, seen_by: owner }
  deck:  { holds: d, shape: pile, seen_by: nobody }
  board: { shape: 2x2, capacity: 1, seen_by: all }
texts: { lay: "lay {c} on {cell}" }
rules: |
  phase game = deal, 2 times: (each player: one of lay | away)
  phase deal { each player { draw 3 from deck to hand } }
  action lay(c from hand where worth < 3 why "too dear", cell from cells of board where it is empty why "that cell is taken") { move c to cell }
  action away { move hand to deck }
"#;
    let lines = [
        "why orseth the undivided",
        "Orseth the Undivided",
        "lay The River on 1.1",
        "lay The River Pilot on 1.1",
        "the river pilot, 1.1",
        "why lay the river pilot on 1.1",
        "why 1.1",
        "why 9.9",
    ];
    let told = said(game, "--seed 1", &lines);
    assert!(told[0].contains("done: too dear."), "{}", told[0]);
    assert!(told[1].contains("done: too dear."), "{}", told[1]);
    for told in &told[3..=5] {
        assert!(told.contains("done: that cell is taken."), "{told}");
    }
    assert!(told[6].contains("done: 1.1 is not among what can be chosen."), "{}", told[6]);
    assert!(told[7].contains("is called \"9.9\""), "{}", told[7]);
}
