//! Works out before play what depends on the printed attributes of one card alone: a number becomes
//! a table with an entry for each card, a condition the set of the cards for which it holds. The
//! bags of words that an action can be given are worked out, too.

use crate::program::terms::{Num, NumId, Set, Test, TestId};
use crate::program::walk::{Reads, Term, any, bound, is_static, parts, reads};
use crate::program::{Attribute, Domain, Parameter, Program, ValueKind};
use crate::tabletop::ids::{ActionId, AttributeId};
use crate::value::{Bits, Card, NONE, Narrow};
use crate::vm::{StaticEval, all_bags};
use std::collections::BTreeMap;

/// What a term depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depends {
    Nothing,
    /// The printed attributes of the card that this term names.
    Card(NumId),
    More,
}

/// Rewrites the terms where they stand. The program must be complete.
pub(crate) fn tabulate(program: &mut Program) {
    let mut tables =
        Tables { depends: BTreeMap::new(), statics: StaticEval::new(), known: BTreeMap::new() };
    for i in 0..program.terms.nums.len() {
        let id = NumId::new(i);
        if let Depends::Card(card) = tables.of(program, Term::Num(id))
            && !matches!(program.terms.nums[NumId::new(i)], Num::Attribute { .. })
        {
            tables.tabulate_num(program, id, card);
        }
    }
    for i in 0..program.terms.tests.len() {
        let id = TestId::new(i);
        if let Depends::Card(card) = tables.of(program, Term::Test(id)) {
            tables.tabulate_test(program, id, card);
        }
    }
}

/// Works out the bags that parameters can be, where that is the same in every position.
pub(crate) fn tabulate_bags(program: &mut Program) {
    let mut statics = StaticEval::new();
    for action in 0..program.actions.len() {
        for parameter in 0..program.actions[ActionId::new(action)].parameters.len() {
            let bags = bags_of(
                program,
                &mut statics,
                &program.actions[ActionId::new(action)].parameters[parameter],
            );
            program.actions[ActionId::new(action)].parameters[parameter].bags = bags;
        }
    }
}

/// `None` where the words, their number or the needs depend on more than the bag itself.
fn bags_of(program: &Program, statics: &mut StaticEval, parameter: &Parameter) -> Option<Vec<i32>> {
    let Domain::Bag { set, least, most } = parameter.domain else { return None };
    let alone = [Term::Set(set), Term::Num(least), Term::Num(most)]
        .into_iter()
        .all(|term| is_static(program, term, &mut Vec::new()));
    let needs: Vec<TestId> = parameter.needs.iter().map(|need| need.test).collect();
    if !alone
        || !needs
            .iter()
            .all(|&need| is_static(program, Term::Test(need), &mut vec![parameter.temp]))
    {
        return None;
    }
    let words = statics.set(program, set)?;
    let sizes = statics.num(program, least, None)?..=statics.num(program, most, None)?;
    let bags = all_bags(&words, sizes)?;
    let mut fitting = Vec::new();
    for bag in bags {
        let mut fits = true;
        for &need in &needs {
            fits = fits && statics.test_of_bag(program, need, parameter.temp, bag)?;
        }
        if fits {
            fitting.push(bag);
        }
    }
    Some(fitting)
}

struct Tables {
    depends: BTreeMap<Term, Depends>,
    statics: StaticEval,
    /// Tables made here, by their values.
    known: BTreeMap<Vec<i32>, AttributeId>,
}

impl Tables {
    fn of(&mut self, program: &Program, term: Term) -> Depends {
        if let Some(&known) = self.depends.get(&term) {
            return known;
        }
        let depends = self.work_out(program, term);
        self.depends.insert(term, depends);
        depends
    }

    fn work_out(&mut self, program: &Program, term: Term) -> Depends {
        if let Term::Num(id) = term
            && let Num::Attribute { card, .. } = program.terms.nums[id]
        {
            return match self.of(program, Term::Num(card)) {
                Depends::Nothing => Depends::Nothing,
                Depends::Card(_) | Depends::More if draws(program, card) => Depends::More,
                Depends::Card(_) | Depends::More => Depends::Card(card),
            };
        }
        match reads(program, term) {
            Reads::Nothing => {}
            Reads::Temp(_) | Reads::State | Reads::Chance => return Depends::More,
        }
        let all =
            parts(&program.terms, term).into_iter().fold(Depends::Nothing, |all, part| {
                match (all, self.of(program, part)) {
                    (Depends::Nothing, one) | (one, Depends::Nothing) => one,
                    (Depends::Card(a), Depends::Card(b)) if a == b => all,
                    (Depends::Card(_) | Depends::More, Depends::Card(_) | Depends::More) => {
                        Depends::More
                    }
                }
            });
        match all {
            // A card that is named by a candidate of this very term is another one each time.
            Depends::Card(card) if names_candidate(program, term, card) => Depends::More,
            Depends::Nothing | Depends::Card(_) | Depends::More => all,
        }
    }

    fn tabulate_num(&mut self, program: &mut Program, id: NumId, card: NumId) {
        let values = for_each_card(program, card, |program| self.statics.num(program, id, None));
        let Some((values, NONE)) = values else { return };
        let table = *self.known.entry(values).or_insert_with_key(|values| {
            // Without a name: nobody sees it but the runtime.
            program.attributes.push(Attribute::new(
                String::new(),
                ValueKind::Number,
                values.clone(),
            ))
        });
        program.terms.nums[id] = Num::Attribute { table, card };
    }

    fn tabulate_test(&mut self, program: &mut Program, id: TestId, card: NumId) {
        let values = for_each_card(program, card, |program| {
            self.statics.test(program, id, None).map(i32::from)
        });
        let Some((values, without)) = values else { return };
        // A card that is none is in no set: where the condition holds of it, the set is of those
        // for which it does not hold.
        let cards: Bits =
            (0..values.len()).filter(|&c| values[c] != without.min(1)).map(Card::new).collect();
        let constant = program.constant(cards);
        let set = program.terms.set(Set::Const(constant));
        let within = Test::In { value: card, set };
        program.terms.tests[id] =
            if without == 1 { Test::Not(program.terms.test(within)) } else { within };
    }
}

/// What a term comes to for each card in the place of the one that `card` names, and for none;
/// `None` when it fails for one.
fn for_each_card(
    program: &mut Program,
    card: NumId,
    mut value: impl FnMut(&Program) -> Option<i32>,
) -> Option<(Vec<i32>, i32)> {
    let named = program.terms.nums[card];
    let mut with = |program: &mut Program, one: i32| {
        program.terms.nums[card] = Num::Const(one);
        value(program)
    };
    let values: Option<Vec<i32>> =
        (0..program.cards.len().to_i32()).map(|card| with(program, card)).collect();
    let without = with(program, NONE);
    program.terms.nums[card] = named;
    Some((values?, without?))
}

fn names_candidate(program: &Program, term: Term, card: NumId) -> bool {
    let candidates = bound(&program.terms, term);
    any(&program.terms, Term::Num(card), &mut |part| match reads(program, part) {
        Reads::Temp(temp) => candidates.contains(&temp),
        Reads::Nothing | Reads::State | Reads::Chance => false,
    })
}

fn draws(program: &Program, card: NumId) -> bool {
    any(&program.terms, Term::Num(card), &mut |term| matches!(reads(program, term), Reads::Chance))
}
