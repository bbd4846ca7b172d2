//! Why a seat cannot choose something: what a text may mean among what it is asked, and the first
//! condition of the rules that forbids it, as far as the seat can work it out.

use super::ask::{Asked, Stage, Status};
use super::eval::{Eval, Evaluated, member};
use super::label;
use super::play::Runtime;
use super::state::State;
use crate::diagnostic::nearest;
use crate::program::code::{MenuEntry, Site};
use crate::program::terms::FamilyId;
use crate::program::{
    Action, Carrier, Compared, Domain, Look, Need, Parameter, Program, ValueKind,
};
use crate::source::Span;
use crate::tabletop::ids::ActionId;
use crate::value::{Bits, Narrow, Seat, Values};

impl Runtime<'_> {
    /// The first reason why a seat cannot choose what a text says, by the menu's own words; `None`
    /// when nothing forbids it. Unless all is `open`, only of those that the seat can work out by
    /// the cards that it knows.
    pub(crate) fn why_not(
        &mut self,
        state: &mut State,
        seat: Seat,
        text: &str,
        open: bool,
    ) -> Option<WhyNot> {
        let viewer = self.viewer(seat);
        self.looking_into(state, seat, |eval, asked| {
            let attempts = match eval.attempts(asked, text, viewer, open) {
                Ok(attempts) => attempts,
                Err(why) => return Some(why),
            };
            let mut first_why = None;
            // Of several entries with one action the one that has these candidates is meant.
            for (attempt, words) in &attempts {
                let is_meant = eval.is_candidate(attempt, words).unwrap_or(false);
                let why = eval.broken(attempt, words).ok().flatten();
                if is_meant {
                    return why;
                }
                first_why = first_why.or(Some(why));
            }
            first_why.flatten()
        })?
    }

    /// Whether a text, by the menu's own words, names candidates of an action and nothing else,
    /// whether the rules allow them or not. What the seat cannot work out by the cards that it
    /// knows counts as a candidate, unless all is `open`.
    pub(crate) fn is_candidate(
        &mut self,
        state: &mut State,
        seat: Seat,
        text: &str,
        open: bool,
    ) -> bool {
        let viewer = self.viewer(seat);
        let is_candidate = self.looking_into(state, seat, |eval, asked| {
            let attempts = eval.attempts(asked, text, viewer, open).unwrap_or_default();
            attempts
                .iter()
                .any(|(attempt, words)| eval.is_candidate(attempt, words).unwrap_or(false))
        });
        is_candidate.unwrap_or(false)
    }

    /// What the condition compares that keeps a seat from what a text says, and what it comes to.
    /// It may tell of what the seat does not see.
    pub(crate) fn compared(
        &mut self,
        state: &mut State,
        seat: Seat,
        text: &str,
    ) -> Vec<(Span, String)> {
        let viewer = self.viewer(seat);
        let compared = self.looking_into(state, seat, |eval, asked| {
            let attempts = eval.attempts(asked, text, viewer, true).ok()?;
            let (attempt, words) = attempts.iter().find(|(attempt, words)| {
                attempts.len() == 1 || eval.is_candidate(attempt, words).unwrap_or(false)
            })?;
            Some(eval.compared(attempt, words))
        });
        compared.flatten().unwrap_or_default()
    }

    /// Why an action of the menu has no options for a seat, as far as its first value shows it, and
    /// the seat can work it out, unless all is `open`.
    pub(crate) fn why_none(
        &mut self,
        state: &mut State,
        seat: Seat,
        action: &str,
        open: bool,
    ) -> Vec<WhyNot> {
        let viewer = self.viewer(seat);
        let whys = self.looking_into(state, seat, |eval, asked| {
            let mut whys: Vec<WhyNot> = Vec::new();
            for (attempt, _) in eval.attempts(asked, action, viewer, open).unwrap_or_default() {
                for why in eval.barren(&attempt).unwrap_or_default() {
                    note(&mut whys, why);
                }
            }
            whys
        });
        whys.unwrap_or_default()
    }

    /// The reasons that apply now: by action of the menu, the `why`s of those conditions that
    /// forbid some member of what is chosen first, as far as the seat can work them out, and of
    /// those that only show once that is chosen.
    pub(crate) fn whys(&mut self, state: &mut State, seat: Seat) -> Vec<(ActionId, Vec<String>)> {
        let viewer = self.viewer(seat);
        let whys = self.looking_into(state, seat, |eval, asked| {
            let (entries, first) = match eval.begun(asked) {
                Some((entry, first)) => (entry..entry + 1, first),
                None => (0..asked.site.menu.len(), 0),
            };
            let whys = |entry: usize| {
                let attempt = Attempt { asked, entry, first, viewer, open: false };
                let whys = eval.applying(&attempt).unwrap_or_default();
                (asked.site.menu[entry].action, whys)
            };
            entries.map(whys).collect()
        });
        whys.unwrap_or_default()
    }

    /// Who reads names: the seat itself, where it is kept what seats know.
    fn viewer(&self, seat: Seat) -> Option<Seat> {
        self.knowing.then_some(seat)
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
    pub(crate) fn only(label: &str) -> WhyNot {
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

/// What the next words name as the value of a parameter.
enum Named<'w> {
    /// What the caller gives is not named.
    Given,
    Value(i32),
    /// Of a set or of a bag.
    Members(Vec<i32>),
    /// There are no more words.
    Nothing,
    /// A word for something else.
    Other(&'w str),
    /// No number from one to the other.
    Outside(i32, i32),
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
    let name = |entry: &MenuEntry| program.actions[entry.action].name.as_str();
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
    /// What a text may mean: an entry of the menu, from which of its parameters on, and what names
    /// their values. A choice that has been begun goes on.
    fn attempts<'a, 't>(
        &self,
        asked: Asked<'a>,
        text: &'t str,
        viewer: Option<Seat>,
        open: bool,
    ) -> Result<Vec<(Attempt<'a>, &'t str)>, WhyNot> {
        let attempt = |entry, first| Attempt { asked, entry, first, viewer, open };
        if let Some((entry, first)) = self.begun(asked) {
            return Ok(vec![(attempt(entry, first), text)]);
        }
        let text = text.trim();
        let (word, words) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let entries = find_entries(self.program, asked.site, word)?;
        Ok(entries.into_iter().map(|entry| (attempt(entry, 0), words)).collect())
    }

    /// Puts what an attempt goes out from where its action's terms look for it; the action, and the
    /// parameters that are still to be chosen.
    fn attempt(&mut self, attempt: &Attempt<'_>) -> Evaluated<(&'p Action, &'p [Parameter])> {
        let program = self.program;
        let entry = &attempt.asked.site.menu[attempt.entry];
        let action = &program.actions[entry.action];
        self.bind_arguments(action, &entry.arguments)?;
        self.me = attempt.asked.seat.word();
        self.bind_chosen(Stage { action, index: attempt.first }, attempt.asked.part);
        Ok((action, &action.parameters[attempt.first.min(action.parameters.len())..]))
    }
}

impl Eval<'_> {
    fn broken(&mut self, attempt: &Attempt<'_>, words: &str) -> Evaluated<Option<WhyNot>> {
        let (action, parameters) = self.attempt(attempt)?;
        let mut words = Words(words);
        if let Some(why) = self.is_picked(attempt, action, &words) {
            return Ok(Some(why));
        }
        // What an action without values needs says nothing of the words behind it.
        if !parameters.iter().any(Parameter::is_chosen) && !words.is_empty() {
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
            let named = self.named(parameter, &mut words, attempt.viewer)?;
            if let Some(why) = self.broken_by(parameter, named, attempt)? {
                return Ok(Some(why));
            }
            // What comes behind a set is asked for later.
            if parameter.domain.carrier() == Carrier::Set && parameter.is_chosen() {
                break;
            }
        }
        if !words.is_empty() {
            return Ok(Some(unknown(&words)));
        }
        Ok(self.untold_of(action, parameters, attempt))
    }

    /// The refusal that something may be forbidden by a condition that the seat cannot work out;
    /// nothing where there is no such condition.
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

    /// Whether a seat may be told what hangs on these.
    fn is_told(&self, looks: &[Look], attempt: &Attempt<'_>) -> bool {
        attempt.open || self.knows(attempt.asked.seat, looks)
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

    /// The refusal of a member that has been chosen already, of the subset that is being chosen.
    fn is_picked(
        &self,
        attempt: &Attempt<'_>,
        action: &Action,
        words: &Words<'_>,
    ) -> Option<WhyNot> {
        let stage = Stage { action, index: attempt.first };
        let next = stage.next()?;
        let is_begun = matches!(attempt.asked.status(self.state), Status::Entry(_));
        if !is_begun || next.domain.carrier() != Carrier::Set {
            return None;
        }
        let chosen = self.stored_set(stage.value_at(&self.program.memory, attempt.asked.part));
        let mut words = Words(words.0);
        let picked = self.next_named(next.kind, chosen, &mut words, attempt.viewer)?;
        (picked.is_ok() && words.is_empty()).then(|| spent(action))
    }

    /// Whether an entry of the menu can be chosen once only, and has been.
    fn is_spent(&self, attempt: &Attempt<'_>) -> bool {
        attempt.asked.is_used_up(&attempt.asked.site.menu[attempt.entry], self.state)
    }

    /// Whether words name candidates of an action's parameters and nothing else.
    fn is_candidate(&mut self, attempt: &Attempt<'_>, words: &str) -> Evaluated<bool> {
        let (_, parameters) = self.attempt(attempt)?;
        let mut words = Words(words);
        if words.is_empty() {
            return Ok(false);
        }
        for parameter in parameters.iter().filter(|parameter| parameter.is_chosen()) {
            if !self.is_told(&parameter.looks, attempt) {
                return Ok(true);
            }
            match self.named(parameter, &mut words, attempt.viewer)? {
                Named::Value(value) => self.scratch.nums[parameter.temp] = value,
                Named::Other(_) | Named::Outside(..) => return Ok(false),
                Named::Members(_) | Named::Nothing => break,
                Named::Given => {}
            }
        }
        Ok(words.is_empty())
    }

    /// What the next words name as the value of a parameter, as the chooser knows it.
    fn named<'w>(
        &mut self,
        parameter: &Parameter,
        words: &mut Words<'w>,
        viewer: Option<Seat>,
    ) -> Evaluated<Named<'w>> {
        let several = match parameter.domain {
            Domain::Given(..) => return Ok(Named::Given),
            Domain::Range { from, to } => {
                let (from, to) = (self.num(from)?, self.num(to)?);
                let word = words.next(self.program, std::iter::empty());
                return Ok(match word.map(|word| word.map_or_else(str::parse, Ok)) {
                    None => Named::Nothing,
                    Some(Ok(number)) if (from..=to).contains(&number) => Named::Value(number),
                    Some(Ok(_) | Err(_)) => Named::Outside(from, to),
                });
            }
            Domain::Set(set) => {
                let set = self.set(set)?;
                return Ok(match self.next_named(parameter.kind, set, words, viewer) {
                    Some(Ok(value)) => Named::Value(value),
                    Some(Err(word)) => Named::Other(word),
                    None => Named::Nothing,
                });
            }
            Domain::Subset { set, .. } | Domain::Bag { set, .. } => self.set(set)?,
            Domain::Family(family) => self.union_of(family)?,
        };
        let mut members = Vec::new();
        while let Some(next) = self.next_named(parameter.kind, several.clone(), words, viewer) {
            match next {
                Ok(one) => members.push(one),
                Err(word) => return Ok(Named::Other(word)),
            }
            if !words.plus() {
                break;
            }
        }
        Ok(Named::Members(members))
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
        let Some(parameter) = parameters.iter().find(|parameter| parameter.is_chosen()) else {
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
                Some(why) => note(&mut whys, why),
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
        let (_, parameters) = self.attempt(attempt)?;
        let mut whys: Vec<String> = Vec::new();
        let mut note_why =
            |need: &Need| need.why.iter().for_each(|why| note(&mut whys, why.clone()));
        let mut parameters = parameters.iter().filter(|parameter| parameter.is_chosen());
        if let Some(parameter) = parameters.next() {
            self.forbidding(parameter, attempt)?.into_iter().for_each(&mut note_why);
        }
        let later = parameters.flat_map(|p| p.filters.iter().chain(&p.needs));
        later.for_each(note_why);
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

    /// Why what was named does not do for a parameter.
    fn broken_by(
        &mut self,
        parameter: &Parameter,
        named: Named<'_>,
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        match (named, &parameter.domain) {
            (Named::Given, _) => self.first_failing(&parameter.needs, attempt),
            (Named::Value(value), _) => self.broken_value(parameter, value, attempt),
            (Named::Nothing, _) => Ok(Some(missing(parameter))),
            (Named::Other(word), _) => Ok(Some(not_among(parameter, word))),
            (Named::Outside(from, to), _) => {
                let words = format!("`{}` is a number from {from} to {to}", parameter.name);
                Ok(Some(WhyNot::new(words, Reason::Between(from, to))))
            }
            (Named::Members(members), Domain::Family(family)) => {
                self.broken_set(parameter, *family, &members, attempt)
            }
            (Named::Members(members), Domain::Bag { .. }) => {
                self.broken_bag(parameter, &members, attempt)
            }
            (Named::Members(members), _) => {
                for member in members {
                    self.scratch.nums[parameter.temp] = member;
                    if let Some(why) = self.first_failing(&parameter.filters, attempt)? {
                        return Ok(Some(why));
                    }
                }
                Ok(None)
            }
        }
    }

    /// Why these members are no set of a family, or one that does not do.
    fn broken_set(
        &mut self,
        parameter: &Parameter,
        family: FamilyId,
        members: &[i32],
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        let named: Bits = members.iter().filter_map(|&one| member(one)).collect();
        if !self.some_set(family, |_, one| Ok(named.is_subset(&one)))? {
            let words = format!("these do not go together as `{}`", parameter.name);
            return Ok(Some(WhyNot::new(words, Reason::Apart)));
        }
        if !self.in_family(&named, family)? {
            return Ok(None);
        }
        self.scratch.sets[parameter.temp] = named;
        self.first_failing(&parameter.needs, attempt)
    }

    fn broken_bag(
        &mut self,
        parameter: &Parameter,
        members: &[i32],
        attempt: &Attempt<'_>,
    ) -> Evaluated<Option<WhyNot>> {
        if members.is_empty() {
            return Ok(Some(missing(parameter)));
        }
        let mut bag = Values::new();
        bag.extend(members.iter().copied());
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

fn missing(parameter: &Parameter) -> WhyNot {
    WhyNot::new(format!("`{}` is missing", parameter.name), Reason::Missing)
}

fn not_among(parameter: &Parameter, word: &str) -> WhyNot {
    let words = format!("`{word}` is not among what can be chosen as `{}`", parameter.name);
    WhyNot::new(words, Reason::NotAmong(word.to_owned()))
}

/// Adds what is not among the others yet.
fn note<T: PartialEq>(noted: &mut Vec<T>, one: T) {
    if !noted.contains(&one) {
        noted.push(one);
    }
}
