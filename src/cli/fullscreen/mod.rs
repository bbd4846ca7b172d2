//! A game on the whole screen of a terminal: one kind of desk, and a recorded game to go through.
//!
//! What is drawn is a [view](crate::view::View), and nothing else. All but one file is without a
//! terminal: a view and what is pointed at become a picture, an event changes what is pointed at or
//! is a choice.
//!
//! - `ink`, `canvas`: texts with our colours in the cells of a picture, and pictures with spots.
//! - `brush`: how large a table is drawn; `cards`, `grid`, `table`: cards as cards, boards, the
//!   table; `draw`: the whole screen, where each thing stands by what fits.
//! - `choice`: a decision as it is pointed at; `state`: what a person has pointed at, opened,
//!   typed; `keys`: what events mean; `sheets`: texts that keys show; `story`: what has been told
//!   to whom; `motion`: cards that fly.
//! - [`desk`]: a session at the whole screen; [`rerun`]: a recorded game with a time line.
//! - `stage`: where pictures are shown and events come from; [`terminal`]: the terminal itself.
//! - [`probe`]: screens as text, for whoever compares them.

mod brush;
mod canvas;
mod cards;
mod choice;
pub(crate) mod desk;
mod draw;
mod grid;
mod ink;
mod keys;
mod motion;
pub(crate) mod probe;
pub(crate) mod rerun;
mod sheets;
mod stage;
mod state;
mod story;
mod table;
pub(crate) mod terminal;

use crate::cli::args::ScreenArgs;
use crate::cli::host::terminal::Terminal;
use crate::cli::session::desk::Desk;
use crate::cli::session::lines::Lines;
use crate::cli::text::Messages;
use terminal::FullTerminal;

/// The desk that the terminal has room for, as somebody wants it: the whole screen, or line mode.
/// `watching`: files of the game may change while a line is typed.
pub(crate) fn desk_for<'a>(
    args: &ScreenArgs,
    watching: bool,
    messages: &'a Messages,
) -> Box<dyn Desk + 'a> {
    if !args.plain
        && terminal::is_fit()
        && let Ok(stage) = FullTerminal::take()
    {
        let style = FullTerminal::style();
        return Box::new(desk::full(Box::new(stage), messages, style, !args.no_motion));
    }
    let lines = if watching { Terminal::watching() } else { Terminal::standard() };
    Box::new(Lines::new(lines, messages))
}
