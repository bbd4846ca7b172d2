//! A tree as one reads it: the `Debug` text without spans and without what is absent, broken into
//! lines where it is long.

use cardrun::source::{SourceId, Span};
use cardrun::syntax::ast;
use std::fmt::Write;

const WIDTH: usize = 110;

enum Tree {
    Leaf(String),
    /// A name, and its fields, each with its own name if it has one.
    Node(String, Vec<(String, Tree)>),
}

pub fn file(file: &ast::File) -> String {
    let mut out = String::new();
    for declaration in &file.declarations {
        write(&mut out, &shorten(parse(&format!("{declaration:?}"))), 0);
        out.push('\n');
    }
    out
}

/// All spans of a file.
pub fn spans(file: &ast::File) -> Vec<Span> {
    let text = format!("{file:?}");
    let spans = text.split("Span { source: SourceId(0), start: ").skip(1);
    spans
        .filter_map(|span| {
            let (start, rest) = span.split_once(", end: ")?;
            let end = rest.split_once(' ')?.0;
            Some(Span::new(SourceId(0), start.parse().ok()?, end.parse().ok()?))
        })
        .collect()
}

fn parse(text: &str) -> Tree {
    let mut rest = text;
    tree(&mut rest)
}

fn tree(rest: &mut &str) -> Tree {
    if rest.starts_with('"') {
        let end = rest[1..].find('"').map_or(rest.len(), |i| i + 2);
        return Tree::Leaf(cut(rest, end));
    }
    let end =
        rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len());
    let name = cut(rest, end);
    match rest.trim_start().chars().next() {
        Some('{') => Tree::Node(name, fields(rest, '}')),
        Some('(') => Tree::Node(name, fields(rest, ')')),
        Some('[') if name.is_empty() => Tree::Node(name, fields(rest, ']')),
        _ => Tree::Leaf(name),
    }
}

fn fields(rest: &mut &str, close: char) -> Vec<(String, Tree)> {
    *rest = &rest.trim_start()[1..];
    let mut fields = Vec::new();
    loop {
        *rest = rest.trim_start_matches([' ', ',']);
        if let Some(behind) = rest.strip_prefix(close) {
            *rest = behind;
            return fields;
        }
        let label =
            rest.find(": ").filter(|i| rest[..*i].chars().all(|c| c.is_alphanumeric() || c == '_'));
        let label = label.map(|i| cut(rest, i + 2).replace(": ", "")).unwrap_or_default();
        fields.push((label, tree(rest)));
    }
}

fn cut(rest: &mut &str, length: usize) -> String {
    let (cut, behind) = rest.split_at(length);
    *rest = behind;
    cut.to_owned()
}

fn shorten(tree: Tree) -> Tree {
    let Tree::Node(name, mut fields) = tree else { return tree };
    if name == "Spanned" || name == "Some" {
        return shorten(fields.swap_remove(0).1);
    }
    let kept = fields.into_iter().filter(|(label, tree)| !says_nothing(label, tree));
    let mut kept: Vec<_> = kept.map(|(label, tree)| (label, shorten(tree))).collect();
    if kept.len() == 1 && kept[0].0.is_empty() && kept[0].1.is_struct(&name) {
        return kept.swap_remove(0).1;
    }
    Tree::Node(name, kept)
}

fn says_nothing(label: &str, tree: &Tree) -> bool {
    match tree {
        Tree::Leaf(leaf) => {
            (leaf == "None" && label != "what") || (leaf == "false" && !label.is_empty())
        }
        Tree::Node(name, fields) => {
            label == "span" || name.is_empty() && fields.is_empty() && !label.is_empty()
        }
    }
}

impl Tree {
    /// `Table { … }` as the only thing in `Table(…)`.
    fn is_struct(&self, wanted: &str) -> bool {
        match self {
            Tree::Leaf(_) => false,
            Tree::Node(name, fields) => {
                name == wanted && fields.iter().all(|(label, _)| !label.is_empty())
            }
        }
    }
}

fn write(out: &mut String, tree: &Tree, indent: usize) {
    let line = one_line(tree);
    let (name, fields) = match tree {
        Tree::Node(name, fields) if line.len() + indent > WIDTH => (name, fields),
        Tree::Node(..) | Tree::Leaf(_) => return out.push_str(&line),
    };
    out.push_str(if name.is_empty() { "list" } else { name });
    for (label, field) in fields {
        let _ = write!(out, "\n{}{}", " ".repeat(indent + 2), labelled(label));
        write(out, field, indent + 2);
    }
}

fn one_line(tree: &Tree) -> String {
    match tree {
        Tree::Leaf(leaf) => leaf.clone(),
        Tree::Node(name, fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(l, f)| labelled(l) + one_line(f).as_str()).collect();
            match name.as_str() {
                "" => format!("[{}]", fields.join(", ")),
                "Name" if fields.len() == 1 => {
                    fields[0].trim_start_matches("name: ").trim_matches('"').to_owned()
                }
                _ => format!("{name}({})", fields.join(", ")),
            }
        }
    }
}

fn labelled(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!("{label}: ") }
}
