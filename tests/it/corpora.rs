//! The targets of `fuzz/` with the bytes that are kept: those that reach most of the code
//! (`corpus`), and those by which a target once fell (`fell`). On any compiler, in a few seconds;
//! new bytes are found by `just fuzz`.

#![allow(clippy::disallowed_methods, reason = "corpora are files")]

use crate::targets;

use rayon::prelude::*;
use std::path::{Path, PathBuf};

const MOST_FILES: usize = 150;
const MOST_BYTES: usize = 200 << 10;

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(kind).join(target)
}

/// The files of a folder, by name; none where there is no folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = paths
        .map(|path| (path.display().to_string(), std::fs::read(path).expect("bytes")))
        .collect();
    files.sort();
    files
}

fn replay(target: &str) {
    let (corpus, fell) = (files(&folder("corpus", target)), files(&folder("fell", target)));
    assert!(
        (10..=MOST_FILES).contains(&corpus.len()),
        "{} files are kept for {target}",
        corpus.len()
    );
    assert!(
        corpus.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() <= MOST_BYTES,
        "{target} keeps too much"
    );
    corpus.par_iter().chain(&fell).for_each(|(name, bytes)| {
        let falls = std::panic::catch_unwind(|| targets::run(target, bytes)).is_err();
        assert!(!falls, "{target} falls by {name}");
    });
}

#[test]
fn layout() {
    replay("layout");
}

#[test]
fn rules() {
    replay("rules");
}

#[test]
fn grammar() {
    replay("grammar");
}

#[test]
fn csv() {
    replay("csv");
}

#[test]
fn record() {
    replay("record");
}

#[test]
fn exec() {
    replay("exec");
}

#[test]
fn script() {
    replay("script");
}

#[test]
fn scenario() {
    replay("scenario");
}

#[test]
fn differential() {
    replay("differential");
}

/// Bytes by chance, the same in every run.
fn bytes(seed: u64) -> Vec<u8> {
    let mut generator = cardrun::vm::Generator::new(seed);
    (0..400).map(|_| generator.below(256).to_le_bytes()[0]).collect()
}

/// Rules that are written by chance come to the same by what is fast as by the reference.
fn by_chance(seeds: impl IntoParallelIterator<Item = u64>) {
    let falls = |seed: &u64| {
        std::panic::catch_unwind(|| targets::run("differential", &bytes(*seed))).is_err()
    };
    let fell: Vec<u64> = seeds.into_par_iter().filter(falls).collect();
    assert!(fell.is_empty(), "other games by the rules of the seeds {fell:?}");
}

#[test]
fn rules_by_chance_play_as_the_reference() {
    by_chance(0..40);
}

/// Rules that chance once wrote, and by which a long run fell: conditions of an action clobbered
/// the candidate that they were asked of; what one way alone had found out was taken for known
/// behind it; nobody worked out who is first among watches, which may fail; values of a parameter
/// were worked out although the one before it has none; of whom a choice asks something half
/// written stayed; what a caller had fixed was lost while the parameter before it was looked for.
#[test]
fn rules_by_which_chance_fell_play_as_the_reference() {
    let written = files(&folder("fell", "written"));
    assert!(written.len() > 10, "{} rules are kept", written.len());
    written.into_par_iter().for_each(|(name, rules)| {
        let rules = String::from_utf8(rules).expect("letters");
        let falls = std::panic::catch_unwind(|| targets::plays_alike(&rules)).is_err();
        assert!(!falls, "other games by the rules of {name}");
    });
}

#[test]
#[ignore = "takes long: see `just chance`"]
fn many_rules_by_chance_play_as_the_reference() {
    by_chance(0..20_000);
}

/// Bytes by chance: a target that refuses nearly all that it is given tries nothing.
#[test]
fn a_good_part_of_what_is_written_along_the_grammar_loads() {
    let loaded = (0..100u64).into_par_iter().filter(|&seed| targets::loads(&bytes(seed))).count();
    assert!(loaded >= 80, "{loaded} of 100 load");
}
