//! Sets of cards that have a shape. They are built from what the shape says (cards of one suit,
//! ranks that follow each other), never by trying subsets, and only as far as they are wanted.

use super::families::Visit;
use super::search::{Search, differs, gap};
use super::{Eval, Evaluated};
use crate::program::Program;
use crate::program::ids::ShapeId;
use crate::program::narrowing::Sizes;
use crate::program::terms::{Form, NumId, Shape, Wild};
use crate::value::{Bits, Card, NONE, Narrow};
use std::collections::HashSet;
use std::sync::Arc;

/// Which of the sets that have a shape are looked for.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Cards that all of them have.
    pub(crate) with: Bits,
    /// How many cards they have.
    pub(crate) sizes: Sizes,
}

impl Wanted {
    const ANY: Wanted = Wanted { with: Bits::EMPTY, sizes: Sizes::ANY };

    fn has(&self, set: &Bits) -> bool {
        self.with.is_subset(set) && self.sizes.contains(set.len())
    }

    /// What is wanted of a part, where `before` lies in the other parts already, and what is still
    /// to come has so many cards. `None` where nothing can come of it.
    fn of_part(&self, before: &Bits, rest: Sizes, is_last: bool) -> Option<Wanted> {
        let others = before.len();
        Some(Wanted {
            with: if is_last { &self.with - before } else { Bits::EMPTY },
            sizes: Sizes {
                least: self.sizes.least.saturating_sub(others.saturating_add(rest.most)),
                most: self.sizes.most.checked_sub(others.saturating_add(rest.least))?,
            },
        })
    }
}

/// The parts that cards can have in a shape, where these are the same in every position: those
/// that go together side by side, in the order of the sequence, and those that are wild.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    rows: Vec<Row>,
    /// Where each card stands among the rows, if it does.
    places: Vec<Option<u16>>,
    wild: Bits,
}

impl Parts {
    fn new(mut rows: Vec<Row>, wild: Bits) -> Parts {
        rows.sort_unstable_by_key(|row| (row.same, row.order, row.card));
        Parts { rows, places: Vec::new(), wild }
    }

    /// The same, ready to be asked for the parts of [some cards](Parts::among).
    fn with_places(mut self) -> Parts {
        let end = self.rows.iter().map(|row| usize::from(row.card) + 1).max().unwrap_or(0);
        self.places = vec![None; end];
        for (place, row) in self.rows.iter().enumerate() {
            self.places[usize::from(row.card)] = Some(place.to_u16());
        }
        self
    }

    fn among(&self, set: &Bits) -> Parts {
        let places: Bits =
            set.iter().filter_map(|card| *self.places.get(usize::from(card))?).collect();
        let rows = places.iter().map(|place| self.rows[usize::from(place)]).collect();
        Parts { rows, places: Vec::new(), wild: &self.wild & set }
    }
}

impl Eval<'_> {
    /// Goes through the subsets of a set that have a shape.
    pub(super) fn each_shaped(
        &mut self,
        shape: ShapeId,
        set: Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        self.each_wanted(shape, set, Wanted::ANY, visit)
    }

    /// Goes through those of them that are wanted, in the same order.
    pub(super) fn each_wanted(
        &mut self,
        shape: ShapeId,
        set: Bits,
        wanted: Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let program = self.program;
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.each_of_form((shape, form), set, wanted, visit),
            Shape::AnyOf(shapes) => self.each_of_any(shapes, &set, &wanted, visit),
            Shape::Together(shapes) => {
                let mut seen = HashSet::new();
                self.each_together(shapes, (Bits::EMPTY, set), wanted.clone(), &mut |e, one| {
                    if wanted.has(&one) && seen.insert(one.clone()) {
                        visit(e, one)
                    } else {
                        Ok(true)
                    }
                })
            }
        }
    }

    /// Goes through the wanted sets that have one of these shapes at least, each of them once, with
    /// the first of its shapes.
    fn each_of_any(
        &mut self,
        shapes: &[ShapeId],
        set: &Bits,
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        for (i, &shape) in shapes.iter().enumerate() {
            let go_on = self.each_wanted(shape, set.clone(), wanted.clone(), &mut |e, one| {
                if e.is_one_of(&shapes[..i], &one)? { Ok(true) } else { visit(e, one) }
            })?;
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a set has one of several shapes.
    pub(super) fn is_one_of(&mut self, shapes: &[ShapeId], set: &Bits) -> Evaluated<bool> {
        for &shape in shapes {
            if self.is_shape(shape, set)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes through the ways to find all these shapes in the cards that are `left`, beside what was
    /// found `before`. Of shapes that are alike each selection comes once, in the order in which
    /// they would be found one by one.
    fn each_together(
        &mut self,
        shapes: &[ShapeId],
        (before, left): (Bits, Bits),
        wanted: Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let Some((&first, others)) = shapes.split_first() else { return visit(self, before) };
        let rest = self.sizes_together(others)?;
        let Some(part) = wanted.of_part(&before, rest, others.is_empty()) else {
            return Ok(true);
        };
        let alike = shapes.iter().take_while(|&&shape| shape == first).count();
        if alike > 1 {
            let mut parts = Vec::new();
            let sizes = self.sizes_of(first)?;
            let part = Wanted { with: Bits::EMPTY, sizes };
            self.each_wanted(first, left.clone(), part, &mut |e, one| {
                e.spend()?;
                parts.push(one);
                Ok(true)
            })?;
            return self.each_selection(&parts, (shapes, alike), (before, left), wanted, visit);
        }
        self.each_wanted(first, left.clone(), part, &mut |e, part| {
            if (&wanted.with - &before - &part).len() > rest.most {
                return Ok(true);
            }
            e.each_together(others, (&before | &part, &left - part), wanted.clone(), visit)
        })
    }

    /// Takes so many disjoint sets out of `parts`, for as many shapes that are alike, and goes on
    /// to the shapes behind them.
    fn each_selection(
        &mut self,
        parts: &[Bits],
        (shapes, alike): (&[ShapeId], usize),
        (before, left): (Bits, Bits),
        wanted: Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if alike == 0 {
            return self.each_together(shapes, (before, left), wanted, visit);
        }
        let rest = self.sizes_together(&shapes[1..])?;
        for (i, part) in parts.iter().enumerate() {
            self.spend()?;
            let lacking = &wanted.with - &before - part;
            if !part.is_subset(&left) || lacking.len() > rest.most {
                continue;
            }
            let (taken, on) = ((&before | part, &left - part), (&shapes[1..], alike - 1));
            if !self.each_selection(&parts[i + 1..], on, taken, wanted.clone(), visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many cards the sets of a shape can have.
    pub(super) fn sizes_of(&mut self, shape: ShapeId) -> Evaluated<Sizes> {
        let program = self.program;
        if let Some(&Some(known)) = program.sizes.get(shape) {
            return Ok(known);
        }
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.sizes_between(form.least, form.most),
            Shape::AnyOf(shapes) => {
                let mut all = Sizes::NEVER;
                for &shape in shapes {
                    all = all.or(self.sizes_of(shape)?);
                }
                Ok(all)
            }
            Shape::Together(shapes) => self.sizes_together(shapes),
        }
    }

    fn sizes_together(&mut self, shapes: &[ShapeId]) -> Evaluated<Sizes> {
        let mut all = Sizes::NOTHING;
        for &shape in shapes {
            all = all.plus(self.sizes_of(shape)?);
        }
        Ok(all)
    }

    pub(super) fn sizes_between(&mut self, least: NumId, most: Option<NumId>) -> Evaluated<Sizes> {
        let least = self.num(least)?.max(0).to_usize();
        let most = match most {
            Some(most) => self.num(most)?.max(0).to_usize(),
            None => usize::MAX,
        };
        Ok(Sizes { least, most })
    }

    pub(super) fn is_shape(&mut self, shape: ShapeId, set: &Bits) -> Evaluated<bool> {
        self.spend()?;
        let program = self.program;
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.is_form((shape, form), set),
            Shape::AnyOf(shapes) => self.is_one_of(shapes, set),
            Shape::Together(shapes) => {
                let sizes = self.sizes_together(shapes)?;
                let all = Bits::below(shapes.len());
                Ok(sizes.contains(set.len()) && self.is_together(shapes, &all, set)?)
            }
        }
    }

    /// Whether the cards of a set fall apart into sets of those shapes that are `left`, by their
    /// places. One of them has the lowest card: so each way is tried once.
    fn is_together(&mut self, shapes: &[ShapeId], left: &Bits, set: &Bits) -> Evaluated<bool> {
        let mut tried = Vec::new();
        for place in left.iter() {
            let shape = shapes[usize::from(place)];
            // Of shapes that are alike the first one stands for all.
            if tried.contains(&shape) {
                continue;
            }
            tried.push(shape);
            let others = left - Bits::one(place);
            if others.is_empty() {
                return self.is_shape(shape, set);
            }
            if self.is_together_with(shape, (shapes, &others), set)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same where this shape has the lowest card, or none.
    fn is_together_with(
        &mut self,
        shape: ShapeId,
        (shapes, others): (&[ShapeId], &Bits),
        set: &Bits,
    ) -> Evaluated<bool> {
        let mut rest = Sizes::NOTHING;
        for other in others.iter() {
            rest = rest.plus(self.sizes_of(shapes[usize::from(other)])?);
        }
        let Some(most) = set.len().checked_sub(rest.least) else { return Ok(false) };
        let sizes = Sizes { least: set.len().saturating_sub(rest.most), most };
        let with = set.first().into_iter().collect();
        let none_is_whole =
            self.each_wanted(shape, set.clone(), Wanted { with, sizes }, &mut |e, part| {
                Ok(!e.is_together(shapes, others, &(set - part))?)
            })?;
        if !none_is_whole {
            return Ok(true);
        }
        let may_be_empty = sizes.least == 0 && self.is_shape(shape, &Bits::EMPTY)?;
        Ok(may_be_empty && self.is_together(shapes, others, set)?)
    }

    /// The last of a shape's alternatives that fits, from 1.
    pub(super) fn form_of(&mut self, shape: ShapeId, set: &Bits) -> Evaluated<i32> {
        let program = self.program;
        for (i, &form) in alternatives(program, &shape).iter().enumerate().rev() {
            if self.is_shape(form, set)? {
                return Ok(i.to_i32() + 1);
            }
        }
        Ok(NONE)
    }

    /// The cards of a set that can be of a form, and those that are wild in it.
    fn parts_of(&mut self, (shape, form): (ShapeId, &Form), set: &Bits) -> Evaluated<Parts> {
        if self.program.constant_forms.get(shape) != Some(&true) {
            return self.work_out_parts(form, set);
        }
        self.spend_on(set.len())?;
        let known_as = self.program.alike(shape);
        let known = self.scratch.parts.get(known_as).cloned().flatten();
        let Some(parts) = known.or_else(|| self.learn_parts(known_as, form)) else {
            return self.work_out_parts(form, set);
        };
        Ok(parts.among(set))
    }

    /// Works the parts of all cards out, once for all games; `None` where one of them has none
    /// without a fault.
    #[cold]
    fn learn_parts(&mut self, shape: ShapeId, form: &Form) -> Option<Arc<Parts>> {
        let fuel = self.scratch.fuel;
        let parts = self.work_out_parts(form, &Bits::below(self.program.memory.cards));
        self.scratch.fuel = fuel;
        let parts = Arc::new(parts.ok()?.with_places());
        let known = &mut self.scratch.parts;
        known.resize(known.len().max(shape.index() + 1), None);
        known[shape] = Some(Arc::clone(&parts));
        Some(parts)
    }

    /// Asks each card for its numbers: what must be the same, what must differ, its place in the
    /// sequence.
    fn work_out_parts(&mut self, form: &Form, set: &Bits) -> Evaluated<Parts> {
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
        Ok(Parts::new(rows, wild))
    }

    /// How many wild cards a form has.
    fn wild_sizes(&mut self, form: &Form) -> Evaluated<Sizes> {
        match form.wild {
            Some(Wild { least, most, .. }) => self.sizes_between(least, most),
            None => Ok(Sizes::NOTHING),
        }
    }

    /// All sets of so many of these cards, by their number, beginning with none.
    fn subsets_by_size(&mut self, cards: Bits, most: usize) -> Evaluated<Vec<Vec<Bits>>> {
        let mut by_size = vec![Vec::new(); most.min(cards.len()) + 1];
        by_size[0].push(Bits::EMPTY);
        for card in cards {
            for size in (1..by_size.len()).rev() {
                let [smaller, larger] = &mut by_size[size - 1..=size] else { continue };
                for set in smaller.iter() {
                    self.spend()?;
                    larger.push(set | Bits::one(card));
                }
            }
        }
        Ok(by_size)
    }

    fn each_of_form(
        &mut self,
        (shape, form): (ShapeId, &Form),
        set: Bits,
        wanted: Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let sizes = self.sizes_of(shape)?.and(wanted.sizes);
        if sizes.is_empty() || set.len() < sizes.least {
            return Ok(true);
        }
        let mut search = Search::of_form(self, form, sizes)?;
        search = search.in_memory_of(self.scratch.searches.pop());
        search.with = wanted.with.clone();
        // The temps of what is said about a card are used by each look at a card: all looks come
        // first.
        let Parts { rows, wild, .. } = self.parts_of((shape, form), &set)?;
        if form.wild.is_some() {
            return self.each_with_wild((form, search), &rows, wild, visit);
        }
        let mut first = true;
        for class in rows.chunk_by(|a, b| a.same == b.same) {
            let lacks_one = |card| class.iter().all(|row| row.card != card);
            if class.len() < search.sizes.least || wanted.with.first().is_some_and(lacks_one) {
                continue;
            }
            search.clear();
            for row in class {
                let value = search.value_of(self, i32::from(row.card))?;
                search.push(row.card, row.order, value, &row.different[..form.different.len()]);
            }
            if !search.run(self, first, visit)? {
                self.scratch.searches.push(search);
                return Ok(false);
            }
            first = false;
        }
        self.scratch.searches.push(search);
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
        let of_wild = self.wild_sizes(form)?;
        let (sizes, with) = (search.sizes, search.with);
        // At least one card stands for itself.
        let most = of_wild.most.min(sizes.most.saturating_sub(1));
        let by_size = self.subsets_by_size(wild.clone(), most)?;
        search.with = &with - wild;
        for class in rows.chunk_by(|a, b| a.same == b.same) {
            search.clear();
            for row in class {
                search.push(row.card, row.order, 0, &row.different[..form.different.len()]);
            }
            for (count, wild) in by_size.iter().enumerate().skip(of_wild.least) {
                search.sizes = Sizes {
                    least: sizes.least.saturating_sub(count).max(1),
                    most: sizes.most - count,
                };
                search.gaps = count;
                let go_on = search.run(self, false, &mut |e, others| {
                    e.each_with_one_of(&others, wild, &with, visit)
                })?;
                if !go_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Goes through what these cards are with each of some sets beside them, as far as it has all
    /// cards of `with`.
    #[inline]
    fn each_with_one_of(
        &mut self,
        cards: &Bits,
        sets: &[Bits],
        with: &Bits,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        for set in sets {
            self.spend()?;
            let one = cards | set;
            if with.is_subset(&one) && !visit(self, one)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_form(&mut self, (shape, form): (ShapeId, &Form), set: &Bits) -> Evaluated<bool> {
        let sizes = self.sizes_of(shape)?;
        if !sizes.contains(set.len()) {
            return Ok(false);
        }
        let search = Search::of_form(self, form, sizes)?;
        let Parts { rows, wild, .. } = self.parts_of((shape, form), set)?;
        let of_wild = self.wild_sizes(form)?;
        // Wild cards stand for others, and not for each other alone.
        if form.wild.is_some() && (!of_wild.contains(wild.len()) || rows.is_empty()) {
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

#[derive(Clone, Copy, Debug)]
struct Row {
    same: [i32; MOST_KEYS],
    different: [i32; MOST_KEYS],
    order: i32,
    card: Card,
}

/// The alternatives of a shape, in their order; of one that has none itself.
pub(super) fn alternatives<'p>(program: &'p Program, shape: &'p ShapeId) -> &'p [ShapeId] {
    match &program.terms.shapes[*shape] {
        Shape::AnyOf(shapes) => shapes,
        Shape::Form(_) | Shape::Together(_) => std::slice::from_ref(shape),
    }
}
