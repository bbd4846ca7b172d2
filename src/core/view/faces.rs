//! The faces of the cards that a view names.

use super::model::{Face, Menu, Pointer, Print, Stack, Stood, Told};
use super::names::Names;
use super::news::Laid;
use super::phrase::{Phrase, Role};
use crate::value::{Bits, Card};

/// The face of a card.
pub(crate) fn face(names: &Names<'_>, card: Card) -> Face {
    let print = |all: Vec<(&str, Phrase)>| -> Vec<Print> {
        let one = |(name, text): (&str, Phrase)| Print { attribute: name.to_owned(), text };
        all.into_iter().map(one).collect()
    };
    let shown = names.print(card);
    let more = names.all_print(card).into_iter();
    let more = more.filter(|(name, _)| !shown.iter().any(|(known, _)| known == name));
    let more = print(more.collect());
    Face {
        name: names.card(card),
        short: names.short(card),
        colour: names.colour(card),
        corners: names.corners(card),
        print: print(shown),
        more,
        symbol: names.symbol(card),
        picture: names.picture(card),
        text: names.says(card),
    }
}

/// The cards that lie somewhere or are spoken of.
pub(crate) fn named(laid: &Laid, story: &[Told], menu: Option<&Menu>) -> Bits {
    let mut cards = Bits::EMPTY;
    laid.places.iter().for_each(|place| in_stacks(&place.stacks, &mut cards));
    laid.lying.iter().for_each(|lying| in_stacks(&lying.stacks, &mut cards));
    laid.values.iter().flatten().for_each(|value| in_phrase(&value.words, &mut cards));
    for told in story {
        match told {
            Told::Sentence(phrase) => in_phrase(phrase, &mut cards),
            Told::Stood(Stood { places, .. }) => {
                places.iter().for_each(|place| in_stacks(&place.stacks, &mut cards));
            }
        }
    }
    menu.iter().for_each(|menu| in_menu(menu, &mut cards));
    cards
}

fn in_stacks(stacks: &[Stack], cards: &mut Bits) {
    for stack in stacks {
        stack.cards.iter().filter_map(|seen| seen.card).for_each(|card| cards.insert(card));
        let marks = stack.cards.iter().flat_map(|seen| &seen.marks).chain(&stack.marks);
        marks.for_each(|mark| in_phrase(&mark.text, cards));
    }
}

fn in_menu(menu: &Menu, cards: &mut Bits) {
    menu.begun.iter().for_each(|begun| in_phrase(begun, cards));
    in_phrase(&menu.prompt, cards);
    for option in &menu.options {
        in_phrase(&option.text, cards);
        for pointer in &option.points {
            match pointer {
                Pointer::Card(card) => cards.insert(*card),
                Pointer::Handle(_)
                | Pointer::Place(..)
                | Pointer::Player(_)
                | Pointer::Team(_)
                | Pointer::Number(_)
                | Pointer::Word(_)
                | Pointer::Flag(_) => {}
            }
        }
    }
}

fn in_phrase(phrase: &Phrase, cards: &mut Bits) {
    for span in phrase.spans() {
        match span.role {
            Role::Card(card, _) => cards.insert(card),
            Role::Plain
            | Role::Suit(_)
            | Role::Back
            | Role::Place(..)
            | Role::Player(_)
            | Role::Team(_)
            | Role::Number => {}
        }
    }
}
