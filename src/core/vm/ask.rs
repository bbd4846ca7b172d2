//! Choices: which options a seat has, and what becomes of the one it takes.
//!
//! An option is an entry of the menu with values for its parameters. Scalars are chosen together
//! with the action; a subset is chosen member by member, so that a choice among thousands of
//! subsets is a few choices among few. Every step that is offered can be completed.

use super::eval::{Eval, Evaluated};
use super::fault::FaultKind;
use super::state::State;
use super::unordered::HiddenKey;
pub(super) use crate::program::code::{ASKED, LEFT, MOST_OPTIONS, ONCE, Status, TO_RUN};
use crate::program::code::{Argument, MenuEntry, Site, SiteKind};
pub(crate) use crate::program::code::{LEFT_WORD, ONCE_WORD, SEAT_WORDS, SITE_WORDS};
use crate::program::terms::{Num, NumId, Temp};
use crate::program::{Action, BAG_WORDS, Carrier, Domain, Memory, Need, Parameter, ValueKind};
use crate::value::{Bits, BitsIter, Card, NONE, Narrow, Seat, SeatSet, Slot, Values};
use std::ops::RangeInclusive;

/// One option, or one step of a longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub what: Chosen,
    pub values: [i32; Choice::SCALARS],
    pub count: u8,
}

impl Choice {
    /// Scalar parameters that an action can have in a row.
    pub const SCALARS: usize = 8;

    pub(super) const fn plain(what: Chosen) -> Self {
        Choice { what, values: [NONE; Choice::SCALARS], count: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chosen {
    Pass,
    /// Leaves a menu that repeats.
    Done,
    /// An entry of the menu, with the values of its first scalar parameters.
    Entry(u8),
    /// One more member of the subset being chosen.
    Member(u16),
    /// The subset is complete.
    Enough,
    /// Further scalar parameters of the action being chosen.
    Further,
}

/// Whether this subset parameter could be completed for this seat, when that was last tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    me: i32,
    parameter: u16,
    possible: bool,
}

/// How many words of memory a seat's choice takes: the longest action of the menu.
pub(crate) fn seat_words<'a>(m: &Memory, actions: impl Iterator<Item = &'a Action>) -> u16 {
    let words = |parameter: &Parameter| m.words_of(parameter.domain.carrier());
    let values = |action: &Action| action.parameters.iter().map(words).sum::<u16>();
    SEAT_WORDS + actions.map(values).max().unwrap_or(0)
}

/// How far the values of an action have been chosen, or tried.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'p> {
    pub(crate) action: &'p Action,
    /// How many of the action's parameters come before the one at hand, those that the caller gives
    /// included. Behind the last there is none at hand.
    pub(crate) index: usize,
}

impl<'p> Stage<'p> {
    /// An action of which nothing has been chosen.
    pub(super) fn first(action: &'p Action) -> Stage<'p> {
        Stage { action, index: 0 }
    }

    /// The parameter at hand; none once all have their values.
    pub(crate) fn next(self) -> Option<&'p Parameter> {
        self.action.parameters.get(self.index)
    }

    /// The parameter at hand, where it is known that there is one.
    pub(crate) fn parameter(self) -> &'p Parameter {
        &self.action.parameters[self.index]
    }

    /// Whether no parameter comes behind the one at hand.
    pub(super) fn is_last(self) -> bool {
        self.index + 1 == self.action.parameters.len()
    }

    /// The stage at which the parameter at hand has its value.
    pub(super) fn behind(self) -> Stage<'p> {
        Stage { index: self.index + 1, ..self }
    }

    /// Where the value of the parameter at hand lies, from where a seat's part begins.
    pub(super) fn value_at(self, m: &Memory, part: usize) -> usize {
        let words = |parameter: &Parameter| m.words_of(parameter.domain.carrier());
        let before: u16 = self.action.parameters[..self.index].iter().map(words).sum();
        part + usize::from(SEAT_WORDS) + usize::from(before)
    }

    /// Whether one member of the subset at hand is as good as another: nothing is asked of the
    /// whole.
    fn takes_any(self) -> bool {
        self.parameter().needs.is_empty() && self.is_last()
    }
}

/// One seat at one site.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(crate) site: &'a Site,
    pub(crate) seat: Seat,
    /// Where the site's memory and this seat's part of it begin in the state.
    pub(crate) memory: usize,
    pub(crate) part: usize,
}

impl<'a> Asked<'a> {
    /// A seat at a site whose memory begins at a place of the state: its part of it is its own
    /// where several are asked.
    pub(super) fn new(site: &'a Site, seat: Seat, memory: usize) -> Asked<'a> {
        let place = if site.kind == SiteKind::Alone { 0 } else { seat.index() };
        let part = memory + usize::from(SITE_WORDS) + place * usize::from(site.seat_words);
        Asked { site, seat, memory, part }
    }

    pub(super) fn status(self, state: &State) -> Status {
        Status::of_word(state.num(self.part))
    }

    pub(super) fn set_status(self, state: &mut State, status: Status) {
        state.set_num(self.part, status.word());
    }

    /// The entry of the menu that the seat has begun to choose, or has chosen, by its number.
    pub(super) fn number(self, state: &State) -> Option<usize> {
        match self.status(state) {
            Status::Entry(number) => (number < self.site.menu.len()).then_some(number),
            Status::Undecided | Status::Passed | Status::Finished => None,
        }
    }

    /// The entry of the menu that the seat has begun to choose, or has chosen.
    pub(super) fn entry(self, state: &State) -> Option<&'a MenuEntry> {
        self.number(state).map(|number| &self.site.menu[number])
    }

    /// Whether an entry of the menu can be chosen once only, and has been.
    pub(super) fn is_used_up(self, entry: &MenuEntry, state: &State) -> bool {
        entry.once.is_some_and(|group| state.num(self.memory + ONCE) >> group & 1 == 1)
    }

    /// How far the seat has come with this action, which it has begun or chosen.
    pub(super) fn stage<'p>(self, state: &State, action: &'p Action) -> Stage<'p> {
        Stage { action, index: self.next(state) }
    }

    /// The parameter that is next: those before it have their values.
    pub(super) fn next(self, state: &State) -> usize {
        state.num(self.part + 1).to_usize()
    }
}

/// Members of which one is as good as another.
pub(super) struct Mere<'p> {
    pub(crate) members: Bits,
    /// The parameter that they are for is at hand.
    pub(crate) stage: Stage<'p>,
    /// How many have to be chosen before there is anything else to choose.
    pub(crate) wanted: usize,
    /// Whether more can be chosen behind them.
    pub(crate) can_grow: bool,
}

/// What the search over parameters is for.
#[derive(Clone, Copy, PartialEq)]
enum Search {
    /// All ways up to the next subset.
    Collect,
    /// Whether there is a way to the end.
    Exists,
}

impl<'p> Eval<'p> {
    /// Fills `scratch.options` with what the seat can choose now.
    pub(super) fn options(&mut self, asked: Asked<'_>) -> Evaluated<()> {
        self.scratch.options.clear();
        let caller = self.me;
        if asked.status(self.state) == Status::Undecided {
            self.first_options(asked, caller)?;
        } else if let Some(entry) = asked.entry(self.state) {
            self.next_options(asked, entry)?;
        }
        self.me = caller;
        Ok(())
    }

    fn first_options(&mut self, asked: Asked<'_>, caller: i32) -> Evaluated<()> {
        let mut may_pass = asked.site.may;
        for (i, entry) in asked.site.menu.iter().enumerate() {
            let Some(action) = self.open_entry(asked, entry, caller, &mut may_pass)? else {
                continue;
            };
            let mut choice = Choice::plain(Chosen::Entry(i.to_u8()));
            self.list_ways(action, &mut choice)?;
        }
        self.add_ways_out(asked, may_pass)
    }

    /// The action of an entry that the seat may choose as far as its values play no part; `me` is
    /// then the seat.
    pub(super) fn open_entry(
        &mut self,
        asked: Asked<'_>,
        entry: &MenuEntry,
        caller: i32,
        may_pass: &mut bool,
    ) -> Evaluated<Option<&'p Action>> {
        if asked.is_used_up(entry, self.state) {
            return Ok(None);
        }
        // Another entry may have given the same action other values.
        self.scratch.found = None;
        let action = &self.program.actions[entry.action];
        self.me = caller;
        if !entry.arguments.is_empty() {
            self.bind_arguments(action, &entry.arguments)?;
        }
        self.me = asked.seat.word();
        if !self.all_hold(&action.needs)? {
            return Ok(None);
        }
        if let Some(test) = action.optional {
            *may_pass |= self.test(test)?;
        }
        Ok(Some(action))
    }

    /// Lists the ways through an action up to its next subset.
    pub(super) fn list_ways(&mut self, action: &Action, choice: &mut Choice) -> Evaluated<()> {
        self.extend(Stage::first(action), choice, Search::Collect).map(|_| ())
    }

    fn add_ways_out(&mut self, asked: Asked<'_>, may_pass: bool) -> Evaluated<()> {
        let (may_pass, may_stop) =
            self.ways_out(asked, may_pass, self.scratch.options.is_empty())?;
        if may_pass {
            self.scratch.options.push(Choice::plain(Chosen::Pass));
        }
        if may_stop {
            self.scratch.options.push(Choice::plain(Chosen::Done));
        }
        Ok(())
    }

    /// Whether the seat can pass, and whether it can leave a menu that repeats. Without an option
    /// nothing is asked at all, but in a window.
    pub(super) fn ways_out(
        &mut self,
        asked: Asked<'_>,
        may_pass: bool,
        no_option: bool,
    ) -> Evaluated<(bool, bool)> {
        let window = asked.site.is_window();
        if no_option && !window {
            return Ok((false, false));
        }
        let may_stop = match asked.site.done_when {
            _ if !asked.site.repeats => false,
            Some(test) => self.test(test)?,
            None => true,
        };
        Ok((may_pass || window, may_stop))
    }

    /// The options for the next step of an action that was chosen in part.
    fn next_options(&mut self, asked: Asked<'_>, entry: &MenuEntry) -> Evaluated<()> {
        let program = self.program;
        let action = &program.actions[entry.action];
        let stage = asked.stage(self.state, action);
        self.bind_arguments(action, &entry.arguments)?;
        self.me = asked.seat.word();
        self.bind_chosen(stage, asked.part);
        let Some(parameter) = stage.next() else { return Ok(()) };
        match parameter.domain {
            Domain::Subset { .. } => self.subset_options(asked, stage),
            Domain::Family(family) => self.family_options(asked, stage, family),
            Domain::Given(..) | Domain::Set(_) | Domain::Range { .. } | Domain::Bag { .. } => {
                let mut choice = Choice::plain(Chosen::Further);
                self.extend(stage, &mut choice, Search::Collect).map(|_| ())
            }
        }
    }

    /// The members that the seat can choose next, in no order, where these are all its options and
    /// one is as good as another. `None` where anything else has to be listed or asked.
    pub(super) fn mere_members(&mut self, asked: Asked<'_>) -> Evaluated<Option<Mere<'p>>> {
        let Some(entry) = asked.entry(self.state) else { return Ok(None) };
        let stage = asked.stage(self.state, &self.program.actions[entry.action]);
        let Some(parameter) = stage.next() else { return Ok(None) };
        let is_subset = matches!(parameter.domain, Domain::Subset { .. });
        if !is_subset || parameter.in_order || !stage.takes_any() {
            return Ok(None);
        }
        let caller = self.me;
        self.bind_arguments(stage.action, &entry.arguments)?;
        self.me = asked.seat.word();
        self.bind_chosen(stage, asked.part);
        let chosen = self.stored_set(stage.value_at(&self.program.memory, asked.part));
        let (candidates, least, most) = self.subset_bounds(parameter)?;
        self.me = caller;
        let wanted = least.min(most).saturating_sub(chosen.len());
        let more = wanted > 0 && candidates.len() >= least;
        Ok(more.then(|| Mere {
            members: candidates - chosen,
            stage,
            wanted,
            can_grow: most > least,
        }))
    }

    fn subset_options(&mut self, asked: Asked<'_>, stage: Stage<'_>) -> Evaluated<()> {
        let parameter = stage.parameter();
        let chosen = self.stored_set(stage.value_at(&self.program.memory, asked.part));
        let (candidates, least, most) = self.subset_bounds(parameter)?;
        if chosen.len() < most && parameter.in_order {
            self.members_in_order(stage, &chosen, &candidates, (least, most))?;
        } else if chosen.len() < most {
            let any = stage.takes_any();
            if any && candidates.len() < least {
                return Ok(());
            }
            for one in self.ordered(&candidates - &chosen, parameter) {
                if any {
                    self.scratch.options.push(Choice::plain(Chosen::Member(one)));
                    continue;
                }
                let with = &chosen | Bits::one(one);
                if self.completes(stage, &with, &candidates, (least, most))? {
                    self.scratch.options.push(Choice::plain(Chosen::Member(one)));
                }
            }
        }
        if chosen.len() >= least && self.fits(stage, &chosen)? {
            self.scratch.options.push(Choice::plain(Chosen::Enough));
        }
        Ok(())
    }

    /// Members behind the last one chosen, with which and with those behind it the subset can be
    /// completed.
    fn members_in_order(
        &mut self,
        stage: Stage<'_>,
        chosen: &Bits,
        candidates: &Bits,
        bounds: (usize, usize),
    ) -> Evaluated<()> {
        let parameter = stage.parameter();
        let order: Vec<u16> = self.ordered(candidates.clone(), parameter).collect();
        let next = order.iter().rposition(|&one| chosen.contains(one)).map_or(0, |last| last + 1);
        let mut behind: Bits = order[next..].iter().copied().collect();
        for &one in &order[next..] {
            behind.remove(one);
            let with = chosen | Bits::one(one);
            let within = &with | &behind;
            if self.completes(stage, &with, &within, bounds)? {
                self.scratch.options.push(Choice::plain(Chosen::Member(one)));
            }
        }
        Ok(())
    }

    /// The members a subset can have, and how many.
    pub(super) fn subset_bounds(
        &mut self,
        parameter: &Parameter,
    ) -> Evaluated<(Bits, usize, usize)> {
        let Domain::Subset { set, least, most } = parameter.domain else {
            return Ok((Bits::EMPTY, 0, 0));
        };
        let candidates = self.members(parameter.narrowed.unwrap_or(set))?;
        let least = self.number_of(least)?;
        let most = match most {
            Some(most) => self.number_of(most)?,
            None => candidates.len(),
        };
        let most = most.min(candidates.len());
        Ok((candidates, least, most))
    }

    /// How many a number says, most of which are written in the rules as they are.
    #[inline]
    pub(super) fn number_of(&mut self, count: NumId) -> Evaluated<usize> {
        let count = match self.program.terms.nums[count] {
            Num::Const(count) => count,
            _ => self.num(count)?,
        };
        Ok(count.max(0).to_usize())
    }

    /// Whether `chosen`, or something that contains it, is a legal subset with which the action can
    /// be completed.
    fn completes(
        &mut self,
        stage: Stage<'_>,
        chosen: &Bits,
        candidates: &Bits,
        bounds: (usize, usize),
    ) -> Evaluated<bool> {
        match self.totals(stage.parameter(), chosen, candidates, bounds)? {
            Some(totals) => self.completes_to(stage, &totals, chosen.clone(), bounds),
            None => self.completes_plainly(stage, chosen, candidates, bounds),
        }
    }

    fn completes_plainly(
        &mut self,
        stage: Stage<'_>,
        chosen: &Bits,
        candidates: &Bits,
        (least, most): (usize, usize),
    ) -> Evaluated<bool> {
        self.spend()?;
        if stage.takes_any() {
            return Ok(candidates.len().min(most) >= least);
        }
        if chosen.len() >= least && self.fits(stage, chosen)? {
            return Ok(true);
        }
        if chosen.len() >= most {
            return Ok(false);
        }
        // Each further member only once: after it was tried it is out for the rest of this search.
        let mut left = candidates - chosen;
        while let Some(one) = left.first() {
            left.remove(one);
            if chosen.len() + 1 + left.len() < least {
                break;
            }
            let with = chosen | Bits::one(one);
            let within = &with | &left;
            if self.completes_plainly(stage, &with, &within, (least, most))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether this very subset meets its needs and leaves a way to the end.
    pub(super) fn fits(&mut self, stage: Stage<'_>, chosen: &Bits) -> Evaluated<bool> {
        let parameter = stage.parameter();
        self.scratch.sets[parameter.temp].clone_from(chosen);
        for need in &parameter.needs {
            if !self.condition(need.test)? {
                return Ok(false);
            }
        }
        self.leads_on(stage)
    }

    /// Whether there is a way to the end behind the parameter at hand, which has its value.
    pub(super) fn leads_on(&mut self, stage: Stage<'_>) -> Evaluated<bool> {
        self.extend(stage.behind(), &mut Choice::plain(Chosen::Further), Search::Exists)
    }

    /// Tries all values of the parameters from the one at hand on. Collecting, it stops at the next
    /// subset and answers false; else it answers whether there is a way to the end.
    fn extend(&mut self, stage: Stage<'_>, choice: &mut Choice, search: Search) -> Evaluated<bool> {
        let Some(parameter) = stage.next() else {
            return if search == Search::Exists { Ok(true) } else { self.collect(choice) };
        };
        match parameter.domain {
            Domain::Given(..) => {
                Ok(self.all_hold(&parameter.needs)?
                    && self.extend(stage.behind(), choice, search)?)
            }
            Domain::Set(set) => {
                let set = self.members(set)?;
                if set.is_empty() && parameter.default_none {
                    return self.with_value(stage, NONE, choice, search);
                }
                if search == Search::Collect && stage.is_last() && parameter.is_unconditional() {
                    return self.collect_members(parameter, set, choice);
                }
                for one in self.ordered(set, parameter) {
                    if self.with_value(stage, i32::from(one), choice, search)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                for value in from..=to {
                    if self.with_value(stage, value, choice, search)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Domain::Bag { set, least, most } => {
                // Bags that were worked out before play are those that meet the needs.
                if let Some(bags) = &parameter.bags {
                    return self.with_bags(stage, (bags, &[]), choice, search);
                }
                let (words, sizes) = (self.set(set)?, self.num(least)?..=self.num(most)?);
                let bags = all_bags(&words, sizes).ok_or(FaultKind::OutOfRange)?;
                self.with_bags(stage, (&bags, &parameter.needs), choice, search)
            }
            Domain::Subset { .. } | Domain::Family(_) => {
                let possible = self.has_subset(stage)?;
                if search == Search::Exists {
                    Ok(possible)
                } else {
                    Ok(possible && self.collect(choice)?)
                }
            }
        }
    }

    /// Whether some subset leads to the end. Where nothing chosen before matters, that is found out
    /// once for an entry of a menu.
    fn has_subset(&mut self, stage: Stage<'_>) -> Evaluated<bool> {
        let parameter = stage.parameter();
        let question = Found { me: self.me, parameter: parameter.number, possible: true };
        if parameter.alone {
            for possible in [true, false] {
                if self.scratch.found == Some(Found { possible, ..question }) {
                    return Ok(possible);
                }
            }
        }
        let possible = match parameter.domain {
            Domain::Family(family) => match self.narrowing(parameter) {
                Some(narrowing) => self.has_fitting(narrowing, &mut |e| e.leads_on(stage))?,
                None => self.some_set(family, |e, one| e.fits(stage, &one))?,
            },
            _ => {
                let (candidates, least, most) = self.subset_bounds(parameter)?;
                self.completes(stage, &Bits::EMPTY, &candidates, (least, most))?
            }
        };
        self.scratch.found = Some(Found { possible, ..question });
        Ok(possible)
    }

    /// The members of a parameter's source in the order of the options. Where the chooser may not
    /// see what they are, that is the order of their places, which is public, or of cards in no
    /// order one that tells nothing.
    pub(super) fn ordered(
        &self,
        set: Bits,
        parameter: &Parameter,
    ) -> std::iter::Chain<std::vec::IntoIter<u16>, BitsIter> {
        let sorted =
            if parameter.by_place { self.by_place(&set, parameter.kind) } else { Vec::new() };
        let rest = if sorted.is_empty() { set } else { Bits::EMPTY };
        sorted.into_iter().chain(rest.iter())
    }

    /// The member of a parameter's source that so many precede in the order of the options.
    #[inline]
    pub(super) fn nth_in_order(&self, set: &Bits, parameter: &Parameter, n: usize) -> Option<u16> {
        if parameter.by_place { self.ordered(set.clone(), parameter).nth(n) } else { set.nth(n) }
    }

    /// Cards and slots by their places. Empty where their numbers are in this order.
    fn by_place(&self, set: &Bits, kind: ValueKind) -> Vec<u16> {
        let place =
            |slot: Slot| (self.state.instance_of(self.program, slot), self.slot_index(slot));
        let fixed = |slot: u16| (usize::from(slot)) < self.program.memory.fixed_slots;
        match kind {
            ValueKind::Card => {
                let mut cards: Vec<u16> = set.iter().collect();
                cards.sort_by_cached_key(|&card| {
                    let card = Card::from_number(card);
                    self.state.slot_of(card).map(|slot| (place(slot), self.among(slot, card)))
                });
                cards
            }
            ValueKind::Slot if !set.last().is_none_or(fixed) => {
                let mut slots: Vec<u16> = set.iter().collect();
                slots.sort_by_key(|&slot| place(Slot::from_number(slot)));
                slots
            }
            ValueKind::Slot
            | ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Word(_)
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Text => Vec::new(),
        }
    }

    /// What the cards of one place are sorted by in options: their heights; of those in no order
    /// first those that the chooser sees, then the others.
    fn among(&self, slot: Slot, card: Card) -> (bool, HiddenKey) {
        let seat = Seat::from_word(self.me).filter(|_| self.program.is_unordered(slot));
        match seat.map(|seat| (seat, self.state.lies_in_sight(self.program, seat, card))) {
            None if self.program.is_set(slot) => (false, (0, 0, card)),
            None => {
                let height = self.state.stack(slot).position(|one| one == card).unwrap_or(0);
                (false, (0, height as u64, card))
            }
            Some((_, true)) => (false, (0, 0, card)),
            Some((seat, false)) => (true, self.state.hidden_key(self.program, seat, card)),
        }
    }

    /// One option for each member of the last parameter's source, where no condition lies on them.
    fn collect_members(
        &mut self,
        parameter: &Parameter,
        set: Bits,
        choice: &Choice,
    ) -> Evaluated<bool> {
        if self.scratch.options.len() + set.len() > MOST_OPTIONS {
            return Err(FaultKind::TooManyOptions);
        }
        let mut option = *choice;
        option.count += 1;
        for one in self.ordered(set, parameter) {
            self.spend()?;
            *option.values.get_mut(usize::from(choice.count)).ok_or(FaultKind::TooManyValues)? =
                i32::from(one);
            self.scratch.options.push(option);
        }
        Ok(false)
    }

    fn collect(&mut self, choice: &Choice) -> Evaluated<bool> {
        if self.scratch.options.len() >= MOST_OPTIONS {
            return Err(FaultKind::TooManyOptions);
        }
        self.scratch.options.push(*choice);
        Ok(false)
    }

    fn with_value(
        &mut self,
        stage: Stage<'_>,
        value: i32,
        choice: &mut Choice,
        search: Search,
    ) -> Evaluated<bool> {
        let parameter = stage.parameter();
        self.spend()?;
        self.scratch.nums[parameter.temp] = value;
        if value != NONE && !self.all_hold(&parameter.filters)?
            || !self.all_hold(&parameter.needs)?
        {
            return Ok(false);
        }
        self.go_on(stage, value, choice, search)
    }

    fn go_on(
        &mut self,
        stage: Stage<'_>,
        value: i32,
        choice: &mut Choice,
        search: Search,
    ) -> Evaluated<bool> {
        let at = usize::from(choice.count);
        let Some(slot) = choice.values.get_mut(at) else { return Err(FaultKind::TooManyValues) };
        *slot = value;
        choice.count += 1;
        let found = self.extend(stage.behind(), choice, search);
        choice.count -= 1;
        found
    }

    /// Tries these bags for a parameter; only those that meet the needs.
    fn with_bags(
        &mut self,
        stage: Stage<'_>,
        (bags, needs): (&[i32], &[Need]),
        choice: &mut Choice,
        search: Search,
    ) -> Evaluated<bool> {
        let parameter = stage.parameter();
        for &bag in bags {
            self.spend()?;
            self.scratch.lists.bind(parameter.temp, unpack_bag(bag));
            if self.all_hold(needs)? && self.go_on(stage, bag, choice, search)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn all_hold(&mut self, needs: &[Need]) -> Evaluated<bool> {
        for need in needs {
            if !self.test(need.test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The seats for which some action of a window is possible as far as everybody can see.
    pub(super) fn concerned(&mut self, site: &Site, seats: SeatSet) -> Evaluated<SeatSet> {
        let program = self.program;
        let caller = self.me;
        let mut concerned = SeatSet::EMPTY;
        for entry in &site.menu {
            let action = &program.actions[entry.action];
            if !entry.arguments.is_empty() {
                self.bind_arguments(action, &entry.arguments)?;
            }
            if !self.open_for_all(action)? {
                continue;
            }
            for seat in seats - concerned {
                self.me = seat.word();
                if self.open_for_one(action)? {
                    concerned.insert(seat);
                }
            }
            self.me = caller;
        }
        Ok(concerned)
    }

    /// The public needs that do not look at who asks.
    fn open_for_all(&mut self, action: &Action) -> Evaluated<bool> {
        for need in action.needs.iter().filter(|need| need.public && need.for_all) {
            if !self.test(need.test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn open_for_one(&mut self, action: &Action) -> Evaluated<bool> {
        for need in action.needs.iter().filter(|need| need.public && !need.for_all) {
            if !self.test(need.test)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts the caller's arguments where the action's terms look for them.
    pub(super) fn bind_arguments(
        &mut self,
        action: &Action,
        arguments: &[Argument],
    ) -> Evaluated<()> {
        for parameter in &action.parameters {
            let Domain::Given(place, _) = parameter.domain else { continue };
            match arguments[usize::from(place)] {
                Argument::Num(value) => self.scratch.nums[parameter.temp] = self.num(value)?,
                Argument::Set(value) => self.scratch.sets[parameter.temp] = self.set(value)?,
                Argument::List(value) => {
                    let values = self.list(value)?;
                    self.scratch.lists.bind(parameter.temp, values);
                }
            }
        }
        Ok(())
    }

    /// Puts the values chosen so far where the action's terms look for them.
    pub(super) fn bind_chosen(&mut self, Stage { action, index: end }: Stage<'_>, part: usize) {
        for (index, parameter) in action.parameters.iter().enumerate().take(end) {
            if parameter.is_chosen() {
                let at = Stage { action, index }.value_at(&self.program.memory, part);
                self.bind_stored(parameter.temp, parameter.domain.carrier(), at);
            }
        }
    }

    fn bind_stored(&mut self, temp: Temp, carrier: Carrier, at: usize) {
        match carrier {
            Carrier::Num => self.scratch.nums[temp] = self.state.num(at),
            Carrier::Set => self.scratch.sets[temp] = self.stored_set(at),
            Carrier::List => self.scratch.lists.bind(temp, self.stored_list(at)),
        }
    }
}

/// Bits of a packed bag that count one word: so a bag has at most 15 of a word, of a list of at
/// most 7 words.
const BAG_BITS: u32 = 4;
/// The longest list of words that a bag can be of.
pub(crate) const BAG_OF: usize = 7;
/// The most words of a bag.
pub(crate) const BAG_SIZE: i32 = 15;

/// All bags of so many of these words, packed: the smallest first, of one size those with most of
/// the earlier words first; `None` where that is more words than a bag can have.
pub(crate) fn all_bags(words: &Bits, sizes: RangeInclusive<i32>) -> Option<Vec<i32>> {
    fn fill(words: &Bits, left: i32, bag: i32, bags: &mut Vec<i32>) {
        if left <= 0 {
            bags.push(bag);
            return;
        }
        let Some(first) = words.first() else { return };
        for of_first in (0..=left).rev() {
            fill(
                &(words - &Bits::one(first)),
                left - of_first,
                bag + (of_first << (BAG_BITS * u32::from(first))),
                bags,
            );
        }
    }
    if *sizes.end() > BAG_SIZE {
        return None;
    }
    let mut bags = Vec::new();
    for size in (*sizes.start()).max(0)..=*sizes.end() {
        fill(words, size, 0, &mut bags);
    }
    Some(bags)
}

/// The words of a packed bag, in the order of their list.
pub(super) fn unpack_bag(packed: i32) -> Values {
    let mut words = Values::new();
    for word in 0..BAG_OF.to_u32() {
        let count = packed >> (BAG_BITS * word) & ((1 << BAG_BITS) - 1);
        words.extend((0..count).map(|_| word.cast_signed()));
    }
    words
}

const _: () = assert!(BAG_SIZE < BAG_WORDS as i32);
