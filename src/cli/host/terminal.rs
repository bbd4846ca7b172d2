//! Where a person (or a script) answers: lines in, text out, and a screen that can be cleared
//! between two people.

use crate::cli::text::{TermStyle, harmless, wrap};
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// Bytes of the longest line that is taken for an answer.
const LONGEST_LINE: u64 = 1 << 16;

/// A terminal, or what stands in for one.
pub struct Terminal<'a> {
    input: Box<dyn BufRead + 'a>,
    output: Box<dyn Write + 'a>,
    pub style: TermStyle,
    /// Somebody types: questions wait. A script's lines come at once, and are shown as if they had
    /// been typed.
    pub typed: bool,
    /// The screen can be cleared.
    clears: bool,
}

impl Terminal<'static> {
    pub fn standard() -> Self {
        let typed = io::stdin().is_terminal();
        let style = TermStyle::of_output();
        let screen = typed && io::stdout().is_terminal();
        Terminal {
            input: Box::new(io::BufReader::new(io::stdin())),
            output: Box::new(io::stdout()),
            style,
            typed,
            clears: screen,
        }
    }
}

impl<'a> Terminal<'a> {
    /// A terminal on which somebody types the lines of `input` and sees what is written to
    /// `output`.
    pub fn typed(input: &'a str, output: &'a mut Vec<u8>, style: TermStyle) -> Self {
        Terminal {
            input: Box::new(input.as_bytes()),
            output: Box::new(output),
            style,
            typed: true,
            clears: false,
        }
    }
}

impl<'a> Terminal<'a> {
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", harmless(text))
    }

    /// A text in as many lines as it takes, the further ones a bit to the right.
    pub fn wrapped(&mut self, text: &str) -> io::Result<()> {
        let indent = text.len() - text.trim_start().len();
        for (i, line) in wrap(text, self.style.columns - indent.max(2)).iter().enumerate() {
            let before = " ".repeat(if i == 0 { indent } else { indent.max(2) });
            self.line(&format!("{before}{line}"))?;
        }
        Ok(())
    }

    pub fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Shows a prompt and reads an answer; `None` when there are no more.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{}", harmless(prompt))?;
        self.output.flush()?;
        let answer = self.read()?;
        match &answer {
            Some(answer) if !self.typed => self.line(answer)?,
            None => self.line("")?,
            Some(_) => {}
        }
        Ok(answer)
    }

    /// A line without its end. What is not UTF-8 is no option's text, and is refused like any
    /// other; so is what is longer than any.
    fn read(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        // Nobody types a line that long, and it may have no end.
        if bytes.len() as u64 == LONGEST_LINE {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Nothing of what was shown can be seen or scrolled back to.
    pub fn clear(&mut self) -> io::Result<()> {
        match (self.clears, self.style.colour) {
            (true, true) => write!(self.output, "\u{1b}[H\u{1b}[2J\u{1b}[3J")?,
            // A terminal that knows no such signs: away with it as far as it goes.
            (true, false) => write!(self.output, "\u{1b}[3J{}", "\n".repeat(200))?,
            (false, _) => {}
        }
        self.output.flush()
    }
}
