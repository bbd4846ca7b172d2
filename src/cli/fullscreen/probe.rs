//! Screens as text, without a terminal: for whoever compares screens, or keeps them.

use super::desk::full;
use super::ink;
use super::rerun::Rerun;
use super::stage::Script;
use crate::cli::args::Language;
use crate::cli::session::Session;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle};
use crate::game::Play;
use crate::players::Kind;
use crate::value::Seat;
use crate::view::Past;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// The whole screen of a person at one seat, in English. It remembers what it has told.
pub struct FullScreen {
    seat: Seat,
    size: (u16, u16),
    style: TermStyle,
    messages: Messages,
    past: Past,
}

/// What became of a screen.
pub struct Shown {
    /// The last picture, row by row.
    pub text: String,
    /// How many pictures were shown.
    pub pictures: usize,
    /// How many keys were left when somebody chose.
    pub keys_left: usize,
}

impl FullScreen {
    /// A screen of so many columns and rows on which nothing has been shown yet.
    pub fn new(seat: Seat, columns: u16, rows: u16) -> FullScreen {
        let style =
            TermStyle { signs: true, columns: usize::from(columns), ..TermStyle::default() };
        let messages = Messages::new(Language::En);
        FullScreen { seat, size: (columns, rows), style, messages, past: Past::default() }
    }

    /// Has this screen draw with `signs`, or in plain ASCII.
    #[must_use]
    pub fn with_signs(mut self, signs: bool) -> FullScreen {
        self.style.signs = signs;
        self
    }

    /// What is seen when the seat is asked, as it is in `play`: what happened since it was asked
    /// last, the table, the options.
    pub fn asked(&mut self, play: &Play) -> String {
        self.keys(play, "").text
    }

    /// What is seen when the seat is asked and has pressed `keys`: letters are themselves, and
    /// `⏎ ⇥ ⎋ ← → ↑ ↓` the keys with these signs.
    pub fn keys(&mut self, play: &Play, keys: &str) -> Shown {
        let kind =
            |seat| if seat == self.seat { SeatKind::Human } else { SeatKind::Bot(Kind::Random) };
        let kinds = Seat::all(play.game().program().seats).map(kind).collect();
        let mut script = Script::new(self.size.0, self.size.1);
        script.events.extend(keys.chars().map(key));
        let desk = Box::new(full(Box::new(&mut script), &self.messages, self.style, false));
        let mut session = Session::new(play.clone(), kinds, 0, &self.messages, desk, None);
        session.seat_down(self.seat, std::mem::take(&mut self.past));
        // Memory can always be written.
        let _ = session.ask(self.seat);
        self.past = session.past(self.seat);
        drop(session);
        shown(&script)
    }

    /// What is seen when the seat goes through the recorded game `end` and has pressed `keys`.
    pub fn rerun(&self, end: &Play, keys: &str) -> Shown {
        let mut script = Script::new(self.size.0, self.size.1);
        script.events.extend(keys.chars().map(key));
        let stage = Box::new(&mut script);
        let end = end.clone().asking_all();
        let _ = Rerun::new(stage, &self.messages, self.style, &end, Some(self.seat)).run();
        shown(&script)
    }
}

fn shown(script: &Script) -> Shown {
    let text = script.picture.as_ref().map(ink::text).unwrap_or_default();
    Shown { text, pictures: script.shown, keys_left: script.events.len() }
}

fn key(sign: char) -> Event {
    let code = match sign {
        '⏎' => KeyCode::Enter,
        '⇥' => KeyCode::Tab,
        '⎋' => KeyCode::Esc,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        '↑' => KeyCode::Up,
        '↓' => KeyCode::Down,
        letter => KeyCode::Char(letter),
    };
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}
