//! Which terms are worth remembering, and which draw.

use crate::program::Program;
use crate::program::terms::{FamilyId, ListId, NumId, SetId, Temp, TestId};
use crate::program::walk::{Reads, Term, bound, parts, reads};
use std::collections::BTreeSet;

/// A term of fewer parts is worked out again sooner than it is looked up.
const WORTH_REMEMBERING: usize = 8;

/// What is known of each term before closures are made of them.
pub(super) struct Sharing {
    nums: Vec<Facts>,
    tests: Vec<Facts>,
    sets: Vec<Facts>,
    lists: Vec<Facts>,
    families: Vec<Facts>,
}

#[derive(Clone, Default)]
struct Facts {
    seen: bool,
    /// Parts, with their parts.
    size: usize,
    /// It draws, or a part of it does.
    draws: bool,
    /// Temps that it reads and does not bind.
    free: BTreeSet<Temp>,
    /// Terms that it is a part of.
    users: usize,
}

impl Sharing {
    pub fn of(program: &Program) -> Self {
        let terms = &program.terms;
        let mut sharing = Sharing {
            nums: vec![Facts::default(); terms.nums.len()],
            tests: vec![Facts::default(); terms.tests.len()],
            sets: vec![Facts::default(); terms.sets.len()],
            lists: vec![Facts::default(); terms.lists.len()],
            families: vec![Facts::default(); terms.families.len()],
        };
        (0..terms.nums.len()).for_each(|i| sharing.visit(program, Term::Num(NumId(i as u32))));
        (0..terms.tests.len()).for_each(|i| sharing.visit(program, Term::Test(TestId(i as u32))));
        (0..terms.sets.len()).for_each(|i| sharing.visit(program, Term::Set(SetId(i as u32))));
        (0..terms.lists.len()).for_each(|i| sharing.visit(program, Term::List(ListId(i as u32))));
        (0..terms.families.len()).for_each(|i| sharing.visit(program, Term::Family(FamilyId(i as u32))));
        sharing
    }

    /// Whether it says the same wherever it stands, and stands in more than one place.
    pub fn is_shared(&self, term: Term) -> bool {
        let facts = self.known(term);
        facts.users > 1 && facts.size >= WORTH_REMEMBERING && facts.free.is_empty() && !facts.draws
    }

    pub fn draws_num(&self, id: NumId) -> bool {
        self.nums[id.0 as usize].draws
    }

    pub fn draws_test(&self, id: TestId) -> bool {
        self.tests[id.0 as usize].draws
    }

    pub fn draws_set(&self, id: SetId) -> bool {
        self.sets[id.0 as usize].draws
    }

    /// Whether a term says the same wherever it stands, but for what this temp is.
    pub fn is_closed_but_for(&self, term: Term, temp: Temp) -> bool {
        let facts = self.known(term);
        !facts.draws && facts.free.iter().all(|&free| free == temp)
    }

    /// Whether a term reads a temp that it does not bind.
    pub fn reads_temp(&self, term: Term, temp: Temp) -> bool {
        self.known(term).free.contains(&temp)
    }

    fn known(&self, term: Term) -> &Facts {
        match term {
            Term::Num(id) => &self.nums[id.0 as usize],
            Term::Test(id) => &self.tests[id.0 as usize],
            Term::Set(id) => &self.sets[id.0 as usize],
            Term::List(id) => &self.lists[id.0 as usize],
            Term::Family(id) => &self.families[id.0 as usize],
        }
    }

    fn facts(&mut self, term: Term) -> &mut Facts {
        match term {
            Term::Num(id) => &mut self.nums[id.0 as usize],
            Term::Test(id) => &mut self.tests[id.0 as usize],
            Term::Set(id) => &mut self.sets[id.0 as usize],
            Term::List(id) => &mut self.lists[id.0 as usize],
            Term::Family(id) => &mut self.families[id.0 as usize],
        }
    }

    fn visit(&mut self, program: &Program, term: Term) {
        if self.facts(term).seen {
            return;
        }
        let mut facts = Facts { seen: true, size: 1, users: self.facts(term).users, ..Facts::default() };
        match reads(program, term) {
            Reads::Temp(temp) => {
                facts.free.insert(temp);
            }
            Reads::Chance => facts.draws = true,
            Reads::Nothing | Reads::State => {}
        }
        for part in parts(&program.terms, term) {
            self.visit(program, part);
            let of_part = self.facts(part);
            of_part.users += 1;
            facts.size = facts.size.saturating_add(of_part.size);
            facts.draws |= of_part.draws;
            facts.free.extend(&of_part.free);
        }
        for temp in bound(&program.terms, term) {
            facts.free.remove(&temp);
        }
        *self.facts(term) = facts;
    }
}
