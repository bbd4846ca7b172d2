//! Applies the rules' pages: `when`, `replace`, `remove`, `extend`, `before`, `after`. What is left
//! is one list of declarations and the blocks that stand before and after some of them.

use crate::diagnostic::Diagnostic;
use crate::lower::Lowering;
use crate::lower::names::name_of;
use crate::source::Span;
use crate::syntax::ast::{
    Action, Block, Choice, Clause, Declaration, DeclarationKind, File, HookTime, LetValue, Name,
    Part, PartName, PhaseBody, Rows, Statement, StatementKind, Step, StepKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rules with all pages applied.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) before: BTreeMap<String, Vec<Block>>,
    pub(crate) after: BTreeMap<String, Vec<Block>>,
    /// Names that were there once and that a page removed.
    pub(crate) removed: BTreeMap<String, Span>,
    /// Names of needs by their action, that were removed.
    removed_needs: BTreeSet<(String, String)>,
    /// What is declared outside of `when` in the file at hand, and where.
    declared: BTreeMap<String, Span>,
}

/// Applies the pages of the base, then those of each overlay, in file order.
pub(crate) fn apply(low: &mut Lowering, files: Vec<File>) -> Pages {
    let mut pages = Pages::default();
    for file in files {
        let (when, plain): (Vec<_>, Vec<_>) = file
            .declarations
            .into_iter()
            .partition(|d| matches!(d.node, DeclarationKind::When { .. }));
        let names = plain.iter().filter_map(|declaration| name_of(declaration));
        pages.declared = names.map(|name| (name.node.clone(), name.span)).collect();
        for declaration in plain {
            pages.item(low, declaration);
        }
        for declaration in when {
            pages.when(low, declaration);
        }
    }
    pages
}

impl Pages {
    fn when(&mut self, low: &mut Lowering, declaration: Declaration) {
        let DeclarationKind::When { condition, page } = declaration.node else { return };
        if low.holds_before_play(&condition) == Some(true) {
            for item in page {
                low.names.of_pages.extend(name_of(&item).map(|name| name.span));
                self.item(low, item);
            }
        }
    }

    fn item(&mut self, low: &mut Lowering, declaration: Declaration) {
        let span = declaration.span;
        match declaration.node {
            DeclarationKind::When { .. } => self.when(low, declaration),
            DeclarationKind::Replace(inner) => self.replace(low, *inner, span),
            DeclarationKind::Remove { part, names } => {
                names.iter().for_each(|name| self.remove(low, part, name))
            }
            DeclarationKind::ExtendTable { table, rows } => self.extend_table(low, &table, rows),
            DeclarationKind::ExtendAction { actions, clauses } => {
                actions.iter().for_each(|action| self.extend_action(low, action, &clauses));
            }
            DeclarationKind::ExtendPhase { phases, choices } => {
                phases.iter().for_each(|phase| self.extend_phase(low, phase, &choices));
            }
            DeclarationKind::Hook { when, names, body } => {
                for name in &names {
                    self.hook(low, when, name, &body);
                }
            }
            _ => self.declarations.push(declaration),
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.declarations.iter().position(|d| name_of(d).is_some_and(|n| n.node == name))
    }

    /// A part is there, but none of the sort that is to be changed.
    fn other_sort(&self, low: &mut Lowering, name: &Name, found: &str, wanted: &str, place: usize) {
        let problem = Diagnostic::error(
            "no-such-part",
            name.span,
            format!("`{}` is {found}, and not {wanted}", name.node),
        );
        let place = name_of(&self.declarations[place])
            .map_or(self.declarations[place].span, |name| name.span);
        low.report(problem.also(place, "this one"));
    }

    /// A part that is not there: an error when it never was, a notice when an earlier page took it
    /// away.
    fn missing(&self, low: &mut Lowering, name: &Name) {
        if let Some(removed) = self.removed.get(&name.node) {
            let problem = Diagnostic::notice(
                "already-removed",
                name.span,
                format!("`{}` is gone already: this has no effect", name.node),
            );
            low.report(problem.also(*removed, "removed here"));
            return;
        }
        let known = self.declarations.iter().filter_map(|d| name_of(d)).map(|name| &name.node);
        let known = known.chain(self.declared.keys()).map(String::as_str);
        let problem = match (low.names.get(&name.node), self.declared.get(&name.node)) {
            (None, None) => Diagnostic::error(
                "no-such-part",
                name.span,
                format!("the rules have no `{}` to change", name.node),
            )
            .did_you_mean(&name.node, known),
            (_, Some(further)) => {
                let message = format!("the rules have no `{}` yet to change", name.node);
                Diagnostic::error("no-such-part", name.span, message)
                    .also(*further, "it comes only here")
                    .help("parts are changed further down than they are declared")
            }
            (Some(meaning), None) => {
                let message = format!(
                    "`{}` is {} of the layout: pages change the rules",
                    name.node,
                    meaning.words()
                );
                Diagnostic::error("no-such-part", name.span, message)
                    .help("the layout has `when` entries of its own")
            }
        };
        low.report(problem);
    }

    fn replace(&mut self, low: &mut Lowering, inner: Declaration, span: Span) {
        let place = match name_of(&inner) {
            Some(name) => {
                let name = name.clone();
                let found = self
                    .declarations
                    .iter()
                    .position(|d| name_of(d).is_some_and(|n| n.node == name.node));
                if found.is_none() {
                    self.missing(low, &name);
                }
                found
            }
            // `score`, `value` and `playing` have no names: there is one of each. Of refills there
            // is one for each zone.
            None => match refilled(&inner) {
                Some(zone) => self.refill(low, zone),
                None => self.declarations.iter().position(|d| {
                    std::mem::discriminant(&d.node) == std::mem::discriminant(&inner.node)
                }),
            },
        };
        match place {
            Some(place) if sort(&self.declarations[place]) != sort(&inner) => {
                let name = name_of(&inner).map_or(String::new(), |name| name.node.clone());
                let (there, here) = (sort(&self.declarations[place]), sort(&inner));
                let problem = Diagnostic::error(
                    "no-such-part",
                    inner.span,
                    format!("`{name}` is {there}, and cannot become {here}"),
                );
                low.report(problem.also(self.declarations[place].span, "the part to replace"));
            }
            Some(place) if parameters(&self.declarations[place]) != parameters(&inner) => {
                let problem = Diagnostic::error(
                    "wrong-arity",
                    inner.span,
                    "what replaces a part must take the same values in its brackets",
                );
                low.report(problem.also(self.declarations[place].span, "the part it replaces"));
            }
            Some(place) => self.declarations[place] = inner,
            None if name_of(&inner).is_none() && refilled(&inner).is_none() => {
                low.report(Diagnostic::error(
                    "no-such-part",
                    span,
                    "there is nothing of this sort to replace",
                ));
            }
            None => {}
        }
    }

    fn remove(&mut self, low: &mut Lowering, part: Part, name: &PartName) {
        if part == Part::Need {
            return self.remove_need(low, name);
        }
        if part == Part::Refill {
            if let Some(place) = self.refill(low, &name.name) {
                self.declarations.remove(place);
            }
            return;
        }
        let place = self
            .declarations
            .iter()
            .position(|d| name_of(d).is_some_and(|n| n.node == name.name.node));
        let Some(place) = place else { return self.missing(low, &name.name) };
        if !is_part(&self.declarations[place], part) {
            let found = sort(&self.declarations[place]);
            return self.other_sort(low, &name.name, found, part_words(part), place);
        }
        self.declarations.remove(place);
        self.removed.insert(name.name.node.clone(), name.name.span);
        if part == Part::Action {
            for declaration in &mut self.declarations {
                forget_choice(declaration, &name.name.node);
            }
        }
    }

    /// The refill of a zone; an error if there is none.
    fn refill(&self, low: &mut Lowering, zone: &Name) -> Option<usize> {
        let found = self
            .declarations
            .iter()
            .position(|d| refilled(d).is_some_and(|known| known.node == zone.node));
        if found.is_none() {
            let known =
                self.declarations.iter().filter_map(refilled).map(|zone| zone.node.as_str());
            let message = format!("the rules have no refill of `{}` to change", zone.node);
            low.report(
                Diagnostic::error("no-such-part", zone.span, message)
                    .did_you_mean(&zone.node, known),
            );
        }
        found
    }

    fn remove_need(&mut self, low: &mut Lowering, name: &PartName) {
        let Some(need) = &name.need else {
            let problem = Diagnostic::error(
                "no-such-part",
                name.name.span,
                "which need? write the action and the need: `play.one_figure`",
            );
            low.report(problem);
            return;
        };
        let key = (name.name.node.clone(), need.clone());
        let Some(action) = self.action(low, &name.name) else { return };
        let before = action.clauses.len();
        let mut known = Vec::new();
        action.clauses.retain(|clause| match clause {
            Clause::Need { name: Some(name), .. } => {
                known.push(name.node.clone());
                name.node != *need
            }
            Clause::Need { name: None, .. } | Clause::Optional { .. } => true,
        });
        if action.clauses.len() == before && !self.removed_needs.contains(&key) {
            let message = format!("`{}` has no need called `{need}`", name.name.node);
            let problem = Diagnostic::error("no-such-part", name.name.span, message);
            low.report(problem.did_you_mean(need, known.iter().map(String::as_str)));
        }
        self.removed_needs.insert(key);
    }

    fn action(&mut self, low: &mut Lowering, name: &Name) -> Option<&mut Action> {
        let found = self.declarations.iter().position(
            |d| matches!(&d.node, DeclarationKind::Action(a) if a.name.node == name.node),
        );
        let Some(found) = found else {
            match self.position(&name.node) {
                Some(place) => {
                    self.other_sort(low, name, sort(&self.declarations[place]), "an action", place)
                }
                None => self.missing(low, name),
            }
            return None;
        };
        match &mut self.declarations[found].node {
            DeclarationKind::Action(action) => Some(action),
            _ => None,
        }
    }

    fn extend_action(&mut self, low: &mut Lowering, name: &Name, clauses: &[Clause]) {
        if let Some(action) = self.action(low, name) {
            action.clauses.extend(clauses.iter().cloned());
        }
    }

    /// New rows stand before the table's own; of several pages, the earlier page's first.
    fn extend_table(&mut self, low: &mut Lowering, name: &Name, rows: Rows) {
        let Some(place) = self.position(&name.node) else { return self.missing(low, name) };
        let found = sort(&self.declarations[place]);
        let DeclarationKind::Table(table) = &mut self.declarations[place].node else {
            return self.other_sort(low, name, found, "a table", place);
        };
        let place = table.name.span;
        match (&mut table.rows, rows) {
            (Rows::Patterns(own), Rows::Patterns(new)) => {
                let at = table.extended;
                table.extended += new.len();
                own.splice(at..at, new);
            }
            (Rows::Conditions(own), Rows::Conditions(new)) => {
                let at = table.extended;
                table.extended += new.len();
                own.splice(at..at, new);
            }
            (Rows::Patterns(_), Rows::Conditions(_)) => {
                let problem = Diagnostic::error(
                    "wrong-rows",
                    name.span,
                    format!("the rows of `{}` are patterns, and these are conditions", name.node),
                );
                low.report(problem.also(place, "this table"));
            }
            (Rows::Conditions(_), Rows::Patterns(_)) => {
                let problem = Diagnostic::error(
                    "wrong-rows",
                    name.span,
                    format!("the rows of `{}` are conditions, and these are patterns", name.node),
                );
                low.report(problem.also(place, "this table"));
            }
        }
    }

    fn extend_phase(&mut self, low: &mut Lowering, name: &Name, choices: &[Choice]) {
        let Some(place) = self.position(&name.node) else { return self.missing(low, name) };
        if !is_part(&self.declarations[place], Part::Phase) {
            return self.other_sort(low, name, sort(&self.declarations[place]), "a phase", place);
        }
        let mut menus = 0;
        each_menu(&mut self.declarations[place], &mut |menu| {
            menu.extend(choices.iter().cloned());
            menus += 1;
        });
        if menus == 0 {
            low.report(Diagnostic::error(
                "no-menu",
                name.span,
                format!("`{}` has no menu to which a choice could be added", name.node),
            ));
        }
    }

    /// Several `before` run in page order, several `after` in reverse: a later page wraps an
    /// earlier one.
    fn hook(&mut self, low: &mut Lowering, when: HookTime, name: &Name, body: &Block) {
        let Some(place) = self.position(&name.node) else { return self.missing(low, name) };
        if !matches!(sort(&self.declarations[place]), "a phase" | "an action" | "an effect") {
            return self.other_sort(
                low,
                name,
                sort(&self.declarations[place]),
                "something that happens",
                place,
            );
        }
        match when {
            HookTime::Before => {
                self.before.entry(name.node.clone()).or_default().push(body.clone())
            }
            HookTime::After => {
                self.after.entry(name.node.clone()).or_default().insert(0, body.clone())
            }
        }
    }
}

/// The zone of a refill.
fn refilled(declaration: &Declaration) -> Option<&Name> {
    match &declaration.node {
        DeclarationKind::Refill { zone, .. } => Some(zone),
        _ => None,
    }
}

fn parameters(declaration: &Declaration) -> usize {
    match &declaration.node {
        DeclarationKind::Let { parameters, .. }
        | DeclarationKind::Phase { parameters, .. }
        | DeclarationKind::Effect { parameters, .. }
        | DeclarationKind::Script { parameters, .. } => parameters.len(),
        DeclarationKind::Table(table) => table.parameters.len(),
        DeclarationKind::Action(action) => {
            action.parameters.iter().filter(|p| p.source.is_none()).count()
        }
        _ => 0,
    }
}

/// What a declaration is, for messages. Formulas stand for one another: a `let` may become a table.
fn sort(declaration: &Declaration) -> &'static str {
    match &declaration.node {
        DeclarationKind::Kind { .. }
        | DeclarationKind::Let { .. }
        | DeclarationKind::Table(_)
        | DeclarationKind::Script { .. } => "a formula",
        DeclarationKind::Order { .. } => "an order",
        DeclarationKind::Combinations { .. } => "combinations",
        DeclarationKind::Shape { .. } => "a shape",
        DeclarationKind::Prove { .. } => "a claim",
        DeclarationKind::Score { .. } => "the score",
        DeclarationKind::ValueHint { .. } => "the value",
        DeclarationKind::Playing { .. } => "`playing`",
        DeclarationKind::Phase { .. } => "a phase",
        DeclarationKind::Action(_) => "an action",
        DeclarationKind::Effect { .. } => "an effect",
        DeclarationKind::Watch(_) => "a watch",
        DeclarationKind::Refill { .. } => "a refill",
        DeclarationKind::When { .. }
        | DeclarationKind::Replace(_)
        | DeclarationKind::Remove { .. }
        | DeclarationKind::ExtendTable { .. }
        | DeclarationKind::ExtendAction { .. }
        | DeclarationKind::ExtendPhase { .. }
        | DeclarationKind::Hook { .. } => "a page",
    }
}

fn part_words(part: Part) -> &'static str {
    match part {
        Part::Action => "an action",
        Part::Phase => "a phase",
        Part::Table => "a table",
        Part::Watch => "a watch",
        Part::Need => "a need",
        Part::Effect => "an effect",
        Part::Kind => "a kind",
        Part::Let => "a `let`",
        Part::Order => "an order",
        Part::Combinations => "combinations",
        Part::Prove => "a claim",
        Part::Refill => "a refill",
    }
}

fn is_part(declaration: &Declaration, part: Part) -> bool {
    match part {
        Part::Action => matches!(declaration.node, DeclarationKind::Action(_)),
        Part::Phase => matches!(declaration.node, DeclarationKind::Phase { .. }),
        Part::Table => matches!(declaration.node, DeclarationKind::Table(_)),
        Part::Watch => matches!(declaration.node, DeclarationKind::Watch(_)),
        Part::Effect => matches!(declaration.node, DeclarationKind::Effect { .. }),
        Part::Kind => matches!(declaration.node, DeclarationKind::Kind { .. }),
        Part::Let => matches!(declaration.node, DeclarationKind::Let { .. }),
        Part::Order => matches!(declaration.node, DeclarationKind::Order { .. }),
        Part::Combinations => matches!(declaration.node, DeclarationKind::Combinations { .. }),
        Part::Prove => matches!(declaration.node, DeclarationKind::Prove { .. }),
        Part::Refill => matches!(declaration.node, DeclarationKind::Refill { .. }),
        Part::Need => false,
    }
}

/// Takes an action out of every menu of a declaration.
fn forget_choice(declaration: &mut Declaration, action: &str) {
    each_menu(declaration, &mut |menu| {
        for choice in menu.iter_mut() {
            choice.calls.retain(|call| call.name.node != action);
        }
        menu.retain(|choice| !choice.calls.is_empty());
    });
}

fn each_menu(declaration: &mut Declaration, change: &mut dyn FnMut(&mut Vec<Choice>)) {
    match &mut declaration.node {
        DeclarationKind::Phase { body: PhaseBody::Flow(step), .. } => menus_of_step(step, change),
        DeclarationKind::Phase { body: PhaseBody::Block(block), .. }
        | DeclarationKind::Effect { body: block, .. } => {
            menus_of_block(block, change);
        }
        DeclarationKind::Action(action) => {
            if let Some(block) = &mut action.body {
                menus_of_block(block, change);
            }
        }
        DeclarationKind::Watch(watch) => menus_of_block(&mut watch.body, change),
        _ => {}
    }
}

fn menus_of_step(step: &mut Step, change: &mut dyn FnMut(&mut Vec<Choice>)) {
    match &mut step.node {
        StepKind::Sequence(steps) => steps.iter_mut().for_each(|step| menus_of_step(step, change)),
        StepKind::OneOf { choices, .. }
        | StepKind::AnyOf { choices, .. }
        | StepKind::Window { choices } => change(choices),
        StepKind::Times { step, .. }
        | StepKind::Turns { step, .. }
        | StepKind::Each { step, .. }
        | StepKind::Until { step, .. }
        | StepKind::OnlyIf { step, .. }
        | StepKind::By { step, .. }
        | StepKind::Settled { step, .. }
        | StepKind::OrElse { step, .. } => menus_of_step(step, change),
        StepKind::Call(_) | StepKind::May(_) | StepKind::Together { .. } => {}
    }
}

fn menus_of_block(block: &mut [Statement], change: &mut dyn FnMut(&mut Vec<Choice>)) {
    for statement in block {
        match &mut statement.node {
            StatementKind::Do(step) | StatementKind::Let { value: LetValue::Step(step), .. } => {
                menus_of_step(step, change)
            }
            StatementKind::If { then, otherwise, .. } => {
                menus_of_block(then, change);
                if let Some(otherwise) = otherwise {
                    menus_of_block(otherwise, change);
                }
            }
            StatementKind::Each { body, .. } | StatementKind::AtOnce(body) => {
                menus_of_block(body, change)
            }
            _ => {}
        }
    }
}
