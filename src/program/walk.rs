//! Walks over terms: what a term is made of, and what it reads. What each term says of that stands
//! in the table of terms.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Program;
use super::terms::{Found, Temp, Terms};
pub use super::terms::{Reads, Term};

/// The parts of a term, in order.
pub fn parts(terms: &Terms, term: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    terms.visit(term, |found| match found {
        Found::Part(part) => parts.push(part),
        Found::Bound(_) => {}
    });
    parts
}

/// Temps that a term binds for its parts.
pub fn bound(terms: &Terms, term: Term) -> Vec<Temp> {
    let mut temps = Vec::new();
    terms.visit(term, |found| match found {
        Found::Part(_) => {}
        Found::Bound(temp) => temps.push(temp),
    });
    temps
}

/// What a term itself reads.
pub fn reads(program: &Program, term: Term) -> Reads {
    program.terms.reads(term)
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
