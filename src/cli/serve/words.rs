//! The texts of the pages, in French and English.

use super::wire::Tongue;
use crate::view::Lexicon;
use fluent_bundle::FluentValue;
use std::collections::BTreeMap;

const ENGLISH: &str = include_str!("words/en.ftl");
const FRENCH: &str = include_str!("words/fr.ftl");

/// All texts by their keys, as JSON. Where a value belongs stands its name in braces.
pub(crate) fn json(tongue: Tongue) -> String {
    let source = match tongue {
        Tongue::En => ENGLISH,
        Tongue::Fr => FRENCH,
    };
    let lexicon = Lexicon::with_more(tongue.into(), source);
    let keys = source.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key);
    let text = |key| (key, lexicon.text(key, &places(source)).into());
    let texts: BTreeMap<&str, String> = keys.map(text).collect();
    serde_json::to_string(&texts).unwrap_or_default()
}

/// The names of values in braces, for all that the texts have a place for.
fn places(source: &str) -> Vec<(&str, FluentValue<'static>)> {
    let names = source.split('$').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        &rest[..end]
    });
    names.map(|name| (name, FluentValue::from(format!("{{{name}}}")))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{capital, keys};

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, french) = (keys(ENGLISH), keys(FRENCH));
        let only_one: Vec<_> = english.symmetric_difference(&french).collect();
        assert!(only_one.is_empty(), "{only_one:?}");
    }

    /// Beside the table a seat is called as on its plate, and in the story.
    #[test]
    fn players_are_called_as_at_the_table() {
        for tongue in [Tongue::En, Tongue::Fr] {
            let texts: BTreeMap<String, String> =
                serde_json::from_str(&json(tongue)).expect("texts");
            let values = [("n", FluentValue::from("{n}"))];
            let plate = Lexicon::shared(tongue.into()).text("player", &values);
            assert_eq!(texts["player"], capital(&plate));
        }
    }

    #[test]
    fn values_are_left_to_the_page() {
        let texts = json(Tongue::En);
        assert!(texts.contains(r#""seat":"Seat {n}""#), "{texts}");
    }
}
