//! Draws, and what refills the piles that are drawn from: a refill runs in the midst of a draw as
//! soon as its pile is empty, and the draw goes on behind it.

use super::Lowering;
use super::arguments::ArgumentType;
use super::value::{OneOfZones, Owner, Scalar, Value, ZoneValue};
use crate::diagnostic::Diagnostic;
use crate::program::ValueKind;
use crate::program::code::{Argument, Movement, Op, Pc, Refilling, Runs};
use crate::program::ids::UnitId;
use crate::program::terms::{Local, Num, NumId, Set, SetId};
use crate::program::walk::Term;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Placing};
use crate::tabletop::ids::ZoneId;
use crate::tabletop::{Per, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// What is known so far of all draws.
#[derive(Default)]
pub(super) struct Draws {
    /// Locals of units from which cards are drawn.
    sources: BTreeSet<(UnitId, Local)>,
    /// What refills zones in the midst of what happens at once.
    quiet: BTreeMap<ZoneId, UnitId>,
    /// What may run in the midst of what happens at once, and where cards are drawn there.
    at_once: Vec<(UnitId, Span)>,
}

impl Draws {
    /// What was lowered so far is not wanted.
    pub(super) fn forget_code(&mut self) {
        self.quiet.clear();
        self.at_once.clear();
    }
}

/// What is drawn, however many cards there are, and where to.
#[derive(Clone, Copy)]
struct Draw {
    count: NumId,
    to: NumId,
    placing: Placing,
    /// Where its source is written, and where all of it.
    from: Span,
    span: Span,
}

impl Lowering {
    pub(super) fn draw(
        &mut self,
        count: &Expr,
        from: &Expr,
        to: &Expr,
        placing: Placing,
        span: Span,
    ) {
        self.warn_of_nothing(count);
        if matches!(*from.node, ExprKind::Empty) {
            let words = "there are no cards to draw from";
            self.report(Diagnostic::warning("does-nothing", from.span, words));
        }
        let count = match self.is_no_amount(count, from, to) {
            true => None,
            false => self.sure_number(count),
        };
        let source = self.expr(from);
        let to = self.place(to);
        if placing.turned {
            self.error(
                "wrong-placing",
                span,
                "drawn cards come one by one: only a packet that is moved can be turned over",
            );
        }
        let (Some(count), Some(to)) = (count, to) else {
            // What is wrong with the pile is told, too.
            self.as_cards(source, from.span);
            return;
        };
        self.draw_from(source, Draw { count, to, placing, from: from.span, span });
    }

    /// Reports `draw card from …` and `draw all from …`, which do not say how many.
    fn is_no_amount(&mut self, count: &Expr, from: &Expr, to: &Expr) -> bool {
        let written = |expr: &Expr| self.written(expr.span);
        let help = match &*count.node {
            ExprKind::Name { name, arguments: None }
                if matches!(name.node.as_str(), "card" | "cards")
                    && self.bound(&name.node).is_none()
                    && self.names.get(&name.node).is_none()
                    && !self.is_word(&name.node) =>
            {
                format!("write `draw 1 from {} to {}`", written(from), written(to))
            }
            ExprKind::All => {
                format!("all of them are moved: `move {} to {}`", written(from), written(to))
            }
            _ => return false,
        };
        let message = "expected how many are drawn, a number";
        self.report(Diagnostic::error("wrong-type", count.span, message).help(help));
        true
    }

    fn draw_from(&mut self, source: Value, draw: Draw) {
        match source {
            Value::Poison => {}
            Value::Zone(zone) => match self.refill_here(zone.zone) {
                Some(unit) => self.draw_with_refill(zone, unit, draw),
                None => {
                    let cards = self.zone_cards(zone);
                    self.draw_cards(cards, None, draw);
                }
            },
            // Each has a refill of its own.
            Value::OneOfZones(zones) if self.is_refilled(&zones) => {
                let OneOfZones { test, then, otherwise, .. } = *zones;
                let jump = self.jump_unless(test, draw.from);
                self.hanging_on(Term::Test(test), draw.from, |low| {
                    low.draw_from(then, draw);
                    let over = low.emit(Op::Jump(Pc::new(0)), draw.span);
                    low.land(jump);
                    low.draw_from(otherwise, draw);
                    low.land(over);
                });
            }
            Value::Num(Scalar { kind: ValueKind::Card, .. }) => {
                let message = "cards are drawn from a pile, and this is one card";
                let problem = Diagnostic::error("wrong-type", draw.from, message);
                let (from, whole) = (self.written(draw.from), self.written(draw.span));
                let help = match from.strip_prefix("bottom of ") {
                    Some(_) => {
                        let to = whole.rsplit_once(" to ").map_or("hand", |(_, to)| to);
                        format!("the undermost card is moved: `move {from} to {to}`")
                    }
                    None => match from.strip_prefix("top of ") {
                        Some(pile) => format!(
                            "write `{}`: what lies on top is drawn",
                            whole.replacen(&from, pile, 1)
                        ),
                        None => "name the pile: its topmost cards are drawn".to_owned(),
                    },
                };
                self.report(problem.help(help));
            }
            other => {
                let Some(cards) = self.as_cards(other, draw.from) else { return };
                self.warn_of_refill(cards, draw.from);
                self.draw_cards(cards, None, draw);
            }
        }
    }

    fn draw_cards(&mut self, cards: SetId, refill: Option<Refilling>, draw: Draw) {
        let movement = Movement {
            sources: vec![cards],
            count: Some(draw.count),
            to: draw.to,
            face_up: draw.placing.face_up,
            under: draw.placing.under,
            turned: false,
            by_place: self.is_drawn_by_place(cards),
            refill,
        };
        self.movement(movement, draw.span);
    }

    /// A draw from a pile that `unit` refills, for its owner where it has one. Whose pile it is,
    /// and where the cards go, stays as it is whatever the refill does.
    fn draw_with_refill(&mut self, mut zone: ZoneValue, unit: UnitId, mut draw: Draw) {
        if let Owner::One(owner) = zone.owner {
            zone.owner = Owner::One(self.kept(owner, draw.span));
        }
        let info = &self.program.zones[zone.zone];
        let owner = match (info.per, zone.owner) {
            (Per::Table, _) => None,
            (Per::Player, Owner::One(owner)) => Some(owner),
            (Per::Team, Owner::One(team)) => Some(self.n(Num::Captain(team))),
            (Per::Player | Per::Team, Owner::Several(_)) => {
                let message =
                    format!("whose `{}`? one pile at a time is drawn from and refilled", info.name);
                self.report(Diagnostic::error("which-place", draw.from, message));
                return;
            }
        };
        let mut opened = None;
        // Whose place it is, rather than which: who sees what lies there is known by its zone.
        draw.to = match self.program.terms.nums[draw.to] {
            Num::NewSlot { zone, owner } => {
                let owner = self.kept(owner, draw.span);
                opened = Some(self.local(1));
                self.n(Num::NewSlot { zone, owner })
            }
            Num::ZoneSlot { zone, owner, index }
                if self.program.zones[zone].shape != Shape::Row =>
            {
                let (owner, index) = (self.kept(owner, draw.span), self.kept(index, draw.span));
                self.n(Num::ZoneSlot { zone, owner, index })
            }
            _ => self.kept(draw.to, draw.span),
        };
        let owed = self.local(1);
        // Its word may have been another local's before.
        let none = self.n(Num::Const(0));
        self.emit(Op::SetLocal { local: owed, value: none }, draw.span);
        if self.flow.unit.in_at_once {
            self.flow.draws.at_once.push((unit, draw.span));
        }
        let cards = self.zone_cards(zone);
        self.draw_cards(cards, Some(Refilling { unit, owed, owner, opened }), draw);
    }

    /// A value that stays what it is now, whatever is done meanwhile: in a local, where something
    /// else could come of it.
    fn kept(&mut self, value: NumId, span: Span) -> NumId {
        if let Num::Const(_) | Num::Local(_) | Num::Me | Num::Active =
            self.program.terms.nums[value]
        {
            return value;
        }
        let local = self.local(1);
        self.emit(Op::SetLocal { local, value }, span);
        self.n(Num::Local(local))
    }

    /// Whether one of the zones that a source may be has a refill.
    fn is_refilled(&self, zones: &OneOfZones) -> bool {
        [&zones.then, &zones.otherwise].into_iter().any(|zone| match zone {
            Value::Zone(zone) => self.program.zones[zone.zone].refill.is_some(),
            Value::OneOfZones(zones) => self.is_refilled(zones),
            _ => false,
        })
    }

    /// Whether everybody can follow by their place the cards that are drawn from these: not where
    /// some of a place are meant by what they are, or by lot.
    fn is_drawn_by_place(&self, cards: SetId) -> bool {
        match self.program.terms.sets[cards] {
            Set::ZoneCards { .. } | Set::SlotCards { .. } | Set::CardsIn(_) => true,
            _ => self.is_by_place(cards),
        }
    }

    /// Warns where cards of a pile are drawn that is refilled only where it is drawn from by name.
    fn warn_of_refill(&mut self, cards: SetId, span: Span) {
        if let Some(parameter) = self.local_of(Argument::Set(cards)) {
            self.flow.draws.sources.insert((self.flow.unit.id, parameter));
        }
        self.not_refilled(cards, span);
    }

    /// Warns of a pile that is not refilled though it is drawn from: of `cards` of it.
    pub(super) fn not_refilled(&mut self, cards: SetId, span: Span) {
        let zones = self.zones_of_cards(cards, self.flow.unit.ops.len());
        let refilled = |zone: &ZoneId| self.program.zones[*zone].refill.is_some();
        let Some(zone) = zones.into_iter().find(refilled) else { return };
        let name = &self.program.zones[zone].name;
        let message = format!("what is drawn of these cards does not refill `{name}`");
        let problem = Diagnostic::warning("no-refill", span, message);
        let help = format!("a refill runs where cards are drawn `from {name}`, by its name");
        self.report_of_use(problem.help(help));
    }

    /// Writes what refills a zone; `at_once`: in the midst of what happens at once.
    pub(crate) fn refill_unit(&mut self, zone: ZoneId, unit: UnitId, at_once: bool) {
        let Some((_, body)) = self.flow.flows.refills.get(&zone).cloned() else { return };
        // It is the business of whose pile it is.
        let has_owner = self.program.zones[zone].per != Per::Table;
        self.lower_unit(unit, &[], has_owner, None, |low| {
            low.flow.unit.in_at_once = at_once;
            low.block(&body);
        });
    }

    /// What refills a zone that is drawn from here: no watch is tried meanwhile where all happens
    /// at once.
    pub(super) fn refill_here(&mut self, zone: ZoneId) -> Option<UnitId> {
        let unit = self.program.zones[zone].refill?;
        if !self.is_quiet() {
            return Some(unit);
        }
        if let Some(unit) = self.flow.draws.quiet.get(&zone) {
            return Some(*unit);
        }
        let name = self.flow.flows.refills.get(&zone)?.0.clone();
        let unit = self.new_unit(&format!("refill {} at once", name.node), name.span, None);
        self.flow.draws.quiet.insert(zone, unit);
        self.refill_unit(zone, unit, true);
        Some(unit)
    }

    /// Warns of piles that are handed on as their cards, to be drawn from in vain.
    pub(super) fn hand_on(
        &mut self,
        unit: UnitId,
        given: &[(Argument, ArgumentType)],
        written: &[Expr],
    ) {
        let parameters = self.program.units[unit].parameters.clone();
        for (((argument, _), (local, _)), written) in given.iter().zip(parameters).zip(written) {
            if let Argument::Set(cards) = *argument
                && self.flow.draws.sources.contains(&(unit, local))
            {
                self.not_refilled(cards, written.span);
            }
        }
    }

    /// Reports draws in the midst of what happens at once whose refill asks somebody.
    pub(crate) fn refuse_choices_at_once(&mut self) {
        for (refill, span) in std::mem::take(&mut self.flow.draws.at_once) {
            if self.asks(refill) {
                let message = "what happens at once cannot stop for a choice, and the refill of this pile has one";
                let problem = Diagnostic::error("choice-at-once", span, message);
                self.report(problem.help("draw before the block, or behind it"));
            }
        }
    }

    /// Whether a unit, or what runs in it, asks a seat to choose.
    #[deny(clippy::wildcard_enum_match_arm)]
    fn asks(&self, unit: UnitId) -> bool {
        let (mut open, mut seen) = (vec![unit], BTreeSet::from([unit]));
        while let Some(unit) = open.pop() {
            let Some(code) = self.flow.done.iter().find(|code| code.id == unit) else { continue };
            if !code.sites.is_empty() {
                return true;
            }
            let called = code.ops.iter().filter_map(|op| match op.runs() {
                Runs::Unit(call) => Some(self.program.calls[call].unit),
                Runs::Refill(movement) => {
                    self.program.movements[movement].refill.map(|refill| refill.unit)
                }
                // Watches are not tried there.
                Runs::Nothing | Runs::Bodies(_) | Runs::Watches => None,
            });
            open.extend(called.filter(|unit| seen.insert(*unit)));
        }
        false
    }
}
