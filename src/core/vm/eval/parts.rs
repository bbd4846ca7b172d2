//! What cards are in a form: which of them can be together, where each stands in a sequence, and
//! which are wild.

use crate::program::terms::Form;
use crate::value::{Bits, Card};

/// The most attributes that can be the same, and the most that can be different.
pub(crate) const MOST_KEYS: usize = 3;

/// What one card is in a form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) same: [i32; MOST_KEYS],
    pub(super) different: [i32; MOST_KEYS],
    pub(super) order: i32,
    pub(super) card: Card,
}

/// What some cards are in a form. Where that is the same in every position it is worked out once
/// for all cards, and whoever looks at some of them passes the others by.
#[derive(Debug)]
pub(super) struct Parts {
    classes: Vec<Class>,
    /// By card the number of its class, if it is in one.
    class_of: Vec<Option<u16>>,
    /// By card what has to differ, so many numbers; nothing where nothing has to.
    different: Vec<[i32; MOST_KEYS]>,
    keys: usize,
    pub(super) wild: Bits,
}

/// Cards that are the same in all that has to be.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) cards: Bits,
    /// The cards by their values, rising; nothing where their values do not matter.
    pub(super) buckets: Vec<Bucket>,
}

/// The cards of one value.
#[derive(Debug)]
pub(super) struct Bucket {
    pub(super) value: i32,
    pub(super) cards: Bits,
}

impl Parts {
    pub(super) fn new(form: &Form, mut rows: Vec<Row>, wild: Bits) -> Parts {
        rows.sort_unstable_by_key(|row| (row.same, row.order, row.card));
        let end = rows.iter().map(|row| row.card.index() + 1).max().unwrap_or(0);
        let has_values = form.sequence.is_some() || form.each.is_some();
        let mut parts = Parts {
            classes: Vec::new(),
            class_of: vec![None; end],
            different: Vec::new(),
            keys: form.different.len(),
            wild,
        };
        if parts.keys > 0 {
            parts.different = vec![[0; MOST_KEYS]; end];
            rows.iter().for_each(|row| parts.different[row.card.index()] = row.different);
        }
        for (number, rows) in (0..).zip(rows.chunk_by(|a, b| a.same == b.same)) {
            rows.iter().for_each(|row| parts.class_of[row.card.index()] = Some(number));
            parts.classes.push(Class::new(rows, has_values));
        }
        parts
    }

    /// The classes that have a card, or all where none is named.
    pub(super) fn classes_with(&self, card: Option<Card>) -> &[Class] {
        match card.map(|card| self.class_of(card)) {
            Some(Some(class)) => std::slice::from_ref(class),
            Some(None) => &[],
            None => &self.classes,
        }
    }

    /// The class of a card, if it is in one.
    pub(super) fn class_of(&self, card: Card) -> Option<&Class> {
        let number = (*self.class_of.get(card.index())?)?;
        self.classes.get(usize::from(number))
    }

    /// Whether a card differs from others in all that has to be different.
    #[inline]
    pub(super) fn differs(&self, card: Card, others: &Bits) -> bool {
        self.keys == 0 || others.of().all(|other| self.differ(card, other))
    }

    /// Whether each card of a set differs so from all others.
    pub(super) fn all_differ(&self, cards: &Bits) -> bool {
        let mut others = cards.clone();
        self.keys == 0
            || cards.of().all(|card: Card| {
                others.remove(card);
                self.differs(card, &others)
            })
    }

    fn differ(&self, a: Card, b: Card) -> bool {
        let [a, b] = [a, b].map(|card| &self.different[card.index()][..self.keys]);
        a.iter().zip(b).all(|(a, b)| a != b)
    }
}

impl Class {
    fn new(rows: &[Row], has_values: bool) -> Class {
        let cards = |rows: &[Row]| rows.iter().map(|row| row.card).collect();
        let bucket = |rows: &[Row]| Bucket { value: rows[0].order, cards: cards(rows) };
        let buckets = rows.chunk_by(|a, b| a.order == b.order).map(bucket);
        Class {
            cards: cards(rows),
            buckets: if has_values { buckets.collect() } else { Vec::new() },
        }
    }
}
