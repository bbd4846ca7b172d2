//! What differs between two versions of a game, part by part.

use crate::program::{Part, Program};

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
