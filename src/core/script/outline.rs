//! What stands in a script file at its top: functions, and what does not belong there. Reads tokens
//! alone, of any text at all; whether the text makes sense is for the language to say.

use std::collections::BTreeSet;
use std::ops::Range;

#[derive(Debug, Default)]
pub(crate) struct Outline<'t> {
    pub(crate) functions: Vec<Written<'t>>,
    /// Stretches of statements outside of functions.
    pub(crate) statements: Vec<Range<usize>>,
}

/// A function as it is written.
#[derive(Debug)]
pub(crate) struct Written<'t> {
    pub(crate) name: &'t str,
    pub(crate) at: Range<usize>,
    pub(crate) parameters: usize,
    /// Whether it belongs to values of one type: such functions cannot be called from outside.
    pub(crate) bound: bool,
    /// Words of its parameters and its body, and where they stand.
    pub(crate) words: Vec<(usize, &'t str)>,
}

impl<'t> Outline<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let mut outline = Outline::default();
        let mut tokens = Tokens { text, at: 0, braces: Vec::new() };
        let mut in_statements = false;
        while let Some((kind, at)) = tokens.next() {
            let function = match (kind, &text[at.clone()]) {
                (Kind::Sign, ";") => continue,
                (Kind::Word, "private") => continue,
                (Kind::Word, "fn") => tokens.function(),
                _ => None,
            };
            match function {
                Some(function) => outline.functions.push(function),
                None => outline.statement(in_statements, at.start..tokens.end_of_statement(at)),
            }
            in_statements = outline.statements.last().is_some_and(|s| s.end == tokens.at);
        }
        outline
    }

    /// Statements in a row are one stretch.
    fn statement(&mut self, goes_on: bool, at: Range<usize>) {
        match self.statements.last_mut() {
            Some(last) if goes_on => last.end = at.end,
            _ => self.statements.push(at),
        }
    }

    /// The function around a place.
    pub(crate) fn around(&self, offset: usize) -> Option<&Written<'t>> {
        self.functions.iter().rev().find(|f| f.at.start <= offset)
    }

    /// Names of functions that these need, and these themselves.
    pub(crate) fn reached_from<'a>(&'a self, names: &[&'a str]) -> BTreeSet<&'a str> {
        let mut open: Vec<&str> = names.to_vec();
        let mut reached = BTreeSet::new();
        while let Some(name) = open.pop() {
            if reached.insert(name) {
                let bodies = self.functions.iter().filter(|f| f.name == name);
                let words: BTreeSet<&str> =
                    bodies.flat_map(|f| &f.words).map(|(_, word)| *word).collect();
                open.extend(
                    self.functions.iter().map(|f| f.name).filter(|name| words.contains(name)),
                );
            }
        }
        reached
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A text or a character.
    Literal,
    /// Anything else: one character, or several `#`.
    Sign,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// The open braces; whether each stands in a text with parts to be filled in, as in `` `${x}`
    /// ``.
    braces: Vec<bool>,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Option<(Kind, Range<usize>)> {
        self.blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        let kind = match first {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                self.at += end.unwrap_or(rest.len());
                Kind::Word
            }
            '"' | '\'' => self.quoted(first),
            '`' => self.filled_in(1),
            '#' => self.hashes(rest.bytes().take_while(|&b| b == b'#').count()),
            _ => self.sign(first),
        };
        Some((kind, start..self.at))
    }

    fn blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.at += comment(trimmed);
            } else {
                return;
            }
        }
    }

    fn sign(&mut self, first: char) -> Kind {
        self.at += first.len_utf8();
        match first {
            '{' => self.braces.push(false),
            '}' if self.braces.pop() == Some(true) => {
                self.filled_in(0);
            }
            _ => {}
        }
        Kind::Sign
    }

    fn quoted(&mut self, quote: char) -> Kind {
        let mut characters = self.text[self.at..].char_indices().skip(1);
        while let Some((i, c)) = characters.next() {
            match c {
                '\\' => drop(characters.next()),
                _ if c == quote => {
                    self.at += i + 1;
                    return Kind::Literal;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        Kind::Literal
    }

    /// A text from its start or from behind a filled-in part, up to its end or the next such part.
    fn filled_in(&mut self, skip: usize) -> Kind {
        let rest = &self.text[self.at + skip..];
        let end = rest.find('`').unwrap_or(rest.len());
        match rest[..end].find("${") {
            Some(part) => {
                self.at += skip + part + 2;
                self.braces.push(true);
            }
            None => self.at = (self.at + skip + end + 1).min(self.text.len()),
        }
        Kind::Literal
    }

    /// A raw text between as many `#` on both sides, or these alone, as at the start of a map.
    fn hashes(&mut self, hashes: usize) -> Kind {
        if !self.text[self.at + hashes..].starts_with('"') {
            self.at += hashes;
            return Kind::Sign;
        }
        let close = format!("\"{}", "#".repeat(hashes));
        let inside = &self.text[self.at + hashes + 1..];
        self.at = match inside.find(&close) {
            Some(end) => self.at + hashes + 1 + end + close.len(),
            None => self.text.len(),
        };
        Kind::Literal
    }

    /// What follows `fn`, to the end of the body; none when this is no function.
    fn function(&mut self) -> Option<Written<'t>> {
        let (mut name, mut bound) = (None, false);
        loop {
            let (kind, at) = self.next()?;
            match (kind, &self.text[at.clone()]) {
                (Kind::Word, _) => name = Some(at),
                (Kind::Sign, "(") => break,
                (Kind::Sign, ".") => bound = true,
                (Kind::Literal, _) => {}
                (Kind::Sign, _) => return None,
            }
        }
        let at = name?;
        let mut words = self.words_to(")");
        let parameters = words.len();
        words.extend(self.words_to("}"));
        Some(Written { name: &self.text[at.clone()], at, parameters, bound, words })
    }

    /// The words up to a closing sign, with all that is in braces between.
    fn words_to(&mut self, close: &str) -> Vec<(usize, &'t str)> {
        let depth = self.braces.len();
        let mut words = Vec::new();
        while let Some((kind, at)) = self.next() {
            match kind {
                Kind::Word => words.push((at.start, &self.text[at])),
                Kind::Sign if &self.text[at.clone()] == close && self.braces.len() <= depth => {
                    break;
                }
                Kind::Sign | Kind::Literal => {}
            }
        }
        words
    }

    /// Where the statement that `first` begins comes to its end.
    fn end_of_statement(&mut self, first: Range<usize>) -> usize {
        let mut token = Some((Kind::Sign, first));
        while let Some((kind, at)) = token {
            let done = kind == Kind::Sign && matches!(&self.text[at], ";" | "}");
            if done && self.braces.is_empty() {
                break;
            }
            token = self.next();
        }
        self.at
    }
}

/// The length of a comment between marks; such comments nest.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(['/', '*']) {
        at += found;
        let (step, change) = match &text.as_bytes()[at..(at + 2).min(text.len())] {
            b"/*" => (2, 1),
            b"*/" => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}
