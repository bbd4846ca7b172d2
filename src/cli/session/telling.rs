//! What a session tells and shows before it asks: what happened, and the table.

use super::Session;
use crate::cli::screen::cleared::{self, ClearedBoard};
use crate::cli::screen::names::Names;
use crate::cli::screen::narrate::{self, Narration};
use crate::cli::screen::table;
use crate::cli::screen::view::View;
use crate::game::Entry;
use crate::value::{Narrow, Seat};
use std::io;

/// Something that is written of what happened.
enum Part {
    Told(Vec<String>),
    Board(Vec<String>),
}

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

    /// What happened since this seat was told last.
    pub(super) fn tell(&mut self, seat: Seat) -> io::Result<()> {
        let parts = self.parts(
            &self.names().for_seat(seat),
            self.told[usize::from(seat)],
            self.seen[usize::from(seat)].as_ref(),
        );
        self.told[usize::from(seat)] = self.play.log().len();
        self.seen[usize::from(seat)] = Some(View::of(&self.play, &[seat]));
        self.write_parts(&parts)
    }

    /// What happened from a place in the log on, and the boards that were cleared on the way, as
    /// they stood in the end.
    fn parts(&self, names: &Names<'_>, from: usize, seen: Option<&View>) -> Vec<Part> {
        let log = &self.play.log()[from..];
        let tell = |part: &[Entry]| Part::Told(narrate::narrate(names, part, Narration::Live));
        let (mut parts, mut start) = (Vec::new(), 0);
        for ClearedBoard { at, lines } in
            seen.map(|seen| cleared::cleared_boards(names, seen, log)).unwrap_or_default()
        {
            parts.extend([tell(&log[start.min(at)..at]), Part::Board(lines)]);
            start = at;
        }
        parts.push(tell(&log[start..]));
        parts
    }

    fn write_parts(&mut self, parts: &[Part]) -> io::Result<()> {
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

    /// What nobody of these has been told yet, for all of them at once.
    pub fn tell_last(&mut self, eyes: u32) -> io::Result<()> {
        let told = self
            .told
            .iter()
            .enumerate()
            .filter(|(seat, _)| eyes >> seat & 1 == 1)
            .map(|(_, told)| *told);
        let from = told.max().unwrap_or(0);
        // What several people saw last is not one view.
        let alone = eyes.is_power_of_two().then(|| eyes.trailing_zeros().to_usize());
        let seen = alone.and_then(|seat| self.seen.get(seat)?.as_ref());
        let parts = self.parts(&self.for_eyes(eyes), from, seen);
        self.write_parts(&parts)
    }

    /// The table; only when something on it has changed, unless somebody asks for it.
    pub fn show_table(&mut self, seat: Seat, asked: bool) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        let lines = table::table(&names, &view, &self.play.scores_known_to(seat));
        if !asked && lines == self.shown {
            return Ok(());
        }
        self.terminal.line("")?;
        self.terminal.lines(&lines)?;
        self.shown = lines;
        Ok(())
    }
}
