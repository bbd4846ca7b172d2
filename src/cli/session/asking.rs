//! A person is asked: the question in words, the answers until one is an option, and the change of
//! hands between two people.

use super::question::{Found, Question};
use super::{Asked, Session};
use crate::cli::host::terminal::Line;
use crate::cli::screen::menu;
use crate::cli::screen::prompt::{self, Shown};
use crate::value::Seat;
use crate::view::{self, Item, Left, Menu, Phrase, View};
use std::io;

/// Options that are named where an answer could mean several.
const MOST_MEANT: usize = 6;

/// What an answer came to.
enum Reply {
    Chosen(usize),
    Again,
    Leave,
}

impl Session<'_> {
    /// The option that a person chooses, unless the person leaves, or the rules are edited.
    pub fn ask(&mut self, seat: Seat) -> io::Result<Asked> {
        if !self.play.pending().contains(&seat) {
            return Ok(Asked::Leaves);
        }
        if self.at != Some(seat) && !self.hand_over(seat)? {
            return Ok(Asked::Leaves);
        }
        let view = self.look(seat);
        let Some(menu) = view.menu.clone() else { return Ok(Asked::Leaves) };
        if !menu.goes_on {
            self.tell(seat, &view)?;
            self.show_table(&view, false)?;
        }
        let mut question = Question::new(menu, self.terminal.style, self.terminal.typed);
        self.offer(&question)?;
        loop {
            let answer = match self.answer_or_edit()? {
                Line::Answer(answer) => answer,
                Line::End => return Ok(Asked::Leaves),
                Line::Interrupted => return Ok(Asked::Edited),
            };
            if let Some(option) = of_copy(&question.menu, &answer) {
                return Ok(Asked::Option(option));
            }
            match self.answer(seat, &view, &mut question, &answer)? {
                Reply::Chosen(option) => {
                    let option = question.menu.options.get(option);
                    return Ok(option.map_or(Asked::Leaves, |one| Asked::Option(one.index)));
                }
                Reply::Again => {}
                Reply::Leave => return Ok(Asked::Leaves),
            }
        }
    }

    /// The next answer, or that a file of the game has changed before it came.
    fn answer_or_edit(&mut self) -> io::Result<Line> {
        match &mut self.edited {
            None => self.terminal.ask("> ").map(|answer| answer.map_or(Line::End, Line::Answer)),
            Some(edited) => self.terminal.ask_unless("> ", || edited.watcher.has_changed()),
        }
    }

    fn answer(
        &mut self,
        seat: Seat,
        view: &View,
        question: &mut Question,
        answer: &str,
    ) -> io::Result<Reply> {
        match answer {
            "" => {}
            "q" | "Q" => return Ok(Reply::Leave),
            "t" | "T" => {
                self.show_table(view, true)?;
                self.offer(question)?;
            }
            "0" if question.open.is_some() => self.look_into(question, None)?,
            "?" => self.help(&question.menu)?,
            _ => match question.find(answer) {
                Found::Option(option) => return Ok(Reply::Chosen(option)),
                Found::Fold(members) => self.look_into(question, Some(members))?,
                Found::Many(several) => self.which(&several, &question.options)?,
                Found::Nothing => self.refuse(seat, answer)?,
            },
        }
        Ok(Reply::Again)
    }

    fn look_into(&mut self, question: &mut Question, fold: Option<Vec<usize>>) -> io::Result<()> {
        question.open = fold;
        self.offer(question)
    }

    /// Asks for more words. In folds numbers mean other things, so none is named there.
    fn which(&mut self, several: &[usize], options: &[Shown]) -> io::Result<()> {
        let shown = several.iter().take(MOST_MEANT);
        let mut list: Vec<String> = shown.map(|&i| options[i].text.clone()).collect();
        if several.len() > MOST_MEANT {
            list.push("…".to_owned());
        }
        let text = self.messages.with("which-one", &[("options", list.join(", ").into())]);
        self.terminal.wrapped(&text)
    }

    /// Why this cannot be chosen, if the rules have a word on it; else what can be answered.
    fn refuse(&mut self, seat: Seat, answer: &str) -> io::Result<()> {
        match view::why_not(&self.play, self.messages.lexicon(), seat, answer) {
            Some(why) => self.say("not-legal", &[("why", self.terminal.style.phrase(&why).into())]),
            None => self.say("no-such-option", &[("answer", answer.into())]),
        }
    }

    /// Lets another person come to the terminal. False when nobody does.
    fn hand_over(&mut self, seat: Seat) -> io::Result<bool> {
        self.at = Some(seat);
        if self.humans().count_ones() < 2 {
            return Ok(true);
        }
        self.terminal.clear()?;
        self.shown.clear();
        let n = seat + 1;
        if !self.terminal.typed {
            self.say("hand-over-line", &[("n", n.into())])?;
            return Ok(true);
        }
        let prompt = self.messages.with("hand-over", &[("n", n.into())]);
        let came = self.terminal.ask(&prompt)?.is_some();
        self.terminal.clear()?;
        Ok(came)
    }

    // ---- the question in words

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
        let all = question.shown();
        let mut lines = question.list(style);
        if question.open.is_some() {
            lines.push(menu::back(self.messages, style, all.len()));
        }
        if !self.hinted {
            lines.push(self.messages.say("hint"));
        }
        (before, lines)
    }

    /// ` (2 more)`: of several things that are chosen one by one.
    fn left(&self, left: &Left) -> String {
        format!(" ({})", self.terminal.style.phrase(&left.text))
    }

    /// What the choice means: each action with what it asks for, then the keys.
    fn help(&mut self, menu: &Menu) -> io::Result<()> {
        let mut lines = prompt::explain(menu, self.terminal.style, self.messages);
        lines.push(self.messages.say("keys"));
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
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

/// The option that an answer names in the words of a record, where each of several equal cards has
/// a name of its own.
fn of_copy(menu: &Menu, answer: &str) -> Option<usize> {
    let named = |label: &str| label.contains('~') && prompt::same(label, answer);
    menu.options.iter().find_map(|option| {
        let same = option.same.iter().map(|same| (same.index, same.label.as_str()));
        let mut all = std::iter::once((option.index, option.label.as_str())).chain(same);
        all.find(|(_, label)| named(label)).map(|(index, _)| index)
    })
}
