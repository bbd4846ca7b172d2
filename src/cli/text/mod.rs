//! How the command writes: its own messages, and lines for a terminal.
//!
//! - [`Messages`]: what the program itself says, in French and English, by key.
//! - [`TermStyle`]: what the terminal can show: colours, signs, columns.
//! - [`markdown`]: the rules of games for people, in lines.
//! - [`lines`](self::lines): widths, wrapping, and texts from elsewhere made harmless.
//!
//! This room knows no game, no file and no other room of the command but the command line, which
//! names the languages.

mod lines;
pub(crate) mod markdown;
mod messages;
mod style;

pub(crate) use lines::pad;
pub(crate) use lines::{
    centre, fitted, for_shell, harmless, is_seen, path_for_shell, plain, shorten, spelt_out,
    spelt_path, width, wrap,
};
pub(crate) use messages::Messages;
pub(crate) use style::TermStyle;
