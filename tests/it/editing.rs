//! A game is played while its files are edited: it stays where it was, or goes back to the last
//! choice that the rules still allow, and is never lost.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common::place::Place;
use crate::common::terminal::Terminal;
use crate::rehearsed::{LAYOUT, RULES, duel};
use std::io::{Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A game with somebody at it, and somebody else at its files.
struct Table {
    child: Child,
    output: ChildStdout,
    read: String,
}

impl Table {
    fn begin(place: &Place) -> Table {
        let words = "duel.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch";
        Table::of(place, words)
    }

    fn of(place: &Place, words: &str) -> Table {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(words.split(' '))
            .current_dir(place.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command");
        let output = child.stdout.take().expect("its output");
        Table { child, output, read: String::new() }
    }

    /// What is written up to `words`, which come sooner or later.
    fn until(&mut self, words: &str) -> String {
        loop {
            if let Some(at) = self.read.find(words) {
                let rest = self.read.split_off(at + words.len());
                return std::mem::replace(&mut self.read, rest);
            }
            let mut bytes = [0; 4096];
            let n = self.output.read(&mut bytes).expect("output");
            assert!(n > 0, "the game ended before `{words}`: {}", self.read);
            self.read.push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
    }

    /// Takes the first option whenever there is a choice, up to the end.
    fn play_out(&mut self) {
        while !self.read.contains("Scores: ") {
            self.answer("1");
            let before = self.read.len();
            while !self.read[before..].contains("\n> ") && !self.read.contains("Scores: ") {
                let mut bytes = [0; 4096];
                let n = self.output.read(&mut bytes).expect("output");
                assert!(n > 0, "the game ended without scores: {}", self.read);
                self.read.push_str(&String::from_utf8_lossy(&bytes[..n]));
            }
        }
    }

    fn answer(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("its input");
        input.write_all(format!("{line}\n").as_bytes()).expect("an open game");
    }
}

#[test]
fn a_designers_evening() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    table.answer("1");
    table.until("\n> ");

    // A comment changes nothing that plays.
    place.file("duel.rules", &format!("// The duel.\n{RULES}"));
    let told = table.until("\n> ");
    assert!(told.contains("what plays is the same"), "{told}");

    // A rule.
    let rules = RULES.replace("rank > 1", "rank > 0");
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(told.contains("Changed: action play."), "{told}");
    assert!(told.contains("2 of 2 choices were made again."), "{told}");

    // A typo: the message stands beside the game, which stays as it was.
    place.file("duel.rules", &rules.replace("roll 6", "rol 6"));
    let told = table.until("\n> ");
    assert!(told.contains("error["), "{told}");
    assert!(told.contains("goes on in the rules as they were before"), "{told}");

    // A phase is renamed.
    let rules = rules.replace("round", "trick");
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(told.contains("New: phase trick.") && told.contains("Gone: phase round."), "{told}");

    // What the player chose first is forbidden now: the game stands at that choice again.
    let first = first_choice(&place);
    let forbids = format!("rank is not {} why \"not this one\"", &first[..1]);
    let rules = rules.replace("rank > 0 why \"too low\"", &forbids);
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    assert!(
        told.contains(&format!("you cannot choose `play {first}` any more: not this one"))
            || told
                .contains(&format!("player 1 cannot choose `play {first}` any more: not this one")),
        "{told}"
    );
    assert!(told.contains("this forbids it") && told.contains("duel.rules:4"), "{told}");

    // And allowed again.
    let rules = rules.replace(&forbids, "rank > 0 why \"too low\"");
    place.file("duel.rules", &rules);
    table.until("Changed: action play.");
    table.until("\n> ");

    // Cards come in; those that were dealt stay where they are.
    let layout = LAYOUT.replace("rank in 2..9", "rank in 2..10");
    place.file("duel.yaml", &layout);
    let told = table.until("\n> ");
    assert!(told.contains("New: card 10S, card 10H, card 10D, card 10C."), "{told}");

    // An option.
    let layout = layout.replace("max: 5, default: 3", "max: 6, default: 4");
    place.file("duel.yaml", &layout);
    let told = table.until("\n> ");
    assert!(told.contains("Changed: option cards_each."), "{told}");

    // A card that was played already is gone, with all of its rank.
    let rank: u32 = first[..1].parse().expect("a number");
    let without = layout.replace("rank in 2..10", &format!("rank in {}..10", rank + 1));
    place.file("duel.yaml", &without);
    let told = table.until("\n> ");
    let gone = told.lines().find(|line| line.starts_with("Gone: ")).unwrap_or_default();
    assert!(gone.contains("card"), "{told}");
    assert!(told.contains(&format!("cannot choose `play {first}` any more")), "{told}");
    assert!(told.contains("Your choice"), "{told}");

    // And it is back.
    place.file("duel.yaml", &layout);
    let told = table.until("\n> ");
    assert!(told.contains("New: ") && told.contains("2 of 2 choices were made again"), "{told}");

    // Back and forth in the rules as they are now.
    table.answer("1");
    table.until("\n> ");
    table.answer("undo");
    let told = table.until("\n> ");
    assert!(told.contains("You stand again where you chose"), "{told}");
    table.answer("redo");
    table.until("\n> ");

    // And it is played to its end; the last record follows from the rules as they are.
    table.play_out();
    assert!(table.child.wait().expect("an end").success());
    // One game, one record, with all that it was on the way.
    let records = std::fs::read_dir(place.folder.path()).expect("a folder");
    let names =
        records.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    assert_eq!(names.filter(|name| name.ends_with(".jsonl")).collect::<Vec<_>>(), ["a.jsonl"]);
    let lines = place.text("a.jsonl");
    let headers = lines.lines().filter(|line| line.contains("\"type\":\"game\"")).count();
    assert_eq!(headers, 10);
    place.run("replay a.jsonl --verify").ends(0);
}

/// What a person chose for another seat stays when an edit allows again what it had cut short.
#[test]
fn a_choice_for_another_seat_outlives_an_edit() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    table.answer("1");
    table.until("\n> ");
    let chosen = chosen_by(&place, 2);
    table.answer("as 2");
    table.until("\n> ");
    let (rank, suit) = (&chosen[0][5..6], &chosen[0][6..7]);
    let forbids = format!("not (rank = {rank} and suit = {suit}) why \"not this one\"");
    place.file("duel.rules", &RULES.replace("rank > 1 why \"too low\"", &forbids));
    let told = table.until("\n> ");
    assert!(told.contains("You (player 2"), "{told}");
    table.answer("1");
    table.until("\n> ");
    let instead = chosen_by(&place, 2);
    assert_ne!(instead, chosen);
    place.file("duel.rules", RULES);
    table.until("Changed: action play.");
    table.until("\n> ");
    assert_eq!(chosen_by(&place, 2), instead);
}

/// A file that was not there when the layout named it is waited for.
#[test]
fn a_file_that_is_missing_is_waited_for() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    let other = format!("{LAYOUT}rules: other.rules\n");
    place.file("duel.yaml", &other);
    table.until("goes on in the rules as they were before");
    table.until("\n> ");
    place.file("other.rules", &RULES.replace("roll 6", "roll 8"));
    let told = table.until("\n> ");
    assert!(told.contains("Changed: "), "{told}");
}

/// What a seat has chosen by now, as the record has it.
fn chosen_by(place: &Place, seat: u8) -> Vec<String> {
    let text = place.text("a.jsonl");
    let record = cardrun::record::read(text.as_bytes()).expect("a record");
    let chosen = |line: &cardrun::record::Line| match line {
        cardrun::record::Line::Choice { seat: of, value, .. } if *of == seat => Some(value.clone()),
        _ => None,
    };
    record.lines.iter().filter_map(chosen).collect()
}

/// What an edit did to who wins is counted while the game is played, and told on request.
#[test]
fn numbers_are_counted_under_the_game() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    // Only the second player scores, by each card of both.
    let scored = "if roll 6 > 3 { add rank of card to points }";
    place.file("duel.rules", &RULES.replace(scored, "add 1 to points of seat(2)"));
    let mut told = table.until("\n> ");
    assert!(told.contains("Games are being counted"), "{told}");
    while !told.contains("deals before and now (random)") {
        table.answer("numbers");
        told = table.until("\n> ");
    }
    let line = told.lines().find(|line| line.trim_start().starts_with("player 2 wins"));
    let line = line.expect("the second player's wins");
    assert!(line.contains("100.0 %") && line.contains("(+"), "{told}");
    let length = told.lines().find(|line| line.trim_start().starts_with("decisions"));
    assert!(!length.expect("the length").contains('('), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// Games that fail since an edit are told before all numbers, with the line that fails most often.
#[test]
fn games_that_fail_since_an_edit_are_told_first() {
    let place = duel();
    let mut table = Table::of(&place, "watch duel.yaml --lang en");
    table.until("deals (random):");
    let fails = "if rank of card = 9 { add 1 / (rank of card - 9) to points }";
    place.file("duel.rules", &RULES.replace("if roll 6", &format!("{fails}\n  if roll 6")));
    let told = table.until("deals before and now (random):");
    let failing = told.find(" came to no end before, and ").expect("the deals that fail");
    assert!(told[..failing].ends_with(" deals, 0"), "{told}");
    assert!(!told.contains("and 0 come to none now"), "{told}");
    assert!(told.contains("Most often: duel.rules:6: "), "{told}");
    assert!(told.contains("[division-by-zero]"), "{told}");
    let told = table.until("no other difference is greater than it makes.");
    assert!(told.contains("All else may be chance"), "{told}");
    table.child.kill().expect("a command that runs");
    table.child.wait().expect("an end");
}

/// Of deals in which nobody has got to the end there is nothing else to tell.
#[test]
fn an_edit_by_which_every_game_fails_is_told() {
    let place = duel();
    let mut table = Table::of(&place, "watch duel.yaml --lang en");
    table.until("deals (random):");
    let fails = "add 1 / (points - points) to points";
    place.file("duel.rules", &RULES.replace("if roll 6", &format!("{fails}\n  if roll 6")));
    let told = table.until("No deal came to an end");
    assert!(told.contains("deals, 0 came to no end before, and "), "{told}");
    table.child.kill().expect("a command that runs");
    table.child.wait().expect("an end");
}

/// Where all lies open, what a bot cannot choose any more is told like what a person cannot.
#[test]
fn a_choice_of_a_bot_that_is_forbidden_now_is_told_in_a_rehearsal() {
    let told = |more: &str| {
        let place = duel();
        let words = format!(
            "duel.yaml --seats random,human --seed 3 --record a.jsonl --lang en --watch{more}"
        );
        let mut table = Table::of(&place, &words);
        table.until("\n> ");
        let rank = first_choice(&place)[..1].to_owned();
        let rules = RULES.replace("rank > 1", &format!("rank is not {rank}"));
        place.file("duel.rules", &rules);
        let told = table.until("\n> ");
        table.answer("q");
        assert!(table.child.wait().expect("an end").success());
        told
    };
    let open = told(" --rehearsal");
    assert!(open.contains("layer 1 cannot choose `play "), "{open}");
    assert!(open.contains("duel.rules:4"), "{open}");
    let hidden = told("");
    assert!(!hidden.contains("cannot choose `play "), "{hidden}");
    assert!(hidden.contains("cannot choose any more what was chosen then"), "{hidden}");
}

/// A choice that an edit leaves a single option of is told, and what it came to.
#[test]
fn what_is_no_choice_any_more_is_told() {
    let place = duel();
    let mut table = Table::begin(&place);
    let told = table.until("\n> ");
    assert!(told.contains("play 9C"), "{told}");
    let rules = RULES.replace("rank > 1 why \"too low\"", "rank > 8 why \"too low\" default hand");
    place.file("duel.rules", &rules);
    let told = table.until("\n> ");
    let (before, behind) = told.split_once("Your only choice: play 9C.").expect("the only choice");
    assert!(before.contains("Changed: action play."), "{told}");
    assert!(behind.contains("You: 9C, hand -> heap."), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// What an edit cuts short is there again when the edit is taken back, and what was gone back from
/// can still be gone forward to.
#[test]
fn an_edit_that_is_taken_back_gives_the_course_back() {
    let place = duel();
    let words = "duel.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch";
    let mut table = Table::of(&place, &format!("{words} --set cards_each=5"));
    for _ in 0..2 {
        table.until("\n> ");
        table.answer("1");
    }
    table.until("\n> ");
    let chosen = first_choice(&place);
    // An action that is called otherwise is the same one.
    let renamed = RULES.replace("action play", "action lay").replace(": play", ": lay");
    place.file("duel.rules", &renamed);
    let told = table.until("\n> ");
    assert!(told.contains("4 of 4 choices were made again"), "{told}");
    // What was chosen first is forbidden now.
    let low = chosen.trim_end_matches(char::is_alphabetic);
    let condition = format!("rank > {low} why \"too low\" default hand");
    place.file("duel.rules", &RULES.replace("rank > 1 why \"too low\"", &condition));
    let told = table.until("\n> ");
    assert!(told.contains("0 of ") && told.contains("cannot choose"), "{told}");
    place.file("duel.rules", RULES);
    let told = table.until("\n> ");
    assert!(told.contains("4 of 4 choices were made again"), "{told}");
    assert_eq!(first_choice(&place), chosen);
    table.answer("undo");
    table.until("\n> ");
    place.file("duel.rules", &RULES.replace("too low", "not high enough"));
    table.until("\n> ");
    table.answer("redo");
    let told = table.until("\n> ");
    assert!(!told.contains("nothing"), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// Rules that fail at once are no reason to lose the game.
#[test]
fn a_fault_leaves_the_game_as_it_was() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    place.file("duel.rules", &RULES.replace("shuffle deck;", "shuffle deck; do no_end;").replace(
        "score = points",
        "effect no_end { add 1 to points of seat(1); add 1 / (points of seat(1) - 1) to points of seat(2) }\nscore = points",
    ));
    let told = table.until("\n> ");
    assert!(told.contains("division-by-zero") && told.contains("as they were before"), "{told}");
    table.answer("1");
    table.until("\n> ");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// The rules, which fail as soon as a card is played.
fn failing() -> String {
    RULES.replace("move card to heap", "move card to heap; add 1 / (points - points) to points")
}

/// What a choice breaks is told like what a save breaks: the game stands before it again, and
/// waits.
#[test]
fn a_fault_of_a_choice_waits_for_a_save() {
    let place = duel();
    place.file("duel.rules", &failing());
    let mut table = Table::begin(&place);
    table.until("\n> ");
    table.answer("1");
    let told = table.until("\n> ");
    assert!(told.contains("division-by-zero") && told.contains("duel.rules:5:"), "{told}");
    assert!(told.contains("You stand before this choice again"), "{told}");
    assert!(told.contains("1 play "), "{told}");
    // It fails again, and may be chosen again.
    table.answer("redo");
    assert!(table.until("\n> ").contains("division-by-zero"));
    place.file("duel.rules", RULES);
    let told = table.until("\n> ");
    assert!(told.contains("Changed: action play."), "{told}");
    table.answer("redo");
    let told = table.until("\n> ");
    assert!(told.contains("2 play ") && !told.contains("3 play "), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
    place.run("replay a.jsonl --verify").ends(0);
}

/// Where nobody has chosen anything there is nothing to go back to: the game waits.
#[test]
fn a_fault_before_any_choice_waits_for_a_save() {
    let place = duel();
    place.file("duel.rules", &RULES.replace("shuffle deck;", "shuffle deck; do no_end;").replace(
        "score = points",
        "effect no_end { add 1 / (points of seat(1) - points of seat(1)) to points of seat(2) }\nscore = points",
    ));
    let mut table = Table::begin(&place);
    let told = table.until("\n> ");
    assert!(told.contains("division-by-zero"), "{told}");
    assert!(told.contains("The game waits for rules that do not fail here"), "{told}");
    place.file("duel.rules", &RULES.replace("roll 6", "rol 6"));
    let told = table.until("\n> ");
    assert!(told.contains("error[") && !told.contains("division-by-zero"), "{told}");
    place.file("duel.rules", RULES);
    let told = table.until("\n> ");
    assert!(told.contains("1 play "), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
    place.run("replay a.jsonl --verify").ends(0);
}

#[test]
fn a_fault_of_a_choice_leaves_the_full_screen_open() {
    let place = duel();
    place.file("duel.rules", &failing());
    let words = "duel.yaml --seats human,random --seed 3 --lang en --watch --no-motion";
    let mut terminal = Terminal::start(&place, words, (100, 40));
    terminal.until_says("Your choice");
    terminal.press("1");
    terminal.until_says("a number was divided by zero");
    terminal.press("x");
    place.file("duel.rules", RULES);
    terminal.until_says("Changed: action play");
    terminal.press("xq");
    assert_eq!(terminal.end().1, 0);
}

/// Without `--watch` a fault ends the game, and it is told how it goes on.
#[test]
fn a_game_that_a_fault_has_ended_goes_on_once_the_rules_are_mended() {
    let place = duel();
    place.file("duel.rules", &failing());
    let words = "duel.yaml --seats human,random --seed 3 --record a.jsonl --lang en";
    let failed = place.answer(words, "1\n").ends(3);
    let on = "cardrun resume a.jsonl --changed";
    assert!(failed.out.contains(on), "{}{}", failed.out, failed.err);
    place.file("duel.rules", RULES);
    let told = place.answer("resume a.jsonl --changed --lang en", "q\n").ends(0);
    assert!(told.out.contains("2 play ") && !told.out.contains("3 play "), "{}", told.out);
}

const PAIRS: &str = "title: Pairs
seats: 2
decks: { pack: { standard: 52, only: \"rank in 4..5\" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { seen_by: all }
texts: { lay: \"lay {s}\" }
rules: |
  phase game = deal, each player: lay
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  shape alike = 1..2 cards, same rank
  action lay(s from alike of hand) { move s to heap }
  score = count hand
";

/// Cards that are picked one by one are put back where the edited rules would let no more be
/// picked.
#[test]
fn a_half_picked_set_is_no_choice_after_a_save() {
    let place = duel();
    place.file("pairs.yaml", PAIRS);
    let words = "pairs.yaml --seats human,random --seed 3 --record a.jsonl --lang en --watch";
    let mut table = Table::of(&place, words);
    table.until("\n> ");
    table.answer("1");
    let told = table.until("\n> ");
    assert!(told.contains(" - next:"), "{told}");
    // Nothing else can be picked: the card would be laid.
    place.file("pairs.yaml", &PAIRS.replace("1..2 cards, same rank", "1 card"));
    let told = table.until("\n> ");
    assert!(told.contains("What was picked so far is put back"), "{told}");
    assert!(told.contains("\n  4 ") && !told.contains("hand -> heap"), "{told}");
    // What can still be gone on with is left as it is.
    place.file("pairs.yaml", PAIRS);
    let told = table.until("\n> ");
    assert!(!told.contains("put back"), "{told}");
    table.answer("1");
    table.until("\n> ");
    place.file("pairs.yaml", &PAIRS.replace("title: Pairs", "title: The pairs"));
    let told = table.until("\n> ");
    assert!(told.contains(" - next:") && !told.contains("put back"), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

const PASSING: &str = "title: Passing
seats: 2
decks: { pack: { standard: 52, only: \"rank in 4..5\" } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner, sort: [suit, rank] }
  heap: { seen_by: nobody }
texts: { give: \"give {s}\" }
rules: |
  phase game = deal, each player: give
  phase deal { shuffle deck; each player { draw 4 from deck to hand } }
  action give(s from 3 of hand) { move s to heap }
  score = count hand
";

/// On the full screen what is picked and not confirmed stays picked, and what cannot be picked any
/// more is told.
#[test]
fn what_is_picked_on_the_full_screen_outlives_a_save() {
    let place = duel();
    place.file("passing.yaml", PASSING);
    let words = "passing.yaml --seats human,random --seed 3 --lang en --watch --no-motion";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("Your choice: give");
    let picked = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once(" ✓ "));
        lines.map(|(_, name)| name.trim().to_owned()).collect()
    };
    terminal.press("1");
    terminal.until(|screen| picked(&screen.contents()) == ["4♠"]);
    terminal.press("3");
    terminal.until(|screen| picked(&screen.contents()) == ["4♠", "4♣"]);
    // Nothing that plays is other, or the files are wrong for a while.
    let called = |title: &str| PASSING.replace("title: Passing", &format!("title: {title}"));
    let wrong = PASSING.replace("3 of", "3 off");
    for (text, told) in [
        (&called("Once"), "── Once"),
        (&wrong, "as they were before"),
        (&called("Twice"), "── Twice"),
    ] {
        place.file("passing.yaml", text);
        terminal.until_says(told);
        // It closes what is told, and does nothing else.
        terminal.press("x");
        terminal.until(|screen| picked(&screen.contents()) == ["4♠", "4♣"]);
    }
    // No more than one can be given: the second one is lost.
    place.file("passing.yaml", &PASSING.replace("3 of hand", "1..1 of hand"));
    terminal.until_says("Not picked any more");
    terminal.press("xq");
    assert_eq!(terminal.end().1, 0);
}

/// The number of seats is the game's, and nobody has said it on the command line.
#[test]
fn a_save_for_other_seats_is_told_in_words_of_the_game() {
    let place = duel();
    let mut table = Table::of(&place, "duel.yaml --seed 3 --record a.jsonl --lang en --watch");
    table.until("\n> ");
    place.file("duel.yaml", &LAYOUT.replace("seats: 2", "seats: [3, 4]"));
    let told = table.until("\n> ");
    assert!(told.contains("expected 3 or 4 players, as `seats` of the game says"), "{told}");
    assert!(told.contains("found 2") && !told.contains("--seats"), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// Who comes to the terminal next reads what edits have said, but not what was wrong with files
/// that have been saved since.
#[test]
fn an_edit_is_told_to_who_plays_next() {
    let place = duel();
    let words = "duel.yaml --seats human,human --seed 3 --record a.jsonl --lang en --watch";
    let mut table = Table::of(&place, words);
    table.until("\n> ");
    place.file("duel.rules", &RULES.replace("roll 6", "rol 6"));
    table.until("as they were before");
    table.until("\n> ");
    place.file("duel.rules", &RULES.replace("rank > 1", "rank > 0"));
    table.until("Changed: action play.");
    table.until("\n> ");
    for is_news in [true, false, false] {
        table.answer("1");
        let told = table.until("\n> ");
        assert_eq!(told.contains("Changed: action play."), is_news, "{told}");
        assert!(!told.contains("error["), "{told}");
    }
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// Whoever edits a game and plays it alone sees all of it: also which line did something.
#[test]
fn who_edits_is_told_the_lines_that_did_something() {
    let place = duel();
    let mut table = Table::begin(&place);
    table.until("\n> ");
    table.answer("1");
    table.until("\n> ");
    table.answer("explain");
    let told = table.until("\n> ");
    assert!(told.contains("duel.rules:5  move card to heap"), "{told}");
    table.answer("q");
    assert!(table.child.wait().expect("an end").success());
}

/// On the full screen, too, a sign stands below what is wrong, and numbers stand in columns.
#[test]
fn what_is_wrong_is_pointed_at_on_the_full_screen() {
    let place = duel();
    let words = "duel.yaml --seats human,random --seed 3 --lang en --watch --no-motion";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("Your choice");
    place.file("duel.rules", &RULES.replace("roll 6", "rol 6"));
    let told = terminal.until_says("as they were before");
    let lines: Vec<&str> = told.lines().collect();
    let wrong = lines.iter().position(|line| line.contains("if rol 6")).expect("the line");
    let column = |line: &str, words: &str| {
        line.find(words).map(|at| line[..at].chars().count()).expect("words in a line")
    };
    assert_eq!(column(lines[wrong], "6 >"), column(lines[wrong + 1], "─"), "{told}");
    terminal.press("xq");
    assert_eq!(terminal.end().1, 0);
}

/// An edit does not wait for a program that thinks for minutes: the game goes on in the edited
/// rules, and the program is asked anew.
#[test]
fn an_edit_waits_for_no_program_that_thinks() {
    let place = duel();
    let words =
        "duel.yaml --seats human,exec:900s:sleep${IFS}900 --seed 3 --lang en --watch --plain";
    let mut terminal = Terminal::start(&place, words, (100, 40));
    terminal.until_says("Your choice");
    terminal.press("1\n");
    terminal.until_says("Player 2 is thinking");
    place.file("duel.rules", &RULES.replace("rank > 1", "rank > 0"));
    terminal.until_says("Changed: action play.");
    terminal.until(|screen| {
        let text = screen.contents();
        text.rsplit("Changed: action play.").next().unwrap_or_default().contains("is thinking")
    });
    terminal.signal("INT");
    terminal.end();
}

/// A game is looked at while it is edited, without being played.
#[test]
fn a_game_is_watched() {
    let place = duel();
    let mut table = Table::of(&place, "watch duel.yaml --lang en");
    let told = table.until("deals (random):");
    assert!(told.contains("Player 2") && told.contains("hand: "), "{told}");
    place.file("duel.rules", &RULES.replace("roll 6", "rol 6"));
    table.until("error[");
    place.file("duel.rules", &RULES.replace("draw cards_each", "draw 2"));
    table.until("Changed: phase deal");
    table.until("deals before and now (random):");
    table.child.kill().expect("a command that runs");
    table.child.wait().expect("an end");
}

/// The card that the first player played first.
fn first_choice(place: &Place) -> String {
    let record = place.text("a.jsonl");
    let choice = record.lines().find(|line| line.contains("\"type\":\"choice\",\"n\":1,"));
    let value = choice.and_then(|line| line.split("play ").nth(1)).expect("a choice");
    value.split('"').next().expect("a card").to_owned()
}
