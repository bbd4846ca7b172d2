//! Declares what the rules name and lowers what is reached: the phase `game`, the watches, the
//! score.

use super::pages::Pages;
use super::score;
use super::table::take_nums;
use crate::diagnostic::Diagnostic;
use crate::layout::MOST_SEATS;
use crate::layout::model::Layout;
use crate::lower::names::{Meaning, name_of};
use crate::lower::{EffectText, Flows, Lowering, PhaseText};
use crate::program::terms::{Num, Set, Temp, Test};
use crate::program::walk::{self, Term};
use crate::program::{
    Phase, Playing, Refill, ScriptSignature, ValueKind, WATCH_WORDS, Watch, WatchEach,
};
use crate::source::Span;
use crate::syntax::ast::{
    self, Block, Call, Course, Declaration, DeclarationKind, Expr, Name, TypeName,
};
use crate::tabletop::ids::{PhaseId, VariableId, WordListId};

/// What has no name of its own, or is lowered once everything is declared.
#[derive(Default)]
struct Rest {
    watches: Vec<ast::Watch>,
    refills: Vec<(Name, Block)>,
    scores: Vec<score::Written>,
    hints: Vec<(Expr, Span)>,
    playing: Vec<(Expr, Span)>,
    proofs: Vec<(Name, Expr, Option<Name>)>,
}

impl Rest {
    /// Keeps a claim that is to be proved; tells of a second one with its name.
    fn claim(&mut self, low: &mut Lowering, name: &Name, claim: &Expr, why: Option<&Name>) {
        if let Some((first, ..)) = self.proofs.iter().find(|(n, ..)| n.node == name.node) {
            let message = format!("two claims are called `{}`", name.node);
            let problem = Diagnostic::error("name-twice", name.span, message);
            low.report(problem.also(first.span, "the first one"));
        }
        self.proofs.push((name.clone(), claim.clone(), why.cloned()));
    }
}

pub(crate) fn lower(low: &mut Lowering, pages: Pages, layout: &Layout) {
    let mut rest = Rest::default();
    let mut flows = Flows { before: pages.before, after: pages.after, ..Flows::default() };
    for declaration in pages.declarations {
        declare(low, declaration, &mut flows, &mut rest);
    }
    flows.has_watches = !rest.watches.is_empty();
    flows.framed = framed(&flows, &rest);
    low.flow.flows = flows;
    low.names.removed = pages.removed;
    check_parameters(low);
    low.declare_orders();
    phases(low, layout);
    playing(low, &rest.playing);
    refills(low, &rest.refills);
    prove(low, &rest.proofs);
    start(low, layout);
    watches(low, rest.watches);
    score::score(low, &rest.scores);
    hint(low, &rest.hints);
    children(low);
    low.refuse_choices_at_once();
    low.link();
}

// ----------------------------------------------------------------------------------------------
// declaring

fn declare(low: &mut Lowering, declaration: Declaration, flows: &mut Flows, rest: &mut Rest) {
    let span = declaration.span;
    let name = name_of(&declaration).cloned();
    let meaning = match &declaration.node {
        DeclarationKind::Kind { .. }
        | DeclarationKind::Let { .. }
        | DeclarationKind::Table(_)
        | DeclarationKind::Order { .. }
        | DeclarationKind::Combinations { .. }
        | DeclarationKind::Shape { .. } => Some(Meaning::Formula(low.formulas.len())),
        DeclarationKind::Script { name, parameters, returns } => {
            declare_script(low, name, parameters.len(), returns);
            Some(Meaning::Formula(low.formulas.len()))
        }
        DeclarationKind::Phase { name, parameters, body } => {
            let phase = flows.phases.push(PhaseText {
                name: name.clone(),
                parameters: parameters.clone(),
                body: body.clone(),
            });
            Some(Meaning::Phase(phase))
        }
        DeclarationKind::Action(action) => {
            Some(Meaning::Action(flows.actions.push(action.clone())))
        }
        DeclarationKind::Effect { name, parameters, body } => {
            flows.effects.push(EffectText {
                name: name.clone(),
                parameters: parameters.clone(),
                body: body.clone(),
            });
            Some(Meaning::Effect(flows.effects.len() - 1))
        }
        DeclarationKind::Watch(watch) => {
            rest.watches.push(watch.clone());
            Some(Meaning::Watch)
        }
        DeclarationKind::Refill { zone, body } => {
            rest.refills.push((zone.clone(), body.clone()));
            None
        }
        DeclarationKind::Score { lowest_wins, value } => {
            rest.scores.push((*lowest_wins, value.clone(), span));
            None
        }
        DeclarationKind::ValueHint { value } => {
            rest.hints.push((value.clone(), span));
            None
        }
        DeclarationKind::Playing { condition } => {
            rest.playing.push((condition.clone(), span));
            None
        }
        DeclarationKind::Prove { name, claim, why } => {
            rest.claim(low, name, claim, why.as_ref());
            None
        }
        DeclarationKind::When { .. }
        | DeclarationKind::Replace(_)
        | DeclarationKind::Remove { .. }
        | DeclarationKind::ExtendTable { .. }
        | DeclarationKind::ExtendAction { .. }
        | DeclarationKind::ExtendPhase { .. }
        | DeclarationKind::Hook { .. } => None,
    };
    if let (Some(meaning), Some(name)) = (meaning, name) {
        if let Some(problem) = low.names.declare(&name.node, meaning, name.span) {
            low.report(problem);
        }
        if matches!(meaning, Meaning::Formula(_)) {
            low.formulas.push(declaration);
        }
    }
}

fn declare_script(low: &mut Lowering, name: &Name, parameters: usize, returns: &TypeName) {
    let word = returns.name.node.as_str();
    let returned = match word {
        "number" => Some(ValueKind::Number),
        "flag" => Some(ValueKind::Flag),
        "cell" | "slot" => Some(ValueKind::Slot),
        "card" => Some(ValueKind::Card),
        "player" => Some(ValueKind::Player),
        "team" => Some(ValueKind::Team),
        _ => low
            .program
            .lists
            .iter()
            .position(|l| l.name == word || l.name == format!("{word}s"))
            .map(|l| ValueKind::Word(WordListId::new(l))),
    };
    let Some(returned) = returned else {
        let problem =
            Diagnostic::error("unknown-type", returns.name.span, format!("`{word}` is no type"));
        let known = ["number", "flag", "cell", "slot", "card", "player", "team"];
        low.report(problem.did_you_mean(word, known));
        return;
    };
    if !returns.set
        && matches!(
            returned,
            ValueKind::Slot | ValueKind::Card | ValueKind::Player | ValueKind::Team
        )
    {
        let message =
            format!("a script gives back a number, a yes or no, a word, or a set: `set of {word}`");
        low.report(Diagnostic::error("unknown-type", returns.name.span, message));
    }
    low.program.scripts.push(ScriptSignature {
        name: name.node.clone(),
        parameters,
        returns: returned,
        set: returns.set,
        span: name.span,
    });
}

fn phases(low: &mut Lowering, layout: &Layout) {
    for text in low.flow.flows.phases.clone() {
        let number_at = take_nums(low, 1);
        low.program.phases.push(Phase {
            name: text.name.node.clone(),
            span: text.name.span,
            number_at,
            children: Vec::new(),
            resets: Vec::new(),
        });
    }
    for (name, definition) in &layout.variables {
        let Some(phase_name) = &definition.resets else { continue };
        let variable = low.program.variables.iter().position(|v| v.name == name.node);
        let phase = low.program.phases.iter().position(|p| p.name == phase_name.node);
        match (variable, phase) {
            (Some(variable), Some(phase)) => {
                low.program.variables[VariableId::new(variable)].resets = Some(PhaseId::new(phase));
                low.program.phases[PhaseId::new(phase)].resets.push(VariableId::new(variable));
            }
            (_, None) => {
                low.unknown_phase(&phase_name.node, phase_name.span);
            }
            (None, Some(_)) => {}
        }
    }
}

/// The phases that are ended by name, or that watches belong to.
fn framed(flows: &Flows, rest: &Rest) -> std::collections::BTreeSet<String> {
    let mut names: std::collections::BTreeSet<String> = rest
        .watches
        .iter()
        .filter_map(|watch| watch.phase.as_ref())
        .map(|phase| phase.node.clone())
        .collect();
    let mut blocks: Vec<&Block> = rest.watches.iter().map(|watch| &watch.body).collect();
    blocks.extend(rest.refills.iter().map(|(_, body)| body));
    blocks.extend(flows.effects.iter().map(|effect| &effect.body));
    blocks.extend(flows.actions.iter().filter_map(|action| action.body.as_ref()));
    blocks.extend(flows.before.values().chain(flows.after.values()).flatten());
    blocks.extend(flows.phases.iter().filter_map(|phase| match &phase.body {
        ast::PhaseBody::Block(block) => Some(block),
        ast::PhaseBody::Flow(_) => None,
    }));
    while let Some(block) = blocks.pop() {
        for statement in block {
            match statement.node.course() {
                Course::Ends(name) => {
                    names.insert(name.node.clone());
                }
                Course::Branches { then, otherwise } => {
                    blocks.extend(std::iter::once(then).chain(otherwise))
                }
                Course::Loops { body, .. } | Course::AtOnce(body) => blocks.push(body),
                Course::Happens | Course::Notes | Course::Runs(_) => {}
            }
        }
    }
    names
}

/// Parameters hide nothing; those of actions are looked at with their sources.
fn check_parameters(low: &mut Lowering) {
    let mut all: Vec<Vec<Name>> = Vec::new();
    for formula in &low.formulas {
        match &formula.node {
            DeclarationKind::Let { parameters, .. } => all.push(parameters.clone()),
            DeclarationKind::Table(table) => all.push(table.parameters.clone()),
            _ => {}
        }
    }
    all.extend(low.flow.flows.phases.iter().map(|phase| phase.parameters.clone()));
    all.extend(low.flow.flows.effects.iter().map(|effect| effect.parameters.clone()));
    for parameters in all {
        for (i, name) in parameters.iter().enumerate() {
            low.check_parameter(name, &parameters[..i]);
        }
    }
}

// ----------------------------------------------------------------------------------------------
// lowering

pub(super) fn only_one<'a, T>(
    low: &mut Lowering,
    items: &'a [T],
    span: impl Fn(&T) -> Span,
    what: &str,
) -> Option<&'a T> {
    if let [first, second, ..] = items {
        let problem =
            Diagnostic::error("name-twice", span(second), format!("there are two `{what}`"));
        low.report(problem.also(span(first), "the first one"));
    }
    items.first()
}

/// The first temp of the condition that says who plays: behind those of parameters, and of what is
/// asked of them.
const WHO_PLAYS: Temp = Temp::new(512);

fn playing(low: &mut Lowering, all: &[(Expr, Span)]) {
    let Some((condition, _)) = only_one(low, all, |p| p.1, "playing") else { return };
    // It is worked out in the midst of any other expression.
    let outer = low.set_temps(WHO_PLAYS);
    let temp = low.take_temp();
    let id = low.n(Num::Temp(temp));
    let thing = crate::lower::Thing { id, kind: ValueKind::Player, role: crate::lower::Role::Me };
    let test = low.with_thing(thing, |low| low.test(condition));
    low.set_temps(outer);
    let Some(test) = test else { return };
    if walk::any(&low.program.terms, Term::Test(test), &mut |term| asks_who_plays(low, term)) {
        let message = "who is playing depends on who is playing";
        let problem = Diagnostic::error("endless-formula", condition.span, message);
        low.report(problem.help(
            "`players`, `others`, `opponents` and `next of` go by who is playing: `all` are all seats",
        ));
        return;
    }
    if !low.is_public_of_seats(temp, test) {
        low.leaks(condition.span);
    }
    low.program.playing = Some(Playing { temp, test });
}

/// Whether a term is worked out from who is playing.
fn asks_who_plays(low: &Lowering, term: Term) -> bool {
    let terms = &low.program.terms;
    match term {
        Term::Set(set) => matches!(terms.sets[set], Set::Players),
        Term::Test(test) => matches!(terms.tests[test], Test::Playing(_)),
        Term::Num(number) => matches!(terms.nums[number], Num::Next { .. }),
        Term::List(_) | Term::Family(_) => false,
    }
}

fn refills(low: &mut Lowering, all: &[(Name, Block)]) {
    let mut declared = Vec::new();
    for (i, (zone, body)) in all.iter().enumerate() {
        let Some(Meaning::Zone(id)) = low.names.get(&zone.node) else {
            let zones = low.program.zones.iter().map(|z| z.name.clone()).collect();
            low.unknown("unknown-zone", "zone", &zone.node, zone.span, zones);
            continue;
        };
        if let Some((first, _)) = all[..i].iter().find(|(first, _)| first.node == zone.node) {
            let problem = Diagnostic::error(
                "name-twice",
                zone.span,
                format!("`{}` has two refills", zone.node),
            );
            low.report(problem.also(first.span, "the first one"));
        }
        let unit = low.new_unit(&format!("refill {}", zone.node), zone.span, None);
        low.program.refills.push(Refill { zone: id, unit });
        low.program.zones[id].refill = Some(unit);
        low.flow.flows.refills.insert(id, (zone.clone(), body.clone()));
        declared.push((id, unit));
    }
    // One may draw from the pile of another.
    for (zone, unit) in declared {
        low.refill_unit(zone, unit, false);
    }
}

/// Claims about the cards, proved before play.
fn prove(low: &mut Lowering, proofs: &[(Name, Expr, Option<Name>)]) {
    low.proving = true;
    for (name, claim, why) in proofs {
        let Some(test) = low.test(claim) else { continue };
        match low.static_test(test) {
            Some(true) => {}
            Some(false) => {
                let words = why.as_ref().map_or_else(
                    || format!("`{}` does not hold", name.node),
                    |why| why.node.clone(),
                );
                let problem = Diagnostic::error(
                    "not-proved",
                    claim.span,
                    format!("this was to be proved and is not so: {words}"),
                );
                let problem = match culprits(low, claim) {
                    Some(cards) => name_culprits(low, problem, &cards),
                    None => problem,
                };
                low.report(problem);
            }
            None => {
                low.error(
                    "not-fixed",
                    claim.span,
                    "only what is printed on the cards can be proved before play",
                );
            }
        }
    }
    low.proving = false;
}

/// The cards for which a claim, already lowered, fails: `all cards are …`.
fn culprits(low: &mut Lowering, claim: &Expr) -> Option<Vec<usize>> {
    let claim = low.typed.test(claim)?;
    let Test::ForAll { temp, test, .. } = low.program.terms.tests[claim] else {
        return None;
    };
    let passing = low.static_cards(test, temp)?;
    let failing = crate::value::Bits::below(low.program.cards.len()) - passing;
    let failing: Vec<usize> = failing
        .iter()
        .map(usize::from)
        .filter(|&card| low.printed.is_none_or(|n| card < n))
        .collect();
    (!failing.is_empty()).then_some(failing)
}

/// The names of the cards, and the row of the first.
fn name_culprits(low: &Lowering, problem: Diagnostic, cards: &[usize]) -> Diagnostic {
    const MOST: usize = 5;
    let mut names: Vec<&str> =
        cards.iter().map(|&card| low.program.cards[card].name.as_str()).collect();
    names.dedup();
    let more = if names.len() > MOST {
        format!(" and {} more", names.len() - MOST)
    } else {
        String::new()
    };
    names.truncate(MOST);
    let problem = problem.help(format!("it fails for {}{more}", names.join(", ")));
    let row = cards.first().and_then(|&card| {
        Some((low.card_spans.get(card).copied()??, &low.program.cards[card].name))
    });
    match row {
        Some((span, name)) => problem.also(span, format!("{name} is the first for which it fails")),
        None => problem,
    }
}

fn start(low: &mut Lowering, layout: &Layout) {
    let Some(Meaning::Phase(phase)) = low.names.get("game") else {
        let problem = Diagnostic::error(
            "no-game",
            layout.start,
            "the rules have no phase `game`: where does a game begin?",
        );
        let phases: Vec<String> =
            low.program.phases.iter().map(|phase| phase.name.clone()).collect();
        let near = crate::diagnostic::nearest("game", phases.iter().map(String::as_str));
        low.report(problem.help(match near {
            Some(near) => format!("did you mean `phase game` where it says `phase {near}`?"),
            None => "`phase game = setup, round until deck is empty`".into(),
        }));
        return;
    };
    let span = low.flow.flows.phases[phase].name.span;
    let call = Call { name: Name::new("game".into(), span), arguments: Vec::new() };
    if let Some(unit) = low.root(&call, span) {
        low.program.start = unit;
    }
}

fn watches(low: &mut Lowering, all: Vec<ast::Watch>) {
    for watch in all {
        let phase = match &watch.phase {
            None => None,
            Some(name) => match low.names.get(&name.node) {
                Some(Meaning::Phase(phase)) => Some(phase),
                Some(_) | None => {
                    low.unknown_phase(&name.node, name.span);
                    continue;
                }
            },
        };
        let each = watch.each.as_ref().and_then(|each| watch_each(low, each));
        let test = match &watch.each {
            Some(_) => low.with_frame_me(|low| low.test(&watch.condition)),
            None => low.without_player(|low| low.test(&watch.condition)),
        };
        let unit = low.new_unit(&watch.name.node, watch.name.span, None);
        low.lower_unit(unit, &[], watch.each.is_some(), None, |low| match test {
            Some(test) => {
                let place = watch.condition.span;
                low.hanging_on(Term::Test(test), place, |low| low.block(&watch.body));
            }
            None => low.block(&watch.body),
        });
        let Some(test) = test else { continue };
        let at = take_nums(low, WATCH_WORDS.into());
        low.program.watches.push(Watch {
            name: watch.name.node.clone(),
            phase,
            test,
            each,
            unit,
            at,
        });
    }
}

const _: () = assert!(MOST_SEATS <= WATCH_WORDS);

fn watch_each(low: &mut Lowering, each: &ast::WatchEach) -> Option<WatchEach> {
    let teams = match each.name.node.as_str() {
        "team" => true,
        "player" => false,
        other => {
            low.error(
                "each-of-what",
                each.name.span,
                format!("a watch looks at each `team` or each `player`, not at each `{other}`"),
            );
            return None;
        }
    };
    let from = match &each.from {
        Some(from) => Some(low.without_player(|low| low.player(from))?),
        None => None,
    };
    Some(WatchEach { teams, from })
}

fn hint(low: &mut Lowering, all: &[(Expr, Span)]) {
    let Some((value, _)) = only_one(low, all, |hint| hint.1, "value") else { return };
    low.program.hint = low.with_frame_me(|low| low.sure_number(value));
}

/// Which phases' numbers start anew with which.
fn children(low: &mut Lowering) {
    for (parent, children) in low.phase_children() {
        low.program.phases[parent].children = children;
    }
}
