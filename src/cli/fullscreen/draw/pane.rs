//! A text over the table.

use crate::cli::fullscreen::ink::put;
use crate::cli::fullscreen::state::Pane;
use crate::cli::text::{TermStyle, shorten, width};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

/// Draws a text in a frame that is as high as it takes; gives how many of its lines can be seen.
pub(super) fn draw_pane(picture: &mut Buffer, style: TermStyle, pane: &Pane, most: Rect) -> usize {
    let lines = u16::try_from(pane.lines.len()).unwrap_or(u16::MAX);
    let area = Rect { height: most.height.min(lines.saturating_add(2)), ..most };
    let [nw, line, ne, side, sw, se] = if style.signs {
        ["╭", "─", "╮", "│", "╰", "╯"]
    } else {
        ["+", "-", "+", "|", "+", "+"]
    };
    let wide = usize::from(area.width.saturating_sub(2));
    let rows = usize::from(area.height.saturating_sub(2));
    let rule = |text: &str| {
        let text = shorten(text, wide.saturating_sub(2), style.signs);
        format!("{line}{text}{}", line.repeat(wide.saturating_sub(width(&text) + 1)))
    };
    // Nothing of what lies below shows through, its colours neither.
    area.intersection(picture.area).positions().for_each(|at| picture[at].reset());
    for y in area.y..area.bottom() {
        let text = if y == area.y {
            format!("{nw}{}{ne}", rule(&format!(" {} ", pane.title)))
        } else if y + 1 == area.bottom() {
            let seen = (pane.from + rows).min(pane.lines.len());
            let place = if pane.lines.len() > rows {
                format!(" {seen}/{} ", pane.lines.len())
            } else {
                String::new()
            };
            format!("{sw}{}{se}", rule(&place))
        } else {
            let at = pane.from + usize::from(y - area.y - 1);
            let text = style.typed(pane.lines.get(at).map_or("", String::as_str));
            put(picture, (area.x, y), &format!("{side}{}", " ".repeat(wide)), area.width);
            put(picture, (area.x + 2, y), &text, area.width.saturating_sub(4));
            put(picture, (area.right() - 1, y), side, 1);
            continue;
        };
        put(picture, (area.x, y), &text, area.width);
    }
    for y in area.y..area.bottom() {
        if let Some(cell) =
            picture.cell_mut((area.right() - 1, y)).filter(|_| y > area.y && y + 1 < area.bottom())
        {
            cell.set_symbol(side);
        }
    }
    rows
}
