//! Writes a record as the game goes on: append-only, and flushed whenever somebody has to choose.

use super::line::Line;
use super::scribe::{About, lines, opening};
use crate::game::Play;
use std::io::{self, Write};

/// A record being written.
pub struct Writer<W> {
    out: W,
    /// How many entries of the play's log are written.
    entries: usize,
}

impl<W: Write> Writer<W> {
    /// Writes the first lines, and all that has happened so far.
    pub fn begin(out: W, play: &Play, about: &About) -> io::Result<Self> {
        Self::resume(out, play, about, 0)
    }

    /// Goes on behind the first `present` lines, which are there already: those of a record that
    /// this play was replayed from.
    pub fn resume(out: W, play: &Play, about: &About, present: usize) -> io::Result<Self> {
        let mut writer = Writer { out, entries: play.log().len() };
        let log = play.log().iter().flat_map(|entry| lines(play, entry));
        for line in opening(play, about).into_iter().chain(log).skip(present) {
            writer.line(&line)?;
        }
        writer.out.flush()?;
        Ok(writer)
    }

    /// Writes what has happened since the last time, and flushes.
    pub fn append(&mut self, play: &Play) -> io::Result<()> {
        for entry in play.log().get(self.entries..).unwrap_or_default() {
            for line in lines(play, entry) {
                self.line(&line)?;
            }
        }
        self.entries = play.log().len();
        self.out.flush()
    }

    /// Lends the sink, for what is not writing.
    pub fn sink(&mut self) -> &mut W {
        &mut self.out
    }

    /// Gives the sink back.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }
}

impl std::fmt::Display for Line {
    /// As in the file, without the line break.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| std::fmt::Error)?;
        f.write_str(&text)
    }
}
