//! What a session shows on the whole screen: a view, cards on their way, a question without a
//! table, texts over the table.

use super::{Full, PAUSES};
use crate::cli::fullscreen::choice::Choice;
use crate::cli::fullscreen::draw::{Sight, draw};
use crate::cli::fullscreen::ink::put;
use crate::cli::fullscreen::keys::Sheet;
use crate::cli::fullscreen::motion::{self, Scene};
use crate::cli::fullscreen::sheets;
use crate::cli::fullscreen::stage::Waited;
use crate::cli::fullscreen::state::{Drawn, Pane};
use crate::cli::screen::Pen;
use crate::cli::screen::look::look;
use crate::cli::text::{TermStyle, fitted, wrap};
use crate::view::{Menu, View};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use std::io;

impl<'a> Full<'a> {
    pub(super) fn pen<'v>(&'v self, view: &'v View) -> Pen<'v> {
        let columns = self.style.columns.saturating_sub(6);
        Pen { view, messages: self.messages, style: TermStyle { columns, ..self.style } }
    }

    pub(super) fn area(&mut self) -> io::Result<Rect> {
        let size = self.stage.size()?;
        self.style.columns = usize::from(size.width).max(20);
        Ok(Rect::new(0, 0, size.width.max(1), size.height.max(1)))
    }

    /// The screen of a view.
    pub(super) fn drawn(
        &mut self,
        view: &View,
        choice: Option<&Choice>,
        thinks: Option<(u8, usize)>,
    ) -> io::Result<Drawn> {
        let area = self.area()?;
        let keys = self.keys(view, choice);
        let story = self.stories.of(view);
        let pen = Pen { view, messages: self.messages, style: self.style };
        let sight = Sight { pen, state: &self.state, choice, story: &story, thinks, keys: &keys };
        Ok(draw(sight, area.as_size()))
    }

    /// Shows a view.
    pub(super) fn paint(
        &mut self,
        view: &View,
        choice: Option<&Choice>,
        thinks: Option<(u8, usize)>,
    ) -> io::Result<Drawn> {
        let drawn = self.drawn(view, choice, thinks)?;
        self.stage.show(&drawn.picture, drawn.cursor)?;
        Ok(drawn)
    }

    /// The most useful keys in a line.
    pub(super) fn keys(&self, view: &View, choice: Option<&Choice>) -> String {
        match choice {
            Some(choice) if choice.is_subset() => self.messages.say("screen-keys-subset"),
            Some(_) => self.messages.say("screen-keys"),
            None if self.watched.is_some() || view.seat.is_none() => {
                let pace = if self.pauses {
                    "‖".to_owned()
                } else {
                    format!("{}/{}", self.pace + 1, PAUSES.len())
                };
                let pace = if self.style.signs { pace } else { pace.replace('‖', "||") };
                self.messages.with("screen-keys-watching", &[("pace", pace.into())])
            }
            None => String::new(),
        }
    }

    /// Lets the cards fly that lie elsewhere in a view than in the one before, unless there is
    /// something else to do.
    pub(super) fn fly(&mut self, view: &View) -> io::Result<()> {
        let fast = PAUSES[self.pace].is_zero() && self.watched.is_none() && view.seat.is_none();
        let fast = std::mem::take(&mut self.still) || fast;
        if !self.motion || fast {
            return Ok(());
        }
        let Some((before, old)) = self.shown.take() else { return Ok(()) };
        if before.seat != view.seat || !self.waiting.is_empty() {
            return Ok(());
        }
        let drawn = self.drawn(view, None, None)?;
        let pen = Pen { view, messages: self.messages, style: self.style };
        let was = Scene { view: &before, drawn: &old };
        let flights = motion::flights(was, Scene { view, drawn: &drawn }, pen);
        for number in (0..motion::FRAMES).filter(|_| !flights.is_empty()) {
            self.stage.show(&motion::frame(&old.picture, &flights, number), None)?;
            if let Waited::Event(event) = self.stage.wait(motion::FRAME)? {
                self.note(event);
                break;
            }
        }
        self.shown = Some((view.clone(), drawn));
        Ok(())
    }

    /// A question without a table: what has been said, the question, and what is typed.
    pub(super) fn show_question(
        &mut self,
        said: &[String],
        prompt: &str,
        text: &str,
    ) -> io::Result<()> {
        let area = self.area()?;
        let mut picture = Buffer::empty(area);
        let columns = usize::from(area.width.saturating_sub(8));
        let mut lines: Vec<String> = said.iter().flat_map(|line| fitted(line, columns)).collect();
        lines.push(String::new());
        lines.extend(wrap(prompt, columns));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let top = area.height.saturating_sub(rows) / 2;
        for (y, line) in (top..).zip(&lines) {
            put(&mut picture, (4, y), line, area.width.saturating_sub(8));
        }
        let y = (top + rows).min(area.height - 1);
        let x = put(&mut picture, (4, y), text, area.width.saturating_sub(8));
        self.stage.show(&picture, Some(Position { x: x.min(area.width - 1), y }))
    }

    pub(super) fn open(&mut self, view: &View, menu: Option<&Menu>, which: Sheet) {
        let story = self.stories.of(view);
        let more = if self.shared { "keys-more-shared" } else { "keys-more" };
        let mut pane = sheets::sheet(self.pen(view), menu, &story, which, more);
        let rows = self.shown.as_ref().map_or(20, |(_, drawn)| drawn.picture.area.height);
        let last = pane.lines.len().saturating_sub(usize::from(rows.saturating_sub(4)));
        pane.from = pane.from.min(last);
        match pane.lines.is_empty() {
            true => self.state.status = Some(self.messages.say("screen-nothing-here")),
            false => self.state.pane = Some(pane),
        }
    }

    pub(super) fn look_at(&mut self, view: &View, what: &str) {
        let lines = look(self.pen(view), what);
        match lines.is_empty() {
            true => {
                let told = self.messages.with("not-in-sight", &[("what", what.into())]);
                self.state.status = Some(told);
            }
            false => {
                let title = self.messages.say("screen-card-title");
                self.state.pane = Some(Pane { title, lines, from: 0 });
            }
        }
    }

    /// Shows what has been said: a word below the table, more in a text over it.
    pub(super) fn tell_said(&mut self) {
        let said = std::mem::take(&mut self.said);
        let columns = self.style.columns.saturating_sub(6);
        let broken: Vec<String> = said.iter().flat_map(|line| fitted(line, columns)).collect();
        let told = broken.iter().any(|line| !line.is_empty());
        // What greets somebody keeps nobody from the table.
        let greets = !std::mem::replace(&mut self.begun, true);
        match broken.len() {
            _ if !told => {}
            3.. if greets => {
                let first: Vec<String> =
                    said.into_iter().take_while(|line| !line.is_empty()).collect();
                let keys = self.messages.say("screen-first-key");
                self.state.status = Some(format!("{} {keys}", first.join(" ")));
            }
            1..=2 => self.state.status = Some(broken.join(" ")),
            _ => {
                let lines = broken.into_iter().skip_while(String::is_empty).collect();
                let title = self.messages.say("screen-said-title");
                self.state.pane = Some(Pane { title, lines, from: 0 });
            }
        }
    }
}
