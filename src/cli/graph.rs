//! `cardrun graph`: the phases of a game, for a tool that draws graphs.

use super::args::{GraphArgs, GraphFormat};
use super::load::load;
use super::words::Words;
use super::{Done, put};
use crate::graph::{Format, graph};

pub fn run(args: &GraphArgs, words: &Words) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, words)?;
    let format = match args.format {
        GraphFormat::Mermaid => Format::Mermaid,
        GraphFormat::Dot => Format::Dot,
    };
    put(&graph(game.program(), format))
}
