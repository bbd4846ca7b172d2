//! Looks at a game that has stopped: who is choosing, what a seat has chosen so far, why it cannot
//! choose something, and the games that it cannot tell from the true one.

use super::ask::{
    ASKED, Asked, Choice, Chosen, FINISHED, ONCE, PASSED, SITE_WORDS, UNDECIDED, unpack_bag,
    value_at,
};
use super::eval::{Eval, Evaluated};
use super::events::Silent;
use super::frame::{HEADER, RETURN};
use super::generator::Generator;
use super::label::{self, StepValue};
use super::play::{Runtime, site_of};
use super::run::Machine;
use super::state::State;
use crate::diagnostic::nearest;
use crate::program::code::{Site, SiteKind};
use crate::program::ids::Pc;
use crate::program::terms::FamilyId;
use crate::program::{
    Action, BAG_WORDS, Carrier, Compared, Domain, Look, Need, Parameter, Program, ValueKind,
};
use crate::source::Span;
use crate::tabletop::ids::{ActionId, PhaseId};
use crate::value::{Bits, Card, NONE, Narrow, Seat, Values, of_halves};
use crate::vm::frame::store_set;

impl Runtime<'_> {
    /// The first reason why a seat cannot choose what a text says, by the menu's own words; `None`
    /// when nothing forbids it. Unless all is `open`, only of those that the seat can work out by
    /// the cards that it knows.
    pub fn why_not(
        &mut self,
        state: &mut State,
        seat: Seat,
        text: &str,
        open: bool,
    ) -> Option<WhyNot> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let site = site_of(program, state)?;
        let attempts = match attempted(program, state, (site, seat), text) {
            Ok(attempts) => attempts,
            Err(why) => return Some(why),
        };
        let viewer = self.knowing.then_some(seat);
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let eval = machine.eval();
        let mut first_why = None;
        // Of several entries with one action the one that has these candidates is meant.
        for (entry, first, words) in attempts {
            let attempt = Attempt { asked, entry, first, viewer, open };
            if eval.is_candidate(&attempt, words).unwrap_or(false) {
                return eval.broken(&attempt, words).ok().flatten();
            }
            let why = eval.broken(&attempt, words).ok().flatten();
            first_why = first_why.or(Some(why));
        }
        first_why.flatten()
    }

    /// Whether a text, by the menu's own words, names candidates of an action and nothing else,
    /// whether the rules allow them or not.
    /// What the seat cannot work out by the cards that it knows counts as a candidate, unless all
    /// is `open`.
    pub fn is_candidate(&mut self, state: &mut State, seat: Seat, text: &str, open: bool) -> bool {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let Some(site) = site_of(program, state) else { return false };
        let Ok(attempts) = attempted(program, state, (site, seat), text) else { return false };
        let viewer = self.knowing.then_some(seat);
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let eval = machine.eval();
        attempts.into_iter().any(|(entry, first, words)| {
            let attempt = Attempt { asked, entry, first, viewer, open };
            eval.is_candidate(&attempt, words).unwrap_or(false)
        })
    }

    /// What the condition compares that keeps a seat from what a text says, and what it comes to.
    /// It may tell of what the seat does not see.
    pub fn compared(&mut self, state: &mut State, seat: Seat, text: &str) -> Vec<(Span, String)> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let Some(site) = site_of(program, state) else { return Vec::new() };
        let Ok(attempts) = attempted(program, state, (site, seat), text) else { return Vec::new() };
        let viewer = self.knowing.then_some(seat);
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let eval = machine.eval();
        let open = true;
        let tried = attempts.iter().find_map(|&(entry, first, words)| {
            let attempt = Attempt { asked, entry, first, viewer, open };
            let is_meant = attempts.len() == 1 || eval.is_candidate(&attempt, words).ok()?;
            is_meant.then_some((attempt, words))
        });
        tried.map(|(attempt, words)| eval.compared(&attempt, words)).unwrap_or_default()
    }

    /// Why an action of the menu has no options for a seat, as far as its first value shows it, and
    /// the seat can work it out, unless all is `open`.
    pub fn why_none(
        &mut self,
        state: &mut State,
        seat: Seat,
        action: &str,
        open: bool,
    ) -> Vec<WhyNot> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let Some(site) = site_of(program, state) else { return Vec::new() };
        let Ok(attempts) = attempted(program, state, (site, seat), action) else {
            return Vec::new();
        };
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let eval = machine.eval();
        let mut whys: Vec<WhyNot> = Vec::new();
        for (entry, first, _) in attempts {
            let attempt = Attempt { asked, entry, first, viewer: None, open };
            let of_entry = eval.barren(&attempt).unwrap_or_default();
            whys.extend(of_entry.into_iter().filter(|why| !whys.contains(why)).collect::<Vec<_>>());
        }
        whys
    }

    /// The reasons that apply now: by action of the menu, the `why`s of those conditions that
    /// forbid some member of what is chosen first, as far as the seat can work them out, and of
    /// those that only show once that is chosen.
    pub fn whys(&mut self, state: &mut State, seat: Seat) -> Vec<(ActionId, Vec<String>)> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let Some(site) = site_of(program, state) else { return Vec::new() };
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let eval = machine.eval();
        let status = eval.state.num(asked.part);
        let begun = usize::try_from(status - 1).ok();
        let first = begun.map_or(0, |_| eval.state.num(asked.part + 1).to_usize());
        let entries =
            (0..site.menu.len()).filter(|entry| begun.is_none_or(|begun| begun == *entry));
        let whys = |entry: usize| {
            let attempt = Attempt { asked, entry, first, viewer: None, open: false };
            let whys = eval.applying(&attempt).unwrap_or_default();
            (site.menu[entry].action, whys)
        };
        entries.map(whys).collect()
    }

    /// What the caller gives the action that a seat's option begins, as far as everybody can work
    /// it out.
    pub fn given(&mut self, state: &mut State, seat: Seat, option: &Choice) -> Vec<StepValue> {
        let Some(site) = site_of(self.program, state) else { return Vec::new() };
        let mut nobody = Silent;
        let mut machine = Machine::new(
            self.program,
            self.quick,
            state,
            &mut self.scratch,
            self.host,
            &mut nobody,
            false,
        );
        let asked = machine.eval.asked(site, seat);
        machine.given(asked, option)
    }

    /// Of a subset that a seat has begun to choose: how many more members it needs, and how many
    /// more it can have.
    pub fn members_left(&mut self, state: &mut State, seat: Seat) -> Option<(usize, usize)> {
        self.scratch.fuel = self.program.fuel;
        let program = self.program;
        let site = site_of(program, state)?;
        let (action, next) = state.begun(program, seat)?;
        let chosen = set_at(state, value_at(action, asked_at(state, site, seat).part, next));
        let mut nobody = Silent;
        let mut machine = self.asking(state, &mut nobody);
        let asked = machine.eval.asked(site, seat);
        let (least, most) = machine.eval().bounds_at(asked, next).ok().flatten()?;
        Some((least.saturating_sub(chosen.len()), most.saturating_sub(chosen.len())))
    }
}

/// Why a seat cannot choose something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// In the words of the rules, where they have any.
    pub words: String,
    /// The condition of the rules that fails, where it is one.
    pub span: Option<Span>,
    /// What it is, for whoever says it in other words.
    pub reason: Reason,
}

/// What kind of thing keeps a seat from choosing something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A condition of the rules that says why.
    Said,
    /// A condition of the rules without a word, or that nobody is asked.
    Rules,
    /// The action cannot be chosen now.
    NotNow,
    /// Nothing is called so.
    Unknown,
    /// More has to be named.
    Missing,
    /// A parameter cannot be this word.
    NotAmong(String),
    /// A parameter is a number between these two.
    Between(i32, i32),
    /// The members of a set do not go together.
    Apart,
    /// There is nothing to choose but this.
    Only(String),
    /// What the seat does not see, or something that hangs on it.
    Untold,
    /// It can be chosen once only, and has been.
    Spent,
    /// There is nothing that a parameter could be.
    Nothing,
    /// At least so many members are needed, and there are fewer.
    TooFew(usize),
}

impl WhyNot {
    /// There is nothing to choose but what is called so.
    pub fn only(label: &str) -> WhyNot {
        WhyNot::new(format!("only `{label}` can be chosen"), Reason::Only(label.to_owned()))
    }

    fn new(words: String, reason: Reason) -> WhyNot {
        WhyNot { words, span: None, reason }
    }
}

impl From<String> for WhyNot {
    fn from(words: String) -> WhyNot {
        WhyNot::new(words, Reason::Rules)
    }
}

/// The `why` of a condition; without one it is only known that it fails.
impl From<Option<String>> for WhyNot {
    fn from(why: Option<String>) -> WhyNot {
        WhyNot::from(why.unwrap_or_else(|| "not legal here".into()))
    }
}

impl Choice {
    /// Does nothing.
    pub const PASS: Choice =
        Choice { what: Chosen::Pass, values: [NONE; Choice::SCALARS], count: 0 };
}

/// Numbers that are tried for a condition.
const MOST_NUMBERS: usize = 1_000;

/// What somebody tried to choose: an entry of the menu, and from which of its parameters on.
struct Attempt<'a> {
    asked: Asked<'a>,
    entry: usize,
    first: usize,
    viewer: Option<Seat>,
    /// What hidden cards forbid may be told, too.
    open: bool,
}

/// What a text may mean: an entry of the menu, from which of its parameters on, and what names
/// their values. A choice that has been begun goes on.
fn attempted<'t>(
    program: &Program,
    state: &State,
    (site, seat): (&Site, Seat),
    text: &'t str,
) -> Result<Vec<(usize, usize, &'t str)>, WhyNot> {
    let part = asked_at(state, site, seat).part;
    if let Ok(entry) = usize::try_from(state.num(part) - 1) {
        return Ok(vec![(entry, state.num(part + 1).to_usize(), text)]);
    }
    let text = text.trim();
    let (word, words) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let entries = find_entries(program, site, word)?;
    Ok(entries.into_iter().map(|entry| (entry, 0, words)).collect())
}

/// The words of a text that are still to be read.
struct Words<'w>(&'w str);

impl<'w> Words<'w> {
    /// Takes the longest of these names with which the text begins; where it begins with none, the
    /// name of some card or its next word. `None` at the end.
    fn next(
        &mut self,
        program: &Program,
        names: impl Iterator<Item = (i32, String)>,
    ) -> Option<Result<i32, &'w str>> {
        self.0 = self.0.trim_start();
        if self.0.is_empty() {
            return None;
        }
        let found = names.filter(|(_, name)| self.begins(name)).max_by_key(|(_, n)| n.len());
        if let Some((value, name)) = found {
            self.take(name.len());
            return Some(Ok(value));
        }
        let cards = program.cards.iter().map(|card| card.name.as_str());
        let card = cards.filter(|name| self.begins(name)).map(str::len).max();
        let word = || self.0.find(|c: char| c == '+' || c.is_whitespace());
        let length = card.or_else(word).unwrap_or(self.0.len()).max(1);
        Some(Err(self.take(length)))
    }

    fn begins(&self, name: &str) -> bool {
        let same = self.0.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        let behind = self.0.get(name.len()..).and_then(|rest| rest.chars().next());
        same && !name.is_empty() && behind.is_none_or(|c| c == '+' || c.is_whitespace())
    }

    fn take(&mut self, length: usize) -> &'w str {
        let at = (length..=self.0.len()).find(|&at| self.0.is_char_boundary(at));
        let (taken, rest) = self.0.split_at(at.unwrap_or(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Goes on to the next member of a set or of a bag, if there is one.
    fn plus(&mut self) -> bool {
        let rest = self.0.strip_prefix('+');
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}

fn find_entries(program: &Program, site: &Site, word: &str) -> Result<Vec<usize>, WhyNot> {
    let name =
        |entry: &crate::program::code::MenuEntry| program.actions[entry.action].name.as_str();
    let entries = site.menu.iter().enumerate();
    let found: Vec<usize> =
        entries.filter(|(_, entry)| name(entry) == word).map(|(at, _)| at).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if program.actions.iter().any(|action| action.name == word) {
        return Err(WhyNot::new(format!("`{word}` cannot be done now"), Reason::NotNow));
    }
    let words = match nearest(word, site.menu.iter().map(name)) {
        Some(near) => format!("nothing here is called `{word}`; did you mean `{near}`?"),
        None => format!("nothing here is called `{word}`"),
    };
    Err(WhyNot::new(words, Reason::Unknown))
}

impl<'p> Eval<'p> {
    /// Puts what an attempt goes out from where its action's terms look for it; the action, and the
    /// parameters that are still to be chosen.
    fn attempt(&mut self, attempt: &Attempt<'_>) -> Evaluated<(&'p Action, &'p [Parameter])> {
        let program = self.program;
        let entry = &attempt.asked.site.menu[attempt.entry];
        let action = &program.actions[entry.action];
        self.bind_arguments(action, &entry.arguments)?;
        self.me = i32::from(attempt.asked.seat);
        self.bind_chosen(action, attempt.asked.part, attempt.first)?;
        Ok((action, &action.parameters[attempt.first.min(action.parameters.len())..]))
    }
}

impl Eval<'_> {
    /// How many members the subset that is chosen next has at least and at most.
    fn bounds_at(&mut self, asked: Asked<'_>, next: usize) -> Evaluated<Option<(usize, usize)>> {
        let entry = usize::try_from(self.state.num(asked.part) - 1)
            .ok()
            .and_then(|i| asked.site.menu.get(i));
        let Some(entry) = entry else { return Ok(None) };
        let action = &self.program.actions[entry.action];
        let Some(parameter) =
            action.parameters.get(next).filter(|p| matches!(p.domain, Domain::Subset { .. }))
        else {
            return Ok(None);
        };
        self.bind_arguments(action, &entry.arguments)?;
        self.me = i32::from(asked.seat);
        self.bind_chosen(action, asked.part, next)?;
        self.subset_bounds(parameter).map(|(_, least, most)| Some((least, most)))
    }

    fn broken(&mut self, attempt: &Attempt<'_>, words: &str) -> Evaluated<Option<WhyNot>> {
        let (action, parameters) = self.attempt(attempt)?;
        let mut words = Words(words);
        if let Some(why) = self.is_picked(attempt, action, &words) {
            return Ok(Some(why));
        }
        // What an action without values needs says nothing of the words behind it.
        if !parameters.iter().any(is_chosen) && !words.is_empty() {
            return Ok(Some(unknown(&words)));
        }
        if self.is_spent(attempt) {
            return Ok(Some(spent(action)));
        }
        if let Some(why) = self.first_failing(&action.needs, attempt)? {
            return Ok(Some(why));
        }
        for parameter in parameters {
            if !self.is_told(&parameter.looks, attempt) {
                return Ok(Some(untold()));
            }
            if let Some(why) = self.broken_at(parameter, &mut words, attempt)? {
                return Ok(Some(why));
            }
            if matches!(parameter.domain, Domain::Subset { .. } | Domain::Family(_)) {
                return Ok(self.untold_of(action, parameters, attempt));
            }
        }
        if !words.is_empty() {
            return Ok(Some(unknown(&words)));
        }
        Ok(self.untold_of(action, parameters, attempt))
    }

    /// That what forbids something may be a condition that the seat cannot work out.
    fn untold_of(
        &self,
        action: &Action,
        parameters: &[Parameter],
        attempt: &Attempt<'_>,
    ) -> Option<WhyNot> {
        let of_parameters = parameters.iter().flat_map(|p| p.filters.iter().chain(&p.needs));
        let mut needs = action.needs.iter().chain(of_parameters);
        needs.any(|need| !self.is_told(&need.looks, attempt)).then(untold)
    }

    /// Whether a seat can work out by the cards that it knows what hangs on these.
    fn is_told(&self, looks: &[Look], attempt: &Attempt<'_>) -> bool {
        let seat = attempt.asked.seat;
        let known = |&look: &Look| self.state.knows_all(self.program, seat, look, seat);
        attempt.open || looks.iter().all(known)
    }

    /// What stands in the condition that is broken first, with the values for which it is.
    fn compared(&mut self, attempt: &Attempt<'_>, words: &str) -> Vec<(Span, String)> {
        let broken = self.broken(attempt, words).ok().flatten();
        let Some(span) = broken.and_then(|why| why.span) else { return Vec::new() };
        let program = self.program;
        let action = &program.actions[attempt.asked.site.menu[attempt.entry].action];
        let of_values = action.parameters.iter().flat_map(|p| p.filters.iter().chain(&p.needs));
        let need = action.needs.iter().chain(of_values).find(|need| need.span == span);
        let compared = need.map(|need| need.compared.as_slice()).unwrap_or_default();
        // What was tried last stands where the terms look for it.
        let value = |one: &Compared| {
            let value = self.num(one.value).ok()?;
            Some((one.span, label::value(program, self.state, one.kind, value, None)))
        };
        compared.iter().filter_map(value).collect()
    }

    /// That a member of the subset that is being chosen has been chosen already.
    fn is_picked(
        &self,
        attempt: &Attempt<'_>,
        action: &Action,
        words: &Words<'_>,
    ) -> Option<WhyNot> {
        let next = action.parameters.get(attempt.first)?;
        let is_begun = self.state.num(attempt.asked.part) > 0;
        if !is_begun || next.domain.carrier() != Carrier::Set {
            return None;
        }
        let chosen = set_at(self.state, value_at(action, attempt.asked.part, attempt.first));
        let mut words = Words(words.0);
        let picked = self.next_named(next.kind, chosen, &mut words, attempt.viewer)?;
        (picked.is_ok() && words.is_empty()).then(|| spent(action))
    }

    /// Whether an entry of the menu can be chosen once only, and has been.
    fn is_spent(&self, attempt: &Attempt<'_>) -> bool {
        let used = self.state.num(attempt.asked.memory + ONCE);
        let once = attempt.asked.site.menu[attempt.entry].once;
        once.is_some_and(|group| used >> group & 1 == 1)
    }

    /// Whether words name candidates of an action's parameters and nothing else.
    fn is_candidate(&mut self, attempt: &Attempt<'_>, words: &str) -> Evaluated<bool> {
        let (_, parameters) = self.attempt(attempt)?;
        let mut words = Words(words);
        if words.is_empty() {
            return Ok(false);
        }
        for parameter in parameters.iter().filter(|parameter| is_chosen(parameter)) {
            if !self.is_told(&parameter.looks, attempt) {
                return Ok(true);
            }
            let (set, several) = match parameter.domain {
                Domain::Given(..) => continue,
                Domain::Set(set) => (self.set(set)?, false),
                Domain::Subset { set, .. } | Domain::Bag { set, .. } => (self.set(set)?, true),
                Domain::Family(family) => (self.union_of(family)?, true),
                Domain::Range { from, to } => {
                    let (from, to) = (self.num(from)?, self.num(to)?);
                    let Some(word) = words.next(self.program, std::iter::empty()) else { break };
                    match word.map_or_else(str::parse, Ok) {
                        Ok(number) if (from..=to).contains(&number) => {
                            self.scratch.nums[parameter.temp] = number;
                            continue;
                        }
                        Ok(_) | Err(_) => return Ok(false),
                    }
                }
            };
            match self.next_named(parameter.kind, set, &mut words, attempt.viewer) {
                Some(Ok(value)) => self.scratch.nums[parameter.temp] = value,
                Some(Err(_)) => return Ok(false),
                None => break,
            }
            while several && words.plus() {
                if !matches!(
                    self.next_named(parameter.kind, set, &mut words, attempt.viewer),
                    Some(Ok(_))
                ) {
                    return Ok(false);
                }
            }
            if several {
                break;
            }
        }
        Ok(words.is_empty())
    }

    /// Why nothing can be chosen as the next value of an action; nothing where something can, so
    /// that what follows must forbid it.
    fn barren(&mut self, attempt: &Attempt<'_>) -> Evaluated<Vec<WhyNot>> {
        let (action, parameters) = self.attempt(attempt)?;
        if self.is_spent(attempt) {
            return Ok(vec![spent(action)]);
        }
        if let Some(why) = self.first_failing(&action.needs, attempt)? {
            return Ok(vec![why]);
        }
        if let Some(why) = self.untold_of(action, parameters, attempt) {
            return Ok(vec![why]);
        }
        let Some(parameter) = parameters.iter().find(|parameter| is_chosen(parameter)) else {
            return Ok(Vec::new());
        };
        if !self.is_told(&parameter.looks, attempt) {
            return Ok(vec![untold()]);
        }
        let (members, least): (Vec<i32>, usize) = match parameter.domain {
            Domain::Set(set) => (self.set(set)?.iter().map(i32::from).collect(), 1),
            Domain::Subset { set, least, .. } => {
                let least = self.num(least)?.max(1).to_usize();
                (self.set(set)?.iter().map(i32::from).collect(), least)
            }
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                ((from..=to).take(MOST_NUMBERS).collect(), 1)
            }
            Domain::Given(..) | Domain::Family(_) | Domain::Bag { .. } => return Ok(Vec::new()),
        };
        if members.is_empty() {
            return Ok(vec![WhyNot::new("there is nothing to choose".into(), Reason::Nothing)]);
        }
        let several = matches!(parameter.domain, Domain::Subset { .. });
        let (mut whys, mut allowed): (Vec<WhyNot>, usize) = (Vec::new(), 0);
        for member in members {
            self.scratch.nums[parameter.temp] = member;
            let why = match several {
                true => self.first_failing(&parameter.filters, attempt)?,
                false => self.broken_value(parameter, member, attempt)?,
            };
            match why {
                Some(why) if !whys.contains(&why) => whys.push(why),
                Some(_) => {}
                None => allowed += 1,
            }
        }
        match allowed >= least {
            // Which sets do is not tried: any condition on them may be what forbids them all.
            true if several => Ok(parameter.needs.iter().map(failing).collect()),
            true => Ok(Vec::new()),
            false if least > 1 && whys.iter().all(|why| why.reason != Reason::Said) => {
                let words = format!("at least {least} are needed");
                Ok(vec![WhyNot::new(words, Reason::TooFew(least))])
            }
            false => Ok(whys),
        }
    }

    /// The next of the words as a member of a set, as the chooser knows it; an error with the word
    /// where it is none. Only what may be chosen at all is looked at, so that a refusal tells
    /// nothing of other cards.
    fn next_named<'w>(
        &self,
        kind: ValueKind,
        set: Bits,
        words: &mut Words<'w>,
        viewer: Option<Seat>,
    ) -> Option<Result<i32, &'w str>> {
        let named = |one: i32| label::value(self.program, self.state, kind, one, viewer);
        let members = set.iter().map(i32::from);
        words.next(self.program, members.map(|one| (one, named(one))))
    }

    /// The `why`s of the conditions of an action that apply, each once.
    fn applying(&mut self, attempt: &Attempt<'_>) -> Evaluated<Vec<String>> {
        let program = self.program;
        let entry = &attempt.asked.site.menu[attempt.entry];
        let action = &program.actions[entry.action];
        self.bind_arguments(action, &entry.arguments)?;
        self.me = i32::from(attempt.asked.seat);
        self.bind_chosen(action, attempt.asked.part, attempt.first)?;
        let mut whys: Vec<String> = Vec::new();
        let mut note = |why: &Option<String>| {
            whys.extend(why.iter().filter(|why| !whys.contains(why)).cloned().collect::<Vec<_>>());
        };
        let mut parameters = action.parameters[attempt.first.min(action.parameters.len())..]
            .iter()
            .filter(|parameter| !matches!(parameter.domain, Domain::Given(..)));
        if let Some(parameter) = parameters.next() {
            for need in self.forbidding(parameter, attempt)? {
                note(&need.why);
            }
        }
        let later = parameters.flat_map(|p| p.filters.iter().chain(&p.needs));
        later.for_each(|need| note(&need.why));
        Ok(whys)
    }

    /// The conditions of a parameter that forbid some member of what it can be, in their order and
    /// as far as the seat can work them out. Which sets are possible is not tried: then all
    /// conditions are named.
    fn forbidding<'p>(
        &mut self,
        parameter: &'p Parameter,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Vec<&'p Need>> {
        if !self.is_told(&parameter.looks, attempt) {
            return Ok(Vec::new());
        }
        let mut own: Vec<&Need> = parameter.filters.iter().chain(&parameter.needs).collect();
        own.retain(|need| self.is_told(&need.looks, attempt));
        let (members, needs): (Vec<i32>, usize) = match parameter.domain {
            Domain::Set(set) => (self.set(set)?.iter().map(i32::from).collect(), own.len()),
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                ((from..=to).take(MOST_NUMBERS).collect(), own.len())
            }
            Domain::Subset { set, .. } => {
                let members = self.set(set)?.iter().map(i32::from).collect();
                let filters = parameter.filters.iter();
                (members, filters.filter(|need| self.is_told(&need.looks, attempt)).count())
            }
            Domain::Given(..) | Domain::Family(_) | Domain::Bag { .. } => return Ok(own),
        };
        // Those that forbid sets forbid no single member.
        let mut forbids: Vec<bool> = (0..own.len()).map(|place| place >= needs).collect();
        for member in members {
            self.scratch.nums[parameter.temp] = member;
            for (need, forbids) in own.iter().zip(&mut forbids).take(needs) {
                if !self.test(need.test)? {
                    *forbids = true;
                    break;
                }
            }
        }
        let mut forbids = forbids.into_iter();
        own.retain(|_| forbids.next().unwrap_or(true));
        Ok(own)
    }

    /// Why the next word does not do for a parameter.
    fn broken_at(
        &mut self,
        parameter: &Parameter,
        words: &mut Words<'_>,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        match parameter.domain {
            Domain::Given(..) => self.first_failing(&parameter.needs, attempt),
            Domain::Set(set) => {
                let set = self.set(set)?;
                match self.next_named(parameter.kind, set, words, attempt.viewer) {
                    Some(Ok(value)) => self.broken_value(parameter, value, attempt),
                    Some(Err(word)) => Ok(Some(not_among(parameter, word))),
                    None => Ok(Some(missing(parameter))),
                }
            }
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                let Some(word) = words.next(self.program, std::iter::empty()) else {
                    return Ok(Some(missing(parameter)));
                };
                match word.map_or_else(str::parse::<i32>, Ok) {
                    Ok(value) if (from..=to).contains(&value) => {
                        self.broken_value(parameter, value, attempt)
                    }
                    Ok(_) | Err(_) => {
                        let words = format!("`{}` is a number from {from} to {to}", parameter.name);
                        Ok(Some(WhyNot::new(words, Reason::Between(from, to))))
                    }
                }
            }
            Domain::Subset { set, .. } => {
                let set = self.set(set)?;
                self.broken_members(parameter, set, words, attempt)
            }
            Domain::Family(family) => self.broken_set(parameter, family, words, attempt),
            Domain::Bag { set, .. } => {
                let set = self.set(set)?;
                self.broken_bag(parameter, set, words, attempt)
            }
        }
    }

    fn broken_members(
        &mut self,
        parameter: &Parameter,
        set: Bits,
        words: &mut Words<'_>,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        while let Some(next) = self.next_named(parameter.kind, set, words, attempt.viewer) {
            words.plus();
            let value = match next {
                Ok(value) => value,
                Err(word) => return Ok(Some(not_among(parameter, word))),
            };
            self.scratch.nums[parameter.temp] = value;
            if let Some(why) = self.first_failing(&parameter.filters, attempt)? {
                return Ok(Some(why));
            }
        }
        Ok(None)
    }

    /// Why these members are no set of a family, or one that does not do.
    fn broken_set(
        &mut self,
        parameter: &Parameter,
        family: FamilyId,
        words: &mut Words<'_>,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        let (all, mut named) = (self.union_of(family)?, Bits::EMPTY);
        while let Some(next) = self.next_named(parameter.kind, all, words, attempt.viewer) {
            words.plus();
            match next {
                Ok(one) => member(one).into_iter().for_each(|one| named.insert(one)),
                Err(word) => return Ok(Some(not_among(parameter, word))),
            }
        }
        if !self.some_set(family, |_, one| Ok(named.is_subset(&one)))? {
            let words = format!("these do not go together as `{}`", parameter.name);
            return Ok(Some(WhyNot::new(words, Reason::Apart)));
        }
        if !self.some_set(family, |_, one| Ok(named == one))? {
            return Ok(None);
        }
        self.scratch.sets[parameter.temp] = named;
        self.first_failing(&parameter.needs, attempt)
    }

    fn broken_bag(
        &mut self,
        parameter: &Parameter,
        set: Bits,
        words: &mut Words<'_>,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        let mut bag = Values::new();
        loop {
            match self.next_named(parameter.kind, set, words, attempt.viewer) {
                Some(Ok(value)) => bag.extend([value]),
                Some(Err(word)) => return Ok(Some(not_among(parameter, word))),
                None => return Ok(Some(missing(parameter))),
            }
            if !words.plus() {
                break;
            }
        }
        bag.as_mut_slice().sort_unstable();
        self.scratch.lists.bind(parameter.temp, bag);
        self.first_failing(&parameter.needs, attempt)
    }

    fn broken_value(
        &mut self,
        parameter: &Parameter,
        value: i32,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        self.scratch.nums[parameter.temp] = value;
        match self.first_failing(&parameter.filters, attempt)? {
            Some(why) => Ok(Some(why)),
            None => self.first_failing(&parameter.needs, attempt),
        }
    }

    /// Conditions that may not be told are not even looked at, so that nothing hangs on them.
    fn first_failing(
        &mut self,
        needs: &[Need],
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        for need in needs {
            if self.is_told(&need.looks, attempt) && !self.test(need.test)? {
                return Ok(Some(failing(need)));
            }
        }
        Ok(None)
    }
}

/// A condition as a reason.
fn failing(need: &Need) -> WhyNot {
    let reason = if need.why.is_some() { Reason::Said } else { Reason::Rules };
    WhyNot { span: Some(need.span), reason, ..WhyNot::from(need.why.clone()) }
}

/// What hangs on cards that the seat does not know.
fn untold() -> WhyNot {
    WhyNot::new("not now".into(), Reason::Untold)
}

fn spent(action: &Action) -> WhyNot {
    WhyNot::new(format!("`{}` has been chosen already", action.name), Reason::Spent)
}

fn unknown(words: &Words<'_>) -> WhyNot {
    WhyNot::new(format!("nothing here is called `{}`", words.0.trim()), Reason::Unknown)
}

fn is_chosen(parameter: &Parameter) -> bool {
    !matches!(parameter.domain, Domain::Given(..))
}

fn missing(parameter: &Parameter) -> WhyNot {
    WhyNot::new(format!("`{}` is missing", parameter.name), Reason::Missing)
}

fn not_among(parameter: &Parameter, word: &str) -> WhyNot {
    let words = format!("`{word}` is not among what can be chosen as `{}`", parameter.name);
    WhyNot::new(words, Reason::NotAmong(word.to_owned()))
}

/// The words of a packed bag ([`super::Choice`]), by their numbers in their list.
pub fn bag_words(packed: i32) -> Vec<i32> {
    unpack_bag(packed).as_slice().to_vec()
}

impl State {
    /// The seats that choose at the site where the game stopped, a bit each: those that have
    /// already chosen included, so that it tells nothing of what they did.
    pub fn choosing(&self, program: &Program) -> u32 {
        match self.site(program) {
            Some(site) => self.num(memory_at(self, site) + ASKED).cast_unsigned(),
            None => 0,
        }
    }

    /// The action that a seat has begun to choose, and the number of the parameter that is to be
    /// chosen next.
    pub fn begun<'p>(&self, program: &'p Program, seat: Seat) -> Option<(&'p Action, usize)> {
        let site = self.site(program)?;
        let asked = asked_at(self, site, seat);
        let entry = usize::try_from(self.num(asked.part) - 1).ok()?;
        let action = &program.actions[site.menu.get(entry)?.action];
        Some((action, self.num(asked.part + 1).to_usize()))
    }

    /// What a seat has chosen at the site where the game stopped, in words, complete or not; as
    /// this seat knows it.
    pub fn commitment(&self, program: &Program, seat: Seat) -> Option<String> {
        if self.choosing(program) >> seat & 1 == 0 {
            return None;
        }
        let part = asked_at(self, self.site(program)?, seat).part;
        match self.num(part) {
            UNDECIDED => None,
            PASSED => Some("pass".into()),
            FINISHED => Some("done".into()),
            _ => {
                let (action, next) = self.begun(program, seat)?;
                let chosen = chosen_so_far(self, action, part, next);
                let values = chosen.map(|(p, at)| self.stored(program, p, at, seat));
                Some(
                    std::iter::once(action.name.clone())
                        .chain(values)
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            }
        }
    }

    fn stored(&self, program: &Program, parameter: &Parameter, at: usize, seat: Seat) -> String {
        let word = |value: i32| label::value(program, self, parameter.kind, value, Some(seat));
        match parameter.domain.carrier() {
            Carrier::Num => word(self.num(at)),
            Carrier::Set => {
                // In the order of the words: the order of the cards would tell of those that the
                // seat does not know.
                let mut words: Vec<String> =
                    set_at(self, at).iter().map(|one| word(i32::from(one))).collect();
                words.sort();
                words.join("+")
            }
            Carrier::List => {
                let length = (self.num(at).max(0).to_usize()).min(BAG_WORDS.to_usize() - 1);
                self.nums(at + 1, length)
                    .iter()
                    .map(|&value| word(value))
                    .collect::<Vec<_>>()
                    .join("+")
            }
        }
    }

    /// The phases that are running, the outermost first: those of each frame's code where it
    /// stands. Many phases have no frame of their own, as their code stands where they are called.
    pub fn running(&self, program: &Program) -> Vec<PhaseId> {
        let mut frames = Vec::new();
        let (mut frame, mut pc) = (self.control.frame.to_usize(), self.control.pc);
        while !self.is_over() && self.control.top > 0 {
            frames.push(pc.before().map_or(&[][..], |pc| program.courses_at(pc)));
            let Some(back) = Pc::from_word(self.num(frame + RETURN)) else { break };
            (frame, pc) = (self.num(frame).to_usize(), back);
        }
        frames.into_iter().rev().flatten().copied().collect()
    }

    /// A game that this seat cannot tell from the true one: [`State::determinize`], with what
    /// others have chosen in this very choice still to choose, and with chance to come that has
    /// nothing to do with the true one's.
    pub fn imagine(&self, program: &Program, seat: Seat, generator: &mut Generator) -> State {
        let mut world = self.clone();
        self.imagine_again(program, seat, generator, &mut world);
        world
    }

    /// The same in the memory of another state of this program.
    pub fn imagine_into(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
        world: &mut State,
    ) {
        world.clone_from(self);
        self.imagine_again(program, seat, generator, world);
    }

    /// The true game, but for what is still open: cards that no seat knows (the order of a deck,
    /// what was put away unseen) are dealt anew, and chance to come is another. To be played on at
    /// random: what single seats know is not kept right in it.
    pub fn reopen_into(&self, program: &Program, generator: &mut Generator, world: &mut State) {
        world.clone_from(self);
        self.deal_unknown(program, generator, world);
        world.reseed(Generator::new(generator.bits()));
        if let Some(site) = self.site(program) {
            (0..program.seats).for_each(|seat| world.rename_choice(program, site, seat, self));
        }
    }

    fn imagine_again(
        &self,
        program: &Program,
        seat: Seat,
        generator: &mut Generator,
        world: &mut State,
    ) {
        self.deal_into(program, seat, generator, world);
        world.reseed(Generator::new(generator.bits()));
        if let Some(site) = self.site(program) {
            world.forget_choices(site, seat, self.choosing(program));
            world.rename_choice(program, site, seat, self);
        }
    }

    fn forget_choices(&mut self, site: &Site, seat: Seat, choosing: u32) {
        for other in (0..32).filter(|&other| other != seat && choosing >> other & 1 == 1) {
            clear_part(self, asked_at(self, site, other));
            self.control.pending |= 1 << other;
        }
    }

    /// Cards that the seat chose by their places are the cards that lie there now.
    fn rename_choice(&mut self, program: &Program, site: &Site, seat: Seat, truth: &State) {
        let Some((action, next)) = truth.begun(program, seat) else { return };
        if truth.choosing(program) >> seat & 1 == 0 {
            return;
        }
        let part = asked_at(truth, site, seat).part;
        let chosen: Vec<_> = chosen_so_far(truth, action, part, next).collect();
        for (parameter, at) in chosen.into_iter().filter(|(p, _)| p.kind == ValueKind::Card) {
            match parameter.domain.carrier() {
                Carrier::Num => {
                    let new = member(truth.num(at))
                        .map_or(NONE, |card| i32::from(truth.namesake(card, self)));
                    self.set_num(at, new);
                }
                Carrier::Set => {
                    let new: Bits =
                        set_at(truth, at).iter().map(|card| truth.namesake(card, self)).collect();
                    store_set(self, at, new);
                }
                Carrier::List => {}
            }
        }
    }

    /// The card that lies in another state where this one lies here.
    fn namesake(&self, card: Card, other: &State) -> Card {
        let Some(slot) = self.slot_of(card) else { return card };
        let height = self.stack(slot).position(|c| c == card).unwrap_or(0);
        other.stack(slot).nth(height).unwrap_or(card)
    }

    pub(crate) fn site<'p>(&self, program: &'p Program) -> Option<&'p Site> {
        if self.pending() == 0 { None } else { site_of(program, self) }
    }
}

fn member(value: i32) -> Option<Card> {
    u8::try_from(value).ok()
}

/// The parameters that have a value by now, and where it lies. Of a subset being chosen, the
/// members so far.
fn chosen_so_far<'p>(
    state: &State,
    action: &'p Action,
    part: usize,
    next: usize,
) -> impl Iterator<Item = (&'p Parameter, usize)> {
    let begun = action.parameters.get(next).filter(|p| p.domain.carrier() == Carrier::Set);
    let has_members = begun.is_some() && !set_at(state, value_at(action, part, next)).is_empty();
    let end = if has_members { next + 1 } else { next };
    let chosen = action.parameters.iter().enumerate().take(end);
    chosen
        .filter(|(_, p)| !matches!(p.domain, Domain::Given(..)))
        .map(move |(i, p)| (p, value_at(action, part, i)))
}

fn memory_at(state: &State, site: &Site) -> usize {
    state.control.frame.to_usize() + HEADER + site.memory.index()
}

pub(super) fn asked_at<'s>(state: &State, site: &'s Site, seat: Seat) -> Asked<'s> {
    let memory = memory_at(state, site);
    let place = if site.kind == SiteKind::Alone { 0 } else { usize::from(seat) };
    Asked {
        site,
        seat,
        memory,
        part: memory + usize::from(SITE_WORDS) + place * usize::from(site.seat_words),
    }
}

fn clear_part(state: &mut State, asked: Asked<'_>) {
    state.nums_mut(asked.part, usize::from(asked.site.seat_words)).fill(0);
}

/// A set in the stack, as the runtime stores it: four words in two halves each.
fn set_at(state: &State, at: usize) -> Bits {
    let word = |i: usize| of_halves([state.num(at + 2 * i), state.num(at + 2 * i + 1)]);
    Bits::from_words(std::array::from_fn(word))
}
