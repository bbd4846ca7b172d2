//! What is written for whoever does not play: reports and problems.
//!
//! - [`output`]: where a report goes and in which form; JSON and CSV.
//! - [`summary`]: a simulation in lines, for the terminal.
//! - [`html`]: reports as one page that needs nothing else, with the charts of [`chart`].
//! - [`comparison`]: versions of a game beside each other.
//! - [`places`]: a place in the rules in one line.
//! - `parquet`: rows of games as a Parquet file (a feature).
//! - [`diagnostics`]: problems of game files with the lines they are in, which [`excerpt`] cuts
//!   out.
//! - [`comparison`], [`standings`]: versions beside each other, and players.
//! - [`measure`]: what is compared, in words; [`numbers`]: the few numbers under a game that is
//!   edited; [`sides`]: which seats share a row.

pub(crate) mod chart;
pub(crate) mod comparison;
pub(crate) mod diagnostics;
mod excerpt;
pub(crate) mod html;
pub(crate) mod measure;
pub(crate) mod numbers;
pub(crate) mod output;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod places;
pub(crate) mod sides;
pub(crate) mod standings;
pub(crate) mod summary;
