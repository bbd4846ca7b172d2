//! What the table itself says, in French and English: the words around those of the game.

use super::phrase::{Phrase, Span, quoted};
use crate::value::Seat;
use compact_str::{CompactString, ToCompactString};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

const ENGLISH: &str = include_str!("messages/en.ftl");
const FRENCH: &str = include_str!("messages/fr.ftl");

/// A language in which the table speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    En,
    Fr,
}

impl Language {
    /// As layouts write it: `fr`, `en`.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
        }
    }
}

/// The words of the table in one language.
pub struct Lexicon {
    bundle: FluentBundle<FluentResource>,
    /// Words for names that nearly all games use, by name.
    names: HashMap<String, CompactString>,
    /// What players are called, by seat, as far as [usual](USUAL_SEATS): nothing is said as often.
    players: Vec<CompactString>,
    language: Language,
}

/// As many seats as nearly all games have at most.
const USUAL_SEATS: u8 = 8;

/// What a message has a place for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    /// A number, by which some messages choose their words.
    Number(i64),
    Phrase(Phrase),
}

impl From<Phrase> for Given {
    fn from(phrase: Phrase) -> Given {
        Given::Phrase(phrase)
    }
}

impl From<&str> for Given {
    fn from(text: &str) -> Given {
        Given::Phrase(text.into())
    }
}

impl From<String> for Given {
    fn from(text: String) -> Given {
        Given::Phrase(text.into())
    }
}

impl From<CompactString> for Given {
    fn from(text: CompactString) -> Given {
        Given::Phrase(text.into())
    }
}

impl From<i32> for Given {
    fn from(number: i32) -> Given {
        Given::Number(number.into())
    }
}

impl From<u8> for Given {
    fn from(number: u8) -> Given {
        Given::Number(number.into())
    }
}

impl From<usize> for Given {
    fn from(number: usize) -> Given {
        Given::Number(number as i64)
    }
}

/// Letters that stand for phrases while a message is put together. No phrase itself comes into a
/// message before it is one, and our own messages have none of them: so nothing else can be taken
/// for such a letter.
const PLACES: [&str; 8] = ["\u{1}", "\u{2}", "\u{3}", "\u{4}", "\u{5}", "\u{6}", "\u{7}", "\u{8}"];

impl Lexicon {
    pub fn new(language: Language) -> Lexicon {
        Lexicon::with_more(language, "")
    }

    /// The lexicon that all share who need nothing but the table's own words.
    pub fn shared(language: Language) -> &'static Lexicon {
        static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(Language::En));
        static FRENCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(Language::Fr));
        match language {
            Language::En => &ENGLISH,
            Language::Fr => &FRENCH,
        }
    }

    /// A lexicon with `more` messages, of a program that draws the table, beside the table's own.
    pub fn with_more(language: Language, more: &str) -> Lexicon {
        let mut bundle =
            FluentBundle::new_concurrent(vec![language.code().parse().unwrap_or_default()]);
        // The marks around values that keep the direction of writing apart: terminals show them as
        // boxes.
        bundle.set_use_isolating(false);
        let own = match language {
            Language::En => ENGLISH,
            Language::Fr => FRENCH,
        };
        let mut names = HashMap::new();
        for source in [own, more] {
            // A broken line of our own file is found by the tests; here it would only be a message
            // that lacks words.
            let resource =
                FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
            names.extend(resource.entries().filter_map(named));
            bundle.add_resource_overriding(resource);
        }
        let mut lexicon = Lexicon { bundle, names, players: Vec::new(), language };
        lexicon.players = Seat::all(USUAL_SEATS).map(|seat| lexicon.player(seat)).collect();
        lexicon
    }

    /// What the player at a seat is called.
    pub(crate) fn player(&self, seat: Seat) -> CompactString {
        let known = self.players.get(seat.index()).cloned();
        known.unwrap_or_else(|| self.text("player", &[("n", seat.shown().into())]))
    }

    /// The word for a name that nearly all games use.
    pub(crate) fn name(&self, name: &str) -> Option<&CompactString> {
        self.names.get(name)
    }

    /// As layouts write it: `fr`, `en`.
    pub fn code(&self) -> &'static str {
        self.language.code()
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The message `key` with its `values`, as a text of one piece.
    pub fn text(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> CompactString {
        let Some(pattern) = self.pattern(key) else { return key.into() };
        if let Some(text) = written(pattern, values) {
            return text;
        }
        let arguments: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new());
        quoted(&text).into()
    }

    fn pattern(&self, key: &str) -> Option<&Pattern<&str>> {
        self.bundle.get_message(key)?.value()
    }

    pub(crate) fn say(&self, key: &str) -> Phrase {
        self.text(key, &[]).into()
    }

    /// The message `key` with its `values`, which stay the phrases that they are.
    pub(crate) fn with<const N: usize>(&self, key: &str, values: [(&str, Given); N]) -> Phrase {
        self.with_all(key, &values)
    }

    /// The message `key` with its `values`, up to as many as there are [`PLACES`]; they stay the
    /// phrases that they are.
    pub(crate) fn with_all(&self, key: &str, values: &[(&str, Given)]) -> Phrase {
        if let Some(phrase) = self.pattern(key).and_then(|pattern| put_together(pattern, values)) {
            return phrase.quoted();
        }
        debug_assert!(values.len() <= PLACES.len());
        let arguments: Vec<(&str, FluentValue<'_>)> = values
            .iter()
            .zip(PLACES)
            .map(|((name, given), place)| match given {
                Given::Number(number) => (*name, FluentValue::from(*number)),
                Given::Phrase(_) => (*name, FluentValue::from(place)),
            })
            .collect();
        let mut phrase = Phrase::default();
        for piece in pieces(&self.text(key, &arguments)) {
            let number = PLACES.iter().position(|place| *place == piece);
            match number.and_then(|number| values.get(number)) {
                Some((_, Given::Phrase(given))) => phrase.extend(given),
                Some((_, Given::Number(_))) | None => {
                    phrase.push(Span::new(piece, super::phrase::Role::Plain));
                }
            }
        }
        phrase.quoted()
    }
}

/// A name that nearly all games use, with the word for it, where a message is one.
fn named(entry: &Entry<&str>) -> Option<(String, CompactString)> {
    let Entry::Message(Message { id, value: Some(pattern), .. }) = entry else { return None };
    Some((id.name.strip_prefix("name-")?.to_owned(), written(pattern, &[])?))
}

/// A message in which nothing is chosen by a value, as one text. None for any other message, and
/// where a value is missing.
fn written(pattern: &Pattern<&str>, values: &[(&str, FluentValue<'_>)]) -> Option<CompactString> {
    let mut text = CompactString::default();
    for element in &pattern.elements {
        match value_of(element, values)? {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value(FluentValue::String(value)) => text.push_str(value),
            Piece::Value(FluentValue::Number(number)) => text.push_str(&number.as_string()),
            Piece::Value(FluentValue::Custom(_) | FluentValue::None | FluentValue::Error) => {
                return None;
            }
        }
    }
    Some(match quoted(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(quoted) => quoted.into(),
    })
}

/// A message in which nothing is chosen by a value, as one phrase, in which its values stay the
/// phrases that they are. None for any other message, and where a value is missing.
fn put_together(pattern: &Pattern<&str>, values: &[(&str, Given)]) -> Option<Phrase> {
    let given = values.iter().map(|(_, given)| match given {
        Given::Number(_) => 1,
        Given::Phrase(given) => given.spans().len(),
    });
    let mut phrase = Phrase::with_room(pattern.elements.len() + given.sum::<usize>());
    for element in &pattern.elements {
        match value_of(element, values)? {
            Piece::Text(piece) => phrase.push_str(piece),
            Piece::Value(Given::Number(number)) => phrase.push_str(&number.to_compact_string()),
            Piece::Value(Given::Phrase(given)) => phrase.extend(given),
        }
    }
    Some(phrase)
}

/// A piece of a message.
enum Piece<'p, V> {
    Text(&'p str),
    Value(&'p V),
}

/// A piece of a message that is a text, or stands for one of the `values`; none for any other.
fn value_of<'p, V>(
    element: &PatternElement<&'p str>,
    values: &'p [(&str, V)],
) -> Option<Piece<'p, V>> {
    match element {
        PatternElement::TextElement { value } => Some(Piece::Text(value)),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::VariableReference { id }),
        } => values.iter().find(|(name, _)| *name == id.name).map(|(_, value)| Piece::Value(value)),
        PatternElement::Placeable { .. } => None,
    }
}

/// A text cut around the letters that stand for phrases.
fn pieces(text: &str) -> Vec<&str> {
    let is_place = |c: char| PLACES.iter().any(|place| place.starts_with(c));
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_place) {
        pieces.extend([&rest[..at], &rest[at..=at]]);
        rest = &rest[at + 1..];
    }
    pieces.push(rest);
    pieces
}

/// The keys of messages in `source`, and the values that each names: for tests that compare
/// languages.
///
/// # Panics
///
/// Where `source` cannot be read.
pub fn keys(
    source: &str,
) -> std::collections::BTreeSet<(String, std::collections::BTreeSet<String>)> {
    FluentResource::try_new(source.to_owned()).expect("the messages can be read");
    let mut found: Vec<(String, std::collections::BTreeSet<String>)> = Vec::new();
    for line in source.lines() {
        let key = line
            .split_once(" =")
            .filter(|(key, _)| key.starts_with(|c: char| c.is_ascii_lowercase()));
        if let Some((key, _)) = key {
            found.push((key.to_owned(), Default::default()));
        }
        let named = line.split('$').skip(1).map(|rest| {
            rest.chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '-')
                .collect::<String>()
        });
        if let Some((_, values)) = found.last_mut() {
            values.extend(named);
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, french) = (keys(ENGLISH), keys(FRENCH));
        let only_one: Vec<_> = english.symmetric_difference(&french).collect();
        assert!(only_one.is_empty(), "{only_one:?}");
    }

    #[test]
    fn no_message_has_a_letter_that_stands_for_a_phrase() {
        assert!(![ENGLISH, FRENCH].iter().any(|source| source.contains(|c| c < ' ' && c != '\n')));
    }

    #[test]
    fn phrases_stay_what_they_are_in_messages() {
        let lexicon = Lexicon::new(Language::En);
        let who = Phrase::of("player 2", super::super::phrase::Role::Player(Seat::new(1)));
        let told = lexicon.with("story-choice", [("who", who.into()), ("action", "\u{1}x".into())]);
        assert_eq!(told.spans().len(), 2);
        assert_eq!(told.text(), "player 2: \u{1}x.");
        assert_eq!(lexicon.with("cards", [("n", 1.into())]).text(), "1 card");
    }
}
