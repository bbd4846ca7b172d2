//! Parts of comparisons and tournaments, played by processes that know nothing of each other, put
//! together: the whole, byte for byte.
#![allow(clippy::disallowed_methods, reason = "tests read the files that the command writes")]

use crate::common;
use crate::common::place::Place;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};

/// Two players who can end the game at once or add a point of `worth`.
fn points(worth: u8) -> String {
    format!(
        "title: Points
seats: 2
variables: {{ tally: {{ per: player, type: number }} }}
rules: |
  phase game = each player: one of grab | leave, toss
  action grab {{ add {worth} to tally }}
  action leave
  phase toss {{ let die = roll 10; add die to tally of seat(1) }}
  score = tally
"
    )
}

/// Without what the clock said.
fn timeless(text: &str) -> String {
    text.lines().filter(|line| !line.contains("\"seconds\"")).collect::<Vec<_>>().join("\n")
}

/// Plays the whole, and its parts in as many processes at once; gives the whole's report and the
/// merged one's.
fn whole_and_merged(place: &Place, line: &str, parts: &[&str]) -> (String, String) {
    let whole = place.run(&format!("{line} --games 90 --format json")).ends(0).out;
    let start = |(number, games): (usize, &&str)| -> Child {
        let part = format!("{line} --games {games} --out part{number}.json");
        Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(part.split_whitespace())
            .current_dir(place.folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let started: Vec<Child> = parts.iter().enumerate().map(start).collect();
    started.into_iter().for_each(|mut child| assert!(child.wait().unwrap().success()));
    // In another order than that of the games.
    let names: Vec<String> = (0..parts.len()).rev().map(|n| format!("part{n}.json")).collect();
    let merged = place.run(&format!("merge {} --format json", names.join(" "))).ends(0).out;
    (timeless(&whole), timeless(&merged))
}

fn place() -> Place {
    let place = Place::new();
    place.file("one.yaml", &points(1));
    place.file("two.yaml", &points(2));
    place.file("three.yaml", &points(3));
    place
}

const COMPARE: &str = "compare one.yaml two.yaml three.yaml --seed 5 --lang en";

#[test]
fn parts_of_a_comparison_are_the_whole() {
    let looks = "--players random,greedy --measure --lead 3 --all-pairs";
    for line in [COMPARE.to_owned(), format!("{COMPARE} {looks}")] {
        let place = place();
        let (whole, merged) = whole_and_merged(&place, &line, &["0..40", "40..41", "41..90"]);
        assert_eq!(whole, merged);
        let told = |format: &str| {
            let whole = place.run(&format!("{line} --games 90 --format {format}")).ends(0).out;
            let parts = "part0.json part1.json part2.json";
            (whole, place.run(&format!("merge {parts} --lang en --format {format}")).ends(0).out)
        };
        for format in ["text", "csv", "html"] {
            let (whole, merged) = told(format);
            assert_eq!(whole, merged, "{format}");
        }
    }
}

#[test]
fn parts_of_a_tournament_are_the_whole() {
    let place = place();
    let line = "tournament two.yaml --entrants random,greedy,random --seed 7 --lang en";
    let (whole, merged) = whole_and_merged(&place, line, &["0..1", "1..60", "60..90"]);
    assert_eq!(whole, merged);
    let whole = place.run(&format!("{line} --games 90")).ends(0).out;
    assert_eq!(whole, place.run("merge part1.json part0.json part2.json --lang en").ends(0).out);
    let csv = place.run("merge part1.json part0.json part2.json --format csv").ends(0).out;
    assert!(csv.starts_with("name,elo,"), "{csv}");
}

#[test]
fn what_is_no_part_is_refused_in_words() {
    let place = place();
    let tournament = "tournament two.yaml --entrants random,greedy";
    for (line, name) in [
        (format!("{COMPARE} --games 0..10"), "compare"),
        (format!("{COMPARE} --games 5..20"), "same-deals"),
        (format!("{COMPARE} --games 10..20 --all-pairs"), "looks"),
        (format!("{COMPARE} --games 10..20 --players greedy"), "players"),
        ("compare one.yaml two.yaml --seed 5 --games 10..20".into(), "versions"),
        ("compare one.yaml two.yaml three.yaml --games 10..20".into(), "seed"),
        (format!("{tournament} --games 0..10"), "tournament"),
        (format!("{tournament} --games 9..20"), "met"),
        (format!("{tournament},random --games 10..20"), "entrants"),
        ("sim two.yaml --games 10..20".into(), "sim"),
    ] {
        place.run(&format!("{line} --out {name}.json")).ends(0);
    }
    place.file(
        "counts.json",
        &place.text("compare.json").replace("\"values\": [", "\"values\": [[],"),
    );
    place.file(
        "pairs.json",
        &place.text("tournament.json").replace("\"second\": 1", "\"second\": 2"),
    );
    let changed = |name: &str, of: &str, from: &str, to: &str| {
        let text = place.text(of);
        assert!(text.contains(from), "{from} in {text}");
        place.file(name, &text.replace(from, to));
    };
    changed("wins.json", "sim.json", "\"wins\": [", "\"wins\": [3,");
    changed("played.json", "compare.json", "\"played\": [", "\"played\": [[7, 7],");
    let mut told = String::new();
    let of_compare = ["same-deals", "looks", "players", "versions", "seed", "sim", "tournament"];
    for (first, name) in of_compare
        .map(|name| ("compare", name))
        .into_iter()
        .chain([("compare", "counts"), ("compare", "played"), ("tournament", "pairs")])
        .chain([("sim", "wins")])
        .chain(["met", "entrants", "sim", "compare"].map(|name| ("tournament", name)))
    {
        let ran = place.run(&format!("merge {first}.json {name}.json --lang en")).ends(2);
        told.push_str(&format!("{first}, {name}: {}", ran.err));
    }
    common::snapshot("merging_refused", &told);
    let parquet = place.run("merge compare.json --format parquet --lang en").ends(2).err;
    assert!(parquet.contains("Parquet") || parquet.contains("parquet"), "{parquet}");
}

/// A report with other numbers than it came with: `"HUGE"` stands for the greatest of 128 bits.
fn forged(report: &str, changes: &[(&str, Value)]) -> String {
    let mut report: Value = serde_json::from_str(report).unwrap();
    for (at, number) in changes {
        let field = report.pointer_mut(at).unwrap_or_else(|| panic!("no {at}"));
        *field = number.clone();
    }
    report.to_string().replace("\"HUGE\"", &i128::MAX.to_string())
}

/// Why a game was given up is told as it was counted.
#[test]
fn games_that_are_too_long_say_in_what() {
    let place = Place::new();
    let rules = "phase game = round until 1 = 2\n  phase round = each player: wait\n  action wait(n from 1..2)";
    place.file("endless.yaml", &format!("seats: 2\nrules: |\n  {rules}\n"));
    let told = place.run("sim endless.yaml --games 1 --out sim.json --lang en").ends(0).out;
    assert!(told.contains("1  went on for too long: more than 100000 choices"), "{told}");
    let changes = [("/tally/timeouts", json!(0)), ("/tally/overlong", json!(1))];
    place.file("forged.json", &forged(&place.text("sim.json"), &changes));
    let told = place.run("merge forged.json --lang en").ends(0).out;
    assert!(told.contains("1  went on for too long: more than 1000000 things happened"), "{told}");
}

/// What somebody has written by hand is not counted on: numbers that no games can have are refused
/// in words, and whatever else is written is told without a fall and with numbers alone.
#[test]
fn forged_counts_are_refused_in_words() {
    let place = place();
    for line in [
        "tournament two.yaml --entrants random,greedy --games 9 --out tournament.json",
        "compare one.yaml two.yaml --measure --lead --games 9 --out compare.json",
        "sim two.yaml --measure --lead --games 9 --out sim.json",
    ] {
        place.run(line).ends(0);
    }
    let all = json!([[0, u64::MAX]]);
    let refused = [
        ("tournament", vec![("/pairs/0/home/wins", json!(u64::MAX))]),
        (
            "tournament",
            vec![("/pairs/0/points/n", json!(u64::MAX)), ("/pairs/0/played", all.clone())],
        ),
        ("tournament", vec![("/pairs/0/points/sum", json!(-3))]),
        ("tournament", vec![("/pairs/0/points/squares", json!("HUGE"))]),
        ("tournament", vec![("/pairs/0/unfinished", json!(5))]),
        ("compare", vec![("/rotations", json!(0))]),
        ("compare", vec![("/rotations", json!(u64::MAX))]),
        ("compare", vec![("/counts/unfinished", json!(10))]),
        ("compare", vec![("/counts/values/0/0/n", json!(u64::MAX))]),
        ("compare", vec![("/counts/values/0/0/sum", json!(-5))]),
        ("compare", vec![("/counts/differences/0/0/squares", json!(-1))]),
        ("compare", vec![("/counts/differences/0/0/sum", json!("HUGE"))]),
        ("sim", vec![("/tally/scores/0/squares", json!(-1))]),
        ("sim", vec![("/tally/decisions", json!({ "2": u64::MAX }))]),
        ("sim", vec![("/measures/sides/wins", json!(u64::MAX))]),
        ("sim", vec![("/measures/actions/grab/chosen", json!(u64::MAX))]),
        ("sim", vec![("/measures/scores/0", json!({ "1": u64::MAX }))]),
        ("sim", vec![("/measures/rules/0/games", json!(u64::MAX))]),
        ("sim", vec![("/measures/parts/ahead/0/n", json!(7))]),
        ("sim", vec![("/lead/drama/n", json!(u64::MAX))]),
        ("sim", vec![("/lead/course", json!([]))]),
        ("sim", vec![("/lead/spread/sum", json!("HUGE"))]),
    ];
    for (kind, changes) in refused {
        place.file("forged.json", &forged(&place.text(&format!("{kind}.json")), &changes));
        let told = place.run("merge forged.json --lang en").ends(2).err;
        assert!(told.contains("`forged.json`") && told.contains(" not "), "{changes:?}: {told}");
    }
    let harmless = [
        ("sim", vec![("/measures/forced", json!(u64::MAX))]),
        ("sim", vec![("/measures/actions/grab/offered", json!(u64::MAX))]),
        ("sim", vec![("/measures/parts/ahead/0/squares", json!("HUGE"))]),
        ("compare", vec![("/counts/values/0/4/squares", json!("HUGE"))]),
    ];
    for (kind, changes) in harmless {
        place.file("forged.json", &forged(&place.text(&format!("{kind}.json")), &changes));
        for format in ["text", "html", "json"] {
            let told = place.run(&format!("merge forged.json --lang en --format {format}")).ends(0);
            assert!(!told.out.contains("NaN") && !told.out.contains(" inf"), "{}", told.out);
        }
    }
}
