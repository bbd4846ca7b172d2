//! Statements that go on in another way than their verb wants, and how they are written.

use super::Mistake;
use super::expected::Kind;
use crate::syntax::code::HEADINGS;
use crate::syntax::grammar;
use crate::syntax::parse::verbs;

/// What is written longer than this is not repeated in a help.
const LONGEST_SHOWN: usize = 60;

/// What `do` does, by the heading of its declaration.
pub(super) const DONE: &[&str] = &["effect", "phase", "action"];

/// How steps of a flow begin that are no names.
const STEPS: &[&str] = &["any of", "may", "one of", "together", "turns", "window"];

/// Words with which a step goes on behind the name of what it does.
const STEP_WORDS: &[&str] = &["by", "if", "else", "until", "settled", "|", ","];

/// The words of other languages for a condition behind what it is a condition of.
const CONDITIONS: &[&str] = &["if", "when", "unless"];

/// The words with which an expression begins that only brackets keep together inside of another.
pub(super) const BRACKETED: &[&str] = &[
    "all",
    "any",
    "best",
    "can",
    "commonest",
    "count",
    "groups",
    "highest",
    "if",
    "least",
    "lowest",
    "most",
    "no",
    "not",
    "random",
    "reached",
    "roll",
    "sorted",
    "sum",
    "the",
    "those",
    "walk",
];

impl Mistake<'_, '_> {
    pub(super) fn in_statement(&self) -> Option<String> {
        self.over()
            .or_else(|| self.other_verb())
            .or_else(|| self.without_word())
            .or_else(|| self.undone())
            .or_else(|| self.step_without_do())
            .or_else(|| self.counted_step())
            .or_else(|| self.each_with_colon())
            .or_else(|| self.other_sign())
            .or_else(|| self.moved_from())
            .or_else(|| self.joined_by_and())
            .or_else(|| self.drawn_of())
            .or_else(|| self.condition_behind())
            .or_else(|| self.joined_by_comma())
            .or_else(|| self.extended_by_block())
    }

    /// `game over`, `win`.
    fn over(&self) -> Option<String> {
        let rest = self.rest();
        let is_declared = || self.code.declares(DONE, self.word);
        let written = match self.word {
            "game" if rest.starts_with("game over") => "end game",
            "win" | "wins" if !is_declared() => "end game won",
            "me" if rest == "me wins" => "end game won",
            "player" if rest == "player wins" => "end game won",
            "lose" | "loses"
                if matches!(&*rest, "lose" | "loses" | "lose game") && !is_declared() =>
            {
                "end game lost"
            }
            "all" | "every" | "everybody" | "everyone" | "players" => "each player { … }",
            _ => return None,
        };
        self.expects(Kind::Statement).then(|| format!("write `{written}`"))
    }

    /// `end the game`.
    pub(super) fn ended(&self) -> Option<String> {
        let rest = self.rest();
        let rest = rest.strip_prefix("the ")?;
        (self.verb() == "end").then(|| format!("write `end {}`", self.shown(rest, "game")))
    }

    /// `one of play | fold` in a block.
    fn step_without_do(&self) -> Option<String> {
        let rest = self.rest();
        let begins = |step: &&str| rest.strip_prefix(*step).is_some_and(|r| r.starts_with(' '));
        let step = STEPS.iter().find(|step| begins(step))?;
        self.expects(Kind::Statement)
            .then(|| format!("write `do {}`", self.shown(&rest, &format!("{step} …"))))
    }

    /// `twice play`, `repeat play until …` and `3 times: draw 1 from deck to hand` in a block.
    fn counted_step(&self) -> Option<String> {
        if !self.expects(Kind::Statement) {
            return None;
        }
        let rest = self.code.quote(self.found.end..self.code.statement_end(self.found.end));
        let (times, rest) = match self.word {
            "twice" => (Some("2"), &*rest),
            "thrice" => (Some("3"), &*rest),
            "repeat" => match rest.split_once(" times") {
                Some((times, rest)) => (Some(times), rest),
                None => (None, &*rest),
            },
            number if number.bytes().all(|b| b.is_ascii_digit()) => {
                (Some(number), rest.strip_prefix("times")?)
            }
            _ => return None,
        };
        let step = rest.trim_start_matches([':', ' ']);
        let step = step.strip_prefix("do ").unwrap_or(step);
        let body = step.strip_prefix("{").unwrap_or(step).trim_end_matches('}').trim();
        let is_statement = body.split(' ').next().is_some_and(|word| verbs().contains(&word));
        let whole = match times {
            Some(times) if is_statement || body.is_empty() => {
                let goes_on = step.starts_with('{') && !step.ends_with('}') || body.is_empty();
                let shorter = format!("each i in 1..{times} {{ … }}");
                let whole = format!("each i in 1..{times} {{ {body} }}");
                if goes_on { shorter } else { self.shown(&whole, &shorter) }
            }
            Some(times) => self.shown(&format!("do {times} times: {step}"), "do … times: …"),
            None if step.contains(" until ") => self.shown(&format!("do {step}"), "do … until …"),
            None => "do … until …".to_owned(),
        };
        let wants_step = if times.is_none() && is_statement {
            ": what repeats is a step, such as an effect"
        } else {
            ""
        };
        Some(format!("write `{whole}`{wants_step}"))
    }

    /// `twice play` and `repeat play until …` in a flow, where the first word has been taken for a
    /// step.
    pub(super) fn repeated(&self) -> Option<String> {
        let before = self.word_in_front()?;
        let rest = self.rest();
        let whole = match before {
            "twice" => format!("2 times: {rest}"),
            "thrice" => format!("3 times: {rest}"),
            "repeat" if rest.contains(" until ") => rest,
            "repeat" => "… until …".to_owned(),
            _ => return None,
        };
        let help = || format!("write `{}`", self.shown(&whole, "… until …"));
        self.expects_word("settled").then(help)
    }

    /// `each player: draw 2 from deck to hand` in a block.
    fn each_with_colon(&self) -> Option<String> {
        if self.word != ":" || self.verb() != "each" || !self.expects_word("{") {
            return None;
        }
        let (head, rest) =
            (self.before(), self.code.quote(self.found.end..self.code.statement_end(self.at)));
        let is_statement = rest.split(' ').next().is_some_and(|word| verbs().contains(&word));
        let whole = match is_statement {
            true => format!("{head} {{ {rest} }}"),
            false => format!("do {head}: {rest}"),
        };
        Some(format!("write `{}`", self.shown(&whole, "each … { … }")))
    }

    /// `phase stop = end game`, where the verb has been taken for a step.
    pub(super) fn statement_in_flow(&self) -> Option<String> {
        let range = self.code.word_before(self.found.start)?;
        let (before, further) =
            (self.code.text.get(range.clone())?, self.code.text.get(..range.start)?.trim_end());
        let is_step = self.expects_word("settled") && !self.expects(Kind::Name);
        if is_step && before == "each" && further.ends_with(':') {
            return Some(format!(
                "a loop inside of a loop stands in brackets: `2 times: (each {}: play)`",
                self.word
            ));
        }
        if is_step && before == "each" && further.ends_with(" by") {
            return Some(format!(
                "write `each {}: STEP`; turns that go round are `turns from seat(1): STEP`",
                self.word
            ));
        }
        (is_step && verbs().contains(&before)).then(|| {
            "a statement stands in a block: put it into an effect, and name that here".to_owned()
        })
    }

    /// `shuffle deck, each player { … }`, `shuffle deck, draw 2 from deck to hand`.
    fn joined_by_comma(&self) -> Option<String> {
        let joined = self.code.word_before(self.found.start)?;
        let word = self.code.text.get(joined.clone())?;
        let before = self.code.text.get(..joined.start)?.trim_end();
        let is_statement = verbs().contains(&word) && verbs().contains(&self.verb());
        (is_statement && before.ends_with(',') && self.expects(Kind::LineEnd))
            .then(|| "a statement stands on a line of its own, or behind a `;`".to_owned())
    }

    /// `extend phase deal { … }`.
    fn extended_by_block(&self) -> Option<String> {
        let before = self.before();
        let name = before.split(' ').next_back().filter(|_| self.word == "{")?;
        (self.expects_word("with")).then(|| {
            format!(
                "statements stand before or behind it: `before {name} {{ … }}`, `after {name} {{ … }}`"
            )
        })
    }

    /// `fine(3)`, where an effect is called so.
    fn undone(&self) -> Option<String> {
        let behind = self.rest().strip_prefix(self.word).unwrap_or("").trim_start().to_owned();
        let is_call = behind.is_empty()
            || behind.starts_with('(')
            || STEP_WORDS.contains(&behind.split(' ').next().unwrap_or(""));
        let named = self.expects(Kind::Statement) && is_call && self.code.declares(DONE, self.word);
        named.then(|| format!("write `do {}`", self.shown(&self.rest(), self.word)))
    }

    /// `fine(3)`, where nothing tells what is called so.
    pub(super) fn called(&self) -> Option<String> {
        let is_call = self.rest().strip_prefix(self.word)?.starts_with('(');
        let is_name = !grammar::is_reserved(self.word) && self.expects(Kind::Statement);
        (is_call && is_name).then(|| {
            let call = self.shown(&self.rest(), &format!("{}(…)", self.word));
            format!("an effect is called with `do`: `do {call}`")
        })
    }

    /// `set points = 3`, `let x to 3`.
    fn other_sign(&self) -> Option<String> {
        let sign = match (self.verb(), self.word) {
            ("set", "=") => "to",
            ("let", "to") => "=",
            _ => return None,
        };
        let value = self.code.quote(self.found.end..self.code.statement_end(self.found.end));
        let whole = format!("{} {sign} {value}", self.before());
        self.expects_word(sign).then(|| {
            format!("write `{}`", self.shown(&whole, &format!("{} … {sign} …", self.verb())))
        })
    }

    /// `move 2 from deck to hand`, `move card from hand to heap`.
    fn moved_from(&self) -> Option<String> {
        if self.verb() != "move" || !matches!(self.word, "from" | "card" | "cards") {
            return None;
        }
        let before = self.before();
        let amount = before.strip_prefix("move ")?;
        let rest = self.rest();
        let rest = rest.strip_prefix("cards ").or(rest.strip_prefix("card ")).unwrap_or(&rest);
        let (place, to) = rest.strip_prefix("from ")?.split_once(" to ")?;
        if amount.bytes().all(|b| b.is_ascii_digit()) && place.contains("hand") {
            return Some(format!(
                "which ones? players choose, `action give(gone from {amount} of {place})`; by lot \
                 they are `random {amount} of {place}`"
            ));
        }
        if amount == "random" {
            return Some(format!("write `move random {place} to {to}`"));
        }
        Some(if amount.bytes().all(|b| b.is_ascii_digit()) {
            format!("write `draw {amount} {rest}`, or `move top({amount}) of {place} to {to}`")
        } else {
            format!("write `move {amount} to {to}`: what is moved says itself where it lies")
        })
    }

    /// `shuffle deck and heap`, `turn up top of heap and bottom of heap`.
    fn joined_by_and(&self) -> Option<String> {
        let (rest, verb) = (self.rest(), self.verb());
        let is_joined = verbs().contains(&verb) && !self.is_in_where();
        let rest = rest.strip_prefix("and ").filter(|_| is_joined)?;
        if rest.split(' ').next().is_some_and(|word| verbs().contains(&word)) {
            return Some("a statement stands on a line of its own, or behind a `;`".to_owned());
        }
        if self.expects_word(",") {
            let whole = format!("{}, {rest}", self.before());
            return Some(format!("write `{}`", self.shown(&whole, &format!("{verb} …, …"))));
        }
        let is_of_cards = matches!(verb, "turn" | "reveal" | "mark" | "unmark");
        is_of_cards.then(|| "cards go together in brackets: `(… + …)`".to_owned())
    }

    /// `draw 1 of deck to hand`.
    fn drawn_of(&self) -> Option<String> {
        let before = self.before();
        let drawn = before.strip_prefix("draw ").filter(|_| self.word == "to")?;
        let (amount, from) = drawn.split_once(" of ")?;
        let whole = format!("draw {amount} from {from} {}", self.rest());
        self.expects_word("from")
            .then(|| format!("write `{}`", self.shown(&whole, "draw … from … to …")))
    }

    /// `set points to 0 if open`.
    fn condition_behind(&self) -> Option<String> {
        let condition = self.code.quote(self.found.end..self.code.statement_end(self.found.end));
        let is_behind = CONDITIONS.contains(&self.word) && self.expects(Kind::LineEnd);
        if !is_behind || condition.contains('{') && self.verb() != "action" {
            return None;
        }
        let start = self.code.statement_start(self.at);
        let in_row =
            self.code.text.get(..start).is_some_and(|text| text.trim_end().ends_with("=>"));
        Some(match self.verb() {
            "action" => "an action's condition is written with `needs`: `needs …`".to_owned(),
            verb if verb != "let" && verbs().contains(&verb) => {
                let condition = match self.word {
                    "unless" => format!("not ({condition})"),
                    _ => condition,
                };
                let whole = format!("if {condition} {{ {} }}", self.before());
                format!("write `{}`", self.shown(&whole, "if … { … }"))
            }
            verb if in_row && !HEADINGS.contains(&verb) => {
                "the condition of a row stands before its `=>`".to_owned()
            }
            _ => "one of two values is `if … then … else …`".to_owned(),
        })
    }

    /// `most highest rank over hand over players`.
    pub(super) fn unbracketed(&self) -> Option<String> {
        let inside = self.expects(Kind::Expression) && BRACKETED.contains(&self.word);
        inside.then(|| format!("put it in brackets: `({} …)`", self.word))
    }

    /// The word that the statement begins with.
    pub(super) fn verb(&self) -> &str {
        self.code.found_text(self.code.statement_start(self.at))
    }

    /// The statement up to what is wrong with it.
    pub(super) fn before(&self) -> String {
        self.code.quote(self.code.statement_start(self.at)..self.found.start)
    }

    /// The statement from there on.
    pub(super) fn rest(&self) -> String {
        self.code.quote(self.found.start..self.code.statement_end(self.found.start))
    }

    pub(super) fn shown(&self, text: &str, shorter: &str) -> String {
        let fits = text.chars().count() <= LONGEST_SHOWN;
        (if fits { text } else { shorter }).to_owned()
    }
}
