//! The table as those who look know it, by the numbers of the program: what [`super::View`] is made
//! of, and what events are followed on.

use super::glance::Glance;
use crate::game::{Entry, Eyes, Piles, Plain, Play, Seen, SeenValue, Sight};
use crate::program::{Phase, Program, ValueKind};
use crate::tabletop::Shape;
use crate::tabletop::ids::{AttributeId, IdVec, InstanceId, PhaseId, VariableId};
use crate::value::Card;
use crate::vm::Event;
use smallvec::SmallVec;
use std::sync::Arc;

/// The table as those who look know it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    pub zones: IdVec<InstanceId, Arc<ZoneSeen>>,
    /// The variables that have a value.
    pub values: Vec<SeenValue>,
    /// The phases that are running and their numbers, the outermost first.
    pub course: Vec<(PhaseId, i32)>,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ZoneSeen {
    pub(crate) instance: InstanceId,
    /// The cards from the bottom up; in a zone without an order as the zone sorts them, unknown
    /// ones last.
    pub(crate) slots: Piles,
}

impl Table {
    /// What is seen of a game with these eyes; `sight` is what else they see of it.
    pub(crate) fn of(play: &Play, eyes: Eyes, sight: &Sight, glance: &Glance) -> Table {
        let zone = |instance| glance.zone(play, eyes, instance, None);
        let zones = play.game().program().instances.ids().map(zone).collect();
        Table::with_zones(play.game().program(), zones, sight)
    }

    /// What is seen of a game with eyes that saw this table, when the log tells what has happened
    /// `since`: places where nothing has happened are not looked at again.
    pub(crate) fn followed(
        &self,
        play: &Play,
        eyes: Eyes,
        sight: &Sight,
        (since, glance): (&[Entry], &Glance),
    ) -> Table {
        let program = play.game().program();
        let Some(touched) = touched(program, since) else {
            return Table::of(play, eyes, sight, glance);
        };
        let zones = self.zones.iter().zip(self.zones.ids());
        let zone = |(known, instance): (&Arc<ZoneSeen>, InstanceId)| {
            let kept = Some(known).filter(|_| !touched.contains(&instance));
            glance.zone(play, eyes, instance, kept)
        };
        Table::with_zones(program, zones.map(zone).collect(), sight)
    }

    fn with_zones(
        program: &Program,
        zones: IdVec<InstanceId, Arc<ZoneSeen>>,
        sight: &Sight,
    ) -> Table {
        let changing = sight.values.iter().filter(|seen| seen.value != Plain::Nothing).cloned();
        let is_worth_it = |(phase, _): &&(PhaseId, i32)| is_course(&program.phases[*phase]);
        Table {
            zones,
            values: constants(program).chain(changing).collect(),
            course: sight.phases.iter().filter(is_worth_it).copied().collect(),
        }
    }

    /// Puts copies of a card that lie in no order in that of their numbers.
    pub(crate) fn sort_copies(&mut self, program: &Program, number: impl Fn(Card) -> Card) {
        if program.has_copies() {
            let zones = self.zones.iter_mut();
            zones.for_each(|place| sort(program, Arc::make_mut(place), &number));
        }
    }

    /// The known cards, and how they lie.
    pub(crate) fn known(&self) -> impl Iterator<Item = (Card, &Seen)> {
        let piles = self.zones.iter().flat_map(|zone| &zone.slots);
        piles.flat_map(|pile| &pile.cards).filter_map(|seen| Some((seen.card?, seen)))
    }
}

/// Rounds, turns and the like: phases that have parts of their own. The parts are seen by what
/// happens in them.
pub(crate) fn is_course(phase: &Phase) -> bool {
    !phase.children.is_empty() && phase.name != "game"
}

impl ZoneSeen {
    /// What is seen of a zone with these eyes, laid out as the zone sorts its cards.
    pub(super) fn of(play: &Play, eyes: Eyes, instance: InstanceId) -> Arc<ZoneSeen> {
        let program = play.game().program();
        let mut place = ZoneSeen { instance, slots: play.piles(eyes, instance) };
        sort(program, &mut place, &|card| program.first_copy(card));
        Arc::new(place)
    }

    pub(crate) fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.cards.len()).sum()
    }

    /// Whether a card lies there that is not known.
    pub(crate) fn has_hidden(&self) -> bool {
        self.slots.iter().flat_map(|slot| &slot.cards).any(|seen| seen.card.is_none())
    }
}

/// The places in which something may look otherwise after what has happened; none where any may.
/// Whatever is seen of a place changes by events that name it.
fn touched(program: &Program, since: &[Entry]) -> Option<Vec<InstanceId>> {
    // Slots of rows are counted anew, and copies of cards too, wherever they are shown.
    if program.has_copies() || program.marks.iter().any(|mark| mark.kind == ValueKind::Slot) {
        return None;
    }
    // What is decided of a pile is no event, and what was known of it is known no more.
    if since.iter().any(|entry| matches!(entry, Entry::Decided(_))) {
        return None;
    }
    let mut touched: Vec<InstanceId> = Vec::new();
    for event in since.iter().filter_map(Entry::event) {
        match event {
            Event::Move(moved) => touched.extend([moved.from, moved.to]),
            Event::Shuffle { instance, .. }
            | Event::Turn { instance, .. }
            | Event::MarkCard { instance, .. }
            | Event::MarkSlot { instance, .. } => touched.push(*instance),
            // Where the card lies is not told.
            Event::Reveal { .. } | Event::Gather(_) => return None,
            Event::Random { .. }
            | Event::Say { .. }
            | Event::Set { .. }
            | Event::SetBag { .. }
            | Event::ReverseTurns { .. }
            | Event::Phase { .. }
            | Event::EndPhase { .. }
            | Event::Forced { .. }
            | Event::Taken { .. } => {}
        }
    }
    touched.sort_unstable();
    touched.dedup();
    Some(touched)
}

/// Puts the cards of a set in the order of the layout, equal ones in that of their numbers.
fn sort(program: &Program, place: &mut ZoneSeen, number: &impl Fn(Card) -> Card) {
    let zone = &program.zones[program.instances[place.instance].zone];
    if zone.shape == Shape::Set {
        let printed = |card: Card, a: AttributeId| program.attributes[a].values[card.index()];
        let values = |card| -> SmallVec<[i32; 4]> {
            zone.sort.iter().map(|&attribute| printed(card, attribute)).collect()
        };
        let key = |seen: &Seen| seen.card.map(|card| (values(card), number(card)));
        for pile in &mut place.slots {
            pile.cards.sort_by_cached_key(|seen| (seen.card.is_none(), key(seen)));
        }
    }
}

/// What the layout fixes for each owner is no secret, and nothing that is observed.
fn constants(program: &Program) -> impl Iterator<Item = SeenValue> + '_ {
    let fixed = program.variables.iter().enumerate().filter(|(_, v)| v.fixed && !v.bag);
    fixed.flat_map(move |(i, v)| {
        let owners = v.each_owner().zip(&v.defaults);
        owners.map(move |(owner, &value)| SeenValue {
            variable: VariableId::new(i),
            owner,
            value: Plain::timeless(program, v.kind, value),
        })
    })
}
