//! Ctrl-C in the midst of a game: the run ends before the next choice, and what is done is told,
//! and told to be a part.
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]
#![cfg(unix)]

use crate::common::place::Place;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// A game that goes on for as long as the player to move likes.
const LONG: &str = "title: Long
seats: 2
variables: { tally: { per: player, type: number } }
rules: |
  phase game = turns from seat(1): one of halt | again
  action halt { end game won by me }
  action again { add 1 to tally }
  score = tally
";

/// Halts at once in twelve games. In the next one it goes on for ever, and says so at each choice.
const PLAYER: &str = r"while read line; do case $line in *choose*)
  echo >> games
  if [ $(wc -l < games) -le 12 ]; then echo 1; else echo goes on >&2; echo 2; fi;;
esac; done
";

/// Runs `cardrun` with these arguments until a game has begun that goes on for ever, and stops it
/// there. Gives what it told and what it reported, as JSON.
fn stopped(arguments: &[&str]) -> (String, Value) {
    let place = Place::new();
    place.file("long.yaml", LONG);
    place.file("player.sh", PLAYER);
    let mut run = Command::new(env!("CARGO_BIN_EXE_cardrun"))
        .args(arguments)
        .args(["--jobs", "1", "--lang", "en", "--format", "json"])
        .current_dir(place.folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().as_deref(), Some("goes on"));
    let told = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    let told: Vec<String> = lines.filter(|line| line != "goes on").collect();
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success(), "{told:?}");
    (told.join("\n"), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn a_comparison_stops_within_a_game() {
    let (told, report) = stopped(&[
        "compare",
        "long.yaml",
        "long.yaml",
        "--players",
        "exec:sh player.sh",
        "--games",
        "100",
    ]);
    assert_eq!(told, "Stopped: this is of the 6 deals that were done.");
    assert_eq!((&report["deals"], &report["unfinished"]), (&6.into(), &0.into()));
}

/// Who has met nobody when it is stopped has no games.
#[test]
fn a_tournament_stops_within_a_game() {
    let (told, report) = stopped(&[
        "tournament",
        "long.yaml",
        "--entrants",
        "exec:sh player.sh,exec:sh ./player.sh,random",
        "--games",
        "100",
    ]);
    assert_eq!(told, "Stopped: this is of the 6 deals that were done.");
    let games: Vec<u64> = report["entrants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["games"].as_u64().unwrap())
        .collect();
    assert_eq!(games, [12, 12, 0]);
    assert!(report["pairs"].as_array().unwrap().iter().all(|pair| pair["unfinished"] == 0));
}

#[test]
fn who_leads_is_followed_until_it_is_stopped() {
    let (told, report) = stopped(&[
        "sim",
        "long.yaml",
        "--seats",
        "exec:sh player.sh,exec:sh player.sh",
        "--games",
        "10",
        "--lead=3",
    ]);
    let words =
        "Stopped: this is of the 10 games that were done.\nWho led was looked at in 2 of them.";
    assert_eq!(told, words);
    assert_eq!((&report["games"], &report["lead_means"]["games"]), (&10.into(), &2.into()));
}
