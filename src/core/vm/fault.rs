//! What can go wrong while rules run. The place is added once, from the program counter, by whoever
//! runs.

use crate::source::Span;

/// A fault of the rules: the game cannot go on from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
}

// Aligned like a number, so that a value or a fault goes from hand to hand in one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(4))]
pub enum FaultKind {
    Overflow,
    DivisionByZero,
    OutOfFuel,
    TooDeep,
    TooManyOptions,
    TooManyValues,
    /// Cards moved to a place that is none.
    NoPlace,
    /// A card or a place that is none is swapped, joined or split.
    NothingThere,
    SlotFull,
    /// No slot is left for a row.
    RowsFull,
    /// A zone of somebody, and nobody's business.
    Nobody,
    PhaseNotRunning,
    /// A value outside what a variable, a set or a script can take.
    OutOfRange,
    /// The number of a seat or a team that there is not.
    NoSuchSeat,
    NeverEnds,
    Script(ScriptFault),
}

/// How a script's call failed; the words lie with the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// Which of the host's messages.
    pub message: u16,
}

const _: () = assert!(size_of::<FaultKind>() == 4);

impl FaultKind {
    /// All that no script says itself.
    #[cfg(test)]
    pub(crate) const ALL: [FaultKind; 15] = [
        FaultKind::Overflow,
        FaultKind::DivisionByZero,
        FaultKind::OutOfFuel,
        FaultKind::TooDeep,
        FaultKind::TooManyOptions,
        FaultKind::TooManyValues,
        FaultKind::NoPlace,
        FaultKind::NothingThere,
        FaultKind::SlotFull,
        FaultKind::RowsFull,
        FaultKind::Nobody,
        FaultKind::PhaseNotRunning,
        FaultKind::OutOfRange,
        FaultKind::NoSuchSeat,
        FaultKind::NeverEnds,
    ];

    pub fn code(self) -> &'static str {
        match self {
            FaultKind::Overflow => "number-overflow",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::OutOfFuel => "no-end",
            FaultKind::TooDeep => "too-deep",
            FaultKind::TooManyOptions => "too-many-options",
            FaultKind::TooManyValues => "too-many-values",
            FaultKind::NoPlace => "no-place",
            FaultKind::NothingThere => "nothing-there",
            FaultKind::SlotFull => "slot-full",
            FaultKind::RowsFull => "rows-full",
            FaultKind::Nobody => "nobody",
            FaultKind::PhaseNotRunning => "phase-not-running",
            FaultKind::OutOfRange => "out-of-range",
            FaultKind::NoSuchSeat => "no-such-seat",
            FaultKind::NeverEnds => "never-ends",
            FaultKind::Script(_) => "script-failed",
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            FaultKind::Overflow => "a number became too large",
            FaultKind::DivisionByZero => "a number was divided by zero",
            FaultKind::OutOfFuel => {
                "this is too much work before anybody can choose: a loop without an end, or too many sets of cards to try one by one"
            }
            FaultKind::TooDeep => {
                "phases, effects or actions are nested too deeply: does one run itself?"
            }
            FaultKind::TooManyOptions => "there are more than 20000 options here",
            FaultKind::TooManyValues => "more than 64 values at once",
            FaultKind::NoPlace => "cards are to be moved, but the place to move them to is none",
            FaultKind::NothingThere => "what is to be swapped, joined or split is none",
            FaultKind::SlotFull => {
                "there is no room: the place already holds as many cards as it may"
            }
            FaultKind::RowsFull => "there are more slots in rows than cards in the game",
            FaultKind::Nobody => {
                "this is of a player (or of a word), and the one that is meant is none just now"
            }
            FaultKind::PhaseNotRunning => "this ends a phase that is not running",
            FaultKind::OutOfRange => "a value is outside of what it may be",
            FaultKind::NoSuchSeat => {
                "a seat or a team is asked for by a number that none has: they go from 1"
            }
            FaultKind::NeverEnds => {
                "the game goes on and on: more choices were made than any game should need"
            }
            FaultKind::Script(_) => "the script failed",
        }
    }
}
