//! The record of a session, which grows before every question.

use super::Session;
use crate::cli::host::files;
use crate::cli::host::record_file::{self, RecordWriter};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, for_shell, path_for_shell, spelt_path};
use crate::players::Kind;
use crate::value::Seat;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The record of a session, and what is said of it.
#[derive(Default)]
pub(crate) struct Recording {
    pub(crate) writer: Option<RecordWriter>,
    /// Who sits where, as it would be typed.
    seats: Vec<String>,
    /// The record that the game had at first, where it has another one by now: all later ones are
    /// called after it.
    pub(super) first: Option<PathBuf>,
    /// The record is one that was begun for this session, and no person has chosen anything since:
    /// it is not worth keeping.
    pub(crate) unchosen: bool,
    /// Why the game is not recorded, in words, where it was to be.
    pub(crate) refused: Option<String>,
    /// What is said when the session is interrupted: by which record the game goes on.
    farewell: Arc<Mutex<String>>,
}

impl Recording {
    pub(super) fn of(writer: Option<RecordWriter>, kinds: &[SeatKind]) -> Recording {
        let seats = kinds.iter().map(SeatKind::to_string).collect();
        Recording { writer, seats, ..Recording::default() }
    }

    /// Where the record lies, in words.
    pub(super) fn path(&self) -> Option<String> {
        self.writer.as_ref().map(|record| spelt_path(&record.path))
    }

    /// What names the record where a command is typed that goes on with it: a record starts no
    /// program, so who plays is said where programs do.
    pub(super) fn typed(&self) -> Option<String> {
        let record = self.writer.as_ref()?;
        let path = path_for_shell(&record.path);
        let is_program = |seat: &String| matches!(Kind::parse(seat), Ok(Kind::Exec { .. }));
        Some(match record.about().seats.iter().any(is_program) {
            true => format!("{path} --seats {}", for_shell(self.seats.join(",").as_bytes())),
            false => path,
        })
    }

    /// A person has chosen something: the record is worth keeping.
    pub(super) fn is_chosen_in(&mut self, messages: &Messages) {
        if std::mem::take(&mut self.unchosen) {
            self.tell_farewell(messages);
        }
    }

    /// Goes on in another record.
    pub(super) fn goes_on_in(&mut self, writer: RecordWriter, messages: &Messages) {
        self.writer = Some(writer);
        self.unchosen = false;
        self.tell_farewell(messages);
    }

    /// Takes a record away that is not worth keeping. False where there is none.
    pub(super) fn forget_unchosen(&mut self) -> bool {
        let unchosen = self.writer.take_if(|_| self.unchosen);
        record_file::forget_unchosen();
        unchosen.is_some()
    }

    /// What to say when the session is interrupted, which goes with the record that the game has.
    pub(crate) fn farewell(&self, messages: &Messages) -> Arc<Mutex<String>> {
        self.tell_farewell(messages);
        Arc::clone(&self.farewell)
    }

    /// Brings the last words up to date: the game has another record.
    fn tell_farewell(&self, messages: &Messages) {
        let unchosen = self.writer.as_ref().filter(|_| self.unchosen);
        let unchosen = unchosen.map(|record| record.path.clone());
        let words = match (self.typed(), &unchosen) {
            (_, Some(_)) => messages.say("resume-unchosen"),
            (Some(typed), None) => messages.with("resume", &[("typed", typed.into())]),
            (None, None) => String::new(),
        };
        record_file::set_unchosen(unchosen);
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = words;
        }
    }
}

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
        let Some(record) = &mut self.recording.writer else { return Ok(()) };
        record.keep(&self.play)?;
        if waits { record.sync() } else { Ok(()) }
    }

    /// Says why the record cannot be written, and asks whoever types where to keep the game. The
    /// next line of a script is no answer to that.
    fn keep_elsewhere(&mut self, error: &io::Error) -> io::Result<bool> {
        self.desk.lines(&[String::new()])?;
        self.say("record-lost", &[("reason", files::reason(error, self.messages).into())])?;
        while self.desk.is_typed() {
            let answer = self.desk.ask(&self.messages.say("record-elsewhere"))?;
            let kept = match answer.as_deref() {
                None | Some("q" | "Q") => return Ok(false),
                Some("") => self.write_record(),
                Some(path) => self
                    .recording
                    .writer
                    .as_mut()
                    .map_or(Ok(()), |record| record.move_to(Path::new(path), &self.play)),
            };
            match (kept, &self.recording.writer) {
                (Err(error), Some(record)) => {
                    let path = answer
                        .filter(|answer| !answer.is_empty())
                        .map_or(record.path.clone(), PathBuf::from);
                    let why = record_file::refused(&path, &error, self.messages);
                    self.desk.say(&why)?;
                }
                (Ok(()), Some(record)) => {
                    let path = spelt_path(&record.path);
                    self.recording.tell_farewell(self.messages);
                    self.say("record-goes-on", &[("path", path.into())])?;
                    return Ok(true);
                }
                (_, None) => return Ok(true),
            }
        }
        Ok(false)
    }
}
