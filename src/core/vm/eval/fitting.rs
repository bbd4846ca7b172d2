//! Sets of a family that meet the conditions on them: whole shapes and sizes that cannot are left
//! out before a set is built (see [`Narrowing`]), and what is the same for all is asked once.

use super::shapes::Wanted;
use super::{Eval, Evaluated};
use crate::program::Parameter;
use crate::program::ids::ShapeId;
use crate::program::narrowing::{Alternative, Condition, Fact, Narrowing, Side, Sizes};
use crate::program::terms::FamilyId;
use crate::value::{Bits, Narrow};

/// What is asked of a set that meets all conditions: whether it leads on.
type LeadsOn<'v> = dyn FnMut(&mut Eval<'_>) -> Evaluated<bool> + 'v;

/// The conditions on the sets of one parameter, while they are looked for.
struct Fitting<'p> {
    narrowing: &'p Narrowing,
    /// The cards that sets are made of.
    cards: Bits,
    /// By alternative of the family's shape.
    forms: Vec<Judged<'p>>,
    /// What was found out so far, by number; of a condition 1 where it holds.
    facts: Vec<Option<i32>>,
    /// A condition was passed over that hangs on cards, as another one decides: it may go wrong
    /// when cards are asked.
    passed_over: bool,
}

/// What an alternative of the family's shape comes to. Sets that are found as it may have one of
/// those behind it as well, and are then of the last that they have.
struct Judged<'p> {
    form: &'p Alternative,
    /// How many cards its sets can have.
    sizes: Sizes,
    /// The sizes with which a set of it, and of none behind it, may meet the conditions.
    may_fit: Bits,
    /// The least and the most cards with which a set that is found as it may meet them.
    may_fit_found: Sizes,
    /// The sizes with which such a set has to be asked.
    open: Bits,
}

/// What is known of a candidate.
struct Candidate<'c> {
    /// The last alternative that it has, from 0.
    form: usize,
    size: Option<usize>,
    cards: Option<&'c Bits>,
}

impl Eval<'_> {
    /// Whether a parameter's family has a set that meets the parameter's conditions and leads on.
    pub(in crate::vm) fn has_fitting(
        &mut self,
        narrowing: &Narrowing,
        leads_on: &mut LeadsOn<'_>,
    ) -> Evaluated<bool> {
        let mut fitting = Fitting::new(self, narrowing, 0)?;
        for at in 0..fitting.forms.len() {
            if fitting.has_one(self, at, leads_on)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cards that can come beside some that were chosen: those of all sets that have these,
    /// meet the parameter's conditions, and lead on.
    pub(in crate::vm) fn fitting_beside(
        &mut self,
        narrowing: &Narrowing,
        chosen: &Bits,
        leads_on: &mut LeadsOn<'_>,
    ) -> Evaluated<Bits> {
        let mut fitting = Fitting::new(self, narrowing, chosen.len() + 1)?;
        let all = &fitting.cards - chosen;
        // Only such sets are looked for as have a card that was in none before.
        let mut new = all.clone();
        for at in 0..fitting.forms.len() {
            while !new.is_empty() && fitting.strike_out(self, at, (chosen, &mut new), leads_on)? {}
        }
        Ok(all - new)
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
        let larger = Wanted { sizes, ..Wanted::ANY };
        // Where filters lie over the shape each set has to be asked.
        match self.narrowing(parameter).filter(|narrowing| narrowing.is_plain) {
            Some(narrowing) => {
                let set = self.set(narrowing.set)?;
                Ok(!self.each_shaped(narrowing.shape, &set, &larger, &mut |_, _| Ok(false))?)
            }
            None => self.some_set(family, |_, one| Ok(one.len() > than)),
        }
    }
}

impl<'p> Fitting<'p> {
    /// What fits a narrowing, of sets that have at least `least` cards.
    fn new(e: &mut Eval<'_>, narrowing: &'p Narrowing, least: usize) -> Evaluated<Self> {
        let cards = e.set(narrowing.set)?;
        let within = Sizes { least, most: cards.len() };
        let mut forms = Vec::with_capacity(narrowing.forms.len());
        for form in &narrowing.forms {
            let sizes = e.sizes_of(form.shape)?;
            let (may_fit, open) = (Bits::EMPTY, Bits::EMPTY);
            forms.push(Judged { form, sizes, may_fit, may_fit_found: Sizes::NEVER, open });
        }
        let facts = vec![None; narrowing.facts];
        let mut fitting = Fitting { narrowing, cards, forms, facts, passed_over: false };
        fitting.judge(e, within)?;
        Ok(fitting)
    }

    /// Finds out which sizes each alternative may have, within bounds. What can be said of a form
    /// is not asked of each size.
    fn judge(&mut self, e: &mut Eval<'_>, within: Sizes) -> Evaluated<()> {
        let (mut may_fit, mut open) = (Bits::EMPTY, Bits::EMPTY);
        for at in (0..self.forms.len()).rev() {
            let sizes = self.forms[at].sizes.and(within);
            if sizes.is_empty() {
                continue;
            }
            e.spend()?;
            let all = sizes.to_bits();
            match self.all_hold(e, &Candidate { form: at, size: None, cards: None }) {
                Some(true) => self.forms[at].may_fit = all.clone(),
                Some(false) => open |= &all,
                None => open |= self.judge_sizes(e, at, sizes)?,
            }
            let form = &mut self.forms[at];
            may_fit |= &form.may_fit;
            form.open.clone_from(&open);
            let found = &may_fit & &all;
            if let (Some(least), Some(most)) = (found.first(), found.last()) {
                form.may_fit_found = Sizes { least: least.into(), most: most.into() };
            }
        }
        Ok(())
    }

    /// Finds out which of these `sizes` one alternative, `at`, may have. Returned are those with
    /// which nothing can be said before cards are known, or which cannot meet the conditions.
    fn judge_sizes(&mut self, e: &mut Eval<'_>, at: usize, sizes: Sizes) -> Evaluated<Bits> {
        let mut open = Bits::EMPTY;
        for size in sizes.least..=sizes.most {
            e.spend()?;
            let sized = Candidate { form: at, size: Some(size), cards: None };
            let fits = self.all_hold(e, &sized);
            self.forms[at].may_fit.put(size.to_u16(), fits != Some(false));
            open.put(size.to_u16(), fits != Some(true));
        }
        Ok(open)
    }

    /// Whether a set that has this alternative meets all conditions and leads on.
    fn has_one(
        &mut self,
        e: &mut Eval<'_>,
        at: usize,
        leads_on: &mut LeadsOn<'_>,
    ) -> Evaluated<bool> {
        let wanted = Wanted { sizes: self.forms[at].may_fit_found, ..Wanted::ANY };
        let none = self.each_of(e, at, &wanted, &mut |fitting, e, one| {
            Ok(!(fitting.meets(e, at, &one)? && leads_on(e)?))
        })?;
        Ok(!none)
    }

    /// Strikes out of `new` the cards of sets that have this alternative and the cards `with`, meet
    /// all conditions and lead on. It stops at a set in which nothing is new any more, and then has
    /// to be called again, which leaves such sets out: returned is whether it stopped.
    fn strike_out(
        &mut self,
        e: &mut Eval<'_>,
        at: usize,
        (with, new): (&Bits, &mut Bits),
        leads_on: &mut LeadsOn<'_>,
    ) -> Evaluated<bool> {
        let (with, one_of) = (with.clone(), Some(new.clone()));
        let wanted = Wanted { with, one_of, sizes: self.forms[at].may_fit_found };
        let all = self.each_of(e, at, &wanted, &mut |fitting, e, one| {
            if !one.meets(new) {
                return Ok(false);
            }
            if fitting.meets(e, at, &one)? && leads_on(e)? {
                *new -= one;
            }
            Ok(!new.is_empty())
        })?;
        Ok(!all)
    }

    /// Goes through the wanted sets that have this alternative.
    fn each_of(
        &mut self,
        e: &mut Eval<'_>,
        at: usize,
        wanted: &Wanted,
        visit: &mut dyn FnMut(&mut Self, &mut Eval<'_>, Bits) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        if wanted.sizes.is_empty() {
            return Ok(true);
        }
        let (shape, cards) = (self.forms[at].form.shape, self.cards.clone());
        e.each_shaped(shape, &cards, wanted, &mut |e, one| visit(self, e, one))
    }

    /// Whether a set that was found as this alternative meets all conditions. The temps of the
    /// candidate are then bound to it.
    fn meets(&mut self, e: &mut Eval<'_>, at: usize, set: &Bits) -> Evaluated<bool> {
        let size = set.len();
        let is_open = self.forms[at].open.contains(size.to_u16());
        let form = if is_open { self.form_from(e, at, set)? } else { at };
        if is_open && !self.forms[form].may_fit.contains(size.to_u16()) {
            return Ok(false);
        }
        for &temp in &self.narrowing.temps {
            e.scratch.sets[temp].clone_from(set);
        }
        let candidate = &Candidate { form, size: Some(size), cards: Some(set) };
        let judged = self.forms[form].form;
        for condition in judged.conditions.iter().filter(|_| is_open) {
            if self.holds(e, condition, candidate)? != Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last alternative that a set has which was found as this one.
    fn form_from(&self, e: &mut Eval<'_>, at: usize, set: &Bits) -> Evaluated<usize> {
        let size = set.len();
        for form in (at + 1..self.forms.len()).rev() {
            let judged = &self.forms[form];
            if judged.sizes.contains(size) && e.is_shape(judged.form.shape, set)? {
                return Ok(form);
            }
        }
        Ok(at)
    }

    /// Whether all conditions hold, as far as that can be said without cards. What goes wrong goes
    /// wrong again when cards are asked: they are not asked where one does not hold, or all do
    /// without any being passed over.
    fn all_hold(&mut self, e: &mut Eval<'_>, candidate: &Candidate<'_>) -> Option<bool> {
        let mut all = Some(true);
        self.passed_over = false;
        let form = self.forms[candidate.form].form;
        for condition in &form.conditions {
            match self.holds(e, condition, candidate).unwrap_or(None) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all.filter(|_| !self.passed_over)
    }

    /// Whether a condition holds; `None` where that hangs on cards that are not known.
    fn holds(
        &mut self,
        e: &mut Eval<'_>,
        condition: &Condition,
        candidate: &Candidate<'_>,
    ) -> Evaluated<Option<bool>> {
        Ok(match condition {
            &Condition::Const(holds) => Some(holds),
            &Condition::Fact(fact, test) => {
                Some(self.fact(fact, || e.test(test).map(i32::from))? == 1)
            }
            Condition::Not(one) => self.holds(e, one, candidate)?.map(|holds| !holds),
            Condition::And(both) => self.both(e, both, candidate, false)?,
            Condition::Or(both) => self.both(e, both, candidate, true)?,
            Condition::If(parts) => self.one_or_other(e, parts, candidate)?,
            &Condition::Compare { op, left, right } => {
                let left = self.side(e, left, candidate)?;
                match (left, self.side(e, right, candidate)?) {
                    (Some(left), Some(right)) => Some(op.holds(left, right)),
                    _ => None,
                }
            }
            &Condition::IsShape(shape) => {
                let sizes = e.sizes_of(shape)?;
                is_shape(e, (shape, sizes), candidate)?
            }
            &Condition::IsForm(form) => {
                let Judged { form, sizes, .. } = self.forms[form];
                is_shape(e, (form.shape, sizes), candidate)?
            }
            &Condition::Open(test) => candidate.cards.map(|_| e.test(test)).transpose()?,
        })
    }

    /// Whether the second of three conditions holds, or, where the first does not, the third.
    fn one_or_other(
        &mut self,
        e: &mut Eval<'_>,
        [test, then, otherwise]: &[Condition; 3],
        candidate: &Candidate<'_>,
    ) -> Evaluated<Option<bool>> {
        match self.holds(e, test, candidate)? {
            Some(true) => return self.holds(e, then, candidate),
            Some(false) => return self.holds(e, otherwise, candidate),
            None => self.passed_over = true,
        }
        let then = self.holds(e, then, candidate)?;
        Ok(if then == self.holds(e, otherwise, candidate)? { then } else { None })
    }

    /// Whether two conditions hold: both of them, or, where `decides`, one. The second is not asked
    /// where the first decides.
    fn both(
        &mut self,
        e: &mut Eval<'_>,
        both: &[Condition; 2],
        candidate: &Candidate<'_>,
        decides: bool,
    ) -> Evaluated<Option<bool>> {
        let first = self.holds(e, &both[0], candidate)?;
        if first == Some(decides) {
            return Ok(first);
        }
        let second = self.holds(e, &both[1], candidate)?;
        self.passed_over |= first.is_none();
        Ok(if first.is_some() || second == Some(decides) { second } else { None })
    }

    /// One side of a comparison; `None` where it hangs on cards that are not known.
    fn side(
        &mut self,
        e: &mut Eval<'_>,
        side: Side,
        candidate: &Candidate<'_>,
    ) -> Evaluated<Option<i32>> {
        Ok(match side {
            Side::Fact(fact, num) => Some(self.fact(fact, || e.num(num))?),
            Side::Size => candidate.size.map(Narrow::to_i32),
            Side::Form => Some(candidate.form.to_i32() + 1),
            Side::Open(num) => candidate.cards.map(|_| e.num(num)).transpose()?,
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

/// Whether a candidate has a shape whose sets have so many cards.
fn is_shape(
    e: &mut Eval<'_>,
    (shape, sizes): (ShapeId, Sizes),
    candidate: &Candidate<'_>,
) -> Evaluated<Option<bool>> {
    if candidate.size.is_some_and(|size| !sizes.contains(size)) {
        return Ok(Some(false));
    }
    candidate.cards.map(|cards| e.is_shape(shape, cards)).transpose()
}
