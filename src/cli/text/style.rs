//! What the terminal can show: colour, letters beyond ASCII, and whether somebody sits before it.

use crate::view::{Colour, Phrase, Role, Span, typewritten};
use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style};
use std::borrow::Cow;
use std::io::IsTerminal;
use supports_color::Stream;

/// How things are drawn. Programs and old terminals get plain ASCII without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TermStyle {
    pub(crate) colour: bool,
    /// Colours beside the terminal's own sixteen.
    pub(crate) shades: Shades,
    /// Suits as signs, lines as lines. (Accents of texts are always written as they are.)
    pub(crate) signs: bool,
    /// Columns of the screen.
    pub(crate) columns: usize,
}

/// Which colours a terminal has beside its own sixteen, which suit its ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shades {
    #[default]
    None,
    /// The 256 of xterm.
    Many,
    /// All of them, by red, green and blue.
    All,
}

/// A colour that the sixteen lack, readable on black and on white: as one of all, as the one of 256
/// that is like it, and which of the sixteen stands for it.
#[derive(Clone, Copy)]
struct Shade {
    all: RgbColor,
    many: Ansi256Color,
    sixteen: AnsiColor,
}

const ORANGE: Shade = shade((0xd2, 0x69, 0x1e), 166, AnsiColor::BrightRed);
const BROWN: Shade = shade((0xa0, 0x70, 0x4c), 137, AnsiColor::Yellow);

const fn shade((r, g, b): (u8, u8, u8), many: u8, sixteen: AnsiColor) -> Shade {
    Shade { all: RgbColor(r, g, b), many: Ansi256Color(many), sixteen }
}

/// Columns where nobody says how many there are.
const COLUMNS: usize = 80;

/// The least that is reckoned with: in fewer there is no room for words.
const LEAST_COLUMNS: usize = 20;

/// Colours of the first owners; red is the suits', blue the backs'.
const OWNERS: [AnsiColor; 4] =
    [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Yellow];

/// Colours of the owners behind these. With sixteen colours they begin again.
const MORE_OWNERS: [Shade; 4] = [
    shade((0xd2, 0x69, 0x1e), 166, OWNERS[0]),
    shade((0x8f, 0x6f, 0xd8), 98, OWNERS[1]),
    shade((0x6b, 0x8e, 0x23), 64, OWNERS[2]),
    shade((0xc8, 0x5a, 0x9c), 169, OWNERS[3]),
];

/// Longer lines are not read well.
const MOST_COLUMNS: usize = 160;

impl Default for TermStyle {
    fn default() -> TermStyle {
        TermStyle { colour: false, shades: Shades::None, signs: false, columns: COLUMNS }
    }
}

impl TermStyle {
    /// How texts are written on a page of the browser.
    #[cfg(feature = "serve")]
    pub(crate) fn of_pages() -> TermStyle {
        TermStyle { signs: true, ..TermStyle::default() }
    }

    pub(crate) fn of_output() -> TermStyle {
        let terminal = std::io::stdout().is_terminal();
        let columns = terminal_size::terminal_size()
            .filter(|_| terminal)
            .map(|(width, _)| usize::from(width.0));
        TermStyle {
            columns: columns.unwrap_or(COLUMNS).clamp(LEAST_COLUMNS, MOST_COLUMNS),
            ..TermStyle::of(terminal, Stream::Stdout)
        }
    }

    /// The style of a terminal that moves its cursor: where no colours are wanted, there are signs
    /// all the same.
    pub(crate) fn of_screen() -> TermStyle {
        TermStyle { signs: is_utf8(), ..TermStyle::of_output() }
    }

    pub(crate) fn of_errors() -> TermStyle {
        TermStyle::of(std::io::stderr().is_terminal(), Stream::Stderr)
    }

    fn of(terminal: bool, stream: Stream) -> TermStyle {
        let refused = variable("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = variable("TERM").is_some_and(|v| v == "dumb");
        let colour = terminal && !refused && !dumb;
        let shades = match supports_color::on(stream).filter(|_| colour) {
            Some(level) if level.has_16m => Shades::All,
            Some(level) if level.has_256 => Shades::Many,
            Some(_) | None => Shades::None,
        };
        TermStyle { colour, shades, signs: colour && is_utf8(), ..TermStyle::default() }
    }

    fn shade(self, Shade { all, many, sixteen }: Shade) -> Color {
        match self.shades {
            Shades::None => sixteen.into(),
            Shades::Many => many.into(),
            Shades::All => all.into(),
        }
    }

    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// What says that a list goes on.
    pub(crate) fn dots(self) -> &'static str {
        if self.signs { "…" } else { "..." }
    }

    /// A text as it is, or with the signs of a typewriter for those of print.
    pub(crate) fn typed(self, text: &str) -> Cow<'_, str> {
        if self.signs { Cow::Borrowed(text) } else { typewritten(text) }
    }

    /// A phrase in its colours, with signs if there are any.
    pub(crate) fn phrase(self, phrase: &Phrase) -> String {
        phrase.spans().iter().map(|span| self.span(span)).collect()
    }

    fn span(self, span: &Span) -> String {
        let text = &*span.written(self.signs);
        match span.role {
            Role::Card(_, colour) => self.coloured(colour, text),
            // A suit in words is a word like any other.
            Role::Suit(colour) if self.signs => self.coloured(colour, text),
            Role::Back => self.back(text),
            Role::Suit(_)
            | Role::Plain
            | Role::Place(..)
            | Role::Player(_)
            | Role::Team(_)
            | Role::Number => text.to_owned(),
        }
    }

    /// Red suits in red; the others in the terminal's own colour, which is readable on any ground.
    fn coloured(self, colour: Colour, text: &str) -> String {
        let painted = |colour: Color| self.paint(Style::new().fg_color(Some(colour)), text);
        let in_colour = |colour: AnsiColor| painted(colour.into());
        match colour {
            Colour::Red => in_colour(AnsiColor::Red),
            Colour::Black | Colour::White => self.bold(text),
            Colour::Own => text.to_owned(),
            Colour::Orange => painted(self.shade(ORANGE)),
            Colour::Brown => painted(self.shade(BROWN)),
            Colour::Yellow => in_colour(AnsiColor::Yellow),
            Colour::Green => in_colour(AnsiColor::Green),
            Colour::Cyan => in_colour(AnsiColor::Cyan),
            // The darker one of the two is hard to read on black.
            Colour::Blue => in_colour(AnsiColor::BrightBlue),
            Colour::Violet => in_colour(AnsiColor::Magenta),
            Colour::Grey => self.faint(text),
        }
    }

    /// A text in the colour of backs.
    pub(crate) fn back(self, text: &str) -> String {
        self.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), text)
    }

    /// A text in the colour of the seat or the team with this number, which says nothing that words
    /// do not say.
    pub(crate) fn of_owner(self, number: u8, text: &str) -> String {
        let number = usize::from(number.saturating_sub(1)) % (OWNERS.len() + MORE_OWNERS.len());
        let colour = match MORE_OWNERS.get(number.wrapping_sub(OWNERS.len())) {
            Some(shade) => self.shade(*shade),
            None => OWNERS[number % OWNERS.len()].into(),
        };
        self.paint(Style::new().bold().fg_color(Some(colour)), text)
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether text is UTF-8, by the variable that decides, as POSIX orders them. Windows terminals
/// take UTF-8.
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variable(name).filter(|v| !v.is_empty()));
    cfg!(windows) || locale.is_some_and(|l| l.to_lowercase().replace('-', "").contains("utf8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(shades: Shades) -> TermStyle {
        TermStyle { colour: true, shades, ..TermStyle::default() }
    }

    #[test]
    fn a_brown_card_is_brown_where_there_is_brown() {
        let brown = |shades| with(shades).coloured(Colour::Brown, "x");
        assert_eq!(brown(Shades::None), "\u{1b}[33mx\u{1b}[0m");
        assert_eq!(brown(Shades::Many), "\u{1b}[38;5;137mx\u{1b}[0m");
        assert_eq!(brown(Shades::All), "\u{1b}[38;2;160;112;76mx\u{1b}[0m");
    }

    #[test]
    fn eight_owners_have_a_colour_each_where_there_are_so_many() {
        let colours = |shades| {
            let owners: std::collections::BTreeSet<String> =
                (1..=16).map(|number| with(shades).of_owner(number, "x")).collect();
            owners.len()
        };
        assert_eq!([Shades::None, Shades::Many, Shades::All].map(colours), [4, 8, 8]);
    }
}
