//! Games with mistakes: each file of `cases/check/bad` is one game, its snapshot shows it with all
//! that is said about it.
//!
//! A case is one text. A line `# ==== NAME` begins a further file of the game; a first line `# with
//! seats=3 NAME=VALUE` gives the settings that it is loaded with.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

use crate::common;

use cardrun::diagnostic::Problems;
use cardrun::game::{Game, Settings};
use cardrun::runner::{failing, never};

/// The files of a case, the layout first.
fn files(name: &str, text: &str) -> Vec<(String, String)> {
    let mut files = vec![(name.to_string(), String::new())];
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("# ==== "), files.last_mut()) {
            (Some(name), _) => files.push((name.trim().to_string(), String::new())),
            (None, Some((_, file))) => file.push_str(line),
            (None, None) => {}
        }
    }
    files
}

fn settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    let line = text.lines().next().and_then(|line| line.strip_prefix("# with "));
    for (name, value) in
        line.unwrap_or("").split_whitespace().filter_map(|word| word.split_once('='))
    {
        match name {
            "seats" => settings.seats = value.parse().ok(),
            "variant" => settings.variant = Some(value.to_string()),
            _ => settings.options.push((name.to_string(), value.to_string())),
        }
    }
    settings
}

fn load(files: &[(String, String)], settings: &Settings) -> Problems {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    match Game::from_strings(&files, settings) {
        Ok(game) => game.problems().clone(),
        Err(problems) => problems,
    }
}

/// Reads the files of a shipped game.
fn shipped(name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(format!("{}/games/{name}", env!("CARGO_MANIFEST_DIR")))
        .map_err(|error| error.to_string())
}

const GAMES: [&str; 5] =
    ["alkekan.yaml", "attaque_du_roi.yaml", "card_o_tresor.yaml", "douhar.yaml", "six_lots.yaml"];

/// Overlays, which lie over games of the folder above.
const VARIANTS: [&str; 2] = ["variants/buried_loot.yaml", "variants/court_of_spies.yaml"];

fn rendered(problems: &Problems) -> String {
    let list = problems.list.iter();
    let shown = list.map(|d| {
        format!("{} {}", d.level.word(), common::render(&problems.sources, std::slice::from_ref(d)))
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes() {
    let silent = std::cell::RefCell::new(Vec::new());
    insta::glob!("../cases", "check/bad/*.yaml", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let problems = load(&files("game.yaml", &text), &settings(&text));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if problems.list.is_empty() {
            silent.borrow_mut().push(stem.to_string());
        }
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_suffix => "",
        }, {
            insta::assert_snapshot!(format!("check_bad_{stem}"), format!("{}\n----\n{}", text.trim_end(), rendered(&problems)));
        });
    });
    assert_eq!(silent.take(), Vec::<String>::new(), "nothing is said of these mistakes");
}

#[test]
fn shipped_games_are_clean_in_all_variations() {
    for game in GAMES.into_iter().chain(VARIANTS) {
        let played = |game: &Game, setting: &str| match setting {
            "" => [failing(game, 20, None), never(game, 20, None)].concat(),
            _ => failing(game, 20, None),
        };
        let found = Game::check(game, &shipped, &Settings::default(), &played);
        let words: Vec<(&str, String)> =
            found.iter().map(|(setting, p)| (setting.as_str(), rendered(p))).collect();
        assert_eq!(words, [("", String::new())], "{game}");
    }
}

/// An option is set to a word of its list, whatever the word means elsewhere.
#[test]
fn words_that_may_be_flags_are_words_of_a_list() {
    let text = "\
seats: 2
options:
  bids: { type: [soft, off, yes, no], default: soft }
variants: { plain: { bids: off } }
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
rules: |
  phase game = deal, turns from seat(1): play until no hand of all
  phase deal { shuffle deck; each player { draw 5 from deck to hand } }
  action play(card from hand) { move card to heap }
  score = if bids = off then count hand else 0
";
    let read = |_: &str| Ok(text.as_bytes().to_vec());
    let found = Game::check("bids.yaml", &read, &Settings::default(), &|_, _| Vec::new());
    let words: Vec<_> = found.iter().map(|(setting, p)| (setting.as_str(), rendered(p))).collect();
    assert_eq!(words, [("", String::new())]);
}

const VARIED: &str = "\
seats: [2, 3]
options:
  short: { type: flag, default: false }
  size:  { type: number, min: 1, max: 5, default: 3 }
  mood:  { type: [calm, wild], default: calm }
  never: { type: flag, default: false }
forbid: [ { if: never, why: not yet } ]
variants: { quick: { short: true, size: 1 } }
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  heap: { shape: pile, seen_by: all }
rules: |
  phase game = deal, turns from seat(1): play until no hand of all
  phase deal { shuffle deck; each player { draw size from deck to hand } }
  action play(card from hand where small) { move card to heap }
  kind small = rank < 9
  score = count hand / (size - 5)
  when short { replace kind small = rnak < 9 }
  when mood = wild { remove effect stroke }
  when never { replace score = 0 }
  effect deal_more { do stroke }
  effect stroke { move hand of opponent to heap }
  after deal { each player { do deal_more } }
";

#[test]
fn variations_show_what_the_default_hides() {
    let read = |_: &str| Ok(VARIED.as_bytes().to_vec());
    let found = Game::check("varied.yaml", &read, &Settings::default(), &|_, _| Vec::new());
    let shown: Vec<String> = found[1..]
        .iter()
        .map(|(setting, problems)| {
            let codes: Vec<&str> = problems.list.iter().map(|d| d.code).collect();
            format!("{setting}: {}", codes.join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "seats=3: no-opponent",
            "variant=quick: unknown-name",
            "short=true: unknown-name",
            "size=5: division-by-zero",
            "mood=wild: removed-part",
        ]
    );
}

const ALLOWED: &str = "\
seats: 2
options: { bold: { type: flag, default: false } }
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  # allow: unused, as it will be
  trash: { shape: pile, seen_by: all }
  spare: { shape: pile, seen_by: all } # allow: unusd
rules: |
  phase game = deal, turns from seat(1): turn
  phase deal { shuffle deck; each player { draw 3 from deck to hand } }
  // allow: leaks as all may know who holds a heart
  phase turn = watch_out if any hand of all where suit is H
  action watch_out(card from hand) { move card to deck }  // allow: leaks
  score = 0
  when bold { replace score = count (hand where hand is hand) // allow: always-sane
  }
";

/// Comments allow warnings, under all settings; what they allow for nothing is told.
#[test]
fn comments_allow_warnings() {
    let read = |_: &str| Ok(ALLOWED.as_bytes().to_vec());
    let found = Game::check("allowed.yaml", &read, &Settings::default(), &|_, _| Vec::new());
    let shown: Vec<String> =
        found.iter().map(|(setting, p)| format!("{setting}:\n{}", rendered(p))).collect();
    common::snapshot("comments_that_allow", &format!("{ALLOWED}----\n{}", shown.join("\n")));
}

const TIED: &str = "\
seats: 2
options: { few: { type: flag, default: yes } }
decks: { pack: { standard: 52 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  shown: { per: player, shape: one, seen_by: all }
  won: { per: player, seen_by: all }
rules: |
  phase game = deal, round until no hand of all
  phase deal { shuffle deck; each player { draw (if few then 3 else 4) from deck to hand } }
  phase round = each player: play, take
  action play(card from hand) { move card to shown }
  phase take {
    let winner = most (rank of shown) over players
    move shown of all to won of winner
  }
  score = count won
";

/// What games at random come upon is told once, and only where no comment allows it.
#[test]
fn what_fails_in_play_is_found() {
    let check = |text: &str| {
        let read = |_: &str| Ok(text.as_bytes().to_vec());
        let played = |game: &Game, _: &str| failing(game, 20, None);
        let found = Game::check("tied.yaml", &read, &Settings::default(), &played);
        let shown = found.iter().map(|(setting, p)| format!("{setting}:\n{}", rendered(p)));
        shown.collect::<Vec<_>>().join("\n")
    };
    common::snapshot("fails_in_play", &format!("{TIED}----\n{}", check(TIED)));
    let line = "    move shown of all to won of winner\n";
    let allowed = TIED.replace(line, &format!("    // allow: fails-in-play\n{line}"));
    assert_eq!(check(&allowed), ":\n");
    let mended = TIED.replace("of winner", "of (winner default seat(1))");
    assert_eq!(check(&mended), ":\n");
}

/// A part that only a page of other options uses is not unused.
#[test]
fn pages_use_what_they_mention() {
    let text = VARIED.replace(
        "  when never { replace score = 0 }",
        "  when never { replace score = spare }\n  let spare = 3",
    );
    let problems = load(&files("varied.yaml", &text), &Settings::default());
    assert_eq!(rendered(&problems), "");
}

// ------------------------------------------------------------------------------------------ games
// spoilt at random

/// How many spoilt texts of each game are loaded.
const SPOILT: u64 = 60;

/// A small generator, so that a spoilt text can be had again from its number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// The stretches of a text: lines with their ends, or words with what stands before them.
fn stretches(text: &str, lines: bool) -> Vec<&str> {
    if lines {
        return text.split_inclusive('\n').collect();
    }
    let mut found = Vec::new();
    let (mut start, mut in_word) = (0, false);
    for (at, c) in text.char_indices() {
        let word = c.is_alphanumeric() || c == '_';
        if in_word && !word {
            found.push(&text[start..at]);
            start = at;
        }
        in_word = word;
    }
    found.push(&text[start..]);
    found
}

/// Takes out, doubles or swaps a few words or lines.
fn spoilt(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_string();
    for _ in 0..=dice.below(3) {
        let mut parts: Vec<String> =
            stretches(&text, dice.below(2) == 0).into_iter().map(String::from).collect();
        let (a, b) = (dice.below(parts.len()), dice.below(parts.len()));
        match dice.below(4) {
            0 => drop(parts.remove(a)),
            1 => parts.insert(a, parts[a].clone()),
            2 => parts[a] = parts[b].clone(),
            _ => parts.swap(a, b),
        }
        text = parts.concat();
    }
    text
}

/// The files of a game with one of them spoilt, the rules most often.
fn spoilt_game(game: &str, dice: &mut Dice) -> Vec<(String, String)> {
    let stem = game.trim_end_matches(".yaml");
    let names = [
        game.to_string(),
        format!("{stem}.rules"),
        format!("{stem}.rhai"),
        format!("{stem}_cards.csv"),
    ];
    let mut files: Vec<(String, String)> = names
        .into_iter()
        .filter_map(|name| Some((name.clone(), String::from_utf8(shipped(&name).ok()?).ok()?)))
        .collect();
    let at = if dice.below(2) == 0 { 1 } else { dice.below(files.len()) };
    files[at].1 = spoilt(&files[at].1, dice);
    files
}

/// Loads spoilt files: whatever is said of them is said in time, and of places that are there.
fn survives(what: &str, files: &[(String, String)]) {
    let result = std::panic::catch_unwind(|| load(files, &Settings::default()));
    let Ok(problems) = result else {
        for (name, text) in files {
            let _ = std::fs::write(std::env::temp_dir().join(format!("spoilt_{name}")), text);
        }
        panic!(
            "{what}: what happened is said above, and the files lie in the folder for temporary files"
        );
    };
    for problem in &problems.list {
        common::render(&problems.sources, std::slice::from_ref(problem));
    }
}

#[test]
fn spoilt_games_never_panic() {
    for game in GAMES {
        for number in 0..SPOILT {
            let files = spoilt_game(game, &mut Dice(number * 7919 + game.len() as u64));
            survives(&format!("{game}, text {number}"), &files);
        }
    }
}

#[test]
fn spoilt_cases_never_panic() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/check/bad");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .collect();
    paths.sort();
    for (case, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        for number in 0..SPOILT / 20 {
            let spoilt = spoilt(&text, &mut Dice(number * 104_729 + case as u64));
            survives(&format!("{}, text {number}", path.display()), &files("game.yaml", &spoilt));
        }
    }
}

/// A table with more rows than can be asked one after the other is told of, and nothing runs out of
/// memory on the way.
#[test]
fn tables_with_very_many_rows_are_told_of() {
    let layout = |rows: &str| {
        format!(
            "seats: 1\ndecks: {{ pack: {{ standard: 52 }} }}\nvariables: {{ n: {{ type: number }} }}\n\
             zones: {{ deck: {{ holds: pack, shape: pile, seen_by: all }} }}\nrules: |\n  \
             phase game {{ set n to price(n) }}\n  table price(k) on k {{ {rows}; otherwise => 0 }}\n  \
             score = n\n"
        )
    };
    let rows = |n: usize| (0..n).map(|k| format!("{k} => {k}")).collect::<Vec<_>>().join("; ");
    let one = |n: usize| {
        let all: Vec<String> = (0..n).map(|k| k.to_string()).collect();
        format!("{} => 1", all.join(" | "))
    };
    let codes = |text: &str| {
        let problems = load(&files("game.yaml", &layout(text)), &Settings::default());
        problems.list.iter().map(|problem| problem.code).collect::<Vec<_>>()
    };
    for (few, many) in [(rows(400), rows(3_000)), (one(400), one(3_000))] {
        assert!(!codes(&few).contains(&"formulas-too-large"));
        assert!(codes(&many).contains(&"formulas-too-large"));
    }
}

/// What a block does is worked out once, however many blocks are around it.
#[test]
fn blocks_in_each_other_take_no_longer_than_side_by_side() {
    let block =
        |depth: usize| format!("if n < 3 {{ shuffle deck; let k{depth} = n; add k{depth} to n; ");
    let begun: String = (0..28).map(block).collect();
    let rules = format!("phase game {{ {begun}{} }}\n  score = n\n", "} ".repeat(28));
    let game = format!(
        "seats: 2\ndecks: {{ pack: {{ standard: 52 }} }}\nvariables: {{ n: {{ type: number }} }}\n\
         zones: {{ deck: {{ holds: pack, shape: pile, seen_by: nobody }} }}\nrules: |\n  {rules}"
    );
    let files = [("game.yaml".to_string(), game)];
    assert_eq!(rendered(&load(&files, &Settings::default())), "");
}
