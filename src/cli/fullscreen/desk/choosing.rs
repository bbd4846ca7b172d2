//! Somebody chooses: events are read until one is a choice, or something else that is wanted.

use super::Full;
use crate::cli::fullscreen::canvas::Spot;
use crate::cli::fullscreen::choice::{
    Choice, Entry, EntryKind, Member, Wanted, enough, next_member,
};
use crate::cli::fullscreen::keys::{self, Reached, Sheet, Sits, Step};
use crate::cli::fullscreen::sheets;
use crate::cli::fullscreen::stage::Waited;
use crate::cli::fullscreen::state::Focus;
use crate::cli::session::command::Command;
use crate::cli::session::desk::{Asked, Asking};
use crate::cli::session::question::Reading;
use crate::view::{Menu, Phrase, View};
use std::io;

impl Full<'_> {
    /// Reads events until one is a choice, or something else that is wanted.
    pub(super) fn answers(
        &mut self,
        asking: &mut Asking<'_>,
        choice: &mut Choice,
    ) -> io::Result<Asked> {
        let mut drawn = self.drawn(asking.view, Some(choice), None)?;
        if self.state.pointed.is_none()
            && self.state.focus == Focus::Table
            && choice.picks.is_empty()
        {
            keys::first_live(&mut self.state, choice, &drawn);
            drawn = self.drawn(asking.view, Some(choice), None)?;
        }
        self.stage.show(&drawn.picture, drawn.cursor)?;
        self.shown = Some((asking.view.clone(), drawn));
        loop {
            if asking.beside.edited() {
                return Ok(Asked::Edited);
            }
            let event = match self.next()? {
                Waited::Event(event) => event,
                Waited::Nothing => continue,
                Waited::Over => return Ok(Asked::Leaves),
            };
            let Some((_, drawn)) = &self.shown else { return Ok(Asked::Leaves) };
            let step = keys::event(&mut self.state, Sits::Chooses(choice), drawn, &event);
            match self.answer(asking, choice, step) {
                Answer::Asked(asked) => return Ok(asked),
                Answer::Changed => {
                    let drawn = self.paint(asking.view, Some(choice), None)?;
                    self.shown = Some((asking.view.clone(), drawn));
                }
                Answer::Same => {}
            }
        }
    }

    fn answer(&mut self, asking: &mut Asking<'_>, choice: &mut Choice, step: Step) -> Answer {
        match step {
            Step::Same | Step::Pace(_) | Step::Seat => Answer::Same,
            Step::Changed => Answer::Changed,
            Step::Choice(reached) => self.reached(asking, choice, reached),
            Step::Typed(text) => self.typed(asking, choice, text.trim()),
            Step::Command(text) if text.trim().is_empty() => Answer::Changed,
            Step::Command(text) => self.typed(asking, choice, &format!(":{}", text.trim())),
            Step::Wants(Command::Leave) | Step::Leave => {
                self.leaves = true;
                Answer::Asked(Asked::Leaves)
            }
            Step::Wants(command) => Answer::Asked(Asked::Says(command)),
            Step::Show(sheet) => {
                self.open(asking.view, Some(asking.menu), sheet);
                Answer::Changed
            }
        }
    }

    fn reached(&mut self, asking: &Asking<'_>, choice: &mut Choice, reached: Reached) -> Answer {
        let told = match reached {
            Reached::Option(option) => return chosen(&choice.menu, option),
            Reached::Members(picks) => {
                choice.picks.clear();
                self.picked = Some((asking.seat, picks));
                let next = self.next_picked(asking);
                return next.map_or(Answer::Changed, |option| Answer::Asked(Asked::Option(option)));
            }
            Reached::Vain(key) => {
                let names = sheets::names(self.pen(asking.view), key);
                let why = names.iter().find_map(|name| asking.why_not(name));
                self.refusal(why, || self.messages.say("screen-nothing-here"))
            }
            Reached::Complete => {
                self.messages.with("screen-complete", &[("n", choice.picks.len().into())])
            }
            Reached::TooFew(missing) => {
                self.messages.with("screen-too-few", &[("n", missing.into())])
            }
        };
        self.state.status = Some(told);
        Answer::Changed
    }

    /// Why something cannot be chosen, if the rules give a reason that may be told.
    fn refusal(&self, why: Option<Phrase>, otherwise: impl FnOnce() -> String) -> String {
        match why {
            Some(why) => {
                self.messages.with("not-legal", &[("why", self.style.phrase(&why).into())])
            }
            None => otherwise(),
        }
    }

    /// What a typed line means: a command, a number of the list, or words of an option.
    fn typed(&mut self, asking: &mut Asking<'_>, choice: &mut Choice, text: &str) -> Answer {
        let entries = choice.entries(self.style, self.messages);
        if let Ok(number) = text.parse::<usize>() {
            if let Some(entry) = number.checked_sub(1).and_then(|number| entries.get(number)) {
                return self.entry(asking, choice, entry);
            }
            let values = [("most", entries.len().into()), ("answer", text.to_owned().into())];
            self.state.status = Some(self.messages.with("no-such-number", &values));
            return Answer::Changed;
        }
        if text.is_empty() {
            return Answer::Changed;
        }
        match choice.question(self.style).read(asking, text, self.style, self.messages) {
            Reading::Copy(option) => return Answer::Asked(Asked::Option(option)),
            Reading::Option(option) => {
                let entry =
                    Entry { text: String::new(), options: vec![option], kind: EntryKind::Option };
                return self.entry(asking, choice, &entry);
            }
            Reading::Wants(Command::Leave) => {
                self.leaves = true;
                return Answer::Asked(Asked::Leaves);
            }
            Reading::Wants(Command::Table) => {}
            Reading::Wants(Command::Help) => self.open(asking.view, Some(asking.menu), Sheet::Help),
            Reading::Wants(Command::Look(what)) => self.look_at(asking.view, &what),
            Reading::Wants(command) => return Answer::Asked(Asked::Says(command)),
            Reading::Fold(members) => choice.look_into(members),
            Reading::Unclear(told) | Reading::Refused(told) => self.state.status = Some(told),
        }
        Answer::Changed
    }

    fn entry(&mut self, asking: &Asking<'_>, choice: &mut Choice, entry: &Entry) -> Answer {
        let drawn = self.shown.as_ref().map(|(_, drawn)| drawn);
        let spots: Vec<_> = drawn
            .into_iter()
            .flat_map(|drawn| drawn.spots.iter().map(|(_, spot)| spot.clone()))
            .collect();
        match choice.want_entry(entry, &spots) {
            Wanted::Option(option) => self.reached(asking, choice, Reached::Option(option)),
            Wanted::Members(picks) => self.reached(asking, choice, Reached::Members(picks)),
            Wanted::Picked | Wanted::Full | Wanted::Nothing => Answer::Changed,
        }
    }

    /// Picks again what was picked when the rules were edited, as far as it can be picked now, and
    /// tells what is lost.
    pub(super) fn pick_again(&mut self, view: &View, choice: &mut Choice) -> io::Result<()> {
        let members = std::mem::take(&mut self.carried);
        if members.is_empty() {
            return Ok(());
        }
        let drawn = self.drawn(view, Some(choice), None)?;
        let spots: Vec<Spot> = drawn.spots.into_iter().map(|(_, spot)| spot).collect();
        let lost = choice.pick_again(members, &spots);
        self.tell_lost(&lost);
        Ok(())
    }

    /// Tells, with all that is told of an edit, what is not picked any more.
    pub(super) fn tell_lost(&mut self, lost: &[Member]) {
        if !lost.is_empty() {
            let names = lost.iter().map(|member| member.text.as_str()).collect::<Vec<_>>();
            let values = [("names", names.join(", ").into())];
            self.said.push(self.messages.with("screen-picks-lost", &values));
        }
    }

    /// The option of the next member that has been picked and confirmed; in the end, the one by
    /// which they are all.
    pub(super) fn next_picked(&mut self, asking: &Asking<'_>) -> Option<usize> {
        let (seat, mut picks) = self.picked.take().filter(|(seat, _)| *seat == asking.seat)?;
        asking.menu.left.as_ref()?;
        if picks.is_empty() {
            return enough(asking.menu).filter(|_| asking.menu.goes_on);
        }
        match next_member(asking.menu, &picks) {
            Some((at, option)) => {
                picks.remove(at);
                self.picked = Some((seat, picks));
                Some(option)
            }
            None => {
                self.state.status = Some(self.messages.say("screen-not-together"));
                None
            }
        }
    }
}

/// What came of an event where somebody chooses.
enum Answer {
    Asked(Asked),
    Changed,
    Same,
}

fn chosen(menu: &Menu, option: usize) -> Answer {
    menu.options
        .get(option)
        .map_or(Answer::Same, |option| Answer::Asked(Asked::Option(option.index)))
}
