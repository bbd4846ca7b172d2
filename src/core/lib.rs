//! cardrun plays card games that are written as data: a YAML layout, a page of rules and, where
//! needed, a script.

#![warn(unreachable_pub)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the heads of rooms are for those who work in them too"
)]
mod compile;
pub mod diagnostic;
pub mod game;
pub mod graph;
pub mod ir;
pub mod layout;
pub mod lower;
pub mod players;
pub mod program;
pub mod record;
pub mod runner;
pub mod scenario;
pub mod script;
pub mod solve;
pub mod source;
pub mod syntax;
pub mod tabletop;
pub mod text;
pub mod value;
pub mod view;
pub mod vm;
