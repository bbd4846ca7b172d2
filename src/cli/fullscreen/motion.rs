//! Cards that move from one picture to the next: where each flies from and to.

use super::canvas::SpotKey;
use super::state::Drawn;
use crate::cli::screen::Pen;
use crate::value::Card;
use crate::view::View;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Position;
use ratatui_core::style::{Modifier, Style};
use std::collections::BTreeMap;
use std::time::Duration;

/// Pictures of a move, and how long each is seen.
pub const FRAMES: u16 = 5;
pub const FRAME: Duration = Duration::from_millis(24);

/// More cards than these are not followed by anybody's eyes.
const MOST: usize = 8;

/// A card on its way.
pub struct Flight {
    text: String,
    from: Position,
    to: Position,
}

/// The cards that lie elsewhere than before, as far as it was and is known where.
pub fn flights(before: (&View, &Drawn), after: (Pen<'_>, &Drawn)) -> Vec<Flight> {
    let (pen, drawn) = after;
    let (was, is) = (places(before.0, before.1), places(pen.view, drawn));
    let moved = is.iter().filter_map(|(card, (key, to))| {
        let (old, from) = was.get(card)?;
        let text = pen.view.cards.get(card)?.small().written(pen.style.signs);
        (old.place() != key.place()).then_some(Flight { text, from: *from, to: *to })
    });
    let flights: Vec<Flight> = moved.collect();
    if flights.len() > MOST { Vec::new() } else { flights }
}

/// Where each known card lies on a screen.
fn places(view: &View, drawn: &Drawn) -> BTreeMap<Card, (SpotKey, Position)> {
    let mut places = BTreeMap::new();
    for (y, spot) in &drawn.spots {
        let Ok(row) = u16::try_from(*y) else { continue };
        let at = Position { x: spot.area.x + spot.area.width / 3, y: row + spot.area.height / 2 };
        for card in cards(view, spot.key) {
            places.insert(card, (spot.key, at));
        }
    }
    places
}

/// The known cards of a spot.
fn cards(view: &View, key: SpotKey) -> Vec<Card> {
    let place = key.place().and_then(|id| view.places.iter().find(|place| place.id == id));
    let Some(place) = place else { return Vec::new() };
    let seen = |number: usize| place.stacks.get(number).map_or(&[][..], |stack| &stack.cards);
    match key {
        SpotKey::Card(_, number, at) => {
            seen(number).get(at).and_then(|seen| seen.card).into_iter().collect()
        }
        SpotKey::Stack(_, number) => seen(number).iter().filter_map(|seen| seen.card).collect(),
        SpotKey::Player(_) | SpotKey::Team(_) => Vec::new(),
    }
}

/// The picture with the cards on their way, in one of its [`FRAMES`].
pub fn frame(picture: &Buffer, flights: &[Flight], number: u16) -> Buffer {
    let mut picture = picture.clone();
    let between = |from: u16, to: u16| {
        let (from, to) = (i32::from(from), i32::from(to));
        let at = from + (to - from) * i32::from(number + 1) / i32::from(FRAMES + 1);
        u16::try_from(at).unwrap_or(0)
    };
    for flight in flights {
        let (x, y) = (between(flight.from.x, flight.to.x), between(flight.from.y, flight.to.y));
        if x < picture.area.right() && y < picture.area.bottom() {
            let text = format!(" {} ", flight.text);
            let style = Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD);
            picture.set_stringn(x, y, text, usize::from(picture.area.right() - x), style);
        }
    }
    picture
}
