//! One of two worlds: a play, its record as it is written, and what has happened since both stood
//! alike.

use super::swap::Swap;
use cardrun::game::{Entry, Play};
use cardrun::record::{About, Line, Writer, read};
use cardrun::tabletop::Shape;
use cardrun::tabletop::ids::{InstanceId, PhaseId, SentenceId, ZoneId};
use cardrun::value::{Bits, Card, Seat, SeatSet, Slot};
use cardrun::vm::label::Step;
use cardrun::vm::{Event, RandomKind};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::rc::Rc;

/// A choice that nobody was asked, since there was one option.
#[derive(Clone, Debug)]
pub struct Forced {
    pub seat: Seat,
    pub prompt: SentenceId,
    pub label: String,
}

/// What chance gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Lot {
    Drawn { kind: RandomKind, n: u32, result: i32 },
    Shuffled(Vec<Card>),
}

impl Lot {
    /// Whether the second world was given the same, the cards exchanged.
    fn is_image(&self, other: &Lot, swap: &Swap) -> bool {
        match (self, other) {
            (Lot::Shuffled(a), Lot::Shuffled(b)) => {
                a.iter().map(|&card| swap.image(card)).eq(b.iter().copied())
            }
            (Lot::Drawn { kind, n, result }, Lot::Drawn { kind: k, n: m, result: r }) => {
                let image = match (kind, Card::from_word(*result)) {
                    (RandomKind::Card, Some(card)) => swap.image(card).word(),
                    (
                        RandomKind::Card | RandomKind::Die | RandomKind::Coin | RandomKind::Choice,
                        _,
                    ) => *result,
                };
                (kind, n, image) == (k, m, *r)
            }
            (Lot::Shuffled(_), Lot::Drawn { .. }) | (Lot::Drawn { .. }, Lot::Shuffled(_)) => false,
        }
    }
}

/// A card that the looking seat came to see, which copy of it not being told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sight {
    how: &'static str,
    from: InstanceId,
    to: InstanceId,
    card: Card,
}

/// Bytes that can be looked at while they are written.
#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub struct World {
    pub play: Play,
    /// Whose eyes it is about, and which cards are exchanged.
    seat: Seat,
    moved: Bits,
    paper: Paper,
    writer: Writer<Paper>,
    /// Up to where the log has been read.
    read: usize,
    /// Up to where the log and the record are known to be comparable.
    pub good: usize,
    good_bytes: usize,
    pub forced: VecDeque<Forced>,
    lots: Vec<Lot>,
    sights: Vec<Sight>,
    /// A choice since then named an exchanged card.
    names_moved: bool,
    /// Cards that moved out of a set in an order that nobody chose: how they lie may tell nothing.
    packed: Bits,
}

impl World {
    /// What has happened in the play so far is the same in both worlds if it is `shared`; otherwise
    /// it is to be compared.
    pub fn new(play: Play, seat: Seat, moved: Bits, shared: usize) -> World {
        let paper = Paper::default();
        let seats = vec!["someone".to_owned(); usize::from(play.game().program().seats)];
        let about = About { seats, ..About::default() };
        let writer = Writer::begin(paper.clone(), &play, &about).expect("memory can be written");
        World {
            play,
            seat,
            moved,
            paper,
            writer,
            read: shared,
            good: 0,
            good_bytes: 0,
            forced: VecDeque::new(),
            lots: Vec::new(),
            sights: Vec::new(),
            names_moved: false,
            packed: Bits::EMPTY,
        }
    }

    pub fn apply(&mut self, seat: Seat, option: usize) {
        // A fault of the rules is an end like any other.
        let _ = self.play.apply(seat, option);
        self.writer.append(&self.play).expect("memory can be written");
    }

    /// Reads what is new in the log.
    pub fn read(&mut self) {
        let new: Vec<Entry> = self.play.log()[self.read..].to_vec();
        self.read = self.play.log().len();
        let mut packet = None;
        for entry in &new {
            match entry {
                Entry::Event(event) => self.event(event, &mut packet),
                Entry::Forced { seat, step, .. } => {
                    let label = self.play.label(entry).expect("a choice");
                    self.chosen(&label);
                    self.pointed_at(step);
                    self.forced.push_back(Forced {
                        seat: *seat,
                        prompt: step.prompt,
                        label: label.to_string(),
                    });
                }
                Entry::Choice { step, .. } => {
                    let label = self.play.label(entry).expect("a choice");
                    self.chosen(&label);
                    self.pointed_at(step);
                }
                Entry::Offer { .. } | Entry::Decided(_) | Entry::End(_) | Entry::Fault(_) => {}
            }
            if !matches!(entry, Entry::Event(Event::Move(_))) {
                packet = None;
            }
        }
    }

    fn chosen(&mut self, label: &str) {
        let program = self.play.game().program();
        let moved = self
            .moved
            .iter()
            .map(|card| program.cards[usize::from(card)].name.as_str())
            .collect::<Vec<_>>();
        self.names_moved |=
            super::swap::words(program, label).iter().any(|word| moved.contains(word));
    }

    /// Somebody points at exchanged cards that lie open to the seat.
    fn pointed_at(&mut self, step: &Step) {
        let seat = self.seat;
        let values = step.values.iter().chain(&step.given).filter(|_| step.aloud);
        let seen = values.filter(|value| value.seen_by.contains(seat));
        let cards = seen.filter_map(|value| value.card);
        let cards: Vec<Card> = cards.filter(|&card| self.moved.contains(card)).collect();
        for card in cards {
            self.saw("point", InstanceId::new(0), card);
        }
    }

    /// `packet`: where the cards that move just now come from and go to, and where the first of
    /// them stands among the sights.
    fn event(&mut self, event: &Event, packet: &mut Option<((InstanceId, InstanceId), usize)>) {
        let sees = |seats: SeatSet| seats.contains(self.seat);
        match event {
            Event::Move(moved) => {
                let way = (moved.from, moved.to);
                let start = match packet {
                    Some((known, start)) if *known == way => *start,
                    _ => self.sights.len(),
                };
                *packet = Some((way, start));
                if sees(moved.seen_by) {
                    self.sights.push(Sight {
                        how: "move",
                        from: moved.from,
                        to: moved.to,
                        card: self.print(moved.card),
                    });
                }
                // In what order the cards of a set move is nothing that may tell them apart, unless
                // they were chosen so.
                let packed = self.is_set(moved.from) && !self.names_moved;
                self.packed.put(moved.card, packed);
                if packed {
                    self.sights[start..].sort();
                }
            }
            Event::Turn { card, instance, seen_by, .. } if sees(*seen_by) => {
                self.saw("turn", *instance, *card)
            }
            Event::Reveal { card, to, .. } if sees(*to) => {
                self.saw("reveal", InstanceId::new(0), *card)
            }
            // That it was this one of two cards which the seat knows.
            Event::MarkCard { card, instance, known_by, .. }
                if sees(*known_by) && self.moved.contains(*card) && self.knows(*card) =>
            {
                self.saw("mark", *instance, *card)
            }
            Event::Random { kind, n, result, .. } => {
                self.lots.push(Lot::Drawn { kind: *kind, n: *n, result: *result })
            }
            Event::Shuffle { order, .. } => self.lots.push(Lot::Shuffled(order.to_vec())),
            _ => {}
        }
    }

    fn saw(&mut self, how: &'static str, place: InstanceId, card: Card) {
        self.sights.push(Sight { how, from: place, to: place, card: self.print(card) });
    }

    /// The first card that is printed as this one is: copies look alike. Where cards have marks,
    /// they may be told apart by these.
    fn print(&self, card: Card) -> Card {
        let program = self.play.game().program();
        let marked = program.marks.iter().any(|mark| !mark.of_slots);
        if marked { card } else { program.first_copy(card) }
    }

    fn knows(&self, card: Card) -> bool {
        self.play.state().knows(&self.play.game().program().memory, self.seat, card)
    }

    fn is_set(&self, instance: InstanceId) -> bool {
        let program = self.play.game().program();
        let zone = program.instances[InstanceId::new(instance.index())].zone;
        matches!(program.zones[ZoneId::new(zone.index())].shape, Shape::Set)
    }

    /// What is printed on the cards that the seat knows, with the place of each.
    fn known(&self) -> Vec<(Card, Option<Slot>, usize)> {
        let program = self.play.game().program();
        let state = self.play.state();
        let known = state.set(program.memory.known(self.seat)).of();
        let place = |card: Card| {
            let slot = state.slot_of(card);
            let is_set = slot
                .and_then(|slot| state.instance_of(program, slot))
                .is_some_and(|at| self.is_set(at));
            let ordered = !is_set && !self.packed.contains(card);
            let height = slot
                .filter(|_| ordered)
                .and_then(|slot| state.stack(slot).position(|other| other == card));
            (self.print(card), slot, height.unwrap_or(0))
        };
        let mut known: Vec<_> = known.map(place).collect();
        known.sort_unstable();
        known
    }

    /// Whether the seat has seen another card in the other world.
    pub fn saw_otherwise(&self, other: &World) -> bool {
        self.sights != other.sights
    }

    /// Whether a card that the seat knows lies elsewhere in the other world.
    pub fn knows_otherwise(&self, other: &World) -> bool {
        self.known() != other.known()
    }

    /// The first thing that chance gave otherwise in the other world.
    pub fn chance_differs(&self, other: &World, swap: &Swap) -> Option<Lot> {
        let pairs = self.lots.iter().zip(&other.lots);
        let differing =
            pairs.into_iter().find(|(a, b)| !a.is_image(b, swap)).map(|(a, _)| a.clone());
        let (least, most) =
            if self.lots.len() < other.lots.len() { (self, other) } else { (other, self) };
        differing.or_else(|| most.lots.get(least.lots.len()).cloned())
    }

    /// Takes note that both worlds stand alike: all that has happened until now can be compared.
    pub fn stands_alike(&mut self) {
        self.good = self.play.log().len();
        self.good_bytes = self.paper.0.borrow().len();
        self.lots.clear();
        self.sights.clear();
        self.names_moved = false;
    }

    /// Who is asked, for what, and in which phases.
    pub fn asked(&self) -> (Vec<Seat>, Option<SentenceId>, Vec<PhaseId>) {
        let prompts = self.play.log().iter().rev().filter_map(|entry| match entry {
            Entry::Offer { prompt, .. } => Some(*prompt),
            _ => None,
        });
        let pending = self.play.pending();
        let prompt = if pending.is_empty() { None } else { prompts.into_iter().next() };
        (pending, prompt, self.play.state().running(self.play.game().program()))
    }

    /// The lines of the full record; and how many of them were written while both worlds stood
    /// alike.
    pub fn lines(&self) -> (Vec<Line>, usize) {
        let bytes = self.paper.0.borrow();
        let good = bytes[..self.good_bytes].iter().filter(|&&byte| byte == b'\n').count();
        (read(&bytes).expect("a record that was just written").lines, good)
    }
}
