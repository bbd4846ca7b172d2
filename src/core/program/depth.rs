//! How deep the stack of a game can grow, where no unit runs itself.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Program;
use super::code::{FRAME_HEADER, Op, Runs};
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use std::ops::Range;

impl Program {
    /// Words that the stack needs at most; `None` where a unit may come to run itself, and nobody
    /// can say.
    pub fn deepest_stack(&self) -> Option<usize> {
        let units = self.units.len();
        let mut callers = vec![Vec::new(); units];
        let mut waits_for = vec![0; units];
        let code = self.code_of_units();
        for (unit, waits) in waits_for.iter_mut().enumerate() {
            let code = code[UnitId::new(unit)].clone();
            for callee in self.code.as_slice()[code].iter().flat_map(|op| self.run_by(*op)) {
                callers[callee.index()].push(unit);
                *waits += 1;
            }
        }
        // From the units that run no others to those that run them: who waits for itself never has
        // its turn.
        let mut ready: Vec<usize> = (0..units).filter(|&unit| waits_for[unit] == 0).collect();
        let (mut below, mut start) = (vec![0; units], None);
        while let Some(unit) = ready.pop() {
            let words =
                FRAME_HEADER + usize::from(self.units[UnitId::new(unit)].words) + below[unit];
            if unit == self.start.index() {
                start = Some(words);
            }
            for &caller in &callers[unit] {
                below[caller] = below[caller].max(words);
                waits_for[caller] -= 1;
                if waits_for[caller] == 0 {
                    ready.push(caller);
                }
            }
        }
        start
    }

    /// Where the instructions of each unit lie: one unit's behind the other's.
    pub(super) fn code_of_units(&self) -> IdVec<UnitId, Range<usize>> {
        let mut starts: Vec<usize> = self.units.iter().map(|unit| unit.start.index()).collect();
        starts.sort_unstable();
        let code = self.units.iter().map(|unit| {
            let start = unit.start.index();
            let behind = starts.get(starts.partition_point(|&other| other <= start));
            start..behind.copied().unwrap_or(self.code.len())
        });
        code.collect::<Vec<_>>().into()
    }

    /// The units that an instruction runs.
    pub(crate) fn run_by(&self, op: Op) -> Vec<UnitId> {
        match op.runs() {
            Runs::Nothing => Vec::new(),
            Runs::Unit(call) => vec![self.calls[call].unit],
            Runs::Bodies(site) => {
                let menu = &self.sites[site].menu;
                menu.iter().filter_map(|entry| self.actions[entry.action].unit).collect()
            }
            Runs::Refill(movement) => {
                self.movements[movement].refill.iter().map(|refill| refill.unit).collect()
            }
            Runs::Watches => self.watches.iter().map(|watch| watch.unit).collect(),
        }
    }
}
