//! What a session tells and shows before it asks: what happened, and the table.

use super::Session;
use crate::cli::screen::story::{self, Part};
use crate::cli::screen::{Pen, table};
use crate::game::Eyes;
use crate::value::Seat;
use crate::view::{Looking, Narration, Past, View};
use std::io;

impl Session<'_> {
    /// Writes the message `key` with its `values`.
    pub fn say(
        &mut self,
        key: &str,
        values: &[(&str, fluent_bundle::FluentValue<'_>)],
    ) -> io::Result<()> {
        let text = self.messages.with(key, values);
        self.terminal.wrapped(&text)
    }

    /// What a seat sees, and what has happened since it was told last.
    pub(super) fn look(&self, seat: Seat) -> View {
        self.look_with(Eyes::Seat(seat), &self.past[seat as usize])
    }

    fn look_with(&self, eyes: Eyes, past: &Past) -> View {
        let (play, lexicon) = (&self.play, self.messages.lexicon());
        View::of(&Looking { play, lexicon, eyes, past, narration: Narration::Live })
    }

    pub(super) fn pen<'a>(&'a self, view: &'a View) -> Pen<'a> {
        Pen { view, messages: self.messages, style: self.terminal.style }
    }

    /// What happened since this seat was told last.
    pub(super) fn tell(&mut self, seat: Seat, view: &View) -> io::Result<()> {
        self.past[seat as usize] = view.past.clone();
        self.write_story(view)
    }

    fn write_story(&mut self, view: &View) -> io::Result<()> {
        let parts = story::parts(self.pen(view));
        parts.iter().try_for_each(|part| match part {
            Part::Told(lines) => self.write_told(lines),
            Part::Board(lines) => {
                self.terminal.line("")?;
                self.say("as-it-stood", &[])?;
                self.terminal.lines(lines)
            }
        })
    }

    fn write_told(&mut self, lines: &[String]) -> io::Result<()> {
        if !lines.is_empty() {
            self.terminal.line("")?;
        }
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }

    /// What nobody of these people has been told yet, for all of them at once; and what they see.
    pub fn tell_last(&mut self, people: u32) -> io::Result<View> {
        let seats = (0..self.past.len()).filter(|seat| people >> seat & 1 == 1);
        let view = match seats.clone().collect::<Vec<_>>().as_slice() {
            [seat] => self.look(*seat as Seat),
            // What several people saw last is not one view.
            _ => {
                let told = seats.map(|seat| self.past[seat].entries()).max().unwrap_or(0);
                self.look_with(Eyes::Together(people), &Past::told(told))
            }
        };
        self.write_story(&view)?;
        Ok(view)
    }

    /// The table; only when something on it has changed, unless somebody asks for it.
    pub fn show_table(&mut self, view: &View, asked: bool) -> io::Result<()> {
        let lines = table::table(self.pen(view));
        if !asked && lines == self.shown {
            return Ok(());
        }
        self.terminal.line("")?;
        self.terminal.lines(&lines)?;
        self.shown = lines;
        Ok(())
    }
}
