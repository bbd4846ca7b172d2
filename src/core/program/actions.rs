//! Actions: their parameters, what these can be, and what an action needs.

use super::ids::UnitId;
use super::narrowing::Narrowing;
use super::sums::SumNeed;
use super::terms::{FamilyId, NumId, SetId, Temp, Term, TestId};
use super::{Carrier, ValueKind};
use crate::source::Span;
use crate::tabletop::ids::ZoneId;

#[derive(Clone, Debug)]
pub struct Action {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Its options are all combinations of its parameters' values: none has conditions, and none
    /// depends on another.
    pub free: bool,
    /// Another action of a menu that it stands in sends a card to the same place: where a card goes
    /// does not tell which of the two it was.
    pub(crate) has_like: bool,
    /// Needs that mention no parameter with a source.
    pub needs: Vec<Need>,
    pub optional: Option<TestId>,
    pub unit: Option<UnitId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub temp: Temp,
    pub domain: Domain,
    pub kind: ValueKind,
    /// Conditions on one value of the source, then the needs that can be tested once this parameter
    /// is known.
    pub filters: Vec<Need>,
    pub needs: Vec<Need>,
    /// The values of the source that meet all filters, where both are sets.
    pub narrowed: Option<SetId>,
    /// For a bag: those that meet the needs, packed, where they are the same in every position.
    pub bags: Option<Vec<i32>>,
    /// Its number among all parameters of the program.
    pub number: u16,
    /// Neither it nor any parameter behind it depends on what is chosen before it.
    pub alone: bool,
    /// What its conditions say of shapes and sizes, where it is a set that has a shape.
    pub narrowing: Option<Narrowing>,
    /// What its needs say of sums over it, where it is a subset.
    pub(crate) sums: Vec<SumNeed>,
    /// A source without values gives none.
    pub default_none: bool,
    /// Offered in the order of places: the chooser may not see what is offered, or places have an
    /// order of their own.
    pub by_place: bool,
    /// Members are chosen in the order in which they are offered: each subset in one way.
    pub in_order: bool,
    /// Beside what all see: the cards that somebody has to know who may hear what is not among what
    /// it can be.
    pub looks: Vec<Look>,
}

impl Action {
    /// The parameters from one on that the chooser is asked for.
    pub(crate) fn chosen(&self, from: usize) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().skip(from).filter(|parameter| parameter.is_chosen())
    }
}

impl Parameter {
    /// Whether the chooser is asked for it, and it is not given by who names the action.
    pub(crate) fn is_chosen(&self) -> bool {
        match self.domain {
            Domain::Given(..) => false,
            Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => true,
        }
    }

    /// No condition lies on it beside its source.
    pub(crate) fn is_unconditional(&self) -> bool {
        self.filters.is_empty() && self.needs.is_empty()
    }

    /// Every value of its source is an option, in the order of the source.
    pub(crate) fn is_plain(&self) -> bool {
        match self.domain {
            Domain::Set(_) | Domain::Range { .. } => {
                self.is_unconditional() && !self.by_place && !self.default_none
            }
            Domain::Bag { .. } => self.bags.is_some(),
            Domain::Given(..) | Domain::Subset { .. } | Domain::Family(_) => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The caller gives it, at this place among its arguments.
    Given(u8, Carrier),
    Set(SetId),
    Range {
        from: NumId,
        to: NumId,
    },
    /// Distinct members, chosen one after the other: at least `least`, at most `most`.
    Subset {
        set: SetId,
        least: NumId,
        most: Option<NumId>,
    },
    /// One of a family's sets, chosen member by member.
    Family(FamilyId),
    /// A bag of so many words, with repetition.
    Bag {
        set: SetId,
        least: NumId,
        most: NumId,
    },
}

impl Domain {
    pub(crate) fn carrier(self) -> Carrier {
        match self {
            Domain::Given(_, carrier) => carrier,
            Domain::Set(_) | Domain::Range { .. } => Carrier::Num,
            Domain::Subset { .. } | Domain::Family(_) => Carrier::Set,
            Domain::Bag { .. } => Carrier::List,
        }
    }

    /// The terms by which its values are worked out.
    pub(crate) fn terms(self) -> Vec<Term> {
        match self {
            Domain::Given(..) => Vec::new(),
            Domain::Set(set) => vec![Term::Set(set)],
            Domain::Range { from, to } => vec![Term::Num(from), Term::Num(to)],
            Domain::Subset { set, least, most } => {
                let numbers = [Some(least), most].into_iter().flatten().map(Term::Num);
                [Term::Set(set)].into_iter().chain(numbers).collect()
            }
            Domain::Family(family) => vec![Term::Family(family)],
            Domain::Bag { set, least, most } => {
                vec![Term::Set(set), Term::Num(least), Term::Num(most)]
            }
        }
    }
}

/// A condition of an action.
#[derive(Clone, Debug)]
pub struct Need {
    pub(crate) test: TestId,
    pub(crate) why: Option<String>,
    /// It reads public facts alone.
    pub(crate) public: bool,
    /// It does not look at who is asked.
    pub(crate) for_all: bool,
    pub(crate) span: Span,
    /// Beside what all see: the cards that somebody has to know who may hear that it forbids
    /// something.
    pub(crate) looks: Vec<Look>,
    /// What it compares, in the order in which it is written.
    pub(crate) compared: Vec<Compared>,
}

/// One side of a comparison, for whoever asks why it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    pub span: Span,
    pub value: NumId,
    pub kind: ValueKind,
}

/// Cards that somebody has to know who wants to work something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The zone that they lie in; none for all zones.
    pub zone: Option<ZoneId>,
    pub whose: Whose,
}

/// Whose zone it is, seen from the seat that is `me`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Mine,
    /// My team's.
    MyTeams,
    /// Anybody's: of others, of all, or of somebody who is not known before a game is played.
    Anybodys,
}
