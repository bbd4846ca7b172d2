//! From the tree to the model: decks, their cards, and the faces of cards.

use super::cards::check_columns;
use super::decode::range;
use super::expect::{Decoder, Fields, FileSort, is_identifier};
use super::model::*;
use super::tree::{Node, NodeKind};
use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::tabletop::Colour;
use crate::text::Text;
use crate::value::Narrow;

const DECK: &[&str] =
    &["standard", "cards", "copies", "only", "rank", "attributes", "facing", "face"];
const FACE: &[&str] =
    &["title", "short", "corners", "shows", "text", "symbol", "picture", "colour", "owner"];

const MOST_COPIES: i32 = 100;

impl Decoder<'_> {
    pub(super) fn deck(&mut self, name: &Name, node: &Node) -> DeckDefinition {
        self.check_name(name);
        let f = self.fields(name.span, node, "a deck", DECK);
        if f.get("standard").is_some() {
            self.written.insert((name.span, "cards".to_owned()));
            self.standard_alone(&f);
        }
        let standard = self.maybe(&f, "standard", Self::standard);
        let cards = self.maybe(&f, "cards", Self::cards);
        DeckDefinition {
            cards: standard.or(cards),
            copies: self
                .maybe(&f, "copies", |d, n| d.number_in(n, "a number of packs", 1..=MOST_COPIES)),
            only: self.maybe(&f, "only", Self::condition),
            rank: self.section(&f, "rank", |d, _, n| d.number(n)),
            attributes: self.section(&f, "attributes", Self::attribute),
            facing: self.section(&f, "facing", Self::facing),
            face: f.get("face").map(|node| self.face(node)),
        }
    }

    /// A standard pack brings what these keys are for.
    fn standard_alone(&mut self, f: &Fields) {
        for key in ["cards", "attributes", "facing", "face"] {
            if let Some(span) = f.key_span(key) {
                let message =
                    format!("`{key}` is for own cards, and this deck is a `standard` pack");
                self.note(
                    Diagnostic::error("conflicting-keys", span, message)
                        .help("remove one of the two"),
                );
            }
        }
    }

    fn standard(&mut self, node: &Node) -> Option<Spanned<DeckCards>> {
        let number = self.number(node)?;
        match number.node {
            32 | 52 | 54 => Some(Spanned::new(DeckCards::Standard(number.node.to_u8()), node.span)),
            other => {
                let help = "32 (from 7 to ace), 52, or 54 (with two jokers)";
                let message = format!("there is no standard pack of {other} cards");
                self.note(Diagnostic::error("unknown-value", node.span, message).help(help));
                None
            }
        }
    }

    fn cards(&mut self, node: &Node) -> Option<Spanned<DeckCards>> {
        let cards = match &node.kind {
            NodeKind::Seq(items) => {
                DeckCards::Rows(items.iter().filter_map(|item| self.card(item)).collect())
            }
            NodeKind::Scalar(_) => DeckCards::File(self.file(node, FileSort::Cards)?),
            NodeKind::Map(_) | NodeKind::Null => {
                self.wrong_type(node, "a CSV file, or a list of cards as in `- { name: …, … }`");
                return None;
            }
        };
        Some(Spanned::new(cards, node.span))
    }

    fn card(&mut self, node: &Node) -> Option<CardRow> {
        let cells = self.named(node, "a card, as in `{ name: …, … }`", |d, _, n| d.cell(n));
        let row = CardRow { cells, span: node.span };
        let columns: Vec<Name> = row.cells.iter().map(|(name, _)| name.clone()).collect();
        if let NodeKind::Map(_) = node.kind {
            self.problems.extend(check_columns(&columns, node.span));
        }
        Some(row)
    }

    fn cell(&mut self, node: &Node) -> Option<Spanned<String>> {
        if node.kind == NodeKind::Null {
            return Some(Spanned::new(String::new(), node.span));
        }
        self.expect_scalar(node, "a cell of a card")
            .map(|s| Spanned::new(s.text.clone(), node.span))
    }

    fn attribute(&mut self, name: &Name, node: &Node) -> Option<Spanned<AttributeType>> {
        self.check_name(name);
        let wanted = "`number`, a range such as `1..10`, `text`, or a list's name";
        let scalar = self.expect_scalar(node, wanted)?;
        let kind = match scalar.text.as_str() {
            "number" => Some(AttributeType::Number),
            "text" => Some(AttributeType::Text),
            text if is_identifier(text) => Some(AttributeType::Words(text.to_owned())),
            text => range(text),
        };
        if kind.is_none() {
            let problem = format!("`{}` is not a type of attributes", scalar.text);
            self.note(
                Diagnostic::error("unknown-value", node.span, problem)
                    .help(format!("it is one of {wanted}")),
            );
        }
        kind.map(|k| Spanned::new(k, node.span))
    }

    fn facing(&mut self, name: &Name, node: &Node) -> Option<Vec<Name>> {
        self.check_name(name);
        self.four_attributes(node)
    }

    fn four_attributes(&mut self, node: &Node) -> Option<Vec<Name>> {
        let items = self.expect_list(node, "a list of four attributes")?;
        let sides = self.every(items, Self::word);
        if items.len() != 4 {
            let message = format!("expected four attributes, found {}", items.len());
            self.note(
                Diagnostic::error("yaml-wrong-type", node.span, message)
                    .help("for example `[nw, ne, sw, se]`"),
            );
        }
        sides.filter(|s| s.len() == 4)
    }

    fn face(&mut self, node: &Node) -> FaceDefinition {
        let f = self.fields(node.span, node, "a `face`", FACE);
        FaceDefinition {
            corners: self.maybe(&f, "corners", Self::four_attributes).unwrap_or_default(),
            owner: self.maybe(&f, "owner", Self::word),
            title: self.maybe(&f, "title", Self::template),
            short: self.maybe(&f, "short", Self::template),
            shows: self.maybe(&f, "shows", |d, n| d.words(n, "a list of attributes")),
            text: self.maybe(&f, "text", Self::template),
            symbol: self.maybe(&f, "symbol", Self::template),
            picture: self.maybe(&f, "picture", Self::template),
            colour: self.maybe(&f, "colour", Self::face_colour),
        }
    }

    fn template(&mut self, node: &Node) -> Option<Spanned<Text>> {
        self.people_text(node).map(|text| Spanned::new(text, node.span))
    }

    /// `blue`, an attribute, or an attribute with a colour for each of its words.
    fn face_colour(&mut self, node: &Node) -> Option<FaceColour> {
        let wanted =
            "a colour, an attribute, or an attribute's words as in `{ kind: { hero: red } }`";
        let NodeKind::Map(entries) = &node.kind else {
            self.expect_scalar(node, wanted)?;
            return self.word(node).map(FaceColour::Word);
        };
        let [(attribute, words)] = entries.as_slice() else {
            self.wrong_type(node, wanted);
            return None;
        };
        let attribute = Spanned::new(attribute.text.clone(), attribute.span);
        let words =
            self.named(words, "a colour for each word, as in `{ hero: red }`", |d, _, n| {
                d.one_of(n, "a colour", Colour::NAMED)
            });
        Some(FaceColour::Words(attribute, words))
    }
}
