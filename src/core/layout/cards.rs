//! Own cards as a table: a CSV file with a line of column names, then one line for each card.
//!
//! Commas or semicolons between cells: spreadsheets of many countries write the latter.

use super::expect::{is_identifier, is_language};
use super::model::Name;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, Spanned};
use crate::value::Narrow;
use csv::StringRecord;
use std::collections::BTreeMap;

pub(crate) use super::model::CardRow;

const MOST_BYTES: usize = 1 << 20;

/// Each is an attribute of the cards.
const MOST_COLUMNS: usize = 256;

/// The rows that can be read, and all that is wrong with the table.
pub fn read_cards(source: SourceId, text: &str) -> (Vec<CardRow>, Vec<Diagnostic>) {
    if text.len() > MOST_BYTES {
        let message = format!("this file is larger than {} KB", MOST_BYTES / 1024);
        return (
            Vec::new(),
            vec![Diagnostic::error("csv-too-large", Span::new(source, 0, 0), message)],
        );
    }
    if let Some(problem) = tabs(source, text) {
        return (Vec::new(), vec![problem]);
    }
    let mut table = Table { source, text, separator: separator(text), problems: Vec::new() };
    let rows = table.rows();
    (rows, table.problems)
}

struct Table<'t> {
    source: SourceId,
    text: &'t str,
    separator: u8,
    problems: Vec<Diagnostic>,
}

/// A line of the table (or several, when a cell in quotes has line ends), each cell with its place.
struct Line {
    cells: Vec<Spanned<String>>,
    span: Span,
}

impl Table<'_> {
    fn rows(&mut self) -> Vec<CardRow> {
        let mut lines = self.lines().into_iter();
        let Some(header) = lines.next() else {
            if self.problems.is_empty() {
                self.problems.push(no_table(Span::new(self.source, 0, 0)));
            }
            return Vec::new();
        };
        if header.cells.len() > MOST_COLUMNS {
            let message =
                format!("expected at most {MOST_COLUMNS} columns, found {}", header.cells.len());
            self.problems.push(Diagnostic::error(
                "csv-too-large",
                Span { end: header.span.start, ..header.span },
                message,
            ));
            return Vec::new();
        }
        self.problems.extend(check_columns(&header.cells, header.span));
        let (fitting, others): (Vec<Line>, Vec<Line>) =
            lines.partition(|line| line.cells.len() == header.cells.len());
        self.tell_of_misfits(&header, &others);
        let row = |line: Line| {
            let cells = header.cells.iter().cloned().zip(line.cells).collect();
            CardRow { cells, span: line.span }
        };
        let rows: Vec<CardRow> = fitting.into_iter().map(row).collect();
        if rows.is_empty() && self.problems.is_empty() {
            let problem =
                Diagnostic::error("csv-empty", header.span, "no card stands below these columns");
            self.problems.push(problem);
        }
        rows
    }

    /// Tells of the first row of each wrong length, and how many others there are of it: most come
    /// of one change to the first line.
    fn tell_of_misfits(&mut self, header: &Line, misfits: &[Line]) {
        let wanted = header.cells.len();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        misfits.iter().for_each(|line| *counts.entry(line.cells.len()).or_default() += 1);
        for line in misfits {
            let found = line.cells.len();
            let Some(count) = counts.remove(&found) else { continue };
            let rows = match count {
                1 => "this row has".to_owned(),
                2 => "this row and another one have".to_owned(),
                rows => format!("this row and {} others have", rows - 1),
            };
            let message = format!("{rows} {}, the first line has {}", cells(found), cells(wanted));
            let problem = Diagnostic::error("csv-cell-count", line.span, message)
                .also(header.span, "the columns");
            self.problems.push(if found > wanted {
                problem.help("a text with a comma needs quotes: \"…\"")
            } else {
                problem
            });
        }
    }

    fn lines(&mut self) -> Vec<Line> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(self.separator)
            .from_reader(self.text.as_bytes());
        let mut lines = Vec::new();
        let mut record = StringRecord::new();
        loop {
            let start = reader.position().byte().to_usize();
            match reader.read_record(&mut record) {
                Ok(true) => {
                    lines.extend(self.line(&record, start, reader.position().byte().to_usize()))
                }
                Ok(false) => return lines,
                Err(error) => {
                    let span = self.span(start, start);
                    self.problems.push(Diagnostic::error(
                        "csv-syntax",
                        span,
                        format!("this cannot be read: {error}"),
                    ));
                    return lines;
                }
            }
        }
    }

    /// A line of a table; `None` where all its cells are empty, as spreadsheets leave them below a
    /// table.
    fn line(&mut self, record: &StringRecord, start: usize, end: usize) -> Option<Line> {
        let raw = self.text.get(start..end).unwrap_or("");
        let skipped = raw.len() - raw.trim_start_matches(['\u{feff}', '\r', '\n']).len();
        let (start, end) = (start + skipped, start + raw.trim_end_matches(['\r', '\n']).len());
        let span = self.span(start, end);
        let (places, closed) = cell_places(self.text.get(start..end).unwrap_or(""), self.separator);
        if !closed {
            let from = places.last().map_or(start, |(from, _)| start + from);
            let problem = Diagnostic::error(
                "csv-syntax",
                self.span(from, from + 1),
                "this quote is never closed",
            );
            self.problems.push(problem);
            return None;
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            return None;
        }
        let place = |i: usize| match places.get(i) {
            Some((from, to)) if places.len() == record.len() => self.span(start + from, start + to),
            Some(_) | None => span,
        };
        let cells = record
            .iter()
            .enumerate()
            .map(|(i, cell)| Spanned::new(cell.trim().to_owned(), place(i)));
        Some(Line { cells: cells.collect(), span })
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end.min(self.text.len()).max(start))
    }
}

fn no_table(span: Span) -> Diagnostic {
    Diagnostic::error("csv-empty", span, "there are no cards in this file")
        .help("its first line names the columns, as in `name,suit,value`")
}

/// Whether tabs stand where separators should, and where the first is.
fn tabs(source: SourceId, text: &str) -> Option<Diagnostic> {
    let first = text.lines().next().unwrap_or("");
    let at = first.find('\t').filter(|_| !first.contains([',', ';']))?;
    let message = "expected commas between the columns of this file, found tabs";
    let problem = Diagnostic::error("csv-syntax", Span::new(source, at, at + 1), message);
    Some(problem.help("save it as CSV with commas (or semicolons) between the columns"))
}

/// Whichever stands more often in the first line.
fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or("");
    let count = |c: char| first.matches(c).count();
    if count(';') > count(',') { b';' } else { b',' }
}

/// Where each cell of a row stands, without the blanks around it, and whether its last quote is
/// closed. The csv crate tells only where rows begin.
fn cell_places(row: &str, separator: u8) -> (Vec<(usize, usize)>, bool) {
    let mut places = Vec::new();
    let mut start = 0;
    let mut in_quotes = false;
    let mut before = separator;
    for (i, byte) in row.bytes().enumerate() {
        // A quote opens only at the beginning of a cell, elsewhere it is a letter; a doubled one
        // closes and opens again.
        let doubled = before == b'"' && row.as_bytes()[start] == b'"';
        if byte == b'"' && (in_quotes || i == start || doubled) {
            in_quotes = !in_quotes;
        } else if byte == separator && !in_quotes {
            places.push(trimmed(row, start, i));
            start = i + 1;
        }
        before = byte;
    }
    places.push(trimmed(row, start, row.len()));
    (places, !in_quotes)
}

fn trimmed(row: &str, start: usize, end: usize) -> (usize, usize) {
    let cell = &row[start..end];
    let from = start + (cell.len() - cell.trim_start().len());
    (from, from + cell.trim().len())
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

/// What a column says to people alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeopleColumn<'c> {
    /// `name.fr`, or `fr`: the card's name in a language.
    Name(&'c str),
    /// `text`, or `text.fr`: what the card says, in a language or in all.
    Says(Option<&'c str>),
}

/// What a `column` says to people; `None` for one that is no more than an attribute.
pub(crate) fn column_of_people(column: &str) -> Option<PeopleColumn<'_>> {
    match column.split_once('.') {
        Some(("name", language)) if is_language(language) => Some(PeopleColumn::Name(language)),
        Some(("text", language)) if is_language(language) => {
            Some(PeopleColumn::Says(Some(language)))
        }
        Some(_) => None,
        None if column == "text" => Some(PeopleColumn::Says(None)),
        None if ["fr", "en"].contains(&column) => Some(PeopleColumn::Name(column)),
        None => None,
    }
}

/// What holds for the columns of a file and for the keys of a card in the layout: different names,
/// `name` among them.
pub(crate) fn check_columns(columns: &[Name], place: Span) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    if !columns.iter().any(|c| c.node == "name") {
        let known = columns.iter().map(|c| c.node.as_str());
        let problem = Diagnostic::error("csv-missing-column", place, "there is no column `name`");
        let near = crate::diagnostic::nearest("name", known);
        problems.push(match near {
            Some(near) => problem.help(format!("write `name` instead of `{near}`")),
            None => problem.help("every card has a `name`; the other columns are its attributes"),
        });
    }
    for (i, column) in columns.iter().enumerate() {
        problems.extend(check_column(column, &columns[..i]));
    }
    problems
}

fn check_column(column: &Name, before: &[Name]) -> Option<Diagnostic> {
    if let Some(first) = before.iter().find(|c| c.node == column.node) {
        let message = format!("there are two columns `{}`", column.node);
        return Some(
            Diagnostic::error("csv-duplicate-column", column.span, message)
                .also(first.span, "the first one"),
        );
    }
    if is_identifier(&column.node) || column_of_people(&column.node).is_some() {
        return None;
    }
    let message = format!("`{}` cannot be the name of a column", column.node);
    let help = "the rules use it: letters without accents, digits and `_`, no digit first";
    Some(Diagnostic::error("bad-name", column.span, message).help(help))
}
