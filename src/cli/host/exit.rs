//! Why a command did not do what was asked. Each reason has its exit status.

use super::files::{self, GameFile};
use crate::diagnostic::Problems;
use std::io;

/// A reason for which a command ends otherwise than with status 0.
#[derive(Debug)]
pub(crate) enum Failure {
    /// 1: the game's files have errors; 2: the one that was named cannot be read.
    Game(Box<Problems>, GameFile),
    /// 1: all has been said already.
    Told,
    /// 2: what was given cannot be used, and that has been said already.
    Unusable,
    /// 2: the command was given something that it cannot take, in words.
    Usage(String),
    /// 2: what was to be said could not be written.
    Output(io::Error),
    /// 3: the rules failed while playing, in words already said.
    Rules,
}

/// How a command, or a part of one, ends.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// Why, in words, where they have not been said and are not those of a game's checker.
    pub(crate) fn words(&self) -> String {
        match self {
            Failure::Usage(why) => why.clone(),
            Failure::Output(error) => error.to_string(),
            Failure::Game(..) | Failure::Told | Failure::Unusable | Failure::Rules => String::new(),
        }
    }

    /// The exit status, as `cardrun --help` lists them.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Failure::Game(problems, _) if files::are_of_no_file(problems) => 2,
            Failure::Game(..) | Failure::Told => 1,
            Failure::Unusable | Failure::Usage(_) | Failure::Output(_) => 2,
            Failure::Rules => 3,
        }
    }
}
