//! What is said about a game file: data only. Wording stands where the problem is found, drawing in
//! `cli::draw`.

pub(crate) mod allowed;

use crate::source::{Sources, Span};
use serde::Serialize;

/// How bad it is. Errors keep a game from being played; warnings and notices do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Notice,
}

/// One problem: a stable code, plain words, the place, further places, and what to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub level: Level,
    /// Stable across releases, `kebab-case`: the name to look up in `docs/errors.md`.
    pub code: &'static str,
    pub message: String,
    pub span: Span,
    /// What stands under the underline, when it adds something to the message.
    pub label: Option<String>,
    /// Other places that matter, each with its words ("first defined here").
    pub also: Vec<(Span, String)>,
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, span, message)
    }

    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, code, span, message)
    }

    pub fn notice(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Level::Notice, code, span, message)
    }

    fn new(level: Level, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            level,
            code,
            message: message.into(),
            span,
            label: None,
            also: Vec::new(),
            help: None,
        }
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    pub fn also(mut self, span: Span, words: impl Into<String>) -> Self {
        self.also.push((span, words.into()));
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds "did you mean" when one of `known` is close to `word`.
    pub(crate) fn did_you_mean<'a>(
        self,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match nearest(word, known) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }
}

/// All that was found wrong with a game, sorted and without repetitions, and the texts it was found
/// in.
#[derive(Clone, Debug)]
pub struct Problems {
    pub sources: Sources,
    pub list: Vec<Diagnostic>,
    /// What comments of the game allow (`// allow: CODE`): nobody is told.
    pub allowed: Vec<Diagnostic>,
}

impl Problems {
    pub fn new(sources: Sources, mut list: Vec<Diagnostic>) -> Self {
        sort(&mut list);
        let allowed = allowed::take_out(&sources, &mut list);
        Problems { sources, list, allowed }
    }

    pub fn has_errors(&self) -> bool {
        has_errors(&self.list)
    }

    /// Adds what else was found, each where it belongs.
    pub(crate) fn add(&mut self, found: Vec<Diagnostic>) {
        self.list.extend(found);
        sort(&mut self.list);
        self.allowed.extend(allowed::take_out(&self.sources, &mut self.list));
    }
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for d in &self.list {
            let (line, column) = self.sources.line_column(d.span);
            let name = &self.sources.get(d.span.source).name;
            writeln!(f, "{name}:{line}:{column}: {}[{}]: {}", d.level.word(), d.code, d.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl Level {
    pub fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        }
    }
}

pub fn has_errors(list: &[Diagnostic]) -> bool {
    list.iter().any(|d| d.level == Level::Error)
}

/// By place, then level, then code; what is said twice of one place (a formula used in two places)
/// is said once.
pub(crate) fn sort(list: &mut Vec<Diagnostic>) {
    list.sort_by(|a, b| {
        (a.span, a.level, a.code, &a.message).cmp(&(b.span, b.level, b.code, &b.message))
    });
    list.dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
}

fn likeness(word: &str, known: &str) -> f64 {
    strsim::jaro_winkler(word, known)
}

/// How many letters `word` is away from a `known` one. A word that is cut short (`opts` for
/// `options`) is as near as one with a single wrong letter. Both in small letters.
fn distance(word: &str, known: &str) -> usize {
    let stem = word.strip_suffix('s').unwrap_or(word);
    let is_short = stem.len() >= 3 && known.len() > word.len() && known.starts_with(stem);
    if is_short { 1 } else { strsim::damerau_levenshtein(word, known) }
}

/// Whether `word` is `known` with one slip.
pub(crate) fn is_one_off(word: &str, known: &str) -> bool {
    known.len() > 3 && strsim::damerau_levenshtein(word, known) == 1
}

/// The known word nearest to `word`, if one is near enough to be meant. Ties go to the one that
/// begins alike, then to the first.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (distance(&lower, &k.to_lowercase()), k))
        .filter(|(distance, k)| {
            *distance <= 1 + k.len().max(word.len()) / 4
                && *distance < word.chars().count()
                && *k != word
        })
        .min_by(|(a, x), (b, y)| {
            a.cmp(b).then_with(|| likeness(word, y).total_cmp(&likeness(word, x)))
        })
        .map(|(_, k)| k)
}
