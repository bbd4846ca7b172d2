//! Layout files and tables of cards: one file, one case. Snapshots show the input, then what was
//! read or what is wrong.

use crate::common;
use crate::common::layout_render;

use cardrun::diagnostic::Diagnostic;
use cardrun::layout::model::Layout;
use cardrun::layout::{apply_when, incomplete, lay_over, read, read_cards, text_of};
use cardrun::source::{SourceId, Sources};
use std::path::Path;

#[allow(clippy::disallowed_methods, reason = "a test reads files of the project")]
fn source(path: &Path) -> (Sources, SourceId) {
    let mut sources = Sources::default();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let id = sources.add(name, std::fs::read_to_string(path).expect("a case can be read"));
    (sources, id)
}

fn shown(sources: &Sources, id: SourceId, output: &str) -> String {
    format!("{}\n------\n{output}", sources.get(id).text.trim_end())
}

#[test]
fn good_layouts() {
    common::snapshots(|| {
        insta::glob!("../cases", "layout/ok/*.yaml", |path| {
            let (sources, id) = source(path);
            let (layout, problems) = read(id, &sources.get(id).text);
            assert_eq!(layout_render::problems(&sources, &problems), "");
            let layout = layout.expect("a good case is read");
            let output = layout_render::layout(&sources, &layout);
            insta::assert_snapshot!("layout_ok", shown(&sources, id, &output));
        });
    });
}

#[test]
fn bad_layouts() {
    common::snapshots(|| {
        insta::glob!("../cases", "layout/bad/*.yaml", |path| {
            let (sources, id) = source(path);
            let (_, problems) = read(id, &sources.get(id).text);
            assert!(!problems.is_empty(), "{} has no problem", path.display());
            let output = layout_render::problems(&sources, &problems);
            insta::assert_snapshot!("layout_bad", shown(&sources, id, &output));
        });
    });
}

#[test]
fn tables_of_cards() {
    common::snapshots(|| {
        insta::glob!("../cases", "cards/*.csv", |path| {
            let (sources, id) = source(path);
            let (rows, problems) = read_cards(id, &sources.get(id).text);
            for row in &rows {
                for (_, cell) in &row.cells {
                    let there = sources.text(cell.span).trim_matches('"').replace("\"\"", "\"");
                    assert_eq!(there, cell.node, "a cell lies where its span says");
                }
            }
            let output = format!(
                "{}------\n{}",
                layout_render::rows(&rows),
                layout_render::problems(&sources, &problems)
            );
            insta::assert_snapshot!("cards", shown(&sources, id, &output));
        });
    });
}

// ------------------------------------------------------------------------------------------ large
// and odd inputs

fn codes(text: &str) -> Vec<&'static str> {
    let (_, problems) = read(SourceId(0), text);
    let mut codes: Vec<&str> = problems.iter().map(|d| d.code).collect();
    codes.dedup();
    codes
}

const MEGABYTE: usize = 1 << 20;

#[test]
fn a_megabyte_of_brackets() {
    assert_eq!(codes(&"[".repeat(MEGABYTE)), ["yaml-too-large"]);
    assert_eq!(codes(&"{".repeat(MEGABYTE)), ["yaml-too-large"]);
    assert_eq!(codes(&"[".repeat(MEGABYTE + 1)), ["yaml-too-large"]);
    assert_eq!(codes(&"- ".repeat(MEGABYTE / 2)), ["yaml-too-large"]);
    assert_eq!(codes(&"? ".repeat(MEGABYTE / 2)), ["yaml-too-large"]);
}

#[test]
fn a_megabyte_of_anything() {
    assert_eq!(codes(&format!("seats: [{}]", "2,".repeat(MEGABYTE / 2 - 10))), ["yaml-too-large"]);
    assert_eq!(codes(&"a:\n".repeat(MEGABYTE / 3)), ["yaml-too-large"]);
    assert!(!codes(&" ".repeat(MEGABYTE)).is_empty());
    assert!(!codes(&"\n".repeat(MEGABYTE)).is_empty());
    assert!(!codes(&"\"".repeat(MEGABYTE)).is_empty());
    assert!(!codes(&"é".repeat(MEGABYTE / 2)).is_empty());
    assert!(!codes(&"a ".repeat(MEGABYTE / 2)).is_empty());
    assert!(!codes(&"#".repeat(MEGABYTE)).is_empty());
    assert!(!codes(&"&a ".repeat(MEGABYTE / 3)).is_empty());
    assert!(!codes(&"---\n".repeat(MEGABYTE / 4)).is_empty());
}

#[test]
fn many_problems_are_found_fast() {
    let zones: String = (0..4000).map(|i| format!("  z{i}: {{ shap: pyle }}\n")).collect();
    let text = format!("seats: 2\nzones:\n{zones}");
    let (_, problems) = read(SourceId(0), &text);
    assert_eq!(problems.len(), 8000);
}

#[test]
fn nested_anchors_do_not_explode() {
    let anchors: String = (0..38).map(|i| format!("&a{i} [")).collect();
    let long = format!("seats: {anchors}{}{}", "x,".repeat(20_000), "]".repeat(38));
    assert!(!codes(&long).is_empty());
}

#[test]
fn every_prefix_of_a_layout_is_read_without_panic() {
    let text = include_str!("../cases/layout/ok/every_key.yaml");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let (_, problems) = read(SourceId(0), &text[..end]);
        for d in problems {
            assert!(text.get(d.span.start as usize..d.span.end as usize).is_some(), "{d:?}");
        }
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let problem = text_of(SourceId(0), b"seats: 2\ntitle: \xff").expect_err("this is not UTF-8");
    assert_eq!((problem.code, problem.span.start), ("not-utf8", 16));
    assert!(problem.message.contains("line 2"), "{}", problem.message);
    assert_eq!(text_of(SourceId(0), "é".as_bytes()), Ok("é"));
}

#[test]
fn odd_tables_of_cards() {
    for text in [
        "",
        "\n\n",
        "\"",
        "name\n\"",
        "a,b\n\"x\"\"y,\"z\n",
        ",,,\n,,,",
        "\u{feff}name\nx",
        "name\r\nx\r\n",
        "\0,\0",
    ] {
        read_cards(SourceId(0), text);
    }
    let many = format!("name\n{}", "x\n".repeat(MEGABYTE / 2 - 10));
    assert_eq!(read_cards(SourceId(0), &many).0.len(), MEGABYTE / 2 - 10);
}

// -------------------------------------------------------------------------------------------------
// laying over

fn good(sources: &mut Sources, text: &str) -> Layout {
    let id = sources.add(format!("{}.yaml", sources.iter().count()), text);
    let (layout, problems) = read(id, text);
    assert_eq!(layout_render::problems(sources, &problems), "");
    layout.expect("a good layout")
}

const BASE: &str = "\
title: Base
seats: 2
options: { goal: { type: number, default: 3, min: 1, max: 9 } }
forbid: [ { if: slow, why: too slow } ]
decks:
  pack: { standard: 52, rank: { A: 1 } }
  court: { cards: [{ name: Guard, worth: 1, free: yes }], attributes: { worth: 1..3, free: flag } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner, sort: [suit, rank] }
variables: { tally: { type: number } }
when:
  - { if: open, zones: { hand: { seen_by: all }, table: { shape: row, seen_by: all } } }
texts: { deck: stock }
";

#[test]
fn an_overlay_replaces_key_by_key() {
    let mut sources = Sources::default();
    let base = good(&mut sources, BASE);
    let over = good(
        &mut sources,
        "\
extends: 0.yaml
title: { fr: Dessus }
options: { goal: { default: 5 }, swift: { type: flag, default: true } }
decks: { pack: { copies: 2 }, court: { attributes: { worth: 0..9 } } }
zones: { hand: { shape: row }, box: { seen_by: nobody } }
when: [ { if: swift, marks: { tired: { of: card } } } ]
texts: { deck: pile, hand: fan }
",
    );
    let result = lay_over(base, over);
    assert_eq!(incomplete(&result), Vec::<Diagnostic>::new());
    common::snapshots(|| {
        insta::assert_snapshot!("overlay", layout_render::layout(&sources, &result))
    });
}

#[test]
fn a_when_entry_is_laid_over() {
    let mut sources = Sources::default();
    let mut layout = good(&mut sources, BASE);
    let when = layout.when.remove(0);
    apply_when(&mut layout, &when);
    common::snapshots(|| {
        insta::assert_snapshot!("overlay_when", layout_render::layout(&sources, &layout))
    });
}

#[test]
fn what_no_file_says_is_missing() {
    let mut sources = Sources::default();
    let base = good(&mut sources, BASE);
    let over = good(
        &mut sources,
        "extends: 0.yaml\nzones: { heap: { shape: pile } }\noptions: { dust: { text: x } }",
    );
    let problems = incomplete(&lay_over(base, over));
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems.iter().all(|d| d.code == "yaml-missing-key"));
}
