//! The whole screen of a terminal, drawn without one: every game at several sizes, what keys
//! change, and how often it is drawn.

use crate::common::folder::{folder, root};
use crate::common::markdown::blocks;
use crate::common::snapshot;
use cardrun::Seat;
use cardrun::cli::FullScreen;
use cardrun::game::{Game, Play, Settings};
use cardrun::vm::Generator;
use std::path::Path;

/// The games, and how many choices are made before somebody looks.
const GAMES: [(&str, usize); 10] = [
    ("alkekan", 9),
    ("attaque_du_roi", 24),
    ("card_o_tresor", 12),
    ("douhar", 26),
    ("six_lots", 11),
    ("classics/crazy_eights", 10),
    ("classics/goofspiel", 9),
    ("classics/hearts", 40),
    ("classics/kuhn_poker", 0),
    ("classics/leduc_poker", 1),
];

/// Games of the cookbook, by their headings, and how many choices are made before somebody looks.
const COOKBOOK: [(&str, &str, usize); 5] = [
    ("Packets on terraces", "terraces", 30),
    ("A market of seventeen stalls", "stalls", 16),
    ("Nine flags", "flags", 0),
    ("A duel with marks on equal cards", "twins", 6),
    ("A hand of hints", "ropes", 14),
];

#[allow(clippy::disallowed_methods, reason = "tests read the cookbook")]
fn of_cookbook(heading: &str) -> Game {
    let text = std::fs::read_to_string(root().join("docs/cookbook.md")).expect("the cookbook");
    let here = blocks("cookbook", &text).into_iter().filter(|block| block.heading == heading);
    let files: Vec<(String, String)> = here
        .filter(|block| block.says("game") || block.value("file").is_some())
        .map(|block| (block.value("file").unwrap_or("game.yaml").to_owned(), block.text))
        .collect();
    let mut files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.sort_by_key(|(name, _)| *name != "game.yaml");
    Game::from_strings(&files, &Settings::default()).unwrap_or_else(|problems| panic!("{problems}"))
}

#[allow(clippy::disallowed_methods, reason = "tests read the shipped games")]
fn game(name: &str) -> Game {
    let path = folder().join(format!("{name}.yaml"));
    let near = path.parent().unwrap_or(Path::new("")).to_owned();
    let read = |file: &str| std::fs::read(near.join(file)).map_err(|error| error.to_string());
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Game::load(&file, &read, &Settings::default()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// One choice at random; false where there is none.
fn choose(play: &mut Play, chance: &mut Generator) -> bool {
    let Some(&seat) = play.pending().first() else { return false };
    let options = u32::try_from(play.option_count(seat)).expect("few options");
    play.apply(seat, chance.below(options) as usize).expect("what is offered is accepted");
    true
}

/// The game after so many choices, and on to where the first seat chooses.
fn played(name: &str, choices: usize) -> Play {
    played_on(&game(name), name, choices)
}

fn played_on(game: &Game, name: &str, choices: usize) -> Play {
    let mut play = Play::new(game, 7);
    let mut chance = Generator::new(7);
    for _ in 0..choices {
        choose(&mut play, &mut chance);
    }
    while !play.pending().contains(&Seat::new(0)) && choose(&mut play, &mut chance) {}
    assert!(play.pending().contains(&Seat::new(0)), "{name} is over");
    play
}

fn snapshots_at(columns: u16, rows: u16) {
    for (name, choices) in GAMES {
        let text = FullScreen::new(Seat::new(0), columns, rows).asked(&played(name, choices));
        let name = name.rsplit('/').next().unwrap_or(name);
        snapshot(&format!("fullscreen_{name}_{columns}x{rows}"), &text);
    }
}

#[test]
fn every_game_on_80_columns() {
    snapshots_at(80, 24);
}

#[test]
fn every_game_on_120_columns() {
    snapshots_at(120, 40);
}

#[test]
fn every_game_on_60_columns() {
    snapshots_at(60, 20);
}

#[test]
fn every_game_on_200_columns() {
    snapshots_at(200, 60);
}

/// A patience with packets, a market of many piles, flags before anything lies there, equal cards
/// with marks, a hand of hints.
#[test]
fn games_of_the_cookbook() {
    for (heading, name, choices) in COOKBOOK {
        let play = played_on(&of_cookbook(heading), name, choices);
        for (columns, rows) in [(80, 24), (120, 40)] {
            let text = FullScreen::new(Seat::new(0), columns, rows).asked(&play);
            snapshot(&format!("fullscreen_{name}_{columns}x{rows}"), &text);
        }
    }
}

#[test]
fn a_game_in_plain_letters() {
    let mut screen = FullScreen::new(Seat::new(0), 80, 24).with_signs(false);
    snapshot("fullscreen_plain_letters", &screen.asked(&played("six_lots", 11)));
}

/// A subset is picked and can be seen to be, by signs on the cards and in the list.
#[test]
fn members_are_picked_before_they_are_confirmed() {
    let play = played("classics/hearts", 0);
    let mut screen = FullScreen::new(Seat::new(0), 80, 24);
    let shown = screen.keys(&play, "1 → 7");
    snapshot("fullscreen_picked", &shown.text);
    assert!(shown.text.matches('✓').count() >= 6, "{}", shown.text);
    let taken_back = FullScreen::new(Seat::new(0), 80, 24).keys(&play, "22");
    assert!(!taken_back.text.contains('✓'), "{}", taken_back.text);
    // Too few are not confirmed, and the game goes on with nobody's choice.
    assert_eq!(FullScreen::new(Seat::new(0), 80, 24).keys(&play, "23cx").keys_left, 0);
    assert_eq!(FullScreen::new(Seat::new(0), 80, 24).keys(&play, "234cx").keys_left, 1);
}

/// A cell that is picked in the list is seen to be picked on the board, and is one member, wherever
/// it was picked. The list is long: its first number is meant when Enter says so.
#[test]
fn a_member_is_picked_once() {
    let (mut play, mut chance) = (played("card_o_tresor", 2), Generator::new(1));
    while !FullScreen::new(Seat::new(0), 80, 24).asked(&play).contains("more)") {
        let options = play.options(Seat::new(0));
        let swap = options.iter().find(|label| label.starts_with("swap"));
        let label = swap.or(options.first()).expect("an option");
        play.apply_label(Seat::new(0), label).expect("what is offered is accepted");
        while !play.pending().contains(&Seat::new(0)) && choose(&mut play, &mut chance) {}
    }
    let picked = |keys: &str| {
        FullScreen::new(Seat::new(0), 80, 24).keys(&play, keys).text.matches('✓').count()
    };
    assert_eq!([picked("1⏎"), picked("1⏎1⏎"), picked("⏎"), picked("⏎1⏎")], [2, 0, 2, 0]);
}

/// A card and then a cell: what the card may do lights up, and the list is narrowed.
#[test]
fn what_goes_with_a_card_lights_up() {
    let play = played("card_o_tresor", 2);
    let mut screen = FullScreen::new(Seat::new(0), 80, 24);
    snapshot("fullscreen_lit", &screen.keys(&play, "⏎").text);
}

/// Texts over the table, and the line for commands.
#[test]
fn texts_and_commands() {
    let play = played("alkekan", 9);
    let keys = |keys: &str| FullScreen::new(Seat::new(0), 80, 24).keys(&play, keys);
    assert!(keys("?").text.contains("take back the last choice"));
    assert!(!keys("?⎋").text.contains("take back the last choice"));
    assert!(keys("w").text.contains("What can be chosen"));
    assert!(keys("t").text.contains("What has happened"));
    assert!(keys("i").text.contains("A closer look"));
    assert!(keys(":?deck⏎").text.contains("deck: 3"), "{}", keys(":?deck⏎").text);
    assert!(keys(":nonsense⏎").text.contains("“nonsense” is no command"));
    assert!(keys("/nonsense⏎").text.contains("none of the options"));
    // A command goes to the session: nothing more is read here.
    assert_eq!(keys(":undo⏎x").keys_left, 1);
    assert_eq!(keys("rx").keys_left, 1);
}

/// A key that opens something else does that from a text over the table, too: what is typed there
/// must not become keys that choose. Enter and the like only close the text.
#[test]
fn keys_over_a_text_choose_nothing() {
    let play = played("alkekan", 9);
    let shown = |keys: &str| FullScreen::new(Seat::new(0), 80, 24).keys(&play, keys);
    // The command goes to the session, and nothing has been chosen.
    assert_eq!(shown("?:score⏎x").keys_left, 1);
    assert!(shown("?:sco").text.contains(":sco"));
    assert!(shown("?/ab").text.contains("> ab"));
    assert!(shown("?Kx").text.contains("> Kx"));
    assert!(shown("?t").text.contains("What has happened"));
    assert!(shown("t?").text.contains("take back the last choice"));
    assert!(shown("?w").text.contains("What can be chosen, and"));
    for closing in ["?⏎x", "?⎋x", "?qx", "?1x", "?ux"] {
        assert_eq!(shown(closing).keys_left, 0, "{closing}");
        assert!(!shown(closing).text.contains("take back the last choice"), "{closing}");
    }
}

/// What an option is called comes before a command of the same word; behind `:` is always a
/// command.
#[test]
fn cards_come_before_commands() {
    let cards = "[ { name: Score }, { name: Hint }, { name: Q }, { name: Branch } ]";
    let text = format!(
        "title: C\nseats: 2\ndecks: {{ d: {{ cards: {cards} }} }}\nzones:\n  \
         deck: {{ holds: d, shape: pile, seen_by: nobody }}\n  \
         hand: {{ per: player, seen_by: owner }}\n  heap: {{ shape: pile, seen_by: all }}\n\
         texts: {{ lay: \"lay {{c}}\" }}\nrules: |\n  \
         phase game = deal, 3 times: (each player: lay)\n  \
         phase deal {{ each player {{ draw 4 from deck to hand }} }}\n  \
         action lay(c from hand) {{ move c to heap }}\n"
    );
    let game = Game::from_strings(&[("game.yaml", &text)], &Settings::default());
    let play = Play::new(&game.unwrap_or_else(|problems| panic!("{problems}")), 1);
    let left = |keys: &str| FullScreen::new(Seat::new(0), 80, 24).keys(&play, keys);
    assert!(left("").text.contains("lay Branch"), "{}", left("").text);
    for card in ["SCORE⏎x", "Hint⏎x", "/branch⏎x", "Q⏎x"] {
        let shown = left(card);
        assert_eq!(shown.keys_left, 1, "{card}:\n{}", shown.text);
        assert!(!shown.text.contains("none of"), "{card}");
    }
    assert!(left(":lay Hint⏎").text.contains("is no command"));
    assert!(left("/help⏎").text.contains("take back the last choice"));
    assert_eq!(left("/quit⏎x").keys_left, 1);
}

/// Each key draws at most one picture, and a key without a meaning none.
#[test]
fn a_key_draws_at_most_once() {
    for (name, choices) in GAMES {
        let play = played(name, choices);
        let pictures =
            |keys: &str| FullScreen::new(Seat::new(0), 80, 24).keys(&play, keys).pictures;
        assert_eq!(pictures(""), 1, "{name}");
        for keys in ["⇥", "→", "↓", "?", "⎋", "i", "]", "t⎋", ":a", "\u{1}\u{1}"] {
            let (drawn, most) = (pictures(keys), 1 + keys.chars().count());
            assert!(drawn <= most, "{name}, {keys}: {drawn} pictures");
        }
        assert_eq!(pictures("\u{1}"), 1, "{name}");
    }
}

/// Wherever a game stands and whatever keys are pressed, at any size: a screen is drawn that fits,
/// with the choice and something of the table on it.
#[test]
fn every_state_is_drawn_at_every_size() {
    const KEYS: [char; 16] =
        ['←', '→', '↑', '↓', '⇥', ' ', 'i', '⎋', '?', 'w', 't', '[', ']', '/', ':', '⎋'];
    for (name, _) in GAMES {
        let mut play = Play::new(&game(name), 3);
        let mut chance = Generator::new(3);
        for step in 0..60 {
            if let Some(&seat) = play.pending().first().filter(|_| step % 3 == 0) {
                let (columns, rows) = [(60, 20), (80, 24), (33, 9), (131, 50)][step / 3 % 4];
                let keys: String = (0..6).map(|_| KEYS[chance.below(16) as usize]).collect();
                let mut screen = FullScreen::new(seat, columns, rows);
                let text = screen.asked(&play);
                let lines: Vec<&str> = text.lines().collect();
                assert_eq!(lines.len(), usize::from(rows), "{name}");
                let words = text.contains("Your") || columns < 60;
                assert!(words, "{name} at {columns}x{rows}:\n{text}");
                screen.keys(&play, &keys);
            }
            if !choose(&mut play, &mut chance) {
                break;
            }
        }
    }
}

/// A window may be drawn together to nothing.
#[test]
fn a_window_of_any_size_is_drawn_in() {
    for (name, choices) in GAMES {
        let play = played(name, choices);
        let seat = play.pending()[0];
        for (columns, rows) in [(0, 0), (1, 1), (1, 24), (2, 3), (3, 1), (80, 1), (21, 2)] {
            for keys in ["", "?", "i", ":w⏎", "t"] {
                FullScreen::new(seat, columns, rows).keys(&play, keys);
            }
        }
    }
}

/// A recorded game with its time line, forward and back.
#[test]
fn a_recorded_game_is_gone_through() {
    let mut play = Play::new(&game("alkekan"), 7);
    let mut chance = Generator::new(7);
    while choose(&mut play, &mut chance) {}
    let screen = FullScreen::new(Seat::new(0), 80, 24);
    snapshot("fullscreen_rerun", &screen.rerun(&play, "→→→→→").text);
    let at = |keys: &str| {
        let text = screen.rerun(&play, keys).text;
        let line = text.lines().rev().nth(1).unwrap_or_default().to_owned();
        line.split_whitespace().find_map(|word| word.split_once('/')?.0.parse::<usize>().ok())
    };
    assert_eq!((at(""), at("→→"), at("→→←"), at(":4⏎")), (Some(0), Some(2), Some(1), Some(4)));
    assert!(at("↓↓") > at("↓") && at("↓↓↑") == at("↓"));
    assert!(screen.rerun(&play, ":round 3⏎").text.contains("round 3"));
    assert!(screen.rerun(&play, "s").text.contains("You (player 2)"));
}
