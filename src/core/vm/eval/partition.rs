//! The best packing where shapes are among the combinations: which of many groups of cards, no two
//! with a card in common, are worth most together.

use super::shapes::Wanted;
use super::{Eval, Evaluated};
use crate::program::terms::{Packing, PackingGroup};
use crate::value::{Bits, Card, NONE, Narrow, number};
use crate::vm::fault::FaultKind;
use std::collections::{HashMap, HashSet};

/// Groups of at most 64 cards in all, as masks, and what each is worth.
#[derive(Default)]
struct Partition {
    /// By card, the groups whose lowest card it is: mask, worth, and number among those found.
    groups: Vec<Vec<(u64, i32, usize)>>,
    /// What the best of these cards is worth, and which group it takes with the lowest of them.
    known: HashMap<u64, (i64, Option<usize>)>,
    /// Groups that were looked at and have cost no fuel yet.
    looked_at: usize,
}

/// Groups that are looked at for one unit of fuel: that is quick, and there may be many.
const GROUPS_A_UNIT: usize = 2048;

impl Eval<'_> {
    /// What the best combinations are worth, and their cards.
    pub(super) fn best_partition(&mut self, packing: &Packing) -> Evaluated<(i32, Vec<Bits>)> {
        let set = self.set(packing.set)?;
        let mut found: Vec<(Bits, i32)> = Vec::new();
        for group in &packing.groups {
            self.group_sets(packing, group, set.clone(), &mut found)?;
        }
        let cards: Vec<Card> =
            found.iter().fold(Bits::EMPTY, |all, (cards, _)| all | cards).of().collect();
        if cards.len() > 64 {
            return Err(FaultKind::TooManyValues);
        }
        let mut partition =
            Partition { groups: vec![Vec::new(); cards.len()], ..Partition::default() };
        for (i, (group, value)) in found.iter().enumerate() {
            let places = (0..cards.len()).filter(|&place| group.contains(cards[place]));
            let mask = places.fold(0u64, |mask, place| mask | 1 << place);
            partition.groups[mask.trailing_zeros().to_usize()].push((mask, *value, i));
        }
        let all = if cards.len() == 64 { u64::MAX } else { (1 << cards.len()) - 1 };
        let best = partition.best(self, all)?;
        let parts = partition.parts(all).into_iter().map(|i| found[i].0.clone()).collect();
        Ok((number(i32::try_from(best).ok()).ok_or(FaultKind::Overflow)?, parts))
    }

    /// Every way to make one combination that is worth something.
    fn group_sets(
        &mut self,
        packing: &Packing,
        group: &PackingGroup,
        set: Bits,
        found: &mut Vec<(Bits, i32)>,
    ) -> Evaluated<()> {
        let mut take = |e: &mut Eval<'_>, cards: Bits| {
            e.spend()?;
            e.scratch.sets[group.temp] = cards.clone();
            let value = e.num(group.value)?;
            if value != NONE && value > 0 && !cards.is_empty() {
                found.push((cards, value));
            }
            Ok(true)
        };
        if let Some(shape) = group.shape {
            self.each_shaped(shape, &set, &Wanted::ANY, &mut take)?;
            return Ok(());
        }
        let mut of_kinds = Vec::with_capacity(group.kinds.len());
        for &kind in &group.kinds {
            let mut cards = Bits::EMPTY;
            for card in set.iter() {
                self.bind(packing.temp, i32::from(card));
                cards.put(card, self.test(kind)?);
            }
            of_kinds.push(cards);
        }
        let mut seen = HashSet::new();
        self.one_of_each(&of_kinds, Bits::EMPTY, &mut |e, cards| {
            if seen.insert(cards.clone()) { take(e, cards) } else { Ok(true) }
        })
    }

    fn one_of_each(
        &mut self,
        kinds: &[Bits],
        chosen: Bits,
        take: &mut dyn FnMut(&mut Eval<'_>, Bits) -> Evaluated<bool>,
    ) -> Evaluated<()> {
        let Some((first, others)) = kinds.split_first() else {
            return take(self, chosen).map(|_| ());
        };
        for card in first - &chosen {
            self.spend()?;
            self.one_of_each(others, &chosen | Bits::one(card), take)?;
        }
        Ok(())
    }
}

impl Partition {
    /// The cards from the first on that begins a group of cards that are all left.
    fn skip(&self, mut left: u64) -> u64 {
        while left != 0
            && !self.groups[left.trailing_zeros().to_usize()]
                .iter()
                .any(|(mask, ..)| mask & !left == 0)
        {
            left &= left - 1;
        }
        left
    }

    fn best(&mut self, e: &mut Eval<'_>, left: u64) -> Evaluated<i64> {
        let left = self.skip(left);
        if left == 0 {
            return Ok(0);
        }
        if let Some((best, _)) = self.known.get(&left) {
            return Ok(*best);
        }
        let lowest = left.trailing_zeros().to_usize();
        self.looked_at += self.groups[lowest].len();
        e.spend_for_each(1 + self.looked_at / GROUPS_A_UNIT)?;
        self.looked_at %= GROUPS_A_UNIT;
        let mut best = (self.best(e, left & (left - 1))?, None);
        for i in 0..self.groups[lowest].len() {
            let (mask, value, group) = self.groups[lowest][i];
            if mask & !left != 0 {
                continue;
            }
            let with = self.best(e, left & !mask)? + i64::from(value);
            if with > best.0 {
                best = (with, Some(group));
            }
        }
        self.known.insert(left, best);
        Ok(best.0)
    }

    /// The groups of the best packing, after it was found.
    fn parts(&self, all: u64) -> Vec<usize> {
        let (mut left, mut parts) = (self.skip(all), Vec::new());
        while let Some((_, taken)) = self.known.get(&left) {
            let of_lowest = self.groups[left.trailing_zeros().to_usize()].iter();
            let mask = of_lowest
                .clone()
                .find(|(_, _, group)| Some(*group) == *taken)
                .map(|(mask, ..)| *mask);
            parts.extend(taken);
            left = self.skip(left & !mask.unwrap_or(left & left.wrapping_neg()));
        }
        parts
    }
}
