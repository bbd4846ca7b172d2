//! How a record goes in rules that have changed since, in words.

use super::ending::{draw_fault, outcome_lines};
use crate::cli::host::files::GameFile;
use crate::cli::report::diagnostics;
use crate::cli::screen::names::Names;
use crate::cli::screen::table;
use crate::cli::screen::view::View;
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::record::{End, OtherOptions, RefusedChoice, Retold};
use crate::vm::Outcome;

/// What became of the choices: how many were made, why not all, how the table stands, how the game
/// ended then and now.
pub fn text(retold: &Retold, file: &GameFile, style: TermStyle, messages: &Messages) -> String {
    let game = retold.play.game();
    let names = Names::new(game.program(), messages, style);
    let teller = Teller { game, names, file };
    let mut lines = vec![teller.made(retold)];
    lines.extend(retold.other_options.as_ref().map(|other| teller.other_options(other)));
    match &retold.end {
        End::Same => lines.push(messages.say(match retold.play.outcome() {
            Some(_) => "against-same",
            None => "against-same-so-far",
        })),
        End::OtherResult { was, is } => lines.extend(teller.results(was, Some(is))),
        End::GoesOn { was } => lines.extend(teller.results(was, None)),
        End::Sooner { is } => {
            lines.push(messages.say("against-sooner"));
            lines.extend(outcome_lines(&teller.names, is));
        }
        End::Refused(refused) => {
            lines.push(teller.refused(refused));
            lines.extend(teller.table(retold));
        }
        End::Fault => lines.push(messages.say("against-fault")),
    }
    if let (End::Fault, Some(fault)) = (&retold.end, retold.play.fault()) {
        lines.push(draw_fault(game, fault, file, style));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

struct Teller<'a> {
    game: &'a Game,
    names: Names<'a>,
    file: &'a GameFile,
}

impl Teller<'_> {
    fn made(&self, retold: &Retold) -> String {
        let values = [("n", retold.choices.into()), ("of", retold.recorded.into())];
        self.names.messages.with("against-made", &values)
    }

    fn other_options(&self, other: &OtherOptions) -> String {
        let shown = |sign: char, options: &[String]| {
            const MOST: usize = 8;
            let mut all: Vec<String> =
                options.iter().take(MOST).map(|option| format!("{sign} {option}")).collect();
            all.extend((options.len() > MOST).then(|| "…".to_owned()));
            all
        };
        let options = [shown('+', &other.gained), shown('-', &other.lost)].concat();
        let values = [
            ("line", other.line.into()),
            ("who", self.names.player(other.seat).into()),
            ("options", options.join(", ").into()),
        ];
        self.names.messages.with("against-options", &values)
    }

    /// How it ended then, and now.
    fn results(&self, was: &Outcome, is: Option<&Outcome>) -> Vec<String> {
        let messages = self.names.messages;
        let mut lines = vec![messages.say("against-was")];
        lines.extend(outcome_lines(&self.names, was));
        lines.push(messages.say(if is.is_some() { "against-is" } else { "against-goes-on" }));
        lines.extend(is.iter().flat_map(|is| outcome_lines(&self.names, is)));
        lines
    }

    /// The choice that is not there, and the rule that forbids it.
    fn refused(&self, refused: &RefusedChoice) -> String {
        let RefusedChoice { line, seat, value, why, asked } = refused;
        let messages = self.names.messages;
        let values = |why: String| {
            [
                ("line", (*line).into()),
                ("who", self.names.player(*seat).into()),
                ("value", value.as_str().into()),
                ("why", why.into()),
            ]
        };
        let Some(why) = why else {
            let asked: Vec<String> = asked.iter().map(|seat| self.names.player(*seat)).collect();
            let key = if asked.is_empty() { "against-nobody" } else { "against-others" };
            return messages.with(key, &values(asked.join(", ")));
        };
        let text = messages.with("against-refused", &values(self.names.text(&why.words)));
        let Some(span) = why.span else { return text };
        let problem = Diagnostic::notice("forbidden-now", span, self.names.text(&why.words))
            .label(messages.say("against-rule"));
        let sources = &self.game.program().sources;
        let drawn = diagnostics::diagnostic(&problem, sources, self.file, self.names.style);
        format!("{text}\n{drawn}")
    }

    /// The table where the choices come to their end, as all seats together see it.
    fn table(&self, retold: &Retold) -> Vec<String> {
        let seats: Vec<_> = (0..self.names.program.seats).collect();
        let scores: Vec<Option<i32>> = retold.play.scores().into_iter().map(Some).collect();
        let view = View::of(&retold.play, &seats);
        table::table(&self.names, &view, &scores)
    }
}
