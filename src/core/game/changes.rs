//! What differs between two versions of a game, part by part.

use crate::program::{Part, Program, ValueKind};

/// A part of a game that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub part: Part,
    pub name: String,
    pub how: Changed,
}

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Added,
    Gone,
    /// It says something else.
    Differs,
}

/// The parts of the rules and of the table that differ between two versions of a game: those that
/// are other or gone in the order of the version that `was`, then those that are new.
pub fn changes(was: &Program, is: &Program) -> Vec<Change> {
    let key = |part: &(Part, String, u64)| (part.0, part.1.clone());
    let change = |(part, name, _): &(Part, String, u64), how| Change {
        part: *part,
        name: name.clone(),
        how,
    };
    let old = was.parts.iter().filter_map(|part| {
        match is.parts.iter().find(|other| key(other) == key(part)) {
            None => Some(change(part, Changed::Gone)),
            Some(other) => (other.2 != part.2).then(|| change(part, Changed::Differs)),
        }
    });
    let is_new =
        |part: &&(Part, String, u64)| was.parts.iter().all(|other| key(other) != key(part));
    old.chain(is.parts.iter().filter(is_new).map(|part| change(part, Changed::Added))).collect()
}

/// Actions that are called otherwise by now, each with the name that it had and the one that it
/// has: where one is gone and a new one asks for the same, and no other one does.
pub fn renamed_actions(was: &Program, is: &Program) -> Vec<(String, String)> {
    let asks = |program: &Program, name: &str| {
        let action = program.actions.iter().find(|action| action.name == name)?;
        Some(action.parameters.iter().map(|parameter| parameter.kind).collect::<Vec<_>>())
    };
    let all = changes(was, is);
    let of = |program, how| {
        let named = all.iter().filter(move |c| c.part == Part::Action && c.how == how);
        named.filter_map(move |c| Some((c.name.clone(), asks(program, &c.name)?))).collect()
    };
    let (gone, new): (Vec<_>, Vec<_>) = (of(was, Changed::Gone), of(is, Changed::Added));
    let one = |list: &[(String, Vec<ValueKind>)], asks: &[ValueKind]| {
        let mut named = list.iter().filter(|(_, other)| other == asks);
        named.next().filter(|_| named.next().is_none()).map(|(name, _)| name.clone())
    };
    let renamed =
        |(_, asks): &(String, Vec<ValueKind>)| Some((one(&gone, asks)?, one(&new, asks)?));
    new.iter().filter_map(renamed).collect()
}
