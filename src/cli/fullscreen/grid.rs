//! Places with several stacks as boards: grids, numbered stacks, the stacks of all owners across
//! from each other, and stacks that come and go.

use super::canvas::{Canvas, Light, Lights, Spot, SpotKey, columns};
use super::cards::{glow, points_of_all, points_of_stack, signs, stacked};
use crate::cli::screen::board::{
    CardForm, Cell, Scene, WIDEST, beside, by_stacks, cell, heads, is_own, is_readable, legend,
    number, stretch,
};
use crate::cli::screen::{Pen, own_last};
use crate::cli::text::{TermStyle, centre, shorten, width};
use crate::view::{Form, Place, Stack, capital};
use ratatui_core::layout::Rect;

/// Columns below which a cell cannot be read; boards that are wider are drawn in bands.
const NARROWEST: u16 = 3;

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
pub fn board(pen: Pen<'_>, place: &Place, dense: bool, most: u16, lights: Lights<'_>) -> Canvas {
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let others: Vec<&Place> = beside(scene, place).collect();
    let narrow = Pen { style: TermStyle { columns: usize::from(most), ..pen.style }, ..pen };
    if !is_readable(narrow, scene, place) {
        return turned(pen, scene, place, &others, (most, lights));
    }
    let mut rows = rows_of(place, dense);
    let name = pen.style.phrase(&place.name);
    let mut canvas = Canvas::new(most);
    match others.is_empty() {
        true => canvas.line(&pen.style.faint(&name)),
        false => rows[0].lead.clone_from(&name),
    }
    for other in others {
        let mut more = rows_of(other, dense);
        more[0].lead = pen.style.phrase(&other.name);
        rows.extend(more);
    }
    close(&mut rows);
    let drawn = draw(pen, scene, &heads(pen, place), &rows, most, lights);
    canvas.paste(&drawn, 0, canvas.height());
    if let Some(legend) = legend(pen, scene, place) {
        canvas.line(&legend);
    }
    canvas
}

/// Whether something can be done with a place, or with one of its stacks.
pub fn is_wanted(place: &Place, lights: Lights<'_>) -> bool {
    let light =
        |number: usize| lights(SpotKey::Stack(place.id, number), &points_of_stack(place, number));
    (0..place.stacks.len().max(1)).map(light).any(|light| light.live || light.lit)
}

/// Boards of one row with more stacks than can be read beside each other: in columns, by their
/// numbers or words.
fn turned(
    pen: Pen<'_>,
    scene: Scene<'_>,
    place: &Place,
    others: &[&Place],
    (most, lights): (u16, Lights<'_>),
) -> Canvas {
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
    if let Some(legend) = legend(pen, scene, place) {
        canvas.line(&legend);
    }
    canvas
}

/// The places of all owners in one zone as one board, the viewer's own row last; nothing where
/// nothing lies there and nothing can be done with it.
pub fn across(pen: Pen<'_>, zone: &str, dense: bool, most: u16, lights: Lights<'_>) -> Canvas {
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let places: Vec<&Place> = scene.places.iter().filter(|place| place.zone == zone).collect();
    let order = own_last(&places, |place| is_own(pen, place.owner));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (i, place) in order.iter().enumerate() {
        let mut part = rows_of(place, dense);
        let whose = place.whose.as_ref().map(|whose| pen.style.phrase(whose)).unwrap_or_default();
        let whose = pen.style.of_owner(number(place.owner), &capital(&whose));
        part[0].lead = format!("{whose}, {}", pen.style.phrase(&place.name));
        for other in beside(scene, place) {
            let mut more = rows_of(other, dense);
            more[0].lead = pen.style.phrase(&other.name);
            part.extend(more);
        }
        if i + 1 < order.len() {
            part.reverse();
        }
        close(&mut part);
        rows.extend(part);
    }
    let is_empty = |row: &Row<'_>| row.place.count() == 0 && !is_wanted(row.place, lights);
    match order.last() {
        Some(last) if !rows.iter().all(is_empty) => {
            draw(pen, scene, &heads(pen, last), &rows, most, lights)
        }
        Some(_) | None => Canvas::new(most),
    }
}

/// Stacks that come and go, by their numbers.
pub fn row(pen: Pen<'_>, place: &Place, most: u16, lights: Lights<'_>) -> Canvas {
    let scene = Scene { places: &pen.view.places, values: &pen.view.values };
    let numbers: Vec<String> = (1..=place.stacks.len()).map(|n| n.to_string()).collect();
    let count = place.stacks.len();
    let row = Row { lead: String::new(), place, from: 0, count, ends: true, keeps: false };
    draw(pen, scene, &numbers, &[row], most, lights)
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

/// The cells of a board, as they are written into so many columns each.
struct Written {
    wide: u16,
    cells: Vec<Vec<Cell>>,
}

fn draw(
    pen: Pen<'_>,
    scene: Scene<'_>,
    heads: &[String],
    rows: &[Row<'_>],
    most: u16,
    lights: Lights<'_>,
) -> Canvas {
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
    let ways = [
        (CardForm::Medium, widest),
        (CardForm::Medium, share.min(widest)),
        (CardForm::Small, share.min(widest)),
    ];
    let written = |(form, room): (CardForm, u16)| {
        let cells: Vec<Vec<Cell>> =
            rows.iter().map(|row| cells(pen, scene, row, form, room)).collect();
        let lines = cells.iter().flatten().flatten().map(|line| columns(line));
        let names = heads.iter().map(|head| columns(head));
        let wide = lines.chain(names.map(|wide| wide.min(room))).max().unwrap_or(0).max(NARROWEST);
        Written { wide, cells }
    };
    let mut all = ways.map(written).into_iter();
    let (first, second, last) = (all.next(), all.next(), all.next());
    let chosen = [first, second].into_iter().flatten().find(fits).or(last);
    let Some(mut written) = chosen else { return Canvas::new(most) };
    written.wide = written.wide.min(share.max(NARROWEST)).max(NARROWEST);
    let per_band = usize::from((room / (written.wide + 1)).max(1));
    let mut canvas = Canvas::new(most);
    for from in (0..heads.len()).step_by(per_band) {
        let to = (from + per_band).min(heads.len());
        band(&mut canvas, pen, heads, rows, &written, (lead, from..to), lights);
    }
    canvas
}

/// What stands in the cells of a row.
fn cells(pen: Pen<'_>, scene: Scene<'_>, row: &Row<'_>, form: CardForm, room: u16) -> Vec<Cell> {
    let stacks = row.place.stacks.iter().skip(row.from).take(row.count);
    let numbered = matches!(row.place.form, Form::Grid { .. });
    let room = usize::from(room);
    let comes_and_goes = row.place.form == Form::Row;
    let written = stacks.map(|stack| match comes_and_goes && !pen.view.corners {
        true => stacked(pen, row.place, stack, room),
        false => cell(pen, scene, stack, (row.place.stacking, form), (room, numbered)),
    });
    let clip = |line: String| {
        if width(&line) > room {
            shorten(&crate::cli::text::plain(&line), room, pen.style.signs)
        } else {
            line
        }
    };
    let mut cells: Vec<Cell> = written.map(|cell| cell.into_iter().map(clip).collect()).collect();
    // A board with lines keeps its size, wherever cards with corners lie on it.
    if row.keeps && pen.view.corners && row.place.count() > 0 {
        cells.iter_mut().for_each(|cell| stretch(cell, room));
    }
    cells
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
            match row.place.stacks.get(number).filter(|_| shown.start + i < row.count) {
                Some(stack) => {
                    let light = spot(canvas, pen, row.place, (number, stack), area, lights);
                    draw_cell(canvas, pen, cells.get(i), area, light);
                }
                None => draw_cell(canvas, pen, None, area, Light::default()),
            }
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
