//! cardrun plays card games that are written as data: a YAML layout, a page of rules and, where
//! needed, a script.
//!
//! The crate is a command (`cardrun games/alkekan.yaml`) and this library, which needs no terminal,
//! no clock and no file: without the feature `cli` it builds for `wasm32-unknown-unknown`. What
//! most users need stands in this module. The interpreter itself is a crate of its own,
//! `cardrun-core`, whose rooms are found here under their names.
//!
//! # Load, play and see
//!
//! A [`Game`] is loaded once, from files ([`Game::load`]) or texts ([`Game::from_strings`]), with
//! what its players have agreed on ([`Settings`]). What is wrong with its files comes as
//! [`Problems`], each with a code and a place. A [`Play`] is one game from a seed, as far as it has
//! come. Whoever [may choose now](Play::pending) is told its [options](Play::options), and chooses
//! by their number.
//!
//! ```
//! use cardrun::{Eyes, Game, Language, Lexicon, Looking, Narration, Past, Play, Settings, View};
//!
//! let layout = "
//! seats: 2
//! decks: { pack: { standard: 52 } }
//! zones:
//!   deck: { holds: pack, shape: pile, seen_by: nobody }
//!   hand: { per: player, seen_by: owner }
//!   pile: { per: player, shape: one, seen_by: all }
//! rules: |
//!   phase game = deal, together show
//!   phase deal { shuffle deck; each player { draw 3 from deck to hand } }
//!   action show(card from hand) { move card to pile face up }
//!   score = rank of pile default 0
//! ";
//! let game = Game::from_strings(&[("highest.yaml", layout)], &Settings::default())?;
//! let mut play = Play::new(&game, 7);
//! while let Some(&seat) = play.pending().first() {
//!     play.apply(seat, 0)?;
//! }
//! assert_eq!(play.outcome().unwrap().scores.len(), 2);
//!
//! // The table as somebody sees it who looks on, and what has happened, in words.
//! let view = View::of(&Looking {
//!     play: &play,
//!     lexicon: Lexicon::shared(Language::En),
//!     eyes: Eyes::of_onlooker(2),
//!     past: &Past::default(),
//!     narration: Narration::Live,
//! });
//! assert!(view.over.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`View`] is all that those [`Eyes`] may know, and no more: it may be sent to them as it is.
//!
//! # Play many
//!
//! [`simulate`] plays thousands of games between players of a [`Kind`] and counts; the same seed
//! gives the same report on every machine, with any number of threads. [`Comparison`] does it for
//! several versions of a game with the same chances, [`Tournament`] for several kinds of players.
//!
//! ```
//! # use cardrun::{Game, Random, Settings, simulate};
//! # let kuhn = "games/classics/kuhn_poker.yaml";
//! # let read = |file: &str| std::fs::read(file).map_err(|error| error.to_string());
//! let game = Game::load(kuhn, &read, &Settings::default())?;
//! let report = simulate(&game, 1_000, 1, &[&Random, &Random], 1);
//! assert_eq!(report.games, 1_000);
//! # Ok::<(), cardrun::Problems>(())
//! ```
//!
//! # Keep and replay
//!
//! A [`Record`] holds a game's every event, by names, so that it outlives the program that wrote
//! it: [`Writer`] writes one while a game goes on, [`record::read`] reads it, and
//! [`record::replay`] plays it again and says where it went otherwise.
//!
//! # The rooms
//!
//! - [`source`], [`diagnostic`], [`text`]: files, and what is said about them.
//! - [`layout`], [`syntax`]: what was written, as it was written.
//! - [`lower`], [`program`]: names resolved and types known; what is run.
//! - [`tabletop`], [`value`], [`vm`]: the state of a table and the machine that changes it.
//! - [`ir`]: the small language between a program and machine code.
//! - [`game`]: games to be played; [`players`], [`solve`]: who plays them; [`runner`]: many games.
//! - [`record`], [`scenario`], [`view`], [`graph`]: games kept, set up, shown and drawn.
//! - [`script`]: what rules leave to rhai.

#![warn(unreachable_pub)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the heads of rooms are for those who work in them too"
)]

#[cfg(feature = "cli")]
pub mod cli;

pub use cardrun_core::diagnostic::{Diagnostic, Problems};
pub use cardrun_core::game::{Eyes, Game, Offer, Play, Refused, Settings};
pub use cardrun_core::players::{Entrant, Greedy, Kind, Mcts, Player, Random};
pub use cardrun_core::record::{Record, Writer};
pub use cardrun_core::runner::{Comparison, Report, Simulation, Tournament, simulate};
pub use cardrun_core::value::{Seat, SeatSet};
pub use cardrun_core::view::{Language, Lexicon, Looking, Narration, Past, View};
pub use cardrun_core::vm::{Event, Outcome};
pub use cardrun_core::{
    diagnostic, game, graph, ir, layout, lower, players, program, record, runner, scenario, script,
    solve, source, syntax, tabletop, text, value, view, vm,
};
