//! What a seat may not know reaches it nowhere. Two worlds that differ in cards which a seat cannot
//! know are played on side by side, and every byte that the seat is given in them is compared:
//! observation, options and their order, refusals, screen, story, what it hears, what a program of
//! its own is sent, its record.
//!
//! **Other worlds.** There are three ways to one, and none trusts what the engine says that a seat
//! knows but for the second:
//!
//! * *Another shuffle.* Both games are played from their start, with the same seed, the same
//!   choices, and every shuffle decided: in the second game some cards lie where others lie in the
//!   first. As both are real games, nothing has to be known of how a state is kept, and what all
//!   others know, remember and have begun is right in both. The seat has seen none of these cards:
//!   so both games have given it the same, unless it was told something of them.
//! * *A world that the engine imagines* ([`Play::determinize`]), where it is the seat's choice:
//!   what bots think about.
//! * *Another choice*: another seat chose one card of its hand or another one. This reaches cards
//!   whose place before was known to all.
//!
//! **Playing on.** The seat chooses the same option in both worlds. The others choose in the second
//! what they chose in the first, the cards exchanged; what was forced in one is chosen in the
//! other. A seat that is asked in one world alone passes, if it may. So the second world remains
//! the first with cards exchanged, and a pair ends when the seat comes to see one of them where it
//! does not lie in the other world, when the choice is not offered there (play diverges: that is
//! told by who plays, not by the program), when lots are drawn otherwise, or with the game. Up to
//! there all must be the same, and the first line behind it must be one that shows such a card.
//!
//! **Doors** are lines of [`doors::all`]. That the probe finds what goes wrong is tested by doors
//! that leak, [`leaky`]: they live here alone.

mod doors;
mod leaky;
mod pair;
mod sources;
mod swap;
mod world;

use crate::common::folder;
use crate::common::markdown;
use crate::common::thorough;
use cardrun::game::{Game, Settings};
use doors::Doors;
use pair::{Difference, End, Looking};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How the pairs of a game ended.
#[derive(Default)]
struct Tally {
    pairs: u64,
    same: u64,
    sight: u64,
    diverged: BTreeMap<&'static str, u64>,
    differing: Vec<(u64, Difference)>,
}

impl Tally {
    fn of(game: &Game, pairs: u64, doors: &Doors, looking: Looking) -> Tally {
        let mut tally = Tally::default();
        for number in 0..pairs {
            let Some(pair) = sources::pair(game, number, (doors, looking)) else { continue };
            tally.add(number, pair.play_on());
        }
        tally
    }

    fn add(&mut self, number: u64, end: End) {
        self.pairs += 1;
        match end {
            End::Same => self.same += 1,
            End::Sight => self.sight += 1,
            End::Diverged(why) => *self.diverged.entry(why).or_default() += 1,
            End::Differs(difference) => self.differing.push((number, difference)),
        }
    }

    fn diverged(&self) -> u64 {
        self.diverged.values().sum()
    }

    fn words(&self) -> String {
        let reasons: Vec<String> =
            self.diverged.iter().map(|(why, times)| format!("{why} {times}")).collect();
        let Tally { pairs, same, sight, differing, .. } = self;
        let diverged = self.diverged();
        let first = differing
            .first()
            .map(|(number, difference)| format!("\n  pair {number}: {}", shown(difference)));
        format!(
            "{pairs} pairs: {same} same, {sight} ended by sight, {diverged} diverged ({}), {} differing{}",
            reasons.join(", "),
            differing.len(),
            first.unwrap_or_default()
        )
    }
}

fn shown(difference: &Difference) -> String {
    let [first, second] = &difference.given;
    format!("{}:\n    {first}\n    {second}", difference.door)
}

/// A game with its name.
type Named = (String, Game);

/// Every game file of the repository.
fn files() -> Vec<Named> {
    folder::all()
        .into_iter()
        .map(|name| (name.clone(), folder::load_from_root(&name, &Settings::default())))
        .collect()
}

/// Every whole game of the cookbook.
#[allow(clippy::disallowed_methods, reason = "a test reads a document of the project")]
fn cookbook() -> Vec<Named> {
    let text =
        std::fs::read_to_string(folder::root().join("docs/cookbook.md")).expect("the cookbook");
    let blocks = markdown::blocks("cookbook.md", &text);
    let files = blocks.iter().filter_map(|block| Some((block.value("file")?, block.text.as_str())));
    let files: Vec<(&str, &str)> = files.collect();
    let games = blocks
        .iter()
        .filter(|block| block.language() == "yaml" && block.says("game") && !block.says("fault"));
    let load = |block: &markdown::Block| {
        let mut all = vec![("example.yaml", block.text.as_str())];
        all.extend(files.iter().copied());
        let game = Game::from_strings(&all, &Settings::default());
        (
            format!("cookbook: {}", block.heading),
            game.unwrap_or_else(|problems| panic!("{problems}")),
        )
    };
    games.map(load).collect()
}

/// The small games that ask about what is hidden, with the first line of each.
#[allow(clippy::disallowed_methods, reason = "a test reads its cases")]
fn cases() -> Vec<(Named, String)> {
    let folder = folder::root().join("tests/cases/leaks");
    let entries = std::fs::read_dir(&folder)
        .expect("a folder with cases")
        .map(|entry| entry.expect("a file").file_name());
    let names =
        entries.filter_map(|name| Some(name.to_string_lossy().strip_suffix(".yaml")?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    let load = |name: String| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.yaml"))).expect("a case");
        let game =
            folder::load_from_root(&format!("tests/cases/leaks/{name}"), &Settings::default());
        ((name, game), text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned())
    };
    names.into_iter().map(load).collect()
}

/// Probes games, tells of each, and gives back what is wrong with them.
fn probe(games: &[Named], pairs: u64, looking: Looking) -> Vec<String> {
    let doors = doors::all();
    let without_lots = doors.without_lots();
    let tally = |(name, game): &Named| {
        let doors = if BY_LOT.contains(&name.as_str()) { &without_lots } else { &doors };
        Tally::of(game, pairs, doors, looking)
    };
    let tallies: Vec<Tally> = games.par_iter().map(tally).collect();
    let mut wrong = Vec::new();
    for ((name, game), tally) in games.iter().zip(&tallies) {
        println!("{name}: {}", tally.words());
        if !tally.differing.is_empty()
            && !is_warned(game)
            && TELLING.iter().all(|(known, _)| known != name)
        {
            wrong.push(format!("{name}: {}", tally.words()));
        }
        if tally.pairs >= MANY
            && tally.diverged() * 2 > tally.pairs
            && !DIVERGING.contains(&name.as_str())
        {
            wrong.push(format!("{name}: more than half of the pairs diverged: {}", tally.words()));
        }
    }
    wrong
}

/// Games whose rules tell on purpose, where the checker does not warn; and what they tell.
const TELLING: [(&str, &str); 11] = [
    ("cookbook: Asking a named player", "who is asked for a rank tells the truth"),
    ("cookbook: A hand that all others see", "a hint says which cards it is true of"),
    ("cookbook: A hand of hints", "a hint says which cards it is true of"),
    ("cookbook: Climbing", "who could beat what lies there and does not passes"),
    ("cookbook: Shedding", "who could lay what was drawn and does not passes"),
    ("cookbook: Claims, doubts and blocks", "who could show a card and does not passes"),
    ("tests/cases/semantics/S46_known", "how much was done is written into public variables"),
    ("tests/cases/language/asked", "what could be chosen is written into public variables"),
    (
        "tests/cases/quick/worth_of_pairs",
        "what hidden cards are worth is written into public variables",
    ),
    ("tests/cases/shapes/choose", "who could lay something and does not passes"),
    ("tests/cases/shapes/loops", "as many cards move as hidden hands have of a shape"),
];

/// Games in which what hangs on a hidden card of a set (a mark, that somebody knows it) is imagined
/// with another card in each world: each is as likely in both, but the same lot draws another one.
const BY_LOT: [&str; 5] =
    ["open_marks", "secret_marks", "together", "arrival_of_options", "tests/cases/quick/blind_man"];

/// As many pairs as say how often play diverges.
const MANY: u64 = 100;

/// Games in which most pairs diverge, since what somebody can do at all hangs on every card.
const DIVERGING: [&str; 0] = [];

/// Pairs of each game that are enough for every day; and where the suite is thorough.
const FEW: [u64; 2] = [3, 20];

const SHORT: Looking = Looking { most: 60, one_in: 12, strict: false };

#[test]
fn every_game_gives_a_seat_the_same_in_worlds_that_it_cannot_tell_apart() {
    let games = [files(), cookbook()].concat();
    let wrong = probe(&games, thorough::of(FEW), SHORT);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// At length, and with a closer look.
const LONG: Looking = Looking { most: 200, one_in: 8, strict: false };

/// Names a part of the names of the games that are to be probed at length, where not all are.
const ONLY: &str = "CARDRUN_LEAKS_OF";

/// All pairs of all games together.
const AT_LENGTH: u64 = 100_000;

#[test]
#[ignore = "takes long: see `just leaks`"]
#[allow(clippy::disallowed_methods, reason = "a test is told of its games")]
fn every_game_gives_a_seat_the_same_in_a_hundred_thousand_pairs() {
    let mut games = [files(), cookbook()].concat();
    let pairs = AT_LENGTH.div_ceil(games.len() as u64);
    if let Ok(part) = std::env::var(ONLY) {
        games.retain(|(name, _)| name.contains(&part));
    }
    let wrong = probe(&games, pairs, LONG);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// For games in which nobody is ever left without an option.
const STRICT: Looking = Looking { most: 60, one_in: 1, strict: true };

/// As many pairs as a leak may take to be found.
const ENOUGH: u64 = 1_000;

/// The first pair in which something differs.
fn found(game: &Game, doors: &Doors, looking: Looking) -> Option<(u64, Difference)> {
    (0..ENOUGH).find_map(|number| match sources::pair(game, number, (doors, looking))?.play_on() {
        End::Differs(difference) => Some((number, difference)),
        End::Same | End::Sight | End::Diverged(_) => None,
    })
}

/// Whether the checker says that the rules tell of what is hidden.
fn is_warned(game: &Game) -> bool {
    game.problems().list.iter().any(|problem| problem.code == "leaks")
}

#[test]
fn small_games_in_which_nothing_is_told_tell_nothing() {
    let cases = cases().into_iter().filter(|(_, head)| head.starts_with("same:"));
    let games: Vec<Named> = cases.map(|(game, _)| game).collect();
    let mut wrong = probe(&games, thorough::of([25, 100]), STRICT);
    let warned = games.iter().filter(|(_, game)| is_warned(game));
    wrong.extend(warned.map(|(name, _)| format!("{name}: the checker warns")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The checker warns of what might be offered; what comes about is the same in all worlds.
#[test]
fn small_games_that_are_warned_of_and_offer_the_same_tell_nothing() {
    let doors = doors::all();
    let mut wrong = Vec::new();
    for ((name, game), _) in
        cases().into_iter().filter(|(_, head)| head.starts_with("same, warned:"))
    {
        let tally = Tally::of(&game, thorough::of(FEW), &doors, STRICT);
        println!("{name}: {}", tally.words());
        if !tally.differing.is_empty() || !is_warned(&game) {
            wrong.push(format!("{name}: {}", tally.words()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn small_games_whose_rules_tell_are_found() {
    let doors = doors::all();
    let mut silent = Vec::new();
    for ((name, game), _) in cases().into_iter().filter(|(_, head)| head.starts_with("told")) {
        match found(&game, &doors, STRICT) {
            Some((number, difference)) => println!("{name}, pair {number}: {}", shown(&difference)),
            None => silent.push(name),
        }
    }
    assert!(silent.is_empty(), "not found: {}", silent.join(", "));
}

/// The checker warns where a step, a loop or a pass tells. It does not where rules do something for
/// all to see because of a hidden card, as people at a table may.
#[test]
fn small_games_are_warned_of_as_they_say() {
    let told = cases().into_iter().filter(|(_, head)| head.starts_with("told"));
    let wrong =
        told.filter(|((_, game), head)| is_warned(game) != head.starts_with("told, warned:"));
    let wrong: Vec<String> = wrong.map(|((name, _), head)| format!("{name}: {head}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doors_that_leak_are_found() {
    let cases = cases();
    for leaky::Leak { name, case, doors } in leaky::all() {
        let ((_, game), _) = cases.iter().find(|((known, _), _)| known == case).expect("a case");
        let found = found(game, &doors, STRICT);
        println!(
            "{name}: {}",
            found.as_ref().map_or("not found".into(), |(n, d)| format!("pair {n}, {}", shown(d)))
        );
        assert!(found.is_some(), "{name}: not found in {ENOUGH} pairs of {case}");
    }
}
