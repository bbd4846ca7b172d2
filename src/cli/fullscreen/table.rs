//! The table of a view as a picture, as large as there is room: what is shared, what the owners
//! have across from each other, then each player's part. One's own hand is a picture of its own.

use super::canvas::{Canvas, Light, Lights, Spot, SpotKey, columns};
use super::cards::{
    CardSize, Piece, face, glow, in_line, pieces, points_of_all, points_of_stack, room, rows,
};
use super::grid;
use crate::cli::screen::board::{is_elsewhere, is_own};
use crate::cli::screen::table::{MOST_BACKS, has_teams, player_heading, variable, zones_across};
use crate::cli::screen::{Pen, own_last};
use crate::cli::text::wrap;
use crate::view::{CardSeen, Form, Owner, Place, Pointer, Stacking, capital};
use ratatui_core::layout::Rect;

/// Columns between blocks that stand beside each other.
const GAP: u16 = 2;

/// Cards in one place that are drawn as boxes; more of them are drawn in lines.
const MOST_BOXES: usize = 20;

/// What the table is drawn with.
#[derive(Clone, Copy)]
pub struct Brush<'a> {
    pub pen: Pen<'a>,
    /// How large cards are.
    pub size: CardSize,
    /// Boards without lines between their rows.
    pub dense: bool,
    /// Rows of places show what they have room for although nothing lies there.
    pub vacant: bool,
    pub columns: u16,
    pub lights: Lights<'a>,
}

/// All but one's own hands.
pub fn table(brush: Brush<'_>) -> Canvas {
    let (pen, view) = (brush.pen, brush.pen.view);
    let mut canvas = part(brush, Owner::Table);
    for zone in zones_across(pen) {
        let board = grid::across(pen, zone, brush.dense, brush.columns, brush.lights);
        canvas.paste(&board, 0, canvas.height());
    }
    if has_teams(pen) {
        for team in own_last(&view.teams, |team| team.own) {
            let body = part(brush, Owner::Team(team.team));
            let points = vec![Pointer::Team(team.team)];
            let light = (brush.lights)(SpotKey::Team(team.team), &points);
            if body.height() > 0 || light.live || light.lit {
                let name = pen.style.of_owner(team.team, &capital(&pen.style.phrase(&team.name)));
                heading(&mut canvas, pen, &name, (SpotKey::Team(team.team), points), light);
                canvas.paste(&body, 1, canvas.height());
            }
        }
    }
    for player in own_last(&view.players, |player| player.own) {
        let mut body = part(brush, Owner::Player(player.seat));
        if view.teams.iter().any(|team| team.team == player.team && team.seats.len() == 1) {
            let team = part(brush, Owner::Team(player.team));
            body.paste(&team, 0, body.height());
        }
        let points = vec![Pointer::Player(player.seat)];
        let light = (brush.lights)(SpotKey::Player(player.seat), &points);
        if body.height() > 0 || light.live || light.lit {
            let name = player_heading(pen, player);
            heading(&mut canvas, pen, &name, (SpotKey::Player(player.seat), points), light);
            canvas.paste(&body, 1, canvas.height());
        }
    }
    canvas
}

/// One's own hands, the cards in the order of the menu.
pub fn hands(brush: Brush<'_>) -> Canvas {
    let mut canvas = Canvas::new(brush.columns);
    for place in brush.pen.view.places.iter().filter(|place| is_hand(brush.pen, place)) {
        canvas.paste(&block(brush, place), 0, canvas.height());
    }
    canvas
}

fn is_hand(pen: Pen<'_>, place: &Place) -> bool {
    place.drawn && place.form == Form::Hand && (is_own(pen, place.owner)) && !is_elsewhere(place)
}

/// A name that can be pointed at, on a row of its own.
fn heading(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    name: &str,
    (key, points): (SpotKey, Vec<Pointer>),
    light: Light,
) {
    let y = canvas.height();
    let pointer = if pen.style.signs { "▶" } else { ">" };
    let text = if light.pointed { format!("{pointer}{name}") } else { name.to_owned() };
    let end = canvas.put(0, y, &text);
    let area = Rect::new(0, y, end, 1);
    glow(canvas, area, light);
    canvas.spots.push(Spot { area, key, points });
}

/// Places and variables of one owner, beside each other as long as there is room.
fn part(brush: Brush<'_>, owner: Owner) -> Canvas {
    let (pen, view) = (brush.pen, brush.pen.view);
    let indent = u16::from(owner != Owner::Table);
    let brush = Brush { columns: brush.columns.saturating_sub(indent).max(1), ..brush };
    let here = view.places.iter().filter(|place| place.owner == owner && !is_hand(pen, place));
    let mut blocks: Vec<Canvas> = here.map(|place| block(brush, place)).collect();
    let values = view.values.iter().filter(|value| value.owner == owner);
    let words: Vec<String> = values.filter_map(|value| variable(pen, value)).collect();
    blocks.extend(words.iter().map(|words| written(words, brush.columns)));
    flow(&blocks, brush.columns)
}

fn written(text: &str, most: u16) -> Canvas {
    let mut canvas = Canvas::new(most);
    wrap(text, usize::from(most)).iter().for_each(|line| canvas.line(line));
    canvas
}

/// Blocks beside each other; low ones stand below each other beside a high one.
fn flow(blocks: &[Canvas], most: u16) -> Canvas {
    let mut canvas = Canvas::new(most);
    let (mut x, mut y, mut high) = (0, 0, 0);
    // A column of low blocks: where it begins, how wide it is, the next free row in it.
    let mut column: Option<(u16, u16, u16)> = None;
    for block in blocks.iter().filter(|block| block.height() > 0) {
        let wide = block.used();
        if let Some((left, columns, row)) = column
            && row + block.height() <= y + high
            && left + wide.max(columns) <= most
        {
            canvas.paste(block, left, row);
            column = Some((left, columns.max(wide), row + block.height()));
            x = left + columns.max(wide) + GAP;
            continue;
        }
        if x > 0 && x + wide > most {
            (x, y, high) = (0, y + high, 0);
        }
        canvas.paste(block, x, y);
        high = high.max(block.height());
        column = (block.height() < high).then_some((x, wide, y + block.height()));
        x += wide + GAP;
    }
    canvas
}

// ---- places

/// A place with its name; nothing of an empty one with which nothing can be done.
fn block(brush: Brush<'_>, place: &Place) -> Canvas {
    let pen = brush.pen;
    let nothing = || Canvas::new(brush.columns);
    if is_elsewhere(place) || !place.drawn {
        return nothing();
    }
    let rows = place.form.board().map(|(rows, _)| rows);
    let empty = place.count() == 0 && place.stacks.iter().all(|stack| stack.marks.is_empty());
    let points = [Pointer::Place(place.id, None)];
    let light = (brush.lights)(SpotKey::Stack(place.id, 0), &points);
    let wanted = grid::is_wanted(place, brush.lights) || place.form == Form::Row;
    if empty && !wanted && rows.is_none_or(|rows| rows == 1 && !brush.vacant) {
        return nothing();
    }
    match &place.form {
        Form::Grid { .. } | Form::Slots { .. } => {
            grid::board(pen, place, brush.dense, brush.columns, brush.lights)
        }
        Form::Row if !place.stacks.is_empty() => {
            let mut canvas = nothing();
            canvas.line(&label(pen, place));
            let drawn = grid::row(pen, place, brush.columns, brush.lights);
            canvas.paste(&drawn, 0, 1);
            canvas
        }
        _ if empty => vacant(brush, place, light),
        Form::Pile => pile(brush, place),
        Form::Row | Form::Spread | Form::Hand | Form::Set | Form::Single => cards(brush, place),
    }
}

fn label(pen: Pen<'_>, place: &Place) -> String {
    pen.style.faint(&pen.style.phrase(&place.name))
}

/// `hand:` before what stands on the same line.
fn lead(pen: Pen<'_>, place: &Place) -> String {
    let name = pen.style.phrase(&place.name);
    let name = pen.messages.with("thing", &[("name", name.into()), ("value", "".into())]);
    pen.style.faint(name.trim_end())
}

/// A place where nothing lies.
fn vacant(brush: Brush<'_>, place: &Place, light: Light) -> Canvas {
    let mut canvas = Canvas::new(brush.columns);
    let x = canvas.put(0, 0, &lead(brush.pen, place));
    let nothing = brush.pen.messages.say("nothing");
    let text = if light.pointed { format!("[{nothing}]") } else { format!(" {nothing} ") };
    let end = canvas.put(x, 0, &text);
    let area = Rect::new(0, 0, end, 1);
    glow(&mut canvas, area, light);
    let key = SpotKey::Stack(place.id, 0);
    canvas.spots.push(Spot { area, key, points: points_of_stack(place, 0) });
    canvas
}

/// A stack of which the top is looked at, with how many lie there.
fn pile(brush: Brush<'_>, place: &Place) -> Canvas {
    let pen = brush.pen;
    let stack = &place.stacks[0];
    let Some(top) = stack.cards.last() else { return Canvas::new(brush.columns) };
    let points = points_of_all(pen, place, (0, stack));
    let size = if top.card.is_none() { CardSize::Small } else { brush.size };
    let lines = match size {
        CardSize::Small => vec![in_line(pen, top)],
        size => face(pen, top, size, room(pen, std::slice::from_ref(top), size)),
    };
    let count = Some(stack.cards.len());
    let piece = Piece { key: SpotKey::Stack(place.id, 0), points, lines, count };
    titled(brush, place, &[piece], size)
}

/// Cards beside each other: known ones as cards, others in a line, many of them counted.
fn cards(brush: Brush<'_>, place: &Place) -> Canvas {
    let pen = brush.pen;
    let stack = &place.stacks[0];
    let hidden = |seen: &&CardSeen| seen.card.is_none() && seen.marks.is_empty();
    let backs = stack.cards.iter().filter(hidden).count();
    let known = stack.cards.iter().any(|seen| seen.card.is_some());
    let size = match known && stack.cards.len() <= MOST_BOXES {
        // What is not looked at one by one takes little room.
        true if place.form == Form::Hand || place.stacking == Stacking::Spread => brush.size,
        true | false => CardSize::Small,
    };
    let room = room(pen, &stack.cards, size);
    let mut all = pieces(pen, place, (0, stack), (size, room));
    let names_one = |piece: &Piece| (brush.lights)(piece.key, &card_points(piece)).live;
    if backs > MOST_BACKS && !all.iter().any(names_one) {
        all.retain(|piece| match piece.key {
            SpotKey::Card(_, _, at) => stack.cards.get(at).is_some_and(|seen| !hidden(&seen)),
            SpotKey::Stack(..) | SpotKey::Player(_) | SpotKey::Team(_) => true,
        });
        let key = SpotKey::Stack(place.id, 0);
        let points = points_of_stack(place, 0);
        all.push(Piece { key, points, lines: vec![pen.hidden()], count: Some(backs) });
    }
    titled(brush, place, &all, size)
}

/// What an option must name so that it is about this very card.
fn card_points(piece: &Piece) -> Vec<Pointer> {
    let own = piece.points.iter().filter(|point| !matches!(point, Pointer::Place(..)));
    own.cloned().collect()
}

/// Cards below the name of their place, or behind it where they stand in a line.
fn titled(brush: Brush<'_>, place: &Place, all: &[Piece], size: CardSize) -> Canvas {
    let pen = brush.pen;
    let mut canvas = Canvas::new(brush.columns);
    match size {
        CardSize::Small => {
            let lead = lead(pen, place);
            let drawn = |most: u16| rows(pen, all, most.max(1), size, brush.lights);
            let whole = drawn(brush.columns.saturating_sub(columns(&lead)));
            // A long name is cut only where what lies there takes several rows.
            let indent =
                columns(&lead).min(if whole.height() == 1 { u16::MAX } else { brush.columns / 3 });
            canvas.put_in(0, 0, &lead, indent);
            canvas.paste(&drawn(brush.columns.saturating_sub(indent)), indent, 0);
        }
        CardSize::Large | CardSize::Medium => {
            canvas.line(&label(pen, place));
            canvas.paste(&rows(pen, all, brush.columns, size, brush.lights), 0, 1);
        }
    }
    canvas
}
