//! What plays: the rules of a game as they were resolved for some settings, and nothing else.
//!
//! Two games with the same identity take the same choices to the same end. It is made of names,
//! types, cards, places, values of options and declarations with all pages applied, before anything
//! is lowered. It has nothing of comments, layout of files, names of files, titles, texts, reasons
//! and drawing, and nothing that depends on how the game is compiled.

use super::pages::Pages;
use crate::layout::model::{Layout, MarkDefinition, PawnDefinition, VariableDefinition};
use crate::layout::model::{Name, ZoneDefinition};
use crate::lower::names::name_of;
use crate::program::{OptionSetting, Part, Program};
use crate::syntax::ast::{Block, Declaration, DeclarationKind};
use crate::value::TeamId;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// The version of what is digested. It goes up whenever the same game would have another digest.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Identity<'a> {
    team_of: &'a [TeamId],
    cooperative: bool,
    lists: Vec<(&'a str, &'a [String])>,
    options: Vec<(&'a str, Setting<'a>)>,
    cards: Vec<(&'a str, u16)>,
    attributes: Vec<(&'a str, &'a [i32])>,
    zones: &'a [(Name, ZoneDefinition)],
    pawns: &'a [(Name, PawnDefinition)],
    marks: &'a [(Name, MarkDefinition)],
    variables: &'a [(Name, VariableDefinition)],
    declarations: Vec<&'a Declaration>,
    before: &'a BTreeMap<String, Vec<Block>>,
    after: &'a BTreeMap<String, Vec<Block>>,
    script: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Setting<'a> {
    Flag(bool),
    Number(i32),
    Word(&'a str),
}

/// The digest of what plays: `r1-` and 16 hexadecimal digits. `script`: the text of the game's
/// script file, if it has one.
pub(crate) fn digest(
    program: &Program,
    layout: &Layout,
    pages: &Pages,
    script: Option<&str>,
) -> String {
    let setting = |value| match value {
        &OptionSetting::Flag(flag) => Setting::Flag(flag),
        &OptionSetting::Number(number) => Setting::Number(number),
        OptionSetting::Word(word) => Setting::Word(word),
    };
    let printed = program.attributes.iter();
    let identity = Identity {
        team_of: &program.team_of,
        cooperative: program.cooperative,
        lists: program.lists.iter().map(|list| (&*list.name, &*list.words)).collect(),
        options: program.options.iter().map(|o| (&*o.name, setting(&o.value))).collect(),
        cards: program.cards.iter().map(|card| (&*card.name, card.deck.number())).collect(),
        attributes: printed.map(|attribute| (&*attribute.name, &*attribute.values)).collect(),
        zones: &layout.zones,
        pawns: &layout.pawns,
        marks: &layout.marks,
        variables: &layout.variables,
        declarations: pages.declarations.iter().filter(|d| plays(d)).collect(),
        before: &pages.before,
        after: &pages.after,
        script: script.map(words_of_script).unwrap_or_default(),
    };
    let mut fnv = Fnv::default();
    // Nothing of an identity can fail to be written, and a digest takes whatever comes.
    let _ = serde_json::to_writer(&mut fnv, &identity);
    format!("r{VERSION}-{:016x}", fnv.0)
}

/// The parts of what plays, each with a digest of what it says: all that [`digest`] is made of.
pub(crate) fn parts(
    program: &Program,
    layout: &Layout,
    pages: &Pages,
    script: Option<&str>,
) -> Vec<(Part, String, u64)> {
    let seats = [part(Part::Seats, "", &(&program.team_of, program.cooperative))];
    let lists = program.lists.iter().map(|list| part(Part::List, &list.name, &list.words));
    let script = script.map(|text| part(Part::Script, "", &words_of_script(text)));
    let options = program.options.iter();
    let options = options.map(|o| part(Part::Option, &o.name, &format!("{:?}", o.value)));
    let zones = layout.zones.iter().map(|(name, zone)| part(Part::Zone, &name.node, zone));
    let pawns = layout.pawns.iter().map(|(name, pawn)| part(Part::Pawn, &name.node, pawn));
    let marks = layout.marks.iter().map(|(name, mark)| part(Part::Mark, &name.node, mark));
    let variables = layout.variables.iter().map(|(n, said)| part(Part::Variable, &n.node, said));
    let rules = pages.declarations.iter().filter(|declaration| plays(declaration));
    let rules = rules.map(|declaration| {
        let name = name_of(declaration).map_or_else(|| nameless(declaration), |n| n.node.clone());
        let sort = match &declaration.node {
            DeclarationKind::Phase { .. } => Part::Phase,
            DeclarationKind::Action(_) => Part::Action,
            _ => Part::Rule,
        };
        part(sort, &name, declaration)
    });
    let hooks = [("before", &pages.before), ("after", &pages.after)];
    let hooks = hooks.into_iter().flat_map(|(when, blocks)| {
        blocks.iter().map(move |(name, blocks)| (format!("{when} {name}"), blocks))
    });
    let hooks = hooks.map(|(name, blocks)| part(Part::Rule, &name, blocks));
    let table = seats
        .into_iter()
        .chain(lists)
        .chain(options)
        .chain(cards(program))
        .chain(zones)
        .chain(pawns)
        .chain(marks)
        .chain(variables);
    table.chain(rules).chain(hooks).chain(script).collect()
}

/// A part with the digest of what it says.
fn part(sort: Part, name: &str, said: &impl Serialize) -> (Part, String, u64) {
    let mut fnv = Fnv::default();
    // A digest takes whatever comes.
    let _ = serde_json::to_writer(&mut fnv, said);
    (sort, name.to_owned(), fnv.0)
}

/// The cards as parts: copies of a card are one part, which says how many there are.
fn cards(program: &Program) -> Vec<(Part, String, u64)> {
    let mut cards: Vec<(Part, String, u64)> = Vec::new();
    for (id, card) in program.cards.iter().enumerate() {
        let values: Vec<Option<&i32>> =
            program.attributes.iter().map(|attribute| attribute.values.get(id)).collect();
        let part = part(Part::Card, &card.name, &values);
        match cards.iter_mut().find(|(_, name, _)| *name == card.name) {
            Some((.., digest)) => *digest = digest.wrapping_mul(31).wrapping_add(part.2),
            None => cards.push(part),
        }
    }
    cards
}

/// What a declaration without a name of its own is called.
fn nameless(declaration: &Declaration) -> String {
    match &declaration.node {
        DeclarationKind::Score { .. } => "score".into(),
        DeclarationKind::Playing { .. } => "playing".into(),
        DeclarationKind::Refill { zone, .. } => format!("refill {}", zone.node),
        _ => "rules".into(),
    }
}

/// Whether a declaration is one that games are played by: not what players that think go by, and
/// not what is proved before play.
fn plays(declaration: &Declaration) -> bool {
    !matches!(declaration.node, DeclarationKind::ValueHint { .. } | DeclarationKind::Prove { .. })
}

/// A digest in 64 bits (Fowler, Noll, Vo: FNV-1a), to tell games apart, not to keep forgers out.
pub(crate) struct Fnv(pub(crate) u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The script without its comments, and with one blank for each run of blanks outside of strings.
fn words_of_script(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let comment = match rest.as_bytes() {
            [b'/', b'/', ..] => Some(rest.find('\n').unwrap_or(rest.len())),
            [b'/', b'*', ..] => Some(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        let length = match (comment, letter) {
            (Some(length), _) => length,
            (None, '"' | '`' | '\'') => string(rest, letter),
            (None, _) => letter.len_utf8(),
        };
        if comment.is_some() || letter.is_whitespace() {
            if !words.ends_with(' ') {
                words.push(' ');
            }
        } else {
            words.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    words
}

/// How many bytes the string takes that begins with `quote`.
fn string(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::words_of_script;

    #[test]
    fn a_script_is_its_words_without_comments() {
        let text = "fn f(x) { // twice\n\n  /* no\n */ x * 2 + \"a // \\\" b\".len }";
        assert_eq!(words_of_script(text), "fn f(x) { x * 2 + \"a // \\\" b\".len }");
    }
}
