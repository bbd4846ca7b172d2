//! What somebody wants chance to do next.

use crate::game::Play;
use crate::tabletop::Shape;
use crate::tabletop::ids::InstanceId;

/// The pile and the cards that are meant, as records write them: `deck 7h 8c`, or `7h` alone
/// where one pile has it that nobody sees.
pub fn pile_of(play: &Play, words: &[String]) -> Option<(String, Vec<String>)> {
    let program = play.game().program();
    let cards = |words: &[String]| -> Option<Vec<String>> {
        let card = |word: &String| {
            let mut all = program.cards.iter();
            let found = all.find(|card| card.name.to_lowercase() == word.to_lowercase());
            found.map(|card| card.name.clone())
        };
        words.iter().map(card).collect::<Option<Vec<_>>>().filter(|cards| !cards.is_empty())
    };
    let zones = program.instances.ids().map(|i| (i, program.instance_name(i)));
    let zones: Vec<(InstanceId, String)> = zones.collect();
    let named = words.first().and_then(|first| zones.iter().find(|(_, name)| name == first));
    if let Some((_, zone)) = named {
        return cards(&words[1..]).map(|cards| (zone.clone(), cards));
    }
    let cards = cards(words)?;
    let state = play.state();
    let has_it = |instance| {
        let zone = &program.zones[program.instances[instance].zone];
        let is_it = |card| program.cards[usize::from(card)].name == cards[0];
        zone.shape == Shape::Pile
            && state.slots_of(program, instance).any(|slot| state.cards_in(slot).iter().any(is_it))
    };
    let zone = zones.into_iter().find(|(instance, _)| has_it(*instance))?;
    Some((zone.1, cards))
}
