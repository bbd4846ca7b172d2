//! Runs a program: `State` is the whole game as a value, `run` moves it to the next choice, `eval`
//! answers what the rules ask.
//!
//! Nothing here knows of rules texts, YAML, pest or scripts' language: a
//! [`Program`](crate::program::Program) is all there is, and a [`Host`] for scripts.

mod arrange;
mod ask;
mod changes;
mod counted;
mod decide;
mod dice;
mod eval;
mod events;
mod fault;
mod frame;
mod generator;
mod history;
mod host;
mod knowledge;
pub mod label;
mod look;
mod outcome;
mod places;
mod play;
mod refuse;
mod rehearsal;
mod renaming;
mod routines;
mod run;
mod slots;
mod state;
mod subsets;
mod table;
mod unordered;

pub use arrange::Laid;
pub(crate) use ask::{
    BAG_OF, BAG_SIZE, LEFT_WORD, ONCE_WORD, SITE_WORDS, Stage, all_bags, seat_words,
};
pub use ask::{Choice, Chosen};
pub use dice::Dice;
pub(crate) use eval::Scratch;
pub(crate) use eval::{MOST_KEYS, StaticEval};
pub(crate) use events::{CardChange, OfCard};
pub use events::{Event, Moved, RandomKind, Said, Silent, Trace};
pub use fault::{Fault, FaultKind, ScriptFault};
pub use generator::Generator;
pub(crate) use generator::Tape;
pub(crate) use history::{History, Mover};
pub(crate) use host::NoScripts;
pub use host::{Called, Host, ScriptResult, ScriptValue};
pub(crate) use look::bag_words;
pub use outcome::{Outcome, PartScores};
pub use play::Runtime;
pub use refuse::{Reason, WhyNot};
pub(crate) use rehearsal::Rehearsal;
pub use routines::Engine;
pub(crate) use routines::Quick;
pub use run::Stop;
pub use state::State;
