//! How a record goes in rules that have changed since, with the table where it comes to its end.

use super::ending::{draw_fault, outcome_lines};
use crate::cli::host::files::GameFile;
use crate::cli::rehearsal::retold::{By, Teller};
use crate::cli::report::diagnostics;
use crate::cli::screen::{Pen, table};
use crate::cli::text::{Messages, TermStyle};
use crate::game::Eyes;
use crate::record::{End, Retold};
use crate::view::{self, Looking, Narration, Past, View};
use crate::vm::Outcome;

/// What became of the choices: how many were made, why not all, how the table stands, how the game
/// ended then and now.
pub(crate) fn text(
    retold: &Retold,
    file: &GameFile,
    style: TermStyle,
    messages: &Messages,
) -> String {
    let game = retold.play.game();
    let teller = Teller { game, by: By::Line, messages, style };
    let mut lines = vec![teller.made(retold)];
    lines.extend(retold.other_options.as_ref().map(|other| teller.other_options(other)));
    match &retold.end {
        End::Same => lines.push(messages.say(match retold.play.outcome() {
            Some(_) => "against-same",
            None => "against-same-so-far",
        })),
        End::OtherResult { was, is } => lines.extend(results(&teller, was, Some(is))),
        End::GoesOn { was } => lines.extend(results(&teller, was, None)),
        End::Sooner { is } => {
            lines.push(messages.say("against-sooner"));
            lines.extend(outcome(&teller, is));
        }
        End::Refused(refused) => {
            lines.push(teller.refused(refused));
            let sources = &game.program().sources;
            let draw = |rule| diagnostics::diagnostic(&rule, sources, file, style, messages);
            lines.extend(teller.rule(refused).map(draw));
            lines.extend(table(&teller, retold));
        }
        End::Fault => lines.push(messages.say("against-fault")),
    }
    if let (End::Fault, Some(fault)) = (&retold.end, retold.play.fault()) {
        lines.push(draw_fault(game, fault, file, style, messages));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn outcome(teller: &Teller<'_>, outcome: &Outcome) -> Vec<String> {
    let over = view::over(teller.game.program(), teller.messages.lexicon(), outcome);
    outcome_lines(&over, teller.style)
}

/// How it ended then, and now.
fn results(teller: &Teller<'_>, was: &Outcome, is: Option<&Outcome>) -> Vec<String> {
    let messages = teller.messages;
    let mut lines = vec![messages.say("against-was")];
    lines.extend(outcome(teller, was));
    lines.push(messages.say(if is.is_some() { "against-is" } else { "against-goes-on" }));
    lines.extend(is.iter().flat_map(|is| outcome(teller, is)));
    lines
}

/// The table where the choices come to their end, as all seats together see it.
fn table(teller: &Teller<'_>, retold: &Retold) -> Vec<String> {
    let (play, lexicon) = (&retold.play, teller.messages.lexicon());
    let (eyes, past) = (Eyes::All, &Past::told(play.log().len()));
    let narration = Narration::Again;
    let view = View::of(&Looking { play, lexicon, eyes, past, narration });
    table::table(Pen { view: &view, messages: teller.messages, style: teller.style })
}
