//! What an answer that is no option may have meant, and why that cannot be chosen.

use super::lexicon::Lexicon;
use super::named::{begins, is_between, longest, typed};
use super::names::Names;
use super::phrase::Phrase;
use crate::game::{Eyes, Play};
use crate::program::{Action, Domain, Parameter, Program, ValueKind};
use crate::tabletop::ids::InstanceId;
use crate::value::{Card, Seat, TeamId};
use crate::vm::{Reason, WhyNot, label};

/// Why something cannot be chosen, for the seat that would like to.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// At least one.
    pub grounds: Vec<Ground>,
    /// Whether the answer names something that could be chosen by its kind: else it may as well be
    /// meant as something else.
    pub is_meant: bool,
}

/// One thing that keeps a seat from choosing something.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// In words, with the action before it where others are kept from elsewhere.
    pub why: Phrase,
    /// What it is, as the game says it.
    pub not: WhyNot,
    /// What is refused, as records write it.
    pub label: String,
}

impl Refusal {
    fn of(ground: Ground, is_meant: bool) -> Refusal {
        Refusal { grounds: vec![ground], is_meant }
    }

    /// All grounds in words, each once.
    pub fn why(&self) -> Phrase {
        let mut told: Vec<&Phrase> = Vec::new();
        for ground in &self.grounds {
            if !told.contains(&&ground.why) {
                told.push(&ground.why);
            }
        }
        Phrase::join(told.into_iter().cloned(), "; ")
    }
}

/// Slots that a row may be asked for: how many it has is not looked at.
const ROW: u16 = 32;

/// Labels that are tried for an answer with names that several things have.
const MOST_LABELS: usize = 24;

/// Why a seat cannot choose what an `answer` means: the first condition of the rules that forbids
/// it, in their words where they have any; else what can be chosen instead, or that it is not the
/// time. What is meant is an action whose words the answer begins with, or else those whose
/// candidates it names. `None` where the answer means nothing that the game knows, or can be
/// chosen. What the seat does not see is not told.
pub fn why_not(play: &Play, lexicon: &Lexicon, seat: Seat, answer: &str) -> Option<Refusal> {
    why_not_by(play, lexicon, seat, answer, false)
}

/// Why a seat cannot choose what an `answer` means, as [`why_not`] says it, but whatever it tells
/// of hidden cards: in a rehearsal.
pub fn why_not_in_full(
    play: &Play,
    lexicon: &Lexicon,
    seat: Seat,
    answer: &str,
) -> Option<Refusal> {
    why_not_by(play, lexicon, seat, answer, true)
}

fn why_not_by(
    play: &Play,
    lexicon: &Lexicon,
    seat: Seat,
    answer: &str,
    open: bool,
) -> Option<Refusal> {
    let eyes = Eyes::Seat(seat);
    let program = play.game().program();
    let names = Names::of_eyes(program, lexicon, eyes);
    let seeking = Seeking { play, names, seat, menu: play.menu(seat), open };
    let answer = typed(answer);
    if answer.is_empty() || !play.pending().contains(&seat) {
        return None;
    }
    let found = match play.state().begun(program, seat) {
        Some(begun) => seeking.begun(begun.action, begun.index, &answer),
        None => seeking.said(&answer).unwrap_or_else(|| seeking.bare(&answer)),
    };
    match found {
        Sought::Offered => None,
        Sought::Refused(whys) if !whys.is_empty() => seeking.refusal(&whys),
        Sought::Refused(_) => seeking.not_among(&answer),
        Sought::NotNow(action) => {
            let words = names.bare_action(&action.name);
            let not = seeking.why_not(&action.name)?;
            let why = lexicon.with("why-not-now", [("action", words.into())]);
            Some(Refusal::of(Ground { why, not, label: action.name.clone() }, false))
        }
    }
}

/// Whether an answer begins with the words of an action, or is what a card or a place is called:
/// whether it can be chosen or not.
pub fn is_called(play: &Play, lexicon: &Lexicon, seat: Seat, answer: &str) -> bool {
    let names = Names::of_eyes(play.game().program(), lexicon, Eyes::Seat(seat));
    let seeking = Seeking { play, names, seat, menu: play.menu(seat), open: false };
    let answer = typed(answer);
    seeking.said(&answer).is_some() || seeking.thing(&answer).is_some()
}

/// What became of an answer.
enum Sought<'a> {
    /// Something that can be chosen.
    Offered,
    /// What keeps the seat from it, by the actions that may be meant.
    Refused(Vec<Refused<'a>>),
    /// An action that is not asked for.
    NotNow(&'a Action),
}

/// What keeps a seat from a label of an action.
struct Refused<'a> {
    action: &'a Action,
    label: String,
    why: WhyNot,
}

/// An answer read as an action and its values.
struct Reading<'a> {
    action: &'a Action,
    /// How many letters of it are the action's own words.
    own: usize,
    /// What it may be as records write it: more than one where several things are called the same.
    labels: Vec<String>,
    /// Whether it names any value.
    has_values: bool,
}

struct Seeking<'a> {
    play: &'a Play,
    names: Names<'a>,
    seat: Seat,
    menu: Vec<&'a str>,
    /// Hidden cards may be told of.
    open: bool,
}

impl<'a> Seeking<'a> {
    fn why_not(&self, label: &str) -> Option<WhyNot> {
        match self.open {
            true => self.play.why_not_in_full(self.seat, label),
            false => self.play.why_not(self.seat, label),
        }
    }

    fn is_candidate(&self, label: &str) -> bool {
        self.play.is_candidate(self.seat, label, self.open)
    }

    /// What an answer means that begins with the words of an action; `None` where it does not.
    fn said(&self, answer: &str) -> Option<Sought<'a>> {
        let actions = self.names.program.actions.iter();
        let mut readings: Vec<Reading<'a>> = actions
            .flat_map(|action| {
                let plain = typed(&action.name.replace('_', " "));
                let record = |name| std::iter::once(Piece::Words(name)).chain(values(action, 0));
                let records = [typed(&action.name), plain].map(|name| record(name).collect());
                let pieces = records.into_iter().chain([self.pieces(action)]);
                let pieces: Vec<Vec<Piece>> = pieces.collect();
                pieces.into_iter().filter_map(|pieces| self.read(action, 0, &pieces, answer))
            })
            .filter(|reading| reading.own > 0)
            .collect();
        let longest = readings.iter().map(|reading| reading.own).max()?;
        readings.retain(|reading| reading.own == longest);
        let asked = |reading: &Reading<'_>| self.menu.contains(&reading.action.name.as_str());
        if !readings.iter().any(asked) {
            return Some(Sought::NotNow(readings.first()?.action));
        }
        readings.retain(asked);
        Some(self.sought(&readings))
    }

    /// What an answer means that names candidates of actions, without their words.
    fn bare(&self, answer: &str) -> Sought<'a> {
        let mut actions: Vec<&'a Action> = self.names.program.actions.iter().collect();
        actions.retain(|action| self.menu.contains(&action.name.as_str()));
        let readings = actions.iter().filter_map(|&action| {
            let reading = self.read(action, 0, &values(action, 0), answer)?;
            self.candidate(reading)
        });
        let readings: Vec<Reading<'a>> = readings.collect();
        match *actions {
            [action] if readings.is_empty() => self.number(action, answer),
            _ => self.sought(&readings),
        }
    }

    /// What a number means that is no candidate, where nothing but numbers of one action may be
    /// meant.
    fn number(&self, action: &'a Action, answer: &str) -> Sought<'a> {
        let read = match answer.parse::<i32>() {
            Ok(_) => self.read(action, self.next(), &values(action, self.next()), answer),
            Err(_) => None,
        };
        let Some(reading) = read else { return Sought::Refused(Vec::new()) };
        match self.sought(&[reading]) {
            Sought::Refused(mut whys) => {
                whys.retain(|one| matches!(one.why.reason, Reason::Between(..)));
                Sought::Refused(whys)
            }
            sought => sought,
        }
    }

    /// The parameter that is asked for.
    fn next(&self) -> usize {
        self.play.state().begun(self.names.program, self.seat).map_or(0, |begun| begun.index)
    }

    /// What an answer means where an action has been begun, whose parameter `next` is asked for.
    fn begun(&self, action: &Action, next: usize, answer: &str) -> Sought<'a> {
        let Some(action) = self.names.program.actions.iter().find(|a| a.name == action.name) else {
            return Sought::Refused(Vec::new());
        };
        let read = self.read(action, next, &values(action, next), answer);
        let Some(reading) = read else { return Sought::Refused(Vec::new()) };
        match self.candidate(reading) {
            Some(reading) => self.sought(&[reading]),
            None => self.number(action, answer),
        }
    }

    /// A reading whose values are all candidates, with the labels for which that is so.
    fn candidate(&self, mut reading: Reading<'a>) -> Option<Reading<'a>> {
        reading.labels.retain(|label| self.is_candidate(label));
        (!reading.labels.is_empty()).then_some(reading)
    }

    fn sought(&self, readings: &[Reading<'a>]) -> Sought<'a> {
        let mut refused: Vec<Refused<'a>> = Vec::new();
        for reading in readings {
            let whys = match reading.has_values {
                true => match self.whys(reading) {
                    Some(why) => vec![why],
                    None => return Sought::Offered,
                },
                false if self.has_options(reading.action) => return Sought::Offered,
                false => {
                    let none = WhyNot::from(None);
                    let whys = self.play.why_none(self.seat, &reading.action.name, self.open);
                    let whys = if whys.is_empty() { vec![none] } else { whys };
                    let name = &reading.action.name;
                    whys.into_iter().map(|why| (name.clone(), why)).collect()
                }
            };
            let of = |(label, why)| Refused { action: reading.action, label, why };
            refused.extend(whys.into_iter().map(of));
        }
        Sought::Refused(refused)
    }

    /// Why no label of a reading can be chosen: that of the first which names candidates, if any
    /// does. `None` where one can be chosen.
    fn whys(&self, reading: &Reading<'_>) -> Option<(String, WhyNot)> {
        let mut refused = Vec::new();
        for label in &reading.labels {
            let is_candidate = self.is_candidate(label);
            let why = self.why_not(label)?;
            refused.push((!is_candidate, label, why));
        }
        let first = refused.into_iter().min_by_key(|(is_none, ..)| *is_none);
        first.map(|(_, label, why)| (label.clone(), why))
    }

    fn has_options(&self, action: &Action) -> bool {
        let name = Some(action.name.as_str());
        self.play.offers(self.seat).iter().any(|offer| offer.action.as_deref() == name)
    }

    // ---- what it came to

    /// The reasons of the rules in words; where several actions are meant, each behind its own.
    fn refusal(&self, refused: &[Refused<'a>]) -> Option<Refusal> {
        // Only the game's own sentences are for players; what the runtime says of a label is for
        // programs.
        let ranked = |rank: usize| refused.iter().filter(move |one| rank_of(&one.why) == rank);
        let best = (0..RANKS).find(|rank| ranked(*rank).next().is_some())?;
        let mut told: Vec<(&Refused<'a>, Phrase)> = Vec::new();
        for one in ranked(best) {
            let Some(words) = self.in_words(one.action, &one.why) else { continue };
            let same = |(of, known): &(&Refused<'a>, Phrase)| {
                let is_same = (&of.action.name, of.why.span) == (&one.action.name, one.why.span);
                is_same && *known == words
            };
            if !told.iter().any(same) {
                told.push((one, words));
            }
        }
        let (first, words) = told.first()?.clone();
        let other = |(of, known): &(&Refused<'a>, Phrase)| {
            of.action.name != first.action.name && known.text() != words.text()
        };
        let several = told.iter().any(other);
        let one = |(of, words): (&Refused<'a>, Phrase)| {
            let why = if several {
                let action = self.names.bare_action(&of.action.name);
                let values = [("action", action.into()), ("why", words.into())];
                self.names.lexicon.with("why-of", values)
            } else {
                words
            };
            Ground { why, not: of.why.clone(), label: of.label.clone() }
        };
        let is_meant = !matches!(first.why.reason, Reason::NotAmong(_));
        Some(Refusal { grounds: told.into_iter().map(one).collect(), is_meant })
    }

    /// What keeps a seat from choosing something; nothing of what only programs can use.
    fn in_words(&self, action: &Action, why: &WhyNot) -> Option<Phrase> {
        let lexicon = self.names.lexicon;
        match &why.reason {
            Reason::Said => Some(self.names.text(&why.words).into()),
            _ if why.span.is_some() => Some(lexicon.say("why-rules")),
            Reason::NotAmong(word) => {
                let what = self.thing(&typed(word))?;
                Some(lexicon.with("why-not-among", [("what", what.into())]))
            }
            Reason::Rules if !self.has_options(action) => {
                let action = self.names.bare_action(&action.name);
                Some(lexicon.with("why-barren", [("action", action.into())]))
            }
            reason => in_any_menu(lexicon, reason),
        }
    }

    /// The refusal of an answer that names a card or a place, and none that could be chosen now.
    fn not_among(&self, answer: &str) -> Option<Refusal> {
        let what = self.thing(answer)?;
        let not = self.why_not(answer)?;
        let why = self.names.lexicon.with("why-not-among", [("what", what.into())]);
        Some(Refusal::of(Ground { why, not, label: answer.to_owned() }, false))
    }

    /// The card or the place that is called just so.
    fn thing(&self, name: &str) -> Option<Phrase> {
        [ValueKind::Card, ValueKind::Slot].into_iter().find_map(|kind| {
            let known = self.known(kind);
            let (_, record) = known.iter().find(|(known, _)| known == name)?;
            Some(self.names.token(kind, record))
        })
    }

    // ---- reading

    /// An action's words and parameters as its text has them, in the language of whoever reads it.
    fn pieces(&self, action: &Action) -> Vec<Piece> {
        let text = self.names.text(&action.name);
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else { break };
            pieces.push(Piece::Words(typed(before)));
            pieces.push(Piece::Value(name.to_owned()));
            rest = behind;
        }
        pieces.push(Piece::Words(typed(rest)));
        pieces.retain(|piece| *piece != Piece::Words(String::new()));
        let more = values(action, 0).into_iter().filter(|piece| !pieces.contains(piece));
        let more: Vec<Piece> = more.collect();
        pieces.extend(more);
        pieces
    }

    /// Reads an answer by pieces; `None` where it does not begin so. Of an action that has been
    /// begun the parameters from `first` on are asked for.
    fn read(
        &self,
        action: &'a Action,
        first: usize,
        pieces: &[Piece],
        answer: &str,
    ) -> Option<Reading<'a>> {
        let (mut rest, mut own) = (answer, 0);
        let mut found: Vec<(usize, Vec<String>)> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            rest = rest.trim_start_matches(is_between);
            if rest.is_empty() {
                break;
            }
            match piece {
                Piece::Words(words) if begins(rest, words) => {
                    own += words.len();
                    rest = &rest[words.len()..];
                }
                // The beginning of its words.
                Piece::Words(words) if at == 0 && begins(words, rest) => {
                    own += rest.len();
                    rest = "";
                }
                Piece::Words(_) if at == 0 => return None,
                Piece::Words(_) => {}
                Piece::Value(name) => {
                    let next = pieces[at + 1..].iter().find_map(Piece::words);
                    let upto = next.and_then(|next| find_words(rest, next));
                    let Some((number, parameter)) = chosen_parameter(action, first, name) else {
                        // What the caller gives.
                        rest = &rest[upto.unwrap_or(0)..];
                        continue;
                    };
                    let (value, length) = self.value(parameter, rest, upto);
                    found.push((number, value));
                    rest = &rest[length..];
                }
            }
        }
        found.sort_by_key(|(number, _)| *number);
        let rest = rest.trim_start_matches(is_between);
        let rest = (!rest.is_empty()).then(|| vec![rest.to_owned()]);
        let has_values = !found.is_empty() || rest.is_some();
        let parts = found.into_iter().map(|(_, names)| names).chain(rest);
        let begun = self.play.state().begun(self.names.program, self.seat).is_some();
        let head = if begun { Vec::new() } else { vec![action.name.clone()] };
        Some(Reading { action, own, labels: labels(head, parts), has_values })
    }

    /// What a text begins with as values of a parameter, in the words of records, and how long
    /// that is; `upto`: where the next words of its action stand.
    fn value(
        &self,
        parameter: &Parameter,
        text: &str,
        upto: Option<usize>,
    ) -> (Vec<String>, usize) {
        let known = self.known(parameter.kind);
        match parameter.domain {
            Domain::Subset { .. } | Domain::Family(_) | Domain::Bag { .. } => {
                let end = upto.unwrap_or(text.len());
                (vec![members(&known, &text[..end])], end)
            }
            Domain::Given(..) | Domain::Set(_) | Domain::Range { .. } => {
                let (names, length) = longest(&known, text);
                if length > 0 {
                    return (names, length);
                }
                let end = upto.filter(|end| *end > 0);
                let end = end.or_else(|| text.find(' ')).unwrap_or(text.len());
                (vec![text[..end].trim().to_owned()], end)
            }
        }
    }

    /// All that a slot may be called beside its word in records, `record`.
    fn slot_called(&self, instance: InstanceId, index: u16, record: &str) -> [Phrase; 5] {
        let names = &self.names;
        let [own, other] =
            [true, false].map(|whose| names.place_named(record, whose).unwrap_or_default());
        let [own_longer, other_longer] =
            [true, false].map(|own| names.place(instance, Some(index), own));
        let number = names.slot_number(instance, index).unwrap_or_default();
        [own, other, own_longer, other_longer, number]
    }

    /// All that values of a kind may be called, each with its word in records.
    fn known(&self, kind: ValueKind) -> Vec<(String, String)> {
        let (names, program) = (&self.names, self.names.program);
        let mut known: Vec<(String, String)> = Vec::new();
        let mut note = |record: &str, called: &[Phrase]| {
            known.push((typed(record), record.to_owned()));
            known.extend(called.iter().map(|name| (typed(&name.text()), record.to_owned())));
        };
        match kind {
            ValueKind::Card => {
                for (number, card) in program.cards.iter().enumerate() {
                    let number = Card::new(number);
                    note(&card.name, &[names.card(number), names.choosable(number)]);
                }
            }
            ValueKind::Slot => {
                let slots = |instance: InstanceId| {
                    let info = &program.instances[instance];
                    let count = if info.row.is_some() { ROW } else { info.slots };
                    (0..count).map(move |index| (instance, index))
                };
                for (instance, index) in program.instances.ids().flat_map(slots) {
                    let record = label::place(program, instance, index);
                    note(&record, &self.slot_called(instance, index, &record));
                }
            }
            ValueKind::Word(list) => {
                for word in &program.lists[list].words {
                    note(word, &[names.list_word(list, word)]);
                }
            }
            ValueKind::Player => {
                for seat in Seat::all(program.seats) {
                    note(&seat.shown().to_string(), &[names.seat(seat), names.player(seat)]);
                }
            }
            ValueKind::Team => {
                for team in TeamId::all(program.teams) {
                    note(&team.shown().to_string(), &[names.team(team), names.side(team)]);
                }
            }
            ValueKind::Flag => {
                note("yes", &[names.flag(true)]);
                note("no", &[names.flag(false)]);
            }
            ValueKind::Number | ValueKind::Text => {}
        }
        note("none", &[names.lexicon.say("none")]);
        known.retain(|(name, _)| !name.is_empty());
        known
    }
}

/// The conditions of the rules that say why come first, then the others, then what else is known.
fn rank_of(why: &WhyNot) -> usize {
    match (&why.reason, why.span) {
        (Reason::Said, _) => 0,
        (_, Some(_)) => 1,
        (Reason::Between(..) | Reason::Apart | Reason::Untold, None) => 2,
        (Reason::Spent | Reason::Nothing | Reason::TooFew(_), None) => 2,
        (Reason::NotAmong(_), None) => 3,
        (Reason::Rules, None) => 4,
        (Reason::NotNow | Reason::Unknown | Reason::Missing | Reason::Only(_), None) => 5,
    }
}

const RANKS: usize = 6;

/// A reason that is said in the same words whatever is asked; `None` for those that name something,
/// or that only programs can use.
fn in_any_menu(lexicon: &Lexicon, reason: &Reason) -> Option<Phrase> {
    match reason {
        Reason::Between(from, to) => {
            Some(lexicon.with("why-number", [("from", (*from).into()), ("to", (*to).into())]))
        }
        Reason::Apart => Some(lexicon.say("why-apart")),
        Reason::Untold => Some(lexicon.say("why-untold")),
        Reason::Spent => Some(lexicon.say("why-spent")),
        Reason::Nothing => Some(lexicon.say("why-nothing")),
        Reason::TooFew(least) => Some(lexicon.with("why-too-few", [("n", (*least).into())])),
        Reason::Said
        | Reason::Rules
        | Reason::NotNow
        | Reason::Unknown
        | Reason::Missing
        | Reason::NotAmong(_)
        | Reason::Only(_) => None,
    }
}

/// Why something could not be chosen that is called `refused`, in the language of the `lexicon`: in
/// the words of the rules, where they have any.
pub fn because(program: &Program, lexicon: &Lexicon, refused: &str, why: &WhyNot) -> Phrase {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    let first = refused.split(' ').next().unwrap_or_default();
    let action = || [("action", first.into())];
    match &why.reason {
        Reason::Said => names.text(&why.words).into(),
        Reason::Rules => lexicon.say("why-rules"),
        Reason::NotNow => lexicon.with("why-not-now", action()),
        Reason::Unknown => lexicon.with("why-unknown-action", action()),
        Reason::Missing => lexicon.say("why-missing"),
        Reason::Only(label) => lexicon.with("why-only", [("what", label.as_str().into())]),
        Reason::NotAmong(word) => {
            let card = program.cards.iter().position(|card| typed(&card.name) == typed(word));
            let what =
                card.map_or_else(|| word.as_str().into(), |card| names.card(Card::new(card)));
            lexicon.with("why-not-among", [("what", what.into())])
        }
        reason => in_any_menu(lexicon, reason).unwrap_or_default(),
    }
}

// ---- texts

/// A piece of an action's text.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Words(String),
    /// The value of this parameter.
    Value(String),
}

impl Piece {
    fn words(&self) -> Option<&str> {
        match self {
            Piece::Words(words) => Some(words),
            Piece::Value(_) => None,
        }
    }
}

/// The parameter of this name from `first` on, with its number, if it is somebody's to choose.
fn chosen_parameter<'a>(
    action: &'a Action,
    first: usize,
    name: &str,
) -> Option<(usize, &'a Parameter)> {
    let mut parameters = action.parameters.iter().enumerate().skip(first);
    parameters.find(|(_, p)| p.name == name).filter(|(_, p)| p.is_chosen())
}

/// What an answer may mean, as records write it: `head`, and behind it of each part one of the
/// names that it may have.
fn labels(head: Vec<String>, parts: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let mut labels = vec![head];
    for names in parts {
        let with = |label: &Vec<String>| {
            let label = label.clone();
            names.iter().map(move |name| [&label[..], std::slice::from_ref(name)].concat())
        };
        labels = labels.iter().flat_map(with).take(MOST_LABELS).collect();
    }
    labels.into_iter().map(|label| label.join(" ")).collect()
}

/// The values of an action from a parameter on, without its words.
fn values(action: &Action, first: usize) -> Vec<Piece> {
    let chosen = action.parameters.iter().skip(first).filter(|p| p.is_chosen());
    chosen.map(|parameter| Piece::Value(parameter.name.clone())).collect()
}

/// Where these words stand in a text, from the beginning of a word on.
fn find_words(text: &str, words: &str) -> Option<usize> {
    let starts = |at: usize| {
        at == 0 || text[..at].ends_with(' ') || !words.starts_with(char::is_alphanumeric)
    };
    let mut found = text.match_indices(words).map(|(at, _)| at);
    found.find(|&at| starts(at) && begins(&text[at..], words))
}

/// A text as members of a set, as records write them: `2h+3h`. A number of times may stand behind
/// each.
fn members(known: &[(String, String)], text: &str) -> String {
    let mut members: Vec<String> = Vec::new();
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        let (records, length) = longest(known, rest);
        let length = if length > 0 { length } else { rest.find(is_between).unwrap_or(rest.len()) };
        let word = records.into_iter().next().unwrap_or_else(|| rest[..length].to_owned());
        rest = rest[length..].trim_start_matches(is_between);
        let times = rest.strip_prefix(['x', '×']).map(|behind| {
            let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            (behind[..digits].parse::<usize>(), &behind[digits..])
        });
        let times = match times {
            Some((Ok(times), behind)) => {
                rest = behind.trim_start_matches(is_between);
                times.clamp(1, 64)
            }
            Some((Err(_), _)) | None => 1,
        };
        members.extend(std::iter::repeat_n(word, times));
    }
    members.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<(String, String)> {
        let name = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
        [("ada", "Ada"), ("ada the great", "Great"), ("héros", "hero")].map(name).to_vec()
    }

    #[test]
    fn members_may_stand_several_times() {
        assert_eq!(members(&known(), "héros ×3, ada"), "hero+hero+hero+Ada");
        assert_eq!(members(&known(), "ada the great+zz x2"), "Great+zz+zz");
    }

    #[test]
    fn words_begin_and_end_as_words() {
        assert!(begins("lay 7h", "lay") && begins("1.1", "1.1") && begins("2h: to", "2h"));
        assert!(!begins("1.10", "1.1") && !begins("layer", "lay"));
        assert_eq!(find_words("the only one on 1.1", "on"), Some(13));
    }
}
