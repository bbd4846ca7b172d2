//! Options that are counted and not listed: where no condition has to be tried option by option,
//! the combinations of values are as many as they are, and any of them is worked out by its number.

use super::ask::{Asked, Choice, Chosen};
use super::eval::{Eval, Evaluated};
use super::fault::FaultKind;
use crate::program::code::{MOST_OPTIONS, MenuEntry, Status};
use crate::program::{Domain, Parameter, Program};
use crate::tabletop::ids::ActionId;
use crate::value::{Bits, Narrow};

/// The options of a choice that were counted instead of listed: those of the menu's entries in
/// their order, then the ways out.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    groups: Vec<Group>,
    values: Vec<CountedValues>,
    may_pass: bool,
    may_stop: bool,
}

/// One entry's options: all combinations of its parameters' values.
#[derive(Clone, Copy, Debug)]
struct Group {
    entry: u8,
    count: usize,
    /// Its parameters' values, among `Counted::values`.
    first: usize,
    end: usize,
}

/// The values of one parameter.
#[derive(Clone, Debug)]
enum CountedValues {
    Members(Bits),
    From(i32, usize),
    /// The bags of a parameter of an action.
    Bags {
        action: ActionId,
        parameter: u8,
        count: usize,
    },
}

impl CountedValues {
    fn len(&self) -> usize {
        match self {
            CountedValues::Members(members) => members.len(),
            CountedValues::From(_, count) | CountedValues::Bags { count, .. } => *count,
        }
    }

    fn nth(&self, program: &Program, n: usize) -> Option<i32> {
        match self {
            CountedValues::Members(members) => members.nth(n).map(i32::from),
            CountedValues::From(first, _) => Some(first + n.to_i32()),
            CountedValues::Bags { action, parameter, .. } => {
                let parameter = &program.actions[*action].parameters[usize::from(*parameter)];
                parameter.bags.as_ref().and_then(|bags| bags.get(n)).copied()
            }
        }
    }
}

impl Counted {
    fn len(&self) -> usize {
        let ways_out = usize::from(self.may_pass) + usize::from(self.may_stop);
        self.of_actions().saturating_add(ways_out)
    }

    /// How many options there are beside the ways out.
    fn of_actions(&self) -> usize {
        self.groups.iter().fold(0, |all: usize, group| all.saturating_add(group.count))
    }

    /// The option that would stand at this place of the list.
    pub(crate) fn nth(&self, program: &Program, n: usize) -> Option<Choice> {
        let mut left = n;
        for group in &self.groups {
            if left < group.count {
                return self.combination(program, group, left);
            }
            left -= group.count;
        }
        let ways_out =
            [self.may_pass.then_some(Chosen::Pass), self.may_stop.then_some(Chosen::Done)];
        ways_out.into_iter().flatten().nth(left).map(Choice::plain)
    }

    /// The last parameter's values change fastest, as they do in a list.
    fn combination(&self, program: &Program, group: &Group, n: usize) -> Option<Choice> {
        let mut choice = Choice::plain(Chosen::Entry(group.entry));
        let values = &self.values[group.first..group.end];
        let mut left = n;
        for (place, values) in choice.values.iter_mut().zip(values).rev() {
            *place = values.nth(program, left % values.len())?;
            left /= values.len();
        }
        choice.count = values.len().to_u8();
        Some(choice)
    }
}

impl Eval<'_> {
    /// Counts what the seat can choose now where no condition has to be tried option by option: the
    /// options are then in `scratch.counted`. `None` where they have to be listed.
    pub(super) fn count_options(&mut self, asked: Asked<'_>) -> Evaluated<Option<usize>> {
        let actions = &self.program.actions;
        if asked.status(self.state) != Status::Undecided
            || !asked.site.menu.iter().all(|entry| actions[entry.action].free)
        {
            return Ok(None);
        }
        let caller = self.me;
        let mut counted = std::mem::take(&mut self.scratch.counted);
        counted.groups.clear();
        counted.values.clear();
        let result = self.count_entries(asked, caller, &mut counted);
        self.me = caller;
        let (count, of_actions) = (counted.len(), counted.of_actions());
        self.scratch.counted = counted;
        result?;
        if of_actions > MOST_OPTIONS { Err(FaultKind::TooManyOptions) } else { Ok(Some(count)) }
    }

    fn count_entries(
        &mut self,
        asked: Asked<'_>,
        caller: i32,
        counted: &mut Counted,
    ) -> Evaluated<()> {
        let mut may_pass = asked.site.may;
        for (i, entry) in asked.site.menu.iter().enumerate() {
            let Some(action) = self.open_entry(asked, entry, caller, &mut may_pass)? else {
                continue;
            };
            let (first, mut count) = (counted.values.len(), 1usize);
            for (place, parameter) in action.parameters.iter().enumerate() {
                let values = self.counted_values(entry, place, parameter)?;
                // Past what can be counted there are too many anyhow. None of one is none of all:
                // nobody asks for the others then, which may fail.
                count = count.saturating_mul(values.len());
                counted.values.push(values);
                if count == 0 {
                    break;
                }
            }
            if count > 0 {
                counted.groups.push(Group {
                    entry: i.to_u8(),
                    count,
                    first,
                    end: counted.values.len(),
                });
            }
        }
        (counted.may_pass, counted.may_stop) =
            self.ways_out(asked, may_pass, counted.groups.is_empty())?;
        Ok(())
    }

    fn counted_values(
        &mut self,
        entry: &MenuEntry,
        place: usize,
        parameter: &Parameter,
    ) -> Evaluated<CountedValues> {
        Ok(match parameter.domain {
            Domain::Set(set) => CountedValues::Members(self.set(set)?),
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                CountedValues::From(
                    from,
                    usize::try_from(i64::from(to) - i64::from(from) + 1).unwrap_or(0),
                )
            }
            Domain::Bag { .. } | Domain::Given(..) | Domain::Subset { .. } | Domain::Family(_) => {
                CountedValues::Bags {
                    action: entry.action,
                    parameter: place.to_u8(),
                    count: parameter.bags.as_ref().map_or(0, Vec::len),
                }
            }
        })
    }
}
