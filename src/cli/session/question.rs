//! A decision as it is put to somebody, and what an answer means in it.

use crate::cli::screen::menu;
use crate::cli::screen::prompt::{self, Answer, Shown};
use crate::cli::text::TermStyle;
use crate::view::{Item, Menu};

/// A decision as it is put to somebody.
pub struct Question {
    pub menu: Menu,
    pub options: Vec<Shown>,
    pub items: Vec<Item>,
    /// The options of the fold that is looked into.
    pub open: Option<Vec<usize>>,
    /// Somebody types, and sees the list while choosing.
    pub typed: bool,
}

/// What an answer means in a question.
pub enum Found {
    Option(usize),
    Fold(Vec<usize>),
    Many(Vec<usize>),
    Nothing,
}

impl Question {
    /// A menu as it is shown in this style.
    pub fn new(menu: Menu, style: TermStyle, typed: bool) -> Question {
        let options: Vec<Shown> =
            menu.options.iter().map(|option| Shown::of(option, style)).collect();
        let items = if typed { menu.items.clone() } else { menu::flat(options.len()) };
        Question { menu, options, items, open: None, typed }
    }

    /// The options that are looked at, in order.
    pub fn shown(&self) -> Vec<usize> {
        self.open.clone().unwrap_or_else(|| (0..self.options.len()).collect())
    }

    /// The cells of a board as they lie, where it is only these that can be chosen.
    fn cells(&self, style: TermStyle) -> Option<Vec<String>> {
        let shown = self.shown();
        let texts = match self.open {
            Some(_) => menu::values(&self.options, &shown)?,
            // Of a whole action more is to be said than a cell.
            None if self.options.iter().any(|option| option.first.is_some()) => return None,
            None => self.options.iter().map(|option| option.text.clone()).collect(),
        };
        menu::cells(&self.options, &shown, &texts, style).filter(|_| self.typed)
    }

    /// The lines of what can be chosen.
    pub fn list(&self, style: TermStyle) -> Vec<String> {
        if let Some(cells) = self.cells(style) {
            return cells;
        }
        let shown = self.shown();
        let single = || shown.iter().copied().map(Item::Option).collect::<Vec<_>>();
        match (&self.open, menu::values(&self.options, &shown)) {
            (Some(_), Some(values)) => menu::columns(&values, style),
            (Some(_), None) => menu::list(&single(), &self.options, style),
            (None, _) => menu::list(&self.items, &self.options, style),
        }
    }

    /// A number is one of the list that is shown; words may mean any option, and several that begin
    /// alike are their fold.
    pub fn find(&self, answer: &str) -> Found {
        if let Ok(number) = answer.trim().parse::<usize>() {
            return self.numbered(number);
        }
        let inside = self
            .open
            .as_ref()
            .map(|open| open.iter().map(|i| self.options[*i].clone()).collect::<Vec<_>>());
        if let (Some(open), Some(inside)) = (&self.open, inside)
            && let Answer::Option(option) = prompt::find(answer, &inside)
        {
            return Found::Option(open[option]);
        }
        let begins = |i: &usize| {
            self.options[*i].first.as_deref().is_some_and(|first| prompt::same(first, answer))
        };
        let fold = self.items.iter().find_map(|item| match item {
            Item::Fold { options: members, .. } if self.open.is_none() => {
                members.iter().any(begins).then(|| members.clone())
            }
            Item::Fold { .. } | Item::Option(_) => None,
        });
        if let Some(members) = fold {
            return Found::Fold(members);
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

    fn numbered(&self, number: usize) -> Found {
        if self.cells(TermStyle::default()).is_some() {
            return Found::Nothing;
        }
        let place = number.checked_sub(1);
        match &self.open {
            Some(open) => place
                .and_then(|i| open.get(i))
                .map_or(Found::Nothing, |option| Found::Option(*option)),
            None => match place.and_then(|i| self.items.get(i)) {
                Some(Item::Option(option)) => Found::Option(*option),
                Some(Item::Fold { options: members, .. }) => Found::Fold(members.clone()),
                None => Found::Nothing,
            },
        }
    }
}
