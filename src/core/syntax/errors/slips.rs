//! What is written in other languages and in other ways, and what is written here.

use super::Mistake;
use super::expected::Kind;
use super::statements::BRACKETED;
use crate::syntax::grammar;

/// Words and signs of other languages.
const SLIPS: &[(&str, &str)] = &[
    ("==", "a single `=` compares"),
    (":=", "`let x = …` names a value, `set x to …` changes one"),
    ("->", "write `=>`"),
    ("=<", "write `<=`"),
    ("=!", "write `!=`"),
    ("<>", "write `!=`"),
    ("&&", "write `and`"),
    ("&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("+=", "write `add 1 to points`"),
    ("-=", "write `add -1 to points`"),
    (".", "write `hand of foe`, not `foe.hand`"),
    ("'", "texts stand between double quotes: \"…\""),
    ("‘", "texts stand between straight double quotes: \"…\""),
    ("’", "texts stand between straight double quotes: \"…\""),
    ("“", "texts stand between straight double quotes: \"…\""),
    ("”", "texts stand between straight double quotes: \"…\""),
    ("«", "texts stand between straight double quotes: \"…\""),
    ("»", "texts stand between straight double quotes: \"…\""),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("×", "write `*`"),
    ("–", "write `-`"),
    ("…", "write `..`"),
    ("[", "lists stand in round brackets: `(a, b)`"),
    ("#", "comments begin with `//`"),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("while", "what repeats is a step: `do … until …`; `each … { … }` goes over things"),
    ("for", "write `each player { … }`, `each c in hand { … }`"),
    ("foreach", "write `each player { … }`, `each c in hand { … }`"),
    ("?", "one of two values is `if … then … else …`"),
    ("faceup", "write `face up`"),
    ("facedown", "write `face down`"),
    ("print", "write `say \"…\"`"),
];

/// The words with which other languages declare what can be called.
const FUNCTIONS: &[&str] = &["def", "fn", "func", "function", "proc", "procedure", "sub"];

/// What makes one value of many.
const FOLDS: &[&str] = &["sum", "highest", "lowest", "most", "least", "sorted", "commonest"];

/// What cards of a shape have in common, by the word that stands before it.
const COMMON: &[&str] = &["same", "different"];

/// What other languages call these folds, as functions.
const CALLED: &[(&str, &str)] =
    &[("max", "highest"), ("maximum", "highest"), ("min", "lowest"), ("minimum", "lowest")];

/// What asks how many there are.
const COUNTERS: &[&str] = &["count", "any", "no"];

/// How a fold says what it looks through.
fn over(fold: &str) -> String {
    format!("say what of each, then `over` which: `{fold} rank over hand`")
}

/// What the suits and figures of a standard pack are called, each first as it is called here.
const PACK: &[&[&str]] = &[
    &["S", "spade", "spades", "pique", "piques"],
    &["H", "heart", "hearts", "coeur", "coeurs", "cœur", "cœurs"],
    &["D", "diamond", "diamonds", "carreau", "carreaux"],
    &["C", "club", "clubs", "trefle", "trefles", "trèfle", "trèfles"],
    &["J", "jack", "jacks", "knave", "valet", "valets"],
    &["Q", "queen", "queens", "dame", "dames"],
    &["K", "king", "kings", "roi", "rois"],
    &["A", "ace", "aces", "as"],
];

/// What else a suit or a figure of a standard pack is called, first as it is called here.
pub(crate) fn called_in_packs(word: &str) -> Option<&'static [&'static str]> {
    let word = word.to_lowercase();
    PACK.iter().copied().find(|names| names[1..].contains(&word.as_str()))
}

/// Said where several are to choose from a menu at the same time.
const TOGETHER: &str = "who choose together choose one action, whose first parameter may say what \
     is done: `action act(deed from deeds, …)` with `lists: { deeds: [lay, take] }`, then \
     `together act`";

impl Mistake<'_, '_> {
    /// A word or sign that another one stands for here.
    pub(super) fn slip(&self) -> Option<String> {
        if self.rest().starts_with("/*") {
            return Some("comments begin with `//`, and end with their line".to_owned());
        }
        if self.word == "=>" && self.expects(Kind::Longer) {
            return Some("write `>=` for \"at least\"".to_owned());
        }
        // The first half of `->` and `=!` has been taken for a sign of its own.
        let before = self.code.text.get(self.at.saturating_sub(1)..self.found.end);
        let written = match self.word {
            ">" | "<" => before,
            "!" if before == Some("=!") => before,
            word => Some(word),
        };
        self.around_point()
            .or_else(|| self.possessive())
            .or_else(|| self.between())
            .or_else(|| self.with_dash())
            .or_else(|| self.amount())
            .or_else(|| self.out_of_place())
            .or_else(|| self.in_common())
            .or_else(|| {
                let slip = SLIPS.iter().find(|(slip, _)| Some(*slip) == written);
                slip.map(|(_, help)| (*help).to_owned())
            })
    }

    /// `hand.size`, `deck.top`, `0.5`.
    fn around_point(&self) -> Option<String> {
        let (before, after) = self.touching().filter(|_| self.word == ".")?;
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if ["size", "length", "count"].contains(&after) {
            Some("write `count hand` for how many there are".to_owned())
        } else if is_number(before) && is_number(after) {
            Some("there are only whole numbers here".to_owned())
        } else if is_number(after) || grammar::is_reserved(after) || grammar::is_reserved(before) {
            None
        } else {
            Some(format!("write `{after} of {before}`, not `{before}.{after}`"))
        }
    }

    /// `card's suit`.
    fn possessive(&self) -> Option<String> {
        let (owner, s) = self.touching().filter(|_| matches!(self.word, "'" | "’"))?;
        let part = self.code.found_text(self.code.next_code(self.found.end + s.len()));
        let is_name = part.starts_with(|c: char| c.is_ascii_alphabetic());
        (s == "s" && is_name).then(|| format!("write `{part} of {owner}`"))
    }

    /// `rank between 3 and 8`.
    fn between(&self) -> Option<String> {
        if self.word != "between" || !self.expects(Kind::Longer) {
            return None;
        }
        let is_bound = |word: &&str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let rest = self.code.rest_of_line(self.found.end);
        let bounds = rest.split_once(" and ").and_then(|(from, rest)| {
            let to = rest.trim_start().split(|c: char| !is_bound(&c.to_string().as_str())).next();
            Some((Some(from.trim()).filter(is_bound)?, to.filter(is_bound)?))
        });
        let (from, to) = bounds.unwrap_or(("3", "8"));
        Some(format!("write `in {from}..{to}` for `between {from} and {to}`"))
    }

    /// `sum of rank`, `sum tally of all`, `count of hand`, `max(tally over players)`.
    pub(super) fn fold(&self) -> Option<String> {
        if self.word == "over" {
            let open = self.bracket_open()?;
            let called = self.code.text.get(self.code.word_before(open)?)?;
            let (_, fold) = CALLED.iter().find(|(other, _)| *other == called)?;
            let of_each = self.code.quote(open + 1..self.found.start);
            let set = self.code.quote(self.found.start..self.code.statement_end(self.found.start));
            let set = set.split(')').next().unwrap_or("over …");
            let is_path = of_each.chars().all(|c| c.is_ascii_alphanumeric() || "_ ".contains(c))
                && !of_each.split(' ').any(|word| BRACKETED.contains(&word));
            let of_each = if is_path { of_each } else { format!("({of_each})") };
            return Some(format!("write `{fold} {of_each} {set}`"));
        }
        if self.word == "of" {
            let before = self.word_in_front()?;
            if COUNTERS.contains(&before) {
                return Some(format!("write `{before} hand`, without `of`"));
            }
            return FOLDS.contains(&before).then(|| over(before));
        }
        let start = self.code.statement_start(self.at);
        let before = self.code.text.get(start..self.found.start).unwrap_or("");
        let words = before.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let fold = words.rev().find(|word| FOLDS.contains(word))?;
        match self.word {
            "+" | "-" | "*" | "/" => Some(format!(
                "what is worked out of each stands in brackets: `{fold} (rank * 2) over hand`"
            )),
            _ => Some(over(fold)),
        }
        .filter(|_| self.expects_word("over"))
    }

    /// `1 to 3 of moods`, `1...3`, `3 of repeated moods`, `3 moods repeated`.
    fn amount(&self) -> Option<String> {
        if self.word == "." && self.is_behind("..") {
            return Some("a range is written `1..3`".to_owned());
        }
        let before = self.word_in_front()?;
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let wants_repeated = self.expects_word("repeated");
        let rest = self.code.quote(self.found.end..self.code.statement_end(self.found.end));
        let after = self.code.found_text(self.code.next_code(self.found.end));
        match self.word {
            "to" if is_number(before) && is_number(after) && self.expects(Kind::Longer) => {
                Some(format!("a range is written `{before}..{after}`"))
            }
            "repeated" if before == "of" => {
                Some(format!("`repeated` stands behind: `… of {after} repeated`"))
            }
            words if wants_repeated && is_number(before) && rest.starts_with("repeated") => {
                Some(format!("write `{before} of {words} repeated`"))
            }
            _ => None,
        }
    }

    /// `draw-one`, where a name stands; `face-down`.
    fn with_dash(&self) -> Option<String> {
        let (before, after) = self.touching().filter(|_| self.word == "-")?;
        if self.expects_word(after) {
            return Some(format!("write `{before} {after}`"));
        }
        let is_name = before.starts_with(|c: char| c.is_ascii_alphabetic());
        is_name.then(|| format!("no name has a `-`: write `{before}_{after}`"))
    }

    /// `together one of lay | take`, `together any of …`, `from hand why "…"`, `kind same(s) = …`,
    /// `else (take if …)`.
    pub(super) fn out_of_place(&self) -> Option<String> {
        let start = self.code.statement_start(self.at);
        let before = self.code.text.get(start..self.found.start)?.trim_end();
        let help = match self.word {
            "of" if before.ends_with("together one") => TOGETHER,
            "of" if before.ends_with("together may one") => TOGETHER,
            "of" if before.ends_with("window one") => {
                "a `window` is a choice already: `window lay | take settled by turn order`"
            }
            "any" if before.ends_with("together") => TOGETHER,
            "any" if before.ends_with(" may") => {
                "who does `any of` may stop at once: leave out `may`"
            }
            "why" if before.contains(" from ") => {
                "a reason belongs to a condition: `from hand where red why \"only red ones\"`"
            }
            "(" if before.starts_with("kind ") => {
                "a kind has nothing in brackets; a formula has: `let same(s) = suit = s`"
            }
            "(" if before.ends_with("else") => {
                "behind `else` stands a name; a condition has a phase of its own: \
                 `phase instead = take if any deck`, and then `else instead`"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// `2 cards same rank`, `2 cards of same rank`, `2 cards, rank same`.
    fn in_common(&self) -> Option<String> {
        let before = self.word_in_front()?;
        let rest = self.code.quote(self.found.start..self.code.statement_end(self.found.start));
        let rest = rest.strip_prefix("of ").unwrap_or(&rest);
        let word = COMMON.iter().find(|word| rest.split(' ').next() == Some(**word))?;
        if matches!(before, "card" | "cards") {
            Some(format!("a comma stands before what cards have in common: `2 cards, {rest}`"))
        } else {
            self.expects_word("in").then(|| format!("write `{word} {before}`"))
        }
    }

    /// The words that touch a sign, one on each side.
    fn touching(&self) -> Option<(&str, &str)> {
        let before = self.code.word_before(self.found.start)?;
        let after = self.code.found_text(self.found.end);
        let is_word = after.starts_with(|c: char| c.is_ascii_alphanumeric());
        (before.end == self.found.start && is_word)
            .then(|| (self.code.text.get(before).unwrap_or(""), after))
    }

    /// `def draw_one() { … }`.
    pub(super) fn function(&self) -> Option<String> {
        let is_function = self.expects(Kind::Heading) && FUNCTIONS.contains(&self.word);
        is_function.then(|| {
            "write `action` for what players choose, `effect` for what the rules do, `let` for a value"
                .to_owned()
        })
    }
}
