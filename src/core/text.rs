//! Texts for people, in the languages in which a game gives them.

use std::collections::BTreeMap;

/// A text for people, by language (`fr`, `en`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text of a plain string: it serves for every language without one of its own.
    pub any: Option<String>,
    pub languages: BTreeMap<String, String>,
}

/// A text without ends of lines: where it stands among other words, they would break the line.
pub(crate) fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

impl Text {
    /// This text with what it says in each language in one line: see [`one_line`].
    pub(crate) fn in_one_line(mut self) -> Text {
        let all = self.any.iter_mut().chain(self.languages.values_mut());
        all.filter(|text| text.contains('\n')).for_each(|text| *text = one_line(text));
        self
    }

    /// The text in `language`; else the plain one, else any other.
    pub fn get(&self, language: &str) -> Option<&str> {
        self.languages
            .get(language)
            .or(self.any.as_ref())
            .or_else(|| self.languages.values().next())
            .map(String::as_str)
    }

    /// The text in this very `language`, or the one for every language.
    pub(crate) fn of(&self, language: &str) -> Option<&str> {
        self.languages.get(language).or(self.any.as_ref()).map(String::as_str)
    }

    /// All its texts.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.any.iter().chain(self.languages.values()).map(String::as_str)
    }

    /// This text with what it says in each language made into something else.
    #[must_use]
    pub(crate) fn map(&self, make: impl Fn(&str) -> String) -> Text {
        let languages = self.languages.iter();
        Text {
            any: self.any.as_deref().map(&make),
            languages: languages.map(|(language, text)| (language.clone(), make(text))).collect(),
        }
    }

    /// Takes over what `over` says: its text for every language, and for each of its own.
    pub(crate) fn lay_over(&mut self, over: &Text) {
        if over.any.is_some() {
            self.any.clone_from(&over.any);
            self.languages.clear();
        }
        self.languages.extend(over.languages.clone());
    }

    pub fn is_empty(&self) -> bool {
        self.any.is_none() && self.languages.is_empty()
    }
}

/// The places of a `template`, as `name` in `{name}`, each with the number of the byte at which its
/// bracket opens. What is no name, or names in a row, is no place.
pub(crate) fn places(template: &str) -> impl Iterator<Item = (usize, &str)> {
    in_brackets(template).filter(|(_, inside)| is_place(inside))
}

/// What stands in brackets in a `template` and is no place, each with the number of the byte at
/// which its bracket opens.
pub(crate) fn no_places(template: &str) -> impl Iterator<Item = (usize, &str)> {
    in_brackets(template).filter(|(_, inside)| !is_place(inside) && !inside.contains('{'))
}

/// Where a bracket opens in a `template` that nothing closes.
pub(crate) fn unclosed(template: &str) -> Option<usize> {
    let open = template.rfind('{')?;
    (!template[open..].contains('}')).then_some(open)
}

fn in_brackets(template: &str) -> impl Iterator<Item = (usize, &str)> {
    template.match_indices('{').filter_map(|(at, _)| {
        let (inside, _) = template[at + 1..].split_once('}')?;
        Some((at, inside))
    })
}

fn is_place(inside: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
    let begins = inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && inside.chars().all(is_word)
}

/// A `template` with its places filled in by `value`; those that have none stay as they are.
pub(crate) fn filled(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (mut text, mut from) = (String::new(), 0);
    for (at, name) in places(template) {
        if let Some(value) = value(name) {
            text.push_str(&template[from..at]);
            text.push_str(&value);
            from = at + name.len() + 2;
        }
    }
    text.push_str(&template[from..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_templates_are_filled_in() {
        let value = |name: &str| (name == "n").then(|| "5".to_owned());
        assert_eq!(filled("{n} cards, {m}, {}, {1}, { n }", value), "5 cards, {m}, {}, {1}, { n }");
        assert_eq!(places("a {b} {c of d} {").collect::<Vec<_>>(), [(2, "b"), (6, "c of d")]);
    }

    #[test]
    fn a_text_laid_over_another_one_replaces_its_languages() {
        let text = |languages: &[(&str, &str)]| Text {
            any: None,
            languages: languages.iter().map(|(l, t)| ((*l).to_owned(), (*t).to_owned())).collect(),
        };
        let mut below = text(&[("fr", "roi"), ("en", "king")]);
        below.lay_over(&text(&[("en", "ruler")]));
        assert_eq!(below, text(&[("fr", "roi"), ("en", "ruler")]));
        assert_eq!(
            (below.of("en"), below.of("de"), below.get("de")),
            (Some("ruler"), None, Some("ruler"))
        );
    }
}
