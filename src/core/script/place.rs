//! From lines and columns, as the script's language counts them, to bytes and back.

use crate::source::{Source, SourceId, Span};
use crate::value::Narrow;
use rhai::Position;
use std::ops::Range;

/// A script's text, and how places in it are named.
pub(crate) struct Place {
    pub name: String,
    pub text: String,
    source: SourceId,
}

impl Place {
    pub(crate) fn new(source: SourceId, file: &Source) -> Self {
        Place { name: file.name.clone(), text: file.text.clone(), source }
    }

    pub(crate) fn span(&self, at: Range<usize>) -> Span {
        Span::new(self.source, at.start, at.end)
    }

    /// The word, text or sign at a position; at the end of the text, the last one there is.
    pub(crate) fn at(&self, position: Position) -> Option<Span> {
        let start = self.offset(position)?;
        let rest = self.text.get(start..)?;
        if rest.trim_start().is_empty() {
            let end = self.text.trim_end().len();
            let last = self.text.trim_end().chars().next_back().map_or(0, char::len_utf8);
            return Some(self.span(end - last..end));
        }
        Some(self.span(start..start + extent(rest)))
    }

    fn offset(&self, position: Position) -> Option<usize> {
        let line = position.line()?;
        let before: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let column = position.position().unwrap_or(1) - 1;
        let rest = &self.text[before..];
        Some(before + rest.chars().take(column).map(char::len_utf8).sum::<usize>())
    }

    /// `name:line:column`, both from 1.
    pub(crate) fn shown(&self, span: Span) -> String {
        let before = self.text.get(..span.start.to_usize()).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("{}:{line}:{column}", self.name)
    }
}

/// How many bytes belong together from here on.
fn extent(rest: &str) -> usize {
    let first = rest.chars().next().unwrap_or(' ');
    let run = |same: fn(char) -> bool| rest.find(|c| !same(c)).unwrap_or(rest.len());
    match first {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => run(|c| c.is_ascii_alphanumeric() || c == '_'),
        '"' => {
            let line = rest.lines().next().unwrap_or(rest);
            line[1..].find('"').map_or(line.trim_end().len(), |end| end + 2)
        }
        _ if is_sign(first) => run(is_sign),
        _ => first.len_utf8(),
    }
}

/// Signs of which several make one.
fn is_sign(c: char) -> bool {
    "+-*/%<>=!&|^?.:".contains(c)
}
