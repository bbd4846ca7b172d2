//! What a person has pointed at, opened and typed: all that a screen shows beside the game.

use super::canvas::{Spot, SpotKey};
use super::choice::Entry;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

/// Where the arrows move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    Table,
    List,
}

/// A text over the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pane {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
    /// The first line that is seen.
    pub(crate) from: usize,
}

/// A line that is being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Input {
    /// What stands before it.
    pub(crate) lead: String,
    pub(crate) text: String,
}

/// A time line: where in a recorded game one stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slider {
    pub(crate) at: usize,
    pub(crate) of: usize,
    pub(crate) words: String,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) focus: Focus,
    pub(crate) pointed: Option<SpotKey>,
    /// The entry of the list that is pointed at.
    pub(crate) entry: usize,
    /// The first row of the table that is seen.
    pub(crate) table_from: u16,
    /// Lines of the story that lie below what is seen.
    pub(crate) story_back: usize,
    pub(crate) pane: Option<Pane>,
    pub(crate) input: Option<Input>,
    /// The beginning of a number that is typed.
    pub(crate) digits: String,
    /// The number typed last is none of the list: the Enter that was to follow chooses nothing.
    pub(crate) refused: bool,
    /// Something to tell, until the next key.
    pub(crate) status: Option<String>,
    pub(crate) slider: Option<Slider>,
}

/// The parts of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Areas {
    pub(crate) head: Rect,
    pub(crate) table: Rect,
    pub(crate) hand: Rect,
    pub(crate) list: Rect,
    pub(crate) story: Rect,
    pub(crate) slider: Rect,
    pub(crate) foot: Rect,
}

/// A screen as it was drawn, with all that can be pointed at.
pub(crate) struct Drawn {
    pub(crate) picture: Buffer,
    pub(crate) areas: Areas,
    /// In columns and rows of the screen, those that are scrolled away beyond its edges.
    pub(crate) spots: Vec<(i32, Spot)>,
    pub(crate) entries: Vec<Entry>,
    /// Which entry of the list stands on a row of the screen.
    pub(crate) rows: Vec<(u16, usize)>,
    /// The rows of the table, seen or not.
    pub(crate) table_rows: u16,
    /// Lines of the story, and how many of them can be seen.
    pub(crate) story_lines: (usize, usize),
    /// Lines of the pane that can be seen.
    pub(crate) pane_rows: usize,
    pub(crate) cursor: Option<Position>,
}

impl Drawn {
    /// The spot at a place of the screen.
    pub(crate) fn spot_at(&self, at: Position) -> Option<&Spot> {
        let here = |(y, spot): &&(i32, Spot)| {
            let row = i32::from(at.y) - y;
            (spot.area.x..spot.area.right()).contains(&at.x)
                && (0..i32::from(spot.area.height)).contains(&row)
        };
        let seen = self.areas.table.contains(at) || self.areas.hand.contains(at);
        self.spots.iter().filter(|_| seen).find(here).map(|(_, spot)| spot)
    }

    /// The spot with a key.
    pub(crate) fn spot(&self, key: SpotKey) -> Option<&Spot> {
        self.spots.iter().map(|(_, spot)| spot).find(|spot| spot.key == key)
    }

    /// The spot that is next in a direction, from another one.
    pub(crate) fn next(&self, from: SpotKey, (dx, dy): (i32, i32)) -> Option<SpotKey> {
        let middle = |(y, spot): &(i32, Spot)| {
            let (area, y) = (spot.area, *y);
            (2 * i32::from(area.x) + i32::from(area.width), 2 * (2 * y + i32::from(area.height)))
        };
        let here = middle(self.spots.iter().find(|(_, spot)| spot.key == from)?);
        let far = |to: (i32, i32)| {
            let (x, y) = (to.0 - here.0, to.1 - here.1);
            // Along the direction, and off it, which counts more.
            let (along, off) = if dx == 0 { (y * dy, x.abs()) } else { (x * dx, y.abs()) };
            (along > 0).then_some(along + 2 * off)
        };
        let others = self.spots.iter().filter(|(_, spot)| spot.key != from);
        let reached = others.filter_map(|one| Some((far(middle(one))?, one.1.key)));
        reached.min_by_key(|(far, _)| *far).map(|(_, key)| key)
    }
}
