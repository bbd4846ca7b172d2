//! Loads a game: asks for its files, reads each with what it is for, checks the whole.

use super::{Game, ReadFile, Settings};
use crate::check::{Input, check};
use crate::diagnostic::{Diagnostic, Problems, has_errors};
use crate::layout::model::{DeckCards, Layout, RulesSource, Variant};
use crate::program::Program;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::File;
use crate::vm::{Host, NoScripts};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files laid over one another no deeper than this.
const MOST_OVERLAYS: usize = 8;

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
                Ok(Game { program: Arc::new(program), host, problems: Arc::new(problems) })
            }
            Some(_) | None => Err(problems),
        }
    }

    /// Loads a game from texts, the first being the layout. No file system is needed.
    ///
    /// ```
    /// use cardrun::game::{Game, Play, Settings};
    ///
    /// let layout = "
    /// seats: 2
    /// decks: { pack: { standard: 52 } }
    /// zones:
    ///   deck: { holds: pack, shape: pile, seen_by: nobody }
    ///   hand: { per: player, seen_by: owner }
    ///   pile: { per: player, shape: one, seen_by: all }
    /// rules: |
    ///   phase game = deal, together show
    ///   phase deal { shuffle deck; each player { draw 3 from deck to hand } }
    ///   action show(card from hand) { move card to pile face up }
    ///   score = rank of pile default 0
    /// ";
    /// let game = Game::from_strings(&[("highest.yaml", layout)], &Settings::default()).unwrap();
    /// let mut play = Play::new(&game, 7);
    /// while let Some(&seat) = play.pending().first() {
    ///     play.apply(seat, 0).unwrap();
    /// }
    /// assert_eq!(play.outcome().unwrap().scores.len(), 2);
    /// ```
    pub fn from_strings(files: &[(&str, &str)], settings: &Settings) -> Result<Game, Problems> {
        let find = |name: &str| match files.iter().find(|(n, _)| *n == name) {
            Some((_, text)) => Ok(text.as_bytes().to_vec()),
            None => Err("there is no such file".to_string()),
        };
        let main = files.first().map_or("game.yaml", |(name, _)| *name);
        Game::load(main, &find, settings)
    }
}

struct Loader<'r> {
    read: ReadFile<'r>,
    sources: Sources,
    problems: Vec<Diagnostic>,
}

/// The layouts from the base up, and the name and source of each.
type Chain = Vec<(String, SourceId, Layout)>;

impl Loader<'_> {
    fn load(&mut self, main: &str, settings: &Settings) -> Option<(Program, Arc<dyn Host>)> {
        let mut chain = self.layouts(main, None)?;
        self.variant_overlay(&mut chain, settings)?;
        let id = stem(main).to_string();
        let mut rules = Vec::new();
        let mut scripts = None;
        let mut merged: Option<Layout> = None;
        for (name, source, layout) in chain {
            if let Some(file) = self.rules(&name, source, &layout, merged.is_some()) {
                rules.push(file);
            }
            scripts = layout.scripts.clone().or(scripts);
            merged = Some(match merged {
                None => layout,
                Some(base) => crate::layout::lay_over(base, layout),
            });
        }
        let layout = merged?;
        let cards = self.card_tables(&layout);
        let script = scripts.and_then(|name| self.file(&name.node, name.span).map(|(id, text)| (id, text)));
        if has_errors(&self.problems) {
            // What does not parse cannot be checked without saying much that is not so.
            return None;
        }
        let rules_hash = digest(&self.sources);
        let input = Input { id, sources: self.sources.clone(), rules_hash, layout, rules, cards };
        let (program, problems) = check(input, settings);
        self.problems.extend(problems);
        let program = program?;
        let host = self.host(script, &program)?;
        Some((program, host))
    }

    /// A file's text, remembered as a source; an error at `span` when it cannot be had.
    fn file(&mut self, name: &str, span: Span) -> Option<(SourceId, String)> {
        match (self.read)(name) {
            Err(message) => {
                self.problems.push(Diagnostic::error("no-file", span, format!("`{name}` cannot be read: {message}")));
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
    fn layouts(&mut self, main: &str, from: Option<Span>) -> Option<Chain> {
        let mut chain: Chain = Vec::new();
        let mut next = Some((main.to_string(), from));
        while let Some((name, span)) = next.take() {
            if chain.len() >= MOST_OVERLAYS || chain.iter().any(|(n, _, _)| *n == name) {
                let span = span.unwrap_or_default();
                self.problems.push(Diagnostic::error("endless-extends", span, format!("`{name}` extends itself, by way of others or directly")));
                return None;
            }
            if span.is_none() && self.sources.iter().next().is_none() {
                // So that a missing main file has a source to point into.
                if let Err(message) = (self.read)(&name) {
                    let id = self.sources.add(&name, "");
                    let problem = Diagnostic::error("no-file", Span::new(id, 0, 0), format!("`{name}` cannot be read: {message}"));
                    self.problems.push(problem);
                    return None;
                }
            }
            let (source, text) = self.file(&name, span.unwrap_or_default())?;
            let (layout, problems) = crate::layout::read(source, &text);
            self.problems.extend(problems);
            let layout = layout?;
            next = layout.extends.as_ref().map(|base| (base.node.clone(), Some(base.span)));
            chain.push((name, source, layout));
        }
        chain.reverse();
        Some(chain)
    }

    /// A variant that is an overlay file goes on top.
    fn variant_overlay(&mut self, chain: &mut Chain, settings: &Settings) -> Option<()> {
        let Some(wanted) = &settings.variant else { return Some(()) };
        let overlay = chain.iter().flat_map(|(_, _, layout)| &layout.variants).find(|(name, _)| name.node == *wanted);
        let Some((_, Variant::Overlay(file))) = overlay else { return Some(()) };
        let (name, span) = (file.node.clone(), file.span);
        let (source, text) = self.file(&name, span)?;
        let (layout, problems) = crate::layout::read(source, &text);
        self.problems.extend(problems);
        chain.push((name, source, layout?));
        Some(())
    }

    /// The rules of one layout: its file, the text in it, or the file of its own name. An overlay needs none.
    fn rules(&mut self, layout_name: &str, source: SourceId, layout: &Layout, overlay: bool) -> Option<File> {
        let (file, problems) = match &layout.rules {
            Some(RulesSource::Inline(text)) => crate::syntax::parse_inline(source, &text.node, text.span.start as usize),
            Some(RulesSource::File(name)) => {
                let (id, text) = self.file(&name.node, name.span)?;
                crate::syntax::parse_file(id, &text)
            }
            None if overlay => return None,
            None => {
                let name = format!("{}.rules", stem(layout_name));
                let (id, text) = self.file(&name, layout.start)?;
                crate::syntax::parse_file(id, &text)
            }
        };
        self.problems.extend(problems);
        Some(file)
    }

    fn card_tables(&mut self, layout: &Layout) -> BTreeMap<String, Vec<crate::layout::model::CardRow>> {
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
                && let Some((id, text)) = self.file(&name.node, name.span)
            {
                let (rows, problems) = crate::layout::read_cards(id, &text);
                self.problems.extend(problems);
                tables.insert(name.node, rows);
            }
        }
        tables
    }

    fn host(&mut self, script: Option<(SourceId, String)>, program: &Program) -> Option<Arc<dyn Host>> {
        match script {
            None if program.scripts.is_empty() => Some(Arc::new(NoScripts)),
            None => {
                let span = program.scripts[0].span;
                let problem = Diagnostic::error("no-script", span, "the rules declare a script, and the layout names no file with scripts");
                self.problems.push(problem.help("add `scripts: NAME.rhai` to the layout"));
                None
            }
            Some((source, _)) => {
                let file = self.sources.get(source).clone();
                match crate::script::Scripts::load(source, &file, &program.scripts, &program.lists) {
                    Ok(scripts) => {
                        let declared: Vec<&str> = program.scripts.iter().map(|s| s.name.as_str()).collect();
                        self.problems.extend(scripts.unused(&declared));
                        Some(Arc::new(scripts) as Arc<dyn Host>)
                    }
                    Err(problems) => {
                        self.problems.extend(problems);
                        None
                    }
                }
            }
        }
    }
}

fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// A digest of all files of a game: FNV-1a over names and texts. It tells games apart by accident, not against forgery.
fn digest(sources: &Sources) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (_, source) in sources.iter() {
        for byte in source.name.bytes().chain([0]).chain(source.text.bytes()).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
