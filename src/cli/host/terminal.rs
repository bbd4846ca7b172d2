//! Where a person (or a script) answers: lines in, text out, and a screen that can be cleared
//! between two people.

use super::watch::PAUSE;
use crate::cli::text::{TermStyle, fitted, harmless, shorten, width, wrap};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};

/// Bytes of the longest line that is taken for an answer.
const LONGEST_LINE: usize = 1 << 16;

/// Bytes after which the end of a longer one is not waited for.
const MOST_BEYOND: usize = 1 << 24;

/// What came of waiting for an answer.
pub(crate) enum Line {
    Answer(String),
    /// There are no more answers.
    End,
    /// Something else came first.
    Interrupted,
}

/// Where answers come from.
enum Input<'a> {
    /// Whoever reads waits.
    Reader(Box<dyn BufRead + 'a>),
    /// Lines that another thread reads, so that whoever waits for one can look elsewhere, too.
    Lines(Receiver<Option<String>>),
}

/// A terminal, or what stands in for one.
pub(crate) struct Terminal<'a> {
    input: Input<'a>,
    output: Box<dyn Write + 'a>,
    pub(crate) style: TermStyle,
    /// Somebody types: questions wait. A script's lines come at once, and are shown as if they had
    /// been typed.
    pub(crate) typed: bool,
    /// The screen can be cleared.
    clears: bool,
    /// Columns of what stands there until something else is told.
    meanwhile: usize,
}

impl Terminal<'static> {
    pub(crate) fn standard() -> Self {
        let typed = io::stdin().is_terminal();
        let style = TermStyle::of_output();
        let screen = typed && io::stdout().is_terminal();
        Terminal {
            input: Input::Reader(Box::new(io::BufReader::new(io::stdin()))),
            output: Box::new(io::stdout()),
            style,
            typed,
            clears: screen,
            meanwhile: 0,
        }
    }

    /// The standard terminal, whose lines another thread reads: for [`Terminal::ask_unless`].
    pub(crate) fn watching() -> Self {
        let (lines, input) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut input = io::BufReader::new(io::stdin());
            loop {
                let line = read_line(&mut input);
                let is_last = line.is_none();
                if lines.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Terminal { input: Input::Lines(input), ..Terminal::standard() }
    }
}

impl<'a> Terminal<'a> {
    /// A terminal on which somebody types the lines of `input` and sees what is written to
    /// `output`.
    pub(crate) fn typed(input: &'a str, output: &'a mut Vec<u8>, style: TermStyle) -> Self {
        Terminal {
            input: Input::Reader(Box::new(input.as_bytes())),
            output: Box::new(output),
            style,
            typed: true,
            clears: false,
            meanwhile: 0,
        }
    }
}

impl<'a> Terminal<'a> {
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.wipe()?;
        writeln!(self.output, "{}", harmless(&self.style.typed(text)))
    }

    /// A text that stands there until something else is told.
    pub(crate) fn meanwhile(&mut self, text: &str) -> io::Result<()> {
        self.wipe()?;
        let text = self.style.typed(text);
        let text = harmless(&text);
        self.meanwhile = width(&text);
        write!(self.output, "{text}")?;
        self.output.flush()
    }

    fn wipe(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.meanwhile) {
            0 => Ok(()),
            columns => write!(self.output, "\r{}\r", " ".repeat(columns)),
        }
    }

    /// A text in as many lines as it takes, the further ones a bit to the right.
    pub(crate) fn wrapped(&mut self, text: &str) -> io::Result<()> {
        let indent = text.len() - text.trim_start().len();
        let columns = self.style.columns.saturating_sub(indent.max(2)).max(1);
        for (i, line) in wrap(text, columns).iter().enumerate() {
            let before = " ".repeat(if i == 0 { indent } else { indent.max(2) });
            self.line(&format!("{before}{line}"))?;
        }
        Ok(())
    }

    pub(crate) fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Lines of a picture: of what is drawn as much is shown as there is room for, and words go on
    /// below.
    pub(crate) fn picture(&mut self, lines: &[String]) -> io::Result<()> {
        let TermStyle { columns, signs, .. } = self.style;
        let is_drawn = |line: &str| ["│", "─", "|", "--"].iter().any(|ink| line.contains(ink));
        lines.iter().try_for_each(|line| match width(line) > columns && !is_drawn(line) {
            true => self.wrapped(line),
            false => self.line(&shorten(line, columns, signs)),
        })
    }

    /// Shows a prompt and reads an answer; `None` when there are no more.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self.ask_unless(prompt, || false)? {
            Line::Answer(answer) => Ok(Some(answer)),
            Line::End | Line::Interrupted => Ok(None),
        }
    }

    /// Shows a prompt and reads an answer, unless `interrupted` says that something else has come
    /// first. It is asked again and again where the terminal is one that watches, and once before
    /// the answer is read elsewhere.
    pub(crate) fn ask_unless(
        &mut self,
        prompt: &str,
        mut interrupted: impl FnMut() -> bool,
    ) -> io::Result<Line> {
        self.wipe()?;
        let prompt = self.style.typed(prompt);
        let prompt =
            match fitted(prompt.trim_end(), self.style.columns.saturating_sub(1)).join("\n") {
                // What is typed is set off from it.
                text if prompt.ends_with(' ') => text + " ",
                text => text,
            };
        write!(self.output, "{}", harmless(&prompt))?;
        self.output.flush()?;
        let answer = match &mut self.input {
            _ if interrupted() => return Ok(Line::Interrupted),
            Input::Reader(input) => read_line(input),
            Input::Lines(lines) => loop {
                match lines.recv_timeout(PAUSE) {
                    Ok(line) => break line,
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) if interrupted() => {
                        return Ok(Line::Interrupted);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            },
        };
        match &answer {
            Some(answer) if !self.typed => self.line(answer)?,
            None => self.line("")?,
            Some(_) => {}
        }
        Ok(answer.map_or(Line::End, Line::Answer))
    }

    /// Clears the terminal: nothing of what was shown can be seen or scrolled back to.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.wipe()?;
        match (self.clears, self.style.colour) {
            (true, true) => write!(self.output, "\u{1b}[H\u{1b}[2J\u{1b}[3J")?,
            // A terminal that knows no such signs: away with it as far as it goes.
            (true, false) => write!(self.output, "\u{1b}[3J{}", "\n".repeat(200))?,
            (false, _) => {}
        }
        self.output.flush()
    }
}

/// The next bytes of an input, so many at most.
fn at_most(input: &mut impl BufRead, bytes: usize) -> impl BufRead {
    input.by_ref().take(bytes as u64)
}

/// A line without its end; `None` where the input has ended, or cannot be read, as a folder cannot.
/// What is not UTF-8 is no option's text, and is refused like any other; so is what is longer than
/// any.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    if at_most(input, LONGEST_LINE).read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    // Nobody types a line that long. The next one begins behind its end, which may never come.
    let is_cut = bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n");
    if is_cut && at_most(input, MOST_BEYOND).skip_until(b'\n').ok()? == MOST_BEYOND {
        return None;
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a folder is.
    struct Unreadable;

    impl io::Read for Unreadable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::IsADirectory.into())
        }
    }

    #[test]
    fn an_input_that_cannot_be_read_has_ended() {
        assert_eq!(read_line(&mut io::BufReader::new(Unreadable)), None);
    }
}
