//! What is gathered while a game runs: events with the places in the rules that they come from, or
//! events and instructions for who counts.

use crate::program::code::Pc;
use crate::vm::{Event, Silent, Trace};

/// What is gathered for who counts, instead of a log.
#[derive(Clone, Default)]
pub(crate) struct LookedAt {
    pub(crate) events: Vec<Event>,
    pub(crate) ran: Vec<bool>,
}

/// Gathers what happens and which instructions run.
pub(crate) struct Looked<'a>(&'a mut LookedAt);

impl Trace for Looked<'_> {
    const TELLS: bool = true;
    const COVERS: bool = true;

    fn tell(&mut self, event: Event) {
        self.0.events.push(event);
    }

    fn runs(&mut self, pc: Pc) {
        self.0.ran[pc.index()] = true;
    }
}

/// What is told of a run that is looked at closely.
pub(crate) fn looked<R>(
    looked_at: &mut LookedAt,
    telling: bool,
    run: impl FnOnce(&mut Looked<'_>) -> R,
) -> (Told, R) {
    let before = looked_at.events.len();
    let result = run(&mut Looked(looked_at));
    let events = if telling { looked_at.events[before..].to_vec() } else { Vec::new() };
    (Told { events, ..Told::default() }, result)
}

/// What is told, and the instruction that each event comes from.
pub(crate) struct Told {
    pub(crate) events: Vec<Event>,
    pub(crate) places: Vec<Pc>,
    /// The instruction that runs.
    now: Pc,
}

impl Default for Told {
    fn default() -> Told {
        Told { events: Vec::new(), places: Vec::new(), now: Pc::NOWHERE }
    }
}

impl Trace for Told {
    const TELLS: bool = true;
    const COVERS: bool = true;

    fn tell(&mut self, event: Event) {
        self.events.push(event);
        self.places.push(self.now);
    }

    fn runs(&mut self, pc: Pc) {
        self.now = pc;
    }

    fn is_full(&self) -> bool {
        self.events.is_full()
    }
}

/// What a run tells.
pub(crate) fn told<R>(run: impl FnOnce(&mut Told) -> R) -> (Told, R) {
    let mut told = Told::default();
    let result = run(&mut told);
    (told, result)
}

/// A run that tells nothing.
pub(crate) fn untold<R>(run: impl FnOnce(&mut Silent) -> R) -> (Told, R) {
    (Told::default(), run(&mut Silent))
}
