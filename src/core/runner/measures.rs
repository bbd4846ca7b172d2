//! What close looks at many games come to: branching, cards, options, and the parts of the rules
//! that never came up. Counts alone; what they mean is said in `docs/measures.md`.

use super::observe::{Fate, Observed, Subject};
use super::parts::{PartCounts, PartRates};
use super::playout::{Ended, Finished};
use super::stats::{Histogram, Rate, Series};
use super::tally::Tally;
use super::{Count, side_of};
use crate::game::Game;
use crate::program::Program;
use crate::program::code::Op;
use crate::program::ids::{Pc, RowMark, UnitId};
use crate::source::{SourceId, Span};
use crate::tabletop::ids::{IdVec, PhaseId};
use crate::value::{Narrow, Seat, SeatSet, TeamId};
use crate::vm::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Counts of games that came to an end, but for `rules`, which is of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// How many options decisions had, those with a single one left out.
    pub options: Histogram,
    pub forced: u64,
    /// By seat; empty without a score in the rules.
    pub scores: Vec<Histogram>,
    /// What the scores are made of.
    #[serde(default)]
    pub parts: PartCounts,
    /// All sides of all games.
    pub sides: Sides,
    /// By name: cards of the same name are one.
    pub cards: BTreeMap<String, Use>,
    pub actions: BTreeMap<String, Use>,
    pub values: BTreeMap<String, Use>,
    pub rules: Vec<RulePart>,
}

/// Sides in games, and how many of them won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    pub n: u64,
    pub wins: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Decisions in which it was among the options, and those in which it was taken.
    pub offered: u64,
    pub chosen: u64,
    /// Sides that had it in a zone of their own, and that took it, at least once in a game.
    pub held: Sides,
    pub taken: Sides,
}

/// Something written in the rules, and in how many games it came up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulePart {
    pub kind: PartKind,
    pub name: String,
    pub file: String,
    pub line: usize,
    pub games: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    Phase,
    Action,
    Effect,
    Watch,
    /// Of a table: whether it was the one that held.
    Row,
    /// A statement or a step.
    Line,
}

impl Sides {
    pub fn win_rate(&self) -> Rate {
        Rate::of(self.wins, self.n)
    }

    fn add(&mut self, sides: &BTreeSet<TeamId>, winners: &BTreeSet<TeamId>) {
        self.n += sides.len() as u64;
        self.wins += sides.intersection(winners).count() as u64;
    }

    /// Whether these can be some of all sides.
    fn is_within(&self, all: &Sides) -> bool {
        self.wins <= self.n && self.n <= all.n && self.wins <= all.wins
    }

    fn merge(&mut self, other: Sides) {
        self.n = self.n.saturating_add(other.n);
        self.wins = self.wins.saturating_add(other.wins);
    }
}

impl Use {
    fn merge(&mut self, other: Use) {
        self.offered = self.offered.saturating_add(other.offered);
        self.chosen = self.chosen.saturating_add(other.chosen);
        self.held.merge(other.held);
        self.taken.merge(other.taken);
    }

    /// Whether the counts can be those of games with so many sides.
    fn is_sound(&self, all: &Sides) -> bool {
        self.chosen <= self.offered && self.held.is_within(all) && self.taken.is_within(all)
    }

    pub fn choice_rate(&self) -> Rate {
        Rate::of(self.chosen, self.offered)
    }
}

/// What the counts say, for programs: shares with their intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rates {
    pub(crate) branching: Series,
    pub(crate) decision_share: Rate,
    /// Of all sides, to hold the others against.
    pub(crate) wins: Rate,
    /// Empty where the rules name no parts of the score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<PartRates>,
    pub(crate) cards: BTreeMap<String, UseRates>,
    pub(crate) actions: BTreeMap<String, UseRates>,
    pub(crate) values: BTreeMap<String, UseRates>,
}

/// How often it was taken when it was offered, and how often sides won that had it, and that took
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct UseRates {
    pub(crate) choice: Rate,
    pub(crate) wins_held: Rate,
    pub(crate) wins_taken: Rate,
}

impl From<&Measures> for Rates {
    fn from(measures: &Measures) -> Rates {
        let rates = |one: &Use| UseRates {
            choice: one.choice_rate(),
            wins_held: one.held.win_rate(),
            wins_taken: one.taken.win_rate(),
        };
        let all = |uses: &BTreeMap<String, Use>| {
            uses.iter().map(|(name, one)| (name.clone(), rates(one))).collect()
        };
        Rates {
            branching: measures.branching(),
            decision_share: measures.decision_share(),
            wins: measures.sides.win_rate(),
            parts: measures.parts.rates(),
            cards: all(&measures.cards),
            actions: all(&measures.actions),
            values: all(&measures.values),
        }
    }
}

/// The sides of these seats. All are one side in a cooperative game.
fn sides_of(program: &Program, seats: SeatSet) -> BTreeSet<TeamId> {
    seats.iter().map(|seat| side_of(program, seat)).collect()
}

/// The sides whose seats won.
pub(super) fn winning_sides(program: &Program, outcome: &Outcome) -> BTreeSet<TeamId> {
    sides_of(program, outcome.winners.iter().filter_map(|&seat| Seat::from_shown(seat)).collect())
}

impl Measures {
    /// How many options a decision has.
    pub fn branching(&self) -> Series {
        self.options.series()
    }

    /// The share of choices with more than one option.
    pub fn decision_share(&self) -> Rate {
        let decisions = self.options.count();
        Rate::of(decisions, decisions.saturating_add(self.forced))
    }

    /// What never came up, in the order of the file. A line is named only where nothing larger says
    /// so already.
    pub fn never(&self) -> Vec<&RulePart> {
        let never = || self.rules.iter().filter(|part| part.games == 0);
        let named: BTreeSet<(&str, usize)> = never()
            .filter(|part| part.kind != PartKind::Line)
            .map(|part| (part.file.as_str(), part.line))
            .collect();
        let said = |part: &&RulePart| {
            part.kind == PartKind::Line && named.contains(&(part.file.as_str(), part.line))
        };
        let mut parts: Vec<&RulePart> = never().filter(|part| !said(part)).collect();
        parts.sort_by_key(|part| (part.file.as_str(), part.line, part.kind));
        parts
    }

    fn over(&mut self, program: &Program, outcome: &Outcome, observed: &Observed) {
        let winners = winning_sides(program, outcome);
        self.sides.add(&sides_of(program, SeatSet::first(program.seats)), &winners);
        self.options.merge(observed.options.clone());
        self.forced += observed.forced;
        for (histogram, &score) in self.scores.iter_mut().zip(&outcome.scores) {
            histogram.add(i64::from(score));
        }
        self.parts.add(program, &outcome.scores, &observed.parts);
        let mut held: BTreeMap<&str, SeatSet> = BTreeMap::new();
        let mut taken: BTreeMap<&str, SeatSet> = BTreeMap::new();
        for (card, &seats) in observed.held.iter().enumerate() {
            *held.entry(&program.cards[card].name).or_default() |= seats;
        }
        for (subject, fate) in &observed.fates {
            match subject {
                Subject::Card(card) => {
                    let name = &program.cards[card.index()].name;
                    *taken.entry(name).or_default() |= fate.takers;
                    self.cards.entry(name.clone()).or_default().count(fate);
                }
                Subject::Action(name) => {
                    self.actions.entry(name.clone()).or_default().add(program, fate, &winners)
                }
                Subject::Value(name) => {
                    self.values.entry(name.clone()).or_default().add(program, fate, &winners)
                }
            }
        }
        for (name, one) in &mut self.cards {
            let seats =
                |of: &BTreeMap<&str, SeatSet>| of.get(name.as_str()).copied().unwrap_or_default();
            one.held.add(&sides_of(program, seats(&held)), &winners);
            one.taken.add(&sides_of(program, seats(&taken)), &winners);
        }
    }
}

impl Use {
    fn count(&mut self, fate: &Fate) {
        self.offered += fate.offered;
        self.chosen += fate.chosen;
    }

    fn add(&mut self, program: &Program, fate: &Fate, winners: &BTreeSet<TeamId>) {
        self.count(fate);
        self.taken.add(&sides_of(program, fate.takers), winners);
    }
}

/// Gathers measures.
pub struct Observing {
    pub measures: Measures,
    /// By what one knows that each of the rules' parts came up.
    places: Vec<Place>,
}

impl Count for Observing {
    const OBSERVES: bool = true;

    fn new(game: &Game) -> Self {
        let (rules, places) = parts(game.program()).into_iter().unzip();
        Observing { measures: Measures::new(game, rules), places }
    }

    fn add(&mut self, game: &Game, _k: u64, _seed: u64, played: &Finished) {
        let Some(observed) = &played.observed else { return };
        for (part, place) in self.measures.rules.iter_mut().zip(&self.places) {
            part.games += u64::from(came_up(place, observed));
        }
        if let Ended::Over(outcome) = &played.ended {
            self.measures.over(game.program(), outcome, observed);
        }
    }

    fn merged(self, other: Self) -> Self {
        Observing { measures: self.measures.merged(other.measures), places: self.places }
    }
}

impl Measures {
    fn new(game: &Game, rules: Vec<RulePart>) -> Self {
        let program = game.program();
        let cards = program.cards.iter().map(|card| (card.name.clone(), Use::default()));
        let actions = program.actions.iter().map(|action| (action.name.clone(), Use::default()));
        Measures {
            options: Histogram::default(),
            forced: 0,
            scores: vec![
                Histogram::default();
                if program.score.is_some() { usize::from(program.seats) } else { 0 }
            ],
            parts: PartCounts::new(program),
            sides: Sides::default(),
            cards: cards.collect(),
            actions: actions.collect(),
            values: BTreeMap::new(),
            rules,
        }
    }

    /// Whether the same things were counted, so that the counts can be added.
    pub(super) fn is_like(&self, other: &Measures) -> bool {
        let rules = |measures: &Measures| -> Vec<(PartKind, String, usize)> {
            let keys = measures.rules.iter();
            keys.map(|part| (part.kind, part.name.clone(), part.line)).collect()
        };
        self.scores.len() == other.scores.len()
            && self.parts.is_like(&other.parts)
            && rules(self) == rules(other)
    }

    /// Whether the counts can be those of the games of a tally.
    pub(super) fn is_sound(&self, tally: &Tally) -> bool {
        let uses = || self.cards.values().chain(self.actions.values()).chain(self.values.values());
        let sides = u128::from(tally.finished) * tally.wins.len() as u128;
        self.scores.len() == tally.scores.len()
            && self.scores.iter().all(|scores| scores.is_of(tally.finished))
            && self.parts.is_sound(tally.finished)
            && u128::from(self.sides.n) <= sides
            && self.sides.is_within(&self.sides)
            && uses().all(|one| one.is_sound(&self.sides))
            && self.rules.iter().all(|part| part.games <= tally.played.len())
    }

    /// Merges the counts of different games of one program.
    pub(crate) fn merged(mut self, other: Self) -> Self {
        self.options.merge(other.options);
        self.forced = self.forced.saturating_add(other.forced);
        self.scores.iter_mut().zip(other.scores).for_each(|(a, b)| a.merge(b));
        self.parts.merge(other.parts);
        self.sides.merge(other.sides);
        let merge = |to: &mut BTreeMap<String, Use>, from: BTreeMap<String, Use>| {
            from.into_iter().for_each(|(name, one)| to.entry(name).or_default().merge(one));
        };
        merge(&mut self.cards, other.cards);
        merge(&mut self.actions, other.actions);
        merge(&mut self.values, other.values);
        self.rules.iter_mut().zip(other.rules).for_each(|(a, b)| a.games += b.games);
        self
    }
}

// ---- parts of the rules

/// What tells that a part of the rules came up.
enum Place {
    Phase(PhaseId),
    /// An action, and where its body begins.
    Action(String, Option<Pc>),
    Code(Vec<Pc>),
    /// A row of a table: how the condition with this mark has to come out, and whether it did so
    /// when the game was loaded.
    Row(RowMark, bool, bool),
}

/// Whether the condition of a row came out so, among what was seen of rows.
fn came_out(rows: &IdVec<RowMark, u8>, mark: RowMark, holds: bool) -> bool {
    rows.get(mark).is_some_and(|seen| seen >> u8::from(holds) & 1 == 1)
}

fn came_up(place: &Place, observed: &Observed) -> bool {
    let ran = |pc: Pc| observed.ran.get(pc.index()) == Some(&true);
    match place {
        Place::Phase(phase) => observed.entered[*phase] > 0,
        Place::Action(name, body) => {
            let chosen = |name: &String| {
                observed.fates.get(&Subject::Action(name.clone())).is_some_and(|f| f.chosen > 0)
            };
            body.is_some_and(ran) || chosen(name) || observed.forced_actions.contains(name)
        }
        Place::Code(code) => code.iter().any(|&pc| ran(pc)),
        Place::Row(mark, holds, at_load) => *at_load || came_out(&observed.rows, *mark, *holds),
    }
}

/// Everything that may come up, always in the same order.
fn parts(program: &Program) -> Vec<(RulePart, Place)> {
    let unit = |unit: UnitId| &program.units[unit];
    let mut parts = Vec::new();
    let mut known: BTreeSet<UnitId> = BTreeSet::new();
    for (id, phase) in program.phases.entries() {
        let part = part(program, PartKind::Phase, phase.name.clone(), phase.span);
        parts.push((part, Place::Phase(id)));
    }
    for action in &program.actions {
        known.extend(action.unit);
        let part = part(program, PartKind::Action, action.name.clone(), action.span);
        parts.push((
            part,
            Place::Action(action.name.clone(), action.unit.map(|body| unit(body).start)),
        ));
    }
    for watch in &program.watches {
        known.insert(watch.unit);
        let part = part(program, PartKind::Watch, watch.name.clone(), unit(watch.unit).span);
        parts.push((part, Place::Code(vec![unit(watch.unit).start])));
    }
    for (id, effect) in program.units.entries() {
        if !known.contains(&id) && effect.phase.is_none() && !effect.name.is_empty() {
            let part = part(program, PartKind::Effect, effect.name.clone(), effect.span);
            parts.push((part, Place::Code(vec![effect.start])));
        }
    }
    for row in &program.rows {
        let text = program.sources.text(row.span);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = format!("{}: {words}", row.table);
        let at_load = came_out(&program.rows_at_load, row.mark, row.holds);
        parts.push((
            part(program, PartKind::Row, name, row.span),
            Place::Row(row.mark, row.holds, at_load),
        ));
    }
    parts.extend(statements(program));
    parts
}

fn part(program: &Program, kind: PartKind, name: String, span: Span) -> RulePart {
    let (file, line) = program.sources.file_and_line(span);
    RulePart { kind, name, file, line, games: 0 }
}

/// The code of each statement in a line, by where it begins and ends.
type InLine = BTreeMap<(u32, u32), Vec<Pc>>;

/// The statements of the rules, each with all code that came of it. One that has its line for
/// itself goes by the line.
fn statements(program: &Program) -> Vec<(RulePart, Place)> {
    let mut lines: BTreeMap<(SourceId, usize), InLine> = BTreeMap::new();
    // Where a body ends nothing is written.
    let is_written =
        |pc: Pc, span: Span| span.end > 0 && !matches!(program.code[pc], Op::Jump(_) | Op::Return);
    for (pc, span) in program.spans.entries().filter(|(pc, span)| is_written(*pc, **span)) {
        let line = program.sources.line_column(*span).0;
        let statements = lines.entry((span.source, line)).or_default();
        statements.entry((span.start, span.end)).or_default().push(pc);
    }
    let mut parts = Vec::new();
    for ((source, line), statements) in lines {
        let source = program.sources.find(source);
        let file = source.map(|source| source.name.clone()).unwrap_or_default();
        let text = source.map_or("", |source| source.text.as_str());
        let whole = text.lines().nth(line - 1).unwrap_or_default();
        let is_alone = statements.len() == 1;
        for ((start, end), code) in statements {
            let own = text.get(start.to_usize()..end.to_usize()).unwrap_or_default();
            let own = if is_alone { whole } else { own.lines().next().unwrap_or_default() };
            let name = own.trim().to_owned();
            let file = file.clone();
            let part = RulePart { kind: PartKind::Line, name, file, line, games: 0 };
            parts.push((part, Place::Code(code)));
        }
    }
    parts
}
