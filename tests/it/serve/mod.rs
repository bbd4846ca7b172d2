//! Tables in the browser, as pages meet them: what they are sent, what they may do, and what is
//! kept when the server is killed.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

mod bench;
mod client;
mod house;
mod sent;

use client::{Page, Server, text};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Nobody ever sees a card of somebody else: they are laid on a pile that nobody sees.
const BLIND: &str = r#"
title: { en: Blind, fr: À l'aveugle }
seats: 2
options:
  hand_size: { type: number, min: 2, max: 4, default: 3, text: { en: cards in hand, fr: cartes en main } }
decks:
  stars:
    cards:
      - { name: Aldebaran }
      - { name: Betelgeuse }
      - { name: Capella }
      - { name: Deneb }
      - { name: Electra }
      - { name: Fomalhaut }
      - { name: Gienah }
      - { name: Hamal }
zones:
  deck:  { holds: stars, shape: pile, seen_by: nobody }
  hand:  { per: player, seen_by: owner }
  blind: { per: player, shape: pile, seen_by: nobody }
texts: { lay: { en: "lay {card}", fr: "poser {card}" } }
rules: |
  phase game = deal, together lay, each player: lay
  phase deal { shuffle deck; each player { draw hand_size from deck to hand } }
  action lay(card from hand) { move card to blind }
  score = 0
"#;

const STARS: [&str; 8] =
    ["Aldebaran", "Betelgeuse", "Capella", "Deneb", "Electra", "Fomalhaut", "Gienah", "Hamal"];

/// A folder with the game, and one for the tables.
struct Place {
    folder: TempDir,
    /// The key of the server's owner, which is told at the first start alone.
    owner: RefCell<String>,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("blind.yaml"), BLIND).expect("a file");
        Place { folder, owner: RefCell::default() }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("tables")
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("blind.yaml")
    }

    /// Saves the game with other words.
    fn write(&self, text: &str) {
        std::fs::write(self.game(), text).expect("a file");
    }

    fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    /// Serves with a workbench.
    fn serve_watching(&self) -> Server {
        self.serve_with(&["--watch"])
    }

    fn serve_with(&self, more: &[&str]) -> Server {
        self.serve_game(&self.game(), more)
    }

    /// Serves a game that lies elsewhere, too.
    fn serve_game(&self, game: &Path, more: &[&str]) -> Server {
        let mut server = Server::start(game, &self.data(), more);
        match server.owner.is_empty() {
            true => server.owner.clone_from(&self.owner.borrow()),
            false => server.owner.clone_into(&mut self.owner.borrow_mut()),
        }
        server
    }

    /// All that is kept of the tables.
    fn kept(&self) -> String {
        let files = std::fs::read_dir(self.data()).expect("a folder");
        let text = |file: std::io::Result<std::fs::DirEntry>| {
            let bytes = std::fs::read(file.expect("a file").path()).expect("a file");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        files.map(text).collect()
    }
}

/// Plays with the first option, whoever is asked, to the end; gives what each page sees then.
fn play_out(pages: &mut [Page; 2]) -> [Value; 2] {
    // The first choice is made by both at the same time, the second by one after the other.
    for round in 0..2 {
        for page in pages.iter_mut() {
            let table = page.asked();
            assert_eq!(table["decision"], round);
            page.choose_first(&table);
        }
    }
    pages.each_mut().map(Page::asked)
}

#[test]
fn a_game_of_two_seats_is_played_to_its_end() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let mut pages = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let ends = play_out(&mut pages);
    for (seat, end) in ends.iter().enumerate() {
        assert_eq!(end["view"]["seat"], seat + 1);
        assert_eq!(end["view"]["over"]["scores"], json!([0, 0]), "{end}");
    }
    let known = pages.each_ref().map(|page| {
        let all = page.heard.concat();
        STARS.into_iter().filter(|star| all.contains(star)).collect::<Vec<_>>()
    });
    assert_eq!((known[0].len(), known[1].len()), (3, 3), "{known:?}");
    assert!(known[0].iter().all(|star| !known[1].contains(star)), "{known:?}");
}

/// Whoever says much is heard to the end, a few things at a time, and keeps nobody else waiting.
#[test]
fn much_that_one_page_says_is_heard_in_turn() {
    const QUESTIONS: usize = 600;
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let [mut one, mut other] = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let (first, second) = (one.asked(), other.asked());
    for _ in 0..QUESTIONS {
        one.say(&json!({ "why": { "answer": "lay Aldebaran" } }));
    }
    other.choose_first(&second);
    assert!(other.hear("table")["decision"].is_null());
    for _ in 0..QUESTIONS {
        one.hear("why");
    }
    one.choose_first(&first);
    assert_eq!(one.asked()["decision"], 1);
}

/// Who has chosen while another still chooses learns nothing, and neither does the other: no
/// message comes that is not for these eyes.
#[test]
fn nobody_hears_that_somebody_has_chosen_in_secret() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let [mut one, mut other] = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    rail.hear("table");
    let (first, _) = (one.asked(), other.asked());
    one.choose_first(&first);
    one.hear("table");
    // What comes next is the answer to this, and nothing was before it.
    for page in [&mut other, &mut rail] {
        page.say(&json!({ "rules": {} }));
        let next = page.next().expect("an answer");
        assert!(next.get("rules").is_some(), "{next}");
    }
    assert!(STARS.iter().all(|star| !rail.heard.concat().contains(star)));
}

/// All hands are in the records: nobody else who works at this machine reads them, be the folder
/// the server's own or one that was there.
#[cfg(unix)]
#[test]
fn what_is_kept_is_kept_from_others() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    for own in [true, false] {
        let place = Place::new();
        if !own {
            std::fs::create_dir(place.data()).expect("a folder");
            let open = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(place.data(), open).expect("a folder");
        }
        let server = place.serve_watching();
        server.open(&["human", "human"]);
        let wish = json!({ "wish": { "game": 0, "seats": ["human", "human"] } });
        let asked = json!({ "language": "en", "trial": wish });
        assert_eq!(server.ask("rehearse", &asked).status, 200);
        assert_eq!(mode(&place.data()), if own { 0o700 } else { 0o755 });
        let files = std::fs::read_dir(place.data()).expect("a folder");
        let modes: Vec<u32> = files.map(|file| mode(&file.expect("a file").path())).collect();
        assert!(modes.len() >= 5 && modes.iter().all(|mode| *mode == 0o600), "{modes:?}");
    }
}

/// A move that comes at once must not tell that there was no choice.
#[test]
fn who_has_but_one_option_is_asked_for_it() {
    let place = Place::new();
    let server = place.serve();
    let wish = json!({ "game": 0, "seats": ["human", "human"], "options": { "hand_size": "2" } });
    let opened = server.ask("open", &json!({ "language": "en", "wish": wish })).json();
    let mut pages = [server.sit(&opened, 0), server.sit(&opened, 1)];
    for page in &mut pages {
        let table = page.asked();
        page.choose_first(&table);
    }
    let [one, other] = &mut pages;
    let table = one.asked();
    assert_eq!(table["decision"], 1);
    assert_eq!(table["view"]["menu"]["options"].as_array().map(Vec::len), Some(1));
    while other.hear("table")["view"]["choosing"] != json!([1]) {}
    one.choose_first(&table);
    let table = other.asked();
    assert_eq!(table["decision"], 1);
    other.choose_first(&table);
    assert!(!one.asked()["view"]["over"].is_null());
}

#[test]
fn bots_play_at_the_other_seats() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "random"]);
    assert!(opened["seats"][1].is_null());
    let mut page = server.sit(&opened, 0);
    for _ in 0..2 {
        let table = page.asked();
        page.choose_first(&table);
    }
    assert!(!page.asked()["view"]["over"].is_null());
}

#[test]
fn answers_to_what_is_not_asked_are_told_off() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let [mut one, mut other] = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let table = one.asked();
    let option = &table["view"]["menu"]["options"][0]["index"];
    one.choose(&json!(7), option);
    assert_eq!(one.hear("refused"), "stale");
    one.choose(&table["decision"], &json!(99));
    assert_eq!(one.hear("refused"), "no_such_option");
    one.send("{\"choose\":{\"seat\":2}}".to_owned());
    assert_eq!(one.hear("refused"), "unreadable");
    one.choose(&table["decision"], option);
    one.choose(&table["decision"], option);
    assert_eq!(one.hear("refused"), "stale");
    // The other seat still has all its options.
    let table = other.asked();
    assert_eq!(table["view"]["menu"]["options"].as_array().map(Vec::len), Some(3));
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    rail.choose(&json!(0), &json!(0));
    assert_eq!(rail.hear("refused"), "not_seated");
}

/// A page that asks whether somebody is there is answered, and by nothing else.
#[test]
fn a_page_is_given_a_sign_of_life() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let mut page = server.sit(&opened, 0);
    page.asked();
    for _ in 0..3 {
        page.send("{}".to_owned());
        assert_eq!(page.next(), Some(json!({})));
    }
}

#[test]
fn nobody_comes_in_without_the_right_key() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let (table, key) = (text(&opened["table"]), text(&opened["seats"][0]));
    let mut wrong = key.to_owned();
    wrong.replace_range(..1, if key.starts_with('0') { "1" } else { "0" });
    for (table, key) in [(table, wrong.as_str()), (table, ""), ("0123456789abcdef", key)] {
        let mut page = server.join(table, key);
        assert_eq!(page.hear("closed"), "no_entry");
        assert_eq!(page.next(), None);
    }
    for what in ["shelf", "tables", "waiting", "take-up", "open", "renew", "close", "qr"] {
        let body = json!({
            "language": "en", "table": table, "text": "x",
            "wish": { "game": 0, "seats": ["human", "human"] },
        });
        // Whoever may not ask does not learn how one would.
        for body in [body, json!({ "wish": 1 })] {
            assert_eq!(server.ask_by(key, what, &body).status, 403, "{what}");
        }
    }
}

#[test]
fn other_pages_cannot_act_here() {
    let place = Place::new();
    let server = place.serve();
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let refused = server.socket(origin).expect_err("another page");
        assert!(
            matches!(&*refused, tungstenite::Error::Http(answer) if answer.status() == 403),
            "{origin}: {refused}"
        );
    }
    // A name of somebody else that leads here.
    let rebound = server.request("GET /", &[("Host", "evil.example")], "");
    assert_eq!(rebound.status, 421);
    let key = format!("Bearer {}", server.owner);
    let headers = [
        ("Host", server.address.as_str()),
        ("Origin", "http://evil.example"),
        ("Authorization", &key),
        ("Content-Type", "application/json"),
    ];
    let foreign = server.request("POST /api/shelf", &headers, "{\"language\":\"en\"}");
    assert_eq!(foreign.status, 403);
}

#[test]
fn what_is_too_large_is_not_read() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let mut page = server.sit(&opened, 0);
    page.asked();
    page.send("x".repeat(20 << 10));
    assert_eq!(page.next(), None);
    let body = json!({ "language": "en", "text": "x".repeat(20 << 10) });
    assert_eq!(server.ask("qr", &body).status, 413);
    // The table is still there.
    assert_eq!(server.sit(&opened, 0).asked()["decision"], 0);
}

/// Whoever connects and says nothing keeps nobody else out, be it before or behind the door of
/// pages that play: the oldest such connection ends.
#[test]
fn silent_connections_make_room() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let mut page = server.sit(&opened, 0);
    let table = page.asked();
    let connect = |_| TcpStream::connect(&server.address).expect("a connection");
    let mut silent: Vec<TcpStream> = (0..300).map(connect).collect();
    assert_eq!(server.get("/").status, 200);
    // Long before its time is up.
    silent[0].set_read_timeout(Some(Duration::from_secs(5))).expect("a time");
    assert_eq!(silent[0].read(&mut [0]).expect("the end of the connection"), 0);
    let origin = format!("http://{}", server.address);
    let mut mute: Vec<_> = (0..300).map(|_| server.socket(&origin).expect("a way in")).collect();
    let mut other = server.sit(&opened, 1);
    other.asked();
    mute[0].read().expect_err("the end of the connection");
    page.choose_first(&table);
    page.hear("table");
}

/// Whoever has a link keeps nobody out who has another one.
#[test]
fn pages_of_one_link_leave_room_for_those_of_others() {
    let place = Place::new();
    let server = place.serve_with(&["--tables", "1"]);
    let opened = server.open(&["human", "human"]);
    let (table, rail) = (text(&opened["table"]), text(&opened["rail"]));
    let mut watching: Vec<Page> = (0..60).map(|_| server.join(table, rail)).collect();
    let is_in = |page: &mut Page| loop {
        let message = page.next().expect("a message");
        if let Some(why) = message.get("closed") {
            assert_eq!(why, "full");
            return false;
        }
        if message.get("table").is_some() {
            return true;
        }
    };
    let inside: usize = watching.iter_mut().map(|page| usize::from(is_in(page))).sum();
    assert_eq!(inside, 24);
    let mut at_seat: Vec<Page> = (0..8).map(|_| server.sit(&opened, 0)).collect();
    assert!(at_seat.iter_mut().all(is_in));
    assert!(!is_in(&mut server.sit(&opened, 0)));
    assert!(is_in(&mut server.sit(&opened, 1)));
    // Where one has gone there is room.
    drop(at_seat.pop());
    while !is_in(&mut server.sit(&opened, 0)) {}
}

/// A page that does not read is given up, and the table goes on without it.
#[test]
fn whoever_reads_too_slowly_is_dropped() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let [mut one, mut slow] = [server.sit(&opened, 0), server.sit(&opened, 1)];
    one.asked();
    slow.asked();
    // It asks for more than any system keeps for it, and then others go on.
    let link = format!("http://{}/{}", server.address, "x".repeat(400));
    let mut sent = 200;
    (0..sent).for_each(|_| slow.say(&json!({ "draw": { "link": link } })));
    while server.ask("tables", &json!({})).json()[0]["present"] != json!([1]) {
        one.say(&json!({ "name": { "name": format!("{sent}") } }));
        one.hear("table");
        sent += 1;
        assert!(sent < 10_000, "a page that does not read is kept");
    }
    // What was sent can still be read, and then the connection ends.
    while slow.next().is_some() {}
    assert!(slow.heard.len() < sent, "{} of {sent}", slow.heard.len());
    assert_eq!(server.sit(&opened, 1).asked()["decision"], 0);
}

/// Pictures come from beside the game, and nothing else does; they come to pages of the table, and
/// to nobody else.
#[test]
fn pictures_of_cards_are_served() {
    let place = Place::new();
    let face = "    face: { picture: 'art/{name}.svg' }\nzones:";
    place.write(&BLIND.replace("zones:", face));
    std::fs::create_dir(place.folder().join("art")).expect("a folder");
    for file in ["art/Deneb.svg", "art/Other.svg", "secret.svg"] {
        std::fs::write(place.folder().join(file), "<svg/>").expect("a file");
    }
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let table = text(&opened["table"]);
    let mut page = server.sit(&opened, 0);
    let pictures = page.hear("pictures");
    let asked = page.asked();
    let cards = asked["view"]["cards"].as_object().expect("cards");
    assert!(cards.values().all(|card| text(&card["picture"]).starts_with("art/")), "{asked}");
    let way = format!("/{}", text(&pictures));
    let another = server.open(&["human", "human"]);
    let other = server.sit(&another, 0).hear("pictures");
    let picture = server.get(&format!("{way}/art/Deneb.svg"));
    assert_eq!((picture.status, picture.body.as_str()), (200, "<svg/>"));
    assert!(picture.head.contains("content-type: image/svg+xml"), "{}", picture.head);
    assert!(picture.head.contains("content-security-policy: default-src 'none'"));
    for path in [
        format!("{way}/art/Other.svg"),
        format!("{way}/art/Capella.svg"),
        format!("{way}/secret.svg"),
        format!("{way}/art/../secret.svg"),
        format!("{way}/art/%2e%2e/secret.svg"),
        format!("{way}//etc/passwd"),
        way.replace(table, "0123456789abcdef") + "/art/Deneb.svg",
        // Without the pass, with a wrong one, and with that of another table.
        format!("/picture/{table}/art/Deneb.svg"),
        format!("/picture/{table}/{}/art/Deneb.svg", "0".repeat(64)),
        format!("/{}/art/Deneb.svg", text(&other).replace(text(&another["table"]), table)),
    ] {
        assert_eq!(server.get(&path).status, 404, "{path}");
    }
}

#[test]
fn a_killed_server_goes_on_at_the_same_decision() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let [mut one, mut other] = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let table = one.asked();
    one.choose_first(&table);
    let table = other.asked();
    other.choose_first(&table);
    let before = one.asked();
    assert_eq!(before["decision"], 1);
    server.kill();
    let kept = place.kept();
    for key in [&opened["seats"][0], &opened["seats"][1], &opened["rail"]] {
        assert!(!kept.contains(text(key)), "a key is kept as it is");
    }
    let server = place.serve();
    let mut one = server.sit(&opened, 0);
    let after = one.asked();
    for part in ["menu", "places", "players", "course"] {
        assert_eq!(before["view"][part], after["view"][part], "{part}");
    }
    assert_eq!(before["decision"], after["decision"]);
    one.choose_first(&after);
    let mut other = server.sit(&opened, 1);
    let table = other.asked();
    other.choose_first(&table);
    assert!(!other.asked()["view"]["over"].is_null());
}

/// It is kept as a hash alone, so that it cannot be told again.
#[test]
fn the_owners_key_outlives_a_restart_until_it_is_renewed() {
    let place = Place::new();
    let server = place.serve();
    let key = server.owner.clone();
    assert_eq!(key.len(), 32);
    server.kill();
    assert!(!place.kept().contains(&key));
    let server = place.serve();
    assert_eq!(server.owner, key);
    assert_eq!(server.ask("tables", &json!({})).status, 200);
    server.kill();
    let server = place.serve_with(&["--new-key"]);
    assert_ne!(server.owner, key);
    assert_eq!(server.ask("tables", &json!({})).status, 200);
    assert_eq!(server.ask_by(&key, "tables", &json!({})).status, 403);
}

#[test]
fn a_start_that_fails_keeps_no_key_that_nobody_was_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = taken.local_addr().expect("an address").to_string();
    let place = Place::new();
    let started = Command::new(env!("CARGO_BIN_EXE_cardrun"))
        .args(["serve", "--lang", "en", "--addr", &address, "--data"])
        .args([&place.data(), &place.game()])
        .output()
        .expect("a program");
    assert_eq!(started.status.code(), Some(2));
    let told = String::from_utf8_lossy(&started.stderr);
    assert!(told.contains(&format!("`--addr {address}` cannot be had")), "{told}");
    let server = place.serve();
    assert_eq!(server.owner.len(), 32);
    assert_eq!(server.ask("tables", &json!({})).status, 200);
}

/// A second server would close tables of the first one, or take its owner's key away.
#[test]
fn a_folder_is_used_by_one_server_at_a_time() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "human"]);
    let kept = place.kept();
    for more in [None, Some("--new-key")] {
        let started = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(["serve", "--lang", "en", "--addr", "127.0.0.1:0", "--data"])
            .args([&place.data(), &place.game()])
            .args(more)
            .output()
            .expect("a program");
        assert_eq!(started.status.code(), Some(2));
        let told = String::from_utf8_lossy(&started.stderr);
        assert!(told.contains(&format!("at http://{}/", server.address)), "{told}");
        assert!(started.stdout.is_empty());
    }
    assert_eq!(place.kept(), kept);
    server.kill();
    place.serve().sit(&opened, 0).asked();
}

/// Keys are for the seats of people; a record with others is that of another table.
#[test]
fn a_table_with_the_record_of_another_is_not_taken_up() {
    let place = Place::new();
    let server = place.serve();
    let record = |opened: &Value| place.data().join(format!("{}.jsonl", text(&opened["table"])));
    let [one, other] = [["human", "human"], ["human", "random"]].map(|seats| server.open(&seats));
    let kept = server.open(&["human", "human"]);
    server.kill();
    let between = place.data().join("between");
    std::fs::rename(record(&one), &between).expect("a record");
    std::fs::rename(record(&other), record(&one)).expect("a record");
    std::fs::rename(&between, record(&other)).expect("a record");
    let server = place.serve();
    let listed = server.ask("tables", &json!({})).json();
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["table"], kept["table"]);
    assert_eq!(server.sit(&one, 1).hear("closed"), "no_entry");
    server.sit(&kept, 0).asked();
}

/// What is wrong with what is kept is said with the names of the files; a table whose game lies
/// elsewhere by now is taken up where that is served.
#[test]
fn tables_that_cannot_be_taken_up_are_told_with_their_files() {
    let place = Place::new();
    let server = place.serve();
    let [one, two, kept] = [(); 3].map(|()| server.open(&["human", "human"]));
    server.kill();
    let file = |opened: &Value, ending: &str| {
        place.data().join(format!("{}.{ending}.json", text(&opened["table"])))
    };
    std::fs::write(file(&one, "ticket"), "").expect("a file");
    std::fs::write(file(&two, "ticket"), "{\"seats\":7}").expect("a file");
    std::fs::write(file(&kept, "house"), " ".repeat(100_000)).expect("a file");
    let log = place.folder().join("log");
    let told = |game: &Path| {
        let sink = std::fs::File::create(&log).expect("a file");
        let server = Server::start_telling(game, &place.data(), &[], sink.into());
        (server, std::fs::read_to_string(&log).expect("letters"))
    };
    let (server, said) = told(&place.game());
    for (opened, ending, why) in [
        (&one, "ticket", "it is empty"),
        (&two, "ticket", "from line 1, column 10 on it is not what cardrun has written there"),
        (&kept, "house", "it is larger than 64 KB"),
    ] {
        let line = format!("`{}` cannot be read: {why}", file(opened, ending).display());
        assert!(said.contains(&line), "{line}\n{said}");
    }
    server.kill();
    // Its game has moved: another one does not help.
    let (moved, other) = (place.folder().join("moved.yaml"), place.folder().join("other.yaml"));
    std::fs::write(&other, BLIND.replace("score = 0", "score = 1")).expect("a file");
    std::fs::rename(place.game(), &moved).expect("a file");
    let (server, said) = told(&other);
    assert!(said.contains("is not where it was: serve it as well"), "{said}");
    server.kill();
    let (server, said) = told(&moved);
    assert!(!said.contains("is not where it was"), "{said}");
    assert_eq!(server.sit(&kept, 0).asked()["decision"], 0);
}

/// A server that could not be reached, or keeps nothing, does not begin.
#[test]
fn a_server_begins_with_names_and_folders_alone() {
    let place = Place::new();
    let file = place.folder().join("file");
    std::fs::write(&file, "x").expect("a file");
    let file = file.to_str().expect("letters");
    for (more, said) in [
        (["--host", "https://cards.example.org/x"], "did you mean --host cards.example.org?"),
        (["--host", "*"], "`*` is no host name: expected one"),
        (["--host", ""], "`` is no host name"),
        (["--host", "a\nb"], "`a\\nb` is no host name"),
        (["--data", file], "is a file: --data names a folder"),
        #[cfg(unix)]
        (["--data", "/dev/null"], "is a file: --data names a folder"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .arg("serve")
            .arg(place.game())
            .args(["--addr", "127.0.0.1:0", "--lang", "en"])
            .args(more)
            .output()
            .expect("the program");
        let told = String::from_utf8(output.stderr).expect("letters");
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn the_owner_renews_links_and_closes_tables() {
    let place = Place::new();
    let server = place.serve();
    let opened = server.open(&["human", "random"]);
    let table = text(&opened["table"]);
    let mut page = server.sit(&opened, 0);
    page.asked();
    let listed = server.ask("tables", &json!({})).json();
    assert_eq!(listed[0]["present"], json!([1]));
    assert_eq!(listed[0]["seats"], json!(["human", "random"]));
    let body = json!({ "language": "en", "table": table, "seat": 1 });
    let renewed = server.ask("renew", &body).json();
    assert_eq!(page.hear("closed"), "renewed");
    assert_eq!(server.sit(&opened, 0).hear("closed"), "no_entry");
    let mut page = server.join(table, text(&renewed["key"]));
    page.asked();
    // There is no seat 0, and none behind the last one.
    for (seat, status) in [(0, 422), (2, 409), (3, 409)] {
        let body = json!({ "language": "en", "table": table, "seat": seat });
        assert_eq!(server.ask("renew", &body).status, status, "{seat}");
    }
    let body = json!({ "language": "en", "table": table });
    assert_eq!(server.ask("close", &body).status, 200);
    assert_eq!(page.hear("closed"), "gone");
    assert_eq!(server.ask("tables", &json!({})).json(), json!([]));
}

/// A table whose rules have changed, or for which there is no room, waits, and the owner is told
/// why; it is taken up as soon as that can be done.
#[test]
fn tables_that_cannot_be_taken_up_wait() {
    let place = Place::new();
    let server = place.serve();
    let opened = [server.open(&["human", "human"]), server.open(&["human", "human"])];
    let tables = opened.each_ref().map(|opened| text(&opened["table"]));
    server.kill();
    place.write(&BLIND.replace("score = 0", "score = 1"));
    let server = place.serve_with(&["--tables", "1"]);
    let of = |table: &str| json!({ "language": "en", "table": table });
    let waiting = || {
        let listed = server.ask("waiting", &json!({})).json();
        let listed = listed.as_array().cloned().unwrap_or_default();
        listed
            .iter()
            .map(|one| [text(&one["table"]), text(&one["why"])].map(str::to_owned))
            .collect()
    };
    let before: Vec<[String; 2]> = waiting();
    assert_eq!(before.len(), 2);
    for [table, why] in &before {
        assert!(tables.contains(&table.as_str()), "{table}");
        assert!(why.contains("rules"), "{why}");
    }
    assert_eq!(server.ask("tables", &json!({})).json(), json!([]));
    assert_eq!(server.ask("take-up", &of(tables[0])).status, 409);
    place.write(BLIND);
    assert_eq!(server.ask("take-up", &of(tables[0])).status, 200);
    server.sit(&opened[0], 0).asked();
    // It is open now, and there is no room for another one.
    assert_eq!(server.ask("take-up", &of(tables[0])).status, 409);
    let refused = server.ask("take-up", &of(tables[1]));
    assert_eq!(refused.status, 409);
    let left: Vec<[String; 2]> = waiting();
    assert_eq!(left, [[tables[1], text(&refused.json()["why"])].map(str::to_owned)]);
    assert_eq!(server.ask("close", &of(tables[1])).status, 200);
    assert!(Vec::<[String; 2]>::is_empty(&waiting()));
    assert_eq!(server.ask("tables", &json!({})).json()[0]["table"], tables[0]);
}

/// A page must not start programs, nor name files.
#[test]
fn wishes_are_bounded() {
    let place = Place::new();
    let server = place.serve();
    let open = |wish: Value| server.ask("open", &json!({ "language": "en", "wish": wish }));
    for seats in [["exec:true", "human"], ["human", "mcts:1000000"], ["human", "mcts:60s"]] {
        let refused = open(json!({ "game": 0, "seats": seats }));
        assert_eq!(refused.status, 409, "{}", refused.body);
        assert!(text(&refused.json()["why"]).contains("cannot be had from a page"));
    }
    let refused = open(json!({ "game": 0, "seats": ["human", "human", "human"] }));
    assert_eq!(refused.status, 409, "{}", refused.body);
    let refused =
        open(json!({ "game": 0, "seats": ["human", "human"], "options": { "hand_size": "9" } }));
    assert!(text(&refused.json()["why"]).contains("hand_size"), "{}", refused.body);
    assert_eq!(open(json!({ "game": 1, "seats": ["human", "human"] })).status, 409);
    let opened =
        open(json!({ "game": 0, "seats": ["human", "human"], "options": { "hand_size": "4" } }));
    let table = server.sit(&opened.json(), 0).asked();
    assert_eq!(table["view"]["menu"]["options"].as_array().map(Vec::len), Some(4));
}

#[test]
fn pages_say_what_they_are() {
    let place = Place::new();
    let server = place.serve();
    for (path, kind) in [
        ("/", "text/html"),
        ("/play", "text/html"),
        ("/assets/play.js", "text/javascript"),
        ("/words/fr", "application/json"),
    ] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}");
        for said in [
            &format!("content-type: {kind}"),
            "content-security-policy: default-src 'none'; script-src 'self'",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
        ] {
            assert!(page.head.contains(said), "{path} lacks {said}: {}", page.head);
        }
    }
    for path in ["/assets/../Cargo.toml", "/assets/%2e%2e%2fmod.rs", "/assets/", "/words/de", "/x"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let qr = server.ask("qr", &json!({ "text": "http://localhost/play#a.b" }));
    assert!(qr.body.contains("<svg") && qr.head.contains("image/svg+xml"), "{}", qr.head);
}
