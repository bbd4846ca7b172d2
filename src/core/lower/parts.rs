//! What may begin within phases, effects and actions, for the tree of phases that people are shown.

use super::Lowering;
use crate::program::Program;
use crate::program::ids::{SiteId, UnitId};
use crate::tabletop::ids::PhaseId;
use std::collections::{BTreeMap, BTreeSet};

/// Where something is called: in a phase, or in an effect or the body of an action, which runs in
/// the phase of whoever runs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Within {
    Phase(PhaseId),
    Unit(UnitId),
}

/// Something that may begin there: what is called, or chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Phase(PhaseId),
    Unit(UnitId),
    Site(SiteId),
}

/// What may begin where, each once, in the order in which it is written.
#[derive(Default)]
pub(super) struct Parts(BTreeMap<Within, Vec<Part>>);

impl Parts {
    pub(super) fn note(&mut self, within: Within, part: Part) {
        let parts = self.0.entry(within).or_default();
        if !parts.contains(&part) {
            parts.push(part);
        }
    }

    /// The phases that may begin in a phase: those it calls, and those that the effects and actions
    /// call which run in it.
    fn children(&self, of: PhaseId, program: &Program) -> Vec<PhaseId> {
        let mut open = vec![Within::Phase(of)];
        let mut seen: BTreeSet<Within> = open.iter().copied().collect();
        let mut children = Vec::new();
        while let Some(within) = open.pop() {
            for part in self.0.get(&within).into_iter().flatten() {
                match *part {
                    Part::Phase(child) if children.contains(&child) => {}
                    Part::Phase(child) => children.push(child),
                    Part::Unit(unit) => open.extend(new_in(&mut seen, unit)),
                    Part::Site(site) => {
                        let units = bodies(program, site);
                        open.extend(units.filter_map(|unit| new_in(&mut seen, unit)));
                    }
                }
            }
        }
        children
    }
}

/// A unit as a place to look at, if it is new among those that were.
fn new_in(seen: &mut BTreeSet<Within>, unit: UnitId) -> Option<Within> {
    let within = Within::Unit(unit);
    seen.insert(within).then_some(within)
}

/// The bodies of the actions that can be chosen at a site.
fn bodies(program: &Program, site: SiteId) -> impl Iterator<Item = UnitId> {
    let actions = program.sites[site].menu.iter().map(|entry| entry.action);
    actions.filter_map(|action| program.actions[action].unit)
}

impl Lowering {
    /// For each phase in which something may begin, the phases that may.
    pub(crate) fn phase_children(&self) -> BTreeMap<PhaseId, Vec<PhaseId>> {
        let parts = &self.flow.parts;
        let phases = parts.0.keys().filter_map(|within| match *within {
            Within::Phase(phase) => Some(phase),
            Within::Unit(_) => None,
        });
        phases.map(|phase| (phase, parts.children(phase, &self.program))).collect()
    }
}
