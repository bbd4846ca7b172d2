//! Many tables of four seats at one server, and what they cost it.
//!
//! - [`protocol`]: what differs between servers; [`cardrun`], [`boardgame`]: two of them.
//! - [`seat`]: a page at a table; [`run`]: all tables, and what is measured.
//! - [`process`]: what a process has used.

pub mod boardgame;
pub mod cardrun;
mod process;
pub mod protocol;
pub mod run;
mod seat;
