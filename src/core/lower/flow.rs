//! Units of code: phases, effects, bodies of actions and watches. Each is lowered once for each set
//! of argument types it is called with, on first use; what is never used is never lowered, and
//! `check` says so.
#![deny(clippy::wildcard_enum_match_arm)]

use super::arguments::{ArgumentType, Known};
use super::draws::Draws;
use super::hanging::{Hanging, ToldEarly};
use super::link::Edge;
use super::names::Meaning;
use super::parts::{Part, Parts, Within};
use super::possible::fixed_value;
use super::value::Value;
use super::{Lowering, MeUse};
use crate::diagnostic::Diagnostic;
use crate::program::code::{Acts, CallSite, Op, Pc, Shows};
use crate::program::ids::{CourseId, MovementId, SiteId, UnitId};
use crate::program::terms::{Local, Num, NumId, Set, SetId, Temp};
use crate::program::{Carrier, Held, Holding, Unit, ValueKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Action, Block, Call, Expr, Name, PhaseBody};
use crate::tabletop::Viewers;
use crate::tabletop::ids::{ActionId, IdVec, PhaseId, ZoneId, ids};
use std::collections::{BTreeMap, BTreeSet};

ids! {
    /// An action as the rules declare it: with the types of what its callers give it is one or more
    /// actions of the program.
    pub(crate) DeclaredAction(u16);
}

/// The parts of the rules that happen, by name, with all pages applied.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flows {
    pub(crate) phases: IdVec<PhaseId, PhaseText>,
    pub(crate) actions: IdVec<DeclaredAction, Action>,
    pub(crate) effects: Vec<EffectText>,
    /// Blocks before and after named parts, in the order in which they run.
    pub(crate) before: BTreeMap<String, Vec<Block>>,
    pub(crate) after: BTreeMap<String, Vec<Block>>,
    pub(crate) has_watches: bool,
    /// What refills zones, as it is written.
    pub(crate) refills: BTreeMap<ZoneId, (Name, Block)>,
    /// Phases that something ends, or that a watch belongs to: they need a frame of their own.
    pub(crate) framed: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct PhaseText {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) body: PhaseBody,
}

#[derive(Clone, Debug)]
pub(crate) struct EffectText {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) body: Block,
}

/// The most phases and effects that are put into one unit's code: effects that each run another
/// twice would double it each time.
const MOST_INLINE: usize = 200;

/// The most phases, actions and effects that run one another in a row: to write each of them takes
/// room on the stack.
const MOST_DEEP: usize = 300;

/// What lowering keeps about the flow.
#[derive(Default)]
pub(crate) struct FlowBuilder {
    pub(crate) flows: Flows,
    /// By name, types of the arguments, and whether no watch is tried meanwhile.
    units: BTreeMap<(String, Vec<ArgumentType>, bool), UnitId>,
    /// By declaration, the parameters that the caller fixes, and the types of what it gives.
    pub(super) actions: BTreeMap<(DeclaredAction, u32, Vec<ArgumentType>), ActionId>,
    /// Actions of which everybody knows whether somebody could choose them.
    pub(super) openly_possible: BTreeSet<ActionId>,
    pub(super) done: Vec<UnitCode>,
    pub(super) unit: UnitCode,
    pub(super) calls: Vec<Edge>,
    /// What the units called last answer.
    pub(super) answered: Option<ValueKind>,
    /// Those that were called answer with values of several kinds.
    pub(super) mixed: bool,
    /// The units in which that is so.
    mixes: BTreeSet<UnitId>,
    /// Those that were called last answer with what not everybody sees.
    pub(super) answers_in_secret: bool,
    /// The units in which that is so.
    secretive: BTreeSet<UnitId>,
    /// An answer had an error of its own.
    pub(super) answers_badly: bool,
    /// Something ran here that is in the midst of itself and has not answered yet.
    pub(super) unheard: bool,
    /// By unit, what is known of its answers: also of one whose code is still being written.
    answers: BTreeMap<UnitId, ValueKind>,
    /// Uses of a player in conditions that are no player's business.
    pub(super) nobody: Vec<MeUse>,
    pub(super) draws: Draws,
    /// What may begin in phases, effects and actions.
    pub(super) parts: Parts,
    /// Phases and effects whose code is being put where they are called, the innermost last.
    pub(super) inlined: Vec<String>,
    /// How many phases, actions and effects are being written, one because of the other.
    depth: usize,
    /// That was too many.
    is_too_deep: bool,
}

/// The code of one unit before it is put beside the others: places in it count from its own start.
#[derive(Default)]
pub(crate) struct UnitCode {
    pub(crate) id: UnitId,
    pub(crate) ops: IdVec<Pc, Op>,
    pub(crate) spans: Vec<Span>,
    pub(super) course_of: Vec<CourseId>,
    /// How many phases and effects have been put into it.
    inlines: usize,
    /// Phases whose code is being written, the outermost first.
    running: Vec<PhaseId>,
    next_local: Local,
    most_locals: u16,
    /// What the frame remembers of cards; what is still remembered has no end.
    pub(super) held: Vec<Held>,
    /// The player is known here whoever called.
    pub(crate) me_known: bool,
    pub(crate) uses_me: Vec<MeUse>,
    pub(crate) answers: Option<ValueKind>,
    pub(crate) in_at_once: bool,
    /// What is asked that not everybody sees, and decides whether or for which card the code that
    /// is being written runs: the innermost last.
    pub(super) hangs_on: Vec<Hanging>,
    /// What tells of cards that are still secret here, and may be shown further on.
    pub(super) told_early: Vec<ToldEarly>,
    pub(crate) phase: Option<PhaseId>,
    pub(crate) sites: Vec<SiteId>,
    /// The zones that the parameters of an action are chosen from.
    pub(crate) sources: BTreeMap<Local, Vec<ZoneId>>,
    /// Locals whose values everybody knows.
    pub(crate) open: BTreeSet<Local>,
    /// Locals with what `me` chose, one by one: in secret or not, `me` may tell it.
    pub(crate) chosen: BTreeSet<Local>,
    /// Locals with cards that `me` chose out of the others' sight, and that have not been shown
    /// since.
    pub(crate) secret: BTreeSet<Local>,
    /// Locals with what comes of cards that not all see, where nothing has been shown since.
    pub(crate) hidden: BTreeSet<Local>,
    /// Locals with cards that `me` chose, several of them: all see how many.
    pub(super) counted: BTreeSet<Local>,
    /// Cards that all have been shown, and that nothing has moved or mixed since.
    pub(super) shown: BTreeSet<SetId>,
}

impl FlowBuilder {
    /// What was lowered since the last link is not wanted.
    pub(super) fn forget_code(&mut self) {
        self.done.clear();
        self.units.clear();
        self.actions.clear();
        self.openly_possible.clear();
        self.answers.clear();
        self.draws.forget_code();
    }
}

impl Lowering {
    // ---------------------------------------------------------------------------------------------
    // emitting

    pub(super) fn emit(&mut self, op: Op, span: Span) -> Pc {
        let course = self.course();
        if self.may_show(op) {
            self.flow.unit.secret.clear();
            self.flow.unit.hidden.clear();
        }
        self.note_all_shown(op);
        self.flow.unit.ops.push(op);
        self.flow.unit.spans.push(span);
        self.flow.unit.course_of.push(course);
        Pc::new(self.flow.unit.ops.len() - 1)
    }

    pub(super) fn here(&self) -> Pc {
        Pc::new(self.flow.unit.ops.len())
    }

    /// The phases in whose code this stands, as a place in the program's list of courses.
    fn course(&mut self) -> CourseId {
        let running = &self.flow.unit.running;
        let courses = &mut self.program.courses;
        courses.find(|course| course == running).unwrap_or_else(|| courses.push(running.clone()))
    }

    /// Lets a jump that was emitted before go here.
    pub(super) fn land(&mut self, jump: Pc) {
        let here = self.here();
        if let Some(target) = self.flow.unit.ops[jump].target_mut() {
            *target = here;
        }
    }

    pub(super) fn jump_unless(&mut self, test: crate::program::terms::TestId, span: Span) -> Pc {
        self.emit(Op::JumpUnless { test, to: Pc::new(0) }, span)
    }

    /// Whether there are watches that are not tried here, in the midst of what happens at once.
    pub(super) fn is_quiet(&self) -> bool {
        self.flow.flows.has_watches && self.flow.unit.in_at_once
    }

    /// Watches are tried behind every event, but not between those that happen at once.
    pub(super) fn event(&mut self, op: impl Into<Op>, span: Span) {
        self.emit(op.into(), span);
        if self.flow.flows.has_watches && !self.flow.unit.in_at_once {
            self.emit(Op::Watch, span);
        }
    }

    /// A local for a set.
    pub(super) fn set_local(&mut self) -> Local {
        self.local(self.program.memory.words_of(Carrier::Set).into())
    }

    /// A local of so many words, for as long as its block lasts.
    pub(super) fn local(&mut self, words: u32) -> Local {
        let local = self.flow.unit.next_local;
        match u16::try_from(u32::from(local.number()) + words) {
            Ok(next) => self.flow.unit.next_local = Local::from_number(next),
            Err(_) => self.too_much_at_once(),
        }
        let used = self.flow.unit.next_local.number();
        self.flow.unit.most_locals = self.flow.unit.most_locals.max(used);
        self.flow.unit.open.remove(&local);
        self.flow.unit.chosen.remove(&local);
        self.flow.unit.secret.remove(&local);
        self.flow.unit.hidden.remove(&local);
        self.flow.unit.counted.remove(&local);
        self.forget_shown_by(local);
        local
    }

    /// Notes that a local remembers cards, from here to the end of its block.
    pub(super) fn hold(&mut self, local: Local, what: Holding) {
        let from = self.flow.unit.ops.next_id();
        self.flow.unit.held.push(Held { local, what, from, to: Pc::NOWHERE });
    }

    /// Notes what a local remembers of cards, if its values are any.
    pub(super) fn hold_value(&mut self, local: Local, carrier: Carrier, kind: ValueKind) {
        match (carrier, kind) {
            (Carrier::Num, ValueKind::Card) => self.hold(local, Holding::Card),
            (Carrier::Set, ValueKind::Card) => self.hold(local, Holding::Cards),
            _ => {}
        }
    }

    /// Ends what locals from `first` on remember.
    fn let_go(&mut self, first: Local) {
        let to = self.flow.unit.ops.next_id();
        let held = self.flow.unit.held.iter_mut();
        for held in held.filter(|held| held.to == Pc::NOWHERE && held.local >= first) {
            held.to = to;
        }
    }

    /// Notes whether everybody knows the value of a local.
    pub(super) fn note_open(&mut self, local: Local, open: bool) {
        if open {
            self.flow.unit.open.insert(local);
        }
    }

    /// Locals and names of a block end with it, and what only it has shown.
    pub(super) fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let (local, names) = (self.flow.unit.next_local, self.bindings.len());
        let (open, shown) = (self.flow.unit.open.clone(), self.flow.unit.shown.clone());
        body(self);
        self.flow.unit.open = open;
        self.flow.unit.shown.retain(|cards| shown.contains(cards));
        self.let_go(local);
        self.flow.unit.next_local = local;
        self.bindings.truncate(names);
    }

    pub(super) fn local_value(
        &mut self,
        local: Local,
        ArgumentType { carrier, kind, known, maybe }: ArgumentType,
    ) -> Value {
        match known {
            Known::Everybody => self.note_open(local, true),
            Known::Unsaid => {}
            Known::NotAll => {
                self.flow.unit.hidden.insert(local);
            }
            Known::MeAlone => {
                self.flow.unit.secret.insert(local);
            }
        }
        match carrier {
            Carrier::Num => {
                let id = self.n(Num::Local(local));
                if kind == ValueKind::Flag {
                    return Value::Test(self.t(crate::program::terms::Test::IsTrue(id)));
                }
                Value::maybe_if(id, kind, maybe)
            }
            Carrier::Set => Value::Set(self.s(Set::Local(local)), kind),
            Carrier::List => Value::List(
                self.program.terms.list(crate::program::terms::List::Local(local)),
                kind,
            ),
        }
    }

    // ---------------------------------------------------------------------------------------------
    // units

    /// A phase or effect without values of its own, called for the same player, needs no frame: its
    /// code stands where it is called.
    pub(super) fn inline(&mut self, call: &Call, span: Span) -> bool {
        let name = &call.name.node;
        let meaning = self.names.get(name);
        let Some((parameters, phase)) = self.signature(meaning) else { return false };
        let parameters = parameters.len();
        let open = &mut self.flow.inlined;
        let long = self.flow.unit.inlines >= MOST_INLINE;
        if parameters + call.arguments.len() > 0
            || long
            || self.flow.depth >= MOST_DEEP
            || self.flow.is_too_deep
            || open.contains(name)
            || self.flow.flows.framed.contains(name)
        {
            return false;
        }
        open.push(name.clone());
        self.flow.depth += 1;
        self.flow.unit.inlines += 1;
        self.names.used.insert(name.clone());
        self.note_child(phase);
        let outer_phase = self.flow.unit.phase;
        self.flow.unit.phase = phase.or(outer_phase);
        let outer_names = std::mem::take(&mut self.bindings);
        let outer_answers = self.flow.unit.answers.take();
        self.flow.unit.running.extend(phase);
        let uses = self.uses_me.len();
        self.scoped(|low| low.unit_body(meaning, span));
        for used in &mut self.uses_me[uses..] {
            used.run_at.get_or_insert(span);
        }
        if phase.is_some() {
            self.flow.unit.running.pop();
        }
        let answers = self.flow.unit.answers.take();
        self.also_answers(answers);
        self.flow.unit.answers = outer_answers;
        self.bindings = outer_names;
        self.flow.unit.phase = outer_phase;
        self.flow.inlined.pop();
        self.flow.depth -= 1;
        true
    }

    /// Notes that a phase runs within the one at hand, if one does: all see that it begins.
    fn note_child(&mut self, phase: Option<PhaseId>) {
        if phase.is_some() {
            self.warn_of_what_it_hangs_on();
        }
        if let Some(phase) = phase {
            self.note_part(Part::Phase(phase));
        }
    }

    /// Notes that something may begin in what is being written.
    fn note_part(&mut self, part: Part) {
        let unit = &self.flow.unit;
        let within = unit.phase.map_or(Within::Unit(unit.id), Within::Phase);
        self.flow.parts.note(within, part);
    }

    /// Notes that seats are asked at a site in what is being written.
    pub(super) fn note_site(&mut self, site: SiteId) {
        self.flow.unit.sites.push(site);
        self.note_part(Part::Site(site));
    }

    /// Calls a phase or an effect, for `by` if that is said.
    pub(super) fn call_unit(&mut self, call: &Call, by: Option<NumId>, span: Span) {
        if self.is_given_by_name(call) {
            return;
        }
        let arguments: Vec<_> =
            call.arguments.iter().map(|argument| self.argument_of(argument)).collect();
        let Some(arguments) = arguments.into_iter().collect::<Option<Vec<_>>>() else { return };
        let types: Vec<ArgumentType> = arguments.iter().map(|(_, kind)| *kind).collect();
        let told = self.problems.len();
        let Some(unit) = self.unit_for(&call.name, types, span) else { return };
        self.where_none_is_given(told, &arguments, &call.arguments);
        self.hand_on(unit, &arguments, &call.arguments);
        let me_known = by.is_some() || self.flow.unit.me_known;
        self.flow.calls.push(Edge { from: self.flow.unit.id, to: unit, me_known, span });
        if self.program.units[unit].phase.is_none() {
            self.note_part(Part::Unit(unit));
        }
        let call = self.program.calls.push(CallSite {
            unit,
            arguments: arguments.into_iter().map(|(a, _)| a).collect(),
            by,
        });
        self.emit(Op::Call { call }, span);
    }

    /// Reports `pay(amount = 2)` of an effect or a phase, whose values stand in their order.
    fn is_given_by_name(&mut self, call: &Call) -> bool {
        let signature = self.signature(self.names.get(&call.name.node));
        let parameters = signature.map(|(parameters, _)| parameters.to_vec());
        parameters.is_some_and(|parameters| self.tells_of_names(call, &parameters))
    }

    /// Reports a value that is given by the name of one of `parameters`, which take theirs in their
    /// order; whether one is.
    pub(super) fn tells_of_names(&mut self, call: &Call, parameters: &[Name]) -> bool {
        let is_named = |argument: &&Expr| {
            fixed_value(argument).is_some_and(|(Spanned { node: name, .. }, _)| {
                parameters.iter().any(|parameter| parameter.node == *name)
                    && self.bound(name).is_none()
                    && self.names.get(name).is_none()
            })
        };
        let Some(argument) = call.arguments.iter().find(is_named) else { return false };
        let message = format!("`{}` takes its values in their order, not by name", call.name.node);
        let problem = Diagnostic::error("wrong-argument", argument.span, message);
        self.report(problem.help(self.in_their_order(call, parameters)));
        true
    }

    /// How a call is written whose values were given by the names of the parameters.
    fn in_their_order(&self, call: &Call, parameters: &[Name]) -> String {
        let given: Vec<_> = call.arguments.iter().filter_map(fixed_value).collect();
        let value = |parameter: &Name| {
            let (_, value) = given.iter().find(|(name, _)| name.node == parameter.node)?;
            Some(self.written(value.span))
        };
        let values: Option<Vec<String>> = parameters.iter().map(value).collect();
        match values.filter(|values| values.len() == call.arguments.len()) {
            Some(values) => format!("write `{}({})`", call.name.node, values.join(", ")),
            None => {
                let names: Vec<&str> = parameters.iter().map(|name| name.node.as_str()).collect();
                format!("it takes first `{}`", names.join("`, then `"))
            }
        }
    }

    /// The parameters of a phase or an effect, and which phase it is; `None` for anything else.
    fn signature(&self, meaning: Option<Meaning>) -> Option<(&[Name], Option<PhaseId>)> {
        match meaning {
            Some(Meaning::Phase(phase)) => {
                Some((&self.flow.flows.phases[phase].parameters, Some(phase)))
            }
            Some(Meaning::Effect(effect)) => {
                Some((&self.flow.flows.effects[effect].parameters, None))
            }
            Some(_) | None => None,
        }
    }

    fn unit_for(&mut self, name: &Name, types: Vec<ArgumentType>, span: Span) -> Option<UnitId> {
        self.names.used.insert(name.node.clone());
        let meaning = self.names.get(&name.node);
        let (parameters, phase) = self.signature(meaning)?;
        let parameters = parameters.to_vec();
        self.note_child(phase);
        if parameters.len() != types.len() {
            self.arity(&name.node, parameters.len(), types.len(), span);
            return None;
        }
        let at_once = self.is_quiet();
        let key = (name.node.clone(), types.clone(), at_once);
        let unit = match self.flow.units.get(&key) {
            Some(&unit) => unit,
            None => {
                let unit = self.new_unit(&name.node, name.span, phase);
                self.flow.units.insert(key, unit);
                let bound: Vec<(String, ArgumentType)> =
                    parameters.iter().map(|p| p.node.clone()).zip(types).collect();
                self.lower_unit(unit, &bound, false, phase, |low| {
                    low.flow.unit.in_at_once = at_once;
                    low.unit_body(meaning, name.span);
                });
                unit
            }
        };
        self.hear(unit);
        Some(unit)
    }

    /// Notes what a unit answers that runs here. Of one that runs itself only the answers written
    /// so far are known.
    pub(super) fn hear(&mut self, unit: UnitId) {
        let answer = self.flow.answers.get(&unit).copied();
        self.flow.unheard |= answer.is_none() && !self.flow.done.iter().any(|code| code.id == unit);
        self.flow.mixed |= self.flow.mixes.contains(&unit);
        self.flow.answers_in_secret |= self.flow.secretive.contains(&unit);
        self.also_answers(answer);
    }

    /// Notes that this is answered, too, by what runs here.
    fn also_answers(&mut self, kind: Option<ValueKind>) {
        self.flow.mixed |= kind.is_some_and(|kind| self.flow.answered.is_some_and(|of| of != kind));
        self.flow.answered = kind.or(self.flow.answered);
    }

    /// Notes what the unit being written answers. What stands in it in place of a call answers for
    /// itself.
    pub(super) fn note_answer(&mut self, kind: ValueKind) {
        self.flow.unit.answers = Some(kind);
        if self.flow.inlined.is_empty() {
            self.flow.answers.insert(self.flow.unit.id, kind);
        }
    }

    fn unit_body(&mut self, meaning: Option<Meaning>, span: Span) {
        match meaning {
            Some(Meaning::Phase(phase)) => {
                let text = self.flow.flows.phases[phase].clone();
                self.emit(Op::EnterPhase { phase }, span);
                self.hooked(&text.name.node, |low| match &text.body {
                    PhaseBody::Flow(step) => low.step(step),
                    PhaseBody::Block(block) => low.block(block),
                });
            }
            Some(Meaning::Effect(effect)) => {
                let text = self.flow.flows.effects[effect].clone();
                self.hooked(&text.name.node, |low| low.block(&text.body));
            }
            Some(_) | None => {}
        }
    }

    /// A body with what stands before and after it.
    pub(super) fn hooked(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        for block in self.flow.flows.before.get(name).cloned().unwrap_or_default() {
            self.block(&block);
        }
        body(self);
        for block in self.flow.flows.after.get(name).cloned().unwrap_or_default() {
            self.block(&block);
        }
    }

    pub(crate) fn new_unit(&mut self, name: &str, span: Span, phase: Option<PhaseId>) -> UnitId {
        self.program.units.push(Unit {
            name: name.to_string(),
            start: Pc::new(0),
            parameters: Vec::new(),
            words: 0,
            held: Vec::new(),
            phase,
            span,
        })
    }

    /// The unit where a game begins.
    pub(crate) fn root(&mut self, call: &Call, span: Span) -> Option<UnitId> {
        self.unit_for(&call.name, Vec::new(), span)
    }

    /// Lowers a unit's body in a frame of its own, whatever is being lowered now.
    pub(crate) fn lower_unit(
        &mut self,
        id: UnitId,
        parameters: &[(String, ArgumentType)],
        me_known: bool,
        phase: Option<PhaseId>,
        body: impl FnOnce(&mut Self),
    ) {
        let running = phase.into_iter().collect();
        let code = UnitCode { id, me_known, phase, running, ..UnitCode::default() };
        let outer_code = std::mem::replace(&mut self.flow.unit, code);
        let outer_names = std::mem::take(&mut self.bindings);
        let outer_uses = std::mem::take(&mut self.uses_me);
        let outer_draws = std::mem::replace(&mut self.draws, true);
        let outer_inlined = std::mem::take(&mut self.flow.inlined);
        let outer_temp = self.set_temps(Temp::new(0));
        let outer_answered = self.flow.answered.take();
        let outer_mixed = std::mem::take(&mut self.flow.mixed);
        let outer_secret = std::mem::take(&mut self.flow.answers_in_secret);
        for (name, kind) in parameters {
            let local = self.local(self.program.memory.words_of(kind.carrier).into());
            self.hold_value(local, kind.carrier, kind.kind);
            self.program.units[id].parameters.push((local, kind.carrier));
            let value = self.local_value(local, *kind);
            self.bindings.push((name.clone(), value));
        }
        let span = self.program.units[id].span;
        if self.flow.depth == MOST_DEEP {
            self.too_many_deep(id);
        }
        if !self.flow.is_too_deep {
            self.flow.depth += 1;
            self.with_frame_me(|low| body(low));
            self.flow.depth -= 1;
        }
        self.emit(Op::Return, span);
        self.let_go(Local::new(0));
        self.tell_what_is_told_early();
        let mut code = std::mem::replace(&mut self.flow.unit, outer_code);
        code.uses_me.append(&mut self.uses_me);
        // What it does not answer itself, but lets something else answer, is its answer, too.
        let answered = std::mem::replace(&mut self.flow.answered, outer_answered);
        if std::mem::replace(&mut self.flow.mixed, outer_mixed) {
            self.flow.mixes.insert(id);
        }
        if std::mem::replace(&mut self.flow.answers_in_secret, outer_secret) {
            self.flow.secretive.insert(id);
        }
        if let Some(kind) = code.answers.or(answered) {
            self.flow.answers.entry(id).or_insert(kind);
        }
        self.program.units[id].words = code.most_locals;
        self.program.units[id].held = std::mem::take(&mut code.held);
        self.flow.done.push(code);
        self.bindings = outer_names;
        self.uses_me = outer_uses;
        self.draws = outer_draws;
        self.flow.inlined = outer_inlined;
        self.set_temps(outer_temp);
    }

    /// Tells that a unit keeps more at once than a frame can hold.
    #[cold]
    fn too_much_at_once(&mut self) {
        let Unit { name, span, .. } = &self.program.units[self.flow.unit.id];
        let message = format!("`{name}` keeps more at once than there is memory for");
        let problem = Diagnostic::error("too-much-at-once", *span, message);
        self.report(problem.help("an effect of its own, or an `if`, gives back what it kept"));
    }

    /// Tells that units run each other too deep for anybody to follow, the machine included. No
    /// more are written from then on.
    fn too_many_deep(&mut self, unit: UnitId) {
        if std::mem::replace(&mut self.flow.is_too_deep, true) {
            return;
        }
        let Unit { name, span, .. } = &self.program.units[unit];
        let message = format!("`{name}` is the last of more than {MOST_DEEP} that run one another");
        let problem = Diagnostic::error("nested-too-deep", *span, message);
        self.report(problem.help("what is done again and again is a loop: `each`, `N times: …`"));
    }
}

impl Lowering {
    /// Whether all others may come to see cards by this, or `me` is another one then.
    pub(super) fn may_show(&self, op: Op) -> bool {
        let shows = match op.shows() {
            Shows::Nothing => false,
            Shows::Something => true,
            Shows::ByPlace(movement) => !self.hides(movement),
        };
        shows || matches!(op.acts(), Acts::Other | Acts::Turn)
    }

    /// Whether cards surely go where, beside `me`, not all see them.
    fn hides(&self, movement: MovementId) -> bool {
        let others_look_on = self.program.seats > 2;
        self.comes_to_be_seen(movement, |viewers, mine| match viewers {
            Viewers::Nobody | Viewers::Placer => true,
            Viewers::Owner => mine || others_look_on,
            Viewers::All | Viewers::Captain | Viewers::Others | Viewers::Top => false,
        })
    }

    /// Whether cards come to lie where everybody sees them.
    pub(super) fn opens(&self, movement: MovementId) -> bool {
        self.comes_to_be_seen(movement, |viewers, _| viewers == Viewers::All)
    }

    /// Whether cards surely come to lie where they are seen as `fits` says, which is given by whom,
    /// and whether the place is that of `me`.
    fn comes_to_be_seen(&self, movement: MovementId, fits: impl Fn(Viewers, bool) -> bool) -> bool {
        let movement = &self.program.movements[movement];
        let Some((zone, mine)) = self.zone_where(movement.to) else { return false };
        let zone = &self.program.zones[zone];
        match movement.face_up.filter(|_| !movement.turned) {
            Some(true) => fits(zone.up, mine),
            Some(false) => fits(zone.down, mine),
            None => fits(zone.up, mine) && fits(zone.down, mine),
        }
    }
}
