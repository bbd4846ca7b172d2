//! Texts for people, in the languages in which a game gives them.

use std::collections::BTreeMap;

/// A text for people, by language (`fr`, `en`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text of a plain string: it serves for every language without one of its own.
    pub any: Option<String>,
    pub languages: BTreeMap<String, String>,
}

impl Text {
    /// The text in `language`; else the plain one, else any other.
    pub fn get(&self, language: &str) -> Option<&str> {
        self.languages
            .get(language)
            .or(self.any.as_ref())
            .or_else(|| self.languages.values().next())
            .map(String::as_str)
    }

    pub fn is_empty(&self) -> bool {
        self.any.is_none() && self.languages.is_empty()
    }
}
