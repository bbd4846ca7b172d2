//! Files with mistakes in their own text are checked all the same, for what else is wrong. What
//! cannot be known of them any more is in doubt: it is left out, and nothing is said that may come
//! from its absence.

use crate::diagnostic::{Diagnostic, Level};
use crate::layout::model::{Layout, Name};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::File;
use crate::value::Narrow;
use std::collections::BTreeSet;

/// Words that stand before a name which they give a meaning.
const GIVING: &[&str] = &[
    "kind",
    "let",
    "table",
    "order",
    "combinations",
    "shape",
    "script",
    "phase",
    "action",
    "effect",
    "watch",
    "as",
    "each",
];

/// Attributes and ranks that standard packs have.
const OF_PACKS: &[&str] = &["rank", "suit", "red", "black", "joker", "J", "Q", "K", "A"];

/// Said of a name that has no meaning, or none that fits.
const OF_NAMES: &[&str] = &["no-variable", "no-such-part", "no-action", "removed-part"];

/// Said of the whole: one part in doubt is enough to make it wrong.
const OF_THE_WHOLE: &[&str] = &[
    "no-answer",
    "not-proved",
    "out-of-range",
    "no-opponent",
    "wrong-fixed",
    "wrong-teams",
    "no-menu",
    "no-choice",
];

#[derive(Clone, Debug, Default)]
pub(crate) struct Doubts {
    pub(crate) any: bool,
    /// Names that may have a meaning in what could not be read.
    names: BTreeSet<String>,
    /// Declarations that lack some of their text.
    broken: Vec<Span>,
}

impl Doubts {
    /// What the problems of reading leave in doubt.
    pub(crate) fn of(sources: &Sources, problems: &[Diagnostic], rules: &[File]) -> Doubts {
        let errors: Vec<Span> =
            problems.iter().filter(|d| d.level == Level::Error).map(|d| d.span).collect();
        let mut doubts = Doubts { any: !errors.is_empty(), ..Doubts::default() };
        let files: BTreeSet<SourceId> = errors.iter().map(|span| span.source).collect();
        for file in files {
            doubts.names.extend(names_given(&sources.get(file).text));
        }
        let declarations = rules.iter().flat_map(|file| &file.declarations);
        let broken = declarations.filter(|d| errors.iter().any(|error| holds(d.span, *error)));
        doubts.broken = broken.map(|d| d.span).collect();
        doubts
    }

    /// Takes out of a layout whatever has an error in its text.
    pub(crate) fn leave_out(
        &mut self,
        sources: &Sources,
        problems: &[Diagnostic],
        layout: &mut Layout,
    ) {
        let errors: Vec<Span> =
            problems.iter().filter(|d| d.level == Level::Error).map(|d| d.span).collect();
        let ends = ends_of_entries(sources, layout);
        let sound = |name: &Name| {
            let key = (name.span.source, name.span.start);
            let end = ends
                .range((key.0, key.1 + 1)..)
                .next()
                .filter(|(source, _)| *source == key.0)
                .map_or(u32::MAX, |(_, start)| start - 1);
            !errors.iter().any(|error| holds(Span { end, ..name.span }, *error))
        };
        let broken = layout.lists.iter().filter(|(name, _)| !sound(name));
        let words = broken.flat_map(|(_, list)| &list.words);
        self.names.extend(words.flat_map(|word| word.node.split(' ')).map(str::to_owned));
        let decks = layout.decks.len();
        layout.lists.retain(|(name, _)| sound(name));
        layout.options.retain(|(name, _)| sound(name));
        layout.decks.retain(|(name, _)| sound(name));
        layout.zones.retain(|(name, _)| sound(name));
        layout.pawns.retain(|(name, _)| sound(name));
        layout.marks.retain(|(name, _)| sound(name));
        layout.variables.retain(|(name, _)| sound(name));
        layout.when.retain(|when| !errors.iter().any(|error| holds(when.span, *error)));
        if layout.decks.len() < decks {
            self.doubt_cards();
        }
    }

    /// A deck is not known: its attributes and their words may be anything.
    pub(crate) fn doubt_cards(&mut self) {
        self.any = true;
        self.names.extend(OF_PACKS.iter().map(|name| name.to_string()));
    }

    /// Whether a problem may come from what is in doubt.
    pub(crate) fn explain(&self, sources: &Sources, problem: &Diagnostic) -> bool {
        if !self.any {
            return false;
        }
        let text = sources.text(problem.span);
        let word =
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        let of_a_name = problem.code.starts_with("unknown-") || OF_NAMES.contains(&problem.code);
        (of_a_name && self.names.contains(word))
            || OF_THE_WHOLE.contains(&problem.code)
            || (problem.code == "no-game" && self.names.contains("game"))
            || self.broken.iter().any(|broken| holds(*broken, problem.span))
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.start <= outer.end
}

/// Where entries of the layout begin, and keys at the left margin: each ends the entry before it.
fn ends_of_entries(sources: &Sources, layout: &Layout) -> BTreeSet<(SourceId, u32)> {
    let mut starts: BTreeSet<(SourceId, u32)> = BTreeSet::new();
    let mut add = |names: &mut dyn Iterator<Item = &Name>| {
        starts.extend(names.map(|name| (name.span.source, name.span.start)))
    };
    add(&mut layout.lists.iter().map(|(name, _)| name));
    add(&mut layout.options.iter().map(|(name, _)| name));
    add(&mut layout.decks.iter().map(|(name, _)| name));
    add(&mut layout.zones.iter().map(|(name, _)| name));
    add(&mut layout.pawns.iter().map(|(name, _)| name));
    add(&mut layout.marks.iter().map(|(name, _)| name));
    add(&mut layout.variables.iter().map(|(name, _)| name));
    for (source, file) in sources.iter() {
        let lines = file.text.split_inclusive('\n').scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some((start, line))
        });
        let margin =
            lines.filter(|(_, line)| line.starts_with(|c: char| c.is_ascii_alphanumeric()));
        starts.extend(margin.map(|(start, _)| (source, start.to_u32())));
    }
    starts
}

/// Names that a text seems to give a meaning: those of declarations, and the keys of a layout.
fn names_given(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut before = "";
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        rest = &rest[end..];
        if GIVING.contains(&before) || rest.starts_with(':') {
            names.insert(word.to_string());
        }
        before = word;
    }
    names
}
