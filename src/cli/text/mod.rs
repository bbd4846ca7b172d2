//! How the command writes: its own messages, and lines for a terminal.
//!
//! - [`messages`]: what the program itself says, in French and English, by key.
//! - [`style`]: what the terminal can show, and lines that fit it: widths, wrapping, colours, and
//!   texts from elsewhere made harmless.
//!
//! This room knows no game, no file and no other room of the command but the command line, which
//! names the languages.

pub mod messages;
pub mod style;
