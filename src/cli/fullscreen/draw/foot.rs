//! The foot of a screen: what is told or typed, what the keys mean, and a time line above it.

use super::Sight;
use crate::cli::fullscreen::ink::put;
use crate::cli::fullscreen::state::Slider;
use crate::cli::text::{TermStyle, width, wrap};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

/// Lines of a message below the table.
const MOST_STATUS: usize = 3;

/// What stands between keys.
const KEYS: &str = " · ";

/// The lines of what is told below the table.
pub(super) fn status(sight: Sight<'_>, columns: u16) -> Vec<String> {
    match (&sight.state.input, &sight.state.status) {
        (Some(_), _) => vec![String::new()],
        (None, Some(status)) => {
            let status = sight.pen.style.typed(status);
            let mut lines = wrap(&status, usize::from(columns));
            lines.truncate(MOST_STATUS);
            lines
        }
        (None, None) => {
            let keys = whole_keys(sight.keys, usize::from(columns));
            vec![if sight.pen.style.signs { keys } else { keys.replace(KEYS, " - ") }]
        }
    }
}

/// What the keys mean, as many of them as there is room for.
fn whole_keys(keys: &str, columns: usize) -> String {
    let mut line = String::new();
    for key in keys.split(KEYS) {
        let longer = if line.is_empty() { key.to_owned() } else { format!("{line}{KEYS}{key}") };
        if width(&longer) > columns {
            break;
        }
        line = longer;
    }
    line
}

pub(super) fn foot_drawn(
    picture: &mut Buffer,
    sight: Sight<'_>,
    status: &[String],
    area: Rect,
) -> Option<Position> {
    let style = sight.pen.style;
    if let Some(input) = &sight.state.input {
        let x = put(picture, (area.x, area.y), &style.bold(&input.lead), area.width);
        let room = usize::from(area.width.saturating_sub(x + 1));
        // The end of what is typed is seen.
        let mut tail = input.text.as_str();
        while width(tail) > room {
            tail = tail.char_indices().nth(1).map_or("", |(at, _)| &tail[at..]);
        }
        let x = put(picture, (x, area.y), tail, area.width);
        return Some(Position { x: x.min(area.right() - 1), y: area.y });
    }
    for (y, line) in (area.y..).zip(status) {
        let line = if sight.state.status.is_some() { style.bold(line) } else { style.faint(line) };
        put(picture, (area.x, y), &line, area.width);
    }
    if !sight.state.digits.is_empty() {
        let digits = format!(" {}_ ", sight.state.digits);
        let x = area.right().saturating_sub(u16::try_from(digits.len()).unwrap_or(4));
        put(picture, (x, area.y), &style.bold(&digits), area.width);
    }
    None
}

pub(super) fn draw_slider(picture: &mut Buffer, style: TermStyle, slider: &Slider, area: Rect) {
    if area.height == 0 {
        return;
    }
    let [left, line, knob, right] =
        if style.signs { ["├", "─", "●", "┤"] } else { ["[", "-", "O", "]"] };
    let words = format!(" {}", slider.words);
    let room = slider_room(area, &slider.words);
    let at = (room.saturating_sub(1)) * slider.at / slider.of.max(1);
    let text = format!(
        "{left}{}{}{}{right}{words}",
        line.repeat(at),
        style.bold(knob),
        line.repeat(room.saturating_sub(at + 1))
    );
    put(picture, (area.x, area.y), &text, area.width);
}

/// Columns of a time line beside its words.
pub(crate) fn slider_room(area: Rect, words: &str) -> usize {
    usize::from(area.width).saturating_sub(width(words) + 3).max(2)
}
