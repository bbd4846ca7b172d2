//! Decisions: options are counted, not listed, and dice take one of them.
//!
//! Several seats may choose at one place. Nobody's dice are thrown before it is known that the
//! options of all can be counted: else the machine would ask, and throw, once more.

use super::{Left, Lowered, Lowering, words_of};
use crate::ir::build::Num;
use crate::ir::{
    Argument, Binary, BlockId, Checked, Control, End, Helper, Inst, Measure, Place, Reg, Type,
};
use crate::program::code::{
    ASKED, FINISHED, LEFT, MOST_OPTIONS, MenuEntry, Op, PASSED, Pc, SEAT_WORDS, SITE_WORDS,
    Settlement, Site, SiteKind, TO_RUN,
};
use crate::program::ids::SiteId;
use crate::program::terms::{self, Set, TestId};
use crate::program::{Domain, Need};
use crate::value::{NONE, Narrow};

/// The most entries of a menu whose options are counted here.
const MENU: usize = 8;

/// One entry's options, once they are counted.
struct Counted {
    /// A number that is written on several ways.
    count: Reg,
    values: Values,
}

/// The values of an action's only parameter.
#[derive(Clone, Copy)]
enum Values {
    None,
    Members(Reg),
    From(Reg),
}

/// What a seat can choose from.
struct Options {
    entries: Vec<Counted>,
    total: Num,
    may_pass: Num,
    may_stop: Num,
}

impl Lowering<'_> {
    pub fn asks(&mut self, pc: Pc, number: SiteId) -> Lowered<()> {
        let site = &self.program.sites[number];
        let window = matches!(site.kind, SiteKind::Window(_));
        let settles = Op::Settle { site: number };
        let code = &self.program.code;
        if (window && !site.may)
            || (!window && code.get(Pc::new(pc.index() + 1)) != Some(&settles))
            || site.menu.len() > MENU
            || site.menu.iter().any(|entry| !entry.arguments.is_empty())
        {
            return Err(Left);
        }
        let dice = self.b.read(Control::Dice);
        self.b.exit_unless(dice);
        let seats = self.set(site.seats)?;
        let nobody = self.b.block();
        if window {
            self.opens(site, nobody)?;
        }
        let caller = self.own();
        if !self.is_one_seat(site) {
            // Whether all can be asked: of no use where nothing can be in the way.
            let before = self.b.mark();
            self.each_seat(site, seats, caller, |l, _, next| {
                l.options(site)?;
                l.b.jump(next);
                Ok(())
            })?;
            if !self.b.may_exit_since(&before) {
                self.b.back_to(before);
            }
        }
        let zero = self.b.constant(0);
        let [all, takers, leaves] = [(); 3].map(|()| self.b.variable(zero));
        self.each_seat(site, seats, caller, |l, seat, next| {
            let one = l.b.constant(1);
            let bit = l.b.binary(Binary::ShiftLeft, one, seat);
            let (what, value) = l.choose(site, seat, window)?;
            l.enters(site, seat, what, value);
            let what = l.b.value_of(what, true);
            let chooses = l.b.compare(Binary::NotEqual, what, 0);
            l.joins(all, bit, chooses);
            let acts = l.b.compare(Binary::Greater, what, 0);
            l.joins(takers, bit, acts);
            if site.kind == SiteKind::Alone {
                let left = l.b.compare(Binary::Less, what, 0);
                l.b.set(leaves, left);
            }
            l.b.jump(next);
            Ok(())
        })?;
        let asked = self.b.value_of(all, true);
        let some = self.b.compare(Binary::NotEqual, asked, 0);
        if window {
            self.b.go_on_if(some, nobody);
        }
        let memory = site.memory.index();
        let word = |offset: usize| Place::Local((memory + offset).to_u32());
        self.b.store(word(ASKED), asked);
        let left = self.b.value_of(leaves, true);
        self.b.store(word(LEFT), left);
        let run = if window { zero } else { self.b.value_of(takers, true) };
        self.b.store(word(TO_RUN), run);
        if !window {
            self.b.go_on_if(some, nobody);
        }
        self.goes_to(if window { pc.next() } else { pc.next().next() })?;
        self.b.switch_to(nobody);
        self.goes_to(site.no_option)
    }

    /// Whether a site asks one seat at most.
    fn is_one_seat(&self, site: &Site) -> bool {
        match self.program.terms.sets[site.seats] {
            Set::One(_) => true,
            Set::Const(set) => self.program.constants[set].len() <= 1,
            _ => false,
        }
    }

    /// Adds a seat's bit to a mask where a condition holds.
    fn joins(&mut self, mask: Reg, bit: Num, test: Num) {
        let old = self.b.value_of(mask, true);
        let with = self.b.binary(Binary::Or, old, bit);
        let new = self.b.select(test, with, old);
        self.b.set(mask, new);
    }

    /// Goes to `nobody` where a window is nobody's business, as all can see.
    fn opens(&mut self, site: &Site, nobody: BlockId) -> Lowered<()> {
        let open = self.b.block();
        for entry in &site.menu {
            let needs = self.program.actions[entry.action].needs.iter();
            let tests: Vec<TestId> =
                needs.filter(|need| need.public && need.for_all).map(|need| need.test).collect();
            let next = self.b.block();
            self.on_a_way(|l| {
                for test in tests {
                    let holds = l.test(test)?;
                    l.b.go_on_if(holds, next);
                }
                l.b.jump(open);
                Ok(())
            })?;
            self.b.switch_to(next);
        }
        self.b.jump(nobody);
        self.b.switch_to(open);
        Ok(())
    }

    /// Does something with each seat that is asked as `me`; `body` is given the block that comes
    /// behind it.
    fn each_seat(
        &mut self,
        site: &Site,
        seats: Reg,
        caller: Num,
        mut body: impl FnMut(&mut Self, Num, BlockId) -> Lowered<()>,
    ) -> Lowered<()> {
        let all = i32::from(self.program.seats);
        self.each(seats, NO_TEMP, |l, seat| {
            let seat = Num { limit: seat.limit.or(Some(all)), ..seat };
            l.impersonate(seat);
            let next = l.b.block();
            if matches!(site.kind, SiteKind::Window(_)) {
                l.concerns(site, next)?;
            }
            body(l, seat, next)?;
            l.b.switch_to(next);
            l.impersonate(caller);
            Ok(())
        })
    }

    /// Goes to `next` where no action of a window is possible for `me`, as all can see.
    fn concerns(&mut self, site: &Site, next: BlockId) -> Lowered<()> {
        let concerned = self.b.block();
        for entry in &site.menu {
            let needs = self.program.actions[entry.action].needs.iter();
            let tests: Vec<TestId> =
                needs.filter(|need| need.public).map(|need| need.test).collect();
            let other = self.b.block();
            self.on_a_way(|l| {
                for test in tests {
                    let holds = l.test(test)?;
                    l.b.go_on_if(holds, other);
                }
                l.b.jump(concerned);
                Ok(())
            })?;
            self.b.switch_to(other);
        }
        self.b.jump(next);
        self.b.switch_to(concerned);
        Ok(())
    }

    /// Counts the options of `me`. Too many are a side exit.
    fn options(&mut self, site: &Site) -> Lowered<Options> {
        let actions = &self.program.actions;
        let optional = site.menu.iter().any(|entry| actions[entry.action].optional.is_some());
        let as_said = self.b.constant(site.may.into());
        let may_pass = self.b.variable(as_said);
        let mut entries = Vec::new();
        for entry in &site.menu {
            entries.push(self.entry(entry, may_pass)?);
        }
        let mut total = self.b.constant(0);
        for entry in &entries {
            let count = self.b.value_of(entry.count, true);
            total = self.b.binary(Binary::Add, total, count);
        }
        if entries.iter().any(|entry| matches!(entry.values, Values::From(_))) {
            let fits = self.b.compare(Binary::LessEqual, total, MOST_OPTIONS.to_i32());
            self.b.exit_unless(fits);
        }
        let some = self.b.compare(Binary::NotEqual, total, 0);
        let no = self.b.constant(0);
        let may_stop = match (site.repeats, site.done_when) {
            (false, _) => no,
            (true, None) => some,
            (true, Some(test)) => self.either(some, |l| l.test(test), |_| Ok(no))?,
        };
        let may_pass = if optional { self.b.value_of(may_pass, true) } else { as_said };
        Ok(Options { entries, total, may_pass, may_stop })
    }

    /// Counts the options of one entry. Values that others depend on, those that the caller gives,
    /// and those that are chosen one after the other are left.
    fn entry(&mut self, entry: &MenuEntry, may_pass: Reg) -> Lowered<Counted> {
        let action = &self.program.actions[entry.action];
        if !entry.arguments.is_empty() || entry.once.is_some() {
            return Err(Left);
        }
        let zero = self.b.constant(0);
        let count = self.b.variable(zero);
        let behind = self.b.block();
        // The first condition is always asked: what it came to is known to the other entries.
        let mut needs: &[Need] = &action.needs;
        if let Some((first, others)) = needs.split_first() {
            let holds = self.test(first.test)?;
            self.b.go_on_if(holds, behind);
            needs = others;
        }
        let values = self.on_a_way(|l| {
            for need in needs {
                let holds = l.test(need.test)?;
                l.b.go_on_if(holds, behind);
            }
            if let Some(test) = action.optional {
                let may = l.test(test)?;
                let old = l.b.value_of(may_pass, true);
                let new = l.b.binary(Binary::Or, old, may);
                l.b.set(may_pass, new);
            }
            let (values, number) = l.values(entry)?;
            l.b.set(count, number);
            l.b.jump(behind);
            Ok(values)
        })?;
        self.b.switch_to(behind);
        Ok(Counted { count, values })
    }

    /// The values of an action's only parameter, and how many they are.
    fn values(&mut self, entry: &MenuEntry) -> Lowered<(Values, Num)> {
        let action = &self.program.actions[entry.action];
        let only = match action.parameters.as_slice() {
            [] => return Ok((Values::None, self.b.constant(1))),
            [only] if !only.by_place && !only.default_none => only,
            _ => return Err(Left),
        };
        let filters = if only.narrowed.is_none() { only.filters.as_slice() } else { &[] };
        let tests: Vec<TestId> = only.needs.iter().chain(filters).map(|need| need.test).collect();
        let set = match (only.narrowed, only.domain) {
            (Some(narrowed), Domain::Set(_)) => narrowed,
            (_, Domain::Set(set)) => set,
            (_, Domain::Range { from, to }) if tests.is_empty() => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                for end in [from, to] {
                    let there = self.b.is_some(end);
                    self.b.exit_unless(there);
                }
                let length = self.b.register(Type::Num);
                let (left, right) = (to.reg, from.reg);
                self.b.emit(Inst::Checked { op: Checked::Subtract, to: length, left, right });
                let (length, one) = (self.b.value_of(length, true), self.b.constant(1).reg);
                let to = self.b.register(Type::Num);
                self.b.emit(Inst::Checked { op: Checked::Add, to, left: length.reg, right: one });
                let count = self.b.value_of(to, true);
                let count = self.b.compare(Binary::Max, count, 0);
                return Ok((Values::From(from.reg), count));
            }
            _ => return Err(Left),
        };
        let mut members = self.set(set)?;
        if !tests.is_empty() {
            let all = self.b.measure(Measure::Count, members);
            self.b.spend(all);
        }
        for test in tests {
            members = self.narrowed(members, only.temp, test, true)?;
        }
        let count = self.b.measure(Measure::Count, members);
        Ok((Values::Members(members), count))
    }

    /// Lets the dice choose for `me`, which is this seat: what is written down of it, 0 without an
    /// option, and the value that was chosen.
    fn choose(&mut self, site: &Site, seat: Num, window: bool) -> Lowered<(Reg, Reg)> {
        let options = self.options(site)?;
        let nothing = self.b.constant(if window { PASSED } else { 0 });
        let (none, zero) = (self.b.constant(NONE), self.b.constant(0));
        let (what, value) = (self.b.variable(nothing), self.b.variable(none));
        let behind = self.b.block();
        let some = self.b.compare(Binary::NotEqual, options.total, 0);
        self.b.go_on_if(some, behind);
        let ways = self.b.binary(Binary::Add, options.total, options.may_pass);
        let ways = self.b.binary(Binary::Add, ways, options.may_stop);
        let several = self.b.compare(Binary::Greater, ways, 1);
        let taken = self.either(
            several,
            |l| Ok(Num { some: true, ..l.b.call(Helper::Pick, [seat, ways]) }),
            |_| Ok(zero),
        )?;
        let left = self.b.variable(taken);
        // Without a way out it is one of the last entry's, if it is none of the others'.
        let sure = options.may_pass.known == Some(0) && options.may_stop.known == Some(0);
        for (number, entry) in (1..).zip(&options.entries) {
            let (here, next) = (self.b.block(), self.b.block());
            let (at, count) = (self.b.value_of(left, true), self.b.value_of(entry.count, true));
            if sure && number.to_usize() == options.entries.len() {
                self.b.jump(here);
            } else {
                let test = self.b.binary(Binary::Less, at, count);
                self.b.end(End::If { test: test.reg, then: here, otherwise: next });
            }
            self.b.switch_to(here);
            let number = self.b.constant(number);
            self.b.set(what, number);
            match entry.values {
                Values::None => {}
                Values::Members(members) => {
                    let member = self.b.nth(members, at);
                    self.b.set(value, member);
                }
                Values::From(first) => {
                    let first = self.b.value_of(first, true);
                    let chosen = self.b.binary(Binary::Add, first, at);
                    self.b.set(value, chosen);
                }
            }
            self.b.jump(behind);
            self.b.switch_to(next);
            let rest = self.b.binary(Binary::Subtract, at, count);
            self.b.set(left, rest);
        }
        let at = self.b.value_of(left, true);
        let first = self.b.compare(Binary::Equal, at, 0);
        let passes = self.b.binary(Binary::And, first, options.may_pass);
        let (passed, finished) = (self.b.constant(PASSED), self.b.constant(FINISHED));
        let way_out = self.b.select(passes, passed, finished);
        self.b.set(what, way_out);
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok((what, value))
    }

    /// Writes down what a seat chose.
    fn enters(&mut self, site: &Site, seat: Num, what: Reg, value: Reg) {
        let part = self.part(site, seat);
        let (zero, none) = (self.b.constant(0), NONE);
        let (what, value) = (self.b.value_of(what, true), self.b.value_of(value, false));
        let entered = self.b.compare(Binary::NotEqual, value, none);
        let value = self.b.select(entered, value, zero);
        self.b.store(part.word(0), what);
        self.b.store(part.word(1), entered);
        if site.seat_words > 2 {
            self.b.store(part.word(2), value);
        }
        if site.seat_words > 3 {
            let words = u32::from(site.seat_words) - 3;
            self.b.emit(Inst::Clear { at: part.word(3), words });
        }
    }

    /// The part of a site's memory that is a seat's.
    fn part(&mut self, site: &Site, seat: Num) -> Part {
        let at = site.memory.index().to_u32() + u32::from(SITE_WORDS);
        if site.kind == SiteKind::Alone {
            return Part { at, further: None };
        }
        if let Some(known) = seat.known {
            let at = at + known.to_u32() * u32::from(site.seat_words);
            return Part { at, further: None };
        }
        let words = self.b.constant(i32::from(site.seat_words));
        Part { at, further: Some(self.b.binary(Binary::Multiply, seat, words).reg) }
    }

    pub fn next_choice(&mut self, pc: Pc, site: SiteId, done: Pc) -> Lowered<()> {
        let site = &self.program.sites[site];
        if matches!(site.kind, SiteKind::Window(Settlement::Everyone)) {
            return Err(Left);
        }
        let to_run = Place::Local((site.memory.index() + TO_RUN).to_u32());
        let left = self.b.load_some(to_run);
        let (some, behind) = (self.b.compare(Binary::NotEqual, left, 0), self.b.block());
        self.b.go_on_if(some, behind);
        let to = self.b.register(Type::Num);
        self.b.emit(Inst::LowestBit { to, of: left.reg });
        let seat = self.b.value_of(to, true);
        let one = self.b.constant(1);
        let rest = self.b.binary(Binary::Subtract, left, one);
        let rest = self.b.binary(Binary::And, left, rest);
        let part = self.part(site, seat);
        let entry = self.b.load_some(part.word(0));
        for (number, of_menu) in (1..).zip(&site.menu) {
            let next = self.b.block();
            let here = self.b.compare(Binary::Equal, entry, number);
            self.b.go_on_if(here, next);
            self.runs_choice(pc, of_menu, (seat, part), (to_run, rest))?;
            self.b.switch_to(next);
        }
        self.b.end(End::Exit);
        self.b.switch_to(behind);
        self.goes_to(done)
    }

    /// Runs the body of what a seat chose, and comes back for the next.
    fn runs_choice(
        &mut self,
        pc: Pc,
        entry: &MenuEntry,
        (seat, part): (Num, Part),
        (to_run, rest): (Place, Num),
    ) -> Lowered<()> {
        let action = &self.program.actions[entry.action];
        let head = self.block_of[&pc];
        let Some(unit) = action.unit else {
            self.b.store(to_run, rest);
            self.b.jump(head);
            return Ok(());
        };
        let info = &self.program.units[unit];
        if action.parameters.iter().any(|parameter| matches!(parameter.domain, Domain::Given(..))) {
            self.b.end(End::Exit);
            return Ok(());
        }
        self.b.emit(Inst::Room { unit });
        let one = self.b.constant(1);
        self.b.spend(one);
        self.b.store(to_run, rest);
        let (mut arguments, mut from) = (Vec::new(), u32::from(SEAT_WORDS));
        for (parameter, &(local, carrier)) in action.parameters.iter().zip(&info.parameters) {
            arguments.push(Argument::Words {
                local: local.index().to_u32(),
                from: part.word(from),
                words: words_of(carrier),
            });
            from += words_of(parameter.domain.carrier());
        }
        self.b.emit(Inst::Run { unit, back: pc, me: seat.reg, arguments });
        self.b.jump(head);
        Ok(())
    }
}

/// A seat's part of a site's memory, from the frame's first local on.
#[derive(Clone, Copy)]
struct Part {
    at: u32,
    further: Option<Reg>,
}

impl Part {
    fn word(self, offset: u32) -> Place {
        match self.further {
            None => Place::Local(self.at + offset),
            Some(further) => Place::LocalIndexed(self.at + offset, further),
        }
    }
}

/// A temp that no term reads.
const NO_TEMP: terms::Temp = terms::Temp::from_number(u16::MAX);
