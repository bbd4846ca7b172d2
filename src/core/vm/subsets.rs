//! Subsets that are chosen member by member: those of a family, and those whose needs ask for a
//! sum.
#![deny(clippy::wildcard_enum_match_arm)]

use super::ask::{Asked, Choice, Chosen, Stage};
use super::eval::sums::{Sums, holds};
use super::eval::{Eval, Evaluated};
use crate::program::sums::SumValue;
use crate::program::terms::{Comparison, FamilyId};
use crate::program::{Domain, Parameter};
use crate::value::{Bits, NONE};

/// The sums that a subset's needs ask for, for the members that are left.
pub(super) struct Totals {
    left: Vec<u16>,
    totals: Vec<Total>,
}

struct Total {
    /// What the members left are worth, in their order.
    values: Vec<i32>,
    /// What those chosen already are worth.
    chosen: i64,
    op: Comparison,
    than: i32,
    sums: Option<Sums>,
}

impl Eval<'_> {
    /// Whether a subset parameter can have more than so many members.
    pub(super) fn can_have_more(&mut self, parameter: &Parameter, than: usize) -> Evaluated<bool> {
        match parameter.domain {
            Domain::Family(family) => self.has_larger((parameter, family), than),
            Domain::Given(..)
            | Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Bag { .. } => Ok(self.subset_bounds(parameter)?.2 > than),
        }
    }

    /// The members with which a set of the family can still be made, and whether what was chosen is
    /// one.
    pub(super) fn family_options(
        &mut self,
        asked: Asked<'_>,
        stage: Stage<'_>,
        family: FamilyId,
    ) -> Evaluated<()> {
        let parameter = stage.parameter();
        let chosen = self.stored_set(stage.value_at(&self.program.memory, asked.part));
        let (offered, enough) = match self.narrowing(parameter) {
            Some(narrowing) => {
                let mut leads_on = |e: &mut Eval<'_>| e.leads_on(stage);
                let offered = self.fitting_beside(narrowing, &chosen, &mut leads_on)?;
                let is_one = self.in_family(&chosen, family)?;
                (offered, is_one && self.fits(stage, &chosen)?)
            }
            None => self.tried_beside(stage, family, &chosen)?,
        };
        let members = self
            .ordered(offered, parameter)
            .map(Chosen::Member)
            .chain(enough.then_some(Chosen::Enough));
        self.scratch.options.extend(members.map(Choice::plain));
        Ok(())
    }

    /// The cards of all sets of the family that have those chosen, fit, and lead on, but these; and
    /// whether what was chosen is such a set. Each set is tried.
    fn tried_beside(
        &mut self,
        stage: Stage<'_>,
        family: FamilyId,
        chosen: &Bits,
    ) -> Evaluated<(Bits, bool)> {
        let (mut offered, mut enough) = (Bits::EMPTY, false);
        self.each_set(family, &mut |e, one| {
            if chosen.is_subset(&one) && e.fits(stage, &one)? {
                enough |= one == *chosen;
                offered |= one;
            }
            Ok(true)
        })?;
        Ok((offered - chosen, enough))
    }

    /// The sums that the needs of a subset ask for; `None` where none does.
    pub(super) fn totals(
        &mut self,
        parameter: &Parameter,
        chosen: &Bits,
        candidates: &Bits,
        (_, most): (usize, usize),
    ) -> Evaluated<Option<Totals>> {
        if parameter.sums.is_empty() {
            return Ok(None);
        }
        let left: Vec<u16> = (candidates - chosen).iter().collect();
        let mut totals = Vec::with_capacity(parameter.sums.len());
        for need in &parameter.sums {
            let mut values = Vec::with_capacity(left.len());
            for &card in &left {
                values.push(self.summed(need.value, card)?);
            }
            let mut sum = 0;
            for card in chosen.iter() {
                sum += i64::from(self.summed(need.value, card)?);
            }
            let than = self.num(need.than)?;
            let sums = Sums::new(&values, most.saturating_sub(chosen.len()));
            self.spend_on(sums.as_ref().map_or(0, Sums::words))?;
            totals.push(Total { values, chosen: sum, op: need.op, than, sums });
        }
        Ok(Some(Totals { left, totals }))
    }

    fn summed(&mut self, value: SumValue, card: u16) -> Evaluated<i32> {
        let value = match value {
            SumValue::Table(table) => self.program.attributes[table].values[usize::from(card)],
            SumValue::Term(temp, value) => {
                self.scratch.nums[temp] = i32::from(card);
                self.num(value)?
            }
        };
        Ok(if value == NONE { 0 } else { value })
    }

    /// Whether a legal subset can be made of `chosen` and members that are left, going only where
    /// the sums can still be met.
    pub(super) fn completes_to(
        &mut self,
        stage: Stage<'_>,
        totals: &Totals,
        chosen: Bits,
        bounds: (usize, usize),
    ) -> Evaluated<bool> {
        let sums: Vec<i64> = totals.totals.iter().map(|total| total.chosen).collect();
        if chosen.len() > bounds.1 || !totals.can(0, chosen.len(), &sums, bounds) {
            return Ok(false);
        }
        self.add_members(stage, totals, (chosen, 0), &sums, bounds)
    }

    fn add_members(
        &mut self,
        stage: Stage<'_>,
        totals: &Totals,
        (chosen, from): (Bits, usize),
        sums: &[i64],
        (least, most): (usize, usize),
    ) -> Evaluated<bool> {
        self.spend()?;
        if chosen.len() >= least && totals.met(sums) && self.fits(stage, &chosen)? {
            return Ok(true);
        }
        if chosen.len() >= most {
            return Ok(false);
        }
        for (at, &one) in totals.left.iter().enumerate().skip(from) {
            let with: Vec<i64> = totals
                .totals
                .iter()
                .zip(sums)
                .map(|(total, sum)| sum + i64::from(total.values[at]))
                .collect();
            if totals.can(at + 1, chosen.len() + 1, &with, (least, most))
                && self.add_members(
                    stage,
                    totals,
                    (&chosen | Bits::one(one), at + 1),
                    &with,
                    (least, most),
                )?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Totals {
    fn met(&self, sums: &[i64]) -> bool {
        self.totals.iter().zip(sums).all(|(total, &sum)| holds(total.op, sum, total.than))
    }

    /// Whether the members from this place on can still bring every sum to where it has to be.
    fn can(&self, place: usize, count: usize, sums: &[i64], (least, most): (usize, usize)) -> bool {
        let counts = (least.saturating_sub(count), most.saturating_sub(count));
        self.totals.iter().zip(sums).all(|(total, &sum)| match &total.sums {
            Some(table) => table.can(place, counts, sum, total.op, total.than),
            None => true,
        })
    }
}
