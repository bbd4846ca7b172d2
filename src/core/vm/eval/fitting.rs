//! Sets of a family that meet the conditions on them: whole shapes and sizes that cannot are left
//! out before a set is built (see [`Narrowing`]), and what is the same for all is asked once.

use super::families::Visit;
use super::shapes::{Wanted, alternatives};
use super::{Eval, Evaluated};
use crate::program::Parameter;
use crate::program::ids::ShapeId;
use crate::program::narrowing::{Condition, Fact, Narrowing, Side, Sizes};
use crate::program::terms::FamilyId;
use crate::value::{Bits, Narrow};

/// The conditions on the sets of one parameter, while they are looked for.
struct Fitting<'p> {
    narrowing: &'p Narrowing,
    /// The alternatives of the family's shape, and the sizes that each can have.
    forms: Vec<ShapeId>,
    sizes: Vec<Sizes>,
    /// By alternative the sizes with which a set of it, and of none behind it, may meet the
    /// conditions.
    may_fit: Vec<Bits>,
    /// What was found out so far, by number; of a condition 1 where it holds.
    facts: Vec<Option<i32>>,
}

/// What is known of a candidate.
#[derive(Clone)]
struct Candidate {
    /// The last alternative that it has, from 0.
    form: usize,
    size: usize,
    /// Its cards; `None` where they are not known yet.
    cards: Option<Bits>,
}

impl Eval<'_> {
    /// Goes through the sets of a parameter's family that have the cards `with` and meet the
    /// parameter's conditions, in the order of the family. False when the visit ended it.
    pub(in crate::vm) fn each_fitting(
        &mut self,
        (parameter, family): (&Parameter, FamilyId),
        with: Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let Some(narrowing) = self.narrowing(parameter) else {
            return self.each_set(family, &mut |e, one| {
                e.scratch.sets[parameter.temp] = one.clone();
                let fits = with.is_subset(&one) && e.all_hold(&parameter.needs)?;
                if fits { visit(e, one) } else { Ok(true) }
            });
        };
        let set = self.set(narrowing.set)?;
        let mut fitting = Fitting::new(self, narrowing)?;
        fitting.judge_sizes(self, Sizes { least: with.len(), most: set.len() })?;
        for at in 0..fitting.forms.len() {
            let form = fitting.forms[at];
            let Some(sizes) = fitting.sizes_that_may_fit(at) else { continue };
            let go_on = self.each_wanted(
                form,
                set.clone(),
                Wanted { with: with.clone(), sizes },
                &mut |e, one| {
                    if fitting.is_earlier(e, at, &one)? || !fitting.meets(e, at, &one)? {
                        return Ok(true);
                    }
                    visit(e, one)
                },
            )?;
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a parameter's conditions say of shapes and sizes, where that is made use of.
    pub(in crate::vm) fn narrowing<'n>(&self, parameter: &'n Parameter) -> Option<&'n Narrowing> {
        parameter.narrowing.as_ref().filter(|_| self.scratch.narrows)
    }

    /// Whether a family has a set of more than so many members.
    pub(in crate::vm) fn has_larger(
        &mut self,
        (parameter, family): (&Parameter, FamilyId),
        than: usize,
    ) -> Evaluated<bool> {
        let sizes = Sizes { least: than + 1, most: usize::MAX };
        let larger = Wanted { with: Bits::EMPTY, sizes };
        // Where filters lie over the shape each set has to be asked.
        match self.narrowing(parameter).filter(|narrowing| narrowing.is_plain) {
            Some(narrowing) => {
                let set = self.set(narrowing.set)?;
                Ok(!self.each_wanted(narrowing.shape, set, larger, &mut |_, _| Ok(false))?)
            }
            None => self.some_set(family, |_, one| Ok(one.len() > than)),
        }
    }
}

impl<'p> Fitting<'p> {
    fn new(e: &mut Eval<'_>, narrowing: &'p Narrowing) -> Evaluated<Self> {
        let forms = alternatives(e.program, &narrowing.shape).to_vec();
        let mut sizes = Vec::with_capacity(forms.len());
        for &form in &forms {
            sizes.push(e.sizes_of(form)?);
        }
        let facts = vec![None; narrowing.facts];
        Ok(Fitting { narrowing, forms, sizes, may_fit: Vec::new(), facts })
    }

    /// Finds out which sizes each alternative may have, within bounds.
    fn judge_sizes(&mut self, e: &mut Eval<'_>, within: Sizes) -> Evaluated<()> {
        for form in 0..self.forms.len() {
            let Sizes { least, most } = self.sizes[form].and(within);
            let mut may_fit = Bits::EMPTY;
            for size in least..=most {
                e.spend()?;
                let candidate = Candidate { form, size, cards: None };
                may_fit.put(size.to_u8(), self.all_hold(e, candidate) != Some(false));
            }
            self.may_fit.push(may_fit);
        }
        Ok(())
    }

    /// The least and the most cards with which a set that is found as this alternative may meet the
    /// conditions; `None` where none can.
    fn sizes_that_may_fit(&self, at: usize) -> Option<Sizes> {
        // It may have one of the later alternatives as well, and is then of the last of them.
        let all = self.may_fit[at..].iter().fold(Bits::EMPTY, |all, more| all | more);
        let mut sizes = all.iter().map(usize::from).filter(|&size| self.sizes[at].contains(size));
        let least = sizes.next()?;
        Some(Sizes { least, most: sizes.last().unwrap_or(least) })
    }

    /// Whether a set was found as an earlier alternative than this one.
    fn is_earlier(&self, e: &mut Eval<'_>, at: usize, set: &Bits) -> Evaluated<bool> {
        for (form, sizes) in self.forms[..at].iter().zip(&self.sizes) {
            if sizes.contains(set.len()) && e.is_shape(*form, set)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a set that was found as this alternative meets all conditions.
    fn meets(&mut self, e: &mut Eval<'_>, at: usize, set: &Bits) -> Evaluated<bool> {
        let (form, size) = (self.form_from(e, at, set)?, set.len());
        if !self.may_fit[form].contains(size.to_u8()) {
            return Ok(false);
        }
        let candidate = Candidate { form, size, cards: Some(set.clone()) };
        for &temp in &self.narrowing.temps {
            e.scratch.sets[temp] = set.clone();
        }
        for condition in &self.narrowing.conditions {
            if self.holds(e, condition, candidate.clone())? != Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last alternative that a set has which was found as this one.
    fn form_from(&self, e: &mut Eval<'_>, at: usize, set: &Bits) -> Evaluated<usize> {
        for form in (at + 1..self.forms.len()).rev() {
            if self.sizes[form].contains(set.len()) && e.is_shape(self.forms[form], set)? {
                return Ok(form);
            }
        }
        Ok(at)
    }

    /// Whether all conditions hold, as far as that can be said without cards. What goes wrong goes
    /// wrong again when cards are asked.
    fn all_hold(&mut self, e: &mut Eval<'_>, candidate: Candidate) -> Option<bool> {
        let mut all = Some(true);
        for condition in &self.narrowing.conditions {
            match self.holds(e, condition, candidate.clone()).unwrap_or(None) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// Whether a condition holds; `None` where that hangs on cards that are not known.
    fn holds(
        &mut self,
        e: &mut Eval<'_>,
        condition: &Condition,
        candidate: Candidate,
    ) -> Evaluated<Option<bool>> {
        Ok(match condition {
            &Condition::Fact(fact, test) => {
                Some(self.fact(fact, || e.test(test).map(i32::from))? == 1)
            }
            Condition::Not(one) => self.holds(e, one, candidate)?.map(|holds| !holds),
            Condition::And(both) => self.both(e, both, candidate, false)?,
            Condition::Or(both) => self.both(e, both, candidate, true)?,
            Condition::If(parts) => {
                let [test, then, otherwise] = &**parts;
                match self.holds(e, test, candidate.clone())? {
                    Some(true) => self.holds(e, then, candidate)?,
                    Some(false) => self.holds(e, otherwise, candidate)?,
                    None => {
                        let then = self.holds(e, then, candidate.clone())?;
                        if then == self.holds(e, otherwise, candidate)? { then } else { None }
                    }
                }
            }
            &Condition::Compare { op, left, right } => {
                let left = self.side(e, left, candidate.clone())?;
                match (left, self.side(e, right, candidate)?) {
                    (Some(left), Some(right)) => Some(op.holds(left, right)),
                    _ => None,
                }
            }
            &Condition::IsShape(shape) => self.is_shape(e, shape, candidate)?,
            &Condition::Open(test) => match candidate.cards {
                Some(_) => Some(e.test(test)?),
                None => None,
            },
        })
    }

    /// Whether two conditions hold: both of them, or, where `decides`, one. The second is not asked
    /// where the first decides.
    fn both(
        &mut self,
        e: &mut Eval<'_>,
        both: &[Condition; 2],
        candidate: Candidate,
        decides: bool,
    ) -> Evaluated<Option<bool>> {
        let first = self.holds(e, &both[0], candidate.clone())?;
        if first == Some(decides) {
            return Ok(first);
        }
        let second = self.holds(e, &both[1], candidate)?;
        Ok(if first.is_some() || second == Some(decides) { second } else { None })
    }

    fn is_shape(
        &mut self,
        e: &mut Eval<'_>,
        shape: ShapeId,
        candidate: Candidate,
    ) -> Evaluated<Option<bool>> {
        let is_same = |&form: &ShapeId| e.program.alike(form) == e.program.alike(shape);
        let of_forms = self.forms.iter().rposition(is_same);
        let sizes = match of_forms {
            Some(place) => self.sizes[place],
            None => e.sizes_of(shape)?,
        };
        if !sizes.contains(candidate.size) {
            return Ok(Some(false));
        }
        if let Some(place) = of_forms
            && place >= candidate.form
        {
            return Ok(Some(place == candidate.form));
        }
        candidate.cards.map(|cards| e.is_shape(shape, &cards)).transpose()
    }

    /// One side of a comparison; `None` where it hangs on cards that are not known.
    fn side(
        &mut self,
        e: &mut Eval<'_>,
        side: Side,
        Candidate { form, size, cards }: Candidate,
    ) -> Evaluated<Option<i32>> {
        Ok(match (side, cards) {
            (Side::Fact(fact, num), _) => Some(self.fact(fact, || e.num(num))?),
            (Side::Size, _) => Some(size.to_i32()),
            (Side::Form, _) => Some(form.to_i32() + 1),
            (Side::Open(num), Some(_)) => Some(e.num(num)?),
            (Side::Open(_), None) => None,
        })
    }

    /// A fact, which is worked out when it is asked for first.
    fn fact(&mut self, fact: Fact, work_out: impl FnOnce() -> Evaluated<i32>) -> Evaluated<i32> {
        match self.facts[fact] {
            Some(known) => Ok(known),
            None => work_out().inspect(|&found| self.facts[fact] = Some(found)),
        }
    }
}
