//! A person is asked: the question in words, the answers until one is an option, and the change of
//! hands between two people.

use super::Session;
use super::question::{Found, Question};
use crate::cli::screen::menu::{self, Item};
use crate::cli::screen::prompt::{self, Shown};
use crate::cli::screen::view::View;
use crate::game::{Decision, Entry, Offer};
use crate::value::Seat;
use crate::vm::{Chosen, WhyNot};
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
    /// The option that a person chooses; `None` when the person leaves.
    pub fn ask(&mut self, seat: Seat) -> io::Result<Option<usize>> {
        let Some(mut decision) = self.play.decision(seat) else { return Ok(None) };
        if self.at != Some(seat) && !self.hand_over(seat)? {
            return Ok(None);
        }
        if !is_step(&decision, self.play.log()) {
            self.tell(seat)?;
            self.show_table(seat, false)?;
        }
        let all = decision.options.clone();
        let kept =
            prompt::distinct(&self.names().for_seat(seat), &View::of(&self.play, &[seat]), &all);
        decision.options = kept.iter().map(|&i| all[i].clone()).collect();
        let options = self.options(seat, &decision);
        let items = if self.terminal.typed { menu::folded(&options) } else { menu::flat(&options) };
        let mut question =
            Question { decision, options, items, open: None, typed: self.terminal.typed };
        self.offer(seat, &question)?;
        loop {
            let Some(answer) = self.terminal.ask("> ")? else { return Ok(None) };
            // In the words of a record each of several equal cards has a name of its own.
            let named =
                |offer: &Offer| offer.label.contains('~') && prompt::same(&offer.label, &answer);
            if let Some(option) = all.iter().position(named) {
                return Ok(Some(option));
            }
            match self.answer(seat, &mut question, &answer)? {
                Reply::Chosen(option) => return Ok(Some(kept[option])),
                Reply::Again => {}
                Reply::Leave => return Ok(None),
            }
        }
    }

    fn answer(&mut self, seat: Seat, question: &mut Question, answer: &str) -> io::Result<Reply> {
        match answer {
            "" => {}
            "q" | "Q" => return Ok(Reply::Leave),
            "t" | "T" => {
                self.show_table(seat, true)?;
                self.offer(seat, question)?;
            }
            "0" if question.open.is_some() => self.look_into(seat, question, None)?,
            "?" => self.help(seat, &question.decision)?,
            _ => match question.find(answer) {
                Found::Option(option) => return Ok(Reply::Chosen(option)),
                Found::Fold(members) => self.look_into(seat, question, Some(members))?,
                Found::Many(several) => self.which(&several, &question.options)?,
                Found::Nothing => self.refuse(seat, &question.decision, answer)?,
            },
        }
        Ok(Reply::Again)
    }

    fn look_into(
        &mut self,
        seat: Seat,
        question: &mut Question,
        fold: Option<Vec<usize>>,
    ) -> io::Result<()> {
        question.open = fold;
        self.offer(seat, question)
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
    fn refuse(&mut self, seat: Seat, decision: &Decision, answer: &str) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let meant = prompt::meant(&names, decision, answer);
        // Only the game's own sentences are for players; what the runtime says of a label is for
        // programs.
        let of_rules = |why: &WhyNot| names.program.sentences.contains(&why.words);
        let why = meant.iter().filter_map(|label| self.play.why_not(seat, label)).find(of_rules);
        match why.map(|why| names.text(&why.words)) {
            Some(why) => self.say("not-legal", &[("why", why.into())]),
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

    fn options(&self, seat: Seat, decision: &Decision) -> Vec<Shown> {
        let names = self.names().for_seat(seat);
        let view = View::of(&self.play, &[seat]);
        decision.options.iter().map(|offer| prompt::shown(&names, &view, offer)).collect()
    }

    fn offer(&mut self, seat: Seat, question: &Question) -> io::Result<()> {
        let (before, list) = self.question_lines(seat, question);
        before.iter().try_for_each(|line| self.terminal.wrapped(line))?;
        self.terminal.lines(&list)?;
        self.hinted = true;
        Ok(())
    }

    /// What is to be chosen, and the list.
    fn question_lines(&self, seat: Seat, question: &Question) -> (Vec<String>, Vec<String>) {
        let names = self.names().for_seat(seat);
        let observation = self.play.observe(seat);
        let style = self.terminal.style;
        let begun =
            observation.committed.map(|begun| (names.label(&begun), names.bare_label(&begun)));
        // Of an action without values nothing has been chosen yet.
        let before = match begun.filter(|(begun, bare)| Some(begun) != bare.as_ref()) {
            Some((begun, _)) => {
                let left = self.left(&question.decision);
                self.messages.with("so-far", &[("chosen", begun.into()), ("left", left.into())])
            }
            None => {
                let prompt =
                    format!("{}{}", self.prompt(seat, question), self.left(&question.decision));
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
    fn left(&self, decision: &Decision) -> String {
        let words = match decision.left {
            None | Some((_, 0)) => return String::new(),
            Some((0, most)) => self.messages.with("left-at-most", &[("n", most.into())]),
            Some((least, most)) if least == most => {
                self.messages.with("left-exactly", &[("n", most.into())])
            }
            Some((least, most)) => self
                .messages
                .with("left-between", &[("least", least.into()), ("most", most.into())]),
        };
        format!(" ({words})")
    }

    /// What is to be chosen: the fold that is looked into, what the rules call the choice, or the
    /// phase in which it is made.
    fn prompt(&self, seat: Seat, question: &Question) -> String {
        let names = self.names().for_seat(seat);
        if let Some(open) = &question.open {
            let fold = menu::fold_of(&question.items, open);
            return match fold {
                Some(Item::Fold(title, _)) => title.clone(),
                Some(Item::Option(_)) | None => String::new(),
            };
        }
        let known = |name: &&str| names.program.texts.contains_key(*name);
        let observation = self.play.observe(seat);
        // An action of a menu of which no value has been chosen yet.
        let goes_on = question.decision.options.iter().any(is_step_of_choice);
        let begun = observation.committed.as_deref().and_then(|begun| names.bare_label(begun));
        if let Some(begun) = begun.filter(|_| goes_on) {
            return begun;
        }
        let phases = observation.phases.iter().rev().map(|phase| phase.name.as_str());
        let name = std::iter::once(question.decision.prompt.as_str()).chain(phases).find(known);
        name.map(|name| names.action(name, &[])).unwrap_or_default()
    }

    /// What the choice means: each action with what it asks for, then the keys.
    fn help(&mut self, seat: Seat, decision: &Decision) -> io::Result<()> {
        let names = self.names().for_seat(seat);
        let mut lines = prompt::explain(&names, decision);
        lines.push(self.messages.say("keys"));
        lines.iter().try_for_each(|line| self.terminal.wrapped(line))
    }
}

/// Whether a decision goes on with what this seat has just begun to choose: nothing has happened in
/// between.
fn is_step(decision: &Decision, log: &[Entry]) -> bool {
    let before = log.iter().rev().find(|entry| !matches!(entry, Entry::Offer { .. }));
    let just_chose = matches!(before, Some(Entry::Choice { seat, .. }) if *seat == decision.seat);
    just_chose && decision.options.iter().any(is_step_of_choice)
}

/// Whether an option goes on with an action that has been chosen.
fn is_step_of_choice(offer: &Offer) -> bool {
    matches!(offer.choice.what, Chosen::Member(_) | Chosen::Enough | Chosen::Further)
}
