//! Long lists of options, folded: what is chosen first stands in one list, what goes with it in the
//! next. Nothing of the decision changes: an option is an option, however it is found.

use super::model::{Item, Offered};
use super::phrase::Phrase;

/// Up to here a list is read at a glance.
const SHORT: usize = 12;

/// Many options by what they choose first; few, or many that have nothing in common, as they are.
pub fn folded(options: &[Offered]) -> Vec<Item> {
    let flat = || (0..options.len()).map(Item::Option).collect();
    if options.len() <= SHORT {
        return flat();
    }
    let mut groups: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for (i, option) in options.iter().enumerate() {
        let key = option.first.as_ref().map(Phrase::text);
        match groups.iter_mut().find(|(known, _)| key.is_some() && *known == key) {
            Some((_, members)) => members.push(i),
            None => groups.push((key, vec![i])),
        }
    }
    if groups.len() < 2 || groups.len() * 3 > options.len() * 2 {
        return flat();
    }
    groups.into_iter().map(|(_, members)| item(options, members)).collect()
}

fn item(options: &[Offered], members: Vec<usize>) -> Item {
    if let [one] = members[..] {
        return Item::Option(one);
    }
    let mut titles: Vec<&Phrase> = Vec::new();
    for title in members.iter().map(|i| &options[*i].open) {
        if !titles.iter().any(|known| known.text() == title.text()) {
            titles.push(title);
        }
    }
    Item::Fold { title: joined(&titles), options: members }
}

/// `2S: walk to … / swap …`: what all begin with is said once.
fn joined(titles: &[&Phrase]) -> Phrase {
    let words: Vec<Vec<Phrase>> = titles.iter().map(|title| title.words()).collect();
    let first = words.first().map_or(&[][..], Vec::as_slice);
    let in_all = |(i, word): &(usize, &Phrase)| {
        let text = word.text();
        text.ends_with(' ')
            && words.iter().all(|title| title.get(*i).is_some_and(|word| word.text() == text))
    };
    let common = first.iter().enumerate().take_while(in_all).count();
    let rest = words.iter().map(|title| Phrase::join(title[common..].iter().cloned(), ""));
    Phrase::join(first[..common].iter().cloned(), "").then(Phrase::join(rest, " / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(first: &str, rest: &str) -> Offered {
        Offered {
            index: 0,
            label: String::new(),
            text: format!("lay {first} on {rest}").into(),
            first: Some(first.into()),
            rest: Some(rest.into()),
            alone: Phrase::default(),
            open: format!("lay {first} on …").into(),
            cell: None,
            points: Vec::new(),
            same: Vec::new(),
        }
    }

    #[test]
    fn many_options_are_folded_by_what_is_chosen_first() {
        let cells =
            |card: &'static str| (1..=8).map(move |cell| option(card, &format!("1.{cell}")));
        let options: Vec<Offered> = ["7S", "8S"].into_iter().flat_map(cells).collect();
        let fold = |title: &str, options| Item::Fold { title: title.into(), options };
        assert_eq!(
            folded(&options),
            [fold("lay 7S on …", (0..8).collect()), fold("lay 8S on …", (8..16).collect())]
        );
        assert_eq!(folded(&options[..3]), (0..3).map(Item::Option).collect::<Vec<_>>());
    }

    #[test]
    fn what_titles_begin_with_is_said_once() {
        let titles: [Phrase; 2] = ["2S: walk to …".into(), "2S: swap …".into()];
        assert_eq!(joined(&titles.each_ref()).text(), "2S: walk to … / swap …");
    }
}
