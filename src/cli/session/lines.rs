//! Line mode: what happens is written below what was written before, and each line that is read is
//! an answer.

use super::command::Command;
use super::desk::{Asked, Asking, Beside, Desk, Ended};
use super::ending::outcome_lines;
use super::question::{Question, Reading};
use crate::cli::host::terminal::{Line, Terminal};
use crate::cli::screen::prompt;
use crate::cli::screen::story::{self, Part};
use crate::cli::screen::{Pen, look, menu, table};
use crate::cli::text::{Messages, TermStyle, wrap};
use crate::value::Seat;
use crate::view::{Item, Left, Menu, Phrase, View, capital};
use std::io;

/// Lines of a question that are written once more below an answer that is refused.
const MOST_AGAIN: usize = 8;

/// Looks at a player that thinks after which it has taken long.
const LONG: usize = 12;

/// A terminal, or a file, line by line.
pub(crate) struct Lines<'a> {
    terminal: Terminal<'a>,
    messages: &'a Messages,
    /// How to answer has been said.
    hinted: bool,
    /// The table as it was shown last, so that it is not shown twice.
    shown: Vec<String>,
    /// The question that was asked last, as it was left.
    question: Option<Question>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(terminal: Terminal<'a>, messages: &'a Messages) -> Lines<'a> {
        Lines { terminal, messages, hinted: false, shown: Vec::new(), question: None }
    }

    fn pen<'v>(&'v self, view: &'v View) -> Pen<'v> {
        Pen { view, messages: self.messages, style: self.terminal.style }
    }

    fn message(
        &mut self,
        key: &str,
        values: &[(&str, fluent_bundle::FluentValue<'_>)],
    ) -> io::Result<()> {
        let text = self.messages.with(key, values);
        self.terminal.wrapped(&text)
    }
}

impl Desk for Lines<'_> {
    fn style(&self) -> TermStyle {
        self.terminal.style
    }

    fn is_typed(&self) -> bool {
        self.terminal.typed
    }

    fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        self.terminal.lines(lines)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.terminal.wrapped(text)
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.terminal.ask(prompt)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.shown.clear();
        self.terminal.clear()
    }

    fn tell(&mut self, view: &View) -> io::Result<()> {
        let parts = story::parts(self.pen(view));
        parts.iter().try_for_each(|part| match part {
            Part::Told(lines) => self.write_told(lines),
            Part::Board(lines) => {
                self.terminal.line("")?;
                self.message("as-it-stood", &[])?;
                self.terminal.picture(lines)
            }
        })
    }

    fn show(&mut self, view: &View) -> io::Result<()> {
        self.show_table(view, false)
    }

    fn stands_anew(&mut self) -> bool {
        self.shown.clear();
        false
    }

    /// Says so, once it takes long, until something else is told.
    fn thinks(&mut self, seat: Seat, looks: usize) -> io::Result<()> {
        if looks != LONG {
            return Ok(());
        }
        let who = capital(&self.messages.with("player", &[("n", seat.shown().into())]));
        let text = self.messages.with("thinks", &[("who", who.into())]);
        self.terminal.meanwhile(&self.terminal.style.phrase(&text.into()))
    }

    fn choose(&mut self, asking: &mut Asking<'_>) -> io::Result<Asked> {
        let mut question = match self.question.take().filter(|_| asking.again) {
            Some(question) => question,
            None => {
                let (style, typed) = (self.terminal.style, self.terminal.typed);
                let question = Question::new(asking.menu.clone(), style, typed);
                self.offer(&question)?;
                question
            }
        };
        let asked = self.answers(asking, &mut question);
        self.question = Some(question);
        asked
    }

    fn question(&self) -> Option<Question> {
        self.question.clone()
    }

    fn end(&mut self, ended: &mut Ended<'_>) -> io::Result<Asked> {
        if let Some(over) = ended.view.over.as_ref().filter(|_| !ended.again) {
            self.terminal.line("")?;
            self.terminal.lines(&outcome_lines(over, self.terminal.style))?;
            if ended.stays {
                self.say_what_can_be_typed(ended)?;
            }
        }
        match ended.stays {
            true => self.wanted_then(ended),
            false => Ok(Asked::Leaves),
        }
    }
}

// ---- a question and its answers

impl Lines<'_> {
    /// Reads answers until one is an option, or something else than a choice.
    fn answers(&mut self, asking: &mut Asking<'_>, question: &mut Question) -> io::Result<Asked> {
        loop {
            let answer = match self.answer_or_edit(&mut asking.beside)? {
                Line::Answer(answer) => answer,
                Line::End => return Ok(Asked::Leaves),
                Line::Interrupted => return Ok(Asked::Edited),
            };
            if let Some(asked) = self.answer(asking, question, &answer)? {
                return Ok(asked);
            }
        }
    }

    /// Reads what is wanted when the game is over, until it is for the session to do.
    fn wanted_then(&mut self, ended: &mut Ended<'_>) -> io::Result<Asked> {
        loop {
            let answer = match self.answer_or_edit(&mut ended.beside)? {
                Line::Answer(answer) => answer,
                Line::End => return Ok(Asked::Leaves),
                Line::Interrupted => return Ok(Asked::Edited),
            };
            match Command::read(answer.strip_prefix(':').unwrap_or(&answer)) {
                Some(Command::Leave) => return Ok(Asked::Leaves),
                Some(Command::Table) => self.show_table(ended.view, true)?,
                Some(Command::Look(what)) => self.look_at(ended.view, &what)?,
                None if answer.is_empty() && ended.beside.counted().is_some() => {
                    return Ok(Asked::Says(Command::News));
                }
                Some(Command::Help) | None => self.say_what_can_be_typed(ended)?,
                Some(command) => return Ok(Asked::Says(command)),
            }
        }
    }

    fn say_what_can_be_typed(&mut self, ended: &Ended<'_>) -> io::Result<()> {
        let watched = ended.beside.is_watched();
        self.message(if watched { "ended-watched" } else { "ended-stays" }, &[])
    }

    /// The next answer, or that a file of the game has changed before it came.
    fn answer_or_edit(&mut self, beside: &mut Beside<'_>) -> io::Result<Line> {
        if !beside.is_watched() {
            return self.terminal.ask("> ").map(|answer| answer.map_or(Line::End, Line::Answer));
        }
        self.terminal.ask_unless("> ", || beside.edited())
    }

    /// What an answer asks for; none where the question is asked once more.
    fn answer(
        &mut self,
        asking: &Asking<'_>,
        question: &mut Question,
        answer: &str,
    ) -> io::Result<Option<Asked>> {
        match answer {
            "" if asking.beside.counted().is_some() => return Ok(Some(Asked::Says(Command::News))),
            "" => return Ok(None),
            "0" if question.open.is_some() => {
                let outer = question.outer();
                return self.look_into(question, outer).map(|()| None);
            }
            _ => {}
        }
        match question.read(asking, answer, self.terminal.style, self.messages) {
            Reading::Copy(option) => return Ok(Some(Asked::Option(option))),
            Reading::Option(option) => {
                let option = question.menu.options.get(option);
                return Ok(Some(option.map_or(Asked::Leaves, |one| Asked::Option(one.index))));
            }
            Reading::Wants(Command::Leave) => return Ok(Some(Asked::Leaves)),
            Reading::Wants(Command::Table) => {
                self.show_table(asking.view, true)?;
                self.offer(question)?;
            }
            Reading::Wants(Command::Help) => self.help(asking, &question.menu)?,
            Reading::Wants(Command::Look(what)) => self.look_at(asking.view, &what)?,
            Reading::Wants(command) => return Ok(Some(Asked::Says(command))),
            Reading::Fold(members) => self.look_into(question, Some(members))?,
            Reading::Unclear(told) => self.terminal.wrapped(&told)?,
            Reading::Refused(told) => self.refuse(question, &told)?,
        }
        Ok(None)
    }

    /// Shows a card in its large form, or all that lies in a place.
    fn look_at(&mut self, view: &View, what: &str) -> io::Result<()> {
        let lines = look::look(self.pen(view), what);
        match lines.is_empty() {
            true => self.message("not-in-sight", &[("what", what.into())]),
            false => self.terminal.picture(&lines),
        }
    }

    fn look_into(&mut self, question: &mut Question, fold: Option<Vec<usize>>) -> io::Result<()> {
        question.open = fold;
        self.offer(question)
    }

    /// Tells why something cannot be chosen, or what can be answered. Before it, for whoever types,
    /// the question once more, as it may have been scrolled away; of a long list, behind it, how to
    /// see it.
    fn refuse(&mut self, question: &Question, told: &str) -> io::Result<()> {
        let typed = self.terminal.typed;
        let (before, list) = self.question_lines(question);
        let is_short = before.len() + list.len() <= MOST_AGAIN;
        if typed && is_short {
            self.offer(question)?;
        }
        self.terminal.wrapped(told)?;
        if typed && !is_short { self.message("options-again", &[]) } else { Ok(()) }
    }
}

// ---- the question in words

impl Lines<'_> {
    fn offer(&mut self, question: &Question) -> io::Result<()> {
        let (before, list) = self.question_lines(question);
        before.iter().try_for_each(|line| self.terminal.wrapped(line))?;
        self.terminal.lines(&list)?;
        self.hinted = true;
        Ok(())
    }

    /// What is to be chosen, and the list.
    fn question_lines(&self, question: &Question) -> (Vec<String>, Vec<String>) {
        let style = self.terminal.style;
        let left = question.menu.left.as_ref().map(|left| self.left(left)).unwrap_or_default();
        let before = match &question.menu.begun {
            Some(begun) => {
                let chosen = style.phrase(begun);
                self.messages.with("so-far", &[("chosen", chosen.into()), ("left", left.into())])
            }
            None => {
                let prompt = format!("{}{left}", style.phrase(&prompt_of(question)));
                let key = if prompt.is_empty() { "your-choice-plain" } else { "your-choice" };
                self.messages.with(key, &[("prompt", prompt.into())])
            }
        };
        let before = vec![String::new(), before];
        let mut lines = question.list(style);
        if question.open.is_some() {
            lines.push(menu::back(self.messages, style, question.count()));
        }
        if !self.hinted {
            lines.extend(wrap(&self.messages.say("hint"), style.columns));
        }
        (before, lines)
    }

    /// ` (2 more)`: of several things that are chosen one by one.
    fn left(&self, left: &Left) -> String {
        format!(" ({})", self.terminal.style.phrase(&left.text))
    }

    /// What the choice means: each action with what it asks for, then the keys.
    fn help(&mut self, asking: &Asking<'_>, menu: &Menu) -> io::Result<()> {
        let mut lines = prompt::explain(menu, self.terminal.style, self.messages);
        let more = if asking.shared { "keys-more-shared" } else { "keys-more" };
        lines.extend(["keys", more].map(|key| self.messages.say(key)));
        lines.extend(table::explains_backs(self.pen(asking.view)));
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }

    fn write_told(&mut self, lines: &[String]) -> io::Result<()> {
        if !lines.is_empty() {
            self.terminal.line("")?;
        }
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }

    /// The table; only when something on it has changed, unless somebody asks for it.
    fn show_table(&mut self, view: &View, asked: bool) -> io::Result<()> {
        let lines = table::table(self.pen(view));
        if !asked && lines == self.shown {
            return Ok(());
        }
        self.terminal.line("")?;
        self.terminal.picture(&lines)?;
        self.shown = lines;
        Ok(())
    }
}

/// What is to be chosen: the fold that is looked into, or what the menu says.
fn prompt_of(question: &Question) -> Phrase {
    let Some(open) = &question.open else { return question.menu.prompt.clone() };
    match menu::fold_of(&question.items, open) {
        Some(Item::Fold { title, .. }) => title.clone(),
        Some(Item::Option(_)) | None => Phrase::default(),
    }
}
