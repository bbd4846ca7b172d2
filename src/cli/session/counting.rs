//! Numbers of the game that is played, which are counted in the background.

use super::Session;
use super::command::Obeyed;
use crate::cli::rehearsal::counting::Counting;
use crate::game::Game;
use std::io;

impl Session<'_> {
    /// Counts from now on: the version that `was`, if there was one, and the game as it is.
    pub(super) fn count(&mut self, was: Option<Game>) {
        let is = self.play.game().clone();
        self.counting = Some(Counting::begin(was, is, self.counted_by.clone()));
    }

    /// The numbers as far as they are known, in lines; nothing where none are counted, or none are
    /// known yet.
    pub(crate) fn numbers(&self) -> Option<Vec<String>> {
        let counted = self.counting.as_ref()?.counted()?;
        Some(counted.lines(self.messages))
    }

    /// Tells the numbers, where there are others than were told last.
    pub(super) fn tell_numbers(&mut self) -> io::Result<()> {
        let Some(news) = self.counting.as_mut().and_then(Counting::news) else { return Ok(()) };
        self.desk.lines(&[vec![String::new()], news.lines(self.messages)].concat())
    }

    /// Tells the numbers as far as they are known; where none are counted yet, begins to.
    pub(super) fn ask_numbers(&mut self) -> io::Result<Obeyed> {
        if self.counting.is_none() {
            self.count(None);
        }
        match self.numbers() {
            Some(lines) => self.desk.lines(&lines)?,
            None => self.say(self.desk.counts(), &[])?,
        }
        Ok(Obeyed::Stays)
    }
}
