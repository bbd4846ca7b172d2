//! Walks over terms: what a term is made of, and what it reads. What each term says of that stands
//! in the table of terms.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Program;
use super::terms::{Found, Num, ScriptArgument, Temp, Terms, Test};
pub(crate) use super::terms::{Reads, Term};

/// The parts of a term, in order.
pub(crate) fn parts(terms: &Terms, term: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    terms.visit(term, |found| match found {
        Found::Part(part) => parts.push(part),
        Found::Bound(_) => {}
    });
    parts
}

/// Temps that a term binds for its parts.
pub(crate) fn bound(terms: &Terms, term: Term) -> Vec<Temp> {
    let mut temps = Vec::new();
    terms.visit(term, |found| match found {
        Found::Part(_) => {}
        Found::Bound(temp) => temps.push(temp),
    });
    temps
}

/// What a term itself reads.
pub(crate) fn reads(program: &Program, term: Term) -> Reads {
    program.terms.reads(term)
}

/// Whether a term can be worked out before any game is played, given only the temps in `free`.
pub(crate) fn is_static(program: &Program, term: Term, free: &mut Vec<Temp>) -> bool {
    is_decided(program, term, free, &|_| false)
}

/// Whether a term says the same whenever it is asked, given only the temps in `free`: scripts that
/// are given scalars alone answer the same each time.
pub(crate) fn is_constant(program: &Program, term: Term, free: &mut Vec<Temp>) -> bool {
    // How a row came out is written down, each time.
    let counts = |part| matches!(part, Term::Test(id) if matches!(program.terms.tests[id], Test::Row { .. }));
    !any(&program.terms, term, &mut |part| counts(part))
        && is_decided(program, term, free, &|part| is_script_of_scalars(&program.terms, part))
}

/// Whether temps in `free` and constants alone decide a term, and what is `given` beside its parts.
fn is_decided(
    program: &Program,
    term: Term,
    free: &mut Vec<Temp>,
    given: &dyn Fn(Term) -> bool,
) -> bool {
    let here = match reads(program, term) {
        Reads::Nothing => true,
        Reads::Temp(temp) => free.contains(&temp),
        Reads::State => given(term),
        Reads::Chance => false,
    };
    if !here {
        return false;
    }
    let before = free.len();
    free.extend(bound(&program.terms, term));
    let mut parts = parts(&program.terms, term).into_iter();
    let all = parts.all(|part| is_decided(program, part, free, given));
    free.truncate(before);
    all
}

/// A call that its arguments decide, which are terms themselves.
fn is_script_of_scalars(terms: &Terms, term: Term) -> bool {
    let Term::Num(id) = term else { return false };
    let Num::Script(call) = terms.nums[id] else { return false };
    let is_scalar = |argument: &ScriptArgument| {
        matches!(argument, ScriptArgument::Num { .. } | ScriptArgument::Flag(_))
    };
    terms.calls[call].arguments.iter().all(is_scalar)
}

/// Whether `wanted` holds of a term or of any part of it.
pub(crate) fn any(terms: &Terms, term: Term, wanted: &mut dyn FnMut(Term) -> bool) -> bool {
    wanted(term) || parts(terms, term).into_iter().any(|part| any(terms, part, wanted))
}
