//! A picture that grows as it is drawn, with the spots on it that can be pointed at.

use super::ink;
use crate::cli::text::width;
use crate::tabletop::ids::InstanceId;
use crate::view::Pointer;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

/// Rows that no table exceeds; what is below is not drawn.
const MOST_ROWS: u16 = 400;

/// What a spot is, wherever it lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SpotKey {
    /// A card by its number in a stack of a place.
    Card(InstanceId, usize, usize),
    /// A stack of a place.
    Stack(InstanceId, usize),
    Player(u8),
    Team(u8),
}

impl SpotKey {
    /// The place in which it is.
    pub(crate) fn place(self) -> Option<InstanceId> {
        match self {
            SpotKey::Card(place, ..) | SpotKey::Stack(place, _) => Some(place),
            SpotKey::Player(_) | SpotKey::Team(_) => None,
        }
    }
}

/// Something that can be pointed at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) area: Rect,
    pub(crate) key: SpotKey,
    /// What an option that concerns it names.
    pub(crate) points: Vec<Pointer>,
}

/// How a spot is to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Light {
    /// It is pointed at.
    pub(crate) pointed: bool,
    /// Something can be done with it.
    pub(crate) live: bool,
    /// It goes with what is pointed at.
    pub(crate) lit: bool,
    pub(crate) picked: bool,
    /// The number under which it alone can be chosen.
    pub(crate) number: Option<usize>,
}

/// Says how a spot is to be shown.
pub(crate) type Lights<'a> = &'a dyn Fn(SpotKey, &[Pointer]) -> Light;

/// A picture of a fixed width, and of as many rows as have been drawn.
#[derive(Debug)]
pub(crate) struct Canvas {
    buffer: Buffer,
    height: u16,
    pub(crate) spots: Vec<Spot>,
}

impl Canvas {
    /// An empty picture, so many columns wide.
    pub(crate) fn new(columns: u16) -> Canvas {
        let buffer = Buffer::empty(Rect::new(0, 0, columns.max(1), 1));
        Canvas { buffer, height: 0, spots: Vec::new() }
    }

    pub(crate) fn width(&self) -> u16 {
        self.buffer.area.width
    }

    pub(crate) fn height(&self) -> u16 {
        self.height
    }

    /// The columns that are drawn on.
    pub(crate) fn used(&self) -> u16 {
        let drawn = |x: &u16| (0..self.height).any(|y| self.buffer[(*x, y)].symbol() != " ");
        (0..self.width()).rev().find(drawn).map_or(0, |x| x + 1)
    }

    /// Makes room for so many rows.
    fn grow(&mut self, rows: u16) {
        let rows = rows.min(MOST_ROWS);
        if rows > self.buffer.area.height {
            // Rows are added at the end, and nothing moves.
            self.buffer.resize(Rect { height: rows, ..self.buffer.area });
        }
        self.height = self.height.max(rows);
    }

    /// Writes a text with our own colours; gives the column behind it.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str) -> u16 {
        self.put_in(x, y, text, self.width())
    }

    /// Writes a text in at most so many columns.
    pub(crate) fn put_in(&mut self, x: u16, y: u16, text: &str, most: u16) -> u16 {
        self.grow(y + 1);
        ink::put(&mut self.buffer, (x, y), text, most)
    }

    /// Writes a text on a row of its own below all others.
    pub(crate) fn line(&mut self, text: &str) {
        self.put(0, self.height, text);
    }

    /// Adds a style to an area.
    pub(crate) fn restyle(&mut self, area: Rect, style: Style) {
        self.grow(area.bottom());
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Draws another picture into this one, with its spots.
    pub(crate) fn paste(&mut self, other: &Canvas, x: u16, y: u16) {
        self.grow(y.saturating_add(other.height));
        copy(
            &other.buffer,
            Rect { height: other.height, ..other.buffer.area },
            &mut self.buffer,
            (x, y),
        );
        let moved = |area: Rect| Rect { x: area.x + x, y: area.y + y, ..area };
        self.spots
            .extend(other.spots.iter().map(|spot| Spot { area: moved(spot.area), ..spot.clone() }));
    }

    /// Draws as many of its rows as fit into an area of a screen, from a row on.
    pub(crate) fn show(&self, screen: &mut Buffer, area: Rect, from: u16) {
        let rows = self.height.saturating_sub(from).min(area.height);
        let part = Rect::new(0, from, self.width().min(area.width), rows);
        copy(&self.buffer, part, screen, (area.x, area.y));
    }
}

/// Copies a part of a picture to a place in another one, as far as it is there.
fn copy(from: &Buffer, part: Rect, to: &mut Buffer, (x, y): (u16, u16)) {
    for (row, column) in part.rows().flat_map(|row| row.columns().map(move |c| (row.y, c.x))) {
        let there = (x + column - part.x, y + row - part.y);
        if let (Some(cell), Some(target)) = (from.cell((column, row)), to.cell_mut(there)) {
            *target = cell.clone();
        }
    }
}

/// Columns of a text, as screens count them.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}
