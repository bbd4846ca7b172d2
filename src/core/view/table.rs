//! The table as those who look know it, by the numbers of the program: what [`super::View`] is made
//! of, and what events are followed on.

use crate::game::{Pile, Plain, Seen, SeenValue, Sight};
use crate::program::{Phase, Program};
use crate::tabletop::ids::{AttributeId, IdVec, InstanceId, PhaseId, VariableId};
use crate::tabletop::{Per, Shape};
use crate::value::{Card, Seat};

/// The table as those who look know it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub zones: IdVec<InstanceId, ZoneSeen>,
    /// The variables that have a value.
    pub values: Vec<SeenValue>,
    /// The phases that are running and their numbers, the outermost first.
    pub course: Vec<(PhaseId, i32)>,
}

/// A zone of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneSeen {
    pub instance: InstanceId,
    /// The cards from the bottom up; in a zone without an order as the zone sorts them, unknown
    /// ones last.
    pub slots: Box<[Pile]>,
}

impl Table {
    /// What is seen, as it is laid out; the sight has no zones any more then.
    pub fn of(program: &Program, seen: &mut Sight) -> Table {
        let zones = std::mem::take(&mut seen.zones).into_iter().zip(program.instances.ids());
        let zone = |(slots, instance): (Box<[Pile]>, InstanceId)| {
            let mut place = ZoneSeen { instance, slots };
            sort(program, &mut place, &|card| program.first_copy(card));
            place
        };
        let changing = std::mem::take(&mut seen.values).into_iter();
        let changing = changing.filter(|seen| seen.value != Plain::Nothing);
        let is_worth_it = |(phase, _): &&(PhaseId, i32)| is_course(&program.phases[*phase]);
        Table {
            zones: zones.map(zone).collect(),
            values: constants(program).chain(changing).collect(),
            course: seen.phases.iter().filter(is_worth_it).copied().collect(),
        }
    }

    /// Puts copies of a card that lie in no order in that of their numbers.
    pub fn sort_copies(&mut self, program: &Program, number: impl Fn(Card) -> Card) {
        if program.has_copies() {
            self.zones.iter_mut().for_each(|place| sort(program, place, &number));
        }
    }

    /// Where a known card lies, as far as it is seen.
    pub fn card(&self, card: Card) -> Option<&Seen> {
        let piles = self.zones.iter().flat_map(|zone| &zone.slots);
        piles.flat_map(|pile| &pile.cards).find(|seen| seen.card == Some(card))
    }
}

/// Rounds, turns and the like: phases that have parts of their own. The parts are seen by what
/// happens in them.
pub fn is_course(phase: &Phase) -> bool {
    !phase.children.is_empty() && phase.name != "game"
}

impl ZoneSeen {
    pub fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.cards.len()).sum()
    }

    /// Whether a card lies there that is not known.
    pub fn has_hidden(&self) -> bool {
        self.slots.iter().flat_map(|slot| &slot.cards).any(|seen| seen.card.is_none())
    }
}

/// Puts the cards of a set in the order of the layout, equal ones in that of their numbers.
fn sort(program: &Program, place: &mut ZoneSeen, number: &impl Fn(Card) -> Card) {
    let zone = &program.zones[program.instances[place.instance].zone];
    if zone.shape == Shape::Set {
        let printed = |card: Card, a: AttributeId| program.attributes[a].values[usize::from(card)];
        let values = |card| zone.sort.iter().map(|&a| printed(card, a)).collect::<Vec<i32>>();
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
        let owners = v.defaults.iter().enumerate();
        owners.map(move |(owner, &value)| SeenValue {
            variable: VariableId::new(i),
            owner: owner as u8,
            value: Plain::timeless(program, v.kind, value),
        })
    })
}

/// Whether something of this owner is a seat's own, or its team's.
pub fn is_own(program: &Program, per: Per, owner: u8, seat: Option<Seat>) -> bool {
    match (per, seat) {
        (Per::Table, _) | (_, None) => false,
        (Per::Player, Some(seat)) => owner == seat,
        (Per::Team, Some(seat)) => owner == program.team(seat),
    }
}
