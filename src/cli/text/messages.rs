//! The program's own messages, in French and English. Texts of games come with the games.

use crate::cli::args::Language;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

const ENGLISH: &str = include_str!("messages/en.ftl");
const FRENCH: &str = include_str!("messages/fr.ftl");

/// Messages in one language.
pub struct Messages {
    bundle: FluentBundle<FluentResource>,
    language: Language,
}

impl Messages {
    pub fn new(language: Language) -> Messages {
        let (source, tag) = match language {
            Language::En => (ENGLISH, "en"),
            Language::Fr => (FRENCH, "fr"),
        };
        let mut bundle = FluentBundle::new(vec![tag.parse().unwrap_or_default()]);
        // The marks around values that keep the direction of writing apart: terminals show them as
        // boxes.
        bundle.set_use_isolating(false);
        // A broken line of our own file is found by the tests; here it would only be a message that
        // lacks words.
        let resource =
            FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
        Messages { bundle, language }
    }

    /// Messages in the language that was `asked` for; else in French where the system speaks
    /// French, in English elsewhere.
    pub fn of(asked: Option<Language>) -> Messages {
        let french = || {
            sys_locale::get_locale().is_some_and(|locale| locale.to_lowercase().starts_with("fr"))
        };
        Messages::new(asked.unwrap_or_else(|| if french() { Language::Fr } else { Language::En }))
    }

    /// The language as layouts write it: `fr`, `en`.
    pub fn code(&self) -> &'static str {
        match self.language {
            Language::Fr => "fr",
            Language::En => "en",
        }
    }

    /// Whether there is a message `key`.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The message `key`, which names no values.
    pub fn say(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The message `key` with its `values` filled in; the key itself where there is no such
    /// message.
    pub fn with(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|m| m.value()) else {
            return key.to_owned();
        };
        let arguments: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn parsed(source: &str) -> FluentResource {
        FluentResource::try_new(source.to_owned()).expect("the messages can be read")
    }

    /// The keys of a file, and the values each message names.
    fn keys(source: &str) -> BTreeSet<(String, BTreeSet<String>)> {
        parsed(source);
        let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
        for line in source.lines() {
            let key = line
                .split_once(" =")
                .filter(|(key, _)| key.starts_with(|c: char| c.is_ascii_lowercase()));
            if let Some((key, _)) = key {
                found.push((key.to_owned(), BTreeSet::new()));
            }
            let named = line.split('$').skip(1).map(|rest| {
                rest.chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '-')
                    .collect::<String>()
            });
            if let Some((_, values)) = found.last_mut() {
                values.extend(named);
            }
        }
        found.into_iter().collect()
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, french) = (keys(ENGLISH), keys(FRENCH));
        let only_one: Vec<_> = english.symmetric_difference(&french).collect();
        assert!(only_one.is_empty(), "{only_one:?}");
    }

    #[test]
    fn numbers_are_counted() {
        let english = Messages::new(Language::En);
        assert_eq!(english.with("count-errors", &[("n", 1.into())]), "1 error");
        assert_eq!(english.with("count-errors", &[("n", 2.into())]), "2 errors");
        let french = Messages::new(Language::Fr);
        assert_eq!(french.with("count-warnings", &[("n", 0.into())]), "0 avertissement");
    }
}
