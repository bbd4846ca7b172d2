//! YAML as a tree with places: which text stands where, and nothing about what it means.
//!
//! serde_yaml's own deserializer stops at the first thing it does not expect; a designer wants all
//! problems at once. So this reads the events of the parser beneath it. Scalars keep their text:
//! what looks like a number to YAML may be the name of a card. Nothing but this file sees the
//! parser.

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, is_steering};
use crate::value::Narrow;
use serde_yaml::granit_parser::{self as yaml, ErrorKind, Event, ScalarStyle, ScanError};
use std::collections::HashMap;

/// A layout is written by hand: what goes beyond these is a mistake or an attack.
const MOST_BYTES: usize = 1 << 20;
const MOST_NODES: usize = 50_000;
const MOST_DEPTH: usize = 40;
const TOO_LARGE: &str = "yaml-too-large";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    /// In file order, each key once.
    Map(Vec<(Key, Node)>),
    Seq(Vec<Node>),
    Scalar(Scalar),
    /// `~`, `null`, or nothing at all.
    Null,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scalar {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Where the content stands, without quotes.
    pub(crate) content: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Quoted,
    /// `|`: lines as they are.
    Literal,
    /// `>`: lines joined.
    Folded,
}

impl Node {
    fn size(&self) -> usize {
        1 + match &self.kind {
            NodeKind::Map(entries) => entries.iter().map(|(_, n)| 1 + n.size()).sum(),
            NodeKind::Seq(items) => items.iter().map(Node::size).sum(),
            NodeKind::Scalar(_) | NodeKind::Null => 0,
        }
    }

    fn depth(&self) -> usize {
        1 + match &self.kind {
            NodeKind::Map(entries) => entries.iter().map(|(_, n)| n.depth()).max().unwrap_or(0),
            NodeKind::Seq(items) => items.iter().map(Node::depth).max().unwrap_or(0),
            NodeKind::Scalar(_) | NodeKind::Null => 0,
        }
    }
}

/// The tree of the one document in `text`: none when it is empty or cannot be read at all, with the
/// reason.
pub(crate) fn parse(source: SourceId, text: &str) -> (Option<Node>, Vec<Diagnostic>) {
    if text.len() > MOST_BYTES {
        let span = Span::new(source, 0, 0);
        return (
            None,
            vec![too_large(span, format!("this file is larger than {} KB", MOST_BYTES / 1024))],
        );
    }
    let mut reader = Reader::new(source, text);
    match reader.document() {
        Ok(root) => (root, reader.problems),
        Err(fatal) => {
            // What was found in a part of an attack is of no use to anyone.
            if fatal.code == TOO_LARGE {
                return (None, vec![*fatal]);
            }
            reader.problems.push(*fatal);
            (None, reader.problems)
        }
    }
}

/// What ends the reading: boxed, since it is rare and large.
type Fatal = Box<Diagnostic>;
type Parser<'t> = yaml::Parser<'t, yaml::StrInput<'t>>;

struct Reader<'t> {
    source: SourceId,
    text: &'t str,
    parser: Parser<'t>,
    /// By the parser's number. A node is here only when it is complete, so no alias can contain
    /// itself.
    anchors: HashMap<usize, Node>,
    nodes: usize,
    problems: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn new(source: SourceId, text: &'t str) -> Self {
        let mut options = yaml::Options::default();
        options.emit_comments = false;
        options.flow_nesting_limit = MOST_DEPTH + 1;
        options.block_nesting_limit = MOST_DEPTH + 1;
        let parser = yaml::Parser::new_from_str_with_options(text, options);
        Reader { source, text, parser, anchors: HashMap::new(), nodes: 0, problems: Vec::new() }
    }

    fn document(&mut self) -> Result<Option<Node>, Fatal> {
        let mut root = None;
        let mut documents = 0;
        while let Some((event, span)) = self.next()? {
            if matches!(event, Event::DocumentStart(..)) {
                documents += 1;
                if documents > 1 {
                    self.problems.push(second_document(span));
                    break;
                }
            } else if is_node(&event) {
                root = Some(self.node(event, span, 1)?);
            }
        }
        Ok(root)
    }

    fn next(&mut self) -> Result<Option<(Event<'t>, Span)>, Fatal> {
        match self.parser.next_event() {
            None => Ok(None),
            Some(Ok((event, span))) => {
                self.note_tag(&event, &span);
                Ok(Some((event, self.span(&span))))
            }
            Some(Err(error)) => Err(Box::new(self.syntax_error(&error))),
        }
    }

    /// The next event inside a collection; the parser reports an end of the file there as an error
    /// of its own.
    fn next_inside(&mut self, span: Span) -> Result<(Event<'t>, Span), Fatal> {
        let unfinished =
            || Box::new(Diagnostic::error("yaml-syntax", span, "the file ends inside this"));
        self.next()?.ok_or_else(unfinished)
    }

    fn node(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node, Fatal> {
        self.count(1, depth, span)?;
        let (node, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text = tag.is_some_and(|t| t.core_suffix() == Some("str"));
                (self.scalar(text.into_owned(), style, span, is_text), anchor)
            }
            Event::SequenceStart(_, anchor, _) => (self.sequence(span, depth)?, anchor),
            Event::MappingStart(_, anchor, _) => (self.mapping(span, depth)?, anchor),
            Event::Alias(number) => (self.alias(number, span, depth)?, 0),
            // `parse` and the collections hand only starts of nodes to this; the parser's enum is
            // open.
            _ => (Node { kind: NodeKind::Null, span }, 0),
        };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn count(&mut self, nodes: usize, depth: usize, span: Span) -> Result<(), Fatal> {
        self.nodes += nodes;
        if depth > MOST_DEPTH {
            return Err(Box::new(too_deep(span)));
        }
        if self.nodes > MOST_NODES {
            let message =
                format!("with its aliases written out, this file has more than {MOST_NODES} parts");
            return Err(Box::new(too_large(span, message)));
        }
        Ok(())
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, span: Span, is_text: bool) -> Node {
        // As it stands in the file there is none: here one was written as an escape.
        if let Some(letter) = text.chars().find(|&letter| is_steering(letter)) {
            self.problems.push(super::steering(span, letter));
        }
        let style = match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
            ScalarStyle::Plain if is_text => Style::Quoted,
            ScalarStyle::Plain => Style::Plain,
        };
        if style == Style::Plain && matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL") {
            return Node { kind: NodeKind::Null, span };
        }
        Node {
            kind: NodeKind::Scalar(Scalar { text, style, content: self.content(span, style) }),
            span,
        }
    }

    fn content(&self, span: Span, style: Style) -> Span {
        let quoted = style == Style::Quoted && self.raw(span).starts_with(['"', '\'']);
        if !quoted {
            return span;
        }
        let end = span.end.saturating_sub(1);
        Span { start: (span.start + 1).min(end), end, ..span }
    }

    fn sequence(&mut self, start: Span, depth: usize) -> Result<Node, Fatal> {
        let mut items: Vec<Node> = Vec::new();
        loop {
            let (event, span) = self.next_inside(start)?;
            if matches!(event, Event::SequenceEnd) {
                let last = items.last().map(|n| n.span);
                return Ok(Node {
                    kind: NodeKind::Seq(items),
                    span: self.whole(start, last, span),
                });
            }
            let item = self.node(event, span, depth + 1)?;
            items.push(item);
        }
    }

    fn mapping(&mut self, start: Span, depth: usize) -> Result<Node, Fatal> {
        let mut entries: Vec<(Key, Node)> = Vec::new();
        let mut first_written: HashMap<String, Span> = HashMap::new();
        let mut last = None;
        loop {
            let (event, span) = self.next_inside(start)?;
            if matches!(event, Event::MappingEnd) {
                return Ok(Node {
                    kind: NodeKind::Map(entries),
                    span: self.whole(start, last, span),
                });
            }
            let key = self.node(event, span, depth + 1)?;
            let (event, span) = self.next_inside(start)?;
            let value = self.node(event, span, depth + 1)?;
            last = Some(value.span);
            let Some(key) = self.key(key) else { continue };
            match first_written.get(&key.text) {
                Some(first) => self.problems.push(duplicate_key(&key, *first)),
                None => {
                    first_written.insert(key.text.clone(), key.span);
                    entries.push((key, value));
                }
            }
        }
    }

    fn key(&mut self, node: Node) -> Option<Key> {
        match node.kind {
            NodeKind::Scalar(scalar) => Some(Key { text: scalar.text, span: node.span }),
            NodeKind::Null => {
                let d = Diagnostic::error(
                    "yaml-wrong-type",
                    node.span,
                    "a name is missing before this `:`",
                );
                self.problems.push(
                    d.help("an empty key, `~` or `null` names nothing: put the name in quotes"),
                );
                None
            }
            NodeKind::Map(_) | NodeKind::Seq(_) => {
                let message = "what stands before a `:` is a name, not a list or a map";
                self.problems.push(Diagnostic::error("yaml-wrong-type", node.span, message));
                None
            }
        }
    }

    /// An alias stands for a copy: counted as if it were written out, so that nested ones cannot
    /// explode.
    fn alias(&mut self, number: usize, span: Span, depth: usize) -> Result<Node, Fatal> {
        let Some(node) = self.anchors.get(&number) else {
            let message = "this alias stands inside the part it names";
            return Err(Box::new(Diagnostic::error("yaml-syntax", span, message)));
        };
        let (size, below) = (node.size(), node.depth());
        self.count(size, depth + below - 1, span)?;
        Ok(self.anchors.get(&number).cloned().unwrap_or(Node { kind: NodeKind::Null, span }))
    }

    /// From the first character to the last: block collections end in the parser's eyes where the
    /// next thing begins.
    fn whole(&self, start: Span, last: Option<Span>, end: Span) -> Span {
        match last {
            // An alias's span is elsewhere; a closing bracket has a width.
            Some(last) if end.start == end.end && last.end >= start.start => start.to(last),
            Some(_) | None => start.to(end),
        }
    }

    fn span(&self, span: &yaml::Span) -> Span {
        let range = span.byte_range().unwrap_or(0..0);
        Span::new(self.source, range.start, range.end.max(range.start))
    }

    fn raw(&self, span: Span) -> &'t str {
        self.text.get(span.start.to_usize()..span.end.to_usize()).unwrap_or("")
    }

    fn note_tag(&mut self, event: &Event, span: &yaml::Span) {
        let Some(tag) = event.tag() else { return };
        if tag.core_suffix() == Some("str") {
            return;
        }
        let place = span.tag_span().map_or_else(|| self.span(span), |s| self.span(&s));
        let message = format!("`{}` is a YAML tag, and tags mean nothing here", tag.original());
        self.problems.push(
            Diagnostic::error("yaml-tag", place, message)
                .help("text that begins with `!` needs quotes"),
        );
    }

    fn syntax_error(&self, error: &ScanError) -> Diagnostic {
        let at = error.marker().byte_offset().unwrap_or(self.text.len()).min(self.text.len());
        let width = self
            .text
            .get(at..)
            .and_then(|t| t.chars().next())
            .filter(|c| *c != '\n')
            .map_or(0, char::len_utf8);
        let span = Span::new(self.source, at, at + width);
        if *error.kind() == ErrorKind::RecursionLimitExceeded {
            return too_deep(span);
        }
        let problem = self.colon_missing(error, at).or_else(|| self.colon_before_braces(error, at));
        if let Some(problem) = problem.or_else(|| self.bar_missing(at)) {
            return problem;
        }
        let (message, help) = words(error);
        let d = Diagnostic::error("yaml-syntax", span, message);
        match help {
            Some(help) => d.help(help),
            None => d,
        }
    }
}

/// Mistakes of which the parser finds out on a later line than the one where they are.
impl Reader<'_> {
    /// `title Essai` above `seats: 2`: both lines have been taken for one text.
    fn colon_missing(&self, error: &ScanError, at: usize) -> Option<Diagnostic> {
        if *error.kind() != ErrorKind::MappingValueNotAllowed {
            return None;
        }
        let (start, line) = self.line_at(at);
        // Only the first `:` of a line has a text above it to blame.
        let is_first = line.find(':') == Some(at - start);
        let (above, line_above) = self.line_at(start.checked_sub(1)?);
        let indent = indent(line_above);
        let (key, value) = line_above.trim().split_once(' ')?;
        let is_entry = super::expect::is_identifier(key) && indent == self::indent(line);
        if !is_first || !is_entry || line_above.contains(':') || self.goes_on(above) {
            return None;
        }
        let span = Span::new(self.source, above + indent, above + indent + key.len());
        let d = Diagnostic::error("yaml-syntax", span, format!("a `:` is missing behind `{key}`"));
        Some(d.help(format!("write `{key}: {}`", value.trim())))
    }

    /// `hand { per: player }`, `hand:{ per: player }`: all up to the `:` inside has been taken for
    /// one text.
    fn colon_before_braces(&self, error: &ScanError, at: usize) -> Option<Diagnostic> {
        if *error.kind() != ErrorKind::MappingValueNotAllowed {
            return None;
        }
        let (start, line) = self.line_at(at);
        let (before, _) = line.get(..at - start)?.split_once('{')?;
        let key = before.trim_end().trim_end_matches(':').trim();
        if !super::expect::is_identifier(key) {
            return None;
        }
        let (from, to) = (start + indent(line), start + before.len());
        let missing = if before.ends_with(':') { "blank" } else { "`:`" };
        let message = format!("a {missing} is missing behind `{key}`");
        let span = Span::new(self.source, from, to);
        let problem = Diagnostic::error("yaml-syntax", span, message);
        Some(problem.help(format!("write `{key}: {{ … }}`")))
    }

    /// Whether the line that begins here is a further one of a text that begins above it.
    fn goes_on(&self, start: usize) -> bool {
        let Some(end) = start.checked_sub(1) else { return false };
        let ((_, above), (_, line)) = (self.line_at(end), self.line_at(start));
        indent(above) < indent(line) && !above.trim_end().ends_with(':')
    }

    /// `rules:` without `|`, with the rules below it.
    fn bar_missing(&self, at: usize) -> Option<Diagnostic> {
        let (mut start, line) = self.line_at(at);
        let mut least = indent(line);
        while least > 0 {
            let (above, line) = self.line_at(start.checked_sub(1)?);
            start = above;
            let is_outer = !line.trim().is_empty() && indent(line) < least;
            if is_outer && line.trim() == "rules:" {
                let from = above + indent(line);
                let span = Span::new(self.source, from, from + "rules:".len());
                let message = "rules of several lines stand behind a `|`, and there is none";
                return Some(
                    Diagnostic::error("yaml-syntax", span, message).help("write `rules: |`"),
                );
            }
            least = if is_outer { indent(line) } else { least };
        }
        None
    }

    /// Where the line begins in which a place stands, and its text.
    fn line_at(&self, at: usize) -> (usize, &str) {
        let start = self.text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |end| end + 1);
        (start, self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or(""))
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_node(event: &Event) -> bool {
    matches!(
        event,
        Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..) | Event::Alias(_)
    )
}

fn too_large(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(TOO_LARGE, span, message)
}

fn too_deep(span: Span) -> Diagnostic {
    too_large(span, format!("this is nested more than {MOST_DEPTH} levels deep"))
}

fn second_document(span: Span) -> Diagnostic {
    Diagnostic::error("yaml-syntax", span, "a second document begins here: one file is one layout")
        .help("remove this `---`, or move what follows to a file of its own")
}

fn duplicate_key(key: &Key, first: Span) -> Diagnostic {
    Diagnostic::error(
        "yaml-duplicate-key",
        key.span,
        format!("`{}` is written twice here", key.text),
    )
    .also(first, "first written here")
    .help("only the first one is read: remove one of them")
}

const SPACES: &str = "indent with spaces, two for each level";
const QUOTE: &str =
    "text with `:` `#` `{` `[` or with one of @ ` % & * ! | > at its beginning needs quotes: \"…\"";
const COLON: &str = "a key is followed by `:` and a space, as in `seats: 2`";
const COLUMN: &str = "keys of one map begin in the same column; one above may stand too far to the \
                      left or the right";
const CLOSED: &str =
    "put all of the text into the quotes; or a text before it lacks its own closing quote";

/// The parser's kinds of errors in plain words; those that a hand-written file hardly meets keep
/// the parser's own.
fn words(error: &ScanError) -> (String, Option<&'static str>) {
    use ErrorKind as K;
    let (message, help) = match error.kind() {
        K::TabInBlockIndentation
        | K::TabInIndentation
        | K::TabAtBlockScalarStart
        | K::TabNotAllowed => ("a tab stands where the indentation should be", Some(SPACES)),
        K::UnclosedFlowCollection { open } => {
            return (format!("this `{open}` is never closed"), None);
        }
        K::MismatchedFlowCollectionEnd { open, close } => {
            return (format!("this `{open}` is closed by `{close}`"), None);
        }
        K::MisplacedFlowCollectionEnd => ("this closes a bracket that was never opened", None),
        K::UnclosedQuotedScalar => ("this quote is never closed", None),
        K::InvalidQuotedScalarIndent => {
            let help = "close it where it ends, or indent its further lines";
            ("a text in quotes that begins above is not closed before this line", Some(help))
        }
        K::InvalidFlowScalarIndent => {
            let help = "close it where it ends, or indent what stands inside";
            ("a bracket that opens above is not closed before this line", Some(help))
        }
        K::MappingValueNotAllowed | K::InvalidColonPlacement => {
            ("a `:` cannot stand here", Some(QUOTE))
        }
        K::SimpleKeyExpected | K::InvalidSimpleKey => ("a `:` is missing after this", Some(COLON)),
        K::UnexpectedCharacter { character } => {
            return (format!("a text cannot begin with `{character}`"), Some(QUOTE));
        }
        K::UnknownAnchor => ("no part of this file is named so with `&` above", Some(QUOTE)),
        K::ExpectedBlockMappingKey | K::InvalidIndentation | K::MappingKeyNotAllowed => {
            ("this does not line up with what stands above it", Some(COLUMN))
        }
        K::ExpectedBlockSequenceEntry => {
            ("an entry that begins with `- ` is expected here", Some(COLUMN))
        }
        K::ExpectedFlowMappingSeparator | K::UnexpectedEofImplicitFlowMapping => {
            ("a `,` or `}` is expected here", None)
        }
        K::ExpectedFlowSequenceSeparator => ("a `,` or `]` is expected here", None),
        K::ExpectedNodeContent => ("a value is expected here", None),
        K::UnknownQuotedScalarEscape => (
            "there is an unknown `\\` in this text",
            Some("write `\\\\`, or put the text in single quotes"),
        ),
        K::InvalidTrailingDoubleQuotedScalar | K::InvalidTrailingSingleQuotedScalar => {
            ("nothing may follow the closing quote", Some(CLOSED))
        }
        _ => return (error.info(), None),
    };
    (message.to_owned(), help)
}
