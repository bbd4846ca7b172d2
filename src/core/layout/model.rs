//! A layout as written: what the YAML says, with places, before anything is looked up in anything
//! else.
//!
//! What is serialized of a part is what plays: not how it is drawn, and no texts for people.
//!
//! Conditions are kept as parsed expressions of the rules language; whether they mean something is
//! `compile`'s business.

use super::expect::flag_in_words;
use crate::source::{Span, Spanned};
use crate::syntax::ast::Expr;
use crate::tabletop::{Colour, Display, MarkDisplay, Per, Shape, Viewers, ZoneDisplay};
use crate::text::Text;
use serde::Serialize;
use std::ops::RangeInclusive;

pub type Name = Spanned<String>;

/// One layout file. Maps keep the order of the file: it is the order of display and of evaluation.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The first byte of the file: the place of what is said about it as a whole.
    pub start: Span,
    pub extends: Option<Name>,
    pub title: Option<Text>,
    /// What was ruled where the rulebook is silent: pages of text for people, shown by `check
    /// --about`.
    pub notes: Option<Text>,
    /// The rules for people, in Markdown.
    pub how_to_play: Option<HowToPlay>,
    pub rules: Option<RulesSource>,
    pub scripts: Option<Name>,
    pub seats: Option<Spanned<Vec<u8>>>,
    pub teams: Option<Spanned<Teams>>,
    pub cooperative: Option<Spanned<bool>>,
    pub lists: Vec<(Name, ListDefinition)>,
    pub options: Vec<(Name, OptionDefinition)>,
    pub forbid: Vec<Forbid>,
    pub variants: Vec<(Name, Variant)>,
    pub decks: Vec<(Name, DeckDefinition)>,
    pub zones: Vec<(Name, ZoneDefinition)>,
    pub pawns: Vec<(Name, PawnDefinition)>,
    pub marks: Vec<(Name, MarkDefinition)>,
    pub variables: Vec<(Name, VariableDefinition)>,
    pub when: Vec<When>,
    /// By name, or by a sentence of the rules.
    pub texts: Vec<(Name, Wording)>,
}

impl Layout {
    /// What a value of an option is on a command line: see [`OptionDefinition::spelled`].
    pub fn spelled(&self, option: &str, value: &Literal) -> String {
        match self.options.iter().find(|(name, _)| name.node == option) {
            Some((_, option)) => option.spelled(value),
            None => OptionDefinition::default().spelled(value),
        }
    }
}

/// The words for something.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// What it is called.
    pub text: Text,
    /// Of an action: what is told of who has chosen it, behind that player's name: `plays {card}`.
    pub told: Text,
}

/// The rules for people, by language; the plain one serves for every language without one of its
/// own.
#[derive(Clone, Debug, Default)]
pub struct HowToPlay {
    pub any: Option<GuideSource>,
    pub languages: Vec<(Name, GuideSource)>,
}

impl HowToPlay {
    /// The names of all its files.
    pub(crate) fn files(&mut self) -> impl Iterator<Item = &mut Name> {
        let languages = self.languages.iter_mut().map(|(_, source)| source);
        languages.chain(&mut self.any).filter_map(|source| match source {
            GuideSource::File(name) => Some(name),
            GuideSource::Inline(_) => None,
        })
    }
}

/// Where a text in Markdown stands.
#[derive(Clone, Debug)]
pub enum GuideSource {
    /// `alkekan.en.md`.
    File(Name),
    Inline(Spanned<String>),
}

#[derive(Clone, Debug)]
pub enum RulesSource {
    File(Name),
    /// `rules: |`: the text and its span. It stands as in the file, indentation included, so that
    /// the place of a byte of the text is that byte's number plus the span's start.
    Inline(Spanned<String>),
    /// What stands there is neither, which has been told.
    Unread,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Teams {
    /// Seats 1, 3, 5 … against 2, 4, 6 …
    Alternate,
    Lists(Vec<Vec<u8>>),
}

/// A list of words, a type like suits: `[hero, monster]`, or `{ of: suits, also: [NT] }`.
#[derive(Clone, Debug)]
pub struct ListDefinition {
    pub of: Option<Name>,
    pub words: Vec<Name>,
}

#[derive(Clone, Debug, Default)]
pub struct OptionDefinition {
    /// Required, but an overlay may give the other keys alone; see `complete`. So too for the parts
    /// below.
    pub kind: Option<Spanned<OptionKind>>,
    pub default: Option<Spanned<Literal>>,
    pub min: Option<Spanned<i32>>,
    pub max: Option<Spanned<i32>>,
    pub void_if: Option<Expr>,
    pub text: Option<Text>,
}

impl OptionDefinition {
    /// The numbers that an option can be set to, where it is a number.
    pub fn range(&self) -> RangeInclusive<i32> {
        let bound = |bound: &Option<Spanned<i32>>| bound.as_ref().map(|n| n.node);
        bound(&self.min).unwrap_or(-i32::MAX)..=bound(&self.max).unwrap_or(i32::MAX)
    }

    /// A value of the option as a command line takes it: a flag that is `yes` in the layout is
    /// `true`, too.
    pub fn spelled(&self, value: &Literal) -> String {
        let is_flag = self.kind.as_ref().is_some_and(|kind| kind.node == OptionKind::Flag);
        match (value.as_flag().filter(|_| is_flag), value) {
            (Some(flag), _) | (None, &Literal::Flag(flag)) => flag.to_string(),
            (None, Literal::Number(number)) => number.to_string(),
            (None, Literal::Word(word)) => word.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    Flag,
    Number,
    Words(Vec<Name>),
}

/// A plain value of the YAML.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Literal {
    Flag(bool),
    Number(i32),
    Word(String),
}

impl Literal {
    /// Reads what was typed as a value of an option of this kind. What may be a flag is one where
    /// a flag is wanted, and a word elsewhere.
    pub fn read(kind: &OptionKind, text: &str) -> Literal {
        let read = match kind {
            OptionKind::Flag => flag_in_words(text).map(Literal::Flag),
            OptionKind::Number => text.parse().ok().map(Literal::Number),
            OptionKind::Words(_) => None,
        };
        read.unwrap_or_else(|| Literal::Word(text.to_owned()))
    }

    /// The literal as a flag, where one is wanted in a layout; `yes` and `no` are flags then, too.
    pub(crate) fn as_flag(&self) -> Option<bool> {
        match self {
            Literal::Flag(flag) => Some(*flag),
            Literal::Word(word) if word == "yes" => Some(true),
            Literal::Word(word) if word == "no" => Some(false),
            Literal::Number(_) | Literal::Word(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Forbid {
    pub condition: Expr,
    pub why: Text,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Variant {
    Values(Vec<(Name, Spanned<Literal>)>),
    Overlay(Name),
}

/// `only`, `copies`, `rank` hold for both kinds of deck; `attributes` and `facing` for own cards.
#[derive(Clone, Debug, Default)]
pub struct DeckDefinition {
    pub cards: Option<Spanned<DeckCards>>,
    pub copies: Option<Spanned<i32>>,
    pub only: Option<Expr>,
    /// `rank: { joker: 0, A: 1 }`.
    pub rank: Vec<(Name, Spanned<i32>)>,
    pub attributes: Vec<(Name, Spanned<AttributeType>)>,
    pub facing: Vec<(Name, Vec<Name>)>,
    pub face: Option<FaceDefinition>,
}

/// How the cards of a deck are drawn: `face: { corners: [nw, ne, sw, se], owner: held }`. A
/// template is a text with attributes in it: `"{value} of {colour}"`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaceDefinition {
    /// Four attributes, row by row, or none.
    pub corners: Vec<Name>,
    /// The mark that says whose a card on a board is.
    pub owner: Option<Name>,
    /// What a card is called: a template.
    pub title: Option<Spanned<Text>>,
    /// What it is called where there is little room: a template.
    pub short: Option<Spanned<Text>>,
    /// The attributes that stand beside its name; none of them for an empty list.
    pub shows: Option<Vec<Name>>,
    /// What the card says: a template.
    pub text: Option<Spanned<Text>>,
    /// A sign that stands for it: a template.
    pub symbol: Option<Spanned<Text>>,
    /// A file with its picture: a template.
    pub picture: Option<Spanned<Text>>,
    pub colour: Option<FaceColour>,
}

/// The colour of the cards of a deck.
#[derive(Clone, Debug, PartialEq)]
pub enum FaceColour {
    /// `colour: blue`, or `colour: suit_of`, an attribute whose words are colours.
    Word(Name),
    /// `colour: { kind: { hero: red, monster: green } }`: by the words of an attribute.
    Words(Name, Vec<(Name, Spanned<Colour>)>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum DeckCards {
    /// 32, 52 or 54.
    Standard(u8),
    File(Name),
    Rows(Vec<CardRow>),
}

/// One card, or several alike: a row of a CSV file, or of `cards: [ … ]`. Cells keep their text; a
/// cell that is empty is there.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    /// Column and cell, in the order of the columns. There is always one `name`.
    pub cells: Vec<(Name, Spanned<String>)>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttributeType {
    Number,
    Range(i32, i32),
    Text,
    /// A list's name.
    Words(String),
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct ZoneDefinition {
    pub per: Option<Spanned<Per>>,
    /// A deck's name, or `DECK where CONDITION`: an expression.
    pub holds: Option<Expr>,
    pub shape: Option<Spanned<Shape>>,
    pub capacity: Option<Spanned<i32>>,
    pub seen_by: Option<Spanned<SeenBy>>,
    #[serde(skip)]
    pub sort: Vec<Name>,
    #[serde(skip)]
    pub drawn: Option<Spanned<ZoneDisplay>>,
    /// The zone with as many slots whose board this one is drawn in.
    #[serde(skip)]
    pub beside: Option<Name>,
}

/// Who sees a card that lies here, by its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeenBy {
    pub(crate) up: Viewers,
    pub(crate) down: Viewers,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct PawnDefinition {
    pub per: Option<Spanned<Per>>,
    pub zone: Option<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MarkOf {
    Card,
    Slot,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct MarkDefinition {
    pub of: Option<Spanned<MarkOf>>,
    pub kind: Option<Spanned<ValueType>>,
    pub default: Option<Spanned<Literal>>,
    /// `all`, or `face`: who knows the card.
    pub secret: Option<Spanned<bool>>,
    pub copy_on_split: Option<Spanned<bool>>,
    pub any_on_join: Option<Spanned<bool>>,
    #[serde(skip)]
    pub drawn: Option<Spanned<MarkDisplay>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ValueType {
    Flag,
    Number,
    Player,
    Team,
    Card,
    /// A list's name (`suit` is the list `suits`).
    Word(String),
    /// A list with further words: `type: suit, also: [NT]`.
    WordAlso(String, Vec<Name>),
    Bag(String),
}

/// What a variable has one value for each of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum VariablePer {
    Owner(Per),
    /// The words of a list.
    List(String),
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct VariableDefinition {
    pub per: Option<Spanned<VariablePer>>,
    pub kind: Option<Spanned<ValueType>>,
    pub default: Option<Spanned<Literal>>,
    /// One value a seat (or team, or word): a constant.
    pub fixed: Option<Spanned<Vec<Spanned<Literal>>>>,
    /// Back to the default whenever this phase is entered.
    pub resets: Option<Name>,
    #[serde(skip)]
    pub text: Option<Text>,
    #[serde(skip)]
    pub drawn: Option<Spanned<Display>>,
}

/// Parts of the layout that hold under a condition, laid over the others key by key.
#[derive(Clone, Debug)]
pub struct When {
    pub condition: Expr,
    pub zones: Vec<(Name, ZoneDefinition)>,
    pub pawns: Vec<(Name, PawnDefinition)>,
    pub marks: Vec<(Name, MarkDefinition)>,
    pub variables: Vec<(Name, VariableDefinition)>,
    pub decks: Vec<(Name, DeckDefinition)>,
    pub span: Span,
}
