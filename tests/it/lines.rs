//! What a person reads line by line: each file of `cases/lines` is a game, and in the comments at
//! its end the lines that are typed. A snapshot shows the file beside what is written.

#![allow(clippy::disallowed_methods, reason = "test cases are files")]

use crate::common::place::Place;

/// The comments behind a line `# ---`, a line that is typed each; `lang=fr` in the first line of
/// the file is the language.
fn typed(text: &str) -> String {
    let (_, answers) = text.split_once("\n# ---\n").expect("lines that are typed");
    answers.lines().map(|line| format!("{}\n", line.trim_start_matches("# "))).collect()
}

#[test]
fn what_is_asked_for_is_shown() {
    insta::glob!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/lines"), "*.yaml", |path| {
        let text = std::fs::read_to_string(path).expect("a case");
        let place = Place::new();
        place.file("game.yaml", &text);
        let language = if text.starts_with("# lang=fr") { "fr" } else { "en" };
        let line =
            format!("game.yaml --seed 5 --seats human,random --record r.jsonl --lang {language}");
        let ran = place.answer(&line, &typed(&text)).ends(0);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_suffix => "",
        }, {
            insta::assert_snapshot!(format!("lines_{stem}"), format!("{}\n----\n{}", text.trim_end(), ran.out));
        });
    });
}
