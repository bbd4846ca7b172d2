//! The search for subsets of cards: so many, in sequence or not, with a total.

use super::families::Visit;
use super::parts::{Bucket, Class, Parts};
use super::shapes::Wanted;
use super::sums::{Sums, holds};
use super::{Eval, Evaluated};
use crate::program::ids::TotalId;
use crate::program::narrowing::Sizes;
use crate::program::terms::{Comparison, Form, NumId, Temp};
use crate::value::{Bits, Card, NONE, Narrow};

/// What all subsets that are searched for have to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) sizes: Sizes,
    /// How many cards there are of each value, where values matter.
    pub(super) each: usize,
    pub(super) is_sequence: bool,
    /// How many values may be left out of a sequence: wild cards take their places.
    pub(super) gaps: usize,
    pub(super) total: Option<(Temp, NumId, Comparison, i32)>,
}

/// The search for the subsets of some cards: card by card, or bucket by bucket. It goes no further
/// where a card is passed by that all sets have.
#[derive(Debug)]
pub(super) struct Search<'s> {
    limits: Limits,
    wanted: &'s Wanted,
    /// What the cards are in the form that the sets have, if they have one.
    parts: Option<&'s Parts>,
    /// Where values matter those that cards can have, with further cards.
    buckets: &'s [Bucket],
    /// The cards that sets are made of.
    cards: Bits,
    worths: Option<Worths>,
}

/// What cards count in a total.
#[derive(Debug)]
struct Worths {
    /// By card its place in the order of the search, and what it counts.
    of: Vec<(usize, i32)>,
    sums: Option<Sums>,
}

/// The cards chosen so far.
#[derive(Clone)]
struct Chosen {
    set: Bits,
    count: usize,
    /// How many of the cards that all sets have are still missing.
    lacking: usize,
    sum: i64,
    /// How many values may still be left out.
    gaps: usize,
    /// How many cards are in the buckets behind.
    behind: usize,
}

impl Limits {
    pub(super) fn new(e: &mut Eval<'_>, sizes: Sizes, total: Option<TotalId>) -> Evaluated<Limits> {
        let total = match total.map(|total| e.program.terms.totals[total]) {
            Some(total) => Some((total.temp, total.value, total.op, e.num(total.than)?)),
            None => None,
        };
        Ok(Limits { sizes, each: 1, is_sequence: false, gaps: 0, total })
    }

    pub(super) fn of_form(e: &mut Eval<'_>, form: &Form, sizes: Sizes) -> Evaluated<Limits> {
        let mut limits = Limits::new(e, sizes, form.total)?;
        limits.is_sequence = form.sequence.is_some();
        if let Some((each, _)) = form.each {
            limits.each = e.num(each)?.max(1).to_usize();
        }
        Ok(limits)
    }

    /// What a card counts in the total.
    fn value_of(&self, e: &mut Eval<'_>, card: Card) -> Evaluated<i32> {
        let Some((temp, value, ..)) = self.total else { return Ok(0) };
        e.bind(temp, card.word());
        Ok(match e.num(value)? {
            NONE => 0,
            value => value,
        })
    }

    fn fits(&self, sum: i64) -> bool {
        self.total.is_none_or(|(.., op, than)| holds(op, sum, than))
    }
}

impl<'s> Search<'s> {
    /// A search for subsets of these cards.
    pub(super) fn of_cards(limits: Limits, cards: Bits, wanted: &'s Wanted) -> Search<'s> {
        Search { limits, wanted, parts: None, buckets: &[], cards, worths: None }
    }

    /// A search for subsets of those of these cards that are in a class.
    pub(super) fn of_class(
        limits: Limits,
        (parts, class): (&'s Parts, &'s Class),
        cards: &Bits,
        wanted: &'s Wanted,
    ) -> Search<'s> {
        let cards = &class.cards & cards;
        Search {
            parts: Some(parts),
            buckets: &class.buckets,
            ..Search::of_cards(limits, cards, wanted)
        }
    }

    /// What each card counts in the total, if there is any.
    fn worths(&self, e: &mut Eval<'_>) -> Evaluated<Option<Worths>> {
        if self.limits.total.is_none() {
            return Ok(None);
        }
        let mut order: Vec<Card> = self.cards.of().collect();
        if !self.buckets.is_empty() {
            let in_buckets = self.buckets.iter().flat_map(|bucket| bucket.cards.of());
            order = in_buckets.filter(|&card| self.cards.contains(card)).collect();
        }
        let mut values = Vec::with_capacity(order.len());
        for &card in &order {
            values.push(self.limits.value_of(e, card)?);
        }
        let end = self.cards.last().map_or(0, |last| usize::from(last) + 1);
        let mut of = vec![(0, 0); end];
        for (place, (&card, &value)) in order.iter().zip(&values).enumerate() {
            of[card.index()] = (place, value);
        }
        let mut sums = None;
        if !self.limits.is_sequence {
            sums = Sums::new(&values, self.limits.sizes.most);
            e.spend_on(sums.as_ref().map_or(0, Sums::words))?;
        }
        Ok(Some(Worths { of, sums }))
    }

    /// Whether the cards that are looked through are one of the sets themselves, all together.
    pub(super) fn is_whole(&self, e: &mut Eval<'_>) -> Evaluated<bool> {
        Ok(self.parts.is_none_or(|parts| parts.all_differ(&self.cards))
            && self.fills_buckets()
            && self.meets_total(e)?)
    }

    /// Whether the cards are as many of each bucket as they have to be, and in sequence, if they
    /// have to be that.
    fn fills_buckets(&self) -> bool {
        let (mut gaps, mut last) = (0, None);
        for (at, bucket) in self.buckets.iter().enumerate() {
            if !bucket.cards.meets(&self.cards) {
                continue;
            }
            if (&bucket.cards & &self.cards).len() != self.limits.each {
                return false;
            }
            gaps += last.map_or(0, |last| self.gap(last, at));
            last = Some(at);
        }
        !self.limits.is_sequence || gaps <= self.limits.gaps.to_i64()
    }

    fn meets_total(&self, e: &mut Eval<'_>) -> Evaluated<bool> {
        let mut sum = 0;
        if self.limits.total.is_some() {
            for card in self.cards.of() {
                sum += i64::from(self.limits.value_of(e, card)?);
            }
        }
        Ok(self.limits.fits(sum))
    }

    /// Goes through all subsets of the cards; the empty one, where it is allowed, only if `empty`.
    pub(super) fn run(
        &mut self,
        e: &mut Eval<'_>,
        empty: bool,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let behind = self.cards.len();
        if behind < self.limits.sizes.least || !self.wanted.lies_in(&self.cards) {
            return Ok(true);
        }
        self.worths = self.worths(e)?;
        let nothing = Chosen {
            set: Bits::EMPTY,
            count: 0,
            lacking: self.wanted.with.len(),
            sum: 0,
            gaps: self.limits.gaps,
            behind,
        };
        if empty && !self.reached(e, &nothing, visit)? {
            return Ok(false);
        }
        if self.buckets.is_empty() {
            self.add_cards(e, self.cards.clone(), &nothing, visit)
        } else {
            self.add_buckets(e, None, &nothing, visit)
        }
    }

    /// Visits what is chosen, if it is a whole set.
    fn reached(&self, e: &mut Eval<'_>, chosen: &Chosen, visit: &mut Visit<'_>) -> Evaluated<bool> {
        let is_whole = chosen.count >= self.limits.sizes.least
            && chosen.lacking == 0
            && self.wanted.has_one(&chosen.set)
            && self.limits.fits(chosen.sum);
        if is_whole { visit(e, chosen.set.clone()) } else { Ok(true) }
    }

    /// Goes on with each of the cards that are left.
    fn add_cards(
        &self,
        e: &mut Eval<'_>,
        mut left: Bits,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if chosen.count >= self.limits.sizes.most {
            return Ok(true);
        }
        if chosen.count + chosen.lacking >= self.limits.sizes.most {
            left &= &self.wanted.with;
        }
        if let Some(some) = &self.wanted.one_of
            && chosen.count + 1 == self.limits.sizes.most
            && !some.meets(&chosen.set)
        {
            left &= some;
        }
        let wanted = self.limits.sizes.least.saturating_sub(chosen.count);
        self.each_card(e, (left, wanted), chosen, |e, more, left| {
            Ok(self.reached(e, more, visit)? && self.add_cards(e, left.clone(), more, visit)?)
        })
    }

    /// Goes on with each of the cards that are left, which are given those behind it, as long as
    /// there are as many as are wanted; one that has to be among them is passed by for no other.
    fn each_card(
        &self,
        e: &mut Eval<'_>,
        (mut left, wanted): (Bits, usize),
        chosen: &Chosen,
        mut go_on: impl FnMut(&mut Eval<'_>, &Chosen, &Bits) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        let mut count = left.len();
        while count >= wanted
            && let Some(card) = left.first_of()
        {
            e.spend()?;
            left.remove(card);
            count -= 1;
            if self.may_take(card, chosen) && !go_on(e, &self.taking(card, chosen), &left)? {
                return Ok(false);
            }
            if self.wanted.with.contains(card) {
                break;
            }
        }
        Ok(true)
    }

    /// Goes on with each of the buckets behind `last`: in a sequence with those alone that follow
    /// it.
    fn add_buckets(
        &self,
        e: &mut Eval<'_>,
        last: Option<usize>,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let mut next = chosen.clone();
        for at in last.map_or(0, |last| last + 1)..self.buckets.len() {
            let cards = &self.buckets[at].cards & &self.cards;
            if cards.is_empty() {
                continue;
            }
            if chosen.count + next.behind < self.limits.sizes.least {
                break;
            }
            next.behind -= cards.len();
            if let Some(last) = last.filter(|_| self.limits.is_sequence) {
                let between = self.gap(last, at);
                if between > chosen.gaps.to_i64() {
                    break;
                }
                next.gaps = chosen.gaps - between.to_usize();
            }
            let needed = self.wanted.with.meets(&cards);
            if (last.is_some() || self.can_begin(at))
                && !self.pick(e, at, (cards, self.limits.each), &next, visit)?
            {
                return Ok(false);
            }
            if needed {
                break;
            }
        }
        Ok(true)
    }

    /// How many values lie between those of two buckets.
    fn gap(&self, low: usize, high: usize) -> i64 {
        i64::from(self.buckets[high].value) - i64::from(self.buckets[low].value) - 1
    }

    /// Whether a set that begins in this bucket can have enough cards, and all that it needs, as
    /// far as that is known before any is taken.
    fn can_begin(&self, first: usize) -> bool {
        if !self.limits.is_sequence || self.limits.gaps > 0 {
            return true;
        }
        let (mut count, mut lacking, mut has_one) =
            (0, self.wanted.with.clone(), self.wanted.one_of.is_none());
        for (at, bucket) in self.buckets.iter().enumerate().skip(first) {
            count += self.limits.each;
            if count > self.limits.sizes.most
                || (at > first && self.gap(at - 1, at) > 0)
                || !self.has_enough(bucket)
            {
                return false;
            }
            lacking -= &bucket.cards;
            has_one = has_one || self.wanted.has_one(&(&bucket.cards & &self.cards));
            if count >= self.limits.sizes.least && lacking.is_empty() && has_one {
                return true;
            }
        }
        false
    }

    /// Whether a set can have this card, as far as that is told by how many can be beside it.
    pub(super) fn may_have(&self, card: Card) -> bool {
        let Limits { sizes, each, is_sequence, gaps, .. } = self.limits;
        if !is_sequence || gaps > 0 {
            return self.cards.len() >= sizes.least;
        }
        let Some(place) = self.buckets.iter().position(|bucket| bucket.cards.contains(card)) else {
            return false;
        };
        let follows =
            |at: usize| self.gap(at, at + 1) == 0 && self.has_enough(&self.buckets[at + 1]);
        let leads = |at: usize| self.gap(at - 1, at) == 0 && self.has_enough(&self.buckets[at - 1]);
        let above = (place..self.buckets.len() - 1).take_while(|&at| follows(at));
        let below = (1..=place).rev().take_while(|&at| leads(at));
        let values = above.chain(below).take(sizes.least.div_ceil(each)).count() + 1;
        self.has_enough(&self.buckets[place]) && values * each >= sizes.least
    }

    fn has_enough(&self, bucket: &Bucket) -> bool {
        bucket.cards.meets(&self.cards)
            && (self.limits.each == 1 || (&bucket.cards & &self.cards).len() >= self.limits.each)
    }

    /// Takes so many of the cards that are left of a bucket.
    fn pick(
        &self,
        e: &mut Eval<'_>,
        at: usize,
        (left, wanted): (Bits, usize),
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if wanted == 0 {
            let passes_one = self.wanted.with.meets(&left);
            return Ok(passes_one
                || (self.reached(e, chosen, visit)?
                    && self.add_buckets(e, Some(at), chosen, visit)?));
        }
        if chosen.count + wanted > self.limits.sizes.most {
            return Ok(true);
        }
        self.each_card(e, (left, wanted), chosen, |e, more, left| {
            self.pick(e, at, (left.clone(), wanted - 1), more, visit)
        })
    }

    fn taking(&self, card: Card, chosen: &Chosen) -> Chosen {
        let worth = self.worths.as_ref().map_or(0, |worths| worths.of[card.index()].1);
        Chosen {
            set: &chosen.set | Bits::one(card),
            count: chosen.count + 1,
            lacking: chosen.lacking - usize::from(self.wanted.with.contains(card)),
            sum: chosen.sum + i64::from(worth),
            ..*chosen
        }
    }

    /// Whether a card differs from those chosen as it must, and leaves a way to the total.
    fn may_take(&self, card: Card, chosen: &Chosen) -> bool {
        if self.parts.is_some_and(|parts| !parts.differs(card, &chosen.set)) {
            return false;
        }
        let (Some(Worths { of, sums: Some(sums) }), Some((.., op, than))) =
            (&self.worths, self.limits.total)
        else {
            return true;
        };
        let (place, value) = of[card.index()];
        let count = chosen.count + 1;
        let counts =
            (self.limits.sizes.least.saturating_sub(count), self.limits.sizes.most - count);
        sums.can(place + 1, counts, chosen.sum + i64::from(value), op, than)
    }
}
