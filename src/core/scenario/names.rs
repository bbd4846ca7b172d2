//! The names of a scenario, looked up in the game: zones and slots, cards, variables, marks; and
//! values in words.

use super::model::Word;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::program::{Mark, Program, ValueKind, Variable};
use crate::source::Span;
use crate::tabletop::Shape;
use crate::tabletop::ids::{InstanceId, OwnerId};
use crate::value::{Card, NONE, Narrow, Seat, Slot};
use crate::vm::{Event, RandomKind, State, label};

pub(crate) type Found<T> = Result<T, Box<Diagnostic>>;

/// A place for cards: slots of an instance, all or one.
pub(crate) struct Place {
    pub slots: Vec<Slot>,
    /// Several slots named at once: cards in their order, `-` for none.
    pub in_order: bool,
    pub is_pile: bool,
    /// A whole row: its slots come and go.
    pub row: Option<InstanceId>,
}

pub(crate) fn unknown<'a>(
    word: &Word,
    what: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Box<Diagnostic> {
    let problem =
        Diagnostic::error("unknown-value", word.span, format!("`{}` is not {what}", word.node));
    Box::new(problem.did_you_mean(&word.node, known))
}

/// The names of zones as records have them.
fn zones(program: &Program) -> Vec<String> {
    program.instances.ids().map(|i| program.instance_name(i)).collect()
}

pub(crate) fn place(program: &Program, state: &State, name: &str) -> Option<Place> {
    for instance in program.instances.ids() {
        let info = &program.instances[instance];
        let shape = &program.zones[info.zone].shape;
        let slots: Vec<Slot> = state.slots_of(program, instance).collect();
        let is_pile = matches!(shape, Shape::Pile | Shape::One);
        if program.instance_name(instance) == name {
            let in_order = !program.zones[info.zone].is_single();
            let row = (*shape == Shape::Row).then_some(instance);
            return Some(Place { slots, in_order, is_pile, row });
        }
        let words = slot_words(program, shape);
        let by_word = |i: usize| {
            words
                .get(i)
                .is_some_and(|word| format!("{}.{word}", program.instance_name(instance)) == name)
        };
        let named = (0..slots.len())
            .find(|&i| label::place(program, instance, i.to_u16()) == name || by_word(i));
        if let Some(index) = named {
            return Some(Place { slots: vec![slots[index]], in_order: false, is_pile, row: None });
        }
    }
    None
}

/// The words that the slots of a zone are for, where they are for words: they name a slot as well
/// as its number.
fn slot_words<'p>(program: &'p Program, shape: &Shape) -> &'p [String] {
    let Shape::List(name) = shape else { return &[] };
    program.lists.iter().find(|list| list.name == *name).map_or(&[], |list| &list.words)
}

pub(crate) fn the_place(program: &Program, state: &State, word: &Word) -> Found<Place> {
    place(program, state, &word.node).ok_or_else(|| no_zone(program, word))
}

/// The problem that a `word` names no zone.
pub(crate) fn no_zone(program: &Program, word: &Word) -> Box<Diagnostic> {
    unknown(word, "a zone", zones(program).iter().map(String::as_str))
}

/// The seat with this number, counted from 1.
pub(crate) fn the_seat(program: &Program, number: u8, span: Span) -> Found<Seat> {
    if let Some(seat) = seat(program, number) {
        return Ok(seat);
    }
    let message = match program.seats {
        1 => format!("there is no seat {number}: the game has a single one"),
        n => format!("there is no seat {number}: the game has {n} seats"),
    };
    Err(Box::new(Diagnostic::error("unknown-value", span, message)))
}

/// The seat of a game with this number, counted from 1, if there is one.
pub(crate) fn seat(program: &Program, number: u8) -> Option<Seat> {
    Seat::from_shown(number).filter(|_| number <= program.seats)
}

/// The names of cards among the `words` of a scenario, and of cards that lie in one slot
/// (`7H+8H`): a name may have blanks in it. `none` alone is no card, unless one is called so.
pub(crate) fn cards(program: &Program, words: &[Word]) -> Vec<Word> {
    if let [word] = words
        && word.node == "none"
        && !is_card(program, "none")
    {
        return Vec::new();
    }
    joined(program, words, " ", |name| unit_of(program, name).iter().all(|n| is_card(program, n)))
}

/// The cards of one slot: `7H+8H`. A name may have such a sign in it.
pub(crate) fn unit(program: &Program, word: &Word) -> Vec<Word> {
    unit_of(program, &word.node).into_iter().map(|name| Word::new(name, word.span)).collect()
}

fn unit_of(program: &Program, text: &str) -> Vec<String> {
    let part = |part: &str| Word::new(part.to_owned(), Span::default());
    let parts: Vec<Word> = text.split('+').map(part).collect();
    let names = joined(program, &parts, "+", |name| is_card(program, name));
    names.into_iter().map(|word| word.node).collect()
}

/// The `words`, where several are one if all of them with `sign` between `is_one`. The longest one
/// counts.
fn joined(
    program: &Program,
    words: &[Word],
    sign: &str,
    is_one: impl Fn(&str) -> bool,
) -> Vec<Word> {
    // Without such a sign in any name there is nothing to be joined.
    let has_sign = program.cards.iter().any(|card| card.name.contains(sign));
    let most = if has_sign { MOST_JOINED } else { 1 };
    let mut found = Vec::new();
    let mut rest = words;
    while let [first, ..] = rest {
        let named = (2..=most.min(rest.len())).rev().find_map(|count| {
            let parts: Vec<&str> = rest[..count].iter().map(|word| word.node.as_str()).collect();
            let name = parts.join(sign);
            is_one(&name).then_some((count, name))
        });
        let (count, name) = named.unwrap_or_else(|| (1, first.node.clone()));
        found.push(Word::new(name, first.span.to(rest[count - 1].span)));
        rest = &rest[count..];
    }
    found
}

/// Words and signs that the names of the cards of one slot may have in them.
const MOST_JOINED: usize = 32;

fn is_card(program: &Program, name: &str) -> bool {
    program.cards.iter().any(|card| card.name == name)
}

/// The first word of an option, such as `play 7H`, that nothing in the game is called by.
pub(crate) fn unknown_in(program: &Program, state: &State, label: &Word) -> Option<Word> {
    let words = label.node.split_whitespace();
    let words: Vec<Word> = words.map(|word| Word::new(word.to_owned(), label.span)).collect();
    let is_action = |word: &str| program.actions.iter().any(|action| action.name == word);
    let rest = match words.as_slice() {
        [first, rest @ ..] if is_action(&first.node) => rest,
        [only] if ["pass", "done", "enough"].contains(&only.node.as_str()) => return None,
        // A step of a longer choice names a value alone.
        all => all,
    };
    let is_known = |word: &str| word.split('+').all(|part| is_value(program, state, part));
    let values = joined(program, rest, " ", |name| is_card(program, name));
    values.into_iter().find(|word| !is_card(program, &word.node) && !is_known(&word.node))
}

/// Whether a parameter of some action could be called so.
fn is_value(program: &Program, state: &State, word: &str) -> bool {
    // A card that its chooser does not know is called by its place.
    let place_of = word.split_once('#').map_or(word, |(place, _)| place);
    is_card(program, word)
        || word.parse::<i32>().is_ok()
        || ["yes", "no", "none", "nowhere"].contains(&word)
        || program.lists.iter().any(|list| list.words.iter().any(|known| known == word))
        || place(program, state, place_of).is_some()
        || program.sentences.iter().any(|said| said.split_whitespace().any(|known| known == word))
}

/// A card by its name that is not among those taken: names of several packs repeat.
pub(crate) fn card(program: &Program, word: &Word, fits: impl Fn(Card) -> bool) -> Found<Card> {
    match called(program, &word.node).find(|&card| fits(card)) {
        Some(card) => Ok(card),
        None => Err(no_card(program, word)),
    }
}

/// The cards with a name.
pub(crate) fn called<'p>(program: &'p Program, name: &'p str) -> impl Iterator<Item = Card> + 'p {
    (0..program.cards.len()).filter(move |&c| program.cards[c].name == name).map(Card::new)
}

/// Why a word names no card, or no more of them.
pub(crate) fn no_card(program: &Program, word: &Word) -> Box<Diagnostic> {
    let message = match called(program, &word.node).count() {
        0 => return unknown(word, "a card", program.cards.iter().map(|c| c.name.as_str())),
        1 => format!("`{}` has its place already", word.node),
        n => format!("the game has only {n} cards called `{}`", word.node),
    };
    let problem = Diagnostic::error("card-twice", word.span, message);
    Box::new(problem.help("each card of the game lies in one place"))
}

/// What has a value beside cards.
pub(crate) enum Thing<'p> {
    Variable(&'p Variable, OwnerId),
    Mark(&'p Mark, u16),
}

/// `leader`, `total.1`, `pawn.2`; `held of board.2.3`, `held of 5D`.
pub(crate) fn thing<'p>(program: &'p Program, state: &State, name: &str) -> Option<Thing<'p>> {
    if let Some((mark, of)) = name.split_once(" of ") {
        let mark = program.marks.iter().find(|known| known.name == mark)?;
        return marked(program, state, mark, of.trim()).map(|thing| Thing::Mark(mark, thing));
    }
    program.variables.iter().find_map(|variable| {
        let owner = variable
            .each_owner()
            .find(|&owner| variable.value_name(&program.lists, owner) == name)?;
        Some(Thing::Variable(variable, owner))
    })
}

fn marked(program: &Program, state: &State, mark: &Mark, of: &str) -> Option<u16> {
    let slot = place(program, state, of)
        .filter(|place| place.slots.len() == 1)
        .map(|place| place.slots[0]);
    if mark.of_slots {
        return slot.map(Slot::number);
    }
    let named = || program.cards.iter().position(|card| card.name == of).map(Card::new);
    slot.and_then(|slot| state.top(slot)).or_else(named).map(Card::number)
}

pub(crate) fn the_thing<'p>(program: &'p Program, state: &State, word: &Word) -> Found<Thing<'p>> {
    let variables = program
        .variables
        .iter()
        .flat_map(|v| v.each_owner().map(|owner| v.value_name(&program.lists, owner)));
    let known: Vec<String> = variables.collect();
    let found = thing(program, state, &word.node);
    found.ok_or_else(|| unknown(word, "a variable or a mark", known.iter().map(String::as_str)))
}

/// The value that a word stands for, by its kind.
pub(crate) fn value(program: &Program, state: &State, kind: ValueKind, word: &Word) -> Found<i32> {
    let text = word.node.as_str();
    if text == "none" {
        return Ok(NONE);
    }
    let number = text.parse::<i32>().ok();
    let found = match kind {
        ValueKind::Number => crate::value::number(number),
        ValueKind::Flag => match flag(text) {
            "true" => Some(1),
            "false" => Some(0),
            _ => None,
        },
        ValueKind::Player | ValueKind::Team => {
            let count = if kind == ValueKind::Team { program.teams } else { program.seats };
            number.filter(|n| (1..=i32::from(count)).contains(n)).map(|n| n - 1)
        }
        ValueKind::Word(list) => {
            program.lists[list].words.iter().position(|known| known == text).map(|at| at.to_i32())
        }
        ValueKind::Card => {
            program.cards.iter().position(|card| card.name == text).map(|at| at.to_i32())
        }
        ValueKind::Slot => {
            place(program, state, text).filter(|p| p.slots.len() == 1).map(|p| p.slots[0].word())
        }
        ValueKind::Text => None,
    };
    found.ok_or_else(|| unknown(word, "a value that this can have", []))
}

/// A flag as YAML has it, where it is written as in rules: `yes`, `no`.
pub(crate) fn flag(text: &str) -> &str {
    match text {
        "yes" => "true",
        "no" => "false",
        other => other,
    }
}

pub(crate) fn card_name(program: &Program, card: Card) -> String {
    program.cards[card.index()].name.clone()
}

/// An event in the words that a scenario has for it.
pub(crate) fn event(game: &Game, state: &State, event: &Event) -> String {
    let program = game.program();
    let name = |card: &Card| card_name(program, *card);
    let side = |up: &bool| if *up { "up" } else { "down" };
    let value = |kind: ValueKind, value: i32| label::value(program, state, kind, value, None);
    match event {
        Event::Shuffle { instance, .. } => format!("shuffle {}", program.instance_name(*instance)),
        Event::Random { kind: RandomKind::Die, result, .. } => format!("roll {result}"),
        Event::Random { kind: RandomKind::Coin, result, .. } => format!("coin {result}"),
        Event::Random { kind: RandomKind::Card | RandomKind::Choice, .. } => "chance".into(),
        Event::Gather(_) => "gather".into(),
        Event::Move(moved) => {
            let (from, to) = ((moved.from, moved.from_index), (moved.to, moved.to_index));
            let place = |(instance, index)| label::place(program, instance, index);
            format!("{} {} -> {}", name(&moved.card), place(from), place(to))
        }
        Event::Turn { card, up, .. } => format!("turn {} {}", side(up), name(card)),
        Event::Reveal { card, .. } => format!("reveal {}", name(card)),
        Event::Say { saying, .. } => {
            format!("say \"{}\"", program.sentence(program.sayings[*saying].sentence))
        }
        Event::MarkCard { card, mark, value: v, .. } => {
            let mark = &program.marks[*mark];
            format!("mark {} of {}: {}", mark.name, name(card), value(mark.kind, *v))
        }
        Event::MarkSlot { instance, index, mark, value: v, .. } => {
            let mark = &program.marks[*mark];
            format!(
                "mark {} of {}: {}",
                mark.name,
                label::place(program, *instance, *index),
                value(mark.kind, *v)
            )
        }
        Event::Set { variable, owner, value: v } => {
            let variable = &program.variables[*variable];
            format!(
                "set {}: {}",
                variable.value_name(&program.lists, *owner),
                value(variable.kind, *v)
            )
        }
        Event::SetBag { variable, owner, words } => {
            let variable = &program.variables[*variable];
            let words: Vec<String> = words.iter().map(|&word| value(variable.kind, word)).collect();
            format!("set {}: {}", variable.value_name(&program.lists, *owner), words.join("+"))
        }
        Event::ReverseTurns { .. } => "reverse turns".into(),
        Event::Phase { phase, .. } => format!("phase {}", program.phases[*phase].name),
        Event::EndPhase { phase, .. } => {
            format!("end phase {}", program.phases[*phase].name)
        }
        Event::Forced { seat, step, .. } => format!("{}: {}", seat.shown(), step.label(program)),
        Event::Taken { seat, action, .. } => {
            format!("{}: {}", seat.shown(), program.actions[*action].name)
        }
    }
}
