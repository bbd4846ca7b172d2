//! Conditions as plain speech says them, and how they are written.

use crate::syntax::errors::Mistake;
use crate::syntax::errors::expected::Kind;
use crate::syntax::grammar;

/// Comparisons in words: what their last words are, and their signs.
const COMPARISONS: &[(&str, &str)] = &[
    ("greater than", ">"),
    ("more than", ">"),
    ("higher than", ">"),
    ("larger than", ">"),
    ("bigger than", ">"),
    ("less than", "<"),
    ("lower than", "<"),
    ("fewer than", "<"),
    ("smaller than", "<"),
    ("at least", ">="),
    ("at most", "<="),
    ("equals", "="),
    ("equal to", "="),
    ("mod", "%"),
    ("modulo", "%"),
];

impl Mistake<'_, '_> {
    /// `n is greater than 3`, `rank of card at least 5`, `n mod 2`.
    pub(in crate::syntax::errors) fn compared_in_words(&self) -> Option<String> {
        let rest = self.rest();
        let is_here = |words: &str| match words.split_once(' ') {
            Some((first, second)) if self.word == second => self.word_in_front() == Some(first),
            _ => rest.strip_prefix(words).is_some_and(|rest| rest.starts_with(' ')),
        };
        let (words, sign) = COMPARISONS.iter().find(|(words, _)| is_here(words))?;
        let before = self.before();
        let is = if before.contains(" is ") && self.word == "than" { "is " } else { "" };
        self.expects(Kind::Longer).then(|| format!("write `{sign}` for `{is}{words}`"))
    }

    /// `hand size > 3`, `any player n > 10`, `empty hand`: how sets are asked.
    pub(in crate::syntax::errors) fn asked_plainly(&self) -> Option<String> {
        let help = match (self.word_in_front()?, self.word) {
            (name, "size" | "length") if !grammar::is_reserved(name) => {
                format!("write `count {name}`")
            }
            ("some", _) => "whether there is one is asked by `any`: `any hand where red`".to_owned(),
            ("player", _) if self.is_behind("any player") => {
                "write `any players where …`".to_owned()
            }
            ("empty", "of") => "say whose first: `hand of seat(1) is empty`".to_owned(),
            ("empty", name)
                if name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && !grammar::is_reserved(name) =>
            {
                format!("write `{name} is empty`")
            }
            (_, "beats" | "beat" | "matches" | "match" | "follows") => {
                "what one card is to another is a formula of the rules: `let beats(a, b) = …`, asked \
                 as `beats(card, top of discard)`"
                    .to_owned()
            }
            (_, "=" | "<" | ">" | "<=" | ">=") if self.before().contains("cards in ") => {
                "how many there are is `count hand`".to_owned()
            }
            _ => return None,
        };
        self.expects(Kind::Longer).then_some(help)
    }
}
