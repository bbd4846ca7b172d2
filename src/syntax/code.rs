//! What can be told of a rules text without parsing it: where words and brackets stand, which lines belong together, where
//! declarations begin. Everything here takes one pass over the text.

use std::ops::Range;

/// Deeper than this nobody writes, and deeper than this a parser of nested calls would need a larger stack.
const MOST_NESTED: usize = 64;

/// The words with which a declaration begins.
pub(super) const HEADINGS: &[&str] = &[
    "kind",
    "let",
    "table",
    "order",
    "combinations",
    "script",
    "prove",
    "score",
    "playing",
    "phase",
    "action",
    "effect",
    "watch",
    "refill",
    "when",
    "replace",
    "remove",
    "extend",
    "before",
    "after",
];

/// A line that begins with one of these continues the line before: `goes_on` in the grammar.
pub(super) const JOINING: &[&str] =
    &["and", "or", "where", "why", "needs", "optional", "then", "else", "over", "until", "default", "with"];

/// A text beside its bytes without comments and without what stands inside quotes: blanks of the same length.
pub(super) struct Code<'t> {
    pub text: &'t str,
    bytes: Vec<u8>,
}

/// The brackets that find no partner in a text.
#[derive(Debug, Default)]
pub(super) struct Unmatched {
    pub open: Vec<usize>,
    pub close: Vec<usize>,
    /// Opened on a line that is indented deeper than the line of the brace that closes it: probably that one closes another.
    pub suspect: Option<usize>,
}

/// A piece of text that the grammar takes for one unit: a word, a number, or one sign.
#[derive(Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a [u8]),
    Sign(u8),
    Newline,
}

impl<'t> Code<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        let mut i = 0;
        while i < bytes.len() {
            i = match (bytes[i], bytes.get(i + 1)) {
                (b'/', Some(b'/')) => blank(&mut bytes, i, |b| b == b'\n'),
                (b'"', _) => blank(&mut bytes, i + 1, |b| b == b'"' || b == b'\n') + 1,
                _ => i + 1,
            };
        }
        Code { text, bytes }
    }

    /// Where something ends, without the blanks and comments behind it.
    pub fn trim_end(&self, start: usize, end: usize) -> usize {
        let end = end.min(self.bytes.len());
        let code = self.bytes.get(start..end).unwrap_or_default();
        start + code.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |i| i + 1)
    }

    /// The next place from `at` on where something stands.
    pub fn next_code(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len())
    }

    /// A stretch of the text on one line, without comments: to be quoted.
    pub fn quote(&self, range: Range<usize>) -> String {
        let lines = self.lines(range).map(|line| self.text.get(line.start..self.trim_end(line.start, line.end)));
        lines.flatten().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Where brackets, or words that take everything behind them, nest too deep to be parsed.
    pub fn too_deep(&self, range: Range<usize>) -> Option<usize> {
        let mut depth = Depth::new();
        let mut tokens = self.tokens(range).peekable();
        while let Some((at, token)) = tokens.next() {
            let line_goes_on = token == Token::Newline && tokens.peek().is_some_and(|(_, next)| next.joins());
            if !line_goes_on && depth.after(token) > MOST_NESTED {
                return Some(at);
            }
        }
        None
    }

    /// The pieces that can be parsed for themselves, each from one declaration to the next.
    ///
    /// A declaration begins where a heading stands in the first column, unless braces that are properly closed surround it. So
    /// does, outside of all brackets, any other word in the first column that does not continue a line: a misspelt heading.
    pub fn pieces(&self) -> Vec<Range<usize>> {
        let whole = 0..self.bytes.len();
        let mut open = Open { unclosed: self.unmatched(whole.clone(), b'{', b'}').open, ..Open::default() };
        let mut starts = vec![0];
        let mut before = b'\n';
        for (at, token) in self.tokens(whole) {
            if let Token::Word(word) = token
                && self.in_first_column(at)
                && (open.heading_may_stand() && is_heading(word)
                    || open.nothing() && !is_joining(word) && !b",(=>".contains(&before))
            {
                starts.push(at);
                open.round = 0;
            }
            open.take(at, token);
            before = token.last().unwrap_or(before);
        }
        let ends = starts.iter().skip(1).copied().chain([self.bytes.len()]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).filter(|r| !r.is_empty()).collect()
    }

    /// Where the next heading stands in the first column, from `at` on.
    pub fn next_heading(&self, range: Range<usize>) -> Option<usize> {
        let mut words = self.tokens(range);
        words.find_map(|(at, token)| match token {
            Token::Word(word) if self.in_first_column(at) && is_heading(word) => Some(at),
            Token::Word(_) | Token::Sign(_) | Token::Newline => None,
        })
    }

    pub fn is_heading_in_first_column(&self, at: usize) -> bool {
        self.next_heading(at..self.word_end(at)) == Some(at)
    }

    pub fn unmatched(&self, range: Range<usize>, open: u8, close: u8) -> Unmatched {
        let mut stack = Vec::new();
        let mut found = Unmatched::default();
        let mut line = (range.start, None);
        for (at, token) in self.tokens(range) {
            if token == Token::Newline {
                line = (at + 1, None);
                continue;
            }
            let first = *line.1.get_or_insert(at);
            let column = first - line.0;
            if token == Token::Sign(open) {
                stack.push((at, column));
            } else if token == Token::Sign(close) {
                found.close(stack.pop(), at, (first == at).then_some(column));
            }
        }
        found.open = stack.into_iter().map(|(at, _)| at).collect();
        found
    }

    /// The statement, row or declaration inside a block that has `at` in it, with the block that it opens: whole lines. `None` for
    /// what stands in no block or closes a brace that it did not open.
    pub fn statement_around(&self, piece: Range<usize>, at: usize) -> Option<Range<usize>> {
        let lines = self.long_lines(piece);
        let lines = &lines[lines.iter().position(|l| l.range.start <= at && at <= l.range.end)?..];
        let depth = lines[0].before;
        let last = lines.iter().position(|l| l.after <= depth)?;
        let closes_outer = lines[..=last].iter().any(|l| l.lowest < depth);
        (depth > 0 && !closes_outer).then(|| lines[0].range.start..lines[last].range.end)
    }

    /// The lines of a piece, each with those that continue it.
    fn long_lines(&self, piece: Range<usize>) -> Vec<LongLine> {
        let mut lines: Vec<LongLine> = Vec::new();
        let (mut depth, mut round, mut before) = (0, 0, b'\n');
        for range in self.lines(piece) {
            let first = self.tokens(range.clone()).next();
            let goes_on = round > 0 || b",(=>".contains(&before) || first.is_some_and(|(_, token)| token.joins());
            match lines.last_mut().filter(|_| goes_on) {
                Some(line) => line.range.end = range.end,
                None => lines.push(LongLine { range: range.clone(), before: depth, lowest: depth, after: depth }),
            }
            for (_, token) in self.tokens(range) {
                depth += token.nests(b'{', b'}');
                round = 0.max(round + token.nests(b'(', b')'));
                before = token.last().unwrap_or(before);
                if let Some(line) = lines.last_mut() {
                    line.lowest = line.lowest.min(depth);
                    line.after = depth;
                }
            }
        }
        lines
    }

    /// The word at a place, or the one sign there; empty at the end of a line or of the text.
    pub fn found_at(&self, at: usize) -> Range<usize> {
        let end = self.word_end(at);
        if end > at {
            return at..end;
        }
        let length = self.text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| !c.is_whitespace());
        let signs = self.bytes.get(at..).unwrap_or_default();
        let double = [&b"=>"[..], b"==", b"!=", b"<=", b">=", b"->", b"&&", b"||", b"+=", b"-=", b":=", b".."];
        match double.iter().find(|sign| signs.starts_with(sign)) {
            Some(_) => at..at + 2,
            None => at..at + length.map_or(0, char::len_utf8),
        }
    }

    /// The word that ends before a place on the same line.
    pub fn word_before(&self, at: usize) -> Option<Range<usize>> {
        let before = self.text.get(..at)?.trim_end_matches([' ', '\t']);
        let start = before.char_indices().rev().take_while(|(_, c)| is_word(*c)).last()?.0;
        Some(start..before.len())
    }

    /// What stands on the line behind a place, without comments.
    pub fn rest_of_line(&self, at: usize) -> &'t str {
        let end = self
            .bytes
            .get(at..)
            .unwrap_or_default()
            .iter()
            .position(|b| *b == b'\n')
            .map_or(self.bytes.len(), |i| at + i);
        self.text.get(at..self.trim_end(at, end)).unwrap_or("")
    }

    fn word_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or("");
        at + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    }

    fn in_first_column(&self, at: usize) -> bool {
        at == 0 || self.bytes[at - 1] == b'\n'
    }

    fn lines(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let base = range.start;
        let lines = self.bytes.get(range).unwrap_or_default().split_inclusive(|b| *b == b'\n');
        lines.scan(base, |at, line| {
            let start = std::mem::replace(at, *at + line.len());
            Some(start..start + line.len() - usize::from(line.ends_with(b"\n")))
        })
    }

    fn tokens(&self, range: Range<usize>) -> impl Iterator<Item = (usize, Token<'_>)> {
        let mut at = range.start;
        let end = range.end.min(self.bytes.len());
        std::iter::from_fn(move || {
            while at < end && matches!(self.bytes[at], b' ' | b'\t' | b'\r') {
                at += 1;
            }
            let code = self.bytes.get(at..end).filter(|rest| !rest.is_empty())?;
            let (token, length) = token(code);
            let start = at;
            at += length;
            Some((start, token))
        })
    }
}

/// Overwrites from `from` on until a byte is an end; gives the place of that end.
fn blank(bytes: &mut [u8], from: usize, is_end: impl Fn(u8) -> bool) -> usize {
    let mut i = from;
    while i < bytes.len() && !is_end(bytes[i]) {
        bytes[i] = b' ';
        i += 1;
    }
    i
}

fn token(code: &[u8]) -> (Token<'_>, usize) {
    let word = code.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    match code[0] {
        b'\n' => (Token::Newline, 1),
        _ if word > 0 => (Token::Word(&code[..word]), word),
        sign => (Token::Sign(sign), 1),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_heading(word: &[u8]) -> bool {
    HEADINGS.iter().any(|h| h.as_bytes() == word)
}

fn is_joining(word: &[u8]) -> bool {
    JOINING.iter().any(|j| j.as_bytes() == word)
}

impl Token<'_> {
    /// Whether a line that begins so continues the line before.
    fn joins(self) -> bool {
        match self {
            Token::Word(word) => is_joining(word),
            Token::Sign(sign) => b"+-*|,){=".contains(&sign),
            Token::Newline => false,
        }
    }

    fn nests(self, open: u8, close: u8) -> i32 {
        i32::from(self == Token::Sign(open)) - i32::from(self == Token::Sign(close))
    }

    /// Its last byte; `None` for the end of a line.
    fn last(self) -> Option<u8> {
        match self {
            Token::Word(word) => word.last().copied(),
            Token::Sign(sign) => Some(sign),
            Token::Newline => None,
        }
    }
}

/// A line with those that continue it, and how many braces are open before, within (at the least) and after it.
struct LongLine {
    range: Range<usize>,
    before: i32,
    lowest: i32,
    after: i32,
}

impl Unmatched {
    fn close(&mut self, opened: Option<(usize, usize)>, at: usize, column: Option<usize>) {
        match opened {
            None => self.close.push(at),
            Some((open, indented)) if column.is_some_and(|column| column < indented) => {
                self.suspect.get_or_insert(open);
            }
            Some(_) => {}
        }
    }
}

/// The brackets that are open at a place, while looking for declarations.
#[derive(Default)]
struct Open {
    /// All braces of the text that nothing closes, in order.
    unclosed: Vec<usize>,
    /// Of the open braces: whether something closes them.
    braces: Vec<bool>,
    round: usize,
}

impl Open {
    fn heading_may_stand(&self) -> bool {
        !self.braces.contains(&true)
    }

    fn nothing(&self) -> bool {
        self.braces.is_empty() && self.round == 0
    }

    fn take(&mut self, at: usize, token: Token) {
        match token {
            Token::Sign(b'{') => self.braces.push(self.unclosed.binary_search(&at).is_err()),
            Token::Sign(b'}') => drop(self.braces.pop()),
            Token::Sign(b'(') => self.round += 1,
            Token::Sign(b')') => self.round = self.round.saturating_sub(1),
            Token::Sign(_) | Token::Word(_) | Token::Newline => {}
        }
    }
}

/// How deep a parser would be at a place.
struct Depth {
    /// For the outside and for each open bracket.
    levels: Vec<Level>,
    total: usize,
    after_minus: bool,
}

/// What nests without brackets.
#[derive(Default)]
struct Level {
    /// `not`, `of` and `-` in a row: the next sign or joining word ends it.
    row: usize,
    /// `if` and `are`, each of which takes all that stands behind it, up to the end of the statement.
    tails: usize,
}

impl Depth {
    fn new() -> Self {
        Depth { levels: vec![Level::default()], total: 0, after_minus: false }
    }

    fn after(&mut self, token: Token) -> usize {
        match token {
            Token::Sign(b'(' | b'{') => self.open(),
            Token::Sign(b')' | b'}') => self.close(),
            Token::Sign(b'-') if self.after_minus => self.deeper(1, 0),
            Token::Sign(b',' | b';' | b'|') | Token::Newline => self.end(true),
            Token::Sign(_) => self.end(false),
            Token::Word(b"not" | b"of") => self.deeper(1, 0),
            Token::Word(b"if" | b"are") => self.deeper(0, 1),
            Token::Word(b"and" | b"or" | b"where" | b"then" | b"else" | b"over" | b"to" | b"from") => self.end(false),
            Token::Word(_) => {}
        }
        self.after_minus = token == Token::Sign(b'-');
        self.total
    }

    fn open(&mut self) {
        self.levels.push(Level::default());
        self.total += 1;
    }

    fn close(&mut self) {
        if self.levels.len() > 1
            && let Some(level) = self.levels.pop()
        {
            self.total -= 1 + level.row + level.tails;
        }
    }

    fn deeper(&mut self, row: usize, tails: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.row += row;
            level.tails += tails;
            self.total += row + tails;
        }
    }

    fn end(&mut self, of_statement: bool) {
        if let Some(level) = self.levels.last_mut() {
            self.total -= std::mem::take(&mut level.row);
            if of_statement {
                self.total -= std::mem::take(&mut level.tails);
            }
        }
    }
}
