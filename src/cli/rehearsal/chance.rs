//! What somebody wants chance to do next.

use crate::game::Play;
use crate::tabletop::Shape;
use crate::tabletop::ids::InstanceId;
use crate::view::{self, Lexicon, Phrase};

/// The places where cards lie in one pile now, as they are shown.
pub(crate) fn piles(play: &Play, lexicon: &Lexicon) -> Phrase {
    let program = play.game().program();
    let is_pile = |instance: &InstanceId| {
        let mut slots = play.state().slots_of(program, *instance);
        program.zones[program.instances[*instance].zone].shape == Shape::Pile
            && slots.any(|slot| play.state().count_in(slot) > 0)
    };
    let piles = program.instances.ids().filter(is_pile);
    let called = |pile| view::pile_called(program, lexicon, &program.instance_name(pile));
    Phrase::join(piles.map(called), ", ")
}

/// The pile and the cards that a text means, in the words of records: `deck 7h 8c`, or `7h` alone
/// where one pile has it that nobody sees.
pub(crate) fn pile_of(play: &Play, lexicon: &Lexicon, text: &str) -> Option<(String, Vec<String>)> {
    let program = play.game().program();
    let (pile, cards) = view::pile_and_cards(program, lexicon, text)?;
    if let Some(pile) = pile {
        return Some((pile, cards));
    }
    let state = play.state();
    let has_it = |instance: &InstanceId| {
        let zone = &program.zones[program.instances[*instance].zone];
        let is_it = |card| program.cards[usize::from(card)].name == cards[0];
        zone.shape == Shape::Pile
            && state.slots_of(program, *instance).any(|slot| state.cards_in(slot).iter().any(is_it))
    };
    let pile = program.instances.ids().find(has_it)?;
    Some((program.instance_name(pile), cards))
}
