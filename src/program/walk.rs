//! Walks over terms: what a term is made of, and what it reads.

use super::Program;
use super::terms::{
    Family, FamilyId, List, ListId, Num, NumId, ScriptArgument, Set, SetId, Shape, Temp, Terms,
    Test, TestId,
};
use crate::program::ids::{GroupId, PackingId, RankingId, ScriptCallId, ShapeId, TotalId};

/// Any term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Num(NumId),
    Test(TestId),
    Set(SetId),
    List(ListId),
    Family(FamilyId),
}

/// What a term reads besides the terms it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Constants and printed attributes alone.
    Nothing,
    Temp(Temp),
    /// Something of the game as it stands.
    State,
    /// The generator.
    Chance,
}

/// The parts of a term, in order.
pub fn parts(terms: &Terms, term: Term) -> Vec<Term> {
    match term {
        Term::Num(id) => num_parts(terms, terms.nums[id]),
        Term::Test(id) => test_parts(terms, terms.tests[id]),
        Term::Set(id) => set_parts(terms, terms.sets[id]),
        Term::List(id) => list_parts(terms, terms.lists[id]),
        Term::Family(id) => family_parts(terms, terms.families[id]),
    }
}

fn family_parts(terms: &Terms, family: Family) -> Vec<Term> {
    use Term::{Family as F, Num as N, Set as S, Test as T};
    match family {
        Family::Shaped { shape, set } => {
            std::iter::once(S(set)).chain(shape_parts(terms, shape)).collect()
        }
        Family::Subsets { set, least, most, total } => [S(set), N(least)]
            .into_iter()
            .chain(most.map(N))
            .chain(total_parts(terms, total))
            .collect(),
        Family::Filter { family, test, .. } => vec![F(family), T(test)],
        Family::Groups { set, key, .. } => vec![S(set), N(key)],
        Family::Parts(packing) => packing_parts(terms, packing),
        Family::Ties { family, ranking, .. } => {
            std::iter::once(F(family)).chain(ranking_parts(terms, ranking)).collect()
        }
    }
}

fn ranking_parts(terms: &Terms, ranking: RankingId) -> impl Iterator<Item = Term> + '_ {
    let ranking = terms.rankings[ranking];
    group(terms, ranking.keys).chain(ranking.list.map(Term::List))
}

fn packing_parts(terms: &Terms, packing: PackingId) -> Vec<Term> {
    let p = &terms.packings[packing];
    let mut all = vec![Term::Set(p.set)];
    for group in &p.groups {
        all.extend(group.kinds.iter().map(|&kind| Term::Test(kind)));
        all.extend(group.shape.into_iter().flat_map(|shape| shape_parts(terms, shape)));
        all.push(Term::Num(group.value));
    }
    all
}

fn total_parts(terms: &Terms, total: Option<TotalId>) -> Vec<Term> {
    let total = total.map(|total| terms.totals[total]);
    total.into_iter().flat_map(|total| [Term::Num(total.value), Term::Num(total.than)]).collect()
}

fn shape_parts(terms: &Terms, shape: ShapeId) -> Vec<Term> {
    match &terms.shapes[shape] {
        Shape::AnyOf(shapes) | Shape::Together(shapes) => {
            shapes.iter().flat_map(|&shape| shape_parts(terms, shape)).collect()
        }
        Shape::Form(form) => {
            let keys = form.same.iter().chain(&form.different).copied();
            let each = form.each.into_iter().flat_map(|(count, key)| [count, key]);
            let numbers = [form.least]
                .into_iter()
                .chain(form.most)
                .chain(keys)
                .chain(form.sequence)
                .chain(each);
            let mut all: Vec<Term> = numbers.map(Term::Num).collect();
            all.extend(form.card.map(Term::Test));
            if let Some(wild) = form.wild {
                all.extend([wild.least].into_iter().chain(wild.most).map(Term::Num));
                all.push(Term::Test(wild.test));
            }
            all.extend(total_parts(terms, form.total));
            all
        }
    }
}

/// The temps in which a shape's cards are looked at.
fn shape_temps(terms: &Terms, shape: ShapeId, temps: &mut Vec<Temp>) {
    match &terms.shapes[shape] {
        Shape::AnyOf(shapes) | Shape::Together(shapes) => {
            shapes.iter().for_each(|&shape| shape_temps(terms, shape, temps));
        }
        Shape::Form(form) => {
            temps.push(form.temp);
            temps.extend(form.total.map(|total| terms.totals[total].temp));
        }
    }
}

fn packing_temps(terms: &Terms, packing: PackingId) -> Vec<Temp> {
    let p = &terms.packings[packing];
    let mut temps = vec![p.temp];
    for group in &p.groups {
        temps.push(group.temp);
        group.shape.into_iter().for_each(|shape| shape_temps(terms, shape, &mut temps));
    }
    temps
}

fn group(terms: &Terms, group: GroupId) -> impl Iterator<Item = Term> + '_ {
    terms.groups[group].iter().map(|&n| Term::Num(n))
}

fn call_parts(terms: &Terms, call: ScriptCallId) -> Vec<Term> {
    let arguments = terms.calls[call].arguments.iter();
    arguments
        .map(|argument| match *argument {
            ScriptArgument::Num(n) | ScriptArgument::Card(n) | ScriptArgument::Slot(n) => {
                Term::Num(n)
            }
            ScriptArgument::Zone { owner, .. } => Term::Num(owner),
            ScriptArgument::Flag(t) => Term::Test(t),
            ScriptArgument::Cards(s) | ScriptArgument::Set(s) => Term::Set(s),
            ScriptArgument::List(l) => Term::List(l),
        })
        .collect()
}

fn num_parts(terms: &Terms, num: Num) -> Vec<Term> {
    use Term::{List as L, Num as N, Set as S, Test as T};
    match num {
        Num::Const(_)
        | Num::Temp(_)
        | Num::Local(_)
        | Num::Me
        | Num::Active
        | Num::Variable { .. }
        | Num::PhaseNumber { .. } => Vec::new(),
        Num::OwnedVariable { owner: a, .. }
        | Num::Attribute { card: a, .. }
        | Num::CardMark { card: a, .. }
        | Num::SlotMark { slot: a, .. }
        | Num::Negate(a)
        | Num::OnlyCard { slot: a }
        | Num::Top { slot: a }
        | Num::Bottom { slot: a }
        | Num::SlotOf { card: a }
        | Num::OwnerOf { slot: a }
        | Num::Column { slot: a }
        | Num::Row { slot: a }
        | Num::NewSlot { owner: a, .. }
        | Num::TeamOf(a)
        | Num::Captain(a)
        | Num::Next { seat: a, .. }
        | Num::OwnSlot { owner: a, .. }
        | Num::Roll { sides: a } => vec![N(a)],
        Num::Add(a, b)
        | Num::Subtract(a, b)
        | Num::Multiply(a, b)
        | Num::Divide(a, b)
        | Num::Remainder(a, b)
        | Num::Min(a, b)
        | Num::Max(a, b)
        | Num::Default { value: a, fallback: b }
        | Num::Bind { value: a, then: b, .. }
        | Num::ZoneSlot { owner: a, index: b, .. } => vec![N(a), N(b)],
        Num::If { test, then, otherwise } => vec![T(test), N(then), N(otherwise)],
        Num::Flag(test) => vec![T(test)],
        Num::Count(set)
        | Num::The(set)
        | Num::First(set)
        | Num::Last(set)
        | Num::RandomOf { set, .. } => vec![S(set)],
        Num::SumAttribute { set, .. } => vec![S(set)],
        Num::CountList(list)
        | Num::SumList(list)
        | Num::HighestList(list)
        | Num::LowestList(list) => vec![L(list)],
        Num::SumOver { set, value, .. }
        | Num::HighestOver { set, value, .. }
        | Num::LowestOver { set, value, .. } => {
            vec![S(set), N(value)]
        }
        Num::Most { set, keys, .. } => std::iter::once(S(set)).chain(group(terms, keys)).collect(),
        Num::MostBy { set, key, .. } => vec![S(set), N(key)],
        Num::MostList { set, ranking, .. } => {
            std::iter::once(S(set)).chain(ranking_parts(terms, ranking)).collect()
        }
        Num::BestPairing(pairing) => {
            let p = &terms.pairings[pairing];
            vec![S(p.left), S(p.right), N(p.value)]
        }
        Num::BestPacking(packing) => packing_parts(terms, packing),
        Num::CountFamily(family) => vec![Term::Family(family)],
        Num::SumFamily { family, value, .. } | Num::ExtremeFamily { family, value, .. } => {
            vec![Term::Family(family), N(value)]
        }
        Num::FormOf { shape, set } => {
            std::iter::once(S(set)).chain(shape_parts(terms, shape)).collect()
        }
        Num::Script(call) => call_parts(terms, call),
    }
}

fn test_parts(terms: &Terms, test: Test) -> Vec<Term> {
    use Term::{List as L, Num as N, Set as S, Test as T};
    match test {
        Test::Const(_) => Vec::new(),
        Test::IsTrue(a)
        | Test::IsNone(a)
        | Test::FaceUp { card: a }
        | Test::CardFlag { card: a, .. }
        | Test::SlotFlag { slot: a, .. }
        | Test::Playing(a) => vec![N(a)],
        Test::Compare { left, right, .. } | Test::Above { left, right, .. } => {
            vec![N(left), N(right)]
        }
        Test::Not(a) | Test::Row { test: a, .. } => vec![T(a)],
        Test::And(a, b) | Test::Or(a, b) => vec![T(a), T(b)],
        Test::If { test, then, otherwise } => vec![T(test), T(then), T(otherwise)],
        Test::Bind { value, then, .. } => vec![N(value), T(then)],
        Test::In { value, set } => vec![N(value), S(set)],
        Test::InList { value, list } => vec![N(value), L(list)],
        Test::InRange { value, from, to } => vec![N(value), N(from), N(to)],
        Test::Any(set) => vec![S(set)],
        Test::Exists { set, test, .. } | Test::ForAll { set, test, .. } => vec![S(set), T(test)],
        Test::ExistsInList { list, test, .. } | Test::ForAllInList { list, test, .. } => {
            vec![L(list), T(test)]
        }
        Test::SameSet(a, b) | Test::Subset(a, b) => vec![S(a), S(b)],
        Test::CompareLists { left, right, .. } => vec![L(left), L(right)],
        Test::IsShape { shape, set } => {
            std::iter::once(S(set)).chain(shape_parts(terms, shape)).collect()
        }
        Test::AnyFamily(family) => vec![Term::Family(family)],
        Test::ForAllFamily { family, test, .. } => vec![Term::Family(family), T(test)],
        Test::InFamily { set, family } => vec![S(set), Term::Family(family)],
    }
}

fn set_parts(terms: &Terms, set: Set) -> Vec<Term> {
    use Term::{List as L, Num as N, Set as S, Test as T};
    match set {
        Set::Const(_)
        | Set::Temp(_)
        | Set::Local(_)
        | Set::FaceUp
        | Set::CardsAt { .. }
        | Set::CardsOfAll { .. }
        | Set::CardFlagged { .. }
        | Set::SlotFlagged { .. }
        | Set::Players => Vec::new(),
        Set::One(a)
        | Set::SlotCards { slot: a }
        | Set::ZoneCards { owner: a, .. }
        | Set::CardsOf { owner: a, .. }
        | Set::ZoneSlots { owner: a, .. }
        | Set::WithAttribute { value: a, .. }
        | Set::SeatsOfTeam(a)
        | Set::OtherTeams(a)
        | Set::Neighbours { slot: a, .. } => vec![N(a)],
        Set::ZoneCardsOf { owners: a, .. }
        | Set::ZoneSlotsOf { owners: a, .. }
        | Set::CardsIn(a)
        | Set::TopsOf(a) => {
            vec![S(a)]
        }
        Set::TopCards { slot, count } | Set::BottomCards { slot, count } => vec![N(slot), N(count)],
        Set::Ends { set, count, .. } => vec![S(set), N(count)],
        Set::TiesBy { set, ranking, .. } => {
            std::iter::once(S(set)).chain(ranking_parts(terms, ranking)).collect()
        }
        Set::UnionFamily(family) | Set::OnlyFamily(family) | Set::FirstFamily(family) => {
            vec![Term::Family(family)]
        }
        Set::BestFamily { family, ranking, .. } => {
            std::iter::once(Term::Family(family)).chain(ranking_parts(terms, ranking)).collect()
        }
        Set::Union(a, b) | Set::Minus(a, b) | Set::Both(a, b) => vec![S(a), S(b)],
        Set::If { test, then, otherwise } => vec![T(test), S(then), S(otherwise)],
        Set::Bind { value, then, .. } => vec![N(value), S(then)],
        Set::Filter { set, test, .. } => vec![S(set), T(test)],
        Set::Image { set, value, .. } | Set::Ties { set, value, .. } => vec![S(set), N(value)],
        Set::UnionOver { set, value, .. } => vec![S(set), S(value)],
        Set::Reached { from, step, .. } => vec![S(from), S(step)],
        Set::Walk(walk) => {
            let w = &terms.walks[walk];
            vec![N(w.steps), N(w.from), T(w.through)]
        }
        Set::OfList(list) => vec![L(list)],
        Set::Script(call) => call_parts(terms, call),
        Set::RandomOf { set, count, .. } => vec![S(set), N(count)],
    }
}

fn list_parts(terms: &Terms, list: List) -> Vec<Term> {
    use Term::{List as L, Num as N, Set as S, Test as T};
    match list {
        List::Tuple(members) => group(terms, members).collect(),
        List::Temp(_) | List::Local(_) => Vec::new(),
        List::Variable { owner, .. } => vec![N(owner)],
        List::Map { set, value, .. } | List::Commonest { set, value, .. } => vec![S(set), N(value)],
        List::Ends { list, count, .. } => vec![L(list), N(count)],
        List::MapFamily { family, value, .. } => vec![Term::Family(family), N(value)],
        List::Sorted(list) | List::Distinct(list) => vec![L(list)],
        List::Filter { list, test, .. } => vec![L(list), T(test)],
        List::MapList { list, value, .. } => vec![L(list), N(value)],
        List::If { test, then, otherwise } => vec![T(test), L(then), L(otherwise)],
        List::Numbers { from, to } => vec![N(from), N(to)],
    }
}

/// What a term itself reads.
pub fn reads(program: &Program, term: Term) -> Reads {
    let terms = &program.terms;
    match term {
        Term::Num(id) => num_reads(program, terms.nums[id]),
        Term::Test(id) => test_reads(terms.tests[id]),
        Term::Set(id) => set_reads(terms.sets[id]),
        Term::List(id) => match terms.lists[id] {
            List::Temp(temp) => Reads::Temp(temp),
            List::Local(_) | List::Variable { .. } => Reads::State,
            List::Tuple(_)
            | List::Map { .. }
            | List::Sorted(_)
            | List::Distinct(_)
            | List::Filter { .. }
            | List::MapList { .. }
            | List::If { .. }
            | List::Numbers { .. }
            | List::Commonest { .. }
            | List::Ends { .. }
            | List::MapFamily { .. } => Reads::Nothing,
        },
        Term::Family(_) => Reads::Nothing,
    }
}

fn num_reads(program: &Program, num: Num) -> Reads {
    match num {
        Num::Temp(temp) => Reads::Temp(temp),
        Num::Roll { .. } | Num::RandomOf { .. } => Reads::Chance,
        Num::OwnedVariable { at, .. } if program.variables.iter().any(|v| v.at == at && v.fixed) => Reads::State,
        Num::Local(_)
        | Num::Me
        | Num::Active
        | Num::Variable { .. }
        | Num::OwnedVariable { .. }
        | Num::CardMark { .. }
        | Num::SlotMark { .. }
        | Num::PhaseNumber { .. }
        | Num::OnlyCard { .. }
        | Num::Top { .. }
        | Num::Bottom { .. }
        | Num::SlotOf { .. }
        | Num::OwnerOf { .. }
        | Num::Column { .. }
        | Num::Row { .. }
        | Num::ZoneSlot { .. }
        | Num::OwnSlot { .. }
        | Num::NewSlot { .. }
        | Num::Next { .. }
        // Scripts do not run before the game does.
        | Num::Script(_) => Reads::State,
        Num::Const(_)
        | Num::Attribute { .. }
        | Num::Add(..)
        | Num::Subtract(..)
        | Num::Multiply(..)
        | Num::Divide(..)
        | Num::Remainder(..)
        | Num::Negate(_)
        | Num::Min(..)
        | Num::Max(..)
        | Num::If { .. }
        | Num::Default { .. }
        | Num::Flag(_)
        | Num::Bind { .. }
        | Num::Count(_)
        | Num::CountList(_)
        | Num::The(_)
        | Num::First(_)
        | Num::Last(_)
        | Num::TeamOf(_)
        | Num::Captain(_)
        | Num::SumOver { .. }
        | Num::SumAttribute { .. }
        | Num::HighestOver { .. }
        | Num::LowestOver { .. }
        | Num::SumList(_)
        | Num::HighestList(_)
        | Num::LowestList(_)
        | Num::Most { .. }
        | Num::MostBy { .. }
        | Num::MostList { .. }
        | Num::BestPairing(_)
        | Num::BestPacking(_)
        | Num::CountFamily(_)
        | Num::SumFamily { .. }
        | Num::ExtremeFamily { .. }
        | Num::FormOf { .. } => Reads::Nothing,
    }
}

fn test_reads(test: Test) -> Reads {
    match test {
        Test::FaceUp { .. } | Test::CardFlag { .. } | Test::SlotFlag { .. } | Test::Playing(_) => {
            Reads::State
        }
        Test::Const(_)
        | Test::IsTrue(_)
        | Test::Compare { .. }
        | Test::IsNone(_)
        | Test::Not(_)
        | Test::And(..)
        | Test::Or(..)
        | Test::If { .. }
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
        | Test::IsShape { .. }
        | Test::AnyFamily(_)
        | Test::ForAllFamily { .. }
        | Test::InFamily { .. } => Reads::Nothing,
    }
}

fn set_reads(set: Set) -> Reads {
    match set {
        Set::Temp(temp) => Reads::Temp(temp),
        Set::RandomOf { .. } => Reads::Chance,
        Set::Local(_)
        | Set::SlotCards { .. }
        | Set::ZoneCards { .. }
        | Set::CardsAt { .. }
        | Set::CardsOfAll { .. }
        | Set::CardsOf { .. }
        | Set::ZoneCardsOf { .. }
        | Set::ZoneSlots { .. }
        | Set::ZoneSlotsOf { .. }
        | Set::CardsIn(_)
        | Set::TopsOf(_)
        | Set::TopCards { .. }
        | Set::BottomCards { .. }
        | Set::FaceUp
        | Set::CardFlagged { .. }
        | Set::SlotFlagged { .. }
        | Set::Players
        | Set::Neighbours { .. }
        | Set::Walk(_)
        | Set::Script(_) => Reads::State,
        Set::Const(_)
        | Set::One(_)
        | Set::WithAttribute { .. }
        | Set::Union(..)
        | Set::Minus(..)
        | Set::Both(..)
        | Set::If { .. }
        | Set::Bind { .. }
        | Set::Filter { .. }
        | Set::Image { .. }
        | Set::UnionOver { .. }
        | Set::Reached { .. }
        | Set::Ties { .. }
        | Set::TiesBy { .. }
        | Set::Ends { .. }
        | Set::UnionFamily(_)
        | Set::OnlyFamily(_)
        | Set::FirstFamily(_)
        | Set::BestFamily { .. }
        | Set::SeatsOfTeam(_)
        | Set::OtherTeams(_)
        | Set::OfList(_) => Reads::Nothing,
    }
}

/// Temps that a term binds for its parts.
pub fn bound(terms: &Terms, term: Term) -> Vec<Temp> {
    match term {
        Term::Num(id) => match terms.nums[id] {
            Num::Bind { temp, .. }
            | Num::SumOver { temp, .. }
            | Num::HighestOver { temp, .. }
            | Num::LowestOver { temp, .. }
            | Num::Most { temp, .. }
            | Num::MostBy { temp, .. }
            | Num::MostList { temp, .. }
            | Num::SumFamily { temp, .. }
            | Num::ExtremeFamily { temp, .. } => vec![temp],
            Num::BestPairing(p) => {
                let p = &terms.pairings[p];
                vec![p.left_temp, p.right_temp]
            }
            Num::BestPacking(p) => packing_temps(terms, p),
            Num::FormOf { shape, .. } => temps_of(terms, shape),
            _ => Vec::new(),
        },
        Term::Test(id) => match terms.tests[id] {
            Test::Bind { temp, .. }
            | Test::Exists { temp, .. }
            | Test::ForAll { temp, .. }
            | Test::ExistsInList { temp, .. }
            | Test::ForAllInList { temp, .. }
            | Test::ForAllFamily { temp, .. } => vec![temp],
            Test::IsShape { shape, .. } => temps_of(terms, shape),
            _ => Vec::new(),
        },
        Term::Set(id) => match terms.sets[id] {
            Set::Bind { temp, .. }
            | Set::Filter { temp, .. }
            | Set::Image { temp, .. }
            | Set::UnionOver { temp, .. }
            | Set::Reached { temp, .. }
            | Set::Ties { temp, .. }
            | Set::TiesBy { temp, .. }
            | Set::BestFamily { temp, .. } => vec![temp],
            Set::Walk(walk) => vec![terms.walks[walk].temp],
            _ => Vec::new(),
        },
        Term::List(id) => match terms.lists[id] {
            List::Map { temp, .. }
            | List::Filter { temp, .. }
            | List::MapList { temp, .. }
            | List::Commonest { temp, .. }
            | List::MapFamily { temp, .. } => vec![temp],
            _ => Vec::new(),
        },
        Term::Family(id) => match terms.families[id] {
            Family::Shaped { shape, .. } => temps_of(terms, shape),
            Family::Subsets { total, .. } => {
                total.map(|total| terms.totals[total].temp).into_iter().collect()
            }
            Family::Filter { temp, .. }
            | Family::Groups { temp, .. }
            | Family::Ties { temp, .. } => vec![temp],
            Family::Parts(packing) => packing_temps(terms, packing),
        },
    }
}

fn temps_of(terms: &Terms, shape: ShapeId) -> Vec<Temp> {
    let mut temps = Vec::new();
    shape_temps(terms, shape, &mut temps);
    temps
}

/// Whether a term can be worked out before any game is played, given only the temps in `free`.
pub fn is_static(program: &Program, term: Term, free: &mut Vec<Temp>) -> bool {
    let here = match reads(program, term) {
        Reads::Nothing => true,
        Reads::Temp(temp) => free.contains(&temp),
        Reads::State | Reads::Chance => false,
    };
    if !here {
        return false;
    }
    let before = free.len();
    free.extend(bound(&program.terms, term));
    let all = parts(&program.terms, term).into_iter().all(|part| is_static(program, part, free));
    free.truncate(before);
    all
}

/// Whether `wanted` holds of a term or of any part of it.
pub fn any(terms: &Terms, term: Term, wanted: &mut dyn FnMut(Term) -> bool) -> bool {
    wanted(term) || parts(terms, term).into_iter().any(|part| any(terms, part, wanted))
}
