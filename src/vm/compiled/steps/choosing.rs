//! What a seat chooses from, where dice choose: options are counted, not listed.

use crate::program::code::{MenuEntry, Site};
use crate::program::terms::TestId;
use crate::program::{Domain, Need};
use crate::value::{Narrow as _, Seat};
use crate::vm::ask::MOST_OPTIONS;
use crate::vm::compiled::members::Members;
use crate::vm::compiled::narrow::Narrow;
use crate::vm::compiled::{Compiler, NumFn, SetCode, TestCode, TestFn};
use crate::vm::eval::Eval;

/// The most entries of a menu whose options are counted here.
const MENU: usize = 8;

/// What a seat chooses from.
pub(super) enum Chooser<M> {
    /// One of the members of a set.
    Member(SetCode<M>),
    Among(Among),
    Menu(Menu<M>),
}

/// Actions without parameters.
pub(super) struct Among {
    /// A bit for each, but for those that are never offered.
    all: u32,
    /// What must hold, and for which of them.
    tests: Vec<(TestCode, u32)>,
}

/// The options of the entries in their order, then passing, then being done.
pub(super) struct Menu<M> {
    entries: Vec<Entry<M>>,
    may: bool,
    /// For a menu that repeats: when it may be left, if not always.
    done_when: Option<Option<TestFn>>,
}

struct Entry<M> {
    needs: Vec<TestFn>,
    optional: Option<TestFn>,
    values: Values<M>,
}

/// The values of an action's only parameter.
enum Values<M> {
    None,
    Members(SetCode<M>),
    /// The members that are not taken out.
    Where(SetCode<M>, Narrow<M>),
    Range(NumFn, NumFn),
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Pick {
    Entry(u8, Option<i32>),
    Pass,
    Done,
}

/// One entry's values as they are now.
#[derive(Clone, Copy)]
enum Offered<M> {
    Alone,
    Members(M),
    From(i32),
}

/// A term came to trouble, or the dice answer no more.
pub(super) struct GivenUp;

impl<M: Members> Chooser<M> {
    /// What the dice choose for `me`; `None` without any option.
    #[inline(always)]
    pub fn choose(&self, e: &mut Eval<'_>, seat: Seat) -> Result<Option<Pick>, GivenUp> {
        self.choose_by(e, |e, options| e.pick(seat, options))
    }

    /// Whether `me` can be asked, of whom nothing is asked yet. Where several seats choose, who
    /// comes first must not have thrown the dice before it is known that the others can be asked as
    /// well: else all is asked again plainly, and thrown again.
    pub fn can_choose(&self, e: &mut Eval<'_>) -> bool {
        self.choose_by(e, |_, _| Ok(0)).is_ok()
    }

    /// Whether that is so whatever happens.
    pub fn always_can_choose(&self) -> bool {
        match self {
            Chooser::Member(set) => set.is_safe(),
            Chooser::Among(among) => among.tests.iter().all(|(test, _)| test.is_safe()),
            Chooser::Menu(_) => false,
        }
    }

    /// What is chosen for `me` by `pick`, which says which of so many options.
    #[inline(always)]
    fn choose_by(&self, e: &mut Eval<'_>, pick: impl Picks) -> Result<Option<Pick>, GivenUp> {
        match self {
            Chooser::Member(set) => {
                let members = members_to_choose(e, set)?;
                let chosen = members.nth(pick(e, members.count())?);
                Ok(chosen.map(|member| Pick::Entry(0, Some(member.into()))))
            }
            Chooser::Among(among) => among.choose(e, pick),
            Chooser::Menu(menu) => menu.choose(e, pick),
        }
    }
}

/// Which of so many options is taken.
trait Picks: Fn(&mut Eval<'_>, usize) -> Result<usize, GivenUp> {}

impl<F: Fn(&mut Eval<'_>, usize) -> Result<usize, GivenUp>> Picks for F {}

/// The members of a set that there are to choose from.
#[inline(always)]
pub(super) fn members_to_choose<M: Members>(
    e: &mut Eval<'_>,
    set: &SetCode<M>,
) -> Result<M, GivenUp> {
    let members = set.read(e);
    if e.is_well() && members.count() <= MOST_OPTIONS { Ok(members) } else { Err(GivenUp) }
}

impl Among {
    #[inline(always)]
    fn choose(&self, e: &mut Eval<'_>, pick: impl Picks) -> Result<Option<Pick>, GivenUp> {
        let mut open = self.all;
        for (test, of) in &self.tests {
            if open & of != 0 && !test.read(e) {
                open &= !of;
            }
        }
        if !e.is_well() {
            return Err(GivenUp);
        }
        if open == 0 {
            return Ok(None);
        }
        for _ in 0..pick(e, open.count_ones().to_usize())? {
            open &= open - 1;
        }
        Ok(Some(Pick::Entry(open.trailing_zeros().to_u8(), None)))
    }
}

impl<M: Members> Menu<M> {
    /// The set whose members are all that there is to choose from, if it is so simple.
    fn any_of(&self) -> Option<SetCode<M>> {
        let [Entry { needs, optional: None, values: Values::Members(set) }] =
            self.entries.as_slice()
        else {
            return None;
        };
        (needs.is_empty() && !self.may && self.done_when.is_none()).then(|| set.clone())
    }

    /// Apart from the simpler ways to choose, which need less memory.
    #[inline(never)]
    fn choose(&self, e: &mut Eval<'_>, pick: impl Picks) -> Result<Option<Pick>, GivenUp> {
        match self.entries.as_slice() {
            [only] => {
                let mut may_pass = self.may;
                let offers = only.offers(e, &mut may_pass);
                self.choose_among(e, pick, &[offers], may_pass)
            }
            entries => {
                let mut offered = [(0, Offered::<M>::Alone); MENU];
                let mut may_pass = self.may;
                for (entry, offers) in entries.iter().zip(&mut offered) {
                    *offers = entry.offers(e, &mut may_pass);
                }
                self.choose_among(e, pick, &offered[..entries.len()], may_pass)
            }
        }
    }

    #[inline(always)]
    fn choose_among(
        &self,
        e: &mut Eval<'_>,
        pick: impl Picks,
        offered: &[(usize, Offered<M>)],
        may_pass: bool,
    ) -> Result<Option<Pick>, GivenUp> {
        let total: usize = offered.iter().map(|(count, _)| count).sum();
        let may_stop = match &self.done_when {
            Some(Some(test)) if total > 0 => test.call(e),
            Some(_) => total > 0,
            None => false,
        };
        if !e.is_well() || total > MOST_OPTIONS {
            return Err(GivenUp);
        }
        let options = match total {
            0 => return Ok(None),
            _ => total + usize::from(may_pass) + usize::from(may_stop),
        };
        let mut left = pick(e, options)?;
        for (i, &(count, offer)) in offered.iter().enumerate() {
            if left < count {
                let value = match offer {
                    Offered::Alone => None,
                    Offered::Members(members) => members.nth(left).map(i32::from),
                    Offered::From(first) => Some(first + left.to_i32()),
                };
                return Ok(Some(Pick::Entry(i.to_u8(), value)));
            }
            left -= count;
        }
        Ok(Some(if may_pass && left == 0 { Pick::Pass } else { Pick::Done }))
    }
}

impl<M: Members> Entry<M> {
    /// How many options, and which.
    #[inline(always)]
    fn offers(&self, e: &mut Eval<'_>, may_pass: &mut bool) -> (usize, Offered<M>) {
        if !self.needs.iter().all(|need| need.call(e)) {
            return (0, Offered::Alone);
        }
        if let Some(test) = &self.optional {
            *may_pass |= test.call(e);
        }
        match &self.values {
            Values::None => (1, Offered::Alone),
            Values::Members(set) => {
                let members = set.read(e);
                (members.count(), Offered::Members(members))
            }
            Values::Where(set, narrow) => {
                let members = set.read(e);
                let members = narrow.of_all(e, members);
                (members.count(), Offered::Members(members))
            }
            Values::Range(from, to) => {
                let (from, to) = (from.call(e), to.call(e));
                (
                    usize::try_from(i64::from(to) - i64::from(from) + 1).unwrap_or(0),
                    Offered::From(from),
                )
            }
        }
    }
}

impl Eval<'_> {
    /// One of so many options.
    #[inline(always)]
    pub(super) fn pick(&mut self, seat: Seat, options: usize) -> Result<usize, GivenUp> {
        if options < 2 {
            return Ok(0);
        }
        let chosen = self.answer(seat, options).ok_or(GivenUp)?;
        self.scratch.fuel = self.program.fuel;
        Ok(chosen)
    }
}

impl<M: Members> Compiler<'_, M> {
    /// `None`: what is not so simple is left to the machine.
    pub(super) fn chooser(&mut self, site: &Site) -> Option<Chooser<M>> {
        if site.menu.len() > MENU {
            return None;
        }
        if !site.may
            && !site.repeats
            && let Some(among) = self.among(site)?
        {
            return Some(Chooser::Among(among));
        }
        let mut entries = Vec::new();
        for entry in &site.menu {
            entries.push(self.entry(entry)?);
        }
        let menu = Menu {
            entries,
            may: site.may,
            done_when: match site.done_when {
                _ if !site.repeats => None,
                Some(test) => Some(Some(self.sure_test(test)?.function())),
                None => Some(None),
            },
        };
        Some(match menu.any_of() {
            Some(set) => Chooser::Member(set),
            None => Chooser::Menu(menu),
        })
    }

    /// A menu of actions without parameters, each condition of which is asked once whoever has it;
    /// `Some(None)` for another menu.
    #[allow(
        clippy::option_option,
        reason = "a menu that cannot be made here, and one of another kind"
    )]
    fn among(&mut self, site: &Site) -> Option<Option<Among>> {
        let mut among = Among { all: 0, tests: Vec::new() };
        let mut known: Vec<TestId> = Vec::new();
        for (i, entry) in site.menu.iter().enumerate() {
            let action = &self.program.actions[entry.action];
            if !action.parameters.is_empty()
                || action.optional.is_some()
                || !entry.arguments.is_empty()
                || entry.once.is_some()
            {
                return Some(None);
            }
            among.all |= 1 << i;
            for need in &action.needs {
                match (known.iter().position(|&test| test == need.test), self.sure_test(need.test)?)
                {
                    (Some(place), _) => among.tests[place].1 |= 1 << i,
                    (None, test) => {
                        known.push(need.test);
                        among.tests.push((test, 1 << i));
                    }
                }
            }
        }
        for (test, of) in &among.tests {
            if let TestCode::Const(false) = test {
                among.all &= !of;
            }
        }
        among.tests.retain(|(test, _)| !matches!(test, TestCode::Const(_)));
        Some(Some(among))
    }

    /// `None`: values that others depend on, and those that the caller gives, are left to the
    /// machine.
    fn entry(&mut self, entry: &MenuEntry) -> Option<Entry<M>> {
        let action = &self.program.actions[entry.action];
        if !entry.arguments.is_empty() || entry.once.is_some() {
            return None;
        }
        let optional = match action.optional {
            Some(test) => Some(self.sure_test(test)?.function()),
            None => None,
        };
        let needs = self.conditions(&action.needs)?;
        let values = match action.parameters.as_slice() {
            [] => Values::None,
            [only] if only.by_place || only.default_none => return None,
            [only] => {
                let filters = if only.narrowed.is_none() { only.filters.as_slice() } else { &[] };
                let tests: Vec<TestId> =
                    only.needs.iter().chain(filters).map(|need| need.test).collect();
                if tests.iter().any(|&test| self.sharing.draws_test(test)) {
                    return None;
                }
                let domain = match (only.narrowed, only.domain) {
                    (Some(narrowed), Domain::Set(_)) => Domain::Set(narrowed),
                    (_, domain) => domain,
                };
                match domain {
                    Domain::Set(set) if tests.is_empty() => Values::Members(self.sure_set(set)?),
                    Domain::Set(set) => {
                        Values::Where(self.sure_set(set)?, self.narrowing_by_all(only.temp, &tests))
                    }
                    Domain::Range { from, to } if tests.is_empty() => Values::Range(
                        self.sure_num(from)?.function::<M>(),
                        self.sure_num(to)?.function::<M>(),
                    ),
                    Domain::Range { .. }
                    | Domain::Given(..)
                    | Domain::Subset { .. }
                    | Domain::Family(_)
                    | Domain::Bag { .. } => return None,
                }
            }
            _ => return None,
        };
        Some(Entry { needs, optional, values })
    }

    /// The conditions that are not always met.
    fn conditions(&mut self, needs: &[Need]) -> Option<Vec<TestFn>> {
        let mut tests = Vec::new();
        for need in needs {
            match self.sure_test(need.test)? {
                TestCode::Const(true) => {}
                test => tests.push(test.function()),
            }
        }
        Some(tests)
    }
}
