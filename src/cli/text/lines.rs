//! Lines of text as a terminal shows them: how wide they are, how they are broken and cut, and what
//! of a text from elsewhere a terminal may get.

use crate::source::{is_steering, picture};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::path::Path;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The text without its colours.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            plain.push(letter);
        }
    }
    plain
}

/// The text as a terminal may get it: our own colours stay, whatever else would steer the terminal
/// is shown as a picture.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_steering) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let colours = colours(rest);
        match colours {
            0 if is_steering(letter) => shown.push(picture(letter)),
            0 => shown.push(letter),
            _ => shown.push_str(&rest[..colours]),
        }
        rest = &rest[colours.max(letter.len_utf8())..];
    }
    Cow::Owned(shown)
}

/// A text from elsewhere that somebody is to judge, with all characters written out that would not
/// be seen: colours, ends of lines, what moves the cursor or turns the direction of writing.
pub(crate) fn spelt_out(text: &str) -> String {
    text.chars()
        .map(|c| if is_seen(c) { c.to_string() } else { c.escape_default().to_string() })
        .collect()
}

/// A path as people are told it.
pub(crate) fn spelt_path(path: &Path) -> String {
    spelt_out(&path.display().to_string())
}

/// A path as it is typed into a POSIX shell: as it is where the shell reads it so, else in quotes.
pub(crate) fn path_for_shell(path: &Path) -> String {
    match path.as_os_str().as_encoded_bytes() {
        // It would be taken for an option.
        [b'-', ..] => for_shell(Path::new(".").join(path).as_os_str().as_encoded_bytes()),
        bytes => for_shell(bytes),
    }
}

/// A word as it is typed into a POSIX shell: as it is where the shell reads it so, else in quotes.
/// What cannot be seen is written as a number, in a kind of quotes that POSIX has since 2024.
pub(crate) fn for_shell(word: &[u8]) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_./:=@%+,-".contains(letter);
    match str::from_utf8(word) {
        Ok(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Ok(text) if text.chars().all(is_seen) => format!("'{}'", text.replace('\'', r"'\''")),
        Ok(_) | Err(_) => {
            let mut quoted = String::from("$'");
            for chunk in word.utf8_chunks() {
                for letter in chunk.valid().chars() {
                    match letter {
                        '\'' | '\\' => quoted.extend(['\\', letter]),
                        letter if is_seen(letter) => quoted.push(letter),
                        letter => quoted.push_str(&octal(letter.to_string().as_bytes())),
                    }
                }
                quoted.push_str(&octal(chunk.invalid()));
            }
            quoted + "'"
        }
    }
}

/// Bytes as a shell reads them in its quotes.
fn octal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:03o}")).collect()
}

/// Whether a character can be seen, and does not turn the direction of those around it.
pub(crate) fn is_seen(letter: char) -> bool {
    const UNSEEN: [RangeInclusive<char>; 4] = [
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2066}'..='\u{2069}',
        '\u{feff}'..='\u{feff}',
    ];
    !letter.is_control() && !UNSEEN.iter().any(|unseen| unseen.contains(&letter))
}

/// How many bytes a text begins with that set a colour or a weight, and do nothing else.
fn colours(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = numbers
        .find(|c: char| !c.is_ascii_digit() && c != ';')
        .filter(|&end| numbers[end..].starts_with('m'));
    end.map_or(0, |end| "\u{1b}[".len() + end + 1)
}

/// Columns that a text takes: colour takes none, letters of East Asia and pictures take two.
pub(crate) fn width(text: &str) -> usize {
    plain(text).width()
}

/// The text with blanks behind it, so that it takes as many `columns`.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text cut to this many `columns`, with a sign that it goes on; colours end where they ended.
pub(crate) fn shorten(text: &str, columns: usize, signs: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let end = if signs { "…" } else { "." };
    let room = columns.saturating_sub(1);
    let (mut cut, mut taken, mut rest) = (String::new(), 0, text);
    while !rest.is_empty() {
        let colours = colours(rest);
        // What is one letter to the eye is not cut in two.
        let letter = rest.graphemes(true).next().unwrap_or_default();
        if colours > 0 {
            cut.push_str(&rest[..colours]);
        } else if taken + letter.width() <= room {
            cut.push_str(letter);
            taken += letter.width();
        } else if taken <= room {
            cut.truncate(cut.trim_end().len());
            cut.push_str(end);
            // There is no room any more.
            taken = room + 1;
        }
        rest = &rest[colours.max(letter.len())..];
    }
    cut
}

/// The text in the middle of this many `columns`, with blanks around it.
pub(crate) fn centre(text: &str, columns: usize) -> String {
    let left = columns.saturating_sub(width(text)) / 2;
    pad(&format!("{}{text}", " ".repeat(left)), columns)
}

/// The text in lines of at most this many `columns`, broken at blanks; what is too long for a line
/// stands alone. Signs that French sets off with a blank stay with what they belong to.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && width(line) + 1 + width(&word) > columns {
            lines.push(word);
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    lines
}

/// A line as it is, where it has room in so many `columns`; else in as many lines as it takes.
pub(crate) fn fitted(line: &str, columns: usize) -> Vec<String> {
    if width(line) <= columns { vec![line.to_owned()] } else { wrap(line, columns) }
}

/// Whether it is a sign at the end of what stands before it.
fn is_sign(word: &str) -> bool {
    let all = |signs: &str| word.chars().all(|sign| signs.contains(sign));
    word.starts_with(['»', ':', ';', '?', '!']) && all("»:;?!.,)")
}

/// The parts of a text between which a line may end.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match words.last_mut() {
            Some(last) if last.ends_with('«') || is_sign(word) && !last.ends_with(['.', ',']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::text::TermStyle;

    #[test]
    fn colour_takes_no_columns() {
        let style = TermStyle { colour: true, signs: true, ..TermStyle::default() };
        assert_eq!(width(&style.bold("10♥")), 3);
        assert_eq!(width(&pad(&style.bold("é"), 4)), 4);
        assert_eq!(TermStyle::default().bold("é"), "é");
    }

    #[test]
    fn what_steers_a_terminal_is_shown_and_our_colours_stay() {
        let bold = TermStyle { colour: true, ..TermStyle::default() }.bold("10♥");
        assert_eq!(harmless(&bold), bold);
        assert_eq!(harmless("a\tb\n"), "a\tb\n");
        assert_eq!(harmless("\u{1b}[2J\u{1b}]0;x\u{7}"), "␛[2J␛]0;x␇");
        assert_eq!(harmless("\u{1b}[31"), "␛[31");
        assert_eq!(harmless("a\rb\u{7f}\u{9b}1m\u{202e}"), "a␍b␡\u{fffd}1m\u{fffd}");
    }

    #[test]
    fn what_is_to_be_typed_is_quoted_where_a_shell_would_read_something_else() {
        let typed = |path: &str| path_for_shell(Path::new(path));
        for plain in ["records/whist-7.jsonl", "C:/é/日本.jsonl"] {
            assert_eq!(typed(plain), plain);
        }
        assert_eq!(typed("od d/日本 é.jsonl"), "'od d/日本 é.jsonl'");
        assert_eq!(typed("it's $(x).jsonl"), r"'it'\''s $(x).jsonl'");
        assert_eq!(typed("~/a.jsonl"), "'~/a.jsonl'");
        assert_eq!(typed("-x.jsonl"), "./-x.jsonl");
        assert_eq!(typed("a\u{1b}[31m'\\\u{202e}"), r"$'a\033[31m\'\\\342\200\256'");
        assert_eq!(for_shell(b"\xffa"), r"$'\377a'");
        assert_eq!(for_shell(b""), "''");
    }

    #[test]
    fn quotation_marks_stay_with_what_they_quote() {
        assert_eq!(wrap("Tapez « oui » ou « non » ?", 12), ["Tapez", "« oui » ou", "« non » ?"]);
    }

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        let texts = ["龍と虎", "🐉", "e\u{301}", "👩‍🚀", "שלום", "10♥", "▒▒"];
        assert_eq!(texts.map(width), [6, 2, 1, 2, 4, 3, 2]);
        assert_eq!(pad("虎", 4), "虎  ");
        assert_eq!(shorten("龍と虎の", 6, true), "龍と…");
        assert_eq!(shorten("e\u{301}e\u{301}e\u{301}", 2, false), "e\u{301}.");
        assert_eq!(shorten("\u{1b}[31mabcdef\u{1b}[0m", 4, true), "\u{1b}[31mabc…\u{1b}[0m");
        assert_eq!(centre("虎", 6), "  虎  ");
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible no", 5), ["incomprehensible", "no"]);
    }
}
