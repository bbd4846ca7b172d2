//! What an expression turned out to be: a typed term, or something that only its surroundings make
//! a term of.

use crate::program::ValueKind;
use crate::program::terms::{FamilyId, ListId, NumId, SetId, TestId};
use crate::program::walk::Term;
use crate::tabletop::ids::{IdVec, WordListId, ZoneId};

/// A lowered expression with its type.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Num(Scalar),
    Test(TestId),
    Set(SetId, ValueKind),
    List(ListId, ValueKind),
    /// Several sets.
    Family(FamilyId, ValueKind),
    /// A zone: its cards, its slots, or a place, as the surroundings want it.
    Zone(ZoneValue),
    /// One of two zones of a single slot each, by a test: a zone like any other.
    OneOfZones(Box<OneOfZones>),
    /// `new of units`: only a place.
    NewSlot {
        zone: ZoneId,
        owner: NumId,
    },
    Range {
        from: NumId,
        to: NumId,
    },
    /// `(a, b)`.
    Tuple(Vec<Value>),
    /// A word that no list was found for yet.
    Word(String),
    Text(String),
    None,
    Empty,
    /// An error has been reported already.
    Poison,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar {
    pub(crate) id: NumId,
    pub(crate) kind: ValueKind,
    /// It may be none.
    pub(crate) maybe: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoneValue {
    pub(crate) zone: ZoneId,
    pub(crate) owner: Owner,
}

/// A zone that a test decides on.
#[derive(Clone, Debug)]
pub(crate) struct OneOfZones {
    pub(crate) test: TestId,
    pub(crate) then: Value,
    pub(crate) otherwise: Value,
    /// The only slot of the one that it is.
    pub(crate) slot: NumId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A seat, a team, or 0 for the table.
    One(NumId),
    /// Several seats or teams.
    Several(SetId),
}

impl Value {
    pub(crate) fn num(id: NumId, kind: ValueKind) -> Self {
        Value::Num(Scalar { id, kind, maybe: false })
    }

    pub(crate) fn maybe(id: NumId, kind: ValueKind) -> Self {
        Value::Num(Scalar { id, kind, maybe: true })
    }

    pub(crate) fn maybe_if(id: NumId, kind: ValueKind, maybe: bool) -> Self {
        Value::Num(Scalar { id, kind, maybe })
    }

    pub(crate) fn is_zone(&self) -> bool {
        matches!(self, Value::Zone(_) | Value::OneOfZones(_))
    }

    /// The terms that it is made of.
    pub(super) fn terms(&self) -> Vec<Term> {
        match self {
            Value::Num(scalar) => vec![Term::Num(scalar.id)],
            Value::Test(test) => vec![Term::Test(*test)],
            Value::Set(set, _) => vec![Term::Set(*set)],
            Value::List(list, _) => vec![Term::List(*list)],
            Value::Family(family, _) => vec![Term::Family(*family)],
            Value::Zone(ZoneValue { owner: Owner::One(owner), .. }) => vec![Term::Num(*owner)],
            Value::Zone(ZoneValue { owner: Owner::Several(all), .. }) => vec![Term::Set(*all)],
            Value::OneOfZones(one) => vec![Term::Num(one.slot)],
            Value::NewSlot { owner, .. } => vec![Term::Num(*owner)],
            Value::Range { from, to } => vec![Term::Num(*from), Term::Num(*to)],
            Value::Tuple(members) => members.iter().flat_map(Value::terms).collect(),
            Value::Word(_) | Value::Text(_) | Value::None | Value::Empty | Value::Poison => {
                Vec::new()
            }
        }
    }

    pub(crate) fn is_poison(&self) -> bool {
        matches!(self, Value::Poison)
    }

    /// What kind of value it is in plain words, for messages.
    pub(crate) fn describe(&self, lists: &IdVec<WordListId, crate::program::WordList>) -> String {
        match self {
            Value::Num(scalar) => one(scalar.kind, lists),
            Value::Test(_) => "a yes or no".into(),
            Value::Set(_, kind) => format!("a set of {}", many(*kind, lists)),
            Value::List(_, kind) => format!("a list of {}", many(*kind, lists)),
            Value::Family(_, kind) => format!("several sets of {}", many(*kind, lists)),
            Value::Zone(_) => "a zone".into(),
            Value::OneOfZones(_) => "one of several zones".into(),
            Value::NewSlot { .. } => "a new slot".into(),
            Value::Range { .. } => "a range of numbers".into(),
            Value::Tuple(_) => "a group of values".into(),
            Value::Word(word) => format!("the word `{word}`"),
            Value::Text(_) => "a text".into(),
            Value::None => "`none`".into(),
            Value::Empty => "`empty`".into(),
            Value::Poison => "something with an error".into(),
        }
    }
}

pub(crate) fn one(kind: ValueKind, lists: &IdVec<WordListId, crate::program::WordList>) -> String {
    match kind {
        ValueKind::Number => "a number".into(),
        ValueKind::Flag => "a yes or no".into(),
        ValueKind::Word(list) => format!("a word of `{}`", lists[list].name),
        ValueKind::Card => "a card".into(),
        ValueKind::Slot => "a slot".into(),
        ValueKind::Player => "a player".into(),
        ValueKind::Team => "a team".into(),
        ValueKind::Text => "a text".into(),
    }
}

pub(crate) fn many(kind: ValueKind, lists: &IdVec<WordListId, crate::program::WordList>) -> String {
    match kind {
        ValueKind::Number => "numbers".into(),
        ValueKind::Flag => "yes and no".into(),
        ValueKind::Word(list) => format!("words of `{}`", lists[list].name),
        ValueKind::Card => "cards".into(),
        ValueKind::Slot => "slots".into(),
        ValueKind::Player => "players".into(),
        ValueKind::Team => "teams".into(),
        ValueKind::Text => "texts".into(),
    }
}
