//! The tests of the whole crate, in one program: a room of it, or a way of using it, is a module.

#[path = "../../benches/reference/mod.rs"]
mod by_hand;
mod common;
#[path = "../../fuzz/targets/mod.rs"]
mod targets;

mod advising;
mod alkekan;
mod allocations;
mod architecture;
mod asking;
mod attaque_du_roi;
mod check;
mod classics;
mod cli;
mod comments;
mod corpora;
mod docs;
mod durable;
mod editing;
mod fullscreen;
mod graph;
mod hostile;
mod hour;
mod instructions;
mod ir;
mod laws;
mod layout;
mod leaks;
mod lines;
mod merging;
mod names;
mod play;
mod players;
mod reference;
mod rehearsed;
mod rehearsing;
mod retrace;
mod scenarios;
mod script;
mod secrecy;
mod security;
mod semantics;
#[cfg(feature = "serve")]
mod serve;
mod shapes;
mod sim;
mod solve;
mod stopping;
mod studies;
mod syntax;
mod terminal;
mod view;
