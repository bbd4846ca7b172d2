//! Values as programs outside see them, in observations and records.

use crate::program::{OptionSetting, Program, ValueKind};
use crate::value::{NONE, Slot};
use crate::vm::{State, label};
use serde::{Deserialize, Serialize};

/// A value in JSON's own terms: null, yes or no, a number, a word (of cards, places and lists:
/// their names), several words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Plain {
    Flag(bool),
    Number(i32),
    Word(String),
    Words(Vec<String>),
    Nothing,
}

impl Plain {
    /// The value as it is typed behind `--set NAME=`: of several words with `+` between them;
    /// nothing where there is none.
    pub fn spelled(&self) -> String {
        match self {
            Plain::Flag(flag) => flag.to_string(),
            Plain::Number(number) => number.to_string(),
            Plain::Word(word) => word.clone(),
            Plain::Words(words) => words.join("+"),
            Plain::Nothing => String::new(),
        }
    }

    /// A scalar as things stand. Players and teams are numbers from 1.
    pub(crate) fn of(program: &Program, state: &State, kind: ValueKind, value: i32) -> Plain {
        Self::read(kind, value, || label::value(program, state, kind, value, None))
    }

    /// A scalar that may be looked at long after: a place that is always there, or only its number.
    pub(crate) fn timeless(program: &Program, kind: ValueKind, value: i32) -> Plain {
        Self::read(kind, value, || timeless_word(program, kind, value))
    }

    pub fn of_option(setting: &OptionSetting) -> Plain {
        match setting {
            OptionSetting::Flag(value) => Plain::Flag(*value),
            OptionSetting::Number(value) => Plain::Number(*value),
            OptionSetting::Word(value) => Plain::Word(value.clone()),
        }
    }

    fn read(kind: ValueKind, value: i32, word: impl FnOnce() -> String) -> Plain {
        match kind {
            _ if value == NONE => Plain::Nothing,
            ValueKind::Number => Plain::Number(value),
            ValueKind::Flag => Plain::Flag(value == 1),
            ValueKind::Player | ValueKind::Team => Plain::Number(value + 1),
            ValueKind::Word(_) | ValueKind::Card | ValueKind::Slot | ValueKind::Text => {
                Plain::Word(word())
            }
        }
    }
}

fn timeless_word(program: &Program, kind: ValueKind, value: i32) -> String {
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    let known = match kind {
        ValueKind::Word(list) => {
            program.lists.get(list).and_then(|list| list.words.get(index)).cloned()
        }
        ValueKind::Card => program.cards.get(index).map(|card| card.name.clone()),
        ValueKind::Slot => Slot::from_word(value).and_then(|slot| fixed_place(program, slot)),
        ValueKind::Text => program.sentence_of(value).cloned(),
        ValueKind::Number | ValueKind::Flag | ValueKind::Player | ValueKind::Team => None,
    };
    known.unwrap_or_else(|| value.to_string())
}

/// The name of a slot that is always there.
pub(crate) fn fixed_place(program: &Program, slot: Slot) -> Option<String> {
    let info = program.slots.get(slot.index())?;
    Some(label::place(program, info.instance, info.index))
}
