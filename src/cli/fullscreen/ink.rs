//! From texts with our own colours, as line mode writes them, to the cells of a screen.

use crate::cli::text::harmless;
use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::{Line, Span};

/// A text in spans. Of all that could steer a terminal in it only colours and weights have a
/// meaning; the rest is shown as a picture, or not at all.
pub(crate) fn line(text: &str) -> Line<'static> {
    let text = harmless(text);
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut style = Style::default();
    let mut rest: &str = &text;
    while !rest.is_empty() {
        let end = rest.find('\u{1b}').unwrap_or(rest.len());
        let (plain, after) = rest.split_at(end);
        if !plain.is_empty() {
            spans.push(Span::styled(plain.replace(['\t', '\n', '\u{a0}'], " "), style));
        }
        rest = match after.strip_prefix("\u{1b}[").and_then(|after| after.split_once('m')) {
            Some((numbers, behind)) => {
                style = turned(style, numbers);
                behind
            }
            None => after.get(1..).unwrap_or_default(),
        };
    }
    Line::from(spans)
}

/// A style after the numbers of a sequence that sets it.
fn turned(mut style: Style, numbers: &str) -> Style {
    let mut numbers = numbers.split(';').map(|number| number.parse::<u8>().unwrap_or_default());
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::default(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            n @ 30..=37 => style.fg(Color::Indexed(n - 30)),
            n @ 90..=97 => style.fg(Color::Indexed(n - 90 + 8)),
            38 => beyond_sixteen(&mut numbers).map_or(style, |colour| style.fg(colour)),
            _ => style,
        };
    }
    style
}

/// The colour that the numbers behind 38 name: one of 256, or red, green and blue.
fn beyond_sixteen(numbers: &mut impl Iterator<Item = u8>) -> Option<Color> {
    match numbers.next()? {
        5 => Some(Color::Indexed(numbers.next()?)),
        2 => Some(Color::Rgb(numbers.next()?, numbers.next()?, numbers.next()?)),
        _ => None,
    }
}

/// Writes a text at a place, in at most `most` columns; what does not fit is cut. Gives the column
/// behind it.
pub(crate) fn put(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, most: u16) -> u16 {
    if y >= buffer.area.bottom() || x >= buffer.area.right() {
        return x;
    }
    buffer.set_line(x, y, &line(text), most.min(buffer.area.right() - x)).0
}

/// All of a picture as text, for whoever compares pictures.
pub(crate) fn text(buffer: &Buffer) -> String {
    let row = |y: u16| {
        let mut row = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            row.push_str(symbol);
            x += u16::try_from(crate::cli::text::width(symbol)).unwrap_or(1).max(1);
        }
        row.trim_end().to_owned()
    };
    (0..buffer.area.height).map(|y| row(y) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui_core::layout::Rect;

    #[test]
    fn our_colours_are_styles_and_nothing_else_steers() {
        let line = line("a\u{1b}[1m\u{1b}[31m10♥\u{1b}[0m b\u{1b}[2J");
        let texts: Vec<&str> = line.spans.iter().map(|span| &*span.content).collect();
        assert_eq!(texts, ["a", "10♥", " b␛[2J"]);
        let red = Style::default().add_modifier(Modifier::BOLD).fg(Color::Indexed(1));
        assert_eq!((line.spans[1].style, line.spans[2].style), (red, Style::default()));
    }

    #[test]
    fn colours_beyond_the_sixteen_are_kept() {
        let line = line("\u{1b}[1;38;5;166ma\u{1b}[0m\u{1b}[38;2;210;105;30mb\u{1b}[0m");
        let colours: Vec<Option<Color>> = line.spans.iter().map(|span| span.style.fg).collect();
        assert_eq!(colours, [Some(Color::Indexed(166)), Some(Color::Rgb(210, 105, 30))]);
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        assert_eq!(put(&mut buffer, (1, 0), "abcdef", 3), 4);
        put(&mut buffer, (9, 0), "x", 3);
        put(&mut buffer, (0, 7), "x", 3);
        assert_eq!(text(&buffer), " abc\n");
    }
}
