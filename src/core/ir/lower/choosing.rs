//! Options: counted in what their parameters can be, and the n-th of them found again.
//!
//! The options of an entry are the ways through its parameters, the last one's values changing
//! fastest. A parameter on which no later one depends multiplies their number; where a later one
//! depends on it, the ways behind each of its values are counted, and counted again until the n-th
//! is among them. A subset is one option, whose members are chosen one by one. What is not counted
//! here the machine lists, entry by entry.

use super::{Left, Lowered, Lowering, words_of};
use crate::ir::build::Num;
use crate::ir::{
    Binary, Checked, Helper, Inst, Measure, Place, Reg, SetBinary, SetPlace, Terminator,
};
use crate::program::code::{MOST_OPTIONS, MenuEntry, ONCE, SEAT_WORDS, Site, SiteKind, Status};
use crate::program::ids::SiteId;
use crate::program::terms::{NumId, Set, SetId, Temp, TestId, Walk};
use crate::program::walk::{Term, parts};
use crate::program::{Action, Carrier, Domain, Need, Parameter, ValueKind};
use crate::tabletop::ids::ActionId;
use crate::value::{Bits, Narrow};
use std::collections::HashSet;

/// The most parameters of an action whose options are counted here.
const PARAMETERS: usize = 4;

/// One entry's options, once they are counted.
struct Counted {
    /// A number that is written on several ways.
    count: Reg,
    ways: Ways,
}

/// Who is asked what: a site of the program, for whoever comes to it.
#[derive(Clone, Copy)]
pub(super) struct Menu<'p> {
    pub number: SiteId,
    pub site: &'p Site,
    pub caller: Num,
}

/// The ways through the parameters of an action from one of them on.
enum Ways {
    /// No parameter is left.
    End,
    /// The machine has listed them.
    Listed,
    /// Each member of a set, with each of the ways behind it, which are the same for all.
    Members { set: Reg, order: Order, behind: Option<Behind> },
    /// Each number from one on, with each of the ways behind it.
    From { first: Reg, behind: Option<Behind> },
    /// Each member of a set, with the ways that are behind it alone.
    Each { set: Reg, action: ActionId, index: usize },
    /// A subset.
    Subset(Subset),
}

/// Ways that do not depend on what is chosen before them.
struct Behind {
    count: Num,
    ways: Box<Ways>,
}

/// What a subset is chosen of, and how many members it has: at least so many, at most so many.
#[derive(Clone, Copy)]
struct Subset {
    candidates: Reg,
    order: Order,
    least: Reg,
    most: Reg,
}

/// The order in which the members of a set are offered.
#[derive(Clone, Copy)]
enum Order {
    OfNumbers,
    /// As the machine says it, for a parameter of an action.
    OfPlaces(ActionId, usize),
}

/// What a seat can choose from.
struct Options {
    entries: Vec<Counted>,
    total: Num,
    may_pass: Num,
    may_stop: Num,
}

/// What a seat has chosen, in registers that are written on several ways.
pub(super) struct Taken {
    /// What is written down of it: 0 without an option.
    pub(crate) what: Reg,
    /// How many parameters have a value.
    entered: Reg,
    /// The values of parameters that are scalars.
    values: Vec<Reg>,
    /// The subset, where an entry has one.
    subset: Option<Reg>,
    /// The entries that the machine listed, by number from 0, and which of the options of one of
    /// them it is.
    listed: (Vec<usize>, Reg),
}

impl<'p> Lowering<'p> {
    /// Counts the options of `me`. Too many are a side exit.
    fn counted(&mut self, menu: Menu<'p>) -> Lowered<Options> {
        let site = menu.site;
        let actions = &self.program.actions;
        let optional = site.menu.iter().any(|entry| actions[entry.action].optional.is_some());
        let as_said = self.b.constant(site.may.into());
        let may_pass = self.b.variable(as_said);
        let mut entries = Vec::new();
        for number in 0..site.menu.len() {
            entries.push(self.entry(menu, number, may_pass)?);
        }
        let mut total = self.b.constant(0);
        for entry in &entries {
            let count = self.b.value_of(entry.count, true);
            total = self.b.binary(Binary::Add, total, count);
        }
        if entries.iter().any(|entry| entry.ways.are_many()) {
            self.fits(total);
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

    /// Tries whether the options of `me` that are counted here can be.
    pub(super) fn options(&mut self, menu: Menu<'p>) -> Lowered<()> {
        let nobody = self.b.constant(0);
        let may_pass = self.b.variable(nobody);
        for entry in &menu.site.menu {
            self.tried(|l| l.entry_counted(menu.site, entry, may_pass));
        }
        Ok(())
    }

    /// Lowers something, or leaves no trace of it.
    pub(super) fn tried<R>(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<R>) -> Option<R> {
        let (before, temps) = (self.b.mark(), self.temps.len());
        let (known, me) = (self.known.clone(), self.me);
        let lowered = lower(self);
        if lowered.is_err() {
            self.b.back_to(before);
            self.temps.truncate(temps);
            (self.known, self.me) = (known, me);
        }
        lowered.ok()
    }

    /// The options of one entry.
    fn entry(&mut self, menu: Menu<'p>, number: usize, may_pass: Reg) -> Lowered<Counted> {
        let entry = &menu.site.menu[number];
        match self.tried(|l| l.entry_counted(menu.site, entry, may_pass)) {
            Some(counted) => Ok(counted),
            // The machine counts what it need not list.
            None if menu.site.menu.iter().all(|entry| self.program.actions[entry.action].free) => {
                Err(Left)
            }
            None => Ok(self.entry_listed(menu, number, may_pass)),
        }
    }

    /// Has the machine list the options of one entry.
    fn entry_listed(&mut self, menu: Menu<'p>, number: usize, may_pass: Reg) -> Counted {
        let [site, entry] =
            [menu.number.index(), number].map(|number| self.b.constant(number.to_i32()));
        let listed = self.b.call(Helper::ListEntry, [site, entry, menu.caller]);
        let two = self.b.constant(2);
        let [count, may] =
            [Checked::Divide, Checked::Remainder].map(|op| self.b.checked(op, listed, two));
        if self.program.actions[menu.site.menu[number].action].optional.is_some() {
            let old = self.b.value_of(may_pass, true);
            let new = self.b.binary(Binary::Or, old, may);
            self.b.set(may_pass, new);
        }
        Counted { count: self.b.variable(count), ways: Ways::Listed }
    }

    /// Counts the options of one entry. Values that the caller gives are left.
    fn entry_counted(&mut self, site: &Site, entry: &MenuEntry, may_pass: Reg) -> Lowered<Counted> {
        let action = &self.program.actions[entry.action];
        if !entry.arguments.is_empty()
            || action.parameters.len() > PARAMETERS
            || (site.kind != SiteKind::Alone && entry.once.is_some())
            || (has_subset(action) && !self.part_is_known(site))
        {
            return Err(Left);
        }
        let zero = self.b.constant(0);
        let count = self.b.variable(zero);
        let behind = self.b.block();
        if let Some(group) = entry.once {
            let used = self.b.load_some(once_of(site));
            let bit = self.b.constant(1 << group);
            let used = self.b.binary(Binary::And, used, bit);
            let unused = self.b.compare(Binary::Equal, used, 0);
            self.b.go_on_if(unused, behind);
        }
        // The first condition is always asked, but of what is used up: what it came to is known to
        // the other entries.
        let mut needs: &[Need] = &action.needs;
        if entry.once.is_none()
            && let Some((first, others)) = needs.split_first()
        {
            let holds = self.test(first.test)?;
            self.b.go_on_if(holds, behind);
            needs = others;
        }
        let ways = self.on_a_way(|l| {
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
            let (ways, number) = l.ways(entry.action, 0)?;
            l.b.set(count, number);
            l.b.jump(behind);
            Ok(ways)
        })?;
        self.b.switch_to(behind);
        // An option is taken of them only where they were counted.
        ways.registers(&mut self.b.routine.guarded);
        Ok(Counted { count, ways })
    }

    /// The ways through an action's parameters from one of them on, and how many they are.
    fn ways(&mut self, id: ActionId, index: usize) -> Lowered<(Ways, Num)> {
        let action = &self.program.actions[id];
        let Some(parameter) = action.parameters.get(index) else {
            return Ok((Ways::End, self.b.constant(1)));
        };
        let later = &action.parameters[index + 1..];
        let depends = later.iter().any(|later| self.depends(later, parameter.temp));
        match parameter.domain {
            Domain::Set(set) if depends => {
                let set = self.members(parameter, set)?;
                self.in_order_of_numbers(parameter, set)?;
                // One loop, also where the members are known: loops in loops would be written out
                // once for each way.
                let set = self.b.set_variable(set);
                let all = self.b.measure(Measure::Count, set);
                self.b.spend(all);
                self.prepare(later, parameter.temp)?;
                let zero = self.b.constant(0);
                let sum = self.b.variable(zero);
                self.each(set, parameter.temp, |l, _| {
                    let (_, count) = l.on_a_way(|l| l.ways(id, index + 1))?;
                    let old = l.b.value_of(sum, true);
                    let new = l.b.binary(Binary::Add, old, count);
                    l.b.set(sum, new);
                    Ok(())
                })?;
                let count = self.b.value_of(sum, true);
                self.fits(count);
                Ok((Ways::Each { set, action: id, index }, count))
            }
            Domain::Set(set) => {
                let set = self.members(parameter, set)?;
                let count = self.b.measure(Measure::Count, set);
                let order = self.order(id, index);
                let (behind, count) = self.behind(id, index, count)?;
                Ok((Ways::Members { set, order, behind }, count))
            }
            Domain::Range { from, to } if !depends && parameter.is_unconditional() => {
                let (first, count) = self.range(from, to)?;
                let (behind, count) = self.behind(id, index, count)?;
                Ok((Ways::From { first, behind }, count))
            }
            Domain::Subset { set, least, most } if later.is_empty() => {
                if !parameter.needs.is_empty() || parameter.in_order {
                    return Err(Left);
                }
                let candidates = self.set(parameter.narrowed.unwrap_or(set))?;
                let order = self.order(id, index);
                let all = self.b.measure(Measure::Count, candidates);
                let least = self.num(least)?;
                let least = self.b.compare(Binary::Max, least, 0);
                let most = match most {
                    Some(most) => {
                        let most = self.num(most)?;
                        let most = self.b.compare(Binary::Max, most, 0);
                        self.b.binary(Binary::Min, most, all)
                    }
                    None => all,
                };
                let possible = self.b.binary(Binary::GreaterEqual, most, least);
                let (least, most) = (least.reg, most.reg);
                Ok((Ways::Subset(Subset { candidates, order, least, most }), possible))
            }
            Domain::Range { .. }
            | Domain::Subset { .. }
            | Domain::Given(..)
            | Domain::Bag { .. }
            | Domain::Family(_) => Err(Left),
        }
    }

    /// The ways behind a parameter with so many values on which none of them depends, and how many
    /// ways there are through both. More than a decision can have are a side exit.
    fn behind(
        &mut self,
        action: ActionId,
        index: usize,
        count: Num,
    ) -> Lowered<(Option<Behind>, Num)> {
        if index + 1 == self.program.actions[action].parameters.len() {
            return Ok((None, count));
        }
        let (ways, each) = self.ways(action, index + 1)?;
        let all = self.b.checked(Checked::Multiply, count, each);
        self.fits(all);
        Ok((Some(Behind { count: each, ways: Box::new(ways) }), all))
    }

    /// A side exit where there are more options than a decision can have.
    fn fits(&mut self, options: Num) {
        let fits = self.b.compare(Binary::LessEqual, options, MOST_OPTIONS.to_i32());
        self.b.exit_unless(fits);
    }

    /// Whether the values of a parameter depend on a candidate.
    fn depends(&mut self, parameter: &Parameter, temp: Temp) -> bool {
        match terms_of(parameter) {
            Some(terms) => terms.into_iter().any(|term| self.reads_temp(term, temp)),
            // Not counted here in any case.
            None => true,
        }
    }

    /// Finds out what the parameters behind a loop's candidate need that is the same for all
    /// candidates, and takes long.
    fn prepare(&mut self, later: &[Parameter], temp: Temp) -> Lowered<()> {
        let mut terms: Vec<Term> = later.iter().filter_map(terms_of).flatten().collect();
        // Terms share their parts: each is looked at once.
        let mut seen = HashSet::new();
        while let Some(term) = terms.pop() {
            if !seen.insert(term) {
                continue;
            }
            terms.extend(parts(&self.program.terms, term));
            if let Term::Set(set) = term
                && let Set::Walk(id) = self.program.terms.sets[set]
            {
                let Walk { from, through, .. } = self.program.terms.walks[id];
                if ![Term::Num(from), Term::Test(through)].iter().any(|&t| self.reads_temp(t, temp))
                {
                    self.open_cells(id)?;
                }
            }
        }
        Ok(())
    }

    /// The values of a parameter that are members of a set.
    fn members(&mut self, parameter: &Parameter, set: SetId) -> Lowered<Reg> {
        if parameter.default_none {
            return Err(Left);
        }
        let filters = if parameter.narrowed.is_none() { parameter.filters.as_slice() } else { &[] };
        let conditions = parameter.needs.iter().chain(filters);
        let tests: Vec<TestId> = conditions.map(|need| need.test).collect();
        let mut members = self.set(parameter.narrowed.unwrap_or(set))?;
        if !tests.is_empty() {
            let all = self.b.measure(Measure::Count, members);
            self.b.spend(all);
        }
        for test in tests {
            members = self.narrowed(members, parameter.temp, test, true)?;
        }
        Ok(members)
    }

    /// In which order the members of a parameter's set are offered: cards whose places count, and
    /// slots that come and go, are not in that of their numbers.
    fn order(&self, id: ActionId, index: usize) -> Order {
        let parameter = &self.program.actions[id].parameters[index];
        let m = &self.program.memory;
        let fixed = parameter.kind == ValueKind::Slot && m.slots == m.fixed_slots;
        if parameter.by_place && !fixed { Order::OfPlaces(id, index) } else { Order::OfNumbers }
    }

    /// Leaves what is not offered in the order of its numbers.
    fn in_order_of_numbers(&mut self, parameter: &Parameter, members: Reg) -> Lowered<()> {
        let m = &self.program.memory;
        if !parameter.by_place {
            return Ok(());
        }
        if parameter.kind != ValueKind::Slot {
            return Err(Left);
        }
        if m.slots != m.fixed_slots {
            let last = self.b.measure(Measure::Last, members);
            let fixed = self.b.compare(Binary::Less, last, m.fixed_slots.to_i32());
            self.b.exit_unless(fixed);
        }
        Ok(())
    }

    /// The first of the numbers from one to another, and how many there are.
    fn range(&mut self, from: NumId, to: NumId) -> Lowered<(Reg, Num)> {
        let (from, to) = (self.num(from)?, self.num(to)?);
        for end in [from, to] {
            let there = self.b.is_some(end);
            self.b.exit_unless(there);
        }
        let length = self.b.checked(Checked::Subtract, to, from);
        let one = self.b.constant(1);
        let count = self.b.checked(Checked::Add, length, one);
        let count = self.b.compare(Binary::Max, count, 0);
        self.fits(count);
        Ok((from.reg, count))
    }

    /// Lets the dice choose for `me`, which is this seat.
    pub(super) fn choose(&mut self, menu: Menu<'p>, seat: Num, window: bool) -> Lowered<Taken> {
        let site = menu.site;
        let options = self.counted(menu)?;
        let is_listed = |number: &usize| matches!(options.entries[*number].ways, Ways::Listed);
        let listed: Vec<usize> = (0..site.menu.len()).filter(is_listed).collect();
        let counted = (0..site.menu.len()).filter(|number| !is_listed(number));
        let actions = counted.map(|number| &self.program.actions[site.menu[number].action]);
        let (scalars, subsets) = actions.fold((0, false), |(most, subsets), action| {
            let subset = has_subset(action);
            (most.max(action.parameters.len() - usize::from(subset)), subsets || subset)
        });
        let nothing = if window { Status::Passed } else { Status::Undecided };
        let nothing = self.b.constant(nothing.word());
        let zero = self.b.constant(0);
        let (what, entered) = (self.b.variable(nothing), self.b.variable(zero));
        let values = (0..scalars).map(|_| self.b.variable(zero)).collect();
        let subset = subsets.then(|| {
            let empty = self.b.set_constant(Bits::EMPTY);
            self.b.set_variable(empty)
        });
        let option = if listed.is_empty() { zero.reg } else { self.b.variable(zero) };
        let listed = (listed, option);
        let taken = Taken { what, entered, values, subset, listed };
        let behind = self.b.block();
        let some = self.b.compare(Binary::NotEqual, options.total, 0);
        self.b.go_on_if(some, behind);
        let ways = self.b.binary(Binary::Add, options.total, options.may_pass);
        let ways = self.b.binary(Binary::Add, ways, options.may_stop);
        // In a window there are two ways at least: one of them is to pass.
        let pick = match window {
            true => self.picked(seat, ways),
            false => self.pick(seat, ways)?,
        };
        let left = self.b.variable(pick);
        // Without a way out it is one of the last entry's, if it is none of the others'.
        let sure = options.may_pass.known == Some(0) && options.may_stop.known == Some(0);
        for (number, (entry, of_menu)) in (1..).zip(options.entries.iter().zip(&site.menu)) {
            let (here, next) = (self.b.block(), self.b.block());
            let (at, count) = (self.b.value_of(left, true), self.b.value_of(entry.count, true));
            if sure && number.to_usize() == options.entries.len() {
                self.b.jump(here);
            } else {
                let test = self.b.binary(Binary::Less, at, count);
                self.b.end(Terminator::If { test: test.reg, then: here, otherwise: next });
            }
            self.b.switch_to(here);
            let number = self.b.constant(number);
            self.b.set(taken.what, number);
            let parameters = self.program.actions[of_menu.action].parameters.len();
            let parameters = self.b.constant(parameters.to_i32());
            self.b.set(taken.entered, parameters);
            self.on_a_way(|l| l.take(seat, &entry.ways, at, 0, &taken))?;
            self.b.jump(behind);
            self.b.switch_to(next);
            let rest = self.b.binary(Binary::Subtract, at, count);
            self.b.set(left, rest);
        }
        let at = self.b.value_of(left, true);
        let first = self.b.compare(Binary::Equal, at, 0);
        let passes = self.b.binary(Binary::And, first, options.may_pass);
        let passed = self.b.constant(Status::Passed.word());
        let finished = self.b.constant(Status::Finished.word());
        let way_out = self.b.select(passes, passed, finished);
        self.b.set(taken.what, way_out);
        self.b.jump(behind);
        self.b.switch_to(behind);
        Ok(taken)
    }

    /// Which of so many options a seat takes; without dice where there is but one.
    fn pick(&mut self, seat: Num, options: Num) -> Lowered<Num> {
        let zero = self.b.constant(0);
        let several = self.b.compare(Binary::Greater, options, 1);
        self.either(several, |l| Ok(l.picked(seat, options)), |_| Ok(zero))
    }

    /// Which of so many options the dice take for a seat.
    fn picked(&mut self, seat: Num, options: Num) -> Num {
        Num { some: true, ..self.b.call(Helper::Pick, [seat, options]) }
    }

    /// Takes the way with this number: writes down the values of the parameters from `index` on.
    fn take(
        &mut self,
        seat: Num,
        ways: &Ways,
        at: Num,
        index: usize,
        taken: &Taken,
    ) -> Lowered<()> {
        match *ways {
            Ways::End => {}
            Ways::Listed => self.b.set(taken.listed.1, at),
            Ways::Members { set, order, ref behind } => {
                let here = self.through(seat, behind, at, index, taken)?;
                let member = self.nth(set, order, here);
                self.b.set(taken.values[index], member);
            }
            Ways::From { first, ref behind } => {
                let here = self.through(seat, behind, at, index, taken)?;
                let first = self.b.value_of(first, true);
                let chosen = self.b.binary(Binary::Add, first, here);
                self.b.set(taken.values[index], chosen);
            }
            Ways::Each { set, action, index } => {
                let (left, found) = (self.b.variable(at), self.b.block());
                let parameters = &self.program.actions[action].parameters;
                let (parameter, later) = (&parameters[index], &parameters[index + 1..]);
                self.prepare(later, parameter.temp)?;
                self.each(set, parameter.temp, |l, member| {
                    let (here, next) = (l.b.block(), l.b.block());
                    let (ways, count) = l.on_a_way(|l| l.ways(action, index + 1))?;
                    let at = l.b.value_of(left, true);
                    let inside = l.b.binary(Binary::Less, at, count);
                    l.b.end(Terminator::If { test: inside.reg, then: here, otherwise: next });
                    l.b.switch_to(here);
                    l.b.set(taken.values[index], member);
                    l.on_a_way(|l| l.take(seat, &ways, at, index + 1, taken))?;
                    l.b.jump(found);
                    l.b.switch_to(next);
                    let rest = l.b.binary(Binary::Subtract, at, count);
                    l.b.set(left, rest);
                    Ok(())
                })?;
                // One of them was it.
                self.b.end(Terminator::Exit);
                self.b.switch_to(found);
            }
            Ways::Subset(subset) => self.take_members(seat, subset, taken)?,
        }
        Ok(())
    }

    /// Takes what is behind a parameter; gives which of its own values the way goes through.
    fn through(
        &mut self,
        seat: Num,
        behind: &Option<Behind>,
        at: Num,
        index: usize,
        taken: &Taken,
    ) -> Lowered<Num> {
        let Some(behind) = behind else { return Ok(at) };
        let parts =
            [Checked::Divide, Checked::Remainder].map(|op| self.b.checked(op, at, behind.count));
        self.take(seat, &behind.ways, parts[1], index + 1, taken)?;
        Ok(parts[0])
    }

    /// The member of a set that so many precede in an order.
    fn nth(&mut self, set: Reg, order: Order, n: Num) -> Num {
        match order {
            Order::OfNumbers => self.b.nth(set, n),
            Order::OfPlaces(action, parameter) => {
                let [action, parameter] =
                    [action.index(), parameter].map(|number| self.b.constant(number.to_i32()));
                self.b.call_of(Helper::NthInPlace, [action, parameter, n], [set])
            }
        }
    }

    /// Takes the members of a subset, one after the other, as long as there may be more.
    fn take_members(&mut self, seat: Num, subset: Subset, taken: &Taken) -> Lowered<()> {
        let chosen = taken.subset.ok_or(Left)?;
        let (head, done) = (self.b.block(), self.b.block());
        self.b.jump(head);
        self.b.switch_to(head);
        let (least, most) =
            (self.b.value_of(subset.least, true), self.b.value_of(subset.most, true));
        let count = self.b.measure(Measure::Count, chosen);
        let more = self.b.binary(Binary::Less, count, most);
        self.b.go_on_if(more, done);
        let free = self.b.set_binary(SetBinary::Minus, subset.candidates, chosen);
        let members = self.b.measure(Measure::Count, free);
        let enough = self.b.binary(Binary::GreaterEqual, count, least);
        let options = self.b.binary(Binary::Add, members, enough);
        let pick = self.pick(seat, options)?;
        let further = self.b.binary(Binary::Less, pick, members);
        self.b.go_on_if(further, done);
        let member = self.nth(free, subset.order, pick);
        self.b.emit(Inst::Insert { set: chosen, member: member.reg });
        self.b.jump(head);
        self.b.switch_to(done);
        Ok(())
    }

    /// Has the machine enter what a seat chose of an entry that it listed, and writes down that an
    /// entry is used up.
    pub(super) fn completes(&mut self, menu: Menu<'p>, taken: &Taken) -> Lowered<()> {
        let what = self.b.value_of(taken.what, true);
        let (listed, option) = &taken.listed;
        for (number, entry) in menu.site.menu.iter().enumerate() {
            let is_listed = listed.contains(&number);
            if !is_listed && entry.once.is_none() {
                continue;
            }
            let next = self.b.block();
            let here = self.b.compare(Binary::Equal, what, number.to_i32() + 1);
            self.b.go_on_if(here, next);
            if is_listed {
                let option = self.b.value_of(*option, true);
                let [site, entry] =
                    [menu.number.index(), number].map(|number| self.b.constant(number.to_i32()));
                self.b.call(Helper::TakeListed, [site, entry, option]);
            }
            if let Some(group) = entry.once {
                let used = self.b.load_some(once_of(menu.site));
                let bit = self.b.constant(1 << group);
                let used = self.b.binary(Binary::Or, used, bit);
                self.b.store(once_of(menu.site), used);
            }
            self.b.jump(next);
            self.b.switch_to(next);
        }
        Ok(())
    }

    /// Writes down what a seat chose.
    pub(super) fn enters(&mut self, site: &Site, seat: Num, taken: &Taken) {
        let part = self.part(site, seat);
        let (what, entered) =
            (self.b.value_of(taken.what, true), self.b.value_of(taken.entered, true));
        self.b.store(part.word(0), what);
        self.b.store(part.word(1), entered);
        let scalars = taken.values.len().to_u32();
        for (word, &value) in (u32::from(SEAT_WORDS)..).zip(&taken.values) {
            let value = self.b.value_of(value, true);
            self.b.store(part.word(word), value);
        }
        let behind = u32::from(SEAT_WORDS) + scalars;
        if u32::from(site.seat_words) > behind {
            let words = u32::from(site.seat_words) - behind;
            self.b.emit(Inst::Clear { at: part.word(behind), words });
        }
        let Some(subset) = taken.subset else { return };
        for (number, entry) in (1..).zip(&site.menu) {
            let action = &self.program.actions[entry.action];
            if has_subset(action) && !taken.listed.0.contains(&(number.to_usize() - 1)) {
                let before = words_of(&self.program.memory, Carrier::Num)
                    * (action.parameters.len() - 1).to_u32();
                let next = self.b.block();
                let here = self.b.compare(Binary::Equal, what, number);
                self.b.go_on_if(here, next);
                let at = part.at + u32::from(SEAT_WORDS) + before;
                self.b.emit(Inst::SetStore { to: SetPlace::Local(at), from: subset });
                self.b.jump(next);
                self.b.switch_to(next);
            }
        }
    }
}

impl Ways {
    /// Writes down the registers by which a way is found again.
    fn registers(&self, into: &mut Vec<Reg>) {
        match *self {
            Ways::End | Ways::Listed => {}
            Ways::Members { set: of, ref behind, .. } | Ways::From { first: of, ref behind } => {
                into.push(of);
                if let Some(Behind { count, ways }) = behind {
                    into.push(count.reg);
                    ways.registers(into);
                }
            }
            Ways::Each { set, .. } => into.push(set),
            Ways::Subset(Subset { candidates, least, most, .. }) => {
                into.extend([candidates, least, most]);
            }
        }
    }

    /// Whether they may be more than a decision can have.
    fn are_many(&self) -> bool {
        match self {
            Ways::End | Ways::Members { behind: None, .. } | Ways::Subset(_) => false,
            Ways::Listed
            | Ways::From { .. }
            | Ways::Each { .. }
            | Ways::Members { behind: Some(_), .. } => true,
        }
    }
}

/// The terms that a parameter's values are worked out by; `None` for what is not counted here.
fn terms_of(parameter: &Parameter) -> Option<Vec<Term>> {
    if matches!(parameter.domain, Domain::Given(..) | Domain::Bag { .. } | Domain::Family(_)) {
        return None;
    }
    let mut terms = parameter.domain.terms();
    terms.extend(parameter.narrowed.map(Term::Set));
    let conditions = parameter.filters.iter().chain(&parameter.needs);
    terms.extend(conditions.map(|need| Term::Test(need.test)));
    Some(terms)
}

/// Where a site notes which `once` groups are used up.
fn once_of(site: &Site) -> Place {
    Place::Local((site.memory.index() + ONCE).to_u32())
}

fn has_subset(action: &Action) -> bool {
    let is_subset = |parameter: &Parameter| matches!(parameter.domain, Domain::Subset { .. });
    action.parameters.iter().any(is_subset)
}
