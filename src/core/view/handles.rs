//! What cards are called at a screen. Those that are not known there have a handle, made of a place
//! and a number in it; those that are known have a number, which copies of a card share out among
//! themselves. Whoever draws can follow a card by it from one view to the next: the same handle is
//! the same card, as surely as anybody at the table could say so. Whenever a card could be taken
//! for another one, its handle is new.

use super::names::Names;
use super::table::{Table, ZoneSeen};
use crate::game::{Copies, Entry};
use crate::program::Program;
use crate::tabletop::Shape;
use crate::tabletop::ids::{IdVec, InstanceId};
use crate::value::{Bits, Card};
use crate::vm::{Event, Moved};
use compact_str::{CompactString, ToCompactString};
use std::collections::BTreeMap;

/// What cards are called at one screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Handles {
    /// How often the hidden cards of each place could be taken for one another.
    times: IdVec<InstanceId, u32>,
    copies: Copies,
}

impl Handles {
    /// What cards on the `table` are called, as the `log` tells it to these eyes.
    pub(crate) fn of(names: &Names<'_>, log: &[Entry], table: &Table) -> Handles {
        let times = vec![0; names.program.instances.len()].into();
        Handles { times, copies: Copies::of(names.program, known(table)) }.passed(names, log)
    }

    /// What cards are called when what lay on the table `before` lies there as it does `now`, and
    /// the log tells what has happened `since`.
    pub(crate) fn followed(
        &self,
        names: &Names<'_>,
        since: &[Entry],
        (before, now): (&Table, &Table),
    ) -> Handles {
        let program = names.program;
        let followed = match program.has_copies() {
            true => followed(names, since, (before, now)),
            false => Bits::EMPTY,
        };
        let copies = self.copies.after(program, known(now), &followed);
        Handles { times: self.times.clone(), copies }.passed(names, since)
    }

    /// What cards are called on a table on which `more` is known than on their own.
    pub(crate) fn extended(&self, program: &Program, own: &Table, more: &Table) -> Handles {
        let copies = self.copies.after(program, known(more), &known(own).collect());
        Handles { times: self.times.clone(), copies }
    }

    fn passed(mut self, names: &Names<'_>, log: &[Entry]) -> Handles {
        log.iter().filter_map(Entry::event).for_each(|event| self.happens(names, event));
        self
    }

    /// How often the hidden cards of a place could be taken for one another.
    pub(crate) fn times(&self, instance: InstanceId) -> u32 {
        self.times[instance]
    }

    /// The name of the hidden card with this `number` in a stack, as records write its place.
    pub(crate) fn name(&self, instance: InstanceId, stack: &str, number: usize) -> CompactString {
        let name = CompactString::from(stack) + "#" + &number.to_compact_string();
        match self.times[instance] {
            0 => name,
            times => name + "@" + &times.to_compact_string(),
        }
    }

    /// The number of a card that is known.
    pub(crate) fn card(&self, names: &Names<'_>, card: Card) -> Card {
        self.copies.number(names.program, card)
    }

    /// What lies in a zone, by the numbers of the known cards: the zone as it is, where no card has
    /// copies.
    pub(crate) fn zone(&self, names: &Names<'_>, zone: &ZoneSeen) -> ZoneSeen {
        let mut numbered = zone.clone();
        for card in numbered.slots.iter_mut().flat_map(|slot| &mut slot.cards) {
            card.card = card.card.map(|card| self.card(names, card));
        }
        numbered
    }

    fn happens(&mut self, names: &Names<'_>, event: &Event) {
        match event {
            Event::Shuffle { instance, .. } => self.mix(*instance),
            Event::Gather(_) => self.times.iter_mut().for_each(|times| *times += 1),
            Event::Move(moved) => self.moves(names, moved),
            Event::Random { .. }
            | Event::Turn { .. }
            | Event::Reveal { .. }
            | Event::Say { .. }
            | Event::MarkCard { .. }
            | Event::MarkSlot { .. }
            | Event::Set { .. }
            | Event::SetBag { .. }
            | Event::ReverseTurns { .. }
            | Event::Phase { .. }
            | Event::EndPhase { .. }
            | Event::Forced { .. }
            | Event::Taken { .. } => {}
        }
    }

    /// From where in a stack a card was taken is not told, so all that stay may be others than they
    /// were; a card on top leaves those below it what they are.
    fn moves(&mut self, names: &Names<'_>, moved: &Moved) {
        let hidden = !names.sees(moved.seen_by);
        let leaves = match names.zone(moved.from).shape {
            Shape::Set => hidden,
            Shape::Pile
            | Shape::One
            | Shape::Row
            | Shape::Slots(_)
            | Shape::Grid(..)
            | Shape::List(_) => true,
        };
        let arrives = match names.zone(moved.to).shape {
            Shape::Set => hidden,
            Shape::Row => true,
            Shape::Pile | Shape::One | Shape::Slots(_) | Shape::Grid(..) | Shape::List(_) => {
                moved.under
            }
        };
        if leaves {
            self.mix(moved.from);
        }
        if arrives {
            self.mix(moved.to);
        }
    }

    fn mix(&mut self, instance: InstanceId) {
        self.times[instance] += 1;
    }
}

/// The known cards of a table, in the order in which they lie.
fn known(table: &Table) -> impl Iterator<Item = Card> + '_ {
    table.known().map(|(card, _)| card)
}

/// The known cards of which these eyes could see that they are the same as before: they stayed
/// where they were, or left a place of which all was known once, in sight. Which of several copies
/// a card is cannot be seen of one that is turned up or shown, nor after a shuffle.
fn followed(names: &Names<'_>, since: &[Entry], (before, now): (&Table, &Table)) -> Bits {
    let known_before: Bits = known(before).collect();
    let mut followed: Bits = known(now).filter(|&card| known_before.contains(card)).collect();
    let mut moves: BTreeMap<Card, usize> = BTreeMap::new();
    for event in since.iter().filter_map(Entry::event) {
        match event {
            Event::Move(moved) => {
                let moves = moves.entry(moved.card).or_default();
                *moves += 1;
                let all_known = !before.zones[moved.from].has_hidden();
                if *moves > 1 || !all_known || !names.sees(moved.seen_by) {
                    followed.remove(moved.card);
                }
            }
            Event::Turn { card, .. } | Event::Reveal { card, .. } => followed.remove(*card),
            Event::Shuffle { instance, .. } => {
                let cards = now.zones[*instance].slots.iter().flat_map(|slot| &slot.cards);
                cards.filter_map(|seen| seen.card).for_each(|card| followed.remove(card));
            }
            Event::Gather(_) => return Bits::EMPTY,
            Event::Random { .. }
            | Event::Say { .. }
            | Event::MarkCard { .. }
            | Event::MarkSlot { .. }
            | Event::Set { .. }
            | Event::SetBag { .. }
            | Event::ReverseTurns { .. }
            | Event::Phase { .. }
            | Event::EndPhase { .. }
            | Event::Forced { .. }
            | Event::Taken { .. } => {}
        }
    }
    followed
}
