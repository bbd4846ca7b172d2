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
