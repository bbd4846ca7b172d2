//! Parts that nothing uses are lowered for the unknown names in them alone: nobody says what their
//! parameters are, so that no more can be known.

use super::Lowering;
use super::flow::DeclaredAction;
use super::names::{Meaning, name_of};
use super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, Name, PhaseBody};

/// What is wrong whatever the parameters are.
const SURE: &[&str] = &[
    "unknown-name",
    "unknown-word",
    "unknown-step",
    "unknown-mark",
    "unknown-phase",
    "no-variable",
    "name-twice",
    "shadowed-name",
];

impl Lowering {
    /// Looks through everything that has not been used. The program stays as it is.
    pub(crate) fn look_over_the_rest(&mut self) {
        let rest: Vec<Meaning> = self
            .names
            .iter()
            .filter(|(name, _, _)| !self.names.used.contains(*name))
            .map(|(_, m, _)| m)
            .collect();
        self.tell_unreached_rows();
        let program = self.program.clone();
        let found = std::mem::take(&mut self.problems);
        let loops = self.loops.len();
        for meaning in rest {
            self.look_over(meaning);
        }
        self.flow.forget_code();
        self.forget_folded();
        self.loops.truncate(loops);
        self.program = program;
        let seen: Vec<Diagnostic> = std::mem::replace(&mut self.problems, found);
        self.problems.extend(seen.into_iter().filter(|problem| SURE.contains(&problem.code)));
    }

    fn look_over(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Formula(formula) => self.look_over_formula(formula),
            Meaning::Phase(phase) => {
                let text = self.flow.flows.phases[phase].clone();
                self.look_over_body(&text.name.node, &text.parameters, text.name.span, |low| {
                    match &text.body {
                        PhaseBody::Flow(step) => low.step(step),
                        PhaseBody::Block(block) => low.block(block),
                    }
                });
            }
            Meaning::Effect(effect) => {
                let text = self.flow.flows.effects[effect].clone();
                self.look_over_body(&text.name.node, &text.parameters, text.name.span, |low| {
                    low.block(&text.body)
                });
            }
            Meaning::Action(action) => self.look_over_action(action),
            Meaning::List(_)
            | Meaning::Option(_)
            | Meaning::Attribute(_)
            | Meaning::Facing(_)
            | Meaning::Zone(_)
            | Meaning::Variable(_)
            | Meaning::Mark(_)
            | Meaning::Watch => {}
        }
    }

    fn look_over_formula(&mut self, formula: usize) {
        let declaration = self.formulas[formula].clone();
        let parameters = match &declaration.node {
            DeclarationKind::Let { parameters, .. } => parameters.clone(),
            DeclarationKind::Table(table) => table.parameters.clone(),
            _ => Vec::new(),
        };
        let Some(name) = name_of(&declaration).cloned() else { return };
        let draws = std::mem::replace(&mut self.draws, true);
        self.with_frame_me(|low| {
            low.hidden(poisoned(&parameters), |low| {
                low.opened(&name.node, name.span, |low| low.formula_text(&declaration.node))
            })
        });
        self.draws = draws;
    }

    fn formula_text(&mut self, declaration: &DeclarationKind) -> Value {
        match declaration {
            DeclarationKind::Kind { value, .. } | DeclarationKind::Let { value, .. } => {
                let found = self.expr(value);
                // A word alone is looked up where something uses it.
                if let Value::Word(word) = &found
                    && !self.is_word(word)
                {
                    self.unknown_name(word, value.span);
                }
                found
            }
            DeclarationKind::Table(table) => self.table(table),
            _ => Value::Poison,
        }
    }

    fn look_over_body(
        &mut self,
        name: &str,
        parameters: &[Name],
        span: Span,
        body: impl FnOnce(&mut Self),
    ) {
        let unit = self.new_unit(name, span, None);
        self.lower_unit(unit, &[], true, None, |low| {
            low.bindings.extend(poisoned(parameters));
            low.hooked(name, body);
        });
    }

    fn look_over_action(&mut self, declared: DeclaredAction) {
        let text = self.flow.flows.actions[declared].clone();
        let index = self.program.actions.next_id();
        self.program.actions.push(crate::program::Action {
            name: text.name.node.clone(),
            free: false,
            has_like: false,
            parameters: Vec::new(),
            needs: Vec::new(),
            optional: None,
            unit: None,
            span: text.name.span,
        });
        let parameters = self.action_terms(&text, index, &[]);
        self.program.actions[index].parameters = parameters;
        self.action_body(&text, index, &[]);
    }
}

fn poisoned(parameters: &[Name]) -> Vec<(String, Value)> {
    parameters.iter().map(|name| (name.node.clone(), Value::Poison)).collect()
}
