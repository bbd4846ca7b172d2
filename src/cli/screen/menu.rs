//! Long lists of options, folded for whoever types: what is chosen first stands in one list, what
//! goes with it in the next.
//!
//! Nothing of the decision changes: an option is an option, however it is found.

use super::prompt::Shown;
use crate::cli::text::{Messages, TermStyle, pad, plain, width, wrap};

/// Up to here a list is read at a glance.
const SHORT: usize = 12;

/// Options that are offered as one line of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Option(usize),
    /// Several that begin alike, and what they begin with.
    Fold(String, Vec<usize>),
}

/// All options, each alone.
pub fn flat(options: &[Shown]) -> Vec<Item> {
    (0..options.len()).map(Item::Option).collect()
}

/// Many options by what they choose first; few, or many that have nothing in common, as they are.
pub fn folded(options: &[Shown]) -> Vec<Item> {
    if options.len() <= SHORT {
        return flat(options);
    }
    let mut groups: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (i, option) in options.iter().enumerate() {
        let key = option.first.as_deref();
        match groups.iter_mut().find(|(known, _)| key.is_some() && *known == key) {
            Some((_, members)) => members.push(i),
            None => groups.push((key, vec![i])),
        }
    }
    if groups.len() < 2 || groups.len() * 3 > options.len() * 2 {
        return flat(options);
    }
    groups.into_iter().map(|(_, members)| item(options, members)).collect()
}

fn item(options: &[Shown], members: Vec<usize>) -> Item {
    if let [one] = members[..] {
        return Item::Option(one);
    }
    let mut titles: Vec<&str> = Vec::new();
    for title in members.iter().map(|i| options[*i].open.as_str()) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    Item::Fold(joined(&titles), members)
}

/// `2S: walk to … / swap …`: what all begin with is said once.
fn joined(titles: &[&str]) -> String {
    let first = titles.first().copied().unwrap_or_default();
    let ends = first.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at + 1);
    let common = ends
        .filter(|end| titles.iter().all(|title| title.starts_with(&first[..*end])))
        .max()
        .unwrap_or(0);
    let rest: Vec<&str> = titles.iter().map(|title| &title[common..]).collect();
    format!("{}{}", &first[..common], rest.join(" / "))
}

/// The fold that all of these options are in.
pub fn fold_of<'i>(items: &'i [Item], options: &[usize]) -> Option<&'i Item> {
    items.iter().find(|item| match item {
        Item::Fold(_, members) => options.iter().all(|option| members.contains(option)),
        Item::Option(_) => false,
    })
}

/// Lines of a list with its numbers. Where all options of a long list are of one action, the prompt
/// has named it already.
pub fn list(items: &[Item], options: &[Shown], style: TermStyle) -> Vec<String> {
    let shown = |item: &Item| match item {
        Item::Option(option) => options[*option].text.clone(),
        Item::Fold(title, _) => title.clone(),
    };
    let texts: Vec<String> = items.iter().map(shown).collect();
    columns(&texts, style)
}

/// Options by their values alone, if they are all of one action.
pub fn values(options: &[Shown], members: &[usize]) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let first = &options[*members.first()?];
    for option in members.iter().map(|i| &options[*i]) {
        let alike = option.open == first.open && option.first == first.first;
        values.push(option.rest.clone().filter(|_| alike)?);
    }
    Some(values)
}

/// Cells of a board as they lie on it, without numbers: their own names are shorter, and cannot be
/// taken for numbers.
pub fn cells(
    options: &[Shown],
    members: &[usize],
    texts: &[String],
    style: TermStyle,
) -> Option<Vec<String>> {
    let cells: Option<Vec<(u8, u8)>> = members.iter().map(|i| options[*i].cell).collect();
    let cells = cells.filter(|cells| cells.len() > 1)?;
    let texts: Vec<String> =
        texts.iter().map(|text| text.replace(" (", " ").replace(')', "")).collect();
    let longest = texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let (rows, columns) =
        (cells.iter().map(|cell| cell.0).max()?, cells.iter().map(|cell| cell.1).max()?);
    let room = style.columns.saturating_sub(2) / usize::from(columns.max(1));
    if longest >= room {
        return None;
    }
    let wide = room.min(longest + 3);
    let text = |row, column| {
        cells.iter().position(|cell| *cell == (row, column)).map_or("", |i| texts[i].as_str())
    };
    let line = |row| (1..=columns).map(|column| pad(text(row, column), wide)).collect::<String>();
    let lines = (1..=rows).map(|row| format!("  {}", line(row)).trim_end().to_owned());
    Some(lines.filter(|line| !line.is_empty()).collect())
}

/// Numbered texts, in columns where there are many. What is too long for a line goes on below its
/// beginning.
pub fn columns(texts: &[String], style: TermStyle) -> Vec<String> {
    let digits = texts.len().to_string().len();
    let number = |i: usize| style.bold(&format!("{:>digits$}", i + 1));
    let wide = texts.iter().map(|text| width(text)).max().unwrap_or(0) + digits + 4;
    let room = style.columns.saturating_sub(2);
    let columns = if texts.len() <= 6 { 1 } else { (room / wide).clamp(1, 8) };
    if columns == 1 {
        let lines = |(i, text): (usize, &String)| {
            hanging(&format!("  {} ", number(i)), text, style.columns)
        };
        return texts.iter().enumerate().flat_map(lines).collect();
    }
    let rows = texts.len().div_ceil(columns);
    let row = |r: usize| {
        let parts = (0..columns).filter_map(|c| Some((c * rows + r, texts.get(c * rows + r)?)));
        let parts = parts.map(|(i, text)| pad(&format!("{} {text}", number(i)), wide));
        format!("  {}", parts.collect::<String>()).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

fn hanging(lead: &str, text: &str, columns: usize) -> Vec<String> {
    let indent = width(lead);
    let lines = wrap(text, columns.saturating_sub(indent));
    let lead = |i: usize| if i == 0 { lead.to_owned() } else { " ".repeat(indent) };
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}", lead(i))).collect()
}

/// The line that leads back out of a fold.
pub fn back(messages: &Messages, style: TermStyle, of: usize) -> String {
    let digits = of.to_string().len();
    format!("  {} {}", style.bold(&format!("{:>digits$}", 0)), messages.say("back"))
}

/// Without what only eyes need: used to tell whether two options begin alike.
pub fn key(text: &str) -> String {
    plain(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(first: &str, rest: &str) -> Shown {
        let open = format!("lay {first} on …");
        let mut shown = Shown::new(format!("lay {first} on {rest}"), String::new(), Vec::new());
        (shown.first, shown.rest, shown.open) =
            (Some(first.to_owned()), Some(rest.to_owned()), open);
        shown
    }

    fn many() -> Vec<Shown> {
        ["7S", "8S"]
            .iter()
            .flat_map(|card| (1..=8).map(move |cell| option(card, &format!("1.{cell}"))))
            .collect()
    }

    #[test]
    fn many_options_are_folded_by_what_is_chosen_first() {
        let options = many();
        let items = folded(&options);
        assert_eq!(
            list(&items, &options, TermStyle::default()),
            ["  1 lay 7S on …", "  2 lay 8S on …"]
        );
        let Some(Item::Fold(_, members)) = fold_of(&items, &[9, 10]) else {
            panic!("they begin alike")
        };
        assert_eq!(
            values(&options, members).map(|v| v.join(" ")).as_deref(),
            Some("1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8")
        );
        assert_eq!(folded(&options[..9]), flat(&options[..9]));
    }

    #[test]
    fn many_texts_stand_in_columns_and_long_ones_are_broken() {
        let many: Vec<String> = (1..=9).map(|n| format!("a card {n}")).collect();
        let style = TermStyle { columns: 48, ..TermStyle::default() };
        assert_eq!(columns(&many, style)[0], "  1 a card 1   4 a card 4   7 a card 7");
        assert_eq!(
            columns(&["one two three".into()], TermStyle { columns: 12, ..style }),
            ["  1 one two", "    three"]
        );
    }
}
