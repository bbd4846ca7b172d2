//! Names as people type them: which known ones a text begins with, and piles with their cards.

use super::lexicon::Lexicon;
use super::names::Names;
use super::phrase::Phrase;
use crate::game::Eyes;
use crate::program::Program;
use crate::value::Card;

/// A text as far as it can be typed on any keyboard: without case, accents and doubled blanks,
/// suits as letters.
pub fn typed(text: &str) -> String {
    let mut typed = String::new();
    for letter in text.chars() {
        match letter {
            '♠' => typed.push('s'),
            '♥' => typed.push('h'),
            '♦' => typed.push('d'),
            '♣' => typed.push('c'),
            '’' => typed.push('\''),
            other => typed.extend(other.to_lowercase().map(without_accent)),
        }
    }
    typed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A small letter of French without its accent.
fn without_accent(letter: char) -> char {
    match letter {
        'à' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        letter => letter,
    }
}

/// What stands between two values.
pub(super) fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | '+' | ':')
}

/// Whether a text begins with these words, to the end of the last one.
pub(super) fn begins(text: &str, words: &str) -> bool {
    let behind = text.strip_prefix(words).map(|rest| rest.chars().next());
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '#');
    let ends_in_word = words.chars().next_back().is_some_and(is_word);
    behind.is_some_and(|next| !ends_in_word || next.is_none_or(|next| !is_word(next)))
}

/// The longest of the known names with which a text begins: whose it is, and how long it is.
pub(super) fn longest(known: &[(String, String)], text: &str) -> (Vec<String>, usize) {
    let length = known.iter().filter(|(name, _)| begins(text, name)).map(|(name, _)| name.len());
    let Some(length) = length.max() else { return (Vec::new(), 0) };
    let mut records: Vec<String> = Vec::new();
    for (name, record) in known {
        if *name == text[..length] && !records.contains(record) {
            records.push(record.clone());
        }
    }
    (records, length)
}

/// The pile and the cards that a text names, in the words of records: the pile comes first, or is
/// left out. Both may be named as records do, or as they are called in the language of the
/// `lexicon`; `None` where the text says anything else.
pub fn pile_and_cards(
    program: &Program,
    lexicon: &Lexicon,
    text: &str,
) -> Option<(Option<String>, Vec<String>)> {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    let text = typed(text);
    let piles = program.instances.ids().flat_map(|instance| {
        let record = program.instance_name(instance);
        let called = [true, false].map(|whose| names.place(instance, None, whose).text());
        called.into_iter().chain([record.clone()]).map(move |name| (typed(&name), record.clone()))
    });
    let cards = program.cards.iter().enumerate().flat_map(|(number, card)| {
        let called = [names.card(Card::new(number)).text(), card.name.clone()];
        called.map(|name| (typed(&name), card.name.clone()))
    });
    let (piles, cards): (Vec<_>, Vec<_>) = (piles.collect(), cards.collect());
    let (found, length) = longest(&piles, &text);
    let (mut order, mut rest) = (Vec::new(), text[length..].trim_start_matches(is_between));
    while !rest.is_empty() {
        let (found, length) = longest(&cards, rest);
        order.push(found.into_iter().next()?);
        rest = rest[length..].trim_start_matches(is_between);
    }
    (!order.is_empty()).then(|| (found.into_iter().next(), order))
}

/// What a pile is called that records call `record`.
pub fn pile_called(program: &Program, lexicon: &Lexicon, record: &str) -> Phrase {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    let mut piles = program.instances.ids();
    let pile = piles.find(|&instance| program.instance_name(instance) == record);
    pile.map_or_else(|| record.into(), |instance| names.place(instance, None, true))
}

/// What a card is called that records call `record`.
pub fn card_called(program: &Program, lexicon: &Lexicon, record: &str) -> Phrase {
    let names = Names::of_eyes(program, lexicon, Eyes::All);
    let card = program.cards.iter().position(|card| card.name == record);
    card.map_or_else(|| record.into(), |card| names.card(Card::new(card)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<(String, String)> {
        let name = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
        [("ada", "Ada"), ("ada the great", "Great"), ("héros", "hero")].map(name).to_vec()
    }

    #[test]
    fn the_longest_name_is_meant() {
        assert_eq!(longest(&known(), "ada the great on 1.1"), (vec!["Great".into()], 13));
        assert_eq!(longest(&known(), "ada thereof"), (vec!["Ada".into()], 3));
        assert_eq!(longest(&known(), "adam"), (Vec::new(), 0));
    }
}
