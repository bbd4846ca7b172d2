//! What the rules of the grammar are for people: what could stand at a place, said shortly.

use crate::syntax::code::HEADINGS;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::{VERBS, verbs};

/// More alternatives than these are not read.
const MOST_EXPECTED: usize = 6;

/// One thing that could stand at a place.
pub(super) struct Expected {
    pub(crate) kind: Kind,
    /// The words it begins with; for a sign or a phrase, how it is shown.
    pub(crate) words: Vec<String>,
}

/// Kinds of what is expected, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Heading,
    Statement,
    /// Of a table.
    Row,
    Step,
    Expression,
    Name,
    Phrase,
    Sign,
    Word,
    /// What could make an expression longer.
    Longer,
    LineEnd,
    /// Shown when there is nothing else: brackets that may always follow a name, the end of the
    /// text.
    Possible,
}

/// What is expected in place of `found`, in a few words.
pub(super) fn list(expected: &[Expected], found: &str) -> String {
    let says_all = expected.iter().map(|e| e.kind).min().filter(|kind| *kind <= Kind::Row);
    let mut shown: Vec<String> = Vec::new();
    for one in expected.iter().filter(|e| says_all.is_none_or(|kind| kind == e.kind)) {
        for text in shown_as(one, found) {
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

fn shown_as(expected: &Expected, found: &str) -> Vec<String> {
    match expected.kind {
        Kind::Row | Kind::Phrase => expected.words.clone(),
        Kind::Sign | Kind::Word | Kind::Possible => {
            expected.words.iter().map(|word| format!("`{word}`")).collect()
        }
        Kind::Name => vec!["a name".to_owned()],
        Kind::Expression => vec!["an expression".to_owned()],
        Kind::Longer if found == "where" => vec!["a joining word such as `of` or `+`".to_owned()],
        Kind::Longer => vec!["a joining word such as `of` or `where`".to_owned()],
        Kind::Step => vec!["a step".to_owned()],
        Kind::Statement => vec!["a statement".to_owned()],
        Kind::Heading => vec!["a heading such as `phase` or `action`".to_owned()],
        Kind::LineEnd => vec!["the end of the line".to_owned()],
    }
}

/// What the rules of the grammar that were tried at a place are for people, what says most first.
pub(super) fn expectations(rules: &[Rule]) -> Vec<Expected> {
    let mut expected: Vec<Expected> = rules.iter().map(|rule| expectation(*rule, rules)).collect();
    expected.sort_by_key(|e| e.kind);
    expected
}

/// A rule is named itself, or the keyword it begins with: that one says little without the others.
fn expectation(rule: Rule, all: &[Rule]) -> Expected {
    let words = words_of(rule);
    let is = |list: &[&str]| words.first().is_some_and(|word| list.contains(&word.as_str()));
    let among = |rules: &[Rule]| rules.iter().any(|rule| all.contains(rule));
    let kind = if rule == Rule::dots && !among(&[Rule::plus_minus, Rule::kw_of]) {
        Kind::Sign
    } else if is(&verbs()) && among(&[Rule::shuffle, Rule::kw_shuffle]) {
        Kind::Statement
    } else if is(HEADINGS) && among(&[Rule::playing, Rule::kw_playing]) {
        Kind::Heading
    } else if is(&["random", "all"]) && among(&[Rule::by_turn_order, Rule::kw_turn]) {
        Kind::Word
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
        Rule::EOI
        | Rule::bracket_open
        | Rule::arguments
        | Rule::parameters
        | Rule::action_parameters => Kind::Possible,
        Rule::name | Rule::names | Rule::part_name | Rule::action_parameter => Kind::Name,
        Rule::flow
        | Rule::step
        | Rule::call
        | Rule::times
        | Rule::turns
        | Rule::each
        | Rule::together => Kind::Step,
        Rule::window | Rule::one_of | Rule::any_of | Rule::may | Rule::permission => Kind::Step,
        Rule::compare
        | Rule::is
        | Rule::among
        | Rule::plus_minus
        | Rule::times_over
        | Rule::filters => Kind::Longer,
        Rule::pattern_row | Rule::condition_row | Rule::combination => Kind::Row,
        Rule::fallback | Rule::upto | Rule::dots | Rule::kw_and | Rule::kw_or | Rule::kw_of => {
            Kind::Longer
        }
        Rule::kw_where | Rule::kw_default | Rule::kw_is | Rule::is_not | Rule::kw_not => {
            Kind::Longer
        }
        Rule::stray | Rule::stray_and | Rule::stray_word => Kind::Longer,
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
            | Rule::packed
            | Rule::grouping
            | Rule::walk
            | Rule::reached
            | Rule::roll
            | Rule::can
            | Rule::kw_best
            | Rule::kw_groups
            | Rule::kw_walk
            | Rule::kw_reached
            | Rule::kw_roll
            | Rule::kw_can
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
            | Rule::below_zero
            | Rule::from_below
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
            | Rule::named_range
            | Rule::amount
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
            | Rule::group
            | Rule::alternatives
            | Rule::together_shapes
            | Rule::form
            | Rule::form_amount
            | Rule::common
            | Rule::same
            | Rule::different
            | Rule::each_value
            | Rule::total
            | Rule::sequence
            | Rule::wild
            | Rule::rung
            | Rule::rung_word
            | Rule::type_name
            | Rule::type_word
    )
}

/// The words with which a rule begins; for a phrase, the phrase.
fn spoken(rule: Rule) -> &'static [&'static str] {
    if let Some((_, verbs)) = VERBS.iter().find(|(verb, _)| *verb == rule) {
        return verbs;
    }
    match rule {
        Rule::kind
        | Rule::let_formula
        | Rule::table
        | Rule::order
        | Rule::combinations
        | Rule::shape
        | Rule::script
        | Rule::hook_time
        | Rule::prove
        | Rule::score
        | Rule::value_hint
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
        Rule::only_if | Rule::row_if => &["if"],
        Rule::marking => &["mark", "unmark"],
        Rule::by => &["by"],
        Rule::settled => &["settled"],
        Rule::or_else => &["else"],
        Rule::until => &["until"],
        Rule::done_when => &["done"],
        Rule::once => &["once"],
        Rule::by_random | Rule::by_turn_order | Rule::by_everyone => {
            &["random", "turn order", "all"]
        }
        Rule::need => &["needs"],
        Rule::optional => &["optional"],
        Rule::why => &["why"],
        Rule::source | Rule::each_from => &["from"],
        Rule::source_filter | Rule::head_filter => &["where"],
        Rule::repeated => &["repeated"],
        Rule::in_order => &["in order"],
        Rule::source_default => &["default"],
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
        Rule::dots => &[".."],
        Rule::condition_row => &["a row"],
        Rule::pattern_row => &["a pattern"],
        Rule::combination => &["a combination of kinds"],
        _ => phrase(rule),
    }
}

fn phrase(rule: Rule) -> &'static [&'static str] {
    match kind_of(rule) {
        Kind::Step => &["together", "window", "may", "one of", "any of", "each", "turns"],
        Kind::Longer => &["and", "or", "of", "where", "default", "is", "in", "not"],
        Kind::Expression => &[
            "not",
            "count",
            "any",
            "the",
            "random",
            "all",
            "sum",
            "highest",
            "lowest",
            "most",
            "least",
            "sorted",
            "commonest",
            "those",
            "groups",
            "best",
        ],
        Kind::Phrase => match rule {
            Rule::string => &["a text in quotes"],
            Rule::number => &["a number"],
            Rule::choices | Rule::choice => &["an action"],
            Rule::group => &["a combination of kinds"],
            Rule::alternatives | Rule::together_shapes | Rule::form | Rule::form_amount => {
                &["a shape such as `3.. cards, same suit`"]
            }
            Rule::common
            | Rule::same
            | Rule::different
            | Rule::each_value
            | Rule::total
            | Rule::sequence
            | Rule::wild => &["what the cards have in common"],
            Rule::rung | Rule::rung_word => &["a word or number of the order"],
            Rule::type_name | Rule::type_word => &["a type"],
            _ => &["a pattern"],
        },
        Kind::Heading
        | Kind::Statement
        | Kind::Row
        | Kind::Name
        | Kind::Sign
        | Kind::Word
        | Kind::LineEnd
        | Kind::Possible => &[],
    }
}
