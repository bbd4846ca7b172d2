//! Options in words that programs and people can read: `play 2H`, `swap_cards 3H 5D`. A card that
//! the chooser does not know is named by its place.

use super::ask::{ASKED, Asked, Choice, Chosen, unpack_bag};
use super::state::State;
use crate::program::code::SiteKind;
use crate::program::{Action, Domain, Program, ValueKind};
use crate::tabletop::ids::{ActionId, InstanceId, SentenceId};
use crate::value::{Card, NONE, Narrow, Seat, SeatSet, Slot};
use compact_str::CompactString;
use smallvec::SmallVec;

/// A choice, or one step of a longer one, taken apart. Its label alone does not say what it is: a
/// card may be called like an action, or `pass`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub what: Chosen,
    /// What the choice that it was made in is called.
    pub prompt: SentenceId,
    /// The number of the action that is chosen or gone on with; `None` for a pass and for the end
    /// of a menu.
    pub action: Option<ActionId>,
    /// What this very step names, in the order of the action's parameters.
    pub values: SmallVec<[StepValue; 1]>,
    /// What the caller gives the action, as far as everybody can work it out.
    pub given: Box<[StepValue]>,
    /// Whether the seat chooses alone, so that all others hear it.
    pub aloud: bool,
}

/// One value of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepValue {
    /// The number of the parameter among the action's.
    pub parameter: u8,
    /// As the chooser reads it in the label.
    pub word: CompactString,
    /// Which card it is, whether the chooser knows it or not.
    pub card: Option<Card>,
    /// The seats that see the card where it lies: whoever points at it shows it to them.
    pub seen_by: SeatSet,
}

impl Step {
    /// Whether it goes on with an action that has been chosen before.
    pub fn goes_on(&self) -> bool {
        match self.what {
            Chosen::Member(_) | Chosen::Enough | Chosen::Further => true,
            Chosen::Pass | Chosen::Done | Chosen::Entry(_) => false,
        }
    }

    /// Its action and the parameters that its values belong to.
    pub(crate) fn action<'p>(&self, program: &'p Program) -> Option<&'p Action> {
        program.actions.get(self.action?)
    }

    /// What was chosen as records write it.
    pub(crate) fn label(&self, program: &Program) -> CompactString {
        let action = match self.what {
            Chosen::Pass => return "pass".into(),
            Chosen::Done => return "done".into(),
            Chosen::Enough => return "enough".into(),
            Chosen::Entry(_) => self.action(program),
            Chosen::Further | Chosen::Member(_) => None,
        };
        let words = self.values.iter().map(|value| value.word.as_str());
        let mut label = CompactString::default();
        for word in action.map(|action| action.name.as_str()).into_iter().chain(words) {
            if !label.is_empty() {
                label.push(' ');
            }
            label.push_str(word);
        }
        label
    }
}

/// Takes a choice apart. `viewer`: who must not learn more than it knows; `None` where nobody keeps
/// knowledge.
pub(super) fn step(
    program: &Program,
    state: &State,
    asked: Asked<'_>,
    choice: &Choice,
    viewer: Option<Seat>,
) -> Step {
    let (entry, first) = match choice.what {
        Chosen::Pass | Chosen::Done => (None, 0),
        Chosen::Entry(entry) => (Some(usize::from(entry)), 0),
        Chosen::Further | Chosen::Member(_) | Chosen::Enough => {
            (asked.number(state), asked.next(state))
        }
    };
    let action = entry.and_then(|entry| asked.site.menu.get(entry)).map(|entry| entry.action);
    let aloud = is_aloud(state, asked);
    let mut step = Step {
        what: choice.what,
        prompt: asked.site.prompt,
        action,
        values: SmallVec::new(),
        given: Box::default(),
        aloud,
    };
    let Some(action) = step.action(program) else { return step };
    let named = |(number, p): (usize, &crate::program::Parameter), given: i32| {
        let card = Card::from_word(given).filter(|_| p.kind == ValueKind::Card);
        StepValue {
            parameter: number.to_u8(),
            word: parameter(program, state, p, given, viewer).into(),
            card,
            seen_by: card.map_or(SeatSet::EMPTY, |card| state.seen_in_place(program, card)),
        }
    };
    let open = action.parameters.iter().enumerate().skip(first);
    step.values = match choice.what {
        Chosen::Pass | Chosen::Done | Chosen::Enough => SmallVec::new(),
        Chosen::Member(one) => open.take(1).map(|p| named(p, i32::from(one))).collect(),
        Chosen::Entry(_) | Chosen::Further => {
            let chosen = open.filter(|(_, p)| p.is_chosen());
            chosen
                .zip(&choice.values[..usize::from(choice.count)])
                .map(|(p, &v)| named(p, v))
                .collect()
        }
    };
    step
}

/// Whether everybody hears what is chosen here: one seat is asked, and was not one of several that
/// might have been.
fn is_aloud(state: &State, asked: Asked<'_>) -> bool {
    match asked.site.kind {
        SiteKind::Alone => true,
        SiteKind::Together => false,
        SiteKind::Window(_) => state.seats(asked.memory + ASKED).len() == 1,
    }
}

fn parameter(
    program: &Program,
    state: &State,
    parameter: &crate::program::Parameter,
    given: i32,
    viewer: Option<Seat>,
) -> String {
    if !matches!(parameter.domain, Domain::Bag { .. }) {
        return value(program, state, parameter.kind, given, viewer);
    }
    let words = unpack_bag(given);
    if words.as_slice().is_empty() {
        return "none".into();
    }
    let words =
        words.as_slice().iter().map(|&word| value(program, state, parameter.kind, word, viewer));
    words.collect::<Vec<_>>().join("+")
}

/// One scalar in words.
pub fn value(
    program: &Program,
    state: &State,
    kind: ValueKind,
    value: i32,
    viewer: Option<Seat>,
) -> String {
    if value == NONE {
        return "none".into();
    }
    match kind {
        ValueKind::Number => value.to_string(),
        ValueKind::Flag => if value == 1 { "yes" } else { "no" }.into(),
        ValueKind::Word(list) => {
            program.word_of(list, value).cloned().unwrap_or_else(|| value.to_string())
        }
        ValueKind::Card => card(program, state, Card::from_number(value.to_u16()), viewer),
        ValueKind::Slot => Slot::from_word(value)
            .map_or_else(|| "nowhere".into(), |value| slot(program, state, value)),
        ValueKind::Player | ValueKind::Team => (value + 1).to_string(),
        ValueKind::Text => program.sentence_of(value).cloned().unwrap_or_default(),
    }
}

fn card(program: &Program, state: &State, card: Card, viewer: Option<Seat>) -> String {
    let m = &program.memory;
    let named = program.cards[card.index()].name.clone();
    match (viewer, state.slot_of(card)) {
        (Some(seat), Some(place)) if !state.knows(m, seat, card) => {
            let number = state.number_in_slot(program, seat, card);
            format!("{}#{}", slot(program, state, place), number + 1)
        }
        (Some(_) | None, _) => named,
    }
}

/// A slot as records name it: `units.2.3` is the third slot of the second player's row, `board.2.3`
/// row 2, column 3.
pub(crate) fn slot(program: &Program, state: &State, slot: Slot) -> String {
    let at = state.place_of_slot(program, slot);
    at.map_or_else(|| "nowhere".into(), |(instance, index)| place(program, instance, index))
}

/// A place by its instance and the number of its slot.
pub fn place(program: &Program, instance: InstanceId, index: u16) -> String {
    let zone = &program.zones[program.instances[instance].zone];
    let name = program.instance_name(instance);
    match zone.grid(&program.lists) {
        Some((1, _)) => format!("{name}.{}", index + 1),
        Some((_, columns)) => format!("{name}.{}.{}", index / columns + 1, index % columns + 1),
        None if zone.is_single() => name,
        None => format!("{name}.{}", index + 1),
    }
}
