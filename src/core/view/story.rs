//! What happened, in short sentences for one seat: events that follow each other and are alike are
//! told as one.
//!
//! Cards are named to those who saw them. What nobody at this seat could see is told as what could
//! be seen: that so many cards went from here to there.

mod events;

use super::labels::Deed;
use super::lexicon::Given;
use super::names::Names;
use super::phrase::Phrase;
use crate::game::{Entry, said, told};
use crate::program::ValueKind;
use crate::tabletop::Shape;
use crate::tabletop::ids::{ActionId, InstanceId};
use crate::value::{Card, Seat, SeatSet};
use crate::vm::label::{Step, StepValue};
use crate::vm::{Chosen, Event, Moved};
use events::{decides_who_is_heard, gathers, sentence};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;

/// Cards that one sentence names; it counts the others.
const MOST_NAMED: usize = 16;

/// A sentence, and the things it is said of. Sentences that differ in these alone are one.
#[derive(Clone, Debug, PartialEq)]
struct Sentence {
    key: &'static str,
    values: Vec<(&'static str, Phrase)>,
    route: Option<Route>,
    things: Vec<Thing>,
    /// Of a choice: more than where its cards go tells.
    says_more: bool,
    /// It stands in what was told before.
    is_told: bool,
}

/// The ends of a way that cards went, without the slots' numbers where they went from or to
/// several.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Route {
    from: (InstanceId, Option<u16>),
    to: (InstanceId, Option<u16>),
    /// They come from places of several owners: a trick that is gathered.
    of_several: bool,
}

impl Route {
    /// This way and another one as one, if that tells no less: cards that change places in one zone
    /// are told one by one.
    fn with(self, other: Route) -> Option<Route> {
        let of_several = self.of_several || other.of_several;
        if (self.from, self.to) == (other.from, other.to) {
            return Some(Route { of_several, ..self });
        }
        let same =
            self.from.0 == other.from.0 && self.to.0 == other.to.0 && self.from.0 != self.to.0;
        let slot = |a: Option<u16>, b: Option<u16>| if a == b { a } else { None };
        same.then_some(Route {
            from: (self.from.0, slot(self.from.1, other.from.1)),
            to: (self.to.0, slot(self.to.1, other.to.1)),
            of_several,
        })
    }

    /// Whether it leads from where another one goes to where that begins.
    fn goes_back(self, other: Route) -> bool {
        // Within one zone the slots tell places apart.
        let within = self.from.0 == self.to.0;
        let place = |(at, slot): (InstanceId, Option<u16>)| (at, slot.filter(|_| within));
        place(self.from) == place(other.to) && place(self.to) == place(other.from)
    }

    /// Cards that lay alone before their players and go the same way: who laid which has been told.
    fn with_others(self, other: Route, names: &Names<'_>) -> Option<Route> {
        let zone = |route: Route| names.program.instances[route.from.0].zone;
        let alone = names.zone(self.from.0).shape == Shape::One && zone(self) == zone(other);
        (alone && self.to == other.to).then_some(Route {
            from: (self.from.0, None),
            of_several: true,
            ..self
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Thing {
    /// Which card it is, and its name.
    Card(Card, Phrase),
    /// A card that was not seen.
    Back,
    Place(Phrase),
}

/// What things that lay in no order are sorted by.
fn card_of(thing: &Thing) -> Option<Card> {
    match thing {
        Thing::Card(card, _) => Some(*card),
        Thing::Back | Thing::Place(_) => None,
    }
}

/// Whether a game is being played, or looked at again: then one's own choices are told too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narration {
    Live,
    Again,
}

/// The part of a log that is to be told to somebody to whom so many `entries` have been told: a
/// choice of the viewer's own, or one that all hear of, is told as a whole, once nothing of it is
/// still `open`.
pub(crate) fn untold(names: &Names<'_>, log: &[Entry], entries: usize, open: bool) -> Range<usize> {
    // Whether a step that is told goes on with a choice.
    let goes_on = |entry: &Entry| {
        let (seat, step) = entry.step()?;
        (names.viewer.is(seat) || step.aloud).then(|| step.goes_on())
    };
    let begun = |log: &[Entry]| log.iter().rposition(|entry| goes_on(entry) == Some(false));
    let entries = entries.min(log.len());
    let from = match log[entries..].iter().find_map(goes_on) {
        Some(true) => begun(&log[..entries]).unwrap_or(entries),
        Some(false) | None => entries,
    };
    let to = if open { begun(log) } else { None };
    from..to.map_or(log.len(), |to| to.max(from))
}

/// Tells a part of the log in order. `told`: what stands in the log before it. Choices of which
/// nothing has come before that part were told as choices: what comes of them says no more than is
/// new.
pub(crate) fn narrate(
    names: &Names<'_>,
    (told, log): (&[Entry], &[Entry]),
    narration: Narration,
) -> Vec<Phrase> {
    // A choice is told by the move of the very card that was chosen, not by that of a copy.
    let names = &names.with_copies_apart();
    let sees = |seen_by: SeatSet| names.sees(seen_by);
    let waiting = match narration {
        Narration::Live => without_outcome(told),
        Narration::Again => &[],
    };
    let told = &told[..told.len() - waiting.len()];
    let log = told::at_once(log, sees);
    let log = match waiting.is_empty() {
        true => log,
        false => Cow::Owned([waiting, &*log].concat()),
    };
    let mut teller = Teller { names, narration, sentences: Vec::new(), said: "".into(), before: 0 };
    let mut gathered = 0..0;
    for (i, entry) in log.iter().enumerate() {
        if gathered.contains(&i) {
            continue;
        }
        if let Entry::Event(Event::Gather(cards)) = entry {
            gathered = i + 1..i + 1 + cards.len();
        }
        let is_told = i < waiting.len();
        // What was told then did not know of what came later.
        let behind = if is_told { &waiting[i + 1..] } else { &log[i + 1..] };
        let shown = shown_at_once(names, entry, behind);
        let entry = shown.as_ref().unwrap_or(entry);
        let sentence = teller.sentence(entry, (told, &log[..i]), behind);
        teller.passes(entry, sentence.as_ref());
        if let Some(sentence) = sentence {
            teller.tell(Sentence { is_told, ..sentence });
        }
    }
    let told = teller.sentences.into_iter().filter(|s| !s.is_told).map(|s| render(names, s));
    told.map(|told| told.by_print(|card| names.program.first_copy(card))).collect()
}

/// Who tells a part of a log, entry by entry.
struct Teller<'n, 'p> {
    names: &'n Names<'p>,
    narration: Narration,
    sentences: Vec<Sentence>,
    /// What somebody did, as it was told: what it says already is not told again.
    said: String,
    /// Sentences before the last choice, or before the phase began.
    before: usize,
}

impl Teller<'_, '_> {
    /// What an entry says that is new. `told` and `before` stand before it in the log, told and to
    /// be told, and `behind` is what was known to come of it.
    fn sentence(
        &self,
        entry: &Entry,
        (told, before): (&[Entry], &[Entry]),
        behind: &[Entry],
    ) -> Option<Sentence> {
        let (names, narration) = (self.names, self.narration);
        match entry {
            Entry::Event(event)
                if is_said(names, event, &self.said)
                    || is_own_mark(names, event, before.iter().rev().chain(told.iter().rev()))
                    || is_told_taken(names, event, (told, before), narration) =>
            {
                None
            }
            Entry::Event(event) if decides_who_is_heard(event, behind.first()) => {
                one("story-tossed", Vec::new())
            }
            Entry::Event(Event::Gather(cards)) => gathers(names, behind, cards.len()),
            Entry::Event(Event::Taken { seat, action, counts }) => {
                taken(names, (*seat, *action, *counts), (told, before), behind)
            }
            Entry::Event(event) => sentence(names, event),
            Entry::Choice { seat, step, .. } => {
                choice(names, (*seat, step), (before, behind), narration)
            }
            Entry::Forced { seat, step, .. } if is_own_forced(names, (*seat, step)) => {
                one("story-forced", vec![("action", names.step(step))])
            }
            // What of one's own is chosen step by step is told step by step when one looks again.
            Entry::Forced { seat, .. }
                if narration == Narration::Again && names.viewer.is(*seat) =>
            {
                None
            }
            Entry::Forced { seat, step, .. } => {
                choice(names, (*seat, step), (before, behind), narration)
            }
            Entry::Offer { .. } | Entry::Decided(_) | Entry::End(_) | Entry::Fault(_) => None,
        }
    }

    /// Keeps in mind where an entry begins something new, and what it says that somebody does.
    fn passes(&mut self, entry: &Entry, sentence: Option<&Sentence>) {
        // Whether others had a choice at all, and when they made it, changes nothing of the story.
        let is_unheard = |(seat, step): (Seat, &Step)| {
            !step.aloud
                && !self.names.viewer.is(seat)
                && !is_told_whole(self.names, seat, self.narration)
        };
        if entry.step().is_some_and(is_unheard) {
            return;
        }
        if matches!(
            entry,
            Entry::Choice { .. } | Entry::Forced { .. } | Entry::Event(Event::Phase { .. })
        ) {
            self.before = self.sentences.len();
        }
        let is_forced = matches!(entry, Entry::Forced { .. });
        if entry.step().is_some_and(|step| !(is_forced && is_own_forced(self.names, step))) {
            self.said = sentence.map(Sentence::deed).unwrap_or_default();
        }
    }

    /// Puts a sentence behind the others, in the place of a choice that it says all of.
    fn tell(&mut self, new: Sentence) {
        if let Some(at) = self.choice_told_by(&new) {
            let choice = &self.sentences[at];
            if is_told_by_game(self.names, choice, &new) {
                return;
            }
            // A card that left its owner as it was told that it would.
            let is_told = choice.is_told && leaves_owner(self.names, &new);
            if !choice.says_more {
                self.before = self.before.min(self.sentences.len() - 1);
                self.sentences.remove(at);
            }
            if is_told {
                return;
            }
        }
        add(self.names, &mut self.sentences, self.before, new);
    }

    /// Where the choice stands of whose card this sentence says where it goes.
    fn choice_told_by(&self, new: &Sentence) -> Option<usize> {
        if self.narration != Narration::Live {
            return None;
        }
        // What others do at the same time may stand in between.
        let others = |old: &&Sentence| old.key == "story-move-by" && !of_same(old, new);
        let between = self.sentences.iter().rev().take_while(others).count();
        let at = self.sentences.len().checked_sub(between + 1)?;
        says_all(self.names, &self.sentences[at], new).then_some(at)
    }
}

/// What stands at the end of a log from the first choice on of which nothing has come yet: several
/// may choose at the same time.
fn without_outcome(log: &[Entry]) -> &[Entry] {
    let last = log.iter().rposition(|entry| entry.event().is_some());
    let behind = &log[last.map_or(0, |last| last + 1)..];
    let choice = behind.iter().position(|entry| entry.step().is_some());
    choice.map_or(&[], |choice| &behind[choice..])
}

/// Whether a move is one from a place of the player who is said to have moved.
fn leaves_owner(names: &Names<'_>, sentence: &Sentence) -> bool {
    sentence.route.is_some_and(|route| names.zone_owner(route.from.0).is_some())
}

/// Whether a choice that was none is the viewer's own, with nothing still to be chosen.
fn is_own_forced(names: &Names<'_>, (seat, step): (Seat, &Step)) -> bool {
    names.viewer.is(seat) && !step.goes_on() && !names.is_open(step)
}

/// Whether a choice, not yet what comes of it, is told in full: of who looks again their own, or
/// everybody's.
fn is_told_whole(names: &Names<'_>, seat: Seat, narration: Narration) -> bool {
    narration == Narration::Again && (!names.viewer.is_somebody() || names.viewer.is(seat))
}

/// A choice: the viewer's own, and of somebody else's what all hear of it, whether it was one among
/// several options or not. What others choose in secret at the same time is told by what comes of
/// it. Steps with which a choice goes on are told with it, where it stands in the part of the log
/// `before` them.
fn choice(
    names: &Names<'_>,
    (seat, step): (Seat, &Step),
    (before, behind): (&[Entry], &[Entry]),
    narration: Narration,
) -> Option<Sentence> {
    let is_whole = is_told_whole(names, seat, narration);
    let deed = match step.what {
        _ if !is_whole && !names.viewer.is(seat) => {
            step.aloud.then(|| names.seen_choice(seat, step, behind))?
        }
        Chosen::Done if is_whole => Some(Deed::Chosen(names.step(step))),
        _ if is_whole && step.goes_on() => {
            let mut begun = before.iter().rev().filter_map(Entry::step);
            let is_told = begun.any(|(of, step)| of == seat && !step.goes_on());
            (!is_told).then(|| Deed::Chosen(names.step(step)))
        }
        // Of a choice that has only been begun nothing is told yet.
        _ if names.is_open(step) && !goes_on_with(seat, behind) => None,
        _ => names.whole_choice(seat, step, behind),
    };
    let sentence = chosen(names, seat, deed?)?;
    // Who chose knows what they said.
    let says_more = !names.viewer.is(seat) && says_more(names, step, behind);
    Some(Sentence { says_more, ..sentence })
}

/// Whether a choice says more than where its cards go: a player, a number or a word that it names,
/// or which of several actions it was that send cards there.
fn says_more(names: &Names<'_>, step: &Step, behind: &[Entry]) -> bool {
    let Some(action) = step.action(names.program) else { return false };
    let kind = |value: &StepValue| action.parameters[usize::from(value.parameter)].kind;
    let is_seen = |kind| matches!(kind, ValueKind::Card | ValueKind::Slot);
    action.has_like || !said::named(step, behind).map(kind).all(is_seen)
}

/// Whether a choice of `seat` goes on in what stands `behind` it in the log.
fn goes_on_with(seat: Seat, behind: &[Entry]) -> bool {
    let until_done = behind.iter().take_while(|entry| entry.event().is_none());
    until_done.filter_map(Entry::step).any(|(of, step)| of == seat && step.goes_on())
}

/// Whether an interruption was told as the choice that it was: the viewer's own is, as is any where
/// nobody else was asked. One that does not count is told as that.
fn is_told_taken(
    names: &Names<'_>,
    event: &Event,
    (told, before): (&[Entry], &[Entry]),
    narration: Narration,
) -> bool {
    let Event::Taken { seat: taker, counts, .. } = event else { return false };
    let before = told.iter().chain(before).rev();
    let choices = before.map_while(|entry| match entry {
        Entry::Offer { .. } => Some(None),
        entry => entry.step().map(Some),
    });
    let mut begun = choices.flatten().filter(|(_, step)| !step.goes_on());
    if *counts && names.viewer.is(*taker) {
        return begun.any(|(seat, _)| seat == *taker);
    }
    begun.next().is_some_and(|(seat, step)| {
        seat == *taker
            && step.aloud
            && (!names.viewer.is(seat) || is_told_whole(names, seat, narration))
    })
}

/// An interruption that `seat` has taken, and whether it counts: of one that does, all hear what it
/// points at and names, as of any choice; of one that does not, what its caller has given it.
fn taken(
    names: &Names<'_>,
    (seat, action, counts): (Seat, ActionId, bool),
    (told, before): (&[Entry], &[Entry]),
    behind: &[Entry],
) -> Option<Sentence> {
    let begins = |entry: &Entry| {
        let step = entry.step().filter(|(of, step)| *of == seat && !step.goes_on());
        step.is_some_and(|(_, step)| step.action == Some(action))
    };
    let at = before.iter().rposition(begins).map(|at| told.len() + at);
    let at = at.or_else(|| told.iter().rposition(begins));
    let since = told.iter().chain(before).skip(at.unwrap_or(told.len() + before.len()));
    // What others chose at the same time stands in between.
    let is_of = |entry: &&Entry| entry.step().is_none_or(|(of, _)| of == seat);
    let is_told = |entry: &&Entry| entry.step().is_some() || entry.event().is_some();
    let come_of_it = behind.iter().take_while(|entry| entry.event().is_some());
    let own: Vec<Entry> = since.chain(come_of_it).filter(is_of).filter(is_told).cloned().collect();
    let begun = at.and_then(|_| own.split_first());
    let deed = match begun.and_then(|(entry, rest)| Some((entry.step()?.1, rest))) {
        Some((step, rest)) if names.viewer.is(seat) => names.whole_choice(seat, step, rest),
        Some((step, rest)) if counts => names.seen_choice(seat, step, rest),
        Some((step, _)) => names.given_choice(seat, step),
        None => Some(names.deed(seat, &names.program.actions[action].name, &[])),
    };
    let (key, action) = match deed? {
        Deed::Told(told) if counts => ("story-did", told),
        Deed::Told(told) => ("story-did-void", told),
        Deed::Chosen(action) if counts => ("story-choice", action),
        Deed::Chosen(action) => ("story-choice-void", action),
    };
    one(key, vec![("who", names.player_first(seat)), ("action", action)])
}

impl Sentence {
    /// The message that says it: one without a colon where the option has one of its own.
    fn message(&self) -> &'static str {
        let action = self.values.iter().find(|(name, _)| *name == "action");
        match (self.key, action) {
            ("story-choice", Some((_, action))) if action.text().contains(": ") => {
                "story-choice-colon"
            }
            ("story-forced", Some((_, action))) if action.text().contains(": ") => {
                "story-forced-colon"
            }
            (key, _) => key,
        }
    }

    fn words(&self) -> String {
        joined(self.values.iter())
    }

    /// What was done, without who did it: the number of a player is no number of a place.
    fn deed(&self) -> String {
        let deed = self.values.iter().filter(|(name, _)| *name != "who");
        joined(deed)
    }

    /// Whether another sentence says the same of its things.
    fn says_as(&self, other: &Sentence) -> bool {
        let words = |sentence: &Sentence| {
            sentence.values.iter().map(|(name, value)| (*name, value.text())).collect::<Vec<_>>()
        };
        self.key == other.key && words(self) == words(other)
    }
}

fn joined<'v>(values: impl Iterator<Item = &'v (&'static str, Phrase)>) -> String {
    let mut joined = String::new();
    for (i, (_, value)) in values.enumerate() {
        joined.push_str(if i > 0 { " " } else { "" });
        value.spans().iter().for_each(|span| joined.push_str(&span.text));
    }
    joined
}

/// A card that is moved unseen and shown where it lies, before anybody chooses again: it is told as
/// if it had been seen to go.
fn shown_at_once(names: &Names<'_>, entry: &Entry, behind: &[Entry]) -> Option<Entry> {
    let Entry::Event(Event::Move(moved)) = entry else { return None };
    let program = names.program;
    let arrived = &program.zones[program.instances[moved.to].zone];
    // Which of the cards in no order has just come is not told by what they are.
    if names.sees(moved.seen_by) || arrived.is_unordered() {
        return None;
    }
    let events = behind.iter().map_while(Entry::event);
    let mut reveals = events.filter_map(|event| match event {
        Event::Reveal { card, to, .. } if *card == moved.card => Some(*to),
        _ => None,
    });
    let to = reveals.next().filter(|to| names.sees(*to))?;
    Some(Entry::Event(Event::Move(Moved { seen_by: moved.seen_by | to, ..*moved })))
}

/// Whether a sentence names the card, or the pawn's owner, and the cell that it goes to: then the
/// event tells nothing more.
fn is_said(names: &Names<'_>, event: &Event, said: &str) -> bool {
    let cell = |instance: InstanceId, index: u16| {
        names.slot_number(instance, index).is_some_and(|cell| has_word(said, &cell.text()))
    };
    match event {
        Event::Move(moved) => {
            names.sees(moved.seen_by)
                && has_word(said, &names.card(moved.card).text())
                && cell(moved.to, moved.to_index)
        }
        Event::Set { variable, value, .. } if names.program.variables[*variable].pawn => {
            let slot = usize::try_from(*value).ok().and_then(|slot| names.program.slots.get(slot));
            slot.is_some_and(|slot| cell(slot.instance, slot.index))
        }
        Event::SetBag { variable, words, .. } => {
            let kind = names.program.variables[*variable].kind;
            has_word(said, &names.bag(words.iter().map(|&word| names.value(kind, word))).text())
        }
        Event::Reveal { card, .. } => has_word(said, &names.card(*card).text()),
        Event::Shuffle { .. }
        | Event::Random { .. }
        | Event::Gather(_)
        | Event::Turn { .. }
        | Event::Say { .. }
        | Event::MarkCard { .. }
        | Event::MarkSlot { .. }
        | Event::Set { .. }
        | Event::ReverseTurns { .. }
        | Event::Phase { .. }
        | Event::EndPhase { .. }
        | Event::Forced { .. }
        | Event::Taken { .. } => false,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    if word.is_empty() {
        return false;
    }
    let inside = |c: char| c.is_alphanumeric() || ".♠♥♦♣".contains(c);
    text.match_indices(word).any(|(at, word)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !before.is_some_and(inside) && !behind.is_some_and(inside)
    })
}

/// Whether an event only says that a card belongs to who has just laid it; marks of others may have
/// come since. `before`: what stands before it in the log, the last first.
fn is_own_mark<'e>(
    names: &Names<'_>,
    event: &Event,
    mut before: impl Iterator<Item = &'e Entry>,
) -> bool {
    let is_mark = |entry: &&Entry| matches!(entry, Entry::Event(Event::MarkCard { .. }));
    let Event::MarkCard { card, mark, value, .. } = event else { return false };
    let Some(Entry::Event(Event::Move(moved))) = before.find(|entry| !is_mark(entry)) else {
        return false;
    };
    let info = &names.program.marks[*mark];
    moved.card == *card
        && names.is_owner_mark(*card, *mark)
        && names.owner_as(info.kind, moved.from) == Some(*value)
}

/// Whether two sentences tell what the same player did.
fn of_same(one: &Sentence, other: &Sentence) -> bool {
    let who = |sentence: &Sentence| {
        let who = sentence.values.iter().find(|(name, _)| *name == "who");
        who.and_then(|(_, who)| who.spans().first()).map(|span| span.role)
    };
    who(one) == who(other)
}

/// Whether what comes of a choice says all that the choice said: the same card goes somewhere,
/// known or not.
fn says_all(names: &Names<'_>, choice: &Sentence, new: &Sentence) -> bool {
    let is_choice = matches!(choice.key, "story-choice" | "story-did");
    let of_same = is_choice && new.key == "story-move-by" && of_same(choice, new);
    // Who is alone needs not be told who moved a card.
    let alone = names.program.seats == 1 && new.key == "story-move" && is_choice;
    if let Some(route) = new.route.filter(|_| alone) {
        let ends = [route.from, route.to];
        let named = |(at, slot)| has_word(&choice.words(), &names.place(at, slot, false).text());
        return ends.into_iter().all(named);
    }
    let names_card = |card| choice.values.iter().any(|(_, value)| value.cards().contains(card));
    let same = match new.things.as_slice() {
        [Thing::Card(card, _)] => names_card(card),
        [Thing::Back] => has_word(&choice.words(), &names.lexicon.text("a-hidden-card", &[])),
        _ => false,
    };
    of_same && same && choice.things.is_empty()
}

/// Whether a choice is told in words that the game has for it, and the move that comes of it goes
/// without saying: to the one place that there is, or to one that the choice names.
fn is_told_by_game(names: &Names<'_>, choice: &Sentence, new: &Sentence) -> bool {
    let Some(Route { from, to, .. }) = new.route.filter(|_| choice.key == "story-did") else {
        return false;
    };
    let [owner, receiver] = [from.0, to.0].map(|at| names.zone_owner(at));
    let is_named = || has_word(&choice.words(), &names.place(to.0, to.1, false).text());
    is_named() || names.zone(to.0).is_single() && (receiver.is_none() || receiver == owner)
}

/// Puts a sentence behind the others, or into one that says the same of other things: the last one,
/// or, of cards that go somewhere, any since something else happened. What went before a choice is
/// told before it: of that only the last sentence grows.
fn add(names: &Names<'_>, sentences: &mut Vec<Sentence>, before: usize, new: Sentence) {
    // Of a zone of several slots each is shuffled.
    if new.key == "story-shuffle" && sentences.last() == Some(&new) {
        return;
    }
    let moves = sentences.iter().skip(before).rev().take_while(|s| s.route.is_some()).count();
    let reach = if new.route.is_some() { moves.max(1) } else { 1 };
    for old in sentences.iter_mut().rev().take(reach) {
        // Cards that go and come back are told in that order.
        if old.route.zip(new.route).is_some_and(|(old, new)| old.goes_back(new)) {
            break;
        }
        if old.things.is_empty() || !old.says_as(&new) {
            continue;
        }
        let route = match (old.route, new.route) {
            (Some(a), Some(b)) => a.with(b).or_else(|| a.with_others(b, names)).map(Some),
            (a, b) => (a == b).then_some(None),
        };
        if let Some(route) = route {
            old.route = route;
            old.things.extend(new.things);
            return;
        }
    }
    sentences.push(new);
}

fn chosen(names: &Names<'_>, seat: Seat, deed: Deed) -> Option<Sentence> {
    let (key, action) = match deed {
        Deed::Told(told) => ("story-did", told),
        Deed::Chosen(action) => ("story-choice", action),
    };
    one(key, vec![("who", names.player_first(seat)), ("action", action)])
}

fn render(names: &Names<'_>, sentence: Sentence) -> Phrase {
    let message = sentence.message();
    let values = sentence.values.into_iter().map(|(name, value)| (name, Given::from(value)));
    let mut values: SmallVec<[(&str, Given); 4]> = values.collect();
    let mut things = sentence.things;
    if sentence.route.is_some_and(|route| names.zone(route.from.0).is_unordered()) {
        things.sort_by_key(card_of);
    }
    values.push(("items", items(names, &things).into()));
    if let Some(route) = sentence.route {
        let whose = sentence.key == "story-move";
        let end = |(instance, slot): (InstanceId, Option<u16>), whose: bool| {
            names.place(instance, slot, whose)
        };
        let arrow = Phrase::signed(" → ", " -> ");
        let from = end(route.from, whose && !route.of_several);
        values.push(("route", from.then(arrow).then(end(route.to, whose)).into()));
    }
    ended_once(names.lexicon.with_all(message, &values).capital())
}

/// A sentence without the stop behind a text of the game that has an end of its own.
fn ended_once(sentence: Phrase) -> Phrase {
    let mut end = sentence.spans().iter().rev().flat_map(|span| span.text.chars().rev());
    match (end.next(), end.next()) {
        (Some('.'), Some('.')) => sentence.without_end(&['.']).then("."),
        (Some('.'), Some('!' | '?' | '…')) => sentence.without_end(&['.']),
        _ => sentence,
    }
}

/// `7♦ K♠ and 2 cards face down`; very many are only counted.
fn items(names: &Names<'_>, things: &[Thing]) -> Phrase {
    let shown: Vec<Phrase> = things
        .iter()
        .filter_map(|thing| match thing {
            Thing::Card(_, name) | Thing::Place(name) => Some(name.clone()),
            Thing::Back => None,
        })
        .collect();
    let (named, backs) = (shown.len(), things.len() - shown.len());
    let long = shown.iter().any(Phrase::has_blank);
    let mut parts = vec![Phrase::join(shown, if long { ", " } else { " " })];
    if named > MOST_NAMED {
        parts = vec![names.lexicon.with("cards", [("n", named.into())])];
    }
    if backs > 0 {
        parts.push(names.lexicon.with("hidden-cards", [("n", backs.into())]));
    }
    parts.retain(|part| !part.is_empty());
    Phrase::join(parts, &format!(" {} ", names.lexicon.text("and", &[])))
}

fn one(key: &'static str, values: Vec<(&'static str, Phrase)>) -> Option<Sentence> {
    let things = Vec::new();
    Some(Sentence { key, values, route: None, things, says_more: false, is_told: false })
}

fn of(key: &'static str, values: Vec<(&'static str, Phrase)>, thing: Thing) -> Option<Sentence> {
    Some(Sentence { things: vec![thing], ..one(key, values)? })
}
