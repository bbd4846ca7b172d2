//! Draws diagnostics for people (with miette) and writes them for programs (as JSON).

use super::excerpt::{Excerpt, NEAR};
use crate::cli::host::files::GameFile;
use crate::cli::text::{Messages, TermStyle, spelt_out, width, wrap};
use crate::diagnostic::{Diagnostic, Level, Problems};
use crate::game::Game;
use crate::source::{Sources, Span};
use crate::value::Narrow;
use crate::view;
use crate::vm::Fault;
use anstyle::AnsiColor;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    NamedSource, Severity, SourceCode, SourceSpan, SpanContents,
};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

const WIDTH: usize = 100;

/// Nobody reads more problems than these at once.
pub(crate) const MOST_DRAWN: usize = 100;

/// How many of so many problems are not shown; nothing where all are.
pub(crate) fn more(problems: usize, messages: &Messages) -> String {
    match problems.saturating_sub(MOST_DRAWN) {
        0 => String::new(),
        n => messages.with("more-problems", &[("n", n.into())]) + "\n\n",
    }
}

/// All problems, each with its place, and a line that counts them.
pub(crate) fn problems(
    problems: &Problems,
    file: &GameFile,
    style: TermStyle,
    messages: &Messages,
) -> String {
    let shown = problems.list.iter().take(MOST_DRAWN);
    let mut text: String =
        shown.map(|d| diagnostic(d, &problems.sources, file, style, messages)).collect();
    text.push_str(&more(problems.list.len(), messages));
    if let Some(counts) = counts(&problems.list, messages) {
        text.push_str(&counts);
        text.push('\n');
    }
    text
}

/// "2 errors, 1 warning"; nothing for nothing.
pub(crate) fn counts(list: &[Diagnostic], messages: &Messages) -> Option<String> {
    let levels = [
        (Level::Error, "count-errors"),
        (Level::Warning, "count-warnings"),
        (Level::Notice, "count-notices"),
    ];
    let parts: Vec<String> = levels
        .iter()
        .map(|(level, key)| (list.iter().filter(|d| d.level == *level).count(), key))
        .filter(|(n, _)| *n > 0)
        .map(|(n, key)| messages.with(key, &[("n", n.into())]))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What went wrong in the rules of a game, and where.
pub(crate) fn fault(game: &Game, fault: &Fault, messages: &Messages) -> Diagnostic {
    let code = fault.kind.code();
    let message = view::fault_words(messages.lexicon(), code, &game.fault_words(fault));
    Diagnostic::error(code, fault.span, message).label(messages.say("fault-here"))
}

/// A diagnostic with its places. The words around it are in the language of the `messages`; what it
/// says itself is told by whoever found it.
pub(crate) fn diagnostic(
    diagnostic: &Diagnostic,
    sources: &Sources,
    file: &GameFile,
    style: TermStyle,
    messages: &Messages,
) -> String {
    let theme = match (style.signs, style.colour) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, true) => GraphicalTheme::ascii(),
        (false, false) => GraphicalTheme::none(),
    };
    let wide = columns(style);
    let handler = GraphicalReportHandler::new_themed(theme).with_width(wide).with_links(false);
    let parts = Rendered::parts(diagnostic, sources, file, messages);
    let drawn = |part: &Rendered| {
        let help = part.help.as_deref().map(|help| helping(help, style, messages));
        render(&handler, part, &help.unwrap_or_default())
    };
    parts.iter().map(drawn).collect()
}

fn render(handler: &GraphicalReportHandler, part: &Rendered, help: &str) -> String {
    let mut text = String::new();
    match handler.render_report(&mut text, part) {
        Ok(()) => format!("{}{help}\n", text.trim_start_matches('\n')),
        Err(fmt::Error) => format!("{part}\n"),
    }
}

/// Columns that a problem is told in: fewer where the terminal is narrow.
fn columns(style: TermStyle) -> usize {
    if style.columns < TermStyle::default().columns { style.columns } else { WIDTH }
}

/// What can be done about a problem, in lines.
fn helping(help: &str, style: TermStyle, messages: &Messages) -> String {
    let head = format!("  {} ", messages.say("help"));
    let indent = " ".repeat(width(&head));
    let lines = wrap(help, columns(style).saturating_sub(2 + indent.len()));
    let line = |(i, line): (usize, &String)| match i {
        0 => format!("{}{line}\n", style.paint(AnsiColor::Cyan.on_default(), &head)),
        _ => format!("{indent}{line}\n"),
    };
    lines.iter().enumerate().map(line).collect()
}

/// A diagnostic, or the part of it that lies in another file, as miette wants it.
#[derive(Debug)]
struct Rendered {
    message: String,
    severity: Severity,
    code: Option<String>,
    help: Option<String>,
    source: Option<Shown>,
    labels: Vec<LabeledSpan>,
}

impl Rendered {
    /// The diagnostic with all its places in one file, then one part for each place elsewhere.
    fn parts(
        d: &Diagnostic,
        sources: &Sources,
        file: &GameFile,
        messages: &Messages,
    ) -> Vec<Rendered> {
        let (here, there): (Vec<_>, Vec<_>) =
            d.also.iter().partition(|(span, _)| span.source == d.span.source);
        let mut labels = vec![(d.span, d.label.clone())];
        labels.extend(here.iter().map(|(span, messages)| (*span, Some(messages.clone()))));
        let first = Rendered {
            message: d.message.clone(),
            severity: severity(d.level),
            code: Some(format!("{}[{}]", messages.say(level_key(d.level)), d.code)),
            help: d.help.clone(),
            labels: Vec::new(),
            source: None,
        };
        let others = there.iter().map(|(span, words)| {
            let part = Rendered {
                message: words.to_owned(),
                severity: Severity::Advice,
                code: None,
                help: None,
                labels: Vec::new(),
                source: None,
            };
            part.pointing(&[(*span, None)], sources, file)
        });
        std::iter::once(first.pointing(&labels, sources, file)).chain(others).collect()
    }

    /// Adds the places `labels` of one file, the first of which is what the problem is about.
    /// Of a file without text, one that could not be read or an empty one, the name alone is told,
    /// where the message has not told it.
    fn pointing(
        mut self,
        labels: &[(Span, Option<String>)],
        sources: &Sources,
        file: &GameFile,
    ) -> Rendered {
        let Some(source) = sources.find(labels[0].0.source) else { return self };
        if source.text.is_empty() {
            if !self.message.contains(&spelt_out(&source.name)) {
                let path = spelt_out(&file.path(&source.name));
                self.message = format!("{path}: {}", self.message);
            }
            return self;
        }
        let ranges: Vec<Range<usize>> =
            labels.iter().map(|(span, _)| range(&source.text, *span)).collect();
        let excerpt = Excerpt::of(&source.text, &ranges);
        let labelled = labels.iter().zip(excerpt.ranges).enumerate();
        self.labels = labelled
            .map(|(i, ((_, words), range))| match i {
                0 => LabeledSpan::new_primary_with_span(words.clone(), range),
                _ => LabeledSpan::new_with_span(words.clone(), range),
            })
            .collect();
        let column = |(span, _): &(Span, _)| sources.line_column(*span).1 - 1;
        let starts = self.labels.iter().map(LabeledSpan::offset);
        let columns = starts.zip(labels.iter().map(column)).collect();
        self.source = Some(Shown {
            text: NamedSource::new(spelt_out(&file.path(&source.name)), excerpt.text),
            columns,
        });
        self
    }
}

/// A text as miette reads it, which tells the column of a place in bytes of the line that it is
/// given, and not in characters of the line as it is, and draws all that lies between two places.
#[derive(Debug)]
struct Shown {
    text: NamedSource<String>,
    /// Where each place begins, and its column, from 0.
    columns: Vec<(usize, usize)>,
}

impl SourceCode for Shown {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, before, after)?;
        // The place alone is read for the column, and lines around it for the drawing.
        let place = self.columns.iter().find(|(at, _)| *at == span.offset());
        let column = match place {
            Some((_, column)) if before + after == 0 => *column,
            Some(_) | None => read.column(),
        };
        // Places are drawn together whose lines nearly meet. miette would count the lines from the
        // text's first one.
        let lines = read.data().split(|byte| *byte == b'\n').count() + NEAR;
        Ok(Box::new(MietteSpanContents::new_named(
            self.text.name().to_owned(),
            read.data(),
            *read.span(),
            read.line(),
            column,
            lines,
        )))
    }
}

fn level_key(level: Level) -> &'static str {
    match level {
        Level::Error => "level-error",
        Level::Warning => "level-warning",
        Level::Notice => "level-notice",
    }
}

fn severity(level: Level) -> Severity {
    match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Notice => Severity::Advice,
    }
}

/// Bytes that exist, on letters' boundaries.
pub(crate) fn range(text: &str, span: Span) -> Range<usize> {
    let bound = |at: u32| {
        (0..=(at.to_usize()).min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
    };
    bound(span.start)..bound(span.end).max(bound(span.start))
}

impl fmt::Display for Rendered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rendered {}

impl miette::Diagnostic for Rendered {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }
}

/// A problem as programs read it.
#[derive(Serialize)]
pub(crate) struct Flat<'a> {
    file: String,
    line: usize,
    column: usize,
    code: &'a str,
    level: Level,
    message: &'a str,
    help: Option<&'a str>,
}

impl Flat<'_> {
    pub(crate) fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// The problem in one line: where, and what.
    pub(crate) fn line(&self) -> String {
        let Flat { file, line, column, message, .. } = self;
        format!("{file}:{line}:{column}: {message}")
    }
}

pub(crate) fn flat<'a>(problems: &'a Problems, file: &GameFile) -> Vec<Flat<'a>> {
    problems.list.iter().map(|d| flat_one(d, &problems.sources, file)).collect()
}

fn flat_one<'a>(d: &'a Diagnostic, sources: &Sources, file: &GameFile) -> Flat<'a> {
    let (line, column) = sources.line_column(d.span);
    let name = sources.find(d.span.source).map_or("", |source| source.name.as_str());
    let help = d.help.as_deref();
    Flat {
        file: file.path(name),
        line,
        column,
        code: d.code,
        level: d.level,
        message: &d.message,
        help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::cli::snapshot;
    use crate::source::SourceId;
    use std::path::Path;

    fn sample() -> Problems {
        let mut sources = Sources::default();
        let layout = sources.add("été.yaml", "seats: 2\nzones:\n  hande: { seen_by: owner }\n");
        let rules =
            sources.add("été.rules", "phase game = jouer\naction play(card from hand) { }\n");
        let at = |source, start, end| Span::new(source, start, end);
        let unknown =
            Diagnostic::error("unknown-name", at(rules, 41, 45), "there is no `hand` here")
                .label("no zone, phase or function has this name")
                .also(at(layout, 18, 23), "the nearest zone is defined here")
                .help("did you mean `hande`?");
        let end = Diagnostic::warning("unused", at(SourceId(0), 999, 1200), "nobody uses this");
        Problems::new(sources, vec![unknown, end])
    }

    fn drawn(style: TermStyle) -> String {
        drawn_in(Language::En, style)
    }

    fn drawn_in(language: Language, style: TermStyle) -> String {
        let file = GameFile::named(Path::new("games/été.yaml"));
        problems(&sample(), &file, style, &Messages::new(language))
    }

    /// What is wrong is said in English; all words around it are those of the reader.
    #[test]
    fn a_problem_stands_among_words_of_the_reader() {
        let drawn = drawn_in(Language::Fr, TermStyle::default());
        for words in ["erreur[unknown-name]", "avertissement[unused]", "  aide : did you mean"] {
            assert!(drawn.contains(words), "{drawn}");
        }
        assert!(!["error", "warning", "help"].iter().any(|word| drawn.contains(word)), "{drawn}");
    }

    #[test]
    fn a_problem_with_places_in_two_files() {
        snapshot("diagnostics_plain", &drawn(TermStyle::default()));
        let colour = drawn(TermStyle { colour: true, signs: true, ..TermStyle::default() });
        assert!(colour.contains("\u{1b}[") && colour.contains('╭'));
    }

    /// The first hundred, and how many more there are.
    #[test]
    fn nobody_is_shown_thousands_of_problems() {
        let Problems { sources, list, .. } = sample();
        let many = Problems { sources, list: vec![list[0].clone(); 5000], allowed: Vec::new() };
        let file = GameFile::named(Path::new("games/été.yaml"));
        let drawn =
            super::problems(&many, &file, TermStyle::default(), &Messages::new(Language::En));
        assert_eq!(drawn.matches("nobody uses this").count(), MOST_DRAWN);
        assert!(drawn.ends_with(
            "and 4900 more problems, which are not shown: mend these first\n\n5000 warnings\n"
        ));
    }

    #[test]
    fn a_file_that_is_not_there_has_no_text_to_show() {
        let problems = GameFile::open(std::path::Path::new("nowhere/at_all.yaml")).unwrap_err();
        let file = GameFile::named(Path::new("nowhere/at_all.yaml"));
        let text =
            super::problems(&problems, &file, TermStyle::default(), &Messages::new(Language::En));
        assert!(
            text.contains("`nowhere/at_all.yaml` cannot be read: there is no such file"),
            "{text}"
        );
    }

    #[test]
    fn programs_get_lines_and_columns() {
        let problems = sample();
        let file = GameFile::named(Path::new("été.yaml"));
        let json = serde_json::to_value(flat(&problems, &file)).unwrap();
        let of_rules = &json[1];
        assert_eq!(
            (of_rules["file"].as_str(), of_rules["line"].as_u64()),
            (Some("été.rules"), Some(2))
        );
        assert_eq!(of_rules["column"].as_u64(), Some(23));
        assert_eq!(of_rules["code"].as_str(), Some("unknown-name"));
        assert_eq!(of_rules["level"].as_str(), Some("error"));
    }
}
