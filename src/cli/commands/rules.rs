//! `cardrun rules`: how a game is played, for who is about to play it.

use crate::cli::args::RulesArgs;
use crate::cli::host::{Done, Failure, put, tell};
use crate::cli::screen::guide;
use crate::cli::setup::load::load;
use crate::cli::text::{Messages, TermStyle, markdown};
use crate::view;

pub(crate) fn run(args: &RulesArgs, messages: &Messages) -> Done {
    let (_, game) = load(&args.game, &args.setting, args.players, messages)?;
    let guide = view::guide(game.program(), messages.lexicon());
    let style = TermStyle::of_output();
    let text = guide::text(&guide, messages);
    let part = args.section.as_deref().map(|words| {
        guide::section(&text, words, messages, style).map_err(|told| {
            tell(&style.typed(&(told.join("\n") + "\n")));
            Failure::Unusable
        })
    });
    let lines = match part.transpose()? {
        part if args.markdown => vec![part.unwrap_or(&text).to_owned()],
        Some(part) => markdown::lines(part, style),
        None => guide::lines(&guide, messages, style),
    };
    put(&format!("{}\n", lines.join("\n")))
}
