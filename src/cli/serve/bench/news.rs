//! What an edit did to the game in progress, or what is wrong with it.

use crate::cli::host::Failure;
use crate::cli::host::files::GameFile;
use crate::cli::rehearsal::edited::{TakenUp, changed};
use crate::cli::rehearsal::retold::{self, Course};
use crate::cli::report::diagnostics::{self, Flat, counts, flat};
use crate::cli::text::{Messages, TermStyle};
use crate::diagnostic::Problems;
use crate::game::Game;
use crate::source::{Sources, Span};
use crate::vm::Fault;
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// Problems that are told of.
const MOST_PROBLEMS: usize = 50;

/// What is told beside the table after a file of the game was saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct News {
    /// What keeps the game from going on as it should.
    pub wrong: Option<Wrong>,
    /// What is different, a line each.
    pub changed: Vec<String>,
    /// How the choices so far go in the rules as they are now.
    pub course: Vec<String>,
    /// How many problems there are, in words.
    pub counts: Option<String>,
    pub problems: Vec<Problem>,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wrong {
    /// The files have mistakes, or the game cannot be taken up in them: it goes on as it was.
    Files,
    /// The rules failed after a choice, which is not made then.
    Choice,
    /// The rules failed where nothing can be taken back: the game cannot go on.
    Game,
}

/// A problem of a file, with the line that it is in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Problem {
    #[serde(flatten)]
    about: Value,
    /// What is at fault, and what stands on its line before and behind it.
    text: [String; 3],
}

/// The line in which a span begins: before it, what of it stands there, and behind it.
fn marked(sources: &Sources, span: Span) -> [String; 3] {
    let text = sources.find(span.source).map_or("", |source| &source.text);
    let Range { start, end } = diagnostics::range(text, span);
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = end.clamp(start, to);
    let parts = [text[from..start].trim_start(), &text[start..end], text[end..to].trim_end()];
    parts.map(str::to_owned)
}

impl News {
    /// The news of a game without an edit: what the checker has to say of it.
    pub(crate) fn of_game(game: &Game, file: &GameFile, messages: &Messages) -> News {
        News::default().with(game.problems(), file, messages)
    }

    /// The news of a game that goes on in edited rules.
    pub(crate) fn of_edit(
        was: &Game,
        taken_up: &TakenUp,
        file: &GameFile,
        messages: &Messages,
    ) -> News {
        let TakenUp { retold, put_back } = taken_up;
        let game = retold.play.game();
        let Course { lines: mut course, rule } =
            retold::lines(retold, |_| true, true, TermStyle::of_pages(), messages);
        course.extend(put_back.then(|| messages.say("reload-put-back")));
        let news = News {
            changed: changed(messages, was.program(), game.program()),
            course,
            ..News::default()
        };
        let mut problems = game.problems().clone();
        problems.list.extend(rule);
        news.with(&problems, file, messages)
    }

    /// The news that the rules fail in the game at hand, and what comes of that.
    pub(crate) fn of_fault(
        game: &Game,
        (fault, wrong): (&Fault, Wrong),
        file: &GameFile,
        messages: &Messages,
    ) -> News {
        let list = vec![diagnostics::fault(game, fault, messages)];
        let problems = Problems::new(game.program().sources.clone(), list);
        News { wrong: Some(wrong), ..News::default() }.with(&problems, file, messages)
    }

    /// The news that the game cannot be played in its files.
    pub(crate) fn of_failure(failure: &Failure, messages: &Messages) -> News {
        let news = News { wrong: Some(Wrong::Files), ..News::default() };
        match failure {
            Failure::Game(problems, file) => news.with(problems, file, messages),
            Failure::Usage(why) => News { course: vec![why.clone()], ..news },
            Failure::Output(error) => News { course: vec![error.to_string()], ..news },
            Failure::Told | Failure::Unusable | Failure::Rules => news,
        }
    }

    fn with(self, problems: &Problems, file: &GameFile, messages: &Messages) -> News {
        let all = problems.list.iter().zip(flat(problems, file));
        let problem = |(diagnostic, flat): (&crate::diagnostic::Diagnostic, Flat<'_>)| Problem {
            about: serde_json::to_value(flat).unwrap_or_default(),
            text: marked(&problems.sources, diagnostic.span),
        };
        News {
            counts: counts(&problems.list, messages),
            problems: all.take(MOST_PROBLEMS).map(problem).collect(),
            ..self
        }
    }
}
