//! Source texts and places in them. Pure data: reading files is the business of whoever loads a
//! game.

use crate::value::Narrow;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

/// Which of a game's files a span points into: an index into [`Sources`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SourceId(pub u16);

/// A half-open range of bytes in one source.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    pub source: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let cap = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { source, start: cap(start), end: cap(end) }
    }

    /// Whether another span lies within this one.
    pub fn covers(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that covers both; `self` when they lie in different sources.
    pub(crate) fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// Whether a character is not seen but steers: the terminal, or the direction in which the letters
/// around it are written. No text of a game needs one. Marks that join letters, or say of a single
/// place which way it runs, are no such characters.
pub fn is_steering(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// What is shown in place of a character that steers.
pub fn picture(letter: char) -> char {
    match letter {
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(letter)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{7f}' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// A text from elsewhere, with pictures in place of all that steers.
pub fn without_steering(text: impl Into<String>) -> String {
    let text = text.into();
    match text.chars().any(is_steering) {
        true => text.chars().map(|c| if is_steering(c) { picture(c) } else { c }).collect(),
        false => text,
    }
}

/// The name of a file without its folders and its last ending: `a.b` of `games/a.b.yaml`.
pub fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// JSON with pictures in place of all in its texts that would steer a terminal: a record or a
/// report may come from anybody.
pub(crate) fn calm_json(json: &str) -> Cow<'_, str> {
    if !json.contains('\\') && !json.contains(is_steering) {
        return Cow::Borrowed(json);
    }
    let mut calm = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(letter) = rest.chars().next() {
        let (written, meant) = match letter {
            '\\' => escaped(rest),
            _ => (letter.len_utf8(), Some(letter)),
        };
        match meant.filter(|&meant| is_steering(meant)) {
            Some(meant) => calm.push(picture(meant)),
            None => calm.push_str(&rest[..written]),
        }
        rest = &rest[written..];
    }
    Cow::Owned(calm)
}

/// How many bytes an escape takes that a text begins with, and the letter that it stands for, if
/// that may be one that steers.
fn escaped(text: &str) -> (usize, Option<char>) {
    match text[1..].chars().next() {
        Some('b') => (2, Some('\u{8}')),
        Some('f') => (2, Some('\u{c}')),
        Some('r') => (2, Some('\r')),
        Some('u') => {
            let number = text.get(2..6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            number.map_or((2, None), |number| (6, char::from_u32(number)))
        }
        Some(other) => (1 + other.len_utf8(), None),
        None => (1, None),
    }
}

/// A thing and where it was written. Equality looks at the thing alone.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    pub node: T,
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// As the thing alone.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.node.serialize(serializer)
    }
}

impl<T> Spanned<T> {
    pub(crate) fn new(node: T, span: Span) -> Self {
        Spanned { node, span }
    }
}

/// One file of a game: its name as people know it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// All files of one game, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.files.push(Source { name: name.into(), text: text.into() });
        SourceId((self.files.len() - 1).to_u16())
    }

    pub fn get(&self, id: SourceId) -> &Source {
        &self.files[usize::from(id.0)]
    }

    /// The source with this id; `None` where the id may be one of other sources.
    pub fn find(&self, id: SourceId) -> Option<&Source> {
        self.files.get(usize::from(id.0))
    }

    /// The name of the file in which a span begins, and the line, from 1. The name is empty where
    /// the span may be one of other sources.
    pub(crate) fn file_and_line(&self, span: Span) -> (String, usize) {
        let file = self.find(span.source).map(|source| source.name.clone());
        (file.unwrap_or_default(), self.line_column(span).0)
    }

    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files.iter().enumerate().map(|(i, s)| (SourceId(i.to_u16()), s))
    }

    /// The written text of a span; empty when the span is not of these sources.
    pub fn text(&self, span: Span) -> &str {
        self.files
            .get(usize::from(span.source.0))
            .and_then(|s| s.text.get(span.start.to_usize()..span.end.to_usize()))
            .unwrap_or("")
    }

    /// Line and column, both from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(source) = self.files.get(usize::from(span.source.0)) else { return (1, 1) };
        let mut start = (span.start.to_usize()).min(source.text.len());
        while !source.text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &source.text[..start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
