//! A view, what has been told and what is pointed at, drawn as one screen. Where things stand is
//! decided by rule: the list and the story at the side, one's own hand below the table, and cards
//! as large as all of them fit.
//!
//! - This file: the whole screen; the table and the hand, and what of them is lit.
//! - `head`, `side`, `foot`: what stands around them; `pane`: a text over them.
//! - `reach`: what goes with what is pointed at.

mod foot;
mod head;
mod pane;
mod reach;
mod side;

use crate::cli::fullscreen::brush::{Brush, CardSize};
use crate::cli::fullscreen::canvas::{Canvas, Spot, SpotKey};
use crate::cli::fullscreen::choice::Choice;
use crate::cli::fullscreen::ink::put;
use crate::cli::fullscreen::state::{Areas, Drawn, Focus, State};
use crate::cli::fullscreen::story::Line;
use crate::cli::fullscreen::table::{hands, table};
use crate::cli::screen::Pen;
use crate::cli::text::TermStyle;
use crate::view::Pointer;
pub(crate) use foot::slider_room;
use foot::{draw_slider, foot_drawn, status};
use head::head;
use pane::draw_pane;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Rect, Size};
use reach::Reach;
use side::{ListLine, list_drawn, list_lines, story};

/// All that a screen shows.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub pen: Pen<'a>,
    pub state: &'a State,
    pub choice: Option<&'a Choice>,
    pub story: &'a [&'a Line],
    /// The player who thinks, from 1, and how long it has, in pictures.
    pub thinks: Option<(u8, usize)>,
    /// What the keys mean here.
    pub keys: &'a str,
}

/// Rows of the head.
const HEAD: u16 = 2;

/// How much of the table is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Boards {
    /// All of them, empty ones too.
    All,
    /// Without rows of places in which nothing lies.
    Used,
    /// Without rows of places in which nothing lies, and without lines between rows.
    Dense,
}

/// How large the cards beside boards are, how large those on boards, how boards are drawn, and how
/// large the cards of the hand are: from what needs the most room to what needs the least.
const SIZES: [(CardSize, CardSize, Boards, CardSize); 12] = {
    use CardSize::{Large, Medium, Small};
    [
        (Large, Large, Boards::All, Large),
        (Large, Large, Boards::Used, Large),
        (Medium, Large, Boards::Used, Large),
        (Medium, Large, Boards::Used, Medium),
        (Large, Medium, Boards::Used, Large),
        (Medium, Medium, Boards::Used, Large),
        (Medium, Medium, Boards::Used, Medium),
        (Small, Large, Boards::Used, Medium),
        (Small, Medium, Boards::Used, Medium),
        (Small, Medium, Boards::Dense, Medium),
        (Small, Small, Boards::Dense, Medium),
        (Small, Small, Boards::Dense, Small),
    ]
};

/// Where the parts of a screen stand, and what needs so much room as it is drawn.
struct Plan {
    areas: Areas,
    /// The column between the table and what stands at its side.
    bar: Rect,
    table: Canvas,
    hand: Canvas,
    lines: Vec<ListLine>,
}

/// Shares a screen out: the foot and the side take what they need, the table and the hand the rest.
fn plan(sight: Sight<'_>, reach: &Reach<'_>, area: Rect, status: &[String]) -> Plan {
    let foot = u16::try_from(status.len()).unwrap_or(1).max(1);
    let mut areas = Areas {
        head: Rect { height: HEAD, ..area },
        foot: Rect { y: area.bottom().saturating_sub(foot), height: foot, ..area },
        ..Areas::default()
    };
    let slider = u16::from(sight.state.slider.is_some());
    areas.slider = Rect { y: areas.foot.y.saturating_sub(slider), height: slider, ..area };
    let body = Rect { y: HEAD, height: areas.slider.y.saturating_sub(HEAD), ..area };
    let side = (area.width * 31 / 100).clamp(22, 60).min(area.width / 2);
    let left = Rect { width: body.width.saturating_sub(side + 1), ..body };
    let right = Rect { x: left.right() + 1, width: side, ..body };
    let (table, hand) = laid_out(sight, left, reach);
    let beside_table = left.height.saturating_sub(table.height());
    let hand_rows = hand.height().min(beside_table.max(left.height / 2));
    areas.hand = Rect { y: left.bottom() - hand_rows, height: hand_rows, ..left };
    areas.table = Rect { height: left.height - hand_rows, ..left };
    // The last column is for the signs that there is more.
    let lines = list_lines(sight, reach, usize::from(side) - 1);
    let most = right.height.saturating_sub((right.height / 3).max(4));
    let list = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(most);
    areas.list = Rect { height: list, ..right };
    areas.story = Rect { y: right.y + list, height: right.height - list, ..right };
    let bar = Rect { x: left.right(), width: 1, ..right };
    Plan { areas, bar, table, hand, lines }
}

/// Draws a screen of this size.
pub(crate) fn draw(sight: Sight<'_>, size: Size) -> Drawn {
    // The table and what stands beside it have a column each: a narrower window shows the first.
    let area = Rect::new(0, 0, size.width.max(2), size.height.max(1));
    let mut picture = Buffer::empty(area);
    let style = sight.pen.style;
    let reach = Reach::of(sight.pen, sight.state, sight.choice);
    let status = status(sight, area.width);
    let Plan { areas, bar, table, hand, lines } = plan(sight, &reach, area, &status);
    head(&mut picture, sight, areas.head);
    let from = scrolled(sight, &table, areas.table);
    table.show(&mut picture, areas.table, from);
    hand.show(&mut picture, areas.hand, 0);
    let line = if style.signs { "│" } else { "|" };
    (bar.y..bar.bottom()).for_each(|y| {
        put(&mut picture, (bar.x, y), &style.faint(line), 1);
    });
    // Beside the table, so that they cover nothing of it.
    let beside = Rect { width: areas.table.width + 1, ..areas.table };
    more(&mut picture, style, beside, from, table.height());
    let rows = list_drawn(&mut picture, sight, &reach, (&lines, areas.list));
    let story_lines = story(&mut picture, sight, areas.story);
    if let Some(slider) = &sight.state.slider {
        draw_slider(&mut picture, style, slider, areas.slider);
    }
    let cursor = foot_drawn(&mut picture, sight, &status, areas.foot);
    let pane_rows = match &sight.state.pane {
        Some(pane) => draw_pane(
            &mut picture,
            style,
            pane,
            Rect { y: 1, height: areas.foot.y.saturating_sub(1), ..area },
        ),
        None => 0,
    };
    let of_table = i32::from(areas.table.y) - i32::from(from);
    let at = |spots: &[Spot], y: i32| -> Vec<(i32, Spot)> {
        spots.iter().map(|spot| (i32::from(spot.area.y) + y, spot.clone())).collect()
    };
    // What one holds comes first.
    let mut spots = at(&hand.spots, i32::from(areas.hand.y));
    spots.extend(at(&table.spots, of_table));
    Drawn {
        picture,
        areas,
        spots,
        entries: reach.entries,
        rows,
        table_rows: table.height(),
        story_lines,
        pane_rows,
        cursor,
    }
}

// ---- the table and the hand

/// The table and the hand with cards as large as both fit.
fn laid_out(sight: Sight<'_>, area: Rect, reach: &Reach<'_>) -> (Canvas, Canvas) {
    let lights = |key: SpotKey, points: &[Pointer]| reach.light(key, points);
    let pen = Pen {
        style: TermStyle { columns: usize::from(area.width.max(30)), ..sight.pen.style },
        ..sight.pen
    };
    let brush = |size, cells, boards| Brush {
        pen,
        size,
        cells,
        dense: boards == Boards::Dense,
        vacant: boards == Boards::All,
        columns: area.width.max(1),
        lights: &lights,
    };
    let mut smallest = None;
    for (size, cells, boards, of_hand) in SIZES {
        let hand = hands(brush(of_hand, cells, boards));
        let table = table(brush(size, cells, boards));
        if table.height() + hand.height() <= area.height {
            return (table, hand);
        }
        smallest = Some((table, hand));
    }
    smallest.unwrap_or_else(|| (Canvas::new(area.width), Canvas::new(area.width)))
}

/// The first row of the table that is seen: as somebody scrolled, but with what is pointed at.
fn scrolled(sight: Sight<'_>, table: &Canvas, area: Rect) -> u16 {
    let last = table.height().saturating_sub(area.height);
    let from = sight.state.table_from.min(last);
    let pointed = sight.state.pointed.filter(|_| sight.state.focus == Focus::Table);
    let spot = pointed.and_then(|key| table.spots.iter().find(|spot| spot.key == key));
    match spot {
        Some(spot) if spot.area.y < from => spot.area.y.saturating_sub(1),
        Some(spot) if spot.area.bottom() > from + area.height => {
            spot.area.bottom().saturating_sub(area.height)
        }
        Some(_) | None => from,
    }
}

/// Signs that there is more above and below.
fn more(picture: &mut Buffer, style: TermStyle, area: Rect, from: u16, rows: u16) {
    let [up, down] = if style.signs { ["▲", "▼"] } else { ["^", "v"] };
    let x = area.right().saturating_sub(1);
    if from > 0 && area.height > 0 {
        put(picture, (x, area.y), &style.bold(up), 1);
    }
    if from + area.height < rows && area.height > 0 {
        put(picture, (x, area.bottom() - 1), &style.bold(down), 1);
    }
}
