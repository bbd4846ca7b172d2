//! `cardrun dump`: what the rules of a game become before they are run.

use crate::cli::args::DumpArgs;
use crate::cli::host::{Done, put};
use crate::cli::setup::load::load;
use crate::cli::text::Messages;
use crate::ir::{lower, print};

pub(crate) fn run(args: &DumpArgs, messages: &Messages) -> Done {
    let (_, game) = load(&args.game, &args.setting, None, messages)?;
    put(&print(game.program(), &lower(game.program())))
}
