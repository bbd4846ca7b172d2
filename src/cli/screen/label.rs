//! What a seat has chosen so far, read back from its words: `ask 3 7`. Only for who chose it: a
//! card may be called like an action.

use crate::game::said::is_chosen;
use crate::program::{Action, Parameter, Program};

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
        let end =
            card_length(program, rest).unwrap_or_else(|| rest.find(' ').unwrap_or(rest.len()));
        values.push((parameter, &rest[..end]));
        rest = rest[end..].trim_start();
    }
    values
}

/// How long the card's name is with which a text begins.
fn card_length(program: &Program, text: &str) -> Option<usize> {
    let whole = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    program.cards.iter().filter(|card| whole(&card.name)).map(|card| card.name.len()).max()
}
