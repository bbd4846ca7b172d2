//! What the conditions on a set that is to be chosen say of its shape and its size: enough to leave
//! out whole shapes before a single set is built.
//!
//! "The same form, as many cards, and higher" is about the candidate in three ways: its form and
//! its size are known before its cards are, and only what is higher has to be asked of each. All
//! that stands on the other side is a *fact*: it is the same for all candidates.
#![deny(clippy::wildcard_enum_match_arm)]

use super::terms::{
    Comparison, Family, FamilyId, Num, NumId, Set, SetId, Shape, Temp, Terms, Test, TestId,
};
use super::walk::{Term, any};
use super::{Domain, Parameter, Program};
use crate::program::ids::ShapeId;
use crate::value::{Bits, Narrow};

/// The conditions on a candidate of a family of shaped sets, taken apart by what they hang on.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// The cards that sets are made of.
    pub(crate) set: SetId,
    pub(crate) shape: ShapeId,
    /// No filter lies over the family: all sets of this shape are in it.
    pub(crate) is_plain: bool,
    /// Where conditions look for the candidate.
    pub(crate) temps: Vec<Temp>,
    /// The alternatives of the shape.
    pub(crate) forms: Vec<Alternative>,
    /// How many facts there are.
    pub(crate) facts: usize,
}

/// An alternative of a family's shape.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) shape: ShapeId,
    /// What the conditions come to for a candidate that has this alternative and none behind it:
    /// all have to hold, in this order.
    pub(crate) conditions: Vec<Condition>,
}

/// The number of a fact among those of a [`Narrowing`].
pub(crate) type Fact = usize;

/// A condition on a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Const(bool),
    Fact(Fact, TestId),
    Not(Box<Condition>),
    And(Box<[Condition; 2]>),
    Or(Box<[Condition; 2]>),
    /// By the first one, the second or the third.
    If(Box<[Condition; 3]>),
    Compare {
        op: Comparison,
        left: Side,
        right: Side,
    },
    /// The candidate has this shape.
    IsShape(ShapeId),
    /// The candidate has this alternative of the family's shape.
    IsForm(usize),
    /// Has to be asked of the candidate's cards.
    Open(TestId),
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    Fact(Fact, NumId),
    /// Which alternative of the family's shape the candidate has.
    Form,
    /// How many cards it has.
    Size,
    /// Has to be asked of its cards.
    Open(NumId),
}

impl Narrowing {
    /// The narrowing of a parameter whose source is a family of shaped sets; `None` for any other,
    /// and where the rows of tables are followed: each of them is to be seen as often as before.
    pub(crate) fn of(program: &Program, parameter: &Parameter) -> Option<Narrowing> {
        let terms = &program.terms;
        let Domain::Family(family) = parameter.domain else { return None };
        let mut tests = Vec::new();
        let (set, shape) = shaped(terms, family, &mut tests)?;
        let is_plain = tests.is_empty();
        tests.extend(parameter.needs.iter().map(|need| (parameter.temp, need.test)));
        let follows =
            |part| matches!(part, Term::Test(id) if matches!(terms.tests[id], Test::Row { .. }));
        if tests.iter().any(|&(_, test)| any(terms, Term::Test(test), &mut |part| follows(part))) {
            return None;
        }
        let mut temps: Vec<Temp> = tests.iter().map(|&(temp, _)| temp).collect();
        temps.push(parameter.temp);
        temps.dedup();
        let forms = alternatives(terms, &shape);
        let mut sorting = Sorting { program, shape, forms, temps: &temps, facts: 0 };
        let all: Vec<Condition> = tests.iter().map(|&(_, test)| sorting.condition(test)).collect();
        let facts = sorting.facts;
        let alternative = |(form, &shape): (usize, &ShapeId)| {
            let conditions = all.iter().map(|one| one.of_form(form, (terms, forms))).collect();
            Alternative { shape, conditions }
        };
        let forms = forms.iter().enumerate().map(alternative).collect();
        Some(Narrowing { set, shape, is_plain, temps, forms, facts })
    }
}

impl Condition {
    /// What is left of a condition for a candidate of which this is the last alternative.
    fn of_form(&self, form: usize, (terms, forms): (&Terms, &[ShapeId])) -> Condition {
        let part = |one: &Condition| one.of_form(form, (terms, forms));
        match self {
            Condition::IsForm(other) if *other >= form => Condition::Const(*other == form),
            Condition::IsForm(other) => {
                let [a, b] = [form, *other].map(|form| sizes_of(terms, forms[form]));
                let meet = a.zip(b).is_none_or(|(a, b)| !a.and(b).is_empty());
                if meet { self.clone() } else { Condition::Const(false) }
            }
            Condition::Not(one) => {
                let one = part(one);
                match one.known() {
                    Some(holds) => Condition::Const(!holds),
                    None => Condition::Not(Box::new(one)),
                }
            }
            Condition::And(both) => both_of((**both).each_ref().map(part), false),
            Condition::Or(both) => both_of((**both).each_ref().map(part), true),
            Condition::If(parts) => {
                let [test, then, otherwise] = (**parts).each_ref().map(part);
                match test.known() {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => Condition::If(Box::new([test, then, otherwise])),
                }
            }
            Condition::Const(_)
            | Condition::Fact(..)
            | Condition::Compare { .. }
            | Condition::IsShape(_)
            | Condition::Open(_) => self.clone(),
        }
    }

    /// Whether it holds, where that is the same for all candidates in every position.
    fn known(&self) -> Option<bool> {
        if let Condition::Const(holds) = self { Some(*holds) } else { None }
    }
}

/// The condition that both hold, or, where `decides`, that one of them does. The first is asked
/// even if the second decides: it may go wrong.
fn both_of(both: [Condition; 2], decides: bool) -> Condition {
    let known = both.each_ref().map(Condition::known);
    let [first, second] = both;
    match known {
        [Some(holds), _] if holds == decides => Condition::Const(decides),
        [Some(_), _] => second,
        [None, Some(holds)] if holds != decides => first,
        [None, _] if decides => Condition::Or(Box::new([first, second])),
        [None, _] => Condition::And(Box::new([first, second])),
    }
}

/// The cards and the shape of a family, and the filters that lie over it, the innermost first.
fn shaped(
    terms: &Terms,
    family: FamilyId,
    filters: &mut Vec<(Temp, TestId)>,
) -> Option<(SetId, ShapeId)> {
    match terms.families[family] {
        Family::Shaped { set, shape } => Some((set, shape)),
        Family::Filter { family, temp, test } => {
            let found = shaped(terms, family, filters)?;
            filters.push((temp, test));
            Some(found)
        }
        Family::Subsets { .. } | Family::Groups { .. } | Family::Parts(_) | Family::Ties { .. } => {
            None
        }
    }
}

/// Takes conditions apart.
struct Sorting<'t> {
    program: &'t Program,
    shape: ShapeId,
    forms: &'t [ShapeId],
    temps: &'t [Temp],
    facts: usize,
}

impl Sorting<'_> {
    fn condition(&mut self, id: TestId) -> Condition {
        if !self.looks_at_candidate(Term::Test(id)) {
            return Condition::Fact(self.fact(), id);
        }
        match self.program.terms.tests[id] {
            Test::Not(test) => Condition::Not(Box::new(self.condition(test))),
            Test::And(a, b) => Condition::And(Box::new([a, b].map(|test| self.condition(test)))),
            Test::Or(a, b) => Condition::Or(Box::new([a, b].map(|test| self.condition(test)))),
            Test::If { test, then, otherwise } => {
                Condition::If(Box::new([test, then, otherwise].map(|test| self.condition(test))))
            }
            Test::Compare { op, left, right } => {
                Condition::Compare { op, left: self.side(left), right: self.side(right) }
            }
            Test::IsShape { set, shape } if self.is_candidate(set) => self.is_shape(shape),
            Test::Const(_)
            | Test::IsTrue(_)
            | Test::IsNone(_)
            | Test::Row { .. }
            | Test::Bind { .. }
            | Test::In { .. }
            | Test::InList { .. }
            | Test::InRange { .. }
            | Test::Any(_)
            | Test::Exists { .. }
            | Test::ForAll { .. }
            | Test::ExistsInList { .. }
            | Test::ForAllInList { .. }
            | Test::SameSet(..)
            | Test::Subset(..)
            | Test::CompareLists { .. }
            | Test::Above { .. }
            | Test::FaceUp { .. }
            | Test::CardFlag { .. }
            | Test::SlotFlag { .. }
            | Test::Playing(_)
            | Test::IsShape { .. }
            | Test::AnyFamily(_)
            | Test::ForAllFamily { .. }
            | Test::InFamily { .. } => Condition::Open(id),
        }
    }

    fn is_shape(&self, shape: ShapeId) -> Condition {
        let alike = |form: &ShapeId| self.program.alike(*form) == self.program.alike(shape);
        match self.forms.iter().rposition(alike) {
            Some(form) => Condition::IsForm(form),
            None => Condition::IsShape(shape),
        }
    }

    fn side(&mut self, id: NumId) -> Side {
        if !self.looks_at_candidate(Term::Num(id)) {
            return Side::Fact(self.fact(), id);
        }
        let num = self.program.terms.nums[id];
        if let Num::Count(set) = num
            && self.is_candidate(set)
        {
            return Side::Size;
        }
        if let Num::FormOf { set, shape } = num
            && self.program.alike(shape) == self.program.alike(self.shape)
            && self.is_candidate(set)
        {
            return Side::Form;
        }
        Side::Open(id)
    }

    fn fact(&mut self) -> Fact {
        self.facts += 1;
        self.facts - 1
    }

    fn is_candidate(&self, set: SetId) -> bool {
        matches!(self.program.terms.sets[set], Set::Temp(temp) if self.temps.contains(&temp))
    }

    fn looks_at_candidate(&self, term: Term) -> bool {
        any(
            &self.program.terms,
            term,
            &mut |part| matches!(part, Term::Set(id) if self.is_candidate(id)),
        )
    }
}

/// The alternatives of a shape, in their order; of one that has none itself.
pub(crate) fn alternatives<'t>(terms: &'t Terms, shape: &'t ShapeId) -> &'t [ShapeId] {
    match &terms.shapes[*shape] {
        Shape::AnyOf(shapes) => shapes,
        Shape::Form(_) | Shape::Together(_) => std::slice::from_ref(shape),
    }
}

/// How many cards a set has, at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Sizes {
    pub(crate) const ANY: Sizes = Sizes { least: 0, most: usize::MAX };
    /// No card.
    pub(crate) const NOTHING: Sizes = Sizes { least: 0, most: 0 };
    /// No size at all.
    pub(crate) const NEVER: Sizes = Sizes { least: usize::MAX, most: 0 };

    pub(crate) fn contains(self, size: usize) -> bool {
        (self.least..=self.most).contains(&size)
    }

    pub(crate) fn and(self, other: Sizes) -> Sizes {
        Sizes { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub(crate) fn or(self, other: Sizes) -> Sizes {
        Sizes { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// The sizes that two disjoint sets have together.
    pub(crate) fn plus(self, other: Sizes) -> Sizes {
        Sizes {
            least: self.least.saturating_add(other.least),
            most: self.most.saturating_add(other.most),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.least > self.most
    }

    /// The sizes as members of a set.
    pub(crate) fn to_bits(self) -> Bits {
        Bits::run(self.least.to_u16(), (self.most + 1 - self.least).to_u16())
    }
}

/// How many cards the sets of a shape have, where that is the same in every position.
pub(crate) fn sizes_of(terms: &Terms, shape: ShapeId) -> Option<Sizes> {
    let constant = |id: NumId| {
        let Num::Const(value) = terms.nums[id] else { return None };
        usize::try_from(value.max(0)).ok()
    };
    match &terms.shapes[shape] {
        Shape::Form(form) => {
            let most = form.most.map_or(Some(usize::MAX), constant)?;
            Some(Sizes { least: constant(form.least)?, most })
        }
        Shape::AnyOf(shapes) => {
            shapes.iter().try_fold(Sizes::NEVER, |all, &one| Some(all.or(sizes_of(terms, one)?)))
        }
        Shape::Together(shapes) => shapes
            .iter()
            .try_fold(Sizes::NOTHING, |all, &one| Some(all.plus(sizes_of(terms, one)?))),
    }
}
