//! Texts that keys show over the table.

use super::canvas::SpotKey;
use super::keys::Sheet;
use super::state::Pane;
use super::story::Line;
use crate::cli::screen::look::look;
use crate::cli::screen::{Pen, prompt, table};
use crate::cli::text::{width, wrap};
use crate::view::Menu;

/// The text of a sheet in lines that fit; `pen` writes as many columns as the sheet has.
/// `more` is the message that tells of further commands.
pub(crate) fn sheet(
    pen: Pen<'_>,
    menu: Option<&Menu>,
    story: &[&Line],
    which: Sheet,
    more: &str,
) -> Pane {
    let broken = |lines: &[&str]| -> Vec<String> {
        lines.iter().flat_map(|line| wrapped(line, pen.style.columns)).collect()
    };
    let pane =
        |key: &str, lines: Vec<String>| Pane { title: pen.messages.say(key), lines, from: 0 };
    match which {
        Sheet::Help => {
            let keys = if menu.is_some() { "screen-help" } else { "screen-help-following" };
            let text = pen.messages.say(keys);
            let mut lines = broken(&text.lines().collect::<Vec<_>>());
            if menu.is_some() {
                let more = [pen.messages.say("screen-commands"), pen.messages.say(more)];
                let more = more.into_iter().chain(table::explains_backs(pen));
                lines.push(String::new());
                lines.extend(more.flat_map(|text| wrap(&text, pen.style.columns)));
            }
            pane("screen-help-title", lines)
        }
        Sheet::Story => {
            let lines = story.iter().flat_map(|line| match line {
                Line::Text(text) => broken(&[text]),
                Line::Board(lines) => lines.clone(),
            });
            let lines = lines.collect();
            // The end is what one has not read yet.
            Pane { from: usize::MAX, ..pane("screen-story-title", lines) }
        }
        Sheet::Reasons => {
            let told = menu.map(|menu| prompt::explain(menu, pen.style, pen.messages));
            let told = told.unwrap_or_default();
            pane(
                "screen-reasons-title",
                broken(&told.iter().map(String::as_str).collect::<Vec<_>>()),
            )
        }
        Sheet::Card(key) => {
            let names = names(pen, key);
            let mut lines: Vec<String> = Vec::new();
            for name in names {
                let about = look(pen, &name);
                if !about.is_empty() && !lines.is_empty() {
                    lines.push(String::new());
                }
                lines.extend(about);
            }
            pane("screen-card-title", lines)
        }
    }
}

/// What lies in a spot, as one asks for it by name; nothing of what is not known.
pub(crate) fn names(pen: Pen<'_>, key: SpotKey) -> Vec<String> {
    let place = key.place().and_then(|id| pen.view.places.iter().find(|place| place.id == id));
    let Some(place) = place else { return Vec::new() };
    let name = |card| pen.view.cards.get(&card).map(|face| face.name.text());
    match key {
        SpotKey::Card(_, stack, at) => {
            let seen = place.stacks.get(stack).and_then(|stack| stack.cards.get(at));
            seen.and_then(|seen| seen.card).and_then(name).into_iter().collect()
        }
        SpotKey::Stack(_, number) => {
            let stack = place.stacks.get(number);
            let record = stack.map_or(&place.record, |stack| &stack.record).clone();
            let cards = stack.into_iter().flat_map(|stack| stack.cards.iter().rev());
            let mut names: Vec<String> =
                cards.filter_map(|seen| seen.card).filter_map(name).collect();
            names.dedup();
            names.truncate(4);
            names.insert(0, record);
            names
        }
        SpotKey::Player(_) | SpotKey::Team(_) => Vec::new(),
    }
}

/// A line in as many as it takes, the further ones as far to the right as its text begins: behind
/// several blanks, if it has them.
fn wrapped(line: &str, columns: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_owned()];
    }
    let begins = line.len() - line.trim_start().len();
    let behind = line[begins..].find("  ").map_or(begins, |gap| {
        let gap = begins + gap;
        gap + line[gap..].len() - line[gap..].trim_start().len()
    });
    let (head, text) = line.split_at(behind);
    let indent = width(head);
    let broken = wrap(text, columns.saturating_sub(indent).max(8));
    let lead = |row: usize| if row == 0 { head.to_owned() } else { " ".repeat(indent) };
    broken.iter().enumerate().map(|(row, line)| format!("{}{line}", lead(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_key_does_stays_behind_it() {
        assert_eq!(wrapped("Tab   the next card", 16), ["Tab   the next", "      card"]);
        assert_eq!(wrapped("  one two three", 12), ["  one two", "  three"]);
        assert_eq!(wrapped("a  b", 7), ["a  b"]);
    }
}
