//! What one seat is shown at the terminal, as text: for whoever compares screens, or keeps them.

use super::Session;
use super::lines::Lines;
use crate::cli::args::Language;
use crate::cli::host::terminal::Terminal;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle};
use crate::game::{Eyes, Play};
use crate::players::Kind;
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Past};

/// The screen of a person at one seat, in English and plain letters. It remembers what it has told.
pub struct Screen {
    seat: Seat,
    style: TermStyle,
    messages: Messages,
    past: Past,
}

impl Screen {
    /// A screen on which nothing has been shown yet.
    pub fn new(seat: Seat) -> Screen {
        let (style, messages) = (TermStyle::default(), Messages::new(Language::En));
        Screen { seat, style, messages, past: Past::default() }
    }

    /// A screen with lines of `columns` columns, on which nothing has been shown yet.
    pub fn wide(seat: Seat, columns: usize) -> Screen {
        Screen { style: TermStyle { columns, ..TermStyle::default() }, ..Screen::new(seat) }
    }

    /// What is written when the seat is asked, as it is in `play`: what happened since it was asked
    /// last, the table, the options.
    pub fn asked(&mut self, play: &Play) -> String {
        let past = std::mem::take(&mut self.past);
        // Nobody answers, and memory can always be written.
        let (shown, past) = self.shown(play, past, |session, seat| drop(session.ask(seat)));
        self.past = past;
        shown
    }

    /// What `back` lists, and then what is told when the seat goes back by `undo`.
    pub fn going_back(&self, play: &Play) -> String {
        let go_back = |session: &mut Session<'_>, seat| {
            drop(session.back(seat, None));
            drop(session.undo(seat));
            drop(session.ask(seat));
        };
        self.shown(play, Past::told(play.log().len()), go_back).0
    }

    /// What is written while a person at this seat does something, and what it has been told then.
    fn shown(
        &self,
        play: &Play,
        past: Past,
        doing: impl FnOnce(&mut Session<'_>, Seat),
    ) -> (String, Past) {
        let kind =
            |seat| if seat == self.seat { SeatKind::Human } else { SeatKind::Bot(Kind::Random) };
        let kinds = Seat::all(play.game().program().seats).map(kind).collect();
        let mut output = Vec::new();
        let terminal = Terminal::typed("", &mut output, self.style);
        let desk = Box::new(Lines::new(terminal, &self.messages));
        let mut session = Session::new(play.clone(), kinds, 0, &self.messages, desk, None);
        session.seat_down(self.seat, past);
        doing(&mut session, self.seat);
        let past = session.past(self.seat);
        drop(session);
        (String::from_utf8_lossy(&output).into_owned(), past)
    }

    /// What `replay` tells the seat of the first `entries` of a play's log.
    pub fn told_again(&self, play: &Play, entries: usize) -> Vec<String> {
        let (lexicon, style) = (self.messages.lexicon(), self.style);
        let (eyes, past) = (Eyes::Seat(self.seat), &Past::default());
        let looking = Looking { play, lexicon, eyes, past, narration: Narration::Again };
        view::story(&looking, entries).iter().map(|sentence| style.phrase(sentence)).collect()
    }
}
