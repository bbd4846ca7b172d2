//! Values on their way into a script and out of it.

use crate::program::{ValueKind, WordList};
use crate::value::Narrow;
use crate::value::number as number_of;
use crate::vm::{ScriptResult, ScriptValue};
use rhai::{Dynamic, ImmutableString};
use std::fmt;

/// A value as a script sees it.
pub(crate) fn given(value: &ScriptValue) -> Dynamic {
    match value {
        ScriptValue::Nothing => Dynamic::UNIT,
        ScriptValue::Number(n) => Dynamic::from_int(i64::from(*n)),
        ScriptValue::Flag(flag) => Dynamic::from_bool(*flag),
        ScriptValue::Text(text) => Dynamic::from(ImmutableString::from(text.as_str())),
        ScriptValue::List(list) => Dynamic::from_array(list.iter().map(given).collect()),
        ScriptValue::Map(fields) => Dynamic::from_map(
            fields.iter().map(|(name, value)| (name.as_str().into(), given(value))).collect(),
        ),
    }
}

/// What a function must give back.
pub(crate) struct Returns {
    pub(crate) kind: ValueKind,
    pub(crate) set: bool,
    /// The words of its kind, where that is words.
    pub(crate) list: WordList,
}

impl Returns {
    /// The value if it is of the declared kind, else what it is instead.
    pub(crate) fn taken(&self, value: &Dynamic) -> Result<ScriptResult, String> {
        if !self.set {
            return self.scalar(value).map(ScriptResult::Number);
        }
        let list = value.as_array_ref().map_err(|_| described(value))?;
        let members: Result<Vec<i32>, String> =
            list.iter().map(|member| self.scalar(member)).collect();
        members.map(ScriptResult::Members).map_err(|wrong| format!("a list with {wrong} in it"))
    }

    fn scalar(&self, value: &Dynamic) -> Result<i32, String> {
        match self.kind {
            ValueKind::Flag => value.as_bool().map(i32::from).map_err(|_| described(value)),
            ValueKind::Word(_) => self.word(value),
            // Texts are those of the layout; a script has none to give.
            ValueKind::Text => Err(described(value)),
            ValueKind::Number
            | ValueKind::Card
            | ValueKind::Slot
            | ValueKind::Player
            | ValueKind::Team => {
                let number = value.as_int().map_err(|_| described(value))?;
                number_of(i32::try_from(number).ok())
                    .ok_or_else(|| format!("{number}, which is too large"))
            }
        }
    }

    fn word(&self, value: &Dynamic) -> Result<i32, String> {
        let word = value.as_immutable_string_ref().map_err(|_| described(value))?;
        let at = self.list.words.iter().position(|w| w == word.as_str());
        at.map(|at| at.to_i32()).ok_or_else(|| described(value))
    }
}

/// As in "must give back …".
impl fmt::Display for Returns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = match self.kind {
            ValueKind::Number => ("a number", "numbers"),
            ValueKind::Flag => ("true or false", "true and false"),
            ValueKind::Card => ("a card by its number", "cards by their numbers"),
            ValueKind::Slot => ("a cell by its number", "cells by their numbers"),
            ValueKind::Player => ("a player by number", "players by number"),
            ValueKind::Team => ("a team by number", "teams by number"),
            ValueKind::Text => ("a text of the layout", "texts of the layout"),
            ValueKind::Word(_) => ("a word", "words"),
        };
        if self.set {
            write!(f, "a list of {many}")?
        } else {
            f.write_str(one)?
        }
        if let ValueKind::Word(_) = self.kind {
            write!(f, " of `{}`", self.list.name)
        } else {
            Ok(())
        }
    }
}

/// A value in the words that stand behind "but gave".
fn described(value: &Dynamic) -> String {
    if let Ok(text) = value.as_immutable_string_ref() {
        let short: String = text.chars().take(40).collect();
        return format!("the string {short:?}");
    }
    kind(value.type_name()).to_owned()
}

/// The name of a type of the language, for people.
pub(crate) fn kind(name: &str) -> &str {
    match name {
        "()" => "nothing",
        "i64" => "a number",
        "bool" => "true or false",
        "char" => "a character",
        "array" => "a list",
        "map" => "a map",
        "range" | "range=" => "a range",
        "Fn" => "a function",
        "string" | "&str | ImmutableString | String" => "a string",
        other => other,
    }
}
