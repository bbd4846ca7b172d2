//! What everybody can see: counts, zones open to all, face-up cards, marks, variables, options, the phase and whose turn it is.
//! A window opens by such facts alone.

use super::Lowering;
use crate::layout::model::Viewers;
use crate::program::code::Argument;
use crate::program::terms::{Num, NumId, Set, SetId, Test, TestId};
use crate::program::walk::{Term, parts};

impl Lowering {
    pub fn is_public(&self, test: TestId) -> bool {
        self.public(Term::Test(test))
    }

    /// Whether everybody knows the members of a set.
    pub fn all_know(&self, set: SetId) -> bool {
        self.public_set(set, false)
    }

    /// Whether everybody can work out a single value that is given to an action.
    pub fn is_open(&self, argument: &Argument) -> bool {
        match argument {
            Argument::Num(value) => self.public(Term::Num(*value)),
            Argument::Set(_) | Argument::List(_) => false,
        }
    }

    fn public(&self, term: Term) -> bool {
        match term {
            Term::Test(id) => self.public_test(id),
            Term::Num(id) => self.public_num(id),
            Term::Set(id) => self.public_set(id, false),
            Term::List(_) | Term::Family(_) => self.public_parts(term),
        }
    }

    fn public_parts(&self, term: Term) -> bool {
        parts(&self.program.terms, term).into_iter().all(|part| self.public(part))
    }

    fn public_test(&self, id: TestId) -> bool {
        match self.program.terms.tests[id.0 as usize] {
            // Whether a zone is empty everybody sees.
            Test::Any(set) => self.public_size(set),
            Test::CardFlag { mark, card } => !self.program.marks[mark as usize].secret && self.public(Term::Num(card)),
            _ => self.public_parts(Term::Test(id)),
        }
    }

    fn public_num(&self, id: NumId) -> bool {
        match self.program.terms.nums[id.0 as usize] {
            Num::Count(set) => self.public_size(set),
            Num::OnlyCard { slot } | Num::Top { slot } | Num::Bottom { slot } => self.open_slot(slot),
            Num::CardMark { mark, card } => !self.program.marks[mark as usize].secret && self.public(Term::Num(card)),
            // What a body or a parameter holds was chosen by somebody, perhaps in secret.
            Num::Local(_) => false,
            _ => self.public_parts(Term::Num(id)),
        }
    }

    /// How many cards lie in a whole zone or slot is always public; how many of a sort only if the cards are.
    fn public_size(&self, set: SetId) -> bool {
        match self.program.terms.sets[set.0 as usize] {
            Set::ZoneCards { owner, .. } | Set::ZoneSlots { owner, .. } => self.public(Term::Num(owner)),
            Set::ZoneCardsOf { owners, .. } | Set::ZoneSlotsOf { owners, .. } => self.public_set(owners, false),
            Set::SlotCards { slot } => self.public(Term::Num(slot)),
            Set::CardsIn(slots) => self.public_set(slots, false),
            Set::Union(a, b) => self.public_size(a) && self.public_size(b),
            _ => self.public_set(set, false),
        }
    }

    /// Whether everybody knows the members. `face_up`: only those that lie face up are looked at.
    fn public_set(&self, id: SetId, face_up: bool) -> bool {
        let open = |zone: u16| {
            let zone = &self.program.zones[zone as usize];
            zone.up == Viewers::All && (face_up || zone.down == Viewers::All)
        };
        match self.program.terms.sets[id.0 as usize] {
            Set::ZoneCards { zone, owner } => open(zone) && self.public(Term::Num(owner)),
            Set::ZoneCardsOf { zone, owners } => open(zone) && self.public_set(owners, false),
            Set::ZoneSlots { owner, .. } => self.public(Term::Num(owner)),
            Set::ZoneSlotsOf { owners, .. } => self.public_set(owners, false),
            Set::SlotCards { slot } => self.open_slot(slot),
            Set::CardsIn(_) | Set::TopsOf(_) | Set::TopCards { .. } | Set::BottomCards { .. } | Set::Local(_) => false,
            Set::Both(a, b) => {
                let shown = face_up || self.is_face_up(a) || self.is_face_up(b);
                self.public_set(a, shown) && self.public_set(b, shown)
            }
            Set::Union(a, b) | Set::Minus(a, b) => self.public_set(a, face_up) && self.public_set(b, face_up),
            Set::CardFlagged { mark } => !self.program.marks[mark as usize].secret,
            _ => self.public_parts(Term::Set(id)),
        }
    }

    fn is_face_up(&self, id: SetId) -> bool {
        self.program.terms.sets[id.0 as usize] == Set::FaceUp
    }

    /// A slot that is known to lie in a zone open to all.
    fn open_slot(&self, slot: NumId) -> bool {
        let zone = match self.program.terms.nums[slot.0 as usize] {
            Num::Const(slot) => {
                let info = usize::try_from(slot).ok().and_then(|slot| self.program.slots.get(slot));
                info.map(|info| self.program.instances[info.instance as usize].zone)
            }
            Num::ZoneSlot { zone, owner, index } => {
                let sure = self.public(Term::Num(owner)) && self.public(Term::Num(index));
                sure.then_some(zone)
            }
            _ => None,
        };
        zone.is_some_and(|zone| super::named::all_see(&self.program.zones[zone as usize]))
    }
}
