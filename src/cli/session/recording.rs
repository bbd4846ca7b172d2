//! The record of a session, which grows before every question.

use super::Session;
use crate::cli::host::record_file;
use crate::cli::setup::settings::SeatKind;
use crate::value::Seat;
use std::io;
use std::path::{Path, PathBuf};

impl Session<'_> {
    /// Writes the record as far as the game is. False where that cannot be done, and nobody knows
    /// where else to keep it.
    pub(super) fn keep(&mut self) -> io::Result<bool> {
        match self.write_record() {
            Ok(()) => Ok(true),
            Err(error) => self.keep_elsewhere(&error),
        }
    }

    /// A power cut takes nothing that a person has seen: whatever came before a question is on the
    /// disk when it is asked.
    fn write_record(&mut self) -> io::Result<()> {
        let pending = self.play.pending();
        let is_asked = |seat: &Seat| self.kinds[seat.index()] == SeatKind::Human;
        let waits = pending.is_empty() || pending.iter().any(is_asked);
        let Some(record) = &mut self.record else { return Ok(()) };
        record.keep(&self.play)?;
        if waits { record.sync() } else { Ok(()) }
    }

    /// Says why the record cannot be written, and asks whoever types where to keep the game. The
    /// next line of a script is no answer to that.
    fn keep_elsewhere(&mut self, error: &io::Error) -> io::Result<bool> {
        self.desk.lines(&[String::new()])?;
        self.say("record-lost", &[("reason", error.to_string().into())])?;
        while self.desk.is_typed() {
            let answer = self.desk.ask(&self.messages.say("record-elsewhere"))?;
            let kept = match answer.as_deref() {
                None | Some("q" | "Q") => return Ok(false),
                Some("") => self.write_record(),
                Some(path) => self
                    .record
                    .as_mut()
                    .map_or(Ok(()), |record| record.move_to(Path::new(path), &self.play)),
            };
            match (kept, &self.record) {
                (Err(error), Some(record)) => {
                    let path = answer
                        .filter(|answer| !answer.is_empty())
                        .map_or(record.path.clone(), PathBuf::from);
                    let why = record_file::refused(&path, &error, self.messages);
                    self.desk.say(&why)?;
                }
                (Ok(()), Some(record)) => {
                    let path = record.path.display().to_string();
                    self.tell_farewell();
                    self.say("record-goes-on", &[("path", path.into())])?;
                    return Ok(true);
                }
                (_, None) => return Ok(true),
            }
        }
        Ok(false)
    }
}
