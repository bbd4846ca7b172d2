//! Markdown in lines for a terminal: the rules of games for people.

use super::{TermStyle, pad, width, wrap};
use crate::view::typed;
use anstyle::Style;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Longer lines of text are not read well.
const LONGEST: usize = 96;

/// The lines of a text in Markdown: headings, paragraphs, lists, tables, emphasis. Links and
/// pictures are their words, and HTML is left out.
pub(crate) fn lines(markdown: &str, style: TermStyle) -> Vec<String> {
    let mut writer = Writer::new(style);
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| writer.event(event));
    while writer.lines.last().is_some_and(String::is_empty) {
        writer.lines.pop();
    }
    writer.lines
}

/// The part of a text in Markdown whose heading has these `words` in it, with all that stands below
/// it; `None` where no heading has.
pub(crate) fn section<'m>(markdown: &'m str, words: &str) -> Option<&'m str> {
    let words = typed(words);
    let headings = outline(markdown);
    let has_words = |heading: &Heading| typed(&heading.text).contains(&words);
    // The heading of all is meant last.
    let inner = |heading: &Heading| heading.level > HeadingLevel::H1 && has_words(heading);
    let at = headings.iter().position(inner).or_else(|| headings.iter().position(has_words))?;
    let Heading { start, level, .. } = headings[at];
    let next = headings[at + 1..].iter().find(|heading| heading.level <= level);
    let end = next.map_or(markdown.len(), |heading| heading.start);
    Some(markdown[start..end].trim_end())
}

/// All headings of a text in Markdown.
pub(crate) fn headings(markdown: &str) -> Vec<String> {
    outline(markdown).into_iter().map(|heading| heading.text).collect()
}

struct Heading {
    start: usize,
    level: HeadingLevel,
    text: String,
}

fn outline(markdown: &str) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut open = false;
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                headings.push(Heading { start: range.start, level, text: String::new() });
                open = true;
            }
            Event::End(TagEnd::Heading(_)) => open = false,
            Event::Text(text) | Event::Code(text) if open => {
                headings.last_mut().into_iter().for_each(|heading| heading.text.push_str(&text));
            }
            _ => {}
        }
    }
    headings
}

struct Writer {
    style: TermStyle,
    columns: usize,
    lines: Vec<String>,
    /// The paragraph that is being written.
    text: String,
    /// Where in it emphasis began.
    marks: Vec<usize>,
    /// The lists around it: the number of the next item, or none for points.
    lists: Vec<Option<u64>>,
    /// What stands before the first line of the paragraph.
    lead: String,
    quotes: usize,
    in_code: bool,
    rows: Vec<Vec<String>>,
}

impl Writer {
    fn new(style: TermStyle) -> Writer {
        Writer {
            style,
            columns: style.columns.min(LONGEST),
            lines: Vec::new(),
            text: String::new(),
            marks: Vec::new(),
            lists: Vec::new(),
            lead: String::new(),
            quotes: 0,
            in_code: false,
            rows: Vec::new(),
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => {
                self.lines.extend(text.lines().map(|line| format!("    {line}")));
            }
            Event::Text(text) | Event::Code(text) => self.text.push_str(&text),
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.paragraph(),
            Event::Rule => {
                let line = if self.style.signs { "─" } else { "-" };
                self.lines.push(line.repeat(self.columns));
                self.blank();
            }
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.paragraph();
                self.blank();
            }
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => self.lead = self.item(),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(_) => self.in_code = true,
            Tag::Emphasis | Tag::Strong => self.marks.push(self.text.len()),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph => {
                self.paragraph();
                if self.lists.is_empty() {
                    self.blank();
                }
            }
            TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.blank();
                }
            }
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.blank();
            }
            TagEnd::Strong => self.emphasis(Style::new().bold()),
            TagEnd::Emphasis => self.emphasis(Style::new().italic()),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    fn emphasis(&mut self, style: Style) {
        let start = self.marks.pop().unwrap_or(0).min(self.text.len());
        let words = self.text.split_off(start);
        // Each word has its own, for a line may end between them.
        let painted: Vec<String> =
            words.split(' ').map(|word| self.style.paint(style, word)).collect();
        self.text.push_str(&painted.join(" "));
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.text);
        let length = width(&text);
        self.lines.push(self.style.bold(&text));
        let line = match (level, self.style.signs) {
            (HeadingLevel::H1, true) => "═",
            (HeadingLevel::H1, false) => "=",
            (HeadingLevel::H2, true) => "─",
            (HeadingLevel::H2, false) => "-",
            _ => return,
        };
        self.lines.push(line.repeat(length));
    }

    /// What stands before an item: a point or its number.
    fn item(&mut self) -> String {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            Some(None) | None => if self.style.signs { "• " } else { "* " }.to_owned(),
        }
    }

    /// Writes what has been collected, with what stands before it.
    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let lead = std::mem::take(&mut self.lead);
        let depth = self.lists.len().saturating_sub(1) + self.quotes;
        let before = "  ".repeat(depth);
        let inside = match self.lists.last() {
            Some(_) if lead.is_empty() => "  ".to_owned(),
            Some(_) | None => " ".repeat(width(&lead)),
        };
        let room = self.columns.saturating_sub(width(&before) + width(&inside)).max(16);
        for (i, line) in wrap(&text, room).iter().enumerate() {
            let lead = if i == 0 && !lead.is_empty() { &lead } else { &inside };
            self.lines.push(format!("{before}{lead}{line}").trim_end().to_owned());
        }
    }

    /// An empty line, where there is none yet.
    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// A table in columns; the last one is broken into lines where it is too long.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, i: usize| row.get(i).cloned().unwrap_or_default();
        let widest = |i: usize| rows.iter().map(|row| width(&cell(row, i))).max().unwrap_or(0);
        let wide: Vec<usize> = (0..columns.saturating_sub(1)).map(widest).collect();
        let before: usize = wide.iter().map(|wide| wide + 2).sum();
        let room = self.columns.saturating_sub(before + 2).max(16);
        for (number, row) in rows.iter().enumerate() {
            let head: String =
                wide.iter().enumerate().map(|(i, w)| pad(&cell(row, i), w + 2)).collect();
            let last = columns.checked_sub(1).map(|last| cell(row, last)).unwrap_or_default();
            for (i, line) in wrap(&last, room).iter().enumerate() {
                let lead = if i == 0 { head.clone() } else { " ".repeat(before) };
                let line = format!("  {lead}{line}").trim_end().to_owned();
                self.lines.push(if number == 0 { self.style.bold(&line) } else { line });
            }
        }
        self.blank();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::snapshot;

    const TEXT: &str = "# Duel

The **higher card** wins; *equal cards* go back,
and nobody wins.

## The turn

1. Draw a card. It is added to the hand, where only its owner sees it, whatever happens.
2. Play one:
   - a king, or
   - `any other`.

## Scoring

| card | worth |
|---|---|
| king | three points, and one more for whoever has the queen of the same suit beside it |
| queen | 2 |

> Say nothing.

<script>alert(1)</script>
";

    #[test]
    fn markdown_in_lines() {
        let style = TermStyle { columns: 44, ..TermStyle::default() };
        let signs = TermStyle { signs: true, colour: true, ..style };
        let plain = lines(TEXT, style).join("\n");
        let part = section(TEXT, "TURN").map(|part| lines(part, signs).join("\n"));
        let all = format!("{TEXT}----\n{plain}\n----\n{}", part.unwrap_or_default());
        snapshot("markdown", &all.replace('\u{1b}', "␛"));
        assert_eq!(section(TEXT, "nothing"), None);
        assert_eq!(headings(TEXT), ["Duel", "The turn", "Scoring"]);
    }
}
