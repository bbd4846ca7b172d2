//! What makes an option the same option in another imagined world: as in records the action and its
//! values, where a card that the chooser does not know is named by its place.

use crate::program::code::Site;
use crate::program::{Parameter, Program, ValueKind};
use crate::value::{Card, NONE, Narrow, Seat, Slot};
use crate::vm::{Choice, Chosen, Stage, State};

/// A number that stands for an option. Options of one decision may share it: two cards of the same
/// name.
pub(crate) type Key = u64;

/// Names options of one program.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// The first card of the same name, by card: copies of a card are one to whoever chooses.
    namesakes: Box<[Card]>,
    /// Whether some action chooses among cards that its chooser may not see: only then must a
    /// search keep knowledge.
    pub(crate) blind: bool,
}

impl Identity {
    pub(crate) fn new(program: &Program) -> Self {
        let first = |name: &str| {
            Card::new(program.cards.iter().position(|card| card.name == name).unwrap_or(0))
        };
        let is_blind = |p: &Parameter| p.by_place && p.kind == ValueKind::Card;
        Identity {
            namesakes: program.cards.iter().map(|card| first(&card.name)).collect(),
            blind: program.actions.iter().any(|action| action.parameters.iter().any(is_blind)),
        }
    }

    /// The key of what a seat may choose at the site where the game stopped.
    pub(crate) fn key(
        &self,
        program: &Program,
        state: &State,
        site: &Site,
        seat: Seat,
        choice: &Choice,
    ) -> Key {
        let values = &choice.values[..usize::from(choice.count)];
        let start = |kind: u64| mix(mix(0, u64::from(seat.number())), kind);
        match choice.what {
            Chosen::Pass => start(0),
            Chosen::Done => start(1),
            Chosen::Enough => start(2),
            Chosen::Entry(entry) => {
                let action = site.menu[usize::from(entry)].action;
                let parameters = &program.actions[action].parameters;
                let key = mix(start(3), u64::from(action.number()));
                self.scalars(program, state, seat, parameters, values, key)
            }
            Chosen::Further => match state.begun(program, seat) {
                Some(Stage { action, index }) => {
                    let parameters = &action.parameters[index..];
                    self.scalars(program, state, seat, parameters, values, start(4))
                }
                None => start(4),
            },
            Chosen::Member(one) => match state.begun(program, seat) {
                Some(stage) => mix(
                    start(5),
                    self.value(program, state, seat, stage.parameter(), i32::from(one)),
                ),
                None => start(5),
            },
        }
    }

    fn scalars(
        &self,
        program: &Program,
        state: &State,
        seat: Seat,
        parameters: &[Parameter],
        values: &[i32],
        key: Key,
    ) -> Key {
        let chosen = parameters.iter().filter(|parameter| parameter.is_chosen());
        chosen
            .zip(values)
            .fold(key, |key, (p, &value)| mix(key, self.value(program, state, seat, p, value)))
    }

    fn value(
        &self,
        program: &Program,
        state: &State,
        seat: Seat,
        parameter: &Parameter,
        value: i32,
    ) -> u64 {
        match parameter.kind {
            _ if value == NONE => u64::MAX,
            ValueKind::Card => {
                let card = Card::from_number(value.to_u16());
                if parameter.by_place && !state.knows(&program.memory, seat, card) {
                    return place_of(program, state, card);
                }
                u64::from(self.namesakes[card.index()].number())
            }
            ValueKind::Slot => {
                Slot::from_word(value).map_or(u64::MAX, |value| slot(program, state, value))
            }
            ValueKind::Number
            | ValueKind::Flag
            | ValueKind::Word(_)
            | ValueKind::Player
            | ValueKind::Team
            | ValueKind::Text => u64::from(value.cast_unsigned()),
        }
    }
}

fn place_of(program: &Program, state: &State, card: Card) -> u64 {
    let Some(lies) = state.slot_of(card) else { return u64::MAX };
    let height = state.stack(lies).position(|c| c == card).unwrap_or(0);
    mix(slot(program, state, lies), height as u64)
}

/// Slots of a row come from a common store: their place in the row is what they are called by.
fn slot(program: &Program, state: &State, slot: Slot) -> u64 {
    let Some(instance) = state.instance_of(program, slot) else { return u64::MAX };
    let index = state.slots_of(program, instance).position(|s| s == slot).unwrap_or(0);
    u64::from(instance.number()) << 8 | index as u64
}

/// Takes one more number into a key (the multiplication of Fx, from the Firefox sources).
pub(crate) fn mix(key: Key, value: u64) -> Key {
    (key.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}
