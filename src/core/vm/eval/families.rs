//! Families: several sets of cards, one after the other. Those of a shape are built from what the
//! shape says (cards of one suit, ranks that follow each other), never by trying subsets.

use super::best::BestKey;
use super::sums::{Sums, holds};
use super::{Eval, Evaluated};
use crate::program::ids::{GroupId, ShapeId, TotalId};
use crate::program::terms::{
    Comparison, Family, FamilyId, Form, ListId, NumId, SetId, Shape, Temp, TestId, Wild,
};
use crate::value::{Bits, NONE, Narrow, Values, number};
use crate::vm::fault::FaultKind;
use std::cmp::Ordering;
use std::collections::HashSet;

/// What is done with each set; whether to go on.
pub(in crate::vm) type Visit<'v> = dyn FnMut(&mut Eval<'_>, Bits) -> Evaluated<bool> + 'v;

impl Eval<'_> {
    /// Goes through a family's sets, each once; false when the visit ended it.
    pub(in crate::vm) fn each_set(
        &mut self,
        id: FamilyId,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        match self.program.terms.families[id] {
            Family::Shaped { shape, set } => {
                let set = self.set(set)?;
                self.each_shaped(shape, set, visit)
            }
            Family::Subsets { set, least, most, total } => {
                let mut search = Search::new(self, least, most, total)?;
                for card in self.set(set)? {
                    let value = search.value_of(self, i32::from(card))?;
                    search.push(card, i32::from(card), value, &[]);
                }
                search.run(self, true, visit)
            }
            Family::Filter { family, temp, test } => self.each_set(family, &mut |e, one| {
                e.scratch.sets[temp] = one;
                if e.test(test)? { visit(e, one) } else { Ok(true) }
            }),
            Family::Groups { set, temp, key } => self.each_group(set, temp, key, visit),
            Family::Parts(packing) => {
                let parts = self.best_parts(packing)?;
                self.each_of(&parts, visit)
            }
            Family::Ties { family, temp, ranking, least } => {
                let best = self.best_sets((family, temp), self.ranking(ranking), least)?;
                self.each_of(&best, visit)
            }
        }
    }

    fn each_of(&mut self, sets: &[Bits], visit: &mut Visit<'_>) -> Evaluated<bool> {
        for &one in sets {
            if !visit(self, one)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_group(
        &mut self,
        set: SetId,
        temp: Temp,
        key: NumId,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let mut groups: Vec<(i32, Bits)> = Vec::new();
        for one in self.set(set)? {
            self.spend()?;
            self.bind(temp, i32::from(one));
            let value = self.num(key)?;
            match groups.iter_mut().find(|(with, _)| *with == value) {
                _ if value == NONE => {}
                Some((_, group)) => group.insert(one),
                None => groups.push((value, Bits::one(one))),
            }
        }
        groups.sort_unstable_by_key(|(value, _)| *value);
        for (_, group) in groups {
            if !visit(self, group)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    // ---- folds

    pub(super) fn count_family(&mut self, family: FamilyId) -> Evaluated<i32> {
        let mut count = 0;
        self.each_set(family, &mut |_, _| {
            count += 1;
            Ok(true)
        })?;
        Ok(count)
    }

    /// A value of each set, none left out.
    fn each_value(
        &mut self,
        (family, temp, value): (FamilyId, Temp, NumId),
        mut take: impl FnMut(i32) -> Evaluated<()>,
    ) -> Evaluated<()> {
        self.each_set(family, &mut |e, one| {
            e.scratch.sets[temp] = one;
            match e.num(value)? {
                NONE => Ok(true),
                value => take(value).map(|()| true),
            }
        })?;
        Ok(())
    }

    pub(super) fn sum_family(&mut self, over: (FamilyId, Temp, NumId)) -> Evaluated<i32> {
        let mut sum = 0i32;
        self.each_value(over, |value| {
            sum = sum.checked_add(value).ok_or(FaultKind::Overflow)?;
            Ok(())
        })?;
        number(Some(sum)).ok_or(FaultKind::Overflow)
    }

    pub(super) fn extreme_family(
        &mut self,
        over: (FamilyId, Temp, NumId),
        least: bool,
    ) -> Evaluated<i32> {
        let mut best = NONE;
        self.each_value(over, |value| {
            best = match best {
                NONE => value,
                best if least => best.min(value),
                best => best.max(value),
            };
            Ok(())
        })?;
        Ok(best)
    }

    pub(super) fn map_family(&mut self, over: (FamilyId, Temp, NumId)) -> Evaluated<Values> {
        let mut values = Values::new();
        self.each_value(over, |value| {
            if values.push(value) { Ok(()) } else { Err(FaultKind::TooManyValues) }
        })?;
        Ok(values)
    }

    /// Whether the family has a set that `wanted` holds of.
    pub(in crate::vm) fn some_set(
        &mut self,
        family: FamilyId,
        mut wanted: impl FnMut(&mut Eval<'_>, Bits) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        Ok(!self.each_set(family, &mut |e, one| Ok(!wanted(e, one)?))?)
    }

    pub(super) fn all_sets_are(
        &mut self,
        family: FamilyId,
        temp: Temp,
        test: TestId,
    ) -> Evaluated<bool> {
        let other = self.some_set(family, |e, one| {
            e.scratch.sets[temp] = one;
            Ok(!e.test(test)?)
        })?;
        Ok(!other)
    }

    pub(super) fn in_family(&mut self, set: Bits, family: FamilyId) -> Evaluated<bool> {
        // What a shape's cards are need not be looked for among all of them.
        if let Family::Shaped { shape, set: of } = self.program.terms.families[family] {
            return Ok(set.is_subset(&self.set(of)?) && self.is_shape(shape, set)?);
        }
        self.some_set(family, |_, one| Ok(one == set))
    }

    pub(in crate::vm) fn union_of(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut union = Bits::EMPTY;
        self.each_set(family, &mut |_, one| {
            union |= one;
            Ok(true)
        })?;
        Ok(union)
    }

    pub(super) fn only_set(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut found = Vec::new();
        self.each_set(family, &mut |_, one| {
            found.push(one);
            Ok(found.len() < 2)
        })?;
        Ok(if let [only] = found.as_slice() { *only } else { Bits::EMPTY })
    }

    pub(super) fn first_set(&mut self, family: FamilyId) -> Evaluated<Bits> {
        let mut first = Bits::EMPTY;
        self.each_set(family, &mut |_, one| {
            first = one;
            Ok(false)
        })?;
        Ok(first)
    }

    /// The set whose keys are greater than every other's.
    pub(super) fn best_set(
        &mut self,
        over: (FamilyId, Temp),
        keys: (GroupId, Option<ListId>),
        least: bool,
    ) -> Evaluated<Bits> {
        let best = self.best_sets(over, keys, least)?;
        Ok(if let [only] = best.as_slice() { *only } else { Bits::EMPTY })
    }

    /// The sets whose keys no other's exceed, in the order of the family.
    fn best_sets(
        &mut self,
        (family, temp): (FamilyId, Temp),
        keys: (GroupId, Option<ListId>),
        least: bool,
    ) -> Evaluated<Vec<Bits>> {
        let (mut best, mut tied) = (BestKey::new(least), Vec::new());
        self.each_set(family, &mut |e, one| {
            e.scratch.sets[temp] = one;
            match best.meet(e.keys(keys)?) {
                Ordering::Less => {}
                Ordering::Equal => tied.push(one),
                Ordering::Greater => tied = vec![one],
            }
            Ok(true)
        })?;
        Ok(tied)
    }

    /// What members are compared by: numbers, then perhaps a list.
    pub(super) fn keys(&mut self, (keys, list): (GroupId, Option<ListId>)) -> Evaluated<Values> {
        let mut key = self.group(keys)?;
        if let Some(list) = list {
            let whole = self.list(list)?.as_slice().iter().all(|&value| key.push(value));
            return if whole { Ok(key) } else { Err(FaultKind::TooManyValues) };
        }
        Ok(key)
    }

    // ---- shapes

    /// Goes through the subsets of a set that have a shape.
    pub(super) fn each_shaped(
        &mut self,
        shape: ShapeId,
        set: Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let program = self.program;
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.each_of_form(form, set, visit),
            Shape::AnyOf(shapes) => {
                for (i, &shape) in shapes.iter().enumerate() {
                    let go_on = self.each_shaped(shape, set, &mut |e, one| {
                        for &earlier in &shapes[..i] {
                            if e.is_shape(earlier, one)? {
                                return Ok(true);
                            }
                        }
                        visit(e, one)
                    })?;
                    if !go_on {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Shape::Together(shapes) => {
                let mut seen = HashSet::new();
                self.each_together(shapes, Bits::EMPTY, set, &mut |e, one| {
                    if seen.insert(one) { visit(e, one) } else { Ok(true) }
                })
            }
        }
    }

    fn each_together(
        &mut self,
        shapes: &[ShapeId],
        before: Bits,
        left: Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let Some((&first, others)) = shapes.split_first() else { return visit(self, before) };
        self.each_shaped(first, left, &mut |e, part| {
            e.each_together(others, before | part, left - part, visit)
        })
    }

    pub(super) fn is_shape(&mut self, shape: ShapeId, set: Bits) -> Evaluated<bool> {
        self.spend()?;
        let program = self.program;
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.is_form(form, set),
            Shape::AnyOf(shapes) => {
                for &shape in shapes {
                    if self.is_shape(shape, set)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Shape::Together(shapes) => self.is_together(shapes, set),
        }
    }

    fn is_together(&mut self, shapes: &[ShapeId], set: Bits) -> Evaluated<bool> {
        let Some((&first, others)) = shapes.split_first() else { return Ok(set.is_empty()) };
        if others.is_empty() {
            return self.is_shape(first, set);
        }
        Ok(!self.each_shaped(first, set, &mut |e, part| Ok(!e.is_together(others, set - part)?))?)
    }

    /// The last of a shape's alternatives that fits, from 1.
    pub(super) fn form_of(&mut self, shape: ShapeId, set: Bits) -> Evaluated<i32> {
        let program = self.program;
        let whole = [shape];
        let forms = match &program.terms.shapes[shape] {
            Shape::AnyOf(shapes) => shapes.as_slice(),
            Shape::Form(_) | Shape::Together(_) => &whole,
        };
        for (i, &form) in forms.iter().enumerate().rev() {
            if self.is_shape(form, set)? {
                return Ok(i.to_i32() + 1);
            }
        }
        Ok(NONE)
    }

    /// The cards that can be of a form, each with its numbers: what must be the same, what must
    /// differ, its place in the sequence. Those that go together stand side by side, in the order
    /// of the sequence.
    fn rows(&mut self, form: &Form, set: Bits) -> Evaluated<(Vec<Row>, Bits)> {
        let mut rows = Vec::with_capacity(set.len());
        let mut wild = Bits::EMPTY;
        for card in set {
            self.spend()?;
            self.bind(form.temp, i32::from(card));
            if let Some(Wild { test, .. }) = form.wild
                && self.test(test)?
            {
                wild.insert(card);
                continue;
            }
            if let Some(test) = form.card
                && !self.test(test)?
            {
                continue;
            }
            let mut row = Row {
                same: [NONE; MOST_KEYS],
                different: [NONE; MOST_KEYS],
                order: i32::from(card),
                card,
            };
            let mut whole = true;
            for (place, &key) in row.same.iter_mut().zip(&form.same) {
                *place = self.num(key)?;
                whole &= *place != NONE;
            }
            for (place, &key) in row.different.iter_mut().zip(&form.different) {
                *place = self.num(key)?;
                whole &= *place != NONE;
            }
            if let Some(key) = form.sequence.or(form.each.map(|(_, key)| key)) {
                row.order = self.num(key)?;
                whole &= row.order != NONE;
            }
            if whole {
                rows.push(row);
            }
        }
        rows.sort_unstable_by_key(|row| (row.same, row.order, row.card));
        Ok((rows, wild))
    }

    /// How many wild cards a form has, at least and at most.
    fn wild_bounds(&mut self, form: &Form) -> Evaluated<(usize, usize)> {
        let Some(Wild { least, most, .. }) = form.wild else { return Ok((0, 0)) };
        let least = self.num(least)?.max(0).to_usize();
        let most = match most {
            Some(most) => self.num(most)?.max(0).to_usize(),
            None => usize::MAX,
        };
        Ok((least, most))
    }

    /// All sets of so many of these cards, by their number, beginning with none.
    fn subsets_by_size(&mut self, cards: Bits, most: usize) -> Evaluated<Vec<Vec<Bits>>> {
        let mut by_size = vec![Vec::new(); most.min(cards.len()) + 1];
        by_size[0].push(Bits::EMPTY);
        for card in cards {
            for size in (1..by_size.len()).rev() {
                let [smaller, larger] = &mut by_size[size - 1..=size] else { continue };
                for &set in smaller.iter() {
                    self.spend()?;
                    larger.push(set | Bits::one(card));
                }
            }
        }
        Ok(by_size)
    }

    fn each_of_form(&mut self, form: &Form, set: Bits, visit: &mut Visit<'_>) -> Evaluated<bool> {
        let mut search = Search::of_form(self, form)?;
        // The temps of what is said about a card are used by each look at a card: all looks come
        // first.
        let (rows, wild) = self.rows(form, set)?;
        if form.wild.is_some() {
            return self.each_with_wild((form, search), &rows, wild, visit);
        }
        let mut first = true;
        for class in rows.chunk_by(|a, b| a.same == b.same) {
            if class.len() < search.least {
                continue;
            }
            search.clear();
            for row in class {
                let value = search.value_of(self, i32::from(row.card))?;
                search.push(row.card, row.order, value, &row.different[..form.different.len()]);
            }
            if !search.run(self, first, visit)? {
                return Ok(false);
            }
            first = false;
        }
        Ok(true)
    }

    /// The same where some of the cards may be wild: so many fewer others are searched for, with so
    /// many places left free.
    fn each_with_wild(
        &mut self,
        (form, mut search): (&Form, Search),
        rows: &[Row],
        wild: Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let (fewest, most) = self.wild_bounds(form)?;
        let (least, largest) = (search.least, search.most);
        // At least one card stands for itself.
        let wild = self.subsets_by_size(wild, most.min(largest.saturating_sub(1)))?;
        for class in rows.chunk_by(|a, b| a.same == b.same) {
            search.clear();
            for row in class {
                search.push(row.card, row.order, 0, &row.different[..form.different.len()]);
            }
            for (count, wild) in wild.iter().enumerate().skip(fewest) {
                (search.least, search.most, search.gaps) =
                    (least.saturating_sub(count).max(1), largest - count, count);
                let go_on = search.run(self, false, &mut |e, others| {
                    for &wild in wild {
                        e.spend()?;
                        if !visit(e, others | wild)? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                })?;
                if !go_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_form(&mut self, form: &Form, set: Bits) -> Evaluated<bool> {
        let search = Search::of_form(self, form)?;
        if set.len() < search.least || set.len() > search.most {
            return Ok(false);
        }
        let (rows, wild) = self.rows(form, set)?;
        let (fewest, most) = self.wild_bounds(form)?;
        // Wild cards stand for others, and not for each other alone.
        if form.wild.is_some() && (wild.len() < fewest || wild.len() > most || rows.is_empty()) {
            return Ok(false);
        }
        let one_class = rows.windows(2).all(|pair| pair[0].same == pair[1].same);
        let differ = |i: usize| {
            rows[..i]
                .iter()
                .all(|row| differs(&row.different, &rows[i].different, form.different.len()))
        };
        if rows.len() + wild.len() != set.len() || !one_class || !(0..rows.len()).all(differ) {
            return Ok(false);
        }
        if form.sequence.is_some() || form.each.is_some() {
            let values: Vec<&[Row]> = rows.chunk_by(|a, b| a.order == b.order).collect();
            let gaps = values.windows(2).map(|pair| gap(pair[0][0].order, pair[1][0].order));
            if values.iter().any(|value| value.len() != search.each)
                || (form.sequence.is_some() && gaps.sum::<i64>() > wild.len().to_i64())
            {
                return Ok(false);
            }
        }
        let mut sum = 0;
        for row in &rows {
            sum += i64::from(search.value_of(self, i32::from(row.card))?);
        }
        Ok(search.fits(sum))
    }
}

/// So many attributes can be the same, and so many different.
pub(crate) const MOST_KEYS: usize = 3;

#[derive(Clone, Copy)]
struct Row {
    same: [i32; MOST_KEYS],
    different: [i32; MOST_KEYS],
    order: i32,
    card: u8,
}

fn differs(a: &[i32], b: &[i32], keys: usize) -> bool {
    (0..keys).all(|key| a[key] != b[key])
}

/// How many values lie between two.
fn gap(low: i32, high: i32) -> i64 {
    i64::from(high) - i64::from(low) - 1
}

/// The search for the subsets of some cards: bucket by bucket, `each` cards of a bucket. A bucket
/// is the cards of one value of a sequence, else a single card.
struct Search {
    least: usize,
    most: usize,
    each: usize,
    sequence: bool,
    /// So many values may be left out of a sequence: wild cards take their places.
    gaps: usize,
    total: Option<(Temp, NumId, Comparison, i32)>,
    cards: Vec<u8>,
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
#[derive(Clone, Copy)]
struct Chosen {
    set: Bits,
    count: usize,
    sum: i64,
    /// How many values may still be left out.
    gaps: usize,
}

impl Search {
    fn new(
        e: &mut Eval<'_>,
        least: NumId,
        most: Option<NumId>,
        total: Option<TotalId>,
    ) -> Evaluated<Self> {
        let least = e.num(least)?.max(0).to_usize();
        let most = match most {
            Some(most) => e.num(most)?.max(0).to_usize(),
            None => usize::MAX,
        };
        let total = match total.map(|total| e.program.terms.totals[total]) {
            Some(total) => Some((total.temp, total.value, total.op, e.num(total.than)?)),
            None => None,
        };
        Ok(Search {
            least,
            most,
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

    fn of_form(e: &mut Eval<'_>, form: &Form) -> Evaluated<Self> {
        let mut search = Search::new(e, form.least, form.most, form.total)?;
        search.sequence = form.sequence.is_some();
        search.keys = form.different.len();
        if let Some((each, _)) = form.each {
            search.each = e.num(each)?.max(1).to_usize();
        }
        Ok(search)
    }

    fn clear(&mut self) {
        self.cards.clear();
        self.values.clear();
        self.different.clear();
        self.buckets.clear();
    }

    /// What a card counts in the total.
    fn value_of(&self, e: &mut Eval<'_>, card: i32) -> Evaluated<i32> {
        let Some((temp, value, ..)) = self.total else { return Ok(0) };
        e.bind(temp, card);
        Ok(match e.num(value)? {
            NONE => 0,
            value => value,
        })
    }

    fn push(&mut self, card: u8, order: i32, value: i32, different: &[i32]) {
        let alone = !self.sequence && self.each == 1;
        if alone || self.buckets.last().is_none_or(|(_, last)| *last != order) {
            self.buckets.push((self.cards.len(), order));
        }
        self.cards.push(card);
        self.values.push(value);
        self.different.extend(different);
    }

    fn fits(&self, sum: i64) -> bool {
        self.total.is_none_or(|(.., op, than)| holds(op, sum, than))
    }

    /// Goes through all subsets of the cards pushed; the empty one, where it is allowed, only if
    /// `empty`.
    fn run(&mut self, e: &mut Eval<'_>, empty: bool, visit: &mut Visit<'_>) -> Evaluated<bool> {
        self.sums = match self.total {
            Some(_) if !self.sequence => Sums::new(&self.values, self.most),
            Some(_) | None => None,
        };
        if let Some(sums) = &self.sums {
            e.spend_on(sums.words())?;
        }
        let nothing = Chosen { set: Bits::EMPTY, count: 0, sum: 0, gaps: self.gaps };
        if empty && self.least == 0 && self.fits(0) && !visit(e, nothing.set)? {
            return Ok(false);
        }
        for bucket in 0..self.buckets.len() {
            if self.cards.len() - self.buckets[bucket].0 < self.least {
                break;
            }
            if !self.take_bucket(e, bucket, nothing, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn end_of(&self, bucket: usize) -> usize {
        self.buckets.get(bucket + 1).map_or(self.cards.len(), |(start, _)| *start)
    }

    fn take_bucket(
        &mut self,
        e: &mut Eval<'_>,
        bucket: usize,
        chosen: Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if chosen.count + self.each > self.most {
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
        chosen: Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if left == 0 {
            return self.bucket_done(e, bucket, chosen, visit);
        }
        let end = self.end_of(bucket);
        for at in from..(end + 1).saturating_sub(left) {
            e.spend()?;
            if !self.may_take(at, chosen) {
                continue;
            }
            let new = &self.different[at * self.keys..(at + 1) * self.keys];
            self.used.extend_from_slice(new);
            let with = Chosen {
                set: chosen.set | Bits::one(self.cards[at]),
                count: chosen.count + 1,
                sum: chosen.sum + i64::from(self.values[at]),
                gaps: chosen.gaps,
            };
            let go_on = self.pick(e, (bucket, at + 1, left - 1), with, visit);
            self.used.truncate(self.used.len() - self.keys);
            if !go_on? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a card differs from those chosen as it must, and leaves a way to the total.
    fn may_take(&self, at: usize, chosen: Chosen) -> bool {
        let new = &self.different[at * self.keys..(at + 1) * self.keys];
        if self.keys > 0 && !self.used.chunks(self.keys).all(|used| differs(used, new, self.keys)) {
            return false;
        }
        let (Some(sums), Some((.., op, than))) = (&self.sums, self.total) else { return true };
        let count = chosen.count + 1;
        let counts = (self.least.saturating_sub(count), self.most - count);
        sums.can(at + 1, counts, chosen.sum + i64::from(self.values[at]), op, than)
    }

    fn bucket_done(
        &mut self,
        e: &mut Eval<'_>,
        bucket: usize,
        chosen: Chosen,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if chosen.count >= self.least && self.fits(chosen.sum) && !visit(e, chosen.set)? {
            return Ok(false);
        }
        if self.sequence {
            for next in bucket + 1..self.buckets.len() {
                let between = gap(self.buckets[bucket].1, self.buckets[next].1);
                if between > chosen.gaps.to_i64() {
                    break;
                }
                let gaps = chosen.gaps - between.to_usize();
                if !self.take_bucket(e, next, Chosen { gaps, ..chosen }, visit)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        for next in bucket + 1..self.buckets.len() {
            if chosen.count + self.cards.len() - self.buckets[next].0 < self.least {
                break;
            }
            if !self.take_bucket(e, next, chosen, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
