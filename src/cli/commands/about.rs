//! `cardrun check --about`: what a game is, for who is about to play it: seats, options, variants,
//! and its page of notes.

use crate::cli::args::CheckArgs;
use crate::cli::host::files::GameFile;
use crate::cli::host::{Done, Failure, put};
use crate::cli::setup::settings;
use crate::cli::text::{Messages, TermStyle, wrap};
use crate::game::{Game, Settings};
use crate::layout::model::{Layout, OptionDefinition, OptionKind, Variant};
use crate::text::Text;
use std::collections::BTreeSet;
use std::path::Path;

pub(crate) fn run(args: &CheckArgs, messages: &Messages) -> Done {
    for (i, path) in args.games.iter().enumerate() {
        if i > 0 {
            put("\n")?;
        }
        about(path, messages)?;
    }
    Ok(())
}

fn about(path: &Path, messages: &Messages) -> Done {
    let file = GameFile::open(path)
        .map_err(|problems| Failure::Game(Box::new(problems), GameFile::named(path)))?;
    match settings::layout_of(&file, &file.name) {
        Some(layout) => put(&page(&file, &layout, TermStyle::of_output(), messages))?,
        // It cannot be read, and loading it says why.
        None => {
            let loaded = Game::load(&file.name, &|name| file.read(name), &Settings::default());
            loaded.map_err(|problems| Failure::Game(Box::new(problems), file.clone()))?;
        }
    }
    Ok(())
}

/// Columns of the page: fewer where the terminal is narrow.
fn wide() -> usize {
    let columns = TermStyle::of_output().columns;
    if columns < TermStyle::default().columns { columns } else { 96 }
}

fn page(file: &GameFile, layout: &Layout, style: TermStyle, messages: &Messages) -> String {
    let title = text(layout.title.as_ref(), messages).unwrap_or_else(|| file.title_instead());
    let mut lines = vec![style.bold(&title), seats(layout, messages)];
    section(&mut lines, "about-options", options(layout, messages), style, messages);
    section(&mut lines, "about-variants", variants(layout, messages), style, messages);
    let notes = text(layout.notes.as_ref(), messages).unwrap_or_default();
    section(&mut lines, "about-notes", paragraphs(&notes), style, messages);
    lines.join("\n") + "\n"
}

fn text(text: Option<&Text>, messages: &Messages) -> Option<String> {
    text.and_then(|t| t.get(messages.code())).map(str::to_owned)
}

fn section(
    lines: &mut Vec<String>,
    heading: &str,
    body: Vec<String>,
    style: TermStyle,
    messages: &Messages,
) {
    if !body.is_empty() {
        lines.push(String::new());
        lines.push(style.bold(&messages.say(heading)));
        lines.extend(
            body.into_iter().map(|line| if line.is_empty() { line } else { format!("  {line}") }),
        );
    }
}

fn seats(layout: &Layout, messages: &Messages) -> String {
    // The layout begins with the number that is played if nothing is said.
    let numbers: BTreeSet<u8> =
        layout.seats.iter().flat_map(|seats| seats.node.iter()).copied().collect();
    let cooperative = layout.cooperative.as_ref().is_some_and(|c| c.node);
    let key = match (cooperative, &layout.teams) {
        (true, _) => "about-seats-together",
        (false, Some(_)) => "about-seats-teams",
        (false, None) => "about-seats",
    };
    let last = numbers.last().copied().unwrap_or(1);
    let mut numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    let most = numbers.pop().unwrap_or_default();
    let numbers = match numbers.is_empty() {
        true => most,
        false => format!("{} {} {most}", numbers.join(", "), messages.say("or")),
    };
    messages.with(key, &[("numbers", numbers.into()), ("last", last.into())])
}

fn options(layout: &Layout, messages: &Messages) -> Vec<String> {
    layout
        .options
        .iter()
        .flat_map(|(name, option)| option_lines(&name.node, option, messages))
        .collect()
}

/// `hand_size=4`, its values, and under it what it means.
fn option_lines(name: &str, option: &OptionDefinition, messages: &Messages) -> Vec<String> {
    let default = option.default.as_ref().map(|d| option.spelled(&d.node)).unwrap_or_default();
    let values = match option.kind.as_ref().map(|kind| &kind.node) {
        Some(OptionKind::Flag) => "true, false".to_owned(),
        Some(OptionKind::Number) => {
            let range = option.range();
            format!("{}..{}", range.start(), range.end())
        }
        Some(OptionKind::Words(list)) => {
            list.iter().map(|w| w.node.as_str()).collect::<Vec<_>>().join(", ")
        }
        None => String::new(),
    };
    let mut lines = vec![format!("{name}={default}   ({values})")];
    let meaning = text(option.text.as_ref(), messages).unwrap_or_default();
    lines.extend(
        wrap(&meaning, wide() - 6)
            .into_iter()
            .filter(|l| !l.is_empty())
            .map(|l| format!("    {l}")),
    );
    lines
}

fn variants(layout: &Layout, messages: &Messages) -> Vec<String> {
    let meaning = |variant: &Variant| match variant {
        Variant::Values(values) => {
            let set = values.iter().map(|(name, value)| {
                format!("{}={}", name.node, layout.spelled(&name.node, &value.node))
            });
            set.collect::<Vec<_>>().join(" ")
        }
        Variant::Overlay(file) => {
            messages.with("about-overlay", &[("file", file.node.as_str().into())])
        }
    };
    layout
        .variants
        .iter()
        .map(|(name, variant)| format!("{}   {}", name.node, meaning(variant)))
        .collect()
}

/// The lines of a YAML block are joined where its writer wrapped them: a sentence's end at a line's
/// end begins a new paragraph.
fn paragraphs(notes: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in notes.lines() {
        let last = paragraphs.last_mut().expect("there is always a paragraph");
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(line.trim());
        if line.trim().is_empty() || line.trim_end().ends_with(['.', '!', '?', ':']) {
            paragraphs.push(String::new());
        }
    }
    paragraphs.iter().filter(|p| !p.trim().is_empty()).flat_map(|p| wrap(p, wide() - 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Language;
    use crate::cli::snapshot;

    #[test]
    fn a_page_about_a_game() {
        let layout = "title: { fr: Duel, en: A Duel }
seats: [2, 4]
teams: alternate
options:
  hand_size: { type: number, min: 2, max: 6, default: 4, text: { fr: cartes en main, en: cards in hand } }
  effects: { type: [may, must], default: may }
variants:
  long: { hand_size: 6, effects: must }
  wild: wild.yaml
notes:
  fr: |
    Une phrase qui continue
    ici. Puis une autre.
    Un nouvel alinéa.
  en: One sentence.
";
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("duel.yaml"), layout).unwrap();
        let file = GameFile::open(&folder.path().join("duel.yaml")).unwrap();
        let layout = settings::layout_of(&file, "duel.yaml").unwrap();
        let pages = [Language::En, Language::Fr]
            .map(|l| page(&file, &layout, TermStyle::default(), &Messages::new(l)));
        snapshot("about", &pages.join("----\n"));
    }
}
