//! What is known of terms before they are lowered.

use crate::program::Program;
use crate::program::terms::{Num, Reads, Temp};
use crate::program::walk::{Term, bound, parts};
use std::collections::{BTreeSet, HashMap};

/// What terms read, by term: worked out when first asked for.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    known: HashMap<Term, Reading>,
}

/// What one term reads, its parts included.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// It draws from chance.
    pub(crate) draws: bool,
    /// It asks whose turn it is.
    pub(crate) asks_turn: bool,
    /// Temps that it does not bind itself.
    pub(crate) free: BTreeSet<Temp>,
    /// How many terms it is made of.
    pub(crate) size: usize,
}

impl Facts {
    pub(crate) fn of(&mut self, program: &Program, term: Term) -> &Reading {
        if !self.known.contains_key(&term) {
            let reading = self.read(program, term);
            self.known.insert(term, reading);
        }
        &self.known[&term]
    }

    fn read(&mut self, program: &Program, term: Term) -> Reading {
        let mut reading = Reading { size: 1, ..Reading::default() };
        match program.terms.reads(term) {
            Reads::Nothing | Reads::State => {}
            Reads::Temp(temp) => {
                reading.free.insert(temp);
            }
            Reads::Chance => reading.draws = true,
        }
        reading.asks_turn = matches!(term, Term::Num(id) if program.terms.nums[id] == Num::Active);
        for part in parts(&program.terms, term) {
            let of_part = self.of(program, part);
            reading.draws |= of_part.draws;
            reading.asks_turn |= of_part.asks_turn;
            reading.size = reading.size.saturating_add(of_part.size);
            reading.free.extend(&of_part.free);
        }
        for temp in bound(&program.terms, term) {
            reading.free.remove(&temp);
        }
        reading
    }
}
