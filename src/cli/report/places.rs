//! A place in the rules in one line: file, line, and what stands there.

use crate::cli::text::{TermStyle, harmless, spelt_out, width, wrap};
use crate::source::{Sources, Span};

/// A place in a file, counted from 1, and the line that stands there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub text: String,
}

/// Where a span begins.
pub(crate) fn of(sources: &Sources, span: Span) -> Place {
    let source = sources.get(span.source);
    let (line, column) = sources.line_column(span);
    let text = source.text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
    // A block that begins here is told by what stands before it.
    let head = text.trim_end_matches('{').trim_end();
    let text = if head.is_empty() { text } else { head };
    Place { file: spelt_out(&source.name), line, column, text: text.to_owned() }
}

impl Place {
    /// The file, the line and its text in as many lines as they take: two blanks before the first
    /// one, six before the others.
    pub(crate) fn wrapped(&self, columns: usize) -> Vec<String> {
        let whole = format!("{}:{}  {}", self.file, self.line, harmless(&self.text));
        let lines = wrap(&whole, columns.saturating_sub(6).max(8));
        let lead = |row: usize| if row == 0 { "  " } else { "      " };
        lines.iter().enumerate().map(|(row, line)| format!("{}{line}", lead(row))).collect()
    }

    /// `duel.rules:5  move card to heap`, in the columns of a `style`.
    pub(crate) fn shown(&self, style: TermStyle) -> String {
        let before = format!("{}:{}  ", self.file, self.line);
        let mut text = String::new();
        for letter in harmless(&self.text).chars() {
            if width(&before) + width(&text) + 1 + width(style.dots()) > style.columns {
                text.push_str(style.dots());
                break;
            }
            text.push(letter);
        }
        format!("{before}{text}")
    }
}
