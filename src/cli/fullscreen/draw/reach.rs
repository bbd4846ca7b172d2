//! What goes with what is pointed at: worked out once for a whole screen, however many things can
//! be pointed at on it and however often it is laid out.

use crate::cli::fullscreen::canvas::{Light, SpotKey};
use crate::cli::fullscreen::cards::points_of;
use crate::cli::fullscreen::choice::{Choice, Entry};
use crate::cli::fullscreen::state::{Focus, State};
use crate::cli::screen::Pen;
use crate::view::Pointer;
use std::collections::BTreeSet;

/// How far a person is with a choice, and with what goes what is pointed at.
pub(super) struct Reach<'a> {
    state: &'a State,
    choice: Option<&'a Choice>,
    /// The list of what can be chosen.
    pub(crate) entries: Vec<Entry>,
    /// The options that go with all that narrows them.
    possible: BTreeSet<usize>,
    /// The possible options that go with what is pointed at.
    pub(crate) pointed: BTreeSet<usize>,
    /// In which entry of the list an option stands.
    entry_of: Vec<Option<usize>>,
}

impl<'a> Reach<'a> {
    pub(crate) fn of(pen: Pen<'_>, state: &'a State, choice: Option<&'a Choice>) -> Reach<'a> {
        let entries = choice.map(|choice| choice.entries(pen.style, pen.messages));
        let entries = entries.unwrap_or_default();
        let possible: BTreeSet<usize> =
            choice.map(Choice::possible).unwrap_or_default().into_iter().collect();
        let pointed = match (state.focus, state.pointed, choice) {
            (Focus::List, ..) => {
                entries.get(state.entry).map(|e| e.options.iter().copied().collect())
            }
            (Focus::Table, Some(key), Some(choice)) => {
                Some(&choice.naming(&points_of(pen, key)) & &possible)
            }
            (Focus::Table, ..) => None,
        };
        let options = choice.map_or(0, |choice| choice.menu.options.len());
        let mut entry_of = vec![None; options];
        for (number, entry) in entries.iter().enumerate() {
            for option in &entry.options {
                entry_of[*option] = Some(number);
            }
        }
        Reach { state, choice, entries, possible, pointed: pointed.unwrap_or_default(), entry_of }
    }

    /// How a spot is shown where the person stands.
    pub(crate) fn light(&self, key: SpotKey, points: &[Pointer]) -> Light {
        let on_table = self.state.focus == Focus::Table || self.choice.is_none();
        let pointed = on_table && self.state.pointed == Some(key);
        let Some(choice) = self.choice else { return Light { pointed, ..Light::default() } };
        let named = choice.naming(points);
        let is_card = matches!(key, SpotKey::Card(..));
        Light {
            pointed,
            live: !named.is_disjoint(&self.possible),
            // An option names both, and not every option does.
            lit: !pointed && !named.is_disjoint(&self.pointed),
            picked: choice.picks.iter().any(|pick| pick.key == Some(key))
                || is_card && choice.is_settled(&named),
            number: self.number(&named).filter(|_| is_card),
        }
    }

    /// The number of the one entry that is about what these options name and nothing else.
    fn number(&self, named: &BTreeSet<usize>) -> Option<usize> {
        let about = |entry: usize| self.entries[entry].options.iter().all(|o| named.contains(o));
        let with: BTreeSet<usize> =
            named.iter().filter_map(|option| self.entry_of[*option]).collect();
        let mut numbers = with.into_iter().filter(|entry| about(*entry));
        numbers.next().filter(|_| numbers.next().is_none()).map(|entry| entry + 1)
    }

    /// Whether an entry of the list goes with what is pointed at on the table.
    pub(crate) fn goes(&self, entry: &Entry) -> bool {
        self.state.focus == Focus::Table
            && entry.options.iter().any(|option| self.pointed.contains(option))
    }
}
