//! What cards are called that are not known at this screen: a handle, made of a place and a number
//! in it. Whoever draws can follow a handle from one view to the next: the same handle is the same
//! card, as surely as anybody at the table could say so. Whenever a card could be taken for another
//! one, its handle is new.

use super::names::Names;
use crate::game::Entry;
use crate::tabletop::Shape;
use crate::tabletop::ids::{IdVec, InstanceId};
use crate::vm::{Event, Moved};

/// How often the hidden cards of each place could be taken for one another, by instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Handles(IdVec<InstanceId, u32>);

impl Handles {
    /// As the `log` tells it to these eyes.
    pub fn of(names: Names<'_>, log: &[Entry]) -> Handles {
        Handles(vec![0; names.program.instances.len()].into()).followed(names, log)
    }

    /// The same when more has happened, as the `log` tells it from there on.
    pub fn followed(mut self, names: Names<'_>, log: &[Entry]) -> Handles {
        log.iter().filter_map(Entry::event).for_each(|event| self.happens(&names, event));
        self
    }

    /// How often the hidden cards of a place could be taken for one another.
    pub fn times(&self, instance: InstanceId) -> u32 {
        self.0[instance]
    }

    /// Of the hidden card with this `number` in a stack, as records write its place.
    pub fn name(&self, instance: InstanceId, stack: &str, number: usize) -> String {
        match self.0[instance] {
            0 => format!("{stack}#{number}"),
            times => format!("{stack}#{number}@{times}"),
        }
    }

    fn happens(&mut self, names: &Names<'_>, event: &Event) {
        match event {
            Event::Shuffle { instance, .. } => self.mix(*instance),
            Event::Gather(_) => self.0.iter_mut().for_each(|times| *times += 1),
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
        self.0[instance] += 1;
    }
}
