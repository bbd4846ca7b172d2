//! A game in lines for a terminal. Nothing here asks, reads or writes, and nothing here knows of
//! the game but what a [`View`](crate::view::View) shows of it.
//!
//! - [`table`]: the whole table; [`board`]: places with several stacks.
//! - [`look`]: a card or a place that somebody looks at; [`guide`]: the rules for people.
//! - [`story`]: what happened, in lines.
//! - [`prompt`]: the options of a choice as they are shown, and what an answer means; [`menu`]:
//!   lists of them.

pub(crate) mod board;
pub(crate) mod guide;
pub(crate) mod look;
pub(crate) mod menu;
pub(crate) mod prompt;
pub(crate) mod story;
pub(crate) mod table;

use crate::cli::text::{Messages, TermStyle};
use crate::view::{Player, View};

/// What is drawn, and how.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) view: &'a View,
    pub(crate) messages: &'a Messages,
    pub(crate) style: TermStyle,
}

impl Pen<'_> {
    /// The back of a card.
    pub(crate) fn hidden(&self) -> String {
        self.style.back(if self.style.signs { "▒▒" } else { "##" })
    }

    /// What a player has scored, if it is for these eyes and the game shows it.
    pub(crate) fn score(&self, player: &Player) -> Option<String> {
        let score = player.score?;
        let counted = player.counted.clone();
        let words = counted.unwrap_or_else(|| self.messages.with("score", &[("n", score.into())]));
        Some(words).filter(|words| !words.is_empty())
    }

    /// What all have scored together.
    pub(crate) fn common_score(&self) -> Option<String> {
        self.score(self.view.players.first().filter(|_| self.view.cooperative)?)
    }

    pub(crate) fn times(&self) -> char {
        if self.style.signs { '×' } else { 'x' }
    }
}

/// The things of others in their order, then the viewer's own.
pub(crate) fn own_last<T>(all: &[T], is_own: impl Fn(&T) -> bool) -> Vec<&T> {
    all.iter().filter(|one| !is_own(one)).chain(all.iter().filter(|one| is_own(one))).collect()
}
