//! The first and the last words of a session: who plays, how it ended, where the record lies and
//! how to go on.

use super::Session;
use crate::cli::host::files::GameFile;
use crate::cli::host::tell;
use crate::cli::report::diagnostics;
use crate::cli::screen::names::{Names, capital};
use crate::cli::setup::settings::SeatKind;
use crate::cli::text::{Messages, TermStyle, wrap};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::players::Kind;
use crate::program::OptionSetting;
use crate::value::{Narrow, Seat};
use crate::vm::{Fault, Outcome};
use std::io;

impl Session<'_> {
    /// What is played, by whom, and with which seed.
    pub fn greet(&mut self) -> io::Result<()> {
        let names = self.names();
        let title = names.style.bold(&names.of(&names.program.title, &names.program.id));
        let kind = |kind: &SeatKind| match kind {
            SeatKind::Human => self.messages.say("kind-human"),
            SeatKind::Bot(Kind::Random) => self.messages.say("kind-random"),
            SeatKind::Bot(kind) => {
                self.messages.with("kind-bot", &[("name", kind.to_string().into())])
            }
        };
        let seats = self.kinds.iter().enumerate();
        let seats = seats
            .map(|(i, k)| format!("{} {}", names.player(i as Seat), kind(k)))
            .collect::<Vec<_>>();
        let values = [("seats", seats.join(", ").into()), ("seed", self.seed.to_string().into())];
        let line = format!("{title} - {}", self.messages.with("greeting", &values));
        let columns = names.style.columns;
        let options = options_set(&names);
        let mut lines = wrap(&line, columns);
        lines.extend(if options.is_empty() { Vec::new() } else { wrap(&options, columns) });
        self.terminal.lines(&lines)
    }

    /// Why a player that is no person can play no further.
    pub fn say_stuck(&mut self, seat: Seat, why: &str) -> io::Result<()> {
        let who = self.names().player(seat);
        self.say("stuck", &[("who", who.into()), ("why", why.into())])
    }

    /// What is left to tell, then who won.
    pub fn say_outcome(&mut self) -> io::Result<()> {
        let eyes = self.humans();
        if eyes.count_ones() > 1 {
            self.terminal.clear()?;
        }
        self.tell_last(eyes)?;
        // Of several people none may see what the others still hold.
        if eyes.count_ones() == 1 {
            self.show_table(eyes.trailing_zeros().to_u8(), false)?;
        }
        let Some(outcome) = self.play.outcome() else { return Ok(()) };
        let names = self.for_eyes(eyes);
        let lines = outcome_lines(&names, &outcome);
        self.terminal.line("")?;
        self.terminal.lines(&lines)?;
        self.say_where("record-lies")
    }

    /// What was played is not all kept. The end of a game is told all the same.
    pub fn say_unkept(&mut self) -> io::Result<()> {
        if self.play.outcome().is_some() {
            self.say_outcome()?;
        }
        self.say_where("record-unkept")
    }

    /// The names of things for the seats in `eyes`: for the one person who plays, for all who do,
    /// or for whoever looks on.
    pub fn for_eyes(&self, eyes: u32) -> Names<'_> {
        let names = self.names();
        if eyes.count_ones() == 1 {
            names.for_seat(eyes.trailing_zeros().to_u8())
        } else {
            names.for_seats(eyes)
        }
    }

    pub fn say_how_to_resume(&mut self) -> io::Result<()> {
        self.say_where("resume")
    }

    fn say_where(&mut self, key: &str) -> io::Result<()> {
        match self.record.as_ref().map(|record| record.path.display().to_string()) {
            // In one line: a command is there to be copied.
            Some(path) => {
                let text = self.messages.with(key, &[("path", path.into())]);
                self.terminal.line(&text)
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

/// The options that are not as usual: `With cards in hand: 5, …`
fn options_set(names: &Names<'_>) -> String {
    let unusual = names.program.options.iter().filter(|option| option.value != option.default);
    let words = unusual.map(|option| {
        let value = match &option.value {
            OptionSetting::Flag(flag) => names.flag(*flag),
            OptionSetting::Number(number) => number.to_string(),
            OptionSetting::Word(word) => word.clone(),
        };
        let name = option.text.get(names.messages.code()).unwrap_or(&option.name);
        names.messages.with(
            "option-set",
            &[
                ("name", name.into()),
                ("option", option.name.as_str().into()),
                ("value", value.into()),
            ],
        )
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        String::new()
    } else {
        names.messages.with("options-set", &[("options", words.join(" ; ").into())])
    }
}

pub fn draw_fault(game: &Game, fault: &Fault, file: &GameFile, style: TermStyle) -> String {
    let message = game.fault_words(fault);
    let problem =
        Diagnostic::error(fault.kind.code(), fault.span, message).label("the game stopped here");
    diagnostics::diagnostic(&problem, &game.program().sources, file, style)
}

/// Who won, with which scores, and why the game ended.
pub fn outcome_lines(names: &Names<'_>, outcome: &Outcome) -> Vec<String> {
    let mut lines = vec![names.style.bold(&winners(names, outcome))];
    if !outcome.scores.is_empty() {
        let one = |(seat, score): (usize, &i32)| format!("{} {score}", names.player(seat as Seat));
        let all: Vec<String> = outcome.scores.iter().enumerate().map(one).collect();
        // In a cooperative game, and in a team, all have the same.
        let list =
            if names.program.cooperative { outcome.scores[0].to_string() } else { all.join(", ") };
        lines.push(names.messages.with("scores", &[("list", list.into())]));
    }
    if !outcome.reason.is_empty() {
        lines
            .push(names.messages.with("reason", &[("reason", names.text(&outcome.reason).into())]));
    }
    lines
}

fn winners(names: &Names<'_>, outcome: &Outcome) -> String {
    let messages: &Messages = names.messages;
    let seats: Vec<Seat> = outcome.winners.iter().map(|n| n - 1).collect();
    match (seats.as_slice(), names.program.cooperative) {
        ([], true) => messages.say("lost-together"),
        (_, true) => messages.say("won-together"),
        ([], false) => messages.say("draw"),
        ([one], false) if names.viewer == Some(*one) => messages.say("you-win"),
        ([one], false) => capital(&messages.with("wins", &[("who", names.player(*one).into())])),
        (several, false) => {
            let list: Vec<String> = several.iter().map(|seat| names.player(*seat)).collect();
            capital(&messages.with("win", &[("who", list.join(", ").into())]))
        }
    }
}
