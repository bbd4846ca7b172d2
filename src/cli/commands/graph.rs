//! `cardrun graph`: the phases of a game, for a tool that draws graphs.

use crate::cli::args::{GraphArgs, GraphFormat};
use crate::cli::host::{Done, put};
use crate::cli::setup::load::load;
use crate::cli::text::Messages;
use crate::graph::{Format, graph};

pub(crate) fn run(args: &GraphArgs, messages: &Messages) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, messages)?;
    let format = match args.format {
        GraphFormat::Mermaid => Format::Mermaid,
        GraphFormat::Dot => Format::Dot,
    };
    put(&graph(game.program(), format))
}
