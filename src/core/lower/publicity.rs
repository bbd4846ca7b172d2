//! What everybody can see: counts, zones open to all, face-up cards, marks, variables, options, the
//! phase and whose turn it is. A window opens by such facts alone.
//!
//! The same walk says what the seat that chooses may see, by which an action may be offered to it;
//! and which cards somebody has to know who wants to work out a score.
//!
//! Every term says here what it lets know: no match has a default arm, so that a new term cannot
//! tell a secret unnoticed. What a name stands for is as open as the value that was given to it,
//! wherever it came from.
#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod zones;

use super::Lowering;
use super::arguments::term_of;
use crate::program::code::Argument;
use crate::program::ids::ScriptCallId;
use crate::program::terms::{
    Family, FamilyId, List, ListId, Local, Num, NumId, ScriptArgument, Set, SetId, Temp, Terms,
    Test, TestId,
};
use crate::program::walk::{Reads, Term, any, bound, parts, reads};
use crate::program::{Domain, Look, Need, Parameter, Program, Whose};
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

/// Who looks, and what becomes of what is not surely seen.
#[derive(Clone, PartialEq)]
enum Viewer {
    /// Everybody: open is what all see.
    Everybody,
    /// The seat that is `me`: closed is what it surely does not see.
    Me,
    /// Somebody who is to know a value: what all cards that are not open to all must be known for
    /// is noted, and all is open.
    Whoever(Vec<Look>),
}

/// A temp that is bound while a term is looked at.
#[derive(Clone, Copy)]
struct Candidate {
    temp: Temp,
    /// Of slots, the zone in which they lie, and whose it is.
    zone: Option<(ZoneId, Whose)>,
    seen: Seen,
    /// It is surely the seat `me`.
    is_me: bool,
    /// The set that it was chosen from.
    from: Option<SetId>,
}

/// What is seen of a candidate.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    /// Which one it is.
    Known,
    /// Where it lies, its side and its open marks.
    Place,
}

/// The locals whose values are taken for known.
#[derive(Clone, Copy)]
enum Locals<'a> {
    Of(&'a BTreeSet<Local>),
    AllBut(&'a BTreeSet<Local>),
    All,
}

/// What is known to who looks, while a term is looked at.
struct Publicity<'a> {
    program: &'a Program,
    viewer: Viewer,
    /// The zones of pawns, by the places of their variables.
    pawns: BTreeMap<u32, ZoneId>,
    locals: Locals<'a>,
    /// Locals with sets of which all know how many are in them.
    counted: &'a BTreeSet<Local>,
    /// Cards that all have been shown, and that still lie where they lay.
    shown: &'a BTreeSet<SetId>,
    /// The innermost last.
    candidates: Vec<Candidate>,
}

impl Candidate {
    fn known(temp: Temp) -> Candidate {
        Candidate { temp, zone: None, seen: Seen::Known, is_me: false, from: None }
    }

    fn placed(temp: Temp) -> Candidate {
        Candidate { seen: Seen::Place, ..Candidate::known(temp) }
    }
}

impl Lowering {
    pub(crate) fn is_public(&self, test: TestId) -> bool {
        self.publicity().test(test)
    }

    /// Whether everybody knows of each seat, which is this temp, whether it takes part.
    pub(crate) fn is_public_of_seats(&self, seat: Temp, test: TestId) -> bool {
        self.publicity().with(Candidate::known(seat), |publicity| publicity.test(test))
    }

    /// Whether everybody knows the members of a set.
    pub(super) fn all_know(&self, set: SetId) -> bool {
        self.publicity().set(set, Asked::Members)
    }

    /// Whether everybody knows a value that is handed on.
    pub(super) fn is_open(&self, value: Argument) -> bool {
        self.publicity().term(term_of(value))
    }

    /// Whether everybody knows what a number comes to once `me` has told what it chose; cards that
    /// nobody else has seen it does not tell.
    pub(super) fn is_open_once_chosen(&self, number: NumId) -> bool {
        let unit = &self.flow.unit;
        let told: BTreeSet<Local> =
            unit.open.iter().chain(unit.chosen.difference(&unit.secret)).copied().collect();
        Publicity { locals: Locals::Of(&told), ..self.publicity() }.num(number)
    }

    /// Whether everybody may know what a term comes to: what was chosen or looked at before may
    /// have been told, but for what nothing has been shown of since.
    pub(super) fn may_be_open(&self, term: Term) -> bool {
        let locals = Locals::AllBut(&self.flow.unit.hidden);
        Publicity { locals, ..self.publicity() }.term(term)
    }

    /// Whether everybody may know what a term comes to: as [`Lowering::may_be_open`] says, and what
    /// `me` alone knew may have been told, but for what nothing has been shown of since.
    pub(super) fn may_be_told(&self, term: Term) -> bool {
        let unit = &self.flow.unit;
        let kept: BTreeSet<Local> = unit.hidden.union(&unit.secret).copied().collect();
        Publicity { locals: Locals::AllBut(&kept), ..self.publicity() }.term(term)
    }

    /// The zone of a place, if that is known before any game is played, and whether it is that of
    /// `me`.
    pub(super) fn zone_where(&self, place: NumId) -> Option<(ZoneId, bool)> {
        self.publicity().zone_of_slot(place).map(|(zone, whose)| (zone, whose == Whose::Mine))
    }

    /// The zones whose cards somebody has to know, beside those that all see, to work out a number
    /// of `me`.
    pub(crate) fn looks_at(&self, number: NumId) -> Vec<Look> {
        let mut publicity = Publicity { viewer: Viewer::Whoever(Vec::new()), ..self.publicity() };
        if !publicity.num(number) {
            publicity.unsure();
        }
        match publicity.viewer {
            Viewer::Whoever(looks) => looks,
            Viewer::Everybody | Viewer::Me => Vec::new(),
        }
    }

    /// The cards that somebody has to know, beside what all see, to work out a condition on what is
    /// chosen for these parameters.
    pub(super) fn looks_at_test(&self, chosen: &[Parameter], test: TestId) -> Vec<Look> {
        let work_out = |publicity: &mut Publicity<'_>| publicity.test(test);
        self.looks_once_chosen(chosen, vec![Term::Test(test)], &work_out)
    }

    /// The cards that somebody has to know, beside what all see, to work out what the parameter
    /// `next` is chosen from, once these have been `chosen`.
    pub(super) fn looks_at_source(&self, chosen: &[Parameter], next: &Parameter) -> Vec<Look> {
        let work_out = |publicity: &mut Publicity<'_>| {
            let most = publicity.knows_most(next);
            publicity.has_values(next, false) && most
        };
        self.looks_once_chosen(chosen, next.domain.terms(), &work_out)
    }

    /// The cards that somebody has to know, beside what all see, to `work_out` these `terms`, once
    /// the parameters have been `chosen`. Whoever sees where the chosen cards lie may not need to
    /// know which ones they are: else what they are chosen from is to be known.
    fn looks_once_chosen(
        &self,
        chosen: &[Parameter],
        mut terms: Vec<Term>,
        work_out: &dyn Fn(&mut Publicity<'_>) -> bool,
    ) -> Vec<Look> {
        let mut named = Vec::new();
        for parameter in chosen.iter().rev() {
            let reads_it = |&term: &Term| {
                any(&self.program.terms, term, &mut |part| {
                    reads(&self.program, part) == Reads::Temp(parameter.temp)
                })
            };
            if terms.iter().any(reads_it) {
                named.push(parameter.temp);
                terms.extend(parameter.domain.terms());
            }
        }
        let by = |seen: Seen| {
            let viewer = Viewer::Whoever(Vec::new());
            let mut publicity = Publicity { viewer, ..self.publicity() };
            for parameter in chosen {
                let noted = publicity.noted();
                let _ = publicity.has_values(parameter, false) || publicity.unsure();
                publicity.choose(parameter);
                if seen == Seen::Place || !named.contains(&parameter.temp) {
                    publicity.forget(noted);
                }
                if seen == Seen::Place {
                    publicity.sees_place_of(parameter);
                }
            }
            if !work_out(&mut publicity) {
                publicity.unsure();
            }
            match publicity.viewer {
                Viewer::Whoever(looks) => looks,
                Viewer::Everybody | Viewer::Me => Vec::new(),
            }
        };
        let by_place = by(Seen::Place);
        if by_place.is_empty() { by_place } else { by(Seen::Known) }
    }

    /// Which conditions of an action hang on what the seat that chooses surely does not see. The
    /// values of `dark` temps are hidden from it.
    pub(super) fn unseen(
        &self,
        dark: &[Temp],
        parameters: &[Parameter],
        conditions: &[TestId],
    ) -> Unseen {
        let candidates = dark.iter().map(|&temp| Candidate::placed(temp)).collect();
        let viewer = Viewer::Me;
        let mut publicity =
            Publicity { viewer, locals: Locals::All, candidates, ..self.publicity() };
        let mut unseen = Unseen::default();
        for (place, parameter) in parameters.iter().enumerate() {
            if !publicity.offered(parameter) {
                unseen.sources.push(place);
            }
            let needs = parameter.filters.iter().chain(&parameter.needs);
            unseen.tests.extend(needs.map(|need| need.test).filter(|&test| !publicity.test(test)));
        }
        unseen.tests.extend(conditions.iter().copied().filter(|&test| !publicity.test(test)));
        unseen
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

    /// Whether a set of seats surely holds others than `me`.
    pub(super) fn is_beyond_me(&self, seats: SetId) -> bool {
        self.publicity().is_beyond_me(seats)
    }

    fn publicity(&self) -> Publicity<'_> {
        let candidates = self.open_temps.iter().map(|&temp| Candidate::known(temp)).collect();
        let pawn_zones = self.pawn_zones.iter();
        let pawns =
            pawn_zones.map(|(&pawn, &zone)| (self.program.variables[pawn].at, zone)).collect();
        Publicity {
            program: &self.program,
            viewer: Viewer::Everybody,
            pawns,
            locals: Locals::Of(&self.flow.unit.open),
            counted: &self.flow.unit.counted,
            shown: &self.flow.unit.shown,
            candidates,
        }
    }
}

/// What of an action hangs on what the seat that chooses surely does not see.
#[derive(Default)]
pub(super) struct Unseen {
    /// Parameters, by their places: what is offered for them at all.
    pub(crate) sources: Vec<usize>,
    pub(crate) tests: Vec<TestId>,
}

impl Publicity<'_> {
    fn terms(&self) -> &Terms {
        &self.program.terms
    }

    fn candidate(&self, temp: Temp) -> Option<Candidate> {
        self.candidates.iter().rev().find(|candidate| candidate.temp == temp).copied()
    }

    fn knows(&mut self, temp: Temp) -> bool {
        match self.candidate(temp).map(|candidate| candidate.seen) {
            Some(Seen::Known) => true,
            Some(Seen::Place) => self.closed(),
            None => self.unsure(),
        }
    }

    fn remembers(&mut self, local: Local) -> bool {
        let is_known = match self.locals {
            Locals::Of(known) => known.contains(&local),
            Locals::AllBut(hidden) => !hidden.contains(&local),
            Locals::All => true,
        };
        is_known || self.unsure()
    }

    /// What not all see, and `me` surely does not.
    fn closed(&mut self) -> bool {
        self.viewer != Viewer::Me && self.unsure()
    }

    /// What not all see, and of which it is not known here who does.
    fn unsure(&mut self) -> bool {
        match &self.viewer {
            Viewer::Everybody => false,
            Viewer::Me => true,
            Viewer::Whoever(_) => {
                self.note(Look { zone: None, whose: Whose::Anybodys });
                true
            }
        }
    }

    fn note(&mut self, look: Look) {
        if let Viewer::Whoever(looks) = &mut self.viewer
            && !looks.contains(&look)
        {
            looks.push(look);
        }
    }

    /// How much has been noted.
    fn noted(&self) -> usize {
        match &self.viewer {
            Viewer::Everybody | Viewer::Me => 0,
            Viewer::Whoever(looks) => looks.len(),
        }
    }

    /// Forgets what was noted since there was so much of it.
    fn forget(&mut self, noted: usize) {
        match &mut self.viewer {
            Viewer::Everybody | Viewer::Me => {}
            Viewer::Whoever(looks) => looks.truncate(noted),
        }
    }

    fn with<R>(&mut self, candidate: Candidate, body: impl FnOnce(&mut Self) -> R) -> R {
        self.candidates.push(candidate);
        let result = body(self);
        self.candidates.pop();
        result
    }

    /// Whether what `body` comes to for the members of a set is known, whichever of them it is for:
    /// who does not know them may still see their marks.
    fn for_members(&mut self, set: SetId, temp: Temp, body: Term) -> bool {
        let noted = self.noted();
        let (zone, is_me) = (self.zone_of_slots(set), self.is_me_alone(set));
        let known = Candidate { zone, is_me, ..Candidate::known(temp) };
        let members = self.set(set, Asked::Members);
        if members && self.noted() == noted {
            return self.with(known, |publicity| publicity.term(body));
        }
        self.forget(noted);
        let placed = Candidate { seen: Seen::Place, ..known };
        let by_place =
            self.set(set, Asked::Size) && self.with(placed, |publicity| publicity.term(body));
        if by_place && self.noted() == noted {
            return true;
        }
        self.forget(noted);
        members
            && self.set(set, Asked::Members)
            && self.with(known, |publicity| publicity.term(body))
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
        let before = self.candidates.len();
        let parts = parts(self.terms(), term);
        let is_set = |part: &Term| if let Term::Set(set) = part { Some(*set) } else { None };
        let sets: Vec<SetId> = parts.iter().filter_map(is_set).collect();
        let zone = sets.iter().find_map(|&set| self.zone_of_slots(set));
        let is_me = !sets.is_empty() && sets.iter().all(|&set| self.is_me_alone(set));
        let bound = bound(self.terms(), term).into_iter();
        let known = |temp| Candidate { zone, is_me, ..Candidate::known(temp) };
        self.candidates.extend(bound.map(known).collect::<Vec<_>>());
        let all = parts.into_iter().all(|part| self.term(part));
        self.candidates.truncate(before);
        all
    }

    /// Whether everybody knows if a parameter has a value.
    fn parameter(&mut self, parameter: &Parameter, falls_back: bool) -> bool {
        if self.may_be_of_none(parameter) {
            self.choose(parameter);
            return parameter.needs.iter().all(|need| self.test(need.test));
        }
        let some = self.has_values(parameter, falls_back);
        self.choose(parameter);
        let filtered = falls_back
            || parameter.default_none
            || parameter.filters.iter().all(|need| self.test(need.test));
        (some || parameter.default_none)
            && filtered
            && parameter.needs.iter().all(|need| self.test(need.test))
    }

    /// Whether no members at all are a choice, whatever the source holds.
    fn may_be_of_none(&self, parameter: &Parameter) -> bool {
        if let Domain::Subset { least, .. } = parameter.domain {
            matches!(self.terms().nums[least], Num::Const(..=0))
        } else {
            false
        }
    }

    /// Whether it is known if the source of a parameter has values, and how many.
    fn has_values(&mut self, parameter: &Parameter, falls_back: bool) -> bool {
        match parameter.domain {
            Domain::Given(..) => true,
            Domain::Set(set) => self.set(self.fallback(set, falls_back), Asked::Size),
            Domain::Range { from, to } => self.num(from) && self.num(to),
            Domain::Subset { set, least, .. } => {
                self.set(self.fallback(set, falls_back), Asked::Size) && self.num(least)
            }
            Domain::Family(family) => self.family(family),
            Domain::Bag { set, least, most } => {
                self.set(set, Asked::Members) && self.num(least) && self.num(most)
            }
        }
    }

    /// What is chosen is known further on if all it is chosen from is; else where it lies.
    fn choose(&mut self, parameter: &Parameter) {
        let known = Candidate::known(parameter.temp);
        let candidate = match parameter.domain {
            Domain::Given(..) => return,
            Domain::Set(set) | Domain::Subset { set, .. } => {
                let seen = if self.set(set, Asked::Members) { Seen::Known } else { Seen::Place };
                let is_me = self.is_me_alone(set) || self.are_me(parameter);
                Candidate { zone: self.zone_of_slots(set), seen, is_me, from: Some(set), ..known }
            }
            Domain::Range { .. } | Domain::Family(_) | Domain::Bag { .. } => known,
        };
        self.candidates.push(candidate);
    }

    /// Takes note that what has been chosen from a set is seen where it lies, and no more.
    fn sees_place_of(&mut self, parameter: &Parameter) {
        let from_a_set = matches!(parameter.domain, Domain::Set(_) | Domain::Subset { .. });
        let chosen = self.candidates.last_mut().filter(|last| last.temp == parameter.temp);
        if let Some(candidate) = chosen.filter(|_| from_a_set) {
            candidate.seen = Seen::Place;
        }
    }

    /// Whether who looks knows what is offered for a parameter.
    fn offered(&mut self, parameter: &Parameter) -> bool {
        let most = self.knows_most(parameter);
        let some = self.has_values(parameter, false);
        self.choose(parameter);
        some && most
    }

    /// Whether it is known how many members a parameter can have at most.
    fn knows_most(&mut self, parameter: &Parameter) -> bool {
        match parameter.domain {
            Domain::Subset { most: Some(most), .. } => self.num(most),
            Domain::Subset { most: None, .. }
            | Domain::Given(..)
            | Domain::Set(_)
            | Domain::Range { .. }
            | Domain::Family(_)
            | Domain::Bag { .. } => true,
        }
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
            Test::Any(set) => self.has_any(set),
            Test::CardFlag { mark, card } => self.sees_mark_of_card(mark, card),
            Test::SlotFlag { mark, slot } => self.sees_mark_of_slot(mark, slot),
            Test::FaceUp { card } => self.is_placed(card),
            Test::Exists { set, temp, test } | Test::ForAll { set, temp, test } => {
                self.for_members(set, temp, Term::Test(test))
            }
            Test::Playing(seat) => self.num(seat) && self.knows_who_plays(),
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
        if self.has_been_shown_alone(id) {
            return true;
        }
        match self.terms().nums[id] {
            Num::Temp(temp) => self.knows(temp),
            Num::Local(local) => self.remembers(local),
            Num::Count(set) => self.set(set, Asked::Size),
            Num::Top { slot } | Num::OnlyCard { slot } => {
                self.open_slot(slot, |viewers| matches!(viewers, Viewers::All | Viewers::Top))
            }
            Num::Bottom { slot } => self.open_slot(slot, |viewers| viewers == Viewers::All),
            Num::CardMark { mark, card } => self.sees_mark_of_card(mark, card),
            Num::SlotMark { mark, slot } => self.sees_mark_of_slot(mark, slot),
            Num::SlotOf { card } => self.is_placed(card),
            Num::Script(call) => self.call(call),
            Num::SumOver { set, temp, value }
            | Num::HighestOver { set, temp, value }
            | Num::LowestOver { set, temp, value } => self.for_members(set, temp, Term::Num(value)),
            // Which one it was is told to those whom it concerns.
            Num::RandomOf { .. } => self.unsure(),
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
            | Num::Numbered { .. }
            | Num::SumAttribute { .. }
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
            Num::Next { seat, .. } => self.num(seat) && self.knows_who_plays(),
        }
    }

    fn set(&mut self, id: SetId, asked: Asked) -> bool {
        let sized = asked == Asked::Size;
        // How many cards lie in a whole zone or slot is always public; how many of a sort only if
        // the cards are.
        let members = if sized { Asked::Members } else { asked };
        if self.has_been_shown(id) {
            return true;
        }
        match self.terms().sets[id] {
            Set::Temp(temp) => self.knows(temp),
            Set::Local(local) => (sized && self.counted.contains(&local)) || self.remembers(local),
            Set::ZoneCards { zone, owner } => {
                let shown = sized || self.has_shown_all_of(zone, Some(owner));
                (shown || self.open(zone, self.whose(owner), asked)) && self.num(owner)
            }
            Set::ZoneCardsOf { zone, owners } => {
                let shown = sized || self.has_shown_all_of(zone, None);
                (shown || self.open(zone, self.whose_all(owners), asked))
                    && self.set(owners, Asked::Members)
            }
            Set::SlotCards { slot } if sized => self.num(slot),
            Set::SlotCards { slot } => self.open_slot(slot, |viewers| viewers == Viewers::All),
            Set::CardsIn(slots) if sized => self.set(slots, Asked::Members),
            Set::CardsIn(slots) => self.open_slots(slots, asked),
            Set::TopsOf(slots) => self.open_slots(slots, members),
            Set::TopCards { slot, count } | Set::BottomCards { slot, count } => {
                let cards = if sized {
                    self.num(slot)
                } else {
                    self.open_slot(slot, |v| v == Viewers::All)
                };
                cards && self.num(count)
            }
            // Whether there is one is known where it is known how many there are.
            Set::One(card) if sized => {
                let end = self.terms().nums[card];
                let (Num::Top { slot } | Num::Bottom { slot } | Num::OnlyCard { slot }) = end
                else {
                    return self.num(card);
                };
                self.num(slot)
            }
            Set::Union(a, b) => {
                // Places tell what all that lies there has in common; of other sets a card may be
                // in both.
                let asked =
                    if self.is_by_place(a) && self.is_by_place(b) { asked } else { members };
                self.set(a, asked) && self.set(b, asked)
            }
            // How many cards have an open mark, everybody sees.
            Set::Minus(a, b) if sized && self.is_open_mark(b) => self.set(a, Asked::Size),
            // What was chosen from a set is one of its members.
            Set::Minus(a, b) if sized && self.is_chosen_from(a, b) => self.set(a, Asked::Size),
            Set::Minus(a, b) => self.set(a, members) && self.set(b, members),
            Set::Both(a, b) if sized && self.is_open_mark(b) => self.set(a, Asked::Size),
            Set::Both(a, b) if sized && self.is_open_mark(a) => self.set(b, Asked::Size),
            Set::Both(a, b) => {
                let face_up = self.is_face_up(a) || self.is_face_up(b);
                let asked = if face_up { Asked::FaceUp } else { members };
                [a, b].into_iter().all(|set| self.is_face_up(set) || self.set(set, asked))
            }
            // A card may lie face up where only some look.
            Set::FaceUp => self.unsure(),
            Set::If { test, then, otherwise } => {
                self.test(test) && self.set(then, asked) && self.set(otherwise, asked)
            }
            Set::Filter { set, temp, test } if sized => {
                self.for_members(set, temp, Term::Test(test))
            }
            Set::Filter { set, temp, test } => {
                let known = self.set(set, members);
                let zone = self.zone_of_slots(set);
                let is_me = self.is_me_alone(set);
                let candidate = Candidate { zone, is_me, ..Candidate::known(temp) };
                known && self.with(candidate, |publicity| publicity.test(test))
            }
            Set::CardFlagged { mark } | Set::SlotFlagged { mark } => {
                !self.program.marks[mark].secret || self.unsure()
            }
            Set::Script(call) => self.call(call),
            // The first are made of zones only when all is lowered; which ones chance has drawn is
            // told to those concerned.
            Set::CardsAt { .. }
            | Set::CardsOf { .. }
            | Set::CardsOfAll { .. }
            | Set::RandomOf { .. } => self.unsure(),
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
            | Set::SeatsOfTeam(_)
            | Set::OtherTeams(_)
            | Set::Neighbours { .. }
            | Set::Walk(_)
            | Set::OfList(_) => self.parts(Term::Set(id)),
            Set::Players => self.knows_who_plays(),
        }
    }

    /// Whether these cards, whose place is known, have been shown to all.
    fn has_been_shown(&self, cards: SetId) -> bool {
        self.viewer == Viewer::Everybody && self.shown.contains(&cards)
    }

    /// Whether a single card has.
    fn has_been_shown_alone(&self, card: NumId) -> bool {
        let is_it = |&cards: &SetId| {
            self.terms().sets[cards] == Set::One(card) || self.holds_top(cards, card)
        };
        self.viewer == Viewer::Everybody && self.shown.iter().any(is_it)
    }

    /// Whether a card is the topmost one of those from the top of a slot.
    fn holds_top(&self, cards: SetId, card: NumId) -> bool {
        let Num::Top { slot } = self.terms().nums[card] else { return false };
        matches!(self.terms().sets[cards], Set::TopCards { slot: of, .. } if of == slot)
    }

    /// Whether a set is what has been chosen from another one, and nothing more.
    fn is_chosen_from(&self, whole: SetId, one: SetId) -> bool {
        let Set::One(one) = self.terms().sets[one] else { return false };
        let Num::Temp(temp) = self.terms().nums[one] else { return false };
        self.candidate(temp).is_some_and(|candidate| candidate.from == Some(whole))
    }

    /// Whether it is known if a set has members: of several sets together, if each of them has.
    fn has_any(&mut self, id: SetId) -> bool {
        if let Set::Union(a, b) = self.terms().sets[id] {
            return self.has_any(a) && self.has_any(b);
        }
        self.set(id, Asked::Size)
    }

    /// Whether a set is all that lies at some places, whatever cards these are. Two such sets have
    /// cards in common where they have places in common.
    fn is_by_place(&self, id: SetId) -> bool {
        let set = &self.terms().sets[id];
        if let Set::Union(a, b) = *set {
            return self.is_by_place(a) && self.is_by_place(b);
        }
        if let Set::One(card) = *set {
            let card = &self.terms().nums[card];
            return matches!(card, Num::Top { .. } | Num::Bottom { .. } | Num::OnlyCard { .. });
        }
        matches!(
            set,
            Set::ZoneCards { .. }
                | Set::ZoneCardsOf { .. }
                | Set::SlotCards { .. }
                | Set::CardsIn(_)
                | Set::TopsOf(_)
                | Set::TopCards { .. }
                | Set::BottomCards { .. }
        )
    }

    /// Whether who looks knows which seats take part. In the course of the game everybody sees it;
    /// who works something out has to know what the rules' `playing` looks at.
    fn knows_who_plays(&mut self) -> bool {
        match (&self.viewer, &self.program.playing) {
            (Viewer::Everybody | Viewer::Me, _) | (Viewer::Whoever(_), None) => true,
            (Viewer::Whoever(_), Some(playing)) => {
                let (one, test) = (Candidate::known(playing.temp), playing.test);
                self.with(one, |publicity| publicity.test(test))
            }
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
            ScriptArgument::Num { value: id, .. } | ScriptArgument::Slot(id) => self.num(id),
            ScriptArgument::Flag(id) => self.test(id),
            ScriptArgument::Card(id) => (marks_open || self.unsure()) && self.num(id),
            ScriptArgument::Cards(id) => {
                (marks_open || self.unsure()) && self.set(id, Asked::Members)
            }
            ScriptArgument::Set { set, .. } => self.set(set, Asked::Members),
            ScriptArgument::List { list, .. } => self.list(list),
            ScriptArgument::Zone { zone, owner } => {
                (marks_open || self.unsure())
                    && self.open(zone, self.whose(owner), Asked::Members)
                    && self.num(owner)
            }
        })
    }
}
