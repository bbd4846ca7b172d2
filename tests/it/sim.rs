//! Many games, against games whose true values are known: parts put together, versions compared,
//! tournaments, measures.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common;
use cardrun::game::{Game, Play, Settings};
use cardrun::players::Greedy;
use cardrun::runner::{
    Comparison, Entrant, Following, Leads, Looks, Measure, Observing, PartKind, Player, Random,
    Rate, Restricted, Rows, Rule, Simulation, Standings, Tally, Tournament, Trial, UNIT, Version,
    simulate,
};
use cardrun::value::Seat;
use cardrun::vm::Generator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

// ---- games of which everything is known

/// The rules behind a table of two players with a pack of cards, and an option that the rules may
/// read or not.
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

/// Each player may take a point or leave it: who always takes it beats who takes it half of the
/// time by three quarters to one.
fn points() -> String {
    game_with(
        "phase game = each player: one of grab | leave
action grab { add 1 to tally }
action leave
score = tally",
        "0",
    )
}

/// What is laid aside counts thrice at the end, and the score does not show it before: who goes by
/// the score takes the single points.
fn late(value: &str) -> String {
    let rules = format!(
        "phase game = 6 times: (each player: one of grab | lay_aside), count_up
action grab {{ add 1 to tally }}
action lay_aside {{ draw 1 from deck to hand }}
phase count_up {{ each player {{ add 3 * count hand to tally }} }}
score = tally
{value}"
    );
    game_with(&rules, "0")
}

fn load(yaml: &str) -> Game {
    Game::from_strings(&[("known.yaml", yaml)], &Settings::default())
        .unwrap_or_else(|problems| panic!("{:?}", problems.list))
}

// ---- stopping

/// Whoever wants no more waits for the end of no game but the one that is played, and not even for
/// that where players think.
#[test]
fn a_simulation_stops_when_it_is_told_to() {
    let game = load(&points());
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 1000,
        seed: 3,
        seats: &[],
        jobs: 1,
        watcher: None,
    };
    let tally = Simulation { watcher: Some(&|done| done < 5), ..simulation }.run();
    assert_eq!((tally.games(), simulation.report(tally).games), (5, 5));
    let asked = std::sync::atomic::AtomicU64::new(0);
    let up_to_the_second_choice =
        |_: u64| asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 2;
    let seats: &[&dyn Entrant] = &[&Greedy];
    let tally = Simulation { watcher: Some(&up_to_the_second_choice), seats, ..simulation }.run();
    assert_eq!(tally.games(), 0);
}

/// Plays otherwise whenever it plays.
struct Fickle(AtomicU64);

impl Entrant for Fickle {
    fn name(&self) -> String {
        "fickle".to_owned()
    }

    fn player(&self, game: &Game, seat: Seat, _: Generator) -> Box<dyn Player> {
        Random.player(game, seat, Generator::new(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Whoever keeps games is given those that are counted, and no others that are like them.
#[test]
fn the_games_that_are_kept_are_those_that_are_counted() {
    let game = load(&points());
    let fickle = Fickle(AtomicU64::new(0));
    let simulation = Simulation {
        game: &game,
        first: 3,
        games: 40,
        seed: 1,
        seats: &[&fickle],
        jobs: 2,
        watcher: None,
    };
    let kept = Mutex::new(BTreeMap::new());
    let keep = |number: u64, play: &Play| {
        let scores = play.outcome().expect("an end").scores;
        kept.lock().expect("the games").insert(number, (scores, play.log().len() > 1));
    };
    let rows: Rows = simulation.count_keeping(Some(&keep));
    let counted = rows.rows.into_iter().map(|row| (row.game, (row.scores, true)));
    assert_eq!(kept.into_inner().expect("the games"), counted.collect());
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
    assert!(
        report.win_rates[0].contains(0.5) && report.win_rates[1].contains(0.5),
        "{:?}",
        report.win_rates
    );
    assert_eq!(report.win_rates[0], Rate::of(report.wins[0], 20_000));
}

#[test]
fn a_planted_advantage_is_found() {
    let game = load(&planted(6));
    let report = Simulation {
        game: &game,
        first: 0,
        games: 5000,
        seed: 3,
        seats: &[],
        jobs: 2,
        watcher: None,
    };
    let report = report.report(report.run());
    assert!(
        report.win_rates[0].low > 0.5 && report.win_rates[0].contains(0.6),
        "{:?}",
        report.win_rates
    );
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
                0 => {
                    words.extend(part.split_whitespace().map(|word| word.replace("games/", &games)))
                }
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
    let timed =
        |line: &&str| line.contains("\"seconds\"") || line.contains("\"playouts_per_second\"");
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
    place.file("known.yaml", &planted(6).replace("roll 10", "roll 12"));
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
    let is_hash = |part: &str| {
        let digits = part.strip_prefix("r1-").unwrap_or_default();
        digits.len() == 16 && digits.chars().all(|c| c.is_ascii_hexdigit())
    };
    text.split('`').map(|part| if is_hash(part) { "#" } else { part }).collect::<Vec<_>>().join("`")
}

fn snapshot(name: &str, text: &str) {
    common::snapshot(&format!("sim_{name}"), text);
}

#[test]
fn who_writes_to_a_file_is_told_the_results_and_where_they_lie() {
    let place = Place::with("points.yaml", &points());
    for name in ["a.json", "a.csv", "a.html", "a.txt"] {
        // Rows of games hold nothing of a close look.
        let close = if name == "a.csv" { "" } else { "--measure" };
        let out = place.good(&format!("sim points.yaml --games 50 {close} --out {name} --lang en"));
        assert!(
            out.starts_with("50 games of points,") && out.contains("player 1   wins "),
            "{out}"
        );
        assert!(
            out.ends_with(&format!("\nWritten to {name}\n")) && !out.contains("came up"),
            "{out}"
        );
        assert!(!place.text(name).is_empty());
    }
    let text = place.text("a.txt");
    assert!(
        text.contains("parts and lines of the rules came up in 50 games.")
            && !text.contains("never:"),
        "{text}"
    );
    for line in [
        "merge a.json --out b.json",
        "compare points.yaml --restrict \"never grab\" --games 5 --out c.json",
        "tournament points.yaml --entrants random,random --games 5 --out d.json",
    ] {
        let out = place.good(&format!("{line} --lang en"));
        assert!(out.contains("\nWritten to "), "{out}");
    }
}

// ---- rows

#[test]
fn rows_are_in_the_order_of_games_and_add_up() {
    let place = Place::with("known.yaml", &planted(6));
    let table = place.good("sim known.yaml --games 100..300 --format csv --jobs 2");
    let rows: Vec<Vec<&str>> =
        table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let numbers: Vec<u64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(numbers, (100..300).collect::<Vec<_>>());
    let report = place.json("sim known.yaml --games 100..300 --format json");
    let wins = rows.iter().filter(|row| row[4] == "1").count() as u64;
    assert_eq!(report["wins"][0], wins);
}

// ---- comparisons

/// The first version's players, and what the second's wins are more, of seat 1.
fn compared(one: &Game, other: &Game, deals: u64, seed: u64) -> cardrun::runner::Difference {
    let version =
        |name: &str, game| Version { name: name.into(), game, seats: vec![&Random, &Random] };
    let versions = vec![version("A", one), version("B", other)];
    let looks = Looks::default();
    let compared =
        Comparison { versions, first: 0, deals, seed, jobs: 1, watcher: None, looks }.run();
    let of_seat_1 =
        compared.versions[1].measures.iter().find(|one| one.measure == Measure::Win(1)).unwrap();
    of_seat_1.difference.unwrap()
}

/// Phases that are called rounds are not compared with what stands in for them elsewhere.
#[test]
fn rounds_are_compared_with_rounds() {
    let game = |name: &str| {
        load(&format!(
            "seats: 2\nrules: |\n  phase game = ready, hands\n  phase ready = each player: rest\n  \
             phase hands = 3 times: {name}\n  phase {name} = each player: rest\n  \
             action rest {{ }}\n  score = 0\n"
        ))
    };
    let has_rounds = |one: &Game, other: &Game| {
        let version =
            |name: &str, game| Version { name: name.into(), game, seats: vec![&Random, &Random] };
        let versions = vec![version("A", one), version("B", other)];
        let looks = Looks::default();
        let compared =
            Comparison { versions, first: 0, deals: 2, seed: 1, jobs: 1, watcher: None, looks };
        let compared = compared.run();
        compared.versions[1].measures.iter().any(|one| one.measure == Measure::Rounds)
    };
    let (round, hand) = (game("round"), game("hand"));
    assert!(has_rounds(&round, &round) && has_rounds(&hand, &hand));
    assert!(!has_rounds(&round, &hand) && !has_rounds(&hand, &round));
}

/// What is known of the deals of the one version that fail and of the other's stands apart from the
/// differences of those that do not, and is the same in parts that are put together.
#[test]
fn deals_that_come_to_no_end_are_counted_by_version() {
    let fails = planted(5).replace(
        "if die <= luck",
        "if die > 8 { add 1 / (die - die) to tally of seat(1) }; if die <= luck",
    );
    let (sound, fails) = (load(&planted(5)), load(&fails));
    let part = |first, deals| {
        let version =
            |name: &str, game| Version { name: name.into(), game, seats: vec![&Random, &Random] };
        let versions = vec![version("A", &sound), version("B", &fails)];
        let looks = Looks::default();
        Comparison { versions, first, deals, seed: 1, jobs: 1, watcher: None, looks }.part()
    };
    let whole = part(0, 500);
    let [first, second] = &whole.counts.failing[..] else { panic!("{:?}", whole.counts.failing) };
    assert_eq!((first.deals(), second.deals()), (0, whole.counts.unfinished));
    assert!((60..=140).contains(&second.deals()), "{second:?}");
    let cause = second.commonest().expect("a cause");
    assert_eq!((&*cause.file, &*cause.code), ("known.yaml", "division-by-zero"));
    let parts = part(200, 300).merged(part(0, 200)).expect("parts of one");
    assert_eq!(parts.counts, whole.counts);
    let compared = whole.compared();
    assert_eq!((compared.deals + compared.unfinished, compared.played()), (500, 500));
}

/// No share is more than all of the games.
#[test]
fn intervals_have_nothing_impossible() {
    let (one, ten) = (load(&planted(0)), load(&planted(10)));
    let version =
        |name: &str, game| Version { name: name.into(), game, seats: vec![&Random, &Random] };
    let nearly = load(&planted(9));
    for (was, is) in [(&one, &nearly), (&one, &ten)] {
        let versions = vec![version("A", was), version("B", is)];
        let looks = Looks::default();
        let compared =
            Comparison { versions, first: 0, deals: 9, seed: 3, jobs: 1, watcher: None, looks }
                .run();
        let shares = compared.versions[1].measures.iter().filter(|one| one.measure.is_share());
        for [low, high] in shares.filter_map(|one| Some(one.difference?.spread.ci95)) {
            assert!(-1.0 <= low && high <= 1.0, "{low}..{high}");
        }
    }
}

#[test]
fn a_planted_difference_is_found_and_its_interval_holds_it() {
    let (three, eight) = (load(&planted(3)), load(&planted(8)));
    let difference = compared(&three, &eight, 2000, 1);
    assert!(difference.is_clear && difference.spread.contains(0.5), "{difference:?}");
    let covered = coverage(|seed| compared(&three, &eight, 300, seed).spread.contains(0.5));
    assert!((930..=970).contains(&covered), "{covered}");
}

#[test]
fn the_same_deals_make_small_differences_plain() {
    let (five, six) = (load(&planted(5)), load(&planted(6)));
    let difference = compared(&five, &six, 1000, 2);
    // The same die in both versions: it differs in a tenth of the games alone.
    assert!(difference.spread.contains(0.1) && difference.spread.sd < 0.35, "{difference:?}");
    let same = compared(&five, &five, 1000, 2);
    assert!(
        (same.spread.mean, same.spread.sd, same.is_clear, same.deals_missing)
            == (0.0, 0.0, false, None),
        "{same:?}"
    );
}

#[test]
fn a_comparison_is_a_table_with_what_is_clear() {
    let place = Place::with("known.yaml", &planted(5));
    let text = place
        .good("compare known.yaml --with luck=5 --with luck=6 --with luck=5 --games 400 --lang en");
    snapshot("compare", &text);
    let json =
        place.json("compare known.yaml --with luck=5 --with luck=6 --games 400 --format json");
    assert_eq!(json["versions"][1]["measures"][0]["difference"]["is_clear"], true, "{json}");
}

/// Two points a turn instead of one, and a third version that is the first again: what is measured
/// of choices and leads differs as it must, and every two versions are held against each other.
#[test]
fn choices_and_leads_are_compared_too() {
    let worth = |points: u8| {
        game_with(
            &format!(
                "phase game = each player: one of grab | leave
action grab {{ add {points} to tally }}
action leave
score = tally"
            ),
            "0",
        )
    };
    let place = Place::with("one.yaml", &worth(1));
    place.file("two.yaml", &worth(2));
    place.file("again.yaml", &worth(1));
    let line = "compare one.yaml two.yaml again.yaml --games 300 --measure --lead --all-pairs";
    snapshot("compare_looks", &place.good(&format!("{line} --lang en")));
    let json = place.json(&format!("{line} --format json"));
    let at = |name: &str| {
        let measures = json["versions"][0]["measures"].as_array().unwrap();
        measures.iter().position(|one| one["measure"] == name).unwrap_or_else(|| panic!("{name}"))
    };
    let difference = |name: &str| json["versions"][1]["measures"][at(name)]["difference"].clone();
    assert_eq!(difference("option_spread")["mean"], 1.0, "the best option is worth two, not one");
    assert_eq!(difference("options")["mean"], 0.0);
    let pair = &json["pairs"][0];
    assert_eq!((pair["one"].as_u64(), pair["other"].as_u64()), (Some(1), Some(2)));
    assert_eq!(pair["differences"][at("option_spread")]["mean"], -1.0);
}

#[test]
fn a_restriction_costs_what_the_action_is_worth() {
    let place = Place::with("points.yaml", &points());
    let line = "compare points.yaml --restrict \"seat 1 never grab\" --games 2000 --format json";
    let json = place.json(line);
    let measures = json["versions"][1]["measures"].as_array().unwrap();
    let wins = measures.iter().find(|one| one["measure"]["player_win"] == 1).unwrap();
    // A quarter of the games is won by taking a point alone; without it, none.
    let ends: Vec<f64> = wins["difference"]["ci95"]
        .as_array()
        .unwrap()
        .iter()
        .map(|end| end.as_f64().unwrap())
        .collect();
    assert!(wins["value"]["mean"] == 0.0 && (ends[0]..=ends[1]).contains(&-0.25), "{wins}");
    for (line, words) in [
        ("compare points.yaml --games 5", "nothing to compare"),
        ("compare points.yaml --restrict \"seat 1 never grabb\" --games 5", "did you mean `grab`"),
        ("compare points.yaml --restrict \"seat one never grab\" --games 5", "is no restriction"),
        ("compare points.yaml --restrict \"seat 3 never grab\" --games 5", "no seat 3"),
        (
            "compare points.yaml games/attaque_du_roi.yaml games/alkekan.yaml --players random,random,random --games 5",
            "3",
        ),
    ] {
        let (status, _, err) = place.run(&format!("{line} --lang en"));
        assert!(status == 2 && err.contains(words), "{line}: {err}");
    }
}

// ---- games that all win or lose together

#[test]
fn who_plays_together_has_one_line() {
    let rules = points().replace("score = tally", "score = sum it over tally of all");
    let together = format!("cooperative: true\n{rules}");
    let place = Place::with("together.yaml", &together);
    let told = place.good("sim together.yaml --games 20 --lang en");
    assert!(told.contains("\ntogether   wins "), "{told}");
    assert!(!told.contains("player 1") && !told.contains("Draws"), "{told}");
    let told = place.good("compare together.yaml --with luck=1 --with luck=2 --games 20 --lang en");
    assert!(told.contains("games won together") && told.contains("score together"), "{told}");
    assert!(!told.contains("player 1") && !told.contains("margin"), "{told}");
}

// ---- tournaments

fn tournament(game: &Game, deals: u64, seed: u64) -> Standings {
    let always = Restricted { inner: Box::new(Random), rule: Rule::Always, action: "grab".into() };
    let entrants: Vec<&dyn Entrant> = vec![&always, &Random];
    Tournament { game, entrants, first: 0, deals, seed, jobs: 1, watcher: None }.run()
}

#[test]
fn ratings_hold_the_true_strength() {
    let game = load(&points());
    // Three to one is 190.8 points apart; the mean of both is 0.
    let truth = 200.0 * 3f64.log10();
    let covered = coverage(|seed| {
        let best = &tournament(&game, 60, seed).entrants[0];
        (best.elo_ci95[0]..=best.elo_ci95[1]).contains(&truth)
    });
    assert!((930..=970).contains(&covered), "{covered}");
}

#[test]
fn a_tournament_tells_how_a_game_is_played_by_two() {
    let place = Place::with("points.yaml", &points().replace("seats: 2", "seats: [3, 2]"));
    let line = "tournament points.yaml --entrants random,greedy --games 4 --lang en";
    let (status, _, told) = place.run(line);
    assert_eq!(status, 2, "{told}");
    assert!(told.contains("this one has 3, and two with `--table 2`"), "{told}");
    place.good(&format!("{line} --table 2"));
}

#[test]
fn a_tournament_is_a_crosstable() {
    let place = Place::with("points.yaml", &points());
    let line = "tournament points.yaml --entrants \"random,random always grab,random never grab\" --games 500";
    snapshot("tournament", &place.good(&format!("{line} --lang en")));
    let json = place.json(&format!("{line} --format json"));
    assert_eq!(json["pairs"].as_array().unwrap().len(), 3);
    let (status, _, err) = place
        .run("tournament games/card_o_tresor.yaml --entrants random,random --games 5 --lang en");
    assert!(status == 2 && err.contains("two sides"), "{err}");
    place.good("tournament games/attaque_du_roi.yaml --table 4 --entrants random,random --games 2");
}

/// A player that goes away gains nothing by it unseen: it is named, with the reason, and the
/// ratings are said to be of what is left.
#[test]
fn a_tournament_names_who_cannot_go_on() {
    let place = Place::with("points.yaml", &points());
    let line = "tournament points.yaml --games 3 --lang en --entrants";
    let (status, out, err) = place.run(&format!("{line} random,greedy,exec:1s:true"));
    assert_eq!(status, 1, "{out}\n{err}");
    assert!(out.contains("6 of 9 deals did not come to an end"), "{out}");
    assert!(out.contains("the ratings are of the other 3 alone"), "{out}");
    assert!(out.contains("In 6 of them `exec:1000ms:true` could not go on."), "{out}");
    assert!(
        err.contains("`exec:1000ms:true` could not go on in 6 deals, first in game 0"),
        "{err}"
    );
    assert!(err.contains("the program `true`"), "{err}");
    let (status, out, _) = place.run(&format!("{line} random,exec:1s:true"));
    assert!(status == 1 && out.contains("there is nothing to rate"), "{out}");
    assert!(!out.contains("Elo"), "{out}");
    // Parts that are put together tell it, too.
    for games in ["0..2", "2..3"] {
        let line = line.replace("--games 3", &format!("--games {games}"));
        let out = format!("{line} random,exec:1s:true --format json --out {games}.json");
        assert_eq!(place.run(&out).0, 1, "{out}");
    }
    let merged = place.good("merge 0..2.json 2..3.json --lang en");
    assert!(merged.contains("In 3 of them `exec:1000ms:true` could not go on."), "{merged}");
}

#[test]
fn a_tournament_in_which_rules_fail_fails() {
    let rules = "grab { add 1 / (tally - tally) to tally }";
    let place = Place::with("points.yaml", &points().replace("grab { add 1 to tally }", rules));
    let line = "tournament points.yaml --games 3 --entrants random,random --lang en";
    let (status, out, err) = place.run(line);
    assert!(status == 3 && out.contains("of them the rules failed."), "{out}\n{err}");
    assert!(err.contains("divided by zero"), "{err}");
}

/// Without a deal that came to an end everything would be the same.
#[test]
fn a_comparison_of_nothing_has_no_table() {
    let place = Place::with("points.yaml", &points());
    let line = "compare points.yaml --restrict \"seat 1 never grab\" --games 3 --lang en";
    let (status, out, err) = place.run(&format!("{line} --players exec:1s:true,random"));
    assert!(status == 1 && err.contains("nothing was compared"), "{err}");
    assert!(out.contains("A: 3 did not come to an end"), "{out}");
    assert!(!out.contains("the same\n"), "{out}");
}

#[test]
fn a_comparison_names_its_games() {
    let place = Place::with("points.yaml", &points());
    let line = "compare games/alkekan.yaml points.yaml --games 2 --lang en";
    let out = place.good(line);
    assert!(out.starts_with("2 deals of games with different titles, seed 1."), "{out}");
    assert!(out.contains("\nA: The Woods of Alkekan; B: "), "{out}");
}

/// Where players move round the table, a row follows the restricted one, by its name in each
/// version, and the columns stay where they are.
#[test]
fn a_comparison_tells_who_is_restricted() {
    let place = Place::with("points.yaml", &points());
    let line = "compare points.yaml --restrict \"seat 1 never grab\" --games 20 --lang en";
    snapshot("compare_restricted", &place.good(line));
}

/// What stands in a page, without how it looks.
fn body(page: &str) -> &str {
    page.split_once("<body>").expect("a whole page").1
}

#[test]
fn what_is_held_against_each_other_is_a_page_and_a_table_too() {
    let place = Place::with("points.yaml", &points());
    let compare = "compare points.yaml --restrict \"never grab\" --games 200 --lang en";
    let tournament =
        "tournament points.yaml --entrants \"random,random always grab\" --games 100 --lang en";
    for (name, line) in [("compare", compare), ("tournament", tournament)] {
        snapshot(&format!("{name}_csv"), &place.good(&format!("{line} --format csv")));
        snapshot(&format!("{name}_html"), body(&place.good(&format!("{line} --format html"))));
        place.good(&format!("{line} --out page.html"));
        assert_eq!(place.text("page.html"), place.good(&format!("{line} --format html")));
        let (status, _, err) = place.run(&format!("{line} --format parquet"));
        assert!(status == 2 && err.contains("[possible values: text, json, csv, html]"), "{err}");
        let (status, _, err) = place.run(&format!("{line} --out rows.parquet"));
        assert!(status == 2 && err.contains("a parquet file is for `sim`"), "{err}");
    }
}

/// A report without what the clock said.
fn lasting(text: &str) -> String {
    let timed =
        |line: &&str| line.contains("games a second") || line.contains("parties par seconde");
    text.lines().filter(|line| !timed(line)).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Each file of `cases/reports` is a game, and in the comments at its end the commands whose
/// reports are shown beside it; of a page, what stands in it.
#[test]
fn reports_are_for_who_reads_them() {
    insta::glob!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/reports"), "*.yaml", |path| {
        let text = std::fs::read_to_string(path).expect("a case");
        let (_, lines) = text.split_once("\n# ---\n").expect("commands");
        let place = Place::with("game.yaml", &text);
        let reports = lines.lines().map(|line| {
            let line = line.trim_start_matches("# ");
            let told = place.good(line);
            let told = if line.ends_with("html") { body(&told) } else { &told };
            format!("$ cardrun {line}\n{}\n", lasting(told))
        });
        let shown = format!("{}\n----\n{}", text.trim_end(), reports.collect::<String>());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_suffix => "",
        }, {
            insta::assert_snapshot!(format!("reports_{stem}"), shown);
        });
    });
}

// ---- measures

/// Who is dealt the ace of spades wins, whatever is chosen. Six options are offered each time; one
/// action can never be taken, and one line and one watch never come up.
fn ace() -> String {
    game_with(
        "phase game = deal, each player: choose, settle
phase deal { shuffle deck; each player { draw 26 from deck to hand } }
phase choose = one of left | right | never_this | say
action left
action right
action never_this needs nothing: 1 > 2 why \"never\"
action say(word from suits)
watch impossible: count deck > 60 => end game drawn
phase settle {
  each player {
    if any (hand where (rank = A and suit = S)) { end game won }
  }
  end game drawn \"nobody\"
}",
        "0",
    )
}

#[test]
fn a_card_that_wins_is_found() {
    let game = load(&ace());
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 600,
        seed: 2,
        seats: &[],
        jobs: 2,
        watcher: None,
    };
    let measures = simulation.count::<Observing>().measures;
    let ace = measures.cards["AS"];
    assert_eq!((ace.held.n, ace.held.wins), (600, 600));
    let base = measures.sides.win_rate();
    assert_eq!((measures.sides.n, base.rate), (1200, 0.5));
    let clear = measures.cards.iter().filter(|(_, one)| !one.held.win_rate().contains(0.5)).count();
    // One card in twenty looks as if it made a difference.
    assert!((1..=8).contains(&clear), "{clear}");
}

/// A window asks everybody: whoever can only pass has a choice that is no decision.
#[test]
fn a_pass_alone_is_no_decision() {
    let game = load(&game_with(
        "phase game = deal, window shout settled by all, each player: nod
phase deal { shuffle deck; draw 26 from deck to hand of seat(1) }
action shout(card from hand where any hand of me) { }
action nod",
        "0",
    ));
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 10,
        seed: 3,
        seats: &[],
        jobs: 1,
        watcher: None,
    };
    let measures = simulation.count::<Observing>().measures;
    // Of two who are asked one has cards; the two who nod are not asked.
    assert_eq!((measures.options.count(), measures.forced), (10, 30));
}

#[test]
fn options_are_counted() {
    let game = load(&ace());
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 900,
        seed: 3,
        seats: &[],
        jobs: 2,
        watcher: None,
    };
    let (tally, observing) = simulation.count::<(Tally, Observing)>();
    let measures = observing.measures;
    assert_eq!(measures.options.iter().collect::<Vec<_>>(), [(6, 1800)]);
    assert_eq!(measures.options.count() as i128, tally.decisions.sum());
    assert_eq!(measures.decision_share().rate, 1.0);
    for (name, share) in [("left", 1.0 / 6.0), ("right", 1.0 / 6.0), ("say", 4.0 / 6.0)] {
        let one = measures.actions[name];
        assert!(one.offered == 1800 && one.choice_rate().contains(share), "{name}: {one:?}");
    }
    let hearts = measures.values["say.word=H"];
    assert!(hearts.offered == 1800 && hearts.choice_rate().contains(1.0 / 6.0), "{hearts:?}");
    assert_eq!(measures.actions["never_this"].offered, 0);
}

/// Nothing comes behind what ends the game.
#[test]
fn a_watch_that_ends_the_game_has_come_up() {
    let text = r#"
seats: 2
variables: { points: { per: player, type: number } }
rules: |
  phase game = turns from seat(1): one of step | stride
  action step { add 1 to points }
  action stride { add 2 to points }
  watch home for each player: points >= 21 => end game won
  watch lost for each player: points >= 99 => end game drawn
  score = points
"#;
    let game = Game::from_strings(&[("race.yaml", text)], &Settings::default()).expect("a game");
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 20,
        seed: 3,
        seats: &[],
        jobs: 1,
        watcher: None,
    };
    let measures = simulation.count::<Observing>().measures;
    let never: Vec<&str> = measures.never().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(never, ["lost"]);
}

#[test]
fn what_never_comes_up_is_named_by_its_line() {
    let game = load(&ace());
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 50,
        seed: 3,
        seats: &[],
        jobs: 1,
        watcher: None,
    };
    let measures = simulation.count::<Observing>().measures;
    let never: Vec<(PartKind, String)> =
        measures.never().iter().map(|part| (part.kind, part.name.clone())).collect();
    let named = |kind, name: &str| (kind, name.to_owned());
    let expected = [
        named(PartKind::Action, "never_this"),
        named(PartKind::Watch, "impossible"),
        named(PartKind::Line, "end game drawn \"nobody\""),
    ];
    assert_eq!(never, expected);
    let yaml = ace();
    for part in measures.never() {
        assert!(yaml.lines().nth(part.line - 1).unwrap().contains(&part.name), "{part:?}");
    }
}

/// A die decides which rows hold: the first of the one table and the last two of the other never
/// do.
fn rows() -> String {
    game_with(
        "phase game = toss
phase toss {
  let die = roll 6
  add worth(die) to tally of seat(1)
  add again(die) to tally of seat(2)
  end game drawn
}
table worth(n) {
  n > 6     => 5
  n > 3     => 2
  otherwise => 1
}
table odd(n) on n {
  1 | 3 | 5 => 1
  2 | 4 | 6 => 2
  7..       => 3
  _         => 4
}
// Twice in one game: the same rows.
let again(n) = odd(n) + odd(7 - n)",
        "0",
    )
}

#[test]
fn rows_of_tables_that_never_held_are_named() {
    let settings = Settings { follows_rows: true, ..Settings::default() };
    let game = Game::from_strings(&[("rows.yaml", &rows())], &settings).unwrap();
    let simulation = Simulation {
        game: &game,
        first: 0,
        games: 100,
        seed: 3,
        seats: &[],
        jobs: 1,
        watcher: None,
    };
    let measures = simulation.count::<Observing>().measures;
    let never: Vec<(PartKind, &str)> =
        measures.never().iter().map(|part| (part.kind, part.name.as_str())).collect();
    let row = |name| (PartKind::Row, name);
    assert_eq!(never, [row("worth: n > 6 => 5"), row("odd: 7.. => 3"), row("odd: _ => 4")]);
    let yaml = rows();
    for part in measures.never() {
        let text = part.name.split(" => ").next().unwrap().split(": ").nth(1).unwrap();
        assert!(yaml.lines().nth(part.line - 1).unwrap().contains(text), "{part:?}");
    }
    let all = measures.rules.iter().filter(|part| part.kind == PartKind::Row);
    assert_eq!(all.count(), 7);
    // The rows that hold share the games between them, or nearly: a table is asked once a game
    // here, the other one twice.
    let games = |name: &str| measures.rules.iter().find(|part| part.name == name).unwrap().games;
    assert_eq!(games("worth: n > 3 => 2") + games("worth: otherwise => 1"), 100);
    assert_eq!((games("odd: 1 | 3 | 5 => 1"), games("odd: 2 | 4 | 6 => 2")), (100, 100));
}

#[test]
fn rows_are_followed_by_the_command() {
    let place = Place::with("rows.yaml", &rows());
    let text = place.good("sim rows.yaml --games 50 --measure --lang en");
    assert!(text.contains("rows.yaml:20: row of worth: n > 6 => 5\n"), "{text}");
    assert!(
        place
            .good("sim rows.yaml --games 50 --format html --lang en")
            .contains("row of <code>worth: n &gt; 6")
    );
}

#[test]
fn a_close_look_changes_no_game() {
    for name in ["alkekan", "six_lots", "attaque_du_roi", "douhar", "card_o_tresor"] {
        let path = format!("{}/games/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let read = |file: &str| {
            std::fs::read(Path::new(&path).with_file_name(file)).map_err(|error| error.to_string())
        };
        let game = Game::load(&format!("{name}.yaml"), &read, &Settings::default())
            .unwrap_or_else(|_| panic!("{name}"));
        let settings = Settings { follows_rows: true, ..Settings::default() };
        let followed = Game::load(&format!("{name}.yaml"), &read, &settings)
            .unwrap_or_else(|_| panic!("{name}"));
        let simulation = Simulation {
            game: &game,
            first: 0,
            games: 40,
            seed: 3,
            seats: &[],
            jobs: 2,
            watcher: None,
        };
        assert_eq!(simulation.count::<(Tally, Observing)>().0, simulation.run(), "{name}");
        let closely = Simulation { game: &followed, ..simulation };
        let (tally, observing) = closely.count::<(Tally, Observing)>();
        assert_eq!(tally, simulation.run(), "{name}, rows followed");
        let held = |part: &&cardrun::runner::RulePart| part.kind == PartKind::Row && part.games > 0;
        let rows = observing.measures.rules.iter().filter(held).count();
        assert_eq!(rows > 0, !followed.program().rows.is_empty(), "{name}");
    }
}

#[test]
fn measured_parts_put_together_are_the_whole() {
    let place = Place::with("ace.yaml", &ace());
    let sim = "sim ace.yaml --measure --seed 5";
    place.good(&format!("{sim} --games 200 --out whole.json"));
    place.good(&format!("{sim} --games 0..70 --out a.json"));
    place.good(&format!("{sim} --games 70..200 --out b.json"));
    place.good("sim ace.yaml --seed 5 --games 70..200 --out plain.json");
    place.good("merge a.json b.json --out merged.json");
    let path = |name: &str| place.0.path().join(name);
    assert_eq!(timeless(&path("merged.json")), timeless(&path("whole.json")));
    let (status, _, err) = place.run("merge a.json plain.json --lang en");
    assert!(status == 2 && err.contains("--measure"), "{err}");
    snapshot("measured", &place.good("merge b.json a.json --lang en"));
    assert!(place.text("whole.json").contains("never_this"));
    let page = place.good("merge a.json b.json --format html --lang fr");
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"fr\">"), "{page}");
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let place = Place::new();
    place.good("sim games/alkekan.yaml --games 60 --out report.html --lang en");
    let page = place.text("report.html");
    for outside in ["http:", "https:", "src=", "href=", "@import", "url(", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for section in [
        "Who wins",
        "Scores",
        "Length",
        "How games ended",
        "Options a decision",
        "Cards",
        "never came up",
    ] {
        assert!(
            page.contains(&format!("{section}</h2>"))
                || page.contains("<h2>Rules that never came up"),
            "{section}"
        );
    }
    assert!(
        page.matches("<svg").count() == page.matches("</svg>").count()
            && page.contains("prefers-color-scheme: dark")
    );
    assert!(page.matches("class=\"how\"").count() >= 8, "each measure says how to read it");
}

// ---- who leads

/// Games at random, and who leads in them.
fn followed(game: &Game, games: u64, playouts: u32) -> Leads {
    Following { game, seats: &[], first: 0, games, seed: 1, playouts, jobs: 2, watcher: None }.run()
}

#[test]
fn who_leads_is_followed() {
    let game = load(&points());
    let follow = |first, games| {
        Following {
            game: &game,
            seats: &[],
            first,
            games,
            seed: 1,
            playouts: 0,
            jobs: 2,
            watcher: None,
        }
        .run()
    };
    let leads = follow(0, 400);
    // Two decisions: taking the point is one better than leaving it. Nobody is ever behind whom a
    // choice of its own could put there, and no decision is cool: one of both options costs
    // nothing.
    assert!(leads.by_score && leads.drama.n > 100, "{leads:?}");
    assert_eq!((leads.spread.spread().mean, leads.coolness.sum, leads.drama.sum), (UNIT, 0, 0));
    assert_eq!(follow(100, 300).merged(follow(0, 100)), leads);
}

/// Both options cost the decider a point.
#[test]
fn a_game_of_lesser_evils_is_cool() {
    let rules = "phase game = each player: one of pay | pay_more
action pay { add -1 to tally }
action pay_more { add -2 to tally }
score = tally";
    let game = load(&game_with(rules, "0"));
    assert_eq!(followed(&game, 50, 0).coolness.spread().mean, UNIT);
}

/// With playouts it does not matter what the score says on the way: here both have as many points
/// until the end, where the first player's choice is all that counts.
#[test]
fn playouts_see_what_the_score_does_not() {
    let rules = "phase game = choose by seat(1), count_up
phase choose = one of win | lose
action win { set tally of seat(1) to 1 }
action lose { set tally of seat(1) to 2 }
phase count_up { end game won by seat(if tally of seat(1) = 1 then 1 else 2) }
score = 0";
    let game = load(&game_with(rules, "0"));
    let follow = |playouts| followed(&game, 40, playouts);
    assert_eq!((follow(0).by_score, follow(0).spread.spread().mean), (true, 0.0));
    assert_eq!((follow(8).by_score, follow(8).spread.spread().mean), (false, 2.0 * UNIT));
}

/// What nobody knows is still open: before the top card of the deck is turned up nobody is ahead,
/// though the deck was shuffled long ago; and the choice of the first player changes nothing.
#[test]
fn the_order_of_a_deck_gives_nobody_the_lead() {
    let rules = "phase game = shuffle_deck, choose by seat(1), show
phase shuffle_deck { shuffle deck }
phase choose = one of left | right
action left
action right
phase show { if suit of top of deck = H or suit of top of deck = D { end game won by seat(1) } else { end game won by seat(2) } }";
    let game = load(&game_with(rules, "0"));
    let leads = followed(&game, 60, 400);
    // The same deals for both options: no difference at all. The winner stood at one half, but for
    // the error of 400 games.
    assert_eq!(leads.spread.spread().mean, 0.0);
    let half = leads.drama.spread().mean / UNIT;
    assert!(half > 0.0 && half < 0.35, "{half}");
}

/// The first player's own choice of every round costs nobody anything; then the second player's
/// takes the first one's chances away, one share in two of the options, and never gives any back.
#[test]
fn by_playouts_a_choice_is_cool_when_the_best_is_worse_than_what_there_was() {
    let rules = "phase game = turn by seat(1), harm by seat(2), turn by seat(1), toss
phase turn = one of left | right
phase harm = one of bite | tear
action left
action right
action bite { add 3 to tally of seat(1) }
action tear { add 5 to tally of seat(1) }
phase toss { let die = roll 10; if die > tally of seat(1) { end game won by seat(1) } else { end game won by seat(2) } }";
    let game = load(&game_with(rules, "0"));
    let leads = followed(&game, 80, 400);
    // One decision of each game has an earlier one of the same side: there the first player has 0.7
    // or 0.5 where it expected 0.6. Of the games in which it was bitten none is cool, of those in
    // which it was torn all are.
    assert_eq!(leads.coolness.n, leads.drama.n);
    let share = leads.coolness.spread().mean / UNIT;
    assert!((0.3..0.7).contains(&share), "{share}");
    assert_eq!(leads, followed(&game, 80, 400));
}

/// Where one of three loses, two have won, and neither of them is who was behind or led for good;
/// the two of one side are one winner.
#[test]
fn who_wins_with_another_side_is_not_the_winner_who_is_followed() {
    let rules = "phase game = each player: one of grab | leave, stop_it
action grab { add 1 to tally }
action leave
phase stop_it { end game lost by seat(1) }
score = tally";
    let of = |table: &str| load(&game_with(rules, "0").replace("seats: 2", table));
    let (three, sides) = (of("seats: 3"), of("seats: 4\nteams: alternate"));
    for playouts in [0, 3] {
        assert_eq!(followed(&three, 20, playouts).drama.n, 0, "{playouts} playouts");
        assert_eq!(followed(&sides, 20, playouts).drama.n, 20, "{playouts} playouts");
    }
}

/// In a cooperative game the other side is the game itself: a lost one is one that it won.
#[test]
fn a_game_against_all_has_a_lead_too() {
    let rules = "phase game = choose by seat(1), toss
phase choose = one of careful | bold
action careful { set tally of seat(1) to 8 }
action bold { set tally of seat(1) to 2 }
phase toss { let die = roll 10; if die <= tally of seat(1) { end game won } else { end game lost } }";
    let yaml = game_with(rules, "0").replace("seats: 2", "seats: 2\ncooperative: true");
    let game = load(&yaml);
    let leads = followed(&game, 50, 300);
    assert_eq!(leads.drama.n, 50, "lost games have a winner too");
    // Careful wins eight times in ten and bold two times: a lead of 0.6 less one of -0.6.
    let spread = leads.spread.spread().mean / UNIT;
    assert!((1.1..1.3).contains(&spread), "{spread}");
}

#[test]
fn without_a_score_games_are_played_on() {
    // The first player decides the game: by chance it stands at one half, and after the choice at
    // one or nothing.
    let rules = "phase game = choose by seat(1), toss
phase choose = one of win | lose
action win { add 1 to tally of seat(1) }
action lose { add 1 to tally of seat(2) }
phase toss { if tally of seat(1) = 1 { end game won by seat(1) } else { end game won by seat(2) } }";
    let game = load(&game_with(rules, "0"));
    let leads = followed(&game, 60, 20);
    assert!(!leads.by_score && leads.coolness.n == 0);
    // The best option wins always and the worst never: a lead of 1 less one of -1.
    assert_eq!(leads.spread.spread().mean, 2.0 * UNIT);
    let place = Place::with("choice.yaml", &game_with(rules, "0"));
    snapshot(
        "lead",
        place
            .good("sim choice.yaml --games 40 --lead 10 --lang en")
            .split("\n\nIn ")
            .next()
            .unwrap(),
    );
    place.good("sim choice.yaml --games 0..20 --lead 10 --out a.json");
    place.good("sim choice.yaml --games 20..40 --lead 10 --out b.json");
    place.good("sim choice.yaml --games 0..40 --lead 10 --out whole.json");
    place.good("merge a.json b.json --out merged.json");
    let path = |name: &str| place.0.path().join(name);
    assert_eq!(timeless(&path("merged.json")), timeless(&path("whole.json")));
}

#[test]
fn intervals_of_means_hold_the_truth() {
    let rules = "phase game = each player: throw
phase throw { let die = roll 10; add die to tally }
score = tally";
    let game = load(&game_with(rules, "0"));
    let covered = coverage(|seed| simulate(&game, 100, seed, &[], 1).scores[1].contains(5.5));
    assert!((930..=970).contains(&covered), "{covered}");
}

#[test]
fn moving_round_the_table_takes_the_seat_s_advantage_away() {
    let game = load(&game_with(
        "phase game = each player: one of grab | leave, toss
action grab
action leave
phase toss { let die = roll 10; if die <= 8 { end game won by seat(1) } else { end game won by seat(2) } }",
        "0",
    ));
    // The choice means nothing: both are equally strong, and only their names differ.
    let tied = Restricted { inner: Box::new(Random), rule: Rule::Never, action: "grab".into() };
    let version =
        |name: &str| Version { name: name.into(), game: &game, seats: vec![&tied, &Random] };
    let versions = vec![version("A"), version("B")];
    let looks = Looks::default();
    let compared =
        Comparison { versions, first: 0, deals: 300, seed: 1, jobs: 1, watcher: None, looks }.run();
    let value = |measure| {
        compared.versions[0].measures.iter().find(|one| one.measure == measure).unwrap().value
    };
    assert_eq!(compared.rotations, 2);
    assert_eq!((value(Measure::PlayerWin(1)).mean, value(Measure::PlayerWin(1)).sd), (0.5, 0.0));
    assert!(value(Measure::Win(1)).contains(0.8), "{:?}", value(Measure::Win(1)));
}

// ---- stopping

/// Answers for one seat, once a game, and says when it has done so in so many games that something
/// is known of their rate.
const ANSWERS: &str = r"while read line; do case $line in *choose*)
  echo >> games
  if [ $(wc -l < games) -eq 60 ]; then echo enough games >&2; fi
  echo 1;;
esac; done
";

/// Ctrl-C ends a run that would take hours, and what is done is told; what is told is a part like
/// any other.
#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_tells_what_is_done() {
    use std::io::{BufRead, BufReader};
    let rules = "phase game = ask by seat(1), toss
action ask(n from 1..2)
phase toss { let die = roll 10; if die <= luck { end game won by seat(1) } else { end game won by seat(2) } }
score = count hand";
    let place = Place::with("known.yaml", &game_with(rules, "6"));
    place.file("player.sh", ANSWERS);
    let mut run = Command::new(env!("CARGO_BIN_EXE_cardrun"))
        .args(["sim", "known.yaml", "--games", "100000000000", "--seed", "1", "--jobs", "1"])
        .args(["--seats", "exec:sh player.sh,random", "--out", "part.json", "--lang", "en"])
        .current_dir(place.0.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().as_deref(), Some("enough games"));
    let told = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    let err = lines.collect::<Vec<_>>().join("\n");
    assert!(run.wait().unwrap().success() && err.starts_with("Stopped: "), "{err}");
    let report: Value = serde_json::from_str(&place.text("part.json")).unwrap();
    let games = report["games"].as_u64().unwrap();
    assert!((59..100_000_000_000).contains(&games), "{games}");
    let rate = &report["win_rates"][0];
    assert!(
        rate["low"].as_f64().unwrap() < 0.62 && rate["high"].as_f64().unwrap() > 0.58,
        "{rate}"
    );
    assert!(place.good("merge part.json --lang en").starts_with(&format!("{games} games of ")));
}

#[test]
fn who_goes_by_a_score_that_misleads_is_told_of() {
    let place = Place::new();
    let note = |value: &str, line: &str| {
        std::fs::write(place.0.path().join("late.yaml"), late(value)).unwrap();
        let (status, _, told) = place.run(line);
        assert_eq!(status, 0, "{told}");
        told.lines().find(|line| line.starts_with("note: `greedy`")).map(str::to_owned)
    };
    let misled = note("", "sim late.yaml --games 200 --seats greedy,random");
    let misled = misled.expect("a note");
    assert!(misled.contains("wins 2.0 % (0.8-5.0) of its games here"), "{misled}");
    assert!(note("", "tournament late.yaml --games 200 --entrants random,greedy").is_some());
    assert!(note("", "compare late.yaml late.yaml --games 200 --players greedy").is_some());
    assert_eq!(note("", "sim late.yaml --games 200"), None);
    let told =
        note("value = tally + 3 * count hand", "sim late.yaml --games 200 --seats greedy,random");
    assert_eq!(told, None);
    // Of a few games nothing is sure, and they are over at once.
    assert_eq!(note("", "sim late.yaml --games 10 --seats greedy,random"), None);
}

/// Its games are a part of the run: they are counted, and stopped with it.
#[test]
fn who_is_misled_is_tried_as_long_as_somebody_wants_it() {
    let game = load(&late(""));
    let trial = Trial { game: &game, entrant: &Greedy, games: 200, jobs: 1, watcher: None };
    let misled = trial.run().expect("somebody who is misled");
    assert_eq!(Trial { jobs: 2, ..trial }.run(), Some(misled));
    assert_eq!(trial.items(), 300);
    let most = AtomicU64::new(0);
    let counts = |done: u64| {
        most.fetch_max(done, Ordering::Relaxed);
        true
    };
    assert_eq!(Trial { watcher: Some(&counts), ..trial }.run(), Some(misled));
    assert!((201..=300).contains(&most.load(Ordering::Relaxed)), "{most:?}");
    let stops = |done: u64| done < 250;
    assert_eq!(Trial { watcher: Some(&stops), ..trial }.run(), None);
}

/// Where nobody is to be beaten no game is played to see who is.
#[test]
fn who_has_no_opponents_is_not_tried() {
    let together = late("").replace("score = tally", "score = tally of seat(1)");
    let together = load(&together.replace("seats: 2", "seats: 2\ncooperative: true"));
    let asked = AtomicU64::new(0);
    let counts = |_: u64| asked.fetch_add(1, Ordering::Relaxed) < u64::MAX;
    let trial =
        Trial { game: &together, entrant: &Greedy, games: 200, jobs: 1, watcher: Some(&counts) };
    assert_eq!((trial.items(), trial.run()), (0, None));
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}
