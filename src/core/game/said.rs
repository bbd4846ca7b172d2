//! What is heard of a choice: which action it was, whom and where it points, which numbers and
//! words it names, and of cards those that lie open to who hears it. Other cards are not said: who
//! sees them sees them move. What is heard does not depend on how many options there were: a choice
//! that was none is said like any other.

use super::Entry;
use crate::program::{Program, ValueKind};
use crate::value::Seat;
use crate::vm::Chosen;
use crate::vm::label::{Step, StepValue};

/// What is said for a card that who hears it does not see lie there, whichever it is.
const CARD: &str = "?";

/// The steps with which a choice goes on, at the beginning of what stands behind it in a log.
pub(crate) fn further(behind: &[Entry]) -> impl Iterator<Item = &Step> {
    let step = |entry| match entry {
        &Entry::Offer { .. } => Some(None),
        entry => Entry::step(entry).map(|(_, step)| step).filter(|step| step.goes_on()).map(Some),
    };
    behind.iter().map_while(step).flatten()
}

/// What a choice names beside the members of what is chosen one by one: its own values, and those
/// of the steps with which it goes on, `behind` it in the log.
pub(crate) fn named<'l>(
    step: &'l Step,
    behind: &'l [Entry],
) -> impl Iterator<Item = &'l StepValue> {
    let values =
        further(behind).filter(|step| step.what == Chosen::Further).flat_map(|step| &step.values);
    step.values.iter().chain(values)
}

/// A value as one who hears it, `seat`, is told it: its word, but of a card only one that is seen.
fn value_said<'a>(
    program: &'a Program,
    kind: ValueKind,
    value: &'a StepValue,
    seat: Seat,
) -> &'a str {
    match kind {
        ValueKind::Card if !value.seen_by.contains(seat) => CARD,
        ValueKind::Card => {
            value.card.map_or(CARD, |card| program.cards[card.index()].name.as_str())
        }
        ValueKind::Number
        | ValueKind::Flag
        | ValueKind::Word(_)
        | ValueKind::Slot
        | ValueKind::Player
        | ValueKind::Team
        | ValueKind::Text => value.word.as_str(),
    }
}

/// A choice that one seat made alone, as another one, `seat`, hears it: `ask 3 7`, `play ?`,
/// `pass`. None for a step with which a choice goes on, and for leaving a list of actions: that is
/// seen by what comes of it. `behind`: the log after it.
pub(crate) fn said(program: &Program, step: &Step, behind: &[Entry], seat: Seat) -> Option<String> {
    match step.what {
        _ if !step.aloud => None,
        Chosen::Pass => Some("pass".into()),
        Chosen::Done | Chosen::Member(_) | Chosen::Enough | Chosen::Further => None,
        Chosen::Entry(_) => {
            let action = step.action(program)?;
            let heard = named(step, behind).map(|value| {
                let kind = action.parameters[usize::from(value.parameter)].kind;
                value_said(program, kind, value, seat)
            });
            Some(std::iter::once(action.name.as_str()).chain(heard).collect::<Vec<_>>().join(" "))
        }
    }
}

/// What somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub seat: Seat,
    /// As in the record of a seat: `ask 3 7`.
    pub said: String,
}

/// What a seat hears of the others' choices in a part of a log.
pub fn heard(program: &Program, log: &[Entry], seat: Seat) -> Vec<Heard> {
    let heard = |(i, entry): (usize, &Entry)| {
        let (of, step) = entry.step().filter(|(of, _)| *of != seat)?;
        said(program, step, &log[i + 1..], seat).map(|said| Heard { seat: of, said })
    };
    log.iter().enumerate().filter_map(heard).collect()
}
