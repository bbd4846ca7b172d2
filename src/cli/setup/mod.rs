//! From what was typed to a game that is ready, and those who play it.
//!
//! - [`load`]: a game as the command line wants it.
//! - [`settings`]: options, variants and seats, as the game's layout names them.
//! - [`entrants`]: players with restrictions, such as `random never call`.
//! - [`position`]: where a game begins that a scenario sets up.
//! - [`seated`]: the players that are no people, each in its seat.
//! - [`recorded`]: a record, the game it is of, and the game as it stood at the record's end.

pub(crate) mod entrants;
pub(crate) mod load;
pub(crate) mod position;
pub(crate) mod recorded;
pub(crate) mod seated;
pub(crate) mod settings;
