//! What the terminal can show: colour, letters beyond ASCII, and whether somebody sits before it.

use std::io::IsTerminal;

/// How things are drawn. Programs and old terminals get plain ASCII without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub colour: bool,
    /// Suits as signs, lines as lines. (Accents of texts are always written as they are.)
    pub signs: bool,
}

impl Look {
    pub fn of_output() -> Look {
        Look::of(std::io::stdout().is_terminal())
    }

    pub fn of_errors() -> Look {
        Look::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Look {
        let refused = variable("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = variable("TERM").is_some_and(|v| v == "dumb");
        let colour = terminal && !refused && !dumb;
        Look { colour, signs: colour && is_utf8() }
    }

    pub fn paint(self, style: anstyle::Style, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
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
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name).filter(|v| !v.is_empty()));
    cfg!(windows) || locale.is_some_and(|l| l.to_lowercase().replace('-', "").contains("utf8"))
}

/// Columns that a text takes; colour takes none.
pub fn width(text: &str) -> usize {
    let mut columns = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            columns += 1;
        }
    }
    columns
}

/// The text with blanks behind it up to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text in lines of at most so many columns, broken at blanks; what is too long for a line stands alone.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && width(line) + 1 + width(word) > columns {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_takes_no_columns() {
        let look = Look { colour: true, signs: true };
        assert_eq!(width(&look.bold("10♥")), 3);
        assert_eq!(width(&pad(&look.bold("é"), 4)), 4);
        assert_eq!(Look::default().bold("é"), "é");
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible no", 5), ["incomprehensible", "no"]);
    }
}
