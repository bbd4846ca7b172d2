//! Tables of patterns: which cases their rows cover. A case that none covers is an error, and so is
//! a row that earlier rows leave nothing wherever the table is asked; of a last row for all that is
//! left, it is warned.
//!
//! What a table looks at falls into cells that every pattern takes whole or not at all: the words
//! of a list, stretches of numbers, `none` where it can be none; of what kinds tell apart, one cell
//! a kind and one for all else.

use super::Lowering;
use super::value::{Scalar, Value};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Pattern, PatternRow, PatternValue, Table};
use crate::tabletop::ids::WordListId;
use std::collections::BTreeMap;

/// More cases than this are not told apart: then only a row that fits everything counts.
const MOST_CASES: usize = 4096;

/// Rows of tables by where they stand: `None` where some question to the table reaches it; else
/// whether it is there for all that is left, and the row that takes all its cases, if one does.
pub(super) type Unreached = BTreeMap<Span, Option<(bool, Option<Span>)>>;

/// The most missing cases that are named.
const MOST_NAMED: usize = 4;

/// What the cell of none is called.
const NONE: &str = "none";

/// What a table lacks.
const ADD_ROWS: &str = "add the rows, or end with `otherwise => …`";

/// The cells of one subject.
struct Cells {
    labels: Vec<String>,
    sort: Sort,
    /// Every value has a cell of its own here; else the last cell is whatever no pattern names.
    known: bool,
}

enum Sort {
    /// Words, in the order of the cells.
    Words(Vec<String>),
    /// First and last number of each cell.
    Numbers(Vec<(i32, i32)>),
}

impl Lowering {
    pub(super) fn check_cover(&mut self, table: &Table, rows: &[PatternRow], subjects: &[Value]) {
        let right =
            |row: &PatternRow| row.patterns.as_ref().is_none_or(|p| p.len() == subjects.len());
        if !rows.iter().all(right) {
            return;
        }
        let cells: Vec<Cells> =
            (0..subjects.len()).map(|i| self.cells(&subjects[i], rows, i)).collect();
        let cases: usize = cells.iter().map(|cells| cells.labels.len()).product();
        if cases > MOST_CASES {
            return self.need_a_last_row(table, rows);
        }
        let fits: Vec<Vec<bool>> =
            rows.iter().map(|row| self.cases_of(row, &cells, cases)).collect();
        self.note_unreached(table, rows, &fits);
        self.report_gaps(table, rows, &fits, &cells);
    }

    fn cells(&self, subject: &Value, rows: &[PatternRow], at: usize) -> Cells {
        let named: Vec<&PatternValue> = rows
            .iter()
            .filter_map(|row| row.patterns.as_ref()?.get(at))
            .flat_map(|pattern| match &pattern.node {
                Pattern::OneOf(values) => values.as_slice(),
                Pattern::Anything => &[],
            })
            .map(|value| &value.node)
            .collect();
        let (kind, maybe) = match subject {
            Value::Num(Scalar { kind, maybe, .. }) => (Some(*kind), *maybe),
            // A word given as it is: the rows tell of which list.
            Value::Word(word) => (self.list_of(word, &named), false),
            _ => (None, false),
        };
        let mut cells = match kind {
            Some(ValueKind::Word(list)) if self.are_words(&named, list) => {
                let words = self.program.lists[list].words.clone();
                Cells { labels: words.clone(), sort: Sort::Words(words), known: true }
            }
            Some(ValueKind::Number)
                if named.iter().all(|value| self.numbers_of(value).is_some()) =>
            {
                self.number_cells(&named)
            }
            Some(_) | None => word_cells(&named),
        };
        if maybe && cells.known {
            cells.labels.push(NONE.into());
        }
        cells
    }

    /// The list that has a word and all that the patterns name.
    fn list_of(&self, word: &String, named: &[&PatternValue]) -> Option<ValueKind> {
        let lists =
            self.program.lists.iter().enumerate().filter(|(_, list)| list.words.contains(word));
        let mut fitting = lists.filter(|(i, _)| self.are_words(named, WordListId::new(*i)));
        fitting.next().map(|(list, _)| ValueKind::Word(WordListId::new(list)))
    }

    /// Whether all patterns are words of the list, and none of them a kind.
    fn are_words(&self, named: &[&PatternValue], list: WordListId) -> bool {
        let words = &self.program.lists[list].words;
        named.iter().all(|value| matches!(value, PatternValue::Word(word) if words.contains(word)))
    }

    fn numbers_of(&self, value: &PatternValue) -> Option<(i32, i32)> {
        match value {
            PatternValue::Number(n) => Some((*n, *n)),
            PatternValue::Range { from, to } => Some((*from, to.unwrap_or(i32::MAX))),
            PatternValue::Named { from, to } => {
                let last = match to {
                    Some(to) => self.number_of(to)?,
                    None => i32::MAX,
                };
                Some((self.number_of(from)?, last))
            }
            PatternValue::Word(word) => self.number_words.get(word).map(|&n| (n, n)),
        }
    }

    /// The number that an end of a range is, or stands for.
    pub(super) fn number_of(&self, end: &str) -> Option<i32> {
        end.parse().ok().or_else(|| self.number_words.get(end).copied())
    }

    fn number_cells(&self, named: &[&PatternValue]) -> Cells {
        let mut starts = vec![i32::MIN];
        for (from, to) in named.iter().filter_map(|value| self.numbers_of(value)) {
            starts.push(from);
            starts.extend(to.checked_add(1));
        }
        starts.sort_unstable();
        starts.dedup();
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([i32::MAX]);
        let stretches: Vec<(i32, i32)> = starts.iter().copied().zip(ends).collect();
        let labels = stretches.iter().map(|&stretch| label_of(stretch)).collect();
        Cells { labels, sort: Sort::Numbers(stretches), known: true }
    }

    /// The cases that a row's patterns fit.
    fn cases_of(&self, row: &PatternRow, cells: &[Cells], cases: usize) -> Vec<bool> {
        let Some(patterns) = &row.patterns else { return vec![true; cases] };
        let each: Vec<Vec<bool>> = patterns
            .iter()
            .zip(cells)
            .map(|(pattern, cells)| self.cells_of(pattern, cells))
            .collect();
        (0..cases)
            .map(|case| split(case, cells).iter().zip(&each).all(|(&cell, fits)| fits[cell]))
            .collect()
    }

    fn cells_of(&self, pattern: &Spanned<Pattern>, cells: &Cells) -> Vec<bool> {
        let Pattern::OneOf(values) = &pattern.node else { return vec![true; cells.labels.len()] };
        let fits = |cell: usize| values.iter().any(|value| self.fits(&value.node, cells, cell));
        (0..cells.labels.len()).map(fits).collect()
    }

    /// Whether a value stands for all of a cell.
    fn fits(&self, value: &PatternValue, cells: &Cells, cell: usize) -> bool {
        match &cells.sort {
            Sort::Words(words) => words.get(cell).is_some_and(|word| *word == word_of(value)),
            Sort::Numbers(stretches) => match (stretches.get(cell), self.numbers_of(value)) {
                (Some((first, last)), Some((from, to))) => from <= *first && *last <= to,
                (Some(_) | None, _) => false,
            },
        }
    }

    /// Rows of pages stand before the table's own to take cases from them, so only the table's own
    /// rows are compared.
    fn note_unreached(&mut self, table: &Table, rows: &[PatternRow], fits: &[Vec<bool>]) {
        let mut unreached = BTreeMap::new();
        let sure = |row: &usize| rows[*row].condition.is_none();
        for row in table.extended..rows.len() {
            let before: Vec<usize> = (table.extended..row).filter(sure).collect();
            let taken = |case: usize| before.iter().any(|&earlier| fits[earlier][case]);
            let mut cases = (0..fits[row].len()).filter(|&case| fits[row][case]).peekable();
            if cases.peek().is_none() || !cases.all(taken) {
                continue;
            }
            let whole = before.iter().find(|&&earlier| {
                fits[row].iter().zip(&fits[earlier]).all(|(own, other)| *other || !own)
            });
            let takes_all = whole.map(|&earlier| rows[earlier].span);
            unreached.insert(rows[row].span, (catches_all(&rows[row]), takes_all));
        }
        let own = rows[table.extended..].iter().map(|row| row.span);
        for span in own {
            match (unreached.remove(&span), self.unreached.get_mut(&span)) {
                (Some(found), None) => {
                    self.unreached.insert(span, Some(found));
                }
                (None, None) => {
                    self.unreached.insert(span, None);
                }
                (None, Some(known)) => *known = None,
                (Some(_), Some(_)) => {}
            }
        }
    }

    /// Tells of the rows that no question to their tables has reached so far.
    pub(super) fn tell_unreached_rows(&mut self) {
        for (span, found) in std::mem::take(&mut self.unreached) {
            let Some((is_for_the_rest, takes_all)) = found else { continue };
            let words = "this row is never reached: earlier rows take all its cases";
            let problem = match is_for_the_rest {
                true => Diagnostic::warning("never-reached", span, words),
                false => Diagnostic::error("never-reached", span, words),
            };
            self.report(match takes_all {
                Some(earlier) => problem.also(earlier, "this row takes them"),
                None => problem,
            });
        }
    }

    fn report_gaps(
        &mut self,
        table: &Table,
        rows: &[PatternRow],
        fits: &[Vec<bool>],
        cells: &[Cells],
    ) {
        let sure: Vec<&Vec<bool>> = rows
            .iter()
            .zip(fits)
            .filter(|(row, _)| row.condition.is_none())
            .map(|(_, f)| f)
            .collect();
        let cases: usize = cells.iter().map(|cells| cells.labels.len()).product();
        let missing: Vec<usize> =
            (0..cases).filter(|&case| !sure.iter().any(|fits| fits[case])).collect();
        if missing.is_empty() {
            return;
        }
        let names: Vec<String> =
            missing.iter().take(MOST_NAMED).map(|&case| case_name(case, cells)).collect();
        let more = if missing.len() > MOST_NAMED {
            format!(" and {} more", missing.len() - MOST_NAMED)
        } else {
            String::new()
        };
        let message = format!("`{}` has no row for {}{more}", table.name.node, names.join(", "));
        let has_none = |&case: &usize| {
            split(case, cells).iter().zip(cells).any(|(&cell, cells)| cells.labels[cell] == NONE)
        };
        let help = if missing.iter().all(has_none) {
            "no pattern names none: `_` takes it, or a last row `otherwise => …`"
        } else if missing.iter().any(has_none) {
            "add the rows, or end with `otherwise => …`; none is taken by that, or by `_`"
        } else {
            ADD_ROWS
        };
        self.report_gap(table, message, help);
    }

    fn need_a_last_row(&mut self, table: &Table, rows: &[PatternRow]) {
        if !rows.iter().any(catches_all) {
            self.report_gap(
                table,
                format!("`{}` has no row for what no pattern fits", table.name.node),
                ADD_ROWS,
            );
        }
    }

    fn report_gap(&mut self, table: &Table, message: String, help: &str) {
        let problem = Diagnostic::error("table-gap", table.name.span, message);
        self.report(problem.help(help));
    }
}

/// Whether a row fits all that there is.
fn catches_all(row: &PatternRow) -> bool {
    let anything =
        |p: &Vec<Spanned<Pattern>>| p.iter().all(|p| matches!(p.node, Pattern::Anything));
    row.condition.is_none() && row.patterns.as_ref().is_none_or(anything)
}

/// Cells by what the patterns themselves name: kinds, or words whose list only the rows tell.
fn word_cells(named: &[&PatternValue]) -> Cells {
    let mut words: Vec<String> = Vec::new();
    for word in named.iter().map(|value| word_of(value)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let mut labels = words.clone();
    labels.push("anything else".into());
    Cells { labels, sort: Sort::Words(words), known: false }
}

fn word_of(value: &PatternValue) -> String {
    match value {
        PatternValue::Number(n) => n.to_string(),
        PatternValue::Range { from, to } => {
            format!("{from}..{}", to.map_or(String::new(), |to| to.to_string()))
        }
        PatternValue::Named { from, to } => {
            format!("{from}..{}", to.as_deref().unwrap_or_default())
        }
        PatternValue::Word(word) => word.clone(),
    }
}

fn label_of((first, last): (i32, i32)) -> String {
    match (first, last) {
        (i32::MIN, i32::MAX) => "any number".into(),
        (i32::MIN, last) => format!("less than {}", i64::from(last) + 1),
        (first, i32::MAX) => format!("{first} and more"),
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}..{last}"),
    }
}

/// The cell of each subject in a case.
fn split(mut case: usize, cells: &[Cells]) -> Vec<usize> {
    let mut found = Vec::with_capacity(cells.len());
    for cells in cells.iter().rev() {
        found.push(case % cells.labels.len());
        case /= cells.labels.len();
    }
    found.reverse();
    found
}

fn case_name(case: usize, cells: &[Cells]) -> String {
    let labels: Vec<&str> = split(case, cells)
        .into_iter()
        .zip(cells)
        .map(|(cell, cells)| cells.labels[cell].as_str())
        .collect();
    if let [only] = labels.as_slice() {
        (*only).to_string()
    } else {
        format!("({})", labels.join(", "))
    }
}
