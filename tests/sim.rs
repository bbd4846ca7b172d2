//! Many games, against games whose true values are known: parts put together, versions compared, tournaments, measures.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use cardrun::game::{Game, Settings};
use cardrun::runner::{Rate, Simulation, simulate};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

// ---- games of which everything is known

/// The rules behind a table of two players with a pack of cards, and an option that the rules may read or not.
fn game_with(rules: &str, options: &str) -> String {
    let rules = rules.lines().map(|line| format!("  {line}\n")).collect::<String>();
    format!(
        "seats: 2
options:
  luck: {{ type: number, min: 0, max: 10, default: {options} }}
decks: {{ pack: {{ standard: 52 }} }}
zones:
  deck: {{ holds: pack, shape: pile, seen_by: nobody }}
  hand: {{ per: player, seen_by: owner }}
  won:  {{ per: player, seen_by: all }}
variables:
  tally: {{ per: player, type: number, default: 0 }}
rules: |
{rules}"
    )
}

/// The first player wins if a die of ten faces shows no more than `luck`: a planted advantage.
fn planted(luck: u8) -> String {
    let rules = "phase game = toss
phase toss { let die = roll 10; if die <= luck { end game won by seat(1) } else { end game won by seat(2) } }
score = count hand";
    game_with(rules, &luck.to_string())
}

fn load(yaml: &str) -> Game {
    Game::from_strings(&[("known.yaml", yaml)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list))
}

// ---- intervals

/// The share of the intervals that hold the truth, in thousandths.
fn coverage(holds: impl Fn(u64) -> bool) -> u64 {
    (0..1000).filter(|&seed| holds(seed)).count() as u64
}

#[test]
fn nineteen_of_twenty_intervals_hold_the_truth() {
    let game = load(&planted(6));
    let covered = coverage(|seed| {
        let report = simulate(&game, 400, seed, &[], 1);
        report.win_rates[0].contains(0.6)
    });
    assert!((930..=970).contains(&covered), "{covered}");
}

#[test]
fn a_fair_coin_gives_no_advantage() {
    let game = load(&planted(5));
    let report = simulate(&game, 20_000, 1, &[], 2);
    assert!(report.win_rates[0].contains(0.5) && report.win_rates[1].contains(0.5), "{:?}", report.win_rates);
    assert_eq!(report.win_rates[0], Rate::of(report.wins[0], 20_000));
}

#[test]
fn a_planted_advantage_is_found() {
    let game = load(&planted(6));
    let report = Simulation { game: &game, first: 0, games: 5000, seed: 3, seats: &[], jobs: 2, watcher: None };
    let report = report.report(report.run());
    assert!(report.win_rates[0].low > 0.5 && report.win_rates[0].contains(0.6), "{:?}", report.win_rates);
}

// ---- the command

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(TempDir::new().unwrap())
    }

    fn with(name: &str, text: &str) -> Place {
        let place = Place::new();
        place.file(name, text);
        place
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    /// Status, what was said, what was complained of. Words in quotes stay together.
    fn run(&self, line: &str) -> (i32, String, String) {
        let games = format!("{}/games/", env!("CARGO_MANIFEST_DIR"));
        let mut words = Vec::new();
        for (i, part) in line.split('"').enumerate() {
            match i % 2 {
                0 => words.extend(part.split_whitespace().map(|word| word.replace("games/", &games))),
                _ => words.push(part.to_owned()),
            }
        }
        let output = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(words)
            .current_dir(self.0.path())
            .env("LC_ALL", "en_GB.UTF-8")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    fn good(&self, line: &str) -> String {
        let (status, out, err) = self.run(line);
        assert_eq!(status, 0, "{line}\n{out}\n{err}");
        out
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.good(line)).unwrap()
    }
}

/// Without what the clock said.
fn timeless(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let timed = |line: &&str| line.contains("\"seconds\"") || line.contains("\"playouts_per_second\"");
    text.lines().filter(|line| !timed(line)).collect::<Vec<_>>().join("\n")
}

// ---- parts

#[test]
fn parts_put_together_are_the_whole() {
    let place = Place::new();
    for game in ["alkekan", "attaque_du_roi", "card_o_tresor"] {
        let sim = format!("sim games/{game}.yaml --seed 5");
        place.good(&format!("{sim} --games 200 --out whole.json"));
        place.good(&format!("{sim} --games 0..70 --out a.json"));
        place.good(&format!("{sim} --games 70..71 --out b.json"));
        place.good(&format!("{sim} --games 71..200 --out c.json"));
        place.good("merge c.json a.json b.json --out merged.json");
        let path = |name: &str| place.0.path().join(name);
        assert_eq!(timeless(&path("merged.json")), timeless(&path("whole.json")));
        let text = place.good("merge a.json b.json c.json --lang en");
        assert!(text.starts_with("200 games of "), "{text}");
    }
}

#[test]
fn what_is_no_part_is_refused_in_words() {
    let place = Place::with("known.yaml", &planted(6));
    let sim = "sim known.yaml --lang en --format json";
    let lines = [
        ("--games 0..10", "same.json"),
        ("--games 5..20", "overlap.json"),
        ("--games 10..20 --seed 2", "seed.json"),
        ("--games 10..20 --set luck=5", "options.json"),
    ];
    for (line, out) in lines {
        place.good(&format!("{sim} {line} --out {out}"));
    }
    place.file("known.yaml", &planted(7));
    place.good(&format!("{sim} --games 10..20 --out rules.json --set luck=6"));
    place.good("sim games/alkekan.yaml --games 10..20 --out game.json");
    place.file("none.json", "{\"games\": 3}");
    let mut told = String::new();
    for name in ["overlap", "seed", "options", "rules", "game", "none", "nowhere"] {
        let (status, _, err) = place.run(&format!("merge same.json {name}.json --lang en"));
        assert_eq!(status, 2, "{name}");
        told.push_str(&format!("{name}: {err}"));
    }
    snapshot("merge_refused", &without_hashes(&told));
}

fn without_hashes(text: &str) -> String {
    let is_hash = |part: &str| part.len() == 16 && part.chars().all(|c| c.is_ascii_hexdigit());
    text.split('`').map(|part| if is_hash(part) { "#" } else { part }).collect::<Vec<_>>().join("`")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("sim_{name}"), text));
}

// ---- rows

#[test]
fn rows_are_in_the_order_of_games_and_add_up() {
    let place = Place::with("known.yaml", &planted(6));
    let table = place.good("sim known.yaml --games 100..300 --format csv --jobs 2");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let numbers: Vec<u64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(numbers, (100..300).collect::<Vec<_>>());
    let report = place.json("sim known.yaml --games 100..300 --format json");
    let wins = rows.iter().filter(|row| row[4] == "1").count() as u64;
    assert_eq!(report["wins"][0], wins);
}
