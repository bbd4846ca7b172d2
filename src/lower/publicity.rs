//! What everybody can see: counts, zones open to all, face-up cards, marks, variables, options, the
//! phase and whose turn it is. A window opens by such facts alone.
//!
//! Every term says here what it lets know: no match has a default arm, so that a new term cannot
//! tell a secret unnoticed. What a name stands for is as open as the value that was given to it,
//! wherever it came from.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Lowering;
use crate::program::code::Argument;
use crate::program::ids::ScriptCallId;
use crate::program::terms::{
    Family, FamilyId, List, ListId, Local, Num, NumId, ScriptArgument, Set, SetId, Temp, Terms,
    Test, TestId,
};
use crate::program::walk::{Term, bound, parts};
use crate::program::{Domain, Need, Parameter, Program, Zone};
use crate::tabletop::Viewers;
use crate::tabletop::ids::ZoneId;
use std::collections::{BTreeMap, BTreeSet};

/// What is to be known of a set.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Members,
    /// The members that lie face up.
    FaceUp,
    /// How many there are.
    Size,
}

/// What is known to everybody while a term is looked at.
struct Publicity<'a> {
    program: &'a Program,
    /// The zones of pawns, by the places of their variables.
    pawns: BTreeMap<u32, ZoneId>,
    /// Locals with values that everybody knows; all of them where that does not matter.
    locals: Option<&'a BTreeSet<Local>>,
    /// Temps with values that everybody knows, and of slots the zone in which they lie.
    temps: Vec<(Temp, Option<ZoneId>)>,
}

impl Lowering {
    pub fn is_public(&self, test: TestId) -> bool {
        self.publicity().test(test)
    }

    /// Whether everybody knows the members of a set.
    pub(super) fn all_know(&self, set: SetId) -> bool {
        self.publicity().set(set, Asked::Members)
    }

    /// Whether everybody knows a value that is handed on.
    pub(super) fn is_open(&self, value: Argument) -> bool {
        let mut publicity = self.publicity();
        match value {
            Argument::Num(id) => publicity.num(id),
            Argument::Set(id) => publicity.set(id, Asked::Members),
            Argument::List(id) => publicity.list(id),
        }
    }

    /// Whether everybody may know what a term comes to: what was chosen or looked at before may
    /// have been told.
    pub(super) fn may_be_open(&self, term: Term) -> bool {
        Publicity { locals: None, ..self.publicity() }.term(term)
    }

    /// Whether everybody knows if somebody could choose an action with these parameters and needs.
    /// `falls_back` says of a parameter that something else is chosen from where nothing is left of
    /// its source.
    pub(super) fn is_openly_possible(
        &self,
        parameters: &[Parameter],
        needs: &[Need],
        falls_back: impl Fn(&Parameter) -> bool,
    ) -> bool {
        let mut publicity = self.publicity();
        needs.iter().all(|need| need.public)
            && parameters
                .iter()
                .all(|parameter| publicity.parameter(parameter, falls_back(parameter)))
    }

    fn publicity(&self) -> Publicity<'_> {
        let temps = self.open_temps.iter().map(|&temp| (temp, None)).collect();
        let pawn_zones = self.pawn_zones.iter();
        let pawns =
            pawn_zones.map(|(&pawn, &zone)| (self.program.variables[pawn].at, zone)).collect();
        Publicity { program: &self.program, pawns, locals: Some(&self.flow.unit.open), temps }
    }
}

impl Publicity<'_> {
    fn terms(&self) -> &Terms {
        &self.program.terms
    }

    fn knows(&self, temp: Temp) -> bool {
        self.temps.iter().any(|(known, _)| *known == temp)
    }

    fn remembers(&self, local: Local) -> bool {
        self.locals.is_none_or(|known| known.contains(&local))
    }

    fn term(&mut self, term: Term) -> bool {
        match term {
            Term::Test(id) => self.test(id),
            Term::Num(id) => self.num(id),
            Term::Set(id) => self.set(id, Asked::Members),
            Term::List(id) => self.list(id),
            Term::Family(id) => self.family(id),
        }
    }

    /// Whether all parts of a term are known, of which the term is worked out. Its candidates are
    /// members of its parts.
    fn parts(&mut self, term: Term) -> bool {
        let known = self.temps.len();
        let parts = parts(self.terms(), term);
        let zone = parts.iter().find_map(|part| {
            if let Term::Set(set) = part { self.zone_of_slots(*set) } else { None }
        });
        self.temps.extend(
            bound(self.terms(), term).into_iter().map(|temp| (temp, zone)).collect::<Vec<_>>(),
        );
        let all = parts.into_iter().all(|part| self.term(part));
        self.temps.truncate(known);
        all
    }

    /// Whether everybody knows if a parameter has a value. What is chosen is known further on if
    /// all it is chosen from is.
    fn parameter(&mut self, parameter: &Parameter, falls_back: bool) -> bool {
        let mut zone = None;
        let (some, members) = match parameter.domain {
            Domain::Given(..) => return true,
            Domain::Set(set) => {
                zone = self.zone_of_slots(set);
                (
                    self.set(self.fallback(set, falls_back), Asked::Size),
                    self.set(set, Asked::Members),
                )
            }
            Domain::Range { from, to } => {
                let ends = self.num(from) && self.num(to);
                (ends, ends)
            }
            Domain::Subset { set, least, .. } => {
                let enough =
                    self.set(self.fallback(set, falls_back), Asked::Size) && self.num(least);
                (enough, self.set(set, Asked::Members))
            }
            Domain::Family(family) => {
                let known = self.family(family);
                (known, known)
            }
            Domain::Bag { set, count } => {
                let known = self.set(set, Asked::Members) && self.num(count);
                (known, known)
            }
        };
        if members {
            self.temps.push((parameter.temp, zone));
        }
        let filtered = falls_back
            || parameter.default_none
            || parameter.filters.iter().all(|need| self.test(need.test));
        (some || parameter.default_none)
            && filtered
            && parameter.needs.iter().all(|need| self.test(need.test))
    }

    /// What is chosen from in the end: of a source with something to fall back on, that.
    fn fallback(&self, set: SetId, falls_back: bool) -> SetId {
        if let Set::If { otherwise, .. } = self.terms().sets[set]
            && falls_back
        {
            return otherwise;
        }
        set
    }

    fn test(&mut self, id: TestId) -> bool {
        match self.terms().tests[id] {
            // Whether a zone is empty everybody sees.
            Test::Any(set) => self.set(set, Asked::Size),
            Test::CardFlag { mark, card } => !self.program.marks[mark].secret && self.num(card),
            Test::SlotFlag { mark, slot } => !self.program.marks[mark].secret && self.num(slot),
            Test::FaceUp { card } => self.is_placed(card),
            // Who takes part everybody sees.
            Test::Playing(seat) => self.num(seat),
            Test::Const(_)
            | Test::IsTrue(_)
            | Test::Compare { .. }
            | Test::IsNone(_)
            | Test::Not(_)
            | Test::And(..)
            | Test::Or(..)
            | Test::If { .. }
            | Test::Row { .. }
            | Test::Bind { .. }
            | Test::In { .. }
            | Test::InList { .. }
            | Test::InRange { .. }
            | Test::Exists { .. }
            | Test::ForAll { .. }
            | Test::ExistsInList { .. }
            | Test::ForAllInList { .. }
            | Test::SameSet(..)
            | Test::Subset(..)
            | Test::CompareLists { .. }
            | Test::Above { .. }
            | Test::IsShape { .. }
            | Test::AnyFamily(_)
            | Test::ForAllFamily { .. }
            | Test::InFamily { .. } => self.parts(Term::Test(id)),
        }
    }

    fn num(&mut self, id: NumId) -> bool {
        match self.terms().nums[id] {
            Num::Temp(temp) => self.knows(temp),
            Num::Local(local) => self.remembers(local),
            Num::Count(set) => self.set(set, Asked::Size),
            Num::Top { slot } | Num::OnlyCard { slot } => {
                self.open_slot(slot, |viewers| matches!(viewers, Viewers::All | Viewers::Top))
            }
            Num::Bottom { slot } => self.open_slot(slot, |viewers| viewers == Viewers::All),
            Num::CardMark { mark, card } => !self.program.marks[mark].secret && self.num(card),
            Num::SlotMark { mark, slot } => !self.program.marks[mark].secret && self.num(slot),
            Num::SlotOf { card } => self.is_placed(card),
            Num::Script(call) => self.call(call),
            // Which one it was is told to those whom it concerns.
            Num::RandomOf { .. } => false,
            Num::Const(_)
            | Num::Me
            | Num::Active
            | Num::Variable { .. }
            | Num::OwnedVariable { .. }
            | Num::Attribute { .. }
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
            | Num::CountList(_)
            | Num::The(_)
            | Num::First(_)
            | Num::Last(_)
            | Num::OwnerOf { .. }
            | Num::Column { .. }
            | Num::Row { .. }
            | Num::ZoneSlot { .. }
            | Num::OwnSlot { .. }
            | Num::NewSlot { .. }
            | Num::TeamOf(_)
            | Num::Captain(_)
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
            | Num::Roll { .. } => self.parts(Term::Num(id)),
        }
    }

    fn set(&mut self, id: SetId, asked: Asked) -> bool {
        let sized = asked == Asked::Size;
        // How many cards lie in a whole zone or slot is always public; how many of a sort only if
        // the cards are.
        let members = if sized { Asked::Members } else { asked };
        match self.terms().sets[id] {
            Set::Temp(temp) => self.knows(temp),
            Set::Local(local) => self.remembers(local),
            Set::ZoneCards { zone, owner } => (sized || self.open(zone, asked)) && self.num(owner),
            Set::ZoneCardsOf { zone, owners } => {
                (sized || self.open(zone, asked)) && self.set(owners, Asked::Members)
            }
            Set::SlotCards { slot } if sized => self.num(slot),
            Set::SlotCards { slot } => self.open_slot(slot, |viewers| viewers == Viewers::All),
            Set::CardsIn(slots) if sized => self.set(slots, Asked::Members),
            Set::CardsIn(slots) => {
                self.zone_of_slots(slots).is_some_and(|zone| self.open(zone, asked))
                    && self.set(slots, Asked::Members)
            }
            Set::TopsOf(slots) => {
                self.zone_of_slots(slots).is_some_and(|zone| self.open(zone, members))
                    && self.set(slots, Asked::Members)
            }
            Set::TopCards { slot, count } | Set::BottomCards { slot, count } => {
                let cards = if sized {
                    self.num(slot)
                } else {
                    self.open_slot(slot, |v| v == Viewers::All)
                };
                cards && self.num(count)
            }
            Set::Union(a, b) => self.set(a, asked) && self.set(b, asked),
            Set::Minus(a, b) => self.set(a, members) && self.set(b, members),
            Set::Both(a, b) => {
                let face_up = self.is_face_up(a) || self.is_face_up(b);
                let asked = if face_up { Asked::FaceUp } else { members };
                [a, b].into_iter().all(|set| self.is_face_up(set) || self.set(set, asked))
            }
            // A card may lie face up where only some look.
            Set::FaceUp => false,
            Set::If { test, then, otherwise } => {
                self.test(test) && self.set(then, asked) && self.set(otherwise, asked)
            }
            Set::Filter { set, temp, test } => {
                let known = self.set(set, members);
                let zone = self.zone_of_slots(set);
                self.temps.push((temp, zone));
                let all = known && self.test(test);
                self.temps.pop();
                all
            }
            Set::CardFlagged { mark } | Set::SlotFlagged { mark } => {
                !self.program.marks[mark].secret
            }
            Set::Script(call) => self.call(call),
            // The first are made of zones only when all is lowered; which ones chance has drawn is
            // told to those concerned.
            Set::CardsAt { .. }
            | Set::CardsOf { .. }
            | Set::CardsOfAll { .. }
            | Set::RandomOf { .. } => false,
            Set::Const(_)
            | Set::One(_)
            | Set::ZoneSlots { .. }
            | Set::ZoneSlotsOf { .. }
            | Set::WithAttribute { .. }
            | Set::Bind { .. }
            | Set::Image { .. }
            | Set::UnionOver { .. }
            | Set::Reached { .. }
            | Set::Ties { .. }
            | Set::TiesBy { .. }
            | Set::Ends { .. }
            | Set::UnionFamily(_)
            | Set::OnlyFamily(_)
            | Set::FirstFamily(_)
            | Set::BestFamily { .. }
            | Set::Players
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::Neighbours { .. }
            | Set::Walk(_)
            | Set::OfList(_) => self.parts(Term::Set(id)),
        }
    }

    fn list(&mut self, id: ListId) -> bool {
        match self.terms().lists[id] {
            List::Temp(temp) => self.knows(temp),
            List::Local(local) => self.remembers(local),
            List::Tuple(_)
            | List::Variable { .. }
            | List::Map { .. }
            | List::Sorted(_)
            | List::Distinct(_)
            | List::Filter { .. }
            | List::MapList { .. }
            | List::If { .. }
            | List::Numbers { .. }
            | List::Commonest { .. }
            | List::Ends { .. }
            | List::MapFamily { .. } => self.parts(Term::List(id)),
        }
    }

    fn family(&mut self, id: FamilyId) -> bool {
        match self.terms().families[id] {
            Family::Shaped { .. }
            | Family::Subsets { .. }
            | Family::Filter { .. }
            | Family::Groups { .. }
            | Family::Parts(_)
            | Family::Ties { .. } => self.parts(Term::Family(id)),
        }
    }

    /// What a script answers tells of all that it is given: of cards their marks, too, and of a
    /// zone its cards.
    fn call(&mut self, call: ScriptCallId) -> bool {
        let marks_open = !self.program.marks.iter().any(|mark| mark.secret);
        let arguments = self.terms().calls[call].arguments.clone();
        arguments.into_iter().all(|argument| match argument {
            ScriptArgument::Num(id) | ScriptArgument::Slot(id) => self.num(id),
            ScriptArgument::Flag(id) => self.test(id),
            ScriptArgument::Card(id) => marks_open && self.num(id),
            ScriptArgument::Cards(id) => marks_open && self.set(id, Asked::Members),
            ScriptArgument::Set(id) => self.set(id, Asked::Members),
            ScriptArgument::List(id) => self.list(id),
            ScriptArgument::Zone { zone, owner } => {
                marks_open && self.open(zone, Asked::Members) && self.num(owner)
            }
        })
    }

    fn open(&self, zone: ZoneId, asked: Asked) -> bool {
        let zone = &self.program.zones[zone];
        zone.up == Viewers::All && (asked == Asked::FaceUp || zone.down == Viewers::All)
    }

    fn is_face_up(&self, id: SetId) -> bool {
        self.terms().sets[id] == Set::FaceUp
    }

    /// Whether everybody knows where a card lies: one that is named by its place, or found in a set
    /// of which all is known. Who knows a card by its name need not know where it is.
    fn is_placed(&mut self, card: NumId) -> bool {
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
        in_a_set && self.num(card)
    }

    /// Whether a slot that everybody knows lies in a zone whose sides both `fit`.
    fn open_slot(&mut self, slot: NumId, fit: fn(Viewers) -> bool) -> bool {
        let sides_fit = |zone: &Zone| fit(zone.up) && fit(zone.down);
        self.zone_of_slot(slot).is_some_and(|zone| sides_fit(&self.program.zones[zone]))
            && self.num(slot)
    }

    /// The zone in which a slot lies, if that is known before any game is played.
    fn zone_of_slot(&self, slot: NumId) -> Option<ZoneId> {
        let slot = self.terms().nums[slot];
        if let Num::ZoneSlot { zone, .. } | Num::NewSlot { zone, .. } = slot {
            Some(zone)
        } else if let Num::Variable { at } | Num::OwnedVariable { at, .. } = slot {
            self.pawns.get(&at).copied()
        } else if let Num::Temp(temp) = slot {
            self.temps.iter().rev().find(|(known, _)| *known == temp).and_then(|(_, zone)| *zone)
        } else if let Num::Const(slot) = slot {
            let info = usize::try_from(slot).ok().and_then(|slot| self.program.slots.get(slot))?;
            Some(self.program.instances[info.instance].zone)
        } else {
            None
        }
    }

    /// The zone in which all slots of a set lie, if that is known before any game is played.
    fn zone_of_slots(&self, slots: SetId) -> Option<ZoneId> {
        let slots = self.terms().sets[slots];
        if let Set::ZoneSlots { zone, .. } | Set::ZoneSlotsOf { zone, .. } = slots {
            Some(zone)
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
}
