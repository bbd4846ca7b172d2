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
//!   edited.

pub mod chart;
pub mod comparison;
pub mod diagnostics;
mod excerpt;
pub mod html;
pub mod measure;
pub mod numbers;
pub mod output;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod places;
pub mod standings;
pub mod summary;
