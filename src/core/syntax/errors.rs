//! What does not parse, in the words of people who write rules: what is expected, what stands there
//! instead, what was meant.

mod expected;
mod plain;
mod slips;
mod statements;

pub(crate) use slips::called_in_packs;

use super::code::{Code, HEADINGS, JOINING};
use super::grammar::{self, Fault, Rule};
use super::parse::{Builder, verbs};
use crate::diagnostic::{self, Diagnostic};
use crate::source::Span;
use expected::{Expected, Kind, expectations, list};
use std::ops::Range;

/// Words that take a set or a step behind them: a misspelt one is taken for a name, and the word
/// behind it is at fault.
const PREFIXES: &[&str] = &[
    "count", "random", "highest", "lowest", "most", "least", "sorted", "best", "walk", "roll",
    "together", "window", "turns", "each",
];

/// Names that are read with `of`.
const PARTS: &[&str] = &[
    "top", "bottom", "first", "last", "next", "previous", "owner", "cards", "slots", "cells",
    "tops", "new", "rank", "suit",
];

pub(super) fn explain(builder: &Builder, fault: &Fault) -> Diagnostic {
    explain_in(builder, fault, 0..builder.code.text.len())
}

/// The problem for a fault in one piece of the text.
pub(super) fn explain_in(builder: &Builder, fault: &Fault, piece: Range<usize>) -> Diagnostic {
    let found = builder.code.found_at(fault.at());
    let span = builder.place(found.start, found.end);
    match fault {
        Fault::TooDeep { .. } => too_deep(span),
        Fault::TooLong { .. } => {
            Diagnostic::error("too-long", span, "this is too long to be parsed in one piece")
                .help("give parts of it names with `let`, or spread it over several declarations")
        }
        Fault::Unexpected { expected, .. } => {
            Mistake::new(builder, found, expected, piece).explain()
        }
    }
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("nested-too-deep", span, "this nests too deep, or goes on for too long")
        .help("give an inner part a name with `let`")
}

/// A word, a sign or an end at a place where something else must stand.
struct Mistake<'a, 't> {
    builder: &'a Builder<'t>,
    code: &'a Code<'t>,
    /// Where the parser stopped.
    at: usize,
    /// What is wrong there: empty where something is missing at the end of a line.
    found: Range<usize>,
    word: &'t str,
    expected: Vec<Expected>,
    piece: Range<usize>,
}

impl<'a, 't> Mistake<'a, 't> {
    fn new(
        builder: &'a Builder<'t>,
        found: Range<usize>,
        expected: &[Rule],
        piece: Range<usize>,
    ) -> Self {
        let code = builder.code;
        // Where a line or a declaration ends too early, the place is behind its last word, not
        // behind a comment.
        let ends = found.is_empty()
            || found.start > piece.start && code.is_heading_in_first_column(found.start);
        let last = code.trim_end(0, found.start);
        let place = if ends { last..last } else { found.clone() };
        let word = code.text.get(place.clone()).unwrap_or("");
        Mistake {
            builder,
            code,
            at: found.start,
            found: place,
            word,
            expected: expectations(expected),
            piece,
        }
    }

    fn explain(&self) -> Diagnostic {
        self.brace_missing()
            .or_else(|| self.brace_stray())
            .or_else(|| self.quote_missing())
            .or_else(|| self.unseen())
            .or_else(|| self.letters())
            .or_else(|| self.reserved_name())
            .unwrap_or_else(|| self.unexpected())
    }

    fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.builder.place(self.found.start, self.found.end), message)
    }

    fn brace_missing(&self) -> Option<Diagnostic> {
        let at_end = self.code.next_code(self.at) >= self.piece.end;
        if !at_end && !self.code.is_heading_in_first_column(self.at) {
            return None;
        }
        let before = if at_end { self.piece.clone() } else { self.piece.start..self.at };
        let braces = self.code.unmatched(before, b'{', b'}');
        let open =
            braces.suspect.filter(|_| !braces.open.is_empty()).or(braces.open.last().copied())?;
        let next = self.code.found_at(self.code.next_code(self.at));
        let place = self.builder.place(next.start, next.end);
        let error = Diagnostic::error("brace-missing", place, "a `}` is missing before this");
        Some(error.also(self.builder.place(open, open + 1), "this `{` is not closed"))
    }

    fn brace_stray(&self) -> Option<Diagnostic> {
        let braces = || self.code.unmatched(self.piece.clone(), b'{', b'}');
        (self.word == "}" && braces().close.contains(&self.found.start)).then(|| {
            self.error("syntax", "this `}` closes nothing")
                .help("remove it, or look for a missing `{` above it")
        })
    }

    fn quote_missing(&self) -> Option<Diagnostic> {
        let rest = self.code.rest_of_line(self.found.start);
        let help = "texts end on the line on which they begin";
        if self.word == "\"" && rest.matches('"').count() == 1 {
            return Some(self.error("syntax", "this text has no closing quote").help(help));
        }
        // A text that goes on to where the next one was to begin: what surprises touches it.
        let line = self.code.text.get(..self.found.start)?.lines().last()?;
        let touches = line.ends_with('"') && line.matches('"').count() % 2 == 0;
        (touches && rest.matches('"').count() % 2 == 1).then(|| {
            self.error("syntax", format!("expected the end of a text before `{}`", self.word))
                .help(format!("one of the texts of this line has no closing quote: {help}"))
        })
    }

    /// A letter that no name has; what stands before it has been taken for the whole name.
    fn letters(&self) -> Option<Diagnostic> {
        self.word.chars().next().filter(|c| c.is_alphabetic() && !c.is_ascii())?;
        let before = self.code.word_before(self.at).filter(|before| before.end == self.at);
        let word = before.map_or(self.at, |before| before.start)..self.found.end;
        let written = self.code.text.get(word.clone()).unwrap_or(self.word);
        let message = format!("`{written}` cannot be a name");
        let error = Diagnostic::error("syntax", self.builder.place(word.start, word.end), message);
        let help = "names are made of the letters a to z and A to Z, digits and `_`";
        Some(match called_in_packs(written) {
            Some(names) => error.help(format!("{help}; in a standard pack this is `{}`", names[0])),
            None => error.help(help),
        })
    }

    /// A sign that nobody sees, or that looks like a blank and is none.
    fn unseen(&self) -> Option<Diagnostic> {
        let rest = self.code.text.get(self.at..self.piece.end)?;
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        let start = self.at + blank;
        let sign = rest.get(blank..)?.chars().next().filter(|sign| is_unseen(*sign))?;
        let message =
            format!("expected what can be seen, found the sign U+{:04X}", u32::from(sign));
        let place = self.builder.place(start, start + sign.len_utf8());
        let error = Diagnostic::error("syntax", place, message);
        Some(error.help("write a plain blank instead, or nothing"))
    }

    fn reserved_name(&self) -> Option<Diagnostic> {
        let wants_name = self.expects(Kind::Name) && !self.expects(Kind::Expression);
        (wants_name && grammar::is_reserved(self.word)).then(|| {
            let message = format!("`{}` is a word of the language and cannot be a name", self.word);
            let error = self.error("reserved-name", message);
            match self.ended().or_else(|| self.out_of_place()).or_else(|| self.declared_plainly()) {
                Some(help) => error.help(help),
                None => error.help(format!("another name will do: `my_{}`", self.word)),
            }
        })
    }

    fn unexpected(&self) -> Diagnostic {
        let error = self.error("syntax", self.message());
        let error = match self.bracket_open() {
            Some(at) => error.also(self.builder.place(at, at + 1), "this `(` is not closed"),
            None => error,
        };
        match self.help() {
            Some(help) => error.help(help),
            None => error,
        }
    }

    fn message(&self) -> String {
        let expected = list(&self.expected, self.word);
        let instead = match self.word {
            "" if self.code.next_code(self.found.end) >= self.code.text.len() => {
                "but the text ends here".to_owned()
            }
            "" => "but the line ends here".to_owned(),
            word => format!("not `{word}`"),
        };
        match expected.is_empty() {
            true => format!("`{}` cannot stand here", self.word),
            false => format!("expected {expected}, {instead}"),
        }
    }

    /// The bracket that could have been closed here.
    fn bracket_open(&self) -> Option<usize> {
        let could_close = self.expected.iter().any(|e| e.words == [")"]);
        let before = self.piece.start..self.found.start;
        could_close.then(|| self.code.unmatched(before, b'(', b')').open.last().copied()).flatten()
    }

    fn help(&self) -> Option<String> {
        self.shape_without_comma()
            .or_else(|| self.row_of_all_others())
            .or_else(|| self.flow_plainly())
            .or_else(|| self.slip())
            .or_else(|| self.fold())
            .or_else(|| self.declared_plainly())
            .or_else(|| self.other_heading())
            .or_else(|| self.in_statement())
            .or_else(|| self.function())
            .or_else(|| self.repeated())
            .or_else(|| self.familiar().map(str::to_owned))
            .or_else(|| self.habit().map(str::to_owned))
            .or_else(|| self.compared_in_words())
            .or_else(|| self.asked_plainly())
            .or_else(|| self.part_without_of())
            .or_else(|| self.next_row())
            .or_else(|| self.taken_word())
            .or_else(|| self.computed_bound())
            .or_else(|| self.unbracketed())
            .or_else(|| self.assignment())
            .or_else(|| self.outside_of_blocks())
            .or_else(|| self.second_statement())
            .or_else(|| self.did_you_mean())
            .or_else(|| self.called())
            .or_else(|| self.statement_in_flow())
            .or_else(|| self.verbs_or_headings())
    }

    fn did_you_mean(&self) -> Option<String> {
        let words = self.expected.iter().flat_map(|e| &e.words).map(String::as_str);
        // One word of the language is no slip for another.
        let word = if grammar::is_reserved(self.word) { "" } else { self.word };
        near(word, words)
            .or_else(|| near(word, self.joining()))
            .or_else(|| self.word_before())
            .map(|word| format!("did you mean `{word}`?"))
    }

    /// Where a line may begin, it could also continue the line before.
    fn joining(&self) -> impl Iterator<Item = &'static str> {
        let begins = self.expects(Kind::Statement)
            || self.expects(Kind::Heading)
            || self.expects(Kind::LineEnd);
        JOINING.iter().copied().filter(move |_| begins)
    }

    fn expects(&self, kind: Kind) -> bool {
        self.expected.iter().any(|e| e.kind == kind)
    }

    fn expects_word(&self, word: &str) -> bool {
        self.expected.iter().any(|e| e.words.iter().any(|known| known == word))
    }

    /// `cout hand`: `cout` was taken for a name, and `hand` is what surprises.
    fn word_before(&self) -> Option<&'static str> {
        let taken_for_a_name = self.expects(Kind::Longer) || self.expects(Kind::LineEnd);
        let range = self.code.word_before(self.found.start).filter(|_| taken_for_a_name)?;
        let word = self.code.text.get(range).filter(|word| word.len() > 3)?;
        PREFIXES.iter().copied().find(|prefix| strsim::damerau_levenshtein(word, prefix) == 1)
    }

    /// `shape pair = 2 cards same rank`.
    fn shape_without_comma(&self) -> Option<String> {
        let start = self.code.statement_start(self.at);
        let is_shape = self.code.quote(start..self.found.start).starts_with("shape ");
        let is_word = self.word.starts_with(|c: char| c.is_ascii_alphabetic());
        let help = "what the cards have in common stands behind commas: `3 cards, same rank, different suit`";
        (is_shape && is_word && self.expects_word(",")).then(|| help.to_owned())
    }

    /// What reads well and is said in another way here.
    fn familiar(&self) -> Option<&'static str> {
        let before = self.word_in_front();
        let expects = |word: &str| self.expects_word(word);
        match (before, self.word) {
            (_, "then") if expects("{") => {
                Some("the block stands right behind the condition: `if … { … } else { … }`")
            }
            (_, "|") if expects("settled") => {
                Some("a choice among several actions is `one of … | …`: `may one of play | fold`")
            }
            (_, "or") if expects("|") && expects("by") => {
                Some("actions stand behind each other with `|`: `one of play | fold`")
            }
            (_, "or" | "and") if self.expects(Kind::Longer) && self.is_in_where() => {
                Some("conditions that go together stand in brackets: `where (… or …)`")
            }
            (_, "of") if expects("by") => {
                Some("for whom something is done stands behind `by`: `do deal_in by next of me`")
            }
            (_, "into" | "onto") if expects("to") => Some("write `to`"),
            (Some("not"), "empty") => Some("write `is not empty`"),
            (_, "empty") if self.expects(Kind::Longer) => Some("write `is empty`"),
            (_, "none") if self.is_behind("..") => Some("a bound of a range is a number"),
            (_, "none") if self.expects(Kind::Row) => {
                Some("`none` is no pattern: the row `otherwise => …` takes it, or a `_`")
            }
            (_, "as") if self.expects(Kind::Expression) => {
                Some("the ace of a standard pack is `A`: `rank = A`")
            }
            (_, ":") if expects("=") => Some("write `=`"),
            (Some("score"), "highest") => {
                Some("the highest score wins where nothing else is said: `score = …`")
            }
            (Some("turns"), _) if expects("from") => {
                Some("say who begins: `turns from seat(1): …`")
            }
            (_, "why") if expects("needs") && !expects("if") => {
                Some("a reason belongs to a need: `needs CONDITION why \"…\"`")
            }
            (_, "in") if expects("from") => {
                Some("what is chosen is written with `from`: `action play(card from hand)`")
            }
            (_, "or") if expects("repeated") && expects("in") => {
                Some("the cards of two zones are `hand + discard`")
            }
            (_, ",") if expects("needs") && expects("why") => {
                Some("write `and`, or another `needs …`, which has a reason of its own")
            }
            (_, "if") if self.expects(Kind::Step) => {
                Some("a condition stands behind its step: `play if any hand`")
            }
            (Some("do"), _) if expects("settled") => {
                Some("a step of a flow stands without `do`: `deal, play`")
            }
            (_, number)
                if self.expects(Kind::Step)
                    && self.is_behind(":")
                    && number.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some("a loop inside of a loop stands in brackets: `each player: (2 times: play)`")
            }
            (_, "until") if self.expects(Kind::Step) => {
                Some("`until` stands behind what is repeated: `round until deck is empty`")
            }
            (_, ";") if expects("settled") => {
                Some("steps of a flow stand behind each other with commas: `deal, play`")
            }
            (Some("next"), "player" | "seat") => Some("write `next of me`: who comes after me"),
            (Some("previous"), "player" | "seat") => {
                Some("write `previous of me`: who comes before me")
            }
            (_, "where") if expects("what the cards have in common") => {
                Some("a `where` stands right behind `cards`: `4 cards where not joker, same rank`")
            }
            (Some("player" | "seat"), number)
                if number.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some("a seat by its number is `seat(1)`")
            }
            (_, "not") if self.is_behind("=") => Some("write `!= …` for `= not …`"),
            (_, "=" | "!=" | "<" | "<=" | ">" | ">=") if expects("else") => Some(
                "a comparison as the value of an `if` stands in brackets: `if … then (a = b) else (c = d)`",
            ),
            (_, "where") if self.is_behind_from() => {
                Some("a `where` stands before `from`: `each player where … from …`")
            }
            (_, "where") if self.expects(Kind::Longer) => {
                Some("what a `where` narrows stands in brackets here: `(players where …)`")
            }
            (_, "default") => Some("here a `default` stands in brackets: `(… default …)`"),
            (
                Some("default"),
                "sum" | "count" | "highest" | "lowest" | "most" | "least" | "first" | "if",
            ) => Some(
                "behind `default`, what is made of several words stands in brackets: `default (highest … over …)`",
            ),
            (_, "") if expects("else") && self.expects(Kind::Longer) => {
                Some("an `if` that gives a value has two: `if … then … else …`")
            }
            (Some("over"), "those") => {
                Some("write `over (those … where …)` with brackets, or `over c in … where …`")
            }
            _ => None,
        }
    }

    /// What other languages, or plain speech, say of values and conditions.
    fn habit(&self) -> Option<&'static str> {
        let before = self.word_in_front();
        let expects = |word: &str| self.expects_word(word);
        match (before, self.word) {
            (Some("and" | "or"), "=" | "!=" | "<" | "<=" | ">" | ">=") => {
                Some("each comparison has both its sides: `n >= 3 and n <= 5`, or `n in 3..5`")
            }
            (_, "=") if self.is_behind(">") => Some("write `>=` in one"),
            (_, "=") if self.is_behind("<") => Some("write `<=` in one"),
            (Some("a" | "an"), word)
                if called_in_packs(word).is_some() && self.is_before_likeness() =>
            {
                Some("suits and ranks are asked by name: `suit of card = H`, `rank of card = A`")
            }
            (Some("a" | "an"), _)
                if self.is_before_likeness() && !self.before().contains("there is") =>
            {
                Some("write `card is joker`, without `a`")
            }
            (Some("exists" | "exist"), _) if self.expects(Kind::Longer) => {
                Some("whether there is one is asked by `any`: `any hand where red`")
            }
            (Some("max" | "maximum" | "greatest"), _) if self.expects(Kind::Longer) => {
                Some("the highest of all is `highest rank over hand`")
            }
            (Some("min" | "minimum" | "smallest"), _) if self.expects(Kind::Longer) => {
                Some("the lowest of all is `lowest rank over hand`")
            }
            (Some("average" | "mean"), _) if self.expects(Kind::Longer) => {
                Some("an average is a sum divided by a count: `(sum rank over hand) / count hand`")
            }
            (_, "|") if self.expects(Kind::Longer) => {
                Some("conditions, and shapes, stand behind each other with `or`")
            }
            (_, "or") if expects("else") => Some(
                "one of several is `one of play | fold`; what happens where nothing can be chosen stands \
                 behind `else`: `play else draw_one`",
            ),
            (_, "of") if expects("in") && expects("from") => {
                Some("write `in`: `each p in players where …`")
            }
            (Some("in"), "{") => Some("lists stand in round brackets: `(a, b)`"),
            (_, word) if expects("are") && !word.is_empty() => {
                Some("`are` stands between them: `all hand are red`")
            }
            _ => None,
        }
    }

    /// Whether `is a` or `is an` stands right before it.
    fn is_before_likeness(&self) -> bool {
        ["is a", "is an"].iter().any(|it| self.is_behind(it))
    }

    /// The word before it on the same line.
    fn word_in_front(&self) -> Option<&str> {
        self.code.text.get(self.code.word_before(self.found.start)?)
    }

    /// Whether a `where` stands before it, in the same statement.
    fn is_in_where(&self) -> bool {
        let before = self.code.statement_start(self.at)..self.found.start;
        self.code.quote(before).split(' ').any(|word| word == "where")
    }

    /// Whether a sign stands before it, and no part of a longer sign.
    fn is_behind(&self, sign: &str) -> bool {
        let before = self.code.text.get(..self.found.start).unwrap_or("").trim_end();
        before.strip_suffix(sign).is_some_and(|before| !before.ends_with(['!', '<', '>', '=']))
    }

    /// `top deck`.
    fn part_without_of(&self) -> Option<String> {
        let part = self.word_in_front().filter(|word| PARTS.contains(word))?;
        let rest = self.code.rest_of_line(self.found.end).trim_start();
        let (of, word) = (rest.starts_with("of "), self.word);
        let is_name =
            word.starts_with(|c: char| c.is_ascii_alphabetic()) && !grammar::is_reserved(word);
        let help = match word {
            "card" | "cards" if of => format!("without `{word}`: `{part} of …`"),
            "row" | "slot" if part == "new" => {
                "write `new of ZONE`, with the name of a zone of shape `row`".to_owned()
            }
            _ if is_name => format!("write `{part} of {word}`"),
            _ if of && word.bytes().all(|b| b.is_ascii_digit()) => {
                format!("write `{part}({word}) of …`")
            }
            _ => return None,
        };
        self.expects(Kind::Longer).then_some(help)
    }

    /// `each player from leader where …`.
    fn is_behind_from(&self) -> bool {
        let line = self
            .code
            .text
            .get(..self.found.start)
            .and_then(|text| text.lines().last())
            .unwrap_or("");
        let head = ["each ", "turns "].iter().filter_map(|word| line.rfind(word)).max();
        head.and_then(|head| line.get(head..))
            .is_some_and(|head| head.contains("from ") && !head.contains([':', '{']))
    }

    /// `else => 5`, as the last row of a table.
    fn row_of_all_others(&self) -> Option<String> {
        let gives = self.code.rest_of_line(self.found.end).trim_start().starts_with("=>");
        let head = match self.word {
            "=>" => self.word_in_front(),
            word => gives.then_some(word),
        };
        matches!(head?, "else" | "default" | "other" | "others" | "rest")
            .then(|| "the row for all that is left is `otherwise => …`".to_owned())
    }

    /// `{ S => C  H => D }`: a row of a table, where the row before goes on.
    fn next_row(&self) -> Option<String> {
        let gives = self.code.rest_of_line(self.found.end).trim_start().starts_with("=>");
        (gives && self.expects(Kind::LineEnd))
            .then(|| "each row stands on a line of its own, or behind a `;`".to_owned())
    }

    /// `by of card`, where `by` was meant as a name.
    fn taken_word(&self) -> Option<String> {
        let joins = JOINING.contains(&self.word)
            || matches!(self.word, "of" | "not" | "in" | "to" | "from");
        if joins || !self.expects(Kind::Expression) || !grammar::is_reserved(self.word) {
            return None;
        }
        let rest = self.code.rest_of_line(self.found.end).trim_start();
        let used_as_name = rest.is_empty()
            || ["of ", "in ", "is ", "and ", "or "].iter().any(|word| rest.starts_with(word))
            || rest.starts_with([')', ',', '=', '<', '>', '+', '-', '*', '!', ';', '}']);
        used_as_name.then(|| {
            format!(
                "`{}` is a word of the language: what is called so needs another name",
                self.word
            )
        })
    }

    /// A statement where only a heading can stand: mostly a `}` closes its block too early.
    fn outside_of_blocks(&self) -> Option<String> {
        let is_outside = self.expects(Kind::Heading) && verbs().contains(&self.word);
        is_outside.then(|| {
            format!(
                "`{}` begins a statement, which stands in a block: does a `}}` before it close one \
                 too early?",
                self.word
            )
        })
    }

    fn second_statement(&self) -> Option<String> {
        let help = "a statement stands on a line of its own, or behind a `;`";
        (self.expects(Kind::LineEnd) && verbs().contains(&self.word)).then(|| help.to_owned())
    }

    /// `1..if …`.
    fn computed_bound(&self) -> Option<String> {
        let before = self.code.text.get(..self.found.start)?;
        let computed = before.trim_end().ends_with("..") && self.word == "if";
        computed
            .then(|| format!("a bound of several words stands in brackets: `..({} …)`", self.word))
    }

    /// `points = 3`, `points += 1`.
    fn assignment(&self) -> Option<String> {
        let rest = self.code.rest_of_line(self.found.end).trim_start();
        let word = self.word;
        if !self.expects(Kind::Statement) {
            None
        } else if rest.starts_with("+=") {
            Some(format!("write `add 1 to {word}`"))
        } else if rest.starts_with(['=', ':']) && !rest.starts_with("=>") {
            Some(format!("`set {word} to …` changes a value, `let {word} = …` names one"))
        } else {
            None
        }
    }

    fn verbs_or_headings(&self) -> Option<String> {
        if self.expects(Kind::Statement) {
            Some(format!("a statement begins with one of: {}", verbs().join(", ")))
        } else if self.expects(Kind::Heading) {
            Some(format!("a declaration begins with one of: {}", HEADINGS.join(", ")))
        } else {
            None
        }
    }
}

/// Whether a sign is a blank that is not the plain one, or takes no room at all.
fn is_unseen(sign: char) -> bool {
    let is_other_blank = sign.is_whitespace() && !sign.is_ascii();
    let takes_no_room = matches!(
        sign,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    );
    is_other_blank || takes_no_room
}

/// The word that was probably meant: near, and if short, beginning like it or made of the same
/// letters (`hand` is not a slip for `and`).
fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_sign = |word: &str| !word.is_empty() && word.chars().all(|c| "=<>!".contains(c));
    if is_sign(word) {
        // A sign of which a part was left out: `=` for `=>`.
        return known
            .into_iter()
            .find(|k| is_sign(k) && k.len() > word.len() && k.starts_with(word));
    }
    let like = |k: &&str| {
        k.len() > 4 || k.chars().next() == word.chars().next() || letters(k) == letters(word)
    };
    diagnostic::nearest(word, known.filter(|k| *k != word).filter(like))
}
