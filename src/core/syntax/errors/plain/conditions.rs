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
    ("plus", "+"),
    ("minus", "-"),
    ("divided by", "/"),
    ("times", "*"),
];

/// What several players are called, of whom some are asked about.
const PEOPLE: &[&str] = &[
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "everyone",
    "everybody",
    "nobody",
    "player",
    "players",
    "opponents",
    "others",
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

    /// `hand has no red card`, `there are no cards in deck`, `no red card`: whether there is one.
    fn asked_whether(&self) -> Option<String> {
        let (front, rest, before) = (self.word_in_front()?, self.rest(), self.before());
        let rest = rest.split(" {").next().unwrap_or("");
        let words: Vec<&str> = rest.split(' ').collect();
        let is_name = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_alphabetic()) && !grammar::is_reserved(word)
        };
        match (front, &words[..]) {
            (people, ["has" | "have", ..]) if PEOPLE.contains(&people) => Some(
                "write `any players where hand is empty`, `any players where points > 3`"
                    .to_owned(),
            ),
            (zone, ["has" | "have" | "contains" | "includes", behind @ ..]) if is_name(zone) => {
                let (no, behind) = match behind {
                    ["no", behind @ ..] => (true, behind),
                    ["a" | "an" | "some" | "any", behind @ ..] | behind => (false, behind),
                };
                Some(match (no, behind) {
                    (true, ["card" | "cards"]) => format!("write `{zone} is empty`"),
                    (_, ["card" | "cards"]) => format!("write `any {zone}`"),
                    (no, [kind] | [kind, "card" | "cards"]) if is_name(kind) => {
                        format!("write `{} {zone} where {kind}`", if no { "no" } else { "any" })
                    }
                    _ => "what is among others is asked by `in` or `any`: `c in hand`, \
                          `any hand where red`"
                        .to_owned(),
                })
            }
            _ if front == "there" || before.contains("there is") => {
                let zone = words.iter().rev().find(|word| is_name(word)).unwrap_or(&"deck");
                Some(format!("write `any {zone}`, `any {zone} where …`, or `{zone} is empty`"))
            }
            (kind, ["card" | "cards", ..]) if before.ends_with(&format!("no {kind}")) => {
                Some(format!("say of which: `no hand where {kind}`"))
            }
            _ => None,
        }
    }

    /// Whether it is the beginning of a short form: `doesn't`.
    fn is_before_apostrophe(&self) -> bool {
        self.code.rest_of_line(self.found.end).starts_with(['\'', '’'])
    }

    /// Whether an `is` stands shortly before, and no bracket has been opened since.
    fn is_in_likeness(&self) -> bool {
        let before = self.before();
        before
            .rsplit_once(" is ")
            .is_some_and(|(_, behind)| behind.split(' ').count() <= 2 && !behind.contains('('))
    }

    /// `hand size > 3`, `any player n > 10`, `empty hand`: how sets are asked.
    pub(in crate::syntax::errors) fn asked_plainly(&self) -> Option<String> {
        if let Some(help) = self.asked_whether() {
            return self.expects(Kind::Longer).then_some(help);
        }
        let help = match (self.word_in_front()?, self.word) {
            (name, "size" | "length") if !grammar::is_reserved(name) => {
                format!("write `count {name}`")
            }
            (_, "isn" | "aren" | "wasn") => "write `is not`".to_owned(),
            (_, "doesn" | "don" | "hasn" | "didn" | "can") if self.is_before_apostrophe() => {
                "what is not so is `not (…)`".to_owned()
            }
            ("is" | "are", "in" | "among") => "write `card in hand`, without `is`".to_owned(),
            ("is" | "are", "on" | "at") => {
                "what lies somewhere is asked by `in`: `card in heap`".to_owned()
            }
            ("current" | "active", "player") => "whose turn it is is `active`".to_owned(),
            ("other", "player" | "players") => "all others are `others`".to_owned(),
            (_, ",") if self.is_in_likeness() => {
                "several are joined by `or`, in brackets: `rank is (J or Q or K)`".to_owned()
            }
            ("is", "=" | "!=" | "<" | ">" | "<=" | ">=") => {
                format!("leave out `is`: `… {} …`", self.word)
            }
            ("do", _) => {
                "what a step answers is kept first, in a statement of its own: `let found = do …`"
                    .to_owned()
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
