//! The table of a view as a picture, as large as there is room: what is shared, what the owners
//! have across from each other, then each player's part. One's own hand is a picture of its own.

use super::brush::{Brush, CardSize};
use super::canvas::{Canvas, Light, Spot, SpotKey, columns};
use super::cards::{Fit, Piece, face, glow, in_line, pieces, points_of_all, points_of_stack, rows};
use super::grid;
use crate::cli::screen::board::{is_elsewhere, is_own, number};
use crate::cli::screen::look::is_back;
use crate::cli::screen::table::{
    MOST_BACKS, has_teams, player_heading, sided, tricks, variable, zones_across,
};
use crate::cli::screen::{Pen, own_last};
use crate::cli::text::wrap;
use crate::view::{Form, Owner, Place, Pointer, Stacking, capital};
use ratatui_core::layout::Rect;

/// Columns between blocks that stand beside each other.
const GAP: u16 = 2;

/// Cards in one place that are drawn as boxes; more of them are drawn in lines.
const MOST_BOXES: usize = 20;

/// The table, but for one's own hands.
pub(crate) fn table(brush: Brush<'_>) -> Canvas {
    let (pen, view) = (brush.pen, brush.pen.view);
    let mut canvas = flow(&part(brush, Owner::Table), brush.columns, 0);
    for zone in zones_across(pen) {
        let board = grid::across(brush, zone);
        canvas.paste(&board, 0, canvas.height());
    }
    for places in tricks(pen) {
        canvas.paste(&trick(brush, &places), 0, canvas.height());
    }
    if has_teams(pen) {
        for team in own_last(&view.teams, |team| team.own) {
            let name = pen.style.of_owner(team.team, &capital(&pen.style.phrase(&team.name)));
            let key = (SpotKey::Team(team.team), vec![Pointer::Team(team.team)]);
            let body = part(brush, Owner::Team(team.team));
            canvas.paste(&headed(brush, &name, key, body), 0, canvas.height());
        }
    }
    for player in own_last(&view.players, |player| player.own) {
        let mut body = part(brush, Owner::Player(player.seat));
        if view.teams.iter().any(|team| team.team == player.team && team.seats.len() == 1) {
            body.extend(part(brush, Owner::Team(player.team)));
        }
        let key = (SpotKey::Player(player.seat), vec![Pointer::Player(player.seat)]);
        let part = headed(brush, &player_heading(pen, player), key, body);
        canvas.paste(&part, 0, canvas.height());
    }
    canvas
}

/// One's own hands, the cards in the order of the menu.
pub(crate) fn hands(brush: Brush<'_>) -> Canvas {
    let mut canvas = Canvas::new(brush.columns);
    for place in brush.pen.view.places.iter().filter(|place| is_hand(brush.pen, place)) {
        canvas.paste(&block(brush, place), 0, canvas.height());
    }
    canvas
}

fn is_hand(pen: Pen<'_>, place: &Place) -> bool {
    place.drawn && place.form == Form::Hand && (is_own(pen, place.owner)) && !is_elsewhere(place)
}

/// The part of an owner below its name, which can be pointed at; nothing of one who has nothing,
/// and with whom nothing can be done.
fn headed(
    brush: Brush<'_>,
    name: &str,
    (key, points): (SpotKey, Vec<Pointer>),
    mut body: Vec<Canvas>,
) -> Canvas {
    body.retain(|block| block.height() > 0);
    let light = (brush.lights)(key, &points);
    let mut heading = Canvas::new(brush.columns);
    if body.is_empty() && !light.live && !light.lit {
        return heading;
    }
    let pointer = if brush.pen.style.signs { "▶" } else { ">" };
    let text = if light.pointed { format!("{pointer}{name}") } else { name.to_owned() };
    let area = Rect::new(0, 0, heading.put(0, 0, &text), 1);
    glow(&mut heading, area, light);
    heading.spots.push(Spot { area, key, points });
    if brush.dense {
        body.insert(0, heading);
        return flow(&body, brush.columns, 1);
    }
    heading.paste(&flow(&body, brush.columns - 1, 0), 1, 1);
    heading
}

/// Places and variables of one owner.
fn part(brush: Brush<'_>, owner: Owner) -> Vec<Canvas> {
    let (pen, view) = (brush.pen, brush.pen.view);
    let indent = u16::from(owner != Owner::Table);
    let brush = Brush { columns: brush.columns.saturating_sub(indent).max(1), ..brush };
    let here = view.places.iter().filter(|place| place.owner == owner && !is_hand(pen, place));
    let mut blocks: Vec<Canvas> = here.map(|place| block(brush, place)).collect();
    let values = view.values.iter().filter(|value| value.owner == owner);
    let words: Vec<String> = values.filter_map(|value| variable(pen, value)).collect();
    blocks.extend(words.iter().map(|words| written(words, brush.columns)));
    blocks
}

fn written(text: &str, most: u16) -> Canvas {
    let mut canvas = Canvas::new(most);
    wrap(text, usize::from(most)).iter().for_each(|line| canvas.line(line));
    canvas
}

/// Blocks beside each other as long as there is room; low ones stand below each other beside a high
/// one. Rows but the first begin behind an `indent`.
fn flow(blocks: &[Canvas], most: u16, indent: u16) -> Canvas {
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
        if x > indent && x + wide > most {
            (x, y, high) = (indent, y + high, 0);
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
        Form::Grid { .. } | Form::Slots { .. } => grid::board(brush, place),
        Form::Row if !place.stacks.is_empty() => {
            let mut canvas = nothing();
            canvas.line(&label(pen, place));
            canvas.paste(&grid::row(brush, place), 0, 1);
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
        CardSize::Small => match stack.open_below() {
            Some(open) => vec![format!("{}+{}", in_line(pen, open), in_line(pen, top))],
            None => vec![sided(pen, top, in_line(pen, top))],
        },
        size => {
            let mut lines = face(pen, top, Fit::of(pen, std::iter::once(top), size));
            lines[0] = sided(pen, top, std::mem::take(&mut lines[0]));
            lines
        }
    };
    let count = Some(stack.counted());
    let piece = Piece { key: SpotKey::Stack(place.id, 0), points, lines, count };
    titled(brush, place, &[piece], size)
}

/// Cards beside each other: known ones as cards, others in a line, many of them counted.
fn cards(brush: Brush<'_>, place: &Place) -> Canvas {
    let pen = brush.pen;
    let stack = &place.stacks[0];
    let backs = stack.cards.iter().filter(|seen| is_back(seen)).count();
    let known = stack.cards.iter().any(|seen| seen.card.is_some());
    let size = match known && stack.cards.len() <= MOST_BOXES {
        // What is not looked at one by one takes little room.
        true if place.form == Form::Hand || place.stacking == Stacking::Spread => brush.size,
        true | false => CardSize::Small,
    };
    let mut all = pieces(pen, place, (0, stack), Fit::of(pen, stack.cards.iter(), size));
    let names_one = |piece: &Piece| (brush.lights)(piece.key, &card_points(piece)).live;
    if backs > MOST_BACKS && !all.iter().any(names_one) {
        all = with_backs_counted(pen, place, all);
    }
    titled(brush, place, &all, size)
}

/// The pieces of a place with those that are mere backs, and lie beside each other, as one. The
/// last of them stands for the place.
fn with_backs_counted(pen: Pen<'_>, place: &Place, all: Vec<Piece>) -> Vec<Piece> {
    let mut all = all.into_iter();
    let runs = place.stacks[0].cards.chunk_by(|a, b| is_back(a) && is_back(b));
    let mut counted: Vec<Piece> = Vec::new();
    for run in runs {
        let mut pieces: Vec<Piece> = all.by_ref().take(run.len()).collect();
        if is_back(&run[0]) {
            pieces.truncate(1);
            pieces.iter_mut().for_each(|piece| {
                (piece.lines, piece.count) = (vec![pen.hidden()], Some(run.len()));
            });
        }
        counted.extend(pieces);
    }
    if let Some(last) = counted.iter_mut().rev().find(|piece| piece.count.is_some()) {
        last.key = SpotKey::Stack(place.id, 0);
        last.points = points_of_stack(place, 0);
    }
    counted
}

/// What an option must name so that it is about this very card.
fn card_points(piece: &Piece) -> Vec<Pointer> {
    let own = piece.points.iter().filter(|point| !matches!(point, Pointer::Place(..)));
    own.cloned().collect()
}

/// Cards below the name of their place, or behind it where they stand in a line, or are one's own
/// in one row.
fn titled(brush: Brush<'_>, place: &Place, all: &[Piece], size: CardSize) -> Canvas {
    let pen = brush.pen;
    let mut canvas = Canvas::new(brush.columns);
    let lead = lead(pen, place);
    let drawn = |most: u16| rows(pen, all, most.max(1), size, brush.lights);
    let lines = all.iter().map(|piece| piece.lines.len()).max().unwrap_or(0);
    let indent = columns(&lead) + u16::from(size == CardSize::Medium);
    let behind = || drawn(brush.columns.saturating_sub(indent));
    match size {
        CardSize::Small => {
            // A long name is cut only where what lies there takes several rows.
            let most = if behind().height() == 1 { u16::MAX } else { brush.columns / 3 };
            let indent = indent.min(most);
            canvas.put_in(0, 0, &lead, indent);
            canvas.paste(&drawn(brush.columns.saturating_sub(indent)), indent, 0);
        }
        CardSize::Medium if is_hand(pen, place) && usize::from(behind().height()) == lines + 2 => {
            let cards = behind();
            canvas.put(0, cards.height() / 2, &lead);
            canvas.paste(&cards, indent, 0);
        }
        CardSize::Large | CardSize::Medium => {
            canvas.line(&label(pen, place));
            canvas.paste(&drawn(brush.columns), 0, 1);
        }
    }
    canvas
}

/// What the owners of these places have laid, card beside card in the order in which they came,
/// each with who laid it; nothing where nothing lies and nothing can be laid.
fn trick(brush: Brush<'_>, places: &[&Place]) -> Canvas {
    let pen = brush.pen;
    let mut canvas = Canvas::new(brush.columns);
    let tops = places.iter().flat_map(|place| &place.stacks[0].cards);
    // It is what everybody looks at, as a board is.
    let fit = Fit::of(pen, tops, brush.cells);
    let blocks: Vec<Canvas> = places.iter().filter_map(|place| laid(brush, place, fit)).collect();
    let Some(first) = places.first().filter(|_| !blocks.is_empty()) else { return canvas };
    match fit.size {
        CardSize::Small => {
            let lead = lead(pen, first);
            let indent = canvas.put(0, 0, &lead) + 1;
            canvas.paste(&flow(&blocks, brush.columns.saturating_sub(indent), 0), indent, 0);
        }
        CardSize::Large | CardSize::Medium => {
            canvas.line(&label(pen, first));
            canvas.paste(&flow(&blocks, brush.columns, 0), 0, 1);
        }
    }
    canvas
}

/// One card of a trick below the name of who laid it, or behind it.
fn laid(brush: Brush<'_>, place: &Place, fit: Fit) -> Option<Canvas> {
    let pen = brush.pen;
    let stack = &place.stacks[0];
    let points = points_of_all(pen, place, (0, stack));
    let key = SpotKey::Stack(place.id, 0);
    let lines = match (stack.cards.last(), fit.size) {
        (Some(top), CardSize::Small) => vec![in_line(pen, top)],
        (Some(top), CardSize::Large | CardSize::Medium) => face(pen, top, fit),
        (None, _) if (brush.lights)(key, &points).live => vec![pen.messages.say("nothing")],
        (None, _) => return None,
    };
    let whose = place.whose.as_ref().map(|whose| capital(&pen.style.phrase(whose)));
    let whose = pen.style.of_owner(number(place.owner), &whose.unwrap_or_default());
    let card = rows(
        pen,
        &[Piece { key, points, lines, count: None }],
        brush.columns,
        fit.size,
        brush.lights,
    );
    let mut canvas = Canvas::new(brush.columns);
    let end = canvas.put(0, 0, &whose);
    match fit.size {
        CardSize::Small => canvas.paste(&card, end, 0),
        CardSize::Large | CardSize::Medium => canvas.paste(&card, 0, 1),
    }
    Some(canvas)
}
