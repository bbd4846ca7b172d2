//! The first and the last words of a session: who plays, how it ended, where the record lies and
//! how to go on.

use super::Session;
use crate::cli::host::files::GameFile;
use crate::cli::host::tell;
use crate::cli::report::diagnostics;
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{TermStyle, wrap};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::players::Kind;
use crate::value::Seat;
use crate::view::{self, Over};
use crate::vm::Fault;
use std::io;

impl Session<'_> {
    /// What is played, by whom, and with which seed.
    pub fn greet(&mut self) -> io::Result<()> {
        let style = self.desk.style();
        let greeting = view::greeting(self.play.game().program(), self.messages.lexicon());
        let kind = |kind: &SeatKind| match kind {
            SeatKind::Human => self.messages.say("kind-human"),
            SeatKind::Bot(Kind::Random) => self.messages.say("kind-random"),
            SeatKind::Bot(kind) => {
                self.messages.with("kind-bot", &[("name", kind.to_string().into())])
            }
        };
        let seats = self.kinds.iter().enumerate();
        let seats = seats
            .map(|(seat, k)| format!("{} {}", self.player(seat as Seat), kind(k)))
            .collect::<Vec<_>>();
        let values = [("seats", seats.join(", ").into()), ("seed", self.seed.to_string().into())];
        let title = style.bold(&greeting.title);
        let line = format!("{title} - {}", self.messages.with("greeting", &values));
        let mut lines = wrap(&line, style.columns);
        let settings = greeting.settings.map(|settings| style.phrase(&settings));
        lines.extend(settings.iter().flat_map(|settings| wrap(settings, style.columns)));
        self.desk.lines(&lines)
    }

    /// `player 2`
    pub(super) fn player(&self, seat: Seat) -> String {
        self.messages.with("player", &[("n", (seat + 1).into())])
    }

    /// Why a player that is no person can play no further.
    pub fn say_stuck(&mut self, seat: Seat, why: &str) -> io::Result<()> {
        let who = self.player(seat);
        self.say("stuck", &[("who", who.into()), ("why", why.into())])
    }

    /// What is left to tell, then who won.
    pub fn say_outcome(&mut self) -> io::Result<()> {
        let people = self.humans().count_ones();
        if people > 1 {
            self.desk.clear()?;
        }
        let view = self.tell_last()?;
        // Of several people none may see what the others still hold.
        if people == 1 {
            self.desk.show(&view)?;
        }
        self.desk.close(Some(&view))?;
        let Some(over) = &view.over else { return Ok(()) };
        let mut lines = vec![String::new()];
        lines.extend(outcome_lines(over, self.desk.style()));
        self.desk.lines(&lines)?;
        self.say_where("record-lies")
    }

    /// What was played is not all kept. The end of a game is told all the same.
    pub fn say_unkept(&mut self) -> io::Result<()> {
        if self.play.outcome().is_some() {
            self.say_outcome()?;
        }
        self.say_where("record-unkept")
    }

    pub fn say_how_to_resume(&mut self) -> io::Result<()> {
        self.say_where("resume")
    }

    fn say_where(&mut self, key: &str) -> io::Result<()> {
        match self.record.as_ref().map(|record| record.path.display().to_string()) {
            // In one line: a command is there to be copied.
            Some(path) => {
                let text = self.messages.with(key, &[("path", path.into())]);
                self.desk.lines(&[text])
            }
            None => Ok(()),
        }
    }

    /// What went wrong in the rules, and where.
    pub fn say_fault(&mut self, fault: &Fault, file: &GameFile) -> io::Result<()> {
        let style = TermStyle::of_errors();
        tell(&draw_fault(self.play.game(), fault, file, style));
        self.say_where("record-of-fault")
    }
}

pub fn draw_fault(game: &Game, fault: &Fault, file: &GameFile, style: TermStyle) -> String {
    let message = game.fault_words(fault);
    let problem =
        Diagnostic::error(fault.kind.code(), fault.span, message).label("the game stopped here");
    diagnostics::diagnostic(&problem, &game.program().sources, file, style)
}

/// Who won, with which scores, and why the game ended.
pub fn outcome_lines(over: &Over, style: TermStyle) -> Vec<String> {
    let mut lines = vec![style.bold(&style.phrase(&over.verdict))];
    lines.extend(over.tally.iter().map(|tally| style.phrase(tally)));
    lines.extend(over.parts.iter().map(|part| format!("  {}", style.phrase(&part.told))));
    lines.extend(over.reason.iter().map(|reason| style.phrase(reason)));
    lines
}
