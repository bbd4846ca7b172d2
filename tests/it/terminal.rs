//! The full screen on a terminal: keys, mouse, changes of size, and the terminal as it was
//! afterwards.
#![cfg(unix)]

use crate::common::place::Place;
use crate::common::terminal::Terminal;
use crate::rehearsed::{RULES, duel};
use cardrun::vm::Generator;
use vt100::Screen;

const ALKEKAN: &str =
    "games/alkekan.yaml --seed 7 --lang en --record game.jsonl --no-motion --seats human,random";

#[test]
fn keys_choose_and_take_back() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
    terminal.until_says("Your choice: play");
    terminal.press("\u{1b}[C");
    terminal.until(|screen| screen.contents().contains("┏2"));
    terminal.press("\r");
    terminal.until_says("stay silent");
    terminal.press("u");
    terminal.until_says("You stand again where you chose");
    terminal.press("4");
    terminal.until_says("[round 2]");
    terminal.press(":back\r");
    terminal.until_says("1. play");
    terminal.press("q");
    let (text, status) = terminal.end();
    assert!(text.contains("cardrun resume") && status == 0, "{text}");
    place.run("replay game.jsonl --verify").ends(0);
}

#[test]
fn the_mouse_chooses() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (100, 30));
    terminal.until_says("Your choice: play");
    terminal.click("╭3");
    terminal.until_says("stay silent");
    terminal.click("2 stay silent");
    terminal.until(|screen| !screen.contents().contains("2 stay silent"));
    terminal.press("\u{3}");
    assert_eq!(terminal.end().1, 0);
    place.run("replay game.jsonl --verify").ends(0);
}

#[test]
fn a_name_is_typed_and_texts_are_read() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
    terminal.until_says("Your choice: play");
    terminal.press("r");
    terminal.until_says("Answer");
    terminal.press("\u{1b}");
    terminal.until_says("Your choice: play");
    terminal.press("J");
    terminal.until_says("> J");
    terminal.press("d\r");
    terminal.until_says("stay silent");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

/// A file is saved while somebody types: the line stays, and the game goes on in what was saved.
#[test]
fn a_line_that_is_being_typed_outlives_a_save() {
    let place = duel();
    let line = "duel.yaml --seats human,random --seed 3 --lang en --watch --record r.jsonl";
    let mut terminal = Terminal::start(&place, line, (100, 30));
    terminal.until_says("Your choice");
    terminal.press(":scor");
    terminal.until_says(":scor");
    place.file("duel.rules", &format!("// A remark.\n{RULES}"));
    let screen = terminal.until_says("The files have changed");
    assert!(screen.contains(":scor"), "{screen}");
    terminal.press("e\r");
    terminal.until_says("The rules name no parts of the score.");
    terminal.press("xq");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn the_size_changes_at_any_moment() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
    terminal.until_says("Your choice: play");
    for (columns, rows) in [(120, 40), (60, 20), (20, 5), (200, 60), (80, 24)] {
        terminal.resize(columns, rows);
        terminal.until(|screen| {
            let first = screen.rows(0, columns).next().unwrap_or_default();
            first.chars().count() == usize::from(columns) && first.ends_with(['─', '…', ' '])
        });
    }
    terminal.press("1");
    terminal.until_says("stay silent");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for signal in ["TERM", "HUP", "INT"] {
        let place = Place::new();
        let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
        terminal.until_says("Your choice: play");
        assert!(terminal.parser.screen().alternate_screen());
        terminal.press("1");
        terminal.until_says("stay silent");
        terminal.signal(signal);
        let (_, status) = terminal.end();
        assert_eq!(status == 0, signal == "INT", "{signal}: {status}");
        place.run("replay game.jsonl --verify").ends(0);
    }
}

/// In line mode texts are broken between words, however narrow the terminal is, and nothing stands
/// in more columns than it has.
#[test]
fn a_narrow_terminal_breaks_no_word() {
    for columns in [20, 40, 60, 79] {
        let place = Place::new();
        let words = "games/six_lots.yaml --seed 5 --lang en --plain --seats human,human";
        let mut terminal = Terminal::start(&place, words, (columns, 60));
        let said =
            |screen: &Screen| screen.contents().split_whitespace().collect::<Vec<_>>().join(" ");
        let told = "who types 1 and Enter (q leaves):";
        terminal.until(|screen| said(screen).ends_with(told));
        terminal.press("2\n");
        terminal.until(|screen| said(screen).contains("Expected 1 or q. Player 1 types 1"));
        terminal.press("1\n");
        terminal.until(|screen| said(screen).ends_with("? for help.) >"));
        terminal.press("?\n");
        let help = "stands a command in any case, as in :score. >";
        let text = terminal.until(|screen| said(screen).ends_with(help));
        // Nobody is offered what is refused to people who play each other.
        assert!(!text.contains("hint,") && !text.contains("reveal"), "{text}");
    }
}

/// A record that was begun for a game from the middle of another one is kept once somebody has
/// chosen in it, whatever ends the program.
#[test]
fn a_record_in_which_nobody_chose_is_not_kept() {
    let place = duel();
    place.answer("duel.yaml --seed 3 --record a.jsonl --seats human,random", "1\n1\nq\n").ends(0);
    for signal in ["TERM", "HUP", "INT"] {
        for plain in ["", " --plain"] {
            let words = format!("resume a.jsonl --at 1 --lang en --no-motion{plain}");
            let mut terminal = Terminal::start(&place, &words, (80, 24));
            terminal.until_says("1 play ");
            assert!(place.path("a-2.jsonl").exists());
            terminal.signal(signal);
            terminal.end();
            assert!(!place.path("a-2.jsonl").exists(), "{signal}{plain}");
        }
    }
    // Nobody reads any more.
    let command = "exec \"$0\" resume a.jsonl --at 1 --plain > /dev/full";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", command, env!("CARGO_BIN_EXE_cardrun")]);
    place.run_as(&mut shell, "").ends(2);
    assert!(!place.path("a-2.jsonl").exists());
}

#[test]
fn a_stopped_game_gives_the_terminal_back_and_takes_it_again() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
    terminal.until_says("Your choice: play");
    terminal.signal("TSTP");
    terminal.until_stopped();
    terminal.until(|screen| !screen.alternate_screen() && !screen.hide_cursor());
    terminal.signal("CONT");
    terminal.until(|screen| {
        screen.alternate_screen() && screen.contents().contains("Your choice: play")
    });
    terminal.press("1");
    terminal.until_says("stay silent");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn what_was_taken_back_is_not_told_any_more() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 40));
    terminal.until_says("Your choice: play");
    terminal.press("1");
    terminal.until(|screen| {
        let text = screen.contents();
        text.contains("[round 2]") && text.contains("stay silent")
    });
    terminal.press("u");
    terminal.until(|screen| {
        let text = screen.contents();
        text.contains("You stand again") && !text.contains("[round 2]")
    });
    assert!(terminal.text().contains("[round 1]"), "{}", terminal.text());
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn a_number_that_is_not_in_the_list_chooses_nothing() {
    let place = Place::new();
    let mut terminal = Terminal::start(&place, ALKEKAN, (80, 24));
    terminal.until_says("Your choice: play");
    terminal.press("9\r");
    terminal.until_says("Expected a number from 1 to 4");
    terminal.press("\r");
    terminal.until_says("stay silent");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

/// A program that plays, and writes to standard error whenever it is asked.
const NOISY: &str =
    "while read line; do case $line in *choose*) echo noise >&2; echo 1;; esac; done";

#[test]
fn what_a_program_says_aside_waits_until_the_screen_is_left() {
    let place = Place::new();
    place.file("noisy.sh", NOISY);
    // Words of a command are split at blanks before the shell sees them.
    let words = ALKEKAN.replace("human,random", "human,exec:sh${IFS}noisy.sh");
    let mut terminal = Terminal::start(&place, &words, (80, 24));
    terminal.until_says("Your choice: play");
    terminal.press("1");
    terminal.until_says("stay silent");
    assert!(!terminal.text().contains("noise"), "{}", terminal.text());
    terminal.press("q");
    let (text, status) = terminal.end();
    assert!(text.contains("noise"), "{text}");
    assert_eq!(status, 0);
}

#[test]
fn two_people_at_one_terminal_do_not_see_each_others_hands() {
    let place = Place::new();
    let words = ALKEKAN.replace("human,random", "human,human");
    let mut terminal = Terminal::start(&place, &words, (80, 24));
    let asked = terminal.until_says("Pass the terminal to player 1");
    assert!(!asked.contains("hand") && !asked.contains('♥'), "{asked}");
    terminal.press("1\r");
    terminal
        .until(|screen| screen.contents().contains("┏1") && screen.contents().contains("q leave"));
    // A key that is pressed once too often shows nothing.
    terminal.press("1\r\r1\rx");
    let is_echoed = |line: &str| line.trim() == "x";
    let asked = terminal.until(|screen| screen.contents().lines().any(is_echoed));
    assert!(asked.contains("Expected 2 or q. Player 2 types 2"), "{asked}");
    assert!(!asked.contains("♥") && !asked.contains("♣") && !asked.contains("♦"), "{asked}");
    terminal.press("\r2\r");
    terminal.until_says("Your choice: play");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn who_has_still_to_choose_is_not_told_that_it_is_done() {
    let place = Place::new();
    let words = "games/classics/hearts.yaml --seed 4 --lang en --seats human,human,random,random";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("Pass the terminal to player 1");
    terminal.press("1\r");
    // There is one thing only to do, and three cards are to be chosen for it.
    let seen = terminal
        .until(|screen| screen.contents().contains("pass …") || screen.contents().contains("only"));
    assert!(!seen.contains("one thing only"), "{seen}");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn bots_are_watched_from_any_seat() {
    let place = Place::new();
    let words = "games/classics/hearts.yaml --seed 7 --lang en --seats random,random,random,random";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("pace 3/6");
    terminal.press(" ");
    terminal.until_says("‖");
    terminal.press("s");
    terminal.until_says("You (player 1)");
    terminal.press("q");
    terminal.end();
}

#[test]
fn a_record_is_gone_through_on_the_screen() {
    let place = Place::new();
    let line = "play games/alkekan.yaml --seed 5 --seats random,random --record a.jsonl --lang en";
    place.run(line).ends(0);
    let mut terminal = Terminal::start(&place, "replay a.jsonl --lang en", (80, 24));
    terminal.until_says("all seats");
    terminal.press("\u{1b}[C\u{1b}[C");
    terminal.until_says("2/");
    terminal.press("\u{1b}[F");
    terminal.until(|screen| {
        let text = screen.contents();
        let share = text.split_whitespace().find_map(|word| word.split_once('/'));
        share.is_some_and(|(at, of)| at == of)
    });
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

#[test]
fn what_is_no_terminal_with_room_keeps_line_mode() {
    for (words, size) in [(format!("{ALKEKAN} --plain"), (80, 24)), (ALKEKAN.into(), (50, 24))] {
        let place = Place::new();
        let mut terminal = Terminal::start(&place, &words, size);
        terminal.until_says("? for help");
        assert!(!terminal.parser.screen().alternate_screen());
        terminal.press("q\n");
        assert_eq!(terminal.end().1, 0);
    }
}

/// Line by line, too, it is seen that a player thinks, until it has chosen.
#[test]
fn who_thinks_is_seen_to_think() {
    let place = Place::new();
    let words = "games/six_lots.yaml --seed 3 --lang en --plain --seats mcts:2s,human";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("Player 1 is thinking");
    terminal.until(|screen| {
        let text = screen.contents();
        text.contains("Your choice") && !text.contains("is thinking")
    });
    terminal.press("q\n");
    assert_eq!(terminal.end().1, 0);
}

/// Whoever leaves does not wait for a player that would think for hours, and keys that come
/// meanwhile end in no circle.
#[test]
fn leaving_waits_for_nobody_who_thinks() {
    for (seats, first, keys) in [
        ("human,mcts:900000000", "/1\r", "q"),
        ("human,exec:900s:sleep${IFS}900", "/1\r", "q"),
        ("mcts:900000000,random", "", "++\u{3}"),
    ] {
        let place = Place::new();
        let words = format!("games/alkekan.yaml --seed 7 --lang en --no-motion --seats {seats}");
        let mut terminal = Terminal::start(&place, &words, (80, 24));
        if !first.is_empty() {
            terminal.until_says("Your choice");
        }
        terminal.press(first);
        let seen = terminal.until(|screen| screen.contents().contains(['⠋', '⠙', '⠸', '⠴']));
        assert!(!seen.contains("Space: pause") || seats.starts_with("mcts"), "{seen}");
        terminal.press(keys);
        terminal.end();
    }
}

/// Keys that come at the fastest pace are read once, and no more.
#[test]
fn keys_at_the_fastest_pace_are_read_once() {
    let place = Place::new();
    let words = "games/alkekan.yaml --seed 7 --lang en --no-motion --seats random,random";
    let mut terminal = Terminal::start(&place, words, (80, 24));
    terminal.until_says("pace 3/6");
    terminal.press("+++xxxx");
    terminal.until_says("Scores");
    // A table over it says what they are made of, and keeps nobody from leaving.
    terminal.until_says("Treasures and thieves");
    terminal.press("q");
    assert_eq!(terminal.end().1, 0);
}

// ---- random keys

/// Presses keys at random, moves the mouse, changes the size, and leaves: nothing panics, and what
/// is kept follows the rules.
fn press_at_random(seed: u64) {
    const KEYS: [&str; 30] = [
        "\r",
        "\r",
        "\r",
        " ",
        "1",
        "2",
        "3",
        "4",
        "0",
        "\t",
        "\u{1b}[A",
        "\u{1b}[B",
        "\u{1b}[C",
        "\u{1b}[D",
        "\u{1b}[5~",
        "\u{1b}[6~",
        "\u{1b}[H",
        "c",
        "u",
        "y",
        "i",
        "e",
        "w",
        "t",
        "[",
        "]",
        ":undo\r",
        ":back 1\r",
        "/a\r",
        "\u{1b}[<0;9;22M",
    ];
    let place = Place::new();
    let mut chance = Generator::stream(seed, 5);
    let games =
        ["alkekan", "six_lots", "classics/hearts", "card_o_tresor", "douhar", "attaque_du_roi"];
    let game = games[chance.below(6) as usize];
    let words =
        format!("games/{game}.yaml --seed {seed} --lang fr --record game.jsonl --no-motion");
    let mut terminal = Terminal::start(&place, &words, (80, 24));
    terminal.until_says("À vous");
    for _ in 0..60 + chance.below(60) {
        if chance.below(12) == 0 {
            let (columns, rows) = (20 + chance.below(140), 5 + chance.below(50));
            let narrow = |n: u32| u16::try_from(n).expect("a small number");
            terminal.resize(narrow(columns), narrow(rows));
        }
        terminal.press(KEYS[chance.below(30) as usize]);
    }
    terminal.press("\u{3}");
    let (text, status) = terminal.end();
    // A run may have come to the end of the game.
    assert_eq!(status, 0, "seed {seed}, {game}:\n{text}");
    assert!(!text.contains("panicked"), "seed {seed}, {game}:\n{text}");
    let verified = place.run("replay game.jsonl --verify --lang en").ends(0);
    assert!(verified.out.contains("every line follows"), "{}", verified.out);
}

#[test]
fn random_keys_do_no_harm() {
    (0..8).for_each(press_at_random);
}

#[test]
#[ignore = "takes minutes: `just keys`"]
fn many_random_keys_do_no_harm() {
    (100..1_100).for_each(press_at_random);
}
