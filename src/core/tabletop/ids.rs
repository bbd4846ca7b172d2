//! Numbers that stand for things, each of a type of its own: what stands for a card cannot be taken
//! for a slot.
//!
//! An id is the place of its thing in a list, an [`IdVec`]. While a game runs, a scalar is one
//! `i32`, whatever it stands for: `word` and `from_word` of an id are the only way from the one to
//! the other.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A number that stands for a thing: its place in a list.
pub trait Id: Copy + Eq {
    /// The id of what stands at `index`.
    fn new(index: usize) -> Self;
    /// The place of the thing in its list.
    fn index(self) -> usize;
}

/// Declares ids, each with the type of its number.
macro_rules! ids {
    ($($(#[$doc:meta])* $vis:vis $name:ident($repr:ident);)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
                serde::Serialize, serde::Deserialize,
            )]
            #[serde(transparent)]
            $vis struct $name($repr);

            #[allow(dead_code, reason = "not every id is asked for all that an id can say")]
            impl $name {
                /// The id of what stands at `index`.
                #[inline(always)]
                $vis const fn new(index: usize) -> Self {
                    debug_assert!(index <= $repr::MAX as usize, "a list is too long for its ids");
                    $name(index as $repr)
                }

                /// The place of the thing in its list.
                #[inline(always)]
                $vis const fn index(self) -> usize {
                    self.0 as usize
                }

                /// The id as a scalar of a running game.
                #[inline(always)]
                $vis const fn word(self) -> i32 {
                    self.0 as i32
                }

                /// What a scalar stands for; `None` for none, and for what is no id at all.
                #[inline(always)]
                $vis fn from_word(word: i32) -> Option<Self> {
                    $repr::try_from(word).ok().map($name)
                }

                /// The number itself.
                #[inline(always)]
                $vis const fn number(self) -> $repr {
                    self.0
                }

                /// The id with this number.
                #[inline(always)]
                $vis const fn from_number(number: $repr) -> Self {
                    $name(number)
                }
            }

            impl $crate::tabletop::ids::Id for $name {
                #[inline(always)]
                fn new(index: usize) -> Self {
                    $name::new(index)
                }

                #[inline(always)]
                fn index(self) -> usize {
                    $name::index(self)
                }
            }
        )*
    };
}
pub(crate) use ids;

ids! {
    /// A zone that a layout declares, for all its owners.
    pub ZoneId(u16);
    /// A zone of one owner.
    pub InstanceId(u16);
    /// Which of its owners a zone or a variable is of: of those that are `per: player` a seat by
    /// its number, of those that are `per: team` a team, and 0 of what there is one of for all. Of
    /// a variable of each word of a list the word.
    pub OwnerId(u8);
    /// A mark of cards or slots.
    pub MarkId(u16);
    /// A variable, or the cell of a pawn.
    pub VariableId(u16);
    /// A printed attribute: a table of one value a card.
    pub AttributeId(u16);
    /// A phase of the flow.
    pub PhaseId(u16);
    /// An action that can be offered.
    pub ActionId(u16);
    /// A list of words: suits, ranks, the values of an option.
    pub WordListId(u16);
    /// An order of values, where some beat others.
    pub OrderId(u16);
    /// A function of the game's script.
    pub ScriptId(u16);
    /// A sentence of the rules: a reason, a prompt, a `why`.
    pub SentenceId(u16);
    /// A deck of the layout, or one of its copies.
    pub DeckId(u16);
}

/// A list whose places are ids of one type.
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn() -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// A list without things.
    pub(crate) const fn new() -> Self {
        IdVec { items: Vec::new(), id: PhantomData }
    }

    /// Adds a thing, and says which id it has now.
    pub(crate) fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// The ids of all things, rising.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// All things, each with its id.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }

    /// The first thing of which `wanted` holds.
    pub fn find(&self, wanted: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(wanted).map(I::new)
    }

    /// The id that the next thing will have.
    pub(crate) fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    #[inline]
    pub(crate) fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// Makes the list as long as `len`, with copies of `item` behind what there is.
    pub(crate) fn resize(&mut self, len: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(len, item);
    }

    /// All things, without their ids.
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// All things, to be changed.
    #[cfg(feature = "native")]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Takes the last thing away.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Drops all things behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<I, T> DerefMut for IdVec<I, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, id: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        IdVec { items: items.into_iter().collect(), id: PhantomData }
    }
}

impl<I, T> Extend<T> for IdVec<I, T> {
    fn extend<A: IntoIterator<Item = T>>(&mut self, items: A) {
        self.items.extend(items);
    }
}

impl<I, T> IntoIterator for IdVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, I, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut IdVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I, T: Clone> Clone for IdVec<I, T> {
    fn clone(&self) -> Self {
        IdVec { items: self.items.clone(), id: PhantomData }
    }

    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> Self {
        IdVec { items: Vec::new(), id: PhantomData }
    }
}

impl<I, T: PartialEq> PartialEq for IdVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<I, T: Eq> Eq for IdVec<I, T> {}

impl<I, T: Hash> Hash for IdVec<I, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

impl<I, T: Serialize> Serialize for IdVec<I, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for IdVec<I, T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(IdVec::from)
    }
}
