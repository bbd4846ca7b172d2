//! Cards that lie open and go, without a word about their side, to where a side decides who sees
//! them: they come to lie face down there, whichever side was up before. Mostly that was not
//! thought of, so it is warned of.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::program::code::{Gives, Movement};
use crate::program::terms::{Family, FamilyId, Local, Num, NumId, Set, SetId};
use crate::program::{Domain, Zone};
use crate::source::Span;
use crate::tabletop::Viewers;
use crate::tabletop::ids::ZoneId;

impl Lowering {
    pub(super) fn check_side(&mut self, movement: &Movement, span: Span) {
        if movement.face_up.is_some() || movement.turned {
            return;
        }
        let upto = self.flow.unit.ops.len();
        let Some(to) =
            self.zone_of_place(movement.to, upto).filter(|&zone| asks_for_side(self.zone_at(zone)))
        else {
            return;
        };
        let open =
            |from: &ZoneId| asks_for_side(self.zone_at(*from)) || is_open(self.zone_at(*from));
        let from =
            movement.sources.iter().flat_map(|&set| self.zones_of_cards(set, upto)).find(open);
        let Some(from) = from else { return };
        let (from, to) = (&self.zone_at(from).name, &self.zone_at(to).name);
        let message = format!(
            "cards of `{from}` can lie face up, and nothing says how they lie in `{to}`: face down"
        );
        let problem = Diagnostic::warning("side-unsaid", span, message);
        self.report(problem.help("write `face up` or `face down` behind the place"));
    }

    fn zone_at(&self, zone: ZoneId) -> &Zone {
        &self.program.zones[zone]
    }

    pub(super) fn zone_of_place(&self, place: NumId, upto: usize) -> Option<ZoneId> {
        match self.program.terms.nums[place] {
            Num::ZoneSlot { zone, .. } | Num::NewSlot { zone, .. } => Some(zone),
            Num::Const(slot) => {
                let slot = self.program.slots.get(usize::try_from(slot).ok()?)?;
                Some(self.program.instances[slot.instance].zone)
            }
            Num::SlotOf { card } => only(self.zones_of_thing(card, upto)),
            Num::Local(local) => only(self.zones_of_local(local, upto)),
            Num::Temp(_)
            | Num::Me
            | Num::Active
            | Num::Variable { .. }
            | Num::OwnedVariable { .. }
            | Num::Attribute { .. }
            | Num::CardMark { .. }
            | Num::SlotMark { .. }
            | Num::PhaseNumber { .. }
            | Num::Add(..)
            | Num::Subtract(..)
            | Num::Multiply(..)
            | Num::Divide(..)
            | Num::Remainder(..)
            | Num::Negate(_)
            | Num::Min(..)
            | Num::Max(..)
            | Num::If { .. }
            | Num::Default { .. }
            | Num::Flag(_)
            | Num::Bind { .. }
            | Num::Count(_)
            | Num::CountList(_)
            | Num::The(_)
            | Num::First(_)
            | Num::Last(_)
            | Num::OnlyCard { .. }
            | Num::Top { .. }
            | Num::Bottom { .. }
            | Num::OwnerOf { .. }
            | Num::Column { .. }
            | Num::Row { .. }
            | Num::OwnSlot { .. }
            | Num::TeamOf(_)
            | Num::Captain(_)
            | Num::Numbered { .. }
            | Num::Next { .. }
            | Num::SumOver { .. }
            | Num::SumAttribute { .. }
            | Num::HighestOver { .. }
            | Num::LowestOver { .. }
            | Num::SumList(_)
            | Num::HighestList(_)
            | Num::LowestList(_)
            | Num::Most { .. }
            | Num::MostBy { .. }
            | Num::MostList { .. }
            | Num::BestPairing(_)
            | Num::BestPacking(_)
            | Num::CountFamily(_)
            | Num::SumFamily { .. }
            | Num::ExtremeFamily { .. }
            | Num::FormOf { .. }
            | Num::Script(_)
            | Num::Roll { .. }
            | Num::RandomOf { .. } => None,
        }
    }

    /// The zones that cards, or slots, are taken from, where it is plain which. What was written
    /// behind `upto` does not count.
    pub(super) fn zones_of_cards(&self, set: SetId, upto: usize) -> Vec<ZoneId> {
        match self.program.terms.sets[set] {
            Set::ZoneCards { zone, .. } | Set::ZoneCardsOf { zone, .. } => vec![zone],
            Set::ZoneSlots { zone, .. } | Set::ZoneSlotsOf { zone, .. } => vec![zone],
            Set::CardsIn(set) | Set::TopsOf(set) | Set::Filter { set, .. } => {
                self.zones_of_cards(set, upto)
            }
            Set::Both(set, _) | Set::Minus(set, _) | Set::Ends { set, .. } => {
                self.zones_of_cards(set, upto)
            }
            Set::Ties { set, .. } | Set::TiesBy { set, .. } => self.zones_of_cards(set, upto),
            Set::Union(a, b) | Set::If { then: a, otherwise: b, .. } => {
                [self.zones_of_cards(a, upto), self.zones_of_cards(b, upto)].concat()
            }
            Set::SlotCards { slot }
            | Set::TopCards { slot, .. }
            | Set::BottomCards { slot, .. } => self.zone_of_place(slot, upto).into_iter().collect(),
            Set::One(thing) => self.zones_of_thing(thing, upto),
            Set::Local(local) => self.zones_of_local(local, upto),
            Set::Const(_)
            | Set::Temp(_)
            | Set::CardsAt { .. }
            | Set::CardsOf { .. }
            | Set::CardsOfAll { .. }
            | Set::FaceUp
            | Set::CardFlagged { .. }
            | Set::SlotFlagged { .. }
            | Set::WithAttribute { .. }
            | Set::Bind { .. }
            | Set::Image { .. }
            | Set::UnionOver { .. }
            | Set::Reached { .. }
            | Set::UnionFamily(_)
            | Set::OnlyFamily(_)
            | Set::FirstFamily(_)
            | Set::BestFamily { .. }
            | Set::Players
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::Neighbours { .. }
            | Set::Walk(_)
            | Set::OfList(_)
            | Set::Script(_)
            | Set::RandomOf { .. } => Vec::new(),
        }
    }

    /// The zones that a single card or slot is taken from, where it is plain which. What was
    /// written behind `upto` does not count.
    fn zones_of_thing(&self, thing: NumId, upto: usize) -> Vec<ZoneId> {
        match self.program.terms.nums[thing] {
            Num::Top { slot } | Num::Bottom { slot } | Num::OnlyCard { slot } => {
                self.zone_of_place(slot, upto).into_iter().collect()
            }
            Num::The(set) | Num::First(set) | Num::Last(set) => self.zones_of_cards(set, upto),
            Num::Default { value, fallback } => {
                [self.zones_of_thing(value, upto), self.zones_of_thing(fallback, upto)].concat()
            }
            Num::Local(local) => self.zones_of_local(local, upto),
            Num::Const(_)
            | Num::Temp(_)
            | Num::Me
            | Num::Active
            | Num::Variable { .. }
            | Num::OwnedVariable { .. }
            | Num::Attribute { .. }
            | Num::CardMark { .. }
            | Num::SlotMark { .. }
            | Num::PhaseNumber { .. }
            | Num::Add(..)
            | Num::Subtract(..)
            | Num::Multiply(..)
            | Num::Divide(..)
            | Num::Remainder(..)
            | Num::Negate(_)
            | Num::Min(..)
            | Num::Max(..)
            | Num::If { .. }
            | Num::Flag(_)
            | Num::Bind { .. }
            | Num::Count(_)
            | Num::CountList(_)
            | Num::SlotOf { .. }
            | Num::OwnerOf { .. }
            | Num::Column { .. }
            | Num::Row { .. }
            | Num::ZoneSlot { .. }
            | Num::OwnSlot { .. }
            | Num::NewSlot { .. }
            | Num::TeamOf(_)
            | Num::Captain(_)
            | Num::Numbered { .. }
            | Num::Next { .. }
            | Num::SumOver { .. }
            | Num::SumAttribute { .. }
            | Num::HighestOver { .. }
            | Num::LowestOver { .. }
            | Num::SumList(_)
            | Num::HighestList(_)
            | Num::LowestList(_)
            | Num::Most { .. }
            | Num::MostBy { .. }
            | Num::MostList { .. }
            | Num::BestPairing(_)
            | Num::BestPacking(_)
            | Num::CountFamily(_)
            | Num::SumFamily { .. }
            | Num::ExtremeFamily { .. }
            | Num::FormOf { .. }
            | Num::Script(_)
            | Num::Roll { .. }
            | Num::RandomOf { .. } => self.zone_of_place(thing, upto).into_iter().collect(),
        }
    }

    /// The zones that the value of a local is taken from: those that a parameter is chosen from;
    /// for a `let`, and for a loop's member, those of what was written into it last before `upto`.
    fn zones_of_local(&self, local: Local, upto: usize) -> Vec<ZoneId> {
        if let Some(zones) = self.flow.unit.sources.get(&local) {
            return zones.clone();
        }
        let before = self.flow.unit.ops.as_slice()[..upto].iter().enumerate().rev();
        let written = before.into_iter().find_map(|(at, op)| match op.gives() {
            Gives::Num(to, value) if to == local => Some(self.zones_of_thing(value, at)),
            Gives::Set(to, value) if to == local => Some(self.zones_of_cards(value, at)),
            Gives::Member(to, set) if to == local => Some(self.zones_of_local(set, at)),
            Gives::Other(to) if to == local => Some(Vec::new()),
            Gives::Num(..) | Gives::Set(..) | Gives::Member(..) | Gives::Other(_) => None,
            Gives::Nothing => None,
        });
        written.unwrap_or_default()
    }

    /// Notes what a parameter is chosen from, for the body of its action.
    pub(super) fn note_source(&mut self, local: Local, domain: Domain) {
        let upto = 0;
        let zones = match domain {
            Domain::Set(set) | Domain::Subset { set, .. } => self.zones_of_cards(set, upto),
            Domain::Family(family) => self.zones_of_family(family, upto),
            Domain::Given(..) | Domain::Range { .. } | Domain::Bag { .. } => Vec::new(),
        };
        self.flow.unit.sources.insert(local, zones);
    }

    fn zones_of_family(&self, family: FamilyId, upto: usize) -> Vec<ZoneId> {
        match self.program.terms.families[family] {
            Family::Shaped { set, .. }
            | Family::Subsets { set, .. }
            | Family::Groups { set, .. } => self.zones_of_cards(set, upto),
            Family::Filter { family, .. } | Family::Ties { family, .. } => {
                self.zones_of_family(family, upto)
            }
            Family::Parts(packing) => {
                self.zones_of_cards(self.program.terms.packings[packing].set, upto)
            }
        }
    }
}

fn only(zones: Vec<ZoneId>) -> Option<ZoneId> {
    let first = *zones.first()?;
    zones.iter().all(|zone| *zone == first).then_some(first)
}

/// Whether it depends on a card's side who sees it here.
fn asks_for_side(zone: &Zone) -> bool {
    zone.up != zone.down
}

/// Whether cards lie face up here when nothing else is said.
pub(super) fn is_open(zone: &Zone) -> bool {
    [zone.up, zone.down].iter().all(|seen| matches!(seen, Viewers::All | Viewers::Top))
}
