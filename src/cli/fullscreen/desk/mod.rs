//! A session at the whole screen.
//!
//! - This file: what a session asks of a desk; events one by one.
//! - `choosing`: somebody chooses; `following`: somebody looks on; `ended`: the game is over.
//! - `showing`: pictures of it, and texts over them.

mod choosing;
mod ended;
mod following;
mod showing;

use crate::cli::fullscreen::choice::{Choice, Member, Pick};
use crate::cli::fullscreen::keys;
use crate::cli::fullscreen::stage::{Stage, Waited};
use crate::cli::fullscreen::state::{Drawn, State};
use crate::cli::fullscreen::story::Stories;
use crate::cli::host::terminal::Terminal;
use crate::cli::screen::Pen;
use crate::cli::session::desk::{Asked, Asking, Desk, Ended};
use crate::cli::session::question::Question;
use crate::cli::text::{Messages, TermStyle};
use crate::value::Seat;
use crate::view::View;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
pub(crate) use following::next_seat;
use ratatui_core::buffer::Buffer;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// How long an event is waited for before something else is looked after.
const PATIENCE: Duration = Duration::from_millis(150);

/// Pauses behind the choices of bots where nobody plays, from slow to fast.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(3_000),
    Duration::from_millis(1_500),
    Duration::from_millis(800),
    Duration::from_millis(300),
    Duration::from_millis(80),
    Duration::ZERO,
];

/// The pause at first.
const PACE: usize = 2;

/// Lines that are said at once and belong to the story.
const MOST_TOLD: usize = 3;

/// Looks at a bot that thinks before the sign of life changes.
const LIFE: usize = 3;

/// The whole screen of a terminal, or of what stands in for one.
pub(crate) struct Full<'a> {
    stage: Box<dyn Stage + 'a>,
    messages: &'a Messages,
    style: TermStyle,
    /// Cards fly.
    motion: bool,
    state: State,
    stories: Stories,
    /// What was shown last, and how.
    shown: Option<(View, Drawn)>,
    /// What has been said since somebody was asked last.
    said: Vec<String>,
    /// What is said answers what somebody wanted beside choosing, and is no part of the story.
    answering: bool,
    /// Somebody has been asked.
    begun: bool,
    /// What is shown next stands elsewhere than what was shown: nothing flies there.
    still: bool,
    /// Events that came while nobody was asked.
    waiting: VecDeque<Event>,
    /// The decision as it was left, where it is asked once more.
    choice: Option<Choice>,
    /// Members that are picked and not chosen yet, and whose they are.
    picked: Option<(Seat, Vec<Pick>)>,
    /// Members that were picked and not confirmed when the rules were edited.
    carried: Vec<Member>,
    /// People play each other here: see [`Asking::shared`].
    shared: bool,
    /// Somebody wants to leave.
    leaves: bool,
    /// From where somebody looks on.
    watched: Option<Seat>,
    pace: usize,
    pauses: bool,
    /// How the game ended, where that has been shown.
    told_end: Vec<String>,
    /// Where lines go once the screen is given back.
    after: Option<Terminal<'static>>,
}

/// Gives a session a whole screen.
pub(crate) fn full<'a>(
    stage: Box<dyn Stage + 'a>,
    messages: &'a Messages,
    style: TermStyle,
    motion: bool,
) -> Full<'a> {
    Full {
        stage,
        messages,
        style,
        motion,
        state: State::default(),
        stories: Stories::default(),
        shown: None,
        said: Vec::new(),
        answering: false,
        begun: false,
        still: false,
        waiting: VecDeque::new(),
        choice: None,
        picked: None,
        carried: Vec::new(),
        shared: false,
        leaves: false,
        watched: None,
        pace: PACE,
        pauses: false,
        told_end: Vec::new(),
        after: None,
    }
}

impl Desk for Full<'_> {
    fn style(&self) -> TermStyle {
        match &self.after {
            Some(terminal) => terminal.style,
            None => TermStyle { columns: self.style.columns.saturating_sub(6), ..self.style },
        }
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        match &mut self.after {
            Some(terminal) => terminal.lines(lines),
            None => {
                // What is looked up is no part of the story.
                if lines.len() <= MOST_TOLD && !self.answering {
                    self.stories.add(self.shown.as_ref().map(|(view, _)| view), lines);
                }
                self.said.extend_from_slice(lines);
                Ok(())
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        match &mut self.after {
            Some(terminal) => terminal.wrapped(text),
            None => self.lines(&[text.to_owned()]),
        }
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if let Some(terminal) = &mut self.after {
            return terminal.ask(prompt);
        }
        let said = std::mem::take(&mut self.said);
        let mut text = String::new();
        loop {
            self.show_question(&said, prompt, &text)?;
            match self.next_pressed()? {
                Pressed::Leaves => return Ok(None),
                Pressed::Key(KeyCode::Enter) => return Ok(Some(text)),
                Pressed::Key(KeyCode::Backspace) => drop(text.pop()),
                Pressed::Key(KeyCode::Esc) => text.clear(),
                Pressed::Key(KeyCode::Char(letter)) => keys::type_on(&mut text, [letter]),
                Pressed::Text(pasted) => keys::type_on(&mut text, keys::pasted(&pasted)),
                Pressed::Key(_) | Pressed::Resize => {}
            }
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        self.still = true;
        self.picked = None;
        self.carried.clear();
        self.shown = None;
        self.said.clear();
        self.choice = None;
        self.state = State::default();
        let area = self.area()?;
        self.stage.show(&Buffer::empty(area), None)
    }

    fn tell(&mut self, view: &View) -> io::Result<()> {
        let pen = Pen { view, messages: self.messages, style: self.style };
        self.stories.tell(pen);
        Ok(())
    }

    fn show(&mut self, view: &View) -> io::Result<()> {
        self.fly(view)
    }

    fn stands_anew(&mut self) -> bool {
        self.still = true;
        self.picked = None;
        self.stories = Stories::default();
        true
    }

    fn picks_after_edit(&mut self, stands: bool) {
        let picked = self.choice.take().map(|choice| choice.members()).unwrap_or_default();
        match stands {
            true => self.carried = picked,
            false => self.tell_lost(&picked),
        }
    }

    fn counts(&self) -> &'static str {
        "numbers-counting-screen"
    }

    fn choose(&mut self, asking: &mut Asking<'_>) -> io::Result<Asked> {
        self.shared = asking.shared;
        if let Some(option) = self.next_picked(asking) {
            return Ok(Asked::Option(option));
        }
        let mut choice = match self.choice.take().filter(|_| asking.again) {
            Some(choice) => choice,
            None => {
                self.begin();
                self.told_end.clear();
                let mut choice = Choice::new(asking.menu.clone(), self.style);
                self.pick_again(asking.view, &mut choice)?;
                choice
            }
        };
        self.tell_said();
        if self.leaves {
            return Ok(Asked::Leaves);
        }
        let asked = self.answers(asking, &mut choice);
        self.answering = matches!(asked, Ok(Asked::Says(_)));
        self.choice = Some(choice);
        asked
    }

    fn question(&self) -> Option<Question> {
        self.choice.as_ref().map(|choice| choice.question(self.style))
    }

    fn follows(&self) -> bool {
        self.after.is_none()
    }

    fn follow(&mut self, view: &View) -> io::Result<()> {
        let pen = Pen { view, messages: self.messages, style: self.style };
        self.stories.follow(pen);
        self.fly(view)?;
        let drawn = self.paint(view, None, None)?;
        self.shown = Some((view.clone(), drawn));
        // Where somebody plays, what is told is read when that person chooses.
        if view.seat.is_some() && self.watched.is_none() { Ok(()) } else { self.look_on() }
    }

    fn thinks(&mut self, seat: Seat, looks: usize) -> io::Result<()> {
        let mut changed = looks.is_multiple_of(LIFE);
        while let Waited::Event(event) = self.stage.wait(Duration::ZERO)? {
            match event {
                // What is drawn later has the new size in any case.
                Event::Resize(..) => changed = true,
                event => self.note(event),
            }
        }
        if changed && let Some((view, _)) = self.shown.take() {
            let drawn = self.paint(&view, None, Some((seat.shown(), looks / LIFE)))?;
            self.shown = Some((view, drawn));
        }
        Ok(())
    }

    fn leaves(&self) -> bool {
        self.leaves
    }

    fn watches(&self) -> Option<Seat> {
        self.watched
    }

    fn end(&mut self, ended: &mut Ended<'_>) -> io::Result<Asked> {
        self.show_end(ended)
    }

    fn close(&mut self) -> io::Result<()> {
        self.stage.leave()?;
        let mut after = Terminal::standard();
        // It was shown on a screen that is no more.
        let told = std::mem::take(&mut self.told_end);
        if !told.is_empty() {
            after.line("")?;
            after.lines(&told)?;
        }
        self.after = Some(after);
        Ok(())
    }
}

// ---- events

impl Full<'_> {
    /// A new decision: nothing of the last one is pointed at any more. A line that is being typed
    /// stays: an edit may have come between.
    fn begin(&mut self) {
        let state = &mut self.state;
        *state = State {
            table_from: state.table_from,
            input: state.input.take(),
            status: state.status.take(),
            ..State::default()
        };
    }

    fn next(&mut self) -> io::Result<Waited> {
        match self.waiting.pop_front() {
            Some(event) => Ok(Waited::Event(event)),
            None => self.stage.wait(PATIENCE),
        }
    }

    /// What somebody does next who types a line.
    fn next_pressed(&mut self) -> io::Result<Pressed> {
        loop {
            match self.stage.wait(PATIENCE)? {
                Waited::Over => return Ok(Pressed::Leaves),
                Waited::Event(Event::Resize(..)) => return Ok(Pressed::Resize),
                Waited::Event(Event::Paste(text)) => return Ok(Pressed::Text(text)),
                Waited::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    if is_leaving(key) {
                        self.leaves = true;
                        return Ok(Pressed::Leaves);
                    }
                    if !keys::is_chord(key) {
                        return Ok(Pressed::Key(key.code));
                    }
                }
                Waited::Event(_) | Waited::Nothing => {}
            }
        }
    }
}

/// What somebody does who types a line.
enum Pressed {
    Key(KeyCode),
    Text(String),
    Resize,
    Leaves,
}

/// Whether a key leaves whatever is being typed.
fn is_leaving(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd'))
}
