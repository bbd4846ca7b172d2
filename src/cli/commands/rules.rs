//! `cardrun rules`: how a game is played, for who is about to play it.

use crate::cli::args::RulesArgs;
use crate::cli::host::{Done, Failure, put, tell};
use crate::cli::screen::guide;
use crate::cli::setup::load::load;
use crate::cli::text::{Messages, TermStyle};
use crate::view;

pub(crate) fn run(args: &RulesArgs, messages: &Messages) -> Done {
    let (_, game) = load(&args.game, &args.setting, args.players, messages)?;
    let guide = view::guide(game.program(), messages.lexicon());
    if args.markdown {
        return put(&format!("{}\n", guide.text.unwrap_or_default().trim_end()));
    }
    let style = TermStyle::of_output();
    let lines = match &args.section {
        Some(words) => guide::section(&guide, words, messages, style).map_err(|told| {
            tell(&style.typed(&(told.join("\n") + "\n")));
            Failure::Unusable
        })?,
        None => guide::lines(&guide, messages, style),
    };
    put(&format!("{}\n", lines.join("\n")))
}
