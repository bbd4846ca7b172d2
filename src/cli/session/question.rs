//! A decision as it is put to somebody, and what an answer means in it.

use super::command::Command;
use super::desk::Asking;
use crate::cli::screen::menu;
use crate::cli::screen::prompt::{self, Answer, Shown};
use crate::cli::text::{Messages, TermStyle, shorten};
use crate::view::{Item, Menu};

/// Options that are named where several are meant.
const MOST_MEANT: usize = 6;

/// The most columns that are repeated of an answer that means nothing.
pub(crate) const MOST_ECHOED: usize = 200;

/// A decision as it is put to somebody.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) menu: Menu,
    pub(crate) options: Vec<Shown>,
    pub(crate) items: Vec<Item>,
    /// The options of the fold that is looked into.
    pub(crate) open: Option<Vec<usize>>,
    /// Somebody types, and sees the list while choosing.
    pub(crate) typed: bool,
}

/// What an answer means in a question.
pub(crate) enum Found {
    Option(usize),
    Fold(Vec<usize>),
    Many(Vec<usize>),
    Nothing,
}

/// What a typed answer is.
enum Typed<'t> {
    Command(Command),
    /// It ought to be a command, and is none.
    NoCommand(&'t str),
    /// It is for the options.
    Answer,
}

/// What an answer comes to.
pub(crate) enum Reading {
    /// Something else than a choice is wanted.
    Wants(Command),
    /// An option, by its place in the menu.
    Option(usize),
    /// One of several equal cards, each of which has a name of its own in records; by the number of
    /// the option in the game.
    Copy(usize),
    /// A part of the list, to be looked into.
    Fold(Vec<usize>),
    /// It does not say enough, or is no command; in words.
    Unclear(String),
    /// It cannot be chosen; in words why not, or what can be answered.
    Refused(String),
}

impl Question {
    /// A menu as it is shown in this style.
    pub(crate) fn new(menu: Menu, style: TermStyle, typed: bool) -> Question {
        let options: Vec<Shown> =
            menu.options.iter().map(|option| Shown::of(option, style)).collect();
        let items = if typed { menu.items.clone() } else { menu::flat(options.len()) };
        Question { menu, options, items, open: None, typed }
    }

    /// The items that are looked at, and how many values of their options are known already.
    fn level(&self) -> (&[Item], Option<usize>) {
        let open = self.open.as_ref().and_then(|open| menu::fold_of(&self.items, open));
        match open {
            Some(Item::Fold { items, depth, .. }) => (items, Some(*depth)),
            Some(Item::Option(_)) | None => (&self.items, None),
        }
    }

    /// How many items are looked at.
    pub(crate) fn count(&self) -> usize {
        self.level().0.len()
    }

    /// The fold around the one that is looked into.
    pub(crate) fn outer(&self) -> Option<Vec<usize>> {
        menu::around(&self.items, self.open.as_ref()?)
    }

    /// The cells of a board as they lie, where it is only these that can be chosen.
    pub(crate) fn cells(&self, style: TermStyle) -> Option<Vec<String>> {
        let (items, depth) = self.level();
        // Of a whole action more is to be said than a cell.
        let whole = self.options.iter().any(|option| !option.parts.is_empty());
        let single = items.iter().all(|item| matches!(item, Item::Option(_)));
        if !self.typed || !single || (depth.is_none() && whole) {
            return None;
        }
        let shown: Vec<usize> = items.iter().flat_map(Item::options).copied().collect();
        let texts = menu::texts(items, &self.options, depth, style);
        if depth.is_some()
            && shown.iter().zip(&texts).any(|(&i, text)| self.options[i].text == *text)
        {
            return None;
        }
        menu::cells(&self.options, &shown, &texts, style)
    }

    /// The lines of what can be chosen.
    pub(crate) fn list(&self, style: TermStyle) -> Vec<String> {
        let (items, depth) = self.level();
        self.cells(style).unwrap_or_else(|| menu::list(items, &self.options, depth, style))
    }

    /// What is told of an answer that means nothing here: what would.
    pub(crate) fn unknown(&self, messages: &Messages, answer: &str, style: TermStyle) -> String {
        let key = match answer.trim().parse::<u64>() {
            Ok(_) | Err(_) if self.cells(style).is_some() => "no-such-cell",
            Ok(_) => "no-such-number",
            Err(_) => "no-such-option",
        };
        let answer = shorten(answer, MOST_ECHOED, style.signs);
        messages.with(key, &[("answer", answer.into()), ("most", self.count().into())])
    }

    /// Whether an answer is just what an option is called, or what is chosen in one.
    pub(crate) fn names(&self, answer: &str) -> bool {
        let same = |text: &String| prompt::same(text, answer);
        self.options.iter().any(|option| {
            let parts = option.parts.iter().take(if self.open.is_some() { usize::MAX } else { 1 });
            [&option.text, &option.label].into_iter().any(same)
                || option.values.iter().chain(parts).any(same)
        })
    }

    /// What an answer comes to, whoever asked the question.
    pub(crate) fn read(
        &self,
        asking: &Asking<'_>,
        answer: &str,
        style: TermStyle,
        messages: &Messages,
    ) -> Reading {
        if let Some(option) = self.of_copy(answer) {
            return Reading::Copy(option);
        }
        match self.command(answer) {
            // What begins like a command may be a card that cannot be chosen.
            Typed::Command(Command::Misread(_))
                if !answer.starts_with(':') && asking.is_meant(answer) => {}
            Typed::Command(command) => return Reading::Wants(command),
            Typed::NoCommand(command) => {
                let answer = shorten(command, MOST_ECHOED, style.signs);
                return Reading::Unclear(
                    messages.with("no-such-command", &[("answer", answer.into())]),
                );
            }
            Typed::Answer => {}
        }
        match self.find(answer) {
            Found::Option(option) => Reading::Option(option),
            Found::Fold(members) => Reading::Fold(members),
            Found::Many(several) => {
                let texts = several.iter().map(|&option| self.options[option].text.clone());
                let options = first_of(texts.collect(), style).join(", ");
                Reading::Unclear(messages.with("which-one", &[("options", options.into())]))
            }
            Found::Nothing => Reading::Refused(match asking.why_not(answer) {
                Some(why) => messages.with("not-legal", &[("why", style.phrase(&why).into())]),
                None => self.unknown(messages, answer, style),
            }),
        }
    }

    /// The option that an answer names in the words of a record, where each of several equal cards
    /// has a name of its own.
    fn of_copy(&self, answer: &str) -> Option<usize> {
        let named = |label: &str| label.contains('~') && prompt::same(label, answer);
        self.menu.options.iter().find_map(|option| {
            let same = option.same.iter().map(|same| (same.index, same.label.as_str()));
            let mut all = std::iter::once((option.index, option.label.as_str())).chain(same);
            all.find(|(_, label)| named(label)).map(|(index, _)| index)
        })
    }

    /// What a typed answer says beside choosing, and the answer without the `:` that makes it a
    /// command whatever the options are called. Else what an option is called comes before a
    /// command of the same word.
    fn command<'t>(&self, answer: &'t str) -> Typed<'t> {
        if let Some(command) = answer.trim().strip_prefix(':') {
            return match Command::read(command) {
                Some(command) => Typed::Command(command),
                None => Typed::NoCommand(command.trim()),
            };
        }
        match Command::read(answer) {
            Some(command) if answer.trim().starts_with('?') || !self.names(answer) => {
                Typed::Command(command)
            }
            Some(_) | None => Typed::Answer,
        }
    }

    /// The first options that an answer means, with the numbers that they have in the list.
    pub(crate) fn meant(&self, answer: &str, style: TermStyle) -> Vec<String> {
        let meant = match self.find(answer) {
            Found::Option(option) => vec![option],
            Found::Fold(several) | Found::Many(several) => several,
            Found::Nothing => Vec::new(),
        };
        let has_numbers = self.open.is_none() && self.cells(style).is_none();
        let number = |option: usize| {
            self.items.iter().position(|item| matches!(item, Item::Option(o) if *o == option))
        };
        let told = |&option: &usize| {
            let text = &self.options[option].text;
            match number(option).filter(|_| has_numbers) {
                Some(number) => format!("{text} ({})", number + 1),
                None => text.clone(),
            }
        };
        first_of(meant.iter().map(told).collect(), style)
    }

    /// A number is one of the list that is shown; words may mean any option, and several that begin
    /// alike are their fold.
    pub(crate) fn find(&self, answer: &str) -> Found {
        if let Ok(number) = answer.trim().parse::<usize>() {
            return self.numbered(number);
        }
        let (items, depth) = self.level();
        if let Some(found) = depth.and_then(|depth| self.inside(items, depth, answer)) {
            return found;
        }
        if depth.is_none()
            && let Some(fold) = self.fold_that_begins(items, answer)
        {
            return Found::Fold(fold);
        }
        match prompt::find(answer, &self.options) {
            Answer::Option(option) => Found::Option(option),
            Answer::Many(several) => match menu::fold_of(&self.items, &several) {
                Some(Item::Fold { options: members, .. }) if self.open.is_none() => {
                    Found::Fold(members.clone())
                }
                Some(_) | None => Found::Many(several),
            },
            Answer::Nothing => Found::Nothing,
        }
    }

    /// What an answer means in the fold that is looked into.
    fn inside(&self, items: &[Item], depth: usize, answer: &str) -> Option<Found> {
        if let Some(fold) = self.fold_that_begins(items, answer) {
            return Some(Found::Fold(fold));
        }
        let here: Vec<usize> = items.iter().flat_map(Item::options).copied().collect();
        let rest = |i: &&usize| {
            self.options[**i].behind(depth).is_some_and(|rest| prompt::same(&rest, answer))
        };
        if let [one] = here.iter().filter(rest).collect::<Vec<_>>()[..] {
            return Some(Found::Option(*one));
        }
        let shown: Vec<Shown> = here.iter().map(|i| self.options[*i].clone()).collect();
        match prompt::find(answer, &shown) {
            Answer::Option(option) => Some(Found::Option(here[option])),
            Answer::Many(_) | Answer::Nothing => None,
        }
    }

    /// The fold among these items whose last shared value is the answer.
    fn fold_that_begins(&self, items: &[Item], answer: &str) -> Option<Vec<usize>> {
        items.iter().find_map(|item| {
            let Item::Fold { depth, options: members, .. } = item else { return None };
            let begins = |i: &usize| {
                let part = self.options[*i].parts.get(depth - 1);
                part.is_some_and(|part| prompt::same(part, answer))
            };
            members.iter().any(begins).then(|| members.clone())
        })
    }

    fn numbered(&self, number: usize) -> Found {
        if self.cells(TermStyle::default()).is_some() {
            return Found::Nothing;
        }
        let item = number.checked_sub(1).and_then(|i| self.level().0.get(i));
        match item {
            Some(Item::Option(option)) => Found::Option(*option),
            Some(Item::Fold { options: members, .. }) => Found::Fold(members.clone()),
            None => Found::Nothing,
        }
    }
}

/// The first of several options, with dots behind them where there are more.
fn first_of(mut options: Vec<String>, style: TermStyle) -> Vec<String> {
    if options.len() > MOST_MEANT {
        options.truncate(MOST_MEANT);
        options.push(style.dots().to_owned());
    }
    options
}
