//! Cards that lie open and go, without a word about their side, to where a side decides who sees them: they come to lie face
//! down there, whichever side was up before. Mostly that was not thought of, so it is warned of.

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::layout::model::Viewers;
use crate::program::Zone;
use crate::program::code::Movement;
use crate::program::terms::{Num, NumId, Set, SetId};
use crate::source::Span;

impl Lowering {
    pub(super) fn check_side(&mut self, movement: &Movement, span: Span) {
        if movement.face_up.is_some() || movement.turned {
            return;
        }
        let Some(to) = self.zone_of_place(movement.to).filter(|&zone| asks_for_side(self.zone_at(zone))) else {
            return;
        };
        let open = |from: &u16| *from != to && (asks_for_side(self.zone_at(*from)) || is_open(self.zone_at(*from)));
        let from = movement.sources.iter().flat_map(|&set| self.zones_of_cards(set)).find(open);
        let Some(from) = from else { return };
        let (from, to) = (&self.zone_at(from).name, &self.zone_at(to).name);
        let message = format!("cards of `{from}` can lie face up, and nothing says how they lie in `{to}`: face down");
        let problem = Diagnostic::warning("side-unsaid", span, message);
        self.report(problem.help("write `face up` or `face down` behind the place"));
    }

    fn zone_at(&self, zone: u16) -> &Zone {
        &self.program.zones[zone as usize]
    }

    fn zone_of_place(&self, place: NumId) -> Option<u16> {
        match self.program.terms.nums[place.0 as usize] {
            Num::ZoneSlot { zone, .. } | Num::NewSlot { zone, .. } => Some(zone),
            Num::Const(slot) => {
                let slot = self.program.slots.get(usize::try_from(slot).ok()?)?;
                Some(self.program.instances[slot.instance as usize].zone)
            }
            _ => None,
        }
    }

    /// The zones that cards are taken from, where it is plain which.
    fn zones_of_cards(&self, set: SetId) -> Vec<u16> {
        match self.program.terms.sets[set.0 as usize] {
            Set::ZoneCards { zone, .. } | Set::ZoneCardsOf { zone, .. } => vec![zone],
            Set::ZoneSlots { zone, .. } | Set::ZoneSlotsOf { zone, .. } => vec![zone],
            Set::CardsIn(set) | Set::Filter { set, .. } | Set::Both(set, _) | Set::Minus(set, _) => {
                self.zones_of_cards(set)
            }
            Set::Union(a, b) => [self.zones_of_cards(a), self.zones_of_cards(b)].concat(),
            _ => Vec::new(),
        }
    }
}

/// Whether it depends on a card's side who sees it here.
fn asks_for_side(zone: &Zone) -> bool {
    zone.up != zone.down
}

/// Whether cards lie face up here when nothing else is said.
fn is_open(zone: &Zone) -> bool {
    [zone.up, zone.down].iter().all(|seen| matches!(seen, Viewers::All | Viewers::Top))
}
