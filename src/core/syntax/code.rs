//! What can be told of a rules text without parsing it: where words and brackets stand, which lines
//! belong together, where declarations begin. Everything here takes one pass over the text.

use std::ops::Range;

/// The deepest that brackets are nested. Nobody writes more, and a parser of nested calls would
/// need a larger stack for it.
const MOST_NESTED: usize = 64;

/// The most terms in a row. Nobody writes more, and each makes the tree one deeper.
const LONGEST: usize = 200;

/// The words with which a declaration begins.
pub(super) const HEADINGS: &[&str] = &[
    "kind",
    "let",
    "table",
    "order",
    "combinations",
    "shape",
    "script",
    "prove",
    "score",
    "value",
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
pub(super) const JOINING: &[&str] = &[
    "and", "or", "where", "why", "needs", "optional", "then", "else", "over", "until", "default",
    "with",
];

/// A line that ends with one of these goes on: no statement does. (`over` is none of them: a packet
/// is `turned over`.)
const EXPECTING: &[&str] = &[
    "and", "or", "not", "where", "of", "then", "else", "in", "is", "to", "from", "with", "by",
    "until", "default", "why",
];

/// A text, and what is left of it for different eyes: blanks stand for what is taken out, so all
/// have the same length.
pub(super) struct Code<'t> {
    pub(crate) text: &'t str,
    /// Without comments, and with line ends only where a statement can end: what the grammar gets
    /// to see.
    pub(crate) joined: String,
    /// Without comments and without what stands inside quotes.
    bytes: Vec<u8>,
    /// By how much the whole text is indented: rules inside of a layout are.
    margin: usize,
}

/// The brackets that find no partner in a text.
#[derive(Debug, Default)]
pub(super) struct Unmatched {
    pub(crate) open: Vec<usize>,
    pub(crate) close: Vec<usize>,
    /// Opened on a line that is indented deeper than the line of the brace that closes it: probably
    /// that one closes another.
    pub(crate) suspect: Option<usize>,
}

/// A piece of text that the grammar takes for one unit: a word, a number, or one sign.
#[derive(Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a [u8]),
    Sign(u8),
    Newline,
}

impl<'t> Code<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self::with_margin(text, 0)
    }

    /// A text from inside of a layout, where all lines are indented.
    pub(crate) fn inside(text: &'t str) -> Self {
        Self::with_margin(text, margin(text))
    }

    fn with_margin(text: &'t str, margin: usize) -> Self {
        let mut code =
            Code { text, joined: text.to_owned(), bytes: text.as_bytes().to_vec(), margin };
        let mut joined = code.bytes.clone();
        code.take_out_comments(&mut joined);
        for at in code.continued_lines() {
            joined[at] = b' ';
            code.bytes[at] = b' ';
        }
        code.joined = String::from_utf8(joined)
            .expect("comments end at the end of a line: no character is cut");
        code
    }

    fn take_out_comments(&mut self, joined: &mut [u8]) {
        let mut i = 0;
        while i < joined.len() {
            i = if joined[i..].starts_with(b"//") {
                let end = find(joined, i, b"\n");
                joined[i..end].fill(b' ');
                self.bytes[i..end].fill(b' ');
                end
            } else if joined[i] == b'"' {
                let end = find(joined, i + 1, b"\"\n");
                self.bytes[i + 1..end].fill(b' ');
                end + 1
            } else {
                i + 1
            };
        }
    }

    /// The line ends that are not the last one between two statements.
    fn continued_lines(&self) -> Vec<usize> {
        let mut continued = Vec::new();
        let mut pending = None;
        let mut line_goes_on = true;
        let mut before = Token::Newline;
        for (at, token) in self.tokens(0..self.bytes.len()) {
            if token == Token::Newline {
                continued.extend(pending.replace(at));
                continue;
            }
            continued.extend(pending.take().filter(|_| line_goes_on || token.joins()));
            line_goes_on = match token {
                Token::Sign(b'>') => self.bytes[..at].ends_with(b"="),
                Token::Sign(sign) => b",(=:+-*/%|<".contains(&sign),
                Token::Word(b"over") => before != Token::Word(b"turned"),
                Token::Word(word) => EXPECTING.iter().any(|e| e.as_bytes() == word),
                Token::Newline => false,
            };
            before = token;
        }
        continued
    }

    /// Where something ends, without the blanks and comments behind it.
    pub(crate) fn trim_end(&self, start: usize, end: usize) -> usize {
        let end = end.min(self.bytes.len());
        let code = self.bytes.get(start..end).unwrap_or_default();
        start + code.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |i| i + 1)
    }

    /// The next place from `at` on where something stands.
    pub(crate) fn next_code(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len())
    }

    /// A stretch of the text on one line, without comments: to be quoted.
    pub(crate) fn quote(&self, range: Range<usize>) -> String {
        let lines = lines(self.text.as_bytes(), range)
            .map(|line| self.text.get(line.start..self.trim_end(line.start, line.end)));
        lines.flatten().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Where brackets, or words that take everything behind them, nest too deep to be parsed.
    pub(crate) fn too_deep(&self, range: Range<usize>) -> Option<usize> {
        let mut depth = Depth::new();
        self.tokens(range).find(|(_, token)| depth.after(*token)).map(|(at, _)| at)
    }

    /// The pieces that can be parsed for themselves, each from one declaration to the next.
    ///
    /// A declaration begins where a heading stands in the first column, unless braces that are
    /// properly closed surround it. So does, outside of all brackets, any other word in the first
    /// column that does not continue a line: a misspelt heading.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let whole = 0..self.bytes.len();
        let mut open =
            Open { unclosed: self.unmatched(whole.clone(), b'{', b'}').open, ..Open::default() };
        let mut starts = vec![0];
        for (at, token) in self.tokens(whole) {
            if let Token::Word(word) = token
                && self.in_first_column(at)
                && (open.matched == 0 && is_heading(word)
                    || open.nothing() && self.begins_statement(at))
            {
                starts.push(at);
                open.round = 0;
            }
            open.take(at, token);
        }
        let ends = starts.iter().skip(1).copied().chain([self.bytes.len()]);
        starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .filter(|r| !r.is_empty())
            .collect()
    }

    /// Where the next heading stands in the first column, from `at` on.
    pub(crate) fn next_heading(&self, range: Range<usize>) -> Option<usize> {
        let mut words = self.tokens(range);
        words.find_map(|(at, token)| match token {
            Token::Word(word) if self.in_first_column(at) && is_heading(word) => Some(at),
            Token::Word(_) | Token::Sign(_) | Token::Newline => None,
        })
    }

    pub(crate) fn is_heading_in_first_column(&self, at: usize) -> bool {
        self.next_heading(at..self.word_end(at)) == Some(at)
    }

    pub(crate) fn unmatched(&self, range: Range<usize>, open: u8, close: u8) -> Unmatched {
        let mut stack = Vec::new();
        let mut found = Unmatched::default();
        let (mut line, mut first, mut seen) = (range.start, range.start, range.start);
        for (at, token) in self.tokens(range) {
            if let Some(newline) = self.text.as_bytes()[seen..at].iter().rposition(|b| *b == b'\n')
            {
                (line, first) = (seen + newline + 1, at);
            }
            seen = at;
            if token == Token::Sign(open) {
                stack.push((at, first - line));
            } else if token == Token::Sign(close) {
                found.close(stack.pop(), at, (first == at).then_some(at - line));
            }
        }
        found.open = stack.into_iter().map(|(at, _)| at).collect();
        found
    }

    /// The statement, row or declaration inside a block that has `at` in it, with the block that it
    /// opens: whole lines. `None` for what stands in no block or closes a brace that it did not
    /// open.
    pub(crate) fn statement_around(&self, piece: Range<usize>, at: usize) -> Option<Range<usize>> {
        let lines = self.long_lines(piece);
        let lines =
            &lines[lines.iter().position(|l| l.range.start <= at && at <= l.range.end)?..];
        let depth = lines[0].before;
        let last = lines.iter().position(|l| l.after <= depth)?;
        let closes_outer = lines[..=last].iter().any(|l| l.lowest < depth);
        (depth > 0 && !closes_outer).then(|| lines[0].range.start..lines[last].range.end)
    }

    /// The lines of a piece, each with those that continue it.
    fn long_lines(&self, piece: Range<usize>) -> Vec<LongLine> {
        let mut depth = 0;
        let mut long_line = |range: Range<usize>| {
            let mut line =
                LongLine { range: range.clone(), before: depth, lowest: depth, after: depth };
            for (_, token) in self.tokens(range) {
                line.after += token.nests(b'{', b'}');
                line.lowest = line.lowest.min(line.after);
            }
            depth = line.after;
            line
        };
        lines(&self.bytes, piece).map(&mut long_line).collect()
    }

    /// The word at a place, or the one sign there; empty at the end of a line or of the text.
    pub(crate) fn found_at(&self, at: usize) -> Range<usize> {
        let end = self.word_end(at);
        if end > at {
            return at..end;
        }
        let length =
            self.text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| !c.is_whitespace());
        let signs = self.bytes.get(at..).unwrap_or_default();
        let double = [
            &b"=>"[..],
            b"==",
            b"!=",
            b"<=",
            b">=",
            b"->",
            b"&&",
            b"||",
            b"+=",
            b"-=",
            b":=",
            b"..",
        ];
        match double.iter().find(|sign| signs.starts_with(sign)) {
            Some(_) => at..at + 2,
            None => at..at + length.map_or(0, char::len_utf8),
        }
    }

    /// What stands at a place: a word, a sign, nothing.
    pub(crate) fn found_text(&self, at: usize) -> &'t str {
        self.text.get(self.found_at(at)).unwrap_or("")
    }

    /// Where the statement begins in which a place stands.
    pub(crate) fn statement_start(&self, at: usize) -> usize {
        let before = self.bytes.get(..at).unwrap_or_default();
        let ends = |i: &usize| b"\n;{}".contains(&before[*i]) || before[..=*i].ends_with(b"=>");
        let start = (0..before.len()).rev().find(ends).map_or(0, |i| i + 1);
        self.next_code(start).min(at)
    }

    /// Where it ends: before the end of its line, a `;` or a `}`.
    pub(crate) fn statement_end(&self, at: usize) -> usize {
        self.trim_end(at, find(&self.bytes, at, b"\n;}"))
    }

    /// Whether one of these headings gives a name somewhere.
    pub(crate) fn declares(&self, headings: &[&str], name: &str) -> bool {
        let mut before = Token::Newline;
        self.tokens(0..self.bytes.len()).any(|(_, token)| {
            let is_heading = matches!(before, Token::Word(word)
                if headings.iter().any(|heading| heading.as_bytes() == word));
            before = token;
            is_heading && token == Token::Word(name.as_bytes())
        })
    }

    /// The word that ends before a place on the same line.
    pub(crate) fn word_before(&self, at: usize) -> Option<Range<usize>> {
        let before = self.text.get(..at)?.trim_end_matches([' ', '\t']);
        let start = before.char_indices().rev().take_while(|(_, c)| is_word(*c)).last()?.0;
        Some(start..before.len())
    }

    /// What stands on the line behind a place, without comments.
    pub(crate) fn rest_of_line(&self, at: usize) -> &'t str {
        let end =
            lines(self.text.as_bytes(), at..self.text.len()).next().map_or(at, |line| line.end);
        self.text.get(at..self.trim_end(at, end)).unwrap_or("")
    }

    fn word_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or("");
        at + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    }

    /// The first column of the text, which may be indented as a whole.
    fn in_first_column(&self, at: usize) -> bool {
        let line = at.checked_sub(self.margin);
        at == 0
            || line.is_some_and(|line| {
                let starts = line == 0 || self.text.as_bytes()[line - 1] == b'\n';
                starts && self.text.as_bytes()[line..at].iter().all(|byte| *byte == b' ')
            })
    }

    /// Whether a line begins at a place, or so much before it as the text's margin: asked of a
    /// place in the first column.
    fn begins_statement(&self, at: usize) -> bool {
        let line = at.saturating_sub(self.margin);
        line == 0 || self.bytes[line - 1] == b'\n'
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

/// Where one of these bytes stands, from a place on; the end when none does.
fn find(bytes: &[u8], from: usize, any: &[u8]) -> usize {
    bytes[from..].iter().position(|b| any.contains(b)).map_or(bytes.len(), |length| from + length)
}

/// The lines of a part of a text, without their ends.
fn lines(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let base = range.start;
    let lines = bytes.get(range).unwrap_or_default().split_inclusive(|b| *b == b'\n');
    lines.scan(base, |at, line| {
        let start = std::mem::replace(at, *at + line.len());
        Some(start..start + line.len() - usize::from(line.ends_with(b"\n")))
    })
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

/// The blanks that all lines begin with. A text from inside of a layout begins behind those of its
/// first line.
fn margin(text: &str) -> usize {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    lines.map(|line| line.bytes().take_while(|byte| *byte == b' ').count()).min().unwrap_or(0)
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
}

/// A line with those that continue it, and how many braces are open before, within (at the least)
/// and after it.
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
    braces: Vec<Brace>,
    /// How many of the open braces are closed further on.
    matched: usize,
    round: usize,
}

#[derive(PartialEq)]
enum Brace {
    Matched,
    Unclosed,
}

impl Open {
    fn nothing(&self) -> bool {
        self.braces.is_empty() && self.round == 0
    }

    fn take(&mut self, at: usize, token: Token) {
        match token {
            Token::Sign(b'{') if self.unclosed.binary_search(&at).is_ok() => {
                self.braces.push(Brace::Unclosed)
            }
            Token::Sign(b'{') => {
                self.braces.push(Brace::Matched);
                self.matched += 1;
            }
            Token::Sign(b'}') => {
                self.matched -= usize::from(self.braces.pop() == Some(Brace::Matched))
            }
            Token::Sign(b'(') => self.round += 1,
            Token::Sign(b')') => self.round = self.round.saturating_sub(1),
            Token::Sign(_) | Token::Word(_) | Token::Newline => {}
        }
    }
}

/// How deep the parser, or the tree that it gives, would be at a place.
struct Depth {
    /// For the outside and for each open bracket.
    levels: Vec<Level>,
    nested: usize,
    long: usize,
    after_minus: bool,
}

/// What nests without brackets.
#[derive(Default)]
struct Level {
    /// `not`, `of` and `-` in a row: the next sign or joining word ends it.
    row: usize,
    /// `if` and `are`, each of which takes all that stands behind it, up to the end of the
    /// statement.
    tails: usize,
    /// What is written in a row and becomes a tree: `a + b + c`, `a or b or c`, `a default b
    /// default c`, `x by a by b`.
    long: usize,
}

impl Depth {
    fn new() -> Self {
        Depth { levels: vec![Level::default()], nested: 0, long: 0, after_minus: false }
    }

    /// Whether this token goes too deep.
    fn after(&mut self, token: Token) -> bool {
        match token {
            Token::Sign(b'(' | b'{') => self.open(),
            Token::Sign(b')' | b'}') => self.close(),
            Token::Sign(b'-') if self.after_minus => self.add(1, 0, 0),
            Token::Sign(b',' | b';' | b'|') | Token::Newline => self.end(true),
            Token::Sign(b'+' | b'-' | b'*' | b'/' | b'%') => self.longer(),
            Token::Word(b"default" | b"by" | b"else" | b"settled") => self.longer(),
            Token::Word(b"not" | b"of") => self.add(1, 0, 0),
            Token::Word(b"if" | b"are") => self.add(0, 1, 0),
            Token::Word(b"and" | b"or") => {
                self.end(false);
                self.longer();
            }
            Token::Word(b"where" | b"then" | b"over" | b"to" | b"from") | Token::Sign(_) => {
                self.end(false);
            }
            Token::Word(_) => {}
        }
        self.after_minus = token == Token::Sign(b'-');
        self.nested > MOST_NESTED || self.long > LONGEST
    }

    fn open(&mut self) {
        self.levels.push(Level::default());
        self.nested += 1;
    }

    fn close(&mut self) {
        if self.levels.len() > 1
            && let Some(level) = self.levels.pop()
        {
            self.nested -= 1 + level.row + level.tails;
            self.long -= level.long;
        }
    }

    fn longer(&mut self) {
        self.end(false);
        self.add(0, 0, 1);
    }

    fn add(&mut self, row: usize, tails: usize, long: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.row += row;
            level.tails += tails;
            level.long += long;
            self.nested += row + tails;
            self.long += long;
        }
    }

    fn end(&mut self, of_statement: bool) {
        if let Some(level) = self.levels.last_mut() {
            self.nested -= std::mem::take(&mut level.row);
            if of_statement {
                self.nested -= std::mem::take(&mut level.tails);
                self.long -= std::mem::take(&mut level.long);
            }
        }
    }
}
