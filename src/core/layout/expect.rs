//! The small verbs of `decode`: what a node should be, said once. A verb that finds something else
//! notes the problem and gives `None`, so that decoding goes on and all problems are found at once.

use super::elsewhere::{called_elsewhere, example_of, key_elsewhere};
use super::model::{Name, Wording};
use super::tree::{Key, Node, NodeKind, Scalar, Style};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::Expr;
use crate::text::Text;
use crate::value::{Narrow, number};
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::hash::Hash;
use std::ops::RangeInclusive;

pub(crate) struct Decoder<'t> {
    pub(crate) source: SourceId,
    pub(crate) text: &'t str,
    pub(crate) problems: Vec<Diagnostic>,
    /// The keys of each entry that were written, readable or not: what is unreadable is not also
    /// missing.
    pub(crate) written: HashSet<(Span, String)>,
}

/// The map of one entry, its keys known.
pub(crate) struct Fields<'n> {
    pub(crate) span: Span,
    entries: &'n [(Key, Node)],
}

impl<'n> Fields<'n> {
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
    }

    pub(crate) fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(k, _)| k.text == key).map(|(k, _)| k.span)
    }
}

impl<'t> Decoder<'t> {
    pub(crate) fn new(source: SourceId, text: &'t str) -> Self {
        Decoder { source, text, problems: Vec::new(), written: HashSet::new() }
    }

    pub(crate) fn note(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(crate) fn wrong_type(&mut self, node: &Node, wanted: &str) {
        self.note(wrong_type(node, wanted));
    }

    pub(crate) fn wrong_type_help(&mut self, node: &Node, wanted: &str, help: &str) {
        self.note(wrong_type(node, wanted).help(help));
    }

    pub(crate) fn unknown_value<'a>(
        &mut self,
        word: &str,
        span: Span,
        what: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let problem = Diagnostic::error("unknown-value", span, format!("`{word}` is not {what}"));
        self.note(match called_elsewhere(word, &known) {
            Some(here) => problem.help(format!("write `{here}`")),
            None => suggest(problem, word, &known, "it is one of"),
        });
    }

    // ---------------------------------------------------------------------------------------------
    // maps

    /// The map of an entry that is called `what`; `entry` is the place of its name. Unknown keys
    /// are noted here.
    pub(crate) fn fields<'n>(
        &mut self,
        entry: Span,
        node: &'n Node,
        what: &str,
        known: &[&str],
    ) -> Fields<'n> {
        let Some(entries) = self.expect_map(node, what) else {
            self.written.extend(known.iter().map(|k| (entry, (*k).to_owned())));
            return Fields { span: node.span, entries: &[] };
        };
        for (key, _) in entries {
            self.known_key(entry, key, what, known);
        }
        Fields { span: node.span, entries }
    }

    fn known_key(&mut self, entry: Span, key: &Key, what: &str, known: &[&str]) {
        if known.contains(&key.text.as_str()) {
            self.written.insert((entry, key.text.clone()));
            return;
        }
        // In braces YAML takes `shape:pile` for one word.
        let joined = key.text.split_once(':').filter(|(before, _)| known.contains(before));
        let elsewhere = key_elsewhere(&key.text, what);
        let meant = joined
            .map(|(before, _)| before)
            .or_else(|| elsewhere.and_then(|elsewhere| elsewhere.key))
            .or_else(|| nearest(&key.text, known.iter().copied()))
            .unwrap_or_default();
        self.written.insert((entry, meant.to_owned()));
        let problem = Diagnostic::error(
            "yaml-unknown-key",
            key.span,
            format!("`{}` is not a key of {what}", key.text),
        );
        self.note(match (joined, elsewhere) {
            (Some((before, value)), _) => {
                problem.help(format!("a blank is missing behind the colon: `{before}: {value}`"))
            }
            (None, Some(elsewhere)) => problem.help(elsewhere.help()),
            (None, None) => suggest(problem, &key.text, known, "its keys are"),
        });
    }

    pub(crate) fn expect_map<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
    ) -> Option<&'n [(Key, Node)]> {
        match &node.kind {
            NodeKind::Map(entries) => Some(entries),
            NodeKind::Seq(_) | NodeKind::Scalar(_) | NodeKind::Null => {
                let wanted = format!("a map with the keys of {what}");
                match example_of(what) {
                    Some(example) => {
                        self.wrong_type_help(node, &wanted, &format!("for example `{example}`"));
                    }
                    None => self.wrong_type(node, &wanted),
                }
                None
            }
        }
    }

    /// A value that may be left out.
    pub(crate) fn maybe<T>(
        &mut self,
        fields: &Fields,
        key: &str,
        read: impl FnOnce(&mut Self, &Node) -> Option<T>,
    ) -> Option<T> {
        fields.get(key).and_then(|node| read(self, node))
    }

    /// A value of an entry that no overlay completes later.
    pub(crate) fn required<T>(
        &mut self,
        fields: &Fields,
        key: &str,
        what: &str,
        read: impl FnOnce(&mut Self, &Node) -> Option<T>,
    ) -> Option<T> {
        match fields.get(key) {
            Some(node) => read(self, node),
            None => {
                let meant = self.written.contains(&(fields.span, key.to_owned()));
                if !meant {
                    self.note(missing_key(fields.span, key, what));
                }
                None
            }
        }
    }

    /// A part of the file made of named entries; without any when nothing stands after its `:`.
    pub(crate) fn section<T>(
        &mut self,
        fields: &Fields,
        key: &str,
        read: impl Fn(&mut Self, &Name, &Node) -> Option<T>,
    ) -> Vec<(Name, T)> {
        let Some(node) = fields.get(key).filter(|n| n.kind != NodeKind::Null) else {
            return Vec::new();
        };
        self.named(node, &format!("a map of names for `{key}`"), read)
    }

    pub(crate) fn named<T>(
        &mut self,
        node: &Node,
        wanted: &str,
        read: impl Fn(&mut Self, &Name, &Node) -> Option<T>,
    ) -> Vec<(Name, T)> {
        let NodeKind::Map(entries) = &node.kind else {
            self.wrong_type(node, wanted);
            return Vec::new();
        };
        let mut list = Vec::new();
        for (key, value) in entries {
            let name = Spanned::new(key.text.clone(), key.span);
            list.extend(read(self, &name, value).map(|v| (name, v)));
        }
        list
    }

    /// What a designer names must be a name in the rules too.
    pub(crate) fn check_name(&mut self, name: &Name) {
        if is_identifier(&name.node) {
            return;
        }
        let problem = Diagnostic::error(
            "bad-name",
            name.span,
            format!("`{}` cannot be a name in the rules", name.node),
        );
        let parts: Vec<&str> = name.node.split_whitespace().collect();
        self.note(match parts.len() > 1 && parts.iter().all(|part| is_identifier(part)) {
            true => problem.help(format!(
                "one name is written `{}`, and several with commas: `{}`",
                parts.join("_"),
                parts.join(", ")
            )),
            false => problem.help(
                "a name is letters without accents, digits and `_`, and does not begin with a digit",
            ),
        });
    }

    // ---------------------------------------------------------------------------------------------
    // lists

    pub(crate) fn expect_list<'n>(&mut self, node: &'n Node, wanted: &str) -> Option<&'n [Node]> {
        match &node.kind {
            NodeKind::Seq(items) => Some(items),
            NodeKind::Scalar(scalar) => {
                self.wrong_type_help(
                    node,
                    wanted,
                    &format!("a list has brackets: `[{}]`", scalar.text.trim()),
                );
                None
            }
            NodeKind::Map(_) | NodeKind::Null => {
                self.wrong_type(node, wanted);
                None
            }
        }
    }

    /// All items, read one by one; none when one of them is not what it should be.
    pub(crate) fn every<T>(
        &mut self,
        items: &[Node],
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        // All are read before any is missed: each may have a problem of its own.
        let read: Vec<Option<T>> = items.iter().map(|item| read(self, item)).collect();
        read.into_iter().collect()
    }

    /// A list of different names.
    pub(crate) fn words(&mut self, node: &Node, wanted: &str) -> Option<Vec<Name>> {
        let items = self.expect_list(node, wanted)?;
        let words: Vec<Name> = items.iter().filter_map(|item| self.word(item)).collect();
        self.no_repetition(&words);
        Some(words)
    }

    /// Notes each value of a list that stands in it before.
    pub(crate) fn no_repetition<T: Display + Eq + Hash>(&mut self, values: &[Spanned<T>]) {
        let mut written: HashMap<&T, Span> = HashMap::with_capacity(values.len());
        for word in values {
            let Some(&first) = written.get(&word.node) else {
                written.insert(&word.node, word.span);
                continue;
            };
            let message = format!("`{}` stands in this list twice", word.node);
            self.note(
                Diagnostic::error("repeated-value", word.span, message)
                    .also(first, "first written here"),
            );
        }
    }

    // ---------------------------------------------------------------------------------------------
    // scalars

    pub(crate) fn expect_scalar<'n>(&mut self, node: &'n Node, wanted: &str) -> Option<&'n Scalar> {
        match &node.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            NodeKind::Map(_) | NodeKind::Seq(_) | NodeKind::Null => {
                self.wrong_type(node, wanted);
                None
            }
        }
    }

    /// A name of the designer's own. `true` and `false` are no names: who writes them means a flag.
    pub(crate) fn word(&mut self, node: &Node) -> Option<Name> {
        let scalar = self.expect_scalar(node, "a word")?;
        if scalar.flag().is_some() {
            self.wrong_type_help(
                node,
                "a word",
                "for a choice between yes and no use `type: flag`",
            );
            return None;
        }
        let name = Spanned::new(scalar.text.clone(), node.span);
        self.check_name(&name);
        Some(name)
    }

    /// One of a few words that the language knows.
    pub(crate) fn one_of<T: Clone>(
        &mut self,
        node: &Node,
        what: &str,
        table: &[(&str, T)],
    ) -> Option<Spanned<T>> {
        let scalar = self.expect_scalar(node, what)?;
        if let Some((_, value)) = table.iter().find(|(word, _)| *word == scalar.text) {
            return Some(Spanned::new(value.clone(), node.span));
        }
        self.unknown_value(&scalar.text, node.span, what, table.iter().map(|(word, _)| *word));
        None
    }

    /// The name of a file of this sort; one that ends as files of another sort do is none.
    pub(crate) fn file(&mut self, node: &Node, sort: FileSort) -> Option<Name> {
        let scalar = self.expect_scalar(node, "a file name")?;
        if scalar.text.trim().is_empty() || scalar.text.contains('\n') {
            self.wrong_type(node, "a file name");
            return None;
        }
        let other = FileSort::of_ending(&scalar.text).filter(|&other| other != sort);
        if let Some(other) = other {
            let help = format!("this is the name of {}", other.words());
            self.wrong_type_help(node, sort.words(), &help);
            return None;
        }
        Some(Spanned::new(scalar.text.clone(), scalar.content))
    }

    pub(crate) fn flag(&mut self, node: &Node) -> Option<Spanned<bool>> {
        let wanted = "`yes` or `no`";
        let scalar = self.expect_scalar(node, wanted)?;
        let flag = scalar.as_flag();
        if flag.is_none() {
            match flag_in_words(&scalar.text) {
                Some(meant) => {
                    let meant = if meant { "yes" } else { "no" };
                    self.wrong_type_help(node, wanted, &format!("write `{meant}`, without quotes"));
                }
                None => self.wrong_type(node, wanted),
            }
        }
        flag.map(|f| Spanned::new(f, node.span))
    }

    pub(crate) fn number(&mut self, node: &Node) -> Option<Spanned<i32>> {
        let scalar = self.expect_scalar(node, "a number")?;
        if let Some(n) = scalar.number() {
            return Some(Spanned::new(n, node.span));
        }
        match number(scalar.text.parse().ok()) {
            Some(n) if scalar.style != Style::Plain => {
                self.wrong_type_help(node, "a number", &format!("write `{n}`, without quotes"))
            }
            Some(_) | None if is_digits(&scalar.text) => {
                self.note(Diagnostic::error("out-of-range", node.span, "this number is too large"));
            }
            Some(_) | None => self.wrong_type(node, "a whole number"),
        }
        None
    }

    pub(crate) fn number_in(
        &mut self,
        node: &Node,
        what: &str,
        range: RangeInclusive<i32>,
    ) -> Option<Spanned<i32>> {
        let number = self.number(node)?;
        if range.contains(&number.node) {
            return Some(number);
        }
        let (least, most, found) = (*range.start(), *range.end(), number.node);
        let message = match most {
            i32::MAX => format!("{what} is at least {least}, and this is {found}"),
            _ => format!("{what} lies between {least} and {most}, and this is {found}"),
        };
        self.note(Diagnostic::error("out-of-range", node.span, message));
        None
    }

    /// A text for people: one for all languages, or one for each.
    pub(crate) fn people_text(&mut self, node: &Node) -> Option<Text> {
        match &node.kind {
            NodeKind::Scalar(scalar) => {
                Some(Text { any: Some(scalar.text.clone()), ..Text::default() })
            }
            NodeKind::Map(entries) => {
                let pairs = entries.iter().filter_map(|(key, node)| self.translation(key, node));
                Some(Text { any: None, languages: pairs.collect() })
            }
            NodeKind::Seq(_) | NodeKind::Null => {
                self.wrong_type(node, "a text, or one for each language as in `{ fr: …, en: … }`");
                None
            }
        }
    }

    /// A text for people; in `told.fr` and the like, what is told of who has chosen it.
    pub(crate) fn wording(&mut self, node: &Node) -> Option<Wording> {
        let NodeKind::Map(entries) = &node.kind else {
            let text = self.people_text(node)?.in_one_line();
            return Some(Wording { text, ..Wording::default() });
        };
        let mut wording = Wording::default();
        for (key, node) in entries {
            let (text, language) = match key.text.strip_prefix("told.") {
                Some(language) => (&mut wording.told, language),
                None => (&mut wording.text, key.text.as_str()),
            };
            let key = Key { text: language.to_owned(), ..key.clone() };
            text.languages.extend(self.translation(&key, node));
        }
        let Wording { text, told } = wording;
        Some(Wording { text: text.in_one_line(), told: told.in_one_line() })
    }

    /// Notes a name that is no language.
    pub(crate) fn check_language(&mut self, name: &Name) -> Option<()> {
        if is_language(&name.node) {
            return Some(());
        }
        let message = format!("`{}` is not a language: they have two or three letters", name.node);
        self.note(
            Diagnostic::error("yaml-unknown-key", name.span, message)
                .help("for example `fr` or `en`"),
        );
        None
    }

    fn translation(&mut self, key: &Key, node: &Node) -> Option<(String, String)> {
        self.check_language(&Spanned::new(key.text.clone(), key.span))?;
        if node.kind == NodeKind::Null {
            self.wrong_type_help(
                node,
                "a text",
                "a text that is empty, `~` or `null` needs quotes",
            );
            return None;
        }
        self.expect_scalar(node, "a text").map(|s| (key.text.clone(), s.text.clone()))
    }

    /// A condition or a set of the rules language.
    pub(crate) fn condition(&mut self, node: &Node) -> Option<Expr> {
        let scalar = self.expect_scalar(node, "a condition")?;
        let text = self.straight(scalar);
        match crate::syntax::parse_expression(self.source, &text, scalar.content.start.to_usize()) {
            Ok(expression) => Some(expression),
            Err(problem) => {
                self.note(problem);
                None
            }
        }
    }

    /// The text of a scalar such that its bytes stand where the file has them, whatever YAML does
    /// with line ends. With escapes there is no such text: places after an escape are then a little
    /// off.
    fn straight(&self, scalar: &Scalar) -> String {
        let raw = self.raw(scalar.content);
        let escaped = scalar.style == Style::Quoted && (raw.contains('\\') || raw.contains("''"));
        if escaped { scalar.text.clone() } else { raw.replace(['\n', '\r'], " ") }
    }

    pub(crate) fn raw(&self, span: Span) -> &'t str {
        self.text.get(span.start.to_usize()..span.end.to_usize()).unwrap_or("")
    }
}

impl Scalar {
    pub(crate) fn flag(&self) -> Option<bool> {
        match (self.style, self.text.as_str()) {
            (Style::Plain, "true") => Some(true),
            (Style::Plain, "false") => Some(false),
            _ => None,
        }
    }

    /// Where a flag is wanted, `yes` and `no` are no words.
    fn as_flag(&self) -> Option<bool> {
        match (self.style, self.text.as_str()) {
            (Style::Plain, "yes") => Some(true),
            (Style::Plain, "no") => Some(false),
            _ => self.flag(),
        }
    }

    pub(crate) fn number(&self) -> Option<i32> {
        if self.style == Style::Plain && is_digits(&self.text) {
            number(self.text.parse().ok())
        } else {
            None
        }
    }
}

pub(crate) fn missing_key(entry: Span, key: &str, what: &str) -> Diagnostic {
    Diagnostic::error("yaml-missing-key", entry, format!("{what} needs `{key}`"))
}

fn suggest(problem: Diagnostic, word: &str, known: &[&str], list: &str) -> Diagnostic {
    let near = problem.did_you_mean(word, known.iter().copied());
    if near.help.is_some() { near } else { near.help(format!("{list} {}", quoted_list(known))) }
}

fn quoted_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    quoted.join(", ")
}

/// What a file of a game holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileSort {
    Layout,
    Rules,
    Scripts,
    Cards,
    Guide,
}

impl FileSort {
    /// The sort whose files end like this one, where there is one.
    pub(super) fn of_ending(name: &str) -> Option<FileSort> {
        let (_, ending) = name.trim_end().rsplit_once('.')?;
        Some(match ending {
            "yaml" | "yml" => FileSort::Layout,
            "rules" => FileSort::Rules,
            "rhai" => FileSort::Scripts,
            "csv" | "tsv" => FileSort::Cards,
            "md" => FileSort::Guide,
            _ => return None,
        })
    }

    fn words(self) -> &'static str {
        match self {
            FileSort::Layout => "a layout (`….yaml`)",
            FileSort::Rules => "a file of rules (`….rules`)",
            FileSort::Scripts => "a file of scripts (`….rhai`)",
            FileSort::Cards => "a table of cards (`….csv`)",
            FileSort::Guide => "a Markdown file (`….md`)",
        }
    }
}

fn wrong_type(node: &Node, wanted: &str) -> Diagnostic {
    let found = match &node.kind {
        NodeKind::Map(_) => "a map".to_owned(),
        NodeKind::Seq(items) if items.is_empty() => "an empty list".to_owned(),
        NodeKind::Seq(_) => "a list".to_owned(),
        NodeKind::Null => "nothing".to_owned(),
        NodeKind::Scalar(s) if s.flag().is_some() => format!("`{}`", s.text),
        NodeKind::Scalar(s) if s.number().is_some() => format!("the number {}", s.text),
        NodeKind::Scalar(s) => format!("the text `{}`", shortened(&s.text)),
    };
    Diagnostic::error("yaml-wrong-type", node.span, format!("expected {wanted}, found {found}"))
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.len() == text.len() && line.chars().count() <= 40 {
        return line.to_owned();
    }
    line.chars().take(40).chain(['…']).collect()
}

/// What a word of another language or file means as a flag.
pub(crate) fn flag_in_words(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" | "oui" => Some(true),
        "no" | "n" | "off" | "false" | "non" => Some(false),
        _ => None,
    }
}

pub(crate) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_digits(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `fr`, `en`, `pt-BR`.
pub(crate) fn is_language(text: &str) -> bool {
    let (main, region) = text.split_once('-').unwrap_or((text, "any"));
    (2..=3).contains(&main.len())
        && main.bytes().all(|b| b.is_ascii_lowercase())
        && region.chars().all(|c| c.is_ascii_alphanumeric())
}
