//! Rules texts and what the parser makes of them: each file of `cases/syntax` is one test, its
//! snapshot shows it with the result.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

use crate::common;

use cardrun::diagnostic::Diagnostic;
use cardrun::source::{SourceId, Sources, Span};
use cardrun::syntax::{ast, parse_expression, parse_file};
use proptest::prelude::*;
use std::path::Path;

fn snapshot(name: &str, path: &Path, body: String) {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
        snapshot_suffix => "",
    }, {
        insta::assert_snapshot!(format!("{name}_{stem}"), body);
    });
}

fn read(path: &Path) -> (Sources, ast::File, Vec<Diagnostic>) {
    let text = std::fs::read_to_string(path).expect("a test case can be read");
    let mut sources = Sources::default();
    let id = sources.add("test.rules", text.clone());
    let (file, problems) = parse_file(id, &text);
    (sources, file, problems)
}

fn text(sources: &Sources) -> &str {
    &sources.get(SourceId(0)).text
}

#[test]
fn right() {
    insta::glob!("../cases", "syntax/ok/*.rules", |path| {
        let (sources, file, problems) = read(path);
        assert!(problems.is_empty(), "{}", common::render(&sources, &problems));
        spans_fit(&sources, &file);
        snapshot(
            "syntax_ok",
            path,
            format!("{}\n----\n{}", text(&sources), common::dump::file(&file)),
        );
    });
}

#[test]
fn wrong() {
    insta::glob!("../cases", "syntax/bad/*.rules", |path| {
        let (sources, file, problems) = read(path);
        assert!(!problems.is_empty());
        let kept =
            file.declarations.iter().map(|d| sources.text(d.span).lines().next().unwrap_or(""));
        let kept = kept.map(|line| format!("kept: {line}\n")).collect::<String>();
        let shown =
            format!("{}\n----\n{}\n{kept}", text(&sources), common::render(&sources, &problems));
        snapshot("syntax_bad", path, shown);
    });
}

/// Every span is the text of its thing and nothing around it.
fn spans_fit(sources: &Sources, file: &ast::File) {
    for span in common::dump::spans(file) {
        let text = sources.text(span);
        assert!(!text.is_empty() && text.trim() == text && !text.ends_with("//"), "{text:?}");
    }
}

#[test]
fn an_expression_knows_its_place_in_a_string() {
    let expression =
        parse_expression(SourceId(3), "count hand where joker", 100).expect("this parses");
    assert_eq!(expression.span, Span::new(SourceId(3), 100, 122));
    let error = parse_expression(SourceId(3), "count hand wher joker", 100)
        .expect_err("this does not parse");
    assert_eq!((error.code, error.span), ("syntax", Span::new(SourceId(3), 111, 115)));
    let stray = parse_expression(SourceId(0), "hand where a or b", 7)
        .expect_err("this can be read in two ways");
    assert_eq!((stray.code, stray.span.start), ("where-strays", 20));
    for text in ["", " ", "// nothing", "a\nb", "a }", "let x = 3", "(("] {
        let error = parse_expression(SourceId(0), text, 0).expect_err("this is no expression");
        assert_eq!(error.code, "syntax", "{text:?}");
    }
    assert!(parse_expression(SourceId(0), "\n a\n and b // so\n", 0).is_ok());
}

/// What is deepest of what is allowed fits a small stack, all the way from the text to the end of
/// the tree.
#[test]
fn deep_nesting_is_refused_and_the_rest_is_safe() {
    let deep = |n: usize, a: &str, b: &str, c: &str| format!("{}{b}{}", a.repeat(n), c.repeat(n));
    for n in [10, 40, 60, 63, 64, 65, 100, 1_000, 100_000] {
        for text in [
            deep(n, "(", "1", ")"),
            deep(n, "f(1, ", "1", ")"),
            deep(n, "random (", "1", ")"),
            deep(n, "not ", "a", ""),
            deep(n, "- ", "a", ""),
            deep(n, "a of ", "a", ""),
            deep(n, "a + ", "a", ""),
            deep(n, "a or ", "a", ""),
            deep(n, "a and b = ", "a", ""),
            deep(n, "a default ", "a", ""),
            deep(n, "all a are ", "a", ""),
            deep(n, "if a then b else ", "a", ""),
            deep(n / 2, "(if (", "a", ") then b else c)"),
            deep(n, "(1)..(", "a", ")"),
            deep(n, "most (", "a", ") over b"),
        ] {
            let parsed = parse_expression(SourceId(0), &text, 0);
            assert!(n >= 40 || parsed.is_ok(), "{n} {}: {parsed:?}", text.get(..30).unwrap_or(""));
            assert!(n < 1_000 || parsed.is_err());
        }
        assert_eq!(
            parse_expression(SourceId(0), &deep(n, "random (", "1", ") of x"), 0).is_err(),
            n > 4
        );
        for text in [
            format!("phase a {{ {} }}", deep(n, "if a { gather } else ", "{ gather }", "")),
            format!("phase a {{ {} }}", deep(n, "each x in y { ", "gather", "}")),
            format!("phase a = {}", deep(n, "(", "a", ")")),
            format!("phase a = b {}", "if x ".repeat(n)),
            deep(n, "when a { ", "kind b = c", "}"),
        ] {
            let (_, problems) = parse_file(SourceId(0), &text);
            assert!(
                n >= 60 || problems.is_empty(),
                "{n} {}: {problems:?}",
                text.get(..30).unwrap_or("")
            );
            assert!(
                n < 1_000 || problems.iter().any(|p| p.code == "nested-too-deep"),
                "{n}: {problems:?}"
            );
        }
    }
}

/// Much of anything takes a time that grows with its length and not with its square; were it
/// otherwise, this test would not end.
#[test]
fn long_texts_end_soon() {
    let scraps = [
        "\n",
        " ",
        "\"",
        "{}",
        "}\n",
        "{\n",
        "(",
        ")",
        "x",
        "x\n",
        "// x\n",
        "kind a = b c\n",
        "kind a = b\n\n",
        "phase a {\n",
        ", ",
        "kind a = b and\n",
        "let x = ",
        "when a {\n",
        "/",
        "=>",
        "é",
        "\r",
        "each x in y { gather }\n",
    ];
    for scrap in scraps {
        for (before, after) in [("", ""), ("phase a {\n", "\n}\n"), ("kind a = b", "c")] {
            let text = format!("{before}{}{after}", scrap.repeat(300_000 / scrap.len()));
            let (_, problems) = parse_file(SourceId(0), &text);
            assert!(problems.len() <= 50, "{scrap:?}");
        }
    }
}

#[test]
fn a_broken_declaration_takes_nothing_with_it() {
    let text = "kind a = b\nkind = c\nphase p {\n  gather\n  shufle x\n}\nkind d = e\n";
    let (file, problems) = parse_file(SourceId(0), text);
    assert_eq!(problems.len(), 2);
    let shown = common::dump::file(&file);
    assert_eq!(file.declarations.len(), 3, "{shown}");
    assert!(shown.contains("Gather"), "{shown}");
}

const SCRAPS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "\"",
    "\n",
    "//",
    " where ",
    " and ",
    " of ",
    "..",
    "=>",
    "=",
    ",",
    "|",
    ":",
    " not ",
    " if ",
    " else ",
    "é",
    "\u{FEFF}",
    "\r\n",
    "\t",
    "phase ",
    "kind ",
    "let ",
    "when ",
    "table ",
    " do ",
    " 99999999999 ",
    " over ",
    "-",
    ";",
    " each ",
    "\0",
];

fn cases() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/syntax");
    let files = ["ok", "bad"]
        .iter()
        .flat_map(|kind| std::fs::read_dir(format!("{folder}/{kind}")).expect("a folder"));
    files
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a text"))
        .collect()
}

/// A case with some scraps put in, and some characters taken out.
fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), 0..6usize, prop::sample::select(SCRAPS)),
        1..6,
    );
    (prop::sample::select(cases()), edits).prop_map(|(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, take, scrap) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + take).min(text.len());
            text.splice(start..end, scrap.chars());
        }
        text.into_iter().collect()
    })
}

fn scrambled() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS), 0..60).prop_map(|scraps| scraps.concat())
}

fn holds(text: &str) {
    let (_, problems) = parse_file(SourceId(0), text);
    for problem in &problems {
        let (start, end) = (problem.span.start as usize, problem.span.end as usize);
        assert!(text.get(start..end).is_some(), "{problem:?}");
    }
    let _ = parse_expression(SourceId(0), text, 5);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn mutated_files_never_panic(text in mutated()) {
        holds(&text);
    }

    #[test]
    fn scraps_never_panic(text in scrambled()) {
        holds(&text);
    }

    #[test]
    fn garbage_never_panics(text in any::<String>()) {
        holds(&text);
    }
}
