//! What one seat is shown at the terminal, as text: for whoever compares screens, or keeps them.

use super::{Session, Told};
use crate::cli::args::Language;
use crate::cli::host::terminal::Terminal;
use crate::cli::screen::names::Names;
use crate::cli::screen::narrate::{self, Narration};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle};
use crate::game::Play;
use crate::players::Kind;
use crate::value::Seat;

/// The screen of a person at one seat, in English and plain letters. It remembers what it has told.
pub struct Screen {
    seat: Seat,
    messages: Messages,
    told: Told,
}

impl Screen {
    /// A screen on which nothing has been shown yet.
    pub fn new(seat: Seat) -> Screen {
        Screen { seat, messages: Messages::new(Language::En), told: (0, None) }
    }

    /// What is written when the seat is asked, as it is in `play`: what happened since it was asked
    /// last, the table, the options.
    pub fn asked(&mut self, play: &Play) -> String {
        let kind =
            |seat| if seat == self.seat { SeatKind::Human } else { SeatKind::Bot(Kind::Random) };
        let kinds = (0..play.game().program().seats).map(kind).collect();
        let mut output = Vec::new();
        let terminal = Terminal::typed("", &mut output, TermStyle::default());
        let mut session = Session::new(play.clone(), kinds, 0, &self.messages, terminal, None);
        session.seat_down(self.seat, std::mem::take(&mut self.told));
        // Nobody answers, and memory can always be written.
        let _ = session.ask(self.seat);
        self.told = session.told(self.seat);
        drop(session);
        String::from_utf8_lossy(&output).into_owned()
    }

    /// What `replay` tells the seat of the first `entries` of a play's log.
    pub fn told_again(&self, play: &Play, entries: usize) -> Vec<String> {
        let names = Names::new(play.game().program(), &self.messages, TermStyle::default())
            .for_seat(self.seat);
        narrate::narrate(&names, play.log().get(..entries).unwrap_or_default(), Narration::Again)
    }
}
