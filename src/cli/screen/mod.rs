//! A game in words and lines, for one seat. Nothing here asks, reads or writes: it is given what
//! the seat may know, and gives text.
//!
//! - [`view`]: what a seat sees of the game, gathered; the other files start from it.
//! - [`names`]: what things are called: cards, places, players, values; `labels`: choices.
//! - [`table`]: the whole table; [`board`]: zones with several places; [`cleared`]: boards as they
//!   stood before they were cleared.
//! - [`narrate`]: what happened, in sentences.
//! - [`prompt`]: the options of a choice, and what an answer means; [`menu`]: long lists of them.

mod board;
pub mod cleared;
mod labels;
pub mod menu;
pub mod names;
pub mod narrate;
pub mod prompt;
pub mod table;
pub mod view;
