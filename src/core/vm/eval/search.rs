//! The search for subsets of cards: so many, in sequence or not, with a total.

use super::families::Visit;
use super::parts::{Bucket, Class, Parts};
use super::sums::{Sums, holds};
use super::{Eval, Evaluated};
use crate::program::ids::TotalId;
use crate::program::narrowing::Sizes;
use crate::program::terms::{Comparison, Form, NumId, Temp};
use crate::value::{Bits, Card, NONE, Narrow};

/// The search for the subsets of some cards: card by card, or bucket by bucket, `each` cards of a
/// bucket.
#[derive(Debug)]
pub(super) struct Search<'s> {
    pub(super) sizes: Sizes,
    /// Cards that all sets have: where one is passed by, the search goes no further.
    pub(super) with: Bits,
    /// Cards of which each set has one, where it matters.
    pub(super) one_of: Option<Bits>,
    pub(super) each: usize,
    is_sequence: bool,
    /// So many values may be left out of a sequence: wild cards take their places.
    pub(super) gaps: usize,
    total: Option<(Temp, NumId, Comparison, i32)>,
    /// What the cards are in the form that the sets have, if they have one.
    parts: Option<&'s Parts>,
    /// The cards that sets are made of.
    cards: Bits,
    /// Where values matter those that cards can have, with further cards.
    buckets: &'s [Bucket],
    worths: Worths,
}

/// What cards count in a total.
#[derive(Debug, Default)]
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

impl<'s> Search<'s> {
    pub(super) fn new(
        e: &mut Eval<'_>,
        sizes: Sizes,
        total: Option<TotalId>,
    ) -> Evaluated<Search<'s>> {
        let total = match total.map(|total| e.program.terms.totals[total]) {
            Some(total) => Some((total.temp, total.value, total.op, e.num(total.than)?)),
            None => None,
        };
        Ok(Search {
            sizes,
            with: Bits::EMPTY,
            one_of: None,
            each: 1,
            is_sequence: false,
            gaps: 0,
            total,
            parts: None,
            cards: Bits::EMPTY,
            buckets: &[],
            worths: Worths::default(),
        })
    }

    pub(super) fn of_form(e: &mut Eval<'_>, form: &Form, sizes: Sizes) -> Evaluated<Search<'s>> {
        let mut search = Search::new(e, sizes, form.total)?;
        search.is_sequence = form.sequence.is_some();
        if let Some((each, _)) = form.each {
            search.each = e.num(each)?.max(1).to_usize();
        }
        Ok(search)
    }

    /// Looks for sets of these cards from now on.
    pub(super) fn among(&mut self, cards: Bits) {
        self.cards = cards;
    }

    /// Looks from now on for sets of those cards of a class that are in `set`.
    pub(super) fn among_class(&mut self, parts: &'s Parts, class: &'s Class, set: &Bits) {
        self.parts = Some(parts);
        self.buckets = &class.buckets;
        self.cards = &class.cards & set;
    }

    /// Finds out what each card counts in the total, if there is any.
    fn weigh(&mut self, e: &mut Eval<'_>) -> Evaluated<()> {
        if self.total.is_none() {
            return Ok(());
        }
        let mut order: Vec<Card> = self.cards.iter().collect();
        if !self.buckets.is_empty() {
            let in_buckets = self.buckets.iter().flat_map(|bucket| bucket.cards.iter());
            order = in_buckets.filter(|&card| self.cards.contains(card)).collect();
        }
        let mut values = Vec::with_capacity(order.len());
        for &card in &order {
            values.push(self.value_of(e, card)?);
        }
        let end = self.cards.last().map_or(0, |last| usize::from(last) + 1);
        self.worths.of.resize(end.max(self.worths.of.len()), (0, 0));
        for (place, (&card, &value)) in order.iter().zip(&values).enumerate() {
            self.worths.of[usize::from(card)] = (place, value);
        }
        self.worths.sums =
            if self.is_sequence { None } else { Sums::new(&values, self.sizes.most) };
        match &self.worths.sums {
            Some(sums) => e.spend_on(sums.words()),
            None => Ok(()),
        }
    }

    /// What a card counts in the total.
    fn value_of(&self, e: &mut Eval<'_>, card: Card) -> Evaluated<i32> {
        let Some((temp, value, ..)) = self.total else { return Ok(0) };
        e.bind(temp, card.into());
        Ok(match e.num(value)? {
            NONE => 0,
            value => value,
        })
    }

    /// Whether the cards that are looked through are one of the sets themselves, all together.
    pub(super) fn is_whole(&self, e: &mut Eval<'_>) -> Evaluated<bool> {
        let mut others = self.cards.clone();
        for card in &self.cards {
            others.remove(card);
            if !self.differs(card, &others) {
                return Ok(false);
            }
        }
        Ok(self.fills_buckets() && self.meets_total(e)?)
    }

    /// Whether the cards are as many of each bucket as they have to be, and in sequence, if they
    /// have to be that.
    fn fills_buckets(&self) -> bool {
        let (mut gaps, mut last) = (0, None);
        for (at, bucket) in self.buckets.iter().enumerate() {
            if !bucket.cards.meets(&self.cards) {
                continue;
            }
            if (&bucket.cards & &self.cards).len() != self.each {
                return false;
            }
            gaps += last.map_or(0, |last| self.gap(last, at));
            last = Some(at);
        }
        !self.is_sequence || gaps <= self.gaps.to_i64()
    }

    fn meets_total(&self, e: &mut Eval<'_>) -> Evaluated<bool> {
        let mut sum = 0;
        if self.total.is_some() {
            for card in &self.cards {
                sum += i64::from(self.value_of(e, card)?);
            }
        }
        Ok(self.fits(sum))
    }

    fn fits(&self, sum: i64) -> bool {
        self.total.is_none_or(|(.., op, than)| holds(op, sum, than))
    }

    /// Goes through all subsets of the cards; the empty one, where it is allowed, only if `empty`.
    pub(super) fn run(
        &mut self,
        e: &mut Eval<'_>,
        empty: bool,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let behind = self.cards.len();
        if behind < self.sizes.least
            || !self.with.is_subset(&self.cards)
            || !self.has_one(&self.cards)
        {
            return Ok(true);
        }
        self.weigh(e)?;
        let nothing = Chosen {
            set: Bits::EMPTY,
            count: 0,
            lacking: self.with.len(),
            sum: 0,
            gaps: self.gaps,
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
        let is_whole = chosen.count >= self.sizes.least
            && chosen.lacking == 0
            && self.has_one(&chosen.set)
            && self.fits(chosen.sum);
        if is_whole { visit(e, chosen.set.clone()) } else { Ok(true) }
    }

    /// Whether some cards have one of those of which each set has one.
    fn has_one(&self, cards: &Bits) -> bool {
        self.one_of.as_ref().is_none_or(|some| some.meets(cards))
    }

    /// Goes on with each of the cards that are left.
    fn add_cards(
        &self,
        e: &mut Eval<'_>,
        mut left: Bits,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if chosen.count >= self.sizes.most {
            return Ok(true);
        }
        if chosen.count + chosen.lacking >= self.sizes.most {
            left &= &self.with;
        }
        if let Some(some) = &self.one_of
            && chosen.count + 1 == self.sizes.most
            && !some.meets(&chosen.set)
        {
            left &= some;
        }
        let mut count = left.len();
        while chosen.count + count >= self.sizes.least
            && let Some(card) = left.first()
        {
            e.spend()?;
            left.remove(card);
            count -= 1;
            if self.may_take(card, chosen) {
                let more = self.taking(card, chosen);
                if !self.reached(e, &more, visit)?
                    || !self.add_cards(e, left.clone(), &more, visit)?
                {
                    return Ok(false);
                }
            }
            if self.with.contains(card) {
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
            if chosen.count + next.behind < self.sizes.least {
                break;
            }
            next.behind -= cards.len();
            if let Some(last) = last.filter(|_| self.is_sequence) {
                let between = self.gap(last, at);
                if between > chosen.gaps.to_i64() {
                    break;
                }
                next.gaps = chosen.gaps - between.to_usize();
            }
            let needed = self.with.meets(&cards);
            if (last.is_some() || self.can_begin(at))
                && !self.pick(e, at, (cards, self.each), &next, visit)?
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
        if !self.is_sequence || self.gaps > 0 {
            return true;
        }
        let (mut count, mut lacking, mut has_one) = (0, self.with.clone(), self.one_of.is_none());
        for (at, bucket) in self.buckets.iter().enumerate().skip(first) {
            count += self.each;
            if count > self.sizes.most
                || (at > first && self.gap(at - 1, at) > 0)
                || !self.has_enough(bucket)
            {
                return false;
            }
            lacking -= &bucket.cards;
            has_one = has_one || self.has_one(&(&bucket.cards & &self.cards));
            if count >= self.sizes.least && lacking.is_empty() && has_one {
                return true;
            }
        }
        false
    }

    fn has_enough(&self, bucket: &Bucket) -> bool {
        bucket.cards.meets(&self.cards)
            && (self.each == 1 || (&bucket.cards & &self.cards).len() >= self.each)
    }

    /// Takes so many of the cards that are left of a bucket.
    fn pick(
        &self,
        e: &mut Eval<'_>,
        at: usize,
        (mut left, wanted): (Bits, usize),
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if wanted == 0 {
            let passes_one = self.with.meets(&left);
            return Ok(passes_one
                || (self.reached(e, chosen, visit)?
                    && self.add_buckets(e, Some(at), chosen, visit)?));
        }
        if chosen.count + wanted > self.sizes.most {
            return Ok(true);
        }
        let mut count = left.len();
        while count >= wanted
            && let Some(card) = left.first()
        {
            e.spend()?;
            left.remove(card);
            count -= 1;
            if self.may_take(card, chosen) {
                let more = self.taking(card, chosen);
                if !self.pick(e, at, (left.clone(), wanted - 1), &more, visit)? {
                    return Ok(false);
                }
            }
            if self.with.contains(card) {
                break;
            }
        }
        Ok(true)
    }

    fn taking(&self, card: Card, chosen: &Chosen) -> Chosen {
        let worth = if self.total.is_some() { self.worths.of[usize::from(card)].1 } else { 0 };
        Chosen {
            set: &chosen.set | Bits::one(card),
            count: chosen.count + 1,
            lacking: chosen.lacking - usize::from(self.with.contains(card)),
            sum: chosen.sum + i64::from(worth),
            ..*chosen
        }
    }

    /// Whether a card differs from those chosen as it must, and leaves a way to the total.
    fn may_take(&self, card: Card, chosen: &Chosen) -> bool {
        if !self.differs(card, &chosen.set) {
            return false;
        }
        let (Some(sums), Some((.., op, than))) = (&self.worths.sums, self.total) else {
            return true;
        };
        let (place, value) = self.worths.of[usize::from(card)];
        let count = chosen.count + 1;
        let counts = (self.sizes.least.saturating_sub(count), self.sizes.most - count);
        sums.can(place + 1, counts, chosen.sum + i64::from(value), op, than)
    }

    fn differs(&self, card: Card, others: &Bits) -> bool {
        self.parts.is_none_or(|parts| parts.differs(card, others))
    }
}
