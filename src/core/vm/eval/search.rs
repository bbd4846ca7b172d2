//! The search for subsets of cards: so many, in sequence or not, with a total.

use super::families::Visit;
use super::sums::{Sums, holds};
use super::{Eval, Evaluated};
use crate::program::ids::TotalId;
use crate::program::narrowing::Sizes;
use crate::program::terms::{Comparison, Form, NumId, Temp};
use crate::value::{Bits, Card, NONE, Narrow};

/// The search for the subsets of some cards: bucket by bucket, `each` cards of a bucket. A bucket
/// is the cards of one value of a sequence, else a single card.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) sizes: Sizes,
    /// Cards that all sets have: where one is passed by, the search goes no further.
    pub(super) with: Bits,
    pub(super) each: usize,
    sequence: bool,
    /// So many values may be left out of a sequence: wild cards take their places.
    pub(super) gaps: usize,
    total: Option<(Temp, NumId, Comparison, i32)>,
    cards: Vec<Card>,
    values: Vec<i32>,
    different: Vec<i32>,
    keys: usize,
    /// First card and value of each bucket.
    buckets: Vec<(usize, i32)>,
    /// What the chosen cards have that no other one may have.
    used: Vec<i32>,
    sums: Option<Sums>,
}

/// The cards chosen so far.
#[derive(Clone)]
struct Chosen {
    set: Bits,
    count: usize,
    sum: i64,
    /// How many values may still be left out.
    gaps: usize,
}

impl Search {
    pub(super) fn new(
        e: &mut Eval<'_>,
        least: NumId,
        most: Option<NumId>,
        total: Option<TotalId>,
    ) -> Evaluated<Self> {
        let sizes = e.sizes_between(least, most)?;
        Search::of_sizes(e, sizes, total)
    }

    fn of_sizes(e: &mut Eval<'_>, sizes: Sizes, total: Option<TotalId>) -> Evaluated<Self> {
        let total = match total.map(|total| e.program.terms.totals[total]) {
            Some(total) => Some((total.temp, total.value, total.op, e.num(total.than)?)),
            None => None,
        };
        Ok(Search {
            sizes,
            with: Bits::EMPTY,
            each: 1,
            sequence: false,
            gaps: 0,
            total,
            cards: Vec::new(),
            values: Vec::new(),
            different: Vec::new(),
            keys: 0,
            buckets: Vec::new(),
            used: Vec::new(),
            sums: None,
        })
    }

    pub(super) fn of_form(e: &mut Eval<'_>, form: &Form, sizes: Sizes) -> Evaluated<Self> {
        let mut search = Search::of_sizes(e, sizes, form.total)?;
        search.sequence = form.sequence.is_some();
        search.keys = form.different.len();
        if let Some((each, _)) = form.each {
            search.each = e.num(each)?.max(1).to_usize();
        }
        Ok(search)
    }

    /// The same search in the memory of another one, if there is any.
    #[inline]
    pub(super) fn in_memory_of(self, old: Option<Search>) -> Self {
        let Some(Search { cards, values, different, buckets, used, .. }) = old else { return self };
        let mut search = Search { cards, values, different, buckets, used, ..self };
        search.clear();
        search
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.used.clear();
        self.cards.clear();
        self.values.clear();
        self.different.clear();
        self.buckets.clear();
    }

    /// What a card counts in the total.
    #[inline]
    pub(super) fn value_of(&self, e: &mut Eval<'_>, card: i32) -> Evaluated<i32> {
        let Some((temp, value, ..)) = self.total else { return Ok(0) };
        e.bind(temp, card);
        Ok(match e.num(value)? {
            NONE => 0,
            value => value,
        })
    }

    #[inline]
    pub(super) fn push(&mut self, card: Card, order: i32, value: i32, different: &[i32]) {
        let alone = !self.sequence && self.each == 1;
        if alone || self.buckets.last().is_none_or(|(_, last)| *last != order) {
            self.buckets.push((self.cards.len(), order));
        }
        self.cards.push(card);
        self.values.push(value);
        self.different.extend(different);
    }

    #[inline]
    pub(super) fn fits(&self, sum: i64) -> bool {
        self.total.is_none_or(|(.., op, than)| holds(op, sum, than))
    }

    /// Goes through all subsets of the cards pushed; the empty one, where it is allowed, only if
    /// `empty`.
    pub(super) fn run(
        &mut self,
        e: &mut Eval<'_>,
        empty: bool,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        self.sums = match self.total {
            Some(_) if !self.sequence => Sums::new(&self.values, self.sizes.most),
            Some(_) | None => None,
        };
        if let Some(sums) = &self.sums {
            e.spend_on(sums.words())?;
        }
        let cards = self.cards.iter().copied().collect();
        if !self.with.is_subset(&cards) {
            return Ok(true);
        }
        let nothing = Chosen { set: Bits::EMPTY, count: 0, sum: 0, gaps: self.gaps };
        if empty
            && self.with.is_empty()
            && self.sizes.least == 0
            && self.fits(0)
            && !visit(e, Bits::EMPTY)?
        {
            return Ok(false);
        }
        self.go_on(e, 0, &nothing, visit)
    }

    /// Goes on with each of the buckets from this one on, as far as enough cards are left and none
    /// is passed by that all sets have.
    fn go_on(
        &mut self,
        e: &mut Eval<'_>,
        from: usize,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        for bucket in from..self.buckets.len() {
            if chosen.count + self.cards.len() - self.buckets[bucket].0 < self.sizes.least {
                break;
            }
            if !self.take_bucket(e, bucket, chosen, visit)? {
                return Ok(false);
            }
            if self.needs_one_of(self.buckets[bucket].0, self.end_of(bucket)) {
                break;
            }
        }
        Ok(true)
    }

    /// Whether one of the cards at these places is in all sets.
    fn needs_one_of(&self, from: usize, to: usize) -> bool {
        !self.with.is_empty() && self.cards[from..to].iter().any(|&card| self.with.contains(card))
    }

    fn end_of(&self, bucket: usize) -> usize {
        self.buckets.get(bucket + 1).map_or(self.cards.len(), |(start, _)| *start)
    }

    fn take_bucket(
        &mut self,
        e: &mut Eval<'_>,
        bucket: usize,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if chosen.count + self.each > self.sizes.most {
            return Ok(true);
        }
        let start = self.buckets[bucket].0;
        self.pick(e, (bucket, start, self.each), chosen, visit)
    }

    /// Takes so many more cards of a bucket, from this place on.
    fn pick(
        &mut self,
        e: &mut Eval<'_>,
        (bucket, from, left): (usize, usize, usize),
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let end = self.end_of(bucket);
        if left == 0 {
            let passes_one = self.needs_one_of(from, end);
            return if passes_one { Ok(true) } else { self.bucket_done(e, bucket, chosen, visit) };
        }
        for at in from..(end + 1).saturating_sub(left) {
            e.spend()?;
            let is_needed = self.with.contains(self.cards[at]);
            if !self.may_take(at, chosen) {
                if is_needed {
                    break;
                }
                continue;
            }
            let new = &self.different[at * self.keys..(at + 1) * self.keys];
            self.used.extend_from_slice(new);
            let with = Chosen {
                set: &chosen.set | Bits::one(self.cards[at]),
                count: chosen.count + 1,
                sum: chosen.sum + i64::from(self.values[at]),
                gaps: chosen.gaps,
            };
            let go_on = self.pick(e, (bucket, at + 1, left - 1), &with, visit);
            self.used.truncate(self.used.len() - self.keys);
            if !go_on? {
                return Ok(false);
            }
            if is_needed {
                break;
            }
        }
        Ok(true)
    }

    /// Whether a card differs from those chosen as it must, and leaves a way to the total.
    fn may_take(&self, at: usize, chosen: &Chosen) -> bool {
        let new = &self.different[at * self.keys..(at + 1) * self.keys];
        if self.keys > 0 && !self.used.chunks(self.keys).all(|used| differs(used, new, self.keys)) {
            return false;
        }
        let (Some(sums), Some((.., op, than))) = (&self.sums, self.total) else { return true };
        let count = chosen.count + 1;
        let counts = (self.sizes.least.saturating_sub(count), self.sizes.most - count);
        sums.can(at + 1, counts, chosen.sum + i64::from(self.values[at]), op, than)
    }

    fn bucket_done(
        &mut self,
        e: &mut Eval<'_>,
        bucket: usize,
        chosen: &Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let is_whole = chosen.count >= self.sizes.least && self.with.is_subset(&chosen.set);
        if is_whole && self.fits(chosen.sum) && !visit(e, chosen.set.clone())? {
            return Ok(false);
        }
        if self.sequence {
            for next in bucket + 1..self.buckets.len() {
                let between = gap(self.buckets[bucket].1, self.buckets[next].1);
                if between > chosen.gaps.to_i64() {
                    break;
                }
                let with = Chosen { gaps: chosen.gaps - between.to_usize(), ..chosen.clone() };
                if !self.take_bucket(e, next, &with, visit)? {
                    return Ok(false);
                }
                if self.needs_one_of(self.buckets[next].0, self.end_of(next)) {
                    break;
                }
            }
            return Ok(true);
        }
        self.go_on(e, bucket + 1, chosen, visit)
    }
}

/// How many values lie between two.
#[inline]
pub(super) fn gap(low: i32, high: i32) -> i64 {
    i64::from(high) - i64::from(low) - 1
}

#[inline]
pub(super) fn differs(a: &[i32], b: &[i32], keys: usize) -> bool {
    (0..keys).all(|key| a[key] != b[key])
}
