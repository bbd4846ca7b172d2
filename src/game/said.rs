//! What everybody hears of a choice: which action it was, whom and where it points, which numbers and words it names. Cards are not
//! said: who sees them sees them move.
//!
//! All of it is read from labels, as records write them: `ask 3 7`, and for the steps of a longer choice `7S`, `enough`, `2`.

use super::Entry;
use crate::program::{Action, Domain, Parameter, Program, ValueKind};
use crate::value::Seat;

/// What stands in a label for a card, whichever it is.
const CARD: &str = "?";

/// The action of a label, and the word of each parameter. A card's name may have blanks in it.
pub fn split_label<'p, 'l>(
    program: &'p Program,
    label: &'l str,
) -> Option<(&'p Action, Vec<(&'p Parameter, &'l str)>)> {
    let (first, rest) = label.split_once(' ').unwrap_or((label, ""));
    let action = program.actions.iter().find(|a| a.name == first)?;
    Some((action, split_values(program, &action.parameters, rest)))
}

fn split_values<'p, 'l>(
    program: &Program,
    parameters: &'p [Parameter],
    text: &'l str,
) -> Vec<(&'p Parameter, &'l str)> {
    let mut rest = text;
    let mut values = Vec::new();
    for parameter in parameters.iter().filter(|p| is_chosen(p)) {
        if rest.is_empty() {
            break;
        }
        let end = card_length(program, rest).unwrap_or_else(|| rest.find(' ').unwrap_or(rest.len()));
        values.push((parameter, &rest[..end]));
        rest = rest[end..].trim_start();
    }
    values
}

/// How long the card's name is with which a text begins.
fn card_length(program: &Program, text: &str) -> Option<usize> {
    let whole = |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    program.cards.iter().filter(|card| whole(&card.name)).map(|card| card.name.len()).max()
}

/// Whether a label is no action's, but goes on with one.
pub fn is_step(program: &Program, label: &str) -> bool {
    split_label(program, label).is_none() && !["pass", "done"].contains(&label)
}

/// What the last step of a choice says behind several things that were chosen one by one: `2` of `ask 7S 8S 2`.
pub fn further<'p, 'l>(program: &Program, action: &'p Action, last: Option<&'l str>) -> Vec<(&'p Parameter, &'l str)> {
    let several = |p: &Parameter| matches!(p.domain, Domain::Subset { .. } | Domain::Family(_));
    let behind = action.parameters.iter().rposition(several).map_or(action.parameters.len(), |at| at + 1);
    let rest = &action.parameters[behind..];
    let values = last.map(|label| split_values(program, rest, label)).unwrap_or_default();
    let whole = values.len() == rest.iter().filter(|p| is_chosen(p)).count();
    // A member of what is still being chosen looks like no value of these.
    if whole && values.iter().all(|(p, word)| fits(program, p, word)) { values } else { Vec::new() }
}

fn fits(program: &Program, parameter: &Parameter, word: &str) -> bool {
    match parameter.kind {
        ValueKind::Number => word.parse::<i32>().is_ok(),
        ValueKind::Word(list) => {
            let words = &program.lists[list as usize].words;
            word.split('+').all(|word| words.iter().any(|known| known == word))
        }
        ValueKind::Flag => ["yes", "no"].contains(&word),
        ValueKind::Card | ValueKind::Slot | ValueKind::Player | ValueKind::Team | ValueKind::Text => true,
    }
}

/// Whether this is somebody's to choose, and not given by who names the action.
pub fn is_chosen(parameter: &Parameter) -> bool {
    !matches!(parameter.domain, Domain::Given(..))
}

/// Whether a number or a word is named: that is heard even where there was nothing to choose.
pub fn names_words(values: &[(&Parameter, &str)]) -> bool {
    values.iter().any(|(p, _)| match p.kind {
        ValueKind::Number | ValueKind::Flag | ValueKind::Word(_) | ValueKind::Text => true,
        ValueKind::Card | ValueKind::Slot | ValueKind::Player | ValueKind::Team => false,
    })
}

/// A choice that one seat made alone, as all others hear it: `ask 3 7`, `play ?`, `pass`; none for a further step of a choice, which is
/// seen by what comes of it. `last`: the last of its further steps. `forced`: there was nothing to choose.
pub fn said(program: &Program, label: &str, last: Option<&str>, forced: bool) -> Option<String> {
    let Some((action, mut values)) = split_label(program, label) else {
        return (label == "pass").then(|| label.to_owned());
    };
    values.extend(further(program, action, last));
    if forced && !names_words(&values) {
        return None;
    }
    let heard = values.iter().map(|(p, word)| if p.kind == ValueKind::Card { CARD } else { word });
    Some(std::iter::once(action.name.as_str()).chain(heard).collect::<Vec<_>>().join(" "))
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
    let mut alone = false;
    let mut found = Vec::new();
    for (i, entry) in log.iter().enumerate() {
        let (of, label, forced) = match entry {
            Entry::Offer { seats, secret, .. } => {
                alone = seats.len() == 1 && !secret;
                continue;
            }
            Entry::Choice { seat, label, .. } if alone => (*seat, label, false),
            Entry::Forced { seat, label, secret: false, .. } => (*seat, label, true),
            Entry::Choice { .. } | Entry::Forced { .. } | Entry::Event(_) | Entry::End(_) | Entry::Fault(_) => continue,
        };
        let said = said(program, label, last_step(program, &log[i + 1..]), forced).filter(|_| of != seat);
        found.extend(said.map(|said| Heard { seat: of, said }));
    }
    found
}

/// The last of the steps with which a choice goes on.
fn last_step<'l>(program: &Program, behind: &'l [Entry]) -> Option<&'l str> {
    let steps = behind.iter().map_while(|entry| match entry {
        Entry::Offer { .. } => Some(None),
        Entry::Choice { label, .. } | Entry::Forced { label, .. } => {
            is_step(program, label).then_some(Some(label.as_str()))
        }
        Entry::Event(_) | Entry::End(_) | Entry::Fault(_) => None,
    });
    steps.flatten().last()
}
