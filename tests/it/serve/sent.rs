//! What comes over the sockets is what the probe for leaks compares, byte by byte and message by
//! message: so what it finds of [`Served`] holds for pages.

use super::client::{Page, Server, text};
use crate::common::folder;
use cardrun::Seat;
use cardrun::cli::Served;
use cardrun::game::{Play, Settings};
use serde_json::{Value, json};

/// The seed of the tables.
const SEED: u64 = 7;

/// Plays a table of each of these games over sockets for so many choices, and beside it the same
/// game without them.
fn compared(names: &[String], choices: usize) {
    let path = |name: &String| folder::root().join(format!("{name}.yaml"));
    let data = tempfile::tempdir().expect("a folder");
    let more: Vec<String> =
        names[1..].iter().map(|name| path(name).display().to_string()).collect();
    let tables = names.len().to_string();
    let more: Vec<&str> =
        more.iter().map(String::as_str).chain(["--tables", tables.as_str()]).collect();
    let server = Server::start(&path(&names[0]), data.path(), &more);
    for (number, name) in names.iter().enumerate() {
        let game = folder::load_from_root(name, &Settings::default());
        let seats = game.program().seats;
        let people = vec!["human"; seats.into()];
        let wish = json!({ "game": number, "seats": people, "seed": SEED });
        let opened = server.ask("open", &json!({ "language": "fr", "wish": wish })).json();
        let mut play = Play::new_asking_all(&game, SEED);
        let rail = server.join_in("fr", text(&opened["table"]), text(&opened["rail"]));
        let seated = Seat::all(seats).map(|seat| {
            let key = &opened["seats"][seat.index()];
            (server.join_in("fr", text(&opened["table"]), text(key)), Some(seat))
        });
        let mut pages: Vec<(Page, Served)> = seated
            .chain([(rail, None)])
            .map(|(page, seat)| (page, Served::new(seat, seats)))
            .collect();
        for choice in 0..choices {
            for (page, served) in &mut pages {
                let sent = served.sent(&play);
                if !sent.is_empty() {
                    assert_eq!(heard(page), sent, "{name} after {choice} choices");
                }
            }
            let pending = play.pending();
            let Some(&seat) = pending.get(choice % pending.len().max(1)) else { break };
            let option = choice % play.option_count(seat);
            let own =
                |entry: &&cardrun::game::Entry| entry.step().is_some_and(|(of, _)| of == seat);
            let decision = play.log().iter().filter(own).count();
            pages[seat.index()].0.choose(&json!(decision), &json!(option));
            play.apply(seat, option).expect("an option that was offered");
        }
    }
}

/// The next table that a page is sent, as it comes; nothing else comes before it but where its
/// pictures are.
fn heard(page: &mut Page) -> String {
    let message = page.next().expect("a message");
    match message.get("pictures") {
        Some(Value::String(_)) => heard(page),
        _ => page.heard.last().expect("what came").clone(),
    }
}

#[test]
fn sockets_say_what_the_probe_for_leaks_compares() {
    let all = folder::all().into_iter();
    let games: Vec<String> = all.filter(|name| name.starts_with("games/")).collect();
    compared(&games, 12);
}

#[test]
#[ignore = "takes long: see `just leaks`"]
fn sockets_say_what_the_probe_for_leaks_compares_in_every_file() {
    compared(&folder::all(), 150);
}
