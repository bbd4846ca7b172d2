//! The tables of cardrun as people meet them: in Chromium, by what the page says and nothing else.
//!
//! - [`serving`]: the server under test.
//! - [`line`]: what lies between a browser and the server, and can be cut.
//! - [`browser`]: a Chromium, driven by WebDriver; [`page`]: one page in it, as somebody meets it
//!   who hears what its parts are and what they are called; [`screen`]: what that is.
//! - [`player`]: somebody who plays by that alone.
//! - [`chance`]: what the players draw from.
//! - [`load`]: many tables without a browser, and what they cost a server.

pub mod browser;
pub mod chance;
pub mod line;
pub mod load;
pub mod page;
pub mod player;
pub mod screen;
pub mod serving;
