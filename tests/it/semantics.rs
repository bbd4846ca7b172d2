//! The numbered rules of `docs/language.md`, each for the kinds of things that it speaks of: each
//! file of `cases/semantics` is a small game beside whose lines stands what comes of them.
//! `cases/semantics/README.md` says how, and which case is about which rule.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

use crate::common::folder;
use crate::common::reference::{Engines, Runtimes};
use crate::common::setups::{Setup, setups_of};
use cardrun::game::{Entry, Game, Play, Settings};
use cardrun::program::{Program, ValueKind, Variable};
use cardrun::scenario;
use cardrun::source::Sources;
use cardrun::tabletop::ids::{VariableId, WordListId};
use cardrun::value::{NONE, Seat};
use cardrun::vm::{Event, Generator, RandomKind};
use std::collections::{BTreeMap, BTreeSet};

const FOLDER: &str = "tests/cases/semantics";

/// The columns of the table, and what headings of cases say.
const KINDS: [&str; 9] =
    ["itself", "set", "list", "family", "tuple", "one", "several", "known", "hidden"];

/// Games of each case that are compared in all ways of playing.
const GAMES: u64 = 20;

/// More choices than any of the cases has.
const LONGEST: usize = 1_000;

/// The names of cases in a folder, without `.yaml`.
fn cases(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder::root().join(folder)).expect("a folder");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(".yaml").map(str::to_owned)).collect();
    names.sort();
    assert!(!names.is_empty(), "{folder} is empty");
    names
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(folder::root().join(file))
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Each case that plays to its end: its name from the root of the repository, and its text.
fn whole_cases() -> Vec<(String, String)> {
    let names = cases(FOLDER).into_iter().map(|name| format!("{FOLDER}/{name}"));
    names.map(|name| (name.clone(), text_of(&format!("{name}.yaml")))).collect()
}

fn load(name: &str) -> Game {
    folder::load_from_root(name, &Settings::default())
}

// ------------------------------------------------------------------------------------------------
// what is told

/// A value in the words of records.
fn word(program: &Program, variable: &Variable, value: i32) -> String {
    if value == NONE {
        return "none".to_owned();
    }
    let at = usize::try_from(value);
    match variable.kind {
        ValueKind::Number => value.to_string(),
        ValueKind::Card => program.cards[at.expect("a card")].name.clone(),
        ValueKind::Player => (value + 1).to_string(),
        ValueKind::Word(list) => {
            program.lists[WordListId::new(list.index())].words[at.expect("a word")].clone()
        }
        ValueKind::Flag => (value != 0).to_string(),
        ValueKind::Slot | ValueKind::Team | ValueKind::Text => {
            panic!("{} is not told", variable.name)
        }
    }
}

/// The variable that an effect of `base/telling.yaml` sets, by its name.
fn said_in(effect: &str) -> &'static str {
    match effect {
        "tell" => "the_number",
        "tell_card" => "the_card",
        "tell_seat" => "the_seat",
        "tell_suit" => "the_suit",
        other => panic!("no effect `{other}`"),
    }
}

/// A line that tells: where, by which variable, and what it should tell, several values where it
/// stands in a loop.
fn telling(line: &str) -> Option<(&'static str, Vec<String>)> {
    let (statement, values) = line.split_once("// = ")?;
    let effect =
        statement.rsplit_once("do tell").map(|(_, rest)| rest.split('(').next().expect("a name"));
    let effect = effect.unwrap_or_else(|| panic!("nothing is told in `{line}`"));
    Some((
        said_in(&format!("tell{effect}")),
        values.split(", ").map(|value| value.trim().to_owned()).collect(),
    ))
}

/// What the variables held whenever something had been told, in order.
fn told(play: &Play) -> Vec<BTreeMap<String, String>> {
    let program = play.game().program();
    let starts = program.variables.iter().filter(|variable| variable.name.starts_with("the_"));
    let starts = starts
        .map(|variable| (variable.name.clone(), word(program, variable, variable.defaults[0])));
    let (mut now, mut told): (BTreeMap<String, String>, _) = (starts.collect(), Vec::new());
    for entry in play.log() {
        let Entry::Event(Event::Set { variable, value, .. }) = entry else { continue };
        let variable = &program.variables[VariableId::new(variable.index())];
        match variable.name.as_str() {
            "told" => told.push(now.clone()),
            name if name.starts_with("the_") => {
                now.insert(name.to_owned(), word(program, variable, *value));
            }
            _ => {}
        }
    }
    told
}

/// What a variable held. None that is no number is told apart.
fn said(now: &BTreeMap<String, String>, variable: &str) -> String {
    match variable == "the_number" && now["the_none"] == "true" {
        true => "none".to_owned(),
        false => now[variable].clone(),
    }
}

fn play_on(play: &mut Play, chance: &mut Generator) {
    for _ in 0..LONGEST {
        let Some(&seat) = play.pending().first() else { return };
        let options = play.option_count(seat);
        play.apply(seat, chance.below(options as u32) as usize)
            .expect("what is offered is accepted");
    }
}

#[test]
fn each_line_tells_what_stands_behind_it() {
    let mut wrong = String::new();
    for (name, text) in whole_cases() {
        let mut play = Play::new(&load(&name), 1);
        play_on(&mut play, &mut Generator::stream(1, 1));
        assert_eq!(play.fault_words(), None, "{name}");
        assert!(play.outcome().is_some(), "{name} has no end");
        let mut told = told(&play).into_iter();
        for (number, line) in text.lines().enumerate() {
            let Some((variable, wanted)) = telling(line) else { continue };
            let found = told.by_ref().take(wanted.len());
            let found: Vec<String> = found.map(|now| said(&now, variable)).collect();
            if found != wanted {
                wrong += &format!("{name}.yaml:{}: {} tells {found:?}\n", number + 1, line.trim());
            }
        }
        assert_eq!(told.count(), 0, "{name} tells more than it says");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

// ------------------------------------------------------------------------------------------------
// scenarios and offers

/// The scenarios at the end of a case: comments behind a line `# ---`, each block a file of
/// scenarios of this game.
fn scenarios(name: &str, text: &str) -> Vec<String> {
    let file = name.rsplit('/').next().expect("a file");
    let mut blocks: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line == "# ---" {
            blocks.push(format!("game: {file}.yaml{}", "\n".repeat(number + 1)));
        } else if let Some(block) = blocks.last_mut() {
            let line = line
                .strip_prefix('#')
                .unwrap_or_else(|| panic!("{name}: behind `# ---` come comments"));
            *block += line.strip_prefix(' ').unwrap_or(line);
            *block += "\n";
        }
    }
    blocks
}

#[test]
fn seats_are_offered_and_see_what_the_scenarios_say() {
    let mut said = String::new();
    let faults = cases(&format!("{FOLDER}/faults"))
        .into_iter()
        .map(|name| format!("{FOLDER}/faults/{name}"));
    let faults = faults.map(|name| (name.clone(), text_of(&format!("{name}.yaml"))));
    for (name, text) in whole_cases().into_iter().chain(faults) {
        for block in scenarios(&name, &text) {
            let mut sources = Sources::default();
            let source = sources.add(format!("{name}.yaml"), &block);
            let (file, problems) = scenario::read(source, &block);
            assert!(problems.is_empty(), "{name}: {problems:?}");
            let file = file.expect("scenarios");
            let game = folder::load_from_root(&name, &file.settings);
            assert!(!file.scenarios.is_empty(), "{name} has no scenarios behind `# ---`");
            for scenario in &file.scenarios {
                if let Err(problem) = scenario::run(&game, &file, scenario) {
                    let (line, _) = sources.line_column(problem.span);
                    let help = problem.help.as_deref().unwrap_or_default();
                    said += &format!("{name}.yaml:{line}: {}; {help}\n", problem.message);
                }
            }
        }
    }
    assert!(said.is_empty(), "\n{said}");
}

/// `# first offered to 1: a | b`: the options of a seat at the first choice, in their order.
#[test]
fn options_come_in_the_order_that_is_said() {
    let mut lines = 0;
    for (name, text) in whole_cases() {
        for said in text.lines().filter_map(|line| line.strip_prefix("# first offered to ")) {
            let (seat, options) = said.split_once(": ").expect("a seat and its options");
            let seat = seat.parse().ok().and_then(Seat::from_shown).expect("a seat");
            let wanted: Vec<&str> = options.split(" | ").collect();
            assert_eq!(Play::new(&load(&name), 1).options(seat), wanted, "{name}");
            lines += 1;
        }
    }
    assert!(lines > 0, "no case says in which order options come");
}

// ------------------------------------------------------------------------------------------------
// faults

/// The lines that fail, by the word of the option `fails` that chooses them: the line's number and
/// the fault's code.
fn failing(text: &str) -> BTreeMap<String, (usize, String)> {
    let marked = text.lines().enumerate().filter_map(|(number, line)| {
        let (statement, code) = line.split_once("// fault: ")?;
        let word = statement
            .split_once("fails = ")
            .map(|(_, rest)| rest.split([' ', ')']).next().expect("a word"));
        let word = word.unwrap_or_else(|| panic!("`{line}` says not when it fails"));
        Some((word.to_owned(), (number + 1, code.trim().to_owned())))
    });
    marked.collect()
}

#[test]
fn what_fails_fails_in_its_line_in_all_ways_of_playing() {
    for name in cases(&format!("{FOLDER}/faults")) {
        let name = format!("{FOLDER}/faults/{name}");
        let wanted = failing(&text_of(&format!("{name}.yaml")));
        let mut tried = BTreeSet::new();
        for Setup { game, settings, .. } in setups_of(&name) {
            let Some((_, word)) = settings.options.first() else { continue };
            let (line, code) =
                wanted.get(word).unwrap_or_else(|| panic!("{name}: no line fails for `{word}`"));
            let engines = Engines::of(&game);
            let compared = Runtimes::of(&engines)
                .compare(1)
                .unwrap_or_else(|what| panic!("{name}, {word}: {what}"));
            let fault =
                compared.fault.unwrap_or_else(|| panic!("{name}: nothing fails for `{word}`"));
            let found = (game.problems().sources.line_column(fault.span).0, fault.kind.code());
            assert_eq!(found, (*line, code.as_str()), "{name}, {word}");
            tried.insert(word.clone());
        }
        assert!(wanted.keys().eq(tried.iter()), "{name}: {:?} are not tried", wanted.keys());
    }
}

/// Whatever stands in a division is worked out once: it is told how often dice are thrown.
#[test]
fn a_die_is_thrown_once_where_it_divides() {
    let game = load(&format!("{FOLDER}/S14_chance"));
    let play = Play::new(&game, 1);
    let thrown = |entry: &&Entry| {
        matches!(
            entry,
            Entry::Event(Event::Random { kind: RandomKind::Die | RandomKind::Coin, .. })
        )
    };
    // Forty dice; forty times a coin and a die of one side.
    assert_eq!(play.log().iter().filter(thrown).count(), 40 + 40 * 2);
}

// ------------------------------------------------------------------------------------------------
// all ways of playing

/// The reference test does so a thousand times; this one stands beside the cases.
#[test]
fn each_case_comes_out_the_same_in_all_ways_of_playing() {
    for (name, _) in whole_cases() {
        for setup in setups_of(&name) {
            let engines = Engines::of(&setup.game);
            let mut runtimes = Runtimes::of(&engines);
            for seed in 0..GAMES {
                let compared = runtimes
                    .compare(seed)
                    .unwrap_or_else(|what| panic!("{}: {what}", setup.words()));
                assert_eq!(compared.fault, None, "{}", setup.words());
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------
// the table

/// The numbers of the rules, in the order in which they stand.
fn rules() -> Vec<String> {
    let page = text_of("docs/language.md");
    let rules = page.lines().filter_map(|line| line.strip_prefix("* **S")?.split_once("**"));
    rules.map(|(number, _)| format!("S{number}")).collect()
}

/// The headings of a case: `// S11 list: …` in its rules, `# S11 list: …` in its layout.
fn headings(text: &str) -> BTreeSet<(String, String)> {
    let comments = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))
    });
    let headings = comments.filter_map(|comment| {
        let (rule, rest) = comment.split_once(' ')?;
        let number = rule.strip_prefix('S')?;
        let kind = rest.split_once(':')?.0;
        (number.starts_with(|c: char| c.is_ascii_digit()) && KINDS.contains(&kind))
            .then(|| (rule.into(), kind.into()))
    });
    headings.collect()
}

/// The cells of the table, by rule and kind, in the order of its rows.
fn table(readme: &str) -> Vec<(String, Vec<String>)> {
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| S"));
    rows.map(|row| {
        let mut cells = row.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (format!("S{}", cells.next().expect("a rule")), cells.collect())
    })
    .collect()
}

#[test]
fn the_table_has_every_rule_and_every_case() {
    let readme = text_of(&format!("{FOLDER}/README.md"));
    let rows = table(&readme);
    let named: Vec<&String> = rows.iter().map(|(rule, _)| rule).collect();
    assert_eq!(
        named,
        rules().iter().collect::<Vec<_>>(),
        "the rows of the table are the rules of the page"
    );

    let mut wanted: BTreeSet<(String, String, String)> = BTreeSet::new();
    for folder in ["", "faults/"] {
        for case in cases(&format!("{FOLDER}/{folder}")) {
            let case = format!("{folder}{case}");
            let headings = headings(&text_of(&format!("{FOLDER}/{case}.yaml")));
            assert!(!headings.is_empty(), "{case} says not which rule it is about");
            wanted.extend(headings.into_iter().map(|(rule, kind)| (rule, kind, case.clone())));
        }
    }
    let mut found = BTreeSet::new();
    for (rule, cells) in &rows {
        assert_eq!(cells.len(), KINDS.len(), "{rule}");
        assert!(cells.iter().any(|cell| !cell.starts_with('–')), "{rule} has no case");
        for (kind, cell) in KINDS.iter().zip(cells) {
            if let Some(reason) = cell.strip_prefix('–') {
                let told = format!("* `–{reason}`");
                assert!(
                    !reason.is_empty() && readme.contains(&told),
                    "{rule} {kind}: no reason `{reason}`"
                );
                continue;
            }
            found.extend(
                cell.split(", ").map(|case| (rule.clone(), (*kind).to_owned(), case.to_owned())),
            );
        }
    }
    assert_eq!(found, wanted, "the cells of the table are the headings of the cases");
}
