//! What the terminal can show: colour, letters beyond ASCII, and whether somebody sits before it.

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

    pub fn of_errors() -> TermStyle {
        TermStyle::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> TermStyle {
        let refused = variable("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = variable("TERM").is_some_and(|v| v == "dumb");
        let colour = terminal && !refused && !dumb;
        TermStyle { colour, signs: colour && is_utf8(), ..TermStyle::default() }
    }

    pub fn paint(self, style: anstyle::Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    pub fn faint(self, text: &str) -> String {
        self.paint(anstyle::Style::new().dimmed(), text)
    }

    pub fn bold(self, text: &str) -> String {
        self.paint(anstyle::Style::new().bold(), text)
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
