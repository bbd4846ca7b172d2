//! Places, marks and variables, from the numbers of the program to what people are shown.

use super::cleared::ClearedBoard;
use super::handles::Handles;
use super::model::{CardSeen, Form, Mark, Owner, Place, Stack, Stood, Value};
use super::names::Names;
use super::phrase::Phrase;
use super::table::{Table, ZoneSeen};
use crate::game::{Entry, Marked, Pile, Plain, Seen, SeenValue};
use crate::program::{Keys, OwnedBy, ValueKind, Variable, Zone};
use crate::tabletop::ids::{IdVec, InstanceId, OwnerId, VariableId, WordListId, ZoneId};
use crate::tabletop::{MarkDisplay, Shape, Stacking, Viewers};
use crate::value::{Card, Narrow, Seat, TeamId};
use crate::vm::{Event, label};
use std::sync::Arc;

/// As the how manyeth the card of each place of a trick came, from 1; 0 where none lies there. Of
/// any other place nothing. The `log` tells all that has happened.
pub(crate) fn tricks(
    names: &Names<'_>,
    table: &Table,
    log: &[Entry],
) -> IdVec<InstanceId, Option<u8>> {
    let program = names.program;
    let zone = |place: &ZoneSeen| program.instances[place.instance].zone;
    let is_trick = |place: &ZoneSeen| {
        let drawing = &program.drawing.zones[zone(place)];
        let alone = !drawing.drawn.across && drawing.beside.is_none();
        alone && program.zones[zone(place)].is_trick()
    };
    let places = table.zones.iter().map(|place| is_trick(place).then_some(0));
    let mut tricks: IdVec<InstanceId, Option<u8>> = places.collect::<Vec<_>>().into();
    let lie = table.zones.iter().filter(|place| is_trick(place) && place.count() > 0);
    let came = |place: &Arc<ZoneSeen>| (zone(place), laid_by(log, place.instance), place.instance);
    let mut laid: Vec<(ZoneId, Option<usize>, InstanceId)> = lie.map(came).collect();
    laid.sort_unstable();
    for trick in laid.chunk_by(|(one, ..), (other, ..)| one == other) {
        for (turn, (.., place)) in (1..).zip(trick) {
            tricks[*place] = Some(turn);
        }
    }
    tricks
}

/// The choice that brought the last card to a place. Cards that came of one choice have no order:
/// that in which they are written down may go by what they are.
fn laid_by(log: &[Entry], place: InstanceId) -> Option<usize> {
    let comes =
        |entry: &Entry| matches!(entry.event(), Some(Event::Move(moved)) if moved.to == place);
    let came = log.iter().rposition(comes)?;
    log[..came].iter().rposition(|entry| entry.step().is_some())
}

/// A board as it stood, with the pawns of that time.
pub(crate) fn stood(names: &Names<'_>, board: ClearedBoard, handles: &Handles) -> Stood {
    let pawns = values(names, &board.table).into_iter().filter(|value| value.pawn);
    Stood {
        places: board.zones.iter().map(|zone| place(names, zone, handles, None)).collect(),
        pawns: pawns.collect(),
    }
}

/// A zone, as it is seen; `trick` as [`tricks`] tells it.
pub(crate) fn place(
    names: &Names<'_>,
    seen: &ZoneSeen,
    handles: &Handles,
    trick: Option<u8>,
) -> Place {
    let instance = seen.instance;
    let info = names.program.instances[instance];
    let zone = names.zone(instance);
    let drawing = names.program.drawing.zones[info.zone];
    Place {
        id: instance,
        record: names.program.instance_name(instance),
        zone: zone.name.clone(),
        name: names.zone_name(instance),
        owner: names.owned_by(instance).into(),
        whose: names.zone_owner(instance),
        form: form(names, instance),
        drawn: drawing.drawn.display.is_drawn(),
        stacking: stacking(&zone.shape, drawing.drawn.stacking),
        across: drawing.drawn.across,
        trick,
        beside: drawing.beside.map(|zone| beside(names, zone, info.owner)),
        stacks: stacks(names, seen, handles),
    }
}

/// What lies in a zone, stack by stack.
pub(crate) fn stacks(names: &Names<'_>, seen: &ZoneSeen, handles: &Handles) -> Vec<Stack> {
    let instance = seen.instance;
    let stack = |(index, pile): (usize, &Pile)| {
        let record = label::place(names.program, instance, index.to_u16());
        Stack {
            title: names.slot_number(instance, index.to_u16()),
            cards: cards(names, (instance, &record), pile, handles),
            marks: pile.marks.iter().map(|seen| mark(names, instance, None, seen)).collect(),
            record,
        }
    };
    seen.slots.iter().enumerate().map(stack).collect()
}

/// How much of its stacks is drawn, if the layout does not say.
fn stacking(shape: &Shape, said: Option<Stacking>) -> Stacking {
    match shape {
        Shape::Pile | Shape::Slots(_) | Shape::Grid(..) | Shape::List(_) => {
            said.unwrap_or(Stacking::Counted)
        }
        Shape::Row => said.unwrap_or(Stacking::Spread),
        Shape::Set | Shape::One => Stacking::Spread,
    }
}

/// The instance of a zone that belongs to the same owner.
fn beside(names: &Names<'_>, zone: ZoneId, owner: OwnerId) -> InstanceId {
    let last = names.program.zones[zone].owners.saturating_sub(1);
    names.program.instance(zone, owner.min(OwnerId::from_number(last)))
}

impl From<OwnedBy> for Owner {
    fn from(owner: OwnedBy) -> Owner {
        match owner {
            OwnedBy::Table => Owner::Table,
            OwnedBy::Team(team) => Owner::Team(team.shown()),
            OwnedBy::Player(seat) => Owner::Player(seat.shown()),
        }
    }
}

fn form(names: &Names<'_>, instance: InstanceId) -> Form {
    let info = names.program.instances[instance];
    let zone = names.zone(instance);
    let numbers = |n: u16| (1..=n).map(|n| Phrase::plain(n.to_string())).collect::<Vec<_>>();
    let is_hand = || zone.down == Viewers::Owner && names.owns(names.owned_by(instance));
    let is_larger = |other: &Zone| {
        other.shape == Shape::Set && other.per == zone.per && other.down == Viewers::Owner
    };
    match &zone.shape {
        Shape::Pile => match names.program.drawing.zones[info.zone].drawn.stacking {
            Some(Stacking::Spread | Stacking::Fanned) => Form::Spread,
            Some(Stacking::Counted) | None => Form::Pile,
        },
        Shape::Set if is_hand() => Form::Hand,
        // A hand of a single card, where there is no larger one.
        Shape::One if is_hand() && !names.program.zones.iter().any(is_larger) => Form::Hand,
        Shape::Set => Form::Set,
        Shape::One => Form::Single,
        Shape::Row => Form::Row,
        Shape::Slots(n) => Form::Slots { heads: numbers(*n) },
        Shape::Grid(rows, columns) => {
            Form::Grid { rows: *rows, columns: *columns, heads: numbers(*columns) }
        }
        Shape::List(_) => {
            let slots = zone.grid(&names.program.lists).map_or(0, |(_, columns)| columns);
            let list = names.slot_words(zone);
            let head = |i: u16| match list {
                Some(list) => names.word(list, i32::from(i)),
                None => (i + 1).to_string().into(),
            };
            Form::Slots { heads: (0..slots).map(head).collect() }
        }
    }
}

/// The cards of a stack of an instance, whose place records call so.
fn cards(
    names: &Names<'_>,
    (instance, record): (InstanceId, &str),
    pile: &Pile,
    handles: &Handles,
) -> Vec<CardSeen> {
    let zone = names.zone(instance);
    let unordered = zone.shape == Shape::Set;
    // Who looks here alone, whichever side is up, is not told that a card lies hidden.
    let own = zone.up == Viewers::Owner && zone.down == Viewers::Owner;
    let own = own && names.owns(names.owned_by(instance));
    let known = pile.cards.iter().filter(|seen| seen.card.is_some()).count();
    let card = |(at, seen): (usize, &Seen)| {
        // Known cards without an order come first.
        let number = if unordered { at.saturating_sub(known) + 1 } else { at + 1 };
        let marks = seen.marks.iter().map(|marked| mark(names, instance, seen.card, marked));
        CardSeen {
            card: seen.card.map(|card| handles.card(names, card)),
            handle: seen.card.is_none().then(|| handles.name(instance, record, number)),
            face_up: seen.face_up || (own && seen.card.is_some()),
            marks: marks.collect(),
        }
    };
    pile.cards.iter().enumerate().map(card).collect()
}

/// A mark of a `card` or of a place of this zone, in words.
fn mark(names: &Names<'_>, instance: InstanceId, card: Option<Card>, seen: &Marked) -> Mark {
    let drawn = names.program.drawing.marks[seen.mark];
    let of_owner = card.is_some_and(|card| names.is_owner_mark(card, seen.mark));
    Mark {
        name: names.program.marks[seen.mark].name.clone(),
        text: mark_words(names, seen),
        drawn: drawn.display().is_drawn(),
        crossed: drawn == MarkDisplay::Crossed && seen.value == Plain::Flag(true),
        known: says_the_owner(names, instance, seen),
        whose: whose(names, seen).filter(|_| of_owner),
        of_owner,
        value: seen.value.clone(),
    }
}

/// A mark with its value: `damage 2`.
pub(crate) fn mark_words(names: &Names<'_>, seen: &Marked) -> Phrase {
    let info = &names.program.marks[seen.mark];
    let name = Phrase::plain(names.text(&info.name));
    match seen.value {
        Plain::Flag(true) => name,
        Plain::Flag(false)
        | Plain::Number(_)
        | Plain::Word(_)
        | Plain::Words(_)
        | Plain::Nothing => {
            let value = names.plain(info.kind, &seen.value);
            if name.is_empty() { value } else { name.then(" ").then(value) }
        }
    }
}

/// Whose a card is by a mark of a player or a team.
fn whose(names: &Names<'_>, mark: &Marked) -> Option<Phrase> {
    let Plain::Number(n) = mark.value else { return None };
    let seat = || Seat::from_word(n - 1);
    match names.program.marks[mark.mark].kind {
        ValueKind::Team => TeamId::from_word(n - 1).map(|team| names.side(team)),
        ValueKind::Player
        | ValueKind::Number
        | ValueKind::Flag
        | ValueKind::Word(_)
        | ValueKind::Card
        | ValueKind::Slot
        | ValueKind::Text => seat().map(|seat| names.player(seat)),
    }
}

/// A mark that names the player or team in whose zone the card lies says nothing new.
fn says_the_owner(names: &Names<'_>, instance: InstanceId, mark: &Marked) -> bool {
    let kind = names.program.marks[mark.mark].kind;
    let owner = names.owner_as(kind, instance);
    owner.is_some_and(|owner| mark.value == Plain::Number(owner + 1))
}

/// The variables that have a value.
pub(crate) fn values(names: &Names<'_>, table: &Table) -> Vec<Value> {
    let by_variable = table.values.chunk_by(|one, other| one.variable == other.variable);
    let told = |seen: &[SeenValue]| {
        let info = &names.program.variables[seen[0].variable];
        match info.keys {
            Keys::Words(list) => vec![value_of_words(names, (info, list), seen)],
            Keys::Owners(per) => {
                let owner = |seen: &SeenValue| OwnedBy::new(per, seen.owner);
                seen.iter().map(|seen| value(names, (info, owner(seen)), seen)).collect()
            }
        }
    };
    by_variable.flat_map(told).collect()
}

fn value(names: &Names<'_>, (info, owner): (&Variable, OwnedBy), seen: &SeenValue) -> Value {
    Value {
        name: info.name.clone(),
        text: names.of(&info.text, &info.name).into(),
        owner: owner.into(),
        whose: names.owner(owner),
        value: seen.value.clone(),
        words: names.plain(info.kind, &seen.value),
        drawn: !is_nothing(info, seen) && is_drawn(names, seen.variable),
        pawn: info.pawn,
    }
}

/// The values for the words of a list, as one: `silk 3, tea 2`.
fn value_of_words(
    names: &Names<'_>,
    (info, list): (&Variable, WordListId),
    seen: &[SeenValue],
) -> Value {
    let worth_it = seen.iter().filter(|seen| !is_nothing(info, seen));
    let parts: Vec<Phrase> = worth_it
        .map(|seen| {
            let word = names.value(ValueKind::Word(list), seen.owner.index().to_i32());
            match seen.value {
                Plain::Flag(true) => word,
                _ => word.then(" ").then(names.plain(info.kind, &seen.value)),
            }
        })
        .collect();
    Value {
        name: info.name.clone(),
        text: names.of(&info.text, &info.name).into(),
        owner: Owner::Table,
        whose: None,
        value: Plain::Words(parts.iter().map(Phrase::text).collect()),
        drawn: !parts.is_empty() && is_drawn(names, seen[0].variable),
        words: Phrase::join(parts, ", "),
        pawn: false,
    }
}

/// What counts nothing yet, or is still a no, is left out where it is drawn.
fn is_nothing(info: &Variable, seen: &SeenValue) -> bool {
    match &seen.value {
        Plain::Words(words) => words.is_empty(),
        Plain::Number(n) => *n == 0,
        Plain::Flag(flag) => !flag && info.defaults.get(seen.owner.index()) == Some(&0),
        Plain::Word(_) | Plain::Nothing => false,
    }
}

fn is_drawn(names: &Names<'_>, variable: VariableId) -> bool {
    names.program.drawing.variables.get(variable).is_none_or(|drawn| drawn.is_drawn())
}
