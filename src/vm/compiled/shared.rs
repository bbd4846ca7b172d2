//! Which terms are worth remembering, and which draw.

use crate::program::Program;
use crate::program::terms::{
    FamilyId, ListId, Num, NumId, ScriptArgument, SetId, Temp, Test, TestId,
};
use crate::program::walk::{Reads, Term, bound, parts, reads};
use crate::tabletop::ids::IdVec;
use std::collections::BTreeSet;

/// A scalar of fewer parts is worked out again sooner than it is looked up; conditions stop early,
/// and sets are long.
const WORTH_REMEMBERING: usize = 8;
const WORTH_MORE: usize = 16;

/// What is known of each term before closures are made of them.
pub(super) struct Sharing {
    nums: IdVec<NumId, Facts>,
    tests: IdVec<TestId, Facts>,
    sets: IdVec<SetId, Facts>,
    lists: IdVec<ListId, Facts>,
    families: IdVec<FamilyId, Facts>,
}

#[derive(Clone, Default)]
struct Facts {
    seen: bool,
    /// Parts, with their parts.
    size: usize,
    /// It draws, or a part of it does.
    draws: bool,
    /// It is about whoever acts, or a part of it is.
    of_me: bool,
    /// The game's state decides it, or a part of it.
    of_state: bool,
    /// Temps that it reads and does not bind.
    free: BTreeSet<Temp>,
    /// Terms that it is a part of, as often as it is one.
    wholes: Vec<Term>,
    /// Worth remembering.
    repeated: bool,
}

impl Sharing {
    pub fn of(program: &Program) -> Self {
        let terms = &program.terms;
        let mut sharing = Sharing {
            nums: vec![Facts::default(); terms.nums.len()].into(),
            tests: vec![Facts::default(); terms.tests.len()].into(),
            sets: vec![Facts::default(); terms.sets.len()].into(),
            lists: vec![Facts::default(); terms.lists.len()].into(),
            families: vec![Facts::default(); terms.families.len()].into(),
        };
        (0..terms.nums.len()).for_each(|i| sharing.visit(program, Term::Num(NumId::new(i))));
        (0..terms.tests.len()).for_each(|i| sharing.visit(program, Term::Test(TestId::new(i))));
        (0..terms.sets.len()).for_each(|i| sharing.visit(program, Term::Set(SetId::new(i))));
        (0..terms.lists.len()).for_each(|i| sharing.visit(program, Term::List(ListId::new(i))));
        (0..terms.families.len())
            .for_each(|i| sharing.visit(program, Term::Family(FamilyId::new(i))));
        sharing.find_repeated(program);
        sharing
    }

    /// Whether one evaluation may come to it more than once, and it says the same each time.
    pub fn is_shared(&self, term: Term) -> bool {
        self.known(term).repeated
    }

    pub fn draws_num(&self, id: NumId) -> bool {
        self.nums[id].draws
    }

    pub fn draws_test(&self, id: TestId) -> bool {
        self.tests[id].draws
    }

    pub fn draws_set(&self, id: SetId) -> bool {
        self.sets[id].draws
    }

    /// Whether a term says the same wherever it stands, but for what this temp is.
    pub fn is_closed_but_for(&self, term: Term, temp: Temp) -> bool {
        let facts = self.known(term);
        !facts.draws && facts.free.iter().all(|&free| free == temp)
    }

    /// Whether a term says the same at any time, but for what these temps are.
    pub fn is_of_nothing_but(&self, term: Term, temps: [Temp; 2]) -> bool {
        let facts = self.known(term);
        !facts.draws && !facts.of_state && facts.free.iter().all(|free| temps.contains(free))
    }

    /// Whether a term says something else for each who acts.
    pub fn is_of_me(&self, term: Term) -> bool {
        self.known(term).of_me
    }

    /// Whether a term reads a temp that it does not bind.
    pub fn reads_temp(&self, term: Term, temp: Temp) -> bool {
        self.known(term).free.contains(&temp)
    }

    fn known(&self, term: Term) -> &Facts {
        match term {
            Term::Num(id) => &self.nums[id],
            Term::Test(id) => &self.tests[id],
            Term::Set(id) => &self.sets[id],
            Term::List(id) => &self.lists[id],
            Term::Family(id) => &self.families[id],
        }
    }

    fn facts(&mut self, term: Term) -> &mut Facts {
        match term {
            Term::Num(id) => &mut self.nums[id],
            Term::Test(id) => &mut self.tests[id],
            Term::Set(id) => &mut self.sets[id],
            Term::List(id) => &mut self.lists[id],
            Term::Family(id) => &mut self.families[id],
        }
    }

    fn visit(&mut self, program: &Program, term: Term) {
        if self.facts(term).seen {
            return;
        }
        let mut facts = Facts {
            seen: true,
            size: 1,
            wholes: std::mem::take(&mut self.facts(term).wholes),
            ..Facts::default()
        };
        if let Term::Num(id) = term {
            facts.of_me = program.terms.nums[id] == Num::Me;
        }
        match reads(program, term) {
            Reads::Temp(temp) => {
                facts.free.insert(temp);
            }
            Reads::Chance => facts.draws = true,
            Reads::State => facts.of_state = !is_script_of_scalars(program, term),
            // How a row came out is written down.
            Reads::Nothing => facts.of_state = is_row(program, term),
        }
        for part in parts(&program.terms, term) {
            self.visit(program, part);
            let of_part = self.facts(part);
            of_part.wholes.push(term);
            facts.size = facts.size.saturating_add(of_part.size);
            facts.draws |= of_part.draws;
            facts.of_me |= of_part.of_me;
            facts.of_state |= of_part.of_state;
            facts.free.extend(&of_part.free);
        }
        for temp in bound(&program.terms, term) {
            facts.free.remove(&temp);
        }
        *self.facts(term) = facts;
    }

    fn find_repeated(&mut self, program: &Program) {
        let all = self.all();
        let worth: Vec<Term> =
            all.iter().copied().filter(|&term| self.is_worth_remembering(term)).collect();
        let mut repeated: BTreeSet<Term> =
            worth.iter().copied().filter(|&term| self.stands_twice(term)).collect();
        for &term in &all {
            let temps = bound(&program.terms, term);
            for part in parts(&program.terms, term) {
                // What is worked out for each candidate.
                if temps.iter().any(|temp| self.known(part).free.contains(temp)) {
                    within(program, part, &mut repeated);
                }
            }
        }
        for term in worth {
            self.facts(term).repeated = repeated.contains(&term);
        }
    }

    fn is_worth_remembering(&self, term: Term) -> bool {
        let facts = self.known(term);
        let least = if let Term::Num(_) = term { WORTH_REMEMBERING } else { WORTH_MORE };
        facts.size >= least && facts.free.is_empty() && !facts.draws
    }

    fn all(&self) -> Vec<Term> {
        let nums = (0..self.nums.len()).map(|i| Term::Num(NumId::new(i)));
        let tests = (0..self.tests.len()).map(|i| Term::Test(TestId::new(i)));
        let sets = (0..self.sets.len()).map(|i| Term::Set(SetId::new(i)));
        nums.chain(tests).chain(sets).collect()
    }

    /// Whether it stands in two places of one larger term.
    fn stands_twice(&self, term: Term) -> bool {
        let wholes = &self.known(term).wholes;
        let mut seen = BTreeSet::new();
        wholes.len() > 1
            && wholes.iter().any(|&whole| {
                let around = self.around(whole);
                let twice = !around.is_disjoint(&seen);
                seen.extend(around);
                twice
            })
    }

    /// A term, and all that it is a part of.
    fn around(&self, term: Term) -> BTreeSet<Term> {
        let (mut around, mut open) = (BTreeSet::from([term]), vec![term]);
        while let Some(term) = open.pop() {
            open.extend(
                self.known(term).wholes.iter().copied().filter(|&whole| around.insert(whole)),
            );
        }
        around
    }
}

/// A call that its arguments decide, which are terms themselves.
fn is_script_of_scalars(program: &Program, term: Term) -> bool {
    let Term::Num(id) = term else { return false };
    let Num::Script(call) = program.terms.nums[id] else { return false };
    let arguments = &program.terms.calls[call].arguments;
    arguments
        .iter()
        .all(|argument| matches!(argument, ScriptArgument::Num(_) | ScriptArgument::Flag(_)))
}

fn is_row(program: &Program, term: Term) -> bool {
    matches!(term, Term::Test(id) if matches!(program.terms.tests[id], Test::Row { .. }))
}

/// Adds all parts of a term, and their parts.
fn within(program: &Program, term: Term, found: &mut BTreeSet<Term>) {
    for part in parts(&program.terms, term) {
        if found.insert(part) {
            within(program, part, found);
        }
    }
}
