//! Lists of options, in lines.

use super::prompt::Shown;
use crate::cli::text::{Messages, TermStyle, pad, width, wrap};
use crate::view::Item;

/// All options, each alone.
pub(crate) fn flat(options: usize) -> Vec<Item> {
    (0..options).map(Item::Option).collect()
}

/// The innermost fold that all of these options are in.
pub(crate) fn fold_of<'i>(items: &'i [Item], options: &[usize]) -> Option<&'i Item> {
    let outer = items.iter().find(|item| match item {
        Item::Fold { options: members, .. } => {
            options.iter().all(|option| members.contains(option))
        }
        Item::Option(_) => false,
    })?;
    match outer {
        Item::Fold { items, .. } => fold_of(items, options).or(Some(outer)),
        Item::Option(_) => None,
    }
}

/// The options of the fold around the one with these options; `None` where nothing is around it.
pub(crate) fn around(items: &[Item], options: &[usize]) -> Option<Vec<usize>> {
    items.iter().find_map(|item| match item {
        Item::Fold { options: members, items, .. }
            if members != options && options.iter().all(|option| members.contains(option)) =>
        {
            around(items, options).or_else(|| Some(members.clone()))
        }
        Item::Fold { .. } | Item::Option(_) => None,
    })
}

/// Lines of a list with its numbers. `depth`: how many values of its options are known already,
/// because of the fold that they are in.
pub(crate) fn list(
    items: &[Item],
    options: &[Shown],
    depth: Option<usize>,
    style: TermStyle,
) -> Vec<String> {
    columns(&texts(items, options, depth, style), style)
}

/// The items of a list as they are shown: in a fold, whose title has been said, by the values
/// behind those that all share, if all are of one action.
pub(crate) fn texts(
    items: &[Item],
    options: &[Shown],
    depth: Option<usize>,
    style: TermStyle,
) -> Vec<String> {
    let first = |item: &Item| item.options().first().map(|&option| &options[option]);
    let opens = |shown: &Shown| depth.and_then(|depth| shown.opens.get(depth - 1).cloned());
    let open = items.first().and_then(first).and_then(opens);
    let all = items.iter().flat_map(Item::options);
    let alike = open.is_some() && all.map(|&i| &options[i]).all(|shown| opens(shown) == open);
    let behind = |item: &Item| -> Option<String> {
        let depth = depth.filter(|_| alike)?;
        let shown = first(item)?;
        match item {
            Item::Option(_) => shown.behind(depth),
            Item::Fold { depth: inner, .. } => shown
                .parts
                .get(depth..*inner)
                .map(|parts| format!("{} {}", parts.join(", "), style.dots())),
        }
    };
    let whole = |item: &Item| match item {
        Item::Option(option) => options[*option].text.clone(),
        Item::Fold { title, .. } => style.phrase(title),
    };
    items.iter().map(|item| behind(item).unwrap_or_else(|| whole(item))).collect()
}

/// Cells of a board as they lie on it, without numbers: their own names are shorter, and cannot be
/// taken for numbers.
pub(crate) fn cells(
    options: &[Shown],
    members: &[usize],
    texts: &[String],
    style: TermStyle,
) -> Option<Vec<String>> {
    let cells: Option<Vec<(u16, u16)>> = members.iter().map(|i| options[*i].cell).collect();
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
pub(crate) fn columns(texts: &[String], style: TermStyle) -> Vec<String> {
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
pub(crate) fn back(messages: &Messages, style: TermStyle, of: usize) -> String {
    let digits = of.to_string().len();
    format!("  {} {}", style.bold(&format!("{:>digits$}", 0)), messages.say("back"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_by_their_texts_and_folds_by_their_titles() {
        let shown = |text: &str| Shown { text: text.into(), ..Shown::default() };
        let options = [shown("pass"), shown("lay 7S on 1.1"), shown("lay 7S on 1.2")];
        let inner = vec![Item::Option(1), Item::Option(2)];
        let title = || "lay 7S on …".into();
        let fold = Item::Fold { title: title(), depth: 1, options: vec![1, 2], items: inner };
        let items = [Item::Option(0), fold.clone()];
        let lines = list(&items, &options, None, TermStyle::default());
        assert_eq!(lines, ["  1 pass", "  2 lay 7S on ..."]);
        assert_eq!(fold_of(&items, &[2]), Some(&fold));
        assert_eq!(fold_of(&items, &[0, 2]), None);
        let outer = [Item::Fold {
            title: title(),
            depth: 1,
            options: vec![0, 1, 2],
            items: items.to_vec(),
        }];
        assert_eq!(fold_of(&outer, &[1, 2]), Some(&fold));
        assert_eq!(
            (around(&outer, &[1, 2]), around(&outer, &[0, 1, 2])),
            (Some(vec![0, 1, 2]), None)
        );
        assert_eq!(flat(1), [Item::Option(0)]);
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
