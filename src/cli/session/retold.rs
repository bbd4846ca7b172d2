//! How a record goes in rules that have changed since, in words.

use super::ending::{draw_fault, outcome_lines};
use crate::cli::host::files::GameFile;
use crate::cli::report::diagnostics;
use crate::cli::screen::{Pen, table};
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Diagnostic;
use crate::game::{Eyes, Game};
use crate::record::{End, OtherOptions, RefusedChoice, Retold};
use crate::value::Seat;
use crate::view::{self, Looking, Narration, Past, View};
use crate::vm::Outcome;

/// How far the choices go, for the one person of these `seats` who plays, or for several at one
/// screen: nothing is told of what others chose, or could choose.
pub fn for_players(
    retold: &Retold,
    seats: u32,
    file: &GameFile,
    style: TermStyle,
    messages: &Messages,
) -> Vec<String> {
    let teller = Teller { game: retold.play.game(), messages, style, file };
    let is_own = |seat: Seat| seats == 1 << seat;
    let mut lines = vec![teller.made(retold)];
    let other = retold.other_options.as_ref().filter(|other| is_own(other.seat));
    lines.extend(other.map(|other| teller.other_options(other)));
    lines.extend(match &retold.end {
        End::Same => vec![messages.say("against-same-so-far")],
        End::Refused(refused) if is_own(refused.seat) => vec![teller.refused(refused)],
        End::Refused(refused) => {
            vec![messages.with("against-hidden", &[("who", teller.player(refused.seat).into())])]
        }
        End::OtherResult { .. } | End::Sooner { .. } => vec![messages.say("against-sooner-here")],
        End::GoesOn { .. } => vec![messages.say("against-goes-on")],
        End::Fault => vec![messages.say("against-fault")],
    });
    lines.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
}

/// What became of the choices: how many were made, why not all, how the table stands, how the game
/// ended then and now.
pub fn text(retold: &Retold, file: &GameFile, style: TermStyle, messages: &Messages) -> String {
    let game = retold.play.game();
    let teller = Teller { game, messages, style, file };
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
            lines.extend(teller.outcome(is));
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
    messages: &'a Messages,
    style: TermStyle,
    file: &'a GameFile,
}

impl Teller<'_> {
    fn made(&self, retold: &Retold) -> String {
        let values = [("n", retold.choices.into()), ("of", retold.recorded.into())];
        self.messages.with("against-made", &values)
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
            ("who", self.player(other.seat).into()),
            ("options", options.join(", ").into()),
        ];
        self.messages.with("against-options", &values)
    }

    fn player(&self, seat: Seat) -> String {
        self.messages.with("player", &[("n", (seat + 1).into())])
    }

    fn outcome(&self, outcome: &Outcome) -> Vec<String> {
        let over = view::over(self.game.program(), self.messages.lexicon(), outcome);
        outcome_lines(&over, self.style)
    }

    /// How it ended then, and now.
    fn results(&self, was: &Outcome, is: Option<&Outcome>) -> Vec<String> {
        let messages = self.messages;
        let mut lines = vec![messages.say("against-was")];
        lines.extend(self.outcome(was));
        lines.push(messages.say(if is.is_some() { "against-is" } else { "against-goes-on" }));
        lines.extend(is.iter().flat_map(|is| self.outcome(is)));
        lines
    }

    /// The choice that is not there, and the rule that forbids it.
    fn refused(&self, refused: &RefusedChoice) -> String {
        let RefusedChoice { line, seat, value, why, asked } = refused;
        let messages = self.messages;
        let values = |why: String| {
            [
                ("line", (*line).into()),
                ("who", self.player(*seat).into()),
                ("value", value.as_str().into()),
                ("why", why.into()),
            ]
        };
        let Some(why) = why else {
            let asked: Vec<String> = asked.iter().map(|seat| self.player(*seat)).collect();
            let key = if asked.is_empty() { "against-nobody" } else { "against-others" };
            return messages.with(key, &values(asked.join(", ")));
        };
        let words = view::sentence(self.game.program(), messages.lexicon(), &why.words);
        let text = messages.with("against-refused", &values(words.clone()));
        let Some(span) = why.span else { return text };
        let problem =
            Diagnostic::notice("forbidden-now", span, words).label(messages.say("against-rule"));
        let sources = &self.game.program().sources;
        let drawn = diagnostics::diagnostic(&problem, sources, self.file, self.style);
        format!("{text}\n{drawn}")
    }

    /// The table where the choices come to their end, as all seats together see it.
    fn table(&self, retold: &Retold) -> Vec<String> {
        let (play, lexicon) = (&retold.play, self.messages.lexicon());
        let (eyes, past) = (Eyes::All, &Past::told(play.log().len()));
        let narration = Narration::Again;
        let view = View::of(&Looking { play, lexicon, eyes, past, narration });
        table::table(Pen { view: &view, messages: self.messages, style: self.style })
    }
}
