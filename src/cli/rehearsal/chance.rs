//! What somebody wants chance to do next.

use crate::game::Play;
use crate::tabletop::Shape;
use crate::tabletop::ids::InstanceId;
use crate::view::{self, Lexicon};

/// The pile and the cards that a text means, in the words of records: `deck 7h 8c`, or `7h` alone
/// where one pile has it that nobody sees.
pub fn pile_of(play: &Play, lexicon: &Lexicon, text: &str) -> Option<(String, Vec<String>)> {
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
