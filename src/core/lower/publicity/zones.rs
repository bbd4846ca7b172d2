//! Zones that lie open to whoever looks, and whose zones they are.

#![deny(clippy::wildcard_enum_match_arm)]

use super::{Asked, Publicity, Seen, Viewer};
use crate::program::terms::{Comparison, Num, NumId, Set, SetId, Temp, Test, TestId};
use crate::program::{Look, Parameter, Program, Whose, Zone};
use crate::tabletop::Viewers;
use crate::tabletop::ids::{MarkId, ZoneId};

/// Whether a set is that of all seats, also of those that play no more.
pub(in crate::lower) fn are_all_seats(program: &Program, seats: SetId) -> bool {
    let set = program.terms.sets[seats];
    let all = usize::from(program.seats);
    (set == Set::Players && program.playing.is_none())
        || matches!(set, Set::Const(seats) if program.constants[seats].len() == all)
}

impl Publicity<'_> {
    pub(super) fn open(&mut self, zone: ZoneId, whose: Whose, asked: Asked) -> bool {
        let info = &self.program.zones[zone];
        let all = info.up == Viewers::All && (asked == Asked::FaceUp || info.down == Viewers::All);
        all || self.looks_into(zone, whose)
    }

    /// Whether a zone that not all see is open to who looks.
    pub(super) fn looks_into(&mut self, zone: ZoneId, whose: Whose) -> bool {
        let info = &self.program.zones[zone];
        match self.viewer {
            Viewer::Everybody => false,
            Viewer::Me => may_see(info.up, whose) || may_see(info.down, whose),
            Viewer::Whoever(_) => {
                self.note(Look { zone: Some(zone), whose });
                true
            }
        }
    }

    /// Whether a slot that is known lies in a zone whose sides both `fit`, or that is open to who
    /// looks.
    pub(super) fn open_slot(&mut self, slot: NumId, fit: fn(Viewers) -> bool) -> bool {
        let sides_fit = |zone: &Zone| fit(zone.up) && fit(zone.down);
        let open = self.has_shown_slot(slot)
            || match self.zone_of_slot(slot) {
                Some((zone, whose)) => {
                    sides_fit(&self.program.zones[zone]) || self.looks_into(zone, whose)
                }
                None => self.unsure(),
            };
        open && self.num(slot)
    }

    /// Whether all have been shown what lies in a slot.
    fn has_shown_slot(&self, slot: NumId) -> bool {
        let (own, terms) = (Num::OnlyCard { slot }, self.terms());
        let is_it = |&cards: &SetId| {
            let set = terms.sets[cards];
            set == Set::SlotCards { slot }
                || matches!(set, Set::One(card) if terms.nums[card] == own)
        };
        if self.viewer == Viewer::Everybody && self.shown.iter().any(is_it) {
            return true;
        }
        let Num::ZoneSlot { zone, owner, .. } = terms.nums[slot] else { return false };
        self.has_shown_all_of(zone, Some(owner))
    }

    /// Whether all have been shown what lies in a zone of an owner; of all owners, without one.
    pub(super) fn has_shown_all_of(&self, zone: ZoneId, owner: Option<NumId>) -> bool {
        let is_it = |&cards: &SetId| {
            let set = self.terms().sets[cards];
            owner.is_some_and(|owner| set == Set::ZoneCards { zone, owner })
                || matches!(set, Set::ZoneCardsOf { zone: of, owners }
                    if of == zone && are_all_seats(self.program, owners))
        };
        self.viewer == Viewer::Everybody && self.shown.iter().any(is_it)
    }

    pub(super) fn open_slots(&mut self, slots: SetId, asked: Asked) -> bool {
        let open = match self.zone_of_slots(slots) {
            Some((zone, whose)) => self.open(zone, whose, asked),
            None => self.unsure(),
        };
        open && self.set(slots, Asked::Members)
    }

    pub(super) fn is_face_up(&self, id: SetId) -> bool {
        self.terms().sets[id] == Set::FaceUp
    }

    /// Whether a set is that of all cards or slots with a mark that all see.
    pub(super) fn is_open_mark(&self, id: SetId) -> bool {
        let set = self.terms().sets[id];
        if let Set::CardFlagged { mark } | Set::SlotFlagged { mark } = set {
            !self.program.marks[mark].secret
        } else {
            false
        }
    }

    pub(super) fn sees_mark_of_card(&mut self, mark: MarkId, card: NumId) -> bool {
        let open = !self.program.marks[mark].secret;
        (open && self.is_at_place(card)) || ((open || self.unsure()) && self.num(card))
    }

    pub(super) fn sees_mark_of_slot(&mut self, mark: MarkId, slot: NumId) -> bool {
        (!self.program.marks[mark].secret || self.unsure()) && self.num(slot)
    }

    /// Whether a card is seen where it lies, and not which one it is.
    pub(super) fn is_at_place(&self, card: NumId) -> bool {
        let Num::Temp(temp) = self.terms().nums[card] else { return false };
        self.candidate(temp).is_some_and(|candidate| candidate.seen == Seen::Place)
    }

    /// Whether it is known where a card lies: one that is named by its place, or found in a set
    /// of which all is known. Who knows a card by its name need not know where it is.
    pub(super) fn is_placed(&mut self, card: NumId) -> bool {
        let found = self.terms().nums[card];
        if let Num::OnlyCard { slot } | Num::Top { slot } | Num::Bottom { slot } = found {
            return self.num(slot);
        }
        let in_a_set = matches!(
            found,
            Num::Temp(_)
                | Num::The(_)
                | Num::First(_)
                | Num::Last(_)
                | Num::Most { .. }
                | Num::MostBy { .. }
                | Num::MostList { .. }
        );
        self.is_at_place(card) || ((in_a_set || self.unsure()) && self.num(card))
    }

    /// The zone in which a slot lies and whose it is, if that is known before any game is played.
    pub(super) fn zone_of_slot(&self, slot: NumId) -> Option<(ZoneId, Whose)> {
        let slot = self.terms().nums[slot];
        if let Num::ZoneSlot { zone, owner, .. } | Num::NewSlot { zone, owner } = slot {
            Some((zone, self.whose(owner)))
        } else if let Num::Variable { at } | Num::OwnedVariable { at, .. } = slot {
            self.pawns.get(&at).map(|&zone| (zone, Whose::Anybodys))
        } else if let Num::Temp(temp) = slot {
            self.candidate(temp).and_then(|candidate| candidate.zone)
        } else if let Num::Const(slot) = slot {
            let info = usize::try_from(slot).ok().and_then(|slot| self.program.slots.get(slot))?;
            let zone = self.program.instances[info.instance].zone;
            Some((zone, Whose::Anybodys))
        } else {
            None
        }
    }

    /// The zone in which all slots of a set lie and whose it is, if that is known before any game
    /// is played.
    pub(super) fn zone_of_slots(&self, slots: SetId) -> Option<(ZoneId, Whose)> {
        let slots = self.terms().sets[slots];
        if let Set::ZoneSlots { zone, owner } = slots {
            Some((zone, self.whose(owner)))
        } else if let Set::ZoneSlotsOf { zone, owners } = slots {
            Some((zone, self.whose_all(owners)))
        } else if let Set::Filter { set, .. } | Set::Minus(set, _) = slots {
            self.zone_of_slots(set)
        } else if let Set::One(slot) | Set::Neighbours { slot, .. } = slots {
            self.zone_of_slot(slot)
        } else if let Set::Walk(walk) = slots {
            self.zone_of_slot(self.terms().walks[walk].from)
        } else {
            None
        }
    }

    pub(super) fn whose(&self, owner: NumId) -> Whose {
        if self.is_me(owner) {
            Whose::Mine
        } else if self.is_my_team(owner) {
            Whose::MyTeams
        } else {
            Whose::Anybodys
        }
    }

    pub(super) fn whose_all(&self, owners: SetId) -> Whose {
        if let Set::One(owner) = self.terms().sets[owners] {
            self.whose(owner)
        } else if self.is_me_alone(owners) {
            Whose::Mine
        } else {
            Whose::Anybodys
        }
    }

    pub(super) fn is_me(&self, seat: NumId) -> bool {
        let seat = self.terms().nums[seat];
        let candidate = if let Num::Temp(temp) = seat { self.candidate(temp) } else { None };
        seat == Num::Me || candidate.is_some_and(|candidate| candidate.is_me)
    }

    /// Whether a set of seats surely holds nobody but `me`.
    pub(super) fn is_me_alone(&self, seats: SetId) -> bool {
        let seats = self.terms().sets[seats];
        if let Set::One(seat) = seats {
            self.is_me(seat)
        } else if let Set::Filter { set, temp, test } = seats {
            self.is_me_alone(set) || self.is_found_to_be_me(temp, test)
        } else {
            false
        }
    }

    /// Whether what a parameter is chosen from is narrowed to `me` alone.
    pub(super) fn are_me(&self, parameter: &Parameter) -> bool {
        parameter.filters.iter().any(|need| self.is_found_to_be_me(parameter.temp, need.test))
    }

    pub(super) fn is_my_team(&self, team: NumId) -> bool {
        let team = self.terms().nums[team];
        if let Num::TeamOf(seat) = team { self.is_me(seat) } else { false }
    }

    /// Whether a seat or team surely stands for others than `me`, be it after `me`.
    pub(super) fn is_not_me(&self, other: NumId) -> bool {
        let other = self.terms().nums[other];
        if let Num::Next { seat, .. } = other {
            self.program.seats > 1 && self.is_me(seat)
        } else if let Num::Captain(team) = other {
            self.is_not_me(team)
        } else if let Num::TeamOf(seat) = other {
            self.program.teams == self.program.seats && self.is_not_me(seat)
        } else if let Num::Subtract(one, team) = other {
            // The other one of two teams.
            self.terms().nums[one] == Num::Const(1) && self.is_my_team(team)
        } else {
            false
        }
    }

    /// Whether a set of seats or teams surely holds others than `me`.
    pub(super) fn is_beyond_me(&self, seats: SetId) -> bool {
        let seats = self.terms().sets[seats];
        if seats == Set::Players {
            self.program.seats > 1
        } else if let Set::Minus(all, me) = seats {
            let me = self.terms().sets[me];
            let is_me = if let Set::One(seat) = me {
                self.is_me(seat)
            } else if let Set::SeatsOfTeam(team) = me {
                self.is_my_team(team)
            } else {
                false
            };
            is_me && self.is_beyond_me(all)
        } else if let Set::OtherTeams(team) = seats {
            self.is_my_team(team)
        } else if let Set::SeatsOfTeam(team) | Set::One(team) = seats {
            self.is_not_me(team)
        } else if let Set::Union(one, other) = seats {
            self.is_beyond_me(one) || self.is_beyond_me(other)
        } else if let Set::Filter { set, temp, test } = seats {
            // Of others those for which something holds are others, too.
            self.is_beyond_me(set) && !self.is_found_to_be_me(temp, test)
        } else if let Set::Both(one, other) = seats {
            self.is_beyond_me(one) && self.is_beyond_me(other)
        } else if let Set::Const(seats) = seats {
            self.program.constants[seats].len() > 1
        } else {
            false
        }
    }
}

impl Publicity<'_> {
    /// Whether a condition that a seat has to fulfil says that it is `me`.
    fn is_found_to_be_me(&self, seat: Temp, condition: TestId) -> bool {
        let is_it = |one: NumId| self.terms().nums[one] == Num::Temp(seat);
        let condition = self.terms().tests[condition];
        if let Test::Compare { op: Comparison::Equal, left, right } = condition {
            is_it(left) && self.is_me(right) || is_it(right) && self.is_me(left)
        } else if let Test::And(one, other) = condition {
            self.is_found_to_be_me(seat, one) || self.is_found_to_be_me(seat, other)
        } else {
            false
        }
    }
}

/// Whether `me` may see cards of a zone with these viewers.
fn may_see(viewers: Viewers, whose: Whose) -> bool {
    match viewers {
        // Who saw the cards come may know them still.
        Viewers::All | Viewers::Top | Viewers::Placer => true,
        Viewers::Owner | Viewers::Captain => matches!(whose, Whose::Mine | Whose::MyTeams),
        Viewers::Others => whose == Whose::Anybodys,
        Viewers::Nobody => false,
    }
}
