//! What holds at a table of people beside the rules of its game: choices are taken back where all
//! agree, and players have names.

use super::Place;
use super::client::{Page, Server, text};
use serde_json::{Value, json};

/// What the numbers of decisions have in common once a choice was taken back with all agreed.
const SECOND_COURSE: u64 = 1 << 24;

/// Two pages at a table, both asked for their first choice, and what each sees.
fn two(server: &Server) -> (Value, [Page; 2], [Value; 2]) {
    let opened = server.open(&["human", "human"]);
    let mut pages = [server.sit(&opened, 0), server.sit(&opened, 1)];
    let tables = pages.each_mut().map(Page::asked);
    (opened, pages, tables)
}

/// Two pages whose seats have both chosen, and are now to choose one after the other; what the
/// first one sees.
fn first_turn(server: &Server) -> (Value, [Page; 2], Value) {
    let (opened, [mut one, mut other], [mine, yours]) = two(server);
    one.choose_first(&mine);
    other.choose_first(&yours);
    let table = one.asked();
    assert_eq!(table["decision"], 1);
    (opened, [one, other], table)
}

/// The next answer is the one to this, so that nothing came before it.
fn hears_nothing(page: &mut Page) {
    page.say(&json!({ "rules": {} }));
    let next = page.next().expect("an answer");
    assert!(next.get("rules").is_some(), "{next}");
}

/// Waits for a table of which something holds.
fn until(page: &mut Page, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let table = page.hear("table");
        if holds(&table) {
            return table;
        }
    }
}

#[test]
fn a_choice_is_taken_back_where_all_agree() {
    let place = Place::new();
    let server = place.serve();
    let (opened, [mut one, mut other], table) = first_turn(&server);
    one.choose_first(&table);
    other.asked();
    one.say(&json!({ "undo": {} }));
    let asked = until(&mut other, |table| table["agree"] == true);
    assert_eq!(asked["asks"], 1);
    assert_eq!(until(&mut one, |table| !table["asks"].is_null())["agree"], false);
    other.say(&json!({ "agree": { "yes": true } }));
    let again = until(&mut one, |table| table["asks"].is_null());
    assert_eq!((&again["decision"], &again["agree"]), (&json!(SECOND_COURSE | 1), &json!(false)));
    let options = |table: &Value| table["view"]["menu"]["options"].clone();
    assert_eq!(options(&again), options(&table));
    assert_eq!(until(&mut other, |table| table["asks"].is_null())["decision"], Value::Null);
    // The record keeps what was taken back, and the table stands there after a restart.
    assert!(place.kept().contains(r#""back""#), "{}", place.kept());
    server.kill();
    let server = place.serve();
    let mut one = server.sit(&opened, 0);
    let after = one.asked();
    assert_eq!((&after["decision"], options(&after)), (&json!(1), options(&table)));
}

#[test]
fn nothing_is_taken_back_where_somebody_does_not_agree() {
    let place = Place::new();
    let server = place.serve();
    let (opened, [mut one, mut other], table) = first_turn(&server);
    one.choose_first(&table);
    let before = other.asked();
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    rail.hear("table");
    one.say(&json!({ "undo": {} }));
    until(&mut other, |table| table["agree"] == true);
    // Whoever asks, or looks on, does not agree for others.
    one.say(&json!({ "agree": { "yes": true } }));
    rail.say(&json!({ "agree": { "yes": true } }));
    assert_eq!(rail.hear("refused"), "not_seated");
    other.say(&json!({ "agree": { "yes": false } }));
    assert_eq!(one.hear("refused"), "not_agreed");
    let after = until(&mut other, |table| table["asks"].is_null());
    assert_eq!(after["view"]["menu"], before["view"]["menu"]);
    // Who goes on instead of an answer has answered, too.
    one.say(&json!({ "undo": {} }));
    let asked = until(&mut other, |table| table["agree"] == true);
    other.choose_first(&asked);
    assert_eq!(one.hear("refused"), "not_agreed");
    let after = until(&mut one, |table| table["asks"].is_null());
    assert_eq!(after["decision"], Value::Null);
}

/// A request of somebody else stands until it is answered.
#[test]
fn one_wish_to_take_back_waits_for_the_other() {
    let place = Place::new();
    let server = place.serve();
    let (_, [mut one, mut other], table) = first_turn(&server);
    one.choose_first(&table);
    other.asked();
    one.say(&json!({ "undo": {} }));
    until(&mut other, |table| table["agree"] == true);
    other.say(&json!({ "undo": {} }));
    assert_eq!(other.hear("refused"), "undo_pending");
    // Whoever asks twice has asked once.
    one.say(&json!({ "undo": {} }));
    other.say(&json!({ "agree": { "yes": true } }));
    until(&mut one, |table| table["asks"] == 1);
    let again = until(&mut one, |table| table["asks"].is_null());
    assert_eq!((&again["decision"], &again["agree"]), (&json!(SECOND_COURSE | 1), &json!(false)));
}

/// What is chosen while others still choose is taken back without a word to them: that there was
/// something to take back would tell that this seat had chosen.
#[test]
fn a_secret_choice_is_taken_back_in_secret() {
    let place = Place::new();
    let server = place.serve();
    let (opened, [mut one, mut other], [mine, yours]) = two(&server);
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    rail.hear("table");
    one.choose_first(&mine);
    until(&mut one, |table| table["decision"].is_null());
    one.say(&json!({ "undo": {} }));
    let again = one.asked();
    assert_eq!(again["view"]["menu"]["options"], mine["view"]["menu"]["options"]);
    hears_nothing(&mut other);
    hears_nothing(&mut rail);
    // What the other one has chosen meanwhile stays.
    one.choose_first(&again);
    until(&mut one, |table| table["decision"].is_null());
    other.say(&json!({ "undo": {} }));
    assert_eq!(other.hear("refused"), "nothing_to_undo");
    one.say(&json!({ "undo": {} }));
    let again = one.asked();
    other.choose_first(&yours);
    until(&mut other, |table| table["decision"].is_null());
    one.choose_first(&again);
    assert_eq!(one.asked()["decision"], 1);
}

/// Three lay one after the other, then choose in some manner, then lay again.
const UNEVEN: &str = "
title: Uneven
seats: 3
decks: { pack: { standard: 32 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: all }
rules: |
  phase game = deal, (each player: lay), MANNER, (each player: lay)
  phase deal { shuffle deck; DEAL }
  action lay(card from hand) { move card to heap }
  score = 0
";

/// A table of the uneven game at which all three have laid a card, where the second one began with
/// so many; and the pages of the three and of whoever looks on.
fn uneven(place: &Place, manner: &str, second: usize) -> (Server, [Page; 4]) {
    let deal = [3, second, 3].into_iter().zip(1..);
    let deal = deal.map(|(cards, seat)| format!("draw {cards} from deck to hand of seat({seat})"));
    let deal = deal.collect::<Vec<_>>().join("; ");
    place.write(&UNEVEN.replace("MANNER", manner).replace("DEAL", &deal));
    let server = place.serve();
    let opened = server.open(&["human", "human", "human"]);
    let mut pages = [0, 1, 2].map(|seat| server.sit(&opened, seat));
    for page in &mut pages {
        let table = until(page, |table| table["decision"] == 0);
        page.choose_first(&table);
    }
    for page in &mut pages {
        until(page, |table| table["view"]["choosing"] == json!([1, 2, 3]));
    }
    let [one, two, three] = pages;
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    rail.hear("table");
    (server, [one, two, three, rail])
}

/// Whoever had no choice looks to all others like who has made one, or has still to.
#[test]
fn nobody_hears_who_wants_back_while_several_choose() {
    let place = Place::new();
    let (_server, mut pages) = uneven(&place, "together lay", 2);
    wants_back_unheard(&mut pages);
}

/// In a window all are asked, and nobody hears who wants a choice back.
#[test]
fn nobody_hears_who_wants_back_in_a_window() {
    let place = Place::new();
    let (_server, mut pages) = uneven(&place, "window lay settled by all", 3);
    wants_back_unheard(&mut pages);
}

/// The first seat takes back a choice, and all would like to take back the one before; nobody else
/// hears of it.
fn wants_back_unheard([one, two, three, rail]: &mut [Page; 4]) {
    for page in [&mut *two, &mut *three] {
        page.say(&json!({ "undo": {} }));
        assert_eq!(page.hear("refused"), "undo_later");
    }
    let menu = one.view["menu"]["options"].clone();
    one.choose(&json!(1), &menu[0]["index"]);
    until(one, |table| table["decision"].is_null());
    one.say(&json!({ "undo": {} }));
    assert_eq!(one.asked()["view"]["menu"]["options"], menu);
    one.say(&json!({ "undo": {} }));
    assert_eq!(one.hear("refused"), "undo_later");
    [one, two, three, rail].into_iter().for_each(hears_nothing);
}

/// Nobody is asked who is not there, and whoever has left is not waited for.
#[test]
fn who_is_not_there_does_not_keep_a_choice_from_being_taken_back() {
    let place = Place::new();
    let server = place.serve();
    let (_, [mut one, other], table) = first_turn(&server);
    drop(other);
    while server.ask("tables", &json!({})).json()[0]["present"] != json!([1]) {}
    one.choose_first(&table);
    until(&mut one, |table| table["decision"].is_null());
    one.say(&json!({ "undo": {} }));
    let again = one.asked();
    assert_eq!((&again["decision"], &again["asks"]), (&json!(SECOND_COURSE | 1), &Value::Null));
}

#[test]
fn players_have_names_which_outlive_a_restart() {
    let place = Place::new();
    let server = place.serve();
    let (opened, [mut one, mut other], _) = two(&server);
    other.say(&json!({ "name": { "name": "  <b>Ada</b>\n of the Seven Long Rivers" } }));
    let named = until(&mut one, |table| table["names"][1] != "");
    assert_eq!(named["names"], json!(["", "<b>Ada</b> of the Seven"]));
    let mut rail = server.join(text(&opened["table"]), text(&opened["rail"]));
    assert_eq!(rail.hear("table")["names"], named["names"]);
    rail.say(&json!({ "name": { "name": "Bo" } }));
    assert_eq!(rail.hear("refused"), "not_seated");
    server.kill();
    let server = place.serve();
    assert_eq!(server.sit(&opened, 0).asked()["names"], named["names"]);
}

/// A name by which somebody else could be meant is refused, in words that pages have.
#[test]
fn nobody_takes_the_name_of_somebody_else() {
    let place = Place::new();
    let server = place.serve();
    let (_, [mut one, mut other], _) = two(&server);
    one.say(&json!({ "name": { "name": "Ada" } }));
    until(&mut other, |table| table["names"][0] == "Ada");
    for (name, why) in
        [("aDa ", "name_taken"), ("Joueur 1", "name_of_seat"), ("\u{301}", "no_name")]
    {
        other.say(&json!({ "name": { "name": name } }));
        assert_eq!(other.hear("refused"), why);
        let words = ["en", "fr"].map(|code| server.get(&format!("/words/{code}")).json());
        assert!(words.iter().all(|words| words[format!("refused-{why}")].is_string()), "{why}");
    }
    other.say(&json!({ "name": { "name": "Bo" } }));
    assert_eq!(until(&mut one, |table| table["names"][1] != "")["names"], json!(["Ada", "Bo"]));
}

/// A table is worth more than what it was told of names and times.
#[test]
fn a_table_goes_on_where_its_rules_of_the_house_are_lost() {
    let place = Place::new();
    let server = place.serve();
    let (opened, [mut one, mut other], _) = two(&server);
    other.say(&json!({ "name": { "name": "Ada" } }));
    until(&mut one, |table| table["names"][1] == "Ada");
    let house = place.data().join(format!("{}.house.json", text(&opened["table"])));
    server.kill();
    for kept in [r#"{"time":60,"names":["A"#, r#"{"stand_in":"human","names":["A","B"]}"#] {
        std::fs::write(&house, kept).expect("a file");
        let server = place.serve();
        assert_eq!(server.sit(&opened, 0).asked()["names"], json!(["", ""]));
        server.kill();
    }
}

#[test]
fn times_that_nobody_can_mean_are_refused() {
    let place = Place::new();
    let server = place.serve();
    let open = |house: Value| {
        let wish = json!({ "game": 0, "seats": ["human", "human"], "house": house });
        server.ask("open", &json!({ "language": "en", "wish": wish }))
    };
    for house in [json!({ "time": 0 }), json!({ "away": 100_000 })] {
        assert_eq!(open(house).status, 409);
    }
    // Nobody else plays for who is away than a bot, and not any.
    for bot in ["exec:true", "human"] {
        assert_eq!(open(json!({ "stand_in": bot })).status, 409, "{bot}");
    }
    assert_eq!(open(json!({ "time": 30, "away": 60, "stand_in": "random" })).status, 200);
}
