//! Where a screen is shown and events come from: a terminal, or what stands in for one.

use crossterm::event::Event;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Size};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// What came of waiting for an event.
pub(crate) enum Waited {
    Event(Event),
    /// Nothing has happened in this time.
    Nothing,
    /// There will be no more events.
    Over,
}

/// A terminal, as far as a screen needs one.
pub(crate) trait Stage {
    fn size(&mut self) -> io::Result<Size>;

    /// Shows a picture, with the terminal's cursor at a place of it, or without.
    fn show(&mut self, picture: &Buffer, cursor: Option<Position>) -> io::Result<()>;

    /// Waits for an event for at most so long.
    fn wait(&mut self, at_most: Duration) -> io::Result<Waited>;

    /// Gives the terminal back; nothing is shown any more.
    fn leave(&mut self) -> io::Result<()>;
}

/// A stage without a terminal: the events are given, and pictures are kept.
pub(crate) struct Script {
    pub(crate) size: Size,
    pub(crate) events: VecDeque<Event>,
    /// The last picture.
    pub(crate) picture: Option<Buffer>,
    /// How many pictures were shown.
    pub(crate) shown: usize,
}

impl Script {
    /// A stage of this size on which nothing happens.
    pub(crate) fn new(columns: u16, rows: u16) -> Script {
        let size = Size { width: columns, height: rows };
        Script { size, events: VecDeque::new(), picture: None, shown: 0 }
    }
}

impl Stage for &mut Script {
    fn size(&mut self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn show(&mut self, picture: &Buffer, _cursor: Option<Position>) -> io::Result<()> {
        self.picture = Some(picture.clone());
        self.shown += 1;
        Ok(())
    }

    fn wait(&mut self, _at_most: Duration) -> io::Result<Waited> {
        let event = self.events.pop_front();
        if let Some(Event::Resize(width, height)) = event {
            self.size = Size { width, height };
        }
        Ok(event.map_or(Waited::Over, Waited::Event))
    }

    fn leave(&mut self) -> io::Result<()> {
        Ok(())
    }
}
