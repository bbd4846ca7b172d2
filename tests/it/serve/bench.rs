//! The workbench of the server's owner: a game is tried out there while its files are edited, and
//! nobody else comes near it.

use super::client::{Page, Server, text};
use super::{BLIND, Place};
use serde_json::{Value, json};
use std::process::Command;

/// A position, and a step from it.
const SCENARIOS: &str = "
game: blind.yaml
scenarios:
  - name: two left
    at: { action: lay }
    cards: { hand.1: Aldebaran Capella, hand.2: Deneb Gienah }
    rest: deck
    play:
      - 1: lay Aldebaran
";

/// Tries the game out with these players, and gives its name.
fn rehearse(server: &Server, seats: &[&str]) -> String {
    let wish = json!({ "game": 0, "seats": seats, "seed": 7 });
    let trial = json!({ "wish": wish, "position": null });
    let opened = server.ask("rehearse", &json!({ "language": "en", "trial": trial })).json();
    text(&opened["table"]).to_owned()
}

/// The game as it stands when the page is told of it the next time.
fn stands(page: &mut Page) -> Value {
    page.hear("bench")
}

/// Chooses the first option of the seat at the near side.
fn choose(page: &mut Page, stands: &Value) {
    let option = &stands["view"]["menu"]["options"][0]["index"];
    page.say(&json!({ "choose": {
        "decision": stands["decision"], "seat": stands["from"], "option": option,
    } }));
}

/// The names of the cards that lie open in a view.
fn open_cards(stands: &Value) -> usize {
    stands["view"]["cards"].as_object().map_or(0, |cards| cards.len())
}

#[test]
fn all_hands_are_shown_to_the_owner_and_one_seats_eyes_on_request() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let now = stands(&mut page);
    assert_eq!(now["asked"], json!([1, 2]));
    // Both hands; what is left in the deck nobody has seen.
    assert_eq!(open_cards(&now), 6, "{now}");
    page.say(&json!({ "look": { "eyes": 2, "from": null, "at": null } }));
    let now = stands(&mut page);
    assert_eq!((&now["eyes"], &now["view"]["seat"]), (&json!(2), &json!(2)));
    assert_eq!(open_cards(&now), 3, "{now}");
    let kept = place.kept();
    assert!(kept.contains(r#""rehearsal":true"#), "{kept}");
}

#[test]
fn the_workbench_opens_for_the_owner_alone() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let opened = server.open(&["human", "human"]);
    let key = text(&opened["seats"][0]);
    for (table, key) in [
        (table.as_str(), key),
        (&table, ""),
        (text(&opened["table"]), &server.owner),
        ("../blind", &server.owner),
    ] {
        let mut page = server.rehearse(table, key);
        assert_eq!(page.hear("closed"), "no_entry");
    }
    let trial = json!({ "wish": { "game": 0, "seats": ["human", "human"] }, "position": null });
    let body = json!({ "language": "en", "table": table, "at": 0, "game": 0, "trial": trial });
    for what in ["rehearsals", "positions", "rehearse", "branch", "forget"] {
        assert_eq!(server.ask_by(key, what, &body).status, 403, "{what}");
    }
    // A seat's link leads to no rehearsal, and a rehearsal is no table.
    assert_eq!(server.join(&table, &server.owner).hear("closed"), "no_entry");
    assert_eq!(server.ask("tables", &json!({})).json().as_array().map(Vec::len), Some(1));
    // Without --watch there is none.
    let place = Place::new();
    let server = place.serve();
    assert_eq!(server.get("/workbench").status, 404);
    assert_eq!(server.ask("rehearsals", &json!({ "language": "en" })).status, 404);
}

/// Save, and the game goes on; what is wrong is told with its place, and the game stays.
#[test]
fn an_edit_is_taken_up_in_the_game_in_progress() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    page.hear("news");
    let now = stands(&mut page);
    choose(&mut page, &now);
    let now = stands(&mut page);
    assert_eq!((&now["of"], &now["asked"]), (&json!(1), &json!([2])));

    place.write(&BLIND.replace("draw hand_size", "drow hand_size"));
    let news = page.hear("news");
    assert_eq!(news["wrong"], "files");
    let problem = &news["problems"][0];
    assert!(text(&problem["file"]).ends_with("blind.yaml"), "{problem}");
    assert!(problem["line"].as_u64().is_some_and(|line| line > 20), "{problem}");
    assert_eq!(problem["text"][1], "drow", "{problem}");
    assert_eq!(problem["level"], "error");

    place.write(&BLIND.replace("score = 0", "action rest { }\n  score = 7"));
    let now = stands(&mut page);
    assert_eq!((&now["of"], &now["asked"]), (&json!(1), &json!([2])));
    let news = page.hear("news");
    assert_eq!(news["wrong"], Value::Null, "{news}");
    let changed = news["changed"].to_string();
    assert!(changed.contains("action rest"), "{changed}");
    // The numbers of both versions follow.
    let numbers = page.hear("numbers");
    assert_eq!(numbers["versions"], json!(["before", "now"]));

    // An action that is called otherwise is the same action.
    let renamed =
        BLIND.replace("{ lay:", "{ put_down:").replace("together lay", "together put_down");
    let renamed = renamed.replace("each player: lay", "each player: put_down");
    place.write(&renamed.replace("action lay", "action put_down"));
    assert_eq!(stands(&mut page)["of"], 1);
    let news = page.hear("news");
    assert!(news["course"].to_string().contains("1 of 1"), "{news}");
}

/// What a choice breaks is told with its place, as what a save breaks is: the game stands before it
/// again, and goes on in mended rules.
#[test]
fn a_fault_of_a_choice_waits_for_a_save() {
    let place = Place::new();
    let fails = "move card to blind; if 1 / (count hand - count hand) > 0 { shuffle deck }";
    place.write(&BLIND.replace("move card to blind", fails));
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "random"]);
    let mut page = server.rehearse(&table, &server.owner);
    page.hear("news");
    let now = stands(&mut page);
    choose(&mut page, &now);
    let news = page.hear("news");
    assert_eq!(news["wrong"], "choice", "{news}");
    let problem = &news["problems"][0];
    assert_eq!(problem["code"], "division-by-zero", "{problem}");
    assert!(text(&problem["text"][0]).contains("move card to blind"), "{problem}");
    let now = stands(&mut page);
    assert_eq!((&now["asked"], &now["halt"]), (&json!([1]), &Value::Null), "{now}");
    place.write(BLIND);
    stands(&mut page);
    assert_eq!(page.hear("news")["wrong"], Value::Null);
    page.say(&json!({ "redo": {} }));
    let now = stands(&mut page);
    assert_eq!((&now["asked"], &now["halt"]), (&json!([1]), &Value::Null), "{now}");
    assert!(now["of"].as_u64() > Some(1), "{now}");
}

#[test]
fn one_goes_back_forward_and_into_a_branch() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "random"]);
    let mut page = server.rehearse(&table, &server.owner);
    let first = stands(&mut page);
    assert_eq!((&first["undo"], &first["asked"]), (&json!(false), &json!([1])));
    choose(&mut page, &first);
    let second = stands(&mut page);
    let stops = second["of"].as_u64().expect("a number");
    assert!(stops >= 2, "{second}");

    // The slider looks, and changes nothing.
    page.say(&json!({ "look": { "eyes": null, "from": 1, "at": 0 } }));
    let looked = stands(&mut page);
    assert_eq!((&looked["live"], &looked["at"]), (&json!(false), &json!(0)));
    assert_eq!(looked["view"]["menu"], Value::Null);
    let branch = json!({ "language": "en", "table": table, "at": 0 });
    let branch = server.ask("branch", &branch).json();
    page.say(&json!({ "look": { "eyes": null, "from": 1, "at": null } }));
    assert_eq!(stands(&mut page)["of"], stops);

    page.say(&json!({ "undo": {} }));
    let back = stands(&mut page);
    assert_eq!(back["asked"], json!([1]));
    assert!(back["of"].as_u64() < Some(stops) && back["redo"] == true, "{back}");
    // What was answered before the way back is no answer any more.
    page.say(&json!({ "choose": { "decision": first["decision"], "seat": 1, "option": 0 } }));
    assert_eq!(page.hear("refused"), "stale");
    page.say(&json!({ "redo": {} }));
    assert_eq!(stands(&mut page)["of"], stops);

    // The branch began where the slider stood, and the first game is as it was.
    let mut other = server.rehearse(text(&branch["table"]), &server.owner);
    let began = stands(&mut other);
    assert!(began["of"].as_u64() < Some(stops), "{began}");
    assert_eq!(server.ask("rehearsals", &json!({ "language": "en" })).json()[1]["game"], 0);
}

#[test]
fn any_seat_can_be_taken_over_and_given_to_a_bot() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "random"]);
    let mut page = server.rehearse(&table, &server.owner);
    let now = stands(&mut page);
    assert_eq!(now["asked"], json!([1]));
    page.say(&json!({ "seat": { "seat": 2, "kind": "human" } }));
    let now = stands(&mut page);
    // What the bot had chosen at the same time is open again.
    assert_eq!(now["asked"], json!([1, 2]));
    page.say(&json!({ "seat": { "seat": 1, "kind": "exec:true" } }));
    assert!(text(&page.hear("denied")).contains("cannot be had"));
    for seat in [1, 2] {
        page.say(&json!({ "seat": { "seat": seat, "kind": "greedy" } }));
        stands(&mut page);
    }
    page.say(&json!({ "look": { "eyes": 1, "from": null, "at": null } }));
    assert!(!stands(&mut page)["view"]["over"].is_null());
}

#[test]
fn reasons_and_causes_have_their_places_in_the_rules() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "random"]);
    let mut page = server.rehearse(&table, &server.owner);
    let now = stands(&mut page);
    choose(&mut page, &now);
    stands(&mut page);
    page.say(&json!({ "explain": {} }));
    let explained = page.hear("explained");
    let lines = explained.as_array().expect("a list");
    let moved = lines.iter().find(|one| {
        one["place"]["text"].as_str().is_some_and(|text| text.contains("move card to blind"))
    });
    let place = &moved.unwrap_or_else(|| panic!("{explained}"))["place"];
    assert_eq!(place["file"], "blind.yaml");
    assert!(place["line"].as_u64().is_some_and(|line| line > 20), "{place}");
    page.say(&json!({ "why": { "seat": 1, "answer": "no such card" } }));
    let why = page.hear("why");
    assert_eq!((&why["offered"], &why["places"]), (&json!(false), &json!([])));
    assert!(why["why"].to_string().contains("is called “no such card”"), "{why}");
    // Something that there is, and that this seat cannot choose now.
    page.say(&json!({ "why": { "seat": 1, "answer": "Hamal" } }));
    let why = page.hear("why");
    assert!(!why["why"].to_string().contains("is called"), "{why}");
}

/// What is shown at the workbench of a wish can be typed there: it names a pile of this game.
#[test]
fn wishes_of_chance_are_shown_by_piles_of_this_game() {
    let place = Place::new();
    place.write(&BLIND.replace("deck", "heap_of_stars").replace("heap_of_starss:", "decks:"));
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    page.say(&json!({ "chance": { "words": "4" } }));
    let why = page.hear("denied");
    assert!(text(&why).contains("“heap of stars Aldebaran Betelgeuse”"), "{why}");
    page.say(&json!({ "chance": { "words": "chance heap_of_stars Nothing" } }));
    let why = page.hear("denied");
    assert!(text(&why).contains("found “heap_of_stars Nothing”"), "{why}");
}

/// Who counts no game is told so, and not the numbers of one.
#[test]
fn no_games_are_not_counted() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let versions = [json!({ "variant": null, "options": {} })];
    for games in [0, u64::MAX] {
        let count = json!({ "versions": versions, "games": games, "seed": 5, "players": [] });
        page.say(&json!({ "count": count }));
        let why = page.hear("denied");
        assert!(text(&why).contains("games from 1 to"), "{why}");
    }
}

/// A rehearsal that is asked for after the server was killed stands where it stood, and where the
/// files have changed meanwhile, it goes on in them.
#[test]
fn a_killed_server_takes_rehearsals_up_again() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let now = stands(&mut page);
    choose(&mut page, &now);
    let before = stands(&mut page);
    server.kill();
    let server = place.serve_watching();
    let mut page = server.rehearse(&table, &server.owner);
    let after = stands(&mut page);
    for part in ["of", "asked", "seats"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    server.kill();
    place.write(&BLIND.replace("score = 0", "score = 5"));
    let server = place.serve_watching();
    let mut page = server.rehearse(&table, &server.owner);
    let after = stands(&mut page);
    assert_eq!((&after["of"], &after["asked"]), (&json!(1), &json!([2])));
}

/// The game goes on with other options, which are there after a restart, too. Where the files know
/// them no more, it can be opened without them.
#[test]
fn a_game_goes_on_with_other_options() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let options = |now: &Value| now["view"]["menu"]["options"].as_array().map(Vec::len);
    assert_eq!(options(&stands(&mut page)), Some(3));
    page.say(&json!({ "set": { "variant": null, "options": { "hand_size": "2" } } }));
    while options(&stands(&mut page)) != Some(2) {}
    assert_eq!(page.hear("game")["options"], json!({ "hand_size": "2" }));
    page.say(&json!({ "set": { "variant": null, "options": { "hand_size": "9" } } }));
    let why = page.hear("denied");
    assert!(text(&why).contains("hand_size"), "{why}");
    server.kill();
    let server = place.serve_watching();
    let mut page = server.rehearse(&table, &server.owner);
    assert_eq!(options(&stands(&mut page)), Some(2));
    server.kill();
    place.write(&BLIND.replace("hand_size", "cards_dealt"));
    let server = place.serve_watching();
    let mut page = server.rehearse(&table, &server.owner);
    let why = page.hear("denied");
    assert!(text(&why).contains("hand_size"), "{why}");
    assert_eq!(page.hear("closed"), "unopened");
    let about = json!({ "language": "en", "table": table });
    assert_eq!(server.ask("reset", &about).status, 200);
    let mut page = server.rehearse(&table, &server.owner);
    assert_eq!(options(&stands(&mut page)), Some(3));
}

/// Whoever looks at something past goes on looking at it when a file is saved.
#[test]
fn an_edit_leaves_the_past_in_sight() {
    let place = Place::new();
    let server = place.serve_watching();
    let mut page = server.rehearse(&rehearse(&server, &["human", "human"]), &server.owner);
    for _ in 0..2 {
        let now = stands(&mut page);
        choose(&mut page, &now);
    }
    page.say(&json!({ "look": { "eyes": null, "from": null, "at": 1 } }));
    while stands(&mut page)["live"] != false {}
    place.write(&BLIND.replace("score = 0", "score = 5"));
    while page.hear("news")["changed"].as_array().is_none_or(Vec::is_empty) {}
    page.say(&json!({ "look": { "eyes": 1, "from": null, "at": 1 } }));
    let mut seen = Vec::new();
    while seen.last().is_none_or(|now: &Value| now["eyes"] != 1) {
        seen.push(stands(&mut page));
    }
    assert!(seen.iter().all(|now| now["at"] == 1 && now["live"] == false), "{seen:?}");
}

#[test]
fn a_rehearsal_begins_in_a_situation_of_a_scenario() {
    let place = Place::new();
    std::fs::write(place.folder().join("blind_scenarios.yaml"), SCENARIOS).expect("a file");
    let server = place.serve_watching();
    let found = server.ask("positions", &json!({ "language": "en", "game": 0 })).json();
    assert_eq!(found, json!([{ "file": "blind_scenarios.yaml", "name": "two left" }]));
    let wish = json!({ "game": 0, "seats": ["human", "human"] });
    let open = |position: &Value| {
        let trial = json!({ "wish": wish, "position": position });
        server.ask("rehearse", &json!({ "language": "en", "trial": trial }))
    };
    let opened = open(&found[0]).json();
    let mut page = server.rehearse(text(&opened["table"]), &server.owner);
    page.say(&json!({ "look": { "eyes": 1, "from": null, "at": null } }));
    let now = loop {
        let now = stands(&mut page);
        if now["eyes"] == 1 {
            break now;
        }
    };
    assert_eq!(now["view"]["menu"]["options"].as_array().map(Vec::len), Some(2), "{now}");
    // A file with mistakes stands there too, and says what they are.
    let broken = place.folder().join("broken.yaml");
    std::fs::write(broken, "game: blind.yaml\nscenarios: [").expect("a file");
    let found = server.ask("positions", &json!({ "language": "en", "game": 0 })).json();
    assert_eq!(found[1], json!({ "file": "broken.yaml", "name": "" }));
    let refused = open(&found[1]);
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("broken.yaml:2:"), "{}", refused.body);
    // No other file is named from a page.
    let other = json!({ "file": "../../etc/passwd", "name": "two left" });
    assert_eq!(open(&other).status, 409);
}

/// Rules that fail before anybody chooses say where they do, and go on as soon as they are mended.
#[test]
fn rules_that_fail_at_once_say_where() {
    let place = Place::new();
    let rules = BLIND.replace("shuffle deck;", "shuffle deck; move top of deck to hand of nobody;");
    place.write(&rules.replace("texts: {", "variables: { nobody: { type: player } }\ntexts: {"));
    let server = place.serve_watching();
    let mut page = server.rehearse(&rehearse(&server, &["human", "human"]), &server.owner);
    let news = loop {
        let news = page.hear("news");
        if !news["wrong"].is_null() {
            break news;
        }
    };
    assert_eq!((&news["wrong"], &news["problems"][0]["code"]), (&json!("game"), &json!("nobody")));
    place.write(BLIND);
    while stands(&mut page)["view"]["menu"].is_null() {}
}

/// Seats are counted from 1, and there are no more than play; whoever says otherwise is told off.
#[test]
fn seats_that_are_none_are_refused() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let now = stands(&mut page);
    for seat in [0, 3, 4, 255] {
        for said in [
            json!({ "why": { "seat": seat, "answer": "lay" } }),
            json!({ "seat": { "seat": seat, "kind": "random" } }),
            json!({ "choose": { "decision": now["decision"], "seat": seat, "option": 0 } }),
            json!({ "look": { "eyes": seat, "from": null, "at": null } }),
            json!({ "look": { "eyes": null, "from": seat, "at": null } }),
        ] {
            page.say(&said);
            assert_eq!(page.hear("refused"), "unreadable", "{said}");
        }
    }
    page.say(&json!({ "why": { "seat": 2, "answer": "lay" } }));
    page.hear("why");
}

/// Whoever says much is heard to the end, a few things at a time.
#[test]
fn much_that_a_page_says_is_heard_in_turn() {
    const QUESTIONS: usize = 600;
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    for _ in 0..QUESTIONS {
        page.say(&json!({ "why": { "seat": 1, "answer": "no such card" } }));
    }
    for _ in 0..QUESTIONS {
        page.hear("why");
    }
}

/// Pages that come at the same time after a restart find one rehearsal; one that cannot be opened
/// says why, and can be tried again.
#[test]
fn a_rehearsal_is_opened_once_or_says_why_not() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    server.kill();
    let server = place.serve_watching();
    let mut pages = [(); 4].map(|()| server.rehearse(&table, &server.owner));
    for page in &mut pages {
        assert_eq!(stands(page)["asked"], json!([1, 2]));
    }
    server.kill();
    let elsewhere = place.folder().join("elsewhere.yaml");
    std::fs::rename(place.game(), &elsewhere).expect("a file");
    place.write(&BLIND.replace("shuffle", "shuffel"));
    let server = place.serve_game(&elsewhere, &["--watch"]);
    let mut page = server.rehearse(&table, &server.owner);
    assert!(text(&page.hear("denied")).contains("`shuffel`"));
    assert_eq!(page.hear("closed"), "unopened");
    place.write(BLIND);
    stands(&mut server.rehearse(&table, &server.owner));
}

/// A file that is gone, or is a folder by now, is told like any other problem.
#[test]
fn a_file_that_is_gone_is_told_at_the_workbench() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    page.hear("news");
    std::fs::remove_file(place.game()).expect("a file");
    let news = page.hear("news");
    assert_eq!(news["wrong"], "files");
    assert_eq!(news["problems"][0]["code"], "file-unreadable", "{news}");
    place.write(BLIND);
    assert_eq!(page.hear("news")["wrong"], Value::Null);
    std::fs::remove_file(place.game()).expect("a file");
    std::fs::create_dir(place.game()).expect("a folder");
    assert_eq!(page.hear("news")["wrong"], "files");
}

/// The numbers at the workbench are those of the command line.
#[test]
fn counts_are_those_of_sim_and_compare() {
    let place = Place::new();
    let server = place.serve_watching();
    let table = rehearse(&server, &["human", "human"]);
    let mut page = server.rehearse(&table, &server.owner);
    let game = place.game();
    let told = |command: &str, more: &[&str]| -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .arg(command)
            .arg(&game)
            .args(["--seed", "5", "--games", "300", "--lang", "en"])
            .args(more)
            .output()
            .expect("the program");
        String::from_utf8(output.stdout).expect("letters")
    };
    let mut count = |versions: Value| {
        page.say(&json!({ "count": {
            "versions": versions, "games": 300, "seed": 5, "players": ["random"],
        } }));
        loop {
            let counted = page.hear("counted");
            if counted["goes_on"] == false {
                break counted;
            }
        }
    };
    let usual = json!({ "variant": null, "options": {} });
    let counted = count(json!([usual]));
    assert_eq!((&counted["games"], &counted["of"]), (&json!(300), &json!(300)));
    let report = told("sim", &[]);
    for row in counted["rows"].as_array().expect("rows") {
        let number = text(&row["values"][0]["text"]);
        assert!(report.contains(number), "{row} is not in\n{report}");
    }
    let larger = json!({ "variant": null, "options": { "hand_size": "4" } });
    let counted = count(json!([usual, larger]));
    assert_eq!(counted["versions"], json!(["default", "hand_size=4"]));
    let report = told("compare", &["--with", "default", "--with", "hand_size=4"]);
    for row in counted["rows"].as_array().expect("rows") {
        let name = text(&row["name"]);
        let line = report.lines().find(|line| line.starts_with(name)).expect("a line");
        for value in row["values"].as_array().expect("values") {
            assert!(line.contains(text(&value["text"])), "{row}: {line}");
        }
    }
    // The report is a page of its own, whose name is its key.
    page.say(&json!({ "report": {} }));
    let name = page.hear("report");
    let report = server.get(&format!("/report/{}", text(&name)));
    assert!(report.body.contains("<link rel=\"stylesheet\" href=\"../assets/report.css\">"));
    assert!(!report.body.contains("<style"), "{}", report.body);
    assert_eq!(server.get("/report/0123456789abcdef0123456789abcdef").status, 404);
}
