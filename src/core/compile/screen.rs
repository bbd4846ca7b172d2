//! What a layout says of drawing: faces of cards, zones beside each other, things that are not
//! shown.

use crate::diagnostic::Diagnostic;
use crate::layout::model::{self, FaceDefinition, Layout, Name, ZoneDefinition};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::program::drawing::{Face, FaceColour, ZoneDrawing};
use crate::program::{ValueKind, Zone};
use crate::source::{Span, Spanned};
use crate::tabletop::ids::{AttributeId, DeckId, MarkId, WordListId, ZoneId};
use crate::tabletop::{Colour, MarkDisplay, Shape};
use crate::text::{Text, filled, places};
use crate::value::Card;

/// Zones, variables, marks and attributes are declared by now.
pub(crate) fn declare(low: &mut Lowering, layout: &Layout) {
    for (number, (_, deck)) in layout.decks.iter().enumerate() {
        let deck = deck.face.as_ref().map(|face| face_of(low, DeckId::new(number), face));
        let face = deck.unwrap_or_default();
        low.program.drawing.faces.push(face);
    }
    for (name, zone) in &layout.zones {
        let drawing = zone_drawing(low, layout, name, zone);
        low.program.drawing.zones.push(drawing);
    }
    let variables =
        low.program.variables.iter().map(|variable| {
            drawn(layout.variables.iter().map(|(n, v)| (n, &v.drawn)), &variable.name)
        });
    low.program.drawing.variables = variables.collect();
    let marks = low
        .program
        .marks
        .iter()
        .map(|mark| drawn(layout.marks.iter().map(|(n, m)| (n, &m.drawn)), &mark.name));
    low.program.drawing.marks = marks.collect();
    crossed(low, layout);
}

/// Reports marks that are drawn crossed out and say more than yes or no.
fn crossed(low: &mut Lowering, layout: &Layout) {
    for (name, mark) in &layout.marks {
        let Some(drawn) = mark.drawn.as_ref().filter(|drawn| drawn.node == MarkDisplay::Crossed)
        else {
            continue;
        };
        let flag = low
            .program
            .marks
            .iter()
            .any(|mark| mark.name == name.node && mark.kind == ValueKind::Flag);
        if !flag {
            let words = format!("`{}` is no flag: only a flag can cross something out", name.node);
            low.report(Diagnostic::error("wrong-drawing", drawn.span, words));
        }
    }
}

/// What the layout says of the thing with this name.
fn drawn<'a, T: Copy + Default + 'a>(
    mut all: impl Iterator<Item = (&'a Name, &'a Option<Spanned<T>>)>,
    name: &str,
) -> T {
    let said = all.find(|(other, _)| other.node == name).and_then(|(_, drawn)| drawn.as_ref());
    said.map_or_else(T::default, |drawn| drawn.node)
}

// ----------------------------------------------------------------------------------------------
// faces

fn face_of(low: &mut Lowering, deck: DeckId, face: &FaceDefinition) -> Face {
    let corners: Vec<AttributeId> =
        face.corners.iter().filter_map(|name| corner(low, name)).collect();
    let shows = face.shows.as_ref();
    Face {
        corners: corners.try_into().ok(),
        owner: face.owner.as_ref().and_then(|name| owner_mark(low, name)),
        title: template(low, face.title.as_ref()),
        short: template(low, face.short.as_ref()),
        shows: shows.map(|names| names.iter().filter_map(|name| printed(low, name)).collect()),
        says: template(low, face.text.as_ref()),
        symbol: template(low, face.symbol.as_ref()),
        picture: picture(low, deck, face.picture.as_ref()),
        colour: face.colour.as_ref().map(|colour| face_colour(low, colour)).unwrap_or_default(),
    }
}

/// An attribute of cards by its name.
fn printed(low: &mut Lowering, name: &Name) -> Option<AttributeId> {
    match low.names.get(&name.node) {
        Some(Meaning::Attribute(attribute)) => Some(attribute),
        Some(_) | None => {
            let known = low.program.attributes.iter().map(|a| a.name.clone()).collect();
            low.unknown("unknown-attribute", "attribute of cards", &name.node, name.span, known);
            None
        }
    }
}

/// A template whose places are attributes, or `name`.
fn template(low: &mut Lowering, template: Option<&Spanned<Text>>) -> Text {
    let Some(template) = template else { return Text::default() };
    for (_, place) in template.node.all().flat_map(places) {
        let is_attribute = matches!(low.names.get(place), Some(Meaning::Attribute(_)));
        if place != "name" && !is_attribute {
            let mut known: Vec<String> =
                low.program.attributes.iter().map(|a| a.name.clone()).collect();
            known.push("name".to_owned());
            low.unknown("unknown-attribute", "attribute of cards", place, template.span, known);
        }
    }
    template.node.clone()
}

/// Endings of files that browsers and terminals can show.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"];

/// The files of pictures lie beside the game, as its other files do: whoever shows a game from
/// somebody else opens no other ones.
fn picture(low: &mut Lowering, deck: DeckId, written: Option<&Spanned<Text>>) -> Text {
    let text = template(low, written);
    let Some(written) = written else { return text };
    let cards = (0..low.program.cards.len()).filter(|&card| low.program.cards[card].deck == deck);
    let files = cards.map(Card::new).flat_map(|card| {
        let raw = |place: &str| low.program.raw_attribute(card, place);
        text.all().map(move |text| filled(text, raw)).collect::<Vec<_>>()
    });
    let wrong = files.into_iter().find(|file| !is_picture(file));
    if let Some(wrong) = wrong {
        wrong_picture(low, &wrong, written.span);
    }
    text
}

fn wrong_picture(low: &mut Lowering, file: &str, span: Span) {
    let words = format!("expected the name of a picture beside the game, found `{file}`");
    let endings: Vec<String> = PICTURES.iter().map(|ending| format!("`.{ending}`")).collect();
    let help =
        format!("a way from the layout's folder downwards, to a file in {}", endings.join(", "));
    low.report(Diagnostic::error("wrong-drawing", span, words).help(help));
}

/// Whether a file is a picture, and lies in the game's folder or below.
fn is_picture(file: &str) -> bool {
    let down = file.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    down && !file.contains(['\\', ':']) && PICTURES.iter().any(|p| ending.eq_ignore_ascii_case(p))
}

fn face_colour(low: &mut Lowering, colour: &model::FaceColour) -> FaceColour {
    let named = |word: &str| Colour::NAMED.iter().find(|(name, _)| *name == word).map(|(_, c)| *c);
    match colour {
        model::FaceColour::Word(word) => {
            if let Some(colour) = named(&word.node) {
                return FaceColour::All(colour);
            }
            let Some((attribute, list)) = attribute_of_words(low, word, true) else {
                return FaceColour::Own;
            };
            let words = low.program.lists[list].words.iter();
            let colours: Vec<Option<Colour>> = words.map(|word| named(word)).collect();
            if colours.iter().all(Option::is_none) {
                let words =
                    format!("expected words that are colours, found those of `{}`", word.node);
                let help = format!(
                    "give each a colour: `colour: {{ {}: {{ {}: red, … }} }}`",
                    word.node,
                    low.program.lists[list].words.first().map_or("word", String::as_str)
                );
                low.report(Diagnostic::error("wrong-drawing", word.span, words).help(help));
            }
            let colours = colours.into_iter().map(Option::unwrap_or_default);
            FaceColour::ByWord(attribute, colours.collect())
        }
        model::FaceColour::Words(name, said) => {
            let Some((attribute, list)) = attribute_of_words(low, name, false) else {
                return FaceColour::Own;
            };
            FaceColour::ByWord(attribute, colours_of_words(low, name, list, said))
        }
    }
}

/// The colours of a list's words as they are said for the words of the attribute `name`; tells of a
/// word that the list has not.
fn colours_of_words(
    low: &mut Lowering,
    name: &Name,
    list: WordListId,
    said: &[(Name, Spanned<Colour>)],
) -> Vec<Colour> {
    let words = low.program.lists[list].words.clone();
    let mut colours = vec![Colour::Own; words.len()];
    for (word, colour) in said {
        if let Some(at) = words.iter().position(|known| *known == word.node) {
            colours[at] = colour.node;
            continue;
        }
        let what = format!("`{}` is no word of `{}`", word.node, name.node);
        let problem = Diagnostic::error("wrong-drawing", word.span, what);
        low.report(problem.did_you_mean(&word.node, words.iter().map(String::as_str)));
    }
    colours
}

/// An attribute whose values are words of a list. `or_colour`: a colour would have done, too.
fn attribute_of_words(
    low: &mut Lowering,
    name: &Name,
    or_colour: bool,
) -> Option<(AttributeId, WordListId)> {
    let Some(Meaning::Attribute(attribute)) = low.names.get(&name.node) else {
        let mut known: Vec<String> =
            low.program.attributes.iter().map(|a| a.name.clone()).collect();
        if or_colour {
            known.extend(Colour::NAMED.iter().map(|(name, _)| (*name).to_owned()));
        }
        let what = if or_colour { "colour or attribute of cards" } else { "attribute of cards" };
        low.unknown("unknown-attribute", what, &name.node, name.span, known);
        return None;
    };
    if let ValueKind::Word(list) = low.program.attributes[attribute].kind {
        return Some((attribute, list));
    }
    let words =
        format!("expected an attribute whose values are words of a list, found `{}`", name.node);
    low.report(Diagnostic::error("wrong-drawing", name.span, words));
    None
}

/// A corner has room for a number or a short word.
fn corner(low: &mut Lowering, name: &Name) -> Option<AttributeId> {
    let Some(Meaning::Attribute(attribute)) = low.names.get(&name.node) else {
        let known = low.program.attributes.iter().map(|a| a.name.clone()).collect();
        low.unknown("unknown-attribute", "attribute of cards", &name.node, name.span, known);
        return None;
    };
    match low.program.attributes[attribute].kind {
        ValueKind::Number | ValueKind::Word(_) => Some(attribute),
        ValueKind::Flag
        | ValueKind::Text
        | ValueKind::Card
        | ValueKind::Slot
        | ValueKind::Player
        | ValueKind::Team => {
            let words = format!(
                "`{}` is neither a number nor a word of a list, and a corner has room for no more",
                name.node
            );
            low.report(Diagnostic::error("wrong-drawing", name.span, words));
            None
        }
    }
}

fn owner_mark(low: &mut Lowering, name: &Name) -> Option<MarkId> {
    let Some(Meaning::Mark(mark)) = low.names.get(&name.node) else {
        let known = low.program.marks.iter().map(|m| m.name.clone()).collect();
        low.unknown("unknown-mark", "mark", &name.node, name.span, known);
        return None;
    };
    let info = &low.program.marks[mark];
    if !info.of_slots && matches!(info.kind, ValueKind::Player | ValueKind::Team) {
        return Some(mark);
    }
    let words = format!("`{}` is no mark of cards that names a player or a team", name.node);
    low.report(Diagnostic::error("wrong-drawing", name.span, words));
    None
}

// ----------------------------------------------------------------------------------------------
// zones

fn zone_drawing(
    low: &mut Lowering,
    layout: &Layout,
    name: &Name,
    zone: &ZoneDefinition,
) -> ZoneDrawing {
    let drawn = zone.drawn.as_ref().map(|drawn| drawn.node).unwrap_or_default();
    let place = zone.drawn.as_ref().map_or(name.span, |drawn| drawn.span);
    let own = own(low, name);
    if drawn.across && own.is_some_and(|zone| slots(low, zone).is_none() || zone.owners < 2) {
        let words = format!(
            "`{}` has no numbered slots of several owners that could lie across from each other",
            name.node
        );
        low.report(Diagnostic::error("wrong-drawing", place, words));
    } else if drawn.stacking.is_some() && own.is_some_and(|zone| !has_stacks(zone)) {
        let words = format!(
            "`{}` has no stacks: only in piles, rows and numbered slots cards lie on each other",
            name.node
        );
        low.report(Diagnostic::error("wrong-drawing", place, words));
    }
    ZoneDrawing {
        drawn,
        beside: zone.beside.as_ref().and_then(|other| beside(low, layout, name, other)),
    }
}

fn has_stacks(zone: &Zone) -> bool {
    match zone.shape {
        Shape::Pile | Shape::Row | Shape::Slots(_) | Shape::Grid(..) | Shape::List(_) => true,
        Shape::Set | Shape::One => false,
    }
}

fn own<'a>(low: &'a Lowering, name: &Name) -> Option<&'a Zone> {
    low.program.zones.iter().find(|zone| zone.name == name.node)
}

/// How many slots lie side by side; a board of several rows is drawn alone.
fn slots(low: &Lowering, zone: &Zone) -> Option<u16> {
    zone.grid(&low.program.lists).filter(|(rows, _)| *rows == 1).map(|(_, columns)| columns)
}

/// The zone that this one is drawn beside: of the same owners, with as many slots, and itself
/// beside none.
fn beside(low: &mut Lowering, layout: &Layout, name: &Name, other: &Name) -> Option<ZoneId> {
    let Some(Meaning::Zone(found)) = low.names.get(&other.node) else {
        let known = low.program.zones.iter().map(|zone| zone.name.clone()).collect();
        low.unknown("unknown-zone", "zone", &other.node, other.span, known);
        return None;
    };
    let (zone, next) = (own(low, name)?, &low.program.zones[found]);
    let alike =
        zone.name != next.name && zone.per == next.per && slots(low, zone) == slots(low, next);
    let last = layout.zones.get(found.index()).is_some_and(|(_, zone)| zone.beside.is_none());
    if alike && last && slots(low, zone).is_some() {
        return Some(found);
    }
    let words = format!("`{}` cannot lie beside `{}`", name.node, other.node);
    let help = "two zones lie beside each other if both have the same owners and the same number of slots, and the other one lies beside none";
    low.report(Diagnostic::error("wrong-drawing", other.span, words).help(help));
    None
}
