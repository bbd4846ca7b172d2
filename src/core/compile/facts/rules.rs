//! The facts of all rules of a game, part by part.

#![deny(clippy::wildcard_enum_match_arm)]

use super::Facts;
use crate::layout::model::Layout;
use crate::lower::names::name_of;
use crate::syntax::ast::*;
use std::collections::{BTreeMap, BTreeSet};

/// Every named part of the rules, and what stands for itself: watches, the score, conditions of
/// pages, the layout.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub(crate) parts: BTreeMap<String, Facts>,
    pub(crate) roots: Facts,
    /// Parts with a single text and no block before or after it.
    pub(crate) bodies: BTreeMap<String, Body>,
    pub(crate) scripts: Vec<String>,
    pub(crate) parameters: BTreeMap<String, Vec<String>>,
    /// What formulas, phases and effects are given, each with who is given it.
    pub(crate) given: Vec<(String, Name)>,
}

/// The one text of a phase or an effect.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) name: Name,
    pub(crate) phase: bool,
    /// It is given something each time.
    pub(crate) is_given: bool,
    /// Phases and effects that run whenever it runs.
    pub(crate) sure: BTreeSet<String>,
}

impl Rules {
    /// Actions that several may choose at the same time, with any options.
    pub(crate) fn chosen_together(&self) -> BTreeSet<String> {
        let all = self.parts.values().chain([&self.roots]);
        all.flat_map(|facts| facts.chosen_together.iter().cloned()).collect()
    }

    pub(crate) fn of(files: &[File], layout: &Layout) -> Rules {
        let mut rules = Rules::default();
        rules.roots.names.insert("game".into());
        let mut texts: BTreeMap<String, usize> = BTreeMap::new();
        for declaration in files.iter().flat_map(|file| &file.declarations) {
            rules.declaration(declaration, &mut texts);
        }
        rules.bodies.retain(|name, _| texts.get(name) == Some(&1));
        rules.layout(layout);
        rules
    }

    /// All that can come of these names.
    pub(crate) fn reached(&self, from: &BTreeSet<String>) -> Facts {
        let mut all = Facts::default();
        let mut seen: BTreeSet<&String> = BTreeSet::new();
        let mut open: Vec<&String> = from.iter().collect();
        while let Some(name) = open.pop() {
            if seen.insert(name)
                && let Some(facts) = self.parts.get(name)
            {
                open.extend(&facts.names);
                all.add(facts);
            }
        }
        all.names.extend(seen.into_iter().cloned());
        all
    }

    /// What a game can use at all.
    pub(crate) fn used(&self) -> Facts {
        let mut used = self.reached(&self.roots.names);
        used.add(&self.roots);
        used
    }

    fn part(&mut self, name: &Name) -> &mut Facts {
        self.parts.entry(name.node.clone()).or_default()
    }

    fn declaration(&mut self, declaration: &Declaration, texts: &mut BTreeMap<String, usize>) {
        match &declaration.node {
            DeclarationKind::When { condition, page } => {
                self.roots.expr(condition);
                page.iter().for_each(|declaration| self.declaration(declaration, texts));
            }
            DeclarationKind::Replace(inner) => self.declaration(inner, texts),
            DeclarationKind::Remove { .. } => {}
            DeclarationKind::ExtendTable { table, rows } => self.part(table).rows(rows),
            DeclarationKind::ExtendAction { actions, clauses } => {
                actions.iter().for_each(|action| self.part(action).clauses(clauses));
            }
            DeclarationKind::ExtendPhase { phases, choices } => {
                phases.iter().for_each(|phase| self.part(phase).choices(choices));
            }
            DeclarationKind::Hook { names, body, .. } => {
                for name in names {
                    *texts.entry(name.node.clone()).or_default() += 1;
                    self.part(name).block(body);
                }
            }
            DeclarationKind::Watch(_)
            | DeclarationKind::Score { .. }
            | DeclarationKind::ValueHint { .. }
            | DeclarationKind::Playing { .. }
            | DeclarationKind::Prove { .. }
            | DeclarationKind::Refill { .. } => self.roots.declaration(declaration),
            DeclarationKind::Kind { .. }
            | DeclarationKind::Let { .. }
            | DeclarationKind::Table(_)
            | DeclarationKind::Order { .. }
            | DeclarationKind::Combinations { .. }
            | DeclarationKind::Shape { .. }
            | DeclarationKind::Script { .. }
            | DeclarationKind::Phase { .. }
            | DeclarationKind::Action(_)
            | DeclarationKind::Effect { .. } => self.named(declaration, texts),
        }
    }

    fn named(&mut self, declaration: &Declaration, texts: &mut BTreeMap<String, usize>) {
        let Some(name) = name_of(declaration) else { return };
        *texts.entry(name.node.clone()).or_default() += 1;
        self.part(name).declaration(declaration);
        if let DeclarationKind::Let { parameters, .. }
        | DeclarationKind::Table(Table { parameters, .. })
        | DeclarationKind::Phase { parameters, .. }
        | DeclarationKind::Effect { parameters, .. } = &declaration.node
        {
            let given = parameters.iter().map(|given| (name.node.clone(), given.clone()));
            self.given.extend(given);
        }
        let body = |phase, parameters: &[Name], sure| Body {
            name: name.clone(),
            phase,
            is_given: !parameters.is_empty(),
            sure,
        };
        match &declaration.node {
            DeclarationKind::Phase { body: PhaseBody::Flow(step), parameters, .. } => {
                let mut sure = BTreeSet::new();
                surely_in_step(step, &mut sure);
                self.bodies.insert(name.node.clone(), body(true, parameters, sure));
            }
            DeclarationKind::Phase { body: PhaseBody::Block(block), parameters, .. } => {
                self.bodies.insert(name.node.clone(), body(true, parameters, surely(block)));
            }
            DeclarationKind::Effect { body: block, parameters, .. } => {
                self.bodies.insert(name.node.clone(), body(false, parameters, surely(block)));
            }
            DeclarationKind::Script { .. } => self.scripts.push(name.node.clone()),
            DeclarationKind::Action(action) => {
                let parameters = action.parameters.iter().map(|p| p.name.node.clone());
                self.parameters.entry(name.node.clone()).or_default().extend(parameters);
            }
            DeclarationKind::Kind { .. }
            | DeclarationKind::Let { .. }
            | DeclarationKind::Table(_)
            | DeclarationKind::Order { .. }
            | DeclarationKind::Combinations { .. }
            | DeclarationKind::Shape { .. }
            | DeclarationKind::Prove { .. }
            | DeclarationKind::Score { .. }
            | DeclarationKind::ValueHint { .. }
            | DeclarationKind::Playing { .. }
            | DeclarationKind::Watch(_)
            | DeclarationKind::Refill { .. }
            | DeclarationKind::When { .. }
            | DeclarationKind::Replace(_)
            | DeclarationKind::Remove { .. }
            | DeclarationKind::ExtendTable { .. }
            | DeclarationKind::ExtendAction { .. }
            | DeclarationKind::ExtendPhase { .. }
            | DeclarationKind::Hook { .. } => {}
        }
    }

    // ---- the layout

    fn layout(&mut self, layout: &Layout) {
        let roots = &mut self.roots;
        layout.decks.iter().for_each(|(_, deck)| roots.deck(deck));
        layout.zones.iter().for_each(|(_, zone)| roots.zone(zone));
        layout.pawns.iter().for_each(|(_, pawn)| roots.pawn(pawn));
        layout
            .marks
            .iter()
            .for_each(|(_, mark)| roots.value_type(mark.kind.as_ref().map(|kind| &kind.node)));
        layout.variables.iter().for_each(|(_, v)| roots.variable(v));
        for list in layout.lists.iter().filter_map(|(_, list)| list.of.as_ref()) {
            roots.list(&list.node);
        }
        for when in &layout.when {
            roots.expr(&when.condition);
            when.decks.iter().for_each(|(_, deck)| roots.deck(deck));
            when.zones.iter().for_each(|(_, zone)| roots.zone(zone));
            when.pawns.iter().for_each(|(_, pawn)| roots.pawn(pawn));
            when.marks
                .iter()
                .for_each(|(_, mark)| roots.value_type(mark.kind.as_ref().map(|kind| &kind.node)));
            when.variables.iter().for_each(|(_, v)| roots.variable(v));
        }
    }
}

/// The phases and effects that run whenever a block runs.
fn surely(block: &Block) -> BTreeSet<String> {
    let mut sure = BTreeSet::new();
    for statement in block {
        match statement.node.course() {
            Course::Runs(step) => surely_in_step(step, &mut sure),
            Course::Branches { then, otherwise: Some(otherwise) } => {
                sure.extend(surely(then).intersection(&surely(otherwise)).cloned());
            }
            Course::AtOnce(block) => sure.extend(surely(block)),
            Course::Ends(_) => break,
            Course::Happens
            | Course::Notes
            | Course::Branches { otherwise: None, .. }
            | Course::Loops { .. } => {}
        }
    }
    sure
}

fn surely_in_step(step: &Step, sure: &mut BTreeSet<String>) {
    match &step.node {
        StepKind::Sequence(steps) => steps.iter().for_each(|step| surely_in_step(step, sure)),
        StepKind::Call(call) => {
            sure.insert(call.name.node.clone());
        }
        StepKind::By { step, .. } | StepKind::Settled { step, .. } => surely_in_step(step, sure),
        StepKind::May(_)
        | StepKind::Together { .. }
        | StepKind::OneOf { .. }
        | StepKind::AnyOf { .. }
        | StepKind::Window { .. }
        | StepKind::Times { .. }
        | StepKind::Turns { .. }
        | StepKind::Each { .. }
        | StepKind::Until { .. }
        | StepKind::OnlyIf { .. }
        | StepKind::OrElse { .. } => {}
    }
}
