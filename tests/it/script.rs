//! Scripts: what is wrong with a file, what goes wrong in a call, and that nothing gets out of the
//! sandbox.

use crate::common;
use crate::common::layout_render;
use cardrun::tabletop::ids::{IdVec, ScriptId, WordListId};

use cardrun::diagnostic::Diagnostic;
use cardrun::game::{Game, Play, Settings};
use cardrun::program::{ScriptSignature, ValueKind, WordList};
use cardrun::script::Scripts;
use cardrun::source::{Source, SourceId, Sources, Span};
use cardrun::vm::{Host, ScriptFault, ScriptResult, ScriptValue};
use std::fmt::Write;
use std::path::Path;

fn lists() -> IdVec<WordListId, WordList> {
    let words = ["clubs", "diamonds", "hearts", "spades"].map(str::to_owned).to_vec();
    IdVec::from(vec![WordList { name: "suit".into(), words }])
}

/// `script f(a, b): number`, as the rules have it.
fn signature(source: SourceId, start: usize, line: &str) -> ScriptSignature {
    let (name, rest) = line.trim_start_matches("script ").split_once('(').expect("a signature");
    let (parameters, returns) = rest.split_once("): ").expect("a signature");
    let set = returns.starts_with("set of ");
    let returns = match returns.trim_start_matches("set of ") {
        "flag" => ValueKind::Flag,
        "suit" => ValueKind::Word(WordListId::new(0)),
        "cell" => ValueKind::Slot,
        "card" => ValueKind::Card,
        "text" => ValueKind::Text,
        _ => ValueKind::Number,
    };
    let parameters = parameters.split(',').filter(|p| !p.trim().is_empty()).count();
    ScriptSignature {
        name: name.into(),
        parameters,
        returns,
        set,
        span: Span::new(source, start, start + line.len()),
    }
}

/// A script and the rules that declare its functions.
struct Case {
    sources: Sources,
    script: SourceId,
    signatures: Vec<ScriptSignature>,
}

impl Case {
    fn new(name: &str, script: &str, rules: &str) -> Self {
        let mut sources = Sources::default();
        let rules_id = sources.add("game.rules", rules);
        let mut start = 0;
        let mut signatures = Vec::new();
        for line in rules.lines() {
            signatures.push(signature(rules_id, start, line));
            start += line.len() + 1;
        }
        let script = sources.add(name, script);
        Case { sources, script, signatures }
    }

    fn file(&self) -> &Source {
        self.sources.get(self.script)
    }

    fn load(&self) -> Result<Scripts, Vec<Diagnostic>> {
        Scripts::load(self.script, self.file(), &self.signatures, &lists())
    }

    fn loaded(&self) -> Scripts {
        match self.load() {
            Ok(scripts) => scripts,
            Err(list) => panic!("{}", layout_render::problems(&self.sources, &list)),
        }
    }
}

fn scripts(script: &str, rules: &str) -> Scripts {
    Case::new("test.rhai", script, rules).loaded()
}

// -------------------------------------------------------------------------------------------------
// one file, one case

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn case(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let rules: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("// rules: ")).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Case::new(&name, &text, &rules.join("\n"))
}

/// Calls every declared function with ones, and shows how that fails.
fn failures(case: &Case, scripts: &Scripts) -> String {
    let mut out = String::new();
    for (i, signature) in case.signatures.iter().enumerate() {
        let arguments = vec![ScriptValue::Number(1); signature.parameters];
        if let Err(fault) = scripts.call(ScriptId::new(i), &arguments) {
            let problem = scripts.fault_diagnostic(fault).expect("a fault of this host");
            assert!(scripts.message(fault).ends_with(&problem.message));
            let _ = writeln!(out, "{}", scripts.message(fault));
            out += &layout_render::problems(&case.sources, &[problem]);
        }
    }
    out
}

#[test]
fn bad_scripts() {
    common::snapshots(|| {
        insta::glob!("../cases", "script/bad/*.rhai", |path| {
            let case = case(path);
            let output = match case.load() {
                Err(problems) => layout_render::problems(&case.sources, &problems),
                Ok(scripts) => {
                    let declared: Vec<&str> =
                        case.signatures.iter().map(|s| s.name.as_str()).collect();
                    let warnings = scripts.unused(&declared);
                    layout_render::problems(&case.sources, &warnings)
                        + failures(&case, &scripts).as_str()
                }
            };
            assert!(!output.is_empty(), "{} has no problem", path.display());
            insta::assert_snapshot!(
                "script_bad",
                format!("{}\n------\n{output}", case.file().text.trim_end())
            );
        });
    });
}

// -------------------------------------------------------------------------------------------------
// values

fn number(scripts: &Scripts, script: ScriptId, arguments: &[ScriptValue]) -> i32 {
    match scripts.call(script, arguments).map(|called| called.result) {
        Ok(ScriptResult::Number(n)) => n,
        Ok(ScriptResult::Members(members)) => panic!("{members:?} is no number"),
        Err(fault) => panic!("{}", scripts.message(fault)),
    }
}

fn members(scripts: &Scripts, script: ScriptId, arguments: &[ScriptValue]) -> Vec<i32> {
    match scripts.call(script, arguments).map(|called| called.result) {
        Ok(ScriptResult::Members(members)) => members,
        Ok(ScriptResult::Number(n)) => panic!("{n} is no list"),
        Err(fault) => panic!("{}", scripts.message(fault)),
    }
}

#[test]
fn values_go_in_as_they_are() {
    let scripts = scripts(
        "fn told(n, yes, word, list, map, none) {
            type_of(n) == \"i64\" && n == 7 && yes && word == \"hearts\" && list[1] == 2 && map.rank == 3 && none == ()
        }",
        "script told(n, yes, word, list, map, none): flag",
    );
    let arguments = [
        ScriptValue::Number(7),
        ScriptValue::Flag(true),
        ScriptValue::Text("hearts".into()),
        ScriptValue::List(vec![ScriptValue::Number(1), ScriptValue::Number(2)]),
        ScriptValue::Map(vec![("rank".into(), ScriptValue::Number(3))]),
        ScriptValue::Nothing,
    ];
    assert_eq!(number(&scripts, ScriptId::new(0), &arguments), 1);
}

#[test]
fn values_come_back_by_their_kind() {
    let scripts = scripts(
        "fn n() { -3 } fn no() { false } fn word() { \"hearts\" } fn words() { [\"spades\", \"clubs\"] }
         fn cells() { [3, 1, 3] } fn none() { [] } fn least() { -2147483647 }",
        "script n(): number\nscript no(): flag\nscript word(): suit\nscript words(): set of suit\n\
         script cells(): set of cell\nscript none(): set of card\nscript least(): number",
    );
    assert_eq!(
        [0, 1, 2, 6].map(|i| number(&scripts, ScriptId::new(i), &[])),
        [-3, 0, 2, -i32::MAX]
    );
    assert_eq!(
        [3, 4, 5].map(|i| members(&scripts, ScriptId::new(i), &[])),
        [vec![3, 0], vec![3, 1, 3], vec![]]
    );
}

/// The scores of two players in a game with a board of three places and hands of three cards, or
/// what went wrong.
fn scores(script: &str, rules: &str) -> Result<Vec<i32>, String> {
    let layout = format!(
        "seats: 2
scripts: s.rhai
decks: {{ pack: {{ standard: 52 }} }}
zones:
  deck:  {{ holds: pack, shape: pile, seen_by: nobody }}
  hand:  {{ per: player, seen_by: owner }}
  board: {{ shape: 3, seen_by: all }}
rules: |
  phase game = deal
  phase deal {{ each player {{ draw 3 from deck to hand }} }}
{rules}
"
    );
    let files = [("case.yaml", layout.as_str()), ("s.rhai", script)];
    let game = Game::from_strings(&files, &Settings::default()).expect("a game without errors");
    let play = Play::new(&game, 1);
    match play.outcome() {
        Some(outcome) => Ok(outcome.scores),
        None => Err(play.fault_words().unwrap_or_default()),
    }
}

#[test]
fn what_a_script_names_has_to_be_there() {
    for (returns, most) in [("card", 51), ("player", 2), ("cell", 2)] {
        let rules =
            format!("  script picks(places): set of {returns}\n  score = count picks(board)");
        let picked = |n: i32| scores(&format!("fn picks(places) {{ [{n}] }}"), &rules);
        assert_eq!(picked(most), Ok(vec![1, 1]), "{returns}");
        for n in [most + 1, -1, 3000, i32::MAX] {
            picked(n).expect_err(returns);
        }
    }
}

#[test]
fn a_hand_is_its_cards_and_players_count_from_one() {
    let script = "fn told(cards, who, suit) { cards.len() * 100 + who * 10 + suit.len() }";
    let rules = "  script told(cards, who, suit): number\n  score = told(hand, me, H)";
    assert_eq!(scores(script, rules), Ok(vec![311, 321]));
    let script = "fn places(board) { board.len() * 10 + if board[0].empty { 1 } else { 0 } }";
    let rules = "  script places(board): number\n  score = places(board)";
    assert_eq!(scores(script, rules), Ok(vec![31, 31]));
}

#[test]
fn the_language_has_what_scripts_need() {
    let scripts = scripts(
        "fn sorted(list) { list.sort(); list.filter(|x| x > 1).map(|x| double(x)).reduce(|sum, x| sum * 10 + x, 0) }
         fn double(x) { x * 2 }
         fn other(s) { print(s); debug(s); let m = #{ a: 1 }; m.keys().len() + s.len() + abs(-4) + max(1, 2) + `${s}!`.len() }",
        "script sorted(list): number\nscript other(s): number",
    );
    let list = [3, 1, 2].map(ScriptValue::Number).to_vec();
    assert_eq!(number(&scripts, ScriptId::new(0), &[ScriptValue::List(list)]), 46);
    assert_eq!(number(&scripts, ScriptId::new(1), &[ScriptValue::Text("abc".into())]), 14);
}

// -------------------------------------------------------------------------------------------------
// limits

#[test]
fn endless_scripts_end_within_milliseconds() {
    let scripts = scripts(
        "fn turns() { let n = 0; loop { n += 1; } } fn calls() { calls() + 1 }
         fn deep() { [1].map(|x| [1].map(|x| [1].map(|x| (1 + (1 + (1 + (1 + (1 + deep()))))))))[0] }",
        "script turns(): number\nscript calls(): number\nscript deep(): number",
    );
    for script in 0..3 {
        assert!(scripts.call(ScriptId::new(script), &[]).is_err());
    }
}

#[test]
fn steps_are_counted_for_each_call_anew() {
    let scripts =
        scripts("fn f(n) { let i = 0; while i < n { i += 1; } i }", "script f(n): number");
    for _ in 0..50 {
        assert_eq!(number(&scripts, ScriptId::new(0), &[ScriptValue::Number(10_000)]), 10_000);
    }
    assert!(scripts.call(ScriptId::new(0), &[ScriptValue::Number(1_000_000)]).is_err());
    assert_eq!(number(&scripts, ScriptId::new(0), &[ScriptValue::Number(10_000)]), 10_000);
}

#[test]
fn a_large_game_fits_the_limits() {
    let scripts = scripts(
        "fn f(cards) { let all = []; for card in cards { if card.a1 == 1 { all.push(card); } } all.len() }",
        "script f(cards): number",
    );
    let card =
        ScriptValue::Map((0..30).map(|i| (format!("a{i}"), ScriptValue::Number(i))).collect());
    assert_eq!(number(&scripts, ScriptId::new(0), &[ScriptValue::List(vec![card; 250])]), 250);
}

/// What a script says is shown in terminals.
#[test]
fn what_steers_is_a_picture() {
    let scripts = scripts(r#"fn f() { throw "\x1b[8mhidden"; }"#, "script f(): number");
    let fault = scripts.call(ScriptId::new(0), &[]).expect_err("it throws");
    assert!(scripts.message(fault).ends_with("␛[8mhidden"), "{}", scripts.message(fault));
}

#[test]
fn messages_are_kept_once_and_do_not_pile_up() {
    let scripts = scripts("fn f(n) { throw `failure ${n}`; }", "script f(n): number");
    let fault =
        |n| scripts.call(ScriptId::new(0), &[ScriptValue::Number(n)]).expect_err("it throws");
    assert_eq!(fault(1), fault(1));
    assert_ne!(fault(1), fault(2));
    assert_eq!(scripts.message(fault(2)), "test.rhai:1:11: failure 2");
    let most = (0..10_000).map(|n| fault(n).message).max();
    assert_eq!(most, Some(63));
    assert_eq!(scripts.message(fault(2)), "test.rhai:1:11: failure 2");
    assert!(!scripts.message(fault(9_999)).contains("failure"));
}

#[test]
fn what_cannot_be_counted_with_and_who_is_nobody_have_words() {
    let scripts = scripts(
        "fn f(n) { 1 + n } fn g() { [9] }",
        "script f(n): number\nscript g(): set of player",
    );
    let fault = scripts.call(ScriptId::new(0), &[ScriptValue::Nothing]).expect_err("none");
    assert_eq!(scripts.message(fault), "test.rhai:1:13: `+` cannot work on a number and nothing");
    assert_eq!(
        scripts.message(scripts.no_member(ScriptId::new(1), 9)),
        "test.rhai:1:22: `g` must give back a list of numbers, but gave 9, which is the number of none"
    );
}

#[test]
fn faults_that_are_not_of_this_host_have_words_too() {
    let scripts = scripts("fn f() { 1 }", "script f(): number");
    let fault = scripts.call(ScriptId::new(9), &[]).expect_err("there is no tenth script");
    assert_eq!(
        scripts.message(fault),
        "test.rhai:1:1: the script gave back a value of the wrong form"
    );
    let foreign = ScriptFault { message: 900 };
    assert_eq!(scripts.message(foreign), "test.rhai: the script failed");
    assert_eq!(scripts.fault_diagnostic(foreign), None);
    assert!(
        scripts.call(ScriptId::new(0), &[ScriptValue::Nothing]).is_err(),
        "one argument too many"
    );
}

#[test]
fn scripts_run_in_many_threads_at_once() {
    let scripts =
        scripts("fn f(n) { let s = 0; for i in 0..n { s += i; } s }", "script f(n): number");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for n in 0..500 {
                    assert_eq!(
                        number(&scripts, ScriptId::new(0), &[ScriptValue::Number(n)]),
                        n * (n - 1) / 2
                    );
                }
            });
        }
    });
}

// -------------------------------------------------------------------------------------------------
// odd inputs

const ODD: &str = r###"
// fn a() {
/* fn b() { /* " */ ' */
fn real(x, y) { let s = "a\"}{"; let c = '"'; let r = #"} " fn no() {"#; let m = #{ a: `}${ #{ b: "}" }.b }{` }; x || y }
private fn hidden() { `${`${1}`}` }
fn i64.of_numbers() { 1 }
let outside = [1, 2]; { let block = 1; }
fn last(){}
"###;

#[test]
fn an_outline_is_not_misled() {
    let case = Case::new("odd.rhai", ODD, "script real(x, y): flag\nscript last(): number");
    let problems = case.load().err().expect("there is a statement");
    let said: Vec<&str> = problems.iter().map(|d| case.sources.text(d.span)).collect();
    assert_eq!(said, ["let outside = [1, 2]; { let block = 1; }"]);
    let good = ODD.replace("let outside = [1, 2]; { let block = 1; }", "");
    let warnings =
        scripts(&good, "script real(x, y): flag\nscript last(): number").unused(&["real", "last"]);
    let said: Vec<&str> = warnings.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        said,
        ["nothing uses the function `hidden`", "nothing uses the function `of_numbers`"]
    );
}

#[test]
fn every_piece_of_a_script_is_read_without_panic() {
    let text = format!("{ODD}{}", include_str!("common/cascade.rhai"));
    let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
    for &at in &places {
        for piece in [&text[..at], &text[at..]] {
            let case = Case::new("piece.rhai", piece, "script cascade(grid, start): set of cell");
            for d in case.load().err().unwrap_or_default() {
                let source = &case.sources.get(d.span.source).text;
                assert!(source.get(d.span.start as usize..d.span.end as usize).is_some(), "{d:?}");
            }
        }
    }
}

#[test]
fn a_long_file_of_anything() {
    let pieces = "( { [ - ! \" ` ' # /* */ é x+ x. fn `${ x? 1; #{ fn~f(){} //
 ~"
    .split(' ')
    .map(|p| p.replace('~', " "));
    for piece in pieces {
        let text = piece.repeat((1 << 17) / piece.len() - 9);
        for text in [format!("fn f() {{ {text}"), text] {
            let case = Case::new("long.rhai", &text, "script f(): number");
            assert!(case.load().is_err(), "{piece}");
        }
    }
    let case = Case::new("long.rhai", &" ".repeat(1 << 20), "script f(): number");
    assert_eq!(case.load().err().map(|list| list[0].code), Some("script-too-long"));
}

// -------------------------------------------------------------------------------------------------
// the shipped games

#[test]
fn magic_cards_of_alkekan() {
    let rules = "script change(magic_rank, worth_before): number";
    let scripts = scripts(include_str!("../../games/alkekan.rhai"), rules);
    let change = |rank, worth| {
        number(&scripts, ScriptId::new(0), &[ScriptValue::Number(rank), ScriptValue::Number(worth)])
    };
    assert_eq!([11, 12, 13, 4].map(|rank| change(rank, 7)), [-7, 7, -14, 0]);
    assert_eq!([11, 12, 13, 4].map(|rank| change(rank, -5)), [5, -5, 10, 0]);
    assert_eq!(scripts.unused(&["change"]), []);
}

/// A grid of 16 cells: cell, who holds it, corners nw ne sw se.
fn grid(cards: &[(usize, i32, [i32; 4])]) -> ScriptValue {
    let cell = |i: usize| match cards.iter().find(|(at, ..)| *at == i) {
        None => vec![("empty".to_owned(), ScriptValue::Flag(true))],
        Some((_, held, corners)) => {
            let mut fields = vec![
                ("empty".into(), ScriptValue::Flag(false)),
                ("held".into(), ScriptValue::Number(*held)),
            ];
            let named = ["nw", "ne", "sw", "se"].iter().zip(corners);
            fields.extend(named.map(|(name, n)| ((*name).to_owned(), ScriptValue::Number(*n))));
            fields
        }
    };
    ScriptValue::List((0..16).map(|i| ScriptValue::Map(cell(i))).collect())
}

#[test]
fn a_cascade_over_a_board() {
    let rules = "script cascade(grid, start): set of cell";
    let scripts = scripts(include_str!("common/cascade.rhai"), rules);
    let cascade = |cards: &[_], start| {
        members(&scripts, ScriptId::new(0), &[grid(cards), ScriptValue::Number(start)])
    };
    let (me, foe) = (1, 2);
    assert_eq!(cascade(&[(5, me, [9; 4])], 5), Vec::<i32>::new());
    // 5 beats 10 and 0; 10 then beats 15; 13 holds out, and 8 is a friend.
    let cards = [
        (5, me, [3, 1, 1, 4]),
        (0, foe, [0, 0, 0, 2]),
        (8, me, [0; 4]),
        (10, foe, [3, 1, 2, 6]),
        (13, foe, [1, 2, 1, 1]),
        (15, foe, [5, 0, 0, 0]),
    ];
    let mut fallen = cascade(&cards, 5);
    fallen.sort_unstable();
    assert_eq!(fallen, [0, 10, 15]);
    assert_eq!(scripts.unused(&["cascade"]), []);
}
