//! The program's own messages, in French and English, beside the words of the table. Texts of games
//! come with the games.

use crate::cli::args;
use crate::view::{Language, Lexicon};
use fluent_bundle::FluentValue;
use std::sync::LazyLock;

const ENGLISH: &str = include_str!("messages/en.ftl");
const FRENCH: &str = include_str!("messages/fr.ftl");

/// Messages in one language.
pub(crate) struct Messages {
    lexicon: &'static Lexicon,
}

/// The words of both languages, each read when somebody first speaks it.
static IN_ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::with_more(Language::En, ENGLISH));
static IN_FRENCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::with_more(Language::Fr, FRENCH));

impl Messages {
    pub(crate) fn new(language: args::Language) -> Messages {
        let lexicon = match language {
            args::Language::En => &IN_ENGLISH,
            args::Language::Fr => &IN_FRENCH,
        };
        Messages { lexicon }
    }

    /// Messages in English, in which is said what is wrong with a game.
    pub(crate) fn english() -> Messages {
        Messages::new(args::Language::En)
    }

    /// Messages in the language that was `asked` for; else in French where the system speaks
    /// French, in English elsewhere.
    pub(crate) fn of(asked: Option<args::Language>) -> Messages {
        let french = || {
            sys_locale::get_locale().is_some_and(|locale| locale.to_lowercase().starts_with("fr"))
        };
        let usual = || if french() { args::Language::Fr } else { args::Language::En };
        Messages::new(asked.unwrap_or_else(usual))
    }

    /// The words of the table in this language.
    pub(crate) fn lexicon(&self) -> &'static Lexicon {
        self.lexicon
    }

    /// The language as layouts write it: `fr`, `en`.
    pub(crate) fn code(&self) -> &'static str {
        self.lexicon.code()
    }

    /// A number as people write it in this language, with so many digits behind its decimal sign.
    pub(crate) fn decimal(&self, value: f64, digits: usize) -> String {
        self.with_sign(format!("{:.digits$}", unsigned_zero(value, digits)))
    }

    /// A number as people write it in this language, with so many digits behind its decimal sign,
    /// and with a plus sign where it is not negative.
    pub(crate) fn signed(&self, value: f64, digits: usize) -> String {
        self.with_sign(format!("{:+.digits$}", unsigned_zero(value, digits)))
    }

    /// What stands between two numbers of a list, which may have a decimal sign each.
    pub(crate) fn between_decimals(&self) -> &'static str {
        if self.has_comma() { "; " } else { ", " }
    }

    fn with_sign(&self, number: String) -> String {
        if self.has_comma() { number.replace('.', ",") } else { number }
    }

    /// Whether the decimal sign is a comma.
    fn has_comma(&self) -> bool {
        self.code() == "fr"
    }

    /// The message `key`, which names no values.
    pub(crate) fn say(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The message `key` with its `values` filled in; the key itself where there is no such
    /// message.
    pub(crate) fn with(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        self.lexicon.text(key, values).into()
    }
}

/// The value, or zero where nothing else is left of it in so many digits: zero is not below zero.
fn unsigned_zero(value: f64, digits: usize) -> f64 {
    let least = 0.5 / 10f64.powi(i32::try_from(digits).unwrap_or(i32::MAX));
    if value.abs() < least { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::view::keys;

    #[test]
    fn zero_is_not_below_zero() {
        let messages = Messages::new(Language::En);
        assert_eq!(messages.signed(-1e-9, 4), "+0.0000");
        assert_eq!(messages.signed(-1e-3, 4), "-0.0010");
        assert_eq!(messages.decimal(-0.0, 1), "0.0");
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let (english, french) = (keys(ENGLISH), keys(FRENCH));
        let only_one: Vec<_> = english.symmetric_difference(&french).collect();
        assert!(only_one.is_empty(), "{only_one:?}");
    }

    #[test]
    fn the_decimal_sign_is_that_of_the_language() {
        let [english, french] = [Language::En, Language::Fr].map(Messages::new);
        assert_eq!(
            (english.decimal(-120.43, 1), english.signed(0.5, 2)),
            ("-120.4".into(), "+0.50".into())
        );
        assert_eq!(
            (french.decimal(-120.43, 1), french.signed(0.5, 2)),
            ("-120,4".into(), "+0,50".into())
        );
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
