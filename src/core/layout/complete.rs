//! What a layout must say. An overlay may leave it to the file below it, so this looks at a layout
//! that is laid out in full: `read` asks for a file without `extends`, and whoever lays files over
//! each other asks for the result.

use super::expect::missing_key;
use super::model::{Layout, Name, OptionKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A key that an entry does not have; `entry` is the place of the entry's name.
pub(crate) struct Missing {
    pub(crate) entry: Span,
    pub(crate) key: &'static str,
    what: String,
    help: &'static str,
    /// Another part of the same sort with nearly this name: an overlay may have meant to change
    /// that one.
    near: Option<String>,
}

impl Missing {
    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        let problem = missing_key(self.entry, self.key, &self.what);
        match self.near {
            Some(near) => {
                problem.help(format!("did you mean `{near}`? If it is new: {}", self.help))
            }
            None => problem.help(self.help),
        }
    }
}

/// One problem for each required key that is nowhere given.
pub fn incomplete(layout: &Layout) -> Vec<Diagnostic> {
    missing(layout).into_iter().map(Missing::into_diagnostic).collect()
}

pub(crate) fn missing(layout: &Layout) -> Vec<Missing> {
    let mut found = Vec::new();
    if layout.seats.is_none() {
        let help = "say how many play: `seats: 2`, or `seats: [2, 4]`";
        found.push(Missing {
            entry: layout.start,
            key: "seats",
            what: "a layout".to_owned(),
            help,
            near: None,
        });
    }
    options(layout, &mut found);
    parts(layout, &mut found);
    found
}

fn options(layout: &Layout, found: &mut Vec<Missing>) {
    for (name, option) in &layout.options {
        let what = || format!("the option `{}`", name.node);
        let mut need = |absent: bool, key, help| {
            if absent {
                found.push(Missing {
                    entry: name.span,
                    key,
                    what: what(),
                    help,
                    near: near(name, &layout.options),
                });
            }
        };
        need(
            option.kind.is_none(),
            "type",
            "`flag`, `number`, or a list of words such as `[may, must]`",
        );
        need(option.default.is_none(), "default", "the value it has when nobody says otherwise");
        let number = option.kind.as_ref().is_some_and(|k| k.node == OptionKind::Number);
        need(number && option.min.is_none(), "min", "the least value that players may choose");
        need(number && option.max.is_none(), "max", "the greatest value that players may choose");
    }
}

fn parts(layout: &Layout, found: &mut Vec<Missing>) {
    let help = "own cards, or instead a pack as in `standard: 52`";
    need(found, "deck", &layout.decks, |deck| deck.cards.is_none(), ("cards", help));
    let help = "who sees its cards: `all`, `owner`, `nobody` …";
    need(found, "zone", &layout.zones, |zone| zone.seen_by.is_none(), ("seen_by", help));
    let help = "the grid on which it stands";
    need(found, "pawn", &layout.pawns, |pawn| pawn.zone.is_none(), ("zone", help));
    need(found, "mark", &layout.marks, |mark| mark.of.is_none(), ("of", "`card` or `slot`"));
    let help = "for example `number`, `flag`, `suit` or `player`";
    need(found, "variable", &layout.variables, |one| one.kind.is_none(), ("type", help));
}

/// Notes the entries of one part of a layout that lack a key.
fn need<T>(
    found: &mut Vec<Missing>,
    part: &str,
    entries: &[(Name, T)],
    lacks: impl Fn(&T) -> bool,
    (key, help): (&'static str, &'static str),
) {
    for (name, _) in entries.iter().filter(|(_, entry)| lacks(entry)) {
        let what = format!("the {part} `{}`", name.node);
        found.push(Missing { entry: name.span, key, what, help, near: near(name, entries) });
    }
}

/// Among more parts than this nobody looks for a name that is nearly the same.
const MOST_COMPARED: usize = 100;

fn near<T>(name: &Name, all: &[(Name, T)]) -> Option<String> {
    if all.len() > MOST_COMPARED {
        return None;
    }
    let others =
        all.iter().map(|(other, _)| other.node.as_str()).filter(|other| *other != name.node);
    crate::diagnostic::nearest(&name.node, others).map(str::to_owned)
}
