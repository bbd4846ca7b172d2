//! Loops over cards that not everybody sees: they come in card order, and where it is seen from
//! which place each of them goes, or where it comes to lie, the order tells which are the higher
//! ones.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use super::sides::is_open;
use crate::diagnostic::Diagnostic;
use crate::program::code::{Change, Op};
use crate::program::terms::{Local, Num, NumId, SetId};
use crate::program::walk::{Term, any};
use crate::source::Span;
use crate::tabletop::ids::ZoneId;

impl Lowering {
    /// Warns of a loop over `cards` whose body, the operations from `body` on, does something to
    /// one `member` after the other that others see by its place.
    pub(super) fn warn_of_the_order(
        &mut self,
        cards: SetId,
        member: Local,
        body: usize,
        span: Span,
    ) {
        if self.all_know(cards) {
            return;
        }
        let from = self.zones_of_cards(cards, body);
        let is_single = |zone: &ZoneId| self.program.zones[*zone].is_single();
        let has_places = from.is_empty() || !from.iter().all(is_single);
        let tells = |op: &Op| self.tells_of_a_member(op, member, has_places);
        if !self.flow.unit.ops.as_slice()[body..].iter().any(tells) {
            return;
        }
        let words = "these cards come in card order, not everybody sees them, and others see where \
                     each of them lies: the order tells which are the higher ones";
        self.report(Diagnostic::warning("leaks", span, words).help(
            "do it to all of them at once: `move … to …`, `mark … as …` and `set … of … to …` take \
             several cards",
        ));
    }

    /// Whether an operation of a loop tells something of its member; `has_places` says that the
    /// members may lie in several places.
    fn tells_of_a_member(&self, op: &Op, member: Local, has_places: bool) -> bool {
        let set = |set: SetId| self.reads_local(Term::Set(set), member);
        let num = |num: NumId| self.reads_local(Term::Num(num), member);
        let Op::Change(change) = *op else { return false };
        match change {
            Change::Move { movement } => {
                let movement = &self.program.movements[movement];
                let to = self.zone_of_place(movement.to, self.flow.unit.ops.len());
                let to = to.map(|zone| &self.program.zones[zone]);
                let comes_to_a_place = to.is_none_or(|to| !to.is_unordered());
                let hides = to.is_none_or(|to| !is_open(to));
                hides
                    && (has_places || comes_to_a_place)
                    && movement.sources.iter().any(|&source| set(source))
            }
            Change::Turn { cards, up: _ }
            | Change::Reveal { cards, to: _ }
            | Change::MarkCards { cards, mark: _, on: _ }
            | Change::SetCardMark { cards, mark: _, value: _ } => has_places && set(cards),
            Change::SwapCards { a, b, by_place: _ } => has_places && (num(a) || num(b)),
            Change::MarkSlots { slots, mark: _, on: _ }
            | Change::SetSlotMark { slots, mark: _, value: _ } => has_places && set(slots),
            Change::SwapSlots { a, b } => has_places && (num(a) || num(b)),
            Change::Shuffle { .. }
            | Change::ShuffleAll { .. }
            | Change::Rotate { .. }
            | Change::Say { .. }
            | Change::SetVariable { .. }
            | Change::SetVariableOf { .. }
            | Change::SetListVariable { .. }
            | Change::AddVariable { .. }
            | Change::AddVariableOf { .. }
            | Change::Join { .. }
            | Change::Split { .. }
            | Change::Gather
            | Change::ReverseTurns => false,
        }
    }

    fn reads_local(&self, term: Term, local: Local) -> bool {
        let terms = &self.program.terms;
        any(
            terms,
            term,
            &mut |part| matches!(part, Term::Num(id) if terms.nums[id] == Num::Local(local)),
        )
    }
}
