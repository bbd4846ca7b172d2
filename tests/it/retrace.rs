//! Choices are taken back and made again, one of them or many; the record of the game keeps it all.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use crate::common::folder;
use crate::common::place::Place;
use crate::rehearsed::{RULES, duel};
use cardrun::game::{Play, Settings};
use cardrun::record::{self, About, Line, Writer};

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("retrace_{name}"), text);
}

/// What is typed in a game against a random player, and shown.
fn typed(place: &Place, lines: &str, more: &str) -> String {
    let command = format!(
        "duel.yaml --seats human,random --seed 3 --set cards_each=5 --record u.jsonl {more}"
    );
    place.answer(&command, lines).out
}

fn lines(place: &Place) -> Vec<Line> {
    record::read(place.text("u.jsonl").as_bytes()).expect("a record").file_lines().to_vec()
}

#[test]
fn a_choice_is_taken_back_and_made_again() {
    let place = duel();
    let told = typed(&place, "1\nundo\nredo\nundo\n1\nq\n", "--lang en");
    snapshot("undone", &told);
    place.run("replay u.jsonl --verify").ends(0);
    // The record keeps what was taken back.
    let back = |line: &&Line| matches!(line, Line::Back { .. });
    assert_eq!(lines(&place).iter().filter(back).count(), 2);
    // The same choice is followed by the same chance.
    let thrown = |line: &Line| matches!(line, Line::Random { .. }).then(|| line.to_string());
    let all: Vec<String> = lines(&place).iter().filter_map(thrown).collect();
    assert!(all.len() >= 3 && all.iter().all(|line| *line == all[0] || *line == all[1]), "{all:?}");
}

#[test]
fn there_is_nothing_to_take_back_at_first() {
    let place = duel();
    let told = typed(&place, "annuler\nrefaire\nretour\nretour 1\nretour tout\nq\n", "--lang fr");
    snapshot("nothing", &told);
}

#[test]
fn one_goes_back_to_a_decision_or_a_round() {
    let place = duel();
    let told = typed(
        &place,
        "1\n1\n1\nback\nback 9\nback round 7\nback round 2\nback\nback 1\nredo\nredo\nq\n",
        "--lang en",
    );
    snapshot("back", &told);
    place.run("replay u.jsonl --verify").ends(0);
}

/// Of a choice in several steps the last step is taken back, and no more.
#[test]
fn a_step_of_a_choice_is_taken_back() {
    let place = duel();
    let pairs = RULES.replace("action play(card from hand where rank > 1 why \"too low\")", PAIR);
    place.file("duel.rules", &pairs.replace("rank of card", "1"));
    let told = typed(&place, "1\n1\nundo\n2\nundo\nundo\nundo\nq\n", "--lang en");
    let picked: Vec<&str> = told.lines().filter(|line| line.starts_with("Your choice")).collect();
    let is_begun: Vec<bool> = picked.iter().map(|line| line.contains("next")).collect();
    // The first member, both, the first again, another second one, and back to the very beginning.
    assert_eq!(is_begun, [false, true, false, true, false, true, false], "{told}");
    assert!(told.contains("There is no choice of yours to take back."), "{told}");
    place.run("replay u.jsonl --verify").ends(0);
}

const PAIR: &str = "action play(card from 2 of hand)";

#[test]
fn another_record_leaves_the_first_as_it_is() {
    let place = duel();
    let told = typed(&place, "1\nbranch\n1\nq\n", "--lang en");
    assert!(told.contains("in a record of its own: u-2.jsonl"), "{told}");
    assert!(told.contains("cardrun resume u-2.jsonl"), "{told}");
    let choices = |file: &str| place.text(file).matches("\"type\":\"choice\"").count();
    assert!(choices("u-2.jsonl") > choices("u.jsonl"));
    place.run("replay u.jsonl --verify").ends(0);
    place.run("replay u-2.jsonl --verify").ends(0);
}

#[test]
fn people_who_play_each_other_are_asked() {
    let two = |lines: &str| {
        let place = duel();
        place.answer("duel.yaml --seats human,human --seed 3 --record u.jsonl --lang en", lines).out
    };
    let agreed = two("1\n1\nundo\nyes\nq\n");
    assert!(agreed.contains("Player 2: player 1 wants to take back a choice"), "{agreed}");
    snapshot("agreed", &agreed);
    let refused = two("1\n1\nundo\nno\nq\n");
    assert!(refused.contains("Player 2 does not agree"), "{refused}");
}

/// What was taken back follows the rules as well, and so do the options.
#[test]
fn a_record_is_verified_with_what_was_taken_back_in_it() {
    let place = duel();
    typed(&place, "1\nundo\n2\nq\n", "--lang en");
    let record = place.text("u.jsonl");
    let verified = place.run("replay u.jsonl --verify --lang en").ends(0).out;
    assert!(verified.contains(&format!("({} lines", record.lines().count())), "{verified}");
    let back = record.lines().position(|line| line.contains("\"back\"")).expect("a way back");
    let is_move = |line: &&str| line.contains("\"type\":\"move\"");
    let moved = record.lines().take(back).filter(is_move).last().expect("a move");
    let forged = moved.replace("\"to\":\"", "\"to\":\"no ");
    place.file("forged.jsonl", &record.replace(moved, &forged));
    place.run("replay forged.jsonl --verify").ends(1);
    let more = record.replacen("\"options\":{", "\"options\":{\"nonsense\":42,", 1);
    place.file("more.jsonl", &more.replace(":42,}", ":42}"));
    place.run("replay more.jsonl --verify").ends(1);
    let from = place.run("play duel.yaml --from u.jsonl --lang en").ends(2).err;
    assert!(from.contains("is the record of a game"), "{from}");
}

/// What was taken back is told to a seat in its own record, as far as it saw it.
#[test]
fn the_record_of_a_seat_has_what_was_taken_back() {
    let place = duel();
    typed(&place, "1\nundo\n2\nq\n", "--lang en");
    let own = place.run("replay u.jsonl --as-seat 2 --lines").ends(0).out;
    let record = record::read(own.as_bytes()).expect("a record of a seat");
    let backs = own.lines().filter(|line| line.contains("\"type\":\"back\"")).count();
    assert_eq!(backs, 1, "{own}");
    assert!(record.lines.len() < record.file_lines().len());
    // The first player's cards are hidden in both courses.
    let dealt = record.file_lines().iter().filter(|line| match line {
        Line::Move { card, to, .. } => to == "hand.1" && card != "?",
        _ => false,
    });
    assert_eq!(dealt.count(), 0);
}

/// A game that is resumed where something was taken back goes on from there.
#[test]
fn a_game_goes_on_where_it_was_taken_back_to() {
    let place = duel();
    typed(&place, "1\n1\nundo\nq\n", "--lang en");
    let told = place.answer("resume u.jsonl --lang en", "1\nq\n").out;
    assert!(told.contains("Your choice"), "{told}");
    place.run("replay u.jsonl --verify").ends(0);
    assert!(lines(&place).iter().any(|line| matches!(line, Line::Back { .. })));
}

/// What was taken back before somebody left can still be made again, as long as nobody has gone
/// another way.
#[test]
fn what_was_taken_back_is_made_again_another_day() {
    let place = duel();
    typed(&place, "1\n1\n1\nundo\nundo\nq\n", "--lang en");
    let told = place.answer("resume u.jsonl --lang en", "redo\nredo\nredo\nback\nq\n").out;
    assert_eq!(told.matches("Nothing was taken back").count(), 1, "{told}");
    place.run("replay u.jsonl --verify").ends(0);
    // All of it was made again, and is taken back once more.
    let told = place.answer("resume u.jsonl --lang en", "redo\nundo\nundo\n2\nundo\nq\n").out;
    assert_eq!(told.matches("Nothing was taken back").count(), 1, "{told}");
    // Another choice leaves what was taken back before; that one itself can be made again.
    let told = place.answer("resume u.jsonl --lang en", "redo\nredo\nq\n").out;
    assert_eq!(told.matches("Nothing was taken back").count(), 1, "{told}");
    place.run("replay u.jsonl --verify").ends(0);
}

/// A game may take another course than that which was gone back from: then the record goes back to
/// where both are alike.
#[test]
fn a_record_goes_back_to_where_two_courses_part() {
    let game = folder::load("alkekan", &Settings::default());
    let mut play = Play::new(&game, 3);
    let both = |play: &mut Play, option: usize| {
        for seat in play.pending() {
            play.apply(seat, option % play.option_count(seat)).expect("an option");
        }
    };
    (0..4).for_each(|_| both(&mut play, 0));
    let about = About { seats: vec!["random".into(); 2], ..About::default() };
    let mut writer = Writer::begin(Vec::new(), &play, &about).expect("memory");
    let own = play.log().iter().rposition(|entry| entry.step().is_some()).expect("a choice");
    let told = writer.told(&play, &about);
    let mut other = play.retraced(own, |_, _| {});
    let (seat, entries) = (other.pending()[0], other.log().len());
    other.apply(seat, 1).expect("another option");
    (0..4).for_each(|_| both(&mut other, 0));
    assert!(
        other.log().len() > play.log().len() && play.log()[..entries] == other.log()[..entries]
    );
    writer.back(&told, &other, &about).expect("memory");
    let record = record::read(writer.sink()).expect("a record");
    assert_eq!(
        record::verify(&game, &record).map(|verified| verified.choices),
        Ok(other.choices())
    );
    // The first course is in the record, but nobody can go forward to it.
    let left = record.file_lines().iter().filter(|line| matches!(line, Line::Back { .. })).count();
    assert_eq!((left, record::undone(&game, &record).len()), (1, 0));
}

#[test]
fn a_line_to_go_back_to_has_to_be_there() {
    let place = duel();
    typed(&place, "1\nq\n", "--lang en");
    let text = place.text("u.jsonl");
    for to in [0, 99_999] {
        let wrong = format!("{text}{{\"type\":\"back\",\"to\":{to}}}\n");
        let error = record::read(wrong.as_bytes()).expect_err("no such line").to_string();
        assert!(error.contains(&format!("go back to, found {to}")), "{error}");
    }
}
