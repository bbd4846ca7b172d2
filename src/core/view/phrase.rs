//! Texts that know what they speak of: a line is a row of spans, each with a role. Whoever draws
//! one decides what a role looks like; nothing in here steers a terminal or a page.

use crate::tabletop::ids::InstanceId;

pub use crate::tabletop::Colour;

use crate::value::{Card, Seat, TeamId};
use compact_str::CompactString;
use serde::ser::{Serialize, SerializeMap, Serializer};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A text in pieces that know what they speak of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    // Most are one word, and most words are short: neither needs memory of its own.
    spans: SmallVec<[Span; 1]>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// With signs: `10♥`, `→`.
    pub text: CompactString,
    /// Where only letters of ASCII can be shown: `10H`, `->`. None where it is the same.
    pub ascii: Option<CompactString>,
    pub role: Role,
}

/// What a piece of a text speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Plain,
    /// A card that is known.
    Card(Card, Colour),
    /// The sign of a suit.
    Suit(Colour),
    /// The back of a card.
    Back,
    /// A place: the number of its zone's instance, and of the slot if one is meant.
    Place(InstanceId, Option<u16>),
    Player(Seat),
    Team(TeamId),
    Number,
}

impl Span {
    pub(crate) fn new(text: impl Into<CompactString>, role: Role) -> Span {
        Span { text: text.into(), ascii: None, role }
    }

    /// A span that is written otherwise where there are no signs.
    pub(crate) fn signed(
        text: impl Into<CompactString>,
        ascii: impl Into<CompactString>,
        role: Role,
    ) -> Span {
        let (text, ascii) = (text.into(), ascii.into());
        Span { ascii: (ascii != text).then_some(ascii), text, role }
    }

    /// The text, with signs or in ASCII.
    pub fn written(&self, signs: bool) -> Cow<'_, str> {
        if signs { Cow::Borrowed(&self.text) } else { typewritten(self.without_signs()) }
    }

    fn without_signs(&self) -> &str {
        self.ascii.as_ref().unwrap_or(&self.text)
    }

    /// This span with its text, with signs and in ASCII, made into another one.
    fn map(&self, make: impl Fn(&str) -> String) -> Span {
        Span::signed(make(&self.text), make(self.without_signs()), self.role)
    }
}

/// A text with the signs of a typewriter for those of print. Accents stay as they are.
pub fn typewritten(text: &str) -> Cow<'_, str> {
    const PRINTED: [(char, &str); 7] =
        [('…', "..."), ('–', "-"), ('—', "-"), ('“', "\""), ('”', "\""), ('’', "'"), ('✓', "*")];
    let typed =
        |c: char| PRINTED.iter().find(|(printed, _)| *printed == c).map(|(_, typed)| *typed);
    if !text.contains(|c| typed(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut letters = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match typed(c) {
            Some(typed) => letters.push_str(typed),
            None => letters.push(c),
        }
    }
    Cow::Owned(letters)
}

/// Counts the French quotes that are open along a text, to write those within others as “ ”.
#[derive(Default)]
struct Quotes {
    open: usize,
}

impl Quotes {
    fn written(&mut self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut letters = text.chars().peekable();
        let is_space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
        while let Some(c) = letters.next() {
            match c {
                '«' => self.open += 1,
                '»' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
            match c {
                '«' if self.open > 1 => {
                    letters.next_if(|&c| is_space(c));
                    written.push('“');
                }
                '»' if self.open > 0 => {
                    let end = written.trim_end_matches(is_space).len();
                    written.truncate(end);
                    written.push('”');
                }
                c => written.push(c),
            }
        }
        written
    }
}

/// The text, in which French quotes within others are “ ”.
pub(crate) fn quoted(text: &str) -> Cow<'_, str> {
    match text.matches('«').nth(1) {
        Some(_) => Cow::Owned(Quotes::default().written(text)),
        None => Cow::Borrowed(text),
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Phrase {
        Phrase::plain(text)
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        Phrase::plain(text)
    }
}

impl From<CompactString> for Phrase {
    fn from(text: CompactString) -> Phrase {
        Phrase::plain(text)
    }
}

impl From<Span> for Phrase {
    fn from(span: Span) -> Phrase {
        let mut phrase = Phrase::default();
        phrase.push(span);
        phrase
    }
}

impl Phrase {
    /// Nothing yet, and room for so many spans.
    pub(crate) fn with_room(spans: usize) -> Phrase {
        Phrase { spans: SmallVec::with_capacity(spans) }
    }

    pub(crate) fn plain(text: impl Into<CompactString>) -> Phrase {
        Span::new(text, Role::Plain).into()
    }

    /// All of `text` in one role.
    pub(crate) fn of(text: impl Into<CompactString>, role: Role) -> Phrase {
        Span::new(text, role).into()
    }

    /// A plain text that is written otherwise where there are no signs.
    pub(crate) fn signed(
        text: impl Into<CompactString>,
        ascii: impl Into<CompactString>,
    ) -> Phrase {
        Span::signed(text, ascii, Role::Plain).into()
    }

    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The whole text, with signs or in ASCII.
    pub fn written(&self, signs: bool) -> String {
        self.spans.iter().map(|span| span.written(signs)).collect::<String>()
    }

    /// The whole text with signs.
    pub fn text(&self) -> String {
        self.written(true)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(crate) fn has_blank(&self) -> bool {
        self.spans.iter().any(|span| span.text.contains(' '))
    }

    /// Adds a span; what follows a span of the same role goes on with it.
    pub(crate) fn push(&mut self, span: Span) {
        if span.text.is_empty() && span.without_signs().is_empty() {
            return;
        }
        match self.spans.last_mut().filter(|last| last.role == span.role) {
            Some(last) => {
                let is_signed = last.ascii.is_some() || span.ascii.is_some();
                let ascii = is_signed.then(|| last.without_signs().into());
                let ascii = ascii.map(|ascii: CompactString| ascii + span.without_signs());
                last.text.push_str(&span.text);
                last.ascii = ascii.filter(|ascii| *ascii != last.text);
            }
            None => self.spans.push(span),
        }
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.push(Span::new(text, Role::Plain));
    }

    pub fn append(&mut self, other: Phrase) {
        other.spans.into_iter().for_each(|span| self.push(span));
    }

    /// Puts a copy of `other` behind this phrase.
    pub(crate) fn extend(&mut self, other: &Phrase) {
        other.spans.iter().for_each(|span| self.push(span.clone()));
    }

    /// This phrase with `other` behind it.
    #[must_use]
    pub fn then(mut self, other: impl Into<Phrase>) -> Phrase {
        self.append(other.into());
        self
    }

    /// Phrases with `between` between them.
    pub fn join(parts: impl IntoIterator<Item = Phrase>, between: &str) -> Phrase {
        let mut joined = Phrase::default();
        for (i, part) in parts.into_iter().enumerate() {
            if i > 0 {
                joined.push_str(between);
            }
            joined.append(part);
        }
        joined
    }

    /// This phrase with a capital letter at its head.
    #[must_use]
    pub(crate) fn capital(mut self) -> Phrase {
        let is_small =
            |first: &&mut Span| !(is_capital(&first.text) && is_capital(first.without_signs()));
        if let Some(first) = self.spans.first_mut().filter(is_small) {
            *first = first.map(capital);
        }
        self
    }

    /// This phrase without any of these `letters` at its end.
    #[must_use]
    pub fn without_end(mut self, letters: &[char]) -> Phrase {
        let ends =
            |span: &Span| span.text.ends_with(letters) || span.without_signs().ends_with(letters);
        while let Some(last) = self.spans.last_mut().filter(|last| ends(last)) {
            *last = last.map(|text| text.trim_end_matches(letters).to_owned());
            if !last.text.is_empty() {
                break;
            }
            self.spans.pop();
        }
        self
    }

    /// This phrase with “ ” for French quotes that stand within others.
    #[must_use]
    pub(crate) fn quoted(mut self) -> Phrase {
        let opens = self.spans.iter().map(|span| span.text.matches('«').count());
        if opens.sum::<usize>() > 1 {
            let (mut signs, mut ascii) = (Quotes::default(), Quotes::default());
            for span in &mut self.spans {
                let (text, plain) =
                    (signs.written(&span.text), ascii.written(span.without_signs()));
                *span = Span::signed(text, plain, span.role);
            }
        }
        self
    }

    /// This phrase, all of it in one `role`.
    #[must_use]
    pub(crate) fn all_in(self, role: Role) -> Phrase {
        let mut phrase = Phrase::default();
        self.spans.into_iter().for_each(|span| phrase.push(Span { role, ..span }));
        phrase
    }

    /// This phrase with the number of its `print` for each card.
    #[must_use]
    pub(crate) fn by_print(mut self, print: impl Fn(Card) -> Card) -> Phrase {
        for span in &mut self.spans {
            if let Role::Card(card, _) = &mut span.role {
                *card = print(*card);
            }
        }
        self
    }

    /// The known cards that it speaks of, each once.
    pub(crate) fn cards(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        for span in &self.spans {
            if let Role::Card(card, _) = span.role
                && !cards.contains(&card)
            {
                cards.push(card);
            }
        }
        cards
    }

    /// Its words, each with the blank behind it.
    pub fn words(&self) -> Vec<Phrase> {
        let mut words = vec![Phrase::default()];
        for span in &self.spans {
            let (text, ascii) = (pieces(&span.text), pieces(span.without_signs()));
            for (i, piece) in text.iter().enumerate() {
                if i > 0 {
                    words.push(Phrase::default());
                }
                // Signs have no blanks, and neither has what stands for them.
                let ascii = ascii.get(i).filter(|_| text.len() == ascii.len()).unwrap_or(piece);
                if let Some(word) = words.last_mut() {
                    word.push(Span::signed(*piece, *ascii, span.role));
                }
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }
}

/// A text cut behind its blanks; the last piece may be empty.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split_inclusive(' ').collect();
    if text.ends_with(' ') {
        pieces.push("");
    }
    pieces
}

/// The text with a capital letter at its head.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let mut capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    capital.push_str(letters.as_str());
    capital
}

/// Whether a text has no small letter at its head.
fn is_capital(text: &str) -> bool {
    text.chars().next().is_none_or(|first| first.to_uppercase().eq([first]))
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.spans)
    }
}

/// A plain span is its text; any other is an object: `{"text": "10♥", "ascii": "10H", "card": 9}`.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.role == Role::Plain && self.ascii.is_none() {
            return serializer.serialize_str(&self.text);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", self.text.as_str())?;
        if let Some(ascii) = &self.ascii {
            map.serialize_entry("ascii", ascii.as_str())?;
        }
        match self.role {
            Role::Plain => {}
            Role::Card(card, _) => map.serialize_entry("card", &card)?,
            Role::Suit(colour) => map.serialize_entry("suit", &colour)?,
            Role::Back => map.serialize_entry("back", &true)?,
            Role::Place(place, stack) => {
                map.serialize_entry("place", &place)?;
                if let Some(stack) = stack {
                    map.serialize_entry("stack", &stack)?;
                }
            }
            Role::Player(seat) => map.serialize_entry("player", &seat.shown())?,
            Role::Team(team) => map.serialize_entry("team", &team.shown())?,
            Role::Number => map.serialize_entry("number", &true)?,
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card() -> Phrase {
        Span::signed("10♥", "10H", Role::Card(Card::new(9), Colour::Red)).into()
    }

    #[test]
    fn pieces_of_one_role_go_on_with_each_other() {
        let phrase =
            Phrase::from("play ").then("the ").then(card()).then(Phrase::signed(" →", " ->"));
        assert_eq!(phrase.spans().len(), 3);
        assert_eq!(phrase.written(false), "play the 10H ->");
        assert_eq!(
            serde_json::to_string(&phrase).expect("plain data"),
            r#"["play the ",{"text":"10♥","ascii":"10H","card":9},{"text":" →","ascii":" ->"}]"#
        );
    }

    #[test]
    fn words_put_together_again_are_the_phrase() {
        let phrase = Phrase::from("lay ").then(card()).then(" on …");
        let words = phrase.words();
        assert_eq!(
            words.iter().map(Phrase::text).collect::<Vec<_>>(),
            ["lay ", "10♥ ", "on ", "…"]
        );
        assert_eq!(Phrase::join(words, ""), phrase);
    }

    #[test]
    fn a_typewriter_has_no_signs_of_print() {
        let phrase = Phrase::from("Board – “lay …”: ").then(card());
        assert_eq!(phrase.written(false), "Board - \"lay ...\": 10H");
        assert_eq!(phrase.written(true), "Board – “lay …”: 10♥");
        assert_eq!(Phrase::from("déjà").written(false), "déjà");
    }

    #[test]
    fn french_quotes_within_others_are_no_french_quotes() {
        let inner = Phrase::from("crier « ").then(card()).then("\u{a0}» « encore »");
        assert_eq!(inner.clone().quoted(), inner);
        let outer = Phrase::from("dire « ").then(inner).then(" »").quoted();
        assert_eq!(outer.text(), "dire « crier “10♥” “encore” »");
        assert_eq!(quoted("ni « a « b » », ni « c »"), "ni « a “b” », ni « c »");
    }

    #[test]
    fn ends_and_heads() {
        assert_eq!(card().then(" : …").without_end(&['…', ' ', ':']).text(), "10♥");
        assert_eq!(Phrase::from("éclair").capital().text(), "Éclair");
        assert_eq!(capital(""), "");
    }
}
