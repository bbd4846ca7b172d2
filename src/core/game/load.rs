//! Loads a game: asks for its files, reads each with what it is for, checks the whole.

use super::{Further, Game, ReadFile, Settings};
use crate::compile::{Doubts, Fnv, Guide, Input, Rules, compile};
use crate::diagnostic::allowed::{Silenced, unused};
use crate::diagnostic::{Diagnostic, Level, Problems, has_errors};
use crate::layout::model::{
    CardRow, DeckCards, DeckDefinition, GuideSource, Layout, OptionDefinition, OptionKind,
    RulesSource, Variant,
};
use crate::program::Program;
use crate::source::{SourceId, Sources, Span, stem, without_steering};
use crate::syntax::ast::File;
use crate::value::Narrow;
use crate::vm::{Engine, Host, NoScripts, Quick};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;

/// Files laid over one another no deeper than this.
const MOST_OVERLAYS: usize = 8;

/// Bytes of the rules for people in one language: nobody reads more before a game of cards.
const MOST_OF_GUIDE: usize = 256 << 10;

/// Options' values, variants and numbers of players together. The game is checked with each of
/// them.
const MOST_VARIATIONS: usize = 400;

/// Values of an option that is a number that are all tried; of more, the least and the greatest.
const MOST_TRIED: i32 = 6;

impl Game {
    /// Loads a game from its layout, whose other files are asked for by the names that it gives.
    ///
    /// # Errors
    /// Every problem of every file at once, sorted, with the texts they were found in.
    pub fn load(main: &str, read: ReadFile<'_>, settings: &Settings) -> Result<Game, Problems> {
        let mut loader = Loader { read, sources: Sources::default(), problems: Vec::new() };
        let built = loader.load(main, settings);
        let problems = Problems::new(loader.sources, loader.problems);
        match built {
            Some((program, host)) if !problems.has_errors() => {
                let quick = Arc::new(Quick::new(Engine::default()));
                Ok(Game {
                    program: Arc::new(program),
                    quick,
                    host,
                    problems: Arc::new(problems),
                    begins: None,
                    spare: Arc::default(),
                })
            }
            Some(_) | None => Err(problems),
        }
    }

    /// Loads a game from `files`, names and texts, the first being the layout. No file system is
    /// needed.
    ///
    /// # Errors
    /// What is wrong with the files, where any of it is an error.
    pub fn from_strings(files: &[(&str, &str)], settings: &Settings) -> Result<Game, Problems> {
        let find = |name: &str| match files.iter().find(|(n, _)| *n == name) {
            Some((_, text)) => Ok(text.as_bytes().to_vec()),
            None => Err("there is no such file".to_string()),
        };
        let main = files.first().map_or("game.yaml", |(name, _)| *name);
        Game::load(main, &find, settings)
    }
}

impl Game {
    /// Checks a game as `settings` have it; where that finds no error, also with each of its
    /// options set to each value alone (of more than six numbers the least and the greatest), with
    /// each variant and for each number of players.
    ///
    /// Given are the problems of the game as it stands, under an empty name; then the settings, as
    /// people write them (`sets=false`), that have further ones, with these alone. Combinations
    /// that the layout forbids are left out. A comment that allows a warning which no setting has
    /// is a problem of the game as it stands. What is `further` found in any of these games without
    /// errors is a problem of it, too.
    pub fn check(
        main: &str,
        read: ReadFile<'_>,
        settings: &Settings,
        further: Further<'_>,
    ) -> Vec<(String, Problems)> {
        let as_it_stands = problems_of(main, read, ("", settings), further);
        let mut loader = Loader { read, sources: Sources::default(), problems: Vec::new() };
        let chain = loader.layouts(main).filter(|_| !as_it_stands.has_errors());
        let Some(chain) = chain else { return vec![(String::new(), as_it_stands)] };
        let is_overlay = chain.len() > 1;
        let known: BTreeSet<String> =
            as_it_stands.list.iter().map(|d| key(&as_it_stands.sources, d)).collect();
        let mut silenced = Silenced::default();
        silenced.note(&as_it_stands);
        let mut found = vec![(String::new(), as_it_stands)];
        for (label, settings) in merge(chain).iter().flat_map(|all| variations(all, settings)) {
            let mut problems = problems_of(main, read, (&label, &settings), further);
            let forbidden = problems.list.iter().any(|d| d.code == "forbidden-options");
            if forbidden && settings.variant.is_none() {
                continue;
            }
            silenced.note(&problems);
            let Problems { sources, list, .. } = &mut problems;
            list.retain(|d| d.level != Level::Notice && !known.contains(&key(sources, d)));
            if !problems.list.is_empty() {
                found.push((label, problems));
            }
        }
        // What an overlay replaces may be allowed in its base for nothing.
        if !is_overlay {
            let unused = unused(&found[0].1, &silenced);
            found[0].1.add(unused);
        }
        found
    }
}

fn problems_of(
    main: &str,
    read: ReadFile<'_>,
    (label, settings): (&str, &Settings),
    further: Further<'_>,
) -> Problems {
    match Game::load(main, read, settings) {
        Ok(game) => {
            let mut problems = game.problems().clone();
            problems.add(further(&game, label));
            problems
        }
        Err(problems) => problems,
    }
}

/// What makes a problem the same in two builds, which may have read their files in another order.
fn key(sources: &Sources, problem: &Diagnostic) -> String {
    let file = sources
        .iter()
        .find(|(id, _)| *id == problem.span.source)
        .map_or("", |(_, source)| source.name.as_str());
    format!(
        "{} {file} {} {} {}",
        problem.code, problem.span.start, problem.span.end, problem.message
    )
}

/// Each setting by itself, beside what is set anyway.
fn variations(layout: &Layout, settings: &Settings) -> Vec<(String, Settings)> {
    let mut all = Vec::new();
    for &seats in layout.seats.iter().flat_map(|seats| &seats.node) {
        all.push((format!("seats={seats}"), Settings { seats: Some(seats), ..settings.clone() }));
    }
    for (name, _) in &layout.variants {
        all.push((
            format!("variant={}", name.node),
            Settings { variant: Some(name.node.clone()), ..settings.clone() },
        ));
    }
    for (name, option) in &layout.options {
        for value in values(option) {
            let mut settings = settings.clone();
            settings.options.push((name.node.clone(), value.clone()));
            all.push((format!("{}={value}", name.node), settings));
        }
    }
    all
}

fn values(option: &OptionDefinition) -> Vec<String> {
    match option.kind.as_ref().map(|kind| &kind.node) {
        None => Vec::new(),
        Some(OptionKind::Flag) => vec!["true".into(), "false".into()],
        Some(OptionKind::Words(words)) => words.iter().map(|word| word.node.clone()).collect(),
        Some(OptionKind::Number) => {
            let ends = [&option.min, &option.max].map(|end| end.as_ref().map(|n| n.node));
            if let [Some(least), Some(most)] = ends
                && most.checked_sub(least).is_some_and(|more| more < MOST_TRIED)
            {
                return (least..=most).map(|n| n.to_string()).collect();
            }
            let ends: BTreeSet<i32> = ends.into_iter().flatten().collect();
            ends.iter().map(i32::to_string).collect()
        }
    }
}

/// The layouts of a chain, laid over each other.
fn merge(chain: Chain) -> Option<Layout> {
    chain.into_iter().map(|(_, _, layout)| layout).reduce(crate::layout::lay_over)
}

struct Loader<'r> {
    read: ReadFile<'r>,
    sources: Sources,
    problems: Vec<Diagnostic>,
}

/// The layouts from the base up, and the name and source of each.
type Chain = Vec<(String, SourceId, Layout)>;

/// Why layouts that are laid over each other cannot be laid over this one, too.
fn endless(chain: &[(String, SourceId, Layout)], name: &str) -> Option<String> {
    if chain.iter().any(|(known, _, _)| known == name) {
        return Some(format!("`{name}` extends itself, by way of others or directly"));
    }
    let too_many =
        || format!("expected at most {MOST_OVERLAYS} layouts laid over one another, found more");
    (chain.len() >= MOST_OVERLAYS).then(too_many)
}

impl Loader<'_> {
    fn load(&mut self, main: &str, settings: &Settings) -> Option<(Program, Arc<dyn Host>)> {
        let mut chain = self.layouts(main)?;
        self.variant_overlay(&mut chain, settings)?;
        let id = without_steering(stem(main));
        let mut rules = Vec::new();
        let mut scripts = None;
        let mut merged: Option<Layout> = None;
        for (name, source, layout) in chain {
            match self.rules(&name, source, &layout, merged.is_some()) {
                Some(file) => rules.push(file),
                // Without its rules nothing in a game makes sense.
                None if merged.is_none() || layout.rules.is_some() => return None,
                None => {}
            }
            scripts = layout.scripts.clone().or(scripts);
            merged = Some(match merged {
                None => layout,
                Some(base) => crate::layout::lay_over(base, layout),
            });
        }
        let mut layout = merged?;
        self.few_variations(&layout)?;
        let cards = self.card_tables(&layout);
        let script = scripts.map(|name| self.file(&name.node, Some(name.span)));
        let mut doubts = Doubts::of(&self.sources, &self.problems, &rules);
        doubts.leave_out(&self.sources, &self.problems, &mut layout);
        if layout.decks.iter().any(|(_, deck)| is_unread(deck, &cards)) {
            doubts.doubt_cards();
        }
        let declared = Rules::of(&rules, &layout).scripts;
        // Nothing of how a game is explained is part of what it is.
        let files_hash = digest(&self.sources);
        let how_to_play = self.guides(&layout);
        let input = Input {
            id,
            sources: self.sources.clone(),
            files_hash,
            how_to_play,
            layout,
            rules,
            cards,
            script: script.as_ref().and_then(Option::as_ref).map(|(_, text)| text.clone()),
            doubts,
        };
        let (program, problems) = compile(input, settings);
        self.problems.extend(problems);
        let host = self.host(script, &program, &declared)?;
        Some((program, host))
    }

    /// An error for a game that nobody could check with each of its settings.
    fn few_variations(&mut self, layout: &Layout) -> Option<()> {
        let found = variations(layout, &Settings::default()).len();
        if found <= MOST_VARIATIONS {
            return Some(());
        }
        let message = format!(
            "expected at most {MOST_VARIATIONS} values of options, variants and numbers of players, found {found}"
        );
        self.problems.push(
            Diagnostic::error("too-many-settings", layout.start, message)
                .help("make numbers of options that are lists of words, and one option of several that go together"),
        );
        None
    }

    /// A file's text, remembered as a source; an error when it cannot be had, where it is `named`.
    /// A main file, which nothing names, is a source of its own then, so that the problem has a
    /// place.
    fn file(&mut self, name: &str, named: Option<Span>) -> Option<(SourceId, String)> {
        match (self.read)(name) {
            Err(message) => {
                let place = named.unwrap_or_else(|| Span::new(self.sources.add(name, ""), 0, 0));
                let message = format!("`{name}` cannot be read: {message}");
                self.problems.push(Diagnostic::error("no-file", place, message));
                None
            }
            Ok(bytes) => {
                let id = self.sources.add(name, String::from_utf8_lossy(&bytes).into_owned());
                match crate::layout::text_of(id, &bytes) {
                    Ok(text) => Some((id, text.to_string())),
                    Err(problem) => {
                        self.problems.push(*problem);
                        None
                    }
                }
            }
        }
    }

    /// The layout and those that it is laid over, the base first.
    fn layouts(&mut self, main: &str) -> Option<Chain> {
        let mut chain: Chain = Vec::new();
        let mut next = Some((main.to_string(), None));
        while let Some((name, named)) = next.take() {
            if let Some(message) = endless(&chain, &name) {
                let place = named.unwrap_or_default();
                self.problems.push(Diagnostic::error("endless-extends", place, message));
                return None;
            }
            self.lay(name, named, &mut chain)?;
            let base = chain.last().and_then(|(_, _, layout)| layout.extends.as_ref());
            next = base.map(|base| (base.node.clone(), Some(base.span)));
        }
        chain.reverse();
        Some(chain)
    }

    /// Reads the layout of a file, and adds it to others.
    fn lay(&mut self, name: String, named: Option<Span>, chain: &mut Chain) -> Option<()> {
        let (source, text) = self.file(&name, named)?;
        let (layout, problems) = crate::layout::read(source, &text);
        self.problems.extend(problems);
        let mut layout = layout?;
        crate::layout::place_files(&mut layout, &name);
        chain.push((name, source, layout));
        Some(())
    }

    /// A variant that is an overlay file goes on top.
    fn variant_overlay(&mut self, chain: &mut Chain, settings: &Settings) -> Option<()> {
        let Some(wanted) = &settings.variant else { return Some(()) };
        let overlay = chain
            .iter()
            .flat_map(|(_, _, layout)| &layout.variants)
            .find(|(name, _)| name.node == *wanted);
        let Some((_, Variant::Overlay(file))) = overlay else { return Some(()) };
        self.lay(file.node.clone(), Some(file.span), chain)
    }

    /// The rules of one layout: its file, the text in it, or the file of its own name. An overlay
    /// needs none.
    fn rules(
        &mut self,
        layout_name: &str,
        source: SourceId,
        layout: &Layout,
        overlay: bool,
    ) -> Option<File> {
        let (file, problems) = match &layout.rules {
            Some(RulesSource::Inline(text)) => {
                crate::syntax::parse_inline(source, &text.node, text.span.start.to_usize())
            }
            Some(RulesSource::File(name)) => {
                let (id, text) = self.file(&name.node, Some(name.span))?;
                crate::syntax::parse_file(id, &text)
            }
            Some(RulesSource::Unread) => return None,
            None if overlay => return None,
            None => {
                let name =
                    format!("{}{}.rules", crate::layout::folder_of(layout_name), stem(layout_name));
                let (id, text) = self.file(&name, Some(layout.start))?;
                crate::syntax::parse_file(id, &text)
            }
        };
        self.problems.extend(problems);
        Some(file)
    }

    /// The rules for people, in each of their languages.
    fn guides(&mut self, layout: &Layout) -> Vec<Guide> {
        let Some(how_to_play) = &layout.how_to_play else { return Vec::new() };
        let languages = how_to_play.languages.iter();
        let languages = languages.map(|(language, source)| (Some(language.node.clone()), source));
        let all = how_to_play.any.iter().map(|source| (None, source)).chain(languages);
        all.filter_map(|(language, source)| {
            let (span, is_file, text) = match source {
                GuideSource::File(name) => {
                    let (id, text) = self.file(&name.node, Some(name.span))?;
                    (Span::new(id, 0, 0), true, text)
                }
                GuideSource::Inline(text) => (text.span, false, text.node.clone()),
            };
            if text.len() > MOST_OF_GUIDE {
                let most = MOST_OF_GUIDE / 1024;
                let message = format!("expected a text of at most {most} KB, found a larger one");
                self.problems.push(Diagnostic::error("guide-too-large", span, message));
                return None;
            }
            Some(Guide { language, span, is_file, text })
        })
        .collect()
    }

    fn card_tables(&mut self, layout: &Layout) -> BTreeMap<String, Vec<CardRow>> {
        let decks = layout.decks.iter().map(|(_, deck)| deck);
        let more = layout.when.iter().flat_map(|when| &when.decks).map(|(_, deck)| deck);
        let files: Vec<_> = decks
            .chain(more)
            .filter_map(|deck| match deck.cards.as_ref().map(|cards| &cards.node) {
                Some(DeckCards::File(name)) => Some(name.clone()),
                Some(DeckCards::Standard(_) | DeckCards::Rows(_)) | None => None,
            })
            .collect();
        let mut tables = BTreeMap::new();
        for name in files {
            if !tables.contains_key(&name.node)
                && let Some((id, text)) = self.file(&name.node, Some(name.span))
            {
                let (rows, problems) = crate::layout::read_cards(id, &text);
                self.problems.extend(problems);
                tables.insert(name.node, rows);
            }
        }
        tables
    }

    /// The scripts of a game. `script` is their file, if the layout names one; `declared` are all
    /// that the rules may declare.
    fn host(
        &mut self,
        script: Option<Option<(SourceId, String)>>,
        program: &Program,
        declared: &[String],
    ) -> Option<Arc<dyn Host>> {
        let (source, _) = match script {
            Some(file) => file?,
            None => return self.no_scripts(program),
        };
        let file = self.sources.get(source).clone();
        match crate::script::Scripts::load(source, &file, &program.scripts, &program.lists) {
            Ok(scripts) => {
                let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
                if !has_errors(&self.problems) {
                    self.problems.extend(scripts.unused(&declared));
                }
                Some(Arc::new(scripts))
            }
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    fn no_scripts(&mut self, program: &Program) -> Option<Arc<dyn Host>> {
        let Some(script) = program.scripts.first() else { return Some(Arc::new(NoScripts)) };
        let words = "the rules declare a script, and the layout names no file with scripts";
        let problem = Diagnostic::error("no-script", script.span, words);
        self.problems.push(problem.help("add `scripts: NAME.rhai` to the layout"));
        None
    }
}

/// A deck whose table of cards could not be read.
fn is_unread(deck: &DeckDefinition, tables: &BTreeMap<String, Vec<CardRow>>) -> bool {
    match deck.cards.as_ref().map(|cards| &cards.node) {
        Some(DeckCards::File(name)) => !tables.contains_key(&name.node),
        Some(DeckCards::Standard(_) | DeckCards::Rows(_)) | None => false,
    }
}

/// A digest of all files of a game: FNV-1a over names and texts. It tells games apart by accident,
/// not against forgery.
fn digest(sources: &Sources) -> String {
    let mut fnv = Fnv::default();
    for part in sources.iter().flat_map(|(_, source)| [&source.name, &source.text]) {
        // A digest takes whatever comes.
        let _ = fnv.write_all(part.as_bytes()).and_then(|()| fnv.write_all(&[0]));
    }
    format!("{:016x}", fnv.0)
}
