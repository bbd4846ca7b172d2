//! Long lists of options, folded: what is chosen first stands in one list, what goes with it in the
//! next, as deep as it takes. Nothing of the decision changes: an option is an option, however it
//! is found.

use super::model::{Item, Offered};
use super::phrase::Phrase;

/// Up to here a list is read at a glance.
const SHORT: usize = 12;

/// Many options by what they choose first; few, or many that have nothing in common, as they are.
pub(crate) fn folded(options: &[Offered]) -> Vec<Item> {
    within(options, (0..options.len()).collect(), 0)
}

/// A list of options that share their first `depth` values.
fn within(options: &[Offered], members: Vec<usize>, depth: usize) -> Vec<Item> {
    let deepest = members.iter().map(|&i| options[i].parts.len()).max().unwrap_or(0);
    if members.len() <= SHORT {
        return members.into_iter().map(Item::Option).collect();
    }
    // The first value by which they differ.
    let groups = (depth..deepest).map(|at| (at, groups(options, &members, at)));
    match groups.into_iter().find(|(_, groups)| groups.len() > 1) {
        Some((at, groups)) if groups.len() * 3 <= members.len() * 2 => {
            groups.into_iter().map(|group| item(options, group, at + 1)).collect()
        }
        Some(_) | None => members.into_iter().map(Item::Option).collect(),
    }
}

/// Options by their value at a place, each of those that have none alone.
fn groups(options: &[Offered], members: &[usize], at: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for &i in members {
        let key = options[i].parts.get(at).map(Phrase::text);
        match groups.iter_mut().find(|(known, _)| key.is_some() && *known == key) {
            Some((_, members)) => members.push(i),
            None => groups.push((key, vec![i])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

fn item(options: &[Offered], members: Vec<usize>, depth: usize) -> Item {
    if let [one] = members[..] {
        return Item::Option(one);
    }
    let mut titles: Vec<&Phrase> = Vec::new();
    for title in members.iter().filter_map(|&i| options[i].opens.get(depth - 1)) {
        if !titles.iter().any(|known| known.text() == title.text()) {
            titles.push(title);
        }
    }
    let title = joined(&titles);
    Item::Fold { title, depth, items: within(options, members.clone(), depth), options: members }
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

    /// `give 7S, 8S and …`, with each number of its values.
    fn option(values: &[&str]) -> Offered {
        let open = |n: usize| match n < values.len() {
            true => format!("give {} …", values[..n].join(" ")).into(),
            false => format!("give {}", values.join(" ")).into(),
        };
        Offered {
            index: 0,
            label: String::new(),
            text: open(values.len()),
            parts: values.iter().map(|value| (*value).into()).collect(),
            opens: (1..=values.len()).map(open).collect(),
            alone: Phrase::default(),
            cell: None,
            points: Vec::new(),
            same: Vec::new(),
        }
    }

    /// The items by their titles and texts, what is in a fold behind it in brackets.
    fn shown(options: &[Offered], items: &[Item]) -> String {
        let one = |item: &Item| match item {
            Item::Option(i) => options[*i].text.text(),
            Item::Fold { title, items, .. } => {
                format!("{} ({})", title.text(), shown(options, items))
            }
        };
        items.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn many_options_are_folded_by_what_is_chosen_first() {
        let cells = |card: &'static str| {
            ["a", "b", "c", "d", "e", "f", "g"].into_iter().map(move |cell| option(&[card, cell]))
        };
        let options: Vec<Offered> = ["7S", "8S"].into_iter().flat_map(cells).collect();
        let expected = "give 7S … (give 7S a; give 7S b; give 7S c; give 7S d; give 7S e; give 7S f; \
                        give 7S g); give 8S … (give 8S a; give 8S b; give 8S c; give 8S d; give 8S e; \
                        give 8S f; give 8S g)";
        assert_eq!(shown(&options, &folded(&options)), expected);
        assert_eq!(folded(&options[..3]), (0..3).map(Item::Option).collect::<Vec<_>>());
    }

    #[test]
    fn folds_go_on_as_deep_as_it_takes() {
        let words = ["a", "b", "c", "d", "e"];
        let pairs = words.iter().flat_map(|one| words.iter().map(move |two| (*one, *two)));
        let three = pairs.flat_map(|(one, two)| words.map(|three| option(&[one, two, three])));
        let options: Vec<Offered> = three.collect();
        let items = folded(&options);
        let Item::Fold { depth: 1, items: inner, options: members, .. } = &items[1] else {
            panic!("{items:?}")
        };
        assert_eq!((items.len(), inner.len(), members.len()), (5, 5, 25));
        let Item::Fold { title, depth: 2, items: leaves, .. } = &inner[2] else {
            panic!("{inner:?}")
        };
        assert_eq!((title.text(), leaves.len()), ("give b c …".to_owned(), 5));
        // What all share is no list of its own.
        let alike = folded(&options[..25]);
        assert!(matches!(alike[0], Item::Fold { depth: 2, .. }), "{alike:?}");
    }

    #[test]
    fn what_titles_begin_with_is_said_once() {
        let titles: [Phrase; 2] = ["2S: walk to …".into(), "2S: swap …".into()];
        assert_eq!(joined(&titles.each_ref()).text(), "2S: walk to … / swap …");
    }
}
