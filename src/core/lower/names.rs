//! One name, one thing: what every name of a game's files stands for.

use super::flow::DeclaredAction;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax;
use crate::syntax::ast::{Declaration, DeclarationKind};
use crate::tabletop::ids::{AttributeId, MarkId, PhaseId, VariableId, WordListId, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

/// What a name stands for; the number is its place in the program's table of that sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    List(WordListId),
    Option(usize),
    Attribute(AttributeId),
    Facing(usize),
    Zone(ZoneId),
    Variable(VariableId),
    Mark(MarkId),
    /// A kind, a `let`, a table, an order, combinations or a script: a declaration of the rules.
    Formula(usize),
    Phase(PhaseId),
    Action(DeclaredAction),
    Effect(usize),
    Watch,
}

impl Meaning {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Meaning::List(_) => "a list",
            Meaning::Option(_) => "an option",
            Meaning::Attribute(_) => "an attribute of cards",
            Meaning::Facing(_) => "a `facing`",
            Meaning::Zone(_) => "a zone",
            Meaning::Variable(_) => "a variable",
            Meaning::Mark(_) => "a mark",
            Meaning::Formula(_) => "a formula",
            Meaning::Phase(_) => "a phase",
            Meaning::Action(_) => "an action",
            Meaning::Effect(_) => "an effect",
            Meaning::Watch => "a watch",
        }
    }
}

/// All names, and where each was given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    known: BTreeMap<String, (Meaning, Span)>,
    /// Names that some expression, step or statement used.
    pub(crate) used: BTreeSet<String>,
    /// Names that were given twice, or to what could not be read: nobody knows what they mean.
    clashing: BTreeSet<String>,
    /// Parts of the rules that a page took away, and where it says so.
    pub(crate) removed: BTreeMap<String, Span>,
    /// Where pages declare parts of their own.
    pub(crate) of_pages: Vec<Span>,
}

/// Words that the language itself gives a meaning as names.
pub(crate) const BUILT_IN: &[&str] = &[
    "it",
    "me",
    "players",
    "others",
    "opponent",
    "opponents",
    "side",
    "teams",
    "active",
    "cards",
    "suits",
    "seat",
    "team",
    "next",
    "previous",
    "owner",
    "top",
    "bottom",
    "first",
    "last",
    "slot",
    "slots",
    "cells",
    "tops",
    "nth",
    "new",
    "column",
    "row",
    "number",
    "neighbours",
    "orthogonals",
    "diagonals",
    "min",
    "max",
    "face_up",
    "ties",
    "distinct",
];

impl Names {
    pub(crate) fn get(&self, name: &str) -> Option<Meaning> {
        self.known.get(name).map(|(meaning, _)| *meaning)
    }

    pub(crate) fn is_clashing(&self, name: &str) -> bool {
        self.clashing.contains(name)
    }

    /// Keeps a name from being told of again: what it means could not be read.
    pub(crate) fn doubt(&mut self, name: &str) {
        self.clashing.insert(name.to_string());
    }

    pub(crate) fn span(&self, name: &str) -> Option<Span> {
        self.known.get(name).map(|(_, span)| *span)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Meaning, Span)> {
        self.known.iter().map(|(name, (meaning, span))| (name.as_str(), *meaning, *span))
    }

    /// Gives one of the language's own names its meaning.
    pub(crate) fn allow(&mut self, name: &str, meaning: Meaning, span: Span) {
        self.known.insert(name.to_string(), (meaning, span));
    }

    /// Gives a name its meaning; a name that is taken is an error that shows both places.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        meaning: Meaning,
        span: Span,
    ) -> Option<Diagnostic> {
        if syntax::is_reserved(name) {
            self.doubt(name);
            let message =
                format!("`{name}` is a word of the language and cannot be {}", meaning.words());
            return Some(
                Diagnostic::error("reserved-name", span, message).help("give it another name"),
            );
        }
        if BUILT_IN.contains(&name) {
            self.doubt(name);
            let message = format!(
                "`{name}` has a meaning of its own in the language and cannot be {}",
                meaning.words()
            );
            return Some(
                Diagnostic::error("name-taken", span, message).help("give it another name"),
            );
        }
        if let Some((other, first)) = self.known.get(name) {
            let (here, there) = (meaning.words(), other.words());
            let message = if here == there {
                format!("`{name}` is declared twice")
            } else {
                format!(
                    "`{name}` is {here} here and {there} elsewhere: one name stands for one thing"
                )
            };
            let problem = Diagnostic::error("name-twice", span, message)
                .also(*first, format!("`{name}` is {there} here"));
            self.doubt(name);
            let is_of_page = self.of_pages.contains(&span) && here == there;
            return Some(if is_of_page {
                let part = here.split(' ').next_back().unwrap_or(here);
                problem.help(format!("a page changes it with `replace {part} {name} …`"))
            } else {
                problem
            });
        }
        self.known.insert(name.to_string(), (meaning, span));
        None
    }
}

/// The name that a declaration gives, if it gives one.
pub(crate) fn name_of(declaration: &Declaration) -> Option<&crate::syntax::ast::Name> {
    match &declaration.node {
        DeclarationKind::Kind { name, .. }
        | DeclarationKind::Let { name, .. }
        | DeclarationKind::Order { name, .. }
        | DeclarationKind::Combinations { name, .. }
        | DeclarationKind::Shape { name, .. }
        | DeclarationKind::Script { name, .. }
        | DeclarationKind::Prove { name, .. }
        | DeclarationKind::Phase { name, .. }
        | DeclarationKind::Effect { name, .. } => Some(name),
        DeclarationKind::Table(table) => Some(&table.name),
        DeclarationKind::Action(action) => Some(&action.name),
        DeclarationKind::Watch(watch) => Some(&watch.name),
        DeclarationKind::Score { .. }
        | DeclarationKind::ValueHint { .. }
        | DeclarationKind::Playing { .. }
        | DeclarationKind::Refill { .. }
        | DeclarationKind::When { .. }
        | DeclarationKind::Replace(_)
        | DeclarationKind::Remove { .. }
        | DeclarationKind::ExtendTable { .. }
        | DeclarationKind::ExtendAction { .. }
        | DeclarationKind::ExtendPhase { .. }
        | DeclarationKind::Hook { .. } => None,
    }
}
