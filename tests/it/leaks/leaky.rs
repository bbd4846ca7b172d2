//! Doors that tell too much, each as one could well be written. They live here alone: what the
//! probe is tested with.

use super::doors::{Doors, Eyes, Now, Past, Record, Told};
use cardrun::game::{Entry, Play};
use cardrun::record::Line;
use cardrun::tabletop::Shape;
use cardrun::tabletop::ids::{InstanceId, ZoneId};
use cardrun::value::{Card, Seat, Slot};

/// A door, and the game of `tests/cases/leaks` in which it must be found.
pub struct Leak {
    pub name: &'static str,
    pub case: &'static str,
    pub doors: Doors,
}

/// All of them.
pub fn all() -> Vec<Leak> {
    vec![
        record("gathering in the order of the start", "gather", moves),
        record("among how many a lot was drawn", "lot", lots),
        told("silence where there was no choice", "forced", unforced),
        told("cards that are called like actions", "named", first_words),
        told("which copy of a card it is", "copies", copies),
        told("shuffles as they came out", "gather", shuffles),
        now("sets in the order of arrival", "arrival_of_options", arrival),
        now("points of hidden cards", "scores", |_, play| format!("{:?}", play.scores())),
        now("how many choices there were", "forced", |_, play| play.choices().to_string()),
        now("hidden cards offered in their own order", "blind", heights),
        now("a refusal that looks at hidden cards", "refusals", first_cards),
        now("what others have chosen at the same time", "together", commitments),
        now("marks of cards that are not known", "secret_marks", marks),
        now("handles that follow a hidden card through a shuffle", "gather", handles),
    ]
}

fn told(name: &'static str, case: &'static str, door: Told) -> Leak {
    Leak { name, case, doors: Doors { told: vec![(name, door)], ..Doors::default() } }
}

fn record(name: &'static str, case: &'static str, door: Record) -> Leak {
    Leak { name, case, doors: Doors { record: Some(door), ..Doors::default() } }
}

fn now(name: &'static str, case: &'static str, door: Now) -> Leak {
    Leak { name, case, doors: Doors { now: vec![(name, door)], ..Doors::default() } }
}

// ---- of what has happened

/// Every card that moves, in the order of the full record.
fn moves(past: &Past<'_>) -> Vec<Line> {
    let shown = |line: &Line| {
        let Line::Move { seen, .. } = line else { return None };
        let mut shown = line.clone();
        if let (Line::Move { card, id, .. }, false) = (&mut shown, sees(seen.as_deref(), past.seat))
        {
            (*card, *id) = ("?".into(), -1);
        }
        if let Line::Move { seen, .. } = &mut shown {
            *seen = None;
        }
        Some(shown)
    };
    past.lines.iter().filter_map(shown).collect()
}

fn sees(seen: Option<&[u8]>, seat: Seat) -> bool {
    seen.is_none_or(|seats| seats.contains(&seat.shown()))
}

fn lots(past: &Past<'_>) -> Vec<Line> {
    let shown = |line: &Line| match line {
        Line::Random { kind, n, .. } => Some(Line::Random { kind: *kind, n: *n, result: None }),
        _ => None,
    };
    past.lines.iter().filter_map(shown).collect()
}

fn shuffles(past: &Past<'_>) -> Vec<String> {
    let shown = |line: &Line| match line {
        Line::Shuffle { order, .. } => order.last().cloned(),
        _ => None,
    };
    past.lines.iter().filter_map(shown).collect()
}

/// The labels of what others chose, and whether they could have chosen something else.
fn choices(past: &Past<'_>) -> Vec<(Seat, String, bool)> {
    let of = |entry: &Entry| {
        let (seat, _) = entry.step()?;
        Some((seat, past.play.label(entry)?.to_string(), entry.chooser().is_none()))
    };
    past.play.log()[..past.entries]
        .iter()
        .filter_map(of)
        .filter(|(seat, ..)| *seat != past.seat)
        .collect()
}

fn unforced(past: &Past<'_>) -> Vec<String> {
    let said = choices(past).into_iter().filter(|(_, _, forced)| !forced);
    said.map(|(seat, label, _)| {
        format!("{} {}", seat.shown(), label.split(' ').next().unwrap_or_default())
    })
    .collect()
}

fn first_words(past: &Past<'_>) -> Vec<String> {
    let actions = &past.play.game().program().actions;
    let known = |word: &str| word == "pass" || actions.iter().any(|action| action.name == word);
    let words = choices(past)
        .into_iter()
        .filter_map(|(_, label, _)| label.split(' ').next().map(str::to_owned));
    words.filter(|word| known(word)).collect()
}

fn copies(past: &Past<'_>) -> Vec<String> {
    let named = |label: &str| if label.contains('~') { "a hidden card" } else { "a card" };
    choices(past)
        .into_iter()
        .map(|(seat, label, _)| format!("{} {}", seat.shown(), named(&label)))
        .collect()
}

// ---- of where the game stands

/// The known cards of each set, as they came.
fn arrival(eyes: &mut Eyes, play: &Play) -> String {
    let (program, state) = (play.game().program(), play.state());
    let is_set = |&instance: &InstanceId| {
        let zone = program.instances[InstanceId::new(instance.index())].zone;
        matches!(program.zones[ZoneId::new(zone.index())].shape, Shape::Set)
    };
    let slots = program.instances.ids().filter(is_set).flat_map(|i| state.slots_of(program, i));
    let cards = slots.flat_map(|slot| state.stack(slot));
    let known = cards.filter(|&card| state.knows(&program.memory, eyes.seat, card));
    known.map(|card| program.cards[card.index()].name.as_str()).collect::<Vec<_>>().join(" ")
}

/// In which order the hidden cards of a place would be offered, were they offered in the order of
/// the cards.
fn heights(eyes: &mut Eyes, play: &Play) -> String {
    let (program, state) = (play.game().program(), play.state());
    let place = |slot: Slot| {
        let mut cards: Vec<(Card, usize)> =
            state.stack(slot).enumerate().map(|(height, card)| (card, height)).collect();
        cards.retain(|&(card, _)| !state.knows(&program.memory, eyes.seat, card));
        cards.sort_unstable();
        cards.into_iter().map(|(_, height)| height).collect::<Vec<_>>()
    };
    format!("{:?}", (0..program.memory.slots).map(Slot::new).map(place).collect::<Vec<_>>())
}

/// Where the first cards of the game lie.
fn first_cards(_: &mut Eyes, play: &Play) -> String {
    format!("{:?}", [0, 1, 2, 3].map(Card::new).map(|card| play.state().slot_of(card)))
}

fn commitments(_: &mut Eyes, play: &Play) -> String {
    let program = play.game().program();
    format!(
        "{:?}",
        Seat::all(program.seats)
            .map(|seat| play.state().commitment(program, seat))
            .collect::<Vec<_>>()
    )
}

/// The marks of all cards, place by place.
fn marks(_: &mut Eyes, play: &Play) -> String {
    let (program, state) = (play.game().program(), play.state());
    let marked = |card: Card| {
        let marks = program.marks.iter();
        marks.map(|mark| state.mark_of(mark, card.number())).collect::<Vec<_>>()
    };
    let places = (0..program.memory.slots)
        .map(|slot| state.stack(Slot::new(slot)).map(marked).collect::<Vec<_>>());
    format!("{:?}", places.collect::<Vec<_>>())
}

/// Each place with its hidden cards, which were numbered when the game began.
fn handles(eyes: &mut Eyes, play: &Play) -> String {
    let (program, state) = (play.game().program(), play.state());
    let hidden = |&card: &Card| !state.knows(&program.memory, eyes.seat, card);
    let place = |slot: usize| {
        let mut handles: Vec<String> = state
            .stack(Slot::new(slot))
            .filter(hidden)
            .map(|card| format!("#{}", card.index()))
            .collect();
        handles.sort();
        handles
    };
    format!("{:?}", (0..program.memory.slots).map(place).collect::<Vec<_>>())
}
