//! Zones with several places, drawn as boards: grids, rows of numbered slots, and the rows of all
//! owners across from each other.

use super::names::{Names, capital};
use super::table::{mark_words, owners_in_order};
use super::view::{Place, Seen, Stack, Value, View};
use crate::cli::text::{centre, pad, plain, shorten, width, wrap};
use crate::game::{Plain, SeenMark};
use crate::program::ValueKind;
use crate::tabletop::ids::{WordListId, ZoneId};
use crate::tabletop::{MarkDisplay, Per, Shape, ZoneDisplay};

/// What stands in a cell, line by line.
type Cell = Vec<String>;

/// One row of cells, and what stands before it.
struct Row {
    lead: String,
    cells: Vec<Cell>,
    /// A line is drawn below it.
    ends: bool,
}

/// A board with the heads of its columns.
struct Board {
    heads: Vec<String>,
    rows: Vec<Row>,
}

/// Columns that a cell takes at the most; wider ones spread what belongs together.
const WIDEST: usize = 20;

/// Columns that a card with corners takes: the corners, and a name between them that can be made
/// out.
const CARD: usize = 16;

// ---- zones

/// A grid, or numbered slots with the zones that are drawn beside them.
pub fn board(names: &Names<'_>, view: &View, place: &Place) -> Vec<String> {
    let mut rows = grid_rows(names, view, place);
    let beside: Vec<&Place> = beside(names, view, place).collect();
    if !beside.is_empty() {
        rows[0].lead = names.zone_name(place.instance);
    }
    rows.extend(beside.iter().flat_map(|place| named_rows(names, view, place)));
    close(&mut rows);
    let title = names
        .messages
        .with("thing", &[("name", names.zone_name(place.instance).into()), ("value", "".into())]);
    let mut lines = if beside.is_empty() { vec![title.trim_end().to_owned()] } else { Vec::new() };
    lines.extend(draw(names, &Board { heads: heads(names, place), rows }));
    lines.extend(legend(names, view, place));
    lines
}

/// The zones of all owners as one board, the viewer's own row last: what lies beside a row is
/// farther from the middle. Nothing where nothing lies.
pub fn across(names: &Names<'_>, view: &View, zone: ZoneId) -> Vec<String> {
    let info = &names.program.zones[zone];
    let order = owners_in_order(names, info.per, info.owners);
    let mut rows: Vec<Row> = Vec::new();
    let mut columns = Vec::new();
    for (i, owner) in order.iter().enumerate() {
        let Some(place) = view.places.get(info.first_instance.index() + usize::from(*owner)) else {
            continue;
        };
        let mut part = grid_rows(names, view, place);
        let whose = names.owner(info.per, *owner).unwrap_or_default();
        part[0].lead = format!(
            "{}, {}",
            names.in_colour_of(*owner, &capital(&whose)),
            names.zone_name(place.instance)
        );
        part.extend(beside(names, view, place).flat_map(|place| named_rows(names, view, place)));
        if i + 1 < order.len() {
            part.reverse();
        }
        close(&mut part);
        rows.extend(part);
        columns = heads(names, place);
    }
    let empty = rows.iter().flat_map(|row| &row.cells).all(Vec::is_empty);
    if empty { Vec::new() } else { draw(names, &Board { heads: columns, rows }) }
}

/// Whether a zone is drawn in some other zone's board.
pub fn is_elsewhere(names: &Names<'_>, place: &Place) -> bool {
    let zone = names.program.instances[place.instance].zone;
    let drawing = names.program.drawing.zones[zone];
    drawing.drawn == ZoneDisplay::Across || drawing.beside.is_some()
}

/// The zones of the same owner that are drawn beside this one.
fn beside<'v>(
    names: &'v Names<'_>,
    view: &'v View,
    place: &Place,
) -> impl Iterator<Item = &'v Place> {
    let here = names.program.instances[place.instance];
    view.places.iter().filter(move |other| {
        let there = names.program.instances[other.instance];
        there.owner == here.owner
            && names.program.drawing.zones[there.zone].beside == Some(here.zone)
    })
}

fn named_rows(names: &Names<'_>, view: &View, place: &Place) -> Vec<Row> {
    let mut rows = grid_rows(names, view, place);
    rows[0].lead = names.zone_name(place.instance);
    rows
}

/// The last row of what belongs together has a line below it.
fn close(rows: &mut [Row]) {
    if let Some(last) = rows.last_mut() {
        last.ends = true;
    }
}

/// The rows of a zone; of several ones each is numbered and has a line below it.
fn grid_rows(names: &Names<'_>, view: &View, place: &Place) -> Vec<Row> {
    let (rows, columns) = names.zone(place.instance).grid(&names.program.lists).unwrap_or((1, 1));
    let room = room(names, usize::from(columns));
    let drawn = |slot| cell(names, view, slot, room, rows > 1);
    let mut cells: Vec<Cell> = place.slots.iter().map(drawn).collect();
    if rows > 1
        && place.count() > 0
        && names.program.drawing.faces.iter().any(|face| face.corners.is_some())
    {
        cells.iter_mut().for_each(|cell| stretch(cell, room));
    }
    let row = |(r, cells): (usize, &[Cell])| Row {
        lead: if rows == 1 { String::new() } else { (r + 1).to_string() },
        cells: cells.to_vec(),
        ends: rows > 1,
    };
    cells.chunks(usize::from(columns.max(1))).enumerate().map(row).collect()
}

/// A board with cards that have corners keeps its size, wherever they lie on it.
fn stretch(cell: &mut Cell, wide: usize) {
    if cell.len() < 3 {
        cell.insert(0, String::new());
        cell.resize(3, String::new());
        cell[1] = centre(&cell[1], wide);
    }
}

fn heads(names: &Names<'_>, place: &Place) -> Vec<String> {
    let zone = names.zone(place.instance);
    let list = match &zone.shape {
        Shape::List(list) => names.program.lists.iter().position(|l| &l.name == list),
        Shape::Set | Shape::Pile | Shape::One | Shape::Row | Shape::Slots(_) | Shape::Grid(..) => {
            None
        }
    };
    let head = |c: u8| match list {
        Some(list) => names.word(WordListId::new(list), i32::from(c)),
        None => (c + 1).to_string(),
    };
    let columns = zone.grid(&names.program.lists).map_or(0, |(_, columns)| columns);
    (0..columns).map(head).collect()
}

/// Columns that a cell may take, so that the board fits the screen.
fn room(names: &Names<'_>, columns: usize) -> usize {
    ((names.style.columns.saturating_sub(5)) / columns.max(1)).saturating_sub(3).clamp(3, WIDEST)
}

// ---- lines

fn draw(names: &Names<'_>, board: &Board) -> Vec<String> {
    let all = || board.rows.iter().flat_map(|row| &row.cells).flatten();
    let heads = board.heads.iter().map(|head| width(head));
    let wide = all().map(|line| width(line)).chain(heads).max().unwrap_or(0).max(3);
    let lead = board.rows.iter().map(|row| width(&row.lead)).max().unwrap_or(0).max(1);
    let heads = board.heads.iter().map(|head| centre(head, wide + 2)).collect::<Vec<_>>().join(" ");
    let rule =
        |which| format!("{} {}", " ".repeat(lead), rule(names, board.heads.len(), wide, which));
    let mut lines = vec![format!("{}  {heads}", " ".repeat(lead)).trim_end().to_owned(), rule(0)];
    for (i, row) in board.rows.iter().enumerate() {
        lines.extend(row_lines(names, row, lead, wide));
        if row.ends {
            lines.push(rule(if i + 1 == board.rows.len() { 2 } else { 1 }));
        }
    }
    lines
}

/// A line between rows: the top, one between, or the bottom.
fn rule(names: &Names<'_>, columns: usize, wide: usize, which: usize) -> String {
    let [left, cross, right, line] = match names.style.signs {
        true => [["┌", "┬", "┐", "─"], ["├", "┼", "┤", "─"], ["└", "┴", "┘", "─"]][which],
        false => ["+", "+", "+", "-"],
    };
    format!("{left}{}{right}", vec![line.repeat(wide + 2); columns].join(cross))
}

fn row_lines(names: &Names<'_>, row: &Row, lead: usize, wide: usize) -> Vec<String> {
    let bar = if names.style.signs { "│" } else { "|" };
    let height = row.cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let line = |i: usize| {
        let cells = row.cells.iter().map(|cell| pad(cell.get(i).map_or("", String::as_str), wide));
        let before = if i == height / 2 { row.lead.as_str() } else { "" };
        format!(
            "{} {bar} {} {bar}",
            pad(before, lead),
            cells.collect::<Vec<_>>().join(&format!(" {bar} "))
        )
    };
    (0..height).map(line).collect()
}

/// Cards with corners side by side, in as many rows as it takes.
pub fn strip(names: &Names<'_>, cards: &[Seen]) -> Vec<String> {
    let per_row = (names.style.columns.saturating_sub(4) / (CARD + 3)).max(1);
    let bar = if names.style.signs { " │ " } else { " | " };
    let cells: Vec<Cell> = cards.iter().map(|seen| card_cell(names, seen, CARD)).collect();
    let rows = cells.chunks(per_row).map(|row| {
        let line = |i: usize| {
            let parts = row.iter().map(|cell| pad(cell.get(i).map_or("", String::as_str), CARD));
            parts.collect::<Vec<_>>().join(bar).trim_end().to_owned()
        };
        (0..row.iter().map(Vec::len).max().unwrap_or(0)).map(line).collect::<Vec<_>>()
    });
    rows.collect::<Vec<_>>().join(&String::new())
}

// ---- cells

/// The top card and how many lie there, marks, pawns; in an empty cell of a grid its name, by which
/// it can be chosen.
fn cell(names: &Names<'_>, view: &View, stack: &Stack, room: usize, numbered: bool) -> Cell {
    let top = stack.cards.last();
    let crosses = |mark: &&SeenMark| crosses(names, mark);
    let is_out =
        stack.marks.iter().chain(top.iter().flat_map(|top| &top.marks)).any(|mark| crosses(&mark));
    let mut notes: Vec<String> = stack
        .marks
        .iter()
        .filter(|mark| !crosses(mark))
        .filter_map(|mark| mark_words(names, mark))
        .collect();
    notes.extend(pawns(names, view, stack));
    let Some(top) = top else {
        let name = stack.name.split_once('.').map_or("", |(_, number)| number);
        let name = names.style.faint(if numbered { name } else { "" });
        let name = if is_out { crossed_out(names, &name) } else { name };
        return lines_of(std::iter::once(name).filter(|name| !name.is_empty()).chain(notes), room);
    };
    if top.card.is_some_and(|card| names.corners(card).is_some()) {
        let mut lines = card_cell(names, top, room);
        lines.extend(lines_of(notes.into_iter(), room));
        return lines;
    }
    let mut face = top.card.map_or_else(|| names.back(), |card| names.described(card));
    if stack.cards.len() > 1 {
        face = format!(
            "{face}\u{a0}{}{}",
            if names.style.signs { '×' } else { 'x' },
            stack.cards.len()
        );
    }
    if is_out {
        face = crossed_out(names, &face);
    }
    let marks =
        top.marks.iter().filter(|mark| !crosses(mark)).filter_map(|mark| mark_words(names, mark));
    lines_of(std::iter::once(face).chain(marks).chain(notes), room)
}

/// Whether a mark crosses out what has it.
fn crosses(names: &Names<'_>, mark: &SeenMark) -> bool {
    let drawn = names.program.drawing.marks[mark.mark];
    drawn == MarkDisplay::Crossed && mark.value == Plain::Flag(true)
}

fn cross(names: &Names<'_>) -> &'static str {
    if names.style.signs { "╳" } else { "x" }
}

/// `╳ J♦ ╳`, in one piece.
fn crossed_out(names: &Names<'_>, face: &str) -> String {
    let cross = cross(names);
    let face = face.replace(' ', "\u{a0}");
    names.style.faint(&format!("{cross}\u{a0}{}\u{a0}{cross}", plain(&face)))
}

/// Lines of at most `room` columns, with as many of the `parts` on each as fit.
fn lines_of(parts: impl Iterator<Item = String>, room: usize) -> Cell {
    let text = parts.collect::<Vec<_>>().join(" ");
    let lines = wrap(&text, room).into_iter().filter(|line| !line.is_empty());
    lines
        .map(|line| if line.contains('\u{1b}') { line } else { shorten(&line, room, true) })
        .collect()
}

/// A card with its corners at the corners, its owner between the upper ones, its other marks
/// between the lower ones.
fn card_cell(names: &Names<'_>, seen: &Seen, room: usize) -> Cell {
    let Some((card, [nw, ne, sw, se])) =
        seen.card.and_then(|card| Some((card, names.corners(card)?)))
    else {
        return vec![names.back()];
    };
    let (owners, others): (Vec<&SeenMark>, Vec<&SeenMark>) =
        seen.marks.iter().partition(|mark| names.is_owner_mark(card, mark.mark));
    let between = |left: &str, middle: &str, right: &str| {
        let room = room.saturating_sub(width(left) + width(right) + 2);
        format!("{left} {} {right}", centre(&shorten(middle, room, names.style.signs), room))
    };
    let owner = owners.first().and_then(|mark| owner(names, mark));
    let paint = |text: &str| {
        owner.as_ref().map_or_else(|| text.to_owned(), |(n, _)| names.in_colour_of(*n, text))
    };
    let notes: Vec<String> = others.iter().filter_map(|mark| mark_words(names, mark)).collect();
    let plain_name = plain(&names.card(card));
    let name = centre(&shorten(&plain_name, room, names.style.signs), room);
    let whose = owner.as_ref().map_or("", |(_, messages)| messages.as_str());
    let top = between(&nw, whose, &ne);
    vec![top.replacen(whose, &paint(whose), 1), paint(&name), between(&sw, &notes.join(" "), &se)]
}

/// Whose a card is by its mark: a number to tell owners apart by, and in words.
fn owner(names: &Names<'_>, mark: &SeenMark) -> Option<(u8, String)> {
    let kind = names.program.marks[mark.mark].kind;
    let Plain::Number(n) = mark.value else { return None };
    let owner = u8::try_from(n - 1).ok()?;
    Some((owner, if kind == ValueKind::Team { names.side(owner) } else { names.player(owner) }))
}

// ---- pawns

/// The pawns that stand here.
fn pawns(names: &Names<'_>, view: &View, stack: &Stack) -> Vec<String> {
    let here = |v: &&Value| matches!(&v.value, Plain::Word(cell) if *cell == stack.name);
    pawns_of(names, view).filter(here).map(|v| pawn_sign(names, v)).collect()
}

fn pawns_of<'v>(names: &'v Names<'_>, view: &'v View) -> impl Iterator<Item = &'v Value> {
    view.values.iter().filter(|v| names.program.variables[v.variable].pawn)
}

/// Short enough for a cell: a sign, and whose it is by number.
fn pawn_sign(names: &Names<'_>, pawn: &Value) -> String {
    let sign = if names.style.signs { "♟" } else { "@" };
    match names.program.variables[pawn.variable].per {
        Per::Table => names.style.bold(sign),
        Per::Team | Per::Player => {
            names.in_colour_of(pawn.owner, &format!("{sign}{}", pawn.owner + 1))
        }
    }
}

/// What the signs of pawns mean, and crosses.
fn legend(names: &Names<'_>, view: &View, place: &Place) -> Option<String> {
    let here = |v: &&Value| matches!(&v.value, Plain::Word(cell) if place.slots.iter().any(|slot| slot.name == *cell));
    let words = |v: &Value| {
        let info = &names.program.variables[v.variable];
        let name = names.of(&info.text, &info.name);
        let whose =
            names.owner(info.per, v.owner).map(|owner| format!(" ({owner})")).unwrap_or_default();
        format!("{} {name}{whose}", pawn_sign(names, v))
    };
    let mut all: Vec<String> = pawns_of(names, view).filter(here).map(words).collect();
    let marks = place
        .slots
        .iter()
        .flat_map(|slot| slot.marks.iter().chain(slot.cards.iter().flat_map(|c| &c.marks)));
    let mut crossed: Vec<&str> =
        marks.filter(|mark| crosses(names, mark)).map(|mark| mark.name.as_str()).collect();
    crossed.sort_unstable();
    crossed.dedup();
    all.extend(crossed.iter().map(|name| format!("{} {}", cross(names), names.text(name))));
    (!all.is_empty()).then(|| format!("  {}", all.join("   ")))
}
