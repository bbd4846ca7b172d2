//! What is promised of a game that was played: killed at any moment, on a full disk, or written by
//! two at once, nothing is lost that a person has chosen, and what cannot be kept is told.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files that the command reads")]

use crate::common::place::{Place, Ran};
use cardrun::record::{Line, read};
use cardrun::vm::Generator;
use std::io::{BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/");

// ---- kill -9

/// A game at which the child sits: its answers go in one by one.
struct Table {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Table {
    fn begin(place: &Place, words: &[&str]) -> Table {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardrun"))
            .args(words)
            .current_dir(place.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Table { child, output }
    }

    /// Reads on to where an answer is wanted; false at the end.
    fn is_asked(&mut self) -> bool {
        let mut before = [b'\n', b'\n'];
        let mut letter = [0];
        while self.output.read(&mut letter).unwrap() == 1 {
            // A prompt is `> ` at the beginning of a line.
            if before == [b'\n', b'>'] && letter == [b' '] {
                return true;
            }
            before = [before[1], letter[0]];
        }
        false
    }

    fn answer(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Plays with this seed, kills after so many answers, in the middle of whatever follows the last
/// one, and checks what is left. Gives how many choices were found.
fn kill_and_look(seed: u64) -> usize {
    let place = Place::new();
    let mut chance = Generator::stream(seed, 9);
    let game = ["alkekan", "six_lots", "classics/hearts"][chance.below(3) as usize];
    let (answers, waits) = (chance.below(12) as usize, chance.below(2) == 0);
    let (game, number) = (format!("{GAMES}{game}.yaml"), seed.to_string());
    let mut table =
        Table::begin(&place, &["play", &game, "--seed", &number, "--record", "game.jsonl"]);
    let mut given = 0;
    while given < answers && table.is_asked() {
        table.answer();
        given += 1;
    }
    if waits {
        table.is_asked();
    }
    table.kill();
    let bytes = std::fs::read(place.path("game.jsonl")).unwrap_or_default();
    // Nothing was asked, and nothing is there.
    if given == 0 && !waits && bytes.is_empty() {
        return 0;
    }
    let record = read(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let own =
        record.lines.iter().filter(|line| matches!(line, Line::Choice { seat: 1, .. })).count();
    // All but the last answer were answered by what came next; the last one too, where that was
    // waited for.
    assert!(own + usize::from(!waits) >= given, "seed {seed}: {own} choices of {given} are kept");
    place.run("replay game.jsonl --verify").ends(0);
    place.answer("resume game.jsonl", "1\n1\nq\n").ends(0);
    place.run("replay game.jsonl --verify").ends(0);
    own
}

#[test]
fn whoever_is_killed_has_lost_nothing() {
    let kept: usize = (0..50).map(kill_and_look).sum();
    assert!(kept > 100, "{kept}");
}

#[test]
#[ignore = "takes minutes: `just kills`"]
fn whoever_is_killed_a_thousand_times_has_lost_nothing() {
    let kept: usize = (0..1000).map(kill_and_look).sum();
    println!("1000 kills, {kept} choices kept and verified");
}

// ---- full disks, closed outputs

/// With files of at most so many blocks of 512 bytes: to write more fails, as it does on a full
/// disk.
fn limited(place: &Place, blocks: u32, line: &str, answers: &str) -> Ran {
    let command =
        format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {}", line.replace("games/", GAMES));
    place.run_as(Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_cardrun")]), answers)
}

#[test]
fn a_full_disk_is_told_while_playing_and_the_record_stays_whole() {
    let place = Place::new();
    let line = "play games/alkekan.yaml --seed 5 --seats human,random --record a.jsonl --lang en";
    let told = limited(&place, 24, line, &"1\n".repeat(300)).ends(1);
    assert!(told.out.contains("the record cannot be written"), "{}", told.out);
    assert!(told.out.contains("ends before the last choices"), "{}", told.out);
    assert!(place.text("a.jsonl").ends_with("}\n"));
    place.run("replay a.jsonl --verify").ends(0);
    place.answer("resume a.jsonl", &"1\n".repeat(300)).ends(0);
    place.run("replay a.jsonl --verify").ends(0);
}

#[test]
fn a_disk_without_room_for_the_first_line_leaves_no_torn_record() {
    let place = Place::new();
    let line = "play games/alkekan.yaml --seed 5 --seats human,random --record a.jsonl --lang en";
    let told = limited(&place, 1, line, "1\n").ends(2);
    assert!(told.err.contains("cannot be written"), "{}", told.err);
    assert!(!place.folder.path().join("a.jsonl").exists());
    place.answer(line, "1\n").ends(0);
    place.run("replay a.jsonl --verify").ends(0);
}

#[test]
fn a_report_that_cannot_be_written_whole_leaves_the_old_one() {
    let place = Place::new();
    place.run("sim games/alkekan.yaml --games 5 --out x.csv").ends(0);
    let good = place.text("x.csv");
    let told =
        limited(&place, 8, "sim games/alkekan.yaml --games 2000 --out x.csv --lang en", "").ends(2);
    assert!(told.err.contains("cannot be written"), "{}", told.err);
    assert_eq!(place.text("x.csv"), good);
    let names: Vec<_> = std::fs::read_dir(place.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["x.csv"]);
}

/// What is torn would be in the way when there is room again.
#[test]
fn a_game_that_cannot_be_blessed_whole_leaves_nothing() {
    let place = Place::new();
    let line = "play games/alkekan.yaml --seed 5 --seats human,random --record a.jsonl";
    place.answer(line, &"1\n".repeat(300)).ends(0);
    for blocks in [0, 2] {
        let told = limited(&place, blocks, "bless a.jsonl --into tests --lang en", "").ends(2);
        assert!(told.err.contains("cannot be written"), "{}", told.err);
        assert_eq!(std::fs::read_dir(place.path("tests")).unwrap().count(), 0);
    }
    place.run("bless a.jsonl --into tests").ends(0);
    place.run("test tests").ends(0);
}

/// A device that is always full stands for standard output.
#[test]
fn what_cannot_be_said_is_a_failure() {
    let place = Place::new();
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("there is no /dev/full here: left out");
        return;
    }
    for line in [
        "sim games/alkekan.yaml --games 2",
        "sim games/alkekan.yaml --games 2 --format json",
        "sim games/alkekan.yaml --games 2 --format csv",
        "check games/alkekan.yaml",
        "check --about games/alkekan.yaml",
        "graph games/alkekan.yaml",
        "sim --help",
        "play games/alkekan.yaml --seats random,random",
    ] {
        let command = format!("exec \"$0\" {line} --lang en > /dev/full").replace("games/", GAMES);
        let told = place
            .run_as(Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_cardrun")]), "")
            .ends(2);
        assert!(
            told.err.contains("what was to be shown cannot be written"),
            "{line}: {}",
            told.err
        );
    }
}

/// Whoever closes the pipe has read enough.
#[test]
fn a_closed_pipe_is_no_failure() {
    let place = Place::new();
    let command = "{ \"$0\" sim games/alkekan.yaml --games 2 --format json; echo $? >&2; } | true"
        .replace("games/", GAMES);
    let told =
        place.run_as(Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_cardrun")]), "");
    assert_eq!(told.err, "0\n");
}

#[test]
fn a_folder_that_may_not_be_written_is_told() {
    let place = Place::new();
    std::fs::create_dir(place.path("ro")).unwrap();
    let mut rights = std::fs::metadata(place.path("ro")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o555);
    std::fs::set_permissions(place.path("ro"), rights).unwrap();
    if std::fs::write(place.path("ro/probe"), "").is_ok() {
        eprintln!("whoever runs this may write everywhere: left out");
        return;
    }
    for line in [
        "play games/alkekan.yaml --record ro/a.jsonl",
        "sim games/alkekan.yaml --games 2 --out ro/a.json",
    ] {
        assert!(place.run(&format!("{line} --lang en")).ends(2).err.contains("cannot be written"));
    }
}

// ---- two at once

/// What is kept of itself tells all hands: it is kept from others, also where the game goes on in
/// another record beside it. What somebody names is as they have it.
#[test]
fn what_nobody_named_is_kept_from_others() {
    let place = Place::new();
    let mode = |name: &str| place.path(name).metadata().unwrap().permissions().mode() & 0o777;
    let usual = {
        place.file("usual", "");
        mode("usual")
    };
    let line = "games/alkekan.yaml --seed 7 --seats human,human --lang en";
    place.answer(line, "1\nbranch\n1\nq\n").ends(0);
    let own = |name: &str| mode(&format!("data/cardrun/records{name}"));
    assert_eq!(
        (own(""), own("/alkekan-7.jsonl"), own("/alkekan-7-2.jsonl")),
        (0o700, 0o600, 0o600)
    );
    place.answer(&format!("{line} --record named.jsonl"), "1\nq\n").ends(0);
    assert_eq!(mode("named.jsonl"), usual);
}

#[test]
fn a_record_is_written_by_one_at_a_time() {
    let place = Place::new();
    let line = "play games/alkekan.yaml --seed 5 --seats human,random --record a.jsonl";
    place.answer(line, "1\n1\n").ends(0);
    let mut first = Table::begin(&place, &["resume", "a.jsonl"]);
    assert!(first.is_asked());
    let before = place.text("a.jsonl");
    for line in ["resume a.jsonl".to_owned(), line.to_owned()] {
        let told = place.answer(&format!("{line} --lang en"), "1\n").ends(2);
        assert!(told.err.contains("a.jsonl"), "{}", told.err);
    }
    assert!(
        place.run("resume a.jsonl --lang en").ends(2).err.contains("is being written by another")
    );
    assert_eq!(place.text("a.jsonl"), before);
    first.answer();
    assert!(first.is_asked());
    first.kill();
    place.run("replay a.jsonl --verify").ends(0);
    place.answer("resume a.jsonl", "1\n").ends(0);
}

// ---- edited records

/// One edit by chance: a byte, a line taken out, doubled, or exchanged with the next.
fn edited(good: &str, chance: &mut Generator) -> Vec<u8> {
    let mut lines: Vec<&str> = good.split_inclusive('\n').collect();
    let at = 1 + chance.below(lines.len() as u32 - 2) as usize;
    match chance.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => lines.swap(at, at + 1),
        _ => {
            let mut bytes = good.as_bytes().to_vec();
            let at = chance.below(bytes.len() as u32) as usize;
            bytes[at] = chance.below(256) as u8;
            return bytes;
        }
    }
    lines.concat().into_bytes()
}

/// An edit is refused, or it says nothing of the game: nobody can make a record say that another
/// game was played.
#[test]
fn an_edited_record_is_refused_or_says_the_same() {
    use cardrun::record::verify;
    let place = Place::new();
    place
        .answer(
            "play games/alkekan.yaml --seed 5 --seats human,random --record a.jsonl",
            &"1\n".repeat(60),
        )
        .ends(0);
    let good = place.text("a.jsonl");
    let game = crate::common::games::game("alkekan");
    let truth = read(good.as_bytes()).unwrap();
    verify(&game, &truth).unwrap();
    let mut refused = 0;
    for seed in 0..400 {
        let bytes = edited(&good, &mut Generator::stream(seed, 7));
        let Ok(record) = read(&bytes) else {
            refused += 1;
            continue;
        };
        match verify(&game, &record) {
            Err(_) => refused += 1,
            Ok(_) => {
                let same = record.lines[1..]
                    .iter()
                    .zip(&truth.lines[1..])
                    .filter(|(one, other)| one != other)
                    .count();
                let cut = record.lines.len() < truth.lines.len();
                // Of several who choose at once, it may say in another order who answered.
                assert!(same <= 2 || cut, "edit {seed} was taken");
            }
        }
    }
    assert!(refused > 300, "{refused}");
}
