//! The searches that scripts would be slow at: best pairing, best set of disjoint combinations,
//! walks on a grid.

use super::{Eval, Evaluated};
use crate::program::ids::{PackingId, PairingId, WalkId};
use crate::program::terms::{Packing, Pairing, TestId};
use crate::tabletop::ids::IdVec;
use crate::value::{Bits, Card, NONE, Slot, number};
use crate::vm::fault::FaultKind;
use std::collections::HashMap;

/// Memory of the assignment search.
#[derive(Clone, Debug, Default)]
pub(super) struct AssignmentScratch {
    /// Of each row with each column, row by row; what is behind them means nothing.
    gains: Vec<i32>,
    /// The members on the right.
    right: Vec<u16>,
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    row_of: Vec<usize>,
    way: Vec<usize>,
    least: Vec<i64>,
    used: Vec<bool>,
    /// Rows without a column after the first look.
    waits: Vec<bool>,
}

/// What pairs came to, where nothing but the pair decides it: row by row, [`NONE`] for a pair that
/// has not come up.
#[derive(Clone, Debug, Default)]
pub(super) struct PairGains {
    rows: Vec<Vec<i32>>,
}

/// What pairs of a pairing with this member came to before: [`NONE`], or nothing, for one that is
/// not remembered.
fn known_gains(known: &IdVec<PairingId, PairGains>, pairing: PairingId, x: u16) -> &[i32] {
    let rows = known.get(pairing).map(|known| known.rows.as_slice());
    rows.and_then(|rows| rows.get(usize::from(x))).map_or(&[], Vec::as_slice)
}

impl Eval<'_> {
    #[cold]
    fn remember_gain(&mut self, pairing: PairingId, x: u16, y: u16, gain: i32) {
        let known = &mut self.scratch.pair_gains;
        known.resize(known.len().max(pairing.index() + 1), PairGains::default());
        let rows = &mut known[pairing].rows;
        rows.resize(rows.len().max(usize::from(x) + 1), Vec::new());
        let row = &mut rows[usize::from(x)];
        row.resize(row.len().max(usize::from(y) + 1), NONE);
        row[usize::from(y)] = gain;
    }

    /// The largest sum over pairings in which as many pairs stand as the smaller set allows.
    pub(super) fn best_pairing(&mut self, pairing: PairingId) -> Evaluated<i32> {
        let Pairing { left, right, .. } = self.program.terms.pairings[pairing];
        let (left, right) = (self.set(left)?, self.set(right)?);
        self.best_pairing_of(pairing, &left, &right)
    }

    /// The largest sum over pairings of two sets that were worked out before, in which as many
    /// pairs stand as the smaller set allows.
    pub(in crate::vm) fn best_pairing_of(
        &mut self,
        pairing: PairingId,
        left: &Bits,
        right: &Bits,
    ) -> Evaluated<i32> {
        let (lefts, rights) = (left.len(), right.len());
        let (rows, columns) = (lefts.min(rights), lefts.max(rights));
        if rows == 0 {
            return Ok(0);
        }
        // How far apart the gains of neighbours on the left lie, and of those on the right.
        let (down, along) = if lefts <= rights { (columns, 1) } else { (1, columns) };
        // A gain may hang on another pairing, which uses the memory in between.
        let mut assignment = std::mem::take(&mut self.scratch.assignment);
        assignment.prepare(rows * columns, right);
        for (i, x) in left.iter().enumerate() {
            let known = known_gains(&self.scratch.pair_gains, pairing, x);
            let are_known = assignment.recall(known, (i * down, along));
            self.spend_for_each(rights)?;
            if are_known {
                continue;
            }
            for (j, y) in right.iter().enumerate() {
                let gain = self.gain(pairing, x, y)?;
                let gain = if gain == NONE { 0 } else { gain };
                assignment.gains[i * down + j * along] = gain;
            }
        }
        let best = assignment.best(rows, columns);
        self.scratch.assignment = assignment;
        number(i32::try_from(best).ok()).ok_or(FaultKind::Overflow)
    }

    /// What a pair of a pairing comes to.
    fn gain(&mut self, pairing: PairingId, x: u16, y: u16) -> Evaluated<i32> {
        let program = self.program;
        // While a program is made, nothing is marked yet.
        let is_constant = program.constant_pairings.get(pairing) == Some(&true);
        let known = known_gains(&self.scratch.pair_gains, pairing, x).get(usize::from(y)).copied();
        if let Some(gain) = known.filter(|&gain| gain != NONE) {
            return Ok(gain);
        }
        let Pairing { left_temp, right_temp, value, .. } = program.terms.pairings[pairing];
        self.bind(left_temp, x.into());
        self.bind(right_temp, y.into());
        let gain = self.num(value)?;
        if is_constant {
            self.remember_gain(pairing, x, y, gain);
        }
        Ok(gain)
    }

    /// The largest sum over disjoint combinations. Cards of the same kinds are interchangeable, so
    /// the search is over how many of each class are left.
    pub(super) fn best_packing(&mut self, packing: PackingId) -> Evaluated<i32> {
        let program = self.program;
        let packing = &program.terms.packings[packing];
        if packing.groups.iter().any(|group| group.shape.is_some()) {
            return Ok(self.best_partition(packing)?.0);
        }
        let mut search = self.search_of_kinds(packing)?;
        let counts: Vec<u16> = search.classes.iter().map(|(_, count)| *count).collect();
        search.best(self, &counts)
    }

    fn search_of_kinds<'p>(&mut self, packing: &'p Packing) -> Evaluated<PackingSearch<'p>> {
        let cards = self.set(packing.set)?;
        let classes = self.classes(packing, &cards)?;
        let mut values = Vec::with_capacity(packing.groups.len());
        for group in &packing.groups {
            values.push(self.num(group.value)?);
        }
        Ok(PackingSearch {
            packing,
            kinds: packing.kinds(),
            values,
            cards,
            classes,
            remembered: HashMap::new(),
        })
    }

    /// The combinations of a best packing, each as its cards.
    pub(super) fn best_parts(&mut self, packing: PackingId) -> Evaluated<Vec<Bits>> {
        let program = self.program;
        let packing = &program.terms.packings[packing];
        if packing.groups.iter().any(|group| group.shape.is_some()) {
            return Ok(self.best_partition(packing)?.1);
        }
        let mut search = self.search_of_kinds(packing)?;
        let mut left: Vec<u16> = search.classes.iter().map(|(_, count)| *count).collect();
        let mut cards = self.cards_of_classes(packing, &search)?;
        let mut parts = Vec::new();
        while let Some(rest) = search.best_step(self, &left)? {
            let mut part = Bits::EMPTY;
            for (class, (before, after)) in left.iter().zip(&rest).enumerate() {
                for card in cards[class].iter().take(usize::from(before - after)) {
                    part.insert(card);
                }
                cards[class] -= part.clone();
            }
            parts.push(part);
            left = rest;
        }
        Ok(parts)
    }

    /// The cards of each class of the search.
    fn cards_of_classes(
        &mut self,
        packing: &Packing,
        search: &PackingSearch<'_>,
    ) -> Evaluated<Vec<Bits>> {
        let mut cards = vec![Bits::EMPTY; search.classes.len()];
        for card in search.cards.of() {
            let mask = self.kinds_of(packing, &search.kinds, card)?;
            if let Some(class) = search.classes.iter().position(|(m, _)| *m == mask) {
                cards[class].insert(card);
            }
        }
        Ok(cards)
    }

    /// Which of the kinds a card is of.
    fn kinds_of(&mut self, packing: &Packing, kinds: &[TestId], card: Card) -> Evaluated<u64> {
        self.bind(packing.temp, card.word());
        let mut mask = 0;
        for (i, &kind) in kinds.iter().enumerate() {
            mask |= u64::from(self.test(kind)?) << i;
        }
        Ok(mask)
    }

    /// How many of the `cards` are of the same kinds: the kinds as a mask, and how many.
    fn classes(&mut self, packing: &Packing, cards: &Bits) -> Evaluated<Vec<(u64, u16)>> {
        let kinds = packing.kinds();
        let mut classes: Vec<(u64, u16)> = Vec::new();
        for card in cards.of() {
            let mask = self.kinds_of(packing, &kinds, card)?;
            match classes.iter_mut().find(|(m, _)| *m == mask) {
                Some((_, count)) => *count += 1,
                None => classes.push((mask, 1)),
            }
        }
        classes.retain(|(mask, _)| *mask != 0);
        Ok(classes)
    }

    /// The ends of all ways of exactly so many orthogonal steps, none of whose cells is visited
    /// twice.
    pub(super) fn walk(&mut self, walk: WalkId) -> Evaluated<Bits> {
        let program = self.program;
        let walk = &program.terms.walks[walk];
        let steps = self.num(walk.steps)?;
        // None is less than 0.
        let from = Slot::from_word(self.num(walk.from)?).filter(|_| steps >= 0);
        let Some(from) = from else { return Ok(Bits::EMPTY) };
        let Some(info) = program.slots.get(from.index()) else { return Ok(Bits::EMPTY) };
        let mut open = Bits::EMPTY;
        let cells: Bits = self.state.slots_of(program, info.instance).collect();
        for slot in cells {
            self.bind(walk.temp, i32::from(slot));
            open.put(slot, self.test(walk.through)?);
        }
        self.ends_of_walks(from, steps, open)
    }

    /// Where walks of so many `steps` from a cell end that go through `open` cells and no cell
    /// twice.
    pub(in crate::vm) fn ends_of_walks(
        &mut self,
        from: Slot,
        steps: i32,
        open: Bits,
    ) -> Evaluated<Bits> {
        let mut ends = Bits::EMPTY;
        self.walk_on(from, steps, open - Bits::one(from), &mut ends)?;
        Ok(ends)
    }

    fn walk_on(&mut self, at: Slot, steps: i32, open: Bits, ends: &mut Bits) -> Evaluated<()> {
        self.spend()?;
        if steps <= 0 {
            ends.insert(at);
            return Ok(());
        }
        let beside = self.program.steps_from(at) & &open;
        if steps == 1 {
            *ends |= beside;
            return Ok(());
        }
        for next in beside.of::<Slot>() {
            self.walk_on(next, steps - 1, &open - Bits::one(next), ends)?;
        }
        Ok(())
    }
}

struct PackingSearch<'a> {
    packing: &'a Packing,
    kinds: Vec<TestId>,
    values: Vec<i32>,
    cards: Bits,
    classes: Vec<(u64, u16)>,
    remembered: HashMap<Vec<u16>, i32>,
}

impl PackingSearch<'_> {
    /// The best that can be made of what is left of each class.
    fn best(&mut self, eval: &mut Eval<'_>, left: &[u16]) -> Evaluated<i32> {
        if let Some(&best) = self.remembered.get(left) {
            return Ok(best);
        }
        eval.spend()?;
        let mut best = 0;
        for group in 0..self.packing.groups.len() {
            for rest in self.ways(eval, group, left)? {
                let with = self
                    .best(eval, &rest)?
                    .checked_add(self.values[group])
                    .ok_or(FaultKind::Overflow)?;
                best = best.max(with);
            }
        }
        self.remembered.insert(left.to_vec(), best);
        Ok(best)
    }

    /// What is left after the next combination of the best packing; `None` when nothing more is to
    /// be made.
    fn best_step(&mut self, eval: &mut Eval<'_>, left: &[u16]) -> Evaluated<Option<Vec<u16>>> {
        let best = self.best(eval, left)?;
        for group in 0..self.packing.groups.len() {
            for rest in self.ways(eval, group, left)? {
                if self.values[group] > 0
                    && self.best(eval, &rest)?.checked_add(self.values[group]) == Some(best)
                {
                    return Ok(Some(rest));
                }
            }
        }
        Ok(None)
    }

    /// What is left after one group was taken, in every way to take it. Each way costs fuel before
    /// it is built: there may be very many.
    fn ways(&self, eval: &mut Eval<'_>, group: usize, left: &[u16]) -> Evaluated<Vec<Vec<u16>>> {
        let mut ways = vec![left.to_vec()];
        for kind in &self.packing.groups[group].kinds {
            let bit = self.kinds.iter().position(|k| k == kind).unwrap_or(0);
            let mut longer = Vec::new();
            for way in &ways {
                for class in 0..way.len() {
                    if way[class] == 0 || self.classes[class].0 >> bit & 1 == 0 {
                        continue;
                    }
                    eval.spend()?;
                    let mut next = way.clone();
                    next[class] -= 1;
                    longer.push(next);
                }
            }
            longer.sort_unstable();
            longer.dedup();
            ways = longer;
        }
        Ok(ways)
    }
}

const FAR: i64 = i64::MAX / 4;

impl AssignmentScratch {
    /// Makes room for so many gains of pairs with these members on the right.
    fn prepare(&mut self, gains: usize, right: &Bits) {
        if self.gains.len() < gains {
            self.gains.resize(gains, 0);
        }
        self.right.clear();
        for y in right.iter() {
            self.right.push(y);
        }
    }

    /// Notes what pairs with one member on the left are `known` to come to, from a place among the
    /// gains on and so far apart; whether all of them are.
    fn recall(&mut self, known: &[i32], (first, apart): (usize, usize)) -> bool {
        let (mut at, mut are_known) = (first, true);
        for &y in &self.right {
            let gain = known.get(usize::from(y)).copied().unwrap_or(NONE);
            are_known &= gain != NONE;
            self.gains[at] = gain;
            at += apart;
        }
        are_known
    }

    /// The largest sum with every row given a column of its own.
    fn best(&mut self, rows: usize, columns: usize) -> i64 {
        match rows {
            1 => self.best_of::<1, 2>(columns),
            2 => self.best_of::<2, 4>(columns),
            3 => self.best_of::<3, 8>(columns),
            4 => self.best_of::<4, 16>(columns),
            _ => self.best_of_many(rows, columns),
        }
    }

    /// The largest sum with every one of few rows given a column of its own: column by column, the
    /// best that each set of rows, of which there are `SETS`, can have of the columns so far. No
    /// branch hangs on a gain, so there is none to foresee.
    fn best_of<const ROWS: usize, const SETS: usize>(&self, columns: usize) -> i64 {
        let gains: [&[i32]; ROWS] =
            std::array::from_fn(|row| &self.gains[row * columns..][..columns]);
        let mut best = [-FAR; SETS];
        best[0] = 0;
        for column in 0..columns {
            give_column(&mut best, &gains.map(|of_row| of_row[column].into()));
        }
        best[SETS - 1]
    }

    /// The largest sum with every one of many rows given a column of its own (Kuhn and Munkres, in
    /// the form with potentials: O(rows² · columns)).
    fn best_of_many(&mut self, rows: usize, columns: usize) -> i64 {
        self.row_potential.clear();
        self.row_potential.push(0);
        self.row_of.clear();
        self.row_of.resize(columns + 1, 0);
        self.waits.clear();
        // A row that gains most in a column nobody else wants has it at once; the others have to
        // give way to each other.
        let (mut sum, mut contested) = (0, false);
        for (row, gains) in self.gains[..rows * columns].chunks_exact(columns).enumerate() {
            let (mut most, mut best) = (i32::MIN, 0);
            for (column, &gain) in gains.iter().enumerate() {
                if gain > most {
                    (most, best) = (gain, column);
                }
            }
            let waits = self.row_of[best + 1] != 0;
            if !waits {
                self.row_of[best + 1] = row + 1;
            }
            contested |= waits;
            self.waits.push(waits);
            self.row_potential.push(-i64::from(most));
            sum += i64::from(most);
        }
        if !contested {
            return sum;
        }
        self.column_potential.clear();
        self.column_potential.resize(columns + 1, 0);
        self.way.clear();
        self.way.resize(columns + 1, 0);
        for row in 1..=rows {
            if self.waits[row - 1] {
                self.assign(row, columns);
            }
        }
        (1..=columns)
            .filter(|&c| self.row_of[c] > 0)
            .map(|c| i64::from(self.gain(self.row_of[c], c, columns)))
            .sum()
    }

    fn gain(&self, row: usize, column: usize, columns: usize) -> i32 {
        self.gains[(row - 1) * columns + column - 1]
    }

    /// Finds the cheapest way to give this row a column, moving others where that is better.
    fn assign(&mut self, row: usize, columns: usize) {
        self.row_of[0] = row;
        self.least.clear();
        self.least.resize(columns + 1, FAR);
        self.used.clear();
        self.used.resize(columns + 1, false);
        let mut column = 0;
        while self.row_of[column] != 0 {
            column = self.next_column(column, columns);
        }
        while column != 0 {
            let previous = self.way[column];
            self.row_of[column] = self.row_of[previous];
            column = previous;
        }
    }

    /// One step of the shortest path over reduced costs, a cost being a gain's negative.
    fn next_column(&mut self, from: usize, columns: usize) -> usize {
        self.used[from] = true;
        let row = self.row_of[from];
        let (gains, own) = (&self.gains[(row - 1) * columns..][..columns], self.row_potential[row]);
        let (potential, used) = (&mut self.column_potential[..=columns], &self.used[..=columns]);
        let (least, way) = (&mut self.least[..=columns], &mut self.way[..=columns]);
        let (mut delta, mut next) = (FAR, 0);
        for column in 1..=columns {
            if used[column] {
                continue;
            }
            let cost = -i64::from(gains[column - 1]) - own - potential[column];
            if cost < least[column] {
                (least[column], way[column]) = (cost, from);
            }
            if least[column] < delta {
                (delta, next) = (least[column], column);
            }
        }
        for column in 0..=columns {
            if used[column] {
                self.row_potential[self.row_of[column]] += delta;
                potential[column] -= delta;
            } else {
                least[column] -= delta;
            }
        }
        next
    }
}

/// Makes the best that each set of rows had the best that it has with one column more, which gains
/// so much with each row. A column goes to one row at most: the largest sets come first.
#[inline(always)]
fn give_column<const ROWS: usize, const SETS: usize>(best: &mut [i64; SETS], gains: &[i64; ROWS]) {
    for set in (0..SETS).rev() {
        for (row, gain) in gains.iter().enumerate() {
            if set >> row & 1 == 0 {
                let with = set | 1 << row;
                best[with] = best[with].max(best[set] + gain);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::generator::Generator;

    #[test]
    fn few_rows_have_what_the_search_for_many_finds() {
        let mut generator = Generator::new(1);
        for case in 0..2_000 {
            let rows = 1 + case % 4;
            let columns = rows + case / 4 % 5;
            // Few different gains: many are alike, and some are losses.
            let gain = |_| generator.below(9).cast_signed() - 3;
            let gains = (0..rows * columns).map(gain).collect();
            let mut search = AssignmentScratch { gains, ..AssignmentScratch::default() };
            let many = search.best_of_many(rows, columns);
            assert_eq!(search.best(rows, columns), many, "{rows} rows: {:?}", search.gains);
        }
    }
}
