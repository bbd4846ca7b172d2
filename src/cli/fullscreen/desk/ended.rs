//! The game is over: how it ended is shown until somebody leaves. Where it may go on from there, it
//! is waited for an edit or a command.

use super::{Full, PATIENCE};
use crate::cli::fullscreen::keys::{self, Sheet, Sits, Step};
use crate::cli::fullscreen::stage::Waited;
use crate::cli::fullscreen::state::Pane;
use crate::cli::session::command::Command;
use crate::cli::session::desk::{Asked, Ended};
use crate::cli::session::ending::outcome_lines;
use crate::cli::session::question::MOST_ECHOED;
use crate::cli::text::shorten;
use crate::view::{Over, View};
use crossterm::event::{Event, KeyCode, KeyEventKind};
use std::io;

impl Full<'_> {
    /// Shows how the game ended until somebody leaves, or wants it to go on.
    pub(super) fn show_end(&mut self, ended: &mut Ended<'_>) -> io::Result<Asked> {
        let view = ended.view;
        let style = self.pen(view).style;
        let lines = |over: &Over| outcome_lines(over, style);
        let over = view.over.as_ref().map(lines).unwrap_or_default();
        if !ended.again {
            self.begin();
            self.waiting.clear();
            // What the scores are made of has room over the table.
            let brief = view.over.clone().map(|over| Over { parts: Vec::new(), ..over });
            self.stories.add(Some(view), &brief.as_ref().map(lines).unwrap_or_default());
            if brief.is_some_and(|brief| view.over.as_ref() != Some(&brief)) {
                let title = self.messages.say("screen-end-title");
                self.state.pane = Some(Pane { title, lines: over.clone(), from: 0 });
            }
        }
        // Who only looked on is not greeted at the end.
        if !std::mem::replace(&mut self.begun, true) {
            self.said.clear();
        }
        self.tell_said();
        let verdict = over.first().cloned().unwrap_or_default();
        let keys = if ended.stays { "screen-end-stays" } else { "screen-end" };
        let status = format!("{verdict}  {}", self.messages.say(keys));
        self.told_end = over;
        if self.leaves {
            return Ok(Asked::Leaves);
        }
        self.paint_end(view, &status)?;
        loop {
            if ended.beside.edited() {
                return Ok(Asked::Edited);
            }
            let event = match self.stage.wait(PATIENCE)? {
                Waited::Event(event) => event,
                Waited::Nothing => continue,
                Waited::Over => return Ok(Asked::Leaves),
            };
            // The sheet at the end keeps nobody from leaving.
            if self.is_end_read() && is_leaving(&event) {
                self.leaves = true;
                return Ok(Asked::Leaves);
            }
            let closes = !ended.stays && !self.is_reading() && is_closing(&event);
            let sits = if ended.stays { Sits::IsOver } else { Sits::LooksOn };
            let Some((_, drawn)) = &self.shown else { return Ok(Asked::Leaves) };
            let step = keys::event(&mut self.state, sits, drawn, &event);
            if closes {
                return Ok(Asked::Leaves);
            }
            if let Some(asked) = self.wanted_then(view, step, ended.stays) {
                return Ok(asked);
            }
            self.paint_end(view, &status)?;
        }
    }

    /// Whether what is open over the table is how the game ended.
    fn is_end_read(&self) -> bool {
        let pane = self.state.pane.as_ref();
        pane.is_some_and(|pane| pane.title == self.messages.say("screen-end-title"))
    }

    /// Shows a view with the verdict below it, where nothing else is told there.
    fn paint_end(&mut self, view: &View, status: &str) -> io::Result<()> {
        self.state.status.get_or_insert_with(|| status.to_owned());
        let drawn = self.paint(view, None, None)?;
        self.shown = Some((view.clone(), drawn));
        Ok(())
    }

    /// What a step asks for when the game is over.
    fn wanted_then(&mut self, view: &View, step: Step, stays: bool) -> Option<Asked> {
        let command = match step {
            Step::Leave => Command::Leave,
            Step::Wants(command) => command,
            Step::Typed(text) | Step::Command(text) => match Command::read(text.trim()) {
                Some(command) => command,
                None if text.trim().is_empty() => return None,
                None => {
                    let answer = shorten(text.trim(), MOST_ECHOED, self.style.signs);
                    let told = self.messages.with("no-such-command", &[("answer", answer.into())]);
                    self.state.status = Some(told);
                    return None;
                }
            },
            Step::Show(sheet) => {
                self.open(view, None, sheet);
                return None;
            }
            _ => return None,
        };
        match command {
            Command::Leave => {
                self.leaves = true;
                Some(Asked::Leaves)
            }
            Command::Look(what) => {
                self.look_at(view, &what);
                None
            }
            Command::Help => {
                self.open(view, None, Sheet::Help);
                None
            }
            Command::Table => None,
            command => stays.then_some(Asked::Says(command)),
        }
    }
}

/// Whether a key leaves, whatever is open.
fn is_leaving(event: &Event) -> bool {
    pressed(event) == Some(KeyCode::Char('q'))
}

/// Whether a key leaves a game that is over and stays so.
fn is_closing(event: &Event) -> bool {
    matches!(pressed(event), Some(KeyCode::Enter | KeyCode::Esc))
}

/// The key that is pressed, and not let go.
fn pressed(event: &Event) -> Option<KeyCode> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(key.code),
        _ => None,
    }
}
