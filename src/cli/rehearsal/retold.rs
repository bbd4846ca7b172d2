//! How a record goes in rules that have changed since, in words: how far its choices go, and what
//! is in their way.

use crate::cli::host::files::GameFile;
use crate::cli::report::diagnostics;
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::record::{End, OtherOptions, Place, RefusedChoice, Retold};
use crate::value::Seat;
use crate::view;

/// How a record goes, in words: a line each, and the rule that forbids the first choice that is not
/// there any more.
#[derive(Default)]
pub(crate) struct Course {
    pub(crate) lines: Vec<String>,
    pub(crate) rule: Option<Diagnostic>,
}

/// How far the choices go, for whoever `sees` what these seats choose: nothing is told of what
/// others chose, or could choose. Only where all lies `open` is told what hidden cards forbid.
pub(crate) fn lines(
    retold: &Retold,
    sees: impl Fn(Seat) -> bool,
    open: bool,
    style: TermStyle,
    messages: &Messages,
) -> Course {
    // Where nobody has chosen yet there is no course to speak of.
    if retold.recorded == 0 && retold.end == End::Same {
        return Course::default();
    }
    let teller = Teller { game: retold.play.game(), by: By::Choice, messages, style };
    let mut rule = None;
    let mut refused = |refused: &RefusedChoice| {
        rule = teller.rule(refused);
        teller.refused(refused)
    };
    let mut lines = vec![teller.made(retold)];
    let other = retold.other_options.as_ref().filter(|other| sees(other.seat));
    lines.extend(other.map(|other| teller.other_options(other)));
    lines.push(match &retold.end {
        End::Same => messages.say("against-same-so-far"),
        End::Refused(choice) if open => refused(choice),
        End::Refused(choice) if choice.seat().is_some_and(&sees) => {
            let by_rules = choice.why.as_ref().is_some_and(|why| why.span.is_some());
            let seat = choice.seat();
            let known = || seat.and_then(|seat| retold.play.why_not(seat, &choice.value));
            let why = if by_rules { known() } else { choice.why.clone() };
            refused(&RefusedChoice { why, ..choice.clone() })
        }
        End::Refused(choice) => {
            messages.with("against-hidden", &[("who", teller.numbered(choice.number).into())])
        }
        End::OtherResult { .. } | End::Sooner { .. } => messages.say("against-sooner-here"),
        End::GoesOn { .. } => messages.say("against-goes-on"),
        End::Fault => messages.say("against-fault"),
    });
    Course { lines, rule }
}

impl Course {
    /// For a terminal, with the rule drawn.
    pub(crate) fn drawn(
        self,
        game: &Game,
        file: &GameFile,
        style: TermStyle,
        messages: &Messages,
    ) -> Vec<String> {
        let sources = &game.program().sources;
        let draw = |rule| diagnostics::diagnostic(rule, sources, file, style, messages);
        let mut all = self.lines;
        all.extend(self.rule.as_ref().map(draw).iter().flat_map(|t| t.lines()).map(str::to_owned));
        all
    }
}

/// What places in a record are told by.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// The line, for whoever has the file.
    Line,
    /// The number of the choice, for whoever has been playing.
    Choice,
}

/// Tells how a record goes.
pub(crate) struct Teller<'a> {
    pub(crate) game: &'a Game,
    pub(crate) by: By,
    pub(crate) messages: &'a Messages,
    pub(crate) style: TermStyle,
}

impl Teller<'_> {
    /// How many choices were made.
    pub(crate) fn made(&self, retold: &Retold) -> String {
        let values = [("n", retold.choices.into()), ("of", retold.recorded.into())];
        self.messages.with("against-made", &values)
    }

    /// The first choice that had other options.
    pub(crate) fn other_options(&self, other: &OtherOptions) -> String {
        let shown = |sign: char, options: &[String]| {
            const MOST: usize = 8;
            let mut all: Vec<String> =
                options.iter().take(MOST).map(|option| format!("{sign} {option}")).collect();
            all.extend((options.len() > MOST).then(|| self.style.dots().to_owned()));
            all
        };
        let options = [shown('+', &other.gained), shown('-', &other.lost)].concat();
        let values = [
            ("place", self.place(other.place).into()),
            ("who", self.player(other.seat).into()),
            ("options", options.join(", ").into()),
        ];
        self.messages.with("against-options", &values)
    }

    /// `Choice 12`
    fn place(&self, place: Place) -> String {
        match self.by {
            By::Line => self.messages.with("against-line", &[("n", place.line.into())]),
            By::Choice => self.messages.with("against-choice", &[("n", place.choice.into())]),
        }
    }

    /// `player 2`
    pub(crate) fn player(&self, seat: Seat) -> String {
        self.numbered(seat.shown())
    }

    /// `player 2`, by the number of the player, from 1.
    fn numbered(&self, number: u8) -> String {
        self.messages.with("player", &[("n", number.into())])
    }

    /// The choice that is not there, and why.
    pub(crate) fn refused(&self, refused: &RefusedChoice) -> String {
        let RefusedChoice { place, number, value, options: _, why, asked } = refused;
        let messages = self.messages;
        let values = |why: String| {
            [
                ("place", self.place(*place).into()),
                ("who", self.numbered(*number).into()),
                ("value", value.as_str().into()),
                ("why", why.into()),
            ]
        };
        let Some(why) = why else {
            let asked: Vec<String> = asked.iter().map(|seat| self.player(*seat)).collect();
            let key = if asked.is_empty() { "against-nobody" } else { "against-others" };
            return messages.with(key, &values(asked.join(", ")));
        };
        let words = view::because(self.game.program(), messages.lexicon(), value, why);
        messages.with("against-refused", &values(self.style.phrase(&words)))
    }

    /// The rule that forbids the choice, if one does.
    pub(crate) fn rule(&self, refused: &RefusedChoice) -> Option<Diagnostic> {
        let why = refused.why.as_ref()?;
        let lexicon = self.messages.lexicon();
        let words = view::because(self.game.program(), lexicon, &refused.value, why);
        let problem = Diagnostic::notice("forbidden-now", why.span?, self.style.phrase(&words));
        Some(problem.label(self.messages.say("against-rule")))
    }
}
