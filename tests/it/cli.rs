//! The command as people and scripts meet it: what it writes, what it keeps, and how it ends.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use crate::common::place::{Place, Ran};
use crate::rehearsed::{RULES, duel};
use std::io::Write;
use std::path::Path;
use std::process::Command;

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("cli_{name}"), text);
}

const GAMES: [&str; 5] = ["alkekan", "six_lots", "attaque_du_roi", "douhar", "card_o_tresor"];

// ---- check

/// A zone that is misspelt, and a key that is none.
const BROKEN: (&str, &str) = (
    "seats: 2
decks: { pack: { standard: 52 } }
zonse: {}
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
",
    "phase game = deal, each player: play
phase deal { shuffle deck draw 3 from dekc to hand }
action play(card from hand) { move card to deck }
",
);

#[test]
fn a_broken_game_is_told_whole() {
    let place = Place::new();
    place.file("broken.yaml", BROKEN.0);
    place.file("broken.rules", BROKEN.1);
    let text = place.run("check broken.yaml").ends(1);
    snapshot("check_broken", &text.out);
    let list = place.run("check broken.yaml --format json").ends(1).json();
    let list = list.as_array().unwrap();
    assert!(!list.is_empty());
    for problem in list {
        assert!(problem["file"].as_str().unwrap().starts_with("broken."));
        assert!(problem["line"].as_u64().unwrap() > 0 && problem["column"].as_u64().unwrap() > 0);
        for key in ["code", "level", "message"] {
            assert!(!problem[key].as_str().unwrap().is_empty());
        }
        assert!(problem.get("help").is_some());
    }
    let played = place.run("broken.yaml").ends(1);
    assert!(played.out.is_empty() && played.err.contains("error["), "{}", played.err);
}

#[test]
fn the_games_that_come_with_it_have_no_errors() {
    let place = Place::new();
    let games = GAMES.map(|game| format!("games/{game}.yaml")).join(" ");
    let all = place.run(&format!("check {games} --format json")).ends(0).json();
    assert!(all.as_array().unwrap().iter().all(|problem| problem["level"] != "error"));
}

/// A layout whose name has several dots is called by all before the last one, on the page about it
/// and in what is counted of it.
#[test]
fn a_game_without_a_title_is_called_like_its_layout() {
    let place = Place::new();
    let game = "seats: 2\nrules: |\n  phase game = each player: wait\n  action wait(n from 1..2)\n";
    place.file("two.words_here.yaml", game);
    let page = place.run("check two.words_here.yaml --about --lang en").ends(0);
    assert!(page.out.starts_with("two.words here\n"), "{}", page.out);
    let report = place.run("sim two.words_here.yaml --games 2 --format json").ends(0).json();
    assert_eq!(report["game"], "two.words_here");
}

#[test]
fn a_page_about_a_game() {
    let place = Place::new();
    let french = place.run("check games/alkekan.yaml --about --lang fr").ends(0);
    assert!(french.out.starts_with("Les bois d'Alkekan\n2 joueurs\n"), "{}", french.out);
    assert!(
        french.out.contains("hand_size=4   (2..6)")
            && french.out.contains("long_hands   hand_size=6")
    );
    assert!(french.out.contains("Égalité : partie nulle."));
    let english = place.run("check games/alkekan.yaml --about --lang en").ends(0);
    assert!(english.out.starts_with("The Woods of Alkekan\n2 players\n"), "{}", english.out);
}

#[test]
fn phases_as_a_graph() {
    let place = Place::new();
    let mermaid = place.run("graph games/alkekan.yaml").ends(0).out;
    assert!(
        mermaid.starts_with("flowchart TD\n")
            && mermaid.contains("phase_game -->|\"3. until deck is empty\"| phase_round"),
        "{mermaid}"
    );
    let dot = place.run("graph games/alkekan.yaml --format dot").ends(0).out;
    assert!(dot.starts_with("digraph") && dot.contains("phase_round -> phase_listen"), "{dot}");
}

#[test]
fn files_that_are_none() {
    let place = Place::new();
    place.file("latin.yaml", "");
    std::fs::write(place.path("latin.yaml"), b"seats: 2\ntitle: \xE9t\xE9\n").unwrap();
    std::fs::create_dir(place.path("folder.yaml")).unwrap();
    assert!(place.run("latin.yam").ends(2).err.contains("did you mean `latin.yaml`?"));
    assert!(place.run("check folder.yaml").ends(2).out.contains("it is a folder"));
    let latin = place.run("check latin.yaml").ends(1);
    assert!(latin.out.contains("UTF-8"), "{}", latin.out);
}

// ---- usage

#[test]
fn wrong_usage_is_explained() {
    let place = Place::new();
    place.file("there.jsonl", "{}");
    place.file("empty.jsonl", "");
    place.file(
        "strict.yaml",
        "seats: 2\n\
         options:\n  \
           dear: { type: flag, default: false }\n  \
           draws: { type: [split, again], default: split }\n\
         forbid: [ { if: dear and draws = again, why: { en: too dear } } ]\n\
         decks: { pack: { standard: 52 } }\n\
         zones: { deck: { holds: pack, shape: pile, seen_by: nobody } }\n\
         rules: |\n  \
           phase game { if dear or draws = again { shuffle deck } }\n  \
           score = count deck\n",
    );
    let lines = [
        "games/alkekan.yaml --set hand_siz=3",
        "games/alkekan.yaml --set hand_size=7",
        "games/alkekan.yaml --variant long_hand",
        "games/alkekan.yaml --seats humain,random",
        "games/alkekan.yaml --seats random,random,random",
        "games/alkekan.yaml --record there.jsonl",
        "play games/attaque_du_roi.yaml --set trump_choice=true --set mixed_deck=true",
        "play strict.yaml --set dear=true --set draws=again",
        "sim games/alkekan.yaml --games 1 --seats human,random",
        "resume nowhere.jsonl",
        "replay empty.jsonl",
        "chekc x.yaml",
    ];
    let told: Vec<String> =
        lines.iter().map(|line| format!("$ {line}\n{}", place.run(line).ends(2).err)).collect();
    snapshot("usage", &told.join("\n"));
    assert!(place.run("sim games/alkekan.yaml").ends(2).err.contains("--games"));
    assert!(place.run("").ends(2).err.contains("Usage"));
    assert!(place.run("--help").ends(0).out.contains("cardrun GAME.yaml"));
}

// ---- play

/// Answers in all forms, some of them wrong, then whatever comes first.
fn script() -> String {
    let answers = ["play 2 cards", "5D", "?", "jouer 8d", "3", "t", "9h"];
    answers
        .into_iter()
        .chain(std::iter::repeat_n("1", 60))
        .map(|answer| format!("{answer}\n"))
        .collect()
}

#[test]
fn a_game_played_by_a_script_reads_well() {
    for (language, name) in [("en", "play_en"), ("fr", "play_fr")] {
        let place = Place::new();
        let line = format!("games/alkekan.yaml --seed 11 --record game.jsonl --lang {language}");
        let played = place.answer(&line, &script()).ends(0);
        assert!(!played.out.contains('\u{1b}'), "colour where there is no terminal");
        snapshot(name, &played.out);
        place.run("replay game.jsonl --verify").ends(0);
    }
}

/// A few choices of each game, and the table after each: what a person sees on a plain terminal.
#[test]
fn screens_of_the_games() {
    let screens = [
        ("six_lots", "games/six_lots.yaml --lang fr --seed 3", "6D\n5S\n4S\n7D\nJH\n2S\n"),
        (
            "douhar",
            "games/douhar.yaml --lang en --seed 3 --set draft=random",
            "8\nTavrin on 2.3\nSow on 1.1\n1\n",
        ),
        (
            "douhar_draft",
            "games/douhar.yaml --lang fr --seed 5 --set capture=cascade",
            "15\n1\ncerf\n2\n",
        ),
        (
            "douhar_teams",
            "games/douhar.yaml --lang en --seed 5 --set draft=random --seats human,random,random,random",
            "8\n1\n",
        ),
        (
            "card_o_tresor",
            "games/card_o_tresor.yaml --lang en --seed 3",
            "1\n1\n2S: walk to 3.2\n1\n4S: swap\n4.2\n1.1\n",
        ),
        (
            "attaque_du_roi",
            "games/attaque_du_roi.yaml --lang fr --seed 3",
            "4\nne pas\n10H\n5\n5\npiocher\n10D\nKD\n4\n1\n",
        ),
        (
            "attaque_du_roi_teams",
            "games/attaque_du_roi.yaml --lang en --seed 3 --seats human,random,random,random",
            "4\n1\n1\n",
        ),
    ];
    for (name, line, answers) in screens {
        let place = Place::new();
        let played = place.answer(&format!("{line} --record game.jsonl"), answers).ends(0);
        snapshot(&format!("screen_{name}"), &played.out);
    }
}

#[test]
fn the_same_seed_and_answers_are_the_same_game() {
    let (a, b) = (Place::new(), Place::new());
    let line = "games/douhar.yaml --seed 5 --record game.jsonl";
    let answers = "2\n".repeat(80);
    assert_eq!(a.answer(line, &answers).ends(0).out, b.answer(line, &answers).ends(0).out);
    assert_eq!(a.text("game.jsonl"), b.text("game.jsonl"));
}

#[test]
fn two_people_at_one_terminal_do_not_see_each_other_s_cards() {
    let place = Place::new();
    let line = "games/alkekan.yaml --seats human,human --seed 3 --record two.jsonl --lang en";
    let played = place.answer(line, "1\n1\n2\n2\n").ends(0).out;
    snapshot("two_people", &played);
    let parts: Vec<&str> = played.split("======== Player ").collect();
    let hand = |part: &str| {
        let dealt = part
            .lines()
            .find(|line| line.starts_with("You: ") && line.ends_with("deck -> hand."))
            .unwrap();
        let cards = dealt.trim_start_matches("You: ").split(',').next().unwrap();
        cards.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let (first, second) = (hand(parts[1]), hand(parts[2]));
    assert_eq!((first.len(), second.len()), (4, 4));
    assert!(
        second.iter().all(|card| !parts[1].contains(card.as_str())),
        "{second:?} in {}",
        parts[1]
    );
    assert!(
        first.iter().all(|card| !parts[2].contains(card.as_str())),
        "{first:?} in {}",
        parts[2]
    );
}

/// Records: what each seat saw is what `seen` says; nothing else may be told to a seat that plays
/// alone against random players.
#[test]
fn a_player_reads_of_no_card_that_was_not_seen() {
    for game in GAMES {
        let place = Place::new();
        let line = format!("games/{game}.yaml --seed 21 --record game.jsonl --lang en");
        let played = place.answer(&line, &"1\n".repeat(40)).out;
        let record = place.text("game.jsonl");
        let mut seen = std::collections::BTreeSet::new();
        let mut all = std::collections::BTreeSet::new();
        for line in
            record.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        {
            if let Some(cards) = line["cards"].as_array() {
                all.extend(cards.iter().map(|card| card["name"].as_str().unwrap().to_owned()));
            }
            let for_seat =
                line["seen"].as_array().is_none_or(|seats| seats.iter().any(|seat| seat == 1));
            let shown_to =
                line["to"].as_array().is_none_or(|seats| seats.iter().any(|seat| seat == 1));
            let of_card =
                ["move", "turn", "reveal", "mark"].contains(&line["type"].as_str().unwrap());
            if let (true, true, true, Some(card)) =
                (of_card, for_seat, shown_to, line["card"].as_str())
            {
                seen.insert(card.to_owned());
            }
            // What lies open before the game, and what a seat is offered of its own cards, it has
            // seen too.
            if line["type"] == "start" && line["face"] == "up" {
                seen.extend(
                    line["order"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|card| card.as_str().unwrap().to_owned()),
                );
            }
        }
        let words: std::collections::BTreeSet<&str> =
            played.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let told: Vec<&String> = all.iter().filter(|card| words.contains(card.as_str())).collect();
        assert!(game == "douhar" || told.len() > 4, "{game}: {told:?}");
        let unseen: Vec<_> = told.into_iter().filter(|card| !seen.contains(*card)).collect();
        assert!(unseen.is_empty(), "{game}: {unseen:?}");
    }
}

#[test]
fn every_game_can_be_played_to_its_end() {
    for game in GAMES {
        let place = Place::new();
        let line = format!("games/{game}.yaml --seed 7 --record game.jsonl --lang fr");
        let played = place.answer(&line, &"1\n".repeat(400)).ends(0);
        assert!(
            played.out.contains("L'enregistrement de la partie : game.jsonl"),
            "{game}: {}",
            played.out
        );
        let verified = place.run("replay game.jsonl --verify --lang en").ends(0);
        assert!(verified.out.contains("to the end of the game"), "{game}: {}", verified.out);
    }
}

#[test]
fn without_a_seed_one_is_drawn_and_the_record_lies_among_the_user_s_data() {
    let place = Place::new();
    let played = place.answer("games/alkekan.yaml --lang en", "q\n").ends(0);
    let path = played.out.lines().last().unwrap().rsplit(' ').next().unwrap().to_owned();
    assert!(path.contains("/cardrun/records/alkekan-") && path.ends_with(".jsonl"), "{path}");
    let other = place.answer("games/alkekan.yaml --lang en", "q\n").ends(0);
    assert_ne!(played.out, other.out);
    assert!(
        place
            .answer(&format!("resume {path} --lang en"), "q\n")
            .ends(0)
            .out
            .contains("cardrun resume")
    );
}

// ---- resume and replay

#[test]
fn a_game_goes_on_where_its_input_ended() {
    let (whole, parts) = (Place::new(), Place::new());
    let line = "games/alkekan.yaml --seed 11 --record game.jsonl --lang en";
    whole.answer(line, &"1\n".repeat(60)).ends(0);
    let first = parts.answer(line, "1\n1\n1\n").ends(0);
    assert!(first.out.contains("cardrun resume game.jsonl"), "{}", first.out);
    // A torn last line, as after a crash, is dropped.
    let mut torn = std::fs::OpenOptions::new().append(true).open(parts.path("game.jsonl")).unwrap();
    torn.write_all(b"{\"type\":\"cho").unwrap();
    let second = parts.answer("resume game.jsonl --lang en", "1\n1\n").ends(0);
    assert!(second.err.contains("torn"), "{}", second.err);
    parts.answer("resume game.jsonl --lang en", &"1\n".repeat(60)).ends(0);
    assert_eq!(parts.text("game.jsonl"), whole.text("game.jsonl"));
    let over = parts.run("resume game.jsonl --lang en").ends(0);
    assert!(over.out.contains("Scores: "), "{}", over.out);
    // A record is not written over: it is gone on with.
    let kept = parts.answer(line, "").ends(2);
    assert!(kept.err.contains("cardrun resume game.jsonl"), "{}", kept.err);
}

#[test]
fn a_record_that_was_changed_does_not_verify() {
    let place = Place::new();
    place.answer("games/alkekan.yaml --seed 11 --record game.jsonl", &"1\n".repeat(60)).ends(0);
    let good = place.text("game.jsonl");
    let changed = good.replacen("\"scores\":[", "\"scores\":[9", 1);
    assert_ne!(good, changed);
    place.file("changed.jsonl", &changed);
    let told = place.run("replay changed.jsonl --verify --lang en").ends(1);
    assert!(told.err.contains(&format!("line {}", good.lines().count())), "{}", told.err);
}

#[test]
fn the_record_of_one_seat_is_printed() {
    let place = Place::new();
    place.answer("games/alkekan.yaml --seed 11 --record game.jsonl", &"1\n".repeat(60)).ends(0);
    assert_eq!(place.run("replay game.jsonl --lines").ends(0).out, place.text("game.jsonl"));
    let second = place.run("replay game.jsonl --lines --as-seat 2").ends(0).out;
    assert!(
        second.starts_with(r#"{"type":"game""#) && second.contains(r#""as_seat":2"#),
        "{second}"
    );
    assert!(
        !second.contains(r#""seat":1,"value":"play"#) && second.contains(r#""card":"?""#),
        "{second}"
    );
    place.run("replay game.jsonl --lines --verify").ends(2);
}

#[test]
fn a_replay_as_one_seat_tells_what_that_seat_saw() {
    let place = Place::new();
    place.answer("games/alkekan.yaml --seed 11 --record game.jsonl", "1\n1\n").ends(0);
    let all = place.run("replay game.jsonl --lang en").ends(0).out;
    let second = place.run("replay game.jsonl --as-seat 2 --step --lang en").ends(0).out;
    assert!(all.contains("Player 1 plays ") && !all.contains("hidden card"), "{all}");
    assert!(
        second.contains("Player 1: 4 hidden cards, deck -> hand.")
            && second.contains("You (player 2, 0 points)"),
        "{second}"
    );
    place.run("replay game.jsonl --as-seat 3").ends(2);
}

// ---- rules that fail

#[test]
fn rules_that_fail_keep_the_record() {
    let place = Place::new();
    place.file(
        "halves.yaml",
        "seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
variables:
  total: { type: number, default: 0 }
rules: |
  phase game = each player: choose
  action choose(n from 0..3) { set total to 12 / n }
",
    );
    let failed = place
        .answer("halves.yaml --seed 1 --record halves.jsonl --lang en", "0\nchoose 0\n")
        .ends(3);
    assert!(
        failed.err.contains("division-by-zero") && failed.err.contains("halves.yaml:9"),
        "{}",
        failed.err
    );
    assert!(failed.out.contains("halves.jsonl"), "{}", failed.out);
    assert!(place.text("halves.jsonl").lines().last().unwrap().contains("\"fault\""));
    place.run("replay halves.jsonl --verify").ends(0);
    place.run("sim halves.yaml --games 50").ends(3);
}

// ---- sim

#[test]
fn simulations_tell_programs_what_they_need() {
    let place = Place::new();
    let report = |jobs: u8| {
        let line = format!(
            "sim games/alkekan.yaml --games 150 --seed 4 --set hand_size=5 --format json --jobs {jobs}"
        );
        place.run(&line).ends(0).json()
    };
    let one = report(1);
    assert_eq!((one["games"].as_u64(), one["seed"].as_u64()), (Some(150), Some(4)));
    assert_eq!(one["seats"], serde_json::json!(["random", "random"]));
    assert_eq!(one["options"]["hand_size"], 5);
    let wins: u64 = one["wins"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(wins + one["draws"].as_u64().unwrap(), 150);
    for key in ["mean", "sd", "ci95"] {
        assert!(!one["scores"][0][key].is_null(), "{key}");
    }
    for key in ["mean", "sd", "p95"] {
        assert!(!one["decisions"][key].is_null() && !one["rounds"][key].is_null(), "{key}");
    }
    assert!(
        one["end_reasons"].is_object()
            && one["seconds"].is_number()
            && one["playouts_per_second"].is_number()
    );
    let mut two = report(2);
    for key in ["seconds", "playouts_per_second"] {
        two[key] = one[key].clone();
    }
    assert_eq!(one, two, "the number of threads makes a difference");
}

/// What an earlier run has kept is not written over, nor mixed with another run.
#[test]
fn records_of_an_earlier_simulation_stay() {
    let place = Place::new();
    let sim = |seed: u32, games: &str| {
        let game = "games/card_o_tresor.yaml";
        place.run(&format!("sim {game} --seed {seed} --games {games} --records kept --lang en"))
    };
    sim(1, "2").ends(0);
    let before = place.text("kept/card_o_tresor-1.jsonl");
    let told = sim(2, "1..3").ends(2);
    assert!(told.err.contains("card_o_tresor-1.jsonl` is there already"), "{}", told.err);
    assert!(told.out.is_empty(), "{}", told.out);
    assert_eq!(place.text("kept/card_o_tresor-1.jsonl"), before);
    assert!(!place.path("kept/card_o_tresor-2.jsonl").exists());
    sim(1, "2..3").ends(0);
}

#[test]
fn simulated_games_can_be_kept_and_looked_at() {
    let place = Place::new();
    let table =
        place.run("sim games/card_o_tresor.yaml --games 3 --format csv --records kept").ends(0).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("game,seed,ended,reason,winners,rank.1,rank.2,"), "{}", lines[0]);
    assert!(
        lines.iter().all(|line| line.split(',').count() == lines[0].split(',').count()),
        "{table}"
    );
    assert!(lines[3].starts_with("2,"), "{table}");
    for k in 0..3 {
        place.run(&format!("replay kept/card_o_tresor-{k}.jsonl --verify")).ends(0);
    }
    let seed = serde_json::from_str::<serde_json::Value>(
        place.text("kept/card_o_tresor-1.jsonl").lines().next().unwrap(),
    );
    let seed = seed.unwrap()["seed"].as_u64().unwrap();
    let line = format!(
        "games/card_o_tresor.yaml --seats random,random --seed {seed} --record again.jsonl"
    );
    place.run(&line).ends(0);
    assert_eq!(
        ending(&place.path("again.jsonl")),
        ending(&place.path("kept/card_o_tresor-1.jsonl"))
    );
    let text = place.run("sim games/alkekan.yaml --games 20 --lang fr").ends(0).out;
    assert!(text.starts_with("20 parties de « Les bois d'Alkekan »"), "{text}");
    place.file("kept.txt", "no folder");
    let refused =
        place.run("sim games/alkekan.yaml --games 1 --records kept.txt --lang en").ends(2);
    assert!(refused.err.contains("not a folder"), "{}", refused.err);
}

fn ending(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap().lines().skip(1).collect()
}

// -------------------------------------------------------------------------------------------------
// players

#[test]
fn a_misspelt_player_is_told_with_what_there_is() {
    let place = Place::new();
    let ran = place.run("sim games/alkekan.yaml --games 1 --seats gredy,random").ends(2);
    assert!(ran.err.contains("did you mean `greedy`?"), "{}", ran.err);
    let ran = place.run("sim games/alkekan.yaml --games 1 --seats mcts:soon,random").ends(2);
    assert!(ran.err.contains("`mcts:200ms`"), "{}", ran.err);
}

#[test]
#[cfg(unix)]
fn programs_play_and_their_failures_are_told() {
    let place = Place::new();
    place.file("first.sh", "while read line; do case $line in *choose*) echo 1;; esac; done\n");
    place.file("mad.sh", "while read line; do case $line in *choose*) echo banana;; esac; done\n");
    let sim = |seats: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardrun"));
        let game = format!("{}/games/alkekan.yaml", env!("CARGO_MANIFEST_DIR"));
        command.args(["sim", &game, "--games", "3", "--format", "json", "--seats", seats]);
        Ran::of(command.current_dir(place.folder.path()).output().unwrap())
    };
    let played = sim("exec:sh first.sh,greedy").ends(0).json();
    assert_eq!((played["stuck"].as_u64(), played["games"].as_u64()), (Some(0), Some(3)));
    assert_eq!(played["seats"][0], "exec:sh first.sh");
    let failing = [
        ("exec:sh mad.sh", "answered `banana`"),
        ("exec:true", "ended without an answer"),
        ("exec:100ms:sleep 5", "gave no answer within 0.1 s"),
    ];
    for (bot, why) in failing {
        let failed = sim(&format!("{bot},random")).ends(1);
        assert_eq!(failed.json()["stuck"], 3);
        assert!(
            failed.err.contains(why) && failed.err.contains("[player-stuck]"),
            "{}",
            failed.err
        );
        assert!(
            !failed.err.contains("rules failed") && !failed.err.contains(":0:"),
            "{}",
            failed.err
        );
    }
}

#[test]
fn a_small_game_is_solved_and_a_large_one_refused() {
    let place = Place::new();
    let solved = place.run("solve games/classics/kuhn_poker.yaml --format json").ends(0).json();
    assert_eq!(solved["information_sets"], 12);
    let text = place.run("solve games/classics/kuhn_poker.yaml").ends(0).out;
    assert!(text.contains("Worth to player 1: -0.05"), "{text}");
    let refused = place.run("solve games/alkekan.yaml").ends(2);
    assert!(refused.err.contains("too large"), "{}", refused.err);
    place.file(
        "endless.yaml",
        "
seats: 2
decks: { none_of_it: { cards: [{ name: Blank }] } }
zones: { box: { holds: none_of_it, seen_by: all } }
variables: { n: { type: number } }
rules: |
  phase game = on until n < 0
  phase on = one of stop | more by seat(1)
  action stop { end game won }
  action more { add 1 to n }
",
    );
    let refused = place.run("solve endless.yaml").ends(2);
    assert!(refused.err.contains("more than 500 choices"), "{}", refused.err);
    let refused = place.run("solve endless.yaml --lang fr").ends(2);
    assert!(refused.err.contains("plus de 500 choix"), "{}", refused.err);
}

// ---- test

const PROVED: &str = "game: games/six_lots.yaml
scenarios:
  - name: a black card goes to its player's own side
    at: { phase: turn, action: play, seat: 1 }
    cards: { hand.1: 3S 2H 6D }
    play:
      - 1: play 3S
      - expect: { support.1.3: SIDE }
";

/// Scenarios of a game of this repository, with a card at a place.
fn scenarios(card: &str) -> String {
    let games = format!("{}/games/", env!("CARGO_MANIFEST_DIR"));
    PROVED.replace("games/", &games).replace("SIDE", card)
}

#[test]
fn scenarios_are_played_and_the_status_says_how_they_came_out() {
    let place = Place::new();
    place.file("good.yaml", &scenarios("3S"));
    let good = place.run("test good.yaml").ends(0);
    assert!(
        good.out.starts_with("ok ") && good.out.ends_with("1 of 1 scenario is as it says\n"),
        "{}",
        good.out
    );

    place.file("wrong.yaml", &scenarios("2H"));
    let wrong = place.run("test wrong.yaml good.yaml").ends(1);
    for words in [
        "FAILED  wrong.yaml: ",
        "wrong.yaml:8:",
        "`support.1.3` is `3S`, and not `2H`",
        "1 of 2 scenarios",
    ] {
        assert!(wrong.out.contains(words), "{words}: {}", wrong.out);
    }
}

/// What cannot be understood is no failure of the game, and does not keep other files from being
/// played.
#[test]
fn scenarios_that_cannot_be_read_are_wrong_usage() {
    let place = Place::new();
    place.file("good.yaml", &scenarios("3S"));
    place.file("odd.yaml", &scenarios("3S").replace("play:", "plays:"));
    let odd = place.run("test odd.yaml good.yaml").ends(2);
    assert!(
        odd.err.contains("odd.yaml:6:") && odd.err.contains("did you mean `play`?"),
        "{}",
        odd.err
    );
    assert!(odd.out.ends_with("1 of 1 scenario is as it says\n"), "{}", odd.out);

    place.file("unknown.yaml", &scenarios("3S").replace("hand.1", "hnd.1"));
    let unknown = place.run("test unknown.yaml").ends(2);
    assert!(unknown.out.contains("`hnd.1` is not a zone"), "{}", unknown.out);

    place.run("test missing.yaml").ends(2);
    place.file("empty.yaml", "");
    place.run("test empty.yaml").ends(2);
}

/// A game with errors does not keep other files from being played, and its scenarios count.
#[test]
fn scenarios_of_a_game_with_errors_have_failed() {
    let place = Place::new();
    place.file("good.yaml", &scenarios("3S"));
    place.file("bad.yaml", "title: x\nseats: 2\nrules: |\n  phase game = nowhere\n");
    place.file("bad_tests.yaml", "game: bad.yaml\nscenarios:\n  - name: a\n  - name: b\n");
    let bad = place.run("test bad_tests.yaml good.yaml --lang en").ends(1);
    for words in ["FAILED  bad_tests.yaml: a\n", "FAILED  bad_tests.yaml: b\n", "bad.yaml:4:"] {
        assert!(bad.out.contains(words), "{words}: {}", bad.out);
    }
    assert_eq!(bad.out.matches("nowhere`").count(), 1, "{}", bad.out);
    assert!(bad.out.ends_with("1 of 3 scenarios are as they say\n"), "{}", bad.out);
    place.file("bad_tests.yaml", "game: none.yaml\nscenarios:\n  - name: a\n");
    let none = place.run("test bad_tests.yaml good.yaml --lang en").ends(2);
    assert!(none.out.contains("1 of 2 scenarios"), "{}", none.out);
    let missing = place.run("test missing.yaml good.yaml --lang en").ends(2);
    assert!(missing.err.contains("`missing.yaml` cannot be read"), "{}", missing.err);
    assert!(missing.out.ends_with("1 of 1 scenario is as it says\n"), "{}", missing.out);
}

/// What the program itself says has no signs of print where there may be none.
#[test]
fn through_a_pipe_the_program_speaks_ascii() {
    let place = Place::new();
    let answers = "foo\nback x\nas x\n?zz\n?\nq\n";
    let told = place.answer("games/alkekan.yaml --seed 5 --lang en", answers).ends(0);
    assert!(told.out.contains("\"foo\" is none of the options"), "{}", told.out);
    assert!(told.out.is_ascii(), "{}", told.out);
}

/// One is told as one, and what the system says in the language of the rest.
#[test]
fn one_is_one_in_both_languages() {
    let place = Place::new();
    place.file("good.yaml", &scenarios("3S"));
    for (line, words) in [
        ("test good.yaml --lang en", "1 of 1 scenario is as it says\n"),
        ("test good.yaml --lang fr", "1 scénario sur 1 se passe comme il le dit\n"),
        ("solve games/classics/kuhn_poker.yaml --iterations 1 --lang en", "after 1 iteration ("),
        ("solve games/classics/kuhn_poker.yaml --iterations 1 --lang fr", "après 1 itération ("),
    ] {
        let told = place.run(line).ends(0);
        assert!(told.out.contains(words), "{line}: {}", told.out);
    }
    let nothing = place.run("replay nowhere --lang fr").ends(2);
    assert!(nothing.err.contains("ce fichier n'existe pas"), "{}", nothing.err);
}

/// Numbers are told with what is expected, and nothing that was said is ignored.
#[test]
fn what_is_said_wrongly_is_told_in_its_words() {
    let place = Place::new();
    let game = "games/classics/kuhn_poker.yaml --lang en";
    for (line, words) in [
        ("sim GAME --games 1 --jobs 0", "expected a number from 1\n"),
        ("sim GAME --games 1 --seed 99999999999999999999", "from 0 that is not so large"),
        ("check GAME --play -1", "expected a number from 0\n"),
        ("check GAME --about --format json", "cannot be used with"),
        ("rules GAME nowhere", "No part of the rules is called \"nowhere\""),
        ("compare GAME --games 3 --with ,", "`--with` is empty"),
        ("plays GAME --folder nowhere", "`nowhere` cannot be read: there is no such folder"),
        ("plays GAME --folder file", "`file` cannot be read: it is a file, and no folder"),
    ] {
        place.file("file", "");
        let told = place.run(&line.replace("GAME", game)).ends(2);
        assert!(told.err.contains(words), "{line}: {}{}", told.out, told.err);
        assert_eq!(told.out, "", "{line}");
    }
    let twice = place.run("compare games/alkekan.yaml --games 3 --with hand_size=2,hand_size=3");
    assert!(!twice.ends(2).err.contains("--set"));
}

/// A fault of the rules is told with the line in which they fail.
#[test]
fn a_fault_in_a_scenario_has_its_place() {
    let place = crate::rehearsed::duel();
    let fails = "if rank of card = 9 { add 1 / (rank of card - 9) to points }";
    let rules = crate::rehearsed::RULES.replace("if roll 6", &format!("{fails}\n  if roll 6"));
    place.file("duel.rules", &rules);
    place.file(
        "t.yaml",
        "game: duel.yaml
scenarios:
  - name: in a step
    at: { action: play, seat: 1 }
    cards: { hand.1: 9S 8S, hand.2: 7S 6S }
    rest: heap
    play:
      - 1: play 9S
  - name: on the way
    at: { phase: round, number: 2 }
",
    );
    let failed = place.run("test t.yaml --lang en").ends(1);
    assert!(failed.out.contains("the rules fail: a number was divided by zero"), "{}", failed.out);
    assert!(failed.out.contains("duel.rules:6:"), "{}", failed.out);
}

/// Of games none of which came to an end nothing is counted but why.
#[test]
fn a_report_of_games_without_end_counts_nothing_else() {
    let place = crate::rehearsed::duel();
    let rules = crate::rehearsed::RULES
        .replace("if roll", "add 1 / (points - points) to points\n  if roll");
    place.file("duel.rules", &rules);
    let told = place.run("sim duel.yaml --games 3 --seed 1 --jobs 1 --measure --lang en").out;
    assert!(told.contains("3  the rules failed"), "{told}");
    for words in ["score", "wins", "Draws", "Decisions", "Options a decision"] {
        assert!(!told.contains(words), "{words}: {told}");
    }
    let page = place.run("sim duel.yaml --games 3 --seed 1 --jobs 1 --format html --lang en").out;
    assert!(page.contains("How games ended") && !page.contains("0.00"), "{page}");
}

// ---- what designers of games look at

/// Two seats fill a board of two cells, which is gathered at once, three times over.
const BOARD: &str = "seats: 2
decks: { pack: { standard: 32 } }
zones:
  deck:  { holds: pack, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  board: { shape: 2x1, capacity: 1, seen_by: all }
rules: |
  phase game  = 3 times: round
  phase round = deal, each player: lay
  phase deal  { gather; shuffle deck; each player { draw 2 from deck to hand } }
  action lay(card from hand) { move card to the cells of board where row of it = seat_number }
  let seat_number = if me = seat(1) then 1 else 2
  score = rank of slot(1) of board default 0
";

#[test]
fn a_board_that_is_cleared_before_the_next_choice_is_shown_as_it_stood() {
    let place = Place::new();
    place.file("board.yaml", BOARD);
    let played = place.answer("board.yaml --seed 1", "1\n1\n1\n").ends(0);
    let boards = played.out.matches("Just before it is cleared:").count();
    assert_eq!(boards, 2, "not of the last round, which is not cleared: {}", played.out);
    let shown = played.out.split("Just before it is cleared:").nth(1).unwrap();
    let board = shown.split("Shuffled").next().unwrap();
    assert!(
        !board.contains("| 1.1 |") && !board.contains("| 2.1 |"),
        "both cells are filled: {board}"
    );
}

/// Three equal cards and another one; they are one choice for people, and as many as ever for
/// programs.
const EQUAL: &str = "seats: 2
decks:
  fruit:
    cards: [{ name: Pear, copies: 9, sort: pear }, { name: Plum, sort: plum }]
    attributes: { sort: sorts }
lists: { sorts: [pear, plum] }
zones:
  tree: { holds: \"fruit where sort = pear\", shape: pile, seen_by: all }
  bush: { holds: \"fruit where sort = plum\", shape: pile, seen_by: all }
  hand: { per: player, seen_by: owner }
  bowl: { seen_by: all }
variables: { wanted: { type: number }, idle: { per: player, type: flag } }
rules: |
  phase game = deal, turns from seat(1): (eat, say) until number of eat = 5
  phase deal { draw 3 from tree to hand of seat(1); draw 1 from bush to hand of seat(1); draw 3 from tree to hand of seat(2) }
  phase eat  = take_one
  action take_one(card from hand) { move card to bowl }
  action say(n from 1..3, who from players) { set wanted to n }
  score = count hand
";

#[test]
fn equal_cards_are_offered_once_and_found_by_their_names_in_records() {
    let place = Place::new();
    place.file("equal.yaml", EQUAL);
    let played =
        place.answer("equal.yaml --seed 1 --seats human,random", "take_one Pear~2\n1\n").ends(0);
    let menu = played.out.split("Your choice:").nth(1).unwrap().split("> ").next().unwrap();
    assert!(
        menu.contains("1 take one Pear") && menu.contains("2 take one Plum") && !menu.contains('3'),
        "{menu}"
    );
    assert!(played.out.contains("You: Pear, hand -> bowl."), "{}", played.out);
    assert!(menu.matches("(").count() == 1, "no number behind them: {menu}");
    let table = played.out.split("Your choice:").next().unwrap();
    assert!(!table.contains("Pear (pear)"), "what the name says is not said again: {table}");
    assert!(!table.contains("idle"), "a flag that is still a no is left out: {table}");
}

/// Somebody else draws and lays twice before one is asked again.
const IN_TURN: &str = "seats: 2
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all, drawn: spread }
rules: |
  phase game = deal, lay by seat(1), 2 times: theirs, lay by seat(1)
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  phase theirs = take by seat(2), lay by seat(2)
  effect take { draw 1 from deck to hand }
  action lay(card from hand) { move card to heap }
";

#[test]
fn what_happens_around_a_choice_is_told_in_its_order_and_a_spread_pile_shows_all() {
    let place = Place::new();
    place.file("in_turn.yaml", IN_TURN);
    let played = place.answer("in_turn.yaml --seed 1 --seats human,random", "1\n1\n").ends(0);
    let drawn = played.out.matches("Player 2: 1 hidden card, deck -> hand.").count();
    assert_eq!(drawn, 2, "each behind what was laid before: {}", played.out);
    let heap = played
        .out
        .lines()
        .filter_map(|line| line.split("heap: ").nth(1))
        .find(|heap| heap.contains(' '));
    assert_eq!(heap.map(|heap| heap.split_whitespace().count()), Some(3), "{}", played.out);
}

#[test]
#[cfg(unix)]
fn a_program_hears_what_the_others_say_aloud() {
    let place = Place::new();
    place.file("equal.yaml", EQUAL);
    place.file(
        "listens.sh",
        "while read -r line; do echo \"$line\" >> \"$1\"; case $line in *choose*) echo 1;; esac; done\n",
    );
    let heard = |file: &str, further: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardrun"));
        let seats = format!("random,exec:sh listens.sh {file}");
        command.args(["sim", "equal.yaml", "--games", "1", "--seats", &seats]).args(further);
        Ran::of(command.current_dir(place.folder.path()).output().unwrap()).ends(0);
        let lines: Vec<serde_json::Value> =
            place.text(file).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let heard = lines.iter().filter_map(|line| line["heard"].as_array()).flatten();
        heard.map(|heard| format!("{} {}", heard["seat"], heard["said"])).collect::<Vec<String>>()
    };
    let plain = heard("plain.txt", &[]);
    assert!(
        plain.iter().any(|said| said.starts_with("1 \"say ")),
        "numbers and players: {plain:?}"
    );
    assert!(plain.contains(&"1 \"take_one ?\"".to_owned()), "no card: {plain:?}");
    assert!(plain.iter().all(|said| said.starts_with("1 ")), "not what it said itself: {plain:?}");
    assert_eq!(plain, heard("measured.txt", &["--measure"]));
}

#[test]
fn a_record_starts_no_program() {
    let place = Place::new();
    place
        .answer("play games/classics/kuhn_poker.yaml --seed 3 --seats random,human --record g.jsonl --lang en", "q\n")
        .ends(0);
    let text = place.text("g.jsonl");
    let armed = text.replace(
        r#""seats":["random","human"]"#,
        r#""seats":["exec:touch started; cat\u001b[2J","human"]"#,
    );
    assert_ne!(armed, text);
    place.file("armed.jsonl", &armed);
    let refused = place.answer("resume armed.jsonl --lang en", "1\n").ends(2);
    let wanted = "player 1 of this record is `exec:touch started; cat␛[2J`";
    assert!(refused.err.contains(wanted), "{}", refused.err);
    assert!(
        refused.err.contains("`cardrun resume armed.jsonl --seats exec:…,human`"),
        "{}",
        refused.err
    );
    place.run("replay armed.jsonl --lang en").ends(0);
    place.run("replay armed.jsonl --as-seat 2 --lines --lang en").ends(0);
    place.run("replay armed.jsonl --verify --lang en").ends(0);
    assert!(!place.path("started").exists());
    let short = place.answer("resume armed.jsonl --seats human --lang en", "").ends(2);
    assert!(
        short.err.contains("`--seats` names 1, and the recorded game has 2 seats"),
        "{}",
        short.err
    );
    place.answer("resume armed.jsonl --seats random,human --lang en", &"1\n".repeat(9)).ends(0);
    assert!(!place.path("started").exists());
}

#[test]
fn choices_of_others_are_told_alike_whether_they_were_choices_or_not() {
    let place = Place::new();
    place.run("sim games/classics/hearts.yaml --games 1 --seed 3 --records kept").ends(0);
    let lines: Vec<serde_json::Value> = place
        .text("kept/hearts-0.jsonl")
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let theirs = |line: &&serde_json::Value| {
        line["type"] == "choice"
            && line["seat"] != 2
            && line["value"].as_str().unwrap().starts_with("play ")
    };
    let plays = lines.iter().filter(theirs).count();
    let told = place.run("replay kept/hearts-0.jsonl --as-seat 2 --lang en").ends(0).out;
    let theirs = |line: &&str| {
        line.starts_with("Player") && line.contains(" plays ") && !line.contains("(you)")
    };
    let told = told.lines().filter(theirs).count();
    assert_eq!((told, plays > 400), (plays, true));
}

/// Copies of cards, a claim that others may doubt, and a market with a place for each word.
const MARKET: &str = "seats: 2
decks:
  d:
    cards: [{ name: Ruby, copies: 6 }, { name: Jade, copies: 6 }]
lists: { stalls: [copper, curse] }
zones:
  deck: { holds: d, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
  supply: { shape: stalls, seen_by: all }
variables: { n: { type: number } }
rules: |
  phase game = deal, 3 times: (each player: lay)
  phase deal { shuffle deck; each player { draw 4 from deck to hand }; draw 2 from deck to slot(curse) of supply }
  action lay(card from hand) {
    add 1 to n
    move card to heap
    move top of slot(curse) of supply to heap
    do window doubt by others settled by turn order
  }
  action doubt { add 1 to n }
  score = n
";

#[test]
fn what_is_told_of_a_choice_says_nothing_of_copies_and_nothing_twice() {
    let place = Place::new();
    place.file("market.yaml", MARKET);
    for seed in 1..9 {
        let told = place
            .answer(
                &format!("market.yaml --seats random,human --seed {seed} --lang en"),
                &"1\n".repeat(9),
            )
            .out;
        assert!(!told.contains("lay a hidden card"), "{told}");
        assert!(told.contains("supply curse -> heap"), "{told}");
        let doubts = told.lines().filter(|line| line.starts_with("Player 1: doubt")).count();
        let windows = told.lines().filter(|line| line.starts_with("Player 1: pass")).count();
        assert_eq!(doubts + windows, 3, "each answer is told once: {told}");
    }
}

// ---- rules

/// Every game says how it is played, in both languages, with what its options are set to.
#[test]
fn every_game_says_how_it_is_played() {
    let place = Place::new();
    for game in GAMES {
        for language in ["fr", "en"] {
            let ran = place.run(&format!("rules games/{game}.yaml --lang {language}")).ends(0);
            assert!(ran.out.lines().count() > 50 && !ran.out.contains('{'), "{}", ran.out);
            assert!(ran.out.lines().all(|line| line.chars().count() <= 96), "{}", ran.out);
        }
    }
    let markdown = place.run("rules games/douhar.yaml --markdown --lang en").ends(0);
    assert!(markdown.out.starts_with("# Altarian DouHar\n"), "{}", markdown.out);
    let part = place.run("rules games/six_lots.yaml lots --set effects=must --lang en").ends(0);
    let none = place.run("rules games/classics/hearts.yaml --lang en").ends(0);
    let notes = place.run("rules games/classics/hearts.yaml --markdown --lang en").ends(0);
    let unknown = place.run("rules games/alkekan.yaml chess --lang en").ends(2);
    place.file("bare.yaml", "seats: 1\ntitle: Bare\nrules: |\n  phase game { }\n  score = 0\n");
    let bare = place.run("rules bare.yaml --markdown --lang en").ends(0);
    let empty = place.run("rules bare.yaml chess --lang en").ends(2);
    let told = [part.out, none.out, notes.out, unknown.err, bare.out, empty.err];
    snapshot("rules", &told.join("----\n"));
}

/// In a choice that several make at once people are asked first: nobody waits for a player that
/// thinks.
#[test]
fn people_choose_before_players_that_think() {
    let place = Place::new();
    let game = "seats: 2
rules: |
  phase game = together bid
  action bid(n from 1..3)
  score = 0
";
    place.file("bids.yaml", game);
    let line = "bids.yaml --seats exec:1s:cat>heard,human --lang en";
    let told = place.answer(line, "q\n").ends(0).out;
    assert!(told.contains("Your choice") && !place.path("heard").exists(), "{told}");
}

/// How rules failed is said in the language of the session, and in English in its record.
#[test]
fn a_fault_is_told_in_both_languages() {
    for (language, words, here) in [
        ("en", "a number was divided by zero", "the game stopped here"),
        ("fr", "un nombre a été divisé par zéro", "la partie s'est arrêtée ici"),
    ] {
        let place = duel();
        let fails = "add 1 / (points - points) to points";
        place.file("duel.rules", &RULES.replace("if roll 6", &format!("{fails}\n  if roll 6")));
        let line = format!("--seed 3 --lang {language}");
        let played = place.answer(&format!("duel.yaml --record f.jsonl {line}"), "1\n").ends(3).err;
        assert!(played.contains(words) && played.contains(here), "{played}");
        assert!(place.text("f.jsonl").contains("a number was divided by zero"));
        let again = place.run(&format!("replay f.jsonl --lang {language}")).ends(3).err;
        assert!(again.contains(words), "{again}");
        let counted = place.run(&format!("sim duel.yaml --games 2 {line}"));
        assert!(counted.err.contains(words), "{}", counted.err);
    }
}

/// Whichever command it is: a file that cannot be read was not to be read, and is no game with
/// errors.
#[test]
fn a_file_that_cannot_be_read_has_one_status() {
    let place = duel();
    for line in [
        "play none.yaml",
        "none.yaml",
        "sim none.yaml --games 2",
        "check none.yaml",
        "check duel.yaml none.yaml",
        "check none.yaml --about",
        "rules none.yaml",
        "plays none.yaml",
        "serve none.yaml --data tables",
        "graph none.yaml",
        "compare duel.yaml none.yaml --games 2",
        "tournament none.yaml --entrants random,random --games 2",
        "test none.yaml",
        "replay none.jsonl",
        "resume none.jsonl",
        "bless none.jsonl",
    ] {
        place.run(line).ends(2);
    }
    let told = place.run("sim duel.rules --games 2 --lang en").ends(2).err;
    assert!(told.contains("layouts end in `.yaml`") && told.contains("`duel.yaml`?"), "{told}");
    let told = place.run("check . --lang en").ends(2).out;
    assert!(told.ends_with("\n.: 1 error\n"), "{told}");
}

/// A record says where its game is, wherever it is read.
#[test]
fn records_of_a_simulation_are_read_in_any_folder() {
    let place = duel();
    place.run("sim duel.yaml --games 1 --records kept").ends(0);
    let mut replay = Command::new(env!("CARGO_BIN_EXE_cardrun"));
    let kept = place.path("kept");
    let name = std::fs::read_dir(&kept).unwrap().next().unwrap().unwrap().file_name();
    replay.arg("replay").arg(kept.join(name)).arg("--verify");
    let elsewhere = Place::new();
    elsewhere.run_as(&mut replay, "").ends(0);
}

#[test]
fn what_is_said_twice_or_lies_there_is_refused() {
    let place = duel();
    let line = "duel.yaml --lang en --seats random,random";
    let told = place.run(&format!("{line} --set cards_each=4 --set cards_each=5")).ends(2).err;
    assert!(told.contains("twice, to `4` and to `5`"), "{told}");
    place.file("notes.jsonl", "my notes");
    let told = place.run(&format!("{line} --record notes.jsonl")).ends(2).err;
    assert!(told.contains("is no record") && !told.contains("resume"), "{told}");
    place.run(&format!("{line} --record game.jsonl")).ends(0);
    let told = place.run(&format!("{line} --record game.jsonl")).ends(2).err;
    assert!(told.contains("cardrun resume game.jsonl"), "{told}");
}

/// A report is new; a game may be all that there is of somebody's work.
#[test]
fn a_report_is_not_written_over_a_game() {
    let place = duel();
    let sim = "sim duel.yaml --games 2 --out";
    for name in ["duel.yaml", "duel.rules"] {
        let was = place.text(name);
        let refused = place.run(&format!("{sim} {name}")).ends(2).err;
        assert!(refused.contains(&format!("`{name}` is a file of a game")), "{refused}");
        assert_eq!(place.text(name), was);
    }
    place.file("other.yml", "seats: 2");
    let entrants = "--entrants random,greedy --games 2";
    let tournament = format!("tournament duel.yaml {entrants} --out other.yml");
    let compare = "compare duel.yaml --with cards_each=2 --games 2 --out ./duel.rules".to_owned();
    for line in [tournament, compare] {
        let refused = place.run(&line).ends(2).err;
        assert!(refused.contains("is a file of a game"), "{refused}");
    }
    let refused = place.run(&format!("{sim} new.foo")).ends(2).err;
    assert!(refused.contains("no report ends in `.foo`") && !place.path("new.foo").exists());
    place.run(&format!("{sim} new.foo --format text")).ends(0);
    for close in ["--measure", "--lead"] {
        let refused = place.run(&format!("{sim} rows.csv {close}")).ends(2).err;
        assert!(refused.contains(&format!("`{close}` is for reports")), "{refused}");
    }
    place.file("old.csv", "name");
    place.run(&format!("{sim} old.csv")).ends(0);
}

/// Of the largest numbers the last game is played, too, and by no more threads than are of use.
#[test]
fn games_are_counted_to_the_end_of_numbers() {
    let place = duel();
    let last = "18446744073709551610..18446744073709551615";
    let report = place.run(&format!("sim duel.yaml --games {last} --jobs 999999999")).ends(0).out;
    assert!(report.starts_with("5 games of Duel"), "{report}");
}

#[test]
fn a_fault_of_the_score_is_where_the_score_is() {
    let place = duel();
    place.file("duel.rules", &RULES.replace("score = points", "score = 5 / (points - points)"));
    let line = 1 + RULES.lines().take_while(|line| !line.starts_with("score")).count();
    let failed = place.run("sim duel.yaml --games 1").err;
    assert!(failed.contains(&format!("duel.rules:{line}: ")), "{failed}");
}

#[test]
fn a_folder_of_games_and_scenarios_is_looked_through_for_scenarios() {
    let place = Place::new();
    place.file("good.yaml", &scenarios("3S"));
    place.file("game.yaml", "title: A game\nseats: 2\n");
    std::fs::create_dir(place.path("pictures")).expect("a folder");
    let good = place.run("test .").ends(0).out;
    assert!(good.ends_with("1 of 1 scenario is as it says\n"), "{good}");
    std::fs::remove_file(place.path("good.yaml")).expect("a file");
    place.run("test .").ends(2);
    place.run("test game.yaml").ends(2);
}

/// What is misspelt is not taken for a value that needs `--`.
#[test]
fn an_unknown_option_is_not_taken_for_a_value() {
    let told = Place::new().run("check a.yaml --texts").ends(2).err;
    assert!(told.contains("--texts") && !told.contains("as a value"), "{told}");
}

/// A name with the end of a line in it would forge a line of the menu.
#[test]
fn a_card_has_its_name_in_one_line() {
    let place = Place::new();
    let game = "seats: 1
decks: { own: { cards: own.csv } }
zones: { hand: { holds: own, seen_by: all } }
rules: |
  phase game = each player: play
  action play(card from hand)
  score = 0
";
    place.file("game.yaml", game);
    place.file("own.csv", "name\n\"A\n  1 play B\"\nC\n");
    let told = place.answer("game.yaml --lang en", "q\n").out;
    assert!(told.contains("1 play A 1 play B\n"), "{told}");
}

#[test]
fn behind_a_line_of_a_megabyte_answers_are_read_on() {
    let place = duel();
    let typed = format!("{}\nq\n", "9".repeat(1 << 20));
    let told = place.answer("duel.yaml --lang en --seed 3 --record long.jsonl", &typed).out;
    assert!(told.contains("is none of the options"), "{}", told.len());
    assert!(told.len() < 1 << 18, "{}", told.len());
}

/// Whoever watches who is called to the terminal, and in which order, learns nothing: a person with
/// one option is called like one who has to choose.
#[test]
fn everybody_at_play_is_called() {
    let game = |round: &str| {
        format!(
            "seats: 3
decks: {{ pack: {{ standard: 32, only: \"rank <= 10 and (suit = S or suit = H)\" }} }}
zones:
  deck: {{ holds: pack, shape: pile, seen_by: nobody }}
  hand: {{ per: player, seen_by: owner }}
  laid: {{ per: player, seen_by: owner }}
rules: |
  phase game = deal, {round}
  phase deal {{ shuffle deck; each player {{ draw 2 from deck to hand }} }}
  action lay(card from hand where red default hand) {{ move card to laid face down }}
  score = count hand
"
        )
    };
    let place = Place::new();
    for (name, round) in [("together", "together lay"), ("in_turn", "(each player: lay)")] {
        place.file(&format!("{name}.yaml"), &game(round));
        for seed in 1..8 {
            let line = format!("{name}.yaml --seats human,human,human --plain --seed {seed}");
            let ran = place.answer(&line, &"1\n".repeat(9));
            let called: Vec<&str> =
                ran.out.lines().filter(|line| line.starts_with("======== ")).collect();
            let all = [1, 2, 3].map(|n| format!("======== Player {n} ========"));
            assert_eq!(called, all, "{line}: {}", ran.out);
        }
    }
}

/// Who plays the games that are counted is checked before anything is played.
#[test]
fn players_of_games_that_are_counted_are_checked() {
    let place = Place::new();
    for command in ["play", "watch"] {
        let line =
            |players: &str| format!("{command} games/six_lots.yaml --lang en --players {players}");
        let mut words: Vec<String> = line("x").split(' ').map(str::to_owned).collect();
        *words.last_mut().expect("a word") = "random never fly".to_owned();
        let games = format!("{}/games/", env!("CARGO_MANIFEST_DIR"));
        let words = words.iter().map(|word| word.replace("games/", &games));
        let told = place.run_as(Command::new(env!("CARGO_BIN_EXE_cardrun")).args(words), "");
        assert!(told.ends(2).err.contains("`fly`"));
        let told = place.run(&line("random,random,greedy")).ends(2).err;
        assert!(told.contains("3 players") || told.contains("players, as `seats`"), "{told}");
    }
}

/// Options that a variant brings can be set when its record goes on.
#[test]
fn a_record_of_a_variant_takes_the_options_of_the_variant() {
    let place = Place::new();
    let base = "seats: 2\nvariants: { more: over.yaml }\nvariables: { points: { per: player, type: number } }\n";
    let rules = "rules: |\n  phase game = each player: hit\n  action hit(n from 1..2) { add n to points }\n  score = points\n";
    place.file("base.yaml", &format!("{base}{rules}"));
    let over = "extends: base.yaml\noptions: { extra: { type: number, min: 0, max: 9, default: 1 } }\nrules: |\n  replace score = points + extra\n";
    place.file("over.yaml", over);
    place.answer("play base.yaml --variant more --record r.jsonl --lang en", "q\n").ends(0);
    let told = place.answer("resume r.jsonl --changed --set extra=5 --lang en", "1\n").ends(0).out;
    assert!(told.contains("Extra          5"), "{told}");
}

/// A folder may be called anything.
#[test]
fn a_scenario_lies_in_a_folder_with_any_name() {
    let place = Place::new();
    std::fs::create_dir(place.path("d#x")).expect("a folder");
    let rules = "rules: |\n  phase game = each player: hit\n  action hit { add 1 to points }\n  score = points\n";
    let layout = "seats: 2\nvariables: { points: { per: player, type: number } }\n";
    place.file("g.yaml", &format!("{layout}{rules}"));
    let scenarios =
        "game: ../g.yaml\nscenarios:\n  - name: late\n    play: [{ expect: { points.1: 1 } }]\n";
    place.file("d#x/s.yaml", scenarios);
    for from in ["d#x/s.yaml", "d#x/s.yaml#late"] {
        place.answer(&format!("play g.yaml --from {from} --lang en"), "q\n").ends(0);
    }
}

/// What nobody can take as a game is played usually, and what nobody can take at all.
#[test]
fn an_action_that_is_possible_with_a_setting_is_not_told_of() {
    let place = Place::new();
    let game = |need: &str| {
        format!(
            "title: Wild
seats: 2
decks: {{ pack: {{ standard: 32 }} }}
zones:
  deck: {{ holds: pack, shape: pile, seen_by: nobody }}
  hand: {{ per: player, seen_by: owner }}
  heap: {{ shape: pile, seen_by: all }}
variables: {{ tally: {{ type: number, per: player }} }}
options: {{ wild: {{ type: flag, default: no }} }}
rules: |
  phase game = deal, turns from seat(1): turn until no hand of all
  phase deal {{ shuffle deck; each player {{ draw 3 from deck to hand }} }}
  phase turn = one of play | gain
  action gain needs on: {need} why \"not now\" {{ add 1 to tally; move first of hand to heap }}
  action play(card from hand) {{ move card to heap }}
  score = tally
"
        )
    };
    place.file("wild.yaml", &game("wild"));
    place.file("never.yaml", &game("wild and count heap > 40"));
    let checked = |name: &str| place.run(&format!("check {name} --lang en")).out;
    assert!(!checked("wild.yaml").contains("never-possible"));
    assert!(checked("never.yaml").contains("never-possible"));
}
