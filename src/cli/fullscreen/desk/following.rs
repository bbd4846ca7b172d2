//! Somebody looks on while others choose.

use super::{Full, PATIENCE, PAUSES};
use crate::cli::fullscreen::keys::{self, End, Pace, Sits, Step};
use crate::cli::fullscreen::stage::Waited;
use crate::cli::fullscreen::state::State;
use crate::cli::session::command::Command;
use crate::value::Seat;
use crate::view::View;
use crossterm::event::Event;
use std::io;
use std::time::Duration;

impl Full<'_> {
    /// Lets whoever looks on look for a while, and look elsewhere.
    pub(super) fn look_on(&mut self) -> io::Result<()> {
        let mut left = PAUSES[self.pace];
        while !self.leaves && (self.pauses || !left.is_zero()) {
            let slice = left.min(PATIENCE).max(Duration::from_millis(1));
            let slice = if self.pauses { PATIENCE } else { slice };
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.stage.wait(slice)? {
                    Waited::Event(event) => event,
                    Waited::Nothing if self.is_reading() => continue,
                    Waited::Nothing => {
                        left = left.saturating_sub(slice);
                        continue;
                    }
                    Waited::Over => return Ok(()),
                },
            };
            let Some((view, drawn)) = self.shown.take() else { return Ok(()) };
            let step = keys::event(&mut self.state, Sits::LooksOn, &drawn, &event);
            let goes_on = self.looks(&view, step);
            let drawn = self.paint(&view, None, None)?;
            self.shown = Some((view, drawn));
            if goes_on {
                return Ok(());
            }
        }
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_iter().for_each(|event| self.note(event));
        Ok(())
    }

    /// Whether something is open over the table that somebody reads.
    pub(super) fn is_reading(&self) -> bool {
        self.state.pane.is_some() || self.state.input.is_some()
    }

    /// What somebody who looks on wants; true where the game goes on at once.
    fn looks(&mut self, view: &View, step: Step) -> bool {
        match step {
            Step::Leave | Step::Wants(Command::Leave) => {
                self.leaves = true;
                return true;
            }
            Step::Pace(Pace::Pause) => self.pauses = !self.pauses,
            Step::Pace(Pace::Faster) => self.pace = (self.pace + 1).min(PAUSES.len() - 1),
            Step::Pace(Pace::Slower) => self.pace = self.pace.saturating_sub(1),
            Step::Pace(Pace::Step(_)) => return true,
            Step::Seat => {
                self.watched = next_seat(self.watched, view.players.len());
                return true;
            }
            Step::Show(sheet) => self.open(view, None, sheet),
            Step::Typed(text) | Step::Command(text) => match Command::read(text.trim()) {
                Some(Command::Leave) => {
                    self.leaves = true;
                    return true;
                }
                Some(Command::Look(what)) => self.look_at(view, &what),
                Some(_) | None => {
                    self.state.status = Some(self.messages.say("screen-only-watching"))
                }
            },
            Step::Wants(_) => self.state.status = Some(self.messages.say("screen-only-watching")),
            Step::Pace(Pace::Round(_) | Pace::To(End::First | End::Last) | Pace::Share(_))
            | Step::Same
            | Step::Changed
            | Step::Choice(_) => {}
        }
        false
    }

    /// Keeps an event for whoever is asked next; leaving is noted at once.
    pub(super) fn note(&mut self, event: Event) {
        let mut state = State::default();
        if let Some((_, drawn)) = &self.shown
            && matches!(
                keys::event(&mut state, Sits::LooksOn, drawn, &event),
                Step::Leave | Step::Wants(Command::Leave)
            )
        {
            self.leaves = true;
        }
        self.waiting.push_back(event);
    }
}

/// The seat after this one of so many, by turns with that of nobody.
pub(crate) fn next_seat(seat: Option<Seat>, seats: usize) -> Option<Seat> {
    let next = seat.map_or(0, |seat| seat.index() + 1);
    (next < seats).then(|| Seat::new(next))
}
