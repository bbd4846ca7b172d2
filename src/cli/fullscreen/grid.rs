//! Places with several stacks as boards: grids, numbered stacks, the stacks of all owners across
//! from each other, and stacks that come and go.

use super::brush::{Brush, CardSize};
use super::canvas::{Canvas, Light, Lights, Spot, SpotKey, columns};
use super::cards::{Fit, LARGE, face, glow, points_of_all, points_of_stack, signs, stacked};
use crate::cli::screen::board::{
    CardForm, Cell, Scene, WIDEST, below, beside, by_stacks, cell, corners, cross, heads,
    is_crossed_out, is_own, is_readable, legend, low_card_cell, notes, number, stretch,
};
use crate::cli::screen::table::{shows_sides, sided};
use crate::cli::screen::{Pen, own_last};
use crate::cli::text::{TermStyle, centre, fitted, shorten, width};
use crate::view::{CardSeen, Form, Place, Stack, Stacking, capital};
use ratatui_core::layout::Rect;

/// Columns below which a cell cannot be read; boards that are wider are drawn in bands.
const NARROWEST: u16 = 3;

/// Columns that are kept for a mark of a stack.
const MOST_NOTES: usize = 12;

/// The least columns of a large card.
const LEAST_CARD: u16 = 5;

/// The least columns for the names of rows.
const LEAST_LEAD: u16 = 8;

/// Cells beside each other, and what stands before them.
struct Row<'v> {
    lead: String,
    place: &'v Place,
    /// The first of its stacks.
    from: usize,
    count: usize,
    /// A line is drawn below it.
    ends: bool,
    /// It is as high as any of its board.
    keeps: bool,
}

/// A grid, or numbered stacks with the places that are drawn beside them.
pub(crate) fn board(brush: Brush<'_>, place: &Place) -> Canvas {
    let Brush { pen, columns: most, .. } = brush;
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let others: Vec<&Place> = beside(scene, place).collect();
    if !is_wide(brush, place) && brush.cells != CardSize::Large {
        return turned(brush, scene, place, &others);
    }
    let mut rows = rows_of(place, brush.dense);
    let name = pen.style.phrase(&place.name);
    let mut canvas = Canvas::new(most);
    match others.is_empty() {
        true => canvas.line(&pen.style.faint(&name)),
        false => rows[0].lead.clone_from(&name),
    }
    for other in others {
        let mut more = rows_of(other, brush.dense);
        more[0].lead = pen.style.phrase(&other.name);
        rows.extend(more);
    }
    close(&mut rows);
    let drawn = draw(brush, scene, &heads(pen, place), &rows);
    canvas.paste(&drawn, 0, canvas.height());
    for line in legend(pen, scene, place, most.into()) {
        canvas.line(&line);
    }
    canvas
}

/// Whether there is room for a board whose cells can be read.
fn is_wide(brush: Brush<'_>, place: &Place) -> bool {
    let pen = brush.pen;
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let style = TermStyle { columns: usize::from(brush.columns), ..pen.style };
    is_readable(Pen { style, ..pen }, scene, place)
}

/// Whether something can be done with a place, or with one of its stacks.
pub(crate) fn is_wanted(place: &Place, lights: Lights<'_>) -> bool {
    let light =
        |number: usize| lights(SpotKey::Stack(place.id, number), &points_of_stack(place, number));
    (0..place.stacks.len().max(1)).map(light).any(|light| light.live || light.lit)
}

/// Boards of one row with more stacks than can be read beside each other: in columns, by their
/// numbers or words.
fn turned(brush: Brush<'_>, scene: Scene<'_>, place: &Place, others: &[&Place]) -> Canvas {
    let Brush { pen, columns: most, lights, .. } = brush;
    let mut canvas = Canvas::new(most);
    for place in std::iter::once(place).chain(others.iter().copied()) {
        canvas.line(&pen.style.faint(&pen.style.phrase(&place.name)));
        let (texts, _) = by_stacks(pen, scene, place, CardForm::Small);
        let wide = texts.iter().map(|text| columns(text)).max().unwrap_or(0) + 3;
        let across = (most / wide.max(1)).max(1);
        let rows = u16::try_from(texts.len()).unwrap_or(u16::MAX).div_ceil(across).max(1);
        let top = canvas.height();
        for ((n, stack), text) in (0..).zip(&place.stacks).zip(&texts) {
            let area = Rect::new(n / rows * wide, top + n % rows, wide - 1, 1);
            let light = spot(&mut canvas, pen, place, (usize::from(n), stack), area, lights);
            let ends = if light.pointed { ["[", "]"] } else { [" ", " "] };
            let [picked, lit] = signs(pen.style);
            let sign = match light {
                Light { picked: true, .. } => picked,
                Light { lit: true, .. } => lit,
                Light { .. } => ends[0],
            };
            let end = canvas.put_in(area.x, area.y, &format!("{sign}{text}"), area.width - 1);
            canvas.put(end, area.y, ends[1]);
            glow(&mut canvas, area, light);
        }
    }
    for line in legend(pen, scene, place, most.into()) {
        canvas.line(&line);
    }
    canvas
}

/// The places of all owners in one zone as one board, the viewer's own row last; nothing where
/// nothing lies there and nothing can be done with it.
pub(crate) fn across(brush: Brush<'_>, zone: &str) -> Canvas {
    let pen = brush.pen;
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let places: Vec<&Place> = scene.places.iter().filter(|place| place.zone == zone).collect();
    let order = own_last(&places, |place| is_own(pen, place.owner));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (i, place) in order.iter().enumerate() {
        let mut part = rows_of(place, brush.dense);
        let whose = place.whose.as_ref().map(|whose| pen.style.phrase(whose)).unwrap_or_default();
        let whose = pen.style.of_owner(number(place.owner), &capital(&whose));
        part[0].lead = format!("{whose}, {}", pen.style.phrase(&place.name));
        for other in beside(scene, place) {
            let mut more = rows_of(other, brush.dense);
            more[0].lead = pen.style.phrase(&other.name);
            part.extend(more);
        }
        if i + 1 < order.len() {
            part.reverse();
        }
        close(&mut part);
        rows.extend(part);
    }
    let is_empty = |row: &Row<'_>| row.place.count() == 0 && !is_wanted(row.place, brush.lights);
    match order.last() {
        Some(last) if !rows.iter().all(is_empty) => draw(brush, scene, &heads(pen, last), &rows),
        Some(_) | None => Canvas::new(brush.columns),
    }
}

/// Stacks that come and go, by their numbers.
pub(crate) fn row(brush: Brush<'_>, place: &Place) -> Canvas {
    let pen = brush.pen;
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let numbers: Vec<String> = (1..=place.stacks.len()).map(|n| n.to_string()).collect();
    let count = place.stacks.len();
    let row = Row { lead: String::new(), place, from: 0, count, ends: true, keeps: false };
    draw(brush, scene, &numbers, &[row])
}

fn rows_of(place: &Place, dense: bool) -> Vec<Row<'_>> {
    let (rows, columns) =
        place.form.board().map_or((1, place.stacks.len()), |(rows, heads)| (rows, heads.len()));
    let row = |r: usize| Row {
        lead: if rows == 1 { String::new() } else { (r + 1).to_string() },
        place,
        from: r * columns,
        count: columns,
        ends: rows > 1 && !dense,
        keeps: rows > 1 && !dense,
    };
    (0..usize::from(rows.max(1))).map(row).collect()
}

/// The last row of what belongs together has a line below it.
fn close(rows: &mut [Row<'_>]) {
    if let Some(last) = rows.last_mut() {
        last.ends = true;
    }
}

// ---- drawn

/// How cards on a board are written.
#[derive(Clone, Copy)]
enum Way {
    /// As cards are that lie beside it.
    Large(Fit),
    Words(CardForm),
}

/// The cells of a board, as they are written into so many columns each.
struct Written {
    wide: u16,
    cells: Vec<Vec<Cell>>,
}

fn draw(brush: Brush<'_>, scene: Scene<'_>, heads: &[String], rows: &[Row<'_>]) -> Canvas {
    let Brush { pen, columns: most, .. } = brush;
    let leads = rows.iter().map(|row| columns(&row.lead)).max().unwrap_or(0);
    let count = u16::try_from(heads.len()).unwrap_or(u16::MAX).max(1);
    // Names are cut before the board is.
    let beside = most.saturating_sub(2).saturating_sub(count.saturating_mul(NARROWEST + 1));
    let lead = if beside >= LEAST_LEAD { leads.min(beside) } else { leads.min((most / 3).max(1)) };
    let room = most.saturating_sub(lead + 2);
    // Cells share their sides.
    let fits = |written: &Written| count.saturating_mul(written.wide + 1) <= room;
    let share = (room / count).saturating_sub(1).max(NARROWEST);
    let widest = u16::try_from(WIDEST).unwrap_or(20);
    let written = |(way, room): (Way, u16)| {
        let cells: Vec<Vec<Cell>> =
            rows.iter().map(|row| cells(brush, scene, row, way, room)).collect();
        let lines = cells.iter().flatten().flatten().map(|line| columns(line));
        let names = heads.iter().map(|head| columns(head));
        let least = if matches!(way, Way::Large(_)) { room } else { NARROWEST };
        let wide = lines.chain(names.map(|wide| wide.min(room))).max().unwrap_or(0).max(least);
        Written { wide, cells }
    };
    let large = (brush.cells == CardSize::Large).then(|| {
        let mut fit = large_fit(pen, scene, rows);
        if pen.view.corners {
            fit.room = fit.room.max(usize::from(share).min(WIDEST));
        }
        written((Way::Large(fit), u16::try_from(fit.room).unwrap_or(widest).max(LEAST_CARD)))
    });
    let drawn = |written: &Written| {
        let per_band = usize::from((room / (written.wide + 1)).max(1));
        let mut canvas = Canvas::new(most);
        for from in (0..heads.len()).step_by(per_band) {
            let to = (from + per_band).min(heads.len());
            band(&mut canvas, pen, heads, rows, written, (lead, from..to), brush.lights);
        }
        canvas
    };
    // What could not be read beside each other otherwise stands in bands.
    let in_bands = |_: &&Written| rows.iter().any(|row| !is_wide(brush, row.place));
    if let Some(large) = large.as_ref().filter(|large| fits(large) || in_bands(large)) {
        return drawn(large);
    }
    let [whole, cut] = [widest, share.min(widest)];
    let ways = [(CardForm::Medium, whole), (CardForm::Medium, cut), (CardForm::Small, cut)];
    let mut ways =
        ways.into_iter().map(|(form, room)| written((Way::Words(form), room))).peekable();
    let mut chosen = None;
    while let Some(written) = ways.next() {
        if fits(&written) || ways.peek().is_none() {
            chosen = Some(written);
            break;
        }
    }
    let Some(mut chosen) = chosen else { return Canvas::new(most) };
    chosen.wide = chosen.wide.min(share.max(NARROWEST)).max(NARROWEST);
    drawn(&chosen)
}

/// The room that the large cards of a board need, with what is noted beside them.
fn large_fit(pen: Pen<'_>, scene: Scene<'_>, rows: &[Row<'_>]) -> Fit {
    let stacks = || rows.iter().flat_map(|row| &row.place.stacks);
    let cards = stacks().flat_map(|stack| &stack.cards);
    let mut fit = Fit::of(pen, cards, CardSize::Large);
    let notes = stacks().flat_map(|stack| notes(pen, scene, stack));
    let noted = notes.map(|note| width(&note)).max().unwrap_or(0);
    fit.room = fit.room.max(noted.min(MOST_NOTES));
    fit
}

/// What stands in the cells of a row.
fn cells(brush: Brush<'_>, scene: Scene<'_>, row: &Row<'_>, way: Way, room: u16) -> Vec<Cell> {
    let pen = brush.pen;
    let stacks = row.place.stacks.iter().skip(row.from).take(row.count);
    let numbered = matches!(row.place.form, Form::Grid { .. });
    let room = usize::from(room);
    let comes_and_goes = row.place.form == Form::Row;
    let cornered = |seen: &CardSeen| corners(pen, seen).is_some();
    let written = stacks.map(|stack| match (way, stack.cards.last()) {
        (_, Some(top)) if cornered(top) && brush.cells == CardSize::Small => {
            let mut lines = low_card_cell(pen, top, room);
            lines.extend(notes(pen, scene, stack));
            lines
        }
        (Way::Large(fit), Some(top)) if !cornered(top) => {
            large(pen, scene, (row.place, stack), top, fit)
        }
        (Way::Words(_), _) if comes_and_goes && !pen.view.corners => {
            stacked(pen, row.place, stack, room)
        }
        (Way::Large(_), _) => {
            cell(pen, scene, stack, (row.place.stacking, CardForm::Medium), (room, numbered))
        }
        (Way::Words(form), _) => {
            cell(pen, scene, stack, (row.place.stacking, form), (room, numbered))
        }
    });
    let clip = |line: String| {
        if width(&line) > room {
            shorten(&crate::cli::text::plain(&line), room, pen.style.signs)
        } else {
            line
        }
    };
    let mut cells: Vec<Cell> = written.map(|cell| cell.into_iter().map(clip).collect()).collect();
    // A board with lines, or with large cards, keeps its size wherever they lie on it.
    let high = match way {
        Way::Large(_) => LARGE,
        Way::Words(_) if !pen.view.corners || row.place.count() == 0 => 0,
        Way::Words(_) if brush.cells == CardSize::Small => 2,
        Way::Words(_) if row.keeps => LARGE,
        Way::Words(_) => 0,
    };
    cells.iter_mut().for_each(|cell| stretch(cell, (room, high)));
    cells
}

/// A stack with its top card large: what sticks out of the others above it, and what else is to be
/// said where there is a line for it.
fn large(
    pen: Pen<'_>,
    scene: Scene<'_>,
    (place, stack): (&Place, &Stack),
    top: &CardSeen,
    fit: Fit,
) -> Cell {
    let mut lines = face(pen, top, fit);
    if shows_sides(place) {
        lines[0] = sided(pen, top, std::mem::take(&mut lines[0]));
    }
    let mut said = Vec::new();
    if is_crossed_out(stack) {
        said.push(centre(&pen.style.faint(&cross(pen).repeat(3)), fit.room));
    }
    if place.stacking == Stacking::Counted && stack.counted() > 1 {
        said.push(format!("{}{}", pen.times(), stack.counted()));
    }
    said.extend(notes(pen, scene, stack).iter().flat_map(|note| fitted(note, fit.room)));
    for words in said {
        match lines.iter_mut().find(|line| line.is_empty()) {
            Some(line) => *line = words,
            None => lines.push(words),
        }
    }
    let mut cell = below(pen, stack, place.stacking, CardForm::Small);
    cell.extend(lines);
    cell
}

fn band(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    heads: &[String],
    rows: &[Row<'_>],
    written: &Written,
    (lead, shown): (u16, std::ops::Range<usize>),
    lights: Lights<'_>,
) {
    let wide = written.wide;
    let count = shown.len();
    let left = if lead == 0 { 0 } else { lead + 1 };
    let mut y = canvas.height();
    for (i, head) in heads[shown.clone()].iter().enumerate() {
        let x = left + 1 + u16::try_from(i).unwrap_or(0) * (wide + 1);
        let head = shorten(head, usize::from(wide), pen.style.signs);
        canvas.put(x, y, centre(&head, usize::from(wide)).trim_end());
    }
    canvas.put(left, y + 1, &rule(pen, count, wide, 0));
    y += 2;
    for (r, row) in rows.iter().enumerate() {
        let end = shown.end.min(row.count);
        let cells = &written.cells[r]
            [shown.start.min(end)..end.min(written.cells[r].len()).max(shown.start.min(end))];
        let high = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let high = u16::try_from(high).unwrap_or(1);
        let text = shorten(&row.lead, usize::from(lead), pen.style.signs);
        canvas.put(0, y + (high - 1) / 2, &text);
        for i in 0..count {
            let x = left + u16::try_from(i).unwrap_or(0) * (wide + 1);
            let area = Rect::new(x, y, wide + 2, high);
            let number = row.from + shown.start + i;
            let stack = row.place.stacks.get(number).filter(|_| shown.start + i < row.count);
            let Some(stack) = stack else {
                draw_cell(canvas, pen, None, area, Light::default());
                continue;
            };
            let light = spot(canvas, pen, row.place, (number, stack), area, lights);
            draw_cell(canvas, pen, cells.get(i), area, light);
        }
        y += high;
        if row.ends {
            let which = if r + 1 == rows.len() { 2 } else { 1 };
            canvas.put(left, y, &rule(pen, count, wide, which));
            y += 1;
        }
    }
}

/// Puts the spot of a stack on the canvas; gives how it is to be shown.
fn spot(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    place: &Place,
    (number, stack): (usize, &Stack),
    area: Rect,
    lights: Lights<'_>,
) -> Light {
    let points = points_of_all(pen, place, (number, stack));
    let key = SpotKey::Stack(place.id, number);
    let light = lights(key, &points);
    canvas.spots.push(Spot { area, key, points });
    light
}

fn draw_cell(canvas: &mut Canvas, pen: Pen<'_>, cell: Option<&Cell>, area: Rect, light: Light) {
    let bar = if pen.style.signs { "│" } else { "|" };
    let [picked, lit] = signs(pen.style);
    let pointer = if pen.style.signs { "▶" } else { ">" };
    for row in 0..area.height {
        let text = cell.and_then(|cell| cell.get(usize::from(row))).map_or("", String::as_str);
        canvas.put(area.x, area.y + row, bar);
        canvas.put_in(area.x + 1, area.y + row, text, area.width.saturating_sub(2));
        canvas.put(area.right() - 1, area.y + row, bar);
    }
    let sign = match light {
        Light { picked: true, .. } => picked,
        Light { pointed: true, .. } => pointer,
        Light { lit: true, .. } => lit,
        Light { .. } => return,
    };
    canvas.put(area.x, area.y, sign);
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    glow(canvas, inside, light);
}

/// A line between rows: the top, one between, or the bottom.
fn rule(pen: Pen<'_>, columns: usize, wide: u16, which: usize) -> String {
    let [left, cross, right, line] = match pen.style.signs {
        true => [["┌", "┬", "┐", "─"], ["├", "┼", "┤", "─"], ["└", "┴", "┘", "─"]][which],
        false => ["+", "+", "+", "-"],
    };
    format!("{left}{}{right}", vec![line.repeat(usize::from(wide)); columns].join(cross))
}
