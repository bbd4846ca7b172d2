//! Which sums the last of some numbers can come to: so that a search for a subset with a given sum
//! never goes where none is.

use crate::program::terms::Comparison;
use crate::value::{NONE, Narrow};

/// Larger tables than this are not made; then nothing is known beforehand.
const MOST_WORDS: usize = 1 << 17;

/// For each place and each number of members, the sums that so many of the values from that place
/// on can come to: a bit a sum.
#[derive(Clone, Debug)]
pub(in crate::vm) struct Sums {
    /// What the bit of the sum 0 is.
    zero: i64,
    words: usize,
    /// One more than the most members that are told apart.
    counts: usize,
    len: usize,
    bits: Vec<u64>,
}

impl Sums {
    /// `None` where the table would be too large. A value that is none counts as nothing.
    pub(crate) fn new(values: &[i32], most: usize) -> Option<Self> {
        let of = |value: i32| if value == NONE { 0 } else { i64::from(value) };
        let zero: i64 = values.iter().map(|&value| (-of(value)).max(0)).sum();
        let width: i64 = values.iter().map(|&value| of(value).abs()).sum();
        let words = usize::try_from(width / 64 + 1).ok()?;
        let (len, counts) = (values.len(), most.min(values.len()) + 1);
        let size =
            words.checked_mul(counts)?.checked_mul(len + 1).filter(|&size| size <= MOST_WORDS)?;
        let mut sums = Sums { zero, words, counts, len, bits: vec![0; size] };
        let nothing = sums.at(len, 0);
        sums.bits[nothing + (zero / 64).to_usize()] |= 1 << (zero % 64);
        for (place, &value) in values.iter().enumerate().rev() {
            for count in 0..counts {
                let (here, without) = (sums.at(place, count), sums.at(place + 1, count));
                sums.bits.copy_within(without..without + words, here);
                if count > 0 {
                    let before = sums.at(place + 1, count - 1);
                    sums.add_moved(before, here, of(value));
                }
            }
        }
        Some(sums)
    }

    /// How large the table is.
    pub(crate) fn words(&self) -> usize {
        self.bits.len()
    }

    fn at(&self, place: usize, count: usize) -> usize {
        (place * self.counts + count) * self.words
    }

    /// Every sum of one row, and `by` more, into another one.
    fn add_moved(&mut self, from: usize, to: usize, by: i64) {
        let (whole, bits) = ((by.unsigned_abs() / 64).to_usize(), (by.unsigned_abs() % 64) as u32);
        for word in 0..self.words {
            let value = self.bits[from + word];
            if value == 0 {
                continue;
            }
            let (near, far) = if by >= 0 {
                (Some(word + whole), Some(word + whole + 1))
            } else {
                (word.checked_sub(whole), word.checked_sub(whole + 1))
            };
            let (stays, goes_on) = match (by >= 0, bits) {
                (_, 0) => (value, 0),
                (true, _) => (value << bits, value >> (64 - bits)),
                (false, _) => (value >> bits, value << (64 - bits)),
            };
            for (word, part) in [(near, stays), (far, goes_on)] {
                if let Some(word) = word
                    && word < self.words
                {
                    self.bits[to + word] |= part;
                }
            }
        }
    }

    /// Whether some of the values from `place` on, so many, bring `sum` to what compares so with
    /// `than`.
    pub(crate) fn can(
        &self,
        place: usize,
        counts: (usize, usize),
        sum: i64,
        op: Comparison,
        than: i32,
    ) -> bool {
        let most = counts.1.min(self.counts - 1).min(self.len - place);
        (counts.0..=most).any(|count| {
            let row = self.at(place, count);
            let row = &self.bits[row..row + self.words];
            match op {
                Comparison::Equal => {
                    let wanted = i64::from(than) - sum + self.zero;
                    let word = usize::try_from(wanted).ok().and_then(|wanted| row.get(wanted / 64));
                    word.is_some_and(|word| word >> (wanted % 64) & 1 == 1)
                }
                _ => self.each(row).any(|more| holds(op, sum + more, than)),
            }
        })
    }

    fn each<'r>(&self, row: &'r [u64]) -> impl Iterator<Item = i64> + 'r {
        let zero = self.zero;
        (0..row.len() * 64)
            .filter(|bit| row[bit / 64] >> (bit % 64) & 1 == 1)
            .map(move |bit| bit.to_i64() - zero)
    }
}

/// A comparison of a sum, which is never none.
pub(in crate::vm) fn holds(op: Comparison, sum: i64, than: i32) -> bool {
    i32::try_from(sum).is_ok_and(|sum| op.holds(sum, than))
}

#[cfg(test)]
mod tests {
    use super::{Sums, holds};
    use crate::program::terms::Comparison;

    /// Every question is answered as by trying all subsets.
    #[test]
    fn sums_are_those_of_all_subsets() {
        let values = [3, -2, 10, 0, 7, 7, -65, 130];
        let sums = Sums::new(&values, values.len()).expect("a small table");
        for place in 0..=values.len() {
            let rest = &values[place..];
            for op in [
                Comparison::Equal,
                Comparison::Less,
                Comparison::GreaterEqual,
                Comparison::NotEqual,
            ] {
                for than in -70..160 {
                    for counts in [(0, 8), (1, 2), (3, 3), (2, 0)] {
                        let by_hand = (0u32..1 << rest.len()).any(|subset| {
                            let chosen = (0..rest.len()).filter(|i| subset >> i & 1 == 1);
                            let sum: i32 = chosen.map(|i| rest[i]).sum();
                            let count = subset.count_ones() as usize;
                            count >= counts.0
                                && count <= counts.1
                                && holds(op, 5 + i64::from(sum), than)
                        });
                        assert_eq!(
                            sums.can(place, counts, 5, op, than),
                            by_hand,
                            "{place} {op:?} {than} {counts:?}"
                        );
                    }
                }
            }
        }
    }
}
