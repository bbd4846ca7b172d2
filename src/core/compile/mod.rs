//! Makes sure that a game means something, and builds its program: names, types, options, pages,
//! tables without gaps.
//!
//! `facts` is what the rules mention under any options, `doubts` what cannot be known of files that
//! do not parse.
//!
//! In order: `options` fixes the options and the layout's `when`, `decks` makes the cards, `table`
//! the zones, marks and variables and their places in memory, `pages` applies the rules' variants,
//! `rules` lowers what is left, `lints` looks for what is never used. Every problem is collected; a
//! program is given only without errors.

mod decks;
mod doubts;
mod facts;
mod guide;
mod holdings;
mod identity;
mod idle_keys;
mod lints;
mod options;
mod pages;
mod rules;
mod score;
mod screen;
mod table;
mod traps;

pub(crate) use doubts::Doubts;
pub(crate) use facts::Rules;
pub(crate) use guide::Guide;
pub(crate) use identity::Fnv;

use crate::diagnostic::{Diagnostic, has_errors};
use crate::layout::called_elsewhere;
use crate::layout::model::{CardRow, Layout, Wording};
use crate::lower::Lowering;
use crate::lower::names::{Meaning, Names};
use crate::program::{Program, WordList};
use crate::source::{Sources, Span, Spanned};
use crate::syntax::ast::File;
use crate::tabletop::ids::WordListId;
use std::collections::{BTreeMap, BTreeSet};

/// What a game is to be played with: overriding its own defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many seats; the layout's first number when not given.
    pub seats: Option<u8>,
    pub variant: Option<String>,
    /// Option and value as written on the command line (`hand_size`, `5`).
    pub options: Vec<(String, String)>,
    /// The rows of tables tell which of them holds (see [`Play::rows`](crate::game::Play::rows)),
    /// for which the game is played more slowly.
    pub follows_rows: bool,
}

/// All that was read of a game, overlays laid over their base.
pub(crate) struct Input {
    /// The layout's file name without its ending.
    pub(crate) id: String,
    pub(crate) sources: Sources,
    /// A digest of all files.
    pub(crate) files_hash: String,
    pub(crate) layout: Layout,
    /// The rules of the base, then of each overlay.
    pub(crate) rules: Vec<File>,
    /// The cards of each CSV file, by its name.
    pub(crate) cards: BTreeMap<String, Vec<CardRow>>,
    /// The text of the script file.
    pub(crate) script: Option<String>,
    /// The rules for people.
    pub(crate) how_to_play: Vec<Guide>,
    pub(crate) doubts: Doubts,
}

/// Builds the program for these settings. With errors it is not for playing.
pub(crate) fn compile(mut input: Input, settings: &Settings) -> (Program, Vec<Diagnostic>) {
    let program = Program {
        id: input.id.clone(),
        sources: input.sources.clone(),
        files_hash: input.files_hash.clone(),
        title: input.layout.title.clone().unwrap_or_default(),
        notes: input.layout.notes.clone().unwrap_or_default(),
        how_to_play: guide::text(&input.how_to_play),
        fuel: crate::program::FUEL,
        ..Program::default()
    };
    let mut low = Lowering::new(program, Names::default());
    low.follows_rows = settings.follows_rows;
    let written = input.layout.clone();
    let facts = Rules::of(&input.rules, &written);
    low.chosen_together = facts.chosen_together();
    declare_lists(&mut low, &input.layout);
    options::fix(&mut low, &input.layout, settings, input.doubts.any);
    options::apply_when(&mut low, &mut input.layout);
    if !input.doubts.any {
        low.problems.extend(crate::layout::incomplete(&input.layout));
    }
    let deck_cards = decks::make(&mut low, &input.layout, &input.cards);
    table::declare_variables(&mut low, &input.layout);
    table::declare_zones(&mut low, &input.layout, &deck_cards);
    table::place_pawns(&mut low, &input.layout);
    table::declare_marks(&mut low, &input.layout);
    idle_keys::report(&mut low, &input.layout);
    table::measure(&mut low);
    screen::declare(&mut low, &input.layout);
    let declarations = pages::apply(&mut low, std::mem::take(&mut input.rules));
    let script = input.script.as_deref();
    low.program.rules_hash = identity::digest(&low.program, &input.layout, &declarations, script);
    low.program.parts = identity::parts(&low.program, &input.layout, &declarations, script);
    rules::lower(&mut low, declarations, &input.layout);
    table::finish_memory(&mut low);
    texts(&mut low, &input.layout);
    low.look_over_the_rest();
    // With errors, what looks unused may only not have been understood.
    if !input.doubts.any && !has_errors(&low.problems) {
        lints::run(&mut low, &written, &facts, &input.how_to_play);
    }
    let rows_at_load = low.rows_at_load();
    let mut problems = low.problems;
    problems.retain(|problem| !input.doubts.explain(&input.sources, problem));
    crate::diagnostic::sort(&mut problems);
    if !has_errors(&problems) {
        crate::program::alike::mark_like_actions(&mut low.program);
    }
    if !has_errors(&problems) && settings.follows_rows {
        // What is worked out before play asks no rows while it is played.
        low.program.rows_at_load = rows_at_load;
        crate::program::tune::tune(&mut low.program);
    } else if !has_errors(&problems) {
        crate::lower::tabulate_bags(&mut low.program);
        crate::program::tune::tune(&mut low.program);
        crate::lower::tabulate(&mut low.program);
    }
    (low.program, problems)
}

/// Suits always are a list; then the layout's own lists.
fn declare_lists(low: &mut Lowering, layout: &Layout) {
    let suits = ["S", "H", "D", "C"].map(String::from).to_vec();
    let list = push_list(low, "suits", suits);
    // A built-in name: declared past the check that keeps others from taking it.
    low.names.allow("suits", Meaning::List(list), Span::default());
    for (name, definition) in &layout.lists {
        let mut words = match &definition.of {
            Some(list) => words_of(low, list),
            None => Vec::new(),
        };
        let mut known: BTreeSet<String> = words.iter().cloned().collect();
        for word in &definition.words {
            if !known.insert(word.node.clone()) {
                let message = format!("`{}` stands twice in the list", word.node);
                low.report(Diagnostic::error("repeated-value", word.span, message));
            }
            if crate::syntax::is_reserved(&word.node) {
                let message =
                    format!("`{}` is a word of the language: no rule can name it", word.node);
                let problem = Diagnostic::warning("unsayable-word", word.span, message);
                low.report(problem.help("call it otherwise, if rules are to speak of it"));
            }
            words.push(word.node.clone());
        }
        add_list(low, &name.node, words, name.span);
    }
}

fn add_list(low: &mut Lowering, name: &str, words: Vec<String>, span: Span) {
    let list = push_list(low, name, words);
    if let Some(problem) = low.names.declare(name, Meaning::List(list), span) {
        low.report(problem);
    }
}

fn push_list(low: &mut Lowering, name: &str, words: Vec<String>) -> WordListId {
    low.program.lists.push(WordList { name: name.to_string(), words })
}

/// The words of another list; tells of a list that there is not.
fn words_of(low: &mut Lowering, name: &Spanned<String>) -> Vec<String> {
    if let Some(list) = low.program.lists.iter().find(|list| list.name == name.node) {
        return list.words.clone();
    }
    unknown_list(low, &name.node, name.span);
    Vec::new()
}

fn unknown_list(low: &mut Lowering, name: &str, span: Span) {
    let lists: Vec<String> = low.program.lists.iter().map(|l| l.name.clone()).collect();
    let problem = Diagnostic::error("unknown-list", span, format!("there is no list `{name}`"));
    low.report(problem.did_you_mean(name, lists.iter().map(String::as_str)));
}

/// Tells of a name that is none of `types`, and no list either; `what` says so.
fn unknown_type(low: &mut Lowering, name: &str, (what, types): (&str, &[&str]), span: Span) {
    let lists: Vec<String> = low.program.lists.iter().map(|l| l.name.clone()).collect();
    let known = types.iter().copied().chain(lists.iter().map(String::as_str));
    let help = match called_elsewhere(name, types) {
        Some(here) => format!("write `{here}`"),
        None if name == "bag" => "write `bag of` and a list's name".to_owned(),
        None => match crate::diagnostic::nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it is one of {}", quoted(known)),
        },
    };
    let message = format!("`{name}` is {what}");
    low.report(Diagnostic::error("unknown-list", span, message).help(help));
}

/// Words for a message, each in backticks.
fn quoted<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Names of cards are translated like all others.
fn texts(low: &mut Lowering, layout: &Layout) {
    let program = &mut low.program;
    for (name, Wording { text, told }) in &layout.texts {
        program.texts.insert(name.node.clone(), text.clone());
        if !told.is_empty() {
            program.told.insert(name.node.clone(), told.clone());
        }
    }
    for card in &mut program.cards {
        if let Some(text) = program.texts.get(&card.name) {
            card.text.lay_over(text);
        }
    }
}
