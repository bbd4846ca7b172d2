//! What each event says by itself, in a sentence.

use super::{Route, Sentence, Thing, of, one};
use crate::game::Entry;
use crate::program::ValueKind;
use crate::program::ids::SayingId;
use crate::tabletop::Viewers;
use crate::tabletop::ids::{InstanceId, MarkId, OwnerId, PhaseId, SentenceId, VariableId};
use crate::value::{Card, NONE, Seat, SeatSet};
use crate::view::labels::fill;
use crate::view::names::{self, Names};
use crate::view::phrase::Phrase;
use crate::view::table::is_course;
use crate::vm::{Event, Moved, RandomKind, Said};

/// Whether the layout lets a place be drawn at all.
fn is_drawn(names: &Names<'_>, instance: InstanceId) -> bool {
    let zone = names.program.instances[instance].zone;
    names.program.drawing.zones.get(zone).is_none_or(|zone| zone.drawn.display.is_told())
}

/// Whether the layout says that this is never drawn: then nothing of it is told either.
fn is_silent(names: &Names<'_>, event: &Event) -> bool {
    let drawing = &names.program.drawing;
    let zone = |instance: &InstanceId| !is_drawn(names, *instance);
    let mark = |mark: MarkId| !drawing.marks[mark].display().is_told();
    // Pawns come last in the program, and nothing is said of how they are drawn.
    let variable = |variable: VariableId| {
        drawing.variables.get(variable).is_some_and(|display| !display.is_told())
    };
    match event {
        Event::Shuffle { instance, .. } | Event::Turn { instance, .. } => zone(instance),
        Event::Move(moved) => zone(&moved.from) || zone(&moved.to),
        Event::MarkCard { mark: number, instance, .. }
        | Event::MarkSlot { mark: number, instance, .. } => zone(instance) || mark(*number),
        Event::Set { variable: number, .. } | Event::SetBag { variable: number, .. } => {
            variable(*number)
        }
        Event::Random { .. }
        | Event::Gather(_)
        | Event::Reveal { .. }
        | Event::Say { .. }
        | Event::ReverseTurns { .. }
        | Event::Phase { .. }
        | Event::EndPhase { .. }
        | Event::Forced { .. }
        | Event::Taken { .. } => false,
    }
}

pub(super) fn sentence(names: &Names<'_>, event: &Event) -> Option<Sentence> {
    if is_silent(names, event) {
        return None;
    }
    match event {
        Event::Shuffle { instance, .. } => {
            one("story-shuffle", vec![("place", whole(names, *instance))])
        }
        // Lots that are drawn among hidden cards are nobody's to see.
        Event::Random { open: false, .. } if !names.viewer.sees_everything() => None,
        Event::Random { kind, n, result, .. } => random(*kind, *n, *result),
        // It is told with the moves that follow.
        Event::Gather(_) => None,
        Event::Move(moved) => movement(names, moved),
        Event::Turn { card, instance, lies: _, up, seen_by } => {
            let key = if *up { "story-up" } else { "story-down" };
            of(key, vec![("place", whole(names, *instance))], thing(names, *card, *seen_by))
        }
        Event::Reveal { card, instance, lies: _, to } => reveal(names, *card, *instance, *to),
        Event::Say { saying, values, to } => say(names, *saying, values, *to),
        Event::MarkCard { card, instance, index, mark, value, known_by } => {
            if names.program.marks[*mark].secret && !names.sees(*known_by) {
                return None;
            }
            let thing = match thing(names, *card, *known_by) {
                // All see where it lies.
                Thing::Back => names.slot_name(*instance, *index).map_or(Thing::Back, Thing::Place),
                thing => thing,
            };
            marked(names, *mark, *value, whole(names, *instance), thing)
        }
        Event::MarkSlot { instance, index, mark, value, known_by, .. } => {
            if names.program.marks[*mark].secret && !names.sees(*known_by) {
                return None;
            }
            let number = names.slot_name(*instance, *index).unwrap_or_default();
            marked(names, *mark, *value, whole(names, *instance), Thing::Place(number))
        }
        Event::Set { variable, owner, value } => set(names, *variable, *owner, *value),
        Event::SetBag { variable, owner, words } => {
            let kind = names.program.variables[*variable].kind;
            set_to(
                names,
                *variable,
                *owner,
                names.bag(words.iter().map(|&word| names.value(kind, word))),
            )
        }
        Event::ReverseTurns { .. } => one("story-turns", Vec::new()),
        Event::Phase { phase, number } => phase_begins(names, *phase, *number),
        Event::EndPhase { phase, reason } => ends(names, *phase, *reason),
        // The log has an entry of its own for it.
        Event::Forced { .. } => None,
        // It is told with what was chosen.
        Event::Taken { .. } => None,
    }
}

fn thing(names: &Names<'_>, card: Card, seen_by: SeatSet) -> Thing {
    if names.sees(seen_by) { Thing::Card(card, names.card(card)) } else { Thing::Back }
}

fn whole(names: &Names<'_>, instance: InstanceId) -> Phrase {
    names.place(instance, None, true)
}

// ---- moves

/// Whose move it looks like: the owner of one end, or of both; two owners are named with their
/// places. A card that stays where it is has not moved.
fn movement(names: &Names<'_>, moved: &Moved) -> Option<Sentence> {
    if (moved.from, moved.from_index) == (moved.to, moved.to_index) {
        return None;
    }
    let owners = [names.zone_owner(moved.from), names.zone_owner(moved.to)];
    // What lies open before somebody may be taken away by another.
    let from = names.zone(moved.from);
    let open = matches!((from.up, from.down), (Viewers::All, Viewers::All));
    let who = match owners {
        [Some(_), None] if open => None,
        [Some(a), Some(b)] if a.text() != b.text() => None,
        [Some(owner), _] | [None, Some(owner)] => Some(owner.capital()),
        [None, None] => None,
    };
    let (key, values) = match who {
        Some(who) => ("story-move-by", vec![("who", who)]),
        None => ("story-move", Vec::new()),
    };
    let (from, to) = ((moved.from, Some(moved.from_index)), (moved.to, Some(moved.to_index)));
    let route = Route { from, to, of_several: false };
    Some(Sentence {
        key,
        values,
        route: Some(route),
        things: vec![thing(names, moved.card, moved.seen_by)],
        says_more: false,
        is_told: false,
    })
}

/// The sentence that all cards go back to where they began, in so many `moves`, which stand first
/// in what is `behind`: said once, where any of them is told at all.
pub(super) fn gathers(names: &Names<'_>, behind: &[Entry], moves: usize) -> Option<Sentence> {
    let mut moves = behind.iter().take(moves).filter_map(Entry::event);
    let is_told = moves.any(|event| sentence(names, event).is_some());
    is_told.then(|| one("story-gather", Vec::new())).flatten()
}

/// Told to those alone who were shown the card, with where it lies.
fn reveal(
    names: &Names<'_>,
    card: Card,
    instance: Option<InstanceId>,
    to: SeatSet,
) -> Option<Sentence> {
    let thing = || Thing::Card(card, names.card(card));
    let drawn = instance.filter(|instance| is_drawn(names, *instance));
    let place = drawn.map(|instance| ("place", whole(names, instance)));
    let all = SeatSet::first(names.program.seats);
    if to & all == all {
        let key = if place.is_some() { "story-shown-at" } else { "story-shown" };
        return of(key, place.into_iter().collect(), thing());
    }
    let seats = to.iter();
    let who = Phrase::join(seats.map(|seat| names.player(seat)), ", ");
    if !names.sees(to) || who.is_empty() {
        return None;
    }
    let key = if place.is_some() { "story-shown-at-to" } else { "story-shown-to" };
    of(key, [Some(("who", who)), place].into_iter().flatten().collect(), thing())
}

/// What the rules say, told to those whom it was said to, with what they know of it.
fn say(names: &Names<'_>, saying: SayingId, values: &[Said], to: SeatSet) -> Option<Sentence> {
    let saying = &names.program.sayings[saying];
    let text = names.text(names.program.sentence(saying.sentence));
    let said = fill(&text, |place| {
        let at = saying.values.iter().position(|value| value.name == place)?;
        let (kind, said) = (saying.values[at].kind, values.get(at)?);
        let is_hidden = said.value != NONE && !names.sees(said.known_by);
        Some(match kind {
            ValueKind::Card if is_hidden => names.lexicon.say("a-hidden-card"),
            ValueKind::Slot => said.place.map_or_else(
                || names.lexicon.say("none"),
                |(instance, index)| names.place(instance, Some(index), false),
            ),
            // Verbs of the text are in the third person.
            ValueKind::Player => match Seat::from_word(said.value) {
                Some(seat) => names.seat(seat),
                None => names.lexicon.say("none"),
            },
            _ => names.value(kind, said.value),
        })
    });
    names.sees(to).then(|| one("story-say", vec![("text", said)])).flatten()
}

/// Whether a coin decides which of two interruptions counts: what is behind it says whose does.
pub(super) fn decides_who_is_heard(event: &Event, next: Option<&Entry>) -> bool {
    matches!(event, Event::Random { kind: RandomKind::Coin, .. })
        && matches!(next, Some(Entry::Event(Event::Taken { .. })))
}

fn random(kind: RandomKind, n: u32, result: i32) -> Option<Sentence> {
    match kind {
        RandomKind::Die => {
            one("story-die", vec![("sides", n.to_string().into()), ("n", names::number(result))])
        }
        RandomKind::Coin if result == 1 => one("story-heads", Vec::new()),
        RandomKind::Coin => one("story-tails", Vec::new()),
        // What was drawn by lot is seen by what follows.
        RandomKind::Card | RandomKind::Choice => None,
    }
}

// ---- marks, variables, phases

fn marked(
    names: &Names<'_>,
    mark: MarkId,
    value: i32,
    place: Phrase,
    thing: Thing,
) -> Option<Sentence> {
    let info = &names.program.marks[mark];
    let off = value == NONE || (info.kind == ValueKind::Flag && value == 0);
    let key = if off { "story-unmarked" } else { "story-marked" };
    let mut name = Phrase::plain(names.text(&info.name));
    if !off && info.kind != ValueKind::Flag {
        let value = names.value(info.kind, value);
        // What says enough by its value may have an empty name.
        name = if name.is_empty() { value } else { name.then(" ").then(value) };
    }
    of(key, vec![("mark", name), ("place", place)], thing)
}

fn set(names: &Names<'_>, variable: VariableId, owner: OwnerId, value: i32) -> Option<Sentence> {
    let info = &names.program.variables[variable];
    // A pawn's cell changes by a move that its board shows; the value is a place.
    if info.kind == ValueKind::Slot {
        return pawn(names, variable, owner, value);
    }
    match names.key(info.key(owner)).filter(|_| info.kind == ValueKind::Flag) {
        Some(who) => {
            let key = if value == 1 { "story-is" } else { "story-is-not" };
            let name = Phrase::plain(names.of(&info.text, &info.name));
            one(key, vec![("who", who.capital()), ("name", name)])
        }
        None => set_to(names, variable, owner, names.value(info.kind, value)),
    }
}

fn pawn(names: &Names<'_>, variable: VariableId, owner: OwnerId, value: i32) -> Option<Sentence> {
    set_to(names, variable, owner, place_of(names, value))
}

fn place_of(names: &Names<'_>, slot: i32) -> Phrase {
    let slot = usize::try_from(slot).ok().and_then(|slot| names.program.slots.get(slot));
    slot.map_or_else(
        || names.lexicon.say("none"),
        |slot| names.place(slot.instance, Some(slot.index), false),
    )
}

fn set_to(
    names: &Names<'_>,
    variable: VariableId,
    owner: OwnerId,
    value: Phrase,
) -> Option<Sentence> {
    let info = &names.program.variables[variable];
    let name = Phrase::plain(names.of(&info.text, &info.name));
    match names.key(info.key(owner)) {
        Some(who) => one("story-set-of", vec![("name", name), ("who", who), ("value", value)]),
        None => one("story-set", vec![("name", name), ("value", value)]),
    }
}

fn phase_begins(names: &Names<'_>, phase: PhaseId, number: i32) -> Option<Sentence> {
    let info = &names.program.phases[phase];
    let text = names.text(&info.name);
    if !is_course(info) || text.is_empty() {
        return None;
    }
    one("story-phase", vec![("name", text.into()), ("n", names::number(number))])
}

fn ends(names: &Names<'_>, phase: PhaseId, reason: Option<SentenceId>) -> Option<Sentence> {
    let reason =
        names.program.sentences.get(reason?).filter(|s| !s.is_empty()).map(|s| names.text(s))?;
    let name = names.text(&names.program.phases[phase].name);
    if name.is_empty() {
        return one("story-ends-unnamed", vec![("reason", Phrase::plain(reason).capital())]);
    }
    one("story-ends", vec![("name", name.into()), ("reason", reason.into())])
}
