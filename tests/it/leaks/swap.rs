//! Which cards change places between two worlds: a permutation, as names that cards take.

use cardrun::game::{Game, Offer, OfferValue};
use cardrun::program::Program;
use cardrun::value::{Bits, Card, Slot};
use cardrun::vm::{Generator, State};

/// Card `c` of the first world lies in the second where card `names[c]` lies.
#[derive(Clone)]
pub struct Swap {
    names: Vec<Card>,
    pub moved: Bits,
}

impl Swap {
    fn of(names: Vec<Card>) -> Swap {
        let cards = (0..).map(Card::new).zip(&names);
        let moved = cards.filter(|(card, name)| card != *name).map(|(card, _)| card).collect();
        Swap { names, moved }
    }

    /// No card changes places.
    pub fn none() -> Swap {
        Swap::of(Vec::new())
    }

    /// Two cards change places.
    pub fn two(a: Card, b: Card) -> Swap {
        Swap::cycle(&[a, b])
    }

    /// Each of these different cards takes the place of the one before it.
    fn cycle(cards: &[Card]) -> Swap {
        let end = cards.iter().max().map_or(0, |&card| card.index() + 1);
        let mut names: Vec<Card> = (0..end).map(Card::new).collect();
        for (i, &card) in cards.iter().enumerate() {
            names[card.index()] = cards[(i + 1) % cards.len()];
        }
        Swap::of(names)
    }

    /// What lies in the second state where each card lies in the first; none where a place holds
    /// more cards in one of them.
    pub fn between(program: &Program, first: &State, second: &State) -> Option<Swap> {
        let mut names: Vec<Card> = (0..program.cards.len()).map(Card::new).collect();
        for slot in (0..program.memory.slots).map(Slot::new) {
            if first.count_in(slot) != second.count_in(slot) {
                return None;
            }
            for (a, b) in first.stack(slot).zip(second.stack(slot)) {
                names[a.index()] = b;
            }
        }
        Some(Swap::of(names))
    }

    /// A swap of some cards that a seat has not seen: two that are alike, two neighbours in the
    /// order of the cards, any two, or any number. None where there are fewer than two.
    pub fn random(program: &Program, hidden: &[Card], chance: &mut Generator) -> Option<Swap> {
        if hidden.len() < 2 {
            return None;
        }
        let a = hidden[chance.pick(hidden.len())];
        let others: Vec<Card> = hidden.iter().copied().filter(|&card| card != a).collect();
        let b = match chance.below(8) {
            0 => {
                let mut mixed = hidden.to_vec();
                chance.shuffle(&mut mixed);
                mixed.truncate(2 + chance.pick(hidden.len() - 1));
                return Some(Swap::cycle(&mixed));
            }
            1 | 2 => others[chance.pick(others.len())],
            3 | 4 => others.iter().copied().min_by_key(|card| card.index().abs_diff(a.index()))?,
            _ => {
                let most = others.iter().map(|&card| likeness(program, a, card)).max()?;
                let alike: Vec<Card> =
                    others.into_iter().filter(|&card| likeness(program, a, card) == most).collect();
                alike[chance.pick(alike.len())]
            }
        };
        Some(Swap::two(a, b))
    }

    pub fn image(&self, card: Card) -> Card {
        self.names.get(card.index()).copied().unwrap_or(card)
    }

    /// The swap from the second world to the first.
    pub fn back(&self) -> Swap {
        let mut names = self.names.clone();
        for (card, &name) in self.names.iter().enumerate() {
            names[name.index()] = Card::new(card);
        }
        Swap::of(names)
    }

    /// An option as it stands in the other world, to be compared with the options there.
    pub fn of_offer(&self, offer: &Offer) -> Offer {
        let mut image = offer.clone();
        image.label.clear();
        image.choice = cardrun::vm::Choice {
            values: [0; cardrun::vm::Choice::SCALARS],
            count: 0,
            ..offer.choice
        };
        if let cardrun::vm::Chosen::Member(_) = offer.choice.what {
            image.choice.what = cardrun::vm::Chosen::Further;
        }
        for named in &mut image.values {
            if let OfferValue::Card { card: Some(card), place, .. } = &mut named.value {
                *card = self.image(*card);
                place.clear();
            }
        }
        image
    }

    /// Whether a label of the second world says what one of the first says, the cards' names
    /// exchanged.
    pub fn says(&self, program: &Program, first: &str, second: &str) -> bool {
        let (first, second) = (words(program, first), words(program, second));
        first.len() == second.len()
            && first.iter().zip(&second).all(|(a, b)| self.is_word(program, a, b))
    }

    fn is_word(&self, program: &Program, first: &str, second: &str) -> bool {
        let name = |card: Card| program.cards[card.index()].name.as_str();
        let called = |word: &str| {
            let cards = (0..program.cards.len()).map(Card::new);
            cards.filter(|&card| name(card) == word).collect::<Vec<_>>()
        };
        let cards = called(first);
        if cards.is_empty() {
            first == second
        } else {
            cards.into_iter().any(|card| name(self.image(card)) == second)
        }
    }
}

/// In how many attributes two cards are the same.
fn likeness(program: &Program, a: Card, b: Card) -> usize {
    program
        .attributes
        .iter()
        .filter(|attribute| attribute.values.get(a.index()) == attribute.values.get(b.index()))
        .count()
}

/// The words of a label, a card's name being one; without the number that tells equal ones apart.
pub fn words<'l>(program: &Program, label: &'l str) -> Vec<&'l str> {
    let label = match label.rsplit_once('~') {
        Some((before, number)) if number.parse::<usize>().is_ok() => before,
        _ => label,
    };
    let (mut rest, mut words) = (label, Vec::new());
    while !rest.is_empty() {
        let ends = |name: &str| {
            rest.strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '+']))
        };
        let card =
            program.cards.iter().filter(|card| ends(&card.name)).map(|card| card.name.len()).max();
        let end = card.unwrap_or_else(|| rest.find([' ', '+']).unwrap_or(rest.len()));
        words.push(&rest[..end]);
        rest = rest[end..].trim_start_matches([' ', '+']);
    }
    words
}

/// The cards that start in the same place as a card of a game, that card included.
pub fn beginning_with(game: &Game, card: Card) -> Bits {
    let program = game.program();
    let place = |start: &cardrun::program::StartCards| (start.zone, start.owner);
    let own = program.start_cards.iter().find(|start| start.cards.contains(&card)).map(place);
    let together = program.start_cards.iter().filter(|start| Some(place(start)) == own);
    together.flat_map(|start| start.cards.iter().copied()).collect()
}
