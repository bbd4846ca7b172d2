//! Writes a record as the game goes on: append-only, and flushed whenever somebody has to choose.

use super::course::Course;
use super::line::Line;
use super::read::Record;
use super::scribe::{About, lines, opening};
use crate::game::{Entry, Play};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::mem::take;

/// A record being written.
pub struct Writer<W> {
    out: W,
    /// How many bytes have been written.
    bytes: u64,
    /// How many entries of the play's log are written.
    entries: usize,
    /// The game's course in what is written.
    course: Course,
    /// Lines that are written together.
    lines: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the first lines, and all that has happened so far.
    ///
    /// # Errors
    /// Writing fails.
    pub fn begin(out: W, play: &Play, about: &About) -> io::Result<Self> {
        let (course, lines) = (Course::default(), Vec::new());
        let mut writer = Writer { out, bytes: 0, entries: 0, course, lines };
        writer.anew(play, about)?;
        Ok(writer)
    }

    /// Goes on behind the lines of a `record`, which this play was replayed from: a choice that was
    /// cut off is written to its end.
    ///
    /// # Errors
    /// Writing fails.
    pub fn resume(out: W, play: &Play, about: &About, record: &Record) -> io::Result<Self> {
        let course = Course::of(record.numbers.clone(), record.file_lines().len());
        let entries = play.log().len();
        let mut writer = Writer { out, bytes: 0, entries, course, lines: Vec::new() };
        let log = play.log().iter().flat_map(|entry| lines(play, entry));
        for line in opening(play, about).into_iter().chain(log).skip(record.lines.len()) {
            writer.line(&line);
        }
        writer.put()?;
        Ok(writer)
    }

    /// How many entries of the play's log are written.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// How many bytes it has written and flushed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes what has happened since the last time, and flushes.
    ///
    /// # Errors
    /// Writing fails; the writer is then what it was.
    pub fn append(&mut self, play: &Play) -> io::Result<()> {
        let (entries, lines) = (self.entries, self.course.len());
        let written = self.go_on(play);
        if written.is_err() {
            self.entries = entries;
            self.course.unsaid(lines);
        }
        written
    }

    /// What it has written of the course of this play, before the play takes another one.
    pub fn told(&self, play: &Play, about: &About) -> Told {
        let log = play.log().iter().take(self.entries).flat_map(|entry| lines(play, entry));
        Told(opening(play, about).into_iter().chain(log).map(|line| digest(&line)).collect())
    }

    /// The game has taken another course than what it has `told`: writes that what came behind the
    /// last line of both is taken back, and goes on from there.
    ///
    /// # Errors
    /// Writing fails; the writer is then what it was.
    pub fn back(&mut self, told: &Told, play: &Play, about: &About) -> io::Result<()> {
        let mut kept = opening(play, about).len();
        let is_told = |entry: &&Entry| {
            let own = lines(play, entry);
            let told = told.0.get(kept..kept + own.len());
            let same = told.is_some_and(|told| told.iter().copied().eq(own.iter().map(digest)));
            kept += if same { own.len() } else { 0 };
            same
        };
        let entries = play.log().iter().take_while(is_told).count();
        self.all_or_nothing(|writer| {
            if kept < writer.course.len() {
                let to = writer.course.last_of(kept);
                writer.push(&Line::Back { to });
                writer.course.back(to);
            }
            writer.entries = entries;
            writer.go_on(play)
        })
    }

    /// Writes the game from its beginning once more: it has other rules, or is another thing, and
    /// what was written before is no more than what it came from.
    ///
    /// # Errors
    /// Writing fails; the writer is then what it was.
    pub fn anew(&mut self, play: &Play, about: &About) -> io::Result<()> {
        self.all_or_nothing(|writer| {
            writer.course.begin();
            writer.entries = 0;
            opening(play, about).iter().for_each(|line| writer.line(line));
            writer.go_on(play)
        })
    }

    fn go_on(&mut self, play: &Play) -> io::Result<()> {
        for entry in play.log().get(self.entries..).unwrap_or_default() {
            for line in lines(play, entry) {
                self.line(&line);
            }
        }
        self.entries = play.log().len();
        self.put()
    }

    fn all_or_nothing(
        &mut self,
        write: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let before = (self.entries, self.course.clone());
        write(self).inspect_err(|_| (self.entries, self.course) = before)
    }

    /// Lends the sink, for what is not writing.
    pub fn sink(&mut self) -> &mut W {
        &mut self.out
    }

    /// Gives the sink back.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn line(&mut self, line: &Line) {
        self.push(line);
        self.course.line();
    }

    fn push(&mut self, line: &Line) {
        // Plain data can always be written to memory.
        let _ = serde_json::to_writer(&mut self.lines, line);
        self.lines.push(b'\n');
    }

    /// Writes the lines that have come together, in one piece.
    fn put(&mut self) -> io::Result<()> {
        let lines = take(&mut self.lines);
        self.out.write_all(&lines)?;
        self.out.flush()?;
        self.bytes += lines.len() as u64;
        Ok(())
    }
}

/// What a record tells of a game: enough to see where another course of the game parts from it. A
/// digest of each line, by which lines are told apart as long as the program runs.
#[derive(Clone, Debug)]
pub struct Told(Vec<u64>);

fn digest(line: &Line) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(line.to_string().as_bytes());
    hasher.finish()
}

impl std::fmt::Display for Line {
    /// Writes the line as it stands in the file, without the line break.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| std::fmt::Error)?;
        f.write_str(&text)
    }
}
