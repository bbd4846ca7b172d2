//! Sets of cards that have a shape. They are built from what the shape says (cards of one suit,
//! ranks that follow each other), never by trying subsets, and only as far as they are wanted.

use super::families::Visit;
use super::parts::{MOST_KEYS, Parts, Row};
use super::search::{Limits, Search};
use super::{Eval, Evaluated};
use crate::program::ids::ShapeId;
use crate::program::narrowing::{Sizes, alternatives};
use crate::program::terms::{Form, NumId, Shape, Wild};
use crate::value::{Bits, Card, NONE, Narrow};
use std::collections::HashSet;
use std::sync::Arc;

/// Which of the sets that have a shape are looked for.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Cards that all of them have.
    pub(super) with: Bits,
    /// Cards of which each of them has one at least, where it matters.
    pub(super) one_of: Option<Bits>,
    /// How many cards they have.
    pub(super) sizes: Sizes,
}

impl Wanted {
    pub(super) const ANY: Wanted = Wanted { with: Bits::EMPTY, one_of: None, sizes: Sizes::ANY };

    fn has(&self, set: &Bits) -> bool {
        self.sizes.contains(set.len()) && self.lies_in(set)
    }

    /// Whether a set has the cards that are wanted, however many it has.
    pub(super) fn lies_in(&self, set: &Bits) -> bool {
        self.with.is_subset(set) && self.has_one(set)
    }

    /// Whether a set has one of those cards of which one is wanted.
    pub(super) fn has_one(&self, set: &Bits) -> bool {
        self.one_of.as_ref().is_none_or(|some| some.meets(set))
    }

    /// What is wanted of a part, where `before` lies in the other parts already, and what is still
    /// to come has so many cards. `None` where nothing can come of it.
    fn of_part(&self, before: &Bits, rest: Sizes, is_last: bool) -> Option<Wanted> {
        let others = before.len();
        let sizes = Sizes {
            least: self.sizes.least.saturating_sub(others.saturating_add(rest.most)),
            most: self.sizes.most.checked_sub(others.saturating_add(rest.least))?,
        };
        if !is_last {
            return Some(Wanted { sizes, ..Wanted::ANY });
        }
        let one_of = self.one_of.clone().filter(|some| !some.meets(before));
        Some(Wanted { with: &self.with - before, one_of, sizes })
    }

    /// Whether what comes beside some cards, so much, can have all that is still missing.
    fn can_become(&self, cards: &Bits, rest: Sizes) -> bool {
        self.with.is_subset(cards) || (&self.with - cards).len() <= rest.most
    }
}

impl Eval<'_> {
    /// Goes through the subsets of a set that have a shape, as far as they are wanted. In what
    /// order does not hang on what is wanted.
    pub(super) fn each_shaped(
        &mut self,
        shape: ShapeId,
        set: &Bits,
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let program = self.program;
        match &program.terms.shapes[shape] {
            Shape::Form(form) => self.each_of_form((shape, form), set, wanted, visit),
            Shape::AnyOf(shapes) => self.each_of_any(shapes, set, wanted, visit),
            Shape::Together(shapes) => {
                let mut seen = HashSet::new();
                self.each_together(shapes, (&Bits::EMPTY, set), wanted, &mut |e, one| {
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
            let go_on = self.each_shaped(shape, set, wanted, &mut |e, one| {
                if e.is_one_of(&shapes[..i], &one)? { Ok(true) } else { visit(e, one) }
            })?;
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a set has one of several shapes.
    fn is_one_of(&mut self, shapes: &[ShapeId], set: &Bits) -> Evaluated<bool> {
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
        (before, left): (&Bits, &Bits),
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let Some((&first, others)) = shapes.split_first() else {
            return visit(self, before.clone());
        };
        let alike = shapes.iter().take_while(|&&shape| shape == first).count();
        if alike > 1 {
            return self.each_alike((shapes, alike), (before, left), wanted, visit);
        }
        let rest = self.sizes_together(others)?;
        let Some(part) = wanted.of_part(before, rest, others.is_empty()) else {
            return Ok(true);
        };
        self.each_shaped(first, left, &part, &mut |e, part| {
            let taken = before | &part;
            if !wanted.can_become(&taken, rest) {
                return Ok(true);
            }
            e.each_together(others, (&taken, &(left - part)), wanted, visit)
        })
    }

    /// Goes through the ways to find all these shapes, of which the first so many are `alike`, in
    /// the cards that are `left`, beside what was found `before`.
    fn each_alike(
        &mut self,
        (shapes, alike): (&[ShapeId], usize),
        (before, left): (&Bits, &Bits),
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let rest = self.sizes_together(&shapes[1..])?;
        if wanted.of_part(before, rest, false).is_none() {
            return Ok(true);
        }
        let (mut parts, mut all) = (Vec::new(), before.clone());
        let part = Wanted { sizes: self.sizes_of(shapes[0])?, ..Wanted::ANY };
        self.each_shaped(shapes[0], left, &part, &mut |e, one| {
            e.spend()?;
            all |= &one;
            parts.push(one);
            Ok(true)
        })?;
        let is_last = shapes.len() == alike;
        if is_last && !wanted.lies_in(&all) {
            return Ok(true);
        }
        self.each_selection(&parts, (shapes, alike), (before, left), wanted, visit)
    }

    /// Takes so many disjoint sets out of `parts`, for as many shapes that are alike, and goes on
    /// to the shapes behind them.
    fn each_selection(
        &mut self,
        parts: &[Bits],
        (shapes, alike): (&[ShapeId], usize),
        (before, left): (&Bits, &Bits),
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        if alike == 0 {
            return self.each_together(shapes, (before, left), wanted, visit);
        }
        let rest = self.sizes_together(&shapes[1..])?;
        for (i, part) in parts.iter().enumerate() {
            self.spend()?;
            if !part.is_subset(left) {
                continue;
            }
            let taken = before | part;
            let is_last = shapes.len() == 1;
            if !wanted.can_become(&taken, rest) || is_last && !wanted.lies_in(&taken) {
                continue;
            }
            let (cards, on) = ((&taken, &(left - part)), (&shapes[1..], alike - 1));
            if !self.each_selection(&parts[i + 1..], on, cards, wanted, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many cards the sets of a shape can have.
    #[inline]
    pub(super) fn sizes_of(&mut self, shape: ShapeId) -> Evaluated<Sizes> {
        match self.program.sizes.get(shape) {
            Some(&Some(known)) => Ok(known),
            Some(None) | None => self.work_out_sizes(shape),
        }
    }

    #[cold]
    fn work_out_sizes(&mut self, shape: ShapeId) -> Evaluated<Sizes> {
        let program = self.program;
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
                let sizes = self.sizes_of(shape)?;
                Ok(sizes.contains(set.len())
                    && self.each_may_be_in(shapes, set)?
                    && self.is_together(&mut shapes.clone(), set)?)
            }
        }
    }

    /// Whether each card of a set may be in one of these shapes, as far as that is told by how many
    /// of the others can be beside it. Where one is in none, no way has to be tried.
    fn each_may_be_in(&mut self, shapes: &[ShapeId], set: &Bits) -> Evaluated<bool> {
        for card in set.of() {
            if !self.may_be_in_one(shapes, card, set)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn may_be_in_one(&mut self, shapes: &[ShapeId], card: Card, set: &Bits) -> Evaluated<bool> {
        // Shapes that are alike mostly stand side by side: one of them is enough.
        let mut last = None;
        for &shape in shapes {
            if last.replace(shape) != Some(shape) && self.may_be_in(shape, card, set)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn may_be_in(&mut self, shape: ShapeId, card: Card, set: &Bits) -> Evaluated<bool> {
        let program = self.program;
        let form = match &program.terms.shapes[shape] {
            Shape::AnyOf(shapes) | Shape::Together(shapes) => {
                return self.may_be_in_one(shapes, card, set);
            }
            Shape::Form(form) => form,
        };
        let parts = if form.wild.is_some() { None } else { self.known_parts(shape, form) };
        let Some(parts) = parts else { return Ok(true) };
        let Some(class) = parts.class_of(card) else { return Ok(false) };
        let sizes = self.sizes_of(shape)?;
        let limits = Limits::of_form(self, form, sizes)?;
        Ok(Search::of_class(limits, (&parts, class), set, &Wanted::ANY).may_have(card))
    }

    /// Whether the cards of a set fall apart into sets of these shapes, which are the same
    /// afterwards. One of them has the lowest card: so each way is tried once.
    fn is_together(&mut self, shapes: &mut Vec<ShapeId>, set: &Bits) -> Evaluated<bool> {
        if let [only] = **shapes {
            return self.is_shape(only, set);
        }
        for place in 0..shapes.len() {
            let shape = shapes[place];
            // Of shapes that are alike the first one stands for all.
            if shapes[..place].contains(&shape) {
                continue;
            }
            shapes.remove(place);
            let is_whole = self.is_together_with(shape, shapes, set)?;
            shapes.insert(place, shape);
            if is_whole {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the cards of a set fall apart into a set of a `shape`, which has the lowest card or
    /// none at all, and sets of the `others`, which are the same afterwards.
    fn is_together_with(
        &mut self,
        shape: ShapeId,
        others: &mut Vec<ShapeId>,
        set: &Bits,
    ) -> Evaluated<bool> {
        let (size, rest) = (set.len(), self.sizes_together(others)?);
        let Some(most) = size.checked_sub(rest.least) else { return Ok(false) };
        let sizes = Sizes { least: size.saturating_sub(rest.most), most };
        let with = set.first().map_or(Bits::EMPTY, Bits::one);
        let none_is_whole =
            self.each_shaped(shape, set, &Wanted { with, one_of: None, sizes }, &mut |e, part| {
                Ok(!e.is_together(others, &(set - part))?)
            })?;
        if !none_is_whole {
            return Ok(true);
        }
        let may_be_empty = sizes.least == 0 && self.is_shape(shape, &Bits::EMPTY)?;
        Ok(may_be_empty && self.is_together(others, set)?)
    }

    /// The last of a shape's alternatives that fits, from 1.
    pub(super) fn form_of(&mut self, shape: ShapeId, set: &Bits) -> Evaluated<i32> {
        let program = self.program;
        for (i, &form) in alternatives(&program.terms, &shape).iter().enumerate().rev() {
            if self.is_shape(form, set)? {
                return Ok(i.to_i32() + 1);
            }
        }
        Ok(NONE)
    }

    /// What cards are in a form: those of a set, and perhaps others.
    fn parts_of(&mut self, (shape, form): (ShapeId, &Form), set: &Bits) -> Evaluated<Arc<Parts>> {
        match self.known_parts(shape, form) {
            Some(parts) => Ok(parts),
            None => self.work_out_parts(form, set),
        }
    }

    /// What all cards are in a form, where that is the same in every position.
    fn known_parts(&mut self, shape: ShapeId, form: &Form) -> Option<Arc<Parts>> {
        if self.program.constant_forms.get(shape) != Some(&true) {
            return None;
        }
        let known_as = self.program.alike(shape);
        let known = self.scratch.parts.get(known_as).cloned().flatten();
        known.or_else(|| self.learn_parts(known_as, form))
    }

    /// Works the parts of all cards out, once for all games; `None` where one of them has none
    /// without a fault.
    #[cold]
    fn learn_parts(&mut self, shape: ShapeId, form: &Form) -> Option<Arc<Parts>> {
        let fuel = self.scratch.fuel;
        let parts = self.work_out_parts(form, &Bits::below(self.program.memory.cards));
        self.scratch.fuel = fuel;
        let parts = parts.ok()?;
        let known = &mut self.scratch.parts;
        known.resize(known.len().max(shape.index() + 1), None);
        known[shape] = Some(Arc::clone(&parts));
        Some(parts)
    }

    /// Asks each card for its numbers: what must be the same, what must differ, its place in the
    /// sequence.
    fn work_out_parts(&mut self, form: &Form, set: &Bits) -> Evaluated<Arc<Parts>> {
        let mut rows = Vec::with_capacity(set.len());
        let mut wild = Bits::EMPTY;
        for card in set.of::<Card>() {
            self.spend()?;
            self.bind(form.temp, card.word());
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
                order: card.word(),
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
        Ok(Arc::new(Parts::new(form, rows, wild)))
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
        set: &Bits,
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        self.spend()?;
        let sizes = self.sizes_of(shape)?.and(wanted.sizes);
        if sizes.is_empty() || set.len() < sizes.least {
            return Ok(true);
        }
        let limits = Limits::of_form(self, form, sizes)?;
        // The temps of what is said about a card are used by each look at a card: all looks come
        // first.
        let parts = self.parts_of((shape, form), set)?;
        if form.wild.is_some() {
            return self.each_with_wild((form, limits), &parts, (set, wanted), visit);
        }
        let mut first = true;
        for class in parts.classes_with(wanted.with.first_of()) {
            if !class.cards.meets(set) {
                continue;
            }
            let mut search = Search::of_class(limits, (&parts, class), set, wanted);
            if !search.run(self, first, visit)? {
                return Ok(false);
            }
            first = false;
        }
        Ok(true)
    }

    /// Goes through the sets of a form in which some cards may be wild: so many fewer others are
    /// searched for, with so many places left free.
    fn each_with_wild(
        &mut self,
        (form, limits): (&Form, Limits),
        parts: &Parts,
        (set, wanted): (&Bits, &Wanted),
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        let of_wild = self.wild_sizes(form)?;
        let (sizes, wild) = (limits.sizes, &parts.wild & set);
        // At least one card stands for itself.
        let most = of_wild.most.min(sizes.most.saturating_sub(1));
        let others = Wanted { with: &wanted.with - &wild, ..Wanted::ANY };
        let by_size = self.subsets_by_size(wild, most)?;
        for class in parts.classes_with(others.with.first_of()) {
            for (gaps, wild) in by_size.iter().enumerate().skip(of_wild.least) {
                let least = sizes.least.saturating_sub(gaps).max(1);
                let sizes = Sizes { least, most: sizes.most - gaps };
                let limits = Limits { sizes, gaps, ..limits };
                let mut search = Search::of_class(limits, (parts, class), set, &others);
                let go_on = search.run(self, false, &mut |e, others| {
                    e.each_with_one_of(&others, wild, wanted, visit)
                })?;
                if !go_on {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Goes through what these cards are with each of some sets beside them, as far as that is
    /// wanted.
    #[inline]
    fn each_with_one_of(
        &mut self,
        cards: &Bits,
        sets: &[Bits],
        wanted: &Wanted,
        visit: &mut Visit<'_>,
    ) -> Evaluated<bool> {
        for set in sets {
            self.spend()?;
            let one = cards | set;
            if wanted.lies_in(&one) && !visit(self, one)? {
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
        let limits = Limits::of_form(self, form, sizes)?;
        let parts = self.parts_of((shape, form), set)?;
        let of_wild = self.wild_sizes(form)?;
        let wild = &parts.wild & set;
        let others = set - &wild;
        let Some(first) = others.first_of() else {
            // Wild cards stand for others, and not for each other alone.
            let nothing = Search::of_cards(limits, others, &Wanted::ANY);
            return Ok(form.wild.is_none() && nothing.is_whole(self)?);
        };
        if form.wild.is_some() && !of_wild.contains(wild.len()) {
            return Ok(false);
        }
        let Some(class) = parts.class_of(first).filter(|class| others.is_subset(&class.cards))
        else {
            return Ok(false);
        };
        let limits = Limits { gaps: wild.len(), ..limits };
        Search::of_class(limits, (&parts, class), &others, &Wanted::ANY).is_whole(self)
    }
}
