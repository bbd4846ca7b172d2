//! What a layout says of drawing: faces of cards, zones beside each other, things that are not
//! shown.

use crate::diagnostic::Diagnostic;
use crate::layout::model::{FaceDefinition, Layout, Name, ZoneDefinition};
use crate::lower::Lowering;
use crate::lower::names::Meaning;
use crate::program::drawing::{Face, ZoneDrawing};
use crate::program::{ValueKind, Zone};
use crate::source::Spanned;
use crate::tabletop::ids::{AttributeId, MarkId, ZoneId};
use crate::tabletop::{MarkDisplay, Shape, ZoneDisplay};

/// Zones, variables, marks and attributes are declared by now.
pub fn declare(low: &mut Lowering, layout: &Layout) {
    for (_, deck) in &layout.decks {
        let face = deck.face.as_ref().map(|face| face_of(low, face)).unwrap_or_default();
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

/// Only what a mark says yes or no of can be crossed out.
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

fn face_of(low: &mut Lowering, face: &FaceDefinition) -> Face {
    let corners: Vec<AttributeId> =
        face.corners.iter().filter_map(|name| corner(low, name)).collect();
    Face {
        corners: corners.try_into().ok(),
        owner: face.owner.as_ref().and_then(|name| owner_mark(low, name)),
    }
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
    if let (ZoneDisplay::Across, Some(place)) = (drawn, &zone.drawn) {
        let found = own(low, name);
        if found.is_some_and(|zone| slots(low, zone).is_none() || zone.owners < 2) {
            let words = format!(
                "`{}` has no numbered slots of several owners that could lie across from each other",
                name.node
            );
            low.report(Diagnostic::error("wrong-drawing", place.span, words));
        }
    }
    if let (ZoneDisplay::Spread, Some(place)) = (drawn, &zone.drawn)
        && own(low, name).is_some_and(|zone| zone.shape != Shape::Pile)
    {
        let words = format!(
            "`{}` is no pile: only of a pile the cards below the top one are not drawn",
            name.node
        );
        low.report(Diagnostic::error("wrong-drawing", place.span, words));
    }
    ZoneDrawing {
        drawn,
        beside: zone.beside.as_ref().and_then(|other| beside(low, layout, name, other)),
    }
}

fn own<'a>(low: &'a Lowering, name: &Name) -> Option<&'a Zone> {
    low.program.zones.iter().find(|zone| zone.name == name.node)
}

/// How many slots lie side by side; a board of several rows is drawn alone.
fn slots(low: &Lowering, zone: &Zone) -> Option<u8> {
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
