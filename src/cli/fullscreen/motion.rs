//! Cards that move from one picture to the next: where each flies from and to.

use super::canvas::{Spot, SpotKey};
use super::state::Drawn;
use crate::cli::screen::Pen;
use crate::cli::text::plain;
use crate::tabletop::ids::InstanceId;
use crate::value::Card;
use crate::view::{View, Way};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Position;
use ratatui_core::style::{Modifier, Style};
use std::collections::BTreeMap;
use std::time::Duration;

/// Pictures of a move, and how long each is seen.
pub(crate) const FRAMES: u16 = 5;
pub(crate) const FRAME: Duration = Duration::from_millis(24);

/// More cards than these are not followed by anybody's eyes.
const MOST: usize = 8;

/// A card on its way.
pub(crate) struct Flight {
    text: String,
    from: Position,
    to: Position,
}

/// A view and its screen, one of which comes after the other.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) view: &'a View,
    pub(crate) drawn: &'a Drawn,
}

/// The cards that lie elsewhere than before, as far as it was and is seen where. Of a card that is
/// not known it is known which way it went.
pub(crate) fn flights(before: Scene<'_>, after: Scene<'_>, pen: Pen<'_>) -> Vec<Flight> {
    let (was, is) = (places(before.view, before.drawn), places(after.view, after.drawn));
    let moved = is.iter().filter_map(|(card, (key, to))| {
        let from = match was.get(card) {
            Some((old, from)) => (old.place() != key.place()).then_some(*from),
            None => came_from(before, after.view, *card),
        };
        let text = after.view.cards.get(card)?.small().written(pen.style.signs);
        Some(Flight { text, from: from?, to: *to })
    });
    let mut flights: Vec<Flight> = moved.collect();
    let back = plain(&pen.hidden());
    for way in since(before, after.view).filter(|way| way.card.is_none()) {
        let ends = (top(before.drawn, way.from), top(after.drawn, way.to));
        let (Some(from), Some(to)) = ends else { continue };
        let same = |flight: &Flight| (flight.from, flight.to) == (from, to);
        if way.from != way.to && !flights.iter().any(same) {
            flights.push(Flight { text: back.clone(), from, to });
        }
    }
    if flights.len() > MOST { Vec::new() } else { flights }
}

/// The ways that cards have gone since an earlier view.
fn since<'v>(before: Scene<'_>, view: &'v View) -> impl Iterator<Item = &'v Way> {
    let told = before.view.past.entries();
    view.ways.iter().filter(move |way| way.entry >= told)
}

/// Where a card was seen to come from that was not known before.
fn came_from(before: Scene<'_>, view: &View, card: Card) -> Option<Position> {
    let way = since(before, view).find(|way| way.card == Some(card))?;
    top(before.drawn, way.from)
}

/// Where the last card of a place is seen.
fn top(drawn: &Drawn, place: InstanceId) -> Option<Position> {
    let here = drawn.spots.iter().filter(|(_, spot)| spot.key.place() == Some(place));
    here.filter_map(middle).next_back()
}

/// Where a card on a spot flies from or to, if that is on the screen.
fn middle((y, spot): &(i32, Spot)) -> Option<Position> {
    let row = u16::try_from(*y).ok()?;
    Some(Position { x: spot.area.x + spot.area.width / 3, y: row + spot.area.height / 2 })
}

/// Where each known card lies on a screen.
fn places(view: &View, drawn: &Drawn) -> BTreeMap<Card, (SpotKey, Position)> {
    let mut places = BTreeMap::new();
    for one in &drawn.spots {
        let Some(at) = middle(one) else { continue };
        let key = one.1.key;
        places.extend(cards(view, key).into_iter().map(|card| (card, (key, at))));
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
pub(crate) fn frame(picture: &Buffer, flights: &[Flight], number: u16) -> Buffer {
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

#[cfg(test)]
mod tests {
    use super::super::draw::{Sight, draw};
    use super::super::state::State;
    use super::*;
    use crate::cli::args::Language;
    use crate::cli::text::{Messages, TermStyle};
    use crate::game::{Eyes, Game, Play, Settings};
    use crate::value::Seat;
    use crate::view::{Looking, Narration, Past};
    use ratatui_core::layout::Size;

    const DRAW: &str = r#"
title: Draw
seats: 2
decks: { pack: { standard: 32 } }
zones:
  deck: { holds: pack, shape: pile, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  shown: { shape: pile, seen_by: all }
rules: |
  phase game = deal, turns from seat(1): draw_one
  phase deal { shuffle deck; each player { draw 2 from deck to hand } }
  action draw_one(card from hand) { move card to shown; draw 1 from deck to hand }
  score = 0
"#;

    /// What flies where a player chooses, as seat 1 sees it.
    fn flown(seat: Seat) -> Vec<String> {
        let game = Game::from_strings(&[("draw.yaml", DRAW)], &Settings::default())
            .expect("a game without errors");
        let messages = Messages::new(Language::En);
        let style = TermStyle { signs: true, columns: 80, ..TermStyle::default() };
        let mut play = Play::new(&game, 3);
        if seat == Seat::new(1) {
            play.apply(Seat::new(0), 0).expect("an option");
        }
        let look = |play: &Play| {
            let (past, eyes) = (&Past::default(), Eyes::Seat(Seat::new(0)));
            let (lexicon, narration) = (messages.lexicon(), Narration::Live);
            View::of(&Looking { play, lexicon, eyes, past, narration })
        };
        let (state, size) = (State::default(), Size { width: 80, height: 24 });
        let drawn = |view: &View| {
            let pen = Pen { view, messages: &messages, style };
            let (state, story) = (&state, &[][..]);
            draw(Sight { pen, state, choice: None, story, thinks: None, keys: "" }, size)
        };
        let before = look(&play);
        play.apply(seat, 0).expect("an option");
        let after = look(&play);
        let (was, is) = (drawn(&before), drawn(&after));
        let pen = Pen { view: &after, messages: &messages, style };
        let scene = |view, drawn| Scene { view, drawn };
        let flights = flights(scene(&before, &was), scene(&after, &is), pen);
        let mut texts: Vec<String> = flights.into_iter().map(|flight| flight.text).collect();
        texts.sort();
        texts
    }

    /// A card that one draws is known when it comes; one that another player draws flies face down,
    /// and what that player shows comes out of its hand.
    #[test]
    fn hidden_cards_fly() {
        let [own, other] = [0, 1].map(Seat::new).map(flown);
        assert!(own.len() == 2 && !own.contains(&"▒▒".to_owned()), "{own:?}");
        assert!(
            other.len() == 2 && other.iter().filter(|text| *text == "▒▒").count() == 1,
            "{other:?}"
        );
    }
}
