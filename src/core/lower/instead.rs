//! What is written instead of what cannot stand somewhere: words for a help.

use super::Lowering;
use super::value::{Owner, Scalar, Value, ZoneValue};
use crate::program::ValueKind;
use crate::program::code::Argument;
use crate::program::terms::{Num, SetId};
use crate::source::Span;
use crate::syntax::ast::{CompareOp, Expr, ExprKind, Likeness};
use crate::syntax::called_in_packs;
use crate::tabletop::Per;
use crate::value::Narrow;

/// Names that mean something only with an `of`, and how they are written.
const PARTS: &[(&str, &str)] = &[
    ("next", "`next of me` is the player after me"),
    ("previous", "`previous of me` is the player before me"),
    ("top", "`top of deck` is the card on top, `top(2) of deck` are the two topmost"),
    ("bottom", "`bottom of deck` is the undermost card, `bottom(2) of deck` are two"),
    ("first", "`first of hand` is the first card, `first(2) of hand` are the first two"),
    ("last", "`last of hand` is the last card, `last(2) of hand` are the last two"),
    ("nth", "`nth(3) of deck` is the third card from the top"),
    ("slots", "`slots of columns` are the slots of a zone"),
    ("cells", "`cells of board` are the slots of a grid"),
    ("tops", "`tops of columns` are the top cards of all slots"),
    ("new", "`new of melds` is a new slot of a row"),
    ("number", "`number of round` tells which pass of a phase it is"),
    ("neighbours", "`neighbours of cell` are the cells around it"),
    ("orthogonals", "`orthogonals of cell` are the cells beside, above and below it"),
    ("diagonals", "`diagonals of cell` are the cells that touch its corners"),
    ("distinct", "`count distinct of suit of cards of hand` counts the different suits"),
    ("random", "`random hand` is one of its cards, `roll 6` a number from 1 to 6"),
    ("ties", "`ties of most tally over players` are all that are best"),
];

/// How a name that means nothing alone is written.
pub(super) fn of_part(name: &str) -> Option<&'static str> {
    PARTS.iter().find(|(part, _)| *part == name).map(|(_, help)| *help)
}

/// How what a place of a text holds is kept where it is more than a name: `{count hand}`.
pub(super) fn of_place_in_text(name: &str) -> Option<String> {
    name.contains(' ').then(|| {
        format!(
            "in a text stand names alone: keep it first, `let said = {name}`, and write `{{said}}`"
        )
    })
}

/// Words of other languages and of plain speech for what is written in another way.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["player"], "write `me`; all of them are `players`"),
    (&["true"], "write `yes`"),
    (&["false"], "write `no`"),
    (&["null", "nil", "nothing", "nobody"], "write `none`"),
    (&["len", "length", "size"], "write `count`"),
    (&["bag"], "write `1..3 of … repeated`"),
    (&["one"], "write `1`"),
    (&["two"], "write `2`"),
    (&["three"], "write `3`"),
    (&["four"], "write `4`"),
    (&["five"], "write `5`"),
    (&["everyone", "everybody", "anyone", "anybody", "somebody", "someone"], "write `players`"),
    (&["left", "right"], "`next of me` is the player after me, `previous of me` the one before"),
    (&["d4", "d6", "d8", "d10", "d12", "d20", "dice", "die"], "`roll 6` is a number from 1 to 6"),
    (&["coin"], "`roll 2` is 1 or 2"),
    (&["even", "odd"], "a number `n` is even where `n % 2 = 0`"),
    (&["abs"], "how far `n` is from 0 is `max(n, -n)`"),
    (&["turn", "round"], "which pass of a phase it is tells `number of PHASE`"),
    (&["score"], "the score is a formula: keep what it counts in a variable, and ask for that"),
    (&["rest", "remainder"], "what is left in a place is the place: `move deck to heap`"),
    (&["half"], "half of a pile is `top(count deck / 2) of deck`"),
    (&["color", "colour"], "a standard pack has `red` and `black`: `card is red`"),
];

/// How what a word of other languages, or of plain speech, means is written here.
pub(super) fn of_elsewhere(word: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// The one of `words` that is a suit or a figure of standard packs and has this other name there.
pub(super) fn of_packs<'w>(name: &str, words: &'w [String]) -> Option<&'w str> {
    let names = called_in_packs(name)?;
    let is_called = |word: &&str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    words.iter().map(String::as_str).find(is_called)
}

/// The only one of `words` that begins like `name`, or that `name` begins like: `K` for `King`.
pub(super) fn of_name<'w>(name: &str, words: &'w [String]) -> Option<&'w str> {
    let name = name.to_lowercase();
    let mut like = words.iter().map(String::as_str).filter(|word| {
        let word = word.to_lowercase();
        name.starts_with(&word) || word.starts_with(&name)
    });
    like.next().filter(|_| like.next().is_none())
}

/// What each has of which that of all is written: `tally` of `tally of all`.
pub(super) fn of_everybody(written: &str) -> Option<&str> {
    written.strip_suffix(" of all").or_else(|| written.strip_suffix(" of players"))
}

impl Lowering {
    /// What is written for `player` and `one`, where several players are meant.
    pub(super) fn instead_of_people(&self, name: &str, span: Span) -> Option<String> {
        let source = self.program.sources.find(span.source)?;
        let (start, end) = (span.start.to_usize(), span.end.to_usize());
        let (before, behind) = (source.text.get(..start)?, source.text.get(end..)?);
        match name {
            "player" if before.ends_with(" any ") || before.ends_with("(any ") => {
                Some("whether it is so of some player is `any players where …`".to_owned())
            }
            "one" if let Some(rest) = behind.strip_prefix(" of ") => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let of = rest.split(|c| !is_word(c)).next().filter(|of| !of.is_empty())?;
                Some(format!(
                    "whether there is one is `any {of} where …`; one of them by chance is `random {of}`"
                ))
            }
            _ => None,
        }
    }

    /// How a card of a standard pack is asked for that is called by its name: `AS`.
    pub(super) fn instead_of_card(&self, name: &str) -> Option<String> {
        let is_card = self.program.cards.iter().any(|card| card.name == name);
        let (at, _) = name.char_indices().next_back().filter(|(at, _)| is_card && *at > 0)?;
        let (rank, suit) = name.split_at(at);
        let is_rank = rank.parse::<u8>().is_ok() || self.number_words.contains_key(rank);
        (is_rank && self.is_word(suit)).then(|| {
            format!(
                "a card is told by what is printed on it: `(rank of card = {rank} and suit of card \
                 = {suit})`"
            )
        })
    }

    /// What is written for what stands at a place, where something else is wanted.
    pub(super) fn instead_at(&mut self, value: &Value, wanted: &str, span: Span) -> Option<String> {
        match (value, wanted) {
            (_, "a pile") if self.written(span).starts_with("the ") => {
                Some(format!("leave out `the`: `{}`", &self.written(span)[4..]))
            }
            (_, "a bag of words") => Some(
                "a bag is what was chosen so, `words from 1..3 of … repeated`, another one, or `empty`"
                    .to_owned(),
            ),
            (Value::Zone(_) | Value::OneOfZones(_) | Value::Set(..), "a number") => {
                self.counted(value, span)
            }
            (
                Value::Zone(_) | Value::OneOfZones(_) | Value::Set(..),
                "a condition (a yes or no)",
            ) => {
                let written = self.written(span);
                (written != "all").then(|| format!("whether there are any is `any {written}`"))
            }
            (Value::Zone(ZoneValue { owner: Owner::One(_), .. }), "a slot") => {
                Some(format!("one of its slots is `slot(1) of {}`", self.written(span)))
            }
            (Value::Set(set, ValueKind::Card), "a slot") => self.of_handed_on(*set),
            (Value::Num(Scalar { kind: ValueKind::Player, .. }), "a slot") => {
                let theirs = self.program.zones.iter().find(|zone| zone.per == Per::Player)?;
                let whose = self.written(span);
                Some(format!("say which place of theirs: `{} of {whose}`", theirs.name))
            }
            (Value::Num(Scalar { kind: ValueKind::Number, .. }) | Value::Word(_), "a card") => {
                let attribute = self.attribute_told_by(value).unwrap_or("rank");
                let written = self.written(span);
                Some(format!(
                    "a card is told by what is printed on it: `any hand where {attribute} = {written}`"
                ))
            }
            (Value::Num(Scalar { kind: ValueKind::Card, .. }), "a number") => Some(
                "say which number of it, for example `rank of card`; how many cards are drawn is a \
                 number, too: `draw 1 from …`"
                    .to_owned(),
            ),
            (Value::Family(_, ValueKind::Card), "cards") => Some(
                "which of them? players choose, `action give(gone from 2 of hand)`; at random they \
                 are `random 2 of hand`"
                    .to_owned(),
            ),
            (Value::Num(_), "a set") => self.instead_of_range(span).or_else(|| {
                let written = self.written(span);
                self.is_each_players(&written).then(|| {
                    format!("whether it is so of some player is `any players where {written} …`")
                })
            }),
            (Value::Test(_), "a set" | "cards" | "players") => {
                Some(match self.written(span).strip_prefix("any ") {
                    Some(of) if let Some(part) = of_everybody(of) => {
                        let behind = Span { start: span.end, end: span.end + 9, ..span };
                        let behind = self.program.sources.text(behind);
                        let asked = if behind == " is empty" { "is empty" } else { "…" };
                        format!("whether it is so of some player is `any players where {part} {asked}`")
                    }
                    Some(of) => format!(
                        "`any {of}` is a condition by itself; of some player it is \
                         `any players where {of} …`"
                    ),
                    None => "a condition stands by itself; of whom or of what it holds is \
                             `any players where …`, `count (hand where …)`"
                        .to_owned(),
                })
            }
            (Value::Family(..), "a number") => Some(
                "an amount that is not one number or name stands in brackets: `(LO)..(HI) of …`"
                    .to_owned(),
            ),
            (Value::Word(word), _) => self.of_many_lists(word),
            _ => self.instead_of(value, wanted),
        }
    }

    /// What a `let` or a parameter stands for, where a place is wanted: cards of a zone.
    fn of_handed_on(&self, cards: SetId) -> Option<String> {
        self.local_of(Argument::Set(cards))?;
        let zones = self.zones_of_cards(cards, self.flow.unit.ops.len());
        let name = zones.first().map_or("ZONE", |zone| &self.program.zones[*zone].name);
        Some(format!(
            "a zone that is handed on is its cards; its place is `first of slots of {name}`: hand on that"
        ))
    }

    /// A zone or a set where its number was meant.
    pub(super) fn counted(&self, value: &Value, span: Span) -> Option<String> {
        let is_set = value.is_zone() || matches!(value, Value::Set(..));
        let written = self.written(span);
        // `all` alone are players, and seldom meant so.
        (is_set && written != "all").then(|| format!("how many there are is `count {written}`"))
    }

    /// `3-8`, as a range.
    fn instead_of_range(&self, span: Span) -> Option<String> {
        let text = self.written(span);
        let (from, to) = text.split_once('-')?;
        let (from, to) = (from.trim(), to.trim());
        let is_number = |text: &str| text.parse::<u16>().is_ok();
        (is_number(from) && is_number(to)).then(|| format!("write `{from}..{to}`"))
    }

    /// A word that several lists have: which one is meant, nothing tells.
    fn of_many_lists(&self, word: &str) -> Option<String> {
        let lists = self.program.lists.iter();
        let lists = lists.filter(|list| list.words.iter().any(|known| known == word));
        let names: Vec<String> = lists.map(|list| format!("`{}`", list.name)).collect();
        let first = names.first().filter(|_| names.len() > 1)?.trim_matches('`');
        Some(format!(
            "`{word}` is a word of {}: the one of `{first}` is `the x in {first} where x = {word}`",
            names.join(" and of ")
        ))
    }

    /// What is written for a value where something else is wanted.
    pub(super) fn instead_of(&mut self, value: &Value, wanted: &str) -> Option<String> {
        let Value::Num(Scalar { id, kind: ValueKind::Number, .. }) = value else { return None };
        let number = self.static_num(*id)?;
        self.instead_of_number(number, wanted)
    }

    /// `2`, where a player or a team is wanted.
    pub(super) fn instead_of_number(&self, number: i32, wanted: &str) -> Option<String> {
        let (seats, teams) = (i32::from(self.program.seats), i32::from(self.program.teams));
        let is_one_of = |count| (1..=count).contains(&number);
        match wanted {
            "a player" | "a player or a team" | "players" if is_one_of(seats) => {
                Some(format!("the player at seat {number} is `seat({number})`"))
            }
            "a team" if is_one_of(teams) => {
                Some(format!("the team with the number {number} is `team({number})`"))
            }
            _ => None,
        }
    }

    /// `random 1..6`, `random 6`, `random (3, 5)`.
    pub(super) fn instead_of_random(&mut self, value: &Value) -> Option<String> {
        let (from, to) = match value {
            Value::Tuple(members) => return self.instead_of_random_number(members),
            Value::Range { from, to } => (self.static_num(*from), self.static_num(*to)),
            Value::Num(Scalar { id, kind: ValueKind::Number, .. }) => {
                (Some(1), self.static_num(*id))
            }
            _ => return None,
        };
        Some(match (from, to) {
            (Some(1), Some(to)) => format!("`roll {to}` gives a number from 1 to {to}"),
            (Some(from), Some(to)) if from <= to => {
                let (sides, more) = (i64::from(to) - i64::from(from) + 1, i64::from(from) - 1);
                let sign = if more < 0 { '-' } else { '+' };
                format!("`roll {sides} {sign} {}` gives a number from {from} to {to}", more.abs())
            }
            _ => "`roll 6` gives a number from 1 to 6".to_owned(),
        })
    }

    /// `random (3, 5)`.
    fn instead_of_random_number(&mut self, numbers: &[Value]) -> Option<String> {
        if let [Value::Num(from), Value::Num(to)] = numbers
            && let (Some(1), Some(sides @ 3..)) = (self.static_num(from.id), self.static_num(to.id))
        {
            return Some(format!("`roll {sides}` is a number from 1 to {sides}"));
        }
        let rows: Option<Vec<String>> = (1..)
            .zip(numbers)
            .map(|(place, number)| match number {
                Value::Num(Scalar { id, kind: ValueKind::Number, .. }) => {
                    Some(format!("{place} => {}", self.static_num(*id)?))
                }
                _ => None,
            })
            .collect();
        let (rows, sides) = (rows?.join("; "), numbers.len());
        Some(format!(
            "`let die = roll {sides}`, and then `drawn(die)` with `table drawn(n) on n {{ {rows}; \
             otherwise => 0 }}`"
        ))
    }

    /// `suit of card = H or D`: what goes on with the comparison before it.
    pub(super) fn instead_of_condition(
        &self,
        value: &Value,
        members: &[Expr],
        at: usize,
    ) -> Option<String> {
        let is_value = match value {
            Value::Word(word) => self.is_word(word),
            Value::Num(scalar) => scalar.kind != ValueKind::Flag,
            _ => false,
        };
        let before = members[..at].iter().rposition(|member| !self.is_bare(member))?;
        // The one at hand is a value, whether or not it looks like one.
        let behind = members.iter().enumerate().skip(before + 1);
        let behind = behind.take_while(|(i, member)| *i <= at || self.is_bare(member));
        let behind = behind.map(|(_, member)| member);
        let (left, right, is_not) = match &*members[before].node {
            ExprKind::Compare { op: CompareOp::Equal, left, right } => (left, right, false),
            ExprKind::Compare { op: CompareOp::NotEqual, left, right } => (left, right, true),
            ExprKind::Is { value, not, what: Likeness::Value(like) } => (value, like, *not),
            _ => return None,
        };
        let sign = if is_not { "not in" } else { "in" };
        let written = |expr: &Expr| self.written(expr.span);
        let all: Vec<String> = [right].into_iter().chain(behind).map(written).collect();
        is_value.then(|| format!("write `{} {sign} ({})`", written(left), all.join(", ")))
    }

    /// `card is red or face_up`: names that go on with the likeness before them.
    pub(super) fn instead_of_likeness(
        &self,
        members: &[Expr],
        at: usize,
        word: &str,
    ) -> Option<String> {
        let is_name = |expr: &&Expr| matches!(&*expr.node, ExprKind::Name { arguments: None, .. });
        let before = members[..=at].iter().rposition(|member| !is_name(&member))?;
        let ExprKind::Is { value, not, what: Likeness::Value(like) } = &*members[before].node
        else {
            return None;
        };
        let behind = members[before + 1..].iter().take_while(is_name);
        let all: Vec<String> =
            [like].into_iter().chain(behind).map(|expr| self.written(expr.span)).collect();
        let is = format!("{} {}", self.written(value.span), if *not { "is not" } else { "is" });
        let whole = match word {
            "or" => format!("{is} ({})", all.join(" or ")),
            _ => format!("{is} {}", all.join(&format!(" {word} {is} "))),
        };
        (before < at).then(|| format!("write `{whole}`"))
    }

    /// A word of a list or a number: no condition.
    fn is_bare(&self, expr: &Expr) -> bool {
        match &*expr.node {
            ExprKind::Number(_) => true,
            ExprKind::Name { name, arguments: None } => {
                self.is_word(&name.node) || self.names_a_number(&name.node)
            }
            _ => false,
        }
    }

    pub(super) fn written(&self, span: Span) -> String {
        self.program.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The words that a number of a card is called by, and what they are words of.
    pub(super) fn words_for(&self, value: &Value) -> Option<(String, Vec<String>)> {
        let Value::Num(Scalar { id, kind: ValueKind::Number, .. }) = value else { return None };
        let table = match self.program.terms.nums[*id] {
            Num::Attribute { table, .. } => table,
            Num::Default { value, .. } => match self.program.terms.nums[value] {
                Num::Attribute { table, .. } => table,
                _ => return None,
            },
            _ => return None,
        };
        let name = &self.program.attributes[table].name;
        let mut words: Vec<(i32, &String)> =
            self.number_words.iter().map(|(word, value)| (*value, word)).collect();
        words.sort_unstable();
        let words = words.into_iter().map(|(_, word)| word.clone()).collect();
        (name == "rank").then(|| (name.clone(), words))
    }
}
