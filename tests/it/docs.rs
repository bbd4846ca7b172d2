//! Every fenced example of the documents is loaded, and whole games are played to their end. The
//! words behind a fence say what an example is:
//!
//! * `yaml game`: a whole game in one file. It is loaded, and played at random, by the reference
//!   and by what is fast.
//! * `yaml layout`: part of a layout, laid over the frame's.
//! * `rules`: declarations, inside the frame. What nothing in them uses is used by the test, so
//!   that it is checked too.
//! * `rules steps`, `rules statements`, `rules expressions`: one step a line; a body; one
//!   expression a line.
//! * `… wrong`: the example must have the problem that its heading names; `yaml game fault`: it
//!   must fail so while it is played.
//! * `… file=NAME`: another file, for all examples of its document.
//!
//! `frame=NAME` chooses another frame than `frame.yaml` of `cases/docs`.

use crate::common::markdown;
use crate::common::reference;
use crate::common::thorough;

use cardrun::diagnostic::{Level, Problems};
use cardrun::game::{Game, Settings};
use cardrun::runner::{failing, never};
use cardrun::source::SourceId;
use cardrun::syntax::ast::{Action, Declaration, DeclarationKind};
use cardrun::vm::{Generator, Silent, Stop};
use markdown::{Block, blocks};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn text_of(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn files_in(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    files.sort();
    files
}

/// The blocks of all documents, document by document.
fn documents() -> Vec<Vec<Block>> {
    let mut paths = files_in("docs", "md");
    paths.push(root().join("README.md"));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().filter_map(|path| Some(blocks(&name(path), &text_of(path)?))).collect()
}

type Files = Vec<(String, String)>;

fn load(files: &Files) -> Result<Game, Problems> {
    let borrowed: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Game::from_strings(&borrowed, &Settings::default())
}

/// The main file, the frames, and the files that the document brings along.
fn with_files(main: String, document: &[Block]) -> Files {
    let mut files = vec![("example.yaml".to_owned(), main)];
    for path in files_in("tests/cases/docs", "yaml")
        .into_iter()
        .chain(files_in("tests/cases/docs", "rules"))
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, text_of(&path).unwrap_or_default()));
    }
    files.extend(
        document.iter().filter_map(|b| Some((b.value("file")?.to_owned(), b.text.clone()))),
    );
    files
}

fn frame(block: &Block) -> &str {
    block.value("frame").unwrap_or("frame")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A game of the frame's layout with these rules laid over the frame's own.
fn framed(block: &Block, rules: &str, document: &[Block]) -> Files {
    let main = format!("extends: {}.yaml\nrules: |\n{}", frame(block), indented(rules));
    with_files(main, document)
}

// -------------------------------------------------------------------------------------------------
// one example

/// What an example makes: games that must load.
fn games_of(block: &Block, document: &[Block]) -> Vec<Files> {
    let lines = || {
        block.text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//"))
    };
    match (block.language(), block.info.get(1).map_or("", String::as_str)) {
        ("yaml", "game") => vec![with_files(block.text.clone(), document)],
        ("yaml", "layout") => {
            vec![with_files(format!("extends: {}.yaml\n{}", frame(block), block.text), document)]
        }
        ("rules", "steps") => lines().map(|step| framed(block, &in_step(step), document)).collect(),
        ("rules", "expressions") => {
            lines().map(|line| framed(block, &in_expression(line), document)).collect()
        }
        ("rules", "statements") => vec![framed(block, &in_body(&block.text), document)],
        ("rules", _) => vec![framed(block, &started(&block.text), document)],
        _ => Vec::new(),
    }
}

const PROBE: &str = "replace phase game = each player: probe\n";

fn in_step(step: &str) -> String {
    format!("{PROBE}phase probe = {step}\n{PARTS}")
}

/// Inside an action that has one of everything.
fn in_body(statements: &str) -> String {
    let parameters = "card from hand, cell from cells of board, unit from units, foe from opponents, some from 2 of hand";
    format!("{PROBE}action probe({parameters}) {{\n{statements}\n}}\n{PARTS}")
}

fn in_expression(line: &str) -> String {
    let expression = line.split("//").next().unwrap_or(line).trim();
    let draws = expression.contains("random") || expression.contains("roll");
    if draws { in_body(&format!("let value = {expression}")) } else { in_body(&asked(expression)) }
}

/// Not every expression is a value that a body can keep; each is something that a script can be
/// given, or a condition.
fn asked(expression: &str) -> String {
    match expression {
        e if SEVERAL.iter().any(|start| e.starts_with(start)) && e.contains(" of ") => {
            format!("let value = count {e}")
        }
        e if e.starts_with('(') && e.contains(',')
            || e.contains("..") && !e.contains(" in ") && !e.contains(" of ") =>
        {
            format!("each member in {e} {{ add 1 to tally }}")
        }
        e => format!("let value = {e}"),
    }
}

/// With these begin several sets, which are counted.
const SEVERAL: &[&str] = &["0", "1", "2", "3", "groups", "run", "best melds of"];

/// What steps and bodies of examples name: actions, phases, effects, kinds.
const PARTS: &str = "\
phase deal { shuffle deck }
phase play_out = may discard_one
phase quarrel(one, other) { add (rank of one - rank of other) default 0 to tally }
action discard_one(gone from hand) { move gone to discard }
action draw_one needs some: any deck why \"the deck is empty\" { draw 1 from deck to hand }
action bid(amount from 1..6) { set tally to amount }
action doubt needs open_now: tally of active > 0 why \"nothing to doubt\" { answer me }
effect fine(n) { add -n to tally }
effect weigh { answer count hand }
kind figure = rank in 11..13
kind ready = not tapped
let worth = if figure then 10 else rank
let gain(a, b) = if rank of a > rank of b then 2 else 0
order suit_order(suit) = D < C < H < S
combinations melds { king, queen => 2; king, king, king => 6; run => count it }
shape run = 3.. cards, same suit, rank in sequence
kind king = rank is K
kind queen = rank is Q
";

// -------------------------------------------------------------------------------------
// declarations and their uses

/// Without a phase `game` of its own the example begins with what nothing else in it uses.
fn started(rules: &str) -> String {
    let (file, _) = cardrun::syntax::parse_file(SourceId(0), rules);
    let has_game = file
        .declarations
        .iter()
        .any(|d| matches!(&d.node, DeclarationKind::Phase { name, .. } if name.node == "game"));
    if has_game {
        return rules.replacen("phase game", "replace phase game", 1);
    }
    let mut steps = Vec::new();
    let mut added = String::new();
    for (number, declaration) in file.declarations.iter().enumerate() {
        if let Some((step, text)) = use_of(declaration, number, rules) {
            steps.push(step);
            added.push_str(&text);
        }
    }
    let start = if steps.is_empty() {
        "nothing".to_owned()
    } else {
        format!("each player: ({})", steps.join(", "))
    };
    format!("{rules}\nreplace phase game = {start}\n{added}")
}

/// A step that uses a declaration which the rest of the example does not mention, and what the step
/// needs.
fn use_of(declaration: &Declaration, number: usize, rules: &str) -> Option<(String, String)> {
    let unused = |name: &str| mentions(rules, name) == 1;
    match &declaration.node {
        DeclarationKind::Phase { name, parameters, .. }
            if unused(&name.node) && parameters.is_empty() =>
        {
            Some((name.node.clone(), String::new()))
        }
        DeclarationKind::Effect { name, parameters, .. }
            if unused(&name.node) && parameters.is_empty() =>
        {
            Some((name.node.clone(), String::new()))
        }
        DeclarationKind::Action(action) if unused(&action.name.node) && takes_nothing(action) => {
            Some((action.name.node.clone(), String::new()))
        }
        DeclarationKind::Kind { name, .. } | DeclarationKind::Let { name, parameters: _, .. }
            if unused(&name.node) && plain(declaration) =>
        {
            let step = format!("use_{number}");
            Some((
                step.clone(),
                format!(
                    "action {step}(card from hand) {{ let used_{number} = {} of card }}\n",
                    name.node
                ),
            ))
        }
        _ => None,
    }
}

fn plain(declaration: &Declaration) -> bool {
    match &declaration.node {
        DeclarationKind::Let { parameters, .. } => parameters.is_empty(),
        _ => true,
    }
}

fn takes_nothing(action: &Action) -> bool {
    action.parameters.iter().all(|parameter| parameter.source.is_some())
}

fn mentions(rules: &str, name: &str) -> usize {
    let words = rules.lines().flat_map(|line| {
        let code = line.split("//").next().unwrap_or("").to_owned();
        code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    words.filter(|word| word == name).count()
}

/// Names of an example's own that were never looked at.
fn unused(game: &Game, block: &Block) -> Vec<String> {
    let list = &game.problems().list;
    let names = list
        .iter()
        .filter(|d| d.code == "unused" && d.span.source == SourceId(0))
        // What is added so that a formula is used.
        .filter(|d| !d.message.starts_with("`used_"))
        .map(|d| d.message.clone());
    if block.language() == "rules" && block.info.len() < 2 { names.collect() } else { Vec::new() }
}

/// Errors with the lines that they were found in.
fn shown(problems: &Problems) -> String {
    let lines = problems.list.iter().filter(|d| d.level == Level::Error).map(|d| {
        let line = problems.sources.line_column(d.span).0;
        let text = &problems.sources.get(d.span.source).text;
        format!(
            "  {}: {}\n    {line}: {}",
            d.code,
            d.message,
            text.lines().nth(line - 1).unwrap_or_default()
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

// -------------------------------------------------------------------------------------------------
// the tests

fn each_block(check: impl Fn(&Block, &[Block], &mut Vec<String>)) {
    let mut wrong = Vec::new();
    for document in documents() {
        for block in &document {
            check(block, &document, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_example_loads() {
    each_block(|block, document, wrong| {
        // Scenarios are played by the tests of scenarios.
        if block.says("wrong") || block.says("fault") || block.says("scenario") {
            return;
        }
        let known = matches!(block.language(), "yaml" | "rules");
        if known && games_of(block, document).is_empty() && block.value("file").is_none() {
            wrong.push(format!("{}: nothing is checked here", block.place()));
        }
        for files in games_of(block, document) {
            match load(&files) {
                Err(problems) => wrong.push(format!("{}:\n{}", block.place(), shown(&problems))),
                Ok(game) => {
                    let left = unused(&game, block);
                    wrong.extend(left.into_iter().map(|name| format!("{}: {name}", block.place())));
                }
            }
        }
    });
}

/// The codes of all that is found when a game is checked.
fn codes(files: &Files) -> BTreeSet<&'static str> {
    let read = |wanted: &str| {
        let file = files.iter().find(|(name, _)| name == wanted);
        file.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| "no such file".to_string())
    };
    let played = |game: &Game, _: &str| {
        let found = failing(game, 20, None);
        if found.is_empty() { never(game, 20, None) } else { found }
    };
    let found = Game::check(&files[0].0, &read, &Settings::default(), &played);
    found.iter().flat_map(|(_, problems)| problems.list.iter().map(|d| d.code)).collect()
}

#[test]
fn every_wrong_example_has_its_problem() {
    each_block(|block, document, wrong| {
        if !block.says("wrong") {
            return;
        }
        for files in games_of(block, document) {
            let found = codes(&files);
            if !found.contains(block.heading.as_str()) {
                wrong.push(format!("{}: wanted {}, found {found:?}", block.place(), block.heading));
            }
        }
    });
}

/// More choices than any example needs.
const LONGEST: usize = 20_000;

/// Plays one game at random; the code of the fault that it ends with.
fn play(game: &Game, number: u64) -> Result<(), String> {
    let program = game.program();
    let mut runtime = game.runtime();
    let mut chance = Generator::stream(1, number);
    let (mut state, mut result) = runtime.start(Generator::stream(2, number), &mut Silent);
    for _ in 0..LONGEST {
        let fault = |f: cardrun::vm::Fault| {
            format!("{}: {:?}", f.kind.code(), program.sources.line_column(f.span))
        };
        let Stop::Decide(seats) = result.map_err(fault)? else { return Ok(()) };
        for seat in seats {
            while state.pending().contains(seat) {
                let options = runtime.options(&mut state, seat).map_err(fault)?.to_vec();
                let choice = options[chance.below(options.len() as u32) as usize];
                runtime.choose(&mut state, seat, &choice, &mut Silent).map_err(fault)?;
            }
        }
        result = runtime.run(&mut state, &mut Silent);
    }
    Err(format!("never-ends: after {LONGEST} choices"))
}

#[test]
fn every_game_ends() {
    each_block(|block, document, wrong| {
        if block.language() != "yaml"
            || !block.says("game")
            || block.says("wrong")
            || block.says("fault")
        {
            return;
        }
        for files in games_of(block, document) {
            let Ok(game) = load(&files) else { continue };
            let fault = (0..thorough::of([8, 20])).find_map(|number| play(&game, number).err());
            let ends = fault.is_none();
            wrong.extend(fault.map(|fault| format!("{}: {fault}", block.place())));
            let engines = reference::Engines::of(&game);
            let mut runtimes = reference::Runtimes::of(&engines);
            let differs = (0..thorough::of([8, 20]))
                .find_map(|seed| if ends { runtimes.compare(seed).err() } else { None });
            wrong.extend(
                differs.map(|what| format!("{}: reference and fast: {what}", block.place())),
            );
        }
    });
}

#[test]
fn every_faulty_game_fails() {
    each_block(|block, document, wrong| {
        if !block.says("fault") {
            return;
        }
        for files in games_of(block, document) {
            let game = match load(&files) {
                Ok(game) => game,
                Err(problems) => {
                    return wrong.push(format!("{}:\n{}", block.place(), shown(&problems)));
                }
            };
            let fault = (0..20).find_map(|number| play(&game, number).err()).unwrap_or_default();
            if !fault.starts_with(&format!("{}:", block.heading)) {
                wrong.push(format!("{}: wanted {}, found {fault:?}", block.place(), block.heading));
            }
        }
    });
}

// ----------------------------------------------------------------------------------------------
// the list of codes

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Codes stand behind `error(`, `warning(`, `notice(`, in constants of their own, and in the
/// faults' list.
fn codes_of(text: &str) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for opening in ["error(", "warning(", "notice(", ": &str = ", "=> "] {
        for (at, _) in text.match_indices(opening) {
            let rest = text[at + opening.len()..].trim_start();
            let Some(quoted) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            if opening == "=> " && !text[line..at].contains("FaultKind::") {
                continue;
            }
            let dashed = quoted.contains('-')
                && quoted.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
            let named = opening.ends_with('(') && quoted.chars().all(|c| c.is_ascii_lowercase());
            if (dashed && !quoted.starts_with('-')) || (named && !quoted.is_empty()) {
                codes.insert(quoted.to_owned());
            }
        }
    }
    codes
}

#[test]
fn every_code_is_explained_and_every_explanation_has_a_code() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let texts: Vec<String> = files.iter().filter_map(|path| text_of(path)).collect();
    let codes: BTreeSet<String> = texts.iter().flat_map(|text| codes_of(text)).collect();
    let page = text_of(&root().join("docs/errors.md")).unwrap_or_default();
    let heads = page
        .lines()
        .filter_map(|line| Some(line.strip_prefix("### `")?.trim_end_matches('`').to_owned()));
    let explained: BTreeSet<String> = heads.collect();
    let missing: Vec<&String> = codes.difference(&explained).collect();
    let written = |code: &String| texts.iter().any(|text| text.contains(&format!("\"{code}\"")));
    let left_over: Vec<&String> = explained.iter().filter(|code| !written(code)).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "not explained: {missing:?}; no such code: {left_over:?}"
    );
}

/// The variants that the studies measure are still variants of the games.
#[test]
fn variants_of_the_studies_load() {
    let folders = ["docs/studies/six_lots", "docs/studies/alkekan"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| files_in(folder, "yaml")).collect();
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        let read = |path: &str| {
            text_of(Path::new(path)).map(String::into_bytes).ok_or_else(|| "no such file".into())
        };
        let game = Game::load(&file.to_string_lossy(), &read, &Settings::default());
        assert!(game.is_ok(), "{}: {:?}", file.display(), game.err());
    }
}

/// The screens in the documents are those that are drawn.
#[test]
fn screens_are_as_they_are_drawn() {
    let mut shown = 0;
    for block in documents().concat() {
        let Some(game) = block.value("screen") else { continue };
        let path = root().join(format!("snapshots/fullscreen_{game}_80x24.snap"));
        let snapshot = text_of(&path).unwrap_or_default();
        let drawn = snapshot.splitn(3, "---\n").nth(2).unwrap_or_default();
        assert_eq!(block.text.trim_end(), drawn.trim_end(), "{}", block.place());
        shown += 1;
    }
    assert_eq!(shown, 15, "of five games, five classics and five of the cookbook");
}
