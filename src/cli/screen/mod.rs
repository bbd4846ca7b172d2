//! A game in lines for a terminal. Nothing here asks, reads or writes, and nothing here knows of
//! the game but what a [`View`](crate::view::View) shows of it.
//!
//! - [`table`]: the whole table; [`board`]: places with several stacks.
//! - [`look`]: a card or a place that somebody looks at; [`guide`]: the rules for people.
//! - [`story`]: what happened, in lines.
//! - [`prompt`]: the options of a choice as they are shown, and what an answer means; [`menu`]:
//!   lists of them.

pub mod board;
pub mod guide;
pub mod look;
pub mod menu;
pub mod prompt;
pub mod story;
pub mod table;

use crate::cli::text::{Messages, TermStyle};
use crate::view::View;

/// What is drawn, and how.
#[derive(Clone, Copy)]
pub struct Pen<'a> {
    pub view: &'a View,
    pub messages: &'a Messages,
    pub style: TermStyle,
}

impl Pen<'_> {
    /// The back of a card.
    pub fn hidden(&self) -> String {
        self.style.back(if self.style.signs { "▒▒" } else { "##" })
    }

    pub fn times(&self) -> char {
        if self.style.signs { '×' } else { 'x' }
    }
}

/// Those that are others' as they sit, then the viewer's own.
pub fn own_last<T>(all: &[T], is_own: impl Fn(&T) -> bool) -> Vec<&T> {
    all.iter().filter(|one| !is_own(one)).chain(all.iter().filter(|one| is_own(one))).collect()
}
