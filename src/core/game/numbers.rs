//! What a seat may know, and what it is offered, as numbers: for programs that learn. They say what
//! an [`Observation`](super::Observation) and the values of an [`Offer`](super::Offer) say, and
//! nothing beside: who cannot tell two games apart by those, cannot by these.
//!
//! Nothing is 0 everywhere. What counts from 0 elsewhere counts from 1 here: places, words, seats,
//! teams. A number is itself, a flag 1 where it holds.

use super::Game;
use super::copies::Copies;
use super::observe::Eyes;
use super::plain::fixed_place;
use crate::program::{Action, Instance, Program, ValueKind, Variable};
use crate::tabletop::Shape;
use crate::tabletop::ids::{InstanceId, OwnerId};
use crate::value::{Bits, Card, NONE, Narrow, Seat, Slot};
use crate::vm::{Choice, Chosen, Stage, State};
use std::borrow::Cow;

/// Which number of an observation means what: the same for every state and every seat of a game.
#[derive(Clone, Debug)]
pub struct Numbers {
    names: Vec<String>,
    places: Places,
    /// For each card the first one of its name.
    named: Vec<Card>,
    /// Values that an option has at most.
    values: usize,
}

/// The places where cards can lie, in a row: those of the first instance, of the second, and so on.
#[derive(Clone, Debug)]
struct Places {
    /// Of each instance: its first place.
    first: Vec<usize>,
    count: usize,
    /// Where each slot lies that no row has, by its number.
    fixed: Vec<Lies>,
}

impl Game {
    /// The layout of its observations and options as numbers.
    pub fn numbers(&self) -> Numbers {
        Numbers::of(&self.program)
    }
}

impl Numbers {
    /// The numbers of an option before its values: how it is chosen, and its action.
    const HEAD: usize = 2;

    fn of(program: &Program) -> Numbers {
        let places = Places::of(program);
        let first = |name: &str| program.cards.iter().position(|card| card.name == name);
        let values = program.actions.iter().map(|action| action.chosen(0).count());
        Numbers {
            names: names(program, &places),
            named: program.cards.iter().map(|c| Card::new(first(&c.name).unwrap_or(0))).collect(),
            values: values.max().unwrap_or(0).clamp(1, Choice::SCALARS),
            places,
        }
    }

    /// What each number of an observation is called: `choosing.2`, `pot`, `count.hand.1`, `card.5`,
    /// `height.5`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many numbers an option has.
    pub fn of_option(&self) -> usize {
        Self::HEAD + self.values
    }

    /// A state as this seat sees it.
    pub fn look<'a>(&'a self, program: &'a Program, state: &'a State, seat: Seat) -> Look<'a> {
        let copies = Copies::seen(program, state, Eyes::Seat(seat));
        Look { numbers: self, program, state, seat, copies }
    }
}

fn number_of(program: &Program, action: &Action) -> i32 {
    let at = program.actions.iter().position(|one| std::ptr::eq(one, action));
    at.map_or(0, |at| at.to_i32() + 1)
}

impl Places {
    fn of(program: &Program) -> Places {
        let (mut first, mut count) = (Vec::new(), 0);
        let mut fixed = vec![Lies::default(); program.memory.slots];
        for instance in program.instances.iter() {
            first.push(count);
            if instance.row.is_some() {
                // A row may have every slot of the pool.
                count += program.memory.slots - program.memory.fixed_slots;
                continue;
            }
            let ordered = is_ordered(program, instance);
            for slot in instance.first_slot.run(instance.slots) {
                count += 1;
                fixed[slot.index()] = Lies { place: count, ordered };
            }
        }
        Places { first, count, fixed }
    }
}

fn is_ordered(program: &Program, instance: &Instance) -> bool {
    !matches!(program.zones[instance.zone].shape, Shape::Set)
}

/// Where numbers are written, one behind the other.
struct Sink<'a> {
    into: &'a mut [i32],
    at: usize,
}

impl Sink<'_> {
    fn put(&mut self, number: i32) {
        if let Some(to) = self.into.get_mut(self.at) {
            *to = number;
        }
        self.at += 1;
    }

    fn put_all(&mut self, numbers: impl IntoIterator<Item = i32>) {
        numbers.into_iter().for_each(|number| self.put(number));
    }

    /// Writes 0 up to this number.
    fn fill(&mut self, end: usize) {
        while self.at < end {
            self.put(0);
        }
    }

    /// The next so many numbers, all 0.
    fn zeros(&mut self, count: usize) -> &mut [i32] {
        let end = (self.at + count).min(self.into.len());
        let zeros = &mut self.into[self.at.min(end)..end];
        self.at += count;
        zeros.fill(0);
        zeros
    }
}

/// A state as one seat sees it.
pub struct Look<'a> {
    numbers: &'a Numbers,
    program: &'a Program,
    state: &'a State,
    seat: Seat,
    copies: Copies,
}

/// Where a slot lies: its place from 1, 0 for none; and whether its cards have an order.
#[derive(Clone, Copy, Debug, Default)]
struct Lies {
    place: usize,
    ordered: bool,
}

impl Look<'_> {
    /// Writes what the seat may know, as many numbers as there are [names](Numbers::names).
    pub fn observe(&self, into: &mut [i32]) {
        let mut to = Sink { into, at: 0 };
        self.table(&mut to);
        self.variables(&mut to);
        self.cards(&mut to);
    }

    /// Writes an option of the seat: 1 to pass, 2 to leave a menu, 3 to begin an action, 4 for one
    /// more of several, 5 for no more of them, 6 for further values of an action; the action; the
    /// values of this very step. A card is its number from 1; one that the seat does not know is
    /// minus its place times 4,096, less its number there.
    pub fn option(&self, choice: &Choice, into: &mut [i32]) {
        let mut to = Sink { into, at: 0 };
        let begun = || self.state.begun(self.program, self.seat);
        let (how, action, next) = match choice.what {
            Chosen::Pass => (1, None, 0),
            Chosen::Done => (2, None, 0),
            Chosen::Entry(entry) => (3, self.entry(entry), 0),
            Chosen::Member(_) => (4, begun().map(|begun| begun.action), 0),
            Chosen::Enough => (5, begun().map(|begun| begun.action), 0),
            Chosen::Further => {
                (6, begun().map(|begun| begun.action), begun().map_or(0, |begun| begun.index))
            }
        };
        to.put(how);
        to.put(action.map_or(0, |action| number_of(self.program, action)));
        match choice.what {
            Chosen::Entry(_) | Chosen::Further => {
                let values = &choice.values[..usize::from(choice.count)];
                let named = action.into_iter().flat_map(|action| action.chosen(next)).zip(values);
                named.for_each(|(parameter, &value)| to.put(self.value(parameter.kind, value)));
            }
            Chosen::Member(one) => {
                let member = begun().and_then(Stage::next);
                to.put(member.map_or(0, |of| self.value(of.kind, i32::from(one))));
            }
            Chosen::Pass | Chosen::Done | Chosen::Enough => {}
        }
        to.fill(self.numbers.of_option());
    }

    /// The column of a card in what is told of each card.
    fn column(&self, card: Card) -> usize {
        self.copies.number(self.program, card).index()
    }

    fn knows(&self, card: Card) -> bool {
        self.state.knows(&self.program.memory, self.seat, card)
    }

    fn entry(&self, entry: u8) -> Option<&Action> {
        let site = self.state.site(self.program)?;
        site.menu.get(usize::from(entry)).map(|entry| &self.program.actions[entry.action])
    }

    /// Whose turn it is, who chooses, which phases run.
    fn table(&self, to: &mut Sink<'_>) {
        let (program, state) = (self.program, self.state);
        let over = state.is_over();
        let active = state.active().filter(|_| !over);
        to.put(i32::from(self.seat.shown()));
        to.put(active.map_or(0, |seat| i32::from(seat.shown())));
        to.put(i32::from(state.is_backwards()));
        to.put(i32::from(over));
        to.put(i32::from(state.commitment(program, self.seat).is_some()));
        let choosing = state.choosing(program);
        to.put_all(Seat::all(program.seats).map(|seat| i32::from(choosing.contains(seat))));
        let running = to.zeros(program.phases.len());
        for phase in state.running(program) {
            let number = state.num(program.phases[phase].number_at.to_usize());
            running[phase.index()] = number.saturating_add(1);
        }
    }

    fn variables(&self, to: &mut Sink<'_>) {
        for variable in self.program.variables.iter().filter(|variable| !variable.fixed) {
            for owner in 0..variable.owners {
                let at = (variable.at + u32::from(owner) * variable.words()).to_usize();
                if !variable.bag {
                    to.put(self.plain(variable.kind, self.state.num(at)));
                    continue;
                }
                let length = self.state.num(at).max(0);
                to.put(length);
                let words = to.zeros(variable.words().to_usize() - 1);
                for (i, word) in words.iter_mut().take(length.to_usize()).enumerate() {
                    *word = self.plain(variable.kind, self.state.num(at + 1 + i));
                }
            }
        }
    }

    /// Where each slot lies.
    fn lies(&self) -> Cow<'_, [Lies]> {
        let (program, places) = (self.program, &self.numbers.places);
        let rows = || program.instances.ids().filter(|&id| program.instances[id].row.is_some());
        if rows().next().is_none() {
            return Cow::Borrowed(&places.fixed);
        }
        let mut lies = places.fixed.clone();
        for id in rows() {
            let ordered = is_ordered(program, &program.instances[id]);
            for (index, slot) in self.state.slots_of(program, id).enumerate() {
                let place = places.first[id.index()] + index + 1;
                lies[slot.index()] = Lies { place, ordered };
            }
        }
        Cow::Owned(lies)
    }

    /// Where cards lie: how many at each place, then where each of those that the seat knows is.
    fn cards(&self, to: &mut Sink<'_>) {
        let (program, state, numbers) = (self.program, self.state, self.numbers);
        let lies = self.lies();
        let slots = || lies.iter().enumerate().filter(|(_, lies)| lies.place > 0);
        let counts = to.zeros(numbers.places.count);
        for (slot, lies) in slots() {
            if let Some(count) = counts.get_mut(lies.place - 1) {
                *count = state.count_in(Slot::new(slot)).to_i32();
            }
        }
        let cards = program.cards.len();
        let known = to.zeros(cards * 3);
        let all_known = state.set(program.memory.known(self.seat));
        for (slot, &Lies { place, ordered }) in slots() {
            let slot = Slot::new(slot);
            let here = state.cards_in(slot) & &all_known;
            for card in here.of::<Card>() {
                known[self.column(card)] = place.to_i32();
                let up = state.is_face_up(&program.memory, card);
                known[2 * cards + self.column(card)] = i32::from(up);
            }
            if !ordered || here.is_empty() {
                continue;
            }
            let heights = state.stack(slot).enumerate();
            for (height, card) in heights.filter(|(_, card)| here.contains(*card)) {
                known[cards + self.column(card)] = height.to_i32() + 1;
            }
        }
        self.marks(&lies, to);
    }

    fn marks(&self, lies: &[Lies], to: &mut Sink<'_>) {
        let (program, state) = (self.program, self.state);
        let cards = (0..program.cards.len()).map(Card::new);
        let known = cards.filter(|&card| self.knows(card));
        for mark in program.marks.iter() {
            let shown = |thing: u16| self.plain(mark.kind, state.mark_of(mark, thing));
            if !mark.of_slots {
                let marked = to.zeros(program.cards.len());
                for card in known.clone() {
                    marked[self.column(card)] = shown(card.number());
                }
                continue;
            }
            let hidden = |slot: Slot| mark.secret && !state.stack(slot).all(|c| self.knows(c));
            let places = to.zeros(self.numbers.places.count);
            for slot in (0..program.memory.slots).map(Slot::new) {
                let place = lies[slot.index()].place;
                if place > 0 && !hidden(slot) {
                    places[place - 1] = shown(slot.number());
                }
            }
        }
    }

    /// A value that everybody may know as words.
    fn plain(&self, kind: ValueKind, value: i32) -> i32 {
        match kind {
            _ if value == NONE => 0,
            ValueKind::Number => value,
            ValueKind::Flag => i32::from(value == 1),
            // The word is the card's name, which others may have too.
            ValueKind::Card => {
                let card = value.to_usize();
                self.numbers.named.get(card).map_or(0, |&card| card.word() + 1)
            }
            ValueKind::Slot => Slot::from_word(value).map_or(0, |slot| self.place(slot)),
            ValueKind::Word(_) | ValueKind::Player | ValueKind::Team | ValueKind::Text => {
                value.saturating_add(1)
            }
        }
    }

    /// What the seat chooses.
    fn value(&self, kind: ValueKind, value: i32) -> i32 {
        if kind != ValueKind::Card || value == NONE {
            return self.plain(kind, value);
        }
        let card = Card::from_number(value.to_u16());
        if self.knows(card) {
            return self.column(card).to_i32() + 1;
        }
        let place = self.state.slot_of(card).map_or(0, |slot| self.place(slot));
        let number = self.state.number_in_slot(self.program, self.seat, card);
        -(place * Bits::ROOM.to_i32() + number.to_i32())
    }

    /// The number of a place, from 1; 0 for one that is not there.
    fn place(&self, slot: Slot) -> i32 {
        let (program, state) = (self.program, self.state);
        if let Some(info) = program.slots.get(slot.index()) {
            let first = self.numbers.places.first[info.instance.index()];
            return (first + usize::from(info.index)).to_i32() + 1;
        }
        let rows = program.instances.ids().filter(|&id| program.instances[id].row.is_some());
        let of_row = |id: InstanceId| {
            let index = state.slots_of(program, id).position(|one| one == slot)?;
            Some((self.numbers.places.first[id.index()] + index).to_i32() + 1)
        };
        rows.into_iter().find_map(of_row).unwrap_or(0)
    }
}

// ---- names

/// The names of all numbers of an observation, in the order in which `Look::observe` writes.
fn names(program: &Program, places: &Places) -> Vec<String> {
    let seats = (1..=program.seats).map(|seat| format!("choosing.{seat}"));
    let mut names: Vec<String> =
        ["seat", "active", "backwards", "over", "committed"].map(String::from).to_vec();
    names.extend(seats);
    names.extend(program.phases.iter().map(|phase| format!("phase.{}", phase.name)));
    for variable in program.variables.iter().filter(|variable| !variable.fixed) {
        variable.each_owner().for_each(|owner| names.extend(of_variable(program, variable, owner)));
    }
    let places = place_names(program, places);
    names.extend(places.iter().map(|place| format!("count.{place}")));
    for of in ["card", "height", "up"] {
        names.extend((1..=program.cards.len()).map(|card| format!("{of}.{card}")));
    }
    for mark in program.marks.iter() {
        let things: Vec<String> = match mark.of_slots {
            true => places.clone(),
            false => (1..=program.cards.len()).map(|card| format!("card.{card}")).collect(),
        };
        names.extend(things.iter().map(|thing| format!("{}.{thing}", mark.name)));
    }
    names
}

fn of_variable(program: &Program, variable: &Variable, owner: OwnerId) -> Vec<String> {
    let name = match variable.owners {
        1 => variable.name.clone(),
        _ => variable.value_name(&program.lists, owner),
    };
    let words = (1..variable.words()).map(|word| format!("{name}.{word}"));
    std::iter::once(name.clone()).chain(words).collect()
}

fn place_names(program: &Program, places: &Places) -> Vec<String> {
    let ends = places.first.iter().skip(1).copied().chain([places.count]);
    let mut names = Vec::with_capacity(places.count);
    for ((instance, &first), end) in program.instances.ids().zip(&places.first).zip(ends) {
        let info = &program.instances[instance];
        for index in 0..end - first {
            let fixed = info.row.is_none().then(|| info.first_slot.behind(index.to_u16()));
            let name = fixed.and_then(|slot| fixed_place(program, slot));
            let of_row = || format!("{}.{}", program.instance_name(instance), index + 1);
            names.push(name.unwrap_or_else(of_row));
        }
    }
    names
}
