//! What several test files need.

pub mod alkekan;
pub mod attaque_du_roi;
pub mod duel;
pub mod dump;
pub mod folder;
pub mod games;
pub mod layout_render;
pub mod markdown;
pub mod place;
pub mod playout;
pub mod reference;
pub mod setups;
#[cfg(unix)]
pub mod terminal;
pub mod thorough;

use cardrun::diagnostic::Diagnostic;
use cardrun::source::{Sources, Span};
use std::fmt::Write;

/// Runs assertions on snapshots, which lie in `snapshots/` under the names that are given.
pub fn snapshots(check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(check);
}

/// Compares a text with `snapshots/NAME.snap`.
pub fn snapshot(name: &str, text: &str) {
    snapshots(|| insta::assert_snapshot!(name, text));
}

/// Diagnostics as plain text: `code line:column message`, the line with the place underlined, other
/// places, help.
pub fn render(sources: &Sources, problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| render_one(sources, problem)).collect::<Vec<_>>().join("\n")
}

fn render_one(sources: &Sources, problem: &Diagnostic) -> String {
    let (line, column) = sources.line_column(problem.span);
    let mut out = format!("{} {line}:{column} {}\n", problem.code, problem.message);
    underline(&mut out, sources, problem.span, problem.label.as_deref().unwrap_or(""));
    for (span, words) in &problem.also {
        underline(&mut out, sources, *span, words);
    }
    if let Some(help) = &problem.help {
        let _ = writeln!(out, "  help: {help}");
    }
    out
}

fn underline(out: &mut String, sources: &Sources, span: Span, words: &str) {
    let (line, column) = sources.line_column(span);
    let source = sources.get(span.source);
    let text = source.text.lines().nth(line - 1).unwrap_or("");
    if sources.iter().count() > 1 {
        let _ = writeln!(out, "    in {}:", source.name);
    }
    let length = sources.text(span).lines().next().unwrap_or("").chars().count().max(1);
    let _ = writeln!(out, "{line:3} | {text}");
    let mark = format!("{}{} {words}", " ".repeat(column - 1), "^".repeat(length));
    let _ = writeln!(out, "    | {}", mark.trim_end());
}
