//! A choice on the terminal: the options in words, and which of them an answer means.

use super::menu;
use super::names::Names;
use super::view::View;
use crate::game::{Decision, Offer, OfferValue};
use crate::program::Action;
use crate::vm::Chosen;

/// An option as it is shown, and the answers that mean it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub text: String,
    /// The option as records write it: `play 2H`.
    pub label: String,
    /// What is chosen, without the action: `2H`, `2♥`.
    values: Vec<String>,
    /// What is chosen first, where a whole action is chosen.
    pub first: Option<String>,
    /// What is chosen behind that; none if all of it is still to come.
    pub rest: Option<String>,
    /// The cell of a board that is left to choose: its row, and its number in it.
    pub cell: Option<(u8, u8)>,
    /// The action with what is chosen first alone: `lay 2♥ on …`.
    pub open: String,
}

impl Shown {
    pub fn new(text: String, label: String, values: Vec<String>) -> Self {
        Shown { text, label, values, first: None, rest: None, cell: None, open: String::new() }
    }
}

// ---- in words

/// An option as this seat is shown it.
pub fn shown(names: &Names<'_>, view: &View, offer: &Offer) -> Shown {
    let values: Vec<(&str, String)> = offer
        .values
        .iter()
        .map(|named| (named.name.as_str(), value(names, view, &named.value)))
        .collect();
    let given = names.given(offer.action.as_deref(), &offer.given);
    let alone = || values.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
    let text = match (offer.choice.what, &offer.action) {
        (Chosen::Pass, _) => names.text("pass"),
        (Chosen::Done, _) => names.text("done"),
        (Chosen::Enough, _) => names.text("enough"),
        (Chosen::Entry(_), Some(action)) => {
            let mut told = values.clone();
            told.extend(given.iter().map(|(name, value)| (name.as_str(), value.clone())));
            numbered(names.action(action, &told), &offer.label)
        }
        (Chosen::Member(_) | Chosen::Further, _) if !values.is_empty() => {
            numbered(alone(), &offer.label)
        }
        (Chosen::Entry(_) | Chosen::Member(_) | Chosen::Further, _) => names.label(&offer.label),
    };
    let mut parts = values.iter().map(|(_, value)| value.as_str());
    let first =
        parts.next().filter(|_| matches!(offer.choice.what, Chosen::Entry(_))).map(menu::key);
    let rest = parts.collect::<Vec<_>>().join(", ");
    let open = offer
        .action
        .as_ref()
        .map(|action| names.action(action, values.get(..1).unwrap_or_default()));
    let behind = offer.label.split_once(' ').map(|(_, behind)| behind.to_owned());
    let answers =
        std::iter::once(alone()).chain(behind).filter(|value| !value.is_empty()).collect();
    let rest = Some(numbered(rest, &offer.label)).filter(|rest| !rest.is_empty());
    let cell =
        offer.values.last().filter(|_| offer.values.len() == 1 + usize::from(first.is_some()));
    let cell = cell.and_then(|named| cell_of(names, &named.value));
    Shown {
        first,
        rest,
        cell,
        open: open.unwrap_or_default(),
        ..Shown::new(text, offer.label.clone(), answers)
    }
}

/// The options without those that differ from an earlier one only in which of several equal cards
/// they name: two equal cards of a hand are one choice for a person.
pub fn distinct(names: &Names<'_>, view: &View, options: &[Offer]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (i, option) in options.iter().enumerate() {
        if !kept.iter().any(|&k| are_twins(names, view, &options[k], option)) {
            kept.push(i);
        }
    }
    kept
}

fn are_twins(names: &Names<'_>, view: &View, one: &Offer, other: &Offer) -> bool {
    let alike =
        std::mem::discriminant(&one.choice.what) == std::mem::discriminant(&other.choice.what);
    if !alike || one.action != other.action || one.values.len() != other.values.len() {
        return false;
    }
    let pairs: Vec<(&OfferValue, &OfferValue)> =
        one.values.iter().zip(&other.values).map(|(a, b)| (&a.value, &b.value)).collect();
    // The same card twice is not the same as two equal ones.
    let same_card_twice =
        |i: usize, j: usize| (pairs[i].0 == pairs[j].0) == (pairs[i].1 == pairs[j].1);
    let cards = pairs.iter().any(|(a, _)| matches!(a, OfferValue::Card { .. }));
    cards
        && pairs.iter().all(|(a, b)| a == b || are_equal_cards(names, view, a, b))
        && (0..pairs.len()).all(|i| (0..i).all(|j| same_card_twice(i, j)))
}

/// Two cards with the same print and the same marks in the same place.
fn are_equal_cards(names: &Names<'_>, view: &View, one: &OfferValue, other: &OfferValue) -> bool {
    let (
        OfferValue::Card { card: Some(a), place, .. },
        OfferValue::Card { card: Some(b), place: there, .. },
    ) = (one, other)
    else {
        return false;
    };
    let seen = |card| {
        view.places
            .iter()
            .flat_map(|p| &p.slots)
            .flat_map(|s| &s.cards)
            .find(|c| c.card == Some(card))
    };
    let (Some(x), Some(y)) = (seen(*a), seen(*b)) else { return false };
    place == there && names.are_copies(*a, *b) && x.marks == y.marks && x.face_up == y.face_up
}

/// The row and the column of a cell of a board with rows.
fn cell_of(names: &Names<'_>, value: &OfferValue) -> Option<(u8, u8)> {
    let OfferValue::Slot(place) = value else { return None };
    let (row, column) = names.cell_of_board(place)?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Options whose words are the same are numbered in their labels (`play 9H~2`), and so in their
/// texts.
fn numbered(text: String, label: &str) -> String {
    match label.rsplit_once('~') {
        Some((_, number)) if number.parse::<u32>().is_ok() => format!("{text} ({number})"),
        Some(_) | None => text,
    }
}

fn value(names: &Names<'_>, view: &View, value: &OfferValue) -> String {
    match value {
        OfferValue::Card { card: Some(card), .. } => names.choosable(*card),
        OfferValue::Card { card: None, place, height } => {
            let place = names.place_named(place, true).unwrap_or_else(|| place.clone());
            match height {
                Some(n) => names
                    .messages
                    .with("card-in-at", &[("place", place.into()), ("n", (*n).into())]),
                None => names.messages.with("card-in", &[("place", place.into())]),
            }
        }
        OfferValue::Slot(place) => slot(names, view, place),
        OfferValue::Number(number) => number.to_string(),
        OfferValue::Word(word) => names.rule_word(word),
        OfferValue::Seat(seat) => names.seat(*seat),
        OfferValue::Team(team) => names.team(*team),
        OfferValue::Flag(flag) => names.flag(*flag),
        OfferValue::Bag(messages) => names.bag(messages.iter().map(|word| names.rule_word(word))),
        OfferValue::None => names.messages.say("none"),
    }
}

/// A place on the table, and what is known to lie there.
fn slot(names: &Names<'_>, view: &View, place: &str) -> String {
    let name = names.place_named(place, true).unwrap_or_else(|| place.to_owned());
    let stack = view.places.iter().flat_map(|p| &p.slots).find(|stack| stack.name == place);
    let cards = || stack.iter().flat_map(|s| &s.cards);
    if let Some(number) = names.row_number(place).filter(|_| stack.is_some()) {
        let shown: Vec<String> =
            cards().map(|c| c.card.map_or_else(|| names.back(), |card| names.card(card))).collect();
        return format!("{} ({number})", shown.join("+"));
    }
    let known: Vec<String> = cards().filter_map(|c| c.card).map(|c| names.card(c)).collect();
    if known.is_empty() { name } else { format!("{name} ({})", known.join("+")) }
}

// ---- help

/// What a choice asks for: each action that can be chosen, and the reasons that the rules give for
/// what cannot.
pub fn explain(names: &Names<'_>, decision: &Decision) -> Vec<String> {
    let offered =
        |action: &&Action| decision.options.iter().any(|o| o.action.as_ref() == Some(&action.name));
    let actions = names.program.actions.iter().filter(offered);
    actions.flat_map(|action| explain_action(names, action)).collect()
}

fn explain_action(names: &Names<'_>, action: &Action) -> Vec<String> {
    let of_parameters = action.parameters.iter().flat_map(|p| p.filters.iter().chain(&p.needs));
    let whys = action.needs.iter().chain(of_parameters).filter_map(|need| need.why.as_ref());
    let mut whys: Vec<String> = whys.map(|why| format!("    - {}", names.text(why))).collect();
    if !whys.is_empty() {
        whys.insert(0, format!("  {}", names.messages.say("refusals")));
    }
    std::iter::once(format!("* {}", names.action(&action.name, &[]))).chain(whys).collect()
}

// ---- answers

/// What a refused answer may have meant, as labels: with the action put before a card, or a text's
/// first word as its action.
pub fn meant(names: &Names<'_>, decision: &Decision, answer: &str) -> Vec<String> {
    let mut actions: Vec<&str> =
        decision.options.iter().filter_map(|o| o.action.as_deref()).collect();
    actions.dedup();
    let mut labels = vec![with_cards(names, answer)];
    for action in actions {
        let text = plain(&names.text(action));
        let before = text.split('{').next().unwrap_or_default().trim().to_owned();
        let rest = plain(answer).strip_prefix(&before).map(|rest| rest.trim().to_owned());
        labels.push(format!(
            "{action} {}",
            with_cards(names, &rest.unwrap_or_else(|| answer.to_owned()))
        ));
    }
    labels
}

/// The answer with its cards as records write them.
fn with_cards(names: &Names<'_>, answer: &str) -> String {
    let word = |word: &str| {
        let card = names.program.cards.iter().find(|card| plain(&card.name) == plain(word));
        card.map_or_else(|| word.to_owned(), |card| card.name.clone())
    };
    answer.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Option(usize),
    /// Several options could be meant.
    Many(Vec<usize>),
    Nothing,
}

/// Which option an answer means: its number, its label, its text, what is chosen alone or how that
/// begins, or the only one that begins so.
pub fn find(answer: &str, options: &[Shown]) -> Answer {
    let answer = plain(answer);
    let number = answer.parse::<usize>().ok().filter(|number| (1..=options.len()).contains(number));
    if let Some(number) = number {
        return Answer::Option(number - 1);
    }
    let in_words = |o: &Shown, whole: bool| has_words(&plain(&o.text), &answer, whole);
    let tests: [&dyn Fn(&Shown) -> bool; 6] = [
        &|o| plain(&o.label) == answer || plain(&o.text) == answer,
        // What begins with the whole answer may be meant as well as what is nothing else.
        &|o| o.values.iter().chain(&o.first).any(|v| plain(v) == answer),
        // `j` is the jack before it is the first letter of an action.
        &|o| !answer.is_empty() && o.values.iter().any(|v| plain(v).starts_with(&answer)),
        &|o| {
            !answer.is_empty()
                && (plain(&o.text).starts_with(&answer) || plain(&o.label).starts_with(&answer))
        },
        &|o| in_words(o, true),
        &|o| in_words(o, false),
    ];
    for test in tests {
        let found: Vec<usize> =
            options.iter().enumerate().filter(|(_, o)| test(o)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => continue,
            [one] => return Answer::Option(*one),
            _ => return Answer::Many(found),
        }
    }
    Answer::Nothing
}

/// Whether an answer is this text, as far as can be typed.
pub fn same(text: &str, answer: &str) -> bool {
    plain(text) == plain(answer)
}

/// Whether a text has the answer in it from the beginning of a word on; with `whole`, to the end of
/// one.
fn has_words(text: &str, answer: &str, whole: bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '.';
    text.match_indices(answer).any(|(at, found)| {
        let before = text[..at].chars().next_back().is_none_or(|c| !is_word(c));
        let behind = text[at + found.len()..].chars().next().is_none_or(|c| !is_word(c));
        !found.is_empty() && before && (behind || !whole)
    })
}

/// Without colour, case, and doubled blanks; suits as letters.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.by_ref().find(|c| c.is_ascii_alphabetic());
            }
            '♠' => plain.push('s'),
            '♥' => plain.push('h'),
            '♦' => plain.push('d'),
            '♣' => plain.push('c'),
            '’' => plain.push('\''),
            other => plain.extend(other.to_lowercase()),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str, label: &str, values: &[&str]) -> Shown {
        Shown::new(text.into(), label.into(), values.iter().map(|v| v.to_string()).collect())
    }

    fn options() -> Vec<Shown> {
        vec![
            option("jouer \u{1b}[31m10♥\u{1b}[0m", "play 10H", &["\u{1b}[31m10♥\u{1b}[0m", "10H"]),
            option("jouer 2♣", "play 2C", &["2♣", "2C"]),
            option("poser 2♣", "lay 2C", &["2♣", "2C"]),
            option("se taire", "pass", &[]),
        ]
    }

    #[test]
    fn a_card_with_several_uses_is_asked_for_again() {
        let mut walk = option("2♠: walk to 4.7", "walk_to 2S board.4.7", &["2♠, 4.7"]);
        walk.first = Some("2♠".into());
        let mut swap = option("2♠: swap …", "swap_cells 2S", &["2♠"]);
        swap.first = Some("2♠".into());
        assert_eq!(find("2s", &[walk.clone(), swap.clone()]), Answer::Many(vec![0, 1]));
        assert_eq!(find("swap", &[walk, swap]), Answer::Option(1));
    }

    #[test]
    fn answers_in_many_forms() {
        let find = |answer| find(answer, &options());
        for answer in ["1", "play 10h", "Jouer  10♥", "jouer 10h", "10H", "10♥"] {
            assert_eq!(find(answer), Answer::Option(0), "{answer}");
        }
        assert_eq!(find("2c"), Answer::Many(vec![1, 2]));
        assert_eq!(find("lay 2c"), Answer::Option(2));
        assert_eq!(find("se"), Answer::Option(3));
        assert_eq!(find("jouer"), Answer::Many(vec![0, 1]));
        assert_eq!(find("taire"), Answer::Option(3));
        assert_eq!(find("5"), Answer::Nothing);
        assert_eq!(find(""), Answer::Nothing);
    }
}
