//! What does not parse, in the words of people who write rules: what is expected, what stands there instead, what was meant.

use super::code::{Code, HEADINGS, JOINING};
use super::grammar::{self, Fault, Rule};
use super::parse::Builder;
use crate::diagnostic::{self, Diagnostic};
use crate::source::Span;
use std::ops::Range;

/// More alternatives than these are not read.
const MOST_EXPECTED: usize = 6;

/// Words that take a set or a step behind them: a misspelt one is taken for a name, and the word behind it is at fault.
const PREFIXES: &[&str] = &[
    "count", "random", "highest", "lowest", "most", "least", "sorted", "best", "walk", "roll", "together", "window",
    "turns", "each",
];

/// The words with which a statement begins.
const VERBS: &[&str] = &[
    "add", "answer", "at", "do", "draw", "each", "end", "gather", "if", "join", "let", "mark", "move", "reveal",
    "reverse", "set", "shuffle", "split", "swap", "turn", "unmark",
];

/// What is written in other languages, and what is written here.
const SLIPS: &[(&str, &str)] = &[
    ("==", "a single `=` compares"),
    (":=", "`let x = …` names a value, `set x to …` changes one"),
    ("->", "write `=>`"),
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
    ("return", "write `answer`"),
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
        Fault::TooLong { .. } => Diagnostic::error("too-long", span, "this is too long to be parsed in one piece")
            .help("give parts of it names with `let`, or spread it over several declarations"),
        Fault::Unexpected { expected, .. } => Mistake::new(builder, found, expected, piece).explain(),
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
    found: Range<usize>,
    word: &'t str,
    expected: Vec<Expected>,
    piece: Range<usize>,
}

impl<'a, 't> Mistake<'a, 't> {
    fn new(builder: &'a Builder<'t>, found: Range<usize>, expected: &[Rule], piece: Range<usize>) -> Self {
        let code = builder.code;
        let word = code.text.get(found.clone()).unwrap_or("");
        // Where a line or the text ends too early, the place is behind its last word, not behind a comment.
        let found = if word.is_empty() { code.trim_end(0, found.start)..code.trim_end(0, found.start) } else { found };
        Mistake { builder, code, found, word, expected: expectations(expected), piece }
    }

    fn explain(&self) -> Diagnostic {
        self.brace_missing()
            .or_else(|| self.brace_stray())
            .or_else(|| self.quote_missing())
            .or_else(|| self.reserved_name())
            .unwrap_or_else(|| self.unexpected())
    }

    fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.builder.place(self.found.start, self.found.end), message)
    }

    fn brace_missing(&self) -> Option<Diagnostic> {
        let at_end = self.code.next_code(self.found.start) >= self.piece.end;
        if !at_end && !self.code.is_heading_in_first_column(self.found.start) {
            return None;
        }
        let before = if at_end { self.piece.clone() } else { self.piece.start..self.found.start };
        let braces = self.code.unmatched(before, b'{', b'}');
        let open = braces.suspect.filter(|_| !braces.open.is_empty()).or(braces.open.last().copied())?;
        let next = self.code.found_at(self.code.next_code(self.found.start));
        let place = self.builder.place(next.start, next.end);
        let error = Diagnostic::error("brace-missing", place, "a `}` is missing before this");
        Some(error.also(self.builder.place(open, open + 1), "this `{` is not closed"))
    }

    fn brace_stray(&self) -> Option<Diagnostic> {
        let braces = || self.code.unmatched(self.piece.clone(), b'{', b'}');
        (self.word == "}" && braces().close.contains(&self.found.start)).then(|| {
            self.error("syntax", "this `}` closes nothing").help("remove it, or look for a missing `{` above it")
        })
    }

    fn quote_missing(&self) -> Option<Diagnostic> {
        let rest = self.code.rest_of_line(self.found.start);
        (self.word == "\"" && rest.matches('"').count() == 1).then(|| {
            self.error("syntax", "this text has no closing quote").help("texts end on the line on which they begin")
        })
    }

    fn reserved_name(&self) -> Option<Diagnostic> {
        let wants_name = self.expects(Kind::Name) && !self.expects(Kind::Expression);
        (wants_name && grammar::is_reserved(self.word)).then(|| {
            let message = format!("`{}` is a word of the language and cannot be a name", self.word);
            self.error("reserved-name", message)
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
        let expected = list(&self.expected);
        let instead = match self.word {
            "" if self.code.next_code(self.found.end) >= self.code.text.len() => "but the text ends here".to_owned(),
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
        self.did_you_mean()
            .map(|word| format!("did you mean `{word}`?"))
            .or_else(|| self.slip())
            .or_else(|| self.assignment())
            .or_else(|| self.second_statement())
            .or_else(|| self.computed_bound())
            .or_else(|| self.letters())
            .or_else(|| self.verbs_or_headings())
    }

    fn did_you_mean(&self) -> Option<String> {
        let mut known: Vec<&str> = self.joining().collect();
        known.extend(self.expected.iter().flat_map(|e| e.words.iter().map(String::as_str)));
        near(self.word, known.into_iter()).or_else(|| self.word_before()).map(str::to_owned)
    }

    /// Where a line may begin, it could also continue the line before.
    fn joining(&self) -> impl Iterator<Item = &'static str> {
        let begins = self.expects(Kind::Statement) || self.expects(Kind::Heading) || self.expects(Kind::LineEnd);
        JOINING.iter().copied().filter(move |_| begins)
    }

    fn expects(&self, kind: Kind) -> bool {
        self.expected.iter().any(|e| e.kind == kind)
    }

    /// `cout hand`: `cout` was taken for a name, and `hand` is what surprises.
    fn word_before(&self) -> Option<&'static str> {
        let range = self.code.word_before(self.found.start)?;
        let word = self.code.text.get(range).filter(|word| word.len() > 3)?;
        PREFIXES.iter().copied().find(|prefix| strsim::damerau_levenshtein(word, prefix) == 1)
    }

    fn slip(&self) -> Option<String> {
        if self.word == "=>" && self.expects(Kind::Longer) {
            return Some("write `>=` for \"at least\"".to_owned());
        }
        SLIPS.iter().find(|(slip, _)| *slip == self.word).map(|(_, help)| (*help).to_owned())
    }

    fn second_statement(&self) -> Option<String> {
        let help = "a statement stands on a line of its own, or behind a `;`";
        (self.expects(Kind::LineEnd) && VERBS.contains(&self.word)).then(|| help.to_owned())
    }

    /// `1..n`.
    fn computed_bound(&self) -> Option<String> {
        let before = self.code.text.get(..self.found.start)?;
        before
            .trim_end()
            .ends_with("..")
            .then(|| format!("a bound that is not a number stands in brackets: `..({})`", self.word))
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

    fn letters(&self) -> Option<String> {
        self.word
            .chars()
            .any(|c| c.is_alphabetic() && !c.is_ascii())
            .then(|| "names are made of the letters a to z and A to Z, digits and `_`".to_owned())
    }

    fn verbs_or_headings(&self) -> Option<String> {
        if self.expects(Kind::Statement) {
            Some(format!("a statement begins with one of: {}", VERBS.join(", ")))
        } else if self.expects(Kind::Heading) {
            Some(format!("a declaration begins with one of: {}", HEADINGS.join(", ")))
        } else {
            None
        }
    }
}

/// The word that was probably meant: near, and beginning like it or made of the same letters (`hand` is not a slip for `and`).
fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let like = |k: &&str| k.chars().next() == word.chars().next() || letters(k) == letters(word);
    diagnostic::nearest(word, known.filter(|k| *k != word).filter(like))
}

/// One thing that could stand at a place.
struct Expected {
    kind: Kind,
    /// The words it begins with; for a sign or a phrase, how it is shown.
    words: Vec<String>,
}

/// In the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Heading,
    Statement,
    Step,
    Expression,
    Name,
    Phrase,
    Sign,
    Word,
    /// What could make an expression longer.
    Longer,
    LineEnd,
    /// Shown when there is nothing else: brackets that may always follow a name, the end of the text.
    Possible,
}

/// What is expected, in a few words.
fn list(expected: &[Expected]) -> String {
    let says_all = expected.iter().map(|e| e.kind).min().filter(|kind| *kind <= Kind::Statement);
    let mut shown: Vec<String> = Vec::new();
    for one in expected.iter().filter(|e| says_all.is_none_or(|kind| kind == e.kind)) {
        for text in shown_as(one) {
            if !shown.contains(&text) && (one.kind != Kind::Possible || shown.is_empty()) {
                shown.push(text);
            }
        }
    }
    if shown.len() > MOST_EXPECTED {
        shown.drain(MOST_EXPECTED - 1..shown.len() - 1);
    }
    match shown.pop() {
        Some(last) if shown.is_empty() => last,
        Some(last) => format!("{} or {last}", shown.join(", ")),
        None => String::new(),
    }
}

fn shown_as(expected: &Expected) -> Vec<String> {
    match expected.kind {
        Kind::Phrase => expected.words.clone(),
        Kind::Sign | Kind::Word | Kind::Possible => expected.words.iter().map(|word| format!("`{word}`")).collect(),
        Kind::Name => vec!["a name".to_owned()],
        Kind::Expression => vec!["an expression".to_owned()],
        Kind::Longer => vec!["a joining word such as `of` or `where`".to_owned()],
        Kind::Step => vec!["a step".to_owned()],
        Kind::Statement => vec!["a statement".to_owned()],
        Kind::Heading => vec!["a heading such as `phase` or `action`".to_owned()],
        Kind::LineEnd => vec!["the end of the line".to_owned()],
    }
}

/// What the rules of the grammar that were tried at a place are for people, what says most first.
fn expectations(rules: &[Rule]) -> Vec<Expected> {
    let mut expected: Vec<Expected> = rules.iter().map(|rule| expectation(*rule, rules)).collect();
    expected.sort_by_key(|e| e.kind);
    expected
}

/// A rule is named itself, or the keyword it begins with: that one says little without the others.
fn expectation(rule: Rule, all: &[Rule]) -> Expected {
    let words = words_of(rule);
    let is = |list: &[&str]| words.first().is_some_and(|word| list.contains(&word.as_str()));
    let among = |rules: &[Rule]| rules.iter().any(|rule| all.contains(rule));
    let kind = if is(VERBS) && among(&[Rule::shuffle, Rule::kw_shuffle]) {
        Kind::Statement
    } else if is(HEADINGS) && among(&[Rule::playing, Rule::kw_playing]) {
        Kind::Heading
    } else {
        kind_of(rule)
    };
    Expected { kind, words }
}

/// A rule `kw_x` is the word `x`.
fn words_of(rule: Rule) -> Vec<String> {
    let name = format!("{rule:?}");
    match name.strip_prefix("kw_") {
        Some(keyword) => vec![keyword.to_owned()],
        None => spoken(rule).iter().map(|word| (*word).to_owned()).collect(),
    }
}

fn kind_of(rule: Rule) -> Kind {
    match rule {
        // At the very start of a text nothing but the whole of it has been tried.
        Rule::file => Kind::Heading,
        Rule::lone_expression => Kind::Expression,
        Rule::line_end => Kind::LineEnd,
        Rule::EOI | Rule::bracket_open | Rule::arguments | Rule::parameters | Rule::action_parameters => Kind::Possible,
        Rule::name | Rule::names | Rule::part_name | Rule::action_parameter => Kind::Name,
        Rule::flow | Rule::step | Rule::call | Rule::times | Rule::turns | Rule::each | Rule::together => Kind::Step,
        Rule::window | Rule::one_of | Rule::any_of | Rule::may | Rule::permission => Kind::Step,
        Rule::compare | Rule::is | Rule::among | Rule::plus_minus | Rule::times_over | Rule::filters => Kind::Longer,
        Rule::fallback | Rule::upto | Rule::dots | Rule::kw_and | Rule::kw_or | Rule::kw_of => Kind::Longer,
        Rule::kw_where | Rule::kw_default | Rule::kw_is | Rule::is_not | Rule::kw_not => Kind::Longer,
        _ if begins_expression(rule) => Kind::Expression,
        _ if is_phrase(rule) => Kind::Phrase,
        _ if rule >= Rule::comma && rule <= Rule::brace_close => Kind::Sign,
        _ => Kind::Word,
    }
}

fn begins_expression(rule: Rule) -> bool {
    let is_fold = matches!(
        rule,
        Rule::quantified
            | Rule::quantifier
            | Rule::at_random
            | Rule::all_are
            | Rule::folded
            | Rule::folder
            | Rule::pairing
            | Rule::packing
            | Rule::walk
            | Rule::roll
            | Rule::kw_best
            | Rule::kw_walk
            | Rule::kw_roll
            | Rule::kw_random
            | Rule::kw_all
    );
    let is_level = matches!(
        rule,
        Rule::expression
            | Rule::conjunction
            | Rule::negation
            | Rule::denial
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::factor
            | Rule::negative
            | Rule::choose
            | Rule::chain
            | Rule::path
            | Rule::atom
            | Rule::moved
            | Rule::likeness
            | Rule::likely
    );
    let is_plain = matches!(
        rule,
        Rule::plain_condition
            | Rule::plain_denial
            | Rule::plain_comparison
            | Rule::plain_sum
            | Rule::plain_product
            | Rule::plain_factor
            | Rule::plain_negative
            | Rule::plain_chain
    );
    let is_atom = matches!(
        rule,
        Rule::counted
            | Rule::range
            | Rule::bracketed
            | Rule::reference
            | Rule::everybody
            | Rule::nothing
            | Rule::empty_set
    );
    is_fold || is_level || is_plain || is_atom
}

fn is_phrase(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::string
            | Rule::number
            | Rule::choices
            | Rule::choice
            | Rule::pattern_row
            | Rule::patterns
            | Rule::pattern
            | Rule::alternative
            | Rule::anything
            | Rule::condition_row
            | Rule::combination
            | Rule::run_of
            | Rule::group
            | Rule::rung
            | Rule::rung_word
            | Rule::type_name
            | Rule::type_word
    )
}

/// The words with which a rule begins; for a phrase, the phrase.
fn spoken(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::kind
        | Rule::let_formula
        | Rule::table
        | Rule::order
        | Rule::combinations
        | Rule::script
        | Rule::hook_time
        | Rule::prove
        | Rule::score
        | Rule::playing
        | Rule::phase
        | Rule::action
        | Rule::effect
        | Rule::watch
        | Rule::refill
        | Rule::when_page
        | Rule::replace
        | Rule::remove
        | Rule::hook
        | Rule::extend_table
        | Rule::extend_action
        | Rule::extend_phase
        | Rule::file => HEADINGS,
        Rule::let_value => &["let"],
        Rule::move_cards => &["move"],
        Rule::do_step => &["do"],
        Rule::if_block | Rule::only_if | Rule::row_if => &["if"],
        Rule::each_block => &["each"],
        Rule::at_once => &["at"],
        Rule::mark | Rule::marking => &["mark", "unmark"],
        Rule::set => &["set"],
        Rule::add => &["add"],
        Rule::draw => &["draw"],
        Rule::shuffle => &["shuffle"],
        Rule::turn => &["turn"],
        Rule::reveal => &["reveal"],
        Rule::swap => &["swap"],
        Rule::join => &["join"],
        Rule::split => &["split"],
        Rule::gather => &["gather"],
        Rule::answer => &["answer"],
        Rule::reverse => &["reverse"],
        Rule::end => &["end"],
        Rule::by => &["by"],
        Rule::settled => &["settled"],
        Rule::or_else => &["else"],
        Rule::until => &["until"],
        Rule::done_when => &["done"],
        Rule::once => &["once"],
        Rule::by_random | Rule::by_turn_order | Rule::by_everyone => &["random", "turn order", "all"],
        Rule::need => &["needs"],
        Rule::optional => &["optional"],
        Rule::why => &["why"],
        Rule::source | Rule::each_from => &["from"],
        Rule::source_filter | Rule::head_filter => &["where"],
        Rule::repeated => &["repeated"],
        Rule::default_none => &["default none"],
        Rule::each_in | Rule::watch_in => &["in"],
        Rule::watch_each => &["for each"],
        Rule::lowest_wins => &["lowest wins"],
        Rule::face => &["face"],
        Rule::under => &["under"],
        Rule::turned => &["turned over"],
        Rule::side => &["up", "down"],
        Rule::won | Rule::lost | Rule::drawn => &["won", "lost", "drawn"],
        Rule::otherwise => &["otherwise"],
        Rule::subjects => &["on"],
        Rule::set_of => &["set of"],
        Rule::part => &["action", "phase", "table", "watch", "need", "effect"],
        Rule::comma => &[","],
        Rule::equals => &["="],
        Rule::gives => &["=>"],
        Rule::below => &["<"],
        Rule::colon => &[":"],
        Rule::bar => &["|"],
        Rule::bracket_open | Rule::arguments | Rule::parameters | Rule::action_parameters => &["("],
        Rule::bracket_close => &[")"],
        Rule::brace_open | Rule::block | Rule::pattern_rows | Rule::condition_rows => &["{"],
        Rule::brace_close => &["}"],
        _ => phrase(rule),
    }
}

fn phrase(rule: Rule) -> &'static [&'static str] {
    match kind_of(rule) {
        Kind::Step => &["together", "window", "may", "one of", "any of", "each", "turns"],
        Kind::Longer => &["and", "or", "of", "where", "default", "is", "in", "not"],
        Kind::Expression => &[
            "not", "count", "any", "the", "random", "all", "sum", "highest", "lowest", "most", "least", "sorted",
            "best",
        ],
        Kind::Phrase => match rule {
            Rule::string => &["a text in quotes"],
            Rule::number => &["a number"],
            Rule::choices | Rule::choice => &["an action"],
            Rule::condition_row => &["a row"],
            Rule::combination | Rule::run_of | Rule::group => &["a combination of kinds"],
            Rule::rung | Rule::rung_word => &["a word or number of the order"],
            Rule::type_name | Rule::type_word => &["a type"],
            _ => &["a pattern"],
        },
        Kind::Heading | Kind::Statement | Kind::Name | Kind::Sign | Kind::Word | Kind::LineEnd | Kind::Possible => &[],
    }
}
