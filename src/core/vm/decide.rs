//! Asks seats, enters what they choose, settles whose choices count, and runs those. What can be
//! chosen is in `ask`.

use super::ask::{
    ASKED, Asked, Choice, Chosen, LEFT, Mere, ONCE, SEAT_WORDS, Stage, Status, TO_RUN,
};
use super::eval::{Eval, Evaluated};
use super::events::{Event, RandomKind, Trace};
use super::fault::FaultKind;
use super::frame::{HEADER, store_list};
use super::label::StepValue;
use super::run::{Machine, THERE};
use crate::program::code::{Pc, Settlement, Site, SiteKind};
use crate::program::ids::{SiteId, UnitId};
use crate::program::{Action, Domain, Parameter, ValueKind};
use crate::value::{Bits, Card, Narrow, Seat, SeatSet};

/// What came of asking somebody who answers at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answered {
    Taken,
    NoOption,
    /// The options have to be listed, or nobody answers at once.
    Unknown,
}

impl<'a, T: Trace> Machine<'a, T> {
    #[inline(never)]
    pub(super) fn ask(&mut self, site: SiteId, pc: Pc) -> Evaluated<Pc> {
        let program = self.eval.program;
        let site = &program.sites[site];
        let mut seats = SeatSet::from(self.eval().set(site.seats)?);
        if site.is_window() {
            seats = self.eval().concerned(site, seats)?;
        }
        if seats.is_empty() {
            return self.jump(pc, site.no_option);
        }
        let memory = self.eval.local(site.memory);
        self.eval.state.set_num(memory + ASKED, 0);
        self.eval.state.set_num(memory + TO_RUN, 0);
        self.eval.state.set_num(memory + LEFT, 0);
        for seat in seats {
            let asked = self.eval.asked(site, seat);
            self.eval.state.clear_nums(asked.part, usize::from(site.seat_words));
        }
        let asked = self.ask_seats(site, seats);
        if !matches!(asked, Ok(all) if !all.is_empty()) {
            // Nobody waits at a site that asks nobody, or that failed.
            self.eval.state.control.pending = SeatSet::EMPTY;
        }
        let all = asked?;
        if all.is_empty() {
            return self.jump(pc, site.no_option);
        }
        self.eval.state.set_seats(memory + ASKED, all);
        if self.eval.state.control.pending.is_empty() {
            return Ok(pc.next());
        }
        self.eval.state.control.pc = pc.next();
        Ok(THERE)
    }

    /// Asks those who have something to choose; single options, and who answers at
    /// once, are done with here.
    fn ask_seats(&mut self, site: &Site, seats: SeatSet) -> Evaluated<SeatSet> {
        let window = site.is_window();
        let mut all = SeatSet::EMPTY;
        for seat in seats {
            if self.eval.scratch.dice.is_some() && !T::TELLS {
                match self.answered(site, seat)? {
                    Answered::Taken => {
                        all.insert(seat);
                        continue;
                    }
                    Answered::NoOption => continue,
                    Answered::Unknown => {}
                }
            }
            // In a window even passing alone is a choice, for all to see: so it opens before
            // anybody's options are known.
            if !window || self.eval.scratch.dice.is_some() {
                let asked = self.eval.asked(site, seat);
                self.eval().options(asked)?;
                if self.eval.scratch.options.is_empty() {
                    continue;
                }
            }
            all.insert(seat);
            self.eval.state.control.pending.insert(seat);
            match site.kind {
                SiteKind::Alone if self.eval.scratch.asks_all => {}
                SiteKind::Together if self.eval.scratch.asks_all => self.foretell(site, seat)?,
                SiteKind::Alone | SiteKind::Together | SiteKind::Window(_) => {
                    self.take_known(site, seat)?;
                }
            }
        }
        Ok(all)
    }

    /// Takes the single options just listed, as [`Machine::take_known`] does, and tells of them. A
    /// seat that then has nothing left to choose is asked all the same: that it is done before
    /// others are would tell them so.
    fn foretell(&mut self, site: &Site, seat: Seat) -> Evaluated<()> {
        let before = (self.eval.scratch.options.len() == 1).then(|| self.eval.state.clone());
        self.take_known(site, seat)?;
        let is_done = !self.eval.state.control.pending.contains(seat);
        if let Some(before) = before.filter(|_| is_done) {
            *self.eval.state = before;
        }
        Ok(())
    }

    /// Takes a choice for the seat at once where the options need not be listed to be counted.
    fn answered(&mut self, site: &Site, seat: Seat) -> Evaluated<Answered> {
        let asked = self.eval.asked(site, seat);
        let count = match self.eval().count_options(asked)? {
            None => return Ok(Answered::Unknown),
            Some(0) => return Ok(Answered::NoOption),
            Some(count) => count,
        };
        let taken = self.eval.taken(site, seat, count);
        let Some(choice) = taken.and_then(|n| self.eval.scratch.counted.nth(self.eval.program, n))
        else {
            return Ok(Answered::Unknown);
        };
        self.eval.refuel(count);
        self.eval.state.control.pending.insert(seat);
        self.eval.commit(site, seat, &choice)?;
        Ok(Answered::Taken)
    }

    /// Takes single options for a seat, as long as there is but one. In a window even passing is
    /// asked, for all to see.
    pub(super) fn take_forced(&mut self, site: &Site, seat: Seat) -> Evaluated<()> {
        if self.eval.state.control.pending.contains(seat) {
            let asked = self.eval.asked(site, seat);
            self.eval().options(asked)?;
            self.take_known(site, seat)?;
        }
        Ok(())
    }

    /// From the options just listed: takes a single one, or what is answered at once, until neither
    /// is to be had.
    fn take_known(&mut self, site: &Site, seat: Seat) -> Evaluated<()> {
        loop {
            let count = self.eval.scratch.options.len();
            let taken = self.eval.taken(site, seat, count);
            let Some(choice) = taken.and_then(|i| self.eval.scratch.options.get(i)).copied() else {
                return Ok(());
            };
            if T::TELLS && count == 1 {
                self.tell_forced(site, seat, &choice);
            }
            self.eval.refuel(count);
            self.eval.commit(site, seat, &choice)?;
            if !self.eval.state.control.pending.contains(seat) {
                return Ok(());
            }
            let asked = self.eval.asked(site, seat);
            self.eval().options(asked)?;
        }
    }

    fn tell_forced(&mut self, site: &Site, seat: Seat, only: &Choice) {
        let asked = self.eval.asked(site, seat);
        let viewer = self.knowing.then_some(seat);
        let mut step = super::label::step(self.eval.program, self.eval.state, asked, only, viewer);
        step.given = self.given(asked, only);
        let (step, secret) = (Box::new(step), site.kind == SiteKind::Together);
        self.tell(|_| Event::Forced { seat, step, secret });
    }

    /// What the caller gives the action that a choice begins, as far as everybody can work it out.
    pub(super) fn given(&mut self, asked: Asked<'_>, choice: &Choice) -> Box<[StepValue]> {
        let Chosen::Entry(entry) = choice.what else { return Box::default() };
        let entry = &asked.site.menu[usize::from(entry)];
        let program = self.eval.program;
        let action = &program.actions[entry.action];
        if entry.open == 0 || self.eval().bind_arguments(action, &entry.arguments).is_err() {
            return Box::default();
        }
        let given = |(number, parameter): (usize, &Parameter)| {
            let Domain::Given(place, _) = parameter.domain else { return None };
            let value = self.eval.scratch.nums[parameter.temp];
            let word =
                || super::label::value(program, self.eval.state, parameter.kind, value, None);
            let card = Card::from_word(value).filter(|_| parameter.kind == ValueKind::Card);
            (entry.open >> place & 1 == 1).then(|| StepValue {
                parameter: number.to_u8(),
                word: word().into(),
                card,
                seen_by: card
                    .map_or(SeatSet::EMPTY, |card| self.eval.state.seen_in_place(program, card)),
            })
        };
        action.parameters.iter().enumerate().filter_map(given).collect()
    }

    /// Works something out that may be another seat's business.
    pub(super) fn keeping_me<R>(&mut self, work: impl FnOnce(&mut Eval<'a>) -> R) -> R {
        let caller = self.eval.me;
        let eval = self.eval();
        let result = work(eval);
        eval.me = caller;
        result
    }

    #[inline(never)]
    pub(super) fn settle(&mut self, site: SiteId) -> Evaluated<()> {
        let program = self.eval.program;
        let site = &program.sites[site];
        let memory = self.eval.local(site.memory);
        let all = self.eval.state.seats(memory + ASKED);
        let takes = |&seat: &Seat| matches!(self.status(site, seat), Status::Entry(_));
        let takers = all.iter().filter(takes).collect();
        if site.kind == SiteKind::Alone {
            self.use_up(site, all);
        }
        let counted = match site.kind {
            SiteKind::Alone | SiteKind::Together => takers,
            SiteKind::Window(how) => self.heard(site, how, takers)?,
        };
        self.eval.state.set_seats(memory + TO_RUN, counted);
        Ok(())
    }

    fn status(&self, site: &Site, seat: Seat) -> Status {
        self.eval.asked(site, seat).status(self.eval.state)
    }

    /// Marks a `once` group as used, and whether the menu is left.
    fn use_up(&mut self, site: &Site, all: SeatSet) {
        let Some(seat) = all.lowest() else { return };
        let memory = self.eval.local(site.memory);
        match self.status(site, seat) {
            Status::Undecided => {}
            Status::Passed | Status::Finished => self.eval.state.set_num(memory + LEFT, 1),
            Status::Entry(number) => {
                if let Some(group) = site.menu.get(number).and_then(|entry| entry.once) {
                    let used = self.eval.state.num(memory + ONCE) | 1 << group;
                    self.eval.state.set_num(memory + ONCE, used);
                }
            }
        }
    }

    /// Whose interruption counts, of those who interrupt. Who tried is then known to all; where all
    /// are heard, of each when its turn comes, as only then it is known whether it comes too late.
    fn heard(&mut self, site: &Site, how: Settlement, takers: SeatSet) -> Evaluated<SeatSet> {
        let heard = match how {
            Settlement::Everyone => return Ok(takers),
            Settlement::Random if takers.len() > 1 => {
                let n = takers.len();
                let kind = if n == 2 { RandomKind::Coin } else { RandomKind::Choice };
                let chosen = self.eval().lot(kind, n);
                let seat = takers.iter().nth(chosen.to_usize()).unwrap_or(Seat::FIRST);
                self.tell(|_| Event::Random {
                    kind,
                    n,
                    result: chosen.cast_signed() + 1,
                    open: true,
                });
                SeatSet::of(seat)
            }
            Settlement::Random => takers,
            Settlement::TurnOrder { from } => {
                let first = match from {
                    Some(from) => self.eval().num(from)?,
                    None => self.eval.active,
                };
                let n = i32::from(self.eval.program.seats);
                let step = if self.eval.state.control.backwards { n - 1 } else { 1 };
                let seat = |i: i32| Seat::from_number(((first.max(0) + i * step) % n).to_u8());
                let order = (0..n).map(seat);
                order.filter(|&seat| takers.contains(seat)).take(1).collect()
            }
        };
        for seat in takers {
            let entry = self.eval.asked(site, seat).entry(self.eval.state);
            let Some(entry) = entry else { continue };
            self.tell(|_| Event::Taken {
                seat,
                action: entry.action,
                counts: heard.contains(seat),
            });
        }
        Ok(heard)
    }

    #[inline(never)]
    pub(super) fn next_choice(&mut self, site: SiteId, done: Pc, pc: Pc) -> Evaluated<Pc> {
        let program = self.eval.program;
        let site = &program.sites[site];
        let memory = self.eval.local(site.memory);
        let left = self.eval.state.seats(memory + TO_RUN);
        let Some(seat) = left.lowest() else { return Ok(done) };
        self.eval.state.set_seats(memory + TO_RUN, left.without(seat));
        let asked = self.eval.asked(site, seat);
        let Some(action) = self.eval.action_of(asked) else { return Ok(pc) };
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            let counts = self.still_legal(asked, action)?;
            if let Some(entry) = asked.entry(self.eval.state) {
                self.tell(|_| Event::Taken { seat, action: entry.action, counts });
            }
            if !counts {
                return Ok(pc);
            }
        }
        let Some(unit) = action.unit else { return Ok(pc) };
        self.enter_body(asked, action, unit, pc)?;
        Ok(THERE)
    }

    /// Whether what a seat chose could be chosen still, on what others have left since.
    fn still_legal(&mut self, asked: Asked<'_>, action: &Action) -> Evaluated<bool> {
        self.keeping_me(|eval| {
            eval.prepare(asked, Stage { action, index: action.parameters.len() })?;
            if !eval.all_hold(&action.needs)? {
                return Ok(false);
            }
            for parameter in &action.parameters {
                if !eval.is_still_offered(parameter)? || !eval.all_hold(&parameter.needs)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// The frame of an action's body, with the values that were chosen and those that the caller
    /// gave.
    #[inline(never)]
    fn enter_body(
        &mut self,
        asked: Asked<'_>,
        action: &Action,
        unit: UnitId,
        pc: Pc,
    ) -> Evaluated<()> {
        let program = self.eval.program;
        let Some(entry) = asked.entry(self.eval.state) else { return Ok(()) };
        let info = &program.units[unit];
        let base = self.eval.state.control.top.to_usize() + HEADER;
        if !self.eval.has_room(info.words) {
            return Err(FaultKind::TooDeep);
        }
        for (index, (parameter, (local, carrier))) in
            action.parameters.iter().zip(&info.parameters).enumerate()
        {
            let to = base + local.index();
            if let Domain::Given(place, _) = parameter.domain {
                self.pass(entry.arguments[usize::from(place)], to)?;
                continue;
            }
            let from = Stage { action, index }.value_at(&self.eval.program.memory, asked.part);
            for word in 0..usize::from(self.eval.program.memory.words_of(*carrier)) {
                let value = self.eval.state.num(from + word);
                self.eval.state.set_num(to + word, value);
            }
        }
        self.eval.push(unit, pc, asked.seat.word(), self.eval.active)
    }
}

impl<'a> Eval<'a> {
    /// A choice gives new fuel; where there was nothing to choose, rules could go on so for ever.
    #[inline]
    pub(super) fn refuel(&mut self, options: usize) {
        if options > 1 {
            self.scratch.fuel = self.program.fuel;
        }
    }

    /// One seat at a site of the running frame.
    pub(super) fn asked<'s>(&self, site: &'s Site, seat: Seat) -> Asked<'s> {
        Asked::new(site, seat, self.local(site.memory))
    }

    /// Enters a step that a seat has chosen. The seat stays asked while its action has more to
    /// choose.
    pub(super) fn commit(&mut self, site: &Site, seat: Seat, choice: &Choice) -> Evaluated<()> {
        let asked = self.asked(site, seat);
        match choice.what {
            Chosen::Pass => self.decide(asked, Status::Passed),
            Chosen::Done => self.decide(asked, Status::Finished),
            Chosen::Entry(entry) => {
                asked.set_status(self.state, Status::Entry(usize::from(entry)));
                self.state.set_num(asked.part + 1, 0);
                self.enter_scalars(asked, choice)?;
            }
            Chosen::Further => self.enter_scalars(asked, choice)?,
            Chosen::Member(one) => self.enter_members(asked, &Bits::one(one))?,
            Chosen::Enough => self.advance_parameter(asked, 1),
        }
        Ok(())
    }

    fn decide(&mut self, asked: Asked<'_>, status: Status) {
        asked.set_status(self.state, status);
        self.state.control.pending.remove(asked.seat);
    }

    fn action_of(&self, asked: Asked<'_>) -> Option<&'a Action> {
        Some(&self.program.actions[asked.entry(self.state)?.action])
    }

    fn enter_scalars(&mut self, asked: Asked<'_>, choice: &Choice) -> Evaluated<()> {
        let Some(action) = self.action_of(asked) else { return Ok(()) };
        let mut values = choice.values[..usize::from(choice.count)].iter();
        let first = asked.next(self.state);
        let mut entered = 0;
        for (index, parameter) in action.parameters.iter().enumerate().skip(first) {
            let at = Stage { action, index }.value_at(&self.program.memory, asked.part);
            match parameter.domain {
                Domain::Given(..) => {}
                Domain::Subset { .. } | Domain::Family(_) => break,
                Domain::Set(_) | Domain::Range { .. } => {
                    let Some(&value) = values.next() else { break };
                    self.state.set_num(at, value);
                }
                Domain::Bag { .. } => {
                    let Some(&value) = values.next() else { break };
                    store_list(self.state, at, super::ask::unpack_bag(value).as_slice())?;
                }
            }
            entered += 1;
        }
        self.advance_parameter(asked, entered);
        Ok(())
    }

    /// Adds members to the subset that the seat is choosing.
    fn enter_members(&mut self, asked: Asked<'_>, more: &Bits) -> Evaluated<()> {
        let Some(action) = self.action_of(asked) else { return Ok(()) };
        let stage = asked.stage(self.state, action);
        let chosen = self.choose_members(asked, stage, more);
        let caller = self.me;
        let prepared = self.prepare(asked, stage);
        let grows = prepared.and_then(|()| self.can_have_more(stage.parameter(), chosen));
        self.me = caller;
        if !grows? {
            self.advance_parameter(asked, 1);
        }
        Ok(())
    }

    /// Adds members of which one is as good as another to the subset that the seat is choosing: as
    /// many as are wanted, or fewer.
    pub(super) fn enter_mere_members(&mut self, asked: Asked<'_>, mere: &Mere<'_>, members: &Bits) {
        self.choose_members(asked, mere.stage, members);
        if !mere.can_grow && members.len() >= mere.wanted {
            self.advance_parameter(asked, 1);
        }
    }

    /// Adds members to the subset at hand: how many it has then.
    fn choose_members(&mut self, asked: Asked<'_>, stage: Stage<'_>, more: &Bits) -> usize {
        let at = stage.value_at(&self.program.memory, asked.part);
        let chosen = self.stored_set(at) | more;
        self.store_set(at, &chosen);
        chosen.len()
    }

    fn advance_parameter(&mut self, asked: Asked<'_>, by: usize) {
        let next = asked.next(self.state) + by;
        self.state.set_num(asked.part + 1, next.to_i32());
        let complete = self.action_of(asked).is_none_or(|action| next >= action.parameters.len());
        if complete {
            self.state.control.pending.remove(asked.seat);
        }
    }

    /// Whether the value that was chosen for a parameter, which is at hand, is one of its source
    /// still.
    fn is_still_offered(&mut self, parameter: &Parameter) -> Evaluated<bool> {
        let temp = parameter.temp;
        Ok(match parameter.domain {
            Domain::Given(..) => true,
            Domain::Set(set) => {
                let (value, members) = (self.scratch.nums[temp], self.set(set)?);
                match u16::try_from(value) {
                    Ok(member) => members.contains(member) && self.all_hold(&parameter.filters)?,
                    // None is chosen where there is nothing else.
                    Err(_) => members.is_empty(),
                }
            }
            Domain::Range { from, to } => {
                let (value, range) = (self.scratch.nums[temp], self.num(from)?..=self.num(to)?);
                range.contains(&value) && self.all_hold(&parameter.filters)?
            }
            Domain::Subset { .. } => {
                let chosen = self.scratch.sets[temp].clone();
                let (candidates, least, most) = self.subset_bounds(parameter)?;
                chosen.is_subset(&candidates) && (least..=most).contains(&chosen.len())
            }
            Domain::Family(family) => {
                let chosen = self.scratch.sets[temp].clone();
                self.in_family(&chosen, family)?
            }
            Domain::Bag { set, least, most } => {
                let words = self.set(set)?;
                let amount = self.number_of(least)?..=self.number_of(most)?;
                let chosen = self.scratch.lists.of(temp);
                let is_offered = |&word: &i32| u16::try_from(word).is_ok_and(|w| words.contains(w));
                let chosen = chosen.as_slice();
                amount.contains(&chosen.len()) && chosen.iter().all(is_offered)
            }
        })
    }

    /// Makes the values chosen so far visible to the action's terms.
    fn prepare(&mut self, asked: Asked<'_>, stage: Stage<'_>) -> Evaluated<()> {
        if let Some(entry) = asked.entry(self.state) {
            self.bind_arguments(stage.action, &entry.arguments)?;
        }
        self.me = asked.seat.word();
        self.bind_chosen(stage, asked.part);
        Ok(())
    }
}

const _: () = assert!(SEAT_WORDS == 2);
