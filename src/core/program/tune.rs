//! Makes a finished program quicker without changing what it means: constants are worked out,
//! places that are known are written down. Terms are rewritten where they stand; a term's parts
//! always stand before it, and numbers and tests may stand on each other.

use super::narrowing::{Narrowing, sizes_of};
use super::sums::SumNeed;
use super::terms::{
    Comparison, Directions, Form, List, Num, NumId, Pairing, Set, SetId, Shape, Temp, Terms, Test,
    TestId,
};
use super::walk::{Reads, Term, any, is_constant, reads};
use super::{Parameter, Program};
use crate::program::ids::ShapeId;
use crate::tabletop;
use crate::tabletop::ids::{InstanceId, ZoneId};
use crate::value::{Bits, NONE, Slot, number};
use std::collections::BTreeMap;

/// Rewrites all terms, and marks what they allow to be done quickly. The program must be complete.
pub(crate) fn tune(program: &mut Program) {
    for i in 0..program.terms.nums.len() {
        program.terms.nums[NumId::new(i)] = simpler_num(program, program.terms.nums[NumId::new(i)]);
    }
    for i in 0..program.terms.tests.len() {
        program.terms.tests[TestId::new(i)] =
            simpler_test(program, program.terms.tests[TestId::new(i)]);
    }
    // Numbers and tests may stand on each other, so what the tests have become is looked at once
    // more.
    for i in 0..program.terms.nums.len() {
        program.terms.nums[NumId::new(i)] = simpler_num(program, program.terms.nums[NumId::new(i)]);
    }
    for i in 0..program.terms.sets.len() {
        program.terms.sets[SetId::new(i)] = simpler_set(program, program.terms.sets[SetId::new(i)]);
    }
    for i in 0..program.terms.tests.len() {
        program.terms.tests[TestId::new(i)] =
            of_whole_sets(program, program.terms.tests[TestId::new(i)]);
    }
    if !program.terms.walks.is_empty() {
        program.steps = steps(program);
    }
    mark_constant_pairings(program);
    mark_constant_shapes(program);
    mark_needs_of_all(program);
    mark_free_actions(program);
    mark_parameters_alone(program);
    narrow_parameters(program);
}

fn mark_constant_pairings(program: &mut Program) {
    let is_marked = |pairing: &Pairing| {
        let mut pair = vec![pairing.left_temp, pairing.right_temp];
        is_constant(program, Term::Num(pairing.value), &mut pair)
    };
    let marks: Vec<bool> = program.terms.pairings.iter().map(is_marked).collect();
    program.constant_pairings = marks.into();
}

/// Notes of shapes what is the same in every position: the part that a card has, the sizes, and
/// which of them say the same.
fn mark_constant_shapes(program: &mut Program) {
    let shapes: Vec<ShapeId> = program.terms.shapes.ids().collect();
    let forms = shapes.iter().map(|&shape| match &program.terms.shapes[shape] {
        Shape::Form(form) => has_constant_parts(program, form),
        Shape::AnyOf(_) | Shape::Together(_) => false,
    });
    program.constant_forms = forms.collect::<Vec<_>>().into();
    let sizes = shapes.iter().map(|&shape| sizes_of(&program.terms, shape));
    program.sizes = sizes.collect::<Vec<_>>().into();
    let mut first = BTreeMap::new();
    let alike = shapes.iter().map(|&shape| match program.shape_formulas.get(&shape) {
        Some(&formula) if is_constant_shape(program, shape) => {
            *first.entry(formula).or_insert(shape)
        }
        Some(_) | None => shape,
    });
    program.shapes_alike = alike.collect::<Vec<_>>().into();
}

fn has_constant_parts(program: &Program, form: &Form) -> bool {
    let nums = form.same.iter().chain(&form.different).chain(&form.sequence).copied();
    let nums = nums.chain(form.each.map(|(_, key)| key)).map(Term::Num);
    let tests = form.card.into_iter().chain(form.wild.map(|wild| wild.test)).map(Term::Test);
    nums.chain(tests).all(|term| is_constant(program, term, &mut vec![form.temp]))
}

/// Whether the same cards have a shape in every position.
fn is_constant_shape(program: &Program, shape: ShapeId) -> bool {
    match &program.terms.shapes[shape] {
        Shape::Form(form) => {
            let wild = form.wild.into_iter().flat_map(|wild| [Some(wild.least), wild.most]);
            let each = form.each.map(|(each, _)| each);
            let bounds = [Some(form.least), form.most, each].into_iter().chain(wild).flatten();
            let is_fixed = |num| is_constant(program, Term::Num(num), &mut Vec::new());
            has_constant_parts(program, form)
                && form.total.is_none()
                && bounds.into_iter().all(is_fixed)
        }
        Shape::AnyOf(shapes) | Shape::Together(shapes) => {
            shapes.iter().all(|&shape| is_constant_shape(program, shape))
        }
    }
}

/// Takes the conditions on sets of cards that are chosen apart.
fn narrow_parameters(program: &mut Program) {
    let mut actions = std::mem::take(&mut program.actions);
    for parameter in actions.iter_mut().flat_map(|action| &mut action.parameters) {
        parameter.narrowing = Narrowing::of(program, parameter);
        parameter.sums = SumNeed::all_of(program, parameter);
    }
    program.actions = actions;
}

/// The slots beside each.
fn steps(program: &Program) -> Vec<Bits> {
    let slots = (0..program.slots.len()).map(Slot::new);
    slots.map(|slot| program.neighbours(slot, Directions::Orthogonal)).collect()
}

fn num(program: &Program, id: NumId) -> Num {
    program.terms.nums[id]
}

fn constant(program: &Program, id: NumId) -> Option<i32> {
    match num(program, id) {
        Num::Const(value) => Some(value),
        _ => None,
    }
}

fn known(program: &Program, id: TestId) -> Option<bool> {
    match program.terms.tests[id] {
        Test::Const(value) => Some(value),
        _ => None,
    }
}

fn simpler_num(program: &Program, term: Num) -> Num {
    let alone = program.teams == program.seats;
    match term {
        // Where each plays alone a team has the number of its seat.
        Num::TeamOf(seat) | Num::Captain(seat) if alone => num(program, seat),
        Num::If { test, then, otherwise } => match known(program, test) {
            Some(true) => num(program, then),
            Some(false) => num(program, otherwise),
            None => term,
        },
        Num::Default { value, fallback } => match constant(program, value) {
            Some(NONE) => num(program, fallback),
            Some(_) => num(program, value),
            None => term,
        },
        Num::Add(a, b) => fold(program, term, a, b, i32::checked_add),
        Num::Subtract(a, b) => fold(program, term, a, b, i32::checked_sub),
        Num::Multiply(a, b) => fold(program, term, a, b, i32::checked_mul),
        Num::ZoneSlot { zone, owner, index } => {
            known_slot(program, zone, owner, index).unwrap_or(term)
        }
        _ => term,
    }
}

fn fold(program: &Program, term: Num, a: NumId, b: NumId, f: fn(i32, i32) -> Option<i32>) -> Num {
    match (constant(program, a), constant(program, b)) {
        (Some(a), Some(b)) if a != NONE && b != NONE => number(f(a, b)).map_or(term, Num::Const),
        _ => term,
    }
}

/// The slots of a zone's owners follow each other, so that the only slot of each is its owner's
/// number away from the first.
fn known_slot(program: &Program, zone: ZoneId, owner: NumId, index: NumId) -> Option<Num> {
    let info = &program.zones[zone];
    if !info.is_single() || constant(program, index)? != 1 {
        return None;
    }
    let first = program.instances[info.first_instance].first_slot;
    match constant(program, owner) {
        Some(owner) if (0..i32::from(info.owners)).contains(&owner) => {
            Some(Num::Const(first.word() + owner))
        }
        Some(_) => None,
        None => Some(Num::OwnSlot { first, owners: info.owners, owner }),
    }
}

fn simpler_test(program: &Program, term: Test) -> Test {
    let test = |id: TestId| program.terms.tests[id];
    match term {
        Test::And(a, b) => match (known(program, a), known(program, b)) {
            (Some(false), _) | (_, Some(false)) => Test::Const(false),
            (Some(true), _) => test(b),
            (None, Some(true)) => test(a),
            (None, None) => term,
        },
        Test::Or(a, b) => match (known(program, a), known(program, b)) {
            (Some(true), _) | (_, Some(true)) => Test::Const(true),
            (Some(false), _) => test(b),
            (None, Some(false)) => test(a),
            (None, None) => term,
        },
        Test::Not(a) => match test(a) {
            Test::Const(value) => Test::Const(!value),
            Test::Not(inner) => test(inner),
            Test::Compare { op: Comparison::Equal, left, right } => {
                Test::Compare { op: Comparison::NotEqual, left, right }
            }
            _ => term,
        },
        Test::If { test: condition, then, otherwise } => match known(program, condition) {
            Some(true) => test(then),
            Some(false) => test(otherwise),
            None => term,
        },
        Test::Compare { op, left, right } => {
            match (constant(program, left), constant(program, right)) {
                (Some(left), Some(right)) => Test::Const(op.holds(left, right)),
                _ => term,
            }
        }
        Test::Playing(_) if program.playing.is_none() => Test::Const(true),
        _ => term,
    }
}

/// Whether every member, or some member, is in a set that is the same for all of them: asked of the
/// two sets at once.
fn of_whole_sets(program: &mut Program, term: Test) -> Test {
    let (Test::ForAll { set, temp, test } | Test::Exists { set, temp, test }) = term else {
        return term;
    };
    let Test::In { value, set: wanted } = program.terms.tests[test] else { return term };
    if num(program, value) != Num::Temp(temp) || !is_same_for_all(program, Term::Set(wanted), temp)
    {
        return term;
    }
    match term {
        Test::ForAll { .. } => Test::Subset(set, wanted),
        _ => Test::Any(program.terms.set(Set::Both(set, wanted))),
    }
}

/// Whether a term says the same whatever the temp is, and draws nothing.
pub(crate) fn is_same_for_all(program: &Program, term: Term, temp: Temp) -> bool {
    !any(&program.terms, term, &mut |part| match reads(program, part) {
        Reads::Temp(read) => read == temp,
        Reads::Chance => true,
        Reads::Nothing | Reads::State => false,
    })
}

fn simpler_set(program: &mut Program, term: Set) -> Set {
    match term {
        Set::Players if program.playing.is_none() => {
            let seats = usize::from(program.seats);
            constant_set(program, Bits::below(seats))
        }
        Set::If { test, then, otherwise } => match known(program, test) {
            Some(true) => program.terms.sets[then],
            Some(false) => program.terms.sets[otherwise],
            None => term,
        },
        Set::ZoneCards { zone, owner } => known_cards(program, zone, owner),
        Set::ZoneCardsOf { zone, owners } => {
            let info = &program.zones[zone];
            let all = Bits::below(usize::from(info.owners));
            let at = program.instances[info.first_instance].cards_at;
            if constant_of(program, owners) == Some(all) {
                Set::CardsOfAll { at, owners: info.owners }
            } else {
                term
            }
        }
        Set::Both(a, b) => match (constant_of(program, a), constant_of(program, b)) {
            (Some(a), Some(b)) => constant_set(program, a & b),
            _ => term,
        },
        _ => term,
    }
}

fn constant_of(program: &Program, id: SetId) -> Option<Bits> {
    match program.terms.sets[id] {
        Set::Const(id) => Some(program.constants[id].clone()),
        _ => None,
    }
}

fn constant_set(program: &mut Program, bits: Bits) -> Set {
    Set::Const(program.constant(bits))
}

/// The cards of a zone's owners lie in sets that follow each other.
fn known_cards(program: &Program, zone: ZoneId, owner: NumId) -> Set {
    let info = &program.zones[zone];
    let at = program.instances[info.first_instance].cards_at;
    let owners = info.owners;
    if matches!(info.shape, tabletop::Shape::Row) && owners > 1 {
        debug_assert_eq!(
            program.instances[InstanceId::new(info.first_instance.index() + 1)].cards_at,
            at + 1
        );
    }
    match constant(program, owner) {
        Some(owner) if (0..i32::from(owners)).contains(&owner) => {
            Set::CardsAt { at: at + owner.cast_unsigned() }
        }
        Some(_) | None => Set::CardsOf { at, owners, owner },
    }
}

/// Actions whose options are all combinations of values need not be searched.
fn mark_free_actions(program: &mut Program) {
    let terms = &program.terms;
    for action in &mut program.actions {
        let mut chosen = Vec::new();
        action.free = action.parameters.iter().all(|parameter| {
            // What the needs of a bag say was worked out with the bags.
            let read = if parameter.bags.is_some() { Vec::new() } else { read_by(parameter) };
            let depends = read.into_iter().any(|term| depends_on_one_of(terms, term, &chosen));
            chosen.push(parameter.temp);
            parameter.is_plain() && !depends
        });
    }
}

/// Marks the parameters from which on nothing depends on what was chosen before: whether they can
/// be completed is then found out once.
fn mark_parameters_alone(program: &mut Program) {
    let terms = &program.terms;
    let mut number = 0;
    for action in &mut program.actions {
        for i in 0..action.parameters.len() {
            action.parameters[i].number = number;
            number += 1;
            let before: Vec<Temp> =
                action.parameters[..i].iter().map(|parameter| parameter.temp).collect();
            let mut behind = action.parameters[i..].iter().flat_map(read_by);
            let depends = behind.any(|term| depends_on_one_of(terms, term, &before));
            action.parameters[i].alone = !depends;
        }
    }
}

/// The terms of a parameter: its source and its conditions.
fn read_by(parameter: &Parameter) -> Vec<Term> {
    let mut read = parameter.domain.terms();
    read.extend(parameter.filters.iter().chain(&parameter.needs).map(|need| Term::Test(need.test)));
    read
}

/// Whether a term or one of its parts reads one of these temps.
fn depends_on_one_of(terms: &Terms, term: Term, temps: &[Temp]) -> bool {
    any(terms, term, &mut |part| reads_one_of(terms, part, temps))
}

fn reads_one_of(terms: &Terms, term: Term, temps: &[Temp]) -> bool {
    match term {
        Term::Num(id) => {
            matches!(terms.nums[id], Num::Temp(temp) if temps.contains(&temp))
        }
        Term::Set(id) => {
            matches!(terms.sets[id], Set::Temp(temp) if temps.contains(&temp))
        }
        Term::List(id) => {
            matches!(terms.lists[id], List::Temp(temp) if temps.contains(&temp))
        }
        Term::Test(_) | Term::Family(_) => false,
    }
}

/// Needs that do not look at who asks are tested once for all.
fn mark_needs_of_all(program: &mut Program) {
    let Program { terms, actions, .. } = program;
    for action in actions {
        for need in &mut action.needs {
            let is_personal = any(terms, Term::Test(need.test), &mut |term| is_me(terms, term));
            need.for_all = !is_personal;
        }
    }
}

/// Whether a term stands for who asks.
fn is_me(terms: &Terms, term: Term) -> bool {
    match term {
        Term::Num(id) => matches!(terms.nums[id], Num::Me),
        Term::Test(_) | Term::Set(_) | Term::List(_) | Term::Family(_) => false,
    }
}
