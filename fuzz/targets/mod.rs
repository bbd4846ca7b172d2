//! What the project makes of any bytes. Each target is a function that must return, whatever it is
//! given: without a panic, soon, and with what it asserts.
//!
//! `cargo fuzz` calls them with bytes that it finds by itself, `tests/it/corpora.rs` with those of
//! `corpus`.

mod csv;
mod differential;
mod exec;
mod grammar;
mod layout;
mod record;
mod rules;
mod scenario;
mod script;
mod table;
mod writer;

use cardrun::diagnostic::{Diagnostic, Problems};
use cardrun::source::Sources;
use std::borrow::Cow;

pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its program, its corpus and its dictionary.
pub const ALL: [(&str, Target); 9] = [
    ("layout", layout::run),
    ("rules", rules::run),
    ("grammar", grammar::run),
    ("csv", csv::run),
    ("record", record::run),
    ("exec", exec::run),
    ("script", script::run),
    ("scenario", scenario::run),
    ("differential", differential::run),
];

/// Calls the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = ALL.iter().find(|(known, _)| *known == name).expect("a target");
    target(bytes);
}

/// The rules that these bytes write.
fn written(bytes: &[u8]) -> String {
    writer::Writer::new(bytes).rules()
}

/// Plays by rules, if they load, and asserts that all ways to play come to the same.
pub fn plays_alike(rules: &str) {
    differential::compare(rules);
}

/// Whether the rules that these bytes write make a game.
pub fn loads(bytes: &[u8]) -> bool {
    table::with_rules(written(bytes).as_bytes()).is_ok()
}

/// More bytes than these try nothing that these do not, and take longer.
const MOST_BYTES: usize = 1 << 13;

/// Problems that are drawn: drawing takes longer than finding them.
const MOST_DRAWN: usize = 2;

fn cut(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MOST_BYTES)]
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(cut(bytes))
}

/// Looks at each problem as people do: its place is one of the texts, and it can be drawn.
fn look_at(problems: &Problems) {
    for problem in &problems.list {
        has_its_place(&problems.sources, problem);
    }
    let first: Vec<Diagnostic> = problems.list.iter().take(MOST_DRAWN).cloned().collect();
    let drawn = Problems::new(problems.sources.clone(), first).to_string();
    assert_eq!(drawn.is_empty(), problems.list.is_empty());
}

fn has_its_place(sources: &Sources, problem: &Diagnostic) {
    let spans = std::iter::once(&problem.span).chain(problem.also.iter().map(|(span, _)| span));
    for span in spans {
        // What concerns no place in particular lies at the very beginning.
        if *span != Default::default() {
            let text = &sources.get(span.source).text;
            assert!(
                text.get(span.start as usize..span.end as usize).is_some(),
                "no place in a text: {problem:?}"
            );
        }
    }
    assert!(!problem.message.is_empty());
}
