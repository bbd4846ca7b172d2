//! The side of a screen: the list of what can be chosen, and the story.

use super::reach::Reach;
use super::{Sight, more};
use crate::cli::fullscreen::cards::signs;
use crate::cli::fullscreen::choice::{Choice, Entry};
use crate::cli::fullscreen::ink::put;
use crate::cli::fullscreen::state::Focus;
use crate::cli::fullscreen::story::Line;
use crate::cli::screen::Pen;
use crate::cli::text::{TermStyle, width, wrap};
use crate::view::Pointer;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

/// Lines of the list: of which entry each is, or none.
pub(super) type ListLine = (String, Option<usize>);

pub(super) fn list_lines(sight: Sight<'_>, reach: &Reach<'_>, columns: usize) -> Vec<ListLine> {
    let Some(choice) = sight.choice else { return Vec::new() };
    let style = sight.pen.style;
    let mut lines: Vec<ListLine> = wrap(&choice.prompt(style, sight.pen.messages), columns)
        .into_iter()
        .map(|line| (style.bold(&line), None))
        .collect();
    let entries = &reach.entries;
    let digits = entries.len().to_string().len();
    let pointer = if style.signs { "▸" } else { ">" };
    // What goes with all of them says nothing.
    let all_go = entries.len() > 1 && entries.iter().all(|entry| reach.goes(entry));
    for (i, entry) in entries.iter().enumerate() {
        let here = sight.state.focus == Focus::List && sight.state.entry == i;
        let goes = reach.goes(entry) && !all_go;
        let sign = if here || goes { pointer } else { " " };
        let picked = picked_sign(choice, entry, style);
        let text =
            wrap(&format!("{picked}{}", entry.text), columns.saturating_sub(digits + 2).max(4));
        for (row, line) in text.iter().enumerate() {
            let line = if goes { style.bold(line) } else { line.clone() };
            let number = if row == 0 {
                format!("{sign}{} ", style.bold(&format!("{:>digits$}", i + 1)))
            } else {
                " ".repeat(digits + 2)
            };
            lines.push((format!("{number}{line}"), Some(i)));
        }
    }
    lines
}

/// The sign of an entry that has been picked, and how often where it is several cards.
fn picked_sign(choice: &Choice, entry: &Entry, style: TermStyle) -> String {
    if !choice.is_subset() || entry.options.is_empty() {
        return String::new();
    }
    let names = |points: &[Pointer]| choice.concerns(&entry.options, points);
    let [picked, _] = signs(style);
    match choice.picks.iter().filter(|pick| names(&pick.points)).count() {
        0 => String::new(),
        1 => format!("{picked} "),
        n => format!("{picked}{n} "),
    }
}

/// Draws as much of the list as there is room for, with the entry that is pointed at; gives which
/// entry stands on which row.
pub(super) fn list_drawn(
    picture: &mut Buffer,
    sight: Sight<'_>,
    reach: &Reach<'_>,
    (lines, area): (&[ListLine], Rect),
) -> Vec<(u16, usize)> {
    let all_heads = lines.iter().take_while(|line| line.1.is_none()).count();
    let list = &lines[all_heads..];
    // A long question leaves half of the room to its answers, if they need it.
    let most =
        usize::from(area.height).saturating_sub(list.len()).max(usize::from(area.height) / 2);
    let heads = all_heads.min(most);
    let room = usize::from(area.height).saturating_sub(heads);
    let wanted = wanted_entry(sight, reach);
    let at = list.iter().position(|line| line.1 == Some(wanted)).unwrap_or(0);
    let last = list.len().saturating_sub(room);
    let from = at.saturating_sub(room / 2).min(last);
    let mut rows = Vec::new();
    let shown = lines[..heads].iter().chain(list.iter().skip(from).take(room));
    for (y, (text, entry)) in (area.y..).zip(shown) {
        put(picture, (area.x, y), text, area.width);
        if let Some(entry) = entry {
            rows.push((y, *entry));
            if sight.state.focus == Focus::List && sight.state.entry == *entry {
                let row = Rect::new(area.x, y, area.width, 1);
                picture.set_style(row, Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }
    let top = Rect {
        y: area.y + u16::try_from(heads).unwrap_or(0),
        height: u16::try_from(room).unwrap_or(0),
        ..area
    };
    let (from, rows_of_list) =
        (u16::try_from(from).unwrap_or(0), u16::try_from(list.len()).unwrap_or(u16::MAX));
    more(picture, sight.pen.style, top, from, rows_of_list);
    rows
}

/// The entry that must be seen: the one that is pointed at, or goes with what is.
fn wanted_entry(sight: Sight<'_>, reach: &Reach<'_>) -> usize {
    reach.entries.iter().position(|entry| reach.goes(entry)).unwrap_or(sight.state.entry)
}

/// The last lines of the story, or those that somebody has scrolled back to.
pub(super) fn story(picture: &mut Buffer, sight: Sight<'_>, area: Rect) -> (usize, usize) {
    let style = sight.pen.style;
    let columns = usize::from(area.width);
    let mut rows = usize::from(area.height);
    let mut y = area.y;
    if sight.choice.is_some() && rows > 1 {
        let rule = if style.signs { "─" } else { "-" };
        put(picture, (area.x, y), &style.faint(&rule.repeat(columns)), area.width);
        (rows, y) = (rows - 1, y + 1);
    }
    // Of what is far back nothing is seen: only as much is broken into lines as there is room for.
    let wanted = rows + sight.state.story_back;
    let mut lines: Vec<String> = Vec::new();
    for told in sight.story.iter().rev() {
        let broken = in_columns(told, columns, sight.pen);
        lines.extend(broken.into_iter().rev());
        if lines.len() >= wanted {
            break;
        }
    }
    lines.reverse();
    let end = lines.len().saturating_sub(sight.state.story_back).max(rows.min(lines.len()));
    let from = end.saturating_sub(rows);
    for (y, line) in (y..).zip(&lines[from..end]) {
        put(picture, (area.x, y), line, area.width);
    }
    if end < lines.len() {
        more(picture, style, Rect { y, height: area.bottom() - y, ..area }, 0, u16::MAX);
    }
    (lines.len(), rows)
}

/// A line of the story in lines of so many columns. A board that is wider is left for whoever reads
/// the whole story.
fn in_columns(line: &Line, columns: usize, pen: Pen<'_>) -> Vec<String> {
    match line {
        Line::Text(text) => {
            let broken = wrap(text, columns.saturating_sub(1));
            let indented = |(i, line)| if i == 0 { line } else { format!(" {line}") };
            broken.into_iter().enumerate().map(indented).collect()
        }
        Line::Board(lines) if lines.iter().all(|line| width(line) <= columns) => lines.clone(),
        Line::Board(_) => wrap(&pen.messages.say("screen-stood"), columns.saturating_sub(1)),
    }
}
