//! What the terminal can show: colour, letters beyond ASCII, and whether somebody sits before it.

use crate::view::{Colour, Phrase, Role, Span};
use anstyle::{AnsiColor, Style};
use std::io::IsTerminal;

/// How things are drawn. Programs and old terminals get plain ASCII without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermStyle {
    pub colour: bool,
    /// Suits as signs, lines as lines. (Accents of texts are always written as they are.)
    pub signs: bool,
    /// Columns of the screen.
    pub columns: usize,
}

/// Columns where nobody says how many there are, and the least that is reckoned with.
const COLUMNS: usize = 80;

/// Colours of owners; red is the suits', blue the backs'.
const OWNERS: [AnsiColor; 4] =
    [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Yellow];

/// Longer lines are not read well.
const MOST_COLUMNS: usize = 160;

impl Default for TermStyle {
    fn default() -> TermStyle {
        TermStyle { colour: false, signs: false, columns: COLUMNS }
    }
}

impl TermStyle {
    pub fn of_output() -> TermStyle {
        let terminal = std::io::stdout().is_terminal();
        let columns = terminal_size::terminal_size()
            .filter(|_| terminal)
            .map(|(width, _)| usize::from(width.0));
        TermStyle {
            columns: columns.unwrap_or(COLUMNS).clamp(COLUMNS, MOST_COLUMNS),
            ..TermStyle::of(terminal)
        }
    }

    /// For a terminal that moves its cursor: where no colours are wanted, there are signs all the
    /// same.
    pub fn of_screen() -> TermStyle {
        TermStyle { signs: is_utf8(), ..TermStyle::of_output() }
    }

    pub fn of_errors() -> TermStyle {
        TermStyle::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> TermStyle {
        let refused = variable("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = variable("TERM").is_some_and(|v| v == "dumb");
        let colour = terminal && !refused && !dumb;
        TermStyle { colour, signs: colour && is_utf8(), ..TermStyle::default() }
    }

    pub fn paint(self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    pub fn faint(self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    pub fn bold(self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// What says that a list goes on.
    pub fn dots(self) -> &'static str {
        if self.signs { "…" } else { "..." }
    }

    /// A phrase in its colours, with signs if there are any.
    pub fn phrase(self, phrase: &Phrase) -> String {
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
        let in_colour =
            |colour: AnsiColor| self.paint(Style::new().fg_color(Some(colour.into())), text);
        match colour {
            Colour::Red => in_colour(AnsiColor::Red),
            Colour::Black | Colour::White => self.bold(text),
            Colour::Own => text.to_owned(),
            Colour::Orange => in_colour(AnsiColor::BrightRed),
            Colour::Yellow | Colour::Brown => in_colour(AnsiColor::Yellow),
            Colour::Green => in_colour(AnsiColor::Green),
            Colour::Cyan => in_colour(AnsiColor::Cyan),
            // The darker one of the two is hard to read on black.
            Colour::Blue => in_colour(AnsiColor::BrightBlue),
            Colour::Violet => in_colour(AnsiColor::Magenta),
            Colour::Grey => self.faint(text),
        }
    }

    /// In the colour of backs.
    pub fn back(self, text: &str) -> String {
        self.paint(Style::new().fg_color(Some(AnsiColor::Blue.into())), text)
    }

    /// In the colour of the seat or the team with this number, which says nothing that words do not
    /// say.
    pub fn of_owner(self, number: u8, text: &str) -> String {
        let colour = OWNERS[usize::from(number.saturating_sub(1)) % OWNERS.len()];
        self.paint(Style::new().bold().fg_color(Some(colour.into())), text)
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// By the variable that decides, as POSIX orders them. Windows terminals take UTF-8.
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variable(name).filter(|v| !v.is_empty()));
    cfg!(windows) || locale.is_some_and(|l| l.to_lowercase().replace('-', "").contains("utf8"))
}
